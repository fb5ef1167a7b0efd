"""Lines with a label over them: what is known prints on the line, else it is written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wordfleet_print.press.fonts import Face, cap_height, fit
from wordfleet_print.press.geometry import Rect
from wordfleet_print.press.panels.panel import above_rule, draw_label
from wordfleet_print.press.pen import Pen, Run, set_left
from wordfleet_print.press.style import STANDARD


@dataclass(frozen=True, slots=True)
class WritingLine:
    """A line along the bottom of `rect` with its label on top; `size` is that of what prints there (pt)."""

    rect: Rect
    label: str
    size: float = STANDARD.name
    face: Face = Face.SEMIBOLD

    def draw(self, pen: Pen) -> None:
        """Label and line."""
        rect = self.rect
        if self.label:
            draw_label(pen, rect.x, rect.y + cap_height(Face.SEMIBOLD, STANDARD.label), self.label, STANDARD)
        pen.line(rect.x, rect.bottom, rect.right, rect.bottom, STANDARD.writing_line)

    def set_text(self, text: str) -> Iterator[Run]:
        """The text, shrunk to fit and at worst cut with an ellipsis; nothing where nothing is known."""
        if text:
            shown, size = fit(text, self.face, self.rect.w, self.size, min(self.size, STANDARD.name_min))
            yield set_left(self.rect.x, self.rect.bottom - above_rule(size), shown, self.face, size)
