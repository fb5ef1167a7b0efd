"""A deck: an edition with the words that its sheets are dealt from.

Its digest is 35 bits that tell edition, tier and themes, and change with all that sheets are drawn
from.

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
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import blake2b
from string import ascii_uppercase
from typing import Literal

from wordfleet_print import errors
from wordfleet_print.files import data_folder
from wordfleet_print.fleet import fleets
from wordfleet_print.fleet.launch_codes import CodeDealer
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.fleet.word_lists import (
    TIERS,
    FleetNames,
    WholeNames,
    WordList,
    load_names,
    load_theme,
    load_words,
    names_digest,
    pairs_digest,
    theme_slugs,
)
from wordfleet_print.games import Edition
from wordfleet_print.messages import how_many

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
    parts = (pairs_digest(), *(words.digest for words in lists))
    return _number_bits(edition, 0) | OWN_BIT | _hash(WORD_BITS - 1, _list_facts(edition), *parts)


def hash_blank_deck(edition: Edition) -> int:
    """Return the digest of a deck without words."""
    return _number_bits(edition, 0) | _hash(WORD_BITS - 1, _list_facts(edition))


def hash_theme(theme: WordList) -> int:
    """Return what a packaged theme adds to the digests of its decks."""
    bits = WORD_BITS - 1 - load_numbered("themes").index(theme.slug)
    return 1 << bits | _hash(bits, theme.digest, names_digest(theme.slug))


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
    bits = _number_bits(edition, 1 + TIERS.index(tier.slug))
    return bits | _hash(WORD_BITS, _list_facts(edition), pairs_digest(), tier.digest)


def _number_bits(edition: Edition, tier: int) -> int:
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
    names = repr(edition.fleet_names).encode() if edition.fleet_names else names_digest()
    alphabet = "" if edition.letters == ascii_uppercase else edition.letters
    return repr(facts).encode() + alphabet.encode() + names


def _hash(bits: int, *parts: bytes) -> int:
    digest = blake2b(b"".join(parts), digest_size=8, person=b"deck").digest()
    return int.from_bytes(digest, "big") >> (64 - bits)


# Words of a length from which an event gets fair opponents without a tier.
ENOUGH = 15


@dataclass(frozen=True)
class Deck:
    """An edition with the words to choose from; `words` is None where captains bring their own
    (C-37).

    `title` names the words on the sheet. `listed` are the words of the themes or of the user's
    list, empty for a tier; a tier fills up the lengths in `borrowed`. The words of a user's `own`
    list come first there.
    """

    edition: Edition
    words: Mapping[int, tuple[str, ...]] | None
    title: str
    names: FleetNames | WholeNames
    digest: int
    listed: frozenset[str] = frozenset()
    borrowed: tuple[int, ...] = ()
    own: bool = False

    @cached_property
    def pools(self) -> tuple[tuple[str, ...], ...]:
        """The words that each ship's is chosen from, in the fleet's order; none where captains
        bring their own.

        Raises `BadInputError` for a ship that no word fits.
        """
        if self.words is None:
            return ()
        missing = [
            letters for letters in self.edition.ships_of_length if not self.words.get(letters)
        ]
        if missing:
            needed = " and ".join(map(str, missing))
            raise errors.BadInputError(
                f"“{self.title}” has no words of {needed} letters, "
                f"which {self.edition.title} needs.",
                tip=f"Use a list with words of {needed} letters, and let a tier add the others; "
                "or print blank sheets, on which players write their own words.",
                field="words",
                say=("words",),
            )
        pools = {letters: self._weight(letters, words) for letters, words in self.words.items()}
        return tuple(pools[letters] for letters in self.edition.lengths)

    def _weight(self, letters: int, words: tuple[str, ...]) -> tuple[str, ...]:
        if not self.own or letters not in self.borrowed:
            return words
        # A table of Captains has four ships of three letters. A class that brings only FOX wants to
        # see FOX, which a draw among 475 words would hardly ever give. So the tier's words share
        # the three ships that the list has nothing for, 475 // 3 = 158 words to a ship. FOX is in
        # the pool three times that, 474 times, so that every second ship of three letters is FOX;
        # opponents who both have it are passed over when a table is dealt.
        listed = tuple(word for word in words if word in self.listed)
        others = tuple(word for word in words if word not in self.listed)
        lacking = self.edition.ships_of_length[letters] * self.edition.players.count - len(listed)
        return listed * max(1, 3 * (len(others) // max(1, lacking))) + others

    @cached_property
    def code_dealer(self) -> CodeDealer:
        """Deals its launch codes."""
        return CodeDealer(self.edition.launch_codes)

    def draw_fleet(self, key: bytes) -> tuple[tuple[str, ...], int]:
        """Draw the words of a key; return them and their rating.

        Raises `BadInputError` where the words make no fleet.
        """
        words = fleets.choose_words(self.pools, KeyedRandom(key, b"words"))
        return words, fleets.rate(words, self.edition.fairness)


def choose_names(edition: Edition, themes: Iterable[str] = ()) -> FleetNames | WholeNames:
    """Return names of fleets in the edition's language, or English ones that suit the themes."""
    return WholeNames(edition.fleet_names) if edition.fleet_names else load_names(themes)


