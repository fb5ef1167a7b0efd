"""Trackers of fleets and grids of other shapes: printed in every kind on both papers, and read back by PDFium, which
knows nothing of the layout; or refused in one sentence.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from string import ascii_uppercase
from typing import Any

import numpy as np
import pypdfium2
import pytest
import yaml
from pypdfium2 import raw

from making.sheets import KINDS
from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import blank_deck, own_deck
from wordfleet_print.fleet.word_lists import WordList, load_tier
from wordfleet_print.games import Edition, load_rules, parse_rules
from wordfleet_print.press.ink.paper import PAPERS
from wordfleet_print.press.panels.layout import Layout, Looks, sheet_layout
from wordfleet_print.press.trackers import print_trackers
from wordfleet_print.sheet.sheet import Sheet, deal
from wordfleet_print.tracker.answer_key import AnswerKey
from wordfleet_print.tracker.geometry import PAPERS as PAPERS_BY_SLUG

POINTS = 72 / 25.4
HAIR = 0.12
"""What places may differ by (mm): half a line, and rounding in the file."""
MARGIN = 10.0
BOUNDS = {False: (9.0, 7.0), True: (12.5, 7.0)}
"""The least side of a square and of a word's letter box (mm), in large print and not."""
WORDMARK = "WO"
"""The title's first letters: the second is a picture of itself, above a letter that cannot be seen."""
BAR = 1.01
"""A tab's bar where ink is saved is so wide (mm); its title may touch it."""
NAMES = ("KETCH", "SHIP", "SUB", "ARK", "PT", "FRIGATE", "CRUISER", "BRIG")
LONG_NAMES = ("Aircraft Carrier", "Battleship", "Cruiser", "Destroyer", "Submarine", "Frigate", "Corvette", "Sloop")
PICTURES = ("ketch", "ship", "sub", "ark", "pt", "carrier", "cruiser", "destroyer")
EXAMPLE = "STORMINGLY"
LONG = "STORMY HARBOR ANCHOR CASTLE GALLEY MARINE SAILOR VESSEL TEMPEST CAPTAIN HARPOON DOLPHIN LANTERN COMPASS"


@dataclass(frozen=True)
class Shape:
    """A grid and a fleet, in an edition that is otherwise like a packaged one; and what does not fit, by the paper and
    whether it is large print: part of the sentence that says so.
    """

    columns: int
    rows: int
    lengths: tuple[int, ...]
    base: str = "word-fleet"
    mines: int = 1
    refused: tuple[tuple[str, bool, str], ...] = ()

    @cached_property
    def edition(self) -> Edition:
        """The edition, made by changing front matter and nothing else."""
        _, front, _ = load_rules(self.base).text.split("---\n", 2)
        facts: dict[str, Any] = yaml.safe_load(front)
        names = LONG_NAMES if self.base.endswith("admirals") else NAMES
        ships = zip(names, self.lengths, PICTURES, strict=False)
        facts.pop("played", None)
        facts["fleet"] = [
            {"ship": name, "letters": n, "example": EXAMPLE[:n], "silhouette": art} for name, n, art in ships
        ]
        facts |= {"slug": "own", "grid": {"columns": self.columns, "rows": self.rows}}
        for question in facts["fairness"]["questions"]:
            question.pop("known", None)
        for variation in facts["variations"]:
            if variation.get("prints") == "mine":
                variation["mines"] = self.mines
        text = f"---\n{yaml.safe_dump(facts, sort_keys=False, allow_unicode=True)}---\n"
        return parse_rules(text, name="own.md").edition.with_any_fleets()

    def refusal(self, paper: str, large: bool) -> str:
        """Part of the sentence that refuses it, or nothing."""
        return next((what for on, of, what in self.refused if (on, of) == (paper, large)), "")


