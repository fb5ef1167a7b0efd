"""From a file, or several, to a roster; or to everything that has to be corrected or answered
first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import MappingProxyType

from wordfleet_print.errors import BadInputError, Problem, UsageError
from wordfleet_print.roster.column_answers import EACH, REMARKS_KEY
from wordfleet_print.roster.mapping import ColumnMapping, guess_mapping
from wordfleet_print.roster.pairings import add_opponents, settle_fixtures
from wordfleet_print.roster.people import People, read_people
from wordfleet_print.roster.questions import Answers, Question, RosterError, split_answers
from wordfleet_print.roster.roles import CLUB, LAST, OPPONENT, PLAYER_NEEDS, Role
from wordfleet_print.roster.roster import Fixture, Roster
from wordfleet_print.roster.same_players import GatheredPlayers, gather_players
from wordfleet_print.roster.several_lists import ReadLists, join_rosters
from wordfleet_print.roster.summary import describe_titles, summarize_reading
from wordfleet_print.roster.worksheets import choose_tables, open_list
from wordfleet_print.tables.opening import show_name
from wordfleet_print.tables.rows import Table

NO_ANSWERS: Answers = MappingProxyType({})
# The fields of a player that a column may be missing for.
_FIELDS: dict[Role, str] = {
    CLUB: CLUB.field,
    LAST: "filed",
    **{need: need.field for need in PLAYER_NEEDS},
}


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
    lists = ReadLists()
    for path in paths:
        try:
            roster = read_roster(path, split_answers(answers, path.stem))
            lists.add_roster(path.stem, roster, file=show_name(path))
        except BadInputError as error:
            lists.add_error(path.stem, error)
    return join_rosters(lists, answers)


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
    lists = ReadLists()
    for table in tables:
        try:
            own_answers = split_answers(answers, table.name)
            roster = read_table(table, own_answers, f"{file} {table.name}")
            lists.add_roster(table.name, roster, file=table.name)
        except RosterError as error:
            lists.add_error(table.name, error)
    return join_rosters(lists, answers)


def read_table(table: Table, answers: Answers, file: str) -> Roster:
    """Return the players of one table; raises `RosterError`.

    The steps: which column is what, who is in the rows, which rows are one player's, who meets
    whom. Each reports all its problems and questions before the next begins.
    """
    mapping = guess_mapping(table.rows, answers, file)
    if mapping.faults or mapping.questions:
        raise _make_error(file, mapping.faults, mapping.questions, mapping, frozenset())
    people = read_people(table, mapping, answers, file)
    entries = people.entries
    if OPPONENT in mapping.row_columns:
        entries = tuple(add_opponents(entries))
    gathered = gather_players(entries, answers, file)
    problems = [*people.problems, *gathered.problems]
    questions = [*people.questions, *gathered.questions]
    if problems or questions:
        raise _make_error(file, problems, questions, mapping, people.need_columns)
    fixtures, problems = settle_fixtures(gathered.player_entries, gathered.players, file)
    if not gathered.players:
        what = "there are no players in it"
        problems.append(Problem(what, where=file, advice="add a row for each"))
    if problems:
        raise _make_error(file, problems, [], mapping, people.need_columns)
    by_round = any(entry.round is not None for entry in entries)
    notes = (*table.notes, *mapping.notes, *people.notes, *gathered.notes)
    return Roster(
        players=tuple(gathered.players),
        fixtures=tuple(fixtures),
        rounds=max((entry.round or 1 for entry in entries), default=1),
        warnings=(*notes, *describe_titles(table, mapping)),
        missing_by_round=tuple(_find_missing_by_round(gathered, fixtures)) if by_round else (),
        by_round=by_round,
        fields_without_column=_find_fields_without_column(mapping, people),
        reading=tuple(summarize_reading(gathered.players, people, mapping)),
        columns=mapping.describe_columns(people.need_columns),
        answers=_add_need_columns(answers, mapping, people),
    )


def _make_error(
    file: str,
    problems: Sequence[Problem],
    questions: Sequence[Question],
    mapping: ColumnMapping,
    needs: frozenset[int],
) -> RosterError:
    """Return the error for a list, with its columns as far as they are known."""
    error = RosterError(file, problems, questions)
    error.columns = mapping.describe_columns(needs)
    return error


def _find_missing_by_round(
    gathered: GatheredPlayers, fixtures: Sequence[Fixture]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the number of a round and the indices of the players whom the list does not name in
    it.
    """
    players_of_round: defaultdict[int, set[int]] = defaultdict(set)
    for player, entry in gathered.player_entries:
        players_of_round[entry.round or 1].add(player)
    for fixture in fixtures:
        players_of_round[fixture.round].update(fixture.players)
    everybody = set(range(len(gathered.players)))
    last_round = max(players_of_round, default=0)
    for number in range(1, last_round + 1):
        missing = everybody - players_of_round[number]
        if missing:
            yield number, tuple(sorted(missing))


def _find_fields_without_column(mapping: ColumnMapping, people: People) -> frozenset[str]:
    """Return the fields of players of which this list says nothing, such as “club”: if it is a
    later list of an event, the event's values stay.
    """
    roles = set(mapping.row_columns).union(*mapping.player_columns)
    fields = {field for role, field in _FIELDS.items() if role in roles}
    fields |= people.fields_of_remarks
    # The organizer named a column as one of remarks: an empty cell there says “no needs”. In any
    # other, a remark says only the need that it names
    if mapping.named_remark_columns:
        fields |= {need.field for need in PLAYER_NEEDS}
    return frozenset(_FIELDS.values()) - fields


def _add_need_columns(
    answers: Answers, mapping: ColumnMapping, people: People
) -> tuple[tuple[str, str], ...]:
    """Return the answers, and which columns of remarks held needs: a later list's say them too."""
    all_answers = dict(answers)
    headings = [
        mapping.columns[at].heading.text
        for at in sorted(people.need_columns)
        if at < mapping.headings_width
    ]
    if headings and all(headings) and REMARKS_KEY not in all_answers:
        all_answers[REMARKS_KEY] = EACH.join(headings)
    return tuple(sorted(all_answers.items()))
