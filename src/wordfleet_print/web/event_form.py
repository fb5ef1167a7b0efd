"""The values of an event's form, as a printed event has them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wordfleet_print.event.plan.event_file import has_event
from wordfleet_print.event.roster.questions import Answers
from wordfleet_print.event.roster.reader import read_rosters
from wordfleet_print.services.events import open_event
from wordfleet_print.settings.event import EventSettings


def read_event(event: Path) -> tuple[dict[str, Any], str]:
    """Return the form's values of a printed event, and the text of its own edition. Raises `BadInputError`."""
    found = open_event(event)
    values: dict[str, Any] = {name: value for name, value in found.settings.items() if name in EventSettings.fields()}
    values |= {
        "rounds": len(found.plan.numbers),
        "spare": len(found.plan.spares),
        "words": found.settings["words"] or {"text": ""},
        "seed": None,
    }
    return values, found.plan.deal.rules


def find_same_event(home: Path, files: Sequence[Path], answers: Answers) -> tuple[dict[str, Any], str] | None:
    """Return as `read_event` if the event in a folder has most players of a list; else None."""
    if not files or not has_event(home):
        return None
    names = {player.name for player in read_rosters(files, answers).players}
    known = {player.name for player in open_event(home).plan.players}
    return read_event(home) if 2 * len(names & known) > len(names) else None
