"""`Pack`: an event's plan and looks, printed into a folder."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import Path

from wordfleet_print.errors import CannotWriteError
from wordfleet_print.event.pack.documents import Document, Lot, PdfDocument, TextDocument
from wordfleet_print.event.pack.looks import PackLooks, round_title
from wordfleet_print.event.pack.making import (
    SEATINGS,
    SPARES,
    Maker,
    Setup,
    SheetSection,
    Ticket,
    cut,
    files_of_clubs,
    section_of,
    sections_of,
)
from wordfleet_print.event.pack.papers import (
    Forms,
    card_contents,
    filed_name,
    index_contents,
    index_heads,
    key_file,
    name_of,
    paper_lot,
    slip_contents,
)
from wordfleet_print.event.pack.shards import Shard, Spool, Watch, do_shards, spooling
from wordfleet_print.event.pack.sheet_files import (
    FOLDER,
    KEY,
    PlayersFolder,
    SheetsFile,
    players_lot,
    sections_lot,
    sheets_file,
    stored,
)
from wordfleet_print.event.pack.workers import hired
from wordfleet_print.event.plan.event_json import write_record
from wordfleet_print.event.plan.event_plan import EventPlan, spare_sheets
from wordfleet_print.files import FilesTogether, is_file, is_folder, remove_leftovers, together
from wordfleet_print.press.cards_and_slips import MOST_LINES
from wordfleet_print.press.ink.printable_names import bare_names, legible, spelled
from wordfleet_print.press.pdf.glyphs import Characters, characters_of_stationery
from wordfleet_print.press.trackers import cut_names
from wordfleet_print.sheet.sheet import Seat
from wordfleet_print.wording import slug, some_of

RECORD = "event.json"
SPARES_IN_KEY = "Spares"
"""Stands in the head of the key instead of a round: there is little room."""
_OURS = re.compile(
    r"sheets(-[a-z0-9-]+)?\.pdf|spares\.pdf|key\.pdf|table-cards\.pdf|name-index\.pdf|score-slips\.pdf"
    rf"|manifest\.(csv|json)|{FOLDER}/[0-9]{{5,}}-[a-z0-9-]+\.pdf"
)
_WORK_FOLDER, _OF_WORK = ".wordfleet-work", re.compile(r"(shard|note)-[a-z0-9][a-z0-9.-]*")
"""What earlier versions kept of a run that was stopped: secret parts of a pack, and its seed."""
MOST_TOLD = 5
"""Files in the way that are named."""


@dataclass(frozen=True, slots=True)
class Written:
    """A file of the pack: its path, its pages (0 where it has none), whether it is secret."""

    path: Path
    pages: int
    private: bool


@dataclass(frozen=True)
class Pack:
    """Everything that an event needs on paper, or one round of it, by its number. `back` is a PDF of the rules to print
    behind the sheets, its pages as the looks say, or None.
    """

    event: EventPlan
    looks: PackLooks
    back: bytes | None = None
    round: int | None = None

    @cached_property
    def plan(self) -> EventPlan:
        """What is printed of the event."""
        return self.event if self.round is None else self.event.only(self.round)

    @property
    def place(self) -> str:
        """Where its files are inside the event's folder."""
        return place_of(self.round)

    def __post_init__(self) -> None:
        """Its fonts are in use from here."""
        self.looks.use_fonts()

    @cached_property
    def setup(self) -> Setup:
        """What workers need to make its sheets."""
        return Setup(self.plan.terms, self.looks, self.looks.variants(self.plan.players), self.plan.title)

    @cached_property
    def _paper_characters(self) -> Characters:
        players, deck = self.plan.players, self.plan.terms.deck()
        fleets = chain(deck.names.adjectives, deck.names.nouns)
        people = chain.from_iterable((name_of(one), filed_name(one), spelled(one.club)) for one in players)
        return characters_of_stationery(chain([self.plan.title, "–"], people, fleets))

    def long_names(self) -> list[str]:
        """The players' names that are cut with an ellipsis on their own sheets, or on those of the same kind."""
        ready = self.setup.ready()
        layouts = [imposition.layout for imposition in ready.impositions]
        of_variant = dict(zip(self.setup.variants, layouts, strict=True))
        nobody = replace(ready.make(Ticket(0, Seat())), fleet_name="")
        named = {(one.name, self.looks.variant(one)): None for one in self.plan.players if legible(one.name)}
        sheets = ((replace(nobody, captain=name, opponent=name), of_variant[variant]) for name, variant in named)
        return [sheet.captain for sheet, layout in sheets if cut_names(sheet, layout)]

    def unset_names(self) -> list[str]:
        """The players' names that no font at hand can set: their sheets have a line to write on instead."""
        return [one.name for one in self.plan.players if one.name and not legible(one.name)]

    def bare_names(self) -> list[str]:
        """The players' names that are printed without the emoji in them."""
        return bare_names(one.name for one in self.plan.players)

    @cached_property
    def lots(self) -> list[Lot]:
        """What is made together: sheets, key and manifest; each of the other papers; players' own files.

        Raises `BadInputError` for what does not fit the paper.
        """
        files = self.sheets_files()
        lots = [sections_lot(files, self._key(files)), *self._papers()]
        if self.looks.per_player:
            lots.append(players_lot(self.plan, replace(self.setup, single=True), self.back))
        return lots

    def documents(self) -> list[Document]:
        """Every file of the pack: PDFs, then the manifest, then players' own."""
        kinds = [PdfDocument, TextDocument, PlayersFolder]
        return sorted((one for lot in self.lots for one in lot.documents), key=lambda one: kinds.index(type(one)))

    def shards(self) -> Iterator[Shard]:
        """The work, in order."""
        return chain.from_iterable(lot.shards() for lot in self.lots)

    def count_shards(self) -> int:
        """How many parts the work has; nothing is made for it."""
        return sum(lot.count for lot in self.lots)

    # Sheets

    def sheets_files(self) -> list[SheetsFile]:
        """The sheets in one file, or in several of at most so many; then the spare ones."""
        deck = self.plan.terms.deck()
        title = f"{self.plan.title} – {deck.edition.tracker.title}"
        characters = self.setup.ready().characters(player.name for player in self.plan.players)
        files: list[SheetsFile] = []
        count = 0
        for name, sections in self._cut_into_files():
            setup, called = self.setup, title
            if self.looks.by == "club":
                club = sections[0].titles[0]
                setup, called = setup.of_club(club), f"{title}, {club}"
            files.append(sheets_file(name, called, setup, characters, sections, count, self.back))
            count += len(sections)
        if spares := list(self._spare_sections()):
            usual = replace(self.setup, variants=self.setup.variants[:1])
            nobody = usual.ready().characters(())
            files.append(sheets_file("spares.pdf", f"{title}, spare sheets", usual, nobody, spares, count, self.back))
        return files

    def _cut_into_files(self) -> list[tuple[str, list[SheetSection]]]:
        """The names of the files of sheets, and the sections of each."""
        if self.looks.by == "club":
            named = Counter[str]()
            found = []
            for club, sections in files_of_clubs(self.plan, self.setup):
                stem = f"sheets-{slug(club) or 'club'}"
                named[stem] += 1
                found.append((f"{stem}-{named[stem]}.pdf" if named[stem] > 1 else f"{stem}.pdf", sections))
            return found
        return [("sheets.pdf", list(sections_of(self.plan, self.setup)))]

    def _spare_sections(self) -> Iterator[SheetSection]:
        for planned in cut(spare_sheets(self.plan), 2 * SEATINGS):
            tickets = list(map(self.setup.ticket, planned))
            span = f"{SPARES} {tickets[0].seat.serial}–{tickets[-1].seat.serial}"
            yield section_of((SPARES, span) if len(self.plan.spares) > len(tickets) else (SPARES,), tickets)

    # Stationery

    def _key(self, files: Sequence[SheetsFile]) -> tuple[PdfDocument, list[Maker]]:
        rounds = self.plan.rounds
        heads = [*((str(one.number),) for one in rounds), (SPARES_IN_KEY,), ("",)]
        sections = [section for file in files for section in file.sections]
        titles, blocks = [*map(round_title, rounds), SPARES, ""], stored(KEY, 0, len(sections))
        return key_file(self._forms("key", heads), self._paper_characters, titles, sections, blocks)

    def _papers(self) -> Iterator[Lot]:
        plan = self.plan
        if any(one.tables for one in plan.rounds):
            lines = min(len(plan.rounds), MOST_LINES)
            yield paper_lot(self._forms("table-cards", [(lines,)]), self._paper_characters, card_contents(plan))
            yield paper_lot(self._forms("score-slips", [()]), self._paper_characters, slip_contents(plan))
        index = index_contents(plan, of_clubs=self.looks.by == "club")
        yield paper_lot(self._forms("name-index", index_heads(plan)), self._paper_characters, index)

    def _forms(self, kind: str, heads: Iterable[tuple[str | int, ...]]) -> Forms:
        return Forms(kind, self.plan.terms, self.looks, self.plan.title, tuple(heads))


