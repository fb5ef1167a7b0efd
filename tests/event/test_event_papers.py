"""What is printed beside sheets says what they say: cards, slips, the name index, the key, both manifests."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from making.command import texts
from making.sheets import TERMS
from wordfleet_print.event.pack import papers
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.pack.pack import Pack, print_pack
from wordfleet_print.event.pack.papers import card_contents, index_contents, index_heads, slip_contents
from wordfleet_print.event.plan.event_plan import EventPlan, Scope, planned_sheets
from wordfleet_print.event.plan.planner import plan_event
from wordfleet_print.event.roster.roster import Fixture, Player, Roster
from wordfleet_print.press.cards_and_slips import MOST_LINES
from wordfleet_print.sheet.sheet import Seat

NAMES = ("Ann", "Ben", "Cy", "Di", "Eve", "Flo", "Gus")
CLUBS = {"Ben": "Quay", "Di": "=Reef", "Eve": "Quay"}


def _rounds(*numbers: int, fixtures: tuple[Fixture, ...] = (), spare: int = 0) -> EventPlan:
    """An event of seven players, of whom rounds of these numbers are printed, one after the other."""
    players = tuple(Player(name, at, CLUBS.get(name, "")) for at, name in enumerate(NAMES, start=1))
    roster, plan = Roster(players, fixtures, max(numbers), by_round=True), None
    for number in numbers:
        plan = plan_event(roster, TERMS, Scope("Cup", "s", max(numbers), spare, frozenset({number})), earlier=plan)
    assert plan
    return plan


SECOND_AND_FOURTH = _rounds(
    2, 4, fixtures=(Fixture(2, 7, (4, 1)), Fixture(2, None, (3,)), Fixture(4, None, (5,), withdrawn=True)), spare=2
)
"""In round 2 Eve and Ben are at table 7 and Di has a bye; Flo is not in round 4."""


def _seats(plan: EventPlan) -> list[Seat]:
    """What is printed on all sheets of players, in the order of tables."""
    return [sheet.seat for at in range(len(plan.rounds)) for sheet in planned_sheets(plan, at)]


def test_cards_and_slips_name_tables_as_the_sheets_do() -> None:
    """A slip for each table of each round, and a line on the table's card: round, table, both captains in seat order;
    none for a bye. A card holds so many rounds, and the next goes on.
    """
    for plan in (SECOND_AND_FOURTH, _rounds(*range(2, MOST_LINES + 2), fixtures=_meetings(MOST_LINES + 1))):
        met = [seat for seat in _seats(plan) if seat.opponent][::2]
        assert [tuple(slip) for slip in slip_contents(plan).items()] == [
            (seat.round, seat.table, seat.captain, seat.opponent) for seat in met
        ]
        cards = [*card_contents(plan).items()]
        assert [(card.table, *line) for card in cards for line in card.lines] == [
            (seat.table, seat.round, seat.captain, seat.opponent)
            for seat in sorted(met, key=lambda seat: (int(seat.table), int(seat.round)))
        ]
        assert all(len(card.lines) <= MOST_LINES for card in cards)
        for told in (card_contents(plan), slip_contents(plan)):
            assert sum(batch.size for batch in told.batches) == sum(1 for _ in told.items())


def test_slips_are_in_parts_only_where_there_are_several(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bye needs no slip: three tables and a bye are one part of three, and two of two."""
    for most, titles in ((3, [("Round 2",)]), (2, [("Round 2", "Round 2, part 1"), ("Round 2", "Round 2, part 2")])):
        monkeypatch.setattr(papers, "SLIPS", most)
        assert [batch.titles for batch in slip_contents(SECOND_AND_FOURTH.only(2)).batches] == titles


def _meetings(rounds: int) -> tuple[Fixture, ...]:
    """The same two meet at table 9 in every round."""
    return tuple(Fixture(number, 9, (0, 1)) for number in range(1, rounds + 1))


def test_the_index_sends_everybody_where_the_sheets_are() -> None:
    """Each name with its club; in each round that a form shows its table, the word for a bye, nothing for who is not in
    it. Rounds that do not follow each other stand on forms of their own, under their own numbers.
    """
    plan = SECOND_AND_FOURTH
    seats = {(seat.captain, seat.round): seat.table or "bye" for seat in _seats(plan)} | {("Di", "2"): "bye"}
    assert index_heads(plan) == ((1, 2), (1, 4))
    lines = [*index_contents(plan).items()]
    assert [(line.name, line.club, line.places) for line in lines] == [
        (name, CLUBS.get(name, ""), (seats.get((name, number), ""),)) for number in "24" for name in NAMES
    ]
    assert [seats[one] for one in (("Ben", "2"), ("Eve", "2"))] == ["7", "7"]
    assert ("Flo", "4") not in seats


def test_the_key_and_both_manifests_tell_the_same_sheets(tmp_path: Path) -> None:
    """Every sheet is on a page of the key that says its round, or “Spares”, with its words and its code; the manifest
    as CSV holds, cell by cell, what the JSON does, and no name or club that a spreadsheet would compute.
    """
    print_pack(Pack(SECOND_AND_FOURTH, PackLooks("a4")), tmp_path)
    lines = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))
    text = (tmp_path / "manifest.csv").read_text(encoding="utf-8-sig")
    cells = [
        {
            **{name: str(value) for name, value in line.items()},
            "club": line["club"].replace("=Reef", "'=Reef"),
            "words": " ".join(line["words"]),
            "launch_codes": " ".join(line["launch_codes"]),
            "manifest": " ".join(f"{letter}{count}" for letter, count in line["manifest"].items()),
        }
        for line in lines
    ]
    assert [*csv.DictReader(io.StringIO(text, newline=""))] == cells
    assert [(line["captain"], line["club"]) for line in lines if line["round"] == "4"] == [
        (seat.captain, CLUBS.get(seat.captain, "")) for seat in _seats(SECOND_AND_FOURTH) if seat.round == "4"
    ]
    pages = texts(tmp_path / "key.pdf")
    for line in lines:
        head = line["round"] or "Spares"
        (page,) = [page for page in pages if line["sheet_code"][-11:] in page]
        assert page.split("ROUND")[1].split()[0] == head
        shown = "".join(page.split())
        assert [one for one in (*line["words"], *line["launch_codes"]) if one not in shown] == []
