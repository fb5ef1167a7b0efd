"""Several lists as one event: files, or the worksheets of a file; each may be a club or a class."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations

from wordfleet_print.errors import BadInputError, Problem, UsageError
from wordfleet_print.limits import MOST_PLAYERS
from wordfleet_print.messages import quote
from wordfleet_print.roster.column_answers import REMARKS_KEY
from wordfleet_print.roster.questions import Answers, Question, RosterError, join_questions
from wordfleet_print.roster.roster import ReadColumn, Roster
from wordfleet_print.roster.same_players import fold_name
from wordfleet_print.sheet.player_names import parse_name, simplify


@dataclass
class ReadLists:
    """What was read of several lists, and what is wrong with them or open."""

    rosters: dict[str, Roster] = field(default_factory=dict)
    """By what messages call the list."""
    questions: dict[str, Sequence[Question]] = field(default_factory=dict)
    """By the list's name, as answers have it: “5A/sheet”."""
    problems: list[Problem] = field(default_factory=list)
    columns: list[ReadColumn] = field(default_factory=list)
    """Of all lists as far as they were read; each names its list."""

    def add_roster(self, name: str, roster: Roster, *, file: str) -> None:
        """Add a list; one without clubs is the club or class of its name."""
        marked = _mark_list(_fill_club(roster, name), name)
        self.rosters[file] = marked
        self.columns += marked.columns

    def add_error(self, name: str, error: BadInputError) -> None:
        """Add what is wrong with a list, or has to be asked."""
        if isinstance(error, RosterError):
            self.problems += error.faults
            self.questions[name] = error.questions
            self.columns += _mark_columns(error.columns, name)
        else:
            self.problems += error.problems


def _fill_club(roster: Roster, name: str) -> Roster:
    """Return the roster of a list without clubs as that of this club or class."""
    if "club" not in roster.fields_without_column:
        return roster
    club = parse_name(name)
    players = tuple(replace(player, club=player.club or club) for player in roster.players)
    return replace(roster, players=players)


def _mark_list(roster: Roster, name: str) -> Roster:
    """Return the roster of one of several lists: its columns, and the answers about its needs, name
    the list.
    """
    needs = [(key, value) for key, value in roster.answers if _is_about_needs(key)]
    answers = tuple((f"{name}/{key}", value) for key, value in needs)
    columns = tuple(_mark_columns(roster.columns, name))
    return replace(roster, columns=columns, answers=answers)


def _mark_columns(columns: Iterable[ReadColumn], name: str) -> Iterator[ReadColumn]:
    """Yield the columns of a list; each names the list, and the sheet in it."""
    for column in columns:
        list_name = f"{name}/{column.list_name}" if column.list_name else name
        yield replace(column, list_name=list_name)


def _is_about_needs(key: str) -> bool:
    """Whether an answer says which columns hold needs, in a list or in one of several."""
    return key.rpartition("/")[2] == REMARKS_KEY


def join_rosters(lists: ReadLists, answers: Answers) -> Roster:
    """Return the players of several lists as one roster.

    Raises `RosterError` for what is wrong or open, and for a player who is in two lists;
    `UsageError` for a list that pairs its players.
    """
    rosters = lists.rosters
    notes: list[str] = []
    problems = list(lists.problems)
    for file, other_file in combinations(rosters, 2):
        problems += _compare_lists(file, rosters[file], other_file, rosters[other_file], notes)
    players = list(chain.from_iterable(roster.players for roster in rosters.values()))
    if len(players) > MOST_PLAYERS:
        what = f"the lists hold more than {MOST_PLAYERS:,} players"
        problems.append(Problem(what, advice="split the event"))
    if problems or any(lists.questions.values()):
        raise _make_error(lists, problems)
    _refuse_pairings(rosters)
    reading: list[str] = []
    for file, roster in rosters.items():
        notes.extend(f"{file}: {text}" for text in roster.warnings)
        reading.extend(f"{file}: {text}" for text in roster.reading)
    numbered = [replace(player, number=number) for number, player in enumerate(players, start=1)]
    fields_by_list = [roster.fields_without_column for roster in rosters.values()]
    return Roster(
        players=tuple(numbered),
        warnings=tuple(notes),
        fields_without_column=frozenset.intersection(*fields_by_list),
        reading=tuple(reading),
        columns=tuple(lists.columns),
        answers=_join_answers(rosters, answers),
    )


def _make_error(lists: ReadLists, problems: Sequence[Problem]) -> RosterError:
    """Return the error for all lists, with their columns as far as they are known."""
    count = len(lists.rosters) + len(lists.questions)
    error = RosterError("", problems, join_questions(lists.questions, count))
    error.columns = tuple(lists.columns)
    return error


def _refuse_pairings(rosters: Mapping[str, Roster]) -> None:
    """Raise `UsageError` for a list that pairs its players: it is read by itself."""
    for file, roster in rosters.items():
        if roster.fixtures or roster.by_round:
            tip = "Read the players’ lists together, then each round’s list by itself."
            what = f"{file} has pairings; such a list is read by itself."
            raise UsageError(Problem(what, "roster", advice=tip))


def _join_answers(rosters: Mapping[str, Roster], answers: Answers) -> tuple[tuple[str, str], ...]:
    """Return the answers, and which columns of each list held needs."""
    joined = dict(answers)
    for roster in rosters.values() if REMARKS_KEY not in joined else ():
        joined.update(roster.answers)
    return tuple(sorted(joined.items()))


def _compare_lists(
    file: str, roster: Roster, other_file: str, other: Roster, notes: list[str]
) -> Iterator[Problem]:
    """Yield a problem for each player who is in two lists, or one for a list that is a copy.

    Players of the same name in different clubs are two: they are added to `notes`.
    """
    clubs_of_name: defaultdict[str, set[str]] = defaultdict(set)
    for player in roster.players:
        clubs_of_name[fold_name(player)].add(simplify(player.club))
    in_both = [player for player in other.players if fold_name(player) in clubs_of_name]
    where = f"{file} and {other_file}"
    shorter = min(len(roster.players), len(other.players))
    if shorter > 1 and len(in_both) * 2 > shorter:
        what = f"{len(in_both):,} names are in both; is one a copy of the other?"
        yield Problem(what, where=where, advice="leave one out, or give both a column of clubs")
        return
    for player in in_both:
        name = quote(player.name)
        if simplify(player.club) in clubs_of_name[fold_name(player)]:
            what = f"{name} of {quote(player.club)} is in both"
            yield Problem(what, where=where, advice="remove one, or tell them apart by an initial")
        else:
            notes.append(f"{name} is in {where}; both get a sheet.")
