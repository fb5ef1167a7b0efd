"""The page that a good programmer writes with reportlab in an afternoon: Helvetica, lines, boxes,
strings.

It has everything that play needs, in millimeters from the top left of A4: both grids with their
axes, both alphabets, words and launch codes in boxes, names, the enemy's fleet, the turn, the sheet
code. It has no bookmarks, no fonts of its own, no pictures, no QR code, and only the letters of a
name that Helvetica has.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

from reportlab import rl_config
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from wordfleet_print.games import load_edition
from wordfleet_print.sheet.sheet import Sheet

EDITION = load_edition("word-fleet")
ENCODING = "cp1252"
"""The letters that Helvetica has."""
LEFT, RIGHT, WIDTH = 15, 125, 72  # mm
CELL, LETTER_WIDTH, LETTER_HEIGHT = 9.5, 12, 10  # mm
FOLD = 148.5  # mm


def draw_pages(sheets: Sequence[Sheet]) -> bytes:
    """Draw each sheet on a page of its own; return the PDF."""
    buffer = io.BytesIO()
    rl_config.useA85 = 0
    canvas = Canvas(buffer, pagesize=A4, pageCompression=1, invariant=1)
    for sheet in sheets:
        Page(canvas).draw(sheet)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


class Page:
    """One page, in millimeters from the top left."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._font = ("", 0.0)

    def draw(self, sheet: Sheet) -> None:
        """Draw the public half, the fold line and the secret half."""
        self._header(sheet)
        self._grid("Attack grid", LEFT, 40)
        self._letters("Letter recon", 40, {})
        self._enemy(104)
        self._line(LEFT - 5, FOLD, 200, FOLD)
        self._text(LEFT + 70, FOLD - 1, EDITION.say("line.fold"), 7)
        self._codes(sheet, 153)
        self._words(sheet, 153)
        self._grid("Defense grid", LEFT, 182)
        self._letters("Letter manifest", 182, sheet.manifest or {})
        self._turn(244)
        self._label("Sheet code", RIGHT, 274)
        self._text(RIGHT, 281, sheet.code, 14, "Courier-Bold")

    def _text(self, x: float, y: float, text: str, size: float, face: str = "Helvetica") -> None:
        self._set_font(face, size)
        self._canvas.drawString(x * mm, A4[1] - y * mm, text)

    def _center(self, x: float, y: float, text: str, size: float, face: str = "Helvetica") -> None:
        self._set_font(face, size)
        self._canvas.drawCentredString(x * mm, A4[1] - y * mm, text)

    def _set_font(self, face: str, size: float) -> None:
        if (face, size) != self._font:
            self._canvas.setFont(face, size)
            self._font = face, size

    def _line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self._canvas.line(x1 * mm, A4[1] - y1 * mm, x2 * mm, A4[1] - y2 * mm)

    def _cells(
        self, x: float, y: float, size: tuple[float, float], columns: int, rows: int = 1
    ) -> None:
        """Draw adjacent boxes as the lines between them."""
        across = [(x + i * size[0]) * mm for i in range(columns + 1)]
        down = [A4[1] - (y + i * size[1]) * mm for i in range(rows + 1)]
        self._canvas.grid(across, down)

    def _label(self, text: str, x: float, y: float) -> None:
        self._text(x, y, text.upper(), 7.5, "Helvetica-Bold")

    def _boxed(self, text: str, x: float, y: float, width: float, height: float) -> None:
        """Draw each letter of a text in its own box."""
        self._cells(x, y, (width, height), len(text))
        for i, char in enumerate(text):
            self._center(x + (i + 0.5) * width, y + height / 2 + 2, char, 14, "Helvetica-Bold")

    def _header(self, sheet: Sheet) -> None:
        self._text(LEFT, 22, EDITION.title.upper(), 26, "Helvetica-Bold")
        fields = (
            ("Captain", sheet.player, LEFT, 36, 50),
            ("Opponent", sheet.opponent, LEFT + 53, 36, 52),
            ("Fleet", sheet.fleet_name, RIGHT, 22, WIDTH),
            ("Table", sheet.table, RIGHT, 36, 20),
            ("Round", sheet.round, RIGHT + 24, 36, 20),
            ("Serial", sheet.serial, RIGHT + 48, 36, 24),
        )
        for label, value, x, y, width in fields:
            self._label(label, x, y - 6)
            self._text(x, y - 1, value.encode(ENCODING, "replace").decode(ENCODING), 12)
            self._line(x, y, x + width, y)

    def _grid(self, title: str, x: float, y: float) -> None:
        """Draw squares with letters above and numbers on both sides."""
        columns, rows = EDITION.grid.columns, EDITION.grid.rows
        self._label(title, x, y + 3)
        top, right = y + 9, x + columns * CELL
        self._cells(x, top, (CELL, CELL), columns, rows)
        for i, name in enumerate(EDITION.grid.column_names):
            self._center(x + (i + 0.5) * CELL, top - 1.2, name, 10, "Helvetica-Bold")
        for i in range(rows):
            for middle in (x - 3, right + 3):
                self._center(middle, top + (i + 0.5) * CELL + 1.3, str(i + 1), 10, "Helvetica-Bold")

    def _letters(self, title: str, y: float, counts: dict[str, int]) -> None:
        """Draw the alphabet in boxes, with counts where they are known."""
        self._label(title, RIGHT, y + 3)
        for i, row in enumerate(EDITION.alphabet_rows):
            self._cells(RIGHT, y + 5 + i * LETTER_HEIGHT, (LETTER_WIDTH, LETTER_HEIGHT), len(row))
            for j, letter in enumerate(row):
                left, top = RIGHT + j * LETTER_WIDTH, y + 5 + i * LETTER_HEIGHT
                label = f"{letter} {counts.get(letter, '–')}" if counts else letter
                self._text(
                    left + 2, top + 6.5, label, 14, "Helvetica-Bold" if j == 0 else "Helvetica"
                )

    def _enemy(self, y: float) -> None:
        self._label("Enemy fleet", RIGHT, y + 3)
        for i, ship in enumerate(EDITION.fleet):
            top = y + 6 + i * 7.4
            self._text(RIGHT, top + 4, ship.ship, 10)
            self._cells(RIGHT + 24, top, (6, 6), ship.letters)
            self._text(RIGHT + 58, top + 4, "sunk", 8)
            self._canvas.circle((RIGHT + 69) * mm, A4[1] - (top + 3) * mm, 2.5 * mm)

    def _codes(self, sheet: Sheet, y: float) -> None:
        self._label("Launch codes", LEFT, y + 3)
        for i, code in enumerate(sheet.launch_codes):
            self._boxed(code, LEFT + i * 21, y + 6, 6, 8)

    def _words(self, sheet: Sheet, y: float) -> None:
        self._label("My fleet", RIGHT, y + 3)
        left, top = RIGHT, y + 6
        for word in sheet.words or ():
            if left + 7 * len(word) > RIGHT + WIDTH:
                left, top = RIGHT, top + 10
            self._boxed(word, left, top, 7, 8)
            left += 7 * len(word) + 3

    def _turn(self, y: float) -> None:
        self._label("Your turn", RIGHT, y + 3)
        for i, step in enumerate(EDITION.turn.actions, start=1):
            self._text(RIGHT, y + 2 + i * 6.4, f"{i}. {step.name}: {step.calls}", 8)
