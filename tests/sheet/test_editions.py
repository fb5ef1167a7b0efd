"""The three editions: what is dealt by each one's rules, and that no code knows them by name."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest

from wordfleet_print.fleet.deck import blank_deck, tier_deck
from wordfleet_print.fleet.word_lists import load_tier
from wordfleet_print.games import load_edition, packaged
from wordfleet_print.sheet.dealing import are_fair_opponents, deal

STRIKE, ADMIRALS = EDITIONS = ("word-fleet-strike", "word-fleet-admirals")


@pytest.mark.parametrize("kind", ["words", "blank"])
def test_strikes_first_codes_decide_the_lock(kind: str) -> None:
    """Whatever the seed, opponents' first codes start with different digits whose sum has one digit
    (S-10 to S-12).
    """
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
    """Sheets with equal first digits, or with a sum of two digits, are no opponents in Strike;
    Admirals may be.
    """
    for slug, fair in ((STRIKE, False), (ADMIRALS, True)):
        deck = blank_deck(load_edition(slug))
        one, other = deal(deck, ("", ""), "lock")
        for mine, theirs in (("412", "437"), ("512", "537"), ("912", "137"), ("573", "602")):
            here, there = (
                replace(sheet, launch_codes=(first, *(f"00{i}" for i in range(start, start + 4))))
                for sheet, first, start in ((one, mine, 0), (other, theirs, 5))
            )
            assert are_fair_opponents(here, there, deck) == fair


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
    Captains' edition is also the game's name in front matter, which the schema and the figures are
    found by.)
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
