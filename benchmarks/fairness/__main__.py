"""Measure how fair matches are, and write the table into `docs/fairness.md`.

`python -m benchmarks.fairness` takes a few minutes. `--fleets`, `--games` and `--pairs` set how
much is played; `--solver-fleets` and `--solver-games` set it for players with a dictionary, who
take longer. More of them narrow the intervals. `--seed` plays other games. `--print` leaves the
document unchanged.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks.fairness.fleets import Share, draw_fleets, draw_pairs, measure_favorite
from benchmarks.fairness.hunts import hunt_often
from benchmarks.fairness.players import (
    list_action_kinds,
    list_novices,
    list_stoppers,
    play_player,
)
from benchmarks.fairness.solver import play_solver
from wordfleet_print.fleet.deck import tier_deck
from wordfleet_print.fleet.word_lists import load_words
from wordfleet_print.games import Edition, load_edition, packaged

DOCUMENT = Path(__file__).parents[2] / "docs" / "fairness.md"
BEGIN, END = "<!-- measured -->", "<!-- end of measured -->"
TIER = "standard"
KNOWN_SHARES = (0.5, 1.0)
"""Which share of the words a player with a dictionary knows."""


@dataclass(frozen=True)
class Effort:
    """How many fleets are drawn, games played against each, pairs compared, and hunts recorded."""

    fleets: int
    games: int
    pairs: int
    hunts: int
    seed: int


def measure_edition(
    edition: Edition, effort: Effort, solving: Effort
) -> Iterator[tuple[str, Share, Share]]:
    """Yield each player's name, and the favorite's share in random pairs and in pairs as they are
    dealt.
    """
    for amount, is_solving in ((effort, False), (solving, True)):
        chance = np.random.default_rng(amount.seed)
        seed = f"fairness {amount.seed}"
        fleets = draw_fleets(
            tier_deck(edition, load_words(edition.language, TIER)), seed, amount.fleets
        )
        # Where calling letters sinks ships, nobody searches the grid and nobody stops asking.
        hunts = (
            None
            if "letter" in list_action_kinds(edition)
            else hunt_often(edition, seed, chance, amount.hunts)
        )
        random_pairs, dealt_pairs = (
            draw_pairs(fleets, fairness, chance, amount.pairs)
            for fairness in (None, edition.fairness)
        )
        players = () if is_solving else list_novices(fleets)
        if hunts and not is_solving:
            players += list_stoppers(edition)
        games = [
            (player.name, play_player(fleets, player, hunts, chance, amount.games))
            for player in players
        ]
        for share in KNOWN_SHARES if is_solving else ():
            name = f"solver, {round(100 * share)}% of words"
            games.append((name, play_solver(fleets, share, hunts, chance, amount.games)))
        for name, turns in games:
            at_random = measure_favorite(turns, random_pairs, chance)
            yield name, at_random, measure_favorite(turns, dealt_pairs, chance)


def report(effort: Effort, solving: Effort) -> str:
    """Return the table in markdown."""
    editions = [load_edition(slug) for slug in packaged().edition_slugs]
    rows: dict[str, list[str]] = {}
    for column, edition in enumerate(editions):
        for name, at_random, dealt in measure_edition(edition, effort, solving):
            print(
                f"{edition.edition}, {name}: {at_random}, {dealt}; equal turns {dealt.equal:.0f}%",
                flush=True,
            )
            cells = rows.setdefault(name, ["–"] * len(editions))
            cells[column] = f"{at_random.wins:.0f}/**{dealt.wins:.0f}**"
    return "\n".join(
        [
            f"| player | {' | '.join(edition.edition for edition in editions)} |",
            "| --- |" + " --- |" * len(editions),
            *(f"| {name} | {' | '.join(cells)} |" for name, cells in rows.items()),
        ]
    )


def main() -> None:
    """Play, print, and write the document."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fairness", description=__doc__)
    usual = {
        "fleets": 4_000,
        "games": 60,
        "pairs": 5_000,
        "hunts": 6_000,
        "solver-fleets": 300,
        "solver-games": 16,
        "seed": 1,
    }
    for name, count in usual.items():
        parser.add_argument(f"--{name}", type=int, default=count)
    parser.add_argument("--print", action="store_true", dest="only_print")
    options = parser.parse_args()
    effort = Effort(options.fleets, options.games, options.pairs, options.hunts, options.seed)
    solving = replace(effort, fleets=options.solver_fleets, games=options.solver_games)
    measured = report(effort, solving)
    print(measured)
    if not options.only_print:
        head, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)
        DOCUMENT.write_text(
            f"{head}{BEGIN}\n\n{measured}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
