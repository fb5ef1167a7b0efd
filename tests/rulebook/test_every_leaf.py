"""Front matter and sentences cannot disagree: whatever of it changes, the book says something else, or refuses it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from functools import cache, partial, reduce
from operator import getitem
from typing import Any

import pytest

from making.games import Change, with_facts
from making.rulebooks import SLUGS
from wordfleet_print.errors import BadInputError
from wordfleet_print.games import RulesSource, load_rules
from wordfleet_print.rulebook.figures import figure, figures_of
from wordfleet_print.rulebook.quick_reference import side_template
from wordfleet_print.rulebook.text.html_page import BookText, Look, html_page
from wordfleet_print.rulebook.text.palette import palette_styles
from wordfleet_print.rulebook.text.rulings import rulings_in
from wordfleet_print.rulebook.text.variables import render_body

Path = tuple[str | int, ...]
ELSEWHERE = {
    "slug": "names the file",
    "language": "is the page's own attribute",
    "tracker.fold_line": "stands on the sheet alone",
    "tracker.panels.*.note": "stands on the sheet alone",
    "tracker.panels.turn.title": "stands on the sheet alone",
    "marks.*.brief": "stands on the sheet alone",
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


UNSAID = {"bids": "codes"}
"""What goes without saying, by the field."""


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


OTHER_WORDS = [
    ("published", "draft"),
    ("allowed|forbidden", "allowed"),
    ("allowed|forbidden", "forbidden"),
    ("forbidden", "open"),
    ("codes", "digits"),
    ("digits", "codes"),
    ("any", "frequency-lock"),
    ("frequency-lock", "any"),
    ("header|middle", "middle"),
    ("header|middle", "header"),
    ("half", "a third"),
    ("double", "triple"),
    ("ring|border|cross|slash", "cross"),
    ("slash", "letter"),
    ("AEIOU", "AEIOUY"),
    ("[a-z]+", "submarine"),
    ("[a-z]+", "die"),
    (r"1\.0", "1.1"),
    ("#.*", "#101010"),
    (r"\d{3}", "246"),
    (r"[A-Z]\d", "C3"),
    (r"[A-Z]", "Q"),
    (r"\dD\d", "1D2"),
    ("STORM", "STEAM"),
]
"""What else stands in fields that take few values, by what is in them."""


def _others(value: Any) -> list[Any]:
    """Other values to put in place of one: a number more or less, one, the other way round, another word."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return sorted({value + 1, value - 1, 1} - {value})
    if isinstance(value, str):
        known = [new for old, new in OTHER_WORDS if re.fullmatch(old, value) and new != value]
        return [*known, f"{value}x", "Zebra", "ZEBRAS"[: max(1, len(value))]]
    return []


def _says(source: RulesSource) -> str:
    """All that a reader of a book sees: text, quick reference, cover, the figures that it places; and its colors. What
    is hidden is not in it: anchors, marks for the index, addresses of links, what figures say to those who cannot see.
    """
    body = render_body(source)
    path = side_template("quick", source.book.game, None)
    assert path
    beside = {"ruling": rulings_in(body)}
    quick = render_body(replace(source, name=str(path), body=path.read_text("utf-8"), body_line=1, beside=beside))
    placed = sorted({*_FIGURES.findall(body + quick)} & {*figures_of(source.book)})
    figures = _UNSEEN.sub("", "".join(figure(source.book, name) for name in placed))
    cover = html_page(BookText("", source.book, "", "", (), ()), Look(styles=(), paper="full")).partition("<body")[2]
    shown = _HIDDEN.sub("", cover)
    return "\n".join([_MARKS.sub("", body + quick), shown, figures, palette_styles(source.book)])


_FIGURES = re.compile(r"\[\[figure: ([\w-]+)")
_MARKS = re.compile(r"\{:[^}]*\}|\]\([^)]*\)|^!!! ruling.*$|\[\[†?[^\]|]*", re.MULTILINE)
_UNSEEN = re.compile(r"<(title|desc)\b.*?</\1>|\s(?:aria-\w+|role|id|class|href)=\"[^\"]*\"", re.DOTALL)
_HIDDEN = re.compile(r"<(script|svg)\b.*?</\1>|<[^>]*>", re.DOTALL)
_UNGRAMMATICAL = re.compile(
    r"\bNone\b|“”|: \.|such as \.|\b1 inches\b|\b[Oo]ne (?:captain|admiral|commander|player|ship|word-ship|enemy ship|"
    r"code|turn|opening turn|move|table|square|piece|point|trooper|step|mine|special weapon|roll)s\b"
)


def _is_elsewhere(slug: str, path: Path) -> bool:
    steps = [str(step) for step in path]
    for known in (one.removeprefix(f"{slug}.") for one in ELSEWHERE):
        parts = known.split(".")
        if len(parts) <= len(steps) and all(a in ("*", b) for a, b in zip(parts, steps, strict=False)):
            return True
    return False


@pytest.mark.parametrize("slug", SLUGS)
def test_every_leaf_changes_the_book_or_is_refused(slug: str) -> None:
    """Each value changed by itself, or left out: the book says something else, in sentences that are whole, or the
    change is refused, or a line above says why neither.
    """
    facts = load_rules(slug).book.model_dump(mode="json", exclude_none=True)
    silent, broken = [], []
    for path in _leaves(facts):
        if path[0] == "played" or _is_elsewhere(slug, path):
            continue  # a played game is told turn by turn (test_played_games.py)
        value = reduce(getitem, path, facts)
        changes: dict[str, Change] = {str(other): partial(_put, path, other) for other in _others(value)}
        if value and UNSAID.get(str(path[-1])) != value:  # without one, it is as it was
            changes["left out"] = partial(_leave_out, path)
        for other, change in changes.items():
            before, after = _told(slug, change)
            silent += [(*path, other)] if before == after and after else []
            broken += [(*path, other, found) for found in _UNGRAMMATICAL.findall(after) if found not in before]
    assert silent == []
    assert broken == []


def _told(slug: str, change: Change) -> tuple[str, str]:
    """What a book says before and after a change, its played game left out if it does not go with that; nothing if the
    change is refused, or leaves out what goes without saying.
    """
    for less in (_whole, _unplayed):
        before, played = _said(slug, less), less is _whole

        def changed(facts: dict[str, Any], less: Change = less) -> None:
            less(facts)
            change(facts)

        try:
            after = with_facts(slug, changed)
            return (before, _says(after)) if after.book != with_facts(slug, less).book else ("", "")
        except BadInputError as error:
            if not (played and all("played" in str(one) for one in error.told)):
                break
    return "", ""


def _whole(_facts: dict[str, Any]) -> None:
    """As it is."""


def _unplayed(facts: dict[str, Any]) -> None:
    facts.pop("played", None)


@cache
def _said(slug: str, less: Change) -> str:
    return _says(with_facts(slug, less))


def _put(path: Path, other: object, facts: dict[str, Any]) -> None:
    *above, last = path
    reduce(getitem, above, facts)[last] = deepcopy(other)


def _leave_out(path: Path, facts: dict[str, Any]) -> None:
    *above, last = path
    del reduce(getitem, above, facts)[last]
