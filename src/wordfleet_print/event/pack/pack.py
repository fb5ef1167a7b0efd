"""`Pack`: an event's plan and looks, printed into a folder; what was finished before a stop is not done again."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property, partial
from hashlib import blake2b
from itertools import chain
from pathlib import Path

from wordfleet_print.errors import CannotWriteError, Complaint, PartlyDoneError
from wordfleet_print.event.pack.contents import card_batches, index_batches, index_forms, key_batches, slip_batches
from wordfleet_print.event.pack.document import Book, PdfBook, do_task
from wordfleet_print.event.pack.lists import Listed, manifest_csv, manifest_json
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.pack.order import SEATINGS, round_title, sections
from wordfleet_print.event.pack.papers import Batch, Forms, Said, cut, paper_book
from wordfleet_print.event.pack.players import FOLDER, PlayersBook
from wordfleet_print.event.pack.sections import SPARES, Part, RowsPart, parts_of, sheets_book
from wordfleet_print.event.pack.setup import Row, Setup, row_of
from wordfleet_print.event.plan.planner import EventPlan, spare_places
from wordfleet_print.event.plan.record import write_record
from wordfleet_print.event.roster.packed import PackedPlayers, clubs_of, names_of
from wordfleet_print.event.run.executor import Crew
from wordfleet_print.event.run.runner import Watch, run_shards
from wordfleet_print.event.run.store import RESUME, WORK_FOLDER, Spool, WorkFolder
from wordfleet_print.event.run.versions import makers
from wordfleet_print.files import is_folder, remove_leftovers, write_stream, write_streams
from wordfleet_print.press.stationery.cards import MOST_LINES
from wordfleet_print.press.text.glyphs import Characters, characters_of_sheets, characters_of_stationery
from wordfleet_print.press.tracker import cut_names
from wordfleet_print.sheet.sheet import Seat, words_from
from wordfleet_print.wording import some_of

RECORD = "event.json"
SPARES_IN_KEY = "Spares"
"""Stands in the head of the key instead of a round: there is little room."""
_OURS = re.compile(
    r"sheets(-[0-9]+)?\.pdf|spares\.pdf|key\.pdf|table-cards\.pdf|name-index\.pdf|score-slips\.pdf"
    rf"|manifest\.(csv|json)|{FOLDER}/[0-9]{{5,}}-[a-z0-9-]+\.pdf"
)


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
    """Everything that an event needs on paper. `back` is a PDF of one page to print behind every sheet, or None."""

    plan: EventPlan
    looks: PackLooks
    back: bytes | None = None

    @cached_property
    def setup(self) -> Setup:
        """What workers need to make its sheets."""
        return self._setup()

    def _setup(self, *, single: bool = False) -> Setup:
        plan, looks = self.plan, self.looks
        deck = plan.terms.deck()
        fleets = {"The ", *deck.names.adjectives, *deck.names.nouns}
        names = chain(fleets, names_of(plan.roster.players))
        characters = characters_of_sheets(names, {words_from(deck), *fleets})
        return Setup(plan.terms, looks, looks.variants(plan.roster.players), characters, single)

    @cached_property
    def _paper_characters(self) -> Characters:
        players, deck = self.plan.roster.players, self.plan.terms.deck()
        fleets = chain(deck.names.adjectives, deck.names.nouns)
        return characters_of_stationery(chain([self.plan.title, "–"], names_of(players), clubs_of(players), fleets))

    def long_names(self) -> list[str]:
        """The players' names that are cut with an ellipsis on their own sheets, or on those of the same kind."""
        ready = self.setup.ready()
        layouts = [imposition.layout for imposition in ready.impositions]
        of_variant = dict(zip(self.setup.variants, layouts, strict=True))
        nobody = replace(ready.make(Row(0, Seat())), fleet_name="")
        named = {(one.name, self.looks.variant(one)): None for one in self.plan.roster.players if one.name}
        return [
            name
            for name, variant in named
            if cut_names(replace(nobody, captain=name, opponent=name), of_variant[variant])
        ]

    def digest(self) -> str:
        """Names the pack: another plan, other looks, another version or another date in its PDFs give another."""
        plan, roster = self.plan, self.plan.roster
        once = (
            dict(makers()),
            plan.title,
            plan.seed,
            plan.terms,
            roster.fixtures,
            len(roster.players),
            self.looks,
        )
        digest = blake2b(repr(once).encode(), digest_size=16, person=b"event pack")
        for one, seeds in zip(plan.rounds, plan.seeds, strict=True):
            digest.update(one.seats)
            digest.update(seeds)
        digest.update(plan.spares)
        for column in PackedPlayers.of(roster.players).columns():
            digest.update(column)
        digest.update(self.back or b"")
        return digest.hexdigest()

    def books(self) -> list[Book]:
        """Every file of the pack. Raises `BadInputError` for what does not fit the paper."""
        return self._books

    @cached_property
    def _books(self) -> list[Book]:
        sheets = list(self._sheets_books())
        listed = partial(self._listed, sheets)
        count = sum(len(book.skeleton.shapes) for book in sheets)
        books: list[Book] = [*sheets, *self._papers(), manifest_csv(self.setup, listed, count)]
        books.append(manifest_json(self.setup, listed, count))
        if self.looks.per_player:
            books.append(PlayersBook(self.plan, self._setup(single=True), self.back))
        return books

    # Sheets

    def _parts(self) -> Iterator[Part]:
        size = max(1, min(SEATINGS, self.looks.split // 2)) if self.looks.split else SEATINGS
        return parts_of(self.plan, self.setup, sections(self.plan, self.looks.collation, size))

    def _sheets_books(self) -> Iterator[PdfBook]:
        """The sheets in one file, or in several of at most so many; then the spare ones."""
        title = f"{self.plan.title} – {self.plan.terms.deck().edition.tracker.title}"
        if not self.looks.split:
            yield sheets_book("sheets.pdf", title, self.setup, self._parts, self.back)
        else:
            files = list(self._split())
            digits = max(2, len(str(len(files))))
            for number, parts in enumerate(files, start=1):
                name = f"sheets-{number:0{digits}d}.pdf"
                yield sheets_book(name, title, self.setup, partial(iter, parts), self.back)
        if len(self.plan.spares):
            usual = replace(self.setup, variants=self.setup.variants[:1])
            yield sheets_book("spares.pdf", f"{title}, spare sheets", usual, self._spare_parts, self.back)

    def _split(self) -> Iterator[list[Part]]:
        """The parts of each file."""
        file: list[Part] = []
        sheets = 0
        for part in self._parts():
            if file and sheets + part.sheets > self.looks.split:
                yield file
                file, sheets = [], 0
            file.append(part)
            sheets += part.sheets
        yield file

    def _spare_parts(self) -> Iterator[Part]:
        for rows in cut(map(row_of, spare_places(self.plan)), 2 * SEATINGS):
            span = f"{SPARES} {rows[0].seat.serial}–{rows[-1].seat.serial}"
            yield RowsPart((SPARES, span) if len(self.plan.spares) > len(rows) else (SPARES,), rows)

    def _all_parts(self) -> Iterator[Part]:
        yield from self._parts()
        if len(self.plan.spares):
            yield from self._spare_parts()

    def _listed(self, books: Iterable[PdfBook]) -> Iterator[Listed]:
        parts = self._all_parts()
        for book in books:
            for page, part in zip(book.skeleton.pages[:-1], parts, strict=False):
                yield part, book.name, page + 1

    # Stationery

    def _papers(self) -> Iterator[PdfBook]:
        plan = self.plan
        rounds = min(len(plan.rounds), MOST_LINES)
        heads = [*(round_title(one) for one in plan.rounds), SPARES, ""]
        said = [*(Said(str(one.number)) for one in plan.rounds), Said(SPARES_IN_KEY), Said()]
        yield paper_book("key.pdf", self._forms("key", said), partial(self._keyed, heads), self.setup)
        if any(seating.table for one in plan.rounds for seating in one):
            cards = partial(card_batches, plan)
            yield paper_book("table-cards.pdf", self._forms("table-cards", [Said("", rounds)]), cards)
            slips = partial(slip_batches, plan)
            yield paper_book("score-slips.pdf", self._forms("score-slips", [Said()]), slips)
        yield paper_book("name-index.pdf", self._forms("name-index", index_forms(plan)), index_batches(plan))

    def _keyed(self, heads: Sequence[str]) -> Iterator[Batch]:
        return key_batches(self._all_parts(), heads)

    def _forms(self, kind: str, said: Iterable[Said]) -> Forms:
        terms, looks = self.plan.terms, self.looks
        return Forms(kind, terms.edition, looks.paper, self.plan.title, tuple(said), self._paper_characters)


def check_free(folder: Path) -> None:
    """Refuse a folder in which files that no event made have the names of a pack's, or in which folders have them.

    Raises `CannotWriteError`.
    """
    named = list(_named_as_ours(folder))
    for path in named:
        if is_folder(path):
            raise CannotWriteError(
                f"Cannot write {path}: it is a folder.", tip="Remove it, or choose another folder with --output."
            )
    if named and not ((folder / RECORD).exists() or (folder / WORK_FOLDER).exists()):
        names = some_of([path.relative_to(folder) for path in named], MOST_TOLD)
        raise CannotWriteError(
            f"{folder} has files that no event here has made, and that would be lost: {names}.",
            tip="Choose another folder with --output, or move them away.",
        )


def forget_unbegun(pack: Pack, folder: Path) -> None:
    """Remove the work folder unless it holds a finished shard of this pack: a refused run leaves no trace."""
    work = WorkFolder.of(folder)
    spool = work.spool(pack.digest())
    if not any(spool.has(shard.name) for book in pack.books() for shard in book.shards()):
        work.clear()


def print_pack(pack: Pack, folder: Path, crew: Crew, watch: Watch) -> list[Written]:
    """Print the pack into the folder, which the caller holds (`busy.alone_in`).

    Every file appears whole under its name; files of an earlier pack of the same event that are no longer part of it
    are removed. Raises `CannotWriteError`; `PartlyDoneError` where shards had to be left out: their files are missing,
    all others are written, and the same command goes on.
    """
    for place in (folder, folder / FOLDER):
        remove_leftovers(place)
    work = WorkFolder.of(folder)
    spool = work.spool(pack.digest())
    books = pack.books()
    lost = run_shards(chain.from_iterable(book.shards() for book in books), do_task, spool, crew, watch)
    whole = [book for book in books if not _lost(book, lost)]
    written = [
        Written(folder / name, _pages(book), book.private) for book in whole for name in _write(book, folder, spool)
    ]
    if lost:
        what = "is not written: part of its work failed again and again"
        raise PartlyDoneError(
            "Part of the pack could not be printed.",
            *(Complaint(book.name, what) for book in books if _lost(book, lost)),
            tip=RESUME,
        )
    _remove_stale(folder, {one.path for one in written})
    write_stream(folder / RECORD, write_record(pack.plan, asdict(pack.looks)), private=True)
    work.clear()
    return [*written, Written(folder / RECORD, 0, private=True)]


def _lost(book: Book, names: Iterable[str]) -> bool:
    """Whether any shard of the book is among those left out."""
    prefix = f"{book.name.replace('/', '-')}-"
    return any(name.startswith(prefix) for name in names)


def _write(book: Book, folder: Path, spool: Spool) -> list[str]:
    """Write the book's files; their names."""
    names: list[str] = []

    def files() -> Iterator[tuple[Path, Iterable[bytes]]]:
        for name, chunks in book.files(spool):
            names.append(name)
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            yield path, chunks

    write_streams(files(), private=book.private)
    return names


def _pages(book: Book) -> int:
    return book.pages if isinstance(book, PdfBook) else 0


def _remove_stale(folder: Path, written: Collection[Path]) -> None:
    """Remove what an earlier pack in this folder had and this one has not: it would be printed by mistake."""
    if not (folder / RECORD).is_file():
        return
    for path in _named_as_ours(folder):
        if path not in written:
            path.unlink()


def _named_as_ours(folder: Path) -> Iterator[Path]:
    """What has the name of a pack's file, event.json aside."""
    for path in sorted([*folder.iterdir(), *(folder / FOLDER).glob("*.pdf")]):
        if _OURS.fullmatch(path.relative_to(folder).as_posix()):
            yield path
