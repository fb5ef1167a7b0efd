"""Results in the cells of `players.csv`: a column for each round, a cell for each player.

The cell of one player of a table is enough. With a number behind it, it also says how many ships
the player sank: `won 5`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from wordfleet_print.event.event import MOST_SHIPS, Event, Outcome, Result
from wordfleet_print.event.pairing.rounds import Round, Seating
from wordfleet_print.messages import quote, some_of

WON = "won"
LOST = "lost"
DRAW = "draw"
UNPLAYED = "unplayed"
BYE = "bye"
OUT = "out"
# What else is read as each of them.
MEANINGS = {
    **dict.fromkeys((WON, "win", "w", "1", "yes"), WON),
    **dict.fromkeys((LOST, "loss", "l", "0", "no"), LOST),
    **dict.fromkeys((DRAW, "drawn", "d", "½", "1/2", "0.5", "0,5"), DRAW),
    **dict.fromkeys((UNPLAYED, "not played"), UNPLAYED),
    BYE: BYE,
    OUT: OUT,
}
OPPOSITES = {WON: LOST, LOST: WON, DRAW: DRAW, UNPLAYED: UNPLAYED}
# The words of both seats of a table.
WORDS: Mapping[Outcome, tuple[str, str]] = {
    "first": (WON, LOST),
    "second": (LOST, WON),
    "draw": (DRAW, DRAW),
    "unplayed": (UNPLAYED, UNPLAYED),
}
OUTCOMES = {words: outcome for outcome, words in WORDS.items()}
# How many cells that are not results a message quotes.
_MOST_TEXTS = 3
_HEADING = re.compile(r"round ([1-9][0-9]{0,3})")
_CELL = re.compile(r"(.*?)(?:\s+([0-9]{1,2}))?")


class ResultCell(NamedTuple):
    """What the cell of a player says of a round."""

    word: str
    """"" for nothing."""
    ships: int | None = None


def name_heading(number: int) -> str:
    """Return the heading of a round."""
    return f"round {number}"


def find_columns(headings: Iterable[str]) -> dict[int, str]:
    """Return the headings of results by the number of their round."""
    columns = {}
    for heading in headings:
        match = _HEADING.fullmatch(heading)
        if match:
            columns[int(match[1])] = heading
    return columns


def write_cells(event: Event) -> dict[int, list[str]]:
    """Return the cells of each round, for all players in turn."""
    results = {(result.round, result.table): result for result in event.results}
    columns = {}
    for event_round in event.rounds:
        cells = [OUT] * len(event.players)
        for seating in event_round:
            for player, cell in _write_seating(
                seating, results.get((event_round.number, seating.table))
            ):
                cells[player] = cell
        columns[event_round.number] = cells
    return columns


def _write_seating(seating: Seating, result: Result | None) -> Iterator[tuple[int, str]]:
    """Yield the cell of each player of a table: “won 5”, “bye”, or nothing yet."""
    if seating.second is None:
        yield seating.first, BYE
        return
    words = WORDS[result.outcome] if result else ("", "")
    ships = result.ships if result and result.ships else ("", "")
    for player, word, sunk in zip((seating.first, seating.second), words, ships, strict=True):
        yield player, f"{word} {sunk}".strip()


def read_cell(text: str) -> ResultCell:
    """Return what a cell says. Raises `ValueError` with the fault."""
    bare = " ".join(text.casefold().split())
    if bare in MEANINGS or not bare:
        return ResultCell(MEANINGS.get(bare, ""))
    match = _CELL.fullmatch(bare)
    word = MEANINGS.get(match[1].strip()) if match else None
    if word is None or match is None or match[2] is None or word in (BYE, OUT, UNPLAYED):
        raise ValueError(describe_unknown([text]))
    return ResultCell(word, min(int(match[2]), MOST_SHIPS))


def describe_unknown(cells: Sequence[str]) -> str:
    """Return what is wrong with cells that are not results, the first of them by their text."""
    texts = [*dict.fromkeys(map(quote, cells))]
    what = "is not a result" if len(texts) == 1 else "are not results"
    known = f"{WON}, {LOST}, {DRAW} or {UNPLAYED}"
    return f"{some_of(texts, _MOST_TEXTS)} {what}; write {known}, such as “{WON} 5”"


def read_round(
    event_round: Round, cells: Mapping[int, ResultCell], names: Sequence[str]
) -> tuple[list[Result], dict[int, str]]:
    """Return the results of a round by its players' cells, and what is wrong, by player."""
    faults = _check_cells(event_round, cells, names)
    results = []
    for seating in event_round:
        first = cells.get(seating.first, ResultCell(""))
        if seating.second is None or seating.first in faults or seating.second in faults:
            continue
        second = cells.get(seating.second, ResultCell(""))
        if not first.word and not second.word:
            continue
        words = (first.word or OPPOSITES[second.word], second.word or OPPOSITES[first.word])
        if words in OUTCOMES:
            ships = _join_ships(first, second)
            results.append(Result(event_round.number, seating.table, OUTCOMES[words], ships))
            continue
        what = f"{names[seating.first]} has “{words[0]}”"
        other = f"{names[seating.second]} has “{words[1]}”"
        faults[seating.second] = f"round {event_round.number}: {what}, {other}"
    return results, faults


def _check_cells(
    event_round: Round, cells: Mapping[int, ResultCell], names: Sequence[str]
) -> dict[int, str]:
    """Return what is wrong, by player: a result without a table, or “bye” and “out” at a table."""
    faults = {}
    seated = event_round.seat_players()
    for player, cell in cells.items():
        seating = seated.get(player)
        expected = ""
        if seating is None:
            expected = OUT
        elif seating.second is None:
            expected = BYE
        if expected and cell.word not in ("", expected):
            what = f"{names[player]} has no game in round {event_round.number}"
            faults[player] = f"{what}; leave “{expected}” there"
        elif not expected and cell.word in (BYE, OUT):
            what = f"{names[player]} is at a table in round {event_round.number}"
            faults[player] = f"{what}; “{cell.word}” is not a result"
    return faults


def _join_ships(first: ResultCell, second: ResultCell) -> tuple[int, int] | None:
    if first.ships is None and second.ships is None:
        return None
    return (first.ships or 0, second.ships or 0)
