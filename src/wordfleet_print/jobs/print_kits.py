"""A game's kit from its rules: what is asked for, all of it made before anything is written."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

from wordfleet_print.errors import BadInputError, UsageError
from wordfleet_print.game import Library, RulesSource, packaged
from wordfleet_print.game.army_men import ArmyMen
from wordfleet_print.game.flip_chess import FlipChess
from wordfleet_print.press.kit.kit_press import KitWishes, kit_leaves, print_kit
from wordfleet_print.press.kit.leaf import KitLook, Leaf, LeafPress
from wordfleet_print.press.kit.parts import BoardPart, KitPart
from wordfleet_print.rulebook.rendering import RenderOrder, all_of, rendering
from wordfleet_print.rulebook.text.kit_texts import FilledKit, fill_kit
from wordfleet_print.sandbox import ChildLimits
from wordfleet_print.sheet.board_deal import deal_board, fresh_deal_code
from wordfleet_print.wording import did_you_mean, listed

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
    """A finished kit: its file's name and bytes, its pages, the press that sets them, the code of its deal if any."""

    file: str
    content: bytes
    leaves: tuple[Leaf, ...]
    press: LeafPress
    deal: str = ""


def kit_slugs(library: Library) -> tuple[str, ...]:
    """The games that have a kit."""
    return tuple(slug for slug in library.slugs if library.rules(slug).book.kit)


def print_game(request: KitRequest) -> PrintedKit:
    """The kit of a game as a PDF. Raises as `set_kit`."""
    leaves, press, deal = set_kit(request)
    file = f"{request.slug}-kit-{request.look.paper.slug}.pdf"
    return PrintedKit(file, print_kit(leaves, press), tuple(leaves), press, deal)


def set_kit(request: KitRequest) -> tuple[list[Leaf], LeafPress, str]:
    """The pages that are asked for, what sets them, the code of their deal.

    Raises `UsageError` for wishes that are another game's, `BadInputError` for a game without a kit, for pages that it
    has not, and with the complaints of all that cannot be printed.
    """
    source = request.library.rules(request.slug)
    book = source.book
    if not book.kit:
        known = listed(kit_slugs(request.library)) or "none"
        raise BadInputError(f"{book.title} has no kit.", tip=f"Games that have one: {known}.", field="kit")
    _refuse_wishes(request, source)
    names = [item.name for item in book.kit]
    for name in request.pages:
        if name not in names:
            tip = did_you_mean(name, names) or f"Pages: {listed(names)}."
            raise BadInputError(f"The kit of {book.title} has no page “{name}”.", tip=tip, field="pages")
    parts, daggers = _filled(source, own=bool(request.library.place) and request.limited, tutorial=request.tutorial)
    press = LeafPress(book, request.look, daggers)
    deal = ""
    if request.apart and isinstance(book, FlipChess):
        deal = deal_board(book, request.code or fresh_deal_code(book, request.seed)).code
    chosen = [_wished(part, request) for part in parts if not request.pages or part.name in request.pages]
    leaves = kit_leaves(chosen, press, KitWishes(deal, request.squads, request.points, request.tutorial))
    if not leaves:
        say = ("apart",) if "deal" in request.pages else ()
        raise UsageError(
            "None of these pages is printed so.", field="pages", say=say, leave=("tutorial",) * request.tutorial
        )
    return leaves, press, deal


def _wished(part: KitPart, request: KitRequest) -> KitPart:
    """A board with squares as wide as is asked for; any other part as it is."""
    if request.square and isinstance(part, BoardPart):
        return replace(part, square=request.square, least=request.square, tiled=True)
    return part


def _filled(source: RulesSource, *, own: bool, tutorial: bool) -> FilledKit:
    """The elements and the rulings' numbers; a designer's own are filled in by a child with limits."""
    if not own:
        return fill_kit(source, tutorial=tutorial)
    with rendering(1, ChildLimits()) as render:
        order: RenderOrder[FilledKit] = RenderOrder(partial(fill_kit, source, tutorial=tutorial), of=source.name)
        return all_of(render([order]))[0]


def _refuse_wishes(request: KitRequest, source: RulesSource) -> None:
    """Raises `UsageError` for what another game could be asked for."""
    book = source.book
    chess = {"apart": request.apart, "code": bool(request.code)}
    army = {"squad": bool(request.squads), "points": request.points is not None, "tutorial": request.tutorial}
    for wishes, kind, game in ((chess, FlipChess, "happy-flip-chess"), (army, ArmyMen, "army-men")):
        for name, given in wishes.items():
            if given and not isinstance(book, kind):
                raise UsageError(f"{book.title} knows no such wish.", tip=f"It is for {game}.", field=name)
    if request.square and not any(item.board for item in book.kit):
        raise UsageError(f"The kit of {book.title} has no board.", field="square", leave=("square",))
    if request.square and not LEAST_SQUARE <= request.square <= MOST_SQUARE:
        told = f"Squares are {LEAST_SQUARE:g} to {MOST_SQUARE:g} mm wide."
        raise UsageError(told, field="square")
    if request.squads and request.tutorial:
        raise UsageError("Squads are bought by the standard rules.", field="squad", leave=("tutorial",))
    if request.code and not request.apart:
        raise UsageError("A deal’s code is for tables apart.", say=("apart",), field="code")
