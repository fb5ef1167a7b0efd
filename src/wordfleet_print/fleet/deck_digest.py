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
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from string import ascii_uppercase

from wordfleet_print.files import data_folder
from wordfleet_print.fleet.word_lists import (
    TIERS,
    WordList,
    digest_barred_word_pairs,
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


@dataclass(frozen=True, slots=True)
class DeckHasher:
    """Computes digests of decks, by what they depend on besides an edition and its words."""

    editions: tuple[str, ...]
    """The editions that sheet codes know by number, in the order of numbers, from 1."""
    themes: tuple[str, ...]
    """The themes that sheet codes know by number."""
    barred_word_pairs: bytes
    """What changes with the pairs of words that no fleet holds."""
    hash_names: Callable[[str], bytes]
    """Returns what changes with the names of a theme's fleets; of any fleet's for ""."""

    def hash_packaged_deck(
        self, edition: Edition, tier: WordList, themes: Iterable[WordList] = ()
    ) -> int:
        """Return the digest of a deck of a packaged tier and themes; lists without a number get
        that of a user's own.
        """
        chosen = list(themes)
        if tier.slug not in TIERS or any(theme.slug not in self.themes for theme in chosen):
            return self.hash_own_deck(edition, [tier, *chosen])
        digest = self._hash_tier(edition, tier)
        for theme in chosen:
            digest ^= self.hash_theme(theme)
        return digest

    def hash_own_deck(self, edition: Edition, lists: Iterable[WordList]) -> int:
        """Return the digest of a deck of a user's own words, and of the tier that fills them up."""
        parts = (self.barred_word_pairs, *(words.digest for words in lists))
        digest = _hash(WORD_BITS - 1, self._list_facts(edition), *parts)
        return self._place_numbers(edition, 0) | OWN_BIT | digest

    def hash_blank_deck(self, edition: Edition) -> int:
        """Return the digest of a deck without words."""
        digest = _hash(WORD_BITS - 1, self._list_facts(edition))
        return self._place_numbers(edition, 0) | digest

    def hash_theme(self, theme: WordList) -> int:
        """Return what a packaged theme adds to the digests of its decks."""
        bits = WORD_BITS - 1 - self.themes.index(theme.slug)
        return 1 << bits | _hash(bits, theme.digest, self.hash_names(theme.slug))

    def is_of_edition(self, edition: Edition, digest: int) -> bool:
        """Return whether a digest has the edition's number, which all designers' own editions
        share.
        """
        return digest >> WORD_BITS + TIER_BITS == self._number_edition(edition)

    def read_themes(
        self, digest: int, edition: Edition, tier: WordList, themes: Iterable[WordList]
    ) -> tuple[WordList, ...] | None:
        """Return the themes whose deck with this edition and tier has this digest; None if no set
        of themes gives it. This module's first words have an example.

        `themes` are all packaged ones in the order of their numbers.
        """
        rest = digest ^ self._hash_tier(edition, tier)
        themes_of_digest = []
        for theme in themes:
            theme_hash = self.hash_theme(theme)
            # Taking it off makes the rest smaller only if its highest bit is set there; later
            # themes' hashes do not have that bit, so this theme must be in
            if rest ^ theme_hash < rest:
                rest ^= theme_hash
                themes_of_digest.append(theme)
        return tuple(themes_of_digest) if rest == 0 else None

    def _hash_tier(self, edition: Edition, tier: WordList) -> int:
        bits = self._place_numbers(edition, 1 + TIERS.index(tier.slug))
        return bits | _hash(
            WORD_BITS, self._list_facts(edition), self.barred_word_pairs, tier.digest
        )

    def _place_numbers(self, edition: Edition, tier: int) -> int:
        return (self._number_edition(edition) << TIER_BITS | tier) << WORD_BITS

    def _number_edition(self, edition: Edition) -> int:
        return 1 + self.editions.index(edition.slug) if edition.slug in self.editions else 0

    def _list_facts(self, edition: Edition) -> bytes:
        """Return as bytes all facts of an edition that its sheets are drawn from, apart from words,
        and no others: a change of any other fact leaves the codes of its sheets valid.
        """
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
        own_names = edition.fleet_names
        names = repr(own_names).encode() if own_names else self.hash_names("")
        alphabet = "" if edition.letters == ascii_uppercase else edition.letters
        return repr(facts).encode() + alphabet.encode() + names


@cache
def load_hasher() -> DeckHasher:
    """Load what the digests of the program's own decks depend on: the numbers by which sheet codes
    name editions and themes, which words no fleet holds together, and what fleets are called.
    """
    text = (data_folder("wordlists") / "code_numbers.toml").read_text(encoding="utf-8")
    numbered = tomllib.loads(text)
    return DeckHasher(
        editions=tuple(numbered["editions"]),
        themes=tuple(numbered["themes"]),
        barred_word_pairs=digest_barred_word_pairs(),
        hash_names=digest_fleet_names,
    )


def has_edition_number(digest: int) -> bool:
    """Return whether a digest is of an edition that sheet codes know by number, not of a designer's
    own.
    """
    return digest >> WORD_BITS + TIER_BITS != 0


def read_tier(digest: int) -> str | None:
    """Read the tier off a packaged deck's digest; None for a user's own words and for no words."""
    number = digest >> WORD_BITS & (1 << TIER_BITS) - 1
    return TIERS[number - 1] if number else None


def _hash(bits: int, *parts: bytes) -> int:
    digest = blake2b(b"".join(parts), digest_size=8, person=b"deck").digest()
    return int.from_bytes(digest, "big") >> (64 - bits)
