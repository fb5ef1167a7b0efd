"""The printed page, read back from the PDF by independent readers and measured in millimetres.

MuPDF gives glyphs, lines and boxes with their places, pikepdf the drawing operators. Nothing is taken from the
layout: panels are found by their tabs, grids by their lines, letters by where they stand.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from itertools import pairwise
from string import ascii_uppercase

import pikepdf
import pytest

from making.pages import (
    ATTACK,
    CODES,
    DEFENSE,
    ECO,
    EDITION,
    ENEMY,
    FLEET,
    FOLDED,
    HAIR,
    LARGE,
    MANIFEST,
    PANELS,
    RECON,
    WITH_WORDS,
    Box,
    Grid,
    ReadPage,
    Text,
    _rounded,
    all_panels,
    counts_read,
    pages_of,
    words_read,
)
from making.sheets import KINDS, printed
from wordfleet_print.press.ink.paper import PAPERS, load_picture

LEFT = ("left-handed", "all-at-once")
every_sheet = pytest.mark.parametrize(("kind", "paper"), [(k, p) for k in KINDS for p in PAPERS])
folded_sheet = pytest.mark.parametrize(("kind", "paper"), [(k, p) for k in FOLDED for p in PAPERS])
large_sheet = pytest.mark.parametrize(("kind", "paper"), [(k, p) for k in LARGE for p in PAPERS])
worded_sheet = pytest.mark.parametrize(("kind", "paper"), [(k, p) for k in WITH_WORDS for p in PAPERS])


# --- reading a page back ---------------------------------------------------------------------------------------


def all_grids(kind: str, paper: str) -> dict[str, Grid]:
    """The grids of the first sheet, whichever page they are on."""
    return {title: grid for page in pages_of(kind, paper)[0] for title, grid in page.grids.items()}


# --- measures --------------------------------------------------------------------------------------------------


@every_sheet
def test_squares_are_square_and_the_middle_lines_heavier(kind: str, paper: str) -> None:
    """All squares of both grids are one size; the line after the fifth column and row is heavier."""
    grids = all_grids(kind, paper)
    steps = [b - a for grid in grids.values() for places in (grid.xs, grid.ys) for a, b in pairwise(places)]
    assert max(steps) - min(steps) < HAIR
    for grid in grids.values():
        page = grid.panel.page
        down = {round(line.x0, 2): line.width for line in page.down if grid.contains(line)}
        across = {round(line.top, 2): line.width for line in page.across if grid.contains(line)}
        assert [down[round(x, 2)] for x in grid.xs[1:-1]] == [1.0 if i == 5 else 0.6 for i in range(1, 10)]
        assert [across[round(y, 2)] for y in grid.ys[1:-1]] == [1.0 if i == 5 else 0.6 for i in range(1, 10)]


@every_sheet
def test_letter_boxes_hold_a_ring_and_a_count(kind: str, paper: str) -> None:
    """Recon and manifest have a box for each letter, with room for a 7 mm ring and a count."""
    for title in (RECON, MANIFEST):
        panel = all_panels(kind, paper)[title]
        boxes = panel.letters
        assert "".join(sorted(boxes)) == ascii_uppercase
        for letter, box in boxes.items():
            (glyph,) = (run for run in panel.page.text_in(box) if run.text == letter)
            ring = Box(glyph.x - 3.5, box.middle[1] - 3.5, glyph.x + 3.5, box.middle[1] + 3.5)
            assert box.contains(ring), letter
            assert box.x1 - ring.x1 >= 4.5, letter


@every_sheet
def test_what_play_needs_is_set_large(kind: str, paper: str) -> None:
    """Axes, alphabet, counts, codes and words, printed on the grid too, are at least 10 pt."""
    panels = all_panels(kind, paper)
    needed: list[Text] = []
    for title in (CODES, FLEET):
        for strip, _ in panels[title].strips:
            needed += panels[title].page.text_in(strip)
    for title in (RECON, MANIFEST):
        for box in panels[title].letters.values():
            needed += panels[title].page.text_in(box)
    for title, grid in all_grids(kind, paper).items():
        around = Box(grid.x0 - 8, grid.top - 8, grid.x1 + 8, grid.bottom)
        needed += [run for run in panels[title].page.text_in(around) if len(run.text) <= 2]
    assert len(needed) >= 2 * (10 + 20) + 2 * 26
    assert not [run for run in needed if run.size < 10]


@every_sheet
def test_letters_stand_in_the_middle_of_their_boxes(kind: str, paper: str) -> None:
    """Digits and words stand in the middle of their boxes, and capitals are centred by their own height."""
    with pikepdf.open(io.BytesIO(printed(kind, paper).pdf)) as pdf:
        fonts = [obj for obj in pdf.objects if isinstance(obj, pikepdf.Dictionary) and "/FontFile2" in obj]
        tall = {str(font.FontName).split("+")[1]: float(font.CapHeight) / 1000 for font in fonts}
    panels = all_panels(kind, paper)
    for panel in (panels[CODES], panels[FLEET]):
        for strip, places in panel.strips:
            for a, b in pairwise(places):
                for run in panel.page.text_in(Box(a, strip.top, b, strip.bottom)):
                    assert run.x == pytest.approx((a + b) / 2, abs=0.05)
                    assert run.y - tall[run.font] * run.em / 2 == pytest.approx(strip.middle[1], abs=0.05)


# --- ink and type as the file states them ----------------------------------------------------------------------


@every_sheet
def test_type_is_black_or_knocked_out(kind: str, paper: str) -> None:
    """Type is black; white type stands on a black tab or disc only; type on the tint has a contrast over 12:1."""
    for page in pages_of(kind, paper)[0]:
        for run in page.runs:
            middle = run.middle
            under = [ink for ink in page.inks if ink.gray is not None and ink.holds(*middle)]
            assert run.gray in (0, 1)
            if run.gray == 1:
                (ground,) = (ink for ink in under if ink.gray == 0)
                assert ground.contains(Box(run.x0, middle[1], run.x1, middle[1]))
            else:
                assert all((_luminance(ink.gray or 0) + 0.05) / 0.05 >= 12 for ink in under), run


def _luminance(gray: float) -> float:
    """Relative luminance (WCAG 2.2)."""
    return gray / 12.92 if gray <= 0.04045 else ((gray + 0.055) / 1.055) ** 2.4


@every_sheet
def test_every_font_is_embedded(kind: str, paper: str) -> None:
    """Every font in the file is a subset with its program inside; none is left to the reader's machine."""
    with pikepdf.open(io.BytesIO(printed(kind, paper).pdf)) as pdf:
        fonts = [obj for obj in pdf.objects if isinstance(obj, pikepdf.Dictionary) and obj.get("/Type") == "/Font"]
        assert len(fonts) >= 5
        for font in fonts:
            assert re.match(r"/[A-Z]{6}\+\w", str(font.BaseFont)), font.BaseFont
            assert len(font.FontDescriptor.FontFile2.read_bytes()) > 500
            assert "/ToUnicode" in font
    assert b"Helvetica" not in printed(kind, paper).pdf


