"""Links between the site's pages that lead nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape


def find_dead_links(files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield a sentence for each link between the site's pages that leads nowhere.

    `files` are all files of the site by path; what is in those that are no pages does not matter.
    """
    pages = {name: content.decode() for name, content in files.items() if name.endswith(".html")}
    ids = {name: set(re.findall(r'\bid="([^"]+)"', page)) for name, page in pages.items()}
    for name, page in pages.items():
        for address in dict.fromkeys(re.findall(r'<a\b[^>]*\bhref="([^"]*)"', page)):
            if _leaves_site(address, name):
                continue
            path, _, anchor = unescape(address).partition("#")
            target = path.removeprefix("/").removeprefix("./") or name
            if target not in files:
                yield f"{name} links to {path}, which is not a page of the site"
            elif anchor and target in ids and anchor not in ids[target]:
                yield f"{name} links to {path}#{anchor}, and no place there has that name"


def _leaves_site(address: str, page: str) -> bool:
    """Return whether this link of a page is not between the site's files."""
    if not address or re.match(r"[a-z]+:", address):
        return True
    # 404.html is served for any address: its links start at the server's root, which no file name
    # does.
    return page == "404.html" and unescape(address).startswith("/")
