"""Nothing that a kit prints is English in another language: all of it is in labels and rules."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from support.html import Page
from support.kits import ARMY, CHESS, GAMES, settings
from support.matrix import mark_matrix
from support.pseudo_language import find_unmarked, mark_rules
from support.publishing import make_kit
from wordfleet_print.errors import BadInputError
from wordfleet_print.games import load_rules
from wordfleet_print.games.labels import load_labels

LOOKS: dict[str, dict[str, Any]] = {
    "usual": {},
    "eco": {"eco": True},
    "draft": {"draft": True},
    "one_sided": {"one_sided": True},
    "squares": {"square": 47.0, "page": ("board",)},
}
ONLY = {"draft": ARMY, "one_sided": CHESS, "squares": CHESS}
CASES = [(slug, look) for slug, look in product(GAMES, LOOKS) if ONLY.get(look, slug) == slug]


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "look"), CASES)
def test_every_word_of_a_kit_is_a_label_or_of_the_rules(slug: str, look: str) -> None:
    """With a mark on each word of labels and rules, a kit has no word without a mark but names that
    the program reads, numbers and codes.
    """
    source = mark_rules(slug)
    made = make_kit(source, settings(**LOOKS[look]))
    assert find_unmarked(Page(made.html), source) == set()


@pytest.mark.slow
@pytest.mark.parametrize("language", mark_matrix(["de", "es", "fr"], {"de"}))
@pytest.mark.parametrize(("slug", "draft"), [(ARMY, False), (ARMY, True), (CHESS, False)])
def test_labels_of_a_bundled_language_fit_kits(slug: str, draft: bool, language: str) -> None:
    """What is drawn or is on one line has a wording that fits, on both papers, with both inks."""
    source = load_rules(slug)
    source = replace(source, book=source.book.with_labels(load_labels(language)))
    for paper, eco in product(("a4", "letter"), (False, True)):
        made = make_kit(source, settings(paper, eco=eco, draft=draft, one_sided=eco))
        assert made.sheets


def test_a_label_that_does_not_fit_is_refused_with_its_measure() -> None:
    """The message names the label, what it needs and what its place has."""
    source = load_rules(ARMY)
    own = {"kit.army.counters.tied": ("UNENTSCHIEDEN",)}
    labels = source.book.all_labels.replace(own)
    source = replace(source, book=source.book.with_labels(labels))
    with pytest.raises(BadInputError) as refused:
        make_kit(source, settings(page=("counters",)))
    (problem,) = refused.value.details
    assert re.fullmatch(
        r"kit\.army\.counters\.tied needs \d\d\.\d mm and has 20\.0 mm: “UNENTSCHIEDEN”",
        problem.message,
    )


def test_the_fullest_wording_that_fits_is_printed() -> None:
    """Of several wordings of a label the first that its place has room for is on the page."""
    source = load_rules(ARMY)
    own = {"kit.army.counters.tied": ("UNENTSCHIEDEN", "REMIS", "=")}
    labels = source.book.all_labels.replace(own)
    made = make_kit(
        replace(source, book=source.book.with_labels(labels)), settings(page=("counters",))
    )
    assert ">REMIS<" in made.html
    assert "UNENTSCHIEDEN<" not in made.html
