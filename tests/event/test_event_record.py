"""`event.json`: the whole event in one file, checked to the last field; and what changed between two of them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.sheets import made_code
from wordfleet_print.errors import BadInputError
from wordfleet_print.event.plan import event_file
from wordfleet_print.event.plan.changes import diff_plans
from wordfleet_print.event.plan.event_file import MAX_COMPLAINTS, Record, parse_record, read_record, write_record
from wordfleet_print.event.plan.plan import EventPlan, Round, Scope, Terms
from wordfleet_print.event.plan.planner import plan_event
from wordfleet_print.event.roster.roster import Fixture, Player, Roster, numbered_roster
from wordfleet_print.games import load_rules
from wordfleet_print.sheet.captains import name_faults, parse_name
from wordfleet_print.sheet.sheet_code import SheetCode

TERMS = Terms("word-fleet", "standard", ("animals",), None, "", False, False, (56, 63))
OWN = ("STORM", "TRAIL", "BRICK", "WAVE", "GULP", "MIND", "FOG", "SEA", "HEN", "CUB", "GO", "AX")
LOOKS = {"paper": "a4", "eco": True, "by": None, "paper_mm": 500}
NAMES = (
    st.text(st.characters(categories=["L", "N", "P", "Zs"]), min_size=1, max_size=12)
    .map(parse_name)
    .filter(lambda name: not any(name_faults(name)))
)
DOCUMENT = "event.json"


def _roster(*names: str) -> Roster:
    return Roster(tuple(Player(name, number) for number, name in enumerate(names, start=1)))


def _plan(
    roster: Roster, rounds: int = 2, spare: int = 1, terms: Terms = TERMS, earlier: EventPlan | None = None
) -> EventPlan:
    opened = earlier.numbers if earlier else ()
    return plan_event(roster, terms, Scope("Club night", "", rounds, spare), earlier=earlier, opened=opened)


def _bytes(plan: EventPlan) -> bytes:
    return b"".join(write_record(plan, LOOKS))


def _recorded(plan: EventPlan) -> Record:
    return parse_record(_bytes(plan), name=DOCUMENT)


FULL = _plan(
    Roster(
        (
            Player("José", 1, club="Rovers"),
            Player("José", 2, twin=1, large_print=True),
            Player("O’Brien", 3, left_handed=True),
            Player("=HYPERLINK()", 4),
            Player("Zoë", 5),
        ),
        (Fixture(2, 7, (4, 0)), Fixture(1, None, (2,))),
        2,
        ("“José” is there twice.",),
        ((2, (3,)),),
    )
)
"""A plan in which every field has something to say."""


@settings(max_examples=40)
@given(names=st.lists(NAMES, min_size=1, max_size=9, unique=True), rounds=st.integers(1, 3), data=st.data())
def test_a_plan_comes_back_as_it_was(names: list[str], rounds: int, data: st.DataObject) -> None:
    """Any plan – with latecomers, retired sheets, players who are gone too – is read back equal, with its looks."""
    rounds = min(rounds, max(1, len(names) - 1))
    plan = _plan(_roster(*names), rounds, data.draw(st.integers(0, 2)))
    kept = data.draw(st.lists(st.sampled_from(names), unique=True, min_size=1))
    more = [f"new {number}" for number in range(data.draw(st.integers(0, 2)))]
    later = _plan(_roster(*kept, *more), 1, 1, earlier=_recorded(plan).plan())
    next_round = Scope("Club night", "s", 1, 1, frozenset({7}), bye_sheets=True)
    gone = plan_event(_roster(*kept, *more), TERMS, next_round, earlier=later if len(kept) > 1 else plan)
    for whole in (plan, later, gone):
        record = _recorded(whole)
        assert record.plan() == whole
        assert record.looks == LOOKS
        assert _bytes(record.plan()) == _bytes(whole)


def test_every_field_comes_back() -> None:
    """Flags, clubs, twins, numbers, fixtures, warnings, tables, codes and spares of a full plan."""
    assert _recorded(FULL).plan() == FULL


@pytest.mark.parametrize(
    "terms",
    [
        TERMS,
        Terms("word-fleet-strike", "expert", (), None, "", False, True, (26, 36)),
        Terms("word-fleet-admirals", "family", ("home", "music"), None, "", False, False, (521, 624)),
        Terms("word-fleet", "standard", (), None, "", True, False, (56, 63)),
        Terms("word-fleet", "standard", (), OWN, "club words", False, False, (0, 140)),
    ],
)
def test_the_file_alone_brings_the_deck_again(terms: Terms) -> None:
    """Edition, tier, themes, blank sheets and a user's own words are in the file: no other is needed."""
    plan = _plan(numbered_roster(4), terms=terms)
    again = _recorded(plan).plan()
    assert again == plan
    assert again.terms.deck().digest == plan.terms.deck().digest


