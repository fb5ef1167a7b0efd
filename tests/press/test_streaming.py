"""The streaming press: whole PDFs written block by block, read back by readers that share no code with it."""

from __future__ import annotations

import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tracemalloc
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from string import ascii_letters, digits
from typing import Any, NamedTuple

import numpy as np
import pikepdf
import pymupdf
import pypdfium2
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

from making.command import texts
from making.pages import ATTACK, DEFENSE, EDITION, FLEET, POINTS, ReadPage, pages_of, part, read_pages, words_read
from making.rulebooks import (
    CARD,
    NAMES,
    ROUNDS,
    SECTIONS,
    Book,
    Section,
    card,
    card_book,
    card_resources,
    card_type,
    characters_of,
    draw_dot,
    event_book,
    event_tables,
    make_book,
)
from making.sheets import printed
from wordfleet_print.fleet.deck import tier_deck
from wordfleet_print.fleet.word_lists import load_tier
from wordfleet_print.press.ink.fonts import Face, font
from wordfleet_print.press.ink.paper import A4, PAPERS
from wordfleet_print.press.panels.layout import CUT_HERE, one_up, two_up
from wordfleet_print.press.pdf.composing import Composer
from wordfleet_print.press.pdf.glyphs import Drawer
from wordfleet_print.press.pdf.pages import Block, Bookmark, Page, print_block, row, shape_of, stream
from wordfleet_print.press.pdf.plates import embed, make_plates, with_pages
from wordfleet_print.press.pdf.writer import DocumentLayout, Resources, with_shared_page, write_document
from wordfleet_print.press.trackers import SheetPress, sheet_plates
from wordfleet_print.sheet.sheet import Sheet, deal

HERE = Path(__file__).parents[1]
Command = Callable[[Path], Sequence[str | Path]]
READERS: Mapping[str, Command] = {
    "qpdf": lambda pdf: ["qpdf", "--check", pdf],
    "mutool": lambda pdf: ["mutool", "info", pdf],
    "pdfinfo": lambda pdf: ["pdfinfo", pdf],
    "pdftotext": lambda pdf: ["pdftotext", pdf, "-"],
    "gs": lambda pdf: [
        *("gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dPDFSTOPONERROR", "-dPDFSTOPONWARNING"),
        *("-sDEVICE=nullpage", pdf),
    ],
}
"""Programmes that open a file without a word of complaint; those that are here are asked."""


@cache
def _event_pdf() -> bytes:
    return event_book().written()


@cache
def _cards() -> tuple[Book, bytes]:
    """More blocks than one node of the page tree holds."""
    book = card_book(150)
    return book, book.written()


def _ask(name: str, pdf: bytes, folder: Path) -> str:
    """What a reader prints of a file; it must complain of nothing."""
    path = folder / "book.pdf"
    path.write_bytes(pdf)
    done = subprocess.run(READERS[name](path), capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, ""), f"{name}: {done.stderr or done.stdout}"
    return done.stdout


def _pictures(pdf: bytes) -> list[np.ndarray[Any, Any]]:
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.render(scale=100 / 72, grayscale=True).to_numpy().copy() for page in document]


# --- every reader opens it -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in READERS if shutil.which(name)])
def test_readers_open_books_in_silence(name: str, tmp_path: Path) -> None:
    """No reader has a word of complaint about a book of sheets, one of 150 blocks, or one of a single page."""
    one = make_book(CARD, card_resources(), [Section((), (card("alone"),), frozenset(["aS1"]))], draw_dot)
    for pdf, pages in ((_event_pdf(), 36), (_cards()[1], 150), (one.written(), 1)):
        said = _ask(name, pdf, tmp_path)
        if name == "qpdf":
            assert "No syntax or stream encoding errors found" in said
        if name in ("mutool", "pdfinfo"):
            assert f"Pages: {pages}" in " ".join(said.split())
        if name == "pdftotext":
            assert said.count("\f") == pages
        if name == "gs":
            assert said == ""


