"""A file for each player: all sheets of one person, and of nobody else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, islice
from typing import NamedTuple

from wordfleet_print.event.pack.document import Lot, layout_of
from wordfleet_print.event.pack.order import cut
from wordfleet_print.event.pack.sections import Pages, section_of, shape_of_section
from wordfleet_print.event.pack.setup import Setup, Ticket
from wordfleet_print.event.pack.shards import Shard, Spool
from wordfleet_print.event.pack.sheets import shared_art
from wordfleet_print.event.plan.event_plan import NO_SHEET, EventPlan, RoundByPlayer, sheets_at
from wordfleet_print.press.pdf.glyphs import Characters
from wordfleet_print.press.pdf.writer import Resources, write_document
from wordfleet_print.wording import slug

FOLDER = "players"
PLAYERS = 64
"""Players in one shard: no more than a byte can number."""
KEPT = 64
"""Outfits that are kept, of some ten kilobytes each."""


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

    Players who need the same characters share the beginnings of their files.
    """

    setup: Setup
    players: tuple[PlayerFile, ...]
    back: bytes | None

    def work(self) -> list[bytes]:
        """For each file the number of its beginning, from 0, a byte each; the beginnings; what each file ends with."""
        outfits = [_outfit(self.setup, player, self.back) for player in self.players]
        openings = list(dict.fromkeys(outfit.shared.opening.content for outfit in outfits))
        which = bytes([openings.index(outfit.shared.opening.content) for outfit in outfits])
        return [which, *openings, *map(self._print, self.players, outfits)]

    def _print(self, player: PlayerFile, outfit: _Outfit) -> bytes:
        setup, shared, behind = outfit
        ready, paper = setup.ready(), setup.looks.on
        shape = shape_of_section(section_of((), player.tickets), ready.impositions)
        skeleton = layout_of(ready.deck.edition, paper, player.title, shared, [shape], [()])
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


def _outfit(setup: Setup, player: PlayerFile, back: bytes | None) -> _Outfit:
    """The player's outfit, of which the characters of others know nothing: it is the same whoever else plays."""
    own = replace(setup, variants=(player.variant,))
    names = {name for ticket in player.tickets for name in (ticket.seat.captain, ticket.seat.opponent)}
    return _outfit_of(own, own.ready().characters(names), back)


@lru_cache(maxsize=KEPT)
def _outfit_of(setup: Setup, characters: Characters, back: bytes | None) -> _Outfit:
    return _Outfit(setup, *shared_art(setup, characters, back))


@dataclass(frozen=True)
class PlayersFolder:
    """The files of all players, in a folder."""

    plan: EventPlan
    setup: Setup
    back: bytes | None
    name: str = FOLDER
    pages: int = 0
    private: bool = True

    def count(self) -> int:
        """How many shards the work has, of so many players each."""
        return -(-len(self._with_sheets) // PLAYERS)

    def tasks(self) -> Iterator[Shard]:
        """The work."""
        for name, players in zip(self._shard_names(), cut(self._files(), PLAYERS), strict=True):
            yield Shard(name, PlayersTask(self.setup, players, self.back).work)

    def files(self, spool: Spool) -> Iterator[tuple[str, Iterable[bytes]]]:
        """Each player's file."""
        for name, players in zip(self._shard_names(), cut(self._files(), PLAYERS), strict=True):
            which, *parts = spool.read(name)
            openings, ends = parts[: -len(players)], parts[-len(players) :]
            for player, number, end in zip(players, which, ends, strict=True):
                yield player.name, (openings[number], end)

    def _shard_names(self) -> list[str]:
        return [f"{FOLDER}-{number:06d}" for number in range(self.count())]

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
    return f"{FOLDER}/{number:05d}-{slug(name) or 'player'}.pdf"


def players_lot(plan: EventPlan, setup: Setup, back: bytes | None) -> Lot:
    """A file for each player. `setup` is that of files of few sheets."""
    folder = PlayersFolder(plan, setup, back)
    return Lot([folder], folder.count(), folder.tasks)
