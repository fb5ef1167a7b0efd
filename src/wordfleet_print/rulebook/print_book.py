"""Files of a book: the book, a booklet, and the quick reference alone."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.messages import how_many
from wordfleet_print.paper import HALVES
from wordfleet_print.rulebook.arrange import SETTING_COST, Room, lay_out_columns
from wordfleet_print.rulebook.booklet import impose
from wordfleet_print.rulebook.fill_facts import BookSource
from wordfleet_print.rulebook.letter_sizes import (
    BACK_SIZES,
    BOOKLET_SIZES,
    LARGE_SIZES,
    QUICK_SIZES,
    count_pages,
    count_quick_pages,
    find_largest_size,
    find_quick_size,
    fit_quick_reference,
)
from wordfleet_print.rulebook.page import LETTERS_PT, BookPage, BookSettings, make_page
from wordfleet_print.rulebook.pdf import FIGURE_BELOW, Printed, has_pango, print_pdf

# A folded sheet has two pages on either side.
PAGES_A_SHEET = 4
# Pages of a book that lists no contents.
SHORT_BOOK = 6
# Pages of a book that lists them on no page of their own.
LONG_BOOK = 12
# Letters of a book may be smaller or larger than asked by so much (pt), so that its columns end
# well; what each of these sizes costs more than the one before.
STEPS_PT = (-0.3, 0.3, -0.6)
STEP_COST = 12.0
LEAST_LETTERS_PT = 9.5
# The class of a body whose banner is a page.
COVER = "cover"
# A booklet in smaller letters (pt) has one sheet more, up to this many pages; no smaller letters
# are tried only to break better.
LEAST_GOOD_PT = 10.6
MOST_GOOD_PAGES = 12
# The class of a body with less room between its blocks.
TIGHT = "tight"
# The kinds of PDFs of a book.
BOOK = "rulebook"
BOOKLET = "booklet"
QUICK = "quick reference"


def print_files(
    source: BookSource, settings: BookSettings, kinds: tuple[str, ...]
) -> tuple[Printed, ...]:
    """Return PDFs of a book, of these kinds; a book without a quick reference has a note in its
    place, and no page.

    Raises as `print_book`.
    """
    printed: dict[str, Printed] = {}
    if BOOK in kinds:
        printed[BOOK] = print_book(source, settings)
    if BOOKLET in kinds:
        printed[BOOKLET] = print_booklet(source, settings)
    if QUICK in kinds:
        try:
            printed[QUICK] = print_quick_reference(source, settings)
        except NoQuickReferenceError as error:
            note = f"{error.message} {error.summary.advice}".rstrip(".")
            printed[QUICK] = Printed(b"", 0, (note,))
    return tuple(printed[kind] for kind in kinds)


class NoQuickReferenceError(BadInputError):
    """Rules that have no quick reference."""


def print_book(source: BookSource, settings: BookSettings) -> Printed:
    """Return a book as tagged PDF; on half a sheet it has a cover, unless it is short or lists its
    contents there.

    Raises as `make_page` and `print_pdf` do.
    """
    page = make_page(source, "pdf", settings)
    if has_pango():
        page = fit_quick_reference(page)
    printed = print_page(page.add_class("short"))
    if printed.pages > SHORT_BOOK:
        if printed.pages > LONG_BOOK:
            page = page.add_class("long")
        elif page.is_half:
            page = page.add_class(COVER)
        printed = print_page(page)
    elif printed.pages == 1:
        printed = print_page(page.add_class("short single"))
    return replace(printed, notes=(*page.notes, *printed.notes))


def print_booklet(source: BookSource, settings: BookSettings) -> Printed:
    """Return a booklet to fold: pages of half the paper, two on a side, as many as four divides.

    The first page is a cover where that costs no sheet; small letters cost one more sheet where
    the booklet stays thin. The quick reference is the last page; on pages left over before it,
    players write down who won. Raises as `print_book`.
    """
    small = replace(settings, paper=HALVES[settings.paper], folded=True)
    page = make_page(source, "pdf", small)
    letters = back = BOOKLET_SIZES[-1]
    spare = room = 0
    if has_pango():
        body = find_body(page)
        page = body.page
        letters = body.letters
        room = body.room
        back = fit_back(page) if page.has_quick else letters
        spare = max(0, room - body.pages)
    whole_page = add_record_pages(source, small, page, spare)
    pages = room + page.has_quick
    printed = print_folded_page(whole_page.resize(letters, back), Room(pages, spare))
    missing = -printed.pages % PAGES_A_SHEET
    if missing and page.has_quick:
        # A browser counts pages only now, and planned columns may need fewer than were counted
        spare = (spare + missing) % PAGES_A_SHEET
        whole_page = add_record_pages(source, small, page, spare)
        printed = print_folded_page(whole_page.resize(letters, back), Room(pages, spare))
    return Printed(impose(printed.content, settings.paper), printed.pages, page.notes)


class Body(NamedTuple):
    """The pages of a booklet before its quick reference, in the largest letters that fit."""

    page: BookPage
    letters: float
    pages: int
    room: int
    """How many pages there may be."""


def find_body(page: BookPage) -> Body:
    """Return the body of a booklet on as few sheets as its letters allow.

    Where they would be small, blocks are nearer to one another; where they are small even so, a
    thin booklet has one more sheet.
    """
    body = fit_body(page, find_booklet_room(page))
    if body.letters >= LEAST_GOOD_PT:
        return body
    tight = page.add_class(TIGHT)
    body = fit_body(tight, find_booklet_room(tight))
    more = body.room + PAGES_A_SHEET
    is_thin = more + page.has_quick <= MOST_GOOD_PAGES
    return fit_body(page, more) if body.letters < LEAST_GOOD_PT and is_thin else body


def fit_body(page: BookPage, room: int) -> Body:
    """Return the body of a booklet in so many pages, with a cover if they have room for it."""
    covered = page.add_class(COVER)
    if count_body_pages(covered, BOOKLET_SIZES[-1]) <= room:
        page = covered
    count = cache(partial(count_body_pages, page))
    # Sizes fall, so that pages do, too: halving finds the first that fits
    place = bisect_left(BOOKLET_SIZES[:-1], True, key=lambda size: count(size) <= room)
    letters = BOOKLET_SIZES[place]
    return Body(page, letters, count(letters), room)


def find_booklet_room(page: BookPage) -> int:
    """Return how many pages a booklet has for its body: those of the fewest sheets that hold it."""
    letters = BOOKLET_SIZES[-1]
    least = count_body_pages(page, letters)
    if least % PAGES_A_SHEET == 0 or not page.has_quick:
        # Planned columns can need a page less, and so a sheet less
        body = page.add_class("no-quick").resize(letters, letters)
        least = min(least, print_page(body, can_shrink=False).pages)
    whole = -(-(least + page.has_quick) // PAGES_A_SHEET) * PAGES_A_SHEET
    return whole - page.has_quick


def count_body_pages(page: BookPage, letters: float) -> int:
    """Return how many pages a booklet has without its quick reference."""
    return count_pages(page.add_class("no-quick").resize(letters, letters).html)


def add_record_pages(
    source: BookSource, settings: BookSettings, page: BookPage, count: int
) -> BookPage:
    """Return a book's page with this many pages for results before its quick reference."""
    if not count or not page.has_quick:
        return page
    with_records = make_page(source, "pdf", replace(settings, record_pages=count))
    for name in (COVER, TIGHT):
        if page.has_class(name):
            with_records = with_records.add_class(name)
    return with_records


