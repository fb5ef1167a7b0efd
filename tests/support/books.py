"""Generated rulebooks of designers, and readers of printed books that share no code with the
printing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

import pymupdf
from PIL import Image

from support.games import LEAST
from support.html import Page, list_texts
from wordfleet_print.games import RulesSource, parse_rules

_WORDS = (
    "captain squad tile card board counter score round turn river castle dragon market ship "
    "harbor engine signal "
    "wager token draw discard shuffle neighbor corner frontier crown lantern orchard merchant "
    "guild quarry temple "
    "extraordinarily responsibilities and the of to in with for from a it is on as at by"
)
WORDS = _WORDS.split()


def sentence(rng: Random, count: int) -> str:
    """Return a sentence of `count` words."""
    text = " ".join(rng.choice(WORDS) for _ in range(count))
    return f"{text[0].upper()}{text[1:]}."


def paragraph(rng: Random) -> str:
    """Return a paragraph of up to six sentences."""
    return " ".join(sentence(rng, rng.randint(4, 18)) for _ in range(rng.randint(1, 6)))


def table(rng: Random, columns: int, rows: int) -> str:
    """Return a table; long words in narrow columns make it wide."""
    head = [rng.choice(WORDS).capitalize() for _ in range(columns)]
    lines = [f"| {' | '.join(head)} |", f"|{' --- |' * columns}"]
    lines += [
        f"| {' | '.join(sentence(rng, rng.randint(1, 4)) for _ in head)} |" for _ in range(rows)
    ]
    return "\n".join(lines)


def items(rng: Random) -> str:
    """Return a list, numbered or not, sometimes with nested items."""
    mark = rng.choice(["-", "1."])
    lines = []
    for _ in range(rng.randint(1, 12)):
        lines.append(f"{mark} {sentence(rng, rng.randint(2, 20))}")
        if rng.random() < 0.2:
            lines.append(f"    - {sentence(rng, 5)}")
    return "\n".join(lines)


def picture(rng: Random) -> str:
    """Return a picture with its caption."""
    return (
        f"![{sentence(rng, 4)}]({rng.choice(['wide.svg', 'tall.png', 'small.svg'])})\n"
        f"{sentence(rng, 8)}"
    )


# What makes a block of text. A kind that is listed several times is more likely.
BLOCKS: tuple[Callable[[Random], str], ...] = (
    *(paragraph,) * 6,
    *(items,) * 2,
    lambda rng: table(rng, rng.randint(2, 3), rng.randint(1, 8)),
    lambda rng: table(rng, rng.randint(6, 9), rng.randint(1, 12)),
    lambda rng: table(rng, 2, rng.randint(16, 90)),
    lambda rng: f"> **{sentence(rng, 2)}** {paragraph(rng)}",
    lambda rng: f"† {sentence(rng, 9)}",
    lambda rng: f"### {sentence(rng, 2)[:-1]}\n\n{paragraph(rng)}",
    lambda rng: "\n\n".join(picture(rng) for _ in range(rng.randint(1, 5))),
    lambda rng: f"**{sentence(rng, 6)}**\n{{: .law }}",
    lambda rng: (
        "```\n" + "\n".join(" ".join(rng.choices("ABC.", k=12)) for _ in range(4)) + "\n```"
    ),
)


def chapter(rng: Random, blocks: int) -> str:
    """Return a chapter of this many blocks."""
    wide = " {: .wide }" if rng.random() < 0.1 else ""
    inside = "\n\n".join(rng.choice(BLOCKS)(rng) for _ in range(blocks))
    return f"## {sentence(rng, rng.randint(1, 4))[:-1]}{wide}\n\n{inside}"


def write_pictures(folder: Path) -> None:
    """Write the pictures that generated books show."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}">'
    svg = head + '<rect width="{0}" height="{1}" fill="#ccc"/></svg>'
    (folder / "wide.svg").write_text(svg.format(300, 60), encoding="utf-8")
    (folder / "small.svg").write_text(svg.format(80, 60), encoding="utf-8")
    Image.new("RGB", (300, 900), "#999").save(folder / "tall.png")


def make_book(seed: int, folder: Path) -> RulesSource:
    """Return a book: of one line, with a wide or long table, of 400 chapters, of pictures, or of
    everything.
    """
    rng = Random(seed)
    match seed:
        case 0:
            text = "# Rules\n\nPlay."
        case 1:
            text = f"# Rules\n\n## Weapons\n\n{paragraph(rng)}\n\n{table(rng, 9, 8)}"
        case 2:
            text = f"# Rules\n\n## Weapons\n\n{table(rng, 2, 120)}"
        case 3:
            text = f"# Rules\n\n## Weapons\n\n{table(rng, 12, 40)}"
        case 4:
            text = "# Rules\n\n" + "\n\n".join(
                f"## Chapter {n}\n\n{paragraph(rng)}" for n in range(1, 400)
            )
        case 5:
            text = "# Rules\n\n## Gallery\n\n" + "\n\n".join(picture(rng) for _ in range(30))
        case _:
            text = _make_text(rng)
    return parse_rules(f"---\n{LEAST}---\n{text}\n", name=str(folder / "mine.md"))


