"""The print shop heals or ends; and nothing that was brought outlives it, or its deletion."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest

from support.shop import GOOD, LOCAL_DESK, Desk, child_of, client_of, open_shop, until
from wordfleet_print.errors import BusyError, CannotWriteError
from wordfleet_print.web import app, press_children, serving
from wordfleet_print.web.events import queue
from wordfleet_print.web.keys import Keys
from wordfleet_print.web.press_children import Press
from wordfleet_print.web.settings import LOCK_FILE, TemporaryFolder

WRITES = """
import json, pathlib, sys, threading, time
folder, stopped = pathlib.Path(sys.argv[1]), threading.Event()
threading.Thread(target=lambda: (sys.stdin.buffer.read(), stopped.set()), daemon=True).start()
print(json.dumps({"kind": "begun", "parts": [["sheets", 4]]}), flush=True)
while not (stopped.is_set() and sys.argv[2] == "heeds"):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "shard-1").write_bytes(b"secret")
    time.sleep(0.01)
for _ in range(30):
    (folder / "seed").write_bytes(b"secret")
    time.sleep(0.01)
print(json.dumps({"kind": "stopped"}), flush=True)
"""
"""A child that writes on for a while when it is stopped, or for ever; where there is no folder it makes one."""


def test_what_fails_behind_the_pages_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Where there is no room for a press, or for the shop's folder, the shop stays open, says so, and tries again."""
    fails: list[Exception] = [BusyError("The press cannot be started now."), OSError(24, "Too many open files")]
    done: list[str] = []

    async def warm(_press: Press) -> None:
        if fails:
            raise fails.pop()
        done.append("warm")

    def make(_folder: TemporaryFolder) -> None:
        if "tried" not in done:
            done.append("tried")
            raise OSError(24, "Too many open files")
        done.append("made")

    monkeypatch.setattr(Press, "warm", warm)
    monkeypatch.setattr(TemporaryFolder, "make", make)
    monkeypatch.setattr(app, "QUIET", 0)
    monkeypatch.setattr(app, "AGAIN", 0)
    with client_of(open_shop()[0]) as client:
        until(lambda: {"warm", "made"} <= {*done})
        assert client.get("/healthz").json()["ok"]
    assert [record.getMessage()[:9] for record in caplog.records if record.name.endswith(".web")] == ["not yet: "] * 3


def test_what_nobody_expects_ends_the_shop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug behind the pages is no shop that is half open: it closes, and the command ends with what happened."""

    async def warm(_press: Press) -> None:
        raise KeyError("bug")

    monkeypatch.setattr(Press, "warm", warm)
    with pytest.raises(KeyError, match="bug"):
        serving.serve(serving.open_place(None, 0, "", workers=1, rules=None), Keys(), lambda: None)


def test_the_sign_of_life_is_the_presss(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever watches is told whether the press answers, and the version, and nothing else; it is asked once at a time,
    and once a second at most.
    """
    monkeypatch.setattr(press_children, "SOON", 0.05)
    asked: list[asyncio.Event] = []

    async def do(_press: Press, _seconds: int, _work: object) -> bool:
        asked.append(asyncio.Event())
        await asked[-1].wait()
        if len(asked) == 2:
            raise BusyError("None can be started.")
        return True

    monkeypatch.setattr(Press, "do", do)
    with client_of(open_shop()[0]) as client:

        def told() -> tuple[int, bool, int]:
            answer = client.get("/healthz")
            assert set(answer.json()) == {"ok", "version"}
            return answer.status_code, answer.json()["ok"], len(asked)

        def answered() -> None:
            assert client.portal
            client.portal.call(asked[-1].set)

        monkeypatch.setattr(press_children, "CACHED", 1000)
        assert [told(), told()] == [(503, False, 1)] * 2
        answered()
        assert [told(), told()] == [(200, True, 1)] * 2
        monkeypatch.setattr(press_children, "CACHED", 0)
        assert told() == (503, False, 2)
        answered()
        monkeypatch.setattr(press_children, "CACHED", 1000)
        assert told() == (503, False, 2)
        monkeypatch.setattr(press_children, "CACHED", 0)
        assert told() == (503, False, 3)
        answered()
        monkeypatch.setattr(press_children, "CACHED", 1000)
        assert told() == (200, True, 3)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="ulimit")
