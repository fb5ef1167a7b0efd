"""The pack: whatever the roster, what is printed is what was planned, in the order and the layouts asked for."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from making.command import texts
from making.pages import ATTACK, DEFENSE, part, read_pages
from making.sheets import TERMS
from wordfleet_print.errors import BadInputError, UsageError
from wordfleet_print.event.pack import making
from wordfleet_print.event.pack.documents import headings
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.pack.making import sections_of
from wordfleet_print.event.pack.pack import Pack, print_pack
from wordfleet_print.event.pack.shards import Watch
from wordfleet_print.event.plan.event_plan import BYE_TABLE, EventPlan, Scope
from wordfleet_print.event.plan.pairing import most_rounds
from wordfleet_print.event.plan.planner import plan_event
from wordfleet_print.event.roster.roster import Player, Roster, numbered_roster
from wordfleet_print.press.pdf.writer import OutlineHeading
from wordfleet_print.sheet.sheet import Sheet, make_sheet

LETTERS = "ABCDEFGHIJ abcdéñøŁßΩЖ'(\\"


def _plan(roster: Roster, rounds: int = 1, spare: int = 0) -> EventPlan:
    return plan_event(roster, TERMS, Scope("Cup", "", rounds, spare))


def _print(plan: EventPlan, looks: PackLooks, folder: Path) -> list[dict[str, Any]]:
    """Print the pack, and read its manifest."""
    print_pack(Pack(plan, looks), folder)
    listed: list[dict[str, Any]] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return listed


names = st.text(LETTERS, min_size=1, max_size=30).map(lambda text: " ".join(text.split())).filter(bool)
players = st.lists(st.tuples(names, st.booleans(), st.booleans()), min_size=2, max_size=7, unique_by=lambda one: one[0])


@given(players, st.integers(1, 3), st.booleans())
@settings(max_examples=7)
def test_every_sheet_is_where_the_manifest_says(people: list[tuple[str, bool, bool]], rounds: int, half: bool) -> None:
    """Any roster gives a pack in which every sheet is on its page, with its captain, words, codes and sheet code, no
    fleet comes twice and every player has a sheet a round; or a complaint.
    """
    flagged = enumerate(people, start=1)
    roster = Roster(tuple(Player(name, i, large_print=large, left_handed=left) for i, (name, large, left) in flagged))
    if rounds > most_rounds(len(people)):
        with pytest.raises(BadInputError, match="rounds"):
            _plan(roster, rounds)
        return
    plan = _plan(roster, rounds, spare=1)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        looks = PackLooks("a4", half_sheets=half)
        cut = Pack(plan, looks).long_names()
        listed = _print(plan, looks, folder)
        shown_in = {name: texts(folder / name) for name in {line["file"] for line in listed}}
    assert len({frozenset(line["words"]) for line in listed}) == len(listed) == len(people) * rounds + 1
    assert Counter(line["captain"] for line in listed if line["captain"]) == dict.fromkeys(
        (name for name, _, _ in people), rounds
    )
    for line in listed:
        first = line["page"] - 1
        shown = "".join(shown_in[line["file"]][first : first + 2])
        close = "".join(shown.split())
        assert line["captain"] in cut or "".join(line["captain"].split()) in close
        # in large print the code stands in two lines, whose hyphen a reader may take for a line's end
        assert line["sheet_code"].replace("-", "") in "".join(filter(str.isalnum, close))
        assert all(word in close for word in line["words"])
        assert all(code in close for code in line["launch_codes"])


def test_each_sheet_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages, key and both manifests come of one making of each sheet; work is counted, and told, without making any."""
    made: list[str] = []

    def counted(*arguments: Any, **options: Any) -> Sheet:
        sheet = make_sheet(*arguments, **options)
        made.append(sheet.code)
        return sheet

    monkeypatch.setattr(making, "make_sheet", counted)
    pack = Pack(_plan(numbered_roster(300), rounds=2, spare=3), PackLooks("a4"))
    assert pack.count_shards() == sum(1 for _ in pack.shards())
    assert made == []
    done: list[int] = []
    print_pack(pack, tmp_path, Watch(done=done.append))
    assert len(set(made)) == len(made) == 603
    assert done[-1] == pack.count_shards()


def test_every_document_is_of_shards_that_are_made(tmp_path: Path) -> None:
    """No shard is made for nothing: as many are made as are told, each of another name, and every file is written."""
    looks = PackLooks("a4", per_player=True)
    pack = Pack(_plan(numbered_roster(70), rounds=9, spare=2), looks)
    assert len({shard.name for shard in pack.shards()}) == pack.count_shards()
    written = print_pack(pack, tmp_path)
    assert all(one.path.is_file() for one in written)


def _outline(path: Path) -> Iterator[tuple[int, str, int]]:
    with pypdfium2.PdfDocument(path) as document:
        for item in document.get_toc():
            yield item.level, item.get_title(), item.get_dest().get_index()


def test_bookmarks_go_by_round_table_and_captain(tmp_path: Path) -> None:
    """Rounds hold tables, tables their captains; each leads to its page."""
    roster = Roster(tuple(Player(name, i) for i, name in enumerate(["Ann", "Ben", "Cy", "Di", "Eve"], start=1)))
    _print(_plan(roster, rounds=2), PackLooks("a4"), tmp_path)
    assert list(_outline(tmp_path / "sheets.pdf"))[:8] == [
        (0, "Round 1", 0),
        (1, "Table 1", 0),
        (2, "Ann", 0),
        (2, "Ben", 1),
        (1, "Table 2", 2),
        (2, "Cy", 2),
        (2, "Di", 3),
        (1, "No table", 4),
    ]


