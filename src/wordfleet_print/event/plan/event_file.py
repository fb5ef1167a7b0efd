"""`event.json` written and read: it alone brings the same pack again.

Written in pieces, read whole and checked before anything is believed. Sheets stand in it as their codes: whoever has
the file has the sheets.
"""

from __future__ import annotations

import contextlib
import json
from array import array
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import asdict, fields
from hashlib import sha256
from itertools import chain, islice, pairwise, starmap
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, JsonValue, StringConstraints, ValidationError
from pydantic_core import ErrorDetails, to_json

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.event.plan.plan import (
    BYE_TABLE,
    NO_SHEET,
    EventPlan,
    PlainLine,
    Retired,
    Round,
    Seating,
    Terms,
)
from wordfleet_print.event.roster.roster import (
    DealtBy,
    Fixture,
    Number,
    Player,
    PlayerIndex,
    Roster,
    TableNumber,
    numbered_roster,
)
from wordfleet_print.files import is_file
from wordfleet_print.games.fields import Facts, Location, field_name
from wordfleet_print.limits import MOST_PLAYERS, MOST_ROUNDS
from wordfleet_print.messages import and_more
from wordfleet_print.sheet.sheet_code import OtherSchemeError, SheetCode, parse_code

RECORD, NEW_RECORD = "event.json", "event.json.new"
"""The second stands beside the first, complete, while a pack's files take their names."""
FORMAT = 1
"""The format of the file. Raise it when an earlier version of this program would misread the file."""

ROWS_A_CHUNK = 500

_PLAYER = [field.name for field in fields(Player)]


class FileRow(Facts):
    """A file of the pack: its path inside the event's folder, its pages, its size in bytes and its digest."""

    name: str
    pages: int
    size: int
    sha256: str


def write_record(
    plan: EventPlan, looks: Mapping[str, JsonValue], printed: int | None = None, files: Iterable[FileRow] = ()
) -> Iterator[bytes]:
    """The bytes of `event.json`, in pieces; `looks` is whatever else the pack hangs on, and is given back as it is.
    `printed` is the round that was printed last by itself, and `files` are all files of the pack.

    The same plan, looks and files give the same bytes.
    """
    roster, digest = plan.roster, plan.terms.deck().digest
    numbered = len(roster.players) if roster.is_numbered else 0
    retired = ({**sheet._asdict(), "seed": str(SheetCode(digest, sheet.seed))} for sheet in plan.retired)
    yield b"{\n"
    yield from _fields(format=FORMAT, title=plan.title, seed=plan.seed, terms=asdict(plan.terms))
    yield from _fields(looks=dict(looks), printed=printed, numbered=numbered)
    yield from _rows("files", (one.model_dump() for one in sorted(files, key=lambda one: one.name)))
    yield from _rows("players", () if numbered else map(_player_row, roster.players))
    yield from _rows("gone", map(_player_row, plan.gone))
    yield from _rows("fixtures", map(asdict, roster.fixtures))
    yield from _fields(rounds_asked=roster.rounds)
    yield from _rows("unnamed", roster.unnamed)
    yield from _rows("warnings", roster.warnings)
    yield from _fields(answers=dict(roster.answers))
    yield from _fields(bye_sheets=plan.bye_sheets, spares_with=plan.spares_with)
    yield from _rows("retired", retired)
    yield from _rows("spares", (str(SheetCode(digest, seed)) for seed in plan.spares))
    yield b'"rounds": [\n'
    for at, (round_, seeds) in enumerate(zip(plan.rounds, plan.seeds, strict=True)):
        yield b",{\n" if at else b"{\n"
        yield from _fields(number=round_.number)
        yield from _rows("tables", round_)
        codes = (None if seed == NO_SHEET else str(SheetCode(digest, seed)) for seed in seeds)
        yield from _rows("codes", codes, last=True)
        yield b"}\n"
    yield b"]\n}\n"


def _player_row(player: Player) -> dict[str, JsonValue]:
    """A player without what goes without saying."""
    return {field: value for field in _PLAYER if (value := getattr(player, field)) or field == "name"}


_dump = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


