"""HTML that a writer may have put into a rulebook, cleaned: an allowlist, and a note on whatever it removed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wordfleet_print.rulebook.text.guard import Element, Elements
from wordfleet_print.wording import shorten

MAX_SPAN = 30
"""Columns or rows that one table cell may cover."""
MAX_DEPTH = 60

TEXT_TAGS = frozenset(
    (
        *("a", "abbr", "b", "br", "cite", "code", "del", "em", "i", "img", "ins", "kbd", "mark", "q", "s", "samp"),
        *("small", "span", "strong", "sub", "sup", "u", "var"),
    )
)
BLOCK_TAGS = frozenset(
    (
        *("blockquote", "caption", "dd", "div", "dl", "dt", "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6"),
        *("hr", "li", "ol", "p", "pre", "section", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"),
    )
)
DROPPED_WHOLE = frozenset(["script", "style", "template", "title", "textarea", "noscript", "iframe", "object"])
"""Elements whose content goes with them: it was never text."""

ATTRIBUTES = {
    "*": {"id", "class", "lang"},
    "a": {"href", "title", "aria-labelledby", "data-section"},
    "abbr": {"title"},
    "div": {"role", "tabindex", "aria-labelledby"},
    "img": {"src", "alt", "title"},
    "ol": {"start"},
    "span": {"data-page"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan", "scope"},
}
SCHEMES = {"http", "https", "mailto", "data"}

_LINK = re.compile(r"https?://[^\s]+|mailto:[^\s]+|#.+|[a-z0-9][a-z0-9-]*\.(?:html|md)(?:#.+)?", re.IGNORECASE)
_SECTION = re.compile(r"[0-9]+(\.[0-9]+)?")
_ROLES = frozenset(["note", "group"])


def clean_html(html: str) -> str:
    """The HTML with nothing left in it that can run, fetch or leave its place.

    Raises nothing. Source: nh3 (the ammonia library), narrowed to what rulebooks need.
    """
    import nh3

    return nh3.clean(
        html,
        tags=set(TEXT_TAGS | BLOCK_TAGS),
        clean_content_tags=set(DROPPED_WHOLE),
        attributes=ATTRIBUTES,
        attribute_filter=_kept,
        url_schemes=SCHEMES,
        link_rel=None,
    )


def removed_from(html: str) -> Iterator[str]:
    """What `clean_html` removes from this HTML, in words, each once and in the order met."""
    yield from dict.fromkeys(what for element in Elements(html).all for what in _removed(element))


def _kept(tag: str, attribute: str, value: str) -> str | None:
    """An attribute's value as it may stay, or nothing."""
    keep = True
    if attribute == "href":
        keep = bool(_LINK.fullmatch(value))
    elif attribute == "src":
        keep = not re.match(r"(?!https?:|data:)[a-z][a-z0-9+.-]*:", value, re.IGNORECASE)
    elif attribute in {"colspan", "rowspan", "start"}:
        keep = value.isascii() and value.isdecimal() and len(value) < 4
        keep = keep and (tag == "ol" or 1 <= int(value) <= MAX_SPAN)
    elif attribute == "role":
        keep = value in _ROLES
    elif attribute == "tabindex":
        keep = value == "0"
    elif attribute == "data-page":
        keep = value.startswith("#")
    elif attribute == "data-section":
        keep = bool(_SECTION.fullmatch(value))
    return value if keep else None


def _removed(element: Element) -> Iterator[str]:
    """What the allowlist has no place for: the element itself, or some of its attributes."""
    tag = element.tag
    if tag not in TEXT_TAGS | BLOCK_TAGS:
        yield f"<{tag}>"
        return
    allowed = ATTRIBUTES["*"] | ATTRIBUTES.get(tag, set())
    for name, value in element.attributes:
        if name not in allowed or _kept(tag, name, value) is None:
            yield f'{name}="{shorten(value)}" of <{tag}>'