def test_the_file_is_written_in_small_pieces() -> None:
    """3,000 players are written in pieces of some kilobytes, one player a line, the same each time; nameless ones are
    counted, not listed.
    """
    plan = _plan(numbered_roster(3_000), rounds=1)
    pieces = list(write_record(plan, LOOKS))
    assert max(map(len, pieces)) < 20_000
    assert pieces == list(write_record(plan, LOOKS))
    document = json.loads(b"".join(pieces))
    assert (document["numbered"], document["players"]) == (3_000, [])
    assert len(document["rounds"][0]["codes"]) == 3_000


def test_the_order_of_looks_changes_no_byte() -> None:
    """The same looks in another order are the same file."""
    assert b"".join(write_record(FULL, dict(reversed(LOOKS.items())))) == _bytes(FULL)


def _changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    document: dict[str, Any] = json.loads(_bytes(FULL))
    change(document)
    return json.dumps(document).encode()


def _put(value: object, *where: str | int) -> Callable[[dict[str, Any]], object]:
    """Puts a value into the field that these names and numbers lead to."""

    def change(document: Any) -> None:
        for step in where[:-1]:
            document = document[step]
        document[where[-1]] = value

    return change


FAULTS: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "no format": (lambda d: d.update(format=None), "format should be 1"),
    "no title": (lambda d: d.pop("title"), "title is missing"),
    "unknown field": (lambda d: d.update(virus=1), "virus is not a field here"),
    "unseen sign": (lambda d: d.update(title="a\u202eb"), "title string should match"),
    "text for a number": (lambda d: d["players"][2].update(number="3"), "players[3].number should be a valid integer"),
    "truth for a number": (lambda d: d["players"][2].update(number=True), "players[3].number should be a valid int"),
    "name not in NFC": (lambda d: d["players"][2].update(name="Zoe\u0308"), "players[3].name"),
    "name with a bell": (lambda d: d["players"][2].update(name="Z\x07"), "players[3].name character 2, U+0007"),
    "same player twice": (lambda d: d["players"].__setitem__(2, d["players"][4]), "players[5] stands there twice"),
    "same number twice": (lambda d: d["players"][2].update(number=5), "players[5].number 5 is another player’s too"),
    "listed and counted": (lambda d: d.update(numbered=5), "players must either be listed or be counted"),
    "no players": (lambda d: d.update(players=[]), "players must either be listed or be counted"),
    "huge count": (lambda d: d.update(numbered=10**9), "numbered should be less than or equal to 200000"),
    "player out of reach": (lambda d: d["fixtures"][0].update(players=[4, 5]), "fixtures[1] speaks of a round or"),
    "three at a table": (lambda d: d["fixtures"][0].update(players=[1, 2, 3]), "fixtures[1].players"),
    "round out of reach": (lambda d: d["fixtures"][0].update(round=1001), "fixtures[1] speaks of a round or a player"),
    "two withdrawn": (lambda d: d["fixtures"][0].update(withdrawn=True), "fixtures[1] must name one player alone"),
    "rounds asked": (lambda d: d.update(rounds_asked=1001), "rounds_asked should be less than or equal to 1000"),
    "rounds upside down": (lambda d: d["rounds"].reverse(), "rounds[2].number must be higher than that of the round"),
    "a round twice": (lambda d: d["rounds"][1].update(number=1), "rounds[2].number must be higher than that of the"),
    "unnamed stranger": (lambda d: d["unnamed"].append([1, [5]]), "unnamed[2] speaks of a player that is not there"),
    "gone and there": (lambda d: d["gone"].append(d["players"][0]), "gone[1] stands there twice"),
    "no rounds": (lambda d: d.update(rounds=[]), "rounds tuple should have at least 1 item"),
    "player unseated": (lambda d: d["rounds"][0]["tables"].pop(0), "rounds[1].codes must be of players who are in it"),
    "player seated twice": (lambda d: d["rounds"][0]["tables"].append([9, 0, 1]), "rounds[1].tables must seat some"),
    "no sheet at a table": (_put(None, "rounds", 0, "codes", 0), "rounds[1].codes must be there for everybody at a"),
    "stranger at a table": (_put(5, "rounds", 0, "tables", 0, 1), "somebody, players that there are, and nobody twice"),
    "two with a bye": (_put(0, "rounds", 0, "tables", 0, 0), "must have two players each, and table 0"),
    "alone at a table": (_put(3, "rounds", 0, "tables", -1, 0), "must have two players each"),
    "tables alike": (_put(2, "rounds", 0, "tables", 0, 0), "tables must have different numbers"),
    "code missing": (lambda d: d["rounds"][1]["codes"].pop(), "rounds[2].codes are 4, but there are 5 players"),
    "code mistyped": (
        _put("WF-80000-00000-00001", "rounds", 1, "codes", 0),
        "rounds[2].codes[1] should be a sheet code: “WF-80000-00000-00001” is mistyped",
    ),
    "code in small letters": (
        lambda d: d["spares"].__setitem__(0, d["spares"][0].lower()),
        "spares[1] should be written WF-",
    ),
    "code twice": (
        lambda d: d["spares"].__setitem__(0, d["rounds"][0]["codes"][0]),
        "rounds have the sheet WF-",
    ),
    "code out of use twice": (
        lambda d: d["retired"].append({"key": "spare 1", "number": 1, "round": 0, "seed": d["spares"][0]}),
        "rounds have the sheet WF-",
    ),
    "codes of two decks": (_put(str(SheetCode(5, 0)), "spares", 0), "rounds have sheet codes of several word"),
    "endless band": (lambda d: d["terms"].update(band=[10**30, -5]), "terms.band[1] should be less than"),
    "band upside down": (lambda d: d["terms"].update(band=[70, 50]), "terms.band should run from low to high"),
    "rules of another edition": (
        lambda d: d["terms"].update(rules=load_rules("word-fleet-strike").text),
        "terms.rules are of word-fleet-strike, but the event is of word-fleet",
    ),
    "own words": (lambda d: d["terms"].update(own_words=["../etc"]), "terms.own_words[1] string should match"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_is_told_with_its_field(fault: str) -> None:
    """What no plan can have is refused with the field's name, counted as people count."""
    change, told = FAULTS[fault]
    with pytest.raises(BadInputError, match=r"event\.json is not an event that can be used\.") as caught:
        parse_record(_changed(change), name=DOCUMENT)
    assert told in str(caught.value)
    assert all(complaint.where == DOCUMENT for complaint in caught.value.complaints)


def test_who_is_gone_has_no_number_of_those_who_are_counted() -> None:
    """Of players without names only their count is kept: nobody beside them has one of their numbers."""
    document = json.loads(_bytes(_plan(numbered_roster(4))))
    document["gone"] = [{"name": "Ann", "number": 5}]
    for block in document["rounds"]:
        block["codes"].append(None)
    assert parse_record(json.dumps(document).encode(), name=DOCUMENT).gone[0].number == 5
    document["gone"][0]["number"] = 4
    with pytest.raises(BadInputError) as caught:
        parse_record(json.dumps(document).encode(), name=DOCUMENT)
    assert "gone[1].number 4 is another player’s too" in str(caught.value)


def test_all_faults_are_told_together_up_to_a_limit() -> None:
    """Three faults are three complaints; of thousands the first are told and the rest counted."""

    def three(document: dict[str, Any]) -> None:
        document.update(seed=2, title=1)
        document["players"][0]["number"] = 0

    with pytest.raises(BadInputError) as caught:
        parse_record(_changed(three), name=DOCUMENT)
    assert len(caught.value.complaints) == 3
    with pytest.raises(BadInputError) as caught:
        parse_record(_changed(lambda d: d.update(spares=["x"] * 5_000)), name=DOCUMENT)
    assert len(caught.value.complaints) == MAX_COMPLAINTS + 1
    assert caught.value.complaints[-1].what == f"… and {5_000 - MAX_COMPLAINTS:,} more"


WHOLE = _bytes(FULL)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"nan",
        b"\xff\xfe{\x00}\x00",
        b"[" * 200_000,
        b'{"looks":' * 50_000,
        WHOLE[:-4],
        WHOLE + b"x",
        WHOLE.replace(b"Zo\xc3\xab", b"Zo\xc3"),
        WHOLE.replace(b'"number":3', b'"number":' + b"9" * 5_000),
        WHOLE.replace(b'"number":3', b'"number":NaN'),
        WHOLE.replace(b"Zo", rb"\ud800"),
    ],
    ids=range(14),
)
def test_what_is_no_event_is_refused(raw: bytes) -> None:
    """No JSON, other JSON, broken UTF-8, deep nests, monstrous numbers, halves of characters: each is one refusal."""
    with pytest.raises(BadInputError, match="not an event"):
        parse_record(raw, name=DOCUMENT)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def _fields(value: Any, where: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield where
    for key in value if isinstance(value, dict) else range(len(value) if isinstance(value, list) else 0):
        yield from _fields(value[key], (*where, key))


FIELDS = [where for where in _fields(json.loads(WHOLE)) if where]


@settings(max_examples=300)
@given(where=st.sampled_from(FIELDS), value=JSON)
def test_any_value_anywhere_is_read_or_refused(where: tuple[str | int, ...], value: object) -> None:
    """Whatever stands in whatever field: the file is used and gives a plan, or is refused; nothing else happens."""
    try:
        parse_record(_changed(_put(value, *where)), name=DOCUMENT).plan()
    except BadInputError as error:
        told = str(error)
    else:
        told = ""
    assert len(told) < 20_000


@settings(max_examples=300)
@given(at=st.integers(0, len(WHOLE)), cut=st.integers(0, 30), put=st.binary(max_size=8))
def test_damaged_bytes_are_read_or_refused(at: int, cut: int, put: bytes) -> None:
    """Bytes lost, changed or added anywhere: used or refused."""
    with suppress(BadInputError):
        assert parse_record(WHOLE[:at] + put + WHOLE[at + cut :], name=DOCUMENT).plan().rounds


def test_codes_of_other_words_are_a_clear_error() -> None:
    """An event of another word list or version is told as that, not reprinted wrongly."""
    digest = FULL.terms.deck().digest

    def change(document: dict[str, Any]) -> None:
        for number, block in enumerate(document["rounds"]):
            block["codes"] = [
                code and str(SheetCode(digest ^ 1, 5 * number + seed)) for seed, code in enumerate(block["codes"])
            ]
        document["spares"] = []

    record = parse_record(_changed(change), name=DOCUMENT)
    with pytest.raises(BadInputError, match=r"“Club night” was dealt from another edition of “Animals”, word list or"):
        record.plan()


def test_an_event_of_another_version_is_told_once() -> None:
    """However many codes such a file holds: one error names the file."""
    changed = _changed(lambda d: [block.update(codes=[made_code(7, 5, 5)] * 5) for block in d["rounds"]])
    with pytest.raises(BadInputError, match=r"event\.json is an event of another version: ") as caught:
        parse_record(changed, name=DOCUMENT)
    assert caught.value.complaints == ()


def test_an_event_of_another_form_is_told_as_that() -> None:
    """Whatever else the file lacks or has: one sentence, and what to do."""
    with pytest.raises(BadInputError, match=r"event\.json is an event of another version of wordfleet-print") as caught:
        parse_record(_changed(lambda d: [d.update(format=2), d.pop("gone"), d.pop("bye_sheets")]), name=DOCUMENT)
    assert "plan the event anew" in caught.value.tip


def test_files_are_read_from_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is read, with or without the mark that editors put before UTF-8; a folder or nothing is told; what is too
    large is told without reading it. A roster that is read back speaks of rounds by their numbers.
    """
    path = tmp_path / DOCUMENT
    path.write_bytes(b"\xef\xbb\xbf" + WHOLE)
    assert read_record(path).plan() == FULL
    for missing in (tmp_path, tmp_path / "none.json", Path("a\0b")):
        with pytest.raises(BadInputError, match=r"not a file|cannot be read"):
            read_record(missing)
    assert read_record(path).plan().roster.by_round
    monkeypatch.setattr(event_file, "MAX_BYTES", 2 + len(WHOLE))
    monkeypatch.setattr(Path, "read_bytes", lambda _: pytest.fail("was read"))
    with pytest.raises(BadInputError, match="larger than"):
        read_record(path)


def test_nothing_changed_is_nothing_to_tell() -> None:
    """Two equal plans differ in nothing."""
    diff = diff_plans(FULL, _recorded(FULL).plan())
    assert not diff
    assert list(diff.lines()) == []


def test_a_diff_tells_who_joined_left_moved_and_has_another_sheet() -> None:
    """Ben leaves, Dan joins and meets Ann: told by name, table and code, in words and as JSON."""
    first = _plan(_roster("Ann", "Ben", "Cleo"), rounds=1, spare=1)
    then = _plan(_roster("Ann", "Cleo", "Dan", "Eve"), rounds=1, spare=2, earlier=_recorded(first).plan())
    digest = TERMS.deck().digest
    old, new = ([str(SheetCode(digest, seed)) for seed in plan.seeds[0]] for plan in (first, then))
    diff = diff_plans(first, then)
    lines = list(diff.lines())
    assert lines[:3] == ["joined: Dan", "joined: Eve", "left: Ben"]
    other = f", sheet {new[1]} instead of {old[2]}" if new[1] != old[2] else ""
    assert sorted(lines[3:7]) == sorted(
        [
            "round 1, Ann: Cleo at table 1 instead of Ben at table 1",
            f"round 1, Cleo: Ann at table 1 instead of a bye{other}",
            f"round 1, Dan: Eve at table 2, sheet {new[2]}",
            f"round 1, Eve: Dan at table 2, sheet {new[3]}",
        ]
    )
    assert lines[7] == f"round 1, Ben: sheet {old[1]} is out of use"
    assert re.fullmatch(r"spare sheet WF-\S+ is new", lines[8])
    assert json.loads(json.dumps(diff.to_json()))["left"] == ["Ben"]


def test_a_diff_tells_redealt_sheets_and_other_terms() -> None:
    """Another sheet is told with both codes; so are title, band, rounds and other words."""
    names = [f"{letter}{i}" for i in range(12) for letter in "ab"]
    first = _recorded(_plan(_roster(*names), rounds=1)).plan()
    torn = _plan(_roster(*names[::2]), rounds=1, earlier=first)
    lines = [line for line in diff_plans(first, torn).lines() if "sheet WF-" in line and " a" in line]
    told = r"round 1, a\d+: a\d+ at table \d+ instead of b\d+ at table \d+, sheet WF-\S+ instead of WF-\S+"
    assert lines
    assert all(re.fullmatch(told, line) for line in lines)
    other = Terms("word-fleet", "standard", ("music",), None, "", False, True, (50, 70))
    roster = numbered_roster(4)
    new = plan_event(roster, other, Scope("Gala", "s", 2, 0))
    assert list(diff_plans(_plan(roster, rounds=1, spare=0), new).lines())[:5] == [
        "the title is “Gala” instead of “Club night”",
        "the words are “Music” instead of “Animals”",
        "fleets are now printed on their grids",
        "ratings are 50–70 instead of 56–63",
        "round 2 is new",
    ]


def test_a_diff_tells_moved_tables_exchanged_opponents_and_what_is_out_of_use() -> None:
    """Two who meet elsewhere, two pairs that change partners at their tables, a round and spare sheets taken away: each
    is told though nobody has another sheet.
    """
    low, high = FULL.rounds[1]
    one, other = (FULL.players[place].called for place in (high.first, high.second or 0))
    moved = replace(FULL, rounds=(FULL.rounds[0], Round.of(2, [low, high._replace(table=30)])))
    assert {*diff_plans(FULL, moved).lines()} == {
        f"round 2, {one}: {other} at table 30 instead of {other} at table 7",
        f"round 2, {other}: {one} at table 30 instead of {one} at table 7",
    }
    crossed = Round.of(2, [low._replace(second=high.second), high._replace(second=low.second)])
    changes = diff_plans(FULL, replace(FULL, rounds=(FULL.rounds[0], crossed))).changes
    assert {change.player for change in changes} == {FULL.players[place].called for place in crossed.places}
    assert f"round 2, {one}: {FULL.players[low.second or 0].called} at table 7 instead of {other} at table 7" in [
        *map(str, changes)
    ]
    (code,) = (str(SheetCode(TERMS.deck().digest, seed)) for seed in FULL.spares)
    less = replace(FULL, rounds=FULL.rounds[:1], seeds=FULL.seeds[:1], spares=FULL.spares[:0])
    gone = diff_plans(FULL, less)
    assert (gone.rounds_dropped, gone.spares_added, gone.spares_dropped) == ((2,), (), (code,))
    assert [*gone.lines()][:: len([*gone.lines()]) - 1] == [
        "round 2 is out of use",
        f"spare sheet {code} is out of use",
    ]
    assert "spare sheet " + code + " is new" in [*diff_plans(less, FULL).lines()]
    placed = replace(FULL, terms=replace(FULL.terms, placed=True))
    assert [*diff_plans(placed, FULL).lines()] == ["fleets are no longer printed on their grids"]
