"""Squads as players write them, `sergeant, regular*5, smg*2, mortar`: a trooper's name, short name
or weapon, in the plural too, and how many, before it or after it. An army has to keep all limits of
the draft (M-19, M-20).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.games.army_men.model import ArmyMen, Price, Profile
from wordfleet_print.messages import did_you_mean, how_many, join_words, quote

MOST_SQUADS = 99
# Troopers of an entry, such as regular*5.
MOST_OF_ENTRY = 99
# 5 regular, 2 x smg, regular*5, regular x5: a number before the name, or after it with a sign.
# Python refuses to read numbers of thousands of digits.
_ENTRY = re.compile(
    r"(?:(?P<before>[0-9]{1,99}) *[x×*]? +)?(?P<name>[^0-9*×]*?)(?: *[*x×] "
    r"*(?P<after>[0-9]{1,99}))?"
)


@dataclass(frozen=True, slots=True)
class Trooper:
    """One trooper of a squad: what it is called, what it can do, what it costs."""

    name: str
    profile: Profile
    price: Price


SquadList = tuple[Trooper, ...]


def list_troopers(army: ArmyMen) -> dict[str, Trooper]:
    """Return each trooper that can be bought, by the name of its unit or its weapon."""
    prices = {price.unit: price for price in army.standard.points}
    return {
        name: Trooper(name, profile, prices[profile.unit])
        for profile in army.all_profiles
        for name in profile.weapons or [profile.unit]
    }


def read_army(
    army: ArmyMen, squads: Sequence[str], points: int | None = None
) -> tuple[SquadList, ...]:
    """Return the troopers of each squad, of which `squads` are the texts that a user typed.

    Raises `BadInputError` with everything that is wrong with any of them: unknown names, limits of
    a squad, and all together more than `points`.
    """
    known: dict[str, Trooper] = {}
    for name, trooper in list_troopers(army).items():
        # Two troopers may share a short name; the first in the rules has it
        known.setdefault(normalize_name(name), trooper)
        known.setdefault(normalize_name(trooper.profile.short or name), trooper)
    wrong: list[Problem] = []
    if len(squads) > MOST_SQUADS:
        what = f"the army has {len(squads)} squads"
        wrong.append(Problem(what, advice=f"{MOST_SQUADS} at most"))
    squad_lists: list[SquadList] = []
    is_whole = True
    for number, text in enumerate(squads[:MOST_SQUADS], start=1):
        where = f"squad {number}"
        squad, faults = read_squad(army, text, known, where)
        wrong += faults
        is_whole = is_whole and not faults
        for fault in find_squad_faults(army, squad, whole=not faults):
            wrong.append(Problem(fault.actual, where=where, advice=fault.limit))
        squad_lists.append(squad)
    cost = sum(trooper.price.points for trooper in chain.from_iterable(squad_lists))
    if points is not None and cost > points:
        # Entries that could not be read are not in the sum.
        costs = "costs" if is_whole else "costs at least"
        over = cost - points
        wrong.append(Problem(f"the army {costs} {cost} points, {over} more than {points}"))
    if wrong:
        raise BadInputError(Problem("The army cannot be printed.", "squad"), wrong)
    return tuple(squad_lists)


class SquadFault(NamedTuple):
    """A limit of the rules that a squad breaks, in words."""

    actual: str
    """What the squad has: “12 troopers”."""
    limit: str
    """What it may have: “a squad has 5 to 10”."""


def find_squad_faults(army: ArmyMen, squad: SquadList, *, whole: bool) -> Iterator[SquadFault]:
    """Yield each limit that a squad breaks (M-19, M-20); only a `whole` squad can be too small."""
    limits = army.standard.squad
    if len(squad) > limits.most or (whole and len(squad) < limits.least):
        yield SquadFault(
            how_many(len(squad), "trooper"), f"a squad has {limits.least} to {limits.most}"
        )
    counts = Counter(trooper.price.unit for trooper in squad)
    for price in army.standard.points:
        if counts[price.unit] > price.most:
            yield SquadFault(f"{counts[price.unit]} of {price.unit}", f"at most {price.most}")
    special = sum(trooper.price.special for trooper in squad)
    if special > limits.special_weapons:
        yield SquadFault(
            f"{special} special weapons", f"at most {limits.special_weapons} in any mix"
        )


def normalize_name(name: str) -> str:
    """Return a name without case, doubled blanks and the ending of the plural."""
    # Names in the rules lose their s as well, so one that ends in s is found.
    return " ".join(name.casefold().split()).removesuffix("s")


def read_squad(
    army: ArmyMen, text: str, known: Mapping[str, Trooper], where: str
) -> tuple[SquadList, list[Problem]]:
    """Return the troopers of a squad, of which `text` is what a user typed (“sergeant, regular*5”),
    and what is wrong with its entries. `known` has troopers by their normalized names; `where` is
    what problems call the squad.
    """
    squad: list[Trooper] = []
    faults: list[Problem] = []
    for number, entry in enumerate(text.split(","), start=1):
        match = _ENTRY.fullmatch(" ".join(entry.split()))
        name = match["name"].strip() if match else ""
        numbers = (match["before"], match["after"]) if match else ()
        counts = [int(digits) for digits in numbers if digits]
        if not name or len(counts) > 1:
            what = f"{quote(entry.strip())} is not a trooper"
            advice = "write one as in regular*5"
        elif counts and not 1 <= counts[0] <= MOST_OF_ENTRY:
            what = f"{quote(entry.strip())} asks for {counts[0]} of them"
            advice = f"write 1 to {MOST_OF_ENTRY}"
        elif trooper := known.get(normalize_name(name)):
            squad += [trooper] * (counts[0] if counts else 1)
            continue
        else:
            what, advice = _explain_unknown(army, name)
        faults.append(Problem(what, where=f"{where}, entry {number}", advice=advice))
    return tuple(squad), faults


def _explain_unknown(army: ArmyMen, name: str) -> tuple[str, str]:
    """Return what is wrong with a name that no trooper has, and advice: the nearest name."""
    # “heavy” is no trooper: what he can do depends on his weapon.
    armed = {profile.unit for profile in army.all_profiles if profile.weapons}
    if any(normalize_name(name) == normalize_name(unit) for unit in armed):
        weapons = [weapon for profile in army.all_profiles for weapon in profile.weapons]
        return f"a {name} needs its weapon", f"write {join_words(weapons, 'or')}"
    troopers = list_troopers(army)
    names = [
        *troopers,
        *(trooper.profile.short for trooper in troopers.values() if trooper.profile.short),
    ]
    near = did_you_mean(name, names) or f"there are {join_words(troopers)}"
    return f"there is no {quote(name)}", near
