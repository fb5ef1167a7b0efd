"""The files of a pack: what each holds, and the calls that make them.

A call is small, pickles, and gives the same bytes wherever it is made. It makes files of at most `MOST` sheets with the
answer key and the manifest's rows of these, so that each sheet is dealt once; or one file of another kind of handout.
"""

from __future__ import annotations

import csv
import io
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain, groupby
from math import ceil
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from wordfleet_print.event.plan.matching import escape_formula
from wordfleet_print.event.plan.pairing import ABSENT, BYE_TABLE, Round, RoundByPlayer
from wordfleet_print.event.plan.plan import (
    DealSettings,
    EventPlan,
    PlannedSheet,
    planned_sheets,
    sheets_at,
    spare_sheets,
)
from wordfleet_print.event.roster.roster import Player
from wordfleet_print.games import Edition
from wordfleet_print.messages import slug
from wordfleet_print.settings.event import EventSettings
from wordfleet_print.sheet.captains import plain
from wordfleet_print.sheet.sheet import Seat, Sheet, make_sheet
from wordfleet_print.sheet.sheet_code import SheetCode
from wordfleet_print.tracker import handouts
from wordfleet_print.tracker.fonts import use_fallback
from wordfleet_print.tracker.geometry import Paper
from wordfleet_print.tracker.layout import SheetLooks, choose_looks
from wordfleet_print.tracker.names import spell_name
from wordfleet_print.tracker.trackers import SheetToPrint, group_by_page, print_trackers

_decode_font = cache(b64decode)


@dataclass(frozen=True, slots=True)
class PackSettings:
    """The looks of all sheets, besides what single players need, and which files are written; it pickles.

    `with_rules` prints quick rules on every back. `per_player` adds a file for each player, `by_club` writes a file of
    sheets for each club. `font` is a font for letters that the bundled ones lack, as Base64 of a TrueType program.
    """

    looks: SheetLooks
    with_rules: bool = False
    per_player: bool = False
    by_club: bool = False
    font: str = ""

    @classmethod
    def of(cls, settings: EventSettings, font: str = "") -> PackSettings:
        """Return the pack settings among an event's settings."""
        return cls(choose_looks(settings), settings.with_rules, settings.per_player, settings.by_club, font)

    def use_fonts(self) -> None:
        """Set names with these fonts from now on, in this thread."""
        use_fallback(_decode_font(self.font))

    @property
    def paper(self) -> Paper:
        """The paper."""
        return self.looks.paper

    @property
    def is_duplex(self) -> bool:
        """Whether sheets are printed double-sided."""
        return self.looks.half_sheets or self.with_rules

    def sizes(self, players: Collection[Player]) -> set[bool]:
        """Return the sizes of print that spare sheets and these players need: large print is True."""
        large = self.looks.large_print
        return {large} | {large or player.large_print for player in players}

    def sheet_looks(self, player: Player | None, title: str) -> SheetLooks:
        """Return how a player's sheets look; None means a spare sheet."""
        large = self.looks.large_print or (player is not None and player.large_print)
        left = self.looks.left_handed or (player is not None and player.left_handed)
        half = self.looks.half_sheets and not large
        return replace(self.looks, large_print=large, left_handed=left, half_sheets=half, title=title, event=True)


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


