"""Nothing that a kit prints is English in another language: all of it is in labels and rules."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from support.kits import ARMY, CHESS, GAMES, settings
from support.pseudo_language import find_unmarked, mark_rules
from wordfleet_print.kit.document import make_kit

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
    assert find_unmarked(made.html, source) == set()
