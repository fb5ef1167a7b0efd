"""Tonight's table: the first page, who plays, what was dealt, each captain's own page."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

import anyio
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from wordfleet_print import __version__
from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.word_lists import TIERS, load_theme, load_tier, theme_slugs
from wordfleet_print.games import Edition, Library
from wordfleet_print.messages import counted
from wordfleet_print.services.check_words import CheckedList
from wordfleet_print.tracker.geometry import PAPERS
from wordfleet_print.web.keys import Role, visitor_of
from wordfleet_print.web.orders import (
    SECONDS,
    DealtSheet,
    PictureWanted,
    deal_table,
    print_sheets,
    seconds_to_print,
)
from wordfleet_print.web.shop import OwnSheet, Shop, Table, fields_of, read_form, shop_of
from wordfleet_print.web.table_form import Fault, SeatFields, TableForm
from wordfleet_print.web.views import (
    TICKET_GONE,
    Shown,
    behind,
    empty_form,
    keep_usual,
    keeps_apart,
    order_of,
    page,
    pdf,
    qr_code,
    sealed,
    see,
    shown,
    table_address,
    usual_edition,
    usual_fields,
    usual_paper,
)


async def home(request: Request) -> Response:
    """Three doors; the widest prints."""
    shop, usual = shop_of(request), await _usual_form(request)
    library, rules = await shop.books.editions(), await shop.books.rules()
    order = order_of(library, usual.edition, usual.paper, eco="eco" in usual.kinds, large=False, left=False)
    origin = shop.settings.origin
    guests = shop.keys.link(f"{origin}/", Role.GUEST) if origin and visitor_of(request).role is Role.OWNER else ""
    about = {
        "shown": await shown(shop, order),
        "book": library.edition(usual.edition),
        "as_last": _as_last(usual) if usual_fields(request) else "",
        "games": list(_games(rules).values()),
        "kits": _kits(rules),
        "guests": guests,
        "qr": qr_code(guests) if guests else "",
    }
    return empty_form(page(request, "home.html", apart=keeps_apart(request), **about))


def _as_last(usual: TableForm) -> str:
    """What a pair is printed with where only its names are told: “family words of animals, A4, less ink”."""
    themes = ", ".join(load_theme(slug).title.lower() for slug in usual.themes)
    words = f"{load_tier(usual.tier).title.lower()} words{themes and ' of '}{themes}"
    return ", ".join([words, PAPERS[usual.paper].title, *(["less ink"] if "eco" in usual.kinds else [])])


def _games(library: Library) -> dict[str, dict[str, str]]:
    """Each game once: its title, its rulebook's page, and how many editions there are."""
    games: dict[str, dict[str, str]] = {}
    count: dict[str, int] = {}
    for slug in sorted(library.slugs, key=lambda slug: (len(slug), slug)):
        book = library.rules(slug).book
        games.setdefault(book.game, {"game": book.game, "title": book.title, "page": f"{slug}.html", "note": ""})
        count[book.game] = count.get(book.game, 0) + isinstance(book, Edition)
    for game, editions in count.items():
        if editions > 1:
            games[game]["note"] = counted(editions, "edition")
    return dict(sorted(games.items(), key=lambda item: -count[item[0]]))


def _kits(library: Library) -> list[dict[str, str]]:
    """The games that have a kit, each once: that of the plainest edition stands for the others."""
    books = (library.rules(slug).book for slug in sorted(library.slugs, key=lambda slug: (len(slug), slug)))
    kits: dict[str, str] = {}
    for book in books:
        if book.kit:
            kits.setdefault(book.title, book.slug)
    return [{"slug": slug, "name": title} for title, slug in sorted(kits.items())]


async def health(request: Request) -> Response:
    """Whether the press answers, and the version: for whoever watches over the shop."""
    ok = await shop_of(request).press.answers()
    return JSONResponse({"ok": ok, "version": __version__}, 200 if ok else 503)


home_routes = [Route("/", home), Route("/healthz", health)]


MORE = 2
"""Seats that are added at a time: a table more."""


async def _usual_form(request: Request) -> TableForm:
    edition = usual_edition(await shop_of(request).books.editions())
    return TableForm.read(usual_fields(request), usual_paper(request), edition)


async def form(request: Request) -> Response:
    """The form, with all as usual."""
    return empty_form(await form_page(request, await _usual_form(request)))