def _fields(**values: object) -> Iterator[bytes]:
    yield from (f'"{name}": {_dump(value)},\n'.encode() for name, value in values.items())


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

    key: DealtBy
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

    format: Literal[1]
    title: PlainLine
    seed: Annotated[str, StringConstraints(max_length=10_000)]
    terms: Terms
    looks: dict[str, JsonValue]
    printed: int | None = None
    files: tuple[FileRow, ...] = ()
    numbered: Annotated[int, Field(ge=0, le=MOST_PLAYERS)]
    players: Annotated[tuple[Player, ...], Field(max_length=MOST_PLAYERS)]
    gone: Annotated[tuple[Player, ...], Field(max_length=MOST_PLAYERS)]
    fixtures: tuple[Fixture, ...]
    rounds_asked: RoundNumber
    unnamed: tuple[tuple[RoundNumber, tuple[PlayerIndex, ...]], ...]
    warnings: tuple[PlainLine, ...]
    answers: dict[PlainLine, PlainLine] = Field(default_factory=dict)
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
        first = next((parse_code(code).deck for code in self.codes), None)
        deck = self.terms.deck()
        if first not in (None, deck.digest):
            raise BadInputError(
                f"The event “{self.title}” was dealt from another edition of “{deck.title}”, word list or version.",
                tip="Use the version of wordfleet-print that planned it, or start a new event in another folder.",
            )
        players = self.players or numbered_roster(self.numbered).players
        answers = tuple(self.answers.items())
        settled = self.fixtures, self.rounds_asked, self.warnings, self.unnamed
        roster = Roster(players, *settled, by_round=True, answers=answers)
        rounds = tuple(Round.of(block.number, starmap(Seating, block.tables)) for block in self.rounds)
        seeds = tuple(_seeds(block.codes) for block in self.rounds)
        retired = tuple(Retired(r.key, r.number, r.round, parse_code(r.seed).seed) for r in self.retired)
        dealt = rounds, seeds, _seeds(self.spares), self.gone, retired, self.bye_sheets, self.spares_with
        return EventPlan(self.title, self.seed, self.terms, roster, *dealt)


def _seeds(codes: Iterable[str | None]) -> array[int]:
    return array("Q", (NO_SHEET if code is None else parse_code(code).seed for code in codes))


MAX_BYTES = 200_000_000
MAX_COMPLAINTS = 50


def is_interrupted(folder: Path) -> bool:
    """Return whether the last print into a folder stopped while its files took their names."""
    return is_file(folder / NEW_RECORD)


def read_files(folder: Path) -> dict[str, FileRow]:
    """Return the files that the event in a folder has, by name: those of an interrupted print too."""
    found: dict[str, FileRow] = {}
    for path in (folder / RECORD, folder / NEW_RECORD):
        if path.exists():
            found |= {one.name: one for one in parse_record(path.read_bytes(), name=str(path)).files}
    return found


def _refuse_partial(folder: Path, files: Iterable[FileRow]) -> None:
    """Refuse a pack that is not as it was printed. A file that is gone may have been moved: that is no harm."""
    tip = "Run the same command again: it prints the same pack."
    if is_interrupted(folder):
        raise BadInputError(f"The last print into {folder} was interrupted, or is still running.", tip=tip)
    for one in files:
        with contextlib.suppress(FileNotFoundError):
            content = (folder / one.name).read_bytes()
            if (len(content), sha256(content).hexdigest()) != (one.size, one.sha256):
                raise BadInputError(f"{folder / one.name} is not as it was printed.", tip=tip)


def read_record(path: Path, *, partial: bool = False) -> Record:
    """Read and check `event.json`; `partial` allows for a pack that is not as it was printed, and takes what an
    interrupted print was to give.

    Raises `BadInputError` with every complaint, each with its field.
    """
    if path.name == RECORD and is_interrupted(path.parent):
        if not partial:
            _refuse_partial(path.parent, ())
        path = path.with_name(NEW_RECORD)
    try:
        if not path.is_file():
            raise BadInputError(f"{path} is not a file.", tip="Give the event.json of a printed event, or its folder.")
        if path.stat().st_size > MAX_BYTES:
            raise BadInputError(f"{path} is larger than {MAX_BYTES:,} bytes; that is no event.")
        raw = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadInputError(f"{path} cannot be read: {reason}.") from error
    record = parse_record(raw, name=str(path))
    if not partial:
        _refuse_partial(path.parent, record.files)
    return record


def parse_record(raw: bytes, *, name: str) -> Record:
    """Check the bytes of `event.json`; `name` names the file in complaints. Raises `BadInputError` with all of them."""
    try:
        record = Record.model_validate_json(raw.removeprefix(b"\xef\xbb\xbf"))
    except OtherSchemeError as error:
        tip = "Use that version, or plan the event anew in another folder."
        raise BadInputError(f"{name} is an event of another version: {error.message}", tip=tip) from error
    except ValidationError as error:
        if _is_other_json(error):
            tip = "Name the event.json that the event was printed with, or its folder."
            raise BadInputError(f"{name} is not an event.json.", tip=tip) from error
        if _has_other_format(error):
            raise BadInputError(
                f"{name} is an event of another version of wordfleet-print.",
                tip="Use that version, or plan the event anew in another folder.",
            ) from error
        faults = ((tuple(e["loc"]), _in_words(e)) for e in error.errors(include_url=False))
        raise _unusable(name, faults, error.error_count()) from error
    found = list(_faults(record))
    if found:
        raise _unusable(name, iter(found), len(found))
    return record


def _is_other_json(error: ValidationError) -> bool:
    """Whether the file is JSON, but nothing of it is an event's: no object, or one without any of the fields."""
    missing = [e for e in error.errors(include_url=False) if e["type"] == "missing" and len(e["loc"]) == 1]
    whole = any(not e["loc"] and e["type"] != "json_invalid" for e in error.errors(include_url=False))
    needed = sum(one.is_required() for one in Record.model_fields.values())
    return whole or len(missing) == needed


