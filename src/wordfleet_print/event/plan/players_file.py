"""`players.csv` of a printed event: who is here, to be edited and read back; numbers say who is
who.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

from wordfleet_print import errors, messages
from wordfleet_print.event.event import Event, Result
from wordfleet_print.event.plan import result_cells, returning_players
from wordfleet_print.event.plan.result_cells import ResultCell
from wordfleet_print.event.results import replace_results
from wordfleet_print.files import has_inside
from wordfleet_print.roster.lists import open_list
from wordfleet_print.roster.questions import Answers
from wordfleet_print.roster.roster import Player, Roster
from wordfleet_print.sheet.captains import name_faults, parse_name, plain

PLAYERS_FILE = "players.csv"
COLUMNS = ("number", "name", "club", "needs", "here")
# What can be written in the column of needs, separated by commas, and the field of a player that it
# sets.
NEEDS = {"large print": "large_print", "left-handed": "left_handed"}
# A spreadsheet computes a cell that begins so (OWASP, “CSV Injection”).
FORMULA = ("=", "+", "-", "@", "\t", "\r")
YES, NO = (
    frozenset({"", "yes", "y", "x", "1", "true", "here"}),
    frozenset({"no", "n", "0", "false", "gone"}),
)


def escape_formula(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def write_players(event: Event) -> bytes:
    """Return `players.csv`: CSV (RFC 4180) in UTF-8, with the mark that spreadsheets need."""
    text = io.StringIO(newline="")
    rows = csv.writer(text)
    results = result_cells.write_cells(event)
    rows.writerow([*COLUMNS, *map(result_cells.name_column, results)])
    for index, player in enumerate(event.players):
        needs = ", ".join(word for word, field in NEEDS.items() if getattr(player, field))
        here = "yes" if index < len(event.roster.players) else "no"
        cells = [str(player.number), player.name, player.club, needs, here]
        cells += [column[index] for column in results.values()]
        rows.writerow(map(escape_formula, cells))
    return ("\ufeff" + text.getvalue()).encode()


def is_players_text(text: bytes) -> bool:
    """Return whether a file begins with the headings of `players.csv`, whatever separates them."""
    first = text.removeprefix(b"\xef\xbb\xbf").partition(b"\n")[0].decode("utf-8", "replace")
    return plain(first).split()[: len(COLUMNS)] == [*COLUMNS]


def read_players(path: Path, event: Event, answers: Answers) -> Roster:
    """Return the roster that an edited `players.csv` gives.

    Numbers say who is who; rows without one are new players.

    Raises `BadInputError` with every problem, `RosterError` with the question whether missing
    players have left.
    """
    if not has_inside(path.parent, path.name):
        raise errors.BadInputError(f"{path} is a link, or no regular file.")
    (table, *_) = open_list(path, answers)
    rows = [row for row in table.rows if any(row.cells)]
    if not rows or not {"number", "name"} <= {*map(plain, rows[0].cells)}:
        tip = f"The first row has the headings {', '.join(COLUMNS)}."
        raise errors.BadInputError(
            f"{path.name}: the columns number and name are missing.", tip=tip
        )
    heads = [plain(cell) for cell in rows[0].cells]
    known = {player.number: player for player in event.players}
    keys, last = {player.key for player in event.players}, max(known, default=0)
    problems, here, away = list[errors.Problem](), list[Player](), list[Player]()
    seen = set[int]()
    for row in rows[1:]:
        cells = {head: cell.strip() for head, cell in zip_longest(heads, row.cells, fillvalue="")}
        number = (
            int(cells["number"]) if cells["number"].isascii() and cells["number"].isdecimal() else 0
        )
        faults = [*_find_faults(cells, number, known, seen)]
        if faults:
            problems += [
                errors.Problem(fault, where=f"{path.name} row {row.number}") for fault in faults
            ]
            continue
        seen.add(number)
        before = known.get(number)
        if before is None:
            last += 1
            player = returning_players.make_newcomer(_update(Player("", last), cells), keys)
        else:
            player = _update(before, cells)
            player = player if player.key == before.key else replace(player, dealt=before.key)
        (away if plain(cells.get("here", "")) in NO else here).append(player)
    if problems:
        raise errors.BadInputError(
            f"{path.name} has {messages.how_many(len(problems), 'problem')}.", *problems
        )
    missing = [player for player in event.roster.players if player.number not in seen]
    here += (
        missing if returning_players.keep_gone(missing, len(event.roster.players), answers) else []
    )
    reading = [f"{messages.how_many(len(here), 'player')} from {path.name}."]
    if away:
        reading.append(
            f"{len(away):,} not here: {messages.some_of([player.called for player in away], 5)}."
        )
    return Roster(tuple(here), reading=tuple(reading), answers=event.roster.answers)


def read_results(path: Path, event: Event, answers: Answers) -> tuple[Result, ...]:
    """Return the results that an edited `players.csv` gives.

    A round without a column keeps its own. Raises `BadInputError` with every problem.
    """
    (table, *_) = open_list(path, answers)
    rows = [row for row in table.rows if any(row.cells)]
    heads = [plain(cell) for cell in rows[0].cells] if rows else []
    columns = result_cells.find_columns(heads)
    players = {str(player.number): at for at, player in enumerate(event.players)}
    problems: list[errors.Problem] = []
    cells: dict[int, dict[int, ResultCell]] = {number: {} for number in columns}
    lines: dict[int, str] = {}
    names = [player.called for player in event.players]
    for row in rows[1:]:
        texts = dict(zip(heads, row.cells, strict=False))
        player = players.get(texts.get("number", "").strip())
        where = f"{path.name} row {row.number}"
        if player is not None:
            lines[player] = where
        for number, head in columns.items():
            try:
                cell = result_cells.read_cell(texts.get(head, ""))
            except ValueError as error:
                problems.append(errors.Problem(str(error), where=where))
                continue
            if player is not None:
                cells[number][player] = cell
    results: list[Result] = []
    for one in event.rounds:
        found, faults = result_cells.read_round(one, cells.get(one.number, {}), names)
        results += found
        for player, fault in faults.items():
            problems.append(errors.Problem(fault, where=lines[player]))
    if problems:
        count = messages.how_many(len(problems), "result")
        raise errors.BadInputError(f"{path.name}: {count} cannot be used.", *problems)
    return replace_results(event.results, results, columns)


def _find_faults(
    cells: Mapping[str, str], number: int, known: Mapping[int, Player], seen: set[int]
) -> Iterator[str]:
    """Yield what is wrong with a row."""
    if cells["number"] and number not in known:
        yield (
            f"nobody in the event has the number {messages.quote(cells['number'])}; leave it "
            "empty for a new player"
        )
    elif number in seen and number:
        yield f"the number {number} is also in an earlier row; leave it empty for a new player"
    for column in ("name", "club"):
        if text := _unescape(cells.get(column, "")):
            yield from (
                f"the {column} {messages.quote(text)}: {fault}" for fault in name_faults(text)
            )
    for need in filter(None, map(plain, cells.get("needs", "").split(","))):
        if need not in map(plain, NEEDS):
            yield f"{messages.quote(need)} is not a known need; write {' or '.join(NEEDS)}"
    if plain(cells.get("here", "")) not in YES | NO:
        yield f"{messages.quote(cells['here'])} under “here”; write yes or no"


def _update(player: Player, cells: Mapping[str, str]) -> Player:
    """Return a player with what the cells say; a column that is missing changes nothing."""
    needs = {plain(need) for need in cells.get("needs", "").split(",")}
    changes: dict[str, Any] = {
        name: parse_name(_unescape(cells[name])) for name in ("name", "club") if name in cells
    }
    changes |= {field: plain(word) in needs for word, field in NEEDS.items() if "needs" in cells}
    now = replace(player, **changes)
    return now if now.name == player.name else replace(now, filed="")


def _unescape(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell
