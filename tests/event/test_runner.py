"""Whoever does the shards, the bytes are the same; a stop, a death or a full disk leaves nothing."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from time import sleep
from typing import Any

import psutil
import pytest

from making.nursery import Child, born
from making.shards import buggy, complaining, content, cut_short, ending, killed, shards, spooled
from wordfleet_print.cli.console import tip_of
from wordfleet_print.errors import (
    BadInputError,
    BusyError,
    CannotWriteError,
    Complaint,
    ExitCode,
    WorkerDiedError,
)
from wordfleet_print.event.lock import LOCK_FILE, alone_in
from wordfleet_print.event.pack import workers
from wordfleet_print.event.pack.shards import Shard, Spool, Watch
from wordfleet_print.event.pack.workers import hired

EVENT = ("event", "print", "--players", "3000", "--rounds", "8", "--workers", "2", "--output", "cup", "--quiet")
"""Some seconds of work."""


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} if folder.is_dir() else set()


# --- who does the work


@pytest.mark.parametrize("count", [1, 3])
def test_any_number_of_workers_gives_the_same(tmp_path: Path, count: int) -> None:
    """One worker and three do every shard once, with the same bytes; progress counts each."""
    progress: list[int] = []
    made = spooled(tmp_path, shards(15), Watch(done=progress.append), count=count)
    assert made == [content(number) for number in range(15)]
    assert progress == list(range(1, 16))


@pytest.mark.parametrize("count", [1, 2])
def test_shards_are_drawn_a_few_ahead(tmp_path: Path, count: int) -> None:
    """However many shards there are, only the workers' number and a few are in memory: the rest is not drawn yet."""
    drawn, finished, ahead = [0], [0], []

    def some() -> Iterator[Shard]:
        for shard in shards(40):
            drawn[0] += 1
            ahead.append(drawn[0] - finished[0])
            yield shard

    spooled(tmp_path, some(), Watch(done=lambda number: finished.__setitem__(0, number)), count=count)
    assert finished == [40]
    assert max(ahead) <= (1 if count == 1 else count + 2)


@pytest.mark.parametrize("count", [1, 2])
def test_a_bug_keeps_its_traceback(tmp_path: Path, count: int) -> None:
    """What a task raises reaches the caller, from a process too, with the place where it happened."""
    with pytest.raises(ValueError, match="range") as caught:
        spooled(tmp_path, shards(10, buggy), count=count)
    notes = f"{caught.value.__cause__}" + "".join(str(entry.name) for entry in caught.traceback)
    assert "buggy" in notes


@pytest.mark.parametrize("count", [1, 2])
def test_an_expected_error_arrives_whole(tmp_path: Path, count: int) -> None:
    """A `WordfleetError` comes out of a worker with its complaints and its tip."""
    with pytest.raises(BadInputError, match="is bad") as caught:
        spooled(tmp_path, shards(3, complaining), count=count)
    assert caught.value.complaints == (Complaint("here", "this"),)
    assert caught.value.tip == "Change it."


@pytest.mark.parametrize(
    ("does", "said"),
    [
        (killed, "A worker process was killed, most likely for want of memory."),
        (ending, "A worker process ended in the middle of its work (exit code 7)."),
    ],
)
def test_a_worker_that_dies_is_told_with_its_cause(tmp_path: Path, does: Callable[[int], Any], said: str) -> None:
    """Its end is one error of exit code 1; no process of ours is left."""
    with pytest.raises(WorkerDiedError) as caught:
        spooled(tmp_path, shards(9, does), count=2)
    assert (caught.value.message, caught.value.exit_code) == (said, ExitCode.BUG)
    assert "--workers 1" in tip_of(caught.value)
    assert _names(tmp_path) == set()


def test_windows_has_61_workers_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """It can wait for no more processes than that at a time; other systems can."""
    asked: list[int] = []
    monkeypatch.setattr(workers, "_processes", lambda count: nullcontext(asked.append(count)))
    with hired(200):
        pass
    monkeypatch.setattr(sys, "platform", "win32")
    with hired(200):
        pass
    assert asked == [200, 61]


def test_a_worker_that_dies_amid_an_answer_is_noticed(tmp_path: Path) -> None:
    """The rest of that answer never comes: that is told as any death, and not waited for."""
    with pytest.raises(WorkerDiedError, match="killed, most likely for want of memory"):
        spooled(tmp_path, shards(9, cut_short), count=2)


# --- stops


