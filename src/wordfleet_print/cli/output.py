"""What the command line shows, and how it stops: streams, notes, tables, errors, JSON, progress,
Ctrl-C.

If stdout cannot take a result, the error names stdout. What stderr cannot take is lost, and the
work goes on: the exit code still says how it ended.

reportlab has bare `except:` clauses, in which an exception raised by a signal can vanish or turn
into another.
"""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from _thread import interrupt_main
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import cache, partial
from pathlib import Path
from threading import Timer, get_ident
from types import FrameType
from typing import TYPE_CHECKING, Any, TextIO

import typer

from wordfleet_print import errors
from wordfleet_print.messages import listed
from wordfleet_print.settings.reference import spell

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer
    from rich.console import Console

    from wordfleet_print.settings.core import Settings

FILE = "wordfleet.toml"

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


def examples(*calls: str) -> str:
    """Return calls to copy, as they are shown below a command's help."""
    return (
        "\n\n".join(["\n[bold]Examples[/bold]", *(f"wordfleet-print {call}" for call in calls)])
        + "\n"
    )


def waiting(doing: str, *, quiet: bool) -> AbstractContextManager[object]:
    """Show on a terminal what a block is doing: “Dealing …”."""
    return nullcontext() if quiet or not stderr().is_terminal else stderr().status(doing)


@contextmanager
def show_progress(doing: str, *, quiet: bool) -> Iterator[errors.Progress]:
    """Show a bar on a terminal; call what it yields with how much is done, and of how much."""
    if quiet or not stderr().is_terminal:
        yield lambda _done, _total: raise_if_stopped()
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
            raise_if_stopped()

        yield show


def visible(text: str) -> str:
    """Spell out what could upset a terminal: escape sequences, half characters, directions."""
    return "".join(
        char if char.isprintable() or char == "\n" else f"<U+{ord(char):04X}>" for char in text
    )


def warn(text: str) -> None:
    """Show a note; the work goes on."""
    stderr().print("Note:", style="yellow", end=" ")
    say(stderr(), noted(text))


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


def say(console: Console, text: str) -> None:
    """Show a plain sentence; nothing in it is markup."""
    console.print(visible(text), markup=False, highlight=False)


