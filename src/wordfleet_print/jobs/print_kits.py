"""A game's kit from its rules: what is asked for, all of it made before anything is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import NamedTuple

from wordfleet_print.errors import BadInputError, Complaint, UsageError, WordfleetError, as_one
from wordfleet_print.games import Library, RulesSource, packaged
from wordfleet_print.games.army_men import ArmyMen
from wordfleet_print.games.facts import Rulebook
from wordfleet_print.games.flip_chess import FlipChess
from wordfleet_print.press.kit.kit_press import KitPart, kit_leaves, print_kit
from wordfleet_print.press.kit.kit_texts import KitWishes, fill_kit, items_of
from wordfleet_print.press.kit.leaf import Leaf, refuse
from wordfleet_print.press.kit.written import KitLook, Typesetter
from wordfleet_print.rulebook.rendering import RenderOrder, all_of, rendering
from wordfleet_print.sandbox import ChildLimits
from wordfleet_print.sheet.board_deal import deal_board, fresh_deal_code
from wordfleet_print.wording import how_many, listed, suggestion

LEAST_SQUARE, MOST_SQUARE = 20.0, 69.0
"""Squares of a board for one's own chessmen (mm)."""


@dataclass(frozen=True, slots=True)
class KitRequest:
    """A kit to print: of which game, how it looks, which of its pages (none: all), what is asked of them, the seed of
    a new deal (None: it is not dealt yet). `limited`: a designer's own is filled in by a child with limits; not where
    all of it is done in one.
    """

    slug: str
    look: KitLook
    library: Library = field(default_factory=packaged)
    pages: tuple[str, ...] = ()
    wishes: KitWishes = field(default_factory=KitWishes)
    seed: int | None = 0
    limited: bool = True


class SetKit(NamedTuple):
    """What can be made of a kit: its pages, what sets them, the code of its deal if any; and all that is wrong."""

    leaves: list[Leaf]
    setter: Typesetter
    deal: str
    wrong: list[WordfleetError]


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
    known = bool(slugs) and set(slugs) <= set(request.library.slugs)
    books = {} if known else {slug: request.library.rules(slug).book for slug in kit_slugs(request.library)}
    names = list(dict.fromkeys(item.name for book in books.values() for item in book.kit))
    if pages := [slug for slug in slugs if slug in names and slug not in request.library.slugs]:
        raise UsageError(f"“{pages[0]}” is a page, not a game.", field="pages", say=(f"pages={pages[0]}",))
    if slugs:
        return [replace(request, slug=slug) for slug in dict.fromkeys(slugs)]
    _refuse_pages(request, "No kit has a", names)
    found: list[KitRequest] = []
    refused: list[UsageError] = []
    for slug, book in books.items():
        own = tuple(item.name for item in book.kit if item.name in request.pages)
        if bool(own) == bool(request.pages):
            faults = list(_wish_faults(replace(request, pages=own), book))
            refused += faults
            found += [] if faults else [replace(request, slug=slug, pages=own)]
    if refused and not found:
        raise refused[0]
    return found


def print_game(request: KitRequest) -> PrintedKit:
    """The kit of a game as a PDF. Raises what `set_kit` finds wrong, as one error."""
    leaves, setter, deal, wrong = set_kit(request)
    if wrong:
        raise as_one(wrong, "The kit cannot be printed.")
    return PrintedKit(kit_file(request), print_kit(leaves, setter), tuple(leaves), setter, deal)


def kit_file(request: KitRequest) -> str:
    """What the PDF is called."""
    return f"{request.slug}-kit-{request.look.paper.slug}.pdf"


def how_to_print(leaves: Sequence[Leaf]) -> str:
    """How many pages there are, on card or paper, on which sides."""
    card, both = sum(leaf.card for leaf in leaves), any(leaf.side for leaf in leaves)
    on_card = f", {card} of them on card" * bool(card)
    return f"{how_many(len(leaves), 'page')}{on_card}; {'both sides, either edge' if both else 'one side'}, 100 %"


