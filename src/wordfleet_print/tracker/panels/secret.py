"""What only the secret half has: the warning, the launch codes, the turn; and the line between the
halves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import NamedTuple

from wordfleet_print.games.fits import TOLERANCE_MM, Fit, choose_wording, fit_only_wording
from wordfleet_print.games.labels import Wordings
from wordfleet_print.paper import MM
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.sheet.sheet_code import SheetCode
from wordfleet_print.tracker import fonts, phrases
from wordfleet_print.tracker.combining_marks import measure_ink
from wordfleet_print.tracker.fonts import GLYPH_UNITS, Face
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.names import make_printable
from wordfleet_print.tracker.ornaments import draw_badge, draw_bubble, draw_eye, draw_qr
from wordfleet_print.tracker.panels.panel import NARROW_PADDING_MM, Heading, Panel
from wordfleet_print.tracker.pen import QUARTER_TURN, TINT, Frame, Item, Pen, Run, SheetField
from wordfleet_print.tracker.set_names import (
    MARKS_OVER_MM,
    PLAIN_LETTERS,
    NameSizes,
    limit_by_marks,
)
from wordfleet_print.tracker.set_text import (
    balance_lines,
    draw_label,
    draw_paragraph,
    find_baseline,
    measure_line,
    set_centered_in,
    set_in_cells,
    set_right_aligned,
    wrap_text,
)
from wordfleet_print.tracker.style import FIRM_PT, HEADING_FOOT_MM, THIN_PT

# Constants that end in _MM_PER_PT are millimeters for each point of a text's size. Those that end
# in _LEADINGS count in leadings of body text: from one of its lines to the next.

# The band over the secret half.
# What it leaves at least for the owner's name.
BAND_OWNER_MM = 40.0
# From its edge to its tint, which stays inside the round corners.
BAND_TINT_INSET_MM = 0.8
# From its edge to the middle of its frame's line.
BAND_FRAME_INSET_MM = 0.25
BAND_RADIUS_MM = 1.6
# How thick its line is: this many times that of other frames.
BAND_LINE_RATIO = 1.4
# What marks over capitals in the owner's name keep off its edge: 0.4 mm off its frame.
BAND_AIR_MM = 0.9
# In heights of the band: from its left edge to the eye and to the warning, and the eye's radius.
EYE_LEFT_SHARE = 0.9
WARNING_LEFT_SHARE = 1.75
EYE_RADIUS_SHARE = 0.3
# From the warning to the owner's name.
AFTER_WARNING_MM = 4.0
# From the owner's name to the band's right edge.
BAND_END_MM = 2.2
# How far p and q reach below their baseline.
DESCENT_MM_PER_PT = 0.072

# The line in the band to write the owner's name on: where there is room, and at least.
OWNER_LINE_MM = 38.0
OWNER_LINE_LEAST_MM = 20.0
# From the band's foot up to that line.
OWNER_LINE_UP_MM = 1.4
# From that line to the text after it.
AFTER_OWNER_LINE_MM = 3.0
# From the line's label to the line.
AFTER_OWNER_LABEL_MM = 1.0

# The boxes of launch codes.
# From the heading to the boxes.
CODES_TOP_MM = 0.7
# From the boxes to the text under them.
UNDER_BOXES_MM = 1.1
# What more there is between them at most, where there is room.
MOST_SPARE_MM = 1.2
# How far the last line of that text may reach below its baseline: few letters descend.
LAST_LINE_MM_PER_PT = 0.03
# How high a box is at most, for each point of its digits' size.
MOST_BOX_MM_PER_PT = 9.5 / 14
# The heights that are tried so that the text has room: with much white around the digits, and the
# least, half as high again as they are.
BOXES_MM_PER_PT = (0.46, 0.387)
# Between two launch codes.
CODE_GAP_MM = 2.4
# The dashed lines between digits: a dash, and the gap after it.
DIGIT_DASHES_MM = (0.4, 0.6)

# The choices of a turn, which may be in two groups: “1” what is optional, “2” what is not.
GROUP_GAP_MM_PER_PT = 0.13
# What the number of a group takes at its left.
NUMBER_MM_PER_PT = 0.28
# From the top of a group to the capitals of the words over its choices.
LEAD_DOWN_MM = 0.2
# From the top of a group without such words to the middle of its number.
NUMBER_DOWN_LEADINGS = 0.9
# How high the row of a choice is, with its two lines: in usual and in large print.
ROW_LEADINGS = 2.2
LARGE_ROW_LEADINGS = 2.05
# How far the two lines of a choice reach below the top of its row, and the middle of the first.
CHOICE_LEADINGS = 1.9
NAME_DOWN_LEADINGS = 0.43

# The speech bubble of a choice, with the words to say.
# The white left and right of its words, together: in usual and in large print.
BUBBLE_PADDING_MM_PER_PT = 0.3
LARGE_BUBBLE_PADDING_MM_PER_PT = 0.24
# The tip at its right, with the gap after it: a fixed part, and one that grows with the text.
BUBBLE_TIP_MM = 1.1
BUBBLE_TIP_MM_PER_PT = 0.07
# From the top of a row to the bubble, and the bubble's height.
BUBBLE_DOWN_LEADINGS = 0.05
BUBBLE_LEADINGS = 1.75

# The sheet code: the height of its line, with the gap above it, and how far a Q descends.
CODE_LINE_MM_PER_PT = 0.52
CODE_TAIL_MM_PER_PT = 0.07
# From its label to the code, for each point of body text.
AFTER_LABEL_MM_PER_PT = 0.22
# From the answers of choices to the QR code.
QR_GAP_MM = 2.0

# The line to fold or to cut along: a dash, and the gap after it.
DASH_MM = 2.0
DASH_GAP_MM = 1.2
# The diameter of the disc with the step's number next to the fold.
LINE_BADGE_MM = 2.6


class Owner(NamedTuple):
    """Whose sheet it is; "" for what is not known."""

    player: str
    """The player's name."""
    fleet: str
    """The name of the player's fleet: “The Roving Gulls”."""
    table: str
    """The number of the table at an event."""
    serial: str
    """The number of the sheet at an event."""


