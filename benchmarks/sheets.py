"""Sheets in one process: dealing them, and printing them compared with a lean reportlab page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks import lean_page
from benchmarks.measure import Figure, measure_cpu
from wordfleet_print.fleet.deck import theme_deck
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.fleet.word_lists import load_theme, load_tier
from wordfleet_print.games import load_edition
from wordfleet_print.paper import A4
from wordfleet_print.sheet.dealing import deal
from wordfleet_print.sheet.sheet import make_sheet
from wordfleet_print.sheet.sheet_code import draw_code
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.tracker.print_trackers import SheetToPrint, print_trackers

SHEETS = 3000
FILES = 5


def measure(count: int = SHEETS) -> Iterator[Figure]:
    """Yield the cost of a sheet of a file of `count`."""
    edition = load_edition("word-fleet")
    deck = theme_deck(edition, load_tier("standard"), [load_theme("animals")])
    pages = max(1, count // 50)
    # No file repeats a name: a name that was measured before would be cheaper.
    dealt = deal(
        deck, tuple(f"Zoë Müller {number}" for number in range((FILES + 1) * count)), "benchmark"
    )
    files = [
        [SheetToPrint(sheet, SheetLooks(A4)) for sheet in dealt[i * count : (i + 1) * count]]
        for i in range(6)
    ]
    pdf = print_trackers(edition, files[0])  # warms the template and the caches
    ours, lean = [], []
    for file in files[1:]:
        ours.append(measure_cpu(partial(print_trackers, edition, file), rounds=1) / count)
        lean.append(measure_cpu(partial(lean_page.draw_pages, dealt[:pages]), rounds=1) / pages)
    yield Figure("a printed sheet", min(ours) * 1e6, "µs")
    yield Figure(
        "a lean reportlab page, against a printed sheet", min(lean) / min(ours), at_least=20
    )
    yield Figure("bytes of a printed sheet", len(pdf) / count, "B", at_most=1500)
    codes = [
        draw_code(deck.digest, KeyedRandom(b"benchmark", b"%d" % number)) for number in range(count)
    ]
    making = (
        measure_cpu(lambda: [make_sheet(deck, code, placed=True) for code in codes], rounds=3)
        / count
    )
    yield Figure(
        "a lean reportlab page, against dealing a sheet with its ships placed",
        min(lean) / making,
        at_least=30,
    )
