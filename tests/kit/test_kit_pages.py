"""Every page of every kit on both papers, with usual and less ink, by both renderers: margins, ink, type, bars."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from support.kits import ARMY, CHESS, CHROMIUM, FLEET, GAMES, INCH, NEAR, PANGO, Line, Sheet, document, places, sheets

PAGES = {
    "army-men": "cards cards squads tape blast counters orders",
    "happy-flip-chess": "board pieces pieces aids",
    "word-fleet": "screen screen turns turns tokens grid check",
}
KITS: dict[str, dict[str, Any]] = {slug: {} for slug in GAMES} | {
    "tutorial": {"tutorial": True},
    "folded": {"one_sided": True},
    "squares": {"square": 47.0, "pages": ("board",)},
    "squads": {"squads": ("sergeant, regular*5, smg*2", "regular*5"), "pages": ("squads",)},
}
SLUGS = {"tutorial": ARMY, "folded": CHESS, "squares": CHESS, "squads": ARMY}
QUICK = [(kit, "a4", False, PANGO) for kit in ("army-men", "happy-flip-chess", "word-fleet", "tutorial")]
ALL = [
    pytest.param(kit, paper, eco, renderer, marks=[] if (kit, paper, eco, renderer) in QUICK else pytest.mark.slow)
    for kit in KITS
    for paper in ("a4", "letter")
    for eco in (False, True)
    for renderer in (PANGO, CHROMIUM)
]
UNCUT = {"squads", "aids", "orders", "screen", "grid"}
"""Pages that nothing of exact size is cut from."""
CARDS = ("cards", "turns")
SMALL = (
    r"MOVE|RANGE|SHOTS|BLASTS|at most.*|special|weapon|a (squad|side)|.*100 mm.*|One page.*|For both.*|One for.*|"
    r"Backs:.*|.*side \d of 2|.*edition.*|Tutorial.*|\d"
)
"""What may be smaller: names of numbers, heads and feet."""


@pytest.mark.parametrize(("kit", "paper", "eco", "renderer"), ALL)
def test_every_page_prints_on_a_home_printer(kit: str, paper: str, eco: bool, renderer: str) -> None:
    """Its paper's size, 10 mm of margin, little ink, letters that can be read, and a bar to measure where it is cut."""
    slug = SLUGS.get(kit, kit)
    made = sheets(slug, paper, renderer, eco=eco, **KITS[kit])
    assert "&#34;" not in re.sub(r">[^<]*<", "><", document(slug, paper, eco=eco, **KITS[kit]).html)
    problems = [f"{sheet.title}: {problem}" for sheet in made for problem in find_problems(sheet, paper, eco=eco)]
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
    if size < 7.55:
        yield f"sets {text} in {size} pt"
    yield from (f"has a line through {text}" for text in sheet.find_crossed())
    if sheet.name not in UNCUT:
        yield from find_bar_problems(sheet)


def find_bar_problems(sheet: Sheet) -> Iterator[str]:
    """A line of 4 inches has marks at every centimeter on one side, at every half inch on the other; backs have their
    faces'.
    """
    if "backs" in sheet.title or "side 2" in sheet.text:
        return
    bars = [*sheet.find_across(4 * INCH), *sheet.find_down(4 * INCH)]
    if len(bars) != 1:
        yield f"has {len(bars)} bars to measure"
        return
    marks = [line for line in sheet.lines if line.kind == "l" and 1.3 < max(line.w, line.h) < 2.5]
    steps = places([_along(line, bars[0]) for line in marks if _touches(line, bars[0])])
    wanted = places([10.0 * n for n in range(11)] + [INCH / 2 * n for n in range(9)])
    if steps != pytest.approx(wanted, abs=NEAR):
        yield f"has a bar with marks at {steps}"


def _touches(line: Line, bar: Line) -> bool:
    if bar.w > bar.h:
        return line.w < 0.02 and min(abs(line.y0 - bar.y0), abs(line.y1 - bar.y0)) < 0.05
    return line.h < 0.02 and min(abs(line.x0 - bar.x0), abs(line.x1 - bar.x0)) < 0.05


def _along(line: Line, bar: Line) -> float:
    """How far from the bar's beginning, which is its lower end where it stands upright."""
    return line.x0 - bar.x0 if bar.w > bar.h else bar.y1 - line.y0


@pytest.mark.parametrize("slug", GAMES)
def test_kits_have_their_pages(slug: str) -> None:
    """In the order of the front matter, backs behind faces."""
    game = FLEET if slug.startswith(FLEET) else slug
    assert " ".join(sheet.name for sheet in document(slug).sheets) == PAGES[game]


@pytest.mark.parametrize("slug", [ARMY, FLEET, "word-fleet-strike", "word-fleet-admirals"])
def test_cards_are_readable_at_arms_length(slug: str) -> None:
    """All but a card's foot, the names of its numbers and the head of its page is set in 8.5 pt or more."""
    for sheet in sheets(slug):
        if sheet.name in CARDS:
            small = {text.strip() for size, text in sheet.sizes if size < 8.55}
            assert not [text for text in small if not re.fullmatch(SMALL, text)]


def test_the_same_kit_gives_the_same_bytes() -> None:
    """However often it is made."""
    first, second = (document.__wrapped__(CHESS, "a4", pages=("board",)) for _ in range(2))
    assert first == second


def test_preview_and_print_are_one_document() -> None:
    """A kit's HTML needs no other file: fonts and pictures are in it, and nothing in it runs."""
    html = document(ARMY).html
    assert not re.findall(r'(?:src|href)="(?!data:|#)[^"]*"|url\((?!"?data:)|<script|\son\w+=', html)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_backs_meet_faces_over_either_edge(paper: str) -> None:
    """Cards are in the middle of their page, and a card's back is behind its face."""
    face, back = (sheet for sheet in sheets(ARMY, paper) if sheet.name == "cards")
    marks = [places([line.x0 for line in one.find_down(1.2, 0.16)]) for one in (face, back)]
    assert marks[0] == pytest.approx(marks[1], abs=0.05)
    assert (marks[0][0] + marks[0][-1]) / 2 == pytest.approx(face.width / 2, abs=NEAR)
    assert [round(b - a, 2) for a, b in pairwise(marks[0])] == [63.0] * 4
