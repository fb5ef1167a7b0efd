"""Names that users bring: normalised, and complained about where the sheet's fonts cannot show them."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from wordfleet_print.press.ink.fonts import Face, missing_glyphs
from wordfleet_print.sheet.captain import name_faults, parse_name


def check_name(text: str, face: Face = Face.SEMIBOLD) -> tuple[str, tuple[str, ...]]:
    """The name in NFC, trimmed and single-spaced; and everything that keeps it from being printed, or nothing.

    Characters that cannot be set are told first, those that the face lacks only where there are none of them.
    """
    composed = unicodedata.normalize("NFC", text)
    name = parse_name(text)
    if name and all(_plain(char, face) for char in composed):
        return name, ()
    faults = tuple(name_faults(text))
    missing = [] if faults else missing_glyphs(name, face)
    if missing:
        faults = (f"no bundled font has {', '.join(missing)}; write it in Latin, Greek or Cyrillic letters",)
    return name, faults


@lru_cache(maxsize=4096)
def _plain(char: str, face: Face) -> bool:
    """Whether nothing at all is wrong with a character: asked of every letter of a roster, so remembered."""
    return char == " " or not (any(name_faults(char)) or missing_glyphs(char, face))
