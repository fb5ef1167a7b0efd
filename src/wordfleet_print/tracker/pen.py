"""`Pen` draws text, lines and pictures on a reportlab canvas, in millimeters from the top left of
the page.

The functions set text with it (captions, wrapped paragraphs, the fullest wording that fits, names
on one line or two) and draw what panels share: badges, bubbles, waves, the eye, the gun sight,
marks, the QR code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple
from unicodedata import combining

import segno
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from wordfleet_print.games.fits import Fit
from wordfleet_print.paper import MM
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import Picture, Rect, load_picture
from wordfleet_print.tracker.style import FIRM_PT, LEAST_COLORED_PT, THIN_PT, Ink, Style

BLACK = 0.0
WHITE = 1.0
# The one tint, 12 % K, as a DeviceGray level (0 is black).
TINT = 0.91
# What reportlab calls the steps of a path in SVG.
_STEPS = {"M": "moveTo", "L": "lineTo", "C": "curveTo", "Z": "close"}


class Run(NamedTuple):
    """A text with its place: left end and baseline (mm), face and size (pt)."""

    x: float
    y: float
    text: str
    face: Face
    size: float


class Frame(NamedTuple):
    """An outline drawn with the text: a rectangle (mm), its corner radius (mm) and line width
    (pt).
    """

    rect: Rect
    radius: float
    width: float


class CellText(NamedTuple):
    """A text with one character in the middle of each cell of a row: the first cell's middle, the
    baseline and the distance of cells (mm), face and size (pt). It is set as one text, so that
    readers find it whole.
    """

    x: float
    y: float
    text: str
    face: Face
    size: float
    pitch: float


Item = Run | Frame | CellText
Word = tuple[str, Face]


class SheetField(NamedTuple):
    """What a sheet adds to a panel: `values` picks hashable values from a sheet, `place` sets one
    of them.

    A value is placed once and then looked up: most come again on other sheets (a letter with its
    count, a word in its row), and pages are fast.
    """

    values: Callable[[Sheet], Iterable[Any]]
    place: Callable[[Any], Sequence[Item]]


def split_run(run: Run) -> Sequence[Run]:
    """Return the run as it is set: one piece, but for combining marks, which have places of their
    own.
    """
    if run.text.isascii() or not any(map(combining, run.text)):
        return (run,)
    scale, placed = run.size / 1000 / MM, fonts.place_marks(run.text, run.face)
    return [
        Run(run.x + across * scale, run.y - up * scale, text, run.face, run.size)
        for across, up, text in placed
    ]


def set_fitting(
    x: float, y: float, text: str, face: Face, size: float, width: float, least: float
) -> Run:
    """Set text from `x` on, shrunk to fit a width (mm), and at worst cut with an ellipsis."""
    shown, fitting = fonts.fit(text, face, width, size, least)
    return Run(x, y, shown, face, fitting)


def set_right(x: float, y: float, text: str, face: Face, size: float) -> Run:
    """Set text that ends at `x`, on the baseline `y`."""
    return Run(x - fonts.text_width(text, face, size), y, text, face, size)


def set_centered(x: float, y: float, text: str, face: Face, size: float) -> Run:
    """Set text centered on the point: by its width across, by its capitals' height down."""
    return Run(
        x - fonts.text_width(text, face, size) / 2,
        y + fonts.cap_height(face, size) / 2,
        text,
        face,
        size,
    )


def set_in_cells(cells: Sequence[Rect], text: str, face: Face, size: float) -> CellText:
    """Set a character in the middle of each of these equal cells of a row, from the first on."""
    first = cells[0]
    return CellText(
        first.center_x, first.center_y + fonts.cap_height(face, size) / 2, text, face, size, first.w
    )


def set_in(rect: Rect, text: str, face: Face, size: float) -> Run:
    """Set text centered in a box."""
    return set_centered(rect.center_x, rect.center_y, text, face, size)


