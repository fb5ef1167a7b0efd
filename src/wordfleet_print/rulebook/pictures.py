"""Stored pictures of example games: left out of a book whose facts are others than those that they show."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from wordfleet_print.files import is_file
from wordfleet_print.rulebook.rules_text import Facts
from wordfleet_print.rulebook.sanitize import find_asset

MOST_BYTES = 100_000


@cache
def load_data(path: Path) -> dict[str, object]:
    """Return the facts that a game's data file says its pictures show; nothing where there is no such file."""
    import yaml

    if not is_file(path) or path.stat().st_size > MOST_BYTES:
        return {}
    data = yaml.safe_load(path.read_text("utf-8"))
    shown = data.get("facts") if isinstance(data, dict) else None
    return shown if isinstance(shown, dict) else {}


def find_outdated(address: str, folder: Path, facts: Facts) -> str:
    """Return why a picture does not show this book's game, or nothing.

    `pictures/word-fleet-3.svg` belongs to `pictures/word-fleet.yaml`, whose `facts` say what its pictures rely on.
    """
    path = find_asset(re.sub(r"-\d+\.\w+$", ".yaml", address), folder)
    other = _find_difference(load_data(path), facts, "") if path.suffix == ".yaml" else ""
    return f"the pictures of {path.stem} are left out: they show a game whose {other}" if other else ""


def _find_difference(shown: object, value: object, name: str) -> str:
    """Return the first fact that is not as it is shown, in words; of a mapping only what is shown counts."""
    match shown:
        case Mapping():
            inside = value if isinstance(value, Mapping) else {}
            found = (_find_difference(one, inside.get(key), f"{name}.{key}".strip(".")) for key, one in shown.items())
        case list():
            items = list(value) if isinstance(value, list | tuple) else []
            if len(items) != len(shown):
                return f"{name} has {len(shown)} entries, not {len(items)}"
            found = (
                _find_difference(*pair, f"{name}.{place}") for place, pair in enumerate(zip(shown, items, strict=True))
            )
        case _:
            return "" if shown == value else f"{name} is {shown}, not {value}"
    return next(filter(None, found), "")
