"""A rulebook as it is bound: the book, a log of battles on the pages that are over, the quick reference on its back."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from wordfleet_print.game import RulesSource
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.rulebook.html.page import Look, Text
from wordfleet_print.rulebook.pdf.pdf import Printed, Setting, page_size, print_look, ready_page
from wordfleet_print.rulebook.pdf.quick import STYLES, TEMPLATE, quick_reference, side_text

LEAF = 2
"""Pages of a leaf."""
LOG, LOG_STYLES, BACK_STYLES = "log.html", "log.css", "back-cover.css"
_NAMED = re.compile(r'(\bid="|\bhref="#|\burl\(#)')
_HEADING = re.compile(r"(?<=<)(/?h)([1-5])(?=[\s>])")
_STYLED_HEADING = re.compile(r"(?<![\w#.-])h([1-5])(?=[\s,{>.:])")


def print_book(
    source: RulesSource, text: Text, paper: Paper, templates: Path | None = None, *, archive: bool = False
) -> Printed:
    """The rulebook on whole sheets, `text` being its text: the quick reference is the last page, the back of a leaf.

    Raises as `print_text` and `quick_reference` do. Source: `templates/rulebook-print.css`; `bind`.
    """
    return bind(source, text, print_look(paper, templates), (paper.width, paper.height), LEAF, archive=archive)


def bind(
    source: RulesSource, text: Text, look: Look, back: tuple[float, float], sheet: int, *, archive: bool = False
) -> Printed:
    """The book in this look, behind it the quick reference on pages of the size `back` (mm), and between them as many
    pages of a log of battles as make the whole a multiple of `sheet`.

    Raises as `print_book`. Source: `templates/back-cover.css`, `templates/log.html`, `templates/log.css`.
    """
    cover, log = quick_reference(source, look.templates), side_text(source, "log", look.templates)
    beside = "".join(sorted(set(text.plain + cover.plain + log.plain)))
    setting = Setting()
    book = setting.set(ready_page(text, replace(look, beside=beside)))
    styles = (STYLES, BACK_STYLES)
    outer = Look(TEMPLATE, styles, page_size(*back), look.templates, beside)
    last = setting.set(back_page(ready_page(cover, outer)))
    over = -(len(book.pages) + len(last.pages)) % sheet
    inner = replace(look, template=LOG, styles=(*look.styles, LOG_STYLES), beside=beside)
    between = [setting.set(log_page(log, inner, len(book.pages), over))] if over else []
    return setting.print([book, *between, last], archive=archive)


def back_page(page: str) -> str:
    """A quick reference's page as part of a book: its anchors have names of their own, its headings are a level down.

    Raises nothing. Source: the book has the title, and anchors of the same names.
    """
    head, end, body = page.partition("</style>")
    head = _STYLED_HEADING.sub(lambda found: f"h{int(found[1]) + 1}", head)
    return head + end + _lowered(_NAMED.sub(r"\1back-", body))


def log_page(log: Text, look: Look, begun: int, pages: int) -> str:
    """So many pages to note battles on, numbered from behind the `begun` pages before them. Raises as `ready_page`."""
    sheets = "".join(f'<section class="log">{log.chapters}<div class="lines"></div></section>' for _ in range(pages))
    numbered = replace(look, added=f"{look.added}@page:first{{counter-reset:page {begun + 1}}}")
    return _lowered(ready_page(replace(log, chapters=sheets), numbered))


def _lowered(html: str) -> str:
    return _HEADING.sub(lambda found: f"{found[1]}{int(found[2]) + 1}", html)
