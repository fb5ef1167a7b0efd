"""Who leaves an event in the middle of it, and who comes back: said by name, beside what the roster says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.event.plan.event_plan import EventPlan
from wordfleet_print.event.roster.roster import Fixture, Player, Roster, Who
from wordfleet_print.wording import quote


def leaving(
    roster: Roster, earlier: EventPlan | None, number: int, withdrawn: Sequence[str], returning: Sequence[str]
) -> Roster:
    """The roster, of which those named are `withdrawn` from round `number` on; whoever was so in the event as it stood
    still is, but for those who are `returning` and those whom the roster gives a place again.

    Raises `BadInputError` with every name that is nobody's, or several players', or that of somebody withdrawn to whom
    the roster gives a place all the same.
    """
    named = _Named(roster, earlier)
    out, back = named.places(withdrawn, "--withdraw"), named.places(returning, "--return")
    seated = {place: one.round for one in roster.fixtures for place in one.players if one.round >= number}
    for place in out:
        if place in seated and not _is_out(roster, place, seated[place]):
            what = f"has a place in round {seated[place]} by the roster"
            named.complain(f"--withdraw {quote(roster.players[place].called)}", what, "leave one of the two out")
    if named.complaints:
        raise BadInputError("Players cannot be taken out or brought back so.", *named.complaints)
    before = [one for one in _stood(roster, earlier) if one.players[0] not in back] if earlier else []
    asked = [one for one in roster.fixtures if not (one.withdrawn and one.players[0] in back)]
    known = replace(roster, fixtures=(*asked, *before))
    left = [Fixture(number, None, (place,), withdrawn=True) for place in out if not _is_out(known, place, number)]
    return replace(known, fixtures=(*known.fixtures, *left))


def _is_out(roster: Roster, place: int, number: int) -> bool:
    return place in roster.withdrawn_by(number)


def _stood(roster: Roster, earlier: EventPlan) -> Iterator[Fixture]:
    """Those who were withdrawn in the event as it stood, and of whom neither a round since nor the roster says more."""
    places = {player.key: place for place, player in enumerate(roster.players)}
    asked = {(place, one.round) for one in roster.fixtures for place in one.players}
    for one in earlier.roster.fixtures:
        place = places.get(earlier.players[one.players[0]].key)
        if one.withdrawn and place is not None and not any(who == place and at >= one.round for who, at in asked):
            yield replace(one, players=(place,))


class _Named:
    """Finds players by name, and keeps the complaints."""

    def __init__(self, roster: Roster, earlier: EventPlan | None) -> None:
        self._players = roster.players
        self._gone = earlier.players if earlier else ()
        self.complaints: list[Complaint] = []

    def places(self, names: Iterable[str], option: str) -> list[int]:
        """The places in the roster of those named; whoever was in the event and is not in the roster any more has
        none.
        """
        if not names:
            return []
        who, before = _who(self._players), _who(self._gone)
        places: list[int] = []
        for name in names:
            found = who.find(name)
            if len(found) == 1:
                places += found
            elif found:
                advice = "add the club in brackets, as in “Ann Lee (Rovers)”, or write it into the roster"
                self.complain(f"{option} {quote(name)}", f"may be any of {len(found)} players", advice)
            elif not before.find(name):
                near = who.nearest(name)
                advice = f"did you mean {quote(near)}?" if near else "write the name as in the roster"
                self.complain(f"{option} {quote(name)}", "is no player of this roster", advice)
        return places

    def complain(self, where: str, what: str, advice: str) -> None:
        """Keep a complaint."""
        self.complaints.append(Complaint(where, what, advice))


def _who(players: Sequence[Player]) -> Who:
    named = [replace(player, name=player.called) for player in players]
    return Who(named, [player.name for player in named])
