"""The rows below the headings: who is in them, who is left out, what has to be asked."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from wordfleet_print.errors import Problem, T
from wordfleet_print.limits import MOST_ROUNDS
from wordfleet_print.messages import quote
from wordfleet_print.roster import cells
from wordfleet_print.roster.cells import (
    Plays,
    is_name_like,
    read_label,
    split_at_comma,
    stem_of,
)
from wordfleet_print.roster.columns import SAMPLE, Columns, Group, name_columns
from wordfleet_print.roster.headings import (
    NAME_PARTS,
    Role,
    phrases,
    read_heading,
    senses_of,
    split_words,
    words,
)
from wordfleet_print.roster.questions import (
    ALL_ROWS,
    Answers,
    Question,
    key_of,
    list_rows,
    offer,
)
from wordfleet_print.sheet.captains import name_faults, parse_name, plain
from wordfleet_print.tables.rows import Odd, Row

# Chinese, Japanese and Korean: there the last name comes first.
_EASTERN = re.compile("[\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_REMARK = re.compile(r"\w:(\s|$)")
# A remark behind a name: “Ben (maybe)”, “Ben – cancelled”.
_BEHIND = re.compile(r"\s*[(\[–—:-]\s*([^()\[\]]+)[)\]]?\s*$")
_ADDED = re.compile(r"[(\[]|\s[–—-]\s")
_EXAMPLE = re.compile(
    r"(?:e\. ?g\.|z\. ?b\.|p\. ?ej\.|example\b|beispiel\b|exemple\b|ejemplo\b).*", re.IGNORECASE
)
_TITLE = re.compile(r"[?!]\W*$|(?<!\S)(19|20)\d\d(?!\S)|://|www\.|^[©†‡]")
# Why a row is no player: it has to be asked whether it is, or whose name it is.
_DOUBTFUL, _NAMELESS, _REORDERED = "in doubt", "nameless", "holds the headings in another order"
# What programs print around a list, and headings of its halves.
_FURNITURE = re.compile(
    r"(?i)page \d+ (of|/) \d+|(generated|exported|printed) (on|at|by) .*|sent from my .*"
    r"|girls|boys|mädchen|jungen|filles|garçons|niñas|niños"
)
# A text that is too long for a name, or ends as a sentence does.
_SENTENCE = re.compile(r"(\S+\s+){8}|(\S+\s+){2}.*[!?]$|(\S+\s+){5}.*\S{4}\.$", re.DOTALL)
# A text that is no name unless somebody says so.
_LABELS = frozenset().union(*map(phrases, ("totals", "out", "undecided", "in")))
_SEATS = {"white": 1, "black": 2, "a": 1, "b": 2, "w": 1}
_BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
MAX_NAME = 200
_MOST_TABLES = 100_000


@dataclass(slots=True)
class Entry:
    """What one row says of one player."""

    row: int
    name: str
    club: str = ""
    round: int | None = None
    table: int | None = None
    seat: int | None = None
    opponent: str = ""
    large_print: bool | None = None
    left_handed: bool | None = None
    filed: str = ""


def _form_of(text: str, *, wide: bool) -> tuple[bool, ...]:
    """Return how a name is written: with a bullet, with digits, in capitals, ending in a small word
    or a sign.
    """
    stripped = cells.strip_bullet(text)
    bare = _ADDED.split(cells.SEVERAL.split(stripped)[0])[0]
    parts, digits, capitals = (
        bare.split(),
        any(map(str.isdecimal, bare)),
        text.isupper() and len(text) > 2,
    )
    small = bare.endswith("!") or (len(parts) > 1 and parts[-1].islower())
    return stripped != text, digits, capitals, small, wide and len(parts) < 2


def _find_most(values: Iterable[T], default: T) -> T:
    """Return the value that more than half of several have, or the default."""
    counts = Counter(values)
    value, times = next(iter(counts.most_common(1)), (default, 0))
    return value if times * 2 > counts.total() > 1 else default


class People:
    """Everybody in the rows under known columns. `left_out` are rows that are nobody, by the
    reason.
    """

    def __init__(
        self, columns: Columns, rows: Sequence[Row], answers: Answers, *, exact: bool, file: str
    ) -> None:
        self.entries: list[Entry] = []
        self.problems: list[Problem] = []
        self.questions: list[Question] = []
        self.left_out: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
        self.notes: list[str] = []
        self._columns, self._answers, self._exact, self._file = columns, answers, exact, file
        self._rows, above = rows[columns.first_row :], rows[: columns.first_row]
        self._labels = [label.casefold() for label in above[-1].cells] if above else []
        self._titled = sum(bool(row.filled) for row in above) > 1
        self._wide = sum(map(bool, columns.headings)) > 1 or any(
            len(row.filled) > 1 for row in self._rows
        )
        self._unread = {*range(len(columns.headings))} - {
            at for one in columns.groups for at in one.values()
        }
        self._pairs = columns.meet or bool({Role.TABLE, Role.OPPONENT} & {*columns.places})
        self._name_columns = [*name_columns(columns.places).values()]
        shared = {
            role: at for role, at in columns.places.items() if role not in (Role.NAME, *NAME_PARTS)
        }
        self._groups = [columns.places, *(shared | group for group in columns.more)]
        names = [name for row in self._rows if (name := self._name_in(row, columns.places))]
        self._stem = _find_most(map(stem_of, names), "")
        """What is counted in most rows: “player” of “Player 1”, “Player 2” …"""
        self._round = next(
            filter(None, (cells.round_in(text) for row in above for text in row.cells)), None
        )
        self._section, self._section_label = Plays.YES, ""
        self._below_total, self._club = False, ""
        full = [row for row in self._rows if not self._wide or len(row.filled) > 1]
        written = filter(None, (self._name_in(row, columns.places) for row in full))
        self._form = _find_most((_form_of(name, wide=self._wide) for name in written), ())
        """How most names are written."""
        self._bulleted = any(cells.strip_bullet(name) != name for name in names)
        numbered = [
            at for at in sorted(self._unread) if "number" in senses_of(columns.headings[at])
        ][:1]
        named = {
            row[at]: self._name_in(row, columns.places)
            for at in numbered
            for row in self._rows
            if row[at]
        }
        self._numbers = {"0": "bye"} | named
        """Names by the numbers that opponents may be named by; 0 is no opponent."""
        self._ticked = any(sign in name[:9] for name in names for sign in cells.TICKED)
        self._doubtful: list[tuple[int, str]] = []
        self._nameless: list[Row] = []
        self._open: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
        self._statuses = self._read_statuses()
        self._read()

    def _read(self) -> None:
        gap = False
        for at, row in enumerate(self._rows):
            self._below_total = self._below_total and not gap
            why = self._why_nobody(at, row, gap=gap) if row.cells else ""
            text = self._name_in(row, self._columns.places) or row[next(iter(row.filled), None)]
            if why == _DOUBTFUL:
                answer = self._answers.get(key_of("row", text)) or self._answers.get(ALL_ROWS)
                why = {"skip": "as you said", "player": ""}.get(answer or "", _DOUBTFUL)
            if why == _DOUBTFUL:
                self._doubtful.append((row.number, text))
            elif why == _NAMELESS:
                self._nameless.append(row)
            elif why:
                self.left_out[why].append((row.number, " ".join(filter(None, row.cells))))
            elif row.cells:
                label, rows = self._section_label, [(row.number, text)]
                if self._plays(self._section, label, f"under {quote(label)}", rows):
                    self._read_row(row)
            gap = not any(any(map(str.isalnum, cell)) for cell in row.cells)
        self._check_direction()
        self._tidy_names()
        self._ask()

    # Rows that are nobody

    def _why_nobody(self, at: int, row: Row, *, gap: bool) -> str:
        """Return why a row is no player: headings again, a title, a total, a label …; "" for a
        player.
        """
        first, alone, rest = (
            row[row.filled[0]],
            len(row.filled) == 1,
            [row[column] for column in row.filled[1:]],
        )
        folded = [cell.casefold() for cell in row.cells] if self._labels else []
        only_numbers = not any(
            any(map(str.isalpha, text)) for text in rest if not isinstance(text, Odd)
        )
        total = cells.is_total(first) and not any(map(is_name_like, rest))
        name = self._name_in(row, self._columns.places)
        # “?” or “yes” for a name
        bare = not any(map(str.isalpha, _BRACKETED.sub("", name))) or plain(name) in words("marks")
        bare = bare and name not in cells.DITTO
        is_sum = plain(first) in phrases("totals") and not alone and only_numbers
        # The first that holds decides
        rules: tuple[tuple[object, str], ...] = (
            (alone and key_of("row", first) in self._answers, _DOUBTFUL),
            (self._labels and folded == self._labels, "the headings again"),
            (len(self._labels) > 1 and sorted(folded) == sorted(self._labels), _REORDERED),
            (isinstance(first, Odd) or (self._stem and stem_of(first) == self._stem), ""),
            (total or not any(any(map(str.isalpha, cell)) for cell in row.cells), "no name"),
            (is_sum, "a total"),
            (self._below_total and only_numbers, _DOUBTFUL),
            (_EXAMPLE.fullmatch(first), "an example"),
            (not alone, ""),
        )
        why = next((reason for holds, reason in rules if holds), None)
        self._below_total = self._below_total or why == "a total"
        if why == _REORDERED:
            self._problem(row, why, "save each list as a file of its own", None)
        why = self._why_nobody_alone(at, row, first, gap=gap) if why is None else why
        return _DOUBTFUL if name and bare and not why and not self._columns.meet else why

    def _why_nobody_alone(self, at: int, row: Row, text: str, *, gap: bool) -> str:
        """Return why a row with only one cell is no player; what is not plainly nobody is asked."""
        last, following = at + 1 == len(self._rows), range(at + 1, len(self._rows))
        # By number: `islice` would step over all rows above, for each of them
        below = next((self._rows[number] for number in following if self._rows[number].cells), None)
        apart, titled = (
            gap and (last or bool(self._rows[at + 1].cells)),
            at == 0 and not self._labels,
        )
        gap_below = titled and not last and not self._rows[1].cells
        says, head, senses, number = (
            read_label(text),
            read_heading(text),
            senses_of(text),
            cells.round_in(text),
        )
        heads_below = (
            self._labels and below and [cell.casefold() for cell in below.cells] == self._labels
        )
        listing = (
            head.known and (head.role is None or "thing" in senses) and len(split_words(text)) > 1
        )
        group = senses & {"club", "round", "table"} and not self._section_label
        ends = (
            text.endswith((":", "："))
            or _FURNITURE.fullmatch(text)
            or _SENTENCE.match(text)
            or "://" in text
        )
        # The first that holds decides
        rules: tuple[tuple[object, str], ...] = (
            (self._pairs and number, "a round"),
            (heads_below and (gap or self._titled), "a title"),
            (heads_below, _DOUBTFUL if self._wide and says is None else ""),
            (says is not None, "a label"),
            (ends, "no name"),
            (
                at == 0 and (listing or _TITLE.search(text)),
                "no name",
            ),  # a question, a year, “List of players”
            (self._wide and row.filled[0] not in self._name_columns, _NAMELESS),
            ((apart and last) or ((apart or group) and self._wide) or (apart and group), _DOUBTFUL),
            (
                titled and (head.known or "other" in senses),
                _DOUBTFUL,
            ),  # “Players and guests”, “Dear parents”
            (titled and self._bulleted and cells.strip_bullet(text) == text, _DOUBTFUL),
            (
                gap_below and sum(not one.cells for one in self._rows) * 2 < len(self._rows),
                _DOUBTFUL,
            ),
            (plain(text) in _LABELS or number, _DOUBTFUL),
            (self._form and _form_of(text, wide=self._wide) != self._form, _DOUBTFUL),
        )
        why = next((reason for holds, reason in rules if holds), "")
        if why == "a round":
            self._round = number
        elif why == "a label" and says:
            self._section, self._section_label = says, text
        elif why == "no name" and self._section is Plays.NO:
            self._section = Plays.YES  # a new section begins
        return why

    # Who plays

    def _read_statuses(self) -> dict[str, Plays]:
        """Return what each status says; the only one that is not known is a yes among those that
        are.
        """
        column = self._columns.places.get(Role.STATUS)
        if column is None:
            return {}
        heading = self._columns.headings[column]
        texts = dict.fromkeys(row[column] for row in self._rows if row.cells)
        says = {text: cells.read_status(text, heading) for text in texts}
        answered = {text for text in texts if key_of("status", text) in self._answers}
        unknown = [
            text for text, plays in says.items() if plays is Plays.UNKNOWN and text not in answered
        ]
        if len(unknown) == 1 and (
            len(says) == 1 or not {*plain(unknown[0]).split()} & (words("no") | words("unsure"))
        ):
            says[unknown[0]] = Plays.YES
            self.notes.append(f"{quote(unknown[0])} under {quote(heading)} was read as: they play.")
        return says

    def _row_plays(self, row: Row, names: Sequence[str]) -> bool:
        """Whether the status of a row lets it play; if it leaves that open, it is asked."""
        column, opponent = (self._columns.places.get(role) for role in (Role.STATUS, Role.OPPONENT))
        text = row[column]
        says = self._statuses.get(text, Plays.YES)
        if plain(row[opponent]) in phrases("withdrawn"):
            column, text, says = opponent, row[opponent], Plays.NO
        for remark in (row[at] for at in row.filled if says is Plays.YES and at in self._unread):
            # “Withdrew on Friday” in a column of notes, “Waiting list” in one of places
            if cells.says_out(remark, anywhere=True):
                says, text = Plays.OPEN, remark
        why = (
            f"{quote(self._columns.label(column))}: {quote(text)}"
            if column is not None
            else quote(text)
        )
        return self._plays(says, text or "empty", why, [(row.number, name) for name in names])

    def _name_plays(self, row: Row, name: str) -> bool:
        """Whether a remark behind a name lets it play, as none does in “Ben (maybe)”."""
        behind = _BEHIND.search(name)
        remark = behind[1] if behind and behind.start() else ""
        signs = (
            one for one in cells.NOT_TICKED if one in name[:9] and (self._ticked or one in "✗✘❌👎")
        )
        sign, parts = next(signs, "?" if name.endswith("?") else ""), name.split()
        written = parts[-1].islower() or (parts[-1].isupper() and not parts[0].isupper())
        if len(parts) > 1 and written and plain(parts[-1]) in cells.OUT:
            sign = parts[-1]  # “Ben CANCELLED”
        says = Plays.YES
        if name.startswith("~~") or plain(remark) in cells.OUT:
            says = Plays.NO
        elif sign or plain(remark) in phrases("undecided") | words("unsure"):
            says = Plays.OPEN
        return self._plays(says, sign or remark, "as their names say", [(row.number, name)])

    def _plays(self, says: Plays, text: str, why: str, rows: list[tuple[int, str]]) -> bool:
        """Leave out rows that do not play; ask about those of which `text` leaves it open, unless
        it was answered.
        """
        answer = self._answers.get(key_of("status", text)) if text else None
        says = {"plays": Plays.YES, "out": Plays.NO}.get(answer or "", says)
        if says is Plays.NO:
            self.left_out[why].extend(rows)
        elif says is not Plays.YES:
            self._open[text].extend(rows)
        return says is Plays.YES

    # One row

    def _read_row(self, row: Row) -> None:
        if self._exact and self._columns.width and any(row.cells[self._columns.width :]):
            what = f"has {len(row.cells)} cells, but there are {self._columns.width} headings"
            self._problem(row, what, "put text with a comma in quotation marks", None)
            return
        places = self._columns.places
        named = [(group, name) for group in self._groups if (name := self._name_in(row, group))]
        if self._columns.meet:
            names = [self._name_in(row, group) for group in self._groups]
            byes = [cells.is_bye(name) or plain(name) in phrases("withdrawn") for name in names]
            for at in (0, 1):
                if not byes[at]:
                    entry = self._add(
                        row, self._groups[at], names[at], "bye" if byes[1 - at] else names[1 - at]
                    )
                    entry.seat = at + 1
                    entry.table = None if byes[1 - at] else entry.table
        elif not named and any(isinstance(row[column], Odd) for column in self._name_columns):
            self._check_name(row, places, "")
        elif not named:
            self._nameless.append(row)
        elif self._row_plays(row, [name for _, name in named]):
            for group, name in named:
                if self._name_plays(row, name):
                    opponent = row[places.get(Role.OPPONENT)] if group is places else ""
                    self._add(row, group, name, self._numbers.get(opponent, opponent))

    def _name_in(self, row: Row, places: Group) -> str:
        """Return the name as a row writes it, of one part or several."""
        parts = [row[places.get(role)] for role in (Role.NAME, *NAME_PARTS)]
        parts = [part for part in parts if part and not isinstance(part, Odd)]
        return " ".join(
            reversed(parts) if len(parts) > 1 and _EASTERN.fullmatch("".join(parts)) else parts
        )

    def _add(self, row: Row, places: Group, name: str, opponent: str) -> Entry:
        self._check_name(row, places, name)
        club = row[places.get(Role.CLUB)] or self._club
        self._club = club if self._answers.get("fill.club") == "yes" else ""
        fault = next(name_faults(club), "") if club else ""
        what = fault and f"has a club that cannot be printed: {fault}"
        what = f"holds {club} as a club" if isinstance(club, Odd) else what
        what = f"has {club} for the club above" if club in cells.DITTO else what
        if what:
            self._problem(row, what, "write the club out", places[Role.CLUB])
        if fault := next(name_faults(opponent), "") if opponent else "":
            what = f"has no name in {quote(opponent)}: {fault}"
            self._problem(row, what, "write it again", places.get(Role.OPPONENT))
        first, seat = row[places.get(Role.FIRST)], row[places.get(Role.SEAT)]
        last = " ".join(
            filter(None, (row[places.get(role)] for role in (Role.LAST, Role.SECOND_LAST)))
        )
        # “W” and “B” are colors: as letters of seats they would be 23 and 2
        colors = (
            number for word, number in _SEATS.items() if word in senses_of(seat) | {seat.casefold()}
        )
        entry = Entry(row.number, name, parse_name(club), opponent=opponent)
        entry.filed = parse_name(f"{last}, {first}") if last and first else ""
        entry.round = self._read_number(row, Role.ROUND, MOST_ROUNDS) or self._round
        entry.table = self._read_number(row, Role.TABLE, _MOST_TABLES)
        entry.seat = int(seat) if seat.isdecimal() and len(seat) < 7 else next(colors, None)
        entry.large_print = self._read_wish(row, places, Role.LARGE_PRINT)
        entry.left_handed = self._read_wish(row, places, Role.LEFT_HANDED)
        self._read_remarks(row, entry)
        self.entries.append(entry)
        return entry

    def _check_name(self, row: Row, places: Group, name: str) -> None:
        texts = [row[places.get(role)] for role in (Role.NAME, *NAME_PARTS)]
        advice = "write the player’s name, or delete the row"
        if odd := [cell for cell in texts if isinstance(cell, Odd)]:
            self._problem(row, f"holds {odd[0]} as a name", "write the name as text")
        elif not cells.DITTO.isdisjoint((name, *texts)):
            self._problem(row, f"has {name} for the name above", "write the name out")
        elif (
            cells.is_placeholder(name)
            or cells.EMAIL.fullmatch(name)
            or re.search(r'://|[{}]|","', name)
        ):
            self._problem(row, f"has {quote(name)} for a name", advice)
        elif _REMARK.search(name) and not name.endswith((":", "：")):
            self._problem(row, f"has {quote(name)} for a name, which reads as a remark", advice)
        elif cells.VERSUS.search(name) or name.count("@") > 1:
            self._problem(
                row,
                f"has several players in one cell: {quote(name)}",
                "give each a row, or a column",
            )
        elif fault := next(name_faults(name), "") or (
            "it is too long" if len(name) > MAX_NAME else ""
        ):
            self._problem(row, f"has no name in {quote(name)}: {fault}", "write it again")

    def _problem(self, row: Row, what: str, advice: str, column: int | None = -1) -> None:
        """Complain of a row; of the cell with the name unless another column is given."""
        at = min(self._name_columns, default=None) if column == -1 else column
        heading = f", column “{self._columns.label(at)}”" if at is not None else ""
        where = f"{self._file} row {row.number}{heading}"
        self.problems.append(Problem(what, where=where, advice=advice))

    def _read_number(self, row: Row, role: Role, most: int) -> int | None:
        """Return a number, or None; a word such as “Table” may be next to it."""
        column = self._columns.places.get(role)
        text = row[column]
        found = (
            re.fullmatch(r"(?!-)[^\d.,+]{0,12}?([0-9]{1,6})[^\d.,]{0,12}", text) if text else None
        )
        if (
            found
            and not isinstance(text, Odd)
            and int(found[1]) <= most
            and (int(found[1]) or role is Role.TABLE)
        ):
            return int(found[1])
        if not cells.is_bye(text):
            what = f"has {quote(text)}, which is not a {role} number up to {most:,}"
            self._problem(row, what, "write a whole number", column)
        return None

    def _read_wish(self, row: Row, places: Group, role: Role) -> bool | None:
        text = row[places.get(role)]
        if not text:
            return None
        key, answer = key_of(role.option, text), cells.wants(text, left=role is Role.LEFT_HANDED)
        if answer is None and key in self._answers:
            return self._answers[key] == "yes"
        if answer is None and all(one.key != key for one in self.questions):
            label = self._columns.label(places[role])
            question = f"Row {row.number}: {quote(text)} under {quote(label)}: {role}, yes or no?"
            choices = offer(yes="yes", no="no")
            self.questions.append(Question(key, question, choices, (row.number,), places[role]))
        return answer

    def _read_remarks(self, row: Row, entry: Entry) -> None:
        """Read a remark about large print or the left hand, and say so."""
        for column in () if self._columns.meet else row.filled:
            text = row[column]
            if column not in self._unread or not is_name_like(text):
                continue
            senses, parts = senses_of(text), {*plain(text).split()}
            large = {"big", "print"} <= senses or "big-print" in senses
            left = "left-handed" in senses and bool(parts & words("left-handers"))
            if (large or left) and not parts & words("denied") and not cells.is_unsure(text):
                entry.large_print, entry.left_handed = (
                    entry.large_print or large,
                    entry.left_handed or left,
                )
                self._columns.needs.add(column)
                what = " and ".join(["large print"] * large + ["left-handed"] * left)
                if plain(text) != plain(what):
                    self.notes.append(f"Row {row.number}: {quote(text)} was read as {what}.")

    # All rows together

    def _check_direction(self) -> None:
        """Complain of a table on its side: its column of names holds headings."""
        names = [entry.name for entry in self.entries[:SAMPLE]]
        # “Bo” is a heading of boards, and somebody's name
        heads = [
            read_heading("" if stem_of(name) or plain(name) in words("only-alone") else name)
            for name in names
        ]
        other = [
            n
            for n, one in zip(names, heads, strict=True)
            if one.known and one.role and not one.is_name
        ]
        if len(other) * 2 > len(names):
            what = f"has the heading {quote(other[0])} among the names; is the table on its side?"
            self.problems.append(Problem(what, where=self._file, advice="put each player in a row"))

    def _tidy_names(self) -> None:
        """Strip remarks after names, and turn “Lee, Ann” if all names are written that way."""
        names = [entry.name for entry in self.entries]
        tidy: tuple[tuple[Callable[[str], str], str], ...] = (
            (
                lambda name: cells.strip_bullet(cells.strip_email(name)).strip("*"),
                "Bullets, numbers and addresses",
            ),
            (partial(cells.NUMBER_BEFORE.sub, ""), "Numbers"),
            (partial(cells.RATING_BEHIND.sub, ""), "Numbers"),
        )
        steps = []
        for step, what in tidy:
            tidied = [step(name) for name in names]
            changed = [
                (before, after)
                for before, after in zip(names, tidied, strict=True)
                if before != after
            ]
            # Numbers alone tell players apart who are only counted
            every = len(changed) == len(names) > 1 and len({*tidied}) == len({*names})
            if changed and (every or what != "Numbers"):
                before, after = map(quote, changed[0])
                self.notes.append(f"{what} were removed: {before} is {after}.")
                steps.append(step)
                names = tidied
        steps += [cells.turn_name] * self._are_turned(names)
        for entry in self.entries:
            for step in (*steps, parse_name):
                entry.name = step(entry.name)
                entry.opponent = step(entry.opponent) if entry.opponent else ""
        several = [
            (entry.row, entry.name) for entry in self.entries if cells.SEVERAL.search(entry.name)
        ]
        if several:
            self.notes.append(
                f"One sheet each, though these may be several people: {list_rows(several)}."
            )

    def _are_turned(self, names: Sequence[str]) -> bool:
        """Whether names are written last name first; asked if what follows the comma may be a
        club.
        """
        split = {name: parts for name in names if (parts := split_at_comma(name))}
        if not split or Role.NAME not in self._columns.places:
            return False
        lasts, firsts = (
            {parts[0] for parts in split.values()},
            {parts[1] for parts in split.values()},
        )
        likely = len(split) * 2 > len(names) and len(firsts) * 2 > len(split)
        sure = self._columns.last_first or (
            likely and sum(" " in last for last in lasts) * 2 <= len(split)
        )
        answer = self._answers.get("order", "last-first" if sure else "")
        first = next(iter(split))
        if not answer:
            last = f"a last name: {cells.turn_name(first)}"
            choices = offer(last_first=last, as_written=f"something else, leave it: {first}")
            self.questions.append(
                Question("order", f"What is before the comma in {quote(first)}?", choices)
            )
        elif answer == "last-first":
            before, after = quote(first), quote(cells.turn_name(first))
            self.notes.append(f"Last names come first and were turned: {before} is {after}.")
        return answer == "last-first"

    def _ask(self) -> None:
        """Ask about players who may not play, rows that may be no player, and rows without a
        name.
        """
        for text, rows in self._open.items():
            question = f"{quote(text)}: does that mean that they play? ({list_rows(rows)})"
            choices = offer(plays="they play", out="leave them out")
            numbers, column = tuple(row for row, _ in rows), self._columns.places.get(Role.STATUS)
            self.questions.append(
                Question(key_of("status", text), question, choices, numbers, column)
            )
        by_key: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
        for number, text in self._doubtful:
            by_key[key_of("row", text)].append((number, text))
        if len(by_key) > 2 and self._answers.get(ALL_ROWS) != "each":
            question = f"Are these players, or titles or totals? {list_rows(self._doubtful)}"
            skip, players = "all of these: leave them out", "all of these are players"
            every = offer(skip=skip, player=players, each="ask about each")
            numbers = tuple(number for number, _ in self._doubtful)
            self.questions.append(Question(ALL_ROWS, question, every, numbers, keys=tuple(by_key)))
            by_key.clear()
        for key, rows in by_key.items():
            question = f"Row {rows[0][0]}: is {quote(rows[0][1])} a player, or a title or a total?"
            either = offer(player="a player", skip="nobody: leave the row out")
            self.questions.append(Question(key, question, either, tuple(row for row, _ in rows)))
        shown = [(row.number, ", ".join(filter(None, row.cells[:9]))) for row in self._nameless]
        if shown and self._answers.get("nameless") == "skip":
            self.left_out["no name"].extend(shown)
        elif shown:
            text = f"These rows have no name: {list_rows(shown)}. Leave them out?"
            numbers = tuple(number for number, _ in shown)
            self.questions.append(
                Question("nameless", text, offer(skip="yes, leave them out"), numbers)
            )
