"""Front matter: no value that nobody sees."""

from __future__ import annotations

import pytest

from support.kits import GAMES
from support.leaves import Place, find_effect, list_leaves, read_front

pytestmark = pytest.mark.slow
# Of each book one leaf of this many is changed in `make test`, all of them in `make test-all`.
EVERY = 80


def _list_places() -> list[tuple[str, Place]]:
    """Every leaf of every book, without names that only the text uses, and without wordings for
    sheets of less room, which `tests/tracker` tests.
    """
    return [
        (slug, place)
        for slug in GAMES
        for place in list_leaves(read_front(slug))
        if place[-1] != "kind"
        and not (place[0] == "labels" and place[-2:][0] == "wordings" and place[-1])
    ]


CASES = [
    pytest.param(
        slug,
        place,
        id=f"{slug}-{'.'.join(map(str, place))}",
        marks=() if number % EVERY == 0 else pytest.mark.matrix,
    )
    for number, (slug, place) in enumerate(_list_places())
]


@pytest.mark.parametrize(("slug", "place"), CASES)
def test_every_fact_shows(slug: str, place: Place) -> None:
    """Another value anywhere in the front matter changes a book, sheet, kit, the site or what is
    dealt, or is refused: nothing is there to be edited in vain.
    """
    assert find_effect(slug, place)
