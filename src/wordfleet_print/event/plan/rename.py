"""A name that was written otherwise before: the plan as it would be, had it been written so from the start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import NamedTuple

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.event.plan.model import NO_SHEET, EventPlan, Retired
from wordfleet_print.event.roster.roster import Player, Roster
from wordfleet_print.sheet.captains import parse_name, plain
from wordfleet_print.wording import near_misses, quote

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
            complaints.append(Complaint(f"--rename {quote('='.join(rename))}", error.message.rstrip(".")))
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
    for alike in (_but_for_signs, _but_for_letters, _in_the_same_row) if len(left) * len(joined) < MOST_PAIRS else ():
        for at, before in [*left.items()]:
            place = next((place for place in joined if alike(old.players, at, new.players, place)), None)
            if place is not None:
                del left[at]
                yield before, joined.pop(place)


def _but_for_signs(old: Sequence[Player], at: int, new: Sequence[Player], place: int) -> bool:
    return plain(old[at].name) == plain(new[place].name) != ""


def _but_for_letters(old: Sequence[Player], at: int, new: Sequence[Player], place: int) -> bool:
    one, other = plain(old[at].name), plain(new[place].name)
    return min(len(one), len(other)) > 2 * MOST_EDITS and within_edits(one, other, MOST_EDITS)


def _in_the_same_row(old: Sequence[Player], at: int, new: Sequence[Player], place: int) -> bool:
    around = _around(old, at)
    return around == _around(new, place) and any(around) and old[at].club == new[place].club


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
