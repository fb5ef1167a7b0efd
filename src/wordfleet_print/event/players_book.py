"""A file for each player: all sheets of one person, and of nobody else."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from slugify import slugify

from wordfleet_print.event.books import Task
from wordfleet_print.event.order import seats_of
from wordfleet_print.event.papers import cut
from wordfleet_print.event.plan import EventPlan, name_of, places_at
from wordfleet_print.event.ready import Row, Setup, row_of
from wordfleet_print.event.runner import Shard
from wordfleet_print.event.sheets_book import BACK, RowsPart, SheetTask, shape_of_part
from wordfleet_print.event.spool import Spool
from wordfleet_print.press.binding import Resources, Skeleton, bind, with_shared_page
from wordfleet_print.press.block import Block
from wordfleet_print.press.case import Case, Characters
from wordfleet_print.press.geometry import MM
from wordfleet_print.press.plate import make_plates
from wordfleet_print.press.sheets import sheet_plates
from wordfleet_print.press.tracker import information

FOLDER = "players"
PLAYERS = 64
"""Players in one shard."""
LONGEST_SLUG = 60
NEIGHBOURS = 7
"""Characters whose numbers differ only in so many low bits are embedded together: a script's letters, roughly."""

_LENGTH = struct.Struct("<I")


@dataclass(frozen=True, slots=True)
class PlayerFile:
    """One player's file: its name, its title, the player's variant and sheets."""

    name: str
    title: str
    variant: tuple[bool, bool]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class PlayersTask:
    """Files to be printed, one after the other; `back` is a PDF of one page to print behind every sheet."""

    setup: Setup
    players: tuple[PlayerFile, ...]
    back: bytes | None

    def work(self) -> bytes:
        """Each file's name and bytes, with their lengths before them."""
        return b"".join(_packed(player.name.encode(), self._print(player)) for player in self.players)

    def _print(self, player: PlayerFile) -> bytes:
        setup = replace(self.setup, variants=(player.variant,), characters=_needed(self.setup.characters, player.rows))
        ready, (shared, behind) = setup.ready(), _resources(setup, self.back)
        paper, edition = setup.looks.on, ready.deck.edition
        skeleton = Skeleton(
            paper.width * MM,
            paper.height * MM,
            shared,
            information(edition, paper, player.title),
            edition.language,
            [shape_of_part(RowsPart((), player.rows), ready.impositions)],
        )
        block = SheetTask(setup, player.rows, skeleton.place(0), behind, by_table=False).work()
        return b"".join(bind(skeleton, [Block.unpack(block)], ready.press.draw_stamp))


@lru_cache(maxsize=32)
def _resources(setup: Setup, back: bytes | None) -> tuple[Resources, int]:
    """Plates and fonts, made once for all players who need the same characters."""
    paper, plates = setup.looks.on, sheet_plates(setup.ready().impositions)
    shared = make_plates(Case(setup.characters, paper), paper, plates, {BACK: back} if back else {})
    return with_shared_page(shared, BACK) if back else (shared, 0)


def _needed(characters: Characters, rows: Iterable[Row]) -> Characters:
    """Of the event's characters plain ones, and those of the scripts in which these names are written.

    So a file stays small, and players share their fonts with many others.
    """
    scripts = {ord(char) >> NEIGHBOURS for row in rows for char in row.seat.captain + row.seat.opponent}
    plain = {0, ord("–") >> NEIGHBOURS}
    return tuple(
        (face, "".join(char for char in chars if ord(char) >> NEIGHBOURS in scripts | plain))
        for face, chars in characters
    )


def _packed(name: bytes, content: bytes) -> bytes:
    return b"".join([_LENGTH.pack(len(name)), name, _LENGTH.pack(len(content)), content])


def _unpacked(packed: bytes) -> Iterator[tuple[str, bytes]]:
    at = 0
    parts: list[bytes] = []
    while at < len(packed):
        (length,) = _LENGTH.unpack_from(packed, at)
        parts.append(packed[at + 4 : at + 4 + length])
        at += 4 + length
    for name, content in zip(parts[::2], parts[1::2], strict=True):
        yield name.decode(), content


@dataclass(frozen=True)
class PlayersBook:
    """The files of all players, in a folder."""

    plan: EventPlan
    setup: Setup
    back: bytes | None
    name: str = FOLDER
    private: bool = False

    def shards(self) -> Iterator[Shard[Task]]:
        """So many players each."""
        for number, players in enumerate(cut(self._files(), PLAYERS)):
            yield Shard(_shard(number), PlayersTask(self.setup, players, self.back))

    def files(self, spool: Spool) -> Iterator[tuple[str, Iterable[bytes]]]:
        """Each player's file."""
        for number in range(-(-len(self.plan.roster.players) // PLAYERS)):
            for name, content in _unpacked(spool.read(_shard(number))):
                yield name, (content,)

    def _files(self) -> Iterator[PlayerFile]:
        """What each player's file holds, in the roster's order."""
        seats = [seats_of(one, len(self.plan.roster.players)) for one in self.plan.rounds]
        digest = self.plan.terms.deck().digest
        for index, player in enumerate(self.plan.roster.players):
            places = [
                next(places_at(self.plan, round_index, seated.seating(index), digest))
                for round_index, seated in enumerate(seats)
            ]
            title = f"{self.plan.title} – {name_of(player)}"
            rows = tuple(row_of(place) for place in places)
            yield PlayerFile(file_name(player.number, player.name), title, self.setup.looks.variant(player), rows)


def file_name(number: int, name: str) -> str:
    """A file's path for a player: number and name, safe on every system, unique whatever the names."""
    return f"{FOLDER}/{number:05d}-{slugify(name, max_length=LONGEST_SLUG) or 'player'}.pdf"


def _shard(number: int) -> str:
    return f"{FOLDER}-{number:06d}"
