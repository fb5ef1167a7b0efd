"""A printed event: found by a path, opened, looked at."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from wordfleet_print.errors import BadInputError, UsageError
from wordfleet_print.event.pack.contents import PLAYERS
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.plan.event_file import RECORD, Record, is_interrupted, read_record
from wordfleet_print.event.roster.roster import Player
from wordfleet_print.files import is_file, is_folder, is_missing
from wordfleet_print.limits import OUTPUT
from wordfleet_print.messages import some_of
from wordfleet_print.tracker.geometry import PAPERS

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
    if not (is_file(path / RECORD) or is_interrupted(path)):
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


KINDS = ("sheets", "spares", "table-cards", "score-slips", "name-index", "players", "answer-key", "manifest", "event")
"""What the files of a pack are, in the order in which they are told; the organizer’s own last."""
SECRET = frozenset({"answer-key", "manifest", "event"})


@dataclass(frozen=True, slots=True)
class PackFile:
    """A file of a pack: its path inside the event's folder, what it is, its pages (0 where it has none)."""

    name: str
    kind: str
    pages: int


@dataclass(frozen=True, slots=True)
class PackedEvent:
    """A printed event and its files: how many are `playing`, all `players` who have sheets, those who left among them;
    `missing` are kinds of files that it ought to have. `rules` is the text of its own edition, "" for a bundled one.
    """

    title: str
    edition: str
    rules: str
    paper: str
    eco: bool
    playing: int
    players: tuple[Player, ...]
    rounds: tuple[int, ...]
    sheets: int
    spares: int
    both_sides: bool
    files: tuple[PackFile, ...]
    missing: tuple[str, ...]

    @property
    def pages(self) -> int:
        """How many pages it has, players’ own files aside."""
        return sum(one.pages for one in self.files if one.kind != PLAYERS)


def look_at_pack(folder: Path) -> PackedEvent:
    """The event in a folder. Raises `BadInputError` where there is none, or its last print was interrupted."""
    record = read_record(folder / RECORD)
    plan, looks = record.plan(), looks_of(record, folder / RECORD)
    listed = [PackFile(one.name, file_kind(one.name), one.pages) for one in record.files]
    listed.append(PackFile(RECORD, "event", 0))
    there = [one for one in listed if is_file(folder / one.name)]
    return PackedEvent(
        plan.title,
        plan.terms.edition,
        plan.terms.rules,
        looks.paper,
        looks.eco,
        len(plan.roster.players),
        plan.players,
        plan.numbers,
        plan.sheets,
        len(plan.spares),
        looks.both_sides,
        tuple(sorted(there, key=lambda one: (KINDS.index(one.kind), one.name))),
        tuple(kind for kind in KINDS if kind in {one.kind for one in listed} - {one.kind for one in there}),
    )


def file_kind(name: str) -> str:
    """What a file of a pack is, by its name: without its ending, and the number or the club of one of several."""
    path = Path(name)
    stem = path.stem.rstrip("0123456789").rstrip("-")
    return PLAYERS if path.parent.name == PLAYERS else "sheets" if stem.startswith("sheets") else stem
