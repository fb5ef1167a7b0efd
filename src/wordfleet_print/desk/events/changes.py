"""What a changed list changes in an event that was printed, as the pages tell it."""

from __future__ import annotations

from dataclasses import dataclass

from wordfleet_print.jobs.print_event import Changes, told_apart


@dataclass(frozen=True, slots=True)
class Again:
    """What to print again of a round: its number, the tables, and how many sheets these are."""

    round: int
    tables: tuple[int, ...]
    sheets: int


@dataclass(frozen=True, slots=True)
class ChangeTold:
    """What a changed list changes: who came and went, rounds that are new or stay, what else is otherwise; which sheets
    are to be printed again (`whose`: each by its round and what the player is called), or all; whether papers are.
    `alike` are pairs who left and joined and may be one person.
    """

    joined: tuple[str, ...]
    left: tuple[str, ...]
    new: tuple[int, ...]
    standing: tuple[int, ...]
    event: tuple[str, ...]
    again: tuple[Again, ...]
    whose: tuple[tuple[int, str], ...]
    all_again: bool
    papers: bool
    key: bool
    alike: tuple[tuple[str, str], ...]
    renamed: tuple[tuple[str, str], ...]

    @property
    def sheets(self) -> int:
        """How many sheets are to be printed again."""
        return len(self.whose)

    @property
    def anything(self) -> bool:
        """Whether anything changed."""
        told = (self.joined, self.left, self.new, self.event, self.whose, self.all_again, self.renamed)
        return any(told) or self.papers or self.key


def told(changes: Changes) -> ChangeTold:
    """What the pages tell of changes."""
    diff = changes.plan
    whose = {(number, name): table for (number, table), names in changes.seated.items() for name in names}
    for number in changes.standing:
        whose |= {(number, name): None for name in changes.restyled if (number, name) not in whose}
    again = []
    for number in sorted({number for number, _ in whose}):
        of_round = [table for (one, _), table in whose.items() if one == number]
        again.append(Again(number, tuple(sorted({table for table in of_round if table})), len(of_round)))
    return ChangeTold(
        diff.joined if diff else (),
        diff.left if diff else (),
        diff.rounds if diff else (),
        changes.standing,
        diff.event if diff else (),
        tuple(again),
        tuple(sorted(whose)),
        changes.all_again,
        changes.papers_stale,
        changes.key_stale,
        tuple(told_apart(*pair) for pair in changes.alike),
        tuple((one.called, other.called) for one, other in changes.renamed if one.name != other.name),
    )
