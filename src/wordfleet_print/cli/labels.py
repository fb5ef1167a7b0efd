"""`labels new`: a file to translate. `labels check`: which wordings are printed where."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import typer

from wordfleet_print.cli import parameters
from wordfleet_print.cli.command_types import Group
from wordfleet_print.cli.output import format_examples, say, show_table, stdout
from wordfleet_print.errors import ExitCode, Problem, UsageError
from wordfleet_print.files import data_folder, write_new
from wordfleet_print.messages import how_many
from wordfleet_print.settings.labels import LabelCheckSettings, NewLabelsSettings

if TYPE_CHECKING:
    from wordfleet_print.games import Edition
    from wordfleet_print.tracker.label_check import PlaceFits

EXAMPLES = format_examples(
    "labels new sv my-games/", "labels check sv --rules my-games/", "labels check de"
)

labels = typer.Typer(
    cls=Group,
    epilog=EXAMPLES,
    no_args_is_help=True,
    rich_markup_mode="rich",
    add_completion=False,
)


@labels.callback()
def show() -> None:
    """Translate the words on sheets and papers, and check that they fit."""


@parameters.make_command(NewLabelsSettings, "labels new", EXAMPLES, labels)
def new(settings: NewLabelsSettings, _origin: parameters.Origin) -> None:
    """Write a file of all labels, in English, to translate."""
    if settings.language is None:
        raise UsageError(Problem("Name a language for the labels, such as sv.", "language"))
    path = settings.folder / "labels" / f"{settings.language}.toml"
    write_new({path: (data_folder("labels") / "en.toml").read_bytes()})
    if not settings.quiet:
        say(stdout(), f"Wrote {path}. Translate it in any editor, then check how it fits:")
        command = ["wordfleet-print", "labels", "check", settings.language]
        say(stdout(), shlex.join([*command, "--rules", str(settings.folder)]))


@parameters.make_command(LabelCheckSettings, "labels check", EXAMPLES, labels)
def check(settings: LabelCheckSettings, _origin: parameters.Origin) -> None:
    """Check the labels of a language: which wordings are printed, and which do not fit.

    For each paper and look it shows the wording, and the missing mm where none
    fits. Exit code 0: all sheets can be printed. 3: some cannot.
    """
    from wordfleet_print.services.labels import check_language

    is_refused = False
    for edition, places in check_language(settings):
        is_refused |= any(place.refusals for place in places)
        is_refused |= any(fit.required for place in places for fit in place.misfits)
        if not settings.quiet:
            show_edition(edition, places)
    if is_refused:
        raise typer.Exit(ExitCode.BAD_INPUT)


def show_edition(edition: Edition, places: list[PlaceFits]) -> None:
    """Show a table of the wording that is printed for each label in each place, which is a paper
    with a look; then a list of the labels that do not fit.
    """
    console = stdout()
    say(console, f"{edition.title}, {edition.edition} ({edition.slug})")
    if edition.all_labels.note:
        say(console, edition.all_labels.note)
    label_keys = dict.fromkeys(fit.key for place in places for fit in place.fits)
    rows = [[key, *(place.count_wording(key) for place in places)] for key in label_keys]
    show_table(console, ["Label", *(place.place.title for place in places)], rows)
    lines = []
    for place in places:
        lines += [f"{place.place.title}: {reason}" for reason in place.refusals]
        for fit in place.misfits:
            what = "refused" if fit.required else "left out"
            lines.append(f"{place.place.title}: {what}. {fit.fault}")
    for line in lines:
        say(console, f"  • {line}")
    say(console, f"{how_many(len(lines), 'label does', 'labels do')} not fit.")
