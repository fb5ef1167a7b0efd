"""The files of a pack: what each holds, and what makes them.

A job makes files of at most `MOST` sheets with the answer key and the manifest's rows of these, so
that each sheet is dealt once; or one file of another kind of handout. It says before which.
"""

from __future__ import annotations

import csv
import io
from base64 import b64decode
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, groupby
from math import ceil
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from wordfleet_print.event.event import (
    Event,
    PlannedSheet,
    deck_of,
    drop_players,
    edition_of,
    looks_of,
    planned_sheets,
    spare_sheets,
)
from wordfleet_print.event.pairing.rounds import Round, Seating
from wordfleet_print.event.plan.players_file import escape_formula
from wordfleet_print.event.results import describe_points, list_played_rounds, rank_players
from wordfleet_print.games import Edition
from wordfleet_print.messages import slug
from wordfleet_print.paper import Paper
from wordfleet_print.roster.roster import Player
from wordfleet_print.sheet.captains import plain
from wordfleet_print.sheet.sheet import Sheet, make_sheet, name_squares
from wordfleet_print.sheet.sheet_code import SheetCode
from wordfleet_print.tracker.fonts import use_fallback
from wordfleet_print.tracker.handouts.answer_key import AnswerKey
from wordfleet_print.tracker.handouts.certificates import Certificate, Certificates
from wordfleet_print.tracker.handouts.handout import Handout, Part, print_handout
from wordfleet_print.tracker.handouts.name_index import IndexLine, NameIndex
from wordfleet_print.tracker.handouts.score_slips import ScoreSlip, ScoreSlips
from wordfleet_print.tracker.handouts.standings import StandingLine, Standings
from wordfleet_print.tracker.handouts.table_cards import MOST_LINES, TableCard, TableCards
from wordfleet_print.tracker.names import spell_name
from wordfleet_print.tracker.trackers import SheetToPrint, group_by_page, print_trackers

T = TypeVar("T")
# The bookmark over an item of a handout, the facts of its form, the item. Where bookmark or facts
# change, a new page begins.
_Entry = tuple[str, tuple[Any, ...], Any]
# PDFs of quick rules for the backs of sheets, by whether they are in large print; None for none.
Backs = Mapping[bool, bytes] | None
# Sheets, names, cards or slips in one file: memory stays flat, and printers and readers quick.
MOST = 1000
MANIFEST = "manifest.csv"
STANDINGS = "standings.pdf"
CERTIFICATES = "certificates.pdf"
# Places that have a certificate if not everybody has one.
MOST_PLACES = 3
PLAYERS = "players"
TABLES_UNDER_HEADING = 25
# Rounds next to a name of the index; with more rounds the names are repeated.
ROUNDS_OF_INDEX = 8
# Names of an index that has one column.
MOST_IN_COLUMN = 12
HANDOUTS_KEPT = 64
PLAYERS_IN_JOB = 100


class PackFile(NamedTuple):
    """A file of a pack."""

    name: str
    """Its path inside the event's folder."""
    pages: int = 0
    private: bool = False
    holds: str = ""
    """What it holds, where there are several of one kind."""


class MadeFile(NamedTuple):
    """A file and its bytes; parts of one name follow each other."""

    file: PackFile
    content: bytes


@lru_cache(maxsize=HANDOUTS_KEPT)
def make_form(kind: Callable[..., Handout], *facts: object) -> Handout:
    """Return a handout, the same one each time: then its template is made once (15 ms)."""
    return kind(*facts)


@dataclass(frozen=True)
class HandoutJob:
    """Makes one file of a kind of handout."""

    event: Event
    name: str
    kind: Callable[..., Handout]
    entries: tuple[_Entry, ...]

    @property
    def files(self) -> list[PackFile]:
        """The one file."""
        pages = 0
        for _, form, items in self._list_parts():
            pages += ceil(len(items) / form.per_page)
        return [PackFile(self.name, pages, private=self.kind is AnswerKey)]

    def make(self, _backs: Backs = None) -> list[MadeFile]:
        """Make it."""
        parts = self._list_parts()
        _, form, _ = parts[0]
        return [MadeFile(self.files[0], print_handout(form.say(form.label), parts))]

    def _list_parts(self) -> list[Part]:
        """Return the items by bookmark and form; each part begins on a new page."""
        looks = looks_of(self.event)
        edition = edition_of(self.event)
        parts = []
        for (name, facts), entries in groupby(self.entries, key=itemgetter(0, 1)):
            form = make_form(self.kind, edition, looks.paper, looks.title, looks.eco, *facts)
            parts.append(Part(name, form, [item for _, _, item in entries]))
        return parts


