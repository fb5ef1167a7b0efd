"""The shop as one ASGI application: its routes, and what is answered when something is amiss."""

from __future__ import annotations

import contextlib
import logging
import secrets
import tomllib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial

import anyio
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wordfleet_print.errors import BusyError, CannotWriteError, Complaint, MissingDependencyError, WordfleetError
from wordfleet_print.files import data_folder
from wordfleet_print.processes import ChildEndedError, ChildEnding
from wordfleet_print.sheet.sheet_code import ALPHABET
from wordfleet_print.web import by_code, kit_page, live, tonight, views
from wordfleet_print.web.keys import Gate
from wordfleet_print.web.shop import Doors, Plain, Shop, shop_of
from wordfleet_print.web.table_form import FOLDERS, MOST_SHOWN
from wordfleet_print.web.views import page, see

LOG = logging.getLogger("wordfleet_print.web")
logging.getLogger("python_multipart").setLevel(logging.CRITICAL)  # whoever sent a bad body is told, not the operator
BEYOND = {
    ChildEnding.TIME: "It took longer than one call may. Ask for fewer sheets, or for more words to choose from.",
    ChildEnding.MEMORY: "It needs more memory than one call may have, or than is free. Ask for fewer sheets.",
}
RETRY = "10"
"""Seconds after which to try again where nobody knows better."""


@cache
def problems() -> Mapping[str, Sequence[str]]:
    """What a page says that is no page, by an answer's status or an error's detail: a line above, a heading, words."""
    return tomllib.loads((data_folder("templates") / "web" / "problems.toml").read_text(encoding="utf-8"))


def problem(
    request: Request, status: int, detail: str = "", *, number: str = "", complaints: Sequence[Complaint] = ()
) -> Response:
    """The page for a status; `detail` is a sentence of ours that says more, or names it; `number` is the log's."""
    known, usual = problems(), "500" if status >= 500 else "400"
    told = known.get(detail) or known.get(str(status)) or known[usual]
    detail = detail if detail.endswith(".") else ""
    more = {"detail": detail, "number": number, "complaints": complaints[:MOST_SHOWN]}
    return page(request, "problem.html", status, here="", number_of=status, problem=told, **more)


async def refused(request: Request, error: Exception) -> Response:
    """The page for an `HTTPException`; with its headers, such as when to try again."""
    if not isinstance(error, HTTPException):
        raise error
    answer = problem(request, error.status_code, error.detail)
    answer.headers.update(error.headers or {})
    return answer


def failed(request: Request, error: Exception) -> Response:
    """The page for what nobody expected, with a number; or for what this machine cannot do now."""
    if isinstance(error, ChildEndedError) and error.ending in BEYOND:
        answer = problem(request, 503, BEYOND[error.ending])
    elif isinstance(error, MissingDependencyError):
        answer = problem(request, 503, f"{error.message} {' '.join(error.tip.split())}".strip())
    elif isinstance(error, BusyError | CannotWriteError):
        answer = problem(request, 503, FOLDERS.sub("", error.message))
    elif isinstance(error, WordfleetError):
        told = [replace(one, where=FOLDERS.sub("", one.where)) for one in error.complaints]
        return problem(request, 422, FOLDERS.sub("", error.message), complaints=told)
    else:
        number = "".join(secrets.choice(ALPHABET) for _ in range(6))
        route = getattr(request.scope.get("route"), "path", "no route")  # its pattern: the log holds no ticket
        LOG.error("leak %s: %s %s", number, request.method, route, exc_info=error)
        return problem(request, 500, number=number)
    answer.headers["Retry-After"] = RETRY
    return answer


class Answers:
    """Lets no error out of the shop: whatever is raised inside becomes its page, or the end of a broken answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, whatever comes."""
        begun = False

        async def sent(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, sent)
        except ClientDisconnect:
            return  # nobody waits for an answer
        except Exception as error:
            if begun and isinstance(error, WordfleetError):
                LOG.warning("an answer broke off: %s", FOLDERS.sub("", error.message))
                return  # half of it is seen to be half
            if scope["type"] != "http" or begun:
                LOG.error("an answer broke off", exc_info=error)
                raise
            request = Request(scope)
            answer = await refused(request, error) if isinstance(error, HTTPException) else failed(request, error)
            await answer(scope, receive, send)


QUIET, AGAIN = 2, 20
"""Seconds after which nobody waits for the first page any more; and after which what failed behind it is tried again.
"""


async def _asset(request: Request) -> Response:
    return shop_of(request).assets.respond(request)


async def _favicon(request: Request) -> Response:
    return see(shop_of(request).assets.address("icon.svg"))


_ROUTES = [
    *tonight.sheets_routes,  # first, for they are asked for most
    *tonight.home_routes,
    *tonight.captains_routes,
    *by_code.again_routes,
    *by_code.umpire_routes,
    *kit_page.routes,
    *live.routes,
    *views.routes,
    Route("/assets/{name}", _asset),
    Route("/favicon.ico", _favicon),
]
"""The addresses of the shop, door by door, but for those of events."""


@cache
def _event_routes() -> list[Route]:
    """Those of events, which take as long to load as all the others together."""
    from wordfleet_print.web.events import list_page, pack_page, plan_page

    lists = [*list_page.brought_routes, *list_page.list_routes]
    return [*lists, *plan_page.routes, *pack_page.press_routes, *pack_page.pack_routes]


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
