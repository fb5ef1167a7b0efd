"""What changed from one plan to another; names that may only be written otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields

from pydantic import JsonValue

from wordfleet_print.event.plan.plan import BYE_TABLE, NO_SHEET, EventPlan
from wordfleet_print.event.roster.roster import Player, Roster
from wordfleet_print.sheet.captains import plain
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
    who did, who sits elsewhere or has another sheet, which spare sheets came and went (by code), who is called
    otherwise.
    """

    event: tuple[str, ...]
    rounds: tuple[int, ...]
    rounds_dropped: tuple[int, ...]
    joined: tuple[str, ...]
    returned: tuple[str, ...]
    left: tuple[str, ...]
    changes: tuple[PlanChange, ...]
    spares_added: tuple[str, ...]
    spares_dropped: tuple[str, ...]
    renamed: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        """Whether anything changed."""
        return any(getattr(self, one.name) for one in fields(self))

    def lines(self) -> Iterator[str]:
        """The changes in words, one a line."""
        yield from self.event
        yield from (f"round {number} is new" for number in self.rounds)
        yield from (f"round {number} is out of use" for number in self.rounds_dropped)
        yield from (f"joined: {name}" for name in self.joined)
        yield from (f"returned: {name}" for name in self.returned)
        yield from (f"left: {name}" for name in self.left)
        yield from (f"renamed: {was} is {now}" for was, now in self.renamed)
        yield from map(str, self.changes)
        yield from (f"spare sheet {code} is new" for code in self.spares_added)
        yield from (f"spare sheet {code} is out of use" for code in self.spares_dropped)

    def to_json(self) -> dict[str, JsonValue]:
        """The changes as JSON-able data."""
        return asdict(self)


def diff_plans(old: EventPlan, new: EventPlan) -> PlanDiff:
    """What changed from the old plan to the new one; players are the same if their keys are."""
    old_spares, new_spares = list(_spares(old)), list(_spares(new))
    heirs = {was.key: now.key for was, now in same_by_now(old, new)}
    then, now = {heirs.get(one.key, one.key) for one in old.roster.players}, {one.key for one in new.roster.players}
    were = {heirs.get(key, key) for key in (*(one.key for one in old.gone), *(sheet.key for sheet in old.retired))}
    came = [player for player in new.roster.players if player.key not in then]
    return PlanDiff(
        event=tuple(_event_changes(old, new)),
        rounds=tuple(sorted({*new.numbers}.difference(old.numbers))),
        rounds_dropped=tuple(sorted({*old.numbers}.difference(new.numbers))),
        joined=tuple(_told(player) for player in came if player.key not in were),
        returned=tuple(_told(player) for player in came if player.key in were),
        left=tuple(_told(player) for player in old.roster.players if heirs.get(player.key, player.key) not in now),
        changes=tuple(_changes(old, new, heirs)),
        spares_added=tuple(code for code in new_spares if code not in set(old_spares)),
        spares_dropped=tuple(code for code in old_spares if code not in set(new_spares)),
        renamed=tuple((was.called, now.called) for was, now in otherwise_called(old, new) if was.name != now.name),
    )


def otherwise_called(old: EventPlan, new: EventPlan) -> Iterator[tuple[Player, Player]]:
    """Who is called otherwise now, or has another number: as they were and as they are."""
    was = {player.key: player for player in old.players}
    for now in new.players:
        if now.key in was and was[now.key].name != now.name:
            yield was[now.key], now
    yield from same_by_now(old, new)


def same_by_now(old: EventPlan, new: EventPlan) -> Iterator[tuple[Player, Player]]:
    """Who had a number of their own in the old plan, and is somebody with another in the new one: they hold the same
    sheets, or bear the name.
    """
    keys = {player.key for player in new.players}
    lost = [player for player in old.players if player.name and player.key not in keys]
    if not lost:
        return
    before = {player.key for player in old.players} | {sheet.key for sheet in old.retired}
    holders = {
        seed: player for seeds in new.seeds for player, seed in zip(new.players, seeds, strict=True) if seed != NO_SHEET
    }
    named = {(player.name, player.club): player for player in new.players if player.key in before}
    for player in lost:
        at = old.players.index(player)
        held = (holders[seeds[at]] for seeds in old.seeds if seeds[at] in holders)
        if now := next(held, None) or named.get((player.name, player.club)):
            yield player, now


def _told(player: Player) -> str:
    return f"{player.called} ({player.club})" if player.club else player.called


