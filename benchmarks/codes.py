"""Finding the deck of a sheet code: by reading its themes off the digest, and by trying all decks there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b

from benchmarks.measure import Figure, at_least, cpu_of, told
from wordfleet_print.fleet.deck import find_deck, theme_deck
from wordfleet_print.fleet.digest import numbered, themes_of
from wordfleet_print.fleet.words import TIERS, load_theme, load_tier
from wordfleet_print.game import edition_slugs, load_edition

CALLS = 200


def figures() -> Iterator[Figure]:
    """How many times quicker than trying it is, with all words read; and what the first code of a process takes."""
    edition, tier = load_edition("word-fleet"), load_tier("family")
    themes = [load_theme(slug) for slug in numbered("themes")]
    digest = theme_deck(edition, tier, themes[::2]).digest
    lists = [theme.digest for theme in themes]
    bases = [load_tier(slug).digest + name.encode() for slug in TIERS for name in edition_slugs()]
    solved = cpu_of(lambda: [themes_of(digest, edition, tier, themes) for _ in range(CALLS)]) / CALLS
    tried = cpu_of(lambda: sum(_tried(blake2b(base, digest_size=8), lists) for base in bases), rounds=1)
    yield told("packaged decks with words", len(bases) * 2 ** len(lists), "")
    yield at_least("reading a code's themes off it, to hashing the lists of every deck", tried / solved, "×", 1000)
    yield told("finding a code's deck, its words read", cpu_of(lambda: find_deck(digest, edition)) * 1e3, "ms")


def _tried(hashed: blake2b, lists: Sequence[bytes]) -> int:
    """How many sets of the lists there are, each hashed after what came before."""
    count = bool(hashed.digest())
    for number, words in enumerate(lists, start=1):
        longer = hashed.copy()
        longer.update(words)
        count += _tried(longer, lists[number:])
    return count
