"""A game's kit: a tick for each page, the pages in a frame as they are chosen, and what was
printed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from wordfleet_print import errors
from wordfleet_print.games import RulesSource
from wordfleet_print.kit import document
from wordfleet_print.services.kits import draw_kit, list_options, needs_trackers, print_kit
from wordfleet_print.settings.games import KitSettings
from wordfleet_print.settings.looks import BackOffset
from wordfleet_print.site.pages import draw_banner
from wordfleet_print.web import forms, pages, request_data, responses, turns, usual_choices
from wordfleet_print.web.auth import visitor_of
from wordfleet_print.web.routes.home import list_games
from wordfleet_print.web.state import state_of

# What a kit's HTML may do: use its own styles, fonts and pictures. A designer's texts and drawings
# are in it.
FRAME_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; "
    "frame-ancestors 'self'; sandbox"
)


@dataclass(frozen=True, slots=True)
class Kit:
    """A kit that was printed."""

    source: RulesSource
    settings: KitSettings
    sheet_offset: BackOffset | None
    """How far backs of sheets are moved."""
    content: bytes
    """The PDF; empty if this machine can make none."""


@dataclass(frozen=True, slots=True)
class KitForm:
    """The form of a game's kit as it was filled in."""

    source: RulesSource
    """The game's rules, which have a kit."""
    values: dict[str, Any]
    """The values of the form, by setting."""
    settings: KitSettings
    """The values as settings, as far as they can be used."""
    sheet_offset: BackOffset | None
    """How far this browser's printer moves backs of sheets."""
    problems: list[errors.Problem]
    """What is wrong with the values."""


async def show_kits(request: Request) -> Response:
    """Show the games that have a kit."""
    kits = list_games(await state_of(request).books.read_rules(), with_kit=True)
    banners = {game[0].slug: draw_banner(game[0]) for game in kits}
    return pages.render_page(request, "kits.html", kits=kits, banners=banners)


async def open_form(request: Request) -> Response:
    """Show all pages of a kit, each ticked."""
    kit_form = await read_form(request)
    response = await show_form(request, kit_form.source, kit_form.values, kit_form.problems)
    return responses.allow_back(response)


async def read_form(request: Request) -> KitForm:
    """Return the form of a kit as it was sent; before that, with all pages ticked.

    Raises `HTTPException` (404) if the game in the address has no kit.
    """
    library = await state_of(request).books.read_rules()
    slug = request.path_params["slug"]
    if slug not in library.slugs or not (source := library.rules(slug)).book.kit:
        raise HTTPException(404)
    fields = await request_data.read_fields(request) if request.method == "POST" else []
    printer = usual_choices.choose_printer(request, KitSettings)
    values = forms.read_values(KitSettings, fields)
    if fields:  # a form that was sent says which ticks are off
        values |= usual_choices.read_hidden(request, KitSettings)
        values.setdefault("paper", printer["paper"])
    else:
        values |= usual_choices.read_defaults(request, KitSettings) | printer
    if values.get("squad"):  # only the draft has squads; the form shows its box ticked
        values["draft"] = True
    # The form sends the pages that it has (“shown”) and those that are ticked (“page”). A page
    # that it does not have is wanted, too
    pages_in_form = {value for name, value in fields if name == "shown"}
    left_out = pages_in_form.difference(values["page"])
    values["page"] = [page for page in list_pages(source, values) if page not in left_out]
    values = forms.clear_field(values, dict(fields).get("fix", ""))
    settings, problems = KitSettings.examine(values)
    if not values["page"]:
        problems.append(errors.Problem("Tick at least one page.", "page"))
    sheet_offset = usual_choices.find_sheet_offset(request)
    return KitForm(source, values, settings, sheet_offset, problems)


def list_pages(source: RulesSource, values: Mapping[str, Any]) -> list[str]:
    """Return the names of a kit's pages: those of the draft, or of the finished rules."""
    settings = KitSettings(draft=bool(values.get("draft")))
    return [item.name for item in document.list_items(source, settings)]


async def send_preview(request: Request) -> Response:
    """Send the kit's own HTML, for the frame; nothing is kept."""
    kit_form = await read_form(request)
    if kit_form.problems:
        return send_frame(render_messages(kit_form.problems))
    try:
        drawn = await draw_in_turn(request, kit_form)
    except errors.BusyError as error:
        return send_frame(render_messages(forms.problems_of(error)), status=503)
    except forms.InputErrors as error:
        return send_frame(render_messages(forms.problems_of(error, "page")))
    return send_frame(drawn.html)


async def draw_in_turn(request: Request, kit: Kit | KitForm) -> document.KitDocument:
    """Return the pages of a kit as HTML, drawn as soon as there is a free place."""
    return await turns.render_in_turn(request, draw_kit, kit.source, kit.settings, kit.sheet_offset)


def render_messages(problems: Sequence[errors.Problem]) -> str:
    """Return problems as HTML, a paragraph each."""
    messages = map(forms.describe_problem, problems)
    return Markup("").join(
        Markup("<p>{}{}</p>").format(message.where and f"{message.where}: ", message.text)
        for message in messages
    )


