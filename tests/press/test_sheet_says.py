"""What a tracker says and shows, told from what its panels tell a pen: each text beside what it belongs to, in every
edition and look. That the pen puts it on paper so, others prove.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from string import ascii_uppercase
from typing import Any
from unittest.mock import create_autospec

import pytest

from making.sheets import EACH_KIND, KINDS
from wordfleet_print.fleet.deck import tier_deck
from wordfleet_print.fleet.word_lists import load_tier
from wordfleet_print.games import Edition, load_edition
from wordfleet_print.press.ink.fonts import Face
from wordfleet_print.press.ink.ink import Pen, Run
from wordfleet_print.press.ink.paper import PAPERS, Rect, paper_of_locale
from wordfleet_print.press.panels.layout import Looks, sheet_layout
from wordfleet_print.press.panels.page import PagePlan
from wordfleet_print.sheet.sheet import Seat, Sheet, make_sheet
from wordfleet_print.sheet.sheet_code import SheetCode

SEAT = Seat("Ann", "Bo", "12", "3", "7.1")
EDITIONS = ("word-fleet", "word-fleet-strike", "word-fleet-admirals")
every_look = pytest.mark.parametrize(("slug", "kind", "paper"), [(s, *k) for s in EDITIONS for k in EACH_KIND])
every_edition = pytest.mark.parametrize("slug", EDITIONS)


class Shown:
    """A page of an edition's tracker: what its panels draw, in order, and the type of one sheet."""

    def __init__(self, edition: Edition, page: PagePlan, sheet: Sheet | None) -> None:
        pen: Any = create_autospec(Pen, instance=True)
        page.draw(pen)
        self.edition, self.calls = edition, pen.method_calls
        self.own = [item for item in page.set_type(sheet) if isinstance(item, Run)] if sheet else []

    def of(self, *names: str) -> list[Any]:
        """What is drawn by these strokes of the pen: the first argument of each."""
        return [call.args[0] for call in self.calls if call[0] in names]

    @property
    def runs(self) -> list[Run]:
        """The type that is the same on every sheet."""
        return self.of("text", "text_outline", "text_unseen")

    def one(self, text: str) -> Run:
        """The one run that says this."""
        (run,) = (run for run in self.runs if run.text == text)
        return run


@cache
def shown(slug: str, kind: str, paper: str, event: str = "") -> list[Shown]:
    """The pages of one kind of sheet, of an event or not."""
    edition, options = load_edition(slug), dict(KINDS[kind])
    blank, placed = options.pop("blank", False), options.pop("placed", False)
    deck = tier_deck(edition, load_tier("standard"))
    sheet = None if blank else make_sheet(deck, SheetCode(deck.digest, 7), placed=placed, seat=SEAT)
    layout = sheet_layout(edition, Looks(PAPERS[paper], **options, event=event), blank=blank, placed=placed)
    return [Shown(edition, page, sheet) for page in layout.pages]


def below(start: Run, runs: Sequence[Run], reach: float = 16) -> str:
    """The nearest text under another that starts where it does; "" for none within reach (mm)."""
    under = [run for run in runs if abs(run.x - start.x) < 0.1 and 0 < run.y - start.y < reach]
    return min(under, key=lambda run: run.y).text if under else ""


@every_look
def test_each_label_has_its_own_text_under_it(slug: str, kind: str, paper: str) -> None:
    """Captain, opponent, table, round, serial and fleet each stand under their own label, and the secret page of large
    print is its captain's.
    """
    pages = shown(slug, kind, paper)
    edition = pages[0].edition
    one, fleet = edition.players.one.upper(), "FLEET"
    labels = {one: "Ann", "OPPONENT": "Bo", "TABLE": "12", "ROUND": "3", "SERIAL": "7.1"}
    if kind == "blank":
        assert [run.text for run in pages[0].runs if run.text in labels] == [*labels]
        return
    for number, page in enumerate(pages):
        told = {run.text: below(run, page.own) for run in page.runs if run.text in {*labels, fleet}}
        name = told.pop(fleet, "")
        assert name.startswith("The ") is (number == 1 or edition.tracker.fleet_name_in != "middle")
        assert told == (labels if number == 0 else {one: "Ann", "SERIAL": "7.1"})


