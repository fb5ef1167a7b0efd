"""How sheets are set: white over accents, lines of about the same length, edges that agree. Read
back by MuPDF and PDFium.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, product
from typing import Any, NamedTuple, TypeVar

import numpy as np
import pymupdf
import pypdfium2
import pytest

from support.matrix import mark_matrix
from wordfleet_print.fleet.deck import blank_deck
from wordfleet_print.games import load_edition
from wordfleet_print.paper import A4, LETTER, MM, Paper
from wordfleet_print.sheet.sheet import make_sheet
from wordfleet_print.sheet.sheet_code import SheetCode
from wordfleet_print.tracker import phrases
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.layout import lay_out_sheet
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.tracker.panels.grids import Letters
from wordfleet_print.tracker.panels.head import NameLine
from wordfleet_print.tracker.panels.panel import Panel
from wordfleet_print.tracker.panels.secret import SecretBand
from wordfleet_print.tracker.panels.ships import EnemyFleet, OwnFleet
from wordfleet_print.tracker.print_trackers import SheetToPrint, print_trackers
from wordfleet_print.tracker.set_text import wrap_evenly, wrap_text

EDITIONS = (
    "word-fleet",
    "word-fleet-strike",
    "word-fleet-admirals",
    "word-fleet-de",
    "word-fleet-es",
    "word-fleet-fr",
)
FORMS: dict[str, dict[str, Any]] = {
    "folded": {},
    "halves": {"half_sheets": True},
    "large": {"large_print": True},
}
DPI = 300
Kind = TypeVar("Kind", bound=Panel)


class Span(NamedTuple):
    """A text on a page: from its capitals' height to its baseline (mm), and its size (pt)."""

    text: str
    box: Rect
    size: float


def print_sheet(
    slug: str, looks: SheetLooks, player: str = "Ann", fleet_name: str = "The Peppy Cavalcade"
) -> bytes:
    """Print a sheet without words, of this player and fleet."""
    edition = load_edition(slug)
    deck = blank_deck(edition)
    sheet = replace(
        make_sheet(deck, SheetCode(deck.digest, 7)), player=player, fleet_name=fleet_name
    )
    return print_trackers(edition, [SheetToPrint(sheet, looks)])


def find_panel(slug: str, looks: SheetLooks, kind: type[Kind]) -> Kind:
    """Return the first panel of a kind."""
    pages = lay_out_sheet(load_edition(slug), looks, blank=True)
    return next(panel for page in pages for panel in page.panels if isinstance(panel, kind))


def read_spans(pdf: bytes, number: int) -> list[Span]:
    """Return the texts of a page of the file, the last one for -1."""
    spans = []
    with pymupdf.open(stream=pdf) as document:
        for block in document[number].get_text("dict")["blocks"]:
            for line in block.get("lines", ()):
                for span in line["spans"]:
                    (left, _, right, _), (_, base) = span["bbox"], span["origin"]
                    tall = 0.66 * span["size"]
                    box = Rect(left / MM, (base - tall) / MM, (right - left) / MM, tall / MM)
                    spans.append(Span(span["text"], box, span["size"]))
    return [span for span in spans if span.text.strip()]


def read_lines(pdf: bytes, number: int, place: Rect) -> list[Rect]:
    """Return the lines of text inside a place of a page, from the top."""
    lines: dict[float, list[Rect]] = {}
    for span in read_spans(pdf, number):
        box = span.box
        if place.y < box.bottom < place.bottom and place.x - 0.2 < box.x < place.right:
            lines.setdefault(round(box.bottom, 1), []).append(box)
    found = []
    for _, boxes in sorted(lines.items()):
        left = min(box.x for box in boxes)
        right = max(box.right for box in boxes)
        found.append(Rect(left, boxes[0].y, right - left, boxes[0].h))
    return found


def find_ink(pdf: bytes, number: int, place: Rect) -> np.ndarray[Any, Any]:
    """Return which pixels of a place of a page (mm) are dark."""
    with pypdfium2.PdfDocument(pdf) as document:
        drawn = document[number % len(document)].render(scale=DPI / 72, grayscale=True)
        page = np.asarray(drawn.to_numpy()).squeeze()
    left, top, right, bottom = (
        round(at / 25.4 * DPI) for at in (place.x, place.y, place.right, place.bottom)
    )
    return page[top:bottom, left:right] < 110


def find_strips(pdf: bytes, number: int, place: Rect) -> list[float]:
    """Return the heights of white strips between rows with ink in a place of a page (mm)."""
    (inked,) = np.nonzero(find_ink(pdf, number, place).any(axis=1))
    return [float(gap - 1) * 25.4 / DPI for gap in np.diff(inked) if gap > 1]


