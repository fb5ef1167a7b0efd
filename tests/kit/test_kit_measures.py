"""What is measured, cut and laid back to back, and drawings that a player must tell apart; wrong
ones are noticed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from PIL import Image

from support.kits import (
    ARMY,
    CHESS,
    CHROMIUM,
    FLEET,
    INCH,
    MM,
    NEAR,
    PANGO,
    Sheet,
    document,
    find_bar_problems,
    places,
    print_html,
    read_sheets,
    sheets_called,
)
from support.matrix import mark_matrix
from wordfleet_print.games import load_edition

pytestmark = pytest.mark.slow
PIECE, ACROSS, DOWN = 27.0, 8, 4
DISC_DOWN = 13.5
"""How far the middle of a disc is below the upper edge of its piece (mm)."""
PIXELS = 12
"""In a millimeter: a piece is a whole number of them."""
every_paper = pytest.mark.parametrize("paper", mark_matrix(["a4", "letter"], {"a4"}))
both_renderers = pytest.mark.parametrize(
    "renderer", [PANGO, pytest.param(CHROMIUM, marks=pytest.mark.matrix)]
)


def _steps(values: list[float]) -> list[float]:
    return [b - a for a, b in pairwise(places(values))]


@both_renderers
@every_paper
def test_the_board_has_squares_as_wide_as_the_rules_say(paper: str, renderer: str) -> None:
    """Squares are 33 mm on A4 and 31 on Letter, 8 by 4, centered on the page."""
    (page,), side = (
        sheets_called("board", CHESS, paper, renderer),
        {"a4": 33.0, "letter": 31.0}[paper],
    )
    xs, ys = (
        [line.x0 for line in page.find_down(4 * side)],
        [line.y0 for line in page.find_across(8 * side)],
    )
    assert _steps(xs) == pytest.approx([side] * 8, abs=NEAR)
    assert _steps(ys) == pytest.approx([side] * 4, abs=NEAR)
    assert (min(xs) + max(xs)) / 2 == pytest.approx(page.width / 2, abs=NEAR)


@every_paper
def test_nothing_of_the_board_shows_through_its_emblem(paper: str) -> None:
    """The lines between the four middle squares end at the emblem, in color and with less ink."""
    for eco in (False, True):
        (page,) = sheets_called("board", CHESS, paper, eco=eco, page=("board",))
        (disc,) = [one for one in page.lines if one.kind == "c" and one.w > 34.8 and one.dark == 0]
        x = (disc.x0 + disc.x1) / 2
        y = (disc.y0 + disc.y1) / 2
        pixels = page.pixels(PIXELS * INCH)
        # Left of the middle, where two rows of squares meet, the emblem has no line of its own.
        rows = pixels[round((y - 0.4) * PIXELS) : round((y + 0.4) * PIXELS)]
        assert rows[:, round((x - 13) * PIXELS) : round((x - 6) * PIXELS)].min() > 200
        assert rows[:, : round((disc.x0 - 1) * PIXELS)].min() < 100


@pytest.mark.parametrize("square", [47, 69])
def test_a_board_for_own_pieces_is_in_parts(square: int) -> None:
    """Pages hold whole squares of the width that was asked for; each square is named once."""
    tiles = sheets_called("board", CHESS, square=float(square), page=("board",))
    words = [
        word for tile in tiles for word in tile.text.split() if re.fullmatch("[a-h][1-4]", word)
    ]
    assert sorted(words) == [f"{column}{row}" for column in "abcdefgh" for row in (1, 2, 3, 4)]
    for tile in tiles:
        down = [
            line.x0
            for line in tile.lines
            if line.kind == "l" and line.w < 0.02 and line.h >= square - 0.1 and line.h < 190
        ]
        assert _steps(down) == pytest.approx([square] * len(_steps(down)), abs=NEAR)


@both_renderers
@every_paper
def test_every_tick_of_the_tapes_is_at_its_quarter_inch(paper: str, renderer: str) -> None:
    """Measured from each strip's left edge, every mark is in place, and whole inches are longer."""
    strips = {"a4": 4, "letter": 5}[paper]
    page, _ = sheets_called("tape", ARMY, paper, renderer, draft=True)
    assert find_tape_problems(page) == []
    said = set(page.text.replace("= 1 ft", "").replace("= 3 ft", "").split())
    assert {str(inch) for inch in range(1, 41)} <= said
    texts = {text.strip() for _, text in page.sizes}
    assert {"squads apart", "range: mortar", "close: SMG", f"part {strips} of {strips}"} <= texts
    assert f"part 1 of {strips} · from the figure’s middle" in texts
    assert {"most troopers", "stay within"} <= texts, "no sticks"


