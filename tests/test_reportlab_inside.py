"""What the press uses of reportlab beyond its documentation: each thing by name, so that a new release says which went.

And the plain PDF that comes out of it, which is read back to take the plates from.
"""

from __future__ import annotations

import io
import zlib

import fontTools.ttLib
import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab import rl_config
from reportlab.pdfbase.ttfonts import TTFont, TTFontFace, TTFontMaker, TTFontParser
from reportlab.pdfgen.canvas import Canvas

from wordfleet_print.press.ink.fonts import FOLDER, Face, font, text_advance
from wordfleet_print.press.ink.reportlab_inside import (
    capital_height,
    character_advance,
    finish,
    has_glyph,
    lightened,
    open_canvas,
    operators_of,
    subset_code,
    widest_advance,
)
from wordfleet_print.press.pdf.reader import Reference, read_objects, references_in, written

SIZE = (300.0, 200.0)


def _canvas() -> Canvas:
    font(Face.MEDIUM)
    return open_canvas(*SIZE, Face.MEDIUM.value)


def test_all_that_is_relied_on_is_there() -> None:
    """Every name that `reportlab_inside` uses exists where it is looked for."""
    canvas = _canvas()
    assert {"_code", "_doc"} <= set(vars(canvas))
    assert "getpdfdata" in vars(Canvas)
    assert {"splitString", "getSubsetInternalName"} <= set(vars(TTFont))
    assert isinstance(vars(font(Face.MEDIUM))["face"], TTFontFace)
    assert {"charWidths", "capHeight", "charToGlyph"} <= set(vars(vars(font(Face.MEDIUM))["face"]))
    assert hasattr(TTFontFace, "getCharWidth")
    assert hasattr(TTFontParser, "get_table")
    assert hasattr(TTFontMaker, "makeStream")
    assert rl_config.useA85 == 0


def test_operators_are_taken_back_off_the_page() -> None:
    """What is drawn only for its operators leaves none on the page."""
    canvas = _canvas()
    canvas.line(1, 1, 2, 2)
    before = list(vars(canvas)["_code"])
    assert operators_of(canvas, lambda: canvas.rect(10, 20, 30, 40)) == ["n 10 20 30 40 re S"]
    assert vars(canvas)["_code"] == before


def test_characters_have_codes_in_the_order_in_which_they_are_asked_for() -> None:
    """A file's subset of a font is filled in order, so that the same characters have the same codes everywhere."""
    first, second = _canvas(), _canvas()
    codes = [[subset_code(font(Face.BOLD), char, canvas) for char in "BAŁB"] for canvas in (first, second)]
    assert codes[0] == codes[1]
    assert codes[0][0] == codes[0][3]
    assert len(set(codes[0])) == 3
    assert {name[0] for name, _ in codes[0]} == {"/"}


def test_metrics_are_those_of_the_font_file() -> None:
    """Widths and heights are those that fontTools reads from the same file."""
    face = font(Face.MONO)
    with fontTools.ttLib.TTFont(FOLDER / f"{Face.MONO.value}.ttf") as file:
        scale, cmap, hmtx = 1000 / file["head"].unitsPerEm, file.getBestCmap(), file["hmtx"]
        assert face.stringWidth("A", 1000) == pytest.approx(hmtx[cmap[ord("A")]][0] * scale, abs=1)
        assert character_advance(face, "A") == face.stringWidth("A", 1000)
        assert capital_height(face) == pytest.approx(file["OS/2"].sCapHeight * scale, abs=1)
        assert widest_advance(face) == pytest.approx(max(hmtx[name][0] for name in cmap.values()) * scale, abs=1)
        assert has_glyph(face, "Ł") == (ord("Ł") in cmap)
        assert not has_glyph(face, "\U0001f600")


@given(
    st.text(st.sampled_from("AVfi ’ŁéÅ\u2026\u0416\U0001f600") | st.characters(codec="utf-8")), st.sampled_from(Face)
)
def test_texts_are_as_wide_as_reportlab_sets_them(text: str, face: Face) -> None:
    """To the last bit, also where the font lacks a character."""
    assert text_advance(text, face) == font(face).stringWidth(text, 1000)


def test_embedded_fonts_keep_only_what_readers_read() -> None:
    """The lightened program has its outlines and lacks names and metrics for screens."""
    program = (FOLDER / f"{Face.MONO.value}.ttf").read_bytes()
    light = lightened(program)
    assert len(light) < len(program)
    with fontTools.ttLib.TTFont(io.BytesIO(light)) as file:
        assert {"glyf", "loca", "head"} <= set(file.keys())
        assert not {"name", "OS/2", "GPOS"} & set(file.keys())


def test_a_drawn_file_is_read_as_pikepdf_reads_it() -> None:
    """Objects, their references and the bytes of their streams are those that an independent reader finds."""
    canvas = _canvas()
    canvas.setFont(Face.MEDIUM.value, 12)
    canvas.drawString(10, 10, "Ahoy (there)\\")
    canvas.showPage()
    file = finish(canvas)
    trailer, objects = read_objects("drawn", file)
    with pikepdf.open(io.BytesIO(file)) as document:
        assert trailer["/Root"] == Reference("drawn", document.Root.objgen[0])
        assert len(objects) == len(document.objects)
        same = {reference: reference.number for reference in objects}
        for reference, (value, content) in objects.items():
            wanted = document.get_object(reference.number, 0)
            assert all(other in objects for other in references_in(value))
            if content is not None:
                assert content == wanted.read_bytes()
            elif not any(isinstance(item, pikepdf.String) for item in _values(wanted)):
                assert written(value, same).encode("latin-1") == wanted.unparse(resolved=True)


def _values(item: pikepdf.Object) -> list[object]:
    return [value for _, value in item.items()] if isinstance(item, pikepdf.Dictionary) else []


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (b"%PDF-1.4\n", "no way to the cross-reference table"),
        (b"1 0 obj\n<<>>\nxref\n0 2\n0000000000 65535 f\n0000000000 00000 n\ntrailer\n<</Root 1 0 R>>", "no way"),
        (b"", "no way"),
        (b"xref\n0 1\n0000000000 65535 f \n3 1\n0000000009 00000 n \nstartxref\n0\n%%EOF\n", "not one table"),
        (b"7 0 obj\n<</Type/XRef>>stream\n\nendstream\nendobj\nstartxref\n0\n%%EOF\n", "not one table"),
    ],
    ids=["head alone", "no end", "nothing", "two tables", "a cross-reference stream"],
)
def test_files_that_are_not_plain_are_refused(file: bytes, said: str) -> None:
    """What the reader was not made for is refused, never guessed."""
    with pytest.raises(ValueError, match=said):
        read_objects("x", file)


def test_streams_packed_otherwise_are_refused() -> None:
    """Only Flate is unpacked; anything else is named."""
    body = zlib.compress(b"x")
    head = b"1 0 obj\n<</Filter/LZWDecode/Length %d>>stream\n" % len(body)
    table = b"xref\n0 2\n0000000000 65535 f \n0000000000 00000 n \ntrailer\n<</Root 1 0 R>>\n"
    content = head + body + b"\nendstream\nendobj\n"
    file = content + table + b"startxref\n%d\n%%%%EOF\n" % len(content)
    with pytest.raises(ValueError, match="packed by /LZWDecode"):
        read_objects("x", file)
