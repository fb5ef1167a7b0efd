"""What to do with printed sheets, as the end of a sentence."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from wordfleet_print.wording import how_many, quote

if TYPE_CHECKING:
    from wordfleet_print.event.pack.looks import PackLooks


def how_to_print(large: Collection[bool], *, half_sheets: bool = False, with_rules: bool = False) -> str:
    """How to print sheets with secrets; `large` says whether there are some in large print, and whether there are
    others.
    """
    both = sides(two=half_sheets or with_rules)
    hidden = "the second side is secret" if half_sheets else "each second page is secret"
    if with_rules:
        hidden = "each second leaf is secret"
    if False not in large:
        return f"{both}; {hidden}"
    step = "cut each leaf across the middle" if half_sheets else "fold each sheet along its dashed line"
    if True not in large:
        return f"{both}, and {step}"
    undone = "cut" if half_sheets else "folded"
    return f"{both}, and {step}; those in large print are not {undone}: {hidden}"


def how_to_print_of(looks: PackLooks, large: Collection[bool]) -> str:
    """The same for sheets of an event; `large` says for whom they are: for players who need large print, for others."""
    kinds = {True} if looks.large_print else large
    return how_to_print(kinds, half_sheets=looks.half_sheets, with_rules=looks.with_rules)


def told_unset(names: Sequence[str]) -> str:
    """What to say of names that no font at hand can set: all of them."""
    are = how_many(len(names), "name has", "names have")
    return (
        f"{are} an empty line to write on, since no font at hand can set {'it' if len(names) == 1 else 'them'}: "
        f"{', '.join(map(quote, names))}. --fallback-font FILE names a font with more letters."
    )


def sides(*, two: bool) -> str:
    """On which sides of the paper to print."""
    return "on both sides (turn over the long edge)" if two else "on one side"
