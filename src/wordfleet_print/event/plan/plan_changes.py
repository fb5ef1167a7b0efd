"""Two plans compared; names that are only written otherwise."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import asdict, dataclass, fields, replace
from typing import NamedTuple

from pydantic import JsonValue

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.event.plan.event_plan import BYE_TABLE, NO_SHEET, EventPlan, Retired
from wordfleet_print.event.roster.roster import Player, Roster
from wordfleet_print.sheet.captains import parse_name, plain
from wordfleet_print.sheet.sheet_code import SheetCode
from wordfleet_print.wording import listed, near_misses, quote


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
        changes=tuple(_changes(old, new)),
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
    left = (player for player in other.players if player.key not in keys)
    return (f"{player.called} ({player.club})" if player.club else player.called for player in left)


def _spares(plan: EventPlan) -> Iterator[str]:
    digest = plan.terms.deck().digest
    return (str(SheetCode(digest, seed)) for seed in plan.spares)


def _changes(old: EventPlan, new: EventPlan) -> Iterator[PlanChange]:
    """Every change, round by round: those who play in the new plan's order, then those who no longer do."""
    for number in sorted({*old.numbers, *new.numbers}):
        was, now = _seats(old, number), _seats(new, number)
        for player in new.players:
            before, after = was.get(player.key), now.get(player.key)
            if after and before != after:
                yield PlanChange(number, player.called, before and _as_read(*before), _as_read(*after))
        for player in old.players:
            if player.key in was and player.key not in now:
                yield PlanChange(number, player.called, _as_read(*was[player.key]), None)


def _seats(plan: EventPlan, number: int) -> dict[str, tuple[int, str, int, int]]:
    """Of everybody in a round, by key: table, opponent's key and the sheet's deck and seed, by which two plans are
    compared. Nobody is in a round that there is not.
    """
    found: dict[str, tuple[int, str, int, int]] = {}
    digest, keys = plan.terms.deck().digest, [player.key for player in plan.players]
    for one, seeds in zip(plan.rounds, plan.seeds, strict=True):
        for table, *seats in one if one.number == number else ():
            for place, other in (seats, seats[::-1]):
                if place is not None:
                    key = "" if other is None else keys[other]
                    found[keys[place]] = table, key, digest if seeds[place] != NO_SHEET else 0, seeds[place]
    return found


def _as_read(table: int, opponent: str, deck: int, seed: int) -> PlayerRound:
    """The same, as people read it."""
    name = _parts(opponent)[0] or opponent.replace("#", "player ")
    code = "" if seed == NO_SHEET else str(SheetCode(deck, seed))
    return PlayerRound(None if table == BYE_TABLE else table, name, code)


MOST_EDITS = 2
"""Letters in which a name may differ that is likely the same one mistyped."""
MOST_PAIRS = 100_000
"""Pairs of one who left and one who joined that are looked at: where there are more, the roster is another."""


class Rename(NamedTuple):
    """What a player was called, and what the same one is called now; each a name, or one with its club in brackets."""

    before: str
    after: str


def rename_players(plan: EventPlan, roster: Roster, renames: Iterable[Rename]) -> EventPlan:
    """The plan with its players under their new names, as the roster writes them: so they keep numbers, sheets, tables.

    One who has left since has the old sheets again. What has been renamed already stays as it is. Raises
    `BadInputError` with every name that is nobody's, or of more players than one.
    """
    complaints: list[Complaint] = []
    for rename in renames:
        try:
            plan = _renamed(plan, roster, rename)
        except BadInputError as error:
            complaints.append(Complaint(quote("=".join(rename)), error.message.rstrip("."), field="rename"))
    if complaints:
        raise BadInputError("Players cannot be renamed so.", *complaints, tip="Write them as OLD=NEW.")
    return plan


def _renamed(plan: EventPlan, roster: Roster, rename: Rename) -> EventPlan:
    now = _only(rename.after, roster.players, "the roster")
    before = _called(rename.before, [player for player in plan.players if player.key != now.key])
    keys = {sheet.key for sheet in plan.retired} - {now.key}
    left = {key for key in keys if _is_called(rename.before, *_parts(key))}
    if len(before) > 1 or (len(left) > 1 and not before):
        raise BadInputError(f"several players are called {quote(rename.before)}: add the club in brackets.")
    if any(player.key == one.key for player in roster.players for one in before):
        raise BadInputError(f"{quote(rename.before)} is still in the roster.")
    at = next((at for at, player in enumerate(plan.players) if player.key == now.key), None)
    if before:
        was = plan.players.index(before[0])
        return _called_so(plan, was, now) if at is None else _one_of_both(plan, was, at, rename)
    if left:
        return _retired_as(plan, min(left), now) if at is None else _back_again(plan, min(left), at)
    if at is None:
        _only(rename.before, plan.players, "the event")
    return plan


def _called_so(plan: EventPlan, at: int, now: Player) -> EventPlan:
    """The player at that place under the new name; sheets out of use are the new name's too."""
    before = plan.players[at]
    player = replace(before, name=now.name, club=now.club, twin=now.twin, filed=now.filed)
    return _retired_as(_with_player(plan, at, player), before.key, now)


def _with_player(plan: EventPlan, at: int, player: Player) -> EventPlan:
    everybody, count = [*plan.players], len(plan.roster.players)
    everybody[at] = player
    roster = replace(plan.roster, players=tuple(everybody[:count]))
    return replace(plan, roster=roster, gone=tuple(everybody[count:]))


