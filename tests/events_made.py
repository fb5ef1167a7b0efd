"""What the tests of events at the print shop share: lists that are brought, packs that are waited for."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import Any

from starlette.testclient import TestClient

from wordfleet_print.desk.events.kept import KeptEvent
from wordfleet_print.desk.events.queue import ENDED
from wordfleet_print.desk.shop import Shop

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
        until = time.monotonic() + 60
        while self.event.printing and self.event.printing.state not in ENDED:
            assert time.monotonic() < until
            time.sleep(0.02)

    def files(self) -> dict[str, bytes]:
        """The pack’s files by name."""
        home = self.event.home
        assert home
        return {path.relative_to(home).as_posix(): path.read_bytes() for path in home.rglob("*") if path.is_file()}
