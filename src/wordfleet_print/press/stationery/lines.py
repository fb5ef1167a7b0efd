"""Lines with a label over them: what is known prints on the line, else it is written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from wordfleet_print.press.ink.fonts import Face
from wordfleet_print.press.ink.geometry import Rect
from wordfleet_print.press.ink.pen import Pen, Run
from wordfleet_print.press.ink.style import STANDARD
from wordfleet_print.press.panels.line import TextLine
from wordfleet_print.press.panels.panel import draw_field


@dataclass(frozen=True)
class WritingLine:
    """A line along the bottom of `rect` with its label on top; `size` is that of what prints there (pt)."""

    rect: Rect
    label: str
    size: float = STANDARD.name
    face: Face = Face.SEMIBOLD

    def draw(self, pen: Pen) -> None:
        """Label and line."""
        draw_field(pen, self.rect, self.label, STANDARD)

    def set_text(self, text: str) -> Iterator[Run]:
        """The text, shrunk to fit and at worst cut with an ellipsis; nothing where nothing is known."""
        if text:
            yield self._room.set_text(text)

    @cached_property
    def _room(self) -> TextLine:
        """Made once: a line is printed on again and again."""
        return TextLine.over(self.rect, self.face, self.size, min(self.size, STANDARD.name_min))
