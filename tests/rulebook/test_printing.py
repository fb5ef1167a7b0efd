"""PDFs on every machine: by Pango or a browser, as booklets, with less ink, and what the message is
where neither is there.
"""

from __future__ import annotations

import io
import os
import re
from collections import Counter
from contextlib import nullcontext
from itertools import pairwise
from pathlib import Path

import pikepdf
import pymupdf
import pytest

from support.books import HEADS_MM, MM, list_spans
from support.command import Run
from support.games import own_rules
from support.machine import without_pango, without_programs
from support.matrix import mark_matrix
from support.publishing import (
    make_page,
    print_book,
    print_bundled,
    print_bundled_booklet,
    print_files,
    print_quick_reference,
)
from wordfleet_print.errors import BadInputError
from wordfleet_print.games import load_rules, packaged
from wordfleet_print.paper import A4, A5, PAPERS
from wordfleet_print.rulebook import browser, pdf
from wordfleet_print.rulebook.booklet import impose, order_pages
from wordfleet_print.rulebook.page import BookSettings

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("renderer", ["pango", "chromium"])
def test_books_ask_to_be_printed_at_true_size(renderer: str) -> None:
    """Whatever prints it, a page of ours tells viewers not to scale it."""
    with without_pango() if renderer == "chromium" else nullcontext():
        printed = pdf.print_pdf("<html lang=en><head><title>A</title></head><body>A</body></html>")
    with pikepdf.open(io.BytesIO(printed.content)) as document:
        assert document.Root.ViewerPreferences.PrintScaling == "/None"


@pytest.mark.parametrize("font", ["pipe.ttf", "/dev/zero"])
def test_pipes_and_devices_are_no_fonts(font: str, tmp_path: Path) -> None:
    """A font that would never end is refused at once."""
    os.mkfifo(tmp_path / "pipe.ttf")
    with pytest.raises(BadInputError, match="not a file"):
        make_page(own_rules("\nAn 龍.\n"), "pdf", BookSettings(font=tmp_path / font))


@pytest.mark.parametrize("count", range(1, 14))
def test_a_folded_booklet_has_its_pages_in_order(count: int) -> None:
    """Folded sheets show pages 1, 2, 3 … and then blank ones."""
    sides = order_pages(count)
    assert len(sides) % 2 == 0
    read = [-1] * (2 * len(sides))
    for place, (left, right) in enumerate(sides):
        sheet, back = divmod(place, 2)
        ends = (
            (len(read) - 1 - 2 * sheet, 2 * sheet)
            if not back
            else (2 * sheet + 1, len(read) - 2 - 2 * sheet)
        )
        read[ends[0]] = left
        read[ends[1]] = right
    assert read == list(range(len(read)))


def test_booklets_hold_their_books() -> None:
    """A booklet has the book's paper, turned; each side holds the words of its two pages; same
    bytes again.
    """
    chapters = "".join(f"\n## Chapter {number}\n\n{'Words. ' * 400}\n" for number in range(5))
    book = print_book(own_rules(chapters), BookSettings(A5))
    booklet = impose(book.content, A4)
    assert impose(book.content, A4) == booklet
    with pymupdf.open("pdf", book.content) as pages, pymupdf.open("pdf", booklet) as sides:
        assert {(round(side.rect.width), round(side.rect.height)) for side in sides} == {(842, 595)}
        for side, (left, right) in zip(sides, order_pages(len(pages)), strict=True):
            words = sorted(
                word
                for number in (left, right)
                if number < len(pages)
                for word in pages[number].get_text().split()
            )
            assert sorted(side.get_text().split()) == words


every_booklet = pytest.mark.parametrize(
    ("slug", "paper"),
    mark_matrix(
        [(slug, paper) for slug in packaged().slugs for paper in PAPERS],
        {("happy-flip-chess", "letter")},
    ),
)


@every_booklet
def test_booklets_can_be_read_and_folded(slug: str, paper: str) -> None:
    """A booklet is set for its pages: 8 or 12 of half the paper at full size, running text of at
    least 9.5 pt, no empty page, the quick reference on the back, inside its margins.
    """
    made = print_bundled_booklet(slug, paper)
    assert made.pages in (8, 12)
    with pymupdf.open("pdf", made.content) as sides:
        assert len(sides) == made.pages / 2
        sizes: Counter[float] = Counter()
        for side in sides:
            half = side.rect.width / 2
            for left in (0, half):
                assert side.get_text(clip=(left, 0, left + half, side.rect.height)).strip()
            for block in side.get_text("dict")["blocks"]:
                for line in block.get("lines", ()):
                    for span in line["spans"]:
                        sizes[round(span["size"], 1)] += len(span["text"])
        fold = sides[0].rect.width / 2
        words = sides[0].get_text("words")
        assert not [word[4] for word in words if fold - 8 * MM < word[2] and word[0] < fold]
        back = sides[0].get_text(clip=(0, 0, sides[0].rect.width / 2, sides[0].rect.height))
    assert sizes.most_common(1)[0][0] >= 9.5
    last_part = re.findall(r"(?m)^# ([^{\n]+)", load_rules(slug).body)[-1]
    assert last_part.strip().upper() in " ".join(back.upper().split())


