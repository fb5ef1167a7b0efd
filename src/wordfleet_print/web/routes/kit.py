"""A game's kit: its pages in a frame as they are asked for, a tick for each; and what was printed, behind a ticket."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pydantic import Base64Bytes
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from wordfleet_print.errors import BadInputError, MissingDependencyError, WordfleetError
from wordfleet_print.games import Library, Rulebook
from wordfleet_print.kit.document import KitSettings, list_items
from wordfleet_print.messages import listed
from wordfleet_print.services.print_kits import KitRequest, print_game, show_game, tell_printing
from wordfleet_print.tracker.geometry import PAPERS
from wordfleet_print.web.keys import visitor_of
from wordfleet_print.web.orders import RULES_SECONDS, SECONDS
from wordfleet_print.web.shop import KitOrder, fields_of, read_form, shop_of
from wordfleet_print.web.table_form import Fault, faults_of
from wordfleet_print.web.views import (
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

FIELDS = {"squad": "squad", "points": "points", "square": "square", "paper": "paper"}
"""Where the faults of fields are shown; any other at the pages."""
HELP = {"squad": "Write your squads.", "tutorial": "Untick “the tutorial alone”."}
"""What helps, in the words of the form, where the command line names an option."""
NUMBERS = {"points": "Points are a number such as 250", "square": "Squares are a number of millimeters such as 47"}
MOST_SQUADS, LONGEST_SQUAD = 99, 200
FRAME_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; frame-ancestors 'self'; sandbox"
)
"""What a kit's HTML may do: use its own styles, fonts and pictures. A designer's texts and drawings are in it."""


@dataclass(frozen=True, slots=True)
class KitForm:
    """The form as it came: what was typed, the names of the pages that it showed, and of those that were ticked."""

    fields: Mapping[str, str]
    shown: frozenset[str]
    ticked: frozenset[str]

    @classmethod
    def read(cls, fields: Iterable[tuple[str, str]], paper: str) -> KitForm:
        """Return the form of these fields; without any, the empty one for the paper."""
        pairs = [(name, value.strip()) for name, value in fields]
        shown, ticked = (frozenset(value for name, value in pairs if name == which) for which in ("shown", "page"))
        named = {"paper": paper} | dict(pairs)
        return cls(named if named["paper"] in PAPERS else named | {"paper": paper}, shown, ticked)

    def has(self, name: str) -> bool:
        """Whether a page is wanted: it is ticked, or nobody could untick it yet."""
        return name in self.ticked or name not in self.shown

    def find_faults(self) -> Iterator[Fault]:
        """Yield numbers that are none, and more squads than an army has: before anything is made of them."""
        for name, what in NUMBERS.items():
            if (value := self.fields.get(name)) and self._read_number(name) is None:
                yield Fault(name, f"{what}, not “{value[:40]}”.")
        squads = self._read_squads()
        if len(squads) > MOST_SQUADS or any(len(squad) > LONGEST_SQUAD for squad in squads):
            yield Fault("squad", f"At most {MOST_SQUADS} squads, {LONGEST_SQUAD} letters each.")

    def _read_number(self, name: str) -> int | None:
        value = self.fields.get(name, "")
        return int(value) if value.isascii() and value.isdigit() and len(value) < 6 else None

    def _read_squads(self) -> tuple[str, ...]:
        return tuple(line for line in self.fields.get("squad", "").splitlines() if line.strip())

    def make_settings(self) -> KitSettings:
        """Return the whole kit's settings, without what is no number."""
        fields, (points, square) = self.fields, map(self._read_number, NUMBERS)
        return KitSettings(
            paper=PAPERS[fields["paper"]],
            eco="eco" in fields,
            one_sided=fields.get("sides") == "one",
            tutorial="tutorial" in fields,
            square=square,
            squads=self._read_squads(),
            points=points,
        )


