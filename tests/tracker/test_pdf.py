"""Sheets as PDF: read back by PDFium and poppler, and held against plain drawing by reportlab."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import replace
from functools import _lru_cache_wrapper, cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import pikepdf
import pypdfium2
import pytest
from fontTools.ttLib import TTFont
from hypothesis import example, given, settings
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

from support.matrix import mark_matrix
from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import blank_deck, tier_deck
from wordfleet_print.fleet.word_lists import load_tier
from wordfleet_print.games import Edition, load_edition
from wordfleet_print.paper import A4, LETTER, MM
from wordfleet_print.sheet.dealing import deal
from wordfleet_print.tracker.fallback_font import make_fallback
from wordfleet_print.tracker.fonts import FOLDER, Face, use_fallback
from wordfleet_print.tracker.layout import CUT_GAP_MM, MARGIN_MM, lay_out_sheet
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.tracker.pdf_file import Bookmark, PdfFile
from wordfleet_print.tracker.pen import Art, CellText, Frame, Pen
from wordfleet_print.tracker.print_trackers import (
    SheetToPrint,
    count_pages,
    group_by_page,
    print_trackers,
)
from wordfleet_print.tracker.set_text import set_centered
from wordfleet_print.tracker.template import make_template

pytestmark = pytest.mark.slow
PLAYERS = ("Niamh Ó Súilleabháin", "Łukasz Żółć-Müller", "Ελένη (Иван)")


class Kind(NamedTuple):
    """A kind of sheet: edition, the looks of each of three sheets, what is dealt."""

    slug: str
    looks: tuple[SheetLooks, ...]
    blank: bool = False
    placed: bool = False


def _alike(slug: str, looks: SheetLooks, **dealt: bool) -> Kind:
    return Kind(slug, (looks,) * 3, **dealt)


HALF = SheetLooks(A4, half_sheets=True)
KINDS = {
    "default": _alike("word-fleet", SheetLooks(A4)),
    "placed": _alike("word-fleet", SheetLooks(LETTER), placed=True),
    "blank": _alike("word-fleet-admirals", SheetLooks(A4), blank=True),
    "eco": _alike("word-fleet-strike", SheetLooks(LETTER, eco=True)),
    "large": _alike("word-fleet", SheetLooks(A4, large_print=True)),
    "event": _alike(
        "word-fleet-admirals", SheetLooks(LETTER, left_handed=True, event=True, title="Summer Cup")
    ),
    "halves": Kind("word-fleet", (HALF, replace(HALF, left_handed=True), HALF)),
    "mixed": Kind(
        "word-fleet",
        (SheetLooks(A4), SheetLooks(A4, large_print=True, eco=True), SheetLooks(A4, mine=True)),
    ),
}
each_kind = pytest.mark.parametrize("kind", KINDS)


@cache
def sheets_of(kind: str) -> tuple[Edition, tuple[SheetToPrint, ...]]:
    """Three sheets of a kind, at two tables."""
    slug, looks, blank, placed = KINDS[kind]
    edition = load_edition(slug)
    deck = blank_deck(edition) if blank else tier_deck(edition, load_tier("standard"))
    sheets = deal(deck, PLAYERS, "printed", placed=placed)
    if kind == "event":
        sheets = tuple(
            replace(s, table=str(n), round="1", serial=f"00{n}-1") for n, s in enumerate(sheets)
        )
    return edition, tuple(
        SheetToPrint(sheet, look) for sheet, look in zip(sheets, looks, strict=True)
    )


@cache
def print_kind(kind: str) -> bytes:
    """Their file."""
    return print_trackers(*sheets_of(kind))


def print_names(*names: str) -> bytes:
    """The default sheets of these captains."""
    edition, (first, *_) = sheets_of("default")
    return print_trackers(
        edition, [first._replace(sheet=replace(first.sheet, player=name)) for name in names]
    )


def read_by_pdfium(pdf: bytes) -> list[str]:
    """The text of each page."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_range() for page in document]


def run_poppler(pdf: bytes, *command: str) -> bytes:
    """What a program of poppler makes of a file; it must complain of nothing."""
    result = subprocess.run([*command], input=pdf, capture_output=True, check=True)
    assert result.stderr == b""
    return result.stdout


def read_by_poppler(pdf: bytes) -> list[str]:
    """The text of each page."""
    return run_poppler(pdf, "pdftotext", "-", "-").decode().split("\f")[:-1]