# --- the fold --------------------------------------------------------------------------------------------------


@every_sheet
def test_public_tabs_are_solid_and_secret_ones_outlined(kind: str, paper: str) -> None:
    """Public panels carry solid tabs, secret ones outlined tabs with round corners: nobody writes in the wrong grid.
    In eco mode nothing is solid; the public tabs are outlined with square corners.
    """
    public = {ATTACK, RECON, ENEMY, *([] if kind in LARGE else [PANELS.turn.title.upper()])}
    secret = {FLEET, CODES, DEFENSE, MANIFEST}
    stamps = {title: panel.stamp for title, panel in all_panels(kind, paper).items()}
    assert {title for title, stamp in stamps.items() if stamp.kind == "rect"} == public
    assert {title for title, stamp in stamps.items() if stamp.kind == "curve"} == secret
    assert {stamps[title].gray for title in public} == {None if kind in ECO else 0}
    assert {stamps[title].width for title in secret} == {0.6 if kind in ECO else 1.4}


# --- places the rules name -------------------------------------------------------------------------------------


def _across(panel: Box, page: ReadPage, kind: str) -> float:
    """How far across the page a panel's middle is, from the side of the writing hand's far side: 0 to 1."""
    share = panel.middle[0] / page.width
    return 1 - share if kind in LEFT else share


