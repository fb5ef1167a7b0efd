"""Plan and print events: lists and settings in, a pack out; and what comes after a printed one.

`plan_event` says what would be printed and what it changes, `print_event` prints it, `check_lists`
only reads lists. Questions about a list come as a `RosterError`: add the answers to
`settings.answer` and call again.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from wordfleet_print.errors import (
    BadInputError,
    Fix,
    Note,
    Problem,
    Progress,
    UsageError,
    show_nothing,
)
from wordfleet_print.event.event import (
    Event,
    deck_of,
    edition_of,
    list_planned_sheets,
    rules_of,
)
from wordfleet_print.event.folder import (
    EVENT_FILE,
    EventPlace,
    PrintedEvent,
    find_event_place,
    hold_event_place,
)
from wordfleet_print.event.missing_results import complete_results
from wordfleet_print.event.pack import jobs
from wordfleet_print.event.pack.pack import (
    list_name_notes,
    print_pack,
    select_round,
)
from wordfleet_print.event.pack.sheet_files import PLAYERS, SheetFile
from wordfleet_print.event.pairing.notes import note_missing_players
from wordfleet_print.event.pairing.pairing import pair_rounds
from wordfleet_print.event.pairing.rounds import Round
from wordfleet_print.event.plan import players_file
from wordfleet_print.event.plan.changes import (
    Changes,
    compare_plans,
)
from wordfleet_print.event.plan.choices import (
    choose_rounds,
    choose_seed,
    choose_spare,
    list_paired_rounds,
)
from wordfleet_print.event.plan.planner import plan_rounds
from wordfleet_print.event.player_sources import (
    find_round,
    read_answers,
    read_event_results,
    read_event_roster,
)
from wordfleet_print.event.results import list_played_rounds
from wordfleet_print.event.titles import make_title
from wordfleet_print.files import refuse_links, write_all
from wordfleet_print.fleet.own_words import ScreenedList
from wordfleet_print.games import Library, Rulebook, packaged
from wordfleet_print.paper import find_paper
from wordfleet_print.roster.reader import read_rosters
from wordfleet_print.roster.roster import Player, Roster
from wordfleet_print.services.editions import find_edition, read_event_rules, read_library
from wordfleet_print.services.event_notes import list_plan_notes, note_changes, note_same_event
from wordfleet_print.services.own_lists import read_word_list
from wordfleet_print.settings.event import EventSettings, ListSettings
from wordfleet_print.settings.words import WordSource
from wordfleet_print.tracker.fallback_font import make_fallback
from wordfleet_print.tracker.layout import lay_out_sheet
from wordfleet_print.tracker.looks import choose_looks
from wordfleet_print.tracker.names import check_title
from wordfleet_print.tracker.printing_steps import PrintingStep, list_printing_steps

# The kinds of files of a pack, the organizer’s own last.
SECRET = ("answer-key", "manifest", "list", "event")
KINDS = (
    "sheets",
    "spares",
    "table-cards",
    "score-slips",
    "name-index",
    "standings",
    "certificates",
    "players",
    *SECRET,
)
# The folder for sheets that are printed again, inside the event's.
REPRINTS = "reprints"
CHANGED = "changed-sheets.pdf"
# Settings that decide from which words sheets are dealt.
WORDS = frozenset({"edition", "tier", "theme", "words", "letters", "blank", "rules"})
# Settings that follow from what was printed, although no event stores them.
KEPT_UNLESS_GIVEN = frozenset({"rules", "rounds", "spare"})
# What sheets show of a rulebook, besides its game: in an event it stays as it was printed.
SHOWN_ON_SHEETS = frozenset({"title", "edition", "players", "language", "labels"})


def file_kind(name: str) -> str:
    """Return the kind of a file of a pack, one of `KINDS`: its name without ending, number and
    club. `sheets-5b-2.pdf` is “sheets”, `round-2/answer-key.pdf` is “answer-key”.
    """
    path = Path(name)
    if path.name == players_file.PLAYERS_FILE:
        return "list"
    if path.parent.name == PLAYERS:
        return PLAYERS
    stem = path.stem.rstrip("0123456789").rstrip("-")
    return "sheets" if stem.startswith("sheets") else stem


@dataclass(frozen=True)
class PlannedEvent:
    """An event that can be printed, or has just been printed, and what there is to say about it."""

    folder: Path
    """Where its pack goes."""
    event: Event
    """The whole event, with the rounds that were printed before."""
    round: int | None = None
    """The round that is printed by itself."""
    backs: jobs.Backs = None
    """Rules for the backs of sheets."""
    reading: tuple[str, ...] = ()
    """Sentences on what was read of its lists."""
    notes: tuple[Note, ...] = ()
    """What is worth knowing before it is printed."""
    changes: Changes | None = None
    """What it changes in the event that was printed there before; None for a new one."""
    completes: bool = False
    """Whether the last print was interrupted, and this one completes it."""
    files: tuple[jobs.PackFile, ...] = ()
    """Once printed, the files of the pack by their paths in the folder."""
    changed: Path | None = None
    """Once printed, a PDF of the sheets to print again, if there are some."""

    @property
    def to_print(self) -> Event:
        """What is printed of the event."""
        return select_round(self.event, self.round)


def print_event(
    settings: EventSettings,
    executor: Executor | None = None,
    *,
    given_fields: Collection[str] | None = None,
    library: Library | None = None,
    confirm: Callable[[PlannedEvent], object] = lambda _planned: None,
    progress: Progress = show_nothing,
) -> PlannedEvent:
    """Plan an event and print its pack; the bytes are the same with any executor.

    An executor makes several files at a time: in threads, in processes or on other computers.
    `confirm` gets the plan before anything is written, and may raise to stop. Raises as
    `plan_event` and `print_pack`, and `BusyError` if another run prints into the folder.
    """
    with hold_event_place(settings) as place:
        planned_event = _plan_event(settings, place, given_fields, library)
        confirm(planned_event)
        files = print_pack(
            planned_event.event,
            planned_event.folder,
            number=planned_event.round,
            backs=planned_event.backs,
            executor=executor,
            progress=progress,
        )
        changed = _print_changed(planned_event)
    return replace(planned_event, files=tuple(files), changed=changed)


def _print_changed(planned_event: PlannedEvent) -> Path | None:
    """Print the sheets of earlier rounds that a change has made stale into a PDF of their own;
    return its path, None if there are none, or if the pack has all sheets again.
    """
    changes = planned_event.changes
    if changes is None or changes.all_again or not changes.reprint:
        return None
    event = planned_event.event
    # Round and number of each player whose sheet is stale; a seat has its round as text
    stale = {(str(place.round), place.number) for place in changes.reprint}
    sheets = [
        sheet
        for sheet in list_planned_sheets(event)
        if sheet.player and (sheet.seat.round, sheet.player.number) in stale
    ]
    title = f"{event.title} – {edition_of(event).say('pdf.changed')}"
    file = SheetFile(CHANGED, title, sheets)
    path = planned_event.folder / REPRINTS / CHANGED
    refuse_links(planned_event.folder, [f"{REPRINTS}/{CHANGED}"])
    write_all({path: print_sheets(event, file, planned_event.backs).content}, private=True)
    return path


def print_sheets(event: Event, file: SheetFile, backs: jobs.Backs) -> jobs.MadeFile:
    """Return one PDF of sheets of an event."""
    (pdf,) = jobs.run_job(jobs.SheetJob(event, [file]), backs)
    return pdf


def list_steps(event: Event, large: Collection[bool] | None = None) -> list[PrintingStep]:
    """Return how to print sheets of an event.

    `large` says which are printed: {True} only those in large print, {False} only others, both for
    both. By default it is what the event has.
    """
    settings = event.settings
    if settings.large_print:
        large = {True}
    elif large is None:
        large = {player.large_print for player in event.players}
        if event.spares:
            large.add(False)  # spare sheets are for nobody's needs
    return list_printing_steps(
        large,
        half_sheets=settings.half_sheets,
        with_rules=settings.with_rules,
    )


def make_backs(event: Event) -> jobs.Backs:
    """Return the rules for the backs of an event's sheets, as PDFs by whether they are in large
    print; None without such backs. They need Pango.
    """
    if not event.settings.with_rules:
        return None
    # It loads jinja2 and more, which most packs do not need
    from wordfleet_print.services.books import print_rules_backs

    sizes = {event.settings.large_print}
    if not event.settings.large_print:
        sizes |= {player.large_print for player in event.players}
    paper = find_paper(event.settings.paper)
    return print_rules_backs(rules_of(event), paper, sizes, eco=event.settings.eco)


def plan_event(
    settings: EventSettings,
    *,
    given_fields: Collection[str] | None = None,
    library: Library | None = None,
) -> PlannedEvent:
    """Return what `print_event` would print.

    A printed event keeps its settings, but for those that the user gave: `given_fields` are their
    names, by default the fields that `settings` was made with. `library` replaces the rules of
    `settings.rules`.

    Raises `RosterError` with questions, `BadInputError` and `UsageError` for what cannot be
    printed.
    """
    return _plan_event(settings, find_event_place(settings), given_fields, library)


def _plan_event(
    settings: EventSettings,
    place: EventPlace,
    given_fields: Collection[str] | None,
    library: Library | None,
) -> PlannedEvent:
    """Return the plan for the event in a folder: read lists and results, then pair the rounds.

    `place` is the folder, and what was printed there before. The other arguments are those of
    `plan_event`.
    """
    folder = place.folder
    if place.printed_event and place.is_interrupted:
        return _plan_completion(folder, place.printed_event)
    stored_event = place.printed_event.event if place.printed_event else None
    if settings.rename and stored_event is None:
        what = f"Only players of a printed event can be renamed; {folder} holds none."
        raise UsageError(Problem(what, "rename", (Fix.leave_out("rename"),)))
    given_fields = settings.model_fields_set if given_fields is None else given_fields
    merged = _merge(settings, stored_event, frozenset(given_fields))
    roster = read_event_roster(merged, place)
    results = read_event_results(merged, place)
    swiss_round = _find_swiss_round(merged, stored_event)
    if swiss_round:  # it is paired by the results, so those that are missing are asked for
        with_results = replace(stored_event, results=results) if stored_event else None
        results = complete_results(with_results, swiss_round, read_answers(merged))
    keeps_words = WORDS.isdisjoint(given_fields)
    draft, own_list = _make_draft(merged, roster, stored_event, library, keeps_words=keeps_words)
    draft = replace(draft, results=results)
    event, notes = _plan_rounds(
        draft, merged, stored_event, own_list, swiss=swiss_round is not None
    )
    _refuse_other_pairings(event, stored_event)
    _refuse_looks(event)
    if settings.font:
        event = replace(event, font=encode_font(settings.font, roster.players))
    changes = None
    if place.printed_event:
        changes = _find_changes(place.printed_event.event, event, settings)
        notes += note_changes(changes, place.printed_event, event, settings.round)
    else:
        notes += note_same_event(folder, roster)
    notes = [*map(Note, roster.warnings), *notes]
    return PlannedEvent(
        folder=folder,
        event=event,
        round=settings.round,
        backs=make_backs(event),
        reading=roster.reading,
        notes=tuple(notes),
        changes=changes,
    )


def _plan_completion(folder: Path, interrupted: PrintedEvent) -> PlannedEvent:
    """Return the plan to complete an interrupted print: the same event and round again."""
    return PlannedEvent(
        folder=folder,
        event=interrupted.event,
        round=interrupted.round,
        backs=make_backs(interrupted.event),
        completes=True,
    )


def _refuse_looks(event: Event) -> None:
    """Raise `BadInputError` if a sheet does not fit its paper as the settings ask for it."""
    settings = event.settings
    looks = choose_looks(settings)
    lay_out_sheet(edition_of(event), looks, blank=settings.blank, placed=settings.placed)


def _find_changes(before: Event, event: Event, settings: EventSettings) -> Changes:
    """Return what a plan changes in a printed event; if its looks change, every sheet does."""
    looks_changed = choose_looks(before.settings) != choose_looks(event.settings)
    return compare_plans(before, event, redeal=settings.redeal, all_again=looks_changed)


def settings_of(event: Event) -> EventSettings:
    """Return the settings of a printed event. If it keeps an edition of its own, `rules` is set to
    `event.json`, so that editions other than the bundled ones count as known.
    """
    rules = Path(EVENT_FILE) if event.rules else None
    return event.settings.model_copy(update={"rules": rules})


def _names_rules_folder(settings: EventSettings) -> bool:
    """Return whether the settings name a folder of rules, not those in the event's own file."""
    return settings.rules is not None and settings.rules.name != EVENT_FILE


