"""The pages of the site beside the rulebooks: landing page, comparison, 404; and what all pages share."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from wordfleet_print import __version__
from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.game import Edition, Rulebook
from wordfleet_print.rulebook.body import counted, in_words
from wordfleet_print.rulebook.compare import by_difference, compare, edition_names
from wordfleet_print.rulebook.figures import FIGURES, figure
from wordfleet_print.rulebook.fonts import FOLDER as FONTS
from wordfleet_print.rulebook.fonts import WEB_FONTS, font_faces
from wordfleet_print.rulebook.site_check import POLICY

if TYPE_CHECKING:
    from jinja2 import Environment

HEROES = {"word-fleet": "grid", "army-men": "cover", "happy-flip-chess": "position"}
"""The figure that stands for a game on the landing page; for any other, the first that it has."""

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_POLICY = re.compile(r'(<meta http-equiv="Content-Security-Policy" content=")[^"]*(">)')
_FONT = re.compile(r"url\(\"data:font/woff2;base64,([A-Za-z0-9+/=]+)\"\)")
_BODY = re.compile(r"<body[^>]*>(?:\s*<a class=\"skip\".*?</a>)?", re.DOTALL)
_COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Download:
    """A PDF to download: what it is, its paper, its file within the site, its size (bytes) and pages."""

    slug: str
    kind: str
    paper: str
    file: str
    size: int
    pages: int

    @property
    def told(self) -> str:
        """Pages and size, in words."""
        size = f"{self.size / 1e6:.1f} MB" if self.size >= 995_000 else f"{max(1, round(self.size / 1000))} kB"
        return f"{self.pages} page{'s' * (self.pages != 1)}, {size}"


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its rulebooks, the plainest edition first."""

    books: tuple[Rulebook, ...]

    @property
    def first(self) -> Rulebook:
        """The rulebook that speaks for the game."""
        return self.books[0]


def games_of(books: Iterable[Rulebook]) -> tuple[Game, ...]:
    """The games of these rulebooks, most editions first. Raises nothing. Source: `game` and `title`."""
    groups: dict[tuple[str, str], list[Rulebook]] = {}
    for book in sorted(books, key=lambda book: (len(book.slug), book.slug)):
        groups.setdefault((book.game, book.title), []).append(book)
    return tuple(sorted(map(Game, map(tuple, groups.values())), key=lambda g: (-len(g.books), g.first.title)))


def asset(name: str, content: bytes) -> tuple[str, bytes]:
    """A shared file under a name that its content decides, so that it can be kept for ever."""
    stem, _, kind = name.rpartition(".")
    return f"assets/{stem}-{hashlib.sha256(content).hexdigest()[:12]}.{kind}", content


def rulebook_page(page: str, bar: str) -> dict[str, bytes]:
    """A self-contained rulebook page as part of the site: `page` itself under the key "", and the assets it uses.

    Its styles and fonts become files that all pages share, and the site's own bar is set on top.
    Raises `BadInputError` for a page without styles. Source: `fill_page`.
    """
    found = _STYLE.search(page)
    if not found:
        raise BadInputError("A rulebook's template has no <style> element.", tip="Keep {{ styles|safe }} in its head.")
    files: dict[str, bytes] = {}
    names = {(font_file := FONTS / font.file).read_bytes(): font_file.name for font in WEB_FONTS}

    def shared(match: re.Match[str]) -> str:
        content = base64.b64decode(match[1])
        name, _ = asset(names.get(content, "extra.woff2"), content)
        files[name] = content
        return f'url("{name.removeprefix("assets/")}")'

    css, content = asset("rulebook.css", (_FONT.sub(shared, found[1]) + _plain("bar.css")).encode())
    files[css] = content
    page = f'{page[: found.start()]}<link rel="stylesheet" href="{css}">{page[found.end() :]}'
    page = _POLICY.sub(lambda meta: f"{meta[1]}{POLICY}{meta[2]}", page, count=1)
    page = _BODY.sub(lambda body: f"{body[0]}\n{bar}", page, count=1)
    return {"": page.encode(), **files}


def bar(downloads: Sequence[Download], *, compares: bool, slug: str = "") -> str:
    """The links on top of every page; on a rulebook's, to its own PDFs. Raises nothing."""
    has_own = any(entry.slug == slug for entry in downloads)
    facts = {"downloads": bool(downloads), "slug": slug if has_own else "", "compares": compares}
    return _fill("bar.html", facts).strip()


