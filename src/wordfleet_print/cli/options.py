"""Option values as people type them: checked here, exact or refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from typer.models import OptionInfo

MOST_SHEETS = 1000
"""The most sheets one `tracker` call prints; events are printed in packs."""
DEFAULT_EDITION = "word-fleet"
LONGEST_SEED = 100

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
            from wordfleet_print.sheet.captain import quote

            raise typer.BadParameter(f"{quote(digits)} is not a number of {of} from {lowest} to {most}.")
        return int(digits)

    return parse


parse_count = whole_number(1, MOST_SHEETS, "sheets")


def parse_seed(text: str | int) -> str:
    """A seed: any short text. One that looks like a drawn seed is that one, however it is typed: `1sqb-n9yh`."""
    seed = str(text).strip()
    if not seed or len(seed) > LONGEST_SEED or not seed.isprintable():
        raise typer.BadParameter(f"A seed is any text of 1 to {LONGEST_SEED} printable characters.")
    return _as_drawn(seed) or seed


def _as_drawn(seed: str) -> str:
    """The seed as `fresh_seed` would have told it, or empty: any case; O is read as 0, I and L as 1, as in sheet codes.

    Its hyphen may be left out, unless it is all letters or all digits then: that is somebody's own word or date.
    """
    from wordfleet_print.sheet.code import ALPHABET

    found = re.fullmatch(r"([0-9A-Z]{4})(-?)([0-9A-Z]{4})", seed.upper()) if seed.isascii() else None
    if not found or not (found[2] or re.fullmatch(r".*([0-9].*[A-Z]|[A-Z].*[0-9]).*", found[0])):
        return ""
    drawn = f"{found[1]}-{found[3]}".translate(str.maketrans("OIL", "011"))
    return drawn if set(drawn) <= {*ALPHABET, "-"} else ""


def parse_slug(text: object) -> str:
    """A slug as people type it: in any case."""
    return str(text).strip().lower()


def parse_edition(text: str) -> str:
    """An edition's slug in any case; its last part will do where no other has the same: `admirals`."""
    from wordfleet_print.game import edition_slugs, rules_slugs

    slug = parse_slug(text)
    if not slug or slug in rules_slugs():
        return slug
    meant = [known for known in edition_slugs() if known.endswith(f"-{slug}")]
    return meant[0] if len(meant) == 1 else slug


def named_on_line(context: typer.Context) -> set[str]:
    """The parameters that somebody typed."""
    return _from("COMMANDLINE", context)


def named_by_file(context: typer.Context) -> set[str]:
    """The parameters that `wordfleet.toml` has set and nobody typed."""
    return _from("DEFAULT_MAP", context)


def _from(source: str, context: typer.Context) -> set[str]:
    sources = {name: context.get_parameter_source(name) for name in context.params}
    return {name for name, found in sources.items() if found and found.name == source}


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
        parser=parse_edition,
        metavar="SLUG",
        help=f"The edition. Default: {DEFAULT_EDITION}.",
        rich_help_panel=WORDS,
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
    typer.Option("--words", "-w", metavar="FILE", help="Your own word list, one word a line.", rich_help_panel=WORDS),
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
Eco = Annotated[bool, flag("--eco/--no-eco", says="Less ink.", panel=LOOKS)]
Large = Annotated[
    bool, flag("--large-print/--no-large-print", says="Two pages a sheet, everything 16 pt or larger.", panel=LOOKS)
]
Left = Annotated[
    bool, flag("--left-handed/--right-handed", says="Mirrored, so that the writing hand hides nothing.", panel=LOOKS)
]
