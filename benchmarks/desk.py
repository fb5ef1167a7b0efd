"""The print shop under load: a client on loopback, bounded in time; ratios are of one run.

    python -m benchmarks.desk --seconds 2 --prints 200

A PDF in process, warm beside cold, is measured by `warm.py`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import psutil

from benchmarks.desk_client import Visit, Visitor, crowd
from benchmarks.desk_server import COLD
from benchmarks.measure import Figure, at_least, at_most, table, told
from wordfleet_print.desk.orders import DrawPicture, PrintSheets
from wordfleet_print.desk.press import MODULE
from wordfleet_print.desk.table_form import SeatFields, TableForm
from wordfleet_print.game import edition_slugs
from wordfleet_print.press.ink.paper import PAPERS
from wordfleet_print.sandbox import Child

CLIENTS, TABLES = 50, 60
SECONDS = 8.0
"""How long a crowd prints each time; twice as long at most while an event is printed."""
PRINTS, SHEETS = 10_000, 2_000
STARTS = 3
T = TypeVar("T")


def figures(seconds: float = SECONDS, prints: int = PRINTS, sheets: int = SHEETS) -> Iterator[Figure]:
    """Rates, milliseconds, megabytes, bytes."""
    cold = min((_served(lambda shop: _printed(shop, seconds), COLD) for _ in range(2)), key=lambda visit: -visit.rate)
    warm = min((_served(lambda shop: _printed(shop, seconds)) for _ in range(2)), key=lambda visit: -visit.rate)
    yield told(f"{CLIENTS} clients at once, two workers", warm.rate, "PDFs/s")
    yield at_least("the same, to the cold path", warm.rate / cold.rate, "×", 20)
    yield told("the same, half of the answers", warm.percentile(50), "ms")
    yield at_most("the same, 99 of 100 answers", warm.percentile(99), "ms", 300)
    yield at_most("the same, errors, the cold path's too", warm.errors + cold.errors, "", 0)
    beside = _served(lambda shop: _beside_an_event(shop, seconds, sheets))
    yield at_most(f"with an event of {sheets:,} sheets beside it, 99 of 100", beside.percentile(99), "ms", 1_000)
    yield at_most("the same, errors", beside.errors, "", 0)
    yield from _memory(prints)
    yield at_most("the first page from a cold start", min(_first_page() for _ in range(STARTS)), "s", 1.5)
    weight, styles = _served(_weight)
    yield at_most("the home page with all that it loads", weight / 1000, "kB", 60)
    yield at_most("style sheets of the home page", styles, "", 1)


@contextmanager
def _open(command: list[str]) -> Iterator[str]:
    """A shop in a process of its own, in a folder of its own; its address."""
    here = str(Path(__file__).parents[1])
    with TemporaryDirectory() as folder:
        env = {**os.environ, "PYTHONPATH": here, "TMPDIR": folder}
        with subprocess.Popen([sys.executable, *command], cwd=folder, env=env, stdout=subprocess.PIPE) as shop:
            try:
                line = (shop.stdout.readline() if shop.stdout else b"").decode()
                yield re.findall(r"http://[^\s/]+", line)[0]
            finally:
                shop.terminate()


def _served(visit: Callable[[str], Awaitable[T]], *how: str) -> T:
    async def told_by() -> T:
        return await visit(address)

    with _open(["-m", "benchmarks.desk_server", *how]) as address:
        return asyncio.run(told_by())


async def _tables(visitor: Visitor) -> list[str]:
    """Tables of other names each, and their workers warm."""
    await visitor.enter()
    return [await visitor.deal(f"Captain {number}", f"Zoé {number}") for number in range(TABLES)]


async def _printed(shop: str, seconds: float) -> Visit:
    tables = await _tables(Visitor(shop))
    await crowd(shop, tables, CLIENTS, seconds / 4)
    return await crowd(shop, tables, CLIENTS, seconds)


async def _beside_an_event(shop: str, seconds: float, sheets: int) -> Visit:
    """What a crowd meets while the event is printed."""
    visitor = Visitor(shop)
    tables = await _tables(visitor)
    said = await visitor.ask("/event", f"players={sheets}&token={visitor.token}".encode())
    event = said.headers["location"]
    page = (await visitor.ask(f"{event}/plan")).body.decode()
    version = re.findall(r'name="version" value="(\d+)"', page)[0]
    form = f"title=Night&rounds=1&do=print&version={version}&token={visitor.token}"
    said = await visitor.ask(f"{event}/plan", form.encode())
    if not said.headers.get("location", "").endswith("/press"):
        raise RuntimeError(f"the event is not printed: {said.status}")
    going = [True]

    async def watch() -> None:
        while going[0]:
            state = (await visitor.ask(f"{event}/progress")).body
            going[0] = b'"waiting"' in state or b'"printing"' in state
            await asyncio.sleep(0.2)

    watching = asyncio.create_task(watch())
    met = await crowd(shop, tables, CLIENTS, 2 * seconds, lambda: going[0])
    watching.cancel()
    return met


def _memory(prints: int) -> Iterator[Figure]:
    """A worker's memory with every look loaded, and what many PDFs add."""
    child = Child(MODULE)
    try:
        for edition, paper, eco, large, left in product(edition_slugs(), PAPERS, *[(False, True)] * 3):
            child.ask(DrawPicture(edition, paper, eco, large, left))
            kinds = frozenset({"eco"} if eco else ())
            seats = (SeatFields("Ann", left, large), SeatFields("Ben", left, large))
            child.ask(PrintSheets(TableForm(seats, edition, paper=paper, kinds=kinds).request("looks")))
        loaded = _megabytes()
        for number in range(prints):
            seats = (SeatFields(f"Captain {number}"), SeatFields(f"Zoé {number}"))
            child.ask(PrintSheets(TableForm(seats).request(f"{number}")))
        yield at_most("a worker with every look loaded", loaded, "MB", 150)
        yield at_most(f"{prints:,} PDFs later, more", _megabytes() - loaded, "MB", 2)
    finally:
        child.end()


def _megabytes() -> float:
    """What our one child has in memory."""
    (worker,) = psutil.Process().children()
    return float(worker.memory_info().rss) / 1e6


def _first_page() -> float:
    """Seconds from the command to the home page."""
    start = time.perf_counter()
    with _open(["-m", "wordfleet_print", "serve", "--no-open"]) as shop:
        asyncio.run(Visitor(shop).ask("/"))
        return time.perf_counter() - start


async def _weight(shop: str) -> tuple[int, int]:
    """Bytes of the home page with what it loads, as they are sent; and how many style sheets these are."""
    import gzip

    visitor = Visitor(shop)
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


def main() -> None:
    """Measure with these bounds, and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.desk")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--prints", type=int, default=PRINTS)
    parser.add_argument("--sheets", type=int, default=SHEETS)
    asked = parser.parse_args()
    print(table(figures(asked.seconds, asked.prints, asked.sheets)))


if __name__ == "__main__":
    main()
