"""Every look of every edition, read back from its PDF by MuPDF, PDFium and OpenCV: measures, ink,
words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import combinations, groupby, pairwise, product
from typing import Any, NamedTuple, get_args

import cv2
import numpy as np
import pymupdf
import pypdfium2
import pytest

from support.command import texts
from support.matrix import mark_matrix
from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import tier_deck
from wordfleet_print.fleet.word_lists import load_tier
from wordfleet_print.games import Edition, load_edition
from wordfleet_print.games.word_fleet.model import Mark
from wordfleet_print.paper import A4, LETTER, MM, Paper
from wordfleet_print.sheet.sheet import Sheet, make_sheet
from wordfleet_print.sheet.sheet_code import SheetCode
from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.layout import find_cut_names, lay_out_sheet
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.tracker.panels.grids import Grid, Letters
from wordfleet_print.tracker.panels.head import NameLine, Start
from wordfleet_print.tracker.panels.secret import LaunchCodes, Owner, SecretBand, Turn
from wordfleet_print.tracker.panels.ships import EnemyFleet, OwnFleet
from wordfleet_print.tracker.print_trackers import SheetToPrint, print_trackers

SLUGS = ("word-fleet", "word-fleet-strike", "word-fleet-admirals")
EDITIONS = (*SLUGS, "word-fleet-de", "word-fleet-es", "word-fleet-fr")
LONG_NAMES = (
    "Maximiliana von Hohenstein-Papadopoulou",
    "Konstantin Featherstonehaugh-Cholmondeley III",
)
EVENT: dict[str, Any] = {"event": True, "title": "Summer Cup 2026"}
LOOKS: dict[str, dict[str, Any]] = {
    "default": {},
    "placed": {"placed": True},
    "blank": {"blank": True},
    "eco": {"eco": True},
    "color": {"color": True},
    "color-eco": {"color": True, "eco": True},
    "left": {"left_handed": True},
    "mine": {"mine": True},
    "event": EVENT,
    "names": {"names": LONG_NAMES, **EVENT},
    "halves": {"half_sheets": True},
    "halves-event": {"half_sheets": True, **EVENT},
    "halves-eco": {"half_sheets": True, "eco": True},
    "halves-color": {"half_sheets": True, "color": True},
    "large": {"large_print": True},
    "large-eco": {"large_print": True, "eco": True},
    "large-color": {"large_print": True, "color": True},
    "large-left": {"large_print": True, "left_handed": True},
    "large-event": {"large_print": True, **EVENT},
    "large-blank": {"large_print": True, "blank": True},
    "large-placed": {"large_print": True, "placed": True},
    "large-names": {"large_print": True, "names": LONG_NAMES, **EVENT},
}
ALL = [
    (slug, paper.slug, look)
    for slug, paper, look in product(SLUGS, (A4, LETTER), LOOKS)
    if look != "mine" or slug == "word-fleet"
]
_NOT_LOOKS = {"names", "placed", "blank"}
DAILY = {
    *(("word-fleet", look) for look in ("default", "event", "halves", "large", "eco", "color")),
    ("word-fleet-strike", "large"),
    ("word-fleet-admirals", "event"),
}
"""Editions and looks that are read at every test; the others in the matrix."""


class Text(NamedTuple):
    """A text on a page as MuPDF reads it: its place (mm), its size (pt)."""

    text: str
    box: tuple[float, float, float, float]
    size: float
    upright: bool


class Printed(NamedTuple):
    """A look as it was printed: its file, its first sheet, and its pages as they are read."""

    edition: Edition
    looks: SheetLooks
    sheet: Sheet
    pdf: bytes
    texts: list[list[Text]]

    @property
    def said(self) -> list[str]:
        """All that each page says."""
        return [" ".join(" ".join(text.text for text in page).split()) for page in self.texts]


@cache
def print_look(slug: str, paper: str, look: str) -> Printed:
    """Print a look once, and read it."""
    asked = dict(LOOKS[look])
    names, placed, blank = (
        asked.pop("names", ("Ann", "Ben")),
        asked.pop("placed", False),
        asked.pop("blank", False),
    )
    looks = SheetLooks({"a4": A4, "letter": LETTER}[paper], **asked)
    edition = load_edition(slug)
    deck = tier_deck(edition, load_tier("standard"))
    sheets = []
    for number in range(2):
        sheet = make_sheet(deck, SheetCode(deck.digest, 7 + number), placed=placed)
        sheet = replace(sheet, player=names[number], opponent=names[1 - number])
        if looks.event:
            sheet = replace(sheet, table="12", round="3", serial=f"023-{number + 1}")
        if blank:
            sheet = replace(
                sheet, words=None, manifest=None, words_from="Own words", player="", opponent=""
            )
        sheets.append(sheet)
    pdf = print_trackers(edition, [SheetToPrint(sheet, looks) for sheet in sheets])
    sides = 2 if looks.large_print or looks.half_sheets else 1
    with pymupdf.open(stream=pdf) as document:
        texts = [_read_texts(document[number]) for number in range(sides)]
    return Printed(edition, looks, sheets[0], pdf, texts)


def _read_texts(page: pymupdf.Page) -> list[Text]:
    """Read each span; its box goes from the baseline to the capitals' height."""
    found = []
    for block in page.get_text("dict")["blocks"]:
        for line in block.get("lines", ()):
            for span in line["spans"]:
                if span["text"].strip():
                    (x0, _, x1, _), (_, base) = span["bbox"], span["origin"]
                    box = x0 / MM, (base - 0.66 * span["size"]) / MM, x1 / MM, base / MM
                    found.append(Text(span["text"], box, span["size"], line["dir"][0] > 0.9))
    return found


def _draw(pdf: bytes, number: int, dpi: int) -> np.ndarray[Any, Any]:
    """Draw a page by PDFium: gray pixels, 255 is white."""
    with pypdfium2.PdfDocument(pdf) as document:
        return np.asarray(
            document[number].render(scale=dpi / 72, grayscale=True).to_numpy()
        ).squeeze()


