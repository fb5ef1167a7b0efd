"""A pack is as it was or as it is to be: stops, full disks, executors, other files next to it."""

from __future__ import annotations

import errno
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NoReturn, TypeVar

import psutil
import pytest

from support.command import Run, check, files_in, roster, tree
from support.matrix import mark_matrix
from support.sheets import make_draft
from support.spawn import start_process
from wordfleet_print.errors import BadInputError, BusyError, CannotWriteError, Problem
from wordfleet_print.event.event import Event
from wordfleet_print.event.folder import (
    EVENT_FILE,
    LOCK_FILE,
    NEW_EVENT_FILE,
    hold_folder,
    is_interrupted,
    read_printed,
)
from wordfleet_print.event.pack.pack import check_free, list_pack_files, print_pack
from wordfleet_print.event.plan.planner import plan_rounds
from wordfleet_print.roster.roster import Player, Roster, numbered_roster

pytestmark = pytest.mark.slow
T = TypeVar("T")


def _plan(players: int, rounds: int, **options: Any) -> Event:
    return plan_rounds(make_draft(numbered_roster(players), seed="full", **options), rounds, 1)


OLD = _plan(4, 1, eco=True, per_player=True)
NEW = _plan(6, 2)


def _print(event: Event, folder: Path) -> dict[str, bytes | None]:
    folder.mkdir(exist_ok=True)
    print_pack(event, folder)
    return tree(folder)


def _open_processes(count: int) -> Executor:
    return ProcessPoolExecutor(count, mp_context=get_context("forkserver"))


@pytest.mark.parametrize("make", [partial(ThreadPoolExecutor, 3), partial(_open_processes, 2)])
def test_any_executor_prints_the_same_bytes(tmp_path: Path, make: Callable[[], Executor]) -> None:
    """Threads and processes print the same bytes as no executor."""
    names = ("Ann", "Zoé", "Łucja", "Ζωή", "Юлия", "Ben")
    draft = make_draft(Roster(tuple(map(Player, names, range(1, 7)))), per_player=True)
    event = plan_rounds(draft, 3, 2)
    whole = _print(event, tmp_path / "whole")
    (tmp_path / "again").mkdir()
    with make() as executor:
        print_pack(event, tmp_path / "again", executor=executor)
    assert tree(tmp_path / "again") == whole


class FailingExecutor(ThreadPoolExecutor):
    """Threads in which all work fails."""

    def submit(self, _work: Callable[..., T], /, *_given: Any, **_options: Any) -> Future[T]:
        """Return what will fail."""
        return super().submit(_fail)


def _fail() -> NoReturn:
    problems = [Problem("this", where="here")]
    raise BadInputError(Problem("Six is bad.", advice="Change it."), problems)


def test_an_error_in_an_executor_changes_nothing(tmp_path: Path) -> None:
    """What fails in a thread reaches the caller, and the old pack stays."""
    before = _print(OLD, tmp_path / "cup")
    with FailingExecutor(2) as executor, pytest.raises(BadInputError, match="Six is bad"):
        print_pack(NEW, tmp_path / "cup", executor=executor)
    assert tree(tmp_path / "cup") == before


@pytest.mark.parametrize(
    "number",
    mark_matrix([signal.SIGINT, signal.SIGTERM, signal.SIGKILL], {signal.SIGINT, signal.SIGKILL}),
)
def test_a_stop_ends_every_process_and_changes_nothing(tmp_path: Path, number: int) -> None:
    """After Ctrl-C, SIGTERM or SIGKILL every process ends within two seconds.

    No partial file has a final name.
    """
    call = ("event", "print", "--players", "600", "--rounds", "2", "--output", "cup", "--quiet")
    child = start_process(*call, folder=tmp_path)
    deadline = monotonic() + 60
    while not list((tmp_path / "cup").glob("*.part")) if (tmp_path / "cup").is_dir() else True:
        assert monotonic() < deadline
        sleep(0.05)
    processes = [psutil.Process(child.pid), *psutil.Process(child.pid).children(recursive=True)]
    (os.killpg if number == signal.SIGINT else os.kill)(child.pid, number)
    stopped = monotonic()
    child.communicate()
    _, alive = psutil.wait_procs(
        [one for one in processes if "forkserver" not in " ".join(_command(one))], timeout=5
    )
    assert (alive, monotonic() - stopped < 5) == (
        [],
        True,
    )  # two seconds, but for a machine that runs other tests too
    if number == signal.SIGKILL:
        assert all(name.startswith(".wordfleet-") for name in files_in(tmp_path / "cup"))
    else:
        assert tree(tmp_path) == {}


def _command(process: psutil.Process) -> list[str]:
    try:
        command: list[str] = process.cmdline()
        return command
    except psutil.Error:
        return []


