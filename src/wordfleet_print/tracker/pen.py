"""`Pen` draws lines, text and pictures on a reportlab canvas, in millimeters from the top left of
the page. `Run`, `CellText` and `Frame` are what it draws and what a sheet adds to a page.

`set_text` says where texts are set, `ornaments` draws what panels share.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, Literal, NamedTuple
from unicodedata import combining

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from wordfleet_print.games.fits import Fit
from wordfleet_print.paper import MM
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.combining_marks import place_marks
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.pictures import Outline, Picture
from wordfleet_print.tracker.style import THIN_PT, Ink

# Levels of DeviceGray.
BLACK = 0.0
WHITE = 1.0
# The one tint: 9 % of black.
TINT = 0.91
# Text is read from below (degrees).
QUARTER_TURN = 90
# Text without ink, which can be searched and read aloud; and in outline (ISO 32000-1, 9.3.6).
INVISIBLE_MODE: Final = 3
OUTLINE_MODE: Final = 1
# What reportlab calls the steps of a path in SVG.
_STEPS = {"M": "moveTo", "L": "lineTo", "C": "curveTo", "Z": "close"}
_STEP = re.compile(r"([MLCZ])([^MLCZ]*)")
_NUMBER = re.compile(r"-?[\d.]+")


class Run(NamedTuple):
    """A text with its place."""

    x: float
    """The left end (mm)."""
    y: float
    """The baseline (mm)."""
    text: str
    face: Face
    size: float
    """The size of its letters (pt)."""


class Frame(NamedTuple):
    """An outline drawn with the text; a line, if it has no height."""

    rect: Rect
    radius: float
    """The radius of its corners (mm)."""
    width: float
    """The width of its line (pt)."""
    dashes: tuple[float, ...] = ()
    """The lengths of dash and gap (mm); none for a whole line."""


class CellText(NamedTuple):
    """A text with one character in the middle of each cell of a row. It is set as one text, so that
    readers find it whole.
    """

    x: float
    """The middle of the first cell (mm)."""
    y: float
    """The baseline (mm)."""
    text: str
    face: Face
    size: float
    """The size of its letters (pt)."""
    pitch: float
    """From cell to cell (mm)."""


Item = Run | Frame | CellText


class SheetField(NamedTuple):
    """What a sheet adds to a panel.

    A value is placed once and then looked up: most come again on other sheets (a letter with its
    count, a word in its row), and pages are fast.
    """

    values: Callable[[Sheet], Iterable[Any]]
    """Picks hashable values from a sheet."""
    place: Callable[[Any], Sequence[Item]]
    """Sets one of them."""


def split_run(run: Run) -> Sequence[Run]:
    """Return the run as it is set: one piece, but for combining marks, which have places of their
    own.
    """
    if run.text.isascii() or not any(map(combining, run.text)):
        return (run,)
    scale = run.size / fonts.GLYPH_UNITS / MM
    return [
        Run(run.x + across * scale, run.y - up * scale, text, run.face, run.size)
        for across, up, text in place_marks(run.text, run.face)
    ]


class Pen:
    """Draws on one page, `page_height` mm tall. Places are in mm from its top left corner, widths
    of lines and sizes of text in pt. All is black unless `gray` or `use_ink` say otherwise; black,
    white and grays are DeviceGray.
    """

    fits: list[Fit]
    """How each label fits its place, in the order drawn."""
    is_lenient: bool
    """Whether a label that does not fit is no error, so that all of them are found."""

    def __init__(self, canvas: Canvas, page_height: float, *, is_lenient: bool = False) -> None:
        self._canvas = canvas
        self._height = page_height
        self._ink: Ink | None = None
        self.fits = []
        self.is_lenient = is_lenient

    def check_fit(self, fit: Fit) -> str:
        """Return the text to print for a label by how it fits, and keep `fit` for who checks
        labels; "" if no wording fits and the label can be left out.

        Raises `BadInputError` if none fits and the sheet cannot do without it.
        """
        self.fits.append(fit)
        if fit.required and not fit.has_room and not self.is_lenient:
            raise fit.error
        return fit.printed

    def _point(self, x: float, y: float) -> tuple[float, float]:
        return x * MM, (self._height - y) * MM

    def _box(self, rect: Rect) -> tuple[float, float, float, float]:
        left, bottom = self._point(rect.x, rect.bottom)
        return left, bottom, rect.w * MM, rect.h * MM

    @contextmanager
    def _state(self) -> Iterator[Canvas]:
        """What is set inside holds inside only."""
        self._canvas.saveState()
        yield self._canvas
        self._canvas.restoreState()

    @contextmanager
    def use_ink(self, ink: Ink | None) -> Iterator[None]:
        """Draw in a color inside: lines, and what would be black or tinted. Text stays black unless
        it is `in_ink`. Without an ink nothing changes.
        """
        if ink is None:
            yield
            return
        with self._state() as canvas:
            canvas.setStrokeColorRGB(*ink.full)
            self._ink = ink
            yield
            self._ink = None

    def _set_fill(self, gray: float, *, in_ink: bool = True) -> None:
        if self._ink and in_ink and gray == BLACK:
            self._canvas.setFillColorRGB(*self._ink.full)
        elif self._ink and in_ink and gray == TINT:
            self._canvas.setFillColorRGB(*self._ink.tint)
        else:
            self._canvas.setFillGray(gray)

    def _set_line_width(self, width: float, scale: float = 1) -> None:
        """Set the width of lines: in pt, or in units of which each is scaled to `scale` pt. Lines
        in color are not thinner than their ink allows.
        """
        least = self._ink.least_line / scale if self._ink else 0
        self._canvas.setLineWidth(max(width, least))

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float) -> None:
        """Draw a straight line."""
        self._set_line_width(width)
        self._canvas.line(*self._point(x1, y1), *self._point(x2, y2))

    def arc(
        self, x: float, y: float, radius: float, span: tuple[float, float], width: float
    ) -> None:
        """Draw a part of a circle's outline between two angles (degrees from the right,
        anticlockwise).
        """
        self._set_line_width(width)
        left, top = self._point(x - radius, y - radius)
        right, bottom = self._point(x + radius, y + radius)
        start, end = span
        self._canvas.arc(left, bottom, right, top, start, end - start)

    def frame(self, rect: Rect, width: float, radius: float = 0) -> None:
        """Draw an outline, with round corners of `radius` mm."""
        self._set_line_width(width)
        if radius:
            self._canvas.roundRect(*self._box(rect), radius * MM)
        else:
            self._canvas.rect(*self._box(rect))

    def fill(self, *rects: Rect, gray: float = BLACK, in_ink: bool = True) -> None:
        """Fill rectangles as one path: no seam shows where they meet, whatever draws them."""
        path = self._canvas.beginPath()
        for rect in rects:
            path.rect(*self._box(rect))
        self._set_fill(gray, in_ink=in_ink)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def ring(self, x: float, y: float, radius: float, width: float) -> None:
        """Draw a circle's outline."""
        self._set_line_width(width)
        self._canvas.circle(*self._point(x, y), radius * MM)

    def disc(self, x: float, y: float, radius: float, gray: float = BLACK) -> None:
        """Fill a circle."""
        self._set_fill(gray)
        self._canvas.circle(*self._point(x, y), radius * MM, stroke=0, fill=1)

    @contextmanager
    def dashes(self, *lengths: float) -> Iterator[None]:
        """Dash lines drawn inside: lengths of dash and gap (mm)."""
        with self._state() as canvas:
            canvas.setDash([length * MM for length in lengths])
            yield

    @contextmanager
    def turn(self, x: float, y: float, degrees: float) -> Iterator[None]:
        """Turn what is drawn inside about that point, anticlockwise."""
        across, up = self._point(x, y)
        with self._state() as canvas:
            canvas.translate(across, up)
            canvas.rotate(degrees)
            canvas.translate(-across, -up)
            yield

    def text(
        self,
        *runs: Run,
        gray: float = BLACK,
        tracking: float = 0,
        mode: Literal[1, 3] | None = None,
        in_ink: bool = False,
    ) -> None:
        """Set runs of text, letterspaced by `tracking` pt, in the usual mode or a `mode` of PDF."""
        self._set_fill(gray, in_ink=in_ink)
        self._set_line_width(THIN_PT)
        for run in runs:
            fonts.refuse_missing(run.text, run.face)
            fonts.load_face(run.face)
            for x, y, text, face, size in split_run(run):
                self._canvas.setFont(face.value, size)
                self._canvas.drawString(*self._point(x, y), text, mode=mode, charSpace=tracking)

    def picture(self, picture: Picture, place: Rect, line: float = 0) -> None:
        """Draw a picture on the bottom of `place`, as large as has room. With a `line` width (pt),
        draw only the outlines of its filled areas.
        """
        left, top, mm_per_unit = picture.fit(place)
        pt_per_unit = mm_per_unit * MM
        with self._state() as canvas:
            canvas.translate(*self._point(left, top))
            # SVG counts down, PDF counts up
            canvas.scale(pt_per_unit, -pt_per_unit)
            for outline in picture.outlines:
                if not line:
                    is_filled = outline.fill is not None
                    width = outline.line
                    self._outline(outline, outline.stroke, width, pt_per_unit, is_filled=is_filled)
                elif outline.fill is not None:
                    width = line / mm_per_unit / MM
                    self._outline(outline, BLACK, width, pt_per_unit, is_filled=False)

    def _outline(
        self,
        outline: Outline,
        stroke: float | None,
        width: float,
        pt_per_unit: float,
        *,
        is_filled: bool,
    ) -> None:
        """Draw a path of a picture on a canvas that is scaled to the picture's units: its line in
        the gray level `stroke`, if it has one, `width` units thick; and what is inside, if it is
        filled.
        """
        if stroke is None and not is_filled:
            return
        path = self._canvas.beginPath()
        _trace_steps(path, outline.steps)
        self._set_fill(outline.fill or BLACK)
        if self._ink is None:
            self._canvas.setStrokeGray(stroke or BLACK)
        self._set_line_width(width, pt_per_unit)
        self._canvas.drawPath(path, stroke=int(stroke is not None), fill=int(is_filled))


def _trace_steps(path: PDFPathObject, steps: str) -> None:
    """Add the steps of a path in SVG (M, L, C and Z)."""
    for step, numbers in _STEP.findall(steps):
        add_step = getattr(path, _STEPS[step])
        add_step(*map(float, _NUMBER.findall(numbers)))


class Art(NamedTuple):
    """What many pages share."""

    width: float
    """The width of the page (mm)."""
    height: float
    """Its height (mm)."""
    draw: Callable[[Pen], None]
