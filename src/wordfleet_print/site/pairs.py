"""Ready pairs of trackers: which lists of words they are dealt from, and their PDFs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wordfleet_print.fleet.deck import Deck, theme_deck, tier_deck
from wordfleet_print.fleet.word_lists import (
    ONLY_TIER,
    TIERS,
    list_themes,
    load_theme,
    load_words,
)
from wordfleet_print.games import Edition
from wordfleet_print.games.alphabet import find_main_language
from wordfleet_print.paper import Paper
from wordfleet_print.rulebook.pdf import Printed
from wordfleet_print.sheet.dealing import deal
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.tracker.print_trackers import SheetToPrint, count_pages, print_trackers

# The tier of a list that is no tier itself: it fills up lengths of which a theme has few words.
TIER = "standard"
# What languages call themselves, of those whose letters sheets print (Latin, Greek, Cyrillic).
LANGUAGE_NAMES = {
    "bg": "Български",
    "ca": "Català",
    "cs": "Čeština",
    "cy": "Cymraeg",
    "da": "Dansk",
    "de": "Deutsch",
    "el": "Ελληνικά",
    "en": "English",
    "es": "Español",
    "et": "Eesti",
    "eu": "Euskara",
    "fi": "Suomi",
    "fr": "Français",
    "ga": "Gaeilge",
    "hr": "Hrvatski",
    "hu": "Magyar",
    "is": "Íslenska",
    "it": "Italiano",
    "lt": "Lietuvių",
    "lv": "Latviešu",
    "nb": "Norsk bokmål",
    "nl": "Nederlands",
    "nn": "Norsk nynorsk",
    "no": "Norsk",
    "pl": "Polski",
    "pt": "Português",
    "ro": "Română",
    "ru": "Русский",
    "sk": "Slovenčina",
    "sl": "Slovenščina",
    "sr": "Српски",
    "sv": "Svenska",
    "tr": "Türkçe",
    "uk": "Українська",
}


def name_language(tag: str) -> str:
    """Return what a language calls itself; its tag, if we do not know that."""
    return LANGUAGE_NAMES.get(find_main_language(tag), tag)


@dataclass(frozen=True, slots=True)
class WordChoice:
    """A list of words that a visitor can choose: a tier, or a theme."""

    slug: str
    title: str
    is_theme: bool = False

    def make_deck(self, edition: Edition) -> Deck:
        """Return the deck of an edition with these words. Raises `BadInputError` for too few."""
        if self.is_theme:
            tier = load_words(edition.language, TIER)
            return theme_deck(edition, tier, [load_theme(self.slug)])
        return tier_deck(edition, load_words(edition.language, self.slug))


def list_word_choices(edition: Edition) -> Iterator[WordChoice]:
    """Yield the lists that an edition's pairs can be dealt from: English has tiers and themes,
    another language its one list.
    """
    tiers = TIERS if edition.is_english else (ONLY_TIER,)
    for tier in tiers:
        yield WordChoice(tier, load_words(edition.language, tier).title)
    if edition.is_english:
        for theme in list_themes():
            yield WordChoice(theme, load_theme(theme).title, is_theme=True)


def name_pair(slug: str, words: str, paper: str, number: int) -> str:
    """Return the place of a pair in the site; the script of the first page makes the same name."""
    return f"pairs/{slug}-{words}-{paper}-{number:03d}.pdf"


def print_pairs(
    edition: Edition, words: WordChoice, paper: Paper, count: int
) -> tuple[Printed, ...]:
    """Return the trackers for `count` tables, a PDF for each table.

    No two sheets have the same fleet. Raises `BadInputError` for an edition that the words cannot
    supply or that does not fit the paper.
    """
    # The seed names no paper: a family with A4 and one with Letter get the same pair.
    seed = f"site {edition.slug} {words.slug}"
    seats = edition.players.count
    names = ("",) * seats * count
    dealt_sheets = deal(words.make_deck(edition), names, seed)
    sheets = [SheetToPrint(sheet, SheetLooks(paper)) for sheet in dealt_sheets]
    tables = [sheets[first : first + seats] for first in range(0, len(sheets), seats)]
    return tuple(Printed(print_trackers(edition, table), count_pages(table)) for table in tables)
