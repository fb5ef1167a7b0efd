"""The web page as one ASGI application: its routes, and what is shown when something fails."""

from __future__ import annotations

import contextlib
import logging
import secrets
import tomllib
from collections.abc import AsyncIterator, Mapping, Sequence
from functools import cache

import anyio
import anyio.to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, request_response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wordfleet_print import __version__
from wordfleet_print.errors import BusyError, CannotWriteError, MissingDependencyError, WordfleetError
from wordfleet_print.files import data_folder
from wordfleet_print.sheet.sheet_code import ALPHABET
from wordfleet_print.web import forms
from wordfleet_print.web.assets import address_of, send_asset
from wordfleet_print.web.auth import AuthMiddleware, RequestGuardMiddleware, SecurityHeadersMiddleware
from wordfleet_print.web.pages import preview_routes, redirect, render_page
from wordfleet_print.web.routes import event, home, kit, pack, reprint, rules, table, verify
from wordfleet_print.web.state import AppState

LOG = logging.getLogger("wordfleet_print.web")
logging.getLogger("python_multipart").setLevel(logging.CRITICAL)  # the sender of a bad body sees why, nobody else
RETRY_SECONDS = "10"
TIDY_SECONDS = 60


@cache
def load_problem_pages() -> Mapping[str, Sequence[str]]:
    """Return the words of pages for failures, by status or an error's detail: a short line, a heading, a sentence."""
    return tomllib.loads((data_folder("templates") / "web" / "problems.toml").read_text(encoding="utf-8"))


def show_failure(
    request: Request, status: int, detail: str = "", *, number: str = "", problems: Sequence[forms.Message] = ()
) -> Response:
    """Return the page for a status; `detail` names it or is a further sentence; `number` is the log's."""
    known, usual = load_problem_pages(), "500" if status >= 500 else "400"
    words = known.get(detail) or known.get(str(status)) or known[usual]
    detail = detail if detail.endswith(".") else ""
    values = {"words": words, "status": status, "detail": detail, "number": number, "list": problems}
    return render_page(request, "problem.html", status, section="", **values)


async def show_http_error(request: Request, error: Exception) -> Response:
    """Return the page for an `HTTPException`, with its headers."""
    if not isinstance(error, HTTPException):
        raise error
    response = show_failure(request, error.status_code, error.detail)
    response.headers.update(error.headers or {})
    return response


def show_error(request: Request, error: Exception) -> Response:
    """Return the page for an error: with a number for a bug, with the time to retry if this machine is busy."""
    if isinstance(error, MissingDependencyError | BusyError | CannotWriteError):
        detail = forms.describe_problem(error.problems[0]).text
    elif isinstance(error, WordfleetError):
        return show_failure(request, 422, problems=list(map(forms.describe_problem, forms.problems_of(error))))
    else:
        number = "".join(secrets.choice(ALPHABET) for _ in range(6))
        route = getattr(request.scope.get("route"), "path", "no route")  # its pattern: the log holds no ticket
        LOG.error("error %s: %s %s", number, request.method, route, exc_info=error)
        return show_failure(request, 500, number=number)
    response = show_failure(request, 503, detail)
    response.headers["Retry-After"] = RETRY_SECONDS
    return response


class ErrorMiddleware:
    """Turn every error into its page, or break off a response that has begun."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, whatever comes."""
        has_begun = False

        async def note_begin(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self._app(scope, receive, note_begin)
        except ClientDisconnect:
            return
        except Exception as error:
            # The status is sent already: closing the connection is the only way left to say that the answer
            # is not whole
            if scope["type"] != "http" or has_begun:
                LOG.error("a response broke off", exc_info=error)
                raise  # the connection is closed: half a file is seen to be half
            request = Request(scope)
            is_http = isinstance(error, HTTPException)
            response = await show_http_error(request, error) if is_http else show_error(request, error)
            await response(scope, receive, send)


async def favicon(_request: Request) -> Response:
    """Send browsers that ask for it to the icon."""
    return redirect(address_of("icon.svg"))


async def health(_request: Request) -> Response:
    """Say that the page answers, and the version."""
    return JSONResponse({"ok": True, "version": __version__})


ROUTES = [
    *home.routes,
    *table.routes,
    *reprint.routes,
    *verify.routes,
    *kit.routes,
    *rules.routes,
    *event.routes,
    *pack.routes,
    *preview_routes,
    Route("/assets/{digest}/{name}", GZipMiddleware(request_response(send_asset)), methods=["GET"]),
    Route("/favicon.ico", favicon),
    Route("/healthz", health),
]


def make_app(state: AppState) -> Starlette:
    """Return the application of a state."""

    async def remove_old_events() -> None:
        while True:
            await anyio.sleep(TIDY_SECONDS)
            state.tickets.remove_old()
            await anyio.to_thread.run_sync(state.events.remove_old)

    @contextlib.asynccontextmanager
    async def run(_app: Starlette) -> AsyncIterator[None]:
        try:
            async with anyio.create_task_group() as group:
                group.start_soon(remove_old_events)
                yield
                group.cancel_scope.cancel()
        finally:
            await state.close()

    app = Starlette(
        routes=ROUTES,
        middleware=[
            Middleware(SecurityHeadersMiddleware),
            Middleware(ErrorMiddleware),
            Middleware(RequestGuardMiddleware, settings=state.settings),
            Middleware(AuthMiddleware, keys=state.keys, settings=state.settings),
        ],
        exception_handlers={HTTPException: show_http_error},
        lifespan=run,
    )
    app.state.app = state
    return app
