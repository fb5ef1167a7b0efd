"""Shards survive: kills, full disks, dying workers, second runs; whoever does them, the bytes are the same."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.metadata import version
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wordfleet_print.event.run import dask, runner
from wordfleet_print.event.run.runner import Shard, Watch, run_shards
from wordfleet_print.event.run.store import WORK_FOLDER, Products, Store, WorkFolder
from wordfleet_print.event.run.versions import versions
from wordfleet_print.event.run.workers import Workers

from conftest import Run, done
from nursery import born
from shards_made import PACK, PLAN, Order, Task, buggy, complaining, content, pack, shard_name, shard_of, work
from wordfleet_print import __version__
from wordfleet_print.errors import (
    BadInputError,
    BusyError,
    CannotWriteError,
    Complaint,
    ExitCode,
    MissingDependencyError,
    PartlyDoneError,
)
from wordfleet_print.event.lock import LOCK_FILE, alone_in

STOPS = {signal.SIGINT: ExitCode.INTERRUPTED, signal.SIGTERM: ExitCode.TERMINATED}
KILLS = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT]

SOON = 12.0
"""Seconds within which all has to end: two, and ten more for a busy machine, where what is still loading ends late."""
PATIENT = "from wordfleet_print.event.run import executor; executor.LONGEST_END = 3.0"
"""On a busy machine workers take longer to go; nobody sweeps up before they are gone."""


def _shards(count: int, does: Callable[[Task], Products] = work, **options: Any) -> Iterator[Shard]:
    return (shard_of(Task(number, **options), does) for number in range(count))


def _store(folder: Path, plan: str = PLAN) -> Store:
    return WorkFolder.of(folder).store(plan)


def _all_there(store: Store, count: int) -> bool:
    return all(b"".join(store.read(shard_name(number))) == content(number) for number in range(count))


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} if folder.is_dir() else set()


class Running:
    """The programme at work, with all the processes that it ever started."""

    def __init__(self, folder: Path, order: Order) -> None:
        self.folder = folder
        doing = f"{PATIENT}; import shards_made; shards_made.main()"
        self.process = born(folder, order.as_json(), doing=doing, out=subprocess.PIPE)
        assert self.process.out
        self.process.out.readline()  # it begins, or has ended already

    def finished(self) -> set[str]:
        """The names of the shards that are recorded."""
        return {name.removeprefix("shard-") for name in _names(self.folder / WORK_FOLDER) if name.startswith("shard-")}

    def wait_for(self, count: int) -> None:
        """Until so many shards are recorded, or the programme has ended."""
        while len(self.finished()) < count and self.process.poll() is None:
            sleep(0.002)

    def stop(self, number: signal.Signals) -> None:
        """Send a signal: Ctrl-C to the whole group, others to the parent alone; it must end in time, with all it has.

        A programme that is stopped rather than killed says nothing, and leaves no temporary.
        """
        family = _family(self.process.pid)
        start = monotonic()
        if self.process.poll() is None:
            (os.killpg if number == signal.SIGINT else os.kill)(self.process.pid, number)
        _, said = self.process.communicate(timeout=20)
        while (left := [process for process in family if _lives(process)]) and monotonic() - start < SOON:
            sleep(0.005)
        assert not left
        assert monotonic() - start < SOON
        if self.process.returncode and number in STOPS:
            assert self.process.returncode == STOPS[number], said
            assert said == b""
            assert not [name for name in _names(self.folder / WORK_FOLDER) if name.endswith(".part")]
            assert not [name for name in _names(self.folder) if name.endswith(".part")]

    def end(self) -> tuple[int | None, str]:
        """The exit code and what was said, when it ends by itself."""
        _, said = self.process.communicate(timeout=30)
        return self.process.returncode, said.decode()


def _family(pid: int) -> list[psutil.Process]:
    try:
        parent = psutil.Process(pid)
        return [parent, *parent.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def _lives(process: psutil.Process) -> bool:
    """Whether a process is at work still; one that has ended may wait a while for somebody to take note of it."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def _complete(folder: Path, order: Order) -> bool:
    """The folder holds the right pack, and nothing else whatever."""
    return _names(folder) == {PACK} and (folder / PACK).read_bytes() == pack(order)


# --- who does the work


