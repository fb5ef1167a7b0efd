"""A game's kit: its pages as they will look, a tick for each, and then the PDF."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.desk.orders import SECONDS
from wordfleet_print.desk.shop import fields_of, read_form, shop_of
from wordfleet_print.desk.table_form import Fault, faults_of
from wordfleet_print.desk.views import empty_form, page, pdf, usual_paper
from wordfleet_print.errors import BadInputError, WordfleetError
from wordfleet_print.game import Library
from wordfleet_print.jobs.print_kits import KitRequest, print_game, set_kit
from wordfleet_print.press.ink.paper import PAPERS
from wordfleet_print.press.kit.kit_press import preview
from wordfleet_print.press.kit.leaf import paper_of
from wordfleet_print.press.kit.written import KitLook
from wordfleet_print.rulebook.text.kit_texts import KitWishes

FIELDS = {"squad": "squad", "points": "points", "code": "code", "apart": "code", "square": "square", "paper": "paper"}
"""Where the faults of fields are shown; any other at the pages."""
SHOWN = ("paper", "sides", "eco", "tutorial", "apart", "square", "squad", "points")
"""What changes how pages look; but a deal's code stands in no address."""
NUMBERS = {"points": "Points are a number such as 250", "square": "Squares are a number of millimetres such as 47"}
MOST_SQUADS = 20
"""Lines of squads that are read."""

KitFields = Mapping[str, str]
"""What was typed and ticked, by the names of its fields: those of the page that a browser sends."""


def _read(told: Iterable[tuple[str, str]], paper: str) -> KitFields:
    fields = {name: value.strip() for name, value in told}
    on = {"apart": "on"} if fields.get("code") else {}
    return fields | {"paper": fields.get("paper", paper) if fields.get("paper", paper) in PAPERS else paper} | on


def _faults(fields: KitFields) -> Iterator[Fault]:
    """Numbers that are none."""
    for name, what in NUMBERS.items():
        value = fields.get(name, "")
        if value and not (value.isascii() and value.isdigit() and len(value) < 6):
            yield Fault(name, f"{what}, not “{value[:40]}”.")


def _asked(slug: str, library: Library, fields: KitFields) -> KitRequest:
    """The whole kit as these fields ask for it, but for what is no number."""
    wrong = {fault.field for fault in _faults(fields)}
    points, square = (int(fields[name]) if fields.get(name) and name not in wrong else None for name in NUMBERS)
    squads = tuple(line for line in fields.get("squad", "").splitlines() if line.strip())[:MOST_SQUADS]
    apart, code, tutorial = "apart" in fields, fields.get("code", ""), "tutorial" in fields
    look = KitLook(PAPERS[fields["paper"]], "eco" in fields, fields.get("sides") != "one")
    return KitRequest(slug, look, library, (), KitWishes(square, apart, code, squads, points, tutorial), limited=False)


@dataclass(frozen=True, slots=True)
class LeafShown:
    """A page as it will look: by which name it is asked for, its title, what to print it on, how wide and high it is
    (mm), its drawing.
    """

    name: str
    title: str
    on: str
    size: tuple[float, float]
    svg: str


@lru_cache(maxsize=32)
def show_kit(request: KitRequest) -> tuple[LeafShown, ...]:
    """All pages of a kit as they will look. Raises as `set_kit`."""
    leaves, setter, _ = set_kit(request)
    sizes = [(paper.width, paper.height) for paper in (paper_of(leaf, setter) for leaf in leaves)]
    told = zip(leaves, sizes, strict=True)
    return tuple(LeafShown(leaf.name, leaf.title, leaf.printed_on, size, preview(leaf, setter)) for leaf, size in told)


def kit_pdf(request: KitRequest) -> bytes:
    """The kit as a PDF. Raises as `set_kit`."""
    return print_game(request).content


async def _library(request: Request) -> tuple[Library, str]:
    """The rules at hand, and the game that is asked for. Raises `HTTPException` (404) for one without a kit."""
    library = await shop_of(request).books.rules()
    slug = request.path_params["slug"]
    if slug not in library.slugs or not library.rules(slug).book.kit:
        raise HTTPException(404)
    return library, slug


async def form(request: Request) -> Response:
    """All pages, each ticked."""
    return empty_form(await _page(request, _read((), usual_paper(request)), None))


async def sent(request: Request) -> Response:
    """The PDF; or the page again, as it was asked to look, or with what has to be mended."""
    library, slug = await _library(request)
    told = fields_of(await read_form(request))
    fields, faults = _read(told, usual_paper(request)), list(_faults(dict(told)))
    pages = tuple(value for name, value in told if name == "page") or ("deal",) * ("apart" in fields)
    if not pages:
        faults.append(Fault("page", "Tick at least one page."))
    if faults or fields.get("do") == "look":
        return await _page(request, fields, pages, faults)
    asked, press = replace(_asked(slug, library, fields), seed=secrets.randbits(32)), shop_of(request).press
    try:
        leaves = await press.do(SECONDS, show_kit, replace(asked, seed=0))
        known = tuple(dict.fromkeys(leaf.name for leaf in leaves if leaf.name in pages))
        content = await press.do(SECONDS, kit_pdf, replace(asked, pages=known or pages))
    except WordfleetError as error:
        return await _page(request, fields, pages, list(_told(error)))
    return pdf(content, f"{slug}-kit-{fields['paper']}.pdf", save=fields.get("do") == "save")


def _told(error: WordfleetError) -> Iterator[Fault]:
    for one in error.told:
        yield from faults_of(BadInputError("", one), FIELDS.get(one.field or error.field, "page"))


async def _page(
    request: Request, fields: KitFields, ticked: tuple[str, ...] | None, faults: Iterable[Fault] = ()
) -> Response:
    """The form as it was filled in, with the pages that it asks for as they will look; without what is amiss."""
    library, slug = await _library(request)
    told, wrong = list(faults), {fault.field for fault in _faults(fields)}
    shown = {name: fields[name] for name in SHOWN if fields.get(name) and name not in wrong}
    press = shop_of(request).press
    try:
        leaves = await press.do(SECONDS, show_kit, _asked(slug, library, shown))
    except WordfleetError as error:
        told += [fault for fault in _told(error) if fault not in told]
        shown = {name: shown[name] for name in ("paper", "sides", "eco") if name in shown}
        leaves = await press.do(SECONDS, show_kit, _asked(slug, library, shown))
    names = list(dict.fromkeys(leaf.name for leaf in leaves))
    look, chosen = urlencode(shown), names if ticked is None else ticked
    about = {
        "form": defaultdict(str, fields),
        "leaves": leaves,
        "names": names,
        "ticked": chosen,
        "faults": tuple(told),
        "look": look,
    }
    count = sum(leaf.name in chosen for leaf in leaves)
    return page(request, "kit.html", book=library.rules(slug).book, count=count, **about)


async def drawing(request: Request) -> Response:
    """One page as it will look."""
    library, slug = await _library(request)
    fields = _read(request.query_params.multi_items(), usual_paper(request))
    number: int = request.path_params["number"]
    try:
        leaves = await shop_of(request).press.do(SECONDS, show_kit, _asked(slug, library, fields))
    except WordfleetError as error:
        raise HTTPException(404) from error
    if list(_faults(fields)) or not 1 <= number <= len(leaves):
        raise HTTPException(404)
    return Response(leaves[number - 1].svg, media_type="image/svg+xml")


routes = [
    Route("/kit/{slug}", form),
    Route("/kit/{slug}", sent, methods=["POST"]),
    Route("/kit/{slug}/{number:int}.svg", drawing),
]
