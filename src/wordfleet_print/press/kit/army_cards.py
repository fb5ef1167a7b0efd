"""Army Men's cards: each trooper with what it needs to kill, a turn, ganging up, small dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from wordfleet_print.game.army_men import PORTIONS, ArmyMen, Combat, Price, Profile, Shooting
from wordfleet_print.press.ink.fonts import Face
from wordfleet_print.press.ink.ink import CELL_LINE, Pen, Run, set_centred
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.kit.cards import ROOM_BELOW, CardSheet, draw_card_frame, draw_stats
from wordfleet_print.press.kit.leaf import BODY, SMALL, SUGGESTED, Leaf, LeafPress, draw_words, lying, room_on
from wordfleet_print.press.kit.measures import draw_dice
from wordfleet_print.press.kit.parts import DicePart
from wordfleet_print.press.kit.pictures import draw_picture
from wordfleet_print.wording import written

CARD = (63.0, 88.0)
"""A playing card, as sleeves are made for (mm)."""
PICTURE, ROW = 15.0, 4.7
"""How high a soldier's picture is, and a row of the table of kills (mm)."""
FURTHER: Mapping[str, int] = {"double": 2, "triple": 3}
"""How many times as far a prone figure shoots."""
CardDraw = Callable[[Pen, Rect], None]


