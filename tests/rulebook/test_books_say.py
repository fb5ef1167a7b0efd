"""Every rulebook says every fact of its game, and takes each number and name from front matter: tests/data/books."""

from __future__ import annotations

import re

import pytest

from making.games import PUBLISHED, SAYS, flat, missing, rendered
from wordfleet_print.games import rules_slugs

FACTS = {
    "word-fleet": ("C", 41, {19, 21, 24, 36, 38, 39, 40, 41}),
    "word-fleet-strike": ("S", 21, {11, 12, 19, 20}),
    "word-fleet-admirals": ("A", 17, {12}),
    "army-men": ("M", 36, {21, 25, 29, 31, 32, 33, 34, 35}),
    "happy-flip-chess": ("F", 19, {14, 15, 16, 17}),
}
"""Each book's facts, from 1 on, but for what is left open (test_rulings.py) or played out (test_played_games.py)."""
WHICH = [(slug, which) for slug, table in SAYS.items() for which in (PUBLISHED, *table) if which != "says"]


@pytest.mark.parametrize("slug", rules_slugs())
def test_every_fact_has_phrases(slug: str) -> None:
    """No fact of a game is forgotten by the table, and none is invented."""
    letter, last, elsewhere = FACTS[slug]
    facts = {fact: phrases for fact, phrases in SAYS[slug]["says"].items() if "-" in fact}
    assert list(facts) == [f"{letter}-{number:02}" for number in range(1, last + 1) if number not in elsewhere]
    assert all(facts.values())


@pytest.mark.parametrize(("slug", "which"), WHICH)
def test_the_rulebook_says_every_fact(slug: str, which: str) -> None:
    """The published rulebook states each fact, and states it with whatever the front matter says."""
    facts = SAYS[slug]["says"] | SAYS[slug].get(which, {}).get("says", {})
    text = flat(rendered(slug, which))
    assert {fact: left for fact, phrases in facts.items() if (left := missing(phrases, text))} == {}


@pytest.mark.parametrize(("slug", "which"), [one for one in WHICH if one[1] != PUBLISHED])
def test_changed_facts_leave_no_old_one(slug: str, which: str) -> None:
    """Another grid, fleet, die, count or name changes the text everywhere; no old value is left behind."""
    old = SAYS[slug][which]["no longer"]
    published = flat(rendered(slug))
    assert [one for one in re.split(r"\|(?![^(\[]*[)\]])", old) if not re.search(one, published)] == []
    assert re.findall(old, flat(rendered(slug, which))) == []
