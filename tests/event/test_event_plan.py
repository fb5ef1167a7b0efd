"""Plans: fair and different sheets for everybody, from the roster and a seed; and what a latecomer does not change."""

from __future__ import annotations

import contextlib
import io
import os
import re
import runpy
import subprocess
import sys
import tracemalloc
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import chain, combinations
from math import comb
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordfleet_print.cli.console import describe_error
from wordfleet_print.errors import BadInputError
from wordfleet_print.event.pack.contents import list_index
from wordfleet_print.event.plan.event_file import Record, parse_record, write_record
from wordfleet_print.event.plan.pairing import pair, pairing_notes
from wordfleet_print.event.plan.plan import EventPlan, PlannedSheet, Scope, Terms, planned_sheets, spare_sheets
from wordfleet_print.event.plan.planner import plan_event, spares_alike
from wordfleet_print.event.roster.roster import Fixture, Player, Roster, numbered_roster
from wordfleet_print.fleet.launch_codes import classify_code
from wordfleet_print.fleet.word_lists import load_theme, load_tier
from wordfleet_print.games import ANY_RATING, load_edition
from wordfleet_print.sheet.sheet import Sheet, are_fair_opponents, lock_decides, make_sheet
from wordfleet_print.sheet.sheet_code import SheetCode
from wordfleet_print.tracker.geometry import A4

LOW, HIGH = load_edition("word-fleet").fairness.band
WORDS = ("STORM", "TRAIL", "BRICK", "WAVE", "GULP", "MIND", "FOG", "SEA", "HEN", "CUB", "GO", "AX")
"""Just enough for some dozens of fleets."""


def _terms(
    *themes: str, edition: str = "word-fleet", blank: bool = False, band: tuple[int, int] | None = None
) -> Terms:
    low, high = band or load_edition(edition).fairness.band
    return Terms(edition, "standard", themes, None, "", blank, False, (low, high))


def _own_terms(words: Sequence[str], band: tuple[int, int] = (0, 140)) -> Terms:
    return Terms("word-fleet", "standard", (), tuple(words), "club words", False, False, band)


DECKS = {
    "standard": _terms(),
    "themed": _terms("animals"),
    "strike": _terms(edition="word-fleet-strike"),
    "admirals": _terms("music", "home", edition="word-fleet-admirals"),
    "blank": _terms(blank=True),
    "narrow": _terms(band=(59, 59)),
}
SOME_DECKS = st.sampled_from(sorted(DECKS)).map(DECKS.__getitem__)
SEEDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)


def _named(names: str | Sequence[str]) -> Roster:
    """A roster of these names; the same name again is a twin."""
    before: Counter[str] = Counter()
    players = []
    for number, name in enumerate(names, start=1):
        players.append(Player(name, number, twin=before[name]))
        before[name] += 1
    return Roster(tuple(players))


def _plan(
    roster: Roster,
    terms: Terms,
    seed: str = "tonight",
    rounds: int = 1,
    spare: int = 0,
    earlier: EventPlan | None = None,
) -> EventPlan:
    """A plan; with `earlier`, all of its rounds are opened again."""
    stood = None if earlier is None else _recorded(earlier).plan()
    return plan_event(
        roster, terms, Scope("Event", seed, rounds, spare), earlier=stood, opened=stood.numbers if stood else ()
    )


def _recorded(plan: EventPlan) -> Record:
    """The plan as `event.json` keeps it."""
    return parse_record(b"".join(write_record(plan, {})), name="event.json")


@cache
def _sheet(terms: Terms, code: SheetCode) -> Sheet:
    return make_sheet(terms.deck(), code)


def _tables(plan: EventPlan) -> Iterator[tuple[int, list[Sheet]]]:
    """Every table's sheets, by round from 1."""
    for index, round_ in enumerate(plan.rounds):
        for _, *players in round_:
            codes = [SheetCode(plan.terms.deck().digest, plan.seeds[index][p]) for p in players if p is not None]
            yield index + 1, [_sheet(plan.terms, code) for code in codes]


def _all_sheets(plan: EventPlan) -> list[PlannedSheet]:
    return [*chain.from_iterable(planned_sheets(plan, i) for i in range(len(plan.rounds))), *spare_sheets(plan)]


