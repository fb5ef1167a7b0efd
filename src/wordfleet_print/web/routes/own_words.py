"""Own words are checked while somebody types them."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from wordfleet_print.errors import Problem
from wordfleet_print.games import Library
from wordfleet_print.services.editions import find_edition
from wordfleet_print.services.own_lists import read_word_list
from wordfleet_print.settings.table import TrackerSettings
from wordfleet_print.web import forms, pages, request_data
from wordfleet_print.web.state import in_thread, state_of

# The fields of every form with own words that matter for them.
FIELDS = frozenset(["words", "letters", "edition"])


async def check_words(request: Request) -> Response:
    """Send HTML that says what becomes of the words that are typed; nothing is kept."""
    fields = await request_data.read_fields(request)
    library = await state_of(request).books.read_editions()
    sent = [(name, value) for name, value in fields if name in FIELDS]
    lines, faults = await in_thread(describe_words, sent, library)
    context = {"lines": lines, "faults": [forms.describe_problem(fault) for fault in faults]}
    return HTMLResponse(pages.render_text(request, "own_words.html", **context))


def describe_words(fields: forms.Fields, library: Library) -> tuple[list[str], list[Problem]]:
    """Return sentences on what becomes of own words, and the problems why none can be used. One of
    the two lists is empty.
    """
    values = forms.read_values(TrackerSettings, fields)
    settings, problems = TrackerSettings.examine({**values, "rules": library.place or None})
    if problems or settings.words is None:
        return [], problems
    try:
        edition = find_edition(settings, library)
        own_list = read_word_list(settings.words, edition, settings.letters)
    except forms.InputErrors as error:
        return [], forms.problems_of(error)
    return own_list.describe_supply(edition.ships_of_length), []


routes = [Route("/table/words", check_words, methods=["POST"])]
