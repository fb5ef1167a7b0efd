"""The site: every page and download made, checked, and only what changed written."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from wordfleet_print.errors import BadInputError, CannotWriteError, Complaint, MissingDependencyError
from wordfleet_print.files import check_writable, remove_leftovers, together, write_all
from wordfleet_print.games import Edition, RulesSource
from wordfleet_print.rulebook import downloads as shelf
from wordfleet_print.rulebook.bound_book import check_order
from wordfleet_print.rulebook.links import site_faults
from wordfleet_print.rulebook.previews import LANDING, link_lines, preview_order
from wordfleet_print.rulebook.rendering import Renderer, RenderOrder, all_of, render_here
from wordfleet_print.rulebook.site_pages import (
    SiteContext,
    SitePages,
    kit_linked,
    make_pages,
    pointed_here,
    rulebook_page,
    rulings_linked,
)
from wordfleet_print.rulebook.text.designers_folder import override_notes, read_sources
from wordfleet_print.rulebook.text.search_index import search_index
from wordfleet_print.rulebook.units import RENDERED, SITE_LIST, Making, Store, Unit, digest, store_in
from wordfleet_print.tracker.geometry import PAPERS, Paper

MAY_FAIL = (shelf.BOOKLET, shelf.QUICK, shelf.PACK, shelf.KIT, shelf.PAIRS)
"""What a designer's own may be unfit for: it is left out then, with a note."""
PACK_SIZE = 50
"""What a pack is beside rulebooks, whose size is how many elements they have."""

_OWN_NAMES = frozenset(["index", "compare", "pairs", "print", "search", "404"])


@dataclass(frozen=True, slots=True)
class Site:
    """A site to build. `url` is where it will stand, ending in a slash, or empty; `rules`, `templates`: own folders.

    `downloads`: with PDFs. `pairs`: so many ready pairs of each edition on each paper. `keeps_old`: those that are
    there stay as they are, even if their rules changed, and no other is made.
    """

    output: Path
    papers: tuple[Paper, ...] = tuple(PAPERS.values())
    rules: Path | None = None
    templates: Path | None = None
    url: str = ""
    downloads: bool = True
    pairs: int = 0
    keeps_old: bool = False

    @property
    def own(self) -> bool:
        """Whether anything of it is a designer's own."""
        return bool(self.rules or self.templates)


@dataclass
class Built:
    """What a build did: all files of the site with their sizes, those written and removed, made again, and notes.

    `machine` is what the renderer of PDFs misses on this machine, or empty.
    """

    files: dict[str, int]
    written: list[str]
    removed: list[str]
    made: list[str]
    notes: list[str]
    missing: MissingDependencyError | None = None
    machine: str = ""


def build_site(site: Site, render: Renderer = render_here) -> Built:
    """Make the site and write what changed; files that are not the site's stay untouched. The caller holds its folder.

    Raises `BadInputError` for rules that cannot be published, `CannotWriteError` where files cannot be written, stand
    there already and are not the site's, or would be written through a link. Nothing is written then. Without Pango the
    rulebooks' PDFs are left out and `missing` says how to get it. Source: docs/site.md.
    """
    check_writable(site.output)
    _refuse_links(site.output)
    sources = {source.book.slug: source for source in read_sources((), site.rules)}
    _refuse_own_names(sources)
    store = store_in(site.output, SITE_LIST)
    making = Making(tuple(sources.values()), site.rules, site.templates, store)
    downloads = list(_downloads(site, making))
    _refuse_twins(downloads)
    stale = store.stale(downloads, old_will_do=site.keeps_old)
    missing = None if site.keeps_old else _pdf_fault(stale, render)
    left_out = [unit for unit in stale if site.keeps_old or (missing and unit.kind in RENDERED)]
    downloads = [unit for unit in downloads if unit not in left_out]
    pages = list(_pages(site, making, downloads))
    units = [*pages, *downloads]
    new = [*store.stale(pages), *(unit for unit in stale if unit not in left_out)]
    machine = making.make(new, render, MAY_FAIL)
    paired = {unit.slug for unit in downloads if unit.kind == shelf.PAIRS and unit.files}
    for page in (unit for unit in pages if unit.kind == shelf.PAGE and unit.slug in paired):
        pointed = pointed_here(page.content.decode(), sources[page.slug].edition)
        page.files = {**page.files, page.file: pointed.encode()}
    for page in (unit for unit in pages if unit.kind == shelf.PAGE):
        kits = [(one.paper.title, one.file) for one in downloads if (one.slug, one.kind) == (page.slug, shelf.KIT)]
        page.files = {**page.files, page.file: kit_linked(page.content.decode(), kits).encode()}
    notes = [*override_notes(site.templates, site.rules)]
    notes += dict.fromkeys(note for unit in units for note in unit.notes)
    if notes and not site.own:
        raise BadInputError("The bundled rules have faults.", *(Complaint("", note) for note in notes))
    rest = RenderOrder(partial(make_pages, _context(site, units, sources, missing)), of="the site’s own pages")
    (others,) = all_of(render([rest]))
    files = _gathered(site, units, others)
    faults = [Complaint(name, what) for name, what in site_faults(files, frozenset(files))]
    if faults:
        raise BadInputError("The site's pages have faults.", *faults)
    written, removed = _write(store, files, units)
    sizes = {name: len(content) for name, content in sorted(files.items())}
    return Built(sizes, written, removed, [unit.file for unit in new], notes, missing, machine)


