"""An event's pack, by `event print` in a fresh process: sheets, answer key, cards, slips, index and
records.

The cost of a sheet is what a large event takes beyond a small one, so that start-up does not count.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import count, islice, product
from pathlib import Path

from benchmarks import lean_page
from benchmarks.measure import OURS, Figure, measure_commands, measure_cpu
from wordfleet_print.fleet.deck import tier_deck
from wordfleet_print.fleet.word_lists import load_tier
from wordfleet_print.games import load_edition
from wordfleet_print.sheet.dealing import deal

PLAYERS = (500, 5_000, 20_000)
"""A small, a usual and a large event."""
# How often each event is printed; the best time counts.
ROUNDS = 3
# Lean pages that are drawn to measure one.
PAGES = 60
FIRST = (
    "Ann",
    "Bénédicte",
    "Çağla",
    "Dov",
    "Éowyn",
    "Fergus",
    "Grażyna",
    "Hugo",
    "Ingeborg",
    "José",
    "Kwame",
    "Łucja",
)
LAST = (
    "Abel",
    "Brontë",
    "Castellanos",
    "Dvořák",
    "Eriksen",
    "Fitzgerald",
    "García",
    "Hoàng",
    "Ibsen",
    "O’Neill",
)


def make_names() -> Iterator[str]:
    """Yield different names without end, many of them with accents."""
    for number in count(1):
        yield from (f"{first} {last} {number}" for first, last in product(FIRST, LAST))


def measure(players: tuple[int, int, int] = PLAYERS, rounds: int = ROUNDS) -> Iterator[Figure]:
    """Yield the cost of a sheet of a pack, compared with a lean reportlab page and with a smaller
    event.

    `players` are the sizes of a small, a usual and a large event. Each is printed `rounds` times,
    and the best time counts.
    """
    small, usual, large = players
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        commands: dict[str, list[str]] = {}
        for number in players:
            names = islice(make_names(), number)
            list_file = folder / f"{number}.csv"
            list_file.write_text("\n".join(["name", *names]), encoding="utf-8")
            options = f"--seed x --paper a4 --spare 0 --quiet --output pack-{number}"
            commands[f"{number}"] = [*OURS, "event", "print", list_file.name, *options.split()]
        cpu_seconds = measure_commands(commands, folder, rounds)
    # What an event takes beyond a smaller one, for each sheet that is added: start-up cancels out.
    usual_sheet = (cpu_seconds[f"{usual}"] - cpu_seconds[f"{small}"]) / (usual - small)
    large_sheet = (cpu_seconds[f"{large}"] - cpu_seconds[f"{usual}"]) / (large - usual)
    deck = tier_deck(load_edition("word-fleet"), load_tier("standard"))
    sheets = deal(deck, tuple(islice(make_names(), PAGES)), "benchmark")
    lean_page_seconds = measure_cpu(lambda: lean_page.draw_pages(sheets), rounds) / PAGES
    yield Figure("an added sheet of a whole pack", usual_sheet * 1e6, "µs")
    yield Figure(
        "a lean reportlab page, against an added sheet of a whole pack",
        lean_page_seconds / usual_sheet,
        at_least=3,
    )
    yield Figure(
        f"an added sheet of a pack of {large:,}, against one of {usual:,}",
        large_sheet / usual_sheet,
        at_most=1.5,
    )