@folded_sheet
def test_panels_are_where_the_rules_say(kind: str, paper: str) -> None:
    """Attack grid top left, recon top right; defense grid at the bottom, the manifest beside it, the word-ships above
    it on the right (C-05, C-06, C-12, C-13, C-18); the left-handed sheet is the same in a mirror.
    """
    page = pages_of(kind, paper)[0][0]
    panels, grids = page.panels, page.grids
    for title in (ATTACK, DEFENSE, CODES):
        assert _across(panels[title], page, kind) < 0.4
    for title in (RECON, ENEMY, FLEET, MANIFEST):
        assert _across(panels[title], page, kind) > 0.6
    assert panels[ATTACK].top == pytest.approx(panels[RECON].top, abs=0.1)
    assert panels[DEFENSE].top == pytest.approx(panels[MANIFEST].top, abs=0.1)
    assert grids[ATTACK].bottom < page.height / 2 < grids[DEFENSE].top
    assert grids[DEFENSE].bottom > page.height - 15
    strips = [strip for strip, _ in panels[FLEET].strips]
    assert max(strip.bottom for strip in strips) < panels[DEFENSE].stamp.top
    assert all(_across(strip, page, kind) > _across(grids[DEFENSE], page, kind) for strip in strips)


@large_sheet
def test_large_print_keeps_the_panels_order(kind: str, paper: str) -> None:
    """In large print the attack grid is top left of page 1 with recon and the enemy on the same page; the word-ships
    are above the defense grid of page 2 with the manifest on the same page; mirrored for the left hand.
    """
    public, secret = pages_of(kind, paper)[0]
    assert set(public.panels) == {ATTACK, RECON, ENEMY}
    assert set(secret.panels) == {FLEET, CODES, DEFENSE, MANIFEST}
    for page, grid, beside in ((public, ATTACK, ENEMY), (secret, DEFENSE, CODES)):
        panels = page.panels
        assert _across(panels[grid], page, kind) < 0.5 < _across(panels[beside], page, kind)
        assert panels[grid].top == pytest.approx(panels[beside].top, abs=0.1)
    fleet = secret.panels[FLEET]
    assert max(strip.bottom for strip, _ in fleet.strips) < secret.panels[DEFENSE].stamp.top


@every_sheet
def test_the_header_follows_the_hand(kind: str, paper: str) -> None:
    """The wordmark stands over the attack grid and the fleet's name over the other column, for both hands."""
    page = pages_of(kind, paper)[0][0]
    title = max(page.runs, key=lambda run: run.size)
    (label,) = (run for run in page.runs if run.text == "FLEET" and run.font.startswith("Fira"))
    assert title.text in EDITION.title.upper()
    assert (title.x < label.x) == (kind not in LEFT)


@every_sheet
def test_the_header_names_everything(kind: str, paper: str) -> None:
    """Every sheet has the wordmark and lines for captain, opponent, fleet, table, round and serial."""
    texts = {run.text for page in pages_of(kind, paper)[0] for run in page.runs}
    labels = {EDITION.players.one.upper(), "OPPONENT", "FLEET", "TABLE", "ROUND", "SERIAL"}
    assert labels - texts == set()
    sheet = printed(kind, paper).sheets[0]
    assert {sheet.captain, sheet.opponent, sheet.fleet_name} <= texts
    assert pages_of(kind, paper)[0][0].runs[0].text == EDITION.title.upper()


@every_sheet
def test_the_footer_tells_a_turn_and_where_the_rules_are(kind: str, paper: str) -> None:
    """Every sheet has the turn summary in the edition's words, the rules' address and the sheet code."""
    runs = [run.text for page in pages_of(kind, paper)[0] for run in page.runs]
    for number, step in enumerate(EDITION.turn.summary, start=1):
        assert {str(number), step.step.upper(), step.how} <= set(runs)
    assert printed(kind, paper).sheets[0].code in "".join(run for run in runs)
    assert any(EDITION.rules_address.split("://")[1] in run for run in runs)


