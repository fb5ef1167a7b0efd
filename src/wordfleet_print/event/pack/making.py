"""Sheets made in sections by any worker: what it needs, what it gives back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import groupby, islice
from typing import NamedTuple, TypeAlias

from wordfleet_print.event.pack.looks import PackLooks, Stretch
from wordfleet_print.event.plan.event_plan import EventPlan, PlannedSheet, Terms, sheets_at
from wordfleet_print.fleet.deck import Deck
from wordfleet_print.press.ink.printable_names import legible
from wordfleet_print.press.panels.layout import Imposition
from wordfleet_print.press.pdf.glyphs import Characters, characters_of_sheets
from wordfleet_print.press.pdf.pages import Block, Bookmark, Numbering, Page, Shape, print_block
from wordfleet_print.press.trackers import SheetPress, short_title
from wordfleet_print.sheet.sheet import Seat, Sheet, make_sheet, words_from
from wordfleet_print.sheet.sheet_code import SheetCode

KEPT = 64
"""Setups that are kept ready."""


class Ticket(NamedTuple):
    """One sheet to make: its seed, what is printed of its captain, and which of the pack's variants it is."""

    seed: int
    seat: Seat
    variant: int = 0
    club: str = ""


@dataclass(frozen=True, slots=True)
class Setup:
    """An event's deck and press, described: hashable, picklable, the same on every machine.

    `variants` are those of the players (`PackLooks.variants`); `single` is for files of few sheets, each on leaves of
    its own.
    """

    terms: Terms
    looks: PackLooks
    variants: tuple[tuple[bool, bool], ...]
    single: bool = False

    def ticket(self, planned: PlannedSheet) -> Ticket:
        """What a worker must know to make a sheet of the plan."""
        seed, player, seat = planned
        if player is None:
            return Ticket(seed, seat)
        variant = self.variants.index(self.looks.variant(player)) if len(self.variants) > 1 else 0
        return Ticket(seed, seat, variant, player.club)

    def ready(self) -> Ready:
        """Deck and press, made once a process, and fonts. Raises `BadInputError` for what does not fit the paper."""
        self.looks.use_fonts()
        return _ready(self)


class Ready:
    """A setup, made ready: sheets can be made and printed."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup

    @cached_property
    def deck(self) -> Deck:
        """The deck."""
        return self._setup.terms.deck()

    @cached_property
    def impositions(self) -> tuple[Imposition, ...]:
        """How the sheets of each variant lie on the paper."""
        setup = self._setup
        blank = setup.terms.blank
        return tuple(setup.looks.impositions(self.deck.edition, setup.variants, blank=blank, single=setup.single))

    @cached_property
    def press(self) -> SheetPress:
        """The press."""
        return SheetPress(self.impositions, stamped=not self._setup.single)

    def characters(self, names: Iterable[str]) -> Characters:
        """The characters of its sheets for people of these names."""
        return characters_of_sheets([self._fleets, *map(legible, names)], [self._fleets, words_from(self.deck)])

    @cached_property
    def _fleets(self) -> str:
        """All characters of fleets' names."""
        return "".join(sorted(set("The ").union(*self.deck.names.adjectives, *self.deck.names.nouns)))

    def make(self, ticket: Ticket) -> Sheet:
        """The ticket's sheet."""
        code = SheetCode(self.deck.digest, ticket.seed)
        return make_sheet(self.deck, code, placed=self._setup.terms.placed, seat=ticket.seat)

    def groups(self, tickets: Iterable[Ticket]) -> Iterator[Group]:
        """The tickets that make printed pages together: alike, side by side, no more than one leaf takes."""
        return grouped(tickets, [imposition.group for imposition in self.impositions])


class Group(NamedTuple):
    """Tickets of one variant that share their printed pages."""

    variant: int
    tickets: Sequence[Ticket]


def grouped(tickets: Iterable[Ticket], sizes: Sequence[int]) -> Iterator[Group]:
    """Neighbouring tickets of the same variant, as many together as the variant's size says."""
    waiting: list[Ticket] = []
    for ticket in tickets:
        if waiting and (ticket.variant != waiting[0].variant or len(waiting) == sizes[ticket.variant]):
            yield Group(waiting[0].variant, waiting)
            waiting = []
        waiting.append(ticket)
    if waiting:
        yield Group(waiting[0].variant, waiting)


_ready = lru_cache(maxsize=KEPT)(Ready)


BACK_LABEL = "rules"
NO_TABLE = "No table"
SPARES = "Spare sheets"
BookmarkEntries: TypeAlias = tuple[Bookmark, ...]


@dataclass(frozen=True, slots=True)
class SheetSection:
    """Sheets that become one block: the headings above it, the outermost first; how many sheets, and bookmarks over
    those of the sheets; the tickets in printing order, when they are due.
    """

    titles: tuple[str, ...]
    sheets: int
    tables: int
    tickets: Callable[[], Sequence[Ticket]]


