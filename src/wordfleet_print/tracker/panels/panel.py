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
from wordfleet_print.tracker.pen import BLACK, WHITE, Item, Pen, SheetField
from wordfleet_print.tracker.set_text import (
    draw_paragraph,
    measure_line,
    set_centered_in,
    set_right_aligned,
)
from wordfleet_print.tracker.style import Ink, Style

# The white that a QR code needs around it, in modules (ISO/IEC 18004).
QUIET_MODULES = 4
# A heading is a stamp, which is a box with the panel's title, and a note at the end of a rule.
# The smallest size of the title, as a share of the usual one.
LEAST_TITLE_SHARE = 0.8
# The white left and right of the title in the stamp, together: usual, and where a note needs room.
PADDING_MM = 3.6
NARROW_PADDING_MM = 2.4
# From the stamp's edge to the middle of its frame's line, and the corners of a secret stamp.
STAMP_INSET_MM = 0.25
STAMP_RADIUS_MM = 1.3
# Where ink is saved, a public stamp has a bar at its left, and its title is moved by this.
STAMP_BAR_MM = 1.2
BAR_PUSH_MM = 0.9
# The number of a step, in a disc at the left of the stamp: what is left of it, over and under it.
BADGE_LEFT_MM = 1.1
BADGE_INSET_MM = 0.5
# The title starts this much nearer than the height of the stamp, which is what the disc takes.
BADGE_OVERLAP_MM = 0.6
# Where the padding is narrow, the title is centered in what this leaves: it keeps 0.9 off the disc.
BADGE_PUSH_MM = 0.8
# From the heading's foot up to the rule, and from the stamp to the note at least.
RULE_UP_MM = 0.2
BEFORE_NOTE_MM = 1.2
# From the heading's foot up to the note's baseline: a fixed part, and one that grows with its size.
NOTE_UP_MM = 0.5
NOTE_UP_MM_PER_PT = 0.09
# Two lines next to a stamp: what is over the first, and the step to the second in leadings of body
# text.
LEGEND_TOP_MM = 0.3
LEGEND_LEADING = 0.96
# How much wider the place of a line is than the line, so that rounding does not break it.
ROUNDED_UP_MM = 0.05


@dataclass(frozen=True, slots=True)
class SheetDesign:
    """What all panels need to know about the sheets that are printed."""

    edition: Edition
    style: Style
    """The sizes of text and parts."""
    form: phrases.Form = "folded"
    """Where the two halves of a sheet are: on one folded page, or on two pages or sides."""
    is_blank: bool = False
    """Whether the boxes for words stay empty: players bring their own."""
    is_placed: bool = False
    """Whether the ships are printed on the defense grid."""
    has_mine: bool = False
    """Whether there is a row for mines."""
    title: str = ""
    """The organizer's line, such as “Class 5B”."""
    for_event: bool = False
    """Whether there are lines for table, round and serial."""
    ink: Ink | None = None
    """The color of this half; None for black."""

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
    """A part of a sheet: a title, a grid, a list. It draws what is the same on every sheet once,
    and says with `fields` what each sheet adds.
    """

    rect: Rect
    """Its place on the page (mm)."""
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
        """Return what each sheet adds: how to pick values from it, and how to set each value."""
        return ()

    def place_text(self, sheet: Sheet) -> list[Item]:
        """Return the texts and frames that this sheet adds to the panel."""
        items: list[Item] = []
        for field in self.fields():
            for value in field.values(sheet):
                items += field.place(value)
        return items

    def choose_label(
        self, pen: Pen, key: str, room: float, wordings: Wordings = (), *, required: bool = False
    ) -> str:
        """Return the text to print for the label `key`: its fullest wording that takes no more than
        `room` mm as body text, or "" if none fits. `wordings` replace the label's own.

        Raises `BadInputError` if none fits and the label is `required`.
        """
        texts = wordings or self.edition.list_wordings(key)
        measure = self.style.measure_body
        return pen.check_fit(choose_wording(key, texts, room, measure, required=required))

    def heading(self, panel: str, *, secret: bool = False, step: str = "") -> Heading:
        """Return the heading along the top of this panel, which front matter has below
        `tracker.panels` under the name `panel`. If it is for a `step` of START, such as `bid`, it
        has that step's number.
        """
        title = self.style.to_capitals(getattr(self.edition.tracker.panels, panel).title)
        kinds = [each.kind for each in self.design.steps]
        number = kinds.index(step) + 1 if step else 0
        place = self.rect.keep_top(self.style.heading_height)
        return Heading(place, title, self.style, secret=secret, number=number)


