"""Digests: each deck has its own, which tells the deck."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.games import EDITIONS
from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet import deck_digest as digests
from wordfleet_print.fleet.deck import Deck, blank_deck, find_deck, own_deck, theme_deck, tier_deck
from wordfleet_print.fleet.deck_digest import DeckHasher
from wordfleet_print.fleet.word_lists import (
    TIERS,
    WordList,
    digest_fleet_names,
    list_themes,
    load_theme,
    load_tier,
    load_words,
)
from wordfleet_print.games import Edition, Library, load_edition, load_rules, packaged
from wordfleet_print.games.word_fleet.model import CodeProfile
from wordfleet_print.services.decks import find_decks
from wordfleet_print.settings.words import OwnWordSettings
from wordfleet_print.sheet.sheet_code import SheetCode

BASES = tuple(product(EDITIONS, TIERS))
HASHER = digests.load_hasher()
THEMES = [load_theme(slug) for slug in HASHER.themes]
ROOM = 30
"""Themes that sheet codes have room for."""


def _widen(words: WordList) -> WordList:
    longer = ["qzqz", *(word for found in words.by_length.values() for word in found)]
    return WordList.of(words.slug, words.title, words.about, longer)


def test_no_two_packaged_decks_share_a_digest() -> None:
    """None of all editions, tiers and sets of themes, and blank sheets.

    A digest is the XOR of its tier's hash and its themes' hashes. So two decks share one only if
    some themes XOR to nothing, or to the difference of two tiers. Each theme's hash has a highest
    bit of its own, so reducing by them leaves a different rest for each tier.
    """
    hashes = [HASHER.hash_theme(theme) for theme in THEMES]
    assert len({one.bit_length() for one in hashes}) == len(THEMES) == len(list_themes())
    alone = [tier_deck(load_edition(slug), load_tier(tier)).digest for slug, tier in BASES]
    for edition in map(load_edition, packaged().edition_slugs):
        alone.append(blank_deck(edition).digest)
        if not edition.is_english:
            alone.append(tier_deck(edition, load_words(edition.language, "family")).digest)
    assert all(0 <= digest < 1 << digests.DIGEST_BITS for digest in alone)
    for one in sorted(hashes, reverse=True):
        alone = [min(digest, digest ^ one) for digest in alone]
    translations = len(packaged().edition_slugs) - len(EDITIONS)
    assert len({*alone}) == 9 + 3 + 2 * translations


def test_every_packaged_deck_is_found_by_its_digest() -> None:
    """A digest leads back to its deck, in any order of themes, and to none of another edition."""
    chance = Random(2)
    for slug, tier in BASES:
        for chosen in ([], THEMES, *(chance.sample(THEMES, size) for size in (1, 2, 5, 9))):
            deck = theme_deck(load_edition(slug), load_tier(tier), chosen)
            found = [
                find_deck(deck.digest, load_edition(other)) for other in packaged().edition_slugs
            ]
            assert [one for one in found if one is not None] == [deck]
    for edition in map(load_edition, packaged().edition_slugs):
        words = tier_deck(edition, load_words(edition.language, "standard"))
        for deck in (words, blank_deck(edition)):
            assert find_deck(deck.digest, edition) == deck


def test_a_code_is_never_guessed_at(edition: Edition) -> None:
    """A digest one off finds no deck; a code that fits several decks is refused."""
    deck = theme_deck(edition, load_tier("family"), THEMES[:2])
    assert find_deck(deck.digest ^ 1, edition) is None
    deck = tier_deck(edition, load_tier("family"))
    twice = Library(("one", "two"), lambda _slug: load_rules("word-fleet"))
    with pytest.raises(
        BadInputError,
        match="fits several decks: word-fleet, Family words; word-fleet, Family words",
    ):
        find_decks([SheetCode(deck.digest, 0)], OwnWordSettings(), twice)


def test_a_designers_edition_has_the_packaged_words(edition: Edition) -> None:
    """An edition without a number has digests far from the packaged ones, and its decks are read
    off them too.
    """
    own = edition.model_copy(update={"slug": "harbor"})
    for deck in (
        tier_deck(own, load_tier("expert")),
        theme_deck(own, load_tier("family"), THEMES[1:5]),
        blank_deck(own),
    ):
        assert deck.digest >> digests.DIGEST_BITS - digests.EDITION_BITS == 0
        assert find_deck(deck.digest, own) == deck
        assert [
            find_deck(deck.digest, load_edition(slug)) for slug in packaged().edition_slugs
        ] == [None] * len(packaged().edition_slugs)


WORDS = st.sets(st.text("ABCDE", min_size=2, max_size=5), min_size=1, max_size=8)


@given(own=WORDS, other=WORDS)
def test_own_words_and_blank_sheets_keep_to_themselves(
    edition: Edition, own: set[str], other: set[str]
) -> None:
    """No own list or blank sheet shares a digest with a packaged deck or another list, in any order
    and case.
    """
    one, two = (
        HASHER.hash_own_deck(edition, [WordList.of("own", "", "", chosen)])
        for chosen in (own, other)
    )
    assert (one == two) == (own == other)
    mixed = WordList.of("other", "Other", "x", [*map(str.lower, sorted(own)), *own])
    assert HASHER.hash_own_deck(edition, [mixed]) == one
    assert blank_deck(edition).digest not in (one, two)
    assert digests.read_tier(one) is digests.read_tier(blank_deck(edition).digest) is None
    assert (
        digests.read_tier(HASHER.hash_packaged_deck(edition, WordList.of("unknown", "", "", own)))
        is None
    )
    assert find_deck(one, edition) is None


def test_a_changed_list_changes_only_the_decks_that_use_it(edition: Edition) -> None:
    """If a word of a theme or tier changes, codes of decks that use it belong to no deck; all
    others stay valid.
    """
    tier, (first, second, *others) = load_tier("family"), THEMES
    changed = _widen(second)
    kept, lost = (
        theme_deck(edition, tier, [first, *others[:3]]),
        theme_deck(edition, tier, [first, second]),
    )
    themes = [first, changed, *others]
    after = theme_deck(edition, tier, [first, changed])
    assert find_deck(kept.digest, edition, themes) == kept
    assert find_deck(lost.digest, edition, themes) is None
    assert find_deck(after.digest, edition, themes) == after
    assert tier_deck(edition, _widen(tier)).digest != tier_deck(edition, tier).digest


def test_pairs_and_names_belong_to_what_is_drawn(edition: Edition) -> None:
    """Another unhappy pair changes all decks of words; another fleet name changes the decks that
    draw from it.
    """
    tier, theme, own = (
        load_tier("family"),
        load_theme("animals"),
        WordList.of("own", "", "", ["SEA"]),
    )

    def hash_all(hasher: DeckHasher) -> list[int]:
        return [
            hasher.hash_packaged_deck(edition, tier),
            hasher.hash_packaged_deck(edition, tier, [theme]),
            hasher.hash_own_deck(edition, [own]),
            hasher.hash_blank_deck(edition),
        ]

    def list_changed(**changes: Any) -> list[bool]:
        after = hash_all(replace(HASHER, **changes))
        return [one != other for one, other in zip(hash_all(HASHER), after, strict=True)]

    def rename_animals(theme: str) -> bytes:
        return b"other" if theme == "animals" else digest_fleet_names(theme)

    assert list_changed(barred_word_pairs=b"other") == [True, True, True, False]
    assert list_changed(hash_names=lambda _theme: b"other") == [True] * 4
    assert list_changed(hash_names=rename_animals) == [False, True, False, False]


def test_numbers_stay_as_they_were_given_out() -> None:
    """Printed codes keep their meaning: each English edition and each theme has a number and keeps
    it.
    """
    themes = (
        "animals body clothing colors food home music naval plants space sports transport "
        "weather camping farm "
    )
    themes += "jobs party school tales"
    assert [*HASHER.editions] == [
        "word-fleet",
        "word-fleet-strike",
        "word-fleet-admirals",
    ]
    assert [*HASHER.themes][: len(themes.split())] == themes.split()
    assert {*EDITIONS} == {*HASHER.editions}
    assert {*list_themes()} <= {*HASHER.themes}


@given(
    chosen=st.sets(st.integers(0, ROOM - 1)), base=st.sampled_from(BASES), seed=st.integers(0, 99)
)
def test_there_is_room_for_thirty_themes(
    chosen: set[int], base: tuple[str, str], seed: int
) -> None:
    """Every set of thirty themes with any words is read off its digest."""
    slugs = tuple(f"theme-{number}" for number in range(ROOM))
    themes = [WordList.of(slug, slug, "", [f"A{chr(65 + seed % 26)}", slug]) for slug in slugs]
    edition, tier = load_edition(base[0]), load_tier(base[1])
    hasher = replace(HASHER, themes=slugs)
    digest = hasher.hash_packaged_deck(edition, tier, [themes[number] for number in chosen])
    assert digests.read_tier(digest) == tier.slug
    assert hasher.read_themes(digest, edition, tier, themes) == tuple(
        themes[number] for number in sorted(chosen)
    )


def _change(block: str, **changes: Any) -> Callable[[Edition], Edition]:
    """Change facts of a block of the front matter, or of its top level for ""."""

    def change(edition: Edition) -> Edition:
        new = {block: getattr(edition, block).model_copy(update=changes)} if block else changes
        return edition.model_copy(update=new)

    return change


DRAWN_FROM = {
    "slug": _change("", slug="another"),
    "grid": _change("grid", columns=9),
    "order of ships": lambda edition: edition.model_copy(update={"fleet": edition.fleet[::-1]}),
    "touching": _change("", touching="forbidden"),
    "digits of codes": _change("launch_codes", digits=4),
    "profile of codes": _change("launch_codes", deal=(CodeProfile(odds=1, twin=2, plain=3),)),
    "order of profiles": lambda one: _change("launch_codes", deal=one.launch_codes.deal[::-1])(one),
    "highest digit": _change("launch_codes", top_digit=(5, 9)),
}
ONLY_SHOWN = {
    "titles": _change("", title="Fleet of Words", edition="Admirals", status="draft"),
    "title of the sheet": _change("tracker", title="Log"),
    "example codes": _change("launch_codes", examples=("000",), opening_turns=3),
    "how often codes are alike": _change("launch_codes", alike=(1, 9)),
    "difficulties": _change("fairness", different=5, band=(1, 2), opponents_within=9),
}


@pytest.mark.parametrize("fact", DRAWN_FROM)
@pytest.mark.parametrize(
    "make", [blank_deck, lambda edition: tier_deck(edition, load_tier("family"))]
)
def test_a_digest_changes_with_what_is_drawn_from(
    edition: Edition, fact: str, make: Callable[[Edition], Deck]
) -> None:
    """Grid, ships, touching and the codes' profiles decide what is drawn, so each makes another
    deck.
    """
    assert make(DRAWN_FROM[fact](edition)).digest != make(edition).digest


@pytest.mark.parametrize("fact", ONLY_SHOWN)
def test_a_digest_stays_when_only_the_page_changes(edition: Edition, fact: str) -> None:
    """Titles, names and addresses do not change the digest, so sheets can be reprinted after new
    wording.
    """
    changed, tier = ONLY_SHOWN[fact](edition), load_tier("family")
    assert changed != edition
    assert tier_deck(changed, replace(tier, title="Kin")).digest == tier_deck(edition, tier).digest


def test_an_own_deck_is_known_by_its_words_and_edition(edition: Edition) -> None:
    """The same words have the same digest, another one in another edition; the tier that fills them
    up counts.
    """
    own = WordList.of(
        "own", "", "", ["storm", "waves", "leaf", "root", "fog", "sea", "oak", "bud", "ox", "ax"]
    )
    less = WordList.of("own", "", "", ["storm", "leaf", "fog", "sea", "oak", "ox"])
    assert len(
        {own_deck(load_edition(slug), own, sheets=2).digest for slug in packaged().edition_slugs}
    ) == len(packaged().edition_slugs)
    full = own_deck(edition, own, sheets=2).digest
    family, expert = (
        own_deck(edition, less, sheets=2, fill=load_tier(t)).digest for t in ("family", "expert")
    )
    assert len({full, family, expert}) == 3
    assert own_deck(edition, own, sheets=2, fill=load_tier("family")).digest == full
