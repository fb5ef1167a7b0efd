"""The three editions: what is dealt by each one's rules, and that no code knows them by name."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from support.command import Run, texts
from wordfleet_print.fleet.deck import blank_deck, tier_deck
from wordfleet_print.fleet.word_lists import load_tier
from wordfleet_print.games import load_edition, packaged
from wordfleet_print.sheet.sheet import Sheet, are_fair_opponents, deal, make_sheet
from wordfleet_print.sheet.sheet_code import parse_code

STRIKE, ADMIRALS = EDITIONS = ("word-fleet-strike", "word-fleet-admirals")


@pytest.mark.parametrize("kind", ["words", "blank"])
def test_strikes_first_codes_decide_the_lock(kind: str) -> None:
    """Whatever the seed, opponents' first codes start with different digits whose sum has one digit (S-10 to S-12)."""
    edition = load_edition(STRIKE)
    deck = blank_deck(edition) if kind == "blank" else tier_deck(edition, load_tier("standard"))
    seen = set()
    for seed in range(30):
        one, other = deal(deck, ("", ""), str(seed))
        first = int(one.launch_codes[0][0]), int(other.launch_codes[0][0])
        assert first[0] != first[1]
        assert sum(first) <= 9
        seen.add(first)
    assert len(seen) > 10


def test_strike_refuses_opponents_whose_lock_is_open() -> None:
    """Sheets with equal first digits, or with a sum of two digits, are no opponents in Strike; Admirals may be."""
    for slug, fair in ((STRIKE, False), (ADMIRALS, True)):
        deck = blank_deck(load_edition(slug))
        one, other = deal(deck, ("", ""), "lock")
        for mine, theirs in (("412", "437"), ("512", "537"), ("912", "137"), ("573", "602")):
            here, there = (
                replace(sheet, launch_codes=(first, *(f"00{i}" for i in range(start, start + 4))))
                for sheet, first, start in ((one, mine, 0), (other, theirs, 5))
            )
            assert are_fair_opponents(here, there, deck) == fair


def _ships(sheet: Sheet) -> list[set[tuple[int, int]]]:
    pairs = zip(sheet.words or (), sheet.placements or (), strict=True)
    return [set(placement.squares(len(word))) for word, placement in pairs]


def _gap(one: set[tuple[int, int]], other: set[tuple[int, int]]) -> int:
    """How many steps, diagonal ones too, lead from one ship to the other: 1 where they touch, 0 where they overlap."""
    return min(max(abs(a - c), abs(b - d)) for a, b in one for c, d in other)


@pytest.mark.parametrize(("slug", "least"), [(ADMIRALS, 2), (STRIKE, 1)])
def test_fleets_touch_only_where_they_may(slug: str, least: int) -> None:
    """Over 60 sheet codes, the Admirals' ships touch neither at sides nor at corners (A-04); in Strike ships never
    overlap and, on some sheets, lie side by side (S-03).
    """
    deck = tier_deck(load_edition(slug), load_tier("standard"))
    codes = [sheet.code for sheet in deal(deck, ("",) * 60, "sixty")]
    assert len(set(codes)) == 60
    sheets = [make_sheet(deck, parse_code(code), placed=True) for code in codes]
    gaps = [_gap(a, b) for sheet in sheets for a, b in combinations(_ships(sheet), 2)]
    assert len(gaps) == 60 * 10
    assert min(gaps) == least


SOURCE = Path(__file__).parents[2] / "src" / "wordfleet_print"
MODULES = sorted(SOURCE.rglob("*.py"))
GAME_OF_TRACKERS = load_edition("word-fleet").game


def _read_code(path: Path) -> str:
    """A module's code without comments and docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant(None)
    return ast.unparse(tree)


def test_no_code_knows_an_edition() -> None:
    """No module names an edition, by slug or by title, but for the default slug. (The slug of the
    Captains' edition is also the game's name in front matter, which the schema and the figures are found by.)
    """
    words = {load_edition(slug).edition for slug in packaged().edition_slugs}
    assert {"Captains", "Word Strike", "Admirals"} <= words
    words |= {form for slug in EDITIONS for form in (slug, slug.replace("-", "_"))} | {"admirals"}
    named = re.compile("|".join(rf"(?<![\w-]){re.escape(word)}(?![\w-])" for word in sorted(words)))
    found = []
    for path in MODULES:
        package, *_ = parts = path.relative_to(SOURCE).parts
        of_game = "" if package in {"cli", "games", "rulebook", "limits.py"} else GAME_OF_TRACKERS
        text = path.read_text(encoding="utf-8")
        if named.search(text) or (of_game and of_game in text):  # most name none even in a comment
            code = _read_code(path)
            if named.search(code) or (of_game and of_game in code):
                found.append("/".join(parts))
    assert found == []
    assert len(MODULES) > 100


@pytest.mark.parametrize(("slug", "options"), [(ADMIRALS, ["--placed"]), (STRIKE, ["--blank"])])
def test_a_code_finds_its_edition(call: Run, tmp_path: Path, slug: str, options: list[str]) -> None:
    """`--edition` prints that edition's trackers; a sheet's code alone prints the same sheet again, edition and all."""
    names = ["Ann", "Ben"]
    result = call("tracker", "--edition", slug, *options, *names, "--seed", "tonight", "--output", "first.pdf")
    assert (result.code, result.err) == (0, "")
    pages = texts(tmp_path / "first.pdf")
    panels = load_edition(slug).tracker.panels
    assert all(panel.title.upper() in page for page in pages for _, panel in panels)
    codes = re.findall(r"WF-[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z]{5}", result.out)
    again = ["--player", "Ann", "--player", "Ben"]
    placed = [option for option in options if option == "--placed"]
    result = call("reprint", *codes, *placed, *again, "--output", "again.pdf")
    assert (result.code, result.err) == (0, "")
    assert (tmp_path / "again.pdf").read_bytes() == (tmp_path / "first.pdf").read_bytes()
