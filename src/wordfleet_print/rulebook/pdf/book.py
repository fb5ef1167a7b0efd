"""A rulebook as it is bound: the book, a log of battles on the pages that are over, the quick reference on its back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wordfleet_print.game import RulesSource
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.rulebook.html.page import BookText, Look
from wordfleet_print.rulebook.html.text import ALONE, Surroundings
from wordfleet_print.rulebook.pdf.pdf import Printed, Setting, blank_pages, page_size, print_look, ready_page
from wordfleet_print.rulebook.pdf.quick import (
    STYLES,
    TEMPLATE,
    fitted,
    quick_reference,
    side_template,
    side_text,
    unmarked,
)

if TYPE_CHECKING:
    from weasyprint.document import Document
    from weasyprint.document import Page as LaidPage

LEAF = 2
"""Pages of a leaf."""
LOG, LOG_STYLES, BACK_STYLES = "log.html", "log.css", "back-cover.css"
_ID = re.compile(r'\sid="[^"]*"')
_NAMED = re.compile(r'(\bid="|\bhref="#|\burl\(#)')
_HEADING = re.compile(r"(?<=<)(/?h)([1-5])(?=[\s>])")
_STYLED_HEADING = re.compile(r"(?<![\w#.-])h([1-5])(?=[\s,{>.:])")


def print_book(
    source: RulesSource, text: BookText, paper: Paper, around: Surroundings = ALONE, *, archive: bool = False
) -> Printed:
    """The rulebook on whole sheets, `text` being its text: the quick reference is the last page, the back of a leaf.

    Raises as `print_text` and `quick_reference` do. Source: `templates/rulebook-print.css`; `bind`.
    """
    bound = Bound(source, around, (paper.width, paper.height), LEAF)
    return bind(text, print_look(paper, around.templates), bound, archive=archive)


@dataclass(frozen=True, slots=True)
class Bound:
    """What a book is bound with: its rules and what is around them, the size of its back (mm), the pages of a sheet."""

    source: RulesSource
    around: Surroundings
    back: tuple[float, float]
    sheet: int


def bind(text: BookText, look: Look, bound: Bound, *, archive: bool = False) -> Printed:
    """The book in this look, behind it the quick reference, if there is one, and a log of battles on all pages that are
    over: those left blank within the book, and before the quick reference as many as fill the last sheet.

    Raises as `print_book`. Source: `templates/back-cover.css`, `templates/log.html`, `templates/log.css`.
    """
    source, templates = bound.source, look.templates
    cover = None if unmarked(source, templates) else quick_reference(source, bound.around, text.rulings)
    path = side_template("log", source.book.game, templates)
    log = side_text(source, path, bound.around) if path else None
    beside = "".join(sorted({*text.plain, *(cover.plain if cover else ""), *(log.plain if log else "")}))
    setting = Setting()
    book = setting.set(ready_page(text, replace(look, beside=beside)))
    pages: list[LaidPage] = list(book.pages)
    back: Sequence[LaidPage] = ()
    if cover:
        outer = Look(TEMPLATE, (STYLES, BACK_STYLES), page_size(*bound.back), templates, beside)
        fixed = bool(side_template("quick", source.book.game, templates))
        back = _back(cover, outer, setting, fixed=fixed).pages
    over = -(len(pages) + len(back)) % bound.sheet if cover or bound.sheet > LEAF else 0
    places = [*blank_pages(book), *range(len(pages), len(pages) + over)]
    if log and places:
        inner = replace(look, template=LOG, styles=(*look.styles, LOG_STYLES), beside=beside)
        for place, page in zip(places, setting.set(log_page(log, inner, places)).pages, strict=True):
            pages[place : place + 1] = [page]
    return setting.print(book, [*pages, *back], archive=archive)


def _back(cover: BookText, look: Look, setting: Setting, *, fixed: bool) -> Document:
    """The quick reference's sheets, in the letters of its style or, of marked passages, in the largest that fit."""

    def made(look: Look) -> Document:
        return setting.set(back_page(ready_page(cover, look)))

    return made(look) if fixed else fitted(cover, look, made, lambda document: len(document.pages))


def back_page(page: str) -> str:
    """A quick reference's page as part of a book: its anchors have names of their own, its headings are a level down.

    Raises nothing. Source: the book has the title, and anchors of the same names.
    """
    head, end, body = page.partition("</style>")
    head = _STYLED_HEADING.sub(lambda found: f"h{int(found[1]) + 1}", head)
    return head + end + _lowered(_NAMED.sub(r"\1back-", body))


def log_page(log: BookText, look: Look, places: Sequence[int]) -> str:
    """Pages to note battles on, each numbered for its place in the book, 0 being the first. Raises as `ready_page`."""
    head = f'<div class="heading heading-h2">{_ID.sub("", log.opening)}</div>'
    sheets = f'<section class="log">{head}{log.chapters}<div class="lines"></div></section>' * len(places)
    numbers = (f"@page:nth({nth}){{counter-reset:page {place + 1}}}" for nth, place in enumerate(places, start=1))
    numbered = replace(look, added=look.added + "".join(numbers))
    return _lowered(ready_page(replace(log, chapters=sheets), numbered))


def _lowered(html: str) -> str:
    return _HEADING.sub(lambda found: f"{found[1]}{int(found[2]) + 1}", html)
