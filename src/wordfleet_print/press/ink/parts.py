"""Parts that pages of kits and figures share: margins, headings, marks, the border of a chart."""

from __future__ import annotations

from dataclasses import dataclass

from wordfleet_print.errors import BadInputError
from wordfleet_print.press.ink.fonts import Face, cap_height, heading_face, overhang, text_width
from wordfleet_print.press.ink.ink import CELL_LINE, WHITE, Pen, Run, Style, set_centred, set_in, set_right
from wordfleet_print.press.ink.paper import Paper, Rect

MARGIN = 10.4
"""From the paper's edge to what is printed (mm): half a line's width of ink still keeps 10.0 clear."""
MARK_LINE = 1.0
"""A mark's lines (pt)."""
SAMPLES = {"border": "R", "cross": "R"}
"""What stands beside the marks of a letter that is not there; elsewhere an E, which is."""
LEAST_RIM = 0.35
"""From a stamp's edge to its letters' ink (mm)."""
LEAST_RULE = 2.0
"""A shorter rule beside a stamp would look like a stain (mm)."""


def inside(paper: Paper) -> Rect:
    """The page inside its margins."""
    return paper.rect.inset(MARGIN)


def draw_chart_border(pen: Pen, sea: Rect, columns: int, rows: int, thick: float) -> None:
    """A chart's border: bars a square long, dark and light by turns, shifted on the opposite side."""
    border = sea.inset(-thick)
    for i, part in enumerate(sea.columns(columns)):
        pen.fill(Rect(part.x, sea.bottom if i % 2 else border.y, part.w, thick))
    for i, part in enumerate(sea.rows(rows)):
        pen.fill(Rect(sea.right if i % 2 else border.x, part.y, thick, part.h))
    pen.frame(border, CELL_LINE)


def draw_result(pen: Pen, draws: str, box: Rect, letter: str, least: float = 7.0, clear: float = 0) -> None:
    """Draw a result's mark in a square, with a letter or none; beside a mark the letter is at least so large (pt) and
    stands so far off (mm).
    """
    pen.frame(box, CELL_LINE)
    arm, x, y = box.w * 0.24, box.x + box.w * 0.36, box.y + box.h * 0.36
    match draws:
        case "ring":
            pen.ring(box.centre_x, box.centre_y, box.w * 0.38, MARK_LINE)
            pen.text(set_in(box, letter, Face.BOLD, box.w * 1.55))
        case "letter":
            pen.text(set_in(box, letter, Face.BOLD, box.w * 1.7))
        case "dot":
            pen.disc(box.centre_x, box.centre_y, box.w * 0.09)
        case "border":
            pen.frame(box.inset(box.w * 0.05), 2 * MARK_LINE)
        case "cross":
            pen.line(x - arm, y - arm, x + arm, y + arm, MARK_LINE)
            pen.line(x - arm, y + arm, x + arm, y - arm, MARK_LINE)
        case _:  # a slash
            pen.line(x - arm, y + arm, x + arm, y - arm, MARK_LINE)
    if letter and draws in ("border", "cross", "slash"):
        inside = box.x + box.w * 0.3 + clear, box.y + box.h * 0.31 + clear
        beside = box.right - box.w * 0.24 - clear, box.bottom - box.h * 0.26 - clear
        corner = inside if draws == "border" else beside
        pen.text(set_centred(*corner, letter, Face.BOLD, max(least, box.w * 1.3)))


def above_rule(size: float) -> float:
    """How far above a rule type of this size (pt) stands, clear of it with its descenders (mm)."""
    return 0.4 + 0.1 * size


@dataclass(frozen=True, slots=True)
class Tab:
    """The heading of a part of a page: a stamp with its title, a rule to the part's edge, a note above the rule.

    Solid stamps are for what is public, round outlines for what is secret. To save ink the public ones are outlined
    too, with square corners and a bar.
    """

    rect: Rect
    title: str
    note: str
    solid: bool
    style: Style

    @property
    def face(self) -> Face:
        """The heavier stencil where it fits and ink need not be saved."""
        heavy = text_width(self.title.upper(), Face.STENCIL_HEAVY, self.style.tab) + 3.2 <= self.rect.w
        return heading_face(
            self.title.upper(), Face.STENCIL_HEAVY if heavy and not self.style.saves_ink else Face.STENCIL
        )

    @property
    def stamp(self) -> Rect:
        """The stamp's place, as wide as its title needs; as wide as the part where too little would be left."""
        width = text_width(self.title.upper(), self.face, self.style.tab)
        padding = min(2.6, (self.rect.w - width) / 2)
        if padding < 0.3:
            why = f"The heading “{self.title}” needs {width:.0f} mm and has {self.rect.w:.0f} mm."
            raise BadInputError(why, tip="Shorten the panel's title in the rules' front matter.")
        stamp = self.rect.left(width + 2 * padding)
        return stamp if self.rect.right - stamp.right > LEAST_RULE else self.rect

    def _heading(self, stamp: Rect) -> Run:
        """The title in the middle of its stamp, moved and made smaller as accents and cedillas need it."""
        text, face, size, inside = self.title.upper(), self.face, self.style.tab, stamp.inset(LEAST_RIM)
        over, under = overhang(text, face)
        size = min(size, inside.h / (cap_height(face, 1) + over + under))
        run = set_in(stamp, text, face, size)
        highest = inside.y + cap_height(face, size) + over * size
        return run._replace(y=min(max(run.y, highest), inside.bottom - under * size))

    def draw(self, pen: Pen) -> None:
        """Stamp, rule and, where there is room beside the stamp, the note."""
        rect, style, stamp = self.rect, self.style, self.stamp
        middle = self._heading(stamp)
        if self.solid and not style.saves_ink:
            pen.fill(stamp)
            pen.text(middle, gray=WHITE)
        else:
            # Round corners for secret parts; square ones and a heavy bar for public ones that save ink
            inner = Rect(stamp.x + 0.25, stamp.y + 0.25, stamp.w - 0.5, stamp.h - 0.25)
            pen.frame(inner, self.style.stamp_line, radius=0 if self.solid else 1.2)
            if self.solid:
                pen.fill(Rect(stamp.x, stamp.y + 0.15, 1.0, stamp.h - 0.15))
            pen.text(middle)
        if stamp != rect:
            pen.line(stamp.right, rect.bottom, rect.right, rect.bottom, style.frame_line)
        if self.note and text_width(self.note, Face.MEDIUM, style.body) < rect.w - stamp.w - 2:
            pen.text(set_right(rect.right, rect.bottom - above_rule(style.body), self.note, Face.MEDIUM, style.body))


def draw_dotted(pen: Pen, x1: float, x2: float, y: float) -> None:
    """A dotted divider."""
    with pen.dashes(0.35, 0.7):
        pen.line(x1, y, x2, y, CELL_LINE)
