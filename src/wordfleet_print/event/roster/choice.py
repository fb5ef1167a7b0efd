"""`Choice`: which column has which use, by what headings say and cells hold; or what somebody has to choose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from wordfleet_print.event.roster.headings import Heading, read_heading
from wordfleet_print.event.roster.kinds import Kind, kind_of
from wordfleet_print.event.roster.rows import Cell, Odd
from wordfleet_print.event.roster.uses import NAMING, Use, how_to_ask
from wordfleet_print.sheet.captain import plain
from wordfleet_print.wording import did_you_mean, quote

NO_NAMES = frozenset(
    {Kind.EMPTY, Kind.NUMBERS, Kind.IDS, Kind.EMAILS, Kind.LINKS, Kind.DATES, Kind.MARKS, Kind.HOLDERS}
)
"""What is never the names while another column could be."""
_NEVER = frozenset({Kind.EMAILS, Kind.LINKS, Kind.DATES, Kind.HOLDERS})
"""What is never the names at all."""
_OF_A_PLAYER = (Use.CLUB, Use.LARGE_PRINT, Use.LEFT_HANDED)
_SHARED = (Use.TABLE, Use.ROUND, Use.SEAT, Use.OPPONENT, Use.NEEDS, Use.STATUS)
_FEWER_WORDS = (
    "club verein vereniging klub klubb",
    "team mannschaft equipe equipo squadra",
    "school schule ecole colegio",
)
_BUYER, _STRANGER = 70, 90
"""Ranks of names from which on they are those of somebody who has paid, and of somebody who does not play."""
Columns = Sequence[Sequence[Cell]]


class Choice:
    """Chooses when it is made.

    `places` holds each use's column, `facing` those of the opponent where a row is a table. `complaints` are what is
    wrong and what to do; `refused` are columns that could have been the names but for what they hold.
    """

    def __init__(self, headings: Sequence[str], cells: Columns, asked: Mapping[Use, str], *, headed: bool) -> None:
        self.places: dict[Use, int] = {}
        self.facing: dict[Use, int] = {}
        self.complaints: list[tuple[str, str]] = []
        self.notes: list[str] = []
        self.refused: list[tuple[int, Kind]] = []
        self._headings = headings
        self._cells = cells
        self._kinds = [kind_of(column) for column in cells]
        self._read = [read_heading(heading) if heading else Heading() for heading in headings]
        self._asked = asked
        self._take_asked()
        if self.complaints:
            return
        named = {Use.NAME, Use.FIRST, Use.LAST} & {*self.places}
        if not headed and not named:
            self._take_only_texts()
        elif not named and not self._take_sides():
            self._take_names()
        for use in (*_OF_A_PLAYER, *_SHARED):
            if use not in asked and use not in self.places:
                self._take(use)
        self._check_seats()

    # What is said outright

    def _take_asked(self) -> None:
        for use, heading in self._asked.items():
            if not heading:
                continue
            found = [place for place, known in enumerate(self._headings) if known and plain(known) == plain(heading)]
            exact = [place for place in found if self._headings[place].strip() == heading]
            found = exact or found
            place = _place_of(heading) if not found else found[0]
            if len(found) > 1:
                what = f"the heading {quote(heading)} stands over {len(found)} columns"
                self.complaints.append((what, f"name one by its letter: {self._offer(use, found)}"))
            elif place is None or place >= len(self._headings):
                near = did_you_mean(heading, [known for known in self._headings if known])
                what = f"no column is called {quote(heading)}, as --column says"
                self.complaints.append((what, near or "name its heading, or its letter such as B"))
            else:
                self.places[use] = place

    def _offer(self, use: Use, places: Iterable[int]) -> str:
        """The calls that choose among columns, by heading where it is the only one of its kind."""
        told = [plain(heading) for heading in self._headings]
        names = [
            self._headings[place] if self._headings[place] and told.count(told[place]) == 1 else letter_of(place)
            for place in places
        ]
        return " or ".join(how_to_ask(use, name) for name in names)

    def _taken(self) -> set[int]:
        return {*self.places.values(), *self.facing.values()}

    # Names

    def _take_only_texts(self) -> None:
        """Without headings the only column of text is the names."""
        texts = [place for place, kind in enumerate(self._kinds) if kind is not Kind.EMPTY]
        if len(texts) > 1:
            texts = [place for place in texts if self._kinds[place] is Kind.TEXT]
            texts = texts if len(texts) == 1 and len([*filter(None, self._cells[texts[0]])]) > 2 else []
        if len(texts) == 1:
            self.places[Use.NAME] = texts[0]

    def _take_sides(self) -> bool:
        """Take the names of two opponents, where each row is a table."""
        by_side = [self._of_side(number) for number in (1, 2)]
        if all(by_side) and not self._is_team():
            self.places.update(by_side[0])
            self.facing.update(by_side[1])
            return True
        return self._take_twins()

    def _of_side(self, side: int) -> dict[Use, int]:
        found: dict[Use, int] = {}
        for place, heading in enumerate(self._read):
            visitor = side == 2 and plain(self._headings[place]) in {"gast", "gaste", "guest", "visitor"}
            ours = heading.side == side or (visitor and any(one.side == 1 for one in self._read))
            if ours and heading.names and heading.use and self._kinds[place] not in {Kind.NUMBERS, Kind.MARKS}:
                found.setdefault(heading.use, place)
        return {Use.NAME: found[Use.NAME]} if Use.NAME in found else found

    def _is_team(self) -> bool:
        """Whether players 1 and 2 belong together rather than meet: a row is a team, or there is a player 3."""
        counted = any(one.side == 3 for one in self._read if one.names)
        white = any(one.side in (1, 2) and not one.ordinal for one in self._read)
        clubs = any(one.use is Use.CLUB and one.side == 0 for one in self._read)
        return counted or (clubs and not white and not self._has_tables())

    def _has_tables(self) -> bool:
        return any(one.use in (Use.TABLE, Use.ROUND) for one in self._read)

    def _take_twins(self) -> bool:
        """Two columns under one heading, beside tables, are two opponents: “Table, Name, Club, Name, Club”."""
        against = any(one.use is Use.OPPONENT and self._kinds[at] is Kind.EMPTY for at, one in enumerate(self._read))
        if not (self._has_tables() or against):
            return False
        pairs: dict[Use, list[int]] = {}
        for use in (Use.NAME, Use.FIRST, Use.LAST):
            said = [(plain(self._headings[at]), at) for at, one in enumerate(self._read) if one.use is use]
            alike = [at for text, at in said if [other for other, _ in said].count(text) == 2]
            if len(alike) == 2 and self._kinds[alike[0]] is not Kind.EMPTY:
                pairs[use] = alike
        if Use.NAME not in pairs and not {Use.FIRST, Use.LAST} <= {*pairs}:
            return False
        chosen = {Use.NAME: pairs[Use.NAME]} if Use.NAME in pairs else pairs
        self.places.update({use: two[0] for use, two in chosen.items()})
        self.facing.update({use: two[1] for use, two in chosen.items()})
        return True

    def _take_names(self) -> None:
        """Take the column of names, or those of their parts, that is most likely the players’."""
        groups = self._name_groups()
        if not groups:
            return
        best = min(self._rank(group) for group in groups)
        chosen = [group for group in groups if self._rank(group) == best]
        if len(chosen) > 1 and not self._same(chosen):
            self._clash(Use.NAME, [min(group.values()) for group in chosen])
            return
        group = chosen[0]
        kinds = {self._kinds[place] for place in group.values()}
        if kinds <= _NEVER or (kinds <= NO_NAMES - {Kind.EMPTY} and self._better()):
            self.refused += [(place, self._kinds[place]) for place in group.values()]
        elif best >= _STRANGER:
            heading = self._headings[min(group.values())]
            what = f"{quote(heading)} seems to be the name of somebody who does not play"
            self.complaints.append((what, f"if it is the players’, say {self._offer(*_first_of(group))}"))
        else:
            self.places.update(group)
            if best >= _BUYER:
                heading = self._headings[min(group.values())]
                self.notes.append(f"{quote(heading)} was taken for the players, since no other column names them.")

    def _better(self) -> bool:
        """Whether a column that is not understood looks more like names than those that are."""
        unknown = [at for at, one in enumerate(self._read) if one.use is None and not one.known]
        texts = [self._cells[at] for at in unknown if self._kinds[at] is Kind.TEXT]
        return any(len({*map(str, column)}) > 1 for column in texts)

    def _name_groups(self) -> list[dict[Use, int]]:
        """The ways to read names: one column each, or parts that belong together; empty ones and numbers last of all."""
        named = [
            at for at, one in enumerate(self._read) if one.names and one.side in (0, 3) and at not in self._taken()
        ]
        lone = [at for at, one in enumerate(self._read) if one.names and one.side in (1, 2)]
        named += [at for at in lone if self._read[at].ordinal]
        good = [at for at in named if self._kinds[at] not in NO_NAMES and not self._is_one(at)]
        wholes = {at: {Use.NAME: at} for at in named if self._read[at].use is Use.NAME}
        parts = self._part_groups(named)
        self._complete(wholes, parts)
        groups = [*wholes.values(), *parts]
        kept = [group for group in groups if any(at in good for at in group.values())]
        filled = [group for group in groups if any(self._kinds[at] is not Kind.EMPTY for at in group.values())]
        return kept or filled or ([] if {*self._kinds} - {Kind.EMPTY} else groups)

    def _is_one(self, place: int) -> bool:
        """Whether a column says the same in every row: the name of an event, say."""
        texts = [cell for cell in self._cells[place] if cell]
        return len(texts) > 2 and len({*map(str, texts)}) == 1

    def _part_groups(self, named: Sequence[int]) -> list[dict[Use, int]]:
        """First and last names that speak of the same person; what has only one part borrows the other."""
        groups: dict[frozenset[str], dict[Use, int]] = {}
        for at in sorted(named, key=lambda at: (self._kinds[at] in NO_NAMES, self._read[at].rank, at)):
            one = self._read[at]
            if one.use in (Use.FIRST, Use.LAST, Use.INFIX, Use.SECOND_LAST):
                whose = frozenset() if one.use in (Use.INFIX, Use.SECOND_LAST) else one.whose - {"initials"}
                group = groups.setdefault(whose, {})
                known = group.setdefault(one.use, at)
                if (
                    known != at
                    and self._read[known].rank == one.rank
                    and not self._same([{one.use: at}, {one.use: known}])
                ):
                    if self._kinds[at] not in NO_NAMES:
                        self._clash(one.use, [known, at])
        for whose, group in groups.items():
            for use, at in groups.get(frozenset(), {}).items() if whose else ():
                if use not in group:
                    group[use] = at
        for group in groups.values():
            for use in [use for use, at in group.items() if self._kinds[at] is Kind.EMPTY and len(group) > 1]:
                if any(self._kinds[at] is not Kind.EMPTY for at in group.values()):
                    del group[use]
        return [group for group in groups.values() if {Use.FIRST, Use.LAST} & {*group}]

    def _complete(self, wholes: dict[int, dict[Use, int]], parts: list[dict[Use, int]]) -> None:
        """“Nom, Prénom” and “Nombre, Apellidos”: beside one part of a name, a bare “name” is the other part."""
        for group in parts:
            held = [use for use in (Use.FIRST, Use.LAST) if use in group]
            bare = [at for at in wholes if self._is_part(at, group[held[0]]) and self._kinds[at] is not Kind.EMPTY]
            if not bare or all(self._kinds[at] is Kind.EMPTY for at in group.values()) or self._holds(bare[0], group):
                continue
            if len(held) == 1:
                group[Use.LAST if held[0] is Use.FIRST else Use.FIRST] = bare[0]
                wholes.pop(bare[0], None)
            elif len(held) == 2 and self._kinds[bare[0]] is Kind.TEXT:
                wholes.pop(bare[0], None)

    def _is_part(self, whole: int, part: int) -> bool:
        """Whether a “name” beside a part of one may be the other part: “Nom du joueur” beside “Prénom du joueur”."""
        one, other = self._read[whole], self._read[part]
        english = {*plain(self._headings[part]).split()} & {"first", "given", "forename"}
        return one.whose == other.whose and (one.bare or (one.rank == 10 and not english))

    def _holds(self, whole: int, group: Mapping[Use, int]) -> bool:
        """Whether a column of whole names holds the parts that stand beside it, in most of its rows."""
        rows = [*zip(*(self._cells[at] for at in (whole, *group.values())), strict=False)]
        told = [row for row in rows if all(isinstance(cell, str) and cell.strip() for cell in row)]
        held = [row for row in told if {*plain(" ".join(row[1:])).split()} <= {*plain(row[0]).split()}]
        return len(held) * 2 > len(told)

    def _rank(self, group: Mapping[Use, int]) -> int:
        """How far a way to read names is from the likeliest; what is not said of a part is that of the other."""
        ranks = [self._read[at].rank for use, at in group.items() if use in (Use.NAME, Use.FIRST, Use.LAST)]
        if Use.NAME in group:
            return ranks[0]
        bare = [self._read[at].bare for at in group.values()]
        return min(ranks) + (0 if len(ranks) == 2 or any(bare) else 20 if Use.FIRST in group else 22)

    def _same(self, groups: Sequence[Mapping[Use, int]]) -> bool:
        """Whether columns hold the same, cell by cell."""
        texts = [[tuple(map(str, self._cells[at])) for at in group.values()] for group in groups]
        return all(one == texts[0] for one in texts)

    # Everything else

    def _take(self, use: Use) -> None:
        """Take the column of a use; complain where two could be it."""
        found = [at for at, one in enumerate(self._read) if one.use is use and at not in self._taken()]
        found = [at for at in found if self._fits(use, at)]
        filled = [at for at in found if self._kinds[at] is not Kind.EMPTY] or found[:1]
        if self.facing and use in _OF_A_PLAYER:
            self._take_of_sides(use, filled)
            return
        if use is Use.CLUB:
            filled = sorted(filled, key=self._clubs_rank)[:1]
        elif use in (Use.NEEDS, Use.STATUS):
            filled = filled[:1]
        elif len(filled) > 1 and use in (Use.TABLE, Use.ROUND):
            filled = [at for at in filled if self._kinds[at] is Kind.NUMBERS] or filled
        if len(filled) > 1:
            self._clash(use, filled)
        elif filled:
            self.places[use] = filled[0]

    def _fits(self, use: Use, place: int) -> bool:
        """Whether the cells of a column can be what its heading says."""
        kind, heading = self._kinds[place], self._read[place]
        if use is Use.CLUB:
            return kind not in {Kind.MARKS, Kind.EMAILS, Kind.LINKS, Kind.DATES}
        if use is Use.ROUND:
            texts = [text for text in self._cells[place] if text]
            counts = plain(self._headings[place]) == "match" and len({*map(str, texts)}) == len(texts) > 1
            return not heading.ordinal and not (counts and bool(self.facing or len(texts) > 3))
        if use is Use.OPPONENT:
            return not self.facing
        if use is Use.NEEDS:
            return kind in {Kind.TEXT, Kind.MARKS}
        return True

    def _clubs_rank(self, place: int) -> tuple[int, int]:
        """Clubs before teams, teams before schools, schools before classes and the rest."""
        words = {*plain(self._headings[place]).split()}
        return next((rank for rank, said in enumerate(_FEWER_WORDS) if words & {*said.split()}), 9), place

    def _take_of_sides(self, use: Use, found: Sequence[int]) -> None:
        """Take what is told of each of two opponents: by its heading, or by where it stands."""
        first, second = min(self.places.values()), min(self.facing.values())
        for at in found:
            side = self._read[at].side or ((2 if at > second else 1) if len(found) == 2 else 0)
            if side in (1, 2):
                (self.places if side == 1 else self.facing).setdefault(use, at)
            elif use is not Use.CLUB and any(map(_filled, self._cells[at])):
                names = f"{quote(self._headings[first])} or {quote(self._headings[second])}"
                what = f"{quote(self._headings[at])} does not say which of two players it speaks of"
                self.complaints.append((what, f"give each its own column, or say {names} in the heading"))

    def _check_seats(self) -> None:
        """A seat says nothing where there are no tables: it is one in a hall, or a place in a ranking."""
        if Use.SEAT in self.places and Use.SEAT not in self._asked:
            texts = [str(cell) for cell in self._cells[self.places[Use.SEAT]] if cell]
            seats = not texts or any(text.isdecimal() or len(text) == 1 or read_heading(text).side for text in texts)
            if not {Use.TABLE, Use.OPPONENT} & {*self.places} or self.facing or not seats:
                del self.places[Use.SEAT]

    def _clash(self, use: Use, places: Sequence[int]) -> None:
        """Complain of columns that could all have a use."""
        told = [self._headings[place] for place in places]
        if len({*map(plain, told)}) == 1:
            what = f"the heading {quote(told[0])} stands over {len(told)} columns"
        else:
            what = f"{' and '.join(map(quote, told))} could both be the {use}"
        self.complaints.append((what, f"say which one is: {self._offer(use, places)}"))


def _first_of(group: Mapping[Use, int]) -> tuple[Use, list[int]]:
    use = next(iter(group))
    return use, [group[use]]


def _filled(cell: Cell) -> bool:
    return isinstance(cell, Odd) or bool(cell.strip())


def letter_of(place: int) -> str:
    """A column as spreadsheets call it: A, B … Z, AA."""
    letters = ""
    while place >= 0:
        letters = chr(ord("A") + place % 26) + letters
        place = place // 26 - 1
    return letters


def _place_of(letters: str) -> int | None:
    """The place of a column that is named as spreadsheets do; None for what is no such name."""
    if not re.fullmatch("[A-Za-z]{1,2}", letters):
        return None
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1
