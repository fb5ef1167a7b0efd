"""What stands between a writer's text and a reader: a template sandbox, clean HTML, a last look.

Finished HTML is trusted no more than what it was made from: whatever could run, fetch or leak something is refused.
"""

from __future__ import annotations

import base64
import hashlib
import re
import traceback
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder, is_file, is_inside
from wordfleet_print.wording import shorten

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.lexer import Lexer
    from jinja2.runtime import Context

    Source = tuple[str, str, Callable[[], bool]]

_INDENTED = re.compile(r"^([ \t]+\{%)(?![-+])(?=.*?%\}.*\S)", re.MULTILINE)
"""The start of an indented line that has more than one tag: it belongs to a box or a list, and its blanks with it."""
_LINE_END = re.compile(r"\r\n?|\n")
BODY = "<template>"
"""What jinja2 calls a template that came as a string."""
MAX_OPERAND = 1_000_000_000
MAX_EXPONENT = 99

REFUSED = frozenset(
    (
        *("script", "iframe", "object", "embed", "frame", "frameset", "base", "form", "input", "button", "audio"),
        *("video", "source", "track", "applet", "portal", "foreignobject"),
    )
)
"""Elements that have no place on any page of ours."""
DATA = frozenset(["application/json", "application/ld+json"])
"""The types of scripts that are none, but data."""
VOID = frozenset(["br", "hr", "img", "input", "meta", "link", "base", "embed", "source", "area", "col", "wbr", "track"])
"""Elements without an end."""


