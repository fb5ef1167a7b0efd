"""The site while somebody writes it: the files of its folder, on this machine alone, and pages that load again when it
was built anew.

The files on disk never hold a script. Only the served copies of the pages get one, and a policy that allows it.
"""

from __future__ import annotations

import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.desk.books import file_in
from wordfleet_print.desk.doors import Doors, Plain
from wordfleet_print.desk.live import events, reloading
from wordfleet_print.desk.settings import Settings
from wordfleet_print.files import data_folder

TOLD, SCRIPT = "/.wordfleet/live", "/.wordfleet/live.js"
"""Nothing of a site stands there: hidden files are none of it."""
_NOTHING_YET = (
    b'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Nothing built yet</title></head>'
    b"<body><h1>Nothing built yet</h1><p>The terminal says why. This page loads again once it is mended.</p></body>"
    b"</html>"
)


@dataclass
class Draft:
    """A site's folder, and how often the site there has changed: its open pages load again when it does."""

    folder: Path
    changes: int = 0


def make_draft_app(draft: Draft, settings: Settings) -> Starlette:
    """The application that shows a draft."""
    app = Starlette(
        routes=[Route(TOLD, _told), Route(SCRIPT, _script), Route("/{name:path}", _file)],
        middleware=[Middleware(Plain), Middleware(ExceptionMiddleware), Middleware(Doors, settings=settings)],
    )
    app.state.draft, app.state.closing, app.state.broken = draft, False, None
    return app


async def _told(request: Request) -> Response:
    draft: Draft = request.app.state.draft
    return events(request, lambda: str(draft.changes))


async def _script(_request: Request) -> Response:
    return Response((data_folder("templates") / "desk" / "live.js").read_bytes(), media_type="text/javascript")


def _file(request: Request) -> Response:
    """A file of the site; the page for addresses that lead nowhere; or one that waits for it."""
    draft: Draft = request.app.state.draft
    name = request.path_params["name"] or "index.html"
    content, status = file_in(draft.folder, name), 200
    if content is None:
        name, status = "404.html", 404
        content = file_in(draft.folder, name) or _NOTHING_YET
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind != "text/html":
        return Response(content, media_type=kind)
    page, policy = reloading(content, SCRIPT, TOLD)
    return Response(page, status, {"Content-Security-Policy": policy}, media_type=kind)
