"""Template and styles, bundled or a user's, in one self-contained page.

Templates of a user are no more trusted than their rules: the sandbox fills them, and a page that could run, fetch
or leak anything is refused, whoever wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import PlainValidator, SerializeAsAny

from wordfleet_print import __version__
from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.files import data_folder
from wordfleet_print.games import Rulebook
from wordfleet_print.games.rules_file import schema_of
from wordfleet_print.rulebook.figures.opening import cover
from wordfleet_print.rulebook.text import guard
from wordfleet_print.rulebook.text.markup import ContentsLine
from wordfleet_print.rulebook.text.variables import body_context
from wordfleet_print.rulebook.text.web_fonts import font_faces
from wordfleet_print.wording import counted, in_words

if TYPE_CHECKING:
    from jinja2 import Environment

MAX_PAGE = 5_000_000
"""Characters of a page; the project's own are held to 255 kB by its tests."""
MAX_STYLES = 500_000
BASE = "base.css"
"""What the style sheets of pages share."""
TAG = re.compile(r"<[^>]*>")
_BASE_IMPORT = re.compile(rf'\s*@import "(?:\.\./)?{re.escape(BASE)}";\s*')


@dataclass(frozen=True, slots=True)
class Look:
    """How a rulebook is set: its template and style sheets, style added to them, a folder that overrides both.

    Its fonts have the characters of `beside` as well: what is read in other pages of one PDF, which share its fonts. On
    `paper`, which is `full` of color or `eco`, the cover has a band with what a box says on its side.
    """

    template: str = "rulebook.html"
    styles: tuple[str, ...] = ("rulebook.css",)
    added: str = ""
    templates: Path | None = None
    beside: str = ""
    paper: str = ""


AnyBook = PlainValidator(lambda value: schema_of(value["game"])[0].model_validate(value))
"""The front matter of any game, as it stands in JSON."""


@dataclass(frozen=True, slots=True)
class BookText:
    """A rulebook's finished text, before it is set in a page: clean HTML, pictures inside, links checked.

    `cover` and `logo` are pictures of a designer's own, as elements, or nothing. `notes` tell what was left
    out of a writer's HTML, in sentences; the project's own rulebooks have none. `rulings`
    are those of `rulings_in`.
    """

    name: str
    book: Annotated[SerializeAsAny[Rulebook], AnyBook]
    opening: str
    chapters: str
    contents: tuple[ContentsLine, ...]
    notes: tuple[str, ...]
    rulings: dict[str, dict[str, str]] = field(default_factory=dict)
    cover: str = ""
    logo: str = ""

    @property
    def plain(self) -> str:
        """What can be read in it, without markup."""
        return unescape(TAG.sub(" ", self.opening + self.chapters))


def html_page(text: BookText, look: Look) -> str:
    """The rulebook as one self-contained HTML file.

    Raises `BadInputError` for templates of a user that fail or that make a page which is not self-contained.
    Source: `templates/rulebook.html` and `templates/rulebook.css`; the template's variables are `book` (the front
    matter), `opening`, `chapters` and `styles` (already clean, so the template says `|safe`), `contents`, the same in
    `columns`, `policy` (its Content-Security-Policy), `description`, `data` (the same for machines), `cover` (the
    picture on it, as trusted SVG, or nothing), `logo`, `ours` (the `lang` of words that are not the writer's, or
    nothing), `version` and `paper`
    (`full`, `eco` or nothing).
    """
    faces = font_faces(text.plain + look.beside)
    styles = faces + "".join(read_styles(name, look.templates) for name in look.styles) + look.added
    context: dict[str, object] = {
        "book": body_context(text.book),
        "opening": text.opening,
        "chapters": text.chapters,
        "contents": text.contents,
        "columns": _columns(text.contents),
        "styles": styles,
        "policy": (policy := guard.own_policy(styles)),
        "description": describe(text.book),
        "data": data_of(text.book),
        "cover": (look.paper != "eco" and text.cover) or cover(text.book),
        "logo": text.logo,
        "ours": tongue(text.book),
        "version": __version__,
        "paper": look.paper,
    }
    page, name = fill_template(look, context), look.template
    faults = [Complaint(name, fault) for fault in page_faults(page, policy)]
    if faults:
        raise BadInputError(f"{name} makes a page that is not self-contained.", *faults)
    return page


def tongue(book: Rulebook) -> str:
    """The attribute of an element whose words are ours, in English: nothing in a book that is English. Raises nothing.

    Source: WCAG 2.2, 3.1.2.
    """
    return "" if book.language.partition("-")[0] == "en" else ' lang="en"'


def page_faults(page: str, policy: str) -> Iterator[str]:
    """Whatever in a page could run, fetch or leak something, in words. Raises nothing."""
    read = guard.Elements(page)
    faults = [*guard.refused_in(read.all), *_fetched(read.all)]
    faults += (f"its <style> {fault}" for styles in read.styles for fault in style_faults(styles))
    yield from dict.fromkeys(faults)
    if guard.policy_in(read.all) != policy:
        yield "has no Content-Security-Policy; keep its <meta> element in the head"


