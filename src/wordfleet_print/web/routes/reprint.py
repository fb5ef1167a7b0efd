"""Sheets printed again by their codes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.errors import Problem, WordfleetError
from wordfleet_print.services.reprint import reprint_codes
from wordfleet_print.settings.table import ReprintSettings
from wordfleet_print.sheet.sheet_code import parse_code
from wordfleet_print.web import pages
from wordfleet_print.web.forms import NO_CODE, Fields, Form, apply_fix, problems_of, read_values
from wordfleet_print.web.routes.table import Table, keep_table, table_address
from wordfleet_print.web.state import in_thread, state_of

ROW = re.compile(r"(code|name)-([1-9][0-9]?)")
SEPARATORS = re.compile(r"[,;\n]+")


def read_rows(fields: Fields) -> list[tuple[str, str]]:
    """Return codes with names; several codes in one field become rows of their own, empty rows are left out."""
    sent = {(found[1], int(found[2])): value.strip() for name, value in fields if (found := ROW.fullmatch(name))}
    rows: list[tuple[str, str]] = []
    for number in range(1, max([0, *(number for _, number in sent)]) + 1):
        first, *others = (code.strip() for code in SEPARATORS.split(sent.get(("code", number), "")))
        rows.append((first, sent.get(("name", number), "")))
        rows += [(code, "") for code in others]
    return [row for row in rows if any(row)]


async def form(request: Request) -> Response:
    """Show an empty row for a code."""
    return pages.allow_back(show_form(request, {"paper": pages.usual_paper(request)}))


async def send(request: Request) -> Response:
    """Find the sheets and go to their ticket, or say at which code something is wrong."""
    fields, state = await pages.read_fields(request), state_of(request)
    do, most = dict(fields).get("do", ""), state.settings.limits.sheets
    rows = read_rows(fields)
    values = read_values(ReprintSettings, fields)
    values |= {"sheets": [code for code, _ in rows[:most]], "player": [name for _, name in rows[:most]]}
    if fix := dict(fields).get("fix"):
        return show_form(request, apply_fix(values, fix))
    if do == "more":
        return show_form(request, values, extra=1)
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
        try:
            library = await state.books.editions()
            run = state.worker.run if settings.with_rules else in_thread
            table = Table(await run(reprint_codes, settings, library), library)
            return pages.redirect(table_address(keep_table(request, table), do))
        except WordfleetError as error:
            problems = [replace(one, field="sheets", place=(0,)) for one in problems_of(error)]
    return show_form(request, values, problems)


def show_form(
    request: Request, values: Mapping[str, Any], problems: Sequence[Problem] = (), extra: int = 0
) -> Response:
    """Show the form as it was filled in, with `extra` empty rows."""
    rows = list(zip(values.get("sheets", ()), values.get("player", ()), strict=True))
    rows += [("", "")] * (extra if rows else 1)
    form = Form(ReprintSettings, values, problems)
    one_by_one = pages.prints_one_by_one(request)
    return pages.render_page(request, "reprint.html", form=form, rows=rows, problems=problems, one_by_one=one_by_one)


routes = [Route("/reprint", form), Route("/reprint", send, methods=["POST"])]
