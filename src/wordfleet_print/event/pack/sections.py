"""The sheets of an event as PDFs: sections of the printing order become blocks of pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol, TypeAlias

from wordfleet_print.event.pack.document import PdfBook, Task, headings
from wordfleet_print.event.pack.order import Section, Sitting
from wordfleet_print.event.pack.setup import Ready, Row, Setup, grouped
from wordfleet_print.event.plan.planner import EventPlan, seats_at
from wordfleet_print.press.ink.geometry import MM
from wordfleet_print.press.layout.imposition import Imposition
from wordfleet_print.press.pdf.document import DocumentLayout, with_shared_page
from wordfleet_print.press.pdf.pages import Block, Bookmark, Numbering, Page, Shape, print_block
from wordfleet_print.press.pdf.static import make_plates
from wordfleet_print.press.sheets import sheet_plates
from wordfleet_print.press.text.glyphs import Glyphs
from wordfleet_print.press.tracker import information, short_title
from wordfleet_print.sheet.sheet import Seat

BACK = "back"
"""The form of the page behind every page."""
BACK_LABEL = "rules"
NO_TABLE = "No table"
SPARES = "Spare sheets"
Entries: TypeAlias = tuple[Bookmark, ...]


class Part(Protocol):
    """Sheets that become one block: the titles above it, how many sheets and tables, and the rows when they are due."""

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings, the outermost first."""

    @property
    def sheets(self) -> int:
        """How many sheets."""

    @property
    def tables(self) -> int:
        """How many bookmarks stand over those of the sheets."""

    def rows(self) -> Sequence[Row]:
        """The sheets in printing order."""


@dataclass(frozen=True, slots=True)
class SectionPart:
    """A section of the plan."""

    plan: EventPlan
    setup: Setup
    section: Section

    @property
    def titles(self) -> tuple[str, ...]:
        """The section's headings."""
        return self.section.titles

    @property
    def sheets(self) -> int:
        """A sheet for each seat taken."""
        return sum([1 if seating.second is None else 2 for _, seating in self.section.sittings])

    @property
    def tables(self) -> int:
        """Neighbours at the same table count once."""
        by_table = self.setup.looks.collation == "table"
        return sum(1 for _ in groupby(self.section.sittings, key=_table_of if by_table else _sitting_of))

    def rows(self) -> Sequence[Row]:
        """The sheets in printing order."""
        numbers = {variant: i for i, variant in enumerate(self.setup.variants)}
        variant_of = self.setup.looks.variant if len(numbers) > 1 else None
        seeds = self.plan.seeds
        return [
            Row(seeds[index][place], seat, 0 if variant_of is None else numbers[variant_of(player)], player.club)
            for index, seating in self.section.sittings
            for place, player, seat in seats_at(self.plan, index, seating)
        ]


def _table_of(sitting: Sitting) -> int:
    return sitting.seating.table


def _sitting_of(sitting: Sitting) -> tuple[int, int]:
    return sitting.round, sitting.seating.table


@dataclass(frozen=True, slots=True)
class RowsPart:
    """Rows that are known already, at one table or none."""

    titles: tuple[str, ...]
    known: tuple[Row, ...]

    @property
    def sheets(self) -> int:
        """A sheet for each row."""
        return len(self.known)

    @property
    def tables(self) -> int:
        """Rows of the same table and round share a bookmark."""
        return sum(1 for _ in groupby(self.known, key=_known_sitting))

    def rows(self) -> Sequence[Row]:
        """The rows."""
        return self.known


def parts_of(plan: EventPlan, setup: Setup, sections: Iterable[Section]) -> Iterator[Part]:
    """The sections of a plan as parts of a book."""
    return (SectionPart(plan, setup, section) for section in sections)


def _known_sitting(row: Row) -> tuple[str, str]:
    return _sitting_key(row.seat)


