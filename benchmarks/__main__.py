"""Measure everything, print the figures, and write them into `benchmarks/README.md`.

`--earlier PYTHON` adds ratios to an earlier version that this other Python has; these are only
printed. The exit status is 1 if a figure misses its bound.
"""

from __future__ import annotations

import argparse
import platform
import sys
from importlib.metadata import version
from pathlib import Path

from benchmarks import documents, earlier, pack, page, sheets, start
from benchmarks.measure import format_table

REPORT = Path(__file__).with_name("README.md")
MARK = "<!-- figures -->"
LIBRARIES = ("pikepdf", "reportlab", "starlette", "typer", "weasyprint")


def main() -> int:
    """Run all benchmarks."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--earlier", type=Path, metavar="PYTHON")
    options = parser.parse_args()
    figures = [
        figure for part in (start, sheets, pack, documents, page) for figure in part.measure()
    ]
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    report = (
        f"{MARK}\n{platform.machine()}, Python {platform.python_version()}, {libraries}.\n\n"
        f"{format_table(figures)}\n"
    )
    print(report)
    head = REPORT.read_text(encoding="utf-8").partition(MARK)[0]
    REPORT.write_text(head + report, encoding="utf-8")
    if options.earlier:
        compared = list(earlier.measure(options.earlier))
        print(format_table(compared))
        figures += compared
    return 0 if all(figure.is_reached for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
