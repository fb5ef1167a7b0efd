"""Results of tables: typed into `players.csv`, kept in `event.json`, ranked on a page."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from support.command import Run, check, files_in, roster, texts
from support.events import read_back
from support.sheets import make_draft
from wordfleet_print.event.event import Event, Result
from wordfleet_print.event.folder import read_printed
from wordfleet_print.event.pairing.rounds import Round, Seating
from wordfleet_print.event.plan.planner import plan_rounds
from wordfleet_print.event.plan.result_cells import read_cell
from wordfleet_print.event.results import describe_points, rank_players
from wordfleet_print.roster.roster import Player, Roster

NAMES = ("Ann", "Ben", "Cy", "Di", "Eve")
CUP = Path("output/club")


def _event(*results: Result) -> Event:
    """Two rounds of five players: Ann–Ben, Cy–Di, Eve free; then Ann–Cy, Ben–Eve, Di free."""
    players = tuple(Player(name, number) for number, name in enumerate(NAMES, start=1))
    event = plan_rounds(make_draft(Roster(players), seed=""), 2, 0)
    rounds = (
        Round.of(1, [Seating(1, 0, 1), Seating(2, 2, 3), Seating(0, 4, None)]),
        Round.of(2, [Seating(1, 0, 2), Seating(2, 1, 4), Seating(0, 3, None)]),
    )
    return replace(event, rounds=rounds, results=results)


def _ranks(event: Event) -> dict[str, tuple[int, str, int, str]]:
    return {
        NAMES[one.player]: (
            one.place,
            describe_points(one.halves),
            one.ships,
            describe_points(one.opponents),
        )
        for one in rank_players(event)
    }


def test_points_ships_and_opponents_decide() -> None:
    """A win is 1, a draw ½, a bye 1; then ships count, then the opponents' points."""
    event = _event(
        Result(1, 1, "first", (5, 3)),
        Result(1, 2, "draw"),
        Result(2, 1, "second"),
        Result(2, 2, "unplayed"),
    )
    assert _ranks(event) == {
        "Cy": (1, "1½", 0, "2½"),
        "Di": (2, "1½", 0, "1½"),
        "Ann": (3, "1", 5, "1½"),
        "Eve": (4, "1", 0, "0"),
        "Ben": (5, "0", 3, "1"),
    }


def test_ties_are_shared() -> None:
    """Who has the same figures has the same place; the next place counts everybody before."""
    event = _event(Result(1, 1, "draw"), Result(1, 2, "draw"))
    assert {name: one[0] for name, one in _ranks(event).items()} == {
        "Eve": 1,
        "Ann": 2,
        "Ben": 2,
        "Cy": 2,
        "Di": 2,
    }


@pytest.mark.parametrize(
    ("text", "word", "ships"),
    [
        *(("", "", None), ("WON", "won", None), ("w", "won", None), ("1", "won", None)),
        *(("won 5", "won", 5), (" lost  3 ", "lost", 3), ("0", "lost", None), ("½", "draw", None)),
        *(("0,5", "draw", None), ("draw 2", "draw", 2), ("not played", "unplayed", None)),
    ],
)
def test_a_cell_is_read_as_people_write_it(text: str, word: str, ships: int | None) -> None:
    """Words, letters and points say who won; a number behind them counts ships."""
    assert read_cell(text) == (word, ships)


@pytest.mark.parametrize("text", ["yes please", "5", "won five", "won 123", "bye 3", "2 won"])
def test_other_cells_are_refused(text: str) -> None:
    """What is no result is never guessed."""
    with pytest.raises(ValueError, match="is not a result"):
        read_cell(text)


def _type(folder: Path, cells: Mapping[tuple[str, int], str]) -> None:
    """Type cells into `players.csv`, by name and round."""
    file = folder / "players.csv"
    text = file.read_text(encoding="utf-8-sig")
    rows = list(csv.reader(text.splitlines()))
    for (name, number), cell in cells.items():
        (row,) = [row for row in rows if row[1] == name]
        row[rows[0].index(f"round {number}")] = cell
    with file.open("w", encoding="utf-8", newline="") as target:
        csv.writer(target).writerows(rows)


@pytest.fixture
def cup(call: Run) -> dict[int, list[tuple[str, str]]]:
    """An event of four players and two rounds; who meets whom, by round."""
    roster(["Ann", "Ben", "Cy", "Di"])
    check(call("event", "print", "club.csv", "--rounds", "2", "--seed", "s", "--quiet"))
    event = read_printed(CUP / "event.json").event
    names = [player.name for player in event.players]
    return {
        one.number: [(names[first], names[second or 0]) for _, first, second in one]
        for one in event.rounds
    }


