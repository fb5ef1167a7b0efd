"""What pages share while the desk is open, and who is let in with how much."""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import anyio
from starlette.datastructures import FormData, Headers
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wordfleet_print.services.print_kits import KitRequest
from wordfleet_print.services.print_trackers import TrackerRequest
from wordfleet_print.tracker.preview import Preview
from wordfleet_print.web.assets import Assets, Books
from wordfleet_print.web.keys import Keys
from wordfleet_print.web.orders import RULES_SECONDS, SECONDS, Dealt, DealtSheet, PictureWanted, print_rules
from wordfleet_print.web.press_children import Press
from wordfleet_print.web.settings import Clock, Settings, TemporaryFolder, Tickets
from wordfleet_print.web.table_form import TableForm

if TYPE_CHECKING:
    from wordfleet_print.web.events.kept import KeptEvents

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


@dataclass(frozen=True)
class KitOrder:
    """A printed kit: what was asked for, by these fields of its form, by which visitor, and its PDF."""

    request: KitRequest
    fields: tuple[tuple[str, str], ...]
    whose: str
    content: bytes


MOST_KITS, MOST_KIT_BYTES = 20, 60_000_000
"""Printed kits that are kept for a visitor, and how large they may be together; the oldest go first."""
MOST_KITS_OF_ALL = 400


@dataclass
class Lookup:
    """A sheet that the umpire looks at: covered, or open until some time."""

    found: dict[str, Any]
    open_until: float = 0


def digest_of(picture: Preview) -> str:
    """Name what a picture shows."""
    return hashlib.sha256(picture.png).hexdigest()[:12]


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
        self.kits: Tickets[KitOrder] = Tickets(min(limits.tickets, MOST_KITS_OF_ALL), limits.life, self.clock)
        self.lookups: Tickets[Lookup] = Tickets(limits.tickets, limits.life, self.clock)
        self.folder = TemporaryFolder()
        self.books = Books(self.settings.rules, self.folder)
        self._pictures: OrderedDict[PictureWanted, Preview] = OrderedDict()
        self._rules: dict[tuple[str, str, bool], bytes] = {}

    @cached_property
    def events(self) -> KeptEvents:
        """All events at the desk, whose rooms are loaded when the first is asked for."""
        from wordfleet_print.web.events.kept import KeptEvents

        return KeptEvents(self.settings, self.clock, self.folder)

    def keep(self, table: Table) -> str:
        """A ticket for a table, and one for each of its sheets."""
        numbers = range(1, len(table.dealt.sheets) + 1)
        table.own = tuple(self.sheets.issue(OwnSheet(table, number)) for number in numbers)
        return self.tables.issue(table)

    def keep_kit(self, order: KitOrder) -> str:
        """Keep a printed kit and return its ticket; a visitor's oldest make room, never another's."""
        own = [(ticket, one) for ticket, one in self.kits.list_held() if one.whose == order.whose]
        while own and (
            len(own) >= MOST_KITS or sum(len(one.content) for _, one in own) + len(order.content) > MOST_KIT_BYTES
        ):
            self.kits.drop(own.pop(0)[0])
        return self.kits.issue(order)

    async def picture(self, order: PictureWanted) -> Preview:
        """The picture of a look, drawn once. Raises `BadInputError` for one that there is not."""
        if order not in self._pictures:
            self._pictures[order] = await self.press.do(SECONDS, PictureWanted.draw, order)
        self._pictures.move_to_end(order)
        while len(self._pictures) > MOST_PICTURES:
            self._pictures.popitem(last=False)
        return self._pictures[order]

    async def rules(self, slug: str, paper: str, *, own: bool, quick: bool) -> bytes:
        """The rulebook of a game as a PDF, or its quick reference: set once, for it takes long; a designer's own rules
        each time, for they may be others now. Raises as `print_rules`.
        """
        wanted = slug, paper, quick
        if not own and wanted in self._rules:
            return self._rules[wanted]
        rules = self.settings.rules if own else None
        content = await self.press.do(RULES_SECONDS, print_rules, slug, paper, rules, quick=quick)
        if not own:
            self._rules[wanted] = content
        return content

    def drawn(self, digest: str) -> Preview | None:
        """A picture of this digest that was drawn lately, if only by rules that are others now."""
        return next((one for one in self._pictures.values() if digest_of(one) == digest), None)

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


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; "
    "frame-src blob: 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""What every answer says; a page or file may say otherwise of how long it is kept, and the rules of their styles."""
