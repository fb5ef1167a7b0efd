"""The job: plan the event, make its pack, print it; what that changes in an earlier one.

A new event takes what is asked for, else the usual. An event that stands in the folder stays as it is, but for what
somebody has typed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from wordfleet_print.errors import BadInputError, UsageError, WordfleetError
from wordfleet_print.event.lock import settle
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.pack.pack import RECORD, Pack, Written, print_pack
from wordfleet_print.event.pack.shards import Watch
from wordfleet_print.event.plan.event_json import Record, read_record, write_record
from wordfleet_print.event.plan.event_plan import EventPlan, Scope, Terms
from wordfleet_print.event.plan.pairing import pairing_notes
from wordfleet_print.event.plan.plan_changes import (
    PlanChange,
    PlanDiff,
    as_known,
    diff_plans,
    likely_same,
    rename_players,
    renamed_roster,
)
from wordfleet_print.event.plan.planner import disagreements, pairs_otherwise, plan_event
from wordfleet_print.event.roster.listing import asked_columns
from wordfleet_print.event.roster.read_roster import RosterRead, read_roster
from wordfleet_print.event.roster.roster import Player, Roster, numbered_roster
from wordfleet_print.files import is_file, is_folder
from wordfleet_print.jobs.ask_event import NamesRequest, RoundsRequest
from wordfleet_print.jobs.asking import checked_title, folder_of, fresh_seed, parse_seed, title_of
from wordfleet_print.jobs.choose_words import WordsRequest, read_own_words
from wordfleet_print.jobs.own_rules import library_kept, refuse_other_rules, rules_behind
from wordfleet_print.jobs.printed_event import find_record, is_event, looks_of
from wordfleet_print.limits import DEFAULT_TIER
from wordfleet_print.press.ink.printable_names import legible
from wordfleet_print.sandbox import available_cores
from wordfleet_print.wording import plural

MANY = 10_000
"""More sheets than these are worth several processes, and the size of the work is told before it begins."""
PLAYERS_PER_SPARE, LEAST_SPARES = 20, 2
ON_THE_SHEETS = frozenset({"edition", "tier", "theme", "words", "fill_from", "blank", "rules"})
"""Options that decide which deck is dealt from."""
OF_ROUNDS = frozenset({"rounds", "redeal", "withdraw", "return_", "bye_sheets"})
OF_THE_PLAN = frozenset({*ON_THE_SHEETS, *OF_ROUNDS, "rename", "placed", "band", "fair", "spare", "title", "seed"})
"""Options that a plan hangs on; all others only say how it is printed."""


@dataclass(frozen=True)
class EventRequest:
    """What was asked for; None where nothing was said. `looks` are the fields of `PackLooks` by name.

    `typed` names the options that somebody typed: `wordfleet.toml` may have set the others.
    """

    source: Path | None
    players: int | None = None
    encoding: str | None = None
    sheet: str | None = None
    columns: tuple[str, ...] = ()
    rounds: RoundsRequest = field(default_factory=RoundsRequest)
    names: NamesRequest = field(default_factory=NamesRequest)
    title: str | None = None
    seed: str | None = None
    words: WordsRequest = field(default_factory=WordsRequest)
    placed: bool = False
    band: tuple[int, int] | None = None
    spare: int | None = None
    looks: Mapping[str, Any] = field(default_factory=dict)
    output: Path | None = None
    workers: int | None = None
    scheduler: str | None = None
    typed: frozenset[str] = frozenset()

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
            if self.given:
                roster = renamed_roster(self.given.plan().roster, self.names.renames)
                self.names.check(roster, lambda: None)
                return roster
            reading = RosterRead(self.encoding, self.sheet, asked_columns(self.columns))
            roster = read_roster(self.source, reading)
            self.names.check(roster, partial(read_roster, self.source, replace(reading, strict=True)))
            return roster if self.rounds.only is None else roster.of_round(self.rounds.only)
        if self.players is not None and self.source is None:
            return numbered_roster(self.players)
        raise UsageError("Name a roster, or say how many play with --players: one of the two.")

    @cached_property
    def folder(self) -> Path:
        """The event's folder."""
        if self.output is not None:
            return self.output
        if self.given is not None and self.source is not None and is_folder(self.source):
            return self.source
        return folder_of(self._title(self.given))

    def job(self) -> EventJob:
        """The job; the folder is held meanwhile. Raises `UsageError` and `BadInputError`."""
        earlier = self._earlier()
        if self.names.renames and earlier is None:
            raise UsageError(f"--rename speaks of an event that was printed before; {self.folder} holds none.")
        roster, plan = self.roster, None if earlier is None else earlier.plan()
        if plan is not None:
            roster = as_known(roster, plan, self.names.renames)
            plan = rename_players(plan, roster, self.names.renames)
        rounds = self.rounds if plan is None or "rounds" in self.typed else replace(self.rounds, count=None)
        rounds.check(plan.numbers if plan else (), roster)
        return EventJob(
            folder=self.folder,
            scope=Scope(
                title=self._title(earlier),
                seed=self._seed(earlier),
                rounds=rounds.count or roster.rounds,
                spare=self._spare(plan),
                only=rounds.planned(plan, roster),
                bye_sheets=rounds.bye_sheets if plan is None or "bye_sheets" in self.typed else plan.bye_sheets,
            ),
            terms=self._terms(plan),
            roster=rounds.roster(roster, plan),
            looks=self._looks(earlier),
            earlier=earlier,
            before=plan,
            as_it_was=self.given is not None
            and not self.typed & OF_THE_PLAN
            and (rounds.only is None or (plan is not None and rounds.only in plan.numbers)),
            redeal=rounds.redeal,
            round=rounds.only,
            workers=self.workers,
            scheduler=self.scheduler or "",
        )

    def _earlier(self) -> Record | None:
        """The event as it stands: in the file that was named, or in the folder."""
        settle(self.folder)
        file = self.folder / RECORD
        held = read_record(file) if is_file(file) else None
        if held is not None and self.given is None:
            self._check_same(held)
        elif held is not None and self.given is not None and _sheets_of(held) != _sheets_of(self.given):
            raise BadInputError(
                f"{file} is another event, or another state of this one; it would be lost.",
                tip="Choose another folder with --output.",
            )
        return self.given or held

    def _check_same(self, held: Record) -> None:
        """Refuse to take somebody's event for an earlier state of quite another one."""
        known = {player.called for player in held.plan().players}
        if known.isdisjoint(player.called for player in self.roster.players):
            raise BadInputError(
                f"{self.folder} holds the event “{held.title}”, in which nobody of these players is.",
                tip="Choose another folder with --output, or another --title.",
            )

    def _title(self, earlier: Record | None) -> str:
        if self.title is not None and ("title" in self.typed or earlier is None):
            return checked_title(self.title)
        if earlier is not None:
            return earlier.title
        return title_of(self.source) if self.source else f"{self.players} {plural(self.players or 0, 'player')}"

    def _seed(self, earlier: Record | None) -> str:
        """The event's seed: that of the event as it stands, or typed, or a new one."""
        asked = self.seed
        if earlier is None:
            return asked or fresh_seed()
        if asked is not None and "seed" in self.typed and asked not in (earlier.seed, parse_seed(earlier.seed)):
            raise BadInputError(
                f"The event “{earlier.title}” was dealt from the seed {earlier.seed}; --seed asks for another.",
                tip="Leave --seed out to go on with it, or start a new event in another folder with --output.",
            )
        return earlier.seed

    def _terms(self, plan: EventPlan | None) -> Terms:
        if plan is None:
            return self._asked_terms()
        terms = self._asked_terms(plan) if self.typed & ON_THE_SHEETS else plan.terms
        fair = self.words.fair if "fair" in self.typed else plan.terms.fair
        usual = plan.terms.band
        if fair != plan.terms.fair:
            usual = replace(terms, fair=fair).deck().edition.fairness.band
        terms = replace(
            terms,
            fair=fair,
            band=("band" in self.typed and self._asked_band(fair=fair)) or usual,
            placed=self.placed if "placed" in self.typed else plan.terms.placed,
        )
        if terms.blank and terms.placed:
            raise UsageError("A blank sheet has no words to place: no --placed with it.")
        return terms

    def _asked_terms(self, plan: EventPlan | None = None) -> Terms:
        """The terms that were asked for, of the plan's own edition where no rules are named.

        Raises as `Terms.deck`, for words that do not go together, and for other rules than the plan's.
        """
        words = self._words_beside(plan)
        words.check(placed=self.placed)
        edition = words.the_edition()
        own = read_own_words(words.own, edition) if words.own else None
        terms = Terms(
            edition=edition.slug,
            tier=DEFAULT_TIER if words.tier is None else words.tier,
            themes=tuple(sorted(set(words.themes))),
            own_words=None if own is None else tuple(word for words in own.by_length.values() for word in words),
            own_title=own.title if own else "",
            blank=words.blank,
            placed=self.placed,
            band=self._asked_band(fair=words.fair) or edition.fairness.band,
            fair=words.fair,
            fill=words.fill or "",
            rules=words.library.rules(edition.slug).text if words.library.place else "",
        )
        terms.deck()
        return terms

    def _words_beside(self, plan: EventPlan | None) -> WordsRequest:
        """The words that were asked for, of editions that go with those of the plan. Raises `BadInputError`."""
        words = self.words
        if plan is None:
            return words
        if not words.library.place or "rules" not in self.typed:
            return replace(words, library=library_kept(plan.terms))
        if (given := words.named_edition()).slug == plan.terms.edition:
            refuse_other_rules(plan.title, plan.terms.source().edition, given, words.library.place)
        return words

    def _asked_band(self, *, fair: bool) -> tuple[int, int] | None:
        """The band that was asked for. Raises `UsageError` where fleets are to be of any ratings."""
        if not fair and "band" in self.typed:
            raise UsageError("--fair off deals fleets of any ratings: no --band with it.")
        return self.band if fair else None

    def _spare(self, plan: EventPlan | None) -> int:
        if self.spare is not None and (plan is None or "spare" in self.typed):
            if plan is not None and self.rounds.only not in (None, plan.spares_with):
                what = f"Spare sheets go with round {plan.spares_with}, which was printed first."
                raise UsageError(what, tip="Leave --spare out, or --round.")
            return self.spare
        if plan is not None:
            return len(plan.spares)
        return max(LEAST_SPARES, -(-len(self.roster.players) // PLAYERS_PER_SPARE))

    def _looks(self, earlier: Record | None) -> PackLooks:
        if earlier is None:
            looks = PackLooks(**self.looks)
        else:
            looks = looks_of(earlier, self.folder / RECORD).changed(self.looks, self.typed)
        fallback = self.names.fallback(self.roster)
        return looks if fallback is None else replace(looks, fallback=fallback)


def _sheets_of(record: Record) -> bytes:
    """Everything of a record but its looks."""
    return b"".join(write_record(record.plan(), {}))


@dataclass(frozen=True)
class EventJob:
    """An event to print into `folder`.

    `earlier` is the event as it stands there, or None; with `as_it_was` it is printed again and nothing is planned.
    `before` is its plan, with everybody called as they are now. `redeal` are the printed rounds that are paired anew;
    `round` is the only one to print, or None. `workers` is None for as many as the work is worth.
    """

    folder: Path
    scope: Scope
    terms: Terms
    roster: Roster
    looks: PackLooks
    earlier: Record | None = None
    before: EventPlan | None = None
    as_it_was: bool = False
    redeal: frozenset[int] = frozenset()
    round: int | None = None
    workers: int | None = None
    scheduler: str = ""

    def plan(self) -> EventPlan:
        """The plan. Raises `BadInputError` where players cannot be paired, or the words cannot supply the sheets."""
        plan = self.before
        if plan is None or not self.as_it_was:
            plan = plan_event(self.roster, self.terms, self.scope, earlier=plan, opened=self.redeal)
            self._check_round_meant(plan)
        return plan

    def _check_round_meant(self, plan: EventPlan) -> None:
        """Refuse to draw rounds beside a roster that may be that of one of them."""
        if self.earlier is None or self.roster.by_round or self.round is not None or not pairs_otherwise(plan, 1):
            return
        stood = self.earlier.numbers - self.redeal
        new = sorted(stood.symmetric_difference(plan.numbers))
        if new or 1 not in stood:
            number = new[0] if new else plan.numbers[-1] + 1
            raise BadInputError(
                "The roster does not say of which round its pairings are, and round 1 was not printed so.",
                tip=f"--round {number} reads it as that of round {number}; --redeal 1 takes its word for round 1.",
            )

    def notes(self, plan: EventPlan) -> tuple[str, ...]:
        """What the organiser should know of the pairing: who meets again in a round that is new, and where the roster
        says something else than was printed.
        """
        stood = frozenset(self.earlier.numbers if self.earlier else ()) - self.redeal
        again = pairing_notes(plan.roster, plan.rounds, plan.players, stood)
        return (*(() if self.as_it_was else disagreements(plan, stood)), *again)

    def pack(self, plan: EventPlan) -> Pack:
        """The pack. Raises `MissingDependencyError` where rules are wanted on the backs and Pango is missing."""
        return pack_of(plan, self.looks, self.round)

    def print(self, pack: Pack, watch: Watch) -> list[Written]:
        """Print the pack: by as many workers as are asked for, else by every core where that is worth while.

        Raises as `print_pack`.
        """
        workers = self.workers or (available_cores() if count_sheets(pack.plan) > MANY else 1)
        return print_pack(pack, self.folder, watch, workers=workers, scheduler=self.scheduler)


def pack_of(plan: EventPlan, looks: PackLooks, number: int | None = None) -> Pack:
    """The pack of a plan, or of one round of it, with the rules behind every page where the looks want them; that needs
    Pango.

    Behind sheets in large print they are in large print.
    """
    if not looks.with_rules:
        return Pack(plan, looks, round=number)
    sizes = {large for large, _ in looks.variants(plan.players)}
    back = rules_behind(plan.terms.source(), looks.on, sizes, own=bool(plan.terms.rules))
    return Pack(plan, looks, back, number)


def count_sheets(plan: EventPlan) -> int:
    """How many sheets a plan has, the spare ones included."""
    return plan.sheets + len(plan.spares)


MOST_NEIGHBOURS, NEIGHBOURS_SIZE = 20, 2_000_000
"""Events beside a new one that are looked at, and the size from which they are not (bytes)."""


@dataclass(frozen=True)
class Changes:
    """What is otherwise than it was. `plan` says what of the plan, None where it was printed by its own record.

    `all_again`: every sheet looks different, though its fleet be the same. `restyled` are the players whose own sheets
    are in large print or left-handed now, or show a name, and did not before; or the other way. `standing` are the
    rounds that were printed before and stay, by number; `round` is the one that is printed alone. `renamed` are those
    who were called or numbered otherwise, before and now; `alike` those who left and joined, and are likely one person.
    """

    plan: PlanDiff | None
    all_again: bool
    restyled: tuple[str, ...]
    standing: tuple[int, ...] = ()
    round: int | None = None
    renamed: tuple[tuple[Player, Player], ...] = ()
    alike: tuple[tuple[Player, Player], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.plan or self.all_again or self.restyled or self.renamed)

    @property
    def dealt_anew(self) -> bool:
        """Whether somebody who was there before has another sheet."""
        changes = self.plan.changes if self.plan else ()
        return any(one.before and one.after and one.before.code != one.after.code for one in changes)

    @cached_property
    def seated(self) -> Mapping[tuple[int, int | None], list[str]]:
        """By round and table, in order, whose sheets have another code, table or opponent in rounds that were printed
        before; no table is the last.
        """
        seated: dict[tuple[int, int | None], list[str]] = {}
        for change in self._of_printed:
            if change.after:
                seated.setdefault((change.round, change.after.table or None), []).append(change.player)
        return {key: seated[key] for key in sorted(seated, key=lambda key: (key[0], key[1] is None, key[1] or 0))}

    @property
    def _of_printed(self) -> list[PlanChange]:
        """The changes in rounds that were printed before."""
        return [one for one in self.plan.changes if one.round not in self.plan.rounds] if self.plan else []

    @property
    def papers_stale(self) -> bool:
        """Whether the papers beside the sheets show somebody elsewhere than before, or somebody who is gone."""
        moved = any(not (one.before and one.after) or one.before.place != one.after.place for one in self._of_printed)
        return moved or bool(self.renamed)

    @property
    def key_stale(self) -> bool:
        """Whether the organiser's key shows other sheets, or more, of what was printed before."""
        plan = self.plan
        return plan is not None and any((self._of_printed, plan.event, plan.spares_added, plan.spares_dropped))


def changes_by(job: EventJob, plan: EventPlan) -> Changes | None:
    """What the plan changes in the event as it stands; None where there is none."""
    earlier, before = job.earlier, job.before
    if earlier is None or before is None:
        return None
    looks = looks_of(earlier, job.folder / RECORD)
    all_again = not looks.is_same_on_sheets(job.looks) or earlier.terms.placed != job.terms.placed
    restyled = dict.fromkeys([*_restyled(before, plan, job.looks), *_shown_otherwise(plan, looks, job.looks)])
    standing = tuple(sorted(earlier.numbers - job.redeal))
    diff = None if job.as_it_was else diff_plans(before, plan)
    same = tuple(likely_same(before.roster, plan.roster)) if diff and diff.left and diff.joined else ()
    renamed = tuple(_renamed(earlier.plan(), before))
    return Changes(diff, all_again, tuple(restyled), standing, job.round, renamed, same)


def told_apart(one: Player, other: Player) -> tuple[str, str]:
    """The names of two players, with their clubs where the names alone do not tell them apart."""
    alike = one.name == other.name
    first, second = (f"{who.name} ({who.club})" if alike and who.club else who.name for who in (one, other))
    return first, second


def _renamed(earlier: EventPlan, before: EventPlan) -> Iterator[tuple[Player, Player]]:
    keys = {player.key: player for player in earlier.players}
    numbers = {player.number: player for player in earlier.players}
    for now in before.players:
        was = keys.get(now.key) or numbers.get(now.number)
        if was and (was.name, was.number) != (now.name, now.number):
            yield was, now


def _restyled(earlier: EventPlan, plan: EventPlan, looks: PackLooks) -> Iterator[str]:
    before = {player.key: looks.variant(player) for player in earlier.players}
    for player in plan.players:
        variant = looks.variant(player)
        if before.get(player.key, variant) != variant:
            yield player.called


def _shown_otherwise(plan: EventPlan, before: PackLooks, now: PackLooks) -> Iterator[str]:
    """Whose names could not be set with the fonts of before and can be now, or the other way."""
    shown = []
    for looks in (before, now) if before.fallback != now.fallback else ():
        looks.use_fonts()
        shown.append([bool(legible(player.name)) for player in plan.players])
    for player, *sets in zip(plan.players, *shown, strict=True) if shown else ():
        if sets[0] != sets[1]:
            yield player.called


def neighbours(job: EventJob) -> Iterator[Path]:
    """For a new event: the folders beside it whose events have mostly the same players, and may be what was meant."""
    if job.earlier is not None or not any(player.name for player in job.roster.players):
        return
    names = {player.name for player in job.roster.players}
    for file in sorted(job.folder.parent.glob(f"*/{RECORD}"))[:MOST_NEIGHBOURS]:
        if 2 * len(names & _names_in(file)) > len(names):
            yield file.parent


def _names_in(file: Path) -> set[str]:
    """What the players of a printed event are called; none where it cannot be read, or is huge."""
    try:
        if not is_file(file) or file.stat().st_size > NEIGHBOURS_SIZE:
            return set()
        return {player.name for player in read_record(file).plan().roster.players}
    except (WordfleetError, OSError):
        return set()
