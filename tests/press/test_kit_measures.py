"""What is measured, cut and laid back to back: squares, bars, inches, radii; pieces whose backs tell nothing."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from making.kits import ARMY, CHESS, kit, pages_called, read_kit
from making.pages import HAIR, ReadPage
from wordfleet_print.press.ink.paper import PAPERS

INCH = 25.4
NEAR = 0.2
"""How far a measure may be off (mm)."""
PIECE, ACROSS, DOWN = 27.0, 8, 4
PIXELS = 12
"""In a millimetre: a piece is a whole number of them."""
each_paper = pytest.mark.parametrize("paper", PAPERS)


def _lines(places: list[float]) -> list[float]:
    """Different places, in order."""
    found: list[float] = []
    for place in sorted(places):
        if not found or place - found[-1] > HAIR:
            found.append(place)
    return found


@each_paper
def test_the_boards_squares_are_as_wide_as_the_rules_say(paper: str) -> None:
    """33 mm on A4, 31 on Letter; 8 across and 4 down, and the board is in the middle of its page."""
    (page,) = pages_called("board", CHESS, paper)
    side = {"a4": 33.0, "letter": 31.0}[paper]
    xs = _lines([line.x0 for line in page.down if abs(line.h - 4 * side) < NEAR])
    ys = _lines([line.top for line in page.across if abs(line.w - 8 * side) < NEAR])
    assert [round(b - a, 2) for a, b in pairwise(xs)] == [side] * 8
    assert [round(b - a, 2) for a, b in pairwise(ys)] == [side] * 4
    assert abs((xs[0] + xs[-1]) / 2 - page.width / 2) < NEAR


@pytest.mark.parametrize(("square", "pages"), [(47, 2), (55, 3), (69, 4)])
def test_a_board_for_ones_own_chessmen_is_tiled(square: int, pages: int) -> None:
    """Whole squares a page, as wide as is asked for; each square is named once, on one page."""
    tiles = pages_called("board", CHESS, square=float(square), pages=("board",))
    assert len(tiles) == pages
    names = [run.text for tile in tiles for run in tile.runs if len(run.text) == 2 and run.text[1].isdigit()]
    assert sorted(names) == [f"{column}{row}" for column in "abcdefgh" for row in (1, 2, 3, 4)]
    for tile in tiles:
        xs = _lines([line.x0 for line in tile.down if line.h > 2 * square - 1])
        assert all(abs(b - a - square) < NEAR for a, b in pairwise(xs))


@each_paper
@pytest.mark.parametrize(("slug", "name"), [(CHESS, "board"), (CHESS, "pieces"), (ARMY, "tape")])
def test_the_bar_is_a_hundred_millimetres_and_four_inches(slug: str, name: str, paper: str) -> None:
    """Marks above its line at every centimetre, below it at every half inch."""
    for page in pages_called(name, slug, paper):
        bars = [line for line in page.across if abs(line.w - 4 * INCH) < HAIR and line.x0 < 12]
        assert len(bars) == 1
        bar = bars[0]
        above = _lines([mark.x0 for mark in page.down if abs(mark.bottom - bar.top) < HAIR and mark.h < 3])
        below = _lines([mark.x0 for mark in page.down if abs(mark.top - bar.top) < HAIR and mark.h < 3])
        assert [round(mark - bar.x0, 1) for mark in above] == [10.0 * n for n in range(11)]
        assert all(abs(mark - bar.x0 - n * INCH / 2) < NEAR for n, mark in enumerate(below))
        assert len(below) == 9


@each_paper
def test_the_tape_is_in_true_inches(paper: str) -> None:
    """Each whole inch of a segment has a longer mark, 25.4 mm from the one before; numbers run on to forty."""
    (page,) = pages_called("tape", ARMY, paper)
    strips = [box for box in page.boxes if abs(box.w - 8 * INCH) < NEAR]
    assert len(strips) == 5
    for strip in strips:
        inside = [line.x0 for line in page.down if abs(line.top - strip.top) < HAIR and 5 < line.h < 6]
        marks = [line.x0 for line in page.down if abs(line.top - strip.top) < HAIR and line.h > 15]
        for x in (*inside, *marks):
            inches = (x - strip.x0) / INCH
            assert abs(inches - round(inches)) * INCH < NEAR
    told = {run.text for run in page.runs}
    assert {str(inch) for inch in range(1, 41)} <= told
    assert {"squad", "move", "blast", "squads apart", "range: mortar", "close: SMG"} <= told


@each_paper
def test_the_wedge_has_the_blasts_radius(paper: str) -> None:
    """Six inches along both sides of either wedge, and neither touches the other."""
    (page,) = pages_called("blast", ARMY, paper)
    sides = [line for line in (*page.across, *page.down) if abs(max(line.w, line.h) - 6 * INCH) < NEAR]
    assert len([side for side in sides if side.width > 1]) == 4
    arcs = [ink for ink in page.inks if ink.kind == "curve" and ink.width > 1 and abs(ink.w - 6 * INCH) < NEAR]
    assert len(arcs) == 2
    corners = [(arc.x0, arc.bottom) if arc.top > page.height / 3 else (arc.x1, arc.top) for arc in arcs]
    (x, y), (other_x, other_y) = corners
    assert np.hypot(x - other_x, y - other_y) > 2 * 6 * INCH + 4


def _cells(page: ReadPage) -> tuple[float, float]:
    """The upper left corner of the pieces: in the middle of their page (mm)."""
    return page.width / 2 - ACROSS * PIECE / 2, page.height / 2 - DOWN * PIECE / 2


@each_paper
def test_cut_marks_stand_at_every_cut_and_touch_no_piece(paper: str) -> None:
    """Nine marks along the top and the bottom, five at either side, farther off than the backs run over."""
    face, _ = pages_called("pieces", CHESS, paper)
    left, top = _cells(face)
    marks = [line for line in face.down if line.bottom < top - 5 and 3.5 < line.h < 4.5]
    assert [round(line.x0 - left, 1) for line in sorted(marks, key=lambda line: line.x0)] == [
        27.0 * n for n in range(9)
    ]
    beside = [line for line in face.across if line.x1 < left - 5 and 3.5 < line.w < 4.5]
    assert [round(line.top - top, 1) for line in sorted(beside, key=lambda line: line.top)] == [
        27.0 * n for n in range(5)
    ]


def test_faces_and_backs_meet_whichever_edge_the_sheet_is_turned_over() -> None:
    """The pieces stand in the middle of the page, and so do the backs, which run over the outer cuts."""
    made = kit(CHESS)
    with pypdfium2.PdfDocument(made.content) as document:
        pixels = document[2].render(scale=PIXELS * 25.4 / 72, grayscale=True).to_numpy().squeeze()
    page = read_kit(CHESS)[2]
    left, top = _cells(page)
    lowest = pixels.shape[0] * (top - 6) / page.height
    dark = np.argwhere(pixels[int(lowest) : int(pixels.shape[0] * (top + DOWN * PIECE + 6) / page.height)] < 128)
    x0, x1 = dark[:, 1].min() / PIXELS, dark[:, 1].max() / PIXELS
    y0, y1 = (dark[:, 0].min() + lowest) / PIXELS, (dark[:, 0].max() + lowest) / PIXELS
    assert abs((x0 + x1) / 2 - page.width / 2) < NEAR
    assert abs((y0 + y1) / 2 - page.height / 2) < NEAR
    assert x0 < left - 4
    assert y0 < top - 4


def _tiles(pixels: np.ndarray, left: float, top: float) -> list[np.ndarray]:
    """Each piece's back as it would be cut and as an eye sees it: the mean share of black of each square millimetre."""
    places = [(left + column * PIECE, top + row * PIECE) for row in range(DOWN) for column in range(ACROSS)]
    side, blocks = round(PIECE * PIXELS), round(PIECE)
    cut = [pixels[round(y * PIXELS) :, round(x * PIXELS) :][:side, :side] for x, y in places]
    return [1 - tile.reshape(blocks, PIXELS, blocks, PIXELS).mean(axis=(1, 3)) / 255 for tile in cut]