def describe(book: Rulebook) -> str:
    """A rulebook in a sentence, for search engines and shared links. Raises nothing. Source: the front matter."""
    edition = f", {book.edition} edition" if book.edition else ""
    printing = f" {book.printing}." if book.printing else ""
    tagline = f"{book.tagline[0].lower()}{book.tagline[1:]}"
    return f"The rules of {book.title}{edition}: {tagline}, for {book.who_plays}.{printing}"


def data_of(book: Rulebook) -> dict[str, object]:
    """A rulebook's game, as search engines read it. Raises nothing. Source: schema.org, `Game`; the front matter."""
    players = {"minValue": book.players.count, "maxValue": getattr(book.players, "most", None) or book.players.count}
    publisher = {"@type": "Organization", "name": book.publisher, "url": book.publisher_address}
    facts = {
        "@context": "https://schema.org",
        "@type": "Game",
        "name": f"{book.title}, {book.edition} edition" if book.edition else book.title,
        "description": describe(book),
        "inLanguage": book.language,
        "numberOfPlayers": {"@type": "QuantitativeValue", **players},
        "timeRequired": f"PT{book.play.minutes[-1]}M" if book.play else None,
        "typicalAgeRange": f"{book.play.age}-" if book.play else None,
        "version": book.version,
        "dateModified": book.issued,
        "publisher": {name: fact for name, fact in publisher.items() if fact} if book.publisher else None,
    }
    return {name: fact for name, fact in facts.items() if fact}


def _columns(contents: Sequence[ContentsLine]) -> tuple[Sequence[ContentsLine], ...]:
    """The contents in two columns of about the same length, in order, or in none where there are too few."""
    lines = [1.6 + len(chapter.entries) for chapter in contents]
    cut = min(range(len(lines)), key=lambda place: abs(sum(lines[:place]) - sum(lines[place:])), default=0)
    return tuple(part for part in (contents[:cut], contents[cut:]) if part)


def fill_template(look: Look, context: dict[str, object]) -> str:
    """A template filled in by the sandbox. Raises `BadInputError` naming file and line."""
    name = look.template
    too_long = BadInputError(f"{name} makes a page of more than {MAX_PAGE:,} characters; that is the limit.")
    try:
        pieces = _environment(look.templates).get_template(name).generate(context)
        return guard.joined(pieces, MAX_PAGE, too_long)
    except guard.template_errors() as error:
        *_, place = name, *(f"{file}:{line}" for file, line in guard.template_lines(error, look.templates))
        raise BadInputError(f"{name} cannot be filled in.", Complaint(place, guard.said_by(error))) from error


@cache
def _environment(templates: Path | None) -> Environment:
    environment = guard.guarded_environment(templates, autoescape=True).overlay()
    environment.filters = environment.filters | {"in_words": in_words, "counted": counted}
    return environment


def read_styles(name: str, templates: Path | None) -> str:
    """A style sheet without comments, `base.css` in place of a first line that imports it.

    Raises `BadInputError` for one that would fetch something, or is a link out of its folder.
    """
    path = guard.own_file(name, templates) or data_folder("templates") / name
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise BadInputError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadInputError(f"{path} is not UTF-8 text.") from error
    text, shared = re.sub(r"/\*.*?\*/\s*", "", text, flags=re.DOTALL), ""
    if name != BASE and (imported := _BASE_IMPORT.match(text)):
        shared = read_styles(BASE, templates)
        text = text[imported.end() :]
    faults = [Complaint(str(path), fault) for fault in style_faults(text)]
    if faults:
        raise BadInputError(f"{path} cannot be used.", *faults)
    return shared + text


def style_faults(text: str) -> Iterator[str]:
    """Whatever in a style sheet would fetch something or end it early, in words. Raises nothing."""
    if len(text) > MAX_STYLES:
        yield f"is longer than {MAX_STYLES:,} characters"
    if "</" in text or "<!--" in text:
        yield "holds HTML"
    if "\\" in re.sub(r'"[^"\n]*"', "", text):
        yield "holds a backslash outside quotes"
    if re.search(r"@import\b", text, re.IGNORECASE):
        yield f"has @import; only {BASE} can be imported, in the first line"
    for address in re.findall(r"(?:url|src|image|image-set)\(\s*([^)]{0,40})", text, re.IGNORECASE):
        if not address.strip("\"' ").startswith(("data:", "#")):
            yield f"fetches {address}; a rulebook fetches nothing but data:"


_FETCHING = frozenset(
    ["src", "srcset", "href", "xlink:href", "data", "poster", "background", "action", "formaction", "ping"]
)
_HARMFUL = re.compile(r"\s*(?:javascript|vbscript|data|file)\s*:", re.IGNORECASE)


def _fetched(elements: Iterable[guard.Element]) -> Iterator[str]:
    """What has no place in a self-contained page, though it does no harm elsewhere: addresses that are no links to
    follow, no places on the page, no data inside it.
    """
    for tag, attributes in elements:
        for name, value in attributes:
            harmless = _HARMFUL.match(value) is None if tag == "a" else value.startswith(("#", "data:image/"))
            if name in _FETCHING and not harmless:
                yield f"<{tag}> fetches {value[:60]}"
