"""Plates: the static art of a page, drawn once by reportlab; the type of each sheet is imprinted on it.

A plate is drawn once for all documents that have it: its type is set from the cases, which are the same in all of
them. So what a document needs beside its pages is put together of finished parts, its plates and its fonts.

Two ways to imprint: `ink.pen.draw_type` lets reportlab draw every run, `text` writes precomputed operators. Both put
the same characters in the same places; the slow way is the fast one's oracle in the tests.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import chain, count, groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Literal, NamedTuple

from reportlab.lib.rl_accel import fp_str
from reportlab.pdfgen.canvas import Canvas

from wordfleet_print.press.ink.cases import Characters, case, drawers, sorted_by_face, together
from wordfleet_print.press.ink.fonts import Face, fallback_digest
from wordfleet_print.press.ink.ink import Pen, Run, pieces
from wordfleet_print.press.ink.paper import MM, Paper
from wordfleet_print.press.ink.reportlab_inside import add_operators, operators_of
from wordfleet_print.press.pdf.document import Resources
from wordfleet_print.press.pdf.fonts import embed
from wordfleet_print.press.pdf.syntax import Packed, escape, packed, short_number, stream

if TYPE_CHECKING:
    from pikepdf import Object

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
        places, size = case(run.face), fp_str(run.size)
        before, after = ("", "") if mode is None else (f" {mode} Tr", " 0 Tr")
        if tracking:
            before, after = f"{before} {fp_str(tracking)} Tc", f"{after} 0 Tc"
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


class Part(NamedTuple):
    """An object of another PDF: its value as pikepdf writes it and, of a stream, its bytes unpacked."""

    value: str
    content: bytes | None


def with_pages(shared: Resources, pages: Mapping[str, tuple[bytes, int]]) -> Resources:
    """The resources with whole pages of other PDFs as forms, by their names: the PDF, and which page of it (from 0)."""
    streams, others, forms, size = dict(shared.streams), dict(shared.others), dict(shared.forms), shared.size
    for name, page in pages.items():
        parts = _parts(*page)
        numbers = dict(zip(parts, count(size), strict=False))
        forms[name], size = size, size + len(parts)
        for old, (value, content) in parts.items():
            number, own = numbers[old], _renumbered(value, numbers)
            if content is None:
                others[number] = own
            else:
                streams[number] = stream(number, own.removeprefix("<<").removesuffix(">>"), content)
    return Resources(streams, others, size, shared.fonts, forms)


def _renumbered(value: str, numbers: Mapping[int, int]) -> str:
    return _REFERENCE.sub(lambda found: f"{numbers[int(found[1])]} 0 R" if found[1] else found[0], value)


@lru_cache(maxsize=8)
def _parts(file: bytes, page: int) -> Mapping[int, Part]:
    """A page as a form and all that it needs, by their numbers in its file, ordered by how far off they are.

    Source: pikepdf.
    """
    import pikepdf

    parts: dict[int, Part] = {}
    with pikepdf.open(io.BytesIO(file)) as other:
        waiting = {other.make_indirect(other.pages[page].as_form_xobject()).objgen[0]: None}
        while waiting:
            parts |= {number: _part(other.get_object(number, 0)) for number in waiting}
            told = chain.from_iterable(_REFERENCE.findall(parts[number].value) for number in waiting)
            waiting = dict.fromkeys(needed for needed in map(int, filter(None, told)) if needed not in parts)
    return parts


def _part(thing: Object) -> Part:
    import pikepdf

    if not isinstance(thing, pikepdf.Stream):
        return Part(thing.unparse(resolved=True).decode("latin-1"), None)
    content, keys = thing.read_bytes(), thing.stream_dict
    for key in _PACKING & {*keys.keys()}:
        del keys[key]
    return Part(keys.unparse(resolved=True).decode("latin-1"), content)
