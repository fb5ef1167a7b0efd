"""Who of a list is who of a printed event: found again by name, by club where it is given, by what the organiser says.

Whoever is found keeps number and key, whatever the list calls them now. Doubt is a complaint.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import NamedTuple

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.event.plan.plan import NO_SHEET, SPARE, EventPlan, Retired
from wordfleet_print.event.roster.roster import Player, Roster
from wordfleet_print.messages import listed, near_misses, quote
from wordfleet_print.sheet.captains import parse_name, plain
from wordfleet_print.tracker.names import make_printable

_TOLD = {"club": "clubs", "large_print": "large print", "left_handed": "the writing hand"}
"""The fields of players of which it is told that they stay."""
_BRACKETED = re.compile(r"(.*\S) ?\(([^()]+)\)")


class Rename(NamedTuple):
    """What a player was called, and what the same one is called now; each a name, or one with its club in brackets."""

    before: str
    after: str


def recognised(roster: Roster, plan: EventPlan, renames: Iterable[Rename] = ()) -> tuple[Roster, EventPlan]:
    """The roster, in which whoever is a player of the event has that one's number and key, and whatever the list does
    not say; and the plan, in which two players who are one by now are that.

    An empty club is an unknown one. Raises `BadInputError` with every name that may be several players’, and with every
    rename of nobody, of more than one, or of somebody who is there still.
    """
    complaints: list[Complaint] = []
    found: dict[int, Player] = {}
    for rename in renames:
        try:
            place = _only(rename.after, roster.players, "the roster")
            plan, player = _renamed(plan, roster, place, rename)
        except BadInputError as error:
            complaints.append(Complaint(quote("=".join(rename)), error.message.rstrip("."), field="rename"))
        else:
            found |= {place: player} if player else {}
    if complaints:
        raise BadInputError("Players cannot be renamed so.", *complaints, tip="Write them as OLD=NEW.")
    for known in (plan.roster.players, plan.gone, _left(plan)):
        found |= _found(roster, found, known, complaints)
    if complaints:
        raise BadInputError("Some names may be several players of the event.", *complaints)
    return _with_known(roster, plan, found), plan


def _left(plan: EventPlan) -> tuple[Player, ...]:
    """Those who had sheets and are in no round any more."""
    known = {player.key for player in plan.players}
    sheets = {sheet.key: sheet for sheet in plan.retired if sheet.round != SPARE and sheet.key not in known}
    return tuple(_of_key(sheet) for sheet in sheets.values())


def _of_key(sheet: Retired) -> Player:
    """Whom a sheet out of use was dealt to, as far as its key tells."""
    name, _, rest = sheet.key.partition("\t")
    return Player(name if rest else "", sheet.number, rest.partition("\t")[0], dealt=sheet.key)


def _found(
    roster: Roster, found: Mapping[int, Player], known: Sequence[Player], complaints: list[Complaint]
) -> dict[int, Player]:
    """Who of those that are not `found` yet, by place, is which of these: the same name with the same club before the
    same name where one of both has none.
    """
    players, taken = roster.players, {player.key for player in found.values()}
    free, named = defaultdict[str, list[Player]](list), defaultdict[str, list[int]](list)
    for player in known:
        if player.name and player.key not in taken:
            free[_printed(player.name)].append(player)
    for place, player in enumerate(players):
        if place not in found and player.name:
            named[_printed(_bare(player, free)[0])].append(place)
    more: dict[int, Player] = {}
    for name in free.keys() & named.keys():
        more |= _of_name(roster, named[name], free, name, complaints)
    return more


def _printed(name: str) -> str:
    """The name as it is printed, by which people know each other: without emoji."""
    return make_printable(name) or name


def _bare(player: Player, known: Mapping[str, object]) -> tuple[str, str]:
    """A player's name and club, which may stand behind it in brackets: “Ann Lee (Rovers)”."""
    parts = None if player.club or _printed(player.name) in known else _BRACKETED.fullmatch(player.name)
    return (parts[1], parts[2]) if parts and _printed(parts[1]) in known else (player.name, player.club)


