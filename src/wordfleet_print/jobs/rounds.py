"""`RoundsRequest`: which rounds of an event are wanted, beside those that were printed and stay as they are."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from wordfleet_print.errors import BadInputError, UsageError
from wordfleet_print.event.plan.event_plan import EventPlan
from wordfleet_print.event.roster.roster import Roster
from wordfleet_print.jobs.leaving import leaving
from wordfleet_print.wording import how_many, plural


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
            raise BadInputError(
                f"Round {missing[0]} was not printed yet: there is nothing to pair anew.", tip="Leave --redeal out."
            )
        if self.only and (others := sorted(self.redeal - {self.only})):
            raise UsageError(
                f"--round {self.only} prints that round alone; --redeal {others[0]} would change another one.",
                tip="Leave one of the two out.",
            )
        stay = [number for number in printed if self.count and number > self.count and number not in self.redeal]
        if stay:
            raise BadInputError(
                f"Round {stay[0]} of the event was printed, and stays: --rounds asks for {self.count}.",
                tip=f"Leave --rounds out; with --redeal {_span(stay)} it takes away what was printed.",
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