@pytest.mark.parametrize("draft", [False, True])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_commander_has_a_tape_that_is_easy_to_glue(paper: str, *, draft: bool) -> None:
    """There are two tapes, on as many pages as that takes, and a flap is 8 mm wide or more."""
    pages = sheets_called("tape", ARMY, paper, draft=draft)
    starts = [text for page in pages for _, text in page.sizes if "figure’s middle" in text]
    assert len(starts) == 2
    for page in pages:
        # A flap is where its strip ends, and narrower at its outer end
        ends = {
            round(line.x1, 1) for line in page.lines if line.is_upright and 18.9 < line.h < 19.1
        }
        flaps = [line for line in page.lines if line.is_upright and 14.1 < line.h < 14.3]
        assert flaps
        assert all(min(flap.x0 - end for end in ends if end < flap.x0) >= 8 for flap in flaps)


def find_tape_problems(page: Sheet) -> list[str]:
    """What is wrong with the ticks of any strip."""
    strips = {
        (round(one.x0, 2), round(one.y0, 2), round(one.w, 2))
        for one in page.lines
        if one.kind == "r" and abs(one.h - 19) < 0.1
    }
    problems = [f"{len(strips)} strips"] * (len(strips) < 8)
    for x, y, w in strips:
        ticks: dict[int, float] = {}
        for line in page.lines:
            if (
                line.kind == "l"
                and line.w < 0.02
                and abs(line.y0 - y) < 0.06
                and x + 1 < line.x0 < x + w + 0.1
            ):
                ticks[round((line.x0 - x) / INCH * 4)] = max(
                    line.h, ticks.get(round((line.x0 - x) / INCH * 4), 0)
                )
                off = abs((line.x0 - x) - round((line.x0 - x) / INCH * 4) * INCH / 4)
                problems += [f"a tick {off:.2f} mm off"] * (off > NEAR)
        for quarter in range(1, round(w / INCH * 4)):
            least = (1.7, 2.9, 1.7, 5.1)[(quarter - 1) % 4]
            if ticks.get(quarter, 0) < least or (quarter % 4 and ticks[quarter] > 3.1):
                problems.append(f"tick {quarter} is {ticks.get(quarter, 0):.1f} mm")
    return problems


@both_renderers
@every_paper
def test_the_wedges_have_the_blasts_radius(paper: str, renderer: str) -> None:
    """Both wedges are six inches long with a ring at every inch, and a flap of 8 mm to glue."""
    (page,) = sheets_called("blast", ARMY, paper, renderer, draft=True)
    sides = [
        line
        for line in (*page.find_across(6 * INCH), *page.find_down(6 * INCH))
        if line.width > 0.4
    ]
    assert len(sides) == 4
    corners = sorted({(round(line.x0), round(line.y1)) for line in sides if line.w < 0.02})
    assert len(corners) == 2
    flaps = page.find_down(6 * INCH - 8)
    assert {round(abs(flap.x0 - x)) for flap in flaps for x, _ in corners} >= {8}
    arcs = {
        round(max(one.w, one.h) / INCH)
        for one in page.lines
        if one.kind == "c" and abs(one.w - one.h) < 0.3
    }
    assert 6 in arcs


@both_renderers
@every_paper
@pytest.mark.parametrize(
    ("slug", "name", "width", "columns"), [(ARMY, "cards", 63, 4), (FLEET, "turns", 85, 3)]
)
def test_cards_are_cut_from_mark_to_mark(
    slug: str, name: str, width: float, columns: int, paper: str, renderer: str
) -> None:
    """Cards of a full page are as wide and as high as the page says; faces and backs meet over
    either edge.
    """
    for page in sheets_called(name, slug, paper, renderer)[:2]:
        marks = [line.x0 for line in page.find_down(1.2, 0.16)]
        assert _steps(marks) == pytest.approx([width] * columns, abs=NEAR)
        assert (min(marks) + max(marks)) / 2 == pytest.approx(page.width / 2, abs=0.05)
        left = page.width / 2 - width * columns / 2
        assert _steps(
            [line.y0 for line in page.find_across(1.2) if line.x1 < left]
        ) == pytest.approx([88] * 2, abs=NEAR)


