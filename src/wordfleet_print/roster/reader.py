"""From a file, or several, to a roster; or to everything that has to be corrected or answered
first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from types import MappingProxyType

from wordfleet_print.errors import BadInputError, Problem, UsageError
from wordfleet_print.limits import MOST_PLAYERS
from wordfleet_print.messages import first_lines, how_many, listed, plural, quote, some_of
from wordfleet_print.roster import cells, pairings, questions
from wordfleet_print.roster.columns import Column
from wordfleet_print.roster.lists import choose_tables, open_list
from wordfleet_print.roster.mapping import ColumnMapping, ask, guess_mapping
from wordfleet_print.roster.people import Entry, People, describe_left_out, read_people
from wordfleet_print.roster.questions import (
    Answers,
    Question,
    RosterError,
    key_of,
    offer,
    split_answers,
)
from wordfleet_print.roster.roles import CLUB, LARGE_PRINT, LAST, LEFT_HANDED, OPPONENT
from wordfleet_print.roster.roster import Fixture, Player, ReadColumn, Roster
from wordfleet_print.sheet.captains import parse_name, plain
from wordfleet_print.tables.opening import show_name
from wordfleet_print.tables.rows import Table

NO_ANSWERS: Answers = MappingProxyType({})
# The answer which columns hold remarks about needs.
NEEDS_KEY = "column.needs"
# Notes of one kind.
MOST_NOTES = 20
# What is shown of many.
_SHOWN_TITLES = 3
_SHOWN_COLUMNS = 8
_SHOWN_NUMBERS = 5
# The fields of a player that a column may be missing for.
_FIELDS = {
    CLUB: "club",
    LARGE_PRINT: "large_print",
    LEFT_HANDED: "left_handed",
    LAST: "filed",
}


def read_roster(path: Path, answers: Answers = NO_ANSWERS) -> Roster:
    """Return the players of a list, and the pairings it settles.

    Reads nothing but the file, so the caller asks, adds the answers and reads again. Raises
    `RosterError` with all problems and questions that are known at this step, and `BadInputError`
    for a file that holds no table.
    """
    file = show_name(path)
    tables = choose_tables(open_list(path, answers), answers, file)
    if len(tables) == 1:
        return read_table(tables[0], answers, file)
    rosters: dict[str, Roster] = {}
    asked: dict[str, Sequence[Question]] = {}
    problems: list[Problem] = []
    for table in tables:
        try:
            roster = read_table(table, split_answers(answers, table.name), f"{file} {table.name}")
            rosters[table.name] = mark_list(fill_club(roster, table.name), table.name)
        except RosterError as error:
            problems += error.faults
            asked[table.name] = error.questions
    return join_rosters(rosters, asked, problems, answers)


def read_table(table: Table, answers: Answers, file: str) -> Roster:
    """Return the players of one table; raises `RosterError`."""
    mapping = guess_mapping(table.rows, answers, file)
    questions = ask(mapping)
    if mapping.faults or questions:
        raise _make_error(file, mapping.faults, questions, mapping, frozenset())
    people = read_people(table, mapping, answers, file)
    entries = people.entries
    if OPPONENT in mapping.shared:
        entries = tuple(pairings.add_opponents(entries))
    gathered = gather_players(entries, answers, file)
    problems = [*people.problems, *gathered.problems]
    questions = [*people.questions, *gathered.questions]
    fixtures: list[Fixture] = []
    if not problems and not questions:
        fixtures, problems = pairings.pair(gathered.claims, gathered.players, file)
        if not gathered.players:
            what = "there are no players in it"
            problems.append(Problem(what, where=file, advice="add a row for each"))
    if problems or questions:
        raise _make_error(file, problems, questions, mapping, people.needs)
    by_round = any(entry.round is not None for entry in entries)
    notes = (*table.notes, *mapping.notes, *people.notes, *gathered.notes)
    return Roster(
        players=tuple(gathered.players),
        fixtures=tuple(fixtures),
        rounds=max((entry.round or 1 for entry in entries), default=1),
        warnings=(*notes, *_describe_titles(table, mapping)),
        unnamed=tuple(_find_unnamed(gathered, fixtures)) if by_round else (),
        by_round=by_round,
        unsaid=_find_unsaid(mapping, people),
        reading=tuple(_summarize(gathered.players, people, mapping)),
        columns=mapping.describe(people.needs),
        answers=_keep_answers(answers, mapping, people),
    )


def _make_error(
    file: str,
    problems: Sequence[Problem],
    questions: Sequence[Question],
    mapping: ColumnMapping,
    needs: frozenset[int],
) -> RosterError:
    error = RosterError(file, problems, questions)
    error.columns = mapping.describe(needs)
    return error


def _describe_titles(table: Table, mapping: ColumnMapping) -> Iterator[str]:
    """Yield what is above the headings and not read."""
    headings = {column.heading.text for column in mapping.columns} | {""}
    titles = []
    for row in table.rows[: max(mapping.first_row - 1, 0)]:
        if not headings.issuperset(row.cells) and not any(map(cells.round_in, row.cells)):
            titles.append(quote(" ".join(filter(None, row.cells))))
    if titles:
        yield f"Above the headings, and not read: {some_of(titles, _SHOWN_TITLES)}."


def _find_unnamed(
    gathered: Gathered, fixtures: Sequence[Fixture]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the players that the list does not name in a round, by the round's number."""
    named: defaultdict[int, set[int]] = defaultdict(set)
    for at, entry in gathered.claims:
        named[entry.round or 1].add(at)
    for fixture in fixtures:
        named[fixture.round].update(fixture.players)
    for number in range(1, max(named, default=0) + 1):
        missing = set(range(len(gathered.players))) - named[number]
        if missing:
            yield number, tuple(sorted(missing))