USUAL = (5, 4, 3, 3, 2)
SHAPES = {
    "8 × 8, a second five": Shape(8, 8, (5, 5, 4, 3, 3, 2)),
    "the same, of long names": Shape(8, 8, (5, 5, 4, 3, 3, 2), "word-fleet-admirals"),
    "four ships, three mines": Shape(10, 10, (5, 4, 3, 2), mines=3),
    "six ships of long names": Shape(
        10,
        10,
        (5, 5, 4, 3, 3, 2),
        "word-fleet-admirals",
        refused=(("letter", False, "need 127.3 mm in each of 2 rows, and US Letter leaves 119.6 mm"),),
    ),
    "seven ships": Shape(10, 10, (5, 5, 4, 4, 3, 3, 2), "word-fleet-strike"),
    "eight ships": Shape(10, 10, (5, 5, 4, 4, 3, 3, 2, 2)),
    "ships of six and seven": Shape(10, 10, (7, 6, 5, 4, 3, 2)),
    "wide": Shape(10, 8, USUAL, "word-fleet-admirals"),
    "tall": Shape(
        9,
        11,
        USUAL,
        refused=(
            ("letter", False, "squares of 8.4 mm on US Letter; 9 mm is the least"),
            ("letter", True, "9.2 mm high"),
        ),
    ),
    "small": Shape(6, 6, (4, 3, 3, 2), "word-fleet-strike"),
    "12 × 12": Shape(
        12,
        12,
        USUAL,
        refused=(
            ("a4", False, "squares of 7.9 mm on A4; 9 mm is the least"),
            ("letter", False, "squares of 7.7 mm on US Letter; 9 mm is the least"),
            ("a4", True, "squares of 10.6 mm in large print on A4; 12.5 mm is the least"),
            ("letter", True, "squares of 11.1 mm in large print on US Letter; 12.5 mm is the least"),
        ),
    ),
    "15 × 8": Shape(
        15,
        8,
        USUAL,
        refused=(
            ("a4", False, "squares of 6.3 mm on A4; 9 mm is the least"),
            ("letter", False, "squares of 6.7 mm on US Letter; 9 mm is the least"),
            ("a4", True, "squares of 8.5 mm in large print"),
            ("letter", True, "squares of 8.8 mm in large print"),
        ),
    ),
    "26 × 26": Shape(
        26,
        26,
        USUAL,
        refused=(
            ("a4", False, "squares of 3.7 mm on A4; 9 mm is the least"),
            ("letter", False, "squares of 3.5 mm on US Letter; 9 mm is the least"),
            ("a4", True, "squares of 4.9 mm in large print on A4; 12.5 mm is the least"),
            ("letter", True, "squares of 5.1 mm in large print on US Letter; 12.5 mm is the least"),
        ),
    ),
}
LETTER = ("words", "eco", "left-handed", "large-print")
KINDS_ON: Mapping[str, Mapping[str, Mapping[str, bool]]] = {
    "letter": {kind: KINDS[kind] for kind in LETTER},
    "a4": {
        **{kind: options for kind, options in KINDS.items() if kind not in LETTER},
        "public-half": {"public_only": True},
    },
}
"""Every kind on one of the papers: a paper changes nothing but measures. On either there is large print, and not."""


# --- printing and reading --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Box:
    """A piece of ink (mm from the top left): its text, or the kind of path that it is."""

    x0: float
    top: float
    x1: float
    bottom: float
    what: str = ""

    @property
    def w(self) -> float:
        return self.x1 - self.x0

    @property
    def h(self) -> float:
        return self.bottom - self.top

    def holds(self, other: Box) -> bool:
        return (
            self.x0 - HAIR <= other.x0
            and self.top - HAIR <= other.top
            and other.x1 <= self.x1 + HAIR
            and other.bottom <= self.bottom + HAIR
        )

    def follows(self, other: Box) -> bool:
        """Whether it stands right behind the other, in the same line."""
        return 0 < self.x1 - other.x1 < 9 and self.x0 - other.x1 < 1.2 and abs(self.bottom - other.bottom) < other.h


