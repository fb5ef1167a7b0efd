"""One sheet of what players look up, also on the back of trackers."""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from html import escape
from pathlib import Path

from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.games import RulesSource
from wordfleet_print.rulebook.book_columns import COLUMNS, PageFrame
from wordfleet_print.rulebook.rendering import Renderer, RenderOrder, all_of, render_here
from wordfleet_print.rulebook.text.guard import own_file
from wordfleet_print.rulebook.text.html_page import BookText, Look, tongue
from wordfleet_print.rulebook.text.illustrated import ALONE, Surroundings, render_text
from wordfleet_print.rulebook.text.markup import Excerpts
from wordfleet_print.rulebook.text.rulings import rulings_in
from wordfleet_print.rulebook.text.sections import MARK
from wordfleet_print.rulebook.text.variables import render_body
from wordfleet_print.rulebook.weasyprint_pdf import Printed, load_weasyprint, print_text
from wordfleet_print.tracker.geometry import Paper
from wordfleet_print.wording import how_many

TEMPLATE, STYLES, LARGE_STYLES = "quick-reference.html", "quick-reference.css", "quick-reference-large.css"
MOST_PAGES, BOOKLET_PAGES = 2, 4
"""Both sides of one sheet; of a folded one."""
LEAST_IN_FIGURES = 16.3
"""The least size of letters in a figure of large print, in its units: 16 pt as wide as its style sheet sets it."""
_SMALL_LETTERS = re.compile(r'\bfont-size="([0-9.]+)"')
SIZES = (8.5, 9.0, 9.5, 10.0, 10.5, 11.0, 11.5, 12.0, 13.0, 14.0)
"""The sizes of letters that a quick reference may have (pt): no smaller, for it is read across a table."""
HOW_TO_MARK = "write {: .quick } behind a heading, or on a line of its own below what players look up"


def quick_reference(
    source: RulesSource, around: Surroundings = ALONE, rulings: Mapping[str, Mapping[str, str]] | None = None
) -> BookText:
    """What players of these rules look up, as clean HTML. Raises as `render_text` does, and where there is nothing.
    `rulings` are those of its rulebook, where that is known.

    Source: `templates/quick/GAME.md`, filled in from the front matter, and the rulings of the rulebook itself; or the
    passages that the rulebook marks, for a game without such a template.
    """
    path = side_template("quick", source.book.game, around.templates)
    if not path:
        return _passages(source, around)
    known = rulings_in(render_body(source, around.templates)) if rulings is None else rulings
    text = side_text(replace(source, beside={"ruling": known}), path, around)
    return replace(text, opening=_told_apart(text))


def side_text(source: RulesSource, path: Path, around: Surroundings) -> BookText:
    """What stands beside a rulebook, as clean HTML: made from its front matter by this template, in English by ours.

    Raises as `render_text` does.
    """
    try:
        body = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInputError(f"{path} cannot be read as UTF-8 text.") from error
    text = replace(source, name=str(path), body=body, body_line=1)
    if not tongue(source.book) or not path.is_relative_to(data_folder("templates")):
        return render_text(text, around)
    ours = render_text(replace(text, book=source.book.model_copy(update={"language": "en"})), around)
    name = f'<span class="name" lang="{source.book.language}">'
    return replace(ours, opening=ours.opening.replace('<span class="name">', name, 1))


def _told_apart(text: BookText) -> str:
    """The title, and below it nothing; beside it which printing it is, as far as front matter says."""
    version = text.book.printing.partition(",")[0]
    told = f' <span class="printing"{tongue(text.book)}>{version}</span></h1>' if version else "</h1>"
    return text.opening.replace("</h1>", told, 1)


def unmarked(source: RulesSource, templates: Path | None = None) -> str:
    """A sentence on why these rules have no quick reference; nothing where they may have one. Raises nothing."""
    if side_template("quick", source.book.game, templates) or f".{MARK}" in source.body:
        return ""
    return f"{source.name}: marks no passage for a quick reference, so there is none: {HOW_TO_MARK}"


def _passages(source: RulesSource, around: Surroundings) -> BookText:
    """The marked passages of a rulebook, under the title of a quick reference."""
    excerpts = Excerpts()
    text = render_text(source, around, excerpts)
    title, tagline = escape(source.book.title), escape(source.book.tagline)
    if not excerpts.found:
        why = f"{source.book.title} marks no passage for a quick reference."
        raise BadInputError(why, tip=f"{HOW_TO_MARK.capitalize()}.")
    opening = (
        f'<h1><span class="name">{title}</span><span class="dash"> – </span>'
        f'<span class="subtitle"{tongue(source.book)}>Quick reference</span></h1>\n<p>{tagline}.</p>\n'
    )
    text = replace(text, opening=opening)
    return replace(text, opening=_told_apart(text))


