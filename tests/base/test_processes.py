"""A child process keeps to its limits, and what ended it is known."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from wordfleet_print.processes import ChildEndedError, is_limit, limit_resources, read_by_child

LIMITED = """
import resource
from wordfleet_print.processes import limit_resources
limit_resources(seconds=7, megabytes=900)
kinds = resource.RLIMIT_AS, resource.RLIMIT_CORE, resource.RLIMIT_CPU
print(*(resource.getrlimit(kind)[0] for kind in kinds))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have fewer limits")
def test_a_child_keeps_to_all_limits() -> None:
    """The system ends a process that uses too much memory or processor time, without a core
    dump.
    """
    result = subprocess.run(
        [sys.executable, "-c", LIMITED], capture_output=True, text=True, check=True
    )
    memory, core, seconds = map(int, result.stdout.split())
    assert (memory, core, 7 <= seconds <= 12) == (900_000_000, 0, True)


@pytest.mark.parametrize(
    ("code", "limit", "message"),
    [
        ("print('{\"a\": 1}'); print('[]')", None, ""),
        ("import os; os.kill(os.getpid(), 9)", True, "exit code -9"),
        ("raise MemoryError", True, "MemoryError"),
        ("import time; time.sleep(60)", True, "timeout"),
        ("import sys; sys.stderr.write('first\\nlast'); sys.exit(3)", False, "last"),
    ],
)
def test_why_a_child_ended_is_known(
    code: str, limit: bool | None, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is read whole, or the reason is known: a limit of memory or time, or a fault with
    its last words.
    """
    (tmp_path / "child_of_a_test.py").write_text(code, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with (tmp_path / "child_of_a_test.py").open("rb") as file:
        if limit is None:
            assert read_by_child("child_of_a_test", file, seconds=60) == [{"a": 1}, []]
            return
        with pytest.raises(ChildEndedError, match=message) as ended:
            read_by_child("child_of_a_test", file, seconds=2 if message == "timeout" else 60)
    assert ended.value.is_limit == limit


def test_a_child_starts_in_an_app_as_in_an_installation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In an app `sys.executable` is the app itself, which takes no options of Python."""
    app = tmp_path / "wordfleet-print"
    app.write_text(f'#!/bin/sh\nexec {sys.executable} -m wordfleet_print "$@"\n', encoding="utf-8")
    app.chmod(0o755)
    page = tmp_path / "list.html"
    page.write_text("<table><tr><td>Ann<td>Ben</table>", encoding="utf-8")
    arguments = ("wordfleet_print.tables.child", "HTML", "9", "9")
    lines = []
    for executable, is_frozen in ((sys.executable, False), (str(app), True)):
        monkeypatch.setattr(sys, "executable", executable)
        if is_frozen:
            monkeypatch.setattr(sys, "frozen", True, raising=False)
        with page.open("rb") as file:
            lines += read_by_child(arguments[0], file, *arguments[1:], seconds=60)
    assert lines == [{"rows": [["Ann", "Ben"]]}] * 2


def test_a_child_imports_nothing_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module in the current folder is not imported instead of ours."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "json.py").write_text("raise SystemExit(7)", encoding="utf-8")
    with (
        (tmp_path / "json.py").open("rb") as file,
        pytest.raises(ChildEndedError, match="No module named"),
    ):
        read_by_child("no_such_module", file, seconds=60)
    assert not is_limit(1, "No module named no_such_module")


def test_a_system_without_a_limit_of_memory_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """MacOS refuses a memory limit; the other limits are set all the same."""
    limited = []

    def refuse(kind: int, _limits: tuple[int, int]) -> None:
        limited.append(kind)
        if kind == resource.RLIMIT_AS:
            raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "setrlimit", refuse)
    limit_resources(seconds=7, megabytes=900)
    assert limited == [resource.RLIMIT_CPU, resource.RLIMIT_AS, resource.RLIMIT_CORE]
