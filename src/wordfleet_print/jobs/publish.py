"""Rulebooks and the site published: everything made before anything is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.files import data_folder
from wordfleet_print.game import Edition, RulesSource
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.rulebook.bound_book import Flip, book_order, booklet_order, check_order, quick_order
from wordfleet_print.rulebook.quick_reference import unmarked
from wordfleet_print.rulebook.rendering import Renderer, RenderOrder, Seen, all_of, render_here, rendering, unseen
from wordfleet_print.rulebook.site_build import Built, Site, build_site
from wordfleet_print.rulebook.text.designers_folder import override_notes, read_sources
from wordfleet_print.rulebook.text.html_page import BookText
from wordfleet_print.rulebook.text.illustrated import Surroundings, page_order, surroundings, text_order
from wordfleet_print.rulebook.text.web_fonts import missing_notes
from wordfleet_print.rulebook.weasyprint_pdf import Printed, machine_note
from wordfleet_print.sandbox import SECONDS, ChildLimits, available_cores


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
    """Why trackers of the edition cannot be printed on this paper, as usual and in large print; empty where they can.

    Raises nothing. Source: the press, which draws a blank sheet.
    """
    from wordfleet_print.fleet.deck import blank_deck
    from wordfleet_print.press.panels.layout import Looks, sheet_layout
    from wordfleet_print.press.trackers import print_trackers
    from wordfleet_print.sheet.sheet import deal

    faults = []
    for large, how in ((False, ""), (True, " in large print")):
        try:
            layout = sheet_layout(edition, Looks(paper, large_print=large), blank=True)
            print_trackers(edition, [(sheet, layout) for sheet in deal(blank_deck(edition), ("",), "fits")])
        except BadInputError as error:
            why = error.message.rstrip(".")
            faults.append(f"{edition.slug}: no tracker can be printed{how} on {paper.title}: {why}")
    return faults


FORMATS = ("html", "pdf")


@dataclass(frozen=True, slots=True)
class RulebookRequest:
    """Which rulebooks to publish, and how.

    No slugs: all there are. `rules` and `templates` are folders of a designer's own; what they hold is not trusted.
    A booklet and a quick reference are PDFs beside the formats asked for. `workers`: processes side by side, None
    for as many as there are cores; `seconds`: how long a file of a designer's own may take.
    """

    slugs: tuple[str, ...]
    formats: tuple[str, ...]
    paper: Paper
    booklet: bool = False
    flip: Flip = Flip.SHORT
    quick: bool = False
    archive: bool = False
    rules: Path | None = None
    templates: Path | None = None
    workers: int | None = None
    seconds: int = SECONDS

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
class Made:
    """A finished file: its name, its bytes, what it is; and its pages, if it is a PDF."""

    name: str
    content: bytes
    slug: str
    title: str
    kind: str
    pages: int | None = None


@dataclass(frozen=True, slots=True)
class Published:
    """All files of a request, and notes on what was left out of a designer's own, or does nothing there.

    `machine` is what the renderer of PDFs misses on this machine, or empty; it is no fault of the rules.
    """

    files: tuple[Made, ...]
    notes: tuple[str, ...]
    machine: str = ""


def publish(request: RulebookRequest, render: Renderer = render_here) -> Published:
    """Make every file of a request, in memory.

    Raises `BadInputError` for rules and templates that cannot be published, with the complaints of all of them;
    `MissingDependencyError` for PDFs without Pango, before any is begun. Source: docs/rulebooks.md.
    """
    sources = read_sources(request.slugs, request.rules)
    around = surroundings(request.rules, sources, request.templates)
    texts = _texts(request, sources, around, render)
    books = [list(_forms(request, source, around, text)) for source, text in zip(sources, texts, strict=True)]
    finished = all_of(render([order for forms in books for _, _, order in forms]))
    left = iter(finished)
    files: list[Made] = []
    notes = [*override_notes(request.templates, request.rules), *_tracker_notes(request, sources, render)]
    for source, text, forms in zip(sources, texts, books, strict=True):
        notes += text.notes
        notes += filter(None, [unmarked(source, request.templates) if request.quick else ""])
        for kind, ending, _ in forms:
            match next(left):
                case Printed() as pdf:
                    files.append(_made(source, kind, ending, pdf.content, pdf.pages))
                    notes += (f"{files[-1].name}: {warning}" for warning in pdf.warnings)
                case str() as page:
                    files.append(_made(source, kind, ending, page.encode()))
                    notes += missing_notes(source.name, text.plain) if request.own else ()
    if notes and not request.own:
        raise BadInputError("The bundled rules have faults.", *(Complaint("", note) for note in notes))
    return Published(tuple(files), tuple(notes), machine_note(one for one in finished if isinstance(one, Printed)))


def _texts(
    request: RulebookRequest, sources: Sequence[RulesSource], around: Surroundings, render: Renderer
) -> list[BookText]:
    """Every text, each rendered once. Raises the complaints of all that fail."""
    orders: list[RenderOrder[BookText | None]] = [text_order(source, around) for source in sources]
    if request.needs_pango:
        orders.append(check_order())
    return [answer for answer in all_of(render(orders)) if answer]


def _tracker_notes(request: RulebookRequest, sources: Sequence[RulesSource], render: Renderer) -> Iterator[str]:
    """Which of a designer's own editions have trackers that cannot be printed, and why."""
    editions = [source.book for source in sources if isinstance(source.book, Edition)] if request.rules else []
    orders: list[RenderOrder[list[str]]] = [
        RenderOrder(partial(tracker_faults, edition, request.paper)) for edition in editions
    ]
    for faults in all_of(render(orders)):
        yield from faults


def _forms(
    request: RulebookRequest, source: RulesSource, around: Surroundings, text: BookText
) -> Iterator[tuple[str, str, RenderOrder[Printed | str]]]:
    """The files of a book: what each is, how its name ends, and the order for it."""
    paper, templates = request.paper, request.templates
    if "html" in request.formats:
        yield "rulebook", ".html", page_order(text, templates, source.name)
    if "pdf" in request.formats:
        book = book_order(source, text, paper, around, archive=request.archive)
        yield "rulebook", f"-{paper.slug}.pdf", book
    if request.booklet:
        yield "booklet", f"-booklet-{paper.slug}.pdf", booklet_order(source, text, paper, around, request.flip)
    if request.quick and not unmarked(source, templates):
        yield "quick reference", f"-quick-reference-{paper.slug}.pdf", quick_order(source, paper, around)


def _made(source: RulesSource, kind: str, ending: str, content: bytes, pages: int | None = None) -> Made:
    return Made(f"{source.book.slug}{ending}", content, source.book.slug, source.book.title, kind, pages)
