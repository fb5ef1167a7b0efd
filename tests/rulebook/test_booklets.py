"""What the pages of booklets look like, read back from the PDF."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import pymupdf
import pytest

from support.books import MM, list_spans
from support.games import LEAST
from support.matrix import mark_matrix
from support.publishing import (
    make_page,
    print_booklet,
    print_bundled,
    print_bundled_booklet,
    print_quick_reference,
)
from wordfleet_print.games import load_rules, packaged, parse_rules
from wordfleet_print.paper import BOOK_PAPERS, HALF_LETTER, PAPERS
from wordfleet_print.rulebook import pdf
from wordfleet_print.rulebook.booklet import order_pages
from wordfleet_print.rulebook.cover import fit_title
from wordfleet_print.rulebook.drawings import Drawings
from wordfleet_print.rulebook.page import BookSettings
from wordfleet_print.services.books import collect_facts

TITLES = ("Zug", "Word Fleet", "Kontrapunktspielerei", "The Long War of the Seven Harbor Towns")
COVER_WORDS = 40
"""Words of a chapter of a book that has room for a cover."""
BANNER_WORDS = 220
"""The same where a banner is above the first chapter."""
every_booklet = pytest.mark.parametrize(
    ("slug", "paper"),
    mark_matrix(
        [(slug, paper) for slug in packaged().slugs for paper in PAPERS],
        {("happy-flip-chess", "a4")},
    ),
)


def read_pages(content: bytes) -> Iterator[tuple[pymupdf.Page, pymupdf.Rect]]:
    """Yield the pages of a booklet as they are read: their side, and the half of it."""
    document = pymupdf.open("pdf", content)
    places: dict[int, tuple[int, int]] = {}
    for side, pair in enumerate(order_pages(2 * len(document))):
        for half, number in enumerate(pair):
            places[number] = (side, half)
    for number in sorted(places):
        side, half = places[number]
        page = document[side]
        width = page.rect.width / 2
        yield page, pymupdf.Rect(half * width, 0, (half + 1) * width, page.rect.height)


class Line(NamedTuple):
    """A line of a paragraph, and where it ends (pt)."""

    words: str
    end: float


def read_paragraphs(page: pymupdf.Page, clip: pymupdf.Rect) -> Iterator[list[Line]]:
    """Yield the paragraphs of running text on a page, each as its lines."""
    for block in page.get_text("dict", clip=clip)["blocks"]:
        lines: dict[int, Line] = {}
        fonts: set[str] = set()
        for line in block.get("lines", ()):
            words = "".join(span["text"] for span in line["spans"])
            bottom = round(line["bbox"][3] / 6)
            before = lines.get(bottom, Line("", 0.0))
            lines[bottom] = Line(before.words + words, max(before.end, line["bbox"][2]))
            fonts.update(span["font"] for span in line["spans"])
        if all("Fira" in font for font in fonts):
            yield [line._replace(words=line.words.strip()) for line in lines.values()]


@pytest.mark.slow
@every_booklet
def test_booklets_have_a_cover(slug: str, paper: str) -> None:
    """The first page is a cover, with nothing on it but the banner."""
    front, half = next(read_pages(print_bundled_booklet(slug, paper).content))
    check_cover(front, half)


@pytest.mark.slow
def test_books_on_a5_have_a_cover() -> None:
    """A book of more than six pages on A5 has the cover of its booklet."""
    with pymupdf.open("pdf", print_bundled("word-fleet", "a5").content) as document:
        check_cover(document[0], document[0].rect)


def check_cover(front: pymupdf.Page, half: pymupdf.Rect) -> None:
    """Check that a page, or half of it, is a cover."""
    spans = [
        span
        for block in front.get_text("dict", clip=half)["blocks"]
        for line in block.get("lines", ())
        for span in line["spans"]
    ]
    title = max(span["size"] for span in spans)
    assert title >= 36
    assert not [span["text"] for span in spans if re.search(r"\d / \d|†", span["text"])]
    filled = [path["rect"] for path in front.get_drawings() if path.get("fill")]
    height = half.height - 2 * 9 * MM
    assert any(abs(rect.height - height) < 1 and rect.x0 > half.x0 for rect in filled)


@pytest.mark.slow
@every_booklet
def test_no_page_of_a_booklet_is_left_over_twice(slug: str, paper: str) -> None:
    """At most one page has nothing but lines to write results on, and they fill it."""
    records = []
    for page, half in read_pages(print_bundled_booklet(slug, paper).content):
        words = page.get_text("words", clip=half)
        lines = [path["rect"] for path in page.get_drawings() if path["rect"] in half]
        if len(words) < 12 and len(lines) > 20:
            records.append(half.height - max(rect.y1 for rect in lines))
    assert len(records) <= 1
    assert all(white < 25 * MM for white in records)


@pytest.mark.slow
@every_booklet
def test_page_numbers_are_at_the_outer_edge(slug: str, paper: str) -> None:
    """On a left page the number is at the left, on a right one at the right, never at the fold."""
    numbers = []
    for page, half in read_pages(print_bundled_booklet(slug, paper).content):
        for span in list_spans(page):
            box = span.box
            match = re.fullmatch(r"(\d+) / \d+", span.text)
            if match and box in half:
                is_left = half.x0 == 0
                assert (box.x0 if is_left else half.x1 - box.x1) < 12 * MM
                assert is_left is (int(match[1]) % 2 == 0)
                numbers.append(int(match[1]))
    assert len(numbers) >= 5


@pytest.mark.slow
def test_pages_with_a_dagger_say_what_it_means() -> None:
    """Pages that mark a rule as suggested have the legend at their foot, others have not: of a
    book, also on the back of a booklet and where the quick reference is alone, usual and large.
    """
    rules = load_rules("happy-flip-chess")
    small = BookSettings(BOOK_PAPERS["a5"])
    books = [
        print_bundled("happy-flip-chess", "a5"),
        print_quick_reference(rules, small),
        print_quick_reference(rules, BookSettings(PAPERS["a4"]), large=True),
    ]
    pages = [page.get_text() for book in books for page in pymupdf.open("pdf", book.content)]
    booklet = print_bundled_booklet("happy-flip-chess", "a4")
    pages += [page.get_text(clip=half) for page, half in read_pages(booklet.content)]
    marked = [page for page in pages if page.count("†") > page.count("† suggested")]
    assert len(marked) > 10
    assert marked == [page for page in pages if "† suggested by this edition" in page]


@pytest.mark.slow
def test_figures_of_booklets_are_in_the_middle() -> None:
    """A figure that is narrower than its page is in the middle, as its caption is."""
    found = []
    for page, half in read_pages(print_bundled_booklet("happy-flip-chess", "a4").content):
        middle = (half.x0 + half.x1) / 2
        for span in list_spans(page):
            if span.text in {"one player", "the other player"} and span.box in half:
                found.append((span.box.x0 + span.box.x1) / 2 - middle)
    assert found == pytest.approx([0, 0], abs=2)


@pytest.mark.slow
@every_booklet
def test_paragraphs_do_not_end_with_part_of_a_word(slug: str, paper: str) -> None:
    """The last line of a paragraph in a booklet has five letters or more, also of a parted word."""
    for page, half in read_pages(print_bundled_booklet(slug, paper).content):
        for lines in read_paragraphs(page, half):
            if len(lines) > 1 and sum(len(line.words) for line in lines) > 60:
                last = lines[-1].words
                assert len(last) > 5, lines


@pytest.mark.slow
def test_lines_do_not_end_early() -> None:
    """A line ends where the next words do not fit, also below a bold word with punctuation."""
    page = make_page(load_rules("army-men"), "pdf", BookSettings(HALF_LETTER))
    small = page.add_class("no-quick").resize(9.5, 9.5)
    with pymupdf.open("pdf", pdf.print_pdf(small.html).content) as document:
        for sheet in document:
            for lines in read_paragraphs(sheet, sheet.rect):
                if len(lines) > 2 and min(line.words.count(" ") for line in lines[:-1]) > 1:
                    ends = [line.end for line in lines[:-1]]
                    assert max(ends) - min(ends) < 0.35 * sheet.rect.width, lines


@pytest.mark.slow
@pytest.mark.parametrize("paper", mark_matrix(PAPERS, {"a4"}))
def test_names_of_ships_are_not_parted(paper: str) -> None:
    """A hyphen in a ship's name ends no line, however narrow the quick reference is."""
    *_, (page, half) = read_pages(print_bundled_booklet("word-fleet-de", paper).content)
    assert "U-BOOT" in page.get_text(clip=half).split()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("title", "words"),
    mark_matrix(
        product(TITLES, (COVER_WORDS, BANNER_WORDS)),
        {("Kontrapunktspielerei", COVER_WORDS), (TITLES[-1], BANNER_WORDS)},
    ),
)
def test_titles_fit_the_first_page(title: str, words: int) -> None:
    """A title of any length is inside its cover or banner, above the drawings, its words whole."""
    text = "".join(f"\n## Chapter {number}\n\n{'Words. ' * words}\n" for number in range(4))
    front = LEAST.replace("title: Reeds", f"title: {title}")
    text = f"---\n{front}---\n# Rules\n{text}\n# Quick reference\n\nPlay.\n"
    rules = parse_rules(text, name="/nowhere/mine.md")
    made = print_booklet(rules, BookSettings(PAPERS["letter"]))
    page, half = next(read_pages(made.content))
    found = [
        word
        for word in page.get_text("words", clip=half)
        if word[4] in title.upper().split() and word[3] - word[1] > 15
    ]
    assert [word[4] for word in found] == title.upper().split()
    assert max(word[2] for word in found) < half.x1 - 14 * MM
    assert max(word[3] for word in found) < half.height / 2


