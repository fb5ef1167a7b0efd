"""Visitors of a shop on loopback: lean ones, so that the shop has the processors; each has an address of its own."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from statistics import quantiles
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

_addresses = count(1)


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
    """One connection to a shop, kept open."""

    def __init__(self, shop: str) -> None:
        self._host = urlsplit(shop).netloc
        self._cookie = self.token = ""
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, form: bytes = b"", kind: str = "application/x-www-form-urlencoded") -> Said:
        """An answer; a form is posted. Raises `OSError` or `EOFError` where the connection breaks."""
        if self._streams is None:
            name, _, port = self._host.rpartition(":")
            self._streams = await asyncio.open_connection(name, int(port), limit=1 << 20)
        reader, writer = self._streams
        number = next(_addresses)
        address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        head = [f"{'POST' if form else 'GET'} {path} HTTP/1.1", f"Host: {self._host}", f"X-Forwarded-For: {address}"]
        head += [f"Cookie: {self._cookie}"] * bool(self._cookie) + ["Accept-Encoding: gzip"]
        head += [f"Content-Type: {kind}", f"Content-Length: {len(form)}"] * bool(form)
        writer.write("\r\n".join([*head, "", ""]).encode() + form)
        raw = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in raw[1:-2])}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            self.close()
        return Said(int(raw[0].split()[1]), headers, body)

    async def enter(self) -> None:
        """Load the form, with the cookie and the token that forms need."""
        said = await self.ask("/tracker")
        self._cookie = said.headers["set-cookie"].partition(";")[0]
        self.token = re.findall(r'name="token" value="(\w+)"', said.body.decode())[0]

    async def deal(self, *names: str) -> str:
        """The address of a table that was dealt for these."""
        fields = {f"captain-{number}": name for number, name in enumerate(names, start=1)}
        said = await self.ask("/tracker", urlencode({**fields, "paper": "a4", "token": self.token}).encode())
        return said.headers["location"].partition("#")[0]

    def close(self) -> None:
        """Go; the next question opens the door again."""
        if self._streams:
            self._streams[1].close()
            self._streams = None


async def crowd(
    shop: str, tables: list[str], clients: int, seconds: float, on: Callable[[], bool] = lambda: True
) -> Visit:
    """So many at once fetch PDFs of these tables, one after another, for so long and while it is `on`."""
    visit, following = Visit(), count()
    begun = time.perf_counter()

    async def fetch() -> None:
        visitor = Visitor(shop)
        while time.perf_counter() - begun < seconds and on():
            start, good = time.perf_counter(), False
            try:
                said = await visitor.ask(f"{tables[next(following) % len(tables)]}/sheets.pdf")
                good = said.status == 200 and said.body.startswith(b"%PDF-")
            except (OSError, EOFError):
                visitor.close()
            visit.seconds.append(time.perf_counter() - start)
            visit.errors += not good
        visitor.close()

    await asyncio.gather(*(fetch() for _ in range(clients)))
    visit.whole = time.perf_counter() - begun
    return visit
