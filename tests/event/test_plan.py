"""Plans: fair and different sheets for everybody, from the roster and a seed; and what a latecomer
does not change.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tracemalloc
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.events import read_back
from support.matrix import mark_matrix
from support.sheets import make_draft
from wordfleet_print.errors import BadInputError
from wordfleet_print.event.event import (
    NO_SHEET,
    Event,
    PlannedSheet,
    deck_of,
    list_planned_sheets,
    list_spare_sheets,
)
from wordfleet_print.event.pack.handout_items import list_index
from wordfleet_print.event.plan.dealing import Dealer
from wordfleet_print.event.plan.planner import plan_rounds
from wordfleet_print.fleet.word_lists import load_theme, load_tier
from wordfleet_print.games import load_edition, load_rules
from wordfleet_print.games.word_fleet.code_classes import classify_code
from wordfleet_print.paper import A4
from wordfleet_print.roster.roster import Fixture, Player, Roster, numbered_roster
from wordfleet_print.sheet.dealing import are_fair_opponents
from wordfleet_print.sheet.sheet import Sheet, make_sheet
from wordfleet_print.sheet.sheet_code import SheetCode

LOW, HIGH = load_edition("word-fleet").fairness.band
WORDS = ("STORM", "TRAIL", "BRICK", "WAVE", "GULP", "MIND", "FOG", "SEA", "HEN", "CUB", "GO", "AX")
"""Just enough for some dozens of fleets."""


Deal = dict[str, Any]
"""What an event is dealt from, as `make_draft` takes it."""


def _deal(*themes: str, edition: str = "word-fleet", blank: bool = False, band: str = "") -> Deal:
    rules = re.sub(r"(?m)^  band: .*", f"  band: {band}", load_rules(edition).text) if band else ""
    return {"edition": edition, "theme": themes, "blank": blank, "rules": rules}


def _own_deal(words: Sequence[str], *, fair: bool = False) -> Deal:
    return {"own": words, "fair": fair}


DECKS = {
    "standard": _deal(),
    "themed": _deal("animals"),
    "strike": _deal(edition="word-fleet-strike"),
    "admirals": _deal("music", "home", edition="word-fleet-admirals"),
    "blank": _deal(blank=True),
    "narrow": _deal(band="[59, 59]"),
}
SOME_DECKS = st.sampled_from(sorted(DECKS)).map(DECKS.__getitem__)
SEEDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)


def _make_roster(names: str | Sequence[str]) -> Roster:
    """A roster of these names; the same name again is a twin."""
    before: Counter[str] = Counter()
    players = []
    for number, name in enumerate(names, start=1):
        players.append(Player(name, number, twin=before[name]))
        before[name] += 1
    return Roster(tuple(players))


def _plan(
    roster: Roster,
    deal: Deal,
    seed: str = "tonight",
    rounds: int = 1,
    spare: int = 0,
    earlier: Event | None = None,
) -> Event:
    """A plan; with `earlier`, all of its rounds are opened again."""
    draft = make_draft(roster, title="Event", seed=seed, **deal)
    if earlier is None:
        return plan_rounds(draft, rounds, spare)
    stood = read_back(earlier)
    return plan_rounds(draft, rounds, spare, previous=stood, reopened=stood.numbers)


def _sheet(event: Event, code: SheetCode) -> Sheet:
    return make_sheet(deck_of(event), code)


def _tables(plan: Event) -> Iterator[tuple[int, list[Sheet]]]:
    """Every table's sheets, by round from 1."""
    for index, round_ in enumerate(plan.rounds):
        for _, *players in round_:
            codes = [
                SheetCode(deck_of(plan).digest, plan.seeds[index][p])
                for p in players
                if p is not None
            ]
            yield index + 1, [_sheet(plan, code) for code in codes]


def _all_sheets(plan: Event) -> list[PlannedSheet]:
    return [*list_planned_sheets(plan), *list_spare_sheets(plan)]


def _codes(plan: Event) -> dict[tuple[str, int], int]:
    """The seed of every player's sheet, by key and round."""
    return {
        (player.key, number): seed
        for number, seeds in enumerate(plan.seeds, start=1)
        for player, seed in zip(plan.players, seeds, strict=True)
        if seed != NO_SHEET
    }