@pytest.mark.parametrize("name", ["Åsa", "Ǻn", "Źrój", "Ếj", "Õqp"])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("paper", [A4, LETTER])
def test_marks_over_capitals_keep_off_captions_and_frames(
    paper: Paper, form: str, name: str
) -> None:
    """A name with marks over capitals has white between it and its caption, and between it and the
    frame of the secret band, above and below.
    """
    looks = SheetLooks(paper, **FORMS[form])
    pdf = print_sheet("word-fleet", looks, name, fleet_name="")
    line = find_panel("word-fleet", looks, NameLine).rect
    caption, *_ = find_strips(pdf, 0, Rect(line.x, line.y - 0.3, 5, line.h))
    assert caption >= 0.3
    band = find_panel("word-fleet", looks, SecretBand).rect
    above, *_, below = find_strips(pdf, -1, Rect(band.right - 6, band.y, 3.6, band.h))
    assert above >= 0.15
    assert below >= 0.15


@pytest.mark.parametrize("width", [20.0, 27.5, 33.0, 58.0, 104.0])
@pytest.mark.parametrize("slug", EDITIONS)
def test_a_paragraphs_lines_are_about_as_long_as_each_other(slug: str, width: float) -> None:
    """A text takes as few lines as it can, in the same order, none wider than the place; no line
    could be shorter with the widest one as short as it is.
    """
    edition = load_edition(slug)
    for key in ("fleet.lost", "letters.tell", "letters.count_mine", "start.play.text"):
        for text in edition.list_wordings(key):
            greedy = wrap_text(text, width, 8.0, Face.MEDIUM)
            even = wrap_evenly(text, width, 8.0, Face.MEDIUM)
            assert len(even) == len(greedy)
            assert list(chain(*even)) == list(chain(*greedy))
            if len(even) > 1 and len(greedy[-1]) == 1 and len(greedy[-2]) > 2:
                assert even[-1] == greedy[-1] or len(even[-1]) > 1


each_edition = pytest.mark.parametrize(
    ("slug", "paper"),
    mark_matrix(product(EDITIONS, (A4, LETTER)), [("word-fleet", LETTER), ("word-fleet-de", A4)]),
)


@each_edition
def test_what_a_lost_ship_asks_for_has_few_lines_of_its_own(slug: str, paper: Paper) -> None:
    """In every form it has three lines at most, the last of which is no orphan; it begins where
    the manifest's corner does, or clearly elsewhere, right of all boxes next to it.
    """
    for form in FORMS.values():
        looks = SheetLooks(paper, **form)
        fleet = find_panel(slug, looks, OwnFleet)
        pdf = print_sheet(slug, looks)
        corner = fleet.plan.corner
        lines = read_lines(pdf, -1, Rect(corner.x, corner.y, corner.w, corner.h + 1))
        assert 1 <= len(lines) <= 3
        assert lines[-1].w >= 0.3 * max(line.w for line in lines)
        assert all(line.right <= fleet.rect.right + 0.1 for line in lines)
        manifest = find_panel(slug, looks, Letters).find_corner().x
        off = abs(lines[0].x - manifest)
        assert off < 0.2 or off > 1.5
        rows = [row for row in fleet.rows if row.boxes[0].bottom > lines[0].y]
        assert all(row.boxes[-1].right + 1 < lines[0].x for row in rows)


@each_edition
def test_bubbles_of_a_turn_are_equal_or_as_wide_as_their_calls(slug: str, paper: Paper) -> None:
    """Names and answers begin on one edge; else each bubble is clearly of its own width: no two
    edges are less than 3 mm from each other. Bubbles keep 0.4 mm off them.
    """
    for form in FORMS.values():
        looks = SheetLooks(paper, **form)
        edition = load_edition(slug)
        pdf = print_sheet(slug, looks)
        names = set[str]()
        for group in phrases.list_choices(edition):
            for choice in group.choices:
                names.update(choice.name)
        spans = [span for span in read_spans(pdf, -1) if span.text.strip() in names]
        for span in spans:
            box = span.box
            assert not find_ink(pdf, -1, Rect(box.x - 0.45, box.y, 0.4, 2 * box.h)).any()
        edges = [span.box.x for span in spans]
        apart = np.diff(sorted(edges))
        assert edges
        assert all(gap > 3 or gap < 0.2 for gap in apart)


@each_edition
def test_words_over_columns_of_the_enemys_fleet_have_air(slug: str, paper: Paper) -> None:
    """The words over ships and lines are 2.9 mm apart, and as far below the heading's rule as
    their size asks for: 0.7 mm, twice that in large print.
    """
    for form in FORMS.values():
        looks = SheetLooks(paper, **form)
        edition = load_edition(slug)
        enemy = find_panel(slug, looks, EnemyFleet)
        words = {edition.say("enemy.tried"), edition.say("enemy.sunk")}
        spans = [span for span in read_spans(print_sheet(slug, looks), 0) if span.text in words]
        tried, sunk = sorted(spans[:2], key=lambda span: span.box.x)
        assert sunk.box.x - tried.box.right >= 2.9
        rule = enemy.rect.y + enemy.style.heading_height
        assert tried.box.y - rule >= 0.088 * tried.size
