"""From the command line to an exit code: the commands, the surroundings, an error as one message."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, NoReturn, cast

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from wordfleet_print import __version__
from wordfleet_print.cli.config import load_defaults
from wordfleet_print.cli.console import (
    examples,
    exit_code,
    ignore,
    listen,
    report,
    set_up_streams,
    stop_if_asked,
)
from wordfleet_print.errors import (
    BadInputError,
    CannotWriteError,
    ExitCode,
    UsageError,
    WordfleetError,
)

COMMANDS: Mapping[str, str] = {
    "serve": "Open the print shop in your browser: trackers, events, sheets again, the umpire's desk, the rules.",
    "tracker": "Print battle trackers for tonight's table: two, unless you say otherwise.",
    "verify": "Show all that is on a sheet, by its sheet code: for the umpire's eyes, since it shows the secrets.",
    "kit": "Print what games need on the table: boards, pieces, cards, tapes. All games, unless you name some.",
    "rules": "Publish rulebooks: a web page that is one file, and a PDF to print. All games, unless you name some.",
    "site": "Build a website of all games: rulebooks, a comparison of editions, PDFs and pairs of trackers to print.",
    "doctor": "Tell what this machine can print, and how to get what is missing.",
    "event": "Print all that an event needs: sheets for every player and round, and the papers around them.",
    "words": "Show the words that sheets are dealt from; check a list of your own.",
}
"""What each command is for: the first paragraph of its own help."""
_TOLD_IN = {"serve": "web", "site": "web", "verify": "umpire"}
"""The files of commands that are not called like their command. Each holds the command as its `…_app`."""

app = typer.Typer(
    name="wordfleet-print",
    epilog="Tonight's table: [bold]wordfleet-print tracker --captain Ann --captain Ben --open[/bold]; in your browser: "
    "[bold]wordfleet-print serve[/bold]",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


EVENT_EXAMPLES = examples(
    "event check summer-cup.xlsx",
    "event print summer-cup.xlsx --rounds 5 --theme animals",
    'event reprint output/summer-cup/ --captain "Zoé Lefèvre" --round 2',
)


class Later(TyperCommand):
    """Stands for a command until it is called: `--help` of the programme needs no more of it than what it is for."""

    @cached_property
    def loaded(self) -> TyperCommand | TyperGroup:
        """The command itself, or the group."""
        name = str(self.name)
        if name == "event":
            return cast(TyperCommand | TyperGroup, get_command(event_app()))
        module = import_module(f"wordfleet_print.cli.{_TOLD_IN.get(name, name)}")
        return cast(TyperCommand | TyperGroup, get_command(getattr(module, f"{name}_app")))

    def make_context(self, *args: object, **options: object) -> typer.Context:
        """A call of the command itself."""
        loaded: Any = self.loaded
        context: typer.Context = loaded.make_context(*args, **options)
        return context


for _name, _purpose in COMMANDS.items():
    app.command(_name, cls=Later, help=_purpose)(lambda: None)


def event_app() -> typer.Typer:
    """`wordfleet-print event`: from a roster to a stack of paper."""
    from wordfleet_print.cli.config import Overruling
    from wordfleet_print.cli.event_check import CHECK_EXAMPLES, check
    from wordfleet_print.cli.event_print import PRINT_EXAMPLES, print_
    from wordfleet_print.cli.umpire import DIFF_EXAMPLES, REPRINT_EXAMPLES, diff, reprint

    event = typer.Typer(
        help=COMMANDS["event"],
        epilog=EVENT_EXAMPLES,
        no_args_is_help=True,
        rich_markup_mode="rich",
        add_completion=False,
    )
    event.command("print", epilog=PRINT_EXAMPLES, cls=Overruling)(print_)
    event.command("check", epilog=CHECK_EXAMPLES)(check)
    event.command("reprint", epilog=REPRINT_EXAMPLES)(reprint)
    event.command("diff", epilog=DIFF_EXAMPLES)(diff)
    return event


def _show_version(value: bool) -> None:
    if value:
        typer.echo(f"wordfleet-print {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Print battle trackers for Word Fleet: sheets a captain folds, fills in and keeps secret."""


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
            if {"--quiet", "-q"}.isdisjoint(args):
                with contextlib.suppress(OSError, ValueError):
                    sys.stderr.write("Stopped.\n")
                    sys.stderr.flush()
            sys.exit(code)
        expected = _expected(error)
        if expected is None:
            raise
        sys.exit(report(expected, as_json=wants_json(args, defaults)))
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


def _check_surroundings() -> None:
    """Refuse to start where nothing could work: in a folder that is gone, or with a date that is none."""
    try:
        Path.cwd()
    except OSError as error:
        raise CannotWriteError("The current folder is gone.", tip="Change to another one.") from error
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch is not None and not (epoch.isascii() and epoch.isdigit() and len(epoch) < 12):
        raise BadInputError("SOURCE_DATE_EPOCH must be a number of seconds, in plain digits.")
