"""What an organiser can say on the command line of the `event` commands, beside what `tracker` knows too."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from wordfleet_print.cli.config import take_defaults_beside
from wordfleet_print.cli.options.common import LOOKS, RESULT, WORDS, argument, flag, option, parse_workers, whole_number
from wordfleet_print.limits import MOST_PLAYERS, MOST_ROUNDS

if TYPE_CHECKING:
    from wordfleet_print.event.plan.plan_changes import Rename

MOST_SPARES = 100_000
MOST_IN_A_FILE = 1_000_000
WHO, HOW = "Who plays", "How the work is done"


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


parse_round = whole_number(1, MOST_ROUNDS, "a round")


def parse_title(text: str) -> str:
    """An event's title, single-spaced; whether it can be printed is asked later."""
    title = " ".join(str(text).split())
    if not title or len(title) > 100:
        raise typer.BadParameter("A title has 1 to 100 characters.")
    return title


Source = Annotated[
    Path | None,
    argument(
        "ROSTER",
        "A spreadsheet of the players (CSV, XLSX, ODS, XLS); or a printed event: its folder or its event.json.",
        take_defaults_beside,
    ),
]
RosterFile = Annotated[
    Path, argument("ROSTER", "A spreadsheet of the players (CSV, XLSX, ODS, XLS).", take_defaults_beside)
]
PlayerCount = Annotated[
    int | None,
    option(
        "--players N",
        "So many players without names, where there is no roster.",
        WHO,
        parser=whole_number(1, MOST_PLAYERS, "players"),
    ),
]
Rounds = Annotated[
    int | None,
    option(
        "--rounds N",
        "Rounds, with other opponents in each. Default: those of the roster, or 1.",
        WHO,
        parser=whole_number(1, MOST_ROUNDS, "rounds"),
    ),
]
Encoding = Annotated[
    str | None,
    option("--encoding NAME", "How a text roster is written, such as cp1252. Default: told by its bytes.", WHO),
]
Column = Annotated[
    list[str] | None,
    option(
        "--column USE=HEADING",
        'Which column is what, where it is not told rightly: name="Full name", club=C. Repeat for more.',
        WHO,
    ),
]
SheetOfWorkbook = Annotated[
    str | None,
    option("--sheet NAME", "Which sheet of a workbook holds the roster. Default: the first with a table.", WHO),
]


RoundPrinted = Annotated[
    int | None,
    option(
        "--round -r N",
        "Print this round alone, into a folder of its own. A roster without rounds is read as that round's.",
        WHO,
        parser=parse_round,
    ),
]
Withdraw = Annotated[
    list[str] | None, option("--withdraw NAME", "Who is out from this round on; repeat for more.", WHO)
]
Return = Annotated[
    list[str] | None, option("--return NAME", "Who was withdrawn and plays again; repeat for more.", WHO)
]
Redeal = Annotated[
    list[str] | None,
    option(
        "--redeal N",
        "Pair a printed round anew, such as 3 or 2-4; sheets stay, but for unfair matches.",
        WHO,
        parser=parse_rounds,
    ),
]
ByeSheets = Annotated[
    bool, flag("--bye-sheets/--no-bye-sheets", "Also a sheet for whoever the roster gives a bye.", RESULT)
]
Renames = Annotated[
    list[str] | None,
    option(
        "--rename OLD=NEW",
        "Somebody’s name was corrected: number, sheets and codes stay; repeat for more.",
        WHO,
        parser=parse_rename,
    ),
]
Title = Annotated[
    str | None,
    option("--title TEXT", "What the event is called. Default: by the roster's file name.", WHO, parser=parse_title),
]
Band = Annotated[
    str | None,
    option("--band LOW-HIGH", "How hard to find fleets may be. Default: the edition's own.", WORDS, parser=parse_band),
]
HalfSheets = Annotated[
    bool, flag("--half-sheets/--whole-sheets", "Two sheets a leaf, printed on both sides and cut.", LOOKS)
]
PackOrder = Annotated[
    Literal["round", "table"], option("--collate", "Which sheets lie together: a round's or a table's.", LOOKS)
]
FilesNamedBy = Annotated[
    Literal["surname", "name"],
    option("--index-by", "What the name index is sorted by, where there are two columns of names.", LOOKS),
]
Spare = Annotated[
    int | None,
    option(
        "--spare N",
        "Sheets for nobody yet. Default: one for every twenty players, two at least.",
        RESULT,
        parser=whole_number(0, MOST_SPARES, "spare sheets"),
    ),
]
PerPlayer = Annotated[
    bool, flag("--per-player/--no-per-player", "Also a file for each player, with all their sheets.", RESULT)
]
SplitAfter = Annotated[
    int | None,
    option(
        "--split N",
        "At most so many sheets in a file: some printers choke on huge ones.",
        RESULT,
        parser=whole_number(2, MOST_IN_A_FILE, "sheets"),
    ),
]
EventFolder = Annotated[
    Path | None, option("--output -o DIR", "The event's folder. Default: output/ and the title.", RESULT)
]
PackWorkers = Annotated[
    int | None,
    option(
        "--workers N",
        "Processes at work. Default: one; for 10,000 sheets or more, one a core.",
        HOW,
        parser=parse_workers,
    ),
]
Scheduler = Annotated[
    str | None,
    option("--scheduler ADDRESS", "A Dask scheduler whose workers do it, such as tcp://192.0.2.1:8786.", HOW),
]


def renames_of(texts: list[str] | None) -> tuple[Rename, ...]:
    """Names that were parsed, before and after."""
    from wordfleet_print.event.plan.plan_changes import Rename

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
