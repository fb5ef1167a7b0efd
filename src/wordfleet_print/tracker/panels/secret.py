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

# Dashes of the fold and of a cut, and between them (mm).
DASH_MM = 2.0
DASH_GAP_MM = 1.2
# The number of a step next to the fold (mm).
LINE_BADGE_MM = 2.6
# From that number to the words.
AFTER_BADGE_MM = 0.5
# How far p and q reach below their baseline (mm to a pt).
DESCENT_MM_PER_PT = 0.072
# From the heading to the boxes of codes, and from those to the text under them (mm). How far the
# last line of that may reach below its baseline: few letters descend (mm to a pt).
CODES_TOP_MM = 0.7
UNDER_BOXES_MM = 1.1
# What more there is under the boxes at most where they leave room (mm).
MOST_SPARE_MM = 1.2
LAST_LINE_MM_PER_PT = 0.03
# The height of a box for a code, in mm to a pt of its digits: at most; with much white over and
# under them, and at least, half as high again as they are.
MOST_BOX_MM_PER_PT = 9.5 / 14
BOXES_MM_PER_PT = (0.46, 0.387)
# Between two launch codes; dashes and gaps between their digits (mm).
CODE_GAP_MM = 2.4
DIGIT_DASHES_MM = (0.4, 0.6)
# What the band leaves at least for the owner's name (mm).
BAND_OWNER_MM = 40.0
# From the band's edge to its tint: inside the round corners (mm).
BAND_TINT_MM = 0.8
# The band's frame: its middle, from the edge, and its corners (mm); its line, to that of others.
BAND_INSET_MM = 0.25
BAND_RADIUS_MM = 1.6
BAND_LINE = 1.4
# What marks over capitals in the owner's name keep off the band's edges: 0.4 off its frame (mm).
BAND_AIR_MM = 0.9
# The eye and the warning, to the band's height: from the left to both, and the eye's radius.
EYE_LEFT = 0.9
EYE_RADIUS = 0.3
WARNING_LEFT = 1.75
# From the warning to the owner's name, and from that to the band's end (mm).
AFTER_WARNING_MM = 4.0
BAND_END_MM = 2.2
# The line to write the owner's name on: its length where there is room, what it has at least, its
# height over the band's foot, the gap after it, and after its label (mm).
OWNER_LINE_MM = 38.0
OWNER_LINE_LEAST_MM = 20.0
OWNER_LINE_UP_MM = 1.4
OWNER_GAP_MM = 3.0
OWNER_LABEL_GAP_MM = 1.0
OWNER_FACE = Face.SEMIBOLD
# Between two groups of choices, and what a group's number takes, in mm to a pt of their text.
GROUP_GAP = 0.13
NUMBER_WIDTH = 0.28
# From the top of a group to the capitals of its lead (mm); to the middle of a number without a
# lead, to the leading.
LEAD_DOWN_MM = 0.2
NUMBER_DOWN = 0.9
# A bubble: its padding in mm to a pt; its tip (mm, and to a pt); its top and its height, to the
# leading.
BUBBLE_PADDING = 0.3
LARGE_BUBBLE_PADDING = 0.24
BUBBLE_TIP_MM = 1.1
BUBBLE_TIP_MM_PER_PT = 0.07
BUBBLE_DOWN = 0.05
BUBBLE_LINES = 1.75
# The height of a choice's row, to the leading: its two lines with what is around them.
ROW_LINES = 2.2
LARGE_ROW_LINES = 2.05
# The sheet code's line, with what is above it, and how far a Q reaches below its baseline (mm to a
# pt); the gap after its label (mm to a pt of body text).
CODE_LINE_MM_PER_PT = 0.52
CODE_TAIL_MM_PER_PT = 0.07
AFTER_LABEL_MM_PER_PT = 0.22
# A choice's height, and the middle of its name, to the leading.
CHOICE_LINES = 1.9
NAME_DOWN = 0.43
# From the answers to the QR code (mm).
QR_GAP_MM = 2.0


class Owner(NamedTuple):
    """Whose sheet it is, and where that player sits; "" for what is not known."""

    player: str
    fleet: str
    table: str
    serial: str