def other_pages(
    books: Sequence[Rulebook], downloads: Sequence[Download], notes: Sequence[str], url: str
) -> dict[str, bytes]:
    """Every page of the site that is no rulebook, and the assets they use, by name.

    `notes` are sentences on what could not be made. Raises nothing. Source: `templates/site/`.
    """
    games = games_of(books)
    editions = [book for game in games for book in game.books if isinstance(book, Edition)]
    files = dict(_assets())
    differing, same = by_difference(compare(editions)) if len(editions) > 1 else ((), ())
    context = {
        "games": games,
        "heroes": {game.first.slug: _hero(game.first) for game in games},
        "by_slug": {book.slug: [entry for entry in downloads if entry.slug == book.slug] for book in books},
        "downloads": downloads,
        "notes": notes,
        "editions": list(zip(editions, edition_names(editions), strict=True)),
        "differing": differing,
        "same": same,
        "url": url,
        "policy": POLICY,
        "version": __version__,
        "css": next(name for name in files if name.endswith(".css")),
        "icon": next(name for name in files if "icon" in name),
        "bar": bar(downloads, compares=len(editions) > 1),
    }
    files["index.html"] = _fill("index.html", context).encode()
    if len(editions) > 1:
        files["compare.html"] = _fill("compare.html", context).encode()
    files["404.html"] = _lone("404.html", context).encode()
    files["robots.txt"] = _robots(url).encode()
    if url:
        pages = [
            "",
            *(["compare.html"] if len(editions) > 1 else []),
            *(f"{b.slug}.html" for g in games for b in g.books),
        ]
        files["sitemap.xml"] = _sitemap(url, pages).encode()
    return files


def _assets() -> Iterator[tuple[str, bytes]]:
    """The style sheet of the site, its fonts and its icon."""
    faces = []
    for font in WEB_FONTS:
        name, content = asset(font.file, (FONTS / font.file).read_bytes())
        faces.append(
            f'@font-face{{font-family:"{font.family}";font-weight:{font.weight};font-style:{font.style};'
            f'font-display:block;src:url("{name.removeprefix("assets/")}")format("woff2")}}\n'
        )
        yield name, content
    yield asset("site.css", ("".join(faces) + _plain("site.css") + _plain("bar.css")).encode())
    yield asset("icon.svg", (data_folder("templates") / "site" / "icon.svg").read_bytes())


def _lone(name: str, context: Mapping[str, object]) -> str:
    """A page that may be served at any depth: its styles and fonts are inside it."""
    styles = font_faces("") + _plain("site.css") + _plain("bar.css")
    digest = base64.b64encode(hashlib.sha256(styles.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; style-src 'sha256-{digest}'; font-src data:; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    root = re.sub(r"^[a-z]+://[^/]+", "", str(context["url"]))
    bar_from_root = re.sub(r'href="(?=[a-z0-9])', f'href="{escape(root)}', str(context["bar"]))
    lone = {"styles": styles, "policy": policy, "root": root, "bar": bar_from_root, "icon_inside": _icon_inside()}
    return _fill(name, {**context, **lone})


def _icon_inside() -> str:
    return base64.b64encode((data_folder("templates") / "site" / "icon.svg").read_bytes()).decode()


def _hero(book: Rulebook) -> str:
    """The game's picture, its ids made its own; none for a game without figures."""
    known = FIGURES.get(book.game, {})
    if not known:
        return ""
    name = HEROES.get(book.game, next(iter(known)))
    try:
        return figure(book, name).replace(f"figure-{name}-", f"{book.slug}-figure-{name}-")
    except BadInputError:
        return ""


def _plain(name: str) -> str:
    return _COMMENT.sub("", (data_folder("templates") / "site" / name).read_text(encoding="utf-8"))


def _fill(name: str, context: Mapping[str, object]) -> str:
    return _environment().get_template(f"site/{name}").render(context)


@cache
def _environment() -> Environment:
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(data_folder("templates")),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"in_words": in_words, "counted": counted}
    return environment


def _robots(url: str) -> str:
    return "User-agent: *\nAllow: /\n" + (f"Sitemap: {url}sitemap.xml\n" if url else "")


def _sitemap(url: str, pages: Iterable[str]) -> str:
    """Source: sitemaps.org, protocol 0.9; no dates, so the same site has the same map."""
    entries = "".join(f"<url><loc>{escape(url + page)}</loc></url>\n" for page in pages)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{entries}</urlset>\n'
    )
