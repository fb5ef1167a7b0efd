"""All that a sheet is drawn from, its digest, and fleets' names.

From the highest bit on: the number of the edition (2 bits; 0 for a designer's own), the number of the tier (2 bits; 0
for one's own words or none), and 31 bits of words: the sum (XOR) of one share for edition and tier and one for each
theme. A share is a hash of all that is drawn from its part. The share of the theme of number n has n − 1 bits of zero
and a one before what is left of its hash; so every set of themes has a sum of its own, and is read off the sum from
the highest bit on, theme after theme. The bits past the last theme's tell whether a list has changed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Container, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from hashlib import blake2b
from typing import Any, Literal

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.files import data_folder
from wordfleet_print.fleet.fleets import FOR_WORDS, Sieve, choose_words, rate
from wordfleet_print.fleet.launch_codes import CodeDealer
from wordfleet_print.fleet.own_share import OwnShare
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.fleet.word_lists import TIERS, WordList, load_theme, load_tier, pairs_digest, theme_slugs
from wordfleet_print.games import ANY_RATING, Edition
from wordfleet_print.wording import how_many

SAME_START, SAME_RUN = 3, 4
"""So many first letters in common, or letters in a row, and two words echo: all that are of one root do."""


@dataclass(frozen=True)
class FleetNames:
    """The two parts a fleet's name is made of."""

    adjectives: tuple[str, ...]
    nouns: tuple[str, ...]

    def draw(self, draw: KeyedRandom) -> str:
        """A name whose parts do not echo one another, as “Roving Rovers” and “Harmonious Philharmonic” would."""
        while True:
            adjective, noun = draw.choices((self.adjectives, self.nouns))
            if not _echo(adjective.lower(), noun.lower()):
                return f"The {adjective} {noun}"


def _echo(adjective: str, noun: str) -> bool:
    if adjective[:SAME_START] == noun[:SAME_START]:
        return True
    return any(adjective[i : i + SAME_RUN] in noun for i in range(len(adjective) - SAME_RUN + 1))


def load_names(themes: Iterable[str] = ()) -> FleetNames:
    """The names that suit the themes, or those for any fleet where no theme is given."""
    parts = _parts()
    nouns = {noun for theme in themes for noun in parts["nouns"].get(theme, ())}
    return FleetNames(tuple(parts["adjectives"]), tuple(sorted(nouns or parts["nouns"]["general"])))


@cache
def names_digest() -> bytes:
    """16 bytes that change with any part of the names for any fleet."""
    return _digest(_parts()["adjectives"], _parts()["nouns"]["general"])


@cache
def nouns_digest(theme: str) -> bytes:
    """16 bytes that change with any noun for the fleets of a theme."""
    return _digest(_parts()["nouns"].get(theme, []))


def _digest(*parts: list[str]) -> bytes:
    return blake2b(repr(parts).encode(), digest_size=16, person=b"fleetnames").digest()


@cache
def _parts() -> dict[str, Any]:
    parts = tomllib.loads((data_folder("wordlists") / "fleet_names.toml").read_text(encoding="utf-8"))
    nouns = {theme: sorted(words) for theme, words in sorted(parts["nouns"].items())}
    return {"adjectives": sorted(parts["adjectives"]), "nouns": nouns}


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


def own_digest(edition: Edition, lists: Iterable[WordList], mark: bytes = b"") -> int:
    """The digest of a deck of one's own words; `mark` tells another way to draw from the same
    lists.
    """
    parts = (pairs_digest(), *(words.digest for words in lists), mark)
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
    dealt = (*facts, codes.top_digit) if codes.top_digit else facts
    return repr(dealt).encode() + names_digest()


def _hashed(bits: int, *parts: bytes) -> int:
    """So many bits that change with any part."""
    digest = blake2b(b"".join(parts), digest_size=8, person=b"deck").digest()
    return int.from_bytes(digest, "big") >> (64 - bits)


KEPT = 32
"""Decks of each kind that are kept, with what is made of them; each is a megabyte or two."""
ENOUGH = 15
"""So many words of a length, and themes supply it alone."""

