"""Sheets made in sections by any worker: what it needs, what it gives back."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from heapq import merge
from itertools import count, groupby, islice
from operator import attrgetter
from typing import NamedTuple, TypeAlias, TypeVar

from wordfleet_print.event.pack.looks import PackLooks, round_title
from wordfleet_print.event.plan.event_plan import (
    BYE_TABLE,
    NO_SHEET,
    EventPlan,
    PlannedSheet,
    Round,
    Seating,
    Terms,
    sheets_at,
)
from wordfleet_print.fleet.deck import Deck
from wordfleet_print.press.ink.printable_names import legible, spelled
from wordfleet_print.press.panels.layout import Imposition
from wordfleet_print.press.pdf.glyphs import Characters, characters_of_sheets
from wordfleet_print.press.pdf.pages import Block, Bookmark, Numbering, Page, Shape, print_block
from wordfleet_print.press.trackers import SheetPress, short_title
from wordfleet_print.sheet.captains import plain
from wordfleet_print.sheet.sheet import Seat, Sheet, make_sheet
from wordfleet_print.sheet.sheet_code import SheetCode

T = TypeVar("T")
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
    """An event's title, deck and press, described: hashable, picklable, the same on every machine.

    `variants` are those of the players (`PackLooks.variants`); `single` is for files of few sheets, each on leaves of
    its own.
    """

    terms: Terms
    looks: PackLooks
    variants: tuple[tuple[bool, bool], ...]
    title: str = ""
    single: bool = False

    def ticket(self, planned: PlannedSheet) -> Ticket:
        """What a worker must know to make a sheet of the plan."""
        seed, player, seat = planned
        if player is None:
            return Ticket(seed, seat)
        variant = self.variants.index(self.looks.variant(player)) if len(self.variants) > 1 else 0
        return Ticket(seed, seat, variant, player.club)

    def of_club(self, club: str) -> Setup:
        """The setup of a club's file: its name stands beside the event's on every sheet."""
        own = "" if club == NO_CLUB else spelled(club)
        return replace(self, title=" · ".join(filter(None, [self.title, own])))

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
        looks, terms, title = setup.looks, setup.terms, setup.title
        make = partial(looks.impositions, self.deck.edition, setup.variants, title=title, single=setup.single)
        return tuple(make(blank=terms.blank, placed=terms.placed))

    @cached_property
    def press(self) -> SheetPress:
        """The press."""
        return SheetPress(self.impositions, stamped=not self._setup.single)

    def characters(self, names: Iterable[str]) -> Characters:
        """The characters of its sheets for people of these names."""
        return characters_of_sheets(
            [self._fleets, *map(legible, names)],
            [
                self._fleets,
                "".join(
                    [
                        self.deck.title,
                        "…; & from the general list added",
                        *(ship.ship for ship in self.deck.edition.fleet),
                    ]
                ),
            ],
        )

    @cached_property
    def _fleets(self) -> str:
        """All characters of fleets' names."""
        return "".join(sorted(set("The ").union(*self.deck.names.adjectives, *self.deck.names.nouns)))

    def make(self, ticket: Ticket) -> Sheet:
        """The ticket's sheet."""
        code = SheetCode(self.deck.digest, ticket.seed)
        return make_sheet(self.deck, code, placed=self._setup.terms.placed, seat=ticket.seat)


def grouped(tickets: Iterable[Ticket], impositions: Sequence[Imposition]) -> Iterator[Sequence[Ticket]]:
    """The tickets that make printed pages together: of one layout, side by side, no more than one leaf takes."""
    waiting: list[Ticket] = []
    for ticket in tickets:
        own = impositions[ticket.variant]
        if waiting and (len(waiting) == own.group or impositions[waiting[0].variant].layout is not own.layout):
            yield waiting
            waiting = []
        waiting.append(ticket)
    if waiting:
        yield waiting


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


SEATINGS = 128
"""Tables in one section: 256 sheets, of which a block of pages is made."""


