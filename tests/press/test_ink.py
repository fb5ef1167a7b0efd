"""Ink: what is used of reportlab beyond its documentation, and how columns of a page are stacked."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor

import fontTools.ttLib
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase.ttfonts import TTFontFace
from reportlab.pdfgen.canvas import Canvas

from wordfleet_print.press.ink.fonts import FOLDER, Face, font, text_advance
from wordfleet_print.press.ink.paper import Part, Rect, least_of, stacked
from wordfleet_print.press.ink.reportlab_inside import (
    add_operators,
    capital_height,
    character_advance,
    characters_in,
    has_glyph,
    metrics_of,
    operators_of,
    program_of,
    widest_advance,
)


def test_all_that_is_relied_on_is_there() -> None:
    """Every name that `reportlab_inside` uses exists where it is looked for."""
    face = vars(font(Face.MEDIUM))["face"]
    assert "_code" in vars(Canvas(io.BytesIO()))
    assert isinstance(face, TTFontFace)
    metrics = {"name", "ascent", "descent", "capHeight", "bbox", "italicAngle", "stemV", "flags", "table"}
    assert {"charWidths", "charToGlyph", *metrics} <= set(vars(face))
    assert hasattr(TTFontFace, "getCharWidth")
    assert hasattr(TTFontFace, "makeSubset")


def test_operators_are_taken_as_they_are_drawn() -> None:
    """What is drawn is given as operators, with those that are added among them, and every drawing stands by itself."""

    def draw(canvas: Canvas) -> None:
        canvas.rect(10, 20, 30, 40)
        add_operators(canvas, "1 g")
        canvas.line(1, 1, 2, 2)

    assert operators_of(draw) == operators_of(draw) == ["n 10 20 30 40 re S", "1 g", "n 1 1 m 2 2 l S"]


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
    """A program has the outlines of its characters, each by its code, and lacks names and metrics for screens; while
    another thread cuts another from the same font, too.
    """
    wanted = [
        {code: char} for code, char in zip(range(33, 93), "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 2, strict=False)
    ]
    with ThreadPoolExecutor(4) as pool:
        cut = list(pool.map(lambda characters: program_of(font(Face.MONO), characters), wanted * 4))
    assert cut == [program_of(font(Face.MONO), characters) for characters in wanted * 4]
    with fontTools.ttLib.TTFont(io.BytesIO(cut[0])) as file:
        assert {"glyf", "loca", "head"} <= set(file.keys())
        assert not {"name", "OS/2", "GPOS"} & set(file.keys())
        assert file["cmap"].tables[0].cmap[33] == file.getGlyphOrder()[1]


def test_metrics_of_a_font_are_those_of_its_file() -> None:
    """What a PDF says of a font is what fontTools reads; its codes have no meaning of their own (symbolic)."""
    told = metrics_of(font(Face.STENCIL))
    with fontTools.ttLib.TTFont(FOLDER / f"{Face.STENCIL.value}.ttf") as file:
        scale = 1000 / file["head"].unitsPerEm
        assert told.name == file["name"].getDebugName(6)
        assert told.ascent == pytest.approx(file["hhea"].ascent * scale, abs=1)
        assert told.box[0] == pytest.approx(file["head"].xMin * scale, abs=1)
        assert (told.flags & 4, told.flags & 32) == (4, 0)
        assert {*map(ord, characters_in(font(Face.STENCIL)))} - {0xFFFF} == set(file.getBestCmap())  # which ends a map


parts = st.builds(Part, *[st.floats(0, 50)] * 3, gap=st.floats(0, 5))


@given(st.lists(parts, min_size=1, max_size=6), st.floats(0, 300))
def test_a_columns_parts_get_what_they_need_want_and_take(column: list[Part], spare: float) -> None:
    """Parts stand one below the other with their gaps, none lower than its least; what is left goes to wants, then to
    what parts take, from the top down, until it is gone or nobody takes more.
    """
    room = Rect(3, 7, 40, least_of(column) + spare)
    places = stacked(column, room)
    tops = [7.0, *(place.bottom + part.gap for part, place in zip(column, places, strict=True))]
    assert [place.y for place in places] == pytest.approx(tops[:-1])
    assert {(place.x, place.w) for place in places} == {(3, 40)}
    for asked in (
        [max(part.least, part.wanted) for part in column],
        [max(part.least, part.wanted, part.most) for part in column],
    ):
        fits = sum(asked) + sum(part.gap for part in column) <= room.h
        reached = [place.h - height for place, height in zip(places, asked, strict=True)]
        if fits:
            assert min(reached) > -1e-6
        else:
            assert tops[-1] == pytest.approx(room.bottom)
    assert all(place.h <= max(part[:3]) + 1e-6 for part, place in zip(column, places, strict=True))