@pytest.mark.parametrize(
    "slug",
    mark_matrix([FLEET, "word-fleet-de", "word-fleet-es", "word-fleet-fr"], {"word-fleet-de"}),
)
@every_paper
def test_letters_end_above_the_calls(slug: str, paper: str) -> None:
    """The big grid has all letters in two rows, however many they are, and their boxes end above
    the lines for calls.
    """
    (grid,) = sheets_called("grid", slug, paper)
    below = [(place[1], text) for _, text, place, _ in grid.spans if place[1] > 200]
    rows = {y for y, text in below if len(text) == 1}
    assert {text for _, text in below if len(text) == 1} == {*load_edition(slug).letters}
    assert len(rows) == 2
    assert max(rows) + 7.6 < min(y for y, text in below if len(text) > 1)


@every_paper
def test_tokens_lie_on_the_big_grid(paper: str) -> None:
    """Board and tokens have squares of 17 mm; a ship is as long as its word, there are two fleets,
    and the page says how a ship is turned that is read down.
    """
    (grid,), (tokens,) = sheets_called("grid", FLEET, paper), sheets_called("tokens", FLEET, paper)
    assert _steps([line.x0 for line in grid.find_down(170)]) == pytest.approx([17] * 10, abs=NEAR)
    wide = [
        round(one.w / 17, 3)
        for one in {*(one for one in tokens.lines if one.kind == "r" and abs(one.h - 17) < 0.1)}
    ]
    assert sorted(one for one in wide if one > 1.5) == [2, 2, 3, 3, 3, 3, 4, 4, 5, 5]
    assert all(one == round(one) for one in wide)
    assert "clockwise" in tokens.text


@every_paper
def test_cut_marks_are_at_every_cut_of_the_pieces(paper: str) -> None:
    """Marks are 27 mm apart, outside the area that backs run over."""
    face, _ = sheets_called("pieces", CHESS, paper)
    left, top = _corner(face)
    marks = [line for line in face.find_down(4) if line.y1 < top - 5]
    assert [line.x0 - left for line in sorted(marks, key=lambda line: line.x0)] == pytest.approx(
        [27.0 * n for n in range(9)], abs=NEAR
    )
    marks = [line for line in face.find_across(4) if line.x1 < left - 5]
    assert [line.y0 - top for line in sorted(marks, key=lambda line: line.y0)] == pytest.approx(
        [27.0 * n for n in range(5)], abs=NEAR
    )


def _corner(page: Sheet) -> tuple[float, float]:
    return page.width / 2 - ACROSS * PIECE / 2, page.height / 2 - DOWN * PIECE / 2


def _cut_backs(pixels: np.ndarray, left: float, top: float) -> list[np.ndarray]:
    """Each piece's back as it would be cut and as an eye sees it: the mean share of black of each
    square millimeter.
    """
    corners = [
        (left + column * PIECE, top + row * PIECE)
        for row in range(DOWN)
        for column in range(ACROSS)
    ]
    side, blocks = round(PIECE * PIXELS), round(PIECE)
    cut = [pixels[round(y * PIXELS) :, round(x * PIXELS) :][:side, :side] for x, y in corners]
    return [
        1 - tile.reshape(blocks, PIXELS, blocks, PIXELS).mean(axis=(1, 3)) / 255 for tile in cut
    ]


