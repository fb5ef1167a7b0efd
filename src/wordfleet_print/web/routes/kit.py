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
from wordfleet_print.services.kits import draw_kit, list_options, print_kit
from wordfleet_print.settings.games import KitSettings
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
    """A kit that was printed, and its PDF, empty if this machine makes none."""

    source: RulesSource
    settings: KitSettings
    content: bytes


async def show_kits(request: Request) -> Response:
    """Show the games that have a kit."""
    kits = list_games(await state_of(request).books.read_rules(), with_kit=True)
    banners = {game[0].slug: draw_banner(game[0]) for game in kits}
    return pages.render_page(request, "kits.html", kits=kits, banners=banners)


async def open_form(request: Request) -> Response:
    """Show all pages of a kit, each ticked."""
    source, _, values, problems = await read_request(request)
    return responses.allow_back(await show_form(request, source, values, problems))


async def read_request(
    request: Request,
) -> tuple[RulesSource, KitSettings, dict[str, Any], list[errors.Problem]]:
    """Return the game, the settings that a form asks for, the form's values, and what is wrong with
    them.

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
    # A page that the form did not show yet is wanted, too: the draft has more pages
    hidden = {value for name, value in fields if name == "shown"}.difference(values["page"])
    values["page"] = [page for page in list_pages(source, values) if page not in hidden]
    values = forms.clear_field(values, dict(fields).get("fix", ""))
    settings, problems = KitSettings.examine(values)
    if not values["page"]:
        problems.append(errors.Problem("Tick at least one page.", "page"))
    return source, settings, values, problems


def list_pages(source: RulesSource, values: Mapping[str, Any]) -> list[str]:
    """Return the names of a kit's pages."""
    settings = KitSettings(draft=bool(values.get("draft") or values.get("squad")))
    return [item.name for item in document.list_items(source, settings)]


async def send_preview(request: Request) -> Response:
    """Send the kit's own HTML, for the frame; nothing is kept."""
    source, settings, _, problems = await read_request(request)
    try:
        if not problems:
            return send_frame(
                (await turns.render_in_turn(request, draw_kit, source, settings)).html
            )
    except errors.BusyError as error:
        return send_frame(list_messages(forms.problems_of(error)), status=503)
    except forms.InputErrors as error:
        problems = forms.problems_of(error, "page")
    return send_frame(list_messages(problems))


def list_messages(problems: Sequence[errors.Problem]) -> str:
    """Return problems as HTML, a paragraph each."""
    messages = map(forms.describe_problem, problems)
    return Markup("").join(
        Markup("<p>{} {}</p>").format(message.where, message.text) for message in messages
    )


def send_frame(html: str, status: int = 200) -> Response:
    """Return HTML that can only be looked at, inside a page of ours."""
    headers = {"Content-Security-Policy": FRAME_POLICY, "X-Frame-Options": "SAMEORIGIN"}
    return HTMLResponse(html, status, headers)


async def submit_kit(request: Request) -> Response:
    """Print the kit and go to its ticket, or show the form again with its problems."""
    source, settings, values, problems = await read_request(request)
    state = state_of(request)
    single = dict(await request_data.read_fields(request))
    if problems or "fix" in single:
        return await show_form(request, source, values, problems)
    try:
        (content,) = (
            await turns.render_in_turn(request, print_kit, source, settings)
        ).files.values()
    except errors.MissingDependencyError:
        content = b""
    except forms.InputErrors as error:
        return await show_form(request, source, values, forms.problems_of(error, "page"))
    ticket = state.tickets.issue(
        Kit(source, settings, content), visitor_of(request), size=len(content)
    )
    ending = "/kit.pdf?save" if single.get("do") == "save" and content else "#print"
    response = responses.redirect(f"/kit/{source.book.slug}/{ticket}{ending}")
    # Paper and printer are usual for both; tier and themes stay those of the last table
    names = {"paper": "paper", "back_offset": usual_choices.KIT_OFFSET}
    printer = [(name, str(values.get(field, ""))) for field, name in names.items()]
    usual = [
        choice for choice in usual_choices.read_choices(request) if choice[0] not in dict(printer)
    ]
    usual_choices.keep_choices(response, [*usual, *printer])
    return response


async def show_form(
    request: Request,
    source: RulesSource,
    values: Mapping[str, Any],
    problems: Sequence[errors.Problem] = (),
) -> Response:
    """Show the form as it was filled in; its frame asks for the pages."""
    library = await state_of(request).books.read_rules()
    games = list_games(library, with_kit=True)
    (group,) = [game for game in games if source.book in game]
    return pages.render_page(
        request,
        "kit.html",
        book=source.book,
        form=forms.Form(KitSettings, values, problems),
        defaults=usual_choices.describe_defaults(request, KitSettings),
        options=list_options(source.book),
        pages={name: name in values["page"] for name in list_pages(source, values)},
        others=[other for other in group if other != source.book],
    )


async def show_printed(request: Request) -> Response:
    """Show what is printed, on what and how; the script opens the print window."""
    printed = request_data.find_ticket_value(request, Kit)
    sheets = (
        await turns.render_in_turn(request, draw_kit, printed.source, printed.settings)
    ).sheets
    values = {
        "count": document.count_pages(sheets),
        "how": document.describe_printing(sheets, one_sided=printed.settings.one_sided),
        "has_pdf": bool(printed.content),
    }
    return pages.render_page(request, "kit_ready.html", book=printed.source.book, **values)


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
    return send_frame(
        (await turns.render_in_turn(request, draw_kit, printed.source, printed.settings)).html
    )


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
