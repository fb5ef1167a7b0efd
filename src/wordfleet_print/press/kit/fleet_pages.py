"""Word Fleet: the captain's screen that stands by itself; and the printer check, which any game can have."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from wordfleet_print.fleet.fleets import class_counts, class_example
from wordfleet_print.game import Edition
from wordfleet_print.press.ink.fonts import Face, fit, text_width
from wordfleet_print.press.ink.ink import CELL_LINE, TINT, Pen, Run, set_centred, set_in, set_right
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.kit.leaf import (
    BODY,
    SMALL,
    SUGGESTED,
    Leaf,
    LeafPress,
    draw_bar,
    draw_fold,
    draw_stamp,
    draw_words,
)
from wordfleet_print.press.panels.grids import draw_mark
from wordfleet_print.press.panels.panel import draw_silhouette
from wordfleet_print.wording import counted, in_words

LINE = 8.0
"""From one line to write on to the next (mm)."""
FRAMES = (5.0, 8.0, 10.0)
"""How far from the paper's edge the frames of the printer check stand (mm)."""
GRAYS = (0.95, 0.88, 0.75, 0.5, 0.25, 0.0)
"""The fields of the printer check, as DeviceGray."""
CHECKED = """
Print at 100 %, never “fit to page”. **1** Lay a ruler on the bar: 100 mm above, 4 in below. **2** Which of the three
frames are whole? Ours need the one at 10 mm. **3** Can you tell all grays apart, and is the first one more than white?
**4** Fold the sheet at the dashed line: the halves must meet.
"""
BOTH = """
**5** Both pages on one sheet: hold it against the light, and read off the scales how far the sides miss each other.
"""


def screen_leaves(edition: Edition, press: LeafPress) -> Iterator[Leaf]:
    """A screen for one captain: card with two folds, which stands and hides the tracker behind it."""
    line = "Card of 160 g or more. Fold both sides towards you: it stands, and hides your grids. This side is yours."
    title = f"{edition.players.one.capitalize()}’s screen"
    yield Leaf("screen", title, line, partial(_draw_screen, edition, press), card=True, note=SUGGESTED)


def _draw_screen(edition: Edition, press: LeafPress, pen: Pen, room: Rect) -> None:
    wing = room.w * 0.25
    left, middle, right = (
        room.left(wing - 4),
        room.after(wing + 4).left(room.w - 2 * wing - 8),
        room.after(room.w - wing + 4),
    )
    for x in (room.x + wing, room.right - wing):
        draw_fold(pen, x, room.y, room.bottom)
    _draw_bidding(edition, press, pen, left)
    y = _draw_turn(edition, press, pen, middle)
    y = _draw_marks(edition, press, pen, middle.below(y - middle.y))
    y = _draw_fleet(edition, press, pen, middle.below(y - middle.y))
    _draw_sinking(edition, press, pen, middle.below(y - middle.y))
    _draw_asked(edition, press, pen, right)


def _stamped(pen: Pen, place: Rect, words: str, press: LeafPress, beside: str = "") -> float:
    stamp = draw_stamp(pen, place.x, place.y, words, press.look)
    if beside:
        pen.text(set_right(place.right, stamp.bottom - 1.4, beside, Face.MEDIUM, SMALL))
    return stamp.bottom + 2


def _draw_bidding(edition: Edition, press: LeafPress, pen: Pen, place: Rect) -> None:
    """How the first turn is bid for, and lines for one's claims."""
    codes = edition.launch_codes
    y = _stamped(pen, place, "Who strikes first", press)
    opening = counted(codes.opening_turns, "opening turn")
    if codes.bids == "digits":
        told = f"Declare your codes’ **highest digit**{press.dagger('highest')}, truly or as a bluff. The other "
        told += f"concedes, raises or challenges. A bluff: the challenger has {opening}. The truth: the claimer has "
        y = draw_words(pen, place.below(y - place.y), f"{told}{in_words(codes.opening_turns)}.", BODY) + 4
    else:
        told = f"Rare beats common; in a class, the higher{press.dagger('rarity')}."
        y = draw_words(pen, place.below(y - place.y), told, BODY) + 1
        counts = class_counts(codes.digits)
        for number, kind in enumerate(codes.rarity, start=1):
            pen.text(Run(place.x, y + 4.4, str(number), press.look.bold, BODY))
            pen.text(Run(place.x + 6, y + 4.4, kind, press.look.bold, BODY))
            pen.text(Run(place.x + 24, y + 4.6, class_example(kind, codes.digits), Face.MONO, 11))
            share = f"{counts[kind]} of {sum(counts.values()):,}"
            pen.text(set_right(place.right, y + 4.4, share, Face.MEDIUM, SMALL))
            pen.line(place.x, y + 6.6, place.right, y + 6.6, CELL_LINE)
            y += 6.8
        told = f"The loser of a challenge gives the other **{opening}**{press.dagger('bidder')}."
        y = draw_words(pen, place.below(y - place.y + 1), told, BODY) + 4
    y = _stamped(pen, place.below(y - place.y), "My claims", press)
    _draw_rules(pen, Rect(place.x, y, place.w, place.bottom - 4 - y))