def _merge(
    settings: EventSettings, stored_event: Event | None, given_fields: frozenset[str]
) -> EventSettings:
    """Return the settings of a printed event, changed by what the user gave now, and by all that no
    event stores; of a new event the settings unchanged.
    """
    if stored_event is None:
        return settings
    return settings_of(stored_event).update_from(settings, given_fields | list_unstored_fields())


def list_unstored_fields() -> frozenset[str]:
    """Return the settings that each print of an event has from the user, or from `wordfleet.toml`,
    such as paths and how to report: no event stores them.
    """
    fields = EventSettings.fields()
    unstored = {name for name, field in fields.items() if not field.option.in_record}
    return frozenset(unstored - KEPT_UNLESS_GIVEN)


def _make_draft(
    settings: EventSettings,
    roster: Roster,
    stored_event: Event | None,
    library: Library | None,
    *,
    keeps_words: bool,
) -> tuple[Event, ScreenedList | None]:
    """Return an event without rounds; and the user's own word list as it was read, if there is one.

    `keeps_words`: the user said nothing about words, so a printed event keeps its own. Raises as
    `deck_of`.
    """
    values_of_open_settings = {
        "title": check_title(settings.title) or make_title(settings),
        "seed": choose_seed(settings, stored_event) or None,
        "paper": find_paper(settings.paper).slug,
    }
    settings_to_keep = _choose_settings_to_keep(settings, values_of_open_settings)
    draft = Event(settings=settings_to_keep, roster=roster)
    if stored_event:
        draft = replace(draft, font=stored_event.font)
    if stored_event and keeps_words:
        draft = replace(
            draft,
            rules=stored_event.rules,
            labels=stored_event.labels,
            words_title=stored_event.words_title,
            fair=stored_event.fair,
        )
        return draft, None
    return _choose_words(draft, settings, _find_library(settings, stored_event, library))


