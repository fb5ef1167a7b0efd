"""Long names on an event's papers, read back: each is whole, or a note says that it is cut, and
none is over another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Any

import pymupdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.matrix import mark_matrix
from wordfleet_print.fleet.deck import blank_deck
from wordfleet_print.games import load_edition
from wordfleet_print.paper import A4, LETTER, MM, PAPERS, Paper
from wordfleet_print.sheet.dealing import deal
from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import Rect
from wordfleet_print.tracker.handouts.answer_key import AnswerKey
from wordfleet_print.tracker.handouts.certificates import Certificate, Certificates
from wordfleet_print.tracker.handouts.handout import AnyHandout, Part, print_handout
from wordfleet_print.tracker.handouts.name_index import IndexLine, NameIndex
from wordfleet_print.tracker.handouts.score_slips import ScoreSlip, ScoreSlips
from wordfleet_print.tracker.handouts.standings import StandingLine, Standings
from wordfleet_print.tracker.handouts.table_cards import TableCard, TableCards
from wordfleet_print.tracker.layout import lay_out_sheet
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.tracker.names import note_names
from wordfleet_print.tracker.panels.head import NameLine
from wordfleet_print.tracker.set_names import NameSizes, is_cut, set_name

SLUGS = ("word-fleet", "word-fleet-de", "word-fleet-es", "word-fleet-fr")
TITLE = "Harbor Lights Open of the Municipal Library and its Friends"
# Words of names in several scripts, with marks over letters and under them, and one without a
# break.
WORDS = (
    "Bo",
    "Ann",
    "de",
    "la",
    "Fernández",
    "Maximiliane-Friederike",
    "Ògúnṣẹ̀yẹ",
    "Ọlábọ̀dé",
    "Nguyễn",
    "Ấu",
    "Papadópoulos-Alexandrópoulos",
    "Παπαδόπουλος",
    "Щёголев",
    "Żółć",
    "O’Súilleabháin",
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "WWWWWWWWWWWWWWWWWWWW",
)
# What a typist may write: names of up to about forty letters.
names = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join)
Papers = tuple[AnyHandout, Sequence[Any]]


def _make_papers(
    slug: str, paper: Paper, people: Sequence[str], rounds: int, club: str
) -> list[Papers]:
    """Return every kind of paper with these people, all of one club."""
    edition = load_edition(slug)
    sheets = deal(blank_deck(edition), tuple(people), "names")
    pairs = [(people[at], people[at - 1]) for at in range(len(people))]
    numbers = tuple(range(1, rounds + 1))
    tables = tuple(str(997 - number) for number in numbers)
    lines = tuple((str(number), *pairs[number % len(pairs)]) for number in numbers)
    return [
        (AnswerKey(edition, paper, TITLE, False, "1"), sheets),
        (TableCards(edition, paper, TITLE, False, min(rounds, 8)), [TableCard("7", lines[:8])]),
        (
            NameIndex(edition, paper, TITLE, False, numbers, 2),
            [IndexLine(name, club, tables) for name in people],
        ),
        (
            NameIndex(edition, paper, TITLE, False, numbers, 1, len(people)),
            [IndexLine(name, "", tables) for name in people],
        ),
        (
            Standings(edition, paper, TITLE, False, "3", True, len(people)),
            [StandingLine("10", name, club, "10½", "35", "10½") for name in people],
        ),
        (ScoreSlips(edition, paper, TITLE), [ScoreSlip("12", "100", *pair) for pair in pairs]),
        (
            Certificates(edition, paper, TITLE),
            [Certificate(name, club, "Place 10 of 100") for name in people],
        ),
    ]


def _squeeze(text: str) -> str:
    """Return a text as it is compared: without breaks, whatever they are."""
    return "".join(char for char in text if char not in " -\n\u00ad")


def _find_overlaps(page: pymupdf.Page) -> list[tuple[str, str]]:
    """Return texts whose letters are over each other, marks left aside."""
    cores = []
    for block in page.get_text("dict")["blocks"]:
        for line in block["lines"]:
            for span in line["spans"]:
                base = span["origin"][1]
                left, _, right, _ = span["bbox"]
                core = pymupdf.Rect(left, base - 0.5 * span["size"], right, base)
                if len(span["text"].strip()) > 1:
                    cores.append((span["text"], core))
    return [(a, b) for (a, one), (b, other) in combinations(cores, 2) if one.intersects(other)]


@pytest.mark.parametrize("slug", mark_matrix(SLUGS, {"word-fleet-de"}))
@settings(max_examples=6, deadline=None)
@given(
    people=st.lists(names, min_size=2, max_size=6, unique=True),
    rounds=st.sampled_from((1, 3, 8)),
    paper=st.sampled_from([A4, LETTER]),
)
def test_no_name_is_cut_in_silence(slug: str, people: list[str], rounds: int, paper: Paper) -> None:
    """Each name is on its paper in whole, or `find_cut` names it; no text is over another."""
    for handout, items in _make_papers(slug, paper, people, rounds, people[0]):
        made = print_handout("names", [Part("", handout, items)])
        with pymupdf.open(stream=made) as document:
            said = _squeeze("".join(page.get_text() for page in document))
            overlaps = [pair for page in document for pair in _find_overlaps(page)]
        cut = {*handout.find_cut(items)}
        kind = type(handout).__name__
        shown = people
        if isinstance(handout, TableCards):
            shown = [name for card in items for line in card.lines for name in line[1:]]
        assert [name for name in shown if _squeeze(name) not in said and name not in cut] == []
        assert overlaps == [], kind
        assert _squeeze(TITLE) in said


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("slug", SLUGS)
def test_names_of_forty_letters_are_whole_on_every_paper(slug: str, paper: str) -> None:
    """Names of forty letters, of one word or of several, are cut on no paper of an event, however
    many rounds it has.
    """
    people = [
        "Papadópoulos-Alexandrópoulos Żółć Nguyễn",
        "Fernández Featherstonehaugh-Cholmondeley",
        "Fernández de la Vega Sanz María Teresa G",
        "Maximiliane-Friederike von der Hohenburg",
        "Donaudampfschifffahrtsgesellschaftskapit",
        "Адмирал Щёголев-Преображенский Александр",
    ]
    for rounds in (1, 3, 5, 6, 7, 8):
        for handout, items in _make_papers(slug, PAPERS[paper], people, rounds, "Harbor Club"):
            assert {*handout.find_cut(items)} & {*people} == set(), type(handout).__name__


@pytest.mark.parametrize("rounds", [1, 3])
def test_lines_of_a_name_keep_off_each_other(rounds: int) -> None:
    """From line to line of a name is 105 % of its size at least, and no name is under 8 pt."""
    people = [
        "Fernández Featherstonehaugh-Cholmondeley",
        "Fernández de la Vega Sanz María Teresa G",
        "Maximiliane-Friederike von der Hohenburg",
    ]
    for handout, items in _make_papers("word-fleet", A4, people, rounds, "Harbor Club"):
        place = handout.places[0]
        names = [name.runs for item in items for name in handout.set_names(item, place)]
        sizes = [run.size for runs in names for run in runs]
        pairs = [pair for runs in names for pair in pairwise(runs)]
        steps = [(lower.y - upper.y) * MM / upper.size for upper, lower in pairs]
        assert min(sizes) >= 8
        assert min(steps, default=2) >= 1.049, type(handout).__name__


@pytest.mark.parametrize("count", [0, 12, 40])
def test_one_club_is_the_same_in_every_row_of_the_index(count: int) -> None:
    """A club is whole with every name of a list, or cut with every name."""
    people = ["Ann", "Fernández de la Vega Sanz María Teresa G", "Maximiliane-Friederike Ann"]
    numbers = tuple(range(1, 4))
    clubs = ("Harbor Club", "Friends of the Municipal Library of Port Alexandria", "W" * 60)
    index = NameIndex(load_edition("word-fleet"), A4, TITLE, False, numbers, 2, count)
    for club in clubs:
        shown = set()
        for name in people:
            _, own = index.set_names(IndexLine(name, club, ("1", "2", "3")), index.places[0])
            shown.add(tuple(run.text for run in own.runs))
        assert len(shown) == 1


@pytest.mark.parametrize("paper", PAPERS)
def test_a_name_on_a_sheet_breaks_in_a_word_before_it_is_cut(paper: str) -> None:
    """A name of 44 letters whose last word fills a line is whole, on two lines; none of them begins
    with a hyphen.
    """
    name = "Sir Archibald Featherstonehaugh-Cholmondeley"
    edition = load_edition("word-fleet")
    pages = lay_out_sheet(edition, SheetLooks(PAPERS[paper], event=True))
    lines = [panel for panel in pages[0].panels if isinstance(panel, NameLine)]
    (line,) = [line for line in lines if line.shows == "player"]
    runs = line.place_name(name)
    assert len(runs) == 2
    assert _squeeze("".join(run.text for run in runs)) == _squeeze(name)
    assert not [run.text for run in runs if run.text.startswith("-")]


@given(
    words=st.lists(st.sampled_from(WORDS), min_size=2, max_size=4),
    joint=st.sampled_from("- "),
    width=st.floats(20, 60),
)
def test_a_name_breaks_at_its_own_hyphens_first(words: list[str], joint: str, width: float) -> None:
    """A word is broken only where lines that end after words do not fit at the size to which a name
    shrinks for them.
    """
    name = joint.join(words)
    sizes = NameSizes(most=15.0, wrap_below=8.0, least=8.0, break_below=7.5)
    runs = set_name(Rect(0, 0, width, 6), name, Face.SEMIBOLD, sizes)
    parts = {part for run in runs for part in re.split("[- ]", run.text)}
    if parts <= {"", *re.split("[- ]", name)}:
        return
    for count in range(1, len(words)):
        lines = (joint.join(words[:count]) + joint.strip(), joint.join(words[count:]))
        widest = max(fonts.measure_text(line, Face.SEMIBOLD, 7.5) for line in lines)
        assert widest > width


@given(
    name=names,
    width=st.floats(12, 90),
    height=st.floats(4, 14),
    most=st.sampled_from((10.0, 13.0, 20.0)),
)
def test_a_name_stays_in_its_place(name: str, width: float, height: float, most: float) -> None:
    """Lines are no wider than the place, of one size between the least and the most, and hold the
    name in its order.
    """
    place = Rect(20, 30, width, height)
    runs = set_name(place, name, Face.SEMIBOLD, NameSizes(most, 9.0, 8.0))
    (size,) = {run.size for run in runs}
    assert 8.0 <= size <= most
    for run in runs:
        assert fonts.measure_text(run.text, run.face, size) <= width + 0.01
        assert run.y <= place.bottom
    said = _squeeze("".join(run.text for run in runs)).removesuffix("…")
    assert _squeeze(name).startswith(said)
    assert is_cut(name, runs) or said == _squeeze(name)


def test_a_note_says_that_only_large_print_cuts_a_name() -> None:
    """What only sheets in large print cut has a note of its own."""
    notes = [note.text for note in note_names((), {"Ann Ab": False, "The Cup of Cups": True})]
    assert ["in large print" in note for note in notes] == [False, True]
    assert ["Ann Ab" in note for note in notes] == [True, False]