class SecretBand(Panel):
    """The band over all that is secret: whose it is, and that nobody else may look."""

    mirrors = False

    @property
    def warning(self) -> str:
        """That it is secret, and which side this is."""
        side = phrases.name_side(self.edition, self.design.form, secret=True)
        parts = filter(None, (self.edition.say("secret.warning"), side))
        return self.style.to_capitals(" · ".join(parts))

    @property
    def _face(self) -> Face:
        return fonts.choose_heading_face(self.warning, Face.STENCIL)

    def draw(self, pen: Pen) -> None:
        """Draw an eye and the warning."""
        rect = self.rect
        style = self.style
        if self.design.ink and not style.eco:
            pen.fill(rect.inset(BAND_TINT_MM), gray=TINT)
        pen.frame(rect.inset(BAND_INSET_MM), style.line * BAND_LINE, radius=BAND_RADIUS_MM)
        before = rect.h * WARNING_LEFT
        need = fonts.measure_text(self.warning, self._face, style.heading)
        room = rect.w - before - BAND_OWNER_MM
        pen.check_fit(fit_only_wording("secret.warning", self.warning, room, need))
        draw_eye(pen, rect.x + rect.h * EYE_LEFT, rect.center_y, rect.h * EYE_RADIUS)
        baseline = self._find_base(self._face, style.heading)
        warning = Run(rect.x + before, baseline, self.warning, self._face, style.heading)
        pen.text(warning, in_ink=True)

    def _find_base(self, face: Face, size: float) -> float:
        """Return the baseline of text in the band: letters that descend have as much air as
        capitals (mm).
        """
        raised = 0.5 * DESCENT_MM_PER_PT * self.style.name_in_band
        return find_baseline(self.rect.center_y, face, size) - raised

    def _limit_owner(self, text: str, face: Face) -> float:
        """Return the size of the owner's name at most (pt): capitals with marks, such as Å, shrink
        it rather than touch the frame.
        """
        sizes = NameSizes(
            self.style.name_in_band, self.style.name_wrap_below, self.style.name_wrap_below
        )
        # All names with marks have one size, whether letters of theirs descend or not
        bottom = min(measure_ink(text + PLAIN_LETTERS, face).bottom, 0)
        descent = -bottom / GLYPH_UNITS / MM
        room = self.rect.h - 2 * BAND_AIR_MM - MARKS_OVER_MM
        return limit_by_marks(text, face, sizes, room, descent)

    def _find_owner_base(self, text: str, face: Face, size: float) -> float:
        """Return the baseline of the owner's name: as high as the warning's, but lower where marks
        over capitals need it; halfway where letters that descend need as much (mm).
        """
        usual = self._find_base(face, size)
        ink = measure_ink(text, face)
        if ink.top <= measure_ink(PLAIN_LETTERS, face).top:
            return usual
        below_marks = self.rect.y + BAND_AIR_MM + ink.top / GLYPH_UNITS / MM * size
        above_tails = self.rect.bottom - BAND_AIR_MM + ink.bottom / GLYPH_UNITS / MM * size
        return max(usual, min(below_marks, (below_marks + above_tails) / 2))

    def fields(self) -> Sequence[SheetField]:
        """Return player, fleet, and at events table and serial.

        Where there is too little room, the fleet's name gives way, then the player's is cut; on a
        half sheet or a page without a name there is a line to write it.
        """
        warning = fonts.measure_text(self.warning, self._face, self.style.heading)
        room = self.rect.skip_left(self.rect.h * WARNING_LEFT + warning + AFTER_WARNING_MM)
        room = room.skip_right(BAND_END_MM)
        return (SheetField(_list_owners, partial(self._place_owner, room)),)

    def _place_owner(self, room: Rect, owner: Owner) -> list[Item]:
        """Set whose sheet it is at the right end of a room; before it a line for a name that is
        missing, if the secret half is a page or a half sheet of its own.
        """
        text = self._write_owner(owner, room.w)
        if owner.player or self.design.form == "folded":
            return [self._set_owner(text, room, room.w)]
        label = self.edition.players.one
        size = self.style.name_wrap_below
        around_line = OWNER_GAP_MM + OWNER_LABEL_GAP_MM
        beside_line = around_line + fonts.measure_text(label, OWNER_FACE, size)
        run = self._set_owner(text, room, room.w - (beside_line + OWNER_LINE_LEAST_MM))
        width = min(OWNER_LINE_MM, run.x - room.x - beside_line)
        line_start = run.x - OWNER_GAP_MM - width
        line = Rect(line_start, room.bottom - OWNER_LINE_UP_MM, width, 0)
        start = run.x - width - beside_line
        return [Run(start, run.y, label, OWNER_FACE, size), Frame(line, 0, FIRM_PT), run]

    def _write_owner(self, owner: Owner, width: float) -> str:
        """Return player, fleet, table and serial; where all have no room in this width (mm), the
        fleet is left out, and the player's name is cut if that is not enough.
        """
        # A name is better small than cut
        smallest = self.style.name_least
        table = owner.table and self.edition.say("secret.table", table=owner.table)
        seat = [text for text in (table, owner.serial) if text]
        names = [text for text in (owner.player, owner.fleet) if text]
        text = " · ".join([*names, *seat])
        need = fonts.measure_text(text, OWNER_FACE, self.style.name_wrap_below)
        if not owner.player or need <= width:
            return text
        others = "".join(f" · {part}" for part in seat)
        room = width - fonts.measure_text(others, OWNER_FACE, smallest)
        name, _ = fonts.shrink_or_cut(
            owner.player, OWNER_FACE, width=room, size=smallest, least=smallest
        )
        return name + others

    def _set_owner(self, text: str, room: Rect, width: float) -> Run:
        """Set a text at the right end of a room, shrunk to this width (mm)."""
        most = self._limit_owner(text, OWNER_FACE)
        fitting, size = fonts.shrink_or_cut(
            text, OWNER_FACE, width=width, size=most, least=self.style.name_least
        )
        baseline = self._find_owner_base(fitting, OWNER_FACE, size)
        return set_right_aligned(room.right, baseline, fitting, OWNER_FACE, size)


