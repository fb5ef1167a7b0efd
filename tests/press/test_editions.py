"""The trackers of all editions: what front matter alone makes of one layout, read back from the printed page.

Every sheet here is printed from an edition's front matter and measured as test_page.py and test_ink.py measure the
Captains', or together with them: panels are found by their tabs, grids by their lines, letters by where they stand.
"""

from __future__ import annotations

import ast
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import numpy as np
import pikepdf
import pytest
import yaml

from making.command import Run, texts
from making.games import with_facts
from making.pages import (
    COLOUR,
    ECO,
    HAIR,
    LARGE,
    POINTS,
    STROKES,
    Box,
    Grid,
    Image,
    Panel,
    ReadPage,
    Text,
    counts_read,
    part,
    read_pages,
    render,
    words_read,
)
from making.sheets import CAPTAINS, KINDS
from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.fleet.deck import Deck, blank_deck, theme_deck, tier_deck
from wordfleet_print.fleet.word_lists import load_theme, load_tier
from wordfleet_print.games import Edition, edition_slugs, load_edition
from wordfleet_print.games.rules_file import parse_rules
from wordfleet_print.press.ink.paper import PAPERS
from wordfleet_print.press.panels.layout import Layout, Looks, sheet_layout
from wordfleet_print.press.panels.page import MARGIN, PagePlan
from wordfleet_print.press.trackers import print_trackers
from wordfleet_print.sheet.sheet import Sheet, are_fair_opponents, deal, make_sheet
from wordfleet_print.sheet.sheet_code import parse_code

STRIKE, ADMIRALS = "word-fleet-strike", "word-fleet-admirals"
EDITIONS = (STRIKE, ADMIRALS)
SORTS = ("placed", "blank", "eco", "large-print", "left-handed")
"""The kinds of sheet that every edition is measured in."""
OF_EVENT = {"placed": "Giải Ǻgerup", "large-print": "Ảnh Open & Ķģ", "left-handed": "Cup", "all-at-once": "Ǻgerup"}
"""The kinds of sheet that are measured as an event's, with its title: the tallest accents, the deepest descenders."""
SECRET = ("fleet", "codes", "defense", "manifest")
"""The panels that face nobody but their captain, by what they are for."""
SHEETS = [
    (slug, kind, paper)
    for i, slug in enumerate(EDITIONS)
    for j, kind in enumerate(SORTS)
    for k, paper in enumerate(PAPERS)
    if kind in {"placed", "large-print"} or (i + j + k) % 2
]
"""The sheets that are measured. Blank ones, those with less ink and those in a mirror have the places of the usual one:
each is on either paper, in either edition.
"""
ALL = [*(("word-fleet", kind, paper) for kind in KINDS for paper in PAPERS), *SHEETS]
"""These and the Captains' in every look."""
every_sheet = pytest.mark.parametrize(("slug", "kind", "paper"), SHEETS)
any_sheet = pytest.mark.parametrize(("slug", "kind", "paper"), ALL)
folded_sheet = pytest.mark.parametrize(("slug", "kind", "paper"), [made for made in ALL if made[1] not in LARGE])
strikes_sheet, admirals_sheet = (
    pytest.mark.parametrize(("kind", "paper"), [made[1:] for made in SHEETS if made[0] == slug]) for slug in EDITIONS
)


# --- printing and reading --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Job:
    """An edition's pair of sheets and their layout, and the first of them as printed."""

    edition: Edition
    sheets: tuple[Sheet, ...]
    layout: Layout
    pdf: bytes
    pages: tuple[ReadPage, ...]

    @property
    def each(self) -> int:
        """How many pages a sheet has."""
        return len(self.layout.pages)

    def title(self, panel: str) -> str:
        """What stands on a panel's tab."""
        return str(getattr(self.edition.tracker.panels, panel).title).upper()

    def panel(self, name: str) -> Panel:
        """The panel that is for this, on whichever page it is."""
        (panel,) = (page.panels[self.title(name)] for page in self.pages if self.title(name) in page.panels)
        return panel

    def grid(self, name: str) -> Grid:
        """The grid of that panel."""
        return self.panel(name).page.grids[self.title(name)]

    @property
    def public_and_secret(self) -> tuple[ReadPage, ReadPage]:
        """What lies above the fold and what below; in large print the first page and the second."""
        first, last = self.pages[0], self.pages[-1]
        if self.each == 2:
            return first, last
        return part(first, 0, first.height / 2), part(first, first.height / 2, first.height)


def print_job(edition: Edition, kind: str, paper: str) -> Job:
    """Deal a pair of sheets of one kind, of an event or not, and print the first on one paper."""
    options = dict(KINDS[kind])
    blank, placed = options.pop("blank", False), options.pop("placed", False)
    sheets = deal(
        blank_deck(edition) if blank else tier_deck(edition, load_tier("standard")), CAPTAINS, "e", placed=placed
    )
    event = OF_EVENT.get(kind, "")
    layout = sheet_layout(edition, Looks(PAPERS[paper], **options, event=event), blank=blank, placed=placed)
    pdf = print_trackers(edition, [(sheets[0], layout)])
    return Job(edition, sheets, layout, pdf, tuple(read_pages(pdf)))


@cache
def job_of(slug: str, kind: str, paper: str) -> Job:
    """A packaged edition's pair of sheets."""
    return print_job(load_edition(slug), kind, paper)


