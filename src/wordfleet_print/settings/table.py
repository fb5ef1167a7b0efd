"""`tracker`, `reprint` and `look-up`: sheets for one table, and sheets by their codes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, ClassVar, get_args

from pydantic import BeforeValidator
from pydantic import Field as Bounds
from pydantic_core import PydanticCustomError

from wordfleet_print.errors import Fix, Problem
from wordfleet_print.files import is_folder
from wordfleet_print.limits import LONGEST_NAME, MOST_PLAYERS, MOST_ROUNDS, MOST_SHEETS
from wordfleet_print.messages import how_many
from wordfleet_print.settings import looks, words
from wordfleet_print.settings.core import (
    Conflict,
    Group,
    Option,
    Relation,
    Settings,
    to_lower,
)

PLAYERS = Group.PLAYERS
WHICH = Group.WHICH
OUTPUT = Group.OUTPUT
# Means stdout where a file is named.
STDOUT = Path("-")
LONGEST_TITLE = 100
MOST_TABLES = 100_000
MOST_SPARES = 100_000


class Player(Settings):
    """A player at the table, and what this player's sheet needs: “Mia: family, large print”."""

    name: Annotated[str, Bounds(max_length=LONGEST_NAME), Option("Name, if you like.", PLAYERS)] = (
        ""
    )
    large_print: Annotated[bool, Option("Large print, on two pages.", PLAYERS)] = False
    left_handed: Annotated[bool, Option("Mirrored for the left hand.", PLAYERS)] = False
    text_sheet: Annotated[
        bool,
        Option(
            "The sheet as text, too, for a screen reader or a braille display.",
            PLAYERS,
            label="Text sheet",
        ),
    ] = False
    tier: Annotated[
        words.Tier | None,
        BeforeValidator(to_lower),
        Option("Easier or harder words; the match stays fair.", PLAYERS, label="Words"),
    ] = None


# The flags of a player that can be typed after a name, and the words for each; messages have the
# first. A tier can be typed there, too.
NEEDS = {
    "large_print": ("large print",),
    "left_handed": ("left-handed",),
    "text_sheet": ("text", "text sheet", "braille"),
}
KNOWN_NEEDS = ", ".join((*(names[0] for names in NEEDS.values()), *get_args(words.Tier)))


def parse_player(value: object) -> object:
    """Return the fields of a player who is typed as a name, perhaps with a colon and needs.

    “Mia: family, large print” is {"name": "Mia", "tier": "family", "large_print": True}. The last
    colon counts: “Dr: Who:” is the name “Dr: Who”. A player who is no text is returned as it is.
    """
    if not isinstance(value, str):
        return value
    name, _, needs = value.rpartition(":") if ":" in value else (value, "", "")
    player: dict[str, Any] = {"name": " ".join(name.split())}
    fields_by_need: dict[str, str] = {}
    for field, needs_of_field in NEEDS.items():
        fields_by_need |= {need.replace("-", " "): field for need in needs_of_field}
    for part in needs.split(","):
        need = part.strip().lower().replace("-", " ")
        if not need:
            continue
        if need in fields_by_need:
            player[fields_by_need[need]] = True
        elif need in get_args(words.Tier):
            player["tier"] = need
        else:
            raise PydanticCustomError(
                "need",
                "“{need}” is unknown after a name. Choose from {known}.",
                {"need": need, "known": KNOWN_NEEDS},
            )
    return player


def refuse_lone_colons(value: object) -> object:
    """Return the players unchanged. Refuse `Mia: family` typed without quotation marks: the shell
    makes two names of it, “Mia:” and “family”.
    """
    if not isinstance(value, list | tuple):
        return value
    for typed in value[:-1]:  # after the last one comes nothing
        # One word whose only colon is at its end
        if isinstance(typed, str) and re.fullmatch("[^: ]+:", typed):
            raise PydanticCustomError(
                "quotation marks",
                "“{typed}” ends with a colon. Put quotation marks around a name and what its "
                'sheet needs: "{typed} family".',
                {"typed": typed},
            )
    return value


