"""What an event is called, and the folder that goes by its name."""

from __future__ import annotations

from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.limits import OUTPUT
from wordfleet_print.press.ink.printable_names import check_name
from wordfleet_print.wording import quote, slug

_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}


def title_of(file: Path) -> str:
    """A roster's file name as a title: `summer-cup_2025.csv` is “Summer Cup 2025”; “Event” where no font has it."""
    words = file.stem.replace("_", " ").replace("-", " ").split()
    text = " ".join(word.capitalize() if word.islower() else word for word in words)[:100].strip()
    name, faults = check_name(text) if text else ("", ("is empty",))
    return "Event" if faults else name


def checked_title(text: str) -> str:
    """A title as typed. Raises `BadInputError` for characters that cannot be printed."""
    name, faults = check_name(text)
    if faults:
        complaints = [Complaint(f"the title {quote(text)}", fault) for fault in faults]
        raise BadInputError("The title cannot be printed.", *complaints)
    return name


def folder_of(title: str) -> Path:
    """Where an event goes by default: a name that is safe on every system."""
    name = slug(title) or "event"
    return OUTPUT / (f"{name}-event" if name in _RESERVED else name)