@cache
def picture(slug: str, kind: str, paper: str) -> tuple[Image, ...]:
    """The first sheet's pages as pixels (300 dpi)."""
    job = job_of(slug, kind, paper)
    return tuple(render(job.pdf, number, 300) for number in range(job.each))


def _across(panel: Box, page: ReadPage, kind: str) -> float:
    """How far across the page a panel's middle is, from the side away from the writing hand: 0 to 1."""
    share = panel.middle[0] / page.width
    return 1 - share if kind == "left-handed" else share


def _named(job: Job) -> list[tuple[int, Text]]:
    """Every run that holds the fleet's name, with the number of its page."""
    name = job.sheets[0].fleet_name
    return [(i, run) for i, page in enumerate(job.pages) for run in page.runs if name in run.text]


# --- the checklist ---------------------------------------------------------------------------------------------


@every_sheet
def test_panels_carry_the_editions_titles(slug: str, kind: str, paper: str) -> None:
    """The tabs on a sheet are the edition's panels, each once, and no other; large print has no tab for the turn."""
    job = job_of(slug, kind, paper)
    names = [*type(job.edition.tracker.panels).model_fields]
    expected = {job.title(name) for name in names if job.each == 1 or name != "turn"}
    found = [title for page in job.pages for title in page.panels]
    assert sorted(found) == sorted(expected)


@any_sheet
def test_grids_are_whole_and_large_enough(slug: str, kind: str, paper: str) -> None:
    """Both grids have every line, and squares of at least 9.0 mm, in large print 12.5 mm."""
    job = job_of(slug, kind, paper)
    for name in ("attack", "defense"):
        grid = job.grid(name)
        assert (len(grid.xs) - 1, len(grid.ys) - 1) == (job.edition.grid.columns, job.edition.grid.rows)
        assert grid.cell >= (12.5 if kind in LARGE else 9.0) - HAIR
    assert sorted(title for page in job.pages for title in page.grids) == sorted(map(job.title, ("attack", "defense")))


@any_sheet
def test_boxes_are_large_enough(slug: str, kind: str, paper: str) -> None:
    """Letter boxes are at least 13 × 10 mm, boxes of words 7 × 7 mm, boxes of digits, and of the column and row of a
    mine, 4.5 mm wide and 6 mm high.
    """
    job = job_of(slug, kind, paper)
    for name in ("recon", "manifest"):
        boxes = job.panel(name).letters
        assert "".join(sorted(boxes)) == ascii_uppercase
        assert min(box.w for box in boxes.values()) >= 13.0 - HAIR
        assert min(box.h for box in boxes.values()) >= 10.0 - HAIR
    words, codes = job.panel("fleet").strips, job.panel("codes").strips
    assert [len(places) - 1 for _, places in words] == list(job.edition.lengths)
    digits, edition = [job.edition.launch_codes.digits] * job.edition.launch_codes.count, job.edition
    assert [len(places) - 1 for _, places in codes] == digits + [2] * edition.mines
    for strips, wide, high in ((words, 7.0, 7.0), (codes, 4.5, 6.0)):
        for strip, places in strips:
            assert strip.h >= high - HAIR
            assert min(b - a for a, b in pairwise(places)) >= wide - HAIR


@folded_sheet
def test_the_fold_is_halfway_down_in_a_clear_strip(slug: str, kind: str, paper: str) -> None:
    """The fold is dashed at half the page's height to 0.1 mm, from margin to margin; within 2.5 mm of it there are only
    the edition's words for it, in the middle.
    """
    job = job_of(slug, kind, paper)
    (page,) = job.pages
    fold, words = page.height / 2, job.edition.tracker.fold_line.upper()
    near = [ink for ink in page.inks if ink.bottom + _pen(ink) > fold - 2.5 and ink.top - _pen(ink) < fold + 2.5]
    assert len(near) == 2
    assert all(ink.dashed and abs(ink.top - fold) <= 0.1 and ink.h < HAIR for ink in near)
    assert (min(ink.x0 for ink in near) < 11, max(ink.x1 for ink in near) > page.width - 11) == (True, True)
    close = [run for run in page.runs if run.y + 0.25 * run.em > fold - 2.5 and run.y - 0.95 * run.em < fold + 2.5]
    assert [run.text for run in close] == [words]
    assert close[0].middle[1] == pytest.approx(fold, abs=0.3)


def _pen(ink: Any) -> float:
    return float(ink.width) / POINTS / 2


@any_sheet
def test_no_secret_stands_above_the_fold(slug: str, kind: str, paper: str) -> None:
    """Words, launch codes, counts and sheet code stand below the fold (in large print on page 2), and secret panels
    with them.
    """
    job = job_of(slug, kind, paper)
    sheet, (public, secret) = job.sheets[0], job.public_and_secret
    above, below = ("".join(glyph.text for glyph in half.glyphs) for half in (public, secret))
    for text in (sheet.code, "".join(sheet.launch_codes), "".join(sheet.words or ())):
        assert text in below
        assert not text or text not in above
    assert not [run for run in public.runs if run.font.startswith("JetBrains")]
    tabs = [run.text for run in public.runs if run.font.startswith("SairaStencil")]
    assert not {job.title(name) for name in SECRET} & set(tabs)


