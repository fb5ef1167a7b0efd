"""A printed event, found by the path that names it."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from wordfleet_print.errors import BadInputError, UsageError
from wordfleet_print.event.lock import settle
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.pack.pack import RECORD
from wordfleet_print.event.plan.event_json import Record, read_record
from wordfleet_print.files import is_file, is_folder, is_missing
from wordfleet_print.limits import OUTPUT
from wordfleet_print.press.ink.paper import PAPERS
from wordfleet_print.wording import some_of

MOST_TOLD = 12
"""Events listed where several could be meant."""
_LOOKS: TypeAdapter[PackLooks] = TypeAdapter(PackLooks)


def is_event(path: Path) -> bool:
    """Whether a path names a printed event rather than a roster."""
    return path.suffix.lower() == ".json" or is_folder(path)


def find_record(path: Path | None) -> Path:
    """The `event.json` that a path names: itself, or the one in that folder; without a path the only one in `output/`.

    Raises `BadInputError` for none, `UsageError` where it is not clear which.
    """
    if path is None:
        return _only_record()
    if not is_folder(path):
        if is_missing(path):
            raise BadInputError(f"{path} does not exist.", tip="Give the event.json of a printed event, or its folder.")
        return path
    settle(path)
    if not is_file(path / RECORD):
        raise BadInputError(
            f"{path} holds no {RECORD}.", tip="Name the folder of a printed event, such as output/summer-cup/."
        )
    return path / RECORD


def _only_record() -> Path:
    found = sorted(OUTPUT.glob(f"*/{RECORD}"))
    if len(found) == 1:
        return found[0]
    if not found:
        raise UsageError(f"There is no event in {OUTPUT}/.", tip="Name the folder of the event first.")
    names = some_of([f"{file.parent}/" for file in found], MOST_TOLD)
    raise UsageError(f"Which event? In {OUTPUT}/ there are {len(found)}: {names}.", tip="Name one of them first.")


def open_record(path: Path) -> Record:
    """The event that a path names. Raises `BadInputError`."""
    return read_record(find_record(path))


def looks_of(record: Record, name: Path) -> PackLooks:
    """The looks that stand in a record. Raises `BadInputError` for what are none."""
    try:
        looks = _LOOKS.validate_json(json.dumps(record.looks), strict=True)
    except (ValidationError, UsageError) as error:
        raise BadInputError(f"{name} has looks that this version does not know.") from error
    if looks.paper not in PAPERS or looks.recorded() != record.looks:
        raise BadInputError(f"{name} has looks that this version does not know.")
    return looks
