"""A site that loads again while it is written.

The files on disk never hold a script. Only the served copies of the pages get one, and a policy that allows it.
"""

from __future__ import annotations

import mimetypes
import re
from html import unescape
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from wordfleet_print.files import data_folder
from wordfleet_print.web.auth import SecurityHeadersMiddleware

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


def file_in(folder: Path, name: str) -> bytes | None:
    """Return a file of a site's folder; None if it is missing, hidden or a link."""
    folder = folder.resolve()
    path = folder / name
    try:
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        return path.read_bytes() if not hidden and path.is_file() and path.resolve() == path else None
    except (OSError, ValueError):  # not a possible file name
        return None


def make_draft_app(folder: Path) -> Starlette:
    """Return the application that shows a site while it is written; `state.changes` counts how often it has changed."""

    async def count_changes(request: Request) -> Response:
        return PlainTextResponse(str(request.app.state.changes))

    def send_file(request: Request) -> Response:
        """Send a file of the site, its 404 page, or a page that waits for it; a page loads again after a change."""
        name, status = request.path_params["name"] or "index.html", 200
        content = file_in(folder, name)
        if content is None:
            name, status = "404.html", 404
            content = file_in(folder, name) or NOTHING_YET
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        if kind != "text/html":
            return Response(content, media_type=kind)
        rest, _, scripts = read_policy(content).partition("; script-src")
        policy = f"{rest}; script-src 'self'{scripts}; connect-src 'self'; frame-ancestors 'none'"
        tag = f'<script src="{SCRIPT}" data-live="{CHANGES}" defer></script></head>'.encode()
        content = POLICY_TAG.sub(b"", content, count=1).replace(b"</head>", tag, 1)
        return Response(content, status, {"Content-Security-Policy": policy}, media_type=kind)

    script = (data_folder("templates") / "web" / "live.js").read_bytes()
    routes = [
        Route(CHANGES, count_changes),
        Route(SCRIPT, Response(script, media_type="text/javascript"), methods=["GET"]),
        Route("/{name:path}", send_file),
    ]
    # Another host's name may belong to a page that points it at this machine
    guard = Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"], www_redirect=False)
    app = Starlette(routes=routes, middleware=[Middleware(SecurityHeadersMiddleware), guard])
    app.state.changes = 0
    return app
