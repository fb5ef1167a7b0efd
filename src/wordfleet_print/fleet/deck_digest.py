"""The digest of a deck: 35 bits that tell edition, tier and themes, and change with all that sheets
are drawn from.

From the highest bit on:

- 2 bits: the number of the edition; 0 for a designer's own.
- 2 bits: the number of the tier; 0 for a user's own words, and for none.
- 31 bits of words: the XOR of one hash for edition and tier, and one hash for each theme.

The hash of theme number n starts with n - 1 zeros and a one. So each set of themes has an XOR of
its own. Once the hash for edition and tier is taken off, the themes are read from the highest bit
on. With 5 bits, say theme 1 hashes to 10110, theme 2 to 01011 and theme 3 to 00101, and 10011 is
left. Its first bit is set, so theme 1 is in: 10011 ^ 10110 is 00101. The second bit is not set, so
theme 2 is not in. The third is, so theme 3 is in: 00101 ^ 00101 is 00000. The bits after the last
theme's are the check: if a word list has changed, they are not 0 in the end.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from string import ascii_uppercase
from typing import Literal

from wordfleet_print.files import data_folder
from wordfleet_print.fleet.word_lists import (
    TIERS,
    WordList,
    digest_barred_pairs,
    digest_fleet_names,
)
from wordfleet_print.games import Edition

# How draws turn into sheets, and sheets are coded. Raise it when the same seed would give another
# sheet.
SCHEME = 1

EDITION_BITS = 2
TIER_BITS = 2
WORD_BITS = 31
DIGEST_BITS = EDITION_BITS + TIER_BITS + WORD_BITS
# The bit of words that a user's own list sets and a blank sheet does not.
OWN_BIT = 1 << WORD_BITS - 1


def hash_packaged_deck(edition: Edition, tier: WordList, themes: Iterable[WordList] = ()) -> int:
    """Return the digest of a deck of a packaged tier and themes; lists without a number get that of
    a user's own.
    """
    chosen = list(themes)
    if tier.slug not in TIERS or any(theme.slug not in load_numbered("themes") for theme in chosen):
        return hash_own_deck(edition, [tier, *chosen])
    digest = _hash_tier(edition, tier)
    for theme in chosen:
        digest ^= hash_theme(theme)
    return digest


def hash_own_deck(edition: Edition, lists: Iterable[WordList]) -> int:
    """Return the digest of a deck of a user's own words, and of the tier that fills them up."""
    parts = (digest_barred_pairs(), *(words.digest for words in lists))
    return _place_numbers(edition, 0) | OWN_BIT | _hash(WORD_BITS - 1, _list_facts(edition), *parts)


def hash_blank_deck(edition: Edition) -> int:
    """Return the digest of a deck without words."""
    return _place_numbers(edition, 0) | _hash(WORD_BITS - 1, _list_facts(edition))


def hash_theme(theme: WordList) -> int:
    """Return what a packaged theme adds to the digests of its decks."""
    bits = WORD_BITS - 1 - load_numbered("themes").index(theme.slug)
    return 1 << bits | _hash(bits, theme.digest, digest_fleet_names(theme.slug))


def is_of_edition(edition: Edition, digest: int) -> bool:
    """Return whether a digest has the edition's number, which all designers' own editions share."""
    return digest >> WORD_BITS + TIER_BITS == _number_edition(edition)


def has_edition_number(digest: int) -> bool:
    """Return whether a digest is of an edition that sheet codes know by number, not of a designer's
    own.
    """
    return digest >> WORD_BITS + TIER_BITS != 0


def read_tier(digest: int) -> str | None:
    """Read the tier off a packaged deck's digest; None for a user's own words and for no words."""
    number = digest >> WORD_BITS & (1 << TIER_BITS) - 1
    return TIERS[number - 1] if number else None


def read_themes(
    digest: int, edition: Edition, tier: WordList, themes: Iterable[WordList]
) -> tuple[WordList, ...] | None:
    """Read the themes off a digest of the edition and the tier; None where no set of themes gives
    this digest.

    `themes` are all packaged ones in the order of their numbers.
    """
    rest = digest ^ _hash_tier(edition, tier)
    chosen = []
    for theme in themes:
        share = hash_theme(theme)
        if (
            rest ^ share < rest
        ):  # the highest bit of the share is set in the rest, and no later theme's share has it
            rest ^= share
            chosen.append(theme)
    return tuple(chosen) if rest == 0 else None


@cache
def load_numbered(row: Literal["editions", "themes"]) -> tuple[str, ...]:
    """Load the slugs of the editions or themes that sheet codes know by number, in the order of
    numbers, from 1.
    """
    text = (data_folder("wordlists") / "code_numbers.toml").read_text(encoding="utf-8")
    return tuple(tomllib.loads(text)[row])


def _hash_tier(edition: Edition, tier: WordList) -> int:
    bits = _place_numbers(edition, 1 + TIERS.index(tier.slug))
    return bits | _hash(WORD_BITS, _list_facts(edition), digest_barred_pairs(), tier.digest)


def _place_numbers(edition: Edition, tier: int) -> int:
    return (_number_edition(edition) << TIER_BITS | tier) << WORD_BITS


def _number_edition(edition: Edition) -> int:
    slugs = load_numbered("editions")
    return 1 + slugs.index(edition.slug) if edition.slug in slugs else 0


def _list_facts(edition: Edition) -> bytes:
    """All facts of an edition that its sheets are drawn from, apart from words, and no others."""
    codes = edition.launch_codes
    facts = (
        SCHEME,
        edition.slug,
        edition.grid.columns,
        edition.grid.rows,
        edition.lengths,
        edition.touching,
        codes.count,
        codes.digits,
        [(profile.odds, sorted(profile.classes.items())) for profile in codes.deal],
        codes.top_digit,
    )
    names = repr(edition.fleet_names).encode() if edition.fleet_names else digest_fleet_names()
    alphabet = "" if edition.letters == ascii_uppercase else edition.letters
    return repr(facts).encode() + alphabet.encode() + names


def _hash(bits: int, *parts: bytes) -> int:
    digest = blake2b(b"".join(parts), digest_size=8, person=b"deck").digest()
    return int.from_bytes(digest, "big") >> (64 - bits)
