"""Our jinja2 templates, and what all of them can use: drawings, labels, strings of CSS."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from html import unescape
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from wordfleet_print import art, files

if TYPE_CHECKING:
    from jinja2 import Environment, Template


@cache
def open_templates(folder: str) -> Environment:
    """Return the jinja2 environment of a folder below `templates/`, such as "book".

    Values are escaped. A template that uses a name without a value fails (`UndefinedError`).
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(files.data_folder("templates") / folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["art"] = load_art
    environment.filters["css"] = write_css_string
    return environment


def fill_template(template: Template, values: Mapping[str, Any]) -> Markup:
    """Return the HTML or SVG of a template, without blank lines around it."""
    html = template.render(values).strip()
    return Markup(html)  # noqa: S704 - `open_templates` lets Jinja escape every value


@cache
def load_art(name: str) -> Markup:
    """Return a bundled drawing without its `<svg>` tags and title, to be put into another SVG.

    Raises as `art.read_drawing`.
    """
    shapes = re.sub(r"<title>.*?</title>|</?svg[^>]*>", "", art.read_drawing(name))
    return Markup(shapes)  # noqa: S704 - read from the folder of bundled drawings


def write_css_string(words: object) -> Markup:
    r"""Return a CSS string that shows these words: `A "B"` becomes `"A \22 B\22 "`.

    No character of the words can end the string, or the `<style>` that it is in: all but letters,
    digits and plain punctuation are written by number (CSS Syntax Module Level 3, 4.3.7).
    """
    escaped = "".join(map(_escape_in_css, str(words)))
    return Markup('"{}"').format(escaped)


def _escape_in_css(char: str) -> str:
    is_plain = char.isalnum() or char in " -.,:"
    return char if is_plain else f"\\{ord(char):x} "


def write_label(say: Callable[..., str], key: str, **facts: object) -> Markup:
    """Return a label as HTML: `say(key, **facts)`, with <b> for its words between *stars*.

    A template may have a fact only as escaped HTML (“A &amp; B”). A label is escaped as a whole,
    so such a fact is turned back into words first.
    """
    words = {
        name: unescape(fact) if isinstance(fact, Markup) else str(fact)
        for name, fact in facts.items()
    }
    return set_bold(say(key, **words))


def set_bold(words: str) -> Markup:
    """Return words as HTML: `roll *two* dice` becomes `roll <b>two</b> dice`."""
    html = Markup()
    # Splitting at a pattern with one group gives words outside and inside of stars in turn.
    for number, part in enumerate(re.split(r"\*(.+?)\*", words)):
        is_between_stars = number % 2 == 1
        html += Markup("<b>{}</b>").format(part) if is_between_stars else escape(part)
    return html