def _list_owners(sheet: Sheet) -> Sequence[Owner]:
    player = make_printable(sheet.player)
    return (Owner(player, sheet.fleet_name, sheet.table, sheet.serial),)


class BiddingText(NamedTuple):
    """The sentences that say how to bid, and where they are."""

    beside: str
    """A paragraph next to the heading, under its note; "" for none."""
    below: tuple[str, ...]
    """The paragraphs under the boxes of codes."""
    fit: Fit
    """Which wording it is, and what its paragraphs below need of their room."""


class LaunchCodes(Panel):
    """The launch codes, and how to bid with them."""

    @property
    def _heading(self) -> Heading:
        return self.heading("codes", secret=True, step="bid")

    @property
    def _around_boxes(self) -> float:
        """What is over and under the boxes of codes, without what the text's last line has under
        it (mm).
        """
        style = self.style
        # 8 pt: 0.7 + 1.1 - (3.1 - 1.9 - 0.3) = 0.9
        cap_height = fonts.measure_cap_height(style.text, style.body)
        under_line = style.leading - cap_height - LAST_LINE_MM_PER_PT * style.body
        return CODES_TOP_MM + UNDER_BOXES_MM - under_line

    @property
    def _bidding(self) -> BiddingText:
        """How to bid, in the fullest words that leave boxes of codes a good height: all under them,
        or, where even low boxes leave too little room, one paragraph next to the heading, in place
        of its rule.
        """
        for find_words, box in product((self._fit_below, self._fit_beside), BOXES_MM_PER_PT):
            bidding = find_words(box * self.style.code)
            if bidding.fit.has_room:
                break
        return bidding

    def _fit_below(self, box: float) -> BiddingText:
        """Return the fullest words that leave boxes this height (mm), all under them."""
        room = self.rect.h - self.style.heading_height - self._around_boxes - box
        for number, paragraphs in enumerate(phrases.list_bidding(self.edition), start=1):
            fit = self._measure_fit(number, paragraphs, room)
            if fit.missing <= TOLERANCE_MM:
                return BiddingText(beside="", below=paragraphs, fit=fit)
        return BiddingText(beside="", below=paragraphs, fit=replace(fit, number=0))

    def _fit_beside(self, box: float) -> BiddingText:
        """Return the fullest words that leave boxes this height (mm), with a paragraph next to the
        heading that has room there: the last one that has.
        """
        room = self.rect.h - self.style.legend_height - self._around_boxes - box
        for number, paragraphs in enumerate(phrases.list_bidding(self.edition), start=1):
            for at in reversed(range(len(paragraphs))):
                rest = paragraphs[:at] + paragraphs[at + 1 :]
                fit = self._measure_fit(number, rest, room)
                wide = measure_line(paragraphs[at], self.style)
                if fit.missing <= TOLERANCE_MM and wide <= self._heading.note_width:
                    return BiddingText(beside=paragraphs[at], below=rest, fit=fit)
        return BiddingText(beside="", below=paragraphs, fit=replace(fit, number=0))

    def _measure_fit(self, number: int, below: Sequence[str], room: float) -> Fit:
        """Return how the wording of this number, from 1, fits the room under the boxes (mm), where
        the paragraphs `below` are.
        """
        wordings = phrases.list_bidding(self.edition)
        text = " / ".join(wordings[number - 1])
        need = self._measure_paragraphs(below)
        return Fit(
            key="codes.bidding",
            text=text,
            number=number,
            count=len(wordings),
            room=room,
            need=need,
            required=True,
        )

    def _measure_paragraphs(self, paragraphs: Sequence[str]) -> float:
        """Return how high paragraphs are (mm)."""
        width = self.rect.w
        size = self.style.body
        face = self.style.text
        lines = sum(len(wrap_text(text, width, size, face)) for text in paragraphs)
        return lines * self.style.leading

    @property
    def places(self) -> list[list[Rect]]:
        """A box for each digit of each code: as high as the explanation leaves, within limits."""
        codes = self.edition.launch_codes
        style = self.style
        bidding = self._bidding
        above = style.legend_height if bidding.beside else style.heading_height
        body = self.rect.skip_top(above + CODES_TOP_MM)
        # A4: 22.9 mm - heading and gaps 5.9 - two lines of text 6.2 leave 10.8; the most is 9.2 for
        # digits of 13.5 pt.
        room = body.h + CODES_TOP_MM - self._around_boxes - bidding.fit.need
        tall = min(MOST_BOX_MM_PER_PT * style.code, room)
        return [
            code.split_columns(codes.digits)
            for code in body.keep_top(tall).split_columns(codes.count, gap=CODE_GAP_MM)
        ]

    def draw(self, pen: Pen) -> None:
        """Draw boxes, and the explanation under them."""
        style = self.style
        rect = self.rect
        places = self.places
        bidding = self._bidding
        pen.check_fit(bidding.fit)
        notes = self.edition.list_wordings("codes.note")
        self._heading.draw(pen, notes, "codes.note", required=True, second_line=bidding.beside)
        for cells in places:
            with pen.dashes(*DIGIT_DASHES_MM):
                for cell in cells[1:]:
                    pen.line(cell.x, cell.y, cell.x, cell.bottom, THIN_PT)
            pen.frame(Rect.around(cells[0], cells[-1]), style.line)
        under = places[0][0].bottom + UNDER_BOXES_MM
        spare = rect.bottom - under - bidding.fit.need
        y = under + max(0, min(spare / 2, MOST_SPARE_MM))
        for text in bidding.below:
            y = draw_paragraph(pen, Rect(rect.x, y, rect.w, rect.bottom - y), text, style)

    def fields(self) -> Sequence[SheetField]:
        """Return the codes."""
        places = self.places
        size = self.style.code

        def place_code(numbered: tuple[int, str]) -> list[Item]:
            number, code = numbered
            return [set_in_cells(places[number], code, Face.MONO, size)]

        return (SheetField(lambda sheet: enumerate(sheet.launch_codes), place_code),)