def _assert_fair(plan: Event) -> None:
    """The promises about a plan's sheets.

    A sayable code for every sheet, no fleet twice, difficulty in the band, opponents a fair match,
    the launch codes of one of the edition's profiles.
    """
    deck = deck_of(plan)
    low, high = deck.edition.fairness.band
    codes = [SheetCode(deck.digest, planned.seed) for planned in _all_sheets(plan)]
    players = sum(2 * one.tables for one in plan.rounds)
    assert len(codes) == players + len(plan.spares)
    sheets = [_sheet(plan, code) for code in codes]
    assert all(sheet.difficulty is None or low <= sheet.difficulty <= high for sheet in sheets)
    assert len(
        {(frozenset(sheet.words) if sheet.words else sheet.code) for sheet in sheets}
    ) == len(sheets)
    profiles = [profile.classes for profile in deck.edition.launch_codes.deal]
    assert all(
        dict(Counter(map(classify_code, sheet.launch_codes))) in profiles for sheet in sheets
    )
    for _, table in _tables(plan):
        if len(table) == 2:
            assert are_fair_opponents(table[0], table[1], deck)


@settings(max_examples=60)
@given(
    deal=SOME_DECKS, seed=SEEDS, players=st.integers(2, 17), spare=st.integers(0, 3), data=st.data()
)
def test_every_plan_keeps_every_promise(
    deal: Deal, seed: str, players: int, spare: int, data: st.DataObject
) -> None:
    """Any deck, seed, players, rounds and spares keep every promise, and planning again gives the
    same plan.
    """
    rounds = data.draw(st.integers(1, max(1, min(4, players - 1))))
    plan = _plan(numbered_roster(players), deal, seed, rounds, spare)
    _assert_fair(plan)
    assert _plan(numbered_roster(players), deal, seed, rounds, spare) == plan


