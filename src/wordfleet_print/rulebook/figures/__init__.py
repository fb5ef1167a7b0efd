"""The figures of the rulebooks: inline SVG drawn from front matter alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from wordfleet_print.errors import BadInputError
from wordfleet_print.game import Edition, Rulebook
from wordfleet_print.game.army_men import ArmyMen
from wordfleet_print.game.flip_chess import FlipChess
from wordfleet_print.rulebook.figures import (
    army_men,
    bidding,
    chess_moves,
    flip_chess,
    goals,
    kit,
    listening,
    miniature,
    played_board,
    played_field,
    played_sea,
    word_fleet,
)
from wordfleet_print.wording import suggestion

Drawing = Callable[[Any], str]
"""Draws a figure from the front matter of its own game."""

FIGURES: Mapping[str, Mapping[str, Drawing]] = {
    "word-fleet": {
        "grid": word_fleet.grid,
        "fleet": word_fleet.fleet,
        "marks": word_fleet.marks,
        "bidding": bidding.bidding,
        "digit-bidding": bidding.digit_bidding,
        "sonar": listening.sonar,
        "area": listening.area,
        "tracker": miniature.tracker,
        "kit": kit.kit,
        "goal": goals.fleet_goal,
    },
    "army-men": {
        "distances": army_men.distances,
        "poses": army_men.poses,
        "cover": army_men.cover,
        "blast": army_men.blast,
        "combat": army_men.combat,
        "kit": kit.kit,
        "goal": goals.army_goal,
    },
    "happy-flip-chess": {
        "board": flip_chess.board,
        "position": flip_chess.position,
        "first-turn": flip_chess.first_turn,
        "ending": flip_chess.ending,
        "scores": flip_chess.scores,
        "moves": chess_moves.moves,
        "kit": kit.chess_kit,
        "goal": goals.chess_goal,
    },
}
"""By game and name: what draws a figure from a rulebook's front matter."""


def turns(book: Rulebook) -> dict[str, Drawing]:
    """What draws each shown turn of the book's played game: turn-1 and on. Raises nothing."""
    match book:
        case Edition(played=game) if game:
            draw, shown = partial(played_sea.sea_turn, game=game), len(game.turns)
        case ArmyMen(played=game) if game:
            draw, shown = partial(played_field.field_turn, game=game), len(game.turns)
        case FlipChess(played=game) if game:
            draw, shown = partial(played_board.board_turn), len(game.frames)
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
