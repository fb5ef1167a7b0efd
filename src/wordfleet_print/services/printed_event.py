"""The kinds of files of a printed event."""

from __future__ import annotations

from pathlib import Path

from wordfleet_print.event.pack.contents import PLAYERS
from wordfleet_print.event.plan.players_file import PLAYERS_FILE

KINDS = (
    "sheets",
    "spares",
    "table-cards",
    "score-slips",
    "name-index",
    "players",
    "answer-key",
    "manifest",
    "list",
    "event",
)
"""The kinds of files of a pack, the organizer’s own last."""
SECRET = frozenset({"answer-key", "manifest", "list", "event"})


def file_kind(name: str) -> str:
    """Return the kind of a file of a pack: its name without ending, and without number or club of one of several."""
    path = Path(name)
    if path.name == PLAYERS_FILE:
        return "list"
    stem = path.stem.rstrip("0123456789").rstrip("-")
    return PLAYERS if path.parent.name == PLAYERS else "sheets" if stem.startswith("sheets") else stem
