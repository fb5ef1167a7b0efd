"""What each element of a kit is: its measures and texts, as its template draws them.

All measures are millimeters. What cannot be printed is a complaint of `KitTexts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import Any, NamedTuple

from wordfleet_print.games import Rulebook
from wordfleet_print.games.kit import (
    INCH,
    MOST_PAGES,
    MOST_PIECES,
    BoardElement,
    CardsElement,
    KitItem,
    PageElement,
    PiecesElement,
    TapeElement,
    TextElement,
    WedgeElement,
    read_count,
    read_measure,
)
from wordfleet_print.games.labels import Wordings
from wordfleet_print.games.registry import find_game
from wordfleet_print.kit.fitted_labels import Label
from wordfleet_print.kit.list_rows import Row
from wordfleet_print.kit.texts import KitTexts
from wordfleet_print.paper import Paper
from wordfleet_print.settings.games import KitSettings

MARGIN_MM = 10.0
# What margins, the head and the bar take of a page's height.
HEAD_AND_BAR_MM = 36.0
# Around a whole board: numbers of rows across; the head, letters and edges of sides down.
BOARD_NUMBERS_MM = 8.0
BOARD_EDGES_MM = 24.0
# The smallest squares of a board.
LEAST_CUT_MM = 3.0
# The smallest pieces, and what a page's short side has beyond the largest.
LEAST_PIECE_MM = 8.0
AROUND_PIECE_MM = 50.0
LEAST_CARD_MM = (30.0, 40.0)
# What a strip of tape leaves of a page's length, besides its margins: at least its flap to glue.
AROUND_TAPE_MM = 10.0
# Strips of tape that a page has room for.
MOST_STRIPS = 6
# The least distance between two marks of a tape.
LEAST_MARK_INCHES = 0.5
# What is above and below a wedge, besides its margins.
AROUND_WEDGE_MM = 32.0
# Decimals of a place on a tape (inches).
PLACES = 6

Data = dict[str, Any]
"""What a template shows of an element."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Lays out the elements of one kit."""

    book: Rulebook
    paper: Paper
    settings: KitSettings
    texts: KitTexts
    ranges: Sequence[tuple[float, str, Wordings]]
    """What a tape marks with `profiles`: inches, and the label that says what they are."""
    is_for_pictures: bool
    """Whether each card is a picture of its own."""

    @property
    def short(self) -> float:
        """The paper's short side."""
        return min(self.paper.width, self.paper.height)

    @property
    def long(self) -> float:
        """The paper's long side."""
        return max(self.paper.width, self.paper.height)

    def lay_out(self, item: KitItem) -> Data | None:
        """Return what an element's template shows; None, and complaints, where it cannot be
        printed.
        """
        kinds: Mapping[str, Callable[[Any], Data | None]] = {
            "board": self.lay_out_board,
            "pieces": self.list_pieces,
            "cards": self.list_cards,
            "text": self.set_text,
            "tape": self.list_marks,
            "wedge": self.measure_wedge,
            "page": self.set_panels,
        }
        self.texts.begin_element(item.name)
        data = kinds[item.kind](item.element)
        return data if self.texts.is_element_faultless else None

    def read_mm(self, measure: float | str) -> float:
        """Return a measure of the front matter whose plain numbers are millimeters."""
        return read_measure(self.book, measure, "mm")

    def read_inches(self, measure: float | str) -> float:
        """Return a measure of the front matter whose plain numbers are inches, in millimeters."""
        return read_measure(self.book, measure, "in")

    # Boards

    def lay_out_board(self, board: BoardElement) -> Data | None:
        """Return a board on one page, or cut over several; None, and a complaint, if it cannot be.

        Its squares are as wide as the settings or the board ask for. To fit on one page, they may
        be smaller, down to the board's `least`.
        """
        columns = read_count(self.book, board.columns)
        rows = read_count(self.book, board.rows)
        wanted_mm = self.settings.square or self.read_mm(board.square)
        if wanted_mm < LEAST_CUT_MM:
            self.texts.complain(
                f"squares of {wanted_mm:g} mm are too small; use at least {LEAST_CUT_MM:g} mm"
            )
            return None
        least_mm = wanted_mm
        if board.least and not self.settings.square:
            least_mm = self.read_mm(board.least)
        room_across_mm = self.long - 2 * MARGIN_MM - BOARD_NUMBERS_MM
        room_down_mm = self.short - 2 * MARGIN_MM - BOARD_EDGES_MM
        square_mm = min(wanted_mm, int(room_across_mm / columns), int(room_down_mm / rows))
        data: Data = {"columns": columns, "rows": rows}
        if square_mm >= least_mm:
            note = self.texts.fill_as_text(board.note)
            return {**data, "square": square_mm, "tiles": (), "note": note}
        tiling = self.choose_tiling(columns, rows, wanted_mm)
        if not tiling:
            return None
        tiles = tiling.list_tiles(columns, rows)
        return {**data, "square": wanted_mm, "tiles": tiles, "upright": tiling.upright}

    def choose_tiling(self, columns: int, rows: int, square_mm: float) -> Tiling | None:
        """Return how to cut a board over the fewest pages, in landscape if portrait takes as many.

        Return None, and a complaint, if no square fits on a page or there would be too many pages.
        """
        tilings: list[Tiling] = []
        for upright in (False, True):
            width, height = (self.short, self.long) if upright else (self.long, self.short)
            across = int((width - 2 * MARGIN_MM) / square_mm)
            down = int((height - HEAD_AND_BAR_MM) / square_mm)
            if across and down:
                pages = ceil(columns / across) * ceil(rows / down)
                tilings.append(Tiling(pages, upright, across, down))
        if not tilings:
            what = f"squares of {square_mm:g} mm do not fit on {self.paper.title}"
            self.texts.complain(what)
            return None
        best = min(tilings)  # fewest pages first, then landscape: the order of a Tiling's values
        if best.pages > MOST_PAGES:
            size = f"{columns} × {rows} squares of {square_mm:g} mm"
            self.texts.complain(
                f"{size} need {best.pages} pages; at most {MOST_PAGES} can be printed"
            )
            return None
        return best

    # Pieces and cards

    def list_pieces(self, pieces: PiecesElement) -> Data | None:
        """Return the faces of pieces, `count` times for each row of their list and each side.

        Return None, and a complaint, for a size that cannot be cut from a page.
        """
        size_mm = self.read_mm(pieces.size)
        most_mm = self.short - AROUND_PIECE_MM
        if not LEAST_PIECE_MM <= size_mm <= most_mm:
            sizes = f"use {LEAST_PIECE_MM:g} to {most_mm:g} mm"
            self.texts.complain(f"pieces of {size_mm:g} mm cannot be cut from a page; {sizes}")
            return None
        faces: list[Data] = []
        sides = self.texts.find_rows(pieces.for_) if pieces.for_ else [Row({})]
        for row in self.texts.find_rows(pieces.from_):
            copies = self.texts.count_copies(pieces.count, row)
            for number, side in enumerate(sides):
                row_of_side = Row({**row.values, **side.values}, row.where, row.faults)
                faces += [{"side": number, **self.fill_face(pieces, row_of_side)}] * copies
        note = self.texts.fill_as_html(pieces.note)
        return {"size": size_mm, "faces": self.limit_pieces(faces), "note": note}

    def fill_face(self, pieces: PiecesElement, row: Row) -> Data:
        """Return what is on the face of a piece."""
        return {
            "face": self.texts.fill_as_html(pieces.face, row),
            "corner": self.texts.fill_as_text(pieces.corner, row),
            "picture": self.texts.embed_picture(pieces.picture, row),
            "where": row.where or self.texts.fill_as_text(pieces.face, row),
        }

    def list_cards(self, cards: CardsElement) -> Data:
        """Return a card for each row of their list, `count` times; as pictures, once."""
        width_mm, height_mm = self.measure_card(cards.size)
        cards_data: list[Data] = []
        for row in self.texts.find_rows(cards.from_):
            card = self.fill_card(cards, row)
            copies = self.texts.count_copies(cards.count, row)
            # One picture of each: a print shop asks how many cards of it are wanted.
            cards_data += [card] * (1 if self.is_for_pictures else copies)
        return {
            "width": width_mm,
            "height": height_mm,
            "cards": self.limit_pieces(cards_data),
            "back_picture": self.texts.embed_picture(cards.back_picture),
        }

    def fill_card(self, cards: CardsElement, row: Row) -> Data:
        """Return what is on the card of a row: its texts as HTML, its picture, its `stats` as pairs
        of heading and HTML. `where` and `name` are for messages.
        """
        fields = ("title", "corner", "text", "foot", "back")
        name = self.texts.fill_as_text(cards.title, row)
        stats = [(stat, self.texts.fill_as_html(value, row)) for stat, value in cards.stats.items()]
        return {
            **self.texts.fill_fields_as_html(cards, fields, row),
            "name": name,
            "stats": stats,
            "picture": self.texts.embed_picture(cards.picture, row),
            "where": row.where or name,
        }

    def limit_pieces(self, pieces: list[Data]) -> list[Data]:
        """Return the pieces; a complaint where there are none, or too many."""
        if not self.texts.faults and not 1 <= len(pieces) <= MOST_PIECES:
            self.texts.complain(
                f"has {len(pieces)} pieces or cards; 1 to {MOST_PIECES} can be printed"
            )
        return pieces[:MOST_PIECES]

    def measure_card(self, size: tuple[float | str, float | str]) -> tuple[float, float]:
        """Return a card's width and height; a complaint where no page has room for it."""
        width = self.read_mm(size[0])
        height = self.read_mm(size[1])
        least_width, least_height = LEAST_CARD_MM
        most_width = self.long - 2 * MARGIN_MM
        most_height = self.short - 2 * MARGIN_MM
        fits_across = least_width <= width <= most_width
        fits_down = least_height <= height <= most_height
        if not (fits_across and fits_down):
            what = f"cards of {write_size(width, height)} mm cannot be printed"
            least = write_size(least_width, least_height)
            self.texts.complain(f"{what}; use {least} to {write_size(most_width, most_height)}")
        return width, height

    # Blocks of the book

    def set_text(self, text: TextElement) -> Data:
        """Return a card's blocks of the book, and those of its back."""
        width, height = self.measure_card(text.size)
        return {
            "width": width,
            "height": height,
            "face": self.texts.set_blocks(text.blocks),
            "back": self.texts.set_blocks(text.back) if text.back else "",
            "copies": 1 if self.is_for_pictures else text.count,
        }

    def set_panels(self, page: PageElement) -> Data:
        """Return the blocks of the book in each panel of a page that has any."""
        panels = [self.texts.set_blocks(names) for names in page.panels]
        return {"panels": [panel for panel in panels if panel]}

    # Tapes and wedges

    def list_marks(self, tape: TapeElement) -> Data:
        """Return the marks of a measuring tape, each with the labels at it, in order.

        Marks that are too close, or too far for a page, are complaints. `segment` is how many
        inches of the tape a strip on the page has.
        """
        labels_by_inch: dict[float, list[Label]] = {}
        for inch, words in self.read_marks(tape):
            label = Label(f"the mark at {inch:g} inches", (words,))
            labels_by_inch.setdefault(inch, []).append(label)
        for inch, key, wordings in self.ranges if tape.profiles else ():
            labels_by_inch.setdefault(inch, []).append(Label(key, wordings))
        inches = sorted(labels_by_inch)
        for first, second in pairwise(inches):
            if second - first < LEAST_MARK_INCHES:
                both = f"the marks at {first:g} and {second:g} inches overlap"
                self.texts.complain(f"{both}; leave at least half an inch between")
        longest_strip = int((self.long - 2 * MARGIN_MM - AROUND_TAPE_MM) / INCH)
        most_inches = MOST_STRIPS * longest_strip
        last = max(labels_by_inch)
        if last > most_inches:
            self.texts.complain(
                f"a tape of {last:g} inches does not fit on a page; use at most {most_inches}"
            )
        return {
            "marks": [(inch, labels_by_inch[inch]) for inch in inches],
            "segment": choose_strip(last, longest_strip, tape.count),
            "start": self.name_start(tape),
        }

    def name_start(self, tape: TapeElement) -> Label:
        """Return what is written at the start of a tape."""
        if tape.start:
            return Label("start", (self.texts.fill_as_text(tape.start),))
        return Label("kit.tapes.start", self.book.list_wordings("kit.tapes.start"))

    def read_marks(self, tape: TapeElement) -> list[tuple[float, str]]:
        """Return the marks in the front matter: their distances (inches), and their words.

        Marks at facts of a draft are left out of the kit of the finished rules.
        """
        draft_facts = find_game(self.book).draft_facts
        marks: list[tuple[float, str]] = []
        for distance, words in tape.marks.items():
            if self.settings.for_draft or distance.partition(".")[0] not in draft_facts:
                inches = round(self.read_inches(distance) / INCH, PLACES)
                marks.append((inches, self.texts.fill_as_text(words)))
        return marks

    def measure_wedge(self, wedge: WedgeElement) -> Data:
        """Return the radius of a wedge in mm and in inches, and the words on it (HTML)."""
        radius_mm = self.read_inches(wedge.radius)
        inches = radius_mm / INCH
        most_inches = int((self.short - 2 * MARGIN_MM - AROUND_WEDGE_MM) / INCH)
        if not INCH <= radius_mm <= most_inches * INCH:
            what = f"a radius of {inches:g} inches cannot be printed"
            self.texts.complain(f"{what}; use 1 to {most_inches}")
        words = self.texts.fill_as_html(wedge.text)
        if wedge.blocks:
            words = self.texts.set_blocks(wedge.blocks)
        return {"radius": radius_mm, "inches": round(inches, PLACES), "words": words}


