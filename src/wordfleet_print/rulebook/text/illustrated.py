"""A rulebook's text as HTML: rendered, cleaned, its figures placed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape, unescape
from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.games import Rulebook, RulesSource
from wordfleet_print.rulebook.figures import figure, figures_of
from wordfleet_print.rulebook.rendering import RenderOrder
from wordfleet_print.rulebook.text.book_index import INDEX
from wordfleet_print.rulebook.text.designers_folder import rules_files
from wordfleet_print.rulebook.text.guard import MAX_DEPTH, Elements, clean_html, removed_from
from wordfleet_print.rulebook.text.html_page import TAG, BookText, Look, html_page, tongue
from wordfleet_print.rulebook.text.markup import Shaper, render_markup
from wordfleet_print.rulebook.text.rulings import QUESTIONS, rulings_in
from wordfleet_print.rulebook.text.sections import MARK, OPENING_ENDS
from wordfleet_print.rulebook.text.slips import Slip, left_over, nearest, place_of, refuse_slips, slip_notes
from wordfleet_print.rulebook.text.variables import render_body
from wordfleet_print.rulebook.text.writers_pictures import Drawings, Images
from wordfleet_print.wording import suggestion

_MARKER = re.compile(
    r'<p(?: class="(?P<kinds>[^"]*)")?>'
    r"\s*\[\[figure:\s*(?P<name>[^|\]<]*?)\s*(?:\|\s*(?P<caption>(?:(?!\]\]|</?p[\s>]).)*?)\s*)?\]\]\s*</p>",
    re.DOTALL,
)
_LISTS = (QUESTIONS, INDEX)
_LEFT_OVER = re.compile(r"(?P<start>\[\[\s*(?P<kind>\w+)\s*(?P<colon>:?)\s*(?=(?P<rest>[^\[\]<]*))[\w-]*)")
_QUOTED = re.compile(r"<(code|pre|kbd|samp|svg)\b.*?</\1>", re.DOTALL)
_SVG_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.DOTALL)


def place_figures(html: str, book: Rulebook, drawings: Drawings | None = None) -> str:
    """The cleaned HTML with a `<figure>` in place of each paragraph that holds a marker and nothing else: a figure of
    the game's, or else a drawing beside the rules.

    The caption is the marker's, HTML included, or else the figure's own title; after a bar alone there is none. Raises
    `BadInputError` with a complaint for every figure that there is not, that cannot be used, or that is placed twice
    (its ids would be too).
    """
    complaints: list[Complaint] = []
    placed: set[str] = set()

    def drawn(marker: re.Match[str]) -> str:
        name = marker["name"]
        where = f"[[figure: {name}]]"
        if name in placed:
            complaints.append(Complaint(where, "stands here twice", "place each figure once"))
            return ""
        placed.add(name)
        try:
            return _placed(book, drawings or Drawings(), marker)
        except BadInputError as error:
            complaints.append(Complaint(where, error.message.rstrip("."), error.tip.rstrip(".")))
            return ""

    filled = _MARKER.sub(drawn, html)
    if complaints:
        raise BadInputError(f"The figures of {book.slug} cannot be placed.", *complaints)
    return filled


def _placed(book: Rulebook, drawings: Drawings, marker: re.Match[str]) -> str:
    """The figure with its caption. Raises `BadInputError` for none of that name and for one that cannot be used."""
    name, caption, kinds = marker["name"], marker["caption"], (marker["kinds"] or "").split()
    known = figures_of(book)
    if name in known:
        ours = tongue(book)
        drawn = figure(book, name).replace("<svg", f"<svg{ours}", 1)
        return _figure(name, ["figure", *kinds], drawn, caption, ours if caption is None else "")
    words, bar, told = (caption or "").partition("|")
    try:
        svg = drawings.draw(name, " ".join(unescape(TAG.sub("", told)).split()))
    except ValueError as reason:
        raise BadInputError(f"{name}.svg cannot be a figure: {reason}.") from reason
    if svg is None:
        tip = suggestion(name, [*known, *drawings.names()], "Figures of this game")
        more = f", nor a file {name}.svg beside the rules" if drawings.folder else ""
        raise BadInputError(f"There is no figure “{name}” in {book.title}{more}.", tip=tip)
    shown = None if bar and not words.strip() else caption and words.strip()
    return _figure(name.replace("/", "-"), ["figure", "drawn", *kinds], svg, shown)


def _figure(name: str, kinds: Iterable[str], svg: str, caption: str | None, ours: str = "") -> str:
    """A figure; its caption is its title where none is given, and nothing where it is empty; `ours` is its `tongue`."""
    title = _SVG_TITLE.search(svg)
    words = title[1] if caption is None and title else caption
    told = f"\n<figcaption{ours}>{words}</figcaption>" if words else ""
    return f'<figure id="figure-{name}" class="{" ".join(kinds)}">\n{svg}{told}\n</figure>'


def marker_slips(html: str) -> Iterator[Slip]:
    """What looks like a figure's marker in HTML whose figures are placed, and is none; quoted code may look so.

    Raises nothing. Source: `[[figure: name]]` alone in a paragraph, as docs/rulebooks.md has it.
    """
    for marker in _LEFT_OVER.finditer(_QUOTED.sub("", html)):
        kind, rest = marker["kind"], unescape(marker["rest"]).strip()
        near = nearest(kind, ["figure", *_LISTS])
        meant = f"[[{near}]]" if near in _LISTS else f"[[figure: {rest}]]" if near else ""
        if near == kind and (marker["colon"] or near in _LISTS):
            meant += " in a paragraph of its own"
        if meant or marker["colon"]:
            written = f"[[{kind}{marker['colon']} {rest}]]"
            yield Slip(marker["start"], f"{written} places no figure and stays as it is", meant)


_DRAWING = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_ID = re.compile(r'<[^>]*\bid="([^"]+)"')
_LINK = re.compile(r'<a [^>]*href="([^"]+)"')
_BOOK_TITLE = re.compile(r"(<h1[^>]*>)(.+?) – (.+?)(</h1>)")
_TITLE_PARTS = r'\1<span class="name">\2</span><span class="dash"> – </span><span class="subtitle">\3</span>\4'
_MARKED = re.compile(rf'<[^>]* class="(?:[^"]* )?{MARK}[ "]')
CHANGES = '{% include "rules/changes.md" %}'
"""What the last chapter is made by."""
_OURS = re.compile(
    r'<p class="(?:stamp|answers)"|<a class="footnote-backref"'
    r'|<p class="admonition-title"(?=[^>]*>(?:Example|Borrowed)<)'
)
"""Elements that hold our words: stamps, what is ticked, ways back from footnotes, what heads boxes without a title."""
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
    """A rulebook's text to render, and at its end what printings have changed; the longest rules take longest."""
    whole = replace(source, body=f"{source.body}\n\n{CHANGES}\n") if source.book.changes else source
    return RenderOrder(partial(render_text, whole, around), len(source.body), source.name)


