"""Print sheets: as one PDF, half sheets two by two, the rules on the backs; as a picture of a
page.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, takewhile
from string import ascii_uppercase
from threading import Lock
from typing import NamedTuple

import pikepdf

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.games import Edition
from wordfleet_print.messages import how_many, shorten
from wordfleet_print.paper import MM
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.layout import CUT_GAP_MM, MARGIN_MM, Page, SheetLooks, lay_out_sheet
from wordfleet_print.tracker.names import make_printable
from wordfleet_print.tracker.panels.head import NameLine
from wordfleet_print.tracker.panels.secret import FoldLine
from wordfleet_print.tracker.pdf_file import (
    CACHED_VALUES,
    Bookmark,
    PdfFile,
    Template,
    make_template,
    render_items,
)
from wordfleet_print.tracker.pen import Item

# Characters of a name in bookmarks and page labels.
LONGEST_BOOKMARK = 60
CACHED_PAGES = 128


class PageRenderer:
    """Renders a page for any sheet: its art, then its fields, each value looked up if it came
    before.
    """

    def __init__(self, page: Page, template: Template) -> None:
        def keep(place: Callable[[Hashable], Sequence[Item]]) -> Callable[[Hashable], str]:
            return lru_cache(maxsize=CACHED_VALUES)(
                lambda value: render_items(place(value), template, page.height)
            )

        fields = (field for panel in page.panels for field in panel.fields())
        self._form, self._fields = (
            template.forms[page.art],
            [(field.values, keep(field.place)) for field in fields],
        )

    def render(self, sheet: Sheet) -> str:
        """Return the operators of a sheet's page."""
        parts = [part for values, render in self._fields for part in map(render, values(sheet))]
        return f"/{self._form} Do BT {' '.join(parts)} ET"


make_renderer = lru_cache(maxsize=CACHED_PAGES)(PageRenderer)


class SheetToPrint(NamedTuple):
    """A sheet, how it looks, and the titles of the bookmarks above its own."""

    sheet: Sheet
    looks: SheetLooks
    headings: tuple[str, ...] = ()

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
        name = shorten(self.sheet.captain or self.sheet.fleet_name, LONGEST_BOOKMARK)
        return f"{self.sheet.table} · {name}" if self.sheet.table else name


def print_trackers(
    edition: Edition,
    sheets: Sequence[SheetToPrint],
    *,
    title: str = "",
    rules: Mapping[bool, bytes] | None = None,
) -> bytes:
    """Return sheets as one PDF, all on one paper; half sheets go two on a page, fronts before
    backs.

    `rules` are PDFs to print on the back of every sheet, by whether they are in large print.
    Bookmarks and page labels name captains, never a secret. Raises as `lay_out_sheet`, and
    `BadInputError` for rules that do not fit the backs.
    """
    kinds = [
        (one.looks, one.sheet.words is None, one.sheet.placements is not None) for one in sheets
    ]
    # Laid out once for each kind: to hash the edition for every sheet would cost more than to
    # render it.
    layouts = {
        kind: lay_out_sheet(edition, kind[0], blank=kind[1], placed=kind[2]) for kind in kinds
    }
    pages_of = [layouts[kind] for kind in kinds]
    template = _make_template(edition, sheets, layouts.values())
    file, bookmarks = PdfFile(template), list_bookmarks(sheets)
    backs = _add_backs(file, sheets, pages_of, rules) if rules else {}
    for group in group_by_page(sheets):
        first, named = sheets[group[0]], " / ".join(sheets[number].title for number in group)
        for side, page in enumerate(pages_of[group[0]]):
            parts = [
                make_renderer(pages_of[number][side], template).render(sheets[number].sheet)
                for number in group
            ]
            if len(parts) == 2:
                # Both halves are laid out at the top of a page; the second one moves down to just
                # below the cut. A4: 10.3 - 2 - 148.5 = -140.2 mm, so what is 10.3 from the top
                # comes to 150.5, 2 mm below the cut.
                parts[1] = (
                    f"q 1 0 0 1 0 {(MARGIN_MM - CUT_GAP_MM - page.height / 2) * MM:.3f} cm "
                    f"{parts[1]} Q"
                )
            if page.cut:
                parts.append(f"/{template.forms[page.cut]} Do")
            label = f"{named} {side + 1}/{first.sides}" if first.sides > 1 else named
            marks = () if side else [mark for number in group for mark in bookmarks[number]]
            file.add_page("\n".join(parts), label, marks, (page.width, page.height))
            if rules:
                names = backs[first.looks.large_print]
                back = f"/{names[side % len(names)]} Do"
                if page.width > page.height:
                    back = _turn(back, page)
                size = (page.width, page.height)
                file.add_page(back, edition.say("pdf.rules"), (), size)
    duplex = bool(rules) or any(page.cut for pages in layouts.values() for page in pages)
    title = title or f"{edition.title} – {edition.tracker.title}"
    return file.save(title, edition, sheets[0].looks.paper.title, duplex=duplex)


