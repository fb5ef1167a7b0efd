"""A game's kit, page by page, and as one PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.game import Edition
from wordfleet_print.game.army_men import ArmyMen
from wordfleet_print.game.flip_chess import FlipChess
from wordfleet_print.game.squads import read_army
from wordfleet_print.press.ink.svg_pen import SvgPen
from wordfleet_print.press.kit.army_cards import army_cards_leaves
from wordfleet_print.press.kit.battle_orders import order_leaves
from wordfleet_print.press.kit.boards import board_leaves
from wordfleet_print.press.kit.cards import cards_leaves
from wordfleet_print.press.kit.counters import counter_leaves
from wordfleet_print.press.kit.fleet_pages import check_leaves, screen_leaves
from wordfleet_print.press.kit.flip_chess_pages import aids_leaves, deal_leaves
from wordfleet_print.press.kit.leaf import Leaf, LeafPress
from wordfleet_print.press.kit.measures import dice_leaves, tape_leaves, wedge_leaves
from wordfleet_print.press.kit.parts import KitPart, PagePart
from wordfleet_print.press.kit.pieces import pieces_leaves
from wordfleet_print.press.kit.squad_sheets import ArmyWishes, squad_leaves
from wordfleet_print.press.pdf.tagged import print_art
from wordfleet_print.press.trackers import described
from wordfleet_print.sheet.board_deal import deal_board


@dataclass(frozen=True, slots=True)
class KitWishes:
    """What is asked of a kit beside its look: the code of a deal for tables apart, or nothing; squads as they were
    written, the most that their army may cost; by the tutorial's rules.
    """

    deal: str = ""
    squads: tuple[str, ...] = ()
    points: int | None = None
    tutorial: bool = False


def kit_leaves(parts: Sequence[KitPart], press: LeafPress, wishes: KitWishes) -> list[Leaf]:
    """All pages of a kit, in its order. Raises `BadInputError` with the complaints of all that cannot be printed."""
    leaves: list[Leaf] = []
    complaints: list[Complaint] = []
    armed = ArmyWishes((), wishes.points, wishes.tutorial)
    if isinstance(press.book, ArmyMen):
        try:
            armed = replace(armed, squads=read_army(press.book, wishes.squads, wishes.points))
        except BadInputError as error:
            complaints += error.told
    for part in parts:
        try:
            leaves += _leaves(part, press, wishes, armed)
        except BadInputError as error:
            complaints += error.told
    if complaints:
        raise BadInputError("The kit cannot be printed.", *complaints)
    return leaves


def _leaves(part: KitPart, press: LeafPress, wishes: KitWishes, armed: ArmyWishes) -> Iterable[Leaf]:
    """The pages of one element."""
    if isinstance(part, PagePart):
        return _drawn_pages(part.name, press, wishes, armed)
    makers: dict[str, Callable[[Any, LeafPress], Iterable[Leaf]]] = {
        "board": board_leaves,
        "pieces": pieces_leaves,
        "cards": cards_leaves,
        "tape": tape_leaves,
        "wedge": wedge_leaves,
        "dice": dice_leaves,
    }
    return makers[part.kind](part, press)


def _drawn_pages(name: str, press: LeafPress, wishes: KitWishes, armed: ArmyWishes) -> Iterable[Leaf]:
    """A page that the programme draws, by its name."""
    book = press.book
    if name == "check":
        return check_leaves(press)
    if isinstance(book, ArmyMen):
        return _army_pages(book, name, press, armed)
    if isinstance(book, Edition):
        return screen_leaves(book, press)
    if isinstance(book, FlipChess) and name == "aids":
        return aids_leaves(book, press)
    return (
        deal_leaves(book, press, deal_board(book, wishes.deal)) if isinstance(book, FlipChess) and wishes.deal else ()
    )


def _army_pages(army: ArmyMen, name: str, press: LeafPress, armed: ArmyWishes) -> Iterable[Leaf]:
    """The same of Army Men."""
    match name:
        case "cards":
            return army_cards_leaves(army, press, tutorial=armed.tutorial)
        case "squads":
            return squad_leaves(army, press, armed)
        case "counters":
            return counter_leaves(army, press, armed)
        case _:
            return order_leaves(army, press)


def print_kit(leaves: Sequence[Leaf], press: LeafPress) -> bytes:
    """The pages as one tagged PDF with bookmarks; the same pages give the same bytes."""
    book, paper = press.book, press.look.paper
    title = f"{book.title} – kit"
    return print_art([press.page(leaf) for leaf in leaves], described(title, book.title, paper.title), book.language)


def preview(leaf: Leaf, press: LeafPress) -> str:
    """A page as SVG, for screens."""
    pen, page = SvgPen(), press.page(leaf)
    page.draw(pen)
    return pen.document(page.width, page.height)