def place_of(number: int | None) -> str:
    """Where the files of a pack are inside the event's folder: those of a round alone in a folder of their own."""
    return "" if number is None else f"round-{number}"


def check_free(folder: Path, place: str = "") -> None:
    """Refuse a folder in which files that no event made have the names of a pack's, or in which folders have them, at
    that place in it; and files in the place of folders.

    Raises `CannotWriteError`.
    """
    tip, say = "Remove it.", ("output",)
    for path in (folder / place, folder / place / FOLDER):
        if path.exists() and not is_folder(path):
            raise CannotWriteError(f"Cannot write to {path}: it is not a folder.", tip=tip, say=say)
    named = list(_named_as_ours(folder / place))
    if other := next(filter(is_folder, named), None):
        raise CannotWriteError(f"Cannot write {other}: it is a folder.", tip=tip, say=say)
    if named and not ((folder / RECORD).exists() or (folder / _WORK_FOLDER).exists()):
        names = some_of([path.relative_to(folder) for path in named], MOST_TOLD)
        raise CannotWriteError(
            f"{folder} has files that no event here has made, and that would be lost: {names}.",
            tip="Move them away.",
            say=say,
        )


def print_pack(pack: Pack, folder: Path, watch: Watch | None = None, *, workers: int = 1) -> list[Written]:
    """Print the pack into the folder, which the caller holds (`lock.alone_in`), by so many processes.

    All files take their names together, and those of an earlier pack of the same event that are no longer part of it
    are removed: the old pack stands, or the new one. Raises `CannotWriteError`, and as `hired`.
    """
    place = folder / pack.place
    for one in (folder, place, place / FOLDER):
        remove_leftovers(one)
    _remove_work(folder / _WORK_FOLDER)
    documents = pack.documents()
    with spooling(folder) as spool:
        with hired(workers) as crew:
            do_shards(pack.shards(), crew, spool, watch or Watch())
        with together(folder) as files:
            written = [one for document in documents for one in _write(document, place, spool, files)]
            if is_file(folder / RECORD):  # what that pack had and this one has not would be printed by mistake
                for stale in {*_named_as_ours(place)}.difference(one.path for one in written):
                    files.remove(stale)
            written.append(Written(folder / RECORD, 0, private=True))
            files.add(folder / RECORD, write_record(pack.event, pack.looks.recorded()), private=True)
    return written


def _remove_work(work: Path) -> None:
    """Remove such a folder, with what is named as files in it were; no link is followed."""
    if work.is_symlink():
        return
    remove_leftovers(work)
    with contextlib.suppress(OSError):
        for path in work.iterdir():
            if _OF_WORK.fullmatch(path.name) and path.is_file() and not path.is_symlink():
                path.unlink()
        work.rmdir()


def _write(document: Document, folder: Path, spool: Spool, files: FilesTogether) -> Iterator[Written]:
    """Write the document's files."""
    for name, chunks in document.files(spool):
        files.add(folder / name, chunks, private=document.private)
        yield Written(folder / name, document.pages, document.private)


def _named_as_ours(folder: Path) -> Iterator[Path]:
    """What has the name of a pack's file, event.json aside."""
    for path in sorted([*folder.glob("*"), *(folder / FOLDER).glob("*.pdf")]):
        if _OURS.fullmatch(path.relative_to(folder).as_posix()):
            yield path