@pytest.mark.parametrize("drift", [(0.0, 0.0), (4.0, -4.0), (-2.7, 1.3), (0.4, 3.9)])
@pytest.mark.parametrize("askew", mark_matrix([0.0, 0.5, -1.0], {0.0, -1.0}))
@pytest.mark.parametrize("eco", [False, pytest.param(True, marks=pytest.mark.matrix)])
def test_no_back_tells_its_piece(drift: tuple[float, float], askew: float, *, eco: bool) -> None:
    """All backs look the same in any direction, however far the sheet slips (mm) or is skewed
    (degrees).
    """
    page = sheets_called("pieces", CHESS, eco=eco)[1]
    drawn = Image.fromarray(page.pixels(PIXELS * INCH))
    (left, top), pixels = (
        _corner(page),
        np.asarray(drawn.rotate(askew, Image.Resampling.BICUBIC, fillcolor=255), float),
    )
    tiles = _cut_backs(pixels, left + drift[0], top + drift[1])
    turned = [np.rot90(tile, turns) for tile in tiles for turns in range(4)]
    assert min(tile.min() for tile in tiles) > 0.02
    assert (
        max(np.abs(one - other).max() for one in tiles[:: ACROSS - 1] for other in turned) <= 0.13
    )


def test_folded_pieces_tell_nothing_either() -> None:
    """Folded strips hold the same mix of both colors, and backs run beyond every cut."""
    pages = sheets_called("pieces", CHESS, one_sided=True)
    words = " ".join(page.text for page in pages)
    # Each name is there for both who sit opposite
    assert (words.count("WHITE"), words.count("BLACK")) == (32, 32)
    pixels = pages[0].pixels(PIXELS * INCH)
    left, middle = pages[0].width / 2 - 4 * PIECE, 37 + PIECE + 3 + 3 + PIECE / 2
    row = pixels[round((middle - 4) * PIXELS) : round((middle + 4) * PIXELS)]
    assert row[:, round((left - 2) * PIXELS) : round(left * PIXELS)].min() < 128


PLACES = ((0, "white queen"), (1, "black queen"), (16, "white pawn"), (24, "black pawn"))
"""Where some of the pieces are, row by row."""