def test_results_change_no_sheet(call: Run, cup: dict[int, list[tuple[str, str]]]) -> None:
    """One cell of a table is enough; results are kept, and may be corrected or removed."""
    before = files_in(CUP)
    (winner, loser), (one, other) = cup[1]
    _type(CUP, {(winner, 1): "won 5", (one, 1): "draw", (other, 1): "d"})
    result = check(call("event", "print", CUP))
    assert "2 results are new or changed: no sheet changes." in result.err
    after = files_in(CUP)
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"players.csv", "event.json"}
    assert {*after} - {*before} == {"standings.pdf"}
    (page,) = texts(CUP / "standings.pdf")
    assert "After round 1".upper() in page.upper()
    assert page.index(winner) < page.index(one) < page.index(loser)
    # The list of players says nothing about results
    check(call("event", "print", "club.csv", "--rounds", "3", "--quiet"))
    assert len(read_printed(CUP / "event.json").event.results) == 2
    _type(CUP, {(loser, 1): "won", (winner, 1): "lost"})
    check(call("event", "print", "club.csv", "--quiet"))
    assert texts(CUP / "standings.pdf")[0].index(loser) < page.index(one)
    _type(CUP, dict.fromkeys([(winner, 1), (loser, 1), (one, 1), (other, 1)], ""))
    check(call("event", "print", CUP, "--quiet"))
    assert not (CUP / "standings.pdf").exists()


def test_results_that_contradict_each_other_are_named(
    call: Run, cup: dict[int, list[tuple[str, str]]]
) -> None:
    """All contradictions and odd cells are named with their rows; nothing changes."""
    (first, second), (third, _) = cup[2]
    _type(CUP, {(first, 2): "won", (second, 2): "won", (third, 2): "hurray"})
    before = files_in(CUP)
    result = call("event", "print", CUP)
    assert (result.code, files_in(CUP)) == (3, before)
    assert f"{first} has “won”, {second} has “won”" in result.err
    assert "“hurray”" in result.err


@pytest.mark.usefixtures("cup")
def test_cells_that_are_not_results_are_named_together(call: Run) -> None:
    """One line says which words are not results, where the first are, and what to write."""
    texts = ("Won 5-1", "Won 5-1", "Won 4-0", "5")
    _type(CUP, {(name, 1): text for name, text in zip(NAMES, texts, strict=False)})
    result = call("event", "print", CUP)
    (line,) = [line for line in result.err.splitlines() if "Won 5-1" in line]
    assert "players.csv rows 2, 3, 4, 5: “Won 5-1”, “Won 4-0”, “5” are not results" in line
    assert "write won, lost, draw or unplayed" in line


def test_a_round_with_results_is_not_paired_again(
    call: Run, cup: dict[int, list[tuple[str, str]]]
) -> None:
    """A played round stays, even if somebody asks for another."""
    _type(CUP, {(cup[1][0][0], 1): "won"})
    result = call("event", "print", CUP, "--redeal", "1")
    assert (result.code, "Round 1 has results" in result.err) == (3, True)


def test_open_tables_are_noted(call: Run, cup: dict[int, list[tuple[str, str]]]) -> None:
    """Standings of a round that is not over say which tables they lack."""
    _type(CUP, {(cup[1][0][0], 1): "won"})
    result = check(call("event", "print", CUP))
    assert "Round 1: table 2 has no result yet" in result.err


def test_results_are_in_the_file() -> None:
    """`event.json` keeps every result with its ships."""
    event = plan_rounds(make_draft(_event().roster, seed=""), 1, 0)
    event = replace(event, results=(Result(1, 1, "first", (5, 3)), Result(1, 2, "unplayed")))
    assert read_back(event) == event


def test_certificates_wait_for_results(call: Run, cup: dict[int, list[tuple[str, str]]]) -> None:
    """All players can have a certificate at once; the first three have one once results say who
    they are, with their places. Without the option the file goes.
    """
    folder = ("event", "print", CUP)
    check(call(*folder, "--certificates", "all", "--quiet"))
    pages = texts(CUP / "certificates.pdf")
    assert all("SAILED WITH THE FLEET" in page.upper() for page in pages)
    assert [next(name for name in NAMES if name in page) for page in pages] == [*NAMES[:4]]
    result = check(call(*folder, "--certificates", "first-three"))
    assert "Certificates for the first three are printed once there are results." in result.err
    assert not (CUP / "certificates.pdf").exists()
    (winner, loser), (one, other) = cup[1]
    _type(CUP, {(winner, 1): "won 5", (loser, 1): "lost 1", (one, 1): "won 3"})
    check(call(*folder, "--quiet"))
    pages = texts(CUP / "certificates.pdf")
    for page, name, place in zip(pages, (winner, one, loser), (1, 2, 3), strict=True):
        assert name in page
        assert f"Place {place} of 4" in page
    assert other not in "".join(pages)
