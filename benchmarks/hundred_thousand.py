"""A hundred thousand sheets, made and checked: `python -m benchmarks.hundred_thousand [--sheets N]`.

The sheets alone and the whole pack, each in a fresh process, by one worker and by two, from a CSV roster with names.
Then an independent reader (PDFium) reads every page of the pack and compares it with the manifest. The figures of the
full number are written to `benchmarks/README.md`; those of fewer sheets are only printed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import sys
import tempfile
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import groupby, islice
from operator import attrgetter
from pathlib import Path
from string import ascii_uppercase
from types import SimpleNamespace

import psutil
import pypdfium2

from benchmarks.batch import TERMS, Spent, names, spend
from benchmarks.measure import Figure, at_least, at_most, table, told
from benchmarks.peers.check import packed
from wordfleet_print.sheet.sheet import unfairness

FULL, SMALL = 100_000, 1_000
REPORT = Path(__file__).with_name("README.md")
MARK, NEXT_MARK = "<!-- hundred thousand -->", "<!-- figures -->"
KINDS = {"sheets": "the sheets alone", "pack": "the whole pack"}


def main(*arguments: str) -> int:
    """Make, compare, check, report. Returns 1 where a figure is not reached."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hundred_thousand")
    parser.add_argument("--sheets", type=int, default=FULL, help=f"how many ({FULL:,})")
    count = parser.parse_args(arguments or None).sheets
    with tempfile.TemporaryDirectory() as folder:
        figures = list(_figures(Path(folder), count))
    text = f"{_machine()}\n\n{table(figures)}\n"
    print(text)
    if count == FULL:
        before, rest = REPORT.read_text(encoding="utf-8").split(MARK)
        after = rest.partition(NEXT_MARK)[2]
        REPORT.write_text(f"{before}{MARK}\n{text}\n{NEXT_MARK}{after}", encoding="utf-8")
    return 0 if all(figure.reached for figure in figures) else 1


def _figures(folder: Path, count: int) -> Iterator[Figure]:
    runs = dict(_runs(folder, count))
    for kind, called in KINDS.items():
        yield from _of_kind(kind, f"{called}, {count:,}", runs, count)
    one, two = (folder / f"pack-{count}-{workers}" for workers in (1, 2))
    different = {name for name, _ in _digests(one).items() ^ _digests(two).items()}
    yield at_most("files of the pack that two workers make otherwise than one", len(different), "", 0)
    faults = list(faults_of(one, folder / f"{count}.csv"))
    print(*faults[:20], sep="\n")
    yield at_most("pages and sheets that are not as the manifest and the promises say", len(faults), "", 0)


def _runs(folder: Path, count: int) -> Iterator[tuple[tuple[str, int, int], Spent]]:
    for players in (SMALL, count):
        roster = folder / f"{players}.csv"
        roster.write_text("\n".join(["Name", *islice(names(), players)]), encoding="utf-8")
        for kind in KINDS:
            for workers in (1, 2):
                output = folder / f"{kind}-{players}-{workers}"
                output.mkdir()
                yield (kind, players, workers), (spent := spend(kind, roster, output, workers))
                print(f"{kind}, {players:,} players, {workers} worker(s): {spent}", flush=True)


def _of_kind(kind: str, called: str, runs: Mapping[tuple[str, int, int], Spent], count: int) -> Iterator[Figure]:
    """Of the runs by kind, players and workers."""
    one, two = (runs[kind, count, workers] for workers in (1, 2))
    yield told(f"{called}: one worker", one.wall, "s")
    yield told(f"{called}: CPU of a sheet", one.cpu / count * 1e6, "µs")
    yield told(f"{called}: PDFs", one.bytes / 1e6, "MB")
    yield at_least(f"{called}: two workers, to one", one.wall / two.wall, "×", 1.2)
    spent = [[runs[kind, players, workers] for workers in (1, 2)] for players in (SMALL, count)]
    peaks = [max(max(one.parent_mb, one.worker_mb) for one in some) for some in spent]
    yield at_most(f"{called}: peak memory of the largest process", peaks[1], "MB", 110)
    yield at_most(f"{called}: peak memory, to that of {SMALL:,}", peaks[1] / peaks[0], "×", 1.5)


