"""Cards from rows: a title, numbers with their names, text; eight of playing cards' size to a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.press.ink.fonts import Face, fit, text_width
from wordfleet_print.press.ink.ink import CELL_LINE, WHITE, Pen, Run, set_centred, set_in, set_right
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.kit.leaf import (
    BODY,
    CUT_LONG,
    CUT_OFF,
    HAIRLINE,
    SMALL,
    KitLook,
    Leaf,
    LeafPress,
    draw_cut_marks,
    draw_lines,
    height_of,
    lines_of,
    lying,
    room_on,
    stencil,
)
from wordfleet_print.press.kit.parts import CardFace, CardsPart
from wordfleet_print.press.kit.pictures import draw_picture

INSET, EDGE, HEADING = 1.2, 4.2, 7.0
"""From the cut to a card's frame, from the cut to what is on it, and how high its title stands (mm)."""
STATS = 13.0
"""How high the row of numbers is (mm)."""
ROOM_ABOVE, ROOM_BELOW = 3.0, 9.0
"""What cards may take of the head and of the foot, where nothing else stands (mm)."""
LEAST_CARD = (35.0, 40.0)
"""The smallest card (mm)."""


def cards_leaves(part: CardsPart, press: LeafPress) -> Iterator[Leaf]:
    """The cards, as many to a page as it takes. Raises `BadInputError` for sizes that no page takes and, with its row,
    for each text that is too long for its card.
    """
    room = room_on(lying(press.look.paper))
    across, down = int((room.w - 4) // part.width), int((room.h + ROOM_BELOW) // part.height)
    if across < 1 or down < 1 or part.width < LEAST_CARD[0] or part.height < LEAST_CARD[1]:
        what = f"cards of {part.width:g} × {part.height:g} mm cannot be printed"
        least = f"from {LEAST_CARD[0]:g} × {LEAST_CARD[1]:g} to {room.w - 4:.0f} × {room.h + ROOM_BELOW:.0f} mm"
        raise BadInputError("The kit cannot be printed.", Complaint(part.name, what, least))
    wrong = [told for card in dict.fromkeys(part.cards) for told in _too_long(card, part)]
    if wrong:
        raise BadInputError("The kit cannot be printed.", *wrong)
    pages = [part.cards[start : start + across * down] for start in range(0, len(part.cards), across * down)]
    for number, cards in enumerate(pages, start=1):
        of = f", {number} of {len(pages)}" if len(pages) > 1 else ""
        line = (
            f"{part.width:g} × {part.height:g} mm{', as playing cards' if part.width == 63 else ''}. Cut on the marks."
        )
        sheet = CardSheet(part.width, part.height, across, [_drawn(card, press.look) for card in cards])
        yield Leaf(part.name, f"{part.name.capitalize()}{of}", line, sheet.draw, card=True)


def _drawn(card: CardFace, look: KitLook) -> Callable[[Pen, Rect], None]:
    return lambda pen, place: _draw_card(pen, place, card, look)


@dataclass(frozen=True, slots=True)
class CardSheet:
    """Cards of one size side by side in the middle of a page, each drawn in the place that it is handed."""

    width: float
    height: float
    across: int
    cards: Sequence[Callable[[Pen, Rect], None]]

    def draw(self, pen: Pen, room: Rect) -> None:
        """All cards, and marks to cut along outside them."""
        columns, rows = min(self.across, len(self.cards)), -(-len(self.cards) // self.across)
        wide, high = columns * self.width, rows * self.height
        tight = high + 2 * (CUT_OFF + CUT_LONG) > room.h + ROOM_BELOW
        marks = (0.6, 1.6) if tight else (CUT_OFF, CUT_LONG)
        top = room.y - ROOM_ABOVE + sum(marks) if tight else room.y + (room.h - high) / 2
        cells = Rect(room.centre_x - wide / 2, top, wide, high)
        xs = [cells.x + n * self.width for n in range(columns + 1)]
        ys = [cells.y + n * self.height for n in range(rows + 1)]
        draw_cut_marks(pen, cells, xs, ys, *marks)
        for number, draw in enumerate(self.cards):
            row, column = divmod(number, self.across)
            draw(pen, Rect(xs[column], ys[row], self.width, self.height))


def draw_card_frame(pen: Pen, place: Rect, title: str, corner: str, look: KitLook) -> Rect:
    """A card's frame with its title and what stands in its corner; what is left below them (mm)."""
    pen.frame(place.inset(INSET), HAIRLINE if look.eco else 0.9, 2.6)
    room = place.inset(EDGE)
    words = title.upper()
    beside = min(text_width(corner, look.bold, 9.6) + 2, room.w * 0.4) if corner else 0.0
    shown, size = fit(words, stencil(words), room.w - beside - 4, 11.5, SMALL)
    face = stencil(words)
    stamp = Rect(room.x, room.y, text_width(shown, face, size) + 4, HEADING - 1)
    with pen.element("H2"):
        if look.eco:
            pen.frame(stamp.inset(0.2), HAIRLINE, 1)
        else:
            pen.fill(stamp)
        pen.text(set_in(stamp, shown, face, size), 0.0 if look.eco else WHITE)
    if corner:
        told, size = fit(corner, look.bold, beside - 1, 9.6, SMALL)
        pen.text(set_right(room.right, room.y + 4.4, told, look.bold, size))
    return room.below(HEADING + 2)


def draw_stats(pen: Pen, room: Rect, stats: Sequence[tuple[str, str]], look: KitLook) -> float:
    """Numbers under their names, between two lines; where they end (mm from the top)."""
    pen.line(room.x, room.y, room.right, room.y, CELL_LINE)
    columns = room.columns(len(stats))
    for column, (name, value) in zip(columns, stats, strict=True):
        label, size = fit(name.upper(), Face.SEMIBOLD, column.w - 1, SMALL, SMALL)
        pen.text(set_centred(column.centre_x, room.y + 2.6, label, Face.SEMIBOLD, size))
        number, size = fit(value, look.bold, column.w - 2, 16, SMALL)
        pen.text(set_centred(column.centre_x, room.y + 8.4, number, look.bold, size))
        if column is not columns[0]:
            pen.line(column.x, room.y + 1, column.x, room.y + STATS - 1.4, CELL_LINE)
    pen.line(room.x, room.y + STATS - 0.6, room.right, room.y + STATS - 0.6, CELL_LINE)
    return room.y + STATS + 1


def _draw_card(pen: Pen, place: Rect, card: CardFace, look: KitLook) -> None:
    room = draw_card_frame(pen, place, card.title, card.corner, look)
    y = room.y
    if card.picture:
        draw_picture(pen, card.picture, Rect(room.x, y, room.w, _picture_high(place.h)), outlined=look.eco)
        y += _picture_high(place.h) + 1
    if card.stats:
        y = draw_stats(pen, room.below(y - room.y), card.stats, look)
    draw_lines(pen, room.x, y, lines_of(card.text, BODY, room.w), BODY)
    if card.foot:
        pen.text(Run(room.x, place.bottom - EDGE, card.foot, Face.MEDIUM, SMALL))


def _picture_high(card: float) -> float:
    return card * 0.16


def _too_long(card: CardFace, part: CardsPart) -> Iterator[Complaint]:
    """What does not fit a card, and by how much."""
    room = part.width - 2 * EDGE
    places = [("title", card.title, stencil(card.title.upper()), room * (0.6 if card.corner else 1.0) - 4)]
    places += [("foot", card.foot, Face.MEDIUM, room), ("corner", card.corner, Face.SEMIBOLD, room * 0.4 - 1)]
    places += [(name, text, Face.BOLD, room / len(card.stats) - 2) for name, value in card.stats for text in (value,)]
    for name, text, face, wide in places:
        shown = text.upper() if name == "title" else text
        if text and fit(shown, face, wide, SMALL, SMALL)[0] != shown:
            over = text_width(shown, face, SMALL) - wide
            yield Complaint(card.row, f"the {name} “{text}” is {over:.0f} mm too long for its card", "shorten it")
    high = part.height - 2 * EDGE - HEADING - 2 - (STATS + 1 if card.stats else 0)
    high -= _picture_high(part.height) + 1 if card.picture else 0
    high -= 4 if card.foot else 0
    over = height_of(lines_of(card.text, BODY, room), BODY) - high
    if over > 0:
        yield Complaint(card.row, f"the text is {over:.0f} mm too long for its card", "shorten it")
