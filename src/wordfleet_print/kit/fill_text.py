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
    """Return a text with the facts and cells that it names.

    Raises `TextError` for names that `values` does not have, and for braces that are left.
    """
    problems: list[Problem] = []

    def write_value(match: re.Match[str]) -> str:
        try:
            return write_fact(values, match["name"], in_words=bool(match["in_words"]))
        except FactError as error:
            problems.append(Problem(str(error)))
            return ""

    filled = PLACEHOLDER.sub(write_value, text)
    problems += [explain_left(left, values) for left in LEFT.findall(filled)]
    if problems:
        raise TextError(*problems)
    return filled


def explain_left(left: str, values: Mapping[str, Any]) -> Problem:
    """Say why something in braces was not filled in, with the name that was probably meant."""
    what = f"{quote(left)} cannot be filled in"
    if "%" in left:
        return Problem(what, advice="a text can name facts and columns, and nothing else")
    name = name_column(left.strip("{} ").partition("|")[0].strip())
    near = [name] if name in values else near_misses(name, values)
    if near:
        return Problem(what, advice=f"write {{{{ {near[0]} }}}}")
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
