"""Work on a sheet: dealing it, with placement and without; and printing it, beside a lean page by reportlab alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from benchmarks.measure import Figure, at_least, at_most, cpu_of, told
from benchmarks.peers import lean_page
from wordfleet_print.fleet.deck import Deck, theme_deck, tier_deck
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.fleet.word_lists import load_theme, load_tier
from wordfleet_print.games import load_edition
from wordfleet_print.sheet.sheet import deal, make_sheet
from wordfleet_print.sheet.sheet_code import SheetCode, draw_code
from wordfleet_print.tracker.geometry import A4
from wordfleet_print.tracker.layout import SheetLooks
from wordfleet_print.tracker.trackers import SheetToPrint, print_trackers

SHEETS = 3000


def figures(sheets: int = SHEETS) -> Iterator[Figure]:
    """Microseconds a sheet."""
    edition = load_edition("word-fleet")
    standard = load_tier("standard")
    decks = {"a tier": tier_deck(edition, standard), "a theme": theme_deck(edition, standard, [load_theme("animals")])}
    yield from _measure_printing(decks["a tier"], sheets)
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


def _measure_printing(deck: Deck, sheets: int) -> Iterator[Figure]:
    """A sheet of a file of many, its template and caches warm; and each page of a lean program, by turns."""
    pages, rounds = max(1, sheets // 50), 5
    names = (f"Zoë Müller {number}" for number in range((rounds + 1) * sheets))
    dealt = deal(deck, tuple(names), "benchmark")
    files = [
        [SheetToPrint(sheet, SheetLooks(A4)) for sheet in dealt[first : first + sheets]]
        for first in range(0, len(dealt), sheets)
    ]
    pdf = print_trackers(deck.edition, files[0])
    # By turns, so that what else the machine does meets both. No file is printed twice: its names would be looked up.
    ours, lean = [], []
    for file in files[1:]:
        ours.append(cpu_of(partial(print_trackers, deck.edition, file), rounds=1) / sheets)
        lean.append(cpu_of(partial(lean_page.drawn, dealt[:pages]), rounds=1) / pages)
    yield told("a printed sheet", min(ours) * 1e6, "µs CPU")
    yield told("a lean reportlab page", min(lean) * 1e6, "µs CPU")
    yield at_least("a lean reportlab page, to a printed sheet", min(lean) / min(ours), "×", 25)
    yield told("bytes of a printed sheet", len(pdf) / sheets, "B")