def _choose_settings_to_keep(
    settings: EventSettings, values: Mapping[str, object]
) -> EventSettings:
    """Return the settings that `event.json` keeps, with `values` in place of some of them."""
    record = settings.model_copy(update=values).to_record()
    return EventSettings.model_validate(record)


def _choose_words(
    draft: Event, settings: EventSettings, library: Library
) -> tuple[Event, ScreenedList | None]:
    """Return the draft with the edition and words that the settings ask for; and the user's own
    word list as it was read, if they gave one. Raises as `deck_of`.
    """
    edition = find_edition(settings, library)
    own_list = None
    chosen: dict[str, object] = {
        "edition": edition.slug,
        "theme": tuple(sorted({*settings.theme})),
        "words": None,
    }
    if settings.words and not settings.blank:
        own_list = read_word_list(settings.words, edition, settings.letters)
        own_words = chain.from_iterable(own_list.words.by_length.values())
        # The words, not the path of their file: it may change, or be missing elsewhere
        chosen["words"] = WordSource(text="\n".join(own_words))
    draft = replace(
        draft,
        settings=draft.settings.model_copy(update=chosen),
        rules=library.rules(edition.slug).text if library.is_own else "",
        labels=edition.all_labels.text if library.is_own else "",
        words_title=own_list.words.title if own_list else "",
    )
    deck_of(draft)  # raises for words that make no deck
    return draft, own_list


