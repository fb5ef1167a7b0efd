"""The elements of a kit when all is known: every measure in millimetres, every text filled in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class BoardPart:
    """Squares across and down, how wide each is, at least where the paper is smaller; `tiled`: over as many pages as
    it needs.
    """

    name: str
    columns: int
    rows: int
    square: float
    least: float
    checkered: bool
    tiled: bool
    kind: Literal["board"] = "board"


@dataclass(frozen=True, slots=True)
class PieceFace:
    """What is on a piece: words, what stands in its corners, a picture or none; of two sides, which one (0, 1)."""

    words: str
    corner: str = ""
    picture: str = ""
    side: int = 0


@dataclass(frozen=True, slots=True)
class PiecesPart:
    """Square pieces; `secret`: nobody can tell their backs apart."""

    name: str
    size: float
    faces: tuple[PieceFace, ...]
    secret: bool
    kind: Literal["pieces"] = "pieces"


@dataclass(frozen=True, slots=True)
class CardFace:
    """What is on a card: `stats` are numbers with their names; where it comes from, for complaints."""

    title: str
    corner: str
    stats: tuple[tuple[str, str], ...]
    text: str
    foot: str
    picture: str
    row: str


@dataclass(frozen=True, slots=True)
class CardsPart:
    """Cards, so wide and so high."""

    name: str
    width: float
    height: float
    cards: tuple[CardFace, ...]
    kind: Literal["cards"] = "cards"


@dataclass(frozen=True, slots=True)
class TapePart:
    """A tape in segments, and at how many inches it has which words."""

    name: str
    segment: float
    marks: tuple[tuple[float, str], ...]
    kind: Literal["tape"] = "tape"


@dataclass(frozen=True, slots=True)
class WedgePart:
    """A quarter of a circle."""

    name: str
    radius: float
    title: str
    text: str
    kind: Literal["wedge"] = "wedge"


@dataclass(frozen=True, slots=True)
class DicePart:
    """How smaller dice are read: of each its sides, and (lowest, highest, what it gives)."""

    name: str
    sides: int
    smaller: tuple[tuple[int, tuple[tuple[int, int, int], ...]], ...]
    kind: Literal["dice"] = "dice"


@dataclass(frozen=True, slots=True)
class PagePart:
    """A page that the programme draws, by its name."""

    name: str
    kind: Literal["page"] = "page"


KitPart = BoardPart | PiecesPart | CardsPart | TapePart | WedgePart | DicePart | PagePart
"""One thing of a kit."""
