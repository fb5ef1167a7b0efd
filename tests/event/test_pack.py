"""A pack holds what was planned: every sheet where the manifest says, in files of a bounded
size.
"""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from cProfile import Profile
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from pstats import Stats
from typing import Any

import pikepdf
import pymupdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.command import read_manifest, texts
from support.sheets import make_draft
from wordfleet_print.errors import BadInputError
from wordfleet_print.event.event import Event, list_planned_sheets
from wordfleet_print.event.pack import jobs
from wordfleet_print.event.pack.handout_items import list_index, list_score_slips, list_table_cards
from wordfleet_print.event.pack.jobs import SheetJob
from wordfleet_print.event.pack.pack import list_pack_files, print_pack
from wordfleet_print.event.pack.sheet_files import MOST, cut_evenly
from wordfleet_print.event.pairing.circle import count_most_rounds
from wordfleet_print.event.plan.planner import plan_rounds
from wordfleet_print.paper import A4, LETTER
from wordfleet_print.roster.roster import Fixture, Player, Roster, numbered_roster
from wordfleet_print.sheet.sheet import Seat, make_sheet
from wordfleet_print.tracker.handouts.table_cards import MOST_LINES

LETTERS = "ABCDEFGHIJ abcdéñøŁßΩЖ'(\\"
NAMES = ("Ann", "Ben", "Cy", "Di", "Eve", "Flo", "Gus")
CLUBS = {"Ben": "Quay", "Di": "=Reef", "Eve": "Quay"}


def _plan(roster: Roster, rounds: int = 1, spare: int = 0, **options: Any) -> Event:
    return plan_rounds(make_draft(roster, seed="", **options), rounds, spare)


def _print(plan: Event, folder: Path, backs: jobs.Backs = None) -> list[dict[str, Any]]:
    """Print the pack, and read its manifest."""
    print_pack(plan, folder, backs=backs)
    return read_manifest(folder)


names = (
    st.text(LETTERS, min_size=1, max_size=14).map(lambda text: " ".join(text.split())).filter(bool)
)
players = st.lists(
    st.tuples(names, st.booleans(), st.booleans()),
    min_size=2,
    max_size=7,
    unique_by=lambda one: one[0],
)


@pytest.mark.slow
@given(players, st.integers(1, 3), st.booleans())
@settings(max_examples=7)
def test_every_sheet_is_where_the_manifest_says(
    people: list[tuple[str, bool, bool]], rounds: int, half: bool
) -> None:
    """For any roster, every sheet is on its page with its player, words and codes, no fleet comes
    twice, and every player at a table has a sheet per round; or the roster is refused.
    """
    flagged = enumerate(people, start=1)
    roster = Roster(
        tuple(
            Player(name, i, large_print=large, left_handed=left)
            for i, (name, large, left) in flagged
        )
    )
    if rounds > count_most_rounds(len(people)):
        with pytest.raises(BadInputError, match="rounds"):
            _plan(roster, rounds)
        return
    plan = _plan(roster, rounds, spare=1, half_sheets=half)
    with tempfile.TemporaryDirectory() as folder:
        listed = _print(plan, Path(folder))
        shown_in = {name: texts(Path(folder, name)) for name in {line["file"] for line in listed}}
    assert (
        len({frozenset(line["words"]) for line in listed})
        == len(listed)
        == len(people) // 2 * 2 * rounds + 1
    )
    named = Counter(line["player"].removeprefix("'") for line in listed if line["player"])
    assert sum(named.values()) == len(people) // 2 * 2 * rounds
    for line in listed:
        close = "".join(
            "".join(shown_in[line["file"]][line["page"] - 1 : line["page"] + 1]).split()
        )
        assert "".join(line["player"].split()) in close
        assert line["sheet_code"].replace("-", "") in "".join(filter(str.isalnum, close))
        assert [one for one in (*line["words"], *line["launch_codes"]) if one not in close] == []


def _count_calls(profile: Profile, function: Callable[..., object]) -> int:
    """Return how often a function was called while the profile was taken."""
    code = function.__code__
    stats = Stats(profile).get_stats_profile().func_profiles
    return sum(
        int(row.ncalls)
        for name, row in stats.items()
        if (name, row.file_name, row.line_number)
        == (code.co_name, code.co_filename, code.co_firstlineno)
    )


