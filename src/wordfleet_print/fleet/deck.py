"""A deck: an edition with the words that its sheets are dealt from."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from wordfleet_print import errors
from wordfleet_print.fleet import fleets
from wordfleet_print.fleet.deck_digest import load_hasher, read_tier
from wordfleet_print.fleet.launch_codes import CodeDealer
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.fleet.word_lists import (
    FleetNames,
    WholeNames,
    WordList,
    list_themes,
    load_names,
    load_theme,
    load_words,
)
from wordfleet_print.games import Edition
from wordfleet_print.messages import how_many

# Words of a length from which an event gets fair opponents without a tier.
ENOUGH = 15
# Themes that may fill up a user's own list. A sheet code does not say which ones did, so all
# choices of this many are tried to find them again.
MOST_THEMES_WITH_OWN_WORDS = 3
# How many times as often a word of the user's own list is drawn as all the words together that
# another ship of its length has to choose from.
LISTED_WEIGHT = 3


@dataclass(frozen=True)
class Deck:
    """An edition with the words to choose from; `words` is None where players bring their own
    (C-37).

    `title` names the words on the sheet. `listed_words` are those of the themes or of the user's
    list, empty for a tier; a tier fills up the lengths in `filled_lengths`. The words of a user's
    `own` list come first there.
    """

    edition: Edition
    words: Mapping[int, tuple[str, ...]] | None
    title: str
    names: FleetNames | WholeNames
    digest: int
    listed_words: frozenset[str] = frozenset()
    filled_lengths: tuple[int, ...] = ()
    own: bool = False
    filled_from: tuple[str, ...] = ()
    """Titles of the themes that fill up a list of your own; empty where only the tier does."""

    @cached_property
    def pools(self) -> tuple[tuple[str, ...], ...]:
        """The words that each ship's is chosen from, in the fleet's order; none where players
        bring their own.

        Raises `BadInputError` for a ship that no word fits.
        """
        if self.words is None:
            return ()
        missing = [length for length in self.edition.ships_of_length if not self.words.get(length)]
        if missing:
            needed = " and ".join(map(str, missing))
            what = (
                f"“{self.title}” has no words of {needed} letters, "
                f"which {self.edition.title} needs."
            )
            advice = (
                f"Use a list with words of {needed} letters, and let a tier add the others; "
                "or print blank sheets, on which players write their own words."
            )
            fixes = (errors.Fix.choose("words"),)
            raise errors.BadInputError(errors.Problem(what, "words", fixes, advice=advice))
        pools = {length: self._weight(length, words) for length, words in self.words.items()}
        return tuple(pools[length] for length in self.edition.lengths)

    def _weight(self, length: int, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return the words of this length, each as often as it is to be drawn: a user's own words
        more often than those that fill up their list.
        """
        if not self.own or length not in self.filled_lengths:
            return words
        # In the edition Players, a table has four ships of three letters. A class that brings only
        # FOX wants to see FOX, which a draw among 475 words would hardly ever give. So the tier's
        # words share the three ships that the list has nothing for, 475 // 3 = 158 words to a ship.
        # FOX is in the pool `LISTED_WEIGHT` times that, 474 times, so that every second ship of
        # three letters is FOX; opponents who both have it are passed over when a table is dealt.
        listed_words = tuple(word for word in words if word in self.listed_words)
        others = tuple(word for word in words if word not in self.listed_words)
        ships = self.edition.ships_of_length[length] * self.edition.players.count
        ships_without_word = max(1, ships - len(listed_words))
        words_a_ship = len(others) // ships_without_word
        times = max(1, LISTED_WEIGHT * words_a_ship)
        return listed_words * times + others

    @cached_property
    def code_dealer(self) -> CodeDealer:
        """Deals its launch codes."""
        return CodeDealer(self.edition.launch_codes)

    def draw_fleet(self, key: bytes) -> tuple[tuple[str, ...], int]:
        """Draw the words of a key; return them and their difficulty.

        Raises `BadInputError` where the words make no fleet.
        """
        words = fleets.choose_words(self.pools, KeyedRandom(key, b"words"))
        return words, fleets.measure_difficulty(words, self.edition.fairness)


