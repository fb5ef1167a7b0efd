"""The first page: tonight's pair in two clicks, an event, the rules; and a sign of life for whoever watches."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from wordfleet_print import __version__
from wordfleet_print.desk.keys import Role, visitor_of
from wordfleet_print.desk.pictures import order_of, shown
from wordfleet_print.desk.shop import shop_of
from wordfleet_print.desk.views import empty_form, page, qr_code, usual_paper
from wordfleet_print.game import Edition, Library
from wordfleet_print.wording import counted


async def home(request: Request) -> Response:
    """Three doors; the widest prints."""
    shop, paper = shop_of(request), usual_paper(request)
    library = await shop.books.editions()
    picture = await shown(shop, order_of(library, "", paper, eco=False, large=False, left=False))
    games = _games(await shop.books.rules())
    origin = shop.settings.origin
    guests = shop.keys.link(f"{origin}/", Role.GUEST) if origin and visitor_of(request).role is Role.OWNER else ""
    qr = qr_code(guests) if guests else ""
    return empty_form(
        page(request, "home.html", paper=paper, shown=picture, games=list(games.values()), guests=guests, qr=qr)
    )


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


async def health(request: Request) -> Response:
    """Whether the press answers, and the version: for whoever watches over the shop."""
    ok = await shop_of(request).press.answers()
    return JSONResponse({"ok": ok, "version": __version__}, 200 if ok else 503)


home_routes = [Route("/", home), Route("/healthz", health)]
