"""At the press: how far a pack is, told by the server’s events, by polling, or by a page that loads itself again."""

from __future__ import annotations

import json
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from wordfleet_print.desk.doors import read_form
from wordfleet_print.desk.events.kept import KeptEvent
from wordfleet_print.desk.events.queue import ENDED, Printing, PrintQueue, State
from wordfleet_print.desk.live import events
from wordfleet_print.desk.pages.event_plan import picture_of, print_pack
from wordfleet_print.desk.pages.events import event_of
from wordfleet_print.desk.shop import shop_of
from wordfleet_print.desk.views import page, see

PARTS = {
    "sheets": "sheets and the key",
    "table-cards": "table cards",
    "score-slips": "score slips",
    "name-index": "the name index",
    "players": "a file for each player",
}
"""What the work is made of, as it is told."""


def _printing(request: Request) -> tuple[str, KeptEvent, Printing]:
    ticket, event = event_of(request)
    if event.printing is None:
        raise HTTPException(404)
    return ticket, event, event.printing


async def press_shown(request: Request) -> Response:
    """How far it is; where it is done, the pack."""
    ticket, event = event_of(request)
    printing = event.printing
    if printing is None or printing.state is State.DONE:
        return see(f"/event/{ticket}" if printing is None else f"/event/{ticket}/pack")
    shop = shop_of(request)
    asked, looks = printing.request, printing.request.looks
    return page(
        request,
        "event_press.html",
        here="event",
        ticket=ticket,
        event=event,
        printing=printing,
        told=_told(shop.events.queue, printing),
        going=printing.state not in ENDED,
        shown=await picture_of(
            shop, event.library, asked.words.edition or "", str(looks.get("paper", "")), eco=bool(looks.get("eco"))
        ),
    )


def _told(queue: PrintQueue, printing: Printing) -> dict[str, Any]:
    """What is told of a printing, in the page and to the script."""
    return {
        "state": str(printing.state),
        "before": queue.place(printing),
        "percent": printing.percent,
        "pages": printing.pages,
        "parts": [PARTS.get(name, name) for name, _ in printing.parts],
        "part": printing.part,
        "serial": printing.serial,
    }


async def progress(request: Request) -> Response:
    """The same for the script: a stream of events where it asks for one, else once."""
    _, _, printing = _printing(request)
    queue = shop_of(request).events.queue
    if "text/event-stream" not in request.headers.get("accept", ""):
        return JSONResponse(_told(queue, printing))
    return events(request, lambda: json.dumps(_told(queue, printing)), lambda: printing.state in ENDED)


async def stopped(request: Request) -> Response:
    """Stop it."""
    ticket, _, printing = _printing(request)
    await read_form(request)
    shop_of(request).events.queue.stop(printing)
    return see(f"/event/{ticket}/press")


async def printed(request: Request) -> Response:
    """Print it, again after a stop, or where a file is missing."""
    ticket, event = event_of(request)
    await read_form(request)
    if event.busy:
        return see(f"/event/{ticket}/press")
    if event.form is None or event.home is None or event.planned is None:
        event.pending, event.printing = True, None
        return see(f"/event/{ticket}/plan")
    print_pack(shop_of(request), event)
    return see(f"/event/{ticket}/press")


async def planned_again(request: Request) -> Response:
    """Back to the plan of what was stopped or has failed."""
    ticket, event = event_of(request)
    await read_form(request)
    if not event.busy:
        event.printing, event.pending = None, True
    return see(f"/event/{ticket}")


press_routes = [
    Route("/event/{ticket}/press", press_shown),
    Route("/event/{ticket}/progress", progress),
    Route("/event/{ticket}/stop", stopped, methods=["POST"]),
    Route("/event/{ticket}/print", printed, methods=["POST"]),
    Route("/event/{ticket}/back", planned_again, methods=["POST"]),
]