TOPPED_UP = b"topped up"
"""The mark of decks whose own words come first. Without it, a tier was mixed in, each word as
likely as another.
"""
_TOO_SMALL = "Opponents share no word, so each length needs enough for both."
_STILL_TOO_SMALL = (
    "Opponents share no word, so each length needs enough for both: add words of these lengths to the list."
)


@dataclass(frozen=True)
class Deck:
    """An edition with the words to choose from; `words` is None where captains bring their own
    (C-37).

    `title` names the words on the sheet; `borrowed` are the word lengths of which themes, or a list
    of one's own, have too few, so that a tier fills them up. `own` are all words of one's own list;
    `topped_up`, they come before those of the tier.
    """

    edition: Edition
    words: Mapping[int, tuple[str, ...]] | None
    title: str
    borrowed: tuple[int, ...]
    names: FleetNames
    digest: int
    own: frozenset[str] = frozenset()
    topped_up: bool = False

    @cached_property
    def pools(self) -> tuple[tuple[str, ...], ...]:
        """The words that each ship's is chosen from, in the fleet's order; none where captains bring their own.

        Raises `BadInputError` for a ship that no word fits.
        """
        if self.words is None:
            return ()
        missing = [letters for letters in self.edition.ships_of_length if not self.words.get(letters)]
        if missing:
            needed = " and ".join(map(str, missing))
            raise BadInputError(
                f"“{self.title}” has no words of {needed} letters, which {self.edition.title} needs.",
                tip=f"Bring a list with words of {needed} letters, and let a tier add the others; or print blank "
                "sheets, for which captains write their own.",
                field="words",
                say=("words", "fill_from"),
            )
        pools = {letters: self._pool(letters, words) for letters, words in self.words.items()}
        return tuple(pools[letters] for letters in self.edition.lengths)

    def _pool(self, letters: int, words: tuple[str, ...]) -> tuple[str, ...]:
        """The words of a length. Of one that is topped up, each own one stands there as often as
        the tier's words share out over the ships that a full table lacks words for: so own ones are
        drawn as often as a table can have them.
        """
        if not (self.topped_up and letters in self.borrowed):
            return words
        own = tuple(word for word in words if word in self.own)
        others = tuple(word for word in words if word not in self.own)
        lacking = self.edition.ships_of_length[letters] * self.edition.players.count - len(own)
        return own * max(1, len(others) // max(1, lacking)) + others

    @cached_property
    def share(self) -> OwnShare:
        """Tells how many words of one's own its fleets have."""
        return OwnShare(self.own, self.edition.ships_of_length)

    @cached_property
    def code_dealer(self) -> CodeDealer:
        """Deals its launch codes."""
        return CodeDealer(self.edition.launch_codes)

    @cached_property
    def sieve(self) -> Sieve:
        """Finds its fleets of certain ratings; there must be words."""
        return Sieve(self.pools, self.edition.fairness)

    def draw_fleet(self, key: bytes) -> tuple[tuple[str, ...], int]:
        """The words that a key draws and their rating. Raises `BadInputError` where the words make no fleet."""
        found = self.sieve.find(key, ANY_RATING)
        if found is not None:
            return found
        words = choose_words(self.pools, KeyedRandom(key, FOR_WORDS))
        return words, rate(words, self.edition.fairness)


@lru_cache(maxsize=KEPT)
def tier_deck(edition: Edition, tier: WordList) -> Deck:
    """A deck of a tier's words."""
    names = load_names()
    return Deck(edition, tier.by_length, f"{tier.title} words", (), names, packaged_digest(edition, tier))


def theme_deck(edition: Edition, tier: WordList, themes: Iterable[WordList]) -> Deck:
    """A deck of the agreed categories (C-26), of the tier where there are none. The tier fills up each length of which
    they have not `ENOUGH` words.
    """
    named = {theme.slug: theme for theme in themes}
    chosen = tuple(named[slug] for slug in sorted(named))
    return _theme_deck(edition, tier, chosen) if chosen else tier_deck(edition, tier)


@lru_cache(maxsize=KEPT)
def _theme_deck(edition: Edition, tier: WordList, chosen: tuple[WordList, ...]) -> Deck:
    names = load_names(theme.slug for theme in chosen)
    words: dict[int, tuple[str, ...]] = {}
    for length in edition.ships_of_length:
        words[length] = tuple(sorted({w for theme in chosen for w in theme.by_length.get(length, ())}))
    borrowed = tuple(length for length in words if len(words[length]) < ENOUGH)
    words |= {length: tuple(sorted({*words[length], *tier.by_length.get(length, ())})) for length in borrowed}
    titles = [theme.title for theme in chosen]
    title = (", " if any("&" in one for one in titles) else " & ").join(titles)
    return Deck(edition, words, title, borrowed, names, packaged_digest(edition, tier, chosen))


def own_deck(edition: Edition, own: WordList, *, sheets: int, fill: WordList | None = None) -> Deck:
    """A deck of a user's own list. Where a full table needs more words of a length than it has, the
    tier `fill` tops it up, if there is one: each sheet takes as many words of one's own as can be
    fair. Raises `BadInputError` where the words are too few to deal opponents from.
    """
    deck = mixed_deck(edition, own, sheets=sheets, fill=fill)
    if fill is None or not deck.borrowed:
        return deck
    words = dict(own.by_length)
    few = [n for n in edition.ships_of_length if len(words.get(n, ())) < ENOUGH]
    few = [n for n in few if n in fill.by_length]
    words |= {n: tuple(sorted({*words.get(n, ()), *fill.by_length[n]})) for n in few}
    digest = own_digest(edition, [own, fill], TOPPED_UP)
    return replace(deck, words=words, borrowed=tuple(few), digest=digest, topped_up=True)


def mixed_deck(edition: Edition, own: WordList, *, sheets: int, fill: WordList | None = None) -> Deck:
    """The same as it was dealt from before own words came first: a tier's words are mixed with
    those of a length.

    Raises as `own_deck`.
    """
    words = dict(own.by_length)
    needed = {length: ships * edition.players.count for length, ships in edition.ships_of_length.items()}
    borrowed = tuple(n for n, need in needed.items() if fill and len(words.get(n, ())) < need)
    if fill and borrowed:
        words |= {n: tuple(sorted({*words.get(n, ()), *fill.by_length.get(n, ())})) for n in borrowed}
    short = []
    for length, ships in edition.ships_of_length.items():
        found, need = len(words.get(length, ())), ships * min(sheets, edition.players.count)
        if found < need:
            what = f"has {how_many(found, 'word')} of {length} letters, needs {need}"
            short.append(Complaint(own.about, what))
    if short:
        tip, say = (_TOO_SMALL, ("fill_from=standard",)) if fill is None else (_STILL_TOO_SMALL, ())
        raise BadInputError("The word list is too small.", *short, tip=tip, field="words", say=say)
    digest = own_digest(edition, [own, fill] if fill and borrowed else [own])
    lengths = edition.ships_of_length
    mine = frozenset(word for length in lengths for word in own.by_length.get(length, ()))
    return Deck(edition, words, own.title, borrowed, load_names(), digest, mine)


def blank_deck(edition: Edition) -> Deck:
    """A deck without words: captains write their own (C-37)."""
    names = load_names()
    return Deck(edition, None, "own words", (), names, blank_digest(edition))


def find_deck(
    digest: int, edition: Edition, tiers: Container[str] = TIERS, themes: Collection[str] | None = None
) -> Deck | None:
    """The packaged deck of the edition with this digest, if there is one: there are never two.

    `tiers` and `themes` are what the user has named: a deck of others is none.
    """
    if not is_of(edition, digest):
        return None
    slug = tier_of(digest)
    if slug is None:
        blank = blank_deck(edition)
        return blank if blank.digest == digest and themes is None else None
    if slug not in tiers:
        return None
    tier = load_tier(slug)
    at_hand = theme_slugs()
    chosen = themes_of(digest, edition, tier, [load_theme(slug) for slug in numbered("themes") if slug in at_hand])
    if chosen is None or (themes is not None and {theme.slug for theme in chosen} != set(themes)):
        return None
    return theme_deck(edition, tier, chosen)