def test_spare_sheets_share_as_little_as_possible() -> None:
    """A spare sheet shares no word or launch code with any other sheet, so its owner can meet
    anybody. With too few words, spare sheets share less with players than players do, and nothing
    among themselves.
    """
    few = [word for words in load_tier("family").by_length.values() for word in sorted(words)[:45]]
    for deal, players in ((_deal(), 32), (_own_deal(few, fair=True), 180)):
        secrets = _list_secrets(_plan(numbered_roster(players // 2), deal, rounds=2, spare=3))
        spares, others = secrets[-3:], secrets[:-3]
        alike = sum(not spare.isdisjoint(other) for spare in spares for other in others)
        assert len(set().union(*spares)) == sum(map(len, spares))
        assert (alike == 0) == (players == 32)
        among = sum(not one.isdisjoint(other) for one, other in combinations(others, 2))
        assert alike / (3 * len(others)) < 0.8 * among / comb(len(others), 2)


def _list_secrets(plan: Event) -> list[set[str]]:
    """The words and launch codes of every sheet, the spare ones last."""
    codes = [SheetCode(deck_of(plan).digest, planned.seed) for planned in _all_sheets(plan)]
    return [
        {*(sheet.words or ()), *sheet.launch_codes} for sheet in map(partial(_sheet, plan), codes)
    ]


@settings(max_examples=30)
@given(seed=SEEDS, deal=SOME_DECKS, order=st.permutations(range(6)))
def test_a_sheet_hangs_on_name_and_round_not_on_the_place(
    seed: str, deal: Deal, order: list[int]
) -> None:
    """Everybody gets the same sheets if tables are in another order: each is drawn from seed, name
    and round.
    """
    pairs = ["AB", "CD", "EF", "GH", "IJ", "KL"]
    plan = _plan(_make_roster("".join(pairs)), deal, seed)
    shuffled = _plan(_make_roster("".join(pairs[i] for i in order)), deal, seed)
    assert _codes(shuffled) == _codes(plan)


def test_seed_name_club_twin_and_round_each_give_another_sheet() -> None:
    """Namesakes in the same club or another, in two rounds with two seeds, never get the same
    sheet.
    """
    players = (
        Player("José", 1),
        Player("José", 2, twin=1),
        Player("José", 3, club="Rovers"),
        Player("Ann", 4),
    )
    plans = [_plan(Roster(players), _deal(), seed, rounds=2) for seed in ("a", "b")]
    seeds = [seed for plan in plans for seed in _codes(plan).values()]
    assert len(set(seeds)) == len(seeds) == 16
    alone = plan_rounds(make_draft(Roster(players), seed="a"), 2, 0, only={2})
    assert {*alone.seeds[0]}.isdisjoint(plans[0].seeds[0])


@settings(max_examples=40)
@given(
    seed=SEEDS,
    deal=SOME_DECKS,
    before=st.lists(st.sampled_from("ABCDEFGHIJKLM"), min_size=3, max_size=11, unique=True),
    after=st.lists(st.sampled_from("ABCDEFGHIJKLMNOPQ"), min_size=3, max_size=13, unique=True),
    spare=st.integers(0, 2),
)
def test_who_joins_or_leaves_changes_nobody_elses_sheet(
    seed: str, deal: Deal, before: list[str], after: list[str], spare: int
) -> None:
    """Players in both rosters of reopened rounds keep numbers and sheets, unless two become an
    unfair match; then the later player's is void. Most meetings stay, too.
    """
    first = _plan(_make_roster(before), deal, seed, 2, spare)
    then = _plan(_make_roster(after), deal, seed, 2, spare + 1, earlier=first)
    stayed = set(before) & set(after)
    old, new = _codes(first), _codes(then)
    assert {key for key, seed in old.items() if new.get(key, seed) != seed} == _torn_apart(
        first, then
    )
    assert then.spares[:spare] == first.spares
    numbers = {player.name: player.number for player in first.roster.players}
    assert all(numbers[p.name] == p.number for p in then.roster.players if p.name in stayed)
    newcomers = [p.number for p in then.roster.players if p.name not in stayed]
    assert newcomers == [len(before) + 1 + i for i in range(len(newcomers))]
    assert len(_meetings(first, stayed) - _meetings(then, stayed)) <= 4 + len(
        set(before) ^ set(after)
    )
    assert {*_codes(first).values()} <= {*new.values(), *(sheet.seed for sheet in then.voided)}
    _assert_fair(then)


def _meetings(plan: Event, among: set[str]) -> set[tuple[int, int, str, str]]:
    names = [player.name for player in plan.roster.players]
    return {
        (round_.number, table, names[first], names[second])
        for round_ in plan.rounds
        for table, first, second in round_
        if second is not None and {names[first], names[second]} <= among
    }


def _torn_apart(first: Event, then: Event) -> set[tuple[str, int]]:
    """By key and round, the later of two who meet now with old sheets that are no fair match."""
    deck, old = deck_of(then), _codes(first)
    torn = set()
    for round_ in then.rounds:
        for _, *places in round_:
            pair = sorted(
                (then.players[place] for place in places if place is not None),
                key=lambda one: one.number,
            )
            had = [old.get((player.key, round_.number)) for player in pair]
            sheets = [
                _sheet(then, SheetCode(deck.digest, seed)) for seed in had if seed is not None
            ]
            if len(sheets) == 2 and not are_fair_opponents(sheets[0], sheets[1], deck):
                torn.add((pair[1].key, round_.number))
    return torn


def test_a_round_opened_again_is_mended_with_the_fewest_sheets() -> None:
    """If second players left, only unfair matches get a new sheet, for the later player; the old
    one is void.
    """
    names = [f"{letter}{i}" for i in range(20) for letter in "ab"]
    first = _plan(_make_roster(names), _deal())
    then = _plan(_make_roster([name for name in names if name[0] == "a"]), _deal(), earlier=first)
    changed = {key for key, seed in _codes(first).items() if _codes(then).get(key, seed) != seed}
    assert 0 < len(changed) < len(then.rounds[0])
    assert changed == _torn_apart(first, then)
    assert {sheet.seed for sheet in then.voided} >= {_codes(first)[key] for key in changed}
    _assert_fair(then)


def test_who_comes_back_has_number_and_sheets_again() -> None:
    """A player who returns has the old number and sheets; nobody else got them."""
    first = _plan(_make_roster("ABCDEF"), _deal(), "g", rounds=2, spare=1)
    without = _plan(_make_roster("ACDEFX"), _deal(), "g", rounds=2, spare=1, earlier=first)
    again = _plan(_make_roster("ACDEFXYB"), _deal(), "g", rounds=2, spare=1, earlier=without)
    assert {sheet.key for sheet in without.voided} == {"B\t\t0"}
    assert set(_codes(first).values()) & set(_codes(without).values()) == {
        seed for (key, _), seed in _codes(first).items() if key != "B\t\t0"
    }
    assert {p.name: p.number for p in again.roster.players} == {
        **{"A": 1, "B": 2, "C": 3, "D": 4, "E": 5, "F": 6, "X": 7, "Y": 8}
    }
    assert {k: v for k, v in _codes(again).items() if k in _codes(first)} == _codes(first)
    assert again.voided == ()


@settings(max_examples=30)
@given(deal=SOME_DECKS, players=st.integers(2, 12), left=st.integers(0, 4), numbered=st.booleans())
def test_planning_the_same_event_again_changes_nothing(
    deal: Deal, players: int, left: int, numbered: bool
) -> None:
    """Reopening every round with the same roster gives the same plan, void sheets included."""
    rounds = max(1, min(3, players - 1))
    names = "ABCDEFGHIJKL"[:players]
    roster, fewer = _make_roster(names), _make_roster(names[min(left, players - 2) :])
    if numbered:
        roster, fewer = numbered_roster(players), numbered_roster(max(2, players - left))
    plan = _plan(roster, deal, rounds=rounds, spare=1)
    assert _plan(roster, deal, rounds=rounds, spare=1, earlier=plan) == plan
    then = _plan(fewer, deal, rounds=1, spare=1, earlier=plan)
    assert _plan(fewer, deal, rounds=1, spare=1, earlier=then) == then
    message = replace(fewer, warnings=("Look twice.",))
    assert _plan(message, deal, rounds=1, spare=1, earlier=then).seeds == then.seeds


def test_fewer_rounds_and_spares_retire_their_sheets() -> None:
    """Dropped rounds and spare sheets stay taken, and come back the same if they are asked for
    again.
    """
    first = _plan(_make_roster("ABCD"), _deal(), rounds=3, spare=2)
    fewer = _plan(_make_roster("ABCD"), _deal(), rounds=1, spare=1, earlier=first)
    assert Counter(sheet.round for sheet in fewer.voided) == {2: 4, 3: 4, 0: 1}
    again = _plan(_make_roster("ABCD"), _deal(), rounds=3, spare=2, earlier=fewer)
    assert (again.seeds, again.spares) == (first.seeds, first.spares)
    _assert_fair(again)


def test_a_rosters_own_fixtures_win_over_earlier_meetings() -> None:
    """Players sit where the new list asks; the others keep their tables, and give up one that is
    asked for.
    """
    first = _plan(_make_roster("ABCDEFGH"), _deal(), "")
    roster = Roster(_make_roster("ABCDEFGH").players, (Fixture(1, 4, (0, 2)),))
    then = _plan(roster, _deal(), "", earlier=first)
    assert [tuple(seating) for seating in then.rounds[0]] == [
        (1, 1, 3),
        (2, 6, 7),
        (3, 4, 5),
        (4, 0, 2),
    ]
    assert {key for key, seed in _codes(first).items() if _codes(then)[key] != seed} == _torn_apart(
        first, then
    )


def test_other_words_than_were_dealt_from_are_refused() -> None:
    """An event dealt from one theme is not continued with another, because no sheet could be
    reprinted.
    """
    first = _plan(_make_roster("ABCD"), _deal("animals"))
    with pytest.raises(
        BadInputError, match="dealt from “Animals”; the words or the edition have changed"
    ):
        _plan(_make_roster("ABCD"), _deal("music"), earlier=first)


@pytest.mark.slow
def test_small_lists_run_out_with_a_clear_count() -> None:
    """The message says how many of the needed sheets the words can supply, and that many can be
    planned.
    """
    deal = _own_deal(WORDS)
    with pytest.raises(
        BadInputError, match=r"“club words” has words for only \d+ of 204 sheets"
    ) as caught:
        _plan(numbered_roster(100), deal, "", rounds=2, spare=4)
    count = int(str(caught.value).split("for only ")[1].split()[0])
    assert 8 <= count <= 108
    plan = _plan(numbered_roster(count), deal, "")
    _assert_fair(plan)
    with pytest.raises(BadInputError, match=f"for only {count} of {count + 2} sheets"):
        _plan(numbered_roster(count + 2), deal, "")


def test_small_lists_are_used_up_and_fleets_stay_taken() -> None:
    """Without opponents every possible fleet can be dealt, as spare sheets; fleets of withdrawn
    ones stay taken.
    """
    deal = _own_deal(("STORM", "BRICK", "WAVE", "GULP", "FOG", "SEA", "HEN", "CUB", "PI", "AX"))
    fleets = 2 * 2 * 6 * 2  # six pairs of four words of three letters; no word is part of another
    dealer = Dealer(deck_of(make_draft(Roster(()), **deal)), "all", fleets)
    assert len([*dealer.deal_spares(map(str, range(fleets)), (), 12)]) == fleets
    with pytest.raises(BadInputError, match=f"for only {fleets} of {fleets} sheets"):
        next(dealer.deal_spares(("one more",), (), 12))
    dropped = _plan(numbered_roster(2), deal, earlier=_plan(numbered_roster(2), deal, spare=43))
    assert (len(dropped.voided), len(dropped.spares)) == (43, 0)
    with pytest.raises(BadInputError) as error:
        _plan(numbered_roster(4), deal, earlier=dropped)
    assert error.value.summary.field == "words"


@pytest.mark.parametrize(
    "band", mark_matrix(["[-90, -80]", "[140, 150]", "[60, 60]"], {"[60, 60]"})
)
def test_a_band_that_no_fleet_is_in_ends_soon(band: str) -> None:
    """The search ends soon, also for 100,000 players."""
    with pytest.raises(BadInputError, match=" 0 of 100,000 fair "):
        _plan(numbered_roster(100_000), _deal(band=band))


def test_places_say_what_is_printed_of_a_player() -> None:
    """Sheets come in table order, first seats first, without byes. Names, table and round are text,
    the serial is number and round, and spare sheets have no player.
    """
    plan = _plan(_make_roster("ABC"), _deal(), "", rounds=2, spare=1)
    ann, ben, cy = plan.roster.players
    assert [planned[1:] for planned in list_planned_sheets(plan)] == [
        *((ann, ("A", "B", "1", "1", "1.1")), (ben, ("B", "A", "1", "1", "2.1"))),
        *((ben, ("B", "C", "1", "2", "2.2")), (cy, ("C", "B", "1", "2", "3.2"))),
    ]
    assert [planned[1:] for planned in list_spare_sheets(plan)] == [(None, ("", "", "", "", "S1"))]
    assert [planned.seed for planned in list_planned_sheets(plan)][:2] == list(plan.seeds[0])[:2]
    alone = [plan.only(number) for number in plan.numbers]
    assert [*list_planned_sheets(plan)] == [
        sheet for one in alone for sheet in list_planned_sheets(one)
    ]
    assert [[*one.spares] for one in alone] == [[*plan.spares], []]


def test_the_name_index_goes_by_letters_and_digits() -> None:
    """A sign before a name does not move it; it is filed under its initial."""
    plan = _plan(
        _make_roster(["<b>Bold</b>", "Zoë", "“Ann”", "Čapek", "(Al)", "Cy", "7 of 9"]), _deal()
    )
    assert [line.name for _, _, line in list_index(plan, A4, by_club=False)] == [
        "7 of 9",
        "(Al)",
        "“Ann”",
        "<b>Bold</b>",
        "Čapek",
        "Cy",
        "Zoë",
    ]


def test_an_event_of_many_costs_little_memory() -> None:
    """Each further player adds less than 300 bytes to a plan: 30 MB for 100,000."""
    _plan(numbered_roster(10), _deal(blank=True))
    peaks = []
    for players in (1_000, 4_000):
        tracemalloc.start()
        _plan(numbered_roster(players), _deal(blank=True))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert (peaks[1] - peaks[0]) / 3_000 < 300


def test_plans_do_not_hang_on_hash_seeds() -> None:
    """Two processes with different string hashes plan the same event."""
    script = (
        "from wordfleet_print.event.event import *;"
        "from wordfleet_print.event.plan.planner import plan_rounds;"
        "from wordfleet_print.roster.roster import numbered_roster;"
        "s = EventSettings(seed='s', tier='family', theme=('animals', 'music'));"
        "p = plan_rounds(Event(settings=s, roster=numbered_roster(30)), 2, 2);"
        "print(p.seeds, p.spares, p.rounds)"
    )
    worlds = [{**os.environ, "PYTHONHASHSEED": seed} for seed in ("1", "2")]
    one, other = (
        subprocess.check_output([sys.executable, "-c", script], env=world) for world in worlds
    )
    assert one == other


def test_one_theme_is_enough_for_a_large_event() -> None:
    """A thousand players of one theme get a plan that keeps every promise."""
    assert load_theme("space").by_length[5]
    _assert_fair(_plan(numbered_roster(1000), _deal("space")))


def test_an_event_of_any_fleets_is_remembered_as_such() -> None:
    """With fairness off, fleets of any difficulty are dealt, and `event.json` keeps that."""
    plan = _plan(numbered_roster(60), {"fair": False}, rounds=2)
    deck = deck_of(plan)
    codes = [SheetCode(deck.digest, planned.seed) for planned in _all_sheets(plan)]
    difficulties = [_sheet(plan, code).difficulty or 0 for code in codes]
    assert min(difficulties) < LOW
    assert max(difficulties) > HIGH
    assert all(are_fair_opponents(table[0], table[1], deck) for _, table in _tables(plan))
    assert read_back(plan) == plan
