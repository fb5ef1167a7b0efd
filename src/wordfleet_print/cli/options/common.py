"""Option values as people type them: checked here, exact or refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from typer.models import OptionInfo

from wordfleet_print.errors import BadInputError
from wordfleet_print.jobs.defaults import DEFAULT_EDITION, MOST_SHEETS
from wordfleet_print.wording import quote

MOST_WORKERS = 256

SHEETS, WORDS, LOOKS, RESULT = "Whose sheets", "What is on them", "How they look", "Where they go"
"""The panels under which `--help` lists the options of sheets."""


class Switch(StrEnum):
    """Whether something is done that is done unless somebody says otherwise."""

    ON = "on"
    OFF = "off"


def whole_number(lowest: int, most: int, of: str) -> Callable[[str | int], int]:
    """A parser of a number of something: ASCII digits, within bounds."""

    def parse(text: str | int) -> int:
        digits = str(text).strip()
        if not re.fullmatch(r"[0-9]{1,9}", digits) or not lowest <= int(digits) <= most:
            raise typer.BadParameter(f"{quote(digits)} is not a number of {of} from {lowest} to {most}.")
        return int(digits)

    return parse


parse_count = whole_number(1, MOST_SHEETS, "sheets")


def parse_seed(text: str | int) -> str:
    """A seed, as `jobs.seeds` reads it."""
    from wordfleet_print.jobs import seeds

    try:
        return seeds.parse_seed(str(text))
    except BadInputError as error:
        raise typer.BadParameter(error.message) from error


def parse_slug(text: object) -> str:
    """A slug as people type it: in any case."""
    return str(text).strip().lower()


def slugs_of(texts: Iterable[str] | None) -> tuple[str, ...]:
    """Slugs as people type them: any case, several in one with commas between."""
    return tuple(parse_slug(slug) for one in texts or () for slug in one.split(","))


def flag(*names: str, says: str, panel: str | None = None) -> OptionInfo:
    """An option that is given or not; its help, under `panel`, shows no value to fill in."""
    option: OptionInfo = typer.Option(*names, metavar="", help=says, rich_help_panel=panel, show_default=False)
    return option


Json = Annotated[bool, flag("--json", says="One JSON document on stdout.")]
Quiet = Annotated[bool, flag("--quiet", "-q", says="Say nothing but errors.")]
EditionSlug = Annotated[
    str | None,
    typer.Option(
        "--edition",
        "-e",
        parser=parse_slug,
        metavar="SLUG",
        help=f"The edition. Default: {DEFAULT_EDITION}.",
        rich_help_panel=WORDS,
    ),
]
RulesFolder = Annotated[
    Path | None,
    typer.Option(
        "--rules", metavar="DIR", help="Editions of your own: the *.md files of this folder.", rich_help_panel=WORDS
    ),
]
Tier = Annotated[
    str | None,
    typer.Option(
        "--tier",
        parser=parse_slug,
        metavar="TIER",
        help="How common the words are: family, standard or expert. Default: standard.",
        rich_help_panel=WORDS,
    ),
]
Themes = Annotated[
    list[str] | None,
    typer.Option(
        "--theme",
        "-t",
        metavar="THEME",
        help="An agreed category; repeat for more. `wordfleet-print words` lists them.",
        rich_help_panel=WORDS,
    ),
]
Words = Annotated[
    Path | None,
    typer.Option("--words", "-w", metavar="FILE", help="Your own word list: text, CSV or XLSX.", rich_help_panel=WORDS),
]
FillFrom = Annotated[
    str | None,
    typer.Option(
        "--fill-from",
        parser=parse_slug,
        metavar="TIER",
        help="Take the lengths that your own list lacks from this tier.",
        rich_help_panel=WORDS,
    ),
]
Seed = Annotated[
    str | None,
    typer.Option(
        "--seed",
        "-s",
        parser=parse_seed,
        metavar="TEXT",
        help="Deal the same sheets again. Default: new ones.",
        rich_help_panel=WORDS,
    ),
]
Blank = Annotated[
    bool,
    flag("--blank/--no-blank", says="Empty word boxes and manifest: captains choose their own words.", panel=WORDS),
]
Fair = Annotated[
    Switch,
    typer.Option(
        "--fair",
        help="off: fleets as they come, some far easier to find than others.",
        rich_help_panel=WORDS,
    ),
]
Placed = Annotated[bool, flag("--placed/--no-placed", says="The fleet already on the defense grid.", panel=WORDS)]
WithRules = Annotated[
    bool,
    flag("--with-rules/--without-rules", says="Quick rules behind every page, to print on both sides.", panel=LOOKS),
]
PaperSlug = Annotated[
    str | None,
    typer.Option("--paper", "-p", metavar="PAPER", help="a4 or letter. Default: your locale's.", rich_help_panel=LOOKS),
]
Strict = Annotated[
    bool,
    flag("--strict/--lenient", says="Refuse names that the fonts cannot set, rather than leave a line to write on."),
]
FallbackFont = Annotated[
    Path | None,
    typer.Option(
        "--fallback-font",
        metavar="FILE",
        help="A font (TTF, OTF, TTC) for names in Chinese, Japanese, Korean, Georgian and the like.",
        rich_help_panel=LOOKS,
    ),
]
Eco = Annotated[bool, flag("--eco/--no-eco", says="Less ink.", panel=LOOKS)]
Large = Annotated[
    bool, flag("--large-print/--no-large-print", says="Two pages a sheet, everything 16 pt or larger.", panel=LOOKS)
]
Left = Annotated[
    bool, flag("--left-handed/--right-handed", says="Mirrored, so that the writing hand hides nothing.", panel=LOOKS)
]
