"""The pages of the site, with a bar on each."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from wordfleet_print.files import data_folder
from wordfleet_print.games import Edition, Rulebook
from wordfleet_print.games.registry import find_game
from wordfleet_print.messages import join_words
from wordfleet_print.paper import LETTER_TERRITORIES, Paper
from wordfleet_print.rulebook.content_policy import add_policy
from wordfleet_print.rulebook.drawings import Drawings
from wordfleet_print.rulebook.fill_facts import derive_facts
from wordfleet_print.rulebook.fonts import embed_fonts
from wordfleet_print.rulebook.styles import read_colors
from wordfleet_print.rulebook.templates import open_templates
from wordfleet_print.site.covers import draw_cover_styles
from wordfleet_print.site.downloads import FIRST_KINDS, KINDS, PAIRS, App, Listed
from wordfleet_print.site.pairs import (
    WordChoice,
    list_word_choices,
    name_language,
)
from wordfleet_print.tracker.printing_steps import list_printing_steps


@dataclass(frozen=True, slots=True)
class SiteContents:
    """What a site holds: books, files to download, pairs, notes on what is missing; `url` is where
    it will be, `apps` are the program's own files.
    """

    books: tuple[Rulebook, ...]
    downloads: tuple[Listed, ...] = ()
    apps: tuple[App, ...] = ()
    notes: tuple[str, ...] = ()
    url: str = ""

    @property
    def editions(self) -> list[Rulebook]:
        """The editions to compare, in the language of the first; none where there are fewer than
        two.
        """
        editions: list[Rulebook] = []
        for game in group_games(self.books):
            editions += [book for book in game if find_game(book).describe_edition(book)]
        same = [edition for edition in editions if edition.language == editions[0].language]
        return same if len(same) > 1 else []


def group_games(books: Sequence[Rulebook]) -> list[list[Rulebook]]:
    """Return the books by game: English ones, then others; the game with most editions first, its
    plainest edition first. Translations follow the editions of their game.
    """
    by_title: dict[tuple[str, str], list[Rulebook]] = {}
    # The shortest slug is the plainest edition's: reeds comes before reeds-at-night.
    for book in sorted(books, key=lambda book: (len(book.slug), book.slug)):
        by_title.setdefault((book.game, book.title), []).append(book)
    translations: dict[tuple[str, str], list[Rulebook]] = {}
    for group in by_title.values():
        original = find_original(group[0], books)
        if original:
            translations.setdefault((original.game, original.title), []).extend(group)
    groups = [
        [*group, *translations.get(key, ())]
        for key, group in by_title.items()
        if not find_original(group[0], books)
    ]
    return sorted(groups, key=lambda group: (not group[0].is_english, -len(group), group[0].title))


def find_original(book: Rulebook, books: Iterable[Rulebook]) -> Rulebook | None:
    """Return the English book that this one is a translation of, by its slug: `reeds-de` is
    `reeds` in German.
    """
    if book.is_english:
        return None
    originals = (other for other in books if other.is_english and other.game == book.game)
    return next(
        (original for original in originals if book.slug.startswith(f"{original.slug}-")), None
    )


# What a player chooses an edition by, and its lines for each edition.
Fact = tuple[str, list[list[str]]]
# The line of an edition that says nothing.
NOTHING = "–"


def compare_books(books: Sequence[Rulebook]) -> list[Fact]:
    """Return every fact that a player chooses a game's edition by, with its lines for each book:
    all of it from front matter, its head from the labels. What no edition says is left out.
    """
    first = books[0]
    columns = [find_game(book).describe_edition(book) for book in books]
    compared: list[Fact] = []
    for name in columns[0]:
        lines = [column[name] for column in columns]
        if any(lines):
            head = first.say(f"compare.head.{name}")
            compared.append((head, [line or [NOTHING] for line in lines]))
    return compared


def draw_banner(book: Rulebook) -> Markup:
    """Return the picture of a game's dark cover, as SVG; nothing for a game that has none."""
    return Drawings(book, derive_facts(book), read_colors(book)).draw_banner(book.game)


def make_pages(site: SiteContents) -> dict[str, bytes]:
    """Return every page of the site that is no rulebook."""
    folder = data_folder("templates") / "site"
    context = _list_context(site)
    names = ["index.html"]
    if context["editions"]:
        names.append("compare.html")
    if context["paired"]:
        names.append("pairs.html")
    if context["kinds"]:
        names.append("print.html")
    names.append("404.html")
    root = re.sub(r"^[a-z]+://[^/]+", "", site.url)
    sheets = ("../base.css", "site.css", "bar.css")
    styles = "".join((folder / sheet).read_text("utf-8") for sheet in sheets)
    styles += draw_cover_styles(site.books)
    pages: dict[str, bytes] = {}
    for name in names:
        has_script = name == "index.html" and context["paired"]
        script = (folder / "pairs.js").read_text("utf-8") if has_script else ""
        # Only 404.html is served at any depth, so that its links start at the root
        here = context | {
            "root": root if name == "404.html" else "",
            "here": name,
            "pages": names,
            "steps": [step.text for step in list_printing_steps({False})],
            "script": Markup(script),  # noqa: S704 - the bundled pairs.js
        }
        page = open_templates("site").get_template(name).render(here)
        fonts = embed_fonts(re.sub(r"<[^>]+>", "", page))
        pages[name] = add_policy(page.replace("/* styles */", f"{fonts}{styles}", 1)).encode()
    return pages


