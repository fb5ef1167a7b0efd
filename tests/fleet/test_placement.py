"""Placing fleets: lawful, even, and refused where there is no room."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.draw import Draw
from wordfleet_print.fleet.fleets import Berth, place_fleet
from wordfleet_print.game import Edition, Grid, Ship

TOUCHING = ["allowed", "forbidden"]
Square = tuple[int, int]


def _changed(edition: Edition, touching: str, grid: tuple[int, int] = (10, 10), *letters: int) -> Edition:
    """The edition with another rule on touching, another grid, and ships of these letters."""
    ships = tuple(Ship(ship=f"SHIP {i}", letters=n, example="A" * n) for i, n in enumerate(letters)) or edition.fleet
    sea = Grid(columns=grid[0], rows=grid[1])
    return edition.model_copy(update={"touching": touching, "grid": sea, "fleet": ships})


def _squares(berth: Berth, letters: int) -> list[Square]:
    """The squares under a ship, worked out here: right of the first square, or below it."""
    step = (1, 0) if berth.across else (0, 1)
    return [(berth.column + i * step[0], berth.row + i * step[1]) for i in range(letters)]


def _is_lawful(edition: Edition, berths: tuple[Berth, ...]) -> bool:
    """Inside the grid; no square twice; where touching is forbidden, not side by side nor corner to corner."""
    ships = [_squares(berth, letters) for berth, letters in zip(berths, edition.lengths, strict=True)]
    inside = all(0 <= x < edition.grid.columns and 0 <= y < edition.grid.rows for ship in ships for x, y in ship)
    least = 2 if edition.touching == "forbidden" else 1
    apart = all(
        max(abs(ax - bx), abs(ay - by)) >= least
        for one, other in combinations(ships, 2)
        for (ax, ay), (bx, by) in product(one, other)
    )
    return inside and apart


@pytest.mark.parametrize("touching", TOUCHING)
@given(key=st.binary(max_size=64))
def test_every_placement_is_lawful(edition: Edition, touching: str, key: bytes) -> None:
    """No ship leaves the grid or overlaps another (C-08); where touching is forbidden, corners are too (A-04)."""
    rules = _changed(edition, touching)
    berths = place_fleet(rules, Draw(key, b"placement"))
    assert len(berths) == len(rules.fleet)
    assert _is_lawful(rules, berths)
    assert berths == place_fleet(rules, Draw(key, b"placement"))
    for berth, letters in zip(berths, rules.lengths, strict=True):
        assert list(berth.squares(letters)) == _squares(berth, letters)


@given(
    columns=st.integers(4, 26),
    rows=st.integers(4, 26),
    letters=st.lists(st.integers(2, 4), min_size=1, max_size=2),
    key=st.binary(max_size=8),
)
def test_any_grid_is_kept_to(edition: Edition, columns: int, rows: int, letters: list[int], key: bytes) -> None:
    """Oblong grids and other fleets are placed as lawfully: columns and rows are never mixed up."""
    rules = _changed(edition, "allowed", (columns, rows), *letters)
    assert _is_lawful(rules, place_fleet(rules, Draw(key, b"placement")))


@pytest.mark.parametrize("touching", TOUCHING)
def test_every_lawful_arrangement_is_equally_likely(edition: Edition, touching: str) -> None:
    """Over many draws on a small grid all arrangements, counted out here, come up equally often."""
    rules = _changed(edition, touching, (4, 5), 3, 2)
    berths = [Berth(x, y, across) for x in range(4) for y in range(5) for across in (True, False)]
    lawful = [pair for pair in product(berths, repeat=2) if _is_lawful(rules, pair)]
    draws = 40 * len(lawful)
    draw = Draw(b"even", touching.encode())
    found = Counter(place_fleet(rules, draw) for _ in range(draws))
    assert set(found) == set(lawful)
    freedom = len(lawful) - 1
    assert sum((found[pair] - 40) ** 2 / 40 for pair in lawful) < freedom + 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("touching", TOUCHING)
def test_ships_use_the_whole_sea(edition: Edition, touching: str) -> None:
    """On the edition's own grid every square is used, and as many ships run across as down."""
    rules = _changed(edition, touching)
    fleets = [place_fleet(rules, Draw(number.to_bytes(2), b"placement")) for number in range(400)]
    used = Counter(s for fleet in fleets for b, n in zip(fleet, rules.lengths, strict=True) for s in _squares(b, n))
    assert len(used) == 100
    across = sum(berth.across for fleet in fleets for berth in fleet)
    assert across == pytest.approx(1000, abs=120)


@pytest.mark.parametrize(
    ("touching", "letters"),
    [("forbidden", (4, 4, 4)), ("forbidden", (2, 2, 2, 2, 2)), ("allowed", (4, 4, 4, 4, 2))],
)
def test_a_fleet_that_cannot_fit_is_refused(edition: Edition, touching: str, letters: tuple[int, ...]) -> None:
    """A grid too small for the fleet is told with its measures, and never searched for ever."""
    with pytest.raises(BadInputError, match=rf"{sum(letters)} letters does not fit a 4 × 4 grid") as caught:
        place_fleet(_changed(edition, touching, (4, 4), *letters), Draw(b"crowded", b"placement"))
    assert ("touching" in caught.value.message) == (touching == "forbidden")
