"""What pages are put together from: templates that escape, and the paper as it will look.

The drawing is one file for all; names are put over it by the page, so none of them is ever in an address.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import TypeVar
from urllib.parse import parse_qsl, urlencode
from zipfile import ZipFile, ZipInfo

import segno
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from wordfleet_print import __version__
from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.fleet.word_lists import TIERS, theme_slugs
from wordfleet_print.games import Library
from wordfleet_print.limits import DEFAULT_EDITION
from wordfleet_print.messages import counted, how_many, in_words, plural
from wordfleet_print.tracker.geometry import PAPERS, guess_paper
from wordfleet_print.tracker.names import make_printable
from wordfleet_print.tracker.preview import Preview
from wordfleet_print.web.assets import kept_for_ever
from wordfleet_print.web.keys import Role, visitor_of
from wordfleet_print.web.orders import PictureWanted
from wordfleet_print.web.shop import Shop, digest_of, shop_of

TICKET_GONE = "gone"
"""The detail of a 404 for what was here, and is no more."""

T = TypeVar("T")


@cache
def templates() -> Environment:
    """The shop's templates; a name that one does not know is an error."""
    loader = FileSystemLoader(data_folder("templates") / "web")
    made = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.globals |= {"version": __version__, "icon": icon}
    made.filters |= {"in_words": in_words, "counted": counted, "how_many": how_many, "plural": plural}
    made.filters["printable"] = make_printable
    return made


def page(request: Request, name: str, status: int | None = None, /, **context: object) -> HTMLResponse:
    """A page of the shop, by default with the status of one that has faults or none. `here` in its context says behind
    which door of the bar it is.
    """
    shop, role, in_rules = shop_of(request), visitor_of(request).role, request.url.path.startswith("/rules")
    told = {
        "asset": shop.assets.address,
        "owner": role is Role.OWNER,
        "let_in": role is not Role.NOBODY,
        "house": bool(shop.settings.origin),
        "here": _DOORS.get(request.url.path.lstrip("/").partition("/")[0], ""),
        "ticket": request.path_params.get("ticket", ""),
        "papers": PAPERS.values(),
        "limits": shop.settings.limits,
        "live": shop.books.live and request.method == "GET" and request.url.path.startswith(("/rules", "/kit")),
        "rules_amiss": shop.books.amiss if role is Role.OWNER and not in_rules else None,
        **context,
    }
    status = status or (422 if context.get("faults") else 200)
    return HTMLResponse(templates().get_template(name).render(told), status)


_DOORS = dict.fromkeys(("tracker", "sheets", "mine"), "table") | {one: one for one in ("again", "umpire", "event")}
"""Which door of the bar an address is behind, by its first part."""


def empty_form(answer: Response) -> Response:
    """A page that holds nothing of anybody: a browser that goes back to it may show what was typed there."""
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


def behind(request: Request, find: Callable[[str], T | None]) -> tuple[str, T]:
    """The ticket in the address, and what it stands for. Raises `HTTPException` (404) where that is gone."""
    ticket = request.path_params["ticket"]
    held = find(ticket)
    if held is None:
        raise HTTPException(404, TICKET_GONE)
    return ticket, held


def see(address: str) -> Response:
    """After a form: go there, so that a reload sends nothing twice (RFC 9110, 15.4.4)."""
    return RedirectResponse(address, 303)


KEPT, YEAR = "wordfleet-usual", 365 * 24 * 3600
"""The cookie in which a browser keeps what is usual with it, and for how long (seconds). Cookies know no ports, so
that it is still there when the shop opens again at another.
"""


def usual_fields(request: Request) -> list[tuple[str, str]]:
    """The fields of the captains' form that this browser keeps: paper, ink, tier and themes; no name and no word."""
    return _kept(parse_qsl(request.cookies.get(KEPT, "")))


def keep_usual(answer: Response, fields: Iterable[tuple[str, str]]) -> None:
    """Have the browser keep those of a form."""
    answer.set_cookie(KEPT, urlencode(_kept(fields)), max_age=YEAR, httponly=True, samesite="lax")


