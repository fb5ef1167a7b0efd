"""The site: every page and download made, checked, and only what changed written."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from wordfleet_print.errors import BadInputError, CannotWriteError, Complaint, MissingDependencyError, WordfleetError
from wordfleet_print.files import check_writable, remove_leftovers, together
from wordfleet_print.game import Edition, RulesSource
from wordfleet_print.press.ink.paper import A4, PAPERS, Paper
from wordfleet_print.rulebook import downloads as shelf
from wordfleet_print.rulebook.bound_book import book_order, booklet_order, check_order, quick_order
from wordfleet_print.rulebook.links import site_faults
from wordfleet_print.rulebook.pango import renderer_versions
from wordfleet_print.rulebook.previews import LANDING, link_lines, preview_order
from wordfleet_print.rulebook.quick_reference import unmarked
from wordfleet_print.rulebook.rendering import Renderer, RenderOrder, all_of, render_here
from wordfleet_print.rulebook.site_pages import (
    SiteContext,
    SitePages,
    make_pages,
    pointed_here,
    rulebook_page,
    rulings_linked,
)
from wordfleet_print.rulebook.text.designers_folder import override_notes, read_sources
from wordfleet_print.rulebook.text.html_page import BookText
from wordfleet_print.rulebook.text.illustrated import Surroundings, page_order, surroundings, text_order
from wordfleet_print.rulebook.text.web_fonts import missing_notes
from wordfleet_print.rulebook.weasyprint_pdf import Printed, machine_note

RENDERED = (shelf.PDF, shelf.BOOKLET, shelf.QUICK)
"""Downloads that WeasyPrint sets; tracker packs come from the press."""
MAY_FAIL = (shelf.BOOKLET, shelf.QUICK, shelf.PACK, shelf.PAIRS)
"""What a designer's own may be unfit for: it is left out then, with a note."""

PACK_SIZE = 50
"""What a pack is beside rulebooks, whose size is how many elements they have."""

_OWN_NAMES = frozenset(["index", "compare", "pairs", "print", "404"])


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
    last = shelf.last_build(site.output)
    (pango,) = render([check_order()]) if site.downloads else [None]
    missing = pango if isinstance(pango, MissingDependencyError) else None
    units = _units(site, sources, last, pdfs=missing is None)
    _refuse_twins(units)
    new = [unit for unit in units if not _reused(unit, site, last)]
    machine = _make(site, new, sources, render)
    notes = [*override_notes(site.templates, site.rules)]
    notes += dict.fromkeys(note for unit in units for note in unit.notes)
    if notes and not site.own:
        raise BadInputError("The bundled rules have faults.", *(Complaint("", note) for note in notes))
    rest = RenderOrder(partial(make_pages, _context(site, units, sources, missing)), of="the site’s own pages")
    (pages,) = all_of(render([rest]))
    files = _gathered(site, units, sources, pages)
    faults = [Complaint(name, what) for name, what in site_faults(files, frozenset(files))]
    if faults:
        raise BadInputError("The site's pages have faults.", *faults)
    written, removed = _write(site.output, files, units, last)
    sizes = {name: len(content) for name, content in sorted(files.items())}
    return Built(sizes, written, removed, [unit.name for unit in new], notes, missing, machine)


def _refuse_links(folder: Path) -> None:
    """Raises `CannotWriteError` where a folder of the site is a link: whatever it leads to is not the site's."""
    links = [Complaint(str(folder / name), "is a link") for name in shelf.FOLDERS if (folder / name).is_symlink()]
    if links:
        raise CannotWriteError("A site is not written through links.", *links, tip="Remove them.", say=("output",))


def _refuse_own_names(sources: Mapping[str, RulesSource]) -> None:
    taken = [Complaint(source.name, f"has the slug {slug}") for slug, source in sources.items() if slug in _OWN_NAMES]
    if taken:
        raise BadInputError(f"A site has pages of its own called {', '.join(sorted(_OWN_NAMES))}.", *taken)


def _refuse_twins(units: Sequence[shelf.Unit]) -> None:
    """Raises `BadInputError` where two slugs would give different files one name."""
    seen: dict[str, str] = {}
    twins = [
        Complaint(unit.target, f"is the {unit.kind} of {unit.slug} and of {seen[unit.target]}")
        for unit in units
        if seen.setdefault(unit.target, unit.slug) != unit.slug
    ]
    if twins:
        raise BadInputError("Two files of the site would have one name; change a slug.", *twins)


