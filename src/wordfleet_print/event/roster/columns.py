"""Which column has which use: by headings, by cells, or what somebody has to choose."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from wordfleet_print.errors import Complaint, Say
from wordfleet_print.event.roster.cell_words import (
    CellKind,
    counted,
    is_answer,
    is_out,
    is_undecided,
    kind_of,
    says_no,
    wish,
    wishes_in,
)
from wordfleet_print.event.roster.headings import (
    GONE,
    asks_who_plays,
    counts_rows,
    plain_words,
    read_heading,
    whole_headings,
)
from wordfleet_print.event.roster.listing import NAMING, Cell, Row, Use, column_letters, how_to_ask, text_of
from wordfleet_print.event.roster.name_columns import (
    NO_NAMES,
    STRANGER,
    Heads,
    Places,
    Writing,
    are_two,
    likely_groups,
    may_turn,
    offer,
    place_of,
    rank_of,
    rivals,
    two_sides,
    writing_of,
)
from wordfleet_print.event.roster.top_rows import Top, is_aside, read_top, texts_of
from wordfleet_print.sheet.captains import plain
from wordfleet_print.wording import did_you_mean, listed, near_misses, plural, quote, some_of

_NEVER = frozenset({CellKind.EMAILS, CellKind.LINKS, CellKind.DATES, CellKind.HOLDERS})
"""What is never the names at all."""
_OF_A_PLAYER = (Use.CLUB, Use.LARGE_PRINT, Use.LEFT_HANDED)
_SHARED = (Use.TABLE, Use.ROUND, Use.SEAT, Use.OPPONENT, Use.NEEDS)
_CLUBS = ("club verein vereniging klub klubb", "team mannschaft equipe equipo squadra", "school schule ecole colegio")
"""Which of several headings is the club: these first, in this order."""
_QUANTITIES = plain_words("quantities")
_GUESTS = plain_words("guests")
_BUYER = 70
"""The rank of names from which on they are those of somebody who has paid."""


class Choice:
    """Chooses when it is made.

    `places` holds each use's column, `facing` those of the opponent where a row is a table. `complaints` are what is
    wrong and what to do; `refused` are columns that could have been the names but for what they hold.
    """

    def __init__(self, heads: Heads, asked: Mapping[Use, str], *, headed: bool) -> None:
        self.places: Places = {}
        self.facing: Places = {}
        self.complaints: list[tuple[str, str, Say]] = []
        self.notes: list[str] = []
        self.refused: list[tuple[int, CellKind]] = []
        self.unread: list[int] = []
        self._heads = heads
        self._asked = asked
        for use, heading in asked.items():
            if heading:
                self._take_asked(use, heading)
        if not self.complaints:
            self._take_players(headed=headed)
            for use in (*_OF_A_PLAYER, *_SHARED):
                if use not in asked and use not in self.places:
                    self._take(use)
            self._take_answers()
            self._check_seats()
            self._take_numbers()
            self._note_counts()

    def _take_asked(self, use: Use, heading: str) -> None:
        headings = self._heads.headings
        found = [at for at, known in enumerate(headings) if known and plain(known) == plain(heading)]
        found = [at for at in found if headings[at] == heading] or found
        place = found[0] if found else place_of(heading)
        if len(found) > 1:
            what = f"the heading {quote(heading)} stands over {len(found)} columns"
            self.complaints.append((what, "name one by its letter", offer(use, headings, found)))
        elif place is None or place >= len(headings):
            near = did_you_mean(heading, filter(None, headings))
            what = f"no column is called {quote(heading)}, as was said"
            self.complaints.append((what, near or "name its heading, or its letter such as B", ("column",)))
        else:
            self.places[use] = place

    # Names

    def _take_players(self, *, headed: bool) -> None:
        if {Use.NAME, Use.FIRST, Use.LAST} & {*self.places}:
            return
        if not headed:
            self._take_only_texts()
        elif Use.OPPONENT not in self._asked and (sides := two_sides(self._heads)):
            self.places.update(sides[0])
            self.facing.update(sides[1])
        else:
            self._take_names()

    def _take_only_texts(self) -> None:
        """Without headings the only column of text is the names."""
        kinds = self._heads.kinds
        filled = [at for at, kind in enumerate(kinds) if kind is not CellKind.EMPTY]
        texts = [at for at in filled if kinds[at] is CellKind.TEXT]
        if len(filled) > 1 and (len(texts) > 1 or any(len(self._heads.filled(at)) < 3 for at in texts)):
            return
        if one := texts if len(filled) > 1 else filled:
            self.places[Use.NAME] = one[0]

    def _take_names(self) -> None:
        """Take the column of names, or those of their parts, that is most likely the players’."""
        heads = self._heads
        chosen = likely_groups(heads, {*self.places.values()})
        if len(chosen) > 1:
            self._clash(Use.NAME, chosen)
        elif chosen and (rival := rivals(heads, chosen[0])):
            self._clash(*rival)
        elif chosen:
            self._take_group(chosen[0], rank_of(heads, chosen[0]))

    def _take_group(self, group: Places, rank: int) -> None:
        heads, at = self._heads, min(group.values())
        kinds = {heads.kinds[place] for place in group.values()}
        if kinds <= _NEVER or (kinds <= NO_NAMES - {CellKind.EMPTY} and self._has_better()):
            self.refused += [(place, heads.kinds[place]) for place in group.values()]
        elif rank >= STRANGER:
            what = f"{quote(heads.headings[at])} seems to be the name of somebody who does not play"
            use = next(use for use, place in group.items() if place == at)
            self.complaints.append((what, "if it is the players’, say so", offer(use, heads.headings, [at])))
        else:
            self.places.update(group)
            self._check_beside(group)
            if rank >= _BUYER:
                heading = quote(heads.headings[at])
                self.notes.append(f"{heading} was taken for the players, since no other column names them.")

    def _check_beside(self, group: Places) -> None:
        """Ask of a column without a heading right beside the names, as one of last names below a merged heading is."""
        heads, beside = self._heads, max(group.values()) + 1
        if beside >= len(heads.headings) or heads.headings[beside] or heads.kinds[beside] is not CellKind.TEXT:
            return
        if len(heads.filled(beside)) * 2 > len(heads.cells[beside]):
            letters, (first,) = column_letters(beside + 1), offer(Use.FIRST, heads.headings, [beside - 1])
            what = f"column {letters} has no heading, and may be a part of the names beside it"
            say: Say = ((first, how_to_ask(Use.LAST, letters)), *offer(Use.NAME, heads.headings, [beside - 1]))
            self.complaints.append((what, "say whether it is", say))

    def _has_better(self) -> bool:
        """Whether a column that is not understood looks more like names than those that are."""
        heads = self._heads
        unknown = [at for at, one in enumerate(heads.read) if one.use is None and not one.known]
        return any(len({*heads.filled(at)}) > 1 for at in unknown if heads.kinds[at] is CellKind.TEXT)

    # Everything else

    def _take(self, use: Use) -> None:
        """Take the column of a use; complain where two could be it."""
        taken = {*self.places.values(), *self.facing.values()}
        found = [at for at, one in enumerate(self._heads.read) if one.use is use and at not in taken]
        found = [at for at in found if self._fits(use, at)]
        filled = [at for at in found if self._heads.kinds[at] is not CellKind.EMPTY] or found[:1]
        if self.facing and use in _OF_A_PLAYER:
            self._take_of_sides(use, filled)
            return
        if use is Use.CLUB:
            filled = sorted(filled, key=self._club_rank)[:1]
        elif use is Use.NEEDS:
            filled = self._remarks(taken, filled)[:1]
        elif len(filled) > 1 and use in (Use.TABLE, Use.ROUND):
            filled = [at for at in filled if self._heads.kinds[at] is CellKind.NUMBERS] or filled
        if len(filled) > 1:
            self._clash(use, [{use: at} for at in filled])
        elif filled:
            self.places[use] = filled[0]

    def _take_answers(self) -> None:
        """Take what says who plays, whatever its heading, first of all where somebody does not; ask where that is not
        sure. `unread` are columns of yes and no that nothing is read from.
        """
        heads, used = self._heads, {*self.places.values(), *self.facing.values()}
        free = [at for at, one in enumerate(heads.read) if at not in used and heads.headings[at]]
        told = [at for at in free if heads.read[at].use is Use.STATUS and heads.kinds[at] is not CellKind.EMPTY]
        answers = [at for at in free if heads.read[at].use in (None, Use.STATUS) and _is_answers(heads, at)]
        asking = [at for at in answers if at in told or asks_who_plays(heads.headings[at]) is not False]
        if Use.STATUS not in self._asked and (found := [*asking, *told]):
            self._take_asking(min(found, key=lambda at: not any(map(is_out, heads.filled(at)))), sure=told)
        answers = [at for at in answers if heads.kinds[at] is not CellKind.NUMBERS]
        self.unread = [at for at in answers if at not in self.places.values()]

    def _take_asking(self, place: int, *, sure: Collection[int]) -> None:
        heading = self._heads.headings[place]
        if place in sure or asks_who_plays(heading) or not any(map(says_no, self._heads.filled(place))):
            self.places[Use.STATUS] = place
            return
        what = f"{quote(heading)} may say who plays, with a no in some rows"
        say = (*offer(Use.STATUS, self._heads.headings, [place]), how_to_ask(Use.STATUS, ""))
        self.complaints.append((what, "say whether a no there leaves a player out, or nobody", say))

    def _fits(self, use: Use, place: int) -> bool:
        """Whether the cells of a column can be what its heading says."""
        kind, texts = self._heads.kinds[place], self._heads.filled(place)
        if use in _OF_A_PLAYER and self._heads.read[place].side == 2 and not self.facing:
            return False
        if use is Use.CLUB:
            answered = kind is CellKind.MARKS and any(len(text) > 1 for text in texts)
            return not answered and kind not in {CellKind.EMAILS, CellKind.LINKS, CellKind.DATES}
        if use is Use.ROUND:  # matches that are counted are no rounds
            counted = plain(self._heads.headings[place]) == "match" and len({*texts}) == len(texts) > 1
            return not self._heads.read[place].ordinal and not (counted and (self.facing or len(texts) > 3))
        if use is Use.NEEDS:
            return kind in {CellKind.TEXT, CellKind.MARKS}
        return not (use is Use.OPPONENT and self.facing)

    def _remarks(self, taken: set[int], found: Sequence[int]) -> list[int]:
        """The columns of remarks: first those that ask for large print or the left hand, whatever their heading."""
        kinds, read = self._heads.kinds, self._heads.read
        free = [at for at, one in enumerate(read) if one.use is None and at not in taken and kinds[at] is CellKind.TEXT]
        asking = [at for at in (*found, *free) if any(map(wishes_in, self._heads.filled(at)))]
        return [*asking, *found]

    def _club_rank(self, place: int) -> tuple[int, int]:
        """Clubs before teams, teams before schools, schools before classes and the rest."""
        words = {*plain(self._heads.headings[place]).split()}
        return next((rank for rank, said in enumerate(_CLUBS) if words & {*said.split()}), len(_CLUBS)), place

    def _take_of_sides(self, use: Use, found: Sequence[int]) -> None:
        """Take what is told of each of two opponents: by its heading, or by where it stands."""
        headings, second = self._heads.headings, min(self.facing.values())
        for at in found:
            side = self._heads.read[at].side or ((2 if at > second else 1) if len(found) == 2 else 0)
            if side in (1, 2):
                (self.places if side == 1 else self.facing).setdefault(use, at)
            elif use is not Use.CLUB and self._heads.filled(at):
                names = f"{quote(headings[min(self.places.values())])} or {quote(headings[second])}"
                what = f"{quote(headings[at])} does not say which of two players it speaks of"
                self.complaints.append((what, f"give each its own column, or say {names} in the heading", ()))

    def _check_seats(self) -> None:
        """A seat says nothing where there are no tables: it is one in a hall, or a place in a ranking."""
        if Use.SEAT in self.places and Use.SEAT not in self._asked:
            texts = self._heads.filled(self.places[Use.SEAT])
            seats = not texts or any(text.isdecimal() or len(text) == 1 or read_heading(text).side for text in texts)
            if not {Use.TABLE, Use.OPPONENT} & {*self.places} or self.facing or not seats:
                del self.places[Use.SEAT]

    def _take_numbers(self) -> None:
        """Where opponents are named by numbers, those of the players are wanted."""
        heads, opponent = self._heads, self.places.get(Use.OPPONENT)
        if opponent is not None and heads.kinds[opponent] is CellKind.NUMBERS and Use.NUMBER not in self._asked:
            free = [
                at for at, kind in enumerate(heads.kinds) if kind is CellKind.NUMBERS and at not in self.places.values()
            ]
            counting = [at for at in free if any(map(counts_rows, plain(heads.headings[at]).split()))]
            self.places.update(zip([Use.NUMBER], counting, strict=False))

    def _note_counts(self) -> None:
        """A row that counts for several people names only one of them."""
        for at, heading in enumerate(self._heads.headings):
            words, counts = {*plain(heading).split()}, self._heads.kinds[at] in {CellKind.NUMBERS, CellKind.MARKS}
            least = 1 if words & _GUESTS else 2 if words & _QUANTITIES else 0
            if counts and least and any(_is_count(text, least) for text in self._heads.filled(at)):
                self.notes.append(
                    f"{quote(heading)} counts several for one name; add a row for everybody else who plays."
                )

    def _clash(self, use: Use, groups: Sequence[Places]) -> None:
        """Complain of columns, or of the parts of names in several, that could all have a use."""
        told = [self._heads.headings[min(group.values())] for group in groups]
        if len({*map(plain, told)}) == 1:
            what = f"the heading {quote(told[0])} stands over {len(told)} columns"
        else:
            what = f"{listed(map(quote, told))} could {'both' if len(told) == 2 else 'all'} be the {use}"
        say = tuple(tuple(offer(part, self._heads.headings, [at])[0] for part, at in group.items()) for group in groups)
        rest = "whoever else plays needs a row; " if use is Use.NAME else ""
        self.complaints.append((what, f"{rest}say which one is", say))


def _is_answers(heads: Heads, place: int) -> bool:
    """Whether a column is nothing but yes and no, with both; or marks those who do not play, in any way."""
    texts = heads.filled(place)
    if {*plain(heads.headings[place]).split()} <= GONE:
        return bool(texts) and (heads.kinds[place] is not CellKind.NUMBERS or {*texts} <= {"0", "1"})
    noes = [*filter(says_no, texts)]
    return all(map(is_answer, texts)) and len(noes) < len(texts) and bool(noes or any(map(is_undecided, texts)))


def _is_count(text: str, least: int) -> bool:
    """Whether a cell counts at least so many; a yes is one."""
    return int(text[:9]) >= least if text.isdecimal() else least == 1 and wish(text, Use.NEEDS) is True


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
    `row` the headings' row, 0 where there are none, `labels` what stands in it. `writing` is that of the names, `stem`
    what they count (`Top.stem`), `round` the round that a title speaks of; `titles` is how many stand right above the
    headings, `said` which uses somebody named. `unread` are the headings of yes and no that nothing is read from,
    by their places.
    """

    places: Mapping[Use, int]
    headings: Mapping[Use, str]
    headed: int
    row: int
    facing: Mapping[Use, int] = field(default_factory=dict)
    labels: tuple[str, ...] = ()
    writing: Writing = field(default_factory=Writing)
    round: int | None = None
    stem: str = ""
    titles: int = 0
    said: frozenset[Use] = frozenset()
    unread: Mapping[int, str] = field(default_factory=dict)

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
    complaints = [Complaint(where, what, advice, say=say) for what, advice, say in choice.complaints]
    first = [*filter(None, map(text_of, top.sample[0][1]))] if top.sample else []
    headed = top.row > 0 or not any(read_heading(text).use and not counted(text) for text in first)
    if not complaints and not (headed and any(use in choice.places for use in NAMING)):
        complaints.append(_nameless(where, top, cells, choice.refused))
    notes = [*_passed(top, name), *(f"{name}: {note}" for note in choice.notes)]
    if not top.row and not complaints:
        notes.append(_unheaded(name, top, choice.places))
    notes += _unused(top.headings, {*choice.places.values(), *choice.facing.values(), *choice.unread}, name)
    columns = replace(
        _columns(top, choice, cells), said=frozenset(use for use, heading in (asked or {}).items() if heading)
    )
    if top.doubt and not columns.said:
        what = f"{quote(top.doubt)} stands apart from what follows: it may be a title, and may be a player"
        say = (how_to_ask(Use.NAME, "A"), how_to_ask(Use.NAME, top.doubt))
        complaints.append(Complaint(where, what, "say which: a player, or what stands above them", say=say))
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
    unread = {at: top.headings[at] for at in choice.unread}
    titles = sum(1 for number in range(top.row - len(top.above), top.row) if number in top.above)
    return Columns(
        choice.places,
        named,
        len(top.headings),
        top.row,
        choice.facing,
        top.labels,
        writing,
        top.round,
        top.stem,
        titles,
        unread=unread,
    )


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
    stem = top.stem
    told = (row for _, row in top.sample if not is_aside(row, stem) and place < len(row))
    first = next((text_of(row[place]) for row in told if text_of(row[place])), "")
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
    advice, say = "call the column with the names “name”", tuple[str, ...]()
    if offered and top.row:
        advice, say = "say which one holds them", offer(Use.NAME, top.headings, offered)
    elif offered:
        first = [text_of(cell) for cell in top.sample[0][1]]
        advice = "say which one holds them, by its heading, or by its letter if this row holds a player"
        say = tuple(one for headings in (first, []) for one in offer(Use.NAME, headings, offered))
    nearest = [near for heading in seen if (near := _nearest(heading, NAMING))]
    if nearest and not top.row:
        advice = f"did you mean {quote(nearest[0])}? else {advice}"
    what = f"no column of names: the headings are {some_of([*map(quote, seen)], _MOST_TOLD)}"
    if refused:
        place, kind = refused[0]
        what = f"no column of names: {quote(top.headings[place])} holds {kind}"
    return Complaint(where, what, advice, say=say)


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
