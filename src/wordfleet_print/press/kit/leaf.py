"""A page of a kit: head and foot, the bar to measure by, marks to cut along."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.games.kit_facts import INCH
from wordfleet_print.press.ink.fonts import Face, cap_height, fit, heading_face, text_width
from wordfleet_print.press.ink.ink import CELL_LINE, STANDARD, Pen, Run, set_right
from wordfleet_print.press.ink.paper import Paper, Rect
from wordfleet_print.press.ink.parts import MARGIN, inside
from wordfleet_print.press.kit.written import SMALL, Typesetter
from wordfleet_print.press.pdf.tagged import ArtPage

HEAD, FOOT = 11.5, 9.0
"""What the head takes of a page, and the foot (mm)."""
GAME, TITLE, LONGEST_GAME = 17.0, 9.6, 90.0
"""The game's name and the page's (pt), and the most that the first takes of the head (mm)."""
SUGGESTED = "† suggested by the rulebook; see its notes"
"""What tells the mark of a ruling; it stands wherever one is."""
HAIRLINE = 0.45
"""The width of marks to cut along (pt)."""

T = TypeVar("T")
DrawIn = Callable[[Pen, Rect], None]


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
    draw: DrawIn
    upright: bool = False
    measured: bool = False
    card: bool = False
    side: int = 0
    note: str = ""
    bare: bool = False

    @property
    def printed_on(self) -> str:
        """Card or paper, and which of its sides."""
        return f"{'card' if self.card else 'paper'}{f', side {self.side} of 2' if self.side else ''}"


def refuse(wrong: Iterable[Complaint]) -> None:
    """Raises `BadInputError` with all that is wrong, each once; nothing where nothing is."""
    if told := list(dict.fromkeys(wrong)):
        raise BadInputError("The kit cannot be printed.", *told)


def numbered(title: str, pages: Sequence[DrawIn]) -> Iterator[tuple[str, DrawIn]]:
    """Each page with its title, which counts them where there are several."""
    for number, page in enumerate(pages, start=1):
        yield f"{title}, {number} of {len(pages)}" if len(pages) > 1 else title, page


def pages_of(items: Sequence[T], most: int) -> list[Sequence[T]]:
    """The items, so many to a page."""
    return [items[start : start + most] for start in range(0, len(items), most)]


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


def paper_of(leaf: Leaf, setter: Typesetter) -> Paper:
    """The paper as it lies before whoever reads the leaf."""
    return setter.look.paper if leaf.upright else lying(setter.look.paper)


def page_of(leaf: Leaf, setter: Typesetter) -> ArtPage:
    """The leaf with head and foot, as a page to print."""
    paper = paper_of(leaf, setter)

    def draw(pen: Pen) -> None:
        if leaf.bare:
            leaf.draw(pen, inside(paper))
            return
        _draw_around(pen, inside(paper), leaf, setter)
        leaf.draw(pen, room_on(paper))
        if leaf.measured:
            draw_bar(pen, MARGIN, paper.height - MARGIN - 4.0, setter)

    return ArtPage(paper.width, paper.height, draw, leaf.title)


def _draw_around(pen: Pen, page: Rect, leaf: Leaf, setter: Typesetter) -> None:
    """The game in stencil, the page's title over what to do; its game, version and name; a note at the foot."""
    book, name = setter.book, setter.book.title.upper()
    face = heading_face(name, Face.STENCIL_HEAVY)
    shown, size = fit(name, face, min(LONGEST_GAME, page.w * 0.44), GAME, 9)
    baseline = page.y + cap_height(face, GAME) + 1.2
    with pen.element("H1"):
        run = Run(page.x, baseline, shown, face, size)
        pen.text_outline(run, CELL_LINE) if setter.look.eco else pen.text(run)
        x = page.x + text_width(shown, face, size) + 4.5
        pen.text(Run(x, page.y + cap_height(Face.BOLD, TITLE) + 0.4, leaf.title, setter.look.bold, TITLE))
    line, size = fit(leaf.line, Face.MEDIUM, page.right - x, STANDARD.body, SMALL)
    pen.text(Run(x, baseline + 0.5, line, Face.MEDIUM, size))
    pen.line(page.x, page.y + HEAD - 3.2, page.right, page.y + HEAD - 3.2, CELL_LINE)
    told = f"{book.title}{f', {book.edition} edition' if book.edition else ''} {book.version or ''}".strip()
    pen.text(set_right(page.right, page.y + HEAD - 4.6, f"{told} · {leaf.name}", Face.MEDIUM, SMALL))
    if leaf.note:
        pen.text(set_right(page.right, page.bottom - 0.8, leaf.note, Face.MEDIUM, SMALL))


def draw_bar(pen: Pen, x: float, y: float, setter: Typesetter | None = None) -> None:
    """100 mm above a line and 4 inches below it: what a ruler must find before anything is cut; and, set, so."""
    for mark in range(11):
        pen.line(x + 10 * mark, y, x + 10 * mark, y - (2.4 if mark % 5 == 0 else 1.4), CELL_LINE)
    for mark in range(9):
        at = x + mark * INCH / 2
        pen.line(at, y, at, y + (2.4 if mark % 2 == 0 else 1.4), CELL_LINE)
    pen.line(x, y, x + 4 * INCH, y, CELL_LINE)
    if setter:
        told = "**100 mm above, 4 in below: measure before you cut.**\n**Print at 100 %, never “fit to page”.**"
        setter.words(pen, Rect(x + 4 * INCH + 2.5, y - 3, 64, 8), told, SMALL)


def draw_cut_marks(
    pen: Pen, cells: Rect, xs: Sequence[float], ys: Sequence[float], off: float = 1.4, long: float = 4.0
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