@pytest.mark.parametrize("drift", [(0.0, 0.0), (4.0, -4.0), (-2.7, 1.3), (0.4, 3.9)])
@pytest.mark.parametrize("askew", [0.0, 0.5, -1.0])
@pytest.mark.parametrize("eco", [False, True])
def test_no_back_tells_its_piece(drift: tuple[float, float], askew: float, *, eco: bool) -> None:
    """However far the sheet slips (mm), however askew it goes in (degrees), all backs are alike, whichever way they are
    turned.
    """
    made = kit(CHESS, eco=eco)
    with pypdfium2.PdfDocument(made.content) as document:
        drawn = document[2].render(scale=PIXELS * 25.4 / 72, grayscale=True).to_pil()
    left, top = _cells(read_kit(CHESS, eco=eco)[2])
    pixels = np.asarray(drawn.rotate(askew, Image.Resampling.BICUBIC, fillcolor=255), float)
    tiles = _tiles(pixels, left + drift[0], top + drift[1])
    turned = [np.rot90(tile, turns) for tile in tiles for turns in range(4)]
    assert min(tile.min() for tile in tiles) > 0.02
    assert max(np.abs(one - other).max() for one in tiles[:: ACROSS - 1] for other in turned) <= 0.13


def test_backs_of_folded_pieces_run_beyond_every_cut() -> None:
    """By three millimetres at both ends and at the far edge, and from the fold on: a fold that slips bares no rim."""
    made = kit(CHESS, two_sided=False)
    page = pages_called("pieces", CHESS, two_sided=False)[0]
    with pypdfium2.PdfDocument(made.content) as document:
        pixels = document[1].render(scale=PIXELS * 25.4 / 72, grayscale=True).to_numpy().squeeze()
    top = min(line.bottom for line in page.down if abs(line.h - 2) < HAIR) + 0.8
    left = page.width / 2 - ACROSS * PIECE / 2
    below = pixels[round((top + PIECE + 3.2) * PIXELS) : round((top + 2 * PIECE + 11) * PIXELS)]
    dark = np.argwhere(below[:, round(20 * PIXELS) : -round(20 * PIXELS)] < 128)
    x0, x1 = 20 + dark[:, 1].min() / PIXELS, 20 + dark[:, 1].max() / PIXELS
    assert left - x0 >= 3
    assert x1 - (left + ACROSS * PIECE) >= 3
    assert dark[:, 0].min() / PIXELS < 1
    assert top + PIECE + 3.2 + dark[:, 0].max() / PIXELS >= top + 2 * PIECE + 6 + 3


