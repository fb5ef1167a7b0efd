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

# Sheets of a file, and files that are measured.
SHEETS = 3000
FILES = 5


def measure(count: int = SHEETS) -> Iterator[Figure]:
    """Yield the cost of printing and of dealing a sheet; files have `count` sheets each.

    One file is printed to warm up, then `FILES` files are measured, and the best time counts.
    """
    edition = load_edition("word-fleet")
    deck = theme_deck(edition, load_tier("standard"), [load_theme("animals")])
    # No file repeats a name: a name that was measured before would be cheaper.
    names = tuple(f"Zoë Müller {number}" for number in range((FILES + 1) * count))
    sheets = deal(deck, names, "benchmark")
    to_print = [SheetToPrint(sheet, SheetLooks(A4)) for sheet in sheets]
    warm_up, *files = (to_print[first : first + count] for first in range(0, len(sheets), count))
    pdf = print_trackers(edition, warm_up)  # draws the template and fills caches
    lean_sheets = sheets[: max(1, count // 50)]  # a lean page takes twenty times as long
    sheet_seconds: list[float] = []
    lean_page_seconds: list[float] = []
    for file in files:
        file_seconds = measure_cpu(partial(print_trackers, edition, file), rounds=1)
        sheet_seconds.append(file_seconds / count)
        lean_seconds = measure_cpu(partial(lean_page.draw_pages, lean_sheets), rounds=1)
        lean_page_seconds.append(lean_seconds / len(lean_sheets))
    best_sheet = min(sheet_seconds)
    best_lean_page = min(lean_page_seconds)
    yield Figure("a printed sheet", best_sheet * 1e6, "µs")
    yield Figure(
        "a lean reportlab page, against a printed sheet", best_lean_page / best_sheet, at_least=20
    )
    yield Figure("bytes of a printed sheet", len(pdf) / count, "B", at_most=1500)
    codes = [
        draw_code(deck.digest, KeyedRandom(b"benchmark", b"%d" % number)) for number in range(count)
    ]
    dealing_seconds = measure_cpu(
        lambda: [make_sheet(deck, code, placed=True) for code in codes], rounds=3
    )
    yield Figure(
        "a lean reportlab page, against dealing a sheet with its ships placed",
        best_lean_page / (dealing_seconds / count),
        at_least=30,
    )
