"""Happy Flip Chess: its front matter, what follows from it, and its referee."""

from wordfleet_print.games.flip_chess.derived import derive_facts
from wordfleet_print.games.flip_chess.model import FlipChess, find_flip_chess_faults
from wordfleet_print.games.flip_chess.referee import play_game
from wordfleet_print.games.game import ExampleGame, Game

GAME = Game(
    FlipChess,
    find_flip_chess_faults,
    derive_facts,
    example=ExampleGame(play_game, "board-turn"),
    pages=("aids",),
    starter="my-flip-chess",
)
