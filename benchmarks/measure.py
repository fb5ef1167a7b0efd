"""Seconds of a function, or of a command with everything it starts: of processors, or on the clock."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

ROUNDS = 7
NO_BOUND = "–"


@dataclass(frozen=True)
class Figure:
    """One line of the report: what was measured, the ratio or number with its unit, and what it should reach."""

    what: str
    value: float
    unit: str
    bound: str
    reached: bool


def cpu_of_children() -> float:
    """CPU seconds of the processes that this one has waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def cpu_of(function: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The least CPU seconds of a call."""

    def once() -> float:
        start = time.process_time()
        function()
        return time.process_time() - start

    return min(once() for _ in range(rounds))


def cpu_of_commands(
    commands: Mapping[str, Sequence[str]],
    folder: Path,
    rounds: int = ROUNDS,
    clock: Callable[[], float] = cpu_of_children,
) -> dict[str, float]:
    """The least seconds of each command, of processors unless by another `clock`; the rounds go round all of them, so
    that drift meets all alike.
    """
    least = dict.fromkeys(commands, float("inf"))
    surroundings = {**os.environ, "LC_ALL": "C.UTF-8"}
    for _ in range(rounds):
        for name, command in commands.items():
            before = clock()
            subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, env=surroundings)
            least[name] = min(least[name], clock() - before)
    return least


def at_most(what: str, value: float, unit: str, bound: float) -> Figure:
    """A figure that should not exceed its bound."""
    return Figure(what, value, unit, f"≤ {bound:g}", value <= bound)


def at_least(what: str, value: float, unit: str, bound: float) -> Figure:
    """A figure that should not fall below its bound."""
    return Figure(what, value, unit, f"≥ {bound:g}", value >= bound)


def table(figures: Iterable[Figure]) -> str:
    """The figures as Markdown."""
    rows = ["| what | measured | to reach | |", "| --- | --- | --- | --- |"]
    for what, value, unit, bound, reached in map(astuple, figures):
        number = f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
        verdict = "" if bound == NO_BOUND else "yes" if reached else "**no**"
        rows.append(f"| {what} | {number} {unit} | {bound} | {verdict} |")
    return "\n".join(rows)


def told(what: str, value: float, unit: str) -> Figure:
    """A figure that has nothing to reach."""
    return Figure(what, value, unit, NO_BOUND, reached=True)
