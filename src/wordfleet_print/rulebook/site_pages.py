"""The pages beside the rulebooks: landing, comparison, what to print, 404.

Their templates can be a user's: what they make is looked through by `links`, like every page of the site.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path

from pydantic import Base64Bytes

from wordfleet_print import __version__
from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.games import Edition, Rulebook
from wordfleet_print.rulebook.bound_book import Flip
from wordfleet_print.rulebook.downloads import ASSETS, Download, PairShelf, games_of, papers_of, shelf_of
from wordfleet_print.rulebook.figures import FIGURES, figure
from wordfleet_print.rulebook.figures.opening import cover
from wordfleet_print.rulebook.links import PAIRS_PAGE, POLICY, SCRIPTS, SEARCH_PAGE, policy_of
from wordfleet_print.rulebook.previews import LANDING, link_lines
from wordfleet_print.rulebook.text.guard import own_file, own_policy
from wordfleet_print.rulebook.text.html_page import MAX_STYLES, Look, data_of, fill_template, read_styles
from wordfleet_print.rulebook.text.variables import codes_dealt
from wordfleet_print.rulebook.text.web_fonts import font_faces
from wordfleet_print.tracker.geometry import LETTER_TERRITORIES
from wordfleet_print.wording import counted, listed


@dataclass(frozen=True, slots=True)
class Publisher:
    """What some rulebooks say of their publisher, alike; `titles` names them, or is empty where all say so."""

    publisher: str | None = None
    publisher_address: str | None = None
    contact: str | None = None
    licence: str | None = None
    titles: str = ""


def imprints(books: Sequence[Rulebook]) -> tuple[Publisher, ...]:
    """Each publisher once, with what it publishes where not all have the same. Raises nothing.

    Source: front matter; what says nothing of a publisher has no imprint.
    """
    groups: dict[Publisher, list[str]] = {}
    for book in books:
        said = Publisher(book.publisher, book.publisher_address, book.contact, book.licence)
        groups.setdefault(said, []).append(f"{book.title}, {book.edition}" if book.edition else book.title)
    alone = len(groups) == 1
    return tuple(
        said if alone else replace(said, titles=listed(list(dict.fromkeys(titles))))
        for said, titles in groups.items()
        if said != Publisher()
    )


NONE = "–"
OPEN = "left open; the rulebook suggests a rule (†)"
"""What the designer has not said."""
OURS = {"last-salvo": " (†)", "found-and-spelled": " (†)"}
"""What stands behind the kinds of variations that are the rulebook's, not the designer's (A-12, A-20)."""
BIDS = {
    "codes": "claim to hold a code, truly or as a bluff; the rulebook suggests which claim is higher (†)",
    "digits": "claim a highest digit, truly or as a bluff; a higher digit is a higher claim",
}
"""What is claimed in the bidding, by `bids` of the front matter."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One fact of each edition, in the editions' order; a fact may be a list of lines."""

    fact: str
    values: tuple[tuple[str, ...], ...]

    @property
    def differs(self) -> bool:
        """Whether the editions disagree on it."""
        return len(set(self.values)) > 1


def compare(editions: Sequence[Edition]) -> tuple[Comparison, ...]:
    """Every fact of these editions that a player chooses by, one row each.

    Raises nothing. Source: the editions' front matter alone; a field that changes there changes here.
    """
    columns = [_facts(edition) for edition in editions]
    return tuple(Comparison(fact, tuple(tuple(column[fact]) for column in columns)) for fact in columns[0])


