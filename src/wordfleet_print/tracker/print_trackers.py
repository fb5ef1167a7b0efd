"""Sheets as one PDF: folded, on half sheets two by two, in large print, with the rules on the
backs.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import groupby
from string import ascii_uppercase
from typing import NamedTuple

import pikepdf

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.games import Edition
from wordfleet_print.messages import how_many, shorten
from wordfleet_print.paper import MM
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.layout import CUT_GAP_MM, MARGIN_MM, Page, lay_out_sheet
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.tracker.names import make_printable
from wordfleet_print.tracker.operators import (
    paint_form,
    shift_down,
    transform,
    turn_around,
    write_shift,
    write_text,
)
from wordfleet_print.tracker.pdf_file import Bookmark, PdfFile
from wordfleet_print.tracker.pen import Item
from wordfleet_print.tracker.render_items import CACHED_VALUES, render_items
from wordfleet_print.tracker.template import Template, make_template

# Characters of a name in bookmarks and page labels.
LONGEST_BOOKMARK = 60
CACHED_PAGES = 128
# How much the rules' pages may be larger or smaller than the sheets (mm).
SIZE_TOLERANCE_MM = 1


class PageRenderer:
    """Renders a page for any sheet: its art, then its fields, each value looked up if it came
    before.
    """

    def __init__(self, page: Page, template: Template) -> None:
        self._form = template.forms[page.art]
        self._fields = []
        for panel in page.panels:
            for field in panel.fields():
                render = partial(_render_value, field.place, template, page.height)
                self._fields.append((field.values, lru_cache(maxsize=CACHED_VALUES)(render)))

    def render(self, sheet: Sheet) -> str:
        """Return the operators of a sheet's page."""
        parts: list[str] = []
        for list_values, render in self._fields:
            parts += map(render, list_values(sheet))
        return f"{paint_form(self._form)} {write_text(' '.join(parts))}"


def _render_value(
    place: Callable[[Hashable], Sequence[Item]], template: Template, height: float, value: Hashable
) -> str:
    """Return the operators that set a value of a field."""
    return render_items(place(value), template, height)


make_renderer = lru_cache(maxsize=CACHED_PAGES)(PageRenderer)


class SheetToPrint(NamedTuple):
    """A sheet and how it is printed."""

    sheet: Sheet
    looks: SheetLooks
    headings: tuple[str, ...] = ()
    """The titles of the bookmarks above its own."""

    @property
    def is_half(self) -> bool:
        """Whether it shares its page with another."""
        return self.looks.half_sheets and not self.looks.large_print

    @property
    def sides(self) -> int:
        """How many pages it has: a folded sheet has one, large print and half sheets have two."""
        return 2 if self.looks.large_print or self.looks.half_sheets else 1

    @property
    def title(self) -> str:
        """What it is called in bookmarks and page labels."""
        name = shorten(self.sheet.player or self.sheet.fleet_name, LONGEST_BOOKMARK)
        return f"{self.sheet.table} · {name}" if self.sheet.table else name


def print_trackers(
    edition: Edition,
    sheets: Sequence[SheetToPrint],
    *,
    title: str = "",
    rules: Mapping[bool, bytes] | None = None,
) -> bytes:
    """Return sheets as one PDF, all on one paper. Two half sheets share a page and its back.

    `rules` are PDFs of the quick rules, by whether they are in large print; their pages are printed
    on the backs of all sheets. Bookmarks and page labels name players, never a secret. Raises as
    `lay_out_sheet`, and `BadInputError` for rules that do not fit the backs.
    """
    pages_of = _lay_out_sheets(edition, sheets)
    template = _make_template(edition, sheets, pages_of)
    file = PdfFile(template)
    backs = _add_backs(file, sheets, pages_of, rules) if rules else {}
    bookmarks = list_bookmarks(sheets)
    for group in group_by_page(sheets):
        first = sheets[group[0]]
        for side, page in enumerate(pages_of[group[0]]):
            halves = [(sheets[at], pages_of[at][side]) for at in group]
            # Bookmarks go to the first side
            marks = [] if side else [mark for at in group for mark in bookmarks[at]]
            front = _render_side(halves, side, template)
            file.add_page(front, _label_side(sheets, group, side), marks, page.size)
            if rules:
                forms = backs[first.looks.large_print]
                back = _render_back(page, forms[side % len(forms)], first.looks.back_offset)
                file.add_page(back, edition.say("pdf.rules"), (), page.size)
    title = title or f"{edition.title} – {edition.tracker.title}"
    is_duplex = bool(rules) or any(sheet.is_half for sheet in sheets)
    return file.save(title, edition, sheets[0].looks.paper.title, duplex=is_duplex)


