"""Files are written whole or not at all, in folders that are safe."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import wordfleet_print.files
from support.command import tree
from wordfleet_print.errors import CannotWriteError, ExitCode
from wordfleet_print.files import (
    PREFIX,
    check_target,
    check_writable,
    data_folder,
    find_free_path,
    remove_leftovers,
    write_all,
    write_new,
    write_together,
)

GOOD = b"a good file from yesterday"


class DeniedError(PermissionError):
    """A file that the system does not let go, with Windows' own number for why."""

    winerror: int | None


NAMES = [
    "a.pdf",
    "Zoë.pdf",
    "Zoe\u0308.pdf",
    "-rf.pdf",
    "with space.pdf",
    ".hidden.pdf",
    f"{'n' * 250}.pdf",
    "b/c/d.pdf",
]


def test_all_files_are_written_under_their_names(tmp_path: Path) -> None:
    """Each file holds exactly its bytes under exactly its name; its folder is made; nothing else is
    there.
    """
    contents = {tmp_path / name: os.urandom(1000 * i) for i, name in enumerate(NAMES)}
    write_all(contents)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == contents


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o000, 0o666)])
def test_modes_follow_the_umask_unless_private(tmp_path: Path, mask: int, mode: int) -> None:
    """New and replaced files follow the user's umask. Only the owner can read private files and
    their folders.
    """
    old, key = tmp_path / "old.pdf", tmp_path / "cup" / "key.pdf"
    old.write_bytes(GOOD)
    old.chmod(0o600)
    before = os.umask(mask)
    try:
        write_all({old: b"1", tmp_path / "new.pdf": b"2"})
        write_all({key: b"3"}, private=True)
    finally:
        assert os.umask(before) == mask
    modes = [
        stat.S_IMODE(path.stat().st_mode) for path in (old, tmp_path / "new.pdf", key, key.parent)
    ]
    assert modes == [mode, mode, 0o600, 0o700]


@pytest.mark.parametrize("pointed", ["precious", "nowhere"])
def test_a_symlink_is_replaced_never_followed(tmp_path: Path, pointed: str) -> None:
    """A link at the target becomes a file; what it pointed to is untouched, or still missing."""
    (tmp_path / "precious").write_bytes(GOOD)
    (tmp_path / "out.pdf").symlink_to(tmp_path / pointed)
    write_all({tmp_path / "out.pdf": b"new"})
    assert tree(tmp_path) == {"precious": GOOD, "out.pdf": b"new"}
    assert not (tmp_path / "out.pdf").is_symlink()


@pytest.mark.parametrize("name", ["folder", "file/b.pdf", "pipe", "n" * 300, f"fresh/{'n' * 300}"])
@pytest.mark.parametrize("bad_first", [False, True])
def test_one_bad_target_stops_them_all(tmp_path: Path, name: str, bad_first: bool) -> None:
    """If one of several files cannot be written, none is; the checks before the work refuse it
    too.
    """
    old, new, bad = tmp_path / "old.pdf", tmp_path / "new.pdf", tmp_path / name
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for path in (old, tmp_path / "file"):
        path.write_bytes(GOOD)
    before = sorted(tmp_path.rglob("*"))
    paths = [bad, old, new] if bad_first else [old, new, bad]
    writes: list[Callable[[], None]] = [
        partial(write_all, dict.fromkeys(paths, b"changed")),
        partial(check_target, bad),
    ]
    for write in writes:
        with pytest.raises(CannotWriteError, match="Cannot write") as caught:
            write()
        assert caught.value.exit_code == ExitCode.CANNOT_WRITE
    assert (sorted(tmp_path.rglob("*")), old.read_bytes()) == (before, GOOD)


