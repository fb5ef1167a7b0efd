"""Digests: every deck has its own, and is read off it."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet import deck as decks
from wordfleet_print.fleet import deck as digests
from wordfleet_print.fleet import deck as names
from wordfleet_print.fleet.deck import (
    DIGEST_BITS,
    EDITION_BITS,
    TIER_BITS,
    WORD_BITS,
    Deck,
    blank_deck,
    find_deck,
    numbered,
    own_deck,
    own_digest,
    packaged_digest,
    theme_deck,
    theme_share,
    themes_of,
    tier_deck,
    tier_of,
)
from wordfleet_print.fleet.word_lists import TIERS, WordList, load_theme, load_tier, theme_slugs
from wordfleet_print.games import Edition, edition_slugs, load_edition
from wordfleet_print.jobs.choose_words import WordsRequest
from wordfleet_print.sheet.sheet_code import SheetCode

BASES = tuple(product(edition_slugs(), TIERS))
ROOM = 30
"""Themes that sheet codes have room for."""


def _packaged(slug: str, tier: str, themes: list[WordList]) -> Deck:
    edition, words = load_edition(slug), load_tier(tier)
    return theme_deck(edition, words, themes) if themes else tier_deck(edition, words)


def _themes() -> list[WordList]:
    return [load_theme(slug) for slug in numbered("themes") if slug in theme_slugs()]


def _wider(theme: WordList) -> WordList:
    return WordList.of(
        theme.slug, theme.title, theme.about, ["qzqz", *(w for ws in theme.by_length.values() for w in ws)]
    )


def _least(digest: int, rows: list[int]) -> int:
    """The least digest that can be had by adding rows; each has a highest bit of its own, the highest first."""
    for row in rows:
        digest = min(digest, digest ^ row)
    return digest


def test_no_two_packaged_decks_share_a_digest() -> None:
    """None of them all: three editions, three tiers, every set of themes, and blank sheets.

    As the next test shows, a digest is the sum, without carrying, of its tier's and its themes' shares. So two decks
    share one just where some shares add up to nothing, or to the difference of two tiers: linear algebra over GF(2).
    """
    rows: list[int] = []
    for share in map(theme_share, _themes()):
        rest = _least(share, rows)
        assert 0 < rest <= share < 1 << DIGEST_BITS
        rows = sorted([*rows, rest], reverse=True)
    alone = [_packaged(slug, tier, []).digest for slug, tier in BASES]
    alone += [blank_deck(load_edition(slug)).digest for slug in edition_slugs()]
    assert len(rows) == len(theme_slugs())
    assert len({_least(digest, rows) for digest in alone}) == len(alone) == 9 + 3
    assert all(0 <= digest < 1 << DIGEST_BITS for digest in alone)


def test_a_digest_is_the_sum_of_its_parts() -> None:
    """The digest of a deck is that of its tier's, to which each theme has added its share, in any order."""
    chance = Random(1)
    for slug, tier in BASES:
        chosen = chance.sample(_themes(), 5)
        digest = _packaged(slug, tier, []).digest
        for theme in chosen:
            digest ^= theme_share(theme)
        assert _packaged(slug, tier, chosen).digest == _packaged(slug, tier, [*chosen, chosen[0]]).digest == digest


def test_every_packaged_deck_is_found_by_its_digest() -> None:
    """A digest leads back to its deck, and to none of another edition: of each edition and tier, alone, with few
    themes, with many, with all; and to blank sheets.
    """
    chance = Random(2)
    themes = _themes()
    for slug, tier in BASES:
        sets = [[], themes, *(chance.sample(themes, size) for size in (1, 2, 5, 9))]
        for deck in (_packaged(slug, tier, chosen) for chosen in sets):
            found = [find_deck(deck.digest, load_edition(other)) for other in edition_slugs()]
            assert [one for one in found if one is not None] == [deck]
    for edition in map(load_edition, edition_slugs()):
        assert find_deck(blank_deck(edition).digest, edition) == blank_deck(edition)


def test_a_search_is_narrowed_by_what_is_named(edition: Edition) -> None:
    """With tier and themes named, only that deck is found: no other can be taken for it."""
    themes = _themes()[:2]
    deck = theme_deck(edition, load_tier("family"), themes)
    slugs = [theme.slug for theme in themes]
    assert find_deck(deck.digest, edition, ["family"], slugs[::-1]) == deck
    assert find_deck(deck.digest, edition, ["expert"], slugs) is None
    assert find_deck(deck.digest, edition, ["family"], slugs[:1]) is None
    assert find_deck(blank_deck(edition).digest, edition, themes=slugs) is None
    assert find_deck(deck.digest ^ 1, edition, ["family"], slugs) is None