class SheetFile(NamedTuple):
    """A file of sheets to make."""

    name: str
    title: str
    planned: Sequence[PlannedSheet]
    club: str = ""
    """Whose club's it is; it is printed on the sheets."""
    holds: str = ""
    """What it holds, where there are several of one kind."""


@dataclass(frozen=True)
class SheetJob:
    """Makes files of sheets; with a name for it also their answer key and rows of the manifest."""

    event: Event
    sheet_files: Sequence[SheetFile]
    key_name: str = ""

    @property
    def files(self) -> list[PackFile]:
        """The files of sheets, then the answer key; no sheet is dealt for it."""
        return self._list_files([self._lay_out(file) for file in self.sheet_files])

    def make(self, backs: Backs = None) -> list[MadeFile]:
        """Deal the sheets once, and make all that tells of them."""
        edition = edition_of(self.event)
        sheets = [self._deal_sheets(file) for file in self.sheet_files]
        made: list[MadeFile] = []
        # The answer key is the last of the files
        files = self._list_files(sheets)[: len(sheets)]
        for file, source, own in zip(files, self.sheet_files, sheets, strict=True):
            content = print_trackers(edition, own, title=source.title, rules=backs)
            made.append(MadeFile(file, content))
        if self.key_name:
            made += self._make_answer_key(sheets).make()
            # Rows only: the pack joins those of all jobs into one file
            made.append(MadeFile(PackFile(MANIFEST, private=True), self._write_rows(sheets)))
        return made

    def _lay_out(self, file: SheetFile) -> list[SheetToPrint]:
        """Return the sheets of a file as they look, with nothing on them."""
        say = edition_of(self.event).say
        players = {planned.player for planned in file.planned}
        looks = {player: looks_of(self.event, player, file.club) for player in players}
        sheets = []
        for _, player, seat in file.planned:
            above: tuple[str, ...] = (say("pdf.spare_sheets"),)
            if seat.round:
                span = name_span(self.event, int(seat.table))
                above = (say("pdf.round", round=seat.round), span)
            sheet = Sheet("", "", (), "", round=seat.round)
            sheets.append(SheetToPrint(sheet, looks[player], above))
        return sheets

    def _deal_sheets(self, file: SheetFile) -> list[SheetToPrint]:
        """Return the sheets of a file, dealt."""
        deck = deck_of(self.event)
        placed = self.event.settings.placed
        sheets = []
        for planned, empty in zip(file.planned, self._lay_out(file), strict=True):
            code = SheetCode(deck.digest, planned.seed)
            sheet = make_sheet(deck, code, placed=placed, seat=planned.seat)
            sheets.append(empty._replace(sheet=sheet))
        return sheets

    def _list_files(self, sheets: Sequence[Sequence[SheetToPrint]]) -> list[PackFile]:
        files = []
        for file, own in zip(self.sheet_files, sheets, strict=True):
            pages = self._number_pages(own)[-1]
            files.append(PackFile(file.name, pages, private=True, holds=file.holds))
        if self.key_name:
            files += self._make_answer_key(sheets).files
        return files

    def _make_answer_key(self, sheets: Sequence[Sequence[SheetToPrint]]) -> HandoutJob:
        """Return the job for the answer key, round by round, spare sheets last."""
        every = [sheet.sheet for sheet in chain.from_iterable(sheets)]
        every.sort(key=lambda sheet: (not sheet.round, int(sheet.round or 0)))
        entries = list[_Entry]()
        say = edition_of(self.event).say
        placed = self.event.settings.placed
        for sheet in every:
            if sheet.round:
                heading = say("pdf.round", round=sheet.round)
                entries.append((heading, (sheet.round, placed), sheet))
            else:
                entries.append((say("pdf.spare_sheets"), (say("key.spares"), placed), sheet))
        return HandoutJob(self.event, self.key_name, AnswerKey, tuple(entries))

    def _write_rows(self, sheets: Sequence[Sequence[SheetToPrint]]) -> bytes:
        """Return the rows of the manifest."""
        text = io.StringIO()
        rows = csv.writer(text)
        edition = edition_of(self.event)
        for file, own in zip(self.sheet_files, sheets, strict=True):
            # The last number is that of all pages
            numbers = self._number_pages(own)[:-1]
            for planned, printed, page in zip(file.planned, own, numbers, strict=True):
                club = planned.player.club if planned.player else ""
                rows.writerow(list_cells(printed.sheet, edition, club, file.name, page))
        return text.getvalue().encode()

    def _number_pages(self, sheets: Sequence[SheetToPrint]) -> list[int]:
        """Return the first page of each sheet, from 1; and at last how many pages there are."""
        pages_each = 2 if self.event.settings.with_rules else 1  # rules on the back
        pages: list[int] = []
        page = 1
        for group in group_by_page(sheets):
            pages += [page] * len(group)
            page += sheets[group[0]].sides * pages_each
        return [*pages, page - 1]


