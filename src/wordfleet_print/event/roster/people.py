"""`People`: what a roster's file has said of its players so far, in columns: a few dozen bytes for each."""

from __future__ import annotations

from array import array
from collections import Counter

from wordfleet_print.event.roster.columns import Field
from wordfleet_print.event.roster.packed import PackedPlayers
from wordfleet_print.event.roster.row import RosterRow
from wordfleet_print.event.roster.texts import Firsts, Texts
from wordfleet_print.wording import quote

_SAID = (None, False, True)
"""What may have been said of a wish, by the number that stands for it."""


class People:
    """The players of a file by their place in it, from 0. Club and name tell who is who: the name as written, but for
    stray spaces.
    """

    def __init__(self) -> None:
        self.names = Texts()
        self.clubs = Texts()
        self.rows = array("I")
        """The row in which each first stands."""
        self._written = Texts()
        """The name as written; nothing where it is printed so."""
        self._wishes = {Field.LARGE_PRINT: bytearray(), Field.LEFT_HANDED: bytearray()}
        self._firsts = Firsts()

    def __len__(self) -> int:
        return len(self.rows)

    def find(self, row: RosterRow) -> int:
        """The place of the player that a row is about; the next free one for a new player, who is to `join` then."""
        return self._firsts.first(_who(row.written, row.club), len(self), self._who)

    def join(self, row: RosterRow) -> None:
        """Add the player that a row is about, with no wishes yet."""
        self.names.append(row.name)
        self.clubs.append(row.club)
        self.rows.append(row.row)
        self._written.append("" if row.written == row.name else row.written)
        for wishes in self._wishes.values():
            wishes.append(_SAID.index(None))

    def written(self, place: int) -> str:
        """A player's name as it stands in the file."""
        return self._written[place] or self.names[place]

    def called(self, place: int) -> str:
        """A player as messages say it: the name, and the club if there is one."""
        name, club = self.names[place], self.clubs[place]
        return f"{quote(name)} of {quote(club)}" if club else quote(name)

    def wish(self, place: int, field: Field, now: bool) -> bool:
        """Note what is said of large print or the left hand; whether it agrees with what was said before, which else
        stays.
        """
        wishes = self._wishes[field]
        before = _SAID[wishes[place]]
        if before is None:
            wishes[place] = _SAID.index(now)
        return before in (None, now)

    def players(self) -> PackedPlayers:
        """All of them, numbered from 1."""
        large, left = (bytes(_SAID[said] or 0 for said in wishes) for wishes in self._wishes.values())
        numbers = array("I", range(1, len(self) + 1))
        return PackedPlayers(self.names, self.clubs, numbers, self._twins(), bytearray(large), bytearray(left))

    def _twins(self) -> array[int]:
        """How many before each are printed with the same name and club: of two who are, one at least is written
        otherwise than printed.
        """
        twins = array("I", bytes(4 * len(self)))
        before = Counter({self._printed(place): 0 for place, written in enumerate(self._written) if written})
        for place in range(len(self)) if before else ():
            if (namesake := self._printed(place)) in before:
                twins[place] = before[namesake]
                before[namesake] += 1
        return twins

    def _who(self, place: int) -> str:
        return _who(self.written(place), self.clubs[place])

    def _printed(self, place: int) -> tuple[str, str]:
        return self.names[place], self.clubs[place]


def _who(written: str, club: str) -> str:
    """What tells a player from all others: a tab parts it, which no name has once its stray spaces are gone."""
    return f"{' '.join(written.split())}\t{club}"
