"""`EventWanted`: what was asked of `event print`, before it is known to make sense; it becomes an `EventJob`.

A new event takes what is typed, else what `wordfleet.toml` says, else the usual. An event that stands in the folder
stays as it is, but for what is typed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from wordfleet_print.cli.event_job import (
    EventJob,
    checked_title,
    find_record,
    folder_of,
    is_event,
    kept_seed,
    looks_of,
    title_of,
)
from wordfleet_print.cli.options import parse_seed
from wordfleet_print.cli.wanted import DEFAULT_TIER, Wanted, fresh_seed, read_own_words
from wordfleet_print.errors import BadInputError, UsageError
from wordfleet_print.event.looks import PackLooks
from wordfleet_print.event.pack import RECORD
from wordfleet_print.event.plan import EventPlan, Terms
from wordfleet_print.event.record import Record, read_record, write_record
from wordfleet_print.event.roster import Roster, numbered_roster
from wordfleet_print.event.roster_file import read_roster
from wordfleet_print.game import Edition

PLAYERS_PER_SPARE, LEAST_SPARES = 20, 2
ON_THE_SHEETS = frozenset({"edition", "tier", "theme", "words", "blank"})
"""Options that decide which deck is dealt from."""
OF_THE_PLAN = frozenset({*ON_THE_SHEETS, "placed", "band", "fair", "rounds", "spare", "title", "seed"})
"""Options that a plan hangs on; all others only say how it is printed."""
CLASHES: Mapping[str, frozenset[str]] = {
    "half_sheets": frozenset({"large_print", "with_rules"}),
    "large_print": frozenset({"half_sheets"}),
    "with_rules": frozenset({"half_sheets"}),
}
"""Looks that are typed, and the defaults of a file that give way to them."""


@dataclass(frozen=True)
class EventWanted:
    """The options as typed; None where left out. `sheets` are those on words, `looks` those on looks, by field.

    `typed` and `from_file` name the parameters that somebody typed and those that `wordfleet.toml` has set.
    """

    source: Path | None
    players: int | None
    encoding: str | None
    rounds: int | None
    title: str | None
    band: tuple[int, int] | None
    spare: int | None
    redeal: bool
    sheets: Wanted
    looks: Mapping[str, Any]
    output: Path | None
    workers: int | None
    scheduler: str | None
    typed: frozenset[str]
    from_file: frozenset[str]

    @cached_property
    def given(self) -> Record | None:
        """The printed event that the source names, if it names one. Raises `BadInputError`."""
        if self.source is None or not is_event(self.source):
            return None
        return read_record(find_record(self.source))

    @cached_property
    def roster(self) -> Roster:
        """Who plays. Raises `UsageError` where nothing says so, `BadInputError` with every complaint about a file."""
        if self.source is not None and self.players is None:
            return self.given.plan().roster if self.given else read_roster(self.source, encoding=self.encoding)
        if self.players is not None and self.source is None:
            return numbered_roster(self.players)
        raise UsageError("Name a roster, or say how many play with --players: one of the two.")

    @cached_property
    def folder(self) -> Path:
        """The event's folder."""
        if self.output is not None:
            return self.output
        if self.given is not None and self.source is not None and self.source.is_dir():
            return self.source
        return folder_of(self._title(self.given))

    def job(self) -> EventJob:
        """The job; the folder is held meanwhile. Raises `UsageError` and `BadInputError`."""
        earlier = self._earlier()
        plan = None if earlier is None else earlier.plan()
        terms = self._terms(plan)
        return EventJob(
            folder=self.folder,
            title=self._title(earlier),
            seed=self._seed(earlier),
            terms=terms,
            roster=self.roster,
            rounds=self.rounds or max(self.roster.rounds, len(plan.rounds) if plan else 1),
            spare=self._spare(plan),
            looks=self._looks(earlier),
            earlier=earlier,
            as_it_was=self.given is not None and not self.typed & OF_THE_PLAN,
            redeal=self.redeal,
            workers=self.workers,
            scheduler=self.scheduler or "",
        )

    def _earlier(self) -> Record | None:
        """The event as it stands: in the file that was named, or in the folder."""
        file = self.folder / RECORD
        held = read_record(file) if file.exists() else None
        if held is None or self.given is None:
            self._check_same(held)
            return self.given or held
        if _sheets_of(held) != _sheets_of(self.given):
            raise BadInputError(
                f"{file} is another event, or another state of this one; it would be lost.",
                tip="Choose another folder with --output.",
            )
        return self.given

    def _check_same(self, held: Record | None) -> None:
        """Refuse to take somebody's event for an earlier state of quite another one."""
        if held is None:
            return
        known = {player.key for player in held.plan().roster.players}
        if not any(player.key in known for player in self.roster.players):
            raise BadInputError(
                f"{self.folder} holds the event “{held.title}”, in which nobody of these players is.",
                tip="Choose another folder with --output, or another --title.",
            )

    def _title(self, earlier: Record | None) -> str:
        if self.title is not None and ("title" in self.typed or earlier is None):
            return checked_title(self.title)
        if earlier is not None:
            return earlier.title
        return title_of(self.source) if self.source else f"{self.players} players"

    def _seed(self, earlier: Record | None) -> str:
        """The event's seed: that of the event as it stands, or typed, or of a run that was stopped, or a new one."""
        asked = self.sheets.seed
        if earlier is None:
            return asked or kept_seed(self.folder) or fresh_seed()
        if asked is not None and "seed" in self.typed and asked not in (earlier.seed, parse_seed(earlier.seed)):
            raise BadInputError(
                f"The event “{earlier.title}” was dealt from the seed {earlier.seed}; --seed asks for another.",
                tip="Leave --seed out to go on with it, or start a new event in another folder with --output.",
            )
        return earlier.seed

    def _terms(self, plan: EventPlan | None) -> Terms:
        if plan is None:
            return self._asked_terms()
        terms = self._asked_terms() if self.typed & ON_THE_SHEETS else plan.terms
        fair = self.sheets.fair if "fair" in self.typed else plan.terms.fair
        usual = plan.terms.band
        if fair != plan.terms.fair:
            usual = _band_of(replace(self.sheets, edition=terms.edition, fair=fair).rules())
        terms = replace(
            terms,
            fair=fair,
            band=("band" in self.typed and self._asked_band(fair=fair)) or usual,
            placed=self.sheets.placed if "placed" in self.typed else plan.terms.placed,
        )
        if terms.blank and terms.placed:
            raise UsageError("A blank sheet has no words to place: no --placed with it.")
        return terms

    def _asked_terms(self) -> Terms:
        """The terms that the options make. Raises as `Terms.deck`, and for options that do not go together."""
        sheets = self.sheets.without_clashing(self.from_file)
        sheets.check()
        edition = sheets.rules()
        own = read_own_words(sheets.words, edition) if sheets.words else None
        terms = Terms(
            edition=edition.slug,
            tier=DEFAULT_TIER if sheets.tier is None else sheets.tier,
            themes=tuple(sorted(set(sheets.themes))),
            own_words=None if own is None else tuple(word for words in own.by_length.values() for word in words),
            own_title=own.title if own else "",
            blank=sheets.blank,
            placed=sheets.placed,
            band=self._asked_band(fair=sheets.fair) or _band_of(edition),
            fair=sheets.fair,
        )
        terms.deck()
        return terms

    def _asked_band(self, *, fair: bool) -> tuple[int, int] | None:
        """The band that was asked for. Raises `UsageError` where fleets are to be of any ratings."""
        if not fair and "band" in self.typed:
            raise UsageError("--fair off deals fleets of any ratings: no --band with it.")
        return self.band if fair else None

    def _spare(self, plan: EventPlan | None) -> int:
        if self.spare is not None and (plan is None or "spare" in self.typed):
            return self.spare
        if plan is not None:
            return len(plan.spares)
        return max(LEAST_SPARES, -(-len(self.roster.players) // PLAYERS_PER_SPARE))

    def _looks(self, earlier: Record | None) -> PackLooks:
        if earlier is not None:
            typed = {field: value for field, value in self.looks.items() if _OPTIONS.get(field, field) in self.typed}
            return replace(looks_of(earlier, self.folder / RECORD), **typed)
        return PackLooks(**_without_clashing(self.looks, self.from_file))


_OPTIONS = {"collation": "collate"}
"""The parameters of looks whose fields have another name."""


def _without_clashing(looks: Mapping[str, Any], from_file: Collection[str]) -> dict[str, Any]:
    """The looks, less the defaults from a file that something typed overrules."""
    dropped: set[str] = set()
    for field, overruled in CLASHES.items():
        if looks[field] and field not in from_file:
            dropped |= overruled & set(from_file)
    return {field: value and field not in dropped if field in CLASHES else value for field, value in looks.items()}


def _band_of(edition: Edition) -> tuple[int, int]:
    low, high = edition.fairness.band
    return low, high


def _sheets_of(record: Record) -> bytes:
    """Everything of a record but its looks."""
    return b"".join(write_record(record.plan(), {}))
