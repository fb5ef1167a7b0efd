"""The bundled books: how much they say, on how many pages, how they read back, and what stays
together.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise, product
from typing import Any

import pikepdf
import pymupdf
import pytest

from support.books import find_faults, letters_of, words_of_page, words_of_pdf
from support.html import Page, list_texts
from support.matrix import mark_matrix
from support.publishing import make_page, print_book, print_bundled, print_quick_reference
from support.store import STORE
from wordfleet_print.games import load_rules, packaged
from wordfleet_print.paper import PAPERS
from wordfleet_print.rulebook import letter_sizes as printing
from wordfleet_print.rulebook.page import BookSettings
from wordfleet_print.rulebook.styles import read_colors

pytestmark = pytest.mark.slow
DESIGNER = {
    "word-fleet": 802,
    "word-fleet-strike": 978,
    "word-fleet-admirals": 771,
    "army-men": 1582,
    "happy-flip-chess": 468,
}
"""The words of the designer's own documents."""
ORIGINALS = {f"word-fleet-{language}": "word-fleet" for language in ("de", "es", "fr")}
LONGER = 1.15
"""How much longer than its original a translation may be."""
MOST_PAGES = {"army-men": 8, "happy-flip-chess": 4}
BOOKS = [(slug, paper) for slug in (*DESIGNER, *ORIGINALS) for paper in PAPERS]
USUAL = {
    ("word-fleet", "a4"),
    ("army-men", "a4"),
    ("happy-flip-chess", "letter"),
    ("word-fleet-es", "a4"),
}
both = pytest.mark.parametrize(("slug", "paper"), mark_matrix(BOOKS, USUAL), scope="module")


WORD = re.compile(r"[\w’'°½×+−–-]*\w[\w’'°½×+−–-]*")


@cache
def words_of(slug: str) -> tuple[int, int]:
    """The words of a book without its quick reference, and those of that: all text, captions and
    tables too.
    """
    page = Page(make_page(load_rules(slug)).html)
    (body,) = page.find_all("body")
    (quick,) = page.find_all("section", class_="quick")
    all_words, quick_words = (
        len(WORD.findall(" ".join(list_texts(element, {"svg", "nav", "footer"}))))
        for element in (body, quick)
    )
    return all_words - quick_words, quick_words


@pytest.mark.parametrize("slug", packaged().slugs)
def test_books_are_short(slug: str) -> None:
    """A book has at most 1.8 times its designer's words, and its quick reference at most 300; a
    translation is not much longer.
    """
    book, quick = words_of(slug)
    longer = LONGER if slug in ORIGINALS else 1
    assert book <= 1.8 * DESIGNER[ORIGINALS.get(slug, slug)] * longer
    assert quick <= 300 * longer


@both
def test_books_have_few_pages(slug: str, paper: str) -> None:
    """Word Fleet's books have six pages at most, Army Men eight, Happy Flip Chess four, quick
    reference included.
    """
    made = print_bundled(slug, paper)
    assert made.pages <= MOST_PAGES.get(slug, 6)
    assert made.notes == ()


@both
def test_nothing_is_lost_or_covered(slug: str, paper: str) -> None:
    """Every letter of the page is in the PDF, and no word covers another or leaves the paper."""
    content = print_bundled(slug, paper).content
    page = make_page(load_rules(slug), "pdf").html
    assert letters_of(words_of_page(page)) - letters_of(words_of_pdf(content)) == Counter()
    assert list(find_faults(content)) == []


