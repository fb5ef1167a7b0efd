"""Sheets printed again, by their codes or from a printed event; and all that is on them, to settle
a dispute.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from wordfleet_print.errors import BadInputError, Fix, Problem, UsageError
from wordfleet_print.event.event import (
    NO_SHEET,
    Event,
    PlannedSheet,
    deck_of,
    edition_of,
    planned_sheets,
    spare_sheets,
)
from wordfleet_print.event.folder import find_event, read_printed
from wordfleet_print.event.pack import contents
from wordfleet_print.event.plan.returning_players import name_with_club
from wordfleet_print.files import is_file, is_folder, read_inside, refuse_links
from wordfleet_print.fleet.deck import Deck
from wordfleet_print.games import Library
from wordfleet_print.games.word_fleet.code_classes import classify_code
from wordfleet_print.limits import OUTPUT
from wordfleet_print.messages import how_many, listed, plural, quote, some_of
from wordfleet_print.roster.pairings import PlayerFinder
from wordfleet_print.services import events, trackers, words
from wordfleet_print.settings.looks import LookSettings
from wordfleet_print.settings.table import ReprintSettings, VerifySettings
from wordfleet_print.sheet.captains import parse_name
from wordfleet_print.sheet.dealing import seat
from wordfleet_print.sheet.sheet import Sheet, make_sheet
from wordfleet_print.sheet.sheet_code import parse_codes
from wordfleet_print.tracker.names import make_fallback

# Settings that choose sheets of an event, with their values.
OF_AN_EVENT = {
    "player": "NAME",
    "number": "N",
    "table": "N",
    "spare": "N",
    "round": "N",
    "changed": "",
}


# What a sheet code keeps, and what it does not.
SAME_SHEETS = (
    "These sheets have the same words, codes and letters as before. Paper, looks and names are as "
    "you chose them now."
)


def find_event_path(sheets: Sequence[str]) -> Path | None:
    """Return the event that the only text names, if it names a folder, also one in `output/`, or a
    file.
    """
    if len(sheets) != 1:
        return None
    path = Path(sheets[0])
    is_path = path.suffix.lower() == ".json" or "/" in sheets[0] or "\\" in sheets[0]
    return next(
        (one for one in (path, OUTPUT / path) if is_folder(one) or is_file(one)),
        path if is_path else None,
    )


def reprint_codes(settings: ReprintSettings, library: Library | None = None) -> trackers.Trackers:
    """Return the sheets of codes, with the names of `settings.player` on them.

    `library` holds the editions, if not those of `settings.rules`. Raises `BadInputError` for a
    code that is mistyped or unknown, `UsageError` for settings that codes do not take.
    """
    library = library or words.read_library(settings.rules)
    if others := [name for name in OF_AN_EVENT if name != "player" and settings.is_set(name)]:
        what = "A sheet code already says which sheet; these choose sheets of an event."
        problem = Problem(what, others[0], tuple(map(Fix, others)), (*others[1:],))
        raise UsageError("Some options cannot be used.", problem)
    codes = parse_codes(settings.sheets, "sheets")
    names = [parse_name(name) for name in settings.player]
    if len(names) > len(codes):
        what = (
            f"{how_many(len(names), 'name')} cannot be printed on {how_many(len(codes), 'sheet')}."
        )
        raise UsageError(what, field="player")
    trackers.check_names(names)
    decks = words.find_decks(codes, settings, library)
    if len(slugs := dict.fromkeys(deck.edition.slug for deck in decks)) > 1:
        what = f"These sheets are of different editions: {', '.join(slugs)}."
        raise UsageError(what, tip="Print each edition by itself.")
    if settings.placed and any(deck.words is None for deck in decks):
        raise UsageError("A blank sheet has no words to place.", field="placed", leave=("placed",))
    fallback = make_fallback(settings.font, names)
    sheets = [
        make_sheet(deck, code, placed=settings.placed)
        for deck, code in zip(decks, codes, strict=True)
    ]
    seats = seat(sheets, [*names, *[""] * (len(sheets) - len(names))])
    made = trackers.lay_out_trackers(library.rules(*slugs), seats, settings, fallback=fallback)
    return replace(made, notes=(SAME_SHEETS, *made.notes))


@dataclass(frozen=True, slots=True)
class FoundSheet:
    """A sheet and its deck; and where an event was given, the player and the seat."""

    sheet: Sheet
    deck: Deck
    planned: PlannedSheet | None = None

    def to_json(self) -> dict[str, Any]:
        """Return everything that is on it, with its secrets."""
        sheet, edition = self.sheet, self.deck.edition
        return {
            "code": sheet.code,
            "edition": edition.slug,
            "words_from": sheet.words_from,
            "fleet_name": sheet.fleet_name,
            "words": sheet.words
            and {ship.ship: word for ship, word in zip(edition.fleet, sheet.words, strict=True)},
            "launch_codes": [
                {"code": one, "class": classify_code(one)} for one in sheet.launch_codes
            ],
            "manifest": sheet.manifest,
            "rating": sheet.rating,
            "to_find": sheet.rating_label,
        }


def find_sheets(settings: VerifySettings, library: Library | None = None) -> list[FoundSheet]:
    """Return the sheets of codes, and whose they are if an event was given.

    Raises as `reprint_codes`, and `BadInputError` for a code that was not dealt from the event's
    words.
    """
    codes = parse_codes(settings.codes, "codes")
    if not codes:
        raise UsageError("Which sheet? Type the code at its foot.", field="codes")
    if settings.event is None:
        decks, planned = words.find_decks(codes, settings, library), dict[int, PlannedSheet]()
    else:
        event = read_printed(find_event(settings.event)).event
        decks = [deck_of(event)] * len(codes)
        if others := [str(code) for code in codes if code.deck != decks[0].digest]:
            were = plural(len(others), "was", "were")
            what = f"{listed(others)} {were} not dealt from the words of “{event.title}”."
            raise BadInputError(what, tip="Check the sheet code.", leave=("event",))
        planned = {sheet.seed: sheet for sheet in chain(planned_sheets(event), spare_sheets(event))}
    return [
        FoundSheet(
            make_sheet(deck, code, placed=deck.words is not None), deck, planned.get(code.seed)
        )
        for deck, code in zip(decks, codes, strict=True)
    ]


# A PDF of changed sheets is smaller.
MAX_REPRINT_BYTES = 500_000_000
# Players and rounds shown where several fit.
MOST_SHOWN = 12


@dataclass(frozen=True, slots=True)
class EventReprint:
    """Sheets of an event in one PDF: where it goes, whose sheets it holds, how they look.

    `large` says whether there are sheets of players who need large print, and of others.
    """

    path: Path
    content: bytes
    pages: int
    sheets: tuple[str, ...]
    event: Event
    large: frozenset[bool]


def reprint_event(
    settings: ReprintSettings, event: Path | None, typed: Collection[str] = ()
) -> EventReprint:
    """Return sheets of a printed event as they were, but for the looks that were `typed`; no path:
    the only event.

    Raises `UsageError` if it is not clear which sheets, `BadInputError` if there are none.
    """
    if not any(map(settings.is_set, OF_AN_EVENT)):
        fixes = tuple(Fix(name, value, "Use {}.") for name, value in OF_AN_EVENT.items())
        problem = Problem(
            "Which sheets of the event?", "", fixes, advice="A round alone prints all its sheets."
        )
        raise UsageError(problem.message, problem)
    file = find_event(event)
    stored = read_printed(file).event
    folder = file.parent / events.REPRINTS
    if settings.changed:
        if looks := [name for name in LookSettings.fields() if name in typed]:
            what = "The changed sheets were printed with the event, and look as it does."
            raise UsageError(what, field=looks[0], leave=tuple(looks))
        path = folder / events.CHANGED
        content = _read_changed(file.parent)
        large = frozenset(player.large_print for player in stored.players)
        return EventReprint(path, content, 0, ("the changed sheets",), stored, large)
    refuse_links(file.parent, [f"{events.REPRINTS}/{events.CHANGED}"])
    restyled = _restyle(stored, settings, typed)
    found, name = _choose_sheets(restyled, settings)
    clubs = (
        {one.player.club if one.player else "" for one in found}
        if restyled.settings.by_club
        else set[str]()
    )
    # With a file for each club, the club is on the sheet
    club = next(iter(clubs)) if len(clubs) == 1 and found[0].player else ""
    title = f"{restyled.title} – {edition_of(restyled).say('pdf.reprint')}"
    sheets = contents.SheetFile("", title, club, "", found)
    made = events.print_sheets(restyled, sheets, events.make_backs(restyled))
    large = frozenset(one.player is not None and one.player.large_print for one in found)
    whole = settings.round and not (settings.player or settings.number or settings.table)
    titles = (f"round {settings.round}",) if whole else tuple(map(_describe_sheet, found))
    return EventReprint(
        folder / f"{name}.pdf", made.content, made.file.pages, titles, restyled, large
    )


def _read_changed(folder: Path) -> bytes:
    """Return the PDF of the sheets that the last list changed. Raises `BadInputError`."""
    name = f"{events.REPRINTS}/{events.CHANGED}"
    try:
        return read_inside(folder, name, MAX_REPRINT_BYTES)
    except FileNotFoundError as error:
        what = "The last list changed no sheet of a printed round."
        raise BadInputError(what, field="changed") from error
    except OSError as error:
        raise BadInputError(f"{folder / name} cannot be read: {error.strerror}.") from error


def _restyle(event: Event, settings: ReprintSettings, typed: Collection[str]) -> Event:
    """Return the event with the looks that were typed.

    Raises `UsageError` if they do not go with its own.
    """
    looks = {
        name
        for name, one in LookSettings.fields().items()
        if name in typed and one.option.in_record
    }
    changed = replace(event, settings=events.settings_of(event).updated(settings, looks))
    if settings.font:
        return replace(changed, font=events.encode_font(settings.font, event.players))
    return changed


def _choose_sheets(event: Event, settings: ReprintSettings) -> tuple[list[PlannedSheet], str]:
    """Return the sheets in the order in which they were printed, and a name for their file."""
    if settings.spare is not None:
        spares = [
            sheet for sheet in spare_sheets(event) if sheet.seat.serial == f"S{settings.spare}"
        ]
        if not spares:
            what = f"There is no spare sheet {settings.spare}; there are {len(event.spares)}."
            raise BadInputError(what, field="spare")
        return spares, f"spare-{settings.spare}"
    numbers = event.numbers
    if settings.round is None and len(numbers) > 1:
        raise UsageError(f"The event has {len(numbers)} rounds.", field="round", say=("round=N",))
    number = settings.round or numbers[0]
    if number not in numbers:
        known = f"{plural(len(numbers), 'round')} {some_of(numbers, MOST_SHOWN)}"
        raise BadInputError(f"There is no round {number}; the event has {known}.", field="round")
    sheets = [*planned_sheets(event.only(number))]
    if settings.table is not None:
        seated = [sheet for sheet in sheets if sheet.seat.table == str(settings.table)]
        if not seated:
            tables = some_of([*dict.fromkeys(sheet.seat.table for sheet in sheets)], MOST_SHOWN)
            what = f"There is no table {settings.table} in round {number}; its tables are {tables}."
            raise BadInputError(what, field="table")
        return seated, f"table-{settings.table}-round-{number}"
    wanted = _find_players(event, settings)
    if not wanted:
        return sheets, f"round-{number}"
    missing = [
        event.players[place].called
        for place in wanted
        if event.seeds[numbers.index(number)][place] == NO_SHEET
    ]
    if missing:
        what = (
            f"{listed(map(quote, missing))} {plural(len(missing), 'has', 'have')} no sheet in "
            f"round {number}."
        )
        tip = "A player with a bye has none. Neither has a player who joined later or had left."
        raise BadInputError(what, tip=tip, field="player")
    players = [event.players[place] for place in wanted]
    own = [sheet for sheet in sheets if sheet.player in players]
    stems = [Path(contents.name_player_file(player)).stem for player in players]
    return own, f"{'-'.join(stems[: trackers.MOST_IN_FILE_NAME])}-round-{number}"


def _find_players(event: Event, settings: ReprintSettings) -> list[int]:
    """Return the indices of the players who are meant.

    Raises `BadInputError` for nobody, and for several of a name.
    """
    players, problems, wanted = event.players, list[Problem](), list[int]()
    numbered = [at for at, player in enumerate(players) if settings.number in (None, player.number)]
    if settings.number and not numbered:
        problems.append(Problem(f"No player has the number {settings.number}.", "number"))
    finder = PlayerFinder(players)
    for place, name in enumerate(settings.player):
        named = finder.find(name)
        found = [at for at in named if at in numbered]
        if len(found) > 1:
            same = [players[at] for at in found[:MOST_SHOWN]]
            fixes = tuple(
                Fix("number", str(one.number), f"{{}} is {name_with_club(one)}.") for one in same
            )
            problems.append(
                Problem(
                    f"{len(found)} players are called {quote(name)}.",
                    "player",
                    fixes,
                    place=(place,),
                )
            )
        elif not found:
            near = finder.nearest(name)
            fixes = (Fix("player", near, instead=name),) if near else ()
            meant = f" Did you mean {quote(near)}?" if near else ""
            problems.append(
                Problem(
                    f"{quote(name)} is not in the event.{meant}", "player", fixes, place=(place,)
                )
            )
        wanted += found
    if problems:
        raise BadInputError("Some players cannot be found.", *problems)
    return wanted or (numbered if settings.number else [])


def _describe_sheet(sheet: PlannedSheet) -> str:
    player, seat = sheet.player, sheet.seat
    if player is None:
        return f"spare sheet {seat.serial}"
    return f"{player.called} ({f'table {seat.table}, ' if seat.table else ''}round {seat.round})"
