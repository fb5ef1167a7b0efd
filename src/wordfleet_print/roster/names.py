"""Which columns hold the players' names: one, or parts, or those of two who meet each other.

A guess is a list of options: one that is `sure` is taken, others are asked about, none is a fault.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from wordfleet_print.roster.columns import Column, prefer
from wordfleet_print.roster.headings import Heading
from wordfleet_print.roster.roles import (
    CLUB,
    FIRST,
    LAST,
    NAME,
    NAME_PARTS,
    NUMBER,
    OPPONENT,
    ROUND,
    TABLE,
    Role,
)
from wordfleet_print.sheet.player_names import simplify

# Capitals of fewer letters are initials.
_SHORTEST_NAME = 5
# The columns of one player, by their roles.
PlayerColumns = dict[Role, Column]
# Parts of names, by the words of their headings that say whose name it is, such as “child”,
# “parent” or “2”, and by the number of the person, from 1, where several have these words.
PartGroups = dict[tuple[frozenset[str], int], PlayerColumns]


@dataclass(frozen=True)
class ColumnOption:
    """One way to read the names: the columns of each player in a row, and whether the two meet."""

    people: tuple[PlayerColumns, ...]
    meet: bool = False


@dataclass(frozen=True)
class NameGuess:
    """The ways to read the names; `sure` if the only one needs no question."""

    options: tuple[ColumnOption, ...]
    sure: bool = False
    reason: str = ""
    """Why it is asked: “others” do not play, a “neighbor” has no heading, “unsaid”, “unknown”."""


def guess_names(columns: Sequence[Column]) -> NameGuess:
    """Return the ways to read the names."""
    if not any(column.heading.text for column in columns):
        return _guess_without_headings(columns)
    sides = _find_sides(columns)
    if sides:
        return NameGuess((ColumnOption(sides, meet=True),), sure=True)
    likely = _find_likely(columns)
    unknown: list[PlayerColumns] = [
        {NAME: column} for column in columns if _is_unknown_text(column)
    ]
    if not likely:
        return NameGuess(tuple(ColumnOption((group,)) for group in unknown), reason="unsaid")
    if len(likely) > 1:
        return NameGuess(_list_name_options(likely))
    return _guess_by_heading(columns, likely[0], unknown)


def _guess_by_heading(
    columns: Sequence[Column], group: PlayerColumns, unknown: Sequence[PlayerColumns]
) -> NameGuess:
    """Return the only columns that can be names; with `unknown` ones if the heading is odd."""
    if _names_others(group):
        return NameGuess(_list_name_options([group, *unknown]), reason="others")
    if not _is_known(group):
        return NameGuess(_list_name_options([group, *unknown]), reason="unknown")
    return _guess_with_neighbor(columns, group)


def _guess_without_headings(columns: Sequence[Column]) -> NameGuess:
    """Return the only column of text, or all of them to be asked about."""
    filled = [column for column in columns if column.filled]
    texts = [column for column in filled if column.holds_names] or filled
    only_text = len(texts) == 1 and len(texts[0].filled) > 2
    options = tuple(ColumnOption(({NAME: column},)) for column in texts)
    return NameGuess(options, sure=only_text or len(filled) == 1)


def _is_unknown_text(column: Column) -> bool:
    """Whether it holds text under a heading that says nothing."""
    unread = column.role in (None, NUMBER)
    return bool(column.heading.text) and unread and column.holds_names


def _list_name_options(groups: Sequence[PlayerColumns]) -> tuple[ColumnOption, ...]:
    """Return each group as an option, and those in which everybody in a row plays."""
    options = [ColumnOption((group,)) for group in groups]
    if len(groups) > 1 and len({NAME in group for group in groups}) == 1:
        options.append(ColumnOption(tuple(groups)))
    if len(groups) == 2:
        options.append(ColumnOption(tuple(groups), meet=True))
    return tuple(options)


def _guess_with_neighbor(columns: Sequence[Column], group: PlayerColumns) -> NameGuess:
    """Return the group; also with a column of text without a heading next to a single one."""
    only = ColumnOption((group,))
    if len(group) > 1:
        return NameGuess((only,), sure=True)
    (names,) = group.values()
    first_neighbor = max(names.index - 1, 0)
    for column in columns[first_neighbor : names.index + 2]:
        if _may_be_other_part(column):
            before = ColumnOption(({FIRST: names, LAST: column},))
            behind = ColumnOption(({FIRST: column, LAST: names},))
            return NameGuess((only, before, behind), reason="neighbor")
    return NameGuess((only,), sure=True)


def _may_be_other_part(column: Column) -> bool:
    """Whether a column has no heading, and names in most of its cells."""
    is_mostly_filled = len(column.filled) * 2 > len(column.cells)
    return not column.heading.text and column.holds_names and is_mostly_filled


# Two who meet


def _find_sides(columns: Sequence[Column]) -> tuple[PlayerColumns, ...]:
    """Return the names of two opponents if a row is a table: “White” and “Black”; else nothing."""
    names = [column for column in columns if _may_name(column)]
    first = _collect_side(names, 1)
    second = _collect_side(names, 2)
    if first and second and not _are_team(columns, names):
        return first, second
    twins = [column for column in names if column.role is NAME and not column.heading.side]
    if len(twins) == 2 and _are_twins(columns, *twins):
        left, right = twins
        return {NAME: left}, {NAME: right}
    return ()


def _may_name(column: Column) -> bool:
    if column.role not in (NAME, *NAME_PARTS):
        return False
    return not column.filled or any(NAME.fits([text]) for text in column.texts)


def _collect_side(named: Sequence[Column], side: int) -> PlayerColumns:
    """Return the columns of the first or the second player at a table."""
    of_side = [column for column in named if column.heading.side == side]
    group: PlayerColumns = {}
    for column in of_side:
        group.setdefault(column.role or NAME, column)
    return {NAME: group[NAME]} if NAME in group else group


def _are_team(columns: Sequence[Column], named: Sequence[Column]) -> bool:
    """Whether numbered players are of one team, or a player and a guest: they do not meet."""
    roles = {column.role for column in columns if not column.heading.side}
    has_team = CLUB in roles and TABLE not in roles and ROUND not in roles
    team = has_team or any(column.heading.side > 2 for column in named)
    return any(column.names_mate and (team or not column.heading.side) for column in named)


def _are_twins(columns: Sequence[Column], left: Column, right: Column) -> bool:
    """Whether two columns of one heading meet: there is a table, or a “vs” between them."""
    if simplify(left.heading.text) != simplify(right.heading.text):
        return False
    between = columns[left.index : right.index]
    versus = any(column.role is OPPONENT and not column.filled for column in between)
    return versus or any(column.role is TABLE for column in columns)


# One name in a row


def _find_likely(columns: Sequence[Column]) -> list[PlayerColumns]:
    """Return the groups of columns that can be the players' names, without those less likely."""
    likely = [group for group in _find_groups(columns) if _holds_names(group)]
    likely = prefer(likely, lambda group: not _names_others(group))
    likely = prefer(likely, _has_whole_name)
    likely = _prefer_called(likely)
    likely = prefer(likely, lambda group: not _names_aliases(group))
    likely = _leave_out_parts(likely)
    return prefer(likely, lambda group: _is_known(group) or _invites_answers(group))


