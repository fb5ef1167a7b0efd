"""Counters to fold and glue: numbers of troopers, states of fights and weapons, the flag."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial

from wordfleet_print.game.army_men import ArmyMen
from wordfleet_print.press.ink.fonts import Face, cap_height, text_width
from wordfleet_print.press.ink.ink import CELL_LINE, WHITE, Pen, set_centred, set_right
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.kit.leaf import (
    SMALL,
    Leaf,
    LeafPress,
    draw_cut_marks,
    draw_tick,
    lying,
    room_on,
    stencil,
)
from wordfleet_print.press.kit.squad_sheets import ArmyWishes

COUNTER, FOLD = 22.0, 3.0
"""A counter's side, and what lies between it and its fold (mm)."""
STATES = 4
"""Counters of each state that a battle needs."""
CounterFace = Callable[[Pen, float, float], None]
"""Draws a counter's face about a point (mm)."""


def counter_leaves(army: ArmyMen, press: LeafPress, wishes: ArmyWishes) -> Iterator[Leaf]:
    """Numbers for both sides, on their backs who has moved where that counts; states of fights, weapons, the flag."""
    most = sum(map(len, wishes.squads)) or (army.squad.size if wishes.tutorial else army.standard.squad.most)
    moved = wishes.tutorial or bool(army.standard.shooting.target_moved)
    room = room_on(lying(press.look.paper))
    across = int((room.w - 28) // COUNTER)
    rows: list[Sequence[tuple[CounterFace, CounterFace]]] = []
    for solid in (not press.look.eco, False):
        rows += _in_rows([_trooper(str(n), press, solid, moved) for n in range(1, most + 1)], across)
    rows += _in_rows(list(_states(army, press, wishes)), across)
    high = 2 * COUNTER + 2 * FOLD
    a_page = max(1, int((room.h + 4) // (high + 6)))
    pages = [rows[start : start + a_page] for start in range(0, len(rows), a_page)]
    for page, own in enumerate(pages, start=1):
        of = f", {page} of {len(pages)}" if len(pages) > 1 else ""
        line = "Fold back, glue, let dry, cut out. One beside each figure: its number on the squad sheet"
        line += "; turn it over when it moves." if moved else "."
        yield Leaf("counters", f"Counters{of}", line, partial(_draw_counters, own))


def _in_rows(
    counters: Sequence[tuple[CounterFace, CounterFace]], across: int
) -> Iterator[Sequence[tuple[CounterFace, CounterFace]]]:
    """Rows as even as can be."""
    even = -(-len(counters) // -(-len(counters) // across))
    yield from (counters[start : start + even] for start in range(0, len(counters), even))


def _states(army: ArmyMen, press: LeafPress, wishes: ArmyWishes) -> Iterator[tuple[CounterFace, CounterFace]]:
    """Counters for what goes on from turn to turn: a tied fight, a slow weapon, the flag."""
    state = partial(partial, _state, press)
    yield from [(state("TIED", "was attacked", "up"), state("FIGHT ON", _on(army), "up"))] * STATES
    slow = any(Fraction(profile.rate).denominator > 1 for profile in army.all_profiles)
    if slow and not wishes.tutorial:
        yield from [(state("RELOAD", "not this turn", "round"), state("LOADED", "fires", "tick"))] * STATES
    yield from [(state("FLAG", "", "flag"), state("HELD", "this turn", "flag"))] * 2


def _on(army: ArmyMen) -> str:
    return f"+{army.standard.combat.fights_on} for it" if army.standard.combat.fights_on else "no modifier"


def _draw_counters(rows: Sequence[Sequence[tuple[CounterFace, CounterFace]]], pen: Pen, room: Rect) -> None:
    high = 2 * COUNTER + 2 * FOLD
    gap = (room.h - len(rows) * high) / (len(rows) + 1)
    for number, row in enumerate(rows):
        wide = len(row) * COUNTER
        cells = Rect(room.centre_x - wide / 2, room.y + gap + number * (high + gap), wide, COUNTER)
        xs = [cells.x + n * COUNTER for n in range(len(row) + 1)]
        draw_cut_marks(pen, cells, xs, (cells.y, cells.bottom))
        fold = cells.bottom + FOLD
        with pen.dashes(1.6, 1.0):
            pen.line(cells.x - 9, fold, cells.right + 9, fold, CELL_LINE)
        pen.text(set_right(cells.x - 9.8, fold + 0.9, "fold", Face.SEMIBOLD, SMALL))
        for x, (front, back) in zip(xs, row, strict=False):
            front(pen, x + COUNTER / 2, cells.centre_y)
            middle = fold + FOLD + COUNTER / 2
            with pen.turned(x + COUNTER / 2, middle, 180):
                back(pen, x + COUNTER / 2, middle)


def _draw_disc(pen: Pen, place: tuple[float, float, float], words: str, face: Face, *, solid: bool) -> None:
    x, y, radius = place
    if solid:
        pen.disc(x, y, radius)
    else:
        pen.ring(x, y, radius, 1.4)
    gray, size = WHITE if solid else 0.0, radius * 2.6
    pen.text(set_centred(x, y, words, face, size), gray)
    if set(words) <= set("0689") and set(words) & set("69"):  # turned round it would be another number
        wide, below = text_width(words, face, size), y + cap_height(face, size) / 2 + radius * 0.14
        pen.fill(Rect(x - wide / 2, below, wide, radius * 0.1), gray)


def _trooper(words: str, press: LeafPress, solid: bool, moved: bool) -> tuple[CounterFace, CounterFace]:
    """A trooper's number, and its back: the number again, small under MOVED where that counts."""

    def front(pen: Pen, x: float, y: float) -> None:
        _draw_disc(pen, (x, y, 8.0), words, press.look.bold, solid=solid)

    def back(pen: Pen, x: float, y: float) -> None:
        pen.text(set_centred(x, y - 6.4, "MOVED", Face.STENCIL, 9))
        _draw_disc(pen, (x, y + 2, 5.2), words, press.look.bold, solid=solid)

    return front, back if moved else front


def _state(press: LeafPress, words: str, below: str, sign: str, pen: Pen, x: float, y: float) -> None:
    pen.text(set_centred(x, y + 4.2, words, stencil(words), 9))
    if below:
        pen.text(set_centred(x, y + 8.0, below, Face.MEDIUM, SMALL))
    top = y - 4
    if sign == "up":
        pen.polygon([(x - 3.4, top + 1), (x, top - 4), (x + 3.4, top + 1)])
        pen.fill(Rect(x - 1.4, top + 1, 2.8, 4))
    elif sign == "flag":
        pen.line(x - 3.4, top - 5, x - 3.4, top + 5, 1.4)
        pen.polygon([(x - 3.2, top - 5), (x + 4, top - 2.4), (x - 3.2, top + 0.2)], 1.0 if press.look.eco else 0)
    elif sign == "tick":
        pen.ring(x, top, 4.2, 1.2)
        draw_tick(pen, x - 1.8, top + 1.4)
    else:
        pen.arc(x, top, 4.2, (60, 180), 1.4)
        pen.arc(x, top, 4.2, (180, 360), 1.4)
        pen.polygon([(x + 0.6, top - 5.6), (x + 4.2, top - 3.4), (x + 0.9, top - 1.6)])
