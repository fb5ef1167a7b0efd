"""Notes on a planned event: what its organizer should know before the sheets are printed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

from wordfleet_print.errors import Fix, Note, WordfleetError
from wordfleet_print.event.event import NO_SHEET, Event, deck_of, edition_of, looks_of
from wordfleet_print.event.folder import EVENT_FILE, PrintedEvent, read_printed
from wordfleet_print.event.pack.pack import list_name_notes, note_old_names, select_round
from wordfleet_print.event.pairing.notes import list_pairing_notes
from wordfleet_print.event.plan.changes import Changes, describe_newcomers, list_contradictions
from wordfleet_print.event.results import list_played_rounds, list_result_notes
from wordfleet_print.fleet.own_words import ScreenedList
from wordfleet_print.paper import find_paper
from wordfleet_print.roster.roster import Roster
from wordfleet_print.services.labels import note_labels_left_out
from wordfleet_print.settings.event import EventSettings
from wordfleet_print.sheet.sheet_code import SheetCode
from wordfleet_print.tracker.label_check import measure_handouts, measure_labels

# Neighboring folders that are searched for an event with the same players.
MOST_NEIGHBORS = 20
NOT_FAIR = (
    "Your words make no fair fleets for this many players:"
    " some fleets are easier to find than others."
)


def list_plan_notes(
    event: Event,
    settings: EventSettings,
    rounds_to_keep: Collection[int],
    draft: Event,
    own_list: ScreenedList | None,
) -> Iterator[Note]:
    """Yield notes on the pairings, words and names of an event that was planned from a draft.

    Those on rounds that stay come first: they say what the list cannot change.
    """
    yield from list_contradictions(event, rounds_to_keep)
    if draft.fair and not event.fair:
        yield Note(NOT_FAIR)
    pairing_notes = list_pairing_notes(event.roster, event.rounds, event.players, rounds_to_keep)
    yield from map(Note, pairing_notes)
    if own_list:
        yield from _note_own_words(event, own_list)
    yield from map(Note, list_result_notes(event))
    yield from map(Note, _list_label_notes(event))
    yield from list_name_notes(select_round(event, settings.round))


def _note_own_words(event: Event, own_list: ScreenedList) -> Iterator[Note]:
    """Yield notes on how many words of the user's own list are on the sheets of an event."""
    deck = deck_of(event)
    seeds = [seed for seed in chain(*event.seeds) if seed != NO_SHEET]
    keys = (SheetCode(deck.digest, seed).key for seed in seeds)
    words_of_sheets = (deck.draw_fleet(key)[0] for key in keys)
    yield from map(Note, own_list.describe_use(deck, words_of_sheets))


def _list_label_notes(event: Event) -> Iterator[str]:
    """Yield which labels (the printed words of a sheet) are not translated, and which are left out
    because they do not fit.
    """
    edition = edition_of(event)
    settings = event.settings
    if edition.all_labels.note:
        yield edition.all_labels.note
    usual = replace(looks_of(event), title="")
    sizes = {usual.large_print}
    if not usual.large_print:
        sizes |= {player.large_print for player in event.players}
    fits = [*measure_handouts(edition, find_paper(settings.paper))]
    for is_large in sorted(sizes):
        looks = replace(usual, large_print=is_large)
        fits += measure_labels(edition, looks, settings.blank, settings.placed)
    yield from note_labels_left_out(edition, fits)


def note_changes(
    changes: Changes, printed: PrintedEvent, event: Event, number: int | None
) -> Iterator[Note]:
    """Yield what is worth knowing of changes in a printed event; `number` is printed by itself."""
    if changes.renamed:
        yield from note_old_names(printed, number)
    if not event.roster.by_round:  # who pairs rounds elsewhere seats newcomers there
        yield from describe_newcomers(changes, list_played_rounds(event))


def note_same_event(folder: Path, roster: Roster) -> Iterator[Note]:
    """Yield a note on each event in a neighboring folder with mostly the same players: the user may
    want to continue it, not to start another.
    """
    names = {player.name for player in roster.players if player.name}
    if not names:
        return
    for file in sorted(folder.parent.glob(f"*/{EVENT_FILE}"))[:MOST_NEIGHBORS]:
        try:
            event = read_printed(file, partial=True).event
        except WordfleetError:
            continue
        names_there = {player.name for player in event.roster.players}
        is_mostly_same = 2 * len(names & names_there) > len(names)
        if is_mostly_same and file.parent != folder:
            fix = Fix("output", f"{file.parent}/", "To continue that event, use {}.")
            what = f"{file.parent}/ holds another event with mostly the same players."
            yield Note(what, (fix,))
