"""Everything that the site offers to print, and the program's own files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import blank_deck, tier_deck
from wordfleet_print.fleet.word_lists import load_words
from wordfleet_print.games import Edition, RulesSource
from wordfleet_print.games.registry import find_game
from wordfleet_print.kit.document import make_kit
from wordfleet_print.kit.printing import print_document
from wordfleet_print.messages import how_many
from wordfleet_print.paper import Paper
from wordfleet_print.rulebook.fill_facts import BookSource
from wordfleet_print.rulebook.page import BookSettings
from wordfleet_print.rulebook.pdf import Printed
from wordfleet_print.rulebook.print_book import BOOK, BOOKLET, QUICK, print_files
from wordfleet_print.settings.games import KitSettings
from wordfleet_print.sheet.dealing import deal
from wordfleet_print.site.pairs import (
    TIER,
    list_word_choices,
    name_pair,
    print_pairs,
)
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.tracker.print_trackers import SheetToPrint, count_pages, print_trackers

PACK = "tracker pack"
KIT = "kit"
PAIRS = "pairs"
# The kinds of downloads in the order in which they are shown, and how their files end.
KINDS = {BOOK: "", BOOKLET: "-booklet", QUICK: "-quick-reference", PACK: "-trackers", KIT: "-kit"}
# Those that the first page offers next to the rules.
FIRST_KINDS = (BOOK, KIT)


@dataclass(frozen=True, slots=True)
class Download:
    """Files to download that one call makes."""

    slug: str
    """Of their book."""
    kind: str
    """Of the call: a kind of file below, or BOOK for a book with its booklet and quick reference.
    """
    paper: Paper
    names: tuple[str, ...]
    """Their paths in the site: “downloads/reeds-a4.pdf”."""
    kinds: tuple[str, ...]
    """What each of the files is, as in `KINDS`, or PAIRS."""
    make: Callable[[], tuple[Printed, ...]]
    """Makes the files, in the order of `names`."""
    words: str = ""
    """The slug of the list of words that pairs are dealt from."""


def make_download(download: Download) -> tuple[Printed, ...]:
    """Return the files of a download."""
    return download.make()


@dataclass(frozen=True, slots=True)
class ListedFile:
    """A file to download, as a page shows it."""

    slug: str
    """Of its book."""
    kind: str
    """As in `KINDS`, or PAIRS."""
    paper: Paper
    name: str
    """Its path in the site."""
    size: int
    """In bytes."""
    pages: int
    words: str = ""
    """The slug of the list of words that a pair is dealt from."""

    @property
    def length(self) -> str:
        """Its pages, in words."""
        return how_many(self.pages, "page")

    @property
    def weight(self) -> str:
        """Its size, in words."""
        return describe_size(self.size)


def list_downloads(
    sources: Sequence[BookSource], papers: Sequence[Paper], pair_count: int, *, pdfs: bool
) -> Iterator[Download]:
    """Yield everything that can be printed of these books on these papers.

    That is, with `pdfs`, all books, packs and kits, and `pair_count` pairs from each list of words
    of each edition.
    """
    for source in sources:
        for paper in papers:
            if pdfs:
                yield from _list_pdfs(source, paper)
            if pair_count and find_game(source.book).has_trackers:
                yield from _list_pairs(source.edition, paper, pair_count)


def _list_pairs(edition: Edition, paper: Paper, count: int) -> Iterator[Download]:
    """Yield, for each list of words, the `count` pairs that are dealt from it."""
    slug = edition.slug
    for words in list_word_choices(edition):
        numbers = range(1, count + 1)
        names = tuple(name_pair(slug, words.slug, paper.slug, number) for number in numbers)
        make = partial(print_pairs, edition, words, paper, count)
        yield Download(slug, PAIRS, paper, names, (PAIRS,) * count, make, words.slug)


def _list_pdfs(source: BookSource, paper: Paper) -> Iterator[Download]:
    """Yield the book, the tracker pack of an edition, and the kit if there is one."""
    slug = source.book.slug

    def write_path(kind: str) -> str:
        return f"downloads/{slug}{KINDS[kind]}-{paper.slug}.pdf"

    book_kinds = (BOOK, BOOKLET, QUICK)
    make_books = partial(print_files, source, BookSettings(paper), book_kinds)
    yield Download(slug, BOOK, paper, tuple(map(write_path, book_kinds)), book_kinds, make_books)
    if find_game(source.book).has_trackers:
        make_pack = partial(print_pack, source, paper)
        yield Download(slug, PACK, paper, (write_path(PACK),), (PACK,), make_pack)
    if source.book.kit:
        make_kit_pdf = partial(print_whole_kit, source, paper)
        yield Download(slug, KIT, paper, (write_path(KIT),), (KIT,), make_kit_pdf)


def print_pack(source: RulesSource, paper: Paper) -> tuple[Printed, ...]:
    """Return one PDF with a table's trackers with words, then as many blank ones.

    The seed is the edition's, so that the bytes are the same every time. Raises `BadInputError` for
    an edition that does not fit the paper.
    """
    edition = source.edition
    notes: list[str] = []
    sheets: list[SheetToPrint] = []
    names = ("",) * edition.players.count
    for deck in (tier_deck(edition, load_words(edition.language, TIER)), blank_deck(edition)):
        try:
            dealt_sheets = deal(deck, names, f"published pack {edition.slug}")
        except BadInputError as error:
            # The bundled words do not suit every edition. Then the blank sheets are alone.
            notes.append(f"no sheets with words: {error.message.rstrip('.')}")
        else:
            sheets += [SheetToPrint(sheet, SheetLooks(paper)) for sheet in dealt_sheets]
    return (Printed(print_trackers(edition, sheets), count_pages(sheets), tuple(notes)),)


def print_whole_kit(source: BookSource, paper: Paper) -> tuple[Printed, ...]:
    """Return a game's kit. Raises `BadInputError` for one that cannot be printed on this paper."""
    return (print_document(make_kit(source, KitSettings(paper=paper.slug))),)


# The systems that a file of the program can be for, by a word in its name.
SYSTEMS = {"windows": "Windows", "macos": "macOS", "linux": "Linux"}


@dataclass(frozen=True, slots=True)
class App:
    """A file with the program itself, which somebody has put into the site's folder."""

    name: str
    size: int

    @property
    def file(self) -> str:
        """Its name without the folder."""
        return self.name.rpartition("/")[2]

    @property
    def system(self) -> str:
        """The system that it is for; its name, if that does not say so."""
        systems = (title for word, title in SYSTEMS.items() if word in self.file.lower())
        return next(systems, self.file)

    @property
    def weight(self) -> str:
        """Its size, in words."""
        return describe_size(self.size)


def describe_size(size: int) -> str:
    """Return a number of bytes in words: “30 kB”, “1.2 MB”."""
    if size >= 995_000:
        return f"{size / 1e6:.1f} MB"
    return f"{max(1, round(size / 1000))} kB"
