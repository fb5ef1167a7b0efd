"""What kind of row each row below the headings is: a player, a title, a total …"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from wordfleet_print.roster import cells
from wordfleet_print.roster.cells import (
    Plays,
    find_counted_word,
    is_name_like,
    read_label,
    strip_bullet,
)
from wordfleet_print.roster.headings import is_explanation, parse_heading
from wordfleet_print.roster.mapping import ColumnMapping
from wordfleet_print.roster.names import PlayerColumns
from wordfleet_print.roster.questions import Answers, make_question_key
from wordfleet_print.roster.roles import FACT, NAMES, NUMBER, OPPONENT, TABLE, find_role
from wordfleet_print.roster.vocabulary import list_phrases, list_words
from wordfleet_print.sheet.player_names import simplify
from wordfleet_print.tables.rows import Row

T = TypeVar("T")
# A team and two players.
_SMALLEST_BLOCK = 3
# A heading in markdown.
_MARKDOWN_HEADING = re.compile(r"#+\s+[^\W\d].*")
# Commas from which on a line holds several people, and is no sentence.
_MANY_COMMAS = 3
_EXAMPLE = re.compile(
    r"(?:e\. ?g\.|z\. ?b\.|p\. ?ej\.|example\b|beispiel\b|exemple\b|ejemplo\b).*", re.IGNORECASE
)
_TITLE = re.compile(r"[?!]\W*$|(?<!\S)(19|20)\d\d(?!\S)|://|www\.|^[©†‡]")
# What programs print around a list, and headings of its halves.
_FURNITURE = re.compile(
    r"(?i)page \d+ (of|/) \d+|(generated|exported|printed) (on|at|by) .*|sent from my .*"
    r"|girls|boys|mädchen|jungen|filles|garçons|niñas|niños"
)
# A text that is too long for a name, or ends as a sentence does.
_SENTENCE = re.compile(r"(\S+\s+){8}|(\S+\s+){2}.*[!?]$|(\S+\s+){5}.*\S{4}\.$", re.DOTALL)
# Chinese, Japanese and Korean: there the last name comes first.
_EASTERN = re.compile("[\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
# Where a name ends and something is added: “Ben & Cy”, “Ben (maybe)”, “Ben – cancelled”.
_BEHIND_NAME = re.compile(
    r"(?<=\w)\s?[;&/+]\s?(?=\w\w)|\s\+\s?\d|\s(?:and|und|et)\s|[(\[]|\s[–—-]\s"
)


class RowKind(StrEnum):
    """What a row is; the text says why it is no player."""

    PLAYER = "a player"
    EMPTY = "empty"
    HEADINGS = "the headings again"
    REORDERED = "the headings in another order"
    ROUND = "a round"
    LABEL = "a label"
    TITLE = "a title"
    TOTAL = "a total"
    COUNT = "a count"
    NUMBERS = "no letters"
    EXAMPLE = "an example"
    NAMELESS = "no name"
    DOUBTFUL = "in doubt"


@dataclass(frozen=True, slots=True)
class Form:
    """How a name is written."""

    has_bullet: bool
    has_digits: bool
    is_in_capitals: bool
    ends_like_sentence: bool
    """Whether its last word is in small letters, or an exclamation mark follows: “Ann is away”,
    “Welcome!”.
    """
    is_single_word: bool
    """Whether it is one word, where the list has other columns."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What all rows of a list have in common."""

    headings: tuple[str, ...]
    name_columns: frozenset[int]
    has_title: bool
    """Whether there is a title above the headings."""
    has_columns: bool
    """Whether rows have more than one cell."""
    has_pairings: bool
    """Whether it says who meets whom, or where."""
    counted_word: str
    """What is counted in most rows: “player” of “Player 1”, “Player 2” …"""
    has_bullets: bool
    usual_form: Form | None
    """How most names are written."""
    empty_rows: int
    """How many empty rows there are."""
    is_in_blocks: bool
    """Whether names are in blocks of three or more, between empty rows, below no headings."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a row is."""

    row: Row
    is_first: bool
    is_last: bool
    has_gap_above: bool
    has_gap_below: bool
    next_row: Row
    """The next row that is not empty."""
    is_below_total: bool
    is_below_label: bool
    """Whether a label is somewhere above."""

    @property
    def main_column(self) -> int:
        """The column of the first cell with a letter, else of the first that holds something."""
        for at in self.row.filled_columns:
            if _has_letter(self.row[at]) and at not in self.row.odd_columns:
                return at
        return self.row.filled_columns[0]

    @property
    def main_text(self) -> str:
        """What the row says first."""
        return self.row[self.main_column]

    @property
    def other_columns(self) -> list[int]:
        """The columns that say something else."""
        first = self.main_column
        return [at for at in self.row.filled_columns if at != first]


