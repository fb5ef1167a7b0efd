"""The press: the same bytes every time, one picture whichever way type is imprinted, no secret in the wrong file."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pikepdf
import pypdfium2
import pytest
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont
from hypothesis import example, given
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

from making.pages import EDITION, LARGE, POINTS, public_and_secret, read_pages
from making.rulebooks import characters_of
from making.sheets import EACH_KIND, KINDS, Printed, printed
from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import tier_deck
from wordfleet_print.fleet.word_lists import load_tier
from wordfleet_print.games import Edition
from wordfleet_print.press.ink.fonts import FOLDER, Face, fit, font, missing_glyphs, text_width
from wordfleet_print.press.ink.ink import LARGE as LARGE_STYLE
from wordfleet_print.press.ink.ink import Pen, Run, draw_type
from wordfleet_print.press.ink.paper import PAPERS, Rect
from wordfleet_print.press.panels.foot import SheetCodePanel
from wordfleet_print.press.panels.layout import Layout, Looks, one_up, sheet_layout
from wordfleet_print.press.panels.page import PagePlan
from wordfleet_print.press.panels.panel import CellRow, Slot, TextLine
from wordfleet_print.press.pdf.glyphs import Characters
from wordfleet_print.press.pdf.pages import Page, print_block, shape_of
from wordfleet_print.press.pdf.plates import make_plates
from wordfleet_print.press.pdf.writer import DocumentLayout, write_document
from wordfleet_print.press.trackers import (
    LONGEST_BOOKMARK,
    PagePress,
    SheetPress,
    cut_names,
    print_trackers,
    sheet_plates,
)
from wordfleet_print.sheet.sheet import Sheet, deal

HERE = Path(__file__).parents[1]
every_sheet = pytest.mark.parametrize(("kind", "paper"), [(k, p) for k in KINDS for p in PAPERS])
every_kind = pytest.mark.parametrize("kind", KINDS)
each_kind = pytest.mark.parametrize(("kind", "paper"), EACH_KIND)


# --- the same sheets, the same bytes ---------------------------------------------------------------------------


@every_sheet
def test_the_same_sheets_give_the_same_bytes(kind: str, paper: str) -> None:
    """Printing the same sheets again, after others, gives the same file byte for byte."""
    once = printed(kind, paper)
    assert print_trackers(EDITION, [(sheet, once.layout) for sheet in once.sheets]) == once.pdf


# --- two ways to imprint, one picture --------------------------------------------------------------------------


def _print_slowly(pairs: list[tuple[Sheet, Layout]]) -> bytes:
    """The sheets with every plate drawn anew, and every run of type set and every font embedded by reportlab itself."""
    paper = pairs[0][1].paper
    options: dict[str, Any] = {"initialFontName": font(Face.MEDIUM).fontName}
    canvas = Canvas(io.BytesIO(), pagesize=(paper.width * POINTS, paper.height * POINTS), invariant=1, **options)
    for sheet, layout in pairs:
        for page in layout.pages:
            pen = Pen(canvas, paper.height)
            page.draw(pen)
            draw_type(pen, page.set_type(sheet))
            canvas.showPage()
    pdf: bytes = canvas.getpdfdata()
    return pdf


NEXT = np.ones((3, 3), np.uint8)


def _pictures(pdf: bytes) -> Iterator[np.ndarray[Any, Any]]:
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            yield page.render(scale=150 / 72, grayscale=True).to_numpy().astype(np.int16)


def _characters(pdf: bytes) -> Iterator[list[tuple[float, float, str]]]:
    """Every character of each page that leaves ink, with its place (pt), in reading order: by lines to the point."""
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            text = page.get_textpage()
            places = range(text.count_chars())
            found = [(*text.get_charbox(i, loose=True)[1::-1], text.get_text_range(i, 1)) for i in places]
            yield sorted((one for one in found if not one[2].isspace()), key=lambda one: (round(one[0]), *one[1:]))


def _assert_same_picture(slow: bytes, *fast: bytes) -> None:
    """Every character stands in the same place, to less than a hundredth of a point, and no pixel is other than those
    about it: pdfium sets letters on whole pixels, so that one may stand on the next. A letter that so moves by itself
    may open or close a gap to its neighbour, a pixel wide.
    """
    characters, pictures = [*_characters(slow)], [*_pictures(slow)]
    for file in fast:
        for wanted, found in zip(characters, _characters(file), strict=True):
            assert [char for _, _, char in found] == [char for _, _, char in wanted]
            places = [[(x, y) for y, x, _ in page] for page in (found, wanted)]
            np.testing.assert_allclose(*places, rtol=0, atol=0.009)
        for slow_page, page in zip(pictures, _pictures(file), strict=True):
            assert np.sum((page < cv2.erode(slow_page, NEXT) - 1) | (page > cv2.dilate(slow_page, NEXT) + 1)) <= 1


@pytest.mark.slow
@each_kind
def test_both_ways_to_imprint_make_the_same_picture(kind: str, paper: str) -> None:
    """Precomputed text operators put every character in the same place as reportlab's own drawing, run by run; so do
    the stamps of large files.
    """
    once = printed(kind, paper)
    slow = _print_slowly([(sheet, once.layout) for sheet in once.sheets])
    _assert_same_picture(slow, once.pdf, _print_stamped(once))


def _print_stamped(once: Printed) -> bytes:
    """The sheets as large files have them: the manifest's letters and counts as forms."""
    sheets, (imposition, paper) = once.sheets, (one_up(once.layout), once.layout.paper)
    characters = _letters_in([(sheet, once.layout) for sheet in sheets])
    press, stamps = SheetPress([imposition], stamped=True), set[str]()
    leaves = [Page(content, "") for sheet in sheets for content in press.print([0], [sheet], stamps)]
    assert bool(stamps) is (sheets[0].words is not None)
    shared = make_plates(characters, paper, sheet_plates([imposition]))
    layout = DocumentLayout(paper.width * POINTS, paper.height * POINTS, shared, {}, "en", [shape_of(leaves)])
    return b"".join(write_document(layout, [print_block(leaves, layout.numbering(0), stamps)], press.draw_stamp))