@any_sheet
def test_the_public_half_is_the_same_whatever_the_secrets(slug: str, kind: str, paper: str) -> None:
    """But for the names in the header, two sheets' public halves are the same to the pixel."""
    job = job_of(slug, kind, paper)
    named = job.edition.tracker.fleet_name_in == "header"
    alike = [replace(sheet, captain="", opponent="") for sheet in job.sheets]
    alike = [replace(sheet, fleet_name="The Fleet") for sheet in alike] if named else alike
    pdf = print_trackers(job.edition, [(sheet, job.layout) for sheet in alike])
    one, other = (render(pdf, number * job.each, 100) for number in (0, 1))
    public = len(one) if job.each == 2 else len(one) // 2
    assert np.array_equal(one[:public], other[:public])


@any_sheet
def test_sheets_say_what_was_dealt(slug: str, kind: str, paper: str) -> None:
    """Words, launch codes and counts read back from the page are the sheet's; a blank sheet leaves room for them."""
    job = job_of(slug, kind, paper)
    sheet = job.sheets[0]
    words = words_read(job.panel("fleet"))
    assert words == list(sheet.words or [""] * len(job.edition.fleet))
    assert tuple(filter(None, words_read(job.panel("codes")))) == sheet.launch_codes
    aboard = Counter("".join(words))
    expected = {letter: str(aboard[letter] or "–") if sheet.words else "" for letter in ascii_uppercase}
    assert counts_read(job.panel("manifest")) == expected


@any_sheet
def test_no_type_is_too_small(slug: str, kind: str, paper: str) -> None:
    """Nothing is set smaller than 7 pt; in large print nothing smaller than 16 pt."""
    least = 16.0 if kind in LARGE else 7.0
    glyphs = [glyph for page in job_of(slug, kind, paper).pages for glyph in page.glyphs if glyph.text.strip()]
    assert min(glyph.size for glyph in glyphs) >= least - 0.001


def _operators(pdf: pikepdf.Pdf) -> Iterator[tuple[str, list[Any]]]:
    """Every drawing operator of every page and form; each starts with a pen of 1 pt."""
    forms = [obj for obj in pdf.objects if isinstance(obj, pikepdf.Stream) and obj.get("/Subtype") == "/Form"]
    for drawn in (*pdf.pages, *forms):
        yield "start", []
        yield from ((str(step.operator), list(step.operands)) for step in pikepdf.parse_content_stream(drawn))


@any_sheet
def test_ink_is_grey_and_no_line_too_thin(slug: str, kind: str, paper: str) -> None:
    """Every colour is DeviceGray – black, white, the 12 % tint; eco has no tint – and every line, of outlined type too,
    at least 0.6 pt, where it is scaled too.
    """
    widths, saved, pen, scale, outlined = Counter[float](), list[tuple[float, float]](), 1.0, 1.0, False
    with pikepdf.open(io.BytesIO(job_of(slug, kind, paper).pdf)) as pdf:
        operators = [*_operators(pdf)]
        for op, args in operators:
            if op == "start":
                saved, pen, scale, outlined = [], 1.0, 1.0, False
            elif op == "w":
                pen = float(args[0])
            elif op == "q":
                saved.append((pen, scale))
            elif op == "Q":
                pen, scale = saved.pop()
            elif op == "cm":
                wide, *aslant, high = (float(arg) for arg in args[:4])
                assert (abs(high), aslant) == (wide, [0, 0])
                scale *= wide
            elif op == "Tr":
                outlined = int(args[0]) in (1, 2)
            elif op in STROKES or (outlined and op == "Tj"):
                widths[round(pen * scale, 2)] += 1
        assert not [obj for obj in pdf.objects if isinstance(obj, pikepdf.Stream) and obj.get("/Subtype") == "/Image"]
    assert min(widths) >= 0.6
    assert widths.total() > 100
    colours = {(op, float(args[0]) if args else -1) for op, args in operators if op in COLOUR}
    assert colours <= {("g", 0.0), ("g", 1.0), ("G", 0.0), ("g", 0.88)}
    assert (("g", 0.88) in colours) == (kind not in ECO)


@any_sheet
def test_ink_stays_off_the_edges(slug: str, kind: str, paper: str) -> None:
    """No pixel within 10.0 mm of any edge is anything but white."""
    for image in picture(slug, kind, paper):
        size = PAPERS[paper].width, PAPERS[paper].height
        scale = image.shape[1] / size[0], image.shape[0] / size[1]
        rows, columns = (np.flatnonzero(image.min(axis=axis) < 255) for axis in (1, 0))
        left, top = columns[0] / scale[0], rows[0] / scale[1]
        right, bottom = size[0] - (columns[-1] + 1) / scale[0], size[1] - (rows[-1] + 1) / scale[1]
        assert min(left, top, right, bottom) >= 10.0, (left, top, right, bottom)


@every_sheet
def test_every_path_lies_inside_the_margins(slug: str, kind: str, paper: str) -> None:
    """Every line, box and run of type keeps to the page inside its margins: no panel overflows it."""
    for page in job_of(slug, kind, paper).pages:
        room = Box(MARGIN - 0.1, MARGIN - 0.1, page.width - MARGIN + 0.1, page.height - MARGIN + 0.1)
        boxes = [*page.inks, *(_extent(run) for run in page.runs if run.text.strip())]
        assert [box for box in boxes if not room.contains(box)] == []


@any_sheet
def test_ink_covers_little_of_the_page(slug: str, kind: str, paper: str) -> None:
    """The mean darkness of every page is at most 10 %, in eco mode at most 7 %."""
    for image in picture(slug, kind, paper):
        assert 0.02 < 1 - image.mean() / 255 <= (0.07 if kind in ECO else 0.10)


# --- nothing overlaps ------------------------------------------------------------------------------------------


