"""How sheets and pages look, and how a command reports: options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, ClassVar, NamedTuple

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

from wordfleet_print.paper import PAPER_TITLES, PaperName
from wordfleet_print.settings.core import Conflict, Group, Option, Relation, Settings, to_lower

LOOKS = Group.LOOKS
OUTPUT = Group.OUTPUT
RARE = Group.RARE


# How far a back can be moved before it leaves the margins.
MOST_OFFSET_MM = 10
OFFSET_ADVICE = "must be two numbers of mm from -10 to 10, right and down, such as 1.5, -0.5."


def make_output_option(help_line: str, default_note: str, *, on_web: bool = True) -> Option:
    """Return the option that says where a command writes."""
    return Option(
        help_line,
        OUTPUT,
        short="-o",
        placeholder="PATH",
        default_note=default_note,
        advice="Choose another place with {}.",
        on_web=on_web,
    )


class RunSettings(Settings):
    """How every command reports."""

    quiet: Annotated[bool, Option("Print errors only.", Group.RUN, short="-q")] = False


class JsonSettings(RunSettings):
    """How a command reports that others call."""

    as_json: Annotated[bool, Option("Print one JSON document.", Group.RUN, typed="json")] = False


class RulesFolderSettings(Settings):
    """Where a designer's own games are."""

    rules: Annotated[
        Path | None, Option("Folder with your own games (*.md).", RARE, placeholder="DIR")
    ] = None


class OpenSettings(Settings):
    """Whether the result is shown."""

    open: Annotated[
        bool, Option("Open the file when it is done.", OUTPUT, on_web=False, in_record=False)
    ] = False


class PrintSettings(Settings):
    """Ink and letters, for everything that is printed."""

    eco: Annotated[bool, Option("Use less ink.", LOOKS, label="Less ink")] = False
    font: Annotated[
        Path | None,
        Option(
            "Font for letters that our fonts lack, such as Chinese, Korean or Georgian (TTF or "
            "OTF).",
            RARE,
            placeholder="FILE",
        ),
    ] = None


class BackOffset(NamedTuple):
    """How far backs are printed to the right and down, as somebody sees who looks at them (mm)."""

    right: float
    down: float


def read_offset(value: object) -> BackOffset:
    """Return an offset: two numbers, or a text such as “1.5, -0.5”."""
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, list | tuple) or len(parts) != len(BackOffset._fields):
        raise PydanticCustomError("back_offset", OFFSET_ADVICE)
    try:
        right, down = (float(part) for part in parts)
    except (TypeError, ValueError) as error:
        raise PydanticCustomError("back_offset", OFFSET_ADVICE) from error
    if not (abs(right) <= MOST_OFFSET_MM and abs(down) <= MOST_OFFSET_MM):
        raise PydanticCustomError("back_offset", OFFSET_ADVICE)
    return BackOffset(right, down)


class PaperSettings(PrintSettings):
    """Paper, too: what is cut out and folded has two."""

    paper: Annotated[
        PaperName | None,
        BeforeValidator(to_lower),
        Option(
            "Paper size.",
            LOOKS,
            short="-p",
            default_note="that of your country",
            titles=PAPER_TITLES,
        ),
    ] = None
    back_offset: Annotated[
        BackOffset | None,
        BeforeValidator(lambda value: None if value is None else read_offset(value)),
        Option(
            "Move backs this many mm right and down; Word Fleet’s kits have a page to measure it.",
            RARE,
            placeholder="X,Y",
            label="Move backs by (mm right, mm down)",
            web_help="If backs do not meet fronts: the check page of Word Fleet kits measures it.",
        ),
    ] = None


class LookSettings(PaperSettings):
    """How sheets are printed."""

    placed: Annotated[
        bool,
        Option(
            "Place the ships on the defense grid.", LOOKS, label="Ships already placed on the grid"
        ),
    ] = False
    color: Annotated[
        bool,
        Option(
            "Print the half on the table in blue and the secret half in red.",
            LOOKS,
            label="In color: table blue, secret red",
        ),
    ] = False
    mine: Annotated[
        bool,
        Option(
            "Add a box for your own mine, for the Minefield variation.",
            LOOKS,
            label="Box for a mine",
        ),
    ] = False
    large_print: Annotated[
        bool,
        Option(
            "Print each sheet on two landscape pages, everything but long names 16 pt or larger.",
            LOOKS,
            label="Large print",
        ),
    ] = False
    left_handed: Annotated[
        bool,
        Option("Mirror the sheet for left-handed players.", LOOKS, label="For left-handed players"),
    ] = False
    half_sheets: Annotated[
        bool,
        Option(
            "Put two sheets on each page; print double-sided and cut.",
            LOOKS,
            label="Two per page, double-sided; cut in half",
            web_help="Print double-sided and cut every page in half.",
        ),
    ] = False
    with_rules: Annotated[
        bool,
        Option("Print quick rules on the back of every page.", LOOKS, label="Rules on the back"),
    ] = False

    relations: ClassVar[tuple[Relation, ...]] = (
        Conflict(
            "half_sheets",
            ("large_print", "players.large_print", "with_rules"),
            "Half sheets are printed double-sided and cut, so they have no large print and no "
            "rules on the back.",
        ),
    )
