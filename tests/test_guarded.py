"""What guards a user's machine: limits of processes, files that nobody else reads or plants, text that is no markup."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest

from support import orders_done
from support.command import Run
from wordfleet_print import processes
from wordfleet_print.cli.event_check import _print_call
from wordfleet_print.cli.tracker import write_files
from wordfleet_print.errors import BadInputError, CannotWriteError, Complaint, MissingDependencyError, UsageError
from wordfleet_print.files import write_all, write_new, write_stream
from wordfleet_print.processes import Child, ChildEndedError, ChildEnding, ChildLimits, _answered, answer_of
from wordfleet_print.settings.table import STDOUT

KEPT = """
import resource
from wordfleet_print.processes import ChildLimits
from wordfleet_print.processes import keep_to
take, taken = resource.setrlimit, {}
resource.setrlimit = lambda what, limits: taken.update({what: limits[0]}) or take(what, limits)
keep_to(ChildLimits(seconds=7, memory=900, output=3))
whats = resource.RLIMIT_AS, resource.RLIMIT_FSIZE, resource.RLIMIT_CORE, resource.RLIMIT_CPU
print(*(taken[what] for what in whats if resource.getrlimit(what)[0] == taken[what]))
"""


def test_a_child_keeps_to_all_limits() -> None:
    """Memory, files, core dumps and processor time are the system's to refuse; the clock ends what only waits."""
    told = subprocess.run([sys.executable, "-c", KEPT], capture_output=True, text=True, check=True).stdout.split()
    *sizes, seconds = map(int, told)
    assert (sizes, 7 <= seconds <= 12) == ([900_000_000, 3_000_000, 0], True)
    usual = ChildLimits()
    assert (usual.memory <= 2000, usual.output <= 200, usual.on_the_clock <= 5 * 60) == (True, True, True)
    assert ChildLimits(seconds=2).on_the_clock < 20


def test_what_a_child_tells_arrives_as_it_is() -> None:
    """An error keeps its kind, complaints and tip; whatever goes beyond a limit is told as that limit."""

    def raising(error: BaseException) -> Any:
        def answer(_order: object) -> NoReturn:
            raise error

        return answer

    bad = BadInputError("No.", Complaint("a:1", "is odd", "mend it", field="words"), tip="Do.", field="words")
    for error in (bad, MissingDependencyError("Pango is missing.", tip="Install it.")):
        with pytest.raises(type(error)) as caught:
            answer_of(*_answered(raising(error), None, None))
        found = caught.value
        assert vars(found) == vars(error)
    bad.__cause__ = MemoryError()
    limits = ChildLimits(output=1)
    beyond = {
        ChildEnding.OUTPUT: lambda _: bytes(1_000_001),
        ChildEnding.MEMORY: raising(MemoryError()),
    }
    for ending, answer in [*beyond.items(), (ChildEnding.MEMORY, raising(bad))]:
        with pytest.raises(ChildEndedError) as ended:
            answer_of(*_answered(answer, None, limits))
        assert ended.value.ending is ending
    assert answer_of(*_answered(lambda _: bytes(1_000_000), None, limits)) == bytes(1_000_000)


