"""A kit as one HTML document: the preview in a browser, and what is printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from html import unescape
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from wordfleet_print import art, messages
from wordfleet_print.errors import BadInputError, Fix, Problem
from wordfleet_print.games import Rulebook, RulesSource
from wordfleet_print.games import kit as elements
from wordfleet_print.games.kit import (
    INCH,
    MOST_PAGES,
    MOST_PIECES,
    KitItem,
    read_count,
    read_measure,
)
from wordfleet_print.games.registry import find_game
from wordfleet_print.kit.fill_text import (
    TextError,
    drop_marks,
    fill_text,
    mark_up,
    name_column,
)
from wordfleet_print.kit.list_rows import Row, read_rows
from wordfleet_print.messages import did_you_mean, quote
from wordfleet_print.paper import find_paper
from wordfleet_print.rulebook import drawings, fill_facts, page, sanitize
from wordfleet_print.rulebook.named_blocks import BlockError, drop_draft, find_blocks, read_blocks
from wordfleet_print.settings.games import KitSettings

if TYPE_CHECKING:
    from jinja2 import Environment

MARGIN_MM = 10.0
# What margins, the head and the bar take of a page's height.
HEAD_AND_BAR_MM = 36.0
# The smallest squares of a board.
LEAST_CUT_MM = 3.0
# How far a card's picture runs over its edges (mm).
BLEED_MM = 3.0
SHEET = re.compile(
    r'data-page="([^"]*)"\s+data-title="([^"]*)"\s+data-on="(\w*)"\s+data-side="(\d)"'
)


@dataclass(frozen=True, slots=True)
class KitSheet:
    """A page of a kit: by which name it is asked for, its title, whether it is for card, its side
    (0: only one).
    """

    name: str
    title: str
    card: bool
    side: int


@dataclass(frozen=True, slots=True)
class KitDocument:
    """A kit's HTML, its pages, and notes on the lists of its cards."""

    html: str
    sheets: tuple[KitSheet, ...]
    notes: tuple[str, ...] = ()


def describe_printing(sheets: Sequence[KitSheet]) -> str:
    """Return how many pages there are, on card or paper, on which sides."""
    card = sum(sheet.card for sheet in sheets)
    on_card = f", {card} of them on card" if card else ""
    sides = (
        "double-sided, flip on either edge" if any(sheet.side for sheet in sheets) else "one-sided"
    )
    return f"{messages.how_many(len(sheets), 'page')}{on_card}; print {sides}, at 100%"


def list_items(source: RulesSource, settings: KitSettings) -> list[KitItem]:
    """Return what a kit has by these settings."""
    items = [one for one in source.book.kit if settings.for_draft or not one.element.draft]
    return [item for item in items if not settings.page or item.name in settings.page]


def name_rules(book: Rulebook, settings: KitSettings) -> str:
    """Return which rules of a book with a draft the kit is for; nothing for any other book."""
    if not any(item.element.draft for item in book.kit):
        return ""
    return book.unfinished if settings.for_draft else "Tutorial"


def make_kit(source: RulesSource, settings: KitSettings, *, bleed: float = 0) -> KitDocument:
    """Return a kit as a document; with `bleed` (mm) each card on a page of its own.

    Raises `BadInputError` with everything that is wrong with any of its elements.
    """
    return KitBuilder(source, settings, bleed).make()


