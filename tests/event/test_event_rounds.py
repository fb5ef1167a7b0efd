"""Rounds: everybody sits once, nobody meets twice, byes go round; what was printed stays, whatever comes next."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordfleet_print.cli.console import noted
from wordfleet_print.errors import BadInputError, UsageError
from wordfleet_print.event.pack.contents import list_index, list_slips
from wordfleet_print.event.plan.event_file import parse_record, write_record
from wordfleet_print.event.plan.pairing import most_rounds, pair, pairing_notes, repeated
from wordfleet_print.event.plan.plan import (
    NO_SHEET,
    EventPlan,
    Round,
    Scope,
    Seating,
    Terms,
    dealt_sheets,
    planned_sheets,
)
from wordfleet_print.event.plan.planner import disagreements, plan_event
from wordfleet_print.event.roster.roster import Fixture, Player, Roster, numbered_roster
from wordfleet_print.services.ask_event import RoundsRequest, leaving
from wordfleet_print.tracker.geometry import A4


def _seats(round_: Round) -> list[int]:
    """Every place in the roster that is seated in this round."""
    return [player for _, *players in round_ for player in players if player is not None]


def _met(rounds: tuple[Round, ...]) -> Counter[frozenset[int]]:
    return Counter(frozenset((first, second)) for r in rounds for _, first, second in r if second is not None)


def _byes(rounds: tuple[Round, ...]) -> Counter[int]:
    return Counter(first for r in rounds for _, first, second in r if second is None)


def _assert_whole(rounds: tuple[Round, ...], players: int) -> None:
    """Everybody sits once a round; tables have two players and different numbers, in order; at most one bye is last."""
    for number, round_ in enumerate(rounds, start=1):
        seatings = list(round_)
        assert round_.number == number
        assert len(round_) == len(seatings)
        assert sorted(_seats(round_)) == list(range(players))
        tables = [seating.table for seating in seatings if seating.second is not None]
        assert tables == sorted(set(tables))
        assert not tables or tables[0] >= 1
        byes = seatings[len(tables) :]
        assert all(bye == Seating(0, bye.first, None) for bye in byes)


def _players_and_rounds() -> st.SearchStrategy[tuple[int, int]]:
    return st.integers(1, 40).flatmap(lambda n: st.tuples(st.just(n), st.integers(1, most_rounds(n))))


@given(_players_and_rounds())
def test_everybody_sits_once_a_round_and_meets_nobody_twice(event: tuple[int, int]) -> None:
    """For any number of players and as many rounds as can be: whole rounds, no meeting twice, tables from 1 without
    gaps; an odd number has one bye a round, and nobody a second one before everybody had one.
    """
    players, count = event
    rounds = pair(numbered_roster(players), count)
    assert len(rounds) == count
    _assert_whole(rounds, players)
    assert max(_met(rounds).values(), default=0) <= 1
    byes = _byes(rounds)
    assert byes.total() == count * (players % 2)
    assert max(byes.values(), default=0) <= 1
    for round_ in rounds:
        assert [s.table for s in round_ if s.second is not None] == list(range(1, players // 2 + 1))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 8, 9, 14])
def test_all_rounds_together_let_everybody_meet_everybody(players: int) -> None:
    """In the most rounds there can be, every pair meets exactly once."""
    rounds = pair(numbered_roster(players), most_rounds(players))
    assert _met(rounds) == Counter(map(frozenset, combinations(range(players), 2)))


@given(_players_and_rounds())
def test_the_first_round_is_the_rosters_neighbours(event: tuple[int, int]) -> None:
    """First and second row meet, third and fourth, and so on, whether there is one round or many; nor do further rounds
    change those before them.
    """
    players, count = event
    rounds = pair(numbered_roster(players), count)
    neighbours = [(i, i + 1) for i in range(0, players - 1, 2)]
    assert [(first, second) for _, first, second in rounds[0] if second is not None] == neighbours
    assert rounds[:1] == pair(numbered_roster(players), 1)
    assert rounds[:-1] == (pair(numbered_roster(players), count - 1) if count > 1 else ())


@pytest.mark.parametrize(("players", "possible"), [(1, 1), (2, 1), (3, 3), (8, 7), (9, 9)])
def test_more_rounds_than_opponents_are_refused(players: int, possible: int) -> None:
    """The message says how many rounds there can be."""
    assert len(pair(numbered_roster(players), possible)) == possible
    with pytest.raises(BadInputError, match=f"{possible + 1} rounds are too many .* after {possible} everybody"):
        pair(numbered_roster(players), possible + 1)


def test_no_players_are_refused() -> None:
    """An empty roster is told, not paired."""
    with pytest.raises(BadInputError, match="no players"):
        pair(Roster(()), 1)


def test_a_roster_of_more_rounds_than_asked_for_is_refused() -> None:
    """What the roster settles is not dropped silently."""
    roster = Roster(numbered_roster(4).players, (Fixture(3, None, (0, 1)),), rounds=3)
    with pytest.raises(BadInputError, match="speaks of round 3, but the event has 2 rounds"):
        pair(roster, 2)


@st.composite
def _settled(draw: st.DrawFn) -> Roster:
    """Rosters that settle some meetings, tables and byes, each player once a round."""
    players, rounds = draw(st.integers(2, 24)), draw(st.integers(1, 6))
    fixtures = []
    for number in range(1, rounds + 1):
        free = draw(st.permutations(range(players)))
        tables = draw(st.lists(st.one_of(st.none(), st.integers(1, 30)), max_size=players // 2, unique_by=_or_itself))
        for table in tables:
            sitting = (free.pop(), free.pop())
            fixtures.append(Fixture(number, table, sitting))
        if free and draw(st.booleans()):
            fixtures.append(Fixture(number, None, (free.pop(),)))
    return Roster(numbered_roster(players).players, tuple(draw(st.permutations(fixtures))), rounds)


def _or_itself(table: int | None) -> object:
    return object() if table is None else table


@given(_settled())
def test_fixtures_are_kept_and_the_others_paired_round_them(roster: Roster) -> None:
    """Every meeting, table, seat and bye that the roster asks for is there, and everybody else sits once a round; an
    odd one out among the others has a bye.
    """
    players = len(roster.players)
    settled = {fixture.round for fixture in roster.fixtures}
    if roster.rounds - len(settled) > most_rounds(players):
        return
    rounds = pair(roster, roster.rounds)
    _assert_whole(rounds, players)
    for fixture in roster.fixtures:
        (found,) = [s for s in rounds[fixture.round - 1] if s.first in fixture.players or s.second in fixture.players]
        if len(fixture.players) == 1:
            assert found == Seating(0, fixture.players[0], None)
        else:
            assert (found.first, found.second) == fixture.players
            assert fixture.table in (None, found.table)
    for round_ in rounds:
        asked = [fixture.players for fixture in roster.fixtures if fixture.round == round_.number]
        left = players - sum(map(len, asked))
        assert sum(s.second is None for s in round_) == sum(len(fixed) == 1 for fixed in asked) + left % 2


@given(players=st.integers(12, 40), data=st.data())
def test_nobody_meets_again_for_a_fixture_elsewhere(players: int, data: st.DataObject) -> None:
    """Up to half the players of one round settled, three rounds in all: the others are still drawn so that no meeting
    comes twice, in that round, before it and after it.
    """
    number = data.draw(st.integers(1, 3))
    order = data.draw(st.permutations(range(players)))
    pairs = [(order[2 * i], order[2 * i + 1]) for i in range(data.draw(st.integers(1, players // 4)))]
    roster = Roster(numbered_roster(players).players, tuple(Fixture(number, None, p) for p in pairs), number)
    rounds = pair(roster, 3)
    _assert_whole(rounds, players)
    assert max(_met(rounds).values()) == 1
    assert max(_byes(rounds).values(), default=0) <= 1


def test_settled_players_do_not_push_a_bye_on_one_other() -> None:
    """Two of seven always meet each other; the bye goes round among the other five, once each."""
    roster = Roster(numbered_roster(7).players, tuple(Fixture(n, 1, (0, 1)) for n in range(1, 6)), 5)
    assert _byes(pair(roster, 5)) == dict.fromkeys(range(2, 7), 1)


def _kept(rounds: tuple[Round, ...], stayed: list[int]) -> list[Fixture]:
    """The meetings of these players, by their places in a roster of them alone."""
    place = {player: i for i, player in enumerate(stayed)}
    pairs = [(r.number, table, first, second) for r in rounds for table, first, second in r if second is not None]
    return [Fixture(n, t, (place[one], place[other])) for n, t, one, other in pairs if {one, other} <= place.keys()]


@given(data=st.data(), players=st.integers(4, 16), newcomers=st.integers(0, 4), left=st.integers(0, 3))
def test_earlier_meetings_give_way_to_fair_byes(data: st.DataObject, players: int, newcomers: int, left: int) -> None:
    """Whoever comes or goes: whole rounds; nobody has two byes before everybody had one; nobody meets twice in up to
    half as many rounds as there are players.
    """
    stayed = data.draw(st.permutations(range(players)))[left:]
    now = len(stayed) + newcomers
    count = data.draw(st.integers(1, max(1, min(most_rounds(players), most_rounds(now)))))
    earlier = pair(numbered_roster(players), count)
    kept = _kept(earlier, stayed)
    rounds = pair(numbered_roster(now), count, kept)
    _assert_whole(rounds, now)
    assert len(_byes(rounds)) == count * (now % 2)
    if count <= now // 2:
        assert max(_met(rounds).values(), default=0) <= 1


def test_a_latecomer_does_not_have_every_bye() -> None:
    """Six players, five rounds, then a seventh: five have a bye each, nobody meets twice, and all but one table a round
    stay as they were.
    """
    earlier = pair(numbered_roster(6), 5)
    rounds = pair(numbered_roster(7), 5, _kept(earlier, list(range(6))))
    assert sorted(_byes(rounds).values()) == [1] * 5
    assert max(_met(rounds).values()) == 1
    assert rounds[0] == Round.of(1, [*earlier[0], Seating(0, 6, None)])
    assert [len({*before} - {*after}) for before, after in zip(earlier, rounds, strict=True)] == [0, 1, 1, 1, 1]


def test_two_latecomers_meet_only_once() -> None:
    """Six players, three rounds, then two more: they meet in the first round; later they part a pair."""
    earlier = pair(numbered_roster(6), 3)
    rounds = pair(numbered_roster(8), 3, _kept(earlier, list(range(6))))
    assert max(_met(rounds).values()) == 1
    assert Seating(4, 6, 7) in rounds[0]
    assert [len({*before} - {*after}) for before, after in zip(earlier, rounds, strict=True)] == [0, 1, 1]


@given(data=st.data(), players=st.integers(5, 15))
def test_rounds_that_stand_are_remembered(data: st.DataObject, players: int) -> None:
    """Rounds that were printed in any other order of the roster, and a bye that it settles: where the next rounds are
    drawn beside them, one by one or together, nobody meets again while half of all have not been met, and nobody has a
    second bye before everybody had one.
    """
    places = data.draw(st.permutations(range(players)))
    standing = [one.moved(places) for one in pair(numbered_roster(players), data.draw(st.integers(1, players // 4)))]
    first = data.draw(st.integers(0, players - 1))
    settled = Fixture(len(standing) + 1, None, (first,)) if players % 2 and not _byes((*standing,))[first] else None
    rounds_in_all = players // 2
    roster = replace(numbered_roster(players), fixtures=(settled,) if settled else (), rounds=rounds_in_all)
    together = data.draw(st.booleans())
    while len(standing) < rounds_in_all:
        only = set() if together else {len(standing) + 1}
        standing = [*pair(roster, rounds_in_all, only=only, standing=standing)]
    rounds = tuple(standing)
    _assert_whole(rounds, players)
    assert max(_met(rounds).values()) == 1
    assert max(_byes(rounds).values(), default=0) <= 1
    assert settled is None or [*rounds[settled.round - 1]][-1] == Seating(0, first, None)


def test_kept_meetings_do_not_make_room_for_more_rounds() -> None:
    """Six players shrink to four, or to two: five rounds are too many, and the message says five."""
    earlier = pair(numbered_roster(6), 5)
    for now, possible in ((4, 3), (2, 1)):
        with pytest.raises(BadInputError, match=f"5 rounds are too many for {now} players: after {possible} everybody"):
            pair(numbered_roster(now), 5, _kept(earlier, list(range(now))))


def test_repeats_that_nobody_asked_for_are_found() -> None:
    """Two meet again in the drawn round since the roster keeps all others; where the roster says so itself, it is no
    news.
    """
    asked = tuple(Fixture(number, None, (0, 1)) for number in (1, 2))
    roster = Roster(numbered_roster(4).players, asked, 2)
    assert list(repeated(roster, pair(roster, 2))) == [(2, 3, [1, 2])]
    assert list(repeated(numbered_roster(4), pair(numbered_roster(4), 3))) == []


@pytest.mark.parametrize(
    ("fixtures", "told"),
    [
        ([Fixture(1, None, (0, 1)), Fixture(1, None, (2, 0))], "Ann: is seated twice"),
        ([Fixture(1, None, (0,)), Fixture(1, 4, (0, 1))], "Ann: is seated twice"),
        ([Fixture(1, 4, (2, 3)), Fixture(1, 4, (0, 1))], "Ann: finds table 4 full"),
    ],
)
def test_fixtures_that_cannot_all_be_kept_are_told(fixtures: list[Fixture], told: str) -> None:
    """Two places for one player, two pairs at one table: the round and the player are named."""
    players = tuple(Player(name, i) for i, name in enumerate(["Ann", "Ben", "Cleo", "Dan"], start=1))
    nameless = tuple(replace(player, name="", number=player.number + 10) for player in players)
    with pytest.raises(BadInputError) as caught:
        pair(Roster(nameless, tuple(fixtures)), 1)
    assert told.replace("Ann", "player 11") in str(caught.value)
    with pytest.raises(BadInputError, match="fixtures of round 1 cannot all be kept") as caught:
        pair(Roster(players, tuple(fixtures)), 1)
    assert told in str(caught.value)


def test_rounds_are_compact_lazy_and_can_be_copied() -> None:
    """A round of 100,000 players is 600 kB of numbers; it can be gone through again, and copied."""
    (round_,) = pair(numbered_roster(100_000), 1)
    assert round_.seats.itemsize * len(round_.seats) == 600_000
    assert next(iter(round_)) == next(iter(round_)) == Seating(1, 0, 1)
    assert len(round_) == 50_000
    assert copy.deepcopy(round_) == round_


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
    scope = Scope("Evening", "", rounds, 1, frozenset({only} if only else ()))
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
        papers = list_slips(alone), list_index(alone, A4, by_club=False)
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
    assert [line.name for _, _, line in list_index(plan.only(2), A4, by_club=False)] == ["A", "B", "D", "E", "G"]
    assert [line.places for _, _, line in list_index(plan, A4, by_club=False)][2::4] == [("2", ""), ("", "bye")]
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
    assert leaving(_roster("ABD"), plan, 3, ["C", "D"], []).out_of(3) == {2, 3}
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
