"""Sheets as files: all together, in parts, a file for each player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import chain, islice
from typing import NamedTuple

from wordfleet_print.event.pack.documents import Lot, PdfDocument, Stored, layout_of, manifest, manifest_lines
from wordfleet_print.event.pack.making import (
    MadeSection,
    Maker,
    Setup,
    SheetSection,
    Ticket,
    cut,
    made_section,
    make_section,
    print_pages,
    section_of,
    shape_of_section,
)
from wordfleet_print.event.pack.shards import Shard, Spool
from wordfleet_print.event.plan.event_plan import NO_SHEET, EventPlan, RoundByPlayer, sheets_at
from wordfleet_print.press.pdf.glyphs import Characters
from wordfleet_print.press.pdf.pages import Block, Numbering
from wordfleet_print.press.pdf.plates import make_plates, with_pages
from wordfleet_print.press.pdf.writer import Resources, with_shared_page, write_document
from wordfleet_print.press.trackers import sheet_plates
from wordfleet_print.wording import slug

PAGES, KEY, CSV, JSON = range(4)
"""The products of a section."""


class SheetsFile(NamedTuple):
    """A PDF of sheets, its sections, and what makes of each its pages and its lines in the manifest."""

    document: PdfDocument
    setup: Setup
    sections: Sequence[SheetSection]
    makers: Sequence[tuple[Maker, Maker]]


def sheets_file(
    name: str,
    title: str,
    setup: Setup,
    characters: Characters,
    sections: Sequence[SheetSection],
    first: int,
    back: bytes | None,
) -> SheetsFile:
    """A PDF of sheets, a block for each section; `first` is the number of the first in the whole pack, from 0.
    `characters` are those of all sheets; `back` is a PDF of rules to print behind them.

    Raises `BadInputError` for what does not fit the paper.
    """
    ready, paper = setup.ready(), setup.looks.on
    edition, (shared, behind) = ready.deck.edition, shared_art(setup, characters, back)
    shapes = [shape_of_section(section, ready.impositions) for section in sections]
    skeleton = layout_of(edition, paper, title, shared, shapes, (section.titles for section in sections))
    blocks = stored(PAGES, first, len(sections))
    document = PdfDocument(name, skeleton, blocks, ready.press.draw_stamp, private=True)
    place, first_page = skeleton.numbering, skeleton.pages
    pages = [partial(_packed_pages, place(at), behind) for at in range(len(sections))]
    lines = [partial(manifest_lines, name, first_page[at] + 1) for at in range(len(sections))]
    return SheetsFile(document, setup, sections, list(zip(pages, lines, strict=True)))


def _packed_pages(place: Numbering, behind: Mapping[int, int], section: MadeSection) -> tuple[bytes]:
    return (print_pages(place, behind, section).pack(),)


def shared_art(setup: Setup, characters: Characters, back: bytes | None) -> tuple[Resources, Mapping[int, int]]:
    """Plates and fonts of sheets, with the pages of rules behind them; and the objects of these pages.

    Raises `BadInputError` for what does not fit the paper.
    """
    impositions, paper = setup.ready().impositions, setup.looks.on
    pages = sorted({page for imposition in impositions for page in imposition.back}) if back else []
    forms = {f"back{page}": (back, page) for page in pages if back}
    shared = with_pages(make_plates(characters, paper, sheet_plates(impositions)), forms)
    behind = {}
    for form, page in zip(forms, pages, strict=True):
        shared, behind[page] = with_shared_page(shared, form)
    return shared, behind


def print_sheets(title: str, setup: Setup, tickets: Sequence[Ticket], back: bytes | None) -> tuple[bytes, int]:
    """A few sheets as a PDF at once, and its pages: page for page the same operators as in the event's pack."""
    characters = setup.ready().characters(name for one in tickets for name in (one.seat.captain, one.seat.opponent))
    file = sheets_file("", title, setup, characters, [section_of((), tickets)], 0, back)
    (block,) = make_section(setup, tickets, [file.makers[0][0]])
    return b"".join(file.document.written([Block.unpack(block)])), file.document.pages


def stored(product: int, first: int, sections: int) -> list[Stored]:
    """Where that product of so many sections is stored."""
    return [Stored(f"sections-{number:06d}", product) for number in range(first, first + sections)]


def sections_lot(files: Sequence[SheetsFile], key: tuple[PdfDocument, Sequence[Maker]]) -> Lot:
    """The files of sheets, and all that tells of the same sheets: the key, with what makes its blocks, and the
    manifest.
    """
    document, makers = key
    lists = manifest(stored(CSV, 0, len(makers)), stored(JSON, 0, len(makers)))
    return Lot([*(file.document for file in files), document, *lists], len(makers), partial(_shards, files, makers))


def _shards(files: Sequence[SheetsFile], key: Iterable[Maker]) -> Iterator[Shard]:
    of_key = iter(key)
    for file in files:
        for section, block, (pages, lines) in zip(file.sections, file.document.blocks, file.makers, strict=True):
            makers = [pages, next(of_key), lines]
            yield Shard(block.shard, partial(make_section, file.setup, section.tickets(), makers))


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


def print_players(setup: Setup, players: Sequence[PlayerFile], back: bytes | None) -> list[bytes]:
    """Players' files, one after the other: for each the number of its beginning, from 0, a byte each; the beginnings,
    which players share who need the same characters; what each file ends with. `back` is a PDF of rules to print
    behind.
    """
    outfits = [_outfit(setup, player, back) for player in players]
    openings = list(dict.fromkeys(outfit.shared.opening.content for outfit in outfits))
    which = bytes([openings.index(outfit.shared.opening.content) for outfit in outfits])
    return [which, *openings, *map(_print_player, players, outfits)]


def _print_player(player: PlayerFile, outfit: _Outfit) -> bytes:
    setup, shared, behind = outfit
    ready, paper = setup.ready(), setup.looks.on
    shape = shape_of_section(section_of((), player.tickets), ready.impositions)
    skeleton = layout_of(ready.deck.edition, paper, player.title, shared, [shape], [()])
    block = print_pages(skeleton.numbering(0), behind, made_section(setup, player.tickets))
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
            yield Shard(name, partial(print_players, self.setup, players, self.back))

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
