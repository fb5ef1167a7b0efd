"""Fleets: words chosen, rated, placed, on small games as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations, product
from string import ascii_uppercase
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.fleet.deck import (
    DIGEST_BITS,
    ENOUGH,
    Deck,
    blank_deck,
    load_names,
    own_deck,
    theme_deck,
    tier_deck,
)
from wordfleet_print.fleet.fleets import (
    Placement,
    Sieve,
    any_inside_another,
    any_unhappy_pair,
    choose_words,
    count_letters,
    place_fleet,
    rate,
    rating_label,
)
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.fleet.word_lists import TIERS, WordList, load_pairs, load_theme, load_tier, theme_slugs
from wordfleet_print.games import ANY_RATING, CodeProfile, Edition, Fairness, Grid, Ship, edition_slugs, load_edition
from wordfleet_print.sheet.sheet import words_from


@cache
def _facts(slug: str = "word-fleet") -> dict[str, Any]:
    """The front matter as plain YAML, read past the programme's own parser."""
    text = (data_folder("rules") / f"{slug}.md").read_text(encoding="utf-8")
    facts: dict[str, Any] = yaml.safe_load(text.split("---\n")[1])
    return facts


@cache
def _decks() -> tuple[Deck, ...]:
    """Every tier, and every theme with the family tier."""
    edition = load_edition("word-fleet")
    tiers = [tier_deck(edition, load_tier(tier)) for tier in TIERS]
    return (*tiers, *(theme_deck(edition, load_tier("family"), [load_theme(theme)]) for theme in theme_slugs()))


def _naive_rating(words: tuple[str, ...], slug: str = "word-fleet") -> int:
    """The sum that the front matter describes, spelled out: different letters, squares of their counts, questions."""
    fairness = _facts(slug)["fairness"]
    letters = "".join(words)
    rating = fairness["different"] * len(set(letters))
    rating += fairness["squares"] * sum(letters.count(letter) ** 2 for letter in set(letters))
    for question in fairness["questions"]:
        asked = 0
        while sum(letters.count(known) for known in question["order"][:asked]) < question.get("known", len(letters)):
            asked += 1
        rating += question["weight"] * asked
    return int(rating)


@given(deck=st.sampled_from(range(3 + len(theme_slugs()))), key=st.binary(max_size=64))
def test_every_fleet_is_lawful_counted_and_rated(deck: int, key: bytes) -> None:
    """Words of the right lengths from the deck, none twice or inside another; manifest and rating agree with them."""
    chosen = _decks()[deck]
    assert chosen.words is not None
    edition = chosen.edition
    words = choose_words(chosen.pools, KeyedRandom(key, b"words"))
    assert [len(word) for word in words] == [ship["letters"] for ship in _facts()["fleet"]]
    assert all(word in chosen.words[len(word)] for word in words)
    assert not any(a in b for i, a in enumerate(words) for j, b in enumerate(words) if i != j)
    assert not any_unhappy_pair(words)
    manifest = count_letters(words)
    assert manifest == Counter("".join(words))
    assert list(manifest) == sorted(manifest)
    assert sum(manifest.values()) == sum(edition.lengths)
    assert rate(words, edition.fairness) == _naive_rating(words)


@given(st.lists(st.text("AB", min_size=1, max_size=4), max_size=5))
def test_words_inside_words_are_found(words: list[str]) -> None:
    """`any_inside_another` says what comparing every word with every other says."""
    naive = any(a in b for i, a in enumerate(words) for j, b in enumerate(words) if i != j)
    assert any_inside_another(tuple(words)) == naive


@given(
    st.tuples(
        *(st.text(ascii_uppercase, min_size=n, max_size=n) for n in (5, 4, 3, 3, 2)),
    )
)
def test_ratings_follow_the_front_matter(words: tuple[str, ...]) -> None:
    """Any 17 letters are rated as each edition says, rare letters and lone ones alike."""
    for slug in edition_slugs():
        assert rate(words, load_edition(slug).fairness) == _naive_rating(words, slug)


QUESTIONS = st.builds(
    lambda order, known, weight: {"order": "".join(order), "known": known, "weight": weight},
    st.permutations(ascii_uppercase),
    st.integers(1, 17),
    st.integers(1, 40),
)


