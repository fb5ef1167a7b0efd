"""Printing for people: tables and notes. Rich is loaded only when something is printed."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from typing import TYPE_CHECKING, Any

from wordfleet_print.cli.streams import StdoutError
from wordfleet_print.errors import CannotWriteError, PipeClosedError

if TYPE_CHECKING:
    from rich.console import Console

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


def visible(text: str) -> str:
    """The text with whatever could upset a terminal spelled out: escape sequences, half characters, directions."""
    return "".join(char if char.isprintable() or char == "\n" else f"<U+{ord(char):04X}>" for char in text)


def warn(text: str) -> None:
    """A warning: the work goes on."""
    stderr().print("Note:", style="yellow", end=" ")
    say(stderr(), text)


def say(console: Console, text: str) -> None:
    """A plain sentence; nothing in it is taken for markup."""
    with _guarded(console):
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
    with _guarded(console):
        console.print(table)


def show_json(document: dict[str, Any]) -> None:
    """One JSON document on stdout, and nothing else. Raises `CannotWriteError`."""
    import json

    write_stdout((json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "backslashreplace"))


def write_stdout(content: bytes) -> None:
    """All of the bytes to stdout. Raises `CannotWriteError` where they do not all arrive."""
    with writing_stdout():
        rest = memoryview(content)
        while rest:
            rest = rest[sys.stdout.buffer.write(rest) :]
        sys.stdout.buffer.flush()


def _guarded(console: Console) -> AbstractContextManager[None]:
    return nullcontext() if console.stderr else writing_stdout()


@contextmanager
def writing_stdout() -> Iterator[None]:
    """Whatever keeps stdout from taking what is written inside becomes a `CannotWriteError`."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except StdoutError as error:
        # What is still buffered has nowhere to go: let the interpreter's own last flush have no say.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno == errno.EPIPE:
            raise PipeClosedError("stdout is closed") from error
        raise CannotWriteError(f"Cannot write to stdout: {error.strerror}.") from error
