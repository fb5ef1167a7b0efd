"""Where lines of a book end on paper: not inside a sum, an address or the last two words."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from xml.etree.ElementTree import Element, SubElement

import pymupdf
import pytest

from support.books import sentence
from support.games import own_rules
from support.publishing import print_book
from wordfleet_print.paper import A5, LETTER, Paper
from wordfleet_print.rulebook.line_ends import (
    bind_heads,
    bind_line_ends,
    bind_measures,
    bind_on_screens,
    bind_punctuation,
    bind_ranges,
    hyphenate_well,
)
from wordfleet_print.rulebook.page import BookSettings


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("2 + 3 = 5 and", "2_+_3_=_5 and"),
        ("6 × 4 = 24, he", "6_×_4_=_24, he"),
        ("24 inches apart", "24_inches apart"),
        ("say B4, T! and B10, T!", "say B4,_T! and B10,_T!"),
        ("all together, “3 R’s” or 1 Q.", "all together, “3_R’s” or 1_Q."),
        ("2, 3 and 4 – 5 words", "2, 3 and 4 – 5 words"),
    ],
)
def test_sums_and_units_stay_on_one_line(text: str, joined: str) -> None:
    """No line ends inside a sum, a call, or between a number and its unit or letter."""
    assert bind_measures(text).replace("\u00a0", "_") == joined


def test_lines_of_a_source_stay_lines() -> None:
    """Faults are named by their line: where a source line ends, it goes on ending."""
    assert bind_measures("more than 4\ninches").count("\n") == 1


def test_last_words_are_two() -> None:
    """A last line of one short word takes another with it; a long word may be alone."""
    page = Element("body")
    paragraph = SubElement(page, "p")
    paragraph.text = "Keep this grid "
    bold = SubElement(paragraph, "b")
    bold.text = "well"
    bold.tail = " hidden from it."
    bind_line_ends(page)
    assert "".join(page.itertext()) == "Keep this grid well hidden from\u00a0it."


def test_two_words_of_few_letters_are_not_last_alone() -> None:
    """A last line “a 6.” takes one more word with it."""
    page = Element("body")
    paragraph = SubElement(page, "p")
    paragraph.text = "All rolls for him have +1, so that a 5 counts as a 6."
    bind_line_ends(page)
    assert (paragraph.text or "").rpartition(" ")[2] == "as\u00a0a\u00a06."


def test_short_compounds_are_not_parted_on_screens() -> None:
    """A page for screens keeps “face-up” on one line; long compounds may be parted, and drawings
    and styles stay.
    """
    styles = "<style>:root{--ink:#000}</style>"
    drawing = "<svg><text>face-up</text></svg>"
    html = f'{styles}{drawing}<p id="a-b">only face-up, never double-sided</p>'
    bound = bind_on_screens(html)
    assert '<span class="together">face-up</span>, never double-sided' in bound
    assert bound.startswith(f'{styles}{drawing}<p id="a-b">')


@pytest.mark.parametrize(
    ("html", "bound"),
    [
        (
            "<p>In 15–25 minutes.</p>",
            '<p>In <span class="together">15–25</span> minutes.</p>',
        ),
        ('<p title="1–2">3 – 4</p>', '<p title="1–2">3 – 4</p>'),
        ("<textarea>1–2</textarea>", "<textarea>1–2</textarea>"),
    ],
)
def test_ranges_are_not_parted_on_screens(html: str, bound: str) -> None:
    """A range of numbers is on one line; attributes and fields stay."""
    assert bind_ranges(html) == bound


def test_measures_are_not_parted_on_screens() -> None:
    """A page for screens keeps “4 inches” on one line, where its source has two."""
    assert bind_on_screens("<p>at most 4\ninches</p>") == "<p>at most 4\u00a0inches</p>"


@pytest.mark.parametrize(
    ("language", "words", "parts"),
    [
        ("de", "Schreib fünf Wortschiffe hinein, Deutschland", "Schreib fünf Wort_schiffe hinein"),
        ("fr", "la ligne diagonale", "la ligne diagonale_"),
        ("en", "a diagonal line", "a diagonal line"),
    ],
)
def test_words_are_hyphenated_well(language: str, words: str, parts: str) -> None:
    """German “sch” is not parted, and no paragraph ends with the rest of a word."""
    page = Element("html", lang=language)
    paragraph = SubElement(page, "p")
    paragraph.text = words
    hyphenate_well(page)
    assert (paragraph.text or "").replace("\u00ad", "_").startswith(parts)


LINE_MM = 60.0


@pytest.mark.slow
def test_ranges_and_compounds_are_on_one_line() -> None:
    """No line ends after the dash of “1–10” or the hyphen of “face-up”, and what joins them is
    neither drawn nor copied.
    """
    items = "\n".join(
        f"- {'word ' * count}and in rows 1–10, face-up, one to a square" for count in range(14)
    )
    made = print_book(own_rules(f"\n## Rows\n\n{items}\n"), BookSettings(LETTER))
    with pymupdf.open("pdf", made.content) as document:
        text = "\n".join(page.get_text() for page in document)
        fonts = {font[3].partition("+")[2] for page in document for font in page.get_fonts()}
    assert text.count("1–10,") == 14
    assert text.count("face-up,") == 14
    assert all("Fira" in name or "Saira" in name for name in fonts)


@pytest.mark.slow
def test_a_dagger_does_not_cover_a_period() -> None:
    """Below the arms of a dagger the font would put the period or comma before it."""
    text = "\n\n".join(f"Word {'word ' * count}number.†" for count in range(4))
    made = print_book(own_rules(f"\n## Marks\n\n{text}\n"), BookSettings(LETTER))
    gaps = []
    with pymupdf.open("pdf", made.content) as document:
        for block in document[0].get_text("rawdict")["blocks"]:
            for line in block.get("lines", ()):
                characters = [char for span in line["spans"] for char in span["chars"]]
                shown = [char for char in characters if char["bbox"][2] - char["bbox"][0] > 0.1]
                for first, second in pairwise(shown):
                    if first["c"] == "." and second["c"] == "†":
                        gaps.append(second["origin"][0] - first["origin"][0])
    assert len(gaps) == 4
    assert min(gaps) > 2.2


def list_lone_words(pdf: bytes) -> list[str]:
    """Return the last lines of paragraphs that are one short word below a full line."""
    lone = []
    with pymupdf.open("pdf", pdf) as document:
        for page in document:
            for block in page.get_text("dict")["blocks"]:
                lines = [
                    ("".join(span["text"] for span in line["spans"]).strip(), line["bbox"])
                    for line in block.get("lines", ())
                ]
                for (_, above), (words, box) in pairwise(lines):
                    is_below = box[1] > above[3] - 3
                    is_full = above[2] - above[0] > LINE_MM * 72 / 25.4
                    if is_below and is_full and re.fullmatch(r"\w{1,10}\.", words):
                        lone.append(words)
    return lone


@pytest.mark.slow
@pytest.mark.parametrize("paper", [LETTER, A5])
def test_no_paragraph_ends_with_a_lone_short_word(paper: Paper) -> None:
    """Of many paragraphs of any length none ends with a short word on a line of its own."""
    rng = Random(paper.slug)
    text = "\n\n".join(sentence(rng, rng.randint(8, 40)) for _ in range(60))
    made = print_book(own_rules(f"\n## Words\n\n{text}\n"), BookSettings(paper))
    assert list_lone_words(made.content) == []


@pytest.mark.slow
def test_an_address_is_on_one_line() -> None:
    """An address that fits a column is never parted, wherever a line ends."""
    address = "thegamebureau.com/wrdflt"
    items = "\n".join(
        f"- {'word ' * count}[{address}](https://{address}), then more" for count in range(12)
    )
    made = print_book(own_rules(f"\n## Addresses\n\n{items}\n"), BookSettings(LETTER))
    with pymupdf.open("pdf", made.content) as document:
        text = "\n".join(page.get_text() for page in document)
    assert text.count(f"{address},") == 12


def test_centered_lines_are_not_short() -> None:
    """The last line of a centered paragraph has fifteen letters or more."""
    root = Element("body")
    law = SubElement(root, "p", {"class": "law"})
    bold = SubElement(law, "strong")
    bold.text = "Now Tom is White, and Tom has a queen. Thanks a lot."
    bind_line_ends(root)
    assert (bold.text or "").split(" ")[-1] == "queen.\u00a0Thanks\u00a0a\u00a0lot."


def test_heads_of_tables_have_two_lines() -> None:
    """A head of several short words has two lines in a narrow column, not three; longer ones end
    where they may.
    """
    row = Element("tr")
    for words in ("Of each color", "Such as", "On your Attack Grid"):
        SubElement(row, "th").text = words
    bind_heads(row)
    heads = [(cell.text or "").replace("\u00a0", "_") for cell in row]
    assert heads == ["Of_each color", "Such as", "On your Attack Grid"]


def test_bold_words_keep_their_punctuation() -> None:
    """A bold word is in one line with the punctuation that follows it, and nothing is lost."""
    root = Element("p")
    root.text = "How far he shoots (his "
    bold = SubElement(root, "b")
    bold.text = "range"
    bold.tail = "), both in inches."
    bind_punctuation(root)
    held = root[0]
    assert held.get("class") == "together"
    assert "".join(held.itertext()) == "range),"
    assert held[0] is bold
    assert "".join(root.itertext()) == "How far he shoots (his range), both in inches."
