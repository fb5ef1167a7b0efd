"""What pages are put together from: templates that escape whatever they are given, and what each page is told."""

from __future__ import annotations

import re
from functools import cache
from typing import Protocol, TypeVar

import segno
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from wordfleet_print import __version__
from wordfleet_print.desk.keys import Role, visitor_of
from wordfleet_print.desk.shop import shop_of
from wordfleet_print.files import data_folder
from wordfleet_print.press.ink.paper import paper_of_locale
from wordfleet_print.wording import counted, how_many, in_words, plural

TICKET_GONE = "gone"
"""The detail of a 404 for what was here, and is no more."""

T_co = TypeVar("T_co", covariant=True)


class Held(Protocol[T_co]):
    """What is held for tickets."""

    def find(self, ticket: str) -> T_co | None:
        """What the ticket stands for; None where it is gone, or never was."""


@cache
def templates() -> Environment:
    """The shop's templates; a name that one does not know is an error."""
    loader = FileSystemLoader(data_folder("templates") / "desk")
    made = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.globals |= {"version": __version__, "icon": icon}
    made.filters |= {"in_words": in_words, "counted": counted, "how_many": how_many, "plural": plural}
    return made


def page(request: Request, name: str, status: int | None = None, /, **context: object) -> HTMLResponse:
    """A page of the shop, by default with the status of one that has faults or none. `here` in its context says which
    door of the bar it is behind.
    """
    shop, role = shop_of(request), visitor_of(request).role
    told = {
        "asset": shop.assets.address,
        "owner": role is Role.OWNER,
        "let_in": role is not Role.NOBODY,
        "house": bool(shop.settings.origin),
        "here": "",
        "live": shop.books.live and request.url.path.startswith("/rules"),
        "rules_amiss": shop.books.amiss if role is Role.OWNER else None,
        **context,
    }
    status = status or (422 if context.get("faults") else 200)
    return HTMLResponse(templates().get_template(name).render(told), status)


def empty_form(answer: Response) -> Response:
    """A page that holds nothing of anybody: a browser that goes back to it may show what was typed there."""
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


def behind(request: Request, tickets: Held[T_co]) -> tuple[str, T_co]:
    """The ticket in the address, and what it stands for. Raises `HTTPException` (404) where that is gone."""
    ticket = request.path_params["ticket"]
    held = tickets.find(ticket)
    if held is None:
        raise HTTPException(404, TICKET_GONE)
    return ticket, held


def see(address: str) -> Response:
    """After a form: go there, so that a reload sends nothing twice (RFC 9110, 15.4.4)."""
    return RedirectResponse(address, 303)


def usual_paper(request: Request) -> str:
    """The paper of the reader's country, as far as the browser tells (RFC 9110, 12.5.4)."""
    told = re.match(r"\s*([a-zA-Z]{2,3})[-_]([a-zA-Z]{2})\b", request.headers.get("accept-language", ""))
    return paper_of_locale({"LANG": f"{told[1]}_{told[2]}"} if told else {"LANG": "C"}).slug


def pdf(content: bytes, name: str, *, save: bool) -> Response:
    """A PDF to show or to save; the name is one of ours, in plain letters."""
    kind = "attachment" if save else "inline"
    headers = {"Content-Disposition": f'{kind}; filename="{name}"'}
    return Response(content, media_type="application/pdf", headers=headers)


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