def test_each_sheet_is_dealt_once(tmp_path: Path) -> None:
    """Sheets, answer key and manifest show the same fleets; listing files and their pages deals
    none.
    """
    event = _plan(numbered_roster(60), rounds=2, spare=3)
    with Profile() as profile:
        listed = list_pack_files(event)
        count = len(jobs.list_round_jobs(event))
    assert _count_calls(profile, make_sheet) == 0
    result: list[tuple[int, int]] = []
    with Profile() as profile:
        written = print_pack(event, tmp_path, progress=lambda *message: result.append(message))
    assert _count_calls(profile, make_sheet) == 123
    assert result == [(number, count) for number in range(1, count + 1)]
    assert listed == [*written[:-1]]


def test_files_have_the_pages_that_are_told(tmp_path: Path) -> None:
    """The pages listed are those in the files, with half sheets, large print and a file for each
    player.
    """
    roster = Roster(tuple(Player(f"Captain {i}", i, large_print=i == 3) for i in range(1, 8)))
    event = _plan(roster, rounds=2, spare=3, half_sheets=True, per_player=True)
    for one in print_pack(event, tmp_path):
        if one.pages:
            with pypdfium2.PdfDocument(tmp_path / one.name) as document:
                assert len(document) == one.pages, one.name
    assert len([*(tmp_path / "players").iterdir()]) == 7


@given(st.lists(st.sampled_from([1, 2, 2, 2]), max_size=80), st.integers(4, 40))
def test_files_are_filled_evenly_and_cut_no_table(sizes: list[int], most: int) -> None:
    """No file is larger than asked; together they hold everything in order, and no table is
    split.
    """
    tables = [[(at, seat) for seat in range(size)] for at, size in enumerate(sizes)]
    files = [*cut_evenly(tables, most)]
    assert [one for file in files for one in file] == [one for table in tables for one in table]
    assert all(0 < len(file) <= most for file in files)
    assert len({(at, number) for number, file in enumerate(files) for at, _ in file}) == len(tables)
    assert len(files) <= -(
        -sum(sizes) // (most - 1)
    )  # next to a table of two one place may stay free
    assert max(map(len, files), default=0) - min(map(len, files[:-1]), default=most) <= 3


def test_a_large_round_is_cut_between_tables_and_small_ones_share() -> None:
    """Files hold whole rounds if these fit, else parts of one round."""
    event = _plan(numbered_roster(2 * MOST - 1), 1, spare=1)
    files = [
        one.name for one in list_pack_files(event) if one.name.startswith(("sheets", "spares"))
    ]
    assert files == ["sheets-01.pdf", "sheets-02.pdf", "spares.pdf"]
    made = jobs.list_round_jobs(_plan(numbered_roster(400), 3))
    parts = [one.sheet_files[0].planned_sheets for one in made if isinstance(one, SheetJob)]
    assert [sorted({one.seat.round for one in part}) for part in parts[:2]] == [["1", "2"], ["3"]]
    alone = list_pack_files(_plan(numbered_roster(8), 3))
    assert [one.name for one in alone if one.name.startswith(("sheets", "answer"))] == [
        *("sheets.pdf", "answer-key.pdf")
    ]


def test_clubs_have_files_of_their_own(tmp_path: Path) -> None:
    """Each club's sheets are in a file of its own with a unique name; players without a club come
    last.
    """
    clubs = ["Rovers", "rovers", "Łódź", "", "Rovers", "Łódź"]
    roster = Roster(tuple(Player(f"P{i}", i, club) for i, club in enumerate(clubs, start=1)))
    listed = _print(_plan(roster, rounds=2, by_club=True), tmp_path)
    files = {
        name: {line["club"] for line in lines}
        for name, lines in groupby(listed, key=lambda line: line["file"])
    }
    assert files == {
        "sheets-lodz.pdf": {"Łódź"},
        "sheets-rovers.pdf": {"Rovers"},
        "sheets-rovers-2.pdf": {"rovers"},
        "sheets-club.pdf": {""},
    }
    assert [line["round"] for line in listed if line["file"] == "sheets-lodz.pdf"] == [
        "1",
        "1",
        "2",
        "2",
    ]
    assert all("CUP · ŁÓDŹ" in page.upper() for page in texts(tmp_path / "sheets-lodz.pdf"))


