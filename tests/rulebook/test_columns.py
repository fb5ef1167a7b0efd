"""Books in columns: nothing lost or cut off, pages full, breaks where they may be; whatever a designer writes."""

from __future__ import annotations

import random
import re
from itertools import combinations, pairwise
from xml.etree.ElementTree import Element, fromstring, tostring

import pymupdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from making.rulebooks import PAPERED, inside, letter_sizes, outside, own_text, pdf, printed_alone
from wordfleet_print.rulebook.blocks import counted_places, piece
from wordfleet_print.rulebook.breaks import NEVER, SHRINK, ColumnPart, Wide, choose, column_height, level
from wordfleet_print.rulebook.cuts import cuts_of
from wordfleet_print.rulebook.weasyprint_pdf import load_weasyprint

HIGH = 260.0
FULL, WHITE = 0.9, 60.0
"""How far down an inner page is printed at least, as a share of it, and the height of white that none has (mm)."""
LEAST_LETTERS = 7.9
"""The smallest letters of a book (pt)."""

PARTS = st.lists(
    st.builds(ColumnPart, st.floats(2, 90), st.floats(0, 8), st.sampled_from([0.0, 2.0, 8.0, NEVER])),
    min_size=1,
    max_size=90,
)


@given(PARTS, st.lists(st.tuples(st.floats(20, 200), st.integers(0, 90)), max_size=4), st.sampled_from([1, 2]))
def test_every_part_stands_once_and_in_order(
    parts: list[ColumnPart], wides: list[tuple[float, int]], columns: int
) -> None:
    """Whatever the parts: each is in one column, after the one before; what is wide stands by what it belongs to;
    only a column of parts that never may be parted is higher than its room.
    """
    wanted = [
        Wide(high, before) for high, before in sorted(((h, min(b, len(parts))) for h, b in wides), key=lambda w: w[1])
    ]
    pages = choose(parts, wanted, HIGH, columns)
    spans = [span for page in pages for span in page.columns if span[0] < span[1]]
    assert [spans[0][0], *(end for _, end in spans)][:1] + [end for _, end in spans[-1:]] == [0, len(parts)]
    assert all(before[1] == after[0] for before, after in pairwise(spans))
    assert [one for page in pages for one in (*page.above, *page.below)] == list(range(len(wanted)))
    for page in pages:
        for start, end in page.columns:
            tied = all(part.price == NEVER for part in parts[start + 1 : end])
            shrunk = SHRINK * sum(part.gap for part in parts[start + 1 : end] if part.first)
            assert column_height(parts, start, end) - shrunk <= page.room + 0.1 or tied or end - start == 1
            assert start in (0, end) or parts[start].price < NEVER


def test_breaks_are_chosen_for_the_whole_book() -> None:
    """A column ends early where that spares a later one: no figure stands alone below a column of white."""
    parts = [ColumnPart(20.0) for _ in range(12)] + [ColumnPart(20.0, price=NEVER), ColumnPart(20.0)] * 2
    (page,) = choose(parts, [], 200.0, 2)
    assert page.columns in {((0, 10), (10, 16)), ((0, 9), (9, 16))}
    (first, second) = level([ColumnPart(10.0)] * 9, 0, 9)
    assert abs((first[1] - first[0]) - (second[1] - second[0])) == 1


MADE = (
    '<div><p id="a">One <b>two three</b> four <i>five</i> six.</p>'
    '<ol start="3"><li>seven</li><li>eight <br/>nine</li></ol>'
    "<table><thead><tr><th>h</th></tr></thead><tbody><tr><td>ten</td></tr><tr><td>eleven</td></tr></tbody></table></div>"
)