@pytest.mark.parametrize("title", TITLES)
def test_longer_titles_are_smaller(title: str) -> None:
    """No title is larger than a shorter one."""
    assert fit_title(title, HALF_LETTER) >= fit_title(f"{title} {title}", HALF_LETTER)


def test_pictures_for_white_space_have_the_colors_of_the_book() -> None:
    """No limb of a soldier is black where his body is green."""
    source = collect_facts(load_rules("army-men"))
    colors = {"ink": "#123456", "accent": "#654321", "tint": "#eeeeee"}
    for spot in Drawings(source.book, source.facts, colors).draw_spots(eco=False):
        found = set(re.findall(r'"(#[0-9a-f]{3,6})"', spot))
        assert found <= {"#123456", "#654321", "#eeeeee"}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_letters_of_words_have_one_font(language: str) -> None:
    """Words in squares are set in one font, letters with accents included."""
    page = make_page(load_rules(f"word-fleet-{language}"), "pdf", BookSettings(HALF_LETTER))
    cells = '<p class="cells"><span>Ñ</span><span>Ä</span><span>É</span><span>N</span></p>'
    head, body = page.html.split("<body", 1)
    start = body.split(">", 1)[0]
    html = f"{head}<body{start}>{cells}</body></html>"
    with pymupdf.open("pdf", pdf.print_pdf(html).content) as document:
        spans = [
            span
            for block in document[0].get_text("dict")["blocks"]
            for line in block.get("lines", ())
            for span in line["spans"]
        ]
    fonts = {span["font"] for span in spans if span["text"].strip() in ("Ñ", "Ä", "É", "N")}
    assert len(fonts) == 1