# What is made, and what it is made from.


def _units(site: Site, sources: Mapping[str, RulesSource], last: shelf.LastBuild, *, pdfs: bool) -> list[shelf.Unit]:
    """Every file to be, with a digest of all it is made from: pages first."""
    here = shelf.workshop()
    images = shelf.digest(shelf.folder_bytes(site.rules, but=".md"))
    common = [here + shelf.digest(shelf.folder_bytes(site.templates)), images, *sources]
    keys = {slug: shelf.digest([*common, shelf.read(Path(source.name)) or b""]) for slug, source in sources.items()}
    renderer = renderer_versions() if site.downloads and pdfs else ()
    downloads, pairs = list[shelf.Unit](), list[shelf.Unit]()
    for slug, source in sources.items():
        kinds = [kind for kind in RENDERED if kind != shelf.QUICK or not unmarked(source, site.templates)]
        edition = source.book if isinstance(source.book, Edition) else None
        for paper in site.papers:
            if site.downloads and pdfs:
                downloads += [shelf.unit(kind, slug, paper, keys[slug], *renderer) for kind in kinds]
            if site.downloads and edition:
                facts = edition.model_dump_json(exclude={"played"})
                downloads.append(shelf.unit(shelf.PACK, slug, paper, here, facts))
            if site.pairs and edition:
                facts = edition.model_dump_json()
                pairs.append(shelf.unit(shelf.PAIRS, slug, paper, here, facts, str(site.pairs)))
    downloads += pairs
    if site.keeps_old:
        downloads = [unit for unit in downloads if _reused(unit, site, last)]
    editions = sum(isinstance(source.book, Edition) for source in sources.values())
    paired = {unit.slug for unit in downloads if unit.kind == shelf.PAIRS}
    with_own = {unit.slug for unit in downloads if unit.kind != shelf.PAIRS}
    in_bar = [str(editions > 1), str(bool(with_own)), site.url]
    pages = []
    for slug, key in keys.items():
        own = str(slug in with_own), str(slug in paired)
        pages.append(shelf.unit(shelf.PAGE, slug, None, key, *own, *in_bar))
    seen = {**keys, LANDING: shelf.digest(keys.values())} if site.url else {}
    return pages + [shelf.unit(shelf.PREVIEW, slug, None, key) for slug, key in seen.items()] + downloads


def _reused(unit: shelf.Unit, site: Site, last: shelf.LastBuild) -> bool:
    """Whether the unit's files stand there already and will do."""
    return last.fill(unit, stale_is_fine=site.keeps_old and unit.paper is not None)


def _make(site: Site, units: Sequence[shelf.Unit], sources: Mapping[str, RulesSource], render: Renderer) -> str:
    """Fill every unit: first the texts, each rendered once, then all made of them. Tells what the machine lacks."""
    around = surroundings(site.rules, list(sources.values()), site.templates)
    slugs = list(dict.fromkeys(unit.slug for unit in units if unit.kind in {shelf.PAGE, shelf.PDF, shelf.BOOKLET}))
    texts = dict(zip(slugs, all_of(render([text_order(sources[slug], around) for slug in slugs])), strict=True))
    books = {slug: source.book for slug, source in sources.items()}
    orders: list[RenderOrder[Printed | tuple[Printed, ...] | str]] = []
    for unit in units:
        if unit.kind == shelf.PREVIEW:
            orders.append(preview_order(unit.slug, books))
        else:
            orders.append(_order(unit, site, sources[unit.slug], around, texts))
    answers = render(orders)
    all_of([answer for unit, answer in zip(units, answers, strict=True) if not _filled(unit, answer)])
    for unit in units:
        if unit.kind == shelf.PAGE:
            text = texts[unit.slug]
            unit.notes = [*text.notes, *(missing_notes(text.name, text.plain) if site.own else ())]
    return machine_note([answer for answer in answers if isinstance(answer, Printed)])


