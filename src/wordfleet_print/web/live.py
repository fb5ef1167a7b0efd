"""A site that loads again while it is written.

The files on disk never hold a script. Only the served copies of the pages get one, and a policy that allows it.
"""

from __future__ import annotations

import mimetypes
import re
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from wordfleet_print.files import data_folder
from wordfleet_print.web.assets import file_in
from wordfleet_print.web.auth import RequestGuardMiddleware, SecurityHeadersMiddleware
from wordfleet_print.web.settings import ServerSettings

POLICY_TAG = re.compile(rb'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')
# Addresses that no site has: hidden files are never served.
CHANGES, SCRIPT = "/.wordfleet/changes", "/.wordfleet/live.js"
NOTHING_YET = (
    b'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Nothing built yet</title></head>'
    b"<body><h1>Nothing built yet</h1><p>The terminal says why. This page loads again when that is corrected.</p>"
    b"</body></html>"
)


def read_policy(page: bytes) -> str:
    """Return the content security policy inside a page of the site."""
    found = POLICY_TAG.search(page)
    return unescape(found[1].decode()) if found else "default-src 'none'"


def add_reload(page: bytes) -> tuple[bytes, str]:
    """Return a page of the site with the script that loads it again, and the policy that allows the script."""
    rest, _, scripts = read_policy(page).partition("; script-src")
    tag = f'<script src="{SCRIPT}" data-live="{CHANGES}" defer></script></head>'.encode()
    page = POLICY_TAG.sub(b"", page, count=1).replace(b"</head>", tag, 1)
    return page, f"{rest}; script-src 'self'{scripts}; connect-src 'self'; frame-ancestors 'none'"


@dataclass
class Draft:
    """A site's folder, and how often the site has changed; its open pages load again when it does."""

    folder: Path
    changes: int = 0


def make_draft_app(draft: Draft, settings: ServerSettings) -> Starlette:
    """Return the application that shows a site while it is written."""
    app = Starlette(
        routes=[Route(CHANGES, count_changes), Route(SCRIPT, draft_script), Route("/{name:path}", draft_file)],
        middleware=[
            Middleware(SecurityHeadersMiddleware),
            Middleware(ExceptionMiddleware),
            Middleware(RequestGuardMiddleware, settings=settings),
        ],
    )
    app.state.draft = draft
    return app


async def count_changes(request: Request) -> Response:
    """Send how often the site has changed; its pages ask every second."""
    draft: Draft = request.app.state.draft
    return PlainTextResponse(str(draft.changes))


async def draft_script(_request: Request) -> Response:
    """Send the script that loads a page again."""
    return Response((data_folder("templates") / "web" / "live.js").read_bytes(), media_type="text/javascript")


def draft_file(request: Request) -> Response:
    """Send a file of the site, its 404 page, or a page that waits for it."""
    draft: Draft = request.app.state.draft
    name = request.path_params["name"] or "index.html"
    content, status = file_in(draft.folder, name), 200
    if content is None:
        name, status = "404.html", 404
        content = file_in(draft.folder, name) or NOTHING_YET
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind != "text/html":
        return Response(content, media_type=kind)
    page, policy = add_reload(content)
    return Response(page, status, {"Content-Security-Policy": policy}, media_type=kind)
