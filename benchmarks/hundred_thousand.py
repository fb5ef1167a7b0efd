"""A hundred thousand sheets, made and checked: `python -m benchmarks.hundred_thousand [--sheets N]`.

The sheets alone and the whole pack, each in a fresh process, by one worker and by two, from a CSV roster with names.
Then an independent reader (PDFium) reads every page of the pack and compares it with the manifest. The figures of the
full number are written to `benchmarks/README.md`; those of fewer sheets are only printed.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import sys
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

import psutil

from benchmarks.batch import Spent, names, spend
from benchmarks.manifest_check import faults_of
from benchmarks.measure import Figure, at_least, at_most, table, told

FULL, SMALL = 100_000, 1_000
REPORT = Path(__file__).with_name("README.md")
MARK, NEXT_MARK = "<!-- hundred thousand -->", "<!-- figures -->"
KINDS = {"sheets": "the sheets alone", "pack": "the whole pack"}
Runs = Mapping[tuple[str, int, int], Spent]
"""By kind, players and workers."""


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


def _of_kind(kind: str, called: str, runs: Runs, count: int) -> Iterator[Figure]:
    one, two = (runs[kind, count, workers] for workers in (1, 2))
    yield told(f"{called}: one worker", one.wall, "s")
    yield told(f"{called}: CPU of a sheet", one.cpu / count * 1e6, "µs")
    yield told(f"{called}: PDFs", one.bytes / 1e6, "MB")
    yield at_least(f"{called}: two workers, to one", one.wall / two.wall, "×", 1.2)
    peaks = [max(_peak(runs[kind, players, workers]) for workers in (1, 2)) for players in (SMALL, count)]
    yield at_most(f"{called}: peak memory of the largest process", peaks[1], "MB", 110)
    yield at_most(f"{called}: peak memory, to that of {SMALL:,}", peaks[1] / peaks[0], "×", 1.5)


def _peak(spent: Spent) -> float:
    return max(spent.parent_mb, spent.worker_mb)


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


if __name__ == "__main__":
    sys.exit(main())
