"""The paper on the desk: the public half of a sheet as it will look, with the names laid over it where they will stand.

The drawing is one file for all; names are put over it by the page, so none of them is ever in an address.
"""

from __future__ import annotations

import hashlib
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
from wordfleet_print.jobs.picture import SheetPicture

ECO, LARGE, LEFT = "eco", "large", "left"


@dataclass(frozen=True)
class Shown:
    """A picture with what stands on its lines."""

    look: str
    edition: str
    address: str
    picture: SheetPicture
    captain: str = ""
    opponent: str = ""
    fleet: str = ""


def look_of(order: DrawPicture) -> str:
    """A look as it stands in an address: `a4-eco-left`."""
    flags = ((order.eco, ECO), (order.large, LARGE), (order.left, LEFT))
    return "-".join([order.paper, *(flag for on, flag in flags if on)])


def parse_look(edition: str, look: str) -> DrawPicture:
    """The order for a look in an address; one that is not there fails when it is done."""
    paper, *flags = look.split("-")
    return DrawPicture(edition, paper, ECO in flags, LARGE in flags, LEFT in flags)


async def shown(shop: Shop, order: DrawPicture, captain: str = "", opponent: str = "", fleet: str = "") -> Shown:
    """The picture of a look, with these texts on its lines. Raises `HTTPException` (404) for one that there is not."""
    try:
        picture = await shop.picture(order)
    except BadInputError as error:
        raise HTTPException(404) from error
    digest = hashlib.sha256(picture.svg.encode()).hexdigest()[:12]
    look = look_of(order)
    address = f"/preview/{order.edition}/{look}.svg?v={digest}"
    return Shown(look, order.edition, address, picture, captain, opponent, fleet)


async def drawing(request: Request) -> Response:
    """The drawing of a look: static art, nobody's name, no secret."""
    order = parse_look(request.path_params["edition"], request.path_params["look"])
    found = await shown(shop_of(request), order)
    svg = Asset("picture.svg", found.picture.svg.encode())
    return kept_for_ever(request, svg.content, "image/svg+xml", svg.packed)


async def fragment(request: Request) -> Response:
    """The paper of a look, for the script to put in the place of another; without names."""
    order = parse_look(request.path_params["edition"], request.path_params["look"])
    return page(request, "paper.html", shown=await shown(shop_of(request), order))


routes = [
    Route("/preview/{edition}/{look}.svg", drawing),
    Route("/preview/{edition}/{look}.html", fragment),
]
