"""What follows from the front matter of Happy Flip Chess."""

from __future__ import annotations

from typing import Any

from wordfleet_print.games.flip_chess.model import FlipChess


def derive_facts(chess: FlipChess) -> dict[str, Any]:
    """Return the front matter, and how many squares, pieces and points there are."""
    facts = chess.model_dump()
    facts["board"] |= {
        "squares": chess.board.squares,
        "side": chess.side_pieces,
        "full_score": chess.side_score,
    }
    return facts