def test_pikepdf_finds_no_fault() -> None:
    """Nor does pikepdf, which is told to warn of everything."""
    for pdf in (_event_pdf(), _cards()[1]):
        with pikepdf.open(io.BytesIO(pdf), suppress_warnings=False) as document:
            assert document.check_pdf_syntax() == []
            assert list(document.get_warnings()) == []


# --- pages and what they share ---------------------------------------------------------------------------------


def test_every_page_shows_its_sheet_in_order() -> None:
    """The pages of every round, section and table stand in order, each with its own sheet's captain and code, as two
    readers see them.
    """
    sheets = [sheet for section in event_tables() for table in section for sheet in table]
    pages = iter(_plain(text) for text in texts(_event_pdf()))
    for number, sheet in enumerate(sheets):
        text = next(pages) + (next(pages) if number % 4 >= 2 else "")
        assert _plain(sheet.captain) in text
        assert [other.code for other in sheets if _plain(other.code) in text] == [sheet.code]
    assert list(pages) == []
    with pymupdf.open(stream=_event_pdf()) as document:
        assert len(document) == 36
        assert sheets[0].code in document[0].get_text()
        assert sheets[-1].captain in document[-1].get_text()


def _plain(text: str) -> str:
    """Letters and digits alone: readers take a hyphen at a line's end for one that parts a word."""
    return "".join(filter(str.isalnum, text))


def test_cards_stand_in_order() -> None:
    """The pages of 150 blocks are read in the order of the blocks."""
    assert texts(_cards()[1]) == [f"card {n}" for n in range(150)]


def test_the_page_tree_nests_and_counts() -> None:
    """With more than 64 blocks the page tree has a level more; every node tells how many pages are below it."""
    with pikepdf.open(io.BytesIO(_cards()[1])) as document:
        root = document.Root.Pages
        assert [int(node.Count) for node in root.Kids] == [64, 64, 22]
        assert int(root.Count) == 150
        assert [int(block.Count) for node in root.Kids for block in node.Kids] == [1] * 150
        for node in root.Kids:
            assert node.Parent == root
            assert all(block.Parent == node and block.Kids[0].Parent == block for block in node.Kids)
    with pikepdf.open(io.BytesIO(card_book(64).written())) as document:
        assert [int(node.Count) for node in document.Root.Pages.Kids] == [64]


def test_pages_share_what_they_need() -> None:
    """A page has nothing of its own but its operators; fonts, plates and stamps stand in the file once, and only those
    that some page calls.
    """
    book = event_book()
    with pikepdf.open(io.BytesIO(_event_pdf()), inherit_page_attributes=False) as document:
        blocks = [block for node in document.Root.Pages.Kids for block in node.Kids]
        pages = [page for block in blocks for page in block.Kids]
        assert [set(page.keys()) for page in pages] == [{"/Type", "/Parent", "/Contents"}] * 36
        shared = document.Root.Pages.Resources
        called = {name for leaf in book.pages for name in re.findall(rb"/(\w+) Do", bytes(leaf.content))}
        assert {str(name)[1:].encode() for name in shared.XObject} == called
        fonts = [obj for obj in document.objects if isinstance(obj, pikepdf.Dictionary) and obj.get("/Type") == "/Font"]
        assert len(fonts) == len(shared.Font)
        assert all("/FontFile2" in one.FontDescriptor and "/ToUnicode" in one for one in fonts)
        assert len({one.FontDescriptor.FontFile2.objgen for one in fonts}) == len(fonts)


def test_a_sheet_more_adds_few_bytes() -> None:
    """A file of many sheets grows by at most 800 bytes with each, table, captain and bookmark included."""
    layout = printed("words", "a4").layout
    dealt = deal(tier_deck(EDITION, load_tier("standard")), ("",) * 96, "many")
    sheets = [replace(s, captain=f"Captain {n} Ní Ñ", opponent="Ann", table=str(n)) for n, s in enumerate(dealt)]
    characters = characters_of(item for sheet in sheets for item in layout.pages[0].set_type(sheet))
    press, stamps = SheetPress([one_up(layout)], stamped=True), set[str]()
    leaves = []
    for sheet in sheets:
        (content,) = press.print([0], [sheet], stamps)
        entries = Bookmark(0, f"Table {sheet.table}"), Bookmark(1, sheet.captain)
        leaves.append(Page(content, f"{sheet.table} · {sheet.captain}", entries))
    shared = make_plates(characters, A4, sheet_plates([one_up(layout)]))
    few, many = (
        len(make_book(A4, shared, [Section((), tuple(leaves[:n]), frozenset(stamps))], press.draw_stamp).written())
        for n in (32, 96)
    )
    assert (many - few) / 64 <= 800


