"""A game's kit from its rules: what is asked for, all of it made before anything is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from wordfleet_print.errors import BadInputError, UsageError
from wordfleet_print.game import Library, RulesSource, packaged
from wordfleet_print.game.army_men import ArmyMen
from wordfleet_print.game.facts import Rulebook
from wordfleet_print.game.flip_chess import FlipChess
from wordfleet_print.press.kit.kit_press import KitPart, kit_leaves, print_kit
from wordfleet_print.press.kit.leaf import Leaf
from wordfleet_print.press.kit.written import KitLook, Typesetter
from wordfleet_print.rulebook.rendering import RenderOrder, all_of, rendering
from wordfleet_print.rulebook.text.kit_texts import KitWishes, fill_kit
from wordfleet_print.sandbox import ChildLimits
from wordfleet_print.sheet.board_deal import deal_board, fresh_deal_code
from wordfleet_print.wording import listed, suggestion

LEAST_SQUARE, MOST_SQUARE = 20.0, 69.0
"""Squares of a board for one's own chessmen (mm)."""


@dataclass(frozen=True, slots=True)
class KitRequest:
    """A kit to print: of which game, how it looks, which of its pages (none: all), and what its games can be asked for:
    squares so wide (mm), the same deal for tables apart, by its code or by a seed; squads, and the points of an army.
    `limited`: a designer's own is filled in by a child with limits; not where all of it is done in one.
    """

    slug: str
    look: KitLook
    library: Library = field(default_factory=packaged)
    pages: tuple[str, ...] = ()
    square: float | None = None
    apart: bool = False
    code: str = ""
    seed: int = 0
    squads: tuple[str, ...] = ()
    points: int | None = None
    tutorial: bool = False
    limited: bool = True


@dataclass(frozen=True, slots=True)
class PrintedKit:
    """A finished kit: its file's name and bytes, its pages, what sets them, the code of its deal if any."""

    file: str
    content: bytes
    leaves: tuple[Leaf, ...]
    setter: Typesetter
    deal: str = ""


def kit_slugs(library: Library) -> tuple[str, ...]:
    """The games that have a kit."""
    return tuple(slug for slug in library.slugs if library.rules(slug).book.kit)


def kit_requests(request: KitRequest, slugs: Sequence[str]) -> list[KitRequest]:
    """The same for each of these games; where none is named, for each whose kit shows what is asked for, of the pages
    that it has.

    Raises `UsageError` where none does, `BadInputError` for a page that none has.
    """
    library, found = request.library, list[KitRequest]()
    books = {slug: library.rules(slug).book for slug in kit_slugs(library)}
    names = list(dict.fromkeys(item.name for book in books.values() for item in book.kit))
    for slug in slugs:
        if slug in names and slug not in library.slugs:
            raise UsageError(f"“{slug}” is a page, not a game.", field="pages", say=(f"pages={slug}",))
    if slugs:
        return [replace(request, slug=slug) for slug in dict.fromkeys(slugs)]
    _refuse_contradictions(request)
    _refuse_pages(request, "No kit has a", names)
    refused: list[UsageError] = []
    for slug, book in books.items():
        own = tuple(item.name for item in book.kit if item.name in request.pages)
        if bool(own) == bool(request.pages):
            try:
                _refuse_wishes(replace(request, pages=own), book)
                found.append(replace(request, slug=slug, pages=own))
            except UsageError as error:
                refused.append(error)
    if refused and not found:
        raise refused[0]
    return found


def _refuse_pages(request: KitRequest, which: str, names: Sequence[str]) -> None:
    """Raises `BadInputError` for a page that is not among these names."""
    for name in request.pages:
        if name not in names:
            tip = suggestion(name, names, "Pages")
            raise BadInputError(f"{which} page “{name}”.", tip=tip, field="pages")


def print_game(request: KitRequest) -> PrintedKit:
    """The kit of a game as a PDF. Raises as `set_kit`."""
    leaves, setter, deal = set_kit(request)
    file = f"{request.slug}-kit-{request.look.paper.slug}.pdf"
    return PrintedKit(file, print_kit(leaves, setter), tuple(leaves), setter, deal)


