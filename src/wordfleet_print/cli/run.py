"""Running the app: every expected error becomes one clear message and its exit code (docs/exit-codes.md)."""

from __future__ import annotations

import io
import signal
import sys
from types import FrameType
from typing import NoReturn

from wordfleet_print.cli.app import app
from wordfleet_print.cli.defaults import load_defaults
from wordfleet_print.errors import ExitCode, WordfleetError


class Terminated(BaseException):
    """SIGTERM has come: unwind, so that temporaries are removed, then exit 143."""


def run(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit. A bug keeps its traceback (exit 1)."""
    if sys.stdout is None:  # closed by the caller: what is said has nowhere to go
        sys.stdout = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")
    signal.signal(signal.SIGTERM, _on_terminate)
    args = sys.argv[1:] if arguments is None else arguments
    try:
        defaults = {} if "--help" in args else load_defaults(app)
        app(args, prog_name="wordfleet-print", default_map=defaults)
    except WordfleetError as error:
        _report(error)
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        sys.exit(ExitCode.INTERRUPTED)
    except Terminated:
        sys.exit(ExitCode.TERMINATED)
    sys.exit(ExitCode.DONE)


def _on_terminate(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise Terminated


def _report(error: WordfleetError) -> None:
    """The message, each complaint on its line, the tip: to stderr."""
    from wordfleet_print.cli.console import say, stderr, visible

    console = stderr()
    console.print("Error:", style="bold red", end=" ")
    say(console, error.message)
    for complaint in error.complaints:
        say(console, f"  • {complaint}")
    if error.tip:
        console.print(visible(error.tip), markup=False, highlight=False, style="dim")
