"""`RulebookJob`: one publishing of rulebooks, checked; all its files are made before any is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.game import RulesSource
from wordfleet_print.press.paper import Paper
from wordfleet_print.rulebook.booklet import Flip, print_booklet
from wordfleet_print.rulebook.fonts import missing_characters
from wordfleet_print.rulebook.html import Shelf, Text, html_page, render_text
from wordfleet_print.rulebook.overrides import override_notes
from wordfleet_print.rulebook.page import Look
from wordfleet_print.rulebook.pdf import Printed, load_weasyprint, print_look, print_text
from wordfleet_print.rulebook.quick import print_quick_reference, quick_reference
from wordfleet_print.rulebook.source import read_sources, rules_files

FORMATS = ("html", "pdf")


@dataclass(frozen=True, slots=True)
class RulebookJob:
    """Which rulebooks to publish, and how.

    No slugs: all there are. `rules` and `templates` are folders of a designer's own; what they hold is not trusted.
    A booklet and a quick reference are PDFs beside the formats asked for.
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

    @property
    def own(self) -> bool:
        """Whether anything of it is a designer's own."""
        return bool(self.rules or self.templates)

    @property
    def needs_pango(self) -> bool:
        """Whether any of its files is a PDF."""
        return "pdf" in self.formats or self.booklet or self.quick


@dataclass(frozen=True, slots=True)
class Made:
    """A finished file: its name, its bytes, what it is; and its pages, if it is a PDF."""

    name: str
    content: bytes
    slug: str
    title: str
    kind: str
    pages: int | None = None


@dataclass
class Published:
    """All files of a job, and notes on what was left out of a designer's own, or does nothing there.

    `machine` is what the renderer of PDFs misses on this machine, or empty; it is no fault of the rules.
    """

    files: list[Made] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    machine: str = ""


def publish(job: RulebookJob) -> Published:
    """Make every file of a job, in memory.

    Raises `BadInputError` for rules and templates that cannot be published, with the complaints of all of them;
    `MissingDependencyError` for PDFs without Pango, before any work. Source: docs/rulebooks.md.
    """
    if job.needs_pango:
        load_weasyprint()
    sources = read_sources(job.slugs, job.rules)
    texts = _texts(job, sources)
    published = Published(notes=[*override_notes(job.templates, job.rules)])
    for source, text in zip(sources, texts, strict=True):
        published.notes += text.notes
        published.files += _files(job, source, text, published)
    if published.notes and not job.own:
        raise BadInputError("The bundled rules have faults.", *(Complaint("", note) for note in published.notes))
    return published


def _texts(job: RulebookJob, sources: tuple[RulesSource, ...]) -> list[Text]:
    """Every text, or the complaints of all that fail."""
    siblings = _siblings(job, sources)
    texts, errors = [], []
    for source in sources:
        shelf = Shelf(job.rules, siblings)
        try:
            texts.append(render_text(source, shelf, job.templates))
        except BadInputError as error:
            errors.append(error)
    if len(errors) == 1:
        raise errors[0]
    if errors:
        complaints = [c for error in errors for c in error.complaints or (Complaint("", error.message, error.tip),)]
        raise BadInputError("Some rulebooks cannot be published.", *complaints) from errors[0]
    return texts


def _siblings(job: RulebookJob, sources: tuple[RulesSource, ...]) -> frozenset[str]:
    """The rulebooks that links may lead to: all of the folder, even if only some are published now."""
    return frozenset([path.stem for path in rules_files(job.rules)] + [source.book.slug for source in sources])


def _files(job: RulebookJob, source: RulesSource, text: Text, published: Published) -> Iterator[Made]:
    slug, title, paper = text.book.slug, text.book.title, job.paper
    if "html" in job.formats:
        published.notes += _missing_notes(text) if job.own else ()
        page = html_page(text, Look(templates=job.templates))
        yield Made(f"{slug}.html", page.encode(), slug, title, "rulebook")

    def made(kind: str, name: str, printed: Printed) -> Made:
        published.notes += (f"{name}: {warning}" for warning in printed.warnings)
        published.machine = published.machine or printed.machine
        return Made(name, printed.content, slug, title, kind, printed.pages)

    if "pdf" in job.formats:
        printed = print_text(text, print_look(paper, job.templates), archive=job.archive)
        yield made("rulebook", f"{slug}-{paper.slug}.pdf", printed)
    if job.booklet:
        printed = print_booklet(text, paper, job.flip, job.templates)
        yield made("booklet", f"{slug}-booklet-{paper.slug}.pdf", printed)
    if job.quick:
        printed = print_quick_reference(quick_reference(source, job.templates), paper, job.templates)
        yield made("quick reference", f"{slug}-quick-reference-{paper.slug}.pdf", printed)


def _missing_notes(text: Text) -> Iterator[str]:
    missing = sorted(missing_characters(set(text.plain)))
    if missing:
        shown = ", ".join(f"{char} (U+{ord(char):04X})" for char in missing[:10])
        yield f"{text.name}: no bundled font has {shown}; readers see the characters of their own fonts"
