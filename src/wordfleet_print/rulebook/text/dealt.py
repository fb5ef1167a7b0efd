"""How launch codes are dealt, in one sentence, for rulebooks and for the comparison of editions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wordfleet_print.game import CodeClass, LaunchCodes
from wordfleet_print.wording import in_words, listed


def codes_dealt(codes: LaunchCodes) -> str:
    """`Every tracker has one triple, run or mirror (odds 1 : 2 : 3), one twin and three plain codes; …`.

    Raises nothing. Source: the profiles and `alike` of the front matter's launch codes.
    """
    hands = [profile.classes for profile in codes.deal]
    always = {kind: least for kind in codes.dealt if (least := min(hand.get(kind, 0) for hand in hands))}
    varying = [{kind: count - always.get(kind, 0) for kind, count in hand.items()} for hand in hands]
    rare = _alternatives([{kind: count for kind, count in hand.items() if count} for hand in varying])
    odds = f" (odds {' : '.join(str(profile.odds) for profile in codes.deal)})" if rare else ""
    said = listed([*([rare + odds] if rare else []), *_counts(always)])
    return f"Every tracker has {said} codes{_alike(codes) if rare else ''}."


def _alternatives(hands: Sequence[Mapping[CodeClass, int]]) -> str:
    """What differs from hand to hand: `one triple, run or mirror`; nothing where nothing does."""
    if not any(hands):
        return ""
    counts = {count for hand in hands for count in hand.values()}
    if len(counts) == 1 and all(len(hand) == 1 for hand in hands):
        kinds = [kind for hand in hands for kind in hand]
        return f"{in_words(counts.pop())} {listed(kinds, 'or')}"
    return "either " + ", or ".join(listed(_counts(hand)) or "none" for hand in hands)


def _counts(hand: Mapping[CodeClass, int]) -> list[str]:
    return [f"{in_words(count)} {kind}" for kind, count in hand.items()]


def _alike(codes: LaunchCodes) -> str:
    """How often opponents are dealt alike."""
    often, tables = codes.alike
    if not often:
        return ""
    where = "" if often == tables else f"at {in_words(often)} tables in {in_words(tables)}, "
    return f"; {where}opponents are sure to have codes of the same classes"
