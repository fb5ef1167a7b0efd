"""What a terminal sends and shows: signals, names with markup, PDFs, an impossible date."""

from __future__ import annotations

import signal
import sys
import zlib
from types import SimpleNamespace

import pytest

from support.command import Run
from wordfleet_print.cli.tracker import write_files
from wordfleet_print.errors import UsageError
from wordfleet_print.settings.table import STDOUT


def test_what_people_type_is_no_markup(call: Run) -> None:
    """Brackets and colons are printed as they are in tables, errors and hints."""
    name = "[bold]Ann :smile: [/]"
    result = call("tracker", f"{name}:", "[red]Ben")
    table = next(line for line in result.out.splitlines() if "Ann" in line)
    assert (result.code, name in table) == (0, True), result.out
    assert f"“{name.lower()}”" in call("tracker", "--paper", name).err


@pytest.mark.parametrize("date", ["9" * 12, "-1", "١", "1.5", ""])
def test_a_date_that_is_none_is_refused(
    date: str, call: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused before any work, with what it must be."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", date)
    result = call("doctor")
    assert (result.code, "SOURCE_DATE_EPOCH must be" in result.err) == (3, True)


def test_a_pdf_is_not_sent_to_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused, because it would garble the terminal."""
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(isatty=lambda: True))
    with pytest.raises(UsageError, match="garble"):
        write_files({STDOUT: b"%PDF"})


def test_without_a_command_four_lines_say_what_to_type_first(
    call: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal four lines are shown; a file gets the whole help."""
    assert "Usage:" in call().out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    result = call()
    lines = result.out.splitlines()
    assert (result.code, len(lines), "tracker Ann Ben --open" in lines[0]) == (0, 4, True)


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["ctrl-c", "term"]
)
def test_what_a_library_makes_of_a_signal_is_a_stop(
    call: Run, monkeypatch: pytest.MonkeyPatch, number: signal.Signals, code: int
) -> None:
    """Some libraries catch everything and raise an error of theirs: that is no bug with a
    traceback.
    """

    def pack(*_: object, **_options: object) -> None:
        try:
            signal.raise_signal(number)
        except BaseException as error:
            raise ValueError("a library's own error") from error

    monkeypatch.setattr(zlib, "compress", pack)
    result = call("tracker")
    assert (result.code, result.out, result.err) == (code, "", "Stopped.\n")
