"""Results of tables, and the standings that follow from them.

A win counts 1, a draw 1/2, a bye 1; a table that was not played counts for nobody. Points are kept
in halves, so that they are whole numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from wordfleet_print.event.event import Event, Outcome, Result
from wordfleet_print.event.pairing.rounds import BYE_TABLE, Seating
from wordfleet_print.messages import plural, some_of
from wordfleet_print.sheet.player_names import simplify

# Tables that are named in a note.
_MOST_TABLES = 12
# Points in halves.
WIN_HALVES = 2
DRAW_HALVES = 1
# What each player of a table gets, in seat order.
POINTS: Mapping[Outcome, tuple[int, int]] = {
    "first": (WIN_HALVES, 0),
    "second": (0, WIN_HALVES),
    "draw": (DRAW_HALVES, DRAW_HALVES),
    "unplayed": (0, 0),
}


class Standing(NamedTuple):
    """Where a player is after the games so far."""

    place: int
    """From 1; players with the same figures share one."""
    player: int
    """The index in the event's players."""
    halves: int
    """Points, in halves."""
    ships: int
    """Ships sunk in all games."""
    opponents: int
    """The points of all opponents, in halves."""


@dataclass(frozen=True)
class RoundTable:
    """A table of a round with its result, if there is one."""

    round: int
    seating: Seating
    result: Result | None


def list_tables(event: Event) -> Iterator[RoundTable]:
    """Yield all tables of all rounds, byes too."""
    results = {(result.round, result.table): result for result in event.results}
    for event_round in event.rounds:
        for seating in event_round:
            yield RoundTable(
                event_round.number, seating, results.get((event_round.number, seating.table))
            )


def list_open_tables(event: Event, number: int) -> list[RoundTable]:
    """Return the tables of a round that have no result."""
    tables = [round_table for round_table in list_tables(event) if round_table.round == number]
    return [
        round_table
        for round_table in tables
        if round_table.seating.table != BYE_TABLE and round_table.result is None
    ]


def list_played_rounds(event: Event) -> list[int]:
    """Return the numbers of the rounds that have a result."""
    return sorted({result.round for result in event.results})


def count_points(event: Event) -> dict[int, int]:
    """Return everybody's points, in halves, by index. A bye counts once its round has results."""
    played_rounds = {*list_played_rounds(event)}
    halves = dict.fromkeys(range(len(event.players)), 0)
    for round_table in list_tables(event):
        seating = round_table.seating
        if seating.second is None:
            if round_table.round in played_rounds:
                halves[seating.first] += WIN_HALVES
        elif round_table.result:
            points = POINTS[round_table.result.outcome]
            halves[seating.first] += points[0]
            halves[seating.second] += points[1]
    return halves


def rank_players(event: Event) -> list[Standing]:
    """Return the standings: by points, then ships, then the opponents' points; the rest shared.

    Everybody is in it who is in the event, or has had a table with a result.
    """
    halves = count_points(event)
    # By player (an index): ships sunk in all games, and everybody met
    ships: defaultdict[int, int] = defaultdict(int)
    opponents: defaultdict[int, list[int]] = defaultdict(list)
    for round_table in list_tables(event):
        first = round_table.seating.first
        second = round_table.seating.second
        result = round_table.result
        if second is None or result is None or result.outcome == "unplayed":
            continue
        opponents[first].append(second)
        opponents[second].append(first)
        if result.ships:
            ships[first] += result.ships[0]
            ships[second] += result.ships[1]
    figures = {}
    for player in range(len(event.players)):
        is_in_event = player < len(event.roster.players)  # former players are behind these
        if is_in_event or player in opponents:
            points_of_opponents = sum(halves[opponent] for opponent in opponents[player])
            figures[player] = (halves[player], ships[player], points_of_opponents)
    return list(_share_places(figures, event))


def _share_places(figures: Mapping[int, tuple[int, int, int]], event: Event) -> Iterator[Standing]:
    """Yield the standings in order; players with the same figures share a place.

    `figures` are, by player, points in halves, ships sunk, and the points of all opponents: what
    comes first counts most. Names only order rows of the same place. Places are 1, 2, 2, 4.
    """
    players = event.players

    def order_player(player: int) -> tuple[int, int, int, str, int]:
        halves, ships, points_of_opponents = figures[player]
        name = simplify(players[player].name)
        return -halves, -ships, -points_of_opponents, name, players[player].number

    place = 0
    figures_above = None
    for row, player in enumerate(sorted(figures, key=order_player), start=1):
        if figures[player] != figures_above:
            place = row
        figures_above = figures[player]
        yield Standing(place, player, *figures[player])


def describe_points(halves: int) -> str:
    """Return points as people write them: 3, 3½, ½."""
    whole, half = divmod(halves, 2)
    if not half:
        return str(whole)
    return f"{whole}½" if whole else "½"


def replace_results(
    results: Iterable[Result], newer: Iterable[Result], rounds: Iterable[int]
) -> tuple[Result, ...]:
    """Return the results with those of these rounds replaced, in order of round and table."""
    replaced = {*rounds}
    others = [result for result in results if result.round not in replaced]
    return tuple(sorted([*others, *newer], key=lambda result: (result.round, result.table)))


def list_result_notes(event: Event) -> Iterator[str]:
    """Yield which tables have no result in rounds in which others have one, and what waits for
    results.
    """
    played = list_played_rounds(event)
    if event.settings.certificates == "first-three" and not played:
        yield "Certificates for the first three are printed once there are results."
    for number in played:
        tables = [open_table.seating.table for open_table in list_open_tables(event, number)]
        if tables:
            what = f"{plural(len(tables), 'table')} {some_of(tables, _MOST_TABLES)}"
            has = plural(len(tables), "has", "have")
            yield f"Round {number}: {what} {has} no result yet; the standings count the others."