each_edition = pytest.mark.parametrize(
    ("slug", "paper"),
    mark_matrix(product(EDITIONS, (A4, LETTER)), [("word-fleet", LETTER), ("word-fleet-de", A4)]),
)


def is_daily(slug: str, paper: str, look: str) -> bool:
    """Return whether a look is read at every test."""
    return paper == "letter" and (slug, look) in DAILY


def _each(looks: set[str] | None = None) -> pytest.MarkDecorator:
    """Run a test for looks: daily ones always, the others in the matrix."""
    cases = [
        pytest.param(
            *case,
            id="-".join(case),
            marks=() if is_daily(*case) else pytest.mark.matrix,
        )
        for case in ALL
        if looks is None or case[2] in looks
    ]
    return pytest.mark.parametrize(("slug", "paper", "look"), cases)


# --- measures -------------------------------------------------------------------------------------


@_each()
def test_nothing_is_set_too_small(slug: str, paper: str, look: str) -> None:
    """Standard text is 8 pt at least, a letter in a picture 7.6 pt; in large print all is 16 pt,
    long names 11 pt, words and codes 20 pt.
    """
    printed = print_look(slug, paper, look)
    texts = [text for page in printed.texts for text in page]
    least = 15.95 if printed.looks.large_print else 7.95
    small = {text.text.strip(): text.size for text in texts if text.size < least}
    if look == "large-names":
        # With table and serial in the band
        names = " ".join(LONG_NAMES)
        for text, size in [*small.items()]:
            if size > 10.95 and text.split(" · ")[0] in names:
                del small[text]
    assert all(len(text) == 1 and size > 7.55 for text, size in small.items()), small
    if printed.looks.large_print:
        large = "".join(text.text for text in printed.texts[-1] if text.size >= 19.95).replace(
            " ", ""
        )
        assert all(
            secret in large
            for secret in (*printed.sheet.launch_codes, *(printed.sheet.words or ()))
        )


@_each()
def test_no_text_is_on_another_or_over_the_margin(slug: str, paper: str, look: str) -> None:
    """Boxes of capitals do not meet, and keep 10 mm off every edge; the words of the fold and of a
    cut, on end in the margin, 7.6 mm with the room over capitals.
    """
    printed = print_look(slug, paper, look)
    width, height = printed.looks.paper.width, printed.looks.paper.height
    if printed.looks.large_print:
        width, height = height, width
    for page in printed.texts:
        for one, other in combinations([text for text in page if text.upright], 2):
            (a, b, c, d), (e, f, g, h) = one.box, other.box
            assert min(c, g) - max(a, e) < 0.25 or min(d, h) - max(b, f) < 0.15, (
                one.text,
                other.text,
            )
        for text in page:
            left, top, right, bottom = text.box
            # What the margin says of the line across the page: words on end after a number
            is_in_margin = right < 11.1 or left > width - 11.1
            least = 7.6 if is_in_margin else 10
            assert min(left, top, width - right, height - bottom) >= least


@_each({"default", "event", "left", "halves"})
def test_words_in_the_margin_are_clear_of_numbers(slug: str, paper: str, look: str) -> None:
    """Words about the fold or the cut keep 1.5 mm off the number of the last row."""
    printed = print_look(slug, paper, look)
    width = printed.looks.paper.width
    for page in printed.texts:
        numbers = [text.box for text in page if text.upright and text.text.strip() == "10"]
        on_end = [text.box for text in page if not text.upright]
        words = [box for box in on_end if box[2] < 11.1 or box[0] > width - 11.1]
        assert words
        for (a, b, c, d), (e, f, g, h) in product(words, numbers):
            across = max(a, e) - min(c, g)
            down = max(b, f) - min(d, h)
            assert max(across, down) >= 1.5


@_each()
def test_ink_is_limited_and_off_the_edges(slug: str, paper: str, look: str) -> None:
    """No ink within 10 mm of an edge; next to the fold and the cut of half sheets, 8 mm, less for
    accents; every page is at most 10 % black, in eco 7 %.
    """
    printed = print_look(slug, paper, look)
    for number in range(len(printed.texts)):
        dark = 255 - _draw(printed.pdf, number, 200).astype(float)
        rows, columns = np.nonzero(dark > 60)
        ends = dark.shape[0] - 1 - rows.max(), dark.shape[1] - 1 - columns.max()
        least = 9.9 if printed.looks.large_print else 7.6  # a pixel is 0.13 mm
        below, right = ends
        sides = [columns.min(), right]
        at_grid = sides.pop(1 if printed.looks.left_handed else 0)
        assert min(rows.min(), below, *sides) * 25.4 / 200 >= 9.9
        assert at_grid * 25.4 / 200 >= least
        assert dark.mean() / 2.55 <= (7.0 if printed.looks.eco else 10.0)


LIGHTER = {"eco": "default", "halves-eco": "halves", "large-eco": "large", "color-eco": "color"}
"""Looks with less ink, and those that they are compared with."""


@_each({*LIGHTER})
def test_less_ink_is_a_third_less(slug: str, paper: str, look: str) -> None:
    """All pages of a sheet together have two thirds of the ink, in every look."""
    inks = []
    for name in (look, LIGHTER[look]):
        printed = print_look(slug, paper, name)
        pages = range(len(printed.texts))
        inks.append(sum((255 - _draw(printed.pdf, page, 200)).mean() for page in pages))
    lighter, usual = inks
    assert lighter <= 0.67 * usual