def _find_library(
    settings: EventSettings, stored_event: Event | None, library: Library | None
) -> Library:
    """Return the editions to choose from: `library`, or those of a folder in the settings, else the
    one that a printed event keeps, else the bundled ones.

    Raises `BadInputError` if a folder's edition differs from the one that the event was printed
    with.
    """
    if library is None and settings.rules and _names_rules_folder(settings):
        library = read_library(settings.rules)
    if stored_event is None:
        return library or packaged()
    if library is None:
        return read_event_rules(stored_event.rules, stored_event.labels)
    before = edition_of(stored_event)
    edition = find_edition(settings, library) if library.is_own else before
    # What only its rulebook shows, such as its version, may differ
    only_in_book = Rulebook.model_fields.keys() - SHOWN_ON_SHEETS
    is_same = edition.model_dump(exclude=only_in_book) == before.model_dump(exclude=only_in_book)
    if edition.slug == before.slug and not is_same:
        what = f"The event “{stored_event.title}” was printed with other rules of {before.slug}"
        raise BadInputError(
            Problem(
                f"{what} than those in {library.place}.",
                "rules",
                (Fix.choose("output"), Fix.leave_out("rules")),
                advice="The event keeps its own; or start a new event in another folder.",
            )
        )
    return library


def _list_kept_rounds(settings: EventSettings, stored_event: Event | None) -> set[int]:
    """Return the rounds that were printed and are not paired again."""
    return {*(stored_event.numbers if stored_event else ())}.difference(settings.redeal)