class SecretBand(Panel):
    """The band over all that is secret: whose it is, and that nobody else may look."""

    mirrors = False

    @property
    def warning(self) -> str:
        """The warning that the half is secret, then which page or side it is, in capitals."""
        side = phrases.name_side(self.edition, self.design.form, secret=True)
        parts = filter(None, (self.edition.say("secret.warning"), side))
        return self.style.to_capitals(" · ".join(parts))

    @property
    def _face(self) -> Face:
        return fonts.choose_heading_face(self.warning, Face.STENCIL)

    def draw(self, pen: Pen) -> None:
        """Draw the band's frame, an eye, and the warning."""
        rect = self.rect
        style = self.style
        is_in_color = self.design.ink is not None
        if is_in_color and not style.eco:
            pen.fill(rect.inset(BAND_TINT_INSET_MM), gray=TINT)
        frame = rect.inset(BAND_FRAME_INSET_MM)
        pen.frame(frame, style.line * BAND_LINE_RATIO, radius=BAND_RADIUS_MM)
        eye_x = rect.x + rect.h * EYE_LEFT_SHARE
        draw_eye(pen, eye_x, rect.center_y, rect.h * EYE_RADIUS_SHARE)
        before_warning = rect.h * WARNING_LEFT_SHARE
        warning_width = fonts.measure_text(self.warning, self._face, style.heading)
        room = rect.w - before_warning - BAND_OWNER_MM
        pen.check_fit(fit_only_wording("secret.warning", self.warning, room, need=warning_width))
        baseline = self._find_baseline(self._face, style.heading)
        warning = Run(rect.x + before_warning, baseline, self.warning, self._face, style.heading)
        pen.text(warning, in_ink=True)

    def _find_baseline(self, face: Face, size: float) -> float:
        """Return the baseline of text of this size (pt) in the band (mm). It is a bit higher than
        that of centered capitals: p and q then have as much air below them as capitals above.
        """
        raised = 0.5 * DESCENT_MM_PER_PT * self.style.name_in_band
        return find_baseline(self.rect.center_y, face, size) - raised

    def _limit_owner(self, text: str, face: Face) -> float:
        """Return the largest size (pt) of the text that says whose sheet it is, such as “Åsa ·
        Table 3”. A capital with a mark, such as Å, must not touch the band's frame, so its text is
        smaller.
        """
        smallest = self.style.name_wrap_below
        sizes = NameSizes(most=self.style.name_in_band, wrap_below=smallest, least=smallest)
        # Measured with a j: all names with marks have one size, whether their letters descend
        bottom_units = min(measure_ink(text + PLAIN_LETTERS, face).bottom, 0)
        descent_mm_per_pt = -bottom_units / GLYPH_UNITS / MM
        room = self.rect.h - 2 * BAND_AIR_MM - MARKS_OVER_MM
        return limit_by_marks(text, face, sizes, room, descent_mm_per_pt)

    def _find_owner_baseline(self, text: str, face: Face, size: float) -> float:
        """Return the baseline of the owner's name, which has this size in pt (mm): that of the
        warning, unless a mark over a capital, as in Å, would then touch the frame.

        Such a name is set lower: just far enough for its marks, or halfway between what its marks
        and what its descending letters need, where the band has no room for both.
        """
        usual = self._find_baseline(face, size)
        ink = measure_ink(text, face)
        has_high_marks = ink.top > measure_ink(PLAIN_LETTERS, face).top
        if not has_high_marks:
            return usual
        mm_per_unit = size / GLYPH_UNITS / MM
        highest = self.rect.y + BAND_AIR_MM + ink.top * mm_per_unit
        lowest = self.rect.bottom - BAND_AIR_MM + ink.bottom * mm_per_unit
        return max(usual, min(highest, (highest + lowest) / 2))

    def fields(self) -> Sequence[SheetField]:
        """Return what each sheet adds: player, fleet, and at events table and serial.

        Where there is too little room, the fleet's name is left out, then the player's is cut. On a
        half sheet or a page without a name there is a line to write it on.
        """
        warning_width = fonts.measure_text(self.warning, self._face, self.style.heading)
        warning_end = self.rect.h * WARNING_LEFT_SHARE + warning_width
        room = self.rect.skip_left(warning_end + AFTER_WARNING_MM).skip_right(BAND_END_MM)
        return (SheetField(_list_owners, partial(self._place_owner, room)),)

    def _place_owner(self, room: Rect, owner: Owner) -> list[Item]:
        """Set whose sheet it is at the right end of `room`. Where the player's name is missing, a
        labeled line to write it on comes before: “Player ______  The Roving Gulls”.

        A folded page has that line on its public half alone.
        """
        text = self._write_owner(owner, room.w)
        if owner.player or self.design.form == "folded":
            return [self._set_owner(text, room, room.w)]
        label = self.edition.players.one
        label = label[:1].upper() + label[1:]
        label_size = self.style.name_wrap_below
        label_width = fonts.measure_text(label, self.style.plain, label_size)
        around_line = AFTER_OWNER_LINE_MM + AFTER_OWNER_LABEL_MM + label_width
        run = self._set_owner(text, room, room.w - (around_line + OWNER_LINE_LEAST_MM))
        line_width = min(OWNER_LINE_MM, run.x - room.x - around_line)
        line_start = run.x - AFTER_OWNER_LINE_MM - line_width
        line = Rect(line_start, room.bottom - OWNER_LINE_UP_MM, line_width, 0)
        label_start = run.x - line_width - around_line
        label_run = Run(label_start, run.y, label, self.style.plain, label_size)
        return [label_run, Frame(line, radius=0, width=FIRM_PT), run]

    def _write_owner(self, owner: Owner, width: float) -> str:
        """Return player, fleet, table and serial: “Ann · The Roving Gulls · Table 3 · 12.1”. Where
        all this is wider than `width` (mm), the fleet is left out; where that is not enough, the
        player's name is cut.
        """
        table = owner.table and self.edition.say("secret.table", table=owner.table)
        seat = [text for text in (table, owner.serial) if text]
        names = [text for text in (owner.player, owner.fleet) if text]
        whole = " · ".join([*names, *seat])
        whole_width = fonts.measure_text(whole, self.style.plain, self.style.name_wrap_below)
        if not owner.player or whole_width <= width:
            return whole
        # A name is better small than cut, so what has to be cut is measured at the smallest size
        smallest = self.style.name_least
        after_name = "".join(f" · {part}" for part in seat)
        room = width - fonts.measure_text(after_name, self.style.plain, smallest)
        name, _ = fonts.shrink_or_cut(
            owner.player, self.style.plain, width=room, size=smallest, least=smallest
        )
        return name + after_name

    def _set_owner(self, text: str, room: Rect, width: float) -> Run:
        """Set a text at the right end of `room`, shrunk to `width` mm."""
        most = self._limit_owner(text, self.style.plain)
        fitting, size = fonts.shrink_or_cut(
            text, self.style.plain, width=width, size=most, least=self.style.name_least
        )
        baseline = self._find_owner_baseline(fitting, self.style.plain, size)
        return set_right_aligned(room.right, baseline, fitting, self.style.plain, size)


