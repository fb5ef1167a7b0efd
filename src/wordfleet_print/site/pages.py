"""The pages of the site, with a bar on each, and everything that they offer to print."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import unescape
from typing import Any

from markupsafe import Markup

from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.fleet.deck import blank_deck, tier_deck
from wordfleet_print.fleet.word_lists import load_words
from wordfleet_print.games import Edition, Rulebook, RulesSource
from wordfleet_print.games.registry import find_game
from wordfleet_print.kit.document import make_kit
from wordfleet_print.kit.printing import print_document
from wordfleet_print.messages import how_many, join_words
from wordfleet_print.paper import LETTER_TERRITORIES, Paper
from wordfleet_print.rulebook.content_policy import add_policy
from wordfleet_print.rulebook.drawings import Drawings, open_templates
from wordfleet_print.rulebook.fill_facts import BookSource, derive_facts
from wordfleet_print.rulebook.fonts import embed_fonts
from wordfleet_print.rulebook.page import BookSettings
from wordfleet_print.rulebook.pdf import Printed
from wordfleet_print.rulebook.print_book import BOOK, BOOKLET, QUICK, print_files
from wordfleet_print.rulebook.styles import read_colors
from wordfleet_print.settings.games import KitSettings
from wordfleet_print.sheet.dealing import deal
from wordfleet_print.site.covers import draw_cover_styles
from wordfleet_print.site.pairs import (
    TIER,
    WordChoice,
    list_word_choices,
    name_language,
    name_pair,
    print_pairs,
)
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.tracker.print_trackers import SheetToPrint, count_pages, print_trackers
from wordfleet_print.tracker.printing_steps import list_printing_steps

PACK = "tracker pack"
KIT = "kit"
PAIRS = "pairs"
# The kinds of downloads in the order in which they are shown, and how their files end.
ENDINGS = {BOOK: "", BOOKLET: "-booklet", QUICK: "-quick-reference", PACK: "-trackers", KIT: "-kit"}
# Those that the first page offers next to the rules.
FIRST_KINDS = (BOOK, KIT)


@dataclass(frozen=True, slots=True)
class Download:
    """Files that one call makes: of which book, what they are, on which paper; `names` are their
    places in the site. Pairs are dealt from a list of `words`.
    """

    slug: str
    kind: str
    paper: Paper
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    make: Callable[[], tuple[Printed, ...]]
    words: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """A file to download, as a page shows it."""

    slug: str
    kind: str
    paper: Paper
    name: str
    size: int
    pages: int
    words: str = ""

    @property
    def length(self) -> str:
        """Its pages, in words."""
        return how_many(self.pages, "page")

    @property
    def weight(self) -> str:
        """Its size, in words."""
        return describe_size(self.size)


def list_downloads(
    sources: Sequence[BookSource], papers: Sequence[Paper], pairs: int, *, pdfs: bool
) -> Iterator[Download]:
    """Yield everything that can be printed of these rules, and `pairs` pairs of each edition on
    each paper.
    """
    for source in sources:
        for paper in papers:
            if pdfs:
                yield from _list_pdfs(source, paper)
            if pairs and find_game(source.book).has_trackers:
                yield from _list_pairs(source.edition, paper, pairs)


def _list_pairs(edition: Edition, paper: Paper, count: int) -> Iterator[Download]:
    """Yield an edition's pairs: `count` from each list of words."""
    slug = edition.slug
    for words in list_word_choices(edition):
        numbers = range(1, count + 1)
        names = tuple(name_pair(slug, words.slug, paper.slug, number) for number in numbers)
        make = partial(print_pairs, edition, words, paper, count)
        yield Download(slug, PAIRS, paper, names, (PAIRS,) * count, make, words.slug)


def _list_pdfs(source: BookSource, paper: Paper) -> Iterator[Download]:
    """Yield the book, the tracker pack of an edition, and the kit if there is one."""
    slug = source.book.slug

    def place(kind: str) -> str:
        return f"downloads/{slug}{ENDINGS[kind]}-{paper.slug}.pdf"

    kinds = (BOOK, BOOKLET, QUICK)
    books = partial(print_files, source, BookSettings(paper), kinds)
    yield Download(slug, BOOK, paper, tuple(map(place, kinds)), kinds, books)
    if find_game(source.book).has_trackers:
        pack = partial(print_pack, source, paper)
        yield Download(slug, PACK, paper, (place(PACK),), (PACK,), pack)
    if source.book.kit:
        kit = partial(print_whole_kit, source, paper)
        yield Download(slug, KIT, paper, (place(KIT),), (KIT,), kit)


