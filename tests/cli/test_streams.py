"""Where results and messages go, and what stops a call: full disks, closed streams, signals,
bugs.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import signal
import subprocess
import sys
import zlib
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from support.command import Result, Run, files_in, tree
from support.matrix import mark_matrix
from support.spawn import PROGRAM, run_process, start_process
from support.store import STORE
from wordfleet_print.errors import ExitCode
from wordfleet_print.fleet.word_lists import load_tier
from wordfleet_print.sheet.sheet_code import SheetCode

pytestmark = pytest.mark.slow
GOOD = b"%PDF-1.3 a good file from yesterday"
KEPT = "good.pdf"
USAGE, BAD, CANNOT_WRITE = ExitCode.USAGE, ExitCode.BAD_INPUT, ExitCode.CANNOT_WRITE
LONG = "n" * 300
SMALL_FILES = (
    f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)); {PROGRAM}"
)
UNBUFFERED = pytest.param({"PYTHONUNBUFFERED": "1"}, marks=pytest.mark.matrix)
BUFFERING = pytest.mark.parametrize(
    "env", [{"PYTHONUNBUFFERED": ""}, UNBUFFERED], ids=["buffered", "un"]
)


def check_refusal(result: Result, code: int, *parts: str) -> None:
    """Check for one error with these parts on stderr, and nothing on stdout."""
    message = " ".join(result.err.split())
    assert (result.code, result.raw, message.count("Error"), "Traceback" in message) == (
        code,
        b"",
        1,
        False,
    ), message
    assert [part for part in parts if part not in message] == [], message


def make_folders(parent: Path, count: int) -> list[Path]:
    """Make this many empty folders."""
    folders = [parent / f"call {number}" for number in range(count)]
    for folder in folders:
        folder.mkdir()
    return folders


@pytest.mark.parametrize(
    ("output", "part"),
    [
        ("file/x.pdf", "Cannot write file"),
        ("file/deeper/x.pdf", "part of the path is a file"),
        ("file", "Cannot write file: it is a file, not a folder"),
        ("loop/x.pdf", "Cannot write loop"),
        ("/proc/x.pdf", "Cannot write /proc"),
        ("/proc/1/new/", "Cannot write /proc"),
        (f"{LONG}.pdf", "the name is too long"),
        (f"{LONG}/", "the name is too long"),
        ("pipe", "pipe"),
    ],
    ids=lambda text: text[:20],
)
def test_a_place_that_cannot_be_written_is_found_first(
    call: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: str, part: str
) -> None:
    """Places inside files or in /proc, impossible names and pipes are refused before anything is
    drawn.
    """
    (tmp_path / "file").write_bytes(GOOD)
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "pipe")
    # Each page that is drawn is packed.
    monkeypatch.setattr(
        zlib, "compress", lambda *_, **__: pytest.fail("drawn before the place was proved")
    )
    for split in ([], ["--split"]) if "." not in output else ([],):
        check_refusal(call("tracker", "-o", output, *split), CANNOT_WRITE, part)
    assert (tmp_path / "pipe").is_fifo()
    assert (tmp_path / "file").read_bytes() == GOOD


def test_a_link_at_the_output_path_is_replaced(call: Run, tmp_path: Path) -> None:
    """A symlink becomes the new file; its old target is neither changed nor created."""
    (tmp_path / "precious.pdf").write_bytes(GOOD)
    for target in ("precious.pdf", "missing.pdf"):
        link = tmp_path / f"to-{target}"
        link.symlink_to(target)
        assert call("tracker", "-o", link.name).code == 0
        assert (link.is_symlink(), link.read_bytes()[:5]) == (False, b"%PDF-")
    assert (tmp_path / "precious.pdf").read_bytes() == GOOD
    assert not (tmp_path / "missing.pdf").exists()


def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    """Exit code 4 and the reason are given; the old file is whole, and no part of a new one is
    left.
    """
    ways = [("-o", KEPT), ("-o", "new/x.pdf"), ("--split", "-o", ".")]
    for folder, options in zip(make_folders(tmp_path, len(ways)), ways, strict=True):
        (folder / KEPT).write_bytes(GOOD)
        result = run_process("tracker", *options, folder=folder, code=SMALL_FILES)
        check_refusal(
            result, CANNOT_WRITE, "Cannot write", "larger than this system allows", "--output"
        )
        assert files_in(folder) == {KEPT: GOOD}


@BUFFERING
def test_a_full_disk_behind_stdout_is_an_error(tmp_path: Path, env: dict[str, str]) -> None:
    """Exit code 4 and a sentence that names stdout, even if it fills up half-way, and no word that
    it was sent.
    """
    for way in ("--version", "tracker -o -", "tracker --json"):
        with Path("/dev/full").open("wb") as full:
            result = run_process(*way.split(), folder=tmp_path, out=full, env=env)
        assert (result.code, "Traceback" in result.err) == (CANNOT_WRITE, False), way
        assert "Error: Cannot write to stdout: No space left on device." in result.err, way
    with (tmp_path / "cut.pdf").open("wb") as cut:
        result = run_process(
            "tracker", "-o", "-", folder=tmp_path, code=SMALL_FILES, out=cut, env=env
        )
    assert [word for word in ("Sent", "Traceback", "Error") if word in result.err] == ["Error"]
    assert result.code == CANNOT_WRITE


@BUFFERING
@pytest.mark.parametrize(
    ("options", "codes"),
    [
        (("-o", "-", "-n", "50"), {CANNOT_WRITE, 128 + signal.SIGPIPE}),
        (("-n", "50", "--json"), {ExitCode.DONE, CANNOT_WRITE, 128 + signal.SIGPIPE}),
    ],
    ids=["pdf", "json"],
)
def test_stdout_closed_early_is_no_bug(
    tmp_path: Path, options: Sequence[str], codes: set[int], env: dict[str, str]
) -> None:
    """`… | head -c 10` gets its ten bytes; there is no traceback, and no message that the PDF was
    sent.
    """
    child = start_process("tracker", *options, folder=tmp_path, out=subprocess.PIPE, env=env)
    assert child.stdout
    fcntl.fcntl(child.stdout, fcntl.F_SETPIPE_SZ, 4096)
    with child.stdout:
        assert len(child.stdout.read(10)) == 10
    _, err = child.communicate(timeout=20)
    assert not re.search(rb"Traceback|Exception|Sent", err)
    assert child.returncode in codes


@BUFFERING
def test_nobody_reading_is_no_bug(tmp_path: Path, env: dict[str, str]) -> None:
    """If stdout is closed before the first byte, the program ends quietly with the documented
    code.
    """
    ways = ["--help"], ["tracker", "--help"], ["words"]
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as gone:
        ended = [run_process(*arguments, folder=tmp_path, out=gone, env=env) for arguments in ways]
    assert [(result.code, result.err) for result in ended] == [(ExitCode.PIPE_CLOSED, "")] * len(
        ways
    )


def test_closed_streams_are_no_bug(tmp_path: Path) -> None:
    """Without stdin or stdout, as some schedulers start programs, the work is done without a
    traceback.
    """
    for options in (("--json",), ("-o", "-")):
        result = run_process("tracker", *options, folder=tmp_path, closed=[1])
        assert (result.code == ExitCode.BUG, "Traceback" in result.err) == (False, False), options
    result = run_process("tracker", "-q", "-o", "x.pdf", folder=tmp_path, closed=[0])
    assert (result.code, result.err, (tmp_path / "x.pdf").is_file()) == (0, "", True)


@pytest.mark.parametrize("stderr", mark_matrix(["full", "closed"], {"full"}))
def test_a_stderr_that_takes_nothing_changes_no_exit_code(tmp_path: Path, stderr: str) -> None:
    """If nobody can read messages, the work is done or refused all the same, and the exit code says
    which.
    """
    ways = [
        (USAGE, ["tracker", "--nope"]),
        (ExitCode.DONE, ["tracker", "W" * 90, "-o", KEPT]),
        (ExitCode.DONE, ["event", "print", "--players", "2", "-o", "event"]),
    ]
    folders = make_folders(tmp_path, len(ways))
    with Path("/dev/full").open("wb") as full:
        for folder, (code, arguments) in zip(folders, ways, strict=True):
            result = run_process(
                *arguments, folder=folder, err=full, closed=[2] if stderr == "closed" else []
            )
            assert result.code == code, arguments
    assert [any(folder.iterdir()) for folder in folders] == [
        code == ExitCode.DONE for code, _ in ways
    ]


PAUSED = """
import hashlib, os, sys, time, zlib
def announced(function, calls):
    def wrapper(*arguments, **options):
        calls[0] -= 1
        if calls[0] == 0:
            sys.stderr.write("in the middle\\n")
            sys.stderr.flush()
            time.sleep({pause})
        return function(*arguments, **options)
    return wrapper
