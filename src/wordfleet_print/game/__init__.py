"""What a game is: an `Edition`, parsed and checked from the front matter of `rules/*.md`."""

from wordfleet_print.game.edition import (
    CodeClass,
    Edition,
    Equipment,
    Fairness,
    Grid,
    LaunchCodes,
    Mark,
    Panel,
    Panels,
    Players,
    Ship,
    SummaryStep,
    Tracker,
    Turn,
    TurnAction,
    Variation,
)
from wordfleet_print.game.library import edition_slugs, load_edition, load_rules
from wordfleet_print.game.source import RulesSource, parse_rules, read_rules

__all__ = [
    "CodeClass",
    "Edition",
    "Equipment",
    "Fairness",
    "Grid",
    "LaunchCodes",
    "Mark",
    "Panel",
    "Panels",
    "Players",
    "RulesSource",
    "Ship",
    "SummaryStep",
    "Tracker",
    "Turn",
    "TurnAction",
    "Variation",
    "edition_slugs",
    "load_edition",
    "load_rules",
    "parse_rules",
    "read_rules",
]
