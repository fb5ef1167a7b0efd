"""What one row says, every cell parsed or complained of; rows that are nobody."""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from wordfleet_print.errors import Note, Say
from wordfleet_print.event.roster.cell_words import (
    OPEN,
    SEVERAL,
    Aside,
    Margin,
    aside_of,
    counted,
    is_bye,
    is_holder,
    is_out,
    is_struck,
    is_undecided,
    is_withdrawn,
    says_no,
    whole_number,
    wish,
    wishes_in,
)
from wordfleet_print.event.roster.columns import Columns
from wordfleet_print.event.roster.headings import GONE, asks_who_plays, read_heading, speaks_of_club
from wordfleet_print.event.roster.listing import (
    NAMING,
    Cell,
    Complaints,
    Odd,
    Row,
    Use,
    column_letters,
    how_to_ask,
    rows_said,
    text_of,
)
from wordfleet_print.event.roster.name_columns import Writing
from wordfleet_print.event.roster.roster import RosterRow
from wordfleet_print.limits import MOST_PLAYERS, MOST_ROUNDS
from wordfleet_print.sheet.captains import name_faults, parse_name, plain
from wordfleet_print.tracker.names import check_name
from wordfleet_print.wording import first_lines, plural, quote, some_of

_MOST_NAMED = 5
Told = list[tuple[int, str]]


