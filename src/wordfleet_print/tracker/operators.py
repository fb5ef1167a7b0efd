"""PDF operators that sheets write themselves, by what they do, with their sections of ISO 32000-1.

Coordinates and sizes are in points from the bottom left of the page. reportlab writes all others.
"""

from __future__ import annotations

from collections.abc import Iterable

# What a literal string escapes (7.3.4.2): a bare carriage return would be read as a line feed.
ESCAPES = str.maketrans({"\\": r"\\", "(": r"\(", ")": r"\)", "\r": r"\r"})


def paint_form(name: str) -> str:
    """Paint a form XObject (8.8)."""
    return f"/{name} Do"


def transform(content: str, matrix: str) -> str:
    """Draw content in other coordinates, and restore them (8.4.4)."""
    return f"q {matrix} cm {content} Q"


def write_shift(right: float, up: float) -> str:
    """Return the matrix that moves content (8.3.3)."""
    return f"1 0 0 1 {right:.3f} {up:.3f}"


def shift_down(content: str, down: float) -> str:
    """Draw content further down."""
    return transform(content, f"1 0 0 1 0 {-down:.3f}")


def turn_around(content: str, width: float, height: float) -> str:
    """Draw content upside down on a page of this size."""
    return transform(content, f"-1 0 0 -1 {width:.3f} {height:.3f}")


def stroke(path: str, width: float) -> str:
    """Draw the outline of a path (8.5.3) with a line of this width (8.4.3.2)."""
    return f"{width:g} w {path} S"


def dash(lengths: Iterable[float]) -> str:
    """Dash the lines that follow (8.4.3.6): lengths of dash and gap (pt)."""
    return f"[{' '.join(f'{length:.3f}' for length in lengths)}] 0 d"


def write_text(operators: str) -> str:
    """Return a text object (9.4.1)."""
    return f"BT {operators} ET"


def interrupt_text(operators: str) -> str:
    """Return operators that no text object may hold, such as a path (figure 9), inside one."""
    return f"ET {operators} BT"


def place_text(x: float, y: float) -> str:
    """Say where text begins (Tm, 9.4.2)."""
    return f"{write_shift(x, y)} Tm"


def move_text(right: float, up: float) -> str:
    """Say how far from the text before text begins (Td, 9.4.2): shorter than a place."""
    return f"{right:.3f} {up:.3f} Td"


def set_font(name: str, size: float) -> str:
    """Choose a font (9.3.1)."""
    return f"/{name} {size:g} Tf"


def space_characters(space: float) -> str:
    """Set the space after each character (9.3.2)."""
    return f"{space:.5g} Tc"


def show_codes(codes: str) -> str:
    """Show a text in the font's codes (Tj, 9.4.3)."""
    return f"({codes})Tj"


def show_adjusted(parts: str) -> str:
    """Show strings with movements between them (TJ, 9.4.3)."""
    return f"[{parts}]TJ"


def begin_span(text: str) -> str:
    """Begin a span that gives readers the whole text of what is set in parts (14.9.4)."""
    is_plain = text.isascii() and text.isalnum()
    string = f"({text})" if is_plain else f"<FEFF{text.encode('utf-16-be').hex()}>"
    return f"/Span<</ActualText{string}>>BDC"


# The end of a span (14.6).
END_SPAN = "EMC"