@every_sheet
def test_axes_name_every_column_and_row(kind: str, paper: str) -> None:
    """Letters stand above each column, numbers on both sides of each row: neither hand hides them."""
    for grid in all_grids(kind, paper).values():
        page = grid.panel.page
        for column in range(EDITION.grid.columns):
            (letter,) = page.text_in(Box(grid.xs[column], grid.top - 6, grid.xs[column + 1], grid.top))
            assert letter.text == ascii_uppercase[column]
            assert letter.x == pytest.approx(grid.square(column, 0).middle[0], abs=0.1)
        for row in range(EDITION.grid.rows):
            for left, right in ((grid.x0 - 8, grid.x0), (grid.x1, grid.x1 + 8)):
                (number,) = page.text_in(Box(left, grid.ys[row], right, grid.ys[row + 1]))
                assert number.text == str(row + 1)
                assert number.middle[1] == pytest.approx(grid.square(0, row).middle[1], abs=0.2)


@every_sheet
def test_vowels_lead_the_alphabets_rows(kind: str, paper: str) -> None:
    """Recon and manifest read A to Z in rows; the left column is the vowels, also told by weight and outline."""
    for title in (RECON, MANIFEST):
        panel = all_panels(kind, paper)[title]
        boxes = panel.letters
        order = sorted(boxes, key=lambda letter: (round(boxes[letter].top, 1), boxes[letter].x0))
        assert "".join(order) == ascii_uppercase
        left = min(box.x0 for box in boxes.values())
        assert {letter for letter, box in boxes.items() if abs(box.x0 - left) < HAIR} == set(EDITION.vowels)
        for letter, box in boxes.items():
            frames = [ink.width for ink in panel.page.inks if ink.kind == "rect" and _rounded(ink) == _rounded(box)]
            assert max(frames) == (1.0 if letter in EDITION.vowels else 0.6)
            if title == RECON:
                (glyph,) = (run for run in panel.page.text_in(box) if run.text == letter)
                assert glyph.font.endswith("Bold") == (letter in EDITION.vowels)


@every_sheet
def test_the_enemys_roster_shows_every_ship(kind: str, paper: str) -> None:
    """Each enemy ship has its name, a box for each letter, a silhouette, and a ring to tick when it is sunk."""
    panel = all_panels(kind, paper)[ENEMY]
    page = panel.page
    names = [run for run in page.text_in(panel) if run.text.isupper() and run.size >= 10]
    assert [run.text for run in names] == [ship.ship for ship in EDITION.fleet]
    tops = [min(name.middle[1] for name in names[i:]) for i in range(len(names))]
    above = 12.5 if kind in LARGE else 4.5  # in large print the picture and the ring stand over the name
    edges = [top - above for top in tops] + [panel.bottom]
    rows = [Box(panel.x0, a, panel.x1, b) for a, b in pairwise(edges)]
    for ship, row in zip(EDITION.fleet, rows, strict=True):
        here = [ink for ink in page.inks if panel.holds(*ink.middle) and row.holds(*ink.middle)]
        boxes = {_rounded(ink) for ink in here if ink.kind == "rect" and ink.width and abs(ink.w - ink.h) < HAIR}
        assert len(boxes) == ship.letters
        curves = [ink for ink in here if ink.kind == "curve"]
        (ring,) = (ink for ink in curves if ink.width and ink.w >= 5 and abs(ink.w - ink.h) < HAIR)
        outline = [ink for ink in curves if ink.x1 < ring.x0]
        steps = re.split("[MLCZ]", load_picture(ship.silhouette or "").outlines[0].steps)
        points = [map(float, step.split()[-1].split(",")) for step in steps if step.strip()]
        wide, tall = (max(axis) - min(axis) for axis in zip(*points, strict=True))
        reach = max(ink.x1 for ink in outline) - min(ink.x0 for ink in outline)
        assert reach > 5
        assert reach / (max(i.bottom for i in outline) - min(i.top for i in outline)) == pytest.approx(
            wide / tall, 0.01
        )


