"""Which sheets are in which file of a pack."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil
from typing import NamedTuple, TypeVar

from wordfleet_print.event.event import (
    Event,
    PlannedSheet,
    edition_of,
    list_planned_sheets,
    list_spare_sheets,
)
from wordfleet_print.messages import slug
from wordfleet_print.roster.roster import Player
from wordfleet_print.sheet.player_names import simplify

T = TypeVar("T")
# Sheets, names, cards or slips in one file: memory stays flat, and printers and readers quick.
MOST = 1000
PLAYERS = "players"
# How files of sheets end.
PDF = ".pdf"
TEXT = ".txt"


class SheetFile(NamedTuple):
    """A file of sheets to make."""

    name: str
    title: str
    planned_sheets: Sequence[PlannedSheet]
    club: str = ""
    """Whose club's it is; it is printed on the sheets."""
    holds: str = ""
    """What it holds, where there are several of one kind."""


def cut_evenly(units: Sequence[Sequence[T]], most: int = MOST) -> Iterator[list[T]]:
    """Yield parts of at most `most` items, as few as hold all and about equally full.

    A unit, such as the two sheets of a table, is never cut: units of 2, 2, 2, 2 and 2 items in
    parts of at most 6 become parts of 6 and 4.
    """
    total = sum(map(len, units))
    parts = max(1, ceil(total / most))
    even_share = ceil(total / parts)
    part = list[T]()
    for unit in units:
        # One item more than an even share: with tables of two the last part would else run over
        if part and len(part) + len(unit) > min(most, even_share + 1):
            yield part
            part = []
        part += unit
    if part:
        yield part


def name_parts(stem: str, parts: Sequence[T]) -> Iterator[tuple[str, T]]:
    """Yield the name of each part's PDF: `stem.pdf`, or `stem-01.pdf` and so on if there are
    several.
    """
    digits = max(2, len(str(len(parts))))
    for number, part in enumerate(parts, start=1):
        name = stem if len(parts) == 1 else f"{stem}-{number:0{digits}}"
        yield f"{name}.pdf", part


def cut_items(stem: str, items: Sequence[T]) -> Iterator[tuple[str, tuple[T, ...]]]:
    """Yield the names of the PDFs that these items go into, and what is in each."""
    return name_parts(stem, [*map(tuple, cut_evenly([[item] for item in items]))])


def list_sheet_files(event: Event, *, by_club: bool) -> Iterator[SheetFile]:
    """Yield the files of players' sheets, `by_club` or not, then those of spare sheets."""
    edition = edition_of(event)
    title = f"{event.title} – {edition.tracker.title}"
    if by_club:
        yield from _list_club_files(event, title)
    else:
        for name, part in name_parts("sheets", _cut_rounds(event)):
            yield SheetFile(name, title, tuple(part))
    for name, spares in cut_items("spares", [*list_spare_sheets(event)]):
        yield SheetFile(name, f"{event.title} – {edition.say('pdf.spares')}", spares)


def _cut_rounds(event: Event) -> list[list[PlannedSheet]]:
    """Return the sheets of each file: whole rounds share one while they fit into it.

    A larger round is cut between its tables.
    """
    parts: list[list[PlannedSheet]] = []
    for _, group in groupby(
        list_planned_sheets(event), key=lambda planned_sheet: planned_sheet.seat.round
    ):
        sheets = list(group)
        if parts and len(parts[-1]) + len(sheets) <= MOST:
            parts[-1].extend(sheets)
        else:
            by_table = groupby(sheets, key=lambda planned_sheet: planned_sheet.seat.table)
            parts += cut_evenly([list(table) for _, table in by_table])
    return parts


def _list_club_files(event: Event, title: str) -> Iterator[SheetFile]:
    """Yield the files of each club's sheets; those without a club come last."""
    of_club: defaultdict[str, list[PlannedSheet]] = defaultdict(list)
    for sheet in list_planned_sheets(event):
        of_club[sheet.player.club if sheet.player else ""].append(sheet)
    stems: Counter[str] = Counter()
    for club in sorted(of_club, key=lambda club: (not club, simplify(club), club)):
        called = club or edition_of(event).say("pdf.no_club")
        stem = f"sheets-{slug(club) or 'club'}"
        stems[stem] += 1
        if stems[stem] > 1:  # another club whose name is spelled the same in a file's name
            stem += f"-{stems[stem]}"
        for name, own in cut_items(stem, of_club[club]):
            yield SheetFile(name, f"{title}, {called}", own, club, f"the sheets of “{called}”")


def list_player_files(event: Event) -> Iterator[SheetFile]:
    """Yield a file for each player who has a sheet."""
    sheets: defaultdict[Player, list[PlannedSheet]] = defaultdict(list)
    for sheet in list_planned_sheets(event):
        if sheet.player:
            sheets[sheet.player].append(sheet)
    for player in event.players:
        if player in sheets:
            title = f"{event.title} – {player.called}"
            yield SheetFile(name_player_file(player), title, sheets[player])


def list_text_files(event: Event) -> Iterator[SheetFile]:
    """Yield a file for each player who needs text sheets, and has a sheet."""
    needs = {name_player_file(player) for player in event.players if player.text_sheet}
    for file in list_player_files(event):
        if file.name in needs:
            yield file._replace(name=file.name.removesuffix(PDF) + TEXT)


def name_player_file(player: Player) -> str:
    """Return the path of a player's file: number and name, safe on every system, unique whatever
    the names.
    """
    return f"{PLAYERS}/{player.number:05d}-{slug(player.name) or 'player'}{PDF}"
