"""What any worker needs to make an event's sheets: small to send, and made ready once in each process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.plan.planner import Place, Terms
from wordfleet_print.fleet.deck import Deck
from wordfleet_print.press.layout.imposition import Imposition
from wordfleet_print.press.sheets import SheetPress
from wordfleet_print.press.text.glyphs import Characters, Glyphs
from wordfleet_print.sheet.code import SheetCode
from wordfleet_print.sheet.sheet import Seat, Sheet, make_sheet


class Row(NamedTuple):
    """One sheet to make: its seed, what is printed of its captain, and which of the pack's variants it is."""

    seed: int
    seat: Seat
    variant: int = 0
    club: str = ""


def row_of(place: Place, variant: int = 0, club: str = "") -> Row:
    """A place of the plan as a row."""
    seat = Seat(place.captain, place.opponent, place.table, place.round, place.serial)
    return Row(place.code.seed, seat, variant, club)


@dataclass(frozen=True, slots=True)
class Setup:
    """An event's deck and press, described: hashable, picklable, the same on every machine.

    `variants` are those of the players (`PackLooks.variants`); `characters` those of its type; `single` is for files of
    few sheets, each on leaves of its own.
    """

    terms: Terms
    looks: PackLooks
    variants: tuple[tuple[bool, bool], ...]
    characters: Characters
    single: bool = False

    def ready(self) -> Ready:
        """Deck and press, made once a process. Raises `BadInputError` for what does not fit the paper."""
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
        """The press, with its type case filled."""
        setup = self._setup
        return SheetPress(Glyphs(setup.characters, setup.looks.on), self.impositions, stamped=not setup.single)

    def make(self, row: Row) -> Sheet:
        """The row's sheet."""
        code = SheetCode(self.deck.digest, row.seed)
        return make_sheet(self.deck, code, placed=self._setup.terms.placed, seat=row.seat)

    def groups(self, rows: Iterable[Row]) -> Iterator[Group]:
        """The rows that make printed pages together: alike, side by side, no more than one leaf takes."""
        return grouped(rows, [imposition.group for imposition in self.impositions])


class Group(NamedTuple):
    """Rows of one variant that share their printed pages."""

    variant: int
    rows: Sequence[Row]


def grouped(rows: Iterable[Row], sizes: Sequence[int]) -> Iterator[Group]:
    """Neighbouring rows of the same variant, as many together as the variant's size says."""
    waiting: list[Row] = []
    for row in rows:
        if waiting and (row.variant != waiting[0].variant or len(waiting) == sizes[row.variant]):
            yield Group(waiting[0].variant, waiting)
            waiting = []
        waiting.append(row)
    if waiting:
        yield Group(waiting[0].variant, waiting)


@cache
def _ready(setup: Setup) -> Ready:
    return Ready(setup)
