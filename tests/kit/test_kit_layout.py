"""What an eye sees on a kit's pages: no crowded words, no lone last word, nothing across a fold or
a cut, and the middle of a page in its middle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pymupdf
import pytest

from support.html import Page, list_texts
from support.kits import (
    ARMY,
    CHESS,
    FLEET,
    INCH,
    MM,
    NEAR,
    Sheet,
    document,
    own_kit,
    print_html,
    read_sheets,
    settings,
    sheets,
    sheets_called,
)
from support.matrix import mark_matrix
from support.publishing import make_kit
from wordfleet_print.kit.document import KitDocument

pytestmark = pytest.mark.slow
EDITIONS = (FLEET, *(f"{FLEET}-{more}" for more in ("admirals", "strike", "de", "es", "fr")))
KITS: dict[str, tuple[str, dict[str, Any]]] = {
    **{slug: (slug, {}) for slug in (*EDITIONS, ARMY, CHESS)},
    "draft": (ARMY, {"draft": True}),
    "folded": (CHESS, {"one_sided": True}),
}
PAPERS = ("a4", "letter")
USUAL = {
    *((kit, "a4") for kit in (FLEET, ARMY, CHESS, "draft")),
    ("word-fleet-de", "letter"),
}
all_kits = pytest.mark.parametrize(("kit", "paper"), mark_matrix(product(KITS, PAPERS), USUAL))
MARGIN = 9.6
"""Where words of a page may begin (mm)."""
HEAD = 20.0
"""Where a page's head ends (mm)."""
GAP = 3.0
"""How far apart texts on one line are that do not belong together (mm)."""
DOTS = 100.0
"""How fine pages are compared (dots to an inch)."""
FAINT = 96
"""How much two pixels that look alike may differ, of 255."""
WIDEST_BOX = 20.0
"""A wider rectangle is not a box for a letter (mm)."""
SLIP = 1.0
"""How far a back may be off its face (mm)."""
SLIPS = (-SLIP, 0, SLIP)
LONE = 8
"""A word of fewer characters is never alone in the last line."""


def find_sheets(kit: str, paper: str, **more: Any) -> tuple[Sheet, ...]:
    slug, own = KITS[kit]
    return sheets(slug, paper, **own, **more)


@all_kits
def test_nothing_hides_a_part_of_what_is_printed(kit: str, paper: str) -> None:
    """Pages look the same if nothing is clipped and no text has a ground of its own: no letter is
    cut off, and none is under another text.
    """
    slug, own = KITS[kit]
    made = document(slug, paper, **own)
    bare = made.html.replace("overflow: hidden", "overflow: visible")
    bare = bare.replace("background: #fff", "background: none")
    assert bare != made.html
    shown = read_sheets(replace(made, html=bare), print_html(replace(made, html=bare)))
    for page, all_of_it in zip(find_sheets(kit, paper), shown, strict=True):
        hidden = page.pixels(DOTS).astype(int) - all_of_it.pixels(DOTS)
        assert np.abs(hidden).max() < FAINT, page.title


@all_kits
def test_no_words_are_in_the_margin(kit: str, paper: str) -> None:
    """Words end 10 mm from each edge, in every language; only the numbers of the check page's
    frames are beyond.
    """
    for sheet in find_sheets(kit, paper):
        beyond = [
            text
            for _, text, (x0, base, x1), _ in sheet.spans
            if min(x0, x1) < MARGIN
            or max(x0, x1) > sheet.width - MARGIN
            or not MARGIN < base < sheet.height - MARGIN
        ]
        assert [text for text in beyond if not re.fullmatch(r"\d+ mm|−?\d", text)] == []


@all_kits
def test_heads_and_feet_are_not_crowded(kit: str, paper: str) -> None:
    """What a page is for ends well before its imprint, and the words of the bar before the foot;
    wedges have their words in two corners.
    """
    for sheet in find_sheets(kit, paper):
        if sheet.name == "blast":
            continue
        imprints = [span for span in sheet.spans if span[1].strip() == find_imprint(sheet)]
        for _, imprint, (left, base, _), _ in imprints:
            ends = [
                place[2]
                for _, text, place, _ in sheet.spans
                if abs(place[1] - base) < 2 and text != imprint
            ]
            assert max(ends, default=0) + GAP < left, (sheet.title, imprint)
        bar = [place[2] for _, text, place, _ in sheet.spans if "100 mm" in text or "100 %" in text]
        feet = [
            place[0]
            for _, _, place, _ in sheet.spans
            if place[1] > sheet.height - 12 and place[2] > sheet.width - 10.5
        ]
        if sheet.name not in ("check", "screen") and bar and feet:
            assert max(bar) + GAP < min(feet), sheet.title


