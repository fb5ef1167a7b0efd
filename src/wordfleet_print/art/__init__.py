"""The bundled drawings, by the names of their files: ships, chess pieces, soldiers.

Sheets, kits and books read them here, and front matter is checked against their names.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from wordfleet_print.errors import BadInputError, Problem

FOLDER = Path(__file__).parent
# Parts of a page of ours, which no front matter names: emblems, and a sheet’s first steps.
_OUR_PARTS = ("emblem-", "start-")


@cache
def list_drawings() -> tuple[str, ...]:
    """Return the names that front matter and kits may use."""
    names = sorted(path.stem for path in FOLDER.glob("*.svg"))
    return tuple(name for name in names if not name.startswith(_OUR_PARTS))


@cache
def list_silhouettes() -> tuple[str, ...]:
    """Return those of them that a sheet can draw: they are made of paths alone."""
    return tuple(name for name in list_drawings() if "<g" not in read_drawing(name))


@cache
def read_drawing(name: str) -> str:
    """Return a drawing as SVG. Raises `BadInputError` with the names there are."""
    path = FOLDER / f"{name}.svg"
    if not path.is_file():
        tip = f"Drawings: {', '.join(list_drawings())}."
        raise BadInputError(Problem(f"There is no drawing “{name}”.", advice=tip))
    return path.read_text("utf-8")
