"""Reading `event.json`: every fault of a file that is no event, or not one of this version, each with its field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from itertools import chain, islice, pairwise
from pathlib import Path

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.event.lock import settle
from wordfleet_print.event.plan.record import FORMAT, Record, RoundBlock
from wordfleet_print.event.plan.rounds import BYE_TABLE
from wordfleet_print.game.facts import Location, field_name
from wordfleet_print.limits import MOST_ROUNDS
from wordfleet_print.sheet.sheet_code import OtherSchemeError, parse_code
from wordfleet_print.wording import and_more

MAX_BYTES = 200_000_000
MAX_COMPLAINTS = 50


def read_record(path: Path) -> Record:
    """Read and check `event.json`. Raises `BadInputError` with every complaint, each with its field; as `settle`."""
    settle(path.parent)
    try:
        if not path.is_file():
            raise BadInputError(f"{path} is not a file.", tip="Give the event.json of a printed event, or its folder.")
        if path.stat().st_size > MAX_BYTES:
            raise BadInputError(f"{path} is larger than {MAX_BYTES:,} bytes; that is no event.")
        raw = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadInputError(f"{path} cannot be read: {reason}.") from error
    return parse_record(raw, name=str(path))


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
        if (form := _other_format(error)) is not None:
            raise BadInputError(
                f"{name} is an event of {'an earlier' if form < FORMAT else 'a later'} version of wordfleet-print.",
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
    return whole or len(missing) == len(Record.model_fields)


def _other_format(error: ValidationError) -> int | None:
    """The number that the file gives as its form, where it is another."""
    found = (e["input"] for e in error.errors(include_url=False) if e["loc"] == ("format",))
    return next((form for form in found if type(form) is int), None)


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