class PackFile(NamedTuple):
    """A file of a pack: its path inside the event's folder, its pages, whether it is secret; of several files of one
    kind also what it holds.
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
    """What all calls of a pack share. `rules` are quick rules for the backs, by whether they are in large print."""

    deal: DealSettings
    settings: PackSettings
    title: str
    rules: Mapping[bool, bytes] | None = None

    @property
    def edition(self) -> Edition:
        """The edition."""
        return self.deal.source().edition

    def make_sheets(self, planned: Iterable[PlannedSheet]) -> list[Sheet]:
        """Return planned sheets, dealt."""
        deck, placed = self.deal.deck(), self.deal.placed
        return [make_sheet(deck, SheetCode(deck.digest, seed), placed=placed, seat=seat) for seed, _, seat in planned]

    def prepare(self, planned: Sequence[PlannedSheet], club: str, sheets: Iterable[Sheet]) -> list[SheetToPrint]:
        """Return planned sheets as they are printed, with the event's title and the club's."""
        title = " · ".join(filter(None, [self.title, "" if club == NO_CLUB else spell_name(club)]))
        looks = {who: self.settings.sheet_looks(who, title) for who in {one.player for one in planned}}
        return [
            SheetToPrint(sheet, looks[one.player], list_headings(one.seat))
            for one, sheet in zip(planned, sheets, strict=True)
        ]

    def print_sheets(self, planned: Sequence[PlannedSheet], title: str, club: str = "") -> tuple[bytes, int]:
        """Return a PDF of planned sheets, called `title`, and its pages."""
        self.settings.use_fonts()
        to_print = self.prepare(planned, club, self.make_sheets(planned))
        pages = number_pages(to_print, self.rules)[-1]
        return print_trackers(self.edition, to_print, title=title, rules=self.rules), pages

    def form_parts(self, kind: Any, entries: Iterable[_Entry]) -> list[tuple[str, handouts.Handout, list[Any]]]:  # noqa: ANN401 - as below
        """Return the entries of a handout by bookmark and form."""
        shared = self.edition, self.settings.paper, self.title, self.settings.looks.eco
        grouped = groupby(entries, key=itemgetter(0, 1))
        return [
            (title, make_handout(kind, *shared, *facts), [one[2] for one in own]) for (title, facts), own in grouped
        ]


def count_handout_pages(parts: Iterable[tuple[str, handouts.Handout, list[Any]]]) -> int:
    """Return how many pages these parts take."""
    return sum(ceil(len(items) / form.per_page) for _, form, items in parts)


@lru_cache(maxsize=HANDOUTS_KEPT)
def make_handout(kind: Callable[..., handouts.Handout], *facts: Any) -> handouts.Handout:  # noqa: ANN401 - each kind has facts of its own
    """Return a handout, the same one each time: then its template is made once (15 ms) for all files of its kind."""
    return kind(*facts)


def list_headings(seat: Seat) -> tuple[str, ...]:
    """Return the titles of the bookmarks above a sheet's own: its round and a span of tables, or that it is spare."""
    return (f"Round {seat.round}", name_span(int(seat.table))) if seat.round else ("Spare sheets",)


def name_span(table: int) -> str:
    """Return the heading that a table is under."""
    start = (table - 1) // TABLES_UNDER_HEADING * TABLES_UNDER_HEADING
    return f"Tables {start + 1}–{start + TABLES_UNDER_HEADING}"


def number_pages(sheets: Sequence[SheetToPrint], rules: Mapping[bool, bytes] | None) -> list[int]:
    """Return the first page of each sheet in a file, from 1; and at last how many pages there are."""
    pages, sides = list[int](), 2 if rules else 1
    page = 1
    for group in group_by_page(sheets):
        pages += [page] * len(group)
        page += sides * sheets[group[0]].sides
    return [*pages, page - 1]


class SheetFile(NamedTuple):
    """A file of sheets to make: its path, its title, whose club's it is, what it holds, its sheets."""

    name: str
    title: str
    club: str
    holds: str
    planned: tuple[PlannedSheet, ...]