def _list_owners(sheet: Sheet) -> Sequence[Owner]:
    """Return the one value that the band shows of a sheet."""
    player = make_printable(sheet.player)
    return (Owner(player, sheet.fleet_name, sheet.table, sheet.serial),)


class BiddingText(NamedTuple):
    """The paragraphs that say how to bid with launch codes, and where they are."""

    beside: str
    """A paragraph next to the heading, under its note; "" for none."""
    below: tuple[str, ...]
    """The other paragraphs, under the boxes of codes."""
    fit: Fit
    """Which wording of the label it is, and how high the paragraphs `below` are."""


class LaunchCodes(Panel):
    """The launch codes, and how to bid with them."""

    @property
    def _heading(self) -> Heading:
        return self.heading("codes", secret=True, step="bid")

    @property
    def _around_boxes(self) -> float:
        """What the gaps over and under the boxes of codes take of the panel's height (mm): less
        than they are, because the text's last line needs no whole leading at its foot.
        """
        style = self.style
        # 8 pt: 0.7 + 1.1 - (3.1 - 1.9 - 0.3) = 0.9
        cap_height = fonts.measure_cap_height(style.text, style.body)
        under_last_line = style.leading - cap_height - LAST_LINE_MM_PER_PT * style.body
        return CODES_TOP_MM + UNDER_BOXES_MM - under_last_line

    @property
    def _bidding(self) -> BiddingText:
        """How to bid, in the fullest wording that leaves the boxes of codes a good height.

        All paragraphs are under the boxes; where even the lowest boxes leave too little room for
        that wording, one of its paragraphs is next to the heading, in place of its rule. Higher
        boxes are tried before lower ones.
        """
        ways = []
        for fit_words, mm_per_pt in product((self._fit_below, self._fit_beside), BOXES_MM_PER_PT):
            ways.append(fit_words(mm_per_pt * self.style.code))
        fitting = [way for way in ways if way.fit.has_room]
        return min(fitting, key=lambda way: way.fit.number, default=ways[-1])

    def _fit_below(self, box_height: float) -> BiddingText:
        """Return the fullest wording that has room under boxes of this height (mm); if none has,
        the shortest one, whose fit says so.
        """
        room = self.rect.h - self.style.heading_height - self._around_boxes - box_height
        for number, paragraphs in enumerate(phrases.list_bidding(self.edition), start=1):
            fit = self._measure_fit(number, paragraphs, room)
            if fit.missing <= TOLERANCE_MM:
                return BiddingText(beside="", below=paragraphs, fit=fit)
        return BiddingText(beside="", below=paragraphs, fit=replace(fit, number=0))

    def _fit_beside(self, box_height: float) -> BiddingText:
        """Return the fullest wording that has room if one of its paragraphs, on one line, is next
        to the heading, and the others are under boxes of this height (mm). Of several paragraphs
        that would do, the last one is moved. If no wording has room, return the shortest one, whose
        fit says so.
        """
        room = self.rect.h - self.style.legend_height - self._around_boxes - box_height
        for number, paragraphs in enumerate(phrases.list_bidding(self.edition), start=1):
            for at in reversed(range(len(paragraphs))):
                rest = paragraphs[:at] + paragraphs[at + 1 :]
                fit = self._measure_fit(number, rest, room)
                beside_width = measure_line(paragraphs[at], self.style)
                if fit.missing <= TOLERANCE_MM and beside_width <= self._heading.note_width:
                    return BiddingText(beside=paragraphs[at], below=rest, fit=fit)
        return BiddingText(beside="", below=paragraphs, fit=replace(fit, number=0))

    def _measure_fit(self, number: int, below: Sequence[str], room: float) -> Fit:
        """Return how wording `number` of the label (from 1, the fullest) fits: its paragraphs
        `below` go under the boxes, where there is `room` (mm of height).
        """
        wordings = phrases.list_bidding(self.edition)
        text = " / ".join(wordings[number - 1])
        return Fit(
            key="codes.bidding",
            text=text,
            number=number,
            count=len(wordings),
            room=room,
            need=self._measure_paragraphs(below),
            required=True,
        )

    def _measure_paragraphs(self, paragraphs: Sequence[str]) -> float:
        """Return how high these paragraphs of body text are, each wrapped to the panel's width
        (mm).
        """
        style = self.style
        lines = 0
        for text in paragraphs:
            lines += len(wrap_text(text, self.rect.w, style.body, style.text))
        return lines * style.leading

    @property
    def code_boxes(self) -> list[list[Rect]]:
        """For each launch code a list of boxes, one for each digit: as high as the explanation
        under them leaves, within limits.
        """
        codes = self.edition.launch_codes
        style = self.style
        bidding = self._bidding
        above = style.legend_height if bidding.beside else style.heading_height
        body = self.rect.skip_top(above + CODES_TOP_MM)
        # A4: 22.9 mm - heading and gaps 5.9 - two lines of text 6.2 leave 10.8; the most is 9.2 for
        # digits of 13.5 pt.
        room = body.h + CODES_TOP_MM - self._around_boxes - bidding.fit.need
        row = body.keep_top(min(MOST_BOX_MM_PER_PT * style.code, room))
        code_places = row.split_columns(codes.count, gap=CODE_GAP_MM)
        return [place.split_columns(codes.digits) for place in code_places]

    def draw(self, pen: Pen) -> None:
        """Draw the heading, a frame for each code with dashed lines between its digits, and the
        explanation under them.
        """
        style = self.style
        rect = self.rect
        code_boxes = self.code_boxes
        bidding = self._bidding
        pen.check_fit(bidding.fit)
        notes = self.edition.list_wordings("codes.note")
        self._heading.draw(pen, notes, "codes.note", required=True, second_line=bidding.beside)
        for digit_boxes in code_boxes:
            with pen.dashes(*DIGIT_DASHES_MM):
                for box in digit_boxes[1:]:
                    pen.line(box.x, box.y, box.x, box.bottom, THIN_PT)
            pen.frame(Rect.around(digit_boxes[0], digit_boxes[-1]), style.line)
        under_boxes = code_boxes[0][0].bottom + UNDER_BOXES_MM
        spare = rect.bottom - under_boxes - bidding.fit.need
        y = under_boxes + max(0, min(spare / 2, MOST_SPARE_MM))
        for paragraph in bidding.below:
            y = draw_paragraph(pen, Rect(rect.x, y, rect.w, rect.bottom - y), paragraph, style)

    def fields(self) -> Sequence[SheetField]:
        """Return what each sheet adds: its launch codes, each in its boxes."""
        code_boxes = self.code_boxes
        size = self.style.code
        face = self.style.strong if self.style.eco else Face.MONO

        def place_code(numbered_code: tuple[int, str]) -> list[Item]:
            number, code = numbered_code
            return [set_in_cells(code_boxes[number], code, face, size)]

        return (SheetField(lambda sheet: enumerate(sheet.launch_codes), place_code),)


