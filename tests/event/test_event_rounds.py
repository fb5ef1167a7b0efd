"""Rounds as they are played: what was printed stays, whatever the next roster holds; who leaves, who comes late."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordfleet_print.cli.console import noted
from wordfleet_print.errors import BadInputError, UsageError
from wordfleet_print.event.pack.papers import index_contents, slip_contents
from wordfleet_print.event.plan.event_json import parse_record, write_record
from wordfleet_print.event.plan.event_plan import NO_SHEET, EventPlan, Scope, Terms, dealt_sheets, planned_sheets
from wordfleet_print.event.plan.pairing import pairing_notes
from wordfleet_print.event.plan.planner import disagreements, plan_event
from wordfleet_print.event.roster.roster import Fixture, Player, Roster
from wordfleet_print.jobs.ask_event import RoundsRequest, leaving

TERMS = Terms("word-fleet", "family", (), None, "", False, False, (56, 63))
PEOPLE = "ABCDEFGHIJ"
Printed = Mapping[int, object]


def _roster(names: Sequence[str], *settled: tuple[int, str], rounds: int = 1) -> Roster:
    """A roster of these names; `settled` says, by round, “AB” for a meeting, “A” for a bye, “-A” for who withdraws."""
    players = tuple(Player(name, number) for number, name in enumerate(names, start=1))
    fixtures = tuple(
        Fixture(number, None, tuple(names.index(name) for name in said.strip("-")), said.startswith("-"))
        for number, said in settled
    )
    return Roster(players, fixtures, rounds, by_round=True)


def _plan(
    roster: Roster, earlier: EventPlan | None = None, only: int = 0, opened: Sequence[int] = (), rounds: int = 1
) -> EventPlan:
    """A plan, read back from what is kept of it."""
    scope = Scope("Evening", "seed", rounds, 1, frozenset({only} if only else ()))
    plan = plan_event(roster, TERMS, scope, earlier=earlier, opened=opened)
    again = parse_record(b"".join(write_record(plan, {})), name="event.json").plan()
    assert again == plan
    return again


def _printed(plan: EventPlan) -> Printed:
    """What is on paper, by round: who sits where against whom with which sheet, slips and places in the index."""
    on_paper: dict[int, object] = {}
    for at, one in enumerate(plan.rounds):
        alone = plan.only(one.number)
        byes = {plan.players[first].key for _, first, second in one if second is None}
        papers = [*slip_contents(alone).items()], [*index_contents(alone).items()]
        on_paper[one.number] = sorted((sheet.seed, sheet.seat) for sheet in planned_sheets(plan, at)), byes, *papers
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
@given(st.lists(st.tuples(_rosters(), st.integers(0, 3), st.sets(st.integers(1, 3))), min_size=2, max_size=3))
def test_any_rosters_in_a_row_keep_every_printed_round(steps: list[tuple[Roster, int, set[int]]]) -> None:
    """Whoever comes, goes, withdraws, has a bye or is paired otherwise, in one round or in all of them: each round that
    was printed and is not opened comes out again as it was. No fleet is dealt twice, and nobody's number is another's.
    """
    plan: EventPlan | None = None
    for roster, only, opened in steps:
        before = plan
        with suppress(BadInputError):  # nobody plays, or all have met
            plan = _plan(roster, before, only, sorted(opened), rounds=3)
        if plan is None or plan is before:
            continue
        if before is not None:
            stood = {number: paper for number, paper in _printed(before).items() if number not in opened}
            assert stood.items() <= _printed(plan).items()
            numbers = {player.key: player.number for player in before.players}
            assert all(numbers.get(player.key, player.number) == player.number for player in plan.players)
            assert [player.key for player in plan.roster.players] == [player.key for player in roster.players]
        seeds = [sheet.seed for sheet in dealt_sheets(plan)]
        assert len(set(seeds)) == len(seeds)


FIRST = _plan(_roster("ADBCEF", (1, "AD"), (1, "BC"), (1, "EF")))
"""Round 1 of an evening: Ada–Dov, Ben–Cleo, Eve–Fay."""
SECOND = _roster("ABDEG", (2, "AB"), (2, "DE"), (2, "G"), rounds=2)
"""The roster of round 2: Cleo and Fay have gone home, Gus came late and has a bye."""


def _meetings(plan: EventPlan, number: int) -> list[str]:
    """Who meets in a round: “AB”, or “A” for a bye."""
    one = plan.rounds[plan.numbers.index(number)]
    return ["".join(plan.players[place].name for place in seats if place is not None) for _, *seats in one]


def test_a_swiss_evening_goes_on_round_by_round() -> None:
    """Who went home is in the round they played, and in no other; a latecomer in no round before; who the roster says
    has a bye needs no sheet. A roster that pairs round 1 otherwise changes nothing, and is told so.
    """
    plan = _plan(SECOND, FIRST, only=2)
    assert (_meetings(plan, 1), _meetings(plan, 2)) == (["AD", "BC", "EF"], ["AB", "DE", "G"])
    assert [player.name for player in plan.gone] == ["C", "F"]
    assert [line.name for line in index_contents(plan.only(2)).items()] == ["A", "B", "D", "E", "G"]
    assert [line.places for line in index_contents(plan).items()][2::4] == [("2", ""), ("", "–")]
    assert plan.sheets == 6 + 4
    other = _plan(_roster("ABDEG", (1, "AB"), (1, "G"), (1, "-D"), (3, "AG"), (3, "BD"), (3, "E")), plan, only=3)
    assert _meetings(other, 1) == ["AD", "BC", "EF"]
    assert [*map(noted, disagreements(other, {1, 2}))] == [
        "Round 1: “A” was printed against “D” at table 1; the roster says against “B”.",
        "Round 1: “D” was printed against “A” at table 1; the roster says “withdrawn”.",
        "Round 1 was printed and stays as it is. --redeal 1 pairs it anew.",
    ]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (Fixture(1, 1, (1, 0)), ""),
        (Fixture(1, None, (2, 3)), ""),
        (Fixture(1, None, (4,)), ""),
        (Fixture(1, None, (5,)), ""),
        (Fixture(1, None, (5,), withdrawn=True), ""),
        (Fixture(1, 2, (0, 1)), "“A” was printed against “B” at table 1; the roster says against “B” at table 2."),
        (Fixture(1, None, (0, 2)), "“A” was printed against “B” at table 1; the roster says against “C”."),
        (Fixture(1, None, (0,)), "“A” was printed against “B” at table 1; the roster says with a bye."),
        (Fixture(1, None, (4,), withdrawn=True), "“E” was printed with a bye; the roster says “withdrawn”."),
        (Fixture(1, 9, (4, 5)), "“E” was printed with a bye; the roster says against “F” at table 9."),
        (Fixture(1, None, (5, 4)), "“F” was printed outside it; the roster says against “E”."),
    ],
)
def test_what_a_roster_says_against_print_is_told(asked: Fixture, told: str) -> None:
    """Of Ann and Ben at table 1, Cleo and Dov at table 2, Eve who had a bye and Fay who was not there: another table,
    opponent or place is told; seats, a table left open, and a bye or leave of who was not there are not.
    """
    plan = _plan(_roster("ABCDE"))
    plan = replace(plan, roster=replace(_roster("ABCDEF"), fixtures=(asked,)))
    said = [*disagreements(plan, {1})]
    assert said[:1] == ([f"Round 1: {told}"] if told else [])
    assert len(said) == 2 * bool(told)
    assert [*map(noted, disagreements(replace(plan, roster=replace(plan.roster, by_round=False)), {1}))][2:] == (
        ["The roster may be that of a later round. Say which round with --round."] if told else []
    )


def test_who_withdraws_later_is_told_what_stays() -> None:
    """Of a round that is drawn now nothing stays; of one that was printed it does, and how to pair it anew is told."""
    plan = replace(FIRST, roster=_roster("ADBCEF", (2, "-A")))
    stays = "“A” is withdrawn from round 2 on. Rounds that were printed stay. --redeal pairs it anew."
    assert [*map(noted, disagreements(plan, {1}))] == [stays]
    drawn = _plan(_roster("ADBCEF", (2, "-A")), FIRST, only=2)
    assert [*disagreements(drawn, {1})] == ["“A” is withdrawn from round 2 on."]


def test_only_a_redeal_changes_a_printed_round() -> None:
    """Of the round that is named the roster's word holds: who is gone leaves it, who came late has a place; others keep
    their sheets and, where they can, their meetings.
    """
    plan = _plan(SECOND, FIRST, only=2)
    dealt = _plan(_roster("ABDEG", (1, "AD"), (2, "AB")), plan, only=1, opened=[1])
    assert (_meetings(dealt, 1)[0], _meetings(dealt, 2)) == ("AD", ["AB", "DE", "G"])
    assert {*"".join(_meetings(dealt, 1))} == {*"ABDEG"}
    kept = {sheet.seed for sheet in planned_sheets(plan, 0)} & {sheet.seed for sheet in planned_sheets(dealt, 0)}
    assert len(kept) >= 3
    assert not dealt.gone
    assert {sheet.key[0] for sheet in dealt.retired} >= {"C", "F"}


def test_who_is_withdrawn_has_no_place_and_nobody_else_another() -> None:
    """From the round on that is named: no sheet, no table, no bye; the others meet as they would, and nobody twice; a
    place that a later round gives brings the player back.
    """
    full = _plan(_roster("ABCDEFGH"), rounds=3)
    without = _plan(_roster("ABCDEFGH", (2, "-C")), rounds=3)
    assert _meetings(without, 1) == _meetings(full, 1)
    assert {meeting for meeting in _meetings(full, 2) if "C" not in meeting} < {*_meetings(without, 2)}
    meetings = [meeting for number in (1, 2, 3) for meeting in _meetings(without, number)]
    assert len({*meetings}) == len(meetings)
    assert "C" not in "".join(meetings[4:])
    assert [seeds[2] == NO_SHEET for seeds in without.seeds] == [False, True, True]
    roster = _roster("ABCDEFGH", (2, "-C"), (3, "CH"))
    assert (roster.out_of(1), roster.out_of(2), roster.out_of(3)) == (set(), {2}, set())
    again = _plan(_roster("ABCDEFGH", (2, "-C")), full, opened=[3], rounds=3)
    assert (_meetings(again, 2), "C" in "".join(_meetings(again, 3))) == (_meetings(full, 2), False)
    with pytest.raises(BadInputError, match="Nobody plays in round 1"):
        _plan(_roster("AB", (1, "-A"), (1, "-B")))


def test_byes_need_no_sheet_unless_asked_for() -> None:
    """A bye that the roster names has none, one that is drawn has; `--bye-sheets` deals one to each."""
    roster = _roster("ABCDE", (1, "A"), (1, "B"))
    assert [_plan(roster).seeds[0].count(NO_SHEET), _plan(_roster("ABC")).seeds[0].count(NO_SHEET)] == [2, 0]
    plan = plan_event(roster, TERMS, Scope("", "s", 1, 0, bye_sheets=True))
    assert (plan.sheets, plan.bye_sheets) == (5, True)
    with pytest.raises(BadInputError, match="Nobody needs a sheet in round 1: everybody has a bye"):
        _plan(_roster("AB", (1, "A"), (1, "B")))


def test_withdrawals_hold_from_roster_to_roster() -> None:
    """`--withdraw` by name; the next plain list still has the player, who stays out until `--return`, or until the
    roster says where to sit. Names that are nobody's, or several players', are told together.
    """
    gone = leaving(_roster("ABCD"), None, 2, ["c"], [])
    assert gone.out_of(2) == {2}
    plan = _plan(gone, FIRST, only=2)
    for roster, returning, out in (
        (_roster("ABCD"), [], {2}),
        (_roster("DCBA"), [], {1}),
        (_roster("ABCD"), ["C"], set()),
        (_roster("ABCD", (3, "CD")), [], set()),
        (_roster("ABCD", (2, "CD")), [], set()),
        (_roster("ABD"), [], set()),
    ):
        assert leaving(roster, plan, 3, [], returning).out_of(3) == out
    assert leaving(_roster("ABD"), plan, 3, ["C", "D"], []).out_of(3) == {2}
    twins = replace(_roster("ABC"), players=(*_roster("ABC").players, Player("A", 4, club="Rovers")))
    with pytest.raises(BadInputError) as caught:
        leaving(replace(twins, fixtures=(Fixture(2, None, (1, 2)),)), None, 2, ["A", "B", "Zoe"], [])
    assert [complaint.what for complaint in caught.value.complaints] == [
        "may be any of 2 players",
        "is no player of this roster",
        "has a place in round 2 by the roster",
    ]
    assert leaving(twins, None, 2, ["A (Rovers)"], []).out_of(2) == {3}


@pytest.mark.parametrize(
    ("request_", "roster", "told"),
    [
        (RoundsRequest(only=3, count=2), _roster("AB"), "no round 3 of 2 rounds"),
        (RoundsRequest(redeal=frozenset({4})), _roster("AB"), "Round 4 was not printed yet"),
        (RoundsRequest(only=3, redeal=frozenset({1})), _roster("AB"), "round 3 is printed alone"),
        (RoundsRequest(count=1), _roster("AB"), "Round 2 of the event was printed, and stays"),
        (RoundsRequest(only=3), _roster("AB", (1, "AB"), (2, "AB")), "for rounds 1, 2, but not for round 3"),
    ],
)
def test_rounds_that_cannot_be_so_are_refused(request_: RoundsRequest, roster: Roster, told: str) -> None:
    """Rounds that are not there, that stay, or that the roster does not speak of."""
    with pytest.raises((BadInputError, UsageError), match=told):
        request_.check((1, 2), roster)


def test_rounds_that_can_be_so_are_not_refused() -> None:
    """A leave settles nobody's meeting; a round that is opened again may be taken away. Who leaves does so from the
    first round that is drawn on: the one asked for, the first opened again, the next.
    """
    RoundsRequest(only=3).check((1, 2), _roster("AB", (1, "-A")))
    RoundsRequest(count=1, redeal=frozenset({2})).check((1, 2), _roster("AB"))
    for request, first in (
        (RoundsRequest(withdrawn=("C",)), 2),
        (RoundsRequest(withdrawn=("C",), redeal=frozenset({1})), 1),
        (RoundsRequest(withdrawn=("C",), only=5), 5),
    ):
        roster = request.roster(_roster("ABCD"), FIRST)
        assert [number for number in range(1, 7) if roster.out_of(number) == {2}] == [*range(first, 7)]


def test_an_event_goes_on_with_the_rounds_that_its_roster_settles() -> None:
    """Without a number of rounds: those that were printed and those of the roster, none between them."""
    assert RoundsRequest().planned(FIRST, _roster("AB", (4, "AB"), (4, "-A"), rounds=4)) == {1, 4}
    assert RoundsRequest().planned(FIRST, _roster("AB", rounds=3)) == {1, 2, 3}
    assert RoundsRequest(only=2).planned(FIRST, SECOND) == {2}
    assert RoundsRequest(count=5).planned(FIRST, SECOND) == frozenset()


def test_a_roster_without_rounds_is_that_of_the_round_asked_for() -> None:
    """A file of one round's pairings, as pairing programmes export it, needs no column of rounds."""
    roster = replace(_roster("AB", (1, "AB")), by_round=False)
    assert roster.of_round(3).fixtures == (Fixture(3, None, (0, 1)),)
    assert SECOND.of_round(3) is SECOND


def test_of_whom_a_roster_says_nothing() -> None:
    """In a round that it pairs they are not, and it is told; in another they are all the same. Who is withdrawn is no
    news, nor is a round that stands.
    """
    roster = replace(_roster("ABCDE", (1, "A"), (2, "AB"), (2, "-C")), unnamed=((1, (3,)), (2, (2, 4))))
    plan = _plan(roster, rounds=2)
    assert [*map(sorted, ("".join(_meetings(plan, number)) for number in (1, 2)))] == [[*"ABCDE"], [*"ABD"]]
    first, second = pairing_notes(roster, plan.rounds, plan.players)
    assert first.startswith("1 of 5 players have no row in round 1, and are nobody’s opponent there: D. They get a ")
    assert second.endswith("there: E. They are not there, as the roster pairs the others.")
    assert pairing_notes(roster, plan.rounds, plan.players, {1, 2}) == ()
    often = replace(roster, unnamed=((3, (3,)), (4, (3,))))
    told, *_ = pairing_notes(often, _plan(often, rounds=4).rounds, plan.players)
    assert "no row in rounds 3, 4, and are" in told
