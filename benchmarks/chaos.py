"""Kill a run again and again, at random moments and at every shard boundary; it must always resume, to the same bytes.

    python -m benchmarks.chaos --kills 500
    python -m benchmarks.chaos --kills 50 -- python -m wordfleet_print event print roster.csv --output {out}

The command is run in a folder of its own; `{out}` stands for the folder that it is to fill. Exits 1 unless all is well.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from wordfleet_print.event.run.store import WORK_FOLDER, Store
from wordfleet_print.fleet.draw import Draw

DEFAULT = (
    *(sys.executable, "-m", "wordfleet_print", "event", "print", "--players", "400", "--rounds", "2"),
    *("--seed", "chaos", "--workers", "2", "--quiet", "--output", "{out}"),
)
OUT = "out"
KILLS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
STOPPED = {signal.SIGTERM: 143, signal.SIGINT: 130}
PATIENCE = 2.0
"""Seconds within which everything must have ended; what has not is an orphan."""

Tree = Mapping[str, bytes]


@dataclass
class Tally:
    """What happened. Everything in `faults` should be 0."""

    kills: Counter[str] = field(default_factory=Counter)
    runs: int = 0
    packs: int = 0
    slowest: dict[str, float] = field(default_factory=dict)
    faults: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    def fault(self, what: str, note: str) -> None:
        """Count what should not have happened, and remember the first few."""
        self.faults[what] += 1
        if self.faults[what] <= 5:
            self.notes.append(f"{what}: {note}")

    def report(self) -> str:
        """The figures, one a line."""
        kills = ", ".join(f"{count} {name}" for name, count in sorted(self.kills.items()))
        slowest = ", ".join(f"{seconds:.2f} s after {name}" for name, seconds in sorted(self.slowest.items()))
        lines = [
            f"{self.kills.total()} kills ({kills}) in {self.runs} runs",
            f"{self.packs} packs finished, each compared byte by byte with an undisturbed run's",
            f"longest time until no process was left: {slowest}",
        ]
        for what in (
            "corrupt files",
            "shards done twice",
            "orphans",
            "leftovers",
            "odd exits",
            "tracebacks",
            "different packs",
        ):
            lines.append(f"{what}: {self.faults[what]}")
        return "\n".join(lines + self.notes)


@dataclass(frozen=True)
class Chaos:
    """The command, the folder to run it in, what it should make and in how many seconds, and chance."""

    command: Sequence[str]
    folder: Path
    wanted: Tree
    seconds: float
    draw: Draw

    def until(self, kills: int, tally: Tally) -> None:
        """Make packs, killing as often as asked in all."""
        while tally.kills.total() < kills:
            out = self.folder / OUT
            remove(out)
            while not self._once(tally, kills):
                pass
            tally.packs += 1
            for left in hidden(out):
                tally.fault("leftovers", left)
            if difference := differing(tree(out), self.wanted):
                tally.fault("different packs", difference)

    def _once(self, tally: Tally, kills: int) -> bool:
        """One run, killed unless there were enough kills or it is too quick; whether it came to its end."""
        tally.runs += 1
        before, parts = stamps(self.folder / OUT), parts_of(self.folder / OUT)
        process = start(self.command, self.folder)
        if tally.kills.total() >= kills:
            process.wait()
        else:
            number = KILLS[tally.runs % len(KILLS)]
            self._wait(process, at_boundary=bool(tally.runs // len(KILLS) % 2))
            kill(process, number, tally)
        said = process.communicate()[1].decode("utf-8", "replace")
        if process.returncode > 0 and process.returncode not in STOPPED.values():
            tally.fault("odd exits", f"{process.returncode}: {said[-2000:]}")
        elif process.returncode not in (-signal.SIGKILL, 0) and process.returncode < 0:
            tally.notes.append(f"said before signal {-process.returncode}: {said[-2000:]}")
        elif process.returncode >= 0 and "Traceback" in said:
            tally.fault("tracebacks", said[:2000])
        if process.returncode in STOPPED.values():
            for left in parts_of(self.folder / OUT) - parts:  # what a killed run left is for a whole run to remove
                tally.fault("leftovers", left)
        self._check(before, tally)
        return process.returncode == 0

    def _wait(self, process: subprocess.Popen[bytes], *, at_boundary: bool) -> None:
        """Until the next shard is recorded, or until a random moment; not beyond the end."""
        had = len(shards(self.folder / OUT))
        moment = time.monotonic() + (60 if at_boundary else self.seconds * self.draw.below(1000) / 1000)
        while process.poll() is None and time.monotonic() < moment:
            if at_boundary and len(shards(self.folder / OUT)) > had:
                break
            time.sleep(0.0005)

    def _check(self, before: Mapping[str, tuple[int, int]], tally: Tally) -> None:
        """Whatever is under a final name is whole; recorded shards are sound, and none was made again."""
        out = self.folder / OUT
        for name, content in tree(out).items():
            if content != self.wanted.get(name):
                tally.fault("corrupt files", name)
        for path in shards(out):
            words = path.read_bytes().split(b" ", 2)
            if len(words) < 3 or not Store(path.parent, words[1].decode("latin-1")).has(path.name[len("shard-") :]):
                tally.fault("corrupt files", path.name)
        for name, stamp in stamps(out).items():
            if before.get(name, stamp) != stamp:
                tally.fault("shards done twice", name)


def start(command: Sequence[str], folder: Path) -> subprocess.Popen[bytes]:
    """Run the command in a session of its own: Ctrl-C goes to all of it, as from a terminal."""
    words = [word.replace("{out}", OUT) for word in command]
    return subprocess.Popen(
        words,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def kill(process: subprocess.Popen[bytes], number: signal.Signals, tally: Tally) -> None:
    """Send a signal, and see all end in time."""
    if process.poll() is not None:
        return
    began = time.monotonic()
    (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)
    while (left := list(living(process.pid))) and time.monotonic() - began < PATIENCE:
        time.sleep(0.002)
        process.poll()
    for orphan in left:
        tally.fault("orphans", " ".join(orphan.cmdline())[:200])
        orphan.kill()
    process.wait()
    tally.kills[number.name] += 1
    tally.slowest[number.name] = max(tally.slowest.get(number.name, 0), time.monotonic() - began)
    # Struck before it could listen, or after, a process dies of the signal itself.
    if process.returncode not in {0, STOPPED.get(number), -number}:
        tally.fault("odd exits", f"{process.returncode} after {number.name}")


def living(group: int) -> Iterator[psutil.Process]:
    """The processes of a group that are at work, wherever they hang in the tree."""
    for process in psutil.process_iter():
        try:
            if os.getpgid(process.pid) == group and process.status() != psutil.STATUS_ZOMBIE:
                yield process
        except (psutil.NoSuchProcess, ProcessLookupError):
            continue


def parts_of(out: Path) -> set[str]:
    """The names of files that are being written."""
    return {path.name for path in out.rglob("*.part")}


def shards(out: Path) -> list[Path]:
    """The files of recorded shards."""
    try:
        return sorted((out / WORK_FOLDER).glob("shard-*"))
    except FileNotFoundError:  # the run has just finished and tidied up
        return []


def stamps(out: Path) -> dict[str, tuple[int, int]]:
    """Which file each recorded shard is, so that one written again is noticed."""
    found = {}
    for path in shards(out):
        facts = path.stat()
        found[path.name] = (facts.st_ino, facts.st_mtime_ns)
    return found


def tree(out: Path) -> dict[str, bytes]:
    """Every finished file with its bytes; hidden ones are the run's own affair."""
    paths = {path.relative_to(out): path for path in out.rglob("*") if path.is_file()}
    return {
        str(name): path.read_bytes()
        for name, path in sorted(paths.items())
        if not any(part.startswith(".") for part in name.parts)
    }