def _kept(fields: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    known = {"paper": PAPERS, "tier": TIERS, "theme": theme_slugs(), "kind": (ECO,)}
    return [(name, value) for name, value in fields if value in known.get(name, ())]


def usual_paper(request: Request) -> str:
    """The paper of this browser's last table, or of the reader's country, as far as it tells (RFC 9110, 12.5.4)."""
    kept = dict(usual_fields(request)).get("paper")
    told = re.match(r"\s*([a-zA-Z]{2,3})[-_]([a-zA-Z]{2})\b", request.headers.get("accept-language", ""))
    return kept or guess_paper({"LANG": f"{told[1]}_{told[2]}"} if told else {"LANG": "C"}).slug


def table_address(ticket: str, wish: object) -> str:
    """Where whoever has a table dealt goes, by what they wish; else to the table itself, which the script prints."""
    return f"/sheets/{ticket}" + {"turns": "/turns/1", "download": "/save"}.get(str(wish), "#print")


def keeps_apart(request: Request) -> bool:
    """Whether whoever asks had better print one captain at a time: on a phone, or from another machine than the
    shop's, whose address alone is also the asker's own, what the print window shows is seen by others.
    """
    here = request.client is not None and request.url.hostname in (request.client.host, "localhost")
    return not here or "Mobi" in request.headers.get("user-agent", "")


def pdf(content: bytes, name: str, *, save: bool) -> Response:
    """A PDF to show or to save; the name is one of ours, in plain letters."""
    kind = "attachment" if save else "inline"
    headers = {"Content-Disposition": f'{kind}; filename="{name}"'}
    return Response(content, media_type="application/pdf", headers=headers)


def sealed(content: bytes, name: str) -> Response:
    """A PDF to be sent on, in a ZIP: a PDF that is saved is opened at once by some browsers, and shown by folders."""
    envelope = BytesIO()
    with ZipFile(envelope, "w") as archive:
        archive.writestr(ZipInfo(name), content)
    headers = {"Content-Disposition": f'attachment; filename="{name.removesuffix(".pdf")}.zip"'}
    return Response(envelope.getvalue(), media_type="application/zip", headers=headers)


def qr_code(address: str) -> Markup:
    """An address for a phone's camera, as SVG."""
    code = segno.make(address, error="m", micro=False)
    svg = code.svg_inline(svgclass="qr", lineclass=None, omitsize=True, border=3, dark="#000", light="#fff")
    return Markup(svg)  # noqa: S704 - segno's own drawing


def icon(name: str) -> Markup:
    """One of the small drawings on buttons."""
    return Markup('<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>').format(_ICONS[name])


_ICONS = {
    "print": "M7 9V3h10v6M7 17H3V9h18v8h-4M7 14h10v7H7z",
    "down": "M12 3v12m-5-5 5 5 5-5M4 20h16",
}


ECO, LARGE, LEFT = "eco", "large", "left"


@dataclass(frozen=True)
class Shown:
    """A picture with what stands on its lines; `why` there is none, where an edition does not fit its paper."""

    look: str
    edition: str
    large: bool
    address: str
    picture: Preview | None
    captain: str = ""
    opponent: str = ""
    fleet: str = ""
    why: str = ""


def usual_edition(library: Library) -> str:
    """The edition of these rules that is meant where none is named."""
    slugs = library.edition_slugs
    return DEFAULT_EDITION if DEFAULT_EDITION in slugs else slugs[0]


def order_of(library: Library, edition: str, paper: str, *, eco: bool, large: bool, left: bool) -> PictureWanted:
    """The order for a look; as usual where there is no such edition or paper."""
    edition = edition if edition in library.edition_slugs else usual_edition(library)
    paper = paper if paper in PAPERS else next(iter(PAPERS))
    return PictureWanted(edition, paper, eco, large, left, library)


async def shown(shop: Shop, order: PictureWanted, captain: str = "", opponent: str = "", fleet: str = "") -> Shown:
    """The picture of a look, with these texts on its lines."""
    flags = ((order.eco, ECO), (order.large, LARGE), (order.left, LEFT))
    look = "-".join([order.paper, *(flag for on, flag in flags if on)])
    try:
        picture = await shop.picture(order)
    except BadInputError as error:
        return Shown(
            look, order.edition, order.large, "", None, captain, opponent, fleet, f"{error.message} {error.tip}".strip()
        )
    address = f"/preview/{order.edition}/{look}.png?v={digest_of(picture)}"
    return Shown(look, order.edition, order.large, address, picture, captain, opponent, fleet)


async def _asked(request: Request) -> Shown:
    """The picture in an address. Raises `HTTPException` (404) for one that there is not."""
    shop = shop_of(request)
    paper, *flags = request.path_params["look"].split("-")
    library = await shop.books.editions()
    order = PictureWanted(request.path_params["edition"], paper, ECO in flags, LARGE in flags, LEFT in flags, library)
    found = await shown(shop, order)
    if found.picture is None:
        raise HTTPException(404)
    return found


async def drawing(request: Request) -> Response:
    """The drawing of a look: static art, nobody's name, no secret."""
    picture = shop_of(request).drawn(request.query_params.get("v", "")) or (await _asked(request)).picture
    return kept_for_ever(request, "picture.png", picture.png if picture else b"")


async def fragment(request: Request) -> Response:
    """The paper of a look, for the script to put in the place of another; without names."""
    return page(request, "paper.html", shown=await _asked(request))


routes = [
    Route("/preview/{edition}/{look}.png", drawing),
    Route("/preview/{edition}/{look}.html", fragment),
]
