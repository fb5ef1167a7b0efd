"""What a game is: an `Edition`, parsed and checked from the front matter of `rules/*.md`.

The models of games without sheets stand in modules of their own, `army_men` and `flip_chess`, for whoever needs them.
"""

from wordfleet_print.game.edition import (
    ANY_RATING,
    CodeClass,
    CodeProfile,
    Edition,
    Fairness,
    Grid,
    LaunchCodes,
    Mark,
    NoteLines,
    PanelText,
    PanelTexts,
    Question,
    Ship,
    SummaryStep,
    Tracker,
    Turn,
    TurnAction,
    Variation,
)
from wordfleet_print.game.facts import Equipment, Players, Rulebook
from wordfleet_print.game.library import Library, edition_slugs, load_edition, load_rules, packaged, rules_slugs
from wordfleet_print.game.source import RulesSource, parse_rules, read_rules

__all__ = [
    "ANY_RATING",
    "CodeClass",
    "CodeProfile",
    "Edition",
    "Equipment",
    "Fairness",
    "Grid",
    "LaunchCodes",
    "Library",
    "Mark",
    "NoteLines",
    "PanelText",
    "PanelTexts",
    "Players",
    "Question",
    "Rulebook",
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
    "packaged",
    "parse_rules",
    "read_rules",
    "rules_slugs",
]
