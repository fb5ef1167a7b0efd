"""Where results and messages go, and what stops a call: full disks, closed streams, signals, bugs."""

from __future__ import annotations

import fcntl
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic

import pytest

from support.command import Ran, Run, files_in
from support.nursery import PROGRAMME, born, called
from wordfleet_print.errors import ExitCode
from wordfleet_print.fleet import word_lists
from wordfleet_print.services import trackers
from wordfleet_print.sheet.sheet_code import SheetCode

GOOD = b"%PDF-1.3 a good file from yesterday"
KEPT = "good.pdf"
USAGE, BAD, CANNOT_WRITE = ExitCode.USAGE, ExitCode.BAD_INPUT, ExitCode.CANNOT_WRITE
LONGEST_MESSAGE = 3000
"""Characters of all that is said about one fault; most is far less."""
Refused = Callable[..., str]


def _tree(folder: Path) -> dict[str, bytes | str | None]:
    """Everything under a folder: files by content, links by target, folders as None."""
    return {
        str(path.relative_to(folder)): str(path.readlink())
        if path.is_symlink()
        else path.read_bytes()
        if path.is_file()
        else None
        for path in folder.rglob("*")
    }


def _check_refusal(ran: Ran, code: int, parts: Sequence[str]) -> str:
    told = " ".join(ran.err.split())
    assert ran.code == code, ran.err
    assert ran.raw == b""
    assert "Traceback" not in ran.err
    assert re.search(r"\bError\b", ran.err)
    assert len(re.findall(r"\bError\b", ran.err)) == 1
    for part in parts:
        assert part in told
    assert len(ran.err) < LONGEST_MESSAGE
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", ran.err), "something raw reached the terminal"
    return told


@pytest.fixture
def refused(call: Run, tmp_path: Path) -> Refused:
    """Run `tracker`, expect a refusal: its code, its words, nothing on stdout, everything as it was.

    A good file stands at the output path, unless the call names another.
    """
    (tmp_path / KEPT).write_bytes(GOOD)

    def check(code: int, *parts: str, args: Sequence[str | Path]) -> str:
        before = _tree(tmp_path)
        output = () if any(str(argument) in {"-o", "--output"} for argument in args) else ("-o", KEPT)
        told = _check_refusal(call("tracker", *args, *output), code, parts)
        assert _tree(tmp_path) == before
        return told

    return check


# Places that cannot be written


@pytest.mark.parametrize(
    ("args", "parts"),
    [
        (["file/x.pdf"], ["Cannot write file"]),
        (["file/deeper/x.pdf"], ["Cannot write file", "part of the path is a file"]),
        (["file"], ["Cannot write file: it is a file, not a folder"]),
        (["file", "--split"], ["Cannot write file"]),
        (["file/deeper", "--split"], ["Cannot write file", "part of the path is a file"]),
        (["loop/x.pdf"], ["Cannot write loop"]),
        (["/proc/x.pdf"], ["Cannot write /proc"]),
        (["/proc/1/new/"], ["Cannot write /proc"]),
        (["/proc/1/new", "--split"], ["Cannot write /proc"]),
        (["x" * 300 + ".pdf"], ["the name is too long"]),
        (["x" * 300 + "/"], ["the name is too long"]),
        (["pipe"], ["pipe"]),
        (["pipe", "--split"], ["pipe"]),
    ],
    ids=lambda value: " ".join(value)[:20],
)
def test_a_place_that_cannot_be_written_is_told_before_any_work(
    refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], parts: list[str]
) -> None:
    """Folders for files, places inside files or in /proc, impossible names, pipes: told before anything is drawn."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(GOOD)
    (tmp_path / "to-folder").symlink_to("folder")
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "pipe")

    def never(*_: object) -> bytes:
        pytest.fail("rendered before the place was proved")

    monkeypatch.setattr(trackers, "print_trackers", never)
    refused(CANNOT_WRITE, *parts, args=["-o", *args])
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize("options", [("-o", "output/"), ()], ids=len)
def test_a_file_named_output_is_in_the_way(call: Run, tmp_path: Path, options: Sequence[str]) -> None:
    """Where `output` is a file, the default folder cannot be made, named or not: told, the file left."""
    (tmp_path / "output").write_bytes(GOOD)
    _check_refusal(call("tracker", *options), CANNOT_WRITE, ["Cannot write output", "--output"])
    assert _tree(tmp_path) == {"output": GOOD}


@pytest.mark.parametrize("target", ["precious.pdf", "missing.pdf"])
def test_a_link_at_the_output_path_is_replaced(call: Run, tmp_path: Path, target: str) -> None:
    """A symlink becomes the new file; the file it led to is not touched, nor made."""
    (tmp_path / "precious.pdf").write_bytes(GOOD)
    (tmp_path / "link.pdf").symlink_to(target)
    assert call("tracker", "-o", "link.pdf").code == 0
    assert not (tmp_path / "link.pdf").is_symlink()
    assert (tmp_path / "link.pdf").read_bytes().startswith(b"%PDF-")
    assert (tmp_path / "precious.pdf").read_bytes() == GOOD
    assert not (tmp_path / "missing.pdf").exists()


SMALL_FILES = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)); {PROGRAMME}"


def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    """Where the system stops a file from growing: exit 4, told, the old file whole, no part of the new one."""
    ways = [("-o", KEPT), ("-o", "new/x.pdf"), ("--split", "-o", ".")]
    for folder, options in zip(_folders(tmp_path, len(ways)), ways, strict=True):
        (folder / KEPT).write_bytes(GOOD)
        ran = called("tracker", *options, folder=folder, doing=SMALL_FILES)
        _check_refusal(ran, CANNOT_WRITE, ["Cannot write", "larger than this system allows", "--output"])
        assert files_in(folder) == {KEPT: GOOD}


def _folders(parent: Path, count: int) -> list[Path]:
    """Make this many empty folders."""
    folders = [parent / f"call {number}" for number in range(count)]
    for folder in folders:
        folder.mkdir()
    return folders


def _world(buffering: str) -> dict[str, str]:
    """The environment, with Python's output buffered or, as in many containers, not."""
    return {"PYTHONUNBUFFERED": "" if buffering == "buffered" else "1"}


