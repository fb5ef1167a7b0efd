"""`EventJob`: one call of `event print`, parsed and checked; and its steps: plan, make a pack of it, print."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError
from slugify import slugify

from wordfleet_print.errors import BadInputError, Complaint, UsageError, WordfleetError
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.pack.pack import RECORD, Pack, Written, forget_unbegun, print_pack
from wordfleet_print.event.plan.diff import PlanDiff, diff_plans
from wordfleet_print.event.plan.model import EventPlan, Scope, Terms
from wordfleet_print.event.plan.planner import plan_event, redeal
from wordfleet_print.event.plan.record import Record, read_record
from wordfleet_print.event.roster.model import Roster
from wordfleet_print.event.run.runner import Watch
from wordfleet_print.event.run.store import WorkFolder
from wordfleet_print.event.run.workers import Workers, available_cores
from wordfleet_print.files import is_missing
from wordfleet_print.game import load_rules
from wordfleet_print.press.ink.names import check_name
from wordfleet_print.press.ink.paper import PAPERS
from wordfleet_print.sheet.captain import quote

OUTPUT = Path("output")
MANY = 10_000
"""Sheets from which on several processes are worth starting, and the size of the work is told before it begins."""
_SEED = "seed"
_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}
_LOOKS: TypeAdapter[PackLooks] = TypeAdapter(PackLooks)


@dataclass(frozen=True)
class EventJob:
    """An event to print into `folder`.

    `earlier` is the event as it stands there, or None; with `as_it_was` it is printed again and nothing is planned.
    `workers` is None for as many as the work is worth.
    """

    folder: Path
    title: str
    seed: str
    terms: Terms
    roster: Roster
    rounds: int
    spare: int
    looks: PackLooks
    earlier: Record | None = None
    as_it_was: bool = False
    redeal: bool = False
    workers: int | None = None
    scheduler: str = ""

    def plan(self) -> EventPlan:
        """The plan. Raises `BadInputError` where players cannot be paired, or the words cannot supply the sheets."""
        plan = self.earlier.plan() if self.earlier and self.as_it_was else self._planned()
        return redeal(plan) if self.redeal else plan

    def _planned(self) -> EventPlan:
        return plan_event(
            self.roster,
            self.terms,
            Scope(self.title, self.seed, self.rounds, self.spare),
            earlier=self.earlier.plan() if self.earlier else None,
            workers=self._workers(len(self.roster.players) * self.rounds + self.spare),
        )

    def _workers(self, sheets: int) -> Workers:
        """Who plans and prints so many sheets: as many as are asked for, else every core where that is worth while."""
        return Workers(self.workers or (available_cores() if sheets >= MANY else 1), self.scheduler)

    def changes(self, plan: EventPlan) -> PlanDiff | None:
        """What the plan changes in the event as it stands; None where there is none, or it is printed as it was."""
        return diff_plans(self.earlier.plan(), plan) if self.earlier and (self.redeal or not self.as_it_was) else None

    def pack(self, plan: EventPlan) -> Pack:
        """The pack. Raises `MissingDependencyError` where rules are wanted on the backs and Pango is missing."""
        return pack_of(plan, self.looks)

    def print(self, pack: Pack, watch: Watch) -> list[Written]:
        """Print the pack; the seed is kept first, so that the same command goes on with it after a stop.

        Raises as `print_pack`; where that refuses before anything is finished, nothing is left behind.
        """
        WorkFolder.of(self.folder).keep(_SEED, self.seed.encode())
        try:
            return print_pack(pack, self.folder, self._workers(count_sheets(pack.plan)), watch)
        except WordfleetError:
            forget_unbegun(pack, self.folder)
            raise


def pack_of(plan: EventPlan, looks: PackLooks) -> Pack:
    """The pack of a plan, with the page behind every page where the looks want one; that needs Pango.

    That page is in large print where any sheet is.
    """
    if not looks.with_rules:
        return Pack(plan, looks)
    from wordfleet_print.rulebook.pdf.backs import print_back, print_large_back

    large = any(large for large, _ in looks.variants(plan.roster.players))
    print_rules = print_large_back if large else print_back
    return Pack(plan, looks, print_rules(load_rules(plan.terms.edition), looks.on))


def count_sheets(plan: EventPlan) -> int:
    """How many sheets a plan has, the spare ones included."""
    return len(plan.roster.players) * len(plan.rounds) + len(plan.spares)


def kept_seed(folder: Path) -> str | None:
    """The seed that a run in this folder began with and did not come to the end."""
    kept = WorkFolder.of(folder).kept(_SEED)
    return None if kept is None else kept.decode(errors="replace")


def looks_of(record: Record, name: Path) -> PackLooks:
    """The looks that stand in a record. Raises `BadInputError` for what are none."""
    try:
        looks = _LOOKS.validate_json(json.dumps(record.looks), strict=True)
    except (ValidationError, UsageError) as error:
        raise BadInputError(f"{name} has looks that this version does not know.") from error
    if looks.paper not in PAPERS or asdict(looks) != record.looks:
        raise BadInputError(f"{name} has looks that this version does not know.")
    return looks


def is_event(path: Path) -> bool:
    """Whether a path names a printed event rather than a roster."""
    return path.is_dir() or path.suffix.lower() == ".json"


def find_record(path: Path) -> Path:
    """The `event.json` that a path names: itself, or the one in that folder. Raises `BadInputError` for none."""
    if not path.is_dir():
        if is_missing(path):
            raise BadInputError(f"{path} does not exist.", tip="Give the event.json of a printed event, or its folder.")
        return path
    if not (path / RECORD).is_file():
        raise BadInputError(
            f"{path} holds no {RECORD}.", tip="Name the folder of a printed event, such as output/summer-cup/."
        )
    return path / RECORD


def open_record(path: Path) -> tuple[Record, Path]:
    """The event that a path names, and its file. Raises `BadInputError`."""
    file = find_record(path)
    return read_record(file), file


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
    slug = slugify(title, max_length=60) or "event"
    return OUTPUT / (f"{slug}-event" if slug in _RESERVED else slug)
