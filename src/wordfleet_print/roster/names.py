"""Which columns hold the players' names: one, or parts, or those of two who meet each other.

A guess is a list of options: one that is `sure` is taken, others are asked about, none is a fault.

A group is the columns of one name, by role: {NAME: column}, or {FIRST: column, LAST: column}. A
row with two players has two groups. `Column.heading_role` is the role that a heading speaks of;
`Column.cells` are the texts of the first few hundred rows, as many in each column.
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
# Groups of first and last names, by whose names they are: the words of the headings that say it,
# such as {“child”} or {“2”}, and the person's number, from 1, where several have the same words.
PartGroups = dict[tuple[frozenset[str], int], PlayerColumns]


@dataclass(frozen=True)
class ColumnOption:
    """One way to read the names, or another role, from the columns."""

    player_columns: tuple[PlayerColumns, ...]
    """The columns of each player in a row; without an item no column has the role."""
    rows_are_pairings: bool = False
    """Whether the two players of a row meet each other."""


@dataclass(frozen=True)
class NameGuess:
    """The ways to read the names; `sure` if the only one needs no question."""

    options: tuple[ColumnOption, ...]
    sure: bool = False
    reason: str = ""
    """Why it is asked: “others” do not play, a “neighbor” has no heading, “unsaid”, “unknown”."""


def guess_names(columns: Sequence[Column]) -> NameGuess:
    """Return the ways to read the names of a list with these columns."""
    if not any(column.heading.text for column in columns):
        return _guess_without_headings(columns)
    opponents = _find_opponents(columns)
    if opponents:
        return NameGuess((ColumnOption(opponents, rows_are_pairings=True),), sure=True)
    likely = _find_likely(columns)
    possible: list[PlayerColumns] = [
        {NAME: column} for column in columns if _is_name_like_under_any_heading(column)
    ]
    if not likely:
        return NameGuess(tuple(ColumnOption((group,)) for group in possible), reason="unsaid")
    if len(likely) > 1:
        return NameGuess(_list_name_options(likely))
    return _guess_with_only_group(columns, likely[0], possible)


def _guess_with_only_group(
    columns: Sequence[Column], group: PlayerColumns, possible: Sequence[PlayerColumns]
) -> NameGuess:
    """Return the only group whose headings speak of names.

    If these headings are of other people (“Parent”), or not known as a whole, the `possible`
    groups are further options.
    """
    if _names_others(group):
        return NameGuess(_list_name_options([group, *possible]), reason="others")
    if not _is_known(group):
        return NameGuess(_list_name_options([group, *possible]), reason="unknown")
    return _guess_with_neighbor(columns, group)


def _guess_without_headings(columns: Sequence[Column]) -> NameGuess:
    """Return the only column of text, or all of them to be asked about."""
    filled = [column for column in columns if column.filled_cells]
    name_like = [column for column in filled if column.holds_names] or filled
    is_only_one = len(name_like) == 1 and len(name_like[0].filled_cells) > 2
    options = tuple(ColumnOption(({NAME: column},)) for column in name_like)
    return NameGuess(options, sure=is_only_one or len(filled) == 1)


def _is_name_like_under_any_heading(column: Column) -> bool:
    """Whether the cells can be names, under a heading that says neither yes nor no to that."""
    says_nothing = column.heading_role in (None, NUMBER)
    return bool(column.heading.text) and says_nothing and column.holds_names


def _list_name_options(groups: Sequence[PlayerColumns]) -> tuple[ColumnOption, ...]:
    """Return the ways to read these groups: one of them is the players', or all are.

    Two groups can also be two opponents. “All” is not offered for whole names next to parts of
    names: these are one person written twice.
    """
    options = [ColumnOption((group,)) for group in groups]
    are_written_the_same = len({NAME in group for group in groups}) == 1
    if len(groups) > 1 and are_written_the_same:
        options.append(ColumnOption(tuple(groups)))
    if len(groups) == 2:
        options.append(ColumnOption(tuple(groups), rows_are_pairings=True))
    return tuple(options)


def _guess_with_neighbor(columns: Sequence[Column], group: PlayerColumns) -> NameGuess:
    """Return the group, which is sure unless a column next to it may hold the rest of the name.

    So lists look that have “Name” over two columns: last names under it, and first names next to
    it under no heading.
    """
    only = ColumnOption((group,))
    if len(group) > 1:
        return NameGuess((only,), sure=True)
    (names,) = group.values()
    left = max(names.index - 1, 0)
    for neighbor in columns[left : names.index + 2]:
        if _may_be_other_part(neighbor):
            with_last = ColumnOption(({FIRST: names, LAST: neighbor},))
            with_first = ColumnOption(({FIRST: neighbor, LAST: names},))
            return NameGuess((only, with_last, with_first), reason="neighbor")
    return NameGuess((only,), sure=True)


def _may_be_other_part(column: Column) -> bool:
    """Whether a column has no heading, and names in most of its cells."""
    is_mostly_filled = len(column.filled_cells) * 2 > len(column.cells)
    return not column.heading.text and column.holds_names and is_mostly_filled


# Two who meet


def _find_opponents(columns: Sequence[Column]) -> tuple[PlayerColumns, ...]:
    """Return the groups of the two players of a row who meet each other; else nothing.

    Their headings are “White” and “Black”, or “Player 1” and “Player 2” (`Heading.side` is 1 and
    2), or twice the same (`side` is 0).
    """
    of_names = [column for column in columns if _may_hold_names(column)]
    first = _collect_side(of_names, side=1)
    second = _collect_side(of_names, side=2)
    if first and second and not _are_on_one_side(columns, of_names):
        return first, second
    without_side = [
        column for column in of_names if column.heading_role is NAME and not column.heading.side
    ]
    if len(without_side) == 2 and _meet_under_one_heading(columns, *without_side):
        left, right = without_side
        return {NAME: left}, {NAME: right}
    return ()


def _may_hold_names(column: Column) -> bool:
    """Whether a heading speaks of names or parts, and the column is empty or has a name in it."""
    if column.heading_role not in (NAME, *NAME_PARTS):
        return False
    return not column.filled_cells or any(NAME.fits([text]) for text in column.text_cells)


def _collect_side(of_names: Sequence[Column], side: int) -> PlayerColumns:
    """Return the columns of the first or the second player at a table: the whole name, or parts."""
    group: PlayerColumns = {}
    for column in of_names:
        if column.heading.side == side:
            group.setdefault(column.heading_role or NAME, column)
    return {NAME: group[NAME]} if NAME in group else group


def _are_on_one_side(columns: Sequence[Column], of_names: Sequence[Column]) -> bool:
    """Whether numbered players are of one team, or a player and a guest: they do not meet.

    They are of one team where a list has clubs but no tables or rounds, or a “Player 3”.
    """
    roles = {column.heading_role for column in columns if not column.heading.side}
    is_list_of_teams = CLUB in roles and TABLE not in roles and ROUND not in roles
    has_third_player = any(column.heading.side > 2 for column in of_names)
    if is_list_of_teams or has_third_player:
        return any(column.names_mate for column in of_names)
    return any(column.names_mate and not column.heading.side for column in of_names)


def _meet_under_one_heading(columns: Sequence[Column], left: Column, right: Column) -> bool:
    """Whether two columns of the same heading are opponents.

    They are if the list has a column of tables, or an empty column “vs” between them.
    """
    if simplify(left.heading.text) != simplify(right.heading.text):
        return False
    between = columns[left.index : right.index]
    has_versus = any(
        column.heading_role is OPPONENT and not column.filled_cells for column in between
    )
    return has_versus or any(column.heading_role is TABLE for column in columns)


# One name in a row


def _find_likely(columns: Sequence[Column]) -> list[PlayerColumns]:
    """Return the groups of columns that can be the players' names.

    Each step leaves out the groups that fail its test, but keeps all if none passes.
    """
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
    return [group for group in groups if not any(_is_part_of(group, other) for other in groups)]


def _prefer_called(groups: list[PlayerColumns]) -> list[PlayerColumns]:
    """Return the preferred names where a school lists them next to the legal ones."""
    if not all(_list_heading_words(group) & {"preferred", "legal"} for group in groups):
        return groups
    return prefer(groups, lambda group: "preferred" in _list_heading_words(group))


def _list_heading_words(group: PlayerColumns) -> set[str]:
    return _split_words(" ".join(heading.text for heading in _list_headings(group)))


def _list_headings(group: PlayerColumns) -> list[Heading]:
    return [column.heading for column in group.values()]


def _names_others(group: PlayerColumns) -> bool:
    return any(heading.names_others for heading in _list_headings(group))


def _names_aliases(group: PlayerColumns) -> bool:
    return any(heading.names_aliases for heading in _list_headings(group))


def _is_known(group: PlayerColumns) -> bool:
    return all(heading.known for heading in _list_headings(group))


def _invites_answers(group: PlayerColumns) -> bool:
    """Whether a heading asks the reader: “What is your name?”."""
    return any(heading.speaks_of("asking") for heading in _list_headings(group))


def _holds_names(group: PlayerColumns) -> bool:
    if NAME in group:
        return group[NAME].holds_names
    return any(column.filled_cells for column in group.values())


def _is_part_of(group: PlayerColumns, other: PlayerColumns) -> bool:
    """Whether a group says nothing more than another: the same names, or parts of whole names.

    Of two groups with the same names, parts come before whole names, and left before right.
    """
    if group is other:
        return False
    names = join_name_parts(group)
    other_names = join_name_parts(other)
    if not _are_inside(names, other_names):
        return False
    length = len("".join(names))
    other_length = len("".join(other_names))
    if length == other_length:
        return _rank_group(group) > _rank_group(other)
    return length < other_length


def _are_inside(texts: Sequence[str], wholes: Sequence[str]) -> bool:
    """Whether nine in ten of the texts have only words of the whole name in the same row.

    At least half of the texts need a whole name in their row, so that a rare nickname decides
    nothing.
    """
    filled = [text for text in texts if text]
    pairs = [pair for pair in zip(texts, wholes, strict=True) if all(pair)]
    inside = [text for text, whole in pairs if _split_words(text) <= _split_words(whole)]
    if len(pairs) * 2 < len(filled):
        return False
    return len(inside) * 10 >= len(pairs) * 9


def _split_words(text: str) -> set[str]:
    return set(simplify(text).split())


def _rank_group(group: PlayerColumns) -> tuple[bool, int]:
    return NAME in group, min(column.index for column in group.values())


def join_name_parts(group: PlayerColumns) -> list[str]:
    """Return the name in each row of the sample: “Ann Lee” of “Ann” and “Lee”."""
    rows = zip(*(column.cells for column in group.values()), strict=True)
    return [" ".join(filter(None, row)) for row in rows]


def _find_groups(columns: Sequence[Column]) -> list[PlayerColumns]:
    """Return a group for each column of whole names, and for the parts of each person's name."""
    wholes = [column for column in columns if column.heading_role is NAME]
    part_groups = _find_part_groups(columns, wholes)
    used = {column.index for group in part_groups for column in group.values()}
    single: list[PlayerColumns] = [{NAME: column} for column in wholes if column.index not in used]
    return single + part_groups