BUFFERING = pytest.mark.parametrize("buffering", ["buffered", "unbuffered"])


@BUFFERING
def test_a_full_disk_behind_stdout_is_told(tmp_path: Path, buffering: str) -> None:
    """Where stdout leads to a full disk: exit 4 and a sentence that names stdout and the reason, no traceback."""
    ways = "--version", "words", "doctor", "tracker -o x.pdf", "tracker -o -", "tracker", "tracker --json"
    for way in ways:
        with Path("/dev/full").open("wb") as full:
            ran = called(*way.split(), folder=tmp_path, out=full, env=_world(buffering))
        assert (ran.code, "Traceback" in ran.err) == (CANNOT_WRITE, False), way
        assert "Error: Cannot write to stdout: No space left on device." in ran.err, way


@BUFFERING
def test_a_pdf_cut_short_on_stdout_is_told(tmp_path: Path, buffering: str) -> None:
    """Where the disk behind stdout fills up half-way: exit 4 and a sentence, never “Sent” and exit 0."""
    with (tmp_path / "cut.pdf").open("wb") as cut:
        ran = called("tracker", "-o", "-", folder=tmp_path, doing=SMALL_FILES, out=cut, env=_world(buffering))
    assert [word for word in ("Sent", "Traceback", "Error") if word in ran.err] == ["Error"]
    assert ran.code == CANNOT_WRITE


# Stopped from outside


@BUFFERING
@pytest.mark.parametrize(
    ("options", "codes"),
    [
        (("-o", "-", "-n", "50"), {CANNOT_WRITE, 128 + signal.SIGPIPE}),
        (("-n", "50", "--json"), {ExitCode.DONE, CANNOT_WRITE, 128 + signal.SIGPIPE}),
    ],
    ids=["pdf", "json"],
)
def test_stdout_closed_early_is_no_bug(tmp_path: Path, options: Sequence[str], codes: set[int], buffering: str) -> None:
    """`… | head -c 10` gets its ten bytes; the programme ends without a traceback, and not as if it had a bug.

    A PDF that was not taken whole is not called sent.
    """
    child = born("tracker", *options, folder=tmp_path, out=subprocess.PIPE, env=_world(buffering))
    assert child.out
    fcntl.fcntl(child.out, fcntl.F_SETPIPE_SZ, 4096)
    with child.out:
        assert len(child.out.read(10)) == 10
    _, err = child.communicate(timeout=20)
    assert not re.search(rb"Traceback|Exception|Sent", err)
    assert child.returncode in codes


