"""The umpire's desk: a sheet by its code, covered first; what is under the cover is in no page that is covered."""

from __future__ import annotations

from math import ceil

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.desk.doors import read_form
from wordfleet_print.desk.faults import Fault, faults_of
from wordfleet_print.desk.orders import LookUp
from wordfleet_print.desk.shop import Lookup, shop_of
from wordfleet_print.desk.views import behind, empty_form, page, see
from wordfleet_print.errors import WordfleetError


async def desk(request: Request) -> Response:
    """An empty field for a code."""
    return empty_form(page(request, "umpire.html", here="umpire", code="", faults=(), lookup=None))


async def umpire_sent(request: Request) -> Response:
    """Look a code up and go to its ticket; or say what is wrong with it."""
    shop = shop_of(request)
    fields = await read_form(request)
    code = str(fields.get("code", "")).strip()
    faults: tuple[Fault, ...]
    if not code:
        faults = (Fault("code", "Type the code from the foot of the sheet."),)
    else:
        try:
            found = await shop.press.do(LookUp(code, await shop.books.editions()))
            return see(f"/umpire/{shop.lookups.issue(Lookup(found))}")
        except WordfleetError as error:
            faults = tuple(faults_of(error, "code"))
    return page(request, "umpire.html", here="umpire", code=code, faults=faults, lookup=None)


async def looked_up(request: Request) -> Response:
    """What everyone may know of the sheet; and, while it is open, what only the umpire may."""
    ticket, lookup = behind(request, shop_of(request).lookups)
    left = ceil(lookup.open_until - shop_of(request).clock())
    answer = page(
        request,
        "umpire.html",
        here="umpire",
        code="",
        faults=(),
        ticket=ticket,
        lookup=lookup.found,
        left=max(0, left),
    )
    if left > 0:
        answer.headers["Refresh"] = f"{left}"
    return answer


async def uncovered(request: Request) -> Response:
    """Open the sheet for a minute, or cover it again."""
    ticket, lookup = behind(request, shop_of(request).lookups)
    fields = await read_form(request)
    shop = shop_of(request)
    opens = fields.get("do") != "cover"
    lookup.open_until = shop.clock() + shop.settings.limits.umpire_seconds if opens else 0
    return see(f"/umpire/{ticket}")


umpire_routes = [
    Route("/umpire", desk),
    Route("/umpire", umpire_sent, methods=["POST"]),
    Route("/umpire/{ticket}", looked_up),
    Route("/umpire/{ticket}", uncovered, methods=["POST"]),
]