@lru_cache(maxsize=256)
def _trace_frame(width: float, height: float, radius: float) -> str:
    path = PDFPathObject()
    if radius:
        path.roundRect(0, 0, width * MM, height * MM, radius * MM)
    else:
        path.rect(0, 0, width * MM, height * MM)
    return str(path.getCode())


def frame_operators(frame: Frame, page_height: float) -> str:
    """Return a frame that a sheet adds as operators, on a page `page_height` mm tall."""
    rect, radius, width = frame
    path = _trace_frame(
        round(rect.w, 3), round(rect.h, 3), radius
    )  # reportlab is slow, but few sizes are met
    return (
        f"q 1 0 0 1 {rect.x * MM:.3f} {(page_height - rect.bottom) * MM:.3f} cm {width:g} w "
        f"{path} S Q"
    )


class Pen:
    """Draws on one page, `page_height` mm tall. Black unless `gray` or `use_ink` say otherwise;
    black, white and grays are DeviceGray. Widths of lines are in pt.
    """

    fits: list[Fit]
    """The wordings that were chosen, in the order drawn."""
    is_lenient: bool
    """Whether a label that does not fit is only noted, to find all that do not."""

    def __init__(self, canvas: Canvas, page_height: float, *, is_lenient: bool = False) -> None:
        self._canvas = canvas
        self._height = page_height
        self._ink: Ink | None = None
        self.fits = []
        self.is_lenient = is_lenient

    def note_fit(self, fit: Fit) -> str:
        """Note the wording that was chosen and return it; "" for one to leave out.

        Raises `BadInputError` if none fits and the sheet cannot do without it.
        """
        self.fits.append(fit)
        if fit.required and not fit.number and not self.is_lenient:
            raise fit.error
        return fit.printed

    def _point(self, x: float, y: float) -> tuple[float, float]:
        return x * MM, (self._height - y) * MM

    def _box(self, rect: Rect) -> tuple[float, float, float, float]:
        return *self._point(rect.x, rect.bottom), rect.w * MM, rect.h * MM

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
        """Set the width of lines (pt), inside a drawing that is scaled."""
        least = LEAST_COLORED_PT / scale if self._ink else 0
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
        left, top, right, bottom = (
            *self._point(x - radius, y - radius),
            *self._point(x + radius, y + radius),
        )
        self._canvas.arc(left, bottom, right, top, span[0], span[1] - span[0])

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
        """Set runs of text, letterspaced by `tracking` pt. Mode 1 sets them in outline, mode 3
        leaves no ink but can be searched and read aloud (ISO 32000-1, 9.3.6).
        """
        self._set_fill(gray, in_ink=in_ink)
        self._set_line_width(THIN_PT)
        for run in runs:
            fonts.refuse_missing(run.text, run.face)
            fonts.font(run.face)
            for x, y, text, face, size in split_run(run):
                self._canvas.setFont(face.value, size)
                self._canvas.drawString(*self._point(x, y), text, mode=mode, charSpace=tracking)

    def picture(self, picture: Picture, place: Rect, line: float = 0) -> None:
        """Draw a picture, scaled to stand on the bottom of `place` and to touch two of its sides.
        With a `line` width, draw what it fills in outline instead.
        """
        left, top, scale = picture.fit(place)
        with self._state() as canvas:
            canvas.translate(*self._point(left, top))
            canvas.scale(scale * MM, -scale * MM)
            for outline in picture.outlines:
                filled, stroke = outline.fill is not None and not line, outline.stroke
                if line:
                    stroke = None if outline.fill is None else BLACK
                if not filled and stroke is None:
                    continue
                path = canvas.beginPath()
                for step, numbers in re.findall(r"([MLCZ])([^MLCZ]*)", outline.steps):
                    getattr(path, _STEPS[step])(*map(float, re.findall(r"-?[\d.]+", numbers)))
                self._set_fill(outline.fill or BLACK)
                if self._ink is None:
                    canvas.setStrokeGray(stroke or BLACK)
                self._set_line_width(line / scale / MM or outline.line, scale * MM)
                canvas.drawPath(path, stroke=int(stroke is not None), fill=int(filled))

    def draw_label(self, x: float, baseline: float, text: str, style: Style) -> None:
        """Set letterspaced capitals."""
        self.text(
            Run(x, baseline, style.capitalize(text), Face.SEMIBOLD, style.label),
            tracking=0.05 * style.label,
        )

    def draw_writing_line(self, place: Rect, label: str, style: Style) -> None:
        """Draw a line to write on at the bottom of a place, its label at the top."""
        self.draw_label(
            place.x, place.y + fonts.cap_height(Face.SEMIBOLD, style.label), label, style
        )
        self.line(place.x, place.bottom, place.right, place.bottom, FIRM_PT)

    def draw_paragraph(self, place: Rect, text: str, style: Style, size: float = 0) -> float:
        """Set wrapped text from the top of a place; return where the next line would begin (mm)."""
        size = size or style.body
        leading, space = style.leading * size / style.body, fonts.text_width(" ", Face.MEDIUM, size)
        y = place.y + fonts.cap_height(Face.MEDIUM, size)
        for words in wrap_text(text, place.w, size):
            x = place.x
            for word, face in words:
                self.text(
                    Run(
                        x, y, word, Face.SEMIBOLD if style.eco and face is Face.BOLD else face, size
                    )
                )
                x += fonts.text_width(word, face, size) + space
            y += leading
        return y - fonts.cap_height(Face.MEDIUM, size)

    def draw_badge(self, place: Rect, number: int, style: Style, *, white: bool = False) -> None:
        """Draw a step's number in a disc; a white disc on a solid heading."""
        radius, hollow = place.h / 2, white or style.eco
        self.disc(place.center_x, place.center_y, radius, gray=WHITE if white else 0)
        if hollow and not white:
            self.disc(place.center_x, place.center_y, radius - 0.3, gray=WHITE)
        self.text(
            set_in(place, str(number), Face.BOLD, max(style.label, place.h * 2.32)),
            gray=0 if hollow else WHITE,
        )

    def draw_silhouette(
        self, name: str, place: Rect, style: Style, *, outline: bool = False
    ) -> None:
        """Draw a picture; in outline to save ink, or to be colored in."""
        self.picture(load_picture(name), place, line=THIN_PT if style.eco or outline else 0)

    def draw_waves(self, x: float, right: float, y: float, size: float, width: float) -> None:
        """Draw a row of waves, each `size` mm wide."""
        for i in range(int((right - x) / size)):
            self.arc(x + (i + 0.5) * size, y, size / 2, (200, 340), width)

    def draw_eye(self, x: float, y: float, radius: float) -> None:
        """Draw an eye: what is below is for its owner alone."""
        self.arc(x, y + radius * 0.8, radius * 1.5, (30, 150), 1.0)
        self.arc(x, y - radius * 0.8, radius * 1.5, (210, 330), 1.0)
        self.disc(x, y, radius * 0.5)

    def draw_boxes(self, cells: Sequence[Rect], line: float) -> None:
        """Draw cells in a row with a heavier frame around them."""
        first, last = cells[0], cells[-1]
        for cell in cells[1:]:
            self.line(cell.x, cell.y, cell.x, cell.bottom, THIN_PT)
        self.frame(Rect(first.x, first.y, last.right - first.x, first.h), line)

    def draw_bubble(self, place: Rect, text: str, style: Style) -> None:
        """Draw a speech bubble whose tip points to the right."""
        self.frame(place, style.line, radius=min(1.6, place.h / 2 - 0.1))
        x, y = place.right - 0.02, place.center_y
        self.fill(Rect(x - 0.3, y - 0.7, 0.6, 1.4), gray=WHITE)
        self.line(x, y - 0.7, x + 1.3, y + 0.9, style.line)
        self.line(x + 1.3, y + 0.9, x, y + 0.7, style.line)
        self.text(set_in(place, text, style.plain, style.body))

    def draw_sight(self, x: float, y: float, radius: float, *, outline: bool) -> None:
        """Draw a gun sight: a heavy ring, cross-hairs through gaps in it, a dot; in outline, thin
        rings and hairs.
        """
        ways = ((1, 0), (-1, 0), (0, 1), (0, -1))
        if outline:
            self.ring(x, y, radius, THIN_PT)
            self.ring(x, y, radius * 0.6, THIN_PT)
            for dx, dy in ways:
                near, far = radius * 0.3, radius * 1.12
                self.line(x + dx * near, y + dy * near, x + dx * far, y + dy * far, THIN_PT)
            return
        self.disc(x, y, radius)
        self.disc(x, y, radius * 0.6, gray=WHITE)
        for near, far, wide, gray in ((0.5, 1.06, 0.34, WHITE), (0.3, 1.12, 0.13, 0)):
            for dx, dy in ways:
                half = (
                    radius * (far - near) / 2,
                    radius * wide / 2,
                )  # of a bar's length and of its width
                across, down = half if dx else half[::-1]
                middle = radius * (near + far) / 2
                self.fill(
                    Rect(x + dx * middle - across, y + dy * middle - down, 2 * across, 2 * down),
                    gray=gray,
                )
        self.disc(x, y, radius * 0.17)

    def draw_title(self, run: Run, style: Style) -> float:
        """Draw a title, its first O as a gun sight above a letter that cannot be seen; return where
        it ends (mm).

        The sight's hairs stand out over and under the letters by 0.06 of their height.
        """
        x, y, title, face, size = run
        radius = fonts.cap_height(face, size) / 2
        for part in title.partition("O"):
            part_run = Run(x, y, part, face, size)
            if part == "O":
                self.draw_sight(x + radius * 1.06, y - radius, radius, outline=style.eco)
                self.text(part_run, mode=3)
                x += radius * 2.2
            elif part:
                self.text(part_run, mode=1 if style.eco else None, in_ink=True)
                x += fonts.text_width(part, face, size)
        return x

    def draw_cross(self, box: Rect, width: float, *, both: bool = True) -> None:
        """Draw a box's diagonals, or only the rising one."""
        self.line(box.x, box.bottom, box.right, box.y, width)
        if both:
            self.line(box.x, box.y, box.right, box.bottom, width)

    def draw_mark(self, draws: str, letter: str, box: Rect, least: float) -> None:
        """Draw a mark as a pencil makes it, in a square of a grid, for a letter that was tried."""
        large, (x, y) = max(least, box.w * 1.5), (box.center_x, box.center_y)
        self.frame(box, THIN_PT)
        if draws == "dot":
            self.disc(x, y, box.w * 0.1)
            return
        if draws in ("slash", "cross"):
            self.draw_cross(box.inset(0.6), 1.0, both=draws == "cross")
            return
        if draws == "ring":
            self.ring(x, y, box.w * 0.4, 1.0)
        elif (
            draws == "border"
        ):  # the guessed letter is small and in a corner: a square may get nine of them
            at = 0.37 if least < box.w * 1.6 else 0.5
            self.frame(box.inset(box.w * 0.06), 2.2)
            x, y, large = box.x + box.w * at, box.y + box.h * (at + 0.02), max(least, box.w * 1.15)
        self.text(set_centered(x, y, letter, Face.BOLD, large))

    def draw_dashed_line(self, place: Rect, text: str, style: Style, step: int = 0) -> None:
        """Draw a line to cut or to fold along in the middle of a place, with words on it after a
        step's number.
        """
        words, y = set_in(place, style.capitalize(text), Face.SEMIBOLD, style.label), place.center_y
        left, right = words.x - (6.5 if step else 2), place.x + place.right - words.x + 2
        with self.dashes(2.0, 1.2):
            self.line(place.x, y, left, y, FIRM_PT)
            self.line(right, y, place.right, y, FIRM_PT)
        if step:
            self.draw_badge(Rect(left + 1.5, y - 1.45, 2.9, 2.9), step, style)
        self.text(words)

    def draw_qr(self, x: float, y: float, address: str, side: float) -> None:
        """Draw the QR code of modules with this side."""
        modules = list[Rect]()
        for row, line in enumerate(qr_matrix(address)):
            modules += [
                Rect(x + column * side, y + row * side, side, side)
                for column, dark in enumerate(line)
                if dark
            ]
        # Black always: phones read the code by its contrast.
        self.fill(*modules, in_ink=False)