def set_kit(request: KitRequest) -> SetKit:
    """The pages that are asked for, without those that cannot be printed, and without wishes that cannot be had.

    Raises `BadInputError` for a game without a kit and for pages that it has not.
    """
    source = request.library.rules(request.slug)
    book, setter = source.book, Typesetter(source.book, request.look)
    if not book.kit:
        known = listed(kit_slugs(request.library)) or "none"
        raise BadInputError(f"{book.title} has no kit.", tip=f"Games that have one: {known}.", field="kit")
    _refuse_pages(request, f"The kit of {book.title} has no", [item.name for item in book.kit])
    wrong: list[WordfleetError] = list(_wish_faults(request, book))
    amiss = {error.field for error in wrong}
    sound = {name: wish for name, wish in asdict(request.wishes).items() if name not in amiss}
    wishes, leaves = replace(KitWishes(), **sound), list[Leaf]()
    try:
        if isinstance(book, FlipChess) and wishes.apart and (wishes.code or request.seed is not None):
            code = wishes.code or fresh_deal_code(book, request.seed or 0)
            wishes = replace(wishes, code=deal_board(book, code).code)
    except BadInputError as error:
        wrong.append(error)
        wishes = replace(wishes, apart=False)
    try:
        parts, complaints = _filled(source, wishes, request)
        leaves, more = kit_leaves(parts, setter)
        refuse([*complaints, *more])
    except BadInputError as error:
        wrong.append(error)
    shown = [item.name for item in items_of(book, wishes)]
    if not wrong and (lacking := [name for name in request.pages if name not in shown]):
        told = f"Without more, the kit of {book.title} has no page {listed(lacking)}."
        say, leave = ("apart",) * ("deal" in lacking), ("tutorial",) * wishes.tutorial
        wrong.append(UsageError(told, field="pages", say=say, leave=leave))
    return SetKit(leaves, setter, wishes.code, wrong)


def _filled(source: RulesSource, wishes: KitWishes, request: KitRequest) -> tuple[list[KitPart], list[Complaint]]:
    """The elements filled in, and what is wrong with them; a designer's own by a child with limits."""
    fill = partial(fill_kit, source, wishes, request.pages)
    if not (request.library.place and request.limited):
        return fill()
    with rendering(1, ChildLimits()) as render:
        order: RenderOrder[tuple[list[KitPart], list[Complaint]]] = RenderOrder(fill, of=source.name)
        return all_of(render([order]))[0]


def _refuse_pages(request: KitRequest, which: str, names: Sequence[str]) -> None:
    """Raises `BadInputError` for a page that is not among these names."""
    for name in request.pages:
        if name not in names:
            raise BadInputError(f"{which} page “{name}”.", tip=suggestion(name, names, "Pages"), field="pages")


def _wish_faults(request: KitRequest, book: Rulebook) -> Iterator[UsageError]:
    """What no game could be asked for, and what this one does not show, or none of its pages that are asked for."""
    wishes, names = request.wishes, [item.name for item in book.kit]
    if wishes.square is not None and not LEAST_SQUARE <= wishes.square <= MOST_SQUARE:
        yield UsageError(f"Squares are {LEAST_SQUARE:g} to {MOST_SQUARE:g} mm wide.", field="square")
    if wishes.squad and wishes.tutorial:
        yield UsageError("Squads are bought by the standard rules.", field="squad", leave=("tutorial",))
    if wishes.points is not None and not wishes.squad:
        yield UsageError("Points are what squads may cost.", say=("squad",), field="points")
    if wishes.points is not None and wishes.points < 1:
        yield UsageError("An army costs one point at least.", field="points")
    if wishes.code and not wishes.apart:
        yield UsageError("A deal’s code is for tables apart.", say=("apart",), field="code")
    for about, what, showing in _shown_wishes(wishes, book):
        pages = [name for name in names if name in showing]
        if not pages:
            yield UsageError(f"The kit of {book.title} has no {what}.", field=about, leave=(about,))
        elif not set(pages) & set(request.pages or names):
            told = f"None of the pages that are asked for shows the {what}."
            yield UsageError(told, field=about, say=tuple(f"pages={name}" for name in pages), leave=(about,))


def _shown_wishes(wishes: KitWishes, book: Rulebook) -> Iterator[tuple[str, str, Sequence[str]]]:
    """What is asked for: its field, what it is about, the pages that show it."""
    chess, army = isinstance(book, FlipChess), isinstance(book, ArmyMen)
    if wishes.square is not None:
        yield "square", "board", [item.name for item in book.kit if item.board]
    if wishes.apart:
        yield "code" if wishes.code else "apart", "deal", ["deal"] * chess
    if wishes.squad:
        yield "squad", "squads", ["squads", "counters"] * army
    if wishes.points is not None:
        yield "points", "points", ["squads"] * army
    if wishes.tutorial:
        yield "tutorial", "tutorial", ["cards", *(item.name for item in book.kit if item.tape), "counters"] * army
