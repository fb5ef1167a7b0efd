"""Setting text: captions, wrapped paragraphs, the fullest wording that fits, names on one line or two."""

from __future__ import annotations

from functools import cache

from wordfleet_print.tracker.fonts import Face, cap_height, fit, text_width
from wordfleet_print.tracker.geometry import MM, Rect
from wordfleet_print.tracker.pen import Pen, Run
from wordfleet_print.tracker.style import FIRM_PT, Style

Word = tuple[str, Face]


def measure_label(text: str, style: Style) -> float:
    """Return how wide a label is (mm)."""
    return text_width(text.upper(), Face.SEMIBOLD, style.label) + len(text) * 0.05 * style.label / MM


def draw_label(pen: Pen, x: float, baseline: float, text: str, style: Style) -> None:
    """Set letterspaced capitals."""
    pen.text(Run(x, baseline, text.upper(), Face.SEMIBOLD, style.label), tracking=0.05 * style.label)


def draw_writing_line(pen: Pen, place: Rect, label: str, style: Style) -> None:
    """Draw a line to write on at the bottom of a place, its label at the top."""
    draw_label(pen, place.x, place.y + cap_height(Face.SEMIBOLD, style.label), label, style)
    pen.line(place.x, place.bottom, place.right, place.bottom, FIRM_PT)


@cache
def wrap_text(text: str, width: float, size: float) -> list[list[Word]]:
    """Wrap text to a width (mm). Words between *asterisks* are bold; no-break spaces keep words together."""
    lines: list[list[Word]] = [[]]
    face, at, space = Face.MEDIUM, 0.0, text_width(" ", Face.MEDIUM, size)
    for raw in text.split(" "):
        if raw.startswith("*"):
            face = Face.BOLD
        word = raw.replace("*", "").replace("\u00a0", " ")
        wide = text_width(word, face, size)
        if lines[-1] and at + wide > width:
            lines.append([])
            at = 0.0
        lines[-1].append((word, face))
        at += wide + space
        if raw.rstrip(".,:;!?").endswith("*"):
            face = Face.MEDIUM
    return lines


def draw_paragraph(pen: Pen, place: Rect, text: str, style: Style, size: float = 0) -> float:
    """Set wrapped text from the top of a place; return where the next line would begin (mm)."""
    size = size or style.body
    leading, space = style.leading * size / style.body, text_width(" ", Face.MEDIUM, size)
    y = place.y + cap_height(Face.MEDIUM, size)
    for words in wrap_text(text, place.w, size):
        x = place.x
        for word, face in words:
            pen.text(Run(x, y, word, Face.SEMIBOLD if style.eco and face is Face.BOLD else face, size))
            x += text_width(word, face, size) + space
        y += leading
    return y - cap_height(Face.MEDIUM, size)


def choose_text(texts: str, width: float, size: float) -> str:
    """Return the first of the wordings between bars | that fits the width (mm); if none does, nothing. A wording may
    have several lines.
    """
    for text in texts.split("|"):
        if all(text_width(line, Face.MEDIUM, size) <= width for line in text.splitlines()):
            return text
    return ""


def set_name(place: Rect, name: str, face: Face, size: float, least: float) -> list[Run]:
    """Set a name on the bottom of its place: shrunk, then wrapped in two lines, and only then cut."""
    text, fitting = fit(name, face, place.w, size, least)
    lines = [text]
    two_lines = 0.62 * least + 0.35  # capitals of 0.25 mm to a pt, 0.31 mm from line to line, and letters that descend
    if text != name and two_lines <= place.h and len(parts := balance_lines(name, " -")) > 1:
        lines = [fit(part, face, place.w, least, least)[0] for part in parts]
    base = place.bottom - 0.35 - 0.085 * fitting
    return [Run(place.x, base - at * 0.31 * fitting, line, face, fitting) for at, line in enumerate(reversed(lines))]


def balance_lines(text: str, marks: str = " ") -> list[str]:
    """Break a text after one of these marks into two lines of about the same length, if it has any."""
    breaks = [at for at, char in enumerate(text, start=1) if char in marks]
    if not breaks:
        return [text]
    cut = min(breaks, key=lambda at: abs(at - len(text) / 2))
    return [text[:cut].rstrip(), text[cut:]]
