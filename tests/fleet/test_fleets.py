"""Fleets: words chosen and rated, decks filled up, ships placed."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product
from string import ascii_uppercase
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.fleet import fleets as fleet_words
from wordfleet_print.fleet.deck import ENOUGH, own_deck, theme_deck, tier_deck
from wordfleet_print.fleet.fleets import (
    Placement,
    choose_words,
    has_unhappy_pair,
    has_word_inside_another,
    place_fleet,
)
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.fleet.word_lists import WordList, load_pairs, load_theme, load_tier
from wordfleet_print.games import Edition, load_edition, packaged
from wordfleet_print.games.word_fleet.model import Grid, Ship


@given(st.lists(st.text("AB", min_size=1, max_size=4), max_size=5))
def test_words_inside_words_are_found(words: list[str]) -> None:
    """`has_word_inside_another` gives the same result as comparing every word with every other."""
    naive = any(a in b for i, a in enumerate(words) for j, b in enumerate(words) if i != j)
    assert has_word_inside_another(tuple(words)) == naive


@cache
def _load_facts(slug: str) -> dict[str, Any]:
    """The front matter as plain YAML, read without the program's own parser."""
    text = (data_folder("rules") / f"{slug}.md").read_text(encoding="utf-8")
    facts: dict[str, Any] = yaml.safe_load(text.split("---\n")[1])
    return facts


@given(st.tuples(*(st.text(ascii_uppercase, min_size=n, max_size=n) for n in (5, 4, 3, 3, 2))))
def test_ratings_follow_the_front_matter(words: tuple[str, ...]) -> None:
    """Any 17 letters are rated as each edition says: different letters, squares of their counts,
    questions.
    """
    letters = "".join(words)
    for slug in packaged().edition_slugs:
        fairness = _load_facts(slug)["fairness"]
        difficulty = fairness["different"] * len(set(letters))
        difficulty += fairness["squares"] * sum(
            letters.count(letter) ** 2 for letter in set(letters)
        )
        for question in fairness["questions"]:
            asked = 0
            while sum(map(letters.count, question["order"][:asked])) < question.get(
                "known", len(letters)
            ):
                asked += 1
            difficulty += question["weight"] * asked
        assert fleet_words.measure_difficulty(words, load_edition(slug).fairness) == difficulty


def test_a_fleet_is_counted_and_labeled(edition: Edition) -> None:
    """Letters are counted from A to Z (C-12); a difficulty below `easy_below` is easy, above
    `hard_above` hard.
    """
    assert [*fleet_words.count_letters(("SEAT", "TEA")).items()] == [
        ("A", 2),
        ("E", 2),
        ("S", 1),
        ("T", 2),
    ]
    low, high = edition.fairness.easy_below, edition.fairness.hard_above
    labels = [
        fleet_words.name_difficulty(difficulty, edition.fairness)
        for difficulty in (low - 1, low, high, high + 1)
    ]
    assert labels == ["easy", "medium", "medium", "hard"]


def test_every_lawful_fleet_is_equally_likely() -> None:
    """Refusing a fleet with a word inside another favors none of the others."""
    words = {2: ("AB", "CD"), 3: ("ABX", "EFG", "HIJ", "KLM")}
    lawful = {
        fleet
        for fleet in product(words[3], words[3], words[2])
        if not has_word_inside_another(fleet)
    }
    random = KeyedRandom(b"even", b"fleets")
    found = Counter(
        choose_words([words[3], words[3], words[2]], random) for _ in range(100 * len(lawful))
    )
    assert set(found) == lawful
    freedom = len(lawful) - 1
    assert (
        sum((count - 100) ** 2 / 100 for count in found.values())
        < freedom + 5 * (2 * freedom) ** 0.5
    )