def section_of(titles: tuple[str, ...], tickets: Sequence[Ticket]) -> SheetSection:
    """Tickets that are known already, at one table or none: those of the same table and round share a bookmark."""
    tables = sum(1 for _ in groupby(tickets, key=lambda ticket: (ticket.seat.table, ticket.seat.round)))
    return SheetSection(titles, len(tickets), tables, lambda: tickets)


def sections_of(plan: EventPlan, setup: Setup, stretches: Iterable[Stretch]) -> Iterator[SheetSection]:
    """The stretches of a plan."""
    for stretch in stretches:
        yield SheetSection(stretch.titles, stretch.sheets, stretch.tables, partial(_tickets, plan, setup, stretch))


def _tickets(plan: EventPlan, setup: Setup, stretch: Stretch) -> list[Ticket]:
    return [setup.ticket(planned) for index, _, seating in stretch for planned in sheets_at(plan, index, seating)]


Maker: TypeAlias = Callable[[Ready, Sequence[Ticket], Sequence[Sheet]], Sequence[bytes]]
"""Makes products of a section's tickets and their sheets; it pickles."""


def make_section(setup: Setup, tickets: Sequence[Ticket], makers: Sequence[Maker]) -> list[bytes]:
    """A section's sheets, made once, and all products that are to be made of them."""
    ready = setup.ready()
    sheets = [ready.make(ticket) for ticket in tickets]
    return [product for make in makers for product in make(ready, tickets, sheets)]


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of the sheets, as a block that stands in `place`. `back`: objects of the pages behind, by number."""

    place: Numbering
    back: Mapping[int, int]
    by_table: bool

    def make(self, ready: Ready, tickets: Sequence[Ticket], sheets: Sequence[Sheet]) -> list[bytes]:
        """Print them."""
        return [self.block(ready, tickets, sheets).pack()]

    def block(self, ready: Ready, tickets: Sequence[Ticket], sheets: Sequence[Sheet]) -> Block:
        """The block of their pages."""
        stamps = set[str]()
        return print_block(list(self._leaves(ready, tickets, sheets, stamps)), self.place, stamps)

    def _leaves(
        self, ready: Ready, tickets: Sequence[Ticket], sheets: Sequence[Sheet], stamps: set[str]
    ) -> Iterator[Page]:
        """The pages of each group of sheets, the first one bookmarked, each with its back."""
        entries, rest = sheet_entries(tickets, by_table=self.by_table), iter(sheets)
        for variant, group in ready.groups(tickets):
            imposition = ready.impositions[variant]
            who = " | ".join([label(ticket.seat) for ticket in group])
            marks: BookmarkEntries = tuple([mark for _ in group for mark in next(entries)])
            pages = ready.press.print(variant, list(islice(rest, len(group))), stamps)
            for number, content in enumerate(pages, start=1):
                title = who if len(imposition.pages) == 1 else f"{who} {number}/{len(imposition.pages)}"
                yield Page(content, title, marks if number == 1 else ())
                if behind := imposition.back:
                    yield Page(self.back[behind[(number - 1) % len(behind)]], BACK_LABEL)


def label(seat: Seat) -> str:
    """A sheet's page label: table and captain, with the serial where there is no name."""
    return f"{seat.table} · {_who(seat)}" if seat.table else _who(seat)


def _who(seat: Seat) -> str:
    return short_title(seat.captain) if seat.captain else f"Sheet {seat.serial}"


def sheet_entries(tickets: Sequence[Ticket], *, by_table: bool) -> Iterator[BookmarkEntries]:
    """Each sheet's bookmarks: its table's before that table's first, then its captain's."""
    above: tuple[str, str] | None = None
    for _, seat, *_ in tickets:
        title = f"Round {seat.round} · {_who(seat)}" if by_table else _who(seat)
        over = seat.table, "any" if by_table and seat.round else seat.round
        if over == above:
            yield (Bookmark(1, title),)
        else:
            yield Bookmark(0, _table_title(seat)), Bookmark(1, title)
        above = over


def _table_title(seat: Seat) -> str:
    if seat.table:
        return f"Table {seat.table}"
    return NO_TABLE if seat.round else SPARES


def shape_of_section(section: SheetSection, impositions: Sequence[Imposition]) -> Shape:
    """The shape of the block that a section makes, without making a sheet."""
    if len(impositions) == 1:
        groups = [(0, -(-section.sheets // impositions[0].group))]
    else:
        sizes = [imposition.group for imposition in impositions]
        groups = [(group.variant, 1) for group in grouped(section.tickets(), sizes)]
    fronts = [len(impositions[variant].pages) * count for variant, count in groups]
    sides = [2 if impositions[variant].back else 1 for variant, _ in groups]
    pages = sum(front * side for front, side in zip(fronts, sides, strict=True))
    return Shape(pages, sum(fronts), section.sheets + section.tables)
