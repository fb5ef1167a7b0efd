"""Stored pictures of an example game that show other rules than the book has.

`pictures/reeds-1.svg` and its followers are drawn from `pictures/reeds.yaml`. The `facts` of that
file name the facts of the front matter that the pictures show, with their values. Where a designer
has changed one of these facts, the pictures are left out of the book.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from wordfleet_print import files
from wordfleet_print.rulebook.fill_facts import Facts
from wordfleet_print.rulebook.picture_files import find_asset

MOST_GAME_BYTES = 100_000


@cache
def read_example_game(path: Path) -> Mapping[str, Any]:
    """Return the data of an example game's YAML file; {} for a file that is missing, too large or
    no mapping.
    """
    import yaml

    if not files.is_file(path) or path.stat().st_size > MOST_GAME_BYTES:
        return {}
    data = yaml.safe_load(path.read_text("utf-8"))
    return data if isinstance(data, dict) else {}


def explain_outdated_picture(address: str, folder: Path, facts: Facts) -> str:
    """Return why a picture does not fit this book's facts, as a sentence without its full stop.

    Return "" if it fits, or is not a numbered picture of an example game. `address` is the
    picture's, as the text has it; `folder` is that of the rules file.
    """
    game_file = find_asset(re.sub(r"-\d+\.\w+$", ".yaml", address), folder)
    if game_file.suffix != ".yaml":
        return ""
    shown_facts = read_example_game(game_file).get("facts")
    if not isinstance(shown_facts, dict):
        return ""
    difference = find_difference(shown_facts, facts, "")
    if not difference:
        return ""
    return f"the pictures of {game_file.stem} are left out: they show a game whose {difference}"


def find_difference(shown_fact: object, book_fact: object, name: str) -> str:
    """Return the first difference between a fact that pictures show and the book's fact.

    For example “board.squares is 10, not 8”; "" if there is none. `name` is the dotted name of the
    fact. Of a mapping only the keys that the pictures show are compared.
    """
    pairs: Iterable[tuple[object, object, object]]
    match shown_fact:
        case Mapping():
            book_group = book_fact if isinstance(book_fact, Mapping) else {}
            pairs = ((key, fact, book_group.get(key)) for key, fact in shown_fact.items())
        case list():
            book_list = list(book_fact) if isinstance(book_fact, list | tuple) else []
            if len(book_list) != len(shown_fact):
                return f"{name} has {len(shown_fact)} entries, not {len(book_list)}"
            pairs = zip(range(len(book_list)), shown_fact, book_list, strict=True)
        case _:
            return "" if shown_fact == book_fact else f"{name} is {shown_fact}, not {book_fact}"
    for step, shown_inside, book_inside in pairs:
        inside_name = f"{name}.{step}".strip(".")
        if difference := find_difference(shown_inside, book_inside, inside_name):
            return difference
    return ""