class RowHeights(NamedTuple):
    """How high the choices of a turn are (mm)."""

    row: float
    """The row of one choice, which has two lines."""
    together: float
    """The rows of all choices, with the words over their groups and the gaps between groups."""


class Turn(Panel):
    """What a player can do in a turn, with the words to say; the rules' address, as text and as a
    QR code; the sheet code.
    """

    @property
    def height(self) -> float:
        """The height of the panel: heading, choices and sheet code, or the QR code next to these
        if it is higher (mm).
        """
        # A4: heading 4.9 + 0.8 + choices 16.6 + sheet code 4.9 are 27.3 mm; the QR code of 17.5
        # needs less.
        code_line = CODE_LINE_MM_PER_PT * self.style.sheet_code
        return self._head_height + max(self._row_heights.together + code_line, self.design.qr_side)

    @property
    def _heading(self) -> Heading:
        heading = self.heading("turn", secret=True, step="play")
        if self.style.measure_body(self._whole_address) > heading.note_width:
            return replace(heading, padding=NARROW_PADDING_MM)
        return heading

    @property
    def _whole_address(self) -> str:
        return self.edition.rules_address.split("://")[1]

    @property
    def _address(self) -> list[str]:
        """The rules' address, on two lines where one has no room next to the heading."""
        address = self._whole_address
        if self.style.measure_body(address) <= self._heading.note_width:
            return [address]
        return balance_lines(address, "/.")

    @property
    def _head_height(self) -> float:
        """The height of the heading with the address, and the gap below it (mm)."""
        has_two_lines = len(self._address) > 1
        head = self.style.legend_height if has_two_lines else self.style.heading_height
        return head + HEADING_FOOT_MM

    @property
    def _row_heights(self) -> RowHeights:
        """How high one row is, and all of them, where nothing is to spare."""
        style = self.style
        groups = phrases.list_choices(self.edition)
        leadings = LARGE_ROW_LEADINGS if style.is_large else ROW_LEADINGS
        row = leadings * style.leading
        leads = sum(bool(group.lead) for group in groups) * style.leading
        rows = sum(len(group.choices) for group in groups) * row
        gaps = (len(groups) - 1) * GROUP_GAP_MM_PER_PT * style.body
        return RowHeights(row=row, together=rows + leads + gaps)

    @property
    def _code_label(self) -> Fit:
        """The label in front of the sheet code, in the fullest wording that leaves the code its
        room; left out if none does.
        """
        style = self.style
        # All sheet codes are equally wide
        code_width = fonts.measure_text(str(SheetCode(0, 0)), Face.MONO, style.sheet_code)
        qr_width = self.design.qr_side + self.design.qr_white
        room = self.rect.w - qr_width - code_width - AFTER_LABEL_MM_PER_PT * style.body
        key = "turn.sheet_code"
        return choose_wording(key, self.edition.list_wordings(key), room, style.measure_label)

    @property
    def _code_start(self) -> float:
        """Where the sheet code starts, from the panel's left edge (mm)."""
        label = self._code_label.printed
        if not label:
            return 0
        return self.style.measure_label(label) + AFTER_LABEL_MM_PER_PT * self.style.body

    @property
    def _code_baseline(self) -> float:
        """The baseline of the sheet code (mm)."""
        return self.rect.bottom - CODE_TAIL_MM_PER_PT * self.style.sheet_code

    def draw(self, pen: Pen) -> None:
        """Draw the heading with the address, the QR code at the lower right, a row for each choice,
        and the label of the sheet code.
        """
        style = self.style
        edition = self.edition
        rect = self.rect
        first_line, *other_lines = self._address
        self._heading.draw(pen, (first_line,), second_line="".join(other_lines))
        qr_side = self.design.qr_side
        qr = Rect(rect.right - qr_side, rect.bottom - qr_side, qr_side, qr_side)
        draw_qr(pen, qr.x, qr.y, edition.rules_address, style.qr_module)
        groups = phrases.list_choices(edition)
        y = rect.y + self._head_height
        code_line_top = rect.bottom - CODE_LINE_MM_PER_PT * style.sheet_code
        spare = max(0, code_line_top - y - self._row_heights.together)
        # Each row gets a share of the height that is left, and the space over the code another
        row_count = sum(len(group.choices) for group in groups)
        row_height = self._row_heights.row + spare / (row_count + 1)
        for group in groups:
            first_row = Rect(rect.x, y, rect.w, row_height)
            y = self._draw_group(pen, first_row, group, qr) + GROUP_GAP_MM_PER_PT * style.body
        label = pen.check_fit(self._code_label)
        draw_label(pen, rect.x, self._code_baseline, label, style)

    def _choose_lead(self, pen: Pen, wordings: Wordings, room: float) -> str:
        """Return the words over a group of choices, in the fullest wording that has room (mm)."""

        def measure(text: str) -> float:
            return fonts.measure_text(text, self.style.strong, self.style.body)

        return pen.check_fit(choose_wording("turn.lead", wordings, room, measure, required=True))

    def _draw_group(self, pen: Pen, first_row: Rect, group: phrases.ChoiceGroup, qr: Rect) -> float:
        """Draw a group of choices: its number and the words over it, if it has them, then a row for
        each choice, as high as `first_row`, where the group begins. Return where it ends (mm).
        """
        style = self.style
        size = style.body
        row = first_row.skip_left(NUMBER_MM_PER_PT * size if group.number else 0)
        if group.lead:
            baseline = row.y + fonts.measure_cap_height(Face.BOLD, size) + LEAD_DOWN_MM
            pen.text(Run(first_row.x, baseline, group.number, Face.BOLD, size))
            lead = self._choose_lead(pen, group.lead, row.w)
            pen.text(Run(row.x, baseline, lead, style.strong, size))
            row = replace(row, y=row.y + style.leading)
        elif group.number:
            middle = row.y + NUMBER_DOWN_LEADINGS * style.leading
            baseline = find_baseline(middle, Face.BOLD, size)
            pen.text(Run(first_row.x, baseline, group.number, Face.BOLD, size))
        rows = []
        for choice in group.choices:
            rows.append((choice, row))
            row = replace(row, y=row.y + row.h)
        common_width = self._choose_bubble_width(rows, qr)
        for choice, own_row in rows:
            bubble_width = common_width or self._measure_bubble(choice)
            self._draw_choice(pen, own_row, choice, qr, bubble_width)
        return row.y

    def _measure_bubble(self, choice: phrases.Choice) -> float:
        """Return the width of the narrowest bubble around the words to say (mm)."""
        size = self.style.body
        padding = BUBBLE_PADDING_MM_PER_PT
        if self.style.is_large:
            padding = LARGE_BUBBLE_PADDING_MM_PER_PT
        return fonts.measure_text(choice.call, Face.BOLD, size) + padding * size

    def _choose_bubble_width(self, rows: Sequence[tuple[phrases.Choice, Rect]], qr: Rect) -> float:
        """Return one width for all bubbles of a group (mm); `rows` are its choices, each with its
        row. Return 0 for bubbles that are each as wide as its own words.

        Best is the width of the widest bubble of all groups, so that all bubbles of the panel end
        on one line. Names and answers next to the bubbles must not get shorter wordings for its
        sake: else it is the width of this group's widest bubble, and 0 where some name or answer
        has no room even next to that.
        """
        group_width = max(self._measure_bubble(choice) for choice, _ in rows)
        group_wordings = [self._rank_words(choice, row, qr, group_width) for choice, row in rows]
        have_room = all(name and answer for name, answer in group_wordings)
        if not have_room:
            return 0
        groups = phrases.list_choices(self.edition)
        all_choices = [choice for group in groups for choice in group.choices]
        panel_width = max(map(self._measure_bubble, all_choices))
        panel_wordings = [self._rank_words(choice, row, qr, panel_width) for choice, row in rows]
        return panel_width if panel_wordings == group_wordings else group_width

    def _rank_words(
        self, choice: phrases.Choice, row: Rect, qr: Rect, bubble_width: float
    ) -> tuple[int, int]:
        """Return which wordings of a choice's name and of its answer fit next to a bubble of this
        width (mm): 1 for the fullest, and 0 if none fits.
        """
        room = self._find_answer_end(row, qr) - row.x - bubble_width - self._tip
        name = choose_wording("", choice.name, room, self._measure_name)
        answer = choose_wording("", choice.answer, room, self.style.measure_body)
        return name.number, answer.number

    @property
    def _name_face(self) -> Face:
        """What names of choices are set in."""
        return self.style.plain if self.style.eco else self.style.strong

    def _measure_name(self, text: str) -> float:
        """Return how wide the name of a choice is (mm)."""
        return fonts.measure_text(text, self._name_face, self.style.body)

    @property
    def _tip(self) -> float:
        """The width of a bubble's tip with what is around it (mm)."""
        return BUBBLE_TIP_MM + BUBBLE_TIP_MM_PER_PT * self.style.body

    def _find_answer_end(self, row: Rect, qr: Rect) -> float:
        """Return where the answer in a row has to end (mm): at the row's right edge, or before the
        QR code if the row is next to it.
        """
        is_beside_qr = row.y + CHOICE_LEADINGS * self.style.leading > qr.y - QR_GAP_MM / 2
        return qr.x - QR_GAP_MM if is_beside_qr else row.right

    def _draw_choice(
        self, pen: Pen, row: Rect, choice: phrases.Choice, qr: Rect, bubble_width: float
    ) -> None:
        """Draw a choice in its row: a bubble of this width (mm) with the words to say; next to it
        the choice's name, and under that what the opponent answers.
        """
        style = self.style
        size = style.body
        leading = style.leading
        bubble_top = row.y + BUBBLE_DOWN_LEADINGS * leading
        bubble = Rect(row.x, bubble_top, bubble_width, BUBBLE_LEADINGS * leading)
        draw_bubble(pen, bubble, choice.call, style)
        x = row.x + bubble_width + self._tip
        room = self._find_answer_end(row, qr) - x
        key = f"{choice.key}_name"
        name_fit = choose_wording(key, choice.name, room, self._measure_name, required=True)
        name = pen.check_fit(name_fit)
        answer = self.choose_label(pen, choice.key, room, choice.answer, required=True)
        baseline = find_baseline(row.y + NAME_DOWN_LEADINGS * leading, Face.BOLD, size)
        pen.text(Run(x, baseline, name, self._name_face, size))
        pen.text(Run(x, baseline + leading, answer, style.text, size))

    def fields(self) -> Sequence[SheetField]:
        """Return what each sheet adds: its sheet code."""
        x = self.rect.x + self._code_start
        baseline = self._code_baseline
        size = self.style.sheet_code

        def place_code(code: str) -> list[Item]:
            return [Run(x, baseline, code, Face.MONO, size)]

        return (SheetField(lambda sheet: (sheet.code,), place_code),)


