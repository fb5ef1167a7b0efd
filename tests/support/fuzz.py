"""Hostile requests sent to a shop of this process, one or some at a time, and what each answer must be.

By itself it asks a shop for others, and one of one's own machine, and says what came of it: exit code 1 for any fault.

PYTHONPATH=tests python -m support.fuzz 100000
PYTHONPATH=tests python -m support.fuzz 3000 --seed spring
"""

from __future__ import annotations

import argparse
import faulthandler
import gc
import gzip
import json
import logging
import os
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import unquote

import anyio
from starlette.applications import Starlette
from starlette.types import Message

from support.fuzz_requests import GONE, SILENT, Asked, World, make
from support.fuzz_values import CANARY, lists
from support.shop import Clock
from wordfleet_print.event.plan.event_file import write_record
from wordfleet_print.files import data_folder
from wordfleet_print.services.ask_event import EventRequest
from wordfleet_print.web.app import make_app
from wordfleet_print.web.events.queue import ENDED
from wordfleet_print.web.keys import Role
from wordfleet_print.web.press_children import Press
from wordfleet_print.web.settings import Settings, ShopLimits
from wordfleet_print.web.shop import HEADERS, URLENCODED, Shop

HANG = 20.0
"""Seconds after which an answer no longer counts as one."""
HEAVY = 1_000_000
"""Bytes that no page has, whatever was typed."""
BETWEEN_GOOD, BETWEEN_PACKS = 50, 200
"""Rounds after which a table is dealt and printed, as somebody well-meaning does, and after which an event's pack is
waited for; a page is loaded after each.
"""
SIGN = "the canary sings"
PASSING = 20
"""Seconds that pass for the shop with each round, so that tickets go."""
TELLING = re.compile(rf'Traceback|File "/|site-packages|{SIGN}|wordfleet-print-events')
"""What no answer tells."""
PORT = 8000
HOST = f"127.0.0.1:{PORT}"
_allowed: list[str] = []
_written: list[str] = []


@dataclass
class Tally:
    """What was asked and answered, by route and status (0: no answer); `good` requests between are answered well.
    `faults` should be empty.
    """

    asked: int = 0
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    good: int = 0
    slowest: float = 0
    slowest_asked: str = ""
    faults: list[str] = field(default_factory=list)

    def report(self) -> str:
        """The figures, one a line."""
        routes = sorted({route for route, _ in self.statuses})
        return "\n".join(
            [
                f"{self.asked:,} requests, and {self.good:,} good ones between: {self._by_status(*routes)}",
                *(f"  {route}: {self._by_status(route)}" for route in routes),
                f"slowest answer: {self.slowest:.2f} s, to {self.slowest_asked[:200]}",
                f"faults: {len(self.faults)}",
                *self.faults[:20],
            ]
        )

    def _by_status(self, *routes: str) -> str:
        told: Counter[int] = Counter()
        for (route, status), count in self.statuses.items():
            told[status] += count if route in routes else 0
        return ", ".join(f"{count:,} × {status or 'none'}" for status, count in sorted(told.items()) if count)


@dataclass
class Answered:
    """An answer: its status (0: none came), headers, body; whether it came to its end, and after how many seconds;
    what was raised instead.
    """

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    whole: bool = False
    seconds: float = 0
    raised: list[str] = field(default_factory=list)

    @property
    def streams(self) -> bool:
        """Whether it tells as it goes, without end."""
        return self.headers.get("content-type", "").startswith("text/event-stream")

    @property
    def text(self) -> str:
        """The body, unpacked, as far as it is text."""
        packed = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if packed and self.whole and self.body else self.body).decode("latin-1")


def shop_in(folder: Path, *, own: bool, prints: bool) -> Shop:
    """A shop whose packs go to a folder: of one's `own` games, or of the bundled ones for the house as well. Without
    `prints` no pack is printed.
    """
    limits = ShopLimits(body_seconds=0.02, players=60, rounds=3, queue=3 * prints, unpacked=20_000_000)
    origin = "" if own else f"http://{HOST}"
    settings = Settings(frozenset({HOST}), PORT, origin=origin, output=folder / "output", limits=limits)
    if own:
        shutil.copytree(data_folder("rules"), folder / "rules")
        settings = replace(settings, rules=folder / "rules")
    return Shop(settings, Press(), Clock())


