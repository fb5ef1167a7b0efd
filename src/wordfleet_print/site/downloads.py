"""What a site offers to print: books, kits, tracker packs and ready pairs, each made by one call."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import blank_deck, tier_deck
from wordfleet_print.fleet.word_lists import load_tier
from wordfleet_print.games import Edition, RulesSource
from wordfleet_print.kit.document import make_kit
from wordfleet_print.kit.printing import print_document
from wordfleet_print.messages import how_many
from wordfleet_print.rulebook.page import BookSettings
from wordfleet_print.rulebook.pdf import BOOK, BOOKLET, QUICK, Printed, print_files
from wordfleet_print.settings.kit import KitSettings
from wordfleet_print.sheet.sheet import deal
from wordfleet_print.tracker.geometry import Paper
from wordfleet_print.tracker.layout import SheetLooks
from wordfleet_print.tracker.trackers import SheetToPrint, count_pages, print_trackers

PACK, KIT, PAIRS = "tracker pack", "kit", "pairs"
ENDINGS = {BOOK: "", BOOKLET: "-booklet", QUICK: "-quick-reference", PACK: "-trackers", KIT: "-kit"}
"""The kinds of downloads in the order in which they are shown, and how their files end."""
TIER = "standard"


@dataclass(frozen=True, slots=True)
class Download:
    """Files that one call makes: of which book, what they are, on which paper; `names` are their places in the site."""

    slug: str
    kind: str
    paper: Paper
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    make: Callable[[], tuple[Printed, ...]]


@dataclass(frozen=True, slots=True)
class Listed:
    """A file to download, as a page shows it."""

    slug: str
    kind: str
    paper: Paper
    name: str
    size: int
    pages: int

    @property
    def length(self) -> str:
        """Its pages, in words."""
        return how_many(self.pages, "page")

    @property
    def weight(self) -> str:
        """Its size, in words."""
        return f"{self.size / 1e6:.1f} MB" if self.size >= 995_000 else f"{max(1, round(self.size / 1000))} kB"


def list_downloads(
    sources: Sequence[RulesSource], papers: Sequence[Paper], pairs: int, *, pdfs: bool
) -> Iterator[Download]:
    """Yield everything that can be printed of these rules, and `pairs` pairs of each edition on each paper."""
    for source in sources:
        slug, edition = source.book.slug, isinstance(source.book, Edition)
        for paper in papers:

            def place(kind: str, slug: str = slug, paper: Paper = paper) -> str:
                return f"downloads/{slug}{ENDINGS[kind]}-{paper.slug}.pdf"

            if pdfs:
                kinds = (BOOK, BOOKLET, QUICK)
                books = partial(print_files, source, BookSettings(paper), kinds)
                yield Download(slug, BOOK, paper, tuple(map(place, kinds)), kinds, books)
            if pdfs and edition:
                yield Download(slug, PACK, paper, (place(PACK),), (PACK,), partial(print_pack, source, paper))
            if pdfs and source.book.kit:
                yield Download(slug, KIT, paper, (place(KIT),), (KIT,), partial(print_whole_kit, source, paper))
            if pairs and edition:
                names = tuple(f"pairs/{slug}-{paper.slug}-{number:03d}.pdf" for number in range(1, pairs + 1))
                yield Download(slug, PAIRS, paper, names, (PAIRS,) * pairs, partial(print_pairs, source, paper, pairs))


def print_pack(source: RulesSource, paper: Paper) -> tuple[Printed, ...]:
    """Return a table's trackers with words, then as many blank ones, in one PDF; the same bytes every time.

    Raises `BadInputError` for an edition that does not fit the paper.
    """
    edition, notes = source.edition, list[str]()
    sheets: list[SheetToPrint] = []
    for deck in (tier_deck(edition, load_tier(TIER)), blank_deck(edition)):
        try:
            dealt = deal(deck, ("",) * edition.players.count, f"published pack {edition.slug}")
            sheets += [SheetToPrint(sheet, SheetLooks(paper)) for sheet in dealt]
        except BadInputError as error:  # the bundled words do not suit every edition; blank sheets do
            notes.append(f"no sheets with words: {error.message.rstrip('.')}")
    return (Printed(print_trackers(edition, sheets), count_pages(sheets), tuple(notes)),)


def print_pairs(source: RulesSource, paper: Paper, count: int) -> tuple[Printed, ...]:
    """Return trackers with words for `count` tables, a PDF each: no fleet twice, the same sheets on every paper.

    Raises `BadInputError` for an edition that the words cannot supply or that does not fit the paper.
    """
    edition = source.edition
    seats = edition.players.count
    dealt = deal(tier_deck(edition, load_tier(TIER)), ("",) * seats * count, f"published pairs {edition.slug}")
    sheets = [SheetToPrint(sheet, SheetLooks(paper)) for sheet in dealt]
    tables = [sheets[first : first + seats] for first in range(0, len(sheets), seats)]
    return tuple(Printed(print_trackers(edition, table), count_pages(table)) for table in tables)


def print_whole_kit(source: RulesSource, paper: Paper) -> tuple[Printed, ...]:
    """Return a game's kit. Raises `BadInputError` for one that cannot be printed on this paper."""
    return (print_document(make_kit(source, KitSettings(paper=paper.slug))),)
