"""What a game is: `Edition` and other rulebooks, read and checked from the front matter of `rules/*.md`."""

from wordfleet_print.games.edition import ANY_RATING, Edition
from wordfleet_print.games.facts import Rulebook
from wordfleet_print.games.library import (
    Library,
    check_folder,
    edition_slugs,
    find_rules_folder,
    load_edition,
    load_rules,
    packaged,
    read_folder,
    rules_slugs,
)
from wordfleet_print.games.rules_file import RulesSource, parse_rules

__all__ = [
    "ANY_RATING",
    "Edition",
    "Library",
    "Rulebook",
    "RulesSource",
    "check_folder",
    "edition_slugs",
    "find_rules_folder",
    "load_edition",
    "load_rules",
    "packaged",
    "parse_rules",
    "read_folder",
    "rules_slugs",
]