async def fuzz(shop: Shop, count: int, seed: str, doors: tuple[str, ...] = ("/",)) -> Tally:
    """Ask a shop for so much, below these doors; the same seed asks the same, as far as answers are the same."""
    rng = Random(seed)
    tally, app = Tally(), make_app(shop)
    order = EventRequest(None, players=4, seed="fuzz", looks={"paper": "a4"}).job()
    event = b"".join(write_record(order.plan(), order.looks.recorded()))
    cookies = [f"wordfleet-{PORT}={shop.keys.cookie(role)}".encode() for role in (Role.OWNER, Role.GUEST)]
    world = World(HOST, f"http://{HOST}", cookies, lists(event), lambda one: _version(shop, one), doors)
    async with app.router.lifespan_context(app):
        if any("/rules".startswith(door) for door in doors):
            await ask(app, _plain(world, "/rules/index.html"))  # the books are made when they are first asked for
        for number in range(count):
            if tally.asked >= count or len(tally.faults) >= 100:
                break
            if number % BETWEEN_GOOD == 0:
                tally.faults += await _well_meant(app, world, waits=number % BETWEEN_PACKS == 0)
            round_of = [make(rng, world) for _ in range(rng.choice((1, 1, 1, 4)))]
            async with anyio.create_task_group() as group:
                for asked in round_of:
                    group.start_soon(_sent, app, asked, world, tally)
            if isinstance(shop.clock, Clock):
                shop.clock.now += PASSING
            if (await ask(app, _plain(world, "/healthz"))).status == 200:
                tally.good += 1
            else:
                tally.faults.append(f"not well after {' and '.join(map(str, round_of))}")
    return tally


def _version(shop: Shop, ticket: str) -> int:
    event = shop.events.find(ticket)
    return event.version if event else 0


async def _sent(app: Starlette, asked: Asked, world: World, tally: Tally) -> None:
    answered = await ask(app, asked)
    tally.asked += 1
    tally.statuses[asked.route, answered.status] += 1
    if answered.seconds > tally.slowest:
        tally.slowest, tally.slowest_asked = answered.seconds, str(asked)
    tally.faults += [f"{fault}: {asked}" for fault in faults(asked, answered)]
    tally.faults += [f"written: {path}: {asked}" for path in _written]
    _written.clear()
    world.learn(f"{answered.headers.get('location', '')} {answered.text}")


def faults(asked: Asked, answered: Answered) -> Iterator[str]:
    """What is wrong with an answer."""
    status = answered.status
    yield from (f"raises {error}" for error in answered.raised)
    if answered.seconds > HANG:
        yield f"hangs for {answered.seconds:.0f} s"
    if not status:
        if asked.ending != GONE:
            yield "no answer"
        return
    if status >= 500 and (status != 503 or "retry-after" not in answered.headers):
        yield f"status {status}"
    if not answered.whole and not asked.route.endswith(".zip"):  # one whose pack is printed anew meanwhile is cut
        yield "cut short"
    if found := TELLING.search(answered.text):
        yield f"tells “{answered.text[max(0, found.start() - 80) : found.end() + 80]}”"
    if "html" in answered.headers.get("content-type", "") and len(answered.body) > HEAVY:
        yield f"a page of {len(answered.body):,} bytes"
    missing = [name for name in HEADERS if name.lower() not in answered.headers]
    if missing:
        yield f"without {missing[0]}"


async def _well_meant(app: Starlette, world: World, *, waits: bool) -> list[str]:
    """Deal a table and print it, and bring a list; what is wrong with the answers."""
    form = b"captain-1=Ann&captain-2=Ben"
    dealt = await ask(app, _plain(world, "/tracker", form))
    table = dealt.headers.get("location", "").partition("#")[0]
    printed = await ask(app, _plain(world, f"{table}/sheets.pdf"))
    told = []
    if (dealt.status, printed.status, printed.body[:5], printed.whole) != (303, 200, b"%PDF-", True):
        told.append(f"a good table is answered with {dealt.status} and {printed.status}")
    for place in (f"{table}/turns/1", f"{table}/codes"):
        world.learn((await ask(app, _plain(world, place))).text)
    if any("/event".startswith(door) for door in world.doors):
        told += await _brought(app, world, waits=waits)
    return told


async def _brought(app: Starlette, world: World, *, waits: bool) -> list[str]:
    """Bring a list that is as it should be, ask for its pack, and bring one that is not."""
    told = []
    for names in (b"Ann%0ABen%0ACy%0ADi", b"player%09table%0AAnn%09x%0ABen%091%0ABen%091"):
        listed = await ask(app, _plain(world, "/event", b"names=" + names))
        place = listed.headers.get("location", "")
        if listed.status not in {303, 503}:
            told.append(f"a good list is answered with {listed.status}")
        elif listed.status == 303:
            world.learn(place)
            await ask(app, _plain(world, f"{place}/plan"))
            version = world.version_of(place.rpartition("/")[2])
            form = f"title=Night&rounds=1&do=print&version={version}"
            asked = await ask(app, _plain(world, f"{place}/plan", form.encode()))
            if waits and asked.headers.get("location", "").endswith("/press"):
                told += await _printed(app, world, place)
                waits = False
    return told


