"""A page of a kit: head and foot, the bar to measure by, marks to cut along, words set in lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from wordfleet_print.game.facts import Rulebook
from wordfleet_print.press.ink.fonts import Face, cap_height, fit, missing_glyphs, text_width
from wordfleet_print.press.ink.ink import CELL_LINE, STANDARD, WHITE, Pen, Run, Style, set_centred, set_in, set_right
from wordfleet_print.press.ink.paper import MM, Paper, Rect
from wordfleet_print.press.panels.page import MARGIN
from wordfleet_print.press.pdf.tagged import ArtPage
from wordfleet_print.press.stationery import inside

SMALL, BODY = 7.6, 8.6
"""The smallest letters, and those of text (pt)."""
HEAD, FOOT = 11.5, 9.0
"""What the head takes of a page, and the foot (mm)."""
GAME, TITLE, LONGEST_GAME = 17.0, 9.6, 90.0
"""The game's name and the page's (pt), and the most that the first takes of the head (mm)."""
INCH = 25.4
CUT_LONG, CUT_OFF = 4.0, 1.4
"""How long a mark to cut along is, and how far from the corner that it leads to (mm)."""
HAIRLINE = 0.45
"""The width of marks to cut along (pt)."""
SUGGESTED = "† suggested by the rulebook; see its notes"
LEADING = 1.22
"""From a line to the next, in sizes of its letters."""

_BOLD = re.compile(r"\*\*(.+?)\*\*")


@dataclass(frozen=True)
class KitLook:
    """How a kit is printed: its paper, upright; with less ink; on both sides of the paper or on one."""

    paper: Paper
    eco: bool = False
    two_sided: bool = True

    @property
    def style(self) -> Style:
        """The weights of its lines and letters."""
        return STANDARD.eco() if self.eco else STANDARD

    @property
    def bold(self) -> Face:
        """The face of what stands out: a step lighter to save ink."""
        return Face.SEMIBOLD if self.eco else Face.BOLD


@dataclass(frozen=True)
class Leaf:
    """One page of a kit: the element or page that it belongs to, its title, one line of what to do, and what draws it
    in the room between head and foot. It lies on its side unless `upright`; `measured`: with a bar to measure by;
    `card`: to be printed on card; `side`: 1 or 2 of a sheet that is printed on both; `bare`: without head and foot,
    so that its room is all inside the margins.
    """

    name: str
    title: str
    line: str
    draw: Callable[[Pen, Rect], None]
    upright: bool = False
    measured: bool = False
    card: bool = False
    side: int = 0
    note: str = ""
    bare: bool = False


@dataclass(frozen=True)
class LeafPress:
    """Sets the leaves of one game: its front matter, how they look, the numbers of its rulings by name."""

    book: Rulebook
    look: KitLook
    daggers: Mapping[str, str] = field(default_factory=dict)

    def dagger(self, ruling: str) -> str:
        """A blank and the mark of a ruling, as its book numbers it; nothing where the book has no such ruling."""
        return f" {self.daggers[ruling]}" if ruling in self.daggers else ""

    def paper_of(self, leaf: Leaf) -> Paper:
        """The paper as it lies before whoever reads the leaf."""
        return self.look.paper if leaf.upright else lying(self.look.paper)

    def page(self, leaf: Leaf) -> ArtPage:
        """The leaf with head and foot, as a page to print."""
        paper = self.paper_of(leaf)

        def draw(pen: Pen) -> None:
            page = inside(paper)
            if leaf.bare:
                leaf.draw(pen, page)
                return
            self._draw_head(pen, page, leaf)
            leaf.draw(pen, room_on(paper))
            self._draw_foot(pen, page, leaf)

        return ArtPage(paper.width, paper.height, draw, leaf.title)

    def _draw_head(self, pen: Pen, page: Rect, leaf: Leaf) -> None:
        title = self.book.title.upper()
        face = Face.BOLD if missing_glyphs(title, Face.STENCIL_HEAVY) else Face.STENCIL_HEAVY
        shown, size = fit(title, face, min(LONGEST_GAME, page.w * 0.44), GAME, 9)
        baseline = page.y + cap_height(face, GAME) + 1.2
        with pen.element("H1"):
            run = Run(page.x, baseline, shown, face, size)
            pen.text_outline(run, CELL_LINE) if self.look.eco else pen.text(run)
            x = page.x + text_width(shown, face, size) + 4.5
            pen.text(Run(x, page.y + cap_height(Face.BOLD, TITLE) + 0.4, leaf.title, self.look.bold, TITLE))
        line, size = fit(leaf.line, Face.MEDIUM, page.right - x, STANDARD.body, SMALL)
        pen.text(Run(x, baseline + 0.5, line, Face.MEDIUM, size))
        pen.line(page.x, page.y + HEAD - 3.2, page.right, page.y + HEAD - 3.2, CELL_LINE)

    def _draw_foot(self, pen: Pen, page: Rect, leaf: Leaf) -> None:
        edition = f", {self.book.edition} edition" if self.book.edition else ""
        told = f"{self.book.title}{edition} {self.book.version or ''}".strip()
        pen.text(set_right(page.right, page.y + HEAD - 4.6, f"{told} · {leaf.name}", Face.MEDIUM, SMALL))
        if leaf.note:
            pen.text(set_right(page.right, page.bottom - 0.8, leaf.note, Face.MEDIUM, SMALL))
        if leaf.measured:
            draw_bar(pen, page.x, page.bottom - 4.0)


def lying(paper: Paper) -> Paper:
    """The paper on its side."""
    return Paper(paper.slug, paper.title, paper.height, paper.width)


def room_on(paper: Paper) -> Rect:
    """What a leaf has between head and foot (mm), on paper as it lies."""
    page = inside(paper)
    return Rect(page.x, page.y + HEAD, page.w, page.h - HEAD - FOOT)


def middle_of(room: Rect) -> float:
    """How far down the page its middle is (mm): where both sides of a sheet meet, whichever edge it is turned over."""
    return (room.bottom + FOOT + MARGIN) / 2


def draw_bar(pen: Pen, x: float, y: float, *, told: bool = True) -> None:
    """100 mm above a line and 4 inches below it: what a ruler must find before anything is cut; and, `told`, so."""
    for mark in range(11):
        pen.line(x + 10 * mark, y, x + 10 * mark, y - (2.4 if mark % 5 == 0 else 1.4), CELL_LINE)
    for mark in range(9):
        at = x + mark * INCH / 2
        pen.line(at, y, at, y + (2.4 if mark % 2 == 0 else 1.4), CELL_LINE)
    pen.line(x, y, x + 4 * INCH, y, CELL_LINE)
    if not told:
        return
    with pen.element("P"):
        beside = x + 4 * INCH + 2.5
        pen.text(Run(beside, y - 0.4, "100 mm above, 4 in below: measure before you cut.", Face.SEMIBOLD, SMALL))
        pen.text(Run(beside, y + 2.9, "Print at 100 %, never “fit to page”.", Face.SEMIBOLD, SMALL))


def draw_cut_marks(
    pen: Pen, cells: Rect, xs: Sequence[float], ys: Sequence[float], off: float = CUT_OFF, long: float = CUT_LONG
) -> None:
    """Marks outside what is to be cut, so far off and so long, at these places across and down; crosses where the cuts
    meet inside (mm).
    """
    for x in xs:
        pen.line(x, cells.y - off - long, x, cells.y - off, HAIRLINE)
        pen.line(x, cells.bottom + off, x, cells.bottom + off + long, HAIRLINE)
    for y in ys:
        pen.line(cells.x - off - long, y, cells.x - off, y, HAIRLINE)
        pen.line(cells.right + off, y, cells.right + off + long, y, HAIRLINE)
    for x, y in product(xs[1:-1], ys[1:-1]):
        pen.line(x - 1, y, x + 1, y, HAIRLINE)
        pen.line(x, y - 1, x, y + 1, HAIRLINE)


def draw_fold(pen: Pen, x: float, top: float, bottom: float) -> None:
    """A line to fold along, down the page: dotted, with the word at its foot (mm)."""
    with pen.dashes(0.35, 1.4):
        pen.line(x, top, x, bottom - 5, CELL_LINE)
    pen.text(set_centred(x, bottom - 2, "fold", Face.SEMIBOLD, SMALL))


def lines_of(text: str, size: float, width: float, face: Face = Face.MEDIUM) -> list[list[Run]]:
    """A text in lines no wider than that (mm), each of runs placed from 0; `**bold**` is its only markup."""
    words = [
        (word, Face.BOLD if bold else face)
        for part, bold in ((part, n % 2 == 1) for n, part in enumerate(_BOLD.split(" ".join(text.split()))))
        for word in re.findall(r"\S+|\s+", part)
    ]
    lines: list[list[Run]] = [[]]
    x = 0.0
    for word, own in words:
        wide = text_width(word, own, size)
        if word.isspace():
            x += wide if lines[-1] else 0.0
            continue
        if lines[-1] and x + wide > width:
            lines.append([])
            x = 0.0
        before = lines[-1][-1] if lines[-1] else None
        if before and before.face is own:  # one run, with the space between
            lines[-1][-1] = before._replace(text=f"{before.text}{' ' * (x > _end(before) + 0.01)}{word}")
        else:
            lines[-1].append(Run(x, 0, word, own, size))
        x += wide
    return [line for line in lines if line]


def _end(run: Run) -> float:
    return run.x + text_width(run.text, run.face, run.size)


def height_of(lines: Sequence[Sequence[Run]], size: float) -> float:
    """How high so many lines are (mm)."""
    return len(lines) * size * LEADING / MM


def draw_lines(pen: Pen, x: float, y: float, lines: Sequence[Sequence[Run]], size: float) -> float:
    """Lines of a text below `y`; where they end (mm from the top)."""
    with pen.element("P"):
        for number, line in enumerate(lines):
            baseline = y + (number * LEADING + 0.95) * size / MM
            for run in line:
                pen.text(run._replace(x=x + run.x, y=baseline))
    return y + height_of(lines, size)


def draw_words(pen: Pen, place: Rect, text: str, size: float = BODY, face: Face = Face.MEDIUM) -> float:
    """A text in lines as wide as its place; where they end (mm from the top)."""
    return draw_lines(pen, place.x, place.y, lines_of(text, size, place.w, face), size)


def stencil(text: str) -> Face:
    """The face of headings: stencil, or where it lacks a letter, bold."""
    return Face.BOLD if missing_glyphs(text, Face.STENCIL) else Face.STENCIL


def draw_stamp(pen: Pen, x: float, y: float, words: str, look: KitLook, size: float = 10.0) -> Rect:
    """A heading in white on a black stamp, or outlined to save ink; its place."""
    shown, face = words.upper(), stencil(words.upper())
    place = Rect(x, y, text_width(shown, face, size) + 4.0, size * 0.5)
    with pen.element("H2"):
        if look.eco:
            pen.frame(Rect(place.x + 0.2, place.y + 0.2, place.w - 0.4, place.h - 0.4), CELL_LINE, 0.8)
            pen.text(set_in(place, shown, face, size))
        else:
            pen.fill(place)
            pen.text(set_in(place, shown, face, size), WHITE)
    return place


def draw_both_ways(pen: Pen, place: Rect, draw: Callable[[], None]) -> None:
    """Draw something and, turned about the middle of its place, the same again."""
    draw()
    with pen.turned(place.centre_x, place.centre_y, 180):
        draw()


def draw_tick(pen: Pen, x: float, y: float) -> None:
    """A tick that stands on `y`: no bundled font has one."""
    pen.line(x, y - 1.2, x + 1.1, y, 1.3)
    pen.line(x + 1.1, y, x + 3.2, y - 3, 1.3)