@BUFFERING
def test_nobody_reading_is_no_bug(tmp_path: Path, buffering: str) -> None:
    """Where the reader of stdout is gone before the first byte: ended quietly, with the documented code."""
    ways = ["--help"], ["tracker", "--help"], ["words"]
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as gone:
        ended = [called(*arguments, folder=tmp_path, out=gone, env=_world(buffering)) for arguments in ways]
    assert [(ran.code, ran.err) for ran in ended] == [(ExitCode.PIPE_CLOSED, "")] * len(ways)


def test_no_stdout_at_all_is_no_bug(tmp_path: Path) -> None:
    """Started with stdout closed, as some schedulers do: no traceback, not exit 1."""
    for options in ((), ("--json",), ("-o", "-")):
        ran = called("tracker", *options, folder=tmp_path, closed=[1])
        assert (ran.code == ExitCode.BUG, "Traceback" in ran.err) == (False, False), options


PAUSED = """
import sys, time
from wordfleet_print import files
from wordfleet_print.services import trackers
from wordfleet_print.cli.main import run
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
    trackers.deal = announced(trackers.deal, [1])
elif where == "printing":
    trackers.print_trackers = announced(trackers.print_trackers, [1])
else:
    files.os.fsync = announced(files.os.fsync, [20])
run()
"""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["ctrl-c", "term"])
@pytest.mark.parametrize("where", ["dealing", "printing", "writing"])
def test_a_signal_in_the_middle_leaves_nothing(tmp_path: Path, number: int, code: int, where: str) -> None:
    """Ctrl-C or SIGTERM amid many sheets: ended within two seconds, no file, no temporary, the old file whole."""
    (tmp_path / KEPT).write_bytes(GOOD)
    options = ["--split", "-o", "new", "-n", "30"] if where == "writing" else ["-o", KEPT, "-n", "1000"]
    pause = 10 if where == "writing" else 0  # a slow disk: what is left to write takes less time than a signal may
    doing = PAUSED.replace("{where}", where).replace("{pause}", str(pause))
    child = born("tracker", *options, folder=tmp_path, doing=doing, err=subprocess.PIPE)
    assert child.err
    assert child.err.readline() == b"in the middle\n"
    os.kill(child.pid, number)
    sent = monotonic()
    out, err = child.communicate(timeout=20)
    assert monotonic() - sent < 2
    assert (child.returncode, out) == (code, b"")
    assert b"Traceback" not in err
    assert err.endswith(b"Stopped.\n")
    assert files_in(tmp_path) == {KEPT: GOOD}


# Bugs


def test_a_bug_keeps_its_traceback(tmp_path: Path) -> None:
    """What nobody expected is not dressed up: the traceback is shown, the exit code is 1, nothing is written."""
    program = (
        "from wordfleet_print.services import trackers\n"
        "from wordfleet_print.cli.main import run\n"
        "def broken(*_, **__): raise ValueError('a real bug')\n"
        "trackers.print_trackers = broken\n"
        "run(['tracker', '-o', 'good.pdf'])\n"
    )
    (tmp_path / KEPT).write_bytes(GOOD)
    ran = called(folder=tmp_path, doing=program)
    assert (ran.code, ran.out) == (ExitCode.BUG, "")
    assert ran.err.startswith("Traceback")
    assert ran.err.rstrip().endswith("ValueError: a real bug")
    assert _tree(tmp_path) == {KEPT: GOOD}


