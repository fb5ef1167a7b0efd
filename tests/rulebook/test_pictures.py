"""Stored pictures of the example games: they show what their data say, by the rules of the bundled books."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from support.example_games import PLAY
from wordfleet_print.files import data_folder
from wordfleet_print.games import load_rules, rules_slugs
from wordfleet_print.rulebook.page import make_page
from wordfleet_print.rulebook.pictures import find_outdated
from wordfleet_print.rulebook.rules_text import derive_facts

PICTURES = data_folder("rules") / "pictures"
SHOWN = [
    (slug, number, address)
    for slug in rules_slugs()
    for number, address in enumerate(re.findall(r"\]\((pictures/[\w.-]+)\)", load_rules(slug).body))
]


def _data(slug: str) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((PICTURES / f"{slug}.yaml").read_text(encoding="utf-8"))
    return data


@pytest.mark.parametrize("slug", rules_slugs())
def test_example_games_keep_the_rules(slug: str) -> None:
    """Every call, move, range, capture and count of an example game follows from its data by the edition's rules, at
    most six of its turns are pictures, and its facts are the book's.
    """
    facts = derive_facts(load_rules(slug).book)
    data = _data(slug)
    turns = PLAY[facts["game"]][1](data, facts)  # it asserts what the rules forbid
    assert len(turns) >= len(data["pictures"])
    assert len(data["pictures"]) <= 6
    assert find_outdated(f"pictures/{slug}-1.svg", data_folder("rules"), facts) == ""


@pytest.mark.parametrize(("slug", "number", "address"), SHOWN)
def test_pictures_show_what_their_data_say(slug: str, number: int, address: str) -> None:
    """What a picture says of its turn is what the played game says, and it holds nothing but shapes and words."""
    facts = derive_facts(load_rules(slug).book)
    data = _data(slug)
    turn = PLAY[facts["game"]][1](data, facts)[data["pictures"][number] - 1]
    svg = (data_folder("rules") / address).read_text(encoding="utf-8")
    shapes = "svg title g defs clipPath path rect circle ellipse line polygon text tspan"
    assert set(re.findall(r"<([\w:]+)", svg)) <= {*shapes.split()}
    assert not re.search(r"\s(?:on\w+|style|[\w:]*href)=|url\((?!#)|<!", svg)
    drawn = re.sub(r"\s+", " ", " ".join(re.findall(r"<text[^>]*>(.*?)</text>", svg, re.DOTALL)))
    for word in re.findall(r"[\w’]+", str(turn.get("said", ""))):
        assert word in drawn
    shown = make_page(load_rules(slug), "pdf").html
    assert re.search(r"<svg [^>]*viewBox[^>]*>", svg).group() in shown  # type: ignore[union-attr]
