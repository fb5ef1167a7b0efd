"""The rules: the books' pages, with a way back into the shop."""

from __future__ import annotations

import mimetypes

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.desk.assets import FOR_EVER
from wordfleet_print.desk.live import events, reloading
from wordfleet_print.desk.shop import shop_of
from wordfleet_print.desk.views import see
from wordfleet_print.rulebook.links import POLICY as SITE_POLICY

POLICY = f"{SITE_POLICY}; frame-ancestors 'none'"
_BACK = b'<li><a href="/">Print shop</a></li>\n</ul>\n</nav>'


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
    kept, policy = FOR_EVER if name.startswith("assets/") else "no-cache", POLICY
    if kind == "text/html":
        content = content.replace(b"</ul>\n</nav>", _BACK, 1)
        if shop.books.live:
            content, policy = reloading(content, shop.assets.address("live.js"), "/live")
    return Response(content, media_type=kind, headers={"Content-Security-Policy": policy, "Cache-Control": kept})


async def live(request: Request) -> Response:
    """The state of a designer's rules, whenever it is another: their pages load again."""
    books = shop_of(request).books
    if not books.live:
        raise HTTPException(404)
    return events(request, books.state)


routes = [Route("/live", live), Route("/rules", root), Route("/rules/", root), Route("/rules/{name:path}", book)]