def test_the_answer_key_keeps_tables_together(tmp_path: Path) -> None:
    """Where clubs have files of their own, both sheets of a table are still next to each other in
    the answer key, and tables are in order.
    """
    players = [Player(f"P{number}", number, f"Club {number % 3}") for number in range(1, 9)]
    listed = _print(_plan(Roster(tuple(players)), rounds=1, by_club=True), tmp_path)
    table_of_code = {line["sheet_code"][-11:]: line["table"] for line in listed}
    (page,) = texts(tmp_path / "answer-key.pdf")[:1]
    codes = sorted(table_of_code, key=page.index)
    assert [table_of_code[code] for code in codes] == [*"11223344"]


def _outline(path: Path) -> Iterator[tuple[int, str, int]]:
    with pypdfium2.PdfDocument(path) as document:
        for item in document.get_toc():
            yield item.level, item.get_title(), item.get_dest().get_index()


def test_bookmarks_go_by_round_and_table(tmp_path: Path) -> None:
    """Rounds hold spans of tables, and these hold sheets; each bookmark leads to its page."""
    roster = Roster(
        tuple(Player(name, i) for i, name in enumerate(["Ann", "Ben", "Cy", "Di", "Eve"], start=1))
    )
    _print(_plan(roster, rounds=2), tmp_path)
    assert list(_outline(tmp_path / "sheets.pdf"))[:8] == [
        *(
            (0, "Round 1", 0),
            (1, "Tables 1–25", 0),
            (2, "1 · Ann", 0),
            (2, "1 · Ben", 1),
            (2, "2 · Cy", 2),
        ),
        *((2, "2 · Di", 3), (0, "Round 2", 4), (1, "Tables 1–25", 4)),
    ]


def test_half_sheets_stay_front_and_back(tmp_path: Path) -> None:
    """With large print among half sheets, fronts and backs still match, and no front shows a
    secret.
    """
    roster = Roster(tuple(Player(f"Captain {i}", i, large_print=i == 3) for i in range(1, 8)))
    listed = _print(_plan(roster, half_sheets=True), tmp_path)
    pages = ["".join(page.split()) for page in texts(tmp_path / "sheets.pdf")]
    assert len(pages) % 2 == 0
    for line in listed:
        front, back = pages[line["page"] - 1], pages[line["page"]]
        assert line["page"] % 2 == 1
        assert (line["words"][0] in back, line["words"][0] in front) == (True, False)


def test_neighbors_share_a_leaf_whatever_their_hands(tmp_path: Path) -> None:
    """Left- and right-handed half sheets share a page; each grid is on the far side of the writing
    hand.
    """
    left = {2, 3, 5}
    roster = Roster(tuple(Player(f"Captain {i}", i, left_handed=i in left) for i in range(1, 7)))
    listed = _print(_plan(roster, half_sheets=True), tmp_path)
    assert [line["page"] for line in listed] == [1, 1, 3, 3, 5, 5]
    with pymupdf.open(tmp_path / "sheets.pdf") as document:
        for place, line in enumerate(listed):
            for number, title in (
                (line["page"] - 1, "ATTACK GRID"),
                (line["page"], "DEFENSE GRID"),
            ):
                page = document[number]
                upper, lower = page.search_for(title)
                at = (lower if place % 2 else upper).x0 > page.rect.width / 3
                assert at == (int(line["serial"].split(".")[0]) in left)


def test_the_manifest_counts_the_backs(tmp_path: Path) -> None:
    """With rules on the back of every sheet, the manifest has the pages of the sheets."""
    with pikepdf.new() as blank:
        blank.add_blank_page(page_size=(595.28, 841.89))
        blank.save(tmp_path / "rules.pdf")
    rules = {False: (tmp_path / "rules.pdf").read_bytes()}
    listed = _print(_plan(numbered_roster(4), with_rules=True), tmp_path, rules)
    assert [line["page"] for line in listed] == [1, 3, 5, 7]
    assert len(texts(tmp_path / "sheets.pdf")) == 8