def _has_whole_name(group: PlayerColumns) -> bool:
    return NAME in group or {FIRST, LAST} <= group.keys()


def _leave_out_parts(groups: list[PlayerColumns]) -> list[PlayerColumns]:
    """Return the groups without those that say nothing more than another."""
    wholes = []
    for group in groups:
        if not any(_is_part_of(group, other) for other in groups):
            wholes.append(group)
    return wholes


def _prefer_called(groups: list[PlayerColumns]) -> list[PlayerColumns]:
    """Return the preferred names where a school lists them next to the legal ones."""
    texts = [" ".join(heading.text for heading in _headings(group)) for group in groups]
    words = [set(simplify(text).split()) for text in texts]
    if not all(words_of_group & {"preferred", "legal"} for words_of_group in words):
        return groups
    return prefer(groups, lambda group: "preferred" in words[groups.index(group)])


def _headings(group: PlayerColumns) -> list[Heading]:
    return [column.heading for column in group.values()]


def _names_others(group: PlayerColumns) -> bool:
    return any(heading.names_others for heading in _headings(group))


def _names_aliases(group: PlayerColumns) -> bool:
    return any(heading.names_aliases for heading in _headings(group))


def _is_known(group: PlayerColumns) -> bool:
    return all(heading.known for heading in _headings(group))


def _invites_answers(group: PlayerColumns) -> bool:
    """Whether a heading asks the reader: “What is your name?”."""
    return any(heading.speaks_of("asking") for heading in _headings(group))


def _holds_names(group: PlayerColumns) -> bool:
    if NAME in group:
        return group[NAME].holds_names
    return any(column.filled for column in group.values())


