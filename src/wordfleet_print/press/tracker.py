"""Printing trackers: sheets in, one finished PDF out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache

from wordfleet_print import __version__
from wordfleet_print.game import Edition
from wordfleet_print.press.ink.cases import Characters
from wordfleet_print.press.ink.geometry import MM
from wordfleet_print.press.ink.names import legible
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.press.layout.imposition import one_up
from wordfleet_print.press.layout.sheet import Layout
from wordfleet_print.press.panels.header import FieldsPanel
from wordfleet_print.press.pdf.document import DocumentLayout
from wordfleet_print.press.pdf.pages import Bookmark, Page, print_block, shape_of
from wordfleet_print.press.pdf.static import make_plates
from wordfleet_print.press.pdf.writer import write_document
from wordfleet_print.press.sheets import SheetPress, sheet_plates
from wordfleet_print.press.text.glyphs import characters_of_sheets
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.wording import shorten

LONGEST_BOOKMARK = 60
"""Characters of a name in bookmarks and page labels."""
FIXED_DATE = 946684800
"""The date of every file unless told otherwise: the first second of 2000, UTC."""


def print_trackers(edition: Edition, sheets: Sequence[tuple[Sheet, Layout]]) -> bytes:
    """The sheets as one PDF, each on its layout's pages (all on one paper); the same sheets give the same bytes.

    Bookmarks and page labels name captains, never a secret.
    """
    layouts = list({id(layout): layout for _, layout in sheets}.values())
    impositions = [one_up(layout) for layout in layouts]
    numbers = {id(layout): number for number, layout in enumerate(layouts)}
    paper = layouts[0].paper
    press = SheetPress(impositions)
    stamps: set[str] = set()
    pages = [
        page for sheet, layout in sheets for page in _pages(sheet, press.print(numbers[id(layout)], [sheet], stamps))
    ]
    shared = make_plates(_characters(sheet for sheet, _ in sheets), paper, sheet_plates(impositions))
    document = DocumentLayout(
        paper.width * MM, paper.height * MM, shared, information(edition, paper), edition.language, [shape_of(pages)]
    )
    block = print_block(pages, document.numbering(0), stamps)
    return b"".join(write_document(document, [block], press.draw_stamp))


def _characters(sheets: Iterable[Sheet]) -> Characters:
    names, said = set[str](), set[str]()
    for sheet in sheets:
        names |= {legible(sheet.captain), legible(sheet.opponent), sheet.fleet_name}
        names |= {sheet.table, sheet.round, sheet.serial}
        said |= {sheet.fleet_name, sheet.words_from}
    return characters_of_sheets(names, said)


def _pages(sheet: Sheet, contents: Iterable[bytes]) -> Iterator[Page]:
    """A sheet's pages, labelled with captain and table, the first one bookmarked."""
    who = sheet_title(sheet)
    known = list(contents)
    for number, content in enumerate(known, start=1):
        label = who if len(known) == 1 else f"{who} {number}/{len(known)}"
        yield Page(content, label, (Bookmark(0, who),) if number == 1 else ())


def sheet_title(sheet: Sheet) -> str:
    """Whose sheet it is, in short: table and captain, or the fleet where no captain is known."""
    title = short_title(sheet.captain or sheet.fleet_name)
    return f"{sheet.table} · {title}" if sheet.table else title


def short_title(name: str) -> str:
    """A name as bookmarks and page labels show it: cut with an ellipsis where it is long."""
    return shorten(name, LONGEST_BOOKMARK)


def information(edition: Edition, paper: Paper, title: str = "") -> dict[str, str]:
    """What a file says of itself. Its date is fixed, or `SOURCE_DATE_EPOCH`'s."""
    date = _written(int(os.environ.get("SOURCE_DATE_EPOCH", FIXED_DATE)))
    return {
        "Title": title or f"{edition.title} – {edition.tracker.title}",
        "Author": edition.title,
        "Subject": f"{edition.edition} edition, {paper.title}",
        "Creator": f"wordfleet-print {__version__}",
        "Producer": f"wordfleet-print {__version__}",
        "CreationDate": date,
        "ModDate": date,
    }


@lru_cache(maxsize=1)
def _written(seconds: int) -> str:
    """A time as PDF writes it (ISO 32000-1, 7.9.4; reproducible-builds.org)."""
    return datetime.fromtimestamp(seconds, UTC).strftime("D:%Y%m%d%H%M%S+00'00'")


def cut_names(sheet: Sheet, layout: Layout) -> list[str]:
    """The names that end in an ellipsis on this layout, each once."""
    panels = [panel for page in layout.pages for panel in page.panels if isinstance(panel, FieldsPanel)]
    return list(dict.fromkeys(text for panel in panels for text in panel.cut_texts(sheet)))
