"""The web page as one ASGI application: its routes, and what is shown when something fails."""

from __future__ import annotations

import asyncio
import logging
import secrets
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from wordfleet_print import __version__, errors
from wordfleet_print.files import data_folder
from wordfleet_print.sheet.sheet_code import ALPHABET
from wordfleet_print.web import assets, auth, forms, pages, previews
from wordfleet_print.web.routes import (
    book,
    close,
    codes,
    event,
    event_pack,
    event_results,
    home,
    kit,
    own_words,
    rules,
    table,
)
from wordfleet_print.web.state import AppState, in_thread

LOG = logging.getLogger("wordfleet_print.web")
logging.getLogger("python_multipart").setLevel(
    logging.CRITICAL
)  # the sender of a bad body sees why, nobody else
# The words of pages for failures: a short line, a heading, a sentence; by the status, or by the
# detail of an error.
PROBLEM_PAGES = tomllib.loads(
    (data_folder("templates") / "web" / "problems.toml").read_text(encoding="utf-8")
)


async def show_error(request: Request, error: Exception) -> Response:
    """Return the page for an error: with a number for a bug, with the time to retry if this machine
    is busy.
    """
    status = 500
    detail = ""
    number = ""
    problems = list[forms.Message]()
    headers = dict[str, str]()
    if isinstance(error, HTTPException):
        status = error.status_code
        detail = error.detail
        headers = {**(error.headers or {})}
    elif isinstance(
        error, errors.MissingDependencyError | errors.BusyError | errors.CannotWriteError
    ):
        status = 503
        headers = {"Retry-After": "10"}  # seconds
        detail = forms.describe_problem(error.problems[0]).text
    elif isinstance(error, errors.WordfleetError):
        status = 422
        problems = [forms.describe_problem(problem) for problem in forms.problems_of(error)]
    else:
        number = "".join(secrets.choice(ALPHABET) for _ in range(6))
        route = getattr(
            request.scope.get("route"), "path", "no route"
        )  # its pattern: the log holds no ticket
        LOG.error("error %s: %s %s", number, request.method, route, exc_info=error)
    words = PROBLEM_PAGES.get(detail) or PROBLEM_PAGES.get(str(status), PROBLEM_PAGES["400"])
    values = {"words": words, "status": status, "number": number, "list": problems, "section": ""}
    values["detail"] = detail if detail.endswith(".") else ""
    values["is_draft"] = rules.is_draft(request)
    response = pages.render_page(request, "problem.html", status, **values)
    response.headers.update(headers)
    return response


ROUTES = [
    *home.routes,
    *close.routes,
    *table.routes,
    *own_words.routes,
    *codes.routes,
    *kit.routes,
    *rules.routes,
    *book.routes,
    *event.routes,
    *event_pack.routes,
    *event_results.routes,
    Route("/preview/{edition}/{look}", previews.send_preview),
    Route(
        assets.make_address("{name}"), assets.send_asset, middleware=[Middleware(GZipMiddleware)]
    ),
    Route("/favicon.ico", RedirectResponse(assets.make_address("icon.svg"), 303), methods=["GET"]),
    Route("/healthz", JSONResponse({"ok": True, "version": __version__}), methods=["GET"]),
]


def make_app(state: AppState) -> Starlette:
    """Return the application of a state."""

    async def remove_old() -> None:
        while True:
            await asyncio.sleep(state.settings.limits.tidy_seconds)
            state.tickets.remove_old()
            await in_thread(state.events.remove_old)

    @asynccontextmanager
    async def run(_app: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(remove_old())
        yield
        task.cancel()
        await state.close()

    app = Starlette(
        routes=ROUTES,
        middleware=[
            Middleware(auth.add_security_headers),
            # An error after a response has begun closes the connection, so the browser knows that
            # the file is not whole
            Middleware(
                ExceptionMiddleware, handlers={HTTPException: show_error, Exception: show_error}
            ),
            Middleware(auth.AuthMiddleware, keys=state.keys, settings=state.settings),
        ],
        exception_handlers={HTTPException: show_error},
        lifespan=run,
    )
    app.state.app = state
    return app
