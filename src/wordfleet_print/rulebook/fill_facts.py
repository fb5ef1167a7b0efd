"""Facts of the front matter in the text: `{{ fact }}` and `{{ fact|words }}`, replaced by a regular
expression.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from wordfleet_print import errors, messages
from wordfleet_print.games import Rulebook, RulesSource
from wordfleet_print.games.labels import Labels, load_english
from wordfleet_print.games.registry import find_game
from wordfleet_print.rulebook.commonmark import find_code_lines
from wordfleet_print.rulebook.line_ends import join_words

VALUE = re.compile(r"\{\{\s*(?P<name>[\w-]+(?:\.[\w-]+)*)\s*(?:\|\s*(?P<in_words>words)\s*)?\}\}")
# Code in a line of text: it is printed as it is typed.
CODE = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)")
Facts = Mapping[str, Any]


class FactError(Exception):
    """A fact that the front matter does not have, or that cannot be printed."""


def derive_facts(book: Rulebook) -> dict[str, Any]:
    """Return the front matter and what follows from it."""
    return find_game(book).derive_facts(book)


@dataclass(frozen=True, slots=True)
class BookSource(RulesSource):
    """A rules file with every fact that its text, tables and figures can name."""

    facts: Facts = field(kw_only=True)
    """`derive_facts`; in a book with trackers also `sheet`, the measures of its sheet in small."""

    @classmethod
    def from_rules(cls, rules: RulesSource, sheet: Facts) -> BookSource:
        """Return a rules file with its facts; `sheet` is for a book with trackers."""
        facts = derive_facts(rules.book)
        if find_game(rules.book).has_trackers:
            facts["sheet"] = sheet
        return cls(rules.name, rules.book, rules.body, rules.body_line, rules.text, facts=facts)


def find_fact(facts: Facts, name: str) -> object:
    """Return the fact of a dotted name; an item of a list is named by its number from 0, or by its
    first value.

    Raises `FactError`.
    """
    fact: Any = facts
    for step in name.split("."):
        known = name_items(fact)
        if known.get(step) is None:
            near = messages.did_you_mean(step, known)
            quoted = messages.shorten(name)
            raise FactError(f"the front matter has no “{quoted}”" + (f"; {near}" if near else ""))
        fact = known[step]
    return fact


def name_items(facts: object) -> dict[str, Any]:
    """Return what a group or list of facts holds, by the names that a step of a dotted name has."""
    if isinstance(facts, Mapping):
        return {str(name): value for name, value in facts.items()}
    if not isinstance(facts, list | tuple):
        return {}
    named = {str(place): value for place, value in enumerate(facts)}
    for value in facts:
        if isinstance(value, Mapping):
            named[str(next(iter(value.values()), ""))] = value
    return named


def write_fact(facts: Facts, name: str, *, in_words: bool, labels: Labels | None = None) -> str:
    """Return a fact as it is printed: a number in digits or `in_words`, a list as “a, b and c”
    or `in_words` its length; in the language of `labels`, or in English.

    Raises `FactError` for an unknown name and for a group of facts.
    """
    labels = labels or load_english()
    fact = find_fact(facts, name)
    if isinstance(fact, Mapping):
        raise FactError(f"“{name}” is a group of facts; name one of {', '.join(fact)}")
    if isinstance(fact, list | tuple):
        if in_words:
            return labels.spell_number(len(fact))
        if any(isinstance(item, Mapping) for item in fact):
            raise FactError(
                f"“{name}” is a list of groups; write {name}.0 and the name of a fact, or "
                f"{name}|words"
            )
        return labels.join_list([str(item) for item in fact])
    if isinstance(fact, int) and not isinstance(fact, bool):
        return labels.spell_number(fact) if in_words else str(fact).replace("-", "−")
    return str(fact)


def change_outside_code(line: str, change: Callable[[str], str]) -> str:
    """Return a line whose text is changed; code between backticks is left as it is typed."""
    written = ""
    place = 0
    for code in CODE.finditer(line):
        written += change(line[place : code.start()]) + code[0]
        place = code.end()
    return written + change(line[place:])


def fill_facts(source: RulesSource, facts: Facts) -> tuple[str, list[errors.Problem]]:
    """Return the text with its facts, line by line as it was, and a complaint for each that cannot
    be printed.
    """
    complaints = []
    labels = source.book.all_labels

    def fill(line: str, number: int) -> str:
        def value(match: re.Match[str]) -> str:
            try:
                printed = write_fact(
                    facts, match["name"], in_words=bool(match["in_words"]), labels=labels
                )
            except FactError as error:
                complaints.append(errors.Problem(str(error), where=f"{source.name}:{number}"))
                return ""
            # A value is text: in a cell its bar must not end the cell, and its < must not begin an
            # element
            return printed.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|")

        return change_outside_code(line, lambda text: VALUE.sub(value, text))

    code = find_code_lines(source.body)
    lines = [
        line if number in code else fill(line, number + source.body_line)
        for number, line in enumerate(source.body.split("\n"))
    ]
    return join_words("\n".join(lines)), complaints
