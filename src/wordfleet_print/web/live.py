"""Books read in the shop, a site while it is written: pages that are told when to load again.

The files on disk never hold a script. Only the served copies of the pages get one, and a policy that allows it.
"""

from __future__ import annotations

import mimetypes
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from html import unescape
from pathlib import Path

import anyio
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from wordfleet_print.files import data_folder
from wordfleet_print.web.assets import file_in
from wordfleet_print.web.settings import Settings
from wordfleet_print.web.shop import Doors, Plain, shop_of
from wordfleet_print.web.views import see

EVERY = 0.3
"""Seconds between two looks at what there is to tell."""
HEARTBEAT = 15.0
"""Seconds after which a silent page is written to: so either side learns whether the other is still there."""
_POLICY = re.compile(rb'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


def events(request: Request, tell: Callable[[], str], over: Callable[[], bool] = lambda: False) -> StreamingResponse:
    """Tell the page what `tell` gives, one line, now and whenever it is another, until it is `over`."""
    state = request.app.state

    async def told() -> AsyncIterator[str]:
        last, silent = None, 0.0
        while not state.closing:
            last_time = over()
            now = tell()
            if now != last:
                last, silent = now, 0.0
                yield f"data: {now}\n\n"
            elif silent >= HEARTBEAT:
                silent = 0.0
                yield "event: beat\ndata: on\n\n"
            if last_time:
                return
            await anyio.sleep(EVERY)
            silent += EVERY

    return StreamingResponse(told(), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


def reloading(page: bytes, script: str, told: str) -> tuple[bytes, str]:
    """A page of the site that loads again whenever it is told something else at an address, by the script at another;
    and the policy that lets it, in place of the one inside the page.
    """
    rest, _, scripts = _policy_in(page).partition("; script-src")
    tag = f'<script src="{script}" data-live="{told}" defer></script></head>'.encode()
    page = _POLICY.sub(b"", page, count=1).replace(b"</head>", tag, 1)
    return page, f"{rest}; script-src 'self'{scripts}; connect-src 'self'; frame-ancestors 'none'"


def _policy_in(page: bytes) -> str:
    found = _POLICY.search(page)
    return unescape(found[1].decode()) if found else "default-src 'none'"


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
    return Response((data_folder("templates") / "web" / "live.js").read_bytes(), media_type="text/javascript")


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


POLICY = "default-src 'none'; frame-ancestors 'none'"
_BAR_END = b"</ul>\n</nav>"
_BACK = b'<li><a href="/">Print shop</a></li>\n'
_KIT = b'<li><a href="/kit/%s">Kit</a></li>\n'


async def root(_request: Request) -> Response:
    """The books' first page."""
    return see("/rules/index.html")


async def book(request: Request) -> Response:
    """A page or a file of the site; its pages get a way back into the shop."""
    name = request.path_params["name"]
    shop = shop_of(request)
    content = await shop.books.file(name)
    if content is None:
        raise HTTPException(404)
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    policy = POLICY
    if kind == "text/html":
        content = content.replace(_BAR_END, _BACK + _BAR_END, 1)
        slug, rules = name.removesuffix(".html"), await shop.books.rules()
        if slug in rules.slugs and rules.rules(slug).book.kit:
            content = content.replace(_BAR_END, _KIT % slug.encode() + _BAR_END, 1)
        policy = f"{_policy_in(content)}; frame-ancestors 'none'"
        if shop.books.live:
            content, policy = reloading(content, shop.assets.address("live.js"), "/live")
    return Response(content, media_type=kind, headers={"Content-Security-Policy": policy, "Cache-Control": "no-cache"})


async def live(request: Request) -> Response:
    """The state of a designer's rules, whenever it is another: their pages load again."""
    books = shop_of(request).books
    if not books.live:
        raise HTTPException(404)
    return events(request, books.state)


routes = [Route("/live", live), Route("/rules", root), Route("/rules/", root), Route("/rules/{name:path}", book)]
