"""From a file, or several, to a roster; or to everything that has to be corrected or answered
first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from types import MappingProxyType

from wordfleet_print.errors import BadInputError, Problem, UsageError
from wordfleet_print.limits import MOST_PLAYERS
from wordfleet_print.messages import first_lines, how_many, listed, plural, quote, some_of
from wordfleet_print.roster import pairings, questions
from wordfleet_print.roster.columns import (
    Columns,
    find_columns,
    find_heading_row,
    name_columns,
)
from wordfleet_print.roster.headings import Role
from wordfleet_print.roster.lists import choose_table, open_list
from wordfleet_print.roster.player_rows import Entry, People
from wordfleet_print.roster.questions import Answers, Question, RosterError, key_of, offer
from wordfleet_print.roster.roster import Fixture, Player, Roster
from wordfleet_print.sheet.captains import parse_name, plain
from wordfleet_print.tables.opening import show_name

NO_ANSWERS: Answers = MappingProxyType({})
# Notes of one kind.
MOST_NOTES = 20
# The fields of a player that a column may be missing for.
_FIELDS = {
    Role.CLUB: "club",
    Role.LARGE_PRINT: "large_print",
    Role.LEFT_HANDED: "left_handed",
    Role.LAST: "filed",
}


def read_roster(path: Path, answers: Answers = NO_ANSWERS) -> Roster:
    """Return the players of a list, and the pairings it settles.

    Reads nothing but the file, so the caller asks, adds the answers and reads again. Raises
    `RosterError` with all problems and questions that are known at this step, and `BadInputError`
    for a file that holds no table.
    """
    file = show_name(path)
    table = choose_table(
        open_list(path, answers),
        answers,
        file,
        lambda one: find_heading_row(one.rows) is not None,
    )
    columns = find_columns(table.rows, answers, file)
    try:
        if columns.problems or columns.questions:
            raise RosterError(file, columns.problems, columns.questions)
        people = People(columns, table.rows, answers, exact=table.exact, file=file)
        if Role.OPPONENT in columns.places:
            people.entries = pairings.add_opponents(people.entries)
        players, claims, notes = _gather(people, answers, file)
        fixtures: list[Fixture] = []
        if not (people.problems or people.questions):
            fixtures, people.problems = pairings.pair(claims, players, file)
            if not players:
                people.problems.append(
                    Problem("there are no players in it", where=file, advice="add a row for each")
                )
        if people.problems or people.questions:
            raise RosterError(file, people.problems, people.questions)
    except RosterError as error:
        error.columns = columns.describe()
        raise
    above = [
        row
        for row in table.rows[: max(columns.first_row - 1, 0)]
        if not {*row.cells} <= {*columns.headings, ""}
    ]
    if above:
        titles = [quote(" ".join(filter(None, row.cells))) for row in above]
        notes.append(f"Above the headings, and not read: {some_of(titles, 3)}.")
    by_round = any(entry.round is not None for _, entry in claims)
    rounds = max((entry.round or 1 for _, entry in claims), default=1)
    named: defaultdict[int, set[int]] = defaultdict(set)
    for at, entry in claims:
        named[entry.round or 1].add(at)
    for fixture in fixtures:
        named[fixture.round].update(fixture.players)
    unnamed = [
        (number, tuple({*range(len(players))} - named[number])) for number in range(1, rounds + 1)
    ]
    read = {role for group in columns.groups for role in group}
    return Roster(
        players=tuple(players),
        fixtures=tuple(fixtures),
        rounds=rounds,
        warnings=(*table.notes, *columns.notes, *people.notes, *notes),
        unnamed=tuple((number, missing) for number, missing in unnamed if missing and by_round),
        by_round=by_round,
        unsaid=frozenset(name for role, name in _FIELDS.items() if role not in read),
        reading=tuple(_summarize(players, people, columns)),
        columns=columns.describe(),
        answers=tuple(sorted(answers.items())),
    )


def _summarize(players: Sequence[Player], people: People, columns: Columns) -> Iterator[str]:
    """Yield what was read, in plain sentences."""
    described = columns.describe()
    names = [at for group in columns.groups for at in name_columns(group).values()]
    shown = [
        f"{described[at].letter} {quote(described[at].heading)}".removesuffix(" “”") for at in names
    ]
    yield f"{how_many(len(players), 'player')} from {plural(len(names), 'column')} {listed(shown)}."
    if players and not any(columns.headings):
        yield f"There are no headings; the first player is {quote(players[0].name)}."
    for why, rows in people.left_out.items():
        yield f"{len(rows):,} left out ({why}): {questions.list_rows(rows)}."
    others = [one for at, one in enumerate(described) if at not in names]
    if uses := [f"{one.use} from {quote(one.heading or one.letter)}" for one in others if one.use]:
        yield f"Also read: {', '.join(uses)}."
    if unread := [quote(one.heading) for one in others if one.heading and not one.use]:
        yield f"Not read: {some_of(unread, 8)}."


def _gather(
    people: People, answers: Answers, file: str
) -> tuple[list[Player], list[pairings.Claim], list[str]]:
    """Return each player once, whose entry is whose, and notes about players of one name.

    Two rows of one name are one player if they name two rounds; else it is asked. A wish in one row
    is enough.
    """
    places: dict[tuple[str, str], int] = {}
    clubs: dict[str, int] = {}
    seen: set[tuple[int, int | None]] = set()
    twice: defaultdict[int, list[int]] = defaultdict(list)
    players: list[Player] = []
    claims: list[pairings.Claim] = []
    notes: list[str] = []
    rows: list[int] = []
    by_round = any(entry.round is not None for entry in people.entries)
    for entry in people.entries:
        letters, club, twin = _letters_of(entry), plain(entry.club), 0
        at = places.get((letters, club), len(players))
        if (at, entry.round) in seen:
            same = answers.get(key_of("same", entry.name))
            if same not in ("one", "two"):
                twice[at].append(entry.row)
            if same != "two":
                continue
            at = len(players)
            twin = sum((one.name, one.club) == (entry.name, entry.club) for one in players)
        if at == len(players):
            places.setdefault((letters, club), at)
            first = clubs.setdefault(letters, at)
            if first != at and plain(players[first].club) != club:
                both = f"rows {rows[first]} and {entry.row}"
                notes.append(
                    f"{quote(entry.name)} is in {both} with different clubs; both get a sheet."
                )
            players.append(Player(entry.name, at + 1, entry.club, twin, filed=entry.filed))
            rows.append(entry.row)
        if entry.large_print or entry.left_handed:
            large, left = (
                players[at].large_print or entry.large_print,
                players[at].left_handed or entry.left_handed,
            )
            players[at] = replace(players[at], large_print=bool(large), left_handed=bool(left))
        if by_round and entry.round is None:
            what = "has no round, though other rows have one"
            people.problems.append(
                Problem(what, where=f"{file} row {entry.row}", advice="write the round")
            )
        seen.add((at, entry.round))
        claims.append((at, entry))
    for at, again in twice.items():
        numbers = tuple(dict.fromkeys((rows[at], *again)))
        text = f"{quote(players[at].name)} is in rows {some_of(numbers, 5)}. Is that one person?"
        choices = offer(one="one person: print one sheet", two="different people: print all")
        people.questions.append(Question(key_of("same", players[at].name), text, choices, numbers))
    if len(players) > MOST_PLAYERS:
        people.problems.append(
            Problem(f"holds more than {MOST_PLAYERS:,} players", where=file, advice="split it")
        )
    return players, claims, [*first_lines(notes, MOST_NOTES, " of the kind.")]


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
        raise UsageError("Two lists have the same name.", tip=tip, field="roster")
    rosters, asked, problems = dict[str, Roster](), dict[str, Sequence[Question]](), list[Problem]()
    for path in paths:
        try:
            roster = read_roster(path, questions.split_answers(answers, path.stem))
            if "club" in roster.unsaid:
                club = parse_name(path.stem)
                roster = replace(
                    roster,
                    players=tuple(replace(one, club=one.club or club) for one in roster.players),
                )
            rosters[show_name(path)] = roster
        except RosterError as error:
            problems += error.faults
            asked[path.stem] = error.questions
        except BadInputError as error:
            problems += error.problems
    notes: list[str] = []
    for one, other in combinations(rosters, 2):
        problems += _compare(one, rosters[one], other, rosters[other], notes)
    players = [player for roster in rosters.values() for player in roster.players]
    if len(players) > MOST_PLAYERS:
        problems.append(
            Problem(f"the lists hold more than {MOST_PLAYERS:,} players", advice="split the event")
        )
    if problems or any(asked.values()):
        raise RosterError("", problems, questions.join_questions(asked))
    if paired := [file for file, roster in rosters.items() if roster.fixtures or roster.by_round]:
        tip = "Read the players’ lists together, then each round’s list by itself."
        raise UsageError(
            f"{paired[0]} has pairings; such a list is read by itself.", tip=tip, field="roster"
        )
    numbered = [replace(player, number=number) for number, player in enumerate(players, start=1)]
    return Roster(
        tuple(numbered),
        warnings=(
            *notes,
            *(f"{file}: {text}" for file, roster in rosters.items() for text in roster.warnings),
        ),
        unsaid=frozenset.intersection(*(roster.unsaid for roster in rosters.values())),
        reading=tuple(
            f"{file}: {text}" for file, roster in rosters.items() for text in roster.reading
        ),
        columns=tuple(column for roster in rosters.values() for column in roster.columns),
        answers=tuple(sorted(answers.items())),
    )


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
