"""Static art drawn once by reportlab, with its embedded fonts.

The same characters of the same drawer are cut and packed once, for all documents that hold them.

Source: ISO 32000-1, 9.6.3 (TrueType fonts), 9.8 (font descriptors), 9.10.3 (ToUnicode).

A plate is drawn once for all documents that have it: its type is set from the cases, which are the same in all of
them. So what a document needs beside its pages is put together of finished parts, its plates and its fonts.

Two ways to imprint: `ink.pen.draw_type` lets reportlab draw every run, `text` writes precomputed operators. Both put
the same characters in the same places; the slow way is the fast one's oracle in the tests.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import chain, count, groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Literal, NamedTuple

from reportlab.pdfgen.canvas import Canvas

from wordfleet_print.press.ink.fonts import Face, fallback_digest
from wordfleet_print.press.ink.ink import Pen, Run, pieces
from wordfleet_print.press.ink.paper import MM, Paper
from wordfleet_print.press.ink.reportlab_inside import (
    add_operators,
    character_advance,
    metrics_of,
    operators_of,
    program_of,
)
from wordfleet_print.press.pdf.glyphs import Characters, Drawer, case, drawers, sorted_by_face, together
from wordfleet_print.press.pdf.pages import Packed, escape, packed, short_number
from wordfleet_print.press.pdf.writer import Resources

if TYPE_CHECKING:
    from pikepdf import Object

CUTS_KEPT = 256
"""Fonts that are kept, of some kilobytes each."""
MOST_LINES = 100
"""Runs in one part of a map from codes (Adobe Technical Note 5411)."""

_MAP_BEGINS = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Meanings def
/CMapType 2 def
1 begincodespacerange
<00> <FF>
endcodespacerange"""
_MAP_ENDS = """endcmap
CMapName currentdict /CMap defineresource pop
end
end"""


class Embedded(NamedTuple):
    """A font's entries, its descriptor's, its program and its map of codes, which wait for each other's numbers."""

    font: str
    descriptor: str
    program: Packed
    unicode: Packed


@lru_cache(maxsize=CUTS_KEPT)
def embed(drawer: Drawer) -> Embedded:
    """The font as it is embedded."""
    font, characters, meanings = drawer
    metrics, codes = metrics_of(font), [code for code, _ in characters]
    name = f"/{_tag(drawer)}+{metrics.name}"
    held = dict(characters)
    first, last = (codes[0], codes[-1]) if codes else (0, 0)
    widths = [f"{character_advance(font, held[code]):g}" if code in held else "0" for code in range(first, last + 1)]
    program = program_of(font, held)
    entries = {
        "Type": "/FontDescriptor",
        "FontName": name,
        "Flags": str(metrics.flags),
        "FontBBox": f"[{' '.join(map(short_number, metrics.box))}]",
        "ItalicAngle": short_number(metrics.slant),
        "Ascent": short_number(metrics.ascent),
        "Descent": short_number(metrics.descent),
        "CapHeight": short_number(metrics.capitals),
        "StemV": short_number(metrics.stems),
    }
    return Embedded(
        f"/Type/Font/Subtype/TrueType/BaseFont{name}/FirstChar {first}/LastChar {last}/Widths[{' '.join(widths)}]",
        "".join(f"/{key} {value}" for key, value in entries.items()),
        packed(f"/Length1 {len(program)}", program),
        _to_unicode(meanings),
    )


def _tag(drawer: Drawer) -> str:
    """Six letters that tell a part of a font from others (ISO 32000-1, 9.6.4)."""
    digest = sha256(repr(drawer.characters).encode()).digest()
    return "".join(chr(ord("A") + byte % 26) for byte in digest[:6])


@lru_cache(maxsize=CUTS_KEPT)
def _to_unicode(meanings: Sequence[tuple[int, str]]) -> Packed:
    """The map from codes to characters, by which readers search and copy: runs of both."""
    points = [(at, code, ord(char)) for at, (code, char) in enumerate(meanings)]
    lines = []
    for _, run in groupby(points, key=lambda one: (one[1] - one[0], one[2] - one[0], one[2] >> 8)):
        (_, first, point), *others = run
        last = first + len(others)
        lines.append(f"<{first:02X}> <{last:02X}> <{chr(point).encode('utf-16-be').hex().upper()}>")
    parts = [lines[start : start + MOST_LINES] for start in range(0, len(lines), MOST_LINES)]
    told = [line for part in parts for line in (f"{len(part)} beginbfrange", *part, "endbfrange")]
    return packed("", "\n".join([_MAP_BEGINS, *told, _MAP_ENDS]).encode("ascii"))


Art = Callable[[Pen], None]
"""Draws the static art of a page."""

PLATES_KEPT = 128
"""Plates that are kept, of some kilobytes each; and as many documents' beginnings, of some ten kilobytes."""
FONTS = 3
"""The number of the font dictionary."""
_PACKING = {"/Length", "/Filter", "/DecodeParms"}
_REFERENCE = re.compile(r"\((?:\\.|[^\\()])*\)|<[0-9a-f]*>|\b(\d+) 0 R\b", re.DOTALL)
"""A reference to an object, in a value as pikepdf writes it; or a string, in which nothing is one."""


