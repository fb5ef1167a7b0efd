"""What a browser printed with last time, in a cookie; and what its visitor is likely to want."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request
from starlette.responses import Response

from wordfleet_print.fleet import word_lists
from wordfleet_print.games import Library
from wordfleet_print.limits import DEFAULT_EDITION
from wordfleet_print.paper import PAPERS, guess_paper

# The cookie with the usual choices. Cookies are shared by all ports, so it is still there at the
# next start.
USUAL_COOKIE = "wordfleet-usual"
YEAR_SECONDS = 365 * 24 * 3600
# The first language of a browser that names a country, as “en-US” (RFC 9110, 12.5.4).
LANGUAGE = re.compile(r"\s*([a-zA-Z]{2,3})[-_]([a-zA-Z]{2})\b")


def filter_choices(fields: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the fields of the table's form that a browser keeps: paper, ink, color, tier, themes;
    no name and no word.
    """
    known = {
        "paper": PAPERS,
        "tier": word_lists.TIERS,
        "theme": word_lists.theme_slugs(),
        "eco": ("on",),
        "color": ("on",),
    }
    return [(name, value) for name, value in fields if value in known.get(name, ())]


def read_choices(request: Request) -> list[tuple[str, str]]:
    """Return what this browser keeps."""
    return filter_choices(parse_qsl(request.cookies.get(USUAL_COOKIE, "")))


def keep_choices(response: Response, fields: Iterable[tuple[str, str]]) -> None:
    """Let the browser keep those fields of a form."""
    response.set_cookie(
        USUAL_COOKIE,
        urlencode(filter_choices(fields)),
        max_age=YEAR_SECONDS,
        httponly=True,
        samesite="lax",
    )


def choose_paper(request: Request) -> str:
    """Return the paper of this browser's last table, or of the reader's country."""
    if kept := dict(read_choices(request)).get("paper"):
        return kept
    found = LANGUAGE.match(request.headers.get("accept-language", ""))
    locale = f"{found[1]}_{found[2]}" if found else "C"
    return guess_paper({"LANG": locale}).slug


def choose_edition(library: Library) -> str:
    """Return the edition of these rules that is meant if none is named."""
    if DEFAULT_EDITION in library.edition_slugs:
        return DEFAULT_EDITION
    return library.edition_slugs[0]


def is_one_by_one_first(request: Request) -> bool:
    """Return whether printing one player at a time is offered first.

    On a phone, or from another machine than the server's, other players can see what the print
    window shows.
    """
    if "Mobi" in request.headers.get("user-agent", ""):
        return True
    # A browser on the server's own machine has the print window to itself
    own = {"localhost", request.client.host if request.client else ""}
    return request.url.hostname not in own