def _find_unsaid(mapping: ColumnMapping, people: People) -> frozenset[str]:
    """Return the fields of players that the list has no column for.

    Remarks say what they have said; a column that was read for needs in an earlier list says all
    needs, also by having none.
    """
    read = {role for group in (*mapping.people, mapping.shared) for role in group}
    said = {field for role, field in _FIELDS.items() if role in read}
    said |= people.said
    if mapping.needs:
        said |= {LARGE_PRINT.field, LEFT_HANDED.field}
    return frozenset(_FIELDS.values()) - said


def _keep_answers(
    answers: Answers, mapping: ColumnMapping, people: People
) -> tuple[tuple[str, str], ...]:
    """Return the answers, and which columns of remarks held needs: a later list's say them too."""
    kept = dict(answers)
    headings = [
        mapping.columns[at].heading.text for at in sorted(people.needs) if at < mapping.width
    ]
    if headings and all(headings) and NEEDS_KEY not in kept:
        kept[NEEDS_KEY] = " | ".join(headings)
    return tuple(sorted(kept.items()))


def _summarize(players: Sequence[Player], people: People, mapping: ColumnMapping) -> Iterator[str]:
    """Yield what was read, in plain sentences."""
    names = mapping.name_columns
    columns = listed([_name_column(column) for column in names])
    count = how_many(len(players), "player")
    yield f"{count} from {plural(len(names), 'column')} {columns}."
    if players and not mapping.width:
        yield f"There are no headings; the first player is {quote(players[0].name)}."
    yield from describe_left_out(people)
    taken = {column.letter for column in names}
    others = [one for one in mapping.describe(people.needs) if one.letter not in taken]
    yield from _summarize_others(others)


def _name_column(column: Column) -> str:
    """Return “B “Name””, or “B” for a column without a heading."""
    heading = column.heading.text
    return f"{column.letter} {quote(heading)}" if heading else column.letter


def _summarize_others(columns: Sequence[ReadColumn]) -> Iterator[str]:
    """Yield which columns beside the names were read, and which were not."""
    uses = [f"{one.use} from {quote(one.heading or one.letter)}" for one in columns if one.use]
    if uses:
        yield f"Also read: {', '.join(uses)}."
    unread = [quote(one.heading) for one in columns if one.heading and not one.use]
    if unread:
        yield f"Not read: {some_of(unread, _SHOWN_COLUMNS)}."


# Players


@dataclass
class Gathered:
    """Each player once, whose entry is whose, and what is open."""

    players: list[Player] = field(default_factory=list)
    claims: list[pairings.Claim] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)