@dataclass(frozen=True, slots=True)
class Section:
    """What the titles above a row say of it."""

    round: int | None
    label: str = ""
    """The label above: “Waiting list:”."""
    plays: Plays = Plays.YES
    """What the label says."""

    def read_title(self, text: str, kind: RowKind) -> Section:
        """Return the section of a row with this text and the rows below it."""
        if kind is RowKind.ROUND:
            return replace(self, round=cells.find_round_number(text))
        if kind is RowKind.LABEL:
            return replace(self, label=text, plays=read_label(text) or Plays.YES)
        # Below “Cancelled:” rows are left out without a question, so any title ends it: the rows
        # below the title may play. Below “Maybe:” the organizer is asked about all rows, so none
        # is lost and a title changes nothing.
        if kind is RowKind.TITLE and self.plays is Plays.NO:
            return Section(self.round)
        return self


@dataclass(frozen=True, slots=True)
class ClassifiedRow:
    """A row, its kind and its section."""

    row: Row
    kind: RowKind
    section: Section


def name_in(row: Row, columns: PlayerColumns) -> str:
    """Return the name as a row writes it, of one part or several."""
    places = [columns[role].index for role in NAMES if role in columns]
    parts = [row[place] for place in places if row[place] and place not in row.odd_columns]
    if len(parts) > 1 and _EASTERN.fullmatch("".join(parts)):
        parts.reverse()
    return " ".join(parts)


def describe_shape(rows: Sequence[Row], mapping: ColumnMapping) -> Shape:
    """Return what the rows below the headings have in common."""
    above = rows[: mapping.first_data_row]
    below = rows[mapping.first_data_row :]
    full = [row for row in below if len(row.filled_columns) > 1]
    has_columns = bool(full) or mapping.headings_width > 1
    names = _names_in(below, mapping)
    return Shape(
        headings=_fold(above[-1]) if above else (),
        name_columns=_find_name_columns(mapping),
        has_title=len(_filled(above)) > 1,
        has_columns=has_columns,
        has_pairings=mapping.rows_are_pairings
        or not {TABLE, OPPONENT}.isdisjoint(mapping.row_columns),
        counted_word=find_most([find_counted_word(name) for name in names]) or "",
        has_bullets=any(strip_bullet(name) != name for name in names),
        usual_form=_find_form(full if has_columns else below, mapping, has_columns=has_columns),
        empty_rows=len(below) - len(_filled(below)),
        is_in_blocks=not has_columns and not mapping.headings_width and _are_in_blocks(below),
    )


def _filled(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row.cells]


def _find_form(rows: Sequence[Row], mapping: ColumnMapping, *, has_columns: bool) -> Form | None:
    """Return how most names are written."""
    return find_most(
        [describe_form(name, has_columns=has_columns) for name in _names_in(rows, mapping)]
    )


def _are_in_blocks(rows: Sequence[Row]) -> bool:
    """Whether there are two or more groups of at least three rows, with empty rows between."""
    marks = "".join("x" if row.cells else " " for row in rows)
    sizes = [len(block) for block in marks.split()]
    return len(sizes) > 1 and min(sizes) >= _SMALLEST_BLOCK


