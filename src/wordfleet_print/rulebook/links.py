"""The last look at a site: links lead somewhere, nothing runs.

Rules and templates may be a designer's own, so a finished page is trusted no more than what it was made from.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from urllib.parse import unquote

from wordfleet_print.rulebook.text.guard import Elements, own_policy, policy_in, refused_in, source_of

POLICY = (
    "default-src 'none'; style-src 'self'; font-src data:; img-src 'self' data:; base-uri 'none'; form-action 'none'"
)
"""The Content-Security-Policy of the site's other pages: styles beside them with fonts inside, and not one script."""

PAIRS_PAGE, SEARCH_PAGE = "pairs.html", "search.html"
"""The pages with a script, which picks a pair that its reader has not had, or looks words up."""
SCRIPTS = {
    f"{name}.html": (Path(__file__).parent / f"{name}.js").read_text(encoding="utf-8") for name in ("pairs", "search")
}


def policy_of(name: str) -> str:
    """The policy of one of the site's pages: its very own script runs, if it has one, and no other. Raises nothing."""
    return f"{POLICY}; script-src '{source_of(SCRIPTS[name])}'" if name in SCRIPTS else POLICY


LONE = "404.html"
"""The one page that is served at any depth: it holds its styles and fonts itself, and its links start at the root."""

_CSS_URL = re.compile(r"url\(\s*[\"']?([^\"')]+)")
_ELSEWHERE = re.compile(r"(?:[a-z][a-z0-9+.-]*:|//)", re.IGNORECASE)


class Links:
    """What a page refers to and holds: links to follow, files it fetches, anchors, policy, what may not be there."""

    def __init__(self, page: str) -> None:
        read = Elements(page)
        self.followed: list[str] = []
        self.fetched: list[str] = []
        self.anchors = {element.get("id") for element in read.all}
        self.policy = policy_in(read.all)
        self.styles = "".join(read.styles)
        self.refused = list(refused_in(read.all))
        for tag, attributes in read.all:
            facts = dict(attributes)
            if tag == "a" and "href" in facts:
                self.followed.append(facts["href"])
            elif not (tag == "link" and facts.get("rel") == "canonical"):
                known = ("href", "xlink:href", "src", "poster", "data")
                self.fetched += [facts[name] for name in known if name in facts]


def site_faults(files: Mapping[str, bytes], known: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Every fault of a site's pages and style sheets: the file, and what is wrong. Raises nothing.

    `files` are those to look into, `known` the names of all files the site will have.
    """
    pages: dict[str, Links] = {}
    for name in (name for name in files if name.endswith(".html")):
        # The one script that a page may hold: whatever is left is refused
        pages[name] = Links(files[name].decode().replace(f"<script>{SCRIPTS.get(name)}</script>", "", 1))
    for name, page in pages.items():
        yield from ((name, fault) for fault in dict.fromkeys(_page_faults(name, page)))
        yield from ((name, fault) for fault in _stray(name, page.fetched, known))
        dead = (_dead(name, address, pages, known) for address in dict.fromkeys(page.followed))
        yield from ((name, fault) for fault in dead if fault)
    for name, content in files.items():
        if name.endswith(".css"):
            yield from ((name, fault) for fault in _stray(name, _CSS_URL.findall(content.decode()), known))
        elif name.endswith(".svg"):
            picture = Links(content.decode("utf-8", "replace"))
            yield from ((name, refused) for refused in dict.fromkeys(picture.refused))
            yield from ((name, fault) for fault in _stray(name, picture.fetched + picture.followed, frozenset()))


def _page_faults(name: str, page: Links) -> Iterator[str]:
    yield from page.refused
    if page.policy != (own_policy(page.styles) if name == LONE else policy_of(name)):
        yield "has no strict Content-Security-Policy; keep its <meta> element"
    if page.styles and name != LONE:
        yield "holds <style>, which its Content-Security-Policy forbids; write it into a style sheet"


def _stray(name: str, fetched: Iterable[str], known: frozenset[str]) -> Iterator[str]:
    for address in dict.fromkeys(fetched):
        if not address.startswith(("data:image/", "data:font/woff2;", "#")) and _resolved(name, address) not in known:
            yield f"fetches {address[:80]}, which is no file of the site"


def _resolved(page: str, address: str) -> str:
    """The file of the site that a relative address leads to, seen from a page; none for any other address."""
    if _ELSEWHERE.match(address) or address.startswith("/"):
        return ""
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(address)))


def _dead(name: str, address: str, pages: Mapping[str, Links], known: frozenset[str]) -> str:
    if re.match(r"https?://|mailto:", address, re.IGNORECASE) or (name == LONE and address.startswith("/")):
        return ""
    path, _, anchor = address.partition("#")
    target = _resolved(name, path) if path else name
    if target not in known:
        return f"links to {address[:80]}, which is no file of the site"
    if anchor and target in pages and unquote(anchor) not in pages[target].anchors:
        return f"links to {address[:80]}, but no place there has that name"
    return ""