@dataclass(frozen=True)
class SheetsCall:
    """Makes files of sheets; and, with a name for it, their answer key, and their rows of the manifest."""

    setup: Setup
    sheet_files: tuple[SheetFile, ...]
    key_name: str = ""

    def _describe(self, sheets: Sequence[Sequence[SheetToPrint]]) -> list[PackFile]:
        rules = self.setup.rules
        found = [
            PackFile(one.name, number_pages(own, rules)[-1], private=True, holds=one.holds)
            for one, own in zip(self.sheet_files, sheets, strict=True)
        ]
        key = self.setup.form_parts(handouts.AnswerKey, _list_answers(chain.from_iterable(sheets)))
        return [*found, PackFile(self.key_name, count_handout_pages(key), private=True)] if self.key_name else found

    @property
    def files(self) -> list[PackFile]:
        """Return the files of sheets, then the answer key, without dealing a sheet."""
        undealt = [[Sheet("", "", (), "", round=seat.round) for _, _, seat in one.planned] for one in self.sheet_files]
        pairs = zip(self.sheet_files, undealt, strict=True)
        return self._describe([self.setup.prepare(one.planned, one.club, own) for one, own in pairs])

    def __call__(self) -> list[Made]:
        """Deal the sheets once, and make all that tells of them."""
        setup, rows = self.setup, io.StringIO()
        setup.settings.use_fonts()
        sheets = [setup.prepare(one.planned, one.club, setup.make_sheets(one.planned)) for one in self.sheet_files]
        contents = [
            print_trackers(setup.edition, own, title=one.title, rules=setup.rules)
            for one, own in zip(self.sheet_files, sheets, strict=True)
        ]
        if self.key_name:
            key = _list_answers(chain.from_iterable(sheets))
            contents.append(handouts.print_handout("answer key", setup.form_parts(handouts.AnswerKey, key)))
        made = [Made(file, content) for file, content in zip(self._describe(sheets), contents, strict=True)]
        for one, own in zip(self.sheet_files if self.key_name else (), sheets, strict=False):
            for planned, printed, page in zip(one.planned, own, number_pages(own, setup.rules), strict=False):
                csv.writer(rows).writerow(list_cells(planned, printed.sheet, one.name, page))
        return [*made, Made(PackFile(MANIFEST, private=True), rows.getvalue().encode())] if self.key_name else made


def _list_answers(sheets: Iterable[SheetToPrint]) -> list[_Entry]:
    """Return the entries of an answer key, round by round, spare sheets last."""
    order = sorted((one.sheet for one in sheets), key=lambda one: (not one.round, int(one.round or 0)))
    return [(f"Round {one.round}" if one.round else "Spare sheets", (one.round or "Spares",), one) for one in order]


@dataclass(frozen=True)
class HandoutCall:
    """Makes one file of a kind of handout."""

    setup: Setup
    name: str
    kind: type[handouts.Handout]
    entries: tuple[_Entry, ...]

    @property
    def files(self) -> list[PackFile]:
        """Return the one file."""
        return [PackFile(self.name, count_handout_pages(self.setup.form_parts(self.kind, self.entries)))]

    def __call__(self) -> list[Made]:
        """Make it."""
        self.setup.settings.use_fonts()
        called = self.name.partition(".")[0].rstrip("0123456789-").replace("-", " ")
        return [Made(self.files[0], handouts.print_handout(called, self.setup.form_parts(self.kind, self.entries)))]


# Makes one or more files, and tells before which.
Call = SheetsCall | HandoutCall


# --- the manifest -------------------------------------------------------------------------------------------------

COLUMNS = (
    *("serial", "round", "table", "captain", "club", "opponent", "sheet_code", "fleet_name", "words", "launch_codes"),
    *("rating", "to_find", "manifest", "file", "page"),
)
# RFC 4180, UTF-8 with a byte order mark: spreadsheets ask for one.
MANIFEST_HEAD = ("\ufeff" + ",".join(COLUMNS) + "\r\n").encode()


def list_cells(planned: PlannedSheet, sheet: Sheet, file: str, page: int) -> list[str]:
    """Return a sheet's row of the manifest; nothing in it is a formula."""
    seat, club = planned.seat, planned.player.club if planned.player else ""
    counts = " ".join([f"{letter}{count}" for letter, count in (sheet.manifest or {}).items()])
    cells = [seat.serial, seat.round, seat.table, seat.captain, club, seat.opponent, sheet.code, sheet.fleet_name]
    words, codes, rating = " ".join(sheet.words or ()), " ".join(sheet.launch_codes), sheet.rating
    cells += [words, codes, "" if rating is None else str(rating), sheet.rating_label or "", counts, file, str(page)]
    return [*map(escape_formula, cells)]


# --- which sheets are in which file -------------------------------------------------------------------------------


def cut_evenly(units: Sequence[Sequence[T]], most: int = MOST) -> Iterator[list[T]]:
    """Yield parts of at most `most` items, as few as hold all and about equally full; no unit is cut."""
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


