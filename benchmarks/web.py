"""The print shop under load: a client on loopback, bounded in time.

`python -m benchmarks.web` measures it by itself.
"""

from __future__ import annotations

import asyncio
import gzip
import os
import re
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeVar
from urllib.parse import urlencode, urlsplit

from benchmarks.measure import Figure, at_most, table, told

CLIENTS, TABLES = 50, 60
SECONDS = 8.0
"""How long a crowd prints each time; twice as long at most while an event is printed."""
SHEETS, STARTS = 2_000, 3
T = TypeVar("T")


class Said(NamedTuple):
    """An answer: its status, headers, body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Visit:
    """What a crowd met: seconds of each answer, how many were errors, and seconds in all."""

    seconds: list[float] = field(default_factory=list)
    errors: int = 0
    whole: float = 0

    @property
    def rate(self) -> float:
        """Good answers a second."""
        return (len(self.seconds) - self.errors) / self.whole

    def percentile(self, percent: int) -> float:
        """Milliseconds within which so many of a hundred answers came."""
        return quantiles(self.seconds, n=100, method="inclusive")[percent - 1] * 1e3


class Visitor:
    """One connection to a shop, kept open: a lean one, so that the shop has the processors."""

    def __init__(self, link: str, cookie: str = "") -> None:
        self.link, self.cookie = link, cookie
        self._host = urlsplit(link).netloc
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, form: bytes = b"") -> Said:
        """An answer; a form is posted. Raises `OSError` or `EOFError` where the connection breaks."""
        if self._streams is None:
            name, _, port = self._host.rpartition(":")
            self._streams = await asyncio.open_connection(name, int(port), limit=1 << 20)
        reader, writer = self._streams
        head = [f"{'POST' if form else 'GET'} {path} HTTP/1.1", f"Host: {self._host}", "Accept-Encoding: gzip"]
        head += [f"Cookie: {self.cookie}"] * bool(self.cookie)
        head += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(form)}"] * bool(form)
        writer.write("\r\n".join([*head, "", ""]).encode() + form)
        raw = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in raw[1:-2])}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            await self.close()
        return Said(int(raw[0].split()[1]), headers, body)

    async def enter(self) -> Said:
        """Come by the shop's link, with the cookie that it gives for it; the home page."""
        link = urlsplit(self.link)
        said = await self.ask(f"{link.path}?{link.query}")
        self.cookie = said.headers.get("set-cookie", "").partition(";")[0]
        return await self.ask("/") if said.status == 303 else said

    async def deal(self, *names: str) -> str:
        """The address of a table that was dealt for these."""
        fields = {f"captain-{number}": name for number, name in enumerate(names, start=1)}
        return await self._sent("/tracker", paper="a4", **fields)

    async def begin_event(self, sheets: int) -> str:
        """The address of an event of so many sheets that is being printed."""
        event = await self._sent("/event", players=f"{sheets}")
        page = (await self.ask(f"{event}/plan")).body.decode()
        version = re.findall(r'name="version" value="(\d+)"', page)[0]
        await self._sent(f"{event}/plan", title="Night", rounds="1", do="print", version=version)
        return event

    async def _sent(self, path: str, **fields: str) -> str:
        """Where a form leads. Raises `RuntimeError` where it is not taken."""
        said = await self.ask(path, urlencode(fields).encode())
        if said.status != 303:
            raise RuntimeError(f"{path} is answered with {said.status}")
        return said.headers["location"].partition("#")[0]

    async def close(self) -> None:
        """Go; the next question opens the door again."""
        if self._streams:
            self._streams[1].close()
            with suppress(OSError):
                await self._streams[1].wait_closed()
            self._streams = None


def figures(seconds: float = SECONDS, sheets: int = SHEETS, starts: int = STARTS) -> Iterator[Figure]:
    """Rates, milliseconds, bytes."""
    visits = [_served(lambda shop: _printed(shop, seconds)) for _ in range(starts - 1)]
    last, beside, (weight, styles) = _served(lambda shop: _visited_for_all(shop, seconds, sheets))
    visit = max(*visits, last, key=lambda visit: visit.rate) if visits else last
    yield told(f"{CLIENTS} clients at once, two workers", visit.rate, "PDFs/s")
    yield told("the same, half of the answers", visit.percentile(50), "ms")
    yield at_most("the same, 99 of 100 answers", visit.percentile(99), "ms", 300)
    yield at_most("the same, errors", visit.errors, "", 0)
    yield at_most(f"with an event of {sheets:,} sheets beside it, 99 of 100", beside.percentile(99), "ms", 1_000)
    yield at_most("the same, errors", beside.errors, "", 0)
    yield at_most("the first page from a cold start", min(_first_page() for _ in range(starts)), "s", 1.5)
    yield at_most("the home page with all that it loads", weight / 1000, "kB", 60)
    yield at_most("style sheets of the home page", styles, "", 1)