def gather_players(entries: Sequence[Entry], answers: Answers, file: str) -> Gathered:
    """Return each player once.

    Two rows of one name are one player if they name two rounds; else it is asked. A wish in one row
    is enough.
    """
    gatherer = _Gatherer(answers)
    for entry in entries:
        gatherer.add(entry)
    found = gatherer.finish()
    if any(entry.round is not None for entry in entries):
        for entry in entries:
            if entry.round is None:
                what = "has no round, though other rows have one"
                where = f"{file} row {entry.row}"
                found.problems.append(Problem(what, where=where, advice="write the round"))
    if len(found.players) > MOST_PLAYERS:
        what = f"holds more than {MOST_PLAYERS:,} players"
        found.problems.append(Problem(what, where=file, advice="split it"))
    return found


class _Gatherer:
    """Finds out which entries are of one player."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._found = Gathered()
        self._places: dict[tuple[str, str], int] = {}
        """The first player of each name and club."""
        self._first_of_name: dict[str, int] = {}
        self._rows: list[int] = []
        """Each player's first row."""
        self._seen: set[tuple[int, int | None]] = set()
        """Who has an entry in which round."""
        self._twice: defaultdict[int, list[int]] = defaultdict(list)

    def add(self, entry: Entry) -> None:
        """Add an entry to its player, or a player for it."""
        players = self._found.players
        place = (_letters_of(entry), plain(entry.club))
        at = self._places.get(place, len(players))
        twin = 0
        if (at, entry.round) in self._seen:
            same = self._answers.get(key_of("same", entry.name))
            if same not in ("one", "two"):
                self._twice[at].append(entry.row)
            if same != "two":
                return
            at = len(players)
            twin = sum(1 for one in players if (one.name, one.club) == (entry.name, entry.club))
        if at == len(players):
            self._places.setdefault(place, at)
            self._note_namesake(entry, at)
            players.append(Player(entry.name, at + 1, entry.club, twin, filed=entry.filed))
            self._rows.append(entry.row)
        player = players[at]
        large = player.large_print or entry.large_print
        left = player.left_handed or entry.left_handed
        players[at] = replace(player, large_print=large, left_handed=left)
        self._seen.add((at, entry.round))
        self._found.claims.append((at, entry))

    def _note_namesake(self, entry: Entry, at: int) -> None:
        first = self._first_of_name.setdefault(_letters_of(entry), at)
        if first == at or plain(self._found.players[first].club) == plain(entry.club):
            return
        both = f"rows {self._rows[first]} and {entry.row}"
        name = quote(entry.name)
        note = f"{name} is in {both} with different clubs; both get a sheet."
        self._found.notes.append(note)

    def finish(self) -> Gathered:
        """Return what was found, with the questions who is one person."""
        found = self._found
        for at, again in self._twice.items():
            name = found.players[at].name
            numbers = tuple(dict.fromkeys((self._rows[at], *again)))
            text = f"{quote(name)} is in rows {some_of(numbers, _SHOWN_NUMBERS)}."
            choices = offer(one="one person: print one sheet", two="different people: print all")
            key = key_of("same", name)
            question = Question(key, f"{text} Is that one person?", choices, numbers)
            found.questions.append(question)
        found.notes = [*first_lines(found.notes, MOST_NOTES, " of the kind.")]
        return found


def _letters_of(one: Entry | Player) -> str:
    """Return what tells players apart: the letters of a name, or all of a name without letters."""
    return plain(one.name) or one.name


# Several lists


def read_rosters(paths: Sequence[Path], answers: Answers = NO_ANSWERS) -> Roster:
    """Return the players of one list, or of several as one event.

    The club of a list without clubs is the name of its file. Raises `RosterError` as `read_roster`
    does, and for a player who is in two lists; `UsageError` if one of several pairs its players.
    """
    if len(paths) == 1:
        return read_roster(paths[0], answers)
    if len({path.stem.casefold() for path in paths}) < len(paths):
        tip = "Name each list once, and give each a name of its own, such as 5A and 5B."
        raise UsageError(Problem("Two lists have the same name.", "roster", advice=tip))
    rosters: dict[str, Roster] = {}
    asked: dict[str, Sequence[Question]] = {}
    problems: list[Problem] = []
    for path in paths:
        try:
            roster = read_roster(path, split_answers(answers, path.stem))
            rosters[show_name(path)] = mark_list(fill_club(roster, path.stem), path.stem)
        except RosterError as error:
            problems += error.faults
            asked[path.stem] = error.questions
        except BadInputError as error:
            problems += error.problems
    return join_rosters(rosters, asked, problems, answers)


