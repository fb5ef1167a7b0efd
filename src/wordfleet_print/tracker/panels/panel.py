"""`Panel`, what all panels have: a place, an edition and a style, and a heading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from wordfleet_print.games import Edition
from wordfleet_print.games.fits import choose_wording
from wordfleet_print.games.labels import Wordings
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker import fonts, phrases
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.ornaments import draw_badge, measure_qr
from wordfleet_print.tracker.pen import WHITE, Item, Pen, SheetField
from wordfleet_print.tracker.set_text import (
    draw_paragraph,
    measure_line,
    set_centered_in,
    set_right_aligned,
)
from wordfleet_print.tracker.style import Ink, Style

# The white that a QR code needs around it, in modules (ISO/IEC 18004).
QUIET_MODULES = 4
# A heading's title: its least size, to the usual; what is left and right of it, together (mm).
LEAST_TITLE_SHARE = 0.8
PADDING_MM = 3.6
# The same where a note needs the room.
NARROW_PADDING_MM = 2.4
# A stamp, from its edge: the middle of its frame, and the corners of a secret one (mm).
STAMP_INSET_MM = 0.25
STAMP_RADIUS_MM = 1.3
# The bar at the left of a public stamp where ink is saved, and how far it moves the title (mm).
STAMP_BAR_MM = 1.2
BAR_PUSH_MM = 0.9
# A step's number in a stamp: what is left and above of its badge, and what the badge takes less
# than the stamp's height (mm).
BADGE_LEFT_MM = 1.1
BADGE_INSET_MM = 0.5
BADGE_OVERLAP_MM = 0.6
# The rule of a heading, from its foot, and what a note keeps off the stamp (mm).
RULE_UP_MM = 0.2
BEFORE_NOTE_MM = 1.2
# The baseline of a note, over the heading's foot (mm, and mm to a pt of it).
NOTE_UP_MM = 0.5
NOTE_UP_MM_PER_PT = 0.09
# Over two lines next to a heading (mm), and from the first to the second, to the leading of body
# text.
LEGEND_TOP_MM = 0.3
LEGEND_LEADING = 0.96
# What rounding adds to a measure at most.
ROUNDED_UP_MM = 0.05


@dataclass(frozen=True, slots=True)
class SheetDesign:
    """What every panel needs to know about the sheets that are printed."""

    edition: Edition
    style: Style
    form: phrases.Form = "folded"
    is_blank: bool = False
    is_placed: bool = False
    has_mine: bool = False
    title: str = ""
    for_event: bool = False
    ink: Ink | None = None
    """The color of this half, if sheets are in color."""

    @property
    def steps(self) -> list[phrases.Step]:
        """START's steps."""
        return phrases.list_steps(
            self.edition, self.form, blank=self.is_blank, placed=self.is_placed
        )

    @property
    def qr_white(self) -> float:
        """The white around the QR code (mm)."""
        return QUIET_MODULES * self.style.qr_module

    @property
    def qr_side(self) -> float:
        """The side of the QR code of the rules' address (mm)."""
        return measure_qr(self.edition.rules_address, self.style.qr_module)


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel in its place (mm)."""

    rect: Rect
    design: SheetDesign

    mirrors: ClassVar[bool] = True
    """Whether it changes sides on left-handed sheets."""

    @property
    def style(self) -> Style:
        """The sizes of its text and parts."""
        return self.design.style

    @property
    def edition(self) -> Edition:
        """The facts that it shows."""
        return self.design.edition

    def draw(self, pen: Pen) -> None:
        """Draw what is the same on every sheet."""

    def fields(self) -> Sequence[SheetField]:
        """Return what sheets add, by value."""
        return ()

    def place_text(self, sheet: Sheet) -> list[Item]:
        """Return what this sheet adds."""
        return [
            item
            for field in self.fields()
            for value in field.values(sheet)
            for item in field.place(value)
        ]

    def choose_label(
        self, pen: Pen, key: str, room: float, wordings: Wordings = (), *, required: bool = False
    ) -> str:
        """Return the fullest wording of a label that has room (mm) in body text, else nothing.

        Without `wordings`, they are the label's own. Raises `BadInputError` if a required one does
        not fit.
        """
        texts = wordings or self.edition.list_wordings(key)
        measure = self.style.measure_body
        return pen.check_fit(choose_wording(key, texts, room, measure, required=required))

    def heading(self, panel: str, *, secret: bool = False, step: str = "") -> Heading:
        """Return the panel's heading, as the edition calls it, with the number of the START step
        that it is for.
        """
        title = self.style.to_capitals(getattr(self.edition.tracker.panels, panel).title)
        kinds = [each.kind for each in self.design.steps]
        number = kinds.index(step) + 1 if step else 0
        return Heading(
            self.rect.keep_top(self.style.heading_height), title, self.style, secret, number
        )


@dataclass(frozen=True, slots=True)
class Heading:
    """A stamp with a panel's title, and a note in plain words at the end of its rule. Public panels
    have solid stamps, secret ones outlined stamps with round corners: nobody writes on the wrong
    grid.

    The stamp leaves 1 mm over capitals, which accents need.
    """

    rect: Rect
    title: str
    style: Style
    secret: bool = False
    number: int = 0
    padding: float = PADDING_MM
    """What is left and right of the title, together (mm)."""

    @property
    def face(self) -> Face:
        """Stencil, or bold for letters that it lacks."""
        return fonts.choose_heading_face(self.title, Face.STENCIL)

    @property
    def size(self) -> float:
        """The title's size (pt). Raises `BadInputError` for a title that does not fit its panel."""
        room = self.rect.w - self._badge_width - self.padding
        usual = self.style.heading
        return fonts.shrink_or_refuse(
            self.title, self.face, width=room, size=usual, least=LEAST_TITLE_SHARE * usual
        )

    @property
    def _badge_width(self) -> float:
        return self.rect.h - BADGE_OVERLAP_MM if self.number else 0

    @property
    def stamp(self) -> Rect:
        """The title's box (mm)."""
        return self.rect.keep_left(
            fonts.measure_text(self.title, self.face, self.size) + self._badge_width + self.padding
        )

    @property
    def note_width(self) -> float:
        """What is left for a note (mm)."""
        return self.rect.right - self.stamp.right - BEFORE_NOTE_MM

    def find_note_base(self, size: float) -> float:
        """Return the baseline of a note's last line, of this size in pt (mm)."""
        return self.rect.bottom - NOTE_UP_MM - NOTE_UP_MM_PER_PT * size

    def draw_stamp(self, pen: Pen) -> None:
        """Draw the title's box and the title."""
        style = self.style
        stamp = self.stamp
        solid = not self.secret and not style.eco
        if solid:
            pen.fill(stamp)
        else:
            radius = STAMP_RADIUS_MM if self.secret else 0
            pen.frame(stamp.inset(STAMP_INSET_MM), style.line, radius=radius)
            if not self.secret:
                pen.fill(stamp.keep_left(STAMP_BAR_MM))
        if self.number:
            side = stamp.h - 2 * BADGE_INSET_MM
            badge = Rect(stamp.x + BADGE_LEFT_MM, stamp.y + BADGE_INSET_MM, side, side)
            draw_badge(pen, badge, self.number, style, white=solid)
        before = self._badge_width if self.secret or solid else BAR_PUSH_MM
        pen.text(
            set_centered_in(stamp.skip_left(before), self.title, self.face, self.size),
            gray=WHITE if solid else 0,
            in_ink=True,
        )

    def draw(
        self,
        pen: Pen,
        notes: Wordings = (),
        key: str = "",
        *,
        required: bool = False,
        second_line: str = "",
    ) -> None:
        """Draw the stamp, the rule, and the fullest of the notes that fits, which is the label
        `key`. Raises `BadInputError` if a required one does not fit.

        A second line is under the note, in place of the rule; both take `Style.legend_height`.
        """
        self.draw_stamp(pen)
        style = self.style
        fit = choose_wording(key, notes, self.note_width, style.measure_body, required=required)
        note = fit.printed
        if key:
            pen.check_fit(fit)
        if second_line:
            first = self.rect.y + LEGEND_TOP_MM + fonts.measure_cap_height(style.text, style.body)
            pen.text(set_right_aligned(self.rect.right, first, note, style.text, style.body))
            wide = measure_line(second_line, style)
            top = self.rect.y + LEGEND_TOP_MM + LEGEND_LEADING * style.leading
            place = Rect(self.rect.right - wide, top, wide + ROUNDED_UP_MM, style.leading)
            draw_paragraph(pen, place, second_line, style)
            return
        rule = self.rect.bottom - RULE_UP_MM
        pen.line(self.stamp.right, rule, self.rect.right, rule, style.line)
        baseline = self.find_note_base(style.body)
        pen.text(set_right_aligned(self.rect.right, baseline, note, style.text, style.body))
