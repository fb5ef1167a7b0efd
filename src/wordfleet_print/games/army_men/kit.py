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
    Shooting,
)
from wordfleet_print.games.army_men.squads import read_army
from wordfleet_print.games.labels import Wordings

# How much farther a prone figure shoots.
FARTHER = {"double": 2, "triple": 3}
# A die shows no more.
MOST_PIPS = 6


def collect_kit_data(
    army: ArmyMen, *, squads: Sequence[str], points: int | None, draft: bool
) -> dict[str, Any]:
    """Return the cards of troopers and what the tape marks, of the tutorial or of the
    draft. Raises `BadInputError` for squads that break a limit.
    """
    standard = army.standard
    shooting = standard.shooting if draft else army.shooting
    troopers = list_cards(army, shooting.close, draft=draft)
    distinct = list({card["title"]: card for card in troopers.values()}.values())
    return {
        "troopers": distinct,
        "ranges": list_ranges(army, distinct),
        "squads": list_squads(army, squads, points, troopers) if draft else [],
        "shoot": shooting,
        "fight": standard.combat if draft else army.combat,
        "kill_rows": list_kills(army, shooting, draft=draft),
    }


def list_cards(army: ArmyMen, close: Portion, *, draft: bool) -> dict[str, dict[str, Any]]:
    """Return a card for each name that a trooper has, of the draft or of the tutorial."""
    cards: dict[str, dict[str, Any]] = {}
    for profile in army.all_profiles if draft else (army.soldier,):
        for name in profile.weapons or [profile.unit]:
            cards[name] = describe_trooper(army, profile, close)
    return cards


def list_squads(
    army: ArmyMen,
    squads: Sequence[str],
    points: int | None,
    troopers: dict[str, dict[str, Any]],
) -> list[list[dict[str, Any]]]:
    """Return the troopers of each squad, by the names that were typed."""
    lists: list[list[dict[str, Any]]] = []
    for squad in read_army(army, squads, points) if squads else ():
        lists.append([troopers[trooper.name] | {"title": trooper.name} for trooper in squad])
    return lists


def list_ranges(
    army: ArmyMen, cards: Sequence[dict[str, Any]]
) -> list[tuple[float, str, Wordings]]:
    """Return what a tape marks of these troopers: each close range, and each whole range, once. A
    mark is the distance (inches), the key of its label, and the label's wordings, which name all
    troopers with this range.
    """
    close_names: dict[float, list[str]] = {}
    whole_names: dict[float, list[str]] = {}
    for card in cards:
        if not card["weapon"]:
            close_names.setdefault(float(card["near"]), []).append(card["label"])
        whole_names.setdefault(float(card["range"]), []).append(card["label"])
    marks: list[tuple[float, str, Wordings]] = []
    ranges = (("kit.army.close_of", close_names), ("kit.army.range_of", whole_names))
    for key, names_by_inches in ranges:
        for inches, names in names_by_inches.items():
            marks.append((inches, key, army.list_wordings(key, names=", ".join(names))))
    return marks


def list_kills(army: ArmyMen, shooting: Shooting, *, draft: bool) -> list[dict[str, str]]:
    """Return the rows of the table of kills: for a target in the open, in cover and one that has
    moved, what a die has to show to kill it, in close range and farther away.
    """
    harder_by = {"open": 0}
    if draft:
        harder_by["cover"] = army.standard.cover.harder_by
    if shooting.target_moved:
        # A negative number that is added to the roll: the die has to show that much more
        harder_by["moved"] = -shooting.target_moved
    return [
        {
            "words": army.say(f"kit.army.cards.{target}"),
            "close": write_kill(army, shooting.close_kill_on + more),
            "far": write_kill(army, shooting.kill_on + more),
        }
        for target, more in harder_by.items()
    ]


def write_kill(army: ArmyMen, need: int) -> str:
    """Return what a die has to show to kill: 5+, 6, or safe beyond that."""
    if need > MOST_PIPS:
        return army.say("kit.army.cards.safe")
    if need == MOST_PIPS:
        return str(need)
    return army.say("kit.army.cards.or_more", number=need)


def describe_trooper(army: ArmyMen, profile: Profile, close: Portion) -> dict[str, Any]:
    """Return a trooper's card: its numbers as they are printed, its price, its picture."""
    prone = army.standard.prone
    rate = Fraction(profile.rate)
    names = profile.weapons or [profile.unit]
    near = profile.range * PORTIONS[close]
    moves = profile.movement * PORTIONS[prone.movement]
    farther = FARTHER[prone.range]
    prices = {price.unit: price for price in army.standard.points}
    return {
        "title": " · ".join(names),
        "label": profile.short or names[0],
        "weapon": bool(profile.weapons),
        "thrown": profile.thrown,
        "picture": profile.picture or "rifleman",
        "price": prices[profile.unit],
        "movement": profile.movement,
        "range": profile.range,
        "rate": messages.write_fraction(rate),
        "near": near,
        "close": messages.write_fraction(near),
        "prone_move": messages.write_fraction(moves),
        "prone_range": profile.range * farther,
        "prone_close": messages.write_fraction(near * farther),
    }