def show_table(console: Console, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Show a table whose cells are plain text."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(Text(visible(cell)) for cell in row))
    console.print(table)


# What an option does, by its field, where a fix does not say it.
ADVICE: Mapping[str, str] = {
    "encoding": "Or give its encoding with {}.",
    "output": "Choose another place with {}.",
    "paper": "{} chooses another.",
    "port": "Choose another one with {}, or 0 for any that is free.",
    "print": "`event print` takes such a folder or event.json, and prints the event again.",
    "redeal": "{} pairs it again.",
    "url": "Behind a proxy, {} is the public address.",
}


def noted(text: str) -> str:
    """Return a note with the options that help."""
    return " ".join([text, *advise_fixes(getattr(text, "fixes", ()))])


def advise_fixes(
    fixes: Iterable[errors.Fix], spell_fix: Callable[[errors.Fix], str] | None = None
) -> list[str]:
    """Return sentences on what would help: what each option does, which to use, which to leave
    out.
    """
    spell_fix = spell_fix or (lambda fix: spell(None, fix.field, fix.value))
    why: dict[str, list[str]] = {}
    for fix in fixes:
        advice = fix.why or (
            "Leave out {}." if fix.value is None else ADVICE.get(fix.field, "Use {}.")
        )
        why.setdefault(advice, []).append(spell_fix(fix))
    return [
        advice.replace("{}", listed(dict.fromkeys(options), "or"))
        for advice, options in why.items()
    ]


def describe_error(
    error: errors.WordfleetError, model: type[Settings] | None = None, in_file: Collection[str] = ()
) -> list[str]:
    """Return an error as lines: its message, every problem and what would help.

    `model` has the options that its fields are; those `in_file` come from wordfleet.toml.
    """

    def spell_field(field: str, value: str | None = None) -> str:
        option = spell(model, field, value)
        is_in_file = field.partition(".")[0] in in_file
        return f"{option} (in {FILE})" if is_in_file else option

    if not error.details:
        return _describe_only_problem(error.summary, spell_field)
    lines = [error.message]
    for problem in error.problems:
        lines.append(_describe_problem(problem, error.summary.field, spell_field))
        sentences = _advise(problem, spell_field)
        if sentences:
            lines.append(f"    {' '.join(sentences)}")
    sentences = [error.summary.advice, *advise_fixes(error.summary.fixes)]
    tip = " ".join(filter(None, sentences))
    return [*lines, tip] if tip else lines


def _describe_only_problem(problem: errors.Problem, spell_field: Callable[..., str]) -> list[str]:
    """Return the lines of a problem that says all of its error."""
    sentences = [problem.advice, *_advise(problem, spell_field)]
    option = spell_field(problem.field)
    if option.startswith("--") and not (problem.fixes or problem.advice):
        sentences.append(f"See {option}.")
    advice = " ".join(filter(None, sentences))
    return [problem.message, advice] if advice else [problem.message]


def _describe_problem(problem: errors.Problem, about: str, spell_field: Callable[..., str]) -> str:
    """Return the line of one of several problems; `about` is the field that all are about."""
    names = _name_fields(problem, about, spell_field)
    is_in_file = problem.where.startswith(FILE)
    parts = [problem.where, names] if is_in_file else [names, problem.where]
    where = " ".join(filter(None, parts))
    for step in problem.place:
        where += f" {step + 1}" if isinstance(step, int) else f" {step}"
    message = problem.message
    if problem.advice:
        message += f" ({problem.advice})"
    return f"  • {where}: {message}" if where else f"  • {message}"


def _name_fields(problem: errors.Problem, about: str, spell_field: Callable[..., str]) -> str:
    """Return the fields of a problem as they are typed, "" where its place says enough."""
    if problem.where and problem.field == about:
        return ""
    if problem.where.startswith(problem.field):
        return ""
    if problem.where.startswith(FILE):
        return problem.field.replace("_", "-")
    return " with ".join(map(spell_field, (problem.field, *problem.others)))


def _advise(problem: errors.Problem, spell_field: Callable[..., str]) -> list[str]:
    """Return sentences on what would help with a problem."""
    fixes = problem.fixes
    # What the value is for cannot be typed for an item of a list in a file
    if problem.where.startswith(FILE):
        fixes = tuple(fix for fix in fixes if fix.value is None)
    return advise_fixes(fixes, lambda fix: spell_field(fix.field, fix.value))


def error_as_json(error: errors.WordfleetError) -> dict[str, Any]:
    """Return what there is to say of an error: its exit code, its message, each problem, and
    advice on all of them.
    """
    from dataclasses import asdict

    problems = [asdict(one) for one in error.problems]
    document = {
        "exit_code": int(error.exit_code),
        "message": error.message,
        "problems": problems,
        "advice": error.summary.advice,
    }
    parts = {
        name: getattr(error, name, None) for name in ("questions", "columns")
    }  # an error of a player list has them
    return document | {
        name: [asdict(one) for one in part] for name, part in parts.items() if part is not None
    }


def report(
    error: errors.WordfleetError,
    model: type[Settings] | None = None,
    in_file: Collection[str] = (),
    *,
    as_json: bool = False,
) -> errors.ExitCode:
    """Show an error on stderr, as `describe_error`; with `as_json` also on stdout. Return its exit
    code.
    """
    if isinstance(error, errors.PipeClosedError):
        return error.exit_code
    if as_json:
        # The lines below say it if stdout takes nothing
        with suppress(errors.CannotWriteError, errors.PipeClosedError):
            show_json({"ok": False, **error_as_json(error)})
    console = stderr()
    console.print("Error:", style="bold red", end=" ")
    message, *lines = describe_error(error, model, in_file)
    say(console, message)
    for line in lines:
        console.print(
            visible(line),
            markup=False,
            highlight=False,
            style=None if line.startswith("  •") else "dim",
        )
    return error.exit_code


def show_json(document: dict[str, Any]) -> None:
    """Write one JSON document to stdout, and nothing else."""
    import json

    write_stdout(
        (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode(
            "utf-8", "backslashreplace"
        )
    )


def write_stdout(content: bytes) -> None:
    """Write all of the bytes to stdout."""
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


class _Stream(io.RawIOBase):
    """The bytes of a standard stream, which writes to the system's own."""

    def __init__(self, raw: io.RawIOBase) -> None:
        self._raw = raw

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._raw.fileno()

    def isatty(self) -> bool:
        return self._raw.isatty()


class _Results(_Stream):
    """Raises `CannotWriteError`, `PipeClosedError`: no `OSError`, which libraries take for one of
    theirs.
    """

    def write(self, data: ReadableBuffer) -> int | None:
        try:
            return self._raw.write(data)
        except OSError as error:
            # What is still buffered has nowhere to go: let the interpreter's own last flush have no
            # say.
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())
            if error.errno == errno.EPIPE:
                raise errors.PipeClosedError("stdout is closed") from error
            raise errors.CannotWriteError(f"Cannot write to stdout: {error.strerror}.") from error


class _Notes(_Stream):
    def write(self, data: ReadableBuffer) -> int | None:
        try:
            return self._raw.write(data)
        except OSError:
            return memoryview(data).nbytes


def set_up_streams() -> None:
    """Let stdout and stderr take every character, and fail as described above; a closed one takes
    what is lost.
    """
    sys.stdout = _set_up(sys.stdout, sys.__stdout__, _Results)
    sys.stderr = _set_up(sys.stderr, sys.__stderr__, _Notes)


def _set_up(stream: TextIO | None, own: TextIO | None, kind: type[_Stream]) -> TextIO:
    """The stream to write to instead of `stream`; where that is not the process's `own`, it is a
    test's or a pipe's.
    """
    if stream is None:  # closed by the caller: what is said has nowhere to go
        return io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    if stream is own:
        buffer: Any = stream.buffer  # if Python does not buffer, these are the raw bytes
        raw = kind(getattr(buffer, "raw", buffer))
        lines = stream is sys.__stderr__ or stream.isatty()
        return io.TextIOWrapper(
            io.BufferedWriter(raw),
            encoding=stream.encoding,
            errors="backslashreplace",
            line_buffering=lines,
        )
    return stream


_CODES = {signal.SIGINT: errors.ExitCode.INTERRUPTED, signal.SIGTERM: errors.ExitCode.TERMINATED}
_stop_codes: list[errors.ExitCode] = []
# Seconds after which a signal that came at a bad moment is looked at again.
SOON = 0.05


class Stopped(BaseException):
    """A signal came that ends the program."""


def catch_signals() -> None:
    """Raise `Stopped` at the first Ctrl-C or SIGTERM from now on; later ones do not disturb the
    cleanup.
    """
    for number in _CODES:
        signal.signal(number, _on_signal)


def ignore() -> None:
    """Ignore Ctrl-C and SIGTERM from now on: the work is done, or being cleaned up."""
    for number in _CODES:
        signal.signal(number, signal.SIG_IGN)


def exit_code() -> errors.ExitCode | None:
    """Return the code to exit with if a signal came, else None."""
    return _stop_codes[0] if _stop_codes else None


def raise_if_stopped() -> None:
    """Raise `Stopped` if a signal came whose exception was lost on the way."""
    if _stop_codes:
        raise Stopped


def _on_signal(number: int, frame: FrameType | None) -> None:
    if _is_importing(frame):
        again = Timer(SOON, _signal_again, (number, get_ident()))
        again.daemon = True
        again.start()
        return
    ignore()
    _stop_codes.append(_CODES[signal.Signals(number)])
    sys.unraisablehook = partial(_unless_stopped, sys.unraisablehook)
    raise Stopped


def _unless_stopped(
    tell: Callable[[sys.UnraisableHookArgs], object], lost: sys.UnraisableHookArgs
) -> None:
    """Report an error that nobody can catch, except a stop that a compiled library has
    swallowed.
    """
    if lost.exc_type is not Stopped:
        tell(lost)


def _signal_again(number: int, main_thread: int) -> None:
    """Send the signal once more, so that it wakes the main thread whatever it waits for."""
    if sys.platform == "win32":
        interrupt_main(signal.Signals(number))
    else:
        signal.pthread_kill(main_thread, number)


def _is_importing(frame: FrameType | None) -> bool:
    """Whether a module is being loaded: an exception then would tear down some compiled libraries
    with a crash.
    """
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False
