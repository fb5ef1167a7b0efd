"""`Columns`: where in a roster's rows each use stands, found by headings and by what the cells hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from wordfleet_print.errors import Complaint
from wordfleet_print.event.roster.columns.choice import Choice
from wordfleet_print.event.roster.columns.heads import Heads, offer
from wordfleet_print.event.roster.columns.order import Writing, are_two, may_turn, writing_of
from wordfleet_print.event.roster.columns.top import Top, read_top, texts_of
from wordfleet_print.event.roster.rows import Cell, Row, column_letters, text_of
from wordfleet_print.event.roster.uses import NAMING, Use
from wordfleet_print.event.roster.vocabulary.headings import read_heading
from wordfleet_print.event.roster.vocabulary.kinds import CellKind, kind_of
from wordfleet_print.event.roster.vocabulary.words import whole_headings
from wordfleet_print.sheet.captains import plain
from wordfleet_print.wording import near_misses, plural, quote, some_of

_MOST_TOLD = 12
"""Headings told of many."""
_MOST_OFFERED = 4
"""Columns among which somebody is asked to choose."""
SAMPLES = 3
"""Cells that are shown of a column."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where in a row each use stands, and what its heading says ("" in a list without headings).

    `facing` tells the same of the opponent, where a row is a table. `headed` is the number of columns under headings,
    `row` the headings' row, 0 where there are none, `labels` what stands in it. `writing` is that of the names,
    `round` the round that a title speaks of.
    """

    places: Mapping[Use, int]
    headings: Mapping[Use, str]
    headed: int
    row: int
    facing: Mapping[Use, int] = field(default_factory=dict)
    labels: tuple[str, ...] = ()
    writing: Writing = field(default_factory=Writing)
    round: int | None = None

    @property
    def of_opponent(self) -> Columns:
        """The same for the second of the two players in a row."""
        return replace(self, places=self.facing)

    def cell(self, cells: Sequence[Cell], use: Use) -> Cell:
        """What a row says of a use; "" where it says nothing."""
        place = self.places.get(use)
        return cells[place] if place is not None and place < len(cells) else ""


@dataclass(frozen=True, slots=True)
class Taken:
    """A column as it was taken: its letter, its heading, its use (None where nothing is read from it), some cells."""

    letter: str
    heading: str
    use: str | None
    samples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FoundColumns:
    """What the top rows of a file told: its columns (None where complaints say why not), and what to warn of.

    `rows` are all rows below the headings. `taken` tells each column.
    """

    columns: Columns | None
    complaints: tuple[Complaint, ...]
    notes: tuple[str, ...]
    rows: Iterator[Row]
    taken: tuple[Taken, ...] = ()


def find_columns(rows: Iterator[Row], name: str, asked: Mapping[Use, str] | None = None) -> FoundColumns | None:
    """Read rows up to the headings and some beyond, and tell the columns; None where no row holds anything.

    `name` is the file's; `asked` says outright which heading has which use, as `asked_columns` reads it.
    """
    top = read_top(rows, asked or {})
    if top is None:
        return None
    cells = top.columns()
    choice = Choice(Heads.of(top.headings, cells), asked or {}, headed=top.row > 0)
    where = f"{name} row {top.row or top.sample[0][0]}"
    complaints = [Complaint(where, what, advice) for what, advice in choice.complaints]
    headed = top.row > 0 or not any(read_heading(text_of(cell)).use for cell in top.sample[0][1])
    if not complaints and not (headed and any(use in choice.places for use in NAMING)):
        complaints.append(_nameless(where, top, cells, choice.refused))
    notes = [*_passed(top, name), *(f"{name}: {note}" for note in choice.notes)]
    if not top.row and not complaints:
        notes.append(_unheaded(name, top, choice.places))
    notes += _unused(top.headings, {*choice.places.values(), *choice.facing.values()}, name)
    columns = _columns(top, choice, cells)
    complaints += _doubled(where, columns, cells)
    notes += _turned(name, columns, cells)
    taken = tuple(_taken(top.headings, cells, choice))
    return FoundColumns(
        None if complaints else columns, tuple(complaints), tuple(notes), chain(top.sample, top.rest), taken
    )


def known_headings(cells: Iterable[Cell]) -> int:
    """How many of a row's cells are headings of ours."""
    return sum(read_heading(text_of(cell)).known for cell in cells)


def _doubled(where: str, columns: Columns, cells: Sequence[Sequence[Cell]]) -> Iterator[Complaint]:
    """A complaint where a column holds the names of two players in each cell."""
    place = columns.places.get(Use.NAME)
    texts = [] if place is None else [*filter(None, map(text_of, cells[place]))]
    if not columns.writing.turned and are_two([*map(columns.writing.name, texts)]):
        what = f"cells such as {quote(texts[0])} seem to name two players each"
        yield Complaint(where, what, "write one player in a row, as “Ann Lee”; no last name before two first ones")