class Asides:
    """Takes rows aside, one after the other.

    `round` is the round that the last title among them named. `stripped` are names that lost a number or bullet,
    `several` those that seem to be of several people. `doubts` are rows that may be titles or totals, and may be
    players; `open` those of whom nobody knows whether they play, by what says so.
    """

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._named = [columns.places[use] for use in NAMING if use in columns.places]
        self._labels = [label.casefold() for label in columns.labels]
        self._pairs = bool(columns.facing) or bool({Use.OPPONENT, Use.TABLE} & {*columns.places})
        status = columns.headings.get(Use.STATUS, "")
        self._asked = asks_who_plays(status) is not False
        self._asks_away = bool({*plain(status).split()} & GONE)
        self._part = Margin.IN
        """What those below the last label do."""
        self._label = ""
        self._follows_gap = False
        self.round = columns.round
        self.stripped: Told = []
        self.several: Told = []
        self.doubts: Told = []
        self.open: defaultdict[str, Told] = defaultdict(list)
        self._nobody: Told = []
        self._gone: Told = []
        self._again: list[int] = []
        self._noes: defaultdict[str, Told] = defaultdict(list)

    def but_titles(self, rows: Iterable[Row]) -> Iterator[Row]:
        """The rows, without the titles of lists that stand one below the other in a file: a lone cell right above the
        headings, where these come again.
        """
        if not self._labels:
            yield from rows
            return
        held: list[Row] = []
        gap, most = False, self._columns.titles
        for row in rows:
            filled = sum(bool(text_of(cell)) for cell in row[1])
            if held and filled and self._are_headings(row[1]):
                titles = [one for one in held if any(map(text_of, one[1])) and not aside_of(one[1])]
                self._nobody += [(number, next(filter(None, map(text_of, cells)))) for number, cells in titles]
                held = [one for one in held if one not in titles]
            if filled == 1 and (gap or most) and not self._are_headings(row[1]):
                kept = 0 if gap else max(0, most - 1)
                yield from held[: len(held) - kept]
                held = [*held[len(held) - kept :], row]
            elif held and not filled:
                held.append(row)
            else:
                yield from held
                yield row
                held = []
            gap = not filled
        yield from held

    def takes(self, row: int, cells: Sequence[Cell], *, gap: bool) -> bool:
        """Whether a row is to be left out; `gap` says that an empty one stands above it."""
        if self._are_headings(cells):
            self._again.append(row)
            return True
        aside = aside_of(cells, self._columns.stem)
        if aside and aside.margin is Margin.ROUND and not self._pairs:
            aside = replace(aside, margin=Margin.DOUBT)
        texts = [*map(text_of, cells)]
        doubtful = aside.margin is Margin.DOUBT if aside else gap and self._is_title(texts)
        if doubtful and Use.NAME not in self._columns.said:
            self.doubts.append((row, " ".join(filter(None, texts))))
            return True
        if aside and not doubtful:
            self._pass(row, aside)
            return True
        named = " ".join([texts[place] for place in self._named if place < len(texts)]).strip()
        return self._is_away(row, cells, named or next(filter(None, texts), ""))

    def _pass(self, row: int, aside: Aside) -> None:
        """Remember what a row says of those below it."""
        if aside.round is None:
            self._nobody.append((row, aside.text))
        self.round = aside.round or self.round
        if aside.margin in (Margin.IN, Margin.OUT, Margin.UNSURE):
            self._part, self._label = aside.margin, aside.text
        elif self._part is Margin.OUT and aside.margin in (Margin.LABEL, Margin.ROUND):
            self._part = Margin.IN

    def _is_away(self, row: int, cells: Sequence[Cell], named: str) -> bool:
        """Whether somebody does not play, or nobody knows."""
        plays = self._plays(cells)
        if self._part is Margin.OUT or plays is False or is_struck(named):
            self._gone.append((row, named))
            return True
        if self._part is Margin.UNSURE or plays is None:
            why = self._label if plays else text_of(self._columns.cell(cells, Use.STATUS))
            self.open[why].append((row, named))
            return True
        for place, heading in self._columns.unread.items():
            if place < len(cells) and says_no(text_of(cells[place])):
                self._noes[heading].append((row, named))
        return False

    def _are_headings(self, cells: Sequence[Cell]) -> bool:
        """Whether a row is the headings again."""
        if not self._labels or not cells or text_of(cells[0]).casefold() != self._labels[0]:
            return False
        return [text_of(cell).casefold() for cell in cells] == self._labels

    def are_turned(self, cells: Sequence[Cell]) -> bool:
        """Whether a row is the headings in another order."""
        if len(self._labels) < 2 or not cells or text_of(cells[0]).casefold() not in self._labels:
            return False
        return sorted(text_of(cell).casefold() for cell in cells) == sorted(self._labels)

    def _is_title(self, texts: Sequence[str]) -> bool:
        """Whether a lone cell speaks of a class, a team or the like."""
        lone, *others = [*filter(None, texts)] or [""]
        counts = bool(self._columns.stem) and counted(lone) == self._columns.stem
        return not others and not counts and (speaks_of_club(lone) or read_heading(lone).known)

    def _plays(self, cells: Sequence[Cell]) -> bool | None:
        """What a row's status says: whether somebody plays, or that nobody knows."""
        if Use.STATUS not in self._columns.places:
            return True
        status = self._columns.cell(cells, Use.STATUS)
        text = text_of(status)
        if isinstance(status, Odd) or not text:
            return not text or not self._asks_away
        if is_undecided(text):
            return False if Use.STATUS in self._columns.said else None
        if self._asks_away:
            return wish(text, Use.STATUS) is False
        asked = self._asked or Use.STATUS in self._columns.said
        return not (is_out(text) or (asked and says_no(text)))

    def notes(self, name: str) -> Iterator[str]:
        """What was left out, and what was left off."""
        for told, what in (
            (self._nobody, "{} no player and left out"),
            (self._gone, "said not to play and left out; if somebody does, move the row up or change its status"),
        ):
            if told:
                are = plural(len(told), "is", "are")
                yield f"{_those(name, told)} {what.format(are) if '{}' in what else f'{are} {what}'}."
        if self._again:
            are = plural(len(self._again), "is the row", "are the rows")
            yield f"{name}: {rows_said(self._again)} {are} of headings again and left out."
        for heading, told in self._noes.items():
            say, does = plural(len(told), "says", "say"), plural(len(told), "gets a sheet", "get sheets")
            note = f"{_those(name, told)} {say} no under {quote(heading)}, and {does}."
            yield Note(note, how_to_ask(Use.STATUS, heading))
        if self.several:
            yield f"{_those(name, self.several)} may be several people with one sheet; if each plays, give each a row."
        if self.stripped:
            row, text = self.stripped[0]
            yield f"{name}: numbers, bullets and the like beside names were left off, as in row {row}, {quote(text)}."


def _those(name: str, told: Told) -> str:
    """“list.csv rows 2 and 5: “Ann”, “Ben””."""
    return f"{name} {rows_said([row for row, _ in told])}: {some_of([quote(text) for _, text in told], _MOST_NAMED)}"


MOST_TABLES = 100_000
LONGEST_NAME = 200
"""Characters; a sheet shows about forty."""

