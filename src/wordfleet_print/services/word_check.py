"""What `words check` says of a word list: which words can be used, and what a match would miss."""

from __future__ import annotations

from collections.abc import Iterator

from wordfleet_print.errors import BadInputError, Fix, Problem
from wordfleet_print.fleet.deck import Deck, own_deck
from wordfleet_print.fleet.own_words import ScreenedList
from wordfleet_print.fleet.word_lists import find_theme_faults, load_words
from wordfleet_print.messages import how_many
from wordfleet_print.services.editions import find_edition, read_library
from wordfleet_print.services.own_lists import read_word_list
from wordfleet_print.settings.words import WordCheckSettings, WordSource
from wordfleet_print.sheet.dealing import count_fair_pairs

# Fair pairs of fleets that are so few that players soon know them.
FEW_PAIRS = 20


def check_word_list(settings: WordCheckSettings) -> tuple[ScreenedList, Deck, list[str]]:
    """Return the user's own words as they were read; the deck that is dealt from them, with what
    the tier adds; and warnings: on words that could lose a challenge, and on too few fair fleets.

    A file in a folder `themes` is checked as a theme, too.

    Raises `BadInputError` if it cannot be read or no word of it can be used.
    """
    edition = find_edition(settings, read_library(settings.rules))
    if not settings.words:
        raise BadInputError(
            Problem("Give a word list, such as my-words.txt.", "words", (Fix.choose("words"),))
        )
    own_list = read_word_list(settings.words, edition, settings.letters)
    fill = load_words(edition.language, settings.tier)
    deck = own_deck(edition, own_list.words, sheets=edition.players.count, fill=fill)
    doubts = map(str, own_list.doubts)
    warnings = [*doubts, *_list_theme_faults(settings.words), *_warn_of_few_pairs(deck)]
    return own_list, deck, warnings


def _list_theme_faults(source: WordSource) -> list[str]:
    """Return what keeps a file in a folder `themes` from being a theme; nothing for other lists."""
    if source.file and source.file.parent.name == "themes":
        return find_theme_faults(source.file)
    return []


def _warn_of_few_pairs(deck: Deck) -> Iterator[str]:
    """Yield a warning if a deck has few pairs of fleets that are equally hard to find, or none."""
    pairs = count_fair_pairs(deck)  # None: too many to count
    if pairs == 0:
        yield "No two fleets of these words are equally hard to find. Add words for a fair match."
    elif pairs is not None and pairs < FEW_PAIRS:
        they = how_many(pairs, "pair of fleets is a fair match", "pairs of fleets are fair matches")
        yield f"Only {they}, so players soon know the fleets. Add words for more."