def _extent(run: Text) -> Box:
    """Where a run has ink: up to its capitals, down to its descenders if it has any."""
    tail = 0.2 if re.search(r"[gjpqy,;Q]", run.text) else 0.0
    return Box(run.x0, run.y - 0.7 * run.em, run.x1, run.y + tail * run.em)


def _edges(page: ReadPage) -> list[Box]:
    """Whatever type must not touch: lines and the sides of outlines with their pens, and filled black pictures."""
    found = []
    for ink in page.inks:
        pen = _pen(ink)
        x0, top, x1, bottom = ink.x0 - pen, ink.top - pen, ink.x1 + pen, ink.bottom + pen
        if ink.width:
            found += [Box(x0, top, ink.x0 + pen, bottom), Box(ink.x1 - pen, top, x1, bottom)]
            found += [Box(x0, top, x1, ink.top + pen), Box(x0, ink.bottom - pen, x1, bottom)]
        if ink.gray == 0:
            found.append(Box(x0, top, x1, bottom))
    return found


def _clashes(ones: list[Box], others: list[Box], clear: float = 0.0) -> list[tuple[int, int]]:
    """Which boxes overlap, or come nearer than `clear` (mm), by their numbers."""
    (a, b) = (
        np.array([(box.x0, box.top, box.x1, box.bottom) for box in boxes]).reshape(-1, 4) for boxes in (ones, others)
    )
    wide = np.minimum(a[:, None, 2], b[None, :, 2]) - np.maximum(a[:, None, 0], b[None, :, 0])
    high = np.minimum(a[:, None, 3], b[None, :, 3]) - np.maximum(a[:, None, 1], b[None, :, 1])
    return [(int(i), int(j)) for i, j in np.argwhere((wide > HAIR - clear) & (high > HAIR - clear))]


def _assert_type_is_clear(page: ReadPage, title: str) -> None:
    runs = [run for run in page.runs if run.text.strip() and not _is_wordmark(run, title)]
    extents = [_extent(run) for run in runs]
    assert [(runs[i].text, runs[j].text) for i, j in _clashes(extents, extents) if i < j] == []
    black = [i for i, run in enumerate(runs) if run.gray == 0]
    crossed = _clashes([extents[i] for i in black], _edges(page))
    assert sorted({runs[black[i]].text for i, _ in crossed}) == []


def _is_wordmark(run: Text, title: str) -> bool:
    """Whether a run is part of the game's title, whose O is drawn over as a gun sight."""
    return run.font.startswith("SairaStencil") and run.text.strip() in title.upper()


@every_sheet
def test_no_type_stands_on_other_type_or_on_a_line(slug: str, kind: str, paper: str) -> None:
    """No two runs of type overlap, and no line, box or picture runs through one."""
    job = job_of(slug, kind, paper)
    for page in job.pages:
        _assert_type_is_clear(page, job.edition.title)


@every_sheet
def test_ships_names_are_clear_of_their_boxes(slug: str, kind: str, paper: str) -> None:
    """Each ship's whole name stands in my fleet and in the enemy's, 0.3 mm clear of boxes, pictures and other type."""
    job = job_of(slug, kind, paper)
    names = [ship.ship for ship in job.edition.fleet]
    for panel in (job.panel("fleet"), job.panel("enemy")):
        runs = [run for run in panel.page.text_in(panel) if run.text.strip()]
        ships = [run for run in runs if run.text in names]
        ships.sort(key=lambda run: (round(run.y), run.x0))
        assert [run.text for run in ships] == names
        others = [_extent(run) for run in runs if run not in ships]
        extents = [_extent(run) for run in ships]
        assert _clashes(extents, _edges(panel.page), 0.3) == []
        assert _clashes(extents, others, 0.3) == []
        assert [pair for pair in _clashes(extents, extents, 0.3) if len({*pair}) == 2] == []


@every_sheet
def test_no_panel_draws_over_another(slug: str, kind: str, paper: str) -> None:
    """Printed each by itself, no two panels have ink on the same pixel."""
    job = job_of(slug, kind, paper)
    for page in job.layout.pages:
        alone = Layout(job.layout.paper, tuple(PagePlan((panel,), (), None) for panel in page.panels))
        pdf = print_trackers(job.edition, [(job.sheets[0], alone)])
        covered = np.zeros(render(pdf, 0, 72).shape, dtype=np.int16)
        for number in range(len(alone.pages)):
            covered += render(pdf, number, 72) < 200
        assert covered.max() == 1


# --- marks, ticks, notes ---------------------------------------------------------------------------------------


def legend_read(panel: Panel) -> dict[str, str]:
    """The legend in a recon panel: what each result's mark draws, told from its ink."""
    page = panel.page
    outside = [
        box for box in page.boxes if panel.contains(box) and not any(b.contains(box) for b in panel.letters.values())
    ]
    squares = [box for box in outside if abs(box.w - box.h) < HAIR]
    marks = [box for box in squares if not any(other != box and other.contains(box) for other in squares)]
    words = [run for run in page.text_in(panel) if len(run.text) > 1 and run.font.startswith("Fira")]
    found = {}
    for box in marks:
        near = min(words, key=lambda run: (round(_apart(box, _extent(run)), 1), run.y))
        inside = [ink for ink in page.inks if box.contains(ink)]
        found[near.text.upper()] = _mark_drawn([ink for ink in inside if ink.w < box.w], page.text_in(box))
    return found


