"""The rules: the books' pages, with a way back into the shop."""

from __future__ import annotations

import mimetypes

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.desk.assets import FOR_EVER
from wordfleet_print.desk.shop import shop_of
from wordfleet_print.desk.views import see

POLICY = (
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
_BACK = b'<li><a href="/">Print shop</a></li>\n</ul>\n</nav>'


async def root(_request: Request) -> Response:
    """The books' first page."""
    return see("/rules/index.html")


async def book(request: Request) -> Response:
    """A page or a file of the site; its pages get a way back into the shop."""
    name = request.path_params["name"]
    content = await shop_of(request).books.file(name)
    if content is None:
        raise HTTPException(404)
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    kept = FOR_EVER if name.startswith("assets/") else "no-cache"
    if kind == "text/html":
        content = content.replace(b"</ul>\n</nav>", _BACK, 1)
    return Response(content, media_type=kind, headers={"Content-Security-Policy": POLICY, "Cache-Control": kept})


routes = [Route("/rules", root), Route("/rules/", root), Route("/rules/{name:path}", book)]