def _event_changes(old: EventPlan, new: EventPlan) -> Iterator[str]:
    if old.title != new.title:
        yield f"the title is “{new.title}” instead of “{old.title}”"
    if old.terms.deck().digest != new.terms.deck().digest:
        yield f"the words are “{new.terms.deck().title}” instead of “{old.terms.deck().title}”"
    if old.terms.placed != new.terms.placed:
        yield f"fleets are {'now' if new.terms.placed else 'no longer'} printed on their grids"
    if old.terms.band != new.terms.band:
        yield f"ratings are {new.terms.ratings} instead of {old.terms.ratings}"


def _spares(plan: EventPlan) -> Iterator[str]:
    digest = plan.terms.deck().digest
    return (str(SheetCode(digest, seed)) for seed in plan.spares)


def _changes(old: EventPlan, new: EventPlan, heirs: Mapping[str, str]) -> Iterator[PlanChange]:
    """Every change, round by round: those who play in the new plan's order, then those who no longer do. `heirs` are
    the keys of those who had another.
    """
    names = {heirs.get(player.key, player.key): player.called for player in old.players}
    names |= {player.key: player.called for player in new.players}
    for number in sorted({*old.numbers, *new.numbers}):
        was, now = _seats(old, number, heirs), _seats(new, number, {})
        for player in new.players:
            before, after = was.get(player.key), now.get(player.key)
            if after and before != after:
                read = [seat and _as_read(names.get(seat[1], ""), seat) for seat in (before, after)]
                yield PlanChange(number, player.called, *read)
        for key in [key for key in was if key not in now]:
            yield PlanChange(number, names[key], _as_read(names.get(was[key][1], ""), was[key]), None)


_Place = tuple[int, str, int, int]
"""Table, opponent's key, the sheet's deck and seed, by which two plans are compared."""


def _seats(plan: EventPlan, number: int, heirs: Mapping[str, str]) -> dict[str, _Place]:
    """Of everybody in a round, by key. Nobody is in a round that there is not."""
    found: dict[str, _Place] = {}
    digest, keys = plan.terms.deck().digest, [heirs.get(player.key, player.key) for player in plan.players]
    for one, seeds in zip(plan.rounds, plan.seeds, strict=True):
        for table, *seats in one if one.number == number else ():
            for place, other in (seats, seats[::-1]):
                if place is not None:
                    key = "" if other is None else keys[other]
                    found[keys[place]] = table, key, digest if seeds[place] != NO_SHEET else 0, seeds[place]
    return found


def _as_read(opponent: str, place: _Place) -> PlayerRound:
    """The same, as people read it."""
    table, _, deck, seed = place
    code = "" if seed == NO_SHEET else str(SheetCode(deck, seed))
    return PlayerRound(None if table == BYE_TABLE else table, opponent, code)


MOST_EDITS = 2
"""Letters in which a name may differ that is likely the same one mistyped."""
MOST_PAIRS = 100_000
"""Pairs of one who left and one who joined that are looked at: where there are more, the roster is another."""


def likely_same(old: Roster, new: Roster) -> Iterator[tuple[Player, Player]]:
    """Who seems to have left and joined only because the name is written otherwise: but for case, accents or club, for
    one or two letters, or for all of it where the club and the rows around are as they were. Each is told once.
    """
    stayed = {player.key for player in old.players} & {player.key for player in new.players}
    left, joined = (
        {at: one for at, one in enumerate(roster.players) if one.name and one.key not in stayed}
        for roster in (old, new)
    )
    if len(left) * len(joined) >= MOST_PAIRS:
        return
    said, says = ({at: plain(one.name) for at, one in some.items()} for some in (left, joined))

    def but_for_letters(at: int, place: int) -> bool:
        shorter = min(len(said[at]), len(says[place]))
        return shorter > 2 * MOST_EDITS and within_edits(said[at], says[place], MOST_EDITS)

    def in_the_same_row(at: int, place: int) -> bool:
        around = _around(old.players, at)
        return around == _around(new.players, place) and any(around) and left[at].club == joined[place].club

    ways = (lambda at, place: said[at] == says[place] != "", but_for_letters, in_the_same_row)
    for alike in ways:
        for at, before in [*left.items()]:
            place = next((place for place in joined if alike(at, place)), None)
            if place is not None:
                del left[at]
                yield before, joined.pop(place)


def _around(players: Sequence[Player], at: int) -> tuple[str, str]:
    """Whose rows are before and after."""
    return players[at - 1].key if at else "", players[at + 1].key if at + 1 < len(players) else ""


def within_edits(one: str, other: str, most: int) -> bool:
    """Whether one text becomes the other by so many letters typed, left out, changed or swapped with a neighbour."""
    if abs(len(one) - len(other)) > most:
        return False
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, char in enumerate(one, start=1):
        last, before, row = before, row, [i]
        for j, wanted in enumerate(other, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (char != wanted))
            if i > 1 and j > 1 and char == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return False
    return row[-1] <= most
