"""All games, by what front matter calls them."""

from __future__ import annotations

from collections.abc import Mapping

from wordfleet_print.games import army_men, flip_chess, word_fleet
from wordfleet_print.games.game import Game
from wordfleet_print.games.schema import (
    Rulebook,
    RulesOnly,
    find_rules_only_faults,
)

GAMES: Mapping[str, Game] = {
    "word-fleet": word_fleet.GAME,
    "army-men": army_men.GAME,
    "happy-flip-chess": flip_chess.GAME,
    "rules-only": Game(RulesOnly, find_rules_only_faults, starter="my-game"),
}


def find_game(book: Rulebook) -> Game:
    """Return the game that a book is of."""
    return GAMES[book.game]
