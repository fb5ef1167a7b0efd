"""The first page: print a pair with one click, or go on to everything else."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.fleet import word_lists
from wordfleet_print.games import Library, Rulebook
from wordfleet_print.limits import DEFAULT_TIER
from wordfleet_print.paper import PAPERS
from wordfleet_print.settings.table import TrackerSettings
from wordfleet_print.site.covers import draw_cover_styles
from wordfleet_print.site.pages import group_games
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.web import pages, previews, responses, usual_choices
from wordfleet_print.web.auth import Role, visitor_of
from wordfleet_print.web.state import state_of


async def show_home(request: Request) -> Response:
    """Show the form for two players, and links to the other pages."""
    state = state_of(request)
    library = await state.books.read_editions()
    rules = await state.books.read_rules()
    usual = usual_choices.read_choices(request)
    paper = usual_choices.choose_paper(request)
    defaults = usual_choices.read_defaults(request, TrackerSettings)
    edition = usual_choices.choose_edition(library, defaults.get("edition"))
    # A browser that has printed keeps ink and color, also that they were not ticked
    ticks = dict(usual) if usual else defaults
    looks = SheetLooks(PAPERS[paper], eco=bool(ticks.get("eco")), color=bool(ticks.get("color")))
    links = list_guest_links(request)
    likeliest_link = links[0][0] if links else ""
    return responses.allow_back(
        pages.render_page(
            request,
            "home.html",
            one_by_one=usual_choices.is_one_by_one_first(request),
            preview=await previews.make_preview(library, edition, looks),
            book=library.edition(edition),
            usual=describe_usual(usual, paper) if usual else "",
            defaults=usual_choices.describe_defaults(request, TrackerSettings),
            games=list_games(rules),
            kits=list_games(rules, with_kit=True),
            guests=likeliest_link,
            other_guests=links[1:],
            qr=pages.make_qr_code(likeliest_link) if likeliest_link else "",
        )
    )


def list_guest_links(request: Request) -> list[tuple[str, str]]:
    """Return the guests' links that the owner sees, the likeliest to work first, each with what its
    address belongs to: ("http://192.168.1.20:8000/?key=…", "local network, eth0").
    """
    state = state_of(request)
    settings = state.settings
    if visitor_of(request).role is not Role.OWNER or not settings.origin:
        return []
    # Behind a proxy the origin is the only address, and belongs to no network of ours
    networks = {settings.origin: "", **settings.networks}
    return [
        (state.keys.make_link(f"{origin}/", Role.GUEST), network)
        for origin, network in networks.items()
    ]


def describe_usual(usual: list[tuple[str, str]], paper: str) -> str:
    """Return what a pair is printed with: “family words of animals, A4, less ink, in color”."""
    tier = word_lists.load_tier(dict(usual).get("tier", DEFAULT_TIER)).title.lower()
    themes = ", ".join(
        word_lists.load_theme(value).title.lower() for name, value in usual if name == "theme"
    )
    ink = ["less ink"] if ("eco", "on") in usual else []
    if ("color", "on") in usual:
        ink.append("in color")
    words = f"{tier} words"
    if themes:
        words += f" of {themes}"
    return ", ".join([words, PAPERS[paper].title, *ink])


def list_games(library: Library, *, with_kit: bool = False) -> list[list[Rulebook]]:
    """Return a list of books for each game, in the order of the site; `with_kit` leaves out games
    without a kit. The first book of a game is the usual one.
    """
    books = [library.rules(slug).book for slug in library.slugs]
    return group_games([book for book in books if book.kit or not with_kit])


async def send_covers(request: Request) -> Response:
    """Send the styles of covers: each game has the colors of its books."""
    library = await state_of(request).books.read_rules()
    styles = draw_cover_styles(library.rules(slug).book for slug in library.slugs)
    return Response(styles, media_type="text/css", headers={"Cache-Control": "no-cache"})


routes = [Route("/", show_home), Route("/covers.css", send_covers)]
