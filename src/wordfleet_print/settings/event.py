"""`event print` and `event check`: lists of players, and everything that an event needs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator
from pydantic import Field as Bounds
from pydantic_core import PydanticCustomError

from wordfleet_print import limits
from wordfleet_print.settings import looks, table
from wordfleet_print.settings.core import (
    Group,
    Option,
    Relation,
    Requires,
    Settings,
    to_lower,
)
from wordfleet_print.settings.words import WordSettings

PLAYERS = Group.PLAYERS
NEXT = Group.NEXT
OUTPUT = Group.OUTPUT
RARE = Group.RARE
ROUNDS = re.compile(r"\s*([0-9]{1,4})\s*(?:[-–]\s*([0-9]{1,4})\s*)?")

RoundNumber = Annotated[int, Bounds(ge=1, le=limits.MOST_ROUNDS)]


def parse_rounds(value: object) -> object:
    """Return the numbers of rounds as they are typed: `3` is [3], `3-5` is [3, 4, 5].

    Anything else is returned as it is, for the model to refuse.
    """
    numbers: list[Any] = []
    for item in value if isinstance(value, list | tuple) else [value]:
        match = ROUNDS.fullmatch(item) if isinstance(item, str) else None
        if not match:
            numbers.append(item)
            continue
        first = int(match[1])
        last = int(match[2] or first)
        numbers += range(first, last + 1) or [item]  # `5-3` is no range
    return numbers


def check_pair(value: str) -> str:
    """Return a text such as `name=Full name`, which has something on both sides."""
    left, _, right = value.partition("=")
    if not (left.strip() and right.strip()):
        raise PydanticCustomError(
            "pair", "“{value}” needs a value after an equals sign.", {"value": value[:60]}
        )
    return value


Pair = Annotated[str, AfterValidator(check_pair)]


class ListSettings(Settings):
    """How lists of players are read."""

    lists: Annotated[
        tuple[Path, ...],
        Option(
            "Player lists (CSV, Excel, ODS), or the folder of a printed event.",
            PLAYERS,
            placeholder="LIST …",
            argument=True,
        ),
    ] = ()
    rounds: Annotated[
        int | None,
        Bounds(ge=1, le=limits.MOST_ROUNDS),
        Option(
            "Number of rounds. Nobody meets the same opponent twice.",
            PLAYERS,
            default_note="those of the list, or 1",
            in_record=False,
        ),
    ] = None
    round: Annotated[
        int | None,
        Bounds(ge=1, le=limits.MOST_ROUNDS),
        Option("Print only this round, into its own folder.", NEXT, short="-r", in_record=False),
    ] = None
    column: Annotated[
        tuple[Pair, ...],
        Option(
            'Which column is what: name="Full name", club=C.',
            PLAYERS,
            placeholder="USE=HEADING",
            default_note="detected from the headings",
            on_web=False,
            in_record=False,
        ),
    ] = ()
    answer: Annotated[
        tuple[Pair, ...],
        Option(
            "Answer a question about the list, as its message shows: status.maybe=out.",
            RARE,
            placeholder="KEY=VALUE",
            on_web=False,
            in_record=False,
        ),
    ] = ()
    worksheet: Annotated[
        tuple[str, ...],
        Option(
            "Worksheet with the list. With all, every worksheet is a class or club.",
            RARE,
            placeholder="NAME",
            default_note="the only one with a list",
            on_web=False,
            in_record=False,
        ),
    ] = ()
    encoding: Annotated[
        str | None,
        Option(
            "Encoding of a text list, such as cp1252.",
            RARE,
            placeholder="NAME",
            default_note="detected",
            advice="Or give its encoding with {}.",
            on_web=False,
            in_record=False,
        ),
    ] = None


class EventSettings(ListSettings, WordSettings, looks.LookSettings, looks.JsonSettings):
    """`event print`: sheets and papers for a whole event."""

    number_of_players: Annotated[
        int | None,
        Bounds(ge=1, le=limits.MOST_PLAYERS),
        Option(
            "Number of players without names, if there is no list.",
            PLAYERS,
            typed="players",
            label="Or just a number of players, no names",
            in_record=False,
        ),
    ] = None
    title: Annotated[
        str,
        Bounds(max_length=table.LONGEST_TITLE),
        Option("Name of the event.", PLAYERS, default_note="the list's file name"),
    ] = ""
    redeal: Annotated[
        tuple[RoundNumber, ...],
        BeforeValidator(parse_rounds),
        Option(
            "Pair this printed round again: 3, or 3-5.",
            NEXT,
            advice="{} pairs it again.",
            on_web=False,
            in_record=False,
        ),
    ] = ()
    swiss: Annotated[
        bool,
        Option(
            "Pair the new round by the results: players with the same points meet.",
            NEXT,
            label="Pair the next round by the results",
            in_record=False,
        ),
    ] = False
    rename: Annotated[
        tuple[Pair, ...],
        Option(
            "Give a player a new name. Number, sheets and codes stay.",
            NEXT,
            placeholder="OLD=NEW",
            on_web=False,
            in_record=False,
        ),
    ] = ()
    spare: Annotated[
        int | None,
        Bounds(ge=0, le=table.MOST_SPARES),
        Option(
            "Number of spare sheets.",
            OUTPUT,
            label="Spare sheets",
            default_note="one for every 20 players, at least 2",
            in_record=False,
        ),
    ] = None
    by_club: Annotated[
        bool,
        Option(
            "Write one file of sheets for each club or class.", OUTPUT, label="A file for each club"
        ),
    ] = False
    per_player: Annotated[
        bool,
        Option(
            "Also write a file for each player, with all their sheets.",
            OUTPUT,
            label="A file for each player",
        ),
    ] = False
    certificates: Annotated[
        Literal["none", "first-three", "all"],
        BeforeValidator(to_lower),
        Option(
            "Also print a certificate for all players, or for the first-three by the results.",
            OUTPUT,
            titles={
                "none": "No certificates",
                "first-three": "Certificates for the first three",
                "all": "Certificates for all",
            },
        ),
    ] = "none"
    output: Annotated[
        Path | None, looks.make_output_option("Folder of the event.", "output/ and the title")
    ] = None

    relations: ClassVar[tuple[Relation, ...]] = (
        Requires("swiss", ("round", "rounds"), "Swiss pairing pairs one round, after the others."),
    )


class EventCheckSettings(ListSettings, looks.JsonSettings):
    """`event check`: look at a list of players, print nothing."""

    round: Annotated[
        int | None,
        Bounds(ge=1, le=limits.MOST_ROUNDS),
        Option("Check only this round.", NEXT, short="-r", in_record=False),
    ] = None
