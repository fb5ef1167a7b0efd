"""How much an event may hold: known to the command line before anything is loaded that reads a roster."""

MOST_PLAYERS = 200_000
"""Players in one event; more than that is a mistake in the file."""
MOST_ROUNDS = 1_000
"""Rounds of one event."""