@_each()
def test_squares_and_boxes_have_room_for_a_pencil(slug: str, paper: str, look: str) -> None:
    """Both grids have 10 × 10 empty squares: of 9.2 mm, on A4 9.5 mm, in large print 12.9 mm; half
    sheets 9.0 and 9.4 mm. Read from the lines that are drawn.
    """
    printed = print_look(slug, paper, look)
    least = 9.5 if paper == "a4" else 9.2
    if printed.looks.half_sheets:
        least = 9.4 if paper == "a4" else 9.0
    elif printed.looks.large_print:
        least = 12.9
    grids = []
    with pymupdf.open(stream=printed.pdf) as document:
        for number in range(len(printed.texts)):
            long = set()
            for path in document[number].get_drawings():
                for kind, *points in path["items"]:
                    if kind == "l" and abs(points[0].x - points[1].x) < 0.01:
                        top, bottom = sorted((points[0].y / MM, points[1].y / MM))
                        if bottom - top > 9.4 * least:
                            long.add((round(top, 1), round(points[0].x / MM, 2)))
            for top in {top for top, _ in long}:
                grids.append(sorted(x for at, x in long if at == top))
    assert len(grids) == (4 if printed.looks.half_sheets else 2)
    for lines in grids:
        assert len(lines) == 10  # the tenth column ends at the frame
        assert min(np.diff(lines)) >= least - 0.02
    page = lay_out_sheet(printed.edition, printed.looks, blank=printed.sheet.words is None)[-1]
    (fleet,) = (panel for panel in page.panels if isinstance(panel, OwnFleet))
    assert min(row.boxes[0].w for row in fleet.rows) >= 7.0


@pytest.mark.parametrize(("look", "side", "box"), [("default", 3.0, 7.0), ("large", 4.2, 8.5)])
def test_what_is_ticked_and_filled_in_is_large(look: str, side: float, box: float) -> None:
    """Each letter of Admirals has a square to tick, of 3 mm or, in large print, 4.2 mm. The enemy's
    ships have boxes of 7 mm, in large print 8.5 mm.
    """
    printed = print_look("word-fleet-admirals", "letter", look)
    pages = lay_out_sheet(printed.edition, printed.looks)
    (letters,) = (
        each.rect for each in pages[0].panels if isinstance(each, Letters) and not each.secret
    )
    with pymupdf.open(stream=printed.pdf) as document:
        frames = [path["rect"] / MM for path in document[0].get_drawings()]
    beside_grid = [frame for frame in frames if frame.x0 > letters.x - 0.5]
    ticks = [
        frame for frame in beside_grid if np.allclose((frame.width, frame.height), side, atol=0.1)
    ]
    assert len(ticks) >= 26  # the legend has one, too
    ships = [frame.width for frame in beside_grid if frame.y0 > letters.bottom]
    assert any(5 * box <= width < 5 * box + 5 for width in ships)


def _find_gaps(dark: np.ndarray[Any, Any], dpi: int) -> list[float]:
    """Return the heights of white strips between rows that have ink (mm), from top to bottom."""
    (inked,) = np.nonzero(dark.any(axis=1))
    return [float(gap - 1) * 25.4 / dpi for gap in np.diff(inked) if gap > 1]


def _cut_out(page: np.ndarray[Any, Any], place: Rect, dpi: int) -> np.ndarray[Any, Any]:
    """Return which pixels of a place (mm) are dark."""
    left, top, right, bottom = (
        round(at / 25.4 * dpi) for at in (place.x, place.y, place.right, place.bottom)
    )
    return page[top:bottom, left:right] < 110


@_each()
def test_letters_that_descend_keep_off_the_secret_bands_frame(
    slug: str, paper: str, look: str
) -> None:
    """Under g, j, p, q and y of a name in the band are 0.6 mm of white."""
    printed, dpi = print_look(slug, paper, look), 300
    pages = lay_out_sheet(printed.edition, printed.looks, blank=printed.sheet.words is None)
    (band,) = (panel.rect for panel in pages[-1].panels if isinstance(panel, SecretBand))
    for letters in ("gj", "pq", "yy"):
        sheet = replace(printed.sheet, player="", fleet_name=letters * 5)
        pdf = print_trackers(printed.edition, [SheetToPrint(sheet, printed.looks)])
        name = Rect(band.right - 9, band.y, 6, band.h)
        *_, under = _find_gaps(_cut_out(_draw(pdf, len(pages) - 1, dpi), name, dpi), dpi)
        assert under >= 0.55  # less than a pixel of 0.08 mm is lost to the frame's edge


@_each({"default", "event", "eco", "halves", "large", "left"})
def test_the_head_has_air(slug: str, paper: str, look: str) -> None:
    """1.5 mm above and below START and between the legend and the letters of columns; a name is
    directly under its caption.
    """
    printed, dpi = print_look(slug, paper, look), 300
    panels = lay_out_sheet(printed.edition, printed.looks)[0].panels
    (start,) = (panel.rect for panel in panels if isinstance(panel, Start))
    grid = next(panel for panel in panels if isinstance(panel, Grid))
    lines = [panel.rect for panel in panels if isinstance(panel, NameLine)]
    assert all(start.y - line.bottom >= 1.49 for line in lines)
    assert all(line.h <= (15.3 if printed.looks.large_print else 8.8) for line in lines)
    assert grid.rect.y - start.bottom >= 1.49
    squares = grid.squares
    axis = Rect(squares.x, grid.rect.y, squares.w, squares.y - grid.rect.y - 0.3)
    *_, gap = _find_gaps(_cut_out(_draw(printed.pdf, 0, dpi), axis, dpi), dpi)
    assert gap >= 1.4