def _find_part_groups(columns: Sequence[Column], wholes: Sequence[Column]) -> list[PlayerColumns]:
    """Return a group for the first name, last name and other parts of each person's name.

    `wholes` are the columns whose heading is “Name”: one of them can be the last name.
    """
    groups: PartGroups = {}
    for column in columns:
        if column.heading_role in NAME_PARTS:
            _add_part(groups, column.heading_role, column)
    # Completed groups can have the same columns: each set of columns is kept once
    group_of_columns: dict[frozenset[int], PlayerColumns] = {}
    for group in groups.values():
        _complete_group(group, columns)
        _complete_by_bare_name(group, wholes)
        if FIRST in group or LAST in group:
            indices = frozenset(column.index for column in group.values())
            in_order: PlayerColumns = {role: group[role] for role in NAME_PARTS if role in group}
            group_of_columns[indices] = in_order
    return list(group_of_columns.values())


def _add_part(groups: PartGroups, role: Role, column: Column) -> None:
    """Add a column to the group of the person whose name it is a part of.

    “Child first name” and “Child last name” are one person's. A second column of first names begins
    a second person, a third one a third; an empty one, and one with the cells of an earlier one, is
    left out.
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
        if not column.filled_cells or column.cells == earlier.cells:
            return


def _complete_group(group: PlayerColumns, columns: Sequence[Column]) -> None:
    """Add the parts that a group lacks, if only one column of the list can be meant.

    “First name” next to “Child's last name” is the child's. A heading that says whose name it is
    counts only if no other heading of that part is without such words.
    """
    for part in NAME_PARTS:
        if part in group:
            continue
        candidates = [
            column
            for column in columns
            if column.heading_role is part and not column.heading.names_others
        ]
        likely = prefer(candidates, lambda column: not column.heading.whose)
        if len(likely) == 1:
            group[part] = likely[0]


def _complete_by_bare_name(group: PlayerColumns, wholes: Sequence[Column]) -> None:
    """Add a column “Nom” to a group of “Prénom” as the last name, or the other way round.

    `wholes` are the columns whose heading is “Name” or “Nom”. A group with both parts stays.
    """
    parts = [part for part in (FIRST, LAST) if part in group]
    if len(parts) != 1:
        return
    (part,) = parts
    for column in wholes:
        if _is_other_part(column, group[part]):
            group[LAST if part is FIRST else FIRST] = column
            return


def _is_other_part(column: Column, part: Column) -> bool:
    """Whether a column “Nom” holds the other part of the names of which `part` holds one.

    It does not if most of its cells contain the part: “Ann Lee” next to “Ann” is the whole name.
    """
    heading = column.heading
    is_bare = heading.has_word_of("bare-names") and heading.known
    if not is_bare or heading.speaks_of("first", "last"):
        return False
    if heading.whose != part.heading.whose:
        return False
    if _are_initials(part.filled_cells) or not column.holds_names:
        return False
    filled_pairs = [pair for pair in zip(column.cells, part.cells, strict=True) if all(pair)]
    with_part = [name for name, text in filled_pairs if simplify(text) in simplify(name)]
    return len(with_part) * 2 <= len(filled_pairs)


def _are_initials(texts: Sequence[str]) -> bool:
    short = [text for text in texts if text.isupper() and len(text) < _SHORTEST_NAME]
    return bool(texts) and len(short) == len(texts)
