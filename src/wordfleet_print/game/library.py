"""The editions that ship with the package, by slug."""

from __future__ import annotations

import difflib
from functools import cache

from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.game.edition import Edition
from wordfleet_print.game.source import RulesSource, read_rules


def rules_slugs() -> tuple[str, ...]:
    """The slugs of all rules files at hand, in alphabetical order."""
    return tuple(sorted(path.stem for path in data_folder("rules").glob("*.md")))


def edition_slugs() -> tuple[str, ...]:
    """The slugs of the editions of Word Fleet among them: those that have trackers."""
    return tuple(slug for slug in rules_slugs() if isinstance(load_rules(slug).book, Edition))


@cache
def load_rules(slug: str) -> RulesSource:
    """The rules file of a slug. Raises `BadInputError` for an unknown slug, naming the nearest."""
    if slug not in rules_slugs():
        raise _unknown(f"There are no rules “{slug}”.", slug, rules_slugs(), "Rules")
    return read_rules(data_folder("rules") / f"{slug}.md")


def _unknown(message: str, slug: str, known: tuple[str, ...], what: str) -> BadInputError:
    near = difflib.get_close_matches(slug, known, n=1)
    return BadInputError(message, tip=f"Did you mean {near[0]}?" if near else f"{what}: {', '.join(known)}.")


def load_edition(slug: str) -> Edition:
    """The edition of a slug. Raises `BadInputError` as `load_rules` does, and for a game without trackers."""
    if slug not in rules_slugs():
        raise _unknown(f"There is no edition “{slug}”.", slug, edition_slugs(), "Editions")
    return load_rules(slug).edition
