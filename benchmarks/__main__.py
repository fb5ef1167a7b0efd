"""Measure everything, print the figures, and write them to `benchmarks/README.md`. Exits 1 where one is not reached."""

from __future__ import annotations

import platform
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from benchmarks import events, rulebooks, sheets, startup, web
from benchmarks.measure import table

REPORT = Path(__file__).with_name("README.md")
MARK = "<!-- figures -->"


def main() -> int:
    """Run all benchmarks."""
    parts = (startup, sheets, web, events, rulebooks)
    figures = [figure for part in parts for figure in part.figures()]
    machine = (
        f"{platform.machine()}, Python {platform.python_version()}, reportlab {version('reportlab')} "
        f"{'with' if find_spec('_rl_accel') else 'without'} rl_accel, typer {version('typer')}."
    )
    report = f"{MARK}\n{machine}\n\n{table(figures)}\n"
    print(report)
    head = REPORT.read_text(encoding="utf-8").split(MARK)[0]
    REPORT.write_text(head + report, encoding="utf-8")
    return 0 if all(figure.reached for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
