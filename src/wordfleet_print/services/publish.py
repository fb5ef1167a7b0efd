"""Rulebooks and the site published: everything is made before anything is written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.files import write_all
from wordfleet_print.games import Edition, RulesSource, packaged, read_folder
from wordfleet_print.limits import OUTPUT
from wordfleet_print.processes import SECONDS, ChildLimits, available_cores
from wordfleet_print.rulebook.page import BookPage, BookSettings, make_page
from wordfleet_print.rulebook.pdf import BOOK, BOOKLET, QUICK, Printed, print_files
from wordfleet_print.rulebook.rendering import Renderer, RenderOrder, Seen, all_of, render_here, rendering, unseen
from wordfleet_print.rulebook.unchanged import MadeFile, MadeList, digest_folder, make_key
from wordfleet_print.site.build import BuiltSite, SiteSettings, build_site
from wordfleet_print.tracker.geometry import Paper

FORMATS = ("html", "pdf")
LIST = "rules"
ENDINGS = {BOOK: "", BOOKLET: "-booklet", QUICK: "-quick-reference"}


@dataclass(frozen=True, slots=True)
class RulebookRequest:
    """Which rulebooks to publish, and how. No slugs: all there are.

    `rules` is a designer's folder; what it holds is not trusted. A booklet and a quick reference are PDFs beside the
    formats. `workers`: processes at work, None for as many as there are cores; `seconds`: how long one book may take.
    """

    slugs: tuple[str, ...] = ()
    formats: tuple[str, ...] = FORMATS
    settings: BookSettings = field(default_factory=BookSettings)
    booklet: bool = False
    quick: bool = False
    rules: Path | None = None
    workers: int | None = None
    seconds: int = SECONDS
    output: Path = OUTPUT

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of PDFs that are asked for."""
        wanted = {BOOK: "pdf" in self.formats, BOOKLET: self.booklet, QUICK: self.quick}
        return tuple(kind for kind, asked in wanted.items() if asked)

    def rendering(self, seen: Seen = unseen) -> AbstractContextManager[Renderer]:
        """Who renders it: with limits what is a designer's; pages, or one PDF, are not worth other processes."""
        books = len(self.slugs) or 2
        workers = min(self.workers or available_cores(), books if self.kinds else 1)
        return rendering(workers, ChildLimits(seconds=self.seconds) if self.rules else None, seen)


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """A file of a book: its name, its kind, its pages (0 for HTML), its bytes, or None where it is as it was."""

    name: str
    kind: str
    slug: str
    key: str
    pages: int = 0
    content: bytes | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Published:
    """All files of a request, titles by slug, and notes."""

    files: tuple[PublishedFile, ...]
    titles: Mapping[str, str]
    notes: tuple[str, ...]


def publish(request: RulebookRequest, render: Renderer = render_here) -> Published:
    """Make every file of a request, in memory, but those that would come out as they are.

    Raises `BadInputError` for rules that cannot be published, with the complaints of all of them;
    `MissingDependencyError` for PDFs where there is neither Pango nor a browser.
    """
    sources = read_folder(request.rules, request.slugs)
    made = MadeList(request.output, LIST)
    shared = (
        digest_folder(request.rules, made.files),
        request.settings.font and request.settings.font.stat().st_mtime_ns,
    )
    known: list[PublishedFile] = []
    stale: list[tuple[RulesSource, tuple[str, ...], str]] = []
    for source in sources:
        wanted: tuple[tuple[str, ...], ...] = (("html",) if "html" in request.formats else (), request.kinds)
        for kinds in wanted:
            key = make_key(source.text, *shared, request.settings, *kinds[:1])
            files = [_find(request, made, source, kind, key) for kind in kinds]
            if all(files):
                known += filter(None, files)
            else:
                stale.append((source, kinds, key))
    orders: list[RenderOrder[BookPage | tuple[Printed, ...]]] = [
        RenderOrder(partial(_make, source, kinds, request.settings), len(source.body) * len(kinds), source.name)
        for source, kinds, _ in stale
    ]
    answers: list[BookPage | tuple[Printed, ...]] = all_of(render(orders))
    for (source, kinds, key), answer in zip(stale, answers, strict=True):
        slug = source.book.slug
        if isinstance(answer, BookPage):
            known.append(PublishedFile(f"{slug}.html", "html", slug, key, 0, answer.html.encode(), answer.notes))
            continue
        for kind, printed in zip(kinds, answer, strict=True):
            name, content = _name(request, slug, kind), printed.content or None
            known.append(PublishedFile(name, kind, slug, key, printed.pages, content, printed.notes))
    order_of = {source.book.slug: place for place, source in enumerate(sources)}
    known.sort(key=lambda one: (order_of[one.slug], ("html", *ENDINGS).index(one.kind)))
    notes = [*_slug_notes(sources if request.rules else ()), *(note for one in known for note in one.notes)]
    notes += _tracker_notes(sources, request.settings.paper) if request.rules else ()
    if notes and not request.rules:
        raise BadInputError("The bundled rules have faults.", *(Complaint("", note) for note in dict.fromkeys(notes)))
    titles = {source.book.slug: source.book.title for source in sources}
    return Published(tuple(known), titles, tuple(dict.fromkeys(notes)))


