"""The alphabet in boxes: Letter Recon, what is asked of the enemy, and the Manifest, what the own fleet holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wordfleet_print.tracker import phrases
from wordfleet_print.tracker.fonts import Face, cap_height
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.panels.panel import Panel
from wordfleet_print.tracker.pen import TINT, Item, Pen, Run, SheetField, set_centered, set_in
from wordfleet_print.tracker.style import FIRM_PT, THIN_PT
from wordfleet_print.tracker.typography import choose_text, draw_paragraph, wrap_text

TICK_MM = 2.7
"""The side of a box to tick in a letter's box."""


@dataclass(frozen=True, slots=True)
class Letters(Panel):
    """A box for each letter. Rows begin with vowels, the letters to ask for first; the last rows' length leaves a
    corner free, which explains the panel.
    """

    secret: bool = False

    @property
    def boxes(self) -> dict[str, Rect]:
        """Each letter's box."""
        rows = self.edition.alphabet_rows
        body = self.rect.below(self.style.heading_height + 0.6)
        found = dict[str, Rect]()
        for row, strip in zip(rows, body.rows(len(rows)), strict=True):
            found |= zip(row, strip.columns(max(map(len, rows))), strict=False)
        return found

    def draw(self, pen: Pen) -> None:
        """Draw heading, boxes, letters, and what the corner explains."""
        style, edition, boxes = self.style, self.edition, self.boxes
        heading = self.heading("manifest" if self.secret else "recon", secret=self.secret)
        heading.draw(pen, phrases.MANIFEST if self.secret else phrases.RECON)
        for letter in edition.vowels if not style.eco else "":
            pen.fill(boxes[letter], gray=TINT)
        for letter, box in boxes.items():
            pen.frame(box, style.hairline)
            if not self.secret or self.kind.blank:
                pen.text(self._set_letter(letter, box))
                pen.line(box.right - 0.4 * box.w, box.bottom - 1.6, box.right - 0.7, box.bottom - 1.6, FIRM_PT)
            if not self.secret and edition.tracker.letters_once:
                pen.frame(Rect(box.right - TICK_MM - 0.7, box.y + 0.7, TICK_MM, TICK_MM), THIN_PT)
        for letter in edition.vowels if not (style.eco and self.secret) else "":
            pen.frame(boxes[letter], FIRM_PT if style.eco else 1.0)
        first, second, *_ = (boxes[row[-1]] for row in edition.alphabet_rows)
        x = max(first.right, second.right) + 1.2
        corner = Rect(x, first.y, self.rect.right - x, second.bottom - first.y - 0.8)
        if self.secret:
            self._draw_help(pen, corner)
        else:
            self._draw_legend(pen, corner)

    def _draw_legend(self, pen: Pen, corner: Rect) -> None:
        """Show how to mark an answer beside its letter, and what each mark means."""
        style, answers = self.style, phrases.list_answers(self.edition)
        side = min(corner.h / len(answers) - 0.5, 6.6 if style.body < 12 else 5.4)
        for (mark, meaning), place in zip(answers, corner.rows(len(answers)), strict=True):
            box = Rect(place.x, place.center_y - side / 2, side, side)
            if mark == "tick":
                pen.frame(box.inset(side * 0.22), THIN_PT)
                pen.line(box.x + side * 0.3, box.center_y, box.center_x, box.bottom - side * 0.3, 1.2)
                pen.line(box.center_x, box.bottom - side * 0.3, box.right - side * 0.1, box.y + side * 0.1, 1.2)
            else:
                text, face = ("2", Face.MONO) if mark == "count" else ("R", Face.MEDIUM)
                pen.text(set_in(box, text, face, max(style.label, side * 1.9)))
            if mark == "ring":
                pen.ring(box.center_x, box.center_y, side * 0.46, 1.0)
            if mark == "cross":
                edge = box.inset(side * 0.13)
                pen.line(edge.x, edge.bottom, edge.right, edge.y, 1.2)
            text = choose_text(meaning, corner.right - box.right - 0.8, style.body)
            base = place.center_y + cap_height(Face.MEDIUM, style.body) / 2
            pen.text(Run(box.right + 0.9, base, text, Face.MEDIUM, style.body))

    def _draw_help(self, pen: Pen, corner: Rect) -> None:
        """Say what the manifest is for."""
        style = self.style
        texts = (phrases.COUNT_LETTERS if self.kind.blank else phrases.TELL_COUNT).split("|")
        lines = (corner.h + 0.3) // style.leading
        fitting = (text for text in texts if len(wrap_text(text, corner.w, style.body)) <= lines)
        draw_paragraph(pen, corner.below(0.6), next(fitting, texts[-1]), style)

    def _set_letter(self, letter: str, box: Rect, *, bold: bool = False) -> Run:
        face = self.style.strong if bold or letter in self.edition.vowels else Face.MEDIUM
        return set_centered(box.x + box.w * 0.31, box.center_y, letter, face, self.style.letter)

    def fields(self) -> Sequence[SheetField]:
        """Return how many of each letter the own fleet holds; letters that it holds are bold."""
        if not self.secret or self.kind.blank:
            return ()
        boxes = self.boxes
        none = dict.fromkeys(boxes, 0)

        def place_count(counted: tuple[str, int]) -> list[Item]:
            letter, count = counted
            box = boxes[letter]
            text, face = (str(count), Face.MONO) if count else ("–", Face.MEDIUM)
            if count and self.style.eco:
                face = self.style.strong
            number = set_centered(box.x + box.w * 0.74, box.center_y, text, face, self.style.letter)
            return [self._set_letter(letter, box, bold=count > 0), number]

        return (SheetField(lambda sheet: (none | (sheet.manifest or {})).items(), place_count),)
