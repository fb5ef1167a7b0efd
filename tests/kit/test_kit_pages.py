"""Every page of every kit on both papers, with usual and less ink, by both renderers: margins, ink,
type, bars.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from support.html import Page
from support.kits import (
    ARMY,
    CHESS,
    CHROMIUM,
    FLEET,
    GAMES,
    INCH,
    NEAR,
    PANGO,
    Sheet,
    document,
    find_bar_problems,
    sheets,
    sheets_called,
)
from support.matrix import mark_matrix

pytestmark = pytest.mark.slow
PAGES = {
    "army-men": "cards cards tape counters",
    "happy-flip-chess": "board pieces pieces aids",
    "word-fleet": "check check screen screen turns turns tokens grid",
}
DRAFT_PAGES = "cards cards cards cards squads tape tape blast counters orders"
KITS: dict[str, tuple[str, dict[str, Any]]] = {slug: (slug, {}) for slug in GAMES} | {
    "draft": (ARMY, {"draft": True}),
    "folded": (CHESS, {"one_sided": True}),
    "squares": (CHESS, {"square": 47.0, "page": ("board",)}),
    "squads": (ARMY, {"squad": ("sergeant, regular*5, smg*2", "regular*5"), "page": ("squads",)}),
}
USUAL = {
    *((kit, "a4", False, PANGO) for kit in ("army-men", "happy-flip-chess", "word-fleet", "draft")),
    ("word-fleet", "letter", True, CHROMIUM),
}
ALL = mark_matrix(product(KITS, ("a4", "letter"), (False, True), (PANGO, CHROMIUM)), USUAL)
UNCUT = {"squads", "aids", "orders", "screen", "grid"}
"""Pages that nothing of exact size is cut from."""
CARDS = ("cards", "turns")
SMALL = (
    r".*100 mm.*|[\d× ]+mm, on card.*|For both.*|.*our rulings.*|Backs:.*|.*side \d of 2|"
    r"[A-Z ·]{20,}|\d|[A-Z]"
)
"""What may be smaller: heads and feet of pages, names of 20 letters, letters in marks."""
EDITIONS = (FLEET, *(f"{FLEET}-{more}" for more in ("admirals", "strike", "de", "es", "fr")))
CARD_HEIGHT = 88


@pytest.mark.parametrize(("kit", "paper", "eco", "renderer"), ALL)
def test_every_page_prints_on_a_home_printer(
    kit: str, paper: str, eco: bool, renderer: str
) -> None:
    """Each page has its paper's size, 10 mm margins, little ink, readable letters, and a bar to
    measure if cut.
    """
    slug, more = KITS[kit]
    made = sheets(slug, paper, renderer, eco=eco, **more)
    html = document(slug, paper, eco=eco, **more).html
    assert [value for value in Page(html).list_attributes() if '"' in value] == []
    problems = [
        f"{sheet.title}: {problem}"
        for sheet in made
        for problem in find_problems(sheet, paper, eco=eco)
    ]
    assert not problems


def find_problems(sheet: Sheet, paper: str, *, eco: bool) -> Iterator[str]:
    """Yield what keeps a page from being printed well at home."""
    long, short = {"a4": (297, 210), "letter": (279.4, 215.9)}[paper]
    if sorted((sheet.width, sheet.height)) != pytest.approx([short, long], abs=NEAR):
        yield f"is {sheet.width} × {sheet.height} mm"
    dark = np.argwhere(sheet.pixels(100) < 160) * INCH / 100
    (top, left), (bottom, right) = dark.min(axis=0), dark.max(axis=0)
    nearest = min(top, left, sheet.height - bottom, sheet.width - right)
    if nearest < (4 if sheet.name == "check" else 9.6):
        yield f"has ink {nearest:.2f} mm from its edge"
    ink = 100 * (1 - sheet.pixels(150).mean() / 255)
    if ink > (9.7 if eco else 10.5):
        yield f"has {ink:.2f} % ink"
    size, text = min(sheet.sizes, default=(9, ""))
    if size < 7.95:
        yield f"sets {text} in {size} pt"
    yield from (f"has a line through {text}" for text in sheet.find_crossed())
    if sheet.name not in UNCUT:
        yield from find_bar_problems(sheet)


@pytest.mark.parametrize("slug", GAMES)
def test_kits_have_their_pages(slug: str) -> None:
    """Pages follow the front matter, backs behind faces; a draft has more of them."""
    game = FLEET if slug.startswith(FLEET) else slug
    assert " ".join(list_pages(slug)) == PAGES[game]
    if game == ARMY:
        assert " ".join(list_pages(ARMY, draft=True)) == DRAFT_PAGES


def list_pages(slug: str, **more: Any) -> list[str]:
    """Return the names of a kit's pages, without empty backs."""
    return [sheet.name for sheet in document(slug, **more).sheets if not sheet.is_empty]


