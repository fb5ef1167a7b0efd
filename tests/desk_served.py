"""A print shop of this process that real browsers visit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from desk_made import let_in
from wordfleet_print.desk import serving
from wordfleet_print.desk.app import make_app
from wordfleet_print.desk.keys import Role
from wordfleet_print.desk.press_children import PressHere
from wordfleet_print.desk.shop import Shop
from wordfleet_print.limits import OUTPUT

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
    shop = Shop(replace(place.settings, origin=origin, output=output), PressHere())
    with serving.served(make_app(shop), place):
        yield place.address.rstrip("/"), shop


def as_one(role: Role, address: str, shop: Shop) -> dict[str, Any]:
    """What a browser's window has of somebody who came by a link."""
    more = {"domain": "127.0.0.1", "path": "/", "expires": -1, "httpOnly": True, "secure": False, "sameSite": "Lax"}
    cookies = [{"name": name, "value": value, **more} for name, value in let_in(shop, role).items()]
    return {"base_url": address, "storage_state": {"cookies": cookies, "origins": []}}