class Turn(Panel):
    """The turn's choices with the words to say; the rules' address; the sheet code."""

    @property
    def height(self) -> float:
        """Heading, choices and sheet code, or the QR code next to them (mm)."""
        # A4: heading 4.9 + 0.8 + choices 16.6 + sheet code 4.9 are 27.3 mm; the QR code of 17.5
        # needs less.
        _, rows = self._rows
        body = max(rows + CODE_LINE_MM_PER_PT * self.style.sheet_code, self.design.qr_side)
        return self._head_height + body

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
        """The height of the heading with the address, and what is below it (mm)."""
        is_high = len(self._address) > 1
        head = self.style.legend_height if is_high else self.style.heading_height
        return head + HEADING_FOOT_MM

    @property
    def _rows(self) -> tuple[float, float]:
        """Return the height of a choice, which has two lines, and of all with what is around groups
        (mm).
        """
        style = self.style
        groups = phrases.list_choices(self.edition)
        row = (LARGE_ROW_LINES if style.is_large else ROW_LINES) * style.leading
        leads = sum(bool(group.lead) for group in groups) * style.leading
        rows = sum(len(group.choices) for group in groups) * row
        gaps = (len(groups) - 1) * GROUP_GAP * style.body
        return row, rows + leads + gaps

    @property
    def _code_label(self) -> Fit:
        """The fullest label of the sheet code that leaves the code its room; at worst none."""
        style = self.style
        code = str(SheetCode(0, 0))
        white = self.design.qr_side + self.design.qr_white
        need = fonts.measure_text(code, Face.MONO, style.sheet_code)
        room = self.rect.w - white - need - AFTER_LABEL_MM_PER_PT * style.body
        key = "turn.sheet_code"
        return choose_wording(key, self.edition.list_wordings(key), room, style.measure_label)

    @property
    def _code_start(self) -> float:
        """Where the code starts, from the left (mm)."""
        label = self._code_label.printed
        if not label:
            return 0
        return self.style.measure_label(label) + AFTER_LABEL_MM_PER_PT * self.style.body

    @property
    def _code_base(self) -> float:
        """The baseline of the sheet code (mm)."""
        return self.rect.bottom - CODE_TAIL_MM_PER_PT * self.style.sheet_code

    def draw(self, pen: Pen) -> None:
        """Draw a row for each choice: a bubble with the call, its name, the answer."""
        style = self.style
        edition = self.edition
        rect = self.rect
        side = self.design.qr_side
        first, *others = self._address
        self._heading.draw(pen, (first,), second_line="".join(others))
        qr = Rect(rect.right - side, rect.bottom - side, side, side)
        draw_qr(pen, qr.x, qr.y, edition.rules_address, style.qr_module)
        groups = phrases.list_choices(edition)
        row, rows = self._rows
        y = rect.y + self._head_height
        spare = max(0, rect.bottom - CODE_LINE_MM_PER_PT * style.sheet_code - y - rows)
        row += spare / (sum(len(group.choices) for group in groups) + 1)
        for group in groups:
            end = self._draw_group(pen, Rect(rect.x, y, rect.w, row), group, qr)
            y = end + GROUP_GAP * style.body
        label = pen.check_fit(self._code_label)
        draw_label(pen, rect.x, self._code_base, label, style)

    def _choose_lead(self, pen: Pen, wordings: Wordings, room: float) -> str:
        """Return the fullest words over choices that have room (mm)."""

        def measure(text: str) -> float:
            return fonts.measure_text(text, self.style.strong, self.style.body)

        return pen.check_fit(choose_wording("turn.lead", wordings, room, measure, required=True))

    def _draw_group(self, pen: Pen, place: Rect, group: phrases.ChoiceGroup, qr: Rect) -> float:
        """Draw one part of a turn, its rows as high as `place`; return where it ends (mm)."""
        style = self.style
        size = style.body
        row = place.skip_left(NUMBER_WIDTH * size if group.number else 0)
        if group.lead:
            baseline = row.y + fonts.measure_cap_height(Face.BOLD, size) + LEAD_DOWN_MM
            pen.text(Run(place.x, baseline, group.number, Face.BOLD, size))
            lead = self._choose_lead(pen, group.lead, row.w)
            pen.text(Run(row.x, baseline, lead, style.strong, size))
            row = replace(row, y=row.y + style.leading)
        elif group.number:
            baseline = find_baseline(row.y + NUMBER_DOWN * style.leading, Face.BOLD, size)
            pen.text(Run(place.x, baseline, group.number, Face.BOLD, size))
        rows = []
        for choice in group.choices:
            rows.append((choice, row))
            row = replace(row, y=row.y + row.h)
        wide = self._choose_bubble(rows, qr)
        for choice, own_row in rows:
            self._draw_choice(pen, own_row, choice, qr, wide or self._measure_call(choice))
        return row.y

    def _measure_call(self, choice: phrases.Choice) -> float:
        """Return the width of a bubble around a call (mm)."""
        size = self.style.body
        padding = LARGE_BUBBLE_PADDING if self.style.is_large else BUBBLE_PADDING
        return fonts.measure_text(choice.call, Face.BOLD, size) + padding * size

    def _choose_bubble(self, rows: Sequence[tuple[phrases.Choice, Rect]], qr: Rect) -> float:
        """Return the width of a group's bubbles (mm): as the widest one of all groups, if no answer
        then needs shorter words, else as the group's widest; 0 for each as wide as its own call,
        where an answer has no room next to a wider one.
        """
        own = max(self._measure_call(choice) for choice, _ in rows)
        usual = [self._rank_words(choice, row, qr, own) for choice, row in rows]
        have_room = all(map(all, usual))
        if not have_room:
            return 0
        groups = phrases.list_choices(self.edition)
        every = [choice for group in groups for choice in group.choices]
        widest = max(map(self._measure_call, every))
        common = [self._rank_words(choice, row, qr, widest) for choice, row in rows]
        return widest if common == usual else own

    def _rank_words(
        self, choice: phrases.Choice, row: Rect, qr: Rect, wide: float
    ) -> tuple[int, int]:
        """Return the numbers of the wordings of name and answer that fit next to a bubble of this
        width (mm); 0 for none.
        """
        room = self._find_answer_end(row, qr) - row.x - wide - self._tip
        name = choose_wording("", choice.name, room, self.style.measure_body)
        answer = choose_wording("", choice.answer, room, self.style.measure_body)
        return name.number, answer.number

    @property
    def _tip(self) -> float:
        """The width of a bubble's tip with what is around it (mm)."""
        return BUBBLE_TIP_MM + BUBBLE_TIP_MM_PER_PT * self.style.body

    def _find_answer_end(self, row: Rect, qr: Rect) -> float:
        """Return where an answer in a row ends at most: next to the QR code earlier (mm)."""
        is_beside_qr = row.y + CHOICE_LINES * self.style.leading > qr.y - QR_GAP_MM / 2
        return qr.x - QR_GAP_MM if is_beside_qr else row.right

    def _draw_choice(
        self, pen: Pen, row: Rect, choice: phrases.Choice, qr: Rect, wide: float
    ) -> None:
        """Draw a bubble of this width (mm) with a call, its name and the answer next to it."""
        style = self.style
        size = style.body
        leading = style.leading
        right = self._find_answer_end(row, qr)
        bubble = Rect(row.x, row.y + BUBBLE_DOWN * leading, wide, BUBBLE_LINES * leading)
        draw_bubble(pen, bubble, choice.call, style)
        x = row.x + wide + self._tip
        baseline = find_baseline(row.y + NAME_DOWN * leading, Face.BOLD, size)
        name = self.choose_label(pen, f"{choice.key}_name", right - x, choice.name, required=True)
        answer = self.choose_label(pen, choice.key, right - x, choice.answer, required=True)
        pen.text(Run(x, baseline, name, style.plain if style.eco else style.strong, size))
        pen.text(Run(x, baseline + leading, answer, style.text, size))

    def fields(self) -> Sequence[SheetField]:
        """Return the sheet code."""
        x = self.rect.x + self._code_start
        y = self._code_base
        size = self.style.sheet_code
        return (
            SheetField(
                lambda sheet: (sheet.code,), lambda code: [Run(x, y, code, Face.MONO, size)]
            ),
        )


