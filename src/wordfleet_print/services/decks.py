"""Decks, the words that sheets are dealt from: the one that settings ask for, and those of sheet
codes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from wordfleet_print.errors import BadInputError, Fix, Problem
from wordfleet_print.fleet.deck import (
    MOST_THEMES_WITH_OWN_WORDS,
    Deck,
    blank_deck,
    find_deck,
    own_deck,
    sort_themes,
    theme_deck,
)
from wordfleet_print.fleet.deck_digest import has_edition_number, load_hasher
from wordfleet_print.fleet.own_words import GERMAN, PLAIN, ScreenedList
from wordfleet_print.fleet.word_lists import TIERS, WordList, list_themes, load_theme, load_words
from wordfleet_print.games import Edition, Library, find_rules_folder, packaged
from wordfleet_print.services.editions import read_library
from wordfleet_print.services.own_lists import read_word_list
from wordfleet_print.settings.words import OwnWordSettings, WordSettings, WordSource
from wordfleet_print.sheet.sheet_code import SheetCode


def choose_deck(
    settings: WordSettings,
    edition: Edition,
    sheets: int,
    own_list: ScreenedList | None = None,
    tier: str = "",
) -> Deck:
    """Return the deck to deal this many sheets from; `tier` replaces that of the settings.

    Of `own_list`, the user's own words, every length with too few words is filled up from the
    themes and the tier.
    """
    if settings.blank:
        return blank_deck(edition)
    words = load_words(edition.language, tier or settings.tier)
    themes = [load_theme(slug) for slug in settings.theme]
    if own_list:
        return own_deck(edition, own_list.words, sheets=sheets, fill=words, themes=themes)
    return theme_deck(edition, words, themes)


def find_decks(
    codes: Sequence[SheetCode], settings: OwnWordSettings, library: Library | None = None
) -> list[Deck]:
    """Return the deck of each sheet code, in their order; a code holds the digest of its deck.

    Raises `BadInputError` for a code whose deck is not here, or could be several.
    """
    library = library or read_library(settings.rules)
    editions = [library.edition(slug) for slug in library.edition_slugs]
    own_decks: dict[int, Deck] = {}
    if settings.words:
        digests = {code.deck for code in codes}
        own_decks = _make_own_decks(settings.words, settings.letters, editions, digests)
    decks: list[Deck] = []
    for code in codes:
        candidates = [own_decks.get(code.deck)]
        candidates += [find_deck(code.deck, edition) for edition in editions]
        matches = [deck for deck in candidates if deck]
        if not matches:
            raise _explain_unknown(code, settings, library)
        # Editions without a number of their own can have the same decks: never guess
        if len(matches) > 1:
            raise _explain_ambiguous(code, matches)
        decks += matches
    return decks


def _explain_ambiguous(code: SheetCode, decks: Sequence[Deck]) -> BadInputError:
    """Return the refusal of a code that fits several decks."""
    titles = "; ".join(f"{deck.edition.slug}, {deck.title}" for deck in decks)
    what = f"{code} fits several decks: {titles}."
    tip = "Use a folder with only one of them."
    return BadInputError(Problem(what, "rules", (Fix.choose("rules"),), advice=tip))


def _make_own_decks(
    source: WordSource, letters: str, editions: Sequence[Edition], digests: set[int]
) -> dict[int, Deck]:
    """Return the decks with these digests, by digest, that the user's own list makes when any tier
    and themes fill it up.

    Raises `BadInputError` if no edition can use the list.
    """
    decks: dict[int, Deck] = {}
    errors: list[BadInputError] = []
    is_usable = False
    # A code does not say how accents of its list were printed, so each way is tried until all
    # codes are found
    for way in ("keep", PLAIN, GERMAN) if letters == "keep" else (letters,):
        for edition in editions:
            try:
                own_words = read_word_list(source, edition, way).words
                decks |= _find_own_decks(own_words, edition, digests)
                is_usable = True
            except BadInputError as error:
                errors.append(error)
        if decks.keys() >= digests:
            break
    if not is_usable:
        raise errors[0]
    return decks


def _find_own_decks(own_words: WordList, edition: Edition, digests: set[int]) -> dict[int, Deck]:
    """Return the decks with these digests, by digest, that the user's own words make in an edition:
    alone, or filled up by any tier and themes.
    """
    # A digest takes microseconds, a deck milliseconds: only decks whose digests match are made
    hasher = load_hasher()
    decks = {}
    if hasher.hash_own_deck(edition, [own_words]) in digests:
        deck = own_deck(edition, own_words, sheets=1)
        decks[deck.digest] = deck
    for tier, themes in _list_filler_choices(edition):
        if hasher.hash_own_deck(edition, [own_words, tier, *themes]) in digests:
            deck = own_deck(edition, own_words, sheets=1, fill=tier, themes=themes)
            decks[deck.digest] = deck
    return decks


def _list_filler_choices(edition: Edition) -> Iterator[tuple[WordList, tuple[WordList, ...]]]:
    """Yield each tier, alone and with all themes that may fill up a list together."""
    slugs = list_themes() if edition.is_english else ()
    themes = sort_themes(load_theme(slug) for slug in slugs)
    tiers = [load_words(edition.language, name) for name in TIERS]
    for count in range(MOST_THEMES_WITH_OWN_WORDS + 1):
        for chosen in combinations(themes, count):
            for tier in tiers:
                yield tier, chosen


def _explain_unknown(code: SheetCode, settings: OwnWordSettings, library: Library) -> BadInputError:
    """Return the error for a code whose deck is not here: the user gave other words or rules than
    those of its sheet, or none.
    """
    words = "If it was dealt from your own list, use the same file again."
    if library.is_own and _is_bundled(code):
        what = f"{code} is a sheet of a bundled edition, not of {library.place}."
        return BadInputError(Problem(what, fixes=(Fix.leave_out("rules"),)))
    if library.is_own:
        what = f"{code} belongs to no edition in {library.place}."
        return BadInputError(Problem(what, fixes=(Fix.choose("words"),), advice=words))
    if not has_edition_number(code.deck):  # only editions that we know have a number
        folder = find_rules_folder()
        fix = Fix("rules", f"{folder}/" if folder else "")
        what = f"{code} belongs to an edition that is not available here."
        return BadInputError(Problem(what, fixes=(fix,)))
    if settings.words:
        what = f"{code} was not dealt from this list."
        return BadInputError(Problem(what, "words", advice=words))
    what = f"{code} was dealt from another word list or version."
    fixes = (Fix.choose("words"), Fix.choose("rules"))
    return BadInputError(Problem(what, fixes=fixes, advice=words))


def _is_bundled(code: SheetCode) -> bool:
    """Return whether a bundled edition has the deck of a code."""
    library = packaged()
    return any(find_deck(code.deck, library.edition(slug)) for slug in library.edition_slugs)
