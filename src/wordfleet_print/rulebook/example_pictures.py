"""Pictures of a book’s example game: its referee plays the data, a figure draws each turn."""

from __future__ import annotations

from pathlib import Path

from wordfleet_print.games import RulesSource
from wordfleet_print.games.registry import find_game
from wordfleet_print.rulebook.drawings import Drawings
from wordfleet_print.rulebook.fill_facts import derive_facts
from wordfleet_print.rulebook.outdated_pictures import read_example_game
from wordfleet_print.rulebook.styles import read_colors


def draw_example(source: RulesSource) -> dict[str, str]:
    """Return the SVG of each picture of a book’s example game, by its file name.

    For example {"reeds-1.svg": "<svg …>"}; {} for a book without an example game. `turns`, in the
    game's YAML file, are played by its referee; `pictures` lists the turns to draw, from 1.

    Raises `IllegalTurnError` for a turn that the game’s rules forbid.
    """
    book = source.book
    example = find_game(book).example
    data = read_example_game(Path(source.name).parent / "pictures" / f"{book.slug}.yaml")
    if not example or not data:
        return {}
    positions = example.play(data, book)
    drawings = Drawings(book, derive_facts(book), read_colors(book))
    pictures: dict[str, str] = {}
    for number, turn in enumerate(data["pictures"], start=1):
        svg = drawings.fill(f"figures/{example.figure}.svg", **positions[turn - 1])
        pictures[f"{book.slug}-{number}.svg"] = f"{svg}\n"
    return pictures