def _apart(one: Box, other: Box) -> float:
    """How far two boxes are apart (mm), across and down together."""
    wide = max(0.0, one.x0 - other.x1, other.x0 - one.x1)
    return wide + max(0.0, one.top - other.bottom, other.top - one.bottom)


def _mark_drawn(inks: Iterable[Any], text: list[Text]) -> str:
    """What is drawn is one of the marks, and nothing else is there."""
    looks = sorted(ink.kind if ink.kind in {"line", "rect"} else "ring" if ink.width else "disc" for ink in inks)
    known = {"disc": "dot", "line line": "cross", "rect": "border", "line": "slash", "ring": "ring"}
    known[""] = "letter"
    mark = known[" ".join(looks)]
    assert bool(text) is (mark != "dot")
    return mark


@any_sheet
def test_the_legend_shows_the_editions_marks(slug: str, kind: str, paper: str) -> None:
    """Beside the alphabet each result has its mark, drawn as the edition draws it."""
    job = job_of(slug, kind, paper)
    expected = {mark.result.upper(): mark.draws for mark in job.edition.marks}
    assert legend_read(job.panel("recon")) == expected
    assert slug not in EDITIONS or expected == {"HIT": "ring" if slug == STRIKE else "slash", "MISS": "dot"}


@every_sheet
def test_each_letter_has_a_box_to_tick(slug: str, kind: str, paper: str) -> None:
    """Where a letter is asked once only (S-07, A-10), its box on the public alphabet, and no other, holds a box to
    tick, clear of the ring round the letter and of the line for the count.
    """
    job = job_of(slug, kind, paper)
    recon, page = job.panel("recon"), job.panel("recon").page
    for letter, box in recon.letters.items():
        (tick,) = (ink for ink in page.boxes if ink != box and box.contains(ink))
        (glyph,) = page.text_in(box)
        (rule,) = (
            line for line in page.across if box.contains(line) and line.w < 0.6 * box.w and line.top > box.middle[1]
        )
        assert glyph.text == letter
        assert tick.w == pytest.approx(tick.h, abs=HAIR)
        assert tick.w >= 2.5
        assert tick.x0 - glyph.x > 3.5
        assert rule.top - tick.bottom >= 4.0
    manifest = job.panel("manifest")
    inside = [
        ink for ink in manifest.page.boxes for box in manifest.letters.values() if ink != box and box.contains(ink)
    ]
    assert inside == []


@every_sheet
def test_there_are_lines_for_announcements(slug: str, kind: str, paper: str) -> None:
    """Three lines, long and high enough for a word and its squares, stand under the edition's label."""
    job = job_of(slug, kind, paper)
    notes, panel = job.edition.tracker.notes, job.panel("codes")
    assert notes is not None
    assert (notes.label, notes.lines) == ("Wrong strikes", 3)
    (label,) = (run for run in panel.page.runs if run.text == notes.label.upper())
    assert panel.holds(*label.middle)
    below = [run.y for run in panel.page.runs if panel.holds(*run.middle) and run.y > label.y + 1]
    end = min(below, default=panel.bottom)
    lines = [line for line in panel.page.across if panel.contains(line) and label.y < line.top < end]
    lines = [line for line in lines if not line.dashed]
    assert len(lines) == 3
    for line in lines:
        over = [other.top for other in lines if other.top < line.top - HAIR and abs(other.x0 - line.x0) < HAIR]
        assert line.w >= 20
        assert line.top - max(over, default=label.y) >= 5.0


# --- Strike ----------------------------------------------------------------------------------------------------


@strikes_sheet
def test_strike_has_its_panels_where_its_rules_say(kind: str, paper: str) -> None:
    """Attack grid top left, Letter Intelligence top right, Letter Inventory bottom right (S-04), the left-handed sheet
    in a mirror; in large print the first two share page 1 and the inventory stands on page 2, under the defense grid.
    """
    job = job_of(STRIKE, kind, paper)
    attack, intelligence = job.panel("attack"), job.panel("recon")
    defense, inventory = job.panel("defense"), job.panel("manifest")
    assert (intelligence.title, inventory.title) == ("LETTER INTELLIGENCE", "LETTER INVENTORY")
    if kind == "large-print":
        assert attack.page is intelligence.page is job.pages[0]
        assert defense.page is inventory.page is job.pages[1]
        assert inventory.top > job.grid("defense").bottom
        return
    page = attack.page
    assert max(_across(panel, page, kind) for panel in (attack, defense)) < 0.4
    assert min(_across(panel, page, kind) for panel in (intelligence, inventory)) > 0.6
    assert attack.top == pytest.approx(intelligence.top, abs=0.1)
    assert defense.top == pytest.approx(inventory.top, abs=0.1)
    assert max(box.bottom for box in intelligence.letters.values()) < page.height / 2 < inventory.top


@strikes_sheet
def test_strike_names_the_fleet_in_the_header(kind: str, paper: str) -> None:
    """The fleet's name stands at the head of the sheet, under its label."""
    job = job_of(STRIKE, kind, paper)
    (number, run), *_ = _named(job)
    assert number == 0
    assert run.y < job.panel("attack").stamp.top
    assert "FLEET" in {other.text for other in job.pages[0].runs}


