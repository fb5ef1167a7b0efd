"""One batch in a process of its own: how it was spent comes out as JSON.

`python -m benchmarks.batch WHAT PLAYERS FOLDER [WORKERS]`: WHAT is `sheets` (their PDF alone), `players` (one file for
each) or `pack` (everything); PLAYERS is a roster file, or how many players with names to make up. The folder must be
there and empty. Peaks of memory are read from /proc: `getrusage` would count what the parent had before (Linux).
"""

from __future__ import annotations

import gc
import json
import os
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count, islice, product
from pathlib import Path

import psutil

from wordfleet_print.cli.event_told import watching
from wordfleet_print.event.pack.contents import PLAYERS, Call, SheetsCall
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.pack.pack import Pack
from wordfleet_print.event.plan.plan import EventPlan, Scope, Terms
from wordfleet_print.event.roster.reader import read_roster
from wordfleet_print.event.roster.roster import Player, Roster
from wordfleet_print.games import load_edition
from wordfleet_print.services.print_event import EventJob

EDITION = load_edition("word-fleet")
TERMS = Terms(EDITION.slug, "standard", (), None, "", blank=False, placed=False, band=EDITION.fairness.band)
LOOKS = PackLooks("a4")
FIRST = ("Ann", "Bénédicte", "Çağla", "Dov", "Éowyn", "Fergus", "Grażyna", "Hugo", "Ingeborg", "José", "Kwame", "Łucja")
LAST = ("Abel", "Brontë", "Castellanos", "Dvořák", "Eriksen", "Fitzgerald", "García", "Hoàng", "Ibsen", "O’Neill")
BETWEEN = ("", *(f"{letter}. " for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
SAMPLED = 0.1
"""Seconds between two looks at the workers' memory."""


@dataclass(frozen=True)
class Spent:
    """What a batch took: CPU seconds of planning and of printing (children included), peaks (MB), pages, the bytes of
    all its PDFs and of the largest.
    """

    plan: float
    print: float
    wall: float
    parent_mb: float
    worker_mb: float
    pages: int
    bytes: int
    largest: int

    @property
    def cpu(self) -> float:
        """All of the batch."""
        return self.plan + self.print


class SheetsAlone(Pack):
    """The files of all sheets and nothing else."""

    @cached_property
    def calls(self) -> list[Call]:
        """The sheets, without answer key and manifest."""
        return [replace(call, key_name="") for call in super().calls if isinstance(call, SheetsCall)]


class PlayersAlone(Pack):
    """A file for each player and nothing else."""

    @cached_property
    def calls(self) -> list[Call]:
        """The players' files."""
        own = replace(self.looks, per_player=True)
        return [call for call in Pack(self.event, own).calls if call.files[0].name.startswith(PLAYERS)]


PACKS = {"sheets": SheetsAlone, "players": PlayersAlone, "pack": Pack}


def names() -> Iterator[str]:
    """Different names without end, some with accents and apostrophes."""
    for number in count(1):
        after = "" if number == 1 else f" {number}"
        yield from (f"{first} {one}{last}{after}" for one, first, last in product(BETWEEN, FIRST, LAST))


def made_up(players: int) -> Roster:
    """A roster of so many players with names."""
    return Roster(tuple(Player(name, number) for number, name in enumerate(islice(names(), players), start=1)))


def job_for(roster: Roster, folder: Path = Path(), workers: int = 1) -> EventJob:
    """One round, no spare sheets."""
    return EventJob(folder, Scope("Summer Cup", "benchmark", 1, 0), TERMS, roster, LOOKS, workers=workers)


def plan(roster: Roster) -> EventPlan:
    """Its plan, by this process."""
    return job_for(roster).plan()


def spend(what: str, players: int | Path, folder: Path, workers: int = 1) -> Spent:
    """Run a batch in a fresh process."""
    command = [sys.executable, "-m", "benchmarks.batch", what, str(players), str(folder), str(workers)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return Spent(**json.loads(done.stdout))


def run(what: str, players: int | Path, folder: Path, workers: int = 1) -> Spent:
    """Run a batch in this process."""
    begun = time.perf_counter()
    start = _cpu()
    roster = made_up(players) if isinstance(players, int) else read_roster(players)
    job = job_for(roster, folder, workers)
    planned = job.plan()
    between = _cpu()
    pack = PACKS[what](planned, LOOKS)
    with _watched() as peaks, watching(quiet=True) as progress:
        files = job.print(pack, progress)
    sizes = [path.stat().st_size for path in folder.rglob("*.pdf")]
    return Spent(
        plan=between - start,
        print=_cpu() - between,
        wall=time.perf_counter() - begun,
        parent_mb=_peak_mb(os.getpid()),
        worker_mb=max(peaks.values(), default=0.0),
        pages=sum(file.pages for file in files),
        bytes=sum(sizes),
        largest=max(sizes),
    )


def _cpu() -> float:
    """CPU seconds of this process and of those it has waited for."""
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in spent)


def _peak_mb(process: int) -> float:
    """The most memory that a process has had in use (MB)."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) * 1024 / 1e6 for line in lines if line.startswith("VmHWM:"))


@contextmanager
def _watched() -> Iterator[dict[int, float]]:
    """The peaks of all processes below this one, looked at again and again."""
    peaks: dict[int, float] = {}
    over = threading.Event()

    def look() -> None:
        while not over.wait(SAMPLED):
            for child in psutil.Process().children(recursive=True):
                with suppress(OSError, StopIteration):
                    peaks[child.pid] = _peak_mb(child.pid)

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield peaks
    finally:
        over.set()
        thread.join()


if __name__ == "__main__":
    gc.set_threshold(50_000)  # as the programme does
    what, who, folder, *workers = sys.argv[1:]
    players = int(who) if who.isdecimal() else Path(who)
    print(json.dumps(vars(run(what, players, Path(folder), *map(int, workers)))))
