"""The name index, hung at the door: where everybody sits, round by round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from wordfleet_print.errors import BadInputError
from wordfleet_print.game import Edition
from wordfleet_print.press.ink.fonts import Face, cap_height, fit
from wordfleet_print.press.ink.geometry import Rect
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.press.ink.pen import Pen, Run, Type, set_right
from wordfleet_print.press.ink.style import STANDARD
from wordfleet_print.press.panels.panel import Tab, draw_dotted
from wordfleet_print.press.stationery.head import HEIGHT, PageHead, head, inside
from wordfleet_print.press.stationery.motifs import LADDER, draw_ladder
from wordfleet_print.sheet.captains import plain

INDEX_TITLE = "Find your table"
INDEX_NAME, INDEX_NAME_MIN, CLUB, CLUB_MIN, PLACE, PLACE_MIN, INITIAL = 14.0, 9.0, 8.5, 7.0, 15.0, 9.0, 17.0
"""Type (pt)."""
ROW = 10.4
"""The height of a name, and its club, at least (mm)."""
ABOVE, BELOW = 2.1, 1.5
"""What is left of a row above a name's capitals, where accents stand, and below the club's (mm)."""
INITIAL_WIDTH, NAME_WIDTH, PLACE_WIDTH, PLACE_LEAST = 8.0, 45.0, 12.5, 8.5
"""Columns (mm): the initial in the margin, a name at least, a place at most and at least."""
INDEX_HEADS = 6.2
"""The height of the heads of several rounds (mm)."""


class IndexLine(NamedTuple):
    """A name, the club that tells namesakes apart (or ""), and the table in each round."""

    name: str
    club: str
    places: tuple[str, ...]


@dataclass(frozen=True)
class NameIndex:
    """Pages of names in the order given, in two columns while there are few rounds, else in one.

    They show `rounds` rounds from `first_round` on.

    Raises `BadInputError` where so many rounds are too wide for the paper.
    """

    edition: Edition
    paper: Paper
    title: str
    rounds: int = 1
    first_round: int = 1

    def __post_init__(self) -> None:
        """Refuse what does not fit."""
        most = int((inside(self.paper).w - INITIAL_WIDTH - NAME_WIDTH) / PLACE_LEAST)
        if self.rounds > most:
            raise BadInputError(
                f"The name index has room for {most} rounds on {self.paper.title}, not for {self.rounds}.",
                tip="Print the index for fewer rounds at a time.",
            )

    @property
    def per_page(self) -> int:
        """The most names of one page."""
        return sum(len(column) for column in self._columns)

    @cached_property
    def _head(self) -> PageHead:
        return head(inside(self.paper), INDEX_TITLE, self.edition.title, self.title, share=0.62)

    @cached_property
    def _bodies(self) -> list[Rect]:
        """The columns of the page, tabs and all."""
        page = inside(self.paper)
        body = page.below(HEIGHT + 2 + LADDER + 3)
        two = body.columns(2, 7)
        return two if self._needs(PLACE_WIDTH) <= two[0].w else [body]

    def _needs(self, place: float) -> float:
        return INITIAL_WIDTH + NAME_WIDTH + self.rounds * place

    @cached_property
    def _columns(self) -> list[list[Rect]]:
        """The rows of each column."""
        top = STANDARD.tab_height + (INDEX_HEADS if self.rounds > 1 else 1)
        return [area.rows(int(area.h / ROW)) for area in (body.below(top) for body in self._bodies)]

    @cached_property
    def _place_width(self) -> float:
        room = (self._bodies[0].w - INITIAL_WIDTH - NAME_WIDTH) / self.rounds
        return min(PLACE_WIDTH if self.rounds > 1 else 20.0, room)

    @cached_property
    def _name_width(self) -> float:
        return self._bodies[0].w - INITIAL_WIDTH - self.rounds * self._place_width - 1

    def draw(self, pen: Pen) -> None:
        """Head, tabs, heads of the rounds, a dotted line under each name's place."""
        self._head.draw(pen)
        page = inside(self.paper)
        draw_ladder(pen, Rect(page.x, page.y + HEIGHT + 2, page.w, LADDER), 20)
        for body, rows in zip(self._bodies, self._columns, strict=True):
            strip = body.top(STANDARD.tab_height)
            tab = Tab(strip, self.edition.players.many, self._note, solid=True, style=STANDARD)
            tab.draw(pen)
            self._draw_rounds(pen, body)
            for row in rows[:-1]:
                draw_dotted(pen, row.x + INITIAL_WIDTH, row.right, row.bottom)

    @property
    def _note(self) -> str:
        """What the places are."""
        if self.rounds > 1:
            return "table in round"
        return "table" if self.first_round == 1 else f"table in round {self.first_round}"

    def _draw_rounds(self, pen: Pen, body: Rect) -> None:
        """The rounds' numbers over their places."""
        if self.rounds == 1:
            return
        baseline = body.y + STANDARD.tab_height + INDEX_HEADS - 1.6
        for i in range(self.rounds):
            right = body.right - (self.rounds - 1 - i) * self._place_width
            pen.text(set_right(right, baseline, str(self.first_round + i), Face.SEMIBOLD, STANDARD.axis))

    def set_page(self, items: Sequence[IndexLine], number: int) -> Iterator[Type]:
        """The page's names, column by column; each new initial stands in the margin."""
        yield from self._head.set_number(number)
        rows = [row for column in self._columns for row in column]
        before = "", 0.0
        for line, row in zip(items, rows[: len(items)], strict=True):
            key, shown = _initial(line.name)
            if (key, row.x) != before:
                yield Run(row.x, _middle(row, Face.BOLD, INITIAL), shown, Face.BOLD, INITIAL)
                before = key, row.x
            yield from self._set_line(line, row)

    def _set_line(self, line: IndexLine, row: Rect) -> Iterator[Run]:
        x = row.x + INITIAL_WIDTH
        name, size = fit(line.name, Face.SEMIBOLD, self._name_width, INDEX_NAME, INDEX_NAME_MIN)
        if line.club:
            tall = cap_height(Face.SEMIBOLD, size)
            yield Run(x, row.y + ABOVE + tall, name, Face.SEMIBOLD, size)
            club, small = fit(line.club, Face.MEDIUM, self._name_width, CLUB, CLUB_MIN)
            yield Run(x, row.bottom - BELOW, club, Face.MEDIUM, small)
        else:
            yield Run(x, _middle(row, Face.SEMIBOLD, size), name, Face.SEMIBOLD, size)
        for i, place in enumerate(line.places):
            text, large = fit(place, Face.BOLD, self._place_width - 2.4, PLACE, PLACE_MIN)
            right = row.right - (self.rounds - 1 - i) * self._place_width
            yield set_right(right, _middle(row, Face.BOLD, large), text, Face.BOLD, large)


def _middle(row: Rect, face: Face, size: float) -> float:
    """The baseline on which capitals stand in the middle of a row."""
    return row.centre_y + cap_height(face, size) / 2


def _initial(name: str) -> tuple[str, str]:
    """What names are headed by, as a directory files them; and as it shows: only letters that are in the name, or
    plain.
    """
    filed = plain(name)[:1].upper()[:1]
    return filed, filed if filed.isascii() else next((char for char in name if char.isalnum()), "")