@pytest.mark.parametrize("count", [1, 3])
def test_any_number_of_workers_gives_the_same(tmp_path: Path, count: int) -> None:
    """One worker and three finish every shard once, with the same bytes; progress counts each."""
    log = tmp_path / "log"
    progress: list[int] = []
    store = _store(tmp_path)
    lost = run_shards(_shards(15, log=str(log)), store, Workers(count), Watch(done=progress.append))
    assert lost == []
    assert _all_there(store, 15)
    assert sorted(log.read_text().split()) == [shard_name(number) for number in range(15)]
    assert progress == list(range(1, 16))


def test_finished_shards_are_not_done_again(tmp_path: Path) -> None:
    """Sound shards of an earlier run are kept and counted; only what lacks is done; then no worker is even hired."""
    log = tmp_path / "log"
    store = _store(tmp_path)
    run_shards(_shards(4), store, Workers())
    (store.folder / "shard-00002").unlink()
    progress: list[int] = []
    assert run_shards(_shards(6, log=str(log)), store, Workers(), Watch(done=progress.append)) == []
    assert log.read_text().split() == ["00002", "00004", "00005"]
    assert progress == [1, 2, 3, 4, 5, 6]
    assert run_shards(_shards(6), store, Workers(scheduler="tcp://127.0.0.1:1")) == []


@pytest.mark.parametrize("count", [1, 2])
def test_shards_are_drawn_a_few_ahead(tmp_path: Path, count: int) -> None:
    """However many shards there are, only the workers' number and a few are in memory: the rest is not drawn yet."""
    drawn, finished, ahead = [0], [0], []

    def shards() -> Iterator[Shard]:
        for number in range(40):
            drawn[0] += 1
            ahead.append(drawn[0] - finished[0])
            yield shard_of(Task(number, size=10))

    run_shards(shards(), _store(tmp_path), Workers(count), Watch(done=lambda number: finished.__setitem__(0, number)))
    assert finished == [40]
    assert max(ahead) <= (1 if count == 1 else count + 2)


@pytest.mark.parametrize("count", [1, 2])
def test_a_bug_keeps_its_traceback(tmp_path: Path, count: int) -> None:
    """What a task raises reaches the caller, from a process too, with the place where it happened; the rest stays."""
    store = _store(tmp_path)
    with pytest.raises(ValueError, match="range") as caught:
        run_shards(_shards(10, buggy), store, Workers(count))
    notes = f"{caught.value.__cause__}" + "".join(str(entry.name) for entry in caught.traceback)
    assert "buggy" in notes
    assert not [name for name in _names(store.folder) if name.endswith(".part")]
    if count == 1:
        assert all(store.has(shard_name(number)) for number in range(6))


@pytest.mark.parametrize("count", [1, 2])
def test_an_expected_error_arrives_whole(tmp_path: Path, count: int) -> None:
    """A `WordfleetError` comes out of a worker with its complaints and its tip."""
    with pytest.raises(BadInputError, match="is bad") as caught:
        run_shards(_shards(3, complaining), _store(tmp_path), Workers(count))
    assert caught.value.complaints == (Complaint("here", "this"),)
    assert caught.value.tip == "Change it."


# --- kills


@pytest.mark.parametrize(("count", "moments"), [(1, [0.05, 0.12, 0.08]), (2, [0.31, 0.42])])
def test_killed_at_random_it_resumes(tmp_path: Path, count: int, moments: list[float]) -> None:
    """SIGKILL, SIGTERM, Ctrl-C after some seconds: nothing corrupt, no orphan, no shard done twice, the same bytes."""
    order = Order(shards=16, workers=count, pause=0.02, log=str(tmp_path / "log"))
    folder = tmp_path / "event"
    for number, moment in zip(KILLS, moments, strict=False):
        (tmp_path / "log").unlink(missing_ok=True)
        running = Running(folder, order)
        had = running.finished()
        sleep(moment)
        running.stop(number)
        assert had <= running.finished() or (folder / PACK).read_bytes() == pack(order)
        done = (tmp_path / "log").read_text().split() if (tmp_path / "log").exists() else []
        assert not had & set(done), "a finished shard was done again"
    assert Running(folder, order).end() == (0, "")
    assert _complete(folder, order)


