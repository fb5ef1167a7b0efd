"""What can be said on the command line of `tracker` alone."""

from __future__ import annotations

from typing import Annotated

from wordfleet_print.cli.options.common import LOOKS, RESULT, SHEETS, WORDS, flag, option, parse_count

Names = Annotated[
    list[str] | None, option("--captain -c NAME", "A captain's name; repeat for each. Opponents two by two.", SHEETS)
]
LargeFor = Annotated[
    list[str] | None, option("--large-print-for NAME", "Large print for this captain; repeat for more.", LOOKS)
]
LeftFor = Annotated[
    list[str] | None, option("--left-handed-for NAME", "Left-handed, this captain's; repeat for more.", LOOKS)
]
Count = Annotated[
    int | None, option("--count -n N", "How many sheets. Default: one a captain.", SHEETS, parser=parse_count)
]
Codes = Annotated[list[str] | None, option("--code CODE", "Reprint the sheet of this code; repeat for more.", WORDS)]
Public = Annotated[
    bool,
    flag("--public-half/--whole", "Only what everyone may see, to show or to stream: no secrets in the file.", LOOKS),
]
SheetsOutput = Annotated[
    str | None, option("--output -o PATH", "A file, a folder/ or - for stdout. Default: output/.", RESULT)
]
SplitByCaptain = Annotated[bool, flag("--split/--no-split", "A file for each captain.", RESULT)]
Open = Annotated[bool, flag("--open", "Open the file when it is done.", RESULT)]
ShowWords = Annotated[bool, flag("--show-words", "Show the secrets on screen: words and launch codes.", RESULT)]
