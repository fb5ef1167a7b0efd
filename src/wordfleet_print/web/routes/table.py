"""One table: who plays and what is printed, the dealt sheets, and each player's own page."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print import errors
from wordfleet_print.fleet import word_lists
from wordfleet_print.games import Edition, Library
from wordfleet_print.rulebook.page import BookSettings
from wordfleet_print.rulebook.print_book import BOOK, QUICK
from wordfleet_print.services.trackers import Trackers, deal_trackers
from wordfleet_print.settings.table import ReprintSettings, TrackerSettings
from wordfleet_print.site.pages import group_games
from wordfleet_print.tracker.looks import choose_looks, suit_player
from wordfleet_print.web import (
    forms,
    pages,
    previews,
    request_data,
    responses,
    turns,
    usual_choices,
)
from wordfleet_print.web.auth import visitor_of
from wordfleet_print.web.state import in_thread, state_of

# Players whose sheets are shown; those of a class look the same.
MOST_PREVIEWS = 6
# Memory for each character of an own word list, in the deck that is made of it (measured).
WORD_BYTES = 30
# Where a visitor goes after dealing, by the button that was pressed; of any other button to
# `#print`, where a script opens the print window.
AFTER_DEALING = {"one": "/one/1", "download": "/sheets.pdf?save", "again": ""}
# 128 bits.
TICKET_BYTES = 16
# The length of words that are shown as examples of a tier.
EXAMPLE_LENGTH = 5
# The lowest HTTP status of a response that says what is wrong.
FIRST_ERROR_STATUS = 400


@dataclass
class Table:
    """The sheets of a table, dealt or reprinted."""

    trackers: Trackers
    """The sheets."""
    library: Library
    """The rules that they are printed by."""
    settings: TrackerSettings | ReprintSettings
    """What they were made by."""
    own: tuple[str, ...] = ()
    """A ticket for each sheet, in their order: a player opens only their own with it."""
    fetched: Counter[int] = field(default_factory=Counter)
    """How often each sheet, counted from 1, was opened with its ticket."""


async def make_table(
    request: Request,
    make_trackers: Callable[[Any, Library], Trackers],
    settings: TrackerSettings | ReprintSettings,
    button: str,
) -> Response:
    """Make sheets by these settings, keep them for their visitor and go to their ticket, to the
    page that the button asks for. Raises `WordfleetError`.
    """
    state = state_of(request)
    library = await state.books.read_editions()
    if settings.with_rules:  # the rules on the back are set like a book, which takes seconds
        trackers = await turns.render_in_turn(request, make_trackers, settings, library)
    else:  # sheets alone take milliseconds
        trackers = await in_thread(make_trackers, settings, library)
    tickets = tuple(secrets.token_urlsafe(TICKET_BYTES) for _ in trackers.sheets)
    table = Table(trackers, library, settings, own=tickets)
    size = WORD_BYTES * len(settings.words.text) if settings.words else 0
    ticket = state.tickets.issue(table, visitor_of(request), size=size)
    return responses.redirect(f"/sheets/{ticket}{AFTER_DEALING.get(button, '#print')}")


def list_usual_values(request: Request, library: Library) -> dict[str, Any]:
    """Return the values of an empty form: two players, the defaults of files, and what this browser
    printed with last time, which wins over them.
    """
    empty = forms.read_values(TrackerSettings, ())
    defaults = usual_choices.read_defaults(request, TrackerSettings)
    choices = usual_choices.read_choices(request)
    values_of_choices = forms.read_values(TrackerSettings, choices)
    # A browser that has printed keeps these, also that a box was not ticked
    kept_names = usual_choices.KEPT if choices else ()
    kept_values = {name: value for name, value in values_of_choices.items() if name in kept_names}
    return {
        **empty,
        **defaults,
        **kept_values,
        **usual_choices.choose_printer(request),
        "edition": usual_choices.choose_edition(library, defaults.get("edition")),
        "players": [{}, {}],
    }


async def open_form(request: Request) -> Response:
    """Show the form with the usual choices."""
    library = await state_of(request).books.read_editions()
    return responses.allow_back(await show_form(request, list_usual_values(request, library)))


async def submit_table(request: Request) -> Response:
    """Deal the sheets and go to their ticket, or show the form again with its problems.

    Both the whole form and the short one of the first page, which asks for names only, are sent
    here. The button `more` adds two rows, `look` shows the form with the looks that were chosen.
    """
    fields = await request_data.read_fields(request)
    state = state_of(request)
    field_values = dict(fields)
    most_players = state.settings.limits.sheets
    button = field_values.get("do", "")
    field_to_clear = field_values.get("fix", "")
    names = field_values.get("names", "")  # the box for many names, one per line
    values = forms.read_values(TrackerSettings, fields)
    values |= usual_choices.read_hidden(request, TrackerSettings)
    values["players"] = values["players"] or [{}, {}]
    is_short_form = "paper" not in field_values
    if is_short_form:
        usual = list_usual_values(request, await state.books.read_editions())
        values = usual | {"players": values["players"]}
    lines = [line.strip() for line in names.splitlines()]
    players = add_names(values["players"], [line for line in lines if line])
    if len(players) > most_players:
        problem = errors.Problem(
            f"At most {most_players} players here.", "names", advice="For more, use Event."
        )
        return await show_form(request, values, [problem], names)
    values["players"] = [*players, {}, {}][:most_players] if button == "more" else players
    if field_to_clear or button in {"more", "look"}:
        return await show_form(request, forms.clear_field(values, field_to_clear))
    response = await deal(request, values, button)
    if response.status_code < FIRST_ERROR_STATUS and not is_short_form:
        usual_choices.keep_table(request, response, fields)
    return response


def add_names(players: Sequence[Mapping[str, Any]], names: list[str]) -> list[dict[str, Any]]:
    """Return the rows of players with names put into those without one, then into new rows; an even
    number of rows, because they play in pairs.

    A row has the fields that were filled in: {"name": "Ann", "tier": "family"}.
    """
    remaining = list(names)
    rows = [dict(player) for player in players]
    for row in rows:
        if remaining and not row.get("name"):
            row["name"] = remaining.pop(0)
    rows += [{"name": name} for name in remaining]
    return [*rows, {}] if len(rows) % 2 else rows


async def deal(request: Request, values: Mapping[str, Any], button: str) -> Response:
    """Deal a table and go to its ticket, or show the form with what is wrong."""
    settings, problems = read_settings(values, await state_of(request).books.read_editions())
    if problems:
        return await show_form(request, values)
    try:
        return await make_table(request, deal_trackers, settings, button)
    except forms.InputErrors as error:
        # Without a field of its own, it is that the words do not make a fleet
        words_field = "words" if settings.words else "theme"
        return await show_form(request, values, forms.problems_of(error, words_field))


def read_settings(
    values: Mapping[str, Any], library: Library
) -> tuple[TrackerSettings, list[errors.Problem]]:
    """Return the settings of a form's values, and every problem. There is a sheet for each player,
    named or not.
    """
    # With a folder of rules, editions other than the bundled ones are known
    return TrackerSettings.examine(
        {**values, "count": len(values["players"]), "rules": library.place or None}
    )


async def show_form(
    request: Request,
    values: Mapping[str, Any],
    problems: Sequence[errors.Problem] = (),
    names: str = "",
) -> Response:
    """Show the form as it was filled in, with what is wrong with its values, and `problems`."""
    library = await state_of(request).books.read_editions()
    settings, faults = read_settings(values, library)
    editions = list_editions(library)
    usual_language = editions[0].language
    return pages.render_page(
        request,
        "table.html",
        form=forms.Form(TrackerSettings, values, [*faults, *problems], editions),
        first_editions=[edition for edition in editions if edition.language == usual_language],
        other_editions=[edition for edition in editions if edition.language != usual_language],
        defaults=usual_choices.describe_defaults(request, TrackerSettings),
        names=names,
        previews=await preview_players(settings, library),
        one_by_one=usual_choices.is_one_by_one_first(request),
        examples=find_examples(),
    )


def list_editions(library: Library) -> list[Edition]:
    """Return the editions of these rules as the site lists them, the usual one first."""
    usual = usual_choices.choose_edition(library)
    groups = group_games([library.rules(slug).book for slug in library.edition_slugs])
    slugs = [book.slug for group in groups for book in group]
    return [library.edition(slug) for slug in sorted(slugs, key=lambda slug: slug != usual)]


@cache  # it reads all word lists
def find_examples() -> dict[str, str]:
    """Return an example of the words of each tier, by its slug: {"family": "tiger", …}.

    An easier tier, which comes before, does not have the word. It is from the middle of the list:
    the first words begin with A in every tier.
    """
    examples: dict[str, str] = {}
    easier_words: set[str] = set()
    for slug in word_lists.TIERS:
        words = word_lists.load_tier(slug).by_length[EXAMPLE_LENGTH]
        new_words = [word for word in words if word not in easier_words]
        examples[slug] = new_words[len(new_words) // 2]
        easier_words.update(words)
    return examples


async def preview_players(
    settings: TrackerSettings, library: Library
) -> list[previews.SheetPreview]:
    """Return pictures of the first players' sheets."""
    pictures = list[previews.SheetPreview]()
    names = [*(player.name for player in settings.players), ""]
    for index, player in enumerate(settings.players[:MOST_PREVIEWS]):
        looks = suit_player(choose_looks(settings), player)
        is_first_of_pair = index % 2 == 0  # players sit in pairs: 0 and 1, 2 and 3
        opponent = names[index + 1 if is_first_of_pair else index - 1]
        pictures.append(
            await previews.make_preview(
                library, settings.edition, looks, player=player.name, opponent=opponent
            )
        )
    return pictures


