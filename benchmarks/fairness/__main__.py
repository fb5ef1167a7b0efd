"""Measure how fair dealt fleets are, and write the tables into `docs/fairness.md`.

`python -m benchmarks.fairness` takes some ten minutes. `--fleets`, `--games` and `--pairs` say how much is played,
`--solver-fleets` and `--solver-games` the same of players with a dictionary, who think longer: more of them narrow the
intervals. `--seed` plays other games. `--print` leaves the document as it is.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.fairness.battles import LIST, NOVICES, STOPPERS, kinds, turns_of_player
from benchmarks.fairness.fleets import Chance, Fleets, Numbers, Share, draw_fleets, draw_pairs, favourite
from benchmarks.fairness.hunts import Hunts, hunt_often
from benchmarks.fairness.solver import turns_of_solver
from wordfleet_print.fleet.deck import tier_deck
from wordfleet_print.fleet.word_lists import TIERS, load_tier
from wordfleet_print.games import Edition, Fairness, Question, edition_slugs, load_edition

DOCUMENT = Path(__file__).parents[2] / "docs" / "fairness.md"
BEGIN, END = "<!-- measured -->", "<!-- measured until here -->"
HUNTS = 6_000
PLAIN_TIER = "standard"
SOLVERS = (0.5, 0.7, 1.0)
"""Which share of the words a player with a dictionary knows."""
VARIETY = Fairness(
    different=7,
    squares=0,
    questions=(Question(order=LIST, known=14, weight=1),),
    easy_below=89,
    hard_above=103,
    band=(95, 101),
    opponents_within=2,
)
"""How all editions were rated once: by the variety of letters. Kept to compare with."""


@dataclass(frozen=True)
class Effort:
    """How many fleets are drawn, games played against each, and pairs compared."""

    fleets: int
    games: int
    pairs: int
    seed: int


@dataclass(frozen=True)
class Ground:
    """The fleets of one edition and tier, the hunts for them, and which of them are paired, by how: at random, by
    variety of letters, as they are dealt.
    """

    fleets: Fleets
    hunts: Hunts | None
    pairs: tuple[Numbers, ...]
    shares: tuple[float, ...]
    chance: Chance


def ground(edition: Edition, tier: str, effort: Effort) -> Ground:
    """Where players of an edition meet."""
    chance = np.random.default_rng(effort.seed)
    seed = f"fairness {effort.seed}"
    fleets = draw_fleets(tier_deck(edition, load_tier(tier)), seed, effort.fleets)
    hunts = hunt_often(edition, seed, chance, HUNTS) if "letter" not in kinds(edition) else None
    drawn = [draw_pairs(fleets, rules, chance, effort.pairs) for rules in (None, VARIETY, edition.fairness)]
    return Ground(fleets, hunts, tuple(pairs for pairs, _ in drawn), tuple(share for _, share in drawn), chance)


def rows(edition: Edition, tier: str, effort: Effort, solving: Effort) -> Iterator[tuple[str, ...]]:
    """A row for each player: the favourite's share in every kind of pair, and how often turns are equal."""
    field = ground(edition, tier, effort)
    for player in NOVICES + (STOPPERS if field.hunts else ()):
        turns = turns_of_player(field.fleets, player, field.hunts, field.chance, effort.games)
        yield _row(player.name, turns, field)
    if tier == PLAIN_TIER:
        field = ground(edition, tier, solving)
        for knows in SOLVERS:
            turns = turns_of_solver(field.fleets, knows, field.hunts, field.chance, solving.games)
            yield _row(f"solver, {round(100 * knows)} % of words", turns, field)


def _row(name: str, turns: Numbers, field: Ground) -> tuple[str, ...]:
    shares: list[Share] = [favourite(turns, pairs, field.chance) for pairs in field.pairs]
    print(name, *shares, flush=True)
    return name, f"{turns.mean():.0f}", *map(str, shares[:-1]), f"**{shares[-1]}**", f"{shares[-1].equal:.0f} %"


def report(effort: Effort, solving: Effort) -> str:
    """The tables in markdown."""
    lines = [
        f"Seed {effort.seed}; {effort.fleets:,} fleets of each edition and tier, {effort.games} games against each,"
        f" up to {effort.pairs:,} pairs of each kind;",
        f"solvers: {solving.fleets:,} fleets, {solving.games} games against each.",
    ]
    for edition in map(load_edition, edition_slugs()):
        for tier in TIERS:
            lines += ["", f"### {edition.edition}, {tier} words", ""]
            lines.append("| player | turns | at random | by variety | **as dealt** | equal turns |")
            lines.append("| --- | --- | --- | --- | --- | --- |")
            lines += [f"| {' | '.join(row)} |" for row in rows(edition, tier, effort, solving)]
    return "\n".join(lines)


def main() -> None:
    """Play, print, and write the document."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fairness", description=__doc__)
    usual = {"fleets": 4_000, "games": 60, "pairs": 5_000, "solver-fleets": 300, "solver-games": 16, "seed": 1}
    for name, count in usual.items():
        parser.add_argument(f"--{name}", type=int, default=count)
    parser.add_argument("--print", action="store_true", dest="only_print")
    asked = parser.parse_args()
    effort = Effort(asked.fleets, asked.games, asked.pairs, asked.seed)
    solving = Effort(asked.solver_fleets, asked.solver_games, asked.pairs, asked.seed)
    told = report(effort, solving)
    print(told)
    if not asked.only_print:
        head, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)
        DOCUMENT.write_text(f"{head}{BEGIN}\n\n{told}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
