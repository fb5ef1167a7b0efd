"""What is taken where nothing is said, and how much one call may ask for."""

from __future__ import annotations

from pathlib import Path

DEFAULT_EDITION = "word-fleet"
DEFAULT_TIER = "standard"
OUTPUT = Path("output")
"""Where things go."""
MOST_SHEETS = 1000
"""The most sheets one call prints for a table; events are printed in packs."""
