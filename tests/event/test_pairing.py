"""Pairing: everybody is seated once, nobody meets twice, byes go round, clubs are kept apart."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.pairing.circle import count_most_rounds
from wordfleet_print.event.pairing.notes import list_pairing_notes
from wordfleet_print.event.pairing.pairing import pair_rounds
from wordfleet_print.event.pairing.rounds import Round, Seating
from wordfleet_print.roster.roster import Fixture, Player, Roster, numbered_roster


def _seats(round_: Round) -> list[int]:
    """Every index in the roster that is seated in this round."""
    return [player for _, *players in round_ for player in players if player is not None]


def _met(rounds: tuple[Round, ...]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset((first, second)) for r in rounds for _, first, second in r if second is not None
    )


def _byes(rounds: tuple[Round, ...]) -> Counter[int]:
    return Counter(first for r in rounds for _, first, second in r if second is None)


def _assert_whole(rounds: tuple[Round, ...], players: int) -> None:
    """Everybody sits once a round; tables have two players and different numbers, in order; at most
    one bye is last.
    """
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
    return st.integers(1, 40).flatmap(
        lambda n: st.tuples(st.just(n), st.integers(1, count_most_rounds(n)))
    )


@given(_players_and_rounds())
def test_everybody_sits_once_a_round_and_meets_nobody_twice(event: tuple[int, int]) -> None:
    """For any number of players and rounds, nobody meets twice, tables count up from 1, and an odd
    number has one bye per round; nobody has a second bye before everybody had one.
    """
    players, count = event
    rounds = pair_rounds(numbered_roster(players), count)
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
    rounds = pair_rounds(numbered_roster(players), count_most_rounds(players))
    assert _met(rounds) == Counter(map(frozenset, combinations(range(players), 2)))


@given(_players_and_rounds())
def test_the_first_round_is_the_rosters_neighbors(event: tuple[int, int]) -> None:
    """Rows 1 and 2 meet, 3 and 4, and so on, for one round and for many; later rounds do not change
    earlier ones.
    """
    players, count = event
    rounds = pair_rounds(numbered_roster(players), count)
    neighbors = [(i, i + 1) for i in range(0, players - 1, 2)]
    assert [(first, second) for _, first, second in rounds[0] if second is not None] == neighbors
    assert rounds[:1] == pair_rounds(numbered_roster(players), 1)
    assert rounds[:-1] == (pair_rounds(numbered_roster(players), count - 1) if count > 1 else ())


@pytest.mark.parametrize(("players", "possible"), [(1, 1), (2, 1), (3, 3), (8, 7), (9, 9)])
def test_more_rounds_than_opponents_are_refused(players: int, possible: int) -> None:
    """The message says how many rounds there can be; meetings of six players before make room for
    no more.
    """
    assert len(pair_rounds(numbered_roster(players), possible)) == possible
    earlier = _list_meetings(pair_rounds(numbered_roster(6), 5), list(range(min(6, players))))
    for meetings in ([], earlier):
        with pytest.raises(BadInputError, match=rf"^{possible + 1} .* {players} .* {possible} "):
            pair_rounds(numbered_roster(players), possible + 1, meetings)


def test_a_list_that_does_not_fit_the_event_is_refused() -> None:
    """An empty list is refused, and pairings of later rounds are not dropped silently."""
    with pytest.raises(BadInputError, match="no players"):
        pair_rounds(Roster(()), 1)
    roster = Roster(numbered_roster(4).players, (Fixture(3, None, (0, 1)),), rounds=3)
    with pytest.raises(BadInputError, match="has pairings of round 3, but the event has 2 rounds"):
        pair_rounds(roster, 2)


@st.composite
def _draw_rosters(draw: st.DrawFn) -> Roster:
    """Rosters that settle some meetings, tables and byes, each player once a round."""
    players, rounds = draw(st.integers(2, 24)), draw(st.integers(1, 6))
    fixtures = []
    for number in range(1, rounds + 1):
        free = draw(st.permutations(range(players)))
        tables = draw(
            st.lists(
                st.one_of(st.none(), st.integers(1, 30)),
                max_size=players // 2,
                unique_by=_or_itself,
            )
        )
        for table in tables:
            sitting = (free.pop(), free.pop())
            fixtures.append(Fixture(number, table, sitting))
        lone: bool = draw(st.booleans())
        if free and lone:
            fixtures.append(Fixture(number, None, (free.pop(),)))
    return Roster(numbered_roster(players).players, tuple(draw(st.permutations(fixtures))), rounds)


def _or_itself(table: int | None) -> object:
    return object() if table is None else table


@given(_draw_rosters())
def test_fixtures_are_kept_and_the_others_paired_round_them(roster: Roster) -> None:
    """Every meeting, table, seat and bye that the list asks for is kept; everybody else is seated
    once per round.
    """
    players = len(roster.players)
    settled = {fixture.round for fixture in roster.fixtures}
    if roster.rounds - len(settled) > count_most_rounds(players):
        return
    rounds = pair_rounds(roster, roster.rounds)
    _assert_whole(rounds, players)
    for fixture in roster.fixtures:
        (found,) = [
            s
            for s in rounds[fixture.round - 1]
            if s.first in fixture.players or s.second in fixture.players
        ]
        if len(fixture.players) == 1:
            assert found == Seating(0, fixture.players[0], None)
        else:
            assert (found.first, found.second) == fixture.players
            assert fixture.table in (None, found.table)
    for round_ in rounds:
        asked = [fixture.players for fixture in roster.fixtures if fixture.round == round_.number]
        left = players - sum(map(len, asked))
        assert (
            sum(s.second is None for s in round_)
            == sum(len(fixed) == 1 for fixed in asked) + left % 2
        )


@given(players=st.integers(12, 40), data=st.data())
def test_nobody_meets_again_for_a_fixture_elsewhere(players: int, data: st.DataObject) -> None:
    """If up to half the players of a round are settled, the others still meet nobody twice in three
    rounds.
    """
    number = data.draw(st.integers(1, 3))
    order = data.draw(st.permutations(range(players)))
    pairs = [
        (order[2 * i], order[2 * i + 1]) for i in range(data.draw(st.integers(1, players // 4)))
    ]
    roster = Roster(
        numbered_roster(players).players, tuple(Fixture(number, None, p) for p in pairs), number
    )
    rounds = pair_rounds(roster, 3)
    _assert_whole(rounds, players)
    assert max(_met(rounds).values()) == 1
    assert max(_byes(rounds).values(), default=0) <= 1


def test_settled_players_do_not_push_a_bye_on_one_other() -> None:
    """If two of seven always meet, the bye goes around the other five, once each."""
    roster = Roster(
        numbered_roster(7).players, tuple(Fixture(n, 1, (0, 1)) for n in range(1, 6)), 5
    )
    assert _byes(pair_rounds(roster, 5)) == dict.fromkeys(range(2, 7), 1)


def _list_meetings(rounds: tuple[Round, ...], stayed: list[int]) -> list[Fixture]:
    """The meetings of these players, by their places in a roster of them alone."""
    place = {player: i for i, player in enumerate(stayed)}
    pairs = [
        (r.number, table, first, second)
        for r in rounds
        for table, first, second in r
        if second is not None
    ]
    return [
        Fixture(n, t, (place[one], place[other]))
        for n, t, one, other in pairs
        if {one, other} <= place.keys()
    ]


@given(
    data=st.data(), players=st.integers(4, 16), newcomers=st.integers(0, 4), left=st.integers(0, 3)
)
def test_earlier_meetings_give_way_to_fair_byes(
    data: st.DataObject, players: int, newcomers: int, left: int
) -> None:
    """No matter who joins or leaves, nobody has two byes before everybody had one, and nobody meets
    twice too early.
    """
    stayed = data.draw(st.permutations(range(players)))[left:]
    now = len(stayed) + newcomers
    count = data.draw(
        st.integers(1, max(1, min(count_most_rounds(players), count_most_rounds(now))))
    )
    earlier = pair_rounds(numbered_roster(players), count)
    meetings = _list_meetings(earlier, stayed)
    rounds = pair_rounds(numbered_roster(now), count, meetings)
    _assert_whole(rounds, now)
    assert len(_byes(rounds)) == count * (now % 2)
    if count <= now // 2:
        assert max(_met(rounds).values(), default=0) <= 1


@pytest.mark.parametrize(("late", "count", "parted"), [(1, 5, [0, 1, 1, 1, 1]), (2, 3, [0, 1, 1])])
def test_latecomers_take_turns_with_the_others(late: int, count: int, parted: list[int]) -> None:
    """One latecomer has one bye, as others have; two meet once. Nobody meets twice, and most
    meetings stay.
    """
    earlier, together = pair_rounds(numbered_roster(6), count), numbered_roster(6 + late)
    rounds = pair_rounds(together, count, _list_meetings(earlier, list(range(6))))
    assert sorted(_byes(rounds).values()) == [1] * count * (late % 2)
    assert max(_met(rounds).values()) == 1
    assert {*rounds[0]} == {*earlier[0], Seating(4, 6, 7) if late == 2 else Seating(0, 6, None)}
    assert [
        len({*before} - {*after}) for before, after in zip(earlier, rounds, strict=True)
    ] == parted


@given(data=st.data(), players=st.integers(5, 15))
def test_rounds_that_stand_are_remembered(data: st.DataObject, players: int) -> None:
    """New rounds repeat no printed meeting while half are left, and give no second bye before
    everybody had one.
    """
    indices = data.draw(st.permutations(range(players)))
    printed = [
        one.move_players(indices)
        for one in pair_rounds(numbered_roster(players), data.draw(st.integers(1, players // 4)))
    ]
    first = data.draw(st.integers(0, players - 1))
    settled = (
        Fixture(len(printed) + 1, None, (first,))
        if players % 2 and not _byes((*printed,))[first]
        else None
    )
    rounds_in_all = players // 2
    roster = replace(
        numbered_roster(players), fixtures=(settled,) if settled else (), rounds=rounds_in_all
    )
    together = data.draw(st.booleans())
    while len(printed) < rounds_in_all:
        only = None if together else {len(printed) + 1}
        printed = [*pair_rounds(roster, rounds_in_all, only=only, printed_rounds=printed)]
    rounds = tuple(printed)
    _assert_whole(rounds, players)
    assert max(_met(rounds).values()) == 1
    assert max(_byes(rounds).values(), default=0) <= 1
    assert settled is None or [*rounds[settled.round - 1]][-1] == Seating(0, first, None)


@pytest.mark.parametrize("players", [4, 5, 8])
def test_more_rounds_after_all_have_met_are_shared_out(players: int) -> None:
    """Once everybody has met everybody, later rounds let everybody meet everybody again."""
    printed: tuple[Round, ...] = ()
    for times in (1, 2, 3):
        printed = pair_rounds(
            numbered_roster(players),
            times * count_most_rounds(players),
            printed_rounds=printed,
            seed="x",
        )
        assert {*_met(printed).values()} == {times}


@pytest.mark.parametrize(
    ("fixtures", "message"),
    [
        ([Fixture(1, None, (0, 1)), Fixture(1, None, (2, 0))], "Ann: is seated twice"),
        ([Fixture(1, None, (0,)), Fixture(1, 4, (0, 1))], "Ann: is seated twice"),
        ([Fixture(1, 4, (2, 3)), Fixture(1, 4, (0, 1))], "Ann: is the third at table 4"),
    ],
)
def test_fixtures_that_cannot_all_be_kept_are_told(fixtures: list[Fixture], message: str) -> None:
    """The message names the round and the player with two places, or the table with two pairs."""
    players = tuple(
        Player(name, i) for i, name in enumerate(["Ann", "Ben", "Cleo", "Dan"], start=1)
    )
    nameless = tuple(replace(player, name="", number=player.number + 10) for player in players)
    with pytest.raises(BadInputError) as caught:
        pair_rounds(Roster(nameless, tuple(fixtures)), 1)
    assert message.replace("Ann", "player 11") in str(caught.value)
    with pytest.raises(BadInputError, match="Not all pairings of round 1 can be kept") as caught:
        pair_rounds(Roster(players, tuple(fixtures)), 1)
    assert message in str(caught.value)


@pytest.mark.parametrize(("players", "size"), [(168, 2), (168, 28), (37, 12), (24, 4)])
def test_the_draw_keeps_clubs_apart(players: int, size: int) -> None:
    """In a list sorted by club, nobody meets their own club in the first round, and hardly anybody
    in the next four; another order of the list gives the same draw.
    """
    people = [
        Player(f"P{number}", number, f"C{number // size}") for number in range(1, players + 1)
    ]
    met = []
    for listed in (people, people[::-1]):
        rounds = pair_rounds(Roster(tuple(listed)), 5, seed="clubs")
        met.append(
            [
                {frozenset((listed[a].name, listed[b].name)) for _, a, b in one if b is not None}
                for one in rounds
            ]
        )
    assert met[0] == met[1]
    assert len(set[frozenset[str]]().union(*met[0])) == sum(map(len, met[0]))
    clubs = {player.name: player.club for player in people}
    inside = [sum(len({clubs[name] for name in two}) == 1 for two in one) for one in met[0]]
    assert (inside[0], sum(inside) <= 6) == (0, True)


@pytest.mark.parametrize("seed", ["clubs", "tide", "fog"])
@pytest.mark.parametrize(("players", "late"), [(12, 1), (23, 2), (37, 1)])
def test_latecomers_of_a_shuffled_draw_meet_nobody_twice(
    players: int, late: int, seed: str
) -> None:
    """In three new rounds for more players, nobody meets again or has a second bye."""
    people = [
        Player(f"P{number}", number, f"C{number % 4}") for number in range(1, players + late + 1)
    ]
    stood = pair_rounds(Roster(tuple(people[:players])), 2, seed=seed)
    rounds = pair_rounds(Roster(tuple(people)), 5, printed_rounds=stood, seed=seed)
    assert rounds[:2] == stood
    met = [
        frozenset((first, second))
        for one in rounds
        for _, first, second in one
        if second is not None
    ]
    byes = [first for one in rounds for _, first, second in one if second is None]
    assert (len({*met}), len({*byes})) == (len(met), len(byes))


def test_byes_absences_and_repeats_are_noted() -> None:
    """Notes say who has a bye without a sheet, who is absent from a paired round, and who meets
    again unasked.
    """
    asked = (Fixture(1, None, (0,)), Fixture(2, None, (0, 1)), Fixture(3, None, (0, 1)))
    roster = Roster(
        numbered_roster(5).players, asked, 3, missing_by_round=((1, (3,)), (2, (2,))), by_round=True
    )
    rounds = pair_rounds(roster, 3)
    byes, absent, *again = list_pairing_notes(roster, rounds, roster.players)
    assert byes.startswith("Byes (no sheet): player 1 in round 1, player ")
    assert absent == "Not in round 2, because the list pairs others: player 3."
    assert all(" meet in rounds " in line for line in again)
    assert [*list_pairing_notes(roster, rounds, roster.players, {1, 2, 3})] == []
    four = Roster(
        numbered_roster(4).players, tuple(Fixture(number, None, (0, 1)) for number in (1, 2)), 2
    )
    assert [*list_pairing_notes(four, pair_rounds(four, 2), four.players)] == [
        "“player 3” and “player 4” meet in rounds 1, 2."
    ]
