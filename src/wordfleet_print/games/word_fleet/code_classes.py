"""Classes of launch codes: which a code is of, how many each has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import pairwise

from wordfleet_print.games.word_fleet.model import CodeClass


def classify_code(code: str) -> CodeClass:
    """Return the class of a code such as `087`: all digits equal, steps of one, a palindrome, a
    double, or plain.
    """
    digits = [int(digit) for digit in code]
    steps = {b - a for a, b in pairwise(digits)}
    if steps == {0}:
        return "triple"
    if steps in ({1}, {-1}):
        return "run"
    if code == code[::-1]:
        return "mirror"
    return "twin" if 0 in steps else "plain"


@cache  # classifying all codes takes milliseconds, dealing a hand microseconds
def list_codes_by_class(digits: int) -> Mapping[CodeClass, tuple[str, ...]]:
    """List every code of this many digits (leading zeros count, C-31), in numerical order, by its
    class.
    """
    classes: dict[CodeClass, list[str]] = {}
    for number in range(10**digits):
        code = f"{number:0{digits}d}"
        classes.setdefault(classify_code(code), []).append(code)
    return {kind: tuple(codes) for kind, codes in classes.items()}


def count_classes(digits: int) -> dict[CodeClass, int]:
    """Count the codes of each class."""
    return {kind: len(codes) for kind, codes in list_codes_by_class(digits).items()}