def _letters_in(pairs: Iterable[tuple[Sheet, Layout]]) -> Characters:
    return characters_of(item for sheet, layout in pairs for page in layout.pages for item in page.set_type(sheet))


@cache
def _many_scripts() -> tuple[list[tuple[Sheet, Layout]], bytes]:
    """Sheets whose names use every letter of the bundled font: far more than one subset holds."""
    sheet, layout = printed("words", "a4").sheets[0], printed("words", "a4").layout
    cmap = TTFont(FOLDER / f"{Face.SEMIBOLD}.ttf").getBestCmap()
    letters = "".join(char for char in map(chr, sorted(cmap)) if char > "¿" and _is_name_letter(char))
    names = [letters[i : i + 15] for i in range(0, len(letters), 15)]
    third = len(names) // 3
    threes = zip(names, names[third:], names[2 * third :], strict=False)  # each from another subset
    pairs = [(replace(sheet, captain=one, opponent=two, fleet_name=three), layout) for one, two, three in threes]
    assert [cut_names(named, layout) for named, _ in pairs] == [[]] * len(pairs)
    return pairs, print_trackers(EDITION, pairs)


def _is_name_letter(char: str) -> bool:
    """A letter that stays itself when a reader copies it: no ligature, no modifier."""
    return unicodedata.category(char) in ("Lu", "Ll") and unicodedata.normalize("NFKC", char) == char


@pytest.mark.slow
def test_both_ways_agree_where_letters_need_several_subsets() -> None:
    """Names in all scripts of the font, whose letters lie in several embedded subsets, have every character in the same
    place both ways.
    """
    pairs, pdf = _many_scripts()
    with pikepdf.open(io.BytesIO(pdf)) as document:
        names = [str(obj.BaseFont) for obj in document.objects if isinstance(obj, pikepdf.Dictionary) and _is_font(obj)]
    assert len([name for name in names if name.endswith(Face.SEMIBOLD)]) >= 4
    _assert_same_picture(_print_slowly(pairs), _unspoken(pdf))