def draw_by_pdfium(pdf: bytes) -> list[Any]:
    """The pages at 100 dpi, in gray."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.render(scale=100 / 72, grayscale=True).to_numpy().copy() for page in document]


def draw_by_poppler(pdf: bytes) -> list[Any]:
    """The same by poppler, which writes all pages one after another."""
    raw, pages = run_poppler(pdf, "pdftoppm", "-gray", "-r", "100", "-"), []
    while head := re.match(rb"P5\n(\d+) (\d+)\n255\n", raw):
        width, height = map(int, head.groups())
        end = head.end() + width * height
        pages.append(np.frombuffer(raw[head.end() : end], np.uint8).reshape(height, width))
        raw = raw[end:]
    return pages


def draw_plainly(edition: Edition, sheets: Iterable[SheetToPrint], lose: str = "") -> bytes:
    """The same pages by reportlab alone, everything drawn again, without words that are to be
    lost.
    """
    sheets = list(sheets)
    pages_of = [
        lay_out_sheet(
            edition,
            one.looks,
            blank=one.sheet.words is None,
            placed=one.sheet.placements is not None,
        )
        for one in sheets
    ]
    options: dict[str, Any] = {"initialFontName": Face.MEDIUM.value}
    canvas = Canvas(io.BytesIO(), invariant=1, **options)
    for group in group_by_page(sheets):
        for side, page in enumerate(pages_of[group[0]]):
            canvas.setPageSize((page.width * MM, page.height * MM))
            pen = Pen(canvas, page.height)
            for row, number in enumerate(group):
                canvas.saveState()
                canvas.translate(0, row * (MARGIN_MM - CUT_GAP_MM - page.height / 2) * MM)
                for panel in pages_of[number][side].panels:
                    panel.draw(pen)
                    for item in panel.place_text(sheets[number].sheet):
                        if isinstance(item, Frame):
                            pen.frame(item.rect, item.width, item.radius)
                        elif not isinstance(item, CellText):
                            pen.text(item)
                        elif item.text != lose:
                            for at, char in enumerate(item.text):
                                run = set_centered(
                                    item.x + at * item.pitch, item.y, char, item.face, item.size
                                )
                                pen.text(run._replace(y=item.y))
                canvas.restoreState()
            if page.cut:
                page.cut.draw(pen)
            canvas.showPage()
    pdf: bytes = canvas.getpdfdata()
    return pdf


def _without_spans(pdf: bytes) -> bytes:
    """The file without the texts of cells and marks: PDFium puts all their letters where the first
    of them is.
    """
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page in document.pages:
            kept = [
                one
                for one in pikepdf.parse_content_stream(page)
                if str(one.operator) not in ("BDC", "EMC")
            ]
            page.Contents = document.make_stream(pikepdf.unparse_content_stream(kept))
        document.save(saved := io.BytesIO())
    return saved.getvalue()


def _places(pdf: bytes) -> Iterator[list[tuple[Any, ...]]]:
    """Every character that leaves ink with its place (pt), page by page, sorted."""
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            text = page.get_textpage()
            found = [
                (text.get_text_range(n, 1), *text.get_charbox(n, loose=True)[:2])
                for n in range(text.count_chars())
            ]
            yield sorted((char, round(x), round(y), x, y) for char, x, y in found if char.strip())


def _differing(one: Any, other: Any) -> int:
    """How many pixels are other than all those about them: renderers set letters on whole
    pixels.
    """
    near = np.ones((3, 3), np.uint8)
    low, high = cv2.erode(other, near).astype(int), cv2.dilate(other, near).astype(int)
    return int(np.sum((one < low - 1) | (one > high + 1)))


# --- the picture ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", mark_matrix(KINDS, {"default", "halves"}))
def test_pages_are_as_reportlab_draws_them(kind: str) -> None:
    """Every character is where reportlab's own drawing sets it, to a hundredth of a point, and
    two readers draw the same picture.
    """
    plain, pdf = draw_plainly(*sheets_of(kind)), print_kind(kind)
    for wanted, found in zip(_places(plain), _places(_without_spans(pdf)), strict=True):
        assert [one[0] for one in found] == [one[0] for one in wanted]
        np.testing.assert_allclose(
            [one[3:] for one in found], [one[3:] for one in wanted], rtol=0, atol=0.01
        )
    for draw in (draw_by_pdfium, draw_by_poppler):
        # A place that is off by a thousandth may fall on the next quarter of a pixel: a few pixels
        # at a letter's edge.
        assert max(map(_differing, draw(pdf), draw(plain))) <= 20


def test_a_lost_word_would_be_seen() -> None:
    """The comparison notices a word that one of the two does not draw."""
    edition, sheets = sheets_of("default")
    lacking = draw_plainly(edition, sheets[:1], lose=(sheets[0].sheet.words or ("",))[-1])
    pdf = print_trackers(edition, sheets[:1])
    for draw in (draw_by_pdfium, draw_by_poppler):
        assert _differing(draw(pdf)[0], draw(lacking)[0]) > 50


@each_kind
def test_pages_have_the_papers_size(kind: str) -> None:
    """Pages are as large as the paper, large print on its side, also in a file with both. Their
    number is known.
    """
    _, sheets = sheets_of(kind)
    with pikepdf.open(io.BytesIO(print_kind(kind))) as pdf:
        sizes = [
            tuple(round(float(side) / MM, 1) for side in list(page.mediabox)[2:])
            for page in pdf.pages
        ]
    looks = sheets[0].looks
    upright = (looks.paper.width, looks.paper.height)
    wanted = {
        "large": [upright[::-1]] * 6,
        "halves": [upright] * 4,
        "mixed": [upright, *[upright[::-1]] * 2, upright],
    }
    assert sizes == wanted.get(kind, [upright] * 3)
    assert count_pages(sheets) == len(sizes)


# --- text -----------------------------------------------------------------------------------------


@each_kind
def test_readers_find_codes_words_and_names_whole(kind: str) -> None:
    """A launch code is “027” and not “0 2 7”, a word is one word, and names, fleet and sheet code
    are found, by two readers, on the pages of their own sheet.
    """
    _, sheets = sheets_of(kind)
    for read in (read_by_pdfium, read_by_poppler):
        pages = iter(read(print_kind(kind)))
        for group in (sheets[:2], sheets[2:]) if kind == "halves" else [[one] for one in sheets]:
            text = "\n".join(next(pages) for _ in range(group[0].sides))
            for sheet in (one.sheet for one in group):
                printed = {*re.findall(r"\S+", text)}
                assert {*sheet.launch_codes, *(sheet.words or ()), sheet.code} <= printed
                assert all(
                    name in " ".join(text.split())
                    for name in (sheet.player, sheet.opponent, sheet.fleet_name)
                )


@cache
def _all_letters() -> tuple[str, ...]:
    """Names that use every letter of the bundled font which stays itself when it is copied."""
    known = map(chr, sorted(TTFont(FOLDER / f"{Face.SEMIBOLD}.ttf").getBestCmap()))
    letters = "".join(
        char
        for char in known
        if unicodedata.category(char) in ("Lu", "Ll")
        and unicodedata.normalize("NFKC", char) == char
    )
    return tuple(letters[first : first + 12] for first in range(0, len(letters), 12))


def test_names_in_every_script_are_found_whole() -> None:
    """Letters of all scripts of the font, far more than one embedded subset holds, are text that
    two readers copy.
    """
    pdf = print_names(*_all_letters())
    assert sum(map(len, _all_letters())) > 900
    for read in (read_by_pdfium, read_by_poppler):
        lost = [
            name for name, text in zip(_all_letters(), read(pdf), strict=True) if name not in text
        ]
        assert lost == []
    with pikepdf.open(io.BytesIO(pdf)) as document:
        fonts = [str(one.BaseFont) for one in document.pages[0].Resources.Font.values()]
        assert all(
            "/FontFile2" in one.FontDescriptor for one in document.pages[0].Resources.Font.values()
        )
    assert len([name for name in fonts if name.endswith(Face.SEMIBOLD)]) >= 4


@pytest.fixture(scope="module")
def signs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A font that has the signs of a Chinese name, though they all look like an A."""
    font = TTFont(FOLDER / f"{Face.BOLD}.ttf")
    for table in font["cmap"].tables:
        table.cmap = dict.fromkeys(map(ord, "王小明"), "A")
    path = tmp_path_factory.mktemp("fonts") / "signs.ttf"
    font.save(path)
    return path