@dataclass(frozen=True, slots=True)
class Heading:
    """A stamp with a panel's title, and a note in plain words at the end of its rule. Public panels
    have solid stamps, secret ones outlined stamps with round corners: nobody writes on the wrong
    grid.

    The stamp leaves 1 mm over capitals, which accents need.
    """

    rect: Rect
    """The strip for stamp, rule and note (mm)."""
    title: str
    style: Style
    secret: bool = False
    """Whether its panel is on the secret half."""
    number: int = 0
    """The number of the step of START that the panel is for; 0 for none."""
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

    def find_note_baseline(self, size: float) -> float:
        """Return the baseline of a note's last line, of this size in pt (mm)."""
        return self.rect.bottom - NOTE_UP_MM - NOTE_UP_MM_PER_PT * size

    def draw_stamp(self, pen: Pen) -> None:
        """Draw the title in its box: white on black on the public half; in a frame with round
        corners on the secret half; in a frame with a bar at its left on a public half that saves
        ink.
        """
        style = self.style
        stamp = self.stamp
        is_solid = not self.secret and not style.eco
        if is_solid:
            pen.fill(stamp)
        else:
            radius = STAMP_RADIUS_MM if self.secret else 0
            pen.frame(stamp.inset(STAMP_INSET_MM), style.line, radius=radius)
            if not self.secret:
                pen.fill(stamp.keep_left(STAMP_BAR_MM))
        if self.number:
            side = stamp.h - 2 * BADGE_INSET_MM
            badge = Rect(stamp.x + BADGE_LEFT_MM, stamp.y + BADGE_INSET_MM, side, side)
            draw_badge(pen, badge, self.number, style, white=is_solid)
        before_title = self._badge_width if self.secret or is_solid else BAR_PUSH_MM
        if self.number and self.padding == NARROW_PADDING_MM:
            before_title += BADGE_PUSH_MM
        place = stamp.skip_left(before_title)
        title = set_centered_in(place, self.title, self.face, self.size)
        pen.text(title, gray=WHITE if is_solid else BLACK, in_ink=True)

    def draw(
        self,
        pen: Pen,
        notes: Wordings = (),
        key: str = "",
        *,
        required: bool = False,
        second_line: str = "",
    ) -> None:
        """Draw the stamp, and next to it a note over a rule: the fullest of `notes`, the wordings
        of the label `key`, that fits. Raises `BadInputError` if a `required` note does not fit.

        A `second_line` goes under the note, in place of the rule; then the heading is
        `Style.legend_height` high.
        """
        self.draw_stamp(pen)
        style = self.style
        fit = choose_wording(key, notes, self.note_width, style.measure_body, required=required)
        note = fit.printed
        if key:
            pen.check_fit(fit)
        right = self.rect.right
        if second_line:
            top = self.rect.y + LEGEND_TOP_MM
            baseline = top + fonts.measure_cap_height(style.text, style.body)
            pen.text(set_right_aligned(right, baseline, note, style.text, style.body))
            width = measure_line(second_line, style)
            second_top = top + LEGEND_LEADING * style.leading
            place = Rect(right - width, second_top, width + ROUNDED_UP_MM, style.leading)
            draw_paragraph(pen, place, second_line, style)
            return
        rule_y = self.rect.bottom - RULE_UP_MM
        pen.line(self.stamp.right, rule_y, right, rule_y, style.line)
        baseline = self.find_note_baseline(style.body)
        pen.text(set_right_aligned(right, baseline, note, style.text, style.body))
