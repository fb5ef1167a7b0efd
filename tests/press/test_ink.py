"""Ink: the pen, its type, and what is used of reportlab beyond its documentation."""

from __future__ import annotations

import io
import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

import cv2
import fontTools.ttLib
import numpy as np
import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase.ttfonts import TTFontFace
from reportlab.pdfgen.canvas import Canvas

from making.pages import ATTACK, DEFENSE, EDITION, Box, Grid, Image, ReadPage, Text, pages_of, read_qr, render
from making.sheets import EACH_KIND, printed
from wordfleet_print.press.ink.fonts import FOLDER, Face, font, text_advance
from wordfleet_print.press.ink.ink import Run
from wordfleet_print.press.ink.paper import PAPERS, Part, Rect, least_of, stacked
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
from wordfleet_print.press.panels.head import FieldsPanel
from wordfleet_print.press.panels.layout import Layout
from wordfleet_print.press.pdf.glyphs import ALPHABET, encoder
from wordfleet_print.press.trackers import cut_names, print_trackers
from wordfleet_print.sheet.sheet import Sheet

DPI = 200
FINE = 600
"""What a photocopier scans at (dpi)."""
LIGHT, DARK, HALF_LIGHT, HALF_DARK = 80, 200, 105, 160
"""Gray levels under which a copy is black: a machine set light, set dark, and the same two when it also reduces."""


# Module scope makes all tests of one sheet run one after another: only its pictures are kept.
each_kind = pytest.mark.parametrize(("kind", "paper"), EACH_KIND, scope="module")


@lru_cache(maxsize=2)
def rendered(kind: str, paper: str, dpi: int = DPI) -> tuple[Image, ...]:
    """The pages of the first sheet."""
    once = printed(kind, paper)
    return tuple(render(once.pdf, page, dpi) for page in range(len(once.layout.pages)))


def cut(image: Image, box: Box, dpi: int) -> Image:
    """The part of a page inside a box (mm), with the pixels that its sides run through."""
    top, left = (int(place * dpi / 25.4 + 1e-6) for place in (box.top, box.x0))
    bottom, right = (math.ceil(place * dpi / 25.4 - 1e-6) for place in (box.bottom, box.x1))
    return image[top:bottom, left:right]


def wider(box: Box, by: float) -> Box:
    """The box with so much more on every side (mm)."""
    return Box(box.x0 - by, box.top - by, box.x1 + by, box.bottom + by)


def photocopy(image: Image, level: int) -> Image:
    """One generation: blurred, then black or white."""
    return cv2.threshold(cv2.GaussianBlur(image, (0, 0), 1.0), level, 255, cv2.THRESH_BINARY)[1]


def halved(image: Image) -> Image:
    """Reduced to 50 %."""
    return cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)


@pytest.mark.parametrize("paper", PAPERS)
def test_eco_saves_ink(paper: str) -> None:
    """The eco sheet uses less ink than the same sheet without it."""
    eco, plain = (rendered(kind, paper)[0] for kind in ("eco", "words"))
    assert eco.mean() > plain.mean()


HOSTILE = {
    "wide": "W" * 60,
    "500-characters": ("Admiral of the Fleet Æthelflæd of Ystradgynlais, Ægæon and all the Seas " * 8)[:500],
    "one-word": "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
    "greek": "Ναυάρχου Κωνσταντίνου Παπαχριστοδουλόπουλου-Ἀθηναίου του πρεσβυτέρου",
    "cyrillic": "Адмирал Преображенский-Щёголев Вячеслав Ярославович Йошкар-Олинский",
    "vietnamese": "Nguyễn Phước Ưng Ấu Quỳnh Trang Thị Hồng Ngọc Ẩn Ỷ Ỗ Ẵ Ệ Ữ",
    "latvian": "Ģirts Ķēniņš-Ļaudaļņš, Jānis Ģirģensons un Ņikita Ŗamiņš",
    "high-and-low": "ẪẴỄỖỮỸǺẲ ģķļņŗţșțjgpqy",
    "digits": "0123456789" * 12,
}


def _named(sheet: Sheet, text: str) -> Sheet:
    return replace(sheet, captain=text, opponent=text, fleet_name=text, table=text, round=text, serial=text)


@cache
def _bare(kind: str, paper: str) -> tuple[Image, ...]:
    return _print_one(_named(printed(kind, paper).sheets[0], ""), printed(kind, paper).layout)


def _print_one(sheet: Sheet, layout: Layout) -> tuple[Image, ...]:
    # A bookmark needs some name; the page itself shows none.
    pdf = print_trackers(EDITION, [(sheet, layout)])
    return tuple(render(pdf, page, 200) for page in range(len(layout.pages)))


