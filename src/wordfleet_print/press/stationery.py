"""What every page around the sheets shares: its head, its motifs, its way to the press."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from wordfleet_print.press.ink.fonts import Face, cap_height, text_width
from wordfleet_print.press.ink.ink import CELL_LINE, STANDARD, Pen, Run, Type
from wordfleet_print.press.ink.paper import Paper, Rect
from wordfleet_print.press.panels.head import WordmarkPanel
from wordfleet_print.press.panels.layout import CUT_HERE
from wordfleet_print.press.panels.page import GUTTER, MARGIN
from wordfleet_print.press.panels.panel import Filled, FoldLine, TextLine, WritingLine, draw_label
from wordfleet_print.press.pdf.composing import Composer, SlotFill, add_piece, line_imprint
from wordfleet_print.press.pdf.pages import Page

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


LADDER = 0.8
"""How thick a ladder is (mm)."""


def draw_ladder(pen: Pen, place: Rect, bars: int) -> None:
    """A chart's scale along its longer side: so many bars, dark and light by turns."""
    parts = place.columns(bars) if place.w > place.h else place.rows(bars)
    for part in parts[::2]:
        pen.fill(part)
    pen.frame(place, CELL_LINE)


def draw_cut(pen: Pen, left: float, right: float, y: float) -> None:
    """A line to cut along, across the page, with the words in its middle."""
    FoldLine(Rect(left, y - 1, right - left, 2), CUT_HERE, STANDARD).draw(pen)


def draw_cut_down(pen: Pen, x: float, spans: Iterable[tuple[float, float]]) -> None:
    """A line to cut along, down the page, in these spans (mm from the top)."""
    with pen.dashes(2.0, 1.2):
        for top, bottom in spans:
            pen.line(x, top, x, bottom, STANDARD.frame_line)


def draw_fold_down(pen: Pen, x: float, top: float, bottom: float, words: str) -> None:
    """A line to fold along, down the page: dotted, the words at its foot."""
    tall = cap_height(Face.SEMIBOLD, STANDARD.label)
    wide = text_width(words.upper(), Face.SEMIBOLD, STANDARD.label) + 0.15 * len(words)  # letterspaced
    with pen.dashes(0.35, 1.4):
        pen.line(x, top, x, bottom - tall - 2, STANDARD.frame_line)
    draw_label(pen, x - wide / 2, bottom, words, STANDARD)


class Stationery(Protocol):
    """Pages of one kind that show many items each: their paper, their plate, and how many items fit on one."""

    @property
    def paper(self) -> Paper:
        """What it is printed on."""

    @property
    def per_page(self) -> int:
        """The most items of one page."""

    def draw(self, pen: Pen) -> None:
        """The static art of every page."""

    def set_page(self, items: Sequence[Any], number: int, /) -> Iterator[Type | Filled]:
        """The type of one page: at most `per_page` items; `number` is the page's own, from 1."""


class StationeryPress:
    """Prints the pages of one kind of stationery. `plates` are its forms by the names under which pages call them."""

    def __init__(self, plates: Mapping[str, Stationery]) -> None:
        self.plates = plates
        self._composer = Composer(next(iter(plates.values())).paper.height)
        self._lines: dict[int, tuple[TextLine, SlotFill[Filled]]] = {}
        """How lines are filled, by what tells them apart quickest: they are there as long as their plates."""

    def print(self, plate: str, items: Iterable[Any], first: int) -> Iterator[Page]:
        """The pages that these items fill, numbered from `first`."""
        stationery, rest = self.plates[plate], list(items)
        starts = range(0, len(rest), stationery.per_page)
        for number, start in enumerate(starts, start=first):
            page = rest[start : start + stationery.per_page]
            operators = [f"/{plate} Do BT", *self._operators(stationery.set_page(page, number)), "ET"]
            yield Page(" ".join(operators).encode("latin-1"), str(number))

    def _operators(self, items: Iterable[Type | Filled]) -> list[str]:
        operators: list[str] = []
        setting = ""
        placed: list[Type] = []
        lines = self._lines
        for item in items:
            if not isinstance(item, Filled):
                placed.append(item)
                continue
            if placed:
                setting = add_piece(self._composer.compose(placed), operators, setting)
                placed = []
            known = lines.get(id(item.line))
            if not known:
                known = lines[id(item.line)] = item.line, line_imprint(item.line, self._composer)
            setting = known[1].put(item, operators, setting)
        add_piece(self._composer.compose(placed), operators, setting)
        return operators
