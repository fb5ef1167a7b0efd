"""Swiss pairing: those with the same points meet, nobody twice, nobody has a second bye."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from support.command import Run, check, files_in, read_manifest, roster
from support.sheets import make_draft
from wordfleet_print.event.event import Event, Outcome, Result
from wordfleet_print.event.folder import read_printed
from wordfleet_print.event.pairing.pairing import pair_rounds
from wordfleet_print.event.plan.planner import plan_rounds
from wordfleet_print.event.results import count_points, list_open_tables
from wordfleet_print.roster.roster import Player, Roster

CUP = Path("output/club")


def _play(event: Event) -> Event:
    """Let the player with the lower number win every table of the last round."""
    results = list(event.results)
    for game in list_open_tables(event, event.numbers[-1]):
        first, second = game.seating.first, game.seating.second
        assert second is not None
        outcome: Outcome = "first" if first < second else "second"
        results.append(Result(game.round, game.seating.table, outcome))
    return replace(event, results=tuple(results))


@pytest.mark.parametrize(("players", "rounds"), [(15, 4), (16, 4), (6, 3)])
def test_equals_meet(players: int, rounds: int) -> None:
    """In each round points differ little, nobody meets twice, and the best wins them all."""
    listed = [Player(f"P{number}", number) for number in range(1, players + 1)]
    draft = make_draft(Roster(tuple(listed)))
    event = _play(plan_rounds(draft, 1, 0))
    for number in range(2, rounds + 1):
        points = count_points(event)
        draft = replace(draft, results=event.results)
        later = plan_rounds(draft, 1, 0, only=[number], previous=event, swiss=True)
        assert later.rounds[:-1] == event.rounds
        assert later.seeds[:-1] == event.seeds
        gaps = [
            abs(points[one.first] - points[one.second])
            for one in later.rounds[-1]
            if one.second is not None
        ]
        assert max(gaps) <= 2
        event = _play(later)
    met = Counter(frozenset(one[1:]) for number in event.rounds for one in number)
    byes = Counter(bye for number in event.rounds for bye in number.byes)
    assert max(met.values()) == 1
    assert max(byes.values(), default=0) <= 1
    assert count_points(event)[0] == max(count_points(event).values())


def test_clubs_are_kept_apart_among_equals() -> None:
    """Club-mates meet only if points ask for it; the order of the list does not matter."""
    people = [Player(f"P{number}", number, f"C{number % 4}") for number in range(1, 17)]
    for listed in (people, people[::-1]):
        (only,) = pair_rounds(Roster(tuple(listed)), 1, only=[2], seed="s", scores=[2, 0] * 8)
        for _, first, second in only:
            assert second is not None
            assert listed[first].club != listed[second].club
            assert first % 2 == second % 2


@pytest.mark.slow
def test_thousands_are_paired_too() -> None:
    """Of 3,001 players everybody meets an equal, but for one bye, in a second."""
    people = tuple(Player(f"P{number}", number, f"C{number % 9}") for number in range(1, 3_002))
    scores = [number % 5 for number in range(3_001)]
    (only,) = pair_rounds(Roster(people), 1, only=[3], seed="s", scores=scores)
    gaps = Counter(
        abs(scores[one.first] - scores[one.second]) for one in only if one.second is not None
    )
    assert gaps[0] >= 1_495
    (bye,) = only.byes
    assert scores[bye] == 0


def _type_results(number: int, *, leave_out: int = 0) -> None:
    event = read_printed(CUP / "event.json").event
    rows = list(csv.reader((CUP / "players.csv").read_text("utf-8-sig").splitlines()))
    column = rows[0].index(f"round {number}")
    for game in list_open_tables(event, number)[leave_out:]:
        rows[1 + game.seating.first][column] = "won"
    with (CUP / "players.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)


def test_the_next_round_is_printed_by_the_results(call: Run) -> None:
    """Winners meet winners; an open table is a question; late and lost players are no problem."""
    names = ["Ann", "Ben", "Cy", "Di", "Eve", "Flo", "Gus", "Hal"]
    roster(names)
    check(call("event", "print", "club.csv", "--seed", "s", "--quiet"))
    result = call("event", "print", CUP, "--round", "2", "--swiss")
    assert (result.code, "no results yet" in result.err) == (3, True)
    _type_results(1, leave_out=1)
    result = call("event", "print", CUP, "--round", "2", "--swiss")
    assert (result.code, "have no result. How did it end?" in result.err) == (3, True)
    assert "--answer result.1.1=" in result.err
    before = files_in(CUP)
    answer = ("--answer", "result.1.1=unplayed", "--round", "2", "--swiss", "--quiet")
    check(call("event", "print", CUP, *answer))
    event = read_printed(CUP / "event.json").event
    points = count_points(replace(event, rounds=event.rounds[:1]))
    gaps = [abs(points[one.first] - points[one.second or 0]) for one in event.rounds[1]]
    assert sorted(gaps) == [0, 0, 0, 2]
    assert files_in(CUP)["sheets.pdf"] == before["sheets.pdf"]
    after = files_in(CUP)
    check(call("event", "print", CUP, *answer[2:]))
    assert files_in(CUP) == after
    # Hal leaves, Ida comes: nobody else's sheets change
    roster([*names[:-1], "Ida"])
    _type_results(2)
    check(call("event", "print", "club.csv", "--round", "3", "--swiss", "--quiet"))
    seated = {row["player"] for row in read_manifest(CUP / "round-3")} - {""}
    assert seated == {*names[:-1], "Ida"}
    for name in ("sheets.pdf", "round-2/sheets.pdf"):
        assert files_in(CUP)[name] == after[name]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--swiss",), "Swiss pairing pairs one round"),
        (("--swiss", "--round", "1"), "goes by results"),
    ],
)
def test_swiss_needs_a_round_and_results(
    call: Run, options: tuple[str, ...], expected: str
) -> None:
    """Without a round, or for the first one, the message says what is missing."""
    result = call("event", "print", "--players", "8", *options)
    assert result.code in (2, 3)
    assert expected in result.err