@given(st.integers(1, 80))
def test_a_block_cut_anywhere_says_all_of_it_once(place: int) -> None:
    """Its pieces say together what it said, but for the head of a table, which comes again; none changes the block."""
    block = fromstring(MADE)  # noqa: S314 - our own
    before = tostring(block)
    first, second = piece(block, 0, place), piece(block, place, None)
    said = "".join("".join(part.itertext()) for part in (first, second))
    assert "".join(said.split()).replace("h", "") == "".join("".join(block.itertext()).split()).replace("h", "")
    assert tostring(block) == before
    assert [part.tag for part in (first, second)] == ["div", "div"]
    anchors = [one.get("id") for part in (first, second) for one in part.iter() if one.get("id")]
    assert anchors == ["a"]


def test_a_list_goes_on_counting() -> None:
    """An ordered list that is cut goes on with its next number."""
    block = fromstring("<ol><li>a</li><li>b</li><li>c</li></ol>")  # noqa: S314 - our own
    items: list[Element] = list(block)
    second = piece(block, counted_places(block).spans[items[2]][0], None)
    assert (second.get("start"), len(second)) == ("3", 1)


def test_numbers_are_printed_on_in_the_next_column() -> None:
    """Wherever a list is cut, and whatever number its writer begins it with."""
    listed = "\n".join(f"{number}. Cut." for number in range(1, 101))
    printed = printed_alone(own_text(f'## Play\n\n{listed}\n\n<ol start="500"><li>Rest.</li></ol>'))
    with pymupdf.open(stream=printed.content) as document:
        words = [word for page in document for word, *_ in (one[4:] for one in page.get_text("words"))]
    told = sorted(int(word[:-1]) for word in words if re.fullmatch(r"\d+\.", word))
    assert told == [*range(1, 101), 500]


def test_no_row_of_a_table_is_lightly_left_alone() -> None:
    """To part a table behind its first row, or before its last, costs more than between others."""
    rows = "".join(f"<tr><td>{number}</td></tr>" for number in range(5))
    document = load_weasyprint().HTML(string=f"<div><table><tbody>{rows}</tbody></table></div>").render()
    page = document.pages[0]._page_box
    (box,) = (one for one in page.descendants() if one.element_tag == "div")
    first, *others, last = (cut.price for cut in cuts_of(box.element, box))
    assert (len(others), first == last > max(others)) == (2, True)


def _white(sheet: pypdfium2.PdfPage) -> tuple[float, float]:
    """How far down a page is printed, as a share, and its highest white in either half (mm), head and foot apart."""
    picture = sheet.render(scale=1, grayscale=True).to_pil().point(lambda value: 255 * (value < 230))
    mm = picture.height / (sheet.get_height() / 72 * 25.4)
    top, bottom = round(18 * mm), round(picture.height - 18 * mm)
    lowest, highest = 0, 0
    for left, right in ((0.08, 0.49), (0.51, 0.92)):
        half = picture.crop((round(left * picture.width), top, round(right * picture.width), bottom))
        run = 0
        for row in range(half.height):
            inked = half.crop((0, row, half.width, row + 1)).getbbox() is not None
            lowest, run = (max(lowest, row + 1), 0) if inked else (lowest, run + 1)
            highest = max(highest, run)
    return lowest / (bottom - top), highest / mm


@pytest.mark.parametrize(("slug", "paper"), PAPERED)
def test_inner_pages_are_full(slug: str, paper: str) -> None:
    """Printed to their foot, without white that is as high as a hand is wide; no letter too small to read."""
    printed = pdf(slug, paper)
    found = [_white(sheet) for sheet in list(pypdfium2.PdfDocument(printed.content))[1 : inside(slug, paper)]]
    assert [(number, page) for number, page in enumerate(found, 2) if page[0] < FULL or page[1] >= WHITE] == []
    assert min(letter_sizes(printed.content)) >= LEAST_LETTERS


