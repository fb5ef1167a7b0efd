"""Sizes of letters of quick references and booklets: the largest that fit are found by trying."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from wordfleet_print.rulebook.arrange import HURTS, measure_draft
from wordfleet_print.rulebook.block_measures import has_wide_table
from wordfleet_print.rulebook.page import LETTERS_PT, BookPage
from wordfleet_print.rulebook.pdf import collect_notes, lay_out

if TYPE_CHECKING:
    from weasyprint.document import Document

# Letters of a quick reference (pt): the largest with which it fills one page.
QUICK_SIZES = (18.0, 17.0, 16.0, 15.0, 14.2, 13.4, 12.8, 12.2, 11.6, 11.0, 10.4, 9.9, 9.5)
# Letters of a booklet's pages (pt): 9.5 can be read under a lamp.
BOOKLET_SIZES = (12.2, 11.8, 11.4, 11.0, 10.6, 10.2, 9.8, 9.5)
BACK_SIZES = (13.4, 12.8, 12.2, 11.6, 11.0, 10.4, 9.9, 9.5)
# Those of large print, which fills two pages.
LARGE_SIZES = QUICK_SIZES[:3]
# How many of these sizes are tried so that no chapter of a quick reference is parted.
QUICK_TRIALS = 3
# The last columns of a part are not balanced to count pages.
UNBALANCED = ".columns:last-child{column-fill:auto !important}"


def fit_quick_reference(page: BookPage) -> BookPage:
    """Return the page with its quick reference in the letters that front matter asks for, or in
    the largest with which it fills one page.
    """
    letters = page.letters or LETTERS_PT
    quick_letters = page.quick_letters or letters
    if page.has_quick and not page.quick_letters:
        alone = page.add_class("alone")
        quick_letters = find_quick_size(QUICK_SIZES, lambda size: alone.resize(letters, size).html)
    return page.resize(letters, quick_letters)


def find_quick_size(sizes: tuple[float, ...], write_html: Callable[[float], str]) -> float:
    """Return the largest size of letters in which a quick reference fills one page; if one of the
    next smaller sizes parts no chapter, that one. `sizes` fall.
    """
    largest = find_largest_size(sizes, lambda size: count_quick_pages(write_html(size)))
    start = sizes.index(largest)
    for size in sizes[start : start + QUICK_TRIALS]:
        if measure_draft(write_html(size), has_pictures=False).cost < HURTS:
            return size
    return largest


def find_largest_size(sizes: tuple[float, ...], count: Callable[[float], int]) -> float:
    """Return the largest of the sizes (pt, the largest first) that needs no more pages than the
    smallest. `count` lays a book out in letters of a size and returns its pages.

    That takes a moment, so the sizes are halved again and again: of eight, three are tried.
    """
    fewest_pages = 0
    low = 0
    high = len(sizes) - 1
    while low < high:
        middle = (low + high) // 2
        pages = count(sizes[middle])
        # There is no less than one page, so the smallest letters need not be tried then.
        fewest_pages = 1 if pages == 1 else fewest_pages or count(sizes[-1])
        if pages > fewest_pages:
            low = middle + 1
        else:
            high = middle
    return sizes[low]


def count_pages(html: str) -> int:
    """Return how many pages HTML needs."""
    return len(lay_out_unbalanced(html).pages)


def count_quick_pages(html: str) -> int:
    """Return how many pages a quick reference needs: one more where a table leaves its column."""
    document = lay_out_unbalanced(html)
    return len(document.pages) + has_wide_table(document)


def lay_out_unbalanced(html: str) -> Document:
    """Return HTML laid out to be counted.

    The last columns of a part are not balanced for it: that changes no number, and WeasyPrint
    balances pixel by pixel.
    """
    with collect_notes([]):
        return lay_out(html.replace("</head>", f"<style>{UNBALANCED}</style></head>", 1))
