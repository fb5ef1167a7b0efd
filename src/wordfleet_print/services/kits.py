"""Print the kits of games: which games and pages are wanted, and what is made of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from wordfleet_print.errors import (
    BadInputError,
    MissingDependencyError,
    Progress,
    UsageError,
    WordfleetError,
    as_one,
    show_nothing,
)
from wordfleet_print.games import Library, Rulebook, packaged
from wordfleet_print.games.army_men import ArmyMen
from wordfleet_print.kit.document import STANDARD_ONLY, KitDocument, KitSheet, make_kit
from wordfleet_print.kit.printing import print_cards, print_document
from wordfleet_print.messages import how_many, listed, suggestion
from wordfleet_print.services.words import read_library
from wordfleet_print.settings.games import KitSettings
from wordfleet_print.tracker.geometry import find_paper


@dataclass(frozen=True, slots=True)
class KitRequest:
    """A kit of a game, and how it is printed."""

    slug: str
    settings: KitSettings = field(default_factory=KitSettings)
    library: Library = field(default_factory=packaged)


@dataclass(frozen=True, slots=True)
class PrintedKit:
    """The files of a finished kit by their names, its pages, its game, and notes on its pictures."""

    files: dict[str, bytes]
    sheets: tuple[KitSheet, ...]
    book: Rulebook
    notes: tuple[str, ...] = ()


def print_kits(
    settings: KitSettings, progress: Progress = show_nothing
) -> tuple[list[PrintedKit], MissingDependencyError | None]:
    """Return the kits that are asked for: as PDF, their cards as PNG, or as HTML where nothing can make PDFs.

    The error says what is missing then. Raises as `choose_kits` and `print_kit`.
    """
    requests = choose_kits(KitRequest("", settings, read_library(settings.rules)), settings.games)
    if not requests:
        raise UsageError("None of these games has a kit.", tip="Write one into a game’s front matter, as `kit:`.")
    made: list[PrintedKit] = []
    missing: MissingDependencyError | None = None
    for request in requests:
        try:
            made.append(print_kit(request, "png" if settings.png else "html" if missing else "pdf"))
        # The first kit finds out; the others need not try again
        except MissingDependencyError as error:
            if settings.png:
                raise
            missing = error
            made.append(print_kit(request, "html"))
        progress(len(made), len(requests))
    return made, missing


def list_kits(library: Library) -> tuple[str, ...]:
    """Return the games that have a kit."""
    return tuple(slug for slug in library.slugs if library.rules(slug).book.kit)


def choose_kits(request: KitRequest, games: Sequence[str]) -> list[KitRequest]:
    """Return a request for each of these games; without names, for each that has the pages asked for.

    Raises `UsageError` where no game shows what is asked for, `BadInputError` for a page that none has.
    """
    library, wanted = request.library, request.settings.page
    books = [library.rules(slug).book for slug in list_kits(library)]
    names = list(dict.fromkeys(item.name for book in books for item in book.kit))
    if pages := [game for game in games if game not in library.slugs and game in names]:
        raise UsageError(f"“{pages[0]}” is a page, not a game.", field="games", say=(f"page={pages[0]}",))
    if games:
        return [replace(request, slug=slug) for slug in dict.fromkeys(library.rules(game).book.slug for game in games)]
    _refuse_unknown(wanted, names, "No kit has a")
    chosen: list[KitRequest] = []
    refused: list[UsageError] = []
    for book in books:
        own = tuple(item.name for item in book.kit if item.name in wanted)
        one = replace(request, slug=book.slug, settings=request.settings.model_copy(update={"page": own}))
        if bool(own) == bool(wanted):
            faults = list(_find_faults(one.settings, book))
            refused += faults
            chosen += [] if faults else [one]
    if refused and not chosen:
        raise refused[0]
    return chosen


def draw_kit(request: KitRequest) -> KitDocument:
    """Return the kit of a game as a document.

    Raises everything that is wrong with it as one error: no kit, unknown pages, wishes that no page shows, faults of
    its elements.
    """
    source, settings = request.library.rules(request.slug), request.settings
    book = source.book
    if not book.kit:
        known = listed(list_kits(request.library)) or "none"
        raise BadInputError(f"{book.title} has no kit.", tip=f"Games that have one: {known}.", field="games")
    _refuse_unknown(settings.page, [item.name for item in book.kit], f"The kit of {book.title} has no")
    wrong: list[WordfleetError] = list(_find_faults(settings, book))
    try:
        document = make_kit(source, settings)
    except BadInputError as error:
        wrong.append(error)
    if wrong:
        raise as_one(wrong, "The kit cannot be printed.")
    return document


def print_kit(request: KitRequest, form: str = "pdf") -> PrintedKit:
    """Return the kit of a game as `pdf`, as `html`, or its cards as `png`. Raises as `draw_kit` and `print_pdf`."""
    source, stem = request.library.rules(request.slug), f"{request.slug}-kit-{find_paper(request.settings.paper).slug}"
    document = draw_kit(request)
    if form == "html":
        return PrintedKit({f"{stem}.html": document.html.encode()}, document.sheets, source.book)
    if form == "png":
        return PrintedKit(print_cards(source, request.settings), (), source.book)
    printed = print_document(document)
    notes = printed.notes if source.book.is_english else (*printed.notes, "The labels of kits are in English.")
    return PrintedKit({f"{stem}.pdf": printed.content}, document.sheets, source.book, notes)


def describe_printing(sheets: Sequence[KitSheet]) -> str:
    """Return how many pages there are, on card or paper, on which sides."""
    card = sum(sheet.card for sheet in sheets)
    on_card = f", {card} of them on card" if card else ""
    sides = "double-sided, flip on either edge" if any(sheet.side for sheet in sheets) else "one-sided"
    return f"{how_many(len(sheets), 'page')}{on_card}; print {sides}, at 100%"


def _refuse_unknown(pages: Sequence[str], names: Sequence[str], which: str) -> None:
    for name in pages:
        if name not in names:
            raise BadInputError(f"{which} page “{name}”.", tip=suggestion(name, names, "Pages"), field="page")


def _find_faults(settings: KitSettings, book: Rulebook) -> Iterator[UsageError]:
    """Yield what this game does not show on any of the pages that are asked for."""
    names, army = [item.name for item in book.kit], isinstance(book, ArmyMen)
    if settings.tutorial and (standard := [name for name in settings.page if name in STANDARD_ONLY]):
        yield UsageError(f"The tutorial has no page {listed(standard)}.", field="page", leave=("tutorial",))
    wishes = (
        ("square", settings.square is not None, "board", [item.name for item in book.kit if item.board]),
        ("squad", bool(settings.squad), "squads", ["squads"] * army),
        ("tutorial", settings.tutorial, "tutorial", ["cards", "tape", "counters"] * army),
    )
    for option, is_wanted, what, showing in wishes:
        pages = [name for name in names if name in showing] if is_wanted else []
        if is_wanted and not pages:
            yield UsageError(f"The kit of {book.title} has no {what}.", field=option, leave=(option,))
        elif is_wanted and not set(pages) & set(settings.page or names):
            message = f"None of these pages shows the {what}."
            yield UsageError(message, field=option, say=tuple(f"page={name}" for name in pages), leave=(option,))
