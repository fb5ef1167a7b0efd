"""What is taken where nothing is said, and how much one call or event may ask for; loads nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Final

DEFAULT_EDITION = "word-fleet"
DEFAULT_TIER: Final = "standard"
OUTPUT = Path("output")
"""Where things go."""
MOST_SHEETS = 1000
"""The most sheets one call prints for a table; events are printed in packs."""


MOST_PLAYERS = 200_000
"""Players in one event; more than that is a mistake in the file."""
MOST_ROUNDS = 1_000
"""Rounds of one event."""
