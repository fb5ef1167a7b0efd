"""Sheets by their codes: printed again; or looked up, and covered until the screen is turned away."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.errors import Problem, WordfleetError
from wordfleet_print.services.reprint import FoundSheet, find_sheets, reprint_codes
from wordfleet_print.settings.table import ReprintSettings, VerifySettings
from wordfleet_print.sheet.sheet_code import parse_code
from wordfleet_print.web import pages
from wordfleet_print.web.auth import visitor_of
from wordfleet_print.web.forms import Form, apply_fix, describe_problem, problems_of, read_rows, read_values
from wordfleet_print.web.routes.table import Table, keep_table
from wordfleet_print.web.state import in_thread, state_of

NO_CODE = Problem("Type the sheet code from the foot of the sheet.")
SEPARATORS = re.compile("[,;]+")


@dataclass
class Lookup:
    """A sheet that was looked up; its words are shown until `open_until`."""

    found: FoundSheet
    open_until: float = 0


async def reprint(request: Request) -> Response:
    """Show an empty row for a code."""
    return pages.allow_back(show_reprint(request, {"paper": pages.usual_paper(request)}))


async def send_reprint(request: Request) -> Response:
    """Find the sheets and go to their ticket, or say at which code something is wrong."""
    fields, state = await pages.read_fields(request), state_of(request)
    single, most = dict(fields), state.settings.limits.sheets
    do, fix = single.get("do", ""), single.get("fix", "")
    rows = list[tuple[str, str]]()
    for row in read_rows(fields):  # several codes in one field become rows of their own
        first, *others = (code.strip() for code in SEPARATORS.split(row.get("code", "")))
        rows += [(first, row.get("name", "")), *((code, "") for code in others)]
    rows = [row for row in rows if any(row)]
    values = read_values(ReprintSettings, fields)
    values |= {"sheets": [code for code, _ in rows[:most]], "player": [name for _, name in rows[:most]]}
    if fix or do == "more":
        return show_reprint(request, apply_fix(values, fix), is_longer=do == "more")
    settings, problems = ReprintSettings.examine(values)
    if len(rows) > most:
        problems.append(Problem(f"At most {most} sheets at a time.", "sheets", place=(0,)))
    for at, code in enumerate(settings.sheets or ("",)):
        try:
            parse_code(code)
        except WordfleetError as error:
            found = problems_of(error) if code else [NO_CODE]
            problems += [replace(one, field="sheets", place=(at,)) for one in found]
    if not problems:
        library = await state.books.editions()
        run = state.worker.run if settings.with_rules else in_thread
        try:
            return keep_table(request, Table(await run(reprint_codes, settings, library), library), do)
        except WordfleetError as error:
            problems = [replace(one, field="sheets", place=(0,)) for one in problems_of(error)]
    return show_reprint(request, values, problems)


def show_reprint(
    request: Request, values: Mapping[str, Any], problems: Sequence[Problem] = (), *, is_longer: bool = False
) -> Response:
    """Show the form as it was filled in; if it is to be longer, with an empty row."""
    rows = list(zip(values.get("sheets", ()), values.get("player", ()), strict=True))
    rows += [("", "")] * (is_longer or not rows)
    form, one_by_one = Form(ReprintSettings, values, problems), pages.prints_one_by_one(request)
    return pages.render_page(request, "reprint.html", form=form, rows=rows, problems=problems, one_by_one=one_by_one)


async def verify(request: Request) -> Response:
    """Show an empty field for a code."""
    return pages.allow_back(show_verify(request))


async def send_verify(request: Request) -> Response:
    """Look a code up and go to its ticket, or say what is wrong with it."""
    state, code = state_of(request), dict(await pages.read_fields(request)).get("code", "").strip()
    settings = VerifySettings(codes=(code,) if code else ())
    try:
        (found,) = await in_thread(find_sheets, settings, await state.books.editions())
    except WordfleetError as error:
        return show_verify(request, code, problems_of(error))
    return pages.redirect(f"/verify/{state.tickets.issue(Lookup(found), visitor_of(request))}")


def show_verify(request: Request, code: str = "", problems: Sequence[Problem] = ()) -> Response:
    """Show the field for a code, with what is wrong with it."""
    found = [describe_problem(one) for one in problems]
    return pages.render_page(request, "verify.html", code=code, found=found, problems=problems, lookup=None)


async def show_sheet(request: Request) -> Response:
    """Show what is public about the sheet; and while it is open, its words."""
    lookup = pages.find_ticket(request, Lookup)
    left = max(0, ceil(lookup.open_until - state_of(request).clock()))
    sheet, edition = lookup.found.to_json(), lookup.found.deck.edition
    game = edition.title if edition.title.endswith(edition.edition) else f"{edition.title}, {edition.edition}"
    response = pages.render_page(request, "verify.html", code="", found=(), lookup=sheet, game=game, left=left)
    # The page covers itself, also without a script
    if left:
        response.headers["Refresh"] = f"{left}"
    return response


async def uncover(request: Request) -> Response:
    """Open the sheet for a minute, or cover it again."""
    lookup, state = pages.find_ticket(request, Lookup), state_of(request)
    covers = dict(await pages.read_fields(request)).get("do") == "cover"
    lookup.open_until = 0 if covers else state.clock() + state.settings.limits.verify_seconds
    return pages.redirect(f"/verify/{request.path_params['ticket']}")


routes = [
    Route("/reprint", reprint),
    Route("/reprint", send_reprint, methods=["POST"]),
    Route("/verify", verify),
    Route("/verify", send_verify, methods=["POST"]),
    Route("/verify/{ticket}", show_sheet),
    Route("/verify/{ticket}", uncover, methods=["POST"]),
]
