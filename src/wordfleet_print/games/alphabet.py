"""Capital letters, as each language writes them."""

from __future__ import annotations

import unicodedata

# Turkish and Azerbaijani have an i with a dot and one without, each with its own capital.
_DOTTED = str.maketrans({"i": "İ", "ı": "I"})
_DOTTED_LANGUAGES = frozenset({"tr", "az"})
_ACUTE = "\u0301"


def find_main_language(language: str) -> str:
    """Return the language of a tag without its region: `de` for `de-AT`."""
    return language.partition("-")[0].lower()


def to_capitals(text: str, language: str) -> str:
    """Return a text in capitals: “groß” is GROSS; Turkish “iki” is İKİ; Greek “άλφα” is ΑΛΦΑ.

    Greek capitals have no accent, but keep a diaeresis (Unicode 5.18, case mappings).
    """
    main = find_main_language(language)
    if main in _DOTTED_LANGUAGES:
        text = text.translate(_DOTTED)
    if main == "el":
        parts = unicodedata.normalize("NFD", text).replace(_ACUTE, "")
        text = unicodedata.normalize("NFC", parts)
    return text.upper()