where = "{where}"
if where == "dealing":
    hashlib.blake2b = announced(hashlib.blake2b, [1000])
elif where == "printing":
    zlib.compress = announced(zlib.compress, [1])
else:
    os.fsync = announced(os.fsync, [20])
from wordfleet_print.cli.main import run
run()
"""


@pytest.mark.parametrize(
    ("number", "where"),
    mark_matrix(
        product((signal.SIGINT, signal.SIGTERM), ("dealing", "printing", "writing")),
        {(signal.SIGINT, "dealing"), (signal.SIGTERM, "printing"), (signal.SIGINT, "writing")},
    ),
)
def test_a_signal_in_the_middle_leaves_nothing(
    tmp_path: Path, number: signal.Signals, where: str
) -> None:
    """Ctrl-C or SIGTERM ends the program within two seconds; old files are whole and no new one is
    left.
    """
    (tmp_path / KEPT).write_bytes(GOOD)
    options = (
        ["--split", "-o", "new", "-n", "30"] if where == "writing" else ["-o", KEPT, "-n", "1000"]
    )
    pause = (
        10 if where == "writing" else 0
    )  # a slow disk: what is left to write takes less time than a signal may
    doing = PAUSED.replace("{where}", where).replace("{pause}", str(pause))
    child = start_process("tracker", *options, folder=tmp_path, code=doing, err=subprocess.PIPE)
    assert child.stderr
    assert child.stderr.readline() == b"in the middle\n"
    os.kill(child.pid, number)
    sent = monotonic()
    out, err = child.communicate(timeout=20)
    assert monotonic() - sent < 2
    assert (child.returncode, out, b"Traceback" in err) == (128 + number, b"", False)
    assert err.endswith(b"Stopped.\n")
    assert files_in(tmp_path) == {KEPT: GOOD}


def test_a_bug_keeps_its_traceback(tmp_path: Path) -> None:
    """An unexpected error shows its traceback, exits with 1, and writes nothing."""
    program = (
        "import zlib\n"
        "from wordfleet_print.cli.main import run\n"
        "def broken(*_, **__): raise ValueError('a real bug')\n"
        "zlib.compress = broken\n"
        "run(['tracker', '-o', 'good.pdf'])\n"
    )
    (tmp_path / KEPT).write_bytes(GOOD)
    result = run_process(folder=tmp_path, code=program)
    assert (result.code, result.out) == (ExitCode.BUG, "")
    assert result.err.startswith("Traceback")
    assert result.err.rstrip().endswith("ValueError: a real bug")
    assert files_in(tmp_path) == {KEPT: GOOD}


def test_doctor_finds_a_damaged_installation(call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """`doctor` passes here; without the word lists it says so, how to repair it, and exits with
    5.
    """
    assert call("doctor").code == 0
    plain_read = Path.read_text

    def lose_words(path: Path, *arguments: Any, **options: Any) -> str:
        if "tiers" in path.parts:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(path))
        return plain_read(path, *arguments, **options)

    monkeypatch.setattr(Path, "read_text", lose_words)
    load_tier.cache_clear()  # as in a process that has not read it yet
    result = call("doctor")
    assert (result.code, "Traceback" in result.err) == (ExitCode.MISSING_DEPENDENCY, False)
    assert "Install wordfleet-print again" in result.out
    assert re.search(r"missing\s+Words", result.out)
    monkeypatch.setattr(sys, "frozen", True, raising=False)  # in an app nobody has pip
    assert "Unpack the app's ZIP file again." in call("doctor").out


def test_doctor_prints_instead_of_looking_at_versions(
    call: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A library that does not do what printing needs is found: exit code 5 if no tracker can be
    printed, 0 if only no book can.
    """

    def fail(*_: object, **_options: object) -> bytes:
        raise TypeError("slices of an array are not supported")

    with monkeypatch.context() as other_version:
        other_version.setattr(zlib, "compress", fail)
        result = call("doctor")
    assert result.code == ExitCode.MISSING_DEPENDENCY
    assert re.search(r"missing\s+Trackers\s+TypeError: slices", result.out)
    monkeypatch.setattr("weasyprint.HTML.render", fail)
    with STORE.pause():
        result = call("doctor")
    assert result.code == ExitCode.DONE
    assert re.search(r"missing\s+Rulebooks\s+TypeError: slices", result.out)


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        (BAD, ["event", "print", f"{LONG}.csv"]),
        (BAD, ["reprint", f"{LONG}/", "--spare", "1"]),
        (BAD, ["look-up", str(SheetCode(0, 0)), "--event", LONG]),
        (BAD, ["tracker", "--words", LONG]),
        (BAD, ["tracker", "--rules", LONG]),
        (CANNOT_WRITE, ["event", "print", "--players", "4", "-o", f"o/{LONG}"]),
    ],
    ids=lambda value: " ".join(value)[:24] if isinstance(value, list) else None,
)
def test_a_name_that_is_too_long_is_refused(
    call: Run, tmp_path: Path, code: int, arguments: list[str]
) -> None:
    """A file or folder name that no disk takes is refused for that reason, and no folder is left
    behind.
    """
    check_refusal(call(*arguments), code, LONG[:30], "too long")
    assert tree(tmp_path) == {}


def test_names_with_accents_need_no_locale(tmp_path: Path) -> None:
    """With an ASCII locale, lists, folders and players keep their accents."""
    (tmp_path / "été.csv").write_text("Name\nZoé Lefèvre\nÖrn\n", encoding="utf-8")
    bare = {
        name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))
    }
    env = {**bare, "LANG": "C", "PYTHONUTF8": "0"}
    for arguments in ("event print été.csv -o fête --quiet", "tracker Zoé -o été.pdf --quiet"):
        command = [sys.executable, "-m", "wordfleet_print", *arguments.split()]
        ended = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, check=False)
        assert (ended.returncode, ended.stderr) == (0, b"")
    assert "Zoé Lefèvre" in (tmp_path / "fête" / "event.json").read_text(encoding="utf-8")
    assert (tmp_path / "été.pdf").is_file()


@pytest.mark.parametrize(
    "arguments", [["event", "check"], ["words", "check"], ["reprint", "--spare", "1"]]
)
def test_paths_of_windows_are_shown_as_they_were_typed(call: Run, arguments: list[str]) -> None:
    """A path with backslashes is shown as it was typed."""
    path = "C:\\Users\\Zoë\\list.csv"
    check_refusal(call(*arguments, path), BAD, path)
