"""A game's kit, page by page, and as one PDF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple
from xml.etree.ElementTree import Element

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.press.ink.ink import Pen
from wordfleet_print.press.ink.paper import Rect
from wordfleet_print.press.ink.svg_pen import SvgPen
from wordfleet_print.press.kit.boards import BoardPart, board_leaves
from wordfleet_print.press.kit.cut_sheets import FoldStrip, PiecesPart, folded, pieces_leaves, sheets_of
from wordfleet_print.press.kit.leaf import (
    HAIRLINE,
    SUGGESTED,
    DrawIn,
    Leaf,
    lying,
    numbered,
    page_of,
    pages_of,
    refuse,
    room_on,
)
from wordfleet_print.press.kit.measures import TapePart, WedgePart, tape_leaves, wedge_leaves
from wordfleet_print.press.kit.printer_check import check_leaves
from wordfleet_print.press.kit.written import Typesetter, parsed
from wordfleet_print.press.pdf.tagged import described, print_art

EDGE, FRAME = 4.2, 1.2
"""From the cut of a card to what is on it, and to its frame (mm)."""
LEAST_CARD = (35.0, 40.0)
"""The smallest card (mm)."""


class WrittenPart(NamedTuple):
    """Pages as XML: elements `page`, `cards` (with `card`s) or `folded` (with `strip`s of `piece`s)."""

    name: str
    xml: str


KitPart = BoardPart | PiecesPart | TapePart | WedgePart | WrittenPart
"""One thing of a kit when all is known: every measure, every text filled in."""


def kit_leaves(parts: Sequence[KitPart], setter: Typesetter) -> tuple[list[Leaf], list[Complaint]]:
    """All pages of a kit, in its order, and what is wrong with those of its parts that cannot be printed."""
    leaves: list[Leaf] = []
    complaints: list[Complaint] = []
    for part in parts:
        try:
            leaves += _leaves(part, setter)
        except BadInputError as error:
            complaints += error.told
    return leaves, complaints


def _leaves(part: KitPart, setter: Typesetter) -> Iterable[Leaf]:
    match part:
        case BoardPart():
            return board_leaves(part, setter)
        case PiecesPart():
            return pieces_leaves(part, setter)
        case TapePart():
            return tape_leaves(part, setter)
        case WedgePart():
            return wedge_leaves(part, setter)
        case _:
            return _written_leaves(part, setter)


def _written_leaves(part: WrittenPart, setter: Typesetter) -> Iterator[Leaf]:
    for page in parsed(part.xml):
        paper = setter.look.paper if "upright" in page.attrib else lying(setter.look.paper)
        room, card = room_on(paper), page.tag == "cards" or "card" in page.attrib
        match page.tag:
            case "check":
                yield from check_leaves(part.name, page, setter)
                continue
            case "cards":
                draws = _cards(part.name, page, setter, room)
            case "folded":
                draws = _folded(page, setter, room)
            case _:
                refuse(_too_long(part.name, [page], setter, room))
                draws = [partial(_draw_blocks, list(page), setter)]
        for title, draw in numbered(page.get("title", ""), draws):
            ruled = SUGGESTED * (page.tag == "page" and "†" in part.xml)
            leaf = Leaf(part.name, title, page.get("line", ""), draw, card=card, note=page.get("note", ruled))
            yield replace(leaf, upright="upright" in page.attrib, measured=page.tag == "folded")


def _draw_blocks(blocks: Sequence[Element], setter: Typesetter, pen: Pen, room: Rect) -> None:
    setter.draw_column(pen, blocks, room)


def _too_long(name: str, places: Iterable[Element], setter: Typesetter, room: Rect) -> Iterator[Complaint]:
    """Everything that is too long for its place, cards by their rows."""
    for one in places:
        at, of = one.get("row", name), "its card" if one.tag == "card" else setter.look.paper.title
        for told in setter.fit(list(one), room):
            yield Complaint(at, f"{told} for {of}", "shorten it")


def _cards(name: str, page: Element, setter: Typesetter, room: Rect) -> list[DrawIn]:
    """Sheets of cards, each in its frame."""
    wide, high = float(page.get("width", 63)), float(page.get("height", 88))
    sheets = sheets_of([partial(_draw_card, card, setter) for card in page], (wide, high), room)
    if wide < LEAST_CARD[0] or high < LEAST_CARD[1] or not sheets:
        least = f"from {LEAST_CARD[0]:g} × {LEAST_CARD[1]:g} to {room.w - 4:.0f} × {room.h + 9:.0f} mm"
        refuse([Complaint(name, f"cards of {wide:g} × {high:g} mm cannot be printed", least)])
    refuse(_too_long(name, page, setter, Rect(0, 0, wide, high).inset(EDGE)))
    return sheets


def _draw_card(card: Element, setter: Typesetter, pen: Pen, place: Rect) -> None:
    pen.frame(place.inset(FRAME), HAIRLINE if setter.look.eco else 0.9, 2.6)
    setter.draw_column(pen, list(card), place.inset(EDGE))


def _folded(page: Element, setter: Typesetter, room: Rect) -> list[DrawIn]:
    """Pieces of two blocks each, a face and a back, in rows as even as can be."""
    size, strips = float(page.get("size", 22)), []
    across = int((room.w - 28) // size)
    for strip in page:
        even = -(-len(strip) // -(-len(strip) // across))
        for own in pages_of(list(strip), even):
            faces = [partial(_draw_blocks, [piece[0]], setter) for piece in own]
            strips.append(FoldStrip(faces, partial(_draw_backs_of, own, setter)))
    return folded(size, strips, room)


def _draw_backs_of(pieces: Sequence[Element], setter: Typesetter, pen: Pen, place: Rect) -> None:
    for piece, own in zip(pieces, place.columns(len(pieces)), strict=True):
        with pen.turned(own.centre_x, own.centre_y, 180):
            setter.draw_column(pen, [piece[1]], own)


def print_kit(leaves: Sequence[Leaf], setter: Typesetter) -> bytes:
    """The pages as one tagged PDF with bookmarks; the same pages give the same bytes."""
    book, paper = setter.book, setter.look.paper
    title = " – ".join(filter(None, (book.title, book.edition, "kit")))
    return print_art(
        [page_of(leaf, setter) for leaf in leaves], described(title, book.title, paper.title), book.language
    )


def preview(leaf: Leaf, setter: Typesetter) -> str:
    """A page as SVG, for screens."""
    pen, page = SvgPen(), page_of(leaf, setter)
    page.draw(pen)
    return pen.document(page.width, page.height)
