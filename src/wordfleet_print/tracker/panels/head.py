"""The head of the public half: the title with its edition, a ship, names; in large print the QR code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wordfleet_print.tracker import phrases
from wordfleet_print.tracker.fonts import Face, cap_height, fit
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.names import make_printable
from wordfleet_print.tracker.panels.panel import Panel
from wordfleet_print.tracker.pen import Pen, Run, SheetField
from wordfleet_print.tracker.shapes import draw_qr, draw_silhouette, draw_title, draw_waves, qr_side, set_title
from wordfleet_print.tracker.typography import draw_label, draw_writing_line, measure_label, set_name

MOST_TITLE_MM = 8.2
"""The height of its capitals: ink is limited."""
MOST_SHIP_MM = 13.5
LEAST_SHIP_MM = 14.0
"""Less room is left empty."""
TWO_LINES_MM_PER_PT = 1.1
"""A head of this height, in mm to a pt of its captions, has room for two of them."""


class Logo(Panel):
    """The title with a gun sight for its O; under it the edition, the side, and the organizer's line; a ship."""

    mirrors = False

    @property
    def captions(self) -> list[str]:
        """The lines under the title: edition, organizer's title and side on one line if they fit, else on two; at worst
        the title is cut.
        """
        style, own, (side, _) = self.style, self.kind.title, phrases.SIDES[self.kind.form]
        edition, end = f"{self.edition.edition} edition", f" · {side}" if side else ""
        alone = edition + (end or f" · {self.edition.tracker.title}")
        wordings = [[f"{edition} · {own}{end}"], [own + end]] if own else [[alone]]
        if own and self.rect.h > TWO_LINES_MM_PER_PT * style.label:
            wordings += [[own, name + end] for name in (edition, self.edition.edition)]
        for texts in wordings:
            if all(measure_label(text, style) <= self.rect.w for text in texts):
                return texts
        room = (self.rect.w - measure_label(end, style)) / 1.16  # letterspacing is 0.05 of the size to a letter
        cut, _ = fit((own or edition).upper(), Face.SEMIBOLD, room, style.label, style.label)
        return [cut + end]

    def draw(self, pen: Pen) -> None:
        """Draw title, captions and ship."""
        style, rect, title, captions = self.style, self.rect, self.edition.title, self.captions
        line = 1.6 * cap_height(Face.SEMIBOLD, style.label)  # capitals, and air of 0.6 of them
        for above, caption in enumerate(reversed(captions)):
            draw_label(pen, rect.x, rect.bottom - above * line, caption, style)
        over = 0.07 if title.isascii() else 0.3  # the sight, or accents, to the capitals' height
        tall = min((rect.h - len(captions) * line) / (1 + over), MOST_TITLE_MM)
        run = set_title(rect.x, title, tall, rect.w * (1 if self.kind.event else 0.62))
        end = draw_title(pen, run._replace(y=rect.y + cap_height(run.face, run.size) * (1 + over)), style)
        end = max(end, *(rect.x + measure_label(caption, style) for caption in captions))
        sea = Rect(end + 5, rect.y, rect.right - end - 5, rect.h)
        if self.kind.event or sea.w < LEAST_SHIP_MM:
            return
        if art := self.edition.fleet[0].silhouette:
            draw_silhouette(pen, art, sea.top(sea.h - 0.8).below(max(0, sea.h - MOST_SHIP_MM)), style)
        half = min(sea.w, 3.2 * min(sea.h, MOST_SHIP_MM)) / 2
        draw_waves(pen, sea.center_x - half, sea.center_x + half, rect.bottom - 1.6, 3.0, 1.0)


@dataclass(frozen=True, slots=True)
class NameLine(Panel):
    """A labeled line to write on; what is known is printed there."""

    shows: str = ""
    label: str = ""

    mirrors = False

    def draw(self, pen: Pen) -> None:
        """Draw label and line."""
        draw_writing_line(pen, self.rect, self.label, self.style)

    def fields(self) -> Sequence[SheetField]:
        """Return the name; nothing where no font can set it, so that it is written by hand."""
        return (SheetField(lambda sheet: filter(None, [make_printable(getattr(sheet, self.shows))]), self.place_name),)

    def place_name(self, name: str) -> list[Run]:
        """Set a name on the line."""
        room = self.rect.below(cap_height(Face.SEMIBOLD, self.style.label) + 0.8)
        return set_name(room, name, Face.SEMIBOLD, self.style.name, self.style.name_least)


class RulesCode(Panel):
    """The QR code of the rules' address."""

    mirrors = False

    def draw(self, pen: Pen) -> None:
        """Draw it in the upper right corner."""
        address = self.edition.rules_address
        draw_qr(pen, self.rect.right - qr_side(address), self.rect.y, address)
