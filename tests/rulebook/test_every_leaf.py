"""Front matter and sentences cannot disagree: whatever of it changes, the book says something else, or refuses it."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from functools import cache, partial, reduce
from operator import getitem
from typing import Any

import pytest

from making.games import with_facts
from making.rulebooks import SLUGS
from wordfleet_print.errors import BadInputError
from wordfleet_print.game import RulesSource, load_rules
from wordfleet_print.rulebook.figures import figure, figures_of
from wordfleet_print.rulebook.quick_reference import side_template
from wordfleet_print.rulebook.text.html_page import describe
from wordfleet_print.rulebook.text.palette import palette_styles
from wordfleet_print.rulebook.text.rulings import rulings_in
from wordfleet_print.rulebook.text.variables import render_body

Path = tuple[str | int, ...]
ELSEWHERE = {
    "slug": "names the file",
    "status": "is a stamp on the cover",
    "language": "is the page's own attribute",
    "tracker.title": "",
    "tracker.fold_line": "stands on the sheet alone",
    "tracker.panels.*.note": "stands on the sheet alone",
    "tracker.panels.turn.title": "stands on the sheet alone",
    "tracker.notes.lines": "stands on the sheet alone",
    "variations.*.prints": "stands on the sheet alone",
    "turn.title": "stands on the sheet alone",
    "soldier.short": "stands on the kit's tape and cards",
    "standard.profiles.*.short": "stands on the kit's tape and cards",
    "kit": "drives the kit (test_kit_says.py)",
    "fairness": "deals words, and is measured in docs/fairness.md",
    "word-fleet-admirals.launch_codes.deal.*.odds": "there is one deal, which is always taken",
    "word-fleet-admirals.launch_codes.alike": "there is one deal, which both have",
}
"""What changes no sentence and no figure, and why: `*` stands for any name or number."""


def _leaves(facts: Any, path: Path = ()) -> Iterator[Path]:
    """Every value of front matter that holds no others, by where it stands."""
    if isinstance(facts, dict):
        for name, value in facts.items():
            yield from _leaves(value, (*path, name))
    elif isinstance(facts, list) and facts:
        for number, value in enumerate(facts):
            yield from _leaves(value, (*path, number))
    else:
        yield path


def _others(value: Any) -> list[Any]:
    """Other values to put in place of one: a number more or less, the other way round, another word of its kind."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return [value + 1, value - 1]
    if isinstance(value, str):
        known = OTHER_WORDS.get(value, [])
        return [*known, value + "x", "Zebra", "ZEBRAS"[: max(1, len(value))]] if value else ["x"]
    return []


OTHER_WORDS: dict[str, list[object]] = {
    "published": ["draft"],
    "allowed": ["forbidden"],
    "forbidden": ["allowed"],
    "codes": ["digits", "fleet"],
    "digits": ["codes"],
    "any": ["frequency-lock"],
    "frequency-lock": ["any"],
    "header": ["middle"],
    "middle": ["header"],
    "half": ["a third"],
}
"""The other values of fields that have few."""


@cache
def _said(slug: str) -> str:
    return _says(load_rules(slug))


def _says(source: RulesSource) -> str:
    """All that a book says: text, quick reference, description, and the words of its figures; and its look."""
    body = render_body(source)
    path = side_template("quick", source.book.game, None)
    assert path
    beside = {"ruling": rulings_in(body)}
    quick = render_body(replace(source, name=str(path), body=path.read_text("utf-8"), body_line=1, beside=beside))
    figures = "".join(figure(source.book, name) for name in figures_of(source.book))
    return "".join([body, quick, describe(source.book), figures, palette_styles(source.book)])


def _is_elsewhere(slug: str, path: Path) -> bool:
    steps = [str(step) for step in path]
    for known in (one.removeprefix(f"{slug}.") for one in ELSEWHERE):
        parts = known.split(".")
        if len(parts) <= len(steps) and all(a in ("*", b) for a, b in zip(parts, steps, strict=False)):
            return True
    return False


@pytest.mark.parametrize("slug", SLUGS)
def test_every_leaf_changes_the_book_or_is_refused(slug: str) -> None:
    """Each value changed by itself: the book differs, or the value is refused, or a line above says why neither."""
    facts = load_rules(slug).book.model_dump(mode="json", exclude_none=True)
    silent = []
    for path in _leaves(facts):
        if path[0] == "played" or _is_elsewhere(slug, path):
            continue  # a played game is told turn by turn (test_played_games.py)
        value = reduce(getitem, path, facts)
        results = []
        for other in _others(value):
            try:
                results.append(_says(with_facts(slug, partial(_put, path, other))) != _without_played(slug))
            except BadInputError:
                continue
        if not all(results):
            silent.append(".".join(map(str, path)))
    assert silent == []


def _put(path: Path, other: object, facts: dict[str, Any]) -> None:
    facts.pop("played", None)
    *above, last = path
    reduce(getitem, above, facts)[last] = deepcopy(other)


@cache
def _without_played(slug: str) -> str:
    return _says(with_facts(slug, lambda facts: facts.pop("played", None)))