# Makes one or more files, and says before which.
Job = SheetJob | HandoutJob


def run_job(job: Job, backs: Backs = None) -> list[MadeFile]:
    """Return the files that a job makes, wherever it runs: the same bytes in any process."""
    use_fallback(b64decode(job.event.font))
    return job.make(backs)


# RFC 4180, UTF-8 with a byte order mark: spreadsheets ask for one.
MANIFEST_HEAD = (
    "\ufeffserial,round,table,captain,club,opponent,sheet_code,fleet_name,words,squares,launch_codes,rating,to_find,manifest,"
    "file,page\r\n"
).encode()


def list_cells(sheet: Sheet, edition: Edition, club: str, file: str, page: int) -> list[str]:
    """Return a sheet's row of the manifest; nothing in it is a formula."""
    counts = (sheet.manifest or {}).items()
    cells = [
        sheet.serial,
        sheet.round,
        sheet.table,
        sheet.captain,
        club,
        sheet.opponent,
        sheet.code,
        sheet.fleet_name,
        " ".join(sheet.words or ()),
        " ".join(name_squares(sheet, edition)),
        " ".join(sheet.launch_codes),
        "" if sheet.rating is None else str(sheet.rating),
        sheet.rating_label or "",
        " ".join(f"{letter}{count}" for letter, count in counts),
        file,
        str(page),
    ]
    return [escape_formula(cell) for cell in cells]


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
        name = stem if len(parts) == 1 else f"{stem}-{number:0{digits}}"
        yield f"{name}.pdf", part


def cut_items(stem: str, items: Sequence[T]) -> Iterator[tuple[str, tuple[T, ...]]]:
    """Yield the names of the PDFs that these items go into, and what is in each."""
    return name_parts(stem, [*map(tuple, cut_evenly([[item] for item in items]))])


def list_jobs(event: Event) -> list[Job]:
    """Return everything that has to be made for the pack of an event."""
    # Names are spelled here, and how depends on which characters can be set
    use_fallback(b64decode(event.font))
    by_club = event.settings.by_club
    # A job may go to another process: it takes only what its files share, and its own sheets
    shared = drop_players(event)
    jobs: list[Job] = []
    batches = _join_small(list_sheet_files(event, by_club=by_club))
    for key_name, batch in name_parts("answer-key", batches):
        jobs.append(SheetJob(shared, batch, key_name))
    index = list_index(event, looks_of(event).paper, by_club=by_club)
    for stem, kind, entries in (
        ("table-cards", TableCards, list_table_cards(event)),
        ("name-index", NameIndex, index),
        ("score-slips", ScoreSlips, list_score_slips(event)),
    ):
        jobs += [HandoutJob(shared, name, kind, part) for name, part in cut_items(stem, entries)]
    if event.settings.per_player:
        # A player's own file is never cut in halves
        uncut = event.settings.model_copy(update={"half_sheets": False})
        whole = replace(shared, settings=uncut)
        files = [[file] for file in list_player_files(event)]
        jobs += [SheetJob(whole, part) for part in cut_evenly(files, PLAYERS_IN_JOB)]
    return jobs


def _join_small(files: Iterable[SheetFile]) -> list[list[SheetFile]]:
    """Return files in batches of at most `MOST` sheets."""
    batches: list[list[SheetFile]] = []
    size = MOST
    for file in files:
        size += len(file.planned)
        if size > MOST:
            batches.append([])
            size = len(file.planned)
        batches[-1].append(file)
    return batches


def list_player_files(event: Event) -> Iterator[SheetFile]:
    """Yield a file for each player who has a sheet."""
    sheets: defaultdict[Player, list[PlannedSheet]] = defaultdict(list)
    for sheet in planned_sheets(event):
        if sheet.player:
            sheets[sheet.player].append(sheet)
    for player in event.players:
        if player in sheets:
            title = f"{event.title} – {player.called}"
            yield SheetFile(name_player_file(player), title, sheets[player])


