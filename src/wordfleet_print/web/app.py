"""The web page as one ASGI application: its routes, and what is shown when something fails."""

from __future__ import annotations

import asyncio
import logging
import secrets
import tomllib
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus

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
# The sender of a form that cannot be parsed sees why; the log need not say it, too.
logging.getLogger("python_multipart").setLevel(logging.CRITICAL)
RETRY_SECONDS = 10
BUG_NUMBER_LENGTH = 6
# The words of pages for failures: a short line, a heading, a sentence; by the status ("404"), or by
# the detail of an `HTTPException` ("owner only").
PROBLEM_PAGES = tomllib.loads(
    (data_folder("templates") / "web" / "problems.toml").read_text(encoding="utf-8")
)


@dataclass(frozen=True, slots=True)
class Failure:
    """What the page for an error says."""

    status: int
    """The HTTP status."""
    detail: str = ""
    """A sentence, or the name of a page in `PROBLEM_PAGES`."""
    problems: Sequence[forms.Message] = ()
    """What is wrong with the input, as a list."""
    bug_number: str = ""
    """Random letters by which the owner finds a bug in the log."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Headers that the response needs."""


async def show_error(request: Request, error: Exception) -> Response:
    """Return the page for an error that a route or a middleware has raised."""
    failure = describe_failure(request, error)
    words_of_status = PROBLEM_PAGES.get(str(failure.status), PROBLEM_PAGES["400"])
    response = pages.render_page(
        request,
        "problem.html",
        failure.status,
        words=PROBLEM_PAGES.get(failure.detail, words_of_status),
        status=failure.status,
        number=failure.bug_number,
        list=failure.problems,
        section="",
        # Other details are names of pages, or starlette's own words, such as “Not Found”
        detail=failure.detail if failure.detail.endswith(".") else "",
        is_draft=rules.is_draft(request),
    )
    response.headers.update(failure.headers)
    return response


def describe_failure(request: Request, error: Exception) -> Failure:
    """Return what the page for an error says: for a bug a number, which the log has, too; for a
    busy machine the time to retry.
    """
    if isinstance(error, HTTPException):
        return Failure(error.status_code, error.detail, headers={**(error.headers or {})})
    if isinstance(
        error, errors.MissingDependencyError | errors.BusyError | errors.CannotWriteError
    ):
        sentence = forms.describe_problem(error.problems[0]).text
        headers = {"Retry-After": str(RETRY_SECONDS)}
        return Failure(HTTPStatus.SERVICE_UNAVAILABLE, sentence, headers=headers)
    if isinstance(error, errors.WordfleetError):
        problems = [forms.describe_problem(problem) for problem in forms.problems_of(error)]
        return Failure(HTTPStatus.UNPROCESSABLE_ENTITY, problems=problems)
    bug_number = "".join(secrets.choice(ALPHABET) for _ in range(BUG_NUMBER_LENGTH))
    # The pattern of the route, not the address, which may hold a ticket
    route = getattr(request.scope.get("route"), "path", "no route")
    LOG.error("error %s: %s %s", bug_number, request.method, route, exc_info=error)
    return Failure(HTTPStatus.INTERNAL_SERVER_ERROR, bug_number=bug_number)


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
    """Return the ASGI application, whose routes share this state."""

    async def remove_old() -> None:
        """Remove what visitors have left, again and again."""
        while True:
            await asyncio.sleep(state.settings.limits.tidy_seconds)
            state.tickets.remove_old()
            await in_thread(state.events.remove_old)

    @asynccontextmanager
    async def tidy_while_serving(_app: Starlette) -> AsyncIterator[None]:
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
        lifespan=tidy_while_serving,
    )
    app.state.app = state
    return app
