"""The colors of a book, and the styles that a designer puts next to the rules."""

from __future__ import annotations

from pathlib import Path

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.files import data_folder, is_file
from wordfleet_print.games import Rulebook

OWN_STYLES = "book.css"
OWN_KIT_STYLES = "kit.css"
MOST_STYLES = 200_000
TINTS = {"ink": "#14263a", "accent": "#8c1d17", "tint": "#eef1f4"}


def read_colors(book: Rulebook) -> dict[str, str]:
    """Return the colors of a book by their names."""
    chosen = book.look.colors.model_dump(exclude_none=True)
    return {**TINTS, **chosen, "paper": "#ffffff"}


def read_own_styles(folder: Path, name: str = OWN_STYLES) -> str:
    """Return the styles next to the rules, which are read last. Raises `BadInputError` for an
    unusable file.
    """
    path = folder / name
    if not is_file(path) or folder == data_folder("rules"):
        return ""
    content = path.read_bytes()[: MOST_STYLES + 1]
    try:
        styles = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInputError(f"{path} is not UTF-8 text.") from error
    if len(content) > MOST_STYLES or "</" in styles:
        raise BadInputError(
            f"{path} cannot be used.", [Problem("is too large, or holds “</”", where=str(path))]
        )
    return f"\n{styles}"
