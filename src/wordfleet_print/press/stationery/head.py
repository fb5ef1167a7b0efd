"""The head of a page of stationery: what it is, of which event and round, and which page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wordfleet_print.press.ink.geometry import Rect
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.press.ink.pen import Pen, Run
from wordfleet_print.press.ink.style import STANDARD
from wordfleet_print.press.layout.context import GUTTER, MARGIN
from wordfleet_print.press.panels.header import WordmarkPanel
from wordfleet_print.press.panels.panel import WritingLine

HEIGHT = 11.0
"""Of a page's head (mm)."""
NUMBER_WIDTH = 14.0
"""Of a line for a round or a page (mm)."""


def inside(paper: Paper) -> Rect:
    """The page inside its margins."""
    return paper.rect.inset(MARGIN)


@dataclass(frozen=True, slots=True)
class PageHead:
    """A stencilled title with a gun sight for its first O; lines for the event, the round if given, the page."""

    wordmark: WordmarkPanel
    known: tuple[tuple[WritingLine, str], ...]
    page: WritingLine

    def draw(self, pen: Pen) -> None:
        """All but the page's number."""
        self.wordmark.draw(pen)
        self.page.draw(pen)
        for line, text in self.known:
            line.draw(pen)
            for run in line.set_text(text):
                pen.text(run)

    def set_number(self, number: int) -> Iterable[Run]:
        """The page's number."""
        return self.page.set_text(str(number))


def head(rect: Rect, title: str, beside: str, event: str, game_round: str = "", share: float = 0.55) -> PageHead:
    """The head along the top of `rect`: the title on that share of its width, what stands beside it in small lines."""
    wide = rect.w * share
    wordmark = WordmarkPanel(rect.top(HEIGHT).left(wide), title, beside, STANDARD)
    lines = rect.top(HEIGHT).after(wide + GUTTER)
    numbers = ["Round", "Page"] if game_round else ["Page"]
    place = lines.left(lines.w - len(numbers) * (NUMBER_WIDTH + GUTTER))
    places = [
        WritingLine(Rect(place.right + GUTTER + i * (NUMBER_WIDTH + GUTTER), lines.y, NUMBER_WIDTH, HEIGHT), label)
        for i, label in enumerate(numbers)
    ]
    known = [(WritingLine(place, "Event"), event), *((line, game_round) for line in places[:-1])]
    return PageHead(wordmark, tuple(known), places[-1])