class TrackerSettings(
    words.WordSettings, looks.LookSettings, looks.OpenSettings, looks.JsonSettings
):
    """`tracker`: sheets for one table."""

    players: Annotated[
        tuple[Annotated[Player, BeforeValidator(parse_player)], ...],
        BeforeValidator(refuse_lone_colons),
        Option(
            "Names: the first plays the second. What one sheet needs follows a colon: “Mia: "
            "family, large print”.",
            PLAYERS,
            placeholder="PLAYER …",
            argument=True,
        ),
    ] = ()
    count: Annotated[
        int | None,
        Bounds(ge=1, le=MOST_SHEETS),
        Option(
            "Number of sheets.",
            PLAYERS,
            short="-n",
            default_note="one for each player, at least two",
        ),
    ] = None
    title: Annotated[
        str,
        Bounds(max_length=LONGEST_TITLE),
        Option(
            "Print this line on every sheet, such as “Class 5B”.",
            Group.LOOKS,
            label="Optional title on every sheet, e.g. Class 5B",
        ),
    ] = ""
    output: Annotated[
        Path | None,
        looks.make_output_option(
            "A PDF, a .txt for plain text, a folder/, or - for stdout.", "output/"
        ),
    ] = None
    split: Annotated[
        bool,
        Option(
            "Write one file for each player. Text sheets come so; --no-split puts all secrets into "
            "one text.",
            OUTPUT,
            on_web=False,
            in_record=False,
        ),
    ] = False

    relations: ClassVar[tuple[Relation, ...]] = (
        Conflict("split", ("half_sheets",), "A file for one player has a whole sheet."),
    )

    def find_problems(self) -> list[Problem]:
        """Return a problem for each conflict between the settings, for too few sheets, too many
        players, and an output that cannot take what is printed.
        """
        problems = super().find_problems()
        count = len(self.players)
        if self.count and count > self.count:
            players = how_many(count, "player")
            what = f"{how_many(self.count, 'sheet')} cannot be for {players}."
            problems.append(Problem(what, "count", (Fix.leave_out("count"),)))
        if count > MOST_SHEETS:
            what = f"{count:,} players are more than the {MOST_SHEETS:,} of one table."
            advice = "Print an event: it takes the same names as a list."
            problems.append(Problem(what, "players", advice=advice))
        if self.output is not None:
            problems += self._find_output_problems(self.output)
        return problems

    def _find_output_problems(self, output: Path) -> Iterator[Problem]:
        """Yield why what is printed cannot go to this place."""
        needing_files = ("split", "as_json", "open", "players.text_sheet")
        others = tuple(name for name in needing_files if self.is_set(name))
        if output == STDOUT and others:
            what = "stdout takes one PDF, and nothing else."
            yield Problem(what, "output", tuple(map(Fix.leave_out, others)), others)
        ending = output.suffix.lower()
        if ending == ".pdf" and self.split:
            what = f"Several files need a folder, not {output}."
            fixes = (Fix.leave_out("output"), Fix.leave_out("split"))
            yield Problem(what, "output", fixes, others=("split",))
        if ending == ".txt" and self.with_rules:
            what = "Plain text has no back for rules."
            yield Problem(what, "with_rules", (Fix.leave_out("with_rules"),))
        # A folder may be called `round.2`
        is_ending = ending[1:].isalpha()
        if is_ending and ending not in (".pdf", ".txt") and not is_folder(output):
            what = f"{output} is neither a .pdf nor a .txt; end a folder with a slash."
            yield Problem(what, "output")


class ReprintSettings(
    words.CodeWordSettings, looks.LookSettings, looks.OpenSettings, looks.RunSettings
):
    """`reprint`: sheets by their codes, or sheets of a printed event."""

    sheets: Annotated[
        tuple[str, ...],
        Option(
            "Sheet codes, from the foot of each sheet; or the folder of a printed event.",
            WHICH,
            placeholder="CODE … | EVENT",
            default_note="the only event in output/",
            argument=True,
        ),
    ] = ()
    player: Annotated[
        tuple[str, ...],
        Option(
            "Sheets of this player of an event; with codes, the name to print.",
            WHICH,
            placeholder="NAME",
        ),
    ] = ()
    number: Annotated[
        int | None,
        Bounds(ge=1, le=10 * MOST_PLAYERS),
        Option(
            "Sheets of the player with this number: the part of SERIAL before the dot.",
            WHICH,
        ),
    ] = None
    table: Annotated[
        int | None, Bounds(ge=1, le=MOST_TABLES), Option("Both sheets of this table.", WHICH)
    ] = None
    round: Annotated[
        int | None,
        Bounds(ge=1, le=MOST_ROUNDS),
        Option("Sheets of this round. Alone, it prints the whole round.", WHICH, short="-r"),
    ] = None
    spare: Annotated[
        int | None,
        Bounds(ge=1, le=MOST_SPARES),
        Option("The spare sheet with this number.", WHICH),
    ] = None
    changed: Annotated[bool, Option("All sheets that changed with the last list.", WHICH)] = False
    output: Annotated[
        Path | None, looks.make_output_option("The PDF.", "output/, or reprints/ of the event")
    ] = None

    relations: ClassVar[tuple[Relation, ...]] = (
        Conflict(
            "spare",
            ("player", "number", "table", "round", "changed"),
            "A spare sheet belongs to no player.",
        ),
        Conflict(
            "changed", ("player", "number", "table"), "All changed sheets are printed together."
        ),
        Conflict("table", ("player", "number"), "A table has the sheets of both players."),
    )


class LookUpSettings(words.CodeWordSettings, looks.JsonSettings):
    """`look-up`: everything that is on sheets, by their codes."""

    codes: Annotated[
        tuple[str, ...],
        Option(
            "Sheet codes, from the foot of each sheet.", WHICH, placeholder="CODE …", argument=True
        ),
    ] = ()
    event: Annotated[
        Path | None,
        Option(
            "Folder of the event, to see whose sheets they are.",
            WHICH,
            placeholder="EVENT",
        ),
    ] = None

    relations: ClassVar[tuple[Relation, ...]] = (
        Conflict("event", ("words", "rules"), "The event has its own words and rules."),
    )


class DoctorSettings(looks.RunSettings):
    """`doctor`: what this computer can print."""
