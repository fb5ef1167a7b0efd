"""What is wrong with the cells of a name: a date, a placeholder, several people, a heading."""

from __future__ import annotations

import re
from typing import NamedTuple

from wordfleet_print.limits import LONGEST_NAME
from wordfleet_print.messages import quote
from wordfleet_print.roster import cells
from wordfleet_print.roster.headings import parse_heading
from wordfleet_print.roster.names import PlayerColumns
from wordfleet_print.roster.roles import NAMES, find_role
from wordfleet_print.roster.vocabulary import list_words
from wordfleet_print.sheet.player_names import find_name_faults, simplify
from wordfleet_print.tables.rows import Row

# Commas in a name: “King, Martin, Jr., PhD”.
_MOST_COMMAS = 3
# A remark where a name should be: “Note: …”.
_REMARK = re.compile(r"\w:(\s|$)")
# A web address, or what a program writes for a list in a cell.
_NO_NAME = re.compile(r'://|[{}]|","')


class NameFault(NamedTuple):
    """What is wrong with a name, and what helps."""

    what: str
    advice: str


def find_name_fault(row: Row, columns: PlayerColumns, name: str) -> NameFault | None:
    """Return what is wrong with a player's name as the row writes it; None for a good name."""
    places = [columns[role].index for role in NAMES if role in columns]
    for place in places:
        if place in row.odd_columns:
            return NameFault(f"holds {row[place]} as a name", "write the name as text")
    texts = [row[place] for place in places]
    if not cells.DITTO.isdisjoint([name, *texts]):
        return NameFault(f"has {name} for the name above", "write the name out")
    advice = "write the player’s name, or delete the row"
    if _is_no_name(name):
        return NameFault(f"has {quote(name)} for a name", advice)
    if _is_remark(name):
        return NameFault(f"has {quote(name)} for a name, which reads as a remark", advice)
    if _holds_several(name):
        what = f"has several players in one cell: {quote(name)}"
        return NameFault(what, "give each a row, or a column")
    return _find_print_fault(name)


def _is_no_name(text: str) -> bool:
    """Whether a text is a placeholder, an address or code."""
    is_address = bool(cells.EMAIL.fullmatch(text) or _NO_NAME.search(text))
    return is_address or cells.is_placeholder(text)


def _is_remark(name: str) -> bool:
    unlabeled = cells.strip_label(name)
    return bool(_REMARK.search(unlabeled)) and not name.endswith((":", "："))


def _holds_several(text: str) -> bool:
    """Whether a text names several people for sure: “Ann vs Ben”, two addresses, many commas."""
    is_meeting = bool(cells.VERSUS.search(text))
    return is_meeting or text.count("@") > 1 or text.count(",") > _MOST_COMMAS


def _find_print_fault(name: str) -> NameFault | None:
    """Return why a name cannot be printed; None if it can."""
    fault = next(find_name_faults(name), "")
    if not fault and len(name) > LONGEST_NAME:
        fault = "it is too long"
    return NameFault(f"has no name in {quote(name)}: {fault}", "write it again") if fault else None


def is_other_heading(name: str) -> bool:
    """Whether a name is a heading of something else, such as “Table”."""
    # “Bo” is a heading of boards, and somebody's name
    if cells.find_counted_word(name) or simplify(name) in list_words("only-alone"):
        return False
    heading = parse_heading(name)
    role = find_role(heading)
    return heading.known and role is not None and role not in NAMES