@pytest.mark.parametrize("kind", ["words", "blank"])
def test_strikes_first_codes_decide_the_lock(kind: str) -> None:
    """Whatever the seed, opponents' first codes start with different digits whose sum has one digit (S-10 to S-12)."""
    edition = load_edition(STRIKE)
    deck = blank_deck(edition) if kind == "blank" else tier_deck(edition, load_tier("standard"))
    seen = set()
    for seed in range(30):
        one, other = deal(deck, ("", ""), str(seed))
        first = int(one.launch_codes[0][0]), int(other.launch_codes[0][0])
        assert first[0] != first[1]
        assert sum(first) <= 9
        seen.add(first)
    assert len(seen) > 10


def test_strike_refuses_opponents_whose_lock_is_open() -> None:
    """Sheets with equal first digits, or with a sum of two digits, are no opponents in Strike; Admirals may be."""
    for slug, fair in ((STRIKE, False), (ADMIRALS, True)):
        deck = blank_deck(load_edition(slug))
        one, other = deal(deck, ("", ""), "lock")
        for mine, theirs in (("412", "437"), ("512", "537"), ("912", "137"), ("573", "602")):
            here, there = (
                replace(sheet, launch_codes=(first, *(f"00{i}" for i in range(start, start + 4))))
                for sheet, first, start in ((one, mine, 0), (other, theirs, 5))
            )
            assert are_fair_opponents(here, there, deck) == fair


# --- Admirals --------------------------------------------------------------------------------------------------


@admirals_sheet
def test_admirals_indicators_show_five_ships_by_name(kind: str, paper: str) -> None:
    """Beside the attack grid each ship has its full name and as many boxes as letters: 5, 4, 3, 3, 2 (A-15)."""
    job = job_of(ADMIRALS, kind, paper)
    panel = job.panel("enemy")
    names = ["Aircraft Carrier", "Battleship", "Cruiser", "Destroyer", "Submarine"]
    runs = [run for run in panel.page.text_in(panel) if run.text in names]
    assert [run.text for run in sorted(runs, key=lambda run: run.y)] == names
    squares = [box for box in panel.page.boxes if panel.contains(box) and abs(box.w - box.h) < HAIR]
    rows = Counter(round(box.top, 1) for box in squares)
    assert [rows[top] for top in sorted(rows)] == [5, 4, 3, 3, 2]
    assert panel.top == pytest.approx(job.panel("attack").top, abs=0.1) or kind != "large-print"
    assert panel.page is job.panel("attack").page


@admirals_sheet
def test_admirals_sheets_have_three_sections(kind: str, paper: str) -> None:
    """From top to bottom: attack grid with Fired Letters; fleet's name, launch codes and word-ships; defense grid with
    the Letter Manifest (A-15). In large print the codes stand beside the defense grid.
    """
    job = job_of(ADMIRALS, kind, paper)
    assert (job.panel("recon").title, job.panel("manifest").title) == ("FIRED LETTERS", "LETTER MANIFEST")
    assert job.panel("recon").page is job.panel("attack").page
    page, defense = job.panel("defense").page, job.panel("defense").stamp.top
    start = 0 if kind == "large-print" else page.height / 2
    names = [run.y for number, run in _named(job) if job.pages[number] is page]
    middle = [*(strip for strip, _ in job.panel("fleet").strips)]
    if kind != "large-print":
        assert job.grid("attack").bottom < start
        assert max(box.bottom for box in job.panel("recon").letters.values()) < start
        middle += [strip for strip, _ in job.panel("codes").strips]
        assert job.panel("defense").top == pytest.approx(job.panel("manifest").top, abs=0.1)
    assert names
    assert all(start < y < defense for y in names)
    assert all(start < strip.top and strip.bottom < defense for strip in middle)
    assert min(box.top for box in job.panel("manifest").letters.values()) > defense


@admirals_sheet
def test_admirals_name_the_fleet_below_the_fold_only(kind: str, paper: str) -> None:
    """The fleet's name stands in the middle section, once, and nowhere on the half that the other admiral sees."""
    job = job_of(ADMIRALS, kind, paper)
    name, (public, secret) = job.sheets[0].fleet_name, job.public_and_secret
    assert [run.text for run in public.runs if name in run.text] == []
    assert len([run for run in secret.runs if name in run.text]) == 1


# --- where ships lie -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("kind", ["large-print", "all-at-once"])
def test_admirals_large_headers_have_air(kind: str, paper: str) -> None:
    """In large print the edition's name stands on the line of the wordmark, 2 mm or more above the labels below it."""
    job = job_of(ADMIRALS, kind, paper)
    (named,) = [run for run in job.pages[0].runs if run.text.strip() == "ADMIRALS EDITION"]
    wordmark = [run for run in job.pages[0].runs if _is_wordmark(run, job.edition.title)]
    assert {round(run.y, 1) for run in wordmark} == {round(named.y, 1)}
    assert min(_extent(run).top for run in job.pages[0].runs if run.y > named.y and run.text.strip()) - named.y >= 2


def _ships(sheet: Sheet) -> list[set[tuple[int, int]]]:
    pairs = zip(sheet.words or (), sheet.placements or (), strict=True)
    return [set(placement.squares(len(word))) for word, placement in pairs]


def _gap(one: set[tuple[int, int]], other: set[tuple[int, int]]) -> int:
    """How many steps, diagonal ones too, lead from one ship to the other: 1 where they touch, 0 where they overlap."""
    return min(max(abs(a - c), abs(b - d)) for a, b in one for c, d in other)