class Plate(NamedTuple):
    """A page's static art as a form, which refers to the fonts of its document; and the characters that are on it."""

    form: Packed
    characters: Characters


class PlatePen(Pen):
    """Draws a plate: its type is set from the cases. `used` are the characters of each face."""

    def __init__(self, canvas: Canvas, page_height: float) -> None:
        super().__init__(canvas, page_height)
        self.used: dict[Face, set[str]] = {}

    def _draw_string(self, run: Run, mode: Literal[1, 3] | None = None, tracking: float = 0) -> None:
        self.used.setdefault(run.face, set()).update(run.text)
        places, size = case(run.face), f"{run.size:g}"
        before, after = ("", "") if mode is None else (f" {mode} Tr", " 0 Tr")
        if tracking:
            before, after = f"{before} {tracking:g} Tc", f"{after} 0 Tc"
        for piece in pieces(run):
            x, y = map(short_number, self._point(piece.x, piece.y))
            sorts = groupby(map(places.__getitem__, piece.text), key=attrgetter("font"))
            shown = [f"{font} {size} Tf ({escape(''.join([chr(s.code) for s in part]))})Tj" for font, part in sorts]
            add_operators(self._canvas, f"BT{before} {x} {y} Td {' '.join(shown)}{after} ET")


def make_plate(draw: Art, paper: Paper) -> Plate:
    """The art as it is in every document with the fallback in use."""
    return _plate(draw, paper, fallback_digest())


@lru_cache(maxsize=PLATES_KEPT)
def _plate(draw: Art, paper: Paper, _fallback: str) -> Plate:
    pens = list[PlatePen]()

    def drawn(canvas: Canvas) -> None:
        pens.append(PlatePen(canvas, paper.height))
        draw(pens[0])

    operators = "\n".join(operators_of(drawn)).encode("latin-1")
    box = f"[0 0 {short_number(paper.width * MM, 4)} {short_number(paper.height * MM, 4)}]"
    keys = f"/Type/XObject/Subtype/Form/BBox{box}/Resources<</Font {FONTS} 0 R>>"
    return Plate(packed(keys, operators), sorted_by_face(pens[0].used))


def make_plates(characters: Characters, paper: Paper, plates: Mapping[str, Art]) -> Resources:
    """Plates by their names as forms, and the fonts of a document: they hold these characters, and those of the plates.

    Source: ISO 32000-1, 8.10 (form XObjects).
    """
    made = tuple((name, make_plate(draw, paper)) for name, draw in sorted(plates.items()))
    return _resources(characters, made, fallback_digest())


@lru_cache(maxsize=PLATES_KEPT)
def _resources(characters: Characters, plates: tuple[tuple[str, Plate], ...], _fallback: str) -> Resources:
    numbers = count(FONTS + 1)
    forms = {name: next(numbers) for name, _ in plates}
    streams = {forms[name]: plate.form.numbered(forms[name]) for name, plate in plates}
    others, fonts, maps = {}, {}, dict[Packed, int]()
    whole = together([characters, *(plate.characters for _, plate in plates)])
    for name, drawer in drawers(whole).items():
        own = embed(drawer)
        fonts[name], descriptor, program = [next(numbers) for _ in range(3)]
        if own.unicode not in maps:
            maps[own.unicode] = next(numbers)
            streams[maps[own.unicode]] = own.unicode.numbered(maps[own.unicode])
        streams[program] = own.program.numbered(program)
        others[fonts[name]] = f"<<{own.font}/FontDescriptor {descriptor} 0 R/ToUnicode {maps[own.unicode]} 0 R>>"
        others[descriptor] = f"<<{own.descriptor}/FontFile2 {program} 0 R>>"
    others[FONTS] = f"<<{''.join([f'{name} {number} 0 R' for name, number in fonts.items()])}>>"
    return Resources(streams, others, next(numbers), FONTS, forms)


CopiedObject = tuple[str, bytes | None]
"""An object of another PDF: its value as pikepdf writes it and, of a stream, its bytes unpacked."""


@lru_cache(maxsize=8)
def _parts(file: bytes, page: int) -> Mapping[int, CopiedObject]:
    """A page as a form and all that it needs, by their numbers in its file, ordered by how far off they are.

    Source: pikepdf.
    """
    import pikepdf

    parts: dict[int, CopiedObject] = {}
    with pikepdf.open(io.BytesIO(file)) as other:
        waiting = {other.make_indirect(other.pages[page].as_form_xobject()).objgen[0]: None}
        while waiting:
            parts |= {number: _part(other.get_object(number, 0)) for number in waiting}
            told = chain.from_iterable(_REFERENCE.findall(parts[number][0]) for number in waiting)
            waiting = dict.fromkeys(needed for needed in map(int, filter(None, told)) if needed not in parts)
    return parts


def _part(thing: Object) -> CopiedObject:
    import pikepdf

    if not isinstance(thing, pikepdf.Stream):
        return thing.unparse(resolved=True).decode("latin-1"), None
    content, keys = thing.read_bytes(), thing.stream_dict
    for key in _PACKING & {*keys.keys()}:
        del keys[key]
    return keys.unparse(resolved=True).decode("latin-1"), content
