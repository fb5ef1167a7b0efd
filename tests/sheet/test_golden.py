"""Golden sheets: a code printed years ago still prints the same sheet.

Each file in `tests/golden/` holds sheet codes and the whole of each sheet as JSON. Decks are made of the words in
`tests/data/golden_words.txt` and of names given here, so that no change of the shipped lists moves them. When sheets
are meant to change (`SCHEME` in `fleet/deck.py` then changes too), write the files anew with

    PYTHONPATH=tests python tests/sheet/test_golden.py --write
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from wordfleet_print.fleet import deck as decks
from wordfleet_print.fleet import deck as digests
from wordfleet_print.fleet.deck import Deck, FleetNames, blank_deck, theme_deck, tier_deck
from wordfleet_print.fleet.word_lists import WordList
from wordfleet_print.games import load_edition
from wordfleet_print.sheet.sheet import Sheet, deal, make_sheet
from wordfleet_print.sheet.sheet_code import SheetCode, parse_code

TESTS = Path(__file__).parents[1]
GOLDEN = TESTS / "golden"
NAMES = FleetNames(("Brave", "Crimson", "Distant", "Hidden", "Silent"), ("Albatross", "Comet", "Lantern", "Tempest"))
ANIMALS = "camel crane eagle goose horse hyena koala lemur llama moose otter panda robin tiger whale zebra"
FARM = "bull calf colt crow deer duck goat hare lamb lion mare mole mule swan toad wolf ape bat cow ewe hen pig ram sow"
SEEDS = (0, 1, 0x01234567, 0x5C4D3E2F, 0xC0FFEE12, 0xFFFFFFFF)
SHEETS = ("normal", "themed", "blank", "placed")
CAPTAINS = ("Ann", "Ben", "Zoë", "Ιάσων")


@contextmanager
def _golden_names() -> Iterator[None]:
    """Decks built inside draw the fleets' names given here, not the shipped ones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decks, "load_names", lambda _themes=(): NAMES)
        patch.setattr(digests, "names_digest", lambda: b"golden names")
        patch.setattr(digests, "pairs_digest", lambda: b"golden pairs")
        yield


def _words() -> WordList:
    lines = (TESTS / "data" / "golden_words.txt").read_text(encoding="utf-8").splitlines()
    words = (word for line in lines if not line.startswith("#") for word in line.split())
    return WordList.of("golden", "Golden", "words that never change", words)


def _deck(kind: str) -> Deck:
    """The deck of one golden file; the themed one has no words of two letters and borrows them."""
    edition = load_edition("word-fleet")
    with _golden_names():
        if kind == "blank":
            return blank_deck(edition)
        if kind == "themed":
            themes = [
                WordList.of("wild", "Wild Animals", "", ANIMALS.split()),
                WordList.of("farm", "Farm Animals", "", FARM.split()),
            ]
            return theme_deck(edition, _words(), themes)
        return tier_deck(edition, _words())


def _codes(deck: Deck) -> list[SheetCode]:
    return [SheetCode(deck.digest, seed) for seed in SEEDS]


def _plain(sheet: Sheet) -> Any:
    """The sheet as JSON reads it back."""
    return json.loads(json.dumps(sheet.to_json()))


def _stored(name: str) -> Any:
    return json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", SHEETS)
def test_a_code_still_prints_its_sheet(kind: str) -> None:
    """Every stored code is a code of the same deck and gives the stored sheet, to the last letter, digit and square."""
    deck, stored = _deck(kind), _stored(kind)
    assert len(stored) == len(SEEDS)
    for expected in stored:
        code = parse_code(expected["code"])
        assert code.deck == deck.digest
        assert _plain(make_sheet(deck, code, placed=kind == "placed")) == expected


@pytest.mark.parametrize("kind", SHEETS)
def test_golden_sheets_differ(kind: str) -> None:
    """The stored sheets are worth comparing: no two are alike, and each has what its kind promises."""
    stored = _stored(kind)
    assert len({json.dumps(sheet) for sheet in stored}) == len(stored)
    for sheet in stored:
        assert len(sheet["launch_codes"]) == 5
        assert (sheet["words"] is None) == (kind == "blank")
        assert (sheet["placements"] is not None) == (kind == "placed")
        assert ("from the general list" in sheet["words_from"]) == (kind == "themed")


def test_a_seed_still_deals_the_same_table() -> None:
    """The same captains and seed are dealt the stored sheets, opponents beside each other."""
    assert [_plain(sheet) for sheet in deal(_deck("normal"), CAPTAINS, "golden")] == _stored("dealt")


def _write() -> None:
    """Write all golden files anew."""
    for kind in SHEETS:
        deck = _deck(kind)
        _store(kind, [make_sheet(deck, code, placed=kind == "placed") for code in _codes(deck)])
    _store("dealt", deal(_deck("normal"), CAPTAINS, "golden"))


def _store(name: str, sheets: list[Sheet] | tuple[Sheet, ...]) -> None:
    GOLDEN.mkdir(exist_ok=True)
    text = json.dumps([sheet.to_json() for sheet in sheets], ensure_ascii=False, indent=1)
    (GOLDEN / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("PYTHONPATH=tests python tests/sheet/test_golden.py --write")
    _write()
