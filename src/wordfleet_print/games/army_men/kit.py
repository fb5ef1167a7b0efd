"""What the kit of Army Men shows in addition to its facts: troopers, ranges, squads."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from wordfleet_print import messages
from wordfleet_print.games.army_men.model import (
    PORTIONS,
    ArmyMen,
    Portion,
    Profile,
    read_army,
)


def collect_kit_data(
    army: ArmyMen, *, squads: Sequence[str], points: int | None, draft: bool
) -> dict[str, Any]:
    """Return the cards of troopers and what the tape marks, of the tutorial or of the
    draft. Raises `BadInputError` for squads that break a limit.
    """
    shooting = army.standard.shooting if draft else army.shooting
    profiles = army.all_profiles if draft else (army.soldier,)
    troopers = {
        name: describe_trooper(army, one, shooting.close)
        for one in profiles
        for name in one.weapons or [one.unit]
    }
    distinct = list({one["title"]: one for one in troopers.values()}.values())
    ranges = [
        (float(one["near"]), f"close: {one['label']}") for one in distinct if not one["weapon"]
    ]
    ranges += [(float(one["range"]), f"range: {one['label']}") for one in distinct]
    read = read_army(army, squads, points) if squads and draft else ()
    return {
        "troopers": distinct,
        "ranges": ranges,
        "squads": [[troopers[one.name] | {"title": one.name} for one in squad] for squad in read],
        "shoot": shooting,
        "fight": army.standard.combat if draft else army.combat,
    }


def describe_trooper(army: ArmyMen, profile: Profile, close: Portion) -> dict[str, Any]:
    """Return a trooper's card: its numbers as they are printed, its price, its picture."""
    prone, rate, names = (
        army.standard.prone,
        Fraction(profile.rate),
        profile.weapons or [profile.unit],
    )
    near, moves = profile.range * PORTIONS[close], profile.movement * PORTIONS[prone.movement]
    farther = {"double": 2, "triple": 3}[prone.range]
    return {
        "title": " · ".join(names),
        "label": profile.short or names[0],
        "weapon": messages.listed(profile.weapons, "or"),
        "thrown": profile.thrown,
        "picture": profile.picture or "rifleman",
        "price": next(price for price in army.standard.points if price.unit == profile.unit),
        "movement": profile.movement,
        "range": profile.range,
        "rate": messages.written(rate),
        "every": rate.denominator,
        "near": near,
        "close": messages.written(near),
        "prone_move": messages.written(moves),
        "prone_range": profile.range * farther,
        "prone_close": messages.written(near * farther),
    }
