"""Squads of Army Men as players write them, and whether an army may be: all limits of the draft (M-19, M-20).

`sergeant, regular*5, smg*2, mortar`: a trooper's name, short name or weapon, in the plural too, and how many, before it
or after it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.games.army_men import ArmyMen, Price, Profile
from wordfleet_print.messages import did_you_mean, how_many, listed, quote

# Squads of an army, and troopers of a kind.
MOST = 99
_ENTRY = re.compile(r"(?:(?P<before>[0-9]+) *[x×*]? +)?(?P<name>[^0-9*×]*?)(?: *[*x×] *(?P<after>[0-9]+))?")
_WEAPONS = re.compile(r", | or ")


@dataclass(frozen=True, slots=True)
class Trooper:
    """One trooper of a squad: what it is called, what it can do, what it costs."""

    name: str
    profile: Profile
    price: Price


SquadList = tuple[Trooper, ...]


def list_weapons(profile: Profile) -> list[str]:
    """Return the weapons of a profile, one by one: mortar, bazooka, RPG."""
    return _WEAPONS.split(profile.weapon) if profile.weapon else []


def list_troopers(army: ArmyMen) -> dict[str, Trooper]:
    """Return each trooper that can be bought, by the name of its unit or its weapon."""
    prices = {price.unit: price for price in army.standard.points}
    troopers = [
        Trooper(name, profile, prices[profile.unit])
        for profile in army.all_profiles
        for name in (list_weapons(profile) or [profile.unit])
    ]
    return {trooper.name: trooper for trooper in troopers}


def read_army(army: ArmyMen, squads: Sequence[str], points: int | None = None) -> tuple[SquadList, ...]:
    """Return squads as they were written.

    Raises `BadInputError` with everything that is wrong with any of them: unknown names, limits of a squad, and the
    points of all together.
    """
    known = _index_troopers(army)
    wrong = [Problem(f"the army has {len(squads)} squads", advice=f"{MOST} at most")] * (len(squads) > MOST)
    read: list[SquadList] = []
    for number, text in enumerate(squads[:MOST], start=1):
        squad, faults = _read(army, text, known)
        wrong += [
            Problem(what, where=f"squad {number}, entry {entry}", advice=advice) for entry, what, advice in faults
        ]
        beyond = find_squad_faults(army, squad, whole=not faults)
        wrong += [Problem(what, where=f"squad {number}", advice=advice) for what, advice in beyond]
        read.append(squad)
    cost = sum(trooper.price.points for squad in read for trooper in squad)
    if points is not None and cost > points:
        costs = "costs at least" if any("entry" in one.where for one in wrong) else "costs"
        wrong.append(Problem(f"the army {costs} {cost} points, {cost - points} more than {points}"))
    if wrong:
        raise BadInputError("The army cannot be printed.", *wrong, field="squad")
    return tuple(read)


def find_squad_faults(army: ArmyMen, squad: SquadList, *, whole: bool) -> Iterator[tuple[str, str]]:
    """Yield each limit that a squad exceeds, with the limit (M-19, M-20); only a `whole` squad can be too small."""
    limits = army.standard.squad
    if len(squad) > limits.most or (whole and len(squad) < limits.least):
        yield how_many(len(squad), "trooper"), f"a squad has {limits.least} to {limits.most}"
    counts = Counter(trooper.price.unit for trooper in squad)
    for price in army.standard.points:
        if counts[price.unit] > price.most:
            yield f"{counts[price.unit]} of {price.unit}", f"at most {price.most}"
    special = sum(trooper.price.special for trooper in squad)
    if special > limits.special_weapons:
        yield f"{special} special weapons", f"at most {limits.special_weapons} in any mix"


def _index_troopers(army: ArmyMen) -> dict[str, Trooper]:
    """Return troopers by each of their names, in the form that `_plain` gives."""
    found: dict[str, Trooper] = {}
    for name, trooper in list_troopers(army).items():
        for known in (name, trooper.profile.short or name):
            found.setdefault(_plain(known), trooper)
    return found


def _plain(name: str) -> str:
    """Return a name without case, doubled blanks and the ending of the plural."""
    return " ".join(name.casefold().split()).removesuffix("s")


# What is wrong with an entry: its number, what, and what to do.
EntryFault = tuple[int, str, str]


def _read(army: ArmyMen, text: str, known: Mapping[str, Trooper]) -> tuple[SquadList, list[EntryFault]]:
    squad: list[Trooper] = []
    faults: list[EntryFault] = []
    for number, entry in enumerate(text.split(","), start=1):
        found = _ENTRY.fullmatch(" ".join(entry.split()))
        name = found["name"].strip() if found else ""
        counts = [int(count) for count in (found["before"], found["after"]) if count] if found else []
        if not name or len(counts) > 1:
            faults.append((number, f"{quote(entry.strip())} is no trooper", "write one as in regular*5"))
        elif counts and not 1 <= counts[0] <= MOST:
            faults.append((number, f"{quote(entry.strip())} asks for {counts[0]} of them", f"write 1 to {MOST}"))
        elif trooper := known.get(_plain(name)):
            squad += [trooper] * (counts[0] if counts else 1)
        else:
            faults.append((number, *_unknown(army, name)))
    return tuple(squad), faults


def _unknown(army: ArmyMen, name: str) -> tuple[str, str]:
    """Return what is wrong with a name that no trooper has, and the nearest one."""
    armed = {profile.unit for profile in army.all_profiles if profile.weapon}
    if any(_plain(name) == _plain(unit) for unit in armed):
        weapons = [weapon for profile in army.all_profiles for weapon in list_weapons(profile)]
        return f"a {name} needs its weapon", f"write {listed(weapons, 'or')}"
    troopers = list_troopers(army)
    names = [*troopers, *(one.profile.short for one in troopers.values() if one.profile.short)]
    return f"there is no {quote(name)}", did_you_mean(name, names) or f"there are {listed(troopers)}"
