"""Close the program from the page: somebody who opened it by a double click has no terminal."""

from __future__ import annotations

import asyncio

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.web import pages, request_data
from wordfleet_print.web.state import AppState, state_of

# The last page asks for its styles meanwhile.
STAY_SECONDS = 1


async def show_question(request: Request) -> Response:
    """Ask whether the program shall be closed, and say what ends with it."""
    is_printing = state_of(request).events.is_printing
    return pages.render_page(request, "close.html", is_printing=is_printing)


async def close(request: Request) -> Response:
    """Show the last page, then end the program."""
    await request_data.read_fields(request)
    response = pages.render_page(request, "closed.html")
    response.background = BackgroundTask(_stop, state_of(request))
    return response


async def _stop(state: AppState) -> None:
    await asyncio.sleep(STAY_SECONDS)
    state.stop()


routes = [Route("/close", show_question), Route("/close", close, methods=["POST"])]