def _make_text(rng: Random) -> str:
    """Return the text of a book with one or two parts of any blocks, perhaps with a quick
    reference.
    """
    parts = []
    for name in ("Rules", "More rules")[: rng.randint(1, 2)]:
        chapters = [chapter(rng, rng.randint(1, 7)) for _ in range(rng.randint(1, 8))]
        parts.append("\n\n".join([f"# {name}", *chapters]))
    if rng.random() < 0.5:
        parts.append(f"# Quick reference\n\n## Turn\n\n{items(rng)}")
    return "\n\n".join(parts)


def words_of_page(html: str) -> Counter[str]:
    """Count the words that a reader of a page sees, without drawings, navigation, and the note for
    screens that says what † means.
    """
    page = Page(html)
    for note in page.find_all("p", class_="dagger-note"):
        note.clear()
    without = {"head", "header", "svg", "nav", "style", "footer"}
    return Counter(_split(" ".join(list_texts(page.root, without))))


def letters_of(words: Counter[str]) -> Counter[str]:
    """Count the letters of words: the same however words are broken into lines."""
    letters = Counter[str]()
    for word, count in words.items():
        for letter in word:
            letters[letter] += count
    return letters


def words_of_pdf(pdf: bytes) -> Counter[str]:
    """Count the words of a PDF."""
    with pymupdf.open("pdf", pdf) as document:
        text = " ".join(page.get_text() for page in document)
    return Counter(_split(text))


def _split(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.replace("\u00ad", "").lower())


def find_faults(pdf: bytes, margin: float = 12.0) -> Iterator[str]:
    """Yield words that cover others, or are nearer to the edge than `margin` (pt)."""
    with pymupdf.open("pdf", pdf) as document:
        for number, page in enumerate(document, 1):
            # Of a word pymupdf gives x0, y0, x1, y1 and the text
            boxes = [(_shrink(pymupdf.Rect(word[:4])), word[4]) for word in page.get_text("words")]
            x0, y0, x1, y1 = page.rect
            inside = pymupdf.Rect(x0 + margin, y0 + margin, x1 - margin, y1 - margin)
            for box, word in boxes:
                if box not in inside:
                    yield f"page {number}: “{word}” leaves the page"
            # From top to bottom: a word is compared with those that begin above its lower edge
            boxes.sort(key=lambda box_and_word: box_and_word[0].y0)
            for index, (box, word) in enumerate(boxes):
                for other_box, other_word in boxes[index + 1 :]:
                    if other_box.y0 > box.y1:
                        break
                    common = box & other_box
                    if not common.is_empty and common.width > 1 and common.height > 1:
                        yield f"page {number}: “{word}” covers “{other_word}”"


MM = 72 / 25.4
"""Points in a millimeter."""
FEET = {297: 15.0, 279: 13.0, 210: 12.0, 216: 12.0}
"""The lower margin of a book's pages (mm), by the height of the paper."""
HEADS_MM = 12.0
"""What running heads take of a page."""


WHITE = (1.0, 1.0, 1.0)
"""The color of paper, on which styles draw a page."""
SIDE_MM = 15.1
"""The outer margin of a page with columns, and a little more."""
PAGE_NUMBER = re.compile(r"\d / \d")
NARROW_PT = 450
"""A page that is narrower has one column."""


def find_short_columns(pdf: bytes, most: float = 35.0) -> Iterator[tuple[int, int, int]]:
    """Yield page, column and white (mm) of columns with more than `most` mm of white between their
    last text or picture and what comes below: a block across the page, or the foot of the page.

    The last page of a part may end early: there the longest column counts in place of the foot. A
    cover has no columns.
    """
    with pymupdf.open("pdf", pdf) as document:
        first_pages = {page for level, _, page in document.get_toc() if level == 1}
        for number, page in enumerate(document, 1):
            if number == 1 and _has_cover(document):
                continue
            boxes = _list_ink(page)
            foot = page.rect.height - FEET[round(page.rect.height / MM)] * MM
            if number + 1 in first_pages or number == document.page_count:
                boxes = _leave_out_closing_picture(page, boxes)
                foot = max(box.y1 for box in boxes)
            width = page.rect.width
            columns = _measure_white(boxes, foot, 0 if width < NARROW_PT else width)
            for column, white in columns:
                if white / MM > most:
                    yield number, column, round(white / MM)


def _has_cover(document: pymupdf.Document) -> bool:
    """Whether the second page has a number, but not the first."""
    numbered = [bool(PAGE_NUMBER.search(page.get_text())) for page in islice(document, 2)]
    return numbered == [False, True]


