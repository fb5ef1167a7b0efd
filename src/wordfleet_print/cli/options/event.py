"""What an organiser can say on the command line of the `event` commands, beside what `tracker` knows too."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.models import OptionInfo

from wordfleet_print.cli.config import take_defaults_beside
from wordfleet_print.cli.options.common import LOOKS, MOST_WORKERS, RESULT, WORDS, flag, whole_number
from wordfleet_print.event.roster.bounds import MOST_PLAYERS, MOST_ROUNDS

if TYPE_CHECKING:
    from wordfleet_print.event.plan.rename import Rename

MOST_SPARES = 100_000
MOST_IN_A_FILE = 1_000_000
WHO, HOW = "Who plays", "How the work is done"


class Collate(StrEnum):
    """Which sheets follow each other."""

    ROUND = "round"
    TABLE = "table"


class IndexBy(StrEnum):
    """What the name index is sorted by."""

    SURNAME = "surname"
    NAME = "name"


def parse_rename(text: str) -> str:
    """A name as it was and as it is: `Finn Rossi=Finn Rossix`."""
    before, equals, now = (part.strip() for part in str(text).partition("="))
    if not (before and equals and now):
        raise typer.BadParameter("A renaming is two names, such as “Finn Rossi=Finn Rossix”.")
    return f"{before}={now}"


def parse_band(text: str) -> str:
    """Two ratings, the lower first: `50-70`."""
    found = re.fullmatch(r"\s*([0-9]{1,5})\s*[-–]\s*([0-9]{1,5})\s*", str(text))
    if not found or int(found[1]) > int(found[2]):
        raise typer.BadParameter("A band is two ratings, the lower first, such as 50-70.")
    return f"{int(found[1])}-{int(found[2])}"


def parse_rounds(text: str) -> str:
    """A round's number, or the first and the last of several: `3`, `2-4`."""
    found = re.fullmatch(r"\s*([0-9]{1,4})\s*(?:[-–]\s*([0-9]{1,4})\s*)?", str(text))
    if not found or not 1 <= int(found[1]) <= int(found[2] or found[1]) <= MOST_ROUNDS:
        raise typer.BadParameter("Name a round, such as 3, or the first and last of several, such as 2-4.")
    return f"{int(found[1])}-{int(found[2] or found[1])}"


def parse_title(text: str) -> str:
    """An event's title, single-spaced; whether it can be printed is asked later."""
    title = " ".join(str(text).split())
    if not title or len(title) > 100:
        raise typer.BadParameter("A title has 1 to 100 characters.")
    return title


Source = Annotated[
    Path | None,
    typer.Argument(
        metavar="ROSTER",
        help="A spreadsheet of the players (CSV, XLSX, ODS, XLS); or a printed event: its folder or its event.json.",
        show_default=False,
        is_eager=True,
        callback=take_defaults_beside,
    ),
]
RosterFile = Annotated[
    Path,
    typer.Argument(
        metavar="ROSTER",
        help="A spreadsheet of the players (CSV, XLSX, ODS, XLS).",
        show_default=False,
        is_eager=True,
        callback=take_defaults_beside,
    ),
]
Players = Annotated[
    int | None,
    typer.Option(
        "--players",
        parser=whole_number(1, MOST_PLAYERS, "players"),
        metavar="N",
        help="So many players without names, where there is no roster.",
        rich_help_panel=WHO,
    ),
]
Rounds = Annotated[
    int | None,
    typer.Option(
        "--rounds",
        parser=whole_number(1, MOST_ROUNDS, "rounds"),
        metavar="N",
        help="Rounds, with other opponents in each. Default: those of the roster, or 1.",
        rich_help_panel=WHO,
    ),
]
Encoding = Annotated[
    str | None,
    typer.Option(
        "--encoding",
        metavar="NAME",
        help="How a text roster is written, such as cp1252. Default: told by its bytes.",
        rich_help_panel=WHO,
    ),
]
Column = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="USE=HEADING",
        help='Which column is what, where it is not told rightly: name="Full name", club=C. Repeat for more.',
        rich_help_panel=WHO,
    ),
]
Sheet = Annotated[
    str | None,
    typer.Option(
        "--sheet",
        metavar="NAME",
        help="Which sheet of a workbook holds the roster. Default: the first with a table.",
        rich_help_panel=WHO,
    ),
]


