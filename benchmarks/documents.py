"""Rulebooks and kits: PDFs, compared with WeasyPrint alone on the same HTML."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import OURS, Figure, measure_commands, measure_cpu
from wordfleet_print.games import load_rules
from wordfleet_print.kit.document import make_kit
from wordfleet_print.kit.printing import print_document
from wordfleet_print.services.books import collect_facts
from wordfleet_print.settings.games import KitSettings

ROUNDS = 3
WEASYPRINT = """
import sys, weasyprint
weasyprint.HTML(sys.argv[1]).write_pdf(sys.argv[2])
"""


def measure(
    rounds: int = ROUNDS, slug: str = "army-men", kit: str = "happy-flip-chess"
) -> Iterator[Figure]:
    """Yield ratios of CPU seconds, and the sizes of the pages, of a book and a kit."""
    book = [*OURS, "rules", slug, "--paper", "a4", "--quiet"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        measure_commands(
            {"html": [*book, "--format", "html", "--output", "html"]}, folder, rounds=1
        )
        page = folder / "html" / f"{slug}.html"
        alone = [sys.executable, "-c", WEASYPRINT, f"{page}", "alone.pdf"]
        # Each round prints into a new folder: what is unchanged would be skipped.
        cpu = [
            measure_commands(
                {"ours": [*book, "--format", "pdf", "--output", f"{number}"], "alone": alone},
                folder,
                rounds=1,
            )
            for number in range(rounds)
        ]
        ratio = min(one["ours"] for one in cpu) / min(one["alone"] for one in cpu)
        yield Figure("a rulebook's PDF, against WeasyPrint alone on its page", ratio, at_most=3)
        yield Figure("the page of a rulebook", page.stat().st_size / 1e3, "kB", at_most=300)
    yield from _measure_kit(kit, rounds)


def _measure_kit(slug: str, rounds: int) -> Iterator[Figure]:
    import weasyprint

    source = collect_facts(load_rules(slug))
    settings = KitSettings(paper="a4")
    html = make_kit(source, settings).html
    ours = measure_cpu(lambda: print_document(make_kit(source, settings)), rounds)
    alone = measure_cpu(lambda: weasyprint.HTML(string=html).write_pdf(), rounds)
    yield Figure("a kit's PDF, against WeasyPrint alone on its page", ours / alone, at_most=3)
    yield Figure("the page of a kit", len(html.encode()) / 1e3, "kB", at_most=300)