def army_cards_leaves(army: ArmyMen, press: LeafPress, *, tutorial: bool) -> Iterator[Leaf]:
    """The cards of the tutorial, or of the draft of the standard rules."""
    if tutorial:
        trooper = partial(_draw_trooper, army, press, army.soldier, None)
        drawn: list[CardDraw] = [trooper] * army.squad.size
        drawn += [partial(_draw_turn_card, army, press, True), partial(_draw_ganging, army, press)]
        title = "Cards, tutorial rules"
    else:
        prices = {price.unit: price for price in army.standard.points}
        drawn = [partial(_draw_trooper, army, press, one, prices[one.unit]) for one in army.all_profiles]
        drawn += [partial(_draw_turn_card, army, press, False)]
        title = "Cards, standard rules (draft)"
    drawn.append(partial(_draw_dice_card, army, press, tutorial))
    room = room_on(lying(press.look.paper))
    across, down = int((room.w - 4) // CARD[0]), int((room.h + ROOM_BELOW) // CARD[1])
    pages = [drawn[start : start + across * down] for start in range(0, len(drawn), across * down)]
    for number, own in enumerate(pages, start=1):
        of = f", {number} of {len(pages)}" if len(pages) > 1 else ""
        size = f"{CARD[0]:g} × {CARD[1]:g} mm, as playing cards: they fit the usual sleeves."
        line = f"One page a {army.players.one}. {size}"
        yield Leaf("cards", f"{title}{of}", line, CardSheet(*CARD, across, own).draw, card=True)


def kill_roll(need: int, sides: int) -> str:
    """The roll that kills, as it is written: 5+, 6 where it is the highest, safe where no roll does."""
    return "safe" if need > sides else str(need) if need == sides else f"{max(need, 1)}+"


def inches(value: int | Fraction) -> str:
    """A distance in inches, as it is written."""
    return f"{written(Fraction(value))} in"


def close_range(profile: Profile, shooting: Shooting) -> Fraction:
    """How many inches are close range for a profile (M-10, M-26)."""
    return profile.range * PORTIONS[shooting.close]


def _draw_trooper(
    army: ArmyMen, press: LeafPress, profile: Profile, price: Price | None, pen: Pen, place: Rect
) -> None:
    """A trooper: what it can do, and the rolls that kill by distance, cover and movement; a heavy's blast."""
    look, heavy = press.look, profile.weapon
    name = (profile.short if heavy and " or " in heavy else heavy) or profile.unit
    room = draw_card_frame(pen, place, name, f"{price.points} pt" if price else "", look)
    told = _about(army, profile, price, name)
    for number, line in enumerate(told):
        pen.text(Run(room.x, room.y + 4 + 4.4 * number, line, Face.MEDIUM, BODY))
    pose = "kneeling-soldier" if heavy or (price and price.special) else "soldier"
    draw_picture(pen, pose, Rect(room.right - 14, room.y - 1, 13, PICTURE), outlined=look.eco)
    shots = "BLASTS" if heavy else "SHOTS"
    rate = written(Fraction(profile.rate))
    stats = [("MOVE", inches(profile.movement)), ("RANGE", inches(profile.range)), (shots, rate)]
    y = draw_stats(pen, room.below(PICTURE), stats, look)
    below = room.below(y - room.y)
    if heavy:
        _draw_blast(army, press, profile, pen, below)
    else:
        _draw_kills(army, press, profile, price is not None, pen, below)
    if not heavy or Fraction(profile.rate).denominator > 1:  # what rests on a ruling
        pen.text(Run(room.x, place.bottom - 4.4, SUGGESTED.partition(";")[0], Face.MEDIUM, SMALL))


def _about(army: ArmyMen, profile: Profile, price: Price | None, name: str) -> list[str]:
    if not price:
        return [f"one of {army.squad.size} in a squad"]
    others = [one for one in (profile.weapon or "").replace(" or ", ", ").split(", ") if one and one != name]
    told = [f"{', '.join(others)} the same" if others else "heavy" if profile.weapon else "one of the squad"]
    if price.special:
        told.append("special weapon")
    return [*told, f"at most {price.most} a {price.per or 'side'}"]


def _draw_kills(army: ArmyMen, press: LeafPress, profile: Profile, standard: bool, pen: Pen, room: Rect) -> None:
    shooting, sides = army.standard.shooting if standard else army.shooting, army.dice.sides
    close = close_range(profile, shooting)
    harder = [("to kill", 0)]
    if standard:
        harder.append(("in cover", army.standard.cover.harder_by))
    if shooting.target_moved:
        harder.append(("it moved", -shooting.target_moved))
    columns = (room.x + room.w * 0.62, room.x + room.w * 0.86)
    y = room.y
    for x, far in zip(columns, (close, Fraction(profile.range)), strict=True):
        pen.text(set_centred(x, y + 1.6, f"to {inches(far)}", press.look.bold, BODY))
    for told, more in harder:
        y += ROW
        pen.line(room.x, y - 1.3, room.right, y - 1.3, CELL_LINE)
        pen.text(Run(room.x, y + 2.4, told, Face.MEDIUM, BODY))
        for x, need in zip(columns, (shooting.close_kill_on, shooting.kill_on), strict=True):
            pen.text(set_centred(x, y + 1.3, kill_roll(need + more, sides), press.look.bold, 9.4))
    y += ROW
    pen.line(room.x, y - 1.3, room.right, y - 1.3, CELL_LINE)
    if standard:
        close = profile.range * FURTHER[army.standard.prone.range] * PORTIONS[shooting.close]
        told = f"{_prone(army, profile).removesuffix('.')}, close to {inches(close)}."
        y = draw_words(pen, room.below(y - room.y), told, SMALL + 0.4) + 0.8
        told = f"**A stray,** beyond {inches(army.squad.within)} of all squad mates: "
        told += f"add {army.standard.leadership.harder_by} to every roll that may kill it{press.dagger('stray')}."
        draw_words(pen, room.below(y - room.y), told, SMALL + 0.4)
    else:
        told = f"It stops within **{inches(army.squad.within)}** of a squad mate; the last trooper of a squad may go "
        draw_words(pen, room.below(y - room.y), f"{told}anywhere{press.dagger('survivor')}.", BODY)


def _prone(army: ArmyMen, profile: Profile) -> str:
    """How far a figure that came prone out of the mold goes and shoots."""
    prone = army.standard.prone
    move, reach = profile.movement * PORTIONS[prone.movement], profile.range * FURTHER[prone.range]
    return f"**Prone figure:** move {inches(move)}, range {inches(reach)}."


def _draw_blast(army: ArmyMen, press: LeafPress, profile: Profile, pen: Pen, room: Rect) -> None:
    blast, rate = army.standard.area_effect, Fraction(profile.rate)
    dead = kill_roll(blast.dead_on, army.dice.sides)
    told = [
        f"**Aim** at a trooper in sight, {inches(profile.range)} away at most. Everyone within "
        f"**{inches(blast.within)}** of it, itself included, friend or foe, rolls {blast.roll}: on **{dead}**, dead. "
        "You never roll.",
        "Throws, then moves, like anyone." if profile.thrown else "**Heavy:** fires or moves in a turn, never both.",
    ]
    if rate.denominator > 1:
        number = next((name for name in press.daggers if name.startswith("rate")), "rate")
        told.append(
            f"**{written(rate)}:** one blast in {rate.denominator} turns{press.dagger(number)}. Lay a RELOAD counter."
        )
    told.append(_prone(army, profile))
    told.append("Measure with the blast wedge.")
    y = room.y
    for words in told:
        y = draw_words(pen, room.below(y - room.y), words, BODY) + 1.2


def _draw_turn_card(army: ArmyMen, press: LeafPress, tutorial: bool, pen: Pen, place: Rect) -> None:
    room = draw_card_frame(pen, place, "A turn", "each trooper", press.look)
    rules, combat = _rules(army, tutorial)
    sides, one = army.dice.sides, press.dagger
    near, far = (kill_roll(need, sides) for need in (rules.close_kill_on, rules.kill_on))
    shots = f"in range, in sight, one die a shot: **{near}** within {rules.close} the range, **{far}** beyond. "
    shots += "Never after moving."
    move = f"up to its inches; stops within **{inches(army.squad.within)}** of a squad mate, the last one anywhere"
    move += f"{one('survivor')}. Off the table is gone."
    fight = f"in contact, {combat.roll} each: attacker **+{combat.attacker}**, the larger side "
    fight += f"**+{army.ganging_up.each_extra}** each for every extra trooper{one('brawl')}. The lower dies."
    tie = "**A tie** goes on next turn: the attacked runs, or fights on"
    tie += f" with +{combat.fights_on}" if combat.fights_on else f" without the attacker’s +{combat.attacker}"
    fire = army.friendly_fire
    into = f"**Into a fight:** after a hit {fire.roll}: {fire.yours} yours, {fire.theirs} theirs{one('friendly')}."
    y = room.y
    for number, (name, told) in enumerate((("SHOOT", shots), ("MOVE", move), ("FIGHT", fight)), start=1):
        pen.ring(room.x + 2.4, y + 2.2, 2.3, 1.1)
        pen.text(set_centred(room.x + 2.4, y + 2.2, str(number), press.look.bold, 9))
        pen.text(Run(room.x + 6.4, y + 3.5, name, Face.STENCIL, 10))
        y = draw_words(pen, room.below(y + 5 - room.y), told, BODY - 0.2) + 1.2
    for told in (f"{tie}{one('carried')}.", into):
        y = draw_words(pen, room.below(y - room.y), told, BODY - 0.2) + 0.8
    pen.text(Run(room.x, place.bottom - 4.4, SUGGESTED.partition(";")[0], Face.MEDIUM, SMALL))


def _rules(army: ArmyMen, tutorial: bool) -> tuple[Shooting, Combat]:
    return (army.shooting, army.combat) if tutorial else (army.standard.shooting, army.standard.combat)


def _draw_ganging(army: ArmyMen, press: LeafPress, pen: Pen, place: Rect) -> None:
    room = draw_card_frame(pen, place, "Ganging up", "", press.look)
    each, example = army.ganging_up.each_extra, army.ganging_up.example
    told = f"Each trooper of the larger side adds **+{each}** for every additional one. Pair everyone; spare troopers "
    told += f"join a pair, as their owner likes. The outnumbered one rolls once{press.dagger('brawl')}."
    y = draw_words(pen, room, told, BODY) + 3
    for few, many in _counts(example.few, example.many):
        pen.text(Run(room.x, y + 4, f"{few} against {many}", Face.MEDIUM, BODY))
        bonus = (many - few) * each
        pen.text(Run(room.x + 26, y + 4, f"each of the {many}: +{bonus}" if bonus else "plain", press.look.bold, BODY))
        pen.line(room.x, y + 6, room.right, y + 6, CELL_LINE)
        y += 7


def _counts(few: int, many: int) -> Sequence[tuple[int, int]]:
    return [(few, number) for number in range(few, many + 2)]


def dice_part(army: ArmyMen) -> DicePart:
    """How Army Men's smaller dice are read."""
    smaller = ((die.sides, tuple((one.low, one.high, one.gives) for one in die.reads)) for die in army.dice.smaller)
    return DicePart("dice", army.dice.sides, tuple(smaller))


def _draw_dice_card(army: ArmyMen, press: LeafPress, tutorial: bool, pen: Pen, place: Rect) -> None:
    room = draw_card_frame(pen, place, "Small dice", f"read a D{army.dice.sides}", press.look)
    y = draw_dice(pen, room.below(1), dice_part(army), press) + 1
    if tutorial:
        return
    pen.line(room.x, y, room.right, y, CELL_LINE)
    flag, cover = army.standard.scenario, army.standard.cover
    told = (
        f"**{flag.name}** {flag.troopers} troopers within {flag.within} inches of the flag, at the start of "
        f"{flag.turns} of your turns running{press.dagger('flag')}.",
        f"**Cover** More than {cover.concealed} hidden: {cover.harder_by} harder to hit. Vehicles get none.",
    )
    for words in told:
        y = draw_words(pen, room.below(y + 1.6 - room.y), words, BODY) + 0.6
    pen.text(Run(room.x, place.bottom - 4.4, SUGGESTED.partition(";")[0], Face.MEDIUM, SMALL))