def _unspoken(pdf: bytes) -> bytes:
    """The file without what broken words say: pdfium puts their letters where the first part of each stands."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page in document.pages:
            kept = [op for op in pikepdf.parse_content_stream(page) if str(op.operator) not in ("BDC", "EMC")]
            page.Contents = document.make_stream(pikepdf.unparse_content_stream(kept))
        saved = io.BytesIO()
        document.save(saved)
    return saved.getvalue()


@pytest.mark.slow
def test_both_ways_agree_whatever_fits_a_line() -> None:
    """Names of the widest letters, from one that surely fits its line to one that is cut, are set alike both ways."""
    sheet, layout = printed("words", "a4").sheets[0], printed("words", "a4").layout
    longer = zip(range(1, 41, 2), range(2, 41, 2), strict=True)
    pairs = [(replace(sheet, captain="W" * n, opponent="W" * m, fleet_name="W" * m), layout) for n, m in longer]
    _assert_same_picture(_print_slowly(pairs), print_trackers(EDITION, pairs))


NOWHERE = Rect(0, 0, 0, 0)


@dataclass(frozen=True)
class _Alone:
    """A panel of one slot, without art."""

    slot: Slot
    rect: Rect

    def draw(self, pen: Pen) -> None:
        """Nothing."""

    def slots(self) -> tuple[Slot, ...]:
        """The one."""
        return (self.slot,)


def test_character_spacing_ends_with_the_page() -> None:
    """Where the last type of a page is spread over cells, its spacing is ended: forms drawn later would have it too.
    Where the last is set close, nothing is added.
    """
    sheet, layout = printed("words", "a4").sheets[0], printed("words", "a4").layout
    slots = [slot for page in layout.pages for panel in page.panels for slot in panel.slots()]
    rows = [slot for slot in slots if isinstance(slot.place, CellRow)]
    lines = [slot for slot in slots if isinstance(slot.place, TextLine) and slot.value(sheet)]
    assert rows
    assert lines
    for slot in (*rows, *lines):
        press = PagePress("a", PagePlan((_Alone(slot, NOWHERE),), (), None), layout.paper.height, stamped=False)
        assert press.imprint(sheet, set()).endswith(" 0 Tc ET" if slot in rows else ")Tj ET")


# --- type ------------------------------------------------------------------------------------------------------


def _is_font(obj: pikepdf.Object) -> bool:
    return obj.get("/Type") == "/Font"


def _outline(glyphs: Any, glyph: str) -> list[Any]:
    pen = DecomposingRecordingPen(glyphs)
    glyphs[glyph].draw(pen)
    return pen.value


def _letters_of(embedded: pikepdf.Object) -> Iterator[tuple[int, str]]:
    """(code, character) of an embedded font, by its ToUnicode map, of the codes for which it has a glyph."""
    program = TTFont(io.BytesIO(embedded.FontDescriptor.FontFile2.read_bytes()))
    glyphs = program["cmap"].tables[0].cmap
    line = rb"<([0-9A-F]{2})> <([0-9A-F]{2})> <([0-9A-F]{4})>"
    for first, last, char in re.findall(line, embedded.ToUnicode.read_bytes()):
        for at, code in enumerate(range(int(first, 16), int(last, 16) + 1)):
            if glyphs.get(code, ".notdef") != ".notdef":
                yield code, chr(int(char, 16) + at)


@cache
def _bundled(name: str) -> tuple[dict[int, str], Any]:
    """The glyphs of a bundled font: their names by character, themselves by name."""
    bundled = TTFont(FOLDER / f"{name}.ttf")
    return bundled.getBestCmap(), bundled.getGlyphSet()


def test_embedded_fonts_show_every_letter() -> None:
    """Each character of each embedded subset has the outline that the bundled font has for it: none is an empty box,
    none another letter, and none that is set is missing. Its width in the file is its own.
    """
    pairs, file = _many_scripts()
    text = _type_in(file)
    assert all(name in text for sheet, _ in pairs for name in (sheet.captain, sheet.opponent, sheet.fleet_name))
    checked = set()
    with pikepdf.open(io.BytesIO(file)) as pdf:
        for embedded in filter(_is_font, (obj for obj in pdf.objects if isinstance(obj, pikepdf.Dictionary))):
            name = str(embedded.BaseFont).split("+")[1]
            program = TTFont(io.BytesIO(embedded.FontDescriptor.FontFile2.read_bytes()))
            glyphs, (whole, bundled) = program["cmap"].tables[0].cmap, _bundled(name)
            shown, unit = program.getGlyphSet(), program["head"].unitsPerEm / 1000
            for code, char in _letters_of(embedded):
                width = float(embedded.Widths[code - int(embedded.FirstChar)])
                assert width == pytest.approx(shown[glyphs[code]].width / unit, abs=0.01), (name, char)
                outline = _outline(shown, glyphs[code])
                assert outline == _outline(bundled, whole[ord(char)]), (name, char)
                assert outline or char.isspace(), (name, char)
                checked.add((name, char))
    assert {name for name, _ in checked} == {face.value for face in Face}
    assert len({char for name, char in checked if name == Face.SEMIBOLD}) > 600


def test_lettersin_every_script_are_found_again() -> None:
    """Names in Latin, Greek, Cyrillic and Vietnamese letters are text: a reader finds and copies them as they are."""
    pairs, pdf = _many_scripts()
    with pypdfium2.PdfDocument(pdf) as document:
        for page, (sheet, _) in zip(document, pairs, strict=True):
            text = page.get_textpage().get_text_range()
            assert sheet.captain in text
            assert sheet.opponent in text
            assert sheet.fleet_name in text


FONT_LETTERS = "".join(chr(code) for code in TTFont(FOLDER / f"{Face.SEMIBOLD}.ttf").getBestCmap())
names = st.text(FONT_LETTERS, min_size=1, max_size=80)
sizes = st.floats(7.0, 20.0)
widths = st.floats(8.0, 90.0)


def _advance(text: str, size: float) -> float:
    """How wide the text is (mm), by the font's own metrics."""
    loaded, cmap, metrics, unit = _metrics()
    assert loaded
    return sum(metrics[cmap[ord(char)]][0] for char in text) / unit * size / POINTS