def _names_in(rows: Sequence[Row], mapping: ColumnMapping) -> list[str]:
    names = [name_in(row, mapping.player_columns[0]) for row in rows]
    return [name for name in names if name]


def _find_name_columns(mapping: ColumnMapping) -> frozenset[int]:
    player = mapping.player_columns[0]
    return frozenset(column.index for role, column in player.items() if role in NAMES)


def find_most(values: Sequence[T]) -> T | None:
    """Return the value that more than half of several have; None if no value is so common."""
    for value, times in Counter(values).most_common(1):
        if times * 2 > len(values) > 1:
            return value
    return None


def describe_form(text: str, *, has_columns: bool) -> Form:
    """Return how a name is written. Where the list `has_columns`, a word is no whole name."""
    stripped = strip_bullet(text)
    bare = _BEHIND_NAME.split(stripped)[0]
    parts = bare.split()
    return Form(
        has_bullet=stripped != text,
        has_digits=any(map(str.isdecimal, bare)),
        is_in_capitals=text.isupper() and len(text) > 2,
        ends_like_sentence=bare.endswith("!") or (len(parts) > 1 and parts[-1].islower()),
        is_single_word=has_columns and len(parts) < 2,
    )


def _fold(row: Row) -> tuple[str, ...]:
    return tuple(cell.casefold() for cell in row.cells)


def classify_rows(
    rows: Sequence[Row], mapping: ColumnMapping, shape: Shape, answers: Answers
) -> Iterator[ClassifiedRow]:
    """Yield the rows below the headings, each with its kind and section."""
    section = Section(_find_titled_round(rows[: mapping.first_data_row]))
    below = rows[mapping.first_data_row :]
    gap = False
    below_total = False
    for at, row in enumerate(below):
        below_total = below_total and not gap
        in_section = bool(section.label)
        spot = _look_around(
            below, at, gap_above=gap, below_total=below_total, in_section=in_section
        )
        kind = find_kind(spot, shape, mapping)
        if (
            row.cells
            and len(row.filled_columns) == 1
            and make_question_key("row", spot.main_text) in answers
        ):
            kind = RowKind.DOUBTFUL  # it was asked about in an earlier list
        if row.cells:
            section = section.read_title(spot.main_text, kind)
        yield ClassifiedRow(row, kind, section)
        below_total = below_total or kind is RowKind.TOTAL
        gap = not any(map(_has_sign, row.cells))


def _find_titled_round(rows: Sequence[Row]) -> int | None:
    """Return the round that a title above the headings names."""
    for row in rows:
        for text in row.cells:
            if number := cells.find_round_number(text):
                return number
    return None


def _has_sign(cell: str) -> bool:
    return any(map(str.isalnum, cell))


def _look_around(
    rows: Sequence[Row], at: int, *, gap_above: bool, below_total: bool, in_section: bool
) -> Spot:
    """Return where a row is among `rows`, which are those below the headings.

    `gap_above` says whether the row above it says nothing.
    """
    is_first = at == 0
    is_last = at + 1 == len(rows)
    # By number: `islice` would step over all rows above, for each of them
    following = (rows[number] for number in range(at + 1, len(rows)))
    next_filled = next((row for row in following if row.cells), Row(0, []))
    gap_below = not is_last and not rows[at + 1].cells
    return Spot(
        row=rows[at],
        is_first=is_first,
        is_last=is_last,
        has_gap_above=gap_above,
        has_gap_below=gap_below,
        next_row=next_filled,
        is_below_total=below_total,
        is_below_label=in_section,
    )


def find_kind(spot: Spot, shape: Shape, mapping: ColumnMapping) -> RowKind:
    """Return the kind of a row."""
    if not spot.row.cells:
        return RowKind.EMPTY
    if shape.headings and _fold(spot.row) == shape.headings:
        return RowKind.HEADINGS
    if len(shape.headings) > 1 and sorted(_fold(spot.row)) == sorted(shape.headings):
        return RowKind.REORDERED
    name = name_in(spot.row, mapping.player_columns[0])
    is_counted = bool(shape.counted_word) and find_counted_word(name) == shape.counted_word
    if spot.main_column in spot.row.odd_columns or is_counted:
        return RowKind.PLAYER
    if not any(map(_has_letter, spot.row.cells)):
        return RowKind.NUMBERS
    return _find_text_kind(spot, shape, mapping, name)


