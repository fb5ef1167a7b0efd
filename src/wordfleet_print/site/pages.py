"""The pages of the site, with a bar on each."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from markupsafe import Markup, escape

from wordfleet_print.files import data_folder
from wordfleet_print.games import Edition, Rulebook
from wordfleet_print.games.registry import find_game
from wordfleet_print.messages import join_words
from wordfleet_print.paper import LETTER_TERRITORIES, Paper
from wordfleet_print.rulebook.content_policy import add_policy
from wordfleet_print.rulebook.drawings import Drawings
from wordfleet_print.rulebook.fill_facts import derive_facts
from wordfleet_print.rulebook.fonts import embed_fonts
from wordfleet_print.rulebook.line_ends import bind_ranges
from wordfleet_print.rulebook.styles import read_colors
from wordfleet_print.rulebook.templates import open_templates
from wordfleet_print.site.covers import draw_cover_styles
from wordfleet_print.site.downloads import FIRST_KINDS, KINDS, PAIRS, App, ListedFile
from wordfleet_print.site.pairs import (
    WordChoice,
    list_word_choices,
    name_language,
)
from wordfleet_print.tracker.printing_steps import list_printing_steps


@dataclass(frozen=True, slots=True)
class SiteContents:
    """What a site holds."""

    books: tuple[Rulebook, ...]
    downloads: tuple[ListedFile, ...] = ()
    """All files to download, pairs among them."""
    apps: tuple[App, ...] = ()
    """The program's own files."""
    notes: tuple[str, ...] = ()
    """What is missing, a sentence each; visitors see them."""
    url: str = ""
    """The address where the site will be; "" if nobody has said."""

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
    """Return the books of each game in a list: its plainest edition first, translations last.

    English games come first; of those the one with most editions.
    """
    by_title: dict[tuple[str, str], list[Rulebook]] = {}
    # The shortest slug is the plainest edition's: reeds comes before reeds-at-night.
    for book in sorted(books, key=lambda book: (len(book.slug), book.slug)):
        by_title.setdefault((book.game, book.title), []).append(book)
    groups: dict[tuple[str, str], list[Rulebook]] = {}
    translations: dict[tuple[str, str], list[Rulebook]] = {}
    for key, group in by_title.items():
        original = find_original(group[0], books)
        if original:
            translations.setdefault((original.game, original.title), []).extend(group)
        else:
            groups[key] = group
    games = [[*group, *translations.get(key, ())] for key, group in groups.items()]
    return sorted(games, key=lambda game: (not game[0].is_english, -len(game), game[0].title))


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


# A row of the comparison: its head, such as “Fleet”, and the lines in the cell of each edition.
Comparison = tuple[str, list[list[str]]]
# The line of an edition that says nothing.
NOTHING = "–"


def compare_books(books: Sequence[Rulebook]) -> list[Comparison]:
    """Return every row of the comparison of a game's editions, as far as any edition fills it.

    All of it is from front matter, the heads of rows from the labels.
    """
    first = books[0]
    columns = [find_game(book).describe_edition(book) for book in books]
    rows: list[Comparison] = []
    for name in columns[0]:
        cells = [column[name] for column in columns]
        if any(cells):
            head = first.say(f"compare.head.{name}")
            rows.append((head, [lines or [NOTHING] for lines in cells]))
    return rows


def draw_banner(book: Rulebook) -> Markup:
    """Return the picture of a game's dark cover, as SVG; nothing for a game that has none."""
    return Drawings(book, derive_facts(book), read_colors(book)).draw_banner(book.game)


