"""Measure the CPU seconds of functions and commands, and show them as a table."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROUNDS = 5
OURS = (sys.executable, "-m", "wordfleet_print")


@dataclass(frozen=True)
class Figure:
    """A row of the report: what is measured, its value with its unit, and the bound it must keep,
    if any.
    """

    what: str
    value: float
    unit: str = "×"
    at_most: float | None = None
    at_least: float | None = None

    def describe_bound(self) -> str:
        """Return the bound as “≤ 3” or “≥ 20”; "" for a figure without one."""
        if self.at_most:
            return f"≤ {self.at_most:g}"
        return f"≥ {self.at_least:g}" if self.at_least else ""

    @property
    def is_reached(self) -> bool:
        """Whether the value keeps its bound."""
        return (self.at_most is None or self.value <= self.at_most) and (
            self.at_least is None or self.value >= self.at_least
        )


def measure_cpu(function: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Return the fewest CPU seconds of a call."""
    fewest = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        function()
        fewest = min(fewest, time.process_time() - start)
    return fewest


def measure_commands(
    commands: Mapping[str, Sequence[str]], folder: Path, rounds: int = ROUNDS
) -> dict[str, float]:
    """Return the fewest CPU seconds of each command and its children.

    Each round runs all of them, so that a slow moment of the machine affects all.
    """
    fewest = dict.fromkeys(commands, float("inf"))
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    for _ in range(rounds):
        for name, command in commands.items():
            before = _read_children_cpu()
            subprocess.run(
                command, cwd=folder, check=True, stdout=subprocess.DEVNULL, env=environment
            )
            fewest[name] = min(fewest[name], _read_children_cpu() - before)
    return fewest


def _read_children_cpu() -> float:
    """Return the CPU seconds of the processes that this one has waited for; 0 on Windows, which
    does not count them.
    """
    if sys.platform == "win32":
        return 0
    import resource

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def format_table(figures: Iterable[Figure]) -> str:
    """Return the figures as a markdown table."""
    rows = ["| what | measured | bound | |", "| --- | --- | --- | --- |"]
    for figure in figures:
        number = f"{figure.value:,.0f}" if figure.value >= 1000 else f"{figure.value:.3g}"
        bound = figure.describe_bound()
        verdict = ""
        if bound:
            verdict = "yes" if figure.is_reached else "**no**"
        rows.append(f"| {figure.what} | {number} {figure.unit} | {bound} | {verdict} |")
    return "\n".join(rows)
