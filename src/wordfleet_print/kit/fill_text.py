"""Texts of a kit: facts and cells in place of their names, with **bold** and *italic* words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup, escape

from wordfleet_print.errors import Problem
from wordfleet_print.messages import near_misses, quote
from wordfleet_print.rulebook.fill_facts import PLACEHOLDER, FactError, write_fact

# What was meant to be filled in, but is no name: `{{ Strength points }}`, `{{ Name }`, `{% if %}`.
LEFT = re.compile(r"\{\{[^{}]*\}{0,2}|\{%[^{}]*\}?|\}\}|%\}")
# Stars at the outer sides of words: 3*4*5 has none.
BOTH = re.compile(r"(?<![\w*])\*\*\*(?=[^\s*])(.+?)(?<=[^\s*])\*\*\*(?![\w*])", re.DOTALL)
BOLD = re.compile(r"\*\*(?=[^\s*])(.+?)(?<=[^\s*])\*\*", re.DOTALL)
ITALIC = re.compile(r"(?<![\w*])\*(?=[^\s*])(.+?)(?<=[^\s*])\*(?![\w*])", re.DOTALL)


class TextError(Exception):
    """A text that cannot be filled in; `problems` says why, without a place."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*problems)
        self.problems = problems


def name_column(heading: str) -> str:
    """Return what texts call a column: every sign that is no letter or digit is a `_`."""
    words = unicodedata.normalize("NFC", " ".join(heading.split()))
    return re.sub(r"\W", "_", words)


def fill_text(text: str, values: Mapping[str, Any]) -> str:
    """Return a text with its placeholders filled in: `{{ Strength }} points` is `4 points`.

    `values` are facts and the cells of a row by name. Raises `TextError` for names that are not
    among them, and for braces that are left.
    """
    problems: list[Problem] = []

    def write_value(placeholder: re.Match[str]) -> str:
        in_words = placeholder["in_words"] is not None
        try:
            return write_fact(values, placeholder["name"], in_words=in_words)
        except FactError as error:
            problems.append(Problem(str(error)))
            return ""

    words = PLACEHOLDER.sub(write_value, text)
    problems += [explain_left(left, values) for left in LEFT.findall(words)]
    if problems:
        raise TextError(*problems)
    return words


def explain_left(left: str, values: Mapping[str, Any]) -> Problem:
    """Return the problem of braces that are left, with the name that was probably meant."""
    what = f"{quote(left)} cannot be filled in"
    if "%" in left:
        return Problem(what, advice="a text can name facts and columns, and nothing else")
    name = name_column(left.strip("{} ").partition("|")[0].strip())
    near_names = [name] if name in values else near_misses(name, values)
    if near_names:
        return Problem(what, advice=f"write {{{{ {near_names[0]} }}}}")
    return Problem(what, advice="write the name of a fact or a column, as in {{ Name }}")


def mark_up(text: str) -> Markup:
    """Return a text as HTML: its line breaks, its **bold** and its *italic* words."""
    html = str(escape(text))
    html = BOTH.sub(r"<b><i>\1</i></b>", html)
    html = BOLD.sub(r"<b>\1</b>", html)
    html = ITALIC.sub(r"<i>\1</i>", html)
    html = html.replace("\n", "<br>")
    return Markup(html)  # noqa: S704 - all but these tags was escaped in the first line


def drop_marks(text: str) -> str:
    """Return a text on one line, without the stars of `mark_up`."""
    words = " ".join(text.split())
    for pattern in (BOTH, BOLD, ITALIC):
        words = pattern.sub(r"\1", words)
    return words