class Span(NamedTuple):
    """Words of a line that are set the same way."""

    text: str
    size: float
    """In pt."""
    is_italic: bool
    box: pymupdf.Rect


def list_spans(page: pymupdf.Page) -> Iterator[Span]:
    """Yield the spans of a page that have letters."""
    for block in page.get_text("dict")["blocks"]:
        for line in block.get("lines", ()):
            for span in line["spans"]:
                text = span["text"].strip()
                if text:
                    is_italic = bool(span["flags"] & pymupdf.TEXT_FONT_ITALIC)
                    box = pymupdf.Rect(span["bbox"])
                    yield Span(text, round(span["size"], 1), is_italic, box)


def _list_ink(page: pymupdf.Page) -> list[pymupdf.Rect]:
    """Return where a page has words or drawings, without its running head and foot, its white
    ground, and the line beside a draft.
    """
    words = [pymupdf.Rect(word[:4]) for word in page.get_text("words")]
    drawn = list(_list_drawn(page))
    foot = page.rect.height - FEET[round(page.rect.height / MM)] * MM
    boxes = [box for box in words + drawn if HEADS_MM * MM < box.y1 < foot + 3]
    return [box for box in boxes if box.x1 > SIDE_MM * MM]


def _list_drawn(page: pymupdf.Page) -> Iterator[pymupdf.Rect]:
    """Yield what is seen of the drawings of a page that are not white."""
    clips: list[tuple[int, pymupdf.Rect]] = []
    for path in page.get_drawings(extended=True):
        # A clip holds for the paths after it that are deeper
        clips = [clip for clip in clips if clip[0] < path["level"]]
        if path["type"] == "clip":
            clips.append((path["level"], path["scissor"]))
        elif path.get("color") or path.get("fill", WHITE) != WHITE:
            seen = path["rect"]
            for _, scissor in clips:
                seen = _cut(seen, scissor)
            if seen.is_valid:
                yield seen


def _cut(box: pymupdf.Rect, scissor: pymupdf.Rect) -> pymupdf.Rect:
    """Return what a scissor leaves of a box; `&` leaves a line, which has no area, whole."""
    left = max(box.x0, scissor.x0)
    top = max(box.y0, scissor.y0)
    return pymupdf.Rect(left, top, min(box.x1, scissor.x1), min(box.y1, scissor.y1))


def _leave_out_closing_picture(page: pymupdf.Page, boxes: list[pymupdf.Rect]) -> list[pymupdf.Rect]:
    """Return the boxes of a page without those in the middle below its last words."""
    lowest = max(box.y1 for box in boxes)
    end = max(word[3] for word in page.get_text("words") if word[3] <= lowest)
    middle = page.rect.width / 2
    return [box for box in boxes if box.y0 < end or not box.x0 < middle < box.x1]


def _measure_white(
    boxes: list[pymupdf.Rect], foot: float, width: float
) -> Iterator[tuple[int, float]]:
    """Yield the number of a column, 0 or 1, and the white at its end (pt), for each pair of columns
    from the top to the `foot`: a block across the page ends one pair and begins the next.

    A page without a `width` has one column.
    """
    if not width:
        yield 0, foot - max(box.y1 for box in boxes)
        return
    middle = width / 2
    across = [box for box in boxes if box.x0 < middle - 8 and box.x1 > middle + 8]
    left = [box for box in boxes if box.x1 <= middle + 8]
    right = [box for box in boxes if box.x0 >= middle - 8]
    spans = _join(sorted((box.y0, box.y1) for box in across))
    tops = [0.0, *(lower_edge for _, lower_edge in spans)]
    bottoms = [*(upper_edge for upper_edge, _ in spans), foot]
    for top, bottom in zip(tops, bottoms, strict=True):
        ends = []
        for side in (left, right):
            between = [box for box in side if top - 1 <= box.y0 and box.y1 <= bottom + 3]
            ends.append(max((box.y1 for box in between), default=top))
        # Above the first block across the page there may be nothing
        if max(ends) > top or top:
            yield from ((column, bottom - end) for column, end in enumerate(ends))


def _join(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return spans from an upper to a lower edge, in order, with those joined that nearly touch."""
    joined: list[tuple[float, float]] = []
    for upper, lower in spans:
        if joined and upper < joined[-1][1] + 6:
            first_upper, last_lower = joined.pop()
            joined.append((first_upper, max(last_lower, lower)))
        else:
            joined.append((upper, lower))
    return joined


def _shrink(box: pymupdf.Rect) -> pymupdf.Rect:
    """Return a word's box without the space above and below its letters, which lines may share."""
    return pymupdf.Rect(box.x0, box.y0 + 0.3 * box.height, box.x1, box.y1 - 0.25 * box.height)
