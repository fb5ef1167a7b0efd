"""The paper on the desk: the public half of a sheet as it will look, with the names laid over it where they will stand.

The drawing is one file for all; names are put over it by the page, so none of them is ever in an address.
"""

from __future__ import annotations

from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.desk.assets import Asset, kept_for_ever
from wordfleet_print.desk.orders import DrawPicture
from wordfleet_print.desk.shop import Shop, shop_of
from wordfleet_print.desk.views import page
from wordfleet_print.errors import BadInputError
from wordfleet_print.game import Library
from wordfleet_print.jobs.print_trackers import SheetPicture
from wordfleet_print.limits import DEFAULT_EDITION
from wordfleet_print.press.ink.paper import PAPERS

ECO, LARGE, LEFT = "eco", "large", "left"


@dataclass(frozen=True)
class Shown:
    """A picture with what stands on its lines; `why` there is none, where an edition does not fit its paper."""

    look: str
    edition: str
    address: str
    picture: SheetPicture | None
    captain: str = ""
    opponent: str = ""
    fleet: str = ""
    why: str = ""


def look_of(order: DrawPicture) -> str:
    """A look as it stands in an address: `a4-eco-left`."""
    flags = ((order.eco, ECO), (order.large, LARGE), (order.left, LEFT))
    return "-".join([order.paper, *(flag for on, flag in flags if on)])


def usual_edition(library: Library) -> str:
    """The edition of these rules that is meant where none is named."""
    slugs = library.edition_slugs
    return DEFAULT_EDITION if DEFAULT_EDITION in slugs else slugs[0]


def order_of(library: Library, edition: str, paper: str, *, eco: bool, large: bool, left: bool) -> DrawPicture:
    """The order for a look; as usual where there is no such edition or paper."""
    edition = edition if edition in library.edition_slugs else usual_edition(library)
    paper = paper if paper in PAPERS else next(iter(PAPERS))
    return DrawPicture(edition, paper, eco, large, left, library)


async def shown(shop: Shop, order: DrawPicture, captain: str = "", opponent: str = "", fleet: str = "") -> Shown:
    """The picture of a look, with these texts on its lines."""
    look = look_of(order)
    try:
        picture = await shop.picture(order)
    except BadInputError as error:
        return Shown(look, order.edition, "", None, captain, opponent, fleet, f"{error.message} {error.tip}".strip())
    address = f"/preview/{order.edition}/{look}.svg?v={picture.digest}"
    return Shown(look, order.edition, address, picture, captain, opponent, fleet)


async def _asked(request: Request) -> Shown:
    """The picture in an address. Raises `HTTPException` (404) for one that there is not."""
    shop = shop_of(request)
    paper, *flags = request.path_params["look"].split("-")
    library = await shop.books.editions()
    order = DrawPicture(request.path_params["edition"], paper, ECO in flags, LARGE in flags, LEFT in flags, library)
    found = await shown(shop, order)
    if found.picture is None:
        raise HTTPException(404)
    return found


async def drawing(request: Request) -> Response:
    """The drawing of a look: static art, nobody's name, no secret."""
    drawn = shop_of(request).drawn(request.query_params.get("v", "")) or (await _asked(request)).picture
    return svg_of(request, drawn)


def svg_of(request: Request, picture: SheetPicture | None) -> Response:
    """A picture as a file."""
    svg = Asset("picture.svg", picture.svg.encode() if picture else b"")
    return kept_for_ever(request, svg.content, "image/svg+xml", svg.packed)


async def fragment(request: Request) -> Response:
    """The paper of a look, for the script to put in the place of another; without names."""
    return page(request, "paper.html", shown=await _asked(request))


routes = [
    Route("/preview/{edition}/{look}.svg", drawing),
    Route("/preview/{edition}/{look}.html", fragment),
]
