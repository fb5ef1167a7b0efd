"""Golden sheets: a sheet code goes on printing the same sheet.

Each file in `tests/golden/` holds sheet codes and the whole of each sheet as JSON. Their decks are
made of the words in `tests/data/golden_words.txt` and of names given here, so that no change of the
packaged lists changes them. When sheets are meant to change (`SCHEME` then changes too), write the
files again with

    PYTHONPATH=src:tests python tests/sheet/test_golden.py --write
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from wordfleet_print.fleet.deck import Deck, blank_deck, theme_deck, tier_deck
from wordfleet_print.fleet.deck_digest import load_hasher
from wordfleet_print.fleet.word_lists import FleetNames, WordList
from wordfleet_print.games import load_edition
from wordfleet_print.sheet.dealing import deal
from wordfleet_print.sheet.sheet import Sheet, make_sheet
from wordfleet_print.sheet.sheet_code import SheetCode, parse_code

TESTS = Path(__file__).parents[1]
NAMES = FleetNames(
    ("Brave", "Crimson", "Distant", "Hidden", "Silent"),
    ("Albatross", "Comet", "Lantern", "Tempest"),
)
ANIMALS = (
    "camel crane eagle goose horse hyena koala lemur llama moose otter panda robin tiger whale "
    "zebra"
)
FARM = (
    "bull calf colt crow deer duck goat hare lamb lion mare mole mule swan toad wolf ape bat "
    "cow ewe hen pig ram sow"
)
SEEDS = (0, 1, 0x01234567, 0x5C4D3E2F, 0xC0FFEE12, 0xFFFFFFFF)
KINDS = ("normal", "themed", "blank", "placed")
PLAYERS = ("Ann", "Ben", "Zoë", "Ιάσων")


def _make_deck(kind: str) -> Deck:
    """Make the deck of one golden file; the themed one has no words of two letters and borrows
    them.
    """
    edition = load_edition("word-fleet")
    lines = (TESTS / "data" / "golden_words.txt").read_text(encoding="utf-8").splitlines()
    words = [word for line in lines if not line.startswith("#") for word in line.split()]
    tier = WordList.of("golden", "Golden", "words that never change", words)
    themes = [
        WordList.of("farm", "Farm", "", FARM.split()),
        WordList.of("wild", "Wild Animals", "", ANIMALS.split()),
    ]
    hasher = replace(
        load_hasher(), barred_word_pairs=b"golden pairs", hash_names=lambda _theme: b"golden names"
    )
    if kind == "blank":
        deck = blank_deck(edition)
        digest = hasher.hash_blank_deck(edition)
    elif kind == "themed":
        deck = theme_deck(edition, tier, themes)
        digest = hasher.hash_packaged_deck(edition, tier, themes)
    else:
        deck = tier_deck(edition, tier)
        digest = hasher.hash_packaged_deck(edition, tier)
    return replace(deck, names=NAMES, digest=digest)


def _to_json(sheet: Sheet) -> Any:
    return json.loads(json.dumps(sheet.to_json()))


def _load(name: str) -> Any:
    return json.loads((TESTS / "golden" / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_code_still_prints_its_sheet(kind: str) -> None:
    """Each stored code is of the same deck and gives the stored sheet, to the last letter, digit
    and square.
    """
    deck, stored = _make_deck(kind), _load(kind)
    assert len(stored) == len(SEEDS)
    for expected in stored:
        code = parse_code(expected["code"])
        assert code.deck == deck.digest
        assert _to_json(make_sheet(deck, code, placed=kind == "placed")) == expected
        assert (expected["words"] is None) == (kind == "blank")
        assert (expected["placements"] is not None) == (kind == "placed")
        assert ("PT from the general list" in expected["words_from"]) == (kind == "themed")


def test_a_seed_still_deals_the_same_table() -> None:
    """The same captains and seed are dealt the stored sheets, with their opponents."""
    assert [_to_json(sheet) for sheet in deal(_make_deck("normal"), PLAYERS, "golden")] == _load(
        "dealt"
    )


def _write() -> None:
    """Write all golden files again."""
    sheets: dict[str, list[Sheet]] = {"dealt": [*deal(_make_deck("normal"), PLAYERS, "golden")]}
    for kind in KINDS:
        deck = _make_deck(kind)
        sheets[kind] = [
            make_sheet(deck, SheetCode(deck.digest, seed), placed=kind == "placed")
            for seed in SEEDS
        ]
    for name, found in sheets.items():
        text = json.dumps([sheet.to_json() for sheet in found], ensure_ascii=False, indent=1)
        (TESTS / "golden" / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("PYTHONPATH=src:tests python tests/sheet/test_golden.py --write")
    _write()