@pytest.mark.parametrize("words", [{2: ("AB",), 3: ("ABC", "XAB")}, {2: ("AB",), 3: ("CDE",)}])
def test_words_that_make_no_fleet_are_refused(words: dict[int, tuple[str, ...]]) -> None:
    """Lists in which words always repeat or are inside one another are refused, not searched
    forever.
    """
    with pytest.raises(BadInputError, match="No fleet can be made"):
        choose_words([words[3], words[3], words[2]], KeyedRandom(b"", b"words"))


def test_no_fleet_holds_an_unhappy_pair(edition: Edition) -> None:
    """Of words that are mostly in unhappy pairs, two thousand fleets hold no pair."""
    paired = {word for word, partners in load_pairs().items() for word in (word, *partners)}
    words = [
        word for found in load_tier("expert").by_length.values() for word in found if word in paired
    ]
    deck = tier_deck(edition, WordList.of("paired", "", "", words))
    keys = [number.to_bytes(9) for number in range(2_000)]
    assert not any(has_unhappy_pair(deck.draw_fleet(key)[0]) for key in keys)
    assert (
        sum(has_unhappy_pair([*map(KeyedRandom(key, b"words").choice, deck.pools)]) for key in keys)
        > 50
    )


def test_themes_join_and_tiers_fill_the_gaps(edition: Edition) -> None:
    """Themes join their words in any order; a length of which they have too few is filled up from
    the tier.
    """
    tier = WordList.of("tier", "Tier", "", ["AB", "CD", "EFG", "HIJK", "LMNOP"])
    many = {n: [f"{letter:A<{n}}" for letter in ascii_uppercase[:ENOUGH]] for n in (3, 4, 5)}
    one = WordList.of("b", "Bees", "", [*many[5], *many[4][1:], *many[3]])
    other = WordList.of("a", "Ants", "", ["ANT", many[4][0], many[5][0], "OX"])
    deck = theme_deck(edition, tier, [one, other])
    assert deck.words == {
        5: tuple(many[5]),
        4: tuple(many[4]),
        3: tuple(sorted(["ANT", *many[3]])),
        2: ("AB", "CD", "OX"),
    }
    assert (deck.title, deck.filled_lengths) == ("Ants & Bees", (2,))
    assert theme_deck(edition, tier, [other, one]) == deck
    assert theme_deck(edition, tier, [one]).filled_lengths == (4, 2)
    assert load_theme("animals").by_length[2] == ("OX",)


OWN = WordList.of(
    "own",
    "Class",
    "class.txt",
    ["fox", "owl", "bee", "wolf", "bear", "deer", "hare", "tiger", "sheep"],
)


def test_a_list_that_is_too_small_is_refused_length_by_length(edition: Edition) -> None:
    """Each length that lacks words says how many it has and needs; one sheet needs half as many as
    two.
    """
    with pytest.raises(BadInputError, match="too small") as caught:
        own_deck(edition, OWN, sheets=9)
    assert [str(complaint) for complaint in caught.value.problems] == [
        "class.txt: has 3 words of 3 letters, needs 4",
        "class.txt: has 0 words of 2 letters, needs 2",
    ]
    with pytest.raises(BadInputError, match="has no words of 5 letters"):
        tier_deck(edition, WordList.of("own", "Class", "", ["wave", "fog", "ox"])).draw_fleet(
            b"key"
        )
    few = WordList.of("own", "Class", "", ["storm", "wave", "fog", "sea", "ox"])
    assert own_deck(edition, few, sheets=1).words == few.by_length


def test_words_of_the_list_come_first_where_a_tier_fills_up(edition: Edition) -> None:
    """Words of the list are drawn far more often than those of the tier; a full list is not filled
    up.
    """
    deck = own_deck(edition, OWN, sheets=2, fill=load_tier("standard"))
    assert deck.filled_lengths == (5, 4, 3, 2)
    pool = Counter(deck.pools[2])
    assert pool["OWL"] / pool.total() == pytest.approx(3 / 10, rel=0.02)
    fleets = [deck.draw_fleet(number.to_bytes(9))[0] for number in range(500)]
    assert sum(word in deck.listed_words for fleet in fleets for word in fleet) / len(fleets) > 3.2
    full = WordList.of(
        "own",
        "Class",
        "",
        [word for found in load_tier("standard").by_length.values() for word in found[:6]],
    )
    assert own_deck(edition, full, sheets=2, fill=load_tier("expert")) == own_deck(
        edition, full, sheets=2
    )


