"""Rulebooks and kits: PDFs, compared with WeasyPrint alone on the same HTML."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import OURS, Figure, measure_commands

ROUNDS = 3
WEASYPRINT = """
import sys, weasyprint
weasyprint.HTML(sys.argv[1]).write_pdf(sys.argv[2])
"""


def measure(rounds: int = ROUNDS, rules: Path | None = None) -> Iterator[Figure]:
    """Yield ratios of CPU seconds, and the sizes of the pages; of bundled games, or of the game in `rules`."""
    for command, slug, what in (("rules", "army-men", "rulebook"), ("kit", "happy-flip-chess", "kit")):
        making = [*OURS, command, *(["--rules", f"{rules}"] if rules else [slug]), "--paper", "a4", "--quiet"]
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            measure_commands({"html": [*making, "--format", "html", "--output", "html"]}, folder, rounds=1)
            page = max((folder / "html").glob("*.html"), key=lambda path: path.stat().st_size)
            alone = [sys.executable, "-c", WEASYPRINT, f"{page}", "alone.pdf"]
            # Each round prints into a new folder: what is unchanged would be skipped.
            cpu = [
                measure_commands(
                    {"ours": [*making, "--format", "pdf", "--output", f"{number}"], "alone": alone}, folder, rounds=1
                )
                for number in range(rounds)
            ]
            ratio = min(one["ours"] for one in cpu) / min(one["alone"] for one in cpu)
            yield Figure(f"a {what}'s PDF, to WeasyPrint alone on its page", ratio, at_most=3)
            yield Figure(f"the page of a {what}", page.stat().st_size / 1e3, "kB", at_most=300)
