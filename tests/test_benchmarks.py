"""The benchmarks run: each measures, on a handful of sheets and books, what it says it measures on many."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from benchmarks import batch, events, rulebooks, sheets, startup, web
from benchmarks.__main__ import MARK, REPORT
from benchmarks.fairness import __main__ as fairness
from benchmarks.measure import Figure

from support.games import LEAST

FEW = events.Effort(few=4, many=8, few_files=2, many_files=4, planned=(4, 6, 8), rounds=1, peers=0.01)
MODES: dict[str, Callable[[Path], Iterator[Figure]]] = {
    "startup": lambda _: startup.figures(1),
    "sheets": lambda _: sheets.figures(2),
    "web": lambda _: web.figures(seconds=0.1, sheets=4, starts=1),
    "events": lambda _: events.figures(FEW),
    "rulebooks": lambda folder: rulebooks.figures(1, "reeds", _reeds(folder), downloads=False),
}


def _reeds(folder: Path) -> Path:
    (folder / "reeds.md").write_text(f"---\n{LEAST}---\n# Reeds\n\nCut them.\n", encoding="utf-8")
    return folder


def _kind(what: str) -> str:
    """What is measured, of however many."""
    return re.sub(r"[0-9][0-9,]*", "#", what)


@pytest.mark.parametrize("mode", MODES)
def test_each_mode_measures_what_is_reported(
    mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Every figure stands in the report; and of the peers those are told to be left out that are not installed."""
    monkeypatch.setattr(web, "TABLES", 2)
    monkeypatch.setattr(events, "spend", batch.run)
    rows = REPORT.read_text(encoding="utf-8").partition(MARK)[2].splitlines()
    reported = {_kind(row.split(" | ")[0].removeprefix("| ")) for row in rows if row.startswith("| ")}
    measured = [_kind(figure.what) for figure in MODES[mode](tmp_path)]
    assert measured
    assert set(measured) <= reported
    if mode == "events":
        said = capfd.readouterr().out
        for peer in (*(peer.name for peer in events.PEERS[1:]), events.WORD_SEARCH):
            assert (f"a batch, to {peer}" in measured) != (f"{peer} is left out" in said), peer


def test_fairness_is_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The table has a row for each player and a column for each edition, and DOCUMENT has a place for it."""
    efforts = [f"--{name}={count}" for name, count in {"fleets": 99, "games": 3, "pairs": 20}.items()]
    monkeypatch.setattr(fairness, "HUNTS", 20)
    monkeypatch.setattr(sys, "argv", ["fairness", *efforts, "--solver-fleets=20", "--solver-games=2", "--print"])
    fairness.main()
    printed = capsys.readouterr().out
    assert "| player | Captains | Admirals | Word Strike |" in printed
    assert printed.count("\n| ") == 2 + len(fairness.NOVICES + fairness.STOPPERS) + len(fairness.KNOWN_SHARES)
    assert fairness.BEGIN in fairness.DOCUMENT.read_text(encoding="utf-8").partition(fairness.END)[0]