def test_every_code_stands_for_its_letter() -> None:
    """Whatever code a font has for a letter, a bracket's or a backslash's too, it is read right."""
    plain = "".join(map(chr, range(33, 127)))
    rows = tuple(card(plain[start : start + 12]) for start in range(0, len(plain), 12))
    pdf = make_book(CARD, card_resources(), [Section((), rows, frozenset(["aS1"]))], draw_dot).written()
    assert all(any(code in bytes(leaf.content) for leaf in rows) for code in (rb"\(", rb"\)", rb"\\"))
    assert "".join(texts(pdf)) == plain


# --- bookmarks and labels --------------------------------------------------------------------------------------


class Mark(NamedTuple):
    """A bookmark as a reader sees it; `count` is negative where it stands closed."""

    level: int
    title: str
    page: int
    count: int


def _marks(pdf: bytes) -> list[Mark]:
    with pypdfium2.PdfDocument(pdf) as document:
        return [
            Mark(mark.level, mark.get_title(), mark.get_dest().get_index(), mark.get_count())
            for mark in document.get_toc()
        ]


def _expected_marks() -> Iterator[Mark]:
    page = 0
    for number, section in enumerate(event_tables()):
        round_, part_ = divmod(number, SECTIONS)
        if part_ == 0:
            yield Mark(0, f"Round {round_ + 1}", page, -SECTIONS)
        yield Mark(1, f"Section {part_ + 1}", page, -len(section))
        for layout, sheets in enumerate(section):
            yield Mark(2, f"Table {sheets[0].table}", page, -len(sheets))
            for sheet in sheets:
                yield Mark(3, sheet.captain, page, 0)
                page += layout + 1


def test_bookmarks_lead_to_round_section_table_and_captain() -> None:
    """Bookmarks nest by round, section, table and captain, each leads to its own first page; all are closed, so that a
    reader shows the rounds alone.
    """
    assert _marks(_event_pdf()) == list(_expected_marks())
    with pikepdf.open(io.BytesIO(_event_pdf())) as document:
        assert int(document.Root.Outlines.Count) == ROUNDS
        with document.open_outline() as outline:
            assert [item.title for item in outline.root] == [f"Round {n + 1}" for n in range(ROUNDS)]
            captains = [
                one for rnd in outline.root for part_ in rnd.children for t in part_.children for one in t.children
            ]
        assert [item.title for item in captains] == [mark.title for mark in _expected_marks() if mark.level == 3]


def test_bookmarks_are_linked_both_ways() -> None:
    """Each bookmark knows its parent and both neighbours: what is reached forwards is reached backwards."""
    for pdf, count in ((_cards()[1], 15 + 150 + 150), (_event_pdf(), 3 + 6 + 12 + 24)):
        with pikepdf.open(io.BytesIO(pdf)) as document:
            assert _linked(document.Root.Outlines) == count


def _linked(parent: pikepdf.Object) -> int:
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
    return len(found) + sum(map(_linked, found))


def test_page_labels_are_each_pages_own() -> None:
    """Every page is labelled as it is told, by both readers; across blocks and nodes too."""
    for leaves, pdf in ((event_book().pages, _event_pdf()), (_cards()[0].pages, _cards()[1])):
        wanted = [leaf.label for leaf in leaves]
        with pikepdf.open(io.BytesIO(pdf)) as document:
            assert [page.label for page in document.pages] == wanted
        with pypdfium2.PdfDocument(pdf) as document:
            assert [document.get_page_label(n) for n in range(len(document))] == wanted