def _codes(plan: EventPlan) -> dict[tuple[str, int], int]:
    """The seed of every player's sheet, by key and round."""
    return {
        (player.key, number): seed
        for number, seeds in enumerate(plan.seeds, start=1)
        for player, seed in zip(plan.roster.players, seeds, strict=True)
    }


def _assert_fair(plan: EventPlan) -> None:
    """The promises: a sayable code for every sheet, no fleet twice, ratings in the band, opponents a fair match, the
    launch codes of one of the edition's profiles.
    """
    deck = plan.terms.deck()
    low, high = plan.terms.band
    codes = [SheetCode(deck.digest, planned.seed) for planned in _all_sheets(plan)]
    assert len(codes) == len(plan.roster.players) * len(plan.rounds) + len(plan.spares)
    sheets = [_sheet(plan.terms, code) for code in codes]
    assert all(sheet.rating is None or low <= sheet.rating <= high for sheet in sheets)
    assert len({(frozenset(sheet.words) if sheet.words else sheet.code) for sheet in sheets}) == len(sheets)
    profiles = [profile.classes for profile in deck.edition.launch_codes.deal]
    assert all(dict(Counter(map(classify_code, sheet.launch_codes))) in profiles for sheet in sheets)
    for _, table in _tables(plan):
        if len(table) == 2:
            assert are_fair_opponents(table[0], table[1], deck)


@settings(max_examples=60)
@given(terms=SOME_DECKS, seed=SEEDS, players=st.integers(1, 17), spare=st.integers(0, 3), data=st.data())
def test_every_plan_keeps_every_promise(terms: Terms, seed: str, players: int, spare: int, data: st.DataObject) -> None:
    """Whatever the deck, seed, number of players, rounds and spare sheets; and the same again gives the same plan."""
    rounds = data.draw(st.integers(1, max(1, min(4, players - 1))))
    plan = _plan(numbered_roster(players), terms, seed, rounds, spare)
    _assert_fair(plan)
    assert _plan(numbered_roster(players), terms, seed, rounds, spare) == plan


def test_spare_sheets_share_nothing_where_the_list_suffices() -> None:
    """A spare sheet has no word and no launch code of any player's or of another spare one: whoever gets it can meet
    anybody. Nothing is told then.
    """
    plan = _plan(numbered_roster(16), _terms(), rounds=2, spare=3)
    held = _held(plan)
    assert len(set().union(*held[-3:])) == sum(map(len, held[-3:]))
    assert all(map(set().union(*held[:-3]).isdisjoint, held[-3:]))
    assert (plan.alike, [*spares_alike(plan)]) == ((0, 96), [])


@pytest.mark.parametrize("again", [False, True])
def test_spare_sheets_share_less_than_they_might_and_it_is_told(again: bool) -> None:
    """Of too few words spare sheets share less with players' sheets than players' do among each other,
    and nothing with one another; how many pairs share something is told, also where the rest was
    printed before.
    """
    few = [word for words in load_tier("family").by_length.values() for word in sorted(words)[:45]]
    terms = replace(_own_terms(few), band=(LOW, HIGH))
    plan = _plan(numbered_roster(60), terms, rounds=3, spare=3)
    if again:
        roster = Roster((*plan.roster.players, *_named(["Late", "Later"]).players))
        plan = plan_event(roster, terms, Scope("Event", plan.seed, 3, 3), earlier=_recorded(plan).plan(), opened={3})
    held = _held(plan)
    spares, players = held[-3:], held[:-3]
    alike = sum(not spare.isdisjoint(other) for spare in spares for other in players)
    assert plan.alike == (alike, 3 * len(players))
    assert len(set().union(*spares)) == sum(map(len, spares))
    among = sum(not one.isdisjoint(other) for one, other in combinations(players, 2))
    assert 0 < alike / (3 * len(players)) < 0.8 * among / comb(len(players), 2)
    told = f"{alike} of the {3 * len(players)} pairs of a spare sheet and a player’s share a word or a launch code."
    assert [*spares_alike(plan)] == [told]


def _held(plan: EventPlan) -> list[set[str]]:
    """The words and launch codes of every sheet, the spare ones last."""
    codes = [SheetCode(plan.terms.deck().digest, planned.seed) for planned in _all_sheets(plan)]
    return [{*(sheet.words or ()), *sheet.launch_codes} for sheet in map(partial(_sheet, plan.terms), codes)]


