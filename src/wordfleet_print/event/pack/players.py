"""A file for each player: all sheets of one person, and of nobody else."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from slugify import slugify

from wordfleet_print.event.pack.document import Task
from wordfleet_print.event.pack.order import seats_of
from wordfleet_print.event.pack.papers import cut
from wordfleet_print.event.pack.sections import BACK, RowsPart, SheetTask, shape_of_part
from wordfleet_print.event.pack.setup import Row, Setup, row_of
from wordfleet_print.event.plan.planner import EventPlan, name_of, places_at
from wordfleet_print.event.run.runner import Shard
from wordfleet_print.event.run.store import Spool
from wordfleet_print.fleet.deck import Deck
from wordfleet_print.press.ink.geometry import MM
from wordfleet_print.press.pdf.document import DocumentLayout, Resources, with_shared_page
from wordfleet_print.press.pdf.static import make_plates
from wordfleet_print.press.pdf.writer import write_document
from wordfleet_print.press.sheets import sheet_plates
from wordfleet_print.press.text.glyphs import Characters, Glyphs
from wordfleet_print.press.tracker import information
from wordfleet_print.sheet.sheet import words_from

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
    """Files to be printed, one after the other; `back` is a PDF of one page to print behind every sheet.

    Players who need the same resources share the beginnings of their files, which are left out here.
    """

    setup: Setup
    players: tuple[PlayerFile, ...]
    back: bytes | None

    def work(self) -> bytes:
        """What each file ends with, after its length."""
        wanted = _Wardrobe(self.setup, self.back)
        return b"".join(_packed(self._print(player, wanted.of(player))) for player in self.players)

    def _print(self, player: PlayerFile, outfit: _Outfit) -> bytes:
        setup, shared, behind = outfit
        ready, paper = setup.ready(), setup.looks.on
        skeleton = DocumentLayout(
            paper.width * MM,
            paper.height * MM,
            shared,
            information(ready.deck.edition, paper, player.title),
            ready.deck.edition.language,
            [shape_of_part(RowsPart((), player.rows), ready.impositions)],
        )
        block = SheetTask(setup, player.rows, skeleton.numbering(0), behind, by_table=False).print()
        _opening, *rest = write_document(skeleton, [block], ready.press.draw_stamp)
        return b"".join(rest)


class _Outfit(NamedTuple):
    """What players have in common who need the same characters and layout: setup, resources, and the object of the
    page behind all pages.
    """

    setup: Setup
    shared: Resources
    behind: int


class _Wardrobe:
    """Finds each player's outfit."""

    def __init__(self, setup: Setup, back: bytes | None) -> None:
        self._setup = setup
        self._back = back
        self._said = _scripts_of(setup.terms.deck())
        self._known: dict[tuple[tuple[bool, bool], frozenset[int]], _Outfit] = {}

    def of(self, player: PlayerFile) -> _Outfit:
        """The player's outfit: the characters of the scripts that every sheet needs, and these names.

        So a file stays small, and players share their fonts with many others.
        """
        names = "".join([row.seat.captain + row.seat.opponent for row in player.rows])
        key = player.variant, _scripts(names) | self._said
        if key not in self._known:
            characters = _written(self._setup.characters, key[1])
            setup = replace(self._setup, variants=(player.variant,), characters=characters)
            self._known[key] = _outfit(setup, self._back)
        return self._known[key]


def _scripts(text: str) -> frozenset[int]:
    return frozenset([ord(char) >> NEIGHBOURS for char in set(text)])


def _scripts_of(deck: Deck) -> frozenset[int]:
    """The scripts of what sheets say beside names of people: plain letters, the dash, fleets, where words are from."""
    return _scripts("".join(["A–", words_from(deck), *deck.names.adjectives, *deck.names.nouns]))


@lru_cache(maxsize=64)
def _outfit(setup: Setup, back: bytes | None) -> _Outfit:
    """Plates and fonts, made once a process."""
    paper, plates = setup.looks.on, sheet_plates(setup.ready().impositions)
    shared = make_plates(Glyphs(setup.characters, paper).canvas, paper, plates, {BACK: back} if back else {})
    shared, behind = with_shared_page(shared, BACK) if back else (shared, 0)
    return _Outfit(setup, shared, behind)


def _written(characters: Characters, scripts: frozenset[int]) -> Characters:
    """Those of the characters that belong to the scripts."""
    return tuple(
        (face, "".join([char for char in chars if ord(char) >> NEIGHBOURS in scripts])) for face, chars in characters
    )


def _packed(content: bytes) -> bytes:
    return _LENGTH.pack(len(content)) + content


def _unpacked(packed: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(packed):
        (length,) = _LENGTH.unpack_from(packed, at)
        yield packed[at + _LENGTH.size : at + _LENGTH.size + length]
        at += _LENGTH.size + length


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
        wanted = _Wardrobe(self.setup, self.back)
        for number, players in enumerate(cut(self._files(), PLAYERS)):
            for player, end in zip(players, _unpacked(spool.read(_shard(number))), strict=True):
                yield player.name, (wanted.of(player).shared.opening.content, end)

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