_WISHES = frozenset({Use.LARGE_PRINT, Use.LEFT_HANDED, Use.NEEDS})
_MOST_REMARKS = 20
_TWO = re.compile(r"\s(v\.?|(?i:vs\.?|versus|gegen|contre|contra|contro|tegen|przeciwko))\s")
_LABEL = re.compile(r"\w:(\s|$)")
_EASTERN = re.compile("[\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
"""Kana, Han and Hangul: such names are written with the family’s first."""
_BLANK = " \t\r\n\u00a0\u2007\u202f"


class _Line(NamedTuple):
    """A row of the file, and the columns that a player of it is read from."""

    row: int
    cells: Sequence[Cell]
    columns: Columns

    def cell(self, use: Use) -> Cell:
        return self.columns.cell(self.cells, use)

    @property
    def said(self) -> str:
        """A name as it stands in the file, of one part or several."""
        found = (self.cell(use) for use in NAMING if use in self.columns.places)
        return " ".join(cell.what if isinstance(cell, Odd) else cell.strip(_BLANK) for cell in found).strip()


class RowReader:
    """Reads rows under known columns; what is wrong with a cell goes to the complaints, with its row and column.

    What is left aside among the rows, and why, is told in the notes. `strict`: a name that the fonts at hand cannot set
    is complained of. `numbers` are those of known players, with what they are called.
    """

    def __init__(
        self,
        columns: Columns,
        complaints: Complaints,
        *,
        counted: bool,
        strict: bool = False,
        numbers: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._columns = columns
        self._of_opponent = replace(columns, places=columns.facing)
        self._complaints = complaints
        self._counted = counted
        self._strict = strict
        self._numbers = numbers
        self._names = [use for use in NAMING if use in columns.places]
        self.naming = self._names[0]
        """The column that complaints about a name speak of."""
        self._asides = Asides(columns)
        self._empty = array("I")
        """Rows without anything in them, up to the last one that is filled."""
        self._trailing = array("I")
        """Empty rows since then: perhaps the end of the list."""
        self._remarks: list[str] = []
        self._clubs: dict[str, str] = {}
        """One object for each, however many are of it."""

    def read_all(self, rows: Iterable[Row]) -> Iterator[RosterRow]:
        """What the rows say, in order, until there is enough to complain of."""
        for number, cells in self._asides.but_titles(rows):
            if self._complaints.enough:
                return
            yield from self._read(number, cells)
        self._ask()

    def _ask(self) -> None:
        """Ask of the rows that may be somebody, and of those who may play."""
        for row, text in self._asides.doubts:
            what = f"{quote(text)} may be a title or a total, and may be a player"
            place = self._columns.places[self.naming]
            heading = self._columns.headings.get(self.naming) or column_letters(place + 1)
            say: Say = (how_to_ask(Use.NAME, heading),) if self.naming is Use.NAME else ()
            self._complaints.add([row], "", what, "clear the row, or say that all below this heading play", place, say)
        for why, told in self._asides.open.items():
            names = some_of([quote(text) for _, text in told], _MOST_NAMED)
            what = f"{quote(why)} leaves open whether {names} {plural(len(told), 'plays', 'play')}"
            status = self._columns.headings.get(Use.STATUS, "")
            say = tuple(how_to_ask(Use.STATUS, heading) for heading in (status, "")) if status else ()
            advice = "clear the row, or move it above that label"
            if say:
                advice = "write yes or no there, or say that only a yes plays, or that everybody in the list does"
            self._complaints.add([row for row, _ in told], "", what, advice, self._columns.places.get(Use.STATUS), say)

    def _read(self, row: int, cells: Sequence[Cell]) -> Sequence[RosterRow]:
        """What a row says of its player, or of two at a table; nothing where it cannot be told whom it is about."""
        if not any(map(_filled, cells)):
            self._trailing.append(row)
            return ()
        gap = bool(self._trailing)
        if gap:
            self._empty += self._trailing
            self._trailing = array("I")
        if self._asides.takes(row, cells, gap=gap):
            return ()
        if self._asides.are_turned(cells):
            what = "holds the headings in another order"
            self._complaints.add([row], "", what, "give both lists the same columns, or a file each")
            return ()
        if self._counted and any(map(_filled, cells[self._columns.headed :])):
            are = plural(self._columns.headed, "is one column", f"are {self._columns.headed} columns")
            what = f"has {len(cells)} cells, but there {are}"
            self._complaints.add([row], "", what, "put a cell that holds a comma or the like in quotation marks")
            return ()
        if self._columns.facing:
            return self._pair([_Line(row, cells, columns) for columns in (self._columns, self._of_opponent)])
        return [*filter(None, [self._one(_Line(row, cells, self._columns))])]

    def opponent(self, row: RosterRow, club: str) -> RosterRow | None:
        """The opponent whom a row names, as a player of that row; None after a complaint."""
        written, name = self._checked(row.row, self._columns.writing.name(row.opponent), Use.OPPONENT)
        made = RosterRow(row.row, written, name, club, row.round, row.table, 3 - (row.seat or 1), row.addressed)
        return made if written else None

    def notes(self) -> Iterator[str]:
        """What is worth a note of the rows read: the empty ones among them, and those that are nobody."""
        name = self._complaints.name
        if self._empty:
            are = "is" if len(self._empty) == 1 else "are"
            hint = "" if self._counted else " A formula without a stored result reads as empty."
            yield f"{name}: {rows_said(self._empty)} {are} empty and left out.{hint}"
        yield from self._asides.notes(name)
        yield from first_lines((f"{name} {remark}" for remark in self._remarks), _MOST_REMARKS, " remarks.")

    def complain(self, rows: Sequence[int], use: Use, what: str, advice: str) -> None:
        """Complain of what rows say in the column of a use."""
        heading = self._columns.headings.get(use, "")
        place = None if self._columns.facing else self._columns.places.get(use)
        self._complaints.add(rows, f", column {quote(heading)}" if heading else "", what, advice, place)

    def _one(self, line: _Line) -> RosterRow | None:
        """The player of a row; None where there is no name, which is complained of."""
        written, name = self._name(line)
        if not written and not line.said:
            advice = "write the player’s name, or clear the row"
            hint = "" if self._counted else "; a formula without a stored result reads as empty"
            self.complain([line.row], self.naming, "is empty", f"{advice}{hint}")
        large, left = self._wishes(line)
        opponent, number = self._text(line, Use.OPPONENT), line.cell(Use.NUMBER)
        if Use.NUMBER not in self._columns.places:
            opponent = self._numbers.get(opponent, opponent)
        made = RosterRow(
            line.row,
            written,
            name,
            self._club(line),
            round=self._round(line),
            table=self._number(line, Use.TABLE, MOST_TABLES),
            seat=self._seat(line),
            opponent="" if plain(opponent) in OPEN else opponent,
            large_print=large,
            left_handed=left,
            number=number.strip(_BLANK) if isinstance(number, str) else "",
            filed=_filed(line),
        )
        return made if written else None

    def _pair(self, lines: Sequence[_Line]) -> Sequence[RosterRow]:
        """The two players of a table, the first in the first seat; or the one who has a bye."""
        row, round_ = lines[0].row, self._round(lines[0])
        missing = [is_bye(line.said) or is_withdrawn(line.said) for line in lines]
        if all(missing):
            self._empty.append(row)
            return ()
        alone = next((line.said or "bye" for line, none in zip(lines, missing, strict=True) if none), "")
        table = None if alone else self._number(lines[0], Use.TABLE, MOST_TABLES)
        found: list[RosterRow] = []
        for place, line in enumerate(lines, start=1):
            if not missing[place - 1]:
                (written, name), club = self._name(line), self._club(line)
                seat, wishes = None if alone else place, self._wishes(line)
                found.append(
                    RosterRow(row, written, name, club, round_, table, seat, alone, *wishes, filed=_filed(line))
                )
        if not alone:
            found = [one._replace(opponent=other.addressed) for one, other in zip(found, reversed(found), strict=True)]
        return [one for one in found if one.written]

    def _text(self, line: _Line, use: Use, advice: str = "write it as text") -> str:
        """A cell's text, trimmed; "" after a complaint."""
        cell = line.cell(use)
        if isinstance(cell, Odd):
            self.complain([line.row], use, f"holds {cell.what}", advice)
            return ""
        return cell.strip(_BLANK)

    def _name(self, line: _Line) -> tuple[str, str]:
        """The name of a cell, or of a first and a last name together, as written and as printed."""
        parts = [*filter(None, (self._text(line, use) for use in self._names))]
        row, said = (
            line.row,
            " ".join(reversed(parts) if len(parts) > 1 and _EASTERN.fullmatch("".join(parts)) else parts),
        )
        if self._columns.facing and said.isdecimal():
            if said not in self._numbers:
                what = f"{quote(said)} is no name, and no number on a sheet that was printed"
                self.complain([row], self.naming, what, "write the player’s name")
            said = self._numbers.get(said, said)
        if is_holder(said):
            self.complain([row], self.naming, f"{quote(said)} is no name", "write the player’s name, or clear the row")
            return "", ""
        if _LABEL.search(said):
            what = f"{quote(said)} reads as a remark, not as a name"
            self.complain([row], self.naming, what, "write the name alone, or clear the row")
        if _TWO.search(said):
            what = f"{quote(said)} names two players"
            self.complain([row], self.naming, what, "write each in a column of its own, such as “White” and “Black”")
        written = line.columns.writing.name(said)
        if written != said and line.columns.writing == Writing():
            self._asides.stripped.append((row, said))
        if SEVERAL.search(written):
            self._asides.several.append((row, said))
        return self._checked(row, written, self.naming)

    def _club(self, line: _Line) -> str:
        club = self._checked(line.row, self._text(line, Use.CLUB), Use.CLUB)[1]
        return self._clubs.setdefault(club, club)

    def _checked(self, row: int, written: str, use: Use) -> tuple[str, str]:
        """A name or club as written and as printed."""
        if not written:
            return "", ""
        if len(written) > LONGEST_NAME:
            what = f"{quote(written)} is {len(written):,} characters long"
            self.complain([row], use, what, f"{LONGEST_NAME} are the most")
            return written, written
        name, faults = check_name(written)
        for fault in faults if self._strict else name_faults(written) if faults else ():
            self.complain([row], use, f"{quote(written)} cannot be printed: {fault}", "")
        return written, written if name == written else name  # one object for both, where they are the same

    def _round(self, line: _Line) -> int | None:
        """The round of a row: its own, or that of the title above it."""
        return self._number(line, Use.ROUND, MOST_ROUNDS) or self._asides.round

    def _number(self, line: _Line, use: Use, most: int) -> int | None:
        text = self._text(line, use, "write a plain number, in a cell that is not formatted as a date")
        if not text or (use is Use.TABLE and not text.isdecimal() and is_bye(text)):
            return None
        number = whole_number(text, most)
        if number is None:
            what = f"{quote(text)} is no whole number from 1 to {most:,}"
            self.complain([line.row], use, what, "write it in plain digits, or leave it empty")
        return number

    def _seat(self, line: _Line) -> int | None:
        """A seat orders the players of a table: a number, a letter, or a colour."""
        text = self._text(line, Use.SEAT)
        if not text:
            return None
        side = read_heading(text).side
        letter = text.upper() if text.isascii() and text.isalpha() and len(text) == 1 else ""
        seat = side or (ord(letter) - ord("A") + 1 if letter else whole_number(text, MOST_PLAYERS))
        if not seat:
            advice = "write a number such as 1, or a letter such as A"
            self.complain([line.row], Use.SEAT, f"{quote(text)} is no seat", advice)
        return seat or None

    def _wishes(self, line: _Line) -> tuple[bool | None, bool | None]:
        """Large print and the left hand: yes, no, or nothing said; in a column of its own, or in a remark."""
        if not line.columns.places.keys() & _WISHES:
            return None, None
        row, needs = line.row, line.cell(Use.NEEDS)
        large, left = (self._wish(line, use) for use in (Use.LARGE_PRINT, Use.LEFT_HANDED))
        if remark := "" if isinstance(needs, Odd) else needs.strip(_BLANK):
            asked = wishes_in(remark)
            for use in asked:
                self._remarks.append(f"row {row}: {quote(remark)} was taken for {use}.")
            if not asked and wish(remark, Use.NEEDS):
                self._remarks.append(f"row {row}: {quote(remark)} does not say what is needed; nothing was made of it.")
            large = True if Use.LARGE_PRINT in asked and large is None else large
            left = True if Use.LEFT_HANDED in asked and left is None else left
        return large, left

    def _wish(self, line: _Line, use: Use) -> bool | None:
        """Yes, no, or nothing said."""
        text = self._text(line, use)
        if not text:
            return None
        answer = wish(text, use)
        if answer is None:
            self.complain([line.row], use, f"{quote(text)} is neither yes nor no", "write yes, no, or leave it empty")
        return answer


def _filed(line: _Line) -> str:
    """“Rossi, Finn”, where both are known."""
    known = [parse_name(part) for use in (Use.LAST, Use.FIRST) if isinstance(part := line.cell(use), str)]
    return ", ".join(known) if all(known) and len(known) == 2 else ""


def _filled(cell: Cell) -> bool:
    return isinstance(cell, Odd) or bool(cell.strip(_BLANK))
