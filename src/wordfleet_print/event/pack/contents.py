"""The files of a pack: what each holds, and the calls that make them.

A call is small, pickles, and gives the same bytes wherever it is made. It makes files of at most
`MOST` sheets with the answer key and the manifest's rows of these, so that each sheet is dealt
once; or one file of another kind of handout.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, groupby
from math import ceil
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from wordfleet_print.event.plan.pairing import Round
from wordfleet_print.event.plan.plan import (
    DealSettings,
    EventPlan,
    PlannedSheet,
    planned_sheets,
    spare_sheets,
)
from wordfleet_print.event.plan.players_file import escape_formula
from wordfleet_print.event.roster.roster import Player
from wordfleet_print.messages import slug
from wordfleet_print.sheet.captains import plain
from wordfleet_print.sheet.sheet import Sheet, make_sheet
from wordfleet_print.sheet.sheet_code import SheetCode
from wordfleet_print.tracker import handouts
from wordfleet_print.tracker.fonts import use_fallback
from wordfleet_print.tracker.geometry import Paper
from wordfleet_print.tracker.layout import SheetLooks
from wordfleet_print.tracker.names import spell_name
from wordfleet_print.tracker.trackers import SheetToPrint, group_by_page, print_trackers

T = TypeVar("T")
# The bookmark over an item of a handout, the facts of its form, the item.
_Entry = tuple[str, tuple[Any, ...], Any]
# Sheets, names, cards or slips in one file: memory stays flat, and printers and readers quick.
MOST = 1000
MANIFEST, PLAYERS = "manifest.csv", "players"
NO_CLUB = "No club"
TABLES_UNDER_HEADING = 25
# Rounds next to a name of the index; with more rounds the names are repeated.
ROUNDS_OF_INDEX = 8
HANDOUTS_KEPT = 64
PLAYERS_IN_CALL = 100


@dataclass(frozen=True, slots=True)
class PackSettings:
    """The looks of all sheets, besides what single players need, and which files are written; it
    pickles.

    `per_player` adds a file for each player, `by_club` writes a file of sheets for each club.
    `font` is a TrueType font for letters that the bundled ones lack. `rules` are quick rules for
    the backs, by whether they are in large print.
    """

    looks: SheetLooks
    per_player: bool = False
    by_club: bool = False
    font: bytes = b""
    rules: Mapping[bool, bytes] | None = None

    def sheet_looks(self, player: Player | None, title: str) -> SheetLooks:
        """Return how a player's sheets look; None means a spare sheet."""
        large = self.looks.large_print or (player is not None and player.large_print)
        left = self.looks.left_handed or (player is not None and player.left_handed)
        half = self.looks.half_sheets and not large
        return replace(
            self.looks,
            large_print=large,
            left_handed=left,
            half_sheets=half,
            title=title,
            event=True,
        )


class PackFile(NamedTuple):
    """A file of a pack: its path inside the event's folder, its pages, whether it is secret; of
    several files of one kind also what it holds.
    """

    name: str
    pages: int = 0
    private: bool = False
    holds: str = ""


class Made(NamedTuple):
    """A file and its bytes; parts of one name follow each other."""

    file: PackFile
    content: bytes


@dataclass(frozen=True)
class Setup:
    """What all calls of a pack share."""

    deal: DealSettings
    settings: PackSettings
    title: str


@lru_cache(maxsize=HANDOUTS_KEPT)
def make_form(kind: Callable[..., handouts.Handout], *facts: object) -> handouts.Handout:
    """Return a handout, the same one each time: then its template is made once (15 ms) for all
    files of its kind.
    """
    return kind(*facts)


@dataclass(frozen=True)
class HandoutCall:
    """Makes one file of a kind of handout."""

    setup: Setup
    name: str
    kind: Callable[..., handouts.Handout]
    entries: tuple[_Entry, ...]

    def _list_parts(self) -> list[tuple[str, handouts.Handout, list[Any]]]:
        """Return the items by bookmark and form."""
        looks = self.setup.settings.looks
        shared = self.setup.deal.source().edition, looks.paper, self.setup.title, looks.eco
        parts = groupby(self.entries, key=itemgetter(0, 1))
        return [
            (name, make_form(self.kind, *shared, *facts), [one[2] for one in own])
            for (name, facts), own in parts
        ]

    @property
    def files(self) -> list[PackFile]:
        """Return the one file."""
        pages = sum(ceil(len(items) / form.per_page) for _, form, items in self._list_parts())
        return [PackFile(self.name, pages, private=self.kind is handouts.AnswerKey)]

    def __call__(self) -> list[Made]:
        """Make it."""
        use_fallback(self.setup.settings.font)
        called = self.name.partition(".")[0].rstrip("0123456789-").replace("-", " ")
        return [Made(self.files[0], handouts.print_handout(called, self._list_parts()))]


