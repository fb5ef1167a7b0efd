"""Books for the tests of the streaming press: real sheets in rounds and tables, and tiny pages by the dozen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from wordfleet_print.fleet.deck import tier_deck
from wordfleet_print.fleet.word_lists import load_tier
from wordfleet_print.game import load_edition
from wordfleet_print.press.ink.fonts import Face
from wordfleet_print.press.ink.ink import Pen, Run, Type
from wordfleet_print.press.ink.paper import A4, MM, Paper, Rect
from wordfleet_print.press.panels.layout import Looks, one_up, sheet_layout
from wordfleet_print.press.pdf.composing import Composer
from wordfleet_print.press.pdf.glyphs import Characters, sorted_by_face
from wordfleet_print.press.pdf.pages import Block, Bookmark, Page, print_block, shape_of
from wordfleet_print.press.pdf.plates import make_plates
from wordfleet_print.press.pdf.writer import DocumentLayout, OutlineHeading, Resources, write_document
from wordfleet_print.press.trackers import SheetPress, sheet_plates
from wordfleet_print.sheet.sheet import Sheet, deal

CARD = Paper("card", "Card", 60.0, 40.0)
PLATE, STAMP = "a", "aS1"
NAMES = ("Niamh Ó Súilleabháin", "Jörg (der Zweite)", r"Back\slash", "Ελένη", "Жанна", "D’Arcy")
ROUNDS, SECTIONS, TABLES = 3, 2, 2


def characters_of(items: Iterable[Type]) -> Characters:
    """Exactly the characters of this type."""
    found: dict[Face, set[str]] = {}
    for item in items:
        if isinstance(item, Run):
            found.setdefault(item.face, set()).update(item.text)
    return sorted_by_face(found)


@dataclass(frozen=True)
class Section:
    """A run of pages: the titles above it, its pages, the stamps that they use."""

    titles: tuple[str, ...]
    pages: tuple[Page, ...]
    stamps: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Book:
    """Sections with the document layout that holds them, and what draws their stamps."""

    layout: DocumentLayout
    sections: tuple[Section, ...]
    draw_stamp: Callable[[str], bytes]

    def block(self, number: int) -> Block:
        """One section as a block."""
        section = self.sections[number]
        return print_block(section.pages, self.layout.numbering(number), section.stamps)

    def written(self, blocks: Sequence[Block] = ()) -> bytes:
        """The file."""
        made = blocks or [self.block(number) for number in range(len(self.sections))]
        return b"".join(write_document(self.layout, made, self.draw_stamp))

    @property
    def pages(self) -> list[Page]:
        """All pages."""
        return [page for section in self.sections for page in section.pages]


def make_book(
    paper: Paper, shared: Resources, sections: Sequence[Section], draw_stamp: Callable[[str], bytes] = str.encode
) -> Book:
    """A book of these sections."""
    numbers: dict[tuple[str, ...], int] = {}
    headings = []
    for section in sections:
        for depth in range(1, len(section.titles) + 1):
            path = section.titles[:depth]
            if path not in numbers:
                numbers[path] = len(headings)
                headings.append(OutlineHeading(path[-1], numbers.get(path[:-1])))
    shapes = [shape_of(section.pages) for section in sections]
    under = [numbers.get(section.titles) for section in sections]
    size = paper.width * MM, paper.height * MM
    layout = DocumentLayout(*size, shared, {"Title": "A “book” (made)"}, "en-GB", shapes, headings, under)
    return Book(layout, tuple(sections), draw_stamp)


# --- real sheets -----------------------------------------------------------------------------------------------


@cache
def event_tables() -> list[list[list[Sheet]]]:
    """The sheets of three rounds: by section, six in all, and by table, two in each."""
    count = ROUNDS * SECTIONS * TABLES * 2
    dealt = iter(deal(tier_deck(load_edition("word-fleet"), load_tier("standard")), ("",) * count, "event book"))
    return [[list(_seated(dealt, r, s, t)) for t in range(TABLES)] for r in range(ROUNDS) for s in range(SECTIONS)]


@cache
def event_book() -> Book:
    """The rounds as a book; the sheets of each section's second table are in large print, on two pages each."""
    edition, tables = load_edition("word-fleet"), event_tables()
    layouts = [sheet_layout(edition, Looks(A4)), sheet_layout(edition, Looks(A4, large_print=True))]
    impositions = [one_up(layout) for layout in layouts]
    characters = characters_of(
        item
        for section in tables
        for t, sheets in enumerate(section)
        for sheet in sheets
        for page in layouts[t].pages
        for item in page.set_type(sheet)
    )
    press = SheetPress(impositions, stamped=True)
    sections = [_section(press, i, section) for i, section in enumerate(tables)]
    return make_book(A4, make_plates(characters, A4, sheet_plates(impositions)), sections, press.draw_stamp)


def _seated(dealt: Iterator[Sheet], round_: int, section: int, table: int) -> Iterator[Sheet]:
    """The two sheets of a table."""
    number = section * TABLES + table
    names = NAMES[(number + round_) % 6], NAMES[(number + round_ + 3) % 6]
    for name, other in (names, names[::-1]):
        yield replace(next(dealt), captain=name, opponent=other, table=str(number + 1), round=str(round_ + 1))


def _section(press: SheetPress, number: int, tables: Sequence[Sequence[Sheet]]) -> Section:
    stamps: set[str] = set()
    pages = []
    for layout, sheets in enumerate(tables):
        for i, sheet in enumerate(sheets):
            table = () if i else (Bookmark(0, f"Table {sheet.table}"),)
            for page, content in enumerate(press.print(layout, [sheet], stamps)):
                bookmarks = () if page else (*table, Bookmark(1, sheet.captain))
                pages.append(Page(content, f"{sheet.table} · {sheet.captain} {page + 1}", bookmarks))
    round_, section = divmod(number, SECTIONS)
    return Section((f"Round {round_ + 1}", f"Section {section + 1}"), tuple(pages), frozenset(stamps))


# --- tiny pages ------------------------------------------------------------------------------------------------


@cache
def card_resources() -> Resources:
    """What cards share: plain letters in one face, a frame as the plate."""
    characters = characters_of([card_type("".join(map(chr, range(32, 127))))])
    return make_plates(characters, CARD, {PLATE: partial(_draw_frame)})


def _draw_frame(pen: Pen) -> None:
    pen.frame(Rect(5, 5, 50, 30), 1)


def card_type(text: str) -> Run:
    """A card's words."""
    return Run(10, 20, text, Face.MEDIUM, 10)


def card(text: str, label: str = "", bookmarks: tuple[Bookmark, ...] = ()) -> Page:
    """A card that shows a text."""
    piece = Composer(CARD.height).compose([card_type(text)])
    operators = f"/{PLATE} Do BT {piece.opens} {piece.text} ET /{STAMP} Do"
    return Page(operators.encode("latin-1"), label or text, bookmarks)


def draw_dot(_name: str) -> bytes:
    """A stamp: a little black square in a corner."""
    return b"20 20 3 3 re f"


def card_book(sections: int) -> Book:
    """A book of one card in each section, each under a heading of its own."""
    made = [
        Section(
            (f"Part {n // 10}", f"Section {n}"),
            (card(f"card {n}", bookmarks=(Bookmark(0, f"Card {n}"),)),),
            frozenset([STAMP]),
        )
        for n in range(sections)
    ]
    return make_book(CARD, card_resources(), made, draw_dot)
