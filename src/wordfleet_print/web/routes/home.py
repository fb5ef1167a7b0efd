"""The first page: print a pair with one click, or go on to everything else."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.fleet.word_lists import load_theme, load_tier
from wordfleet_print.games import Edition, Library
from wordfleet_print.messages import counted
from wordfleet_print.tracker.geometry import PAPERS
from wordfleet_print.tracker.layout import SheetLooks
from wordfleet_print.web import pages
from wordfleet_print.web.auth import Role, visitor_of
from wordfleet_print.web.state import state_of


async def home(request: Request) -> Response:
    """Show the form for a pair, and links to the other pages."""
    state = state_of(request)
    library, rules = await state.books.editions(), await state.books.rules()
    usual, paper, edition = pages.usual_fields(request), pages.usual_paper(request), pages.usual_edition(library)
    looks = SheetLooks(PAPERS[paper], eco=("eco", "on") in usual)
    origin = state.settings.origin
    guests = state.keys.link(f"{origin}/", Role.GUEST) if origin and visitor_of(request).role is Role.OWNER else ""
    return pages.allow_back(
        pages.render_page(
            request,
            "home.html",
            one_by_one=pages.prints_one_by_one(request),
            preview=await pages.make_preview(library, edition, looks),
            book=library.edition(edition),
            usual=describe_usual(usual, paper) if usual else "",
            games=list_games(rules),
            kits=list_kits(rules),
            guests=guests,
            qr=pages.make_qr_code(guests) if guests else "",
        )
    )


def describe_usual(usual: list[tuple[str, str]], paper: str) -> str:
    """Return what a pair is printed with: “family words of animals, A4, less ink”."""
    tier = dict(usual).get("tier")
    themes = ", ".join(load_theme(value).title.lower() for name, value in usual if name == "theme")
    words = f"{load_tier(tier).title.lower() if tier else 'standard'} words{themes and ' of '}{themes}"
    return ", ".join([words, PAPERS[paper].title, *(["less ink"] if ("eco", "on") in usual else [])])


def list_games(library: Library) -> list[dict[str, str]]:
    """Return each game once: its title, the page of its plainest book, and how many editions there are."""
    games: dict[str, dict[str, str]] = {}
    editions: dict[str, int] = {}
    for slug in sorted(library.slugs, key=lambda slug: (len(slug), slug)):
        book = library.rules(slug).book
        games.setdefault(book.game, {"game": book.game, "title": book.title, "page": f"{slug}.html", "note": ""})
        editions[book.game] = editions.get(book.game, 0) + isinstance(book, Edition)
    for game, number in editions.items():
        if number > 1:
            games[game]["note"] = counted(number, "edition")
    return [games[game] for game in sorted(games, key=lambda game: -editions[game])]


def list_kits(library: Library) -> list[dict[str, str]]:
    """Return the games that have a kit, each once, with the page of its plainest edition."""
    kits: dict[str, str] = {}
    for slug in sorted(library.slugs, key=lambda slug: (len(slug), slug)):
        book = library.rules(slug).book
        if book.kit:
            kits.setdefault(book.title, book.slug)
    return [{"slug": slug, "name": title} for title, slug in sorted(kits.items())]


routes = [Route("/", home)]