def _digests(folder: Path) -> dict[str, str]:
    """What is in each file of a pack."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def _machine() -> str:
    """What the figures were measured on."""
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    model = next(line.partition(": ")[2] for line in lines if line.startswith("model name"))
    memory = psutil.virtual_memory().total / 2**30
    return (
        f"{model}, {os.cpu_count()} cores, {memory:.0f} GiB; {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, zlib {zlib.ZLIB_RUNTIME_VERSION}."
    )


PAGES = 500
"""Pages that a process reads at a time."""
NONE = "–"
"""What stands beside a letter that is not in the fleet."""


def faults_of(pack: Path, roster: Path) -> Iterator[str]:
    """All that is wrong with a pack of one round, made for a CSV roster of names with one heading."""
    sheets = list(_manifest(pack / "manifest.json"))
    players = roster.read_text(encoding="utf-8").splitlines()[1:]
    if Counter(players) != Counter(sheet.captain for sheet in sheets):
        yield "the captains of the manifest are not the players of the roster"
    yield from _broken_promises(sheets)
    yield from _misprints(pack, sheets)


def _manifest(path: Path) -> Iterator[SimpleNamespace]:
    """The manifest's lines; it has one for each sheet."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("{"):
                yield SimpleNamespace(**json.loads(line.rstrip(",\n")))


def _broken_promises(sheets: Iterable[SimpleNamespace]) -> Iterator[str]:
    """No fleet twice, ratings inside the band, opponents fair."""
    tables = defaultdict(list)
    fleets = set()
    low, high = TERMS.band
    for sheet in sheets:
        fleet = frozenset(sheet.words)
        if fleet in fleets:
            yield f"{sheet.sheet_code}: the fleet is another's too"
        fleets.add(fleet)
        if not low <= sheet.rating <= high:
            yield f"{sheet.sheet_code}: the rating is {sheet.rating}"
        if sheet.table:
            tables[sheet.round, sheet.table].append(sheet)
    for where, seated in tables.items():
        yield from _unfair(*seated) if len(seated) == 2 else [f"round and table {where}: {len(seated)} players"]


def _unfair(one: SimpleNamespace, other: SimpleNamespace) -> Iterator[str]:
    """What is wrong with a table of two."""
    if (one.captain, one.opponent) != (other.opponent, other.captain):
        yield f"{one.sheet_code} and {other.sheet_code}: the captains are not each other's opponents"
    if {*one.words, *one.launch_codes} & {*other.words, *other.launch_codes}:
        yield f"{one.sheet_code} and {other.sheet_code}: they share a word or a launch code"
    yield from (f"{one.sheet_code} and {other.sheet_code}: {why}" for why in unfairness(one, other, TERMS.deck()))


def _misprints(pack: Path, sheets: Iterable[SimpleNamespace]) -> Iterator[str]:
    """Pages that do not say what the manifest says of them, and pages that it does not know."""
    by_file = {name: list(listed) for name, listed in groupby(sheets, key=attrgetter("file"))}
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for name, listed in by_file.items():
            with pypdfium2.PdfDocument(pack / name) as document:
                if [sheet.page for sheet in listed] != list(range(1, len(document) + 1)):
                    yield f"{name}: its pages are not those of the manifest"
            runs = [listed[i : i + PAGES] for i in range(0, len(listed), PAGES)]
            for misprints in pool.map(partial(_misprinted, pack / name), runs):
                yield from misprints


def _misprinted(path: Path, sheets: Iterable[SimpleNamespace]) -> list[str]:
    """What is missing on the pages of these sheets."""
    found = []
    with pypdfium2.PdfDocument(path) as document:
        for sheet in sheets:
            page = document[sheet.page - 1]
            text = packed(page.get_textpage().get_text_bounded())
            found += [
                f"{path.name}, page {sheet.page}: {said} is not there" for said in _said(sheet) if said not in text
            ]
            page.close()
    return found


def _said(sheet: SimpleNamespace) -> Iterator[str]:
    """What a page says, without spaces: what stands side by side is read in one go."""
    words, codes = "".join(sheet.words), "".join(sheet.launch_codes)
    letters = "".join(f"{letter}{sheet.manifest.get(letter, NONE)}" for letter in ascii_uppercase)
    names = (packed(name) for name in (sheet.captain, sheet.opponent, sheet.fleet_name))
    return (said for said in (words, codes, *names, sheet.sheet_code, sheet.serial, letters) if said)


if __name__ == "__main__":
    sys.exit(main())