def test_places_are_proved_before_the_work(tmp_path: Path) -> None:
    """Folders, new files, old files and links pass the check, and the check leaves nothing
    behind.
    """
    (tmp_path / "old.pdf").write_bytes(GOOD)
    (tmp_path / "link.pdf").symlink_to("nowhere")
    check_writable(tmp_path / "a" / "b")
    for name in ("old.pdf", "new.pdf", "link.pdf", "fresh/new.pdf"):
        check_target(tmp_path / name)
    for place in (tmp_path / "old.pdf", tmp_path / "old.pdf" / "deeper", Path("/proc/new/folder")):
        with pytest.raises(CannotWriteError, match="Cannot write"):
            check_writable(place)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.pdf", "old.pdf"]


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (errno.ENOSPC, "disk is full"),
        (errno.EDQUOT, "quota"),
        (errno.EROFS, "read-only"),
        (errno.EFBIG, "larger than"),
    ],
)
def test_a_failing_disk_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int, reason: str
) -> None:
    """A disk that fails at the second of three files changes nothing and leaves nothing behind."""
    (tmp_path / "1.pdf").write_bytes(GOOD)
    calls = []

    def fsync(handle: int) -> None:
        calls.append(handle)
        if len(calls) == 2:
            raise OSError(error, os.strerror(error))

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(CannotWriteError, match=reason):
        write_all({tmp_path / f"{i}.pdf": b"new" for i in (1, 2, 3)})
    assert tree(tmp_path) == {"1.pdf": GOOD}


def test_files_are_on_disk_before_any_takes_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every file is flushed to disk before the first is renamed: a power cut leaves old files or
    whole new ones.
    """
    steps: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def note_fsync(handle: int) -> None:
        steps.append("fsync")
        fsync(handle)

    def note_replace(path: Path, target: Path) -> Path:
        steps.append("replace")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", note_fsync)
    monkeypatch.setattr(Path, "replace", note_replace)
    write_all({tmp_path / f"{i}.pdf": b"new" for i in (1, 2, 3)})
    assert steps == ["fsync"] * 3 + ["replace"] * 3 + ["fsync"]  # at last their folder


@pytest.mark.parametrize("with_record", [False, True])
@pytest.mark.parametrize("error", [None, 32])
@pytest.mark.parametrize("failing", range(4))
def test_a_rename_that_fails_names_what_is_new(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    failing: int,
    error: int | None,
    with_record: bool,
) -> None:
    """If a rename or a removal fails, as for a file that is open in a viewer on Windows, the error
    lists exactly the files that are new. If none is new, the folder is unchanged.
    """
    names = [tmp_path / name for name in ("1.pdf", "2.pdf", "3.pdf", "stale.pdf")]
    for path in names:
        path.write_bytes(GOOD)
    replace, unlink = Path.replace, Path.unlink

    def refuse(path: Path, call: Callable[[], Any]) -> Any:
        if path == names[failing]:
            raised = DeniedError(errno.EACCES, "denied")
            raised.winerror = error
            raise raised
        return call()

    monkeypatch.setattr(
        Path, "replace", lambda path, target: refuse(target, lambda: replace(path, target))
    )
    monkeypatch.setattr(
        Path, "unlink", lambda path, **options: refuse(path, lambda: unlink(path, **options))
    )

    def write() -> None:
        with write_together() as files:
            for path in names[:3]:
                files.add(path, b"new")
            files.remove(names[3])
            if with_record:
                files.finish_with(tmp_path / "record", b"new")

    with pytest.raises(CannotWriteError, match=names[failing].name) as caught:
        write()
    new = {str(path) for path in names if path.read_bytes() == b"new"}
    assert (
        {complaint.where for complaint in caught.value.details}
        == new
        == {str(path) for path in names[:failing]}
    )
    shown = [
        "Nothing was changed" in caught.value.summary.advice,
        "close it in your viewer" in caught.value.summary.advice,
    ]
    assert shown == [not failing, error is not None]
    record = [tmp_path / "record.new"] if with_record and failing else []
    assert sorted(tmp_path.iterdir()) == sorted([*names, *record])


class _Stop(BaseException):
    """Something like Ctrl-C."""


def _with_a_record(contents: Mapping[Path, bytes]) -> None:
    last, *others = contents
    with write_together() as files:
        for path in others:
            files.add(path, contents[path])
        files.finish_with(last, contents[last])


def _write_until(
    count: int, write: Callable[[Mapping[Path, bytes]], None], contents: Mapping[Path, bytes]
) -> int:
    """Write, but stop before the `count`-th line that files.py runs; its number, or 0 if all was
    written before.
    """
    seen: list[int] = []

    def trace(frame: FrameType, event: str, _argument: object) -> Any:
        if frame.f_code.co_filename != wordfleet_print.files.__file__:
            return None
        if event == "line" and len(seen) < count:
            seen.append(frame.f_lineno)
            if len(seen) == count:
                raise _Stop
        return trace

    sys.settrace(trace)
    try:
        write(contents)
    except _Stop:
        return seen[-1]
    finally:
        sys.settrace(None)
    return 0


@pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")
@pytest.mark.parametrize("write", [write_all, _with_a_record])
def test_an_interrupt_at_any_line_leaves_whole_files_only(
    tmp_path: Path, write: Callable[[Mapping[Path, bytes]], None]
) -> None:
    """Ctrl-C at any line leaves no temporary file, and every name holds a whole file, old or
    new.
    """
    leftovers = {}
    with ThreadPoolExecutor(
        1
    ) as thread:  # a trace belongs to its thread: nothing of it reaches other tests
        for count in range(1, 500):
            folder = tmp_path / str(count)
            folder.mkdir()
            old, new = folder / "old.pdf", folder / "new.pdf"
            old.write_bytes(GOOD)
            line = thread.submit(_write_until, count, write, {old: b"new", new: b"new"}).result()
            found = tree(folder)
            assert found.pop("old.pdf") in {GOOD, b"new"}
            assert found.pop("new.pdf", b"new") == b"new"
            if (
                write is _with_a_record and old.read_bytes() == GOOD
            ):  # this file shows a stop among the renames
                assert found.pop("old.pdf.new", b"new") == b"new"
            if found:
                leftovers[line] = sorted(found)
            if not line:
                break
        else:
            pytest.fail("the writing never came to its end")
    assert count > 10, "the trace saw nothing"
    assert not leftovers, f"stopped before these lines of files.py, temporaries stay: {leftovers}"


def test_a_planted_temporary_is_never_written_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link planted under the name of a temporary file is refused, and its target is not
    created.
    """
    monkeypatch.setattr(secrets, "token_hex", lambda count: "0" * 2 * count)
    (tmp_path / f"{PREFIX}{0:016x}.part").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(CannotWriteError):
        write_all({tmp_path / "1.pdf": b"new"}, private=True)
    assert not (tmp_path / "elsewhere").exists()
    assert not (tmp_path / "1.pdf").exists()


