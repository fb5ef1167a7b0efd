"""`Deck`: all that a sheet is drawn from. Its digest is the first half of a sheet code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import TypeAlias

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.fleet.choice import FOR_WORDS, choose_words, rate
from wordfleet_print.fleet.codes import CodeDealer
from wordfleet_print.fleet.draw import Draw
from wordfleet_print.fleet.names import FleetNames, load_names, names_digest
from wordfleet_print.fleet.sieve import Sieve
from wordfleet_print.fleet.words import TIERS, WordList, load_theme, load_tier, theme_slugs
from wordfleet_print.game import ANY_RATING, Edition

Hash: TypeAlias = blake2b

SCHEME = "1"
"""How draws turn into sheets. Changes whenever the same seed would give another sheet."""

DIGEST_BITS = 25


@dataclass(frozen=True)
class Deck:
    """An edition with the words to choose from; `words` is None where captains bring their own (C-37).

    `title` names the words on the sheet; `borrowed` are the word lengths that a theme lacks and a tier supplies.
    """

    edition: Edition
    words: Mapping[int, tuple[str, ...]] | None
    title: str
    borrowed: tuple[int, ...]
    names: FleetNames
    digest: int

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
                tip="Choose another list, or print blank sheets, for which captains write their own.",
            )
        return tuple(self.words[letters] for letters in self.edition.lengths)

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
        words = choose_words(self.pools, Draw(key, FOR_WORDS))
        return words, rate(words, self.edition.fairness)


def tier_deck(edition: Edition, tier: WordList) -> Deck:
    """A deck of a tier's words."""
    names = load_names()
    return Deck(edition, tier.by_length, f"{tier.title} words", (), names, _digest(edition, [tier]))


def theme_deck(edition: Edition, tier: WordList, themes: Iterable[WordList]) -> Deck:
    """A deck of the agreed categories (C-26). A length that no theme has comes whole from the tier."""
    chosen = sorted(themes, key=lambda theme: theme.slug)
    names = load_names(theme.slug for theme in chosen)
    words: dict[int, tuple[str, ...]] = {}
    for length in edition.ships_of_length:
        words[length] = tuple(sorted({w for theme in chosen for w in theme.by_length.get(length, ())}))
    borrowed = tuple(length for length in words if not words[length])
    words |= {length: tier.by_length.get(length, ()) for length in borrowed}
    titles = [theme.title for theme in chosen]
    title = (", " if any("&" in one for one in titles) else " & ").join(titles)
    return Deck(edition, words, title, borrowed, names, _digest(edition, [tier, *chosen]))


def own_deck(edition: Edition, own: WordList, *, sheets: int) -> Deck:
    """A deck of a user's own list. Raises `BadInputError` where it is too small to deal opponents from."""
    short = []
    for length, ships in edition.ships_of_length.items():
        found, needed = len(own.by_length.get(length, ())), ships * min(sheets, edition.players.count)
        if found < needed:
            what = f"has {found} word{'s' * (found != 1)} of {length} letters, needs {needed}"
            short.append(Complaint(own.about, what))
    if short:
        raise BadInputError(
            "The word list is too small.",
            *short,
            tip="Opponents share no word, so each length needs enough for both.",
        )
    names = load_names()
    return Deck(edition, own.by_length, own.title, (), names, _digest(edition, [own]))


def blank_deck(edition: Edition) -> Deck:
    """A deck without words: captains write their own (C-37)."""
    names = load_names()
    return Deck(edition, None, "own words", (), names, _digest(edition, []))


def find_decks(
    digest: int, edition: Edition, tiers: Iterable[str] = TIERS, themes: Iterable[str] | None = None
) -> Iterator[Deck]:
    """Every packaged deck of the edition with this digest, commonest first; usually one or none.

    `tiers` and `themes` narrow the search to what the user has named.
    """
    if themes is None and blank_deck(edition).digest == digest:
        yield blank_deck(edition)
    pool = [load_theme(slug) for slug in (theme_slugs() if themes is None else sorted(themes))]
    for tier in map(load_tier, tiers):
        start = _hash(edition, [tier])
        subsets = _subsets(start, pool) if themes is None else [(_extended(start, pool), pool)]
        found = [chosen for hashed, chosen in subsets if _shortened(hashed) == digest]
        for chosen in sorted(found, key=len):
            yield theme_deck(edition, tier, chosen) if chosen else tier_deck(edition, tier)


def _subsets(hashed: Hash, pool: list[WordList]) -> Iterator[tuple[Hash, list[WordList]]]:
    """Every subset of the pool, in its order, with the hash of what came before and of its own lists."""
    yield hashed, []
    for i, theme in enumerate(pool):
        for rest, chosen in _subsets(_extended(hashed, [theme]), pool[i + 1 :]):
            yield rest, [theme, *chosen]


def _digest(edition: Edition, lists: Iterable[WordList]) -> int:
    """A short digest of all that a draw depends on, and of nothing else."""
    return _shortened(_hash(edition, lists))


def _hash(edition: Edition, lists: Iterable[WordList]) -> Hash:
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
    return _extended(blake2b(repr(facts).encode() + names_digest(), digest_size=8, person=b"deck"), lists)


def _extended(hashed: Hash, lists: Iterable[WordList]) -> Hash:
    longer = hashed.copy()
    for words in lists:
        longer.update(words.digest)
    return longer


def _shortened(hashed: Hash) -> int:
    return int.from_bytes(hashed.digest(), "big") >> (64 - DIGEST_BITS)
