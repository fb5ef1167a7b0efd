"""Happy Flip Chess: its front matter, and what follows from it."""

from wordfleet_print.games.flip_chess.derived import derive_facts
from wordfleet_print.games.flip_chess.model import FlipChess, find_flip_chess_faults
from wordfleet_print.games.game import Game

GAME = Game(FlipChess, find_flip_chess_faults, derive_facts, pages=("aids",))