def test_only_our_leftovers_are_removed(tmp_path: Path) -> None:
    """Leftovers of a killed run are recognized by name. Folders and other files are not touched."""
    others = [
        ".wordfleet-0123456789abcdef.parts",
        ".wordfleet-lock",
        "a.part",
        ".wordfleet-0123456789ABCDEF.part",
    ]
    for name in [".wordfleet-0123456789abcdef.part", *others]:
        (tmp_path / name).touch()
    (tmp_path / ".wordfleet-fedcba9876543210.part").mkdir()
    remove_leftovers(tmp_path)
    remove_leftovers(tmp_path / "missing")
    assert {path.name for path in tmp_path.iterdir()} == {
        *others,
        ".wordfleet-fedcba9876543210.part",
    }


def test_files_that_others_have_are_not_overwritten(tmp_path: Path) -> None:
    """Starters replace no file and no link. A file that the user did not name gets the next free
    name.
    """
    link, sheet = tmp_path / "starter.md", tmp_path / "ann.pdf"
    link.symlink_to("nowhere")
    with pytest.raises(CannotWriteError, match="already exist"):
        write_new({link: b"new"})
    assert link.is_symlink()
    sheet.write_bytes(GOOD)
    assert [find_free_path(sheet, content).name for content in (GOOD, b"new")] == [
        "ann.pdf",
        "ann-2.pdf",
    ]


@pytest.mark.parametrize("name", ["rules", "templates", "wordlists"])
def test_packaged_data_is_found(name: str) -> None:
    """The data folders are found, and not empty, wherever the package runs from."""
    assert any(data_folder(name).iterdir())