def name_parts(stem: str, count: int) -> list[str]:
    """Return the names of `count` PDFs: `stem.pdf`, or `stem-01.pdf` and so on if there are several."""
    digits = max(2, len(str(count)))
    return [f"{stem}.pdf"] if count == 1 else [f"{stem}-{number:0{digits}}.pdf" for number in range(1, count + 1)]


def list_calls(plan: EventPlan, setup: Setup) -> list[Call]:
    """Return every call that the pack of a plan needs."""
    calls, batches, size = list[Call](), list[list[SheetFile]](), MOST
    for one in (*_sheet_files(plan, setup), *_spare_files(plan)):
        if size + len(one.planned) > MOST:
            batches.append([])
            size = 0
        batches[-1].append(one)
        size += len(one.planned)
    keys = name_parts("answer-key", len(batches))
    calls += [SheetsCall(setup, tuple(batch), key) for batch, key in zip(batches, keys, strict=True)]
    index = list_index(plan, setup.settings.paper, by_club=setup.settings.by_club)
    calls += _handout_calls(setup, "table-cards", handouts.TableCards, list_cards(plan))
    calls += _handout_calls(setup, "name-index", handouts.NameIndex, index)
    calls += _handout_calls(setup, "score-slips", handouts.ScoreSlips, list_slips(plan))
    if setup.settings.per_player:
        own = replace(setup, settings=replace(setup.settings, looks=replace(setup.settings.looks, half_sheets=False)))
        parts = cut_evenly([[one] for one in _player_files(plan)], PLAYERS_IN_CALL)
        calls += [SheetsCall(own, tuple(part)) for part in parts]
    return calls


def _sheet_files(plan: EventPlan, setup: Setup) -> Iterator[SheetFile]:
    title = f"{plan.title} – {setup.deal.source().edition.tracker.title}"
    if setup.settings.by_club:
        yield from _club_files(plan, title)
        return
    parts = list[list[PlannedSheet]]()
    for at in range(len(plan.rounds)):
        sheets = [*planned_sheets(plan, at)]
        # Whole rounds share a file while they fit into it; a larger one is cut between its tables.
        if parts and len(parts[-1]) + len(sheets) <= MOST:
            parts[-1].extend(sheets)
        else:
            parts += cut_evenly([list(table) for _, table in groupby(sheets, key=lambda one: one.seat.table)])
    for name, part in zip(name_parts("sheets", len(parts)), parts, strict=True):
        yield SheetFile(name, title, "", "", tuple(part))


def _club_files(plan: EventPlan, title: str) -> Iterator[SheetFile]:
    of_club: dict[str, list[PlannedSheet]] = {}
    for one in chain.from_iterable(planned_sheets(plan, at) for at in range(len(plan.rounds))):
        of_club.setdefault(one.player.club if one.player else "", []).append(one)
    named = Counter[str]()
    for club in sorted(of_club, key=lambda club: (not club, plain(club), club)):
        stem, called = f"sheets-{slug(club) or 'club'}", club or NO_CLUB
        named[stem] += 1
        parts = [*cut_evenly([[one] for one in of_club[club]])]
        stem += f"-{named[stem]}" if named[stem] > 1 else ""
        for name, part in zip(name_parts(stem, len(parts)), parts, strict=True):
            yield SheetFile(name, f"{title}, {called}", called, f"the sheets of “{called}”", tuple(part))


def _spare_files(plan: EventPlan) -> Iterator[SheetFile]:
    parts = [*cut_evenly([[one] for one in spare_sheets(plan)])]
    for name, part in zip(name_parts("spares", len(parts)), parts, strict=True) if parts else ():
        yield SheetFile(name, f"{plan.title} – spare sheets", "", "", tuple(part))


def name_player_file(number: int, name: str) -> str:
    """Return the path of a player's file: number and name, safe on every system, unique whatever the names."""
    return f"{PLAYERS}/{number:05d}-{slug(name) or 'player'}.pdf"