def _facts(edition: Edition) -> dict[str, list[str]]:
    """What is compared, in the order a player asks; each value is the lines of a table cell."""
    players, codes, notes = edition.players, edition.launch_codes, edition.tracker.notes
    frequency_lock = codes.first_codes == "frequency-lock"
    return {
        "Players": [counted(players.count, players.one, players.many)],
        "Minutes and age": [edition.play.said if edition.play else NONE],
        "Grid": [f"{edition.grid.columns} × {edition.grid.rows} squares"],
        "Ships and their letters": [f"{ship.ship}: {ship.letters}" for ship in edition.fleet],
        "Letters in a fleet": [str(edition.fleet_letters)],
        "Ships may touch": ["yes" if edition.touching == "allowed" else "no, not even at a corner"],
        "A turn": [f"{act.name}: {act.calls}{_optional(act.optional)}" for act in edition.turn.actions],
        "Asking for a letter": ["each letter once a game" if edition.tracker.letters_once else OPEN],
        "What a hit reveals": [
            f"{mark.result}: {mark.tells}" for mark in edition.marks if mark.tells and mark.draws != "dot"
        ]
        or [NONE],
        "How a ship sinks": list(edition.sinks) or [NONE],
        "Marks": [f"{mark.result}: {mark.legend}" for mark in edition.marks],
        "Launch codes": [f"{counted(codes.count, 'code')} of {counted(codes.digits, 'digit')}"],
        "Codes that our trackers hold": [codes_dealt(codes)],
        "Who opens the bidding": ["a Frequency Lock of the first codes decides" if frequency_lock else OPEN],
        "Who strikes first": [
            *([BIDS[codes.bids]] if codes.bids else []),
            "a claim conceded: whoever made it, with an ordinary turn",
            f"a claim challenged: whoever was right, with {counted(codes.opening_turns, 'opening turn')}",
        ],
        "Lines for notes": [f"{notes.label}: {counted(notes.lines, 'line')}" if notes else NONE],
        "Variations": [
            f"{kind.name} ({kind.area}\u00a0×\u00a0{kind.area})"
            if kind.area
            else f"{kind.name}{OURS.get(kind.kind, '')}"
            for kind in edition.variations
        ]
        or [NONE],
        "Each player needs": [
            f"{thing.each if thing.each > 1 else 'a'} {thing.item}{_optional(thing.optional)}"
            for thing in edition.equipment
        ],
    }


def _optional(optional: bool) -> str:
    return " (optional)" if optional else ""


HEROES = {"word-fleet": "grid", "army-men": "cover", "happy-flip-chess": "position"}
"""The figure that stands for a game on the landing page; for any other, the first that it has."""
ICON = "site/icon.svg"

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_POLICY = re.compile(r'(<meta http-equiv="Content-Security-Policy" content=")[^"]*(">)')
_BODY = re.compile(r"<body[^>]*>(?:\s*<a class=\"skip\".*?</a>)?", re.DOTALL)
_RULING = re.compile(r'<a href="([\w-]+\.html)#(ruling-[\w-]*)">([^<]*)</a>')


@dataclass(frozen=True, slots=True)
class SiteContext:
    """What the pages beside the rulebooks are made from.

    `notes` are sentences on what could not be made. `url` is where the site will stand, ending in a slash, or empty.
    `templates` is a folder whose templates go before the bundled ones. `index` and `word_lists` are those of
    `search_index`.
    """

    books: tuple[Rulebook, ...]
    downloads: tuple[Download, ...] = ()
    pairs: tuple[PairShelf, ...] = ()
    notes: tuple[str, ...] = ()
    url: str = ""
    templates: Path | None = None
    index: str = "{}"
    word_lists: Mapping[str, str] = field(default_factory=dict)

    @property
    def paired(self) -> tuple[str, ...]:
        """The slugs of the editions that have ready pairs."""
        return tuple(shelf.book.slug for shelf in self.pairs)

    @property
    def editions(self) -> tuple[Edition, ...]:
        """The editions to compare; none where there are fewer than two."""
        editions = [book for game in games_of(self.books) for book in game.books if isinstance(book, Edition)]
        return tuple(editions) if len(editions) > 1 else ()


@dataclass(frozen=True, slots=True)
class SitePages:
    """What makes rulebooks a site: its other files by name, the bar for each rulebook by slug, the bars' styles."""

    files: dict[str, Base64Bytes]
    bars: dict[str, str]
    bar_styles: str


def make_pages(site: SiteContext) -> SitePages:
    """Every page of the site that is no rulebook, the assets they use, and the bars on top of the rulebooks.

    Raises `BadInputError` for templates of a user that fail. Source: `templates/site/`.
    """
    bars = {book.slug: _bar(site, slug=book.slug) for book in site.books}
    return SitePages(_files(site), bars, read_styles("site/bar.css", site.templates))


def asset(name: str, content: bytes) -> tuple[str, bytes]:
    """A shared file under a name that its content decides, so that it can be kept for ever."""
    stem, _, kind = name.rpartition(".")
    return f"{ASSETS}/{stem}-{hashlib.sha256(content).hexdigest()[:12]}.{kind}", content


