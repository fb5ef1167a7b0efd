"""Several lists as one event, and files of sheets that go by club."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from support.command import Run, check, files_in, page_count, roster, texts
from wordfleet_print.errors import BadInputError, UsageError
from wordfleet_print.roster.questions import RosterError
from wordfleet_print.roster.reader import read_rosters


def _lists(folder: Path, **lists: str) -> list[Path]:
    paths = [folder / f"{name}.csv" for name in lists]
    for path, text in zip(paths, lists.values(), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def test_lists_are_joined_in_their_order(tmp_path: Path) -> None:
    """A list without clubs gets its file's name as club. The output says how many players came from
    which list.
    """
    files = _lists(
        tmp_path,
        a5="name\nAnn\nBen\n",
        b5="name,class,large print\nCy,5B,yes\nDi,,\n",
        c6="name\nAnn\n",
    )
    found = read_rosters(files)
    assert [(one.number, one.name, one.club, one.large_print) for one in found.players] == [
        (1, "Ann", "a5", False),
        (2, "Ben", "a5", False),
        (3, "Cy", "5B", True),
        (4, "Di", "", False),
        (5, "Ann", "c6", False),
    ]
    counts = [line for line in found.reading if "from column" in line]
    assert [line.split(" from")[0] for line in counts] == [
        "a5.csv: 2 players",
        "b5.csv: 2 players",
        "c6.csv: 1 player",
    ]


def test_every_problem_of_every_list_is_told(tmp_path: Path) -> None:
    """Problems name their file; so do players who are in two lists, and a list of pairs among lists
    of players.
    """
    namesakes = "name,club\nBo,Z\nBo,Y\n"
    files = _lists(
        tmp_path,
        a="name,club\nAnn,X\nBo: x,X\n",
        b="name\nx@y.org\n",
        c=namesakes,
        d="name,club\nBo,Z\n",
    )
    with pytest.raises(BadInputError) as caught:
        read_rosters([*files, tmp_path / "none.csv"])
    message = "\n".join(map(str, caught.value.problems))
    assert "a.csv row 3" in message
    assert "b.csv: “name” holds numbers" in message
    assert "c.csv and d.csv: “Bo” of “Z” is in both" in message
    assert "none.csv cannot be read" in message
    pairs = _lists(tmp_path, p="White,Black\nAnn,Ben\n", q="name\nCy\n")
    with pytest.raises(UsageError, match="such a list is read by itself"):
        read_rosters(pairs)


def test_a_list_that_comes_twice_is_no_second_class(tmp_path: Path) -> None:
    """A file given twice, or a copy, prints nobody twice; a name that two classes have is noted."""
    (first,) = _lists(tmp_path, a5="name\nAnn\nBen\nCy\n")
    with pytest.raises(UsageError, match="the same name"):
        read_rosters([first, tmp_path / "." / "a5.csv"])
    copy, other = _lists(tmp_path, copy="name\nCy\nBen\nAnn\n", b5="name\nAnn\nDi\nEd\n")
    with pytest.raises(BadInputError, match="3 names are in both; is one a copy of the other"):
        read_rosters([first, copy])
    found = read_rosters([first, other])
    assert len(found.players) == 6
    assert any(warning.startswith("“Ann” is in a5.csv and b5.csv") for warning in found.warnings)


def test_a_list_saved_under_another_name_makes_nobody_new(call: Run) -> None:
    """The file's name is the club until a list has clubs; renaming the file makes nobody a new
    player.
    """
    for name in ("5A", "5B", "5A (2)"):
        roster([f"{name[:2]} kid {number}" for number in range(3)], Path(f"{name}.csv"))
    check(call("event", "print", "5A.csv", "5B.csv", "--round", "1", "--output", "cup", "-q"))
    message = check(
        call("event", "print", "5A (2).csv", "5B.csv", "--round", "2", "--output", "cup")
    ).err
    assert not {"joined", "left"} & {*message.split()}


def test_each_club_has_a_file_of_its_sheets(call: Run, tmp_path: Path) -> None:
    """Each club's file has its sheets alone, round by round; the index is by club; event.json
    prints the same.
    """
    for name, players in (("5A", 5), ("5B", 4), ("6A", 3)):
        roster([f"{name} kid {number}" for number in range(players)], Path(f"{name}.csv"))
    check(
        call(
            "event",
            "print",
            "5A.csv",
            "5B.csv",
            "6A.csv",
            "--by-club",
            "--rounds",
            "2",
            "--output",
            "cup",
            "-q",
        )
    )
    cup = tmp_path / "cup"
    with (cup / "manifest.csv").open(encoding="utf-8-sig", newline="") as file:
        lines = [line for line in csv.DictReader(file) if line["club"]]
    assert Counter(line["file"] for line in lines) == {
        "sheets-5a.pdf": 10,
        "sheets-5b.pdf": 8,
        "sheets-6a.pdf": 6,
    }
    for line in lines:
        assert line["file"] == f"sheets-{line['club'].lower()}.pdf"
        assert line["player"] in texts(cup / line["file"])[int(line["page"]) - 1]
    assert page_count(cup / "sheets-5a.pdf") == 10
    assert all("5A, 5B, 6A · 5A" in page for page in texts(cup / "sheets-5a.pdf"))
    check(call("reprint", "cup", "--player", "5A kid 0", "--round", "1", "--output", "one.pdf"))
    assert texts(tmp_path / "one.pdf")[0] in texts(cup / "sheets-5a.pdf")
    index = "".join(texts(cup / "name-index.pdf"))
    assert [index.index(f"{name} kid 0") for name in ("5A", "5B", "6A")] == sorted(
        index.index(f"{name} kid 0") for name in ("5A", "5B", "6A")
    )
    check(call("event", "print", "cup", "--output", "again", "-q"))
    assert files_in(tmp_path / "again") == files_in(cup)


def test_a_question_about_one_of_several_lists_is_answered_for_it_alone(tmp_path: Path) -> None:
    """It names its list, and its answer asks nothing of the others."""
    files = _lists(
        tmp_path, a5="Name,Zwarf\nAnn,x\nBen,y\n", b5="Name,Zwarf\nCy,yes\nDi,no\nEve,yes\n"
    )
    with pytest.raises(RosterError) as caught:
        read_rosters(files)
    (question,) = caught.value.questions
    assert question.key == "b5/column.status"
    assert question.text.startswith("b5: ")
    roster = read_rosters(files, question.answer("Zwarf"))
    assert [player.name for player in roster.players] == ["Ann", "Ben", "Cy", "Eve"]