def _columns(top: Top, choice: Choice, cells: Sequence[Sequence[Cell]]) -> Columns:
    named = {use: top.headings[place] for use, place in choice.places.items() if top.headings[place]}
    whole = choice.places.get(Use.NAME)
    reverse = whole is not None and read_heading(top.headings[whole]).reversed
    writing = Writing() if whole is None else writing_of([text_of(cell) for cell in cells[whole]], reverse=reverse)
    return Columns(choice.places, named, len(top.headings), top.row, choice.facing, top.labels, writing, top.round)


def _taken(headings: Sequence[str], cells: Sequence[Sequence[Cell]], choice: Choice) -> Iterator[Taken]:
    uses = {place: str(use) for use, place in choice.places.items()}
    facing = {place: f"opponent’s {use}" for use, place in choice.facing.items()}
    for place, heading in enumerate(headings):
        samples = texts_of(cells[place], SAMPLES)
        if heading or samples:
            yield Taken(column_letters(place + 1), heading, facing.get(place, uses.get(place)), samples)


def _passed(top: Top, name: str) -> Iterator[str]:
    for row in top.above:
        yield f"{name}: row {row} stands above the {'headings' if top.row else 'list'} and was passed over."
    for row in top.below:
        yield f"{name}: row {row} was taken for a second row of headings."
    if top.round and top.round > 1:
        yield f"{name}: its title speaks of round {top.round}, so its rows are that round’s."


def _unheaded(name: str, top: Top, places: Mapping[Use, int]) -> str:
    place = places[Use.NAME]
    first = next((text_of(row[place]) for _, row in top.sample if place < len(row) and text_of(row[place])), "")
    return f"{name} has no heading such as “name”: its first row, {quote(first)}, was taken for a player."


def _turned(name: str, columns: Columns, cells: Sequence[Sequence[Cell]]) -> Iterator[str]:
    """A note where names are written with the last one first, or where some may be."""
    place = columns.places.get(Use.NAME)
    comma = [text for cell in cells[place] if may_turn(text := text_of(cell))] if place is not None else []
    if columns.writing.turned:
        yield f"{name}: names are written as {quote(comma[0])}, last name first, and were turned."
    elif columns.writing.headed or columns.writing.tailed:
        first = next(text for cell in cells[columns.places[Use.NAME]] if (text := text_of(cell)))
        yield f"{name}: numbers beside names were left off, as in {quote(first)}."
    elif comma:
        yield (
            f"{name}: {some_of([*map(quote, comma)], SAMPLES)} {plural(len(comma), 'has a comma', 'have commas')} and "
            "will be printed so; if that is a last name before a first one, write it the other way round."
        )


def _nameless(
    where: str, top: Top, cells: Sequence[Sequence[Cell]], refused: Sequence[tuple[int, CellKind]]
) -> Complaint:
    """The complaint that no column is the names, with the columns that may be."""
    seen = [heading for heading in top.headings if heading] or list(texts_of(top.sample[0][1], _MOST_TOLD))
    offered = [place for place, column in enumerate(cells) if kind_of(column) is CellKind.TEXT][:_MOST_OFFERED]
    advice = "call the column with the names “name”"
    if offered and top.row:
        advice = f"say which one holds them: {offer(Use.NAME, top.headings, offered)}"
    elif offered:
        first = [text_of(cell) for cell in top.sample[0][1]]
        asks = [offer(Use.NAME, headings, offered) for headings in (first, [])]
        advice = f"if this row holds headings, say {asks[0]}; if it holds a player, {asks[1]}"
    nearest = [near for heading in seen if (near := _nearest(heading, NAMING))]
    if nearest and not top.row:
        advice += f"; did you mean {quote(nearest[0])}?"
    what = f"no column of names: the headings are {some_of([*map(quote, seen)], _MOST_TOLD)}"
    if refused:
        place, kind = refused[0]
        what = f"no column of names: {quote(top.headings[place])} holds {kind}"
    return Complaint(where, what, advice)


def _nearest(heading: str, uses: Iterable[Use]) -> str:
    known = [spelling for spelling, use in whole_headings().items() if use in uses and len(spelling) > 3]
    near = near_misses(plain(heading)[:40], known, 5, alike=0.75)
    return min(near, key=known.index, default="")


def _unused(headings: Sequence[str], used: set[int], name: str) -> list[str]:
    """What is said of the columns that nothing is read from."""
    unused = [heading for place, heading in enumerate(headings) if heading and place not in used]
    if not unused:
        return []
    told = []
    for heading in unused[:_MOST_TOLD]:
        near = "" if read_heading(heading).known else _nearest(heading, Use)
        told.append(f"{quote(heading)} (did you mean {quote(near)}?)" if near else quote(heading))
    columns = f"{plural(len(unused), 'column')} {some_of([*told, *unused[_MOST_TOLD:]], _MOST_TOLD)}"
    return [f"{name}: nothing was read from {columns}."]