def _turn(content: str, page: Page) -> str:
    """Return content upside down.

    A landscape page that is flipped on its long edge has its back upside down for somebody who
    turns it like a page of a book. Turned, it is right, as the back of a portrait page is.
    """
    return f"q -1 0 0 -1 {page.width * MM:.3f} {page.height * MM:.3f} cm {content} Q"


def count_pages(sheets: Sequence[SheetToPrint], rules: Mapping[bool, bytes] | None = None) -> int:
    """Return how many pages `print_trackers` makes of these."""
    return sum(sheets[group[0]].sides for group in group_by_page(sheets)) * (2 if rules else 1)


def group_by_page(sheets: Sequence[SheetToPrint]) -> Iterator[range]:
    """Yield the indexes of the sheets that share a page: two half sheets that follow each other, or
    one other sheet.
    """
    start = 0
    for half, run in groupby(one.is_half for one in sheets):
        end = start + len(list(run))
        step = 2 if half else 1
        yield from (range(first, min(first + step, end)) for first in range(start, end, step))
        start = end


def list_bookmarks(sheets: Sequence[SheetToPrint]) -> list[list[Bookmark]]:
    """Return each sheet's bookmarks: the headings above it that are not above the sheet before it,
    and its title.
    """
    found, path = list[list[Bookmark]](), tuple[str, ...]()
    for one in sheets:
        # Headings that the sheet before already has are not repeated: “Round 1” has one bookmark,
        # not one a sheet.
        known = sum(
            1
            for _ in takewhile(
                lambda pair: pair[0] == pair[1], zip(path, one.headings, strict=False)
            )
        )
        path = one.headings
        found.append(
            [Bookmark(text, level) for level, text in enumerate((*path, one.title))][known:]
        )
    return found


def _make_template(
    edition: Edition, sheets: Sequence[SheetToPrint], pages_of: Iterable[tuple[Page, ...]]
) -> Template:
    """The template of all these pages, whose fonts hold every character that fields of these sheets
    can set.

    Which face sets what is known here: to place all texts only to ask them would cost a tenth of
    all printing.
    """
    names, sources, plain = (
        {*"Aa"},
        {*"Aa"},
        set[str]().union(*edition.alphabet_rows),
    )  # bring others of their group
    for sheet in (one.sheet for one in sheets):
        names.update(
            make_printable(sheet.captain), make_printable(sheet.opponent), sheet.fleet_name
        )
        names.update(sheet.table, sheet.round, sheet.serial)
        sources.update(sheet.words_from)
    characters = {Face.MEDIUM: sources | plain, Face.SEMIBOLD: names | plain, Face.BOLD: plain}
    characters[Face.MONO] = {*ascii_uppercase}
    pages = [page for own in pages_of for page in own]
    arts = [page.art for page in pages] + [page.cut for page in pages if page.cut]
    return make_template([*dict.fromkeys(arts)], characters)


