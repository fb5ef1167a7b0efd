"""An event as asked for: rounds, names, who leaves; it becomes a job, or all complaints.

A new event takes what is asked for, else the usual. An event that stands in the folder stays as it is, but for what
somebody has typed.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from wordfleet_print.errors import BadInputError, Complaint, UsageError
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.plan.event_file import RECORD, Record, is_interrupted, read_record, write_record
from wordfleet_print.event.plan.matching import Rename, recognised, renamed_roster
from wordfleet_print.event.plan.plan import EventPlan, Scope, Terms
from wordfleet_print.event.roster.pairings import PlayerFinder
from wordfleet_print.event.roster.questions import Answers, RosterError
from wordfleet_print.event.roster.reader import read_rosters
from wordfleet_print.event.roster.roster import Fixture, Player, Roster, numbered_roster
from wordfleet_print.files import is_file, is_folder
from wordfleet_print.fleet.own_words import ScreenedList
from wordfleet_print.games import Edition
from wordfleet_print.limits import DEFAULT_TIER
from wordfleet_print.messages import how_many, plural, quote, some_of
from wordfleet_print.services.asking import check_mine, checked_title, folder_of, fresh_seed, parse_seed, title_of
from wordfleet_print.services.choose_words import WordsRequest
from wordfleet_print.services.own_rules import open_kept_rules, refuse_other_rules
from wordfleet_print.services.print_event import EventJob
from wordfleet_print.services.printed_event import find_record, is_event, looks_of
from wordfleet_print.tracker.fonts import use_fallback
from wordfleet_print.tracker.names import find_unset_faults, make_fallback


def leaving(
    roster: Roster, earlier: EventPlan | None, number: int, withdrawn: Sequence[str], returning: Sequence[str]
) -> Roster:
    """The roster, of which those named are `withdrawn` from round `number` on; whoever was so in the event as it stood
    still is, but for those who are `returning` and those whom the roster gives a place again.

    Raises `BadInputError` with every name that is nobody's, or several players', or that of somebody withdrawn to whom
    the roster gives a place all the same.
    """
    roster = replace(roster, players=(*roster.players, *_absent(roster, earlier, withdrawn)))
    named = _Named(roster, earlier)
    out, back = named.places(withdrawn, "withdraw"), named.places(returning, "return")
    seated = {place: one.round for one in roster.fixtures for place in one.players if one.round >= number}
    for place in out:
        if place in seated and not _is_out(roster, place, seated[place]):
            what = f"has a place in round {seated[place]} by the roster"
            named.complain("withdraw", roster.players[place].called, what, "leave one of the two out")
    if named.complaints:
        raise BadInputError("Players cannot be taken out or brought back so.", *named.complaints)
    before = [one for one in _stood(roster, earlier) if one.players[0] not in back] if earlier else []
    asked = [one for one in roster.fixtures if not (one.withdrawn and one.players[0] in back)]
    known = replace(roster, fixtures=(*asked, *before))
    left = [Fixture(number, None, (place,), withdrawn=True) for place in out if not _is_out(known, place, number)]
    return replace(known, fixtures=(*known.fixtures, *left))


def _absent(roster: Roster, earlier: EventPlan | None, names: Iterable[str]) -> Iterator[Player]:
    """Those of the event whom the roster leaves out."""
    known = earlier.players if earlier and names else ()
    here, before = PlayerFinder(roster.players), PlayerFinder(known)
    for name in names:
        found = [] if here.find(name) else before.find(name)
        if len(found) == 1:
            yield known[found[0]]


def _is_out(roster: Roster, place: int, number: int) -> bool:
    return place in roster.withdrawn_by(number)


def _stood(roster: Roster, earlier: EventPlan) -> Iterator[Fixture]:
    """Those who were withdrawn in the event as it stood, and of whom neither a round since nor the roster says more."""
    places = {player.key: place for place, player in enumerate(roster.players)}
    asked = {(place, one.round) for one in roster.fixtures for place in one.players}
    for one in earlier.roster.fixtures:
        place = places.get(earlier.players[one.players[0]].key)
        if one.withdrawn and place is not None and not any(who == place and at >= one.round for who, at in asked):
            yield replace(one, players=(place,))


class _Named:
    """Finds players by name, and keeps the complaints."""

    def __init__(self, roster: Roster, earlier: EventPlan | None) -> None:
        self._players = roster.players
        self._gone = earlier.players if earlier else ()
        self.complaints: list[Complaint] = []

    def places(self, names: Iterable[str], field: str) -> list[int]:
        """The places in the roster of those named; whoever was in the event and is not in the roster any more has
        none.
        """
        if not names:
            return []
        who, before = PlayerFinder(self._players), PlayerFinder(self._gone)
        places: list[int] = []
        for name in names:
            found = who.find(name)
            if len(found) == 1:
                places += found
            elif found:
                advice = "add the club in brackets, as in “Ann Lee (Rovers)”, or write it into the roster"
                self.complain(field, name, f"may be any of {len(found)} players", advice)
            elif not before.find(name):
                near = who.nearest(name)
                advice = f"did you mean {quote(near)}?" if near else "write the name as in the roster"
                self.complain(field, name, "is no player of this roster", advice)
        return places

    def complain(self, field: str, name: str, what: str, advice: str) -> None:
        """Keep a complaint."""
        self.complaints.append(Complaint(quote(name), what, advice, field=field))


@dataclass(frozen=True)
class RoundsRequest:
    """What was asked for of rounds; None and nothing where nothing was said.

    `count` is how many the event has; `only` is the one to print, `listed` the one that a list of pairs is of
    that names none; `redeal` are printed ones to be paired anew; `withdrawn` and `returning` name players who leave and
    come back; `bye_sheets` asks for sheets for byes, too.
    """

    count: int | None = None
    only: int | None = None
    redeal: frozenset[int] = frozenset()
    withdrawn: tuple[str, ...] = ()
    returning: tuple[str, ...] = ()
    bye_sheets: bool = False
    listed: int | None = None

    def check(self, printed: Collection[int], roster: Roster) -> None:
        """Raises `UsageError` for what does not go together, `BadInputError` for what the rounds that were `printed` or
        the roster do not allow.
        """
        if self.only and self.count and self.only > self.count:
            raise UsageError(f"There is no round {self.only} of {how_many(self.count, 'round')}.")
        if missing := sorted(self.redeal.difference(printed)):
            what = f"Round {missing[0]} was not printed yet: there is nothing to pair anew."
            raise BadInputError(what, field="redeal", leave=("redeal",))
        if self.only and (others := sorted(self.redeal - {self.only})):
            what = f"Where round {self.only} is printed alone, round {others[0]} cannot be paired anew."
            raise UsageError(what, field="redeal", leave=("round", "redeal"))
        stay = [number for number in printed if self.count and number > self.count and number not in self.redeal]
        if stay:
            raise BadInputError(
                f"Round {stay[0]} of the event was printed, and stays: {self.count} are too few rounds.",
                tip="To pair anew takes away what was printed.",
                field="rounds",
                say=(f"redeal={_span(stay)}",),
                leave=("rounds",),
            )
        settled = sorted({one.round for one in roster.fixtures if not one.withdrawn})
        if self.only and settled and self.only not in {*settled, *printed}:
            raise BadInputError(
                f"The roster pairs players for {plural(len(settled), 'round')} {', '.join(map(str, settled))}, "
                f"but not for round {self.only}.",
                tip=f"Name the roster of round {self.only}; one without rounds is read as that round’s.",
            )

    def planned(self, plan: EventPlan | None, roster: Roster) -> frozenset[int]:
        """The rounds to plan beside those that stand; none for all up to `count`, or up to what the roster speaks of.

        It is the one asked for; where an event goes on and nobody says how many rounds it has, those that the roster
        settles.
        """
        if self.only is not None:
            return frozenset({self.only})
        if plan is None and self.listed and not self.count:
            return frozenset({self.listed})
        if plan is None or self.count:
            return frozenset()
        return frozenset({*plan.numbers, *_spoken_of(roster, plan)})

    def roster(self, roster: Roster, plan: EventPlan | None) -> Roster:
        """The roster, with those who leave and come back. Raises as `leaving`."""
        printed = plan.numbers if plan else ()
        first = self.only or min((*self.redeal, max(printed, default=0) + 1))
        return leaving(roster, plan, first, self.withdrawn, self.returning)


def _spoken_of(roster: Roster, plan: EventPlan) -> Iterator[int]:
    """The rounds that the roster settles; those that it only names where it settles none; none where it names none."""
    settled = {one.round for one in roster.fixtures if not one.withdrawn}
    if roster.by_round:
        yield from settled or range(max(plan.numbers) + 1, roster.rounds + 1)


def _span(numbers: list[int]) -> str:
    """Ascending numbers as an option takes them: `3`, or `3-5`."""
    return f"{numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else f"{numbers[0]}"


@dataclass(frozen=True, slots=True)
class NamesRequest:
    """What was asked for of names; None and nothing where nothing was said.

    `strict` refuses names that no font at hand can set, `fallback_font` among them; `renames` are names as they were
    and as they are.
    """

    strict: bool = False
    fallback_font: Path | None = None
    renames: tuple[Rename, ...] = ()

    def check(self, roster: Roster) -> None:
        """Raises `BadInputError` for names that the fonts at hand cannot set, if that is wanted."""
        if not self.strict:
            return
        use_fallback(self._program(roster))
        told = [
            (quote(one.called), fault) for one in roster.players if one.name for fault in find_unset_faults(one.name)
        ]
        if told:
            raise BadInputError("Some names cannot be printed.", *(Complaint(name, fault) for name, fault in told))

    def fallback(self, roster: Roster) -> str | None:
        """What the roster needs of the fallback font, as looks have it; None where there is none.

        Raises `BadInputError` for a file that is no font.
        """
        return b64encode(self._program(roster)).decode() if self.fallback_font else None

    def _program(self, roster: Roster) -> bytes:
        names = (name for player in roster.players for name in (player.name, player.club))
        return make_fallback(self.fallback_font, names) if self.fallback_font else b""


PLAYERS_PER_SPARE, LEAST_SPARES = 20, 2
MOST_IN_TITLE = 3
"""Names of lists in an event's title; of more, their number."""
_LETTERS = frozenset({"plain_letters", "german_letters"})
ON_THE_SHEETS = _LETTERS | {"edition", "tier", "theme", "words", "fill_from", "blank", "rules"}
"""Options that decide which deck is dealt from."""
OF_ROUNDS = frozenset({"rounds", "redeal", "withdraw", "return_", "bye_sheets"})
OF_THE_PLAN = frozenset({*ON_THE_SHEETS, *OF_ROUNDS, "rename", "placed", "band", "fair", "spare", "title", "seed"})
"""Options that a plan hangs on; all others only say how it is printed."""