def list_sheet_files(event: Event, *, by_club: bool) -> Iterator[SheetFile]:
    """Yield the files of players' sheets, `by_club` or not, then those of spare sheets."""
    edition = edition_of(event)
    title = f"{event.title} – {edition.tracker.title}"
    if by_club:
        yield from _list_club_files(event, title)
    else:
        for name, part in name_parts("sheets", _cut_rounds(event)):
            yield SheetFile(name, title, tuple(part))
    for name, spares in cut_items("spares", [*spare_sheets(event)]):
        yield SheetFile(name, f"{event.title} – {edition.say('pdf.spares')}", spares)


def _cut_rounds(event: Event) -> list[list[PlannedSheet]]:
    """Return the sheets of each file: whole rounds share one while they fit into it.

    A larger round is cut between its tables.
    """
    parts: list[list[PlannedSheet]] = []
    for _, group in groupby(planned_sheets(event), key=lambda planned: planned.seat.round):
        sheets = list(group)
        if parts and len(parts[-1]) + len(sheets) <= MOST:
            parts[-1].extend(sheets)
        else:
            by_table = groupby(sheets, key=lambda planned: planned.seat.table)
            parts += cut_evenly([list(table) for _, table in by_table])
    return parts


def _list_club_files(event: Event, title: str) -> Iterator[SheetFile]:
    """Yield the files of each club's sheets; those without a club come last."""
    of_club: defaultdict[str, list[PlannedSheet]] = defaultdict(list)
    for sheet in planned_sheets(event):
        of_club[sheet.player.club if sheet.player else ""].append(sheet)
    stems: Counter[str] = Counter()
    for club in sorted(of_club, key=lambda club: (not club, plain(club), club)):
        called = club or edition_of(event).say("pdf.no_club")
        stem = f"sheets-{slug(club) or 'club'}"
        stems[stem] += 1
        if stems[stem] > 1:  # another club whose name is spelled alike in a file's name
            stem += f"-{stems[stem]}"
        for name, own in cut_items(stem, of_club[club]):
            yield SheetFile(name, f"{title}, {called}", own, club, f"the sheets of “{called}”")


def name_player_file(player: Player) -> str:
    """Return the path of a player's file: number and name, safe on every system, unique whatever
    the names.
    """
    return f"{PLAYERS}/{player.number:05d}-{slug(player.name) or 'player'}.pdf"


# --- what handouts say ----------------------------------------------------------------------------


def name_span(event: Event, table: int) -> str:
    """Return the heading that a table is under."""
    start = (table - 1) // TABLES_UNDER_HEADING * TABLES_UNDER_HEADING
    last = start + TABLES_UNDER_HEADING
    return edition_of(event).say("pdf.tables", first=start + 1, last=last)


def list_score_slips(event: Event) -> list[_Entry]:
    """Return a slip for each table of each round, in the order in which they are handed out."""
    names = [spell_name(player.name, player.number) for player in event.players]
    edition = edition_of(event)
    entries: list[_Entry] = []
    for event_round in event.rounds:
        heading = edition.say("pdf.round", round=event_round.number)
        for table, first, second in event_round:
            if second is not None:
                slip = ScoreSlip(str(event_round.number), str(table), names[first], names[second])
                entries.append((heading, (), slip))
    return entries


def list_table_cards(event: Event) -> list[_Entry]:
    """Return a card for each table, or several where it has many rounds."""
    facts = (min(len(event.rounds), MOST_LINES),)
    at_table: defaultdict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for _, _, slip in list_score_slips(event):
        at_table[slip.table].append((slip.round, slip.captain, slip.opponent))
    entries: list[_Entry] = []
    for table in sorted(at_table, key=int):
        lines = at_table[table]
        for start in range(0, len(lines), MOST_LINES):
            card = TableCard(table, tuple(lines[start : start + MOST_LINES]))
            entries.append((name_span(event, int(table)), facts, card))
    return entries


