"""A game's kit: its pages as they will look, a tick for each, and then the PDF."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
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
from wordfleet_print.errors import WordfleetError
from wordfleet_print.game import Library
from wordfleet_print.jobs.print_kits import KitRequest, print_game, set_kit
from wordfleet_print.press.ink.paper import PAPERS
from wordfleet_print.press.kit.kit_press import preview
from wordfleet_print.press.kit.leaf import paper_of
from wordfleet_print.press.kit.written import KitLook

FIELDS = {"squad": "squad", "points": "points", "code": "code", "apart": "code", "square": "square", "paper": "paper"}
"""Where the faults of fields are shown; any other at the pages."""
MOST_SQUADS = 20
"""Lines of squads that are read."""


@dataclass(frozen=True, slots=True)
class KitForm:
    """What was typed and ticked: the pages (none: all), paper, sides, ink; squads line by line; a deal; squares."""

    paper: str = "a4"
    pages: tuple[str, ...] = ()
    one_sided: bool = False
    eco: bool = False
    tutorial: bool = False
    apart: bool = False
    squads: str = ""
    points: str = ""
    code: str = ""
    square: str = ""

    @classmethod
    def read(cls, fields: Iterable[tuple[str, str]], paper: str) -> KitForm:
        """The form of these fields; what is not among them is as usual."""
        told = list(fields)
        one = {name: value.strip() for name, value in told}
        return cls(
            paper=one.get("paper", paper) if one.get("paper", paper) in PAPERS else paper,
            pages=tuple(value for name, value in told if name == "page"),
            one_sided=one.get("sides") == "one",
            eco="eco" in one,
            tutorial="tutorial" in one,
            apart="apart" in one,
            squads=one.get("squad", ""),
            points=one.get("points", ""),
            code=one.get("code", ""),
            square=one.get("square", ""),
        )

    def looks(self) -> KitForm:
        """What of it changes how pages look, but for squads and codes, which stand in no address."""
        return replace(self, pages=(), squads="", points="", code="", apart=self.apart or bool(self.code))

    def query(self) -> dict[str, str]:
        """The same as fields of an address."""
        flags = {"eco": self.eco, "tutorial": self.tutorial, "apart": self.apart}
        told = {"paper": self.paper, "sides": "one" if self.one_sided else "two", "square": self.square}
        return {name: value for name, value in told.items() if value} | {name: "on" for name, on in flags.items() if on}

    def faults(self) -> list[Fault]:
        """What can be told before anything is made."""
        faults = []
        if self.points and not (self.points.isascii() and self.points.isdigit() and len(self.points) < 6):
            faults.append(Fault("points", f"Points are a number such as 250, not “{self.points[:40]}”."))
        if self.square and not (self.square.isascii() and self.square.isdigit() and len(self.square) < 4):
            faults.append(Fault("square", f"Squares are a number of millimetres such as 47, not “{self.square[:40]}”."))
        return faults

    def request(self, slug: str, library: Library, *, seed: int = 0) -> KitRequest:
        """The kit that is asked for."""
        squads = tuple(line for line in self.squads.splitlines() if line.strip())[:MOST_SQUADS]
        return KitRequest(
            slug=slug,
            look=KitLook(PAPERS[self.paper], self.eco, not self.one_sided),
            library=library,
            square=float(self.square) if self.square else None,
            apart=self.apart or bool(self.code),
            code=self.code,
            seed=seed,
            squads=squads,
            points=int(self.points) if self.points else None,
            tutorial=self.tutorial,
            limited=False,
        )


@dataclass(frozen=True, slots=True)
class LeafShown:
    """A page as it will look: by which name it is asked for, its title, what to print it on, how wide and high it is
    (mm), its drawing.
    """

    name: str
    title: str
    card: bool
    side: int
    size: tuple[float, float]
    svg: str


@lru_cache(maxsize=32)
def show_kit(request: KitRequest) -> tuple[LeafShown, ...]:
    """All pages of a kit as they will look. Raises as `set_kit`."""
    leaves, setter, _ = set_kit(request)
    papers = [paper_of(leaf, setter) for leaf in leaves]
    return tuple(
        LeafShown(leaf.name, leaf.title, leaf.card, leaf.side, (paper.width, paper.height), preview(leaf, setter))
        for leaf, paper in zip(leaves, papers, strict=True)
    )


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
    return empty_form(await _page(request, KitForm(paper=usual_paper(request))))


async def sent(request: Request) -> Response:
    """The PDF; or the page again, as it was asked to look, or with what has to be mended."""
    library, slug = await _library(request)
    fields = await read_form(request)
    asked = KitForm.read(fields_of(fields), usual_paper(request))
    faults = asked.faults()
    if not asked.pages:
        faults.append(Fault("page", "Tick at least one page."))
    if faults or fields.get("do") == "look":
        return await _page(request, asked, tuple(faults))
    wanted = asked.request(slug, library, seed=secrets.randbits(32))
    try:
        leaves = await shop_of(request).press.do(SECONDS, show_kit, asked.looks().request(slug, library))
        shown = dict.fromkeys(leaf.name for leaf in leaves if leaf.name in asked.pages)
        content = await shop_of(request).press.do(SECONDS, kit_pdf, replace(wanted, pages=tuple(shown) or asked.pages))
    except WordfleetError as error:
        return await _page(request, asked, tuple(_told(error)))
    return pdf(content, f"{slug}-kit-{asked.paper}.pdf", save=fields.get("do") == "save")


def _told(error: WordfleetError) -> Iterable[Fault]:
    field = FIELDS.get(error.field, "")
    complaints = [one for one in error.complaints if one.where.startswith("squad") or "army" in one.what]
    return faults_of(error, field or ("squad" if complaints else "page"))


async def _page(request: Request, asked: KitForm, faults: tuple[Fault, ...] = ()) -> Response:
    """The form as it was filled in, with the pages that it asks for as they will look."""
    library, slug = await _library(request)
    shown = asked.looks() if not faults else KitForm(asked.paper, one_sided=asked.one_sided, eco=asked.eco)
    try:
        leaves = await shop_of(request).press.do(SECONDS, show_kit, shown.request(slug, library))
    except WordfleetError as error:
        faults, shown = tuple(_told(error)), KitForm(asked.paper, one_sided=asked.one_sided, eco=asked.eco)
        leaves = await shop_of(request).press.do(SECONDS, show_kit, shown.request(slug, library))
    names = list(dict.fromkeys(leaf.name for leaf in leaves))
    ticked = asked.pages or tuple(names)
    told = {"form": asked, "leaves": leaves, "names": names, "ticked": ticked, "faults": faults}
    told |= {"count": sum(leaf.name in ticked for leaf in leaves), "look": urlencode(shown.query())}
    return page(request, "kit.html", book=library.rules(slug).book, **told)


async def drawing(request: Request) -> Response:
    """One page as it will look."""
    library, slug = await _library(request)
    asked = KitForm.read(request.query_params.multi_items(), usual_paper(request)).looks()
    if asked.faults():
        raise HTTPException(404)
    try:
        leaves = await shop_of(request).press.do(SECONDS, show_kit, asked.request(slug, library))
    except WordfleetError as error:
        raise HTTPException(404) from error
    number: int = request.path_params["number"]
    if not 1 <= number <= len(leaves):
        raise HTTPException(404)
    return Response(leaves[number - 1].svg, media_type="image/svg+xml")


routes = [
    Route("/kit/{slug}", form),
    Route("/kit/{slug}", sent, methods=["POST"]),
    Route("/kit/{slug}/{number:int}.svg", drawing),
]
