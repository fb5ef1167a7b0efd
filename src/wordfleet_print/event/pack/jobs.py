"""The files of a pack: what each holds, and what makes them.

A job makes files of at most `MOST` sheets with the answer key and the manifest's rows of these, so
that each sheet is dealt once; or one file of another kind of handout. It says before which.
"""

from __future__ import annotations

import csv
import io
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, groupby
from math import ceil
from operator import attrgetter
from typing import Any, NamedTuple

from wordfleet_print.event.event import (
    Event,
    deck_of,
    drop_players,
    edition_of,
    looks_of,
)
from wordfleet_print.event.pack.handout_items import (
    HandoutItem,
    list_certificates,
    list_index,
    list_score_slips,
    list_standings,
    list_table_cards,
    name_span,
)
from wordfleet_print.event.pack.manifest import MANIFEST, ManifestRow
from wordfleet_print.event.pack.sheet_files import (
    MOST,
    SheetFile,
    cut_evenly,
    cut_items,
    list_player_files,
    list_sheet_files,
    list_text_files,
    name_parts,
)
from wordfleet_print.sheet.sheet import Sheet, make_sheet
from wordfleet_print.sheet.sheet_code import SheetCode
from wordfleet_print.tracker.fonts import use_fallback
from wordfleet_print.tracker.handouts.answer_key import AnswerKey, count_rows
from wordfleet_print.tracker.handouts.certificates import Certificates
from wordfleet_print.tracker.handouts.handout import AnyHandout, Part, print_handout
from wordfleet_print.tracker.handouts.name_index import NameIndex
from wordfleet_print.tracker.handouts.score_slips import ScoreSlips
from wordfleet_print.tracker.handouts.standings import Standings
from wordfleet_print.tracker.handouts.table_cards import TableCards
from wordfleet_print.tracker.plain_text import FORM_FEED, write_text
from wordfleet_print.tracker.print_trackers import SheetToPrint, group_by_page, print_trackers

# PDFs of quick rules for the backs of sheets, by whether they are in large print; None for none.
Backs = Mapping[bool, bytes] | None
STANDINGS = "standings.pdf"
CERTIFICATES = "certificates.pdf"
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
def make_form(handout_class: Callable[..., AnyHandout], *arguments: object) -> AnyHandout:
    """Return a handout of these arguments, the same one each time.

    Making its template takes 15 ms, which is so spent once.
    """
    return handout_class(*arguments)


@dataclass(frozen=True)
class HandoutJob:
    """Makes one file of a kind of handout, such as table cards."""

    event: Event
    name: str
    handout_class: Callable[..., AnyHandout]
    """The class of the forms that it is printed on, such as `TableCards`."""
    items: tuple[HandoutItem, ...]
    """What is on it, in order."""

    @property
    def files(self) -> list[PackFile]:
        """The one file."""
        pages = 0
        for _, form, items in self._list_parts():
            pages += ceil(len(items) / form.per_page)
        return [PackFile(self.name, pages, private=self.handout_class is AnswerKey)]

    def find_cut(self) -> Iterator[str]:
        """Yield the names, clubs and titles that are cut with an ellipsis."""
        for _, form, items in self._list_parts():
            yield from form.find_cut(items)

    def make(self, _backs: Backs = None) -> list[MadeFile]:
        """Make it."""
        parts = self._list_parts()
        _, form, _ = parts[0]
        return [MadeFile(self.files[0], print_handout(form.say(form.label), parts))]

    def _list_parts(self) -> list[Part[Any, Any]]:
        """Return the items in parts that begin on a new page: each has a bookmark and a form."""
        looks = looks_of(self.event)
        edition = edition_of(self.event)
        parts = []
        by_heading_and_form = groupby(self.items, key=attrgetter("heading", "form_arguments"))
        for (heading, form_arguments), items in by_heading_and_form:
            form = make_form(
                self.handout_class,
                edition,
                looks.paper,
                looks.title,
                looks.eco,
                *form_arguments,
            )
            parts.append(Part(heading, form, [item.content for item in items]))
        return parts