@every_look
def test_every_sheet_says_which_edition_it_is_of(slug: str, kind: str, paper: str) -> None:
    """The edition's name stands once in the head, in stencil, above what the sheet is: three editions
    in one hall are told apart.
    """
    page = shown(slug, kind, paper)[0]
    edition = page.edition
    at_home = edition.tracker.fleet_name_in == "middle"
    name = page.one((f"{edition.edition} edition" if at_home else edition.edition).upper())
    assert (name.face, name.size >= 11) == (Face.STENCIL, True)
    if len(shown(slug, kind, paper)) == 1 and not at_home:
        assert below(name, page.runs, 10) == edition.tracker.title.upper()
    if not at_home:
        assert name.y < page.one("FLEET").y + 10


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize(
    ("name", "face"), [("Капитаны", Face.BOLD), ("Masters of the Grand Northern Fleet", Face.STENCIL)]
)
def test_any_name_of_an_edition_is_set(name: str, face: Face, large: bool) -> None:
    """In another face where the stencil lacks letters; a long one is cut with an ellipsis."""
    edition = load_edition("word-fleet").model_copy(update={"edition": name})
    page = Shown(edition, sheet_layout(edition, Looks(PAPERS["letter"], large_print=large)).pages[0], None)
    (run,) = (run for run in page.runs if run.text.startswith(name[:7].upper()))
    assert run.face is face
    assert run.text.endswith("…") or run.text == name.upper()


@pytest.mark.parametrize(("kind", "paper"), [*EACH_KIND, ("words", "letter"), ("large-print", "letter")])
@every_edition
def test_an_events_title_stands_on_its_sheets(slug: str, kind: str, paper: str) -> None:
    """Above the fleet's name, or the edition's where that stands there, as it is written, and whole
    where it has room. Names keep their room: every line is as wide as without an event.
    """
    usual, title = shown(slug, kind, paper)[0], "Summer Cup 2026"
    page, long = (shown(slug, kind, paper, event)[0] for event in (title, "Championship " * 9))
    assert title not in _said(usual.runs)
    under = "FLEET" if "FLEET" in _said(usual.runs) else f"{page.edition.edition} edition".upper()
    assert below(page.one(title), page.runs) == under
    (cut,) = (run for run in long.runs if run.text.endswith("…"))
    assert (cut.text.startswith("Championship "), cut[:2]) == (True, page.one(title)[:2])
    names = {"Ann", "Bo", "12", "3", "7.1"}
    assert [(run.x, run.size) for run in page.own if run.text in names] == [
        (run.x, run.size) for run in usual.own if run.text in names
    ]


@every_look
def test_each_step_of_a_turn_has_its_number_and_says_how(slug: str, kind: str, paper: str) -> None:
    """Steps stand in their order, each after its own number and over what to do."""
    (page,) = (page for page in shown(slug, kind, paper) if page.edition.turn.summary[0].how in _said(page.runs))
    for number, step in enumerate(page.edition.turn.summary, start=1):
        name = page.one(step.step.upper())
        assert below(name, page.runs) == step.how
        before = page.runs[page.runs.index(name) - 1]
        assert (before.text, before.x < name.x, abs(before.y - name.y) < 5) == (str(number), True, True)


def _said(runs: Sequence[Run]) -> list[str]:
    return [run.text for run in runs]


@every_look
def test_notes_beside_the_panels_are_true(slug: str, kind: str, paper: str) -> None:
    """The mine is its variation's; the enemy's roster tells the letters to find, and each ring is for a ship that is
    sunk; the manifest's corner has the fleet's lengths in order, and their sum.
    """
    pages = shown(slug, kind, paper)
    edition, said = pages[0].edition, [text for page in pages for text in _said(page.runs)]
    mine = [variation.name for variation in edition.variations if variation.prints == "mine"]
    assert {text for text in said if text.endswith("variation only")} <= {f"{mine[0]} variation only" if mine else ""}
    assert ("MINE" in said) is bool(mine)
    note, lengths = edition.tracker.panels.enemy.note, [ship.letters for ship in edition.fleet]
    assert {text for text in said if note and text.endswith(note)} <= {f"{sum(lengths)} {note}"}
    assert said.count("sunk") == len(edition.fleet)
    assert {text for text in said if re.fullmatch(r"\d( \+ \d)+", text)} == {" + ".join(map(str, lengths))}
    assert str(sum(lengths)) in said[said.index("LETTERS ABOARD") + 1 :][:2]


def test_notes_have_room_on_a_usual_sheet() -> None:
    """On the Captains' A4 sheet all of them stand, and where the words come from."""
    (page,) = shown("word-fleet", "words", "a4")
    said, edition = _said(page.runs), page.edition
    assert f"{edition.fleet_letters} {edition.tracker.panels.enemy.note}" in said
    assert any(text.endswith("variation only") for text in said)
    assert "Standard words" in _said(page.own)