def test_a_flood_at_its_start_is_survived(tmp_path: Path) -> None:
    """More connections than files may be open, so that the shop lacks one for itself: when they let go, it answers, and
    so does its press; its log has lines, not pages.
    """
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    serve = f"ulimit -n 48; exec {sys.executable} -m wordfleet_print serve --host 127.0.0.1 --port {port} --no-open"
    with (tmp_path / "log").open("wb") as log, ExitStack() as flood:
        shop = subprocess.Popen(["sh", "-c", serve], cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=log)
        try:
            connections: list[socket.socket] = []
            end = time.monotonic() + 60
            while len(connections) < 120 and time.monotonic() < end:
                try:
                    connections.append(flood.enter_context(socket.create_connection(("127.0.0.1", port), timeout=5)))
                except OSError:  # not yet open
                    time.sleep(0.01)
            until(lambda: b"not yet" in (tmp_path / "log").read_bytes())
            flood.close()
            until(lambda: _status(f"http://127.0.0.1:{port}/healthz") == 200)
        finally:
            shop.send_signal(signal.SIGTERM)
            code = shop.wait(30)
    assert (len(connections), code) == (120, 143)
    assert len((tmp_path / "log").read_bytes().splitlines()) < 10


def _status(address: str) -> int:
    try:
        return httpx2.get(address, timeout=10).status_code
    except httpx2.HTTPError:
        return 0


@pytest.fixture
def printing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Desk]]:
    """An event at the press of a shop whose temporary folder is the test's: its child heeds a stop, or none."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with ExitStack() as shops:

        def begin(how: str) -> Desk:
            shop, _ = open_shop(replace(LOCAL_DESK, output=tmp_path / "output"))
            desk = Desk(shops.enter_context(client_of(shop)), shop)
            desk.drop(GOOD)
            own = desk.event.own
            monkeypatch.setattr(queue, "started", lambda _, stderr: child_of(WRITES, stderr, str(own), how))
            assert desk.plan(do="print").status_code == 303
            until((own / "shard-1").exists)
            desk.close = shops.close  # type: ignore[attr-defined]
            return desk

        yield begin


@pytest.mark.parametrize("how", ["heeds", "heeds nothing"])
@pytest.mark.parametrize("end", ["delete", "close"])
def test_nothing_is_left_of_what_is_ended_amid_printing(
    how: str, end: str, printing: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whoever deletes an event that is printed, or closes the shop, is answered when its child is gone, by itself or
    not, and all that it wrote; who looks for it meanwhile finds nothing.
    """
    monkeypatch.setattr(queue, "PATIENCE", 10 if how == "heeds" else 0.5)
    desk = printing(how)
    own, child = desk.event.own, desk.event.printing.child
    if end == "delete":
        assert desk.post("/delete").headers["location"] == "/event"
        assert desk.get("/press").status_code == 404
    else:
        desk.close()
    assert (child.poll() is not None, own.exists()) == (True, False)
    assert [path.name for path in tmp_path.iterdir() if end == "close"] == []


DEAD = "import os; from wordfleet_print.web.settings import TemporaryFolder as F; F().new(); os.kill(os.getpid(), 9)"


def test_what_dead_shops_left_is_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A killed shop's folder goes when another opens; not that of one that lives, of another user, what is no shop's,
    and nothing behind a link.
    """
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    live = TemporaryFolder()
    kept = {live.make().name, "elsewhere"}
    subprocess.run([sys.executable, "-c", DEAD], check=False)
    dead = {path.name for path in tmp_path.iterdir()} - kept
    for name in ("elsewhere", "wordfleet-print-theirs", "wordfleet-print-linked"):
        (tmp_path / name).mkdir()
        (tmp_path / name / LOCK_FILE).touch()
    (tmp_path / "wordfleet-print-1.0").mkdir()
    (tmp_path / "wordfleet-print-link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "wordfleet-print-linked" / LOCK_FILE).unlink()
    (tmp_path / "wordfleet-print-linked" / LOCK_FILE).symlink_to(tmp_path / "elsewhere" / LOCK_FILE)
    before, lstat = {path.name for path in tmp_path.iterdir()}, Path.lstat

    def owned(path: Path) -> os.stat_result:
        found = lstat(path)
        return os.stat_result((*found[:4], found.st_uid + path.name.endswith("theirs"), *found[5:]))

    monkeypatch.setattr(Path, "lstat", owned)
    ours = TemporaryFolder()
    after = {ours.make().name} | (before - dead)
    assert ({path.name for path in tmp_path.iterdir()}, len(dead)) == (after, 1)
    assert (tmp_path / "elsewhere" / LOCK_FILE).exists()
    for folder in (ours, live):
        folder.close()
    assert {path.name for path in tmp_path.iterdir()} == before - dead - kept | {"elsewhere"}


def test_shops_that_open_at_once_sweep_none_that_lives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each gets a folder, and keeps it, whatever others sweep; none is made when all are closed."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folders = [TemporaryFolder() for _ in range(40)]
    with ThreadPoolExecutor(8) as together:
        made = [*together.map(TemporaryFolder.make, folders)]
    assert ({*made}, len({*made})) == ({*tmp_path.iterdir()}, 40)
    assert all((path / LOCK_FILE).exists() for path in made)
    for folder in folders:
        folder.close()
        with pytest.raises(CannotWriteError):
            folder.new()
    assert [*tmp_path.iterdir()] == []
