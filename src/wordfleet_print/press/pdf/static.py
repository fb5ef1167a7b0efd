"""Plates: the static art of a page, drawn once by reportlab; the type of each sheet is imprinted on it.

Two ways to imprint: `ink.pen.draw_type` lets reportlab draw every run, `text` writes precomputed operators. Both put
the same characters in the same places; the slow way is the fast one's oracle in the tests.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from reportlab.pdfbase.ttfonts import TTFontMaker, TTFontParser
from reportlab.pdfgen.canvas import Canvas

from wordfleet_print.press.ink.geometry import MM
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.press.ink.pen import Pen
from wordfleet_print.press.pdf.document import Resources
from wordfleet_print.press.pdf.syntax import stream

if TYPE_CHECKING:
    import pikepdf

Art = Callable[[Pen], None]
"""Draws the static art of a page."""


def make_plates(
    canvas: Canvas, paper: Paper, plates: Mapping[str, Art], backs: Mapping[str, bytes] | None = None
) -> Resources:
    """Plates by their names as forms, with the canvas's fonts; `backs` are whole pages of other PDFs by their names.

    The canvas is finished by this. Source: ISO 32000-1, 8.10 (form XObjects); pikepdf.
    """
    for name, draw in plates.items():
        canvas.beginForm(name, 0, 0, paper.width * MM, paper.height * MM)
        draw(Pen(canvas, paper.height))
        canvas.endForm()
    for name in plates:
        canvas.doForm(name)
    canvas.showPage()
    drawn: bytes = vars(type(canvas))["getpdfdata"](canvas)
    return _gathered(drawn, list(plates), backs or {})


def _gathered(drawn: bytes, plates: list[str], backs: Mapping[str, bytes]) -> Resources:
    """The forms and fonts of a drawn page, and pages of other files as forms, numbered in one order."""
    import pikepdf

    written = io.BytesIO()
    with pikepdf.open(io.BytesIO(drawn)) as document:
        page = document.pages[0]
        forms = {str(name): form for name, form in page.Resources.get("/XObject", pikepdf.Dictionary()).items()}
        drawn_forms = {name: next(form for key, form in forms.items() if key.endswith(f".{name}")) for name in plates}
        document.Root.Forms = pikepdf.Dictionary({f"/{name}": form for name, form in drawn_forms.items()})
        document.Root.Fonts = document.make_indirect(page.Resources.Font)
        for name, content in backs.items():
            with pikepdf.open(io.BytesIO(content)) as other:
                form = document.copy_foreign(other.make_indirect(other.pages[0].as_form_xobject()))
                document.Root.Forms[f"/{name}"] = form
        del document.pages[0]
        document.save(written, object_stream_mode=pikepdf.ObjectStreamMode.disable, deterministic_id=True)
    with pikepdf.open(io.BytesIO(written.getvalue())) as document:
        kept = {str(name)[1:]: form.objgen[0] for name, form in document.Root.Forms.items()}
        fonts = document.Root.Fonts.objgen[0]
        wanted = _reachable([document.Root.Fonts, *document.Root.Forms.values()])
        objects = {number: document.get_object(number, 0) for number in wanted}
        streams = {n: _dumped(n, item) for n, item in objects.items() if isinstance(item, pikepdf.Stream)}
        others = {n: item.unparse(resolved=True).decode("latin-1") for n, item in objects.items() if n not in streams}
        return Resources(streams, others, max(wanted) + 1, fonts, kept)


def _reachable(roots: Iterable[pikepdf.Object]) -> list[int]:
    """The numbers of all objects that these need, themselves included, in order."""
    found: set[int] = set()
    waiting = list(roots)
    while waiting:
        item = waiting.pop()
        number = item.objgen[0]
        if number in found:
            continue
        if number:
            found.add(number)
        waiting += [child for child in _children(item) if _is_compound(child)]
    return sorted(found)


def _is_compound(item: object) -> bool:
    import pikepdf

    return isinstance(item, pikepdf.Dictionary | pikepdf.Array | pikepdf.Stream)


def _children(item: pikepdf.Object) -> Iterator[pikepdf.Object]:
    import pikepdf

    if isinstance(item, pikepdf.Array):
        yield from item
    else:
        yield from (value for key, value in item.items() if key != "/Parent")


def _dumped(number: int, item: pikepdf.Stream) -> bytes:
    """A stream as it stands in a file, packed as those of the pages are; fonts without what nobody reads."""
    import pikepdf

    own = {"/Length", "/Length1", "/Filter", "/DecodeParms"}
    keys = pikepdf.Dictionary({key: value for key, value in item.items() if key not in own})
    content = item.read_bytes()
    if "/Length1" in item:
        content = _lightened(content)
        keys.Length1 = len(content)
    return stream(number, keys.unparse().decode("latin-1")[2:-2], content)


_READ = {"cmap", "cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep"}
"""The tables of a TrueType font that are read where it is embedded (ISO 32000-1, 9.9)."""


def _lightened(program: bytes) -> bytes:
    """The font with those tables alone: names and metrics for screens are a third of a small one."""
    font: Any = TTFontParser(io.BytesIO(program))
    lightened: Any = TTFontMaker()
    for tag in _READ & set(font.table):
        lightened.add(tag, font.get_table(tag))
    return bytes(lightened.makeStream())