@given(
    different=st.integers(-9, 9),
    squares=st.integers(-3, 3),
    questions=st.lists(QUESTIONS, max_size=4),
    fleets=st.lists(
        st.tuples(*(st.text(st.sampled_from("AEQXZ"), min_size=n, max_size=n) for n in (5, 4, 3, 3, 2))), min_size=1
    ),
)
def test_a_sieve_rates_by_any_rules(
    edition: Edition, different: int, squares: int, questions: list[dict[str, Any]], fleets: list[tuple[str, ...]]
) -> None:
    """Whatever a designer's front matter says, what a sieve finds is rated as `rate` rates it."""
    facts = edition.fairness.model_dump() | {"different": different, "squares": squares, "questions": questions}
    fairness = Fairness.model_validate(facts)
    for words in fleets:
        if not any_inside_another(words):
            assert Sieve([(word,) for word in words], fairness).find(b"key", ANY_RATING) == (
                words,
                rate(words, fairness),
            )


@pytest.mark.parametrize("deck", [0, 2, 5])
def test_a_sieve_finds_what_is_drawn(deck: int) -> None:
    """Whatever a sieve lets through has the words and the rating of the key's own fleet, in the band; it lets through
    most of those there are.
    """
    chosen = _decks()[deck]
    assert chosen.words is not None
    fairness = chosen.edition.fairness
    sieve = Sieve(chosen.pools, fairness)
    found = there = 0
    low, high = fairness.band
    for number in range(2_000):
        key = number.to_bytes(9)
        words = choose_words(chosen.pools, KeyedRandom(key, b"words"))
        rating = rate(words, fairness)
        let_through = sieve.find(key, (low, high))
        there += low <= rating <= high
        found += let_through is not None
        assert let_through in (None, (words, rating))
        assert let_through is None or low <= rating <= high
    assert there >= found > 0.8 * there > 300


@pytest.mark.parametrize("tier", TIERS)
def test_unhappy_pairs_never_sail_together(edition: Edition, tier: str) -> None:
    """Of words that nearly all have an unhappy partner, no fleet drawn holds two that make a pair, though many chosen
    at random do.
    """
    paired = {word for word, partners in load_pairs().items() for word in (word, *partners)}
    few = WordList.of(
        "paired", "", "", (w for words in load_tier(tier).by_length.values() for w in words if w in paired)
    )
    deck = tier_deck(edition, few)
    keys = [number.to_bytes(9) for number in range(2_000)]
    drawn = [deck.draw_fleet(key)[0] for key in keys]
    at_random = [KeyedRandom(key, b"words").choices(deck.pools) for key in keys]
    partners = load_pairs()
    for words in drawn:
        assert not [(one, other) for one, other in permutations(words, 2) if other in partners.get(one, ())]
    assert sum(map(any_unhappy_pair, at_random)) > 100


def test_a_ship_that_no_word_fits_is_told(edition: Edition) -> None:
    """A ship of seven letters, which no list has, is refused when words are asked for: of a tier and of a theme."""
    facts = edition.model_dump()
    facts["fleet"][0]["letters"] = 7
    longer, tier = Edition.model_validate(facts), load_tier("standard")
    for deck in (tier_deck(longer, tier), theme_deck(longer, tier, [load_theme("animals")])):
        with pytest.raises(BadInputError, match="has no words of 7 letters"):
            deck.draw_fleet(b"key")


def test_labels_begin_and_end_where_the_front_matter_says(edition: Edition) -> None:
    """Below `easy_below` easy, above `hard_above` hard, both ends medium."""
    easy_below, hard_above = _facts()["fairness"]["easy_below"], _facts()["fairness"]["hard_above"]
    labels = [
        rating_label(rating, edition.fairness) for rating in (easy_below - 1, easy_below, hard_above, hard_above + 1)
    ]
    assert labels == ["easy", "medium", "medium", "hard"]


def test_every_lawful_fleet_is_equally_likely() -> None:
    """Refusing a fleet with a word inside another favours none of the others."""
    words = {2: ("AB", "CD"), 3: ("ABX", "EFG", "HIJ", "KLM")}
    lawful = {
        (a, b, c)
        for a in words[3]
        for b in words[3]
        for c in words[2]
        if a != b and not (c == "AB" and "ABX" in (a, b))
    }
    draw = KeyedRandom(b"even", b"fleets")
    found = Counter(choose_words([words[3], words[3], words[2]], draw) for _ in range(100 * len(lawful)))
    assert set(found) == lawful
    freedom = len(lawful) - 1
    assert sum((count - 100) ** 2 / 100 for count in found.values()) < freedom + 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("words", [{2: ("AB",), 3: ("ABC", "XAB")}, {2: ("AB",), 3: ("CDE",)}])