def test_doctor_tells_a_damaged_installation(call: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`doctor` finds nothing to complain of here; with the word lists gone it says so, and how to mend it: exit 5."""
    assert call("doctor").code == 0
    monkeypatch.setattr(word_lists, "data_folder", lambda _name: tmp_path / "gone")
    word_lists.load_tier.cache_clear()  # as in a process that has not read it yet
    ran = call("doctor")
    assert ran.code == ExitCode.MISSING_DEPENDENCY
    assert "Traceback" not in ran.err
    assert "Install wordfleet-print again" in ran.out
    assert re.search(r"missing\s+Words", ran.out)


# The machine: names that are too long, streams that are full or closed, too few handles

LONG = "n" * 300


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        (BAD, ["event", "print", f"{LONG}.csv"]),
        (BAD, ["event", "print", LONG]),
        (BAD, ["event", "print", f"{LONG}.json"]),
        (BAD, ["event", "check", f"{LONG}.xlsx"]),
        (BAD, ["reprint", f"{LONG}/", "--spare", "1"]),
        (BAD, ["verify", str(SheetCode(0, 0)), "--event", LONG]),
        (BAD, ["words", "check", LONG]),
        (BAD, ["tracker", "--words", LONG]),
        (BAD, ["tracker", "--rules", LONG]),
        (CANNOT_WRITE, ["tracker", "-o", f"o/{LONG}.pdf"]),
        (CANNOT_WRITE, ["tracker", "-o", f"o/{LONG}/"]),
        (CANNOT_WRITE, ["tracker", "-o", f"o/{LONG}/x.pdf"]),
        (CANNOT_WRITE, ["event", "print", "--players", "4", "-o", f"o/{LONG}"]),
    ],
    ids=lambda value: " ".join(value)[:24] if isinstance(value, list) else None,
)
def test_a_name_that_is_too_long_is_told(call: Run, tmp_path: Path, code: int, arguments: list[str]) -> None:
    """A file or folder whose name no disk takes is refused with that reason, and leaves no folder behind."""
    told = _check_refusal(call(*arguments), code, [LONG[:30]])
    assert "too long" in told
    assert _tree(tmp_path) == {}


@pytest.mark.parametrize("stderr", ["full", "closed"])
def test_a_stderr_that_takes_nothing_changes_no_exit_code(tmp_path: Path, stderr: str) -> None:
    """Where nobody can read what is said, the work is done or refused all the same, and the exit code tells which."""
    ways = [
        (USAGE, ["tracker", "--tier", "nope"]),
        (USAGE, ["tracker", "--nope"]),
        (USAGE, ["nope"]),
        (ExitCode.DONE, ["tracker", "W" * 90, "-o", KEPT]),
        (ExitCode.DONE, ["event", "print", "--players", "1", "-o", "event"]),
    ]
    folders = _folders(tmp_path, len(ways))
    with Path("/dev/full").open("wb") as full:
        for folder, (code, arguments) in zip(folders, ways, strict=True):
            ran = called(*arguments, folder=folder, err=full, closed=[2] if stderr == "closed" else [])
            assert ran.code == code, arguments
    assert [any(folder.iterdir()) for folder in folders] == [code == ExitCode.DONE for code, _ in ways]


def test_a_closed_stdin_is_in_nobodys_way(tmp_path: Path) -> None:
    """Sheets are printed where there is no stdin."""
    ran = called("tracker", "-q", "-o", "x.pdf", folder=tmp_path, closed=[0])
    assert (ran.code, ran.err) == (0, "")
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF")


def test_too_few_handles_are_told_as_such(tmp_path: Path) -> None:
    """Workers that cannot start for want of open files: that is said, not that stdout was full; nothing is left."""
    few = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20)); {PROGRAMME}"
    ran = called("event", "print", "--players", "40", "--workers", "3", "-o", "event", folder=tmp_path, doing=few)
    assert [word for word in ("no more open files", "stdout", "Traceback") if word in ran.err] == ["no more open files"]
    assert (ran.code, _tree(tmp_path)) == (CANNOT_WRITE, {})


def test_workers_import_nothing_of_the_current_folder(tmp_path: Path) -> None:
    """Files that lie there by chance, or by malice, under the names of what Python imports stay unread."""
    for name in ("struct", "random", "reportlab", "wordfleet_print"):
        (tmp_path / f"{name}.py").write_text(f"open('{name}.txt', 'w')\n", encoding="utf-8")
    ran = called("event", "print", "--players", "40", "--workers", "2", "-q", "-o", "event", folder=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert not list(tmp_path.glob("*.txt"))


def test_names_with_accents_need_no_locale(tmp_path: Path) -> None:
    """Where the locale knows ASCII alone, rosters, folders and captains keep their accents."""
    (tmp_path / "été.csv").write_text("Name\nZoé Lefèvre\nÖrn\n", encoding="utf-8")
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    env = {**bare, "LANG": "C", "PYTHONUTF8": "0"}
    for arguments in ("event print été.csv -o fête --quiet", "tracker Zoé -o été.pdf --quiet"):
        command = [sys.executable, "-m", "wordfleet_print", *arguments.split()]
        ended = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, check=False)
        assert (ended.returncode, ended.stderr) == (0, b"")
    assert "Zoé Lefèvre" in (tmp_path / "fête" / "event.json").read_text(encoding="utf-8")
    assert (tmp_path / "été.pdf").is_file()


@pytest.mark.parametrize("arguments", [["event", "check"], ["words", "check"], ["reprint", "--spare", "1"]])
def test_paths_of_windows_are_told_as_they_were_typed(call: Run, arguments: list[str]) -> None:
    """A path with backslashes stands in the message as somebody typed it."""
    path = "C:\\Users\\Zoë\\roster.csv"
    _check_refusal(call(*arguments, path), BAD, [path])
