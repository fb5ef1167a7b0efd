"""`kit`: boards, pieces, cards and tapes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, ClassVar

from pydantic import Field as Limits

from wordfleet_print.settings.core import Conflict, Group, Option, Relation, Requires
from wordfleet_print.settings.looks import OpenSettings, PaperSettings, RulesFolderSettings, RunSettings

# Boards for pieces that people have; a wider one does not fit on two pages.
LEAST_SQUARE_MM, MOST_SQUARE_MM = 20, 69
PAGES, ARMY, CHESS = Group.PAGES, Group.ARMY, Group.CHESS


class GameSettings(RulesFolderSettings):
    """Whose kits or rules."""

    games: Annotated[
        tuple[str, ...],
        Option("Games, such as army-men.", PAGES, placeholder="GAME …", default_note="all", argument=True),
    ] = ()


class FolderSettings(RunSettings):
    """Where several files go."""

    output: Annotated[
        Path | None, Option("Folder.", Group.OUTPUT, short="-o", placeholder="PATH", default_note="output/")
    ] = None


class KitSettings(GameSettings, PaperSettings, OpenSettings, FolderSettings):
    """`kit`: boards, pieces, cards and tapes."""

    page: Annotated[tuple[str, ...], Option("Print only this page, such as board.", PAGES, placeholder="NAME")] = ()
    one_sided: Annotated[
        bool,
        Option(
            "For a printer that prints on one side: pieces to fold.", Group.LOOKS, label="My printer prints on one side"
        ),
    ] = False
    square: Annotated[
        float | None,
        Limits(ge=LEAST_SQUARE_MM, le=MOST_SQUARE_MM),
        Option(
            "Width of a chess square in mm, for your own pieces.",
            CHESS,
            placeholder="MM",
            label="Square size for your own pieces (mm)",
        ),
    ] = None
    squad: Annotated[
        tuple[str, ...],
        Option(
            'A squad on its own sheet: "sergeant, regular*5".',
            ARMY,
            placeholder="TROOPS",
            label="Squads",
            web_help="One squad per line, or leave empty for blank sheets.",
        ),
    ] = ()
    points: Annotated[
        int | None, Limits(ge=1, le=10_000), Option("Most points that an army may cost.", ARMY, label="Most points")
    ] = None
    tutorial: Annotated[bool, Option("Print only what the tutorial needs.", ARMY)] = False
    png: Annotated[
        bool, Option("Each card as a picture, 300 dpi with 3 mm of bleed.", Group.OUTPUT, label="Cards as pictures")
    ] = False

    relations: ClassVar[tuple[Relation, ...]] = (
        Conflict("tutorial", ("squad", "points"), "The tutorial has its own squads."),
        Requires("points", ("squad",), "Points limit what the squads may cost."),
    )
