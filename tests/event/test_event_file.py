"""`event.json`: the whole event in one file that brings it back; edited by hand it is refused or
taken whole.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.events import read_back, write_event
from support.sheets import make_draft
from wordfleet_print.errors import BadInputError
from wordfleet_print.event.event import Event, deck_of
from wordfleet_print.event.folder import (
    FileRow,
    PrintedEvent,
    parse_printed,
    read_printed,
    write_printed,
)
from wordfleet_print.event.plan.planner import plan_rounds
from wordfleet_print.roster.roster import Fixture, Player, Roster, numbered_roster
from wordfleet_print.sheet.player_names import find_name_faults, parse_name

OWN = ("STORM", "TRAIL", "BRICK", "WAVE", "GULP", "MIND", "FOG", "SEA", "HEN", "CUB", "GO", "AX")
NAMES = (
    st.text(st.characters(categories=["L", "N", "P", "Zs"]), min_size=1, max_size=12)
    .map(parse_name)
    .filter(lambda name: not any(find_name_faults(name)))
)


def _plan(
    roster: Roster, rounds: int = 2, spare: int = 1, previous: Event | None = None, **options: Any
) -> Event:
    reopened = previous.numbers if previous else ()
    draft = make_draft(roster, title="Night", **options)
    return plan_rounds(draft, rounds, spare, previous=previous, reopened=reopened)


def _roster(*names: str) -> Roster:
    return Roster(tuple(Player(name, number) for number, name in enumerate(names, start=1)))


FULL = _plan(
    Roster(
        (
            Player("José", 1, club="Rovers"),
            Player("José", 2, twin=1, large_print=True),
            Player("O’Brien", 3, left_handed=True),
            Player("=HYPERLINK()", 4),
            Player("Zoë", 5, filed="Zoë", dealt="somebody"),
        ),
        (Fixture(2, 7, (4, 0)), Fixture(1, None, (2,))),
        2,
        ("“José” is there twice.",),
        ((2, (3,)),),
        answers=(("column.name", "Who"),),
    )
)
"""A plan in which every field says something."""


@settings(max_examples=40)
@given(
    names=st.lists(NAMES, min_size=3, max_size=9, unique=True),
    rounds=st.integers(1, 2),
    data=st.data(),
)
def test_a_plan_comes_back_as_it_was(names: list[str], rounds: int, data: st.DataObject) -> None:
    """Any plan, with latecomers, void sheets and former players, is read back equal, with its
    settings.
    """
    plan = _plan(_roster(*names), rounds, data.draw(st.integers(0, 2)))
    kept = data.draw(st.lists(st.sampled_from(names), unique=True, min_size=2))
    for whole in (plan, _plan(_roster(*kept, "new"), 1, 1, previous=plan), FULL):
        assert read_back(whole) == whole
        assert write_event(read_back(whole)) == write_event(whole)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"edition": "word-fleet-strike", "tier": "expert", "placed": True},
        {"edition": "word-fleet-admirals", "tier": "family", "theme": ("home", "music")},
        {"blank": True},
        {"own": OWN, "fair": False},
    ],
)
def test_the_file_alone_brings_the_deck_back(options: dict[str, Any]) -> None:
    """The file holds edition, tier, themes, blank sheets and own words, and needs no other file."""
    plan = _plan(numbered_roster(4), **options)
    assert read_back(plan) == plan
    assert deck_of(read_back(plan)).digest == deck_of(plan).digest == plan.deck


WHOLE = write_event(FULL)


@settings(max_examples=200)
@given(at=st.integers(0, len(WHOLE)), cut=st.integers(0, 30), put=st.binary(max_size=8))
def test_damaged_bytes_are_refused(at: int, cut: int, put: bytes) -> None:
    """If any byte is lost, changed or added, the file is refused or gives the same event."""
    with suppress(BadInputError):
        event = parse_printed(WHOLE[:at] + put + WHOLE[at + cut :], name="event.json").event
        assert event == FULL


@pytest.mark.parametrize(
    "raw",
    [
        *(
            b"",
            b"{",
            b"null",
            b"[]",
            b"\xff\xfe{\x00}\x00",
            b"[" * 200_000,
            WHOLE[:-4],
            WHOLE + b"x",
        ),
        WHOLE.replace(b"Zo\xc3\xab", b"Zo\xc3"),
        WHOLE.replace(b'"number":3', b'"number":4'),
        WHOLE.replace(b'"number":3', b'"number":' + b"9" * 5_000),
        WHOLE.replace(b'"number":3', b'"number":NaN'),
    ],
    ids=range(12),
)
def test_what_is_no_event_is_refused(raw: bytes) -> None:
    """Invalid JSON, other JSON, deep nesting, broken UTF-8 and a number changed by hand each give
    one clear message.
    """
    with pytest.raises(BadInputError, match=r"not an event|changed or damaged"):
        parse_printed(raw, name="event.json")


def test_only_content_and_format_matter() -> None:
    """Indentation and a byte order mark do not matter. Another format asks for another version of
    the program.
    """
    raw = json.dumps(json.loads(WHOLE), indent=2).encode("utf-8-sig")
    assert parse_printed(raw, name="event.json").event == FULL
    with pytest.raises(BadInputError, match="another version of wordfleet-print"):
        parse_printed(WHOLE.replace(b'"format":1', b'"format":2'), name="event.json")
    with pytest.raises(BadInputError, match=r"^event\.json "):
        parse_printed(b'{"title": "x"}', name="event.json")


def test_words_that_have_changed_since_are_told(tmp_path: Path) -> None:
    """The deck of the file must be the deck that its words make now.

    Otherwise no sheet could be reprinted.
    """
    (tmp_path / "event.json").write_bytes(write_event(replace(FULL, deck=FULL.deck ^ 1)))
    with pytest.raises(BadInputError, match="dealt from another version of its words"):
        read_printed(tmp_path / "event.json")


def test_a_changed_pack_is_noticed_but_for_the_list_of_players(tmp_path: Path) -> None:
    """A changed file of the pack is refused. players.csv may be edited, and files may be moved."""
    rows = [FileRow.of(name, 0, b"old") for name in ("sheets.pdf", "players.csv", "spares.pdf")]
    whole = PrintedEvent(event=FULL, files=tuple(sorted(rows, key=lambda row: row.name)))
    (tmp_path / "event.json").write_bytes(write_printed(whole))
    (tmp_path / "players.csv").write_bytes(b"new")
    (tmp_path / "sheets.pdf").write_bytes(b"old")
    assert read_printed(tmp_path / "event.json") == whole
    (tmp_path / "sheets.pdf").write_bytes(b"new")
    with pytest.raises(BadInputError, match=r"sheets.pdf has changed since it was printed"):
        read_printed(tmp_path / "event.json")
    (tmp_path / "event.json").replace(tmp_path / "event.json.new")
    with pytest.raises(BadInputError, match="was interrupted"):
        read_printed(tmp_path / "event.json")
    assert read_printed(tmp_path / "event.json", partial=True) == whole
    for missing in (tmp_path / "nowhere" / "event.json", tmp_path):
        with pytest.raises(BadInputError, match=r"does not exist|not a file"):
            read_printed(missing)
