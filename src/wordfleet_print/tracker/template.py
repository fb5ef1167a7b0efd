"""A PDF's template by reportlab: what pages share, drawn once as form XObjects, and the fonts of all the rest.

What differs from page to page is set by text operators in the template's character codes (ISO 32000-1, 9.4).
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from threading import Lock
from typing import Any, NamedTuple

from reportlab.pdfgen.canvas import Canvas

from wordfleet_print.tracker.fonts import Face, find_font, font, get_fallback_digest, refuse_missing, text_advance
from wordfleet_print.tracker.geometry import MM
from wordfleet_print.tracker.pen import CellText, Frame, Item, Pen, Run, frame_operators, split_run

CACHED_TEMPLATES = 64
CAPITALS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -–…·")
SMALL = frozenset("abcdefghijklmnopqrstuvwxyz.,’'()")
# Letters that are embedded together where one of them is needed: most files then share one of a few templates.
WESTERN = frozenset(char for char in map(chr, range(0xC0, 0x180)) if char.encode("cp1252", "ignore"))
# What a literal string escapes (ISO 32000-1, 7.3.4.2): a bare carriage return would be read as a line feed.
ESCAPES = str.maketrans({"\\": r"\\", "(": r"\(", ")": r"\)", "\r": r"\r"})
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
        # Characters get codes in the canvas's fonts, by reportlab's protocol for dynamic fonts (`pdfbase.ttfonts`).
        document = vars(canvas)["_doc"]  # private, but an argument of the protocol
        glyphs = {face: Glyphs({}, {}) for face, _ in fonts}
        for face, characters in fonts:
            for char in characters:
                if own := find_font(char, face):
                    ((subset, code),) = own.splitString(char, document)
                    glyphs[face].fonts[char] = own.getSubsetInternalName(subset, document)[1:]
                    glyphs[face].codes[ord(char)] = code.decode("latin-1").translate(ESCAPES)
        canvas.showPage()
        canvas.save()
    import pikepdf  # laying sheets out does without

    with pikepdf.open(drawn) as pdf:  # to pack streams once and not for each file: reportlab writes them as ASCII
        pdf.save(packed, static_id=True)
    return Template(packed.getvalue(), {art: f"FormXob.{number}" for number, art in enumerate(arts)}, glyphs)


# Values of each field that are kept rendered.
CACHED_VALUES = 8192


def render_items(items: Iterable[Item], template: Template, height: float) -> str:
    """Return operators that set items on a page `height` mm tall, inside a text object (BT … ET)."""
    parts: list[str] = []
    last: Run | None = None
    for item in items:
        if isinstance(item, Run):
            fonts, runs = template.glyphs[item.face].fonts, split_run(item)
            # PDFium ends the line between two fonts on a page that is almost empty, unless a span holds the text.
            whole = len(runs) == 1 and len({*map(fonts.__getitem__, item.text)}) == 1
            operators = []
            for run in runs:
                operators.append(_render_run(run, last, template, height, whole=whole))
                last = run
            parts += operators if whole else [_begin_span(item.text), *operators, "EMC"]
            continue
        last = None
        if isinstance(item, Frame):
            # A path cannot be drawn inside a text object (ISO 32000-1, figure 9).
            parts.append(f"ET {frame_operators(item, height)} BT")
        else:
            before, x, after = _render_cells(item.text, item.face, item.size, item.pitch, template)
            parts.append(f"{before} 1 0 0 1 {item.x * MM - x:.3f} {(height - item.y) * MM:.3f} Tm{after}")
    return " ".join(parts)


def _begin_span(text: str) -> str:
    """Return the start of a span that gives readers the whole text of what is set in parts (ISO 32000-1, 14.9.4)."""
    plain = text.isascii() and text.isalnum()
    string = f"({text})" if plain else f"<FEFF{text.encode('utf-16-be').hex()}>"
    return f"/Span<</ActualText{string}>>BDC"


def _render_run(run: Run, last: Run | None, template: Template, height: float, *, whole: bool) -> str:
    x, y, text, face, size = run
    fonts, codes = template.glyphs[face]
    if last:  # a relative move is shorter than a place, and most operators are moves
        start = f"{(x - last.x) * MM:.3f} {(last.y - y) * MM:.3f} Td"
    else:
        start = f"1 0 0 1 {x * MM:.3f} {(height - y) * MM:.3f} Tm"
    if whole:
        return f"{start}/{fonts[text[0]]} {size:g} Tf({text.translate(codes)})Tj"
    parts = [(font, "".join(part)) for font, part in groupby(text, key=fonts.__getitem__)]
    return start + "".join([f"/{font} {size:g} Tf({part.translate(codes)})Tj" for font, part in parts])


@lru_cache(maxsize=CACHED_VALUES)
def _render_cells(text: str, face: Face, size: float, pitch: float, template: Template) -> tuple[str, float, str]:
    """Return the operators before and after a text's place in cells, and how far left it begins (pt).

    It is one TJ: character spacing (Tc) fills a cell around a character of usual width, and others are moved by half
    their difference. Readers that look at gaps take “0 2 7” for three words if TJ makes them, but not if Tc does.
    """
    (fonts, codes), usual = template.glyphs[face], text_advance("N", face)
    widths, font, shown = [text_advance(char, face) for char in text], fonts[text[0]], codes[ord(text[0])]
    # Cells of 20 pt and an N of 9 pt at this size: Tc adds 11 pt after each character. An I of 4 pt needs 2.5 pt more
    # on both sides; TJ moves by thousandths of the size, and the half of each neighbor's difference adds up.
    start = f"{_begin_span(text)}/{font} {size:g} Tf {pitch * MM - usual * size / 1000:.5g} Tc"
    for char, (before, width) in zip(text[1:], pairwise(widths), strict=True):
        wider = (before + width) / 2 - usual
        if fonts[char] != font:
            font = fonts[char]
            shown += f")]TJ/{font} {size:g} Tf[{wider:g}({codes[ord(char)]}"
        else:
            shown += f"){wider:g}({codes[ord(char)]}" if wider else codes[ord(char)]
    return start, widths[0] * size / 2000, f"[({shown})]TJ 0 Tc EMC"
