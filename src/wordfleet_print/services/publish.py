"""Publish rulebooks, and build the site: everything is made before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from wordfleet_print.errors import BadInputError, Fix, Problem, Progress, call_all, show_nothing
from wordfleet_print.event.folder import hold_folder
from wordfleet_print.files import check_writable, write_all
from wordfleet_print.games import Edition, RulesSource, packaged, read_folder
from wordfleet_print.limits import OUTPUT
from wordfleet_print.paper import BOOK_PAPERS, PAPERS, Paper, find_paper
from wordfleet_print.rulebook import print_book
from wordfleet_print.rulebook.page import BookSettings, make_page
from wordfleet_print.rulebook.short_wordings import find_unconfirmed
from wordfleet_print.services.books import collect_facts, find_text_faults
from wordfleet_print.settings import games
from wordfleet_print.site import build
from wordfleet_print.tracker.layout import lay_out_sheet
from wordfleet_print.tracker.looks import SheetLooks

FORMATS = ("html", "pdf")
WEB_PAGE = "web page"
ENDINGS = {
    print_book.BOOK: "",
    print_book.BOOKLET: "-booklet",
    print_book.QUICK: "-quick-reference",
}


@dataclass(frozen=True, slots=True)
class BookFile:
    """A file of a rulebook."""

    source: RulesSource
    kind: str
    """`WEB_PAGE`, or a kind of PDF, such as `print_book.BOOKLET`."""
    name: str
    pages: int
    """0 for a web page."""
    content: bytes
    """Empty for a quick reference that the book does not have."""
    notes: tuple[str, ...]
    """What is worth knowing of its text."""


def publish_books(
    settings: games.RulesSettings, progress: Progress = show_nothing
) -> tuple[list[BookFile], list[str]]:
    """Make every file of the rulebooks, and write them unless the settings only `check`. Return the
    files, and notes on their texts.

    Raises `BadInputError` for rules that cannot be published, with the problems of all of them;
    `MissingDependencyError` for PDFs where there is neither Pango nor a browser;
    `CannotWriteError`.
    """
    folder = settings.output or OUTPUT
    if not settings.check:
        check_writable(folder)
    sources = _read_rules(settings)
    paper = _choose_paper(settings)
    looks = BookSettings(paper, settings.eco, settings.font)
    formats = settings.format or FORMATS
    kinds = _choose_kinds(settings, formats)
    calls: list[Callable[[], list[BookFile]]] = []
    for source in sources:
        if "html" in formats:
            calls.append(partial(_make_html, source, looks))
        if kinds:
            calls.append(partial(_make_pdfs, source, looks, kinds))
    # If one book fails, none is written: all problems are collected first
    files_of_calls = call_all(calls, "Some rulebooks cannot be published.", progress)
    files = [file for file in chain.from_iterable(files_of_calls) if file.content]
    if not settings.check:
        write_all({folder / file.name: file.content for file in files})
    notes = [*_note_texts(files, sources)]
    if settings.rules:
        notes = [*_note_bundled_slugs(sources), *notes, *_find_missing_trackers(sources, paper)]
    return files, list(dict.fromkeys(notes))


def _read_rules(settings: games.RulesSettings) -> list[RulesSource]:
    """Return the rules of the games that the settings name, each once."""
    sources = read_folder(settings.rules, settings.games, find_text_faults)
    return [*{source.book.slug: source for source in sources}.values()]


def _choose_paper(settings: games.RulesSettings) -> Paper:
    """Return the paper of the books. Raises `BadInputError` for one that makes no booklet."""
    paper = BOOK_PAPERS[settings.paper] if settings.paper else find_paper(None)
    if settings.booklet and paper not in PAPERS.values():
        raise BadInputError(
            Problem(
                f"A booklet cannot be folded from {paper.title}.",
                "paper",
                (Fix("paper", "a4", "{} folds to pages of A5."), Fix.leave_out("booklet")),
            )
        )
    return paper


def _choose_kinds(settings: games.RulesSettings, formats: Sequence[str]) -> tuple[str, ...]:
    """Return the kinds of PDFs to make of each rulebook."""
    kinds: list[str] = []
    if "pdf" in formats:
        kinds.append(print_book.BOOK)
    if settings.booklet:
        kinds.append(print_book.BOOKLET)
    if settings.quick_reference:
        kinds.append(print_book.QUICK)
    return tuple(kinds)


def _note_texts(files: Sequence[BookFile], sources: Sequence[RulesSource]) -> Iterator[str]:
    """Yield the notes on the files, then the short wordings that nobody has confirmed."""
    for file in files:
        yield from file.notes
    for source in sources:
        yield from map(str, find_unconfirmed(source))


def _make_html(source: RulesSource, settings: BookSettings) -> list[BookFile]:
    """Return a book as a web page."""
    page = make_page(collect_facts(source), "screen", settings)
    file = BookFile(
        source=source,
        kind=WEB_PAGE,
        name=f"{source.book.slug}.html",
        pages=0,
        content=page.html.encode(),
        notes=page.notes,
    )
    return [file]


def _make_pdfs(
    source: RulesSource, settings: BookSettings, kinds: tuple[str, ...]
) -> list[BookFile]:
    """Return a book in each of these kinds, as PDF."""
    pdfs = print_book.print_files(collect_facts(source), settings, kinds)
    files = []
    for kind, pdf in zip(kinds, pdfs, strict=True):
        name = f"{source.book.slug}{ENDINGS[kind]}-{settings.paper.slug}.pdf"
        files.append(BookFile(source, kind, name, pdf.pages, pdf.content, pdf.notes))
    return files


def _note_bundled_slugs(sources: Sequence[RulesSource]) -> Iterator[str]:
    """Yield a note on each book of a designer's that has the slug of a bundled one, but another
    text.
    """
    bundled = packaged()
    for source in sources:
        slug = source.book.slug
        if slug not in bundled.slugs or source.text == bundled.rules(slug).text:
            continue
        lines = source.text.split("\n")
        numbers = [number for number, line in enumerate(lines, 1) if line.startswith("slug:")]
        first = numbers[0] if numbers else 1
        yield f"{source.name}:{first}: {slug} is the slug of a bundled game; give yours its own"


def _find_missing_trackers(sources: Sequence[RulesSource], paper: Paper) -> Iterator[str]:
    """Yield for each edition of a designer's why its trackers (the sheets of players) cannot be
    printed on this paper, as usual or in large print. Nothing for paper that is only for books.
    """
    if paper not in PAPERS.values():
        return
    for edition in (source.book for source in sources if isinstance(source.book, Edition)):
        for is_large, how in ((False, ""), (True, " in large print")):
            try:
                lay_out_sheet(edition, SheetLooks(paper, large_print=is_large), blank=True)
            except BadInputError as error:
                why = error.message.rstrip(".")
                yield f"{edition.slug}: no tracker can be printed{how} on {paper.title}: {why}"


def publish_site(
    settings: games.SiteSettings, progress: Progress = show_nothing
) -> build.BuiltSite:
    """Build the website of all games in its folder, which no other run uses meanwhile.

    Raises as `build_site`, `read_folder` and `hold_folder`.
    """
    with hold_folder(settings.folder, private=False):
        sources = [
            collect_facts(rules) for rules in read_folder(settings.rules, (), find_text_faults)
        ]
        return build.build_site(settings, sources, progress)
