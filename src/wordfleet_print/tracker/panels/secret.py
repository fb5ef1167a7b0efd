"""What only the secret half has: the warning, the launch codes, the turn; and the line between the halves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker import phrases
from wordfleet_print.tracker.fonts import Face, cap_height, fit, text_width
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.names import make_printable
from wordfleet_print.tracker.panels.panel import Panel
from wordfleet_print.tracker.pen import Frame, Item, Pen, Run, SheetField, set_centered, set_in_cells, set_right
from wordfleet_print.tracker.shapes import draw_badge, draw_bubble, draw_eye, draw_qr, qr_side
from wordfleet_print.tracker.style import FIRM, THIN
from wordfleet_print.tracker.typography import choose_text, draw_label, draw_paragraph, measure_label, wrap_text

QR_AIR_MM = 4.0
"""From the sheet code to the QR code."""
LONGEST_CODE = "WF-00000-00000-00000"
CODE_GAP_MM = 2.4
"""Between two launch codes."""


class SecretBand(Panel):
    """The band over all that is secret: whose it is, and that nobody else may look."""

    mirrors = False

    @property
    def warning(self) -> str:
        """That it is secret, and which side this is."""
        return " · ".join(filter(None, (phrases.WARNING, phrases.SIDES[self.kind.form][1]))).upper()

    @property
    def names(self) -> Rect:
        """What is left for names (mm)."""
        before = self.rect.h * 1.75 + text_width(self.warning, Face.STENCIL, self.style.heading)
        return Rect(self.rect.x + before + 4, self.rect.y, self.rect.w - before - 6.2, self.rect.h)

    def draw(self, pen: Pen) -> None:
        """Draw an eye and the warning."""
        rect, style = self.rect, self.style
        pen.frame(rect.inset(0.25), style.line * 1.4, radius=1.6)
        draw_eye(pen, rect.x + rect.h * 0.9, rect.center_y, rect.h * 0.3)
        base = rect.center_y + cap_height(Face.STENCIL, style.heading) / 2
        pen.text(Run(rect.x + rect.h * 1.75, base, self.warning, Face.STENCIL, style.heading))

    def fields(self) -> Sequence[SheetField]:
        """Return captain, fleet, and at events table and serial."""

        def pick_owner(sheet: Sheet) -> Sequence[tuple[str, ...]]:
            return ((make_printable(sheet.captain), sheet.fleet_name, sheet.table, sheet.serial),)

        return (SheetField(pick_owner, self._place_owner),)

    def _place_owner(self, owner: tuple[str, str, str, str]) -> list[Item]:
        """Set whose sheet it is. Where there is too little room, the fleet's name gives way, then the captain's is cut;
        on a half sheet or a page without a name there is a line to write it.
        """
        captain, fleet, table, serial = owner
        style, room, least = self.style, self.names, self.style.name_least
        seat = [f"table {table}" if table else "", serial]
        texts = [*filter(None, (captain, fleet, *seat))]
        if text_width(" · ".join(texts), Face.SEMIBOLD, least) > room.w and captain:
            texts = [*filter(None, (captain, *seat))]
            others = "".join(f" · {text}" for text in texts[1:])
            texts[0], _ = fit(captain, Face.SEMIBOLD, room.w - text_width(others, Face.SEMIBOLD, least), least, least)
        text, size = fit(" · ".join(texts), Face.SEMIBOLD, room.w, max(least, 0.8 * style.name), least)
        run = set_right(room.right, room.center_y + cap_height(Face.SEMIBOLD, size) / 2, text, Face.SEMIBOLD, size)
        if captain or self.kind.form == "folded":
            return [run]
        label = self.edition.players.one
        x = run.x - 42 - text_width(label, Face.SEMIBOLD, least)
        written = Rect(run.x - 41, room.bottom - 1.4, 38, 0)
        return [Run(x, run.y, label, Face.SEMIBOLD, least), Frame(written, 0, FIRM), run]


class LaunchCodes(Panel):
    """The launch codes, and how to bid with them."""

    @property
    def bidding(self) -> phrases.Bidding:
        """How to bid, in the fullest words that leave the codes their height."""
        style, heading = self.style, self.heading("codes", secret=True, step="bid")
        room = self.rect.h - style.heading_height - 1.2 - 0.33 * style.code
        wordings = phrases.list_bidding(self.edition)
        for bidding in wordings:
            note = choose_text(bidding.note, heading.note_width, style.body)
            if note and self._count_lines(bidding) * style.leading <= room:
                return bidding
        return wordings[-1]._replace(paragraphs=())

    def _count_lines(self, bidding: phrases.Bidding) -> int:
        return sum(len(wrap_text(text, self.rect.w, self.style.body)) for text in bidding.paragraphs)

    @property
    def places(self) -> list[list[Rect]]:
        """A box for each digit of each code: as high as the explanation leaves, within limits."""
        codes, style = self.edition.launch_codes, self.style
        body = self.rect.below(style.heading_height + 0.8)
        tall = min(9.5 * style.code / 14, body.h - 0.6 - self._count_lines(self.bidding) * style.leading)
        return [code.columns(codes.digits) for code in body.top(tall).columns(codes.count, gap=CODE_GAP_MM)]

    def draw(self, pen: Pen) -> None:
        """Draw boxes, and the explanation under them."""
        style, rect, bidding, places = self.style, self.rect, self.bidding, self.places
        self.heading("codes", secret=True, step="bid").draw(pen, bidding.note)
        for cells in places:
            with pen.dashes(0.4, 0.6):
                for cell in cells[1:]:
                    pen.line(cell.x, cell.y, cell.x, cell.bottom, THIN)
            pen.frame(Rect(cells[0].x, cells[0].y, cells[-1].right - cells[0].x, cells[0].h), style.line)
        y = places[0][0].bottom + 1.2
        for text in bidding.paragraphs:
            y = draw_paragraph(pen, Rect(rect.x, y, rect.w, rect.bottom - y), text, style)

    def fields(self) -> Sequence[SheetField]:
        """Return the codes."""
        places, size = self.places, self.style.code

        def place_code(numbered: tuple[int, str]) -> list[Item]:
            number, code = numbered
            return [set_in_cells(places[number], code, Face.MONO, size)]

        return (SheetField(lambda sheet: enumerate(sheet.launch_codes), place_code),)


class Turn(Panel):
    """The turn's choices with the words to say; the rules' address; the sheet code."""

    @property
    def height(self) -> float:
        """Heading, choices and sheet code, or the QR code beside them (mm)."""
        qr = 0 if self.kind.has_qr_in_head else qr_side(self.edition.rules_address)
        return self.style.heading_height + 0.8 + max(self._choices_height + self._code_height, qr)

    @property
    def _code_height(self) -> float:
        return 0.52 * self.style.sheet_code

    @property
    def _code_base(self) -> float:
        """The baseline of the sheet code: a Q reaches 0.07 mm to a pt below it (mm)."""
        return self.rect.bottom - 0.07 * self.style.sheet_code

    @property
    def _row_height(self) -> float:
        """A choice has two lines (mm)."""
        return (2.2 if self.style.body < 12 else 2.05) * self.style.leading

    @property
    def _group_gap(self) -> float:
        return 0.13 * self.style.body

    @property
    def _choices_height(self) -> float:
        groups = phrases.list_choices(self.edition)
        rows = sum(len(group.choices) * self._row_height + bool(group.lead) * self.style.leading for group in groups)
        return rows + (len(groups) - 1) * self._group_gap

    @property
    def _qr_place(self) -> Rect:
        """The QR code's place: in the lower right corner, of no size where it is in the head."""
        side = 0 if self.kind.has_qr_in_head else qr_side(self.edition.rules_address)
        return Rect(self.rect.right - side, self.rect.bottom - side, side, side)

    def draw(self, pen: Pen) -> None:
        """Draw a row for each choice: a bubble with the call, its name, the answer."""
        style, edition, rect, qr = self.style, self.edition, self.rect, self._qr_place
        self.heading("turn", secret=True, step="play").draw(pen, edition.rules_address.split("://")[1])
        if qr.w:
            draw_qr(pen, qr.x, qr.y, edition.rules_address)
        groups = phrases.list_choices(edition)
        y = rect.y + style.heading_height + 0.8
        spare = max(0, rect.bottom - self._code_height - y - self._choices_height)
        row = self._row_height + spare / (sum(len(group.choices) for group in groups) + 1)
        for group in groups:
            y = self._draw_group(pen, Rect(rect.x, y, rect.w, row), group) + self._group_gap
        draw_label(pen, rect.x, self._code_base, "Sheet code", style)

    def _draw_group(self, pen: Pen, place: Rect, group: phrases.ChoiceGroup) -> float:
        """Draw one part of a turn, its rows as high as `place`; return where it ends (mm)."""
        style, x, y, qr = self.style, place.x, place.y, self._qr_place
        size, leading, cap = style.body, style.leading, cap_height(Face.BOLD, style.body)
        numbered = 0.31 * size if group.number else 0
        if group.lead:
            pen.text(Run(x, y + cap + 0.2, group.number, Face.BOLD, size))
            pen.text(Run(x + numbered, y + cap + 0.2, group.lead, style.strong, size))
            y += leading
        elif numbered:
            pen.text(Run(x, y + 0.9 * leading + cap / 2, group.number, Face.BOLD, size))
        x += numbered
        padding, tip = 0.28 * size, 1.3 + 0.09 * size
        widest = max(text_width(choice.call, Face.BOLD, size) for choice in group.choices) + padding
        for choice in group.choices:
            right = qr.x - 2 if qr.w and y + 1.9 * leading > qr.y - 1 else place.right
            # Bubbles of a group are equally wide, unless the shortest answer would not fit beside one.
            shortest = max(text_width(text.split("|")[-1], Face.BOLD, size) for text in (choice.name, choice.answer))
            natural = text_width(choice.call, Face.BOLD, size) + padding
            wide = min(widest, max(natural, right - x - tip - shortest))
            draw_bubble(pen, Rect(x, y + 0.05 * leading, wide, 1.75 * leading), choice.call, style)
            beside, base = x + wide + tip, y + 0.43 * leading + cap / 2
            name, answer = (choose_text(text, right - beside, size) for text in (choice.name, choice.answer))
            pen.text(Run(beside, base, name, style.plain if style.eco else style.strong, size))
            pen.text(Run(beside, base + leading, answer, Face.MEDIUM, size))
            y += place.h
        return y

    def fields(self) -> Sequence[SheetField]:
        """Return the sheet code."""
        x, y = self.rect.x + measure_label("Sheet code", self.style) + 0.22 * self.style.body, self._code_base
        size = self.style.sheet_code
        return (SheetField(lambda sheet: (sheet.code,), lambda code: [Run(x, y, code, Face.MONO, size)]),)


@dataclass(frozen=True, slots=True)
class MiddleLine(Panel):
    """The line across the middle of a page: to fold back, START's first step, or to cut."""

    text: str = ""
    step: int = 0

    def draw(self, pen: Pen) -> None:
        """Draw dashes with the words between them."""
        style, rect, y = self.style, self.rect, self.rect.center_y
        half = text_width(self.text.upper(), Face.SEMIBOLD, style.label) / 2 + 2
        left = rect.center_x - half - (4.5 if self.step else 0)
        with pen.dashes(2.0, 1.2):
            pen.line(rect.x, y, left, y, FIRM)
            pen.line(rect.center_x + half, y, rect.right, y, FIRM)
        if self.step:
            draw_badge(pen, Rect(left + 1.5, y - 1.45, 2.9, 2.9), self.step, style)
        pen.text(set_centered(rect.center_x, y, self.text.upper(), Face.SEMIBOLD, style.label))