titles = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@given(st.lists(titles, min_size=1, max_size=5))
@example([r"(\)", "a)b(", "\\", "line\nends\r\n\r", "tab\t\0", "þÿ ï»¿ \ufeff", "Ελένη 🚢", ""])
@example(list(NAMES))
@settings(max_examples=60)
def test_any_title_is_read_as_it_is(names: list[str]) -> None:
    """Whatever stands in names (brackets, backslashes, line ends, any script), bookmarks and page labels say it."""
    leaves = tuple(card("x", label=name or "-", bookmarks=(Bookmark(0, name),)) for name in names)
    pdf = make_book(CARD, card_resources(), [Section((), leaves, frozenset(["aS1"]))], draw_dot).written()
    with pikepdf.open(io.BytesIO(pdf)) as document:
        mark = document.Root.Outlines.First
        for name, page in zip(names, document.pages, strict=True):
            assert str(mark.Title) == name
            assert mark.Dest[0].objgen == page.obj.objgen
            assert page.label == (name or "-")
            mark = mark.get("/Next")


# --- the same bytes, whoever writes the blocks -----------------------------------------------------------------

BLOCKS_ELSEWHERE = """
import hashlib
from making.rulebooks import event_book
for number in reversed(range(6)):
    print(hashlib.sha256(event_book().block(number).pack()).hexdigest())
"""


def test_blocks_are_the_same_in_any_order_and_process() -> None:
    """A block's bytes hang on its place and its pages alone: made backwards, or by a process with another hash seed,
    they are the same, and so is the file.
    """
    book = event_book()
    blocks = [book.block(number) for number in reversed(range(6))][::-1]
    assert book.written([Block.unpack(block.pack()) for block in blocks]) == _event_pdf()
    env = {**os.environ, "PYTHONHASHSEED": "7", "TZ": "Asia/Kathmandu"}
    done = subprocess.run([sys.executable, "-c", BLOCKS_ELSEWHERE], cwd=HERE, env=env, capture_output=True, check=True)
    assert done.stdout.decode().split() == [hashlib.sha256(block.pack()).hexdigest() for block in blocks[::-1]]


numbers = st.integers(0, 2**32 - 1)
stamp_names = st.frozensets(st.text(ascii_letters + digits, min_size=1, max_size=7), max_size=8)


@given(st.builds(Block, st.binary(max_size=200), st.lists(numbers).map(tuple), stamp_names, st.tuples(*[numbers] * 3)))
def test_a_block_is_unpacked_as_it_was_packed(block: Block) -> None:
    """A block that is handed over as bytes arrives whole."""
    assert Block.unpack(block.pack()) == block


@given(st.binary(max_size=300))
@example(b"")
@example(b"endstream endobj")
def test_a_stream_is_read_as_it_was_written(content: bytes) -> None:
    """A stream's content is what was put in, and never longer than it was but for its dictionary."""
    written = stream(4, "/Type/Test", content)
    assert len(written) <= len(content) + 75
    shared = Resources({4: written}, {3: "<<>>"}, 5, 3, {})
    with pikepdf.open(io.BytesIO(make_book(CARD, shared, [Section((), (card("x"),))]).written())) as document:
        assert document.get_object(4, 0).read_bytes() == content
        assert document.get_object(4, 0).Type == "/Test"


def test_offsets_have_five_bytes() -> None:
    """A file may be larger than four gigabytes: where an object begins is told whole (ISO 32000-1, 7.5.8.3)."""
    assert row(1, (5 << 32) + 7, 3) == bytes([1, 5, 0, 0, 0, 7, 0, 3])


def test_a_map_of_codes_has_no_part_of_more_than_100_runs() -> None:
    """Even where no two characters of a font follow each other (Adobe Technical Note 5411)."""
    meanings = tuple((code, chr(0x4E00 + 2 * code)) for code in range(128, 256))
    told = zlib.decompress(embed(Drawer(font(Face.MEDIUM), ((65, "A"),), meanings)).unicode.content).decode()
    parts = re.findall(r"(\d+) beginbfrange\n(.*?)\nendbfrange", told, re.DOTALL)
    assert [int(count) for count, _ in parts] == [len(runs.splitlines()) for _, runs in parts] == [100, 28]


