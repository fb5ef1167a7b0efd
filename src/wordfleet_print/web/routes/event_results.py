"""Results of a printed event, round by round; from them the standings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, cast, get_args

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.errors import Problem, WordfleetError
from wordfleet_print.event.event import MOST_SHIPS, Event, Outcome, Result
from wordfleet_print.event.missing_results import (
    MOST_ASKED,
    RESULT,
    describe_open_tables,
    list_tables_before,
)
from wordfleet_print.event.results import RoundTable, list_played_rounds, list_tables
from wordfleet_print.roster.questions import parse_kind
from wordfleet_print.services.results import record_results
from wordfleet_print.web import forms, pages, request_data
from wordfleet_print.web.routes.event import find_session, go_to
from wordfleet_print.web.routes.event_pack import find_pack
from wordfleet_print.web.state import in_thread, state_of

NOT_PLAYED = "If a table was not played, say so."
# Tables of a round that fit on a page; results of more are typed into `players.csv`.
MOST_TABLES = 500


class TableRow(NamedTuple):
    """A table of two players as the form shows it."""

    table: int
    first: str
    """The name of the player in the first seat."""
    second: str
    outcome: str
    """Who has won, or ""."""
    ships: tuple[str, str]
    """How many ships of the enemy each has sunk; "" if that was not noted."""


async def show_results(request: Request, problems: list[Problem] | None = None) -> Response:
    """Show the results of a round as a form; by default of the first round that lacks some."""
    session = find_session(request)
    if session.page != "pack":
        return go_to(session)
    _, pack = await find_pack(request)
    event = pack.event
    number = _find_round(event, request.query_params.get("round", ""))
    rows = _list_rows(event, number)
    played_rounds = list_played_rounds(event)
    next_round = max(event.numbers) + 1
    # The next round is paired by results. A few that are missing are asked about when it is planned
    open_tables_of_event = len(list_tables_before(event, next_round))
    can_plan = played_rounds and open_tables_of_event <= MOST_ASKED
    return pages.render_page(
        request,
        "event_results.html",
        session=session,
        plan=event,
        number=number,
        rows=rows if len(rows) <= MOST_TABLES else [],
        played=played_rounds,
        open_tables=sum(not row.outcome for row in rows),
        missing=open_tables_of_event,
        next_round=next_round if can_plan else 0,
        most_ships=MOST_SHIPS,
        faults=[forms.describe_problem(problem) for problem in problems or ()],
    )


async def save_results(request: Request) -> Response:
    """Save the results of a round that a form sends, and print the standings; or show the form with
    its problems.
    """
    session = find_session(request)
    fields = dict(await request_data.read_fields(request))
    if session.page != "pack":
        return go_to(session)
    home, pack = await find_pack(request)
    number = _find_round(pack.event, fields.get("round", ""))
    try:
        results = _read_results(pack.event, number, fields)
        await in_thread(record_results, home, number, results)
    except WordfleetError as error:
        return await show_results(request, list(error.problems))
    return go_to(session, f"/results?round={number}")


async def plan_next(request: Request) -> Response:
    """Plan the next round, paired by the results; tables without one are asked about."""
    session = find_session(request)
    await request_data.read_fields(request)
    if session.page != "pack":
        return go_to(session)
    _, pack = await find_pack(request)
    number = max(pack.event.numbers) + 1
    is_played = bool(list_played_rounds(pack.event))
    if not is_played or len(list_tables_before(pack.event, number)) > MOST_ASKED:
        what = describe_open_tables(pack.event, number)
        return await show_results(request, [Problem(what, advice=NOT_PLAYED)])
    printed = session.show_stored(pack.event)
    values = {**printed.values, "rounds": number, "swiss": True}
    # Results that were given as answers for an earlier round may have been corrected since
    answers = {key: value for key, value in session.answers.items() if parse_kind(key) != RESULT}
    next_plan = replace(printed.reopen_plan(), values=values, answers=answers)
    state_of(request).events.keep(next_plan)
    return go_to(session, "/plan")


def _find_round(event: Event, text: str) -> int:
    """Return the round that a form or an address names; without one the first that lacks a result,
    else the first. Raises `HTTPException` (404) for a round that the event does not have.
    """
    if not text:
        for number in event.numbers:
            if not all(row.outcome for row in _list_rows(event, number)):
                return number
        return event.numbers[0]
    for number in event.numbers:
        if text == str(number):
            return number
    raise HTTPException(404)


def _list_rows(event: Event, number: int) -> list[TableRow]:
    """Return the rows of a round's form: its tables of two players, with their results so far."""
    rows = []
    for round_table in _list_tables_of_two(event, number):
        result = round_table.result
        outcome = result.outcome if result else ""
        ships = ("", "")
        if result and result.ships:
            ships = (str(result.ships[0]), str(result.ships[1]))
        first, second = (event.players[player].called for player in round_table.seating.pair)
        rows.append(TableRow(round_table.seating.table, first, second, outcome, ships))
    return rows


def _list_tables_of_two(event: Event, number: int) -> list[RoundTable]:
    """Return the tables of a round that have two players."""
    tables = [round_table for round_table in list_tables(event) if round_table.round == number]
    return [round_table for round_table in tables if round_table.seating.second is not None]


def _read_results(event: Event, number: int, fields: Mapping[str, str]) -> list[Result]:
    """Return the results of a round that a form gives. Raises `WordfleetError` with every problem.

    The form has three fields for table 7: `outcome-7`, and the ships `first-7` and `second-7`.
    """
    results = []
    problems = []
    for round_table in _list_tables_of_two(event, number):
        table = round_table.seating.table
        outcome = fields.get(f"outcome-{table}", "")
        ships = [fields.get(f"{seat}-{table}", "").strip() for seat in ("first", "second")]
        if outcome not in get_args(Outcome):  # nobody has chosen who won
            if any(ships):
                problems.append(
                    Problem("Ships are noted, but not who won.", where=f"Table {table}")
                )
            continue
        if not all(_is_count(text) for text in ships):
            problems.append(Problem(f"Ships are 0 to {MOST_SHIPS}.", where=f"Table {table}"))
            continue
        sunk = None
        if any(ships):
            sunk = (int(ships[0] or 0), int(ships[1] or 0))
        results.append(Result(number, table, cast(Outcome, outcome), sunk))
    if problems:
        raise WordfleetError("Some results cannot be used.", problems)
    return results


def _is_count(text: str) -> bool:
    """Return whether a field says how many ships were sunk, or is empty."""
    if not text:
        return True
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_SHIPS))
    return is_number and int(text) <= MOST_SHIPS


routes = [
    Route("/event/{ticket}/results", show_results),
    Route("/event/{ticket}/results", save_results, methods=["POST"]),
    Route("/event/{ticket}/next-round", plan_next, methods=["POST"]),
]