class SheetFile(NamedTuple):
    """A file of sheets to make: its path, its title, whose club's it is, what it holds, its
    sheets.
    """

    name: str
    title: str
    club: str
    holds: str
    planned: tuple[PlannedSheet, ...]


@dataclass(frozen=True)
class SheetsCall:
    """Makes files of sheets; and, with a name for it, their answer key, and their rows of the
    manifest.
    """

    setup: Setup
    sheet_files: tuple[SheetFile, ...]
    key_name: str = ""

    def _lay_out(self, *, deals: bool) -> list[list[SheetToPrint]]:
        """Return the sheets of each file, with the event's title and the club's; undealt ones have
        as many pages.
        """
        setup, deck, found = self.setup, self.setup.deal.deck(), list[list[SheetToPrint]]()
        for file in self.sheet_files:
            title = " · ".join(
                filter(None, [setup.title, "" if file.club == NO_CLUB else spell_name(file.club)])
            )
            looks = {
                who: setup.settings.sheet_looks(who, title)
                for who in {one.player for one in file.planned}
            }
            found.append([])
            for seed, player, seat in file.planned:
                sheet = Sheet("", "", (), "", round=seat.round)
                if deals:
                    sheet = make_sheet(
                        deck, SheetCode(deck.digest, seed), placed=setup.deal.placed, seat=seat
                    )
                above = (
                    (f"Round {seat.round}", name_span(int(seat.table)))
                    if seat.round
                    else ("Spare sheets",)
                )
                found[-1].append(SheetToPrint(sheet, looks[player], above))
        return found

    def _list_files(self, sheets: Sequence[Sequence[SheetToPrint]]) -> list[PackFile]:
        files = zip(self.sheet_files, sheets, strict=True)
        found = [
            PackFile(one.name, self._number_pages(own)[-1], True, one.holds) for one, own in files
        ]
        return [*found, *self._make_key(sheets).files] if self.key_name else found

    def _make_key(self, sheets: Sequence[Sequence[SheetToPrint]]) -> HandoutCall:
        """Return the call for the answer key, round by round, spare sheets last."""
        every = (one.sheet for one in chain.from_iterable(sheets))
        order = sorted(every, key=lambda one: (not one.round, int(one.round or 0)))
        rows = [
            (f"Round {one.round}" if one.round else "Spare sheets", (one.round or "Spares",), one)
            for one in order
        ]
        return HandoutCall(self.setup, self.key_name, handouts.AnswerKey, tuple(rows))

    def _number_pages(self, sheets: Sequence[SheetToPrint]) -> list[int]:
        """Return the first page of each sheet in a file, from 1; and at last how many pages there
        are.
        """
        pages, page = list[int](), 1
        for group in group_by_page(sheets):
            pages += [page] * len(group)
            page += sheets[group[0]].sides * (2 if self.setup.settings.rules else 1)
        return [*pages, page - 1]

    @property
    def files(self) -> list[PackFile]:
        """Return the files of sheets, then the answer key, without dealing a sheet."""
        return self._list_files(self._lay_out(deals=False))

    def __call__(self) -> list[Made]:
        """Deal the sheets once, and make all that tells of them."""
        setup, made, rows = self.setup, list[Made](), io.StringIO()
        use_fallback(setup.settings.font)
        edition, sheets = setup.deal.source().edition, self._lay_out(deals=True)
        for file, one, own in zip(self._list_files(sheets), self.sheet_files, sheets, strict=False):
            made.append(
                Made(
                    file, print_trackers(edition, own, title=one.title, rules=setup.settings.rules)
                )
            )
            for planned, printed, page in zip(
                one.planned, own, self._number_pages(own), strict=False
            ):
                club = planned.player.club if planned.player else ""
                csv.writer(rows).writerow(list_cells(printed.sheet, club, one.name, page))
        if not self.key_name:
            return made
        return [
            *made,
            *self._make_key(sheets)(),
            Made(PackFile(MANIFEST, private=True), rows.getvalue().encode()),
        ]


# Makes one or more files, and tells before which.
Call = SheetsCall | HandoutCall

