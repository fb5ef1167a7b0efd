"""Seeds: short texts that deal the same sheets again, drawn or thought up."""

from __future__ import annotations

import re
import secrets

from wordfleet_print.errors import BadInputError
from wordfleet_print.sheet.sheet_code import ALPHABET

LONGEST_SEED = 100
_DRAWN = re.compile(r"([0-9A-Z]{4})(-?)([0-9A-Z]{4})")
_MIXED = re.compile(r".*([0-9].*[A-Z]|[A-Z].*[0-9]).*")
_READ_AS = str.maketrans("OIL", "011")


def fresh_seed() -> str:
    """A short seed nobody has used; it can be read aloud."""
    symbols = "".join(secrets.choice(ALPHABET) for _ in range(8))
    return f"{symbols[:4]}-{symbols[4:]}"


def parse_seed(text: str) -> str:
    """A seed: any short text. One that looks like a drawn seed is that one, however it is typed: `1sqb-n9yh`.

    Raises `BadInputError` for an empty or over-long one, or one that cannot be printed.
    """
    seed = text.strip()
    if not seed or len(seed) > LONGEST_SEED or not seed.isprintable():
        raise BadInputError(f"A seed is any text of 1 to {LONGEST_SEED} printable characters.")
    return _as_drawn(seed) or seed


def _as_drawn(seed: str) -> str:
    """The seed as `fresh_seed` would have told it, or empty: any case; O is read as 0, I and L as 1, as in sheet codes.

    Its hyphen may be left out, unless it is all letters or all digits then: that is somebody's own word or date.
    """
    found = _DRAWN.fullmatch(seed.upper()) if seed.isascii() else None
    if not found or not (found[2] or _MIXED.fullmatch(found[0])):
        return ""
    drawn = f"{found[1]}-{found[3]}".translate(_READ_AS)
    return drawn if set(drawn) <= {*ALPHABET, "-"} else ""
