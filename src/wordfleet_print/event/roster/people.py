"""`People`: what a roster's file has said of its players so far."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from wordfleet_print.event.roster.columns import Use
from wordfleet_print.event.roster.model import Player
from wordfleet_print.event.roster.row import RosterRow
from wordfleet_print.wording import quote


@dataclass(slots=True)
class Person:
    """A player as the file tells of them, row by row: the first of these rows, the name as written and as printed; what
    is wished for, None while nothing is said of it.
    """

    row: int
    written: str
    name: str
    club: str
    large_print: bool | None = None
    left_handed: bool | None = None

    @property
    def called(self) -> str:
        """As messages say it: the name, and the club if there is one."""
        return f"{quote(self.name)} of {quote(self.club)}" if self.club else quote(self.name)

    def wish(self, use: Use, now: bool) -> bool:
        """Note what is said of large print or the left hand; whether it agrees with what was said before, which else
        stays.
        """
        wished = use.name.lower()  # large_print or left_handed
        before: bool | None = getattr(self, wished)
        if before is None:
            setattr(self, wished, now)
        return before in (None, now)


class People(list[Person]):
    """The players of a file by their place in it, from 0. Club and name tell who is who: the name as written, but for
    stray spaces.
    """

    def __init__(self) -> None:
        super().__init__()
        self._places: dict[tuple[str, str], int] = {}

    def find(self, row: RosterRow) -> int:
        """The place of the player that a row is about; the next free one for a new player, who is to `join` then."""
        return self._places.get(_who(row), len(self))

    def join(self, row: RosterRow) -> None:
        """Add the player that a row is about, with no wishes yet."""
        self._places[_who(row)] = len(self)
        self.append(Person(row.row, row.written, row.name, row.club))

    def players(self) -> tuple[Player, ...]:
        """All of them, numbered from 1; namesakes are those who are printed with the same name and club."""
        twins: Counter[tuple[str, str]] = Counter()
        players = []
        for number, one in enumerate(self, start=1):
            printed = one.name, one.club
            player = Player(
                one.name, number, one.club, twins[printed], one.large_print is True, one.left_handed is True
            )
            twins[printed] += 1
            players.append(player)
        return tuple(players)


def _who(row: RosterRow) -> tuple[str, str]:
    return " ".join(row.written.split()), row.club
