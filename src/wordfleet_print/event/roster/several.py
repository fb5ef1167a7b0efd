"""Several lists that are one event: a teacher's each, or a club's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint, UsageError
from wordfleet_print.event.roster.listing import file_name
from wordfleet_print.event.roster.read_roster import USUAL, RosterRead, read_roster
from wordfleet_print.event.roster.roster import Player, Roster
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
    rosters, complaints = list[tuple[Path, Roster]](), list[Complaint]()
    for file in files:
        try:
            rosters.append((file, _of_file(file, read_roster(file, reading))))
        except BadInputError as error:
            complaints += error.complaints or [Complaint("", error.message.rstrip("."), error.tip.rstrip("."))]
    complaints += _twice(rosters)
    players = [player for _, roster in rosters for player in roster.players]
    if len(players) > MOST_PLAYERS:
        complaints.append(Complaint("", f"all together hold more than {MOST_PLAYERS:,} players", "split the event"))
    if complaints:
        raise BadInputError("The lists cannot be used together.", *complaints)
    if paired := [file_name(file) for file, roster in rosters if roster.fixtures or roster.by_round]:
        tip = "Read the players’ lists together, then each round’s list alone."
        raise UsageError(f"{paired[0]} pairs its players; such a list is read alone.", tip=tip, field="roster")
    told = (f"{file_name(file)}: {how_many(len(roster.players), 'player')}." for file, roster in rosters)
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
    players = tuple(player if player.club else replace(player, club=club) for player in roster.players)
    return replace(roster, players=players, unsaid=roster.unsaid - {"club"})


def _twice(rosters: Sequence[tuple[Path, Roster]]) -> Iterator[Complaint]:
    """Whoever stands in two lists, by name and club."""
    found: defaultdict[tuple[str, str], list[tuple[Path, Player]]] = defaultdict(list)
    for file, roster in rosters:
        for player in roster.players:
            found[plain(player.name) or player.name, plain(player.club)].append((file, player))
    for each in found.values():
        files = [*dict.fromkeys(file for file, _ in each)]
        if len(files) > 1:
            (first, player), (second, _) = each[0], next(one for one in each if one[0] != each[0][0])
            where = f"{file_name(first)} and {file_name(second)}"
            what = f"{quote(player.called)} of {quote(player.club)} stands in both"
            yield Complaint(where, what, "remove one, or tell them apart by an initial")
