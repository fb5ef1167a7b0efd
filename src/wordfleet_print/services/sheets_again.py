"""Sheets printed once more: by their sheet code, by player, by round."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from wordfleet_print.errors import BadInputError, Complaint, UsageError
from wordfleet_print.event.pack.contents import NO_CLUB, name_player_file
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.pack.pack import Pack
from wordfleet_print.event.plan.event_file import read_record
from wordfleet_print.event.plan.plan import NO_SHEET, EventPlan, PlannedSheet, planned_sheets, spare_sheets
from wordfleet_print.event.roster.roster import Player
from wordfleet_print.fleet.deck import Deck
from wordfleet_print.fleet.launch_codes import classify_code
from wordfleet_print.messages import near_misses, plural, quote, some_of
from wordfleet_print.services.ask_event import EventRequest, RoundsRequest
from wordfleet_print.services.asking import check_all
from wordfleet_print.services.choose_words import WordsRequest
from wordfleet_print.services.own_rules import refuse_other_rules
from wordfleet_print.services.print_event import pack_of
from wordfleet_print.services.printed_event import find_record, looks_of, open_record
from wordfleet_print.sheet.captains import parse_name, plain
from wordfleet_print.sheet.sheet import Sheet, make_sheet
from wordfleet_print.sheet.sheet_code import SheetCode, parse_code

FOLDER = "reprints"
MOST_TOLD = 12
"""Players listed where several fit."""
MOST_NEAR = 3
"""Names offered where none fits."""


@dataclass(frozen=True, slots=True)
class ReprintRequest:
    """Whose sheet is wanted: a captain's by name or number, those of a table, or a spare one; None is left out.

    `event` names a printed event; None is the only one there is.
    """

    event: Path | None
    captain: str | None
    number: int | None
    table: int | None
    spare: int | None
    round: int | None

    def sheets(self) -> Reprint:
        """The sheets, identical to those of the pack.

        Raises `UsageError` where it is not clear which, `BadInputError` where there are none.
        """
        self._check()
        file = find_record(self.event)
        record = read_record(file)
        plan, looks = record.plan(), looks_of(record, file)
        found, name = _found(plan, self)
        content, pages = _printed(pack_of(plan, looks), found)
        titles = tuple(map(_described, found))
        large = frozenset(sheet.player is not None and sheet.player.large_print for sheet in found)
        return Reprint(file.parent / FOLDER / f"{name}.pdf", content, pages, titles, looks, large)

    def _check(self) -> None:
        """Raises `UsageError` unless exactly one sheet, or one table, is asked for."""
        whose = self.captain is not None or self.number is not None
        if sum((whose, self.table is not None, self.spare is not None)) != 1:
            what = "Whose sheet? A player’s or a table’s of a round, a spare one, or all of a round."
            raise UsageError(what, say=("captain", "number", "table", "spare", "round"))
        if self.spare is not None and self.round is not None:
            raise UsageError("A spare sheet is of no round.", field="spare", leave=("round",))


def print_round(event: Path, only: int | None, whose: frozenset[tuple[int, str]] = frozenset()) -> bytes:
    """A PDF of several sheets of a printed event: all of a round; or those of players in rounds, each by the round's
    number and what the player is called. Raises `BadInputError` where there are no such sheets.
    """
    file = find_record(event)
    record = read_record(file)
    plan, looks = record.plan(), looks_of(record, file)
    found = [
        sheet
        for index, number in enumerate(plan.numbers)
        for sheet in planned_sheets(plan, index)
        if number == only or (sheet.player and (number, sheet.player.called) in whose)
    ]
    if not found:
        raise BadInputError("The event has no such sheets.")
    return _printed(pack_of(plan, looks), found)[0]


def round_again(event: Path | None, number: int) -> EventRequest:
    """One round of a printed event once more, as it is; no path names the only event there is.

    Raises as `find_record`, and `BadInputError` for a round that was not printed.
    """
    file = find_record(event)
    record = read_record(file)
    if number not in record.numbers:
        raise _no_round(number, sorted(record.numbers))
    return EventRequest(source=file, rounds=RoundsRequest(only=number), output=file.parent)


@dataclass(frozen=True, slots=True)
class Reprint:
    """A file to write: its place in the event's folder, its bytes and pages, whose sheets it holds; how they look, and
    whether there are some for players who need large print, and some for others.
    """

    path: Path
    content: bytes
    pages: int
    sheets: tuple[str, ...]
    looks: PackLooks
    large: frozenset[bool]


def _found(plan: EventPlan, wish: ReprintRequest) -> tuple[list[PlannedSheet], str]:
    """The sheets, in the order in which they were printed, and a name for their file."""
    if wish.spare is not None:
        spares = [sheet for sheet in spare_sheets(plan) if sheet.seat.serial == f"S{wish.spare}"]
        if not spares:
            raise BadInputError(f"There is no spare sheet {wish.spare}; there are {len(plan.spares)}.")
        return spares, f"spare-{wish.spare}"
    index = _round_index(plan, wish.round)
    end = f"round-{plan.numbers[index]}"
    if wish.table is not None:
        seated = [sheet for sheet in planned_sheets(plan, index) if sheet.seat.table == str(wish.table)]
        if not seated:
            raise BadInputError(f"There is no table {wish.table} in round {plan.numbers[index]}.")
        return seated, f"table-{wish.table}-{end}"
    place = _player(plan, wish)
    player = plan.players[place]
    if plan.seeds[index][place] == NO_SHEET:
        raise BadInputError(
            f"{quote(player.called)} has no sheet in round {plan.numbers[index]}.",
            tip="Whoever has a bye needs none, nor who came later or had left.",
            say=("spare",),
        )
    own = [sheet for sheet in planned_sheets(plan, index) if sheet.player == player]
    return own, f"{Path(name_player_file(player.number, player.name)).stem}-{end}"


def _round_index(plan: EventPlan, number: int | None) -> int:
    if number is None:
        if len(plan.rounds) > 1:
            raise UsageError(f"The event has {len(plan.rounds)} rounds.", field="round", say=("round",))
        return 0
    if number not in plan.numbers:
        raise _no_round(number, plan.numbers)
    return plan.numbers.index(number)


def _no_round(number: int, numbers: Sequence[int]) -> BadInputError:
    known = f"{plural(len(numbers), 'round')} {some_of(numbers, MOST_TOLD)}"
    tip = f"To print it, print the event with the roster of round {number}."
    return BadInputError(f"There is no round {number}; the event has {known}.", tip=tip, say=(f"round={number}",))


def _player(plan: EventPlan, wish: ReprintRequest) -> int:
    """The place in the roster of the one player who is meant. Raises `BadInputError` for none, or for several."""
    players = plan.players
    numbered = [at for at, player in enumerate(players) if wish.number in (None, player.number)]
    if wish.captain is None:
        found = numbered
    else:
        name = _folded(wish.captain)
        found = [at for at in numbered if name in (_folded(players[at].name), _folded(_with_club(players[at])))]
        if not found and (letters := plain(name)):
            found = [at for at in numbered if plain(players[at].name) == letters]
    if len(found) == 1:
        return found[0]
    if not found:
        gone = "left the event" if _has_left(plan, wish) else "is not in the event"
        raise BadInputError(f"{_wanted(wish)} {gone}.", *_near(players, wish))
    complaints = [Complaint(f"{players[at].number}", _told(players[at]), field="number") for at in found[:MOST_TOLD]]
    what = f"{len(found)} players are called {quote(wish.captain or '')}."
    raise BadInputError(what, *complaints, field="captain", say=("number",))


def _with_club(player: Player) -> str:
    return f"{player.name} ({player.club})"


def _folded(name: str) -> str:
    """A name for comparing: however its accents are coded, whatever its case."""
    return unicodedata.normalize("NFC", parse_name(name).casefold())


def _wanted(wish: ReprintRequest) -> str:
    number = f"Player {wish.number}" if wish.number else ""
    return " and ".join(part for part in (number, quote(wish.captain) if wish.captain else "") if part)


def _told(player: Player) -> str:
    return f"{player.called}, {player.club}" if player.club else player.called


def _has_left(plan: EventPlan, wish: ReprintRequest) -> bool:
    """Whether a sheet that is out of use was that player's."""
    names = {_folded(sheet.key.partition("\t")[0]) for sheet in plan.retired}
    return wish.captain is not None and _folded(wish.captain) in names


