"""The rulebooks, and the site made of them, with the navigation of the web page."""

from __future__ import annotations

import mimetypes
import re

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from wordfleet_print.web import pages, responses
from wordfleet_print.web.state import state_of

VERSION = "/rules-version"
FILE_POLICY = "default-src 'none'; frame-ancestors 'none'"
SITE_BAR = re.compile(rb'<nav class="bar" aria-label="Site">.*?</nav>', re.DOTALL)


async def send_site_file(request: Request) -> Response:
    """Send a page or a file of the site; its pages get the navigation of the web page."""
    name = request.path_params.get("name", "")
    state = state_of(request)
    if not name:
        return responses.redirect("/rules/index.html")
    content = await state.books.read_file(name)
    if content is None:
        raise HTTPException(404)
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    policy = FILE_POLICY
    if kind == "text/html":
        slug = name.removesuffix(".html")
        library = await state.books.read_rules()
        kit = slug if slug in library.slugs and library.rules(slug).book.kit else ""
        has_comparison = await state.books.read_file("compare.html") is not None
        facts = {"page": name, "kit": kit, "has_comparison": has_comparison}
        live = is_draft(request)
        bar = pages.render_text(request, "rules_bar.html", is_draft=live, **facts)
        content = SITE_BAR.sub(lambda _: bar.encode(), content, count=1)
        content = content.replace(
            b"style-src ", b"style-src &#x27;self&#x27; ", 1
        )  # for the navigation
        content = content.replace(
            b"No cookies, n", b"N", 1
        )  # the site sets none, but this server does
        policy = responses.read_policy(content)
        if live:
            policy = allow_reload(policy)
        policy += "; frame-ancestors 'none'"
    return Response(
        content,
        media_type=kind,
        headers={"Content-Security-Policy": policy, "Cache-Control": "no-cache"},
    )


def is_draft(request: Request) -> bool:
    """Return whether pages load again when a designer's rules have changed."""
    return state_of(request).books.is_own and request.url.path.startswith("/rules")


def allow_reload(policy: str) -> str:
    """Return a page's policy with the script that loads the page again."""
    rest, _, scripts = policy.partition("; script-src")
    return f"{rest}; script-src 'self'{scripts}; connect-src 'self'"


async def send_version(request: Request) -> Response:
    """Send what changes when the rules do; a designer's pages ask for it every second."""
    return PlainTextResponse(await state_of(request).books.read_version())


routes = [
    Route("/rules", send_site_file),
    Route("/rules/{name:path}", send_site_file),
    Route(VERSION, send_version, methods=["GET"]),
]