# --- full disks and foreign files


def _fill_disk(left: list[int], _handle: int) -> None:
    """Stand for `fsync` on a disk that has room for the number of files that is left."""
    if not left[0]:
        raise OSError(errno.ENOSPC, "no space left")
    left[0] -= 1


@pytest.mark.parametrize("earlier", [OLD, None], ids=["over an earlier pack", "fresh"])
def test_a_disk_that_fills_at_any_file_leaves_one_whole_pack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, earlier: Event | None
) -> None:
    """If the disk fills in any file, the old pack stays unchanged; printing then gives the whole
    new pack, without the files of players that are no longer wanted. Other people's files stay.
    """
    _print(NEW, tmp_path / "whole")
    folder = tmp_path / "event"
    for place in (folder, tmp_path / "whole"):
        place.mkdir(exist_ok=True)
        (place / "my notes.pdf").write_bytes(b"mine")
    before, whole = _print(earlier, folder) if earlier else tree(folder), tree(tmp_path / "whole")

    # My notes are not written.
    for count in range(len(whole) - 1):
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", partial(_fill_disk, [count]))
            with pytest.raises(CannotWriteError):
                _print(NEW, folder)
        assert tree(folder) == before
    assert _print(NEW, folder) == whole


def test_what_no_event_here_made_is_not_overwritten(tmp_path: Path) -> None:
    """A file or folder that the event did not make is never overwritten, whatever its name."""
    _print(OLD, tmp_path / "old")
    check_free(tmp_path / "old", OLD)
    for file, is_folder in product(list_pack_files(NEW), (False, True)):
        (
            tmp_path / "new" / file.name / "inside" if is_folder else tmp_path / "new" / "other"
        ).mkdir(parents=True)
        if not is_folder:
            (tmp_path / "new" / file.name).touch()
        with pytest.raises(CannotWriteError, match=file.name):
            check_free(tmp_path / "new", NEW)
        shutil.rmtree(tmp_path / "new")
    (tmp_path / "old" / "sheets-01.pdf").touch()  # somebody's own, until the event has grown
    with pytest.raises(CannotWriteError, match=r"sheets-01\.pdf"):
        check_free(tmp_path / "old", _plan(1002, 1, eco=True, per_player=True))
    shutil.rmtree(tmp_path / "old" / "players")
    (tmp_path / "old" / "players").touch()
    with pytest.raises(CannotWriteError, match="players: "):
        print_pack(OLD, tmp_path / "old")


# --- interrupted prints


class Killed(BaseException):
    """The end of a run."""


