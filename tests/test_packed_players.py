"""Players in columns: to whoever uses them they are the tuple of the same players, in a small part of its memory."""

from __future__ import annotations

import tracemalloc
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordfleet_print.event.roster.model import Player
from wordfleet_print.event.roster.packed import PackedPlayers, clubs_of, names_of, needs_of
from wordfleet_print.event.roster.read import read_roster
from wordfleet_print.event.roster.texts import Firsts, Texts, repeats

NAMED = 20_000
BYTES_A_NAME = 60
"""Of a name of some twelve letters, with all that the roster knows of the player."""

texts = st.text(st.characters(), max_size=12)
people = st.builds(
    Player,
    name=texts,
    number=st.integers(0, (1 << 32) - 1),
    club=st.sampled_from(["", "Rovers", "Śląsk"]) | texts,
    twin=st.integers(0, (1 << 32) - 1),
    large_print=st.booleans(),
    left_handed=st.booleans(),
)
rosters = st.lists(people, max_size=8).map(tuple)
bounds = st.none() | st.integers(-10, 10)


@given(rosters, bounds, bounds, st.none() | st.integers(-3, 3).filter(bool))
def test_packed_players_are_the_tuple_of_the_same_players(
    players: tuple[Player, ...], start: int | None, stop: int | None, step: int | None
) -> None:
    """Length, places from both ends, slices, order, search, equality and hash are the tuple's."""
    packed, part = PackedPlayers.of(players), slice(start, stop, step)
    assert len(packed) == len(players)
    assert [packed[place] for place in range(-len(players), len(players))] == [*players, *players]
    assert packed[part] == players[part]
    assert tuple(packed) == players
    assert tuple(reversed(packed)) == players[::-1]
    assert all(player in packed and packed.index(player) == players.index(player) for player in players)
    assert packed == players
    assert players == packed
    assert (hash(packed), repr(packed)) == (hash(players), repr(players))
    assert list(names_of(packed)) == list(names_of(players))
    assert list(clubs_of(packed)) == list(clubs_of(players))
    assert needs_of(packed) == needs_of(players)
    for beyond in (len(players), -len(players) - 1):
        with pytest.raises(IndexError):
            packed[beyond]


@given(rosters, rosters)
def test_packed_players_are_equal_only_to_the_same_players(one: tuple[Player, ...], other: tuple[Player, ...]) -> None:
    """Two rosters are equal if all their players are, packed or not; copies are."""
    packed = PackedPlayers.of(one)
    assert (packed == PackedPlayers.of(other)) == (packed == other) == (one == other)
    assert packed == PackedPlayers.of(one) == deepcopy(packed)
    assert PackedPlayers.of(packed) is packed
    assert packed != list(one)


@given(st.lists(texts))
def test_texts_come_out_as_they_went_in(kept: list[str]) -> None:
    """Any text, half characters, empty ones and all; a slice is a tuple."""
    packed = Texts()
    for text in kept:
        packed.append(text)
    assert [*packed] == kept
    assert [packed[place] for place in range(-len(kept), len(kept))] == [*kept, *kept]
    assert packed[1::2] == tuple(kept[1::2])
    assert (packed == Texts()) == (not kept)


class _Clash(str):
    """Texts that all have the same hash, as two of a long roster might."""

    __slots__ = ()

    def __hash__(self) -> int:
        return 7


@given(st.lists(st.sampled_from("abcde"), max_size=20), st.sampled_from([str, _Clash]))
def test_who_came_first_is_told_by_the_text(letters: list[str], kind: type[str]) -> None:
    """Whatever the hashes: a text is new, or has the number of the first that is the same; every repeat is told."""
    come = [*map(kind, letters)]
    firsts, seen = Firsts(), list[str]()
    for text in come:
        found = firsts.first(text, len(seen), seen.__getitem__)
        assert found == (seen.index(text) if text in seen else len(seen))
        seen += [text] * (found == len(seen))
    again = [place for place, text in enumerate(come) if text in come[:place]]
    assert [*repeats(come.__getitem__, len(come))] == [(come.index(come[place]), place) for place in again]


def test_a_roster_with_names_is_small(tmp_path: Path) -> None:
    """A roster that was read takes a few dozen bytes a name, and not much more while it is read."""
    path = tmp_path / "roster.csv"
    path.write_text("\n".join(["name", *(f"Zoë Castellanos {number}" for number in range(NAMED))]), encoding="utf-8")
    read_roster(path)  # whatever is loaded and kept once, is by now
    tracemalloc.start()
    roster = read_roster(path)
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < BYTES_A_NAME * NAMED
    assert peak < 5 * BYTES_A_NAME * NAMED
    assert roster.players[NAMED - 1] == Player(f"Zoë Castellanos {NAMED - 1}", NAMED)