class Sitting(NamedTuple):
    """One table in one round; rounds, and the tables of a round, count from 0."""

    round: int
    at: int
    seating: Seating


def sections_of(plan: EventPlan, setup: Setup, size: int = SEATINGS) -> Iterator[SheetSection]:
    """Every sitting of a plan that has sheets, in printing order, `size` tables a section at most. Until its tickets
    are due, a sitting takes eight bytes.
    """
    for index, one in enumerate(plan.rounds):
        seeds = plan.seeds[index]
        idle = {first for table, first, _ in one if table == BYE_TABLE and seeds[first] == NO_SHEET}
        sittings = [Sitting(index, at, seating) for at, seating in enumerate(one) if seating.first not in idle]
        for part in cut(sittings, size):
            titles = (round_title(one), _span(part)) if len(part) != len(sittings) else (round_title(one),)
            where = array("I", [number for index, at, _ in part for number in (index, at)])
            tables = sum(1 for _ in groupby(part, key=attrgetter("seating.table")))
            yield SheetSection(titles, sum(map(_sheets, part)), tables, partial(_tickets, plan, setup, where))


def _sheets(sitting: Sitting) -> int:
    """How many sheets it has."""
    return 1 if sitting.seating.second is None else 2


NO_CLUB = "No club"


def files_of_clubs(plan: EventPlan, setup: Setup) -> Iterator[tuple[str, list[SheetSection]]]:
    """Each club with the sections of its file: the sheets of its players, round by round in table order; those without
    a club are last.
    """
    clubs = sorted({player.club for player in plan.players}, key=lambda club: (not club, plain(club), club))
    for club in clubs:
        sections = []
        for at, one in enumerate(plan.rounds):
            seeds = plan.seeds[at]
            whose = [
                (number, seating)
                for number, seating in enumerate(one)
                if any(who is not None and _is_of(plan, club, who, seeds) for who in seating[1:])
            ]
            for part in cut(whose, SEATINGS):
                where = array("I", [number for seat, _ in part for number in (at, seat)])
                sheets = sum(who is not None and _is_of(plan, club, who, seeds) for _, two in part for who in two[1:])
                tables = sum(1 for _ in groupby(part, key=lambda seated: seated[1].table))
                due = partial(_tickets, plan, setup, where, club)
                sections.append(SheetSection((club or NO_CLUB, round_title(one)), sheets, tables, due))
        if sections:
            yield club or NO_CLUB, sections


def _is_of(plan: EventPlan, club: str, place: int, seeds: array[int]) -> bool:
    return seeds[place] != NO_SHEET and plan.players[place].club == club


def _tickets(plan: EventPlan, setup: Setup, where: array[int], club: str | None = None) -> list[Ticket]:
    """The tickets of sittings that are told by round and table, one number after the other; of a club's alone."""
    seated = ((index, plan.rounds[index][at]) for index, at in zip(where[::2], where[1::2], strict=True))
    sheets = (planned for index, seating in seated for planned in sheets_at(plan, index, seating))
    return [setup.ticket(one) for one in sheets if club is None or (one.player and one.player.club == club)]


def by_table(rounds: tuple[Round, ...]) -> Iterator[Sitting]:
    """Every table's rounds one after the other; those without a table last."""
    return merge(
        *map(_sittings, count(), rounds), key=lambda one: (one.seating.table == BYE_TABLE, one.seating.table, one.round)
    )


def _sittings(index: int, one: Round) -> Iterator[Sitting]:
    return (Sitting(index, at, seating) for at, seating in enumerate(one))


def table_of(sitting: Sitting) -> int:
    """The number of its table."""
    return sitting.seating.table


def _span(part: tuple[Sitting, ...]) -> str:
    """“Tables 1–128”, or who has none."""
    tables = [sitting.seating.table for sitting in part if sitting.seating.table != BYE_TABLE]
    if not tables:
        return "No table"
    return f"Tables {tables[0]}–{tables[-1]}" if tables[0] != tables[-1] else f"Table {tables[0]}"