def test_the_clock_ends_what_only_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that we end is told as one that took too long."""
    waiting = [sys.executable, "-c", "import time; time.sleep(60)"]
    monkeypatch.setattr(processes, "command", lambda _module: waiting)
    monkeypatch.setattr(processes, "GRACE", -1.8)
    child = Child("", ChildLimits(seconds=1))
    try:
        with pytest.raises(ChildEndedError) as ended:
            child.ask("")
    finally:
        child.end()
    assert ended.value.ending is ChildEnding.TIME


def test_ctrl_c_is_for_the_parent_to_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    """A child whose terminal sends the signal to all goes on, and answers."""
    orders = [sys.executable, str(Path(orders_done.__file__))]
    monkeypatch.setattr(processes, "command", lambda _module: orders)
    child = Child("")
    try:
        _, process = child.ask(("say", "one")).split(b" ")
        os.kill(int(process), signal.SIGINT)
        assert child.ask(("say", "two")) == b"two " + process
    finally:
        child.end()


def test_no_place_is_taken_that_is_not_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is private is so with its folder; a link that was planted where a temporary is to stand is not written
    through; a pipe is no place for a file; a starter takes no name that leads elsewhere; a failure leaves no folder.
    """
    before = os.umask(0)
    try:
        write_all({tmp_path / "cup" / "key.pdf": b"secret"}, private=True)
    finally:
        os.umask(before)
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "cup", tmp_path / "cup" / "key.pdf")]
    assert modes == [0o700, 0o600]
    precious, planted, pipe = tmp_path / "precious", tmp_path / ".wordfleet-aaaaaaaa00000000.part", tmp_path / "pipe"
    precious.write_bytes(b"old")
    planted.symlink_to(precious)
    monkeypatch.setattr("wordfleet_print.files.secrets.token_hex", lambda size: "a" * 2 * size)
    with pytest.raises(CannotWriteError):
        write_all({tmp_path / "new.pdf": b"new"})
    assert precious.read_bytes() == b"old"
    os.mkfifo(pipe)
    with pytest.raises(CannotWriteError, match="neither a file"):
        write_all({pipe: b"new"})
    link = tmp_path / "starter.md"
    link.symlink_to("nowhere")
    with pytest.raises(CannotWriteError, match="Nothing that stands there"):
        write_new({link: b"new"})
    assert link.is_symlink()

    def broken() -> Any:
        yield b"half"
        raise KeyError

    with pytest.raises(KeyError):
        write_stream(tmp_path / "fresh" / "deep" / "x.pdf", broken())
    assert not (tmp_path / "fresh").exists()


def test_what_people_type_is_no_markup(call: Run) -> None:
    """Brackets and colons are printed as they are, in tables, in errors, and in what is told next."""
    name = "[bold]Ann :smile: [/]"
    ran = call("tracker", f"{name}:", "[red]Ben")
    table = next(line for line in ran.out.splitlines() if "Ann" in line)
    assert (ran.code, name in table) == (0, True), ran.out
    assert f"“{name.lower()}”" in call("tracker", "--paper", name).err


@pytest.mark.parametrize("date", ["9" * 12, "-1", "١", "1.5", ""])
def test_a_date_that_is_none_is_refused(date: str, call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before any work, with what it must be."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", date)
    ran = call("doctor")
    assert (ran.code, "SOURCE_DATE_EPOCH must be" in ran.err) == (3, True)


def test_a_pdf_is_not_sent_to_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would garble it."""
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(isatty=lambda: True))
    with pytest.raises(UsageError, match="garble"):
        write_files({STDOUT: b"%PDF"})


def test_the_call_that_prints_a_checked_roster_reads_it_so() -> None:
    """Whatever was said of how it is read is in the call."""
    how = [("--rounds", 3), ("--round", None), ("--encoding", "cp1252"), ("--sheet", "Two"), ("--column", "club=C")]
    told = _print_call([Path("a b.csv")], [*how, ("--column", "name=Full name")])
    assert told == (
        "wordfleet-print event print 'a b.csv' --rounds 3 --encoding cp1252 --sheet Two --column club=C "
        "--column 'name=Full name'"
    )


@pytest.mark.parametrize(
    ("typed", "table", "gone"),
    [
        ("--half-sheets", "large_print = true\nwith_rules = true", ("large_print", "with_rules")),
        ("--large-print", "half_sheets = true", ("half_sheets",)),
        ("--with-rules", "half_sheets = true", ("half_sheets",)),
    ],
)
def test_looks_that_are_typed_go_before_others(
    typed: str, table: str, gone: tuple[str, ...], call: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half sheets and large print or rules behind do not go together: what is typed counts."""
    asked: list[dict[str, Any]] = []

    def record(**options: Any) -> NoReturn:
        asked.append(options["looks"])
        raise ZeroDivisionError

    monkeypatch.setattr("wordfleet_print.services.ask_event.EventRequest", record)
    Path("wordfleet.toml").write_text(f"[event]\n{table}\n", encoding="utf-8")
    with pytest.raises(ZeroDivisionError):
        call("event", "print", "list.csv", typed)
    assert [asked[0][name] for name in (*gone, typed[2:].replace("-", "_"))] == [False] * len(gone) + [True]
