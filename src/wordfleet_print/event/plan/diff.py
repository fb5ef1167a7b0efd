"""`event diff`: what changed between two plans of an event, for those who have printed the first."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields

from pydantic import JsonValue

from wordfleet_print.event.plan.model import NO_SHEET, EventPlan
from wordfleet_print.event.plan.rounds import ABSENT, BYE_TABLE, NOBODY, Round, RoundByPlayer
from wordfleet_print.event.roster.roster import Player, Roster
from wordfleet_print.sheet.sheet_code import SheetCode


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """A player's round: table and opponent (None and "" for a bye), and the sheet's code ("" where there is none)."""

    table: int | None
    opponent: str
    code: str

    @property
    def place(self) -> str:
        """Table and opponent in words."""
        return "a bye" if self.table is None else f"{self.opponent} at table {self.table}"


@dataclass(frozen=True, slots=True)
class PlanChange:
    """One player's round before and after; None where there was or is no such round or player."""

    round: int
    player: str
    before: PlayerRound | None
    after: PlayerRound | None

    def __str__(self) -> str:
        """The change in words."""
        start = f"round {self.round}, {self.player}"
        if self.after is None:
            out = f"sheet {self.before.code} is out of use" if self.before and self.before.code else "out of it"
            return f"{start}: {out}"
        if self.before is None:
            return f"{start}: {self.after.place}, {_sheet(self.after.code)}"
        parts = []
        if self.before.place != self.after.place:
            parts.append(f"{self.after.place} instead of {self.before.place}")
        if self.before.code != self.after.code:
            parts.append(f"{_sheet(self.after.code)} instead of {self.before.code or 'none'}")
        return f"{start}: {', '.join(parts)}"


def _sheet(code: str) -> str:
    return f"sheet {code}" if code else "no sheet"


@dataclass(frozen=True, slots=True)
class PlanDiff:
    """What changed from one plan to another: what it says of the whole event, which rounds came and went, by number,
    who did, who sits elsewhere or has another sheet, which spare sheets came and went (by code).
    """

    event: tuple[str, ...]
    rounds: tuple[int, ...]
    rounds_dropped: tuple[int, ...]
    joined: tuple[str, ...]
    left: tuple[str, ...]
    changes: tuple[PlanChange, ...]
    spares_added: tuple[str, ...]
    spares_dropped: tuple[str, ...]

    def __bool__(self) -> bool:
        """Whether anything changed."""
        return any(getattr(self, one.name) for one in fields(self))

    def lines(self) -> Iterator[str]:
        """The changes in words, one a line."""
        yield from self.event
        yield from (f"round {number} is new" for number in self.rounds)
        yield from (f"round {number} is out of use" for number in self.rounds_dropped)
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
    old_spares, new_spares = list(_spares(old)), list(_spares(new))
    return PlanDiff(
        event=tuple(_event_changes(old, new)),
        rounds=tuple(sorted({*new.numbers}.difference(old.numbers))),
        rounds_dropped=tuple(sorted({*old.numbers}.difference(new.numbers))),
        joined=tuple(_not_in(old.roster, new.roster)),
        left=tuple(_not_in(new.roster, old.roster)),
        changes=tuple(_changes(_Rounds(old), _Rounds(new))),
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


def _not_in(one: Roster, other: Roster) -> Iterator[str]:
    """The players of the other roster who are not in this one."""
    keys = {player.key for player in one.players}
    return (_named(player) for player in other.players if player.key not in keys)


def _named(player: Player) -> str:
    return f"{player.called} ({player.club})" if player.club else player.called


def _spares(plan: EventPlan) -> Iterator[str]:
    digest = plan.terms.deck().digest
    return (str(SheetCode(digest, seed)) for seed in plan.spares)


class _Rounds:
    """A plan's seats by round and player's key; a few numbers are kept for each, and looked up one round at a time."""

    def __init__(self, plan: EventPlan) -> None:
        self.plan = plan
        self.keys = [player.key for player in plan.players]
        self.places = {key: place for place, key in enumerate(self.keys)}
        self._digest = plan.terms.deck().digest
        self._at = {number: at for at, number in enumerate(plan.numbers)}

    def turn_to(self, number: int) -> None:
        """Look at this round; nobody is in one that there is not."""
        self._round = self._at.get(number)
        self._seen = RoundByPlayer.of(Round(number, array("I")), len(self.keys))
        if self._round is not None:
            self._seen = RoundByPlayer.of(self.plan.rounds[self._round], len(self.keys))

    def find(self, key: str) -> int | None:
        """The place of a player who is in this round."""
        place = self.places.get(key)
        return None if place is None or self._seen.tables[place] == ABSENT else place

    def facts(self, place: int) -> tuple[int, str, int, int]:
        """Table, opponent's key and the sheet's deck and seed: what two plans are compared by."""
        opponent, seed = self._seen.opponents[place], self._seed(place)
        key = self.keys[opponent] if opponent != NOBODY else ""
        return self._seen.tables[place], key, self._digest if seed != NO_SHEET else 0, seed

    def seat(self, place: int) -> PlayerRound:
        """The same, as people read it."""
        table, opponent = self._seen.tables[place], self._seen.opponents[place]
        name = "" if opponent == NOBODY else self.plan.players[opponent].called
        seed = self._seed(place)
        code = "" if seed == NO_SHEET else str(SheetCode(self._digest, seed))
        return PlayerRound(None if table == BYE_TABLE else table, name, code)

    def _seed(self, place: int) -> int:
        return NO_SHEET if self._round is None else self.plan.seeds[self._round][place]


def _changes(old: _Rounds, new: _Rounds) -> Iterator[PlanChange]:
    """Every change, round by round: those who play in the new plan's order, then those who no longer do."""
    for number in sorted({*old.plan.numbers, *new.plan.numbers}):
        old.turn_to(number)
        new.turn_to(number)
        for key, player in zip(new.keys, new.plan.players, strict=True):
            before, place = old.find(key), new.find(key)
            if place is not None and (before is None or old.facts(before) != new.facts(place)):
                yield PlanChange(number, player.called, None if before is None else old.seat(before), new.seat(place))
        for key, player in zip(old.keys, old.plan.players, strict=True):
            before = old.find(key)
            if before is not None and new.find(key) is None:
                yield PlanChange(number, player.called, old.seat(before), None)