@pytest.mark.parametrize("kit", KITS)
def test_a_whole_kit_can_be_printed_on_both_sides(kit: str) -> None:
    """Every face begins a new piece of paper, its back follows on the same, and nothing is on the
    back of what has none. A kit without backs, or for a printer that prints on one side, has no
    empty pages.
    """
    slug, more = KITS[kit]
    made = document(slug, **more)
    sides = [sheet.side for sheet in made.sheets]
    if not any(sides) or more.get("one_sided"):
        assert not any(sheet.is_empty for sheet in made.sheets)
        return
    assert all(side < 2 for side in sides[::2])
    assert all(side == 2 for side in sides[1::2])
    for face, back in zip(made.sheets[::2], made.sheets[1::2], strict=False):
        assert face.name == back.name
        assert back.is_empty == (face.side == 0)
    assert not made.sheets[-1].is_empty


@pytest.mark.parametrize("kit", mark_matrix([ARMY, "draft", *GAMES[2:]], {ARMY, "draft", FLEET}))
def test_cards_are_readable_at_arms_length(kit: str) -> None:
    """All letters of a card are 9.5 pt or more, but those of a long name."""
    slug, more = KITS[kit]
    for sheet in sheets(slug, **more):
        if sheet.name in CARDS:
            small = {text.strip() for size, text in sheet.sizes if size < 9.45}
            assert not [text for text in small if not re.fullmatch(SMALL, text)]


@pytest.mark.parametrize(
    ("slug", "more"),
    mark_matrix(
        [(ARMY, {}), (ARMY, {"draft": True}), *((slug, {}) for slug in EDITIONS)],
        [(ARMY, {}), (ARMY, {"draft": True}), (FLEET, {}), ("word-fleet-de", {})],
    ),
)
def test_cards_of_rules_are_full(slug: str, more: dict[str, Any]) -> None:
    """Letters are as large as a card has room for: the text fills two thirds of each face."""
    name = "cards" if slug == ARMY else "turns"
    for sheet in sheets_called(name, slug, **more):
        wide = 63 if slug == ARMY else 85
        columns = 4 if slug == ARMY else 3
        left = sheet.width / 2 - wide * columns / 2
        marks = [line for size in (1.2, 4) for line in sheet.find_across(size) if line.x1 < left]
        top = min(line.y0 for line in marks)
        for number in range(columns):
            edge = left + number * wide
            texts = [
                (base, text)
                for _, text, (x0, base, _), _ in sheet.spans
                if edge < x0 < edge + wide and top < base < top + CARD_HEIGHT
            ]
            if texts:
                assert max(texts)[0] - top > CARD_HEIGHT * 2 / 3, (sheet.title, number)


def test_the_same_kit_gives_the_same_bytes() -> None:
    """The same kit gives the same bytes every time."""
    first, second = (document.__wrapped__(CHESS, "a4", page=("board",)) for _ in range(2))
    assert first == second


def test_preview_and_print_are_one_document() -> None:
    """A kit's HTML holds its fonts and pictures, needs no other file, and runs nothing."""
    html = document(ARMY, draft=True).html
    page = Page(html)
    assert [one for one in page.addresses if not one.startswith(("data:", "#"))] == []
    assert page.find_all("script") == []
    names = {name for element in page.root.iter() for name in element.attrib}
    assert [name for name in names if name.startswith("on")] == []
    assert not re.search(r'url\((?!"?data:)', html)
