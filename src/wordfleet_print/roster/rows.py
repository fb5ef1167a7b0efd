"""What kind of row each row below the headings is: a player, a title, a total …

`find_kind` decides, from three things: the row itself; where it is (`Spot`); and what most rows of
the list are like (`Shape`).

`row[2]` is the text of the third cell; `row.filled_columns` are the indices of the cells that hold
something, and `row.odd_columns` of those that are neither text nor number, such as dates.
`mapping.player_columns[0]` are the columns of the row's first player, by role. `list_words` and
`list_phrases` give lists of vocabulary.toml; `simplify` drops case, accents and signs.
"""

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
# Rows of a block without gaps: a team and two players.
_SMALLEST_BLOCK = 3
# Empty rows in a list from which on a gap below its first row is no sign of a title.
_MANY_GAPS = 3
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
    """How a name is written; a lone text that is written in another way may be no player."""

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
    """The cells of the row of headings, without case; empty for a list without."""
    name_columns: frozenset[int]
    """The indices of the columns with the name of a row's first player."""
    has_title: bool
    """Whether there is a title above the headings."""
    has_columns: bool
    """Whether rows have more than one cell."""
    has_pairings: bool
    """Whether it says who meets whom, or where."""
    counted_word: str
    """What is counted in most rows: “player” of “Player 1”, “Player 2” …; else ""."""
    has_bullets: bool
    """Whether any name has a bullet or a number in front of it."""
    usual_form: Form | None
    """How more than half of the names are written; None if no form is so common."""
    empty_rows: int
    """How many empty rows are below the headings."""
    is_in_blocks: bool
    """Whether it has no headings, and empty rows between blocks of three names or more."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A row that is not empty, and where it is among the rows below the headings."""

    row: Row
    is_first: bool
    is_last: bool
    has_gap_above: bool
    """Whether the row above it holds no letter or digit."""
    has_gap_below: bool
    """Whether the row below it is empty."""
    next_row: Row
    """The next row that is not empty; an empty row for the last one."""
    is_below_total: bool
    """Whether a total is above it, without a gap between them."""
    is_below_label: bool
    """Whether a label, such as “Waiting list:”, is anywhere above it."""

    @property
    def main_column(self) -> int:
        """The column of the first cell with a letter, else of the first that holds something."""
        for column in self.row.filled_columns:
            if _has_letter(self.row[column]) and column not in self.row.odd_columns:
                return column
        return self.row.filled_columns[0]

    @property
    def main_text(self) -> str:
        """What the row says first: the text of its main column."""
        return self.row[self.main_column]

    @property
    def other_columns(self) -> list[int]:
        """The indices of all other filled cells."""
        main_column = self.main_column
        return [column for column in self.row.filled_columns if column != main_column]


@dataclass(frozen=True, slots=True)
class Section:
    """What the titles above a row say of it: the round, and whether its players play."""

    round: int | None
    """None where no title names one."""
    label: str = ""
    """The label above, such as “Waiting list:”; "" for none."""
    plays: Plays = Plays.YES
    """What the label says of the players below it."""

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


def join_name(row: Row, columns: PlayerColumns) -> str:
    """Return the name of the player in these columns, as the row writes it: “Ann Lee”.

    Columns of first and last names are joined in this order; the last name is first if both are in
    Chinese, Japanese or Korean.
    """
    indices = [columns[role].index for role in NAMES if role in columns]
    parts = [row[index] for index in indices if row[index] and index not in row.odd_columns]
    if len(parts) > 1 and _EASTERN.fullmatch("".join(parts)):
        parts.reverse()
    return " ".join(parts)


def describe_shape(rows: Sequence[Row], mapping: ColumnMapping) -> Shape:
    """Return what the rows below the headings have in common."""
    above = rows[: mapping.first_data_row]
    below = rows[mapping.first_data_row :]
    several_cells = [row for row in below if len(row.filled_columns) > 1]
    has_columns = bool(several_cells) or mapping.headings_width > 1
    names = _list_names(below, mapping)
    # A row with one cell may be a title, so where others have several only these count
    typical_names = _list_names(several_cells, mapping) if has_columns else names
    forms = [describe_form(name, has_columns=has_columns) for name in typical_names]
    counted_words = [find_counted_word(name) for name in names]
    says_place = not {TABLE, OPPONENT}.isdisjoint(mapping.row_columns)
    return Shape(
        headings=_fold_cells(above[-1]) if above else (),
        name_columns=_find_name_columns(mapping),
        has_title=_count_filled(above) > 1,
        has_columns=has_columns,
        has_pairings=mapping.rows_are_pairings or says_place,
        counted_word=find_most(counted_words) or "",
        has_bullets=_have_bullets(names),
        usual_form=find_most(forms),
        empty_rows=len(below) - _count_filled(below),
        is_in_blocks=not has_columns and not mapping.headings_width and _are_in_blocks(below),
    )


