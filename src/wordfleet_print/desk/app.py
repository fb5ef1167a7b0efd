"""The shop as one ASGI application: its routes, what stands at its doors, and what opens and closes with it."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache, partial

import anyio
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Receive, Scope, Send

from wordfleet_print.desk import pictures
from wordfleet_print.desk.answers import Answers, refused
from wordfleet_print.desk.doors import Doors, Plain
from wordfleet_print.desk.keys import Gate
from wordfleet_print.desk.pages import again, captains, home, rules, sheets, umpire
from wordfleet_print.desk.shop import Shop, shop_of
from wordfleet_print.desk.views import see
from wordfleet_print.errors import BusyError

LOG = logging.getLogger("wordfleet_print.desk")
QUIET, AGAIN = 2, 20
"""Seconds after which nobody waits for the first page any more; and after which what failed behind it is tried again.
"""


async def _asset(request: Request) -> Response:
    return shop_of(request).assets.respond(request)


async def _favicon(request: Request) -> Response:
    return see(shop_of(request).assets.address("icon.svg"))


_ROUTES = [
    *sheets.sheets_routes,  # first, for they are asked for most
    *home.home_routes,
    *captains.captains_routes,
    *again.again_routes,
    *umpire.umpire_routes,
    *rules.routes,
    *pictures.routes,
    Route("/assets/{name}", _asset),
    Route("/favicon.ico", _favicon),
]
"""The addresses of the shop, door by door, but for those of events."""


@cache
def _event_routes() -> list[Route]:
    """Those of events, which take as long to load as all the others together."""
    from wordfleet_print.desk.events import list_page, pack_page, plan_page

    return [
        *list_page.brought_routes,
        *list_page.list_routes,
        *plan_page.routes,
        *pack_page.press_routes,
        *pack_page.pack_routes,
    ]


def every_route() -> list[Route]:
    """Every address of the shop."""
    return [*_ROUTES, *_event_routes()]


class _Events(BaseRoute):
    """The addresses of events, loaded when the first of them is asked for."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """How the best of them fits."""
        if scope["type"] != "http" or not scope["path"].startswith("/event"):
            return Match.NONE, {}
        found = [(route, *route.matches(scope)) for route in _event_routes()]
        route, match, more = max(found, key=lambda one: one[1].value)
        return match, {**more, "route": route}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it answer."""
        await scope["route"].handle(scope, receive, send)


async def _keep_events(shop: Shop) -> None:
    """Sweep, and load what events need, once it is quiet; then tidy them for ever."""
    await anyio.sleep(QUIET)
    await anyio.to_thread.run_sync(shop.folder.make)
    await anyio.to_thread.run_sync(_event_routes)
    await shop.events.keep_tidy()


def make_app(shop: Shop) -> Starlette:
    """The application of a shop."""

    async def behind(work: Callable[[], Awaitable[None]]) -> None:
        """Work behind the pages: what there is no room for now is tried again, whatever else is wrong ends the shop."""
        while True:
            try:
                await work()
            except (OSError, BusyError) as error:
                LOG.warning("not yet: %s", error)
                await anyio.sleep(AGAIN)
                continue
            except Exception as error:
                app.state.broken = error
            return

    @contextlib.asynccontextmanager
    async def opened(_app: Starlette) -> AsyncIterator[None]:
        try:
            async with anyio.create_task_group() as group:
                group.start_soon(behind, shop.press.warm)
                group.start_soon(behind, partial(_keep_events, shop))
                yield
                group.cancel_scope.cancel()
        finally:
            await shop.close()

    app = Starlette(
        routes=[*_ROUTES, _Events()],
        middleware=[
            Middleware(Plain),
            Middleware(Answers),
            Middleware(Doors, settings=shop.settings),
            Middleware(Gate, keys=shop.keys, settings=shop.settings),
        ],
        exception_handlers={HTTPException: refused},
        lifespan=opened,
    )
    app.state.shop, app.state.closing, app.state.broken = shop, False, None
    return app