@cache
def wrap_text(text: str, width: float, size: float) -> list[list[Word]]:
    """Wrap text to a width (mm). Words between *asterisks* are bold; no-break spaces keep words
    together.
    """
    lines: list[list[Word]] = [[]]
    face, at, space = Face.MEDIUM, 0.0, fonts.text_width(" ", Face.MEDIUM, size)
    for raw in text.split(" "):
        if raw.startswith("*"):
            face = Face.BOLD
        word = raw.replace("*", "").replace("\u00a0", " ")
        wide = fonts.text_width(word, face, size)
        if lines[-1] and at + wide > width:
            lines.append([])
            at = 0.0
        lines[-1].append((word, face))
        at += wide + space
        if raw.rstrip(".,:;!?").endswith("*"):
            face = Face.MEDIUM
    return lines


def set_name(place: Rect, name: str, face: Face, size: float, least: float) -> list[Run]:
    """Set a name on the bottom of its place: shrunk, then wrapped in two lines, and only then
    cut.
    """
    text, fitting = fonts.fit(name, face, place.w, size, least)
    lines = [text]
    two_lines = (
        0.62 * least + 0.35
    )  # capitals of 0.25 mm to a pt, 0.31 mm from line to line, and letters that descend
    if text != name and two_lines <= place.h and len(parts := balance_lines(name, " -")) > 1:
        lines = [fonts.fit(part, face, place.w, least, least)[0] for part in parts]
    base = place.bottom - 0.35 - 0.085 * fitting
    # From the top down, as readers read it aloud
    return [
        Run(place.x, base - above * 0.31 * fitting, line, face, fitting)
        for above, line in zip(reversed(range(len(lines))), lines, strict=True)
    ]