def _have_bullets(names: Sequence[str]) -> bool:
    """Whether any name has a bullet or a number in front of it."""
    return any(strip_bullet(name) != name for name in names)


def _count_filled(rows: Sequence[Row]) -> int:
    return sum(1 for row in rows if row.cells)


def _are_in_blocks(rows: Sequence[Row]) -> bool:
    """Whether there are two or more groups of at least three rows, with empty rows between."""
    # “xxx xxxx” for three rows, an empty one and four rows
    marks = "".join("x" if row.cells else " " for row in rows)
    sizes = [len(block) for block in marks.split()]
    return len(sizes) > 1 and min(sizes) >= _SMALLEST_BLOCK


def _list_names(rows: Sequence[Row], mapping: ColumnMapping) -> list[str]:
    """Return the first player's name of each row that has one."""
    names = [join_name(row, mapping.player_columns[0]) for row in rows]
    return [name for name in names if name]


def _find_name_columns(mapping: ColumnMapping) -> frozenset[int]:
    columns_by_role = mapping.player_columns[0]
    return frozenset(column.index for role, column in columns_by_role.items() if role in NAMES)


def find_most(values: Sequence[T]) -> T | None:
    """Return the value that more than half of several have; None if no value is so common."""
    for value, times in Counter(values).most_common(1):
        if times * 2 > len(values) > 1:
            return value
    return None


def describe_form(text: str, *, has_columns: bool) -> Form:
    """Return how a name is written, without what is added behind it: “Ben (maybe)” is “Ben”.

    Where the list `has_columns`, a single word is likely to be a title.
    """
    without_bullet = strip_bullet(text)
    name = _BEHIND_NAME.split(without_bullet)[0]
    parts = name.split()
    return Form(
        has_bullet=without_bullet != text,
        has_digits=any(map(str.isdecimal, name)),
        is_in_capitals=text.isupper() and len(text) > 2,
        ends_like_sentence=name.endswith("!") or (len(parts) > 1 and parts[-1].islower()),
        is_single_word=has_columns and len(parts) < 2,
    )


def _fold_cells(row: Row) -> tuple[str, ...]:
    """Return the cells without case, to compare rows."""
    return tuple(cell.casefold() for cell in row.cells)


def classify_rows(
    rows: Sequence[Row], mapping: ColumnMapping, shape: Shape, answers: Answers
) -> Iterator[ClassifiedRow]:
    """Yield the rows below the headings, each with its kind and section."""
    section = Section(_find_round_above(rows[: mapping.first_data_row]))
    below = rows[mapping.first_data_row :]
    has_gap_above = False
    is_below_total = False
    for index, row in enumerate(below):
        if not row.cells:
            yield ClassifiedRow(row, RowKind.EMPTY, section)
            has_gap_above = True
            continue
        is_below_total = is_below_total and not has_gap_above
        spot = _make_spot(
            below,
            index,
            has_gap_above=has_gap_above,
            is_below_total=is_below_total,
            is_below_label=bool(section.label),
        )
        kind = find_kind(spot, shape, mapping)
        is_lone_text = len(row.filled_columns) == 1
        if is_lone_text and make_question_key("row", spot.main_text) in answers:
            kind = RowKind.DOUBTFUL  # it was asked about in an earlier list
        section = section.read_title(spot.main_text, kind)
        yield ClassifiedRow(row, kind, section)
        is_below_total = is_below_total or kind is RowKind.TOTAL
        has_gap_above = not any(map(_has_letter_or_digit, row.cells))


def _find_round_above(rows: Sequence[Row]) -> int | None:
    """Return the round that one of these rows, which are above the headings, names."""
    for row in rows:
        for text in row.cells:
            if number := cells.find_round_number(text):
                return number
    return None


def _has_letter_or_digit(cell: str) -> bool:
    return any(map(str.isalnum, cell))


def _make_spot(
    rows: Sequence[Row],
    index: int,
    *,
    has_gap_above: bool,
    is_below_total: bool,
    is_below_label: bool,
) -> Spot:
    """Return where a row is among `rows`, which are those below the headings."""
    is_last = index + 1 == len(rows)
    # By number: `islice` would step over all rows above, for each of them
    following = (rows[number] for number in range(index + 1, len(rows)))
    next_filled = next((row for row in following if row.cells), Row(0, []))
    return Spot(
        row=rows[index],
        is_first=index == 0,
        is_last=is_last,
        has_gap_above=has_gap_above,
        has_gap_below=not is_last and not rows[index + 1].cells,
        next_row=next_filled,
        is_below_total=is_below_total,
        is_below_label=is_below_label,
    )


