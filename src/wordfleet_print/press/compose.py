"""Composing: type turned into page operators (ISO 32000-1, 9.4), each string encoded and placed once.

Every run stands where reportlab would put it, to the same thousandth of a point: the first of a piece by its place on
the page, each after it by its distance from the one before, which is shorter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from wordfleet_print.press.case import Case, Drawer
from wordfleet_print.press.fonts import Face, text_advance, usual_advance
from wordfleet_print.press.geometry import MM
from wordfleet_print.press.panels.line import CellRow, TextLine
from wordfleet_print.press.pen import Frame, Pen, Type, set_in
from wordfleet_print.press.syntax import short_number

UNSPACED = " 0 Tc"
"""How the settings of ordinary type end: it must be the last of a page's, or forms drawn later would be spaced too."""


class Piece(NamedTuple):
    """Operators inside a text object: the font they begin with and end with, and the rest."""

    opens: str
    text: str
    closes: str


class Composer:
    """Composes type for the pages of one document."""

    def __init__(self, case: Case, page_height: float) -> None:
        self._case = case
        self._height = page_height

    def compose(self, items: Iterable[Type]) -> Piece:
        """The type as one piece."""
        opens = setting = ""
        text: list[str] = []
        before = None
        drawers = self._case.drawers
        for item in items:
            if isinstance(item, Frame):
                text.append(f"ET {self._frame(item)} BT")
                before = None
                continue
            here = self._point(item.x, item.y)
            place = _start(here) if before is None else _step(before, here)
            before = here
            for font, codes in drawers[item.face].encode(item.text):
                wanted = _setting(font, item.size)
                if wanted != setting:
                    if opens:
                        text.append(wanted)
                    opens, setting = opens or wanted, wanted
                text.append(f"{place}({codes})Tj")
                place = ""
        return Piece(opens, " ".join(text), setting)

    def drawer(self, face: Face) -> Drawer:
        """The characters of a face."""
        return self._case.drawers[face]

    def start(self, x: float, y: float) -> str:
        """To a place on the page (mm from the top left)."""
        return _start(self._point(x, y))

    def _point(self, x: float, y: float) -> tuple[float, float]:
        """A place (mm from the top left) as PDF counts (pt from the bottom left)."""
        return x * MM, (self._height - y) * MM

    def _frame(self, frame: Frame) -> str:
        """A frame's operators, as reportlab draws it."""
        canvas = self._case.canvas
        drawn: list[str] = vars(canvas)["_code"]
        before = len(drawn)
        Pen(canvas, self._height).frame(frame.rect, frame.width, frame.radius)
        operators = " ".join(drawn[before:])
        del drawn[before:]
        return operators


class LineComposer:
    """Composes texts for one line: at their full size by what is known beforehand, else like any type."""

    def __init__(self, composer: Composer, line: TextLine) -> None:
        self._composer = composer
        self._line = line

    @cached_property
    def _measured(self) -> Callable[[str], tuple[str | None, float]]:
        return self._composer.drawer(self._line.face).measured

    @cached_property
    def _head(self) -> tuple[str, str]:
        line = self._line
        font = self._composer.drawer(line.face).font
        return _setting(font, line.size), f"{self._composer.start(line.x, line.baseline)}("

    def compose(self, text: str) -> Piece:
        """The text as one piece."""
        codes, advance = self._measured(text)
        if codes is None or not self._line.fits(advance):
            return self._composer.compose((self._line.set_text(text),))
        setting, head = self._head
        return Piece(setting, f"{head}{codes})Tj", setting)


class CellsComposer:
    """Composes texts for one row of cells, all by one operator (ISO 32000-1, 9.4.3, TJ). Characters of usual width are
    spaced to fill a cell; each other one is moved by half its difference before it and after it.

    Words and codes come again and again, so what is made of each is kept.
    """

    def __init__(self, composer: Composer, row: CellRow) -> None:
        self._composer = composer
        self._row = row
        self._joint = cache(self._joined)
        self._spread = cache(self._spread_out)

    @cached_property
    def _drawer(self) -> Drawer:
        return self._composer.drawer(self._row.face)

    @cached_property
    def _setting(self) -> str:
        row = self._row
        room = row.places[0][0].w - usual_advance(row.face) * row.size / 1000 / MM
        return _setting(self._drawer.font, row.size, room * MM)

    def compose(self, texts: Iterable[str]) -> Piece:
        """The texts as one piece."""
        joint, spread = self._joint, self._spread
        shown = "".join([joint(place, text[0]) + spread(text) for place, text in enumerate(texts)])
        return Piece(self._setting, f"{shown}]TJ", self._setting)

    def _spread_out(self, text: str) -> str:
        return self._drawer.spread(text)

    def _joined(self, place: int, char: str) -> str:
        """What leads to a place whose text begins with that character: to the first one by its own place on the page,
        to another past what lies between it and the place before. Not by a number before the first string: some readers
        (pdfminer) would add the spacing once too often.
        """
        row = self._row
        if not place:
            run = set_in(row.places[0][0], char, row.face, row.size)
            return f"{self._composer.start(run.x, run.y)}["
        gap = row.places[place][0].x - row.places[place - 1][-1].right
        half = (text_advance(char, row.face) - usual_advance(row.face)) / 2
        return f" {short_number(half - gap * MM / row.size * 1000, 2)}"


@lru_cache(maxsize=4096)
def _start(here: tuple[float, float]) -> str:
    """To a place on the page (pt); most pieces begin where those of other sheets begin."""
    x, y = here
    return f"1 0 0 1 {x:.3f} {y:.3f} Tm"


@lru_cache(maxsize=256)
def _setting(font: str, size: float, spacing: float = 0) -> str:
    """Font, size and character spacing (pt), which stays set until another is (ISO 32000-1, 9.3.2)."""
    return f"{font} {size:g} Tf {short_number(spacing, 5)} Tc"


@lru_cache(maxsize=4096)
def _step(before: tuple[float, float], here: tuple[float, float]) -> str:
    """From one place (pt) to another, both rounded as they are when they are written out."""
    (x0, y0), (x, y) = before, here
    down = f"{round(y, 3) - round(y0, 3):.3f}" if y != y0 else "0"
    return f"{round(x, 3) - round(x0, 3):.3f} {down} Td"
