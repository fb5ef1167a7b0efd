"""Pictures of a book’s example game: its referee plays the data, a figure draws each turn."""

from __future__ import annotations

from pathlib import Path

from wordfleet_print.games import RulesSource
from wordfleet_print.games.registry import find_game
from wordfleet_print.rulebook.drawings import Drawings, read_game
from wordfleet_print.rulebook.fill_facts import derive_facts
from wordfleet_print.rulebook.styles import read_colors


def draw_example(source: RulesSource) -> dict[str, str]:
    """Return the SVG of each picture of a book’s example game, by its file name; none for a book
    without one.

    Raises `IllegalTurnError` for a turn that the game’s rules forbid.
    """
    book = source.book
    example = find_game(book).example
    data = read_game(Path(source.name).parent / "pictures" / f"{book.slug}.yaml")
    if not example or not data:
        return {}
    turns = example.play(data, book)
    drawings = Drawings(book, derive_facts(book), read_colors(book))
    pictures: dict[str, str] = {}
    for number, turn in enumerate(data["pictures"], start=1):
        drawn = drawings.fill(f"figures/{example.figure}.svg", **turns[turn - 1])
        pictures[f"{book.slug}-{number}.svg"] = f"{drawn}\n"
    return pictures