@dataclass(frozen=True, slots=True)
class SheetTask:
    """A section's sheets, to be printed as a block that stands in `place`. `back`: the object of the page behind."""

    setup: Setup
    rows: Sequence[Row]
    place: Numbering
    back: int
    by_table: bool

    def work(self) -> bytes:
        """Make and print the sheets."""
        return self.print().pack()

    def print(self) -> Block:
        """The block of their pages."""
        stamps = set[str]()
        return print_block(list(self._leaves(self.setup.ready(), stamps)), self.place, stamps)

    def _leaves(self, ready: Ready, stamps: set[str]) -> Iterator[Page]:
        """The pages of each group of sheets, the first one bookmarked, each with its back."""
        entries = sheet_entries(self.rows, by_table=self.by_table)
        for variant, rows in ready.groups(self.rows):
            imposition = ready.impositions[variant]
            who = " | ".join([label(row.seat) for row in rows])
            marks: Entries = tuple([mark for _ in rows for mark in next(entries)])
            for number, content in enumerate(ready.press.print(variant, list(map(ready.make, rows)), stamps), start=1):
                title = who if len(imposition.pages) == 1 else f"{who} {number}/{len(imposition.pages)}"
                yield Page(content, title, marks if number == 1 else ())
                if imposition.back:
                    yield Page(self.back, BACK_LABEL)


def label(seat: Seat) -> str:
    """A sheet's page label: table and captain, with the serial where there is no name."""
    return f"{seat.table} · {_who(seat)}" if seat.table else _who(seat)


def _who(seat: Seat) -> str:
    return short_title(seat.captain) if seat.captain else f"Sheet {seat.serial}"


def sheet_entries(rows: Sequence[Row], *, by_table: bool) -> Iterator[Entries]:
    """Each sheet's bookmarks: its table's before that table's first, then its captain's."""
    above: tuple[str, str] | None = None
    for _, seat, *_ in rows:
        title = f"Round {seat.round} · {_who(seat)}" if by_table else _who(seat)
        over = _table_key(seat) if by_table else _sitting_key(seat)
        if over == above:
            yield (Bookmark(1, title),)
        else:
            yield Bookmark(0, _table_title(seat)), Bookmark(1, title)
        above = over


def _table_title(seat: Seat) -> str:
    if seat.table:
        return f"Table {seat.table}"
    return NO_TABLE if seat.round else SPARES


def _sitting_key(seat: Seat) -> tuple[str, str]:
    return seat.table, seat.round


def _table_key(seat: Seat) -> tuple[str, str]:
    return seat.table, "any" if seat.round else ""


def shape_of_part(part: Part, impositions: Sequence[Imposition]) -> Shape:
    """The shape of the block that a part makes, without making a sheet."""
    if len(impositions) == 1:
        groups = [(0, -(-part.sheets // impositions[0].group))]
    else:
        groups = [(group.variant, 1) for group in grouped(part.rows(), [one.group for one in impositions])]
    fronts = [len(impositions[variant].pages) * count for variant, count in groups]
    sides = [2 if impositions[variant].back else 1 for variant, _ in groups]
    pages = sum(front * side for front, side in zip(fronts, sides, strict=True))
    return Shape(pages, sum(fronts), part.sheets + part.tables)


def sheets_book(
    name: str, title: str, setup: Setup, parts: Callable[[], Iterable[Part]], back: bytes | None = None
) -> PdfBook:
    """A PDF of sheets; `parts` are drawn twice. `back` is a PDF of one page to print behind every sheet.

    Raises `BadInputError` for what does not fit the paper.
    """
    ready, looks = setup.ready(), setup.looks
    paper, edition = looks.on, ready.deck.edition
    plates = sheet_plates(ready.impositions)
    shared = make_plates(Glyphs(setup.characters, paper).canvas, paper, plates, {BACK: back} if back else {})
    shared, behind = with_shared_page(shared, BACK) if back else (shared, 0)
    outline = [(part.titles, shape_of_part(part, ready.impositions)) for part in parts()]
    marks, under = headings(titles for titles, _ in outline)
    skeleton = DocumentLayout(
        paper.width * MM,
        paper.height * MM,
        shared,
        information(edition, paper, title),
        edition.language,
        [shape for _, shape in outline],
        marks,
        under,
    )

    def tasks() -> Iterator[Task]:
        for i, part in enumerate(parts()):
            yield SheetTask(setup, part.rows(), skeleton.numbering(i), behind, looks.collation == "table")

    return PdfBook(name, skeleton, tasks, ready.press.draw_stamp)
