"""Several lists that are one event: a teacher's each, or a club's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint, UsageError
from wordfleet_print.event.roster.listing import file_name
from wordfleet_print.event.roster.read_roster import USUAL, RosterRead, read_roster
from wordfleet_print.event.roster.roster import Roster
from wordfleet_print.limits import MOST_PLAYERS
from wordfleet_print.sheet.captains import parse_name, plain
from wordfleet_print.wording import how_many, quote


def read_rosters(files: Sequence[Path], reading: RosterRead = USUAL) -> Roster:
    """The players of one list, or of several in their order; the club of a list without a column of clubs is called as
    its file.

    Raises `BadInputError` with every complaint about every file, and for a player who stands in two; `UsageError` for
    one of several that pairs its players.
    """
    if len(files) == 1:
        return read_roster(files[0], reading)
    if len({file.resolve() for file in files}) < len(files):
        raise UsageError("A list was named twice.", tip="Name each list once.", field="roster")
    rosters, complaints = list[tuple[Path, Roster]](), list[Complaint]()
    for file in files:
        try:
            rosters.append((file, _of_file(file, read_roster(file, reading))))
        except BadInputError as error:
            complaints += error.complaints or [Complaint("", error.message.rstrip("."), error.tip.rstrip("."))]
    told = [f"{file_name(file)}: {how_many(len(roster.players), 'player')}." for file, roster in rosters]
    for one, other in combinations(rosters, 2):
        _compare(one, other, complaints, told)
    players = [player for _, roster in rosters for player in roster.players]
    if len(players) > MOST_PLAYERS:
        complaints.append(Complaint("", f"all together hold more than {MOST_PLAYERS:,} players", "split the event"))
    if complaints:
        raise BadInputError("The lists cannot be used together.", *complaints)
    if paired := [file_name(file) for file, roster in rosters if roster.fixtures or roster.by_round]:
        tip = "Read the players’ lists together, then each round’s list alone."
        raise UsageError(f"{paired[0]} pairs its players; such a list is read alone.", tip=tip, field="roster")
    return Roster(
        tuple(replace(player, number=number) for number, player in enumerate(players, start=1)),
        warnings=(*told, *(warning for _, roster in rosters for warning in roster.warnings)),
        unsaid=frozenset.intersection(*(roster.unsaid for _, roster in rosters)),
    )


def _of_file(file: Path, roster: Roster) -> Roster:
    """The roster, of the club that its file is called where it tells none."""
    if "club" not in roster.unsaid:
        return roster
    club = parse_name(file.stem)
    return replace(roster, players=tuple(replace(player, club=player.club or club) for player in roster.players))


def _compare(
    one: tuple[Path, Roster], other: tuple[Path, Roster], complaints: list[Complaint], told: list[str]
) -> None:
    """Complain of whoever stands in two lists, and of a list that is a copy; tell of others with the same name."""
    where = f"{file_name(one[0])} and {file_name(other[0])}"
    first, second = ({plain(who.name) or who.name: who for who in roster.players} for _, roster in (one, other))
    both = [name for name in first if name in second]
    if 2 * len(both) > min(len(first), len(second)) > 1:
        what = f"{len(both):,} names stand in both; is one a copy of the other?"
        complaints.append(Complaint(where, what, "leave one out, or give both a column of clubs"))
        return
    for name in both:
        player, club = first[name], plain(first[name].club)
        if plain(second[name].club) == club:
            what = f"{quote(player.called)} of {quote(player.club)} stands in both"
            complaints.append(Complaint(where, what, "remove one, or tell them apart by an initial"))
        else:
            told.append(f"{where}: {quote(player.called)} stands in both. If they are one person, remove one.")