# RFC 4180, UTF-8 with a byte order mark: spreadsheets ask for one.
MANIFEST_HEAD = (
    "\ufeffserial,round,table,captain,club,opponent,sheet_code,fleet_name,words,launch_codes,rating,to_find,manifest,"
    "file,page\r\n"
).encode()


def list_cells(sheet: Sheet, club: str, file: str, page: int) -> list[str]:
    """Return a sheet's row of the manifest; nothing in it is a formula."""
    counts = " ".join([f"{letter}{count}" for letter, count in (sheet.manifest or {}).items()])
    cells = [
        sheet.serial,
        sheet.round,
        sheet.table,
        sheet.captain,
        club,
        sheet.opponent,
        sheet.code,
        sheet.fleet_name,
    ]
    words, codes, rating = " ".join(sheet.words or ()), " ".join(sheet.launch_codes), sheet.rating
    cells += [
        words,
        codes,
        "" if rating is None else str(rating),
        sheet.rating_label or "",
        counts,
        file,
        str(page),
    ]
    return [*map(escape_formula, cells)]


# --- which sheets are in which file ---------------------------------------------------------------


def cut_evenly(units: Sequence[Sequence[T]], most: int = MOST) -> Iterator[list[T]]:
    """Yield parts of at most `most` items, as few as hold all and about equally full; no unit is
    cut.
    """
    total = sum(map(len, units))
    full = ceil(total / max(1, ceil(total / most)))
    part = list[T]()
    for unit in units:
        # A unit more than an even share: with tables of two the last part would else run over.
        if part and len(part) + len(unit) > min(most, full + 1):
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
        yield f"{stem}-{number:0{digits}}.pdf" if len(parts) > 1 else f"{stem}.pdf", part


def cut_items(stem: str, items: Sequence[T]) -> Iterator[tuple[str, tuple[T, ...]]]:
    """Yield the names of the PDFs that these items go into, and what is in each."""
    return name_parts(stem, [*map(tuple, cut_evenly([[one] for one in items]))])


def list_calls(plan: EventPlan, setup: Setup) -> list[Call]:
    """Return every call that the pack of a plan needs."""
    batches, size = list[list[SheetFile]](), MOST
    for one in list_sheet_files(plan, by_club=setup.settings.by_club):
        if size + len(one.planned) > MOST:
            batches.append([])
            size = 0
        batches[-1].append(one)
        size += len(one.planned)
    calls: list[Call] = [
        SheetsCall(setup, tuple(batch), key) for key, batch in name_parts("answer-key", batches)
    ]
    index = list_index(plan, setup.settings.looks.paper, by_club=setup.settings.by_club)
    for stem, kind, entries in (
        ("table-cards", handouts.TableCards, list_cards(plan)),
        ("name-index", handouts.NameIndex, index),
        ("score-slips", handouts.ScoreSlips, list_slips(plan)),
    ):
        calls += [HandoutCall(setup, name, kind, part) for name, part in cut_items(stem, entries)]
    if setup.settings.per_player:
        own = replace(
            setup,
            settings=replace(
                setup.settings, looks=replace(setup.settings.looks, half_sheets=False)
            ),
        )
        of_player = dict[int, list[PlannedSheet]]()
        for sheet in planned_sheets(plan):
            of_player.setdefault(sheet.player.number if sheet.player else 0, []).append(sheet)
        files = [
            SheetFile(
                name_player_file(one),
                f"{plan.title} – {one.called}",
                "",
                "",
                tuple(of_player[one.number]),
            )
            for one in plan.players
            if one.number in of_player
        ]
        calls += [
            SheetsCall(own, tuple(part))
            for part in cut_evenly([[one] for one in files], PLAYERS_IN_CALL)
        ]
    return calls


