"""Option values as people type them: checked here, exact or refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from typer.models import ArgumentInfo, OptionInfo

from wordfleet_print.errors import BadInputError
from wordfleet_print.limits import DEFAULT_EDITION, MOST_SHEETS
from wordfleet_print.wording import quote

Parser = Callable[[str], Any]

SHEETS, WORDS, LOOKS, RESULT = "Whose sheets", "What is on them", "How they look", "Where they go"
"""The panels under which `--help` lists the options of sheets."""


def whole_number(lowest: int, most: int, of: str) -> Callable[[str | int], int]:
    """A parser of a number of something: ASCII digits, within bounds."""

    def parse(text: str | int) -> int:
        digits = str(text).strip()
        if not re.fullmatch(r"[0-9]{1,9}", digits) or not lowest <= int(digits) <= most:
            raise typer.BadParameter(f"{quote(digits)} is not a number of {of} from {lowest:,} to {most:,}.")
        return int(digits)

    return parse


parse_count = whole_number(1, MOST_SHEETS, "sheets")
parse_workers = whole_number(1, 256, "workers")


def parse_seed(text: str | int) -> str:
    """A seed, as `jobs.seeds` reads it."""
    from wordfleet_print.jobs import asking

    try:
        return asking.parse_seed(str(text))
    except BadInputError as error:
        raise typer.BadParameter(error.message) from error


def parse_slug(text: object) -> str:
    """A slug as people type it: in any case."""
    return str(text).strip().lower()


def slugs_of(texts: Iterable[str] | None) -> tuple[str, ...]:
    """Slugs as people type them: any case, several in one with commas between."""
    return tuple(parse_slug(slug) for one in texts or () for slug in one.split(","))


def argument(name: str, says: str, callback: Callable[..., Any] | None = None) -> ArgumentInfo:
    """What a command is about, `name` as its help shows it; `callback` has it before any option is looked up."""
    early = callback is not None
    made: ArgumentInfo = typer.Argument(metavar=name, help=says, show_default=False, is_eager=early, callback=callback)
    return made


def flag(spelled: str, says: str, panel: str | None = None) -> OptionInfo:
    """An option that is given or not, `spelled` with its opposite: “--eco/--no-eco”; its help is under `panel`."""
    made: OptionInfo = typer.Option(*spelled.split(), metavar="", help=says, rich_help_panel=panel, show_default=False)
    return made


def option(spelled: str, says: str, panel: str | None = None, *, parser: Parser | None = None) -> OptionInfo:
    """An option with a value, `spelled` as its help shows it: “--edition -e SLUG”; `parser` reads its text."""
    names = [word for word in spelled.split() if word.startswith("-")]
    metavar = "".join(word for word in spelled.split() if word not in names) or None
    made: OptionInfo = typer.Option(*names, parser=parser, metavar=metavar, help=says, rich_help_panel=panel)
    return made


AsJson = Annotated[bool, flag("--json", "One JSON document on stdout.")]
Quiet = Annotated[bool, flag("--quiet -q", "Say nothing but errors.")]
EditionSlug = Annotated[
    str | None, option("--edition -e SLUG", f"The edition. Default: {DEFAULT_EDITION}.", WORDS, parser=parse_slug)
]
RulesFolder = Annotated[
    Path | None, option("--rules DIR", "Editions of your own: the *.md files of this folder.", WORDS)
]
Tier = Annotated[
    str | None,
    option(
        "--tier TIER",
        "How common the words are: family, standard or expert. Default: standard.",
        WORDS,
        parser=parse_slug,
    ),
]
Themes = Annotated[
    list[str] | None,
    option("--theme -t THEME", "An agreed category; repeat for more. `wordfleet-print words` lists them.", WORDS),
]
Words = Annotated[Path | None, option("--words -w FILE", "Your own word list: text, CSV, XLSX or ODS.", WORDS)]
FillFrom = Annotated[
    str | None,
    option("--fill-from TIER", "Take the lengths that your own list lacks from this tier.", WORDS, parser=parse_slug),
]
Seed = Annotated[
    str | None, option("--seed -s TEXT", "Deal the same sheets again. Default: new ones.", WORDS, parser=parse_seed)
]
Blank = Annotated[
    bool, flag("--blank/--no-blank", "Empty word boxes and manifest: captains choose their own words.", WORDS)
]
Fair = Annotated[
    Literal["on", "off"], option("--fair", "off: fleets as they come, some far easier to find than others.", WORDS)
]
Placed = Annotated[bool, flag("--placed/--no-placed", "The fleet already on the defense grid.", WORDS)]
WithRules = Annotated[
    bool, flag("--with-rules/--without-rules", "Quick rules behind every page, to print on both sides.", LOOKS)
]
PaperSlug = Annotated[str | None, option("--paper -p PAPER", "a4 or letter. Default: your locale's.", LOOKS)]
Strict = Annotated[
    bool, flag("--strict/--lenient", "Refuse names that the fonts cannot set, rather than leave a line to write on.")
]
FallbackFont = Annotated[
    Path | None,
    option(
        "--fallback-font FILE",
        "A font (TTF, OTF, TTC) for names in Chinese, Japanese, Korean, Georgian and the like.",
        LOOKS,
    ),
]
Eco = Annotated[bool, flag("--eco/--no-eco", "Less ink.", LOOKS)]
Large = Annotated[bool, flag("--large-print/--no-large-print", "Two pages a sheet, everything 16 pt or larger.", LOOKS)]
Left = Annotated[bool, flag("--left-handed/--right-handed", "Mirrored, so that the writing hand hides nothing.", LOOKS)]