def fit_back(page: BookPage) -> float:
    """Return the largest letters (pt) in which the quick reference is the back of a booklet."""
    alone = page.add_class("alone")
    return find_quick_size(BACK_SIZES, lambda size: alone.resize(size, size).html)


def print_quick_reference(
    source: BookSource, settings: BookSettings, *, large: bool = False
) -> Printed:
    """Return the quick reference alone: one page in the largest letters that fit; in large print
    two.

    Raises `BadInputError` for rules without one, and where it needs more pages.
    """
    page = make_page(source, "pdf", settings)
    if not page.has_quick:
        tip = "Call its last part “# Quick reference”, or mark its heading with {: .quick }."
        raise NoQuickReferenceError(Problem(f"{source.name} has no quick reference.", advice=tip))
    page = page.add_class("alone")
    most = 2 if large else 1
    if large:  # sheets in large print are landscape, so what is printed on their backs is too
        page = page.add_class("large").turn(settings.paper)
    size = choose_quick_size(page, large=large)
    printed = print_page(page.resize(LETTERS_PT, size), can_shrink=False)
    if printed.pages <= most:
        return replace(printed, notes=page.notes)
    raise BadInputError(
        Problem(
            f"The quick reference of {source.name} needs more than {how_many(most, 'page')}.",
            advice="Shorten it.",
        )
    )


