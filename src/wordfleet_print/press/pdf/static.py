"""Plates: the static art of a page, drawn once by reportlab; the type of each sheet is imprinted on it.

Two ways to imprint: `ink.pen.draw_type` lets reportlab draw every run, `text` writes precomputed operators. Both put
the same characters in the same places; the slow way is the fast one's oracle in the tests.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from reportlab.pdfgen.canvas import Canvas

from wordfleet_print.press.ink.geometry import MM
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.press.ink.pen import Pen
from wordfleet_print.press.ink.reportlab_inside import finish, lightened
from wordfleet_print.press.pdf.document import Resources
from wordfleet_print.press.pdf.reader import Objects, Reference, read_objects, references_in, written
from wordfleet_print.press.pdf.syntax import stream

Art = Callable[[Pen], None]
"""Draws the static art of a page."""

FONTS = 3
"""The number of the font dictionary. The forms follow it and, one number later, all else: numbers stay as they are, and
with them the bytes of every file that has been printed.
"""
_PACKING = {"/Length", "/Length1", "/Filter", "/DecodeParms"}


def make_plates(
    canvas: Canvas, paper: Paper, plates: Mapping[str, Art], backs: Mapping[str, tuple[bytes, int]] | None = None
) -> Resources:
    """Plates by their names as forms, with the canvas's fonts; `backs` are whole pages by their names: the PDF, and
    which page of it (from 0).

    The canvas is finished by this. Source: ISO 32000-1, 8.10 (form XObjects); pikepdf.
    """
    for name, draw in plates.items():
        canvas.beginForm(name, 0, 0, paper.width * MM, paper.height * MM)
        draw(Pen(canvas, paper.height))
        canvas.endForm()
    for name in plates:
        canvas.doForm(name)
    canvas.showPage()
    trailer, objects = read_objects("plates", finish(canvas))
    tree = objects[objects[trailer["/Root"]].value["/Pages"]]
    resources = objects[tree.value["/Kids"][0]].value["/Resources"]
    forms = {name.rpartition(".")[2]: form for name, form in resources.get("/XObject", {}).items()}
    for name, (content, page) in (backs or {}).items():
        trailer, more = read_objects(name, _as_form(content, page))
        forms[name] = more[trailer["/Root"]].value["/Form"]
        objects |= more
    return _numbered(resources["/Font"], dict(sorted(forms.items())), objects)


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


def _numbered(fonts: Reference, forms: Mapping[str, Reference], objects: Objects) -> Resources:
    """The fonts, the forms and all that they need: numbered by how far off it is, written as it stands in a file."""
    numbers = {fonts: FONTS} | {form: number for number, form in enumerate(forms.values(), start=FONTS + 1)}
    free = count(FONTS + len(forms) + 2)
    waiting = list(numbers)
    for reference in waiting:  # which grows
        new = dict.fromkeys(needed for needed in references_in(objects[reference].value) if needed not in numbers)
        numbers |= zip(new, free, strict=False)
        waiting += new
    streams, others = {}, {}
    for reference, number in numbers.items():
        value, content = objects[reference]
        if content is None:
            others[number] = written(value, numbers)
        else:
            streams[number] = _packed(number, value, content, numbers)
    return Resources(streams, others, max(numbers.values()) + 1, FONTS, {n: numbers[f] for n, f in forms.items()})


def _packed(number: int, keys: Mapping[str, Any], content: bytes, numbers: Mapping[Reference, int]) -> bytes:
    """A stream packed as those of the pages are; fonts without what nobody reads."""
    kept = {key: value for key, value in keys.items() if key not in _PACKING}
    if "/Length1" in keys:
        content = lightened(content)
        kept["/Length1"] = str(len(content))
    return stream(number, written(kept, numbers)[2:-2], content)