_SENT = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
URLENCODED, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"
LONGEST_ADDRESS = 2_000
"""Characters of an address; none of ours has a tenth of them."""
_OTHER_LETTERS = re.compile(r"""\bcharset\s*=\s*["']?(?!utf-8\b)""", re.IGNORECASE)
_PATIENT = "/event"
"""Where rosters are brought."""


class Doors:
    """Sees to all requests: refuses strangers' hosts and forms, and bodies that are too large or too slow."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or raise `HTTPException`."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if len(scope["path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
            raise HTTPException(414)
        headers = Headers(scope=scope)
        if not self._settings.answers_to(headers.get("host", "")):
            raise HTTPException(421)
        if scope["method"] not in {"GET", "HEAD"} and not self._is_ours(headers):
            raise HTTPException(403)
        limits = self._settings.limits
        brings = scope["path"].startswith(_PATIENT) and headers.get("content-type", "").lower().startswith(MULTIPART)
        most = limits.roster + limits.form if brings else limits.form
        measured = _Measured(receive, headers, most, limits.body_seconds)
        # nobody reads a body of GET: whoever tells as they go only waits there for the other side to leave
        taken = receive if scope["method"] in {"GET", "HEAD"} else measured.receive
        await self._app(scope, taken, send)

    def _is_ours(self, headers: Headers) -> bool:
        """Whether a form was sent by a page of ours, as far as browsers tell (Fetch Metadata; RFC 6454).

        Pages that send no referrer send the origin “null” with their forms: then it is for Fetch Metadata to say.
        """
        site, origin = headers.get("sec-fetch-site"), headers.get("origin")
        if origin not in {None, "null"} and str(origin).lower().partition("://")[2] != headers.get("host", "").lower():
            return False
        return site in {"same-origin", "none"} if site else origin != "null"


class _Measured:
    """A body that is counted as it comes, and given up where it is too long or takes too long."""

    def __init__(self, receive: Receive, headers: Headers, most: int, seconds: float) -> None:
        self._receive, self._most, self._seconds = receive, most, seconds
        self._came, self._until = 0, 0.0
        said = headers.get("content-length", "0")
        if not said.isascii() or not said.isdigit() or int(said[:18]) > most:
            raise HTTPException(413 if said.isdigit() else 400)

    async def receive(self) -> Message:
        """The next part of it."""
        if self._came < 0:
            return await self._receive()
        self._until = self._until or anyio.current_time() + self._seconds
        try:
            with anyio.fail_after(max(0, self._until - anyio.current_time())):
                message = await self._receive()
        except TimeoutError as error:
            raise HTTPException(408) from error
        self._came += len(message.get("body", b""))
        if self._came > self._most:
            raise HTTPException(413)
        if not message.get("more_body"):
            self._came = -1
        return message


class Plain:
    """Puts on every answer what `HEADERS` says, unless it says otherwise itself."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with headers."""

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                said = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(one for one in _SENT if one[0] not in said)]
            await send(message)

        await self._app(scope, receive, sent if scope["type"] == "http" else send)


MOST_FILES = 20
"""Lists that are dropped together."""


async def read_form(request: Request, *, files: bool = False) -> FormData:
    """A form of ours: its fields, and files where it may bring some. Raises `HTTPException` for what is none, is cut or
    too large.
    """
    kind, _, more = request.headers.get("content-type", "").partition(";")
    kind = kind.strip().lower()
    if kind not in {URLENCODED, MULTIPART if files else URLENCODED}:
        raise HTTPException(415)
    if kind == MULTIPART:
        await _check_whole(request, more)
    most = shop_of(request).settings.limits.form
    form = await request.form(max_files=MOST_FILES if files else 0, max_fields=500, max_part_size=most)
    if any("\0" in value for _, value in form.multi_items() if isinstance(value, str)):
        raise HTTPException(400)
    return form


async def _check_whole(request: Request, parameters: str) -> None:
    """Raises `HTTPException` (400) for a body in parts without its end (RFC 2046, 5.1.1), or in other letters than
    UTF-8, which browsers never send.
    """
    if _OTHER_LETTERS.search(parameters):
        raise HTTPException(400)
    boundary = re.search(r'boundary="?([^";]+)', parameters)
    body = await request.body()
    if not boundary or not body.rstrip().endswith(f"--{boundary[1].strip()}--".encode("latin-1", "replace")):
        raise HTTPException(400)


def fields_of(form: FormData) -> list[tuple[str, str]]:
    """The fields of a form that are texts."""
    return [(name, value) for name, value in form.multi_items() if isinstance(value, str)]