@dataclass(frozen=True)
class SheetJob:
    """Makes files of sheets; with a name for it also their answer key and rows of the manifest."""

    event: Event
    sheet_files: Sequence[SheetFile]
    key_name: str = ""

    @property
    def files(self) -> list[PackFile]:
        """The files of sheets, then the answer key; no sheet is dealt for it."""
        return self._list_files([self._make_empty_sheets(file) for file in self.sheet_files])

    def make(self, backs: Backs = None) -> list[MadeFile]:
        """Deal the sheets once, and make their files, answer key and rows of the manifest."""
        edition = edition_of(self.event)
        sheets_of_files = [self.deal_sheets(file) for file in self.sheet_files]
        made_files: list[MadeFile] = []
        pack_files = self._list_files(sheets_of_files)[: len(self.sheet_files)]  # no answer key
        for pack_file, sheet_file, sheets in zip(
            pack_files, self.sheet_files, sheets_of_files, strict=True
        ):
            content = print_trackers(edition, sheets, title=sheet_file.title, rules=backs)
            made_files.append(MadeFile(pack_file, content))
        if self.key_name:
            made_files += self._make_answer_key(sheets_of_files).make()
            # Rows only: the pack joins those of all jobs into one file
            rows = self._write_rows(sheets_of_files)
            made_files.append(MadeFile(PackFile(MANIFEST, private=True), rows))
        return made_files

    def find_cut(self) -> Iterator[str]:
        """Yield the names and titles that the answer key cuts with an ellipsis."""
        if not self.key_name:
            return
        sheets = []
        for file in self.sheet_files:
            empty_sheets = self._make_empty_sheets(file)
            for planned_sheet, empty in zip(file.planned_sheets, empty_sheets, strict=True):
                named = replace(empty.sheet, **planned_sheet.seat._asdict())
                sheets.append(empty._replace(sheet=named))
        yield from self._make_answer_key([sheets]).find_cut()

    def _make_empty_sheets(self, file: SheetFile) -> list[SheetToPrint]:
        """Return the sheets of a file without words and codes, as they look, with their bookmarks.

        No sheet is dealt for it, which takes long.
        """
        say = edition_of(self.event).say
        players = {planned_sheet.player for planned_sheet in file.planned_sheets}
        looks = {player: looks_of(self.event, player, file.club) for player in players}
        sheets = []
        for _, player, seat in file.planned_sheets:
            bookmarks: tuple[str, ...] = (say("pdf.spare_sheets"),)
            if seat.round:
                tables = name_span(self.event, int(seat.table))
                bookmarks = (say("pdf.round", round=seat.round), tables)
            sheet = Sheet("", "", (), "", round=seat.round)
            sheets.append(SheetToPrint(sheet, looks[player], bookmarks))
        return sheets

    def deal_sheets(self, file: SheetFile) -> list[SheetToPrint]:
        """Return the sheets of a file, dealt."""
        deck = deck_of(self.event)
        placed = self.event.settings.placed
        sheets = []
        empty_sheets = self._make_empty_sheets(file)
        for planned_sheet, empty in zip(file.planned_sheets, empty_sheets, strict=True):
            code = SheetCode(deck.digest, planned_sheet.seed)
            sheet = make_sheet(deck, code, placed=placed, seat=planned_sheet.seat)
            sheets.append(empty._replace(sheet=sheet))
        return sheets

    def _list_files(self, sheets_of_files: Sequence[Sequence[SheetToPrint]]) -> list[PackFile]:
        """Return the files of sheets, given the sheets of each, then the answer key."""
        files = []
        for file, sheets in zip(self.sheet_files, sheets_of_files, strict=True):
            pages = self._number_pages(sheets)[-1]
            files.append(PackFile(file.name, pages, private=True, holds=file.holds))
        if self.key_name:
            files += self._make_answer_key(sheets_of_files).files
        return files

    def _make_answer_key(self, sheets_of_files: Sequence[Sequence[SheetToPrint]]) -> HandoutJob:
        """Return the job for the answer key: round by round, table by table, spare sheets last.

        Sheets of a table follow each other, on which `AnswerKey.place` relies, even if they are in
        files of two clubs.
        """
        sheets = [sheet_to_print.sheet for sheet_to_print in chain.from_iterable(sheets_of_files)]
        sheets.sort(
            key=lambda sheet: (not sheet.round, int(sheet.round or 0), int(sheet.table or 0))
        )
        items = list[HandoutItem]()
        say = edition_of(self.event).say
        placed = self.event.settings.placed
        for number, sheets_of_round in groupby(sheets, key=attrgetter("round")):
            part = [*sheets_of_round]
            heading = say("pdf.round", round=number) if number else say("pdf.spare_sheets")
            form_arguments = (number or say("key.spares"), placed, count_rows(len(part)))
            items += [HandoutItem(heading, form_arguments, sheet) for sheet in part]
        return HandoutJob(self.event, self.key_name, AnswerKey, tuple(items))

    def _write_rows(self, sheets_of_files: Sequence[Sequence[SheetToPrint]]) -> bytes:
        """Return the rows of the manifest: one for each sheet, with its file and first page."""
        text = io.StringIO()
        rows = csv.writer(text)
        edition = edition_of(self.event)
        for file, sheets in zip(self.sheet_files, sheets_of_files, strict=True):
            first_pages = self._number_pages(sheets)[:-1]  # the last is how many pages there are
            for planned_sheet, sheet_to_print, page in zip(
                file.planned_sheets, sheets, first_pages, strict=True
            ):
                club = planned_sheet.player.club if planned_sheet.player else ""
                row = ManifestRow(sheet_to_print.sheet, edition, club, file.name, page)
                rows.writerow(row.list_cells())
        return text.getvalue().encode()

    def _number_pages(self, sheets: Sequence[SheetToPrint]) -> list[int]:
        """Return the first page of each sheet, from 1; and at last how many pages there are."""
        pages_each = 2 if self.event.settings.with_rules else 1  # rules on the back
        pages: list[int] = []
        page = 1
        # A group holds the indices of sheets on the same page: two half sheets, or one sheet
        for group in group_by_page(sheets):
            pages += [page] * len(group)
            page += sheets[group[0]].sides * pages_each
        return [*pages, page - 1]


