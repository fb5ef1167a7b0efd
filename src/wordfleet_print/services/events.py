"""Plan and print events: from lists and settings to a pack, and from a printed event to what comes
next.

`plan_event` says what would be printed and what it changes, `print_event` prints it, `check_lists`
only reads lists. Questions about a list come as a `RosterError`: add the answers to
`settings.answer` and call again.
"""

from __future__ import annotations

import re
from array import array
from base64 import b64decode, b64encode
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from pydantic import JsonValue

from wordfleet_print.errors import (
    BadInputError,
    Fix,
    Note,
    Progress,
    UsageError,
    WordfleetError,
    show_nothing,
)
from wordfleet_print.event.pack import contents
from wordfleet_print.event.pack.pack import Pack, open_pool, print_pack
from wordfleet_print.event.plan import event_file, players_file, returning_players
from wordfleet_print.event.plan.changes import Changes, compare_plans, list_contradictions
from wordfleet_print.event.plan.event_file import EVENT_FILE, EventFile, read_event
from wordfleet_print.event.plan.pairing import Round, list_absences, list_pairing_notes, pair
from wordfleet_print.event.plan.plan import (
    NO_SHEET,
    DealSettings,
    EventPlan,
    EventSpec,
    planned_sheets,
)
from wordfleet_print.event.plan.plan import plan_event as plan_rounds
from wordfleet_print.event.roster.questions import Answers, RosterError, parse_answers
from wordfleet_print.event.roster.reader import read_rosters
from wordfleet_print.event.roster.roster import Player, Roster, numbered_roster
from wordfleet_print.files import is_folder, open_inside, refuse_links, write_all
from wordfleet_print.fleet.own_words import ScreenedList
from wordfleet_print.games import Library, Rulebook
from wordfleet_print.limits import OUTPUT
from wordfleet_print.messages import how_many, plural, slug, some_of
from wordfleet_print.processes import count_cores
from wordfleet_print.services import words
from wordfleet_print.services.trackers import check_title
from wordfleet_print.settings.event import EventSettings, ListSettings
from wordfleet_print.settings.words import WordSource
from wordfleet_print.sheet.sheet_code import SheetCode, draw_seed, parse_seed
from wordfleet_print.tracker import layout
from wordfleet_print.tracker.geometry import find_paper
from wordfleet_print.tracker.names import check_name, make_fallback

# The kinds of files of a pack, the organizer’s own last.
SECRET = ("answer-key", "manifest", "list", "event")
KINDS = ("sheets", "spares", "table-cards", "score-slips", "name-index", "players", *SECRET)


def file_kind(name: str) -> str:
    """Return the kind of a file of a pack: its name without ending, and without number or club of
    one of several.
    """
    path = Path(name)
    if path.name == players_file.PLAYERS_FILE:
        return "list"
    stem = path.stem.rstrip("0123456789").rstrip("-")
    return (
        contents.PLAYERS
        if path.parent.name == contents.PLAYERS
        else "sheets"
        if stem.startswith("sheets")
        else stem
    )


# The folder for sheets that are printed again, inside the event's.
REPRINTS, CHANGED = "reprints", "changed-sheets.pdf"
PLAYERS_PER_SPARE = 20
LEAST_SPARES = 2
# Names of lists in an event's title; of more, their number.
MOST_IN_TITLE = 3
# More sheets than these are worth several processes.
MANY_SHEETS = 10_000
# Events in neighboring folders that are looked at.
MOST_BESIDE = 20
# The key of an answer: the round that a list is of, if the list does not say.
ROUND = "round"
NOT_FAIR = (
    "Your words make no fair fleets for this many players: some fleets are easier to find than "
    "others."
)
# Settings that decide which deck is dealt from.
WORDS = ("edition", "tier", "theme", "words", "letters", "blank", "rules")


@dataclass(frozen=True)
class PlannedEvent:
    """An event that can be printed into `folder`.

    `reading` says what was read of its lists, `notes` what is worth knowing, `changes` what it
    changes in the event that was printed there before; None for a new one. `completes`: the last
    print was interrupted, and this one completes it. After it was printed, `files` are those of the
    pack, by their paths in the folder, and `changed` is a PDF of the sheets to print again, if
    there are some.
    """

    folder: Path
    pack: Pack
    reading: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    changes: Changes | None = None
    completes: bool = False
    files: tuple[contents.PackFile, ...] = ()
    changed: Path | None = None