def page_order(text: BookText, templates: Path | None, of: str) -> RenderOrder[str]:
    """A rulebook's web page to make, which is little work beside a PDF."""
    return RenderOrder(partial(html_page, text, Look(templates=templates)), of=of)


def render_text(source: RulesSource, around: Surroundings, shaper: Shaper | None = None) -> BookText:
    """The text of a rules file as clean HTML.

    Raises `BadInputError` as `render_body` and `render_markup` do, for markup that is misspelt, and with every link
    that leads nowhere. What is only unknown gets a note, unless it may be a class that own templates have styles for.
    Source: the pipeline of docs/rulebooks.md: jinja2, markdown, nh3, pictures.
    """
    body = render_body(source, around.templates)
    where = partial(place_of, source=source)
    markup = render_markup(body, name=source.name, shaper=shaper, where=where)
    notes = [
        f"{where(lost_at(what))}: left out {what}, which a rulebook cannot hold" for what in removed_from(markup.html)
    ]
    cleaned = _OURS.sub(rf"\g<0>{tongue(source.book)}", clean_html(markup.html))
    if Elements(cleaned).deepest > MAX_DEPTH:
        what = Complaint(source.name, f"HTML is nested more than {MAX_DEPTH} elements deep")
        raise BadInputError(f"{source.name} cannot be published.", what)
    if tongue(source.book):
        notes.append(f"{where('language:')}: what a rulebook adds to these words, such as “Contents”, is in English")
    if _MARKED.search(cleaned) and source.book.game != "rules-only":
        notes.append(
            f"{where(f'{{: .{MARK}')}: marks a passage for a quick reference, but this game has one of its own"
        )
    told, untold = _told_variations(source.book, unescape(TAG.sub("", cleaned)))
    notes += [f"{where(f'name: {name}')}: the text says nothing of {name}, a variation" for name in untold if told]
    images, drawings = Images(source.name, around.folder, where), Drawings(around.folder)
    whole = _illustrated(images.place(cleaned), source, drawings)
    look, title = source.book.look, escape(source.book.title)
    pictures = images.cover(look.cover, f"Cover of {title}"), images.cover(look.logo, f"Emblem of {title}")
    whole = re.sub(r'(<a [^>]*href="[a-z0-9-]+)\.md(["#])', r"\1.html\2", whole)  # links to other rules files
    markers = (*marker_slips(whole), *left_over(whole))
    refuse_slips((*markup.slips, *markers), source)
    notes += slip_notes(markers if around.templates else (*markup.slips, *markers), source)
    faults = [Complaint(place_of(start, source), fault) for start, fault in _link_faults(whole, around.siblings)]
    for name in dict.fromkeys(images.missing):
        faults.append(Complaint(place_of(name, source), f"the picture {name} is not in the folder of the rules"))
    if faults:
        raise BadInputError(f"{source.name} has links that lead nowhere.", *faults)
    opening, _, chapters = whole.partition(_ENDS)
    opening = _BOOK_TITLE.sub(_TITLE_PARTS, opening, count=1)
    notes += (*images.notes, *drawings.notes)
    return BookText(
        source.name, source.book, opening, chapters, markup.contents, tuple(notes), rulings_in(body), *pictures
    )


