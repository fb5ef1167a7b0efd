"""`Heads`: the headings of a list with the first cells below each, as they are read and compared."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from wordfleet_print.event.roster.rows import Cell, column_letters, column_number, text_of
from wordfleet_print.event.roster.uses import Use, how_to_ask
from wordfleet_print.event.roster.vocabulary.headings import ColumnHeading, read_heading
from wordfleet_print.event.roster.vocabulary.kinds import CellKind, kind_of
from wordfleet_print.sheet.captains import plain

_LONGEST = 80
"""Characters of a heading that somebody is asked to type."""
Places = dict[Use, int]
"""The column of each use, by its place from 0."""


@dataclass(frozen=True, slots=True)
class Heads:
    """Headings, what each says, the cells below it, and what they are. All have the same length."""

    headings: Sequence[str]
    read: Sequence[ColumnHeading]
    cells: Sequence[Sequence[Cell]]
    kinds: Sequence[CellKind]

    @classmethod
    def of(cls, headings: Sequence[str], cells: Sequence[Sequence[Cell]]) -> Heads:
        """Headings, each read by its words, and columns, each by its cells."""
        read = [read_heading(heading) if heading else ColumnHeading() for heading in headings]
        return cls(headings, read, cells, [*map(kind_of, cells)])

    def filled(self, place: int) -> list[str]:
        """The filled cells of a column; those that are no text by what they are."""
        return [*filter(None, map(text_of, self.cells[place]))]

    def says_one_thing(self, place: int) -> bool:
        """Whether a column says the same in every row: the name of an event, say."""
        texts = self.filled(place)
        return len(texts) > 2 and len({*texts}) == 1

    def are_same(self, groups: Sequence[Mapping[Use, int]]) -> bool:
        """Whether groups of columns hold the same, cell by cell."""
        texts = [[tuple(map(str, self.cells[at])) for at in group.values()] for group in groups]
        return all(one == texts[0] for one in texts)

    def offer(self, use: Use, places: Iterable[int]) -> str:
        """The calls that choose among columns, by heading where it is the only one of its kind, else by letter."""
        return offer(use, self.headings, places)


def offer(use: Use, headings: Sequence[str], places: Iterable[int]) -> str:
    """The calls that choose among columns, by heading where it can be typed and is the only one of its kind."""
    told = [plain(heading) for heading in headings]
    names = [
        headings[at]
        if at < len(headings)
        and headings[at].isprintable()
        and 0 < len(headings[at]) <= _LONGEST
        and told.count(told[at]) == 1
        else column_letters(at + 1)
        for at in places
    ]
    return " or ".join(how_to_ask(use, name) for name in names)


def place_of(letters: str) -> int | None:
    """The place of a column that is named as spreadsheets do; None for what is no such name."""
    return column_number(letters.upper().encode()) - 1 if re.fullmatch("[A-Za-z]{1,2}", letters) else None