class ShownKit(NamedTuple):
    """A kit's HTML, how to print it, how many pages it has; and all that is wrong, and nothing else then."""

    html: str = ""
    how: str = ""
    pages: int = 0
    faults: tuple[Fault, ...] = ()


def show_kit(request: KitRequest) -> ShownKit:
    """Return a kit as it is asked for, or every fault of it at its field. Raises nothing of its own."""
    try:
        document = show_game(request)
    except WordfleetError as error:
        return ShownKit(faults=tuple(dict.fromkeys(_list_faults(error))))
    return ShownKit(document.html, tell_printing(document.sheets), len(document.sheets))


def _list_faults(error: WordfleetError) -> Iterator[Fault]:
    """Yield what is wrong and what helps, at its field; at the pages where one of them is to be ticked."""
    pages = [str(say).removeprefix("page=").capitalize() for say in error.say if str(say).startswith("page=")]
    ways = [f"Tick {listed(pages, 'or')}."] * bool(pages)
    ways += [HELP[name] for name in (*error.say, *error.leave) if name in HELP and not pages]
    for one in error.told:
        field = "page" if pages else FIELDS.get(one.field or error.field, "page")
        for fault in faults_of(BadInputError("", one), field):
            yield replace(fault, what=" ".join([fault.what, *ways]))


class MadeKit(NamedTuple):
    """A kit's PDF; none where this machine cannot make one, or with what is wrong."""

    content: Base64Bytes = b""
    faults: tuple[Fault, ...] = ()


def make_pdf(request: KitRequest) -> MadeKit:
    """Return a kit as a PDF, or what is wrong with it. Raises nothing of its own."""
    try:
        return MadeKit(next(iter(print_game(request).files.values())))
    except MissingDependencyError:
        return MadeKit()
    except WordfleetError as error:
        return MadeKit(faults=tuple(_list_faults(error)))


async def _find_kit(request: Request) -> tuple[Library, str]:
    """Return the rules at hand and the game that is asked for. Raises `HTTPException` (404) for one without a kit."""
    library = await shop_of(request).books.rules()
    slug = request.path_params["slug"]
    if slug not in library.slugs or not library.rules(slug).book.kit:
        raise HTTPException(404)
    return library, slug


async def form(request: Request) -> Response:
    """Show all pages, each ticked."""
    return empty_form(await _show_form(request, ()))


async def preview(request: Request) -> Response:
    """Answer with the kit's own HTML, for the frame: of the form that is sent, or of an empty one. Nothing is kept."""
    library, slug = await _find_kit(request)
    fields = fields_of(await read_form(request)) if request.method == "POST" else []
    asked = KitForm.read(fields, usual_paper(request))
    faults = tuple(asked.find_faults())
    pages = tuple(name for name in _list_names(library, slug, asked) if asked.has(name))
    settings = replace(asked.make_settings(), pages=pages)
    made = ShownKit(faults=faults) if faults or not pages else await _ask(request, KitRequest(slug, settings, library))
    return _frame(made.html or "".join(f"<p>{fault.what}</p>" for fault in faults or made.faults) or "<p>No page.</p>")


def _list_names(library: Library, slug: str, asked: KitForm) -> list[str]:
    return [item.name for item in list_items(library.rules(slug), KitSettings(tutorial="tutorial" in asked.fields))]


async def _ask(request: Request, wanted: KitRequest) -> ShownKit:
    return await shop_of(request).press.do(SECONDS, show_kit, wanted)


def _frame(html: str) -> Response:
    """Answer with HTML that may do nothing but be looked at, inside a page of ours."""
    headers = {"Content-Security-Policy": FRAME_POLICY, "X-Frame-Options": "SAMEORIGIN"}
    return HTMLResponse(html, headers=headers)


