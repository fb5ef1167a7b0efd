"""`Deck`: all that a sheet is drawn from."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.fleet.choice import FOR_WORDS, choose_words, rate
from wordfleet_print.fleet.codes import CodeDealer
from wordfleet_print.fleet.digest import blank_digest, is_of, numbered, own_digest, packaged_digest, themes_of, tier_of
from wordfleet_print.fleet.draw import Draw
from wordfleet_print.fleet.names import FleetNames, load_names
from wordfleet_print.fleet.sieve import Sieve
from wordfleet_print.fleet.words import TIERS, WordList, load_theme, load_tier, theme_slugs
from wordfleet_print.game import ANY_RATING, Edition
from wordfleet_print.wording import how_many

KEPT = 32
"""Decks of each kind that are kept, with what is made of them; each is a megabyte or two."""
ENOUGH = 15
"""So many words of a length, and themes supply it alone."""

_TOO_SMALL = (
    "Opponents share no word, so each length needs enough for both."
    " --fill-from standard takes the lengths that lack from a tier."
)
_STILL_TOO_SMALL = (
    "Opponents share no word, so each length needs enough for both: add words of these lengths to the list."
)


@dataclass(frozen=True)
class Deck:
    """An edition with the words to choose from; `words` is None where captains bring their own (C-37).

    `title` names the words on the sheet; `borrowed` are the word lengths of which themes, or a list of one's own, have
    too few, so that a tier fills them up.
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
                tip=f"Bring a list with words of {needed} letters by --words, and let --fill-from add the others; or "
                "print blank sheets, for which captains write their own.",
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
    """A deck of a user's own list; lengths of which a full table needs more words than it has come from the tier
    `fill` as well, where there is one. Raises `BadInputError` where the words are too few to deal opponents from.
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
        tip = _TOO_SMALL if fill is None else _STILL_TOO_SMALL
        raise BadInputError("The word list is too small.", *short, tip=tip)
    digest = own_digest(edition, [own, fill] if fill and borrowed else [own])
    return Deck(edition, words, own.title, borrowed, load_names(), digest)


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
