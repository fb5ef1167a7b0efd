"""A pack stands as it was or as it is to be, whatever fails on the way; and what lies in its folder cannot upset it."""

from __future__ import annotations

import contextlib
import errno
import json
import os
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from making.command import Killed, Run, done, killed, tree
from making.sheets import TERMS
from wordfleet_print.errors import CannotWriteError, ExitCode, WordfleetError
from wordfleet_print.event import lock
from wordfleet_print.event.lock import alone_in
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.pack.pack import RECORD, Pack, check_free, print_pack
from wordfleet_print.event.plan.event_plan import Scope
from wordfleet_print.event.plan.planner import plan_event
from wordfleet_print.event.roster.roster import numbered_roster
from wordfleet_print.files import PREFIX, FilesTogether, is_unfinished
from wordfleet_print.jobs.printed_event import look_at_pack
from wordfleet_print.jobs.sheets_again import print_round


def _pack(players: int, rounds: int, looks: PackLooks) -> Pack:
    return Pack(plan_event(numbered_roster(players), TERMS, Scope("Cup", "full", rounds, 1)), looks)


OLD, NEW = _pack(4, 1, PackLooks("a4", eco=True)), _pack(6, 2, PackLooks("a4", per_player=True))


def _print(pack: Pack, folder: Path) -> dict[str, bytes | None]:
    folder.mkdir(exist_ok=True)
    print_pack(pack, folder)
    return tree(folder)


def _until_full(chunks: Iterable[bytes]) -> Iterator[bytes]:
    yield next(iter(chunks))[:100]
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("earlier", [OLD, None], ids=["over an earlier pack", "fresh"])
def test_a_disk_that_fills_at_any_file_leaves_one_whole_pack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, earlier: Pack | None
) -> None:
    """The disk fills in the middle of each file in turn: every time that is told, and all that stood before stands, to
    the byte, nothing beside it; at last there is the new pack, whole.
    """
    whole = _print(NEW, tmp_path / "whole")
    folder, add, filled = tmp_path / "event", FilesTogether.add, dict[Path, None]()
    folder.mkdir()
    before = _print(earlier, folder) if earlier else {}

    def add_until_full(files: FilesTogether, path: Path, chunks: Iterable[bytes], **options: Any) -> None:
        if path not in filled:
            filled[path] = None
            chunks = _until_full(chunks)
        add(files, path, chunks, **options)

    monkeypatch.setattr(FilesTogether, "add", add_until_full)
    files = {folder / name for name, content in whole.items() if content}
    while not files <= filled.keys():
        with pytest.raises(CannotWriteError, match="the disk is full"):
            _print(NEW, folder)
        assert tree(folder) == before
    assert _print(NEW, folder) == whole
    for path in files - {folder / RECORD}:  # each is known as a pack's: nobody's own is lost, nor a stale one left
        own = tmp_path / "own" / path.relative_to(folder)
        own.parent.mkdir(parents=True, exist_ok=True)
        own.touch()
        with pytest.raises(CannotWriteError, match=path.name):
            check_free(tmp_path / "own")
        own.unlink()


def _read(folder: Path) -> tuple[dict[str, bytes | None], bytes]:
    """The sheets of the first round, printed again; and what stands in the folder then, but what a killed run left."""
    sheets = print_round(folder, 1)
    return {name: content for name, content in tree(folder).items() if content and PREFIX not in name}, sheets


@pytest.mark.parametrize("earlier", [OLD, None], ids=["over an earlier pack", "fresh"])
def test_a_kill_at_any_step_leaves_one_whole_pack(tmp_path: Path, earlier: Pack | None) -> None:
    """Killed before each file that is opened, brought to the disk, renamed or removed: whoever reads it next has the
    old pack or the new one, and prints from that; the same command prints the new one, and nothing lies beside it.
    """
    old = tmp_path / "old"
    old.mkdir()
    whole, states, mixed = _print(NEW, tmp_path / "new"), [_read(tmp_path / "new")], 0
    if earlier:
        _print(earlier, old)
        states.append(_read(old))
    for folder in killed(partial(_print, NEW), old):
        mixed += (half := is_unfinished(folder))
        if earlier or half:
            assert _read(folder) in states
        else:
            with alone_in(folder):
                check_free(folder)
                print_pack(NEW, folder)
            assert tree(folder) == whole
    assert mixed > len(whole)


def _stopped(source: Path, target: Path, replace: Any = os.replace) -> None:
    if target.name == RECORD:
        raise Killed
    replace(source, target)


@pytest.mark.parametrize(("code", "told"), [(4, "the disk is read-only"), (75, "Another run")])
def test_half_a_pack_is_not_read(
    call: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, told: str
) -> None:
    """A run was stopped while its files took their names. Where that cannot be finished, on a read-only disk or while
    somebody is at work there, each command that reads them says so and changes nothing; else it is finished first.
    """
    cup, whole = tmp_path / "cup", _print(NEW, tmp_path / "whole")
    listed = json.loads(_print(OLD, cup)["manifest.json"] or b"")
    asked = ["event reprint cup --number 1 --round 1", "event print cup", "event diff whole cup"]
    asked.append(f"verify {listed[0]['sheet_code']} --event cup")
    with monkeypatch.context() as patch, alone_in(cup) if code == ExitCode.BUSY else contextlib.nullcontext():
        patch.setattr(os, "replace", _stopped)
        with pytest.raises(Killed):
            print_pack(NEW, cup)
        before = tree(cup)
        if code != ExitCode.BUSY:
            held = Mock(acquire=Mock(side_effect=OSError(errno.EROFS, "")), is_locked=False)
            patch.setattr(lock, "FileLock", Mock(return_value=held))
        for one in asked:
            ran = call(*one.split())
            assert (one, ran.code, told in ran.err) == (one, code, True)
        with pytest.raises(WordfleetError, match=told):
            look_at_pack(cup)
        assert tree(cup) == before
    assert done(call("event", "diff", "whole", "cup")).out == "Nothing changed.\n"
    assert tree(cup) == whole


def test_what_earlier_versions_kept_of_a_stopped_run_is_removed(tmp_path: Path) -> None:
    """Secret parts and the seed in a hidden folder go, and it counts as ours; what has another name stays, and no link
    is followed.
    """
    whole, secret = _print(NEW, tmp_path / "whole"), b"wordfleet-shard-2 ..."
    work, precious = tmp_path / "event" / ".wordfleet-work", tmp_path / "precious"
    work.mkdir(parents=True)
    precious.mkdir()
    for path in (work / "shard-sections-000000", work / "note-seed", work / ".wordfleet-0123456789abcdef.part"):
        path.write_bytes(secret)
    (work.parent / "key.pdf").touch()
    check_free(work.parent)
    assert _print(NEW, work.parent) == whole
    work.mkdir()
    (work / "note-seed").symlink_to(precious)
    (work / "mine").write_bytes(b"mine")
    (precious / "shard-1").write_bytes(b"mine")
    _print(NEW, work.parent)
    assert {path.name for path in work.iterdir()} == {"note-seed", "mine"}
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / ".wordfleet-work").symlink_to(precious)
    _print(NEW, tmp_path / "linked")
    assert [path.name for path in precious.iterdir()] == ["shard-1"]
