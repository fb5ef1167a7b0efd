"""Sheets in, one finished PDF out.

A layout's pages are compiled once into plates and slots, for all documents; a sheet then only fills the slots
(`text/imprints.py`). The few things that a manifest's boxes can hold are stamps, small forms that a page calls by name.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from itertools import groupby
from string import ascii_letters
from typing import TypeAlias

from wordfleet_print import __version__
from wordfleet_print.games import Edition
from wordfleet_print.press.ink.fonts import fallback_digest
from wordfleet_print.press.ink.paper import MM, Paper
from wordfleet_print.press.ink.printable_names import legible
from wordfleet_print.press.panels.head import FieldsPanel
from wordfleet_print.press.panels.layout import Imposition, Impression, Layout, one_up
from wordfleet_print.press.panels.page import PagePlan
from wordfleet_print.press.panels.panel import LetterCounts
from wordfleet_print.press.pdf.composing import UNSPACED, Composer, imprint_for
from wordfleet_print.press.pdf.glyphs import Characters, characters_of_sheets
from wordfleet_print.press.pdf.pages import Bookmark, Page, print_block, shape_of, short_number
from wordfleet_print.press.pdf.plates import Art, make_plates
from wordfleet_print.press.pdf.writer import DocumentLayout, write_document
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.wording import shorten

MOST_PAGES = 5
"""Pages a layout can have: halves for either hand, and the line between them."""


KEPT = 128
"""Pages that are kept ready."""


class PagePress:
    """One page of a layout, made ready: its plate's name, and what fills its slots; `height` is the paper's (mm)."""

    def __init__(self, plate: str, page: PagePlan, height: float, *, stamped: bool) -> None:
        slots = [slot for panel in page.panels for slot in panel.slots()]
        self._composer = composer = Composer(height)
        self._start = f"/{plate} Do BT"
        composed = [slot for slot in slots if not stamped or not isinstance(slot.place, LetterCounts)]
        self._imprints = [imprint_for(slot, composer) for slot in composed]
        self._stamped = [
            _Stamps(s.value, s.place, plate) for s in slots if stamped and isinstance(s.place, LetterCounts)
        ]

    def imprint(self, sheet: Sheet, stamps: set[str]) -> str:
        """The operators that imprint the sheet on its plate; the names of the stamps they call go to `stamps`."""
        operators = [self._start]
        setting = ""
        for imprint in self._imprints:
            setting = imprint.put(sheet, operators, setting)
        operators.append("ET" if setting.endswith(UNSPACED) else f"{UNSPACED.lstrip()} ET")
        for stamped in self._stamped:
            operators.append(stamped.calls(sheet, stamps))
        return " ".join(operators)

    def draw_stamp(self, letter: str, count: int) -> bytes:
        """The operators of the stamp of a letter and its count."""
        (place,) = [stamped.place for stamped in self._stamped if letter in stamped.place.letters]
        piece = self._composer.compose(place.set_count(letter, count))
        return f"BT {piece.opens} {piece.text} ET".encode("latin-1")


class _Stamps:
    """A slot whose type is put together of finished forms, one for each letter and count."""

    def __init__(self, counts_of: Callable[[Sheet], Mapping[str, int] | None], place: LetterCounts, plate: str) -> None:
        self.place = place
        self._counts_of = counts_of
        self._plate = plate
        self._places = {letter: i for i, letter in enumerate(place.letters)}
        self._none = [f"{plate}{letter}0" for letter in place.letters]

    def calls(self, sheet: Sheet, used: set[str]) -> str:
        """The operators that call the forms, whose names go to `used`."""
        counts = self._counts_of(sheet)
        if counts is None:
            return ""
        names = self._none.copy()
        for letter, count in counts.items():
            names[self._places[letter]] = f"{self._plate}{letter}{count}"
        used.update(names)
        return f"/{' Do /'.join(names)} Do"


class SheetPress:
    """Composes the printed pages of sheets, whatever their layouts.

    `stamped` is for files of many pages: what stamps can hold costs some bytes once, instead of more on every page.
    """

    def __init__(self, impositions: Sequence[Imposition], *, stamped: bool = False) -> None:
        height = impositions[0].layout.paper.height
        layouts = _layouts(impositions)
        self._presses = {
            (i, j): _page_press(plate_name(i, j), page, height, stamped, fallback_digest())
            for i, layout in enumerate(layouts)
            for j, page in enumerate(layout.pages)
        }
        self._placed = [
            [_by_sheet(imposition, impressions, layouts, self._presses) for impressions in imposition.pages]
            for imposition in impositions
        ]

    def print(self, numbers: Sequence[int], sheets: Sequence[Sheet], stamps: set[str]) -> Iterator[bytes]:
        """The operators of the pages that a group of sheets makes, each by the imposition of its number."""
        own = [self._placed[number] for number in numbers]
        for at in range(len(own[0])):
            parts = [
                _moved(press.imprint(sheet, stamps), up)
                for place, sheet in enumerate(sheets)
                for press, up in own[place][at][place]
            ]
            yield "\n".join(parts).encode("latin-1")

    def draw_stamp(self, name: str) -> bytes:
        """The operators of a stamp by its name: the plate's, a letter, a number."""
        plate, letter, count = name[0], name[1], int(name[2:])
        return self._presses[divmod(ascii_letters.index(plate), MOST_PAGES)].draw_stamp(letter, count)


