"""The template of a PDF: what its pages share, drawn once by reportlab as form XObjects, and the
fonts of all the rest.

Its one page lists all of them in its resources, which pages of sheets inherit.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any, BinaryIO, Literal, NamedTuple

import pikepdf
from reportlab.pdfgen.canvas import Canvas

from wordfleet_print.games.fits import Fit
from wordfleet_print.paper import MM
from wordfleet_print.tracker.fonts import (
    Face,
    find_font,
    get_fallback_digest,
    load_face,
    refuse_missing,
)
from wordfleet_print.tracker.operators import ESCAPES
from wordfleet_print.tracker.pen import Art, CellText, Item, Pen, Run

CACHED_TEMPLATES = 64
# Letters that are embedded together where one of them is needed: most files then share one of a few
# templates.
CAPITALS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -–…·")
SMALL = frozenset("abcdefghijklmnopqrstuvwxyz.,’'()")
WESTERN = frozenset(
    char for char in map(chr, range(0xC0, 0x180)) if char.encode("cp1252", "ignore")
)
# Held while reportlab draws: it reads a font's file through one position for all threads.
_REPORTLAB = Lock()


class Glyphs(NamedTuple):
    """The characters of a face in a template."""

    fonts: dict[str, str]
    """The resource name of each character's font."""
    codes: dict[int, str]
    """Its code as it is written in a literal string, by code point as `str.translate` takes it."""


@dataclass(frozen=True, eq=False)
class Template:
    """A PDF whose one page has all forms and fonts in its resources. It equals only itself."""

    pdf: bytes
    forms: Mapping[Art, str]
    """The names of its forms."""
    glyphs: Mapping[Face, Glyphs]


def collect_characters(items: Iterable[Item]) -> dict[Face, set[str]]:
    """Return the characters that items need of each face."""
    characters: dict[Face, set[str]] = {}
    for item in items:
        if isinstance(item, Run | CellText):
            characters.setdefault(item.face, set()).update(item.text)
    return characters


def make_template(arts: Sequence[Art], characters: Mapping[Face, Iterable[str]]) -> Template:
    """Return a template of this art whose fonts hold these characters, with the fallback font in
    use.

    Raises `BadInputError` for characters that no font has.
    """
    fonts = []
    # In the order of `Face`, and sorted: the same characters give the same bytes, whatever order
    # the sheets came in.
    for face in Face:
        if face not in characters:
            continue
        wanted = frozenset(characters[face])
        refuse_missing("".join(sorted(wanted)), face)
        groups = (group for group in (CAPITALS, SMALL, WESTERN) if not group.isdisjoint(wanted))
        fonts.append((face, "".join(sorted(wanted.union(*groups)))))
    return _make_template(tuple(arts), tuple(fonts), get_fallback_digest())


def draw_to_measure(art: Art) -> list[Fit]:
    """Return which wordings are chosen when something is drawn; the drawing is thrown away."""
    with _REPORTLAB:
        canvas = _open_canvas(io.BytesIO(), art)
        pen = Pen(canvas, art.height, is_lenient=True)
        art.draw(pen)
    return pen.fits


def _open_canvas(target: BinaryIO, art: Art, **options: Literal[0, 1]) -> Canvas:
    """Return a canvas as large as the art.

    Its first font is one of ours: Helvetica would not be embedded. The type stubs know only its
    default.
    """
    first_font: dict[str, Any] = {"initialFontName": load_face(Face.MEDIUM).fontName}
    size = (art.width * MM, art.height * MM)
    return Canvas(target, pagesize=size, **first_font, **options)


@lru_cache(maxsize=CACHED_TEMPLATES)
def _make_template(
    arts: tuple[Art, ...], fonts: tuple[tuple[Face, str], ...], _fallback: str
) -> Template:
    """Draw a template of this art with these fonts, each a face and its characters. Equal calls
    with the same fallback font get the same template.
    """
    drawn = io.BytesIO()
    with _REPORTLAB:
        canvas = _open_canvas(drawn, arts[0], pageCompression=1, invariant=1)
        _draw_forms(canvas, arts)
        glyphs = {face: _embed_characters(canvas, face, text) for face, text in fonts}
        canvas.showPage()
        canvas.save()
    # To pack streams once and not for each file: reportlab writes them as ASCII
    packed = io.BytesIO()
    with pikepdf.open(drawn) as pdf:
        pdf.save(packed, static_id=True)
    # What reportlab calls them among a page's resources
    forms = {art: f"FormXob.{number}" for number, art in enumerate(arts)}
    return Template(packed.getvalue(), forms, glyphs)


def _draw_forms(canvas: Canvas, arts: Sequence[Art]) -> None:
    """Draw each art once, however many pages show it: a page is then a kilobyte, not fifty."""
    for number, art in enumerate(arts):
        canvas.beginForm(f"{number}", 0, 0, art.width * MM, art.height * MM)
        art.draw(Pen(canvas, art.height))
        canvas.endForm()
    # The one page shows every form, so that reportlab lists all of them in its resources
    for number in range(len(arts)):
        canvas.doForm(f"{number}")


def _embed_characters(canvas: Canvas, face: Face, characters: str) -> Glyphs:
    """Embed characters of a face into the PDF that reportlab draws on this canvas, and return which
    of the PDF's fonts has each of them, under which code. reportlab splits a face into fonts of 256
    characters by its protocol for dynamic fonts (`pdfbase.ttfonts`).
    """
    document = vars(canvas)["_doc"]  # private, but an argument of the protocol
    glyphs = Glyphs({}, {})
    for char in characters:
        if own := find_font(char, face):
            ((subset, code),) = own.splitString(char, document)
            glyphs.fonts[char] = own.getSubsetInternalName(subset, document)[1:]
            glyphs.codes[ord(char)] = code.decode("latin-1").translate(ESCAPES)
    return glyphs