def _with_fallback(font: Path, *names: str) -> bytes:
    """What a context of its own prints with this fallback font."""

    def work() -> bytes:
        use_fallback(make_fallback(font, names))
        return print_names(*names)

    return copy_context().run(work)


def test_any_text_may_hold_any_letter_but_one_that_no_font_has() -> None:
    """Whatever people name (captains, fleets, tables, their word list) is found, or refused: no
    letter gets lost.
    """
    edition, (first, *_) = sheets_of("event")
    texts = ("player", "opponent", "fleet_name", "table", "round", "serial", "words_from")
    letters: dict[str, Any] = {name: f"Жξ{number}ǻ" for number, name in enumerate(texts)}
    named = replace(first.sheet, **letters)
    (page,) = read_by_poppler(print_trackers(edition, [first._replace(sheet=named)]))
    assert all(f"Жξ{number}ǻ" in page for number in range(len(texts)))
    with pytest.raises(BadInputError, match="U\\+738B"):
        print_trackers(edition, [first._replace(sheet=replace(named, words_from="王"))])


# --- bytes ----------------------------------------------------------------------------------------


def _list_caches() -> Iterator[_lru_cache_wrapper[object]]:
    """Yield what modules of sheets and papers remember."""
    for name, module in [*sys.modules.items()]:
        if name.startswith("wordfleet_print.tracker."):
            for value in vars(module).values():
                if isinstance(value, _lru_cache_wrapper):
                    yield value


