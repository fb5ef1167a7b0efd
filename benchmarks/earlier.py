"""Whole commands, compared with an earlier version that is installed in another environment."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.measure import OURS, ROUNDS, Figure, measure_commands

COMMANDS = {
    "`--help`": ["--help"],
    "two trackers": ["tracker", "--seed", "x", "--output", "two.pdf"],
    "a pack of 1,000 players": [
        "event",
        "print",
        "--players",
        "1000",
        "--seed",
        "x",
        "--output",
        "pack",
        "--quiet",
    ],
    "a rulebook's PDF": ["rules", "army-men", "--format", "pdf", "--output", "rules", "--quiet"],
    "a kit": ["kit", "happy-flip-chess", "--output", "kit", "--quiet"],
}


def measure(
    python: Path, rounds: int = ROUNDS, commands: Mapping[str, Sequence[str]] = COMMANDS
) -> Iterator[Figure]:
    """Yield the CPU seconds of each command, to those of the earlier version that `python` has."""
    for what, arguments in commands.items():
        with tempfile.TemporaryDirectory() as ours, tempfile.TemporaryDirectory() as theirs:
            now = before = float("inf")
            for _ in range(rounds):
                now = min(now, measure_commands({"": [*OURS, *arguments]}, Path(ours), 1)[""])
                earlier = [f"{python}", "-m", "wordfleet_print", *arguments]
                before = min(before, measure_commands({"": earlier}, Path(theirs), 1)[""])
        yield Figure(f"{what}, against the earlier version", now / before, at_most=1.35)
