"""Facts of the front matter in the text: `{{ fact }}` and `{{ fact|words }}` get their values."""

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
from wordfleet_print.rulebook.line_ends import bind_measures

# A fact in a text, such as `{{ board.columns }}` or `{{ board.columns|words }}`.
PLACEHOLDER = re.compile(
    r"\{\{\s*(?P<name>[\w-]+(?:\.[\w-]+)*)\s*(?:\|\s*(?P<in_words>words)\s*)?\}\}"
)
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
    """Return the fact of a dotted name: `board.columns`, `pieces.0.score` or `pieces.pawn.score`.

    An item of a list is named by its number from 0, or by its first value. Raises `FactError`.
    """
    fact: Any = facts
    for step in name.split("."):
        inner_facts = list_inner_facts(fact)
        if inner_facts.get(step) is None:
            near = messages.did_you_mean(step, inner_facts)
            advice = f"; {near}" if near else ""
            raise FactError(f"the front matter has no “{messages.shorten(name)}”{advice}")
        fact = inner_facts[step]
    return fact


def list_inner_facts(fact: object) -> dict[str, Any]:
    """Return what is inside a group or list of facts, by name.

    A list `[{"name": "pawn", "score": 4}]` gives its item two names: "0" and "pawn". Nothing is
    inside a plain fact.
    """
    if isinstance(fact, Mapping):
        return {str(name): value for name, value in fact.items()}
    if not isinstance(fact, list | tuple):
        return {}
    by_name = {str(number): item for number, item in enumerate(fact)}
    for item in fact:
        if isinstance(item, Mapping):
            first_value = next(iter(item.values()), "")
            by_name[str(first_value)] = item
    return by_name


def write_fact(facts: Facts, name: str, *, in_words: bool, labels: Labels | None = None) -> str:
    """Return a fact as it is printed, in the language of `labels`, or in English.

    A number is printed in digits, or `in_words` as “eight”. A list is printed as “a, b and c”, or
    `in_words` as its length. Raises `FactError` for an unknown name and for a group of facts.
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
    """Return a line changed by `change`, but for code between backticks, such as `` `{{ x }}` ``.

    `change` gets each stretch of words between two pieces of code.
    """
    new_line = ""
    end_of_code = 0
    for code in CODE.finditer(line):
        new_line += change(line[end_of_code : code.start()]) + code[0]
        end_of_code = code.end()
    return new_line + change(line[end_of_code:])


def fill_facts(source: RulesSource, facts: Facts) -> tuple[str, list[errors.Problem]]:
    """Return the markdown of a book with its facts, and a problem for each that cannot be printed.

    `{{ board.columns }} squares` becomes `8 squares`; in code it stays. No line is added or
    removed.
    """
    problems: list[errors.Problem] = []
    labels = source.book.all_labels

    def fill_line(line: str, number: int) -> str:
        def write_value(placeholder: re.Match[str]) -> str:
            name = placeholder["name"]
            in_words = placeholder["in_words"] is not None
            try:
                value = write_fact(facts, name, in_words=in_words, labels=labels)
            except FactError as error:
                problems.append(errors.Problem(str(error), where=f"{source.name}:{number}"))
                return ""
            # A value is words, not markdown: its bar must not end a cell of a table, and its < must
            # not begin an HTML element.
            return value.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|")

        return change_outside_code(line, lambda words: PLACEHOLDER.sub(write_value, words))

    code_lines = find_code_lines(source.body)
    lines = [
        line if number in code_lines else fill_line(line, number + source.body_line)
        for number, line in enumerate(source.body.split("\n"))
    ]
    return bind_measures("\n".join(lines)), problems
