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
SITE_PROMISE = re.compile(rb"No cookies, (?:no scripts, )?nothing")
SITE_BAR = re.compile(rb'<nav class="bar" aria-label="Site">.*?</nav>', re.DOTALL)


async def send_site_file(request: Request) -> Response:
    """Send a file of the site. A page of it gets the navigation of the web page."""
    name = request.path_params.get("name", "")
    state = state_of(request)
    if not name:
        return responses.redirect("/rules/index.html")
    content = await state.books.read_file(name)
    if content is None:
        raise HTTPException(404)
    media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
    policy = FILE_POLICY
    if media_type == "text/html":
        content = await replace_navigation(request, name, content)
        policy = responses.read_policy(content)
        if is_draft(request):
            policy = allow_reload(policy)
        policy += "; frame-ancestors 'none'"
    return Response(
        content,
        media_type=media_type,
        headers={"Content-Security-Policy": policy, "Cache-Control": "no-cache"},
    )


async def replace_navigation(request: Request, name: str, page: bytes) -> bytes:
    """Return a page of the site, a file of this name, with the navigation of the web page."""
    books = state_of(request).books
    slug = name.removesuffix(".html")
    library = await books.read_rules()
    has_kit = slug in library.slugs and library.rules(slug).book.kit
    navigation = pages.render_text(
        request,
        "rules_bar.html",
        is_draft=is_draft(request),
        page=name,
        kit=slug if has_kit else "",
        has_comparison=await books.read_file("compare.html") is not None,
    )
    page = SITE_BAR.sub(lambda _: navigation.encode(), page, count=1)
    # The navigation's styles are a file of this server; &#x27; is an apostrophe
    page = page.replace(b"style-src ", b"style-src &#x27;self&#x27; ", 1)
    # The site sets no cookies, but this server does, and a draft has a script
    return SITE_PROMISE.sub(b"This page loads nothing", page, count=1)


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
