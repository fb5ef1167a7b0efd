"""Scouts look ahead of the dealer: the plan is the same with them and without, and whatever becomes of them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.plan import dealer, scouts
from wordfleet_print.event.plan.model import EventPlan, Scope, Terms
from wordfleet_print.event.plan.planner import plan_event
from wordfleet_print.event.roster.model import Player, Roster, numbered_roster
from wordfleet_print.event.run.executor import Answer, Call, Executor, Inline, Traits
from wordfleet_print.event.run.workers import ALONE, Workers

STANDARD = Terms("word-fleet", "standard", (), None, "", False, False, (56, 63))
THEMED = Terms("word-fleet", "family", ("animals",), None, "", False, False, (56, 63))
BLANK = Terms("word-fleet", "standard", (), None, "", True, False, (56, 63))
WORDS = "STORM TRAIL BRICK WAVE GULP MIND FOG SEA HEN CUB GO AX"
SCARCE = Terms("word-fleet", "standard", (), tuple(WORDS.split()), "club words", False, False, (0, 140))
"""Some dozens of fleets: most of what scouts find is taken before its turn."""


class Here(Workers):
    """Scouts that are this process itself."""

    def at_work(self) -> contextlib.AbstractContextManager[Executor]:
        """At once."""
        return contextlib.nullcontext(Inline())


class Mortal(Inline):
    """A team of which every other scout dies."""

    traits = Traits(window=3, deaths=(BrokenExecutor,))

    def submit(self, name: str, call: Call) -> None:
        """Do it, or die of it."""
        if int(name) % 2:
            self._answers.appendleft(Answer(name, None, BrokenExecutor()))  # and the news comes first
        else:
            super().submit(name, call)


class Dying(Workers):
    """Hires mortals."""

    def at_work(self) -> contextlib.AbstractContextManager[Executor]:
        """At once."""
        return contextlib.nullcontext(Mortal())


class Buggy(Inline):
    """A team whose scouts have a bug."""

    def submit(self, name: str, call: Call) -> None:
        """Fail over what it finds."""
        super().submit(name, lambda: (call(), 1 // 0))


class Clumsy(Workers):
    """Hires them."""

    def at_work(self) -> contextlib.AbstractContextManager[Executor]:
        """At once."""
        return contextlib.nullcontext(Buggy())


@contextlib.contextmanager
def _scouts_of(tables: int) -> Iterator[None]:
    """Scouts are sent however few tables there are, to so many at a time, after half as many."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scouts, "FEWEST", 1)
        patch.setattr(scouts, "LEAD", tables // 2)
        patch.setattr(scouts, "TABLES", tables)
        yield


def _plan(
    roster: Roster, terms: Terms, workers: Workers, rounds: int = 2, earlier: EventPlan | None = None
) -> EventPlan | str:
    """The plan, or why there is none."""
    try:
        return plan_event(roster, terms, Scope("Cup", "seed", rounds, 2), earlier=earlier, workers=workers)
    except BadInputError as error:
        return error.message


@settings(max_examples=12)
@given(
    terms=st.sampled_from([STANDARD, THEMED, BLANK, SCARCE]),
    players=st.integers(1, 40),
    tables=st.integers(1, 9),
    workers=st.sampled_from([Here(2), Dying(2)]),
)
def test_plans_are_the_same_with_scouts_and_without(terms: Terms, players: int, tables: int, workers: Workers) -> None:
    """Whatever the deck, however much of what they find is taken by then, and though scouts die; so are refusals."""
    roster = numbered_roster(players)
    with _scouts_of(tables):
        assert _plan(roster, terms, workers) == _plan(roster, terms, ALONE)


@contextlib.contextmanager
def _patience(tries: int, firsts: int, tries_a_sheet: int) -> Iterator[None]:
    """Dealers, scouts too, give up this soon."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dealer, "TRIES", tries)
        patch.setattr(dealer, "FIRSTS", firsts)
        patch.setattr(dealer, "TRIES_A_SHEET", tries_a_sheet)
        scouts._scout.cache_clear()  # a dealer keeps the patience it was made with
        yield
    scouts._scout.cache_clear()


people = st.lists(st.integers(1, 30), min_size=4, max_size=20, unique=True)


def _named(people: list[int]) -> Roster:
    return Roster(tuple(Player(f"Captain {one}", number) for number, one in enumerate(people, start=1)))


@settings(max_examples=15)
@given(
    terms=st.sampled_from([STANDARD, THEMED, BLANK]),
    before=people,
    now=people,
    tables=st.integers(1, 9),
    workers=st.sampled_from([Here(2), Dying(2)]),
)
@example(BLANK, [1, 9, 5, 7], [2, 3, 9, 4, 5], 8, Here(2))  # a latecomer joins one who had another opponent
def test_latecomers_are_dealt_the_same_with_scouts_and_without(
    terms: Terms, before: list[int], now: list[int], tables: int, workers: Workers
) -> None:
    """Where some have left and others joined, scouts look ahead of the fresh tables alone; a further round is fresh."""
    stood = _plan(_named(before), terms, ALONE)
    assert isinstance(stood, EventPlan)
    with _scouts_of(tables):
        assert _plan(_named(now), terms, workers, 3, stood) == _plan(_named(now), terms, ALONE, 3, stood)


@pytest.mark.parametrize("patience", [(100, 2, 3), (200, 2, 2), (150, 3, 6), (50, 4, 4)])
@pytest.mark.parametrize("terms", [STANDARD, THEMED, BLANK, SCARCE])
def test_scouts_tries_count_like_any(terms: Terms, patience: tuple[int, int, int]) -> None:
    """An event whose dealer runs out of tries is refused at the same table, with scouts and without."""
    with _patience(*patience), _scouts_of(4):
        for players in (2, 5, 8, 13, 20, 35, 59):
            roster = numbered_roster(players)
            assert _plan(roster, terms, Here(2)) == _plan(roster, terms, ALONE)


def test_some_finds_stand_and_some_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways are gone: of the finds in a scarce deck some are dealt as they are, some are taken by then."""
    stood = []
    take = scouts.Dealer.take_ahead
    monkeypatch.setattr(scouts.Dealer, "take_ahead", lambda *args: stood.append(take(*args)) or stood[-1])
    with _scouts_of(4):
        plan = _plan(numbered_roster(7), SCARCE, Here(2))
    assert isinstance(plan, EventPlan)
    assert set(stood) == {True, False}


def test_processes_find_the_same() -> None:
    """Two real processes; the names and clubs of players go with them."""
    players = tuple(Player(f"Zoë {n}", n, club="A’s" if n % 3 else "") for n in range(1, 120))
    with _scouts_of(16):
        assert _plan(Roster(players), THEMED, Workers(2)) == _plan(Roster(players), THEMED, ALONE)


def test_a_scouts_bug_is_not_hidden() -> None:
    """What a scout raises is raised, not taken for a death."""
    with _scouts_of(4), pytest.raises(ZeroDivisionError):
        _plan(numbered_roster(10), STANDARD, Clumsy(2))
