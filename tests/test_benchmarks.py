"""The benchmarks run: each measures on little data what it reports of much."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from benchmarks import documents, earlier, pack, page, sheets, start
from benchmarks.__main__ import MARK, REPORT
from benchmarks.fairness import __main__ as fairness
from benchmarks.measure import Figure

from support.matrix import mark_matrix
from wordfleet_print.games import load_edition, packaged

pytestmark = pytest.mark.slow
PARTS: dict[str, Callable[[], Iterator[Figure]]] = {
    "start": lambda: start.measure(1),
    "sheets": lambda: sheets.measure(4),
    "pack": lambda: pack.measure((4, 8, 12), rounds=1),
    "documents": lambda: documents.measure(1, "happy-flip-chess"),
    "page": lambda: page.measure(requests=2, starts=1),
}


def _replace_numbers(what: str) -> str:
    return re.sub(r"[0-9][0-9,]*", "#", what)


@pytest.mark.parametrize("part", mark_matrix(PARTS, {"start", "sheets"}))
def test_each_part_measures_what_is_reported(part: str) -> None:
    """Every figure has a row in the report."""
    rows = REPORT.read_text(encoding="utf-8").partition(MARK)[2].splitlines()
    reported = {
        _replace_numbers(row.split(" | ")[0].removeprefix("| "))
        for row in rows
        if row.startswith("| ")
    }
    figures = list(PARTS[part]())
    assert figures
    assert {_replace_numbers(figure.what) for figure in figures} <= reported


def test_a_version_is_compared_with_itself() -> None:
    """An earlier version is any Python that has wordfleet-print; each command has a ratio."""
    commands = {"`--version`": ["--version"]}
    (figure,) = earlier.measure(Path(sys.executable), 1, commands)
    assert figure.value > 0


def test_fairness_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table has a row for each player and a column for each edition, and DOCUMENT has a place
    for it.
    """
    counts = {"fleets": 99, "games": 2, "pairs": 8, "hunts": 5}
    efforts = [f"--{name}={count}" for name, count in counts.items()]
    monkeypatch.setattr(
        sys, "argv", ["fairness", *efforts, "--solver-fleets=40", "--solver-games=2", "--print"]
    )
    fairness.main()
    printed = capsys.readouterr().out
    editions = [load_edition(slug).edition for slug in packaged().edition_slugs]
    assert f"| player | {' | '.join(editions)} |" in printed
    novices, stoppers, solvers = 5, 3, len(fairness.KNOWN_SHARES)
    assert printed.count("\n| ") == 2 + novices + stoppers + solvers
    assert (
        fairness.BEGIN in fairness.DOCUMENT.read_text(encoding="utf-8").partition(fairness.END)[0]
    )
