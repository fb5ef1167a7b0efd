"""What can be downloaded: shelves, packs, pairs; and what need not be made again.

The list `.wordfleet-site.json` is kept beside the site. It also tells the site's files from anybody else's.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from wordfleet_print import __version__
from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.game import Edition, Rulebook, RulesSource
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.rulebook.weasyprint_pdf import Printed
from wordfleet_print.wording import how_many

PAGE, PDF, BOOKLET, QUICK, PACK = "page", "rulebook", "booklet", "quick reference", "tracker pack"
"""The kinds of files; all but pages are downloads, shown in this order."""
PREVIEW = "link preview"
"""The picture beside a link to a page, where people share it."""
KINDS = (PDF, BOOKLET, QUICK, PACK)

ASSETS, DOWNLOADS, PAIRS, PREVIEWS = "assets", "downloads", "pairs", "previews"
FOLDERS = (ASSETS, DOWNLOADS, PAIRS, PREVIEWS)
"""What stands inside a site's folder."""

_TARGETS = {PDF: "", BOOKLET: "-booklet", QUICK: "-quick-reference", PACK: "-trackers"}


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


LIST = ".wordfleet-site.json"
PACKAGE = Path(__file__).resolve().parents[1]

_NAME = re.compile(r"(?:[a-z0-9][a-z0-9-]*/)?[a-z0-9][a-z0-9.-]*")


@dataclass
class Unit:
    """Files that are made together from the same input: a page with its assets, or one download."""

    kind: str
    slug: str
    paper: Paper | None
    key: str
    files: Mapping[str, bytes] = field(default_factory=dict)
    pages: int = 0
    notes: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What the list calls it."""
        return "/".join([self.kind, self.slug, *([self.paper.slug] if self.paper else [])])

    @property
    def target(self) -> str:
        """The name of its first file."""
        return target(self.slug, self.kind, self.paper.slug if self.paper else "")


def unit(kind: str, slug: str, paper: Paper | None, *made_from: str) -> Unit:
    """A unit that is to be made, its key a digest of what it is made from."""
    return Unit(kind, slug, paper, digest([kind, paper.slug if paper else "", *made_from]))


@dataclass(frozen=True, slots=True)
class LastBuild:
    """What the list in a site's folder says: of each file its digest; of each unit key, pages, notes, and its files."""

    folder: Path
    files: Mapping[str, str]
    units: Mapping[str, Mapping[str, Any]]

    def fill(self, unit: Unit, *, stale_is_fine: bool = False) -> bool:
        """Whether the unit's files stand there as they would come out again; if so, it is filled with them."""
        record = self.units.get(unit.name)
        if not record or not (record["key"] == unit.key or stale_is_fine):
            return False
        files = self.untouched(record["files"])
        if len(files) < len(record["files"]):
            return False
        unit.files, unit.key, unit.pages, unit.notes = files, record["key"], record["pages"], record["notes"]
        return True

    def untouched(self, names: Iterable[str]) -> dict[str, bytes]:
        """Those of these files that are as the site wrote them: nobody has changed them since."""
        contents = ((name, stands(self.folder, name)) for name in sorted(names))
        return {name: content for name, content in contents if content is not None and sha(content) == self.files[name]}


def last_build(folder: Path) -> LastBuild:
    """The build that stands in a folder; an empty one where there is none or its list is not to be trusted."""
    nothing = LastBuild(folder, {}, {})
    try:
        listed = json.loads(stands(folder, LIST) or b"{}")
        units = listed["units"].values()
        names = set(listed["files"])
        whole = names.issuperset(name for unit in units for name in unit["files"])
        whole &= all(isinstance(unit["key"] + "".join(unit["notes"]), str) and unit["pages"] >= 0 for unit in units)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return nothing
    good = whole and all(_NAME.fullmatch(name) for name in names)
    return LastBuild(folder, listed["files"], listed["units"]) if good else nothing


def listed(files: Mapping[str, bytes], units: Sequence[Unit]) -> bytes:
    """The list of a site's files, and what each was made from."""
    facts = {
        "files": {name: sha(content) for name, content in sorted(files.items())},
        "units": {
            unit.name: {"key": unit.key, "files": sorted(unit.files), "pages": unit.pages, "notes": unit.notes}
            for unit in units
        },
    }
    return (json.dumps(facts, indent=1, ensure_ascii=False) + "\n").encode()


def workshop() -> str:
    """A digest of everything here that decides how a file comes out: code, templates, fonts, words, libraries."""
    parts: list[str | bytes] = [__version__]
    for name in ("weasyprint", "reportlab", "resvg-py", "markdown", "jinja2", "nh3", "pydyf", "fonttools"):
        try:
            parts.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            parts.append(f"no {name}")
    for folder in (PACKAGE, data_folder("templates"), data_folder("wordlists")):
        parts += folder_bytes(folder)
    return digest(parts)