def test_the_lock_decides_where_the_edition_has_one() -> None:
    """In Word Strike opponents' first codes differ in their first digit and sum to nine at most."""
    plan = _plan(numbered_roster(60), DECKS["strike"])
    assert all(lock_decides(*table) for _, table in _tables(plan))


@settings(max_examples=30)
@given(seed=SEEDS, terms=SOME_DECKS, order=st.permutations(range(6)))
def test_a_sheet_hangs_on_name_and_round_not_on_the_place(seed: str, terms: Terms, order: list[int]) -> None:
    """Tables in another order give everybody the same sheets: each is drawn from seed, name and round, and fitted to
    the opponent's.
    """
    pairs = ["AB", "CD", "EF", "GH", "IJ", "KL"]
    plan = _plan(_named("".join(pairs)), terms, seed)
    shuffled = _plan(_named("".join(pairs[i] for i in order)), terms, seed)
    assert _codes(shuffled) == _codes(plan)


def test_seed_name_club_twin_and_round_each_give_another_sheet() -> None:
    """Two José of one club, one of another, two rounds, two seeds: no sheet comes twice."""
    players = (Player("José", 1), Player("José", 2, twin=1), Player("José", 3, club="Rovers"))
    plans = [_plan(Roster(players), _terms(), seed, rounds=2) for seed in ("a", "b")]
    seeds = [seed for plan in plans for seed in _codes(plan).values()]
    assert len(set(seeds)) == len(seeds) == 12
    alone = plan_event(Roster(players), _terms(), Scope("Event", "a", 2, 0, frozenset({2})))
    assert {*alone.seeds[0]}.isdisjoint(plans[0].seeds[0])


@settings(max_examples=40)
@given(
    seed=SEEDS,
    terms=SOME_DECKS,
    before=st.lists(st.sampled_from("ABCDEFGHIJKLM"), min_size=3, max_size=11, unique=True),
    after=st.lists(st.sampled_from("ABCDEFGHIJKLMNOPQ"), min_size=3, max_size=13, unique=True),
    spare=st.integers(0, 2),
)
def test_who_joins_or_leaves_changes_nobody_elses_sheet(
    seed: str, terms: Terms, before: list[str], after: list[str], spare: int
) -> None:
    """Whoever is in both rosters of rounds that are opened again keeps number and every sheet, but for the later one of
    two whose sheets are no fair match; and most meetings with others who are in both: a round gives up one for a bye,
    and one for every two who come or go. All sheets keep every promise, and who lost one has it retired.
    """
    first = _plan(_named(before), terms, seed, 2, spare)
    then = _plan(_named(after), terms, seed, 2, spare + 1, earlier=first)
    stayed = set(before) & set(after)
    old, new = _codes(first), _codes(then)
    assert {key for key, seed in old.items() if new.get(key, seed) != seed} == _torn_apart(first, then)
    assert then.spares[:spare] == first.spares
    numbers = {player.name: player.number for player in first.roster.players}
    assert all(numbers[p.name] == p.number for p in then.roster.players if p.name in stayed)
    newcomers = [p.number for p in then.roster.players if p.name not in stayed]
    assert newcomers == [len(before) + 1 + i for i in range(len(newcomers))]
    assert len(_meetings(first, stayed) - _meetings(then, stayed)) <= 4 + len(set(before) ^ set(after))
    assert {*_codes(first).values()} <= {*new.values(), *(sheet.seed for sheet in then.retired)}
    _assert_fair(then)


def _meetings(plan: EventPlan, among: set[str]) -> set[tuple[int, int, str, str]]:
    names = [player.name for player in plan.roster.players]
    return {
        (round_.number, table, names[first], names[second])
        for round_ in plan.rounds
        for table, first, second in round_
        if second is not None and {names[first], names[second]} <= among
    }


def _torn_apart(first: EventPlan, then: EventPlan) -> set[tuple[str, int]]:
    """By key and round, the later of two who meet now with sheets of before that are no fair match."""
    deck, old = then.terms.deck(), _codes(first)
    torn = set()
    for round_ in then.rounds:
        for _, *places in round_:
            pair = sorted((then.players[place] for place in places if place is not None), key=lambda one: one.number)
            had = [old.get((player.key, round_.number)) for player in pair]
            sheets = [_sheet(then.terms, SheetCode(deck.digest, seed)) for seed in had if seed is not None]
            if len(sheets) == 2 and not are_fair_opponents(sheets[0], sheets[1], deck):
                torn.add((pair[1].key, round_.number))
    return torn


