"""The values of an event's form: as a printed event has them, and as the request they ask for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wordfleet_print.event.plan.event_file import RECORD
from wordfleet_print.event.roster.questions import Answers
from wordfleet_print.event.roster.reader import read_rosters
from wordfleet_print.files import is_file
from wordfleet_print.services.printed_event import looks_of, open_record

LOOKS = ("paper", "eco", "mine", "with_rules", "half_sheets", "large_print", "left_handed", "per_player")
"""Fields that are also looks of a pack."""
OPTIONS = {"by_club": ("by",), "letters": ("plain_letters",), "tier": ("tier", "fill_from")}
"""What a field is called in a request, where that is not its name."""


def read_event(event: Path) -> tuple[dict[str, Any], str]:
    """Return the form's values of a printed event, and the text of its own edition. Raises `BadInputError`."""
    record = open_record(event)
    plan, looks = record.plan(), looks_of(record, event)
    terms = plan.terms
    values = {name: getattr(looks, name) for name in LOOKS}
    values |= {
        "title": plan.title,
        "rounds": len(plan.numbers),
        "spare": len(plan.spares),
        "edition": terms.edition,
        "tier": terms.fill or terms.tier,
        "theme": list(terms.themes),
        "words": {"text": "\n".join(terms.own_words or ())},
        "placed": terms.placed,
        "blank": terms.blank,
        "by_club": looks.by == "club",
    }
    return values, terms.rules


def find_same_event(home: Path, files: Sequence[Path], answers: Answers) -> tuple[dict[str, Any], str] | None:
    """Return as `read_event` if the event in a folder has most players of a list; else None."""
    if not files or not is_file(home / RECORD):
        return None
    names = {player.name for player in read_rosters(files, answers).players}
    known = {player.name for player in open_record(home).plan().players}
    return read_event(home) if 2 * len(names & known) > len(names) else None
