"""The editions that ship with the package, by slug."""

from __future__ import annotations

import difflib

from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.game.edition import Edition
from wordfleet_print.game.source import RulesSource, read_rules


def edition_slugs() -> tuple[str, ...]:
    """The slugs of all rules files at hand, in alphabetical order."""
    return tuple(sorted(path.stem for path in data_folder("rules").glob("*.md")))


def load_rules(slug: str) -> RulesSource:
    """The rules file of a slug. Raises `BadInputError` for an unknown slug, naming the nearest."""
    known = edition_slugs()
    if slug not in known:
        near = difflib.get_close_matches(slug, known, n=1)
        tip = f"Did you mean {near[0]}?" if near else f"Editions: {', '.join(known)}."
        raise BadInputError(f"There is no edition “{slug}”.", tip=tip)
    return read_rules(data_folder("rules") / f"{slug}.md")


def load_edition(slug: str) -> Edition:
    """The edition of a slug. Raises `BadInputError` as `load_rules` does."""
    return load_rules(slug).edition
