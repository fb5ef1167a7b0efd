"""What any worker needs to make an event's sheets: small to send, and made ready once in each process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.plan.event_plan import PlannedSheet, Terms
from wordfleet_print.fleet.deck import Deck
from wordfleet_print.press.ink.printable_names import legible
from wordfleet_print.press.panels.layout import Imposition
from wordfleet_print.press.pdf.glyphs import Characters, characters_of_sheets
from wordfleet_print.press.trackers import SheetPress
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
