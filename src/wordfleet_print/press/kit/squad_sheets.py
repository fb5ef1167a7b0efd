"""Squad sheets: a row for each trooper with its number, what it can do and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import accumulate

from wordfleet_print.game.army_men import ArmyMen, Profile
from wordfleet_print.game.squads import SquadList, Trooper
from wordfleet_print.press.ink.fonts import Face, fit, text_width
from wordfleet_print.press.ink.ink import CELL_LINE, Pen, Run, set_centred, set_right
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.kit.army_cards import close_range, inches, kill_roll
from wordfleet_print.press.kit.leaf import (
    BODY,
    SMALL,
    Leaf,
    LeafPress,
    draw_stamp,
    draw_tick,
    draw_words,
)
from wordfleet_print.press.panels.panel import draw_dotted
from wordfleet_print.wording import written

A_PAGE = 2
"""Squads on a page."""
SHARES = (0.06, 0.2, 0.28, 0.08, 0.09, 0.07, 0.12, 0.06)
"""The shares of a table's width that its columns have, but for the last."""


@dataclass(frozen=True, slots=True)
class ArmyWishes:
    """What an army's papers are for: its squads, the points it may cost, by which rules."""

    squads: tuple[SquadList, ...] = ()
    points: int | None = None
    tutorial: bool = False


def squad_leaves(army: ArmyMen, press: LeafPress, wishes: ArmyWishes) -> Iterator[Leaf]:
    """The sheets of the squads that are asked for; without any, two to fill in."""
    squads: Sequence[SquadList] = wishes.squads or ((), ())
    cost = sum(trooper.price.points for squad in squads for trooper in squad)
    of = f" of {wishes.points}" if wishes.points is not None else ""
    told = f"{cost} points{of} · " if wishes.squads else ""
    pages = [squads[start : start + A_PAGE] for start in range(0, len(squads), A_PAGE)]
    first = 1
    for number, own in enumerate(pages, start=1):
        title = f"Squad sheet{f', {number} of {len(pages)}' if len(pages) > 1 else ''}"
        line = f"{told}standard rules (draft). Numbers are those of the counters beside the figures."
        draw = partial(_draw_squads, army, press, own, ((number - 1) * A_PAGE, first))
        yield Leaf("squads", title, line, draw, upright=True)
        first += sum(max(len(squad), 0) for squad in own)


def _draw_squads(
    army: ArmyMen, press: LeafPress, squads: Sequence[SquadList], start: tuple[int, int], pen: Pen, room: Rect
) -> None:
    prices = army.standard.points
    for price, cell in zip(prices, room.top(15).columns(len(prices)), strict=True):
        pen.frame(cell, CELL_LINE)
        pen.text(Run(cell.x + 2, cell.y + 4.6, price.unit.upper(), press.look.bold, SMALL))
        special = ", special weapon" if price.special else ""
        draw_words(pen, Rect(cell.x + 2, cell.y + 5.4, cell.w - 12, 9), f"at most {price.most}{special}", SMALL)
        pen.text(set_right(cell.right - 2, cell.y + 9.4, str(price.points), press.look.bold, 13))
    limits = army.standard.squad
    told = (
        f"A squad has {limits.least} to {limits.most} troopers, and at most {limits.special_weapons} special weapons."
    )
    pen.text(Run(room.x, room.y + 19, told, Face.MEDIUM, SMALL))
    first = start[1]
    for number, (squad, part) in enumerate(
        zip(squads, room.below(22).rows(A_PAGE, 4), strict=False), start=start[0] + 1
    ):
        _draw_squad(army, press, squad, (number, first), pen, part)
        first += len(squad)


