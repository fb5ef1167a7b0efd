"""Rulebooks: all of them as HTML; PDFs beside WeasyPrint alone on the same page; a site again; two workers to one."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Figure, at_most, cpu_of_commands, told

OURS = [sys.executable, "-m", "wordfleet_print"]
ROUNDS = 3


def figures(
    rounds: int = ROUNDS, slug: str = "word-fleet", rules: Path | None = None, *, downloads: bool = True
) -> Iterator[Figure]:
    """CPU seconds, bytes, and ratios: of one book, and of all that are bundled or in a folder of rules; of a site of
    them, with its downloads.
    """
    own = ["--rules", f"{rules}"] if rules else []
    site = ["site", *own] if downloads else ["site", *own, "--no-downloads"]
    yield from _pages(["rules", *own], rounds)
    yield from _site(site, rounds)
    yield _book(["rules", slug, *own], rounds)
    yield from _workers(["rules", *own], rounds)


def _pages(command: list[str], rounds: int) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cpu = cpu_of_commands({"html": [*OURS, *command, "--format", "html", "--output", "made"]}, folder, rounds)
        heaviest = max(path.stat().st_size for path in (folder / "made").glob("*.html"))
    yield at_most("all rulebooks to HTML, whole process", cpu["html"], "s CPU", 1.5)
    yield at_most("the heaviest rulebook page, fonts included", heaviest / 1000, "kB", 250)


def _site(command: list[str], rounds: int) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as name:
        build = {"site": [*OURS, *command, "--quiet", "--output", "site"]}
        first = cpu_of_commands(build, Path(name), rounds=1)["site"]
        again = cpu_of_commands(build, Path(name), rounds)["site"]
    what = "an unchanged site built again, downloads and pairs included, to the first build"
    yield at_most(what, again / first, "×", 0.05)


def _book(command: list[str], rounds: int) -> Figure:
    """A book with its index, played game and back cover: at most twice what it took in 4.3 s without them."""
    with tempfile.TemporaryDirectory() as name:
        commands = {"book": [*OURS, *command, "--format", "pdf", "--output", "made"]}
        cpu = cpu_of_commands(commands, Path(name), rounds)["book"]
    return at_most("a rulebook's PDF, whole process", cpu, "s CPU", 8.6)


def _workers(command: list[str], rounds: int) -> Iterator[Figure]:
    """Two workers against one on the clock: all rulebooks as HTML and PDF."""
    with tempfile.TemporaryDirectory() as name:
        calls = {
            f"{workers}": [*OURS, *command, "--quiet", "--workers", f"{workers}", "--output", f"rules-{workers}"]
            for workers in (1, 2)
        }
        wall = cpu_of_commands(calls, Path(name), rounds, time.perf_counter)
    yield told("`rules`, everything: one worker", wall["1"], "s")
    yield at_most("`rules`, everything: two workers, to one", wall["2"] / wall["1"], "×", 0.6)