def test_latecomers_take_turns_with_the_others() -> None:
    """A seventh player of five rounds has one bye, two more meet once; sheets stay, and nothing is broken or told."""
    first = _plan(_named("ABCDEF"), _terms(), "", rounds=5)
    for names in ("ABCDEFG", "ABCDEFGH"):
        then = _plan(_named(names), _terms(), "", rounds=5, earlier=first)
        assert _codes(first).items() <= _codes(then).items()
        byes = Counter(seating.first for round_ in then.rounds for seating in round_ if seating.second is None)
        assert max(byes.values(), default=0) <= 1
        together = [m for m in _meetings(then, set(names)) if {*m[2:]} == {"G", "H"}]
        assert len(together) == ("H" in names)
        assert pairing_notes(then.roster, then.rounds, then.players) == ()
        _assert_fair(then)
        assert _plan(_named(names), _terms(), "", rounds=5, earlier=then) == then


@pytest.mark.parametrize(("players", "size"), [(168, 2), (168, 28), (37, 12), (24, 4)])
def test_the_draw_keeps_clubs_apart(players: int, size: int) -> None:
    """Of a list sorted by teams or by classes nobody meets one of their own in the first round, hardly anybody in the
    four that follow, and nobody meets anybody twice; another order of the list draws the same.
    """
    people = [Player(f"P{number}", number, f"C{number // size}") for number in range(1, players + 1)]
    met = []
    for listed in (people, people[::-1]):
        rounds = pair(Roster(tuple(listed)), 5, seed="clubs")
        met.append(
            [{frozenset((listed[a].name, listed[b].name)) for _, a, b in one if b is not None} for one in rounds]
        )
    assert met[0] == met[1]
    assert len(set[frozenset[str]]().union(*met[0])) == sum(map(len, met[0]))
    clubs = {player.name: player.club for player in people}
    inside = [sum(len({clubs[name] for name in two}) == 1 for two in one) for one in met[0]]
    assert (inside[0], sum(inside) <= 6) == (0, True)


@pytest.mark.parametrize("seed", ["clubs", "tide", "fog"])
@pytest.mark.parametrize(("players", "late"), [(12, 1), (23, 2), (37, 1)])
def test_latecomers_of_a_shuffled_draw_meet_nobody_twice(players: int, late: int, seed: str) -> None:
    """Two rounds stand; in three more, drawn for more players, nobody meets anybody again or has a second bye."""
    people = [Player(f"P{number}", number, f"C{number % 4}") for number in range(1, players + late + 1)]
    stood = pair(Roster(tuple(people[:players])), 2, seed=seed)
    rounds = pair(Roster(tuple(people)), 5, standing=stood, seed=seed)
    assert rounds[:2] == stood
    met = [frozenset((first, second)) for one in rounds for _, first, second in one if second is not None]
    byes = [first for one in rounds for _, first, second in one if second is None]
    assert (len({*met}), len({*byes})) == (len(met), len(byes))


def test_repeats_that_cannot_be_helped_are_noted() -> None:
    """Fixtures that leave two to each other twice: a sentence says who and when."""
    roster = Roster(_named("ABCD").players, tuple(Fixture(number, None, (0, 1)) for number in (1, 2)), 2)
    plan = _plan(roster, _terms(), rounds=2)
    (note,) = pairing_notes(roster, plan.rounds, plan.players)
    assert note.startswith("“C” and “D” meet in rounds 1 and 2:")


def test_another_band_must_hold_the_sheets_that_were_dealt() -> None:
    """A wider band is taken; one that leaves out sheets dealt before is refused, with what to do."""
    first = _plan(_named("ABCDEF"), _terms(), rounds=2)
    assert _plan(_named("ABCDEFG"), _terms(band=(50, 70)), rounds=2, earlier=first).terms.band == (50, 70)
    with pytest.raises(
        BadInputError, match=rf"12 of the 12 sheets .* outside the band 10–20: .* with {LOW}–{HIGH}"
    ) as caught:
        _plan(_named("ABCDEFG"), _terms(band=(10, 20)), rounds=2, earlier=first)
    assert "Leave out --band" in "\n".join(describe_error(caught.value))
    blank = _plan(_named("AB"), _terms(blank=True))
    assert (
        _codes(blank).items() <= _codes(_plan(_named("ABC"), _terms(blank=True, band=(10, 20)), earlier=blank)).items()
    )


