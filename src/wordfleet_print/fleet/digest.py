"""A deck's digest: 35 bits that tell what its sheets are drawn from. It is the first half of a sheet code.

From the highest bit on: the number of the edition (2 bits; 0 for a designer's own), the number of the tier (2 bits; 0
for one's own words or none), and 31 bits of words: the sum (XOR) of one share for edition and tier and one for each
theme. A share is a hash of all that is drawn from its part. The share of the theme of number n has n − 1 bits of zero
and a one before what is left of its hash; so every set of themes has a sum of its own, and is read off the sum from
the highest bit on, theme after theme. The bits past the last theme's tell whether a list has changed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from typing import Literal

from wordfleet_print.files import data_folder
from wordfleet_print.fleet.names import names_digest, nouns_digest
from wordfleet_print.fleet.words import TIERS, WordList, pairs_digest
from wordfleet_print.game import Edition

SCHEME = 2
"""How draws turn into sheets, and sheets are coded. Raised whenever the same seed would give another sheet."""

EDITION_BITS, TIER_BITS, WORD_BITS = 2, 2, 31
DIGEST_BITS = EDITION_BITS + TIER_BITS + WORD_BITS
_OWN = 1 << WORD_BITS - 1
"""The bit of words that one's own list sets and a blank sheet does not."""


def packaged_digest(edition: Edition, tier: WordList, themes: Iterable[WordList] = ()) -> int:
    """The digest of a deck of a packaged tier and themes. Of lists that have no number, it is that of one's own."""
    chosen = list(themes)
    if tier.slug not in TIERS or any(theme.slug not in numbered("themes") for theme in chosen):
        return own_digest(edition, [tier, *chosen])
    digest = _of_tier(edition, tier)
    for theme in chosen:
        digest ^= theme_share(theme)
    return digest


def own_digest(edition: Edition, lists: Iterable[WordList]) -> int:
    """The digest of a deck of one's own words."""
    parts = (pairs_digest(), *(words.digest for words in lists))
    return _kind(edition, 0) | _OWN | _hashed(WORD_BITS - 1, _drawn_from(edition), *parts)


def blank_digest(edition: Edition) -> int:
    """The digest of a deck without words."""
    return _kind(edition, 0) | _hashed(WORD_BITS - 1, _drawn_from(edition))


def is_of(edition: Edition, digest: int) -> bool:
    """Whether a digest has the edition's number, which a designer's own editions share."""
    return digest >> WORD_BITS + TIER_BITS == _number(edition)


def has_number(digest: int) -> bool:
    """Whether a digest is of an edition that sheet codes know by number; else it is of a designer's own."""
    return digest >> WORD_BITS + TIER_BITS != 0


def tier_of(digest: int) -> str | None:
    """The tier of a packaged deck's digest, or None for one's own words and for none."""
    number = digest >> WORD_BITS & (1 << TIER_BITS) - 1
    return TIERS[number - 1] if number else None


def themes_of(digest: int, edition: Edition, tier: WordList, themes: Iterable[WordList]) -> tuple[WordList, ...] | None:
    """Those of the packaged themes that make this digest with the edition and the tier; None where none do.

    `themes` come in the order of their numbers.
    """
    rest = digest ^ _of_tier(edition, tier)
    chosen = []
    for theme in themes:
        share = theme_share(theme)
        if rest ^ share < rest:  # the share's highest bit is set, and no later share has it
            rest ^= share
            chosen.append(theme)
    return tuple(chosen) if rest == 0 else None


def theme_share(theme: WordList) -> int:
    """What a packaged theme adds to the digests of its decks."""
    below = WORD_BITS - 1 - numbered("themes").index(theme.slug)
    return 1 << below | _hashed(below, theme.digest, nouns_digest(theme.slug))


@cache
def numbered(row: Literal["editions", "themes"]) -> tuple[str, ...]:
    """The slugs of the editions or themes that sheet codes know by number, in the order of their numbers, from 1."""
    text = (data_folder("wordlists") / "code_numbers.toml").read_text(encoding="utf-8")
    return tuple(tomllib.loads(text)[row])


def _of_tier(edition: Edition, tier: WordList) -> int:
    kind = _kind(edition, 1 + TIERS.index(tier.slug))
    return kind | _hashed(WORD_BITS, _drawn_from(edition), pairs_digest(), tier.digest)


def _kind(edition: Edition, tier: int) -> int:
    """The digest's highest bits: the numbers of edition and tier."""
    return (_number(edition) << TIER_BITS | tier) << WORD_BITS


def _number(edition: Edition) -> int:
    slugs = numbered("editions")
    return 1 + slugs.index(edition.slug) if edition.slug in slugs else 0


def _drawn_from(edition: Edition) -> bytes:
    """All that sheets of an edition are drawn from, but for words and what says which go together; and nothing else."""
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
    )
    return repr(facts).encode() + names_digest()


def _hashed(bits: int, *parts: bytes) -> int:
    """So many bits that change with any part."""
    digest = blake2b(b"".join(parts), digest_size=8, person=b"deck").digest()
    return int.from_bytes(digest, "big") >> (64 - bits)