@both
def test_letters_can_be_read(slug: str, paper: str) -> None:
    """The body has at least 9.5 pt, nothing is below 8 pt, and most full lines have 45 to 62
    characters.
    """
    sizes, lines = Counter[float](), list[int]()
    with pymupdf.open("pdf", print_bundled(slug, paper).content) as document:
        for page in document:
            for block in page.get_text("dict")["blocks"]:
                for line in block.get("lines", ()):
                    for span in line["spans"]:
                        sizes[round(span["size"], 1)] += len(span["text"].strip())
                    text = "".join(span["text"] for span in line["spans"])
                    x0, _, x1, _ = line["bbox"]
                    if 225 < x1 - x0 < 260 and "Fira" in line["spans"][0]["font"]:
                        lines.append(len(text.strip()))
    body = max((size for size in sizes), key=lambda size: sizes[size])
    assert body >= 9.5
    assert min(size for size, count in sizes.items() if count) >= 8
    full = sorted(lines)
    assert not full or 45 <= full[len(full) // 2] <= 62


@both
def test_books_are_tagged(slug: str, paper: str) -> None:
    """A book has a language, a title, tags and an outline; figures have words; no heading level is
    skipped.
    """
    with pikepdf.open(io.BytesIO(print_bundled(slug, paper).content)) as document:
        kinds, heads = Counter[str](), list[int]()

        def walk(node: Any) -> None:
            if isinstance(node, pikepdf.Array):
                for one in node:
                    walk(one)
            elif isinstance(node, pikepdf.Dictionary) and "/S" in node:
                kind = str(node.S)
                kinds[kind] += 1
                heads.extend(map(int, re.findall(r"^/H(\d)$", kind)))
                assert kind != "/Figure" or str(node.get("/Alt", "")).strip()
                walk(node.get("/K", pikepdf.Array()))

        walk(document.Root.StructTreeRoot.K)
        assert str(document.Root.Lang).startswith(load_rules(slug).book.language)
        assert load_rules(slug).book.title in str(document.docinfo["/Title"])
        assert kinds["/Figure"]
        assert kinds["/TH"] >= kinds["/Table"] > 0
        assert [pair for pair in pairwise(heads) if pair[1] > pair[0] + 1] == []
        chapters = Page(make_page(load_rules(slug)).html).find_all("h2")
        with document.open_outline() as outline:
            titles = [one for part in outline.root for one in part.children]
            assert len(outline.root) + len(titles) + sum(
                len(one.children) for one in titles
            ) >= len(chapters)


@pytest.mark.parametrize(
    ("slug", "paper"), mark_matrix([one for one in BOOKS if one[0] in DESIGNER], USUAL)
)
def test_headings_are_not_left_alone(slug: str, paper: str) -> None:
    """Each heading is followed by words or a figure in its column, and the last page of rules is
    not nearly empty.
    """
    with pymupdf.open("pdf", print_bundled(slug, paper).content) as document:
        for page in document:
            spans = [
                (span["bbox"], span["font"], span["size"])
                for block in page.get_text("dict")["blocks"]
                for line in block.get("lines", ())
                for span in line["spans"]
            ]
            foot = page.rect.height - 45
            for (x0, _, _, y1), font, size in spans:
                if "Saira" in font and size > 11 and y1 < foot:
                    column = range(int(x0) - 60, int(x0) + 230)
                    below = [
                        box
                        for box, _, _ in spans
                        if box[1] > y1 - 2 and int(box[0]) in column and box[1] < foot
                    ]
                    drawn = [
                        path["rect"] for path in page.get_drawings() if path["rect"].y1 > y1 + 10
                    ]
                    assert below or drawn


def _luminance(color: str) -> float:
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("slug", DESIGNER)
def test_colors_contrast(slug: str) -> None:
    """Words differ from their background by 4.5:1 in every pair of a book's colors (WCAG 2.2,
    1.4.3).
    """
    colors = read_colors(load_rules(slug).book)
    pairs = [
        ("ink", "#ffffff"),
        ("accent", "#ffffff"),
        ("ink", colors["tint"]),
        ("accent", colors["tint"]),
    ]
    for name, other in pairs:
        light, dark = sorted((_luminance(colors[name]), _luminance(other)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5


@pytest.mark.parametrize(
    ("slug", "paper"), mark_matrix(product(DESIGNER, PAPERS), {("happy-flip-chess", "letter")})
)
def test_stored_letters_of_quick_references_are_those_that_fit(slug: str, paper: str) -> None:
    """The letters of the quick reference in a bundled book's front matter are the largest that fill
    a page; a translation's are set by hand.
    """
    page = make_page(load_rules(slug), "pdf", BookSettings(PAPERS[paper]))
    bare = replace(page, quick_letters=None)
    assert printing.fit_quick_reference(bare).quick_letters == page.quick_letters


@pytest.mark.parametrize(
    ("slug", "large"),
    mark_matrix(
        [(slug, large) for slug in DESIGNER for large in (False, True)],
        {("happy-flip-chess", False), ("word-fleet", True)},
    ),
)
def test_quick_references_fit_the_back_of_a_sheet(slug: str, large: bool) -> None:
    """A quick reference is one page; in large print it is two landscape pages with letters of at
    least 16 pt.
    """
    made = print_quick_reference(load_rules(slug), BookSettings(PAPERS["letter"]), large=large)
    assert made.pages <= 2 if large else made.pages == 1
    with pymupdf.open("pdf", made.content) as document:
        assert (document[0].rect.width > document[0].rect.height) is large
        sizes = [
            span["size"]
            for page in document
            for block in page.get_text("dict")["blocks"]
            for line in block.get("lines", ())
            for span in line["spans"]
            if span["text"].strip()
        ]
        assert min(sizes) >= (15.9 if large else 8)


def test_heads_name_the_edition() -> None:
    """The title of a quick reference has a dot after the game and one after its edition; a
    running head names both.
    """
    with pymupdf.open("pdf", print_bundled("word-fleet", "a4").content) as document:
        assert "WORD FLEET · CAPTAINS\n" in document[1].get_text()
        assert "WORD FLEET · CAPTAINS · QUICK REFERENCE" in document[-1].get_text()


def test_same_bytes_every_time() -> None:
    """A book printed again has the same bytes."""
    first = print_bundled("happy-flip-chess", "a4")
    with STORE.pause():
        second = print_book(load_rules("happy-flip-chess"), BookSettings(PAPERS["a4"]))
    assert first.content == second.content