def choose_names(edition: Edition, themes: Iterable[str] = ()) -> FleetNames | WholeNames:
    """Return names of fleets in the edition's language, or English ones that suit the themes."""
    return WholeNames(edition.fleet_names) if edition.fleet_names else load_names(themes)


def keep_spelled(
    edition: Edition, words: Mapping[int, Iterable[str]]
) -> dict[int, tuple[str, ...]]:
    """Return the words, by length, that are spelled in the edition's letters."""
    letters = frozenset(edition.letters)
    return {n: tuple(filter(letters.issuperset, same_length)) for n, same_length in words.items()}


def tier_deck(edition: Edition, tier: WordList) -> Deck:
    """Make a deck of a tier's words. Raises `BadInputError` where its language has no list."""
    if not tier.by_length:
        raise errors.BadInputError(
            errors.Problem(
                f"There is no list of words in the language “{edition.language}”.",
                "words",
                (errors.Fix.choose("words"),),
                advice="Use your own words, or print blank sheets, on which players write theirs.",
            )
        )
    return Deck(
        edition,
        keep_spelled(edition, tier.by_length),
        edition.say("fleet.tier", title=tier.title),
        choose_names(edition),
        load_hasher().hash_packaged_deck(edition, tier),
    )


def sort_themes(themes: Iterable[WordList]) -> list[WordList]:
    """Return each theme once, in the order of their names: a deck does not depend on the order."""
    named = {theme.slug: theme for theme in themes}
    return [named[slug] for slug in sorted(named)]


def check_theme_language(edition: Edition, themes: Sequence[WordList]) -> None:
    """Raise `BadInputError` for themes in an edition of another language."""
    if themes and not edition.is_english:
        raise errors.BadInputError(
            errors.Problem(
                f"Themes are lists of English words; this edition is in “{edition.language}”.",
                "theme",
                (errors.Fix.leave_out("theme"), errors.Fix.choose("words")),
            )
        )


def _collect_words(edition: Edition, lists: Sequence[WordList]) -> dict[int, set[str]]:
    """Return the words of all lists that fit the edition's ships, by length."""
    words: dict[int, set[str]] = {n: set() for n in edition.ships_of_length}
    for word_list in lists:
        for length, usable in keep_spelled(edition, word_list.by_length).items():
            if length in words:
                words[length].update(usable)
    return words


def theme_deck(edition: Edition, tier: WordList, themes: Iterable[WordList]) -> Deck:
    """Make a deck of the agreed categories (C-26), or of the tier where there are none.

    The tier fills up each length of which the themes have fewer than `ENOUGH` words.
    """
    sorted_themes = sort_themes(themes)
    if not sorted_themes:
        return tier_deck(edition, tier)
    check_theme_language(edition, sorted_themes)
    tier_words = keep_spelled(edition, tier.by_length)
    words_of_themes = _collect_words(edition, sorted_themes)
    filled_lengths: list[int] = []
    words: dict[int, tuple[str, ...]] = {}
    for length, theme_words in words_of_themes.items():
        added: tuple[str, ...] = ()
        if len(theme_words) < ENOUGH:
            filled_lengths.append(length)
            added = tier_words.get(length, ())
        words[length] = tuple(sorted({*theme_words, *added}))
    titles = [theme.title for theme in sorted_themes]
    separator = ", " if any("&" in title for title in titles) else " & "
    return Deck(
        edition,
        words,
        separator.join(titles),
        choose_names(edition, [theme.slug for theme in sorted_themes]),
        load_hasher().hash_packaged_deck(edition, tier, sorted_themes),
        frozenset().union(*words_of_themes.values()),
        tuple(filled_lengths),
    )


