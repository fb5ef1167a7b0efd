"""A pack stands as it was or as it is to be, whatever fails on the way; and what lies in its folder cannot upset it."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from wordfleet_print.errors import CannotWriteError
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.pack.pack import RECORD, Pack, check_free, print_pack
from wordfleet_print.event.plan.model import Scope, Terms
from wordfleet_print.event.plan.planner import plan_event
from wordfleet_print.event.roster.model import numbered_roster
from wordfleet_print.files import Batch
from wordfleet_print.game import load_edition

TERMS = Terms(
    "word-fleet", "standard", (), None, "", blank=False, placed=False, band=load_edition("word-fleet").fairness.band
)


def _pack(players: int, rounds: int, looks: PackLooks) -> Pack:
    return Pack(plan_event(numbered_roster(players), TERMS, Scope("Cup", "full", rounds, 1)), looks)


OLD, NEW = _pack(4, 1, PackLooks("a4", split=4)), _pack(6, 2, PackLooks("a4", per_player=True))


def _tree(folder: Path) -> dict[str, bytes | None]:
    """Everything in an event's folder: files with their content, folders with None."""
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
    return {name: path.read_bytes() if path.is_file() else None for name, path in found.items()}


def _print(pack: Pack, folder: Path) -> dict[str, bytes | None]:
    folder.mkdir(exist_ok=True)
    print_pack(pack, folder)
    return _tree(folder)


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
    folder, add, filled = tmp_path / "event", Batch.add, dict[Path, None]()
    folder.mkdir()
    before = _print(earlier, folder) if earlier else {}

    def add_until_full(files: Batch, path: Path, chunks: Iterable[bytes], **options: Any) -> None:
        if path not in filled:
            filled[path] = None
            chunks = _until_full(chunks)
        add(files, path, chunks, **options)

    monkeypatch.setattr(Batch, "add", add_until_full)
    files = {folder / name for name, content in whole.items() if content}
    while not files <= filled.keys():
        with pytest.raises(CannotWriteError, match="the disk is full"):
            _print(NEW, folder)
        assert _tree(folder) == before
    assert _print(NEW, folder) == whole
    for path in files - {folder / RECORD}:  # each is known as a pack's: nobody's own is lost, nor a stale one left
        own = tmp_path / "own" / path.relative_to(folder)
        own.parent.mkdir(parents=True, exist_ok=True)
        own.touch()
        with pytest.raises(CannotWriteError, match=path.name):
            check_free(tmp_path / "own")
        own.unlink()


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
