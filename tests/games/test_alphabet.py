"""Capitals as each language writes them, and words that are spelled with its letters."""

from __future__ import annotations

import pytest

from wordfleet_print.fleet.own_words import Spelling, read_text, screen
from wordfleet_print.games.alphabet import to_capitals


@pytest.mark.parametrize(
    ("text", "language", "capitals"),
    [
        ("groß", "de", "GROSS"),
        ("groß", "de-AT", "GROSS"),
        ("iki ırmak", "tr", "İKİ IRMAK"),
        ("iki", "en", "IKI"),
        ("Λέξη", "el", "ΛΕΞΗ"),
        ("προϊόν", "el", "ΠΡΟΪΟΝ"),
        ("cañón", "es", "CAÑÓN"),
        ("ёж", "ru", "ЁЖ"),
    ],
)
def test_capitals(text: str, language: str, capitals: str) -> None:
    """ß, İ and Greek accents are written as their languages do."""
    assert to_capitals(text, language) == capitals


@pytest.mark.parametrize(
    ("word", "alphabet", "language", "letters", "capitals"),
    [
        ("cañón", "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ", "es", "plain", "CAÑON"),
        ("groß", "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ", "de", "", "GROSS"),
        ("köln", "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ", "de", "", "KÖLN"),
        ("ırmak", "ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ", "tr", "", "IRMAK"),
        ("λέξη", "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ", "el", "", "ΛΕΞΗ"),
        ("niño", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "en", "plain", "NINO"),
    ],
)
def test_own_words_keep_their_letters(
    word: str, alphabet: str, language: str, letters: str, capitals: str
) -> None:
    """A letter of the alphabet stays; other marks are what `--letters` says; the length is that of
    the capitals.
    """
    spelling = Spelling(alphabet, language)
    lengths = (len(capitals),)
    found = screen(
        read_text(word), lengths, name="x", title="x", line="", letters=letters, spelling=spelling
    )
    assert found.words.by_length == {len(capitals): (capitals,)}


def test_words_of_other_letters_are_left_out() -> None:
    """A word with a letter that the alphabet lacks is named with the letter."""
    spelling = Spelling("ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ", "de")
    found = screen(read_text("señor"), (5,), name="x", title="x", line="", spelling=spelling)
    assert not found.words.by_length
    assert "ñ" in str(found.skipped[0])
