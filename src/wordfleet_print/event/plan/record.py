"""`event.json`: all that an event is made of, so that the file alone brings the same pack again.

Written in pieces, read whole and checked before anything is believed. Sheets stand in it as their codes: whoever has
the file has the sheets.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, fields
from itertools import chain, islice
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, JsonValue, StringConstraints
from pydantic_core import to_json

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.plan.model import NO_SHEET, EventPlan, PlainLine, Retired, Terms
from wordfleet_print.event.plan.rounds import Round, Seating
from wordfleet_print.event.roster.roster import (
    Fixture,
    Number,
    Player,
    PlayerIndex,
    Roster,
    TableNumber,
    numbered_roster,
)
from wordfleet_print.game.facts import Facts
from wordfleet_print.limits import MOST_PLAYERS, MOST_ROUNDS
from wordfleet_print.sheet.sheet_code import OtherSchemeError, code_text, parse_code

FORMAT = 2
"""The form of the file. Changes whenever an older version of this programme would misread it."""

ROWS_A_CHUNK = 500

_PLAYER = [field.name for field in fields(Player)]


def write_record(plan: EventPlan, looks: Mapping[str, JsonValue]) -> Iterator[bytes]:
    """The bytes of `event.json`, in pieces; `looks` is whatever else the pack hangs on, and is given back as it is.

    The same plan and looks give the same bytes.
    """
    numbered = plan.roster.is_numbered
    digest = plan.terms.deck().digest
    yield b"{\n"
    yield from _field("format", FORMAT)
    yield from _field("title", plan.title)
    yield from _field("seed", plan.seed)
    yield from _field("terms", {name: value for name, value in asdict(plan.terms).items() if name != "rules" or value})
    yield from _field("looks", dict(looks))
    yield from _field("numbered", len(plan.roster.players) if numbered else 0)
    yield from _rows("players", () if numbered else map(_player_row, plan.roster.players))
    yield from _rows("gone", map(_player_row, plan.gone))
    yield from _rows("fixtures", map(asdict, plan.roster.fixtures))
    yield from _field("rounds_asked", plan.roster.rounds)
    yield from _rows("unnamed", plan.roster.unnamed)
    yield from _rows("warnings", plan.roster.warnings)
    yield from _field("bye_sheets", plan.bye_sheets)
    yield from _field("spares_with", plan.spares_with)
    yield from _rows("retired", ({**sheet._asdict(), "seed": code_text(digest, sheet.seed)} for sheet in plan.retired))
    yield from _rows("spares", (code_text(digest, seed) for seed in plan.spares))
    yield b'"rounds": [\n'
    for at, (round_, seeds) in enumerate(zip(plan.rounds, plan.seeds, strict=True)):
        yield b",{\n" if at else b"{\n"
        yield from _field("number", round_.number)
        yield from _rows("tables", round_)
        codes = (None if seed == NO_SHEET else code_text(digest, seed) for seed in seeds)
        yield from _rows("codes", codes, last=True)
        yield b"}\n"
    yield b"]\n}\n"


def _player_row(player: Player) -> dict[str, JsonValue]:
    """A player without what goes without saying."""
    return {field: value for field in _PLAYER if (value := getattr(player, field)) or field == "name"}


_dump = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


def _field(name: str, value: object) -> Iterator[bytes]:
    yield f'"{name}": {_dump(value)},\n'.encode()


def _rows(name: str, rows: Iterable[object], *, last: bool = False) -> Iterator[bytes]:
    """A list, one row a line, a few hundred rows at a time."""
    lines = map(to_json, rows)
    yield f'"{name}": [\n'.encode()
    before = b""
    while chunk := b",\n".join(islice(lines, ROWS_A_CHUNK)):
        yield before + chunk
        before = b",\n"
    yield b"]\n" if last else b"],\n"


def _known_code(text: str) -> str:
    try:
        code = parse_code(text)
    except OtherSchemeError:
        raise  # one says all: the other codes of the file are of that version, too
    except BadInputError as error:
        raise ValueError(f"should be a sheet code: {error.message}") from error
    if str(code) != text:
        raise ValueError(f"should be written {code}")
    return text


Code = Annotated[str, StringConstraints(max_length=40), AfterValidator(_known_code)]


class RetiredRow(Facts):
    """A sheet out of use, by its code; see `Retired`."""

    key: Annotated[str, StringConstraints(max_length=1_100)]
    number: Number
    round: Annotated[int, Field(ge=0, lt=1 << 31)]
    seed: Code


PlayerPlace = Annotated[int, Field(ge=0, lt=2 * MOST_PLAYERS)]
"""A player's place among those of the roster and those who are gone."""
RoundNumber = Annotated[int, Field(ge=1, le=MOST_ROUNDS)]