def _find_swiss_round(settings: EventSettings, stored_event: Event | None) -> int | None:
    """Return the round that is paired by the results, if any. Raises `UsageError` for several."""
    if not settings.swiss:
        return None
    wanted = [settings.round] if settings.round else range(1, (settings.rounds or 0) + 1)
    rounds_to_keep = _list_kept_rounds(settings, stored_event)
    new_rounds = [number for number in wanted if number not in rounds_to_keep]
    if len(new_rounds) > 1 and stored_event:
        what = "Swiss pairing pairs one round at a time: the results of the others are not there."
        fixes = (Fix("round", str(new_rounds[0])), Fix.leave_out("swiss"))
        raise UsageError(Problem(what, "swiss", fixes))
    return new_rounds[0] if new_rounds else None


def _plan_rounds(
    draft: Event,
    settings: EventSettings,
    stored_event: Event | None,
    own_list: ScreenedList | None,
    *,
    swiss: bool,
) -> tuple[Event, list[Note]]:
    """Return the event with its rounds and sheets, and notes on pairings, words and names.

    If the user's own words (`own_list`) make no fair fleets for so many players, any fleets are
    dealt, and a note says so. A printed event stays fair: then this raises `BadInputError`.
    """
    printed_rounds = stored_event.numbers if stored_event else ()
    spare = choose_spare(settings, stored_event, len(draft.roster.players))
    played_rounds = list_played_rounds(draft)
    choice = choose_rounds(settings, printed_rounds, draft.roster, played_rounds)

    def plan_rounds_of(event: Event) -> Event:
        return plan_rounds(
            event,
            choice.last_round,
            spare,
            only=choice.rounds_to_plan,
            previous=stored_event,
            reopened=settings.redeal,
            swiss=swiss,
        )

    try:
        event = plan_rounds_of(draft)
    except BadInputError as error:
        if stored_event or own_list is None or error.summary.field != "words":
            raise
        event = plan_rounds_of(replace(draft, fair=False))
    rounds_to_keep = _list_kept_rounds(settings, stored_event)
    return event, [*list_plan_notes(event, settings, rounds_to_keep, draft, own_list)]


def _refuse_other_pairings(event: Event, stored_event: Event | None) -> None:
    """Raise `BadInputError` for a list that pairs players without saying for which round, if round
    1 was printed with other pairings: the list may be for a later round.
    """
    if stored_event is None or event.roster.by_round or not _pairs_differ(event, 1):
        return
    number = max(stored_event.numbers) + 1
    what = "The list does not say which round its pairings are for,"
    raise BadInputError(
        Problem(
            f"{what} and round 1 was printed with other pairings.",
            "round",
            (Fix("round", str(number)), Fix("redeal", "1")),
            advice=f"Say that it is for round {number}, or pair round 1 again from this list.",
        )
    )


def _pairs_differ(event: Event, number: int) -> bool:
    """Return whether the list pairs two players in a round who do not meet in the event's."""
    fixtures = set()
    for fixture in event.roster.fixtures:
        if fixture.round == number and len(fixture.players) == 2:
            fixtures.add(frozenset(fixture.players))
    met = set()
    for event_round in event.rounds:
        if event_round.number == number:
            met = {frozenset((seating.first, seating.second)) for seating in event_round}
    return not fixtures <= met


def encode_font(font: Path, players: Sequence[Player]) -> str:
    """Return a font cut down to the letters of these players, as Base64 for `event.json`. Raises
    `BadInputError` for a font that cannot be used.
    """
    texts = [text for player in players for text in (player.name, player.club)]
    return b64encode(make_fallback(font, texts)).decode()


@dataclass(frozen=True)
class CheckedLists:
    """What was read of lists, how it is paired, and what is worth knowing."""

    roster: Roster
    rounds: tuple[Round, ...]
    notes: tuple[Note, ...]


def check_lists(settings: ListSettings) -> CheckedLists:
    """Read lists as `print_event` does, and pair their players, to show what would come of them.

    Raises as `plan_event`.
    """
    if not settings.lists:
        raise UsageError(Problem("Give a player list.", "lists"))
    answers = read_answers(settings)
    roster = read_rosters(settings.lists, answers)
    number = find_round(settings, answers)
    only: list[int] | None = None  # the rounds to pair; None pairs all
    if number:
        roster = roster.assign_round(number)
        only = [number]
    elif roster.by_round and not settings.rounds:
        only = list_paired_rounds(roster) or None
    rounds = pair_rounds(roster, settings.rounds or roster.rounds, only=only)
    absences = note_missing_players(roster, [event_round.number for event_round in rounds])
    unsettled_event = Event(settings=_choose_settings_to_keep(EventSettings(), {}), roster=roster)
    notes = [*map(Note, roster.warnings), *map(Note, absences), *list_name_notes(unsettled_event)]
    return CheckedLists(roster, rounds, tuple(notes))