def _forget() -> None:
    for remembered in _list_caches():
        remembered.cache_clear()


def _print_kind(kind: str) -> bytes:
    return print_trackers(*sheets_of(kind))


def test_the_same_sheets_give_the_same_bytes(signs: Path) -> None:
    """Cold or warm, after other files, and in eight threads at once, each with its own looks and
    fallback font.
    """
    works: list[Callable[[], bytes]] = [partial(_print_kind, kind) for kind in KINDS]
    works += [
        lambda: print_names("Nguyễn Thị Hằng", "Иван"),
        lambda: _with_fallback(signs, "王小明", "Ann"),
    ]
    _forget()
    cold = [work() for work in works]
    assert len({*cold}) == len(works)
    _forget()
    assert [work() for work in reversed(works)][::-1] == cold
    _forget()
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda work: work(), works * 2))
    sys.setswitchinterval(before)
    assert together == cold * 2


def test_nothing_that_grows_with_names_is_kept_for_ever() -> None:
    """Names that were never there before leave nothing behind where a cache has no bound."""
    sizes = list[Mapping[int, int]]()
    for start in (0, 40):
        print_names(
            *("".join(chr(0x1EA0 + (7 * start + at) % 80) for at in range(n)) for n in range(3, 9))
        )
        sizes.append(
            {
                id(one): one.cache_info().currsize
                for one in _list_caches()
                if one.cache_info().maxsize is None
            }
        )
    assert sizes[0]
    assert sizes[0] == sizes[1]


def test_a_pair_is_a_small_file_and_a_sheet_more_adds_little() -> None:
    """Two sheets are at most 50 kB with fonts and pictures; each further one adds at most 1.4 kB
    with its bookmark.
    """
    edition, (first, *_) = sheets_of("default")
    dealt = deal(
        tier_deck(edition, load_tier("standard")), tuple(f"Captain {n}" for n in range(102)), "many"
    )
    sheets = [first._replace(sheet=sheet) for sheet in dealt]
    few, many = len(print_trackers(edition, sheets[:2])), len(print_trackers(edition, sheets))
    assert few <= 50_000
    assert (many - few) / 100 <= 1_400


# --- what the file says of itself -----------------------------------------------------------------


@each_kind
def test_readers_open_files_in_silence(kind: str, tmp_path: Path) -> None:
    """Neither pikepdf nor qpdf nor poppler has anything to complain of."""
    path = tmp_path / "x.pdf"
    path.write_bytes(print_kind(kind))
    with pikepdf.open(path, suppress_warnings=False) as document:
        assert document.check_pdf_syntax() == []
        assert list(document.get_warnings()) == []
    result = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True, check=True)
    assert "No syntax or stream encoding errors found" in result.stdout
    run_poppler(path.read_bytes(), "pdfinfo", "-")


@pytest.mark.parametrize(
    ("kind", "duplex"), [("default", None), ("halves", "/DuplexFlipLongEdge"), ("large", None)]
)
def test_a_file_says_what_it_is_and_how_to_print_it(
    kind: str, duplex: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Title, author, language and a fixed date, or the one that SOURCE_DATE_EPOCH gives; viewers
    print at 100%, half sheets on both sides.
    """
    edition, sheets = sheets_of(kind)
    usual = print_kind(kind)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    for pdf, title, date in (
        (usual, f"{edition.title} – {edition.tracker.title}", "D:20000101000000+00'00'"),
        (print_trackers(edition, sheets, title="Cup"), "Cup", "D:20231114221320+00'00'"),
    ):
        with pikepdf.open(io.BytesIO(pdf)) as document:
            info, preferences = document.docinfo, document.Root.ViewerPreferences
            assert (str(info.Title), str(info.Author), str(info.CreationDate)) == (
                title,
                edition.title,
                date,
            )
            assert sheets[0].looks.paper.title in str(info.Subject)
            assert str(document.Root.Lang) == edition.language
            assert str(preferences.PrintScaling) == "/None"
            assert bool(preferences.DisplayDocTitle)
            assert preferences.get("/Duplex") == duplex
        monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)


def _read_marks(pdf: bytes) -> list[tuple[int, str, int]]:
    """Level, title and page of each bookmark."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [
            (mark.level, mark.get_title(), mark.get_dest().get_index())
            for mark in document.get_toc()
        ]