def choose_strip(tape: float, longest: int, count: int) -> int:
    """Return how long the strips of a tape are (inches), all but the last, which may be shorter.

    Strips are of one length unless the last ones of two tapes, both on one page, fit on one row: 24
    inches are cut into 10, 10 and 4 where a strip may have 10 inches, and into 8, 8 and 8 where it
    may have 9.
    """
    strips = ceil(tape / longest)
    rest = tape - (strips - 1) * longest
    is_page_for_two = 2 * strips - 1 <= MOST_STRIPS
    if count > 1 and is_page_for_two and 2 * rest < longest:
        return longest
    return ceil(tape / strips)


def write_size(*sides: float) -> str:
    """Return a measure or a size as it is written: 33, 63 × 88."""
    return " × ".join(f"{side:g}" for side in sides)


class Tiling(NamedTuple):
    """How a board is cut over pages."""

    pages: int
    upright: bool
    """Whether pages are in portrait."""
    across: int
    """Squares that a page has room for."""
    down: int

    def list_tiles(self, columns: int, rows: int) -> list[tuple[int, int, int, int]]:
        """Return (first column, first row, columns, rows) of each page, all from 0.

        Pages have about as many squares: 9 columns at 8 a page make 5 and 4, not 8 and 1.
        """
        columns_a_page = ceil(columns / ceil(columns / self.across))
        rows_a_page = ceil(rows / ceil(rows / self.down))
        return [
            (left, top, min(columns_a_page, columns - left), min(rows_a_page, rows - top))
            for top in range(0, rows, rows_a_page)
            for left in range(0, columns, columns_a_page)
        ]
