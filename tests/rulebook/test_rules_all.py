"""What every rulebook promises, of whichever game: boxes that are boxes, rulings that are ours, the same text twice."""

from __future__ import annotations

import re
from functools import cache

import pytest

from making.games import rulings
from making.rulebooks import SLUGS, Outline, page
from wordfleet_print.files import data_folder
from wordfleet_print.game import load_rules
from wordfleet_print.rulebook.text.variables import render_body

PARTIALS = sorted(path.name for path in (data_folder("templates") / "rules").glob("*.md"))
ORDERED = {"word-fleet": 1, "army-men": 0, "happy-flip-chess": 0}
"""Numbered lists in a rulebook, by game: the turn's steps."""
EXAMPLES = {"word-fleet": 5, "army-men": 5, "happy-flip-chess": 3}
"""The least number of examples of play, by game."""


@cache
def _published(slug: str) -> str:
    return render_body(load_rules(slug))


def _written(name: str) -> str:
    """The body of a rulebook, or a partial that rulebooks share, as it is written."""
    if name in PARTIALS:
        return (data_folder("templates") / "rules" / name).read_text(encoding="utf-8")
    return load_rules(name).body


@pytest.mark.parametrize("slug", SLUGS)
def test_two_renderings_are_the_same(slug: str) -> None:
    """The same rules file gives the same text, down to the byte."""
    assert _published(slug) == render_body(load_rules(slug))


@pytest.mark.parametrize("slug", SLUGS)
def test_boxes_hold_no_loose_line(slug: str) -> None:
    """Every box starts after a blank line and is followed by an indented line: markdown would not see it otherwise."""
    lines = _published(slug).split("\n")
    starts = [i for i, line in enumerate(lines) if line.startswith("!!! ")]
    assert [lines[i] for i in starts if lines[i - 1] or not lines[i + 1].startswith("    ")] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_examples_stand_in_example_boxes(slug: str) -> None:
    """Examples of play are marked and titled, so that nobody takes one for a rule."""
    boxes = re.findall(r'^!!! example "[^"]+"$', _published(slug), flags=re.MULTILINE)
    assert len(boxes) >= EXAMPLES[load_rules(slug).book.game]


@pytest.mark.parametrize("slug", SLUGS)
def test_rulings_are_never_in_the_designers_name(slug: str) -> None:
    """Each ruling box asks one question, says what the designer leaves open, and who suggests."""
    boxes = rulings(_published(slug))
    assert boxes
    for box in boxes.values():
        assert box.split("?")[0].strip()
        assert re.search(r"The designer(’s (text|draft|tutorial))? ", box)
        assert "Until the designer decides, this rulebook suggests" in box


@pytest.mark.parametrize("slug", SLUGS)
def test_no_sentence_is_taken_for_a_list(slug: str) -> None:
    """A number that happens to start a line and end a sentence does not become the number of an item."""
    assert len(Outline(page(slug).split("<main", 1)[1]).all("ol")) == ORDERED[load_rules(slug).book.game]


@pytest.mark.parametrize("written", [*SLUGS, *PARTIALS])
def test_no_article_stands_before_a_variable(written: str) -> None:
    """A name may start with a vowel one day, so no “a” or “an” stands before one."""
    assert re.findall(r"\b[Aa]n? \{\{", _written(written)) == []