def keep_spelled(
    edition: Edition, words: Mapping[int, Iterable[str]]
) -> dict[int, tuple[str, ...]]:
    """Return the words, by length, that are spelled in the edition's letters."""
    letters = frozenset(edition.letters)
    return {n: tuple(filter(letters.issuperset, found)) for n, found in words.items()}


def tier_deck(edition: Edition, tier: WordList) -> Deck:
    """Make a deck of a tier's words. Raises `BadInputError` where its language has no list."""
    if not tier.by_length:
        raise errors.BadInputError(
            f"There is no list of words in the language “{edition.language}”.",
            tip="Use your own words, or print blank sheets, on which players write theirs.",
            field="words",
            say=("words",),
        )
    return Deck(
        edition,
        keep_spelled(edition, tier.by_length),
        edition.say("fleet.tier", title=tier.title),
        choose_names(edition),
        hash_packaged_deck(edition, tier),
    )


def theme_deck(edition: Edition, tier: WordList, themes: Iterable[WordList]) -> Deck:
    """Make a deck of the agreed categories (C-26), or of the tier where there are none.

    The tier fills up each length of which the themes have fewer than `ENOUGH` words.
    """
    named = {theme.slug: theme for theme in themes}
    chosen = [named[slug] for slug in sorted(named)]
    if not chosen:
        return tier_deck(edition, tier)
    if not edition.is_english:
        raise errors.BadInputError(
            f"Themes are lists of English words; this edition is in “{edition.language}”.",
            tip="Leave out --theme, or use your own words.",
            field="theme",
        )
    tier_words = keep_spelled(edition, tier.by_length)
    theme_words = [keep_spelled(edition, theme.by_length) for theme in chosen]
    listed = {
        n: {word for words in theme_words for word in words.get(n, ())}
        for n in edition.ships_of_length
    }
    borrowed = tuple(n for n in listed if len(listed[n]) < ENOUGH)
    titles = [theme.title for theme in chosen]
    return Deck(
        edition,
        {
            n: tuple(sorted({*listed[n], *(tier_words.get(n, ()) if n in borrowed else ())}))
            for n in listed
        },
        (", " if any("&" in title for title in titles) else " & ").join(titles),
        choose_names(edition, named),
        hash_packaged_deck(edition, tier, chosen),
        frozenset().union(*listed.values()),
        borrowed,
    )


def own_deck(edition: Edition, own: WordList, *, sheets: int, fill: WordList | None = None) -> Deck:
    """Make a deck of a user's own list, for this many sheets; the tier `fill` fills it up where
    words are missing.

    Raises `BadInputError` where the words are too few to deal opponents from.
    """
    ships, players = edition.ships_of_length, edition.players.count
    words = {n: own.by_length.get(n, ()) for n in ships}
    listed = frozenset(word for found in words.values() for word in found)
    borrowed: tuple[int, ...] = ()
    filling = keep_spelled(edition, fill.by_length) if fill else {}
    if fill and any(len(words[n]) < ships[n] * players for n in ships):
        # Once the tier is needed, it fills every length that has few words: the more fleets, the
        # more fair opponents.
        borrowed = tuple(n for n in ships if len(words[n]) < ENOUGH and filling.get(n))
        words |= {n: tuple(sorted({*words[n], *filling[n]})) for n in borrowed}
    needed = {n: ships[n] * min(sheets, players) for n in ships}
    short = [
        errors.Problem(
            f"has {how_many(len(words[n]), 'word')} of {n} letters, needs {need}", where=own.about
        )
        for n, need in needed.items()
        if len(words[n]) < need
    ]
    if short:
        tip = (
            "Opponents share no word, so each length needs enough for both: add words of these "
            "lengths to the list."
        )
        raise errors.BadInputError("The word list is too small.", *short, tip=tip, field="words")
    digest = hash_own_deck(edition, [own, fill] if fill and borrowed else [own])
    return Deck(
        edition, words, own.title, choose_names(edition), digest, listed, borrowed, own=True
    )


def blank_deck(edition: Edition) -> Deck:
    """Make a deck without words: captains write their own (C-37)."""
    return Deck(
        edition,
        None,
        edition.say("fleet.own_words"),
        choose_names(edition),
        hash_blank_deck(edition),
    )


def find_deck(digest: int, edition: Edition) -> Deck | None:
    """Return the bundled deck of the edition with this digest, or None; there are never two."""
    if not is_of_edition(edition, digest):
        return None
    slug = read_tier(digest)
    if slug is None:
        blank = blank_deck(edition)
        return blank if blank.digest == digest else None
    tier, packaged = load_words(edition.language, slug), theme_slugs()
    if not tier.by_length:
        return None
    numbered = load_numbered("themes") if edition.is_english else ()
    themes = [load_theme(slug) for slug in numbered if slug in packaged]
    chosen = read_themes(digest, edition, tier, themes)
    return None if chosen is None else theme_deck(edition, tier, chosen)
