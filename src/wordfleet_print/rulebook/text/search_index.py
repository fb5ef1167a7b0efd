"""The sections of finished pages, and in which of them each word stands: what a site is searched by."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from html import unescape

from wordfleet_print.games import Rulebook
from wordfleet_print.rulebook.text.book_index import INDEX
from wordfleet_print.rulebook.text.html_page import TAG

MOST_INDEX = 60_000
"""Bytes of an index: of a larger one, words that stand in most sections are left out."""
_MAIN = re.compile(r"<main\b.*?</main>", re.DOTALL)
_HEADING = re.compile(r'<h[2-6]\b[^>]*\bid="([^"]+)"[^>]*>(.*?)</h[2-6]>', re.DOTALL)
_DRAWING = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_INDEX = re.compile(rf'<ul class="(?:[^"]* )?{INDEX}[ "]')


def search_index(books: Iterable[tuple[Rulebook, str]]) -> tuple[str, dict[str, str]]:
    """What there is to find in rulebooks, each with its page, as JSON; and by slug, the place of each book's own index
    of words, or nothing.

    `books` are files and titles; `places` a book's number, an anchor and a heading; `words` the numbers of places;
    `common` are words left out. Raises nothing. Source: the headings of `<main>`, and their ids.
    """
    titles, places, words, own = list[list[str]](), list[list[object]](), dict[str, list[int]](), dict[str, str]()
    for number, (book, page) in enumerate(books):
        name = f"{book.title}, {book.edition} edition" if book.edition else book.title
        titles.append([f"{book.slug}.html", name])
        own[book.slug] = ""
        for anchor, heading, html in (("", name, book.tagline), *_sections(page)):
            if _INDEX.search(html):
                own[book.slug] = f"#{anchor}"
            for word in words_of(f"{heading} {'' if own[book.slug] == f'#{anchor}' else _said(html)}"):
                words.setdefault(word, []).append(len(places))
            places.append([number, anchor, heading])
    common: list[str] = []
    by_use = sorted(words, key=lambda word: (-len(words[word]), word))
    size = _size([titles, places]) + sum(_size([word, where]) for word, where in words.items())
    for word in by_use if size > MOST_INDEX else ():
        size -= _size([word, words.pop(word)]) - _size(word)
        common.append(word)
        if size <= MOST_INDEX:
            break
    facts = {"books": titles, "places": places, "words": dict(sorted(words.items())), "common": common}
    return _json(facts), own


def words_of(text: str) -> set[str]:
    """The words of a text as they are looked for: in small letters, without accents and an s at the end."""
    plain = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    found = {word.removesuffix("s") for word in re.findall(r"[^\W_]+", plain.lower())}
    return {word for word in found if len(word) > 1}


def _json(facts: object) -> str:
    """As it may stand inside a page's element."""
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _size(facts: object) -> int:
    return len(_json(facts).encode())


def _sections(page: str) -> Iterator[tuple[str, str, str]]:
    """Each section of a page: its anchor, its heading in words, its HTML up to the next."""
    main = _MAIN.search(page)
    _, *parts = _HEADING.split(main[0] if main else "")
    for anchor, heading, html in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        yield unescape(anchor), _said(heading), html


def _said(html: str) -> str:
    return " ".join(unescape(TAG.sub(" ", _DRAWING.sub(" ", html))).split())