def balance_lines(text: str, marks: str = " ") -> list[str]:
    """Break a text after one of these marks into two lines of about the same length, if it has
    any.
    """
    breaks = [at for at, char in enumerate(text, start=1) if char in marks]
    if not breaks:
        return [text]
    cut = min(breaks, key=lambda at: abs(at - len(text) / 2))
    return [text[:cut].rstrip(), text[cut:]]


def set_title(x: float, title: str, tall: float, wide: float) -> Run:
    """Set a title as large as height and width (mm) allow; its baseline is at 0."""
    text = title.upper()
    face = fonts.heading_face(text, Face.STENCIL_HEAVY)
    cap = fonts.cap_height(face, 1)
    return Run(
        x, 0, text, face, min(tall / cap, wide / (fonts.text_width(text, face, 1) + 0.4 * cap))
    )


@cache
def qr_matrix(address: str) -> tuple[tuple[int, ...], ...]:
    """Return the QR code's modules, 1 for dark."""
    return tuple(
        tuple(row) for row in segno.make(address, error="m", micro=False, boost_error=False).matrix
    )


def qr_side(address: str, module: float) -> float:
    """Return the side of the QR code (mm): 29 modules for the bundled editions' address."""
    return len(qr_matrix(address)) * module


class Art(NamedTuple):
    """What many pages share: their size (mm), and what draws it."""

    width: float
    height: float
    draw: Callable[[Pen], None]