async def send(request: Request) -> Response:
    """Print what the form asks for and go to its ticket; or show the form again with what has to be mended."""
    fields = fields_of(await read_form(request))
    asked, do = KitForm.read(fields, usual_paper(request)), dict(fields).get("do")
    library, slug = await _find_kit(request)
    faults = list(asked.find_faults())
    pages = tuple(name for name in _list_names(library, slug, asked) if asked.has(name))
    if not pages:
        faults.append(Fault("page", "Tick at least one page."))
    if faults:
        return await _show_form(request, fields, faults)
    wanted = KitRequest(slug, replace(asked.make_settings(), pages=pages), library)
    made = await _ask(request, wanted)
    if not made.faults:
        printed = await shop_of(request).press.do(RULES_SECONDS, make_pdf, wanted)
        made = made._replace(faults=printed.faults)
    if made.faults:
        return await _show_form(request, fields, made.faults)
    order = KitOrder(wanted, tuple(fields), visitor_of(request).name, printed.content)
    ticket = shop_of(request).keep_kit(order)
    answer = see(f"/kit/{slug}/{ticket}{'/save' if do == 'save' and printed.content else '#print'}")
    usual = [one for one in usual_fields(request) if one[0] != "paper"]
    keep_usual(answer, [*usual, ("paper", asked.fields["paper"])])
    return answer


async def _show_form(request: Request, fields: Sequence[tuple[str, str]], faults: Sequence[Fault] = ()) -> Response:
    """Show the form as it was filled in; its frame asks for the pages."""
    library, slug = await _find_kit(request)
    book, asked = library.rules(slug).book, KitForm.read(fields, usual_paper(request))
    about = {
        "form": defaultdict(str, asked.fields),
        "names": {name: asked.has(name) for name in _list_names(library, slug, asked)},
        "faults": faults,
        "others": _list_editions(library, book),
    }
    return page(request, "kit.html", book=book, **about)


def _list_editions(library: Library, book: Rulebook) -> list[Rulebook]:
    """Return the other editions of a game that have kits."""
    books = [library.rules(slug).book for slug in library.slugs if slug != book.slug]
    return [other for other in books if other.kit and other.title == book.title]


def _find_order(request: Request) -> KitOrder:
    """Return what a ticket was given for. Raises `HTTPException` (404) where it is gone or somebody else's."""
    _, order = behind(request, shop_of(request).kits.find)
    if request.path_params["slug"] != order.request.slug or not visitor_of(request).sees(order.whose):
        raise HTTPException(404, TICKET_GONE)
    return order


async def printed(request: Request) -> Response:
    """Show what is printed, on what and how; the script opens the print window."""
    order = _find_order(request)
    made = await _ask(request, order.request)
    book = order.request.library.rules(order.request.slug).book
    return page(request, "kit_printed.html", book=book, made=made, has_pdf=bool(order.content))


async def content(request: Request) -> Response:
    """Answer with the PDF, to show or to save."""
    order = _find_order(request)
    if not order.content:
        raise HTTPException(404)
    name = f"{order.request.slug}-kit-{order.request.settings.paper.slug}.pdf"
    return pdf(order.content, name, save=request.scope["path"].endswith("/save"))


async def pages(request: Request) -> Response:
    """Answer with the HTML that was printed: where there is no PDF, a browser prints it."""
    return _frame((await _ask(request, _find_order(request).request)).html)


async def change(request: Request) -> Response:
    """Show the form again as it was filled in."""
    return await _show_form(request, _find_order(request).fields)


routes = [
    Route("/kit/{slug}", form),
    Route("/kit/{slug}", send, methods=["POST"]),
    Route("/kit/{slug}/preview", preview, methods=["GET", "POST"]),
    Route("/kit/{slug}/{ticket}", printed),
    Route("/kit/{slug}/{ticket}/kit.pdf", content),
    Route("/kit/{slug}/{ticket}/save", content),
    Route("/kit/{slug}/{ticket}/kit.html", pages),
    Route("/kit/{slug}/{ticket}/change", change),
]