def _make(source: RulesSource, kinds: tuple[str, ...], settings: BookSettings) -> BookPage | tuple[Printed, ...]:
    return make_page(source, "screen", settings) if kinds == ("html",) else print_files(source, settings, kinds)


def write_published(request: RulebookRequest, published: Published) -> None:
    """Write what is new, then the list of what was made. Raises `CannotWriteError`."""
    new = [one for one in published.files if one.content is not None]
    if new:
        write_all({request.output / one.name: one.content or b"" for one in new})
    made = MadeList(request.output, LIST)
    held = dict(made.files)
    for one in published.files:
        path = request.output / one.name
        if path.is_file():
            held[one.name] = MadeFile(one.key, path.stat().st_mtime_ns, one.pages, one.notes)
    if held != made.files:
        write_all({made.path: made.write(held)})


def _name(request: RulebookRequest, slug: str, kind: str) -> str:
    return f"{slug}.html" if kind == "html" else f"{slug}{ENDINGS[kind]}-{request.settings.paper.slug}.pdf"


def _find(request: RulebookRequest, made: MadeList, source: RulesSource, kind: str, key: str) -> PublishedFile | None:
    """Return a file as it is in the folder, if it would come out so again."""
    name = _name(request, source.book.slug, kind)
    found = made.find(name, key)
    return PublishedFile(name, kind, source.book.slug, key, found.pages, None, found.notes) if found else None


def _slug_notes(sources: tuple[RulesSource, ...]) -> Iterator[str]:
    """Yield a note on each book of a designer's that has the slug of a bundled one."""
    for source in sources:
        if source.book.slug in packaged().slugs and source.text != packaged().rules(source.book.slug).text:
            before = source.text[: found.start()] if (found := re.search(r"^slug:", source.text, re.M)) else ""
            where = f"{source.name}:{before.count(chr(10)) + 1}"
            yield f"{where}: {source.book.slug} is the slug of a bundled game; give yours its own"


def _tracker_notes(sources: tuple[RulesSource, ...], paper: Paper) -> Iterator[str]:
    """Yield why trackers of a designer's edition cannot be printed on this paper, as usual and in large print."""
    from wordfleet_print.tracker.layout import SheetLooks, lay_out_sheet

    for edition in (source.book for source in sources if isinstance(source.book, Edition)):
        for large, how in ((False, ""), (True, " in large print")):
            try:
                lay_out_sheet(edition, SheetLooks(paper, large_print=large), blank=True)
            except BadInputError as error:
                why = error.message.rstrip(".")
                yield f"{edition.slug}: no tracker can be printed{how} on {paper.title}: {why}"


@dataclass(frozen=True, slots=True)
class SiteRequest:
    """A site to build. `workers`: processes at work, None for as many as there are cores; `seconds`: how long a file of
    a designer's may take.
    """

    site: SiteSettings
    workers: int | None = None
    seconds: int = SECONDS

    def build(self, seen: Seen = unseen) -> BuiltSite:
        """Build it, a designer's in children with limits. Raises as `build_site` and `alone_in`."""
        from wordfleet_print.event.lock import alone_in

        limits = ChildLimits(seconds=self.seconds) if self.site.rules else None
        prints = (self.site.downloads or self.site.pairs) and not self.site.keep_old
        workers = (self.workers or available_cores()) if prints or limits else 1
        with alone_in(self.site.output, private=False), rendering(workers, limits, seen) as render:
            return build_site(self.site, render)