@cache
def _metrics() -> tuple[TTFont, dict[int, str], Any, int]:
    loaded = TTFont(FOLDER / f"{Face.SEMIBOLD}.ttf")
    return loaded, loaded.getBestCmap(), loaded["hmtx"].metrics, loaded["head"].unitsPerEm


@given(names, sizes)
def test_widths_are_the_fonts_own(text: str, size: float) -> None:
    """A text is measured as wide as the font says."""
    assert text_width(text, Face.SEMIBOLD, size) == pytest.approx(_advance(text, size), rel=1e-3, abs=1e-3)


@given(names, widths, sizes, sizes)
@example("0001Ϻ", 8.0, 9.0, 8.125)
@example("W" * 80, 50.0, 12.5, 9.0)
def test_fit_shrinks_then_cuts_and_never_overflows(text: str, width: float, one: float, other: float) -> None:
    """What is fitted fits, at no more than its size and no less than the smallest; it is whole where that is possible,
    else its longest beginning with an ellipsis.
    """
    smallest, size = sorted((one, other))
    fitted, at = fit(text, Face.SEMIBOLD, width, size, smallest)
    assert smallest <= at <= size
    assert _advance(fitted, at) <= width + 0.01
    if _advance(text, size) <= width - 0.01:
        assert (fitted, at) == (text, size)
    if fitted == text:
        return
    assert _advance(text, smallest) > width - 0.01
    assert at == smallest
    kept = fitted.removesuffix("…")
    assert fitted != kept
    assert text.startswith(kept)
    longer = text[: len(kept) + 1].rstrip()
    assert longer == kept or _advance(f"{longer}…", smallest) > width - 0.01


@given(st.text(max_size=30))
def test_missing_glyphs_are_named_once_each(text: str) -> None:
    """Exactly the characters that the font lacks are told, each once, in order, with code point."""
    told = missing_glyphs(text, Face.SEMIBOLD)
    lacking = [char for char in dict.fromkeys(text) if ord(char) not in _metrics()[1]]
    assert [line.split(" (U+")[0] for line in told] == lacking
    assert [int(re.findall(r"\(U\+([0-9A-F]{4,6}) ", line)[-1], 16) for line in told] == [ord(c) for c in lacking]


@pytest.mark.parametrize(
    ("char", "told"), [("字", "字 (U+5B57 CJK UNIFIED IDEOGRAPH-5B57)"), ("🚢", "🚢 (U+1F6A2 SHIP)")]
)
def test_a_missing_glyph_is_told_by_name(char: str, told: str) -> None:
    """A character that would print as an empty box is told with its code point and name."""
    assert missing_glyphs(f"An{char}n{char}", Face.SEMIBOLD) == [told]


# --- what the file says of itself ------------------------------------------------------------------------------


@every_sheet
def test_the_file_is_told_what_it_is(kind: str, paper: str) -> None:
    """Title, author and language are set; viewers show the title and leave the print at 100 %."""
    with pikepdf.open(io.BytesIO(printed(kind, paper).pdf)) as pdf:
        assert str(pdf.docinfo.Title) == f"{EDITION.title} – {EDITION.tracker.title}"
        assert str(pdf.docinfo.Author) == EDITION.title
        assert PAPERS[paper].title in str(pdf.docinfo.Subject)
        assert str(pdf.Root.Lang) == EDITION.language
        assert str(pdf.Root.ViewerPreferences.PrintScaling) == "/None"
        assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle) is True


