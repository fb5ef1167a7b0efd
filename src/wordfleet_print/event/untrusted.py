"""What an `event.json` can hold that no event of ours does: its digest proves nothing about it.

Everything that plans and prints relies on these facts.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.event.event import MOST_SHIPS, NO_SHEET, SPARE, Event, edition_of, rules_of
from wordfleet_print.event.pairing.rounds import BYE_TABLE, NOBODY, Numbers, Round
from wordfleet_print.limits import MOST_PLAYERS, MOST_ROUNDS
from wordfleet_print.roster.roster import Player, Roster
from wordfleet_print.sheet.player_names import find_name_faults
from wordfleet_print.tracker.fonts import find_program_fault
from wordfleet_print.tracker.names import check_title

LONGEST_NOTE = 2_000
MOST_TABLES = 1 << 31


def find_event_faults(event: Event) -> Iterator[Problem]:
    """Yield what makes an event unusable, each with its place in the file."""
    yield from _check_settings(event)
    yield from _check_roster(event.roster)
    players = event.players
    yield from _check_player_records(players)
    faults = list(_check_round_records(event.rounds, len(players)))
    yield from faults
    if not faults:  # sheets are those of the seats
        yield from _check_sheets(event)
        yield from _check_results(event)


def _check_settings(event: Event) -> Iterator[Problem]:
    """Yield what is wrong with settings, title and edition."""
    settings = event.settings
    for relation in settings.all_relations():
        for problem in relation.find_problems(settings):
            yield _report("settings", problem.message)
    try:
        if check_title(event.title) != event.title or not event.title:
            yield _report("settings.title", "is empty, or has spaces that no title has")
        if rules_of(event).edition.slug != settings.edition:
            yield _report("settings.edition", "is not the one of the rules")
    except BadInputError as error:
        for problem in error.problems:
            yield _report("settings", problem.message)
        return
    yield from _check_words(event)
    if event.font:
        yield from _check_font(event.font)


def _check_words(event: Event) -> Iterator[Problem]:
    """Yield what is wrong with a list of your own."""
    if event.words_title:
        for fault in find_name_faults(event.words_title):
            yield _report("words_title", fault)
    settings = event.settings
    if settings.words and not settings.blank:
        letters = frozenset(edition_of(event).letters)
        words = settings.words.text.split("\n")
        if not all(letters.issuperset(word) for word in words):
            yield _report("settings.words", "have letters that the edition has not")


def _check_font(text: str) -> Iterator[Problem]:
    """Yield what is wrong with the letters of a font."""
    try:
        fault = find_program_fault(b64decode(text, validate=True))
    except ValueError:
        fault = "is not Base64"
    if fault:
        yield _report("font", fault)


def _check_roster(roster: Roster) -> Iterator[Problem]:
    """Yield what is wrong with the fixtures of the list."""
    count = len(roster.players)
    if not 1 <= roster.rounds <= MOST_ROUNDS:
        yield _report("roster.rounds", f"is not from 1 to {MOST_ROUNDS:,}")
    for at, fixture in enumerate(roster.fixtures):
        where = f"roster.fixtures[{at}]"
        if max(fixture.players) >= count:
            yield _report(where, "names a player who is not in the list")
        if fixture.round > MOST_ROUNDS:
            yield _report(where, f"is for a round above {MOST_ROUNDS:,}")
    for at, (number, indices) in enumerate(roster.missing_by_round):
        if not 1 <= number <= MOST_ROUNDS or not _are_below(indices, count):
            where = f"roster.missing_by_round[{at}]"
            yield _report(where, "names a round or a player that is not there")
    texts = [*roster.warnings, *chain.from_iterable(roster.answers)]
    if not all(text.isprintable() and len(text) <= LONGEST_NOTE for text in texts):
        yield _report("roster", "has notes that cannot be shown")


def _check_player_records(players: tuple[Player, ...]) -> Iterator[Problem]:
    """Yield what is wrong with the players."""
    if not players:
        yield _report("roster.players", "has nobody")
    if len(players) > MOST_PLAYERS:
        yield _report("roster.players", f"has more than {MOST_PLAYERS:,} players")
    if len({player.number for player in players}) < len(players):
        yield _report("roster.players", "has a number twice")
    if len({player.key for player in players}) < len(players):
        yield _report("roster.players", "has a player twice")


def _check_round_records(rounds: tuple[Round, ...], players: int) -> Iterator[Problem]:
    """Yield what is wrong with the rounds, of this many players."""
    numbers = [event_round.number for event_round in rounds]
    if not numbers:
        yield _report("rounds", "has no round")
    if numbers != sorted({*numbers}) or not all(1 <= number <= MOST_ROUNDS for number in numbers):
        yield _report("rounds", f"does not count up, from 1 to {MOST_ROUNDS:,} at most")
    for at, event_round in enumerate(rounds):
        fault = _find_seat_fault(event_round.seats, players)
        if fault:
            yield _report(f"rounds[{at}].seats", fault)


def _find_seat_fault(seats: Numbers, players: int) -> str:
    """Return what is wrong with the tables of a round, or ""."""
    if len(seats) % 3 or not seats:
        return "is not made of tables with two seats"
    tables = seats[0::3]
    second = seats[2::3]
    seated = [*seats[1::3], *(index for index in second if index != NOBODY)]
    if not _are_below(seated, players):
        return "names a player who is not in the event"
    if _has_twice(seated):
        return "seats a player twice"
    if not all(map(_is_whole, tables, second)):
        return "has a table with one player, or a bye with two"
    if _has_twice([table for table in tables if table != BYE_TABLE]):
        return "has a table twice"
    return ""


def _is_whole(table: int, second: int) -> bool:
    """Return whether a bye has one player and a table two."""
    if table == BYE_TABLE:
        return second == NOBODY
    return table < MOST_TABLES and second != NOBODY


def _has_twice(numbers: Collection[int]) -> bool:
    return len({*numbers}) < len(numbers)


def _check_sheets(event: Event) -> Iterator[Problem]:
    """Yield seeds of sheets that are out of range, double, or for players and rounds that are
    not.
    """
    if len(event.seeds) != len(event.rounds):
        yield _report("seeds", "is for another number of rounds")
        return
    seeds = [*event.spares, *(sheet.seed for sheet in event.voided)]
    for at, (event_round, own) in enumerate(zip(event.rounds, event.seeds, strict=True)):
        seeds += [seed for seed in own if seed != NO_SHEET]
        fault = _find_sheet_fault(event_round, own, len(event.players))
        if fault:
            yield _report(f"seeds[{at}]", fault)
    if not _are_below(seeds, NO_SHEET):
        yield _report("seeds", "has a number that is no seed")
    if _has_twice(seeds):
        yield _report("seeds", "has a seed twice")
    if event.spares_with not in range(1, MOST_ROUNDS + 1):
        yield _report("spares_with", "is no round")
    yield from _check_voided(event)


def _check_voided(event: Event) -> Iterator[Problem]:
    for at, sheet in enumerate(event.voided):
        if sheet.number < 1 or not SPARE <= sheet.round <= MOST_ROUNDS:
            yield _report(f"voided[{at}]", "is of no player or round")


def _find_sheet_fault(event_round: Round, seeds: Numbers, players: int) -> str:
    """Return what is wrong with the seeds of a round’s sheets, or ""."""
    if len(seeds) != players:
        return "is for another number of players"
    with_sheet = {index for index, seed in enumerate(seeds) if seed != NO_SHEET}
    at_table = event_round.players.difference(event_round.byes)
    if with_sheet != at_table:
        return "has a sheet for somebody without a table, or lacks one"
    return ""


def _check_results(event: Event) -> Iterator[Problem]:
    """Yield what is wrong with the results."""
    tables = set()
    for event_round in event.rounds:
        tables |= {
            (event_round.number, seating.table)
            for seating in event_round
            if seating.second is not None
        }
    places = [(result.round, result.table) for result in event.results]
    if not tables.issuperset(places) or places != sorted({*places}):
        yield _report("results", "is of a table that is not there, or not in order")
    for at, result in enumerate(event.results):
        if result.ships and not _are_below(result.ships, MOST_SHIPS + 1):
            yield _report(f"results[{at}].ships", f"is not from 0 to {MOST_SHIPS}")


def _are_below(numbers: Iterable[int], limit: int) -> bool:
    return all(0 <= number < limit for number in numbers)


def _report(where: str, what: str) -> Problem:
    return Problem(what, where=f"event.{where}")