def _draw_squad(
    army: ArmyMen, press: LeafPress, squad: SquadList, numbers: tuple[int, int], pen: Pen, place: Rect
) -> None:
    """A squad: a row for each trooper, and as many empty ones as it may have more."""
    stamp = draw_stamp(pen, place.x, place.y + 2, f"Squad {numbers[0]}", press.look)
    fields = Rect(stamp.right + 6, place.y, place.right - stamp.right - 6, 9).columns(3, 4)
    for field, label in zip(fields, ("Name", army.players.one, "Figures are"), strict=True):
        pen.text(Run(field.x, field.y + 3, label.capitalize(), Face.SEMIBOLD, SMALL))
        pen.line(field.x, field.bottom, field.right, field.bottom, CELL_LINE)
    xs = _columns(place)
    heads = ("", "trooper", "name", "move", "range", "shots", "to kill", "pt", "")
    top = place.y + 12
    for head, x, end in zip(heads, xs, [*xs[1:], place.right], strict=True):
        if head in ("trooper", "name"):
            pen.text(Run(x + 1, top + 3, head, Face.MEDIUM, SMALL))
        else:
            pen.text(set_centred((x + end) / 2, top + 2, head or ("fallen" if x > place.x else ""), Face.MEDIUM, SMALL))
    most = army.standard.squad.most
    high = (place.bottom - top - 12) / most
    for row in range(most):
        trooper = squad[row] if row < len(squad) else None
        number = str(numbers[1] + row) if trooper else "" if squad else str(row + 1)
        _draw_row(army, press, (trooper, number), pen, Rect(place.x, top + 4 + row * high, place.w, high))
    foot = top + 4 + most * high
    pen.line(place.x, foot, place.right, foot, CELL_LINE)
    _draw_sum(army, press, squad, pen, Rect(place.x, foot, place.w, 6))


def _columns(place: Rect) -> list[float]:
    """Where the columns of a squad's table begin (mm)."""
    return list(accumulate((share * place.w for share in SHARES), initial=place.x))


def _draw_row(army: ArmyMen, press: LeafPress, shown: tuple[Trooper | None, str], pen: Pen, line: Rect) -> None:
    """A trooper's row, or an empty one; its number in a ring, and a box to tick when it falls."""
    trooper, number = shown
    xs = _columns(line)
    pen.line(line.x, line.y, line.right, line.y, CELL_LINE)
    pen.ring(line.x + 4, line.centre_y, min(2.9, line.h * 0.42), 0.9)
    side = min(3.6, line.h * 0.6)
    pen.frame(Rect((xs[-1] + line.right) / 2 - side / 2, line.centre_y - side / 2, side, side), CELL_LINE)
    if not number:
        draw_dotted(pen, xs[1], xs[-1], line.centre_y)
        return
    pen.text(set_centred(line.x + 4, line.centre_y, number, press.look.bold, 9))
    draw_dotted(pen, xs[2] + 1, xs[3] - 2, line.bottom - 1.6)
    if not trooper:
        return
    name, size = fit(trooper.name, Face.SEMIBOLD, xs[2] - xs[1] - 2, 9, SMALL)
    pen.text(Run(xs[1] + 1, line.centre_y + 1.1, name, Face.SEMIBOLD, size))
    cells = (*_cells(army, trooper.profile), str(trooper.price.points))
    for x, end, told in zip(xs[3:-1], xs[4:], cells, strict=True):
        words, size = fit(told, Face.MEDIUM, end - x - 0.6, BODY, SMALL)
        pen.text(set_centred((x + end) / 2, line.centre_y, words, Face.MEDIUM, size))


def _draw_sum(army: ArmyMen, press: LeafPress, squad: SquadList, pen: Pen, place: Rect) -> None:
    """What was checked, and what the squad costs; or a line for it."""
    y = place.y + 5
    if not squad:
        pen.text(set_right(place.right, y, "points: ________", Face.MEDIUM, BODY))
        return
    limits, special = army.standard.squad, sum(trooper.price.special for trooper in squad)
    x = place.x
    for words in (
        f"troopers: {len(squad)}, may be {limits.least} to {limits.most}",
        f"special weapons: {special}, may be {limits.special_weapons}",
    ):
        draw_tick(pen, x, y - 0.4)
        pen.text(Run(x + 4.4, y, words, Face.MEDIUM, BODY))
        x += 10 + text_width(words, Face.MEDIUM, BODY)
    cost = f"{sum(trooper.price.points for trooper in squad)} points"
    pen.text(set_right(place.right, y, cost, press.look.bold, 11))


def _cells(army: ArmyMen, profile: Profile) -> tuple[str, str, str, str]:
    """Move, range, shots and what kills, of a trooper's row."""
    rules, blast, sides = army.standard.shooting, army.standard.area_effect, army.dice.sides
    near, far = (kill_roll(need, sides) for need in (rules.close_kill_on, rules.kill_on))
    kills = f"{near} to {inches(close_range(profile, rules))}, {far}"
    told = f"blast {inches(blast.within)}, {kill_roll(blast.dead_on, sides)}" if profile.weapon else kills
    return inches(profile.movement), inches(profile.range), written(Fraction(profile.rate)), told
