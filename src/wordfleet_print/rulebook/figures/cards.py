"""Cards in a row: a picture each, with a name and a line of words below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.rulebook.figures.canvas import INK, WIDTH, Canvas, Size, Stroke, WebFace
from wordfleet_print.wording import listed

GAP, EDGE = 10.0, 7.0
"""Between cards; between a card's frame and what is in it (units)."""
LINE_HEIGHT = 16.0


class Card(NamedTuple):
    """A picture, drawn in the box that it is handed; what is on it, and a few words about that."""

    draw: Callable[[Canvas, Rect], None]
    name: str
    words: str = ""


def draw_cards(name: str, title: str, cards: Sequence[Card], *, high: float = 72.0, numbered: bool = False) -> str:
    """A figure of cards side by side, their pictures `high` units high; `numbered` ones are steps, in order."""
    canvas = Canvas()
    wide = (WIDTH - 2 - GAP * (len(cards) - 1)) / len(cards)
    room = wide - 2 * EDGE
    texts = [
        [
            wrapped(words, partial(face.width, size=Size.SMALL), room) if words else []
            for words, face in ((card.name, WebFace.STRONG), (card.words, WebFace.TEXT))
        ]
        for card in cards
    ]
    depth = 3 * EDGE + high + LINE_HEIGHT * max(len(names) + len(words) for names, words in texts)
    for i, (card, (names, words)) in enumerate(zip(cards, texts, strict=True)):
        box = Rect(1 + i * (wide + GAP), 2, wide, depth)
        canvas.rect(box, stroke=INK)
        canvas.line(box.x, box.y, box.right, box.y, Stroke.STRONG)
        card.draw(canvas, Rect(box.x + EDGE, box.y + EDGE, room, high))
        if numbered:
            canvas.circle(box.x + 13, box.y + 13, 9, fill=INK)
            canvas.text(box.x + 13, box.y + 13, str(i + 1), Size.BODY, WebFace.STRONG, fill="var(--paper, #fff)")
        for n, line in enumerate([*names, *words]):
            face = WebFace.STRONG if n < len(names) else WebFace.TEXT
            y = box.y + 2 * EDGE + high + (n + 0.5) * LINE_HEIGHT
            canvas.text(box.x + EDGE, y, line, Size.SMALL, face, anchor="start")
    told = [f"{card.name}{f', {card.words}' if card.words else ''}" for card in cards]
    description = f"{'In turn: ' if numbered else ''}{'; '.join(told) if numbered else listed(told)}."
    return canvas.svg(name, title, description, (WIDTH, depth + 4))


def wrapped(words: str, width: Callable[[str], float], room: float) -> list[str]:
    """The words in lines no wider than there is room, but for single words that are; `width` measures a line."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and width(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
