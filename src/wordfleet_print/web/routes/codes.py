"""Sheets by their codes: printed again, or looked up to settle a dispute."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.errors import BadInputError, Problem, WordfleetError
from wordfleet_print.services.reprint import describe_place, find_sheets, reprint_codes
from wordfleet_print.settings import table
from wordfleet_print.sheet.sheet_code import parse_code
from wordfleet_print.web import forms, pages, request_data, responses, usual_choices
from wordfleet_print.web.routes.table import make_table
from wordfleet_print.web.state import in_thread, state_of

NO_CODE = Problem("Type the sheet code from the foot of the sheet.")
SEPARATORS = re.compile("[,;]+")
# How much later than its script a browser leaves the page of a sheet's words.
REFRESH_DELAY_SECONDS = 2


async def open_reprint(request: Request) -> Response:
    """Show an empty row for a code."""
    values = usual_choices.read_defaults(request, table.ReprintSettings)
    values |= usual_choices.choose_printer(request, table.ReprintSettings)
    values |= {"sheets": [""], "player": [""]}
    return responses.allow_back(show_reprint(request, values))


async def submit_reprint(request: Request) -> Response:
    """Find the sheets and go to their ticket, or say at which code something is wrong."""
    fields = await request_data.read_fields(request)
    most_sheets = state_of(request).settings.limits.sheets
    field_values = dict(fields)
    button = field_values.get("do", "")
    field_to_clear = field_values.get("fix", "")
    rows = read_rows(fields)
    if button == "more":
        rows.append(("", ""))
    values = forms.read_values(table.ReprintSettings, fields)
    values |= usual_choices.read_hidden(request, table.ReprintSettings)
    values |= {
        "sheets": [code for code, _ in rows[:most_sheets]],
        "player": [name for _, name in rows[:most_sheets]],
    }
    if field_to_clear or button == "more":
        return show_reprint(request, forms.clear_field(values, field_to_clear))
    settings, problems = table.ReprintSettings.examine(values)
    if len(rows) > most_sheets:
        problems.append(Problem(f"At most {most_sheets} sheets at a time.", "sheets", place=(0,)))
    problems += find_code_faults(values["sheets"])
    if not problems:
        try:
            return await make_table(request, reprint_codes, settings, button)
        except forms.InputErrors as error:
            problems = [
                replace(problem, field="sheets", place=(0,)) for problem in forms.problems_of(error)
            ]
    return show_reprint(request, values, problems)


def read_rows(fields: forms.Fields) -> list[tuple[str, str]]:
    """Return code and name of each row of a form: [("5KAMQ-31EM1-3TZJ1", "Ann")].

    Several codes in one field become rows of their own. There is at least one row, which may be
    empty.
    """
    rows: list[tuple[str, str]] = []
    for row in forms.read_rows(fields):
        first, *others = (code.strip() for code in SEPARATORS.split(row.get("code", "")))
        rows.append((first, row.get("name", "")))
        rows += [(code, "") for code in others]
    return [row for row in rows if any(row)] or [("", "")]


def find_code_faults(codes: Sequence[str]) -> Iterator[Problem]:
    """Yield what is wrong with each code, with its place in the form."""
    for index, code in enumerate(codes):
        try:
            parse_code(code)
        except WordfleetError as error:
            for problem in forms.problems_of(error) if code else [NO_CODE]:
                yield replace(problem, field="sheets", place=(index,))


def show_reprint(
    request: Request, values: Mapping[str, Any], problems: Sequence[Problem] = ()
) -> Response:
    """Show the form as it was filled in."""
    form = forms.Form(table.ReprintSettings, values, problems)
    one_by_one = usual_choices.is_one_by_one_first(request)
    defaults = usual_choices.describe_defaults(request, table.ReprintSettings)
    return pages.render_page(
        request, "reprint.html", form=form, one_by_one=one_by_one, defaults=defaults
    )


async def show_look_up(request: Request) -> Response:
    """Show an empty field for a code."""
    return responses.allow_back(await render_look_up(request, {}))


async def look_up(request: Request) -> Response:
    """Show what is public about the sheet of a code, and for a minute its words; or say what is
    wrong with the code.

    The code is in the form that was sent, and neither in the address nor kept here.
    """
    state = state_of(request)
    fields = await request_data.read_fields(request)
    field_values = dict(fields)
    code = field_values.get("code", "").strip()
    ticket = field_values.get("event", "")  # of the event that the menu names
    values = forms.read_values(table.LookUpSettings, fields)
    values |= {"codes": [code] if code else [], "event": ticket}
    session = await in_thread(state.events.find, ticket) if ticket else None
    home = session.home if session else None
    settings, problems = table.LookUpSettings.examine({**values, "event": home})
    try:
        if problems:
            raise BadInputError("The code cannot be looked up.", problems)
        (sheet,) = await in_thread(find_sheets, settings, await state.books.read_editions())
    except forms.InputErrors as error:
        return await render_look_up(request, values, forms.problems_of(error, "codes"))
    shows_secrets = field_values.get("do") == "open"
    left = state.settings.limits.look_up_seconds if shows_secrets else 0  # seconds
    edition = sheet.deck.edition
    game = edition.title
    if not game.endswith(edition.edition):
        game = f"{game}, {edition.edition}"
    whose = describe_place(sheet.planned_sheet) if home else ""
    facts = {"sheet": sheet.to_json(), "game": game, "left": left, "whose": whose}
    response = await render_look_up(request, values, facts=facts)
    if left:
        # A script covers the words in time; without one the browser leaves the page soon after
        response.headers["Refresh"] = f"{left + REFRESH_DELAY_SECONDS}; url=/look-up"
    return response


async def render_look_up(
    request: Request,
    values: Mapping[str, Any],
    problems: Sequence[Problem] = (),
    facts: Mapping[str, object] | None = None,
) -> Response:
    """Return the page with its form as it was filled in.

    `facts` are what was found, for the template: `sheet`, `game`, `left`, `whose`. The field of the
    code is empty then.
    """
    about_words = [problem for problem in problems if problem.field in ("words", "letters")]
    messages = [
        forms.describe_problem(problem) for problem in problems if problem not in about_words
    ]
    codes = [] if facts else values.get("codes", [])
    return pages.render_page(
        request,
        "look_up.html",
        422 if problems else None,
        form=forms.Form(table.LookUpSettings, values, about_words),
        code="".join(codes),
        event=values.get("event", ""),
        events=await in_thread(state_of(request).events.list_printed),
        problems=messages,
        **(facts or {"sheet": None}),
    )


routes = [
    Route("/reprint", open_reprint),
    Route("/reprint", submit_reprint, methods=["POST"]),
    Route("/look-up", show_look_up),
    Route("/look-up", look_up, methods=["POST"]),
]
