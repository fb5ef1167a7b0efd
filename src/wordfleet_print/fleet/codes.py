"""Launch codes: their classes, rarest first, and a fair deal of them (C-30 to C-36; the classes are a Table ruling)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise

from wordfleet_print.fleet.draw import Dice, picked, shuffle_bounds
from wordfleet_print.game import CodeClass, LaunchCodes

FOR_CODES = b"launch codes"
"""The purpose that a sheet's launch codes are drawn for."""


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


class CodeDealer:
    """Deals launch codes by the rules of one edition; other purposes than a sheet's draw other hands."""

    def __init__(self, rules: LaunchCodes, purpose: bytes = FOR_CODES) -> None:
        pools = [(codes_by_class(rules.digits)[kind], count) for kind, count in rules.deal.items()]
        samples = [bound for pool, count in pools for bound in shuffle_bounds(len(pool), count)]
        self._pools = pools
        self._rests = [pool[start:] for pool, count in pools for start in range(count)]
        self._dice = Dice(purpose, [*samples, *shuffle_bounds(len(samples), len(samples))])

    def deal(self, key: bytes) -> tuple[str, ...]:
        """One sheet's codes: all different, every sheet with the same classes, in random order."""
        steps = self._dice.throw(key)
        hand = [codes[step] for codes, step in zip(self._rests, steps, strict=False)]
        if len(set(hand)) < len(hand):  # two fell on the same place: now what has been exchanged counts
            hand = self._picked(steps)
        return tuple(picked(hand, steps[len(hand) :]))

    def _picked(self, steps: Sequence[int]) -> list[str]:
        hand: list[str] = []
        for pool, count in self._pools:
            hand += picked(pool, steps[len(hand) : len(hand) + count])
        return hand
