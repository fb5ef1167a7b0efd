"""From the command line to an exit code: the commands, the surroundings, an error as one
message.
"""

from __future__ import annotations

import errno
import os
import re
import shlex
import signal
import sys
from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, NoReturn, cast

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from wordfleet_print import __version__, errors
from wordfleet_print.cli import output
from wordfleet_print.cli.command_types import Group
from wordfleet_print.cli.errors import report

# What each command is for: the first paragraph of its own help.
COMMANDS: Mapping[str, str] = {
    "serve": "Open the print page in your browser: trackers, events, kits, reprints, rules.",
    "tracker": "Print battle trackers for one table: two sheets, or one for each player.",
    "event": "Print a whole event: sheets for every player and round, and all papers.",
    "reprint": (
        "Print sheets again by their codes, or from an event: same words, codes and letters."
    ),
    "look-up": (
        "Look up sheets by their codes, to settle a dispute. Shows words and launch codes."
    ),
    "kit": (
        "Print what games need on the table: boards, pieces, cards, tapes. Default: all games."
    ),
    "rules": "Make rulebooks: a web page (a single file) and a PDF. Default: all games.",
    "site": (
        "Build a website of all games: rulebooks, a comparison of editions, PDFs and pairs of "
        "trackers to print."
    ),
    "words": "List the built-in words, or check your own.",
    "labels": "Translate the words on sheets and papers, and check that they fit.",
    "doctor": "Check what this computer can print, and how to install the rest.",
}