def _pdf_fault(units: Sequence[Unit], render: Renderer) -> MissingDependencyError | None:
    """Why none of these can be printed here; nothing where they can, or none of them is a rulebook."""
    answers = render([check_order()]) if any(unit.kind in RENDERED for unit in units) else []
    return next((answer for answer in answers if isinstance(answer, MissingDependencyError)), None)


def _refuse_links(folder: Path) -> None:
    """Raises `CannotWriteError` where a folder of the site is a link: whatever it leads to is not the site's."""
    links = [Complaint(str(folder / name), "is a link") for name in shelf.FOLDERS if (folder / name).is_symlink()]
    if links:
        raise CannotWriteError("A site is not written through links.", *links, tip="Remove them.", say=("output",))


def _refuse_own_names(sources: Mapping[str, RulesSource]) -> None:
    taken = [Complaint(source.name, f"has the slug {slug}") for slug, source in sources.items() if slug in _OWN_NAMES]
    if taken:
        raise BadInputError(f"A site has pages of its own called {', '.join(sorted(_OWN_NAMES))}.", *taken)


def _refuse_twins(units: Sequence[Unit]) -> None:
    """Raises `BadInputError` where two slugs would give different files one name."""
    seen: dict[str, str] = {}
    twins = [
        Complaint(unit.file, f"is the {unit.kind} of {unit.slug} and of {seen[unit.file]}")
        for unit in units
        if seen.setdefault(unit.file, unit.slug) != unit.slug
    ]
    if twins:
        raise BadInputError("Two files of the site would have one name; change a slug.", *twins)


# What is made, and what it is made from.


def _downloads(site: Site, making: Making) -> Iterator[Unit]:
    """Every download to be, each with a digest of all that it is made from."""
    editions = [source for source in making.sources.values() if isinstance(source.book, Edition)]
    for source in making.sources.values() if site.downloads else ():
        for paper in site.papers:
            yield from (making.printed(kind, source, paper) for kind in making.kinds(source))
            if source in editions:
                pack = RenderOrder(partial(shelf.print_pack, source.edition, paper), PACK_SIZE, source.name)
                yield making.trackers(shelf.PACK, source, paper, pack)
            if source.book.kit:
                kit = RenderOrder(partial(shelf.print_default_kit, source, paper), of=source.name)
                yield making.beside(shelf.KIT, source, paper, kit)
    for source in editions if site.pairs else ():
        for paper in site.papers:
            pairs = RenderOrder(partial(shelf.print_pairs, source.edition, paper, site.pairs), site.pairs)
            yield making.trackers(shelf.PAIRS, source, paper, pairs, str(site.pairs))


