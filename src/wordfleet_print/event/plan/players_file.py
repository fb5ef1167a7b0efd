"""`players.csv` of a printed event: who is here, to be edited and read back; numbers say who is
who.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from wordfleet_print import errors, messages
from wordfleet_print.event.event import Event, Result
from wordfleet_print.event.plan import result_cells, returning_players
from wordfleet_print.event.plan.result_cells import ResultCell
from wordfleet_print.event.results import replace_results
from wordfleet_print.files import has_inside
from wordfleet_print.roster.questions import Answers
from wordfleet_print.roster.roles import PLAYER_NEEDS
from wordfleet_print.roster.roster import Player, Roster
from wordfleet_print.roster.worksheets import open_list
from wordfleet_print.sheet.player_names import find_name_faults, parse_name, simplify

PLAYERS_FILE = "players.csv"
_MOST_NAMES = 5
_MOST_ROWS = 5
COLUMNS = ("number", "name", "club", "needs", "here")
# The first words of such a file, by which it is known; columns behind these may be added.
_KNOWN_BY = ("number", "name", "club", "needs", "here")
# What can be written in the column of needs, separated by commas, and the field of a player that it
# sets.
NEEDS = {need.word: need.field for need in PLAYER_NEEDS}
# A spreadsheet computes a cell that begins so (OWASP, “CSV Injection”).
FORMULA = ("=", "+", "-", "@", "\t", "\r")
YES = frozenset({"", "yes", "y", "x", "1", "true", "here"})
NO = frozenset({"no", "n", "0", "false", "gone"})


def escape_formula(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def write_players(event: Event) -> bytes:
    """Return `players.csv`: CSV (RFC 4180) in UTF-8, with the mark that spreadsheets need."""
    text = io.StringIO(newline="")
    rows = csv.writer(text)
    results = result_cells.write_cells(event)
    rows.writerow([*COLUMNS, *map(result_cells.name_heading, results)])
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
    return simplify(first).split()[: len(_KNOWN_BY)] == [*_KNOWN_BY]


class _Line(NamedTuple):
    """A row of the file."""

    where: str
    """Its place, for messages."""
    row: int
    """Its number, from 1."""
    cells: Mapping[str, str]
    """Trimmed, by heading."""

    @property
    def number(self) -> int:
        """The player's number; 0 for none."""
        text = self.cells.get("number", "")
        return int(text) if text.isascii() and text.isdecimal() else 0

    @property
    def is_here(self) -> bool:
        """Whether the player is still in the event."""
        return simplify(self.cells.get("here", "")) not in NO


def _read_player_lines(path: Path, answers: Answers) -> tuple[list[str], list[_Line]]:
    """Return the headings, and all rows below them. Raises `BadInputError`."""
    if not has_inside(path.parent, path.name):
        raise errors.BadInputError(f"{path} is a link, or no regular file.")
    (table, *_) = open_list(path, answers)
    rows = [row for row in table.rows if any(row.cells)]
    heads = [simplify(cell) for cell in rows[0].cells] if rows else []
    if not {"number", "name"} <= {*heads}:
        tip = f"The first row has the headings {', '.join(COLUMNS)}."
        what = f"{path.name}: the columns number and name are missing."
        raise errors.BadInputError(errors.Problem(what, advice=tip))
    lines = []
    for row in rows[1:]:
        pairs = zip_longest(heads, row.cells, fillvalue="")
        cells = {head: cell.strip() for head, cell in pairs}
        lines.append(_Line(f"{path.name} row {row.number}", row.number, cells))
    return heads, lines


def read_edited_players(path: Path, event: Event, answers: Answers) -> Roster:
    """Return the roster that an edited `players.csv` gives.

    Numbers say who is who; rows without one are new players.

    Raises `BadInputError` with every problem, `RosterError` with the question whether missing
    players have left.
    """
    _, lines = _read_player_lines(path, answers)
    _check_lines(path.name, lines, event)
    players = [*_update_players(lines, event)]
    rows = [*zip(lines, players, strict=True)]
    here = [player for line, player in rows if line.is_here]
    away = [player for line, player in rows if not line.is_here]
    seen = {line.number for line in lines}
    missing = [player for player in event.roster.players if player.number not in seen]
    if returning_players.keep_gone(missing, len(event.roster.players), answers):
        here += missing
    reading = [f"{messages.how_many(len(here), 'player')} from {path.name}."]
    if away:
        names = messages.some_of([player.called for player in away], _MOST_NAMES)
        reading.append(f"{len(away):,} not here: {names}.")
    return Roster(tuple(here), reading=tuple(reading), answers=event.roster.answers)