@pytest.mark.parametrize(("slug", "least"), [(ADMIRALS, 2), (STRIKE, 1)])
def test_fleets_touch_only_where_they_may(slug: str, least: int) -> None:
    """Over 60 sheet codes, the Admirals' ships touch neither at sides nor at corners (A-04); in Strike ships never
    overlap and, on some sheets, lie side by side (S-03).
    """
    deck = tier_deck(load_edition(slug), load_tier("standard"))
    codes = [sheet.code for sheet in deal(deck, ("",) * 60, "sixty")]
    assert len(set(codes)) == 60
    sheets = [make_sheet(deck, parse_code(code), placed=True) for code in codes]
    gaps = [_gap(a, b) for sheet in sheets for a, b in combinations(_ships(sheet), 2)]
    assert len(gaps) == 60 * 10
    assert min(gaps) == least


@any_sheet
def test_a_placed_fleet_is_printed_where_it_lies(slug: str, kind: str, paper: str) -> None:
    """Each letter of a placed fleet stands in its own square of the defense grid, inside its ship's outline; the attack
    grid is empty, and on sheets of other kinds the defense grid, too.
    """
    job = job_of(slug, kind, paper)
    sheet, sea = job.sheets[0], job.grid("defense")
    lie = [([*b.squares(len(word))], word) for word, b in zip(sheet.words or (), sheet.placements or (), strict=False)]
    assert bool(lie) is ("placed" in KINDS[kind])
    lies = {square: letter for squares, word in lie for square, letter in zip(squares, word, strict=True)}
    for grid, expected in ((sea, lies), (job.grid("attack"), {})):
        squares = {(x, y): grid.square(x, y) for x in range(len(grid.xs) - 1) for y in range(len(grid.ys) - 1)}
        found = {at: "".join(run.text for run in grid.panel.page.text_in(box)) for at, box in squares.items()}
        assert {at: text for at, text in found.items() if text} == expected
    hulls = [ink for ink in sea.panel.page.inks if ink.kind == "curve" and sea.contains(ink)]
    for placement, _ in lie:
        boxes = [sea.square(*square) for square in placement]
        (hull,) = (ink for ink in hulls if all(ink.holds(*box.middle) for box in boxes))
        assert Box(boxes[0].x0, boxes[0].top, boxes[-1].x1, boxes[-1].bottom).contains(hull)


# --- an edition of one's own -----------------------------------------------------------------------------------

OWN: dict[str, Any] = {
    "edition": "Harbour",
    "slug": "harbour",
    "players": {"count": 2, "one": "pilot", "many": "pilots"},
    "grid": {"columns": 8, "rows": 8},
    "fleet": [
        {"ship": "Lugger", "letters": 4, "example": "TIDE"},
        {"ship": "Barque", "letters": 4, "example": "WAVE"},
        {"ship": "Dory", "letters": 3, "example": "FOG"},
        {"ship": "Raft", "letters": 3, "example": "SEA"},
    ],
    "marks": [
        {"result": "Direct", "legend": "the letter", "draws": "letter"},
        {"result": "Near", "legend": "cross it", "draws": "cross"},
        {"result": "Wide", "legend": "a dot", "draws": "dot"},
    ],
}
"""Front matter that makes another game of the Captains' edition, its panels' titles aside."""
OWN_TITLES = {
    "attack": "Far Shore",
    "recon": "Heard Letters",
    "enemy": "Their Boats",
    "fleet": "My Boats",
    "codes": "Passwords",
    "defense": "Near Shore",
    "manifest": "My Letters",
    "turn": "My Watch",
}


def own_edition(based_on: str) -> Edition:
    """An edition made by changing a packaged one's front matter, and nothing else; it has no rulebook at all."""
    text = (data_folder("rules") / f"{based_on}.md").read_text(encoding="utf-8")
    front: dict[str, Any] = yaml.safe_load(text.split("\n---\n")[0])
    front |= OWN
    front["tracker"]["panels"] = {name: {"title": title} for name, title in OWN_TITLES.items()}
    del front["played"]  # a game against another fleet
    for question in front["fairness"]["questions"]:
        question.pop("known", None)  # a smaller fleet is known sooner
    return parse_rules(f"---\n{yaml.safe_dump(front, allow_unicode=True)}---\n", name="harbour.md").edition


@pytest.mark.parametrize("based_on", ["word-fleet", *EDITIONS])
@pytest.mark.parametrize("kind", ["placed", "blank", "large-print"])
def test_front_matter_alone_makes_an_edition(based_on: str, kind: str) -> None:
    """Another sea, fleet, names and marks in front matter print a whole tracker: every panel with its title, grids of
    that size with their letters and numbers, the right legend, boxes for the ships, and the total of their letters.
    """
    job = print_job(own_edition(based_on), kind, "a4")
    titles = {title.upper() for title in OWN_TITLES.values()} - ({"MY WATCH"} if job.each == 2 else set())
    assert {title for page in job.pages for title in page.panels} == titles
    for name in ("attack", "defense"):
        grid = job.grid(name)
        assert (len(grid.xs), len(grid.ys)) == (9, 9)
        assert grid.cell >= (12.5 if job.each == 2 else 9.0) - HAIR
        for around, axis in (
            (Box(grid.x0, grid.top - 8, grid.x1, grid.top), "ABCDEFGH"),
            (Box(grid.x0 - 9, grid.top, grid.x0, grid.bottom), "12345678"),
            (Box(grid.x1, grid.top, grid.x1 + 9, grid.bottom), "12345678"),
        ):
            assert "".join(run.text for run in grid.panel.page.text_in(around) if len(run.text) == 1) == axis
    assert legend_read(job.panel("recon")) == {"DIRECT": "letter", "NEAR": "cross", "WIDE": "dot"}
    manifest = job.panel("manifest")
    assert sum(map(int, filter(str.isdigit, counts_read(manifest).values()))) == (0 if kind == "blank" else 14)
    corner = [run.text for run in manifest.page.text_in(manifest)]
    assert {"14", "4 + 4 + 3 + 3"} <= set(corner)
    assert [len(places) - 1 for _, places in job.panel("fleet").strips] == [4, 4, 3, 3]
    assert words_read(job.panel("fleet")) == list(job.sheets[0].words or [""] * 4)
    texts = {run.text for page in job.pages for run in page.runs}
    assert {"PILOT", "Lugger", "Barque", "Dory", "Raft"} <= texts
    for page in job.pages:
        _assert_type_is_clear(page, job.edition.title)