def _pages(site: Site, making: Making, downloads: Sequence[Unit]) -> Iterator[Unit]:
    """Every rulebook's page, and the pictures beside links to pages; `downloads` are what its bar leads to."""
    books = {slug: source.book for slug, source in making.sources.items()}
    paired = {unit.slug for unit in downloads if unit.kind == shelf.PAIRS}
    with_own = {unit.slug for unit in downloads if unit.kind != shelf.PAIRS}
    kits = {unit.slug for unit in downloads if unit.kind == shelf.KIT}
    in_bar = [str(sum(isinstance(book, Edition) for book in books.values()) > 1), str(bool(with_own)), site.url]
    for slug, source in making.sources.items():
        yield making.page(source, str(slug in with_own), str(slug in paired), str(slug in kits), *in_bar)
    seen = {**making.keys, LANDING: digest(making.keys.values())} if site.url else {}
    for slug, key in seen.items():
        yield Unit(shelf.PREVIEW, slug, shelf.target(slug, shelf.PREVIEW, ""), key, preview_order(slug, books))


# Putting it together, and writing it.


def _context(
    site: Site, units: Sequence[Unit], sources: Mapping[str, RulesSource], missing: MissingDependencyError | None
) -> SiteContext:
    downloads = tuple(
        shelf.Download(unit.slug, unit.kind, unit.paper.title, unit.file, len(unit.content), unit.pages)
        for unit in units
        if unit.files and unit.kind in shelf.KINDS
    )
    notes = ("Rulebooks to print are missing: they were left out when this site was built.",) if missing else ()
    books = tuple(source.book for source in sources.values())
    pages = {unit.slug: unit.content.decode() for unit in units if unit.kind == shelf.PAGE}
    index = search_index((book, pages[book.slug]) for game in shelf.games_of(books) for book in game.books)
    pairs = _pair_shelves(units, sources)
    return SiteContext(books, downloads, pairs, notes, site.url, site.templates, *index)


def _pair_shelves(units: Sequence[Unit], sources: Mapping[str, RulesSource]) -> tuple[shelf.PairShelf, ...]:
    """The pairs that there are, by edition and paper, in the order that games stand in."""
    found: dict[str, list[tuple[Paper, tuple[str, ...]]]] = {}
    for unit in units:
        if unit.kind == shelf.PAIRS and unit.files:
            found.setdefault(unit.slug, []).append((unit.paper, tuple(sorted(unit.files))))
    books = [book for game in shelf.games_of(source.book for source in sources.values()) for book in game.books]
    return tuple(shelf.PairShelf(sources[b.slug].edition, tuple(found[b.slug])) for b in books if b.slug in found)


def _gathered(site: Site, units: Sequence[Unit], others: SitePages) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for unit in units:
        if unit.kind == shelf.PAGE and len(unit.files) == 1:  # fresh from its template
            links = link_lines(site.url, unit.slug, unit.file)
            page, assets = rulebook_page(unit.content.decode(), others.bars[unit.slug], others.bar_styles, links)
            unit.files = {unit.file: page.encode(), **assets}
        files |= unit.files
    files |= others.files
    return files | rulings_linked(files)


def _write(store: Store, files: Mapping[str, bytes], units: Sequence[Unit]) -> tuple[list[str], list[str]]:
    """Write what differs, remove what the site no longer has. Returns the names of both."""
    folder, to_write = store.folder, store.changed(files, units)
    changed = sorted(to_write.keys() & files.keys())
    foreign = [name for name in changed if name not in store.files and os.path.lexists(folder / name)]
    if foreign:
        why = f"{folder} holds other files under the site's names: {', '.join(foreign)}."
        raise CannotWriteError(why, tip="Move them away.", say=("output",))
    for place in (folder, *(folder / name for name in shelf.FOLDERS)):
        remove_leftovers(place)
    gone = sorted(store.untouched(set(store.files) - set(files)))
    with together() as batch:
        for name in changed:
            batch.add(folder / name, [to_write[name]])
        for name in gone:
            batch.remove(folder / name)
    # the list of the site's files comes last: a build that is stopped before knows what it has yet to remove
    write_all({folder / name: content for name, content in to_write.items() if name not in files})
    return changed, gone