def _read_labels(pdf: bytes) -> list[str]:
    """Page labels, on which two readers agree."""
    with pypdfium2.PdfDocument(pdf) as one, pikepdf.open(io.BytesIO(pdf)) as other:
        labels = [one.get_page_label(number) for number in range(len(one))]
        assert labels == [page.label for page in other.pages]
    return labels


def test_bookmarks_and_labels_name_captains() -> None:
    """Each sheet has a bookmark to its first page, with its table where it has one, and its name on
    its pages' labels; long names are cut, and a sheet without a captain goes by its fleet's name.
    Two half sheets share a page.
    """
    edition, (one, two, three) = sheets_of("halves")
    sheets = [one, two._replace(sheet=replace(two.sheet, player="W" * 500, table="T12"))]
    pdf = print_trackers(edition, [*sheets, three._replace(sheet=replace(three.sheet, player=""))])
    titles = [PLAYERS[0], f"T12 · {'W' * 59}…", three.sheet.fleet_name]
    assert _read_marks(pdf) == [(0, titles[0], 0), (0, titles[1], 0), (0, titles[2], 2)]
    both = f"{titles[0]} / {titles[1]}"
    assert _read_labels(pdf) == [
        f"{both} 1/2",
        f"{both} 2/2",
        f"{titles[2]} 1/2",
        f"{titles[2]} 2/2",
    ]


def test_bookmarks_nest_under_headings() -> None:
    """A heading is written where the path changes, is closed, and all entries are linked both
    ways.
    """
    edition, sheets = sheets_of("large")
    paths = [("Round 1", "Table 1"), ("Round 1", "Table 2"), ("Round 2", "Table 2")]
    pdf = print_trackers(
        edition, [one._replace(headings=path) for one, path in zip(sheets, paths, strict=True)]
    )
    assert _read_marks(pdf) == [
        *(
            (0, "Round 1", 0),
            (1, "Table 1", 0),
            (2, PLAYERS[0], 0),
            (1, "Table 2", 2),
            (2, PLAYERS[1], 2),
        ),
        *((0, "Round 2", 4), (1, "Table 2", 4), (2, PLAYERS[2], 4)),
    ]
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert int(document.Root.Outlines.Count) == 2
        assert _count_linked(document.Root.Outlines) == 8


def _count_linked(parent: pikepdf.Object) -> int:
    """How many bookmarks lie below this one, all links checked."""
    if "/First" not in parent:
        return 0
    found = [parent.First]
    while "/Next" in found[-1]:
        found.append(found[-1].Next)
    assert found[-1].objgen == parent.Last.objgen
    assert "/Prev" not in found[0]
    assert all(after.Prev.objgen == before.objgen for before, after in pairwise(found))
    assert all(one.Parent.objgen == parent.objgen for one in found)
    assert abs(int(parent.Count)) == len(found)
    return len(found) + sum(map(_count_linked, found))


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=40), min_size=1, max_size=5)
)
@example([r"(\)", "a)b(", "\\", "line\nends\r\n\r", "tab\t\0", "þÿ ï»¿ \ufeff", "Ελένη 🚢", ""])
@settings(max_examples=40)
def test_any_title_is_read_as_it_is(titles: list[str]) -> None:
    """Whatever is in names (brackets, backslashes, line ends, any script), bookmarks and page
    labels say it.
    """
    file = PdfFile(make_template([Art(10, 10, lambda _: None)], {}))
    for title in titles:
        file.add_page("", title or "-", [Bookmark(title)])
    with pikepdf.open(io.BytesIO(file.save("Title", load_edition("word-fleet"), "A4"))) as document:
        mark: Any = document.Root.Outlines.First
        for title, page in zip(titles, document.pages, strict=True):
            assert (str(mark.Title), str(page.label), mark.Dest[0].objgen) == (
                title,
                title or "-",
                page.obj.objgen,
            )
            mark = mark.get("/Next")