def own_deck(
    edition: Edition,
    own: WordList,
    *,
    sheets: int,
    fill: WordList | None = None,
    themes: Iterable[WordList] = (),
) -> Deck:
    """Make a deck of a user's own list of words, for this many sheets.

    If the list is too small for one table, words of the themes are added, and words of the tier
    `fill` where these are few, too; without `fill` nothing is added.

    Raises `BadInputError` where the words are then too few for opponents.
    """
    sorted_themes = sort_themes(themes)
    check_theme_language(edition, sorted_themes)
    if len(sorted_themes) > MOST_THEMES_WITH_OWN_WORDS:
        raise errors.BadInputError(
            errors.Problem(
                f"At most {MOST_THEMES_WITH_OWN_WORDS} themes can fill up a list of your own.",
                "theme",
                advice="Choose fewer themes.",
            )
        )
    words = {n: own.by_length.get(n, ()) for n in edition.ships_of_length}
    listed_words = frozenset(chain.from_iterable(words.values()))
    fillers = _list_fillers(edition, fill, sorted_themes)
    filled_lengths = _find_lengths_to_fill(edition, words, fillers) if fill else ()
    words |= {n: tuple(sorted({*words[n], *fillers[n]})) for n in filled_lengths}
    _refuse_few_words(edition, own, words, sheets)
    lists = [own]
    filled_from: list[str] = []
    if fill and filled_lengths:
        lists += [fill, *sorted_themes]
        filled_from = [theme.title for theme in sorted_themes]
    return Deck(
        edition,
        words,
        own.title,
        choose_names(edition, [theme.slug for theme in sorted_themes]),
        load_hasher().hash_own_deck(edition, lists),
        listed_words,
        filled_lengths,
        own=True,
        filled_from=tuple(filled_from),
    )


def _find_lengths_to_fill(
    edition: Edition, words: Mapping[int, Sequence[str]], fillers: Mapping[int, Collection[str]]
) -> tuple[int, ...]:
    """Return the lengths of words that `fillers` are added to: none if the user's own `words`, by
    length, are enough for one table; else all lengths with fewer than `ENOUGH` words, because more
    words make more fleets, and these more fair opponents.
    """
    needed = {
        length: ships * edition.players.count for length, ships in edition.ships_of_length.items()
    }
    if all(len(words[length]) >= count for length, count in needed.items()):
        return ()
    return tuple(length for length in needed if len(words[length]) < ENOUGH and fillers.get(length))


def _list_fillers(
    edition: Edition, tier: WordList | None, themes: Sequence[WordList]
) -> dict[int, set[str]]:
    """Return by length the words that may be added to a user's list: those of the themes, and those
    of the tier as well for lengths of which the themes have fewer than `ENOUGH`.
    """
    fillers = _collect_words(edition, themes)
    tier_words = keep_spelled(edition, tier.by_length) if tier else {}
    for length, filler in fillers.items():
        if len(filler) < ENOUGH:
            filler.update(tier_words.get(length, ()))
    return fillers


def _refuse_few_words(
    edition: Edition, own: WordList, words: Mapping[int, Sequence[str]], sheets: int
) -> None:
    """Raise `BadInputError` for lengths with fewer words than one table needs."""
    problems = []
    for length, ships in edition.ships_of_length.items():
        needed = ships * min(sheets, edition.players.count)
        count = len(words[length])
        if count < needed:
            what = f"has {how_many(count, 'word')} of {length} letters, needs {needed}"
            problems.append(errors.Problem(what, where=own.about))
    if problems:
        tip = (
            "Opponents share no word, so each length needs enough for both: add words of these "
            "lengths to the list."
        )
        raise errors.BadInputError(
            errors.Problem("The word list is too small.", "words", advice=tip), problems
        )


def blank_deck(edition: Edition) -> Deck:
    """Make a deck without words: players write their own (C-37)."""
    return Deck(
        edition,
        None,
        edition.say("fleet.own_words"),
        choose_names(edition),
        load_hasher().hash_blank_deck(edition),
    )


def find_deck(
    digest: int, edition: Edition, themes: Sequence[WordList] | None = None
) -> Deck | None:
    """Return the bundled deck of the edition with this digest, or None; there are never two.

    `themes` are all bundled ones, in the order of their numbers.
    """
    hasher = load_hasher()
    if not hasher.is_of_edition(edition, digest):
        return None
    slug = read_tier(digest)
    if slug is None:
        blank = blank_deck(edition)
        return blank if blank.digest == digest else None
    tier = load_words(edition.language, slug)
    if not tier.by_length:
        return None
    if not edition.is_english:
        themes = ()
    elif themes is None:
        packaged = list_themes()
        themes = [load_theme(slug) for slug in hasher.themes if slug in packaged]
    chosen = hasher.read_themes(digest, edition, tier, themes)
    return None if chosen is None else theme_deck(edition, tier, chosen)
