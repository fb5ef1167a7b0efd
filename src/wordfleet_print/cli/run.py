"""Running the app: every expected error becomes one clear message and its exit code (docs/exit-codes.md)."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import typer

from wordfleet_print.cli.app import app
from wordfleet_print.cli.config import load_defaults
from wordfleet_print.cli.console import error_as_json, say, show_json, stderr, visible
from wordfleet_print.cli.signals import exit_code, ignore, listen, stop_if_asked
from wordfleet_print.cli.streams import set_up_streams
from wordfleet_print.errors import (
    BadInputError,
    CannotWriteError,
    ExitCode,
    PipeClosedError,
    UsageError,
    WordfleetError,
)

_EXHAUSTED = {
    errno.EMFILE: "one programme no more open files",
    errno.ENFILE: "no more open files",
    errno.EAGAIN: "no more processes",
    errno.ENOMEM: "no more memory",
}
_REFUSED: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
"""What typer raises for options that it does not take."""
_SPARE = "Ask for fewer --workers, or for more of it: `ulimit -a` shows what is allowed."


def run(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit. A bug keeps its traceback (exit 1)."""
    set_up_streams()
    listen()
    args = sys.argv[1:] if arguments is None else arguments
    defaults: dict[str, Any] = {}
    try:
        _check_surroundings()
        defaults = {} if {"--help", "-h"} & set(args) else load_defaults(app)
        json = wants_json(args, defaults)
        try:
            code = app(args, prog_name="wordfleet-print", default_map=defaults, standalone_mode=not json)
        finally:
            sys.stdout.flush()
        if json and code:
            sys.exit(code)
        stop_if_asked()
        ignore()
    except BaseException as error:
        code = exit_code()
        if code is not None:
            _say_stopped(args)
            sys.exit(code)
        expected = _expected(error)
        if expected is None:
            raise
        sys.exit(report(expected, json=wants_json(args, defaults)))
    sys.exit(ExitCode.DONE)


def wants_json(args: Sequence[str], defaults: Mapping[str, Any]) -> bool:
    """Whether one JSON document is asked for: on the command line, or by the defaults of the command that is called."""
    options = args[: args.index("--")] if "--" in args else args
    table: Any = defaults
    for word in options:
        table = table[word] if isinstance(table.get(word), Mapping) else table
    return "--json" in options or table.get("json") is True


def _expected(error: BaseException) -> WordfleetError | None:
    """An error to tell in a sentence: our own, or the machine's that it has no more of something; None for a bug."""
    if isinstance(error, OSError) and error.errno in _EXHAUSTED:
        return CannotWriteError(f"This machine allows {_EXHAUSTED[error.errno]}.", tip=_SPARE)
    if isinstance(error, _REFUSED):  # only where JSON is asked for: else typer tells it, and exits
        return UsageError(error.format_message())
    return error if isinstance(error, WordfleetError) else None


def _say_stopped(args: list[str]) -> None:
    """Say on stderr that a signal ended the work; nothing where quiet was asked for."""
    if {"--quiet", "-q"}.isdisjoint(args):
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write("Stopped.\n")
            sys.stderr.flush()


def _check_surroundings() -> None:
    """Refuse to start where nothing could work: in a folder that is gone, or with a date that is none."""
    try:
        Path.cwd()
    except OSError as error:
        raise CannotWriteError("The current folder is gone.", tip="Change to another one.") from error
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch is not None and not (epoch.isascii() and epoch.isdigit() and len(epoch) < 12):
        raise BadInputError("SOURCE_DATE_EPOCH must be a number of seconds, in plain digits.")


def report(error: WordfleetError, *, json: bool = False) -> ExitCode:
    """The message, each complaint on its line, the tip: to stderr. Returns the error's exit code.

    With `json` all of it is one JSON document on stdout, too.
    """
    if isinstance(error, PipeClosedError):
        return error.exit_code
    if json:
        with contextlib.suppress(WordfleetError):  # a stdout that takes nothing is what is told below
            show_json({"ok": False, **error_as_json(error)})
    console = stderr()
    console.print("Error:", style="bold red", end=" ")
    say(console, error.message)
    for complaint in error.complaints:
        say(console, f"  • {complaint}")
    if error.tip:
        console.print(visible(error.tip), markup=False, highlight=False, style="dim")
    return error.exit_code