def fill_club(roster: Roster, name: str) -> Roster:
    """Return the roster of a list without clubs as that of this club or class."""
    if "club" not in roster.unsaid:
        return roster
    club = parse_name(name)
    players = tuple(replace(player, club=player.club or club) for player in roster.players)
    return replace(roster, players=players)


def mark_list(roster: Roster, name: str) -> Roster:
    """Return the roster of one of several lists: its columns, and the answers about its needs, name
    the list.
    """
    columns = []
    for column in roster.columns:
        list_name = f"{name}/{column.list_name}" if column.list_name else name
        columns.append(replace(column, list_name=list_name))
    needs = [(key, value) for key, value in roster.answers if is_about_needs(key)]
    answers = tuple((f"{name}/{key}", value) for key, value in needs)
    return replace(roster, columns=tuple(columns), answers=answers)


def is_about_needs(key: str) -> bool:
    """Whether an answer says which columns hold needs, in a list or in one of several."""
    return key.rpartition("/")[2] == NEEDS_KEY


def join_rosters(
    rosters: Mapping[str, Roster],
    asked: Mapping[str, Sequence[Question]],
    faults: Sequence[Problem],
    answers: Answers,
) -> Roster:
    """Return the players of several lists as one roster, by the lists' names.

    Raises `RosterError` for what is `asked`, for `faults`, and for a player who is in two lists;
    `UsageError` for a list that pairs its players.
    """
    problems = list(faults)
    notes: list[str] = []
    for one, other in combinations(rosters, 2):
        problems += _compare(one, rosters[one], other, rosters[other], notes)
    players: list[Player] = []
    for roster in rosters.values():
        players.extend(roster.players)
    if len(players) > MOST_PLAYERS:
        what = f"the lists hold more than {MOST_PLAYERS:,} players"
        problems.append(Problem(what, advice="split the event"))
    if problems or any(asked.values()):
        count = len(rosters) + len(asked)
        raise RosterError("", problems, questions.join_questions(asked, count))
    _refuse_pairings(rosters)
    reading: list[str] = []
    columns: list[ReadColumn] = []
    for file, roster in rosters.items():
        notes.extend(f"{file}: {text}" for text in roster.warnings)
        reading.extend(f"{file}: {text}" for text in roster.reading)
        columns.extend(roster.columns)
    numbered = [replace(player, number=number) for number, player in enumerate(players, start=1)]
    return Roster(
        players=tuple(numbered),
        warnings=tuple(notes),
        unsaid=frozenset.intersection(*(roster.unsaid for roster in rosters.values())),
        reading=tuple(reading),
        columns=tuple(columns),
        answers=_join_answers(rosters, answers),
    )


def _refuse_pairings(rosters: Mapping[str, Roster]) -> None:
    for file, roster in rosters.items():
        if roster.fixtures or roster.by_round:
            tip = "Read the players’ lists together, then each round’s list by itself."
            what = f"{file} has pairings; such a list is read by itself."
            raise UsageError(Problem(what, "roster", advice=tip))


def _join_answers(rosters: Mapping[str, Roster], answers: Answers) -> tuple[tuple[str, str], ...]:
    """Return the answers, and which columns of each list held needs."""
    kept = dict(answers)
    for roster in rosters.values() if NEEDS_KEY not in kept else ():
        kept.update(roster.answers)
    return tuple(sorted(kept.items()))


def _compare(
    file: str, roster: Roster, other_file: str, other: Roster, notes: list[str]
) -> Iterator[Problem]:
    """Yield a problem for each player who is in two lists, or one for a list that is a copy; note
    namesakes.
    """
    known: defaultdict[str, set[str]] = defaultdict(set)
    for one in roster.players:
        known[_letters_of(one)].add(plain(one.club))
    both = [one for one in other.players if _letters_of(one) in known]
    where = f"{file} and {other_file}"
    if 2 * len(both) > min(len(roster.players), len(other.players)) > 1:
        what = f"{len(both):,} names are in both; is one a copy of the other?"
        yield Problem(what, where=where, advice="leave one out, or give both a column of clubs")
        return
    for one in both:
        if plain(one.club) in known[_letters_of(one)]:
            what = f"{quote(one.name)} of {quote(one.club)} is in both"
            yield Problem(what, where=where, advice="remove one, or tell them apart by an initial")
        else:
            notes.append(f"{quote(one.name)} is in {where}; both get a sheet.")