def _bookmarks(pdf: bytes) -> list[tuple[str, int]]:
    with pypdfium2.PdfDocument(pdf) as document:
        return [(mark.get_title(), mark.get_dest().get_index()) for mark in document.get_toc()]


def _labels(pdf: bytes) -> list[str]:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return [page.label for page in document.pages]


@every_sheet
def test_bookmarks_and_page_labels_name_the_captains(kind: str, paper: str) -> None:
    """Each sheet is found by its captain's name: one bookmark to its first page, the name on every page's label."""
    captains = [sheet.captain for sheet in printed(kind, paper).sheets]
    pages = 2 if kind in LARGE else 1
    assert _bookmarks(printed(kind, paper).pdf) == [(name, i * pages) for i, name in enumerate(captains)]
    numbers = [" 1/2", " 2/2"] if kind in LARGE else [""]
    assert _labels(printed(kind, paper).pdf) == [f"{name}{number}" for name in captains for number in numbers]


def test_bookmarks_name_the_table_and_shorten_long_names() -> None:
    """At an event the bookmark starts with the table; a sheet without a captain goes by its fleet's name."""
    sheet, layout = printed("words", "a4").sheets[0], printed("words", "a4").layout
    named = replace(sheet, captain="W" * 500, table="T12")
    pdf = print_trackers(EDITION, [(named, layout), (replace(sheet, captain=""), layout)])
    (long, _), (unnamed, _) = _bookmarks(pdf)
    assert long == f"T12 · {'W' * (LONGEST_BOOKMARK - 1)}…"
    assert unnamed == sheet.fleet_name
    assert _labels(pdf) == [long, unnamed]


@every_sheet
def test_no_secret_is_in_metadata_or_marks(kind: str, paper: str) -> None:
    """Neither words nor launch codes nor sheet codes stand anywhere in the file but on the pages themselves."""
    once = printed(kind, paper)
    with pikepdf.open(io.BytesIO(once.pdf)) as pdf:
        drawn = {obj.objgen for obj in pdf.objects if isinstance(obj, pikepdf.Stream)}
        said = [text for obj in pdf.objects if obj.objgen not in drawn for text in _strings(obj)]
        said += _strings(pdf.trailer.get("/ID", pikepdf.Array()))
    said += [*_labels(once.pdf), *(title for title, _ in _bookmarks(once.pdf))]
    tokens = {token.upper() for text in said for token in re.findall(r"\w+", text)}
    assert "WORD" in tokens
    for sheet in once.sheets:
        assert not {*sheet.launch_codes, *(sheet.words or ())} & tokens
        assert not any(sheet.code in text for text in said)


def _strings(obj: pikepdf.Object) -> list[str]:
    """Every string in an object of the file; other objects that it points to are visited by themselves."""
    if isinstance(obj, pikepdf.String):
        return [str(obj)]
    parts = list(obj.as_dict().values()) if isinstance(obj, pikepdf.Dictionary) else []
    parts += list(obj.as_list()) if isinstance(obj, pikepdf.Array) else []
    return [text for part in parts if not getattr(part, "is_indirect", False) for text in _strings(part)]


# --- secrets ---------------------------------------------------------------------------------------------------


def _type_in(pdf: bytes) -> str:
    """All type in all streams of a file, plates too, whether a page shows them or not, in the order it is set; read
    with the maps of the embedded fonts, so that a word shows even where it is set letter by letter. It all has glyphs.
    """
    with pikepdf.open(io.BytesIO(pdf)) as document:
        fonts = {name: dict(_letters_of(font)) for name, font in document.pages[0].Resources.Font.items()}
        streams = [obj for obj in document.objects if isinstance(obj, pikepdf.Stream)]
        streams = [obj for obj in streams if obj.get("/Type") in (None, pikepdf.Name.XObject)]
        return "\n".join(_type_of(stream, fonts) for stream in streams if _is_drawn(stream))


def _is_drawn(stream: pikepdf.Object) -> bool:
    return not stream.read_bytes().startswith((b"\0\1\0\0", b"/CIDInit"))  # neither a font nor a font's map


def _type_of(stream: pikepdf.Object, fonts: Mapping[str, Mapping[int, str]]) -> str:
    text: list[str] = []
    codes: Mapping[int, str] = {}
    for operands, operator in pikepdf.parse_content_stream(stream, "Tf Tj TJ"):
        if str(operator) == "Tf":
            codes = fonts[str(operands[0])]
        else:
            shown = operands[0].as_list() if str(operator) == "TJ" else operands
            assert isinstance(shown[0], pikepdf.String), "some readers (pdfminer) misplace what a number is before"
            strings = [part for part in shown if isinstance(part, pikepdf.String)]
            text += [codes[code] for string in strings for code in bytes(string)]
    return "".join(text)