async def sent(request: Request) -> Response:
    """Deal what the form asks for and go to its ticket; or say what has to be mended, and keep what was typed."""
    fields = await read_form(request)
    told, usual = fields_of(fields), await _usual_form(request)
    names_alone = "paper" not in fields
    asked = TableForm.read([*usual_fields(request), *told] if names_alone else told, usual.paper, usual.edition)
    answer = await _done(request, asked, str(fields.get("do")))
    if not names_alone:
        keep_usual(answer, told)
    return answer


async def _done(request: Request, asked: TableForm, wish: str) -> Response:
    if wish == "more":
        seats = (*asked.seats, *[SeatFields()] * MORE)[: shop_of(request).settings.limits.sheets]
        return await form_page(request, replace(asked, seats=seats))
    if wish == "look":
        return await form_page(request, asked)
    answer = await deal(request, asked)
    return see(table_address(answer, wish)) if isinstance(answer, str) else await form_page(request, asked, answer)


async def deal(request: Request, asked: TableForm) -> str | tuple[Fault, ...]:
    """A ticket for the table that was asked for, or what keeps it from being dealt."""
    shop = shop_of(request)
    library = await shop.books.editions()
    dealt = await shop.press.do(SECONDS, deal_table, asked, shop.settings.limits.sheets, library)
    if isinstance(dealt, tuple):
        return dealt
    return shop.keep(Table(asked.request(dealt.seed, library), dealt, asked, whose=visitor_of(request).name))


async def form_page(request: Request, asked: TableForm, faults: tuple[Fault, ...] = ()) -> Response:
    """The form as it was filled in, faults at their fields."""
    library = await shop_of(request).books.editions()
    told = choices(library) | {"pictures": await _pictures(shop_of(request), asked, library)}
    told |= {"listed": await looked_over(asked, library), "most": shop_of(request).settings.limits.sheets}
    return page(request, "tracker.html", form=asked, faults=faults, apart=keeps_apart(request), **told)


async def looked_over(asked: TableForm, library: Library) -> CheckedList | None:
    """What a form's own words are good for; None where there are none, or no list can be told."""
    with suppress(BadInputError):
        return await anyio.to_thread.run_sync(asked.checked, library)
    return None


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


MOST_PICTURED = 6
"""Captains whose paper is shown: those of a class look alike."""


async def _pictures(shop: Shop, asked: TableForm, library: Library) -> list[Shown]:
    """The first captains' paper; as usual where there is none such as asked for."""
    eco = "eco" in asked.kinds
    names = [seat.name for seat in asked.seats]
    pictures = []
    for place, seat in enumerate(asked.seats[:MOST_PICTURED]):
        order = order_of(library, asked.edition, asked.paper, eco=eco, large=seat.large, left=seat.left)
        across = place ^ 1
        pictures.append(await shown(shop, order, seat.name, names[across] if across < len(names) else ""))
    return pictures


captains_routes = [Route("/tracker", form), Route("/tracker", sent, methods=["POST"])]


def _table(request: Request) -> Table:
    """The table of a ticket. Raises `HTTPException` (404) where it is gone, or was dealt for somebody else."""
    _, table = behind(request, shop_of(request).tables.find)
    if not visitor_of(request).sees(table.whose):
        raise HTTPException(404, TICKET_GONE)
    return table


def _place(request: Request, table: Table) -> int:
    """The number of the sheet that is asked for. Raises `HTTPException` (404) where there is none such."""
    number: int = request.path_params["number"]
    if not 1 <= number <= len(table.dealt.sheets):
        raise HTTPException(404)
    return number


async def dealt(request: Request) -> Response:
    """Who has which fleet, and all there is to do with it."""
    table = _table(request)
    picture = await _picture(shop_of(request), table, table.dealt.sheets[0])
    return page(request, "dealt.html", table=table, shown=picture, apart=keeps_apart(request))


async def _picture(shop: Shop, table: Table, sheet: DealtSheet) -> Shown:
    edition, paper, library = table.dealt.edition, table.dealt.paper, table.request.words.library
    order = PictureWanted(edition, paper, table.request.eco, sheet.large, sheet.left, library)
    return await shown(shop, order, sheet.captain, sheet.opponent, sheet.fleet_name)


async def codes(request: Request) -> Response:
    """The sheet codes, for whoever looks alone."""
    table = _table(request)
    return page(request, "codes.html", table=table)


async def all_sheets(request: Request) -> Response:
    """All sheets in one PDF, to print or to save."""
    table = _table(request)
    content = await _printed(request, table)
    return pdf(content, table.dealt.name, save=request.scope["path"].endswith("/save"))