# --- the code knows no edition ---------------------------------------------------------------------------------

SOURCE = Path(__file__).parents[2] / "src" / "wordfleet_print"
MODULES = sorted(SOURCE.rglob("*.py"))
GAME_OF_TRACKERS = load_edition("word-fleet").game


def _docstrings(tree: ast.Module) -> set[int]:
    """The ids of all strings that stand alone: docstrings of modules, classes, functions and values."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def _said(path: Path) -> Iterator[str]:
    """Every string of a module's code and every name in it, documentation and comments aside."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    prose = _docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value
        elif isinstance(node, ast.Name | ast.Attribute | ast.arg | ast.ClassDef | ast.FunctionDef):
            yield next(getattr(node, field) for field in ("id", "attr", "arg", "name") if hasattr(node, field))


def test_no_code_knows_an_edition() -> None:
    """No module names an edition, by slug or by title, but for the default slug. (The slug of the
    Captains' edition is also the game's name in front matter, which the schema and the figures are found by.)
    """
    editions = [load_edition(slug) for slug in edition_slugs()]
    words = {edition.edition for edition in editions}
    words |= {
        form for slug in EDITIONS for form in (slug, slug.replace("-", "_"), slug.removeprefix("word-fleet-"))
    } - {"strike"}
    named = re.compile("|".join(rf"(?<![\w-]){re.escape(word)}(?![\w-])" for word in sorted(words)))
    found = []
    for path in MODULES:
        room, *_ = parts = path.relative_to(SOURCE).parts
        if not named.search(code := path.read_text(encoding="utf-8")) and GAME_OF_TRACKERS not in code:
            continue  # what stands nowhere in a file is said by none of its strings
        may_say_game = room in {"cli", "games", "rulebook"} or room == "limits.py"
        for text in _said(path):
            of_game = GAME_OF_TRACKERS in text and text != "wordfleet-print"
            if named.search(text) or (of_game and not may_say_game):
                found.append(("/".join(parts), text))
    assert found == []
    assert len(MODULES) > 100


def test_the_editions_are_known() -> None:
    """The three editions are there, and no two share a title or a deck: a list that came out short proves nothing."""
    assert {"word-fleet", *EDITIONS} <= set(edition_slugs())
    editions = [load_edition(slug) for slug in edition_slugs()]
    assert len({edition.edition for edition in editions}) == len(editions)
    decks = [deck.digest for edition in editions for deck in _decks(edition)]
    assert len(set(decks)) == len(decks)


def _decks(edition: Edition) -> list[Deck]:
    tier = load_tier("standard")
    return [blank_deck(edition), tier_deck(edition, tier), theme_deck(edition, tier, [load_theme("animals")])]


# --- the command line ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "options"), [(ADMIRALS, ["--placed"]), (STRIKE, ["--blank"])])
def test_a_code_finds_its_edition(call: Run, tmp_path: Path, slug: str, options: list[str]) -> None:
    """`--edition` prints that edition's trackers; a sheet's code alone prints the same sheet again, edition and all."""
    names = ["--captain", "Ann", "--captain", "Ben"]
    ran = call("tracker", "--edition", slug, *options, *names, "--seed", "tonight", "--output", "first.pdf")
    assert (ran.code, ran.err) == (0, "")
    pages = texts(tmp_path / "first.pdf")
    panels = load_edition(slug).tracker.panels
    assert all(panel.title.upper() in page for page in pages for _, panel in panels)
    codes = re.findall(r"WF-[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z]{5}", ran.out)
    again = [item for code in codes for item in ("--code", code)]
    placed = [option for option in options if option == "--placed"]
    ran = call("tracker", *again, *placed, *names, "--output", "again.pdf")
    assert (ran.code, ran.err) == (0, "")
    assert (tmp_path / "again.pdf").read_bytes() == (tmp_path / "first.pdf").read_bytes()


def test_a_column_that_is_too_high_is_refused_with_its_measure() -> None:
    """Six launch codes beside the grid in large print have room on A4; on US Letter both heights are told, in mm."""

    def change(facts: dict[str, Any]) -> None:
        del facts["played"]
        facts["launch_codes"] |= {"count": 6, "deal": [{"odds": 1, "plain": 6}]}

    edition = with_facts("word-fleet-strike", change).edition
    assert sheet_layout(edition, Looks(PAPERS["a4"], large_print=True)).pages
    with pytest.raises(BadInputError) as refused:
        sheet_layout(edition, Looks(PAPERS["letter"], large_print=True))
    needed, room = map(float, re.findall(r"[\d.]+(?= mm)", refused.value.message))
    assert "stands beside the grid in large print needs" in refused.value.message
    assert 0 < needed - room < 3
