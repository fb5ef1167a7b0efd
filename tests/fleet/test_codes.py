"""Launch codes: five classes, rarest first, and profiles that every sheet has one of, by the odds."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordfleet_print.fleet.launch_codes import (
    CodeDealer,
    class_counts,
    class_example,
    code_class,
    codes_by_class,
    example_bidding,
    rank,
)
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.games import CodeClass, CodeProfile, Edition

ALL_CODES = [f"{number:03d}" for number in range(1000)]
RAREST_FIRST: tuple[CodeClass, ...] = ("triple", "run", "mirror", "twin", "plain")
COUNTS = {"triple": 10, "run": 16, "mirror": 90, "twin": 180, "plain": 704}
"""WORDS.md, "Launch codes, measured"."""


def _by_definition(code: str) -> str:
    """The class of a three-digit code, spelled out from its definition; the rarest that fits counts."""
    a, b, c = (int(digit) for digit in code)
    if a == b == c:
        return "triple"
    if (b == a + 1 and c == b + 1) or (b == a - 1 and c == b - 1):
        return "run"
    if a == c:
        return "mirror"
    return "twin" if b in (a, c) else "plain"


def test_the_thousand_codes_fall_into_the_measured_classes() -> None:
    """10 triples, 16 runs, 90 mirrors, 180 twins and 704 plain codes, by counting them all."""
    assert Counter(map(_by_definition, ALL_CODES)) == COUNTS
    assert class_counts(3) == COUNTS
    assert {code: code_class(code) for code in ALL_CODES} == {code: _by_definition(code) for code in ALL_CODES}


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("000", "triple"),
        ("777", "triple"),
        ("345", "run"),
        ("543", "run"),
        ("012", "run"),
        ("210", "run"),
        ("474", "mirror"),
        ("010", "mirror"),
        ("447", "twin"),
        ("477", "twin"),
        ("001", "twin"),
        ("890", "plain"),
        ("901", "plain"),
        ("135", "plain"),
        ("087", "plain"),
    ],
)
def test_examples_stand_in_their_class(code: str, kind: CodeClass) -> None:
    """The rules' examples, and the ones on the brink: 890 and 901 do not run round the corner."""
    assert code_class(code) == kind


@pytest.mark.parametrize("digits", [3, 4])
def test_classes_part_all_codes(digits: int) -> None:
    """Every code, leading zeros and all (C-31), stands in one class, once, in numerical order."""
    classes = codes_by_class(digits)
    assert sorted(code for codes in classes.values() for code in codes) == [
        f"{number:0{digits}d}" for number in range(10**digits)
    ]
    for kind, codes in classes.items():
        assert list(codes) == sorted(codes)
        assert class_example(kind, digits) in codes


@given(st.lists(st.sampled_from(ALL_CODES), min_size=2, max_size=20, unique=True))
def test_a_rarer_class_wins_then_the_higher_number(hand: list[str]) -> None:
    """Sorting by rank puts rarer classes higher, and higher numbers higher inside a class."""
    for lower, higher in pairwise(sorted(hand, key=lambda code: rank(code, RAREST_FIRST))):
        low, high = (RAREST_FIRST.index(code_class(code)) for code in (lower, higher))
        assert high < low or (high == low and int(higher) > int(lower))


@given(key=st.binary(max_size=64))
def test_every_hand_has_a_profile_of_the_edition(edition: Edition, key: bytes) -> None:
    """Each sheet gets the classes of the profile that its number falls to, as many codes as it says, all different."""
    rules, number = edition.launch_codes, int.from_bytes(key, "big")
    hand = CodeDealer(rules).deal(key)
    cases = [profile for profile in rules.deal for _ in range(profile.odds)]
    assert Counter(map(_by_definition, hand)) == cases[number % len(cases)].classes
    assert rules.deal[CodeDealer(rules).profile(number)] == cases[number % len(cases)]
    assert len(set(hand)) == len(hand) == rules.count
    assert all(len(code) == rules.digits and code.isdecimal() for code in hand)
    assert hand == CodeDealer(rules).deal(key)


def test_the_edition_ranks_its_classes_rarest_first(edition: Edition) -> None:
    """The front matter's order of classes is that of their counts."""
    counts = [class_counts(edition.launch_codes.digits)[kind] for kind in edition.launch_codes.rarity]
    assert counts == sorted(counts)
    assert edition.launch_codes.rarity == RAREST_FIRST


