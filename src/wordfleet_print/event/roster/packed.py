"""`PackedPlayers`: players in columns, each made when asked for, so that a hundred thousand names take a few MB."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import overload

from wordfleet_print.event.roster.model import Player
from wordfleet_print.event.roster.texts import Texts


def _numbers() -> array[int]:
    return array("I")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PackedPlayers(Sequence[Player]):
    """Players of a roster: some 18 bytes each, beside name and club in UTF-8. Equal to a tuple of the same players.

    A column for each field of `Player`, all equally long: numbers and twins below 2 ** 32, flags of 0 and 1. Nothing
    changes a column any more.
    """

    names: Texts = field(default_factory=Texts)
    clubs: Texts = field(default_factory=Texts)
    numbers: array[int] = field(default_factory=_numbers)
    twins: array[int] = field(default_factory=_numbers)
    large_print: bytearray = field(default_factory=bytearray)
    left_handed: bytearray = field(default_factory=bytearray)

    @classmethod
    def of(cls, players: Iterable[Player]) -> PackedPlayers:
        """These players, drawn one by one."""
        if isinstance(players, cls):
            return players
        packed = cls()
        for player in players:
            packed.names.append(player.name)
            packed.clubs.append(player.club)
            packed.numbers.append(player.number)
            packed.twins.append(player.twin)
            packed.large_print.append(player.large_print)
            packed.left_handed.append(player.left_handed)
        return packed

    @overload
    def __getitem__(self, index: int) -> Player: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Player, ...]: ...
    def __getitem__(self, index: int | slice) -> Player | tuple[Player, ...]:
        if isinstance(index, slice):
            return tuple(map(self.__getitem__, range(len(self))[index]))
        return Player(
            self.names[index],
            self.numbers[index],
            self.clubs[index],
            self.twins[index],
            self.large_print[index] == 1,
            self.left_handed[index] == 1,
        )

    def __iter__(self) -> Iterator[Player]:
        """Each player in turn."""
        flags = map(bool, self.large_print), map(bool, self.left_handed)
        return map(Player, self.names, self.numbers, self.clubs, self.twins, *flags)

    def __len__(self) -> int:
        return len(self.numbers)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PackedPlayers):
            return self._columns() == other._columns()
        if isinstance(other, tuple):
            return len(self) == len(other) and all(mine == theirs for mine, theirs in zip(self, other, strict=True))
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def columns(self) -> Iterator[array[int] | bytearray]:
        """All that they are, as bytes: the number of players tells where each column ends."""
        yield from self.names.columns()
        yield from self.clubs.columns()
        yield from (self.numbers, self.twins, self.large_print, self.left_handed)

    def _columns(self) -> tuple[object, ...]:
        return self.names, self.clubs, self.numbers, self.twins, self.large_print, self.left_handed


def names_of(players: Sequence[Player]) -> Iterable[str]:
    """Everybody's name, without making the players where they are packed."""
    return players.names if isinstance(players, PackedPlayers) else (player.name for player in players)


def clubs_of(players: Sequence[Player]) -> Iterable[str]:
    """Everybody's club, likewise."""
    return players.clubs if isinstance(players, PackedPlayers) else (player.club for player in players)


def needs_of(players: Sequence[Player]) -> set[tuple[bool, bool]]:
    """What players need: every pair there is of large print and left-handed."""
    if isinstance(players, PackedPlayers):
        return {
            (large == 1, left == 1) for large, left in set(zip(players.large_print, players.left_handed, strict=True))
        }
    return {(player.large_print, player.left_handed) for player in players}
