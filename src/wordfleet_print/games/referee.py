"""Referees of example games: what each game’s referee has in common."""

from __future__ import annotations


class IllegalTurnError(Exception):
    """A turn of an example game that the rules forbid, in words."""


def require(holds: object, message: str) -> None:
    """Raise `IllegalTurnError` with this message unless something holds."""
    if not holds:
        raise IllegalTurnError(message)