def quick_frame(page: PageFrame, *, marked: bool) -> PageFrame:
    """A quick reference's pages, as large as these: one, or two where it is more than what a rulebook has `marked`; as
    many as a sheet has where they are those of a booklet, in one column.
    """
    most = BOOKLET_PAGES if page.columns == 1 else 1 if marked else MOST_PAGES
    return replace(page, head=12.0, side=12.0, foot=11.0, letters=SIZES, most=most)


def print_quick_reference(source: RulesSource, paper: Paper, around: Surroundings = ALONE) -> Printed:
    """The quick reference as PDF, on one page in the largest letters that fit; a game's own on two, where it must.

    Raises as `quick_reference` and `print_text` do, and where it needs more pages. Source:
    `templates/quick-reference.html` and `templates/quick-reference.css`.
    """
    text = quick_reference(source, around)
    marked = side_template("quick", source.book.game, around.templates) is None
    frame = quick_frame(PageFrame(paper.width, paper.height), marked=marked)
    printed = print_text(text, Look(TEMPLATE, (COLUMNS, STYLES), frame.styles, around.templates), frame)
    check_fits(text, printed.pages, frame)
    return printed


def check_fits(text: BookText, pages: int, frame: PageFrame) -> None:
    """Raises `BadInputError` for a quick reference that needs more pages than it may have, in the smallest letters."""
    if pages > frame.most:
        why = f"The quick reference of {text.book.title} needs {pages} pages of {frame.width:g} × {frame.height:g} mm"
        tip = f"Mark less in {text.name}, or say it shorter."
        raise BadInputError(f"{why}, even in letters of {SIZES[0]:g} pt; it has {frame.most}.", tip=tip)


def print_large_reference(source: RulesSource, paper: Paper) -> Printed:
    """The quick reference in large print, its figures too. Raises as `print_quick_reference`.

    Source: its style sheet, and `templates/quick-reference-large.css`.
    """
    text = quick_reference(source)
    large = replace(text, chapters=_SMALL_LETTERS.sub(_enlarged, text.chapters))
    size = f"@page{{size:{paper.height:g}mm {paper.width:g}mm}}"  # landscape, as the trackers that it is behind
    return print_text(large, Look(TEMPLATE, (STYLES, LARGE_STYLES), size))


def _enlarged(found: re.Match[str]) -> str:
    return f'font-size="{max(LEAST_IN_FIGURES, float(found[1]))}"'


def side_template(kind: str, game: str, templates: Path | None) -> Path | None:
    """`KIND/GAME.md`, or `KIND/any-game.md`: a user's before the bundled one; None where there is none."""
    for name in (f"{kind}/{game}.md", f"{kind}/any-game.md"):
        bundled = data_folder("templates") / name
        if path := own_file(name, templates) or (bundled if bundled.is_file() else None):
            return path
    return None


USUAL_PAGES, LARGE_PAGES = 1, 2
"""The quick reference behind trackers: its pages in the usual print, and in large print."""


def print_backs(source: RulesSource, paper: Paper, sizes: Collection[bool], render: Renderer = render_here) -> bytes:
    """A PDF to lie behind trackers: the quick reference on one page, and in large print on two, as `sizes` asks for
    the usual print (False) and the large one (True).

    Raises as `print_quick_reference` does, and where it needs other numbers of pages.
    """
    load_weasyprint()
    import pikepdf

    written, order = io.BytesIO(), sorted(sizes)
    with pikepdf.new() as document:
        works = [print_large_reference if large else print_quick_reference for large in order]
        orders: list[RenderOrder[Printed]] = [RenderOrder(partial(work, source, paper)) for work in works]
        for large, printed in zip(order, all_of(render(orders)), strict=True):
            if printed.pages != (pages := LARGE_PAGES if large else USUAL_PAGES):
                needs = f"The quick reference of {source.book.title} needs {how_many(printed.pages, 'page')}"
                raise BadInputError(f"{needs}; behind trackers it has {pages}.")
            with pikepdf.open(io.BytesIO(printed.content)) as rules:
                document.pages.extend(rules.pages)
        document.save(written, deterministic_id=True)
    return written.getvalue()