@dataclass(frozen=True)
class EventRequest:
    """What was asked for; None where nothing was said. `source` is a list or a printed event, `others` are lists of the
    same event beside it. `answers` are those to questions that the lists leave
    open. `looks` are the fields of `PackLooks` by name.

    `typed` names the options that somebody typed: `wordfleet.toml` may have set the others.
    """

    source: Path | None
    players: int | None = None
    others: tuple[Path, ...] = ()
    answers: Answers = field(default_factory=dict)
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
    typed: frozenset[str] = frozenset()

    @cached_property
    def given(self) -> Record | None:
        """The printed event that the source names, if it names one. Raises `BadInputError`."""
        if self.source is None or not is_event(self.source):
            return None
        return read_record(find_record(self.source), partial=True)

    @cached_property
    def roster(self) -> Roster:
        """Who plays. Raises `UsageError` where nothing says so, `BadInputError` with every complaint about a file."""
        if self.source is not None and self.players is None:
            if self.given:
                roster = renamed_roster(self.given.plan().roster, self.names.renames)
                self.names.check(roster)
                return roster
            roster = self._read((self.source, *self.others))
            self.names.check(roster)
            listed = self.rounds.only or self.rounds.listed
            return roster.of_round(listed) if listed else roster
        if self.players is not None and self.source is None:
            return numbered_roster(self.players)
        raise UsageError("Name a roster, or say how many play: one of the two.", field="roster", say=("players",))

    def _read(self, files: Sequence[Path]) -> Roster:
        """Return the players of lists, by the answers given now and those that the folder's event was read with."""
        file = self.folder / RECORD
        held = is_file(file) or is_interrupted(self.folder)
        kept = read_record(file, partial=True).answers if held else {}
        if kept:
            try:
                return read_rosters(files, {**kept, **self.answers})
            except RosterError as error:
                if not error.faults:
                    raise
            except BadInputError:
                pass  # what held for another list, such as the name of a sheet, may not for this one
        return read_rosters(files, self.answers)

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
        if is_interrupted(self.folder):
            return self._completing()
        if self.given and self.source and (file := find_record(self.source)).parent.resolve() != self.folder.resolve():
            read_record(file)  # an event elsewhere must be as it was printed
        earlier = self._earlier()
        if self.names.renames and earlier is None:
            what = f"Who is renamed was in an event that was printed before; {self.folder} holds none."
            raise UsageError(what, field="rename", leave=("rename",))
        roster, plan = self.roster, None if earlier is None else earlier.plan()
        if plan is not None:
            renames = () if self.given else self.names.renames  # by its own record players are renamed already
            roster, plan = recognised(roster, plan, renames)
        rounds = self.rounds if plan is None or "rounds" in self.typed else replace(self.rounds, count=None)
        rounds.check(plan.numbers if plan else (), roster)
        terms = self._terms(plan)
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
            terms=terms,
            roster=rounds.roster(roster, plan),
            looks=self._looks(earlier, terms.source().edition),
            earlier=earlier,
            before=plan,
            as_it_was=self.given is not None
            and not self.typed & OF_THE_PLAN
            and (rounds.only is None or (plan is not None and rounds.only in plan.numbers)),
            redeal=rounds.redeal,
            round=rounds.only,
            workers=self.workers,
            listed=self._listed(plan),
        )

    def _completing(self) -> EventJob:
        """The job that completes an interrupted print, as it was: whatever else is asked for is for the next call."""
        record = read_record(self.folder / RECORD, partial=True)
        plan = record.plan()
        return EventJob(
            folder=self.folder,
            scope=Scope(plan.title, plan.seed, max(plan.numbers), len(plan.spares)),
            terms=plan.terms,
            roster=plan.roster,
            looks=looks_of(record, self.folder / RECORD),
            earlier=record,
            before=plan,
            as_it_was=True,
            completes=True,
            round=record.printed,
            workers=self.workers,
        )

    def _earlier(self) -> Record | None:
        """The event as it stands: in the file that was named, or in the folder."""
        file = self.folder / RECORD
        held = read_record(file, partial=True) if is_file(file) else None
        if held is not None and self.given is None:
            self._check_same(held)
        elif held is not None and self.given is not None and _sheets_of(held) != _sheets_of(self.given):
            raise BadInputError(
                f"{file} is another event, or another state of this one; it would be lost.",
                field="output",
                say=("output",),
            )
        return self.given or held

    def _check_same(self, held: Record) -> None:
        """Refuse to take somebody's event for an earlier state of quite another one."""
        known = {player.called for player in held.plan().players}
        if known.isdisjoint(player.called for player in self.roster.players):
            raise BadInputError(
                f"{self.folder} holds the event “{held.title}”, in which nobody of these players is.",
                field="output",
                say=("output", "title"),
            )

    def _title(self, earlier: Record | None) -> str:
        if self.title is not None and ("title" in self.typed or earlier is None):
            return checked_title(self.title)
        if earlier is not None:
            return earlier.title
        if self.source and self.others:
            return checked_title(some_of([title_of(file) for file in (self.source, *self.others)], MOST_IN_TITLE))
        return title_of(self.source) if self.source else f"{self.players} {plural(self.players or 0, 'player')}"

    def _seed(self, earlier: Record | None) -> str:
        """The event's seed: that of the event as it stands, or typed, or a new one."""
        asked = self.seed
        if earlier is None:
            return asked or fresh_seed()
        if asked is not None and "seed" in self.typed and asked not in (earlier.seed, parse_seed(earlier.seed)):
            raise BadInputError(
                f"The event “{earlier.title}” was dealt from the seed {earlier.seed}, not from another.",
                tip="Go on with that, or start a new event in another folder.",
                field="seed",
                say=("output",),
                leave=("seed",),
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
            raise UsageError("A blank sheet has no words to place.", field="placed", leave=("placed",))
        return terms

    def _asked_terms(self, plan: EventPlan | None = None) -> Terms:
        """The terms that were asked for, of the plan's own edition where no rules are named.

        Raises as `Terms.deck`, for words that do not go together, and for other rules than the plan's.
        """
        words = self._words_beside(plan)
        words.check(placed=self.placed)
        edition = words.the_edition()
        own = words.own_list(edition).words if words.own else None
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

    def _listed(self, plan: EventPlan | None) -> ScreenedList | None:
        """The list of one's own as it was read, where one was asked for now."""
        words = self._words_beside(plan)
        asked = words.own and not words.blank and (plan is None or "words" in self.typed)
        return words.own_list(words.the_edition()) if asked else None

    def _words_beside(self, plan: EventPlan | None) -> WordsRequest:
        """The words that were asked for, of editions that go with those of the plan. Raises `BadInputError`."""
        words = self.words
        if plan is None:
            return words
        if not words.library.place or "rules" not in self.typed:
            return replace(words, library=open_kept_rules(plan.terms))
        if (given := words.named_edition()).slug == plan.terms.edition:
            refuse_other_rules(plan.title, plan.terms.source().edition, given, words.library.place)
        return words

    def _asked_band(self, *, fair: bool) -> tuple[int, int] | None:
        """The band that was asked for. Raises `UsageError` where fleets are to be of any ratings."""
        if not fair and "band" in self.typed:
            raise UsageError("Fleets as they come are of any ratings.", field="band", leave=("band",))
        return self.band if fair else None

    def _spare(self, plan: EventPlan | None) -> int:
        if self.spare is not None and (plan is None or "spare" in self.typed):
            if plan is not None and self.rounds.only not in (None, plan.spares_with):
                what = f"Spare sheets go with round {plan.spares_with}, which was printed first."
                raise UsageError(what, field="spare", leave=("spare", "round"))
            return self.spare
        if plan is not None:
            return len(plan.spares)
        return max(LEAST_SPARES, -(-len(self.roster.players) // PLAYERS_PER_SPARE))

    def _looks(self, earlier: Record | None, edition: Edition) -> PackLooks:
        if earlier is None:
            looks = PackLooks(**self.looks)
        else:
            looks = looks_of(earlier, self.folder / RECORD).changed(self.looks, self.typed)
        if looks.mine:
            check_mine(edition)
        fallback = self.names.fallback(self.roster)
        return looks if fallback is None else replace(looks, fallback=fallback)


def _sheets_of(record: Record) -> bytes:
    """Everything of a record but its looks."""
    return b"".join(write_record(record.plan(), {}))
