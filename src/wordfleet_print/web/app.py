"""The web page as one ASGI application: its routes, and what is shown when something fails. And the
draft of a site.
"""

from __future__ import annotations

import asyncio
import logging
import mimetypes
import secrets
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from wordfleet_print import __version__, errors
from wordfleet_print.files import data_folder
from wordfleet_print.sheet.sheet_code import ALPHABET
from wordfleet_print.web import assets, auth, forms, pages, previews, responses
from wordfleet_print.web.routes import (
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
from wordfleet_print.web.state import AppState, file_in, in_thread

LOG = logging.getLogger("wordfleet_print.web")
logging.getLogger("python_multipart").setLevel(
    logging.CRITICAL
)  # the sender of a bad body sees why, nobody else
TIDY_SECONDS = 60
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
        status, detail, headers = error.status_code, error.detail, {**(error.headers or {})}
    elif isinstance(
        error, errors.MissingDependencyError | errors.BusyError | errors.CannotWriteError
    ):
        status, headers = 503, {"Retry-After": "10"}  # seconds
        detail = forms.describe_problem(error.problems[0]).text
    elif isinstance(error, errors.WordfleetError):
        status, problems = 422, [forms.describe_problem(one) for one in forms.problems_of(error)]
    else:
        number = "".join(secrets.choice(ALPHABET) for _ in range(6))
        route = getattr(
            request.scope.get("route"), "path", "no route"
        )  # its pattern: the log holds no ticket
        LOG.error("error %s: %s %s", number, request.method, route, exc_info=error)
    words = PROBLEM_PAGES.get(detail) or PROBLEM_PAGES.get(str(status), PROBLEM_PAGES["400"])
    values = {"words": words, "status": status, "number": number, "list": problems, "section": ""}
    values["detail"] = detail if detail.endswith(".") else ""
    response = pages.render_page(request, "problem.html", status, **values)
    response.headers.update(headers)
    return response


ROUTES = [
    *home.routes,
    *table.routes,
    *own_words.routes,
    *codes.routes,
    *kit.routes,
    *rules.routes,
    *event.routes,
    *event_pack.routes,
    *event_results.routes,
    Route("/preview/{edition}/{look}", previews.send_preview),
    Route(assets.address_of("{name}"), assets.send_asset, middleware=[Middleware(GZipMiddleware)]),
    Route("/favicon.ico", RedirectResponse(assets.address_of("icon.svg"), 303), methods=["GET"]),
    Route("/healthz", JSONResponse({"ok": True, "version": __version__}), methods=["GET"]),
]


def make_app(state: AppState) -> Starlette:
    """Return the application of a state."""

    async def remove_old() -> None:
        while True:
            await asyncio.sleep(TIDY_SECONDS)
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


# Addresses that no site has: hidden files are never served.
CHANGES, SCRIPT = "/.wordfleet/changes", "/.wordfleet/live.js"
NOTHING_YET = (
    b'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Nothing built '
    b"yet</title></head><body>"
    b"<h1>Nothing built yet</h1><p>The terminal says why. This page loads again when that is "
    b"corrected.</p></body>"
)


def make_draft_app(folder: Path) -> Starlette:
    """Return the application that shows a site while it is written; `state.changes` counts how
    often it has changed.

    The files on disk never hold a script. Only the served copies of the pages get one, and a policy
    that allows it.
    """

    def send_file(request: Request) -> Response:
        """Send a file of the site, its 404 page, or a page that waits for it; a page loads again
        after a change.
        """
        name, status = request.path_params["name"] or "index.html", 200
        content = file_in(folder, name)
        if content is None:
            name, status = "404.html", 404
            content = file_in(folder, name) or NOTHING_YET
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        if kind != "text/html":
            return Response(content, media_type=kind)
        rest, _, scripts = responses.read_policy(content).partition("; script-src")
        policy = f"{rest}; script-src 'self'{scripts}; connect-src 'self'; frame-ancestors 'none'"
        tag = f'<script src="{SCRIPT}" data-live="{CHANGES}" defer></script></head>'.encode()
        content = responses.POLICY_TAG.sub(b"", content, count=1).replace(b"</head>", tag, 1)
        return Response(content, status, {"Content-Security-Policy": policy}, media_type=kind)

    routes = [
        Route(CHANGES, lambda request: PlainTextResponse(str(request.app.state.changes))),
        Route(
            SCRIPT,
            Response(assets.ASSETS["live.js"], media_type="text/javascript"),
            methods=["GET"],
        ),
        Route("/{name:path}", send_file),
    ]
    # Another host's name may belong to a page that points it at this machine
    guard = Middleware(
        TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"], www_redirect=False
    )
    app = Starlette(routes=routes, middleware=[Middleware(auth.add_security_headers), guard])
    app.state.changes = 0
    return app