def folder_bytes(folder: Path | None, but: str = "") -> Iterator[str | bytes]:
    """Names and contents of all files in a folder, in order, `but` those with this ending."""
    for path in sorted(folder.rglob("*")) if folder else ():
        if path.is_file() and "__pycache__" not in path.parts and not (but and path.name.endswith(but)):
            yield path.relative_to(folder).as_posix() if folder else ""
            yield read(path) or b""  # an editor's own files come and go


def digest(parts: Iterable[str | bytes]) -> str:
    """A short digest of these parts, each taken apart from its neighbours."""
    hashed = hashlib.sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        hashed.update(f"{len(content)}:".encode() + content)
    return hashed.hexdigest()[:32]


def read(path: Path) -> bytes | None:
    """A file's bytes, or None where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError:
        return None


def stands(folder: Path, name: str) -> bytes | None:
    """A file of a site as it stands in its folder; None where there is none, or a link on the way to it."""
    path = folder / name
    linked = path.is_symlink() or (path.parent != folder and path.parent.is_symlink())
    return None if linked else read(path)


def sha(content: bytes) -> str:
    """The digest by which the list knows a file."""
    return hashlib.sha256(content).hexdigest()


PACK_SEED = "published pack"
TIER = "standard"


def print_pack(edition: Edition, paper: Paper) -> Printed:
    """A table's trackers with words, then as many blank ones: one PDF, the same bytes every time. Blank ones alone, and
    a warning, where the bundled words cannot supply the edition.

    Raises `BadInputError` for an edition that does not fit the paper. Source: the press, with a fixed seed.
    """
    from wordfleet_print.fleet.deck import blank_deck, tier_deck
    from wordfleet_print.fleet.word_lists import load_tier
    from wordfleet_print.press.panels.layout import Looks, sheet_layout
    from wordfleet_print.press.trackers import print_trackers
    from wordfleet_print.sheet.sheet import deal

    seats, seed = ("",) * edition.players.count, f"{PACK_SEED} {edition.slug}"
    pairs, warnings = [], []
    for deck, blank in ((tier_deck(edition, load_tier(TIER)), False), (blank_deck(edition), True)):
        layout = sheet_layout(edition, Looks(paper), blank=blank)
        try:
            pairs += [(sheet, layout) for sheet in deal(deck, seats, seed)]
        except BadInputError as error:
            warnings.append(f"no sheets with words: {error.message.rstrip('.')}")
    return Printed(print_trackers(edition, pairs), sum(len(layout.pages) for _, layout in pairs), tuple(warnings))


PAIRS_SEED = "published pairs"


def pair_shelves(units: Sequence[Unit], sources: Mapping[str, RulesSource]) -> tuple[PairShelf, ...]:
    """The pairs that there are, by edition and paper, in the order that games stand in."""
    found: dict[str, list[tuple[Paper, tuple[str, ...]]]] = {}
    for unit in units:
        if unit.kind == PAIRS and unit.paper and unit.files:
            found.setdefault(unit.slug, []).append((unit.paper, tuple(sorted(unit.files))))
    books = [book for game in games_of(source.book for source in sources.values()) for book in game.books]
    return tuple(PairShelf(sources[book.slug].edition, tuple(found[book.slug])) for book in books if book.slug in found)


def print_pairs(edition: Edition, paper: Paper, count: int) -> tuple[Printed, ...]:
    """So many tables' trackers with words, no fleet twice: each pair has the same sheets on every paper, and the same
    bytes however many there are.

    Raises `BadInputError` for an edition that the words cannot supply or that does not fit the paper.
    Source: the press, with a fixed seed.
    """
    from wordfleet_print.fleet.deck import tier_deck
    from wordfleet_print.fleet.word_lists import load_tier
    from wordfleet_print.press.panels.layout import Looks, sheet_layout
    from wordfleet_print.press.trackers import print_trackers
    from wordfleet_print.sheet.sheet import deal

    deck, seats = tier_deck(edition, load_tier(TIER)), edition.players.count
    layout = sheet_layout(edition, Looks(paper))
    sheets = [(sheet, layout) for sheet in deal(deck, ("",) * seats * count, f"{PAIRS_SEED} {edition.slug}")]
    tables = [sheets[first : first + seats] for first in range(0, len(sheets), seats)]
    return tuple(Printed(print_trackers(edition, table), len(layout.pages) * seats, ()) for table in tables)