def _near(players: Sequence[Player], wish: ReprintRequest) -> Iterator[Complaint]:
    """Players whose names hold all that was typed, else those whose names are much alike."""
    typed = plain(wish.captain or "")
    if typed:
        names = {plain(player.name): player.name for player in reversed(players) if player.name}
        longer = sorted(letters for letters in names if set(typed.split()) <= set(letters.split()))
        for letters in longer[:MOST_NEAR] or near_misses(typed, names, MOST_NEAR, alike=0.7):
            yield Complaint("", f"did you mean {quote(names[letters])}?")


def _printed(pack: Pack, found: Sequence[PlannedSheet]) -> tuple[bytes, int]:
    """The sheets as a PDF, and its pages: as in the pack."""
    clubs = {one.player.club if one.player else "" for one in found} if pack.looks.by == "club" else set[str]()
    club = next(iter(clubs)) or NO_CLUB if len(clubs) == 1 and found[0].player else ""
    return pack.setup.print_sheets(found, f"{pack.plan.title} – reprint", club)


def _described(sheet: PlannedSheet) -> str:
    player, seat = sheet.player, sheet.seat
    if player is None:
        return f"spare sheet {seat.serial}"
    where = f"table {seat.table}, " if seat.table else ""
    return f"{player.called} ({where}round {seat.round})"


