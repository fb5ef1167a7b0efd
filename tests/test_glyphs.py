"""Glyphs: whatever characters names bring, words and codes are set from the right ones, in sound PDF syntax."""

from __future__ import annotations

import pikepdf
import pytest

from wordfleet_print.press.ink.fonts import Face
from wordfleet_print.press.ink.paper import A4
from wordfleet_print.press.text.glyphs import ALPHABET, Glyphs

SIGNS = "".join(map(chr, range(32, 65)))
"""Each moves the codes of all letters by one: past those of brackets and backslash, which are escaped in strings."""


@pytest.mark.parametrize("signs", range(len(SIGNS) + 1))
@pytest.mark.parametrize("face", [Face.BOLD, Face.SEMIBOLD])
def test_every_word_in_cells_is_sound_whatever_codes_its_letters_have(face: Face, signs: int) -> None:
    """Read back by pikepdf, the strings between a word's moves hold the codes of its letters and nothing else."""
    encoder = Glyphs(((face, "".join(sorted(f"{SIGNS[:signs]}{ALPHABET}"))),), A4).encoders[face]
    words = [*(f"SU{letter}" for letter in ALPHABET), *ALPHABET, "NNN"]
    with pikepdf.new() as document:
        for word in words:
            spread = _operands(document, f"[{encoder.spread(word)}]TJ")[0].as_list()
            (plain,) = _operands(document, f"({encoder.codes_of(word)})Tj")
            strings = [bytes(part) for part in spread if isinstance(part, pikepdf.String)]
            assert b"".join(strings) == bytes(plain)


def _operands(document: pikepdf.Pdf, operators: str) -> list[pikepdf.Object]:
    """Of the one operator."""
    ((operands, _),) = pikepdf.parse_content_stream(pikepdf.Stream(document, operators.encode("latin-1")))
    return list(operands)
