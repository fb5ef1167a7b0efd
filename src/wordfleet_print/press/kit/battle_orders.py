"""Battle orders: what is agreed and rolled before a battle, and a flag to stand on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wordfleet_print.game.army_men import ArmyMen
from wordfleet_print.press.ink.fonts import Face, text_width
from wordfleet_print.press.ink.ink import CELL_LINE, WHITE, Pen, Run, set_centred, set_in
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.kit.army_cards import dice_part
from wordfleet_print.press.kit.leaf import (
    BODY,
    SMALL,
    SUGGESTED,
    Leaf,
    LeafPress,
    draw_stamp,
    draw_words,
    stencil,
)
from wordfleet_print.press.kit.measures import draw_dice


def order_leaves(army: ArmyMen, press: LeafPress) -> Iterator[Leaf]:
    """One page for the whole table."""
    line = f"Agree, roll, and pin it to the tent pole. With {army.standard.scenario.name}."
    yield Leaf("orders", "Battle orders", line, partial(_draw_orders, army, press), upright=True, note=SUGGESTED)


def _draw_orders(army: ArmyMen, press: LeafPress, pen: Pen, room: Rect) -> None:
    y = _draw_agreement(army, press, pen, room)
    y = _draw_rolls(army, press, pen, room.below(y - room.y))
    rest = room.below(y - room.y)
    _draw_tent(press, pen, rest.left(rest.w * 0.4))
    right = rest.after(rest.w * 0.46)
    stamp = draw_stamp(pen, right.x, right.y, "Small dice", press.look)
    y = draw_dice(pen, Rect(right.x, stamp.bottom + 3, right.w, 40), dice_part(army), press) + 3
    flag = army.standard.scenario
    stamp = draw_stamp(pen, right.x, y, "The flag’s turn", press.look)
    example = f"{flag.example.troopers} within {flag.example.within} inches for {flag.example.turns} turns running"
    told = "At the start of your turn, before anyone shoots: count your troopers within the inches rolled. Enough? "
    told += f"Tick a turn. One short, or one an inch too far: that turn does not count. {example} would be one outcome"
    told += f"{press.dagger('flag')}. No room: touching a trooper who counts will do{press.dagger('flag-room')}."
    y = draw_words(pen, Rect(right.x, stamp.bottom + 2, right.w, 40), told, BODY) + 5
    stamp = draw_stamp(pen, right.x, y, "Dispatches", press.look)
    y = stamp.bottom + 9
    for label in ("Winner", "Hero of the day", "Fell with honors", "Revenge on"):
        if y < room.bottom:
            _draw_field(pen, Rect(right.x, y - 6, right.w, 6), label)
        y += 9


def _draw_field(pen: Pen, place: Rect, label: str) -> None:
    """A label and a line to write on after it."""
    pen.text(Run(place.x, place.bottom - 0.8, label, Face.MEDIUM, BODY))
    pen.line(place.x + text_width(label, Face.MEDIUM, BODY) + 2, place.bottom, place.right, place.bottom, CELL_LINE)


def _draw_choices(pen: Pen, place: Rect, label: str, choices: Sequence[str], ends: float) -> None:
    """Boxes to tick, and a line for what was not thought of."""
    pen.text(Run(place.x, place.y + 4, label, Face.SEMIBOLD, BODY))
    x = place.x + 28
    for words in choices:
        pen.frame(Rect(x, place.y + 0.9, 3.6, 3.6), CELL_LINE)
        pen.text(Run(x + 5, place.y + 4, words, Face.MEDIUM, BODY))
        x += 11 + text_width(words, Face.MEDIUM, BODY)
    pen.line(x, place.y + 4.6, max(x + 20, ends), place.y + 4.6, CELL_LINE)


def _draw_agreement(army: ArmyMen, press: LeafPress, pen: Pen, room: Rect) -> float:
    stamp = draw_stamp(pen, room.x, room.y, "Before the battle", press.look)
    y = stamp.bottom + 2.5
    name = army.standard.scenario.name.lower()
    rows = {
        "Rules": ["tutorial", "standard (draft)"],
        "Setting": [],
        "Victory": ["last squad standing", name],
        "Points each": [],
        "First turn": [f"the higher roll chooses{press.dagger('victory')}"],
        "Obstacles": ["set in turns", "set by the host"],
    }
    for label, choices in rows.items():
        _draw_choices(pen, room.below(y - room.y), label, choices, room.x + room.w * 0.8)
        y += 7.4
    return y + 2


def _draw_rolls(army: ArmyMen, press: LeafPress, pen: Pen, room: Rect) -> float:
    flag = army.standard.scenario
    stamp = draw_stamp(pen, room.x, room.y, flag.name, press.look)
    told = f"roll before the first turn, once for both sides{press.dagger('flag')}"
    pen.text(Run(stamp.right + 4, stamp.bottom - 1.4, told, Face.MEDIUM, BODY))
    y = stamp.bottom + 3
    rolls = (
        (flag.troopers, "TROOPERS", "needed near the flag"),
        (flag.within, "INCHES", "from the flag at most"),
        (flag.turns, "TURNS", "at whose start they stand there"),
    )
    for (roll, name, words), cell in zip(rolls, Rect(room.x, y, room.w, 30).columns(3, 5), strict=True):
        pen.frame(cell, 0.9, 2)
        pen.text(Run(cell.x + 3, cell.y + 6, roll, stencil(roll), 12))
        pen.frame(Rect(cell.centre_x - 8, cell.y + 5, 16, 12), CELL_LINE)
        pen.text(set_centred(cell.centre_x, cell.y + 21, name, press.look.bold, 9))
        pen.text(set_centred(cell.centre_x, cell.y + 26, words, Face.MEDIUM, SMALL))
    y += 34
    most = max(int(flag.turns.partition("D")[0]) * int(flag.turns.partition("D")[2]), 1)
    for cell, solid in zip(Rect(room.x, y, room.w, 16).columns(2, 6), (True, False), strict=True):
        if solid:
            pen.disc(cell.x + 2.4, cell.y + 3, 2.2)
        else:
            pen.ring(cell.x + 2.4, cell.y + 3, 2.1, 1.0)
        _draw_field(pen, Rect(cell.x + 7, cell.y, cell.w - 7, 6), army.players.one.capitalize())
        pen.text(Run(cell.x, cell.y + 13.4, "turns held", Face.MEDIUM, BODY))
        for turn in range(min(most, 6)):
            pen.ring(cell.x + 24 + 10 * turn, cell.y + 12.4, 3.8, CELL_LINE)
            pen.text(set_centred(cell.x + 24 + 10 * turn, cell.y + 12.4, str(turn + 1), Face.MEDIUM, BODY))
    return y + 21


def _draw_tent(press: LeafPress, pen: Pen, place: Rect) -> None:
    """A flag to cut out, fold thrice and glue into a tent that stands."""
    stamp = draw_stamp(pen, place.x, place.y, "Flag", press.look)
    draw_words(
        pen,
        Rect(stamp.right + 3, place.y - 0.6, place.right - stamp.right - 3, 9),
        "cut out, fold thrice, glue the foot into a tent",
        SMALL,
    )
    tall = place.bottom - stamp.bottom - 7
    foot, side = 14.0, min((tall - 28) / 2, 42.0)
    strip = Rect(place.x + 3, stamp.bottom + 5, min(place.w - 6, 58), 2 * foot + 2 * side)
    pen.frame(strip, CELL_LINE)
    with pen.dashes(1.6, 1.0):
        for y in (strip.y + foot, strip.y + foot + side, strip.y + foot + 2 * side):
            pen.line(strip.x - 3, y, strip.right + 3, y, CELL_LINE)
    pen.text(set_in(Rect(strip.x, strip.y, strip.w, foot), "foot: glue", Face.MEDIUM, BODY))
    pen.text(set_in(Rect(strip.x, strip.bottom - foot, strip.w, foot), "foot: glue", Face.MEDIUM, BODY))
    lower = Rect(strip.x, strip.y + foot + side, strip.w, side)
    _draw_flag(press, pen, lower)
    with pen.turned(strip.centre_x, strip.y + foot + side, 180):
        _draw_flag(press, pen, lower)


def _draw_flag(press: LeafPress, pen: Pen, place: Rect) -> None:
    x, y = place.centre_x - 15, place.y + 5
    pen.line(x, y, x, place.bottom - 3, 2.0)
    flag = [(x, y + 1), (x + 32, y + 4), (x + 27, y + 9.5), (x + 32, y + 15), (x, y + 17)]
    pen.polygon(flag, 1.0 if press.look.eco else 0)
    pen.text(set_centred(x + 13, y + 9, "FLAG", Face.STENCIL, 14), 0.0 if press.look.eco else WHITE)
    pen.text(set_centred(place.centre_x, place.bottom - 3.4, "hold me", Face.MEDIUM, BODY))
