"""What must hold of every list: an answer, an empty cell or a row more changes only itself."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from support.matrix import mark_matrix
from support.rosters import names_of, read_as
from wordfleet_print.errors import WordfleetError
from wordfleet_print.roster.questions import RosterError
from wordfleet_print.roster.roster import Roster

FOLDER = Path(__file__).parents[1] / "data"
SHAPES = re.findall(
    r"^=[=-]= [^:\n]+: .*\n((?:(?!=.= ).*\n?)*)",
    (FOLDER / "roster-shapes.txt").read_text(encoding="utf-8"),
    re.MULTILINE,
)
SAMPLE = SHAPES[::12]
NUMBER_HEADINGS = "No|Nr.|N°|#|ID|Student ID|Seed|Rank|Pos|SNo.|Startnummer|Roll No|Bib|Licence"
ANSWERED = {
    "name",
    "club",
    "table",
    "round",
    "opponent",
    "large print",
    "left-handed",
    "status",
    "needs",
}
Rows = list[list[str]]


def content_of(roster: Roster) -> tuple[object, ...]:
    """Return who plays and who meets whom."""
    return roster.players, roster.fixtures, roster.rounds


def split_rows(text: str) -> Rows:
    """Return the cells of a plain table: headings, and rows as long as they are; else nothing."""
    for delimiter in ";\t,":
        rows = [*csv.reader(StringIO(text, newline=""), delimiter=delimiter)]
        widths = {len(row) for row in rows}
        has_headings = all(rows[0]) and len(set(rows[0])) == len(rows[0])
        if len(widths) == 1 and widths != {1} and has_headings:
            return rows
    return []


def join_rows(rows: Rows) -> str:
    """Return a list of these cells."""
    text = StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


PLAIN = [text for text in SHAPES if split_rows(text) and "<table" not in text]
SAMPLE_OF_PLAIN = PLAIN[::12]


def read_or_ask(folder: Path, text: str) -> Roster | None:
    """Return the roster of a list; None if it is asked about."""
    try:
        return read_as(folder, text)
    except RosterError as error:
        if not error.questions:
            raise
        return None


@pytest.mark.parametrize("text", mark_matrix(SHAPES, SAMPLE))
def test_an_answer_that_repeats_what_was_read_changes_nothing(tmp_path: Path, text: str) -> None:
    """To name a column that was read anyway drops nobody and unpairs nobody."""
    roster = read_as(tmp_path, text)
    uses = [column.use for column in roster.columns]
    for column in roster.columns:
        of_two = f"{column.use} of another player" in uses or uses.count(column.use) > 1
        if column.use in ANSWERED and not of_two:
            answer = {f"column.{column.use.replace(' ', '-')}": column.letter}
            again = read_as(tmp_path, text, answers=answer)
            assert content_of(again) == content_of(roster), answer


@pytest.mark.parametrize("text", mark_matrix(PLAIN, SAMPLE_OF_PLAIN))
def test_emptying_a_column_that_is_not_read_changes_nothing(tmp_path: Path, text: str) -> None:
    """Cells that say nothing of players may be empty, one by one or all."""
    rows = split_rows(text)
    roster = read_as(tmp_path, join_rows(rows))
    for at, column in enumerate(roster.columns):
        if column.use:
            continue
        for emptied in ([1], range(1, len(rows))):
            changed = [list(row) for row in rows]
            for place in emptied:
                changed[place][at] = ""
            again = read_or_ask(tmp_path, join_rows(changed))
            if again is not None:
                assert content_of(again) == content_of(roster), (column.heading, emptied)


def _number_rows(rows: Rows) -> Rows:
    return [["No.", *rows[0]], *([str(at), *row] for at, row in enumerate(rows[1:], start=1))]


def _add_unknown_column(rows: Rows) -> Rows:
    head, *below = rows
    return [[*head, "Zwarf"], *([*row, f"qu{at}x"] for at, row in enumerate(below))]


CHANGES: dict[str, Callable[[Rows], Rows]] = {
    "columns in another order": lambda rows: [row[::-1] for row in rows],
    "a title above": lambda rows: [["Summer Cup 2026"], [], *rows],
    "a column of numbers": _number_rows,
    "a total below": lambda rows: [*rows, ["Total", str(len(rows) - 1)]],
    "an empty column": lambda rows: [["", *row] for row in rows],
    "headings in capitals": lambda rows: [[cell.upper() for cell in rows[0]], *rows[1:]],
    "an unknown column": _add_unknown_column,
}


@pytest.mark.parametrize(
    ("change", "text"),
    mark_matrix(
        [(change, text) for change in CHANGES for text in PLAIN],
        [(change, text) for change in CHANGES for text in SAMPLE_OF_PLAIN[::3]],
    ),
)
def test_what_says_nothing_of_players_changes_nobody(
    tmp_path: Path, change: str, text: str
) -> None:
    """The same people play, or it is asked; nobody is lost or invented in silence."""
    rows = split_rows(text)
    try:
        roster = read_as(tmp_path, join_rows(rows))
        again = read_as(tmp_path, join_rows(CHANGES[change](rows)))
    except WordfleetError:
        return
    if [column.heading for column in roster.columns] != rows[0]:
        return  # a list without headings
    names = sorted(names_of(roster))
    assert sorted(names_of(again)) == names, change
    assert len(again.fixtures) == len(roster.fixtures), change


def test_a_row_more_changes_only_that(tmp_path: Path) -> None:
    """An added player without a number, a bye, or a total leaves all others as they were."""
    rows = [["No", "Name", "Club"], ["1", "Ann Lee", "Rovers"], ["2", "Ben Ode", "City"]]
    before = read_as(tmp_path, join_rows(rows))
    for added in (["", "Cy Young", "City"], ["3", "Cy Young", "City"]):
        roster = read_as(tmp_path, join_rows([*rows, added]))
        assert roster.players[:2] == before.players
        assert names_of(roster)[2:] == ["Cy Young"]
        assert roster.fixtures == ()
    roster = read_as(tmp_path, join_rows([*rows, ["Total", "2", ""]]))
    assert content_of(roster) == content_of(before)
    tables = [["Table", "White", "Black"], ["1", "Ann Lee", "Ben Ode"]]
    paired = read_as(tmp_path, join_rows(tables))
    roster = read_as(tmp_path, join_rows([*tables, ["2", "Cy Young", "bye"]]))
    assert roster.players[:2] == paired.players
    assert roster.fixtures[0] == paired.fixtures[0]


def test_an_answer_about_another_column_drops_nobody(tmp_path: Path) -> None:
    """Three names in a row are three players, whatever else is answered, and in any order."""
    text = "Team,Captain,Player 2,Player 3\nRovers,Ann Lee,Ben Ode,Cleo Marsh\n"
    names = {"column.name": "Captain | Player 2 | Player 3"}
    club = {"column.club": "Team"}
    for answers in (names, names | club, club | names):
        roster = read_as(tmp_path, text, answers=answers)
        assert names_of(roster) == ["Ann Lee", "Ben Ode", "Cleo Marsh"], answers


@pytest.mark.parametrize("heading", NUMBER_HEADINGS.split("|"))
@pytest.mark.parametrize("empty", [[3], [1, 3], [0, 1, 2, 3]], ids=str)
def test_an_empty_number_pairs_nobody(tmp_path: Path, heading: str, empty: list[int]) -> None:
    """Players without a number are players as the others are; nobody meets them by it."""
    names = ["Ann Lee", "Ben Ode", "Dov Adler", "Cleo Marsh"]
    rows = [[heading, "Name", "Club"]]
    for index, name in enumerate(names):
        rows.append(["" if index in empty else str(index + 1), name, "Rovers"])
    roster = read_as(tmp_path, join_rows(rows))
    assert names_of(roster) == names
    assert roster.fixtures == ()