def _lay_out_sheets(edition: Edition, sheets: Sequence[SheetToPrint]) -> list[tuple[Page, ...]]:
    """Return the pages of each sheet: those of the same kind have the same.

    Each kind is laid out once: to hash the edition for every sheet would cost more than to render
    it.
    """
    layouts: dict[tuple[SheetLooks, bool, bool], tuple[Page, ...]] = {}
    pages_of = []
    for sheet, looks, _ in sheets:
        is_blank = sheet.words is None
        is_placed = sheet.placements is not None
        kind = (looks, is_blank, is_placed)
        if kind not in layouts:
            layouts[kind] = lay_out_sheet(edition, looks, blank=is_blank, placed=is_placed)
        pages_of.append(layouts[kind])
    return pages_of


def _make_template(
    edition: Edition, sheets: Sequence[SheetToPrint], pages_of: Iterable[tuple[Page, ...]]
) -> Template:
    """Return the template of all these pages: their drawings, and fonts with every character that
    these sheets add to them.

    Which face sets which field is repeated here: to lay out all texts only to collect their
    characters would cost a tenth of all printing.
    """
    alphabet = set[str]().union(*edition.alphabet_rows)
    # A template that needs a letter embeds all capitals or all small letters. With one of each here
    # all files embed both, so most files have equal templates, of which the first is cached
    in_names = {*"Aa"}
    in_sources = {*"Aa"}
    for sheet in (item.sheet for item in sheets):
        in_names.update(make_printable(sheet.player))
        in_names.update(make_printable(sheet.opponent))
        in_names.update(sheet.fleet_name, sheet.table, sheet.round, sheet.serial)
        in_sources.update(sheet.words_from)
    characters = {
        Face.MEDIUM: in_sources | alphabet,
        Face.SEMIBOLD: in_names | alphabet,
        Face.BOLD: alphabet,
        Face.MONO: {*ascii_uppercase},
    }
    if any(sheet.looks.eco for sheet in sheets):
        # The owner's name in the secret band has a lighter face, in large print another one
        characters[Face.MEDIUM] |= in_names
        characters[Face.REGULAR] = in_sources | in_names
    pages = [page for layout in dict.fromkeys(pages_of) for page in layout]
    arts = [page.art for page in pages]
    arts += [page.cut for page in pages if page.cut]
    return make_template([*dict.fromkeys(arts)], characters)


def _render_side(halves: Sequence[tuple[SheetToPrint, Page]], side: int, template: Template) -> str:
    """Return the operators of one side of a page (0 for the front): of one sheet, or of two half
    sheets that share it, the second below the cut.
    """
    parts = [make_renderer(page, template).render(half.sheet) for half, page in halves]
    first, page = halves[0]
    if len(parts) > 1:
        # Both halves are laid out at the top of a page; the second one moves down to just below the
        # cut. A4: 148.5 + 4 - 10.3 = 142.2 mm, so what is 10.3 from the top comes to 152.5, 4 mm
        # below the cut.
        parts[1] = shift_down(parts[1], (page.height / 2 + CUT_GAP_MM - MARGIN_MM) * MM)
    if page.cut:
        parts.append(paint_form(template.forms[page.cut]))
    content = "\n".join(parts)
    is_back = first.is_half and side > 0
    return _move_back(content, first.looks.back_offset) if is_back else content


def _label_side(sheets: Sequence[SheetToPrint], group: range, side: int) -> str:
    """Return the label of one side of the sheets that share a page: “Ann / Ben 1/2”."""
    label = " / ".join(sheets[at].title for at in group)
    sides = sheets[group[0]].sides
    return f"{label} {side + 1}/{sides}" if sides > 1 else label