def _find_text_kind(spot: Spot, shape: Shape, mapping: ColumnMapping, name: str) -> RowKind:
    """Return the kind of a row with text."""
    kind = _find_total_kind(spot)
    if (
        kind is RowKind.DOUBTFUL
        and not spot.other_columns
        and spot.main_column not in shape.name_columns
    ):
        return RowKind.NAMELESS
    if kind is not RowKind.PLAYER:
        return kind
    if _has_odd_parts(spot.row, mapping):
        return RowKind.DOUBTFUL
    if _is_lone(spot, mapping) and not cells.is_placeholder(name):
        kind = _find_lone_kind(spot, shape)
    if (
        kind is RowKind.PLAYER
        and not mapping.rows_are_pairings
        and (_is_bare(name) or _is_label(name))
    ):
        return RowKind.DOUBTFUL
    return kind


def _has_odd_parts(row: Row, mapping: ColumnMapping) -> bool:
    """Whether a row has no names where first and last names have columns of their own: a number,
    as next to “Pupils”, or “First name” below other headings.
    """
    columns = mapping.player_columns[0]
    parts = [row[column.index] for role, column in columns.items() if role in NAMES]
    if len(parts) < 2:
        return False
    if any(map(str.isdecimal, parts)):
        return True
    heading = parse_heading(" ".join(parts))
    return heading.known and {"first", "last"} <= heading.senses


def _is_lone(spot: Spot, mapping: ColumnMapping) -> bool:
    """Whether a row says one thing; a number that counts the rows says nothing."""
    names = {column.index for column in mapping.name_columns}
    numbers = {column.index for column in mapping.columns if column.heading_role is NUMBER} - names
    others = [at for at in spot.row.filled_columns if at != spot.main_column and at not in numbers]
    return not others and (len(spot.row.filled_columns) == 1 or mapping.headings_width > 0)


def _is_label(name: str) -> bool:
    """Whether a name reads as a title, a total, an example or a test, whatever the row holds."""
    if (
        name.endswith((":", "："))
        or _EXAMPLE.fullmatch(name)
        or _FURNITURE.fullmatch(name)
        or cells.is_total(name)
    ):
        return True
    if simplify(name) in list_phrases("totals") or cells.read_label(name) is not None:
        return True
    return cells.is_test_person(name)


def _has_letter(cell: str) -> bool:
    return any(map(str.isalpha, cell))


def _is_bare(name: str) -> bool:
    """Whether “?”, “yes” or “Points” stands for a name."""
    if not name or name in cells.DITTO:
        return False
    if " " in name and is_explanation(name):
        return True  # “Points possible”; “Point” alone may be somebody
    letters = any(map(str.isalpha, _BRACKETED.sub("", name)))
    return not letters or simplify(name) in list_words("marks")


def _find_total_kind(spot: Spot) -> RowKind:
    """Return whether a row is a total or an example; `PLAYER` if it is neither."""
    rest = [spot.row[at] for at in spot.other_columns if at not in spot.row.odd_columns]
    only_numbers = not any(map(_has_letter, rest))
    if _EXAMPLE.fullmatch(spot.main_text):
        return RowKind.EXAMPLE
    if _is_count(spot.main_text, rest):
        return RowKind.COUNT
    if simplify(spot.main_text) in list_phrases("totals") and only_numbers and spot.other_columns:
        return RowKind.TOTAL
    if spot.is_below_total and only_numbers:
        return RowKind.DOUBTFUL
    return RowKind.PLAYER


def _is_count(text: str, rest: Sequence[str]) -> bool:
    """Whether a row counts people: “2 players”, or “Number of pupils” and a number."""
    if cells.is_total(text):
        return not any(map(is_name_like, rest))
    return bool(rest) and all(map(str.isdecimal, rest)) and cells.names_count(text)


