"""Words in other languages and alphabets: no English ones in them, every letter in the panel."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.sheets import write_edition
from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.fleet.deck import find_deck, own_deck, theme_deck, tier_deck
from wordfleet_print.fleet.deck_digest import load_hasher
from wordfleet_print.fleet.word_lists import WordList, load_theme, load_tier, load_words
from wordfleet_print.games import Edition
from wordfleet_print.services.editions import read_library

LISTS = data_folder("wordlists") / "languages"
WELSH = {"slug: word-fleet": "slug: fflyd", "language: en": "language: cy"}
WITHOUT_Q = {
    "slug: word-fleet": "slug: no-q",
    "vowels: AEIOU": "letters: ABCDEFGHIJKLMNOPRSTUVWXYZ\nvowels: AEIOU",
    "order: ETAOINSRHLDCUMFPGWYBVKXJQZ": "order: ETAOINSRHLDCUMFPGWYBVKXJZ",
}


def make_edition(folder: Path, changes: dict[str, str]) -> Edition:
    """Return the bundled edition with these changes of its text."""
    library = read_library(write_edition(folder, changes))
    (slug,) = library.edition_slugs
    return library.edition(slug)


def test_no_english_word_in_another_language(tmp_path: Path) -> None:
    """A language without a list gets neither a tier nor themes, and none to fill own words from."""
    edition = make_edition(tmp_path, WELSH)
    words = load_words(edition.language, "family")
    with pytest.raises(BadInputError, match="no list of words in the language “cy”"):
        tier_deck(edition, words)
    own = WordList.of("own", "own", "own", ["mor", "ton", "haul"])
    with pytest.raises(BadInputError, match="too small"):
        own_deck(edition, own, sheets=2, fill=words)
    with pytest.raises(BadInputError, match="Themes are lists of English words"):
        theme_deck(edition, load_tier("family"), [load_theme("animals")])


def test_words_are_spelled_in_the_alphabet(tmp_path: Path) -> None:
    """No word has a letter that the panel lacks, and a code finds its deck again."""
    edition = make_edition(tmp_path, WITHOUT_Q)
    for deck in (
        tier_deck(edition, load_tier("expert")),
        theme_deck(edition, load_tier("expert"), [load_theme("animals")]),
    ):
        assert all(set(word) <= set(edition.letters) for pool in deck.pools for word in pool)
        found = find_deck(deck.digest, edition)
        assert found
        assert found.words == deck.words


def test_alphabet_and_names_change_codes_and_labels_do_not(tmp_path: Path) -> None:
    """Sheet codes hold for another label, and not for other letters or names of fleets."""
    hash_blank_deck = load_hasher().hash_blank_deck
    plain = make_edition(tmp_path / "a", {"slug: word-fleet": "slug: own"})
    (tmp_path / "b").mkdir()
    letters = make_edition(tmp_path / "b", {**WITHOUT_Q, "slug: word-fleet": "slug: own"})
    assert hash_blank_deck(letters) != hash_blank_deck(plain)
    for text, same in (
        ('[turn]\nsheet_code = "Pick:"', True),
        ('fleet_names = ["Red", "Blue"]', False),
    ):
        labels = tmp_path / "a" / "labels"
        labels.mkdir(exist_ok=True)
        (labels / "en.toml").write_text(text, "utf-8")
        changed = make_edition(tmp_path / "a", {"slug: word-fleet": "slug: own"})
        assert (hash_blank_deck(changed) == hash_blank_deck(plain)) is same


def test_lists_of_languages_are_found() -> None:
    """The list of a language is that of all its regions and of each tier."""
    for file in sorted(LISTS.glob("*/words.txt")):
        language = file.parent.name
        words = load_words(language, "family")
        assert words.by_length
        assert load_words(f"{language}-ZZ", "expert") == words


def test_length_is_counted_in_capitals() -> None:
    """“Groß” has five letters on a sheet: GROSS."""
    assert WordList.of("own", "own", "own", ["groß"]).by_length == {5: ("GROSS",)}