@pytest.mark.slow
@_each({"default", "event", "eco", "large", "blank", "left"})
def test_a_played_game_finds_room_for_its_marks(slug: str, paper: str, look: str) -> None:
    """Every square of both grids is white; around each letter of recon a ring meets nothing, and a
    count has its line.
    """
    printed = print_look(slug, paper, look)
    dpi, ring = 150, 4.5 if printed.looks.large_print else 3.4  # a pencil's ring, its radius (mm)
    pages = lay_out_sheet(printed.edition, printed.looks, blank=printed.sheet.words is None)
    for number, page in enumerate(pages):
        dark = _draw(printed.pdf, number, dpi) < 100

        def cut(x: float, y: float, right: float, bottom: float, dark: Any = dark) -> Any:
            left, top, right, bottom = (round(at / 25.4 * dpi) for at in (x, y, right, bottom))
            return dark[top:bottom, left:right]

        for panel in page.panels:
            if isinstance(panel, Grid):
                squares = [panel.square(column, row) for column in range(10) for row in range(10)]
                assert not any(
                    cut(s.x + 0.4, s.y + 0.4, s.right - 0.4, s.bottom - 0.4).any() for s in squares
                )
            if isinstance(panel, Letters) and not panel.secret:
                across, down = np.meshgrid(np.arange(dark.shape[1]), np.arange(dark.shape[0]))
                for box in panel.boxes.values():
                    center = (box.x + 0.31 * box.w) / 25.4 * dpi, box.center_y / 25.4 * dpi
                    distance = np.hypot(across - center[0], down - center[1]) * 25.4 / dpi
                    assert not dark[(distance > ring - 0.15) & (distance < ring + 0.1)].any()
                    line = cut(
                        box.right - 0.36 * box.w, box.bottom - 2, box.right - 1, box.bottom - 1.2
                    )
                    assert line.any(axis=0).all()


