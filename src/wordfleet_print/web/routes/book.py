"""Rulebooks to print: every game, edition and language, as book, booklet or quick reference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wordfleet_print.errors import Problem
from wordfleet_print.games import Rulebook
from wordfleet_print.paper import BOOK_PAPERS, HALVES
from wordfleet_print.rulebook.page import BookSettings
from wordfleet_print.rulebook.print_book import BOOK, BOOKLET, QUICK
from wordfleet_print.settings.games import RulesSettings
from wordfleet_print.site.pages import group_games
from wordfleet_print.web import forms, pages, responses, turns, usual_choices
from wordfleet_print.web.state import state_of

# What each button prints, by the field of the settings; the book needs none.
KINDS = {"book": BOOK, "booklet": BOOKLET, "quick_reference": QUICK}
NO_BOOKLET = Problem("A booklet is folded from A4 or US Letter. Choose one of them.", "paper")


async def open_form(request: Request) -> Response:
    """Show the form, with the book that the address names."""
    wanted = request.query_params.get("games", "")
    values = {
        **usual_choices.read_defaults(request, RulesSettings),
        "paper": usual_choices.choose_paper(request, RulesSettings),
        "games": [wanted],
    }
    return await show_form(request, values)


async def show_form(
    request: Request, values: dict[str, Any], problems: Sequence[Problem] = ()
) -> Response:
    """Show the form as it was filled in, with its problems."""
    library = await state_of(request).books.read_rules()
    books = [library.rules(slug).book for slug in library.slugs]
    return pages.render_page(
        request,
        "book.html",
        form=forms.Form(RulesSettings, values, problems),
        defaults=usual_choices.describe_defaults(request, RulesSettings),
        groups=group_games(books),
        wanted=find_book(values["games"], books),
    )


def find_book(slugs: Sequence[str], books: Sequence[Rulebook]) -> str:
    """Return the first of the slugs that a book has, else that of the first game's first book."""
    for slug in slugs:
        if any(book.slug == slug for book in books):
            return slug
    first_game = group_games(books)[0]
    return first_game[0].slug


async def send_book(request: Request) -> Response:
    """Send the PDF that a button asks for, or show the form with its problems."""
    query = request.query_params
    values = forms.read_values(RulesSettings, list(query.multi_items()))
    values["paper"] = values.get("paper") or usual_choices.choose_paper(request, RulesSettings)
    settings, problems = RulesSettings.examine(values)
    kind = KINDS.get(query.get("do", "book"))  # the button
    library = await state_of(request).books.read_rules()
    if kind is None or query.get("games") not in library.slugs:
        raise HTTPException(404)
    if problems:
        return await show_form(request, values, problems)
    paper = BOOK_PAPERS[str(settings.paper)]
    # The kinds are “book”, “booklet” and “quick reference”
    if kind == BOOKLET and paper not in HALVES:
        return await show_form(request, values, [NO_BOOKLET])
    source = library.rules(query["games"])
    looks = BookSettings(paper, settings.eco)
    turn = turns.wait_for_turn(request)
    try:
        content = await state_of(request).books.print_pdf(source, looks, turn, kind)
    except forms.InputErrors as error:
        return await show_form(request, values, forms.problems_of(error, "games"))
    ending = "" if kind == BOOK else f"-{kind.replace(' ', '-')}"
    name = f"{source.book.slug}{ending}-{paper.slug}.pdf"
    return responses.send_file(content, name, is_download=False)


routes = [Route("/book", open_form), Route("/book/print.pdf", send_book)]
