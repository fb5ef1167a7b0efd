"""What can be said on the command line, each value checked where it is typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from typer.models import ArgumentInfo, OptionInfo

from wordfleet_print.cli.config import take_defaults_beside
from wordfleet_print.errors import BadInputError, UsageError
from wordfleet_print.limits import DEFAULT_EDITION, MOST_PLAYERS, MOST_ROUNDS, MOST_SHEETS
from wordfleet_print.messages import quote

if TYPE_CHECKING:
    from wordfleet_print.event.plan.matching import Rename
    from wordfleet_print.tracker.geometry import Paper

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
    """A seed, as `services.asking` reads it."""
    from wordfleet_print.services import asking

    try:
        return asking.parse_seed(str(text))
    except BadInputError as error:
        raise typer.BadParameter(error.message) from error


def parse_slug(text: object) -> str:
    """A slug as people type it: in any case."""
    return str(text).strip().lower()


def letters_of(*, plain: bool, german: bool) -> str:
    """How words with marks are written, as `screen` takes it."""
    if german:
        return "german"
    return "plain" if plain else ""


def slugs_of(texts: Iterable[str] | None) -> tuple[str, ...]:
    """Slugs as people type them: any case, several in one with commas between."""
    return tuple(parse_slug(slug) for one in texts or () for slug in one.split(","))


def answers_of(
    columns: Iterable[str] | None, others: Iterable[str] | None, encoding: str | None, sheet: str | None
) -> dict[str, str]:
    """Return the answers to a roster's questions that options give. Raises `UsageError` as `parse_answers`."""
    from wordfleet_print.event.roster.questions import parse_answers

    named = {"encoding": encoding, "sheet": sheet}
    return {key: value for key, value in named.items() if value} | parse_answers(columns or (), others or ())


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
    option("--fill-from TIER", "Top up the lengths that your own list lacks from this tier.", WORDS, parser=parse_slug),
]
PlainLetters = Annotated[
    bool, flag("--plain-letters/--no-plain-letters", "Your own words in plain letters: niño NINO, Käse KASE.", WORDS)
]
GermanLetters = Annotated[
    bool, flag("--german-letters/--no-german-letters", "The same as in German: Käse KAESE, groß GROSS.", WORDS)
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
Mine = Annotated[bool, flag("--mine/--no-mine", "A box for your own mine, for the Minefield variation.", LOOKS)]
Large = Annotated[bool, flag("--large-print/--no-large-print", "Two pages a sheet, everything 16 pt or larger.", LOOKS)]
Left = Annotated[bool, flag("--left-handed/--right-handed", "Mirrored, so that the writing hand hides nothing.", LOOKS)]


Names = Annotated[
    list[str] | None, option("--captain -c NAME", "A captain's name; repeat for each. Opponents two by two.", SHEETS)
]
LargeFor = Annotated[
    list[str] | None, option("--large-print-for NAME", "Large print for this captain; repeat for more.", LOOKS)
]
TiersFor = Annotated[
    list[str] | None,
    option("--tier-for NAME=TIER", "This captain’s words from another tier, as Mia=family; repeat for more.", WORDS),
]
LeftFor = Annotated[
    list[str] | None, option("--left-handed-for NAME", "Left-handed, this captain's; repeat for more.", LOOKS)
]
Count = Annotated[
    int | None, option("--count -n N", "How many sheets. Default: one a captain.", SHEETS, parser=parse_count)
]
Codes = Annotated[list[str] | None, option("--code CODE", "Reprint a sheet by its sheet code; repeat for more.", WORDS)]
SheetsOutput = Annotated[
    str | None,
    option("--output -o PATH", "A PDF, a .txt for plain text, a folder/, or - for stdout. Default: output/.", RESULT),
]
SplitByCaptain = Annotated[
    bool, flag("--split/--no-split", "A file for each captain, to send to who plays apart.", RESULT)
]
Open = Annotated[bool, flag("--open", "Open the file when it is done.", RESULT)]
ShowWords = Annotated[bool, flag("--show-words", "Show the secrets on screen: words and launch codes.", RESULT)]


HOW = "How the work is done"
OWN = "Your own games"


PublishedRules = Annotated[Path | None, option("--rules DIR", "Publish the *.md files of this folder instead.", OWN)]


def check_choice(value: str, known: Sequence[str], option: str) -> None:
    """Raises `UsageError` for a value that is none of those known."""
    if value not in known:
        raise UsageError(f"{option} is {' or '.join(known)}, not {value}.")


def chosen_paper(slug: str) -> Paper:
    """The paper of a slug. Raises `UsageError` for an unknown one."""
    from wordfleet_print.tracker.geometry import PAPERS

    check_choice(slug.lower(), tuple(PAPERS), "--paper")
    return PAPERS[slug.lower()]


MOST_SPARES = 100_000
WHO = "Who plays"
MATCH_NIGHT = "Match night: the next round of an event that was printed"


def parse_rename(text: str) -> Rename:
    """A name as it was and as it is: `Finn Rossi=Finn Rossix`."""
    before, equals, now = (part.strip() for part in str(text).partition("="))
    if not (before and equals and now):
        raise typer.BadParameter("A renaming is two names, such as “Finn Rossi=Finn Rossix”.")
    from wordfleet_print.event.plan.matching import Rename

    return Rename(before, now)


def parse_band(text: str) -> tuple[int, int]:
    """Two ratings, the lower first: `50-70`."""
    found = re.fullmatch(r"\s*([0-9]{1,5})\s*[-–]\s*([0-9]{1,5})\s*", str(text))
    if not found or int(found[1]) > int(found[2]):
        raise typer.BadParameter("A band is two ratings, the lower first, such as 50-70.")
    return int(found[1]), int(found[2])


def parse_rounds(text: str) -> range:
    """A round's number, or the first and the last of several: `3`, `2-4`."""
    found = re.fullmatch(r"\s*([0-9]{1,4})\s*(?:[-–]\s*([0-9]{1,4})\s*)?", str(text))
    if not found or not 1 <= int(found[1]) <= int(found[2] or found[1]) <= MOST_ROUNDS:
        raise typer.BadParameter("Name a round, such as 3, or the first and last of several, such as 2-4.")
    return range(int(found[1]), int(found[2] or found[1]) + 1)


parse_round = whole_number(1, MOST_ROUNDS, "a round")


def parse_title(text: str) -> str:
    """An event's title, single-spaced; whether it can be printed is asked later."""
    title = " ".join(str(text).split())
    if not title or len(title) > 100:
        raise typer.BadParameter("A title has 1 to 100 characters.")
    return title


Source = Annotated[
    list[Path] | None,
    argument(
        "ROSTER …",
        "A spreadsheet of the players (CSV, XLSX, ODS, XLS), or several; or a printed event: its folder or event.json.",
        take_defaults_beside,
    ),
]
RosterFiles = Annotated[
    list[Path],
    argument("ROSTER …", "A spreadsheet of the players (CSV, XLSX, ODS, XLS), or several.", take_defaults_beside),
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
        "How many rounds in all, with other opponents in each. Default: those of the roster, or 1.",
        WHO,
        parser=whole_number(1, MOST_ROUNDS, "rounds"),
    ),
]
Encoding = Annotated[
    str | None,
    option("--encoding NAME", "The encoding of a text roster, such as cp1252. Default: found by its bytes.", WHO),
]
Column = Annotated[
    list[str] | None,
    option(
        "--column USE=HEADING",
        'What a column holds, by its heading or letter: name="Full name", club=C. Repeat for more.',
        WHO,
    ),
]
Answer = Annotated[
    list[str] | None,
    option(
        "--answer KEY=VALUE",
        "Answer a question about the roster, as its message shows: status.maybe=out. Repeat for more.",
        WHO,
    ),
]
SheetOfWorkbook = Annotated[
    str | None,
    option("--sheet NAME", "The sheet of a workbook that holds the roster. Default: the only one with a list.", WHO),
]