def _of_name(
    roster: Roster,
    places: Sequence[int],
    free: Mapping[str, Sequence[Player]],
    name: str,
    complaints: list[Complaint],
) -> dict[int, Player]:
    """Of those who bear one name: who is who, club by club; clubs that no list has said keep nobody apart."""
    players, said = roster.players, "club" not in roster.unsaid
    clubs = {place: _bare(players[place], free)[1] for place in places}
    rest, more = [*free[name]], dict[int, Player]()
    names = {one.name for one in rest}
    for place in sorted(places, key=lambda place: players[place].name not in names):
        same = [one for one in rest if one.club == clubs[place]]
        same = [one for one in same if one.name == players[place].name] or same
        same = [one for one in same if one.twin == players[place].twin] or same
        if same:
            more[place] = same[0]
            rest.remove(same[0])
    open_ = [place for place in places if place not in more]
    ways = {place: [one for one in rest if not (said and one.club and clubs[place])] for place in open_}
    for place in [place for place in open_ if ways[place]]:
        rivals = [other for other in open_ if ways[place][0] in ways[other]]
        if len(ways[place]) == len(rivals) == 1:
            more[place] = ways[place][0]
            continue
        who = players[place]
        what = f"may be {listed((_told(one) for one in ways[place]), 'or')}, as the event has them"
        complaints.append(Complaint(quote(_told(who)), what, "write the club, or which one it is", say=("rename",)))
    return more


def _told(player: Player) -> str:
    return f"{player.name} ({player.club})" if player.club else player.name


def _with_known(roster: Roster, plan: EventPlan, found: Mapping[int, Player]) -> Roster:
    """The roster with what is known of those who were found; newcomers have keys that nobody ever had."""
    kept, players = set[str](), list(roster.players)
    keys = {player.key for player in (*plan.players, *_left(plan))} if plan.players else set()
    for place, player in enumerate(players):
        known = found.get(place)
        if known is None:
            players[place] = _newcomer(player, keys) if player.name else player
            continue
        name, club = _bare(player, {_printed(known.name): known})
        fields = {field: getattr(known, field) for field in roster.unsaid - {"filed"}}
        kept |= {field for field, value in fields.items() if value}
        now = replace(player, name=name, **{"club": club, **fields})
        now = replace(
            now, number=known.number, club=now.club or known.club or player.club, filed=player.filed or known.filed
        )
        players[place] = now if now.key == known.key else replace(now, dealt=known.key)
    told = listed(says for field, says in _TOLD.items() if field in kept)
    note = (f"The roster has no column for {told}: everybody’s stay as they were.",) if told else ()
    return replace(roster, players=tuple(players), warnings=(*roster.warnings, *note))


def _newcomer(player: Player, keys: set[str]) -> Player:
    twin = player.twin
    while (key := replace(player, twin=twin, dealt="").key) in keys:
        twin += 1
    keys.add(key)
    return player if twin == player.twin else replace(player, dealt=key)


def _renamed(plan: EventPlan, roster: Roster, place: int, rename: Rename) -> tuple[EventPlan, Player | None]:
    """The plan, and which of its players the one at that place of the roster is; None where nothing was to be done."""
    now = roster.players[place]
    others = _called(rename.before, plan.players)
    if len(others) == 1 and plan.players[others[0]].name == now.name:  # only which of several namesakes it is
        return plan, plan.players[others[0]]
    same = {*_called(rename.after, plan.players)}
    others = [at for at in others if at not in same]
    left = [one for one in _left(plan) if _is_called(rename.before, one)]
    if len(others) > 1 or (len(left) > 1 and not others):
        raise BadInputError(f"several players are called {quote(rename.before)}: add the club in brackets.")
    if [at for at in _called(rename.before, roster.players) if at != place and others]:
        raise BadInputError(f"{quote(rename.before)} is still in the roster.")
    at = next((at for at in same if plan.players[at].club in ("", now.club) or not now.club), None)
    if others and at is None:
        return plan, plan.players[others[0]]
    if others and at is not None:
        plan = _one_of_both(plan, others[0], at, rename)
        return plan, plan.players[at - (at > others[0])]
    if left:
        plan = plan if at is None else _back_again(plan, left[0], at)
        return plan, left[0] if at is None else plan.players[at]
    if at is None:
        _only(rename.before, plan.players, "the event")
    return plan, None


