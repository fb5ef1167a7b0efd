"""The figures of the rulebooks: inline SVG drawn from front matter alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from wordfleet_print.errors import BadInputError
from wordfleet_print.games import Edition, Rulebook
from wordfleet_print.games.army_men import ArmyMen
from wordfleet_print.games.flip_chess import FlipChess
from wordfleet_print.rulebook.figures import army_men_figures as army
from wordfleet_print.rulebook.figures import flip_chess_figures as chess
from wordfleet_print.rulebook.figures import miniature, opening
from wordfleet_print.rulebook.figures import word_fleet_figures as fleet
from wordfleet_print.rulebook.figures.battle_turns import field_turn
from wordfleet_print.rulebook.figures.turns import board_turn, sea_turn
from wordfleet_print.wording import suggestion

Drawing = Callable[[Any], str]
"""Draws a figure from the front matter of its own game."""


def _named(*drawings: Drawing) -> dict[str, Drawing]:
    """Drawings by the names of their functions, hyphens for underscores."""
    return {drawing.__name__.replace("_", "-"): drawing for drawing in drawings}


FIGURES: Mapping[str, Mapping[str, Drawing]] = {
    "word-fleet": {
        **_named(fleet.grid, fleet.fleet, fleet.marks, fleet.bidding, fleet.digit_bidding, fleet.sonar, fleet.area),
        "tracker": miniature.tracker,
        "kit": opening.kit,
        "goal": opening.fleet_goal,
    },
    "army-men": {
        **_named(army.distances, army.poses, army.cover, army.blast, army.combat),
        "kit": opening.kit,
        "goal": opening.army_goal,
    },
    "happy-flip-chess": {
        **_named(chess.board, chess.position, chess.first_turn, chess.ending, chess.scores, chess.moves),
        "kit": opening.chess_kit,
        "goal": opening.chess_goal,
    },
}
"""By game and name: what draws a figure from a rulebook's front matter."""


def turns(book: Rulebook) -> dict[str, Drawing]:
    """What draws each shown turn of the book's played game: turn-1 and on. Raises nothing."""
    draw: Callable[..., str]
    match book:
        case Edition(played=game) if game:
            draw, shown = partial(sea_turn, game=game), len(game.turns)
        case ArmyMen(played=game) if game:
            draw, shown = partial(field_turn, game=game), len(game.turns)
        case FlipChess(played=game) if game:
            draw, shown = board_turn, len(game.frames)
        case _:
            return {}
    return {f"turn-{number}": partial(draw, shown=number) for number in range(1, shown + 1)}


def figures_of(book: Rulebook) -> dict[str, Drawing]:
    """The figures of the book's game and of its played game, by name. Raises nothing."""
    return {**FIGURES.get(book.game, {}), **turns(book)}


def figure(book: Rulebook, name: str) -> str:
    """The figure of that name as SVG text, the same bytes for the same front matter.

    Raises `BadInputError` for a name the game does not have, suggesting the nearest, and for a figure of
    something this edition does without.
    """
    figures = figures_of(book)
    if name not in figures:
        tip = suggestion(name, list(figures), "Figures of this game")
        raise BadInputError(f"There is no figure “{name}” in {book.title}.", tip=tip)
    return figures[name](book)
