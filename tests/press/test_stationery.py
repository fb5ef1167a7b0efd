"""The event's stationery, read back by independent readers: what it says, where it stands, how it prints."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, cycle, pairwise
from typing import Any
from unittest.mock import create_autospec

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

from making.pages import EDITION, HAIR, POINTS, Box, ReadPage, Text, read_pages, render
from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import blank_deck, tier_deck
from wordfleet_print.fleet.word_lists import load_tier
from wordfleet_print.games import Edition, load_edition
from wordfleet_print.press.cards_and_slips import ScoreSlip, ScoreSlips, TableCard, TableCards, table_cards
from wordfleet_print.press.ink.fonts import Face, font, text_width
from wordfleet_print.press.ink.ink import Pen, Run, Type, draw_type
from wordfleet_print.press.ink.paper import A4, PAPERS, Paper, load_picture
from wordfleet_print.press.key_and_index import IndexLine, Key, NameIndex
from wordfleet_print.press.panels.panel import Filled
from wordfleet_print.press.pdf.glyphs import characters_of_stationery
from wordfleet_print.press.stationery import Stationery, StationeryPress
from wordfleet_print.sheet.sheet import Sheet, deal

Printed = tuple[Stationery, Sequence[Any]]
TITLE = "Harbour Lights Open – Ấn, Żółć, Ζάκυνθος & Йошкар-Ола"
ADMIRALS = load_edition("word-fleet-admirals")
LONG = "Admiral of the Fleet Æthelflæd of Ystradgynlais and all the Seas beyond"
NAMES = (
    *("Ann Lee", "José Álvarez", "Niamh Ó Súilleabháin", "Κωνσταντίνος Παπαδόπουλος", "Адмирал Щёголев-Преображенский"),
    *(LONG, "", "Bo", "=HYPERLINK(1)", "W" * 60, "Nguyễn Phước Ưng Ấu Quỳnh", "Łukasz Żółć", "D’Artagnan", "CON"),
)
LEAST_INK, MARGIN, MOST_COVERED = 7.0, 10.0, 0.10


def _type_of(items: Iterable[Type | Filled]) -> Iterator[Type]:
    """The type that filled lines hold, among type that is placed already."""
    for item in items:
        if isinstance(item, Filled):
            yield from item.line.set_type(item.text) if item.text else ()
        else:
            yield item


def named(count: int) -> tuple[str, ...]:
    """So many names, the hostile ones among them."""
    return tuple(NAMES[i % len(NAMES)] for i in range(count))


@cache
def key_lines(slug: str, count: int, *, blank: bool = False) -> tuple[Sheet, ...]:
    """The lines of an edition's dealt sheets, two at each table."""
    edition = load_edition(slug)
    deck = blank_deck(edition) if blank else tier_deck(edition, load_tier("standard"))
    sheets = enumerate(deal(deck, named(count), "stationery"))
    return tuple(replace(sheet, table=str(i // 2 + 1), serial=f"{i + 1}.1") for i, sheet in sheets)


def card(table: str, rounds: int) -> TableCard:
    """A card with a line for each round, an opponent missing here and there."""
    names = named(2 * rounds + 1)
    return TableCard(table, tuple((str(i + 1), names[i], names[i + 1]) for i in range(rounds)))


def index_lines(count: int, rounds: int) -> tuple[IndexLine, ...]:
    """Names in order, some with a club, at tables of up to four digits."""
    clubs = "Harbour Club", "", "Kaffeehaus Königsberg und Umgebung e. V. von 1871"
    people = sorted(name or "Nemo" for name in named(count))
    places = [tuple(str((i * 997 + j) % 1280 + 1) for j in range(rounds)) for i in range(count)]
    return tuple(IndexLine(name, clubs[i % 3], places[i]) for i, name in enumerate(people))


def slips(count: int) -> tuple[ScoreSlip, ...]:
    """A slip for each table."""
    return tuple(ScoreSlip("12", str(i + 1), *named(i + 2)[-2:]) for i in range(count))


def make(kind: str, paper: Paper) -> Printed:
    """One kind of stationery with its items."""
    return MAKERS[kind](paper)


MAKERS: Mapping[str, Callable[[Paper], Printed]] = {
    "key": lambda paper: (Key(EDITION, paper, TITLE, "1"), key_lines("word-fleet", 20)),
    "key-admirals": lambda paper: (Key(ADMIRALS, paper, TITLE, "12"), key_lines("word-fleet-admirals", 16)),
    "key-blank": lambda paper: (Key(EDITION, paper, ""), key_lines("word-fleet", 4, blank=True)),
    "cards-lone": lambda paper: (TableCards(EDITION, paper, TITLE), [card("8", 1), card("88", 1), card("50000", 1)]),
    "cards-many": lambda paper: (TableCards(EDITION, paper, TITLE, 8), [card("888", 8), card("8", 3)]),
    "index-one": lambda paper: (NameIndex(EDITION, paper, TITLE), index_lines(50, 1)),
    "index-many": lambda paper: (NameIndex(ADMIRALS, paper, "", 8), index_lines(3, 8)),
    "slips": lambda paper: (ScoreSlips(EDITION, paper, TITLE), slips(7)),
    "slips-admirals": lambda paper: (ScoreSlips(ADMIRALS, paper, ""), slips(2)),
}
every_kind = pytest.mark.parametrize(("kind", "paper"), [*zip(MAKERS, cycle(PAPERS), strict=False)], scope="module")
"""On papers in turn, so that either has every form."""
every_paper = pytest.mark.parametrize("paper", PAPERS)


def printed(stationery: Stationery, items: Sequence[Any]) -> bytes:
    """The pages as a PDF, by reportlab's own drawing."""
    font(Face.MEDIUM)
    buffer, paper = io.BytesIO(), stationery.paper
    options: dict[str, Any] = {"initialFontName": Face.MEDIUM.value}
    canvas = Canvas(buffer, pagesize=(paper.width * POINTS, paper.height * POINTS), invariant=1, **options)
    pen = Pen(canvas, paper.height)
    for number, start in enumerate(range(0, len(items), stationery.per_page), start=1):
        stationery.draw(pen)
        draw_type(pen, _type_of(stationery.set_page(items[start : start + stationery.per_page], number)))
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


@cache
def pdf_of(kind: str, paper: str) -> bytes:
    """One kind of stationery on one paper."""
    return printed(*make(kind, PAPERS[paper]))


@cache
def pages_of(kind: str, paper: str) -> list[ReadPage]:
    """Its pages as read back."""
    return read_pages(pdf_of(kind, paper))


def read(stationery: Stationery, items: Sequence[Any]) -> list[ReadPage]:
    """The pages of these items as read back."""
    return read_pages(printed(stationery, items))


def texts(page: ReadPage) -> list[str]:
    """What the runs of a page say."""
    return [run.text for run in page.runs]


def run_of(page: ReadPage, text: str) -> Text:
    """The one run that says this."""
    (found,) = [run for run in page.runs if run.text == text]
    return found


# --- every kind of stationery ----------------------------------------------------------------------------------


@every_kind
def test_ink_stays_off_the_edges_and_covers_little(kind: str, paper: str) -> None:
    """No pixel within 10.0 mm of an edge is anything but white, and at most 10 % of each page is dark."""
    size, pdf = PAPERS[paper], pdf_of(kind, paper)
    for number in range(len(pages_of(kind, paper))):
        image = render(pdf, number, 200)
        rows, columns = (np.flatnonzero(image.min(axis=axis) < 255) for axis in (1, 0))
        down, across = size.height / image.shape[0], size.width / image.shape[1]
        near, far = (rows[0] * down, columns[0] * across), ((rows[-1] + 1) * down, (columns[-1] + 1) * across)
        assert min(*near, size.height - far[0], size.width - far[1]) >= MARGIN
        assert 0.01 < 1 - image.mean() / 255 <= MOST_COVERED


@every_kind
def test_type_is_black_large_enough_and_of_the_bundled_fonts(kind: str, paper: str) -> None:
    """All text is 7 pt or more, black or white, in a bundled font; all lines are 0.6 pt or more."""
    faces = {str(face) for face in Face}
    for page in pages_of(kind, paper):
        assert min(run.size for run in page.runs) >= LEAST_INK
        assert {run.gray for run in page.runs} <= {0, 1}
        assert {run.font for run in page.runs} <= faces
        assert min(ink.width for ink in page.inks if ink.width) >= 0.6
        assert {ink.gray for ink in page.inks} <= {None, 0, 1}


def _capitals(run: Text) -> Box:
    """Where a run's capitals and small letters stand, without accents and tails."""
    return Box(run.x0, run.y - 0.68 * run.em, run.x1, run.y)


def _overlap(one: Box, other: Box) -> bool:
    return one.x0 < other.x1 and other.x0 < one.x1 and one.top < other.bottom and other.top < one.bottom


@every_kind
def test_nothing_overlaps(kind: str, paper: str) -> None:
    """No text stands on another, and no line runs through text, whatever the names."""
    for page in pages_of(kind, paper):
        boxes = [_capitals(run) for run in page.runs if run.text.strip()]
        assert not [(one, other) for one, other in combinations(boxes, 2) if _overlap(one, other)]
        lines = [line for line in (*page.across, *page.down) if line.width]
        assert not [(line, box) for line in lines for box in boxes if _overlap(line, box)]


@every_kind
def test_the_same_items_give_the_same_bytes(kind: str, paper: str) -> None:
    """Printing again gives the same file."""
    assert printed(*make(kind, PAPERS[paper])) == pdf_of(kind, paper)


@pytest.mark.parametrize("kind", MAKERS)
def test_too_many_items_are_refused(kind: str) -> None:
    """A page never drops an item: more than fit are an error."""
    stationery, items = make(kind, A4)
    crowd = [items[0]] * (stationery.per_page + 1)
    with pytest.raises(ValueError, match="zip"):
        list(stationery.set_page(crowd, 1))


@pytest.mark.parametrize("kind", ["key", "cards-many", "index-one", "slips"])
def test_words_of_the_game_are_the_editions(kind: str) -> None:
    """What captains and ships are called, and how many codes there are, comes from the front matter alone."""
    pages = " ".join(text for page in pages_of(kind, "a4") for text in texts(page)).casefold()
    assert EDITION.players.one.casefold() in pages
    players = EDITION.players.model_copy(update={"one": "skipper", "many": "skippers"})
    ships = tuple(ship.model_copy(update={"ship": f"Yawl {i}"}) for i, ship in enumerate(EDITION.fleet))
    other = EDITION.model_copy(update={"players": players, "fleet": ships})
    stationery: dict[str, Stationery] = {
        "key": Key(other, A4, ""),
        "cards-many": TableCards(other, A4, "", 8),
        "index-one": NameIndex(other, A4, ""),
        "slips": ScoreSlips(other, A4, ""),
    }
    (page,) = read(stationery[kind], [make(kind, A4)[1][0]])
    told = " ".join(texts(page)).casefold()
    assert "skipper" in told
    assert "captain" not in told
    assert not {ship.ship.casefold() for ship in EDITION.fleet} & set(told.split())
    if kind in ("key", "slips"):
        assert told.count("yawl") >= len(ships)


# Names as the roster lets them in: letters of the bundled fonts, composed.
LETTERS = st.sampled_from("abcdefghijklmnopqrstuvwxyzABCXYZ0189'’-–.,=+@ ÀéîõüçñøßÆŁżőŞğΆΐώΩЖщёЙ Ấữ")
NAME = st.text(LETTERS, max_size=70).map(lambda text: " ".join(text.split()))


@settings(max_examples=60)
@given(names=st.tuples(NAME, NAME), club=NAME, table=st.integers(1, 99999).map(str))
def test_type_needs_no_letter_but_the_names_own(names: tuple[str, str], club: str, table: str) -> None:
    """All type is set from plain ASCII and the letters of names and clubs, whatever they are, and stays on the page."""
    case = dict(characters_of_stationery([*names, club]))
    line = replace(key_lines("word-fleet", 16)[0], table=table, captain=names[0], opponent=names[1])
    pages: list[Printed] = [
        (Key(EDITION, A4, ""), [line]),
        (TableCards(EDITION, A4, ""), [TableCard(table, (("1", *names),))]),
        (TableCards(EDITION, A4, "", 8), [TableCard(table, (("1", *names),) * 8)]),
        (NameIndex(EDITION, A4, "", 8), [IndexLine(names[0], club, (table,) * 8)]),
        (ScoreSlips(EDITION, A4, ""), [ScoreSlip("1", table, *names)]),
    ]
    for stationery, items in pages:
        runs = [item for item in _type_of(stationery.set_page(items, 99)) if isinstance(item, Run)]
        assert all(set(run.text) <= set(case[run.face]) for run in runs)
        assert all(MARGIN <= run.x <= A4.width - MARGIN - text_width(run.text, run.face, run.size) for run in runs)
        assert all(run.size >= LEAST_INK for run in runs)


# --- the organiser's key ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "paper"), [(EDITION, "a4"), (ADMIRALS, "letter")], ids=["captains", "admirals"])
def test_the_key_tells_every_sheets_secrets(edition: Edition, paper: str) -> None:
    """Each sheet's row has its words under their ships, its codes of 10 pt or more, beside them its rating, and its
    manifest.
    """
    lines = key_lines(edition.slug, 16)
    (page,) = read(Key(edition, PAPERS[paper], TITLE, "1"), lines)
    heads = [_named(page, ship.ship.split()[-1])[0].x0 for ship in edition.fleet]
    codes = run_of(page, edition.tracker.panels.codes.title.upper()).x0
    for line in lines:
        assert line.words
        assert line.manifest
        code = run_of(page, line.code)
        assert code.size >= 10
        there = page.text_in(Box(heads[0] - 1, code.y - 8, page.width, code.y + 6))
        words = next(run for run in there if run.text.split() == [*line.words])
        digits = next(run for run in there if run.text.split() == [*line.launch_codes])
        assert min(words.size, digits.size) >= 10
        assert (words.y, digits.x0) == pytest.approx((digits.y, codes), abs=0.3)
        assert _starts(page, words) == pytest.approx(heads, abs=0.3)
        manifest = " ".join(f"{letter}{count}" for letter, count in line.manifest.items())
        assert any(run.text == manifest and run.size >= 10 for run in there)
        assert {str(line.rating), line.rating_label} <= {run.text for run in there}
        assert min(run.x0 - digits.x1 for run in there if run.text == f"{line.rating}" and run.x0 > digits.x1) < 5


def _starts(page: ReadPage, run: Text) -> list[float]:
    """Where each word of a run starts (mm)."""
    there = [glyph for glyph in page.glyphs if abs(glyph.y - run.y) < HAIR and run.x0 - HAIR < glyph.x < run.x1]
    return [
        after.x0
        for before, after in pairwise([None, *there])
        if after and (not before or before.text == " " != after.text)
    ]


def _named(page: ReadPage, text: str) -> list[Text]:
    return [run for run in page.runs if run.text == text]


@every_paper
def test_the_key_boxes_each_table(paper: str) -> None:
    """Opponents share one box, which holds their table's number; a sheet without a table has none."""
    lines = [*key_lines("word-fleet", 6), replace(key_lines("word-fleet", 16)[8], table="")]
    (page,) = read(Key(EDITION, PAPERS[paper], TITLE), lines)
    boxes = sorted((ink for ink in page.inks if ink.kind == "curve" and ink.h > 20), key=lambda ink: ink.top)
    assert len(boxes) == 3
    for i, box in enumerate(boxes):
        assert [run.text for run in page.text_in(box)] == [str(i + 1)]
        inside = [line.code for line in lines if box.top < run_of(page, line.code).y < box.bottom]
        assert inside == [line.code for line in lines[2 * i : 2 * i + 2]]


def test_the_key_says_who_may_read_it() -> None:
    """Every page says that it is secret, of which event and round it is, and its number."""
    for number, page in enumerate(pages_of("key", "a4"), start=1):
        told = texts(page)
        assert any(text.startswith("SECRET") for text in told)
        assert any("ORGANISER" in text for text in told)
        label = run_of(page, "PAGE")
        below = [run for run in page.runs if abs(run.x0 - label.x0) < 0.3 and 0 < run.y - label.y < 9]
        assert [run.text for run in below] == [str(number)]


def test_the_key_names_what_is_missing() -> None:
    """Without a name the serial stands for the captain; without words the row says so; alone, it names the opponent."""
    (line,) = key_lines("word-fleet", 4, blank=True)[:1]
    alone = replace(line, captain="", opponent="Zoë")
    (page,) = read(Key(EDITION, A4, ""), [alone])
    told = texts(page)
    assert f"Serial {line.serial}" in told
    assert "own words" in told
    assert any("against Zoë" in text for text in told)
    assert not any(text in ("easy", "medium", "hard") for text in told)


@every_paper
def test_whole_pages_of_the_key_hold_256_sheets(paper: str) -> None:
    """Blocks of 256 sheets fill whole pages, and a sheet takes few pieces of type."""
    key = Key(EDITION, PAPERS[paper], TITLE)
    assert 256 % key.per_page == 0
    assert len(list(key.set_page(key_lines("word-fleet", 16), 1))) <= 9 * key.per_page + 1


def test_a_key_that_does_not_fit_is_refused() -> None:
    """Front matter whose ships and codes leave no room for a sheet code is refused with the measure."""
    codes = EDITION.launch_codes.model_copy(update={"count": 9, "digits": 4})
    wide = EDITION.model_copy(update={"launch_codes": codes, "fleet": EDITION.fleet[:4] * 2})
    with pytest.raises(BadInputError, match=r"mm .* on A4"):
        read(Key(wide, A4, TITLE), key_lines("word-fleet", 16))


# --- table cards -----------------------------------------------------------------------------------------------


def _moved(runs: Iterator[Text], x: float, y: float) -> list[tuple[str, float, float, float]]:
    return sorted((run.text, round(run.x0 - x, 1), round(run.y - y, 1), run.size) for run in runs)


@pytest.mark.parametrize(("rounds", "paper"), [(1, "a4"), (2, "letter"), (5, "a4"), (8, "letter")])
def test_both_faces_of_a_card_say_the_same(paper: str, rounds: int) -> None:
    """Left and right of the fold stand the same words at the same places, so that folding gives two equal faces."""
    stationery = TableCards(EDITION, PAPERS[paper], TITLE, rounds)
    (page,) = read(stationery, [card("12", rounds), card("7", rounds)])
    for half in (0, 1):
        top, bottom = half * page.height / 2, (half + 1) * page.height / 2
        card_runs = [run for run in page.runs if top < run.y < bottom and run.text not in ("FOLD BACK", "CUT HERE")]
        left = _moved((run for run in card_runs if run.x < page.width / 2), 0, top)
        right = _moved((run for run in card_runs if run.x > page.width / 2), page.width / 2, top)
        assert left == right
        assert any(text == ("12", "7")[half] and size >= 45 for text, _, _, size in left)
        assert [text for text, *_ in left if text.rstrip("…") and TITLE.startswith(text.rstrip("…"))]


@every_paper
def test_a_card_tells_who_meets_when(paper: str) -> None:
    """Every round's line has its number and both names, the missing one left out; unused lines stay empty."""
    stationery = TableCards(EDITION, PAPERS[paper], TITLE, 8)
    lines = (("1", "Ann", "Zoë"), ("2", "Bo", ""), ("13", "", "Ωμέγα"))
    (page,) = read(stationery, [TableCard("5", lines)])
    face = [run for run in page.runs if run.x < page.width / 2 and run.y < page.height / 2]
    for number, one, other in lines:
        y = next(run.y for run in face if run.text == (one or other))
        rounded = [run for run in face if abs(run.y - y) < 1 and run.x0 < 20]
        assert [run.text for run in rounded] == [number]
        assert [run.text for run in face if abs(run.y - y) < HAIR and run.x0 > 20] == [n for n in (one, other) if n]
    rules = [line for line in page.across if line.w > 70 and not line.dashed and line.x1 < 102 and line.top < 140]
    heads = next(run.y for run in face if run.text == "ROUND")
    one_of_two = EDITION.players.one.upper()
    assert [run.text for run in face if abs(run.y - heads) < HAIR] == ["ROUND", one_of_two, one_of_two]
    assert len({round(line.top, 1) for line in rules if line.top > heads}) == 8


@pytest.mark.parametrize(("kind", "paper"), [("cards-lone", "letter"), ("cards-many", "a4")])
def test_cards_are_cut_and_folded_in_the_middle(kind: str, paper: str) -> None:
    """Dashes run at half the page's height and dots at half its width; nothing else is within 4 mm of either."""
    for page in pages_of(kind, paper):
        middle = page.width / 2, page.height / 2
        cuts = [ink for ink in page.across if ink.dashed and abs(ink.top - middle[1]) < 0.1]
        folds = [ink for ink in page.down if ink.dashed and abs(ink.x0 - middle[0]) < 0.1]
        assert (len(cuts), len(folds)) == (2, 2)
        words = "FOLD BACK", "CUT HERE"
        others: list[Box] = [ink for ink in page.inks if ink not in cuts + folds]
        others += [_capitals(run) for run in page.runs if run.text not in words]
        assert not [box for box in others if box.x0 - 4 < middle[0] < box.x1 + 4]
        assert not [box for box in others if box.top - 4 < middle[1] < box.bottom + 4]


def test_many_rounds_take_a_second_card() -> None:
    """A table's rounds stand on as few cards as hold them, none lost; a card of more than its form holds is refused."""
    lines = tuple((str(i), "Ann", "Bo") for i in range(1, 20))
    cards = table_cards("9", lines)
    assert [len(one.lines) for one in cards] == [8, 8, 3]
    assert tuple(line for one in cards for line in one.lines) == lines
    assert table_cards("9", ()) == (TableCard("9", ()),)
    with pytest.raises(BadInputError, match=r"9 .*8 rounds"):
        list(TableCards(EDITION, A4, TITLE, 5).set_page(cards[:1], 1))
    for wrong in (0, 9):
        with pytest.raises(BadInputError, match="1 to 8 rounds"):
            TableCards(EDITION, A4, TITLE, wrong)


# --- the name index --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rounds", "paper"), [(1, "letter"), (3, "a4"), (8, "letter")])
def test_the_index_tells_everybody_where_to_sit(paper: str, rounds: int) -> None:
    """Each name of a full page has its club below and its tables on its line, right-aligned under their rounds."""
    index = NameIndex(EDITION, PAPERS[paper], TITLE, rounds)
    lines = [
        IndexLine(f"Player {i:02}", "Club" if i % 2 else "", tuple(str(100 * i + j) for j in range(rounds)))
        for i in range(index.per_page)
    ]
    (page,) = read(index, lines)
    columns = 2 if rounds <= 3 else 1
    order = sorted((run for run in page.runs if run.text.startswith("Player ")), key=lambda r: (r.x0 > 100, r.y))
    assert [run.text for run in order] == [line.name for line in lines]
    for run, line in zip(order, lines, strict=True):
        assert run.size >= 13
        row = Box(run.x0, run.y - 5, run.x0 + page.width / columns - 20.5, run.y + 6)
        there = sorted(page.text_in(row), key=lambda other: other.x0)
        numbers = [other for other in there if other.text.isdigit()]
        assert tuple(other.text for other in numbers) == line.places
        assert min(other.size for other in numbers) >= 9
        assert ("Club" in [other.text for other in there]) == bool(line.club)
        if rounds > 1:
            for j, place in enumerate(numbers):
                heads = [head for head in page.runs if head.text == str(j + 1) and abs(head.size - 10.5) < 0.1]
                assert any(abs(head.x1 - place.x1) < 0.3 for head in heads)


def test_initials_stand_once_in_the_margin() -> None:
    """A new initial is shown at its first name and at the head of a column; accents, strokes and case
    count for nothing: names are headed as they are filed.
    """
    index = NameIndex(EDITION, A4, TITLE)
    half = index.per_page // 2
    names = ["anna", "Ánna", "Bo", "‘Bea’", "Ωμέγα", "Ώρα", "Łucja", "Lukas", "Ørsted", "Ola", "Æthel"]
    names += ["Zoë"] * (half - len(names) + 2)
    (page,) = read(index, [IndexLine(name, "", ("1",)) for name in names])
    initials = [run.text for run in page.runs if abs(run.size - 17) < 0.1]
    assert initials == ["A", "B", "Ω", "L", "O", "A", "Z", "Z"]


def test_an_index_counts_its_rounds_from_the_first() -> None:
    """An index of later rounds says which they are; more rounds than fit are refused with what fits."""
    (page,) = read(NameIndex(EDITION, A4, TITLE, 3, first_round=9), index_lines(1, 3))
    heads = [run.text for run in page.runs if abs(run.size - 10.5) < 0.1]
    assert heads == ["9", "10", "11"] * 2
    (page,) = read(NameIndex(EDITION, A4, TITLE, 1, first_round=9), index_lines(1, 1))
    assert texts(page).count("table in round 9") == 2
    with pytest.raises(BadInputError, match="room for 16 rounds on A4, not for 40"):
        NameIndex(EDITION, A4, TITLE, 40)


# --- score slips -----------------------------------------------------------------------------------------------


def _pieces(page: ReadPage) -> list[Box]:
    """The pieces that the dashed lines cut the page into, row by row."""
    ys = sorted({round(ink.top, 1) for ink in page.across if ink.dashed and ink.width >= 1})
    (x,) = {round(ink.x0, 1) for ink in page.down if ink.dashed and ink.width >= 1}
    tops, bottoms = [0.0, *ys], [*ys, page.height]
    return [
        Box(left, top, right, bottom)
        for top, bottom in zip(tops, bottoms, strict=True)
        for left, right in ((0.0, x), (x, page.width))
    ]


@pytest.mark.parametrize(("kind", "paper"), [("slips", "letter"), ("slips-admirals", "a4")])
def test_each_slip_is_whole_on_its_piece(kind: str, paper: str) -> None:
    """Cut along the dashes, each of six pieces has round, table, two names or lines, boxes, rings and signatures."""
    _, items = make(kind, PAPERS[paper])
    edition = EDITION if kind == "slips" else ADMIRALS
    page = pages_of(kind, paper)[0]
    pieces = _pieces(page)
    assert len(pieces) == 6
    for i, piece in enumerate(pieces):
        runs = [run for run in page.runs if piece.contains(_capitals(run))]
        told = [run.text for run in runs]
        assert told.count("WON") == told.count("SIGNATURE") == told.count(edition.players.one.upper()) == 2
        assert [told.count(ship.ship) for ship in edition.fleet] == [2] * len(edition.fleet)
        inside = [ink for ink in page.inks if piece.contains(ink)]
        rings = [ink for ink in inside if ink.kind == "curve" and ink.gray is None and 3 < ink.w < 5]
        assert len(rings) == 2 * len(edition.fleet)
        assert len([ink for ink in inside if ink.kind == "rect" and ink.width and abs(ink.w - ink.h) < HAIR]) == 2
        lines = [ink for ink in inside if ink.kind == "line" and not ink.dashed and ink.w > 30]
        assert len(lines) == 4
        (turns,) = (ink for ink in inside if ink.kind == "rect" and ink.width and 12 < ink.w < 15)
        played = run_of(replace(page, runs=tuple(runs)), "PLAYED")
        assert turns.holds(turns.x0, played.y)
        assert [ink.x0 for ink in inside if ink.dashed and turns.contains(ink)] == pytest.approx(
            [turns.middle[0]], abs=HAIR
        )
        if i < len(items):
            assert {items[i].round, items[i].table} <= set(told)
            names = [name for name in (items[i].captain, items[i].opponent) if name]
            assert all(any(text.rstrip("…") and name.startswith(text.rstrip("…")) for text in told) for name in names)
        else:
            assert not [run for run in runs if run.text.isdigit()]


@pytest.mark.parametrize("edition", [EDITION, ADMIRALS], ids=["captains", "admirals"])
def test_slips_show_each_ship_beside_its_name(edition: Edition) -> None:
    """Over each ship's name stands its own silhouette."""
    pen: Any = create_autospec(Pen, instance=True)
    ScoreSlips(edition, A4, "").draw(pen)
    names = {ship.ship: ship.silhouette for ship in edition.fleet}
    drawn = [(call[0], call.args[0]) for call in pen.method_calls if call[0] in ("text", "picture")]
    ships = [
        (names[one.text], picture)
        for (_, one), (kind, picture) in pairwise(drawn)
        if kind == "picture" and one.text in names
    ]
    assert len(ships) == 12 * sum(map(bool, names.values()))
    assert all(load_picture(name or "") == picture for name, picture in ships)


def test_pages_go_on_with_their_numbers_from_block_to_block() -> None:
    """A block that begins with page 5 has that number on its first page and in its label, and 6 on the next."""
    index = NameIndex(EDITION, A4, TITLE)
    lines = index_lines(index.per_page + 1, 1)
    pages = [*StationeryPress({"a": index}).print("a", lines, 5)]
    assert [page.label for page in pages] == ["5", "6"]
    for page, part in zip(pages, (lines[:-1], lines[-1:]), strict=True):
        (same,) = StationeryPress({"a": index}).print("a", part, int(page.label))
        assert same.content == page.content
        (other,) = StationeryPress({"a": index}).print("a", part, 9)
        assert other.content != page.content


def test_slips_are_of_one_size() -> None:
    """What is on one piece is at the same places on every other, counted from its round."""
    page = pages_of("slips-admirals", "a4")[0]
    places = []
    for piece in _pieces(page):
        labels = [run for run in page.runs if piece.contains(_capitals(run)) and abs(run.size - 7.2) < 0.05]
        start = next(run for run in labels if run.text == "ROUND")
        places.append(sorted((run.text, round(run.x0 - start.x0, 1), round(run.y - start.y, 1)) for run in labels))
    assert places == [places[0]] * 6
