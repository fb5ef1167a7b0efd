"""What HTML in a text may hold, by nh3’s allow-list; `own_figures` does the same for SVG."""

from __future__ import annotations

import re
from collections.abc import Iterator

_TAGS = (
    "a abbr b blockquote br caption cite code dd del div dl dt em figcaption figure h1 h2 h3 "
    "h4 h5 h6 hr i img ins kbd "
    "li mark ol p pre q s section small span strong sub sup table tbody td tfoot th thead tr u "
    "ul var"
)
# Elements that a page may hold.
TAGS = frozenset(_TAGS.split())
# Those that only markdown makes: inside them, typed as HTML, markdown would be printed as it is.
BLOCKS = frozenset(
    ["blockquote", "div", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "p", "section"]
)
# What `{: .class }` can say of a part, a chapter or a paragraph.
CLASSES = (
    *("wide", "three", "across", "draft", "finished", "unfinished", "lead", "law"),
    *("farewell", "quick"),
)
# All elements of HTML, today's and old ones: other words in angle brackets are only words.
_OTHER_TAGS = (
    "acronym address applet area article aside audio base basefont bdi bdo bgsound big blink body "
    "button canvas center col colgroup command content data datalist details dialog dir embed "
    "fieldset font footer form frame frameset head header hgroup html iframe image input isindex "
    "keygen label legend link listing main map marquee math menu menuitem meta meter nav nobr "
    "noembed noframes noscript object optgroup option output param picture plaintext portal "
    "progress rb rp rt rtc ruby samp script search select selectedcontent shadow slot source "
    "spacer strike style summary svg template textarea time title track tt video wbr xmp"
)
HTML_ELEMENTS = TAGS | frozenset(_OTHER_TAGS.split())
ATTRIBUTES = {
    "*": {"id", "class", "lang"},
    "a": {"href", "title"},
    "abbr": {"title"},
    "ol": {"start"},
    "td": {"colspan", "rowspan", "align"},
    "th": {"colspan", "rowspan", "align", "scope"},
}
# Columns or rows that a cell may cover.
MOST_COLUMNS = 30
# Addresses that a link may have.
LINK = re.compile(r"https?://\S+|mailto:\S+|#\S+|[a-z0-9][a-z0-9-]*\.html(?:#\S+)?", re.IGNORECASE)
_TAG = re.compile(r"<\s*/?\s*([a-zA-Z][\w:-]*)((?:\"[^\"]*\"|'[^']*'|[^'\">])*)>?")
# Addresses in angle brackets: `<https://…>`, `[words](<file name.png>)`, `[label]: <data:…>`.
ADDRESS = re.compile(
    r"<(?:https?://|mailto:|data:|[^<>\s@]+@)[^<>\s]+>|(?<=\]\()<[^<>\n]*>|(?<=\]: )<[^<>\n]*>"
)
_ATTRIBUTE = re.compile(r"([\w:-]+)\s*=")


def clean_html(html: str) -> str:
    """Return HTML without anything that could run, fetch or leave its place on the page."""
    import nh3

    return nh3.clean(
        html, tags=set(TAGS), attributes=ATTRIBUTES, attribute_filter=_filter, link_rel=None
    )


def _filter(_tag: str, name: str, value: str) -> str | None:
    """Return the value of an allowed attribute; None to drop one with a forbidden value."""
    if name == "href":
        return value if LINK.fullmatch(value) else None
    if name in ("colspan", "rowspan"):
        is_number = value.isascii() and value.isdecimal()
        return value if is_number and 0 < int(value[:9]) <= MOST_COLUMNS else None
    return value


def find_refused(line: str) -> Iterator[str]:
    """Yield what the HTML in a line of markdown has that is not allowed, each as a message."""
    for tag, attributes in _TAG.findall(ADDRESS.sub("", line)):
        allowed = ATTRIBUTES["*"] | ATTRIBUTES.get(tag.lower(), set())
        if tag.lower() not in TAGS or tag.lower() in BLOCKS:
            yield f"<{tag}> is not allowed in rules"
            continue
        for name in _ATTRIBUTE.findall(attributes):
            if name.lower() not in allowed:
                yield f"<{tag}> cannot have {name}="
