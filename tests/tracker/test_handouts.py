"""Handouts, read back by an independent reader: what they say, where it is, how it prints and
is cut.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, cycle, pairwise
from typing import Any

import numpy as np
import pymupdf
import pytest

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import blank_deck, tier_deck
from wordfleet_print.fleet.word_lists import load_tier
from wordfleet_print.games import load_edition
from wordfleet_print.paper import A4, PAPERS, Paper
from wordfleet_print.sheet.dealing import deal
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.handouts.answer_key import AnswerKey, count_rows
from wordfleet_print.tracker.handouts.certificates import Certificate, Certificates
from wordfleet_print.tracker.handouts.handout import AnyHandout, Part, print_handout
from wordfleet_print.tracker.handouts.name_index import IndexLine, NameIndex
from wordfleet_print.tracker.handouts.score_slips import ScoreSlip, ScoreSlips
from wordfleet_print.tracker.handouts.standings import StandingLine, Standings
from wordfleet_print.tracker.handouts.table_cards import TableCard, TableCards

POINTS = 72 / 25.4
"""In a millimeter."""
TITLE = "Harbor Lights Open – Ấn, Żółć, Ζάκυνθος & Йошкар-Ола"
FLEET, STRIKE, ADMIRALS = map(
    load_edition, ("word-fleet", "word-fleet-strike", "word-fleet-admirals")
)
FOLD = FLEET.say("card.fold").upper()
CUT = FLEET.say("paper.cut").upper()
LONG = "Admiral of the Fleet Æthelflæd of Ystradgynlais and all the Seas beyond"
NAMES = (
    *(
        "Ann Lee",
        "José Álvarez",
        "Niamh Ó Súilleabháin",
        "Κωνσταντίνος Παπαδόπουλος",
        "Адмирал Щёголев-Преображенский",
    ),
    *(
        LONG,
        "",
        "Bo",
        "=HYPERLINK(1)",
        "W" * 60,
        "Nguyễn Phước Ưng Ấu Quỳnh",
        "Łukasz Żółć",
        "D’Artagnan",
    ),
)
Made = tuple[AnyHandout, Sequence[Any]]


def _take_names(count: int) -> tuple[str, ...]:
    return tuple(NAMES[i % len(NAMES)] for i in range(count))


@cache
def _sheets(slug: str, count: int, *, blank: bool = False, placed: bool = False) -> list[Sheet]:
    """An edition's dealt sheets, two at each table."""
    edition = load_edition(slug)
    deck = blank_deck(edition) if blank else tier_deck(edition, load_tier("standard"))
    dealt = enumerate(deal(deck, _take_names(count), "handouts", placed=placed))
    return [replace(sheet, table=str(i // 2 + 1), serial=f"{i + 1}.1") for i, sheet in dealt]


def _card(table: str, rounds: int) -> TableCard:
    names = _take_names(2 * rounds + 1)
    return TableCard(table, tuple((str(i + 1), names[i], names[i + 1]) for i in range(rounds)))


def _lines(count: int, rounds: int) -> list[IndexLine]:
    clubs = "Harbor Club", "", "Kaffeehaus Königsberg und Umgebung e. V. von 1871"
    people = sorted(name or "Nemo" for name in _take_names(count))
    places = [tuple(str((i * 997 + j) % 1280 + 1) for j in range(rounds)) for i in range(count)]
    return [IndexLine(name, clubs[i % 3], places[i]) for i, name in enumerate(people)]


def _slips(count: int) -> list[ScoreSlip]:
    return [ScoreSlip("12", str(i + 1), *_take_names(i + 2)[-2:]) for i in range(count)]


KINDS: Mapping[str, Callable[[Paper], Made]] = {
    "key": lambda paper: (AnswerKey(FLEET, paper, TITLE, False, "1"), _sheets("word-fleet", 20)),
    "key-admirals": lambda paper: (
        AnswerKey(ADMIRALS, paper, TITLE, True, "12"),
        _sheets("word-fleet-admirals", 16),
    ),
    "key-strike": lambda paper: (
        AnswerKey(STRIKE, paper, TITLE, False, "3"),
        _sheets("word-fleet-strike", 5),
    ),
    "key-blank": lambda paper: (AnswerKey(FLEET, paper, ""), _sheets("word-fleet", 4, blank=True)),
    "key-placed": lambda paper: (
        AnswerKey(FLEET, paper, TITLE, False, "1", placed=True),
        _sheets("word-fleet", 17, placed=True),
    ),
    "key-placed-admirals": lambda paper: (
        AnswerKey(ADMIRALS, paper, TITLE, True, "1", placed=True),
        _sheets("word-fleet-admirals", 16, placed=True),
    ),
    "cards-one": lambda paper: (
        TableCards(STRIKE, paper, TITLE),
        [_card("8", 1), _card("88", 1), _card("50000", 1)],
    ),
    "cards-many": lambda paper: (
        TableCards(FLEET, paper, TITLE, True, 8),
        [_card("888", 8), _card("8", 3)],
    ),
    "index-one": lambda paper: (NameIndex(FLEET, paper, TITLE), _lines(50, 1)),
    "index-many": lambda paper: (
        NameIndex(ADMIRALS, paper, "", True, tuple(range(3, 11))),
        _lines(3, 8),
    ),
    "slips": lambda paper: (ScoreSlips(FLEET, paper, TITLE), _slips(7)),
    "certificates": lambda paper: (
        Certificates(FLEET, paper, TITLE),
        [Certificate(name, "Harbor Club", "Place 1 of 23") for name in NAMES],
    ),
    "certificates-admirals": lambda paper: (
        Certificates(ADMIRALS, paper, "", True),
        [Certificate("", "", "Came home with the fleet")],
    ),
    "slips-admirals": lambda paper: (ScoreSlips(ADMIRALS, paper, "", True), _slips(2)),
}
every_kind = pytest.mark.parametrize(("kind", "paper"), [*zip(KINDS, cycle(PAPERS), strict=False)])
"""On papers in turn, so that either has every form."""


def _read(handout: AnyHandout, items: Sequence[Any]) -> pymupdf.Document:
    return pymupdf.open(stream=print_handout("handout", [Part("Part", handout, items)]))


@cache
def _pages(kind: str, paper: str) -> list[pymupdf.Page]:
    return list(_read(*KINDS[kind](PAPERS[paper])))


def _spans(page: pymupdf.Page) -> list[dict[str, Any]]:
    """The runs of a page: text, size, font, color and box (mm)."""
    spans = [
        span
        for block in page.get_text("dict")["blocks"]
        for line in block["lines"]
        for span in line["spans"]
    ]
    return [
        span | {"bbox": pymupdf.Rect(span["bbox"]) / POINTS}
        for span in spans
        if span["text"].strip()
    ]


@every_kind
def test_ink_stays_off_the_edges_and_covers_little(kind: str, paper: str) -> None:
    """No pixel within 10.0 mm of an edge is anything but white, and at most 10 % of each page is
    dark.
    """
    for page in _pages(kind, paper):
        shown = page.get_pixmap(dpi=200, colorspace="gray")
        image = np.frombuffer(shown.samples, np.uint8).reshape(shown.height, shown.width)
        margin = int(10.0 / 25.4 * 200) - 1
        inner = image[margin:-margin, margin:-margin]
        assert int((255 - image.astype(int)).sum()) == int((255 - inner.astype(int)).sum())
        assert 0.01 < 1 - image.mean() / 255 <= 0.10


@every_kind
def test_type_is_black_or_white_large_enough_and_embedded(kind: str, paper: str) -> None:
    """All text is 7 pt or more, black or white, in a bundled font; none is on another."""
    faces = {face.value[:24] for face in Face}
    for page in _pages(kind, paper):
        spans = _spans(page)
        assert min(span["size"] for span in spans) >= 6.99
        assert {span["color"] for span in spans} <= {0, 0xFFFFFF}
        assert {span["font"][:24] for span in spans} <= faces
        boxes = [
            (one["text"], one["bbox"], one["size"] / POINTS) for one in spans if one["text"] != "O"
        ]  # the sight
        core = [
            (text, pymupdf.Rect(box.x0, box.y1 - 0.9 * em, box.x1, box.y1 - 0.35 * em))
            for text, box, em in boxes
        ]
        assert [
            (a, b) for (a, one), (b, other) in combinations(core, 2) if not (one & other).is_empty
        ] == []


def test_a_file_is_the_same_each_time_and_tells_its_parts() -> None:
    """The same parts give the same bytes; each part has a bookmark to its first page, and pages are
    numbered on.
    """
    parts = [
        Part("Round 1", *KINDS["key"](A4)),
        Part("Round 2", *KINDS["key-strike"](A4)),
        Part("", *KINDS["key-blank"](A4)),
    ]
    made = print_handout("answer key", parts)
    assert print_handout("answer key", parts) == made
    with pymupdf.open(stream=made) as document:
        assert document.get_toc() == [[1, "Round 1", 1], [1, "Round 2", 3]]
        assert [page.get_label() for page in document] == ["1", "2", "3", "4"]
        assert document.metadata["title"] == f"{TITLE} – answer key"


# --- the answer key -------------------------------------------------------------------------------


def test_a_key_without_room_is_refused() -> None:
    """Words and codes of 7 pt or more must fit next to each other."""
    many = FLEET.model_copy(update={"fleet": FLEET.fleet * 3})
    part = Part("", AnswerKey(many, A4, TITLE), _sheets("word-fleet", 2))
    why = r"The answer key has no room for \d+ characters .* on A4"
    with pytest.raises(BadInputError, match=why):
        print_handout("answer key", [part])


@pytest.mark.parametrize(
    ("kind", "paper"), [("key", "a4"), ("key-admirals", "letter"), ("key-strike", "a4")]
)
def test_the_key_tells_all_that_is_on_each_sheet(kind: str, paper: str) -> None:
    """A sheet's row has its code, words, launch codes, letters and difficulty; the page says whom
    it is for.
    """
    key, sheets = KINDS[kind](PAPERS[paper])
    pages = _pages(kind, paper)
    assert all("SECRET – ORGANIZER ONLY" in page.get_text() for page in pages)
    for number, sheet in enumerate(sheets):
        page = pages[number // key.per_page]
        ((_, top, _, bottom),) = [tuple(found / POINTS) for found in page.search_for(sheet.code)]
        row = [
            span["text"]
            for span in _spans(page)
            if top - 6 < span["bbox"].y1 and span["bbox"].y0 < bottom + 4
        ]
        assert {
            " ".join(sheet.words or ()),
            " ".join(sheet.launch_codes),
            str(sheet.difficulty),
        } <= {*map(str.strip, row)}
        assert (
            " ".join(f"{letter}{count}" for letter, count in (sheet.manifest or {}).items()) in row
        )


@pytest.mark.parametrize(
    ("kind", "paper"), [("key-placed", "letter"), ("key-placed-admirals", "a4")]
)
def test_the_key_names_the_squares_of_placed_ships(kind: str, paper: str) -> None:
    """Where ships are printed on the grids, a sheet's row has the first and last square of each, in
    the order of its words.
    """
    key, sheets = KINDS[kind](PAPERS[paper])
    pages = _pages(kind, paper)
    for number, sheet in enumerate(sheets):
        spans = [span["text"] for span in _spans(pages[number // key.per_page])]
        ships = zip(sheet.words or (), sheet.placements or (), strict=True)
        squares = []
        for word, place in ships:
            first, *_, last = [f"{'ABCDEFGHIJ'[x]}{y + 1}" for x, y in place.squares(len(word))]
            squares.append(f"{first}–{last}")
        assert "  ".join(squares) in spans


def test_a_table_has_one_box_around_its_rows() -> None:
    """Opponents share a box with their table's number; a player who is alone there sees against
    whom.
    """
    sheets = _sheets("word-fleet", 6)[:5]
    (page,) = _read(
        AnswerKey(FLEET, A4, TITLE, False, "1"), [replace(sheets[4], opponent="Zoë"), *sheets[:4]]
    )
    text = page.get_text()
    assert "against Zoë" in text
    boxes = [
        item["rect"].height for item in page.get_drawings() if 13 < item["rect"].width / POINTS < 15
    ]
    assert sorted(round(tall / POINTS) for tall in boxes if tall > POINTS) == [13, 28, 28]


def test_the_answer_key_of_few_tables_has_higher_rows() -> None:
    """Three tables reach below the middle of the page, with names of 16 pt; 18 sheets are on two
    pages of ten rows, so that no table is on both.
    """
    sheets = _sheets("word-fleet", 6)
    (page,) = _read(AnswerKey(FLEET, A4, TITLE, False, "1", rows=count_rows(6)), sheets)
    assert max(span["bbox"].y1 for span in _spans(page)) > 0.6 * page.rect.height / POINTS
    sizes = [span["size"] for span in _spans(page) if span["text"] == sheets[0].player]
    assert min(sizes) >= 16
    assert count_rows(18) == 10


# --- the name index -------------------------------------------------------------------------------


@pytest.mark.parametrize(("rounds", "paper"), [(1, "letter"), (3, "a4"), (8, "letter")])
def test_the_index_tells_everybody_where_to_sit(paper: str, rounds: int) -> None:
    """Each name of a full page has its club below and its tables on its line, right-aligned under
    their rounds.
    """
    index = NameIndex(FLEET, PAPERS[paper], TITLE, False, tuple(range(4, 4 + rounds)))
    count = index.per_page
    lines = [
        IndexLine(f"Player {i:02}", f"Club {i}", tuple(str(100 * i + j) for j in range(rounds)))
        for i in range(count)
    ]
    (page,) = _read(index, lines)
    spans = _spans(page)
    heads = {span["text"]: span["bbox"].x1 for span in spans if 13 < span["size"] < 15}
    for line in lines:
        name = next(span["bbox"] for span in spans if span["text"] == line.name)
        columns = 2 if rounds < 4 else 1
        width = page.rect.width / POINTS / columns
        beside = [
            span
            for span in spans
            if abs((span["bbox"].y0 + span["bbox"].y1) / 2 - (name.y0 + name.y1) / 2) < 5
        ]
        beside = [span for span in beside if name.x0 - 1 < span["bbox"].x0 < name.x0 + width - 20]
        places = [span for span in beside if span["text"].isdigit()]
        assert (
            tuple(span["text"] for span in sorted(places, key=lambda one: one["bbox"].x0))
            == line.places
        )
        (club,) = [span["bbox"] for span in spans if span["text"] == line.club]
        assert club.x0 == pytest.approx(name.x0)
        assert name.y0 < club.y0 < name.y0 + 8
        if columns == 1:
            ends = sorted(span["bbox"].x1 for span in places)
            under = sorted(heads[str(4 + j)] for j in range(rounds))
            assert ends == pytest.approx(under, abs=0.1)


def test_initials_stand_once_in_the_margin() -> None:
    """A new initial is shown at its first name and at the head of a column; accents, strokes and
    case count for nothing: names are headed as they are filed.
    """
    index = NameIndex(FLEET, A4, TITLE)
    names = [
        "anna",
        "Ánna",
        "Bo",
        "‘Bea’",
        "Ωμέγα",
        "Ώρα",
        "Łucja",
        "Lukas",
        "Ørsted",
        "Ola",
        "Æthel",
    ]
    names += ["Zoë"] * (index.per_page // 2 - len(names) + 2)
    (page,) = _read(index, [IndexLine(name, "", ("1",)) for name in names])
    initials = [span for span in _spans(page) if abs(span["size"] - 17) < 0.1]
    assert [
        span["text"]
        for span in sorted(initials, key=lambda one: (one["bbox"].x0 > 100, one["bbox"].y0))
    ] == [*("A", "B", "Ω", "L", "O", "A", "Z", "Z")]


def test_the_index_of_a_class_fills_its_page() -> None:
    """Twelve names have 24 pt or more, in rows down to the foot of the page."""
    names = [f"Player {number:02}" for number in range(12)]
    index = NameIndex(FLEET, A4, TITLE, columns=1, names=12)
    index = replace(index, name_size=index.choose_name_size(names))
    (page,) = _read(index, [IndexLine(name, "", ("1",)) for name in names])
    players = [span for span in _spans(page) if span["text"].startswith("Player")]
    assert min(span["size"] for span in players) >= 24
    assert players[-1]["bbox"].y1 > 0.9 * page.rect.height / POINTS


def test_the_standings_of_a_class_fill_their_page() -> None:
    """Twelve names have 24 pt or more, in rows down to the last seventh of the page."""
    names = [f"Player {number:02}" for number in range(12)]
    lines = [StandingLine("12", name, "", "2", "", "10½") for name in names]
    (page,) = _read(Standings(FLEET, A4, TITLE, False, "3", False, 12), lines)
    players = [span for span in _spans(page) if span["text"].startswith("Player")]
    assert min(span["size"] for span in players) >= 24
    assert players[-1]["bbox"].y1 > 0.85 * page.rect.height / POINTS


def test_names_of_the_standings_have_one_size() -> None:
    """A long name that has room on one line makes all names smaller, not only itself; one that has
    none next to its club takes two lines.
    """
    names = ["Maximiliana von Hohenstein-Papadopoulou", *(f"Player {n:02}" for n in range(11))]
    lines = [StandingLine("12", name, "", "2", "", "10½") for name in names]
    standings = Standings(FLEET, A4, TITLE, False, "3", False, 12)
    standings = replace(standings, name_size=standings.choose_name_size(lines))
    (page,) = _read(standings, lines)
    sizes = {round(span["size"], 1) for span in _spans(page) if span["text"] in names}
    assert len(sizes) == 1
    assert min(sizes) >= 19
    lines[0] = lines[0]._replace(club="Reading Room")
    assert standings.choose_name_size(lines) >= 24


def test_a_short_index_has_one_column() -> None:
    """Names that fit into one column have the width of the page, and no line is empty."""
    lines = _lines(5, 1)
    (page,) = _read(NameIndex(FLEET, A4, TITLE, columns=1), lines)
    assert page.get_text().count("CAPTAINS") == 1
    below_head = [item["rect"] for item in page.get_drawings() if item["rect"].y0 > 40 * POINTS]
    dividers = [rect for rect in below_head if rect.width > 150 * POINTS]
    assert len(dividers) == len(lines)
    assert max(rect.x1 for rect in dividers) > 190 * POINTS


@pytest.mark.parametrize("club", ["", "5B"])
@pytest.mark.parametrize("count", [13, 23, 24])
def test_columns_of_an_index_are_equally_long(count: int, club: str) -> None:
    """Few names are in two columns of the same length, larger than in a full index: 16 pt or more;
    a long name takes two lines, and is not cut, with a club under it or without.
    """
    names = [f"Player {number:02}" for number in range(count - 1)]
    lines = [IndexLine(name, club, ("1",)) for name in [*names, LONG[:42]]]
    (page,) = _read(NameIndex(FLEET, A4, TITLE, False, (1,), 2, count), lines)
    spans = [span for span in _spans(page) if span["text"].startswith("Player")]
    left = [span for span in spans if span["bbox"].x0 < page.rect.width / POINTS / 2]
    assert len(left) == (count + 1) // 2
    assert min(span["size"] for span in spans) >= 16
    words = [span["text"].strip() for span in _spans(page)]
    assert LONG[:42] in [f"{one} {other}" for one, other in pairwise(words)]


@pytest.mark.parametrize("count", [0, 20])
def test_an_index_has_one_size_and_one_line(count: int) -> None:
    """Names that fit have one size; a name on one line and its tables are on one line of the page,
    “bye” too. A club is clear of the letters over it that descend.
    """
    short = ["Bo Gygax", "Jonas Gygax", "Ravi Subramaniam"]
    names = sorted([*short, "Åsa Öberg", LONG[:42]] * 4)
    index = NameIndex(FLEET, A4, TITLE, False, (1, 2, 3), 2, count)
    index = replace(index, name_size=index.choose_name_size(names))
    (page,) = _read(index, [IndexLine(name, "Quay Klub", ("7", "bye", "12")) for name in names])
    spans = [(span["origin"][1] / POINTS, span) for span in _spans(page)]
    (size,) = {span["size"] for _, span in spans if span["text"] in short}
    assert size >= 16
    for base, name in spans:
        if name["text"] not in short:
            continue
        left = name["bbox"].x0
        column = [(y, span) for y, span in spans if left - 0.2 < span["bbox"].x0 < left + 85]
        tables = [span["text"] for y, span in column if abs(y - base) < 0.1 and span is not name]
        assert tables == ["7", "bye", "12"]
        clubs = [(y, span) for y, span in column if span["text"] == "Quay Klub" and y > base]
        club_base, club = min(clubs, key=lambda found: found[0])
        capitals = club_base - 0.69 * club["size"] / POINTS
        assert capitals - base >= 0.23 * size / POINTS + 0.3


# --- table cards ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("rounds", "paper"), [(1, "a4"), (2, "letter"), (5, "a4"), (8, "letter")])
def test_both_faces_of_a_card_say_the_same(paper: str, rounds: int) -> None:
    """The same words are left and right of the fold at the same places, so that folding gives two
    equal faces; the number is large, each round has its line, and nothing but the fold is on it.
    """
    (page,) = _read(
        TableCards(FLEET, PAPERS[paper], TITLE, False, rounds),
        [_card("12", rounds), _card("7", rounds)],
    )
    width, height = page.rect.width / POINTS, page.rect.height / POINTS
    spans = [span for span in _spans(page) if span["text"] != CUT]
    folds = [span["bbox"] for span in spans if span["text"] == FOLD]
    assert [width / 2 - box.x1 > 0.5 and box.y1 - box.y0 > box.x1 - box.x0 for box in folds] == [
        True,
        True,
    ]
    spans = [span for span in spans if span["text"] != FOLD]
    for half, table in ((0, "12"), (1, "7")):
        card = [
            span for span in spans if half * height / 2 < span["bbox"].y1 < (half + 1) * height / 2
        ]
        faces = [
            sorted(
                (
                    one["text"],
                    round(one["bbox"].x0 - side * width / 2, 1),
                    round(one["bbox"].y0, 1),
                    one["size"],
                )
                for one in card
                if (one["bbox"].x0 > width / 2) == bool(side)
            )
            for side in (0, 1)
        ]
        assert faces[0] == faces[1]
        assert [size > 45 for text, _, _, size in faces[0] if text == table and size > 20] == [True]
        found = [text for text, *_ in faces[0]]
        for number, one, other in _card(table, rounds).lines:
            assert number in found
            assert all(
                any(name.startswith(text.rstrip("…")) for text in found)
                for name in (one, other)
                if name
            )
    inside = [span["bbox"] for span in spans]
    assert not [
        box for box in inside if box.x0 - 4 < width / 2 < box.x1 + 4 or box.y0 < height / 2 < box.y1
    ]


@pytest.mark.parametrize("rounds", [1, 4, 5])
def test_names_of_a_pack_of_cards_have_one_size(rounds: int) -> None:
    """All names are as large as the longest of them allows, but for one that is far longer."""
    long = "Anastasia Konstantinopoulou-Papadimitriou"
    names = ["Bo", "Ann Lee", "Olivia García-Márquez", long]
    tables = ("1", names[0], names[1]), ("1", names[2], names[3])
    pack = [TableCard(str(number), (line,)) for number, line in enumerate(tables)]
    cards = TableCards(FLEET, A4, TITLE, False, rounds)
    cards = replace(cards, name_size=cards.choose_name_size(pack))
    (page,) = _read(cards, pack)
    spans = [span for span in _spans(page) if "Medium" in span["font"]]
    sizes = {span["text"]: span["size"] for span in spans}
    assert sizes["Bo"] == sizes["Ann Lee"] == sizes["Olivia García-"] >= 13
    assert sizes["Anastasia"] < 11


# --- score slips ----------------------------------------------------------------------------------


def test_two_on_a_card_are_two_whole_names() -> None:
    """Between two names is a word, and a long name takes two lines."""
    long = "Sir Archibald Featherstonehaugh"
    for rounds in (1, 8):
        lines = tuple((str(number + 1), long, "Łucja Ó’Cadhain") for number in range(rounds))
        (page,) = _read(TableCards(FLEET, A4, TITLE, False, rounds), [TableCard("7", lines)])
        text = " ".join(page.get_text().split())
        assert text.count("VS") == 2 * 2 * rounds
        assert "…" not in text
        assert text.count("Sir Archibald Featherstonehaugh") == 2 * rounds


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_many_rounds_have_high_rows_next_to_a_large_number(paper: str) -> None:
    """On a card of eight rounds a row is 10.8 mm high, for names of three lines; the number is in a
    corner, and taller than a row.
    """
    name = "Anastasia Konstantinopoulou-Papadimitriou"
    lines = tuple((str(number), name, "Bo") for number in range(1, 9))
    cards = TableCards(FLEET, PAPERS[paper], TITLE, False, 8)
    (page,) = _read(cards, [TableCard("77", lines)])
    middle = page.rect.width / POINTS / 2
    spans = [span for span in _spans(page) if span["bbox"].x1 < middle]
    tops = sorted(span["bbox"].y0 for span in spans if span["text"].startswith("Anastasia"))
    assert len(tops) == 8
    assert min(after - before for before, after in pairwise(tops)) >= 10.8
    (number,) = [span for span in spans if span["text"] == "77"]
    assert number["size"] * 0.688 / POINTS >= 11
    assert number["bbox"].x0 > middle / 2


@pytest.mark.parametrize("slug", ["word-fleet-de", "word-fleet-es", "word-fleet-fr"])
def test_a_sign_between_two_names_is_as_large_as_they_are(slug: str) -> None:
    """Where the word for “against” has no room, a dash of the names' size is between them."""
    cards = TableCards(load_edition(slug), A4, TITLE)
    (page,) = _read(cards, [TableCard("7", (("1", "Ann", "Ben"),))])
    sizes = {span["text"]: span["size"] for span in _spans(page)}
    assert sizes["–"] == sizes["Ann"] == 14


LABELS = {"WON", "DRAW", "PLAYED", "SIGNATURE 1", "SIGNATURE 2", "ROUND", "TABLE", "SHIPS I SANK"}


@pytest.mark.parametrize("slug", ["word-fleet", "word-fleet-de", "word-fleet-es", "word-fleet-fr"])
@pytest.mark.parametrize("paper", PAPERS)
def test_dividers_of_a_slip_keep_off_its_words(slug: str, paper: str) -> None:
    """Nothing is drawn within 0.3 mm of a dotted line across a slip but dots; nor are accents."""
    slips = ScoreSlips(load_edition(slug), PAPERS[paper], TITLE)
    made = print_handout("slips", [Part("", slips, [ScoreSlip("1", "2", "Ann", "Ben")])])
    dpi = 400
    with pymupdf.open(stream=made) as document:
        page = document[0]
        dotted = [
            path["rect"]
            for path in page.get_drawings()
            if path["rect"].height < 0.1 and 80 < path["rect"].width / POINTS < 100
        ]
        drawn = page.get_pixmap(dpi=dpi, colorspace=pymupdf.csGRAY)
    dark = np.frombuffer(drawn.samples, np.uint8).reshape(drawn.height, drawn.width) < 128
    assert len(dotted) == 12
    for line in dotted:
        left, right = round(line.x0 * dpi / 72), round(line.x1 * dpi / 72)
        for away in (-0.3, 0.3):
            row = round((line.y0 / POINTS + away) * dpi / 25.4)
            assert not dark[row, left:right].any()


@pytest.mark.parametrize(("kind", "paper"), [("slips", "letter"), ("slips-admirals", "a4")])
def test_each_slip_is_whole_on_its_piece(kind: str, paper: str) -> None:
    """Cut along the dashes, each of six pieces has round, table, names, the fleet, a box for a draw
    and a signature of each player of one battle; and no words are cut.
    """
    edition = FLEET if kind == "slips" else ADMIRALS
    _, slips = KINDS[kind](PAPERS[paper])
    page = _pages(kind, paper)[0]
    width, height = page.rect.width / POINTS, page.rect.height / POINTS
    room = (height - 2 * 10.4 + 10) / 3
    cuts = [height * 0, *(10.4 - 5 + room * row for row in (1, 2)), height]
    labels = [span["bbox"] for span in _spans(page) if span["text"] == CUT]
    for box, cut in zip(labels, cuts[1:-1], strict=True):
        assert cut - 5 < box.y0 < box.y1 < cut
    spans, places = [span for span in _spans(page) if span["text"] != CUT], []
    for number in range(6):
        row, column = divmod(number, 2)
        piece = pymupdf.Rect(column * width / 2, cuts[row], (column + 1) * width / 2, cuts[row + 1])
        own = [span for span in spans if piece.contains(span["bbox"])]
        found = [span["text"] for span in own]
        assert found.count("WON") == 2
        player = edition.players.one.upper()
        once = ("DRAW", "SIGNATURE 1", "SIGNATURE 2", f"{player} 1", f"{player} 2")
        assert [found.count(label) for label in once] == [1] * len(once)
        assert [found.count(ship.ship) for ship in edition.fleet] == [2] * len(edition.fleet)
        start = next(span["bbox"] for span in own if span["text"] == "ROUND")
        places.append(
            {
                (one["text"], round(one["bbox"].x0 - start.x0))
                for one in own
                if one["text"] in LABELS
            }
        )
        if number < len(slips):
            assert {slips[number].round, slips[number].table} <= {*found}
            names = [name for name in (slips[number].player, slips[number].opponent) if name]
            assert all(
                any(text.rstrip("…") and name.startswith(text.rstrip("…")) for text in found)
                for name in names
            )
        else:
            assert not [text for text in found if text.isdigit()]
    assert places == [places[0]] * 6


# --- certificates ---------------------------------------------------------------------------------


def test_each_has_a_certificate_across_the_page() -> None:
    """A page is turned; it has the name in the middle over its line, what it is for, the event, and
    lines for date and signature.
    """
    given = [Certificate(name, "5B", "Place 1 of 2") for name in ("Ann Lee", LONG)]
    pages = list(_read(Certificates(FLEET, A4, "Library Night"), given))
    assert [page.rect.width > page.rect.height for page in pages] == [True, True]
    for page, certificate in zip(pages, given, strict=True):
        spans = {span["text"].strip(): span["bbox"] for span in _spans(page)}
        middle = page.rect.width / POINTS / 2
        name_lines = [text for text in spans if text in certificate.name]
        assert " ".join(name_lines) == certificate.name
        for text in (*name_lines, "5B", "Place 1 of 2", "Library Night"):
            assert (spans[text].x0 + spans[text].x1) / 2 == pytest.approx(middle, abs=1)
        assert {"DATE", "SIGNATURE"} <= {*spans}
