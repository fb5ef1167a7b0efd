"""What can be downloaded: shelves, packs, pairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wordfleet_print.errors import BadInputError
from wordfleet_print.games import Edition, Rulebook, RulesSource
from wordfleet_print.rulebook.weasyprint_pdf import Printed
from wordfleet_print.tracker.geometry import Paper
from wordfleet_print.wording import how_many

PAGE, PDF, BOOKLET, QUICK = "page", "rulebook", "booklet", "quick reference"
PACK, KIT = "tracker pack", "kit"
"""The kinds of files; all but pages are downloads, shown in this order."""
PREVIEW = "link preview"
"""The picture beside a link to a page, where people share it."""
KINDS = (PDF, BOOKLET, QUICK, PACK, KIT)

ASSETS, DOWNLOADS, PAIRS, PREVIEWS = "assets", "downloads", "pairs", "previews"
FOLDERS = (ASSETS, DOWNLOADS, PAIRS, PREVIEWS)
"""What stands inside a site's folder."""

_TARGETS = {PDF: "", BOOKLET: "-booklet", QUICK: "-quick-reference", PACK: "-trackers", KIT: "-kit"}


@dataclass(frozen=True, slots=True)
class Download:
    """A PDF to download: what it is, its paper, its file within the site, its size (bytes) and pages."""

    slug: str
    kind: str
    paper: str
    file: str
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


@dataclass(frozen=True, slots=True)
class Shelf:
    """All downloads of a rulebook: a row for each kind there is, with one download or none for each paper."""

    slug: str
    rows: tuple[tuple[str, tuple[Download | None, ...]], ...]


@dataclass(frozen=True, slots=True)
class PairShelf:
    """The ready pairs of an edition: for each paper their files, in the same order."""

    book: Edition
    papers: tuple[tuple[Paper, tuple[str, ...]], ...]

    @property
    def count(self) -> int:
        """How many there are on a paper."""
        return len(self.papers[0][1])


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its rulebooks, the plainest edition first."""

    books: tuple[Rulebook, ...]

    @property
    def first(self) -> Rulebook:
        """The rulebook that speaks for the game."""
        return self.books[0]


def target(slug: str, kind: str, paper: str) -> str:
    """The file of a page, a picture or a download within the site, the first of pairs. Raises nothing."""
    if kind == PAIRS:
        return pair_file(slug, paper, 1)
    if kind == PREVIEW:
        return f"{PREVIEWS}/{slug}.png"
    return f"{slug}.html" if kind == PAGE else f"{DOWNLOADS}/{slug}{_TARGETS[kind]}-{paper}.pdf"


def pair_file(slug: str, paper: str, number: int) -> str:
    """The file of a ready pair within the site, counted from 1. Raises nothing."""
    return f"{PAIRS}/{slug}-{paper}-{number:03d}.pdf"


def games_of(books: Iterable[Rulebook]) -> tuple[Game, ...]:
    """The games of these rulebooks, most editions first. Raises nothing. Source: `game` and `title`."""
    groups: dict[tuple[str, str], list[Rulebook]] = {}
    for book in sorted(books, key=lambda book: (len(book.slug), book.slug)):
        groups.setdefault((book.game, book.title), []).append(book)
    return tuple(sorted(map(Game, map(tuple, groups.values())), key=lambda g: (-len(g.books), g.first.title)))


def papers_of(downloads: Iterable[Download]) -> tuple[str, ...]:
    """The papers they are for, each once, in the order met. Raises nothing."""
    return tuple(dict.fromkeys(entry.paper for entry in downloads))


def shelf_of(slug: str, downloads: Sequence[Download]) -> Shelf:
    """The downloads of one rulebook, by kind and paper. Raises nothing."""
    papers = papers_of(downloads)
    found = {(entry.kind, entry.paper): entry for entry in downloads if entry.slug == slug}
    rows = ((kind, tuple(found.get((kind, paper)) for paper in papers)) for kind in KINDS)
    return Shelf(slug, tuple((kind, entries) for kind, entries in rows if any(entries)))


PACK_SEED = "published pack"
TIER = "standard"


def print_pack(edition: Edition, paper: Paper) -> Printed:
    """A table's trackers with words, then as many blank ones: one PDF, the same bytes every time. Blank ones alone, and
    a warning, where the bundled words cannot supply the edition.

    Raises `BadInputError` for an edition that does not fit the paper.
    """
    from wordfleet_print.fleet.deck import blank_deck, tier_deck
    from wordfleet_print.fleet.word_lists import load_tier
    from wordfleet_print.sheet.sheet import deal
    from wordfleet_print.tracker.layout import SheetLooks
    from wordfleet_print.tracker.trackers import SheetToPrint, print_trackers

    looks = SheetLooks(paper)
    seats, seed = ("",) * edition.players.count, f"{PACK_SEED} {edition.slug}"
    sheets, warnings = [], []
    for deck in (tier_deck(edition, load_tier(TIER)), blank_deck(edition)):
        try:
            sheets += [SheetToPrint(sheet, looks) for sheet in deal(deck, seats, seed)]
        except BadInputError as error:
            warnings.append(f"no sheets with words: {error.message.rstrip('.')}")
    return Printed(print_trackers(edition, sheets), len(sheets), tuple(warnings))


def print_default_kit(source: RulesSource, paper: Paper) -> Printed:
    """A game's kit with nothing asked for. Raises `BadInputError` for one that cannot be printed on this paper."""
    from wordfleet_print.press.ink.paper import PAPERS
    from wordfleet_print.press.kit.kit_press import kit_leaves, print_kit
    from wordfleet_print.press.kit.leaf import refuse
    from wordfleet_print.press.kit.written import KitLook, Typesetter
    from wordfleet_print.rulebook.text.kit_texts import KitWishes, fill_kit

    setter = Typesetter(source.book, KitLook(PAPERS[paper.slug]))
    parts, wrong = fill_kit(source, KitWishes())
    leaves, more = kit_leaves(parts, setter)
    refuse([*wrong, *more])
    return Printed(print_kit(leaves, setter), len(leaves), ())


PAIRS_SEED = "published pairs"


def print_pairs(edition: Edition, paper: Paper, count: int) -> tuple[Printed, ...]:
    """So many tables' trackers with words, no fleet twice: each pair has the same sheets on every paper, and the same
    bytes however many there are.

    Raises `BadInputError` for an edition that the words cannot supply or that does not fit the paper.
    """
    from wordfleet_print.fleet.deck import tier_deck
    from wordfleet_print.fleet.word_lists import load_tier
    from wordfleet_print.sheet.sheet import deal
    from wordfleet_print.tracker.layout import SheetLooks
    from wordfleet_print.tracker.trackers import SheetToPrint, print_trackers

    deck, seats = tier_deck(edition, load_tier(TIER)), edition.players.count
    dealt = deal(deck, ("",) * seats * count, f"{PAIRS_SEED} {edition.slug}")
    sheets = [SheetToPrint(sheet, SheetLooks(paper)) for sheet in dealt]
    tables = [sheets[first : first + seats] for first in range(0, len(sheets), seats)]
    return tuple(Printed(print_trackers(edition, table), seats, ()) for table in tables)