def print_event(
    settings: EventSettings,
    executor: Executor | None = None,
    *,
    typed: Collection[str] | None = None,
    library: Library | None = None,
    confirm: Callable[[PlannedEvent], object] = lambda _planned: None,
    progress: Progress = show_nothing,
) -> PlannedEvent:
    """Plan an event and print its pack; with the same bytes for any executor.

    `confirm` gets the plan before anything is written, and may raise to stop. Raises as
    `plan_event` and `print_pack`, and `BusyError` if another run prints into the folder.
    """
    with event_file.alone_in(_find_folder(settings)):
        planned = plan_event(settings, typed=typed, library=library)
        confirm(planned)
        sheets = planned.pack.plan.sheets + len(planned.pack.plan.spares)
        workers = settings.workers or (count_cores() if sheets > MANY_SHEETS else 1)
        with open_pool(1 if executor else workers) as pool:
            files = print_pack(
                planned.pack, planned.folder, executor=executor or pool, progress=progress
            )
        changed = _print_changed(planned)
    return replace(planned, files=tuple(files), changed=changed)


def _print_changed(planned: PlannedEvent) -> Path | None:
    """Print the sheets that a change has made stale into one PDF; return its path, or None if there
    are none.
    """
    changes = planned.changes
    if changes is None or changes.all_again or not changes.reprint:
        return None
    stale = {(one.round, one.number) for one in changes.reprint}
    pack = replace(planned.pack, round=None)
    every = planned_sheets(pack.plan)
    found = (
        one for one in every if one.player and (int(one.seat.round), one.player.number) in stale
    )
    file = contents.SheetFile(CHANGED, f"{pack.plan.title} – changed sheets", "", "", tuple(found))
    path, (made,) = planned.folder / REPRINTS / CHANGED, contents.SheetsCall(pack.setup, (file,))()
    refuse_links(planned.folder, [f"{REPRINTS}/{CHANGED}"])
    write_all({path: made.content}, private=True)
    return path


def plan_event(
    settings: EventSettings, *, typed: Collection[str] | None = None, library: Library | None = None
) -> PlannedEvent:
    """Return what `print_event` would print.

    A printed event keeps its settings, but for those that were `typed`: by default those that were
    given at all. `library` replaces the rules of `settings.rules`.

    Raises `RosterError` with questions, `BadInputError` and `UsageError` for what cannot be
    printed.
    """
    typed = settings.model_fields_set if typed is None else typed
    folder, source = _find_folder(settings), _find_source(settings)
    if event_file.is_interrupted(folder):
        stopped = read_event(folder / EVENT_FILE, partial=True)
        return PlannedEvent(
            folder, make_pack(stopped.plan, stopped.settings, stopped.printed), completes=True
        )
    stored = read_event(folder / EVENT_FILE, partial=True) if event_file.has_event(folder) else None
    # The list is a printed event: it goes on in its own folder, or elsewhere as a copy
    if source and source.parent.resolve() != folder.resolve():
        given = read_event(source)  # a pack elsewhere has to be as it was printed
        if stored and stored.plan != given.plan:
            what = (
                f"{folder / EVENT_FILE} is another event, or another state of this one; it "
                "would be lost."
            )
            raise BadInputError(what, field="output", say=("output",))
        stored = given
    if settings.rename and stored is None:
        what = f"Only players of a printed event can be renamed; {folder} holds none."
        raise UsageError(what, field="rename", leave=("rename",))
    return _plan(settings, frozenset(typed), folder, stored, library)