def _render_back(page: Page, form: str, offset: tuple[float, float] | None) -> str:
    """Return the operators of the rules on the back of one side of a sheet."""
    content = paint_form(form)
    if page.width <= page.height:
        # The offset is measured on an upright page
        return _move_back(content, offset)
    # A landscape page that is flipped on its long edge has its back upside down for somebody who
    # turns it like a page of a book. Turned, it is right, as the back of a portrait page is.
    return turn_around(content, page.width * MM, page.height * MM)


def _move_back(content: str, offset: tuple[float, float] | None) -> str:
    """Return the operators of a back, moved to the right and down (mm), so that it meets its
    front.
    """
    if not offset:
        return content
    right, down = (length * MM for length in offset)
    return transform(content, write_shift(right, -down))


def count_pages(sheets: Sequence[SheetToPrint], rules: Mapping[bool, bytes] | None = None) -> int:
    """Return how many pages `print_trackers` makes of these."""
    sides = sum(sheets[group[0]].sides for group in group_by_page(sheets))
    return 2 * sides if rules else sides


def group_by_page(sheets: Sequence[SheetToPrint]) -> Iterator[range]:
    """Yield the indexes of the sheets that share a page: two half sheets that follow each other, or
    one other sheet.
    """
    start = 0
    for is_half, run in groupby(sheet.is_half for sheet in sheets):
        end = start + len(list(run))
        step = 2 if is_half else 1
        for first in range(start, end, step):
            yield range(first, min(first + step, end))
        start = end


def list_bookmarks(sheets: Sequence[SheetToPrint]) -> list[list[Bookmark]]:
    """Return each sheet's bookmarks: the headings above it that are not above the sheet before it,
    and its title.

    “Round 1” has one bookmark, not one a sheet.
    """
    bookmarks = []
    before: tuple[str, ...] = ()
    for sheet in sheets:
        known = _count_shared(before, sheet.headings)
        titles = [*sheet.headings, sheet.title]
        bookmarks.append([Bookmark(titles[at], at) for at in range(known, len(titles))])
        before = sheet.headings
    return bookmarks


def _count_shared(before: Sequence[str], after: Sequence[str]) -> int:
    """Return how many headings from the top two sheets have in common."""
    count = 0
    for heading, other in zip(before, after, strict=False):
        if heading != other:
            break
        count += 1
    return count


def _add_backs(
    file: PdfFile,
    sheets: Sequence[SheetToPrint],
    pages_of: Sequence[tuple[Page, ...]],
    rules: Mapping[bool, bytes],
) -> dict[bool, list[str]]:
    """Add the rules' pages as forms; return their names by whether they are in large print."""
    if any(sheet.is_half for sheet in sheets):
        raise BadInputError(
            Problem(
                "Half sheets are printed on both sides, so they have no room for rules.",
                advice="Print the rules by themselves, or whole sheets.",
            )
        )
    layouts = {
        sheet.looks.large_print: pages for sheet, pages in zip(sheets, pages_of, strict=True)
    }
    backs: dict[bool, list[str]] = {}
    for is_large, pages in layouts.items():
        with pikepdf.open(io.BytesIO(rules[is_large])) as source:
            _check_backs(source, pages)
            backs[is_large] = []
            for number, page in enumerate(source.pages):
                name = f"rules.{is_large:d}.{number}"
                file.add_form(name, page)
                backs[is_large].append(name)
    return backs


def _check_backs(rules: pikepdf.Pdf, pages: Sequence[Page]) -> None:
    """Raise `BadInputError` for rules of more pages than sheets have, or of another size."""
    if len(rules.pages) > len(pages):
        need = how_many(len(rules.pages), "page")
        message = f"The rules need {need}; on the back of a sheet there is room for {len(pages)}."
        raise BadInputError(Problem(message, advice="Print them by themselves."))
    sheet = pages[0]
    for page in rules.pages:
        _, _, right, top = page.mediabox
        width = float(right) / MM
        height = float(top) / MM
        if max(abs(width - sheet.width), abs(height - sheet.height)) > SIZE_TOLERANCE_MM:
            message = (
                f"The rules are {width:.0f} × {height:.0f} mm, but the sheets are "
                f"{sheet.width:.0f} × {sheet.height:.0f} mm."
            )
            raise BadInputError(Problem(message, advice="Print the rules by themselves."))
