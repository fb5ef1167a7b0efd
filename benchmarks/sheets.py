"""Work on a sheet before drawing: draw, fleet, manifest, codes, rating; with placement and without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from benchmarks.measure import Figure, at_most, cpu_of
from wordfleet_print.fleet.deck import Deck, theme_deck, tier_deck
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.fleet.word_lists import load_theme, load_tier
from wordfleet_print.games import load_edition
from wordfleet_print.sheet.sheet import make_sheet
from wordfleet_print.sheet.sheet_code import SheetCode, draw_code

SHEETS = 3000


def figures(sheets: int = SHEETS) -> Iterator[Figure]:
    """Microseconds a sheet."""
    edition = load_edition("word-fleet")
    standard = load_tier("standard")
    decks = {"a tier": tier_deck(edition, standard), "a theme": theme_deck(edition, standard, [load_theme("animals")])}
    for name, deck in decks.items():
        draw = KeyedRandom(b"benchmark", b"codes")
        codes = [draw_code(deck.digest, draw) for _ in range(sheets)]
        for placed in (False, True):
            seconds = cpu_of(partial(_made, deck, codes, placed=placed), rounds=3)
            what = f"a sheet of {name}{', placed' if placed else ''}, before drawing"
            yield at_most(what, seconds / sheets * 1e6, "µs", 100)


def _made(deck: Deck, codes: Sequence[SheetCode], *, placed: bool) -> None:
    for code in codes:
        make_sheet(deck, code, placed=placed)
