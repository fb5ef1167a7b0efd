"""A PDF's template by reportlab: what pages share, drawn once as form XObjects, and the fonts of all the rest."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple

from reportlab.pdfgen.canvas import Canvas

from wordfleet_print.tracker.fonts import Face, find_font, font, get_fallback_digest, refuse_missing
from wordfleet_print.tracker.geometry import MM
from wordfleet_print.tracker.pen import CellText, Item, Pen, Run

CACHED_TEMPLATES = 64
CAPITALS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -–…·")
SMALL = frozenset("abcdefghijklmnopqrstuvwxyz.,’'()")
# Letters that are embedded together where one of them is needed: most files then share one of a few templates.
WESTERN = frozenset(char for char in map(chr, range(0xC0, 0x180)) if char.encode("cp1252", "ignore"))
# Held while reportlab draws: it reads a font's file through one position for all threads.
_REPORTLAB = Lock()


class Art(NamedTuple):
    """What many pages share: their size (mm), and what draws it."""

    width: float
    height: float
    draw: Callable[[Pen], None]


class Glyphs(NamedTuple):
    """The characters of a face in a template: the resource name of each one's font, and its code as it is written in a
    literal string, by code point as `str.translate` takes it.
    """

    fonts: dict[str, str]
    codes: dict[int, str]


@dataclass(frozen=True, eq=False)
class Template:
    """A PDF whose one page has all forms and fonts in its resources; the forms' names, and glyphs by face."""

    pdf: bytes
    forms: Mapping[Art, str]
    glyphs: Mapping[Face, Glyphs]


def collect_characters(items: Iterable[Item]) -> dict[Face, set[str]]:
    """Return the characters that items need of each face."""
    found: dict[Face, set[str]] = {}
    for item in items:
        if isinstance(item, Run | CellText):
            found.setdefault(item.face, set()).update(item.text)
    return found


def make_template(arts: Sequence[Art], characters: Mapping[Face, Iterable[str]]) -> Template:
    """Return a template of this art whose fonts hold these characters, with the fallback font in use.

    Raises `BadInputError` for characters that no font has.
    """
    fonts = []
    # In the order of `Face`, and sorted: the same characters give the same bytes, whatever order the sheets came in.
    for face in (face for face in Face if face in characters):
        wanted = frozenset(characters[face])
        refuse_missing("".join(sorted(wanted)), face)
        groups = (group for group in (CAPITALS, SMALL, WESTERN) if not group.isdisjoint(wanted))
        fonts.append((face, "".join(sorted(wanted.union(*groups)))))
    return _make_template(tuple(arts), tuple(fonts), get_fallback_digest())


@lru_cache(maxsize=CACHED_TEMPLATES)
def _make_template(arts: tuple[Art, ...], fonts: tuple[tuple[Face, str], ...], _fallback: str) -> Template:
    # The first font is one of ours: Helvetica would not be embedded. The type stubs know only its default.
    options: dict[str, Any] = {"initialFontName": font(Face.MEDIUM).fontName}
    drawn, packed = io.BytesIO(), io.BytesIO()
    with _REPORTLAB:
        size = arts[0].width * MM, arts[0].height * MM
        canvas = Canvas(drawn, pagesize=size, pageCompression=1, invariant=1, **options)
        # Each form is drawn once, however many pages show it: a page is then a kilobyte, not fifty.
        for number, art in enumerate(arts):
            canvas.beginForm(f"{number}", 0, 0, art.width * MM, art.height * MM)
            art.draw(Pen(canvas, art.height))
            canvas.endForm()
        # The one page shows every form, so that reportlab lists all of them in its resources; pages inherit these.
        for number in range(len(arts)):
            canvas.doForm(f"{number}")
        glyphs = {face: _embed(canvas, face, characters) for face, characters in fonts}
        canvas.showPage()
        canvas.save()
    import pikepdf  # laying sheets out does without

    with pikepdf.open(drawn) as pdf:  # to pack streams once and not for each file: reportlab writes them as ASCII
        pdf.save(packed, static_id=True)
    return Template(packed.getvalue(), {art: f"FormXob.{number}" for number, art in enumerate(arts)}, glyphs)


def _embed(canvas: Canvas, face: Face, characters: str) -> Glyphs:
    """Give characters codes in the canvas's fonts, by reportlab's protocol for dynamic fonts (`pdfbase.ttfonts`)."""
    document = vars(canvas)["_doc"]  # private, but an argument of the protocol
    glyphs, escapes = Glyphs({}, {}), {ord(sign): f"\\{sign}" for sign in r"\()"} | {ord("\r"): r"\r"}
    for char in characters:
        if own := find_font(char, face):
            ((subset, code),) = own.splitString(char, document)
            glyphs.fonts[char] = own.getSubsetInternalName(subset, document)[1:]
            glyphs.codes[ord(char)] = code.decode("latin-1").translate(escapes)
    return glyphs
