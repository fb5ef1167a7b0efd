"""Defaults, and how much one call or event may ask for. It loads nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Final

DEFAULT_EDITION = "word-fleet"
DEFAULT_TIER: Final = "standard"
# The folder for files without a folder of their own.
OUTPUT = Path("output")
# Sheets of one call of `tracker`; events are printed in packs.
MOST_SHEETS = 1000
# Players of one event; more are a mistake in the file.
MOST_PLAYERS = 200_000
# Rounds of one event.
MOST_ROUNDS = 1_000
# Characters of the seed of an event.
LONGEST_SEED = 100
# Letters of a name; a longer text in a column of names is a remark.
LONGEST_NAME = 200