@dataclass(frozen=True, slots=True)
class PageLine(Panel):
    """A dashed line across the page to fold or to cut along. Its words are above it in a margin,
    turned by 90°: nothing is printed on the crease or on the cut.
    """

    key: str
    """The label of its words."""
    strip: Rect
    """The strip of the margin for them (mm)."""
    words_up: float
    """From the foot of the strip up to them (mm)."""
    step: int = 0
    """The number of the step of START that it is for; 0 for none."""

    def draw(self, pen: Pen) -> None:
        """Draw the line; at the foot of the strip of words the step's number in a disc, if there is
        one; above it the words.
        """
        y = self.rect.center_y
        with pen.dashes(DASH_MM, DASH_GAP_MM):
            pen.line(self.rect.x, y, self.rect.right, y, FIRM_PT)
        strip = self.strip
        if self.step:
            middle = strip.bottom - LINE_BADGE_MM / 2
            badge = Rect.square(strip.center_x, middle, LINE_BADGE_MM)
            draw_badge(pen, badge, self.step, self.style)
        self._draw_words(pen, strip.skip_bottom(self.words_up))

    def _draw_words(self, pen: Pen, strip: Rect) -> None:
        """Draw the words in a strip of the margin, turned by 90°: they begin at its foot and run
        up.
        """
        style = self.style
        text = self.edition.say(self.key)
        text_width = fonts.measure_text(style.to_capitals(text), Face.SEMIBOLD, style.label)
        fit = fit_only_wording(self.key, text, room=strip.h, need=text_width)
        words = style.to_capitals(pen.check_fit(fit))
        # They are set level around the point that is then the middle of the turn
        middle = strip.bottom - text_width / 2
        with pen.turn(strip.center_x, middle, QUARTER_TURN):
            left = strip.center_x - text_width / 2
            level = Rect(left, middle - strip.w / 2, text_width, strip.w)
            pen.text(set_centered_in(level, words, Face.SEMIBOLD, style.label))
