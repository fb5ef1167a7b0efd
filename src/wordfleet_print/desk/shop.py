"""The shop: all that pages share while the desk is open."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import anyio
from starlette.requests import HTTPConnection

from wordfleet_print.desk.assets import Assets
from wordfleet_print.desk.books import Books
from wordfleet_print.desk.folder import TemporaryFolder
from wordfleet_print.desk.keys import Keys
from wordfleet_print.desk.orders import Dealt, DealtSheet, DrawPicture, LookedUp
from wordfleet_print.desk.press import Press
from wordfleet_print.desk.settings import Settings
from wordfleet_print.desk.table_form import TableForm
from wordfleet_print.desk.tickets import Clock, Tickets
from wordfleet_print.jobs.print_trackers import SheetPicture, TrackerRequest

if TYPE_CHECKING:
    from wordfleet_print.desk.events.kept import KeptEvents

MOST_PICTURES = 200
"""Pictures that are kept; the bundled editions have a quarter of them."""


@dataclass
class Table:
    """A dealt table: what was asked for, with its seed, and what came of it; each sheet has a ticket of its own.

    `form` is what it was asked for with, where it was dealt; sheets by their codes have none. `whose` names the visitor
    it was made for.
    """

    request: TrackerRequest
    dealt: Dealt
    form: TableForm | None = None
    own: tuple[str, ...] = ()
    whose: str = ""


@dataclass
class OwnSheet:
    """One captain's sheet of a table, and how often it was fetched."""

    table: Table
    number: int
    fetched: int = 0

    @property
    def sheet(self) -> DealtSheet:
        """What may be told of it."""
        return self.table.dealt.sheets[self.number - 1]


@dataclass
class Lookup:
    """A sheet that the umpire looks at: covered, or open until some time."""

    found: LookedUp
    open_until: float = 0


@dataclass
class Shop:
    """Settings, press, keys and assets; and what was made for whoever holds a ticket."""

    settings: Settings
    press: Press
    clock: Clock = anyio.current_time
    assets: Assets = field(default_factory=Assets)
    keys: Keys = field(default_factory=Keys)

    def __post_init__(self) -> None:
        limits = self.settings.limits
        self.tables: Tickets[Table] = Tickets(limits.tickets, limits.life, self.clock)
        self.sheets: Tickets[OwnSheet] = Tickets(limits.tickets * 4, limits.life, self.clock)
        self.lookups: Tickets[Lookup] = Tickets(limits.tickets, limits.life, self.clock)
        self.folder = TemporaryFolder()
        self.books = Books(self.settings.rules, self.folder)
        self._pictures: OrderedDict[DrawPicture, SheetPicture] = OrderedDict()

    @cached_property
    def events(self) -> KeptEvents:
        """All events at the desk, whose rooms are loaded when the first is asked for."""
        from wordfleet_print.desk.events.kept import KeptEvents

        return KeptEvents(self.settings, self.clock, self.folder)

    def keep(self, table: Table) -> str:
        """A ticket for a table, and one for each of its sheets."""
        numbers = range(1, len(table.dealt.sheets) + 1)
        table.own = tuple(self.sheets.issue(OwnSheet(table, number)) for number in numbers)
        return self.tables.issue(table)

    async def picture(self, order: DrawPicture) -> SheetPicture:
        """The picture of a look, drawn once. Raises `BadInputError` for one that there is not."""
        if order not in self._pictures:
            self._pictures[order] = await self.press.do(order)
        self._pictures.move_to_end(order)
        while len(self._pictures) > MOST_PICTURES:
            self._pictures.popitem(last=False)
        return self._pictures[order]

    def drawn(self, digest: str) -> SheetPicture | None:
        """A picture of this digest that was drawn lately, if only by rules that are others now."""
        return next((one for one in self._pictures.values() if one.digest == digest), None)

    async def close(self) -> None:
        """Put everything away."""
        if "events" in vars(self):
            self.events.queue.end()
        await self.press.end()
        self.folder.close()


def shop_of(request: HTTPConnection) -> Shop:
    """The shop that a request came to."""
    shop: Shop = request.app.state.shop
    return shop
