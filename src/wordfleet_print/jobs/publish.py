"""Rulebooks and the site published: everything made before anything is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.files import data_folder
from wordfleet_print.games import Edition, RulesSource
from wordfleet_print.limits import OUTPUT
from wordfleet_print.rulebook.bound_book import USUAL, Finish, Flip
from wordfleet_print.rulebook.downloads import BOOKLET, PACK, PDF, QUICK
from wordfleet_print.rulebook.quick_reference import unmarked
from wordfleet_print.rulebook.rendering import Renderer, RenderOrder, Seen, render_here, rendering, unseen
from wordfleet_print.rulebook.site_build import Built, Site, build_site
from wordfleet_print.rulebook.text.designers_folder import override_notes, read_sources
from wordfleet_print.rulebook.units import RULES_LIST, Making, Unit, store_in
from wordfleet_print.sandbox import SECONDS, ChildLimits, available_cores
from wordfleet_print.tracker.geometry import Paper


@dataclass(frozen=True, slots=True)
class SiteRequest:
    """A site to build. `workers`: processes side by side, None for as many as there are cores; `seconds`: how long a
    file of a designer's own may take.
    """

    site: Site
    workers: int | None = None
    seconds: int = SECONDS

    def live(self) -> SiteRequest:
        """The same while its rules are being written: PDFs stay as they are."""
        return replace(self, site=replace(self.site, keeps_old=True))

    def folders(self) -> Iterator[Path]:
        """Where a change may change the site."""
        yield self.site.rules or data_folder("rules")
        yield data_folder("templates")
        if self.site.templates:
            yield self.site.templates

    def build(self, seen: Seen = unseen) -> Built:
        """Build it, a designer's own in children with limits. Raises as `build_site` and `alone_in`."""
        from wordfleet_print.event.lock import alone_in

        workers = self.workers or available_cores()
        site = self.site
        limits = ChildLimits(seconds=self.seconds) if site.own else None
        worth = site.own or ((site.downloads or site.pairs) and not site.keeps_old)
        with alone_in(site.output, private=False), rendering(workers if worth else 1, limits, seen) as render:
            return build_site(site, render)


def tracker_faults(edition: Edition, paper: Paper) -> list[str]:
    """Tell why trackers of the edition cannot be printed on this paper, as usual and in large print; nothing where
    they can. A blank sheet is printed to find out.
    """
    from wordfleet_print.fleet.deck import blank_deck
    from wordfleet_print.sheet.sheet import deal
    from wordfleet_print.tracker.layout import SheetLooks
    from wordfleet_print.tracker.trackers import SheetToPrint, print_trackers

    faults = []
    for large, how in ((False, ""), (True, " in large print")):
        try:
            looks = SheetLooks(paper, large_print=large)
            print_trackers(edition, [SheetToPrint(sheet, looks) for sheet in deal(blank_deck(edition), ("",), "fits")])
        except BadInputError as error:
            why = error.message.rstrip(".")
            faults.append(f"{edition.slug}: no tracker can be printed{how} on {paper.title}: {why}")
    return faults


FORMATS = ("html", "pdf")


@dataclass(frozen=True, slots=True)
class RulebookRequest:
    """Which rulebooks to publish, and how.

    No slugs: all there are. `rules` and `templates` are folders of a designer's own; what they hold is not trusted.
    A booklet and a quick reference are PDFs beside the formats asked for. What stands in the `output` folder as it
    would come out again is not made anew. `workers`: processes side by side, None for as many as there are cores;
    `seconds`: how long a file of a designer's own may take.
    """

    slugs: tuple[str, ...]
    formats: tuple[str, ...]
    paper: Paper
    booklet: bool = False
    flip: Flip = Flip.SHORT
    quick: bool = False
    finish: Finish = USUAL
    rules: Path | None = None
    templates: Path | None = None
    workers: int | None = None
    seconds: int = SECONDS
    output: Path = OUTPUT

    @property
    def own(self) -> bool:
        """Whether anything of it is a designer's own."""
        return bool(self.rules or self.templates)

    @property
    def needs_pango(self) -> bool:
        """Whether any of its files is a PDF."""
        return "pdf" in self.formats or self.booklet or self.quick

    def rendering(self, seen: Seen = unseen) -> AbstractContextManager[Renderer]:
        """Who renders it: with limits what is a designer's own; pages, or a PDF alone, are not worth children."""
        workers = self.workers or available_cores()
        if self.slugs or not self.needs_pango:
            workers = min(workers, max(1, len(self.slugs) * sum(["pdf" in self.formats, self.booklet, self.quick])))
        return rendering(workers, ChildLimits(seconds=self.seconds) if self.own else None, seen)


@dataclass(frozen=True, slots=True)
class Published:
    """All files of a request, one to a unit, and by slug the titles of their games; notes on what was left out of a
    designer's own, or does nothing there; by name, what is to be written for them to stand in their folder.

    `machine` is what the renderer of PDFs misses on this machine, or empty; it is no fault of the rules.
    """

    files: tuple[Unit, ...]
    titles: Mapping[str, str]
    notes: tuple[str, ...]
    changed: Mapping[str, bytes]
    machine: str = ""


def publish(request: RulebookRequest, render: Renderer = render_here) -> Published:
    """Make every file of a request, in memory, but those that stand in its folder as they would come out again.

    Raises `BadInputError` for rules and templates that cannot be published, with the complaints of all of them;
    `MissingDependencyError` for PDFs without Pango, before any is begun. Source: docs/rulebooks.md.
    """
    sources = read_sources(request.slugs, request.rules)
    store = store_in(request.output, RULES_LIST)
    making = Making(sources, request.rules, request.templates, store)
    units = [unit for source in sources for unit in _units(request, source, making)]
    machine = making.make(store.stale(units), render)
    notes = [*override_notes(request.templates, request.rules), *(note for unit in units for note in unit.notes)]
    notes += filter(None, (unmarked(source, request.templates) for source in sources if request.quick))
    if notes and not request.own:
        raise BadInputError("The bundled rules have faults.", *(Complaint("", note) for note in notes))
    files = {name: content for unit in units for name, content in unit.files.items()}
    titles = {source.book.slug: source.book.title for source in sources}
    made = tuple(unit for unit in units if unit.files)
    return Published(made, titles, tuple(dict.fromkeys(notes)), store.changed(files, units, beside=True), machine)


def _units(request: RulebookRequest, source: RulesSource, making: Making) -> Iterator[Unit]:
    """The files of a book, and what there is to say of the trackers of a designer's edition."""
    wanted = {PDF: "pdf" in request.formats, BOOKLET: request.booklet, QUICK: request.quick}
    units = [making.page(source)] if "html" in request.formats else []
    for kind in (kind for kind in making.kinds(source) if wanted[kind]):
        units.append(making.printed(kind, source, request.paper, request.flip, request.finish))
    if request.rules and isinstance(source.book, Edition):
        faults = RenderOrder(partial(tracker_faults, source.book, request.paper))
        units.append(making.trackers(PACK, source, request.paper, faults))
    for unit in units:
        unit.file = unit.file.rpartition("/")[2]  # here all stand in one folder
        yield unit