@every_booklet
def test_booklets_can_be_read_under_a_lamp(slug: str, paper: str) -> None:
    """Rulings of a booklet have at least 9 pt, and everything else, words in figures and tables
    included, 8 pt.
    """
    made = print_bundled_booklet(slug, paper)
    rulings: list[float] = []
    sizes: list[float] = []
    with pymupdf.open("pdf", made.content) as document:
        for page in document:
            foot = page.rect.height - 13 * MM
            for span in list_spans(page):
                if span.is_italic and span.box.y0 > HEADS_MM * MM and span.box.y1 < foot:
                    rulings.append(span.size)
                sizes.append(span.size)
    assert min(rulings) >= 9
    assert min(sizes) >= 8


@pytest.mark.parametrize("paper", mark_matrix(PAPERS, {"a4"}))
def test_the_ruler_on_the_cover_of_army_men_is_true(paper: str) -> None:
    """Its inches are inches on every paper, however wide the cover is."""
    with pymupdf.open(stream=print_bundled("army-men", paper).content) as document:
        lines = [
            item[1:]
            for path in document[0].get_drawings()
            for item in path["items"]
            if item[0] == "l"
        ]
    # A tick of a whole inch is 16 of 96 parts of an inch long.
    long = [
        start.x for start, end in lines if abs(end.y - start.y - 12) < 0.05 and start.x == end.x
    ]
    inches = [(b - a) / 72 for a, b in pairwise(sorted(long))]
    assert len(inches) >= 7
    assert inches == pytest.approx([1] * len(inches), abs=0.001)


def test_eco_needs_less_ink() -> None:
    """With `--eco` a page has no dark bands and no tints, and less than half the ink."""
    inked = []
    for eco in (False, True):
        made = print_bundled("happy-flip-chess", "a4", eco=eco)
        with pymupdf.open("pdf", made.content) as document:
            samples = document[0].get_pixmap(dpi=40, colorspace="gray").samples
        inked.append(sum(255 - value for value in samples))
    assert inked[1] < inked[0] / 2


def test_pdfs_fetch_only_data(tmp_path: Path) -> None:
    """Nothing is read from network or disk while a PDF is made; requests become notes."""
    (tmp_path / "book.css").write_text(
        "body { background: url(https://example.org/a.png) } h2 { background: "
        "url(file:///etc/hostname) }",
        "utf-8",
    )
    made = print_book(own_rules("\n## One\n\nPlay.", tmp_path), BookSettings(A4))
    assert (
        len([note for note in made.notes if "Failed to load" in note or "fail" in note.lower()])
        >= 2
    )


@pytest.mark.skipif(
    not browser.find_browser(), reason="no Chromium, Chrome or Edge on this computer"
)
def test_a_browser_prints_where_pango_is_missing() -> None:
    """Without Pango an installed browser prints the book: every page, tagged, undated."""
    with without_pango():
        made = print_book(load_rules("happy-flip-chess"), BookSettings(A4))
    assert 3 <= made.pages <= 6
    with pikepdf.open(io.BytesIO(made.content)) as document:
        assert "/StructTreeRoot" in document.Root
        assert "/CreationDate" not in document.docinfo


def test_missing_printers_end_with_5(call: Run, tmp_path: Path) -> None:
    """Without Pango and a browser `rules` exits with 5, writes nothing and says how to get them, or
    how to print the page instead; `--format html` needs neither.
    """
    arguments = ("rules", "happy-flip-chess", "--output", tmp_path / "out")
    with without_pango(), without_programs(tmp_path):
        result = call(*arguments)
        assert (result.code, result.out) == (5, "")
        assert all(part in result.err for part in ("To get Pango:", "print it at 100%"))
        assert not (tmp_path / "out").exists()
        assert call(*arguments, "--format", "html").code == 0


def test_books_without_quick_reference_have_a_note() -> None:
    """Rules without a marked quick reference are printed without one, and a note says how to mark
    it.
    """
    book, quick = print_files(
        own_rules("\nPlay."), BookSettings(A4), ("rulebook", "quick reference")
    )
    assert book.pages == 1
    assert quick.pages == 0
    assert "{: .quick }" in quick.notes[0]


def test_large_quick_references_have_16_points() -> None:
    """In large print letters shrink to 16 pt where that fits two pages; a text that needs smaller
    ones is refused.
    """
    text = "\n# Quick reference\n\n" + "Words and more words. " * 110
    made = print_quick_reference(own_rules(text), BookSettings(A4), large=True)
    with pymupdf.open("pdf", made.content) as document:
        span = document[1].get_text("dict")["blocks"][0]["lines"][0]["spans"][0]
    assert (made.pages, round(span["size"])) == (2, 16)
    with pytest.raises(BadInputError, match="more than 2 pages"):
        print_quick_reference(
            own_rules(text + "Words and more words. " * 20), BookSettings(A4), large=True
        )


def test_long_books_have_contents() -> None:
    """A book of more than twelve pages has a page of contents; the bundled ones have none."""
    text = "".join(f"\n## Chapter {n}\n\n{'Words and more words. ' * 70}\n" for n in range(24))
    made = print_book(own_rules(text), BookSettings(A5))
    assert made.pages > 12
    with pymupdf.open("pdf", made.content) as document:
        listed = [page.number for page in document if page.get_text().count("Chapter ") > 20]
    assert listed