@pytest.mark.parametrize(("kind", "paper"), [("words", "a4"), ("left-handed", "letter"), ("all-at-once", "a4")])
@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_names_stay_in_their_fields(kind: str, paper: str, hostile: str) -> None:
    """Whatever a name is, every pixel it inks lies in a header field, clear of the field's label, line and neighbours,
    and nothing else on the page moves.
    """
    layout = printed(kind, paper).layout
    named = _print_one(_named(printed(kind, paper).sheets[0], HOSTILE[hostile]), layout)
    for page, bare, image in zip(layout.pages, _bare(kind, paper), named, strict=True):
        changed = bare != image
        panels = [panel for panel in page.panels if isinstance(panel, FieldsPanel)]
        fields = [field.rect for panel in panels for field in panel.fields.values()]
        assert not (changed & (bare < 128)).any(), "a name is printed over something"
        for rect in fields:
            # A letter's side bearing may reach a hair's breadth over the end of its line.
            inside = cut(changed, wider(Box(rect.x, rect.y, rect.right, rect.bottom), 0.1), 200)
            assert inside.any(), "a field shows no name"
            inside[:] = False
        assert not changed.any(), "a name leaves its field"


@pytest.mark.parametrize("kind", ["words", "all-at-once"])
def test_only_long_names_are_cut_and_told(kind: str) -> None:
    """A usual name is printed whole, a longer one smaller; one that ends in an ellipsis is named to whoever prints it,
    once.
    """
    sheet, layout = printed(kind, "a4").sheets[0], printed(kind, "a4").layout
    assert cut_names(_named(sheet, "Ann"), layout) == []
    assert cut_names(_named(sheet, HOSTILE["wide"]), layout) == [HOSTILE["wide"]]
    for length in range(1, 40):
        longer = _named(sheet, "m" * length)
        shown = [run.text for page in layout.pages for run in page.set_type(longer) if isinstance(run, Run)]
        assert cut_names(longer, layout) == [longer.captain] * any(text.endswith("…") for text in shown)


def _line_places(image: Image, *, down: bool) -> list[float]:
    """The places (pixels) of the lines that run through the whole of an image of a grid, as a projection shows them."""
    dark = (image < 128).mean(axis=0 if down else 1)
    edges = np.flatnonzero(np.diff(np.concatenate([[0], dark > 0.9, [0]])))
    return [(a + b) / 2 for a, b in edges.reshape(-1, 2)]


def _grids(kind: str, paper: str) -> list[tuple[int, Grid]]:
    pages = enumerate(pages_of(kind, paper)[0])
    return [(number, grid) for number, page in pages for grid in page.grids.values()]


@each_kind
@pytest.mark.parametrize("level", [LIGHT, DARK], ids=["light", "dark"])
def test_two_copy_generations_lose_no_line(kind: str, paper: str, level: int) -> None:
    """A copy of a copy, made light or dark, has every line of both grids where it was, and no square filled in."""
    images = rendered(kind, paper, FINE)
    grids = _grids(kind, paper)
    assert {grid.panel.title for _, grid in grids} == {ATTACK, DEFENSE}
    for number, grid in grids:
        copy = photocopy(photocopy(cut(images[number], wider(grid, 0.3), FINE), level), level)
        _assert_lines(copy, grid, FINE / 25.4)


@each_kind
@pytest.mark.parametrize("level", [HALF_LIGHT, HALF_DARK], ids=["light", "dark"])
def test_a_reduced_copy_loses_no_line(kind: str, paper: str, level: int) -> None:
    """Copied at 50 %, light or dark, both grids keep every line."""
    images = rendered(kind, paper, FINE)
    for number, grid in _grids(kind, paper):
        copy = photocopy(halved(cut(images[number], wider(grid, 0.3), FINE)), level)
        _assert_lines(copy, grid, FINE / 25.4 / 2)


def _assert_lines(copy: Image, grid: Grid, scale: float) -> None:
    """`scale` is the copy's pixels in a millimetre of the original; the copy shows 0.3 mm around the grid."""
    for places, start, down in ((grid.xs, grid.x0, True), (grid.ys, grid.top, False)):
        found = [place / scale - 0.3 for place in _line_places(copy, down=down)]
        assert found == pytest.approx([place - start for place in places], abs=0.15)
    if grid.panel.title == ATTACK:
        for a, b in pairwise(grid.xs):
            middle = Box(a - grid.x0 + 1.3, 1.3, b - grid.x0 - 0.7, grid.cell - 0.7)
            assert cut(copy, middle, round(scale * 25.4)).min() == 255


def _single_letters(page: ReadPage) -> dict[tuple[str, float], list[Text]]:
    """The single letters, digits and counts that play needs, by font and size."""
    groups: dict[tuple[str, float], list[Text]] = {}
    for run in page.runs:
        if len(run.text) == 1 and run.text.isalnum() and run.size >= 10 and run.gray == 0:
            groups.setdefault((run.font, run.size), []).append(run)
    return {key: runs for key, runs in groups.items() if len({run.text for run in runs}) > 1}