def round_option(says: str, panel: str) -> OptionInfo:
    """`--round`: what a round's number means to a command, and the panel of its help that it stands in."""
    parser = whole_number(1, MOST_ROUNDS, "a round")
    option: OptionInfo = typer.Option("--round", "-r", parser=parser, metavar="N", help=says, rich_help_panel=panel)
    return option


RoundNumber = Annotated[
    int | None,
    round_option(
        "Print this round alone, into a folder of its own. A roster without rounds is read as that round's.", WHO
    ),
]
Withdraw = Annotated[
    list[str] | None,
    typer.Option("--withdraw", metavar="NAME", help="Who is out from this round on. Repeatable.", rich_help_panel=WHO),
]
Return = Annotated[
    list[str] | None,
    typer.Option(
        "--return", metavar="NAME", help="Who was withdrawn and plays again. Repeatable.", rich_help_panel=WHO
    ),
]
Redeal = Annotated[
    list[str] | None,
    typer.Option(
        "--redeal",
        parser=parse_rounds,
        metavar="N",
        help="Pair a printed round anew, such as 3 or 2-4; sheets stay, but for unfair matches. Repeatable.",
        rich_help_panel=WHO,
    ),
]
ByeSheets = Annotated[
    bool, flag("--bye-sheets/--no-bye-sheets", says="Also a sheet for whoever the roster gives a bye.", panel=RESULT)
]
Renames = Annotated[
    list[str] | None,
    typer.Option(
        "--rename",
        parser=parse_rename,
        metavar="OLD=NEW",
        help="Somebody’s name was corrected: number, sheets and codes stay; repeat for more.",
        rich_help_panel=WHO,
    ),
]
Title = Annotated[
    str | None,
    typer.Option(
        "--title",
        parser=parse_title,
        metavar="TEXT",
        help="What the event is called. Default: by the roster's file name.",
        rich_help_panel=WHO,
    ),
]
Band = Annotated[
    str | None,
    typer.Option(
        "--band",
        parser=parse_band,
        metavar="LOW-HIGH",
        help="How hard to find fleets may be. Default: the edition's own.",
        rich_help_panel=WORDS,
    ),
]
HalfSheets = Annotated[
    bool,
    flag("--half-sheets/--whole-sheets", says="Two sheets a leaf, printed on both sides and cut.", panel=LOOKS),
]
Order = Annotated[
    Collate,
    typer.Option("--collate", help="Which sheets lie together: a round's or a table's.", rich_help_panel=LOOKS),
]
FiledBy = Annotated[
    IndexBy,
    typer.Option(
        "--index-by",
        help="What the name index is sorted by, where there are two columns of names.",
        rich_help_panel=LOOKS,
    ),
]
Spare = Annotated[
    int | None,
    typer.Option(
        "--spare",
        parser=whole_number(0, MOST_SPARES, "spare sheets"),
        metavar="N",
        help="Sheets for nobody yet. Default: one for every twenty players, two at least.",
        rich_help_panel=RESULT,
    ),
]
PerPlayer = Annotated[
    bool, flag("--per-player/--no-per-player", says="Also a file for each player, with all their sheets.", panel=RESULT)
]
Split = Annotated[
    int | None,
    typer.Option(
        "--split",
        parser=whole_number(2, MOST_IN_A_FILE, "sheets"),
        metavar="N",
        help="At most so many sheets in a file: some printers choke on huge ones.",
        rich_help_panel=RESULT,
    ),
]
Folder = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="DIR",
        help="The event's folder. Default: output/ and the title.",
        rich_help_panel=RESULT,
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        parser=whole_number(1, MOST_WORKERS, "workers"),
        metavar="N",
        help="Processes at work. Default: one; for 10,000 sheets or more, one a core.",
        rich_help_panel=HOW,
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help="A Dask scheduler whose workers do it, such as tcp://192.0.2.1:8786.",
        rich_help_panel=HOW,
    ),
]


def renames_of(texts: list[str] | None) -> tuple[Rename, ...]:
    """Names that were parsed, before and after."""
    from wordfleet_print.event.plan.rename import Rename

    return tuple(Rename(*text.split("=", 1)) for text in texts or ())


def band_of(text: str | None) -> tuple[int, int] | None:
    """A band that was parsed as two numbers."""
    if text is None:
        return None
    low, high = text.split("-")
    return int(low), int(high)


def rounds_of(texts: list[str] | None) -> frozenset[int]:
    """Rounds that were parsed, as numbers."""
    ends = [text.split("-") for text in texts or ()]
    return frozenset(number for first, last in ends for number in range(int(first), int(last) + 1))