async def preview_sheet(table: Table, number: int) -> previews.SheetPreview:
    """Return the picture of a dealt sheet's public half."""
    trackers = table.trackers
    sheet = trackers.sheets[number - 1]
    texts = {"player": sheet.player, "opponent": sheet.opponent, "fleet": sheet.fleet_name}
    return await previews.make_preview(
        table.library, trackers.edition.slug, trackers.looks[number - 1], **texts
    )


async def send_sheets(request: Request, table: Table, number: int = 0) -> Response:
    """Send a PDF of one sheet, counted from 1, or of all (0), to show or to save."""
    content = await in_thread(table.trackers.print_pdf, [number] if number else ())
    stem = table.trackers.sheet_stems[number - 1] if number else table.trackers.file_stem
    return responses.send_file(content, f"{stem}.pdf", is_download="save" in request.query_params)


def find_sheet(request: Request) -> tuple[Table, int]:
    """Return the table of the ticket in the address, and the number of a sheet, counted from 1; 0,
    for all sheets, if the address has no number.

    Raises `HTTPException` (404) for a number without a sheet.
    """
    table = request_data.find_ticket_value(request, Table)
    number = request.path_params.get("number")
    if number is None:
        return table, 0
    if not 1 <= number <= len(table.trackers.sheets):
        raise HTTPException(404)
    return table, number


