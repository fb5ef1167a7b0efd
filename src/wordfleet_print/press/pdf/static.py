"""Plates: the static art of a page, drawn once by reportlab; the type of each sheet is imprinted on it.

A plate is drawn once for all documents that have it: its type is set from the cases, which are the same in all of
them. So what a document needs beside its pages is put together of finished parts, its plates and its fonts.

Two ways to imprint: `ink.pen.draw_type` lets reportlab draw every run, `text` writes precomputed operators. Both put
the same characters in the same places; the slow way is the fast one's oracle in the tests.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import count, groupby
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from reportlab.lib.rl_accel import fp_str
from reportlab.pdfgen.canvas import Canvas

from wordfleet_print.press.ink.cases import Characters, case, drawers, sorted_by_face, together
from wordfleet_print.press.ink.fonts import Face, fallback_digest
from wordfleet_print.press.ink.geometry import MM
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.press.ink.pen import Pen, Run, pieces
from wordfleet_print.press.ink.reportlab_inside import add_operators, operators_of
from wordfleet_print.press.pdf.document import Resources
from wordfleet_print.press.pdf.fonts import embed
from wordfleet_print.press.pdf.reader import Objects, Reference, read_objects, references_in, written
from wordfleet_print.press.pdf.syntax import Packed, escape, packed, short_number, stream

Art = Callable[[Pen], None]
"""Draws the static art of a page."""

KEPT = 128
"""Plates that are kept, of some kilobytes each; and as many documents' beginnings, of some ten kilobytes."""
FONTS = 3
"""The number of the font dictionary."""
_PACKING = {"/Length", "/Filter", "/DecodeParms"}


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


@lru_cache(maxsize=KEPT)
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


@lru_cache(maxsize=KEPT)
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


def with_pages(shared: Resources, pages: Mapping[str, tuple[bytes, int]]) -> Resources:
    """The resources with whole pages of other PDFs as forms, by their names: the PDF, and which page of it (from 0).

    Source: pikepdf.
    """
    for name, (content, page) in pages.items():
        trailer, objects = read_objects(name, _as_form(content, page))
        shared = _with_form(shared, name, objects[trailer["/Root"]].value["/Form"], objects)
    return shared


@lru_cache(maxsize=8)
def _as_form(file: bytes, page: int) -> bytes:
    """A plain file whose catalogue holds a page of another as a form."""
    import pikepdf

    plain = io.BytesIO()
    with pikepdf.open(io.BytesIO(file)) as other, pikepdf.new() as alone:
        alone.Root.Form = alone.copy_foreign(other.make_indirect(other.pages[page].as_form_xobject()))
        alone.save(
            plain,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            stream_decode_level=pikepdf.StreamDecodeLevel.generalized,
            compress_streams=False,
            deterministic_id=True,
        )
    return plain.getvalue()


def _with_form(shared: Resources, name: str, form: Reference, objects: Objects) -> Resources:
    """The form and all that it needs, numbered by how far off it is, written as it stands in a file."""
    free = count(shared.size)
    numbers = {form: next(free)}
    waiting = [form]
    for reference in waiting:  # which grows
        new = dict.fromkeys(needed for needed in references_in(objects[reference].value) if needed not in numbers)
        numbers |= zip(new, free, strict=False)
        waiting += new
    streams, others = dict(shared.streams), dict(shared.others)
    for reference, number in numbers.items():
        value, content = objects[reference]
        if content is None:
            others[number] = written(value, numbers)
        else:
            streams[number] = _stream(number, value, content, numbers)
    return Resources(streams, others, next(free), shared.fonts, {**shared.forms, name: numbers[form]})


def _stream(number: int, keys: Mapping[str, Any], content: bytes, numbers: Mapping[Reference, int]) -> bytes:
    """A stream packed as those of the pages are."""
    kept = {key: value for key, value in keys.items() if key not in _PACKING}
    return stream(number, written(kept, numbers)[2:-2], content)