def choose_quick_size(page: BookPage, *, large: bool) -> float:
    """Return the letters (pt) of a quick reference that is alone: those that front matter says, or
    the largest that fit.
    """
    if page.quick_letters and not large:
        return page.quick_letters
    sizes = LARGE_SIZES if large else QUICK_SIZES
    if not has_pango():
        return sizes[-1]

    def write_html(size: float) -> str:
        return page.resize(LETTERS_PT, size).html

    if large:
        return find_largest_size(sizes, lambda size: count_quick_pages(write_html(size)))
    return find_quick_size(sizes, write_html)


def print_page(page: BookPage, *, can_shrink: bool = True) -> Printed:
    """Return a page as PDF, its columns planned. Raises as `print_pdf`."""
    pages = list_settings(page) if can_shrink else (page,)
    settings = [drop_links(page.html) for page in pages]
    cost = SETTING_COST if is_half_without_cover(page) else STEP_COST
    return print_pdf(
        settings[0], lambda _html: lay_out_columns(settings, page.spots, setting_cost=cost)
    )


def print_folded_page(page: BookPage, room: Room) -> Printed:
    """Return the pages of a booklet as PDF: in the letters of the page, or in larger ones if its
    room holds them. Raises as `print_pdf`.
    """
    settings = [drop_links(setting.html) for setting in list_folded_settings(page)]
    return print_pdf(settings[0], lambda _html: lay_out_columns(settings, page.spots, room))


def list_folded_settings(page: BookPage) -> Iterator[BookPage]:
    """Yield a page, and settings of it that may break better: in larger or smaller letters, and,
    without a cover, with the first figure below the first chapter.
    """
    usual = page.letters or LETTERS_PT
    larger = [size for size in BOOKLET_SIZES if size > usual]
    smaller = [size for size in BOOKLET_SIZES if LEAST_GOOD_PT <= size < usual]
    for letters in (usual, *larger[-1:], *smaller[:1]):
        resized = page.resize(letters, page.quick_letters)
        yield resized
        if not page.has_class(COVER):
            yield resized.add_class(FIGURE_BELOW)


def list_settings(page: BookPage) -> Iterator[BookPage]:
    """Yield a page, and settings of it that may break better.

    On half a sheet without a cover that is with its first figure below the first chapter, else in
    letters that are a little smaller, down to readable ones, or larger.
    """
    yield page
    if is_half_without_cover(page):
        yield page.add_class(FIGURE_BELOW)
        return
    usual = page.letters or LETTERS_PT
    sizes = [max(LEAST_LETTERS_PT, round(usual + step, 2)) for step in STEPS_PT]
    for size in dict.fromkeys(sizes):
        if size != usual:
            yield page.resize(size, page.quick_letters)


def is_half_without_cover(page: BookPage) -> bool:
    """Whether a large first figure could leave the first page half empty."""
    return page.is_half and not page.has_class(COVER)


def drop_links(html: str) -> str:
    """Return the page without links to the pages of other rulebooks: a PDF is alone."""
    return re.sub(r'<a [^>]*href="[a-z0-9-]+\.html(?:#[^"]*)?"[^>]*>(.*?)</a>', r"\1", html)