def test_another_profile_is_dealt_as_written(edition: Edition) -> None:
    """The profile is the front matter's, not the programme's: four-digit triples are dealt if it says so."""
    rules = edition.launch_codes.model_copy(
        update={"count": 3, "digits": 4, "deal": (CodeProfile(odds=1, triple=2, run=1),)}
    )
    hand = CodeDealer(rules).deal(b"another")
    assert Counter(map(code_class, hand)) == {"triple": 2, "run": 1}
    assert all(len(code) == 4 for code in hand)


@given(key=st.binary(max_size=64), triples=st.integers(1, 9))
def test_a_hand_is_a_shuffle_cut_short(edition: Edition, key: bytes, triples: int) -> None:
    """From so few codes that the same place is often drawn twice, a hand is what a shuffle of them begins with."""
    rules = edition.launch_codes.model_copy(update={"count": triples, "deal": (CodeProfile(odds=1, triple=triples),)})
    draw = KeyedRandom(key, b"launch codes")
    chosen = draw.sample(codes_by_class(rules.digits)["triple"], triples)
    assert list(CodeDealer(rules).deal(key)) == draw.shuffled(chosen)


def test_codes_are_dealt_evenly_and_in_random_order(edition: Edition) -> None:
    """Over many hands every code of a dealt class comes up, and no place in the hand tells its class."""
    rules = edition.launch_codes
    hands = [CodeDealer(rules).deal(number.to_bytes(2)) for number in range(3000)]
    dealt = Counter(code for hand in hands for code in hand)
    odds = sum(profile.odds for profile in rules.deal)
    for kind in rules.dealt:
        pool = codes_by_class(rules.digits)[kind]
        codes = sum(profile.odds * profile.classes.get(kind, 0) for profile in rules.deal)
        expected = len(hands) * codes / odds / len(pool)
        chi_square = sum((dealt[code] - expected) ** 2 / expected for code in pool)
        freedom = len(pool) - 1
        assert chi_square < freedom + 5 * (2 * freedom) ** 0.5, kind
    places = Counter(next(i for i, code in enumerate(hand) if _by_definition(code) == "twin") for hand in hands)
    assert all(places[i] == pytest.approx(len(hands) / 5, rel=0.15) for i in range(5))


THREE = (CodeProfile(odds=1, triple=1), CodeProfile(odds=2, run=1), CodeProfile(odds=4, plain=1))


@pytest.mark.parametrize("alike", [(0, 1), (3, 4), (1, 1)])
def test_opponents_profiles_follow_the_odds(edition: Edition, alike: tuple[int, int]) -> None:
    """Whatever the first has, the second has the same so often as `alike` says, and else one by the odds: exactly, over
    all chances there are.
    """
    rules = edition.launch_codes.model_copy(update={"count": 1, "deal": THREE, "alike": alike})
    dealer, chances = CodeDealer(rules), alike[1] * 7
    for first in range(3):
        beside = Counter(dealer.profile_beside(first, chance) for chance in range(chances))
        by_odds = {i: (alike[1] - alike[0]) * profile.odds for i, profile in enumerate(THREE)}
        by_odds[first] += alike[0] * 7
        assert beside == Counter(by_odds)


@given(number=st.integers(0, 1 << 65), profile=st.integers(0, 2))
def test_steps_lead_to_the_next_number_of_a_profile(edition: Edition, number: int, profile: int) -> None:
    """So far on is the first number with the profile, that number itself among them."""
    dealer = CodeDealer(edition.launch_codes)
    steps = dealer.steps_to(profile)
    found = next(step for step in range(len(steps)) if dealer.profile(number + step) == profile)
    assert steps[number % len(steps)] == found


def test_an_example_bidding_can_happen(edition: Edition) -> None:
    """The counter is rarer than the claim, or higher; hands are as many codes as are dealt; also without examples."""
    for codes in (edition.launch_codes, edition.launch_codes.model_copy(update={"examples": ()})):
        told = example_bidding(codes)
        assert rank(told.counter, codes.rarity) > rank(told.claim, codes.rarity)
        assert [len(hand) for hand in told.hands] == [codes.count] * 2