def test_words_that_make_no_fleet_are_refused(words: dict[int, tuple[str, ...]]) -> None:
    """Lists in which words always repeat or stand inside one another are told, not searched for ever."""
    with pytest.raises(BadInputError, match="No fleet can be made"):
        choose_words([words[3], words[3], words[2]], KeyedRandom(b"", b"words"))


WORDS = st.text(ascii_uppercase, min_size=2, max_size=5)


@given(words=st.sets(WORDS, min_size=1, max_size=30), data=st.data())
def test_a_digest_changes_with_any_word(edition: Edition, words: set[str], data: st.DataObject) -> None:
    """One word more, less or other makes another list; order, case and repeats do not."""
    whole = WordList.of("own", "Own", "", words)
    jumbled = [word.lower() for word in data.draw(st.permutations(sorted(words)))]
    assert WordList.of("other", "Other", "x", jumbled + jumbled[:1]).digest == whole.digest
    less = WordList.of("own", "Own", "", words - {data.draw(st.sampled_from(sorted(words)))})
    more = WordList.of("own", "Own", "", words | {data.draw(WORDS.filter(lambda word: word not in words))})
    assert len({whole.digest, less.digest, more.digest}) == 3
    decks = {tier_deck(edition, one).digest for one in (whole, less, more)}
    assert len(decks) == 3
    assert all(0 <= digest < 1 << DIGEST_BITS for digest in decks)


Change = Callable[[Edition], Edition]


def _fact(block: str, **changes: Any) -> Change:
    def change(edition: Edition) -> Edition:
        return edition.model_copy(update={block: getattr(edition, block).model_copy(update=changes)})

    return change


def _first_ship(**changes: Any) -> Change:
    def change(edition: Edition) -> Edition:
        first, *others = edition.fleet
        return edition.model_copy(update={"fleet": (first.model_copy(update=changes), *others)})

    return change


def _whole(**changes: Any) -> Change:
    return lambda edition: edition.model_copy(update=changes)


def _panel_title(edition: Edition) -> Edition:
    panels = edition.tracker.panels
    attack = panels.attack.model_copy(update={"title": "Radar", "note": "pings"})
    tracker = edition.tracker.model_copy(update={"panels": panels.model_copy(update={"attack": attack})})
    return edition.model_copy(update={"tracker": tracker})


def _legends(edition: Edition) -> Edition:
    marks = tuple(mark.model_copy(update={"legend": "otherwise"}) for mark in edition.marks)
    return edition.model_copy(update={"marks": marks})


DRAWN_FROM: dict[str, Change] = {
    "slug": _whole(slug="another"),
    "columns": _fact("grid", columns=9),
    "rows": _fact("grid", rows=9),
    "ship's letters": _first_ship(letters=6),
    "ships fewer": lambda edition: edition.model_copy(update={"fleet": edition.fleet[:-1]}),
    "ships' order": lambda edition: edition.model_copy(update={"fleet": edition.fleet[::-1]}),
    "touching": _whole(touching="forbidden"),
    "codes' count": _fact("launch_codes", count=6),
    "codes' digits": _fact("launch_codes", digits=4),
    "codes' profile": _fact("launch_codes", deal=(CodeProfile(odds=1, twin=2, plain=3),)),
    "codes' odds": lambda edition: _fact("launch_codes", deal=edition.launch_codes.deal[1:])(edition),
    "profiles' order": lambda edition: _fact("launch_codes", deal=edition.launch_codes.deal[::-1])(edition),
}


ONLY_SHOWN: dict[str, Change] = {
    "title": _whole(title="Fleet of Words", subtitle="New", tagline="Newer", edition="Admirals", status="draft"),
    "address": _whole(rules_address="https://example.org/rules"),
    "ship's name": _first_ship(ship="DHOW", example="DHOWS", silhouette=None),
    "players' names": _fact("players", one="admiral", many="admirals"),
    "tracker's title": _fact("tracker", title="Log", fold_line="fold"),
    "panel's title": _panel_title,
    "legends": _legends,
    "codes' examples": _fact("launch_codes", examples=("000",), opening_turns=3),
    "variations": _whole(variations=()),
    "how often codes are alike": _fact("launch_codes", alike=(1, 9)),
    "ratings": _fact("fairness", different=5, band=(1, 2), opponents_within=9),
}


