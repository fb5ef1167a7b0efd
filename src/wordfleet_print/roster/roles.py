"""What a column can say of a player. Each role is one class: its headings, its cells, its value.

`claims` says whether a heading speaks of the role. The order of `ROLES` decides where it could be
two. `fits` says whether the cells of a column can be it. `read` makes a value of a cell.
docs/where-to-change.md says what else a new role needs.

A `Heading` speaks of senses, which are lists of vocabulary.toml: “pupil” of “person”, “parent” of
“other” (somebody who does not play), “guest” of “mate” (a player next to that of the row).
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence

from wordfleet_print.limits import MOST_ROUNDS
from wordfleet_print.roster import cells
from wordfleet_print.roster.cells import CellError
from wordfleet_print.roster.headings import Heading, asks_who_plays, list_senses_in, parse_heading
from wordfleet_print.roster.vocabulary import list_words
from wordfleet_print.sheet.player_names import find_name_faults, parse_name

MOST_TABLES = 100_000
# Digits from which on a number is no seat.
_MOST_DIGITS = 7
_SEATS = {"white": 1, "w": 1, "a": 1, "black": 2, "b": 2}
# A number with a few words around it: “Table 5”, “5th”, “Board 12 (hall)”.
_NUMBER = re.compile(r"(?!-)[^\d.,+]{0,12}?([0-9]{1,6})[^\d.,]{0,12}")


class Role:
    """What a column says of a player."""

    name = ""
    """As messages call it, and as vocabulary.toml lists its headings."""

    @property
    def option(self) -> str:
        """As options call it: “large-print”, “first”."""
        return self.name.removesuffix(" name").replace(" ", "-")

    @property
    def with_article(self) -> str:
        """As messages call one of it: “a club”, “an opponent”."""
        article = "an" if self.name[0] in "aeiou" else "a"
        return f"{article} {self.name}"

    def claims(self, _heading: Heading, /) -> bool:
        """Whether a heading that the vocabulary does not list as a whole speaks of this role."""
        return False

    def fits(self, _texts: Sequence[str], /) -> bool:
        """Whether a column of these filled cells can have this role."""
        return True

    def read(self, cell: str) -> object:
        """Return the value of a cell that is not empty; raises `CellError` with what is wrong."""
        return cell


class Need(Role, ABC):
    """A yes or no about a player's sheets: a column of its own says it, or a remark.

    A further need is a class here, in `ROLES` and in `PLAYER_NEEDS`, its words in vocabulary.toml,
    and a field of `Entry` and `Player`. Lists, `players.csv`, later lists of an event and what
    `event check` says follow.
    """

    field = ""
    """The field of `Entry` and `Player` that it fills."""
    plural = ""
    """What it is called where several players have it."""
    counted = ""
    """What follows the number of players who have it."""
    word = ""
    """What `players.csv` writes for it."""
    codes = ""
    """The list of the vocabulary with what is short for it in columns of needs, such as “LH”."""
    changes_layout = True
    """Whether the printed sheet looks different."""

    @abstractmethod
    def is_in_remark(self, remark: cells.Remark, /) -> bool:
        """Whether a remark says that the player has it."""

    def may_be_code(self, remark: cells.Remark) -> bool:
        """Whether a remark is a code for it, alone or among others: “LH”, “SEN, LH”."""
        return remark.has_item(self.codes)


class LargePrint(Need):
    """Who needs large print."""

    name = "large print"
    field = "large_print"
    plural = "large print"
    counted = "with large print"
    codes = "large-codes"
    word = "large print"

    def claims(self, heading: Heading) -> bool:
        """Whether a heading speaks of it."""
        both = {"big", "print"} <= heading.senses
        return both or heading.speaks_of("big-print") or heading.contains_phrase_of(self.name)

    def read(self, cell: str) -> bool | None:
        """Return yes or no; None for an answer that is neither."""
        return cells.read_wish(cell, wish="large", opposite="", sense="big-print")

    def is_in_remark(self, remark: cells.Remark) -> bool:
        """Whether a remark asks for it, or speaks of weak eyes."""
        if {"big", "print"} <= remark.senses or "big-print" in remark.senses:
            return True
        return remark.holds_phrase("weak-eyes") or remark.has_code(self.codes)


class LeftHanded(Need):
    """Who is left-handed."""

    name = "left-handed"
    field = "left_handed"
    plural = "left-handed players"
    counted = "left-handed"
    codes = "left-codes"
    word = "left-handed"

    def claims(self, heading: Heading) -> bool:
        """Whether a heading speaks of it."""
        return heading.speaks_of("left-handed") or heading.contains_phrase_of(self.name)

    def read(self, cell: str) -> bool | None:
        """Return yes or no, also for “left” or “right”; None for an answer that is neither."""
        return cells.read_wish(cell, wish="left", opposite="right", sense="left-handed")

    def is_in_remark(self, remark: cells.Remark) -> bool:
        """Whether a remark says so: “left-handed”, but not “left early”."""
        if "left-handed" in remark.senses and remark.has_word("left-handers"):
            return True
        return remark.has_code(self.codes)


class TextSheet(Need):
    """Who needs the sheet as text, for a screen reader or a braille display."""

    name = "text sheet"
    field = "text_sheet"
    plural = "text sheets"
    counted = "with a text sheet"
    codes = "text-codes"
    word = "text"
    changes_layout = False

    def claims(self, heading: Heading) -> bool:
        """Whether a heading speaks of it."""
        return heading.contains_phrase_of(self.name)

    def read(self, cell: str) -> bool | None:
        """Return yes or no; None for an answer that is neither."""
        return cells.read_wish(cell, wish="text-codes", opposite="", sense="text-sheet")

    def is_in_remark(self, remark: cells.Remark) -> bool:
        """Whether a remark asks for it; “text” alone is no remark about a message among needs."""
        return remark.holds_phrase("text-sheet") or remark.has_item(self.codes)


class Status(Role):
    """Who plays and who does not."""

    name = "status"

    def claims(self, heading: Heading) -> bool:
        """Whether a heading speaks of it."""
        if heading.speaks_of("name"):
            return False
        if asks_who_plays(heading) and not heading.speaks_of("other", "club", "opponent"):
            return True
        about_others = heading.speaks_of("other", "mate")
        return heading.known and heading.speaks_of("status") and not about_others


class Remarks(Role):
    """Remarks, which may ask for large print or a text sheet."""

    name = "needs"

    def claims(self, heading: Heading) -> bool:
        """Whether a heading speaks of it."""
        about_others = heading.speaks_of("name", "other", "mate")
        return heading.known and heading.speaks_of("needs") and not about_others


class Fact(Role):
    """Anything that no sheet needs: an address, a date, who invited somebody."""

    name = "fact"

    def claims(self, heading: Heading) -> bool:
        """Whether a heading speaks of it.

        “Invited by” does, and “Opponent's club”. A heading of first or last names is no fact.
        """
        if heading.has_word_of("whose") and not heading.speaks_of("name"):
            return heading.words[-1] in list_words("whose")
        if {"club", "opponent"} <= heading.senses:
            return True
        if heading.speaks_of("first", "last") or not heading.speaks_of("fact"):
            return False
        return not {"name", "asking"} <= heading.senses


class Club(Role):
    """The club, team, school or class."""

    name = "club"
    field = "club"
    """The field of `Entry` and `Player` that it fills."""

    def claims(self, heading: Heading) -> bool:
        """Whether a heading speaks of it."""
        if not heading.speaks_of("club") or heading.speaks_of("number", "other"):
            return False
        if heading.contains_phrase_of("name"):
            return False  # “Team member 2”
        if heading.has_word_of("wished") and not heading.speaks_of("name"):
            return False  # “Favorite team”
        is_question = not {"which", "what"}.isdisjoint(heading.words)
        return heading.known or heading.speaks_of("name") or is_question

    def fits(self, texts: Sequence[str]) -> bool:
        """Whether these cells can have it."""
        answers = [text for text in texts if cells.read_yes_or_no(text) is not None or "@" in text]
        return not texts or len(answers) < len(texts)

    def read(self, cell: str) -> str:
        """Return the club as it is printed; raises `CellError`."""
        if cell in cells.DITTO:
            raise CellError(f"has {cell} for the club above", "write the club out")
        for fault in find_name_faults(cell):
            raise CellError(f"has a club that cannot be printed: {fault}", "write the club out")
        return parse_name(cell)


class Opponent(Role):
    """Whom the player meets."""

    name = "opponent"

    def claims(self, heading: Heading) -> bool:
        """Whether a heading speaks of it."""
        wished = heading.has_word_of("wished") and not heading.speaks_of("name")
        others = heading.speaks_of("number", "other")
        return heading.speaks_of("opponent") and heading.known and not wished and not others

    def fits(self, texts: Sequence[str]) -> bool:
        """Whether these cells can have it."""
        return bool(texts)


class PlaceNumber(Role):
    """A number: of a table, a round or a seat."""

    most = MOST_TABLES

    def claims(self, heading: Heading) -> bool:
        """Whether a heading speaks of it."""
        people = heading.speaks_of("name", "person")
        return heading.speaks_of(self.name) and heading.known and not people

    def fits(self, texts: Sequence[str]) -> bool:
        """Whether these cells can have it."""
        numbers = [text for text in texts if any(map(str.isdecimal, text))]
        return len(numbers) * 2 >= len(texts)

    def read(self, cell: str) -> int | None:
        """Return the number in a cell, whatever short text is around it; None for a bye.

        Raises `CellError` for anything else, such as 0: numbers count from 1.
        """
        match = _NUMBER.fullmatch(cell)
        if match and 1 <= int(match[1]) <= self.most:
            return int(match[1])
        if cells.is_bye(cell):
            return None
        what = f"has “{cell}”, which is not a {self.name} number from 1 to {self.most:,}"
        raise CellError(what, "write a whole number")


class TableNumber(PlaceNumber):
    """At which table."""

    name = "table"


class RoundNumber(PlaceNumber):
    """In which round."""

    name = "round"
    most = MOST_ROUNDS


class Seat(PlaceNumber):
    """On which side of the table."""

    name = "seat"

    def fits(self, _texts: Sequence[str], /) -> bool:
        """Whether these cells can have it: numbers, letters, colors."""
        return True

    def read(self, cell: str) -> int | None:
        """Return the number of the seat: 1 for “White”, “w” or “1”; None for anything else."""
        if cell.isdecimal() and len(cell) < _MOST_DIGITS:
            return int(cell)
        for word in [cell.casefold(), *list_senses_in(cell)]:
            if word in _SEATS:
                return _SEATS[word]
        return None


class Number(Role):
    """A number that opponents may be named by."""

    name = "number"

    def claims(self, heading: Heading) -> bool:
        """Whether a heading speaks of it: “No.”, or “List” and “Entry”, but not “Your entry”."""
        is_about_you = not {"your", "you", "on"}.isdisjoint(heading.words)
        is_thing = heading.speaks_of("thing") and not heading.speaks_of("person")
        return heading.speaks_of("number") or (is_thing and not is_about_you)


class NamePart(Role):
    """A part of a name."""

    sense = ""

    def claims(self, heading: Heading) -> bool:
        """Whether a heading speaks of it."""
        return heading.speaks_of(self.sense) and not heading.names_full_names


class First(NamePart):
    """First names."""

    name = "first name"
    sense = "first"


class Particle(NamePart):
    """“van der”."""

    name = "name particle"

    def claims(self, _heading: Heading, /) -> bool:
        """Whether a heading speaks of it: only those that the vocabulary lists as a whole."""
        return False


class Last(NamePart):
    """Last names."""

    name = "last name"
    sense = "last"


class SecondLast(Particle):
    """The second last name of Spanish names."""

    name = "second last name"


class Name(Role):
    """Whole names."""

    name = "name"

    def claims(self, heading: Heading) -> bool:
        """Whether a heading speaks of it."""
        if heading.names_full_names or heading.speaks_of("name", "person", "mate"):
            return True
        if not heading.known:
            return False
        if heading.speaks_of("account", "called"):
            return True
        other = heading.speaks_of("fact", "number", "round", "table", "other")
        return bool(heading.side) and not other

    def fits(self, texts: Sequence[str]) -> bool:
        """Whether these cells can have it: most can be names, and they are not all the same."""
        if len(texts) > 2 and len(set(texts)) == 1:
            return False
        return sum(map(cells.is_name_like, texts)) * 2 > len(texts)


# In this order they are asked whether a heading speaks of them.
ROLES: tuple[Role, ...] = (
    LARGE_PRINT := LargePrint(),
    LEFT_HANDED := LeftHanded(),
    TEXT_SHEET := TextSheet(),
    STATUS := Status(),
    REMARKS := Remarks(),
    FACT := Fact(),
    CLUB := Club(),
    OPPONENT := Opponent(),
    TABLE := TableNumber(),
    ROUND := RoundNumber(),
    SEAT := Seat(),
    FIRST := First(),
    LAST := Last(),
    PARTICLE := Particle(),
    SECOND_LAST := SecondLast(),
    NUMBER := Number(),
    NAME := Name(),
)
NAME_PARTS = (FIRST, PARTICLE, LAST, SECOND_LAST)
NAMES = (NAME, *NAME_PARTS)
# What the layout of a player's sheets depends on.
PLAYER_NEEDS: tuple[Need, ...] = (LARGE_PRINT, LEFT_HANDED, TEXT_SHEET)
# Roles besides the name that each of several players in a row has a column of, and roles of which
# a row has one.
PLAYER_ROLES: tuple[Role, ...] = (CLUB, *PLAYER_NEEDS)
ROW_ROLES: tuple[Role, ...] = (TABLE, ROUND, SEAT, OPPONENT)

# Roles that only say what is not read.
UNREAD = (FACT, NUMBER)


def find_role_by_name(text: str) -> Role | None:
    """Return the role of this name or option; None if no role has it."""
    bare = text.casefold().replace(" ", "-").replace("_", "-").removesuffix("-name") or "name"
    return next((role for role in ROLES if role.option == bare), None)


def find_role(heading: Heading) -> Role | None:
    """Return the role that a heading speaks of; None if it says none."""
    if heading.whole:
        return find_role_by_name(heading.whole)
    if not heading.words:
        return None
    return next((role for role in ROLES if role.claims(heading)), None)


def role_called(text: str) -> Role | None:
    """Return the role that the text of a heading speaks of; None if it says none."""
    return find_role(parse_heading(text))
