"""The editions that ship with the package, by slug."""

from __future__ import annotations

from functools import cache

from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.game.edition import Edition
from wordfleet_print.game.source import RulesSource, read_rules
from wordfleet_print.wording import suggestion


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
        raise BadInputError(f"There are no rules “{slug}”.", tip=suggestion(slug, rules_slugs(), "Rules"))
    return read_rules(data_folder("rules") / f"{slug}.md")


def load_edition(slug: str) -> Edition:
    """The edition of a slug. Raises `BadInputError` as `load_rules` does, and for a game without trackers."""
    if slug not in rules_slugs():
        raise BadInputError(f"There is no edition “{slug}”.", tip=suggestion(slug, edition_slugs(), "Editions"))
    return load_rules(slug).edition