@pytest.mark.parametrize("fact", DRAWN_FROM)
@pytest.mark.parametrize("make", [blank_deck, lambda edition: tier_deck(edition, load_tier("family"))])
def test_a_digest_changes_with_what_is_drawn_from(edition: Edition, fact: str, make: Callable[[Edition], Deck]) -> None:
    """Grid, ships, touching and the codes' profile decide what is drawn, so each makes another deck."""
    assert make(DRAWN_FROM[fact](edition)).digest != make(edition).digest


@pytest.mark.parametrize("fact", ONLY_SHOWN)
def test_a_digest_stays_when_only_words_of_the_page_change(edition: Edition, fact: str) -> None:
    """Titles, notes, names, legends draw nothing: old sheets can be reprinted after a new wording."""
    changed = ONLY_SHOWN[fact](edition)
    assert changed != edition
    tier = load_tier("family")
    assert tier_deck(changed, tier).digest == tier_deck(edition, tier).digest
    renamed = replace(tier, title="Kin", about="other")
    assert tier_deck(edition, renamed).digest == tier_deck(edition, tier).digest


def test_themes_join_and_tiers_fill_the_gaps(edition: Edition) -> None:
    """Themes join their words in any order; a length of which they have too few is filled up from the tier, and the
    sheet says so.
    """
    tier = WordList.of("tier", "Tier", "", ["AB", "CD", "EFG", "HIJK", "LMNOP"])
    many = {n: [f"{letter:A<{n}}" for letter in ascii_uppercase[:ENOUGH]] for n in (3, 4, 5)}
    one = WordList.of("b", "Bees", "", [*many[5], *many[4][1:], *many[3]])
    other = WordList.of("a", "Ants", "", ["ANT", many[4][0], many[5][0]])
    deck = theme_deck(edition, tier, [one, other])
    assert deck.words == {
        5: tuple(many[5]),
        4: tuple(many[4]),
        3: tuple(sorted(["ANT", *many[3]])),
        2: ("AB", "CD"),
    }
    assert deck.borrowed == (2,)
    assert words_from(deck) == "Ants & Bees; PT from the general list"
    assert theme_deck(edition, tier, [other, one]) == deck
    short = theme_deck(edition, tier, [one])
    assert short.words is not None
    assert short.words[4] == tuple(sorted(["HIJK", *many[4][1:]]))
    assert words_from(short) == "Bees; SHIP & PT from the general list"
    assert short.digest != deck.digest
    assert words_from(tier_deck(edition, tier)) == "Tier words"


def test_a_small_list_is_refused_length_by_length(edition: Edition) -> None:
    """Every length that lacks words is told with how many it has and needs; one sheet needs half as many as two."""
    own = WordList.of("own", "mine", "", ["AB", "EFG", "HIJ", "QRS", "TUV", "HIJK", "LMNOP"])
    with pytest.raises(BadInputError, match="too small") as caught:
        own_deck(edition, own, sheets=9)
    assert [complaint.what for complaint in caught.value.complaints] == [
        "has 1 word of 5 letters, needs 2",
        "has 1 word of 4 letters, needs 2",
        "has 1 word of 2 letters, needs 2",
    ]
    assert own_deck(edition, own, sheets=1).words == own.by_length


def test_fleet_names_suit_their_themes(edition: Edition) -> None:
    """Names are an adjective and a noun of the deck's own, all of them in use, the same for the same draw."""
    for deck in (*_decks(), blank_deck(edition)):
        names = deck.names
        drawn = {names.draw(KeyedRandom(number.to_bytes(2), b"fleet name")) for number in range(300)}
        possible = {f"The {adjective} {noun}" for adjective in names.adjectives for noun in names.nouns}
        assert drawn <= possible
        assert len(drawn) > min(len(possible), 300) // 2
        assert names.draw(KeyedRandom(b"x", b"fleet name")) == names.draw(KeyedRandom(b"x", b"fleet name"))
    assert load_names(["animals"]).nouns != load_names().nouns


TOUCHING = ["allowed", "forbidden"]


Square = tuple[int, int]


def _changed(edition: Edition, touching: str, grid: tuple[int, int] = (10, 10), *letters: int) -> Edition:
    """The edition with another rule on touching, another grid, and ships of these letters."""
    ships = tuple(Ship(ship=f"SHIP {i}", letters=n, example="A" * n) for i, n in enumerate(letters)) or edition.fleet
    sea = Grid(columns=grid[0], rows=grid[1])
    return edition.model_copy(update={"touching": touching, "grid": sea, "fleet": ships})