def _is_part_of(group: PlayerColumns, other: PlayerColumns) -> bool:
    """Whether a group says nothing more than another: the same cells, or parts of a whole name."""
    if group is other:
        return False
    mine = texts_of(group)
    theirs = texts_of(other)
    if not _are_held(mine, theirs):
        return False
    length = len("".join(mine))
    other_length = len("".join(theirs))
    if length == other_length:
        return _order(group) > _order(other)
    return length < other_length


def _are_held(texts: Sequence[str], wholes: Sequence[str]) -> bool:
    """Whether nine in ten of the texts are in the whole names of their rows, and at least half of
    them have a whole name there.
    """
    filled = [text for text in texts if text]
    pairs = [pair for pair in zip(texts, wholes, strict=True) if all(pair)]
    inside = [text for text, whole in pairs if _words(text) <= _words(whole)]
    if len(pairs) * 2 < len(filled):
        return False
    return len(inside) * 10 >= len(pairs) * 9


def _words(text: str) -> set[str]:
    return set(simplify(text).split())


def _order(group: PlayerColumns) -> tuple[bool, int]:
    return NAME in group, min(column.index for column in group.values())


def texts_of(group: PlayerColumns) -> list[str]:
    """Return the name in each row of the sample."""
    rows = zip(*(column.cells for column in group.values()), strict=True)
    return [" ".join(filter(None, row)) for row in rows]


def _find_groups(columns: Sequence[Column]) -> list[PlayerColumns]:
    """Return every column of whole names, and every set of parts that speak of one person."""
    wholes = [column for column in columns if column.role is NAME]
    groups = _find_parts(columns, wholes)
    used = {column.index for group in groups for column in group.values()}
    single: list[PlayerColumns] = [{NAME: column} for column in wholes if column.index not in used]
    return single + groups


def _find_parts(columns: Sequence[Column], wholes: Sequence[Column]) -> list[PlayerColumns]:
    """Return every set of parts that speak of one person."""
    groups: PartGroups = {}
    for column in columns:
        if column.role in NAME_PARTS:
            _add_part(groups, column.role, column)
    distinct: dict[frozenset[int], PlayerColumns] = {}
    for group in groups.values():
        _complete_group(group, columns)
        _complete_by_bare_name(group, wholes)
        if FIRST in group or LAST in group:
            indices = frozenset(column.index for column in group.values())
            distinct[indices] = {role: group[role] for role in NAME_PARTS if role in group}
    return list(distinct.values())


def _add_part(groups: PartGroups, role: Role, column: Column) -> None:
    """Add a part to the group of whose name it is.

    A second column of first names begins a second person, a third one a third; an empty one, and
    one with the cells of an earlier one, is left out.
    """
    whose = frozenset[str]()
    if role in (FIRST, LAST):
        whose = column.heading.whose - {"initials", "initial"}
    for person in count(1):
        group = groups.setdefault((whose, person), {})
        earlier = group.get(role)
        if earlier is None:
            group[role] = column
            return
        if not column.filled or column.cells == earlier.cells:
            return


def _complete_group(group: PlayerColumns, columns: Sequence[Column]) -> None:
    """Give a group the parts that it lacks, where one column can be meant."""
    for part in NAME_PARTS:
        if part in group:
            continue
        spare = [column for column in columns if column.role is part]
        spare = [column for column in spare if not column.heading.names_others]
        likely = prefer(spare, lambda column: not column.heading.whose)
        if len(likely) == 1:
            group[part] = likely[0]


def _complete_by_bare_name(group: PlayerColumns, wholes: Sequence[Column]) -> None:
    """Take a bare “Nom” next to “Prénom” as the other part; not if it holds the part."""
    has = [part for part in (FIRST, LAST) if part in group]
    if len(has) != 1:
        return
    part = group[has[0]]
    for column in wholes:
        if _is_other_part(column, part):
            group[LAST if has[0] is FIRST else FIRST] = column
            return


def _is_other_part(column: Column, part: Column) -> bool:
    """Whether a bare “Nom” is the other part of a name, and not the whole of it."""
    heading = column.heading
    is_bare = heading.has_word("bare-names") and heading.known
    if not is_bare or heading.speaks_of("first", "last"):
        return False
    if heading.whose != part.heading.whose:
        return False
    if _are_initials(part.filled) or not column.holds_names:
        return False
    pairs = [pair for pair in zip(column.cells, part.cells, strict=True) if all(pair)]
    with_part = [whole for whole, text in pairs if simplify(text) in simplify(whole)]
    return len(with_part) * 2 <= len(pairs)


def _are_initials(texts: Sequence[str]) -> bool:
    short = [text for text in texts if text.isupper() and len(text) < _SHORTEST_NAME]
    return bool(texts) and len(short) == len(texts)