# --- what handouts say ----------------------------------------------------------------------------


def _rounds(*numbers: int, fixtures: tuple[Fixture, ...] = (), spare: int = 0) -> Event:
    """An event of seven players; rounds of these numbers are printed, one after the other."""
    listed = tuple(Player(name, at, CLUBS.get(name, "")) for at, name in enumerate(NAMES, start=1))
    roster, plan = Roster(listed, fixtures, max(numbers), by_round=True), None
    for number in numbers:
        plan = plan_rounds(make_draft(roster), max(numbers), spare, only={number}, previous=plan)
    assert plan
    return plan


SECOND_AND_FOURTH = _rounds(
    2,
    4,
    fixtures=(
        Fixture(2, 7, (4, 1)),
        Fixture(2, None, (3,)),
        Fixture(4, None, (5,), withdrawn=True),
    ),
    spare=2,
)
"""In round 2 Eve and Ben are at table 7 and Di has a bye; Flo is not in round 4."""


def _seats(plan: Event) -> list[Seat]:
    return [sheet.seat for sheet in list_planned_sheets(plan)]


def test_cards_and_slips_name_tables_as_the_sheets_do() -> None:
    """Each table has a slip per round and lines on its card, in seat order; byes have none, and
    long cards go on.
    """
    nine = tuple(Fixture(number, 9, (0, 1)) for number in range(1, MOST_LINES + 2))
    for plan in (SECOND_AND_FOURTH, _rounds(*range(2, MOST_LINES + 2), fixtures=nine)):
        met = [seat for seat in _seats(plan) if seat.opponent][::2]
        assert [tuple(slip) for _, _, slip in list_score_slips(plan)] == [
            (seat.round, seat.table, seat.player, seat.opponent) for seat in met
        ]
        cards = [card for _, _, card in list_table_cards(plan, A4)]
        assert [(card.table, *line) for card in cards for line in card.lines] == [
            (seat.table, seat.round, seat.player, seat.opponent)
            for seat in sorted(met, key=lambda seat: (int(seat.table), int(seat.round)))
        ]
        assert all(len(card.lines) <= MOST_LINES for card in cards)


def test_the_index_sends_everybody_where_the_sheets_are() -> None:
    """Each name is listed with its club and its tables, a word for a bye, and nothing for absence.
    Rounds that do not follow each other have forms of their own.
    """
    plan = SECOND_AND_FOURTH
    seats = {(seat.player, seat.round): seat.table or "bye" for seat in _seats(plan)} | {
        ("Di", "2"): "bye"
    }
    entries = list_index(plan, A4, by_club=False)
    assert [numbers for _, (numbers, *_), _ in entries] == [(2,)] * 7 + [(4,)] * 7
    assert [(line.name, line.club, line.places) for _, _, line in entries] == [
        (name, CLUBS.get(name, ""), (seats.get((name, number), ""),))
        for number in "24"
        for name in NAMES
    ]
    assert ("Flo", "4") not in seats


def test_the_name_index_of_many_rounds_goes_on() -> None:
    """More rounds than fit on a form continue on the next one, with their own numbers."""
    plan = _plan(numbered_roster(12), rounds=10)
    entries = list_index(plan, A4, by_club=False)
    assert {numbers: len(line.places) for _, (numbers, *_), line in entries} == {
        tuple(range(1, 9)): 8,
        (9, 10): 2,
    }
    assert entries[12][2].places[1] == str(plan.rounds[9].seat_players()[0].table)