def _update_players(lines: Iterable[_Line], event: Event) -> Iterator[Player]:
    """Yield the player of each line: of the event with what the line says, or a new one."""
    known = {player.number: player for player in event.players}
    keys = {player.key for player in event.players}
    unused = count(max(known, default=0) + 1)
    for line in lines:
        before = known.get(line.number)
        if before is None:
            new = _apply_cells(Player("", next(unused)), line.cells)
            yield returning_players.make_newcomer(new, keys)
            continue
        player = _apply_cells(before, line.cells)
        # A player with a new name keeps the sheets that were dealt by the old key
        yield player if player.key == before.key else replace(player, dealt=before.key)


def _check_lines(name: str, lines: Iterable[_Line], event: Event) -> None:
    """Raise `BadInputError` with everything that is wrong with the rows."""
    known = {player.number: player for player in event.players}
    seen: set[int] = set()
    problems = []
    for line in lines:
        faults = list(_find_line_faults(line.cells, line.number, known, seen))
        problems += [errors.Problem(fault, where=line.where) for fault in faults]
        if not faults:
            seen.add(line.number)
    if problems:
        what = f"{name} has {messages.how_many(len(problems), 'problem')}."
        raise errors.BadInputError(what, problems)


def read_edited_results(path: Path, event: Event, answers: Answers) -> tuple[Result, ...]:
    """Return the results that an edited `players.csv` gives.

    A round without a column keeps its own. Raises `BadInputError` with every problem; rows with the
    same one are named together.
    """
    heads, lines = _read_player_lines(path, answers)
    columns = result_cells.find_columns(heads)
    indices = {player.number: at for at, player in enumerate(event.players)}
    names = [player.called for player in event.players]
    places = {indices[line.number]: line for line in lines if line.number in indices}
    unknown: list[tuple[_Line, str]] = []
    faults: list[tuple[_Line, str]] = []
    results: list[Result] = []
    for number in sorted(columns.keys() - {*event.numbers}):
        fault = f"round {number} was not printed, so it has no results"
        faults += [(line, fault) for line in lines if line.cells.get(columns[number])]
    for event_round in event.rounds:
        if event_round.number not in columns:
            continue
        cells, unread = _read_column(places, columns[event_round.number])
        unknown += [(places[player], text) for player, text in unread.items()]
        round_results, contradictions = result_cells.read_round(event_round, cells, names)
        results += round_results
        faults += [(places[player], fault) for player, fault in contradictions.items()]
    _check_results(path.name, unknown, faults)
    return replace_results(event.results, results, columns)


def _check_results(
    name: str, unknown: Sequence[tuple[_Line, str]], faults: Sequence[tuple[_Line, str]]
) -> None:
    """Raise `BadInputError` with cells that are not results, and with what else is wrong."""
    count_wrong = len(unknown) + len(faults)
    if not count_wrong:
        return
    fault = result_cells.describe_unknown([text for _, text in unknown])
    problems = _group_faults(name, [*((line, fault) for line, _ in unknown), *faults])
    what = f"{name}: {messages.how_many(count_wrong, 'result')} cannot be used."
    raise errors.BadInputError(what, problems)


def _read_column(
    lines: Mapping[int, _Line], head: str
) -> tuple[dict[int, ResultCell], dict[int, str]]:
    """Return the cells of a round by player, and the text of those that are not results."""
    cells = {}
    unread = {}
    for player, line in lines.items():
        text = line.cells.get(head, "")
        try:
            cells[player] = result_cells.read_cell(text)
        except ValueError:
            unread[player] = text
    return cells, unread


def _group_faults(name: str, faults: Iterable[tuple[_Line, str]]) -> list[errors.Problem]:
    """Return a problem for each fault, with the first of its rows and how many more there are."""
    rows: dict[str, list[int]] = {}
    for line, fault in faults:
        rows.setdefault(fault, []).append(line.row)
    problems = []
    for fault, numbers in rows.items():
        distinct = sorted({*numbers})
        word = messages.plural(len(distinct), "row")
        where = f"{name} {word} {messages.some_of(distinct, _MOST_ROWS)}"
        problems.append(errors.Problem(fault, where=where))
    return problems


def _find_line_faults(
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
                f"the {column} {messages.quote(text)}: {fault}" for fault in find_name_faults(text)
            )
    for need in filter(None, map(simplify, cells.get("needs", "").split(","))):
        if need not in map(simplify, NEEDS):
            yield f"{messages.quote(need)} is not a known need; write {' or '.join(NEEDS)}"
    if simplify(cells.get("here", "")) not in YES | NO:
        yield f"{messages.quote(cells['here'])} under “here”; write yes or no"


def _apply_cells(player: Player, cells: Mapping[str, str]) -> Player:
    """Return a player with what the cells say; a column that is missing changes nothing."""
    needs = {simplify(need) for need in cells.get("needs", "").split(",")}
    changes: dict[str, Any] = {
        name: parse_name(_unescape(cells[name])) for name in ("name", "club") if name in cells
    }
    changes |= {field: simplify(word) in needs for word, field in NEEDS.items() if "needs" in cells}
    now = replace(player, **changes)
    return now if now.name == player.name else replace(now, filed="")


def _unescape(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell
