"""What the tests of the print shop share: a shop with its own clock, a client at its door, a table that was dealt."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from starlette.testclient import TestClient

from wordfleet_print.desk.app import make_app
from wordfleet_print.desk.keys import Role
from wordfleet_print.desk.orders import ShopOrder
from wordfleet_print.desk.press_children import PressHere
from wordfleet_print.desk.settings import Settings
from wordfleet_print.desk.shop import Shop
from wordfleet_print.sandbox import from_parent, order_as_bytes

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
    return Shop(settings, PressHere(), clock), clock


@contextmanager
def client_of(shop: Shop, role: Role = Role.OWNER) -> Iterator[TestClient]:
    """A browser without a script that was let in at the shop's door: it follows no redirect by itself, and sees what
    went wrong.
    """
    base, cookies = shop.settings.origin or HERE, let_in(shop, role)
    app = make_app(shop)
    with TestClient(app, base, raise_server_exceptions=False, follow_redirects=False, cookies=cookies) as client:
        yield client


def let_in(shop: Shop, role: Role = Role.OWNER) -> dict[str, str]:
    """The cookie of somebody who came by a link."""
    return {f"wordfleet-{shop.settings.port}": shop.keys.cookie(role)} if role else {}


def shop_behind(client: TestClient) -> Shop:
    """The shop that answers this browser."""
    app: Any = client.app
    shop: Shop = app.state.shop
    return shop


def as_sent(order: ShopOrder[T]) -> ShopOrder[T]:
    """An order as a child of the press takes it from its parent."""
    stdin = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(order_as_bytes(order, None)))
    try:
        sent, _ = cast("tuple[ShopOrder[T], None]", from_parent())
    finally:
        sys.stdin = stdin
    return sent


def dealt(client: TestClient, **fields: object) -> str:
    """The address of a table that was dealt of these fields."""
    form = {"captain-1": "Ann", "captain-2": "Ben", **{name.replace("_", "-"): value for name, value in fields.items()}}
    answer = client.post("/tracker", data=form)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).partition("#")[0]


def codes_of(client: TestClient, table: str) -> list[str]:
    """The sheet codes of a dealt table."""
    return re.findall(r'"mono">(WF-[A-Z0-9-]+)<', client.get(f"{table}/codes").text)


def seed_of(client: TestClient, table: str) -> str:
    """The seed of a dealt table."""
    found = re.search(r"<code>([0-9A-Z]{4}-[0-9A-Z]{4})</code>", client.get(f"{table}/codes").text)
    assert found
    return found[1]