def _stop_after(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kill the run at the file system's rename or removal number `count` from now."""
    left = [count]

    def step(call: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise Killed
        return call(*arguments, **options)

    monkeypatch.setattr(os, "replace", partial(step, os.replace))
    monkeypatch.setattr(os, "unlink", partial(step, os.unlink))


def _stops(call: Callable[[], object], old: Path, folder: Path) -> Iterator[None]:
    """Stop a call at each rename and removal in turn, until it comes to its end; each time the
    folder is as of old.
    """
    for count in range(200):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(old, folder)
        with pytest.MonkeyPatch.context() as patch:
            _stop_after(count, patch)
            try:
                call()
            except Killed:
                stopped = True
            else:
                stopped = False
        if not stopped:
            return
        yield
    pytest.fail("it never came to its end")


def _pack_in(folder: Path) -> dict[str, bytes]:
    """The files of a folder, without sheets that were printed again."""
    return {
        name: content
        for name, content in files_in(folder).items()
        if not name.startswith("reprints/")
    }


LISTS = {
    "first": [("Ann", "Ben", "Cy", "Di"), ["--rounds", "2", "--per-player"]],
    "second": [("Ann", "Ben", "Cy", "Di", "Eve", "Flo"), ["--rounds", "3"]],
    "redeal": [("Ann", "Ben", "Cy", "Di", "Eve", "Flo"), ["--redeal", "2"]],
    "round": [("Ann", "Ben", "Cy", "Di"), ["--round", "3"]],
}


@pytest.mark.parametrize("kind", mark_matrix(LISTS, {"first", "redeal"}))
def test_a_stop_at_any_rename_is_recognized_and_completed(
    call: Run, tmp_path: Path, kind: str
) -> None:
    """After a stop at any rename, readers say that printing was interrupted (exit 3) and change
    nothing; the same command completes the pack with the same bytes. So for first prints, more
    rounds, a redeal and a single round.
    """
    cup, (names, more) = tmp_path / "output" / "club", LISTS[kind]
    if kind != "first":
        check(call("event", "print", roster(LISTS["first"][0]), *LISTS["first"][1], "--quiet"))
    old = tmp_path / "old"
    shutil.copytree(cup, old) if cup.exists() else old.mkdir(parents=True)
    command = ("event", "print", roster(names), *more, "--quiet")

    def run() -> None:
        assert call(*command).code in (0, 3)

    interrupted = 0
    for _ in _stops(run, old, cup):
        if not is_interrupted(cup):
            found = {
                name: file for name, file in _pack_in(cup).items() if ".wordfleet-" not in name
            }
            if found != _pack_in(old):
                assert {*found} == {
                    EVENT_FILE,
                    *(one.name for one in read_printed(cup / EVENT_FILE).files),
                }
            continue
        interrupted += 1
        before, promised = files_in(cup), read_printed(cup / EVENT_FILE, partial=True)
        if interrupted % 4 == 1:
            for reader in (("reprint", cup, "--number", "1", "--round", "1"),):
                result = call(*reader)
                assert (result.code, str(cup.name) in result.err) == (3, True), result.err
            result = call("event", "print", cup, "--output", "elsewhere")
            assert (result.code, str(cup.name) in result.err) == (3, True)
            assert files_in(cup) == before
        again = check(call(*command[:-1]))
        assert "It is completed now" in again.err
        assert read_printed(cup / EVENT_FILE).files == promised.files
        assert not [
            name for name in files_in(cup) if name.startswith(".") or name == NEW_EVENT_FILE
        ]
        assert {*_pack_in(cup)} == {EVENT_FILE, *(one.name for one in promised.files)}
    assert interrupted > 6


def test_a_changed_file_of_equal_size_is_noticed(call: Run, tmp_path: Path) -> None:
    """Readers name the file that is not as it was printed (exit 3); printing again repairs it."""
    check(call("event", "print", "--players", "6", "--rounds", "2", "--output", "cup", "--quiet"))
    whole, file = tree(tmp_path / "cup"), tmp_path / "cup" / "manifest.csv"
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    result = call("reprint", "cup", "--number", "1", "--round", "1")
    assert (result.code, "manifest.csv " in result.err) == (3, True)
    check(call("event", "print", "cup", "--quiet"))
    assert tree(tmp_path / "cup") == whole


def test_a_new_name_names_the_folders_that_keep_the_old_one(call: Run, tmp_path: Path) -> None:
    """Where a player is renamed, the manifests that are not printed again are named, with the
    option that prints them.
    """
    roster(["Ann", "Ben", "Cy", "Di"])
    check(call("event", "print", "club.csv", "--output", "cup", "--seed", "s", "--quiet"))
    check(call("event", "print", "cup", "--round", "2", "--quiet"))
    printed = check(call("event", "print", "cup", "--rename", "Ann=Anna"))
    assert "round-2/manifest.csv" in printed.err
    assert "--round 2" in printed.err
    pack = tmp_path / "cup"
    assert "Anna" in (pack / "manifest.csv").read_text(encoding="utf-8")
    again = check(call("event", "print", "cup", "--round", "2"))
    assert "old name" not in again.err
    assert "Anna" in (pack / "round-2" / "manifest.csv").read_text(encoding="utf-8")
    alone = check(call("event", "print", "cup", "--round", "2", "--rename", "Ben=Benno"))
    assert "Note: manifest.csv and the papers next to it still have the old name." in alone.err


# --- one run in a folder


def test_a_lock_of_a_killed_run_is_in_nobodys_way(tmp_path: Path) -> None:
    """An old lock file does not block; a second run at the same time is blocked."""
    (tmp_path / LOCK_FILE).write_text("rubbish")
    with (
        hold_folder(tmp_path),
        pytest.raises(BusyError, match="Another run"),
        hold_folder(tmp_path),
    ):
        pass


def test_a_folder_held_for_nothing_goes_again(tmp_path: Path) -> None:
    """Folders that were made only for the lock are removed; others stay."""
    with hold_folder(tmp_path / "a" / "b"):
        assert (tmp_path / "a" / "b").stat().st_mode & 0o777 == 0o700
    assert not (tmp_path / "a").exists()
    with hold_folder(tmp_path / "a" / "b"):
        (tmp_path / "a" / "b" / "kept").touch()
    assert {path.name for path in (tmp_path / "a" / "b").iterdir()} == {"kept"}


def test_what_is_no_place_for_a_lock_is_refused(tmp_path: Path) -> None:
    """A link in place of the lock, or a file in place of the folder, is refused, and nothing behind
    it is touched.
    """
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / LOCK_FILE).symlink_to(tmp_path / "precious")
    for place in (tmp_path / "linked", tmp_path / "precious"):
        with pytest.raises(CannotWriteError), hold_folder(place):
            pass
    assert (tmp_path / "precious").read_text() == "mine"
