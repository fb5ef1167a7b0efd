"""Composing: type turned into page operators (ISO 32000-1, 9.4), each string encoded and placed once.

Every run stands where reportlab would put it, to the same thousandth of a point: the first of a piece by its place on
the page, each after it by its distance from the one before, which is shorter.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from wordfleet_print.press.ink.fonts import Face
from wordfleet_print.press.ink.ink import Frame, Pen, Type, pieces
from wordfleet_print.press.ink.paper import MM
from wordfleet_print.press.ink.reportlab_inside import operators_of
from wordfleet_print.press.pdf.syntax import short_number
from wordfleet_print.press.text.glyphs import END, encoder, spoken

UNSPACED = " 0 Tc"
"""How the settings of ordinary type end: it must be the last of a page's, or forms drawn later would be spaced too."""


class TextOperators(NamedTuple):
    """What stands inside a text object (BT … ET): the font they begin with and end with, and the rest."""

    opens: str
    text: str
    closes: str


class Composer:
    """Composes type for pages so many mm high."""

    def __init__(self, page_height: float) -> None:
        self._height = page_height

    def compose(self, items: Iterable[Type]) -> TextOperators:
        """The type as one piece."""
        opens = setting = place = ""
        text: list[str] = []
        before: tuple[float, float] | None = None
        height = self._height
        for item in items:
            if isinstance(item, Frame):
                text.append(f"ET {_drawn(item, height)} BT")
                before = None
                continue
            own = encoder(item.face)
            placed = (item,) if item.text.isascii() else pieces(item)
            alone = len(placed) == 1
            if not alone:
                text.append(spoken(item.text))
            for x, y, written, _, size in placed:
                at, down = x * MM, (height - y) * MM
                place = f"{_across(before[0], at)} {_down(before[1], down)} Td" if before else _start(at, down)
                before = at, down
                for font, shown in own.encode(written) if alone else own.parts(written):
                    wanted = setting_in(font, size)
                    if wanted != setting:
                        if opens:
                            text.append(wanted)
                        opens, setting = opens or wanted, wanted
                    text.append(f"{place}{shown}")
                    place = ""
            if not alone:
                text.append(END)
        return TextOperators(opens, " ".join(text), setting)

    def setting(self, face: Face, size: float, spacing: float = 0) -> str:
        """The setting of type of the face's first font; size and spacing in pt."""
        return setting_in(encoder(face).font, size, spacing)

    def start(self, x: float, y: float) -> str:
        """To a place on the page (mm from the top left)."""
        return _start(x * MM, (self._height - y) * MM)


@lru_cache(maxsize=4096)
def _drawn(frame: Frame, page_height: float) -> str:
    """A frame's operators, as reportlab draws it: slowly, but frames stand in the same places page after page."""
    return " ".join(operators_of(lambda canvas: Pen(canvas, page_height).frame(frame.rect, frame.width, frame.radius)))


@lru_cache(maxsize=4096)
def _start(x: float, y: float) -> str:
    """To a place on the page (pt); most pieces begin where those of other sheets begin."""
    return f"1 0 0 1 {x:.3f} {y:.3f} Tm"


@lru_cache(maxsize=256)
def setting_in(font: str, size: float, spacing: float = 0) -> str:
    """Font, size and character spacing (pt), which stays set until another is (ISO 32000-1, 9.3.2)."""
    return f"{font} {size:g} Tf {short_number(spacing, 5)} Tc"


@lru_cache(maxsize=4096)
def _across(before: float, x: float) -> str:
    """From one place to another (pt), both rounded as they are when they are written out."""
    return f"{round(x, 3) - round(before, 3):.3f}"


@lru_cache(maxsize=4096)
def _down(before: float, y: float) -> str:
    """The same down the page, where runs often stand on one line."""
    return _across(before, y) if y != before else "0"
