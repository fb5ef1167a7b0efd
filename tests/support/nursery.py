"""Processes of the programme that need not load it: each is forked from one that has, with streams, a folder and
surroundings of its own; loading is most of what a short call takes.

A call does in its process what `python -m wordfleet_print` does, to the interpreter's end. What hangs on how an
interpreter starts (its hash seed, its locale) needs one that starts: the fixture `run`.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import io
import json
import os
import select
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from support.command import Ran


HERE = Path(__file__).parents[1]
LOADED = (
    *(f"wordfleet_print.cli.{name}" for name in ("main", "console", "parameters")),
    *(f"wordfleet_print.cli.{name}" for name in ("tracker", "words", "reprint", "verify", "event")),
    "typer.rich_utils",
    *(f"wordfleet_print.{name}" for name in ("services.trackers", "services.events", "event.pack.pack")),
)
"""What most calls need."""
PROGRAMME = "from wordfleet_print.__main__ import main; main()"
WORLD = {"LC_ALL": "C.UTF-8", "PYDANTIC_DISABLE_PLUGINS": "__all__"}
"""The last is what the programme itself sets before it loads anything."""
MOST = 1 << 17
"""Bytes in which a process is asked for."""


class Child:
    """A process at work. What it writes to a pipe can be read line by line, the rest when it has ended."""

    def __init__(self, pid: int, out: IO[bytes] | None, err: IO[bytes] | None) -> None:
        self.pid, self.out, self.err = pid, out, err
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """How it ended, if it has."""
        if self.returncode is None:
            self.returncode = _asked({"pid": self.pid})
        return self.returncode

    def communicate(self, timeout: float = 60) -> tuple[bytes, bytes]:
        """What it has written, when it ends by itself; it must, within so many seconds."""
        if self.poll() is None:
            handle = os.pidfd_open(self.pid)
            ended, _, _ = select.select([handle], [], [], timeout)
            os.close(handle)
            assert ended, "it does not end"
            self.poll()
        return _written(self.out), _written(self.err)


def born(
    *arguments: str | Path,
    folder: Path = HERE,
    doing: str = PROGRAMME,
    out: Any = None,
    err: Any = None,
    env: Mapping[str, str] | None = None,
    closed: Sequence[int] = (),
) -> Child:
    """A process that does this with these arguments, at the head of a group of its own. It writes to files, to what it
    is given, or to pipes (`subprocess.PIPE`); those of its first three streams that are `closed` it lacks.
    """
    told = {
        "arguments": list(map(str, arguments)),
        "folder": str(folder),
        "doing": doing,
        "env": {**os.environ, **WORLD, **(env or {})},
        "closed": list(closed),
    }
    written = [_stream(asked) for asked in (out, err)]
    with Path(os.devnull).open("rb") as nothing:
        pid = _asked(told, nothing.fileno(), *(at for at, _ in written))
    for asked, (at, _) in zip((out, err), written, strict=True):
        if asked == subprocess.PIPE:
            os.close(at)
    return Child(pid, *(read for _, read in written))


def called(*arguments: str | Path, **how: Any) -> Ran:
    """How such a process ended."""
    from support.command import Ran

    child = born(*arguments, **how)
    out, err = child.communicate()
    assert child.returncode is not None
    return Ran(child.returncode, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"), out)


def _stream(asked: Any) -> tuple[int, IO[bytes] | None]:
    """Where a process is to write, and from where that can be read."""
    if asked is None:
        file = os.fdopen(os.memfd_create("written"), "w+b")
        return file.fileno(), file
    if asked == subprocess.PIPE:
        read, write = os.pipe()
        return write, os.fdopen(read, "rb", 0)
    return asked.fileno(), None


def _written(stream: IO[bytes] | None) -> bytes:
    if stream is None or stream.closed:
        return b""
    if stream.seekable():
        stream.seek(0)
    else:
        os.set_blocking(stream.fileno(), False)
    with stream:
        return stream.read() or b""


def _asked(told: Mapping[str, Any], *handles: int) -> Any:
    nursery, _ = _nursery()
    socket.send_fds(nursery, [json.dumps(told).encode()], handles)
    return json.loads(nursery.recv(MOST))


@cache
def _nursery() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """The one end of a line, and the process at its other end, which has loaded the programme."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    here.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST)
    command = [
        sys.executable,
        "-c",
        "import sys; from support import nursery; nursery.live(int(sys.argv[1]))",
        str(there.fileno()),
    ]
    with there:
        process = subprocess.Popen(command, cwd=HERE, env={**os.environ, **WORLD}, pass_fds=[there.fileno()])
    atexit.register(process.wait)
    atexit.register(here.close)
    return here, process


def live(handle: int) -> None:
    """Be that process, to the line's end; or, on return from here, one that was born of it."""
    for name in LOADED:
        importlib.import_module(name)
    sys.path[0] = str(HERE)
    _read_what_most_calls_read()
    gc.freeze()
    line = socket.socket(fileno=handle)
    while True:
        content, handles, _, _ = socket.recv_fds(line, MOST, 3)
        if not content:
            return
        told = json.loads(content)
        if "pid" in told:
            pid, status = os.waitpid(told["pid"], os.WNOHANG)
            answer = os.waitstatus_to_exitcode(status) if pid else None
        else:
            answer = os.fork()
            if not answer:
                line.close()
                _be(told, handles)
                return
        line.send(json.dumps(answer).encode())
        for one in handles:
            os.close(one)


def _read_what_most_calls_read() -> None:
    """Rules, words, fonts and pictures, by a pair of sheets."""
    from wordfleet_print.fleet.deck import tier_deck
    from wordfleet_print.fleet.word_lists import load_tier
    from wordfleet_print.games import load_edition
    from wordfleet_print.sheet.sheet import deal
    from wordfleet_print.tracker.geometry import A4
    from wordfleet_print.tracker.layout import SheetLooks
    from wordfleet_print.tracker.trackers import SheetToPrint, print_trackers

    edition = load_edition("word-fleet")
    sheets = deal(tier_deck(edition, load_tier("standard")), ("", ""), "")
    print_trackers(edition, [SheetToPrint(sheet, SheetLooks(A4)) for sheet in sheets])


def _be(told: Mapping[str, Any], handles: Sequence[int]) -> None:
    os.setsid()
    for number, handle in enumerate(handles):
        os.dup2(handle, number)
        os.close(handle)
    for number in told["closed"]:
        os.close(number)
    os.environ.clear()
    os.environ.update(told["env"])
    os.chdir(told["folder"])
    buffered = not os.environ.get("PYTHONUNBUFFERED")
    sys.stdin = sys.__stdin__ = _text(0, "r", buffered=True)  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = _text(1, "w", buffered=buffered)  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = _text(2, "w", buffered=buffered)  # type: ignore[misc]
    sys.argv[:] = ["wordfleet-print", *told["arguments"]]
    # What comes on the line is written in the test that asks: the line is a pair of sockets that only this run holds.
    exec(told["doing"], {})  # noqa: S102 - what a test says


def _text(number: int, mode: str, *, buffered: bool) -> Any:
    """A standard stream as an interpreter opens it when it starts."""
    try:
        os.fstat(number)
    except OSError:
        return None
    file: Any = os.fdopen(number, f"{mode}b", -1 if buffered else 0, closefd=False)
    errors = "backslashreplace" if number == 2 else "strict"
    lines = number == 2 or file.isatty()
    return io.TextIOWrapper(file, "utf-8", errors, line_buffering=lines, write_through=not buffered)