def _add_backs(
    file: PdfFile,
    sheets: Sequence[SheetToPrint],
    pages_of: Sequence[tuple[Page, ...]],
    rules: Mapping[bool, bytes],
) -> dict[bool, list[str]]:
    """Add the rules' pages as forms; return their names by whether they are in large print."""
    if any(one.is_half for one in sheets):
        tip = "Print the rules by themselves, or whole sheets."
        raise BadInputError(
            Problem(
                "Half sheets are printed on both sides, so they have no room for rules.", advice=tip
            )
        )
    backs: dict[bool, list[str]] = {}
    for large, pages in {
        one.looks.large_print: pages for one, pages in zip(sheets, pages_of, strict=True)
    }.items():
        with pikepdf.open(io.BytesIO(rules[large])) as source:
            if len(source.pages) > len(pages):
                why = (
                    f"The rules need {how_many(len(source.pages), 'page')}; on the back of a "
                    "sheet there is room for"
                )
                raise BadInputError(
                    Problem(f"{why} {len(pages)}.", advice="Print them by themselves.")
                )
            width, height = pages[0].width, pages[0].height
            for number, page in enumerate(source.pages):
                wide, tall = (float(side) / MM for side in (page.mediabox[2], page.mediabox[3]))
                if max(abs(wide - width), abs(tall - height)) > 1:
                    why = (
                        f"The rules are {wide:.0f} × {tall:.0f} mm, but the sheets are "
                        f"{width:.0f} × {height:.0f} mm"
                    )
                    raise BadInputError(Problem(f"{why}.", advice="Print the rules by themselves."))
                backs.setdefault(large, []).append(f"rules.{large:d}.{number}")
                file.add_form(backs[large][-1], page)
    return backs


# A CSS pixel (pt): 96 to the inch.
CSS_PIXEL_PT = 0.75
# Pixels to a CSS pixel: sharp on the screens of phones.
PREVIEW_SCALE = 2
CACHED_PREVIEWS = 16
# Held while PDFium works: it is not made for threads.
_PDFIUM = Lock()


class NamePlace(NamedTuple):
    """Where a name is set: its left end, baseline and width (mm), its size and the least it shrinks
    to (pt).
    """

    x: float
    y: float
    width: float
    size: float
    least: float


class Preview(NamedTuple):
    """A picture of a page's part from its top left corner, where names go on it, and what it shows
    in words.
    """

    png: bytes
    width_mm: float
    height_mm: float
    names: Mapping[str, NamePlace]
    alt: str


def render_page(
    pdf: bytes,
    number: int,
    *,
    scale: float = PREVIEW_SCALE,
    height: float = 0,
    in_color: bool = False,
) -> bytes:
    """Return page `number`, from 0, as PNG with `scale` pixels to a CSS pixel; all, or only its
    upper `height` mm.
    """
    import pypdfium2  # loads a large library that printing does without

    written = io.BytesIO()
    with _PDFIUM, pypdfium2.PdfDocument(pdf) as document:
        page = document[number]
        below = page.get_height() - height * MM if height else 0
        bitmap = page.render(
            scale=scale / CSS_PIXEL_PT, crop=(0, below, 0, 0), grayscale=not in_color
        )
        bitmap.to_pil().save(written, "PNG", compress_level=1)
    return written.getvalue()


@lru_cache(
    maxsize=CACHED_PREVIEWS
)  # a picture takes a tenth of a second, and forms ask for the same ones again
def preview_blank_sheet(edition: Edition, looks: SheetLooks) -> Preview:
    """Return the public half of a sheet that nobody has yet: captain's and opponent's names are
    laid over it.
    """
    page = lay_out_sheet(edition, looks)[0]
    height = page.height if looks.large_print else page.height / 2
    # The fold's words are across the line where the picture ends.
    art = Page(
        page.width,
        page.height,
        tuple(panel for panel in page.panels if not isinstance(panel, FoldLine)),
    ).art
    template = make_template([art], {})
    file = PdfFile(template)
    file.add_page(f"/{template.forms[art]} Do", "")
    pdf = file.save("", edition, looks.paper.title)
    png = render_page(pdf, 0, height=height, in_color=looks.color)
    lines = [
        one
        for one in page.panels
        if isinstance(one, NameLine) and one.shows in ("captain", "opponent")
    ]
    names = {}
    for one in lines:
        start, style = one.place_name("A")[0], one.style
        names[one.shows] = NamePlace(start.x, start.y, one.rect.w, style.name, style.name_least)
    panels = edition.tracker.panels
    titles = ", ".join(panel.title for panel in (panels.attack, panels.recon, panels.enemy))
    alt = f"Public half of a {edition.title} sheet: names, the steps to start, {titles}."
    return Preview(png, page.width, height, names, alt)