async def _printed(app: Starlette, world: World, place: str) -> list[str]:
    """Wait for a pack; what is wrong with it."""
    state = ""
    with anyio.move_on_after(5 * HANG):
        while state not in ENDED:
            await anyio.sleep(0.1)
            state = json.loads((await ask(app, _plain(world, f"{place}/progress"))).text)["state"]
    pack = await ask(app, _plain(world, f"{place}/print.zip"))
    return [] if pack.body[:2] == b"PK" else [f"a good pack is {state} and answered with {pack.status}"]


def _plain(world: World, target: str, form: bytes = b"") -> Asked:
    headers = ((b"host", world.host.encode()), (b"cookie", world.cookies[0]))
    posted = ((b"content-type", URLENCODED.encode()),) if form else ()
    return Asked("POST" if form else "GET", target.encode(), (*headers, *posted), (form,))


async def ask(app: Starlette, asked: Asked) -> Answered:
    """The answer to a request, sent as uvicorn sends it."""
    answered = Answered()
    path, _, query = asked.target.partition(b"?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "server": ("127.0.0.1", PORT),
        "client": ("192.0.2.1", 1),
        "scheme": "http",
        "root_path": "",
        "method": asked.method,
        "path": unquote(path.decode("latin-1")),
        "raw_path": path,
        "query_string": query,
        "headers": list(asked.headers),
        "state": {},
    }
    parts = list(asked.body) or [b""]

    async def receive() -> Message:
        if parts:
            part = parts.pop(0)
            return {"type": "http.request", "body": part, "more_body": bool(parts) or asked.ending in {SILENT, GONE}}
        await anyio.sleep(0 if asked.ending == GONE else 0.2)
        while asked.ending != GONE and not answered.streams:  # whoever asks waits for the answer
            await anyio.sleep(0.1)
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            answered.status = message["status"]
            answered.headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in message["headers"]}
        elif message["type"] == "http.response.body":
            answered.body += message.get("body", b"")
            answered.whole = not message.get("more_body", False)

    begun = time.perf_counter()
    with anyio.move_on_after(2 * HANG):
        try:
            await app(scope, receive, send)
        except Exception as error:  # uvicorn would log its traceback
            answered.raised.append(repr(error))
    answered.seconds = time.perf_counter() - begun
    if asked.ending == GONE or answered.streams:
        answered.whole = True  # nobody waited for the rest
    return answered


@contextmanager
def fenced(folder: Path) -> Iterator[None]:
    """Notes whatever this process writes outside a folder, in which its temporary files go, too; beside what the shop
    is given there lies a file that it has no business with.
    """
    gc.collect()  # what was done before may still have files to throw away
    (folder / CANARY).write_text(SIGN, encoding="utf-8")
    (folder / "tmp").mkdir()
    before, tempfile.tempdir = tempfile.tempdir, str(folder / "tmp")
    _allowed[:] = [str(folder.resolve()), os.devnull]
    if not _hooked:
        sys.addaudithook(_heard)
        _hooked.append(True)
    try:
        yield
    finally:
        _allowed.clear()
        tempfile.tempdir = before


_hooked: list[bool] = []
_WRITES = {"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod"}
_BESIDE = {"os.mkdir", "os.remove", "os.rmdir"}
"""What is told with the folder that a path is relative to, as a descriptor."""
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


def _heard(event: str, arguments: tuple[Any, ...]) -> None:
    if not _allowed or not (event in _WRITES or (event == "open" and arguments[2] & _WRITING)):
        return
    path = arguments[0]
    if isinstance(path, str | bytes | os.PathLike):
        place = arguments[-1] if event in _BESIDE and arguments[-1] != -1 else None
        told = os.path.realpath(Path("." if place is None else f"/proc/self/fd/{place}", os.fsdecode(path)))
        if not told.startswith(tuple(_allowed)) and "__pycache__" not in told:
            _written.append(f"{event} {told}")


STUCK = 10 * HANG
"""Seconds after which a request that never ends shows where it is."""


def main() -> int:
    """Ask each shop for half of it."""
    parser = argparse.ArgumentParser(prog="python -m support.fuzz", description=__doc__)
    parser.add_argument("requests", type=int, nargs="?", default=3_000)
    parser.add_argument("--seed", default="hostile")
    asked = parser.parse_args()
    logging.getLogger("wordfleet_print.web").addHandler(logging.StreamHandler())
    well = True
    for own in (False, True):
        with tempfile.TemporaryDirectory() as name, fenced(Path(name)):
            faulthandler.dump_traceback_later(STUCK + asked.requests, exit=True)
            tally = anyio.run(fuzz, shop_in(Path(name), own=own, prints=True), asked.requests // 2, asked.seed)
            strays = {path.name for path in Path(name).iterdir()} - {"output", "tmp", "rules", "canary.txt"}
            tally.faults += [f"stray: {stray}" for stray in strays]
        sys.stdout.write(f"A shop {'of one’s own' if own else 'for the house'}, “{asked.seed}”: {tally.report()}\n")
        well = well and not tally.faults
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