def test_a_code_that_fits_several_decks_is_refused(edition: Edition) -> None:
    """Where editions without numbers meet, the code is not guessed at."""
    deck = tier_deck(edition, load_tier("family"))
    request = WordsRequest()
    assert request._deck_of(SheetCode(deck.digest, 0), [edition], ()) == deck
    with pytest.raises(BadInputError, match="fits several decks: word-fleet, Family words; word-fleet, Family words"):
        request._deck_of(SheetCode(deck.digest, 0), [edition, edition], ())


def test_a_designers_edition_has_the_packaged_words(edition: Edition) -> None:
    """An edition without a number is no packaged one's neighbour; its decks, too, are read off their digests."""
    own = edition.model_copy(update={"slug": "harbour"})
    for tier in map(load_tier, TIERS):
        for deck in (tier_deck(own, tier), theme_deck(own, tier, _themes()[1:5]), blank_deck(own)):
            assert deck.digest >> DIGEST_BITS - EDITION_BITS == 0
            assert find_deck(deck.digest, own) == deck
            assert [find_deck(deck.digest, load_edition(slug)) for slug in edition_slugs()] == [None] * 3


words = st.sets(st.text("ABCDE", min_size=2, max_size=5), min_size=1, max_size=8)


@given(own=words, other=words)
def test_own_words_and_blank_sheets_keep_to_themselves(edition: Edition, own: set[str], other: set[str]) -> None:
    """No list of one's own, and no blank sheet, has the digest of a packaged deck, nor one the other's; two lists have
    two digests. A list under a packaged slug's name changes none of that.
    """
    one, two = (own_digest(edition, [WordList.of("own", "", "", chosen)]) for chosen in (own, other))
    blank = blank_deck(edition).digest
    assert (one == two) == (own == other)
    assert blank not in (one, two)
    assert tier_of(one) is tier_of(blank) is None
    assert tier_of(packaged_digest(edition, WordList.of("unknown", "", "", own))) is None
    assert tier_of(packaged_digest(edition, load_tier("family"), [WordList.of("unknown", "", "", own)])) is None
    assert tier_of(packaged_digest(edition, WordList.of("family", "", "", own))) == "family"
    assert find_deck(one, edition) is None


def test_an_own_deck_is_known_by_its_words(edition: Edition) -> None:
    """The same words have the same digest, and another one in another edition."""
    own = load_tier("family")
    found = {own_deck(load_edition(slug), own, sheets=2).digest for slug in edition_slugs()}
    assert len(found) == 3
    assert own_deck(edition, WordList.of("own", "", "", sum(own.by_length.values(), ())), sheets=2).digest in found


