"""Previews: the page that is printed, as a picture."""

from __future__ import annotations

import io
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import cv2
import numpy as np
import pypdfium2
import pytest
from PIL import Image

from wordfleet_print.fleet.deck import tier_deck
from wordfleet_print.fleet.word_lists import load_tier
from wordfleet_print.games import load_edition
from wordfleet_print.paper import A4, LETTER, MM
from wordfleet_print.sheet.dealing import deal
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.tracker.preview import Preview, preview_blank_sheet, render_page
from wordfleet_print.tracker.print_trackers import SheetToPrint, print_trackers

EDITION = load_edition("word-fleet")
LOOKS = {
    "default": SheetLooks(A4),
    "letter": SheetLooks(LETTER, event=True, left_handed=True),
    "large": SheetLooks(A4, large_print=True),
    "halves": SheetLooks(A4, half_sheets=True),
    "color": SheetLooks(A4, color=True),
}
PIXELS_PER_MM = 2 * 96 / 25.4
"""Of a picture that is sharp where a screen has two pixels to a CSS pixel."""
each_look = pytest.mark.parametrize("looks", LOOKS.values(), ids=LOOKS)


@cache
def _sheet() -> Sheet:
    return deal(tier_deck(EDITION, load_tier("standard")), ("Ann", "Ben"), "preview")[0]


def _read(png: bytes) -> np.ndarray:
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    return picture


def _preview(looks: SheetLooks) -> Preview:
    return preview_blank_sheet(EDITION, looks)


@each_look
def test_the_public_half_shows_no_more(looks: SheetLooks) -> None:
    """The picture has the size that it tells, ends at the fold or at the page's end, and is the
    printed page's public half but for the names, the words of the fold and of the cut in
    the margin, and the places of an event.
    """
    preview = _preview(looks)
    image = _read(preview.png)
    paper = looks.paper
    size = (paper.height, paper.width) if looks.large_print else (paper.width, paper.height / 2)
    assert (preview.width_mm, preview.height_mm) == size
    assert np.abs(np.array(image.shape[::-1]) - np.array(size) * PIXELS_PER_MM).max() <= 1
    pdf = print_trackers(EDITION, [SheetToPrint(_sheet(), looks)])
    page = _read(render_page(pdf, 0, in_color=looks.color))
    above = image.shape[0] - int(3 * PIXELS_PER_MM)
    left = int(min(place.x for place in preview.names.values()) * PIXELS_PER_MM) - 5
    head = int((max(place.y for place in preview.names.values()) + 3) * PIXELS_PER_MM)
    margin = 0 if looks.large_print else int(10.9 * PIXELS_PER_MM)
    inside = slice(margin, image.shape[1] - margin)
    assert np.array_equal(image[head:above, inside], page[head:above, inside])
    assert looks.left_handed or np.array_equal(image[:head, margin:left], page[:head, margin:left])


@each_look
def test_names_have_their_places(looks: SheetLooks) -> None:
    """Where the picture's names go, no ink is in the way, and on the printed page the captain's
    name is there.
    """
    preview = _preview(looks)
    pdf = print_trackers(EDITION, [SheetToPrint(_sheet(), looks)])
    image = _read(preview.png)
    assert set(preview.names) == {"player", "opponent"}
    for name, place in preview.names.items():
        assert place.least < place.size
        tall = 0.7 * place.size / MM
        sides = place.y - tall, place.y, place.x, place.x + place.width
        top, base, left, right = (int(side * PIXELS_PER_MM) for side in sides)
        assert image[top:base, left:right].min() == 255
        with pypdfium2.PdfDocument(pdf) as document:
            page = document[0]
            bounds = (
                place.x * MM,
                page.get_height() - place.y * MM,
                sides[3] * MM,
                page.get_height() - sides[0] * MM,
            )
            assert page.get_textpage().get_text_bounded(*bounds).strip() == getattr(_sheet(), name)


def test_a_picture_is_told_in_words() -> None:
    """The alternative text names the game and the panels, and none of the sheet's secrets could be
    in it.
    """
    alt = _preview(LOOKS["default"]).alt
    assert all(name in alt for name in ("Word Fleet", "Attack Grid", "Letter Recon", "Enemy Fleet"))


def test_previews_are_quick() -> None:
    """A page costs at most 150 ms of processor time, at two pixels to a CSS pixel."""
    pdf = print_trackers(EDITION, [SheetToPrint(_sheet(), LOOKS["default"])])
    spent = []
    for _ in range(3):
        start = time.process_time()
        png = render_page(pdf, 0, scale=2)
        spent.append(time.process_time() - start)
    assert min(spent) <= 0.15
    assert Image.open(io.BytesIO(png)).mode == "L"


def test_threads_draw_one_after_another() -> None:
    """PDFium is not made for threads: eight that ask at once get what one gets."""
    pdf = print_trackers(EDITION, [SheetToPrint(_sheet(), LOOKS["large"])])
    alone = [render_page(pdf, number, scale=1) for number in (0, 1)]
    with ThreadPoolExecutor(8) as pool:
        assert (
            list(pool.map(lambda number: render_page(pdf, number, scale=1), [0, 1] * 8))
            == alone * 8
        )
