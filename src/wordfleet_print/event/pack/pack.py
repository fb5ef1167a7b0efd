"""`Pack`: what an event needs on paper, printed into a folder so that the old pack stands there or the new one.

Every file is made in memory and written under a temporary name. Then `event.json.new` is written, complete and synced,
the files are renamed, those that are no longer part of the pack are removed, and `event.json.new` becomes `event.json`.
A folder with `event.json.new` was interrupted: printing again takes plan and seed from there, and gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from wordfleet_print.errors import CannotWriteError
from wordfleet_print.event.pack.contents import (
    MANIFEST,
    MANIFEST_HEAD,
    PLAYERS,
    Call,
    Made,
    PackFile,
    Setup,
    list_calls,
)
from wordfleet_print.event.pack.executors import run_calls
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.plan.event_file import RECORD, FileRow, read_files, write_record
from wordfleet_print.event.plan.plan import EventPlan, PlannedSheet
from wordfleet_print.files import is_folder, is_missing, remove_leftovers, write_together
from wordfleet_print.messages import some_of
from wordfleet_print.sheet.sheet import Seat
from wordfleet_print.tracker.layout import find_cut_names, lay_out_sheet
from wordfleet_print.tracker.names import find_bare_names, make_printable

MOST_TOLD = 5
"""Files in the way that are named."""
Progress = Callable[[int, int], None]
"""Is called with how many calls are done, and how many there are; may raise to stop."""


@dataclass(frozen=True, slots=True)
class Written:
    """A file of the pack: its path, its pages (0 where it has none), whether it is secret, what it holds."""

    path: Path
    pages: int
    private: bool
    holds: str = ""


@dataclass(frozen=True)
class Pack:
    """Everything that an event needs on paper, or one round of it by its number. `rules` are quick rules for the backs,
    by whether they are in large print.
    """

    event: EventPlan
    looks: PackLooks
    rules: Mapping[bool, bytes] | None = None
    round: int | None = None

    def __post_init__(self) -> None:
        self.looks.use_fonts()

    @cached_property
    def plan(self) -> EventPlan:
        """What is printed of the event."""
        return self.event if self.round is None else self.event.only(self.round)

    @property
    def place(self) -> str:
        """Where its files are inside the event's folder."""
        return "" if self.round is None else f"round-{self.round}"

    @cached_property
    def setup(self) -> Setup:
        """What calls need to make its files."""
        return Setup(self.plan.terms, self.looks, self.plan.title, self.rules)

    @cached_property
    def calls(self) -> list[Call]:
        """The calls that make its files."""
        return list_calls(self.plan, self.setup)

    @property
    def files(self) -> list[PackFile]:
        """Its files, `event.json` aside."""
        return [*(file for call in self.calls for file in call.files), PackFile(MANIFEST, private=True)]

    def long_names(self) -> list[str]:
        """Return the players' names that are cut with an ellipsis on their sheets."""
        edition, terms, cut = self.plan.terms.source().edition, self.plan.terms, list[str]()
        (nobody,) = self.setup.deal([PlannedSheet(0, None, Seat())])
        for player in {one.name: one for one in self.plan.players if make_printable(one.name)}.values():
            looks = self.looks.sheet_looks(player, self.plan.title)
            pages = lay_out_sheet(edition, looks, blank=terms.blank, placed=terms.placed)
            cut += find_cut_names(replace(nobody, captain=player.name, opponent=player.name), pages)
        return cut

    def unset_names(self) -> list[str]:
        """Return the players' names that no font at hand can set: their sheets have a line to write on instead."""
        return [one.name for one in self.plan.players if one.name and not make_printable(one.name)]

    def bare_names(self) -> list[str]:
        """Return the players' names that are printed without the emoji in them."""
        return find_bare_names(one.name for one in self.plan.players)


def check_free(folder: Path, pack: Pack) -> None:
    """Refuse a folder in which files that no event here has made, or folders, have the names of the pack's.

    Raises `CannotWriteError`.
    """
    place, tip = folder / pack.place, "Remove it."
    for path in (folder, place, place / PLAYERS):
        if path.exists() and not is_folder(path):
            raise CannotWriteError(f"Cannot write to {path}: it is not a folder.", tip=tip, say=("output",))
    names = [place / file.name for file in pack.files]
    if other := next(filter(is_folder, names), None):
        raise CannotWriteError(f"Cannot write {other}: it is a folder.", tip=tip, say=("output",))
    known = {folder / name for name in read_files(folder)}
    if lost := sorted(path for path in names if path not in known and not is_missing(path)):
        told = some_of([path.relative_to(folder) for path in lost], MOST_TOLD)
        what = f"{folder} has files that no event here has made, and that would be lost: {told}."
        raise CannotWriteError(what, tip="Move them away.", say=("output",))


def print_pack(
    pack: Pack, folder: Path, *, executor: Executor | None = None, progress: Progress | None = None
) -> list[Written]:
    """Print the pack into the folder, which the caller holds (`lock.alone_in`); return its files.

    Raises `CannotWriteError`, and as `check_free` and `run_calls`.
    """
    check_free(folder, pack)
    place, count = folder / pack.place, len(pack.calls)
    for where in (folder, place, place / PLAYERS):
        remove_leftovers(where)
    written, manifest, earlier = list[Written](), [MANIFEST_HEAD], read_files(folder)
    with write_together() as files:
        # Files of another round that was printed by itself, or of all rounds, stay.
        rows = {name: row for name, row in earlier.items() if _place_of(name) != pack.place}

        def add(made: Made) -> None:
            file, path = made.file, place / made.file.name
            files.add(path, made.content, private=file.private)
            written.append(Written(path, file.pages, file.private, file.holds))
            name, digest = path.relative_to(folder).as_posix(), sha256(made.content).hexdigest()
            rows[name] = FileRow(name=name, pages=file.pages, size=len(made.content), sha256=digest)

        for number, made in enumerate(run_calls(pack.calls, executor), start=1):
            for one in made:
                manifest.append(one.content) if one.file.name == MANIFEST else add(one)
            if progress:
                progress(number, count)
        add(Made(PackFile(MANIFEST, private=True), b"".join(manifest)))
        for name in earlier.keys() - rows.keys():
            files.remove(folder / name)
        record = b"".join(write_record(pack.event, pack.looks.recorded(), pack.round, [*rows.values()]))
        files.finish_with(folder / RECORD, record)
    return [*written, Written(folder / RECORD, 0, private=True)]


def _place_of(name: str) -> str:
    """Return which part of an event a file belongs to: all rounds, or a round that was printed by itself."""
    first, _, rest = name.partition("/")
    return first if rest and first != PLAYERS else ""