def set_kit(request: KitRequest) -> tuple[list[Leaf], Typesetter, str]:
    """The pages that are asked for, what sets them, the code of their deal.

    Raises `UsageError` for wishes that are another game's, `BadInputError` for a game without a kit, for pages that it
    has not, and with the complaints of all that cannot be printed.
    """
    source = request.library.rules(request.slug)
    book = source.book
    if not book.kit:
        known = listed(kit_slugs(request.library)) or "none"
        raise BadInputError(f"{book.title} has no kit.", tip=f"Games that have one: {known}.", field="kit")
    _refuse_contradictions(request)
    names = [item.name for item in book.kit]
    _refuse_pages(request, f"The kit of {book.title} has no", names)
    _refuse_wishes(request, book)
    deal = ""
    if request.apart and isinstance(book, FlipChess):
        deal = deal_board(book, request.code or fresh_deal_code(book, request.seed)).code
    wishes = KitWishes(request.square, deal, request.squads, request.points, request.tutorial)
    parts = _filled(source, wishes, own=bool(request.library.place) and request.limited)
    setter = Typesetter(book, request.look)
    leaves = kit_leaves([part for part in parts if not request.pages or part.name in request.pages], setter)
    made = {leaf.name for leaf in leaves}
    if lacking := [name for name in request.pages if name not in made]:
        say = ("apart",) if "deal" in lacking else ()
        told = f"Without more, the kit of {book.title} has no page {listed(lacking)}."
        raise UsageError(told, field="pages", say=say, leave=("tutorial",) * request.tutorial)
    return leaves, setter, deal


def _filled(source: RulesSource, wishes: KitWishes, *, own: bool) -> list[KitPart]:
    """The elements filled in; a designer's own by a child with limits."""
    if not own:
        return fill_kit(source, wishes)
    with rendering(1, ChildLimits()) as render:
        order: RenderOrder[list[KitPart]] = RenderOrder(partial(fill_kit, source, wishes), of=source.name)
        return all_of(render([order]))[0]


def _refuse_contradictions(request: KitRequest) -> None:
    """Raises `UsageError` for what no game could be asked for."""
    if request.square is not None and not LEAST_SQUARE <= request.square <= MOST_SQUARE:
        told = f"Squares are {LEAST_SQUARE:g} to {MOST_SQUARE:g} mm wide."
        raise UsageError(told, field="square")
    if request.squads and request.tutorial:
        raise UsageError("Squads are bought by the standard rules.", field="squad", leave=("tutorial",))
    if request.points is not None and not request.squads:
        raise UsageError("Points are what squads may cost.", say=("squad",), field="points")
    if request.points is not None and request.points < 1:
        raise UsageError("An army costs one point at least.", field="points")
    if request.code and not request.apart:
        raise UsageError("A deal’s code is for tables apart.", say=("apart",), field="code")


def _refuse_wishes(request: KitRequest, book: Rulebook) -> None:
    """Raises `UsageError` for what this game, or none of its pages that are asked for, shows."""
    names = [item.name for item in book.kit]
    for field_, what, showing in _wishes(request, book):
        pages = [name for name in names if name in showing]
        if not pages:
            raise UsageError(f"The kit of {book.title} has no {what}.", field=field_, leave=(field_,))
        if not set(pages) & set(request.pages or names):
            say = tuple(f"pages={name}" for name in pages)
            told = f"None of the pages that are asked for shows the {what}."
            raise UsageError(told, field=field_, say=say, leave=(field_,))


def _wishes(request: KitRequest, book: Rulebook) -> Iterator[tuple[str, str, Sequence[str]]]:
    """What is asked for beside pages and looks: its field, what it is about, the pages that show it."""
    chess, army = isinstance(book, FlipChess), isinstance(book, ArmyMen)
    tapes = [item.name for item in book.kit if item.tape]
    if request.square is not None:
        yield "square", "board", [item.name for item in book.kit if item.board]
    if request.apart:
        yield "code" if request.code else "apart", "deal", ["deal"] if chess else []
    if request.squads:
        yield "squad", "squads", ["squads", "counters"] if army else []
    if request.points is not None:
        yield "points", "points", ["squads"] if army else []
    if request.tutorial:
        yield "tutorial", "tutorial", ["cards", *tapes, "counters"] if army else []