def differing(found: Tree, wanted: Tree) -> str:
    """In which files two packs differ; empty if in none."""
    names = sorted(found.keys() | wanted.keys())
    return ", ".join(name for name in names if found.get(name) != wanted.get(name))


def hidden(out: Path) -> list[str]:
    """What a finished run should not have left."""
    return [str(path.relative_to(out)) for path in out.rglob("*") if path.name.startswith(".")]


def remove(out: Path) -> None:
    """Remove a pack, to begin anew."""
    for path in sorted(out.rglob("*"), reverse=True):
        (path.rmdir if path.is_dir() and not path.is_symlink() else path.unlink)()


def undisturbed(command: Sequence[str], folder: Path) -> tuple[Tree, float]:
    """What the command makes if it is left in peace, and in how many seconds."""
    began = time.monotonic()
    process = start(command, folder)
    said = process.communicate()[1]
    seconds = time.monotonic() - began
    made = tree(folder / OUT)
    if process.returncode or not made:
        raise SystemExit(f"The command itself fails:\n{said.decode('utf-8', 'replace')}")
    return made, seconds


def main(arguments: Sequence[str] | None = None, tell: Callable[[str], None] = print) -> int:
    """Run it from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1, help="of the moments")
    parser.add_argument("command", nargs="*", default=list(DEFAULT), help="after --; {out} is the folder to fill")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        peace, war = Path(name, "peace"), Path(name, "war")
        peace.mkdir()
        war.mkdir()
        wanted, seconds = undisturbed(options.command, peace)
        tell(f"Undisturbed: {seconds:.1f} s, {len(wanted)} files, {sum(map(len, wanted.values())):,} bytes.")
        tally = Tally()
        Chaos(options.command, war, wanted, seconds, Draw(str(options.seed).encode(), b"chaos")).until(
            options.kills, tally
        )
    tell(tally.report())
    return 1 if tally.faults.total() else 0


if __name__ == "__main__":
    sys.exit(main())