@lru_cache(maxsize=KEPT)
def _page_press(plate: str, page: PagePlan, height: float, stamped: bool, _fallback: str) -> PagePress:
    return PagePress(plate, page, height, stamped=stamped)


def _moved(operators: str, up: float) -> str:
    return f"q 1 0 0 1 0 {short_number(up * MM)} cm {operators} Q" if up else operators


def _by_sheet(
    imposition: Imposition,
    impressions: Iterable[Impression],
    layouts: Sequence[Layout],
    presses: Mapping[tuple[int, int], PagePress],
) -> list[list[tuple[PagePress, float]]]:
    """What prints each sheet's share of a page, and how far up the page that moves."""
    layout = layouts.index(imposition.layout)
    shares: list[list[tuple[PagePress, float]]] = [[] for _ in range(imposition.group)]
    for sheet, page, up in impressions:
        shares[sheet].append((presses[layout, page], up))
    return shares


def _layouts(impositions: Iterable[Imposition]) -> list[Layout]:
    """Their layouts, each once."""
    return list(dict.fromkeys(imposition.layout for imposition in impositions))


def plate_name(layout: int, page: int) -> str:
    """The resource name of a plate."""
    return ascii_letters[MOST_PAGES * layout + page]


def sheet_plates(impositions: Iterable[Imposition]) -> dict[str, Art]:
    """The plates of these impositions, by name."""
    return {
        plate_name(i, j): page.draw
        for i, layout in enumerate(_layouts(impositions))
        for j, page in enumerate(layout.pages)
    }


LONGEST_BOOKMARK = 60
"""Characters of a name in bookmarks and page labels."""
FIXED_DATE = 946684800
"""The date of every file unless told otherwise: the first second of 2000, UTC."""


Imposed: TypeAlias = "tuple[Sheet, Imposition]"
"""A sheet, and how it lies on its leaf."""


def print_trackers(edition: Edition, sheets: Sequence[tuple[Sheet, Layout]]) -> bytes:
    """The sheets as one PDF, each on its layout's pages (all on one paper); the same sheets give the same bytes.

    Bookmarks and page labels name captains, never a secret.
    """
    return print_imposed(edition, [(sheet, one_up(layout)) for sheet, layout in sheets])


def leaves_of(sheets: Iterable[Imposed]) -> Iterator[list[Imposed]]:
    """The sheets that lie on one leaf, leaf by leaf: those that follow each other, if their layout is one."""
    for _, alike in groupby(sheets, key=lambda one: one[1].layout):
        run = list(alike)
        group = run[0][1].group
        yield from (run[first : first + group] for first in range(0, len(run), group))


def print_imposed(edition: Edition, sheets: Sequence[Imposed], title: str = "") -> bytes:
    """The same of sheets that lie on their leaves as is said, two of them on one or each on its own."""
    impositions = list(dict.fromkeys(imposition for _, imposition in sheets))
    numbers = {imposition: number for number, imposition in enumerate(impositions)}
    paper = impositions[0].layout.paper
    press = SheetPress(impositions)
    stamps: set[str] = set()
    pages = [
        page
        for leaf in leaves_of(sheets)
        for page in _pages(
            [sheet for sheet, _ in leaf],
            press.print([numbers[imposition] for _, imposition in leaf], [sheet for sheet, _ in leaf], stamps),
        )
    ]
    shared = make_plates(_characters(sheet for sheet, _ in sheets), paper, sheet_plates(impositions))
    said = information(edition, paper, title)
    document = DocumentLayout(paper.width * MM, paper.height * MM, shared, said, edition.language, [shape_of(pages)])
    block = print_block(pages, document.numbering(0), stamps)
    return b"".join(write_document(document, [block], press.draw_stamp))


def _characters(sheets: Iterable[Sheet]) -> Characters:
    names, said = set[str](), set[str]()
    for sheet in sheets:
        names |= {legible(sheet.captain), legible(sheet.opponent), sheet.fleet_name}
        names |= {sheet.table, sheet.round, sheet.serial}
        said |= {sheet.fleet_name, sheet.words_from}
    return characters_of_sheets(names, said)


def _pages(sheets: Sequence[Sheet], contents: Iterable[bytes]) -> Iterator[Page]:
    """The pages of a leaf's sheets, labelled with captain and table, the first one bookmarked."""
    titles = [(sheet.table, short_title(sheet.captain or sheet.fleet_name)) for sheet in sheets]
    who = " / ".join(" · ".join(filter(None, title)) for title in titles)
    known = list(contents)
    for number, content in enumerate(known, start=1):
        label = who if len(known) == 1 else f"{who} {number}/{len(known)}"
        yield Page(content, label, (Bookmark(0, who),) if number == 1 else ())


def short_title(name: str) -> str:
    """A name as bookmarks and page labels show it: cut with an ellipsis where it is long."""
    return shorten(name, LONGEST_BOOKMARK)


def information(edition: Edition, paper: Paper, title: str = "") -> dict[str, str]:
    """What a file of sheets says of itself."""
    subject = f"{edition.edition} edition, {paper.title}"
    return described(title or f"{edition.title} – {edition.tracker.title}", edition.title, subject)


def described(title: str, author: str, subject: str) -> dict[str, str]:
    """What a file says of itself. Its date is fixed, or `SOURCE_DATE_EPOCH`'s."""
    date = _written(int(os.environ.get("SOURCE_DATE_EPOCH", FIXED_DATE)))
    return {
        "Title": title,
        "Author": author,
        "Subject": subject,
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
