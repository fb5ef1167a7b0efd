"""The typer app: its commands, and what it says of itself. Each command's module is loaded when it is called."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from typing import Annotated, Any, cast

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from wordfleet_print import __version__

COMMANDS: Mapping[str, str] = {
    "serve": "Open the print shop in your browser: trackers, events, sheets again, the umpire's desk, the rules.",
    "tracker": "Print battle trackers for tonight's table: two, unless you say otherwise.",
    "verify": "Show all that is on a sheet, by its code: for the umpire's eyes, since it shows the secrets.",
    "rules": "Publish rulebooks: a web page that is one file, and a PDF to print. All games, unless you name some.",
    "site": "Build a website of all games: rulebooks, a comparison of editions, PDFs and pairs of trackers to print.",
    "doctor": "Tell what this machine can print, and how to get what is missing.",
    "event": "Print all that an event needs: sheets for every player and round, and the papers around them.",
    "words": "Show the words that sheets are dealt from; check a list of your own.",
}
"""What each command is for: the first paragraph of its own help. It is the `…_app` of the module of its name."""

app = typer.Typer(
    name="wordfleet-print",
    epilog="Tonight's table: [bold]wordfleet-print tracker --captain Ann --captain Ben --open[/bold]; in your browser: "
    "[bold]wordfleet-print serve[/bold]",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


class Later(TyperCommand):
    """Stands for a command until it is called: `--help` of the programme needs no more of it than what it is for."""

    @cached_property
    def loaded(self) -> TyperCommand | TyperGroup:
        """The command itself, or the group."""
        module = import_module(f"wordfleet_print.cli.commands.{self.name}")
        return cast(TyperCommand | TyperGroup, get_command(getattr(module, f"{self.name}_app")))

    def make_context(self, *args: object, **options: object) -> typer.Context:
        """A call of the command itself."""
        loaded: Any = self.loaded
        context: typer.Context = loaded.make_context(*args, **options)
        return context


for _name, _purpose in COMMANDS.items():
    app.command(_name, cls=Later, help=_purpose)(lambda: None)


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