@each_kind
@pytest.mark.parametrize("level", [HALF_LIGHT, HALF_DARK], ids=["light", "dark"])
def test_letters_are_read_from_a_reduced_copy(kind: str, paper: str, level: int) -> None:
    """Copied at 50 %, each letter of axes, alphabets and words, each digit of codes and counts, is still more like
    itself than like any other of its font and size.
    """
    read = 0
    for page, image in zip(pages_of(kind, paper)[0], rendered(kind, paper, FINE), strict=True):
        small = halved(image)
        copy = photocopy(small, level)
        for runs in _single_letters(page).values():
            models = {run.text: _shape(small, run) for run in runs}
            for run in runs:
                shape = _shape(copy, run)
                likeness = {text: float((shape * model).mean()) for text, model in models.items()}
                assert max(likeness, key=likeness.__getitem__) == run.text
                read += 1
    assert read > 26 + 2 * 20


def _shape(image: Image, run: Text) -> np.ndarray[Any, np.dtype[np.float64]]:
    """A letter's picture on a 50 % copy, evened out in brightness and contrast."""
    across, down = (place * FINE / 25.4 / 2 for place in run.middle)
    half = run.em * 0.42 * FINE / 25.4 / 2
    x, y, reach = round(across), round(down), int(half)
    part = image[y - reach : y + reach, x - reach : x + reach].astype(float)
    return (part - part.mean()) / part.std()


def _qr(kind: str, paper: str) -> tuple[int, Box, float]:
    """The page with the QR code, the code's place without its quiet zone, and its module (mm), from the squares in the
    PDF: the finder patterns' seven modules are the tallest column of dark runs.
    """
    for number, page in enumerate(pages_of(kind, paper)[0]):
        dark = [ink for ink in page.inks if ink.kind == "rect" and ink.gray == 0 and ink.h < 1.5 and ink.w < 8]
        modules = [ink for ink in dark if abs(ink.h - dark[-1].h) < 0.01]
        if len(modules) > 100:
            places = zip(*((ink.x0, ink.top, ink.x1, ink.bottom) for ink in modules), strict=True)
            left, top, right, bottom = places
            return number, Box(min(left), min(top), max(right), max(bottom)), modules[0].h
    raise AssertionError("no QR code on the sheet")


@each_kind
def test_the_qr_code_is_large_enough_and_clear(kind: str, paper: str) -> None:
    """The QR code's modules are at least 0.6 mm, and four modules around it are white on every side."""
    number, place, module = _qr(kind, paper)
    assert module >= 0.6 - 1e-4
    assert place.w == pytest.approx(place.h, abs=0.02)
    assert place.w / module == pytest.approx(round(place.w / module), abs=0.05)
    image = rendered(kind, paper, FINE)[number].copy()
    pixel = 25.4 / FINE
    cut(image, wider(place, pixel), FINE)[:] = 255
    assert cut(image, wider(place, 4 * module - pixel), FINE).min() == 255


@each_kind
@pytest.mark.parametrize("level", [LIGHT, DARK], ids=["light", "dark"])
def test_the_qr_code_is_read_from_a_second_generation_copy(kind: str, paper: str, level: int) -> None:
    """A copy of a copy, made light or dark, still leads to the rules."""
    number, place, module = _qr(kind, paper)
    zone = cut(rendered(kind, paper, FINE)[number], wider(place, 4 * module), FINE)
    assert read_qr(photocopy(photocopy(zone, level), level)) == EDITION.rules_address


@each_kind
def test_the_qr_code_is_read_from_a_reduced_copy(kind: str, paper: str) -> None:
    """A copy at 50 % still leads to the rules."""
    number, place, module = _qr(kind, paper)
    zone = cut(rendered(kind, paper, FINE)[number], wider(place, 4 * module), FINE)
    assert read_qr(photocopy(halved(zone), 128)) == EDITION.rules_address


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


SIGNS = "".join(map(chr, range(32, 65)))


@pytest.mark.parametrize("face", [Face.BOLD, Face.SEMIBOLD])
def test_every_word_in_cells_is_sound_whatever_codes_its_letters_have(face: Face) -> None:
    """Read back by pikepdf, the strings between a word's moves hold the codes of its letters and nothing else; brackets
    and backslash are escaped.
    """
    words = [*(f"SU{letter}" for letter in ALPHABET), *ALPHABET, "NNN", *(f"A{sign}B" for sign in (*SIGNS, "\\"))]
    with pikepdf.new() as document:
        for word in words:
            spread = _operands(document, f"[{encoder(face).spread(word)}]TJ")[0].as_list()
            (plain,) = _operands(document, f"({encoder(face).codes_of(word)})Tj")
            strings = [bytes(part) for part in spread if isinstance(part, pikepdf.String)]
            assert b"".join(strings) == bytes(plain)


def _operands(document: pikepdf.Pdf, operators: str) -> list[pikepdf.Object]:
    """Of the one operator."""
    ((operands, _),) = pikepdf.parse_content_stream(pikepdf.Stream(document, operators.encode("latin-1")))
    return list(operands)


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
