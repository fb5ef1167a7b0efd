"""What a game is: `Edition` and other rulebooks, read and checked from the front matter of `rules/*.md`."""

from wordfleet_print.games.edition import ANY_RATING, Edition
from wordfleet_print.games.facts import Rulebook
from wordfleet_print.games.library import (
    Library,
    check_folder,
    find_rules_folder,
    list_editions,
    list_rules_slugs,
    load_edition,
    load_rules,
    packaged,
    read_folder,
)
from wordfleet_print.games.rules_file import RulesSource, parse_rules

__all__ = [
    "ANY_RATING",
    "Edition",
    "Library",
    "Rulebook",
    "RulesSource",
    "check_folder",
    "find_rules_folder",
    "list_editions",
    "list_rules_slugs",
    "load_edition",
    "load_rules",
    "packaged",
    "parse_rules",
    "read_folder",
]