@dataclass(frozen=True, slots=True)
class PageLine(Panel):
    """A line across the page, bare from side to side. Its words are in a margin above it,
    where they are read from below: nothing is on a crease or on a cut.
    """

    key: str
    """The label of its words."""
    words: Rect
    """The strip of a margin for them (mm)."""
    step: int = 0
    """The number of the START step that it is for; 0 for none."""

    def draw(self, pen: Pen) -> None:
        """Draw dashes, the number at the foot of the strip, and the words turned by 90°."""
        style = self.style
        with pen.dashes(DASH_MM, DASH_GAP_MM):
            pen.line(self.rect.x, self.rect.center_y, self.rect.right, self.rect.center_y, FIRM_PT)
        strip = self.words
        if self.step:
            foot = strip.keep_bottom(strip.w)
            badge = Rect.square(foot.center_x, foot.center_y, LINE_BADGE_MM)
            draw_badge(pen, badge, self.step, style)
            strip = strip.skip_bottom(strip.w + AFTER_BADGE_MM)
        self._draw_words(pen, strip)

    def _draw_words(self, pen: Pen, strip: Rect) -> None:
        """Draw the words turned by 90°, from the foot of a strip up."""
        style = self.style
        text = self.edition.say(self.key)
        need = fonts.measure_text(style.to_capitals(text), Face.SEMIBOLD, style.label)
        fit = fit_only_wording(self.key, text, strip.h, need)
        words = style.to_capitals(pen.check_fit(fit))
        middle = strip.bottom - need / 2
        with pen.turn(strip.center_x, middle, QUARTER_TURN):
            place = Rect(strip.center_x - need / 2, middle - strip.w / 2, need, strip.w)
            pen.text(set_centered_in(place, words, Face.SEMIBOLD, style.label))
