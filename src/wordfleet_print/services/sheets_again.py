"""Sheets printed once more: by their sheet code, by player, by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from wordfleet_print.errors import BadInputError, Complaint, UsageError
from wordfleet_print.event.pack.contents import NO_CLUB, name_player_file
from wordfleet_print.event.pack.pack import Pack
from wordfleet_print.event.pack.pack_settings import PackSettings
from wordfleet_print.event.plan.event_file import read_event
from wordfleet_print.event.plan.matching import name_with_club
from wordfleet_print.event.plan.plan import NO_SHEET, EventPlan, PlannedSheet, planned_sheets, spare_sheets
from wordfleet_print.event.roster.pairings import PlayerFinder
from wordfleet_print.fleet.deck import Deck
from wordfleet_print.fleet.launch_codes import classify_code
from wordfleet_print.messages import plural, quote, some_of
from wordfleet_print.services.asking import check_all
from wordfleet_print.services.choose_words import WordsRequest
from wordfleet_print.services.events import REPRINTS, find_event, open_event, pack_of
from wordfleet_print.services.own_rules import refuse_other_rules
from wordfleet_print.sheet.sheet import Sheet, make_sheet
from wordfleet_print.sheet.sheet_code import SheetCode, parse_code

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
        file = find_event(self.event)
        pack = pack_of(read_event(file))
        found, name = _found(pack.plan, self)
        content, pages = _printed(pack, found)
        titles = tuple(map(_described, found))
        large = frozenset(sheet.player is not None and sheet.player.large_print for sheet in found)
        return Reprint(file.parent / REPRINTS / f"{name}.pdf", content, pages, titles, pack.settings, large)

    def _check(self) -> None:
        """Raises `UsageError` unless exactly one sheet, or one table, is asked for."""
        whose = self.captain is not None or self.number is not None
        if sum((whose, self.table is not None, self.spare is not None)) != 1:
            what = "Whose sheet? A player’s or a table’s of a round, a spare one, or all of a round."
            raise UsageError(what, say=("captain", "number", "table", "spare", "round"))
        if self.spare is not None and self.round is not None:
            raise UsageError("A spare sheet is of no round.", field="spare", leave=("round",))


def print_round(event: Path, only: int | None, whose: frozenset[tuple[int, int]] = frozenset()) -> bytes:
    """Return a PDF of sheets of a printed event: all of a round; or those of rounds and players, each by number.

    Raises `BadInputError` if there are no such sheets.
    """
    pack = pack_of(open_event(event))
    found = [
        sheet
        for index, number in enumerate(pack.plan.numbers)
        for sheet in planned_sheets(pack.plan, index)
        if number == only or (sheet.player and (number, sheet.player.number) in whose)
    ]
    if not found:
        raise BadInputError("The event has no such sheets.")
    return _printed(pack, found)[0]


@dataclass(frozen=True, slots=True)
class Reprint:
    """A file to write: its place in the event's folder, its bytes and pages, whose sheets it holds; how they look, and
    whether there are some for players who need large print, and some for others.
    """

    path: Path
    content: bytes
    pages: int
    sheets: tuple[str, ...]
    looks: PackSettings
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
            tip="A player with a bye has none, nor one who joined later or had left.",
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
    found = [at for at, player in enumerate(players) if wish.number in (None, player.number)]
    if wish.captain is not None:
        named = PlayerFinder(players).find(wish.captain)
        found = [at for at in found if at in named]
    if len(found) == 1:
        return found[0]
    if not found:
        near = PlayerFinder(players).nearest(wish.captain or "")
        complaints = [Complaint("", f"did you mean {quote(near)}?")] if near else []
        raise BadInputError(f"{_wanted(wish)} is not in the event.", *complaints)
    complaints = [
        Complaint("", name_with_club(players[at]), say=(f"number={players[at].number}",)) for at in found[:MOST_TOLD]
    ]
    what = f"{len(found)} players are called {quote(wish.captain or '')}."
    raise BadInputError(what, *complaints, field="captain")


def _wanted(wish: ReprintRequest) -> str:
    number = f"Player {wish.number}" if wish.number else ""
    return " and ".join(part for part in (number, quote(wish.captain) if wish.captain else "") if part)


def _printed(pack: Pack, found: Sequence[PlannedSheet]) -> tuple[bytes, int]:
    """The sheets as a PDF, and its pages: as in the pack."""
    clubs = {one.player.club if one.player else "" for one in found} if pack.settings.by_club else set[str]()
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
    plan, library = open_event(event).plan, words.library
    if library.place and plan.deal.edition in library.slugs:
        given = library.edition(plan.deal.edition)
        refuse_other_rules(plan.title, plan.deal.source().edition, given, library.place)
    deck = plan.deal.deck()
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