def test_memory_does_not_grow_with_the_blocks() -> None:
    """Two thousand blocks that come one after another are bound in less memory than twenty of them need."""
    content = hashlib.shake_128(b"cannot be packed").digest(8000)
    page = Page(content, "page", (Bookmark(0, "page"),))
    shared = card_resources()
    layout = DocumentLayout(100, 100, shared, {}, "en", [shape_of([page])] * 2000)
    numberings = [layout.numbering(number) for number in range(2000)]
    tracemalloc.start()
    written = sum(
        len(piece) for piece in write_document(layout, (print_block([page], one) for one in numberings), str.encode)
    )
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert written > 2000 * len(content)
    assert most < 100 * len(content)


# --- numbers without objects, backs ----------------------------------------------------------------------------


def test_free_object_numbers_are_free() -> None:
    """Numbers that no shared object has are marked free, and the file is whole."""
    shared = Resources({7: stream(7, "", b"0 g")}, {3: "<<>>"}, 12, 3, {})
    pdf = make_book(CARD, shared, [Section((), (Page(7, "a"), Page(b"1 g", "b")))]).written()
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert document.check_pdf_syntax() == []
        found = {obj.objgen[0] for obj in document.objects if obj is not None}
        assert {3, 7} <= found
        assert not found & {1, 2, 4, 5, 6, 8, 9, 10, 11}
        assert [page.Contents.read_bytes() for page in document.pages] == [b"0 g", b"1 g"]


