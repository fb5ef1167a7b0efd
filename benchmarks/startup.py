"""Start-up: `--help` and `--version` beside a bare typer programme; two trackers from a cold start."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import ROUNDS, Figure, at_most, cpu_of_commands

BARE = """
import typer
app = typer.Typer()
app.command("tracker")(lambda count=2: print(count))
app.command("words")(lambda: None)
app.command("doctor")(lambda: None)
app()
"""
"""The least programme that typer can make with three commands."""


def figures(rounds: int = ROUNDS) -> Iterator[Figure]:
    """Ratios to the bare programme's `--help`; seconds and bytes for two trackers."""
    ours = [sys.executable, "-m", "wordfleet_print"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cpu = cpu_of_commands(
            {
                "bare": [sys.executable, "-c", BARE, "--help"],
                "help": [*ours, "--help"],
                "version": [*ours, "--version"],
                "trackers": [*ours, "tracker", "--paper", "a4", "--seed", "x", "--output", "two.pdf"],
            },
            folder,
            rounds,
        )
        size = (folder / "two.pdf").stat().st_size
    yield at_most("`--help`, to a bare typer programme's", cpu["help"] / cpu["bare"], "×", 1.25)
    yield at_most("`--version`, to a bare typer programme's `--help`", cpu["version"] / cpu["bare"], "×", 0.5)
    yield at_most("two trackers from a cold start", cpu["trackers"], "s CPU", 0.8)
    yield at_most("two A4 trackers in one PDF", size / 1000, "kB", 200)
