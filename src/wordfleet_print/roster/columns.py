"""Which row holds the headings, and what each column is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from wordfleet_print.errors import Problem
from wordfleet_print.messages import did_you_mean, listed, quote
from wordfleet_print.roster import cells, headings
from wordfleet_print.roster.cells import Plays, is_name_like, stem_of
from wordfleet_print.roster.headings import (
    NAME_PARTS,
    Heading,
    Rank,
    Role,
    read_heading,
    role_named,
    senses_of,
)
from wordfleet_print.roster.questions import Answers, Choice, Question, offer
from wordfleet_print.roster.roster import ReadColumn
from wordfleet_print.sheet.captains import plain
from wordfleet_print.tables.rows import Row

# Filled rows in which the headings are looked for.
HEADING_ROWS = 12
# Filled rows that decide what a column is.
SAMPLE = 300
# Of several columns of clubs, the first that one of these headings.words names is read.
_CLUBS = (
    "club verein vereniging klub klubb",
    "team mannschaft equipe equipo squadra",
    "school schule ecole colegio",
)
# The answer that no column has a use.
NO_COLUMN = "none"
_OTHER_ROLES = (
    Role.CLUB,
    Role.TABLE,
    Role.ROUND,
    Role.SEAT,
    Role.OPPONENT,
    Role.LARGE_PRINT,
    Role.LEFT_HANDED,
)
# The columns that make up a name, by their roles.
Group = dict[Role, int]


def name_columns(group: Group) -> Group:
    """Return the columns of a group that hold the name."""
    return {role: group[role] for role in (Role.NAME, *NAME_PARTS) if role in group}


def letter_of(column: int) -> str:
    """Return the letters of a column, as spreadsheets have them."""
    return (chr(64 + column // 26) if column >= 26 else "") + chr(65 + column % 26)


# The row of headings


def find_heading_row(rows: Sequence[Row], wanted: Iterable[str] = ()) -> int | None:
    """Return the index of the row of headings: the first that names players, or that holds a
    `wanted` heading.

    If the row right below names players too, that one is it: the upper one groups the columns.
    """
    filled = [at for at, row in enumerate(rows[: 50 * HEADING_ROWS]) if row.filled][
        : HEADING_ROWS + 2
    ]
    named = {*map(plain, wanted)} - {""}
    following = [*(rows[at] for at in filled), Row(0, []), Row(0, [])]
    for place, at in enumerate(filled[:HEADING_ROWS]):
        below, next_below = following[place + 1 : place + 3]
        if named & {*map(plain, rows[at].cells)}:
            return at
        if not named and _are_headings(rows[at], below):
            lower = _are_headings(below, next_below) and all(
                read_heading(below[c]).known for c in below.filled
            )
            return filled[place + 1] if lower else at
    return None


def _are_headings(row: Row, below: Row) -> bool:
    """Whether a row names players, as “Name”, “White” or “Player 1” do, and holds no data."""
    texts = [row[at] for at in row.filled]
    data = any("@" in text or text.isdecimal() for text in texts)
    if not texts or data or _count_on(row, below) or cells.is_total(texts[0]):
        return False
    heads = [read_heading(text) for text in texts]
    if len(texts) == 1:
        asks = texts[0].endswith("?") or (heads[0].known and "name" in senses_of(texts[0]))
        return heads[0].is_name and (heads[0].whole or asks) and cells.read_label(texts[0]) is None
    sure = sum(one.role is not None or one.known for one in heads)
    return any(one.is_name and (one.known or sure > 1) for one in heads)


def _count_on(row: Row, below: Row) -> bool:
    """Whether the next row counts on: “Player 1” above “Player 2” is no heading."""
    pairs = [(row[at], below[at]) for at in row.filled if stem_of(row[at])]
    return bool(pairs) and all(
        one != other and stem_of(one) == stem_of(other) for one, other in pairs
    )


# The columns


class Columns:
    """What each column is; what is not clear becomes a question.

    `places` are the columns of a row's player, `more` those of other players in the row; if a row
    is a table, the two `meet`. `first_row` is the index of the first row below the headings,
    `width` the number of columns under headings (0 without headings). `needs` are the columns of
    remarks that ask for large print or speak of the left hand.
    """

    def __init__(self, rows: Sequence[Row], at: int | None, answers: Answers, file: str) -> None:
        self._file, self._answers = file, answers
        self.places: Group = {}
        self.more: list[Group] = []
        self.meet = self.last_first = False
        self.needs: set[int] = set()
        self.questions: list[Question] = []
        self.problems: list[Problem] = []
        self.notes: list[str] = []
        self.headings = list(rows[at].cells) if at is not None else []
        self.first_row = 0 if at is None else at + 1
        above = rows[at - 1] if at else Row(0, [])
        if len(above.filled) > 1:
            # Two rows of headings: the upper one fills the gaps of the lower
            self.headings += [""] * (len(above.cells) - len(self.headings))
            for column, label in enumerate(self.headings):
                if (not label or plain(label) in headings.phrases("below")) and read_heading(
                    above[column]
                ).role:
                    self.headings[column] = above[column]
        for row in rows[self.first_row :] if len(self.headings) > 1 else ():
            # What programs write right below the headings: “Open-Ended Response”, “Points”
            first = next(filter(None, row.cells), "")
            if plain(first) not in headings.phrases("below") and not first.startswith(
                '{"ImportId"'
            ):
                break
            text = _sample(row.cells)
            self.notes.append(f"Row {row.number} explains the headings and was not read: {text}.")
            self.first_row += 1
        sample = [row for row in rows[self.first_row :][: 10 * SAMPLE] if row.filled][:SAMPLE]
        self.width = len(self.headings)
        self.headings += [""] * (max((len(row.cells) for row in sample), default=0) - self.width)
        self._every = range(len(self.headings))
        self._cells = [[row[column] for row in sample] for column in self._every]
        self._filled = [[cell for cell in cells if cell] for cells in self._cells]
        self._heads = [read_heading(label) if label else Heading() for label in self.headings]
        self._find()

    @property
    def groups(self) -> list[Group]:
        """The columns of each player in a row."""
        return [self.places, *self.more]

    def label(self, column: int) -> str:
        """Return what messages call a column: its heading, else its letter."""
        return (self.headings[column] if column < len(self.headings) else "") or letter_of(column)

    def describe(self) -> tuple[ReadColumn, ...]:
        """Return every column with what it was read as."""
        uses = dict.fromkeys(self.needs, str(Role.NEEDS))
        uses |= {
            column: f"{role} of another player"
            for group in self.more
            for role, column in group.items()
        }
        uses |= {column: str(role) for role, column in self.places.items()}
        samples = [tuple(dict.fromkeys(texts[:9]))[:3] for texts in self._filled]
        return tuple(
            ReadColumn(letter_of(c), self.headings[c], uses.get(c, ""), samples[c])
            for c in self._every
        )

    def _find(self) -> None:
        for key, value in self._answers.items():
            role = role_named(key.removeprefix("column.")) if key.startswith("column.") else None
            if role and value not in ("", NO_COLUMN):
                separator = next(
                    (one for one in (" | ", " : ") if role is Role.NAME and one in value), "\0"
                )
                groups = [self._group_of(role, text) for text in value.split(separator)]
                if all(groups):
                    self.places |= groups[0]
                    if role is Role.NAME:
                        self.more, self.meet = groups[1:], separator == " : "
        if not {Role.NAME, Role.FIRST, Role.LAST} & {*self.places}:
            self._take_names()
        if not (self.questions or self.problems):
            for role in _OTHER_ROLES:
                self._take(role)
            self._take_status()
            self._ask_of_gaps()
            self._ask_of_neighbor()
        if self.width:
            self.width = max(self.width, *(at + 1 for at in self.places.values()), 0)

    @property
    def _free(self) -> list[int]:
        used = {column for group in self.groups for column in group.values()}
        return [column for column in self._every if column not in used]

    # Answers

    def _group_of(self, role: Role, text: str) -> Group:
        """Return the columns of “Captain”, or of “first=Vorname + last=Name”."""
        group: Group = {}
        for part in text.split(" + ") if role is Role.NAME and "=" in text else [text]:
            use, _, heading = part.partition("=")
            named = role_named(use) if heading and role is Role.NAME else None
            heading = heading if named else part
            found = [
                column
                for column in self._every
                if plain(self.headings[column]) == plain(heading) != ""
            ]
            found = found or [
                column for column in self._every if letter_of(column) == heading.strip().upper()
            ]
            if len(found) != 1:
                near = did_you_mean(heading, filter(None, self.headings)) or "name it by its letter"
                what = f"no column, or more than one, is called {quote(heading)}"
                self.problems.append(Problem(what, field="column", where=self._file, advice=near))
                return {}
            group[named or role] = found[0]
        return group

    def _ask(
        self, role: Role, text: str, groups: Sequence[Group], below: Sequence[Choice] = ()
    ) -> None:
        """Ask which group of columns has a role, unless it was answered; of names, whether all are
        players.
        """
        if f"column.{role.option}" in self._answers:
            return
        values = [self._value_of(group) for group in groups]
        samples = [f"{self._name_of(group)}: {_sample(self._texts_of(group))}" for group in groups]
        choices = [*map(Choice, values, samples), *below]
        if (
            role is Role.NAME
            and len(groups) > 1
            and len({Role.NAME in group for group in groups}) == 1
        ):
            choices.append(Choice(" | ".join(values), "all of them: each is a player"))
            if len(groups) == 2:
                choices.append(Choice(" : ".join(values), "both: the two in a row meet each other"))
        column = min(groups[0].values())
        self.questions.append(
            Question(f"column.{role.option}", text, tuple(choices), column=column)
        )

    def _texts_of(self, group: Group) -> list[str]:
        return [
            " ".join(filter(None, row))
            for row in zip(*(self._cells[c] for c in group.values()), strict=True)
        ]

    def _value_of(self, group: Group) -> str:
        labels, texts = [plain(label) for label in self.headings], {}
        for role, column in group.items():
            label = self.headings[column]
            readable = label.isprintable() and label and not re.search(r"[=+|]| : ", label)
            texts[role] = (
                label if readable and labels.count(labels[column]) == 1 else letter_of(column)
            )
        if len(group) == 1:
            return next(iter(texts.values()))
        return " + ".join(f"{role.option}={text}" for role, text in texts.items())

    def _name_of(self, group: Group) -> str:
        return " + ".join(self.label(column) for column in group.values())

    # Names

    def _take_names(self) -> None:
        if not any(self.headings):
            self._take_without_headings()
        elif sides := self._find_sides():
            self.places |= sides[0]
            self.more, self.meet = [sides[1]], True
        else:
            free = {*self._free}
            self._choose_group([one for one in self._find_groups() if free >= {*one.values()}])

    def _take_without_headings(self) -> None:
        texts = [column for column in self._every if self._holds_names(column)]
        filled = [column for column in self._every if self._filled[column]]
        if len(filled) == 1 or (len(texts) == 1 and len(self._filled[texts[0]]) > 2):
            self.places[Role.NAME] = (texts or filled)[0]
        elif filled:
            text = "There is no row of headings. Which column holds the names?"
            # The first row may be headings that nobody knows
            first = {column: self._cells[column][0] for column in texts or filled}
            below = []
            for column, heading in first.items():
                if (
                    len(heading) > 2
                    and heading.isprintable()
                    and [*first.values()].count(heading) == 1
                ):
                    label = (
                        f"{letter_of(column)} below {quote(heading)}: "
                        f"{_sample(self._cells[column][1:])}"
                    )
                    below += [Choice(heading, label)] * (len(self._cells[column]) > 1)
            self._ask(Role.NAME, text, [{Role.NAME: column} for column in first], below)

    def _holds_names(self, column: int) -> bool:
        """Whether the cells of a column may be names: most are no numbers or dates, and not all are
        the same.
        """
        texts = self._filled[column]
        if len(texts) > 2 and len({*texts}) == 1:
            return False
        return bool(texts) and sum(is_name_like(text) for text in texts) * 2 > len(texts)

    def _find_sides(self) -> tuple[Group, Group] | None:
        """Return the names of two opponents, if a row is a table: “White”, “Black”; “Player 1”,
        “Player 2”.
        """
        heads = self._heads
        names = [c for c in self._every if heads[c].is_name]
        names = [c for c in names if not self._filled[c] or any(map(is_name_like, self._filled[c]))]
        sides: list[Group] = []
        for side in (1, 2):
            group = {
                heads[c].role or Role.NAME: c for c in reversed(names) if heads[c].side == side
            }
            sides.append({Role.NAME: group[Role.NAME]} if Role.NAME in group else group)
        # Numbered players of a team, or a player and a guest, do not meet each other
        has = {head.role for head in heads if not head.side}
        team = any(heads[c].side > 2 for c in names) or (
            Role.CLUB in has and not {Role.TABLE, Role.ROUND} & has
        )
        if all(sides) and not any(heads[c].mate and (team or not heads[c].side) for c in names):
            return sides[0], sides[1]
        twins = [c for c in names if heads[c].role is Role.NAME and not heads[c].side]
        versus = [c for c in self._every if heads[c].role is Role.OPPONENT and not self._filled[c]]
        meet = Role.TABLE in has or any(twins[0] < c < twins[-1] for c in versus if twins)
        if (
            meet
            and len(twins) == 2
            and plain(self.headings[twins[0]]) == plain(self.headings[twins[1]])
        ):
            return {Role.NAME: twins[0]}, {Role.NAME: twins[1]}
        return None

    def _find_groups(self) -> list[Group]:
        """Return every way to read the names: one column each, or parts that speak of the same
        person.
        """
        named = [column for column, head in enumerate(self._heads) if head.is_name]
        wholes = [column for column in named if self._heads[column].role is Role.NAME]
        parts: dict[frozenset[str], Group] = {}
        for column in named:
            role, whose = (
                self._heads[column].role,
                self._heads[column].whose - {"initials", "initial"},
            )
            if role not in NAME_PARTS or role is None:
                continue
            whose = whose if role in (Role.FIRST, Role.LAST) else frozenset()
            same = [
                one[role] for key, one in parts.items() if role in one and key - {"again"} == whose
            ]
            if not same or (
                self._filled[column] and self._cells[column] not in [self._cells[c] for c in same]
            ):
                # A second “First name” with other cells begins a second person
                again = frozenset({"again"}) if same and self._filled[same[0]] else frozenset()
                parts.setdefault(whose | again, {})[role] = column
        self._complete_parts(parts, wholes)
        named_parts = [
            name_columns(group) for group in parts.values() if {Role.FIRST, Role.LAST} & {*group}
        ]
        distinct = {frozenset(group.values()): group for group in named_parts}
        groups = [{Role.NAME: column} for column in wholes] + [*distinct.values()]
        groups = [one for one in groups if self._rank(one) is not Rank.OTHER] or groups
        groups = [
            one for one in groups if {Role.FIRST, Role.LAST} <= {*one} or Role.NAME in one
        ] or groups
        groups = [
            one for one in groups if Role.NAME not in one or self._holds_names(one[Role.NAME])
        ]
        return [one for one in groups if any(self._filled[column] for column in one.values())]

    def _complete_parts(self, parts: dict[frozenset[str], Group], wholes: list[int]) -> None:
        """Give each group the parts that it lacks: a part nobody else needs, or a bare “Nom” next
        to “Prénom”.
        """
        unsaid = parts.get(frozenset(), {})
        players = [one for one in parts.values() if self._rank(one) is not Rank.OTHER]
        for group in parts.values():
            for role in (Role.FIRST, Role.LAST):
                others = (
                    {one[role] for one in players if role in one} if group in players else set()
                )
                if role not in group and role not in unsaid and len(others) == 1:
                    group[role] = others.pop()
            for role, column in unsaid.items():
                group.setdefault(role, column)
            bare = [column for column in wholes if self._is_other_part(column, group)]
            if bare and len({Role.FIRST, Role.LAST} & {*group}) == 1:
                group[Role.LAST if Role.FIRST in group else Role.FIRST] = bare[0]
                wholes.remove(bare[0])

    def _is_other_part(self, column: int, group: Group) -> bool:
        """Return whether a bare “name” next to one part is the other part; not if it holds it, nor
        next to initials.
        """
        part = group.get(Role.FIRST, group.get(Role.LAST, -1))
        label = self.headings[column]
        bare = {plain(label), *headings.split_words(label)} & headings.words("bare-names")
        head = self._heads[column]
        if part < 0 or not bare or head.last_first or head.whose != self._heads[part].whose:
            return False
        if self._filled[part] and all(
            text.isupper() and len(text) < 5 for text in self._filled[part]
        ):
            return False
        pairs = zip(self._cells[column], self._cells[part], strict=True)
        held = [plain(text) in plain(whole) for whole, text in pairs if whole and text]
        return head.known and self._holds_names(column) and sum(held) * 2 <= len(held)

    def _choose_group(self, groups: list[Group]) -> None:
        """Take the only group that can be the players'; ask if there are several."""
        said = [{*plain(self._name_of(one)).split()} for one in groups]
        if all(
            one & {"preferred", "legal"} for one in said
        ):  # school programs: a child goes by the preferred name
            groups = [
                group for group, one in zip(groups, said, strict=True) if "preferred" in one
            ] or groups
        likely = [one for one in groups if self._rank(one) < Rank.CALLED] or groups
        parts = [
            one
            for one in likely
            for other in likely
            if one is not other and self._is_part_of(one, other)
        ]
        likely = [one for one in likely if one not in parts]
        asking = [
            one for one in likely if "asking" in senses_of(" ".join(map(self.label, one.values())))
        ]
        sure = [
            one
            for one in likely
            if one in asking or all(self._heads[column].known for column in one.values())
        ]
        likely = sure or likely
        names = [quote(self._name_of(one)) for one in likely]
        unknown = [{Role.NAME: column} for column in self._unknown_texts()]
        if not groups:
            self._ask_of_all()
        elif self._rank(groups[0]) is Rank.OTHER:
            text = (
                f"{quote(self._name_of(groups[0]))} seems to name people who do not play. Are "
                "they the players?"
            )
            self._ask(Role.NAME, text, groups + unknown)
        elif len(likely) > 1:
            self._ask(
                Role.NAME, f"{listed(names)} could all be the players’ names. Which are?", likely
            )
        elif not sure:
            self._ask(Role.NAME, f"Is {names[0]} the players’ names?", likely + unknown)
        else:
            self.places |= likely[0]
            self.last_first = (
                Role.NAME in likely[0] and self._heads[likely[0][Role.NAME]].last_first
            )

    def _rank(self, group: Group) -> Rank:
        return max(self._heads[column].rank for column in group.values())

    def _is_part_of(self, one: Group, other: Group) -> bool:
        """Whether a group says nothing more than another: the same cells, or parts of a whole
        name.
        """
        pairs = [*zip(self._texts_of(one), self._texts_of(other), strict=True)]
        held = [{*plain(a).split()} <= {*plain(b).split()} for a, b in pairs if a and b]
        if len(held) * 2 < sum(bool(a) for a, _ in pairs) or sum(held) * 10 < len(held) * 9:
            return False
        shorter = sum(len(a) for a, _ in pairs) < sum(len(b) for _, b in pairs)
        return shorter or (Role.NAME in one, min(one.values())) > (
            Role.NAME in other,
            min(other.values()),
        )

    def _unknown_texts(self) -> list[int]:
        """Return the columns of text whose headings say nothing."""
        unknown = [c for c in self._every if self._heads[c] == Heading() and self.headings[c]]
        return [column for column in unknown if self._holds_names(column)]

    def _ask_of_all(self) -> None:
        """Ask which column holds the names if no heading says so."""
        labels = listed([quote(label) for label in self.headings if label])
        named = [
            label for label, head in zip(self.headings, self._heads, strict=True) if head.is_name
        ]
        columns = self._unknown_texts() if len(self.headings) > 1 else []
        if columns:
            text = (
                f"No heading says that it is the name; the headings are {labels}. Which column "
                "holds the names?"
            )
            self._ask(Role.NAME, text, [{Role.NAME: column} for column in columns])
            return
        what, advice = f"there is no column of names; the headings are {labels}", "call one “Name”"
        if not any(self._filled):
            what, advice = "there are no players in it", "add a row for each"
        elif named:
            what = (
                f"{quote(named[0])} holds numbers, dates or addresses, and no other column can "
                "be the names"
            )
            advice = "write the names there"
        self.problems.append(Problem(what, where=self._file, advice=advice))

    # Other columns

    def _take(self, role: Role) -> None:
        """Take the only column of a role; ask if there are two."""
        if role in self.places or f"column.{role.option}" in self._answers:
            return
        columns = [
            column
            for column in self._free
            if self._heads[column].role is role and self._fits(role, column)
        ]
        columns = [column for column in columns if self._filled[column]] or columns[:1]
        of_one = role in (Role.CLUB, Role.LARGE_PRINT, Role.LEFT_HANDED)
        if of_one and self.more and len(columns) == len(self.groups):
            columns.sort(key=lambda column: self._heads[column].side)
            for group, column in zip(self.groups, columns, strict=True):
                group[role] = column
        elif (
            of_one and self.meet and role is not Role.CLUB and columns and self._filled[columns[0]]
        ):
            what = (
                f"{quote(self.headings[columns[0]])} does not say which of two players it is about"
            )
            self.problems.append(
                Problem(what, where=self._file, advice="give each player a column")
            )
        if of_one and (self.meet or role in self.places):
            return
        if role is Role.CLUB:
            parts = [{*plain(self.headings[column]).split()} for column in columns]
            order = [
                next((at for at, text in enumerate(_CLUBS) if one & {*text.split()}), 9)
                for one in parts
            ]
            columns = [columns[order.index(min(order))]] if columns else []
        if len(columns) > 1 and self._cells[columns[0]] != self._cells[columns[1]]:
            labels = listed([quote(self.label(column)) for column in columns])
            self._ask(
                role,
                f"{labels} could all be the {role}. Which is?",
                [{role: column} for column in columns],
            )
        elif columns:
            self.places[role] = columns[0]

    def _fits(self, role: Role, column: int) -> bool:
        """Whether the cells of a column may have the role that its heading says."""
        texts = self._filled[column]
        if role in (Role.CLUB, Role.LARGE_PRINT, Role.LEFT_HANDED):
            answers = all("@" in text or cells.yes_or_no(text) is not None for text in texts)
            return role is not Role.CLUB or not texts or not answers
        if role is Role.OPPONENT:
            # Numbers name opponents only where players have numbers
            unknown = [
                label
                for label, head in zip(self.headings, self._heads, strict=True)
                if not head.role
            ]
            counted = any("number" in senses_of(label) for label in unknown)
            return not self.meet and (counted or not texts or not all(map(str.isdecimal, texts)))
        if role is Role.SEAT:
            return Role.TABLE in self.places and not self.meet
        if role is Role.ROUND and plain(self.headings[column]) == "match":
            return len({*texts}) < len(texts)
        numbers = [text for text in texts if any(map(str.isdecimal, text))]
        return not texts or len(numbers) * 2 >= len(texts)

    def _take_status(self) -> None:
        """Take the column that says who plays: first one with a no in it. Ask of a column that may
        say so.
        """
        if "column.status" in self._answers:
            return
        free = [column for column in self._free if self._filled[column]]
        status = []
        for column in free:
            label, texts = self.headings[column], self._filled[column]
            says = {cells.read_status(text, label) for text in texts}
            asks = headings.asks_who_plays(headings.split_words(label))
            # Cells may say who is a player and who a teacher or a spectator
            roles = ["other" in senses_of(text) for text in {*texts}]
            tell_roles = len(roles) < len(texts) and any(roles) and not all(roles)
            if tell_roles or (
                self._heads[column].role is Role.STATUS and (asks or says != {Plays.YES})
            ):
                status.append((Plays.NO not in says, column))
        if status:
            self.places[Role.STATUS] = min(status)[1]
            return
        for column in free:
            label, texts = self.headings[column], self._filled[column]
            answers = {cells.yes_or_no(text) for text in texts if not any(map(str.isdecimal, text))}
            invites = {*headings.split_words(label)} & {
                "will",
                "can",
            }  # “Will you be at the club?” is about no club
            about_facts = "fact" in senses_of(label) or (self._heads[column].known and not invites)
            marks = answers == {True} and len(texts) < len(self._cells[column])
            if (
                plain(label)
                and not about_facts
                and None not in answers
                and (marks or False in answers)
            ):
                text = f"Does {quote(label)} say who plays?"
                yes = Choice(self._value_of({Role.STATUS: column}), "yes: leave the others out")
                choices = (yes, Choice(NO_COLUMN, "no: everybody plays"))
                self.questions.append(Question("column.status", text, choices, column=column))
                return

    def _ask_of_gaps(self) -> None:
        """Ask whether a class that is written once holds for the rows below it."""
        column = self.places.get(Role.CLUB)
        cells, filled = ([], []) if column is None else (self._cells[column], self._filled[column])
        below = sum(bool(one) and not other for one, other in pairwise(cells))
        once = len(filled) == len({*filled}) > 1 and cells[0] and below * 2 > len(filled)
        if once and "fill.club" not in self._answers:
            text = (
                f"Under {quote(self.label(column or 0))} some rows are empty. Do they belong "
                f"to the {filled[0]} …"
            )
            choices = offer(yes=f"yes: {filled[0]} …", no="no")
            self.questions.append(Question("fill.club", text, choices, column=column))

    def _ask_of_neighbor(self) -> None:
        """Ask whether a column of text without a heading, next to the names, is a part of them."""
        names = [*name_columns(self.places).items()]
        if len(names) != 1 or not any(self.headings) or self.more:
            return
        role, at = names[0]
        for column in (at - 1, at + 1):
            known = column < 0 or column >= len(self.headings) or self.headings[column]
            if (
                not known
                and self._holds_names(column)
                and len(self._filled[column]) * 2 > len(self._cells[column])
            ):
                text = (
                    f"Column {letter_of(column)} next to the names has no heading. Is it part "
                    "of the names?"
                )
                parts = [{Role.FIRST: at, Role.LAST: column}, {Role.FIRST: column, Role.LAST: at}]
                self._ask(Role.NAME, text, [{role: at}, *parts])
                return


def find_columns(rows: Sequence[Row], answers: Answers, file: str) -> Columns:
    """Return what each column is, with questions and problems if that is not clear."""
    values = [value for key, value in answers.items() if key.startswith("column.")]
    named = [
        part.rpartition("=")[2].strip() for value in values for part in re.split(r" [|:+] ", value)
    ]
    # An answer may name a row of headings that would not be found; a letter names none
    at = find_heading_row(rows, [text for text in named if len(text) > 2])
    return Columns(rows, find_heading_row(rows) if at is None and named else at, answers, file)


def _sample(texts: Iterable[str], most: int = 3) -> str:
    filled = [quote(text).strip("“”") for text in texts if text]
    return ", ".join(filled[:most]) + (", …" if len(filled) > most else "")