def _lives(process: psutil.Process) -> bool:
    """Whether a process is at work still; one that has ended may wait a while for somebody to take note of it."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def _at_work(folder: Path) -> tuple[Child, list[psutil.Process]]:
    """A pack that two processes print, and all its processes, the two at work by now."""
    begun = born(*EVENT, folder=folder)
    while begun.poll() is None:
        family = psutil.Process(begun.pid).children(recursive=True)
        if len(family) >= 3 + (sys.platform == "linux"):  # a tracker, on Linux a server of forks, the workers
            return begun, family
        sleep(0.01)
    raise AssertionError(begun.communicate())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_stop_ends_all_and_leaves_nothing(tmp_path: Path, number: signal.Signals) -> None:
    """Ctrl-C to the whole group, again and again; SIGTERM and SIGKILL to the parent alone: every process ends, and what
    is left is nothing, but for the lock of whoever was killed; only then may Python say what it tidied up.
    """
    begun, family = _at_work(tmp_path)
    for _ in range(3 if number == signal.SIGINT else 1):
        (os.killpg if number == signal.SIGINT else os.kill)(begun.pid, number)
        sleep(0.005)
    _, said = begun.communicate(timeout=30)
    assert begun.returncode == (-number if number == signal.SIGKILL else 128 + number), said
    psutil.wait_procs([one for one in family if _lives(one)], timeout=30)
    assert not [one for one in family if _lives(one)]
    assert said == b"" or (number == signal.SIGKILL and b"resource_tracker" in said)
    left = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")}
    assert left == ({"cup", f"cup/{LOCK_FILE}"} if number == signal.SIGKILL else set())


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C counts, also where tests run in the background and whoever began them had it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_a_signal_waits_while_others_work(tmp_path: Path) -> None:
    """A signal that comes while others work raises only where they are waited for, and the handlers are as before; so
    it does at the end where nobody was.
    """
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    passed: list[str] = []

    def some() -> Iterator[Shard]:
        signal.raise_signal(signal.SIGINT)
        passed.append("no harm")
        yield from shards(20)

    def nobody() -> None:
        with hired(2):
            signal.raise_signal(signal.SIGINT)
            passed.append("nor without work")

    with pytest.raises(KeyboardInterrupt):
        spooled(tmp_path, some(), count=2)
    with pytest.raises(KeyboardInterrupt):
        nobody()
    assert passed == ["no harm", "nor without work"]
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before


def test_a_stop_that_was_swallowed_is_noticed(tmp_path: Path) -> None:
    """A library swallows the stop: it is noticed when the shard is done, and no other is begun."""
    seen: list[int] = []

    def check_stop() -> None:
        if 2 in seen:
            raise KeyboardInterrupt

    def noting(number: int) -> list[bytes]:
        seen.append(number)
        return []

    with pytest.raises(KeyboardInterrupt):
        spooled(tmp_path, shards(5, noting), Watch(check_stop=check_stop))
    assert seen == [0, 1, 2]


# --- the folder


def test_a_dead_runs_lock_is_in_nobodys_way(tmp_path: Path) -> None:
    """A lock file that lies about, of a process that is gone, or with anything in it, does not block."""
    (tmp_path / LOCK_FILE).write_text("1\n")
    with alone_in(tmp_path), pytest.raises(BusyError, match=f"process {os.getpid()}"), alone_in(tmp_path):
        pass
    assert _names(tmp_path) == set()


def test_a_run_that_writes_nothing_leaves_nothing(tmp_path: Path) -> None:
    """Folders made only to be held are gone again; those that were there, or that something was written to, stay."""
    with alone_in(tmp_path / "a" / "b"):
        pass
    assert _names(tmp_path) == set()
    with alone_in(tmp_path / "a" / "b"):
        (tmp_path / "a" / "pack").touch()
    assert _names(tmp_path / "a") == {"pack"}


def test_odd_places_are_refused(tmp_path: Path) -> None:
    """A link where the lock belongs, a file where the folder does: refused; nothing behind is touched."""
    precious = tmp_path / "precious"
    precious.write_bytes(b"mine")
    (tmp_path / "lock").mkdir()
    (tmp_path / "lock" / LOCK_FILE).symlink_to(precious)
    for place in (tmp_path / "lock", precious, precious / "deeper"):
        with pytest.raises(CannotWriteError), alone_in(place):
            pass
    assert precious.read_bytes() == b"mine"


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    """A disk that takes a part of a product, and then no more: exit 4, with the reason; no spool can be there either
    where there is no folder.
    """

    class Full:
        """A file of which there is room for three bytes."""

        def seek(self, _: int) -> None: ...

        def write(self, content: memoryview) -> int:
            if len(content) < 8:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return 3

    full: Any = Full()
    with pytest.raises(CannotWriteError, match="the disk is full"):
        Spool(full, tmp_path).add("1", [b"12345678"])
    with pytest.raises(CannotWriteError, match="No such file"):
        spooled(tmp_path / "nowhere", shards(1))
