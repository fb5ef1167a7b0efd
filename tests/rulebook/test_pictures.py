"""Stored pictures of the example games: they show what their data say, by the rules of the bundled
books.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from support.html import Page
from wordfleet_print.files import data_folder
from wordfleet_print.games import load_rules, packaged
from wordfleet_print.rulebook.example_pictures import draw_example

PICTURES = data_folder("rules") / "pictures"
SHAPES = {"svg", "title", "g", "defs", "clipPath", "path", "rect", "circle", "ellipse", "line"}
SHAPES |= {"polygon", "text", "tspan"}
SHOWN = [
    (slug, address)
    for slug in packaged().slugs
    for address in re.findall(r"\]\((pictures/[\w.-]+)\)", load_rules(slug).body)
]
draw = cache(lambda slug: draw_example(load_rules(slug)))


@pytest.mark.parametrize(("slug", "address"), SHOWN)
def test_pictures_are_what_the_referee_draws(slug: str, address: str) -> None:
    """A stored picture is what the game’s referee and figure draw now of data that keep the rules;
    `make pictures` writes it.
    """
    stored = (data_folder("rules") / address).read_text(encoding="utf-8")
    assert stored == draw(slug)[Path(address).name]


def test_every_stored_picture_is_drawn_and_shown() -> None:
    """No picture is left of a game that changed."""
    stored = {path.name for path in PICTURES.glob("*.svg")}
    assert stored == {name for slug in packaged().slugs for name in draw(slug)}
    assert stored == {Path(address).name for _, address in SHOWN}


@pytest.mark.parametrize("path", sorted(PICTURES.glob("*.svg")), ids=lambda path: path.stem)
def test_pictures_hold_only_shapes_and_words(path: Path) -> None:
    """A picture runs nothing, fetches nothing and has no styles of its own."""
    svg = path.read_text(encoding="utf-8")
    (picture,) = Page(svg).find_all("svg")
    assert {element.tag for element in picture.iter()} <= SHAPES
    names = {name for element in picture.iter() for name in element.attrib}
    assert [name for name in names if name.startswith("on") or name.endswith("href")] == []
    assert "style" not in names
    assert not re.search(r"url\((?!#)|<!", svg)


def list_asked(svg: str) -> Iterator[float]:
    """Yield where the letters below a grid begin."""
    for element in Page(svg).find_all("text"):
        if element.get("y") == "89.42":
            yield float(element.get("x", ""))


@pytest.mark.parametrize("slug", [slug for slug in packaged().slugs if "fleet" in slug])
def test_what_was_asked_is_in_one_place(slug: str) -> None:
    """The first letter that was asked is at one place in all pictures of a battle, however many
    there are, and the last one is inside them.
    """
    rows = [list(list_asked(svg)) for svg in draw(slug).values()]
    assert len({places[0] for places in rows if places}) == 1
    assert max(map(max, filter(None, rows))) < 165
