"""fpdf2: a pen with the methods of `press.pen.Pen` that draws on an fpdf2 page, for panels and type alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from fpdf import FPDF
from fpdf.enums import PathPaintRule, TextMode

from benchmarks.peers.page import PAPER, page
from benchmarks.peers.recording import placed
from wordfleet_print.press.ink.fonts import FOLDER, Face
from wordfleet_print.press.ink.geometry import MM, Rect
from wordfleet_print.press.ink.pen import BLACK, Run, draw_type
from wordfleet_print.press.ink.svg_path import Picture
from wordfleet_print.sheet.sheet import Sheet


def redrawn(sheets: Sequence[Sheet]) -> bytes:
    """Everything on each page."""
    pdf = FPDF(unit="mm", format=(PAPER.width, PAPER.height))
    pdf.set_auto_page_break(auto=False)
    for face in Face:
        pdf.add_font(face.value, fname=FOLDER / f"{face.value}.ttf")
    pen = FpdfPen(pdf)
    for sheet in sheets:
        pdf.add_page()
        pdf.start_section(sheet.captain)
        page().draw(pen)
        draw_type(pen, page().set_type(sheet))
    return bytes(pdf.output())


class FpdfPen:
    """Black unless told; widths and letterspacing in pt, everything else in mm, as fpdf2's unit is."""

    def __init__(self, pdf: FPDF) -> None:
        self._pdf = pdf

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float) -> None:
        """A straight line."""
        self._pdf.set_line_width(width / MM)
        self._pdf.line(x1, y1, x2, y2)

    def frame(self, rect: Rect, width: float, radius: float = 0) -> None:
        """An outline, perhaps with round corners."""
        self._pdf.set_line_width(width / MM)
        self._pdf.rect(rect.x, rect.y, rect.w, rect.h, round_corners=bool(radius), corner_radius=radius)

    def fill(self, rect: Rect, gray: float = BLACK) -> None:
        """A filled rectangle."""
        self._pdf.set_fill_color(round(gray * 255))
        self._pdf.rect(rect.x, rect.y, rect.w, rect.h, style="F")

    def fill_together(self, rects: Iterable[Rect]) -> None:
        """Filled rectangles."""
        for rect in rects:
            self.fill(rect)

    def ring(self, x: float, y: float, radius: float, width: float) -> None:
        """A circle's outline."""
        self._pdf.set_line_width(width / MM)
        self._pdf.circle(x, y, radius)

    def disc(self, x: float, y: float, radius: float, gray: float = BLACK) -> None:
        """A filled circle."""
        self._pdf.set_fill_color(round(gray * 255))
        self._pdf.circle(x, y, radius, style="F")

    @contextmanager
    def dashes(self, *lengths: float) -> Iterator[None]:
        """Lines drawn inside are dashed."""
        self._pdf.set_dash_pattern(dash=lengths[0], gap=lengths[-1])
        yield
        self._pdf.set_dash_pattern()

    def text(self, run: Run, gray: float = BLACK, tracking: float = 0) -> None:
        """A run of type."""
        self._pdf.set_text_color(round(gray * 255))
        self._pdf.set_char_spacing(tracking)
        self._set(run)

    def text_outline(self, run: Run, width: float) -> None:
        """A run of type in outline."""
        self._pdf.set_line_width(width / MM)
        with self._pdf.local_context(text_mode=TextMode.STROKE):
            self._set(run)

    def text_unseen(self, run: Run) -> None:
        """A run of type without ink."""
        with self._pdf.local_context(text_mode=TextMode.INVISIBLE):
            self._set(run)

    def _set(self, run: Run) -> None:
        self._pdf.set_font(run.face.value, size=run.size)
        self._pdf.text(run.x, run.y, run.text)

    def picture(self, picture: Picture, place: Rect) -> None:
        """A picture, filled even-odd."""
        self._trace(picture, place, PathPaintRule.FILL_EVENODD, 0)

    def picture_outline(self, picture: Picture, place: Rect, width: float) -> None:
        """The same picture in outline."""
        self._trace(picture, place, PathPaintRule.STROKE, width)

    def _trace(self, picture: Picture, place: Rect, rule: PathPaintRule, width: float) -> None:
        with self._pdf.new_path() as path:
            path.style.paint_rule = rule
            path.style.fill_color = path.style.stroke_color = "#000"
            path.style.stroke_width = width / MM
            trace = {"M": path.move_to, "L": path.line_to, "C": path.curve_to, "Z": path.close}
            for step, points in placed(picture, place):
                trace[step](*(number for point in points for number in point))
