"""`event diff`: what changed between two plans of an event, for those who have printed the first."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from pydantic import JsonValue

from wordfleet_print.event.plan.model import EventPlan
from wordfleet_print.event.plan.rounds import BYE_TABLE, NOBODY, RoundByPlayer
from wordfleet_print.event.roster.model import Player
from wordfleet_print.sheet.code import SheetCode


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """A player's round: table and opponent (None and "" for a bye), and the sheet's code."""

    table: int | None
    opponent: str
    code: str

    @property
    def place(self) -> str:
        """Table and opponent in words."""
        return "a bye" if self.table is None else f"{self.opponent} at table {self.table}"


@dataclass(frozen=True, slots=True)
class Change:
    """One player's round before and after; None where there was or is no such round or player."""

    round: int
    player: str
    before: PlayerRound | None
    after: PlayerRound | None

    def __str__(self) -> str:
        """The change in words."""
        start = f"round {self.round}, {self.player}"
        if self.after is None:
            return f"{start}: sheet {self.before.code} is out of use" if self.before else start
        if self.before is None:
            return f"{start}: {self.after.place}, sheet {self.after.code}"
        parts = []
        if self.before.place != self.after.place:
            parts.append(f"{self.after.place} instead of {self.before.place}")
        if self.before.code != self.after.code:
            parts.append(f"sheet {self.after.code} instead of {self.before.code}")
        return f"{start}: {', '.join(parts)}"


@dataclass(frozen=True, slots=True)
class PlanDiff:
    """What changed from one plan to another: what it says of the whole event, who came and went, who sits elsewhere or
    has another sheet, which spare sheets came and went (by code).
    """

    event: tuple[str, ...]
    joined: tuple[str, ...]
    left: tuple[str, ...]
    changes: tuple[Change, ...]
    spares_added: tuple[str, ...]
    spares_dropped: tuple[str, ...]

    def __bool__(self) -> bool:
        """Whether anything changed."""
        return any((self.event, self.joined, self.left, self.changes, self.spares_added, self.spares_dropped))

    def lines(self) -> Iterator[str]:
        """The changes in words, one a line."""
        yield from self.event
        yield from (f"joined: {name}" for name in self.joined)
        yield from (f"left: {name}" for name in self.left)
        yield from map(str, self.changes)
        yield from (f"spare sheet {code} is new" for code in self.spares_added)
        yield from (f"spare sheet {code} is out of use" for code in self.spares_dropped)

    def to_json(self) -> dict[str, JsonValue]:
        """The changes as JSON-able data."""
        return asdict(self)


def diff_plans(old: EventPlan, new: EventPlan) -> PlanDiff:
    """What changed from the old plan to the new one. Players are the same if their keys are: name, club and twin."""
    old_keys = [player.key for player in old.roster.players]
    new_keys = [player.key for player in new.roster.players]
    stayed = set(old_keys).intersection(new_keys)
    old_spares, new_spares = list(_spares(old)), list(_spares(new))
    return PlanDiff(
        event=tuple(_event_changes(old, new)),
        joined=tuple(_names(new, new_keys, stayed)),
        left=tuple(_names(old, old_keys, stayed)),
        changes=tuple(_changes(_Rounds(old, old_keys), _Rounds(new, new_keys))),
        spares_added=tuple(code for code in new_spares if code not in set(old_spares)),
        spares_dropped=tuple(code for code in old_spares if code not in set(new_spares)),
    )


def _event_changes(old: EventPlan, new: EventPlan) -> Iterator[str]:
    if old.title != new.title:
        yield f"the title is “{new.title}” instead of “{old.title}”"
    if old.terms.deck().digest != new.terms.deck().digest:
        yield f"the words are “{new.terms.deck().title}” instead of “{old.terms.deck().title}”"
    if old.terms.placed != new.terms.placed:
        yield f"fleets are {'now' if new.terms.placed else 'no longer'} printed on their grids"
    if old.terms.band != new.terms.band:
        yield f"ratings are {new.terms.ratings} instead of {old.terms.ratings}"
    if len(old.rounds) != len(new.rounds):
        yield f"rounds: {len(new.rounds)} instead of {len(old.rounds)}"


def _names(plan: EventPlan, keys: Sequence[str], stayed: set[str]) -> Iterator[str]:
    """The players of a plan who are not in the other one."""
    return (_named(player) for player, key in zip(plan.roster.players, keys, strict=True) if key not in stayed)


def _named(player: Player) -> str:
    return f"{player.called} ({player.club})" if player.club else player.called


def _spares(plan: EventPlan) -> Iterator[str]:
    digest = plan.terms.deck().digest
    return (str(SheetCode(digest, seed)) for seed in plan.spares)


class _Rounds:
    """A plan's seats by round and player's key; a few numbers are kept for each, and looked up one round at a time."""

    def __init__(self, plan: EventPlan, keys: Sequence[str]) -> None:
        self.plan = plan
        self.keys = keys
        self.places = {key: place for place, key in enumerate(keys)}
        self._digest = plan.terms.deck().digest
        self._seen = RoundByPlayer(array("I"), array("I"))

    def turn_to(self, round_index: int) -> bool:
        """Look at this round, counted from 0; whether there is one."""
        if round_index >= len(self.plan.rounds):
            return False
        self._round = round_index
        self._seen = RoundByPlayer.of(self.plan.rounds[round_index], len(self.keys))
        return True

    def facts(self, place: int) -> tuple[int, str, int]:
        """Table, opponent's key and sheet code as a number: what two plans are compared by."""
        opponent = self._seen.opponents[place]
        seed = self.plan.seeds[self._round][place]
        return (
            self._seen.tables[place],
            self.keys[opponent] if opponent != NOBODY else "",
            SheetCode(self._digest, seed).number,
        )

    def seat(self, place: int) -> PlayerRound:
        """The same, as people read it."""
        table, opponent = self._seen.tables[place], self._seen.opponents[place]
        name = "" if opponent == NOBODY else self.plan.roster.players[opponent].called
        code = str(SheetCode(self._digest, self.plan.seeds[self._round][place]))
        return PlayerRound(None if table == BYE_TABLE else table, name, code)


def _changes(old: _Rounds, new: _Rounds) -> Iterator[Change]:
    """Every change, round by round: those who play in the new plan's order, then those who no longer do."""
    for index in range(max(len(old.plan.rounds), len(new.plan.rounds))):
        was, there_is = old.turn_to(index), new.turn_to(index)
        for place, key in enumerate(new.keys if there_is else ()):
            before = old.places.get(key) if was else None
            if before is None or old.facts(before) != new.facts(place):
                seat = None if before is None else old.seat(before)
                yield Change(index + 1, new.plan.roster.players[place].called, seat, new.seat(place))
        for place, key in enumerate(old.keys if was else ()):
            if not there_is or key not in new.places:
                yield Change(index + 1, old.plan.roster.players[place].called, old.seat(place), None)
