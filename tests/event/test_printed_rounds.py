"""Printed rounds stay as they were, whatever list comes next; only a redeal changes one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.events import read_back
from support.sheets import make_draft
from wordfleet_print.errors import BadInputError
from wordfleet_print.event.event import NO_SHEET, Event, list_dealt_sheets, list_planned_sheets
from wordfleet_print.event.pack.handout_items import list_index, list_score_slips
from wordfleet_print.event.plan.changes import list_contradictions
from wordfleet_print.event.plan.planner import plan_rounds
from wordfleet_print.paper import A4
from wordfleet_print.roster.roster import Fixture, Player, Roster

PEOPLE = "ABCDEFGHIJ"
Printed = Mapping[int, object]


def _roster(names: Sequence[str], *settled: tuple[int, str], rounds: int = 1) -> Roster:
    """A roster of these names; `settled` says, by round, “AB” for a meeting, “A” for a bye, “-A”
    for who withdraws.
    """
    players = tuple(Player(name, number) for number, name in enumerate(names, start=1))
    fixtures = tuple(
        Fixture(
            number, None, tuple(names.index(name) for name in said.strip("-")), said.startswith("-")
        )
        for number, said in settled
    )
    return Roster(players, fixtures, rounds, by_round=True)


def _plan(
    roster: Roster,
    earlier: Event | None = None,
    only: int = 0,
    opened: Sequence[int] = (),
    rounds: int = 1,
) -> Event:
    """A plan, read back from what is kept of it."""
    draft = make_draft(roster, title="Evening", seed="")
    plan = plan_rounds(
        draft, rounds, 1, only={only} if only else None, previous=earlier, reopened=opened
    )
    again = read_back(plan)
    assert again == plan
    return again


def _list_paper(plan: Event) -> Printed:
    """What is on paper, by round: who sits where against whom with which sheet.

    Slips and places in the index, too.
    """
    on_paper: dict[int, object] = {}
    for one in plan.rounds:
        alone = plan.only(one.number)
        byes = {plan.players[first].key for _, first, second in one if second is None}
        papers = list_score_slips(alone), list_index(alone, A4, by_club=False)
        on_paper[one.number] = (
            sorted((sheet.seed, sheet.seat) for sheet in list_planned_sheets(alone)),
            byes,
            *papers,
        )
    return on_paper


@st.composite
def _rosters(draw: st.DrawFn) -> Roster:
    """Any roster of an evening: who is there, and what it settles of some rounds."""
    names = draw(st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=8, unique=True))
    settled: list[tuple[int, str]] = []
    for number in range(1, draw(st.integers(1, 3)) + 1):
        free = draw(st.permutations(names))
        for size in draw(st.lists(st.sampled_from([1, 2, 2]), max_size=2)):
            if len(free) >= size:
                out = "-" if size == 1 and draw(st.booleans()) else ""
                settled.append((number, out + "".join(free[:size])))
                free = free[size:]
    return _roster(names, *settled, rounds=3)


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(_rosters(), st.integers(0, 3), st.sets(st.integers(1, 3))), min_size=2, max_size=3
    )
)
def test_any_rosters_in_a_row_keep_every_printed_round(
    steps: list[tuple[Roster, int, set[int]]],
) -> None:
    """No matter who joins, leaves or is paired again, printed rounds stay.

    No fleet or number is used twice.
    """
    plan: Event | None = None
    for roster, only, opened in steps:
        before = plan
        with suppress(BadInputError):  # nobody plays, or all have met
            plan = _plan(roster, before, only, sorted(opened), rounds=3)
        if plan is None or plan is before:
            continue
        if before is not None:
            stood = {
                number: paper
                for number, paper in _list_paper(before).items()
                if number not in opened
            }
            assert stood.items() <= _list_paper(plan).items()
            numbers = {player.key: player.number for player in before.players}
            assert all(
                numbers.get(player.key, player.number) == player.number for player in plan.players
            )
            assert [player.key for player in plan.roster.players] == [
                player.key for player in roster.players
            ]
        seeds = [sheet.seed for sheet in list_dealt_sheets(plan)]
        assert len(set(seeds)) == len(seeds)


FIRST = _plan(_roster("ADBCEF", (1, "AD"), (1, "BC"), (1, "EF")))
"""Round 1 of an evening: Ada–Dov, Ben–Cleo, Eve–Fay."""
SECOND = _roster("ABDEG", (2, "AB"), (2, "DE"), (2, "G"), rounds=2)
"""The roster of round 2: Cleo and Fay have gone home, Gus came late and has a bye."""


def _meetings(plan: Event, number: int) -> list[str]:
    """Who meets in a round: “AB”, or “A” for a bye."""
    one = plan.rounds[plan.numbers.index(number)]
    return [
        "".join(plan.players[place].name for place in seats if place is not None)
        for _, *seats in one
    ]


def test_a_swiss_evening_goes_on_round_by_round() -> None:
    """A player who went home is in the rounds they played, a latecomer in none before, and a bye
    needs no sheet. Another pairing of round 1 changes nothing, and a note says so.
    """
    plan = _plan(SECOND, FIRST, only=2)
    assert (_meetings(plan, 1), _meetings(plan, 2)) == (["AD", "BC", "EF"], ["AB", "DE", "G"])
    assert [player.name for player in plan.former] == ["C", "F"]
    assert [line.name for _, _, line in list_index(plan.only(2), A4, by_club=False)] == [
        "A",
        "B",
        "D",
        "E",
        "G",
    ]
    assert [line.places for _, _, line in list_index(plan, A4, by_club=False)][2::4] == [
        ("2", ""),
        ("", "bye"),
    ]
    assert plan.sheets == 6 + 4
    other = _plan(
        _roster("ABDEG", (1, "AB"), (1, "G"), (1, "-D"), (3, "AG"), (3, "BD"), (3, "E")),
        plan,
        only=3,
    )
    assert _meetings(other, 1) == ["AD", "BC", "EF"]
    (note,) = list_contradictions(other, {1, 2})
    assert note.text == (
        "Round 1 was printed and stays as it is, but the list seats these players "
        "differently: A, D."
    )
    assert (note.fixes[0].field, note.fixes[0].value) == ("redeal", "1")


def test_only_a_redeal_changes_a_printed_round() -> None:
    """A redealt round follows the new list; other players keep their sheets and, if possible, their
    meetings.
    """
    plan = _plan(SECOND, FIRST, only=2)
    dealt = _plan(_roster("ABDEG", (1, "AD"), (2, "AB")), plan, only=1, opened=[1])
    assert (_meetings(dealt, 1)[0], _meetings(dealt, 2)) == ("AD", ["AB", "DE", "G"])
    assert {*"".join(_meetings(dealt, 1))} == {*"ABDEG"}
    kept = {*plan.seeds[0]} & {*dealt.seeds[0]} - {NO_SHEET}
    assert len(kept) >= 3
    assert [player.name for player in dealt.former] == ["C", "F"]
    assert {sheet.key[0] for sheet in dealt.voided} >= {"C", "F"}


def test_who_is_withdrawn_has_no_place_and_nobody_else_another() -> None:
    """From the round that is named on, a withdrawn player has no sheet, table or bye, and the
    others meet nobody twice; a later place brings the player back.
    """
    full = _plan(_roster("ABCDEFGH"), rounds=3)
    without = _plan(_roster("ABCDEFGH", (2, "-C")), rounds=3)
    assert _meetings(without, 1) == _meetings(full, 1)
    assert {meeting for meeting in _meetings(full, 2) if "C" not in meeting} < {
        *_meetings(without, 2)
    }
    meetings = [meeting for number in (1, 2, 3) for meeting in _meetings(without, number)]
    assert len({*meetings}) == len(meetings)
    assert "C" not in "".join(meetings[4:])
    assert [seeds[2] == NO_SHEET for seeds in without.seeds] == [False, True, True]
    roster = _roster("ABCDEFGH", (2, "-C"), (3, "CH"))
    assert (roster.find_absent(1), roster.find_absent(2), roster.find_absent(3)) == (
        set(),
        {2},
        set(),
    )
    again = _plan(_roster("ABCDEFGH", (2, "-C")), full, opened=[3], rounds=3)
    assert (_meetings(again, 2), "C" in "".join(_meetings(again, 3))) == (_meetings(full, 2), False)
    with pytest.raises(BadInputError, match="Nobody plays in round 1"):
        _plan(_roster("AB", (1, "-A"), (1, "-B")))


@pytest.mark.parametrize(
    ("asked", "agrees"),
    [
        (Fixture(1, 1, (1, 0)), True),
        (Fixture(1, None, (2, 3)), True),
        (Fixture(1, None, (4,)), True),
        (Fixture(1, None, (5,)), True),
        (Fixture(1, None, (5,), withdrawn=True), True),
        (Fixture(1, 2, (0, 1)), False),
        (Fixture(1, None, (0, 2)), False),
        (Fixture(1, None, (0,)), False),
        (Fixture(1, None, (4,), withdrawn=True), False),
        (Fixture(1, 9, (4, 5)), False),
    ],
)
def test_a_list_that_contradicts_a_printed_round_is_noticed(asked: Fixture, agrees: bool) -> None:
    """Another table, opponent or place than printed is noted; seats and open tables are not."""
    plan = _plan(_roster("ABCDE"))
    listed = replace(_roster("ABCDEF"), fixtures=(asked,))
    met = {frozenset(meeting) for meeting in _meetings(plan, 1)}
    assert met == {frozenset("AB"), frozenset("CD"), frozenset("E")}
    assert len([*list_contradictions(replace(plan, roster=listed), {1})]) == (not agrees)


def test_nobody_with_a_bye_has_a_sheet() -> None:
    """A bye has no sheet, listed or drawn; a round of byes alone is refused."""
    assert [
        _plan(_roster(names, *said)).sheets for names, said in (("ABCDE", [(1, "A")]), ("ABC", []))
    ] == [4, 2]
    with pytest.raises(BadInputError, match="Nobody needs a sheet in round 1: everybody has a bye"):
        _plan(_roster("AB", (1, "A"), (1, "B")))


def test_a_list_of_one_player_says_what_else_prints_a_sheet() -> None:
    """Who is alone on a list is told to add others, and how to print a table without a list."""
    with pytest.raises(BadInputError) as refusal:
        _plan(_roster("A"))
    (problem,) = refusal.value.problems
    assert "one player" in problem.advice
    assert "tracker" in problem.advice


def test_a_roster_without_rounds_is_that_of_the_round_asked_for() -> None:
    """One round's pairings, as pairing programs export them, need no column of rounds."""
    roster = replace(_roster("AB", (1, "AB")), by_round=False)
    assert roster.assign_round(3).fixtures == (Fixture(3, None, (0, 1)),)
    assert SECOND.assign_round(3) is SECOND
