"""What a game is to everything that prints it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wordfleet_print.games.fields import (
    Location,
)
from wordfleet_print.games.schema import (
    Rulebook,
)


def dump_facts(book: Rulebook) -> dict[str, Any]:
    """Return the front matter alone, for a game from which nothing follows."""
    return book.model_dump()


def collect_nothing(_book: Rulebook, **_wishes: object) -> dict[str, Any]:
    """Return nothing, for a game whose kit shows its facts alone."""
    return {}


@dataclass(frozen=True, slots=True)
class ExampleGame:
    """How the example game of a book is played, and drawn turn by turn."""

    play: Callable[[Mapping[str, Any], Any], Sequence[Mapping[str, Any]]]
    """Returns what to draw of each turn of a game’s data, which it referees by a book’s facts."""
    figure: str
    """The template that draws a turn, in `templates/book/figures`."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game that rules can be of."""

    model: type[Rulebook]
    """How its front matter is laid out."""
    find_faults: Callable[[Any], Iterable[tuple[Location, str]]]
    """Yields what fields say against one another: where, and the fault in words."""
    derive_facts: Callable[[Any], dict[str, Any]] = dump_facts
    """Returns every fact that text, tables and figures can name."""
    collect_kit_data: Callable[..., dict[str, Any]] = collect_nothing
    """Returns what pages of its kit show in addition; takes `squads`, `points` and `draft`."""
    describe_edition: Callable[[Any], dict[str, list[str]]] = collect_nothing
    """Returns what players compare editions by, each with its lines, by the names of labels
    (`compare.head`).
    """
    example: ExampleGame | None = None
    has_trackers: bool = False
    """Whether sheets are printed for its players."""
    pages: tuple[str, ...] = ()
    """Pages that are drawn for its kit, in addition to `check`, which any game can have."""
    draft_facts: frozenset[str] = frozenset()
    """Groups of facts that only a draft of the rules has."""
    starter: str = ""
    """What a designer’s first own game of this kind is called, and its file."""
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Options of kits that are for this game, each with the pages that show what it asks for."""