def find_imprint(sheet: Sheet) -> str:
    """Return the words at the upper right of a page."""
    rights = [(place[2], text.strip()) for _, text, place, _ in sheet.spans if place[1] < HEAD]
    return max(rights, default=(0, ""))[1]


@all_kits
def test_heads_stay_in_their_half(kit: str, paper: str) -> None:
    """Where a page is cut down its middle, its words end at the columns of their half, and each
    half has a head.
    """
    for sheet in find_sheets(kit, paper):
        middle = sheet.width / 2
        cuts = [
            line
            for line in sheet.lines
            if line.is_upright and abs(line.x0 - middle) < NEAR and line.h > sheet.height * 0.7
        ]
        if sheet.name != "aids":
            assert cuts == [], sheet.title
            continue
        assert cuts
        gap = 8 - NEAR
        heads = [place for _, _, place, _ in sheet.spans if place[1] < HEAD]
        for x0, base, x1 in heads:
            assert x1 < middle - gap or x0 > middle + gap, (sheet.title, x0, base, x1)
        assert min(x0 for x0, _, _ in heads) < middle < max(x0 for x0, _, _ in heads)


@all_kits
def test_no_short_word_is_alone_in_a_last_line(kit: str, paper: str) -> None:
    """The last two words of a text of three or more are on one line, if the last is short."""
    slug, own = KITS[kit]
    made = document(slug, paper, **own)
    endings = set(find_endings(made))
    assert endings
    for sheet in find_sheets(kit, paper):
        lone = [
            text
            for (_, before, first, _), (_, text, second, _) in pairwise(sheet.spans)
            if second[1] - first[1] > 1 and (last_word(before), text.strip()) in endings
        ]
        assert lone == [], sheet.title


def find_endings(made: KitDocument) -> Iterator[tuple[str, str]]:
    """Yield the last two words of each paragraph and entry whose last word is short."""
    page = Page(made.html)
    for element in (*page.find_all("p"), *page.find_all("li")):
        if any(inner.tag in ("p", "li") for inner in [*element.iter()][1:]):
            continue
        words = "".join(list_texts(element)).split()
        is_short = len(words) > 2 and len(words[-1]) < LONE and len(words[-2]) <= 12
        # Numbers alone look like the cells of a table
        if is_short and any(map(str.isalpha, words[-1])):
            yield words[-2], words[-1]


def last_word(text: str) -> str:
    words = text.split()
    return words[-1] if words else ""


@all_kits
def test_less_ink_has_no_color(kit: str, paper: str) -> None:
    """With `eco` every line, letter and drawing is black or gray."""
    slug, own = KITS[kit]
    content = print_html(document(slug, paper, **own, eco=True))
    with pymupdf.open(stream=content) as read:
        for page in read:
            pixels = page.get_pixmap(dpi=50).samples
            colors = np.frombuffer(pixels, np.uint8).reshape(-1, 3).astype(int)
            assert np.ptp(colors, axis=1).max() < 12, page.number


@pytest.mark.parametrize(
    ("slug", "paper"),
    mark_matrix(product(EDITIONS, PAPERS), {(FLEET, "a4"), (EDITIONS[3], "letter")}),
)
def test_nothing_is_printed_across_the_folds_of_a_screen(slug: str, paper: str) -> None:
    """The words of each side of the screen, its head too, and the boxes of its letters, end before
    its folds.
    """
    for screen in sheets_called("screen", slug, paper):
        edge = 11
        folds = {
            round(line.x0, 1)
            for line in screen.find_down(7)
            if line.y0 < edge or line.y1 > screen.height - edge
        }
        assert len(folds) == 2
        words = [(text, x0, x1) for _, text, (x0, _, x1), _ in screen.spans]
        boxes = [
            (f"a box at {one.y0:.0f} mm", one.x0, one.x1)
            for one in screen.lines
            if one.kind == "r" and one.w < WIDEST_BOX
        ]
        for what, x0, x1 in words + boxes:
            assert not [fold for fold in folds if x0 - 1 < fold < x1 + 1], what


@pytest.mark.parametrize("slug", mark_matrix(EDITIONS, {FLEET, "word-fleet-de"}))
def test_a_screens_panels_begin_with_headings_on_one_line(slug: str) -> None:
    """The first words of all three panels of the inside have one base line."""
    inside, _ = sheets_called("screen", slug)
    wing = 72
    edges = (0, wing, inside.width - wing, inside.width)
    bases = [
        min(base for _, _, (x0, base, _), _ in inside.spans if left < x0 < right and base > HEAD)
        for left, right in pairwise(edges)
    ]
    assert max(bases) - min(bases) < NEAR, bases