def _order(
    unit: shelf.Unit, site: Site, source: RulesSource, around: Surroundings, texts: Mapping[str, BookText]
) -> RenderOrder[Printed | tuple[Printed, ...] | str]:
    """The page or PDF that a unit is, to be made."""
    paper = unit.paper or A4
    match unit.kind:
        case shelf.PAGE:
            return page_order(texts[unit.slug], site.templates, source.name)
        case shelf.PACK:
            return RenderOrder(partial(shelf.print_pack, source.edition, paper), PACK_SIZE, source.name)
        case shelf.PAIRS:
            return RenderOrder(partial(shelf.print_pairs, source.edition, paper, site.pairs), site.pairs)
        case shelf.QUICK:
            return quick_order(source, paper, around)
        case shelf.BOOKLET:
            return booklet_order(source, texts[unit.slug], paper, around)
        case _:
            return book_order(source, texts[unit.slug], paper, around)


def _filled(unit: shelf.Unit, answer: Printed | tuple[Printed, ...] | str | WordfleetError) -> bool:
    """Whether a unit could be made, or can be done without."""
    paper = unit.paper or A4
    match answer:
        case str():
            unit.files = {unit.target: answer.encode()}
        case tuple():
            pairs = enumerate(answer, start=1)
            unit.files = {shelf.pair_file(unit.slug, paper.slug, number): pair.content for number, pair in pairs}
        case Printed():
            unit.files, unit.pages = {unit.target: answer.content}, answer.pages
            unit.notes = [f"{unit.target.rpartition('/')[2]}: {warning}" for warning in answer.warnings]
        case BadInputError() if unit.kind in MAY_FAIL:
            why = "; ".join([answer.message.rstrip("."), *map(str, answer.complaints)])
            unit.notes = [f"{unit.slug}: no {unit.kind} on {paper.title}: {why}"]
        case _:
            return False
    return True


# Putting it together, and writing it.


def _context(
    site: Site, units: Sequence[shelf.Unit], sources: Mapping[str, RulesSource], missing: MissingDependencyError | None
) -> SiteContext:
    downloads = tuple(
        shelf.Download(unit.slug, unit.kind, unit.paper.title, unit.target, len(unit.files[unit.target]), unit.pages)
        for unit in units
        if unit.paper and unit.files and unit.kind != shelf.PAIRS
    )
    notes = ("Rulebooks to print are missing: they were left out when this site was built.",) if missing else ()
    books = tuple(source.book for source in sources.values())
    return SiteContext(books, downloads, shelf.pair_shelves(units, sources), notes, site.url, site.templates)


def _gathered(
    site: Site, units: Sequence[shelf.Unit], sources: Mapping[str, RulesSource], pages: SitePages
) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    paired = {unit.slug for unit in units if unit.kind == shelf.PAIRS and unit.files}
    for unit in units:
        if unit.kind == shelf.PAGE and len(unit.files) == 1:  # fresh from its template
            page = unit.files[unit.target].decode()
            page = pointed_here(page, sources[unit.slug].edition) if unit.slug in paired else page
            links = link_lines(site.url, unit.slug, unit.target)
            page, assets = rulebook_page(page, pages.bars[unit.slug], pages.bar_styles, links)
            unit.files = {unit.target: page.encode(), **assets}
        files |= unit.files
    files |= pages.files
    return files | rulings_linked(files)


def _write(
    folder: Path, files: Mapping[str, bytes], units: Sequence[shelf.Unit], last: shelf.LastBuild
) -> tuple[list[str], list[str]]:
    """Write what differs, remove what the site no longer has: all or nothing. Returns the names of both."""
    changed = {name: content for name, content in files.items() if shelf.stands(folder, name) != content}
    foreign = [name for name in changed if name not in last.files and os.path.lexists(folder / name)]
    if foreign:
        why = f"{folder} holds other files under the site's names: {', '.join(foreign)}."
        raise CannotWriteError(why, tip="Move them away.", say=("output",))
    kept = shelf.listed(files, units)
    to_write = {folder / shelf.LIST: kept} if shelf.stands(folder, shelf.LIST) != kept else {}
    to_write |= {folder / name: content for name, content in sorted(changed.items())}
    for place in (folder, *(folder / name for name in shelf.FOLDERS)):
        remove_leftovers(place)
    gone = last.untouched(set(last.files) - set(files))
    with together(folder) as batch:
        for path, content in to_write.items():
            batch.add(path, [content])
        for name in gone:
            batch.remove(folder / name)
    return sorted(changed), sorted(gone)