class KitBuilder:
    """Makes the pages of one kit, and collects what is wrong with any of its elements."""

    def __init__(self, source: RulesSource, settings: KitSettings, bleed: float) -> None:
        self._source, self._settings, self._book = source, settings, source.book
        self._paper = find_paper(settings.paper)
        self._facts: dict[str, Any] = fill_facts.derive_facts(self._book)
        self._faults: list[Problem] = []
        self._text_faults: set[Problem] = set()
        self._notes: list[str] = []
        self._item = ""
        colors = (
            dict.fromkeys(("ink", "accent"), "#000")
            if settings.eco
            else page.read_colors(self._book)
        )
        short, long = sorted((self._paper.width, self._paper.height))
        self._names = {
            # None prints nothing; a name that no fact has stays an error of StrictUndefined.
            **{name: "" if value is None else value for name, value in self._facts.items()},
            **find_game(self._book).collect_kit_data(
                self._book,
                squads=settings.squad,
                points=settings.points,
                draft=settings.for_draft,
            ),
            **{"paper": self._paper.slug, "short": short, "long": long, "bleed": bleed},
            **{name: getattr(settings, name) for name in ("eco", "one_sided")},
            **{"draft": settings.for_draft, "rules_name": name_rules(self._book, settings)},
            **{"ink": colors["ink"], "accent": colors["accent"]},
            "say": self._book.say,
        }

    def make(self) -> KitDocument:
        """Return the kit. Raises `BadInputError` with all faults."""
        body = Markup("\n").join(
            [self.draw(item) for item in list_items(self._source, self._settings)]
        )
        if self._faults:
            raise BadInputError("The kit cannot be printed.", dict.fromkeys(self._faults))
        found = [[unescape(one) for one in tag] for tag in SHEET.findall(body)]
        sheets = tuple(
            KitSheet(name, title, on == "card", int(side)) for name, title, on, side in found
        )
        if len(sheets) > MOST_PAGES and not self._names["bleed"]:
            raise BadInputError(
                f"The kit has {len(sheets)} pages; at most {MOST_PAGES} can be printed at once."
            )
        plain = unescape(re.sub(r"<style.*?</style>|<[^>]+>", " ", body, flags=re.DOTALL))
        if missing := page.find_missing(plain, self._settings.font):
            shown = ", ".join(f"{char} (U+{ord(char):04X})" for char in missing[:10])
            complaint = Problem(f"no available font has {shown}", where=self._source.name)
            raise BadInputError(
                Problem(
                    "The kit cannot be printed.",
                    fixes=(Fix.choose("font"),),
                    advice="Name a font that has them.",
                ),
                [complaint],
            )
        fonts = Markup(page.embed_fonts(plain, self._settings.font))  # noqa: S704 - fonts of ours, or cut by fontTools
        own = page.read_own_styles(Path(self._source.name).parent, page.OWN_KIT_STYLES)
        template = open_kit_templates().get_template("kit.html")
        styles = Markup(own)  # noqa: S704 - has no “</”, so it stays inside its element
        html = template.render(self._names, body=body, fonts=fonts, own_styles=styles)
        return KitDocument(html, sheets, tuple(dict.fromkeys(self._notes)))

    def draw(self, item: KitItem) -> Markup:
        """Return the pages of one element; nothing, and a complaint for each fault, where it cannot
        be drawn.
        """
        self._item = item.name
        self._text_faults.clear()
        before = len(self._faults)
        lay_out: dict[str, Callable[[Any], dict[str, Any]]] = {
            "board": self.lay_out_board,
            "pieces": self.list_pieces,
            "cards": self.list_cards,
            "text": self.set_text,
            "tape": self.list_marks,
            "wedge": self.measure_wedge,
            "page": self.set_panels,
        }
        data = lay_out[item.kind](item.element)
        if len(self._faults) > before:
            return Markup()
        name = item.page.name if item.page else item.kind
        names = [f"{self._book.game}-{name}.html", f"{name}.html"]
        template = open_kit_templates().select_template(names)
        return Markup(template.render({**self._names, **data, "item": item}))  # noqa: S704 - autoescaped

    # What elements need

    def lay_out_board(self, board: elements.BoardElement) -> dict[str, Any]:
        """Return squares as wide as asked for, or down to `least`; over several pages where they do
        not fit on one.
        """
        columns, rows = read_count(self._book, board.columns), read_count(self._book, board.rows)
        short, long = self._names["short"], self._names["long"]
        wanted = self._settings.square or read_measure(self._book, board.square, "mm")
        least = (
            read_measure(self._book, board.least, "mm")
            if board.least and not self._settings.square
            else wanted
        )
        if wanted < LEAST_CUT_MM:
            return self.complain(
                f"squares of {wanted:g} mm are too small; use at least {LEAST_CUT_MM:g} mm"
            )
        # Around a whole board: numbers of rows (8 mm across), the head, letters and edges of sides
        # (24 mm down).
        room = (long - 2 * MARGIN_MM - 8, short - 2 * MARGIN_MM - 24)
        square = min(
            wanted, *(int(side / count) for side, count in zip(room, (columns, rows), strict=True))
        )
        if square >= least:
            shown = {"columns": columns, "rows": rows, "square": square, "whole": True}
            return {**shown, "note": self.fill_mark(board.note)}
        layouts = [
            (ceil(columns / across) * ceil(rows / down), upright, across, down)
            for upright, wide, high in ((False, long, short), (True, short, long))
            if (across := int((wide - 2 * MARGIN_MM) / wanted))
            and (down := int((high - HEAD_AND_BAR_MM) / wanted))
        ]
        if not layouts:
            return self.complain(f"squares of {wanted:g} mm do not fit on {self._paper.title}")
        # Fewest pages; of equal ones landscape, as False is less than True.
        pages, upright, across, down = min(layouts)
        if pages > MOST_PAGES:
            size = f"{columns} × {rows} squares of {wanted:g} mm"
            return self.complain(f"{size} need {pages} pages; at most {MOST_PAGES} can be printed")
        # as even as can be
        # 9 columns at 8 a page make 5 and 4, not 8 and 1.
        across, down = ceil(columns / ceil(columns / across)), ceil(rows / ceil(rows / down))
        tiles = [
            (x, y, min(across, columns - x), min(down, rows - y))
            for y in range(0, rows, down)
            for x in range(0, columns, across)
        ]
        return {
            "columns": columns,
            "rows": rows,
            "square": wanted,
            "tiles": tiles,
            "upright": upright,
            "whole": False,
        }

    def list_pieces(self, pieces: elements.PiecesElement) -> dict[str, Any]:
        """Return a face for each row and side, `count` times."""
        size = read_measure(self._book, pieces.size, "mm")
        if not 8 <= size <= self._names["short"] - 50:
            return self.complain(
                f"pieces of {size:g} mm cannot be cut from a page; use 8 to 160 mm"
            )
        faces: list[dict[str, Any]] = []
        sides = self.find_rows(pieces.for_) if pieces.for_ else [Row({})]
        for row in self.find_rows(pieces.from_):
            for number, side in enumerate(sides):
                both = Row({**row.values, **side.values}, row.where, row.faults)
                face = {
                    "side": number,
                    "face": self.fill(pieces.face, both),
                    "corner": drop_marks(self.fill_plain(pieces.corner, both)),
                    "picture": self.embed(pieces.picture, both),
                    "where": row.where or drop_marks(self.fill_plain(pieces.face, both)),
                }
                faces += [face] * self.count_copies(pieces.count, row)
        note = self.fill(pieces.note, Row({}))
        return {"size": size, "faces": self.limit_pieces(faces), "note": note}

    def list_cards(self, cards: elements.CardsElement) -> dict[str, Any]:
        """Return a card for each row, `count` times; in pictures once."""
        width, height = self.measure_card(cards.size)
        listed: list[dict[str, Any]] = []
        for row in self.find_rows(cards.from_):
            card = self.fill_all(cards, ("title", "corner", "text", "foot", "back"), row)
            name = drop_marks(self.fill_plain(cards.title, row))
            card |= {
                "name": name,
                "stats": [(stat, self.fill(value, row)) for stat, value in cards.stats.items()],
                "picture": self.embed(cards.picture, row),
                "where": row.where or name,
            }
            # One picture of each: a print shop asks how many cards of it are wanted.
            listed += [card] * (1 if self._names["bleed"] else self.count_copies(cards.count, row))
        back = self.embed(cards.back_picture, Row({}))
        return {
            "width": width,
            "height": height,
            "cards": self.limit_pieces(listed),
            "back_picture": back,
        }

    def measure_card(self, size: tuple[float | str, float | str]) -> tuple[float, float]:
        """Return a card's width and height; a complaint where no page has room for it."""
        width, height = (read_measure(self._book, side, "mm") for side in size)
        most_width = self._names["long"] - 2 * MARGIN_MM
        most_height = self._names["short"] - 2 * MARGIN_MM
        if not (30 <= width <= most_width and 40 <= height <= most_height):
            what = f"cards of {width:g} × {height:g} mm cannot be printed"
            self.complain(f"{what}; use 30 × 40 to {most_width:g} × {most_height:g}")
        return width, height

    def set_text(self, text: elements.TextElement) -> dict[str, Any]:
        """Return a card's blocks of the book, and those of its back."""
        width, height = self.measure_card(text.size)
        back = self.set_blocks(text.back) if text.back else ""
        return {
            "width": width,
            "height": height,
            "face": self.set_blocks(text.blocks),
            "back": back,
            "copies": 1 if self._names["bleed"] else text.count,
        }

    def set_panels(self, page: elements.PageElement) -> dict[str, Any]:
        """Return the blocks of the book in each panel of a page that has any."""
        panels = [self.set_blocks(names) for names in page.panels]
        return {"panels": [panel for panel in panels if panel]}

    def set_blocks(self, names: Sequence[str]) -> Markup:
        """Return blocks of the book, without what is a draft's unless the kit is; nothing, and a
        complaint, for a name that it does not have.
        """
        try:
            found = find_blocks(self._blocks, names)
        except BlockError as error:
            self.complain(str(error))
            return Markup()
        kept = found if self._settings.for_draft else drop_draft(found)
        return Markup(kept)  # noqa: S704 - cleaned as the book is

    @cached_property
    def _blocks(self) -> dict[str, str]:
        drawn = drawings.Drawings(self._facts, page.read_colors(self._book), self._book.say)
        return read_blocks(self._source, self._facts, drawn)

    def list_marks(self, tape: elements.TapeElement) -> dict[str, Any]:
        """Return the marks (inches) with lines of words, in pieces of a tape as long as the paper
        takes.
        """
        draft = self._settings.for_draft
        own = [
            (round(read_measure(self._book, place, "in") / INCH, 6), self.fill_mark(words))
            for place, words in tape.marks.items()
            if draft or not place.startswith("standard.")
        ]
        marks: dict[float, dict[str, list[str]]] = {}
        # “range: mortar” and “range: SMG” at one place share a line: range: mortar, SMG.
        for place, words in own + (self._names.get("ranges", []) if tape.profiles else []):
            kind, _, name = words.partition(": ")
            marks.setdefault(place, {}).setdefault(kind, []).extend([name] * bool(name))
        for a, b in pairwise(sorted(marks)):
            if b - a < 0.5:
                self.complain(
                    f"the marks at {a:g} and {b:g} inches overlap; leave at least half an inch "
                    "between"
                )
        segment = int((self._names["long"] - 2 * MARGIN_MM - 5) / INCH)
        if max(marks) > 6 * segment:
            self.complain(
                f"a tape of {max(marks):g} inches does not fit on a page; use at most {6 * segment}"
            )
        return {
            "marks": [(place, list(marks[place].items())) for place in sorted(marks)],
            "segment": segment,
            "start": self.fill_mark(tape.start),
        }

    def measure_wedge(self, wedge: elements.WedgeElement) -> dict[str, Any]:
        """Return the radius, in mm and in inches."""
        radius = read_measure(self._book, wedge.radius, "in")
        most = int((self._names["short"] - 2 * MARGIN_MM - 32) / INCH)
        if not INCH <= radius <= most * INCH:
            self.complain(
                f"a radius of {radius / INCH:g} inches cannot be printed; use 1 to {most}"
            )
        return {
            "radius": radius,
            "inches": round(radius / INCH, 6),
            "words": self.fill(wedge.text, Row({})),
        }

    # Texts, pictures, rows

    def fill_mark(self, words: str | None) -> str:
        """Return words that are drawn, so they are on one line and plain."""
        return drop_marks(self.fill_plain(words, Row({})))

    def fill_plain(self, words: str | None, row: Row) -> str:
        """Return a text with its facts and cells; "", and a complaint, where it cannot be filled.

        A fault of a text is the same in every row, so only the first row is named.
        """
        for name, _ in fill_facts.VALUE.findall(words or ""):
            if name in row.faults:
                self._faults.append(row.faults[name])
        try:
            return fill_text(words or "", {**self._facts, **row.values})
        except TextError as error:
            for problem in error.problems:
                if problem not in self._text_faults:
                    self._text_faults.add(problem)
                    self.complain(problem.message, row, problem.advice)
            return ""

    def fill(self, words: str | None, row: Row) -> Markup:
        """Return a text filled in, as HTML."""
        return mark_up(self.fill_plain(words, row))

    def fill_all(
        self, element: elements.KitElement, names: Sequence[str], row: Row
    ) -> dict[str, Any]:
        """Return texts of an element by their names, filled in."""
        return {name: self.fill(getattr(element, name), row) for name in names}

    def embed(self, words: str | None, row: Row) -> str:
        """Return a bundled drawing by its name, or the `data:` address of a picture in the rules
        folder.
        """
        name = self.fill_plain(words, row).strip()
        if not name or name in art.list_drawings():
            return name
        try:
            picture = sanitize.load_picture(name, Path(self._source.name).parent)
        except sanitize.PictureError as error:
            known = art.list_drawings()
            near = did_you_mean(name, known) or f"drawings are {', '.join(known)}"
            self.complain(str(error), row, "" if Path(name).suffix else near)
            return ""
        return picture.data or sanitize.make_data_address(picture.svg.encode(), "svg+xml")

    def count_copies(self, count: int | str, row: Row) -> int:
        """Return how often a row is printed; 0, and a complaint, where it does not say a number."""
        if isinstance(count, int):
            return count
        column = name_column(count)
        if column not in row.values:
            near = did_you_mean(column, row.values)
            self.complain(f"there is no column “{count}” to count by", row, near)
            return 0
        if column in row.faults:
            self._faults.append(row.faults[column])
            return 0
        value = str(row.values[column])
        # Nine digits are too many already; `int` of a million takes long.
        if value.isascii() and value.isdecimal() and int(value[:9]) <= MOST_PIECES:
            return int(value)
        what = f"“{count}” is {quote(value)}; it should be a number from 0 to {MOST_PIECES}"
        self.complain(what, row)
        return 0

    def limit_pieces(self, pieces: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the pieces; a complaint where there are none, or too many."""
        if not self._faults and not 1 <= len(pieces) <= MOST_PIECES:
            self.complain(f"has {len(pieces)} pieces or cards; 1 to {MOST_PIECES} can be printed")
        return pieces[:MOST_PIECES]

    def find_rows(self, name: str) -> Sequence[Row]:
        """Return the rows of a file, or of a list of the front matter."""
        if not name.endswith(elements.FILES):
            return [Row(values) for values in elements.find_rows(self._book, name)]
        try:
            found = read_rows(Path(self._source.name).parent, name)
        except BadInputError as error:
            self._faults += error.details
            return []
        self._notes += found.notes
        return found.rows

    def complain(self, what: str, row: Row | None = None, advice: str = "") -> dict[str, Any]:
        """Note a fault of the element or the row; return the data of an element that cannot be
        drawn.
        """
        element = f"{Path(self._source.name).name}, {self._item}"
        where = row.where if row and row.where else element
        self._faults.append(Problem(what, where=where, advice=advice))
        return {}


# Templates and drawings


@cache
def draw_art(name: str, color: str = "#000", detail: str = "#fff") -> Markup:
    """Return a built-in drawing in a color, and lines on it in another, as the rest of an `<svg`
    element.
    """
    svg = art.read_drawing(name)
    text = re.sub(r"<title>.*?</title>\s*|<\?xml.*?\?>", "", svg, flags=re.DOTALL)
    text = re.sub(
        "#000|#fff",
        lambda found: {"#000": color, "#fff": detail}[found[0]],
        text.replace("<svg", "", 1),
    )
    return Markup(text.replace(">", f' fill="{color}">', 1))  # noqa: S704 - drawings of ours


def write_bold(words: str) -> Markup:
    """Return a tracker's text with its *bold* words."""
    return Markup(re.sub(r"\*(.+?)\*", r"<b>\1</b>", str(escape(words))))  # noqa: S704 - escaped


def write_kill(need: int) -> str:
    """Return what a die has to show to kill: 5+, 6, or safe beyond that."""
    return "safe" if need > 6 else "6" if need == 6 else f"{need}+"


@cache
def open_kit_templates() -> Environment:
    """Return the environment of the kits' templates, with the drawings, fonts and sizes that they
    use.
    """
    environment = drawings.open_templates("kit")
    environment.filters |= {"bold": write_bold, "kill": write_kill}
    environment.globals |= {
        "art": draw_art,
        "steps": lambda start, step, count: [round(start + n * step, 4) for n in range(count + 1)],
        "INCH": INCH,
        "FIRA": "Fira Sans Condensed, Rulebook Extra",
        "STENCIL": "Saira Stencil, Fira Sans Condensed, Rulebook Extra",
        "CODE": "JetBrains Mono, Fira Sans Condensed",
    }
    return environment
