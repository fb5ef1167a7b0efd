"""Sizes of letters: the largest that need the fewest pages are found by trying."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from wordfleet_print.games import RulesSource
from wordfleet_print.paper import PAPERS, Paper
from wordfleet_print.rulebook.page import LETTERS, BookPage
from wordfleet_print.rulebook.pdf import collect_notes, lay_out

# Letters of a book (pt), tried from the largest: the largest with the fewest pages is taken.
SIZES = (11.3, 10.9, 10.6, 10.3, 9.9, 9.5)
# Letters of a quick reference (pt): the largest with which it fills one page.
QUICK_SIZES = (18.0, 17.0, 16.0, 15.0, 14.2, 13.4, 12.8, 12.2, 11.6, 11.0, 10.4, 9.9, 9.5)
# Letters of a booklet's pages (pt): 9.5 can be read under a lamp.
BOOKLET_SIZES = (12.2, 11.8, 11.4, 11.0, 10.6, 10.2, 9.8, 9.5)
BACK_SIZES = (13.4, 12.8, 12.2, 11.6, 11.0, 10.4, 9.9, 9.5)
# Those of large print, which fills two pages.
LARGE_SIZES = QUICK_SIZES[:3]
# Characters of a text whose letters are fitted; a longer one is set in the usual letters.
FITTED_TEXT = 25_000
# Pages of a book without a page of contents; characters of a text that surely has more.
LONG_BOOK, LONG_TEXT = 12, 90_000
UNBALANCED = ".columns:last-child{column-fill:auto !important}"


def fit_letters(page: BookPage, source: RulesSource, paper: Paper) -> BookPage:
    """Return the page in the letters that its front matter says, or in those that fit best; with a
    page of contents where it is a long book.
    """
    letters, quick, notes = page.letters, page.quick_letters, page.notes
    if not letters:
        bare, letters = page.add_class("no-quick"), LETTERS
        count = cache(lambda size: count_pages(bare.resize(size, LETTERS).html))
        # A long text gains little by other letters, and each trial takes seconds
        if len(source.body) <= FITTED_TEXT:
            # Most books fill no page more in the largest letters
            letters = (
                SIZES[0] if count(SIZES[0]) == count(SIZES[-1]) else find_largest_size(SIZES, count)
            )
            note = (
                f"letters were fitted; to build faster, write look: {{letters: {{{paper.slug}: "
                f"{letters:g}}}}}"
            )
            if paper.slug in PAPERS:  # few print a book of A5 often
                notes = (*notes, f"{source.name}: {note}")
        if len(source.body) > LONG_TEXT or count(letters) > LONG_BOOK:
            page = page.add_class("long")
    if not quick and page.has_quick:
        alone = page.add_class("alone")
        quick = find_largest_size(
            QUICK_SIZES, lambda size: count_pages(alone.resize(letters, size).html)
        )
    return replace(page.resize(letters, quick or letters), notes=notes)


def find_largest_size(sizes: tuple[float, ...], count: Callable[[float], int]) -> float:
    """Return the largest size that needs no more pages than the smallest, by halving; `sizes`
    fall.
    """
    fewest, low, high = 0, 0, len(sizes) - 1
    # Each trial lays out the whole book: of six sizes three are tried, not all.
    while low < high:
        middle = (low + high) // 2
        pages = count(sizes[middle])
        fewest = 1 if pages == 1 else fewest or count(sizes[-1])
        low, high = (middle + 1, high) if pages > fewest else (low, middle)
    return sizes[low]


def count_pages(html: str) -> int:
    """Return how many pages HTML needs.

    The last columns of a part are not balanced for it: that changes no number, and WeasyPrint
    balances pixel by pixel.
    """
    with collect_notes([]):
        return len(lay_out(html.replace("</head>", f"<style>{UNBALANCED}</style></head>", 1)).pages)