@_each({"default", "eco", "color", "color-eco", "halves", "halves-eco", "large", "large-eco"})
def test_a_photocopy_can_be_played(slug: str, paper: str, look: str) -> None:
    """A copy of 50 %, light or dark, has every line of the Attack Grid and a QR code that leads to
    the rules.
    """
    printed = print_look(slug, paper, look)
    grid = next(
        one
        for one in lay_out_sheet(printed.edition, printed.looks)[0].panels
        if isinstance(one, Grid)
    )
    with pymupdf.open(
        stream=printed.pdf
    ) as document:  # PDFium would draw the thinnest line a pixel wide
        drawn = [
            document[page].get_pixmap(dpi=100, colorspace=pymupdf.csGRAY)
            for page in (0, len(printed.texts) - 1)
        ]
    pages = [
        np.frombuffer(one.samples, np.uint8).reshape(one.height, one.width).astype(float)
        for one in drawn
    ]
    xs = [round(grid.square(column, 0).x * 100 / 25.4) for column in range(10)]
    ys = [round(grid.square(0, row).y * 100 / 25.4) for row in range(10)]
    for first, last in (
        [page * 0.5 + 127 for page in pages],
        [np.clip(page * 1.2 - 90, 0, 255) for page in pages],
    ):
        for darkness, lines in (
            (first[ys[0] : ys[9]].mean(axis=0), xs),
            (first[:, xs[0] : xs[9]].mean(axis=1), ys),
        ):
            assert all(min(darkness[at - 2 : at + 3]) < darkness[at + 12] - 12 for at in lines[1:])
        part = last[len(last) * 3 // 4 :]
        enlarged = cv2.resize(part.astype(np.uint8), None, fx=4, fy=4)
        assert cv2.QRCodeDetector().detectAndDecode(enlarged)[0] == printed.edition.rules_address


def _copy(page: np.ndarray[Any, Any], level: int) -> np.ndarray[Any, Any]:
    """Return a photocopy in black and white: blurred, a third of a pixel off, and what is lighter
    than `level` gone.
    """
    blurred = cv2.GaussianBlur(page.astype(np.float32), (0, 0), 0.6)
    moved = cv2.warpAffine(
        blurred,
        np.array([[1, 0, 0.37], [0, 1, 0.41]], np.float32),
        page.shape[::-1],
        borderValue=(255.0,),
    )
    copy: np.ndarray[Any, Any] = np.clip((moved - level) * 3 + 127, 0, 255)
    return copy


@_each({"default", "color", "eco", "color-eco", "halves", "large", "large-eco"})
def test_a_copy_of_a_copy_has_every_line(slug: str, paper: str, look: str) -> None:
    """At 150 dpi, after two copies by a copier that knows black and white alone, each line of the
    Attack Grid is whole: of usual sheets even if it is set rather light, of sheets that save ink if
    it is set for text.
    """
    printed = print_look(slug, paper, look)
    panels = lay_out_sheet(printed.edition, printed.looks)[0].panels
    grid = next(one for one in panels if isinstance(one, Grid))
    with pymupdf.open(stream=printed.pdf) as document:
        drawn = document[0].get_pixmap(dpi=150, colorspace=pymupdf.csGRAY)
    page = np.frombuffer(drawn.samples, np.uint8).reshape(drawn.height, drawn.width)
    level = {"eco": 175, "color-eco": 175, "large-eco": 190}.get(look, 160)
    dark = _copy(_copy(page, level), level) < 128
    scale = 150 / 25.4
    top = round(grid.squares.y * scale) + 3
    bottom = round(grid.squares.bottom * scale) - 3
    for column in range(1, 10):
        x = round(grid.square(column, 0).x * scale)
        assert dark[top:bottom, x - 2 : x + 4].any(axis=1).mean() > 0.98


@_each({"default", "eco", "color", "halves-color", "large-color"})
def test_the_tables_half_is_blue_and_the_secret_one_red(slug: str, paper: str, look: str) -> None:
    """In color, what is above the fold, on page 1 or on the front is black and blue, all else black
    and red; names and words are black. Other sheets have no color.
    """
    printed = print_look(slug, paper, look)
    last = len(printed.texts) - 1
    with pypdfium2.PdfDocument(printed.pdf) as document:
        sides = [document[number].render(scale=2).to_numpy().astype(int) for number in {0, last}]
    if last == 0:
        fold = len(sides[0]) // 2
        # The dashes of the fold, which is 3 mm around the middle, are red.
        near = round(3 * MM * 2)
        # So is what the margin says of it.
        left = round(10.7 * MM * 2)
        sides = [sides[0][: fold - near, left:], sides[0][fold + near :]]
    for side, (strong, weak) in zip(sides, ((0, 2), (2, 0)), strict=True):
        more = side[:, :, strong] - side[:, :, weak]
        assert more.min() >= 0
        assert bool(more.max() > 120) == printed.looks.color
    inks = {(0, 0, 0)}
    with pymupdf.open(stream=printed.pdf) as document:
        for page in document:
            for line in (
                line for block in page.get_text("dict")["blocks"] for line in block["lines"]
            ):
                for span in line["spans"]:
                    if span["text"] in (*(printed.sheet.words or ()), printed.sheet.player):
                        inks.add(pymupdf.sRGB_to_rgb(span["color"]))
    assert inks == {(0, 0, 0)}


@pytest.mark.parametrize("slug", ["word-fleet-fr", "word-fleet-de", "word-fleet-es", "word-fleet"])
@pytest.mark.parametrize("paper", [A4, LETTER])
def test_accents_keep_off_the_frame_of_start(slug: str, paper: Paper) -> None:
    """Over the verbs of START, also those with accents, is white below the frame."""
    edition = load_edition(slug)
    looks = SheetLooks(paper, large_print=True)
    page = lay_out_sheet(edition, looks, blank=True)[0]
    (start,) = (panel.rect for panel in page.panels if isinstance(panel, Start))
    dpi = 300
    dark = _draw(_print(edition, looks), 0, dpi) < 110
    top = round((start.y + 0.35) / 25.4 * dpi)
    left = round((start.x + 12) / 25.4 * dpi)
    right = round((start.right - 3) / 25.4 * dpi)
    assert not dark[top : top + 2, left:right].any()


@pytest.mark.parametrize("slug", ["word-fleet", "word-fleet-strike", "word-fleet-fr"])
def test_pictures_of_start_are_equally_far_from_their_numbers(slug: str) -> None:
    """The white between a step's number and its picture is about 1.2 mm, whatever it shows."""
    edition = load_edition(slug)
    looks = SheetLooks(A4)
    page = lay_out_sheet(edition, looks, blank=True)[0]
    (start,) = (panel.rect for panel in page.panels if isinstance(panel, Start))
    per_mm = 300 / 25.4
    dark = _draw(_print(edition, looks), 0, 300) < 170
    rows = slice(round((start.y + 1) * per_mm), round((start.bottom - 1) * per_mm))
    columns = dark[rows, round((start.x + 1) * per_mm) : round((start.right - 1) * per_mm)]
    strips = [(ink, len([*same]) / per_mm) for ink, same in groupby(columns.max(axis=0).tolist())]
    # Discs are 4.5 mm wide; between letters is less white
    after_disc = [strip for (_, wide), strip in pairwise(strips) if 4.3 < wide < 4.7]
    gaps = [white for ink, white in after_disc if not ink and white > 0.5]
    assert len(gaps) == 4
    assert all(1.0 < gap < 1.5 for gap in gaps)


@_each({"default", "event", "eco", "placed", "halves", "large"})
def test_public_halves_tell_opponents_apart_by_names_alone(
    slug: str, paper: str, look: str
) -> None:
    """With the same names in its lines, another sheet has the same public half, pixel by pixel."""
    printed = print_look(slug, paper, look)
    deck = tier_deck(printed.edition, load_tier("standard"))
    same = {
        name: getattr(printed.sheet, name)
        for name in ("player", "opponent", "table", "round", "serial")
    }
    placed = printed.sheet.placements is not None
    other = replace(make_sheet(deck, SheetCode(deck.digest, 99), placed=placed), **same)
    halves = []
    for sheet in (printed.sheet, other):
        pdf = print_trackers(printed.edition, [SheetToPrint(sheet, printed.looks)])
        page = _draw(pdf, 0, 100)
        halves.append(
            page if len(printed.texts) > 1 else page[: len(page) // 2 - 12]
        )  # 3 mm from the fold
    assert np.array_equal(halves[0], halves[1])


@_each({"default", "color", "event", "eco", "left", "halves", "halves-event"})
def test_nothing_is_on_the_fold_or_on_the_cut(slug: str, paper: str, look: str) -> None:
    """The line across the middle is dashes alone: no text is within 1 mm of a fold or 3.8 mm of a
    cut, and what is drawn within 0.9 and 3.6 mm is as high as a line. Words in the margin may be
    nearer.
    """
    printed = print_look(slug, paper, look)
    middle = printed.looks.paper.height / 2
    clear, bare = (3.8, 3.6) if printed.looks.half_sheets else (1, 0.9)
    for page in printed.texts:
        for text in page:
            _, top, _, bottom = text.box
            if text.upright:
                assert bottom < middle - clear or top > middle + clear, text
    dpi = 200
    strip = Rect(12, middle - bare, printed.looks.paper.width - 24, 2 * bare)
    dark = _cut_out(_draw(printed.pdf, 0, dpi), strip, dpi)
    (rows,) = np.nonzero(dark.any(axis=1))
    assert (rows.max() - rows.min()) * 25.4 / dpi < 0.5


@_each({"default", "left", "event", "eco"})
def test_panels_are_where_the_rules_say(slug: str, paper: str, look: str) -> None:
    """Public panels are above the fold, secret ones below; each grid is at the writing hand's far
    side (C-05, C-18).
    """
    printed = print_look(slug, paper, look)
    titles = {text.text.strip().upper(): text.box for text in printed.texts[0]}
    panels, middle = printed.edition.tracker.panels, printed.looks.paper.height / 2
    (attack, recon, enemy), (codes, defense, fleet, manifest) = (
        [titles[getattr(panels, name).title.upper()] for name in names]
        for names in (("attack", "recon", "enemy"), ("codes", "defense", "fleet", "manifest"))
    )
    assert (
        max(box[3] for box in (attack, recon, enemy))
        < middle
        < min(box[1] for box in (codes, defense, fleet))
    )
    assert attack[1] < enemy[1]
    assert fleet[1] < manifest[1]
    far = 1 if printed.looks.left_handed else -1
    for grid, beside in ((attack, recon), (attack, enemy), (defense, manifest), (codes, fleet)):
        assert (grid[0] - beside[0]) * far > 50


# --- messages ------------------------------------------------------------------------------------


SAID = (
    "start.title",
    "start.bid.verb",
    "start.bid.text",
    "start.play.verb",
    "start.play.text",
    "letters.has",
    "letters.has_not",
    "letters.count",
    "codes.note",
    "codes.bidding",
    "fleet.lost",
    "enemy.sunk",
    "enemy.tried",
    "turn.lead",
    "turn.sheet_code",
)
"""Labels that every printed sheet has in one of their wordings."""


def _squeeze(text: str) -> str:
    """Return text without blanks, asterisks and capitals: as printed, whatever breaks its lines."""
    return "".join(text.replace("*", "").split()).casefold()


def _list_unsaid(edition: Edition, labels: Iterable[str], said: str) -> list[str]:
    """Return the labels of which a text has no wording."""
    printed = _squeeze(said)

    def is_said(wording: str) -> bool:
        # A paragraph may be next to a heading, before the others
        return all(_squeeze(part) in printed for part in wording.splitlines())

    return [label for label in labels if not any(map(is_said, edition.list_wordings(label)))]


@_each()
def test_the_sheet_explains_itself(slug: str, paper: str, look: str) -> None:
    """START has four steps; each number comes again where the step happens; marks, turn and stakes
    are there.
    """
    printed = print_look(slug, paper, look)
    said, edition, placed = " ".join(printed.said), printed.edition, look.endswith("placed")
    labels = [*SAID, "start.placed.verb"] if placed else [*SAID, "start.hide.verb", "grid.touching"]
    if edition.tracker.letters_once:
        labels.append("letters.once")
    assert _list_unsaid(edition, labels, said) == []
    assert said.count(" 2 ") >= 2
    for mark in edition.marks:
        assert mark.result.upper() in said
        assert any(text in said for text in (mark.brief or "").split("|"))
    for action in edition.turn.actions:
        assert action.name in said or action.optional
    assert edition.rules_address.split("://")[1] in said
    halves = 2 if printed.looks.half_sheets else 1
    assert said.count("cross out ships that sink tried") == halves
    assert said.count("17 letters") == halves


@_each()
def test_the_address_is_over_its_code(slug: str, paper: str, look: str) -> None:
    """The rules' address, for people without a phone, is on the same page as its QR code, over it,
    and both end at the same edge.
    """
    printed = print_look(slug, paper, look)
    (_, address) = printed.edition.rules_address.split("://")
    lines = [text for text in printed.texts[-1] if text.text and text.text in address]
    lines = [line for line in lines if len(line.text) > 4]
    if printed.looks.half_sheets:
        del lines[len(lines) // 2 :]
    assert "".join(line.text for line in lines) == address
    panels = lay_out_sheet(printed.edition, printed.looks)[-1].panels
    (turn,) = (panel for panel in panels if isinstance(panel, Turn))
    assert all(abs(turn.rect.right - line.box[2]) < 0.1 for line in lines)
    dpi = 200
    side = turn.design.qr_side
    code = Rect(turn.rect.right - side, turn.rect.bottom - side, side, side)
    assert all(line.box[3] < code.y for line in lines)
    dark = _cut_out(_draw(printed.pdf, len(printed.texts) - 1, dpi), code, dpi)
    module = turn.style.qr_module / 25.4 * dpi
    # A corner's eye: seven modules of black
    assert dark[round(module / 2), 1 : int(6.5 * module)].all()


@each_edition
def test_each_ship_has_a_line_for_what_was_tried(slug: str, paper: Paper) -> None:
    """Next to every enemy ship is a line of 20 mm at least, for a word by hand, under the word over
    all of them, in each size and where ink is saved; names of ships are on one line or two.
    """
    edition = load_edition(slug)
    for look in ("default", "eco", "halves", "halves-eco", "large", "large-eco"):
        looks = SheetLooks(paper, **LOOKS[look])
        page = lay_out_sheet(edition, looks)[0]
        (enemy,) = (panel for panel in page.panels if isinstance(panel, EnemyFleet))
        with pymupdf.open(stream=_print(edition, looks)) as document:
            texts, drawings = _read_texts(document[0]), document[0].get_drawings()
        lines = set()
        for path in drawings:
            for kind, *points in path["items"]:
                if kind == "l" and abs(points[0].y - points[1].y) < 0.01:
                    left, right = sorted(point.x / MM for point in points)
                    lines.add((round(points[0].y / MM, 1), left, right))
        # Right of pictures, which have lines, too
        rows = enemy.rect.skip_top(enemy.style.heading_height + 1).skip_left(0.4 * enemy.rect.w)
        inside = [
            (left, right) for y, left, right in lines if rows.y < y < rows.bottom and left > rows.x
        ]
        ends = [right for _, right in inside]
        assert len(inside) == len(edition.fleet)
        assert max(ends) - min(ends) < 0.1
        assert min(right - left for left, right in inside) >= 19.9
        (tried,) = (text for text in texts if text.text == edition.say("enemy.tried"))
        assert abs(max(left for left, _ in inside) - tried.box[0]) < 0.2
        said = "".join(text.text for text in texts).replace(" ", "")
        assert all(ship.ship.replace(" ", "") in said for ship in edition.fleet)


@each_edition
def test_codes_have_white_around_them(slug: str, paper: Paper) -> None:
    """In every language, boxes of launch codes are half as high again as their digits,
    whatever is said around them.
    """
    edition = load_edition(slug)
    for look in LOOKS.values():
        asked = {key: value for key, value in look.items() if key not in _NOT_LOOKS}
        if asked.get("mine") and not edition.mines:
            continue
        page = lay_out_sheet(edition, SheetLooks(paper, **asked))[-1]
        (codes,) = (panel for panel in page.panels if isinstance(panel, LaunchCodes))
        digit = fonts.measure_cap_height(Face.MONO, codes.style.code)
        assert codes.code_boxes[0][0].h >= 1.5 * digit


@each_edition
def test_the_ring_of_an_answer_is_clear_of_its_letter(slug: str, paper: Paper) -> None:
    """Between the ring of the legend and the letter in it is 0.3 mm of white at least, all
    around.
    """
    edition = load_edition(slug)
    for look in ("default", "eco", "halves", "large"):
        looks = SheetLooks(paper, **LOOKS[look])
        page = lay_out_sheet(edition, looks)[0]
        letters = next(panel for panel in page.panels if isinstance(panel, Letters))
        corner = letters.find_corner()
        dpi = 600
        shown = _draw(_print(edition, looks), 0, dpi)
        mark = _cut_out(shown, Rect(corner.x - 0.2, corner.y, 7.4, corner.h), dpi)
        count, parts, stats, _ = cv2.connectedComponentsWithStats(mark.astype(np.uint8))
        found = [
            number
            for number in range(1, count)
            if 3.4 < stats[number][2] * 25.4 / dpi < 7.2
            and stats[number][4] < 0.25 * stats[number][2] * stats[number][3]
        ]
        ring = min(found, key=lambda number: stats[number][1])
        left, top, wide, tall, _ = stats[ring]
        part = parts[top : top + tall, left : left + wide]
        inside = (part != ring) & (part != 0)
        assert inside.any()
        near = cv2.distanceTransform((part != ring).astype(np.uint8), cv2.DIST_L2, 5)
        assert near[inside].min() * 25.4 / dpi >= 0.3


@_each()
def test_every_secret_side_says_so_and_whose_it_is(slug: str, paper: str, look: str) -> None:
    """The last side has the warning, captain, fleet, and at events table and serial; sides are
    named. No public text is a secret.
    """
    printed = print_look(slug, paper, look)
    sheet, secret = printed.sheet, printed.texts[-1]
    said, edition = printed.said[-1], printed.edition
    warning = edition.say("secret.warning").upper()
    assert said.count(warning) == (2 if printed.looks.half_sheets else 1)
    assert look.endswith("names") or sheet.fleet_name in said
    assert sheet.player in said
    if printed.looks.event:
        assert f"{edition.say('secret.table', table=sheet.table)} · {sheet.serial}" in said
    for half, names in (
        ("large_print", ("PAGE 1 OF 2", "PAGE 2 OF 2")),
        ("half_sheets", ("FRONT", "BACK")),
    ):
        if getattr(printed.looks, half):
            assert all(name in side for name, side in zip(names, printed.said, strict=True))
    middle = printed.looks.paper.height / 2
    folded = len(printed.texts) == 1
    public = [text for text in secret if text.box[3] < middle] if folded else printed.texts[0]
    secrets = {sheet.code, *sheet.launch_codes, *(sheet.words or ())}
    assert secrets.isdisjoint(text.text for text in public)


@_each({"default", "event", "halves", "halves-event", "large", "large-event", "mine"})
def test_home_and_event_differ(slug: str, paper: str, look: str) -> None:
    """Table, round and serial, and the event's title, are on event sheets alone; a mine where it is
    asked for.
    """
    printed = print_look(slug, paper, look)
    said = printed.said[0]
    assert all(
        (word in said) is printed.looks.event
        for word in ("TABLE", "ROUND", "SERIAL", "SUMMER CUP 2026")
    )
    assert ("MINE" in printed.said[-1]) is printed.looks.mine


@pytest.mark.parametrize("look", ["names", "large-names"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_long_names_shrink_then_wrap_then_are_cut_with_a_note(paper: str, look: str) -> None:
    """Names of 39 and 45 letters are whole on every sheet, in large print, too. What is cut is
    reported, nothing else is.
    """
    printed = print_look("word-fleet", paper, look)
    pages = lay_out_sheet(printed.edition, printed.looks)
    said = printed.said[0].replace(" ", "")
    assert all(name.replace(" ", "") in said for name in LONG_NAMES)
    assert find_cut_names(printed.sheet, pages) == []
    endless = replace(printed.sheet, player=" and ".join(LONG_NAMES * 2), opponent="Zoë…")
    assert find_cut_names(endless, pages) == [endless.player]


@pytest.mark.parametrize("slug", EDITIONS)
def test_owner_has_a_line_beside_every_fleet_name(slug: str) -> None:
    """Where no name is printed, the line to write it is 20 mm or longer and begins right of the
    warning, for every name of a fleet in every language, and for one that is longer than all.
    """
    edition = load_edition(slug)
    names = [*edition.fleet_names, "The Commanding Cosmographers", "The Fleet of " + "Words " * 20]
    forms: tuple[dict[str, Any], ...] = ({"large_print": True}, {"half_sheets": True})
    pages = [
        page
        for paper, form in product((A4, LETTER), forms)
        for page in lay_out_sheet(edition, SheetLooks(paper, **form))
    ]
    bands = [band for page in pages for band in page.panels if isinstance(band, SecretBand)]
    assert len(bands) >= 2 * len(forms)
    for band, name in product(bands, names):
        items: Any = band.fields()[0].place(Owner("", name, "", ""))
        label, line, _ = items
        face = fonts.choose_heading_face(band.warning, fonts.Face.STENCIL)
        width = fonts.measure_text(band.warning, face, band.style.heading)
        assert label.x > band.rect.x + band.rect.h * 1.75 + width
        assert line.rect.w >= 20 - 0.01
        assert label.x + fonts.measure_text(label.text, label.face, label.size) < line.rect.x


# --- refusals -------------------------------------------------------------------------------------


def _change(edition: Edition, /, **facts: Any) -> Edition:
    return edition.model_copy(update=facts)


def test_what_does_not_fit_is_refused_with_its_measure() -> None:
    """Squares under 9.2 mm, boxes under 7 mm, titles and legends that are too long, a mine that no
    variation has; and which option decides that.
    """
    edition, looks = load_edition("word-fleet"), SheetLooks(LETTER)
    wide = edition.grid.model_copy(update={"columns": 12, "rows": 12})
    ship = edition.fleet[0].model_copy(
        update={"ship": "GREAT FRIGATE OF THE LINE", "letters": 9, "example": "STORMSTOR"}
    )
    panels = edition.tracker.panels
    title = panels.attack.model_copy(
        update={"title": "The Attack Grid of All the Enemies of the Whole Wide World Sea"}
    )
    long = edition.tracker.model_copy(
        update={"panels": panels.model_copy(update={"attack": title})}
    )
    mark = edition.marks[0].model_copy(
        update={"brief": "the right letter in the right square, so they must say so"}
    )
    for changed, message, field in (
        (
            _change(edition, grid=wide),
            r"A square would be \d\.\d mm wide; it must be at least 9\.2 mm",
            "paper",
        ),
        (
            _change(edition, fleet=(ship, *edition.fleet[1:])),
            r"\d\.\d × \d\.\d mm; .* at least 7 × 4\.\d mm",
            "paper",
        ),
        (
            _change(edition, tracker=long),
            r"does not fit .* 9\.2 pt it needs \d+ mm and has \d+ mm",
            "edition",
        ),
        (
            _change(edition, marks=(mark, *edition.marks[1:])),
            r"marks\.brief needs \d+\.\d mm and has .* “the right letter ",
            "edition",
        ),
    ):
        with pytest.raises(BadInputError, match=message) as caught:
            _print(changed, looks)
        assert caught.value.summary.field == field
    with pytest.raises(BadInputError, match="The Word Strike edition of Word Fleet ") as caught:
        lay_out_sheet(load_edition("word-fleet-strike"), replace(looks, mine=True))
    assert caught.value.summary.field == "mine"


def _print(edition: Edition, looks: SheetLooks) -> bytes:
    sheet = replace(print_look("word-fleet", "letter", "default").sheet, words=None, manifest=None)
    return print_trackers(edition, [SheetToPrint(sheet, looks)])


def test_every_mark_looks_different() -> None:
    """Each drawing that an edition may name for a result is one of its own; the words next to it
    stay.
    """
    edition, seen = load_edition("word-fleet"), set[bytes]()
    for draws in get_args(Mark.model_fields["draws"].annotation):
        mark = edition.marks[0].model_copy(update={"draws": draws})
        pdf = _print(_change(edition, marks=(mark, *edition.marks[1:])), SheetLooks(A4))
        assert "BULLSEYE" in texts(pdf)[0]
        seen.add(_draw(pdf, 0, 72).tobytes())
    assert len(seen) == 6


def test_a_ship_without_a_picture_has_its_row() -> None:
    """A designer's ship may have no picture: nothing that the sheet says is lost."""
    edition = load_edition("word-fleet")
    bare = [ship.model_copy(update={"silhouette": None}) for ship in edition.fleet]
    for looks in (SheetLooks(A4), SheetLooks(LETTER, large_print=True, eco=True)):
        assert texts(_print(_change(edition, fleet=(*bare,)), looks)) == texts(
            _print(edition, looks)
        )


@pytest.mark.parametrize(
    ("look", "side"),
    [("", ""), ("event", ""), ("large_print", "side.page_1"), ("half_sheets", "side.front")],
)
def test_a_title_that_is_too_long_is_cut(look: str, side: str) -> None:
    """It ends in an ellipsis above the grid, before the names, after a whole word; the side that
    the sheet shows stays.
    """
    edition = load_edition("word-fleet")
    chosen: dict[str, Any] = dict.fromkeys(look.split(), True)
    looks = SheetLooks(A4, title="The Long Cup " * 25, **chosen)
    grid = next(
        panel for panel in lay_out_sheet(edition, looks)[0].panels if isinstance(panel, Grid)
    )
    with pymupdf.open(stream=_print(edition, looks)) as document:
        (cut,) = [text for text in _read_texts(document[0]) if "…" in text.text]
    end = f"… · {edition.say(side).upper()}" if side else "…"
    assert cut.text.endswith(end)
    assert cut.text.removesuffix(end).split()[-1] in {"THE", "LONG", "CUP"}
    assert cut.box[2] <= grid.rect.right


@pytest.mark.parametrize("field", ["title", "edition", "panel", "ship", "mark"])
def test_headings_keep_accents_and_refuse_what_no_font_has(field: str) -> None:
    """Letters that the stencil lacks are set in bold; accents stay on the sheet; others are refused
    by name.
    """
    for text in ("Žvalgyba Ģimene", "海戦"):
        edition = load_edition("word-fleet")
        panels = edition.tracker.panels
        attack = panels.model_copy(
            update={"attack": panels.attack.model_copy(update={"title": text})}
        )
        facts: dict[str, dict[str, Any]] = {
            "title": {"title": text},
            "edition": {"edition": text},
            "panel": {"tracker": edition.tracker.model_copy(update={"panels": attack})},
            "ship": {
                "fleet": (edition.fleet[0].model_copy(update={"ship": text}), *edition.fleet[1:])
            },
            "mark": {
                "marks": (edition.marks[0].model_copy(update={"result": text}), *edition.marks[1:])
            },
        }
        changed = _change(edition, **facts[field])
        if text == "海戦":
            with pytest.raises(BadInputError, match="海"):
                _print(changed, SheetLooks(A4))
            continue
        pdf = _print(changed, SheetLooks(A4))
        with pymupdf.open(stream=pdf) as document:
            said = " ".join(document[0].get_text().split()).upper()
        assert all(word in said for word in text.upper().split())
        dark = 255 - _draw(pdf, 0, 200)
        assert np.nonzero(dark > 60)[0].min() * 25.4 / 200 >= 9.9