@dataclass(frozen=True)
class Page:
    """A printed page as PDFium sees it."""

    width: float
    height: float
    texts: tuple[Box, ...]
    chars: tuple[Box, ...]
    paths: tuple[Box, ...]
    large: bool
    sheet: Sheet

    @cached_property
    def said(self) -> list[tuple[str, Box]]:
        """Every low frame and the characters in it, in the order in which they are drawn."""
        frames = [path for path in self.paths if path.what == "frame" and path.h < 20]
        inside, outside = _places(self.chars), _places(frames)
        holds = (inside[None, :, :2] >= outside[:, None, :2] - HAIR) & (
            inside[None, :, 2:] <= outside[:, None, 2:] + HAIR
        )
        found = [np.flatnonzero(row) for row in holds.all(axis=2)]
        return [("".join(self.chars[i].what for i in row), one) for one, row in zip(frames, found, strict=True)]


def _places(boxes: Sequence[Box]) -> Any:
    return np.array([(one.x0, one.top, one.x1, one.bottom) for one in boxes])


def _read(page: Any, *, large: bool, sheet: Sheet) -> Page:
    width, height = page.get_size()
    paths = []
    for item in page.get_objects(max_depth=3):
        x0, y0, x1, y1 = item.get_bounds()
        if item.type == raw.FPDF_PAGEOBJ_PATH:
            fill, stroke, pen = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
            raw.FPDFPath_GetDrawMode(item, fill, stroke)
            raw.FPDFPageObj_GetStrokeWidth(item, pen)
            line = pen.value if stroke.value else 0  # which PDFium adds on every side
            steps = raw.FPDFPath_CountSegments(item)
            kind = _kind(steps, stroked=bool(stroke.value))
            paths.append(_box(x0 + line, y0 + line, x1 - line, y1 - line, height, kind))
    read = page.get_textpage()
    letters = [(i, chr(raw.FPDFText_GetUnicode(read, i))) for i in range(read.count_chars())]
    chars = [_box(*read.get_charbox(i), height, letter) for i, letter in letters if not letter.isspace()]
    return Page(width / POINTS, height / POINTS, tuple(_runs(chars)), tuple(chars), tuple(paths), large, sheet)


def _kind(steps: int, *, stroked: bool) -> str:
    """A line, a frame, a ring or a rounded stamp, a picture's outline (whose tips PDFium sets far out), or filled."""
    if not stroked:
        return "fill"
    return "line" if steps == 2 else "frame" if steps <= 5 else "ring" if steps <= 20 else "outline"


def _runs(chars: list[Box]) -> Iterator[Box]:
    """Characters that follow each other, as one."""
    run: Box | None = None
    for char in chars:
        if run and char.follows(run):
            top, bottom = min(run.top, char.top), max(run.bottom, char.bottom)
            run = Box(run.x0, top, char.x1, bottom, run.what + char.what)
            continue
        if run:
            yield run
        run = char
    if run:
        yield run


def _box(x0: float, y0: float, x1: float, y1: float, height: float, what: str = "") -> Box:
    return Box(x0 / POINTS, (height - y1) / POINTS, x1 / POINTS, (height - y0) / POINTS, what)


@cache
def _words() -> WordList:
    """A list of one's own that has words of every length."""
    words = [word for words in load_tier("standard").by_length.values() for word in words]
    return WordList.of("own", "club words", "club", [*words, *LONG.split()])


@cache
def _sheet(shape: Shape, *, blank: bool, placed: bool) -> Sheet:
    edition = shape.edition
    deck = blank_deck(edition) if blank else own_deck(edition, _words(), sheets=2)
    return deal(deck, ("Niamh Ó Súilleabháin", "Ben"), "shapes", placed=placed)[0]


def _layouts(shape: Shape, paper: str) -> Iterator[tuple[Sheet, Layout, bool]]:
    """A sheet of each kind that fits, its layout, and whether it is large; the others are refused as they should be."""
    for options in KINDS_ON[paper].values():
        looks = dict(options)
        blank, placed = looks.pop("blank", False), looks.pop("placed", False)
        large = looks.get("large_print", False)
        if refusal := shape.refusal(paper, large):
            with pytest.raises(BadInputError) as refused:
                sheet_layout(shape.edition, Looks(PAPERS[paper], **looks), blank=blank)
            assert refusal in refused.value.message
            assert not refused.value.complaints
        else:
            layout = sheet_layout(shape.edition, Looks(PAPERS[paper], **looks), blank=blank, placed=placed)
            yield _sheet(shape, blank=blank, placed=placed), layout, large


