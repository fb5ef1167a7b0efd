"""Texts of a kit filled in: facts and rows, blocks of the book, pictures. What is wrong with any of
them is collected.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from markupsafe import Markup

from wordfleet_print import art
from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.games.kit import FILES, MOST_PIECES, KitElement
from wordfleet_print.games.kit import find_rows as find_listed_rows
from wordfleet_print.kit.fill_text import (
    TextError,
    drop_marks,
    fill_text,
    mark_up,
    name_column,
)
from wordfleet_print.kit.list_rows import Row, read_rows
from wordfleet_print.messages import did_you_mean, quote
from wordfleet_print.rulebook import drawings, fill_facts, picture_files
from wordfleet_print.rulebook.named_blocks import BlockError, drop_marked, find_blocks, read_blocks

# Nine digits are too many pieces already; reading a million of them takes long.
MOST_DIGITS = 9
NO_ROW = Row({})


class KitTexts:
    """Fills in the texts of one kit's elements, one element after the other."""

    faults: list[Problem]
    """What is wrong with any element."""
    notes: list[str]
    """What is to know of the lists of cards."""

    def __init__(
        self, source: fill_facts.BookSource, colors: Mapping[str, str], *, draft: bool
    ) -> None:
        self._source = source
        self._colors = colors
        self._draft = draft
        self._folder = Path(source.name).parent
        self._element = ""
        self._text_faults: set[Problem] = set()
        self._faults_before = 0
        self.faults = []
        self.notes = []

    def begin_element(self, name: str) -> None:
        """Name the element that faults are of from now on."""
        self._element = name
        self._text_faults.clear()
        self._faults_before = len(self.faults)

    @property
    def is_element_faultless(self) -> bool:
        """Whether nothing is wrong with the element, so far."""
        return len(self.faults) == self._faults_before

    def complain(self, what: str, row: Row = NO_ROW, advice: str = "") -> None:
        """Note a fault of the element or the row."""
        where = row.where or f"{Path(self._source.name).name}, {self._element}"
        self.faults.append(Problem(what, where=where, advice=advice))

    def complain_of_label(self, what: str) -> None:
        """Note that a label does not fit."""
        self.complain(what, advice="shorten it, or add a shorter wording")

    @property
    def facts(self) -> fill_facts.Facts:
        """Every fact that a text can name."""
        return self._source.facts

    # Facts and cells

    def fill_values(self, text: str | None, row: Row = NO_ROW) -> str:
        """Return a text with the facts and the cells of a row that it names.

        If it cannot be filled in, that is a complaint, and "" is returned. A text has the same
        fault in every row, so only the first row is named.
        """
        for name, _ in fill_facts.PLACEHOLDER.findall(text or ""):
            if name in row.faults:
                self.faults.append(row.faults[name])
        try:
            return fill_text(text or "", {**self.facts, **row.values})
        except TextError as error:
            for problem in error.problems:
                if problem not in self._text_faults:
                    self._text_faults.add(problem)
                    self.complain(problem.message, row, problem.advice)
            return ""

    def fill_as_text(self, text: str | None, row: Row = NO_ROW) -> str:
        """Return a text filled in, on one line and without marks of bold and italic."""
        return drop_marks(self.fill_values(text, row))

    def fill_as_html(self, text: str | None, row: Row = NO_ROW) -> Markup:
        """Return a text filled in, as HTML."""
        return mark_up(self.fill_values(text, row))

    def fill_fields_as_html(
        self, element: KitElement, names: Sequence[str], row: Row
    ) -> dict[str, Any]:
        """Return the texts of an element by their names, filled in, as HTML."""
        return {name: self.fill_as_html(getattr(element, name), row) for name in names}

    # Rows

    def find_rows(self, name: str) -> Sequence[Row]:
        """Return the rows of a file, or of a list of the front matter."""
        if not name.endswith(FILES):
            return [Row(values) for values in find_listed_rows(self._source.book, name)]
        try:
            listing = read_rows(self._folder, name)
        except BadInputError as error:
            self.faults += error.details
            return []
        self.notes += listing.notes
        return listing.rows

    def count_copies(self, count: int | str, row: Row) -> int:
        """Return how often a row is printed: `count`, or the number in the row's column of that
        name.

        If there is no such number, that is a complaint, and 0 is returned.
        """
        if isinstance(count, int):
            return count
        column = name_column(count)
        if column in row.faults:
            self.faults.append(row.faults[column])
            return 0
        if column not in row.values:
            near = did_you_mean(column, row.values)
            self.complain(f"there is no column “{count}” to count by", row, near)
            return 0
        value = str(row.values[column])
        is_number = value.isascii() and value.isdecimal()
        if is_number and int(value[:MOST_DIGITS]) <= MOST_PIECES:
            return int(value)
        what = f"“{count}” is {quote(value)}; it should be a number from 0 to {MOST_PIECES}"
        self.complain(what, row)
        return 0

    # Pictures and blocks of the book

    def embed_picture(self, text: str | None, row: Row = NO_ROW) -> str:
        """Return what a template shows as a picture: the name of a bundled drawing, “pawn”, or the
        `data:` address of a file in the rules folder.

        `text` names it, with facts and cells filled in. If there is none, that is a complaint, and
        "" is returned.
        """
        name = self.fill_values(text, row).strip()
        if not name or name in art.list_drawings():
            return name
        try:
            picture = picture_files.load_picture(name, self._folder)
        except picture_files.PictureError as error:
            drawing_names = art.list_drawings()
            near = did_you_mean(name, drawing_names)
            advice = near or f"drawings are {', '.join(drawing_names)}"
            is_file_name = bool(Path(name).suffix)
            self.complain(str(error), row, "" if is_file_name else advice)
            return ""
        return picture.data or picture_files.make_data_address(picture.svg.encode(), "svg+xml")

    def set_blocks(self, names: Sequence[str]) -> Markup:
        """Return the HTML of blocks of the book, without what their rules do not have in this kit.

        The kit of the finished rules leaves out what is marked as draft, that of a draft what is
        marked as finished. An unknown name is a complaint.
        """
        try:
            html = find_blocks(self._blocks, names)
        except BlockError as error:
            self.complain(str(error))
            return Markup()
        html = drop_marked(html, "finished" if self._draft else "draft")
        return Markup(html)  # noqa: S704 - blocks of the book, which `read_text` has sanitized

    @cached_property
    def _blocks(self) -> dict[str, str]:
        """The HTML of all blocks of the book, by name."""
        book_drawings = drawings.Drawings(self._source.book, self.facts, self._colors, self._folder)
        return read_blocks(self._source, book_drawings)
