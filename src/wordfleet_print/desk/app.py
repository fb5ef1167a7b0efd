"""The shop as one ASGI application: its routes, what stands at its doors, and what opens and closes with it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

import anyio
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.desk import pictures
from wordfleet_print.desk.answers import Answers, refused
from wordfleet_print.desk.doors import Doors, Plain
from wordfleet_print.desk.pages import (
    again,
    captains,
    event_list,
    event_pack,
    event_plan,
    event_press,
    events,
    home,
    rules,
    sheets,
    umpire,
)
from wordfleet_print.desk.shop import Shop, shop_of
from wordfleet_print.desk.views import see


async def _asset(request: Request) -> Response:
    return shop_of(request).assets.respond(request)


async def _favicon(request: Request) -> Response:
    return see(shop_of(request).assets.address("icon.svg"))


ROUTES = [
    *home.routes,
    *captains.routes,
    *sheets.routes,
    *again.routes,
    *events.routes,
    *event_list.routes,
    *event_plan.routes,
    *event_press.routes,
    *event_pack.routes,
    *umpire.routes,
    *rules.routes,
    *pictures.routes,
    Route("/assets/{name}", _asset),
    Route("/favicon.ico", _favicon),
]
"""Every address of the shop, door by door."""


def make_app(shop: Shop) -> Starlette:
    """The application of a shop."""

    @contextlib.asynccontextmanager
    async def opened(_app: Starlette) -> AsyncIterator[None]:
        try:
            async with anyio.create_task_group() as group:
                group.start_soon(shop.press.warm)
                if shop.lists is not shop.press:
                    group.start_soon(shop.lists.warm)
                group.start_soon(shop.events.keep_tidy)
                shop.events.queue.start()
                yield
                group.cancel_scope.cancel()
        finally:
            await shop.close()

    app = Starlette(
        routes=ROUTES,
        middleware=[Middleware(Plain), Middleware(Answers), Middleware(Doors, settings=shop.settings)],
        exception_handlers={HTTPException: refused},
        lifespan=opened,
    )
    app.state.shop = shop
    return app
