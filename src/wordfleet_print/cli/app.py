"""The typer app: its commands, and what it says of itself."""

from __future__ import annotations

from typing import Annotated

import typer

from wordfleet_print import __version__
from wordfleet_print.cli import doctor, event, rules, site, tracker, verify, words

app = typer.Typer(
    name="wordfleet-print",
    help="Print battle trackers for Word Fleet: sheets a captain folds, fills in and keeps secret.",
    epilog="Tonight's table: [bold]wordfleet-print tracker --captain Ann --captain Ben --open[/bold]",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)
app.command("tracker", epilog=tracker.EXAMPLES)(tracker.tracker)
app.add_typer(event.app, name="event")
app.command("verify", epilog=verify.EXAMPLES)(verify.verify)
app.command("rules", epilog=rules.EXAMPLES)(rules.rules)
app.command("site", epilog=site.EXAMPLES)(site.site)
app.add_typer(words.app, name="words")
app.command("doctor", epilog=doctor.EXAMPLES)(doctor.doctor)


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