def test_a_round_opened_again_is_mended_with_the_fewest_sheets() -> None:
    """Ten tables whose second players all left: where those who meet now are no fair match, one sheet is another, the
    later player's; the sheets given up are retired.
    """
    names = [f"{letter}{i}" for i in range(20) for letter in "ab"]
    first = _plan(_named(names), _terms())
    then = _plan(_named([name for name in names if name[0] == "a"]), _terms(), earlier=first)
    changed = {key for key, seed in _codes(first).items() if _codes(then).get(key, seed) != seed}
    assert 0 < len(changed) < len(then.rounds[0])
    assert changed == _torn_apart(first, then)
    assert {sheet.seed for sheet in then.retired} >= {_codes(first)[key] for key in changed}
    _assert_fair(then)


def test_who_comes_back_has_number_and_sheets_again() -> None:
    """Ben leaves and returns: number and sheets are his old ones. Meanwhile nobody else got them."""
    first = _plan(_named("ABCDE"), _terms(), "g", rounds=2, spare=1)
    without = _plan(_named("ACDEXY"), _terms(), "g", rounds=2, spare=1, earlier=first)
    again = _plan(_named("ACDEXYB"), _terms(), "g", rounds=2, spare=1, earlier=without)
    assert {sheet.key for sheet in without.retired} == {"B\t\t0"}
    assert set(_codes(first).values()) & set(_codes(without).values()) == {
        seed for (key, _), seed in _codes(first).items() if key != "B\t\t0"
    }
    assert {p.name: p.number for p in again.roster.players} == {"A": 1, "B": 2, "C": 3, "D": 4, "E": 5, "X": 6, "Y": 7}
    assert {k: v for k, v in _codes(again).items() if k in _codes(first)} == _codes(first)
    assert again.retired == ()


@settings(max_examples=30)
@given(terms=SOME_DECKS, players=st.integers(1, 12), left=st.integers(0, 4), numbered=st.booleans())
def test_planning_the_same_event_again_changes_nothing(terms: Terms, players: int, left: int, numbered: bool) -> None:
    """With every round opened again the same roster, rounds and spares plan exactly the same, retired sheets, too."""
    rounds = max(1, min(3, players - 1))
    names = "ABCDEFGHIJKL"[:players]
    roster, fewer = _named(names), _named(names[min(left, players - 1) :])
    if numbered:
        roster, fewer = numbered_roster(players), numbered_roster(max(1, players - left))
    plan = _plan(roster, terms, rounds=rounds, spare=1)
    assert _plan(roster, terms, rounds=rounds, spare=1, earlier=plan) == plan
    then = _plan(fewer, terms, rounds=1, spare=1, earlier=plan)
    assert _plan(fewer, terms, rounds=1, spare=1, earlier=then) == then
    told = replace(fewer, warnings=("Look twice.",))
    assert _plan(told, terms, rounds=1, spare=1, earlier=then).seeds == then.seeds


def test_numbers_are_never_given_twice() -> None:
    """The number of a player who left stays unused, even when the last one leaves; those of spare sheets are others."""
    first = _plan(_named("ABC"), _terms())
    second = _plan(_named("AB"), _terms(), earlier=first)
    third = _plan(_named("ABD"), _terms(), earlier=second)
    assert [player.number for player in third.roster.players] == [1, 2, 4]
    less = _plan(_named("AB"), _terms(), earlier=_plan(_named("AB"), _terms(), spare=5))
    assert [player.number for player in _plan(_named("ABC"), _terms(), earlier=less).players] == [1, 2, 3]


def test_fewer_rounds_and_spares_retire_their_sheets() -> None:
    """Rounds and spare sheets that are dropped stay taken; asked for again, they come back as they were."""
    first = _plan(_named("ABCD"), _terms(), rounds=3, spare=2)
    fewer = _plan(_named("ABCD"), _terms(), rounds=1, spare=1, earlier=first)
    assert Counter(sheet.round for sheet in fewer.retired) == {2: 4, 3: 4, 0: 1}
    again = _plan(_named("ABCD"), _terms(), rounds=3, spare=2, earlier=fewer)
    assert (again.seeds, again.spares) == (first.seeds, first.spares)
    _assert_fair(again)