def print_pack(source: RulesSource, paper: Paper) -> tuple[Printed, ...]:
    """Return a table's trackers with words, then as many blank ones, in one PDF; the same bytes
    every time.

    Raises `BadInputError` for an edition that does not fit the paper.
    """
    edition = source.edition
    notes: list[str] = []
    sheets: list[SheetToPrint] = []
    # Sheets for a table with words, then as many blank ones to fill in
    for deck in (tier_deck(edition, load_words(edition.language, TIER)), blank_deck(edition)):
        try:
            dealt = deal(deck, ("",) * edition.players.count, f"published pack {edition.slug}")
            sheets += [SheetToPrint(sheet, SheetLooks(paper)) for sheet in dealt]
        except (
            BadInputError
        ) as error:  # the bundled words do not suit every edition; blank sheets do
            notes.append(f"no sheets with words: {error.message.rstrip('.')}")
    return (Printed(print_trackers(edition, sheets), count_pages(sheets), tuple(notes)),)


def print_whole_kit(source: BookSource, paper: Paper) -> tuple[Printed, ...]:
    """Return a game's kit. Raises `BadInputError` for one that cannot be printed on this paper."""
    return (print_document(make_kit(source, KitSettings(paper=paper.slug))),)


# The systems that a file of the program can be for, by a word in its name.
SYSTEMS = {"windows": "Windows", "macos": "macOS", "linux": "Linux"}


@dataclass(frozen=True, slots=True)
class App:
    """A file with the program itself, which somebody has put into the site's folder."""

    name: str
    size: int

    @property
    def file(self) -> str:
        """Its name without the folder."""
        return self.name.rpartition("/")[2]

    @property
    def system(self) -> str:
        """The system that it is for; its name, if that does not say so."""
        systems = (title for word, title in SYSTEMS.items() if word in self.file.lower())
        return next(systems, self.file)

    @property
    def weight(self) -> str:
        """Its size, in words."""
        return describe_size(self.size)


def describe_size(size: int) -> str:
    """Return a number of bytes in words: “30 kB”, “1.2 MB”."""
    if size >= 995_000:
        return f"{size / 1e6:.1f} MB"
    return f"{max(1, round(size / 1000))} kB"


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
    games: dict[tuple[str, str], list[Rulebook]] = {}
    # The shortest slug is the plainest edition's: reeds comes before reeds-at-night.
    for book in sorted(books, key=lambda book: (len(book.slug), book.slug)):
        games.setdefault((book.game, book.title), []).append(book)
    translated: dict[tuple[str, str], list[Rulebook]] = {}
    for game in games.values():
        original = find_original(game[0], books)
        if original:
            translated.setdefault((original.game, original.title), []).extend(game)
    groups = [
        [*game, *translated.get(key, ())]
        for key, game in games.items()
        if not find_original(game[0], books)
    ]
    return sorted(groups, key=lambda game: (not game[0].is_english, -len(game), game[0].title))


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


def compare_editions(editions: Sequence[Rulebook]) -> list[Fact]:
    """Return every fact that a player chooses an edition by, with its lines for each: all of it
    from front matter, its head from the labels. What no edition says is left out.
    """
    first = editions[0]
    columns = [find_game(edition).describe_edition(edition) for edition in editions]
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
        "kinds": [kind for kind in ENDINGS if any(kind in shelf for shelf in shelves.values())],
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
    lists = _list_pairs_by_words(site)
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


def _list_pairs_by_words(site: SiteContents) -> dict[str, list[PairList]]:
    """Return the pairs that a site has by the edition's slug, a list of words after the other."""
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
    editions: Sequence[Rulebook],
) -> tuple[list[Fact], list[tuple[str, list[str]]]]:
    """Return the facts in which editions differ, with the lines of each, and those that are the
    same for all, with their lines.
    """
    differing: list[Fact] = []
    same: list[tuple[str, list[str]]] = []
    for fact, values in compare_editions(editions) if editions else ():
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


def find_dead_links(files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield each link between the site's pages that leads nowhere, as a sentence."""
    pages = {name: content.decode() for name, content in files.items() if name.endswith(".html")}
    anchors = {name: set(re.findall(r'\bid="([^"]+)"', page)) for name, page in pages.items()}
    for name, page in pages.items():
        for address in dict.fromkeys(re.findall(r'<a\b[^>]*\bhref="([^"]*)"', page)):
            if _leaves_site(address, name):
                continue
            path, _, anchor = unescape(address).partition("#")
            target = path.removeprefix("/").removeprefix("./") or name
            if target not in files:
                yield f"{name} links to {path}, which is not a page of the site"
            elif anchor and target in anchors and anchor not in anchors[target]:
                yield f"{name} links to {path}#{anchor}, and no place there has that name"


def _leaves_site(address: str, page: str) -> bool:
    """Return whether this link of a page is not between the site's files."""
    if not address or re.match(r"[a-z]+:", address):
        return True
    # 404.html is served for any address: its links start at the server's root, which no file name
    # does.
    return page == "404.html" and unescape(address).startswith("/")