@pytest.mark.slow
@pytest.mark.parametrize("slug", theme_slugs())
def test_a_changed_list_changes_only_the_decks_that_use_it(
    edition: Edition, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    """With another word in a theme, the codes of its decks are of no deck any more; all others are as they were."""
    chance = Random(slug)
    tier, themes = load_tier("family"), _themes()
    sets = [chance.sample(themes, size) for size in range(1, 6) for _ in range(4)]
    before = [theme_deck(edition, tier, chosen) for chosen in sets]
    changed = {theme.slug: _wider(theme) if theme.slug == slug else theme for theme in themes}
    monkeypatch.setattr(decks, "load_theme", changed.__getitem__)
    for deck, chosen in zip(before, sets, strict=True):
        after = theme_deck(edition, tier, [changed[theme.slug] for theme in chosen])
        used = slug in {theme.slug for theme in chosen}
        assert (after.digest != deck.digest) == used
        assert find_deck(deck.digest, edition) == (None if used else deck)
        assert find_deck(after.digest, edition) == after


def test_a_changed_tier_changes_its_decks_and_no_others(edition: Edition) -> None:
    """With another word in a tier, its decks have other digests; a theme adds the share that it added before."""
    tier, theme = load_tier("family"), load_theme("animals")
    wider = _wider(tier)
    assert tier_deck(edition, wider).digest != tier_deck(edition, tier).digest
    assert tier_of(tier_deck(edition, wider).digest) == "family"
    assert theme_deck(edition, wider, [theme]).digest == tier_deck(edition, wider).digest ^ theme_share(theme)


def test_pairs_belong_to_the_decks_that_have_words(edition: Edition, monkeypatch: pytest.MonkeyPatch) -> None:
    """With another unhappy pair, every deck of words has another digest; blank sheets, which hold none, keep theirs."""
    tier, theme, own = load_tier("family"), load_theme("animals"), WordList.of("own", "", "", ["SEA"])

    def found() -> tuple[int, ...]:
        return packaged_digest(edition, tier), packaged_digest(edition, tier, [theme]), own_digest(edition, [own])

    before, blank = found(), blank_deck(edition).digest
    monkeypatch.setattr(digests, "pairs_digest", lambda: b"other pairs")
    assert not set(found()) & set(before)
    assert blank_deck(edition).digest == blank


def test_a_new_theme_changes_no_digest(edition: Edition, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one theme more at the end of the row, all decks have the digests that they had."""
    tier, themes = load_tier("standard"), _themes()
    before = [theme_deck(edition, tier, [theme]).digest for theme in themes]
    row = (*numbered("themes"), "newcomer")
    editions = numbered("editions")
    monkeypatch.setattr(digests, "numbered", lambda kind: row if kind == "themes" else editions)
    assert [theme_deck(edition, tier, [theme]).digest for theme in themes] == before
    newcomer = WordList.of("newcomer", "", "", ["new"])
    assert themes_of(theme_deck(edition, tier, [newcomer, themes[0]]).digest, edition, tier, [*themes, newcomer]) == (
        themes[0],
        newcomer,
    )


def test_a_themes_names_belong_to_the_theme(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of fleets are drawn from, too: a theme's nouns change its share, any fleet's names change every deck."""
    parts = {"adjectives": ["Able"], "nouns": {"general": ["Ace"], "music": ["Bard"], "space": ["Comet"]}}
    before = names.names_digest.__wrapped__(), names.nouns_digest.__wrapped__("space")

    def found(**changes: list[str]) -> tuple[bytes, ...]:
        nouns = {**parts["nouns"], **{theme: nouns for theme, nouns in changes.items() if theme != "adjectives"}}
        adjectives = changes.get("adjectives", parts["adjectives"])
        monkeypatch.setattr(names, "_parts", lambda: {"adjectives": adjectives, "nouns": nouns})
        return names.names_digest.__wrapped__(), *map(names.nouns_digest.__wrapped__, ("music", "space", "none"))

    usual = found()
    assert found(music=["Bard", "Bell"]) == (usual[0], found(music=["Bard", "Bell"])[1], *usual[2:])
    assert found(music=["Bard", "Bell"])[1] != usual[1]
    assert found(general=["Arrow"])[0] != usual[0] != found(adjectives=["Apt"])[0]
    assert found(general=["Arrow"])[1:] == found(adjectives=["Apt"])[1:] == usual[1:]
    assert before[0] != usual[0]


def test_all_that_is_packaged_has_a_number() -> None:
    """Every edition and theme stands in the row of its kind, once, and the rows are no longer than codes have room."""
    for row, slugs, room in (("editions", edition_slugs(), 3), ("themes", theme_slugs(), ROOM)):
        slugs_in_row = numbered(row)
        assert set(slugs) <= set(slugs_in_row), f"wordlists/code_numbers.toml lacks some {row}"
        assert len(set(slugs_in_row)) == len(slugs_in_row) <= room
    assert len(TIERS) < 1 << TIER_BITS
    assert ROOM < WORD_BITS


def test_numbers_stay_as_they_were_given_out() -> None:
    """Codes on paper mean what they meant: what has a number keeps it, and new ones follow."""
    themes = ["animals", "body", "clothing", "colors", "food", "home", "music", "naval", "plants", "space", "sports"]
    themes += ["transport", "weather", "camping", "farm", "jobs", "party", "school", "tales"]
    assert [*numbered("editions")] == ["word-fleet", "word-fleet-strike", "word-fleet-admirals"]
    assert [*numbered("themes")][: len(themes)] == themes


@given(chosen=st.sets(st.integers(0, ROOM - 1)), base=st.sampled_from(BASES), seed=st.integers(0, 99))
def test_there_is_room_for_thirty_themes(chosen: set[int], base: tuple[str, str], seed: int) -> None:
    """Whatever words thirty themes have: every set of them is read off its digest again."""
    slugs = tuple(f"theme-{number}" for number in range(ROOM))
    themes = [WordList.of(slug, slug, "", [f"A{chr(65 + seed % 26)}", slug]) for slug in slugs]
    edition, tier = load_edition(base[0]), load_tier(base[1])
    editions = numbered("editions")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(digests, "numbered", lambda kind: slugs if kind == "themes" else editions)
        digest = packaged_digest(edition, tier, [themes[number] for number in chosen])
        assert tier_of(digest) == tier.slug
        assert themes_of(digest, edition, tier, themes) == tuple(themes[number] for number in sorted(chosen))
