"""Decks: the one that settings ask for, and those that sheet codes were dealt from."""

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

    Themes and the tier fill every length that `own_list`, a list of your own, lacks.
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
    """Return the deck of each sheet code. Raises `BadInputError` for a code that was dealt from
    other words.
    """
    library = library or read_library(settings.rules)
    editions = [library.edition(slug) for slug in library.edition_slugs]
    own_decks: dict[int, Deck] = {}
    if settings.words:
        wanted = {code.deck for code in codes}
        own_decks = _make_own_decks(settings.words, settings.letters, editions, wanted)
    decks: list[Deck] = []
    for code in codes:
        bundled = (find_deck(code.deck, edition) for edition in editions)
        matches = [*filter(None, (own_decks.get(code.deck), *bundled))]
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
    source: WordSource, letters: str, editions: Sequence[Edition], wanted: set[int]
) -> dict[int, Deck]:
    """Return the decks of these digests that a list of your own makes, by digest, filled from any
    tier and themes.

    Raises `BadInputError` if no edition can use the list.
    """
    decks: dict[int, Deck] = {}
    errors: list[BadInputError] = []
    is_used = False
    # A code does not say how its list was read, so each way is tried until all codes are found
    for way in ("keep", PLAIN, GERMAN) if letters == "keep" else (letters,):
        for edition in editions:
            try:
                own = read_word_list(source, edition, way).words
                decks |= _find_own_decks(own, edition, wanted)
                is_used = True
            except BadInputError as error:
                errors.append(error)
        if decks.keys() >= wanted:
            break
    if not is_used:
        raise errors[0]
    return decks


def _find_own_decks(own: WordList, edition: Edition, wanted: set[int]) -> dict[int, Deck]:
    """Return the wanted decks of a list in an edition, whatever filled it up.

    A digest takes microseconds, a deck milliseconds: digests of all fillers are compared first.
    """
    decks = {}
    if load_hasher().hash_own_deck(edition, [own]) in wanted:
        deck = own_deck(edition, own, sheets=1)
        decks[deck.digest] = deck
    for tier, themes in _list_filler_choices(edition):
        if load_hasher().hash_own_deck(edition, [own, tier, *themes]) in wanted:
            deck = own_deck(edition, own, sheets=1, fill=tier, themes=themes)
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
    """Return why no deck is a code's: other words or rules were given, or they are not here."""
    words = "If it was dealt from your own list, use the same file again."
    if library.is_own and _is_bundled(code):
        what = f"{code} is a sheet of a bundled edition, not of {library.place}."
        return BadInputError(Problem(what, fixes=(Fix.leave_out("rules"),)))
    if library.is_own:
        what = f"{code} belongs to no edition in {library.place}."
        return BadInputError(Problem(what, fixes=(Fix.choose("words"),), advice=words))
    if not has_edition_number(code.deck):
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
    """Whether a bundled edition has the deck of a code."""
    library = packaged()
    return any(find_deck(code.deck, library.edition(slug)) for slug in library.edition_slugs)