def send_frame(html: str, status: int = 200) -> Response:
    """Return HTML that can only be looked at, inside a page of ours."""
    headers = {"Content-Security-Policy": FRAME_POLICY, "X-Frame-Options": "SAMEORIGIN"}
    return HTMLResponse(html, status, headers)


async def submit_kit(request: Request) -> Response:
    """Print the kit and go to its ticket, or show the form again with its problems."""
    kit_form = await read_form(request)
    source = kit_form.source
    settings = kit_form.settings
    field_values = dict(await request_data.read_fields(request))
    if kit_form.problems or "fix" in field_values:
        return await show_form(request, source, kit_form.values, kit_form.problems)
    try:
        offset = kit_form.sheet_offset
        printed = await turns.render_in_turn(request, print_kit, source, settings, "pdf", offset)
        (content,) = printed.files.values()  # a game's kit is one file
    except errors.MissingDependencyError:
        content = b""
    except forms.InputErrors as error:
        return await show_form(request, source, kit_form.values, forms.problems_of(error, "page"))
    kit = Kit(source, settings, kit_form.sheet_offset, content)
    ticket = state_of(request).tickets.issue(kit, visitor_of(request), size=len(content))
    saves_pdf = field_values.get("do") == "save" and content
    ending = "/kit.pdf?save" if saves_pdf else "#print"
    response = responses.redirect(f"/kit/{source.book.slug}/{ticket}{ending}")
    keep_printer(request, response, kit_form.values)
    return response


def keep_printer(request: Request, response: Response, values: Mapping[str, Any]) -> None:
    """Let the browser keep paper and printer of a kit; tier and themes stay those of the last
    table.
    """
    printer = {
        "paper": str(values.get("paper", "")),
        usual_choices.KIT_OFFSET: str(values.get("back_offset", "")),
    }
    choices = usual_choices.read_choices(request)
    others = [(name, value) for name, value in choices if name not in printer]
    usual_choices.keep_choices(response, [*others, *printer.items()])


async def show_form(
    request: Request,
    source: RulesSource,
    values: Mapping[str, Any],
    problems: Sequence[errors.Problem] = (),
) -> Response:
    """Show the form as it was filled in; a frame in it loads the pages of the kit."""
    library = await state_of(request).books.read_rules()
    games = list_games(library, with_kit=True)
    (books_of_game,) = [books for books in games if source.book in books]
    # The form has the pages of the draft, too, and styles show them if it is ticked
    hidden = set(list_pages(source, {"draft": True})).difference(list_pages(source, values))
    ticked = hidden.union(values["page"])
    return pages.render_page(
        request,
        "kit.html",
        book=source.book,
        form=forms.Form(KitSettings, values, problems),
        defaults=usual_choices.describe_defaults(request, KitSettings),
        options=list_options(source.book),
        pages={item.name: item.name in ticked for item in source.book.kit},
        draft_pages=[item.name for item in source.book.kit if item.element.draft],
        others=[other for other in books_of_game if other != source.book],
    )


async def show_printed(request: Request) -> Response:
    """Show what is printed, on what and how; the script opens the print window."""
    printed = request_data.find_ticket_value(request, Kit)
    drawn = await draw_in_turn(request, printed)
    one_sided = printed.settings.one_sided
    advice = document.describe_copies(drawn.sheets)
    if needs_trackers(printed.source.book, drawn.sheets):
        advice.append("Print a tracker for each player, too.")
    return pages.render_page(
        request,
        "kit_ready.html",
        book=printed.source.book,
        count=len(drawn.sheets),
        how=document.describe_printing(drawn.sheets, one_sided=one_sided),
        advice=advice,
        has_pdf=bool(printed.content),
    )


async def send_pdf(request: Request) -> Response:
    """Send the PDF, to show or to save."""
    printed = request_data.find_ticket_value(request, Kit)
    if not printed.content:
        raise HTTPException(404)
    name = f"{printed.source.book.slug}-kit-{printed.settings.paper}.pdf"
    return responses.send_file(printed.content, name, is_download="save" in request.query_params)


async def send_html(request: Request) -> Response:
    """Send the HTML that was printed; without a PDF, a browser prints it."""
    printed = request_data.find_ticket_value(request, Kit)
    drawn = await draw_in_turn(request, printed)
    return send_frame(drawn.html)


async def change_choices(request: Request) -> Response:
    """Show the form again as it was filled in."""
    printed = request_data.find_ticket_value(request, Kit)
    return await show_form(request, printed.source, printed.settings.model_dump())


routes = [
    Route("/kit", show_kits),
    Route("/kit/{slug}", open_form),
    Route("/kit/{slug}", submit_kit, methods=["POST"]),
    Route("/kit/{slug}/preview", send_preview, methods=["GET", "POST"]),
    Route("/kit/{slug}/{ticket}", show_printed),
    Route("/kit/{slug}/{ticket}/kit.pdf", send_pdf),
    Route("/kit/{slug}/{ticket}/kit.html", send_html),
    Route("/kit/{slug}/{ticket}/change", change_choices),
]
