"""What a kit of Army Men says of its troopers: distances, what kills, what stands on tapes and sticks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from wordfleet_print.games.army_men import PORTIONS, ArmyMen, Price, Profile, dice_of
from wordfleet_print.games.squads import SquadList, weapons_of
from wordfleet_print.press.kit.measures import TapeMarks
from wordfleet_print.wording import written

FURTHER = {"double": 2, "triple": 3}
"""How many times as far a prone figure shoots."""


def inches(value: int | Fraction) -> str:
    """A distance in inches, as it is written."""
    return f"{written(Fraction(value))} in"


def army_pages(army: ArmyMen, squads: Sequence[SquadList], *, tutorial: bool) -> dict[str, object]:
    """What its pages name beside the facts: each of the `troopers` that has a card, those of the `squads`, and for how
    many turns a flag is held at most.
    """
    prices = {price.unit: price for price in army.standard.points}
    count, faces = dice_of(army.standard.scenario.turns)
    all_of = [army.soldier] * army.squad.size if tutorial else army.all_profiles
    return {
        "troopers": [_told(army, one, prices[one.unit], _name(one), tutorial) for one in all_of],
        "squads": [[_told(army, one.profile, one.price, one.name, tutorial) for one in squad] for squad in squads],
        "most_turns": count * faces,
    }


def _name(profile: Profile) -> str:
    """What a trooper's card is called: by its weapon if it is of one, by the short name of several."""
    weapons = weapons_of(profile)
    return profile.unit if not weapons else weapons[0] if len(weapons) == 1 else profile.short or weapons[0]


def _told(army: ArmyMen, profile: Profile, price: Price, called: str, tutorial: bool) -> dict[str, object]:
    """A profile with its price, its rate as it is written, how many turns a shot takes, its close range, what it does
    as a prone figure, and the other weapons that it stands for.
    """
    prone, rate = army.standard.prone, Fraction(profile.rate)
    close = PORTIONS[(army.shooting if tutorial else army.standard.shooting).close]
    reach = profile.range * FURTHER[prone.range]
    return profile.model_dump() | {
        "called": called,
        "others": [weapon for weapon in weapons_of(profile) if weapon != called],
        "price": price.model_dump(),
        "rate": written(rate),
        "turns": rate.denominator,
        "close": inches(profile.range * close),
        "prone_move": inches(profile.movement * PORTIONS[prone.movement]),
        "prone_range": inches(reach),
        "prone_close": inches(reach * close),
    }


def ranges(army: ArmyMen, *, tutorial: bool) -> Iterator[tuple[float, str]]:
    """What a tape marks of each profile: its range and, but for those that blast, its close range."""
    close = PORTIONS[(army.shooting if tutorial else army.standard.shooting).close]
    for profile in [army.soldier] if tutorial else army.all_profiles:
        name = profile.short or profile.weapon or profile.unit
        if not profile.weapon:
            yield float(profile.range * close), f"close: {name}"
        yield float(profile.range), f"range: {name}"


def sticks_of(army: ArmyMen, *, tutorial: bool) -> tuple[tuple[str, TapeMarks], ...]:
    """Two sticks for moves, with each kind of trooper at its inches, and two for how far a squad may spread."""
    usual = army.soldier.movement
    names = [
        (Fraction(one.movement), one.short or one.weapon or one.unit)
        for one in army.all_profiles
        if one.movement < usual
    ]
    names += [(usual * PORTIONS[army.standard.prone.movement], "prone")]
    places = sorted({far for far, _ in names})
    marks = {float(far): "\n".join(name for one, name in names if one == far) for far in places}
    marks = ({} if tutorial else marks) | {float(usual): "move" if tutorial else "most troopers"}
    within = army.squad.within
    return (("one move", tuple(marks.items())), ("one squad", ((float(within), "stay within\nof the squad"),))) * 2
