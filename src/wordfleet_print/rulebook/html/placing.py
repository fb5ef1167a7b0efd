"""Placing figures: a paragraph `[[figure: name | caption]]` becomes the figure, after the HTML has been cleaned."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import unescape

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.game import Rulebook
from wordfleet_print.rulebook.figures import figure, figures_of
from wordfleet_print.rulebook.html.drawings import Drawings
from wordfleet_print.rulebook.html.page import TAG
from wordfleet_print.rulebook.text.index import INDEX
from wordfleet_print.rulebook.text.lint import Slip, nearest
from wordfleet_print.rulebook.text.rulings import QUESTIONS
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
_TOLD = re.compile(r"(<title[^>]*>)([^<]*)(</title>\n<desc[^>]*>)([^<]*)(?=</desc>)")
_TABLE = re.compile(r"<table\b.*?</table>", re.DOTALL)
_ROW_HEAD = re.compile(r'<th((?: class="[a-z-]+")?) scope="row">(.*?)</th>', re.DOTALL)
_COLOR = re.compile(r'(?<==")var\(--(?:ink|paper|tint), (#[0-9a-f]+|currentColor)\)(?=")')


def place_figures(html: str, book: Rulebook, drawings: Drawings | None = None) -> str:
    """The cleaned HTML with a `<figure>` in place of each paragraph that holds a marker and nothing else: a figure of
    the game's, or else a drawing beside the rules.

    The caption is the marker's, HTML included, or else the figure's own title; after a bar alone there is none. Raises
    `BadInputError` with a complaint for every figure that there is not, that cannot be used, or that is placed twice
    (its ids would be too).
    """
    complaints: list[Complaint] = []
    placed: set[str] = set()
    placing = _Placing(book, drawings or Drawings())

    def drawn(marker: re.Match[str]) -> str:
        name = marker["name"]
        where = f"[[figure: {name}]]"
        if name in placed:
            complaints.append(Complaint(where, "stands here twice", "place each figure once"))
            return ""
        placed.add(name)
        try:
            return placing.figure(name, marker["caption"], (marker["kinds"] or "").split())
        except BadInputError as error:
            complaints.append(Complaint(where, error.message.rstrip("."), error.tip.rstrip(".")))
            return ""

    filled = _MARKER.sub(drawn, html)
    if complaints:
        raise BadInputError(f"The figures of {book.slug} cannot be placed.", *complaints)
    return filled


@dataclass(frozen=True, slots=True)
class _Placing:
    """Where figures come from."""

    book: Rulebook
    drawings: Drawings

    def figure(self, name: str, caption: str | None, kinds: Sequence[str]) -> str:
        """The figure with its caption. Raises `BadInputError` for none of that name and for one that cannot be used."""
        known = figures_of(self.book)
        if name in known:
            return _figure(name, ["figure", *kinds], figure(self.book, name), caption)
        words, bar, told = (caption or "").partition("|")
        try:
            svg = self.drawings.draw(name, " ".join(unescape(TAG.sub("", told)).split()))
        except ValueError as reason:
            raise BadInputError(f"{name}.svg cannot be a figure: {reason}.") from reason
        if svg is None:
            beside = self.drawings.names()
            tip = suggestion(name, [*known, *beside], "Figures of this game")
            more = f", nor a file {name}.svg beside the rules" if self.drawings.folder else ""
            raise BadInputError(f"There is no figure “{name}” in {self.book.title}{more}.", tip=tip)
        shown = None if bar and not words.strip() else caption and words.strip()
        return _figure(name.replace("/", "-"), ["figure", "drawn", *kinds], svg, shown)


def _figure(name: str, kinds: Iterable[str], svg: str, caption: str | None) -> str:
    """A figure; its caption is its title where none is given, and nothing where it is empty."""
    title = _SVG_TITLE.search(svg)
    words = title[1] if caption is None and title else caption
    told = f"\n<figcaption>{words}</figcaption>" if words else ""
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


def plain_colors(html: str) -> str:
    """The HTML with its figures in black, white and tint alone: what WeasyPrint needs, which knows no `var()` in SVG.

    Raises nothing. Source: WeasyPrint paints a color that it cannot read black.
    """
    return _COLOR.sub(lambda color: "#000" if color[1] == "currentColor" else color[1], html)


def spoken_titles(html: str) -> str:
    """The HTML with its figures' descriptions after their titles, which are all that WeasyPrint makes `/Alt` of.

    Raises nothing. Source: PDF/UA-1, 7.3: a figure has an alternative text.
    """
    return _TOLD.sub(r"\1\2. \4\3\4", html)


def fewer_heads(html: str) -> str:
    """The HTML with plain cells in place of rows' heads, in tables that would have more heads than cells.

    A reader tells the heads of each cell of a PDF aloud: there, columns' heads are enough. Raises nothing.
    """
    return _TABLE.sub(lambda table: _ROW_HEAD.sub(r"<td\1>\2</td>", table[0]) if _headed(table[0]) else table[0], html)


def _headed(table: str) -> bool:
    return table.count("<th ") > table.count("<td")