class RoundBlock(Facts):
    """A round that was printed: table, first and second player of each seating, and the code of every player who has a
    sheet in it.
    """

    number: RoundNumber
    tables: tuple[tuple[TableNumber, PlayerPlace, PlayerPlace | None], ...]
    codes: tuple[Code | None, ...]


class Record(Facts):
    """`event.json`, read and checked. `looks` is what the pack's writer gave along; `plan` is the plan as it was."""

    format: Literal[2]
    title: PlainLine
    seed: Annotated[str, StringConstraints(max_length=10_000)]
    terms: Terms
    looks: dict[str, JsonValue]
    numbered: Annotated[int, Field(ge=0, le=MOST_PLAYERS)]
    players: Annotated[tuple[Player, ...], Field(max_length=MOST_PLAYERS)]
    gone: Annotated[tuple[Player, ...], Field(max_length=MOST_PLAYERS)]
    fixtures: tuple[Fixture, ...]
    rounds_asked: RoundNumber
    unnamed: tuple[tuple[RoundNumber, tuple[PlayerIndex, ...]], ...]
    warnings: tuple[PlainLine, ...]
    bye_sheets: bool
    spares_with: RoundNumber
    retired: tuple[RetiredRow, ...]
    spares: tuple[Code, ...]
    rounds: Annotated[tuple[RoundBlock, ...], Field(min_length=1)]

    @property
    def head_count(self) -> int:
        """How many players the roster has."""
        return self.numbered or len(self.players)

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of its rounds."""
        return frozenset(block.number for block in self.rounds)

    @property
    def codes(self) -> Iterator[str]:
        """Every sheet code of the file, those of retired sheets too."""
        codes = (code for block in self.rounds for code in block.codes if code is not None)
        return chain(codes, self.spares, (row.seed for row in self.retired))

    def plan(self) -> EventPlan:
        """The plan as it was written; nothing is dealt again.

        Raises `BadInputError` where the words that its sheets were drawn from are not at hand any more.
        """
        self._check_words()
        return EventPlan(
            title=self.title,
            seed=self.seed,
            terms=self.terms,
            roster=Roster(
                self.players or numbered_roster(self.numbered).players,
                self.fixtures,
                self.rounds_asked,
                self.warnings,
                self.unnamed,
                by_round=True,
            ),
            rounds=tuple(Round.of(block.number, (Seating(*row) for row in block.tables)) for block in self.rounds),
            seeds=tuple(_seeds(block.codes) for block in self.rounds),
            spares=_seeds(self.spares),
            gone=self.gone,
            retired=tuple(Retired(r.key, r.number, r.round, parse_code(r.seed).seed) for r in self.retired),
            bye_sheets=self.bye_sheets,
            spares_with=self.spares_with,
        )

    def _check_words(self) -> None:
        deck = self.terms.deck()
        if any(parse_code(code).deck != deck.digest for code in islice(self.codes, 1)):
            raise BadInputError(
                f"The event “{self.title}” was dealt from another edition of “{deck.title}”, word list or version.",
                tip="Use the version of wordfleet-print that planned it, or start a new event in another folder.",
            )


def _seeds(codes: Iterable[str | None]) -> array[int]:
    return array("Q", (NO_SHEET if code is None else parse_code(code).seed for code in codes))