def _book(seed: int) -> tuple[str, list[str]]:
    """A book of pieces in any order and length, and a word for each that it must say."""
    chance, words = random.Random(seed), list[str]()

    def word() -> str:
        words.append(f"w{seed}x{len(words)}")
        return words[-1]

    def prose(most: int) -> str:
        return " ".join([word(), *("reed " * chance.randint(1, most)).split(), word() + "."])

    body = ""
    for chapter in range(chance.randint(1, 6)):
        body += f"## Chapter {chapter} {word()}\n\n"
        for section in range(chance.randint(0, 5)):
            body += f"### ColumnPart {section} {word()}\n\n" if chance.random() < 0.7 else ""
            body += f"**{word()}**\n{{: .aside }}\n\n" if chance.random() < 0.3 else ""
            for _ in range(chance.randint(1, 6)):
                rows = "".join(f"| {prose(8)} | {word()} |\n" for _ in range(chance.randint(1, 40)))
                body += chance.choice([
                    lambda: prose(60),
                    lambda: prose(900),
                    lambda: "".join(f"- {prose(12)}\n" for _ in range(chance.randint(1, 60))),
                    lambda: "".join(f"{n}. {prose(9)}\n" for n in range(1, 6)),
                    lambda rows=rows: f"| a | b |\n| - | - |\n{rows}",
                    lambda: f'!!! example "{word()}"\n    {prose(300)}\n\n    {prose(20)}',
                    lambda: f"> {prose(90)}",
                ])() + "\n\n"  # fmt: skip
    return body, re.findall(rf"w{seed}x\d+", body)


@pytest.mark.parametrize("seed", range(8))
def test_a_designers_book_loses_nothing(seed: int) -> None:
    """Long paragraphs, lists, tables and boxes in any order: every word is on a page, inside its edges."""
    body, words = _book(seed)
    pages = pypdfium2.PdfDocument(printed_alone(own_text(body)).content)
    read = " ".join(sheet.get_textpage().get_text_bounded(*sheet.get_mediabox()) for sheet in pages)
    assert set(words) - set(re.findall(rf"w{seed}x\d+", read)) == set()


def _told(count: int) -> str:
    return " ".join(f"w{number}." for number in range(count))


LARGE = {
    "a table of twelve columns": "| a |" + " b |" * 11 + "\n" + "| - " * 12 + "|\n" + f"| {_told(3)} |" + " c d |" * 11,
    "a row higher than a page": f"| a | b |\n| - | - |\n| {_told(900)} | {'reed ' * 900} |",
    "long words": f"{_told(3)} {'x' * 300}\n\n| a | b |\n| - | - |\n| {'y' * 300} | b |",
    "a hundred chapters": "\n\n".join(f"## Chapter {number}\n\nw{number}." for number in range(100)),
    "a heading higher than what a page has left": f"{_told(1)}\n\n" + "## " + "Reed " * 90 + "\n\nCut.",
}
"""What is larger than the column or the page that it would stand in."""


@pytest.mark.parametrize("what", LARGE)
def test_what_is_too_large_is_made_to_fit(what: str) -> None:
    """All of it is read, inside the margins, and no line is printed over another."""
    body = LARGE[what] if what == "a hundred chapters" else f"## Play\n\n{LARGE[what]}"
    printed = printed_alone(own_text(body))
    assert [one for one in outside(printed, (12, 9, 8)) if one[0] > 1 and not one[1].isdigit()] == []
    with pymupdf.open(stream=printed.content) as document:
        said = "".join("".join(page.get_text().split()) for page in document)
        assert [word for word in re.findall(r"w\d+\.", body) if word not in said] == []
        for page in list(document)[1:]:
            found = (line for block in page.get_text("dict")["blocks"] for line in block.get("lines", ()))
            lines = [(span["origin"][1], span["bbox"], span["size"]) for line in found for span in line["spans"]]
            for (y, box, size), (below, other, _) in combinations(sorted(lines), 2):
                beside = box[2] < other[0] + 2 or other[2] < box[0] + 2
                assert beside or below - y > size / 2, (page.number + 1, box, other)