def _plan(
    given: EventSettings,
    typed: frozenset[str],
    folder: Path,
    stored: EventFile | None,
    library: Library | None,
) -> PlannedEvent:
    settings, before = given, stored.plan if stored else None
    if (
        stored
    ):  # it keeps its settings, but for those that were typed, and those that it never keeps
        new = {name for name, one in EventSettings.fields().items() if not one.option.in_record}
        settings = read_record(stored.plan, stored.settings).updated(given, typed | new - {"rules"})
    roster = _read_players(settings, folder, stored)
    spec = _make_spec(settings, before, roster, typed)
    # Nothing about words was typed: the deck is the printed one, even if the word lists of this
    # version differ
    if before and not typed & {*WORDS}:
        deal, own = replace(before.deal, placed=settings.placed), None
    else:
        deal, own = _choose_deal(settings, _find_library(settings, before, library))
    notes = [*roster.warnings]
    try:
        plan = plan_rounds(roster, deal, spec, previous=before, reopened=settings.redeal)
    except BadInputError as error:
        if before or own is None or error.field != "words":
            raise
        plan = plan_rounds(roster, replace(deal, fair=False), spec)
        notes.append(NOT_FAIR)
    if before and not roster.by_round and _pairs_differ(plan, 1):
        number = max(before.numbers) + 1
        what = (
            "The list does not say which round its pairings are for, and round 1 was printed "
            "with other pairings."
        )
        tip = f"Say that it is for round {number}, or pair round 1 again from this list."
        raise BadInputError(what, tip=tip, field="round", say=(f"round={number}", "redeal=1"))
    layout.lay_out_sheet(
        deal.source().edition, layout.choose_looks(settings), blank=deal.blank, placed=deal.placed
    )
    record = _make_record(settings, plan)
    if settings.font:
        record["font"] = encode_font(settings.font, roster.players)
    elif stored and "font" in stored.settings:
        record["font"] = stored.settings["font"]
    pack = make_pack(plan, record, settings.round)
    stay = {*(before.numbers if before else ())} - {*settings.redeal}
    # Notes on rounds that stay come first: they say what the list cannot change
    notes += [
        *list_contradictions(plan, stay),
        *list_pairing_notes(plan.roster, plan.rounds, plan.players, stay),
    ]
    if own:
        deck, seeds = plan.deal.deck(), chain.from_iterable(plan.seeds)
        fleets = (
            deck.draw_fleet(SheetCode(deck.digest, seed).key)[0]
            for seed in seeds
            if seed != NO_SHEET
        )
        notes += own.describe(deck, fleets)
    notes += [*pack.list_name_notes(), *([] if before else _find_same_event(folder, roster))]
    changes = None
    if stored and before:
        all_again = layout.choose_looks(read_record(before, stored.settings)) != pack.settings.looks
        changes = compare_plans(before, plan, redeal=settings.redeal, all_again=all_again)
    return PlannedEvent(folder, pack, roster.reading, tuple(notes), changes)


# --- settings and rounds


def read_record(plan: EventPlan, record: Mapping[str, JsonValue]) -> EventSettings:
    """Return the settings that `event.json` keeps; the font beside them is no setting."""
    # An edition of a designer's own is in the file, too
    rules = Path(EVENT_FILE) if plan.deal.rules else None
    kept = EventSettings.model_validate(
        {name: value for name, value in record.items() if name != "font"}
    )
    return kept.model_copy(update={"rules": rules})


def _make_record(settings: EventSettings, plan: EventPlan) -> dict[str, JsonValue]:
    """Return what `event.json` keeps: settings with what was chosen for those that were left
    open.
    """
    own = plan.deal.own_words
    chosen = {
        "title": plan.title,
        "seed": plan.seed,
        "paper": find_paper(settings.paper).slug,
        "edition": plan.deal.edition,
        "spare": len(plan.spares),
        "words": WordSource(text="\n".join(own)) if own else None,
    }
    return settings.model_copy(update=chosen).to_record()


def encode_font(font: Path, players: Sequence[Player]) -> str:
    """Return what `event.json` keeps of a font: its letters for these players, as Base64. Raises
    `BadInputError`.
    """
    return b64encode(
        make_fallback(font, (text for one in players for text in (one.name, one.club)))
    ).decode()


def make_pack(plan: EventPlan, record: Mapping[str, JsonValue], number: int | None = None) -> Pack:
    """Return the pack of a plan, or of one round; rules on the backs need Pango."""
    settings, font = read_record(plan, record), b64decode(str(record.get("font", "")))
    pack = contents.PackSettings(
        layout.choose_looks(settings), settings.per_player, settings.by_club, font
    )
    if settings.with_rules:
        sizes = {pack.sheet_looks(player, "").large_print for player in (None, *plan.players)}
        pack = replace(
            pack, rules=words.print_rules_backs(plan.deal.source(), pack.looks.paper, sizes)
        )
    return Pack(plan, pack, record, number)