def test_all_pieces_are_there_once() -> None:
    """On faces and on strips to fold: every piece of either color, with its score, as the front matter has it."""
    expected = ["BLACK QUEEN", "WHITE QUEEN", "BLACK KING", "WHITE KING"]
    for two_sided in (True, False):
        pages = pages_called("pieces", CHESS, two_sided=two_sided)
        told = [run.text for page in pages for run in page.runs if run.text.startswith(("WHITE ", "BLACK "))]
        counts = {name: told.count(name) for name in set(told)}
        assert sum(counts.values()) == 32
        assert all(counts[name] == 1 for name in expected)
        assert counts["WHITE PAWN"] == counts["BLACK PAWN"] == 8


def test_strips_hold_as_many_of_either_color() -> None:
    """A crooked fold tells neither color nor pawn: each strip has four of either, and four pawns."""
    strips: dict[tuple[int, int], list[str]] = {}
    for number, page in enumerate(pages_called("pieces", CHESS, two_sided=False)):
        for run in page.runs:
            if run.text.startswith(("WHITE ", "BLACK ")):
                strips.setdefault((number, round(run.y / 30)), []).append(run.text)
    halves = [sorted(names) for names in strips.values()]
    assert len(halves) >= 4
    for names in halves:
        assert sum(name.startswith("WHITE") for name in names) * 2 == len(names)
        assert sum(name.endswith("PAWN") for name in names) * 2 == len(names)