app = typer.Typer(
    cls=Group,
    name="wordfleet-print",
    epilog="Tonight's table: [bold]wordfleet-print tracker Ann Ben --open[/bold]; in your browser: "
    "[bold]wordfleet-print serve[/bold]",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


# What `wordfleet-print` alone shows on a terminal.
FIRST_STEPS = """\
wordfleet-print tracker Ann Ben --open    prints a match for tonight.
wordfleet-print serve                     does the same in your browser, and much more.
wordfleet-print event print list.xlsx     prints sheets for a class or a tournament.
wordfleet-print --help                    shows all commands; each has its own --help.
"""


class LazyCommand(TyperCommand):
    """A command whose module is imported when it is called; until then its name and purpose are
    enough for `--help`.
    """

    @cached_property
    def real_command(self) -> TyperCommand | TyperGroup:
        """The command in its module, or the group of commands."""
        name = str(self.name).replace("-", "_")
        module = import_module(f"wordfleet_print.cli.{name}")
        return cast(TyperCommand | TyperGroup, get_command(getattr(module, name)))

    def make_context(self, *args: object, **options: object) -> typer.Context:
        """Return typer's record of a call, that of the command in the module."""
        command: Any = self.real_command
        context: typer.Context = command.make_context(*args, **options)
        return context


for _name, _purpose in COMMANDS.items():
    app.command(_name, cls=LazyCommand, help=_purpose)(lambda: None)


def _show_version(value: bool) -> None:
    if value:
        typer.echo(f"wordfleet-print {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Print battle trackers for Word Fleet, everything for an event, game kits and rulebooks."""


# What has run out, by the number of the system's error.
EXHAUSTED = {
    errno.EMFILE: "open files for one program",
    errno.ENFILE: "open files",
    errno.EAGAIN: "processes",
    errno.ENOMEM: "memory",
}
# What typer raises for options that it does not know; it has no public name.
PARSER_ERROR: Any = next(
    kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException"
)


# Of a date in seconds since 1970: until the year 5138.
MOST_EPOCH_DIGITS = 11
# A shell's exit code of a program that a signal ended: this, and the signal's number.
SIGNAL_CODE = 128


def run(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit. A bug keeps its traceback (exit 1)."""
    output.set_up_streams()
    args = sys.argv[1:] if arguments is None else arguments
    signals: list[int] = []  # the numbers of those that have come

    def stop(number: int, _frame: object) -> NoReturn:
        signals.append(number)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    try:
        code = _run_command(args)
    except BaseException as error:
        # After a signal any error is its effect: libraries turn the interruption into their own
        if not signals:
            sys.exit(_report(error, args))
    if signals:
        code = SIGNAL_CODE + signals[0]
        if {"--quiet", "-q"}.isdisjoint(args):
            sys.stderr.write("Stopped.\n")
    sys.exit(code)


def _run_command(args: list[str]) -> int:
    """Run a command; return its exit code."""
    if not args and sys.stdout.isatty():
        typer.echo(FIRST_STEPS, nl=False)
        return errors.ExitCode.DONE
    _check_surroundings()
    try:
        code = app(args, prog_name="wordfleet-print", standalone_mode=False)
    finally:
        sys.stdout.flush()
    return code or errors.ExitCode.DONE


def _report(error: BaseException, args: list[str]) -> int:
    """Show an error and return its exit code. Raises a bug again."""
    if type(error).__name__ == "NoArgsIsHelpError":  # its text is the help of a group
        typer.echo(str(error))
        return errors.ExitCode.DONE
    if isinstance(error, typer.Abort):
        return errors.ExitCode.INTERRUPTED
    error_to_show = _to_wordfleet_error(error, args)
    if error_to_show is None:
        raise error
    return report(error_to_show, as_json="--json" in args)


def _to_wordfleet_error(error: BaseException, args: list[str]) -> errors.WordfleetError | None:
    """Return an error of ours as it is, and typer's and the system's (something ran out) as one of
    ours; None for a bug.
    """
    if isinstance(error, OSError) and error.errno in EXHAUSTED:
        tip = "Allow more: `ulimit -a` shows the limits."
        return errors.CannotWriteError(
            errors.Problem(f"This computer allows no more {EXHAUSTED[error.errno]}.", advice=tip)
        )
    if isinstance(error, PARSER_ERROR):
        return errors.UsageError(_describe_parser_error(error, args))
    return error if isinstance(error, errors.WordfleetError) else None


def _describe_parser_error(error: BaseException, args: list[str]) -> errors.Problem:
    """Return what typer says of the command line, with the command that prints sheets if a name or
    a list was typed where a command belongs.
    """
    context: Any = getattr(error, "ctx", None)
    command = context.command_path if context else "wordfleet-print"
    # The parser's errors have no public type
    message = cast("Any", error).format_message()
    tip = f"`{command} --help` shows all options."
    what, _, similar_command = message.partition(" Did you mean")
    meant_words = _guess_meant_command(args, has_similar_command=bool(similar_command))
    if not what.startswith("No such command") or not meant_words:
        return errors.Problem(message, advice=tip)
    tip = f"To print sheets, type `wordfleet-print {shlex.join(meant_words)}`; {tip}"
    return errors.Problem(what, advice=tip)


def _guess_meant_command(args: list[str], *, has_similar_command: bool) -> list[str]:
    """Return the words of the command that somebody means who typed a player's name or a list in
    place of a command; empty if it is more likely a mistyped command.

    `Ann Ben` means `tracker Ann Ben`; `event list.csv` and `list.csv` mean `event print list.csv`.
    """
    first, *rest = args or [""]
    if first in COMMANDS and first != "event":
        return []
    # No command has capital letters, but “Noor” is like `doctor`
    is_name = first != first.lower()
    if has_similar_command and not is_name:
        return []
    if first == "event":
        return ["event", "print", *rest]
    if Path(first).suffix:
        return ["event", "print", *args]
    return ["tracker", *args]


def _check_surroundings() -> None:
    """Refuse to start if nothing could work: in a folder that is gone, or with a date of files
    (`SOURCE_DATE_EPOCH`) that is no number.
    """
    try:
        Path.cwd()
    except OSError as error:
        raise errors.CannotWriteError(
            errors.Problem("The current folder is gone.", advice="Change to another one.")
        ) from error
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch is not None and not re.fullmatch(f"[0-9]{{1,{MOST_EPOCH_DIGITS}}}", epoch):
        raise errors.BadInputError(
            "SOURCE_DATE_EPOCH must be a number of seconds, in plain digits."
        )