def _make_spec(
    settings: EventSettings, before: EventPlan | None, roster: Roster, typed: Collection[str]
) -> EventSpec:
    """Return title, seed, rounds and spare sheets: the printed event's, those that were asked for,
    or the usual.
    """
    asked = parse_seed(settings.seed) if settings.seed else ""
    if before and asked and asked not in (before.seed, parse_seed(before.seed)):
        what = (
            f"The event “{before.title}” was dealt from the seed {before.seed}, not from another."
        )
        tip = "Keep that, or start a new event in another folder."
        raise BadInputError(what, tip=tip, field="seed", say=("output",), leave=("seed",))
    if before and "spare" in typed and settings.round not in (None, before.spares_with):
        what = f"Spare sheets go with round {before.spares_with}, which was printed first."
        raise UsageError(what, field="spare", leave=("spare", "round"))
    spare = (
        len(before.spares)
        if before
        else max(LEAST_SPARES, -(-len(roster.players) // PLAYERS_PER_SPARE))
    )
    rounds, only = _choose_rounds(
        settings, before.numbers if before else (), roster, asks="rounds" in typed
    )
    spare = spare if settings.spare is None else settings.spare
    title, seed = (
        check_title(settings.title) or make_title(settings),
        before.seed if before else asked or draw_seed(),
    )
    return EventSpec(title, seed, rounds, spare, frozenset(only))


def _choose_rounds(
    settings: EventSettings, printed: Collection[int], roster: Roster, *, asks: bool
) -> tuple[int, Collection[int]]:
    """Return the number of rounds, and which to plan besides `printed` ones, if not all up to that
    number.

    `asks`: the number was given for this print. Raises an error for rounds that do not go together,
    or that the printed ones or the list do not allow.
    """
    count, only = settings.rounds if asks or not printed else None, settings.round
    if only and count and only > count:
        raise UsageError(f"There is no round {only} of {how_many(count, 'round')}.")
    if missing := sorted({*settings.redeal}.difference(printed)):
        what = f"Round {missing[0]} was not printed yet, so it cannot be paired again."
        raise BadInputError(what, field="redeal", leave=("redeal",))
    if only and (others := sorted({*settings.redeal} - {only})):
        what = f"If round {only} is printed alone, round {others[0]} cannot be paired again."
        raise UsageError(what, field="redeal", leave=("round", "redeal"))
    if stay := [
        number for number in printed if count and number > count and number not in settings.redeal
    ]:
        what = f"Round {stay[0]} was printed, and stays: {count} are too few rounds."
        say = (f"redeal={stay[0]}-{stay[-1]}" if len(stay) > 1 else f"redeal={stay[0]}",)
        raise BadInputError(
            what,
            tip="Pairing a round again can drop it.",
            field="rounds",
            say=say,
            leave=("rounds",),
        )
    paired, rounds = (
        sorted({one.round for one in roster.fixtures if not one.withdrawn}),
        count or roster.rounds,
    )
    if only and paired and only not in {*paired, *printed}:
        what = (
            f"The list pairs players for {plural(len(paired), 'round')} {some_of(paired, 6)}, "
            f"not for round {only}."
        )
        raise BadInputError(
            what, tip=f"Give the list of round {only}; a list without rounds is read as that round."
        )
    if only:
        return rounds, [only]
    of_list = paired if roster.by_round else []
    if printed:
        return rounds, [] if asks else [*printed, *of_list]
    # A list of one later round, of an event that was begun elsewhere
    return rounds, of_list if max(of_list, default=0) > rounds else []


# --- words


def _find_library(
    settings: EventSettings, before: EventPlan | None, library: Library | None
) -> Library:
    """Return the editions to choose from; those of a folder must not contradict the printed event's
    own.
    """
    has_folder = settings.rules is not None and settings.rules.name != EVENT_FILE
    given = library or (words.read_library(settings.rules) if has_folder else None)
    if before is None or given is None:
        return given or words.read_event_rules(before.deal.rules if before else "")
    # What only its rulebook shows, such as its version, may differ
    hidden = {*Rulebook.model_fields} - {"title", "edition", "players", "language"}
    kept = before.deal.source().edition
    edition = words.find_edition(settings, given) if given.place else kept
    if edition.slug == kept.slug and edition.model_dump(exclude=hidden) != kept.model_dump(
        exclude=hidden
    ):
        what = (
            f"The event “{before.title}” was printed with other rules of {kept.slug} than "
            f"those in {given.place}."
        )
        tip = "The event keeps its own; or start a new event in another folder."
        raise BadInputError(what, tip=tip, field="rules", say=("output",), leave=("rules",))
    return given


def _choose_deal(
    settings: EventSettings, library: Library
) -> tuple[DealSettings, ScreenedList | None]:
    """Return what sheets are dealt from, and a list of your own as it was read. Raises as
    `DealSettings.deck`.
    """
    edition, screened = words.find_edition(settings, library), None
    themes, rules = (
        tuple(sorted({*settings.theme})),
        library.rules(edition.slug).text if library.place else "",
    )
    looks = settings.blank, settings.placed
    deal = DealSettings(edition.slug, settings.tier, themes, None, "", *looks, rules=rules)
    if settings.words and not settings.blank:
        screened = words.read_word_list(settings.words, edition, settings.letters)
        own = tuple(chain.from_iterable(screened.words.by_length.values()))
        deal = replace(deal, own_words=own, own_title=screened.words.title, fill=settings.tier)
    deal.deck()
    return deal, screened


# --- lists, folders, files


def _read_answers(settings: ListSettings) -> dict[str, str]:
    named = {"encoding": settings.encoding, "sheet": settings.worksheet}
    return {key: value for key, value in named.items() if value} | parse_answers(
        settings.column, settings.answer
    )


def _read_lists(lists: Sequence[Path], answers: dict[str, str], kept: Answers) -> Roster:
    """Return the players of lists, read by these answers, and by those that were `kept` of earlier
    lists.

    Raises `RosterError` and `BadInputError`.
    """
    try:
        return read_rosters(lists, returning_players.keep_answers(kept) | answers)
    except BadInputError as error:
        # What held for another list, such as the name of a worksheet, may not for this one; its
        # questions are its own
        if not kept or (isinstance(error, RosterError) and error.questions and not error.faults):
            raise
    return read_rosters(lists, answers)


def _read_players(settings: EventSettings, folder: Path, stored: EventFile | None) -> Roster:
    """Return who plays. Raises `RosterError` with questions, `BadInputError` with every problem."""
    if bool(settings.lists) == (settings.number_of_players is not None):
        raise UsageError(
            "Give a player list or a number of players.", field="lists", say=("number_of_players",)
        )
    answers = _read_answers(settings)
    source = _find_source(settings)
    if source and stored:
        rows = (one for one in stored.files if one.name == players_file.PLAYERS_FILE)
        if not any(event_file.is_changed(source.parent, one) for one in rows):
            return returning_players.rename_players(stored.plan, settings.rename)
    edited = source.with_name(players_file.PLAYERS_FILE) if source else Path(*settings.lists[:1])
    if stored and (source or _is_players_file(edited)):
        return players_file.read_players(edited, stored.plan, answers)
    if settings.number_of_players is not None:
        roster = numbered_roster(settings.number_of_players)
    else:
        roster = _read_lists(
            settings.lists, answers, dict(stored.plan.roster.answers if stored else ())
        )
    if number := _find_round(settings, answers):
        roster = roster.of_round(number)
    if stored is None:
        return roster
    known = {player.called for player in stored.plan.players}
    if known.isdisjoint(player.called for player in roster.players):
        what = f"{folder} holds the event “{stored.plan.title}”, which has none of these players."
        raise BadInputError(what, field="output", say=("output", "title"))
    return returning_players.match_players(roster, stored.plan, settings.rename, answers)


def _find_round(settings: ListSettings, answers: Answers) -> int | None:
    """Return the round that the list is for, if an option or an answer says so."""
    return settings.round or EventSettings.read({"round": answers.get(ROUND) or None}).round


def _is_players_file(path: Path) -> bool:
    """Return whether a path is a `players.csv` of a pack, or one that was edited."""
    try:
        if path.name != players_file.PLAYERS_FILE:
            return False
        with open_inside(path.parent, path.name) as file:
            return players_file.is_players_text(file.read(200))
    except OSError:
        return False


def _find_source(settings: ListSettings) -> Path | None:
    """Return the `event.json` that the settings name, by itself, its folder or the folder's
    `players.csv`, if any.
    """
    if len(settings.lists) != 1:
        return None
    (path,) = settings.lists
    if _is_players_file(path) and event_file.has_event(path.parent):
        return path.with_name(EVENT_FILE)
    return find_event(path) if path.suffix.lower() == ".json" or is_folder(path) else None


def _find_folder(settings: EventSettings) -> Path:
    """Return the event's folder."""
    if settings.output:
        return settings.output
    source = _find_source(settings)
    if source and settings.lists[0].suffix.lower() != ".json":
        return source.parent
    title = check_title(settings.title) or (
        read_event(source, partial=True).plan.title if source else ""
    )
    return name_folder(title or make_title(settings))


def name_list(file: Path) -> str:
    """Return a list's file name as a title: `summer-cup_2025.csv` is “Summer Cup 2025”; “Event” if
    no font has it.
    """
    words = file.stem.replace("_", " ").replace("-", " ").split()
    # Schools write class 5B, and file names have class-5b
    written = (
        word.upper() if re.fullmatch(r"\d+[a-z]", word) else word.capitalize() for word in words
    )
    text = " ".join(new if old.islower() else old for old, new in zip(words, written, strict=True))[
        :100
    ].strip()
    name, faults = check_name(text) if text else ("", ("is empty",))
    return "Event" if faults else name


def name_folder(title: str) -> Path:
    """Return the folder of an event by default."""
    return OUTPUT / (slug(title) or "event")


def make_title(settings: EventSettings) -> str:
    """Return the title of an event by default: the names of its lists, or its number of players."""
    if not settings.lists:
        return how_many(settings.number_of_players or 0, "player")
    return check_title(some_of([name_list(file) for file in settings.lists], MOST_IN_TITLE))


def _pairs_differ(plan: EventPlan, number: int) -> bool:
    """Return whether the list pairs two in a round who do not meet in it."""
    asked = (
        frozenset(one.players)
        for one in plan.roster.fixtures
        if one.round == number and len(one.players) == 2
    )
    met = {
        frozenset((first, second))
        for one in plan.rounds
        if one.number == number
        for _, first, second in one
    }
    return not met.issuperset(asked)


def _find_same_event(folder: Path, roster: Roster) -> Iterator[str]:
    """Yield a note on an event in a neighboring folder that has mostly the same players, and may be
    meant.
    """
    names = {player.name for player in roster.players if player.name}
    for file in sorted(folder.parent.glob(f"*/{EVENT_FILE}"))[:MOST_BESIDE] if names else ():
        try:
            known = {player.name for player in read_event(file, partial=True).plan.roster.players}
        except WordfleetError:
            continue
        if 2 * len(names & known) > len(names) and file.parent != folder:
            fix = Fix("output", f"{file.parent}/", "To continue that event, use {}.")
            yield Note(f"{file.parent}/ holds another event with mostly the same players.", fix)


def find_event(path: Path | None) -> Path:
    """Return the `event.json` of a path: itself, or that of a folder; without a path the only one
    in `output/`.

    Raises `BadInputError` if none matches, `UsageError` if it is not clear which.
    """
    if path is None:
        found = sorted(OUTPUT.glob(f"*/{EVENT_FILE}"))
        # Guessing among several events would print over the wrong one
        if len(found) != 1:
            names = some_of([f"{file.parent}/" for file in found], 12)
            several = f"There are {len(found)} events in {OUTPUT}/: {names}."
            what = several if found else f"There is no event in {OUTPUT}/."
            raise UsageError(what, tip="Name the folder of the event first.")
        return found[0]
    if not is_folder(path):
        return path  # `read_event` says what is wrong with it
    if not event_file.has_event(path):
        tip = "Name the folder of a printed event, such as output/summer-cup/."
        raise BadInputError(f"{path} holds no {EVENT_FILE}.", tip=tip)
    return path / EVENT_FILE


@dataclass(frozen=True)
class CheckedLists:
    """What was read of lists, how it is paired, and what is worth knowing."""

    roster: Roster
    rounds: tuple[Round, ...]
    notes: tuple[str, ...]


def check_lists(settings: ListSettings) -> CheckedLists:
    """Read lists as `print_event` does, and pair their players. Raises as `plan_event`."""
    if not settings.lists:
        raise UsageError("Give a player list.", field="lists")
    answers = _read_answers(settings)
    number, roster = _find_round(settings, answers), read_rosters(settings.lists, answers)
    roster = roster.of_round(number) if number else roster
    rounds = pair(roster, settings.rounds or roster.rounds, only={number} if number else ())
    usual = EventSettings()
    plan = EventPlan(
        "Event",
        "check",
        _choose_deal(usual, words.read_library(None))[0],
        roster,
        (),
        (),
        array("Q"),
    )
    names = make_pack(plan, _make_record(usual, plan)).list_name_notes()
    absences = list_absences(roster, [one.number for one in rounds])
    return CheckedLists(roster, rounds, (*roster.warnings, *absences, *names))
