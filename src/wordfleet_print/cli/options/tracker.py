"""What can be said on the command line of `tracker` alone."""

from __future__ import annotations

from typing import Annotated

import typer

from wordfleet_print.cli.options.common import LOOKS, RESULT, SHEETS, WORDS, flag, parse_count

Names = Annotated[
    list[str] | None,
    typer.Option(
        "--captain",
        "-c",
        metavar="NAME",
        help="A captain's name; repeat for each. Opponents two by two.",
        rich_help_panel=SHEETS,
    ),
]
LargeFor = Annotated[
    list[str] | None,
    typer.Option(
        "--large-print-for",
        metavar="NAME",
        help="Large print for this captain; repeat for more.",
        rich_help_panel=LOOKS,
    ),
]
LeftFor = Annotated[
    list[str] | None,
    typer.Option(
        "--left-handed-for",
        metavar="NAME",
        help="Left-handed, this captain's; repeat for more.",
        rich_help_panel=LOOKS,
    ),
]
Count = Annotated[
    int | None,
    typer.Option(
        "--count",
        "-n",
        parser=parse_count,
        metavar="N",
        help="How many sheets. Default: one a captain.",
        rich_help_panel=SHEETS,
    ),
]
Codes = Annotated[
    list[str] | None,
    typer.Option(
        "--code", metavar="CODE", help="Reprint the sheet of this code; repeat for more.", rich_help_panel=WORDS
    ),
]
Public = Annotated[
    bool,
    flag(
        "--public-half/--whole",
        says="Only what everyone may see, to show or to stream: no secrets in the file.",
        panel=LOOKS,
    ),
]
Output = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="PATH",
        help="A file, a folder/ or - for stdout. Default: output/.",
        rich_help_panel=RESULT,
    ),
]
Split = Annotated[bool, flag("--split/--no-split", says="A file for each captain.", panel=RESULT)]
Open = Annotated[bool, flag("--open", says="Open the file when it is done.", panel=RESULT)]
ShowWords = Annotated[
    bool, flag("--show-words", says="Show the secrets on screen: words and launch codes.", panel=RESULT)
]