def _one_of_both(plan: EventPlan, was: int, at: int, rename: Rename) -> EventPlan:
    """One player of two who never were in one round, at the place of the second: with number, key and wishes of the
    first, and the rounds of both. Raises `BadInputError` for two who were.
    """
    both = [one.number for one in plan.rounds if {was, at} <= one.places]
    if both:
        raise BadInputError(f"{quote(rename.before)} and {quote(rename.after)} are both in round {both[0]}")
    first, second = plan.players[was], plan.players[at]
    places = [place - (place > was) for place in range(len(plan.players))]
    places[was] = places[at]
    seeds = [copy(dealt) for dealt in plan.seeds]
    for dealt in seeds:
        if dealt[was] != NO_SHEET:
            dealt[at] = dealt[was]
        del dealt[was]
    count = len(plan.roster.players) - (was < len(plan.roster.players))
    everybody = [player for place, player in enumerate(plan.players) if place != was]
    everybody[places[at]] = _as_first(first, second)
    fixtures = tuple(replace(one, players=tuple(places[who] for who in one.players)) for one in plan.roster.fixtures)
    unnamed = tuple((number, tuple(places[who] for who in whose)) for number, whose in plan.roster.unnamed)
    roster = replace(plan.roster, players=tuple(everybody[:count]), fixtures=fixtures, unnamed=unnamed)
    rounds = tuple(one.moved(places) for one in plan.rounds)
    retired = tuple(one._replace(key=first.key) if one.key == second.key else one for one in plan.retired)
    return replace(
        plan, roster=roster, gone=tuple(everybody[count:]), rounds=rounds, seeds=tuple(seeds), retired=retired
    )


def _as_first(first: Player, second: Player) -> Player:
    """The second player, who is the first one."""
    return replace(
        second,
        number=first.number,
        dealt=first.key,
        club=second.club or first.club,
        large_print=first.large_print or second.large_print,
        left_handed=first.left_handed or second.left_handed,
    )


def _back_again(plan: EventPlan, left: Player, at: int) -> EventPlan:
    """The player at that place with number, key and sheets of one who left; sheets dealt meanwhile are out of use."""
    player = plan.players[at]
    old = {sheet.round: sheet for sheet in plan.retired if sheet.key == left.key}
    seeds = [copy(dealt) for dealt in plan.seeds]
    taken, swapped = set[Retired](), list[Retired]()
    for one, dealt in zip(plan.rounds, seeds, strict=True):
        if one.number in old and dealt[at] != NO_SHEET:
            swapped.append(Retired(left.key, left.number, one.number, dealt[at]))
            dealt[at] = old[one.number].seed
            taken.add(old[one.number])
    everybody, count = [*plan.players], len(plan.roster.players)
    everybody[at] = _as_first(left, player)
    rest = [one._replace(key=left.key) if one.key == player.key else one for one in plan.retired if one not in taken]
    return replace(
        plan,
        roster=replace(plan.roster, players=tuple(everybody[:count])),
        gone=tuple(everybody[count:]),
        seeds=tuple(seeds),
        retired=(*rest, *swapped),
    )


def renamed_roster(roster: Roster, renames: Iterable[Rename]) -> Roster:
    """The roster of a printed event, whose players are to be called otherwise. Raises `BadInputError` for strangers."""
    players = list(roster.players)
    for rename in renames:
        if not _called(rename.after, players):
            at = _only(rename.before, players, "the event")
            player = players[at]
            players[at] = replace(player, name=parse_name(rename.after), filed="", dealt=player.key)
    return replace(roster, players=tuple(players))


def _only(name: str, players: Sequence[Player], where: str) -> int:
    """The place of the only one who is called so. Raises `BadInputError` for nobody and for several."""
    found = _called(name, players)
    if len(found) == 1:
        return found[0]
    if found:
        raise BadInputError(f"several players are called {quote(name)}: add the club in brackets.")
    near = near_misses(plain(name), [plain(player.name) for player in players], 1, alike=0.7)
    hint = next((f"; did you mean {quote(one.name)}?" for one in players if near and plain(one.name) == near[0]), "")
    raise BadInputError(f"{quote(name)} is not in {where}{hint}")


def _called(name: str, players: Sequence[Player]) -> list[int]:
    return [place for place, player in enumerate(players) if _is_called(name, player)]


def _is_called(wanted: str, player: Player) -> bool:
    return bool(player.name) and parse_name(wanted) in {player.name, f"{player.name} ({player.club})"}