def _secrets(sheet: Sheet) -> list[str]:
    return [text for text in (sheet.code, "".join(sheet.launch_codes), "".join(sheet.words or ())) if text]


@every_sheet
def test_one_captains_file_holds_no_others_secrets(kind: str, paper: str) -> None:
    """A file printed for one captain holds no text of the other's: no stream has their words, codes or fleet."""
    once = printed(kind, paper)
    mine, theirs = once.sheets
    pdf = print_trackers(EDITION, [(mine, once.layout)])
    text = _type_in(pdf)
    assert all(secret in text for secret in _secrets(mine))
    assert not [secret for secret in _secrets(theirs) if secret in text]
    assert theirs.fleet_name not in text
    assert theirs.code.encode() not in pdf


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "paper"), [("words", "a4"), ("placed", "letter"), ("all-at-once", "letter")])
def test_the_public_half_alone_holds_no_secret(kind: str, paper: str) -> None:
    """Printed alone, the public half is as on the whole sheet, without the fold, and the file holds no secret."""
    sheet = printed(kind, paper).sheets[0]
    options = {name: on for name, on in KINDS[kind].items() if name in ("eco", "large_print", "left_handed")}
    layout = sheet_layout(EDITION, Looks(PAPERS[paper], **options, public_only=True))
    pdf = print_trackers(EDITION, [(sheet, layout)])
    (page,) = read_pages(pdf)
    public, _ = public_and_secret(kind, paper)
    fold = EDITION.tracker.fold_line.upper()
    assert set(page.runs) == {run for run in public.runs if run.text != fold}
    assert not [secret for secret in _secrets(sheet) if secret in _type_in(pdf)]


# --- sizes and fits --------------------------------------------------------------------------------------------


@every_kind
def test_a_pair_of_sheets_is_a_small_file(kind: str) -> None:
    """Two sheets on A4 are at most 200 kB."""
    assert len(printed(kind, "a4").pdf) <= 200_000


@every_sheet
def test_a_sheet_by_itself_is_a_smaller_file(kind: str, paper: str) -> None:
    """One sheet is at most 36 kB, fonts and picture and all, on one page or two."""
    once = printed(kind, paper)
    assert len(print_trackers(EDITION, [(once.sheets[0], once.layout)])) <= 36_000


SIZES = {"a4": (210, 297), "letter": (8.5 * 25.4, 11 * 25.4)}
"""ISO 216; ANSI/ASME Y14.1 (mm)."""


@every_sheet
def test_pages_have_the_papers_size(kind: str, paper: str) -> None:
    """Every page is the paper's size to 0.1 mm, upright, uncropped, at 1/72 inch a unit."""
    with pikepdf.open(io.BytesIO(printed(kind, paper).pdf)) as pdf:
        assert len(pdf.pages) == (4 if kind in LARGE else 2)
        for page in pdf.pages:
            width, height = (float(side) / POINTS for side in page.mediabox[2:])
            assert [float(side) for side in page.mediabox[:2]] == [0, 0]
            assert (width, height) == pytest.approx(SIZES[paper], abs=0.1)
            assert list(page.cropbox) == list(page.mediabox)
            assert page.obj.get("/Rotate", 0) == 0
            assert "/UserUnit" not in page.obj


@pytest.mark.parametrize("width", [88.0, 76.0, 60.0, 42.5, 41.0, 20.0])
def test_a_sheet_code_is_set_whole_or_refused(edition: Edition, width: float) -> None:
    """In large print a code stands on one line, or on two where that is too wide; where no two hold it, none is cut."""
    sheet = deal(tier_deck(edition, load_tier("family")), ("",), "code")[0]
    panel = SheetCodePanel(Rect(0, 0, width, 20), LARGE_STYLE)
    if width < 41.9:
        with pytest.raises(BadInputError, match="does not fit the sheet"):
            list(panel.slots())
        return
    runs = [run for slot in panel.slots() for run in slot.set_type(sheet) if isinstance(run, Run)]
    assert len(runs) == (1 if width > 76.2 else 2)
    assert "".join(run.text for run in sorted(runs, key=lambda run: run.y)) == sheet.code
    assert {run.size for run in runs} == {LARGE_STYLE.code_line}
    assert all(text_width(run.text, run.face, run.size) <= width for run in runs)