def find_kind(spot: Spot, shape: Shape, mapping: ColumnMapping) -> RowKind:
    """Return the kind of a row that is not empty."""
    if shape.headings and _fold_cells(spot.row) == shape.headings:
        return RowKind.HEADINGS
    if len(shape.headings) > 1 and sorted(_fold_cells(spot.row)) == sorted(shape.headings):
        return RowKind.REORDERED
    name = join_name(spot.row, mapping.player_columns[0])
    is_counted = bool(shape.counted_word) and find_counted_word(name) == shape.counted_word
    # A date in place of a name is refused later, with its row and column
    if spot.main_column in spot.row.odd_columns or is_counted:
        return RowKind.PLAYER
    if not any(map(_has_letter, spot.row.cells)):
        return RowKind.NUMBERS
    return _find_text_kind(spot, shape, mapping, name)


def _find_text_kind(spot: Spot, shape: Shape, mapping: ColumnMapping, name: str) -> RowKind:
    """Return the kind of a row with letters, whose first player has this name ("" for none)."""
    kind = _find_total_kind(spot)
    is_name_missing = not spot.other_columns and spot.main_column not in shape.name_columns
    if kind is RowKind.DOUBTFUL and is_name_missing:
        return RowKind.NAMELESS
    if kind is not RowKind.PLAYER:
        return kind
    if _lacks_name_in_parts(spot.row, mapping):
        return RowKind.DOUBTFUL
    if _says_one_thing(spot, mapping) and not cells.is_placeholder(name):
        kind = _find_lone_kind(spot, shape)
    reads_as_no_name = _is_no_name(name) or _is_label(name)
    # A pairing may have “bye” or “withdrawn” in place of a name
    if kind is RowKind.PLAYER and reads_as_no_name and not mapping.rows_are_pairings:
        return RowKind.DOUBTFUL
    return kind


def _lacks_name_in_parts(row: Row, mapping: ColumnMapping) -> bool:
    """Whether a list has columns for parts of names, and a row has something else there.

    It is a number, as in “Pupils | 24”, or headings again: “First name | Last name”.
    """
    columns = mapping.player_columns[0]
    parts = [row[column.index] for role, column in columns.items() if role in NAMES]
    if len(parts) < 2:
        return False
    if any(map(str.isdecimal, parts)):
        return True
    heading = parse_heading(" ".join(parts))
    return heading.known and {"first", "last"} <= heading.senses


def _says_one_thing(spot: Spot, mapping: ColumnMapping) -> bool:
    """Whether only one cell of a row is filled, a number that counts the rows aside."""
    names = {column.index for column in mapping.name_columns}
    numbers = {column.index for column in mapping.columns if column.heading_role is NUMBER} - names
    others = [column for column in spot.other_columns if column not in numbers]
    return not others and (len(spot.row.filled_columns) == 1 or mapping.headings_width > 0)


def _is_label(name: str) -> bool:
    """Whether a name reads as a title, a total, an example or a test, whatever the row holds."""
    if name.endswith((":", "：")) or _EXAMPLE.fullmatch(name) or _FURNITURE.fullmatch(name):
        return True
    if cells.is_total(name) or simplify(name) in list_phrases("totals"):
        return True
    return cells.read_label(name) is not None or cells.is_test_person(name)


def _has_letter(cell: str) -> bool:
    return any(map(str.isalpha, cell))


def _is_no_name(name: str) -> bool:
    """Whether “?”, “yes” or “Points possible” is in place of a name."""
    if not name or name in cells.DITTO:
        return False  # these are refused later
    if " " in name and is_explanation(name):
        return True  # “Points possible”; “Point” alone may be somebody
    has_letters = any(map(str.isalpha, _BRACKETED.sub("", name)))
    return not has_letters or simplify(name) in list_words("no-names")


def _find_total_kind(spot: Spot) -> RowKind:
    """Return `EXAMPLE`, `COUNT` or `TOTAL` for such a row, else `PLAYER`.

    A row right below a total that holds only numbers besides its first text is in doubt: it may be
    a second total.
    """
    other_columns = [at for at in spot.other_columns if at not in spot.row.odd_columns]
    other_texts = [spot.row[column] for column in other_columns]
    has_only_numbers = not any(map(_has_letter, other_texts))
    if _EXAMPLE.fullmatch(spot.main_text):
        return RowKind.EXAMPLE
    if _is_count(spot.main_text, other_texts):
        return RowKind.COUNT
    is_total_word = simplify(spot.main_text) in list_phrases("totals")
    if is_total_word and has_only_numbers and spot.other_columns:
        return RowKind.TOTAL
    if spot.is_below_total and has_only_numbers:
        return RowKind.DOUBTFUL
    return RowKind.PLAYER