@cache
def guarded_environment(templates: Path | None, *, autoescape: bool) -> Environment:
    """jinja2's immutable sandbox over the bundled templates, `templates` before them, narrowed to what rulebooks need.

    A name that does not exist is an error, never an empty space, and so is a link out of `templates`; text and numbers
    have filters, not methods; sums are of numbers, and small. Whoever wants other filters takes an overlay.
    Source: jinja2, “Sandbox”.
    """
    from jinja2 import FileSystemLoader, StrictUndefined, TemplateNotFound
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Loader(FileSystemLoader):
        def get_source(self, environment: Environment, template: str) -> Source:
            try:
                own_file(template, templates)
            except BadInputError as error:
                raise TemplateNotFound(template, error.message) from error
            return super().get_source(environment, template)

    class Guarded(ImmutableSandboxedEnvironment):
        intercepted_binops = frozenset({"*", "**", "%"})

        def call_binop(self, context: Context, operator: str, left: object, right: object) -> object:
            if not (isinstance(left, int | float) and isinstance(right, int | float)):
                raise TypeError(f"{operator} works on numbers only here")
            if max(abs(left), abs(right)) > MAX_OPERAND or (operator == "**" and abs(right) > MAX_EXPONENT):
                raise OverflowError(f"the numbers are too large for {operator} here")
            return super().call_binop(context, operator, left, right)

        def preprocess(self, source: str, name: str | None = None, filename: str | None = None) -> str:
            """Markdown, bodies (which have no name) and partials alike, keeps indents and line ends with a meaning."""
            text = super().preprocess(source, name, filename)
            return text if name and not name.endswith(".md") else _with_ends(_INDENTED.sub(r"\1+", text), self.lexer)

        def wrap_str_format(self, _value: object) -> None:
            """Leave `str.format` to `is_safe_attribute`, which refuses it."""

        def is_safe_attribute(self, obj: object, attr: str, value: object) -> bool:
            bare = isinstance(obj, str | int | float)
            return not bare and super().is_safe_attribute(obj, attr, value)

    environment = Guarded(
        loader=Loader([*([templates] if templates else []), data_folder("templates")]),
        undefined=StrictUndefined,
        autoescape=autoescape,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.pop("lipsum")
    return environment


def _with_ends(source: str, lexer: Lexer) -> str:
    """Markdown whose lines of text end, even if a tag or a comment stands last; what has a line for itself takes it
    along.
    """
    lines, after_text = _LINE_END.split(source), False
    for number, kind, value in lexer.tokeniter(source, None):
        if kind == "data":
            *above, here = value.split("\n")
            after_text = bool(here.strip()) or (after_text and not above)
        elif kind == "variable_end":
            after_text = True
        elif value.endswith(("%}\n", "#}\n")) and value[-4:-3] != "-":
            if after_text:
                lines[number - 1] = f"{lines[number - 1][:-2]}+{value[-3:-1]}"
            after_text = False
    return "\n".join(lines)


def own_file(name: str, templates: Path | None) -> Path | None:
    """A user's file of this name in their folder of templates, if there is one.

    Raises `BadInputError` for one that leads out of the folder, by a link.
    """
    path = templates / name if templates else None
    if not (templates and path and is_file(path)):
        return None
    if not is_inside(path, templates):
        raise BadInputError(f"{path} leads out of the folder of templates.", tip="Copy the file into the folder.")
    return path


def joined(pieces: Iterable[str], most: int, too_long: Exception) -> str:
    """What a template yields, piece by piece. Raises `too_long` as soon as it has more than `most` characters."""
    kept, size = [], 0
    for piece in pieces:
        size += len(piece)
        if size > most:
            raise too_long
        kept.append(piece)
    return "".join(kept)


def template_errors() -> tuple[type[Exception], ...]:
    """Whatever filling a template can raise by a fault of the template."""
    from jinja2 import TemplateError

    faults = (SyntaxError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError, MemoryError)
    return (TemplateError, *faults, RecursionError, OSError)


def template_lines(error: BaseException, own: Path | None) -> list[tuple[str, int]]:
    """Template files and lines the error passed through, outermost first; `BODY` for a template that was no file."""
    from jinja2 import TemplateSyntaxError

    templates = (BODY, *(str(folder) for folder in (data_folder("templates"), own) if folder))
    lines = [
        (frame.f_code.co_filename, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if frame.f_code.co_filename.startswith(templates)
    ]
    if isinstance(error, TemplateSyntaxError):
        lines.append((error.filename or BODY, error.lineno))
    return lines


def said_by(error: BaseException) -> str:
    """The first line of what an error says, or its name."""
    return str(error).split("\n")[0].rstrip(".") or type(error).__name__


class Element(NamedTuple):
    """An element of HTML as its start tag has it, names in small letters; `attributes` may name one twice."""

    tag: str
    attributes: tuple[tuple[str, str], ...]

    def get(self, name: str) -> str:
        """An attribute's value, or nothing."""
        return dict(self.attributes).get(name, "")


class Elements(HTMLParser):
    """What HTML is made of, read from text: its elements in order, its style sheets, how deep it is nested."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.all: list[Element] = []
        self.styles: list[str] = []
        self.deepest = 0
        self._depth = 0
        self._raw = ""
        self.feed(html)
        self.close()
        if self._raw:  # it never ended here: what a browser makes of the rest nobody knows
            self.all.append(Element("script", ()))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the element."""
        self.all.append(Element(tag, tuple((name, value or "") for name, value in attrs)))
        self._raw = tag if tag in {"style", "script"} else ""
        if tag not in VOID:
            self._depth += 1
            self.deepest = max(self.deepest, self._depth)

    def handle_data(self, data: str) -> None:
        """Note the styles that a page holds itself; data with what could end it early is a script like any other."""
        if self._raw == "style":
            self.styles.append(data)
        elif self._raw == "script" and "<" in data:
            self.all.append(Element("script", ()))

    def handle_endtag(self, tag: str) -> None:
        """Note that an element has ended."""
        self._raw = "" if tag == self._raw else self._raw
        if tag not in VOID:
            self._depth -= 1


def is_data(element: Element) -> bool:
    """Whether this is a script that no browser runs, as it holds data. Source: HTML, “prepare the script element”."""
    named = [name for name, _ in element.attributes]
    return element.tag == "script" and element.get("type") in DATA and named in (["type"], ["type", "id"])


def refused_in(elements: Iterable[Element]) -> Iterator[str]:
    """Whatever in these elements could run something or set the page's own rules, in words. Raises nothing."""
    for tag, attributes in elements:
        if tag in REFUSED and not is_data(Element(tag, attributes)):
            yield f"holds <{tag}>"
        for name, value in attributes:
            kind = value.lower() if tag == "meta" and name == "http-equiv" else ""
            if name.startswith("on") or name in {"style", "srcset"}:
                yield f"<{tag}> has {name}="
            elif kind and kind != "content-security-policy":
                yield f"<meta> sets {kind}"


def policy_in(elements: Iterable[Element]) -> str:
    """The Content-Security-Policy that a page has; nothing for one without."""
    policies = [e.get("content") for e in elements if e.get("http-equiv").lower() == "content-security-policy"]
    return policies[-1] if policies else ""


def own_policy(styles: str) -> str:
    """The policy of a page that holds these styles, with their fonts inside, and needs nothing else. Raises nothing.

    Source: W3C, Content Security Policy Level 3.
    """
    return (
        f"default-src 'none'; style-src '{source_of(styles)}'; font-src data:; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def source_of(text: str) -> str:
    """What a policy calls a style sheet or a script that a page holds: by its digest. Raises nothing."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


MAX_SPAN = 30
"""Columns or rows that one table cell may cover."""
MAX_DEPTH = 60

TEXT_TAGS = frozenset(
    (
        *("a", "abbr", "b", "br", "cite", "code", "del", "em", "i", "img", "ins", "kbd", "mark", "q", "s", "samp"),
        *("small", "span", "strong", "sub", "sup", "u", "var"),
    )
)
BLOCK_TAGS = frozenset(
    (
        *("blockquote", "caption", "dd", "div", "dl", "dt", "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6"),
        *("hr", "li", "ol", "p", "pre", "section", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"),
    )
)
DROPPED_WHOLE = frozenset(["script", "style", "template", "title", "textarea", "noscript", "iframe", "object"])
"""Elements whose content goes with them: it was never text."""

ATTRIBUTES = {
    "*": {"id", "class", "lang"},
    "a": {"href", "title", "aria-labelledby", "data-section"},
    "abbr": {"title"},
    "div": {"role", "tabindex", "aria-labelledby"},
    "img": {"src", "alt", "title"},
    "ol": {"start"},
    "span": {"data-page"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan", "scope"},
}
SCHEMES = {"http", "https", "mailto", "data"}

_LINK = re.compile(r"https?://[^\s]+|mailto:[^\s]+|#.+|[a-z0-9][a-z0-9-]*\.(?:html|md)(?:#.+)?", re.IGNORECASE)
_SECTION = re.compile(r"[0-9]+(\.[0-9]+)?")
_ROLES = frozenset(["note", "group"])


def clean_html(html: str) -> str:
    """The HTML with nothing left in it that can run, fetch or leave its place.

    Raises nothing. Source: nh3 (the ammonia library), narrowed to what rulebooks need.
    """
    import nh3

    return nh3.clean(
        html,
        tags=set(TEXT_TAGS | BLOCK_TAGS),
        clean_content_tags=set(DROPPED_WHOLE),
        attributes=ATTRIBUTES,
        attribute_filter=_kept,
        url_schemes=SCHEMES,
        link_rel=None,
    )


def removed_from(html: str) -> Iterator[str]:
    """What `clean_html` removes from this HTML, in words, each once and in the order met."""
    yield from dict.fromkeys(what for element in Elements(html).all for what in _removed(element))


def _kept(tag: str, attribute: str, value: str) -> str | None:
    """An attribute's value as it may stay, or nothing."""
    keep = True
    if attribute == "href":
        keep = bool(_LINK.fullmatch(value))
    elif attribute == "src":
        keep = not re.match(r"(?!https?:|data:)[a-z][a-z0-9+.-]*:", value, re.IGNORECASE)
    elif attribute in {"colspan", "rowspan", "start"}:
        keep = value.isascii() and value.isdecimal() and len(value) < 4
        keep = keep and (tag == "ol" or 1 <= int(value) <= MAX_SPAN)
    elif attribute == "role":
        keep = value in _ROLES
    elif attribute == "tabindex":
        keep = value == "0"
    elif attribute == "data-page":
        keep = value.startswith("#")
    elif attribute == "data-section":
        keep = bool(_SECTION.fullmatch(value))
    return value if keep else None


def _removed(element: Element) -> Iterator[str]:
    """What the allowlist has no place for: the element itself, or some of its attributes."""
    tag = element.tag
    if tag not in TEXT_TAGS | BLOCK_TAGS:
        yield f"<{tag}>"
        return
    allowed = ATTRIBUTES["*"] | ATTRIBUTES.get(tag, set())
    for name, value in element.attributes:
        if name not in allowed or _kept(tag, name, value) is None:
            yield f'{name}="{shorten(value)}" of <{tag}>'
