"""The seed of an event or of a call of `tracker`: a short text, drawn or the user's own.

Sheets are dealt from it; each then has a seed of its own, the number in its `SheetCode`.
"""

from __future__ import annotations

import re
import secrets

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.limits import LONGEST_SEED
from wordfleet_print.sheet.sheet_code import ALPHABET

# What a drawn seed looks like, typed with or without its hyphen.
_DRAWN = re.compile(r"([0-9A-Z]{4})(-?)([0-9A-Z]{4})")
# Letters and digits: with only one of them, it may be somebody's own word or date.
_MIXED = re.compile(r".*([0-9].*[A-Z]|[A-Z].*[0-9]).*")
_READ_AS = str.maketrans("OIL", "011")


def draw_seed_text() -> str:
    """Return a short new seed; it can be read aloud."""
    symbols = "".join(secrets.choice(ALPHABET) for _ in range(8))
    return f"{symbols[:4]}-{symbols[4:]}"


def parse_seed_text(text: str) -> str:
    """Return a seed as typed; one that looks drawn is that one in any case: `1sqb-n9yh`, with I and
    L as 1, O as 0.

    The hyphen may be left out, unless the rest is all letters or all digits: that is somebody's own
    word or date. Raises `BadInputError` for an empty or over-long seed, or one that cannot be
    printed.
    """
    seed = text.strip()
    if not seed or len(seed) > LONGEST_SEED or not seed.isprintable():
        raise BadInputError(
            Problem(f"A seed is any text of 1 to {LONGEST_SEED} printable characters.", "seed")
        )
    match = _DRAWN.fullmatch(seed.upper()) if seed.isascii() else None
    if not match or not (match[2] or _MIXED.fullmatch(match[0])):
        return seed
    drawn = f"{match[1]}-{match[3]}".translate(_READ_AS)
    return drawn if set(drawn) <= {*ALPHABET, "-"} else seed