def _find_lone_kind(spot: Spot, shape: Shape) -> RowKind:
    """Return the kind of a row with only one cell; what is not plainly nobody is in doubt."""
    text = spot.main_text
    if shape.has_pairings and cells.find_round_number(text):
        return RowKind.ROUND
    if read_label(text) is not None:
        return RowKind.LABEL
    if shape.headings and _fold(spot.next_row) == shape.headings:
        return _find_kind_above_headings(spot, shape)
    if text.count(",") >= _MANY_COMMAS:
        return RowKind.PLAYER  # several people, which is refused
    if _ends_as_text(text) or (spot.is_first and _opens_as_title(text)):
        return RowKind.TITLE
    return _find_kind_of_name(spot, shape)


def _find_kind_of_name(spot: Spot, shape: Shape) -> RowKind:
    """Return whether the only cell of a row is a player's name.

    It is no name in a column of something else, and in doubt where it is a title or is
    written in another way than most names.
    """
    if shape.has_columns and spot.main_column not in shape.name_columns:
        return RowKind.NAMELESS
    if _stands_as_title(spot, shape):
        return RowKind.DOUBTFUL
    is_alone = len(spot.row.filled_columns) == 1
    if (
        is_alone
        and shape.usual_form
        and describe_form(spot.main_text, has_columns=shape.has_columns) != shape.usual_form
    ):
        return RowKind.DOUBTFUL
    return RowKind.PLAYER


def _find_kind_above_headings(spot: Spot, shape: Shape) -> RowKind:
    """Return the kind of a row right above headings that are repeated."""
    if spot.has_gap_above or shape.has_title:
        return RowKind.TITLE
    return RowKind.DOUBTFUL if shape.has_columns else RowKind.PLAYER


def _ends_as_text(text: str) -> bool:
    """Whether it ends with a colon, is a sentence or an address, or what programs print."""
    if text.endswith((":", "：")) or "://" in text:
        return True
    return bool(_FURNITURE.fullmatch(text) or _SENTENCE.match(text))


def _opens_as_title(text: str) -> bool:
    """Whether it is a question, holds a year, or reads “List of players”."""
    heading = parse_heading(text)
    about_list = heading.speaks_of("thing") or find_role(heading) in (None, FACT)
    listing = heading.known and len(heading.words) > 1 and about_list
    return bool(listing or _TITLE.search(text))


def _stands_as_title(spot: Spot, shape: Shape) -> bool:
    """Whether a text is where titles are, or is a word that titles are made of."""
    if _MARKDOWN_HEADING.fullmatch(spot.main_text):
        return True
    if shape.is_in_blocks and (spot.is_first or spot.has_gap_above):
        return True  # a team above its players
    if simplify(spot.main_text) in list_phrases("totals") or cells.find_round_number(
        spot.main_text
    ):
        return True
    if spot.is_first and not shape.headings:
        return _heads_the_list(spot, shape) or _stands_apart(spot, shape)
    return _stands_apart(spot, shape)


def _stands_apart(spot: Spot, shape: Shape) -> bool:
    """Whether a row is the last below a gap, heads rows below a gap, or names a group."""
    names_group = (
        parse_heading(spot.main_text).speaks_of("club", "round", "table")
        and not spot.is_below_label
    )
    if names_group and shape.has_columns:
        return True
    if not spot.has_gap_above or (spot.has_gap_below and not spot.is_last):
        return False
    return spot.is_last or names_group or shape.has_columns


def _heads_the_list(spot: Spot, shape: Shape) -> bool:
    """Whether the first row of a list without headings reads as its title."""
    heading = parse_heading(spot.main_text)
    if heading.known or heading.speaks_of("other"):
        return True
    if spot.has_gap_below and shape.empty_rows < 3:
        return True
    return shape.has_bullets and strip_bullet(spot.main_text) == spot.main_text