def test_a_rosters_own_fixtures_win_over_earlier_meetings() -> None:
    """Who is asked for anew sits there; the others keep their tables; a table that is asked for is given up."""
    first = _plan(_named("ABCDEFGH"), _terms(), "")
    roster = Roster(_named("ABCDEFGH").players, (Fixture(1, 4, (0, 2)),))
    then = _plan(roster, _terms(), "", earlier=first)
    assert [tuple(seating) for seating in then.rounds[0]] == [(1, 1, 3), (2, 6, 7), (3, 4, 5), (4, 0, 2)]
    assert {key for key, seed in _codes(first).items() if _codes(then)[key] != seed} == _torn_apart(first, then)


def test_other_words_than_were_dealt_from_are_refused() -> None:
    """An event planned with one theme is not continued with another: no sheet could be reprinted."""
    first = _plan(_named("ABCD"), _terms("animals"))
    with pytest.raises(BadInputError, match="dealt from “Animals”; the words or the edition are others now"):
        _plan(_named("ABCD"), _terms("music"), earlier=first)


def test_small_lists_run_out_with_a_clear_count() -> None:
    """The message says how many sheets the words can supply of how many; so many can then indeed be planned."""
    terms = _own_terms(WORDS)
    with pytest.raises(BadInputError, match=r"“club words” can fairly supply \d+ of the 2,004 sheets") as caught:
        _plan(numbered_roster(1000), terms, "", rounds=2, spare=4)
    count = int(str(caught.value).split("supply ")[1].split()[0])
    assert 8 <= count <= 108
    assert "--band" in "\n".join(describe_error(caught.value))
    plan = _plan(numbered_roster(count), terms, "")
    _assert_fair(plan)
    with pytest.raises(BadInputError, match=f"supply {count} of the {count + 2} sheets"):
        _plan(numbered_roster(count + 2), terms, "")


def test_small_lists_are_used_up() -> None:
    """Where opponents do not matter every fleet there is can be dealt: as many spare sheets as there are fleets."""
    words = ("STORM", "BRICK", "WAVE", "GULP", "FOG", "SEA", "HEN", "CUB", "PI", "AX")
    fleets = 2 * 2 * 6 * 2  # six pairs of four words of three letters; no word stands inside another
    assert len(_plan(numbered_roster(1), _own_terms(words), spare=fleets - 1).spares) == fleets - 1
    with pytest.raises(BadInputError, match=f"supply {fleets} of the {fleets + 1} sheets"):
        _plan(numbered_roster(1), _own_terms(words), spare=fleets)


def test_fleets_out_of_use_stay_taken() -> None:
    """Spare sheets were printed and taken out of use again, all that a list can supply but two: the next newcomer gets
    none of them, and when these are gone there are none.
    """
    terms = _own_terms(("STORM", "BRICK", "WAVE", "GULP", "FOG", "SEA", "HEN", "CUB", "PI", "AX"))
    dropped = _plan(numbered_roster(1), terms, earlier=_plan(numbered_roster(1), terms, spare=45))
    assert (len(dropped.retired), len(dropped.spares)) == (45, 0)
    with pytest.raises(BadInputError, match="can fairly supply"):
        _plan(numbered_roster(4), terms, earlier=dropped)


@pytest.mark.parametrize(("band", "sides"), [((-90, -80), 1), ((140, 150), 1), ((60, 60), 2)])
def test_a_band_that_no_fleet_is_in_ends_soon(band: tuple[int, int], sides: int) -> None:
    """Nothing is searched for ever: a band without fleets is told as such, for 100,000 players too. What lies nearest
    is told, and can be dealt: Captains' ratings are all odd.
    """
    with pytest.raises(BadInputError, match="can fairly supply 0 of the 100,000 sheets") as caught:
        _plan(numbered_roster(100_000), _terms(band=band))
    nearest = [int(rating) for rating in re.findall(r"-?\d+", caught.value.tip)]
    assert len(nearest) == sides
    if sides == 2:
        _assert_fair(_plan(numbered_roster(4), _terms(band=(nearest[0], nearest[1]))))


