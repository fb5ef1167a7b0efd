"""What a game is: an `Edition`, parsed and checked from the front matter of `rules/*.md`.

The models of games without sheets stand in modules of their own, `army_men` and `flip_chess`, for whoever needs them.
"""

from wordfleet_print.games.edition import (
    ANY_RATING,
    CodeClass,
    CodeProfile,
    Edition,
    Fairness,
    Grid,
    LaunchCodes,
    Mark,
    Question,
    Ship,
    SummaryStep,
    Variation,
)
from wordfleet_print.games.facts import Rulebook
from wordfleet_print.games.library import (
    Library,
    check_folder,
    edition_slugs,
    load_edition,
    load_rules,
    packaged,
    read_folder,
    rules_slugs,
)
from wordfleet_print.games.rules_file import RulesSource, parse_rules, read_rules

__all__ = [
    "ANY_RATING",
    "CodeClass",
    "CodeProfile",
    "Edition",
    "Fairness",
    "Grid",
    "LaunchCodes",
    "Library",
    "Mark",
    "Question",
    "Rulebook",
    "RulesSource",
    "Ship",
    "SummaryStep",
    "Variation",
    "check_folder",
    "edition_slugs",
    "load_edition",
    "load_rules",
    "packaged",
    "parse_rules",
    "read_folder",
    "read_rules",
    "rules_slugs",
]