def make_pages(site: SiteContents) -> dict[str, bytes]:
    """Return every page of the site that is no rulebook, by file name.

    A page that would have nothing to show is left out, such as the comparison of one edition.
    """
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
    path_of_site = re.sub(r"^[a-z]+://[^/]+", "", site.url)  # “/games” of https://example.org/games
    sheets = ("../unseen.css", "../base.css", "site.css", "bar.css")
    styles = "".join((folder / sheet).read_text("utf-8") for sheet in sheets)
    styles += draw_cover_styles(site.books)
    pages: dict[str, bytes] = {}
    for name in names:
        has_script = name == "index.html" and context["paired"]
        script = (folder / "pairs.js").read_text("utf-8") if has_script else ""
        page_context = context | {
            # A server shows 404.html for any address, so its links begin at the server's root.
            "root": path_of_site if name == "404.html" else "",
            "here": name,
            "pages": names,
            "steps": [step.text for step in list_printing_steps({False})],
            "script": Markup(script),  # noqa: S704 - the bundled pairs.js
        }
        page = bind_ranges(open_templates("site").get_template(name).render(page_context))
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
        "dagger_note": _explain_dagger(site.editions, differing),
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
    """Return what templates and the script of the first page know of pairs.

    `paired` are the books that have some, in the order of the first page; `pairs` their lists by
    slug; `pairs_data` the same as JSON.
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
    files: Mapping[Paper, Sequence[ListedFile]]

    def to_json(self) -> dict[str, object]:
        """Return what the script of the first page knows of it."""
        return {
            "words": self.words.slug,
            "title": self.words.title,
            "theme": self.words.is_theme,
            "pairs": {paper.slug: len(files) for paper, files in self.files.items()},
        }


def _list_pairs_by_slug(site: SiteContents) -> dict[str, list[PairList]]:
    """Return the lists of words of each edition that has files of pairs, by the edition's slug."""
    files: dict[tuple[str, str], dict[Paper, list[ListedFile]]] = {}
    for file in site.downloads:
        if file.kind == PAIRS:
            by_paper = files.setdefault((file.slug, file.words), {})
            by_paper.setdefault(file.paper, []).append(file)
    lists: dict[str, list[PairList]] = {}
    for book in site.books:
        if not isinstance(book, Edition):
            continue
        for words in list_word_choices(book):
            if files_by_paper := files.get((book.slug, words.slug)):
                lists.setdefault(book.slug, []).append(PairList(words, files_by_paper))
    return lists


def _group_downloads(downloads: Iterable[ListedFile]) -> dict[str, dict[str, list[ListedFile]]]:
    """Return the files to download by their book's slug, then by their kind."""
    shelves: dict[str, dict[str, list[ListedFile]]] = {}
    for file in downloads:
        shelves.setdefault(file.slug, {}).setdefault(file.kind, []).append(file)
    return shelves


def _compare_facts(
    books: Sequence[Rulebook],
) -> tuple[list[Comparison], list[tuple[str, list[str]]]]:
    """Return the rows of the comparison in which editions differ, and those that are the same.

    A row that is the same for all has the lines of one cell.
    """
    differing: list[Comparison] = []
    same: list[tuple[str, list[str]]] = []
    for head, cells in compare_books(books) if books else ():
        if all(cell == cells[0] for cell in cells):
            same.append((head, cells[0]))
        else:
            differing.append((head, cells))
    return differing, same


def _explain_dagger(books: Sequence[Rulebook], rows: Sequence[Comparison]) -> str:
    """Return what † in these rows of the comparison means; "" if none has one."""
    for _, cells in rows:
        lines = chain.from_iterable(cells)
        if any("†" in line for line in lines):
            return books[0].say("book.suggested_why")
    return ""


def add_bar(page: str, book: Rulebook, site: SiteContents, pages: Sequence[str]) -> str:
    """Return a rulebook's page (HTML) with the site's bar on top.

    `pages` are the names of the site's pages that the bar links to.
    """
    kits = [file for file in site.downloads if file.slug == book.slug and file.kind == "kit"]
    has_pairs = any(file.slug == book.slug and file.kind == PAIRS for file in site.downloads)
    template = open_templates("site").get_template("bar.html")
    here = f"{book.slug}.html"
    bar = template.render(here=here, pages=pages, kits=kits, paired=has_pairs, book=book, root="")
    folder = data_folder("templates")
    styles = "".join((folder / name).read_text("utf-8") for name in ("unseen.css", "site/bar.css"))
    # The policy lists digests of styles, and the bar adds one: it is taken out and computed once
    # more.
    page = re.sub(r'\n<meta http-equiv="Content-Security-Policy"[^>]*>', "", page, count=1)
    if has_pairs:
        page = link_pairs(page, book)
    page = add_policy(page.replace("</head>", f"<style>{styles}</style>\n</head>", 1))
    return re.sub(r"(<body[^>]*>)", lambda body: f"{body[1]}\n{bar}", page, count=1)


def link_pairs(page: str, book: Rulebook) -> str:
    """Return a rulebook's page (HTML) with a link to this site's own pairs behind each link to the
    address that sheets are printed from elsewhere.
    """
    if not isinstance(book, Edition):
        return page
    pairs = f' (<a href="pairs.html#{book.slug}">{escape(book.say("book.pairs_here"))}</a>)'
    address = re.escape(str(escape(book.rules_address)))
    return re.sub(rf'<a href="{address}"[^>]*>.*?</a>', lambda link: f"{link[0]}{pairs}", page)
