"""What a roster has no column for, and the event knows: the list of a pairing programme has names and no more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from wordfleet_print.event.plan.model import EventPlan
from wordfleet_print.event.plan.rename import Rename
from wordfleet_print.event.roster.roster import Player, Roster
from wordfleet_print.wording import listed

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
