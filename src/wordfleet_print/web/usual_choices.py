"""What a browser printed with last time, in a cookie; what wordfleet.toml sets; and what a visitor
is likely to want.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request
from starlette.responses import Response

from wordfleet_print.fleet import word_lists
from wordfleet_print.games import Library
from wordfleet_print.limits import DEFAULT_EDITION
from wordfleet_print.paper import PAPERS, guess_paper
from wordfleet_print.settings.config_file import Defaults
from wordfleet_print.settings.core import Field, Group, Settings
from wordfleet_print.settings.games import KitSettings
from wordfleet_print.settings.looks import BackOffset
from wordfleet_print.settings.table import TrackerSettings
from wordfleet_print.web.state import state_of

# The cookie with the usual choices. Cookies are shared by all ports, so it is still there at the
# next start.
USUAL_COOKIE = "wordfleet-usual"
# The fields of the table's form that it holds.
KEPT = ("paper", "tier", "theme", "eco", "color")
# Where a printer prints backs: of sheets, which are upright, and of kits, which are landscape. A
# printer moves them in different directions of a page.
SHEET_OFFSET = "back_offset"
KIT_OFFSET = "kit_back_offset"
OFFSETS = (SHEET_OFFSET, KIT_OFFSET)
# What only a file sets: no form has it.
HIDDEN = ("font",)
# An offset as somebody types it: “1.5, -0.5”.
OFFSET = re.compile(r"\s*-?[0-9.]{1,6}\s*,\s*-?[0-9.]{1,6}\s*")
YEAR_SECONDS = 365 * 24 * 3600
# The first language of a browser that names a country, as “en-US” (RFC 9110, 12.5.4).
LANGUAGE = re.compile(r"\s*([a-zA-Z]{2,3})[-_]([a-zA-Z]{2})\b")


def filter_choices(fields: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the fields of the table's form that a browser keeps: paper, ink, color, tier, themes,
    where its printer prints backs of sheets and of kits; no name and no word.

    Fields are pairs of name and value, here and below. A value that we do not offer is left out.
    """
    allowed_values = {
        "paper": PAPERS,
        "tier": word_lists.TIERS,
        "theme": word_lists.list_themes(),
        "eco": ("on",),
        "color": ("on",),
    }
    return [
        (name, value)
        for name, value in fields
        if value in allowed_values.get(name, ()) or (name in OFFSETS and OFFSET.fullmatch(value))
    ]


def read_choices(request: Request) -> list[tuple[str, str]]:
    """Return the fields that this browser keeps in its cookie."""
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


def keep_table(request: Request, response: Response, fields: Iterable[tuple[str, str]]) -> None:
    """Let the browser keep those fields of the table's form, and what it keeps of kits alone."""
    of_kits = [choice for choice in read_choices(request) if choice[0] == KIT_OFFSET]
    keep_choices(response, [*fields, *of_kits])


def find_defaults(request: Request, model: type[Settings]) -> Defaults:
    """Return what each wordfleet.toml sets for a form: words and looks, not players and places."""
    defaults = state_of(request).settings.defaults.get(model, Defaults(model))
    fields = model.fields()
    return defaults.choose([name for name in defaults.values if _is_for_form(fields[name])])


def _is_for_form(field: Field) -> bool:
    """Return whether a default of a file counts on the page: for words and looks."""
    if field.name in HIDDEN:
        return True
    is_look = field.option.group in (Group.LOOKS, Group.WORDS) or field.name == "back_offset"
    return is_look and field.option.on_web and not field.is_text and field.name != "seed"


def read_defaults(request: Request, model: type[Settings]) -> dict[str, Any]:
    """Return the values of `find_defaults` as a form has them, by setting."""
    defaults = find_defaults(request, model).values
    settings, _ = model.examine(defaults)
    values = {name: getattr(settings, name) for name in defaults}
    # Settings have tuples, a form has lists
    return {name: [*value] if isinstance(value, tuple) else value for name, value in values.items()}


def read_hidden(request: Request, model: type[Settings]) -> dict[str, Any]:
    """Return those values of `read_defaults` for which no form has a field."""
    values = read_defaults(request, model)
    return {name: value for name, value in values.items() if name in HIDDEN}


def describe_defaults(request: Request, model: type[Settings]) -> str:
    """Return sentences on what files set for a form, and this browser does not; no folder of this
    machine.
    """
    defaults = find_defaults(request, model)
    if read_choices(request):  # they win over a file
        defaults = defaults.choose(defaults.values.keys() - {*KEPT})
    files = {name: Path(file.name) for name, file in defaults.files.items()}
    return " ".join(replace(defaults, files=files).describe())


def choose_paper(request: Request, model: type[Settings] = TrackerSettings) -> str:
    """Return the paper of this browser's last table, of wordfleet.toml, or of the reader's
    country.
    """
    if paper := dict(read_choices(request)).get("paper"):
        return paper
    if paper_of_file := read_defaults(request, model).get("paper"):
        return str(paper_of_file)
    match = LANGUAGE.match(request.headers.get("accept-language", ""))
    locale = f"{match[1]}_{match[2]}" if match else "C"  # “en-US” is en_US
    return guess_paper({"LANG": locale}).slug


def choose_printer(request: Request, model: type[Settings] = TrackerSettings) -> dict[str, Any]:
    """Return the settings `paper` and `back_offset` of this browser's printer: as last time, or as
    a file says.
    """
    choices = dict(read_choices(request))
    name = KIT_OFFSET if model is KitSettings else SHEET_OFFSET
    offset = choices.get(name) or read_defaults(request, model).get("back_offset")
    return {"paper": choose_paper(request, model), "back_offset": offset}


def find_sheet_offset(request: Request) -> BackOffset | None:
    """Return how far backs of sheets are moved for this browser's printer, if at all."""
    offset = choose_printer(request)["back_offset"]
    settings, _ = TrackerSettings.examine({"back_offset": offset})
    return settings.back_offset


def choose_edition(library: Library, wanted: object = None) -> str:
    """Return the edition of these rules that is meant if none is named: the wanted one, if they
    have it.
    """
    if wanted in library.edition_slugs:
        return str(wanted)
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
    # Browser and page on one machine: the page is at localhost or at the browser's own address
    own_hosts = {"localhost", request.client.host if request.client else ""}
    return request.url.hostname not in own_hosts
