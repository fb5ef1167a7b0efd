"""What must hold of every list: an answer or an empty cell never changes who plays."""

from __future__ import annotations

import csv
import re
from io import StringIO
from pathlib import Path

import pytest

from support.matrix import mark_matrix
from support.rosters import names_of, read_as
from wordfleet_print.roster.roster import Roster

FOLDER = Path(__file__).parents[1] / "data"
SHAPES = re.findall(
    r"^=[=-]= [^:\n]+: .*\n((?:(?!=.= ).*\n?)*)",
    (FOLDER / "roster-shapes.txt").read_text(encoding="utf-8"),
    re.MULTILINE,
)
SAMPLE = SHAPES[::12]
NUMBER_HEADINGS = [
    "No",
    "Nr.",
    "N°",
    "#",
    "ID",
    "Student ID",
    "Seed",
    "Rank",
    "Pos",
    "SNo.",
    "Startnummer",
    "Roll No",
    "Bib",
    "Licence",
]

ANSWERED = {"club", "table", "round", "opponent", "large print", "left-handed"}


def content_of(roster: Roster) -> tuple[object, ...]:
    """Return who plays and who meets whom."""
    return roster.players, roster.fixtures, roster.rounds


@pytest.mark.parametrize("text", mark_matrix(SHAPES, SAMPLE))
def test_an_answer_that_repeats_what_was_read_changes_nothing(tmp_path: Path, text: str) -> None:
    """To name a column that was read anyway drops nobody and unpairs nobody."""
    roster = read_as(tmp_path, text)
    uses = {column.use for column in roster.columns}
    for column in roster.columns:
        of_two = f"{column.use} of another player" in uses
        if column.use in ANSWERED and not of_two:
            answer = {f"column.{column.use.replace(' ', '-')}": column.letter}
            again = read_as(tmp_path, text, answers=answer)
            assert content_of(again) == content_of(roster), answer


def test_an_answer_about_another_column_drops_nobody(tmp_path: Path) -> None:
    """Three names in a row are three players, whatever else is answered, and in any order."""
    text = "Team,Captain,Player 2,Player 3\nRovers,Ann Lee,Ben Ode,Cleo Marsh\n"
    names = {"column.name": "Captain | Player 2 | Player 3"}
    club = {"column.club": "Team"}
    for answers in (names, names | club, club | names):
        roster = read_as(tmp_path, text, answers=answers)
        assert names_of(roster) == ["Ann Lee", "Ben Ode", "Cleo Marsh"], answers


@pytest.mark.parametrize("heading", NUMBER_HEADINGS)
@pytest.mark.parametrize("empty", [[3], [1, 3], [0, 1, 2, 3]], ids=str)
def test_an_empty_number_pairs_nobody(tmp_path: Path, heading: str, empty: list[int]) -> None:
    """Players without a number are players as the others are; nobody meets them by it."""
    names = ["Ann Lee", "Ben Ode", "Dov Adler", "Cleo Marsh"]
    rows = [[heading, "Name", "Club"]]
    for index, name in enumerate(names):
        rows.append(["" if index in empty else str(index + 1), name, "Rovers"])
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    roster = read_as(tmp_path, text.getvalue())
    assert names_of(roster) == names
    assert roster.fixtures == ()