def _player_files(plan: EventPlan) -> Iterator[SheetFile]:
    rounds = [RoundByPlayer.of(one, len(plan.players)) for one in plan.rounds]
    for place, player in enumerate(plan.players):
        seatings = [(at, seen.seating(place)) for at, seen in enumerate(rounds)]
        planned = [next(sheets_at(plan, at, seat)) for at, seat in seatings if seat and seat.second is not None]
        if planned:
            name, title = name_player_file(player.number, player.name), f"{plan.title} – {player.called}"
            yield SheetFile(name, title, "", "", tuple(planned))


# --- what handouts say --------------------------------------------------------------------------------------------


def spell_player(player: Player) -> str:
    """Return the name on handouts: with number and transcription where fonts cannot set it."""
    return spell_name(player.name, player.number)


def _meetings(plan: EventPlan) -> list[tuple[int, int, str, str]]:
    """Return round, table and both names of every table, round by round."""
    names = [spell_player(player) for player in plan.players]
    return [
        (one.number, table, names[first], names[second])
        for one in plan.rounds
        for table, first, second in one
        if second is not None
    ]


def _handout_calls(setup: Setup, stem: str, kind: type[handouts.Handout], entries: Sequence[_Entry]) -> Iterator[Call]:
    parts = [*cut_evenly([[entry] for entry in entries])]
    for name, part in zip(name_parts(stem, len(parts)), parts, strict=True) if parts else ():
        yield HandoutCall(setup, name, kind, tuple(part))


def list_cards(plan: EventPlan) -> list[_Entry]:
    """Return a card for each table, or several where it has many rounds."""
    facts, entries = (min(len(plan.rounds), handouts.MOST_LINES),), list[_Entry]()
    at_table: dict[int, list[tuple[str, str, str]]] = {}
    for number, table, first, second in _meetings(plan):
        at_table.setdefault(table, []).append((str(number), first, second))
    for table, lines in sorted(at_table.items()):
        cards = [
            tuple(lines[start : start + handouts.MOST_LINES]) for start in range(0, len(lines), handouts.MOST_LINES)
        ]
        entries += [(name_span(table), facts, handouts.TableCard(str(table), card)) for card in cards]
    return entries


def list_slips(plan: EventPlan) -> list[_Entry]:
    """Return a slip for each table of each round, in the order in which they are handed out."""
    return [
        (f"Round {number}", (), handouts.ScoreSlip(str(number), str(table), first, second))
        for number, table, first, second in _meetings(plan)
    ]


def list_index(plan: EventPlan, paper: Paper, *, by_club: bool) -> list[_Entry]:
    """Return everybody who is in a round, as a directory files them, with the table in each round; club after club
    where files go by club. Accents and capitals count only between names that are otherwise the same.
    """
    names = [spell_name(one.filed, one.number) if one.filed else spell_player(one) for one in plan.players]
    there = set[int]().union(*(one.players for one in plan.rounds))
    order = sorted(there, key=lambda place: (plain(names[place]), names[place], place))
    if by_club:
        clubs = [(not player.club, plain(player.club), player.club) for player in plan.players]
        order.sort(key=clubs.__getitem__)
    entries, edition, rounds = list[_Entry](), plan.deal.source().edition, list[list[Round]]()
    for one in plan.rounds:  # those on one form follow each other
        if not rounds or len(rounds[-1]) == ROUNDS_OF_INDEX or one.number != rounds[-1][-1].number + 1:
            rounds.append([])
        rounds[-1].append(one)
    for shown in rounds:
        numbers = tuple(one.number for one in shown)
        columns = 1 if 2 * len(order) <= handouts.NameIndex(edition, paper, "", rounds=numbers).per_page else 2
        heading = "Names" if len(plan.rounds) == 1 else f"Rounds {numbers[0]}–{numbers[-1]}"
        tables = [RoundByPlayer.of(one, len(plan.players)).tables for one in shown]
        for place in order:
            player, places = plan.players[place], [table[place] for table in tables]
            texts = tuple([{ABSENT: "", BYE_TABLE: "bye"}.get(table, str(table)) for table in places])
            line = handouts.IndexLine(names[place] or player.called.capitalize(), spell_name(player.club), texts)
            entries.append((heading, (numbers, columns), line))
    return entries