def _change_sea(
    edition: Edition, touching: str, grid: tuple[int, int] = (10, 10), *letters: int
) -> Edition:
    ships = (
        tuple(Ship(ship=f"SHIP {i}", letters=n, example="A" * n) for i, n in enumerate(letters))
        or edition.fleet
    )
    sea = Grid(columns=grid[0], rows=grid[1])
    return edition.model_copy(update={"touching": touching, "grid": sea, "fleet": ships})


def _is_lawful(edition: Edition, placements: tuple[Placement, ...]) -> bool:
    """Inside the grid; no square twice; where touching is forbidden, not side by side nor corner to
    corner.
    """
    ships = [
        [(one.column + i * one.across, one.row + i * (not one.across)) for i in range(letters)]
        for one, letters in zip(placements, edition.lengths, strict=True)
    ]
    assert ships == [[*one.squares(n)] for one, n in zip(placements, edition.lengths, strict=True)]
    inside = all(
        0 <= x < edition.grid.columns and 0 <= y < edition.grid.rows
        for ship in ships
        for x, y in ship
    )
    least = 2 if edition.touching == "forbidden" else 1
    return inside and all(
        max(abs(ax - bx), abs(ay - by)) >= least
        for one, other in combinations(ships, 2)
        for (ax, ay), (bx, by) in product(one, other)
    )


@given(
    touching=st.sampled_from(["allowed", "forbidden"]),
    grid=st.tuples(st.integers(8, 26), st.integers(8, 26)),
    letters=st.lists(st.integers(2, 4), min_size=1, max_size=4),
    key=st.binary(max_size=64),
)
def test_every_placement_is_lawful(
    edition: Edition, touching: str, grid: tuple[int, int], letters: list[int], key: bytes
) -> None:
    """No ship leaves the grid or overlaps another (C-08); where touching is forbidden, corners are
    too (A-04).
    """
    rules = _change_sea(edition, touching, grid, *letters)
    placements = place_fleet(rules, KeyedRandom(key, b"placement"))
    assert _is_lawful(rules, placements)


@pytest.mark.parametrize("touching", ["allowed", "forbidden"])
def test_every_lawful_arrangement_is_equally_likely(edition: Edition, touching: str) -> None:
    """Over many draws on a small grid all arrangements, counted here, come up equally often."""
    rules = _change_sea(edition, touching, (4, 5), 3, 2)
    placements = [
        Placement(x, y, across) for x in range(4) for y in range(5) for across in (True, False)
    ]
    lawful = [pair for pair in product(placements, repeat=2) if _is_lawful(rules, pair)]
    random = KeyedRandom(b"even", touching.encode())
    found = Counter(place_fleet(rules, random) for _ in range(40 * len(lawful)))
    assert set(found) == set(lawful)
    freedom = len(lawful) - 1
    assert sum((found[pair] - 40) ** 2 / 40 for pair in lawful) < freedom + 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize(
    ("touching", "letters"), [("forbidden", (4, 4, 4)), ("allowed", (4, 4, 4, 4, 2))]
)
def test_a_fleet_that_cannot_fit_is_refused(
    edition: Edition, touching: str, letters: tuple[int, ...]
) -> None:
    """The message gives the measures of the grid, and the search ends."""
    with pytest.raises(
        BadInputError, match=rf"{sum(letters)} letters does not fit a 4 × 4 grid"
    ) as caught:
        place_fleet(
            _change_sea(edition, touching, (4, 4), *letters), KeyedRandom(b"crowded", b"placement")
        )
    assert ("touching" in caught.value.message) == (touching == "forbidden")