def find_disc_problems(page: Sheet, *, eco: bool) -> list[str]:
    """Whether the sides differ by an eye: the first's figures are in outline, the second's filled
    and in a dark ring.
    """
    left, top = _corner(page)
    pixels, problems = 255 - page.pixels(PIXELS * INCH).astype(float), []
    shares = {}
    for number, name in PLACES:
        x, y = (
            left + number % ACROSS * PIECE + PIECE / 2,
            top + number // ACROSS * PIECE + DISC_DOWN,
        )

        def share(x0: float, y0: float, size: float, x: float = x, y: float = y) -> float:
            cut = pixels[round((y + y0) * PIXELS) :, round((x + x0) * PIXELS) :]
            return float(cut[: round(size * PIXELS), : round(size * PIXELS)].mean() / 255)

        shares[name] = share(-8, -8, 16)
        rim = share(-7.8, -1, 1.4)
        if "black" in name and not (0.2 if eco else 0.6) < rim:
            problems.append(f"{name}: rim {rim:.2f}")
        inside = pixels[
            round((y - 3) * PIXELS) : round((y + 3) * PIXELS),
            round((x - 3) * PIXELS) : round((x + 3) * PIXELS),
        ]
        if inside.max() - inside.min() < 200:
            problems.append(f"{name}: no picture")
        is_filled = inside[len(inside) // 2, len(inside) // 2] > 128
        if is_filled != ("black" in name):
            problems.append(f"{name}: the other side's picture")
    if abs(shares["white queen"] - shares["black queen"]) < (0.02 if eco else 0.2):
        problems.append(f"sides look the same: {shares}")
    return problems


@both_renderers
@pytest.mark.parametrize("eco", [False, True])
def test_black_pieces_are_told_from_white(renderer: str, *, eco: bool) -> None:
    """White pieces are drawn in outline and black ones filled, as in the book; black ones have a
    ring, which is hatched with less ink.
    """
    page = sheets_called("pieces", CHESS, renderer=renderer, eco=eco, page=("pieces",))[0]
    assert find_disc_problems(page, eco=eco) == []


def test_names_are_below_the_middle_of_their_discs() -> None:
    """A piece's name is in its middle, and 1 mm or more below its disc; turned, also above."""
    page = sheets_called("pieces", CHESS, page=("pieces",))[0]
    discs = [one for one in page.lines if one.kind == "c" and abs(one.w - one.h) < NEAR]
    names = [
        (size, *place)
        for size, text, place, way in page.spans
        if way > 0 and text.isupper() and text.startswith(("WHITE", "BLACK"))
    ]
    assert len(names) == ACROSS * DOWN
    turned = [text for _, text, _, way in page.spans if way < 0 and len(text) > 2]
    assert len(turned) == len(names)
    for size, x0, base, x1 in names:
        middle = (x0 + x1) / 2
        above = [one for one in discs if one.x0 < middle < one.x1 and one.y1 < base]
        disc = max(above, key=lambda one: one.y1)
        assert (disc.x0 + disc.x1) / 2 == pytest.approx(middle, abs=0.2)
        assert base - 0.69 * size / MM - disc.y1 >= 1 - NEAR


def find_counter_problems(page: Sheet) -> list[str]:
    """With less ink one side's counters have two rings, the other's one."""
    rings = [one for one in page.lines if one.kind == "c" and abs(one.w - one.h) < 0.1]
    large, small = (sum(abs(one.w - d) < 0.1 for one in rings) for d in (14.4, 12.0))
    return [] if (large, small) == (40, 20) else [f"{large} rings and {small} inner rings"]


def test_counters_of_both_sides_are_told_apart_with_less_ink() -> None:
    """Each side has ten numbers on both faces, with two rings for one side and one for the
    other.
    """
    (page,) = sheets_called("counters", ARMY, eco=True, draft=True, page=("counters",))
    assert find_counter_problems(page) == []


def test_soldiers_of_paper_are_folded_at_heads_and_feet() -> None:
    """Both sides of a soldier are equally high, and both feet equally wide."""
    (page,) = sheets_called("counters", ARMY, page=("counters",))
    folds = sorted(line.y0 for line in page.find_across(5 * 22 + 8))
    assert page.text.count("bend outward") == 4
    assert len(folds) == 6
    for foot, head, other_foot in (folds[:3], folds[3:]):
        assert head - foot == pytest.approx(other_foot - head, abs=NEAR)
    assert "No soldiers? Fold these" in page.text


def _swap_ticks(html: str) -> str:
    swapped = {"3": " v1.8", "1.8": " v3"}
    return re.sub(r" v(3|1\.8)(?=\s)", lambda one: swapped[one[1]], html)


def _change(old: str, new: str) -> Callable[[str], str]:
    return lambda html: html.replace(old, new)


FIND_DISCS = partial(find_disc_problems, eco=False)
MUTANTS: dict[str, tuple[str, str, bool, Callable[[str], str], Callable[[Sheet], Any]]] = {
    "a ring is missing": (
        ARMY,
        "counters",
        True,
        _change('circle class="ring"', "g"),
        find_counter_problems,
    ),
    "ticks are swapped": (ARMY, "tape", False, _swap_ticks, find_tape_problems),
    "an inch is missing": (ARMY, "tape", False, _change("M35.6,19 v5.2", ""), find_tape_problems),
    "filled white pieces": (
        CHESS,
        "pieces",
        False,
        partial(re.sub, r'fill="#fff"(\s+stroke="#000"\s+stroke-linejoin)', r'fill="#000"\1'),
        FIND_DISCS,
    ),
    "no black sides": (
        CHESS,
        "pieces",
        False,
        _change('class="ring"', 'class="ring" opacity="0"'),
        FIND_DISCS,
    ),
    "a bar is missing": (CHESS, "board", False, _change("M0,0 H101.6", ""), find_bar_problems),
    "a bar is too long": (
        CHESS,
        "board",
        False,
        _change("M0,0 H101.6", "M0,0 H103"),
        find_bar_problems,
    ),
}


@pytest.mark.parametrize("mutant", MUTANTS)
def test_wrong_drawings_are_noticed(mutant: str) -> None:
    """The checks above find a missing ring, swapped ticks, a picture of the other side, a missing
    bar and more.
    """
    slug, name, eco, change, find_problems = MUTANTS[mutant]
    made = document(slug, eco=eco, page=(name,), draft=slug == ARMY)
    wrong = replace(made, html=change(made.html))
    assert wrong != made
    assert list(find_problems(read_sheets(wrong, print_html(wrong))[0]))
    assert not list(find_problems(read_sheets(made, print_html(made))[0]))
