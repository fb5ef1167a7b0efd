"""A game's kit: its pages as they will look, a tick for each; and what was printed, behind a ticket."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.desk.keys import visitor_of
from wordfleet_print.desk.orders import SECONDS
from wordfleet_print.desk.shop import KitOrder, fields_of, read_form, shop_of
from wordfleet_print.desk.table_form import Fault, faults_of
from wordfleet_print.desk.views import (
    TICKET_GONE,
    behind,
    empty_form,
    keep_usual,
    page,
    pdf,
    see,
    usual_fields,
    usual_paper,
)
from wordfleet_print.errors import BadInputError, WordfleetError
from wordfleet_print.games import Library, Rulebook
from wordfleet_print.jobs.print_kits import KitRequest, SetKit, how_to_print, kit_file, set_kit
from wordfleet_print.press.ink.paper import PAPERS
from wordfleet_print.press.kit.kit_press import preview, print_kit
from wordfleet_print.press.kit.kit_texts import KitWishes, items_of
from wordfleet_print.press.kit.leaf import paper_of
from wordfleet_print.press.kit.written import KitLook
from wordfleet_print.wording import listed

FIELDS = {"squad": "squad", "points": "points", "code": "code", "apart": "code", "square": "square", "paper": "paper"}
"""Where the faults of fields are shown; any other at the pages."""
WAYS = {"squad": "Write your squads.", "tutorial": "Untick “the tutorial alone”."}
"""What helps, in the words of the form, where the command line says an option."""
NUMBERS = {"points": "Points are a number such as 250", "square": "Squares are a number of millimetres such as 47"}


@dataclass(frozen=True, slots=True)
class KitForm:
    """The form as it came: what was typed, the names of the pages that it showed, and of those that were ticked."""

    fields: Mapping[str, str]
    shown: frozenset[str]
    ticked: frozenset[str]

    @classmethod
    def read(cls, told: Iterable[tuple[str, str]], paper: str) -> KitForm:
        """The form of these fields; without any, that for the paper."""
        told = [(name, value.strip()) for name, value in told]
        shown, ticked = (frozenset(value for name, value in told if name == which) for which in ("shown", "page"))
        fields = {"paper": paper} | dict(told)
        return cls(fields if fields["paper"] in PAPERS else fields | {"paper": paper}, shown, ticked)

    def takes(self, name: str) -> bool:
        """Whether a page is wanted: it is ticked, or nobody could untick it yet."""
        return name in self.ticked or name not in self.shown

    def faults(self) -> Iterator[Fault]:
        """Numbers that are none."""
        for name, what in NUMBERS.items():
            if (value := self.fields.get(name)) and self._number(name) is None:
                yield Fault(name, f"{what}, not “{value[:40]}”.")

    def _number(self, name: str) -> int | None:
        value = self.fields.get(name, "")
        return int(value) if value.isascii() and value.isdigit() and len(value) < 6 else None

    def request(self, slug: str, library: Library) -> KitRequest:
        """The whole kit as it is asked for, but for what is no number; its deal is still to be dealt."""
        told, (points, square) = self.fields, map(self._number, NUMBERS)
        code = told.get("code", "")
        squads = tuple(line for line in told.get("squad", "").splitlines() if line.strip())
        wishes = KitWishes(square, "apart" in told or bool(code), code, squads, points, "tutorial" in told)
        look = KitLook(PAPERS[told["paper"]], "eco" in told, told.get("sides") != "one")
        return KitRequest(slug, look, library, (), wishes, None, limited=False)


class LeafShown(NamedTuple):
    """A page: by which name it is asked for, its title, what to print it on, how wide and high it is (mm)."""

    name: str
    title: str
    on: str
    size: tuple[float, float]


class KitShown(NamedTuple):
    """Pages that can be made, how to print them, the code of their deal if any; and all that is wrong."""

    leaves: tuple[LeafShown, ...]
    how: str
    deal: str
    faults: tuple[Fault, ...]


@lru_cache(maxsize=32)
def _set(request: KitRequest) -> SetKit:
    return set_kit(request)


def show_kit(request: KitRequest) -> KitShown:
    """What becomes of a kit. Raises as `set_kit`."""
    leaves, setter, deal, wrong = _set(request)
    papers = [paper_of(leaf, setter) for leaf in leaves]
    shown = [
        LeafShown(leaf.name, leaf.title, leaf.printed_on, (paper.width, paper.height))
        for leaf, paper in zip(leaves, papers, strict=True)
    ]
    faults = dict.fromkeys(fault for error in wrong for fault in _faults_of(error))
    return KitShown(tuple(shown), how_to_print(leaves), deal, tuple(faults))


def _faults_of(error: WordfleetError) -> Iterator[Fault]:
    """What is wrong and what helps, at its field; at the pages where one of them is to be ticked."""
    pages = [str(say).removeprefix("pages=").capitalize() for say in error.say if str(say).startswith("pages=")]
    ways = [f"Tick {listed(pages, 'or')}."] * bool(pages)
    ways += [WAYS[name] for name in (*error.say, *error.leave) if name in WAYS and not pages]
    for one in error.told:
        field = "page" if pages else FIELDS.get(one.field or error.field, "page")
        for fault in faults_of(BadInputError("", one), field):
            yield replace(fault, what=" ".join([fault.what, *ways]))


def draw_leaf(request: KitRequest, number: int) -> str:
    """A page of a kit as SVG, counted from 1; nothing where there is none."""
    leaves, setter, *_ = _set(request)
    return preview(leaves[number - 1], setter) if 1 <= number <= len(leaves) else ""


def kit_pdf(request: KitRequest) -> bytes:
    """The pages of a kit as a PDF. Raises as `set_kit`."""
    leaves, setter, *_ = _set(request)
    return print_kit(leaves, setter)


async def _library(request: Request) -> tuple[Library, str]:
    """The rules at hand, and the game that is asked for. Raises `HTTPException` (404) for one without a kit."""
    library = await shop_of(request).books.rules()
    slug = request.path_params["slug"]
    if slug not in library.slugs or not library.rules(slug).book.kit:
        raise HTTPException(404)
    return library, slug


async def form(request: Request) -> Response:
    """All pages, each ticked."""
    return empty_form(await _page(request, ()))


async def sent(request: Request) -> Response:
    """Print what the form asks for and go to its ticket; or the form again, as its pages would look, or with what has
    to be mended.
    """
    told = fields_of(await read_form(request))
    asked, do = KitForm.read(told, usual_paper(request)), dict(told).get("do")
    if do == "look":
        return await _page(request, told)
    library, slug = await _library(request)
    shop, whole, faults = shop_of(request), asked.request(slug, library), list(asked.faults())
    pages = tuple(item.name for item in items_of(library.rules(slug).book, whole.wishes) if asked.takes(item.name))
    if not pages:
        return await _page(request, told, [*faults, Fault("page", "Tick at least one page.")])
    wanted = replace(whole, pages=pages, seed=secrets.randbits(32))
    made = await shop.press.do(SECONDS, show_kit, wanted)
    if faults := [*faults, *made.faults]:
        return await _page(request, told, faults)
    dealt = replace(wanted, wishes=replace(wanted.wishes, code=made.deal))
    ticket = shop.kits.issue(KitOrder(dealt, tuple(told), visitor_of(request).name))
    answer = see(f"/kit/{slug}/{ticket}{'/save' if do == 'save' else '#print'}")
    usual = [one for one in usual_fields(request) if one[0] != "paper"]
    keep_usual(answer, [*usual, ("paper", asked.fields["paper"])])
    return answer


async def _page(request: Request, told: Sequence[tuple[str, str]], faults: Sequence[Fault] | None = None) -> Response:
    """The form as it was filled in, with the pages that it asks for as they will look, but for what is amiss."""
    library, slug = await _library(request)
    shop, book, asked = shop_of(request), library.rules(slug).book, KitForm.read(told, usual_paper(request))
    whole = asked.request(slug, library)
    shown = await shop.press.do(SECONDS, show_kit, whole)
    about = {
        "form": defaultdict(str, asked.fields),
        "leaves": shown.leaves,
        "names": {item.name: asked.takes(item.name) for item in items_of(book, whole.wishes)},
        "faults": (*asked.faults(), *shown.faults) if faults is None else faults,
        "pictures": shop.kits.issue(KitOrder(whole, (), visitor_of(request).name)),
        "others": _other_editions(library, book),
    }
    return page(request, "kit.html", book=book, **about)


def _other_editions(library: Library, book: Rulebook) -> list[Rulebook]:
    """The other editions of a game that have kits."""
    books = [library.rules(slug).book for slug in library.slugs if slug != book.slug]
    return [other for other in books if other.kit and other.title == book.title]


def _order(request: Request, *, printed: bool = True) -> KitOrder:
    """What a ticket was given for. Raises `HTTPException` (404) where it is gone, was given to somebody else, or for
    pictures alone where something is `printed`.
    """
    _, order = behind(request, shop_of(request).kits.find)
    known = request.path_params["slug"] == order.request.slug and visitor_of(request).sees(order.whose)
    if not known or (printed and not order.told):
        raise HTTPException(404, TICKET_GONE)
    return order


async def printed(request: Request) -> Response:
    """What is printed, on what and how, and the deal's code; the script opens the print window."""
    order = _order(request)
    shown = await shop_of(request).press.do(SECONDS, show_kit, order.request)
    book = order.request.library.rules(order.request.slug).book
    return page(request, "kit_printed.html", book=book, shown=shown)


async def content(request: Request) -> Response:
    """The PDF, to show or to save."""
    order = _order(request)
    made = await shop_of(request).press.do(SECONDS, kit_pdf, order.request)
    return pdf(made, kit_file(order.request), save=request.scope["path"].endswith("/save"))


async def change(request: Request) -> Response:
    """The form again as it was filled in."""
    return await _page(request, _order(request).told)


async def drawing(request: Request) -> Response:
    """One page as it will look."""
    order, number = _order(request, printed=False), request.path_params["number"]
    drawn = await shop_of(request).press.do(SECONDS, draw_leaf, order.request, number)
    if not drawn:
        raise HTTPException(404)
    return Response(drawn, media_type="image/svg+xml")


routes = [
    Route("/kit/{slug}", form),
    Route("/kit/{slug}", sent, methods=["POST"]),
    Route("/kit/{slug}/{ticket}", printed),
    Route("/kit/{slug}/{ticket}/kit.pdf", content),
    Route("/kit/{slug}/{ticket}/save", content),
    Route("/kit/{slug}/{ticket}/change", change),
    Route("/kit/{slug}/{ticket}/{number:int}.svg", drawing),
]