def _told_variations(book: Rulebook, said: str) -> tuple[list[str], list[str]]:
    """The names of variations that a text has, and of those that it has not."""
    names = [one.name for one in getattr(book, "variations", ())]
    return [name for name in names if name in said], [name for name in names if name not in said]


def lost_at(what: str) -> str:
    """How in the source starts what was removed: `<iframe`, `onclick`. Raises nothing."""
    if link := re.fullmatch(r'href="(.*)" of <a>', what):
        return f"]({link[1]}"
    return what.partition(" of ")[0].partition("=")[0].rstrip(">")


def _illustrated(html: str, source: RulesSource, drawings: Drawings) -> str:
    """The HTML with the figures that its markers name. Complaints name file and line as well."""
    try:
        return place_figures(html, source.book, drawings)
    except BadInputError as error:
        named = (
            replace(complaint, where=f"{_line_of(complaint.where, source)}: {complaint.where}")
            for complaint in error.complaints
        )
        raise BadInputError(error.message, *named) from error


def _line_of(marker: str, source: RulesSource) -> str:
    """File and line of a figure's marker, or of the drawing in markdown's way that stands for it."""
    place = place_of(marker.rstrip("]"), source)
    image = marker.removeprefix("[[figure: ").removesuffix("]]")
    return place if place != source.name else place_of(f"{image}.svg", source)


def _link_faults(html: str, siblings: Collection[str]) -> Iterator[tuple[str, str]]:
    """Links that lead nowhere and places with the same name: each with how it starts in the source."""
    undrawn = _DRAWING.sub("", html)
    anchors = [unescape(anchor) for anchor in _ID.findall(html)]
    for twice in sorted({anchor for anchor in anchors if anchors.count(anchor) > 1}):
        yield f"#{twice}", f"the anchor #{twice} stands there more than once"
    for target in dict.fromkeys(unescape(target) for target in _LINK.findall(undrawn)):
        page, _, anchor = target.partition("#")
        if not page and anchor not in anchors and anchor.startswith("fnref:"):
            yield f"[^{anchor[6:]}]:", f"the footnote [^{anchor[6:]}] is called nowhere in the text"
        elif not page and anchor not in anchors:
            yield f"(#{anchor}", f"the link to #{anchor} finds no heading of that name"
        elif page.endswith(".html") and ":" not in page and page.removesuffix(".html") not in siblings:
            page = page.removesuffix(".html")
            yield f"({page}", f"the link to {page} finds no rulebook of that name"
