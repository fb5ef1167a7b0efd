"""Launch codes: their classes, ranks and hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from wordfleet_print.fleet.random import KeyedRandom, QuickDraw, picked, shuffle_bounds
from wordfleet_print.games import CodeClass, CodeProfile, LaunchCodes

FOR_CODES = b"launch codes"
"""The purpose that a sheet's launch codes are drawn for."""
FOR_TOP_DIGIT = b"highest digit"
"""The purpose that the highest digit of these is drawn for, where an edition says which it can be."""


def code_class(code: str) -> CodeClass:
    """The class of a code such as `087`: all alike, steps of one, a palindrome, a neighbouring pair, or plain."""
    digits = [int(digit) for digit in code]
    steps = {b - a for a, b in pairwise(digits)}
    if steps == {0}:
        return "triple"
    if steps in ({1}, {-1}):
        return "run"
    if code == code[::-1]:
        return "mirror"
    return "twin" if 0 in steps else "plain"


@cache
def codes_by_class(digits: int) -> Mapping[CodeClass, tuple[str, ...]]:
    """Every code of so many digits (leading zeros count, C-31), in numerical order, by its class."""
    classes: dict[CodeClass, list[str]] = {}
    for number in range(10**digits):
        code = f"{number:0{digits}d}"
        classes.setdefault(code_class(code), []).append(code)
    return {kind: tuple(codes) for kind, codes in classes.items()}


def class_counts(digits: int) -> dict[CodeClass, int]:
    """How many codes each class has, by enumeration."""
    return {kind: len(codes) for kind, codes in codes_by_class(digits).items()}


def class_example(kind: CodeClass, digits: int) -> str:
    """A telling code of the class: the middle one of its row, such as 474 for a mirror."""
    codes = codes_by_class(digits)[kind]
    return codes[len(codes) // 2]


def rank(code: str, rarity: tuple[CodeClass, ...]) -> tuple[int, int]:
    """The bidding rank of a code: the greater tuple beats the lesser (rarer class first, then the higher number)."""
    return -rarity.index(code_class(code)), int(code)


class ExampleBidding(NamedTuple):
    """A bidding that can happen: both captains' codes as they are dealt, a claim of the first one's, a rarer one."""

    hands: tuple[tuple[str, ...], tuple[str, ...]]
    claim: str
    counter: str


def example_bidding(codes: LaunchCodes) -> ExampleBidding:
    """The bidding that rulebooks tell and draw: whole hands of the edition's examples, else of its own deal.

    The claim is the commonest code of the first hand, the counter one of the rarest class that is dealt at all.
    """
    dealer, count = CodeDealer(codes, b"figures"), codes.count
    written = [codes.examples[i : i + count] for i in range(0, len(codes.examples) - count + 1, count)]
    first, second, *_ = *written, *(dealer.deal(b"the example bidding %d" % number) for number in range(2))
    claims = min(first, key=lambda code: rank(code, codes.rarity)), class_example(codes.dealt[0], codes.digits)
    claim, counter = sorted(claims, key=lambda code: rank(code, codes.rarity))
    return ExampleBidding((first, second), claim, counter)


class CodeDealer:
    """Deals launch codes by the rules of one edition; other purposes than a sheet's draw other hands."""

    def __init__(self, rules: LaunchCodes, purpose: bytes = FOR_CODES) -> None:
        self._tops = range(rules.top_digit[0], rules.top_digit[1] + 1) if rules.top_digit else range(0)
        self._hands = [_Hands(profile, rules.digits, purpose) for profile in rules.deal]
        self._below = {
            top: [_Hands(profile, rules.digits, purpose, str(top)) for profile in rules.deal] for top in self._tops
        }
        self._cases = [i for i, profile in enumerate(rules.deal) for _ in range(profile.odds)]
        self._alike = rules.alike

    def profile(self, number: int) -> int:
        """The place in `deal` of the profile that the sheet with this number has, by the odds."""
        return self._cases[number % len(self._cases)]

    def profile_beside(self, profile: int, chance: int) -> int:
        """The profile for the opponent of a sheet with this one: so often the same for sure, else one by the odds.

        `chance` is a random number, far larger than all odds together.
        """
        often, tables = self._alike
        return profile if chance % tables < often else self.profile(chance // tables)

    def steps_to(self, profile: int) -> list[int]:
        """How far it is from any number to the next one with this profile, by the number's rest when divided by as
        many cases as there are.
        """
        cases = range(len(self._cases))
        return [next(step for step in cases if self.profile(rest + step) == profile) for rest in cases]

    def deal(self, key: bytes) -> tuple[str, ...]:
        """One sheet's codes, of the profile that its key has as a number: all different, in random order. Where the
        highest digit is drawn beforehand, hands of no higher ones are dealt until one has it.
        """
        profile = self.profile(int.from_bytes(key, "big"))
        if not self._tops:
            return self._hands[profile].deal(key)
        top = KeyedRandom(key, FOR_TOP_DIGIT).choice(self._tops)
        hands = (self._below[top][profile].deal(key + bytes([attempt])) for attempt in range(256))
        return next(hand for hand in hands if str(top) in "".join(hand))


class _Hands:
    """Hands of one profile."""

    def __init__(self, profile: CodeProfile, digits: int, purpose: bytes, highest: str = "9") -> None:
        codes = codes_by_class(digits)
        if highest < "9":
            codes = {kind: tuple(code for code in codes[kind] if max(code) <= highest) for kind in profile.classes}
        pools = [(codes[kind], count) for kind, count in profile.classes.items()]
        samples = [bound for pool, count in pools for bound in shuffle_bounds(len(pool), count)]
        self._pools = pools
        self._rests = [pool[start:] for pool, count in pools for start in range(count)]
        self._draw = QuickDraw(purpose, [*samples, *shuffle_bounds(len(samples), len(samples))])

    def deal(self, key: bytes) -> tuple[str, ...]:
        """The hand of a key."""
        steps = self._draw.below_each(key)
        hand = [codes[step] for codes, step in zip(self._rests, steps, strict=False)]
        if len(set(hand)) < len(hand):  # two fell on the same place: now what has been exchanged counts
            hand = self._picked(steps)
        return tuple(picked(hand, steps[len(hand) :]))

    def _picked(self, steps: Sequence[int]) -> list[str]:
        hand: list[str] = []
        for pool, count in self._pools:
            hand += picked(pool, steps[len(hand) : len(hand) + count])
        return hand