@dataclass(frozen=True)
class TextJob:
    """Makes files of text, each with all sheets of one player."""

    event: Event
    sheet_files: Sequence[SheetFile]

    @property
    def files(self) -> list[PackFile]:
        """The files, which have no pages."""
        return [PackFile(file.name, private=True) for file in self.sheet_files]

    def find_cut(self) -> Iterator[str]:
        """Yield nothing: lines of text are as long as names."""
        yield from ()

    def make(self, _backs: Backs = None) -> list[MadeFile]:
        """Deal the sheets and write them, a form feed between rounds."""
        edition = edition_of(self.event)
        made_files = []
        for pack_file, file in zip(self.files, self.sheet_files, strict=True):
            sheets = SheetJob(self.event, (file,)).deal_sheets(file)
            texts = [
                write_text(edition, sheet_to_print.sheet, sheet_to_print.looks)
                for sheet_to_print in sheets
            ]
            made_files.append(MadeFile(pack_file, FORM_FEED.join(texts).encode()))
        return made_files


# Makes one or more files, and says before which.
Job = SheetJob | HandoutJob | TextJob


def run_job(job: Job, backs: Backs = None) -> list[MadeFile]:
    """Return the files that a job makes, wherever it runs: the same bytes in any process."""
    use_fallback(b64decode(job.event.font))
    return job.make(backs)


def list_round_jobs(event: Event) -> list[Job]:
    """Return the jobs for sheets of rounds, spare sheets and the papers that go with them.

    `list_shared_jobs` has the rest of a pack.
    """
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
    for stem, handout_class, items in (
        ("table-cards", TableCards, list_table_cards(event, looks_of(event).paper)),
        ("name-index", NameIndex, index),
        ("score-slips", ScoreSlips, list_score_slips(event)),
    ):
        jobs += [
            HandoutJob(shared, name, handout_class, part) for name, part in cut_items(stem, items)
        ]
    if event.settings.per_player:
        # A player's own file is never cut in halves
        uncut = event.settings.model_copy(update={"half_sheets": False})
        whole = replace(shared, settings=uncut)
        files = [[file] for file in list_player_files(event)]
        jobs += [SheetJob(whole, part) for part in cut_evenly(files, PLAYERS_IN_JOB)]
    texts = [[file] for file in list_text_files(event)]
    return jobs + [TextJob(shared, part) for part in cut_evenly(texts, PLAYERS_IN_JOB)]


def _join_small(files: Iterable[SheetFile]) -> list[list[SheetFile]]:
    """Return files in batches of at most `MOST` sheets; a larger file is a batch by itself."""
    batches: list[list[SheetFile]] = []
    sheets_in_batch = 0
    for file in files:
        sheets_in_batch += len(file.planned_sheets)
        if not batches or sheets_in_batch > MOST:
            batches.append([])
            sheets_in_batch = len(file.planned_sheets)
        batches[-1].append(file)
    return batches


def list_shared_jobs(event: Event) -> list[HandoutJob]:
    """Return the files for all rounds together: standings once there are results, and
    certificates.
    """
    use_fallback(b64decode(event.font))
    shared = drop_players(event)
    jobs = []
    for name, handout_class, items in (
        (STANDINGS, Standings, list_standings(event, looks_of(event).paper)),
        (CERTIFICATES, Certificates, list_certificates(event)),
    ):
        if items:
            jobs.append(HandoutJob(shared, name, handout_class, tuple(items)))
    return jobs