@every_edition
def test_letters_aboard_are_bold(slug: str) -> None:
    """In the manifest the letters that the fleet has are bold; of the others the vowels alone, as on any alphabet."""
    (page,) = shown(slug, "words", "a4")
    letters = [(run, after) for run, after in zip(page.own, page.own[1:], strict=False) if run.text.isalpha()]
    counted = [(run, after.text) for run, after in letters if after.text == "–" or after.text.isdigit()]
    found = {run.text: run.face.endswith("Bold") for run, count in counted[-26:] if count}
    aboard = {run.text for run, count in counted[-26:] if count != "–"}
    assert found == {letter: letter in {*aboard, *page.edition.vowels} for letter in found}
    assert len(found) == 26


@every_look
def test_only_eco_saves_ink_and_all_of_it(slug: str, kind: str, paper: str) -> None:
    """In eco mode title and pictures are outlines, and nothing is filled but a bar before the title of each public
    panel; else they are solid.
    """
    eco = "eco" in KINDS[kind]
    pages = shown(slug, kind, paper)
    strokes = {call[0] for page in pages for call in page.calls}
    assert strokes & {"picture", "picture_outline", "text_outline"} == (
        {"picture_outline", "text_outline"} if eco else {"picture"}
    )
    if eco:
        names = pages[0].edition.tracker.panels
        public = [names.attack, names.recon, names.enemy, *([] if len(pages) > 1 else [names.turn])]
        bars = [bar for page in pages for bar in _bars(page)]
        assert sorted(title for _, title in bars) == sorted(panel.title.upper() for panel in public)
        assert all(bar.w <= 1 < bar.h for bar, _ in bars)


def _bars(page: Shown) -> Iterator[tuple[Rect, str]]:
    """Each filled rectangle, and the text that is drawn after it."""
    for at, call in enumerate(page.calls):
        if call[0] == "fill":
            yield call.args[0], next(after.args[0].text for after in page.calls[at:] if after[0] == "text")


@every_edition
def test_the_legend_says_what_each_mark_means(slug: str) -> None:
    """Beside the alphabet each result has its own words under it; a cross is two strokes that cross, a slash is one."""
    (page,) = shown(slug, "words", "a4")
    for mark in page.edition.marks:
        name = next(run for run in page.runs if run.text == mark.result.upper())
        assert below(name, page.runs) == mark.legend
    slanting = [call.args for call in page.calls if call[0] == "line" and call.args[0] != call.args[2]]
    slopes = [(y2 - y1) * (x2 - x1) > 0 for x1, y1, x2, y2, _ in slanting if y1 != y2]
    strokes = {"cross": [True, False], "slash": [False]}
    assert slopes == [stroke for mark in page.edition.marks for stroke in strokes.get(mark.draws, [])]


@every_edition
def test_the_qr_code_is_the_right_way_round(slug: str) -> None:
    """Three corners have a finder pattern, and the lower right one has none, as on no mirrored or turned code; it says
    that it mends 15 % of damage (ISO/IEC 18004, 7.9: M).
    """
    (page,) = shown(slug, "words", "a4")
    ((rects,),) = (call.args for call in page.calls if call[0] == "fill_together")
    runs = list(rects)
    left, top, side = min(run.x for run in runs), min(run.y for run in runs), runs[0].h
    dark = {
        (round((run.x - left) / side) + i, round((run.y - top) / side))
        for run in runs
        for i in range(round(run.w / side))
    }
    far = max(x for x, _ in dark) - 6
    ring = {(i, j) for i in range(7) for j in range(7) if i in (0, 6) or j in (0, 6)}
    found = [(x, y) for y in (0, far) for x in (0, far) if {(x + i, y + j) for i, j in ring} <= dark]
    assert found == [(0, 0), (far, 0), (0, far)]
    assert ((0, 8) in dark, (1, 8) in dark) == (True, False)


def test_a_name_that_no_font_sets_leaves_its_line_empty() -> None:
    """The captain's and the opponent's alike."""
    edition = load_edition("word-fleet")
    deck = tier_deck(edition, load_tier("standard"))
    sheet = make_sheet(deck, SheetCode(deck.digest, 7), seat=Seat("王", "明"))
    page = Shown(edition, sheet_layout(edition, Looks(PAPERS["a4"])).pages[0], sheet)
    assert not {"王", "明"} & {*_said(page.own)}
    assert sheet.fleet_name in _said(page.own)


