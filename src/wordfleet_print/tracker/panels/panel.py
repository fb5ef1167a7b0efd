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
from wordfleet_print.tracker.set_text import set_in, set_right
from wordfleet_print.tracker.style import Ink, Style

# Left and right of a heading's title, together.
PADDING_MM = 3.6


@dataclass(frozen=True, slots=True)
class SheetKind:
    """What every panel needs to know about the sheets that are printed."""

    edition: Edition
    style: Style
    form: phrases.Form = "folded"
    blank: bool = False
    placed: bool = False
    mine: bool = False
    title: str = ""
    event: bool = False
    ink: Ink | None = None
    """The color of this half, if sheets are in color."""

    @property
    def steps(self) -> list[phrases.Step]:
        """START's steps."""
        return phrases.list_steps(self.edition, self.form, blank=self.blank, placed=self.placed)

    @property
    def has_qr_in_head(self) -> bool:
        """In large print the turn's panel needs its whole width for words: the QR code is in page
        1's head.
        """
        return self.form == "pages"

    @property
    def qr_white(self) -> float:
        """The white around the QR code (mm): four modules (ISO/IEC 18004)."""
        return 4 * self.style.qr_module

    @property
    def qr_side(self) -> float:
        """The side of the QR code of the rules' address (mm)."""
        return measure_qr(self.edition.rules_address, self.style.qr_module)


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel in its place (mm)."""

    rect: Rect
    kind: SheetKind

    mirrors: ClassVar[bool] = True
    """Whether it changes sides on left-handed sheets."""

    @property
    def style(self) -> Style:
        """The sizes of its text and parts."""
        return self.kind.style

    @property
    def edition(self) -> Edition:
        """The facts that it shows."""
        return self.kind.edition

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

    def choose(
        self, pen: Pen, key: str, room: float, wordings: Wordings = (), *, required: bool = False
    ) -> str:
        """Return the fullest wording of a label that has room (mm) in body text, else nothing.

        Without `wordings`, they are the label's own. Raises `BadInputError` if a required one does
        not fit.
        """
        found = wordings or self.edition.list_wordings(key)
        measure = self.style.measure_body
        return pen.note_fit(choose_wording(key, found, room, measure, required=required))

    def heading(self, panel: str, *, secret: bool = False, step: str = "") -> Heading:
        """Return the panel's heading, as the edition calls it, with the number of the START step
        that it is for.
        """
        title = self.style.to_capitals(getattr(self.edition.tracker.panels, panel).title)
        number = [one.kind for one in self.kind.steps].index(step) + 1 if step else 0
        return Heading(self.rect.top(self.style.heading_height), title, self.style, secret, number)


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

    @property
    def face(self) -> Face:
        """Stencil, or bold for letters that it lacks."""
        return fonts.choose_heading_face(self.title, Face.STENCIL)

    @property
    def size(self) -> float:
        """The title's size (pt). Raises `BadInputError` for a title that does not fit its panel."""
        room = self.rect.w - self._badge_width - PADDING_MM
        return fonts.fit_whole(
            self.title, self.face, room, self.style.heading, 0.8 * self.style.heading
        )

    @property
    def _badge_width(self) -> float:
        return self.rect.h - 0.6 if self.number else 0

    @property
    def stamp(self) -> Rect:
        """The title's box (mm)."""
        return self.rect.left(
            fonts.measure_text(self.title, self.face, self.size) + self._badge_width + PADDING_MM
        )

    @property
    def note_width(self) -> float:
        """What is left for a note (mm)."""
        return self.rect.right - self.stamp.right - 1.2

    def draw_stamp(self, pen: Pen) -> None:
        """Draw the title's box and the title."""
        style = self.style
        stamp = self.stamp
        solid = not self.secret and not style.eco
        if solid:
            pen.fill(stamp)
        else:
            pen.frame(stamp.inset(0.25), style.line, radius=1.3 if self.secret else 0)
            if not self.secret:
                pen.fill(stamp.left(1.2))
        if self.number:
            side = stamp.h - 1
            draw_badge(
                pen, Rect(stamp.x + 1.1, stamp.y + 0.5, side, side), self.number, style, white=solid
            )
        before = self._badge_width if self.secret or solid else 0.9  # the bar of a public stamp
        pen.text(
            set_in(stamp.after(before), self.title, self.face, self.size),
            gray=WHITE if solid else 0,
            in_ink=True,
        )

    def draw(
        self, pen: Pen, notes: Wordings = (), key: str = "", *, required: bool = False
    ) -> None:
        """Draw the stamp, the rule, and the fullest of the notes that fits, which is the label
        `key`. Raises `BadInputError` if a required one does not fit.
        """
        self.draw_stamp(pen)
        foot = self.rect.bottom
        style = self.style
        pen.line(self.stamp.right, foot - 0.2, self.rect.right, foot - 0.2, style.line)
        fit = choose_wording(key, notes, self.note_width, style.measure_body, required=required)
        lines = fit.printed.splitlines()
        if key:
            pen.note_fit(fit)
        size = style.body if len(lines) < 2 else style.label
        for above, line in enumerate(reversed(lines)):
            base = foot - 0.5 - 0.09 * size - above * 0.345 * size
            pen.text(set_right(self.rect.right, base, line, style.text, size))
