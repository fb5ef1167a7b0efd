"""What stands beside a link to a rulebook where people share it: its title and the picture on its cover, as a PNG."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import Base64Bytes

from wordfleet_print.game import Rulebook
from wordfleet_print.rulebook.figures.canvas import INK, PAPER, WebFace
from wordfleet_print.rulebook.figures.covers import cover
from wordfleet_print.rulebook.figures.raster import COLORS, pixel_font, rasterised
from wordfleet_print.rulebook.text.fonts import missing_characters

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

WIDTH, HEIGHT = 1200, 630
"""As wide as those who show links ask for (pixels)."""
SPLIT, WHITE = 560, 48
"""How wide the side with the words is, and the white around words and picture (pixels)."""
GOLD = "#e8b45a"
SHADES = 32
"""Colors of the file."""
LARGEST, SMALLEST, MOST_LINES = 96, 30, 5
"""The title's letters, and how many lines it may have."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A finished preview, a PNG."""

    content: Base64Bytes


def draw_preview(book: Rulebook) -> Preview:
    """The words of a cover beside its picture; the same bytes for the same front matter.

    Raises nothing; words of which no bundled font has all characters are left out. Source: the Open Graph protocol's
    `og:image`; the cover's picture is that of `figures.covers`.
    """
    from PIL import Image as Pictures
    from PIL import ImageDraw as Pens

    card = Pictures.new("RGB", (WIDTH, HEIGHT), COLORS[INK])
    card.paste(COLORS[PAPER], (SPLIT, 0, WIDTH, HEIGHT))
    picture = _picture(book)
    card.paste(picture, (SPLIT + (WIDTH - SPLIT - picture.width) // 2, (HEIGHT - picture.height) // 2))
    draw = Pens.Draw(card)
    edition = f" · {book.edition} edition" if book.edition else ""
    _write(draw, WHITE, f"Rulebook{edition}", WebFace.MONO, (26, 16, 1), GOLD)
    below = _write(
        draw, WHITE + 60, book.title.upper(), WebFace.STENCIL, (LARGEST, SMALLEST, MOST_LINES), COLORS[PAPER]
    )
    _write(draw, below + 30, book.subtitle, WebFace.STRONG, (38, 20, 2), COLORS[PAPER])
    who = f"For {book.who_plays}"
    foot = f"{who} · {book.printing}" if book.printing else who
    _write(draw, HEIGHT - WHITE - 30, foot, WebFace.STRONG, (26, 16, 1), GOLD)
    written = io.BytesIO()
    card.quantize(SHADES).save(written, "PNG", optimize=True)
    return Preview(written.getvalue())


def _picture(book: Rulebook) -> Image:
    """The cover's picture, as large as its side of the card has room for."""
    svg = cover(book)
    wide, high = WIDTH - SPLIT - 2 * WHITE, HEIGHT - 2 * WHITE
    picture = rasterised(svg, wide, COLORS)
    return picture if picture.height <= high else rasterised(svg, wide * high // picture.height, COLORS)


def _write(draw: ImageDraw, top: int, words: str, face: WebFace, sizes: tuple[int, int, int], fill: str) -> int:
    """Write words as large as fit: from the first size down to the second, on so many lines. Returns where they end."""
    largest, smallest, most = sizes
    if missing_characters(set(words)):
        return top
    for size in range(largest, smallest - 1, -2):
        lines = _lines(words, face, size)
        if len(lines) <= most and max(pixel_font(face, size).getlength(line) for line in lines) <= SPLIT - 2 * WHITE:
            break
    for number, line in enumerate(lines[:most]):
        draw.text((WHITE, top + number * size), line, fill, pixel_font(face, size), "la")
    return top + len(lines[:most]) * size


def _lines(words: str, face: WebFace, size: int) -> list[str]:
    """The words in lines as broad as their side of the card, broken at blanks."""
    font, lines = pixel_font(face, size), [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or font.getlength(longer) <= SPLIT - 2 * WHITE:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
