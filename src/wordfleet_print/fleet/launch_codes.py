"""Launch codes: how a sheet's are dealt."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.games.word_fleet.code_classes import list_codes_by_class
from wordfleet_print.games.word_fleet.model import CodeClass, LaunchCodes

# The purpose that a sheet's launch codes are drawn for.
FOR_CODES = b"launch codes"
# The purpose that a sheet's highest digit is drawn for, in editions that deal it.
FOR_TOP_DIGIT = b"highest digit"
# Hands that are drawn until one has the highest digit; each has a number that fits a byte.
MOST_HANDS = 256


class CodeDealer:
    """Deal launch codes by the rules of one edition."""

    def __init__(self, rules: LaunchCodes) -> None:
        self._rules = rules
        # With odds 1 : 2 : 3 there are six cases: one of the first profile, two of the second,
        # three of the third.
        self._cases = [i for i, profile in enumerate(rules.deal) for _ in range(profile.odds)]

    def choose_profile(self, number: int) -> int:
        """Return the index in `deal` of the profile that the sheet with this number has."""
        return self._cases[number % len(self._cases)]

    def choose_opponent_profile(self, profile: int, chance: int) -> int:
        """Return the profile of a sheet whose opponent's has this profile: in `alike[0]` of
        `alike[1]` cases the same one, else any by the odds. `chance` is a random number that
        decides, far larger than all odds together.
        """
        # Say alike is 3 of 4 and chance is 23: 23 % 4 is 3, which is not below 3, so the profile
        # is that of number 23 // 4 = 5.
        same_cases, cases = self._rules.alike
        if chance % cases < same_cases:
            return profile
        return self.choose_profile(chance // cases)

    def deal(self, key: bytes) -> tuple[str, ...]:
        """Deal the codes of one sheet: all different, in random order. The sheet's key, as a
        number, decides how many there are of each class, such as triples.
        """
        rules = self._rules
        profile = rules.deal[self.choose_profile(int.from_bytes(key, "big"))]
        if not rules.top_digit:
            return self._draw_hand(profile.classes, key, "9")
        # Dealt freely, four hands in five would hold a 9 and outbid the others. So the highest
        # digit is drawn first, and hands of no higher digits are drawn until one has it.
        low, high = rules.top_digit
        top = str(low + KeyedRandom(key, FOR_TOP_DIGIT).below(high - low + 1))
        hands = (
            self._draw_hand(profile.classes, key + bytes([attempt]), top)
            for attempt in range(MOST_HANDS)
        )
        return next(hand for hand in hands if top in "".join(hand))

    def _draw_hand(self, counts: Mapping[CodeClass, int], key: bytes, top: str) -> tuple[str, ...]:
        """Return codes of no digit above `top`, as many of each class as `counts` says, shuffled;
        the same for the same key.
        """
        random = KeyedRandom(key, FOR_CODES)
        hand: list[str] = []
        for kind, count in counts.items():
            codes = _list_codes_up_to(top, kind, self._rules.digits)
            hand += random.sample(codes, count)
        return tuple(random.shuffle(hand))


@cache  # filtering a thousand codes takes ten times as long as a hand
def _list_codes_up_to(top: str, kind: CodeClass, digits: int) -> tuple[str, ...]:
    return tuple(code for code in list_codes_by_class(digits)[kind] if max(code) <= top)
