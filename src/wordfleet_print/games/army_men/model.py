"""`ArmyMen`: every number and name of Army Men, as typed, frozen values. All distances are inches.

The tutorial rules are at the top, the draft of the standard rules in `standard`. Shapes are checked
by the types, what fields say of one another by `find_army_men_faults`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field, PlainValidator, StringConstraints
from pydantic_core import PydanticCustomError

from wordfleet_print.games.fields import (
    Drawing,
    Facts,
    Location,
    Text,
)
from wordfleet_print.games.schema import (
    Dice,
    Pair,
    Rulebook,
    find_dice_faults,
)

Inches = Annotated[int, Field(ge=1, le=999)]
# How many dice of how many sides, as players write it: `2D6`.
Roll = Annotated[str, StringConstraints(pattern=r"^[1-9]D[1-9][0-9]?$")]
Portion = Literal["half", "a third", "a quarter"]

PORTIONS: dict[Portion, Fraction] = {
    "half": Fraction(1, 2),
    "a third": Fraction(1, 3),
    "a quarter": Fraction(1, 4),
}


def check_rate(value: object) -> int | str:
    """Return rolls in a turn as they were written."""
    # True is an int, and YAML's yes is True.
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 9:
        return value
    if isinstance(value, str) and re.fullmatch(r"1/[2-4]", value):
        return value
    raise PydanticCustomError(
        "rate", "should be a whole number of rolls from 1 to 9, or a fraction such as 1/2"
    )


# Rolls in a turn: a whole number, or a fraction written `1/2` (M-07, M-22).
Rate = Annotated[int | str, PlainValidator(check_rate)]


class Squad(Facts):
    """A tutorial squad: how many troopers, and how far in inches one may be from the others (M-05,
    M-08, M-12).
    """

    size: int = Field(ge=2, le=99)
    within: Inches


class Profile(Facts):
    """What a soldier can do: movement and range in inches, rate of fire in rolls (M-06, M-07,
    M-22); `weapons`: those of which it carries one; `short` is what players call it; `thrown`: what
    it throws, and moves in the same turn (M-24); `picture`: the drawing on its card.
    """

    unit: Text
    weapons: tuple[Text, ...] = Field((), strict=False, max_length=9)
    short: Text | None = None
    thrown: Text | None = None
    picture: Drawing | None = None
    movement: Inches
    range: Inches
    rate: Rate


class Deployment(Facts):
    """How many inches are between squads at the start (M-08)."""

    apart: Inches


class Shooting(Facts):
    """The roll that kills in range, the portion of the range that counts as close, the roll that
    kills there (M-26), and what a target that moved in the previous turn takes off the roll (M-10,
    M-31).
    """

    kill_on: int = Field(ge=2, le=99)
    close: Portion
    close_kill_on: int = Field(ge=2, le=99)
    target_moved: int = Field(default=0, ge=-9, le=0)


class FriendlyFire(Facts):
    """After a hit on troopers in combat: which result of a D2 hits whose trooper (M-11)."""

    yours: int = Field(ge=1)
    theirs: int = Field(ge=1)


class Combat(Facts):
    """The roll of each side, what the attacker adds, what the attacked adds when fighting on (M-13,
    M-28).
    """

    roll: Roll
    attacker: int = Field(ge=1, le=9)
    fights_on: int = Field(ge=0, le=9)


class Sides(Facts):
    """How many troopers are on either side of an unequal combat."""

    few: int = Field(ge=1, le=99)
    many: int = Field(ge=2, le=99)


class GangingUp(Facts):
    """What each trooper of the larger side adds for every additional one, and an example (M-14)."""

    each_extra: int = Field(ge=1, le=9)
    example: Sides

    @property
    def example_bonus(self) -> int:
        """What each trooper of the example's larger side adds."""
        return (self.example.many - self.example.few) * self.each_extra


class StandardSquad(Facts):
    """The smallest and the largest squad, and how many special weapons it may carry (M-20)."""

    least: int = Field(ge=1, le=99)
    most: int = Field(ge=1, le=99)
    special_weapons: int = Field(ge=0, le=99)


class Price(Facts):
    """What a unit costs in points, how many there may be, `per` squad where the rules say so, and
    whether its weapon is a special one (M-19, M-20).
    """

    unit: Text
    points: int = Field(ge=1)
    most: int = Field(ge=1, le=99)
    per: Text | None = None
    special: bool = False


