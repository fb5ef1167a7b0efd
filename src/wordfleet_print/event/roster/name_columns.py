"""How a list names its players: one column, several, opponents, numbers before a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from wordfleet_print.event.roster.cell_words import CellKind, kind_of, without_number, without_tail
from wordfleet_print.event.roster.headings import BARE, MEMBER, ColumnHeading, Sense, plain_words, read_heading, senses
from wordfleet_print.event.roster.listing import Cell, Use, column_letters, column_number, how_to_ask, text_of
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


def offer(use: Use, headings: Sequence[str], places: Iterable[int]) -> tuple[str, ...]:
    """What chooses among columns, by heading where it can be typed and is the only one of its kind."""
    told = [plain(heading) for heading in headings]
    typed = {at for at, one in enumerate(headings) if one.isprintable() and 0 < len(one) <= _LONGEST}
    alone = {at for at in typed if told.count(told[at]) == 1}
    return tuple(how_to_ask(use, headings[at] if at in alone else column_letters(at + 1)) for at in places)


def place_of(letters: str) -> int | None:
    """The place of a column that is named as spreadsheets do; None for what is no such name."""
    return column_number(letters.upper().encode()) - 1 if re.fullmatch("[A-Za-z]{1,2}", letters) else None


NO_NAMES = frozenset({*CellKind} - {CellKind.TEXT})
"""What is never the names while another column could be."""
STRANGER = 90
"""The rank of names from which on they are those of somebody who does not play."""
_PARTS = (Use.FIRST, Use.INFIX, Use.LAST, Use.SECOND_LAST)
_ENGLISH_FIRST = {"first", "given", "forename"}
_INITIALS = {"initials", "initial", "voorletters"}
_RESULTS = plain_words("results")
_NUMBERED = Sense.PERSON | Sense.MATE
_VISITORS = {"gast", "gaste", "guest", "visitor"}


def two_sides(heads: Heads) -> tuple[Places, Places] | None:
    """The names of two opponents, where each row is a table; None where it is not."""
    told = [*map(plain, heads.headings)]
    if {"first", "second"} <= {*told}:
        return {Use.NAME: told.index("first")}, {Use.NAME: told.index("second")}
    first, second = (_of_side(heads, number) or _of_side(heads, number, numbered=True) for number in (1, 2))
    return (first, second) if first and second and not _is_team(heads) else _twins(heads)


def _of_side(heads: Heads, side: int, *, numbered: bool = False) -> Places:
    """The names, or the numbers, of one of two opponents: “White”, “Player 2”, “Gast” beside “Heim”."""
    found: Places = {}
    home = any(one.side == 1 for one in heads.read)
    for at, one in enumerate(heads.read):
        visits = side == 2 and home and plain(heads.headings[at]) in _VISITORS
        rated = heads.kinds[at] in {CellKind.NUMBERS, CellKind.MARKS} and not numbered
        if one.use and one.names and not rated and (one.side == side or visits):
            found.setdefault(one.use, at)
    return {Use.NAME: found[Use.NAME]} if Use.NAME in found else found


def _is_team(heads: Heads) -> bool:
    """Whether players 1 and 2 belong together rather than meet: a row is a team, or there is a player 3."""
    counted = any(one.side == 3 for one in heads.read if one.names)
    white = any(one.side in (1, 2) and not one.ordinal for one in heads.read)
    captains = any(one.names and one.whose and one.rank <= 30 and one.side == 0 for one in heads.read)
    clubs = captains or any(one.use is Use.CLUB and one.side == 0 for one in heads.read)
    return counted or (clubs and not white and not _has_tables(heads))


def _has_tables(heads: Heads) -> bool:
    return any(one.use in (Use.TABLE, Use.ROUND) for one in heads.read)


def _twins(heads: Heads) -> tuple[Places, Places] | None:
    """Two columns under one heading, beside tables or results, are two opponents: “Table, Name, Club, Name, Club”."""
    against = any(one.use is Use.OPPONENT and heads.kinds[at] is CellKind.EMPTY for at, one in enumerate(heads.read))
    if not (_has_tables(heads) or against or any(plain(heading) in _RESULTS for heading in heads.headings)):
        return None
    pairs: dict[Use, list[int]] = {}
    for use in (Use.NAME, Use.FIRST, Use.LAST):
        said = [(plain(heads.headings[at]), at) for at, one in enumerate(heads.read) if one.use is use]
        alike = [at for text, at in said if [other for other, _ in said].count(text) == 2]
        if len(alike) == 2 and heads.kinds[alike[0]] is not CellKind.EMPTY:
            pairs[use] = alike
    if Use.NAME in pairs:
        pairs = {Use.NAME: pairs[Use.NAME]}
    elif not {Use.FIRST, Use.LAST} <= {*pairs}:
        return None
    first, second = ({use: two[side] for use, two in pairs.items()} for side in (0, 1))
    return first, second


def likely_groups(heads: Heads, taken: set[int]) -> list[Places]:
    """The likeliest way to read the players' names, or all among which nobody could choose, in order of their columns;
    `taken` are columns with another use.
    """
    groups = sorted(_name_groups(heads, taken), key=lambda group: min(group.values()))
    best = min((rank_of(heads, group) for group in groups), default=0)
    first = [group for group in groups if rank_of(heads, group) == best]
    first = first[:1] if heads.are_same(first) else first
    return [one for one in groups if one in first or any(_may_play_beside(heads, other, one) for other in first)]


def _name_groups(heads: Heads, taken: set[int]) -> list[Places]:
    """The ways to read the players' names: one column each, or parts that belong together.

    Empty columns, numbers and the like are left out where anything else is there.
    """
    named = [at for at, one in enumerate(heads.read) if one.names and at not in taken]
    named = [at for at in named if heads.read[at].side in (0, 3) or heads.read[at].ordinal]
    good = {at for at in named if heads.kinds[at] not in NO_NAMES and not heads.says_one_thing(at)}
    wholes: dict[int, Places] = {at: {Use.NAME: at} for at in named if heads.read[at].use is Use.NAME}
    parts = _part_groups(heads, named)
    for group in parts:
        _complete(heads, group, wholes)
    groups = [*wholes.values(), *parts]
    filled = [group for group in groups if any(heads.kinds[at] is not CellKind.EMPTY for at in group.values())]
    nothing = {*heads.kinds} <= {CellKind.EMPTY}
    return [group for group in groups if good & {*group.values()}] or filled or (groups if nothing else [])


def _part_groups(heads: Heads, named: Sequence[int]) -> list[Places]:
    """First and last names that speak of the same person; what has only one part borrows the other."""
    groups: dict[frozenset[str], Places] = {}
    for at in sorted(named, key=lambda at: (heads.kinds[at] in NO_NAMES, heads.read[at].rank, at)):
        one = heads.read[at]
        if one.use in _PARTS:
            whose = frozenset(word for word in one.whose if not senses().get(word, _NUMBERED) & Sense.CALLED)
            whose = whose - {"initials"} if one.use in (Use.FIRST, Use.LAST) else frozenset()
            groups.setdefault(whose, {}).setdefault(one.use, at)
    unsaid = groups.get(frozenset(), {})
    for group in groups.values():
        for use, at in unsaid.items():
            group.setdefault(use, at)
        empty = [use for use, at in group.items() if heads.kinds[at] is CellKind.EMPTY]
        for use in empty if len(empty) < len(group) else ():
            del group[use]
    return [group for group in groups.values() if {Use.FIRST, Use.LAST} & {*group}]


def _may_play_beside(heads: Heads, one: Places, other: Places) -> bool:
    """Whether a likely way to read names and another one name two people, of whom either may play: captain and member,
    “Name” and “Name 2”, “Full name” and “Child”, “Name” and “Full name of” nobody knows whom.
    """
    rows = [tuple(map(str, row)) for row in zip(*(heads.cells[at] for at in other.values()), strict=True) if any(row)]
    texts = all(any(heads.kinds[at] is CellKind.TEXT for at in group.values()) for group in (one, other))
    held = Use.NAME in other and Use.NAME not in one and _holds(heads, other[Use.NAME], one)
    if not texts or held or len({*rows}) * 2 <= len(rows) or {*one.values()} & {*other.values()}:
        return False
    rank, its, people, others = rank_of(heads, one), rank_of(heads, other), _people(heads, one), _people(heads, other)
    if heads.are_same([one, other]):
        return False
    if Use.NAME in one and rank < BARE and not heads.read[one[Use.NAME]].known:
        return its <= BARE and all(heads.read[at].known for at in other.values())
    if _are_mates(people) or _are_mates(others):
        return people != others and (its <= MEMBER or (its >= STRANGER and _are_mates(others)))
    return its <= 30 and bool(others) and not people & others and (bool(people) or rank >= 20)


def _people(heads: Heads, group: Places) -> frozenset[str]:
    """The words and numbers in headings that say whom they name; none for somebody who does not play."""
    told = {word: senses().get(word, _NUMBERED) for at in group.values() for word in heads.read[at].whose}
    out = any(sense & Sense.OTHER and not sense & Sense.MATE for sense in told.values())
    return frozenset(word for word, sense in told.items() if sense & _NUMBERED and not out)


def _are_mates(people: frozenset[str]) -> bool:
    """Whether people are such as stand beside a player in a row; further ones are by their number."""
    told = [senses().get(word, _NUMBERED) for word in people]
    return any(sense & Sense.PERSON for sense in told) and any(sense & Sense.MATE for sense in told)


def rivals(heads: Heads, group: Mapping[Use, int]) -> tuple[Use, list[Places]] | None:
    """A part of a name that another column could be as well, and both; None where there is none."""
    for use, at in group.items():
        one = heads.read[at]
        for other, its in enumerate(heads.read):
            same = its.use is use and its.rank == one.rank and its.whose == one.whose and its.side in (0, 3)
            told = use in _PARTS and other != at and same and heads.kinds[other] not in NO_NAMES
            if told and not heads.are_same([{use: at}, {use: other}]):
                return use, [{use: place} for place in sorted([at, other])]
    return None


def _complete(heads: Heads, group: Places, wholes: dict[int, Places]) -> None:
    """“Nom, Prénom” and “Nombre, Apellidos”: beside one part of a name, a bare “name” is the other part."""
    held = [use for use in (Use.FIRST, Use.LAST) if use in group]
    bare = [at for at in wholes if _is_part(heads, at, group[held[0]]) and heads.kinds[at] is not CellKind.EMPTY]
    empty = all(heads.kinds[at] is CellKind.EMPTY for at in group.values())
    if not bare or (empty and {*heads.kinds} > {CellKind.EMPTY}) or _holds(heads, bare[0], group):
        return
    if len(held) == 1:
        group[Use.LAST if held[0] is Use.FIRST else Use.FIRST] = bare[0]
        del wholes[bare[0]]
    elif heads.read[bare[0]].bare and heads.kinds[bare[0]] is CellKind.TEXT:
        del wholes[bare[0]]


def _is_part(heads: Heads, whole: int, part: int) -> bool:
    """Whether a “name” beside a part of one may be the other part: “Nom du joueur” beside “Prénom du joueur”."""
    one, other = heads.read[whole], heads.read[part]
    words = {*plain(heads.headings[part]).split()}
    english = words & _ENGLISH_FIRST
    return not words & _INITIALS and one.whose == other.whose and (one.bare or (one.rank == 10 and not english))


def _holds(heads: Heads, whole: int, group: Mapping[Use, int]) -> bool:
    """Whether a column of whole names holds the parts that stand beside it, in most of its rows."""
    rows = [*zip(*(heads.cells[at] for at in (whole, *group.values())), strict=False)]
    told = [[*map(str, row)] for row in rows if all(isinstance(cell, str) and cell.strip() for cell in row)]
    held = [row for row in told if {*plain(" ".join(row[1:])).split()} <= {*plain(row[0]).split()}]
    return len(held) * 2 > len(told)


def rank_of(heads: Heads, group: Mapping[Use, int]) -> int:
    """How far a way to read names is from the likeliest; what is not said of a part is that of the other, and a
    stranger's part makes a stranger.
    """
    named = [heads.read[at] for use, at in group.items() if use in (Use.NAME, Use.FIRST, Use.LAST)]
    rank = max((one.rank for one in named if one.rank >= STRANGER), default=min(one.rank for one in named))
    alone = Use.NAME not in group and len(named) == 1
    return rank + (20 if Use.FIRST in group else 22) if alone else rank


_EMAIL = re.compile(r"\s{0,9}[<(\[][^\s@<(\[]{1,254}@[^\s@]{1,254}[>)\]]")
"""With bounds: a cell of nothing but brackets takes no longer than others (RFC 5321, 4.5.3.1)."""
_HEAD = re.compile(r"\s*\d{1,5}\s+(?=[^\W\d])")
_SUFFIXES = "jr jr. sr sr. jun jun. sen sen. ii iii iv phd ph.d. md m.d. esq esq. dr dr. mba bsc msc"


@dataclass(frozen=True, slots=True)
class Writing:
    """How names are written: with the last one first, before a comma; with a number before or behind all of them."""

    turned: bool = False
    headed: bool = False
    tailed: bool = False

    def name(self, text: str) -> str:
        """The name alone."""
        bare = _EMAIL.sub("", without_number(text))
        bare = _HEAD.sub("", bare) if self.headed else bare
        bare = without_tail(bare) if self.tailed else bare
        return turned(bare) if self.turned else bare


def writing_of(texts: Sequence[str], *, reverse: bool) -> Writing:
    """How the names of a column are written; `reverse` says that its heading puts the last name first."""
    filled = [text for text in texts if text]
    headed = len(filled) > 1 and all(map(_HEAD.match, filled)) and _tells_apart(filled, Writing(headed=True))
    tailed = len(filled) > 1 and all(without_tail(text) != text for text in filled)
    tailed = tailed and _tells_apart(filled, Writing(tailed=True))
    beside = Writing(headed=headed, tailed=tailed)
    return replace(beside, turned=is_turned([*map(beside.name, filled)], said=reverse))


def _tells_apart(texts: Sequence[str], writing: Writing) -> bool:
    """Whether names that differ still do so without their numbers: “Player 101” and “Player 102” do not."""
    return len({*map(writing.name, texts)}) == len({*texts})


def is_turned(texts: Sequence[str], *, said: bool) -> bool:
    """Whether the names of a column are written with the last one first: most of them have one comma.

    `said` says that its heading tells so. What follows the commas over and over is a club rather than first names.
    """
    filled = [text for text in texts if text]
    split = [parts for text in filled if (parts := _parts(text))]
    if not split or (len(split) * 2 <= len(filled) and not said):
        return False
    if are_two(texts):
        return False
    firsts, whole = {first for _, first, _ in split}, sum(" " in last for last, _, _ in split)
    if len(firsts) < len(split) and whole * 2 > len(split) and not said:
        return False  # clubs behind whole names
    return said or len(split) < 4 or len(firsts) * 2 > len(split)


def are_two(texts: Sequence[str]) -> bool:
    """Whether cells hold two whole names each, “Ann Lee, Ben Okafor”: nearly all have two words before and behind."""
    split = [parts for text in texts if (parts := _parts(text))]
    whole = [last for last, first, _ in split if len(last.split()) > 1 and len(first.split()) > 1]
    return len(whole) > 1 and len(whole) * 5 > len(split) * 4


def may_turn(text: str) -> bool:
    """Whether a name may be a last one before a first one."""
    return _parts(text) is not None


def turned(text: str) -> str:
    """“Lee, Ann” as “Ann Lee”, “King, Martin, Jr.” as “Martin King Jr.”; what has no such comma as it is."""
    bare, bracket, club = text.partition(" (")
    parts = _parts(bare)
    return " ".join(filter(None, (parts[1], parts[0], parts[2]))) + bracket + club if parts else text


def _parts(text: str) -> tuple[str, str, str] | None:
    """The last name, the first names and what follows them; None where a text has no last name before a comma."""
    last, *rest = (part.strip() for part in text.split(","))
    suffixes = [part for part in rest if part.casefold() in _SUFFIXES.split()]
    firsts = [part for part in rest if part not in suffixes]
    if len(firsts) != 1 or not firsts[0] or not _lettered(last) or not _lettered(firsts[0]):
        return None
    return last, firsts[0], " ".join(suffixes)


def _lettered(text: str) -> bool:
    return any(map(str.isalpha, text)) and '"' not in text
