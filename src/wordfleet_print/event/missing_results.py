"""What has to be known before a round is paired by the results: all earlier tables."""

from __future__ import annotations

from itertools import chain, groupby
from typing import cast, get_args

from wordfleet_print.errors import BadInputError, Fix, Problem, UsageError
from wordfleet_print.event.event import Event, Outcome, Result
from wordfleet_print.event.results import RoundTable, list_open_tables, list_played_rounds
from wordfleet_print.messages import plural, some_of
from wordfleet_print.roster.questions import Answers, Choice, Question, RosterError

# Tables that are asked about one by one; with more, the results are still to be typed.
MOST_ASKED = 12
# The kind of question how a table ended.
RESULT = "result"
# Tables of a round that a message names.
_SHOWN_TABLES = 12


def complete_results(event: Event | None, number: int, answers: Answers) -> tuple[Result, ...]:
    """Return the results of all rounds before this one; answers fill in what is open.

    Raises `RosterError` with a question for each open table, `BadInputError` if there are many, and
    `UsageError` without a printed event.
    """
    if event is None:
        what = "Swiss pairing goes by results; print the first round without it."
        raise UsageError(Problem(what, "swiss", (Fix.leave_out("swiss"),)))
    if not list_played_rounds(event):
        tip = "Type them into players.csv first, or on the page."
        raise BadInputError(Problem("The event has no results yet.", "swiss", advice=tip))
    results = list(event.results)
    questions = []
    for round_table in list_tables_before(event, number):
        key = f"{RESULT}.{round_table.round}.{round_table.seating.table}"
        answer = answers.get(key, "")
        if answer in get_args(Outcome):
            outcome = cast(Outcome, answer)
            results.append(Result(round_table.round, round_table.seating.table, outcome))
        else:
            questions.append(_ask_about_table(event, round_table, key))
    if len(questions) > MOST_ASKED:
        tip = "Type them into players.csv first, or on the page."
        what = describe_open_tables(event, number)
        raise BadInputError(Problem(what, "swiss", advice=tip))
    if questions:
        raise RosterError("players.csv", questions=questions)
    return tuple(sorted(results, key=lambda result: (result.round, result.table)))


def list_tables_before(event: Event, number: int) -> list[RoundTable]:
    """Return the tables without a result of all rounds before this one."""
    earlier = [known for known in event.numbers if known < number]
    return list(chain.from_iterable(list_open_tables(event, known) for known in earlier))


def describe_open_tables(event: Event, number: int) -> str:
    """Return a sentence that names the tables without a result before a round."""
    rounds = []
    for known, round_tables in groupby(list_tables_before(event, number), key=_round_of):
        tables = [round_table.seating.table for round_table in round_tables]
        numbers = some_of(tables, _SHOWN_TABLES)
        rounds.append(f"round {known}, {plural(len(tables), 'table')} {numbers}")
    return f"No result yet: {'; '.join(rounds)}."


def _round_of(round_table: RoundTable) -> int:
    return round_table.round


def _ask_about_table(event: Event, round_table: RoundTable, key: str) -> Question:
    """Return the question how a table ended; byes are never open."""
    first, second = (event.players[player].called for player in round_table.seating.pair)
    choices = (
        Choice("unplayed", "It was not played: it counts for nobody"),
        Choice("first", f"{first} won"),
        Choice("second", f"{second} won"),
        Choice("draw", "A draw"),
    )
    where = f"Round {round_table.round}, table {round_table.seating.table}"
    what = f"{where}: {first} and {second} have no result."
    return Question(
        key=key,
        text=f"{what} How did it end?",
        choices=choices,
    )