@given(st.integers(1, 9), st.integers(1, 4), st.integers(1, 5))
@settings(max_examples=60)
def test_sections_hold_every_seat_once(people: int, rounds: int, size: int) -> None:
    """However the work is cut, each table of each round is in one section, and no section is larger than asked."""
    try:
        plan = _plan(numbered_roster(people), rounds)
    except BadInputError:
        return
    setup = Pack(plan, PackLooks("a4")).setup
    cut = [
        [(one.seat.round, one.seat.table or one.seat.serial) for one in section.tickets()]
        for section in sections_of(plan, setup, size)
    ]
    assert all(1 <= len({*tables}) <= size for tables in cut)
    tables = Counter({table for tables in cut for table in tables})
    assert tables.total() == sum(len({*tables}) for tables in cut) == sum(map(len, plan.rounds))
    assert Counter(chain.from_iterable(cut)).total() == plan.sheets


@given(st.lists(st.lists(st.sampled_from("ab"), max_size=2), max_size=8))
def test_a_heading_holds_one_block(titles: list[list[str]]) -> None:
    """Titles that come again are numbered, so that no two blocks share a heading; each lies under its outer ones."""
    titles = [path for path in titles if len(path) == 2]
    found, under = headings(titles)
    assert len(set(under)) == len(titles)
    for path, number in zip(titles, under, strict=True):
        assert number is not None
        own = found[number]
        assert own.title.split(" (")[0] == path[1]
        assert own.under is not None
        assert found[own.under] == OutlineHeading(path[0])


def test_half_sheets_stay_front_and_back(tmp_path: Path) -> None:
    """With large print between half sheets every leaf still has a front and a back: secrets are never on a front."""
    roster = Roster(tuple(Player(f"Captain {i}", i, large_print=i == 3) for i in range(1, 8)))
    listed = _print(_plan(roster), PackLooks("a4", half_sheets=True), tmp_path)
    pages = texts(tmp_path / "sheets.pdf")
    assert len(pages) % 2 == 0
    for line in listed:
        front, back = pages[line["page"] - 1], pages[line["page"]]
        assert line["page"] % 2 == 1
        assert line["sheet_code"].split("-")[-1] in "".join(back.split())
        assert line["sheet_code"].split("-")[-1] not in "".join(front.split())


def test_neighbours_share_a_leaf_whatever_their_hands(tmp_path: Path) -> None:
    """Half sheets for the left hand and for the right one lie two by two on leaves, each as its captain
    needs it: the grid on the far side of the writing hand, in front and behind.
    """
    left = {2, 3, 5}
    roster = Roster(tuple(Player(f"Captain {i}", i, left_handed=i in left) for i in range(1, 7)))
    listed = _print(_plan(roster), PackLooks("a4", half_sheets=True), tmp_path)
    assert [line["page"] for line in listed] == [1, 1, 3, 3, 5, 5]
    pages = read_pages((tmp_path / "sheets.pdf").read_bytes())
    for place, line in enumerate(listed):
        for page, panel in zip(pages[line["page"] - 1 :], (ATTACK, DEFENSE), strict=False):
            half = part(page, *((page.height / 2, page.height) if place % 2 else (0, page.height / 2)))
            grid = half.grids[panel]
            assert (grid.x0 > page.width - grid.x1) == (int(line["serial"].split(".")[0]) in left)


def test_half_sheets_and_large_print_do_not_go_together() -> None:
    """Half a page has no room for large print, nor a back for rules."""
    with pytest.raises(UsageError, match="Half sheets"):
        PackLooks("a4", half_sheets=True, large_print=True)
    with pytest.raises(UsageError, match="Half sheets"):
        PackLooks("a4", half_sheets=True, with_rules=True)


def test_the_name_index_of_many_rounds_goes_on(tmp_path: Path) -> None:
    """More rounds than a form shows are shown by the next one, under their own numbers."""
    plan = _plan(numbered_roster(12), rounds=10)
    _print(plan, PackLooks("a4"), tmp_path)
    first, second = texts(tmp_path / "name-index.pdf")
    table = next(one.table for one in plan.rounds[9] if 0 in (one.first, one.second) and one.table != BYE_TABLE)
    assert "9" in second.split()
    assert "10" in second.split()
    assert str(table) in second.split()
    assert "Player 12" in " ".join(first.split())


def test_a_back_is_behind_every_page(tmp_path: Path) -> None:
    """The page given to print behind the sheets is every second page, the same object each time."""
    with pikepdf.new() as back:
        back.add_blank_page(page_size=(595, 842))
        back.save(tmp_path / "back.pdf")
    looks = PackLooks("a4", with_rules=True)
    pack = Pack(_plan(numbered_roster(4)), looks, (tmp_path / "back.pdf").read_bytes())
    print_pack(pack, tmp_path)
    with pikepdf.open(tmp_path / "sheets.pdf") as document:
        contents = [page.obj.Contents.objgen for page in document.pages]
        labels = [str(page.label) for page in document.pages]
    assert len(contents) == 8
    assert len(set(contents[1::2])) == 1
    assert len(set(contents[::2])) == 4
    assert set(labels[1::2]) == {"rules"}


def test_the_key_of_spares_says_so_and_each_serial_once(tmp_path: Path) -> None:
    """Where no round is known the head says “Spares”, uncut; a sheet without a captain has its serial in one place."""
    _print(_plan(numbered_roster(2), spare=2), PackLooks("a4"), tmp_path)
    text = texts(tmp_path / "key.pdf")[-1]
    assert "Spares" in text
    assert [text.count(f"Serial {serial}") for serial in ("S1", "S2")] == [1, 1]
    assert [line for line in text.splitlines() if line.startswith(("S1 ", "S2 "))] == []