def test_countries_of_letter_paper_are_those_of_cldr() -> None:
    """Those that CLDR names for US Letter (supplemental measurement data); everybody else prints on A4."""
    letter = "BZ CA CL CO CR GT MX NI PA PH PR SV US VE"
    codes = [one + other for one in ascii_uppercase for other in ascii_uppercase]
    found = [code for code in codes if paper_of_locale({"LANG": f"xx_{code}.UTF-8"}).slug == "letter"]
    assert " ".join(found) == letter


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("mines", [1, 2, 3])
def test_every_mine_has_a_box_of_two_digits(mines: int, large: bool) -> None:
    """As many as the front matter says, side by side or one below the other."""
    edition = load_edition("word-fleet")
    variations = [
        one.model_copy(update={"mines": mines}) if one.prints == "mine" else one for one in edition.variations
    ]
    fewer = edition.model_copy(update={"variations": variations, "fleet": edition.fleet[:4]})
    pages = [Shown(fewer, page, None) for page in sheet_layout(fewer, Looks(PAPERS["a4"], large_print=large)).pages]
    calls = pages[-1].calls
    dotted = [after.args for call, after in pairwise(calls) if (call[0], after[0]) == ("dashes", "line")]
    boxes = [
        box for box in pages[-1].of("frame") if sum(box.x < x < box.right and y == box.y for x, y, *_ in dotted) == 1
    ]
    assert len({(round(box.x), round(box.y)) for box in boxes}) == len(boxes) == mines


@pytest.mark.parametrize(("kind", "paper"), EACH_KIND)
def test_where_the_fleet_is_named_below_the_edition_is_named_above(kind: str, paper: str) -> None:
    """The Admirals' head has the edition's name; their own panel ends with the fleet's, after where words come from."""
    pages = shown("word-fleet-admirals", kind, paper)
    assert f"{pages[0].edition.edition} edition".upper() in _said(pages[0].runs)
    if len(pages) == 1 and kind != "blank":
        *_, name, source = (run for run in pages[0].own if run.text.endswith(" words") or run.text.startswith("The "))
        assert (source.text, name.text[:4]) == ("Standard words", "The ")
        assert source.x < name.x


@every_look
def test_a_sheet_starts_its_captain(slug: str, kind: str, paper: str) -> None:
    """Above the turn's steps stands what to do first, by what is dealt: words, places; large print has no room."""
    pages = shown(slug, kind, paper)
    told = [run for page in pages for run in page.runs if "ink all five" in run.text]
    if len(pages) > 1:
        assert not told
        return
    (run,), page = told, pages[0]
    begins = {"blank": "Hide your own words in the Defense Grid.", "placed": "Fleet in place. Sink all five of theirs."}
    assert run.text.startswith(begins.get(kind, "Write your words into the Defense Grid."))
    first = page.one(page.edition.turn.summary[0].step.upper())
    assert run.y < first.y - 2 < page.one(page.edition.tracker.panels.turn.title.upper()).y + 12
    assert run.size >= 7


@pytest.mark.parametrize(("panel", "fleet"), [("Grille de défense", 5), ("Verteidigungsgitter", 2), ("Защита", 1)])
def test_what_comes_first_is_said_in_any_letters(panel: str, fleet: int) -> None:
    """By the front matter's panel and number of ships, in one line or two."""
    captains = load_edition("word-fleet")
    panels = captains.tracker.panels
    defense = panels.defense.model_copy(update={"title": panel})
    tracker = captains.tracker.model_copy(update={"panels": panels.model_copy(update={"defense": defense})})
    edition = captains.model_copy(update={"tracker": tracker, "fleet": captains.fleet[:fleet]})
    page = Shown(edition, sheet_layout(edition, Looks(PAPERS["a4"])).pages[0], None)
    said = " ".join(run.text for run in page.runs)
    sink = {5: "Sink all five.", 2: "Sink both.", 1: "Sink the one."}[fleet]
    assert f"Write your words into the {panel}. {sink}" in said


@every_look
def test_letters_that_a_square_has_no_room_for_have_lines(slug: str, kind: str, paper: str) -> None:
    """Where a wrong letter is noted in its square: a line beside the boxes of each ship of three letters or fewer, at
    least 15 mm long (a square's name and seven letters), and what they are for over the first; not in large print.
    """
    page, *others = shown(slug, kind, paper)
    names = [run for run in page.runs if run.text == "letters tried"]
    if slug != "word-fleet" or others:
        assert not names
        return
    (name,) = names
    ships = [run for run in page.runs if run.text in {"SUB", "ARK", "PT"} and run.size > 10]
    across = [(call.args[0], call.args[2], call.args[1]) for call in page.calls if call[0] == "line"]
    for ship in ships:
        (line,) = [(x, end) for x, end, y in across if abs(x - name.x) < 7 and 0 < y - ship.y < 4]
        assert line[1] - line[0] >= 15
        boxes = [box.right for box in page.of("frame") if abs(box.centre_y - ship.y) < 4 and box.right <= line[0]]
        sunk = [run.x for run in page.runs if run.text == "sunk" and abs(run.y - ship.y) < 3]
        assert max(boxes) + 1 <= line[0] < line[1] <= min(x for x in sunk if x > line[0]) - 1
    assert name.y == min(run.y for run in page.runs if run.text == "letters tried") < ships[1].y
