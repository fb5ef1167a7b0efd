"""Launch codes: five classes, rarest first, and hands by the odds."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordfleet_print.fleet.launch_codes import CodeDealer
from wordfleet_print.games import Edition, load_edition
from wordfleet_print.games.word_fleet.code_classes import (
    classify_code,
    count_classes,
    list_codes_by_class,
)
from wordfleet_print.games.word_fleet.model import CODE_EXAMPLES, CodeClass, CodeProfile

RAREST_FIRST: tuple[CodeClass, ...] = ("triple", "run", "mirror", "twin", "plain")
COUNTS = {"triple": 10, "run": 16, "mirror": 90, "twin": 180, "plain": 704}
"""WORDS.md, "Launch codes, measured"."""
EXAMPLES = {
    "triple": "000 777",
    "run": "345 543 012 210",
    "mirror": "474 010",
    "twin": "447 477 001",
    "plain": "890 901 135 087",
}


def test_the_thousand_codes_fall_into_the_measured_classes() -> None:
    """10 triples, 16 runs, 90 mirrors, 180 twins and 704 plain codes; 890 and 901 do not run round
    the corner.
    """
    assert count_classes(3) == COUNTS
    assert {
        kind: [classify_code(code) for code in codes.split()] for kind, codes in EXAMPLES.items()
    } == {kind: [kind] * len(codes.split()) for kind, codes in EXAMPLES.items()}


@pytest.mark.parametrize("digits", [3, 4])
def test_every_code_is_in_one_class(digits: int) -> None:
    """Every code, leading zeros included (C-31), once, in numerical order; a class's example is one
    of it.
    """
    classes = list_codes_by_class(digits)
    codes = sorted(code for codes in classes.values() for code in codes)
    assert codes == [f"{number:0{digits}d}" for number in range(10**digits)]
    for kind, found in classes.items():
        assert list(found) == sorted(found)
        assert CODE_EXAMPLES[digits][kind] in found


@given(key=st.binary(max_size=60))
def test_every_hand_has_a_profile_of_the_edition(edition: Edition, key: bytes) -> None:
    """Each sheet gets the classes of the profile that its number falls to, as many codes as it
    says, all different.
    """
    rules, number = edition.launch_codes, int.from_bytes(key, "big")
    hand = CodeDealer(rules).deal(key)
    cases = [profile for profile in rules.deal for _ in range(profile.odds)]
    assert Counter(map(classify_code, hand)) == cases[number % len(cases)].classes
    assert rules.deal[CodeDealer(rules).choose_profile(number)] == cases[number % len(cases)]
    assert len(set(hand)) == len(hand) == rules.count
    assert hand == CodeDealer(rules).deal(key)
    assert rules.rarity == RAREST_FIRST


def test_codes_are_dealt_evenly_and_in_random_order(edition: Edition) -> None:
    """Every code of a dealt class comes up, and no place in the hand tells its class."""
    rules = edition.launch_codes
    hands = [CodeDealer(rules).deal(number.to_bytes(2)) for number in range(3000)]
    found = Counter(code for hand in hands for code in hand)
    odds = sum(profile.odds for profile in rules.deal)
    for kind in rules.dealt:
        pool = list_codes_by_class(rules.digits)[kind]
        codes = sum(profile.odds * profile.classes.get(kind, 0) for profile in rules.deal)
        expected = len(hands) * codes / odds / len(pool)
        chi_square = sum((found[code] - expected) ** 2 / expected for code in pool)
        freedom = len(pool) - 1
        assert chi_square < freedom + 5 * (2 * freedom) ** 0.5, kind
    places = Counter(
        next(i for i, code in enumerate(hand) if classify_code(code) == "twin") for hand in hands
    )
    assert all(places[i] == pytest.approx(len(hands) / 5, rel=0.15) for i in range(5))


def test_each_highest_digit_is_dealt_equally_often_in_admirals() -> None:
    """Over 6,000 sheets each digit from 4 to 9 is highest equally often (A-24), and classes follow
    the rules.
    """
    dealer = CodeDealer(load_edition("word-fleet-admirals").launch_codes)
    hands = [dealer.deal(number.to_bytes(9, "big")) for number in range(6000)]
    tops = Counter(max("".join(hand)) for hand in hands)
    assert sorted(tops) == list("456789")
    assert all(850 < count < 1150 for count in tops.values())
    assert all(
        Counter(map(classify_code, hand)) == {"mirror": 1, "twin": 1, "plain": 3} for hand in hands
    )


THREE = (CodeProfile(odds=1, triple=1), CodeProfile(odds=2, run=1), CodeProfile(odds=4, plain=1))


@pytest.mark.parametrize("alike", [(0, 1), (3, 4), (1, 1)])
def test_opponents_profiles_follow_the_odds(edition: Edition, alike: tuple[int, int]) -> None:
    """The second profile is the first one as often as `alike` says, else by the odds; counted over
    all cases.
    """
    dealer = CodeDealer(
        edition.launch_codes.model_copy(update={"count": 1, "deal": THREE, "alike": alike})
    )
    for first in range(3):
        found = Counter(
            dealer.choose_opponent_profile(first, chance) for chance in range(alike[1] * 7)
        )
        by_odds = {i: (alike[1] - alike[0]) * profile.odds for i, profile in enumerate(THREE)}
        by_odds[first] += alike[0] * 7
        assert found == Counter(by_odds)