def _list_context(site: SiteContents) -> dict[str, Any]:
    """Return what the templates of all pages are filled with."""
    games = group_games(site.books)
    shelves = _group_downloads(site.downloads)
    differing, same = _compare_facts(site.editions)
    icon = data_folder("templates") / "site" / "icon.svg"
    return {
        "games": games,
        "titles": join_words(game[0].title for game in games),
        "editions": site.editions,
        "differing": differing,
        "same": same,
        "shelves": shelves,
        "kinds": [kind for kind in KINDS if any(kind in shelf for shelf in shelves.values())],
        "first_kinds": FIRST_KINDS,
        "papers": list(dict.fromkeys(file.paper for file in site.downloads)),
        "languages": {book.language: name_language(book.language) for book in site.books},
        "apps": site.apps,
        "notes": site.notes,
        "letter": " ".join(sorted(LETTER_TERRITORIES)),
        "icon": base64.b64encode(icon.read_bytes()).decode(),
        "banners": {book.slug: draw_banner(book) for book in site.books},
        **_list_pairs_context(site, games),
    }


def _list_pairs_context(
    site: SiteContents, games: Iterable[Iterable[Rulebook]]
) -> dict[str, object]:
    """Return what templates say of pairs: books that have some, in the order of the first page, and
    their lists, also for the script.
    """
    lists = _list_pairs_by_slug(site)
    data = {slug: [pair_list.to_json() for pair_list in own] for slug, own in lists.items()}
    return {
        "paired": [book for game in games for book in game if book.slug in lists],
        "pairs": lists,
        "pairs_data": json.dumps(data, ensure_ascii=False),
    }


@dataclass(frozen=True, slots=True)
class PairList:
    """The pairs of an edition from one list of words: their files by paper."""

    words: WordChoice
    files: Mapping[Paper, Sequence[Listed]]

    def to_json(self) -> dict[str, object]:
        """Return what the script of the first page knows of it."""
        return {
            "words": self.words.slug,
            "title": self.words.title,
            "theme": self.words.is_theme,
            "pairs": {paper.slug: len(files) for paper, files in self.files.items()},
        }


def _list_pairs_by_slug(site: SiteContents) -> dict[str, list[PairList]]:
    """Return, for each edition's slug, its lists of words that have files of pairs: PDFs with the
    sheets of two players.
    """
    files: dict[tuple[str, str], dict[Paper, list[Listed]]] = {}
    for file in site.downloads:
        if file.kind == PAIRS:
            by_paper = files.setdefault((file.slug, file.words), {})
            by_paper.setdefault(file.paper, []).append(file)
    lists: dict[str, list[PairList]] = {}
    for book in site.books:
        if isinstance(book, Edition):
            choices = list_word_choices(book)
            own = [(words, files.get((book.slug, words.slug))) for words in choices]
            pair_lists = [PairList(words, by_paper) for words, by_paper in own if by_paper]
            if pair_lists:
                lists[book.slug] = pair_lists
    return lists


def _group_downloads(downloads: Iterable[Listed]) -> dict[str, dict[str, list[Listed]]]:
    """Return the files to download by their book's slug, then by their kind."""
    shelves: dict[str, dict[str, list[Listed]]] = {}
    for file in downloads:
        shelves.setdefault(file.slug, {}).setdefault(file.kind, []).append(file)
    return shelves


def _compare_facts(
    books: Sequence[Rulebook],
) -> tuple[list[Fact], list[tuple[str, list[str]]]]:
    """Return the facts in which editions of a game differ, with the lines of each, and those that
    are the same for all, with their lines.
    """
    differing: list[Fact] = []
    same: list[tuple[str, list[str]]] = []
    for fact, values in compare_books(books) if books else ():
        if all(value == values[0] for value in values):
            same.append((fact, values[0]))
        else:
            differing.append((fact, values))
    return differing, same


def add_bar(page: str, book: Rulebook, site: SiteContents, pages: Sequence[str]) -> str:
    """Return a rulebook's page with the site's bar on top, its styles allowed by the page's
    policy.
    """
    kits = [file for file in site.downloads if file.slug == book.slug and file.kind == "kit"]
    paired = any(file.slug == book.slug and file.kind == PAIRS for file in site.downloads)
    bar = open_templates("site").get_template("bar.html")
    drawn = bar.render(
        here=f"{book.slug}.html", pages=pages, kits=kits, paired=paired, book=book, root=""
    )
    styles = (data_folder("templates") / "site" / "bar.css").read_text("utf-8")
    # The policy lists digests of styles, and the bar adds one: it is taken out and computed once
    # more.
    page = re.sub(r'\n<meta http-equiv="Content-Security-Policy"[^>]*>', "", page, count=1)
    page = add_policy(page.replace("</head>", f"<style>{styles}</style>\n</head>", 1))
    return re.sub(r"(<body[^>]*>)", lambda body: f"{body[1]}\n{drawn}", page, count=1)