def list_index(event: Event, paper: Paper, *, by_club: bool) -> list[_Entry]:
    """Return everybody who is in a round, as a directory files them, with the table in each round.

    Club after club where files go by club. Accents and capitals count only between names that are
    otherwise the same.
    """
    players = event.players
    names = [spell_name(player.filed or player.name, player.number) for player in players]
    order = _order_names(event, names, by_club=by_club)
    edition = edition_of(event)
    bye = edition.say("index.bye")
    entries: list[_Entry] = []
    clubs = _list_clubs(players, order)
    for shown in _group_rounds(event.rounds):
        numbers = tuple(event_round.number for event_round in shown)
        columns = 1 if len(order) <= MOST_IN_COLUMN else 2
        form = NameIndex(edition, paper, "", rounds=numbers, columns=columns)
        pages = ceil(len(order) / form.per_page)
        on_page = ceil(len(order) / max(pages, 1))
        heading = edition.say("pdf.names")
        if len(event.rounds) > 1:
            heading = edition.say("pdf.rounds", first=numbers[0], last=numbers[-1])
        seatings = [event_round.seat_players() for event_round in shown]
        for place in order:
            texts = tuple(_name_seat(own.get(place), bye) for own in seatings)
            name = names[place] or players[place].called.capitalize()
            line = IndexLine(name, clubs[place], texts)
            entries.append((heading, (numbers, columns, on_page), line))
    return entries


def _list_clubs(players: Sequence[Player], shown: Iterable[int]) -> dict[int, str]:
    """Return the club to print with each of these players; none where all have the same."""
    clubs = {place: spell_name(players[place].club) for place in shown}
    if len({*clubs.values()}) == 1:
        return dict.fromkeys(clubs, "")
    return clubs


def _order_names(event: Event, names: Sequence[str], *, by_club: bool) -> list[int]:
    """Return the indices of everybody who is in a round, in the order of the name index."""
    there = set[int]().union(*(event_round.players for event_round in event.rounds))
    order = sorted(there, key=lambda place: (plain(names[place]), names[place], place))
    if by_club:
        clubs = [(not player.club, plain(player.club), player.club) for player in event.players]
        order.sort(key=clubs.__getitem__)
    return order


def _group_rounds(rounds: Iterable[Round]) -> list[list[Round]]:
    """Return the rounds of each form of the name index: those that follow each other."""
    groups: list[list[Round]] = []
    for event_round in rounds:
        follows = groups and groups[-1][-1].number + 1 == event_round.number
        if not follows or len(groups[-1]) == ROUNDS_OF_INDEX:
            groups.append([])
        groups[-1].append(event_round)
    return groups


def _name_seat(seating: Seating | None, bye: str) -> str:
    """Return where somebody is in a round: the table, the word for a bye, or nothing."""
    if seating is None:
        return ""
    return bye if seating.second is None else str(seating.table)


def list_shared_jobs(event: Event) -> list[HandoutJob]:
    """Return what is made for all rounds together: standings once there are results, and
    certificates.
    """
    use_fallback(b64decode(event.font))
    shared = drop_players(event)
    jobs = []
    for name, kind, entries in (
        (STANDINGS, Standings, list_standings(event)),
        (CERTIFICATES, Certificates, list_certificates(event)),
    ):
        if entries:
            jobs.append(HandoutJob(shared, name, kind, tuple(entries)))
    return jobs


def list_standings(event: Event) -> list[_Entry]:
    """Return the standings after the rounds that have results; nothing if none has."""
    played = list_played_rounds(event)
    if not played:
        return []
    has_ships = any(result.ships for result in event.results)
    facts = (str(played[-1]), has_ships)
    standings = rank_players(event)
    clubs = _list_clubs(event.players, [standing.player for standing in standings])
    entries: list[_Entry] = []
    for standing in standings:
        line = StandingLine(
            str(standing.place),
            _spell_player(event.players[standing.player]),
            clubs[standing.player],
            describe_points(standing.halves),
            str(standing.ships),
            describe_points(standing.opponents),
        )
        entries.append(("", facts, line))
    return entries


def list_certificates(event: Event) -> list[_Entry]:
    """Return the certificates that are asked for: with the place, once there are results.

    The first three have none before that.
    """
    asked = event.settings.certificates
    has_results = bool(list_played_rounds(event))
    if asked == "none" or (asked == "first-three" and not has_results):
        return []
    say = edition_of(event).say
    standings = rank_players(event)
    entries: list[_Entry] = []
    for standing in standings:
        deed = say("certificate.took_part")
        if has_results:
            deed = say("certificate.place", place=standing.place, count=len(standings))
        player = event.players[standing.player]
        if asked == "all" or standing.place <= MOST_PLACES:
            name = spell_name(player.name, player.number)
            entries.append(("", (), Certificate(name, spell_name(player.club), deed)))
    return entries


def _spell_player(player: Player) -> str:
    """Return a player's name as it is printed, or number."""
    return spell_name(player.name, player.number) or player.called.capitalize()