RoundPrinted = Annotated[
    int | None,
    option(
        "--round -r N",
        "This round alone, in a folder of its own, of a list of its pairs or of none: --round 2.",
        MATCH_NIGHT,
        parser=parse_round,
    ),
]
Withdraw = Annotated[
    list[str] | None,
    option("--withdraw NAME", 'Who is out from this round on: --withdraw "Ann Lee". Repeat for more.', MATCH_NIGHT),
]
Return = Annotated[
    list[str] | None,
    option("--return NAME", 'Who was withdrawn and plays again: --return "Ann Lee". Repeat for more.', MATCH_NIGHT),
]
Redeal = Annotated[
    list[Any] | None,
    option(
        "--redeal N",
        "Pair a printed round anew; sheets stay, but for unfair matches: --redeal 3, or 2-4.",
        MATCH_NIGHT,
        parser=parse_rounds,
    ),
]
ByeSheets = Annotated[
    bool, flag("--bye-sheets/--no-bye-sheets", "Also a sheet for whoever the roster gives a bye.", RESULT)
]
Renames = Annotated[
    list[Any] | None,
    option(
        "--rename OLD=NEW",
        'A name is another now; number, sheets and sheet codes stay: --rename "Dov Rosi=Dov Rossi". Repeat for more.',
        MATCH_NIGHT,
        parser=parse_rename,
    ),
]
Title = Annotated[
    str | None,
    option("--title TEXT", "What the event is called. Default: by the roster's file name.", WHO, parser=parse_title),
]
TableTitle = Annotated[
    str | None, option("--title TEXT", "Printed on every sheet, as Class 5B.", LOOKS, parser=parse_title)
]
Band = Annotated[
    Any,
    option("--band LOW-HIGH", "How hard to find fleets may be. Default: the edition's own.", WORDS, parser=parse_band),
]
HalfSheets = Annotated[
    bool, flag("--half-sheets/--whole-sheets", "Two sheets a leaf, printed on both sides and cut.", LOOKS)
]
FilesOfSheets = Annotated[
    Literal["table", "club"],
    option("--by", "What the files of sheets go by: all tables in one, or a file for each club.", RESULT),
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
