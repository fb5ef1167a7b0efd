"""An event as asked for: rounds, names, who leaves; it becomes a job, or all complaints."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint, UsageError
from wordfleet_print.event.plan.event_plan import EventPlan
from wordfleet_print.event.plan.plan_changes import Rename
from wordfleet_print.event.roster.roster import Fixture, Player, Roster, Who
from wordfleet_print.press.ink.fonts import use_fallback
from wordfleet_print.press.ink.printable_names import fallback_program, unset_faults
from wordfleet_print.wording import how_many, plural, quote


def leaving(
    roster: Roster, earlier: EventPlan | None, number: int, withdrawn: Sequence[str], returning: Sequence[str]
) -> Roster:
    """The roster, of which those named are `withdrawn` from round `number` on; whoever was so in the event as it stood
    still is, but for those who are `returning` and those whom the roster gives a place again.

    Raises `BadInputError` with every name that is nobody's, or several players', or that of somebody withdrawn to whom
    the roster gives a place all the same.
    """
    named = _Named(roster, earlier)
    out, back = named.places(withdrawn, "withdraw"), named.places(returning, "return")
    seated = {place: one.round for one in roster.fixtures for place in one.players if one.round >= number}
    for place in out:
        if place in seated and not _is_out(roster, place, seated[place]):
            what = f"has a place in round {seated[place]} by the roster"
            named.complain("withdraw", roster.players[place].called, what, "leave one of the two out")
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

    def places(self, names: Iterable[str], field: str) -> list[int]:
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
                self.complain(field, name, f"may be any of {len(found)} players", advice)
            elif not before.find(name):
                near = who.nearest(name)
                advice = f"did you mean {quote(near)}?" if near else "write the name as in the roster"
                self.complain(field, name, "is no player of this roster", advice)
        return places

    def complain(self, field: str, name: str, what: str, advice: str) -> None:
        """Keep a complaint."""
        self.complaints.append(Complaint(quote(name), what, advice, field=field))


def _who(players: Sequence[Player]) -> Who:
    named = [replace(player, name=player.called) for player in players]
    return Who(named, [player.name for player in named])


@dataclass(frozen=True)
class RoundsRequest:
    """What was asked for of rounds; None and nothing where nothing was said.

    `count` is how many the event has; `only` is the one to print; `redeal` are printed ones to be paired anew;
    `withdrawn` and `returning` name players who leave and come back; `bye_sheets` asks for sheets for byes, too.
    """

    count: int | None = None
    only: int | None = None
    redeal: frozenset[int] = frozenset()
    withdrawn: tuple[str, ...] = ()
    returning: tuple[str, ...] = ()
    bye_sheets: bool = False

    def check(self, printed: Collection[int], roster: Roster) -> None:
        """Raises `UsageError` for what does not go together, `BadInputError` for what the rounds that were `printed` or
        the roster do not allow.
        """
        if self.only and self.count and self.only > self.count:
            raise UsageError(f"There is no round {self.only} of {how_many(self.count, 'round')}.")
        if missing := sorted(self.redeal.difference(printed)):
            what = f"Round {missing[0]} was not printed yet: there is nothing to pair anew."
            raise BadInputError(what, field="redeal", leave=("redeal",))
        if self.only and (others := sorted(self.redeal - {self.only})):
            what = f"Where round {self.only} is printed alone, round {others[0]} cannot be paired anew."
            raise UsageError(what, field="redeal", leave=("round", "redeal"))
        stay = [number for number in printed if self.count and number > self.count and number not in self.redeal]
        if stay:
            raise BadInputError(
                f"Round {stay[0]} of the event was printed, and stays: {self.count} are too few rounds.",
                tip="To pair anew takes away what was printed.",
                field="rounds",
                say=(f"redeal={_span(stay)}",),
                leave=("rounds",),
            )
        settled = sorted({one.round for one in roster.fixtures if not one.withdrawn})
        if self.only and settled and self.only not in {*settled, *printed}:
            raise BadInputError(
                f"The roster pairs players for {plural(len(settled), 'round')} {', '.join(map(str, settled))}, "
                f"but not for round {self.only}.",
                tip=f"Name the roster of round {self.only}; one without rounds is read as that round’s.",
            )

    def planned(self, plan: EventPlan | None, roster: Roster) -> frozenset[int]:
        """The rounds to plan beside those that stand; none for all up to `count`, or up to what the roster speaks of.

        It is the one asked for; where an event goes on and nobody says how many rounds it has, those that the roster
        settles.
        """
        if self.only is not None:
            return frozenset({self.only})
        if plan is None or self.count:
            return frozenset()
        return frozenset({*plan.numbers, *_spoken_of(roster, plan)})

    def roster(self, roster: Roster, plan: EventPlan | None) -> Roster:
        """The roster, with those who leave and come back. Raises as `leaving`."""
        printed = plan.numbers if plan else ()
        first = self.only or min((*self.redeal, max(printed, default=0) + 1))
        return leaving(roster, plan, first, self.withdrawn, self.returning)


def _spoken_of(roster: Roster, plan: EventPlan) -> Iterator[int]:
    """The rounds that the roster settles; those that it only names where it settles none; none where it names none."""
    settled = {one.round for one in roster.fixtures if not one.withdrawn}
    if roster.by_round:
        yield from settled or range(max(plan.numbers) + 1, roster.rounds + 1)


def _span(numbers: list[int]) -> str:
    """Ascending numbers as an option takes them: `3`, or `3-5`."""
    return f"{numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else f"{numbers[0]}"


@dataclass(frozen=True, slots=True)
class NamesRequest:
    """What was asked for of names; None and nothing where nothing was said.

    `strict` refuses names that no font at hand can set, `fallback_font` among them; `renames` are names as they were
    and as they are.
    """

    strict: bool = False
    fallback_font: Path | None = None
    renames: tuple[Rename, ...] = ()

    def check(self, roster: Roster, read_strictly: Callable[[], object]) -> None:
        """Raises `BadInputError` for names that the fonts at hand cannot set, if that is wanted; `read_strictly` raises
        it first where they have rows to be told.
        """
        if not self.strict:
            return
        use_fallback(self._program(roster))
        read_strictly()
        told = [(quote(one.called), fault) for one in roster.players if one.name for fault in unset_faults(one.name)]
        if told:
            raise BadInputError("Some names cannot be printed.", *(Complaint(name, fault) for name, fault in told))

    def fallback(self, roster: Roster) -> str | None:
        """What the roster needs of the fallback font, as looks have it; None where there is none.

        Raises `BadInputError` for a file that is no font.
        """
        return b64encode(self._program(roster)).decode() if self.fallback_font else None

    def _program(self, roster: Roster) -> bytes:
        names = (name for player in roster.players for name in (player.name, player.club))
        return fallback_program(self.fallback_font, names) if self.fallback_font else b""
