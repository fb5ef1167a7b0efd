"""Questions about a list: asked once, answered by keys, kept for the next list."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from support.rosters import names_of, read_as
from wordfleet_print.errors import UsageError
from wordfleet_print.roster.questions import Question, RosterError, parse_answers
from wordfleet_print.roster.reader import read_roster, read_rosters
from wordfleet_print.roster.roster import Roster

Read = Callable[..., Roster]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Read a roster of this text by these answers."""
    return lambda text, answers=(): read_as(tmp_path, text, answers=dict(answers))


def _questions(
    read: Read, text: str, answers: dict[str, str] | None = None
) -> tuple[Question, ...]:
    with pytest.raises(RosterError) as caught:
        read(text, answers or {})
    return caught.value.questions


def test_choices_show_names_of_their_columns(read: Read) -> None:
    """For a captain and a second player, three names of each column are shown, and two answers that
    keep both.
    """
    (question,) = _questions(
        read, "Team,Captain,Player 2\nA,Ann,Bob\nB,Cy,Dov\nC,Eve,Fay\nD,Gil,Hal\n"
    )
    assert question.key == "column.name"
    assert [(one.value, one.label) for one in question.choices] == [
        ("Captain", "Captain: Ann, Cy, Eve, …"),
        ("Player 2", "Player 2: Bob, Dov, Fay, …"),
        ("Captain | Player 2", "all of them: each is a player"),
        ("Captain : Player 2", "both: the two in a row meet each other"),
    ]


def test_options_answer_the_same(read: Read) -> None:
    """Without a terminal each choice is shown as the option that gives it; options give the same
    result as answers.
    """
    with pytest.raises(RosterError) as caught:
        read("Name,Status\nAnn,yes\nBen,maybe\n")
    assert [one.value for one in caught.value.problems[0].fixes] == [
        "status.maybe=plays",
        "status.maybe=out",
    ]
    answers = {"column.name": "Full name", "5A/column.club": "C", "row.late-entries": "skip"}
    assert parse_answers(["name=Full name", "5A/club=C"], ["row.late-entries=skip"]) == answers


@pytest.mark.parametrize(
    ("columns", "others"),
    [(["name"], []), ([], ["=x"]), (["name=A", "Name=B"], []), (["nme=A"], [])],
)
def test_options_that_are_no_answers_are_refused(columns: list[str], others: list[str]) -> None:
    """Text without “=”, without a key, with a repeated key, or with an unknown use is refused."""
    with pytest.raises(UsageError):
        parse_answers(columns, others)


def test_many_rows_in_doubt_are_one_question(read: Read) -> None:
    """Three titles or more are left out by one answer, or asked about one by one."""
    text = "".join(f"Class 5{letter}\nAnn {letter}\nBen {letter}\n\n" for letter in "ABC")
    (question,) = _questions(read, text)
    assert (question.key, question.rows) == ("rows", (1, 5, 9))
    assert len(names_of(read(text, question.answer("skip")))) == 6
    assert len(names_of(read(text, question.answer("player")))) == 9
    assert len(names_of(read(text, {"rows": "skip"}))) == 6
    each = _questions(read, text, question.answer("each"))
    assert [one.key for one in each] == ["row.class-5a", "row.class-5b", "row.class-5c"]


def test_an_answer_names_the_text_and_not_the_row(read: Read) -> None:
    """The answer therefore holds for the next list, in which rows have moved."""
    text = "Name,Club\nAnn,A\nBen,B\n\nLate entries,\nCy,C\n"
    (question,) = _questions(read, text)
    assert question.text == "Row 5: is “Late entries” a player, or a title or a total?"
    answers = question.answer("skip")
    assert names_of(read(text, answers)) == ["Ann", "Ben", "Cy"]
    assert names_of(read("Name,Club\nDov,D\nAnn,A\nBen,B\nEve,E\nCy,C\n", answers)) == [
        "Dov",
        "Ann",
        "Ben",
        "Eve",
        "Cy",
    ]


def test_the_same_name_twice_is_asked_about(read: Read) -> None:
    """One person gets one sheet; two people get two and are told apart. Another club or round is no
    question.
    """
    text = "name,club\nAnn Lee,A\nBen,A\nAnn  Lee,A\n"
    (question,) = _questions(read, text)
    assert question.text.startswith("“Ann Lee” is in rows 2, 4. ")
    assert names_of(read(text, question.answer("one"))) == ["Ann Lee", "Ben"]
    twins = read(text, question.answer("two")).players
    assert [(one.name, one.twin) for one in twins] == [("Ann Lee", 0), ("Ben", 0), ("Ann Lee", 1)]
    other = read("name,club\nAnn,A\nAnn,B\n")
    assert (len(other.players), other.warnings) == (
        2,
        ("“Ann” is in rows 2 and 3 with different clubs; both get a sheet.",),
    )
    assert len(read("name,round\nAnn,1\nAnn,2\n").players) == 1