async def show_sheets(request: Request) -> Response:
    """Show who has which fleet, and everything to do with the sheets."""
    table = request_data.find_ticket_value(request, Table)
    one_by_one = usual_choices.is_one_by_one_first(request)
    preview = await preview_sheet(table, 1)
    return pages.render_page(
        request, "sheets.html", table=table, preview=preview, one_by_one=one_by_one
    )


async def show_codes(request: Request) -> Response:
    """Show the sheet codes, for one person alone."""
    return pages.render_page(
        request, "codes.html", table=request_data.find_ticket_value(request, Table)
    )


async def send_pdf(request: Request) -> Response:
    """Send all sheets, or one; one is saved in a ZIP, so that the sender does not see it."""
    table, number = find_sheet(request)
    response = await send_sheets(request, table, number)
    if number and "save" in request.query_params:
        return responses.send_zip(bytes(response.body), table.trackers.sheet_stems[number - 1])
    return response


async def send_sheet_text(request: Request) -> Response:
    """Send one sheet as plain text, for a screen reader or a braille display. There is no file of
    several: nobody reads on into another's secrets.
    """
    table, number = find_sheet(request)
    return await send_text(table, number)


async def send_text(table: Table, number: int) -> Response:
    """Send a sheet, counted from 1, as plain text to save."""
    content = await in_thread(table.trackers.print_text, [number])
    name = f"{table.trackers.sheet_stems[number - 1]}.txt"
    return responses.send_file(content, name, is_download=True)


async def send_book(request: Request) -> Response:
    """Send the rulebook of the table's edition, or its quick reference, on the table's paper."""
    table = request_data.find_ticket_value(request, Table)
    slug = table.trackers.edition.slug
    source = table.library.rules(slug)
    paper = table.trackers.looks[0].paper
    turn = turns.wait_for_turn(request)
    is_quick = request.url.path.endswith("quick-reference.pdf")
    kind = QUICK if is_quick else BOOK
    content = await state_of(request).books.print_pdf(source, BookSettings(paper), turn, kind)
    stem = f"{slug}-quick-reference" if is_quick else slug
    return responses.send_file(content, f"{stem}-{paper.slug}.pdf", is_download=False)


