"""The shop: open in this process, served to browsers, with an event in it."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from socket import socket
from typing import Any, TypeVar, cast

import anyio
import pytest
from starlette.testclient import TestClient

from support.command import Run, done, files_in
from wordfleet_print.limits import OUTPUT
from wordfleet_print.processes import from_parent, order_as_bytes
from wordfleet_print.web import serving
from wordfleet_print.web.app import make_app
from wordfleet_print.web.events.kept import KeptEvent
from wordfleet_print.web.events.queue import ENDED
from wordfleet_print.web.keys import Role
from wordfleet_print.web.orders import Order
from wordfleet_print.web.press_children import Press
from wordfleet_print.web.settings import Settings
from wordfleet_print.web.shop import Shop, Table

T = TypeVar("T")
HERE = "http://127.0.0.1:8000"
IN_THE_HOUSE = "http://192.0.2.20:8000"
LOCAL_DESK = Settings(frozenset({"127.0.0.1:8000"}), 8000)
HOUSE_DESK = Settings(frozenset({"192.0.2.20:8000"}), 8000, origin=IN_THE_HOUSE)


@dataclass
class Clock:
    """Tells the time that a test says."""

    now: float = 1000.0

    def __call__(self) -> float:
        """The time."""
        return self.now


def open_shop(settings: Settings = LOCAL_DESK) -> tuple[Shop, Clock]:
    """A shop that prints in this process."""
    clock = Clock()
    return Shop(settings, Press(), clock), clock


@contextmanager
def client_of(shop: Shop, role: Role = Role.OWNER, at: str = "127.0.0.1") -> Iterator[TestClient]:
    """A browser without a script, on the machine of this address, that was let in at the shop's door: it follows no
    redirect by itself, and sees what went wrong.
    """
    base, app, who = shop.settings.origin or HERE, make_app(shop), (at, 50000)
    told = {"base_url": base, "raise_server_exceptions": False, "follow_redirects": False, "client": who}
    with TestClient(app, cookies=let_in(shop, role), **told) as client:
        yield client


def let_in(shop: Shop, role: Role = Role.OWNER) -> dict[str, str]:
    """The cookie of somebody who came by a link."""
    return {f"wordfleet-{shop.settings.port}": shop.keys.cookie(role)} if role else {}


def cookie_of(shop: Shop) -> str:
    """The header in which a browser sends its owner's cookie."""
    return "; ".join(f"{name}={value}" for name, value in let_in(shop).items())


def shop_behind(client: TestClient) -> Shop:
    """The shop that answers this browser."""
    app: Any = client.app
    shop: Shop = app.state.shop
    return shop


def until(what: Callable[[], object]) -> None:
    """Wait for something, a minute at most."""
    end = time.monotonic() + 60
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


def child_of(does: str, stderr: Any, *more: str) -> subprocess.Popen[bytes]:
    """A process in place of a child of the shop, that does what this text says."""
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-P", "-c", does, *more], stdin=pipe, stdout=pipe, stderr=stderr)


def serve_here(
    call: Run, patch: pytest.MonkeyPatch, *typed: str, meanwhile: Callable[[Shop], object] = lambda _: None
) -> tuple[Shop, str]:
    """The shop that `serve` opens, which is closed as soon as something was done meanwhile; and what was said."""
    shops: list[Shop] = []

    class _Server:
        def __init__(self, app: Any, ready: Callable[[], None]) -> None:
            shops.append(app.state.shop)
            self._ready = ready

        def run(self, sockets: Sequence[socket]) -> None:
            self._ready()
            meanwhile(shops[0])
            for one in sockets:
                one.close()

    patch.setattr(serving, "_Server", _Server)
    told = done(call("serve", *typed)).out
    anyio.run(shops[0].close)
    return shops[0], told


def as_sent(order: Order[T]) -> Order[T]:
    """An order as a child of the press takes it from its parent."""
    stdin = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(order_as_bytes(order, None)))
    try:
        sent, _ = cast("tuple[Order[T], None]", from_parent())
    finally:
        sys.stdin = stdin
    return sent


def dealt(client: TestClient, **fields: object) -> str:
    """The address of a table that was dealt of these fields."""
    chosen = {name.replace("_", "-"): value for name, value in fields.items()}
    form = {"captain-1": "Ann", "captain-2": "Ben", "paper": "a4", **chosen}
    answer = client.post("/tracker", data=form)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).partition("#")[0]


def table_behind(client: TestClient, address: str) -> Table:
    """What the shop keeps of a dealt table."""
    found = shop_behind(client).tables.find(address.rpartition("/")[2])
    assert found
    return found


def codes_of(client: TestClient, table: str) -> list[str]:
    """The sheet codes of a dealt table."""
    return re.findall(r'"mono">(WF-[A-Z0-9-]+)<', client.get(f"{table}/codes").text)


