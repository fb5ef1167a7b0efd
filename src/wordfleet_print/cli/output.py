"""What commands show: notes, tables, progress and JSON, on stdout and stderr."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from wordfleet_print import errors
from wordfleet_print.messages import escape_unprintable

if TYPE_CHECKING:
    from rich.console import Console

# Columns without a terminal: nothing wraps in a pipe or a log.
PLAIN_WIDTH = 200


@cache
def stdout() -> Console:
    """Return the console for results."""
    return _console(stderr=False)


@cache
def stderr() -> Console:
    """Return the console for notes, progress and errors."""
    return _console(stderr=True)


def _console(*, stderr: bool) -> Console:
    from rich.console import Console

    terminal = (sys.stderr if stderr else sys.stdout).isatty()
    return Console(
        stderr=stderr, width=None if terminal else PLAIN_WIDTH, soft_wrap=True, emoji=False
    )


def format_examples(*calls: str) -> str:
    """Return calls to copy, as they are shown below a command's help."""
    lines = [f"wordfleet-print {call}" for call in calls]
    return "\n\n".join(["\n[bold]Examples[/bold]", *lines]) + "\n"


def show_status(doing: str, *, quiet: bool) -> AbstractContextManager[object]:
    """Show on a terminal what a block is doing: “Dealing …”."""
    if quiet or not stderr().is_terminal:
        return nullcontext()
    return stderr().status(doing)


@contextmanager
def show_progress(doing: str, *, quiet: bool) -> Iterator[errors.Progress]:
    """Show a bar on a terminal while a block runs. Yields a function: call it with how many steps
    are done, and of how many.
    """
    if quiet or not stderr().is_terminal:
        yield errors.show_nothing
        return
    from rich import progress as bars

    columns = (
        bars.TextColumn(doing),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TimeRemainingColumn(),
    )
    with bars.Progress(*columns, console=stderr(), transient=True) as bar:
        task = bar.add_task("", total=None)

        def show(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield show


def escape_lines(text: str) -> str:
    """Return lines without what could upset a terminal: escape sequences, surrogates, signs that
    turn the direction of text.
    """
    return "\n".join(map(escape_unprintable, text.split("\n")))


def warn(text: str) -> None:
    """Show a note; the work goes on."""
    stderr().print("Note:", style="yellow", end=" ")
    say(stderr(), text)


def open_file(path: Path) -> None:
    """Show a file or a folder in the system's viewer; one line says so where nothing can."""
    if not launch(path):
        warn(f"No program here can show {path}; open it yourself.")


def launch(path: Path) -> bool:
    """Return whether the system's viewer shows the file or the folder."""
    # Without a screen, `xdg-open` tries one browser after the other and complains about each
    has_screen = (
        sys.platform in ("win32", "darwin")
        or os.environ.get("DISPLAY")
        or os.environ.get("WAYLAND_DISPLAY")
    )
    return bool(has_screen) and not typer.launch(str(path))


def say(console: Console, text: str, style: str = "") -> None:
    """Show a plain sentence; nothing in it is markup."""
    console.print(escape_lines(text), markup=False, highlight=False, style=style)


def show_table(console: Console, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Show a table whose cells are plain text."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(Text(escape_lines(cell)) for cell in row))
    console.print(table)


def show_json(document: dict[str, Any]) -> None:
    """Write one JSON document to stdout, and nothing else."""
    import json

    text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    write_stdout(text.encode("utf-8", "backslashreplace"))


def write_stdout(content: bytes) -> None:
    """Write all of the bytes to stdout."""
    with _explain_failure():
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()


@contextmanager
def _explain_failure() -> Iterator[None]:
    """Raise `CannotWriteError` or `PipeClosedError` if stdout takes nothing: libraries take an
    `OSError` for one of theirs.
    """
    try:
        yield
    except OSError as error:
        # Python flushes stdout once more at its end. What is left in buffers goes to nowhere, or
        # that flush would fail, too
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise errors.PipeClosedError("stdout is closed") from error
        raise errors.CannotWriteError(f"Cannot write to stdout: {error.strerror}.") from error


class _Results(io.TextIOWrapper):
    """Standard output, which fails with errors of ours."""

    def guard(self) -> AbstractContextManager[object]:
        """Return the context manager in which everything is written: it decides what a failure
        means.
        """
        return _explain_failure()

    def write(self, text: str) -> int:
        with self.guard():
            super().write(text)
        return len(text)

    def flush(self) -> None:
        with self.guard():
            super().flush()


class _Notes(_Results):
    """Standard error. What it cannot take is lost: the exit code still says how the work ended."""

    def guard(self) -> AbstractContextManager[object]:
        return suppress(OSError)


def set_up_streams() -> None:
    """Replace stdout and stderr by streams that take every character. A failure of stdout raises
    errors of ours, one of stderr none. If a stream is closed, what is written to it is lost.
    """
    if sys.stdout is None or sys.stdout is sys.__stdout__:
        sys.stdout = _wrap(sys.stdout, _Results)
    if sys.stderr is None or sys.stderr is sys.__stderr__:
        sys.stderr = _wrap(sys.stderr, _Notes)


def _wrap(stream: io.TextIOWrapper | None, wrapper: type[io.TextIOWrapper]) -> io.TextIOWrapper:
    """Return a stream of class `wrapper` that writes where `stream` does; None is a closed one."""
    if stream is None:
        return wrapper(io.BytesIO(), encoding="utf-8")
    # Without buffering (python -u), the system may take only a part of what is written
    buffer: Any = stream.buffer
    if isinstance(buffer, io.RawIOBase):
        buffer = io.BufferedWriter(buffer)
    return wrapper(
        buffer,
        encoding=stream.encoding,
        errors="backslashreplace",
        line_buffering=stream.line_buffering,
    )
