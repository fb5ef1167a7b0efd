"""Printing for people: tables and notes. Rich is loaded only when something is printed."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from wordfleet_print.errors import WordfleetError

PLAIN_WIDTH = 200
"""Columns where there is no terminal to fit: nothing wraps in a pipe or a log."""


@cache
def stdout() -> Console:
    """The console for results."""
    return _console(stderr=False)


@cache
def stderr() -> Console:
    """The console for warnings, progress and errors."""
    return _console(stderr=True)


def _console(*, stderr: bool) -> Console:
    from rich.console import Console

    terminal = (sys.stderr if stderr else sys.stdout).isatty()
    return Console(stderr=stderr, width=None if terminal else PLAIN_WIDTH, soft_wrap=True, emoji=False)


def waiting(doing: str, *, quiet: bool) -> AbstractContextManager[object]:
    """For the length of a block a terminal says what is being done: “Planning …”."""
    return nullcontext() if quiet or not stderr().is_terminal else stderr().status(doing)


def visible(text: str) -> str:
    """The text with whatever could upset a terminal spelled out: escape sequences, half characters, directions."""
    return "".join(char if char.isprintable() or char == "\n" else f"<U+{ord(char):04X}>" for char in text)


def warn(text: str) -> None:
    """A warning: the work goes on."""
    stderr().print("Note:", style="yellow", end=" ")
    say(stderr(), text)


def say(console: Console, text: str) -> None:
    """A plain sentence; nothing in it is taken for markup."""
    console.print(visible(text), markup=False, highlight=False)


def show_table(console: Console, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table whose cells are plain text."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(Text(visible(cell)) for cell in row))
    console.print(table)


def error_as_json(error: WordfleetError) -> dict[str, Any]:
    """What there is to say of an error: its exit code and message, each complaint, and the tip."""
    complaints = [{"where": one.where, "what": one.what, "advice": one.advice} for one in error.complaints]
    return {"exit_code": int(error.exit_code), "message": error.message, "complaints": complaints, "tip": error.tip}


def show_json(document: dict[str, Any]) -> None:
    """One JSON document on stdout, and nothing else."""
    import json

    write_stdout((json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "backslashreplace"))


def write_stdout(content: bytes) -> None:
    """All of the bytes to stdout."""
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
