"""Glyphs: whatever characters names bring, words and codes are set from the right ones, in sound PDF syntax."""

from __future__ import annotations

import pikepdf
import pytest

from wordfleet_print.press.ink.fonts import Face
from wordfleet_print.press.pdf.glyphs import ALPHABET, encoder

SIGNS = "".join(map(chr, range(32, 65)))


@pytest.mark.parametrize("face", [Face.BOLD, Face.SEMIBOLD])
def test_every_word_in_cells_is_sound_whatever_codes_its_letters_have(face: Face) -> None:
    """Read back by pikepdf, the strings between a word's moves hold the codes of its letters and nothing else; brackets
    and backslash are escaped.
    """
    words = [*(f"SU{letter}" for letter in ALPHABET), *ALPHABET, "NNN", *(f"A{sign}B" for sign in (*SIGNS, "\\"))]
    with pikepdf.new() as document:
        for word in words:
            spread = _operands(document, f"[{encoder(face).spread(word)}]TJ")[0].as_list()
            (plain,) = _operands(document, f"({encoder(face).codes_of(word)})Tj")
            strings = [bytes(part) for part in spread if isinstance(part, pikepdf.String)]
            assert b"".join(strings) == bytes(plain)


def _operands(document: pikepdf.Pdf, operators: str) -> list[pikepdf.Object]:
    """Of the one operator."""
    ((operands, _),) = pikepdf.parse_content_stream(pikepdf.Stream(document, operators.encode("latin-1")))
    return list(operands)