@contextmanager
def _open(workers: int) -> Iterator[str]:
    """A shop in a process of its own, in a folder of its own; the link that opens it."""
    command = [sys.executable, "-m", "wordfleet_print", "serve", "--no-open", "--workers", f"{workers}"]
    with TemporaryDirectory() as folder:
        env = {**os.environ, "TMPDIR": folder}
        with subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE) as shop:
            try:
                line = (shop.stdout.readline() if shop.stdout else b"").decode()
                yield re.findall(r"http://\S+", line)[0]
            finally:
                shop.terminate()


def _served(visit: Callable[[Visitor], Awaitable[T]]) -> T:
    with _open(2) as link:
        return asyncio.run(_visited(link, visit))


async def _visited(link: str, visit: Callable[[Visitor], Awaitable[T]]) -> T:
    visitor = Visitor(link)
    await visitor.enter()
    try:
        return await visit(visitor)
    finally:
        await visitor.close()


async def _tables(visitor: Visitor) -> list[str]:
    """Tables of other names each."""
    return [await visitor.deal(f"Captain {number}", f"Zoé {number}") for number in range(TABLES)]


async def _printed(visitor: Visitor, seconds: float) -> Visit:
    tables = await _tables(visitor)
    await _crowd(visitor, tables, seconds / 4)
    return await _crowd(visitor, tables, seconds)


async def _visited_for_all(visitor: Visitor, seconds: float, sheets: int) -> tuple[Visit, Visit, tuple[int, int]]:
    """A crowd, a crowd beside an event, and what the home page weighs."""
    weight = await _weight(visitor)
    return await _printed(visitor, seconds), await _beside_an_event(visitor, seconds, sheets), weight


async def _beside_an_event(visitor: Visitor, seconds: float, sheets: int) -> Visit:
    """What a crowd meets while the event is printed."""
    tables = await _tables(visitor)
    event, going = await visitor.begin_event(sheets), [True]

    async def watch() -> None:
        while going[0]:
            state = (await visitor.ask(f"{event}/progress")).body
            going[0] = b'"waiting"' in state or b'"printing"' in state
            await asyncio.sleep(0.2)

    watching = asyncio.create_task(watch())
    met = await _crowd(visitor, tables, 2 * seconds, lambda: going[0])
    watching.cancel()
    return met


async def _crowd(visitor: Visitor, tables: list[str], seconds: float, on: Callable[[], bool] = lambda: True) -> Visit:
    """Many at once fetch PDFs of these tables, one after another, for so long and while it is `on`."""
    visit, following = Visit(), count()
    begun = time.perf_counter()

    async def fetch() -> None:
        one = Visitor(visitor.link, visitor.cookie)
        while time.perf_counter() - begun < seconds and on():
            start, good = time.perf_counter(), False
            try:
                said = await one.ask(f"{tables[next(following) % len(tables)]}/sheets.pdf")
                good = said.status == 200 and said.body.startswith(b"%PDF-")
            except (OSError, EOFError):
                await one.close()
            visit.seconds.append(time.perf_counter() - start)
            visit.errors += not good
        await one.close()

    await asyncio.gather(*(fetch() for _ in range(CLIENTS)))
    visit.whole = time.perf_counter() - begun
    return visit


def _first_page() -> float:
    """Seconds from the command to the home page."""
    start = time.perf_counter()
    with _open(1) as link:
        asyncio.run(_visited(link, Visitor.enter))
        return time.perf_counter() - start


async def _weight(visitor: Visitor) -> tuple[int, int]:
    """Bytes of the home page with what it loads, as they are sent; and how many style sheets these are."""
    page = await visitor.ask("/")
    text = page.body.decode()
    styles = re.findall(r'rel="stylesheet" href="([^"]+)"', text)
    said = {style: await visitor.ask(style) for style in styles}
    fonts = [
        url for one in said.values() for url in re.findall(r'url\("([^"]+)"\)', gzip.decompress(one.body).decode())
    ]
    others = re.findall(r'(?:src|href)="(/(?:assets|preview)/[^"]+)"', text)
    for url in dict.fromkeys([*(font for font in fonts if "codes-" not in font), *others]):
        said[url] = said.get(url) or await visitor.ask(url)
    return len(page.body) + sum(len(one.body) for one in said.values()), len(styles)


if __name__ == "__main__":
    print(table(figures()))