def test_a_list_without_headings_is_asked_about(read: Read) -> None:
    """Each column is offered, from its first row, or below it if that is an unknown heading."""
    (question,) = _questions(read, "Wer kommt,Woher\nAnn Lee,Köln\nBen Okafor,Bonn\n")
    found = {
        one.value: names_of(
            read("Wer kommt,Woher\nAnn Lee,Köln\nBen Okafor,Bonn\n", question.answer(one.value))
        )
        for one in question.choices[:4]
    }
    assert found["A"] == ["Wer kommt", "Ann Lee", "Ben Okafor"]
    assert found["Wer kommt"] == ["Ann Lee", "Ben Okafor"]


def test_everybody_of_a_row_that_is_left_out_is_named(read: Read) -> None:
    """If a row of two players is withdrawn, both are named."""
    text = "Captain,Player 2,Status\nAnn,Bob,yes\nCy,Dov,withdrawn\n"
    roster = read(text, {"column.name": "Captain | Player 2"})
    assert names_of(roster) == ["Ann", "Bob"]
    assert "2 left out (“Status”: “withdrawn”): row 3 “Cy”, row 3 “Dov”." in roster.reading


@pytest.mark.parametrize(
    ("answers", "players"),
    [
        ({"column.name": "Full name (as on badge)"}, "Ann Lee, Ben Okafor"),
        (
            {"column.name": "full NAME (as on badge)", "column.club": "Where from"},
            "Ann Lee Rovers, Ben Okafor City",
        ),
        ({"column.first": "Nick", "column.last": "D"}, "Annie Rovers, Benny City"),
        ({"column.name": "Nick", "column.large-print": "Big?"}, "Annie large, Benny"),
        ({"column.name": "Nick", "column.opponent": "A"}, "Annie, Ann Lee, Benny, Ben Okafor"),
    ],
)
def test_a_column_can_be_named_outright(read: Read, answers: dict[str, str], players: str) -> None:
    """A column can be named by its heading, in any case, or by its letter; the answer outranks
    headings.
    """
    text = (
        "Full name (as on badge);Nick;Big?;Where from\nAnn Lee;Annie;yes;Rovers\nBen Okafor;"
        "Benny;;City\n"
    )
    found = [
        f"{one.name} {one.club}{'large' * one.large_print}".strip()
        for one in read(text, answers).players
    ]
    assert found == players.split(", ")


def test_an_answer_about_no_column_is_refused(read: Read) -> None:
    """The nearest heading is suggested; “none” says that no column has the use."""
    assert read("Name,Club\nAnn,Rovers\n", {"column.club": "none"}).players[0].club == ""
    with pytest.raises(RosterError, match=r"called “Full nam”.*did you mean Full name"):
        read("Full name,Club\nAnn,A\n", {"column.name": "Full nam"})


def test_faults_and_questions_come_together(read: Read) -> None:
    """All problems and questions of a step come together, each with its row."""
    with pytest.raises(RosterError) as caught:
        read(
            'Name,Status,Table\nAnn,maybe,1\nBob: bring pens,yes,x\n"",yes,2\nCy,yes,2\nDi,yes,2\n'
        )
    assert [one.where for one in caught.value.faults] == [
        "roster.csv row 3, column “Name”",
        "roster.csv row 3, column “Table”",
    ]
    assert [one.key for one in caught.value.questions] == ["status.maybe", "nameless"]
    assert str(caught.value).startswith("roster.csv: 2 problems and 2 questions.")


def test_questions_of_several_lists_are_asked_once(tmp_path: Path) -> None:
    """One answer about a status or title holds for all lists; “6A/column.name” is about one
    list.
    """
    for name, text in {
        "5A": "name,status\nAnn,maybe\nBen,yes\n",
        "5B": "name,status\nCy,maybe\nDi,yes\n",
        "6A": "Captain,Player\nEve,Fay\nGil,Hal\n",
    }.items():
        (tmp_path / f"{name}.csv").write_text(text)
    files = [tmp_path / f"{name}.csv" for name in ("5A", "5B", "6A")]
    with pytest.raises(RosterError) as caught:
        read_rosters(files)
    assert [one.key for one in caught.value.questions] == ["status.maybe", "6A/column.name"]
    roster = read_rosters(files, {"status.maybe": "out", "6A/column.name": "Player"})
    assert names_of(roster) == ["Ben", "Di", "Fay", "Hal"]
    assert dict(roster.answers) == {"status.maybe": "out", "6A/column.name": "Player"}


def test_reading_is_pure(tmp_path: Path) -> None:
    """The same file and answers give the same roster, and reading leaves nothing behind."""
    file = tmp_path / "a.csv"
    file.write_text("name,status\nAnn,maybe\nBen,yes\n")
    answers = {"status.maybe": "plays"}
    first, second = read_roster(file, answers), read_roster(file, answers)
    assert (first, first.reading) == (second, second.reading)
    assert answers == {"status.maybe": "plays"}
    assert [*tmp_path.iterdir()] == [file]