def list_sheet_files(plan: EventPlan, *, by_club: bool) -> Iterator[SheetFile]:
    """Yield the files of players' sheets, club by club if that was asked for, then those of spare
    sheets.
    """
    title = f"{plan.title} – {plan.deal.source().edition.tracker.title}"
    of_club, parts, stems = (
        dict[str, list[PlannedSheet]](),
        list[list[PlannedSheet]](),
        Counter[str](),
    )
    for _, group in groupby(planned_sheets(plan), key=lambda one: one.seat.round):
        sheets = [*group]
        # Whole rounds share a file while they fit into it; a larger one is cut between its tables.
        if parts and len(parts[-1]) + len(sheets) <= MOST:
            parts[-1].extend(sheets)
        else:
            parts += cut_evenly(
                [list(table) for _, table in groupby(sheets, key=lambda one: one.seat.table)]
            )
        for sheet in sheets:
            of_club.setdefault(sheet.player.club if sheet.player else "", []).append(sheet)
    if not by_club:
        for name, part in name_parts("sheets", parts):
            yield SheetFile(name, title, "", "", tuple(part))
    for club in sorted(of_club, key=lambda club: (not club, plain(club), club)) if by_club else ():
        stem, called = f"sheets-{slug(club) or 'club'}", club or NO_CLUB
        stems[stem] += 1
        stem += f"-{stems[stem]}" if stems[stem] > 1 else ""
        for name, own in cut_items(stem, of_club[club]):
            yield SheetFile(name, f"{title}, {called}", called, f"the sheets of “{called}”", own)
    for name, spares in cut_items("spares", [*spare_sheets(plan)]):
        yield SheetFile(name, f"{plan.title} – spare sheets", "", "", spares)


def name_player_file(player: Player) -> str:
    """Return the path of a player's file: number and name, safe on every system, unique whatever
    the names.
    """
    return f"{PLAYERS}/{player.number:05d}-{slug(player.name) or 'player'}.pdf"


# --- what handouts say ----------------------------------------------------------------------------


def name_span(table: int) -> str:
    """Return the heading that a table is under."""
    start = (table - 1) // TABLES_UNDER_HEADING * TABLES_UNDER_HEADING
    return f"Tables {start + 1}–{start + TABLES_UNDER_HEADING}"


def list_slips(plan: EventPlan) -> list[_Entry]:
    """Return a slip for each table of each round, in the order in which they are handed out."""
    names = [spell_name(player.name, player.number) for player in plan.players]
    return [
        (
            f"Round {one.number}",
            (),
            handouts.ScoreSlip(str(one.number), str(table), names[first], names[second]),
        )
        for one in plan.rounds
        for table, first, second in one
        if second is not None
    ]


def list_cards(plan: EventPlan) -> list[_Entry]:
    """Return a card for each table, or several where it has many rounds."""
    facts, most, entries = (
        (min(len(plan.rounds), handouts.MOST_LINES),),
        handouts.MOST_LINES,
        list[_Entry](),
    )
    at_table = dict[str, list[tuple[str, str, str]]]()
    for _, _, slip in list_slips(plan):
        at_table.setdefault(slip.table, []).append((slip.round, slip.captain, slip.opponent))
    for table in sorted(at_table, key=int):
        cards = [
            tuple(at_table[table][start : start + most])
            for start in range(0, len(at_table[table]), most)
        ]
        entries += [
            (name_span(int(table)), facts, handouts.TableCard(table, card)) for card in cards
        ]
    return entries


def list_index(plan: EventPlan, paper: Paper, *, by_club: bool) -> list[_Entry]:
    """Return everybody who is in a round, as a directory files them, with the table in each round;
    club after club where files go by club. Accents and capitals count only between names that are
    otherwise the same.
    """
    names = [spell_name(one.filed or one.name, one.number) for one in plan.players]
    there = set[int]().union(*(one.players for one in plan.rounds))
    order = sorted(there, key=lambda place: (plain(names[place]), names[place], place))
    if by_club:
        clubs = [(not player.club, plain(player.club), player.club) for player in plan.players]
        order.sort(key=clubs.__getitem__)
    entries, edition, rounds = list[_Entry](), plan.deal.source().edition, list[list[Round]]()
    for one in plan.rounds:  # those on one form follow each other
        if (
            not rounds
            or len(rounds[-1]) == ROUNDS_OF_INDEX
            or one.number != rounds[-1][-1].number + 1
        ):
            rounds.append([])
        rounds[-1].append(one)
    for shown in rounds:
        numbers = tuple(one.number for one in shown)
        columns = (
            1
            if 2 * len(order) <= handouts.NameIndex(edition, paper, "", rounds=numbers).per_page
            else 2
        )
        heading = "Names" if len(plan.rounds) == 1 else f"Rounds {numbers[0]}–{numbers[-1]}"
        seatings = [one.seat_players() for one in shown]
        for place in order:
            player, seats = plan.players[place], [own.get(place) for own in seatings]
            texts = tuple(["" if seat is None else str(seat.table or "bye") for seat in seats])
            line = handouts.IndexLine(
                names[place] or player.called.capitalize(), spell_name(player.club), texts
            )
            entries.append((heading, (numbers, columns), line))
    return entries
