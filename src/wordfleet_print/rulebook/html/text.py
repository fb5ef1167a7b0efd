"""A rulebook as HTML: its markdown rendered, cleaned and illustrated, set in one self-contained page."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import unescape
from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.game import RulesSource
from wordfleet_print.rulebook.html.drawings import Drawings
from wordfleet_print.rulebook.html.page import BookText, Look, html_page
from wordfleet_print.rulebook.html.placing import marker_slips, place_figures
from wordfleet_print.rulebook.rendering import RenderOrder
from wordfleet_print.rulebook.text.body import render_body
from wordfleet_print.rulebook.text.clean import MAX_DEPTH, clean_html, removed_from
from wordfleet_print.rulebook.text.files import rules_files
from wordfleet_print.rulebook.text.guard import Elements
from wordfleet_print.rulebook.text.images import Images
from wordfleet_print.rulebook.text.lint import place_of, refuse_slips, slip_notes
from wordfleet_print.rulebook.text.markup import Shaper, render_markup
from wordfleet_print.rulebook.text.names import named_things
from wordfleet_print.rulebook.text.passages import MARK
from wordfleet_print.rulebook.text.rulings import rulings_in
from wordfleet_print.rulebook.text.sections import OPENING_ENDS

_DRAWING = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_ID = re.compile(r'<[^>]*\bid="([^"]+)"')
_LINK = re.compile(r'<a [^>]*href="([^"]+)"')
_BOOK_TITLE = re.compile(r"(<h1[^>]*>)(.+?) – (.+?)(</h1>)")
_TITLE_PARTS = r'\1<span class="name">\2</span><span class="dash"> – </span><span class="subtitle">\3</span>\4'
_MARKED = re.compile(rf'<[^>]* class="(?:[^"]* )?{MARK}[ "]')
CHANGES = '{% include "rules/changes.md" %}'
"""What the last chapter is made by."""
_ENDS = f'<hr class="{OPENING_ENDS}">'


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a rulebook may draw on beside its own file: a folder of images, rulebooks to link to, and a user's
    `templates`, which go before the bundled ones.
    """

    folder: Path | None = None
    siblings: tuple[str, ...] = ()
    templates: Path | None = None


ALONE = Surroundings()


def surroundings(folder: Path | None, sources: Sequence[RulesSource], templates: Path | None = None) -> Surroundings:
    """What rulebooks of a folder may draw on: all of it, even if only some are published now.

    Raises `BadInputError` as `rules_files` does.
    """
    siblings = {path.stem for path in rules_files(folder)} | {source.book.slug for source in sources}
    return Surroundings(folder, tuple(sorted(siblings)), templates)


def text_order(source: RulesSource, around: Surroundings) -> RenderOrder[BookText]:
    """A rulebook's text to render; the longest rules take longest."""
    return RenderOrder(partial(render_text, with_changes(source), around), len(source.body), source.name)


def with_changes(source: RulesSource) -> RulesSource:
    """The rules with what printings have changed at their end, where their front matter says it. Raises nothing."""
    return replace(source, body=f"{source.body}\n\n{CHANGES}\n") if source.book.changes else source


def page_order(text: BookText, templates: Path | None, of: str) -> RenderOrder[str]:
    """A rulebook's web page to make, which is little work beside a PDF."""
    return RenderOrder(partial(html_page, text, Look(templates=templates)), of=of)


def render_text(source: RulesSource, around: Surroundings, shaper: Shaper | None = None) -> BookText:
    """The text of a rules file as clean HTML.

    Raises `BadInputError` as `render_body` and `render_markup` do, for markup that is misspelt, and with every link
    that leads nowhere. What is only unknown gets a note, unless it may be a class that own templates have styles for.
    Source: the pipeline of docs/rulebooks.md: jinja2, markdown, nh3, pictures.
    """
    names = named_things(source.book)
    body = render_body(source, around.templates)
    markup = render_markup(body, name=source.name, names=names, shaper=shaper)
    notes = [f"{source.name}: left out {what}, which a rulebook cannot hold" for what in removed_from(markup.html)]
    cleaned = clean_html(markup.html)
    if Elements(cleaned).deepest > MAX_DEPTH:
        what = Complaint(source.name, f"HTML is nested more than {MAX_DEPTH} elements deep")
        raise BadInputError(f"{source.name} cannot be published.", what)
    if _MARKED.search(cleaned) and source.book.game != "rules-only":
        where = place_of(f"{{: .{MARK}", source)
        notes.append(f"{where}: marks a passage for a quick reference, but this game has one of its own")
    images = Images(source.name, around.folder)
    drawings = Drawings(around.folder)
    whole = _illustrated(images.place(cleaned), source, drawings)
    whole = re.sub(r'(<a [^>]*href="[a-z0-9-]+)\.md(["#])', r"\1.html\2", whole)  # links to other rules files
    markers = tuple(marker_slips(whole))
    refuse_slips((*markup.slips, *markers), source)
    notes += slip_notes(markers if around.templates else (*markup.slips, *markers), source)
    faults = [Complaint(place_of(start, source), fault) for start, fault in _link_faults(whole, around.siblings)]
    if faults:
        raise BadInputError(f"{source.name} has links that lead nowhere.", *faults)
    opening, _, chapters = whole.partition(_ENDS)
    opening = _BOOK_TITLE.sub(_TITLE_PARTS, opening, count=1)
    notes += (*images.notes, *drawings.notes)
    return BookText(source.name, source.book, opening, chapters, markup.contents, tuple(notes), rulings_in(body))


def _illustrated(html: str, source: RulesSource, drawings: Drawings) -> str:
    """The HTML with the figures that its markers name. Complaints name file and line as well."""
    try:
        return place_figures(html, source.book, drawings)
    except BadInputError as error:
        named = (
            replace(complaint, where=f"{place_of(complaint.where.rstrip(']'), source)}: {complaint.where}")
            for complaint in error.complaints
        )
        raise BadInputError(error.message, *named) from error


def _link_faults(html: str, siblings: Collection[str]) -> Iterator[tuple[str, str]]:
    """Links that lead nowhere and places with the same name: each with how it starts in the source."""
    undrawn = _DRAWING.sub("", html)
    anchors = [unescape(anchor) for anchor in _ID.findall(html)]
    for twice in sorted({anchor for anchor in anchors if anchors.count(anchor) > 1}):
        yield f"#{twice}", f"the anchor #{twice} stands there more than once"
    for target in dict.fromkeys(unescape(target) for target in _LINK.findall(undrawn)):
        page, _, anchor = target.partition("#")
        if not page and anchor not in anchors:
            yield f"(#{anchor}", f"the link to #{anchor} finds no heading of that name"
        elif page.endswith(".html") and ":" not in page and page.removesuffix(".html") not in siblings:
            page = page.removesuffix(".html")
            yield f"({page}", f"the link to {page} finds no rulebook of that name"
