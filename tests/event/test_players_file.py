"""`players.csv`: written with every pack, edited by people, read again."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.sheets import make_draft
from wordfleet_print.errors import BadInputError
from wordfleet_print.event.event import Event
from wordfleet_print.event.plan.planner import plan_rounds
from wordfleet_print.event.plan.players_file import (
    is_players_text,
    read_edited_players,
    write_players,
)
from wordfleet_print.roster.questions import RosterError
from wordfleet_print.roster.roster import Player, Roster, numbered_roster

ROSTER = Roster(
    (
        Player("Ann Lee", 1, "Quay", large_print=True),
        Player("=Bo", 2),
        Player("Cy", 3),
        Player("Di", 4),
    )
)


def _plan(roster: Roster, previous: Event | None = None) -> Event:
    return plan_rounds(make_draft(roster), 2 if previous else 1, 1, previous=previous)


PLAN = _plan(ROSTER)


def _read(folder: Path, text: str | bytes, plan: Event = PLAN, **answers: str) -> Roster:
    file = folder / "players.csv"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_edited_players(file, plan, answers)


def test_every_need_is_written_and_read_back(tmp_path: Path) -> None:
    """Needs are words between commas, in one cell."""
    needy = Player("Ann Lee", 1, large_print=True, left_handed=True, text_sheet=True)
    plan = _plan(Roster((needy, Player("Bo", 2, text_sheet=True))))
    text = write_players(plan)
    rows = text.decode("utf-8-sig").splitlines()
    assert rows[1] == '1,Ann Lee,,"large print, left-handed, text",yes,'
    assert rows[2] == "2,Bo,,text,yes,"
    assert _read(tmp_path, text, plan).players == plan.roster.players


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    """Names, numbers, clubs and needs are read back; no cell is a formula; players who left are
    marked.
    """
    text = write_players(PLAN)
    assert is_players_text(text)
    assert text.decode("utf-8-sig").splitlines()[:3] == [
        "number,name,club,needs,here,round 1",
        "1,Ann Lee,Quay,large print,yes,",
        "2,'=Bo,,,yes,",
    ]
    assert _read(tmp_path, text).players == PLAN.roster.players
    left = _plan(Roster(ROSTER.players[:3]), PLAN)
    assert write_players(left).decode().splitlines()[-1] == "4,Di,,,no,,out"
    assert _read(tmp_path, write_players(left), left).players == left.roster.players


@pytest.mark.parametrize(
    "change", [("utf-16", ",", ";"), ("cp1252", ",", ";"), ("utf-8", ",", "\t")]
)
def test_any_spreadsheet_may_have_saved_it(tmp_path: Path, change: tuple[str, str, str]) -> None:
    """Semicolons and other encodings, as Excel saves them, are read."""
    encoding, before, now = change
    text = (
        "number,name,club,needs,here\n1,Ann Lée,Quay,,yes\n2,Bo,,,no\n3,Cy,,,yes\n4,Di,,,yes\n"
        ",Zoë,Pier,,yes\n"
    )
    roster = _read(tmp_path, text.replace(before, now).encode(encoding))
    assert [one.called for one in roster.players] == ["Ann Lée", "Cy", "Di", "Zoë"]


def test_columns_may_be_moved(tmp_path: Path) -> None:
    """Headings say what a column is; cells that a row leaves out at its end are empty."""
    roster = _read(tmp_path, "name,here,number,club\nAnn Lee,,1\nBo,no,2\nCy,,3,Bay\nDi,,4\nEve\n")
    assert [(one.name, one.club) for one in roster.players] == [
        ("Ann Lee", ""),
        ("Cy", "Bay"),
        ("Di", ""),
        ("Eve", ""),
    ]


def test_numbers_say_who_is_who(tmp_path: Path) -> None:
    """A new name keeps number and sheets, a row without a number is a new player, “no” leaves and
    “yes” returns.
    """
    rows = [
        "1,Anna Li,Pier,left-handed,yes",
        "2,=Bo,,,no",
        "3,Cy,,,x",
        "4,Di,,,",
        ",Eve,,,yes",
        ",Cy,,,yes",
    ]
    roster = _read(tmp_path, "\n".join(["number,name,club,needs,here", *rows]))
    plan = _plan(roster, PLAN)
    assert [(one.name, one.number) for one in plan.players] == [
        *(("Anna Li", 1), ("Cy", 3), ("Di", 4), ("Eve", 5), ("Cy", 6), ("=Bo", 2)),
    ]
    first = plan.roster.players[0]
    assert (first.club, first.large_print, first.left_handed, first.key) == (
        "Pier",
        False,
        True,
        PLAN.players[0].key,
    )
    assert len({one.key for one in plan.players}) == 6
    assert roster.reading == ("5 players from players.csv.", "1 not here: =Bo.")
    again = _plan(
        _read(tmp_path, write_players(plan).replace(b"2,'=Bo,,,no", b"2,=Bo,,,yes"), plan),
        plan,
    )
    assert "=Bo" in {one.name for one in again.roster.players}


def test_players_without_names_can_leave_join_and_get_names(tmp_path: Path) -> None:
    """Of `--players 8`, one row is gone, one has a name now, and one is new."""
    plan = _plan(numbered_roster(8))
    text = (
        write_players(plan)
        .decode("utf-8-sig")
        .replace("3,,,,yes,\r\n", "")
        .replace("5,,,", "5,Ann,,")
    )
    roster = _read(tmp_path, text + ",,,,yes\r\n", plan)
    later = _plan(roster, plan)
    assert [one.number for one in later.roster.players] == [1, 2, 4, 5, 6, 7, 8, 9]
    assert later.roster.players[3].name == "Ann"
    assert later.seeds[0][3] == plan.seeds[0][4]


def test_many_missing_rows_are_a_question(tmp_path: Path) -> None:
    """Deleted rows may be a mistake and are asked about; rows that say no are not."""
    text = write_players(_plan(numbered_roster(12))).decode("utf-8-sig")
    plan, rows = _plan(numbered_roster(12)), text.splitlines()
    with pytest.raises(RosterError) as caught:
        _read(tmp_path, "\n".join(rows[:5]), plan)
    assert [one.key for one in caught.value.questions] == ["gone"]
    assert len(_read(tmp_path, "\n".join(rows[:5]), plan, gone="left").players) == 4
    assert (
        len(
            _read(
                tmp_path,
                "\n".join([*rows[:5], *(row.replace("yes", "no") for row in rows[5:])]),
                plan,
            ).players
        )
        == 4
    )


def test_every_problem_is_named_with_its_row(tmp_path: Path) -> None:
    """Unknown and repeated numbers, unknown needs and answers, and unprintable characters are
    refused by row.
    """
    rows = [
        "9,Ann,,,yes",
        "1,Ann,,,yes",
        "1,Bo,,,yes",
        "3,Cy,,wings,yes",
        "4,Di,,,perhaps",
        ",Z\x07oe,,,yes",
    ]
    with pytest.raises(BadInputError, match=r"players.csv has 5 problems") as caught:
        _read(tmp_path, "\n".join(["number,name,club,needs,here", *rows]))
    assert [one.where for one in caught.value.problems] == [
        f"players.csv row {row}" for row in (2, 4, 5, 6, 7)
    ]
    with pytest.raises(BadInputError, match="columns number and name are missing"):
        _read(tmp_path, "who,when\nAnn,now\n")
