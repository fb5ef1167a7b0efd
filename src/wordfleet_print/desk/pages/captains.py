"""The captains' page: who plays, which words, which game, which paper; and the table that is dealt of it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.desk.doors import fields_of, read_form
from wordfleet_print.desk.faults import Fault
from wordfleet_print.desk.keys import visitor_of
from wordfleet_print.desk.orders import Answer, DealTable
from wordfleet_print.desk.pictures import Shown, order_of, shown, usual_edition
from wordfleet_print.desk.shop import Shop, Table, shop_of
from wordfleet_print.desk.table_form import SeatFields, TableForm
from wordfleet_print.desk.views import empty_form, page, see, usual_paper
from wordfleet_print.fleet.word_lists import TIERS, load_theme, load_tier, theme_slugs
from wordfleet_print.game import Library
from wordfleet_print.press.ink.paper import PAPERS

MORE = 2
"""Seats that are added at a time: a table more."""


async def form(request: Request) -> Response:
    """The form, with all as usual."""
    edition = usual_edition(await shop_of(request).books.editions())
    return empty_form(await form_page(request, TableForm(edition=edition, paper=usual_paper(request))))


async def sent(request: Request) -> Response:
    """Deal what the form asks for and go to its ticket; or say what has to be mended, and keep what was typed."""
    shop = shop_of(request)
    fields = await read_form(request)
    edition = usual_edition(await shop.books.editions())
    asked = TableForm.read(fields_of(fields), usual_paper(request), edition)
    limits = shop.settings.limits
    match fields.get("do"):
        case "more":
            seats = (*asked.seats, *[SeatFields()] * MORE)[: limits.sheets]
            return await form_page(request, replace(asked, seats=seats))
        case "look":
            return await form_page(request, asked)
        case wish:
            answer = await deal(request, asked)
            if not isinstance(answer, str):
                return await form_page(request, asked, answer.faults)
            return see(f"/sheets/{answer}{_ENDS.get(str(wish), '#print')}")


_ENDS = {"turns": "/turns/1", "download": "/save"}
"""Where a wish leads, below the table's ticket; else to the table itself, which the script prints at once."""


async def deal(request: Request, asked: TableForm) -> str | Answer:
    """A ticket for the table that was asked for, or what keeps it from being dealt."""
    shop = shop_of(request)
    library = await shop.books.editions()
    answer: Answer = await shop.press.do(DealTable(asked, shop.settings.limits.sheets, library))
    if answer.dealt is None:
        return answer
    wanted = asked.request(answer.dealt.seed, library)
    return shop.keep(Table(wanted, answer.dealt, asked, whose=visitor_of(request).name))


async def form_page(request: Request, asked: TableForm, faults: tuple[Fault, ...] = ()) -> Response:
    """The form as it was filled in, faults at their fields."""
    library = await shop_of(request).books.editions()
    return page(
        request,
        "tracker.html",
        here="table",
        form=asked,
        faults=faults,
        papers=PAPERS.values(),
        pictures=await _pictures(shop_of(request), asked, library),
        most=shop_of(request).settings.limits.sheets,
        **choices(library),
    )


@lru_cache(maxsize=4)
def choices(library: Library) -> dict[str, object]:
    """What there is to choose from: editions of these rules, tiers with a word of each, themes."""
    editions = [library.edition(slug) for slug in library.edition_slugs]
    editions.sort(key=lambda edition: edition.slug != usual_edition(library))
    longest = max(editions[0].lengths)
    return {"editions": editions, "tiers": _tiers(longest), "themes": [load_theme(slug) for slug in theme_slugs()]}


def _tiers(letters: int) -> list[dict[str, str]]:
    """Each tier with a word that it has and those before it have not."""
    tiers, known = [], set[str]()
    for slug in TIERS:
        tier = load_tier(slug)
        words = tier.by_length[min(letters, *tier.by_length, key=lambda length: abs(length - letters))]
        new = [word for word in words if word not in known]
        tiers.append({"slug": slug, "title": tier.title, "such": new[len(new) // 2]})
        known.update(words)
    return tiers


async def _pictures(shop: Shop, asked: TableForm, library: Library) -> list[Shown]:
    """Each captain's paper; as usual where there is none such as asked for."""
    eco = "eco" in asked.kinds
    names = [seat.name for seat in asked.seats[: shop.settings.limits.sheets]]
    pictures = []
    for place, seat in enumerate(asked.seats[: shop.settings.limits.sheets]):
        order = order_of(library, asked.edition, asked.paper, eco=eco, large=seat.large, left=seat.left)
        across = place ^ 1
        pictures.append(await shown(shop, order, seat.name, names[across] if across < len(names) else ""))
    return pictures


captains_routes = [Route("/tracker", form), Route("/tracker", sent, methods=["POST"])]