@each_kind
def test_no_secret_is_in_metadata_bookmarks_or_labels(kind: str) -> None:
    """Words, launch codes and sheet codes are nowhere in the file but on the pages themselves."""
    with pikepdf.open(io.BytesIO(print_kind(kind))) as document:
        texts = [
            text
            for one in document.objects
            if not isinstance(one, pikepdf.Stream)
            for text in _strings(one)
        ]
    tokens = {token.upper() for text in texts for token in re.findall(r"\w+", text)}
    assert "EDITION" in tokens
    for sheet in (one.sheet for one in sheets_of(kind)[1]):
        assert not {*sheet.launch_codes, *(sheet.words or ())} & tokens
        assert not any(sheet.code in text for text in texts)


def _strings(one: pikepdf.Object) -> list[str]:
    """Every string in an object of the file."""
    if isinstance(one, pikepdf.String):
        return [str(one)]
    parts = list(one.as_dict().values()) if isinstance(one, pikepdf.Dictionary) else []
    parts += list(one.as_list()) if isinstance(one, pikepdf.Array) else []
    return [
        text for part in parts if not getattr(part, "is_indirect", False) for text in _strings(part)
    ]


# --- the rules on the backs -----------------------------------------------------------------------


@cache
def _rules(*sizes: tuple[float, float]) -> bytes:
    """Pages of these sizes (mm), as another program makes them."""
    canvas = Canvas(io.BytesIO(), invariant=1)
    for number, (width, height) in enumerate(sizes, start=1):
        canvas.setPageSize((width * MM, height * MM))
        canvas.drawString(72, 72, f"rules ({number})")
        canvas.showPage()
    pdf: bytes = canvas.getpdfdata()
    return pdf


def _find_ink(page: np.ndarray) -> tuple[int, int, int, int]:
    """The box around everything drawn: its first and last row and column."""
    rows, columns = np.nonzero(page < 128)
    return int(rows.min()), int(rows.max()), int(columns.min()), int(columns.max())


def test_the_rules_are_on_the_back_of_every_sheet() -> None:
    """Behind each page is the page of the rules in its sheet's print; sheets keep texts, labels and
    bookmarks. Behind a landscape page it is turned: flipped on the long edge, it is the right way
    up, as behind a portrait page.
    """
    edition, sheets = sheets_of("mixed")
    usual, large = _rules((210, 297)), _rules((297, 210), (297, 210))
    pdf, alone = (
        print_trackers(edition, sheets, rules={False: usual, True: large}),
        print_kind("mixed"),
    )
    assert count_pages(sheets, {False: usual, True: large}) == len(read_by_pdfium(pdf)) == 8
    assert read_by_pdfium(pdf)[::2] == read_by_pdfium(alone)
    first, *turned, last = draw_by_poppler(pdf)[1::2]
    (wanted,) = draw_by_poppler(usual)
    assert np.array_equal(first, wanted)
    assert np.array_equal(last, wanted)
    for page, upright in zip(turned, draw_by_poppler(large), strict=True):
        assert _find_ink(page) == pytest.approx(_find_ink(np.rot90(upright, 2)), abs=2)
    assert _read_labels(pdf)[::2] == _read_labels(alone)
    assert {*_read_labels(pdf)[1::2]} == {"rules"}
    assert [(level, title, page / 2) for level, title, page in _read_marks(pdf)] == _read_marks(
        alone
    )
    assert pdf == print_trackers(edition, sheets, rules={False: usual, True: large})
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert str(document.Root.ViewerPreferences.Duplex) == "/DuplexFlipLongEdge"
        assert document.check_pdf_syntax() == []


@pytest.mark.parametrize(
    ("kind", "sizes", "why"),
    [
        ("halves", [(210, 297)], "have no room for rules"),
        ("large", [(210, 297)], "are 210 × 297 mm, but the sheets are 297 × 210 mm"),
        ("default", [(215.9, 279.4)], "are 216 × 279 mm"),
        ("default", [(210, 297)] * 2, "need two pages|need 2 pages"),
    ],
)
def test_rules_that_do_not_fit_the_backs_are_refused(
    kind: str, sizes: list[tuple[float, float]], why: str
) -> None:
    """In one line that says what does not fit."""
    rules = dict.fromkeys((False, True), _rules(*sizes))
    with pytest.raises(BadInputError, match=why):
        print_trackers(*sheets_of(kind), rules=rules)