# --- what the page says is what the sheet says -----------------------------------------------------------------


@worded_sheet
def test_words_are_read_back_from_their_boxes(kind: str, paper: str) -> None:
    """Each ship's boxes hold its word, one letter in each, under the ship's own name."""
    for number, sheet in enumerate(printed(kind, paper).sheets):
        panel = all_panels(kind, paper, number)[FLEET]
        assert words_read(panel) == list(sheet.words or ())
        ships = {ship.ship for ship in EDITION.fleet}
        labels = [run for run in panel.page.text_in(panel) if run.text in ships]
        labels.sort(key=lambda run: (round(run.y), run.x0))
        assert [run.text for run in labels] == [ship.ship for ship in EDITION.fleet]
        for label, (strip, _) in zip(labels, panel.strips, strict=True):
            beside = label.x1 < strip.x0 and strip.top < label.middle[1] < strip.bottom
            over = label.x0 == pytest.approx(strip.x0, abs=0.5) and label.y < strip.top
            assert beside or over


@worded_sheet
def test_the_manifest_counts_the_words_on_the_page(kind: str, paper: str) -> None:
    """The manifest's counts, read from the page, are the letters of the words read from the page: bold where there are
    any, a dash where there are none.
    """
    for number, sheet in enumerate(printed(kind, paper).sheets):
        panels = all_panels(kind, paper, number)
        aboard = Counter("".join(words_read(panels[FLEET])))
        counts = counts_read(panels[MANIFEST])
        assert counts == {letter: str(aboard[letter] or "–") for letter in ascii_uppercase}
        assert dict(aboard) == sheet.manifest
        figures = [run for run in panels[MANIFEST].page.text_in(panels[MANIFEST]) if run.font == "JetBrainsMono-Bold"]
        assert sum(int(run.text) for run in figures if run.text.isdigit()) == EDITION.fleet_letters


@every_sheet
def test_recon_has_a_rule_to_write_each_count_on(kind: str, paper: str) -> None:
    """Every recon box holds its letter, nothing else printed or to tick, and a writing rule of 0.8 pt, or 0.6 pt in eco
    mode; so does every manifest box of a blank sheet.
    """
    for title in (RECON, MANIFEST) if kind == "blank" else (RECON,):
        panel = all_panels(kind, paper)[title]
        rules = [line for line in panel.page.across if line.width == (0.6 if kind in ECO else 0.8)]
        for letter, box in panel.letters.items():
            assert len([line for line in rules if box.contains(line)]) == 1
            assert [run.text for run in panel.page.text_in(box)] == [letter]
            assert [other for other in panel.page.boxes if box.contains(other)] == [box]


# --- one layout, two papers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_both_papers_show_the_same(kind: str) -> None:
    """A4 and US Letter carry the same panels in the same order and the same text; their squares differ by ≤ 0.5 mm."""
    a4, letter = (pages_of(kind, paper)[0] for paper in ("a4", "letter"))
    for one, other in zip(a4, letter, strict=True):
        assert _reading_order(one) == _reading_order(other)
        assert [run.text for run in one.runs] == [run.text for run in other.runs]
        assert _kinds_of_ink(one) == _kinds_of_ink(other)
    cells = [{title: grid.cell for title, grid in all_grids(kind, paper).items()} for paper in ("a4", "letter")]
    for title in (ATTACK, DEFENSE):
        assert abs(cells[0][title] - cells[1][title]) <= 0.5


def _kinds_of_ink(page: ReadPage) -> Counter[str]:
    """How many lines, boxes and curves there are; but for the rules beside tabs, which need room."""
    stamps = [panel.stamp for panel in page.panels.values()]
    ends = [(stamp.x1, stamp.bottom) for stamp in stamps]
    rules = [line for line in page.across if any(abs(line.x0 - x) + abs(line.top - y) < 0.6 for x, y in ends)]
    return Counter(ink.kind for ink in page.inks if ink not in rules)


def _reading_order(page: ReadPage) -> list[str]:
    panels = page.panels
    return sorted(panels, key=lambda title: (round(panels[title].stamp.top), panels[title].x0))