def test_killed_at_a_boundary_it_resumes(tmp_path: Path) -> None:
    """Killed just as a shard is recorded, the first, one in the middle, the last but one, each in another way: what
    is recorded stays, and each run goes on from there.
    """
    order = Order(shards=6, workers=2, log=str(tmp_path / "log"))
    folder = tmp_path / "event"
    for boundary, number in zip((1, 3, 5), KILLS, strict=True):
        running = Running(folder, order)
        running.wait_for(boundary)
        running.stop(number)
        assert len(running.finished()) >= boundary or (folder / PACK).read_bytes() == pack(order)
    assert Running(folder, order).end() == (0, "")
    assert _complete(folder, order)
    done = (tmp_path / "log").read_text().split()
    assert len(done) <= 6 + 3 * 4, "more than what was under way was done again"


def test_an_impatient_user_leaves_no_orphan(tmp_path: Path) -> None:
    """Ctrl-C three times in quick succession: the cleaning up is not cut short by the second."""
    running = Running(tmp_path / "event", Order(shards=50, workers=2, pause=0.05))
    running.wait_for(2)
    for _ in range(2):
        os.killpg(running.process.pid, signal.SIGINT)
        sleep(0.005)
    running.stop(signal.SIGINT)


def test_a_stop_that_was_swallowed_is_noticed(tmp_path: Path) -> None:
    """A library swallows the stop, and what it makes then may be anything: it is not recorded."""
    asked: list[int] = []

    def swallowing(task: Task) -> Products:
        if task.number == 2:
            asked.append(2)
            return [b"made in a hurry"]
        return [content(task.number)]

    def check_stop() -> None:
        if asked:
            raise KeyboardInterrupt

    store = _store(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        run_shards(_shards(5, swallowing), store, Workers(), Watch(check_stop=check_stop))
    assert _names(store.folder) == {"shard-00000", "shard-00001"}


# --- workers that die


def test_a_dead_workers_shard_is_done_again(tmp_path: Path) -> None:
    """Workers killed over two shards that are never under way together, once each: told, and every shard there in the
    end.
    """
    order = Order(shards=30, workers=2, log=str(tmp_path / "log"), deadly={"3": 1, "25": 1})
    code, said = Running(tmp_path / "event", order).end()
    assert code == 0
    assert "A worker died, perhaps for want of memory; done again, one by one: 0000" in said
    assert _complete(tmp_path / "event", order)


def test_a_shard_that_kills_twice_is_left_out(tmp_path: Path) -> None:
    """What always kills its worker is left out and named, exit 6; all others are finished; later it may come."""
    order = Order(shards=9, workers=2, log=str(tmp_path / "log"), deadly={"4": 2})
    running = Running(tmp_path / "event", order)
    code, said = running.end()
    assert code == ExitCode.PARTLY_DONE
    assert "A worker died again over the same work, which is left out: 00004." in said
    assert running.finished() == {shard_name(number) for number in range(9)} - {shard_name(4)}
    assert Running(tmp_path / "event", order).end() == (0, "")
    assert _complete(tmp_path / "event", order)


def test_workers_that_do_nothing_but_die(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every worker dies, that is said before long, with what to try; it does not go on for ever."""
    monkeypatch.setattr(runner, "MOST_DEATHS", 3)
    with pytest.raises(PartlyDoneError, match="3 workers have died") as caught:
        run_shards(_shards(30, log=str(tmp_path / "log"), deaths=9), _store(tmp_path), Workers(2))
    assert len(caught.value.complaints) == 2
    assert "--workers 1" in caught.value.tip


def test_a_worker_killed_from_outside_is_replaced(tmp_path: Path) -> None:
    """Any worker killed amid its work, again and again: all shards come out right."""
    order = Order(shards=30, workers=2, size=200_000, pause=0.01)
    running = Running(tmp_path / "event", order)
    for finished in (3, 12):
        running.wait_for(finished)
        for process in _family(running.process.pid)[1:]:
            if "resource_tracker" not in " ".join(process.cmdline()):
                process.kill()
                break
    code, said = running.end()
    assert code == 0 or (code == ExitCode.PARTLY_DONE and "left out" in said)  # the same shard, twice, by ill luck
    assert code == 0 or Running(tmp_path / "event", order).end() == (0, "")
    assert _complete(tmp_path / "event", order)


# --- the folder


def test_a_second_run_is_refused_at_once(tmp_path: Path) -> None:
    """While one run is at work, another exits 75 and names it; the first does not notice."""
    order = Order(shards=25, pause=0.05)  # a second and more: the second run has to get going meanwhile
    first = Running(tmp_path / "event", order)
    first.wait_for(1)
    start = monotonic()
    second = Running(tmp_path / "event", order)
    code, said = second.end()
    assert monotonic() - start < SOON
    assert code == ExitCode.BUSY
    assert f"Another run (process {first.process.pid}) is at work in {tmp_path / 'event'}." in said
    assert first.end() == (0, "")
    assert _complete(tmp_path / "event", order)


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


@pytest.mark.parametrize("count", [1, 2])
def test_a_full_disk_keeps_what_is_finished(tmp_path: Path, count: int) -> None:
    """The disk gives up at the sixth shard: exit 4, told why and what to do; the finished are kept, all else gone."""
    order = Order(shards=10, workers=count, size=10_000, largest_file=55_000)
    running = Running(tmp_path, order)
    code, said = running.end()
    assert code == ExitCode.CANNOT_WRITE
    assert "larger than this system allows" in said
    assert "run the same command again" in said
    assert _names(tmp_path) == {WORK_FOLDER}
    assert running.finished() <= {shard_name(number) for number in range(5)}
    assert len(running.finished()) == 5 or count > 1
    assert len(running.finished()) == len(_names(tmp_path / WORK_FOLDER))
    store = Store(tmp_path / WORK_FOLDER, PLAN)
    assert all(
        b"".join(store.read(name)) == content(int(name), 10_000 * (int(name) + 1)) for name in running.finished()
    )


def test_a_full_device_is_told() -> None:
    """What cannot be written is told in plain words, with the way to go on."""
    with pytest.raises(CannotWriteError, match="Cannot write /dev/full: it is a file") as caught:
        Store(Path("/dev/full"), PLAN).write("1", [b""])
    assert "run the same command again" in caught.value.tip


def test_odd_places_are_refused(tmp_path: Path) -> None:
    """A file or a link where a folder belongs, a link where the lock belongs: refused; nothing behind is touched."""
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "shard-00001").write_bytes(b"mine")
    for name in ("file", "link", "lock"):
        (tmp_path / name).mkdir()
    (tmp_path / "file" / WORK_FOLDER).write_bytes(b"mine")
    (tmp_path / "link" / WORK_FOLDER).symlink_to(precious)
    (tmp_path / "lock" / LOCK_FILE).symlink_to(precious / "shard-00001")
    for name in ("file", "link"):
        with pytest.raises(CannotWriteError, match="it is not a folder"):
            WorkFolder.of(tmp_path / name)
    for place in (tmp_path / "lock", tmp_path / "file" / WORK_FOLDER, tmp_path / "file" / WORK_FOLDER / "deeper"):
        with pytest.raises(CannotWriteError), alone_in(place):
            pass
    assert (precious / "shard-00001").read_bytes() == b"mine"
    assert (tmp_path / "file" / WORK_FOLDER).read_bytes() == b"mine"


def test_a_link_in_the_work_folder_is_replaced_never_followed(tmp_path: Path) -> None:
    """A link under a shard's name is no finished shard, not even to one; the shard takes its place."""
    store = _store(tmp_path)
    run_shards(_shards(2), store, Workers())
    outside = tmp_path / "outside"
    (store.folder / "shard-00001").rename(outside)
    (store.folder / "shard-00001").symlink_to(outside)
    before = outside.read_bytes()
    assert not store.has("00001")
    run_shards(_shards(2), store, Workers())
    assert not (store.folder / "shard-00001").is_symlink()
    assert outside.read_bytes() == before
    assert _all_there(store, 2)


# --- what is in the store


def _cut(data: bytes, place: int, _byte: int) -> bytes:
    return data[: place % len(data)]


def _changed(data: bytes, place: int, byte: int) -> bytes:
    place %= len(data)
    return data[:place] + bytes([data[place] ^ (byte or 1)]) + data[place + 1 :]


def _inserted(data: bytes, place: int, byte: int) -> bytes:
    place %= len(data) + 1
    return data[:place] + bytes([byte]) + data[place:]


@given(
    damage=st.sampled_from([_cut, _changed, _inserted]),
    place=st.integers(0, 400),
    byte=st.integers(0, 255),
    size=st.sampled_from([0, 1, 200]),
)
def test_any_damage_is_noticed(
    tmp_path_factory: pytest.TempPathFactory,
    damage: Callable[[bytes, int, int], bytes],
    place: int,
    byte: int,
    size: int,
) -> None:
    """A shard's file that is cut, changed or lengthened anywhere is not sound, and is never read as if it were."""
    folder = tmp_path_factory.getbasetemp()
    store = Store(folder, PLAN)
    path = folder / "shard-1"
    path.write_bytes(_sealed(folder, size))
    assert store.read("1") == [b"head", content(1, size)]
    assert store.read_one("1", 1) == content(1, size)
    path.write_bytes(damage(path.read_bytes(), place, byte))
    assert not store.has("1")
    with pytest.raises(BadInputError, match="damaged"):
        store.read("1")


@cache
def _sealed(folder: Path, size: int) -> bytes:
    Store(folder, PLAN).write("1", [b"head", content(1, size)])
    return (folder / "shard-1").read_bytes()


def test_damaged_shards_are_done_again(tmp_path: Path) -> None:
    """Cut, renamed, foreign, empty, of another plan, a folder, a pipe: only the sound shard is kept."""
    log = tmp_path / "log"
    store = _store(tmp_path)
    run_shards(_shards(5), store, Workers())
    path = store.folder
    (path / "shard-00000").write_bytes((path / "shard-00000").read_bytes()[:-1])
    shutil.copy(path / "shard-00004", path / "shard-00001")
    (path / "shard-00002").write_bytes(b"a stranger's")
    (path / "shard-00003").unlink()
    os.mkfifo(path / "shard-00003")
    run_shards(_shards(5, log=str(log)), _store(tmp_path), Workers())
    assert log.read_text().split() == ["00000", "00001", "00002", "00003"]
    assert _all_there(store, 5)


def test_an_older_versions_shards_are_made_again(tmp_path: Path) -> None:
    """A work folder that an older version left, with shards of another form, is begun anew."""
    store = _store(tmp_path)
    run_shards(_shards(1), store, Workers())
    path = store.folder / "shard-00000"
    path.write_bytes(path.read_bytes().replace(b"wordfleet-shard-2", b"wordfleet-shard-1", 1))
    assert not store.has_any()
    assert not _store(tmp_path).has("00000")
    assert _names(store.folder) == set()


def test_another_plan_starts_afresh(tmp_path: Path) -> None:
    """Another plan's shards and a killed run's temporaries are removed; what is kept for good and a stranger's stay."""
    place = WorkFolder.of(tmp_path)
    assert (place.kept("seed"), _names(tmp_path)) == (None, set())
    place.keep("seed", b"marlin")
    run_shards(_shards(3), place.store("old"), Workers())
    (place.path / ".wordfleet-0123456789abcdef.part").touch()
    for stranger in ("shard-UPPER", "my notes", ".wordfleet-mine.txt"):
        (place.path / stranger).touch()
    assert not place.store("new").has("00001")
    assert _names(place.path) == {"note-seed", "shard-UPPER", "my notes", ".wordfleet-mine.txt"}
    assert WorkFolder.of(tmp_path).kept("seed") == b"marlin"
    place.clear()
    assert _names(place.path) == {"shard-UPPER", "my notes", ".wordfleet-mine.txt"}


def test_a_damaged_note_is_no_note(tmp_path: Path) -> None:
    """A kept fact that is damaged is as good as never kept; it can be kept anew; the cleared folder is gone."""
    place = WorkFolder.of(tmp_path)
    place.keep("seed", b"marlin")
    (place.path / "note-seed").write_bytes(b"marlin")
    assert place.kept("seed") is None
    place.keep("seed", b"otter")
    assert place.kept("seed") == b"otter"
    place.clear()
    assert _names(tmp_path) == set()


def test_only_the_owner_reads_the_store(tmp_path: Path) -> None:
    """The organiser's key may be among the shards: others on the machine cannot read them."""
    store = _store(tmp_path)
    store.write("1", [b"key"])
    assert (store.folder / "shard-1").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", ["", "../x", "A", "a/b", ".a", "a" * 101, "é"])
def test_odd_names_are_a_bug(tmp_path: Path, name: str) -> None:
    """A name that could leave the folder, or clash with another where case does not count, is not accepted."""
    with pytest.raises(ValueError, match="not the name"):
        _store(tmp_path).write(name, [b""])


# --- a Dask cluster


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a local cluster of two workers that die at the first shard that kills them."""
    from dask import config
    from distributed import LocalCluster

    with (
        pytest.MonkeyPatch.context() as patch,
        config.set({"distributed.scheduler.allowed-failures": 0}),
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
        ) as local,
    ):
        patch.setattr(dask, "PATIENCE", 60.0)  # a busy machine takes its time to hire others for those that died
        yield local.scheduler_address


def test_a_cluster_gives_the_same(tmp_path: Path, scheduler: str) -> None:
    """The same shards on two Dask workers: the same bytes; resumed here, none done again."""
    log = tmp_path / "log"
    store = _store(tmp_path)
    assert run_shards(_shards(12, log=str(log)), store, Workers(scheduler=scheduler)) == []
    assert _all_there(store, 12)
    assert run_shards(_shards(12, log=str(log)), store, Workers()) == []
    assert sorted(log.read_text().split()) == [shard_name(number) for number in range(12)]


def test_an_event_printed_by_a_cluster_is_the_same(tmp_path: Path, call: Run, scheduler: str) -> None:
    """`event print --scheduler` gives every file of the pack as `--workers 1` does."""
    shared = ["event", "print", "--players", "6", "--rounds", "2", "--seed", "x", "--per-player", "--quiet"]
    for folder, crew in (("there", ["--scheduler", scheduler]), ("here", ["--workers", "1"])):
        done(call(*shared, *crew, "--output", folder))
    there, here = (
        {str(path.relative_to(tmp_path / name)): path.read_bytes() for path in (tmp_path / name).rglob("*.*")}
        for name in ("there", "here")
    )
    assert there == here
    assert len(here) == 9 + 6


def test_a_date_that_a_cluster_does_not_know_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scheduler: str
) -> None:
    """Real workers, started without our SOURCE_DATE_EPOCH, would date players' files otherwise: each is named."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    with pytest.raises(BadInputError) as caught:
        run_shards(_shards(1), _store(tmp_path), Workers(scheduler=scheduler))
    told = [complaint.what for complaint in caught.value.complaints]
    assert told == ["has no SOURCE_DATE_EPOCH; here it is 1000000000"] * 2


def test_a_shard_that_kills_a_clusters_workers_is_left_out(tmp_path: Path, scheduler: str) -> None:
    """There too, what kills its worker twice is left out, and all else is done."""

    def shards() -> Iterator[Shard]:
        for number in range(6):
            yield shard_of(Task(number, log=str(tmp_path / "log"), deaths=9 * (number == 2)))

    told: list[str] = []
    store = _store(tmp_path)
    assert run_shards(shards(), store, Workers(scheduler=scheduler), Watch(died=told.append)) == ["00002"]
    assert all(b"".join(store.read(shard_name(number))) == content(number) for number in (0, 1, 3, 4, 5))
    assert "left out: 00002" in told[-1]


def test_a_stopped_run_lets_the_cluster_go(tmp_path: Path, scheduler: str) -> None:
    """Ctrl-C while a cluster works: ended in time, what came back is kept, and the cluster is free for the next."""
    order = Order(shards=60, scheduler=scheduler, pause=0.05)
    running = Running(tmp_path / "event", order)
    running.wait_for(3)
    had = running.finished()
    running.stop(signal.SIGINT)
    assert had <= running.finished()
    store = _store(tmp_path)
    assert run_shards(_shards(3), store, Workers(scheduler=scheduler)) == []


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:1", "127.0.0.1:8786", "tcp://localhost", "http://localhost:1", ""]
)
def test_a_scheduler_that_is_not_there(tmp_path: Path, address: str) -> None:
    """Where no scheduler listens, that is said at once, with what an address looks like."""
    start = monotonic()
    with pytest.raises(BadInputError, match="No Dask scheduler answers at") as caught:
        run_shards(_shards(1), _store(tmp_path), Workers(scheduler=address or " "))
    assert "tcp://" in caught.value.tip
    assert monotonic() - start < SOON


@pytest.mark.parametrize("greeting", [b"SSH-2.0-OpenSSH_9.9\r\n", b""])
def test_something_else_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, greeting: bytes) -> None:
    """Another service at that address, talking or silent, is not taken for a scheduler, nor waited for without end."""
    monkeypatch.setattr(dask, "PATIENCE", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as server:
        held: list[socket.socket] = []

        def greet() -> None:
            caller, _ = server.accept()
            held.append(caller)
            caller.sendall(greeting)

        thread = threading.Thread(target=greet)
        thread.start()
        with pytest.raises(BadInputError, match="No Dask scheduler answers at"):
            run_shards(_shards(1), _store(tmp_path), Workers(scheduler=f"tcp://127.0.0.1:{server.getsockname()[1]}"))
        thread.join()
        held[0].close()


def test_a_stop_while_nobody_answers(tmp_path: Path) -> None:
    """Ctrl-C while a scheduler is waited for that never says a word: ended in time, silently, nothing left."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        running = Running(tmp_path / "event", Order(scheduler=f"tcp://127.0.0.1:{silent.getsockname()[1]}"))
        caller, _ = silent.accept()
        running.stop(signal.SIGINT)
        caller.close()
    assert running.process.returncode == ExitCode.INTERRUPTED
    assert _names(tmp_path) == set()


class _Answers:
    """A client whose cluster has workers that differ from us in something; None: they lack our package. Those with
    another version of it know nothing more of themselves.
    """

    def __init__(self, **workers: dict[str, str] | None) -> None:
        self.workers = workers

    def get_executor(self, *, pure: bool) -> Any:
        return ThreadPoolExecutor(1) if not pure else None

    def wait_for_workers(self, n_workers: int, timeout: float) -> None:
        if len(self.workers) < n_workers:
            raise TimeoutError(timeout)

    def run(self, function: Callable[[], dict[str, str]]) -> dict[str, dict[str, str]]:
        assert function() == versions()
        return {name: self._tells(other) for name, other in self.workers.items()}

    def _tells(self, other: dict[str, str] | None) -> dict[str, str]:
        return (other or {}) if other is None or "wordfleet-print" in other else {**versions(), **other}

    def close(self, timeout: float) -> None:
        assert timeout


@pytest.mark.parametrize(
    ("workers", "said"),
    [
        ({"a": {"wordfleet-print": "0.0.1"}}, [f"a: has wordfleet-print 0.0.1; here it is {__version__}"]),
        ({"a": {}, "b": None}, [f"b: has no wordfleet-print; here it is {__version__}"]),
        ({"a": {"deflate": "0.1.0"}, "b": {}}, [f"a: has deflate 0.1.0; here it is {version('deflate')}"]),
        ({"a": {"SOURCE_DATE_EPOCH": "5"}}, ["a: has SOURCE_DATE_EPOCH 5; here it is not set"]),
    ],
)
def test_workers_that_would_make_other_bytes_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: dict[str, dict[str, str] | None], said: list[str]
) -> None:
    """Workers that lack our package or have it, or a library that makes bytes, of another version: named at once."""
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    monkeypatch.setattr(dask, "_connect", lambda _: _Answers(**workers))
    with pytest.raises(BadInputError, match="Every Dask worker needs what this machine has") as caught:
        run_shards(_shards(1), _store(tmp_path), Workers(scheduler="tcp://there:1"))
    assert list(map(str, caught.value.complaints)) == said
    assert f"wordfleet-print=={__version__} deflate=={version('deflate')}" in caught.value.tip


def test_a_cluster_without_workers_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scheduler that nobody works for is not waited for without end."""
    monkeypatch.setattr(dask, "_connect", lambda _: _Answers())
    with pytest.raises(BadInputError, match="has no workers"):
        run_shards(_shards(1), _store(tmp_path), Workers(scheduler="tcp://there:1"))


def test_a_missing_dask_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra, `--scheduler` says what to install."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingDependencyError) as caught:
        run_shards(_shards(1), _store(tmp_path), Workers(scheduler="tcp://there:1"))
    assert 'pip install "wordfleet-print[dask]"' in caught.value.tip
