"""What the pages of the bundled games show in addition to the facts of their front matter."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from wordfleet_print.games import Edition, Rulebook
from wordfleet_print.games.army_men import PORTIONS, ArmyMen, Portion, Profile, list_weapons, read_army
from wordfleet_print.games.flip_chess import FlipChess
from wordfleet_print.messages import written
from wordfleet_print.tracker import phrases


def collect_game_data(book: Rulebook, squads: Sequence[str], points: int | None, *, tutorial: bool) -> dict[str, Any]:
    """Return what the templates of a game know in addition to its facts.

    Raises `BadInputError` for squads that break a limit.
    """
    match book:
        case ArmyMen():
            return _collect_army_data(book, squads, points, tutorial=tutorial)
        case FlipChess():
            return {"side_score": book.side_score}
        case Edition():
            return {
                "setup_steps": phrases.list_steps(book, "folded", blank=False, placed=False)[1:],
                "choices": phrases.list_choices(book),
                "bidding": phrases.list_bidding(book)[0],
                "sinking": phrases.describe_sinking(book)[0],
                "letters": book.fleet_letters,
                "letter_rows": book.alphabet_rows,
                "columns": book.grid.column_names,
                "mines": book.mines,
            }
    return {}


def _collect_army_data(army: ArmyMen, squads: Sequence[str], points: int | None, *, tutorial: bool) -> dict[str, Any]:
    shooting = army.shooting if tutorial else army.standard.shooting
    profiles = (army.soldier,) if tutorial else army.all_profiles
    troopers = {
        name: _describe_trooper(army, one, shooting.close)
        for one in profiles
        for name in list_weapons(one) or [one.unit]
    }
    distinct = list({one["title"]: one for one in troopers.values()}.values())
    ranges = [(float(one["near"]), f"close: {one['label']}") for one in distinct if not one["weapon"]]
    ranges += [(float(one["range"]), f"range: {one['label']}") for one in distinct]
    read = read_army(army, squads, points) if squads and not tutorial else ()
    return {
        "troopers": distinct,
        "ranges": ranges,
        "squads": [[troopers[one.name] | {"title": one.name} for one in squad] for squad in read],
        "shoot": shooting,
        "fight": army.combat if tutorial else army.standard.combat,
    }


def _describe_trooper(army: ArmyMen, profile: Profile, close: Portion) -> dict[str, Any]:
    """Return a trooper's card: its numbers as they are printed, its price, its picture."""
    prone, rate, names = army.standard.prone, Fraction(profile.rate), list_weapons(profile) or [profile.unit]
    near, moves = profile.range * PORTIONS[close], profile.movement * PORTIONS[prone.movement]
    farther = {"double": 2, "triple": 3}[prone.range]
    return {
        "title": " · ".join(names),
        "label": profile.short or names[0],
        "weapon": profile.weapon or "",
        "thrown": profile.thrown,
        "picture": profile.picture or "rifleman",
        "price": next(price for price in army.standard.points if price.unit == profile.unit),
        "movement": profile.movement,
        "range": profile.range,
        "rate": written(rate),
        "every": rate.denominator,
        "near": near,
        "close": written(near),
        "prone_move": written(moves),
        "prone_range": profile.range * farther,
        "prone_close": written(near * farther),
    }