def _retired_as(plan: EventPlan, key: str, now: Player) -> EventPlan:
    return replace(plan, retired=tuple(one._replace(key=now.key) if one.key == key else one for one in plan.retired))


def _one_of_both(plan: EventPlan, was: int, at: int, rename: Rename) -> EventPlan:
    """One player of one who is gone and one who came, who never were in one round: with the number and the rounds of
    the first, and the rounds of the other. Raises `BadInputError` for two who are both in the event.
    """
    both = [one.number for one in plan.rounds if {was, at} <= one.places]
    if both or was < len(plan.roster.players):
        where = f"round {both[0]}" if both else "the event"
        raise BadInputError(f"{quote(rename.before)} and {quote(rename.after)} are both in {where}")
    number, key, now = plan.players[was].number, plan.players[was].key, plan.players[at]
    places = [place - (place > was) for place in range(len(plan.players))]
    places[was] = at - (at > was)
    seeds = [copy(seeds) for seeds in plan.seeds]
    for dealt in seeds:
        if dealt[was] != NO_SHEET:
            dealt[at] = dealt[was]
        del dealt[was]
    plan = _with_player(plan, at, replace(now, number=number))
    plan = replace(
        plan,
        gone=tuple(player for player in plan.gone if player.key != key),
        rounds=tuple(one.moved(places) for one in plan.rounds),
        seeds=tuple(seeds),
    )
    return _retired_as(plan, key, now)


def _back_again(plan: EventPlan, left: str, at: int) -> EventPlan:
    """The player at that place with the number and sheets of one who left; those dealt meanwhile are out of use."""
    player = plan.players[at]
    old = {sheet.round: sheet for sheet in plan.retired if sheet.key == left}
    seeds = [copy(seeds) for seeds in plan.seeds]
    taken, swapped = set[Retired](), list[Retired]()
    for one, dealt in zip(plan.rounds, seeds, strict=True):
        if one.number in old and dealt[at] != NO_SHEET:
            swapped.append(Retired(player.key, player.number, one.number, dealt[at]))
            dealt[at] = old[one.number].seed
            taken.add(old[one.number])
    number = next(iter(old.values())).number
    rest = [sheet for sheet in plan.retired if sheet not in taken]
    plan = _with_player(plan, at, replace(player, number=number))
    return _retired_as(replace(plan, seeds=tuple(seeds), retired=(*rest, *swapped)), left, player)


def renamed_roster(roster: Roster, renames: Iterable[Rename]) -> Roster:
    """The roster of a printed event, whose players are to be called otherwise. Raises `BadInputError` for strangers."""
    players = list(roster.players)
    for rename in renames:
        if not _called(rename.after, players):
            before = _only(rename.before, players, "the event")
            players[players.index(before)] = replace(before, name=parse_name(rename.after), filed="")
    return replace(roster, players=tuple(players))


def _only(name: str, players: Sequence[Player], where: str) -> Player:
    found = _called(name, players)
    if len(found) == 1:
        return found[0]
    if found:
        raise BadInputError(f"several players are called {quote(name)}: add the club in brackets.")
    near = near_misses(plain(name), [plain(player.name) for player in players], 1, alike=0.7)
    hint = next((f"; did you mean {quote(one.name)}?" for one in players if near and plain(one.name) == near[0]), "")
    raise BadInputError(f"{quote(name)} is not in {where}{hint}")


def _called(name: str, players: Iterable[Player]) -> list[Player]:
    return [player for player in players if _is_called(name, player.name, player.club)]


def _is_called(wanted: str, name: str, club: str) -> bool:
    return bool(name) and parse_name(wanted) in {name, f"{name} ({club})"}


def _parts(key: str) -> tuple[str, str]:
    name, _, rest = key.partition("\t")
    return name if rest else "", rest.partition("\t")[0]


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


_TOLD = {"club": "clubs", "large_print": "large print", "left_handed": "the writing hand"}
"""The fields of players of which it is told."""


def as_known(roster: Roster, plan: EventPlan, renames: Iterable[Rename] = ()) -> Roster:
    """The roster, with its `unsaid` fields as the plan has them of the only player of the name, or of the name before.

    So nobody becomes another person, or loses large print, by a list that says nothing of it. A note tells of which.
    """
    were = {rename.after: rename.before for rename in renames}
    known: dict[str, list[Player]] = {}
    for group in (plan.gone, plan.roster.players) if roster.unsaid else ():  # who is there goes before who has left
        found = defaultdict(list)
        for player in group:
            for name in {player.name, f"{player.name} ({player.club})"}:
                found[name].append(player)
        known |= found
    players, kept = list(roster.players), set[str]()
    for place, player in enumerate(players):
        mine = [one for one in known.get(player.name, ()) if "club" in roster.unsaid or one.club == player.club]
        mine = mine or known.get(were.get(player.name, ""), [])
        fields = {field: getattr(mine[0], field) for field in roster.unsaid} if player.name and len(mine) == 1 else {}
        kept |= {field for field, value in fields.items() if value}
        players[place] = replace(player, **fields)
    told = listed(says for field, says in _TOLD.items() if field in kept)
    note = (f"The roster has no column for {told}: everybody’s stay as they were.",) if told else ()
    return replace(roster, players=tuple(players), warnings=(*roster.warnings, *note))