@pytest.mark.parametrize(("slug", "width", "columns"), [(ARMY, 63, 4), (FLEET, 85, 3)])
def test_a_back_that_slipped_shows_nothing_of_its_neighbors(
    slug: str, width: int, columns: int
) -> None:
    """Cut along the marks of the face, with a back that is 1 mm off in any direction, no card has
    ink on the edge of its back.
    """
    _, back, *_ = sheets_called("cards" if slug == ARMY else "turns", slug)
    dots = 200
    pixels = back.pixels(dots)
    scale = dots / INCH
    left = (back.width - width * columns) / 2
    top = (back.height - 2 * 88) / 2
    for number, row, across, down in product(
        range(columns), range(2), (-SLIP, 0, SLIP), (-SLIP, 0, SLIP)
    ):
        x = round((left + number * width + across) * scale)
        y = round((top + row * 88 + down) * scale)
        card = pixels[y : y + round(88 * scale), x : x + round(width * scale)].copy()
        # Marks of two millimeters in the inner corners are all that there is.
        corner = round((1 + 2 * SLIP) * scale)
        for rows, across_corner in product((slice(corner), slice(-corner, None)), repeat=2):
            card[rows, across_corner] = 255
        assert card[[0, 1, -1, -2]].min() > 200
        assert card[:, [0, 1, -1, -2]].min() > 200


def test_backs_meet_their_faces_when_the_sheet_turns_on_its_short_edge(tmp_path: Path) -> None:
    """A landscape page that is bound on its short edge is turned about a vertical axis: each face
    has its own back behind it, the right way up, also where a row is not full.
    """
    (tmp_path / "rows.csv").write_text("name\n" + "\n".join("ABCDEFGHIJK") + "\n")
    kit = '  - cards: {from: rows.csv, title: "face-{{ name }}", back: "back-{{ name }}"}'
    made = make_kit(own_kit(tmp_path, kit), settings())
    pairs = 0
    with pymupdf.open(stream=print_html(made)) as read:
        for face, back in zip(list(read)[::2], list(read)[1::2], strict=True):
            assert face.rect.width > face.rect.height
            assert face.rotation == back.rotation == 0
            behind = {word[4].lower(): word[:4] for word in back.get_text("words")}
            for x0, y0, x1, _, word, *_ in face.get_text("words"):
                name = word.lower().replace("face-", "back-")
                if not word.lower().startswith("face-"):
                    continue
                pairs += 1
                middle = (x0 + x1) / 2
                left, _, right, _ = behind[name]
                card = 63 * MM
                turned = face.rect.width - (left + right) / 2
                assert abs(turned - middle) < card / 2, word
                assert abs(behind[name][1] - y0) < 88 * MM / 2, word
    assert pairs == 11


@pytest.mark.parametrize("one_sided", [False, True])
def test_viewers_offer_the_edge_to_flip_on(one_sided: bool) -> None:
    """A kit that is printed on both sides asks for the short edge, any other for nothing."""
    made = document(FLEET, page=("turns",), one_sided=one_sided)
    with pymupdf.open(stream=print_html(made)) as read:
        preferences = read.xref_get_key(read.pdf_catalog(), "ViewerPreferences")[1]
    assert ("DuplexFlipShortEdge" in preferences) != one_sided
    assert "PrintScaling" in preferences


@pytest.mark.parametrize(("kit", "paper"), [*product((ARMY, "draft", FLEET), PAPERS)])
def test_what_is_cut_is_in_the_middle_of_its_page(kit: str, paper: str) -> None:
    """Counters and tokens have as much room above as below; tapes fill three quarters."""
    for sheet in find_sheets(kit, paper):
        boxes = [line for line in sheet.lines if line.y0 > HEAD - 2 and line.y1 < sheet.height - 18]
        if sheet.name in ("counters", "tokens"):
            above = min(line.y0 for line in boxes) - 16
            below = sheet.height - 17 - max(line.y1 for line in boxes)
            assert above == pytest.approx(below, abs=4), sheet.title
        if sheet.name == "tape":
            assert max(line.y1 for line in boxes) > 0.75 * sheet.height


@all_kits
def test_no_word_of_a_card_is_beyond_its_frame(kit: str, paper: str) -> None:
    """A table that is wider than its card would be cut off: each word ends inside."""
    for sheet in find_sheets(kit, paper):
        if sheet.name not in ("cards", "turns"):
            continue
        width = 63 if sheet.name == "cards" else 85
        columns = 4 if sheet.name == "cards" else 3
        left = (sheet.width - width * columns) / 2
        for _, text, (x0, base, x1), way in sheet.spans:
            if HEAD < base < sheet.height - 16 and way > 0:
                card = (x0 - left) // width
                inside = (x0 - left - card * width, x1 - left - card * width)
                assert 2.4 + NEAR < inside[0] < inside[1] < width - 2.4 - NEAR, text