async def one_sheet(request: Request) -> Response:
    """One sheet of the table; to save, sealed, so that whoever sends it on does not see it."""
    table = _table(request)
    number = _place(request, table)
    content, name = await _printed(request, table, number), table.dealt.sheets[number - 1].file_name
    return sealed(content, name) if request.scope["path"].endswith("/save") else pdf(content, name, save=False)


async def rules_of(request: Request) -> Response:
    """The rulebook of the table's edition, or its quick reference, on the table's paper."""
    table, quick = _table(request), request.scope["path"].endswith("quick-reference.pdf")
    slug, paper, own = table.dealt.edition, table.dealt.paper, bool(table.request.words.library.place)
    content = await shop_of(request).rules(slug, paper, own=own, quick=quick)
    return pdf(content, f"{slug}{'-quick-reference' if quick else ''}-{paper}.pdf", save=False)


async def _printed(request: Request, table: Table, *numbers: int) -> bytes:
    shop = shop_of(request)
    codes = tuple(sheet.code for sheet in table.dealt.sheets)
    return await shop.press.do(seconds_to_print(table.request), print_sheets, table.request, numbers, codes)


async def turns(request: Request) -> Response:
    """One captain at a time: this one's sheet alone, here or on their own phone."""
    shop, table = shop_of(request), _table(request)
    number = _place(request, table)
    sheet, own = table.dealt.sheets[number - 1], table.own[number - 1]
    held = shop.sheets.find(own)
    told = {
        "following": table.dealt.sheets[number] if number < len(table.dealt.sheets) else None,
        "fetched": held.fetched if held else 0,
        "qr": qr_code(f"{shop.settings.origin}/mine/{own}") if shop.settings.origin else "",
        "link": f"{shop.settings.origin}/mine/{own}" if shop.settings.origin else "",
        "shown": await _picture(shop, table, sheet),
    }
    return page(request, "turns.html", table=table, number=number, sheet=sheet, own=own, **told)


async def another(request: Request) -> Response:
    """The same table dealt anew."""
    table = _table(request)
    await read_form(request)
    if table.form is None:
        raise HTTPException(404)
    answer = await deal(request, table.form)
    if not isinstance(answer, str):
        return await form_page(request, table.form, answer)
    return see(f"/sheets/{answer}")


async def change(request: Request) -> Response:
    """The form again as it was filled in."""
    table = _table(request)
    if table.form is None:
        raise HTTPException(404)
    return await form_page(request, table.form)


def _own(request: Request) -> tuple[str, OwnSheet]:
    return behind(request, shop_of(request).sheets.find)


async def mine(request: Request) -> Response:
    """A captain's own page: this sheet, and nobody else's."""
    ticket, own = _own(request)
    picture = replace(await _picture(shop_of(request), own.table, own.sheet), address=f"/mine/{ticket}/paper.png")
    return page(request, "mine.html", own=own, sheet=own.sheet, shown=picture)


async def my_paper(request: Request) -> Response:
    """Send the picture on that page, which nobody keeps, since its address is the captain's own. Whoever has this link
    alone loads nothing else of the shop's.
    """
    _, own = _own(request)
    picture = (await _picture(shop_of(request), own.table, own.sheet)).picture
    if picture is None:
        raise HTTPException(404)
    return Response(picture.png, media_type="image/png")


async def my_sheet(request: Request) -> Response:
    """The captain's own sheet, to print or to save; it is counted, so that nobody looks at it unseen."""
    _, own = _own(request)
    content = await _printed(request, own.table, own.number)
    if request.method == "GET":
        own.fetched += 1
    return pdf(content, own.sheet.file_name, save=request.scope["path"].endswith("/save"))


sheets_routes = [
    Route("/sheets/{ticket}", dealt),
    Route("/sheets/{ticket}/codes", codes),
    Route("/sheets/{ticket}/sheets.pdf", all_sheets),
    Route("/sheets/{ticket}/save", all_sheets),
    Route("/sheets/{ticket}/{number:int}.pdf", one_sheet),
    Route("/sheets/{ticket}/{number:int}/save", one_sheet),
    Route("/sheets/{ticket}/rules.pdf", rules_of),
    Route("/sheets/{ticket}/quick-reference.pdf", rules_of),
    Route("/sheets/{ticket}/turns/{number:int}", turns),
    Route("/sheets/{ticket}/another", another, methods=["POST"]),
    Route("/sheets/{ticket}/change", change),
    Route("/mine/{ticket}", mine),
    Route("/mine/{ticket}/paper.png", my_paper),
    Route("/mine/{ticket}/sheet.pdf", my_sheet),
    Route("/mine/{ticket}/save", my_sheet),
]
