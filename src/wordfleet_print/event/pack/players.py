"""A file for each player: all sheets of one person, and of nobody else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, islice
from typing import NamedTuple

from slugify import slugify

from wordfleet_print.event.pack.document import Lot, Task
from wordfleet_print.event.pack.order import cut
from wordfleet_print.event.pack.sections import Pages, section_of, shape_of_section
from wordfleet_print.event.pack.setup import Setup, Ticket
from wordfleet_print.event.pack.sheets import shared_art
from wordfleet_print.event.plan.model import NO_SHEET, EventPlan, sheets_at
from wordfleet_print.event.plan.rounds import RoundByPlayer
from wordfleet_print.event.run.runner import Shard
from wordfleet_print.event.run.store import Store
from wordfleet_print.fleet.deck import Deck
from wordfleet_print.press.ink.geometry import MM
from wordfleet_print.press.pdf.document import DocumentLayout, Resources
from wordfleet_print.press.pdf.writer import write_document
from wordfleet_print.press.text.glyphs import Characters
from wordfleet_print.press.tracker import information
from wordfleet_print.sheet.sheet import words_from

FOLDER = "players"
PLAYERS = 64
"""Players in one shard."""
LONGEST_SLUG = 60
NEIGHBOURS = 7
"""Characters whose numbers differ only in so many low bits are embedded together: a script's letters, roughly."""


@dataclass(frozen=True, slots=True)
class PlayerFile:
    """One player's file: its name, its title, the player's variant and the tickets of the sheets."""

    name: str
    title: str
    variant: tuple[bool, bool]
    tickets: tuple[Ticket, ...]


@dataclass(frozen=True, slots=True)
class PlayersTask:
    """Files to be printed, one after the other; `back` is a PDF of rules to print behind them.

    Players who need the same resources share the beginnings of their files, which are left out here.
    """

    setup: Setup
    players: tuple[PlayerFile, ...]
    back: bytes | None

    def work(self) -> list[bytes]:
        """What each file ends with."""
        wanted = _Wardrobe(self.setup, self.back)
        return [self._print(player, wanted.of(player)) for player in self.players]

    def _print(self, player: PlayerFile, outfit: _Outfit) -> bytes:
        setup, shared, behind = outfit
        ready, paper = setup.ready(), setup.looks.on
        skeleton = DocumentLayout(
            paper.width * MM,
            paper.height * MM,
            shared,
            information(ready.deck.edition, paper, player.title),
            ready.deck.edition.language,
            [shape_of_section(section_of((), player.tickets), ready.impositions)],
        )
        sheets = [ready.make(ticket) for ticket in player.tickets]
        block = Pages(skeleton.numbering(0), behind, by_table=False).block(ready, player.tickets, sheets)
        _opening, *rest = write_document(skeleton, [block], ready.press.draw_stamp)
        return b"".join(rest)


class _Outfit(NamedTuple):
    """What players have in common who need the same characters and layout: setup, resources, and the objects
    of the pages behind theirs.
    """

    setup: Setup
    shared: Resources
    behind: Mapping[int, int]


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
        names = "".join([ticket.seat.captain + ticket.seat.opponent for ticket in player.tickets])
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
    return _Outfit(setup, *shared_art(setup, back))


def _written(characters: Characters, scripts: frozenset[int]) -> Characters:
    """Those of the characters that belong to the scripts."""
    return tuple(
        (face, "".join([char for char in chars if ord(char) >> NEIGHBOURS in scripts])) for face, chars in characters
    )


@dataclass(frozen=True)
class PlayersFolder:
    """The files of all players, in a folder."""

    plan: EventPlan
    setup: Setup
    back: bytes | None
    name: str = FOLDER
    pages: int = 0
    private: bool = True

    @property
    def shards(self) -> Set[str]:
        """The names of the shards, of so many players each."""
        return set(self._shard_names())

    def tasks(self) -> Iterator[Shard[Task]]:
        """The work."""
        for name, players in zip(self._shard_names(), cut(self._files(), PLAYERS), strict=True):
            yield Shard(name, PlayersTask(self.setup, players, self.back))

    def files(self, store: Store) -> Iterator[tuple[str, Iterable[bytes]]]:
        """Each player's file."""
        wanted = _Wardrobe(self.setup, self.back)
        for name, players in zip(self._shard_names(), cut(self._files(), PLAYERS), strict=True):
            for player, end in zip(players, store.read(name), strict=True):
                yield player.name, (wanted.of(player).shared.opening.content, end)

    def _shard_names(self) -> list[str]:
        return [f"{FOLDER}-{number:06d}" for number in range(-(-len(self._with_sheets) // PLAYERS))]

    @cached_property
    def _with_sheets(self) -> list[int]:
        """The places of all who have a sheet in some round."""
        plan = self.plan
        return [place for place in range(len(plan.players)) if any(seeds[place] != NO_SHEET for seeds in plan.seeds)]

    def _files(self) -> Iterator[PlayerFile]:
        """What each player's file holds, in the roster's order."""
        plan = self.plan
        rounds = [RoundByPlayer.of(one, len(plan.players)) for one in plan.rounds]
        for at in self._with_sheets:
            player = plan.players[at]
            seatings = [(index, seen.seating(at)) for index, seen in enumerate(rounds)]
            planned = [islice(sheets_at(plan, index, one), 1) for index, one in seatings if one]
            name, title = file_name(player.number, player.name), f"{plan.title} – {player.called}"
            tickets = tuple([Ticket(seed, seat) for seed, _, seat in chain.from_iterable(planned)])
            yield PlayerFile(name, title, self.setup.looks.variant(player), tickets)


def file_name(number: int, name: str) -> str:
    """A file's path for a player: number and name, safe on every system, unique whatever the names."""
    return f"{FOLDER}/{number:05d}-{slugify(name, max_length=LONGEST_SLUG) or 'player'}.pdf"


def players_lot(plan: EventPlan, setup: Setup, back: bytes | None) -> Lot:
    """A file for each player. `setup` is that of files of few sheets."""
    folder = PlayersFolder(plan, setup, back)
    return Lot([folder], len(folder.shards), folder.tasks)