class Cover(Facts):
    """How much of a figure must be hidden, and by how much that worsens the roll to hit (M-17)."""

    concealed: Portion
    harder_by: int = Field(ge=1, le=9)


class ScenarioExample(Facts):
    """One outcome of a scenario's rolls: troopers, inches, turns (M-18)."""

    troopers: int = Field(ge=1)
    within: Inches
    turns: int = Field(ge=1)


class Scenario(Facts):
    """A goal to fight for: rolls for troopers needed, inches from the marker and turns to hold it
    (M-18).
    """

    name: Text
    troopers: Roll
    within: Roll
    turns: Roll
    example: ScenarioExample


class Leadership(Facts):
    """What is added to each roll that may kill a trooper beyond the squad's distance (M-21)."""

    harder_by: int = Field(ge=1, le=9)


class Prone(Facts):
    """The portion of its movement a prone figure keeps, and what becomes of its range (M-23)."""

    movement: Portion
    range: Literal["double", "triple"]


class AreaEffect(Facts):
    """How many inches a blast reaches, what everyone there rolls, and from which result they are
    dead (M-24).
    """

    within: Inches
    roll: Roll
    dead_on: int = Field(ge=1)


class Standard(Facts):
    """The draft of the standard rules (M-16 to M-30). `vehicles` have no rules yet (M-25); `extras`
    are optional.
    """

    squad: StandardSquad
    points: tuple[Price, ...] = Field(strict=False, min_length=1)
    profiles: tuple[Profile, ...] = Field(strict=False)
    shooting: Shooting
    cover: Cover
    leadership: Leadership
    prone: Prone
    area_effect: AreaEffect
    combat: Combat
    scenario: Scenario
    vehicles: tuple[Text, ...] = Field(strict=False, min_length=1)
    extras: tuple[Text, ...] = Field(strict=False, min_length=1)


class ArmyMen(Rulebook):
    """Army Men, whole. `soldier` fights in both sets of rules."""

    game: Literal["army-men"]
    players: Pair
    dice: Dice
    squad: Squad
    soldier: Profile
    deployment: Deployment
    shooting: Shooting
    friendly_fire: FriendlyFire
    combat: Combat
    ganging_up: GangingUp
    standard: Standard

    @property
    def close_range(self) -> Fraction:
        """How many inches are close range for a tutorial soldier (M-10)."""
        return self.soldier.range * PORTIONS[self.shooting.close]

    @property
    def all_profiles(self) -> tuple[Profile, ...]:
        """Every profile of the standard rules, in the order of the price list (M-22)."""
        known = (self.soldier, *self.standard.profiles)
        return tuple(
            profile
            for price in self.standard.points
            for profile in known
            if profile.unit == price.unit
        )


def find_price_faults(army: ArmyMen) -> Iterator[tuple[Location, str]]:
    """Yield where prices and profiles are not of the same units."""
    profiles = (army.soldier, *army.standard.profiles)
    priced = [price.unit for price in army.standard.points]
    fighting = [(profile.unit, profile.weapons) for profile in profiles]
    if odd := {unit for unit, _ in fighting} ^ set(priced):
        yield (
            ("standard", "points"),
            f"and profiles must have the same units; only one of them has {min(odd)}",
        )
    if len(set(priced)) < len(priced) or len(set(fighting)) < len(fighting):
        yield ("standard", "points"), "or profiles have a unit twice"


def find_army_men_faults(army: ArmyMen) -> Iterator[tuple[Location, str]]:
    """Yield fields that contradict each other: where, and the fault in words."""
    yield from find_dice_faults(army.dice)
    yield from find_price_faults(army)
    standard = army.standard
    if army.squad.within >= army.deployment.apart:
        yield (
            ("deployment", "apart"),
            f"must be more than the {army.squad.within} inches inside a squad",
        )
    if army.ganging_up.example.many <= army.ganging_up.example.few:
        yield ("ganging_up", "example"), "must have more troopers in many than in few"
    if standard.squad.special_weapons and not any(price.special for price in standard.points):
        yield (
            ("standard", "squad", "special_weapons"),
            "must be 0: no unit of standard.points is special",
        )
    if standard.squad.least > standard.squad.most:
        yield ("standard", "squad", "least"), f"is more than the most, {standard.squad.most}"
