"""Seeds: a short text that deals the same sheets again."""

from __future__ import annotations

import re
import secrets

from wordfleet_print.errors import BadInputError
from wordfleet_print.sheet.sheet_code import ALPHABET

LONGEST_SEED = 100
_DRAWN = re.compile(r"([0-9A-Z]{4})(-?)([0-9A-Z]{4})")
_MIXED = re.compile(r".*([0-9].*[A-Z]|[A-Z].*[0-9]).*")
_READ_AS = str.maketrans("OIL", "011")


def draw_seed() -> str:
    """Return a short new seed; it can be read aloud."""
    symbols = "".join(secrets.choice(ALPHABET) for _ in range(8))
    return f"{symbols[:4]}-{symbols[4:]}"


def parse_seed(text: str) -> str:
    """Return a seed as typed; one that looks drawn is that one in any case: `1sqb-n9yh`, with I and L as 1, O as 0.

    The hyphen may be left out, unless the rest is all letters or all digits: that is somebody's own word or date.
    Raises `BadInputError` for an empty or over-long seed, or one that cannot be printed.
    """
    seed = text.strip()
    if not seed or len(seed) > LONGEST_SEED or not seed.isprintable():
        raise BadInputError(f"A seed is any text of 1 to {LONGEST_SEED} printable characters.", field="seed")
    found = _DRAWN.fullmatch(seed.upper()) if seed.isascii() else None
    if not found or not (found[2] or _MIXED.fullmatch(found[0])):
        return seed
    drawn = f"{found[1]}-{found[3]}".translate(_READ_AS)
    return drawn if set(drawn) <= {*ALPHABET, "-"} else seed