def seed_of(client: TestClient, table: str) -> str:
    """The seed of a dealt table."""
    found = re.search(r"<code>([0-9A-Z]{4}-[0-9A-Z]{4})</code>", client.get(f"{table}/codes").text)
    assert found
    return found[1]


NO_PRINTER = """
Object.defineProperty(HTMLIFrameElement.prototype, "contentWindow", {
  get() { return { focus() {}, print() { window.printed = (window.printed ?? 0) + 1; } }; },
});
"""
"""A script in place of the print window, which a browser without a screen may crash over: it counts how often that was
asked for.
"""


@contextmanager
def served(host: str | None = None, output: Path = OUTPUT) -> Iterator[tuple[str, Shop]]:
    """A shop on a free port, for this machine alone unless it has a host: its address, and itself."""
    place = serving.open_place(host, 0, "", workers=1, rules=None)
    origin = place.address.rstrip("/") if host else ""
    shop = Shop(replace(place.settings, origin=origin, output=output), Press())
    with serving.served(make_app(shop), place):
        yield place.address.rstrip("/"), shop


def as_one(role: Role, address: str, shop: Shop) -> dict[str, Any]:
    """What a browser's window has of somebody who came by a link."""
    more = {"domain": "127.0.0.1", "path": "/", "expires": -1, "httpOnly": True, "secure": False, "sameSite": "Lax"}
    cookies = [{"name": name, "value": value, **more} for name, value in let_in(shop, role).items()]
    return {"base_url": address, "storage_state": {"cookies": cookies, "origins": []}}


NAMES = ("Zoé Lefèvre", "Jörg Müller", "Nguyễn Hà", "Ann Okafor")
GOOD = ("night.csv", "\n".join(["name,club", *(f"{name},Quay" for name in NAMES)]).encode())
FAULTY = (
    "cup night.csv",
    "\n".join(
        [
            "Player,Club,Table,Fee",
            "Zoé Lefèvre,Quay,,yes",
            ",Quay,,no",
            "Nguyễn Hà,Reef,x,yes",
            "Zoé Lefèvre,Quay,,yes",
            "Ann Okafor,Reef,,yes",
            '"Lee, Bo",Reef,,no',
        ]
    ).encode(),
)
"""Row 3 has no name, row 4 no table, row 5 is row 2 again."""


@dataclass
class Desk:
    """Somebody at the door of a shop, with an event."""

    client: TestClient
    shop: Shop
    at: str = ""

    @property
    def event(self) -> KeptEvent:
        """The event, as the shop keeps it."""
        found = self.shop.events.find(self.at.rpartition("/")[2])
        assert found
        return found

    def get(self, place: str = "", **options: Any) -> Any:
        """A page of the event."""
        return self.client.get(f"{self.at}{place}", **options)

    def post(self, place: str, **fields: Any) -> Any:
        """A form of the event, sent with the version of its page."""
        page = self.get("/" + place.split("/")[1]) if place in {"/list", "/plan"} else self.client.get("/event")
        version = re.findall(r'name="version" value="(\d+)"', page.text)
        told = {"do": "go", **({"version": version[0]} if version else {}), **fields}
        return self.client.post(f"{self.at}{place}", data=told)

    def drop(self, file: tuple[str, bytes], place: str = "") -> Any:
        """A list that is dropped: at the door, or on the event."""
        answer = self.client.post(place or "/event", files={"roster": file})
        if not place and answer.status_code == 303:
            self.at = str(answer.headers["location"])
        return answer

    def plan(self, **fields: Any) -> Any:
        """The plan's form, as it stands but for these fields."""
        page = self.get("/plan").text
        typed = dict(re.findall(r'<input type="text"[^>]*? name="(\w+)" value="([^"]*)"', page))
        ticked = re.findall(r'<input type="(?:radio|checkbox)" name="(\w+)" value="([^"]*)" checked', page)
        told: dict[str, Any] = {**typed}
        for name, value in ticked:
            told.setdefault(name, []).append(value)
        version = re.findall(r'name="version" value="(\d+)"', page)
        return self.client.post(f"{self.at}/plan", data={**told, "version": version[0], "do": "count", **fields})

    def print(self, **fields: Any) -> None:
        """Make the pack, and wait for it."""
        answer = self.plan(do="print", **fields)
        assert answer.headers.get("location") == f"{self.at}/press", answer.text
        self.wait()
        assert self.event.stage == "pack", self.event.printing

    def wait(self) -> None:
        """Until what is printed has come to an end."""
        until(lambda: not self.event.printing or self.event.printing.state in ENDED)

    def files(self) -> dict[str, bytes]:
        """The pack’s files by name."""
        assert self.event.home
        return files_in(self.event.home)
