"""A book as it is bound: no page is blank, and the last one is the quick reference."""

from __future__ import annotations

import base64
import io
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from making.command import texts
from making.games import LEAST
from making.rulebooks import (
    SHORTEST,
    SLUGS,
    booklet,
    inside,
    is_log,
    letter_sizes,
    opened,
    pdf,
    quick,
    read,
    text,
    words_of,
)
from wordfleet_print.games import load_rules, parse_rules
from wordfleet_print.rulebook.bound_book import (
    FOLDED,
    Finish,
    Flip,
    back_page,
    print_book,
    print_booklet,
    signature,
)
from wordfleet_print.rulebook.text.illustrated import Surroundings, render_text
from wordfleet_print.tracker.geometry import A4

CORNER = 50
"""How large the corner of a page is that holds its number (pt)."""
LEAST_LETTERS = 7.9
"""The smallest letters of a book (pt)."""


@pytest.mark.parametrize("slug", SLUGS)
def test_the_back_of_a_book_is_its_quick_reference(slug: str) -> None:
    """It is the back of a leaf, and before it is a log of battles."""
    pages = read(slug)
    between = pages[inside(slug) : -1]
    assert len(pages) % 2 == 0
    assert "".join(sorted(pages[-1])).split() == "".join(sorted(texts(quick(slug).content)[0])).split()
    assert len(between) == 1 + inside(slug) % 2
    assert all(is_log(slug, words) for words in between)


@pytest.mark.parametrize("slug", SLUGS)
def test_page_numbers_stand_at_the_outer_edge(slug: str) -> None:
    """Where a thumb leafs through: left on even pages, right on odd ones, those of the log too."""
    for number, sheet in list(enumerate(pypdfium2.PdfDocument(pdf(slug).content), start=1))[1:-1]:
        left = 0 if number % 2 == 0 else sheet.get_width() - CORNER
        assert str(number) in sheet.get_textpage().get_text_bounded(left, 0, left + CORNER, CORNER)


def test_a_booklet_has_no_blank_page() -> None:
    """Its last pages are the quick reference, in letters as large as the book's; before it are logs, as many as four
    pages to a sheet leave over, numbered like the rest.
    """
    sheets = pypdfium2.PdfDocument(booklet(SHORTEST).content)
    pages: dict[int, str] = {}
    for sheet, side in zip(sheets, signature(FOLDED * len(sheets) // 2), strict=True):
        width, height = sheet.get_size()
        for half, number in enumerate(side):
            words = sheet.get_textpage().get_text_bounded(half * width / 2, 0, (half + 1) * width / 2, height)
            pages[-1 if number is None else number] = " ".join(words.split())
    ordered = [pages[number] for number in range(len(pages))]
    assert [number for number, words in enumerate(ordered) if not words] == []
    logs = [number for number, words in enumerate(ordered) if is_log(SHORTEST, words)]
    assert all(str(number + 1) in ordered[number] for number in logs)
    behind = [number for number in logs if text(SHORTEST).contents[-1].title.upper() in "".join(ordered[:number])]
    assert behind == list(range(behind[0], behind[-1] + 1))
    assert len(behind) <= FOLDED
    back = words_of(" ".join(ordered[behind[-1] + 1 :]))
    assert {*words_of(texts(quick(SHORTEST).content)[0])} - {*back} <= {"reference", "r"}
    assert min(letter_sizes(booklet(SHORTEST).content)) >= LEAST_LETTERS


def test_a_booklet_without_a_quick_reference_is_filled_with_logs(tmp_path: Path) -> None:
    """What is over at the end of a designer's booklet is their log, too, if they have one."""
    (tmp_path / "log").mkdir()
    (tmp_path / "log/rules-only.md").write_text("# Reeds\n\n## Our log\n\nCut by whom?\n", encoding="utf-8")
    around = Surroundings(templates=tmp_path)
    source = parse_rules(f"---\n{LEAST}---\n# Reeds\n\n## Play\n\nCut.\n", name="reeds.md")
    printed = print_booklet(source, render_text(source, around), A4, Flip.SHORT, around)
    said = " ".join(texts(printed.content))
    assert (printed.pages, said.count("Cut by whom?")) == (2, 2)


def test_a_back_has_names_of_its_own() -> None:
    """Its anchors are none of the book's, its headings a level down, in the style sheet as well."""
    page = '<style>h1 .a,h2{} .heading-h2{} #h2{}</style><h1 id=\'a\' id="b">h1</h1><a href="#b">'
    lowered = '<style>h2 .a,h3{} .heading-h2{} #h2{}</style><h2 id=\'a\' id="back-b">h1</h2><a href="#back-b">'
    assert back_page(page) == lowered


def test_a_print_shop_gets_bleed_and_single_pages() -> None:
    """The trim box is the paper, the bleed goes beyond it, a booklet is not imposed; words are in pure black."""
    source = load_rules(SHORTEST)
    shop = Finish(print_shop=True)
    for printed, size in (
        (print_book(source, text(SHORTEST), A4, finish=shop), (210, 297)),
        (print_booklet(source, text(SHORTEST), A4, Flip.SHORT, finish=shop), (148.5, 210)),
    ):
        with opened(printed) as document:
            for page in document.pages:
                trim, bleed = ([float(n) / 72 * 25.4 for n in page.obj[box]] for box in ("/TrimBox", "/BleedBox"))
                assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx(size, abs=0.1)
                assert min(trim[0] - bleed[0], trim[1] - bleed[1], bleed[2] - trim[2], bleed[3] - trim[3]) >= 3
            assert b"0 0 0 1 scn" in document.pages[2].Contents.read_bytes()


def test_a_plain_cover_saves_ink() -> None:
    """With `eco` a fifth of the cover is inked at most, whatever picture it has; usually it is dark to its edges."""
    source, written = load_rules(SHORTEST), io.BytesIO()
    Image.new("L", (9, 9)).save(written, "PNG")
    dark = f'<img src="data:image/png;base64,{base64.b64encode(written.getvalue()).decode()}" alt="Night">'
    pictured = replace(text(SHORTEST), cover=dark)
    covers = [print_book(source, pictured, A4, finish=Finish(eco=eco)) for eco in (True, False)]
    pictures = [pypdfium2.PdfDocument(one.content)[0].render(scale=0.5, grayscale=True).to_pil() for one in covers]
    plain, full = (
        sum(255 - level for level in picture.tobytes()) / len(picture.tobytes()) / 255 for picture in pictures
    )
    assert (plain < 0.2, full > 0.4) == (True, True)