def _pages(shape: Shape, paper: str) -> list[Page]:
    """Every page of every kind, printed together."""
    made = list(_layouts(shape, paper))
    if not made:
        return []
    document = pypdfium2.PdfDocument(print_trackers(shape.edition, [(sheet, layout) for sheet, layout, _ in made]))
    whose = [(large, sheet) for sheet, layout, large in made for _ in layout.pages]
    pages = [_read(page, large=large, sheet=sheet) for page, (large, sheet) in zip(document, whose, strict=True)]
    document.close()
    return pages


# --- what holds of every page ----------------------------------------------------------------------------------


def _meeting(ones: Sequence[Box], others: Sequence[Box]) -> Iterator[tuple[Box, Box]]:
    """Those that have more in common than a hair."""
    a, b = _places(ones), _places(others)
    shared = np.minimum(a[:, None, 2:], b[None, :, 2:]) - np.maximum(a[:, None, :2], b[None, :, :2])
    for i, j in np.argwhere((shared > HAIR).all(axis=2)):
        yield ones[i], others[j]


def _collisions(page: Page) -> list[tuple[Box, Box]]:
    """Texts that run into each other, or across the side of a frame, a ring or a picture; frames that overlap."""
    frames = [path for path in page.paths if path.what == "frame"]
    texts = [text for text in page.texts if text.what != WORDMARK]
    solid = [path for path in page.paths if path.what != "outline" and not (path.what == "fill" and path.w < BAR)]
    return [
        *((one, other) for one, other in _meeting(texts, texts) if one is not other),
        *((text, path) for text, path in _meeting(texts, solid) if not path.holds(text)),
        *((a, b) for a, b in _meeting(frames, frames) if not (a.holds(b) or b.holds(a))),
    ]


def _grids(page: Page, columns: int, rows: int) -> list[Box]:
    """The frames that are divided into so many squares."""
    lines = [path for path in page.paths if path.what == "line"]
    found = []
    for frame in (path for path in page.paths if path.what == "frame" and path.h > 40):
        inside = [line for line in lines if frame.holds(line)]
        down = [line for line in inside if line.h > frame.h - 1]
        across = [line for line in inside if line.w > frame.w - 1]
        if (len(down), len(across)) == (columns - 1, rows - 1):
            found.append(frame)
    return found


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_is_printed_in_every_kind_or_refused(name: str, paper: str) -> None:
    """Whatever the grid and the fleet: squares, letter boxes and word boxes keep their least sizes, every word stands
    in its boxes, nothing runs into anything else, and nothing leaves the page's margins.
    """
    shape = SHAPES[name]
    pages = _pages(shape, paper)
    secret = 0
    for page in pages:
        assert _collisions(page) == []
        inside = Box(MARGIN, MARGIN, page.width - MARGIN, page.height - MARGIN)
        assert [ink for ink in (*page.texts, *page.paths) if not inside.holds(ink)] == []
        square, side = BOUNDS[page.large]
        grids = _grids(page, shape.columns, shape.rows)
        assert grids
        for grid in grids:
            assert grid.w / shape.columns == pytest.approx(grid.h / shape.rows, abs=0.01)
            assert grid.w / shape.columns >= square - 0.01
        letters = {said[:1] for said, one in page.said if one.w >= 12.99 and one.h >= 9.99}
        assert letters >= {*ascii_uppercase}
        if page.sheet.launch_codes[0] in (said for said, _ in page.said):
            secret += 1
            roomy = {said for said, one in page.said if one.h >= side - 0.01 and one.w >= side * len(said) - 0.01}
            assert roomy >= {*(page.sheet.words or ())}
    for blank in (False, True):  # the organiser's key has room for them as well
        assert list(
            AnswerKey(shape.edition, PAPERS_BY_SLUG[paper], "Cup").place([_sheet(shape, blank=blank, placed=False)], 1)
        )
    made = [one for one in KINDS_ON[paper].values() if not shape.refusal(paper, bool(one.get("large_print")))]
    assert secret == sum("public_only" not in one for one in made)