def cut(items: Iterable[T], size: int) -> Iterator[tuple[T, ...]]:
    """The items, so many at a time."""
    rest = iter(items)
    while part := tuple(islice(rest, size)):
        yield part


class MadeSection(NamedTuple):
    """A section's tickets, their sheets, and what these are printed by."""

    ready: Ready
    tickets: Sequence[Ticket]
    sheets: Sequence[Sheet]

    def groups(self) -> Iterator[tuple[Imposition, Sequence[Ticket], Sequence[Sheet]]]:
        """What is printed together: how its first sheet lies on the paper, its tickets and sheets."""
        rest, impositions = iter(self.sheets), self.ready.impositions
        for tickets in grouped(self.tickets, impositions):
            yield impositions[tickets[0].variant], tickets, list(islice(rest, len(tickets)))


Maker: TypeAlias = Callable[[MadeSection], Sequence[bytes]]
"""Makes products of a section; it pickles."""


def made_section(setup: Setup, tickets: Sequence[Ticket]) -> MadeSection:
    """A section's sheets, made."""
    ready = setup.ready()
    return MadeSection(ready, tickets, [ready.make(ticket) for ticket in tickets])


def make_section(setup: Setup, tickets: Sequence[Ticket], makers: Sequence[Maker]) -> list[bytes]:
    """All products that are to be made of a section, whose sheets are made once."""
    section = made_section(setup, tickets)
    return [product for make in makers for product in make(section)]


def print_pages(place: Numbering, back: Mapping[int, int], section: MadeSection) -> Block:
    """The pages of each group of sheets, the first one bookmarked, each with its back, as a block that stands in
    `place`. `back`: objects of the pages behind, by number.
    """
    stamps, leaves = set[str](), list[Page]()
    entries = sheet_entries(section.tickets)
    for imposition, group, sheets in section.groups():
        who = " | ".join([label(ticket.seat) for ticket in group])
        marks: BookmarkEntries = tuple([mark for _ in group for mark in next(entries)])
        pages = section.ready.press.print([ticket.variant for ticket in group], sheets, stamps)
        for number, content in enumerate(pages, start=1):
            title = who if len(imposition.pages) == 1 else f"{who} {number}/{len(imposition.pages)}"
            leaves.append(Page(content, title, marks if number == 1 else ()))
            if behind := imposition.back:
                leaves.append(Page(back[behind[(number - 1) % len(behind)]], BACK_LABEL))
    return print_block(leaves, place, stamps)


def label(seat: Seat) -> str:
    """A sheet's page label: table and captain, with the serial where there is no name."""
    return f"{seat.table} · {_who(seat)}" if seat.table else _who(seat)


def _who(seat: Seat) -> str:
    return short_title(seat.captain) if seat.captain else f"Sheet {seat.serial}"


def sheet_entries(tickets: Sequence[Ticket]) -> Iterator[BookmarkEntries]:
    """Each sheet's bookmarks: its table's before that table's first, then its captain's."""
    above: tuple[str, str] | None = None
    for _, seat, *_ in tickets:
        title, over = _who(seat), (seat.table, seat.round)
        if over == above:
            yield (Bookmark(1, title),)
        else:
            table = f"Table {seat.table}" if seat.table else NO_TABLE if seat.round else SPARES
            yield Bookmark(0, table), Bookmark(1, title)
        above = over


def shape_of_section(section: SheetSection, impositions: Sequence[Imposition]) -> Shape:
    """The shape of the block that a section makes, without making a sheet."""
    if len(impositions) == 1:
        groups = [(0, -(-section.sheets // impositions[0].group))]
    else:
        groups = [(tickets[0].variant, 1) for tickets in grouped(section.tickets(), impositions)]
    fronts = [len(impositions[variant].pages) * count for variant, count in groups]
    sides = [2 if impositions[variant].back else 1 for variant, _ in groups]
    pages = sum(front * side for front, side in zip(fronts, sides, strict=True))
    return Shape(pages, sum(fronts), section.sheets + section.tables)
