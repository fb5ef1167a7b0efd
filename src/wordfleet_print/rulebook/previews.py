"""What stands beside a shared link: title and cover, painted as a PNG."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from functools import cache, partial
from html import escape
from typing import TYPE_CHECKING

from wordfleet_print.games import Rulebook
from wordfleet_print.press.ink.fonts import FOLDER, Face
from wordfleet_print.press.ink.svg_pen import INK, PAPER, TINT
from wordfleet_print.rulebook.downloads import PREVIEW, games_of
from wordfleet_print.rulebook.downloads import target as target_of
from wordfleet_print.rulebook.figures.opening import cover
from wordfleet_print.rulebook.figures.things import wrapped
from wordfleet_print.rulebook.rendering import RenderOrder
from wordfleet_print.rulebook.text.web_fonts import missing_characters
from wordfleet_print.rulebook.weasyprint_pdf import Printed
from wordfleet_print.wording import counted, listed

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

COLORS = {INK: "#14263a", PAPER: "#fffdf8", TINT: "#dfe1e0"}
"""What figures are painted in: the site's own colors."""


@cache
def pixel_font(face: Face, size: int) -> FreeTypeFont:
    """A face at a size (pixels): kerned by its own table alone, which needs no library that a machine may lack."""
    from PIL import ImageFont

    return ImageFont.truetype(FOLDER / f"{face}.ttf", size, layout_engine=ImageFont.Layout.BASIC)


def painted(svg: str, width: int) -> Image:
    """A picture that `Canvas` has drawn, `width` pixels broad, in the site's colors. Raises nothing for such a one."""
    import resvg_py
    from PIL import Image

    for named, color in (("var(--ink, currentColor)", COLORS[INK]), *COLORS.items()):
        svg = svg.replace(named, color)
    files = [str(FOLDER / f"{face}.ttf") for face in Face]
    png = resvg_py.svg_to_bytes(
        svg, width=width, background=COLORS[PAPER], skip_system_fonts=True, font_files=files, languages=[]
    )
    return Image.open(io.BytesIO(png)).convert("RGB")


WIDTH, HEIGHT = 1200, 630
"""As wide as those who show links ask for (pixels)."""
SPLIT, WHITE = 560, 48
"""How wide the side with the words is, and the white around words and picture (pixels)."""
MOST_COVERS, BETWEEN = 3, 26
"""Covers on the card of a site, and the white between them (pixels)."""
GOLD = "#e8b45a"
SHADES = 32
"""Colors of the file."""
LINE, TITLE, SUBTITLE = (26, 16, 26), (96, 30, 290), (38, 20, 84)
"""Of a single line, of the title and of what stands below it: the largest letters, the smallest, and how high all of it
may be (pixels).
"""


LANDING = "index"
"""What the landing page is called, and the preview that stands for all pages beside the rulebooks."""


def link_lines(url: str, slug: str, target: str) -> str:
    """What a page's head says of its own address and of the picture beside links to it, below the site's `url`: other
    sites can use whole addresses only, so it is nothing where the site has none.
    """
    if not url:
        return ""
    address, picture = escape(url + target), escape(url + target_of(slug, PREVIEW, ""))
    size = (("image", picture), ("image:type", "image/png"), ("image:width", WIDTH), ("image:height", HEIGHT))
    facts = (("url", address), *size, ("image:alt", "The title, and the picture on the cover."))
    lines = [f'<meta property="og:{name}" content="{value}">' for name, value in facts]
    card = '<meta name="twitter:card" content="summary_large_image">'
    return "\n".join(["", f'<link rel="canonical" href="{address}">', *lines, card])


def preview_order(slug: str, books: Mapping[str, Rulebook]) -> RenderOrder[Printed]:
    """The preview of a rulebook, or of the whole site, to be drawn."""
    if slug in books:
        return RenderOrder(partial(draw_preview, books[slug]))
    return RenderOrder(partial(draw_landing, [game.first for game in games_of(books.values())]))


def draw_preview(book: Rulebook) -> Printed:
    """The words of a cover beside its picture; the same bytes for the same front matter.

    Raises nothing; words of which no bundled font has all characters are left out. Source: the Open Graph protocol's
    `og:image`; the cover's picture is `cover`.
    """
    edition = f" · {book.edition} edition" if book.edition else ""
    foot = " · ".join(filter(None, [f"For {book.who_plays}", book.printing]))
    return _drawn(f"Rulebook{edition}", book.title, book.subtitle, foot, [book])


def draw_landing(books: Sequence[Rulebook]) -> Printed:
    """The same for a site of these games, the first few covers one below the other. Raises nothing."""
    title = f"{counted(len(books), 'game')} to print and play"
    names = listed([book.title for book in books])
    return _drawn("Rules and print-outs", title, names, "To read on any screen, or at a table", books)


def _drawn(kicker: str, title: str, subtitle: str, foot: str, books: Sequence[Rulebook]) -> Printed:
    """A card with these words, from the top down, beside the covers, as a PNG."""
    from PIL import Image as Pictures
    from PIL import ImageDraw as Pens

    card = Pictures.new("RGB", (WIDTH, HEIGHT), COLORS[INK])
    card.paste(COLORS[PAPER], (SPLIT, 0, WIDTH, HEIGHT))
    covers = [cover(book) for book in books[:MOST_COVERS]]
    wide, high = WIDTH - SPLIT - 2 * WHITE, HEIGHT - 2 * WHITE - BETWEEN * (len(covers) - 1)
    pictures = [painted(svg, wide) for svg in covers]
    needed = sum(picture.height for picture in pictures)
    if needed > high:  # they are made as large as all of them have room for
        pictures = [painted(svg, wide * high // needed) for svg in covers]
    top = (HEIGHT - sum(picture.height for picture in pictures) - BETWEEN * (len(pictures) - 1)) // 2
    for picture in pictures:
        card.paste(picture, (SPLIT + (WIDTH - SPLIT - picture.width) // 2, top))
        top += picture.height + BETWEEN
    draw = Pens.Draw(card)
    _write(draw, WHITE, kicker, Face.MONO, LINE, GOLD)
    below = _write(draw, WHITE + 60, title.upper(), Face.STENCIL, TITLE, COLORS[PAPER])
    _write(draw, below + 30, subtitle, Face.BOLD, SUBTITLE, COLORS[PAPER])
    _write(draw, HEIGHT - WHITE - 30, foot, Face.BOLD, LINE, GOLD)
    written = io.BytesIO()
    card.quantize(SHADES).save(written, "PNG", optimize=True)
    return Printed(written.getvalue(), 1, ())


def _write(draw: ImageDraw, top: int, words: str, face: Face, sizes: tuple[int, int, int], fill: str) -> int:
    """Write words as large as fit: from the first size down to the second, no higher in all than the third.

    Returns where they end.
    """
    (largest, smallest, high), room = sizes, SPLIT - 2 * WHITE
    if missing_characters(set(words)):
        return top
    for size in range(largest, smallest - 1, -2):
        font = pixel_font(face, size)
        lines = wrapped(words, font.getlength, room)
        if len(lines) * size <= high and max(map(font.getlength, lines)) <= room:
            break
    kept = lines[: max(1, high // size)]
    for number, line in enumerate(kept):
        shown = next(line[:end] for end in range(len(line), -1, -1) if font.getlength(line[:end]) <= room)
        draw.text((WHITE, top + number * size), shown, fill, font, "la")
    return top + len(kept) * size
