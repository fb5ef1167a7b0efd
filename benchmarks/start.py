"""Start-up: `--help` and two trackers in a fresh process, compared with the smallest typer
program.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import OURS, ROUNDS, Figure, measure_commands

SMALLEST = """
import typer
app = typer.Typer()
app.command("tracker")(lambda count=2: print(count))
app.command("words")(lambda: None)
app.command("doctor")(lambda: None)
app()
"""
"""The smallest program with three commands that typer allows."""


def measure(rounds: int = ROUNDS) -> Iterator[Figure]:
    """Yield how long `--help` and two trackers take, against the smallest typer program (CPU
    seconds, the best of `rounds`), and the size of a PDF.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        options = "--paper a4 --seed x --output two.pdf"
        commands = {
            "smallest": [sys.executable, "-c", SMALLEST, "--help"],
            "help": [*OURS, "--help"],
            "trackers": [*OURS, "tracker", *options.split()],
        }
        cpu_seconds = measure_commands(commands, folder, rounds)
        pdf_bytes = (folder / "two.pdf").stat().st_size
    yield Figure(
        "`--help`, against that of the smallest typer program",
        cpu_seconds["help"] / cpu_seconds["smallest"],
        at_most=1.25,
    )
    yield Figure(
        "two trackers from a cold start, against the same `--help`",
        cpu_seconds["trackers"] / cpu_seconds["smallest"],
        at_most=4.5,
    )
    yield Figure("two A4 trackers in one PDF", pdf_bytes / 1000, "kB", at_most=200)