def test_a_class_has_an_index_of_equal_columns_without_its_name() -> None:
    """Names of one class are in two columns of the same length, on as many pages as needed; a club
    that everybody has is left out.
    """
    roster = numbered_roster(23)
    pupils = tuple(replace(player, club="5B") for player in roster.players)
    plan = _plan(replace(roster, players=pupils), rounds=8)
    entries = list_index(plan, LETTER, by_club=False)
    assert {line.club for _, _, line in entries} == {""}
    assert {facts[1:3] for _, facts, _ in entries} == {(2, 12)}
    assert {facts[3] >= 16 for _, facts, _ in entries} == {True}
    one = list_index(_plan(numbered_roster(23), rounds=1), A4, by_club=False)
    assert {facts[1:3] for _, facts, _ in one} == {(2, 23)}
    few = list_index(_plan(numbered_roster(9), rounds=1), A4, by_club=False)
    assert {facts[1:3] for _, facts, _ in few} == {(1, 9)}


def test_the_answer_key_and_the_manifest_tell_the_same_sheets(tmp_path: Path) -> None:
    """Every sheet is in the answer key with round, words and codes.

    No club in the manifest is a formula.
    """
    listed = _print(SECOND_AND_FOURTH, tmp_path)
    assert [(line["player"], line["club"]) for line in listed if line["round"] == "4"] == [
        (seat.player, CLUBS.get(seat.player, ""))
        for seat in _seats(SECOND_AND_FOURTH)
        if seat.round == "4"
    ]
    assert ",'=Reef," in (tmp_path / "manifest.csv").read_text(encoding="utf-8")
    pages = texts(tmp_path / "answer-key.pdf")
    for line in listed:
        (page,) = [page for page in pages if line["sheet_code"][-11:] in page]
        assert page.split("PAGE")[1].split()[:2] == ["Cup", line["round"] or "Spares"]
        shown = "".join(page.split())
        assert [one for one in (*line["words"], *line["launch_codes"]) if one not in shown] == []


@pytest.mark.parametrize("placed", [True, False])
def test_the_manifest_names_the_squares_of_placed_ships(placed: bool, tmp_path: Path) -> None:
    """Each word's first and last square, as long apart as the word; nothing where ships are not on
    the grids.
    """
    plan = _plan(numbered_roster(4), placed=placed)
    for line in _print(plan, tmp_path):
        ships = re.findall(r"([A-J])(\d+)–([A-J])(\d+)", line["squares"])
        lengths = [ord(x2) - ord(x1) + int(y2) - int(y1) + 1 for x1, y1, x2, y2 in ships]
        assert lengths == [len(word) for word in line["words"] if placed]


def test_who_needs_text_gets_a_file_of_it(tmp_path: Path) -> None:
    """A player who needs it has a private file with the text of all own sheets and of no other; the
    printed ones stay.
    """
    players = tuple(Player(name, i, text_sheet=name == "Cy") for i, name in enumerate(NAMES, 1))
    plan = _plan(Roster(players), rounds=3)
    listed = _print(plan, tmp_path)
    (file,) = (tmp_path / "players").iterdir()
    assert file.name == "00003-cy.txt"
    assert file.stat().st_mode & 0o777 == 0o600
    sheets = file.read_text(encoding="utf-8").split("\f")
    own = [line for line in listed if line["player"] == "Cy"]
    for sheet, line in zip(sheets, own, strict=True):
        assert f"Round: {line['round']}" in sheet
        assert line["sheet_code"] in sheet
        assert all(word in sheet for word in line["words"])
        assert not any(other["sheet_code"] in sheet for other in listed if other is not line)
    without = _plan(Roster(tuple(replace(player, text_sheet=False) for player in players)), 3)
    _print(without, tmp_path)
    assert not file.exists()


def test_nothing_secret_is_on_public_papers(tmp_path: Path) -> None:
    """No public file has a sheet code, a five-letter word, or a launch code next to another."""
    written = print_pack(SECOND_AND_FOURTH, tmp_path)
    public = [tmp_path / one.name for one in written if not one.private]
    assert {path.name for path in public} == {
        "table-cards.pdf",
        "name-index.pdf",
        "score-slips.pdf",
    }
    shown = " ".join(" ".join(text.split()) for path in public for text in texts(path))
    for line in read_manifest(tmp_path):
        secrets = [line["sheet_code"], line["words"][0], " ".join(line["launch_codes"][:2])]
        assert [one for one in secrets if one in shown] == []
