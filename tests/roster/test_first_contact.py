"""Lists of people who have never seen this program: read, asked about, or refused with a reason."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl.styles import Font

from support.rosters import Table, make_workbook, names_of, read_as, save_workbook
from wordfleet_print.errors import BadInputError
from wordfleet_print.roster.questions import RosterError
from wordfleet_print.roster.roster import Roster

Read = Callable[..., Roster]


def ask(folder: Path, content: str | bytes, name: str = "roster.csv") -> RosterError:
    """Return what is asked about a list."""
    with pytest.raises(RosterError) as caught:
        read_as(folder, content, name)
    assert caught.value.questions
    assert not caught.value.faults
    return caught.value


def read_all_ways(folder: Path, content: str | bytes, name: str) -> list[list[str]]:
    """Return who plays by the first answers to all questions, and by the last ones."""
    error = ask(folder, content, name)
    found = []
    for at in (0, -1):
        answers: dict[str, str] = {}
        for question in error.questions:
            answers |= question.answer(question.choices[at].value)
        found.append(names_of(read_as(folder, content, name, answers)))
    return found


# Needs


@pytest.mark.parametrize(
    ("remark", "large", "left"),
    [
        ("Enlarged papers A3", True, False),
        ("A3", True, False),
        ("visually impaired", True, False),
        ("VI", True, False),
        ("sehbehindert", True, False),
        ("LH", False, True),
        ("leftie", False, True),
        ("leworęczna", False, True),
        ("no large print", False, False),
        ("allergic to nuts", False, False),
    ],
)
def test_needs_are_known_in_teachers_words(
    read: Read, remark: str, large: bool, left: bool
) -> None:
    """Short and other words for large print and left-handed are needs in a column of needs."""
    player = read(f"Name,Access arrangements\nAnn Lee,{remark}\nBen Ode,\n").players[0]
    assert (player.large_print, player.left_handed) == (large, left)


@pytest.mark.parametrize(
    ("remark", "needs_text"),
    [
        ("text", True),
        ("Text sheet", True),
        ("braille please", True),
        ("left-handed; text", True),
        ("screen reader (JAWS)", True),
        ("Blindenschrift", True),
        ("lector de pantalla", True),
        ("lecteur d’écran", True),
        ("aveugle", True),
        ("colour-blind", False),
        ("text me about lunch", False),
        ("no braille", False),
        ("large print", False),
    ],
)
def test_a_text_sheet_is_asked_for_in_many_words(read: Read, remark: str, needs_text: bool) -> None:
    """A player who reads by screen reader or braille display gets a text sheet; a remark that only
    has one of these words in it asks for none.
    """
    player = read(f"Name,Notes\nAnn Lee,{remark}\nBen Ode,\n").players[0]
    assert player.text_sheet is needs_text


@pytest.mark.parametrize("heading", ["Text sheet", "Braille", "Screen reader", "Hoja de texto"])
def test_a_text_sheet_has_a_column(read: Read, heading: str) -> None:
    """A column of its own says yes or no."""
    players = read(f"Name,{heading}\nAnn Lee,yes\nBen Ode,no\nCy Young,\n").players
    assert [player.text_sheet for player in players] == [True, False, False]


def test_short_words_are_needs_only_where_needs_are_written(read: Read) -> None:
    """“VI” is a class, and “A3” a room."""
    roster = read("Name,Class,Room\nAnn Lee,VI,A3\nBen Ode,VI,A3\n")
    assert not any(player.large_print for player in roster.players)


def test_a_remark_that_is_no_need_is_named(read: Read) -> None:
    """Of a column of needs, every remark that was not understood is in a note, with what could be
    written instead.
    """
    roster = read("Name,Needs\nAnn Lee,large print\nBen Ode,sits in front\nCy Young,no\n")
    (note,) = (text for text in roster.warnings if "sits in front" in text)
    assert "row 3 “sits in front”. Needs are “large print”," in note
    assert "Cy" not in "".join(roster.warnings)


def test_needs_written_later_arrive(read: Read) -> None:
    """A column that needs were read from is read for needs again, also if it has none by then."""
    first = read("Name,Zwarf\nAnn Lee,left-handed\nBen Ode,\n")
    kept = dict(first.answers)
    assert kept == {"column.needs": "Zwarf"}
    later = read("Name,Zwarf\nAnn Lee,\nBen Ode,large print\n", "roster.csv", kept)
    assert not later.fields_without_column & {"large_print", "left_handed"}
    assert [player.large_print for player in later.players] == [False, True]
    without = read("Name\nAnn Lee\nBen Ode\n", "roster.csv", kept)
    assert {"large_print", "left_handed"} <= without.fields_without_column


def test_remarks_beside_a_need_are_named_under_any_heading(read: Read) -> None:
    """A column becomes one of needs by the first need in it; its other remarks are named, too."""
    roster = read("Name,Zwarf\nAnn Lee,asthma\nBen Ode,large print\nCy Chen,no\n")
    assert [player.large_print for player in roster.players] == [False, True, False]
    (note,) = [note for note in roster.warnings if "Not read as a need" in note]
    assert "row 2 “asthma”" in note
    assert "row 4" not in note
    without = read("Name,Zwarf\nAnn Lee,asthma\nBen Ode,\nCy Chen,no\n")
    assert not any("Not read as a need" in note for note in without.warnings)


def test_needs_written_later_into_a_sheet_arrive(tmp_path: Path) -> None:
    """The column of needs is kept for each sheet, whatever its name."""
    sheets: dict[str, Table] = {
        "Set 5.1": [["Name", "Zwarf"], ["Ann Lee", "large print"], ["Ben Ode", ""]],
        "Set 5.2": [["Name", "Zwarf"], ["Cy Chen", "A3"], ["Di Dee", ""]],
    }
    raw = save_workbook(make_workbook(**sheets))
    said = {"sheet": "all", "large-print.a3": "no"}
    roster = read_as(tmp_path, raw, "a.xlsx", said)
    assert dict(roster.answers) == {**said, "Set 5.1/column.needs": "Zwarf"}
    sheets["Set 5.1"] = [["Name", "Zwarf"], ["Ann Lee", ""], ["Ben Ode", "LH"]]
    raw = save_workbook(make_workbook(**sheets))
    later = read_as(tmp_path, raw, "a.xlsx", dict(roster.answers))
    assert [player.left_handed for player in later.players] == [False, True, False, False]


@pytest.mark.parametrize("heading", ["Medical flags", "Alerts", "Additional info", "Sonstiges"])
def test_short_needs_are_read_under_headings_of_schools(read: Read, heading: str) -> None:
    """“LH” is a need where a school writes what to know of a child."""
    roster = read(f"Pupil,{heading}\nAnn Lee,LH\nBen Ode,asthma\n")
    assert [player.left_handed for player in roster.players] == [True, False]
    assert any("row 3 “asthma”" in note for note in roster.warnings)


@pytest.mark.parametrize("heading", ["Flags", "SEN", "Set", "Zwarf"])
@pytest.mark.parametrize(
    ("code", "field", "key"),
    [
        ("LH", "left_handed", "left-handed.lh"),
        ("K; LH", "left_handed", "left-handed.k-lh"),
        ("VI", "large_print", "large-print.vi"),
        ("A3", "large_print", "large-print.a3"),
        ("text", "text_sheet", "text-sheet.text"),
    ],
)
def test_a_short_need_under_any_heading_is_asked_about(
    read: Read, heading: str, code: str, field: str, key: str
) -> None:
    """Where nobody knows what a column is, “LH” may be a need: it is asked, and never lost."""
    for rows in (("Ann Lee,{}", "Ben Ode,", "Cy Chen,K"), ("Ann Lee,", "Ben Ode,{}", "Cy Chen,{}")):
        text = "\n".join([f"Name,{heading}", *rows]).replace("{}", code)
        with pytest.raises(RosterError) as caught:
            read(text)
        assert [question.key for question in caught.value.questions] == [key]
        for answer in ("yes", "no"):
            players = read(text, "roster.csv", {key: answer}).players
            expected = [code in row and answer == "yes" for row in text.splitlines()[1:]]
            assert [getattr(player, field) for player in players] == expected


def test_codes_that_count_on_are_no_needs(read: Read) -> None:
    """Classes V, VI, VII and rooms A2, A3, A4 ask nothing, whatever their columns are called."""
    for codes in (("V", "VI", "VII"), ("A2", "A3", "A4"), ("VI", "VI", "VI"), ("A3", "A3", "A3")):
        rows = [f"{name},{code}" for name, code in zip(["Ann", "Ben", "Cy"], codes, strict=True)]
        roster = read("\n".join(["Name,Zwarf", *rows]))
        assert not any(player.large_print for player in roster.players)


# Names


@pytest.mark.parametrize("name", ["Ann Lee", "Jürgen Groß", "Niamh Ó Súilleabháin"])
@pytest.mark.parametrize(
    "form",
    [
        "{} (captain)",
        "{} [Captain]",
        "{} (vice captain)",
        "{} (skipper)",
        "{} - captain",
        "{} – Kapitän",
        "{} (C)",
        "{} (c)",
        "{} [VC]",
        "{} (K)",
        "Capt. {}",
        "Cpt {}",
        "Captain {}",
    ],
)
def test_a_captain_has_no_mark_on_the_sheet(read: Read, name: str, form: str) -> None:
    """A mark of a captain is no part of a name; a note says that it was removed."""
    written = form.format(name)
    roster = read(f'Name\nBen Ode\n"{written}"\nCy Chen\nDi Dee\n')
    assert [player.name for player in roster.players] == ["Ben Ode", name, "Cy Chen", "Di Dee"]
    note = f"Marks of captains were removed: “{written}” is “{name}”."
    assert note in roster.warnings
    behind = f'Name\nBen Ode\n"{name}, captain"\nCy Chen\nDi Dee\n'
    players = read(behind, "b.csv", {"rows": "player"}).players
    assert players[1].name == name
    clubs = read('Name\nBen Ode (City)\n"Ann Lee (captain, Rovers)"\nCy Chen\n')
    assert clubs.players[1].name == "Ann Lee (Rovers)"
    parts = read("First,Last\nBen,Ode\nAnn,Lee (C)\nCy,Chen\nDi,Dee\n")
    assert [player.filed for player in parts.players][1] == "Lee, Ann"


@pytest.mark.parametrize(
    "names",
    [
        ["Ann Lee (A)", "Ben Ode (B)", "Cy Chen (C)"],
        ["Ann Lee (C)", "Ben Ode (C)", "Cy Chen (C)"],
        ["Captain Hook", "Captain Nemo", "Ann Lee"],
        ["Skip Ann Ellis", "Co van der Berg", "Ann Lee"],
        ["Ann Lee (City)", "Ben Ode (Rovers)", "Cy Chen"],
    ],
)
def test_what_only_looks_like_a_mark_stays(read: Read, names: list[str]) -> None:
    """Classes A, B and C, clubs and Captain Hook keep their names."""
    roster = read("\n".join(["Name", *names]))
    assert [player.name for player in roster.players] == names


@pytest.mark.parametrize("name", ["Student, Test", "Test Student", "Demo Player", "Schüler, Test"])
def test_somebody_a_program_made_up_is_asked_about(tmp_path: Path, name: str) -> None:
    """Canvas adds “Student, Test” to each course: it is asked about, wherever it is."""
    for rows in ((name, "Lee, Ann", "Ode, Ben"), ("Lee, Ann", "Ode, Ben", name)):
        text = "\n".join(["Student,ID", *(f'"{row}",7' for row in rows)])
        with pytest.raises(RosterError) as caught:
            read_as(tmp_path, text)
        (question,) = caught.value.questions
        assert name in question.text
        roster = read_as(tmp_path, text, answers={question.key: "skip"})
        assert [player.name for player in roster.players] == ["Ann Lee", "Ben Ode"]
    kept = read_as(tmp_path, "Name\nTest Pilot\nTess Demo\nAnn Lee\n")
    assert len(kept.players) == 3


@pytest.mark.parametrize(
    "written",
    [
        "Captain: Ann Lee",
        "Kapitän: Ann Lee",
        "Player 2: Ann Lee",
        "Ann Lee*",
        "Ann Lee†",
        "Ann Lee ‡",
        "Ann Lee¹",
    ],
)
def test_labels_and_footnote_signs_are_no_part_of_a_name(read: Read, written: str) -> None:
    """A word for a player in front of a name, and a sign behind it, are removed with a note."""
    roster = read(f"Name,Club\n{written},Quay\nBen Ode,Quay\n")
    assert names_of(roster) == ["Ann Lee", "Ben Ode"]
    assert any(written in note for note in roster.warnings)


def test_a_label_that_names_no_player_stays_a_problem(tmp_path: Path) -> None:
    """“Coach: Ann Lee” may be somebody who does not play."""
    with pytest.raises(BadInputError) as caught:
        read_as(tmp_path, "Name,Club\nCoach: Ann Lee,Quay\nBen Ode,Quay\n")
    assert "Coach: Ann Lee" in str(caught.value)


# Who plays


@pytest.mark.parametrize("heading", ["Collected by", "Going home with", "Emergency contact"])
def test_who_fetches_a_child_says_nothing_of_playing(read: Read, heading: str) -> None:
    """Parents in a column about parents are no spectators."""
    rows = ["Ann Lee,Mum", "Ben Ode,Nan", "Cy Chen,Dad", "Di Dee,walks", "Eve Quinn,Mum"]
    roster = read("\n".join([f"Child,{heading}", *rows]))
    assert names_of(roster) == ["Ann Lee", "Ben Ode", "Cy Chen", "Di Dee", "Eve Quinn"]


@pytest.mark.parametrize("heading", ["Checked In", "Check-in", "Registered", "Status", "Present"])
def test_a_no_leaves_out_or_is_asked(tmp_path: Path, heading: str) -> None:
    """A player who is not checked in plays only if somebody says so."""
    text = f"Name,{heading}\nAnn Lee,Yes\nBen Ode,No\nCy Young,Yes\n"
    try:
        roster = read_as(tmp_path, text)
    except RosterError as error:
        said = str(error)
    else:
        said = " ".join(roster.reading)
        assert names_of(roster) == ["Ann Lee", "Cy Young"]
    assert heading in said


def test_two_columns_say_who_plays(read: Read) -> None:
    """A player who dropped out or is not checked in is left out."""
    text = "Name,Dropped,Checked In\nAnn,FALSE,TRUE\nBen,TRUE,TRUE\nCy,FALSE,FALSE\n"
    assert names_of(read(text)) == ["Ann"]


def test_before_a_meeting_nobody_is_checked_in(read: Read) -> None:
    """A column of the programs that is no for everybody says nothing yet."""
    assert names_of(read("Name,Checked In\nAnn,No\nBen,No\n")) == ["Ann", "Ben"]


@pytest.mark.parametrize(
    ("heading", "cells"),
    [
        ("State", ["NY", "NJ", "CA"]),
        ("First Join", ['"11/28/26, 9:00 AM"', '"11/28/26, 9:01 AM"', '"11/28/26, 9:03 AM"']),
        ("Registered", ["2026-05-01", "2026-05-02", "2026-05-02"]),
    ],
)
def test_cells_decide_whether_a_column_says_who_plays(
    read: Read, heading: str, cells: list[str]
) -> None:
    """Codes and dates leave nobody out and are not asked about."""
    rows = [f"Player {at},{cell}" for at, cell in enumerate(cells, start=1)]
    roster = read("\n".join([f"Name,{heading}", *rows]))
    assert names_of(roster) == ["Player 1", "Player 2", "Player 3"]


def test_struck_out_and_filtered_rows_are_asked_about(tmp_path: Path) -> None:
    """What a sheet crosses out or hides by a filter plays only if somebody says so."""
    book = make_workbook(P=[["Name", "Club"], ["Ann", "A"], ["Ben", "B"], ["Cy", "C"]])
    sheet = book["P"]
    for cell in sheet[3]:
        cell.font = Font(strike=True)
    sheet.auto_filter.ref = "A1:B4"
    sheet.auto_filter.add_filter_column(1, ["A", "B"])
    sheet.row_dimensions[4].hidden = True
    ways = read_all_ways(tmp_path, save_workbook(book), "a.xlsx")
    assert ways == [["Ann", "Ben", "Cy"], ["Ann"]]


@pytest.mark.parametrize(
    "text",
    [
        "Rovers\nAnn Lee\nBen Ode\n\nCity\nDov Adler\nEve Quinn\n",
        "# Rovers\nAnn Lee\nBen Ode\n# City\nDov Adler\nEve Quinn\n",
    ],
)
def test_team_names_above_players_are_asked_about(tmp_path: Path, text: str) -> None:
    """A team is no player unless somebody says so."""
    _, without = read_all_ways(tmp_path, text, "teams.txt")
    assert without == ["Ann Lee", "Ben Ode", "Dov Adler", "Eve Quinn"]


# Shapes


def test_every_sheet_of_a_workbook_can_be_a_class(tmp_path: Path) -> None:
    """All sheets, or several of them, are read together; a sheet without clubs names the class."""
    sheets: dict[str, Table] = {
        "5A": [["No.", "Surname", "First name"], [1, "Adler", "Ava"], ["", "Total", 1]],
        "5B": [["Name", "Large print"], ["Cy Chen", "yes"]],
        "5C": [["Name"], ["Di Dee"]],
        "Info": [["Autumn term"]],
    }
    book = make_workbook(**sheets)
    raw = save_workbook(book)
    (question,) = ask(tmp_path, raw, "a.xlsx").questions
    assert [choice.value for choice in question.choices] == ["5A", "5B", "5C", "all"]
    roster = read_as(tmp_path, raw, "a.xlsx", {"sheet": "all"})
    found = [(player.name, player.club, player.large_print) for player in roster.players]
    assert found == [("Ava Adler", "5A", False), ("Cy Chen", "5B", True), ("Di Dee", "5C", False)]
    for repeated in ("all | all", "5A | all"):
        again = read_as(tmp_path, raw, "a.xlsx", {"sheet": repeated})
        assert names_of(again) == names_of(roster)
    two = read_as(tmp_path, raw, "a.xlsx", {"sheet": "5A | 5C"})
    assert names_of(two) == ["Ava Adler", "Di Dee"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("  1   Lee, Ann     1500  USA\n  2   Ode, Ben     1600  USA\n", "by spaces"),
        ("Team 1, Ann Lee, 1, Ben Ode, 7\nTeam 2, Cy Young, 2, Di Dee, 7, Eve, 8\n", "several"),
    ],
)
def test_reports_and_lines_of_several_people_are_refused(
    tmp_path: Path, text: str, message: str
) -> None:
    """The refusal says what the file looks like; nobody is made of several people."""
    with pytest.raises(BadInputError) as caught:
        read_as(tmp_path, text, "list.txt")
    assert message in str(caught.value)


def test_a_list_of_a_later_round_is_of_that_round_alone(read: Read) -> None:
    """Its fixtures are of that round, named by a column or by the title."""
    for text in (
        "Rd,Bd,White,Black\n3,1,Ann,Ben\n3,2,Cy,Dov\n",
        "Round 3\nTable,White,Black\n1,Ann,Ben\n2,Cy,Dov\n",
    ):
        roster = read(text)
        assert {fixture.round for fixture in roster.fixtures} == {3}
        assert not any("not read" in note for note in roster.warnings)
