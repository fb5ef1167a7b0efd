"""A printed event and its files, as the page shows them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from wordfleet_print.event.pack.contents import PLAYERS
from wordfleet_print.event.plan.event_file import EVENT_FILE, read_event
from wordfleet_print.event.plan.players_file import PLAYERS_FILE
from wordfleet_print.event.roster.roster import Player
from wordfleet_print.files import is_file

KINDS = (
    "sheets",
    "spares",
    "table-cards",
    "score-slips",
    "name-index",
    "players",
    "answer-key",
    "manifest",
    "list",
    "event",
)
"""The kinds of files of a pack, the organizer’s own last."""
SECRET = frozenset({"answer-key", "manifest", "list", "event"})


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
    """Return the event in a folder. Raises `BadInputError` if there is none, or its last print was interrupted."""
    event = read_event(folder / EVENT_FILE)
    plan, settings = event.plan, event.settings
    listed = [PackFile(one.name, file_kind(one.name), one.pages) for one in event.files]
    listed.append(PackFile(EVENT_FILE, "event", 0))
    there = [one for one in listed if is_file(folder / one.name)]
    return PackedEvent(
        plan.title,
        plan.deal.edition,
        plan.deal.rules,
        str(settings["paper"]),
        bool(settings["eco"]),
        len(plan.roster.players),
        plan.players,
        plan.numbers,
        plan.sheets,
        len(plan.spares),
        bool(settings["half_sheets"] or settings["with_rules"]),
        tuple(sorted(there, key=lambda one: (KINDS.index(one.kind), one.name))),
        tuple(kind for kind in KINDS if kind in {one.kind for one in listed} - {one.kind for one in there}),
    )


def file_kind(name: str) -> str:
    """Return the kind of a file of a pack: its name without ending, and without number or club of one of several."""
    path = Path(name)
    if path.name == PLAYERS_FILE:
        return "list"
    stem = path.stem.rstrip("0123456789").rstrip("-")
    return PLAYERS if path.parent.name == PLAYERS else "sheets" if stem.startswith("sheets") else stem