def _squares(placement: Placement, letters: int) -> list[Square]:
    """The squares under a ship, worked out here: right of the first square, or below it."""
    step = (1, 0) if placement.across else (0, 1)
    return [(placement.column + i * step[0], placement.row + i * step[1]) for i in range(letters)]


def _is_lawful(edition: Edition, placements: tuple[Placement, ...]) -> bool:
    """Inside the grid; no square twice; where touching is forbidden, not side by side nor corner to corner."""
    ships = [_squares(placement, letters) for placement, letters in zip(placements, edition.lengths, strict=True)]
    inside = all(0 <= x < edition.grid.columns and 0 <= y < edition.grid.rows for ship in ships for x, y in ship)
    least = 2 if edition.touching == "forbidden" else 1
    apart = all(
        max(abs(ax - bx), abs(ay - by)) >= least
        for one, other in combinations(ships, 2)
        for (ax, ay), (bx, by) in product(one, other)
    )
    return inside and apart


@pytest.mark.parametrize("touching", TOUCHING)
@given(key=st.binary(max_size=64))
def test_every_placement_is_lawful(edition: Edition, touching: str, key: bytes) -> None:
    """No ship leaves the grid or overlaps another (C-08); where touching is forbidden, corners are too (A-04)."""
    rules = _changed(edition, touching)
    placements = place_fleet(rules, KeyedRandom(key, b"placement"))
    assert len(placements) == len(rules.fleet)
    assert _is_lawful(rules, placements)
    assert placements == place_fleet(rules, KeyedRandom(key, b"placement"))
    for placement, letters in zip(placements, rules.lengths, strict=True):
        assert list(placement.squares(letters)) == _squares(placement, letters)


@given(
    columns=st.integers(4, 26),
    rows=st.integers(4, 26),
    letters=st.lists(st.integers(2, 4), min_size=1, max_size=2),
    key=st.binary(max_size=8),
)
def test_any_grid_is_kept_to(edition: Edition, columns: int, rows: int, letters: list[int], key: bytes) -> None:
    """Oblong grids and other fleets are placed as lawfully: columns and rows are never mixed up."""
    rules = _changed(edition, "allowed", (columns, rows), *letters)
    assert _is_lawful(rules, place_fleet(rules, KeyedRandom(key, b"placement")))


@pytest.mark.parametrize("touching", TOUCHING)
def test_every_lawful_arrangement_is_equally_likely(edition: Edition, touching: str) -> None:
    """Over many draws on a small grid all arrangements, counted out here, come up equally often."""
    rules = _changed(edition, touching, (4, 5), 3, 2)
    placements = [Placement(x, y, across) for x in range(4) for y in range(5) for across in (True, False)]
    lawful = [pair for pair in product(placements, repeat=2) if _is_lawful(rules, pair)]
    draws = 40 * len(lawful)
    draw = KeyedRandom(b"even", touching.encode())
    found = Counter(place_fleet(rules, draw) for _ in range(draws))
    assert set(found) == set(lawful)
    freedom = len(lawful) - 1
    assert sum((found[pair] - 40) ** 2 / 40 for pair in lawful) < freedom + 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("touching", TOUCHING)
def test_ships_use_the_whole_sea(edition: Edition, touching: str) -> None:
    """On the edition's own grid every square is used, and as many ships run across as down."""
    rules = _changed(edition, touching)
    fleets = [place_fleet(rules, KeyedRandom(number.to_bytes(2), b"placement")) for number in range(400)]
    used = Counter(s for fleet in fleets for b, n in zip(fleet, rules.lengths, strict=True) for s in _squares(b, n))
    assert len(used) == 100
    across = sum(placement.across for fleet in fleets for placement in fleet)
    assert across == pytest.approx(1000, abs=120)


@pytest.mark.parametrize(
    ("touching", "letters"),
    [("forbidden", (4, 4, 4)), ("forbidden", (2, 2, 2, 2, 2)), ("allowed", (4, 4, 4, 4, 2))],
)
def test_a_fleet_that_cannot_fit_is_refused(edition: Edition, touching: str, letters: tuple[int, ...]) -> None:
    """A grid too small for the fleet is told with its measures, and never searched for ever."""
    with pytest.raises(BadInputError, match=rf"{sum(letters)} letters does not fit a 4 × 4 grid") as caught:
        place_fleet(_changed(edition, touching, (4, 4), *letters), KeyedRandom(b"crowded", b"placement"))
    assert ("touching" in caught.value.message) == (touching == "forbidden")
