"""Fleet names such as “The Midnight Menagerie”, drawn from `wordlists/fleet_names.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from typing import Any

from wordfleet_print.files import data_folder
from wordfleet_print.fleet.draw import Draw

SAME_START, SAME_RUN = 3, 4
"""So many first letters in common, or letters in a row, and two words echo: all that are of one root do."""


@dataclass(frozen=True)
class FleetNames:
    """The two parts a fleet's name is made of."""

    adjectives: tuple[str, ...]
    nouns: tuple[str, ...]

    def draw(self, draw: Draw) -> str:
        """A name whose parts do not echo one another, as “Roving Rovers” and “Harmonious Philharmonic” would."""
        while True:
            adjective, noun = draw.choices((self.adjectives, self.nouns))
            if not _echo(adjective.lower(), noun.lower()):
                return f"The {adjective} {noun}"


def _echo(adjective: str, noun: str) -> bool:
    if adjective[:SAME_START] == noun[:SAME_START]:
        return True
    return any(adjective[i : i + SAME_RUN] in noun for i in range(len(adjective) - SAME_RUN + 1))


def load_names(themes: Iterable[str] = ()) -> FleetNames:
    """The names that suit the themes, or those for any fleet where no theme is given."""
    parts = _parts()
    nouns = {noun for theme in themes for noun in parts["nouns"].get(theme, ())}
    return FleetNames(tuple(parts["adjectives"]), tuple(sorted(nouns or parts["nouns"]["general"])))


@cache
def names_digest() -> bytes:
    """16 bytes that change with any part of the names for any fleet."""
    return _digest(_parts()["adjectives"], _parts()["nouns"]["general"])


@cache
def nouns_digest(theme: str) -> bytes:
    """16 bytes that change with any noun for the fleets of a theme."""
    return _digest(_parts()["nouns"].get(theme, []))


def _digest(*parts: list[str]) -> bytes:
    return blake2b(repr(parts).encode(), digest_size=16, person=b"fleetnames").digest()


@cache
def _parts() -> dict[str, Any]:
    parts = tomllib.loads((data_folder("wordlists") / "fleet_names.toml").read_text(encoding="utf-8"))
    nouns = {theme: sorted(words) for theme, words in sorted(parts["nouns"].items())}
    return {"adjectives": sorted(parts["adjectives"]), "nouns": nouns}