KIT_LINK = "kit-link"
"""The class of the paragraph that leads to a game's kit."""
_NEEDED = re.compile(r'<figure id="figure-kit".*?</figure>', re.DOTALL)
_FIRST_CHAPTER = re.compile(r'<section class="chapter">.*?(?=</div></section>)', re.DOTALL)


def rulebook_page(page: str, bar: str, bar_styles: str, links: str = "") -> tuple[str, dict[str, bytes]]:
    """A self-contained rulebook page as part of the site, and the assets it uses.

    Its fonts and styles become files that all pages share, and the site's own bar is set on top. `links` are those of
    `link_lines`. Raises `BadInputError` for a page without styles. Source: `html_page`.
    """
    found = _STYLE.search(page)
    if not found:
        raise BadInputError("A rulebook's template has no <style> element.", tip="Keep {{ styles|safe }} in its head.")
    files = dict([_fonts(), asset("rulebook.css", (found[1].removeprefix(font_faces("")) + bar_styles).encode())])
    styles = "\n".join(f'<link rel="stylesheet" href="{name}">' for name in files)
    page = f"{page[: found.start()]}{styles}{links}{page[found.end() :]}"
    page = _POLICY.sub(lambda meta: f"{meta[1]}{POLICY}{meta[2]}", page, count=1)
    page = _BODY.sub(lambda body: f"{body[0]}\n{bar}", page, count=1)
    return page, files


def pointed_here(page: str, book: Edition) -> str:
    """An edition's page on a site with pairs of it: where it gives the address of trackers, it leads to these."""
    address = re.escape(escape(book.tracker_address or book.rules_address))
    link = re.compile(rf'<a class="address" href="{address}">[^<]*</a>')
    return link.sub(f'<a href="{PAIRS_PAGE}#{book.slug}">the ready pairs on this site</a>', page)


def kit_linked(page: str, kits: Sequence[tuple[str, str]]) -> str:
    """A rulebook's page with links to its kit: what each is called, and where it is. They stand below the picture of
    what players need or, without one, below the first chapter. Without any, or with links already, it is as it was.
    """
    place = _NEEDED.search(page) or _FIRST_CHAPTER.search(page)
    if not kits or not place or KIT_LINK in page:
        return page
    links = " or ".join(f'<a href="{escape(address)}">{escape(name)}</a>' for name, address in kits)
    told = f'\n<p class="{KIT_LINK}">To print and cut out, in true scale: {links}.</p>'
    return f"{page[: place.end()]}{told}{page[place.end() :]}"