def test_places_say_what_is_printed_of_a_player() -> None:
    """Table order, first seats first, byes last; captain and opponent by name, table and round as text; the serial is
    the player's number and the round; spare sheets are for nobody.
    """
    plan = _plan(_named("ABC"), _terms(), "", rounds=2, spare=1)
    ann, ben, cy = plan.roster.players
    told = [[planned[1:] for planned in planned_sheets(plan, i)] for i in (0, 1)]
    assert told == [
        [(ann, ("A", "B", "1", "1", "1.1")), (ben, ("B", "A", "1", "1", "2.1")), (cy, ("C", "", "", "1", "3.1"))],
        [(ben, ("B", "C", "1", "2", "2.2")), (cy, ("C", "B", "1", "2", "3.2")), (ann, ("A", "", "", "2", "1.2"))],
    ]
    assert [planned[1:] for planned in spare_sheets(plan)] == [(None, ("", "", "", "", "S1"))]
    assert [planned.seed for planned in planned_sheets(plan, 0)] == list(plan.seeds[0])
    for at, number in enumerate(plan.numbers):
        alone = plan.only(number)
        assert [*planned_sheets(alone, 0)] == [*planned_sheets(plan, at)]
        assert [*alone.spares] == [*plan.spares][: number == plan.spares_with]


def test_the_name_index_goes_by_letters_and_digits() -> None:
    """Signs before a name do not move it: it stands under its initial."""
    plan = _plan(_named(["<b>Bold</b>", "Zoë", "“Ann”", "Čapek", "(Al)", "Cy", "7 of 9"]), _terms())
    assert [line.name for _, _, line in list_index(plan, A4, by_club=False)] == [
        "7 of 9",
        "(Al)",
        "“Ann”",
        "<b>Bold</b>",
        "Čapek",
        "Cy",
        "Zoë",
    ]


@pytest.mark.slow
def test_an_event_of_many_costs_little_memory() -> None:
    """Beside what one player needs, each further one adds less than 300 bytes to a plan in the making: 30 MB for
    100,000.
    """
    _plan(numbered_roster(10), _terms())
    peaks = []
    for players in (1_000, 3_000):
        tracemalloc.start()
        _plan(numbered_roster(players), _terms())
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert (peaks[1] - peaks[0]) / 2_000 < 300


def test_plans_do_not_hang_on_hash_seeds(tmp_path: Path) -> None:
    """Two processes with different string hashes plan the same event."""
    script = (
        "from wordfleet_print.event.plan.planner import *;"
        "from wordfleet_print.event.roster.roster import numbered_roster;"
        "t = Terms('word-fleet', 'family', ('animals', 'music'), None, '', False, False, (56, 63));"
        "p = plan_event(numbered_roster(30), t, Scope('', 's', 2, 2));"
        "print(p.seeds, p.spares, p.rounds)"
    )
    file = tmp_path / "planned.py"
    file.write_text(script, encoding="utf-8")
    env = {**os.environ, "PYTHONHASHSEED": "2"}
    there = subprocess.run([sys.executable, file], env=env, capture_output=True, check=True).stdout
    here = io.StringIO()
    with contextlib.redirect_stdout(here):
        runpy.run_path(str(file))
    assert here.getvalue() == there.decode()


def test_one_theme_is_enough_for_a_large_event() -> None:
    """A thousand players of one theme: every promise is kept."""
    assert load_theme("space").by_length[5]
    _assert_fair(_plan(numbered_roster(1000), _terms("space")))


def test_an_event_of_any_fleets_is_remembered_as_such() -> None:
    """With fairness off fleets of any rating are dealt, without a broken pairing; `event.json` keeps that, and files
    that were written before there was a choice are fair.
    """
    terms = replace(_terms(), fair=False, band=ANY_RATING)
    plan = _plan(numbered_roster(60), terms, rounds=2)
    deck = terms.deck()
    codes = [SheetCode(deck.digest, planned.seed) for planned in _all_sheets(plan)]
    ratings = [_sheet(terms, code).rating or 0 for code in codes]
    assert min(ratings) < LOW
    assert max(ratings) > HIGH
    assert all(are_fair_opponents(*table, deck) for _, table in _tables(plan))
    assert _recorded(plan).plan() == plan
    assert plan.terms.ratings == "any"
    older = b"".join(write_record(_plan(numbered_roster(4), _terms()), {})).replace(b',"fair":true', b"")
    assert b"fair" not in older
    assert parse_record(older, name="event.json").plan().terms == _terms()