def _draw_rules(pen: Pen, place: Rect) -> None:
    """Lines to write on, as many as there is room for."""
    for number in range(int(place.h // LINE)):
        y = place.y + (number + 1) * LINE
        pen.line(place.x, y, place.right, y, CELL_LINE)


def _draw_turn(edition: Edition, press: LeafPress, pen: Pen, place: Rect) -> float:
    y = _stamped(pen, place, edition.tracker.panels.turn.title, press)
    for number, (step, cell) in enumerate(
        zip(edition.turn.summary, place.columns(len(edition.turn.summary), 3), strict=True), start=1
    ):
        pen.ring(cell.x + 2.9, y + 3.4, 2.7, 1.1)
        pen.text(set_centred(cell.x + 2.9, y + 3.4, str(number), press.look.bold, 9.6))
        pen.text(Run(cell.x + 7.2, y + 3.0, step.step.upper(), press.look.bold, 9.6))
        how, size = fit(step.how, Face.MEDIUM, cell.w - 7.2, SMALL, SMALL)
        pen.text(Run(cell.x + 7.2, y + 6.8, how, Face.MEDIUM, size))
    y += 10
    cells = place.columns(len(edition.turn.actions), 3)
    for action, cell in zip(edition.turn.actions, cells, strict=True):
        box = Rect(cell.x, y, cell.w, 17)
        pen.frame(box, 0.9, 1.6)
        name, size = fit(action.name, press.look.bold, cell.w - 4, 10.0, SMALL)
        pen.text(Run(box.x + 2, box.y + 4.8, name, press.look.bold, size))
        draw_words(pen, Rect(box.x + 2, box.y + 5.6, box.w - 4, 8), f"Call {action.calls}.", SMALL + 0.3)
        said = ", ".join(str(value) for name, value in action.example.items() if name != "answer")
        answer = action.example.get("answer")
        told = f"“{said}”" + (f" – “{answer}”" if answer is not None else "")
        pen.text(Run(box.x + 2, box.bottom - 1.9, told, Face.SEMIBOLD, BODY))
    return y + 21


def _draw_marks(edition: Edition, press: LeafPress, pen: Pen, place: Rect) -> float:
    y = _stamped(pen, place, "Marks", press)
    for mark in edition.marks:
        draw_mark(pen, mark, Rect(place.x, y, 10, 10))
        pen.text(Run(place.x + 13, y + 4.2, mark.result.upper(), press.look.bold, 9.6))
        pen.text(Run(place.x + 13, y + 8.2, mark.legend, Face.MEDIUM, SMALL))
        if mark.tells:
            x = place.x + 44
            told, size = fit(mark.tells, Face.MEDIUM, place.right - x, BODY, SMALL)
            pen.text(Run(x, y + 4.2, told, Face.MEDIUM, size))
        y += 11.6
    return y + 2


def _draw_fleet(edition: Edition, press: LeafPress, pen: Pen, place: Rect) -> float:
    y = _stamped(pen, place, "The fleet", press, f"{edition.fleet_letters} letters each")
    for number, ship in enumerate(edition.fleet):
        row, column = divmod(number, 3)
        cell = Rect(place.x, y + row * 12, place.w, 11).columns(3, 3)[column]
        if ship.silhouette:
            draw_silhouette(pen, ship.silhouette, Rect(cell.x, cell.y + 1, 14, 8), press.look.style)
        name, size = fit(ship.ship.upper(), press.look.bold, cell.w - 16, BODY, SMALL)
        pen.text(Run(cell.x + 16, cell.y + 3.6, name, press.look.bold, size))
        for letter in range(ship.letters):
            pen.frame(Rect(cell.x + 16 + letter * 4.4, cell.y + 5, 4.2, 4.2), CELL_LINE)
    return y + -(-len(edition.fleet) // 3) * 12 + 2


def _draw_sinking(edition: Edition, press: LeafPress, pen: Pen, place: Rect) -> None:
    """What sinks a ship; and lines for what the foe may have hidden."""
    y = place.y
    if edition.sinks:
        y = _stamped(pen, place, "A ship sinks", press)
        told = f"By {'; or '.join(edition.sinks)}. Whoever loses a ship says so at once and names it; nothing more"
        y = draw_words(pen, place.below(y - place.y), f"{told}{press.dagger('sinking')}.", BODY) + 3
    if place.bottom - y > 3 * LINE:
        y = _stamped(pen, place.below(y - place.y), "Words they may hide", press)
        for column in Rect(place.x, y, place.w, place.bottom - 4 - y).columns(2, 6):
            _draw_rules(pen, column)


def _draw_asked(edition: Edition, press: LeafPress, pen: Pen, place: Rect) -> None:
    """The letters that the foe has asked for, advice, and lines."""
    y = _stamped(pen, place, "Asked of me", press)
    side = min(place.w / max(map(len, edition.alphabet_rows)), 9.0)
    for row, letters in enumerate(edition.alphabet_rows):
        for column, letter in enumerate(letters):
            box = Rect(place.x + column * side, y + row * side, side, side)
            if letter in edition.vowels and not press.look.eco:
                pen.fill(box, TINT)
            pen.frame(box, 1.4 if letter in edition.vowels else CELL_LINE)
            pen.text(set_in(box, letter, press.look.bold, 11))
    y += side * len(edition.alphabet_rows) + 1
    told = "Ring each letter the **foe** calls, and write what you answered: that is what they know of you."
    y = draw_words(pen, place.below(y - place.y), told, BODY) + 3
    y = _stamped(pen, place.below(y - place.y), "Keep a straight face", press)
    grid = edition.tracker.panels.defense.title
    told = f"Answer a letter with a **number**, never with a ship. Lay the {grid} where only you see it."
    y = draw_words(pen, place.below(y - place.y), told, BODY) + 3
    y = _stamped(pen, place.below(y - place.y), "Notes", press)
    _draw_rules(pen, Rect(place.x, y, place.w, place.bottom - 4 - y))


def check_leaves(press: LeafPress) -> Iterator[Leaf]:
    """What shows what a printer does: two pages for both sides of one sheet, or one where it prints on one."""
    first, second = partial(_draw_check, press, 1), partial(_draw_check, press, 2)
    if not press.look.two_sided:
        yield Leaf("check", "Printer check", "", first, upright=True, bare=True)
        return
    yield Leaf("check", "Printer check, side one", "", first, upright=True, bare=True, side=1)
    yield Leaf("check", "Printer check, side two", "", second, upright=True, bare=True, side=2)


def _draw_check(press: LeafPress, side: int, pen: Pen, _page: Rect) -> None:
    paper = press.look.paper.rect
    _draw_frames(pen, paper)
    cx, cy = paper.centre_x, paper.centre_y
    with pen.element("H1"):
        pen.text(Run(24, 30, "PRINTER CHECK", Face.STENCIL_HEAVY, 20))
        end = 24 + text_width("PRINTER CHECK", Face.STENCIL_HEAVY, 20)
        if press.look.two_sided:
            pen.text(Run(end + 5, 30, f"side {side}", press.look.bold, 11))
    if side == 1:
        draw_words(pen, Rect(24, 34, paper.w - 48, 40), CHECKED + BOTH * press.look.two_sided, 9.4)
        draw_bar(pen, 24, 64, told=False)
        wide = (paper.w - 48) / len(GRAYS)
        for number, gray in enumerate(GRAYS):
            pen.fill(Rect(24 + number * wide, 71, wide, 10), gray)
            share = f"{round(100 * (1 - gray))} %"
            pen.text(set_centred(24 + (number + 0.5) * wide, 84, share, Face.MEDIUM, SMALL))
        for number, size in enumerate((SMALL, 9.0, 11.0)):
            words = "Letters of 7.6, 9 and 11 points: QUEEN queen 0123456789"
            pen.text(Run(24, 92 + 5.4 * number, words, Face.MEDIUM, size))
    else:
        told = "Turn the sheet as your printer does. Against the light the two crosses should lie on each other."
        draw_words(pen, Rect(24, 34, paper.w - 48, 20), told, 9.4)
    with pen.dashes(2, 2):
        pen.line(FRAMES[-1], cy, cx - 40, cy, CELL_LINE)
        pen.line(cx + 40, cy, paper.w - FRAMES[-1], cy, CELL_LINE)
    pen.text(Run(24, cy - 1.6, "fold here: half the sheet", Face.MEDIUM, SMALL))
    if press.look.two_sided:
        _draw_drift(pen, cx, cy, side, press)
    foot = f"{press.book.title} · check"
    pen.text(set_right(paper.w - 24, paper.h - 24, foot, Face.MEDIUM, SMALL))


def _draw_frames(pen: Pen, paper: Rect) -> None:
    for number, far in enumerate(FRAMES):
        pen.frame(paper.inset(far), CELL_LINE)
        x = paper.centre_x + 24 * (number - 1)
        pen.fill(Rect(x - 7, far - 1.6, 14, 3.2), 1.0)
        pen.text(set_centred(x, max(far, 6.6) + 0.1, f"{far:g} mm", Face.MEDIUM, SMALL))


def _draw_drift(pen: Pen, x: float, y: float, side: int, press: LeafPress) -> None:
    """On side one scales of 10 mm each way about the middle, on side two the cross that should hit their noughts."""
    if side == 2:
        pen.line(x - 24, y, x + 24, y, 0.9)
        pen.line(x, y - 24, x, y + 24, 0.9)
        pen.ring(x, y, 3, 0.9)
        return
    for step in range(-10, 11):
        long = 3.2 if step % 5 == 0 else 1.6
        pen.line(x + step, y - 20, x + step, y - 20 - long, CELL_LINE)
        pen.line(x - 20, y + step, x - 20 - long, y + step, CELL_LINE)
        if step % 5 == 0:
            pen.text(set_centred(x + step, y - 25.4, str(abs(step)), Face.MEDIUM, SMALL))
            pen.text(set_centred(x - 26.4, y + step, str(abs(step)), Face.MEDIUM, SMALL))
    pen.ring(x, y, 3, 0.9)
    pen.text(set_centred(x, y - 30, "drift, mm", press.look.bold, SMALL))