def _is_count(text: str, other_texts: Sequence[str]) -> bool:
    """Whether a row counts people: “2 players”, or “Number of pupils” and a number."""
    if cells.is_total(text):
        return not any(map(is_name_like, other_texts))
    has_only_digits = bool(other_texts) and all(map(str.isdecimal, other_texts))
    return has_only_digits and cells.names_count(text)


def _find_lone_kind(spot: Spot, shape: Shape) -> RowKind:
    """Return the kind of a row that says one thing: a title, a label, or a player's name.

    What may be either is `DOUBTFUL`: then the organizer is asked.
    """
    text = spot.main_text
    if shape.has_pairings and cells.find_round_number(text):
        return RowKind.ROUND
    if read_label(text) is not None:
        return RowKind.LABEL
    if shape.headings and _fold_cells(spot.next_row) == shape.headings:
        return _find_kind_above_headings(spot, shape)
    if text.count(",") >= _MANY_COMMAS:
        return RowKind.PLAYER  # several people in a cell, which is refused later
    if _is_prose(text) or (spot.is_first and _opens_as_title(text)):
        return RowKind.TITLE
    return _find_kind_of_name(spot, shape)


def _find_kind_of_name(spot: Spot, shape: Shape) -> RowKind:
    """Return whether the only text of a row is a player's name.

    It is none in a column of something else. It is in doubt where titles are, and where it is
    written in another way than most names.
    """
    if shape.has_columns and spot.main_column not in shape.name_columns:
        return RowKind.NAMELESS
    if _may_be_title(spot, shape):
        return RowKind.DOUBTFUL
    is_alone = len(spot.row.filled_columns) == 1
    if is_alone and shape.usual_form:
        form = describe_form(spot.main_text, has_columns=shape.has_columns)
        if form != shape.usual_form:
            return RowKind.DOUBTFUL
    return RowKind.PLAYER


def _find_kind_above_headings(spot: Spot, shape: Shape) -> RowKind:
    """Return the kind of a row right above headings that are repeated, as on each printed page.

    It is a title if a gap is above it or the list has a title above its first headings, too.
    """
    if spot.has_gap_above or shape.has_title:
        return RowKind.TITLE
    return RowKind.DOUBTFUL if shape.has_columns else RowKind.PLAYER


def _is_prose(text: str) -> bool:
    """Whether it ends with a colon, is a sentence or an address, or what programs print."""
    if text.endswith((":", "：")) or "://" in text:
        return True
    return bool(_FURNITURE.fullmatch(text) or _SENTENCE.match(text))


def _opens_as_title(text: str) -> bool:
    """Whether it is a question, holds a year, or reads “List of players”."""
    heading = parse_heading(text)
    is_about_list = heading.speaks_of("thing") or find_role(heading) in (None, FACT)
    is_phrase = heading.known and len(heading.words) > 1
    return (is_phrase and is_about_list) or bool(_TITLE.search(text))


def _may_be_title(spot: Spot, shape: Shape) -> bool:
    """Whether a text is where titles are, or is a word that titles are made of."""
    text = spot.main_text
    if _MARKDOWN_HEADING.fullmatch(text):
        return True
    if shape.is_in_blocks and (spot.is_first or spot.has_gap_above):
        return True  # a team above its players
    if simplify(text) in list_phrases("totals") or cells.find_round_number(text):
        return True
    if spot.is_first and not shape.headings and _reads_as_list_title(spot, shape):
        return True
    return _is_set_apart(spot, shape)


def _is_set_apart(spot: Spot, shape: Shape) -> bool:
    """Whether gaps set a row apart from the players, or its words do: “Table 3”, “Class 5B”.

    The last row below a gap may be a note. A row below a gap, with none below itself, may be the
    title of what follows:

        Cy Orr

        Rovers       ← set apart
        Ann Lee
    """
    heading = parse_heading(spot.main_text)
    names_group = heading.speaks_of("club", "round", "table") and not spot.is_below_label
    if names_group and shape.has_columns:
        return True
    if not spot.has_gap_above or (spot.has_gap_below and not spot.is_last):
        return False
    return spot.is_last or names_group or shape.has_columns


def _reads_as_list_title(spot: Spot, shape: Shape) -> bool:
    """Whether the first row of a list without headings is its title.

    Its words are those of headings, or a gap is below it alone, or only it has no bullet.
    """
    heading = parse_heading(spot.main_text)
    if heading.known or heading.speaks_of("other"):
        return True
    if spot.has_gap_below and shape.empty_rows < _MANY_GAPS:
        return True
    return shape.has_bullets and strip_bullet(spot.main_text) == spot.main_text
