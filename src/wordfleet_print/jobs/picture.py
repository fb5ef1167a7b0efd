"""A picture of what everyone may see of a sheet: its upper half, before anything is dealt. It holds no secret."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from wordfleet_print.game import Edition
from wordfleet_print.press.ink.paper import MM
from wordfleet_print.press.ink.svg_pen import SvgPen
from wordfleet_print.press.panels.head_and_foot import FieldsPanel
from wordfleet_print.press.panels.layout import Looks, sheet_layout


@dataclass(frozen=True, slots=True)
class PictureText:
    """A line to write on: where a text starts, its baseline, how much room it has; its full and its least size (mm)."""

    x: float
    y: float
    width: float
    size: float
    smallest: float


@dataclass(frozen=True)
class SheetPicture:
    """The picture as SVG, its size (mm), and the lines that names are written on, by what they show."""

    svg: str
    width: float
    height: float
    lines: Mapping[str, PictureText]

    @cached_property
    def digest(self) -> str:
        """Names what is drawn."""
        return hashlib.sha256(self.svg.encode()).hexdigest()[:12]


def draw_picture(edition: Edition, looks: Looks) -> SheetPicture:
    """The public half of an edition's undealt sheet, cut at the fold; in large print, the public page.

    Raises `BadInputError` for an edition that does not fit its paper.
    """
    layout = sheet_layout(edition, looks)
    page = layout.pages[0]
    height = layout.paper.height if page.fold is None else page.fold
    pen = SvgPen()
    page.without_secrets().draw(pen)
    return SheetPicture(
        pen.document(layout.paper.width, height),
        layout.paper.width,
        height,
        {
            shows: PictureText(
                line.room.x, line.room.baseline, line.room.width, line.room.size / MM, line.room.smallest / MM
            )
            for panel in page.public
            if isinstance(panel, FieldsPanel)
            for shows, line in panel.fields.items()
        },
    )