def _has_other_format(error: ValidationError) -> bool:
    """Return whether the file gives another number as its format."""
    return any(e["loc"] == ("format",) and type(e["input"]) is int for e in error.errors(include_url=False))


def _unusable(name: str, faults: Iterator[tuple[Location, str]], count: int) -> BadInputError:
    complaints = [
        Complaint(name, f"{field_name(loc, 'the file')} {what}") for loc, what in islice(faults, MAX_COMPLAINTS)
    ]
    if count > len(complaints):
        complaints.append(Complaint(name, and_more(count - len(complaints))))
    return BadInputError(
        f"{name} is not an event that can be used.", *complaints, tip="Take it from a backup, or plan the event anew."
    )


def _in_words(error: ErrorDetails) -> str:
    """A pydantic error as the end of a sentence that starts with the field."""
    if error["type"] == "missing":
        return "is missing"
    if error["type"] == "extra_forbidden":
        return "is not a field here"
    if error["type"] == "json_invalid":
        return f"is no JSON: {error['ctx']['error']}"
    message = error["msg"].removeprefix("Value error, ").replace("Input should", "should")
    return f"{message[:1].lower()}{message[1:200]}"


def _faults(record: Record) -> Iterator[tuple[Location, str]]:
    """What the fields say against one another: where, and the fault in words."""
    yield from _rules_faults(record)
    yield from _player_faults(record)
    for i, fixture in enumerate(record.fixtures):
        if fixture.round > MOST_ROUNDS or max(fixture.players) >= record.head_count:
            yield ("fixtures", i), "speaks of a round or a player that is not there"
        if fixture.withdrawn and len(fixture.players) > 1:
            yield ("fixtures", i), "must name one player alone who is withdrawn"
    for i, (_, places) in enumerate(record.unnamed):
        if max(places, default=0) >= record.head_count:
            yield ("unnamed", i), "speaks of a player that is not there"
    for i, (before, block) in enumerate(pairwise(chain((None,), record.rounds))):
        if before and block and before.number >= block.number:
            yield ("rounds", i, "number"), "must be higher than that of the round before"
        for field, what in _round_faults(block, record.head_count + len(record.gone)) if block else ():
            yield ("rounds", i, field), what
    yield from _code_faults(record)


def _rules_faults(record: Record) -> Iterator[tuple[Location, str]]:
    """A designer's own edition that stands in the file can be read, and is the one that is named."""
    try:
        slug = record.terms.source().edition.slug if record.terms.rules else record.terms.edition
    except BadInputError as error:
        yield ("terms", "rules"), f"cannot be used: {'; '.join(map(str, error.complaints)) or error.message}"
    else:
        if slug != record.terms.edition:
            yield ("terms", "rules"), f"are of {slug}, but the event is of {record.terms.edition}"


def _player_faults(record: Record) -> Iterator[tuple[Location, str]]:
    if bool(record.numbered) == bool(record.players):
        yield ("players",), "must either be listed or be counted by `numbered`"
    keys: set[str] = set()
    numbers: set[int] = set()
    listed = [("players", i, player) for i, player in enumerate(record.players)]
    for field, i, player in (*listed, *(("gone", i, player) for i, player in enumerate(record.gone))):
        if player.key in keys:
            yield (field, i), "stands there twice, with the same name, club and twin"
        if player.number in numbers or (field == "gone" and player.number <= record.numbered):
            yield (field, i, "number"), f"{player.number} is another player’s too"
        keys.add(player.key)
        numbers.add(player.number)


def _round_faults(block: RoundBlock, players: int) -> Iterator[tuple[str, str]]:
    seated = Counter(seat for _, *seats in block.tables for seat in seats if seat is not None)
    if max(seated, default=players) >= players or seated.total() > len(seated):
        yield "tables", "must seat somebody, players that there are, and nobody twice"
    elif len(block.codes) != players:
        yield "codes", f"are {len(block.codes):,}, but there are {players:,} players"
    elif fault := _sheet_fault(block, seated):
        yield "codes", fault
    if any((table == BYE_TABLE) != (second is None) for table, _, second in block.tables):
        yield "tables", "must have two players each, and table 0 for a bye"
    numbers = [table for table, _, second in block.tables if second is not None]
    if len(set(numbers)) < len(numbers):
        yield "tables", "must have different numbers"


def _sheet_fault(block: RoundBlock, seated: Container[int]) -> str:
    """Whoever sits at a table has a sheet, whoever has a bye may have one, and nobody else."""
    if any(code is not None and place not in seated for place, code in enumerate(block.codes)):
        return "must be of players who are in it"
    needed = (seat for _, *seats in block.tables for seat in seats if seat is not None and seats[1] is not None)
    return "must be there for everybody at a table" if any(block.codes[seat] is None for seat in needed) else ""


def _code_faults(record: Record) -> Iterator[tuple[Location, str]]:
    """No sheet stands there twice, and all are of one deck."""
    seen: set[str] = set()
    for code in record.codes:
        if code in seen:
            yield ("rounds",), f"have the sheet {code} twice"
        seen.add(code)
    if len({parse_code(code).deck for code in record.codes}) > 1:
        yield ("rounds",), "have sheet codes of several word lists"
