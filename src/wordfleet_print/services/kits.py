"""A game's kit: which games and pages are asked for, and what is made of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from wordfleet_print.errors import BadInputError, UsageError, WordfleetError, as_one
from wordfleet_print.games import Library, Rulebook, packaged
from wordfleet_print.games.army_men import ArmyMen
from wordfleet_print.kit.document import (
    LEAST_SQUARE_MM,
    MOST_SQUARE_MM,
    STANDARD_ONLY,
    KitDocument,
    KitSettings,
    KitSheet,
    make_kit,
)
from wordfleet_print.kit.printing import print_cards, print_document
from wordfleet_print.messages import how_many, listed, suggestion


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


def list_kits(library: Library) -> tuple[str, ...]:
    """Return the games that have a kit."""
    return tuple(slug for slug in library.slugs if library.rules(slug).book.kit)


def choose_kits(request: KitRequest, slugs: Sequence[str]) -> list[KitRequest]:
    """Return a request for each of these games; where none is named, for each that has the pages asked for.

    Raises `UsageError` where no game shows what is asked for, `BadInputError` for a page that none has.
    """
    if pages := [slug for slug in slugs if slug not in request.library.slugs and slug in _list_names(request.library)]:
        raise UsageError(f"“{pages[0]}” is a page, not a game.", field="page", say=(f"page={pages[0]}",))
    if slugs:
        return [replace(request, slug=slug) for slug in dict.fromkeys(slugs)]
    wanted = request.settings.pages
    _refuse_unknown(wanted, _list_names(request.library), "No kit has a")
    chosen: list[KitRequest] = []
    refused: list[UsageError] = []
    for slug in list_kits(request.library):
        book = request.library.rules(slug).book
        own = tuple(item.name for item in book.kit if item.name in wanted)
        one = replace(request, slug=slug, settings=replace(request.settings, pages=own))
        if bool(own) == bool(wanted):
            faults = list(_find_faults(one.settings, book))
            refused += faults
            chosen += [] if faults else [one]
    if refused and not chosen:
        raise refused[0]
    return chosen


def _list_names(library: Library) -> list[str]:
    books = [library.rules(slug).book for slug in list_kits(library)]
    return list(dict.fromkeys(item.name for book in books for item in book.kit))


def show_game(request: KitRequest) -> KitDocument:
    """Return the kit of a game as a document.

    Raises everything that is wrong with it as one error: no kit, unknown pages, wishes that no page shows, faults of
    its elements.
    """
    source, settings = request.library.rules(request.slug), request.settings
    wrong = list(_check(request))
    try:
        document = make_kit(source, settings)
    except BadInputError as error:
        wrong.append(error)
    if wrong:
        raise as_one(wrong, "The kit cannot be printed.")
    return document


def print_game(request: KitRequest, form: str = "pdf") -> PrintedKit:
    """Return the kit of a game as `pdf`, as `html`, or its cards as `png`. Raises as `show_game` and `print_pdf`."""
    source, stem = request.library.rules(request.slug), f"{request.slug}-kit-{request.settings.paper.slug}"
    document = show_game(request)
    if form == "html":
        return PrintedKit({f"{stem}.html": document.html.encode()}, document.sheets, source.book)
    if form == "png":
        return PrintedKit(print_cards(source, request.settings), (), source.book)
    printed = print_document(document)
    return PrintedKit({f"{stem}.pdf": printed.content}, document.sheets, source.book, printed.notes)


def tell_printing(sheets: Sequence[KitSheet]) -> str:
    """Say how many pages there are, on card or paper, on which sides."""
    card, both = sum(sheet.card for sheet in sheets), any(sheet.side for sheet in sheets)
    on_card = f", {card} of them on card" * bool(card)
    return f"{how_many(len(sheets), 'page')}{on_card}; {'both sides, either edge' if both else 'one side'}, 100 %"


def _check(request: KitRequest) -> Iterator[WordfleetError]:
    """Yield wishes that no page shows. Raises for a game without a kit, and for pages that it has not."""
    book, settings = request.library.rules(request.slug).book, request.settings
    if not book.kit:
        known = listed(list_kits(request.library)) or "none"
        raise BadInputError(f"{book.title} has no kit.", tip=f"Games that have one: {known}.", field="kit")
    _refuse_unknown(settings.pages, [item.name for item in book.kit], f"The kit of {book.title} has no")
    yield from _find_faults(settings, book)


def _refuse_unknown(pages: Sequence[str], names: Sequence[str], which: str) -> None:
    for name in pages:
        if name not in names:
            raise BadInputError(f"{which} page “{name}”.", tip=suggestion(name, names, "Pages"), field="page")


def _find_faults(settings: KitSettings, book: Rulebook) -> Iterator[UsageError]:
    """Yield what no game can print, and what this one does not show on any of the pages that are asked for."""
    names, army = [item.name for item in book.kit], isinstance(book, ArmyMen)
    if settings.square is not None and not LEAST_SQUARE_MM <= settings.square <= MOST_SQUARE_MM:
        yield UsageError(f"Squares are {LEAST_SQUARE_MM:g} to {MOST_SQUARE_MM:g} mm wide.", field="square")
    if settings.squads and settings.tutorial:
        yield UsageError("Squads are bought by the standard rules.", field="squad", leave=("tutorial",))
    if settings.points is not None and not settings.squads:
        yield UsageError("Points are what squads may cost.", say=("squad",), field="points")
    if settings.points is not None and settings.points < 1:
        yield UsageError("An army costs one point at least.", field="points")
    if settings.tutorial and (standard := [name for name in settings.pages if name in STANDARD_ONLY]):
        yield UsageError(f"The tutorial has no page {listed(standard)}.", field="page", leave=("tutorial",))
    wishes = (
        ("square", settings.square is not None, "board", [item.name for item in book.kit if item.board]),
        ("squad", bool(settings.squads) and not settings.tutorial, "squads", ["squads"] * army),
        ("tutorial", settings.tutorial, "tutorial", ["cards", "tape", "counters"] * army),
    )
    for about, asked, what, showing in wishes:
        pages = [name for name in names if name in showing] if asked else []
        if asked and not pages:
            yield UsageError(f"The kit of {book.title} has no {what}.", field=about, leave=(about,))
        elif asked and not set(pages) & set(settings.pages or names):
            message = f"None of the pages that are asked for shows the {what}."
            yield UsageError(message, field=about, say=tuple(f"page={name}" for name in pages), leave=(about,))