def _other_pdf() -> bytes:
    """A page of another programme, on other paper sizes' terms: text, a line and its own font."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(CARD.width * POINTS, CARD.height * POINTS), invariant=1)
    canvas.drawString(20, 50, "rules (behind)")
    canvas.line(20, 45, 120, 45)
    canvas.save()
    return buffer.getvalue()


def test_a_borrowed_page_keeps_its_strings() -> None:
    """What a page of another PDF refers to has new numbers; a string that reads like a reference stays as it is."""
    file = io.BytesIO()
    with pikepdf.new() as other:
        other.add_blank_page(page_size=(60, 40))
        told = other.make_indirect(pikepdf.Dictionary(Told=pikepdf.String("see 1 0 R (there)")))
        other.pages[0].Resources = pikepdf.Dictionary(Properties=pikepdf.Dictionary(A=told))
        other.pages[0].Contents = other.make_stream(b"/Span /A BDC EMC")
        other.save(file)
    plain = make_plates((), CARD, {})
    shared = with_pages(plain, {"back": (file.getvalue(), 0)})
    (number,) = shared.others.keys() - plain.others.keys()
    assert shared.others[number] == r"<< /Told (see 1 0 R \(there\)) >>"
    assert f"/A {number} 0 R".encode() in shared.streams[shared.forms["back"]]


def test_a_shared_back_lies_behind_every_page() -> None:
    """A page of another PDF, behind every page, shows what it shows there, pixel for pixel, and is in the file once."""
    other = _other_pdf()
    fronts = make_plates(characters_of([card_type("front 0123456789")]), CARD, {})
    shared, back = with_shared_page(with_pages(fronts, {"back": (other, 0)}), "back")
    composer = Composer(CARD.height)
    fronts = [composer.compose([card_type(f"front {n}")]) for n in range(3)]
    leaves = [
        leaf
        for n, piece in enumerate(fronts)
        for leaf in (Page(f"BT {piece.opens} {piece.text} ET".encode("latin-1"), str(n)), Page(back, "rules"))
    ]
    pdf = make_book(CARD, shared, [Section((), tuple(leaves))]).written()
    assert texts(pdf) == [text for n in range(3) for text in (f"front {n}", "rules (behind)")]
    (wanted,) = _pictures(other)
    assert all(np.array_equal(picture, wanted) for picture in _pictures(pdf)[1::2])
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert len({page.Contents.objgen for page in document.pages[1::2]}) == 1
        assert [page.label for page in document.pages] == ["0", "rules", "1", "rules", "2", "rules"]


# --- two sheets on one leaf ------------------------------------------------------------------------------------

halves = pytest.mark.parametrize(("kind", "paper"), [("placed", "letter"), ("left-handed", "a4")])


@cache
def _leaf_of_two(kind: str, paper: str) -> tuple[bytes, tuple[Sheet, ...]]:
    """Two sheets printed on both sides of one leaf, and a third alone on the next."""
    once = printed(kind, paper)
    one, two = once.sheets
    sheets = (one, two, replace(one, captain="Third"))
    (imposition,) = two_up(once.layout)
    characters = characters_of(i for s in sheets for page in once.layout.pages for i in page.set_type(s))
    press, stamps = SheetPress([imposition], stamped=True), set[str]()
    pages = [*press.print([0, 0], sheets[:2], stamps), *press.print([0], sheets[2:], stamps)]
    leaves = tuple(Page(content, str(n)) for n, content in enumerate(pages))
    shared = make_plates(characters, PAPERS[paper], sheet_plates([imposition]))
    book = make_book(PAPERS[paper], shared, [Section((), leaves, frozenset(stamps))], press.draw_stamp)
    return book.written(), sheets


@cache
def _sides(kind: str, paper: str) -> list[ReadPage]:
    return read_pages(_leaf_of_two(kind, paper)[0])


def _halves(page: ReadPage) -> tuple[ReadPage, ReadPage]:
    return part(page, 0, page.height / 2), part(page, page.height / 2, page.height)


@halves
def test_two_sheets_share_a_leaf(kind: str, paper: str) -> None:
    """In front lie the public half of the first sheet above that of the second, behind the secret halves in the same
    order, so that a cut across the middle parts them: each half has its own captain, words and grid, the first public
    and the second secret half where they are on a sheet by itself, the other two as far down or up as the halves are
    apart. Squares are 9 mm or more.
    """
    _, (one, two, third) = _leaf_of_two(kind, paper)
    front, behind, last_front, last_behind = map(_halves, _sides(kind, paper))
    whole, other = (_halves(page) for (page,) in pages_of(kind, paper))
    shift = behind[1].grids[DEFENSE].top - behind[0].grids[DEFENSE].top
    assert shift == pytest.approx(front[1].grids[ATTACK].top - front[0].grids[ATTACK].top, abs=0.02)
    for half, alone, down in ((front[0], whole[0], 0), (front[1], other[0], shift), (behind[0], whole[1], -shift)):
        assert _without_cut(half) == _moved(alone, down)
    assert _without_cut(behind[1]) == _moved(other[1], 0)
    for page, title in ((front, ATTACK), (behind, DEFENSE)):
        assert all(set(half.grids) == {title} and half.grids[title].cell >= 9.0 - 0.02 for half in page)
    assert [words_read(half.panels[FLEET]) for half in behind] == [list(one.words or ()), list(two.words or ())]
    assert "Third" in {run.text for run in last_front[0].runs}
    assert third.code in {run.text for run in last_behind[0].runs}
    assert _without_cut(last_front[1]) == _without_cut(last_behind[1]) == set()


def _without_cut(half: ReadPage) -> set[tuple[str, float, float, float]]:
    """Each text with its place (mm), but the words along the cut and the fold."""
    lines = {CUT_HERE.upper(), EDITION.tracker.fold_line.upper()}
    return {(run.text, round(run.x0, 1), round(run.y, 1), run.size) for run in half.runs if run.text not in lines}


def _moved(half: ReadPage, down: float) -> set[tuple[str, float, float, float]]:
    return _without_cut(replace(half, runs=tuple(replace(run, y=run.y + down) for run in half.runs)))


@halves
def test_the_cut_runs_across_the_middle_and_ink_stays_inside(kind: str, paper: str) -> None:
    """Both sides say where to cut, at half the paper's height; no pixel within 10 mm of any edge has ink."""
    pdf, _ = _leaf_of_two(kind, paper)
    for page in _sides(kind, paper):
        (cut,) = [run for run in page.runs if run.text == CUT_HERE.upper()]
        assert cut.middle[1] == pytest.approx(PAPERS[paper].height / 2, abs=0.3)
    for image in _pictures(pdf):
        dark = image.reshape(image.shape[:2]) < 255
        margin = int(10 * 100 / 25.4)
        inside = dark[margin:-margin, margin:-margin].sum()
        assert inside == dark.sum() > 0