def rulings_linked(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The comparison of editions, if there is one, without its links to rulings that a designer's own book lacks."""

    def kept(link: re.Match[str]) -> str:
        return link[0] if f' id="{link[2]}"'.encode() in files.get(link[1], b"") else link[3]

    page = files.get("compare.html", b"").decode()
    return {"compare.html": _RULING.sub(kept, page).encode()} if page else {}


def _files(site: SiteContext) -> dict[str, bytes]:
    styles = "".join(read_styles(f"site/{name}", site.templates) for name in ("site.css", "bar.css"))
    icon, drawn = asset("icon.svg", _icon(site.templates))
    files = dict([_fonts(), asset("site.css", styles.encode())])
    context = _context(site) | {"sheets": list(files), "icon": icon}
    files[icon] = drawn
    known = {"compare.html": site.editions, PAIRS_PAGE: site.pairs, "print.html": site.downloads}
    pages = ["index.html", SEARCH_PAGE, *(name for name, wanted in known.items() if wanted)]
    parts = [data_of(book) | {"url": f"{book.slug}.html"} for game in games_of(site.books) for book in game.books]
    for name in pages:
        links = link_lines(site.url, LANDING, name.removeprefix("index.html"))
        about = {"bar": _bar(site, here=name), "links": links, "policy": policy_of(name), "script": SCRIPTS.get(name)}
        data = {"@type": "WebSite", "hasPart": parts} if name == "index.html" else {}
        files[name] = _fill(name, site, {**context, **about, "data": data}).encode()
    styles = font_faces("") + styles  # it may be served at any depth: all is inside it, its links start at the root
    root = re.sub(r"^[a-z]+://[^/]+", "", site.url)
    lone = {"styles": styles, "policy": own_policy(styles), "root": root, "bar": _bar(site, root=root)}
    context |= lone | {"icon_inside": base64.b64encode(drawn).decode()}
    files["404.html"] = _fill("404.html", site, context).encode()
    files["robots.txt"] = b"User-agent: *\nAllow: /\n"
    if site.url:
        files["robots.txt"] += f"Sitemap: {site.url}sitemap.xml\n".encode()
        newest = max(book.issued for book in site.books)
        places = {name.removeprefix("index.html"): newest for name in pages}
        places |= {f"{book.slug}.html": book.issued for game in games_of(site.books) for book in game.books}
        # Source: sitemaps.org, protocol 0.9; the only dates are those of printings: the same site has the same map.
        entries = "".join(
            f"<url><loc>{escape(site.url + page)}</loc>{f'<lastmod>{day}</lastmod>' if day else ''}</url>\n"
            for page, day in places.items()
        )
        head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        files["sitemap.xml"] = f"{head}{entries}</urlset>\n".encode()
    return files


def _context(site: SiteContext) -> dict[str, object]:
    """What every template of the site may speak of."""
    games, editions = games_of(site.books), site.editions
    rows = compare(editions) if editions else ()
    titled = len({edition.title for edition in editions}) > 1  # columns are headed by title too where titles differ
    return {
        "games": games,
        "heroes": {game.first.slug: _hero(game.first) for game in games},
        "downloads": site.downloads,
        "papers": papers_of(site.downloads),
        "pairs": site.pairs,
        "paired": site.paired,
        "pair_papers": list(dict.fromkeys(paper.title for shelf in site.pairs for paper, _ in shelf.papers)),
        "letter": " ".join(sorted(LETTER_TERRITORIES)),
        "shelves": {book.slug: shelf_of(book.slug, site.downloads) for book in site.books},
        "kinds": tuple(dict.fromkeys(entry.kind for entry in site.downloads)),
        "flip": Flip.SHORT.value,
        "notes": site.notes,
        "editions": [(e, f"{e.title}, {e.edition}" if titled else e.edition) for e in editions],
        "differing": [row for row in rows if row.differs],
        "same": [row for row in rows if not row.differs],
        "imprints": imprints(site.books),
        "index": site.index,
        "word_lists": {book.slug: site.word_lists.get(book.slug, "") for book in site.books},
        "version": __version__,
    }


def _bar(site: SiteContext, *, here: str = "", slug: str = "", root: str = "") -> str:
    """The links on top of a page: of the site's own page `here`, or a rulebook's; `root` goes before each address."""
    shelf = slug if any(entry.slug == slug for entry in site.downloads) else ""
    pairs = slug in site.paired if slug else bool(site.pairs)
    facts = {"downloads": bool(site.downloads), "compares": bool(site.editions), "here": here}
    return _fill("bar.html", site, {**facts, "shelf": shelf, "pairs": pairs, "slug": slug, "root": root}).strip()


def _fonts() -> tuple[str, bytes]:
    """The style sheet with the fonts inside it: browsers wait for it, so no text is set twice and nothing moves."""
    return asset("fonts.css", font_faces("").encode())


def _icon(templates: Path | None) -> bytes:
    """The icon's picture. Raises `BadInputError` for a user's that cannot be read or is too large to be one."""
    path = own_file(ICON, templates) or data_folder("templates") / ICON
    try:
        with path.open("rb") as file:
            content = file.read(MAX_STYLES + 1)
    except OSError as error:
        raise BadInputError(f"{path} cannot be read: {error.strerror}.") from error
    if len(content) > MAX_STYLES:
        raise BadInputError(f"{path} is larger than {MAX_STYLES:,} bytes; that is the limit of an icon.")
    return content


def _hero(book: Rulebook) -> str:
    """The game's picture, its ids made its own: the cover's, where it has no figure of that name."""
    known = FIGURES.get(book.game, {})
    try:
        picture = figure(book, HEROES.get(book.game, next(iter(known), "")))
    except BadInputError:
        picture = cover(book)
    return re.sub(r"(?<=[\" ])figure-(?=[a-z-]+-(?:title|desc)\b)", f"{book.slug}-figure-", picture)


def _fill(name: str, site: SiteContext, context: dict[str, object]) -> str:
    """A template of the site, filled in the sandbox. Raises `BadInputError` for one that fails, with its line."""
    return fill_template(Look(f"site/{name}", templates=site.templates), context)