@dataclass(frozen=True, slots=True)
class FoundSheet:
    """A sheet, its deck; and where an event was named, the sheet as it stands in it."""

    sheet: Sheet
    deck: Deck
    planned: PlannedSheet | None = None

    def to_json(self) -> dict[str, Any]:
        """All that is on it, secrets and all."""
        sheet, edition = self.sheet, self.deck.edition
        return {
            "code": sheet.code,
            "edition": edition.slug,
            "words_from": sheet.words_from,
            "fleet_name": sheet.fleet_name,
            "words": sheet.words and {ship.ship: word for ship, word in zip(edition.fleet, sheet.words, strict=True)},
            "launch_codes": [{"code": one, "class": classify_code(one)} for one in sheet.launch_codes],
            "manifest": sheet.manifest,
            "rating": sheet.rating,
            "to_find": sheet.rating_label,
        }


def find_sheet(typed: str, words: WordsRequest, event: Path | None = None) -> FoundSheet:
    """The sheet of a code as somebody typed it, by what may be said of its words, or by the event that brings them.

    Raises `UsageError` for what does not go together, `BadInputError` for a code that is unknown.
    """
    words.check()
    check_all([*words.checks(), lambda: parse_code(typed)])
    code = parse_code(typed)
    if event is None:
        (deck,) = words.decks_of([code])
        return FoundSheet(_made(deck, code), deck)
    if words.says_anything:
        leave = ("words", "tier", "theme", "edition")
        raise UsageError("The event brings the words.", field="event", leave=leave)
    plan, library = open_record(event).plan(), words.library
    if library.place and plan.terms.edition in library.slugs:
        given = library.edition(plan.terms.edition)
        refuse_other_rules(plan.title, plan.terms.source().edition, given, library.place)
    deck = plan.terms.deck()
    if code.deck != deck.digest:
        what = f"{code} was not dealt from the words of the event “{plan.title}”."
        raise BadInputError(what, tip="Check the sheet code.", leave=("event",))
    return FoundSheet(_made(deck, code), deck, _find(plan, code))


def _made(deck: Deck, code: SheetCode) -> Sheet:
    """The sheet with its fleet on the grid, where it has one."""
    return make_sheet(deck, code, placed=deck.words is not None)


def _find(plan: EventPlan, code: SheetCode) -> PlannedSheet | None:
    """The sheet as it stands in an event, or None."""
    rounds = (planned_sheets(plan, index) for index, seeds in enumerate(plan.seeds) if code.seed in seeds)
    sheets = chain(chain.from_iterable(rounds), spare_sheets(plan))
    return next((sheet for sheet in sheets if sheet.seed == code.seed), None)
