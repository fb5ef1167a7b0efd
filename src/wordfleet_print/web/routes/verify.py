"""A sheet looked up by its code: covered until the screen is turned away, and again after a minute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.errors import Problem, WordfleetError
from wordfleet_print.games import Library
from wordfleet_print.services.reprint import find_sheets
from wordfleet_print.settings.table import VerifySettings
from wordfleet_print.web import pages
from wordfleet_print.web.auth import visitor_of
from wordfleet_print.web.forms import NO_CODE, Form, problems_of
from wordfleet_print.web.state import in_thread, state_of


@dataclass
class Lookup:
    """A sheet that was looked up; its words are shown until `open_until`."""

    sheet: Mapping[str, Any]
    open_until: float = 0


async def form(request: Request) -> Response:
    """Show an empty field for a code."""
    return pages.allow_back(show_page(request))


async def send(request: Request) -> Response:
    """Look a code up and go to its ticket, or say what is wrong with it."""
    state, code = state_of(request), dict(await pages.read_fields(request)).get("code", "").strip()
    problems = [NO_CODE]
    if code:
        try:
            sheet = await in_thread(look_up, code, await state.books.editions())
            return pages.redirect(f"/verify/{state.tickets.issue(Lookup(sheet), visitor_of(request))}")
        except WordfleetError as error:
            problems = [replace(one, field="code", place=()) for one in problems_of(error)]
    return show_page(request, code, problems)


def show_page(request: Request, code: str = "", problems: Sequence[Problem] = ()) -> Response:
    """Show the field for a code, with what is wrong with it."""
    found = Form(VerifySettings, {}, problems).messages("code")
    return pages.render_page(request, "verify.html", code=code, found=found, problems=problems, lookup=None)


def look_up(code: str, library: Library) -> dict[str, Any]:
    """Return everything that is on the sheet of a code. Raises `BadInputError` for an unknown code."""
    (found,) = find_sheets(VerifySettings(codes=(code,)), library)
    edition = found.deck.edition
    title = edition.title if edition.title.endswith(edition.edition) else f"{edition.title}, {edition.edition}"
    return {**found.to_json(), "game": title}


async def show(request: Request) -> Response:
    """Show what is public about the sheet; and while it is open, its words."""
    lookup = pages.find_ticket(request, Lookup)
    left = max(0, ceil(lookup.open_until - state_of(request).clock()))
    response = pages.render_page(request, "verify.html", code="", found=(), lookup=lookup.sheet, left=left)
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
    Route("/verify", form),
    Route("/verify", send, methods=["POST"]),
    Route("/verify/{ticket}", show),
    Route("/verify/{ticket}", uncover, methods=["POST"]),
]