async def show_one_sheet(request: Request) -> Response:
    """Show one player how to print their own sheet, here or on their phone."""
    table, number = find_sheet(request)
    origin = state_of(request).settings.origin
    link = f"{origin}/mine/{table.own[number - 1]}" if origin else ""
    qr = pages.make_qr_code(link) if link else ""
    preview = await preview_sheet(table, number)
    return pages.render_page(
        request, "one_sheet.html", table=table, number=number, qr=qr, link=link, preview=preview
    )


async def show_done(request: Request) -> Response:
    """Say that all sheets are printed, after the last player."""
    return pages.render_page(
        request, "sheets_done.html", table=request_data.find_ticket_value(request, Table)
    )


def find_values(request: Request) -> dict[str, Any]:
    """Return the values of the form that the table of a ticket was dealt by. Raises `HTTPException`
    (404) for sheets that were reprinted by their codes.
    """
    settings = request_data.find_ticket_value(request, Table).settings
    if not isinstance(settings, TrackerSettings):
        raise HTTPException(404)
    return settings.model_dump()


async def deal_again(request: Request) -> Response:
    """Deal the same table again, with new words."""
    await request_data.read_fields(request)
    return await deal(request, find_values(request), "again")


async def change_choices(request: Request) -> Response:
    """Show the form as it was filled in."""
    return await show_form(request, find_values(request))


def find_own(request: Request) -> tuple[Table, int]:
    """Return a player's table and the number of their sheet, by the ticket of that sheet in the
    address. Raises `HTTPException` (404) if it is gone.
    """
    ticket = request.path_params["ticket"]
    for table in state_of(request).tickets.list(Table):
        if ticket in table.own:
            return table, table.own.index(ticket) + 1
    raise HTTPException(404, request_data.TICKET_GONE)


async def show_mine(request: Request) -> Response:
    """Show a player their own sheet, and nobody else's."""
    table, number = find_own(request)
    address = f"/mine/{request.path_params['ticket']}/preview.png"
    preview = replace(await preview_sheet(table, number), address=address)
    return pages.render_page(request, "mine.html", table=table, number=number, preview=preview)


async def send_my_picture(request: Request) -> Response:
    """Send the picture on that page: a player who has only this link loads nothing else."""
    picture = (await preview_sheet(*find_own(request))).picture
    return Response(picture.png if picture else b"", media_type="image/png")


async def send_my_sheet(request: Request) -> Response:
    """Send the player's own sheet, and count it, so that nobody looks at it without being
    noticed.
    """
    table, number = find_own(request)
    if request.method == "GET":
        table.fetched[number] += 1
    return await send_sheets(request, table, number)


async def send_my_text(request: Request) -> Response:
    """Send the player's own sheet as plain text, and count it."""
    table, number = find_own(request)
    if request.method == "GET":
        table.fetched[number] += 1
    return await send_text(table, number)


routes = [
    Route("/table", open_form),
    Route("/table", submit_table, methods=["POST"]),
    Route("/sheets/{ticket}", show_sheets),
    Route("/sheets/{ticket}/codes", show_codes),
    Route("/sheets/{ticket}/sheets.pdf", send_pdf),
    Route("/sheets/{ticket}/{number:int}.pdf", send_pdf),
    Route("/sheets/{ticket}/{number:int}.txt", send_sheet_text),
    Route("/sheets/{ticket}/rules.pdf", send_book),
    Route("/sheets/{ticket}/quick-reference.pdf", send_book),
    Route("/sheets/{ticket}/one/{number:int}", show_one_sheet),
    Route("/sheets/{ticket}/done", show_done),
    Route("/sheets/{ticket}/again", deal_again, methods=["POST"]),
    Route("/sheets/{ticket}/change", change_choices),
    Route("/mine/{ticket}", show_mine),
    Route("/mine/{ticket}/preview.png", send_my_picture),
    Route("/mine/{ticket}/sheet.pdf", send_my_sheet),
    Route("/mine/{ticket}/sheet.txt", send_my_text),
]
