"""Sheets printed again, by their codes or from a printed event; and all that is on them, to settle
a dispute.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from wordfleet_print.errors import BadInputError, Fix, Note, Problem, UsageError
from wordfleet_print.event.event import (
    NO_SHEET,
    Event,
    PlannedSheet,
    deck_of,
    edition_of,
    list_planned_sheets,
    list_spare_sheets,
    name_spare,
)
from wordfleet_print.event.folder import find_event, read_printed
from wordfleet_print.event.pack.sheet_files import TEXT, SheetFile, name_player_file
from wordfleet_print.event.plan.returning_players import name_with_club
from wordfleet_print.files import is_file, is_folder, read_inside, refuse_links
from wordfleet_print.fleet.deck import Deck
from wordfleet_print.games import Library
from wordfleet_print.games.word_fleet.code_classes import classify_code
from wordfleet_print.limits import OUTPUT
from wordfleet_print.messages import how_many, join_words, list_ranges, plural, quote
from wordfleet_print.roster.player_finder import PlayerFinder
from wordfleet_print.roster.roster import Player
from wordfleet_print.services import events, trackers
from wordfleet_print.services.decks import find_decks
from wordfleet_print.services.editions import read_library
from wordfleet_print.settings.looks import LookSettings
from wordfleet_print.settings.table import LookUpSettings, ReprintSettings
from wordfleet_print.sheet.dealing import name_players
from wordfleet_print.sheet.player_names import parse_name
from wordfleet_print.sheet.sheet import Sheet, list_squares, make_sheet
from wordfleet_print.sheet.sheet_code import parse_codes
from wordfleet_print.tracker.fallback_font import make_fallback

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
        (
            candidate
            for candidate in (path, OUTPUT / path)
            if is_folder(candidate) or is_file(candidate)
        ),
        path if is_path else None,
    )


def reprint_codes(settings: ReprintSettings, library: Library | None = None) -> trackers.Trackers:
    """Return the sheets of codes, with the names of `settings.player` on them.

    `library` holds the editions, if not those of `settings.rules`. Raises `BadInputError` for a
    code that is mistyped or unknown, `UsageError` for settings that codes do not take.
    """
    library = library or read_library(settings.rules)
    _refuse_event_settings(settings)
    codes = parse_codes(settings.sheets, "sheets")
    names = [parse_name(name) for name in settings.player]
    if len(names) > len(codes):
        what = (
            f"{how_many(len(names), 'name')} cannot be printed on {how_many(len(codes), 'sheet')}."
        )
        raise UsageError(Problem(what, "player"))
    trackers.check_names(names, "player")
    decks = find_decks(codes, settings, library)
    slugs = dict.fromkeys(deck.edition.slug for deck in decks)
    if len(slugs) > 1:
        what = f"These sheets are of different editions: {', '.join(slugs)}."
        raise UsageError(Problem(what, advice="Print each edition by itself."))
    if settings.placed and any(deck.words is None for deck in decks):
        raise UsageError(
            Problem("A blank sheet has no words to place.", "placed", (Fix.leave_out("placed"),))
        )
    fallback = make_fallback(settings.font, names)
    sheets = [
        make_sheet(deck, code, placed=settings.placed)
        for deck, code in zip(decks, codes, strict=True)
    ]
    unnamed = [""] * (len(sheets) - len(names))
    seats = name_players(sheets, [*names, *unnamed])
    laid_out = trackers.lay_out_trackers(library.rules(*slugs), seats, settings, fallback=fallback)
    return replace(laid_out, notes=(Note(SAME_SHEETS), *laid_out.notes))


def _refuse_event_settings(settings: ReprintSettings) -> None:
    """Raise `UsageError` for settings that choose sheets of an event."""
    others = [name for name in OF_AN_EVENT if name != "player" and settings.is_set(name)]
    if others:
        what = "A sheet code already says which sheet; these choose sheets of an event."
        first, *rest = others
        fixes = tuple(map(Fix.leave_out, others))
        problem = Problem(what, first, fixes, others=tuple(rest))
        raise UsageError("Some options cannot be used.", [problem])


@dataclass(frozen=True, slots=True)
class FoundSheet:
    """A sheet and its deck; and where an event was given, the player and the seat."""

    sheet: Sheet
    deck: Deck
    planned_sheet: PlannedSheet | None = None

    @property
    def squares(self) -> dict[str, list[str]] | None:
        """The squares of each ship: `{"PT": ["B4", "C4"]}`; None on a sheet without a fleet."""
        edition = self.deck.edition
        squares = list_squares(self.sheet, edition)
        names = [ship.ship for ship in edition.fleet]
        return dict(zip(names, squares, strict=True)) if squares else None

    def to_json(self) -> dict[str, Any]:
        """Return everything that is on it, with its secrets."""
        sheet = self.sheet
        edition = self.deck.edition
        return {
            "code": sheet.code,
            "edition": edition.slug,
            "words_from": sheet.words_from,
            "fleet_name": sheet.fleet_name,
            "words": sheet.words
            and {ship.ship: word for ship, word in zip(edition.fleet, sheet.words, strict=True)},
            "squares": self.squares,
            "launch_codes": [
                {"code": code, "class": classify_code(code)} for code in sheet.launch_codes
            ],
            "manifest": sheet.manifest,
            "difficulty": sheet.difficulty,
            "difficulty_word": sheet.difficulty_word,
        }


def describe_place(planned_sheet: PlannedSheet | None) -> str:
    """Return whose sheet it is, and who plays against it."""
    if planned_sheet is None:
        return "No sheet of this event has this sheet code now."
    if planned_sheet.player is None:
        return f"Spare sheet {planned_sheet.seat.serial}."
    place = planned_sheet.seat
    player = planned_sheet.player
    name = f", {place.player}" if place.player else ""
    club = f" ({player.club})" if player.club else ""
    where = f"table {place.table}" if place.table else "no table"
    opponent = f", against {place.opponent}" if place.opponent else ""
    return f"Serial {place.serial}{name}{club}: round {place.round}, {where}{opponent}."


def find_sheets(settings: LookUpSettings, library: Library | None = None) -> list[FoundSheet]:
    """Return the sheets of codes, and whose they are if an event was given.

    A code says where its ships are, but not whether they were printed: squares are left out only
    for an event whose sheets have none.

    Raises as `reprint_codes`, and `BadInputError` for a code that was not dealt from the event's
    words.
    """
    codes = parse_codes(settings.codes, "codes")
    if not codes:
        raise UsageError(Problem("Which sheet? Type the code at its foot.", "codes"))
    planned_by_seed: dict[int, PlannedSheet] = {}
    has_squares = True
    if settings.event is None:
        decks = find_decks(codes, settings, library)
    else:
        event = read_printed(find_event(settings.event)).event
        decks = [deck_of(event)] * len(codes)
        has_squares = event.settings.placed
        if others := [str(code) for code in codes if code.deck != decks[0].digest]:
            were = plural(len(others), "was", "were")
            what = f"{join_words(others)} {were} not dealt from the words of “{event.title}”."
            raise BadInputError(
                Problem(what, fixes=(Fix.leave_out("event"),), advice="Check the sheet code.")
            )
        planned_by_seed = {
            sheet.seed: sheet
            for sheet in chain(list_planned_sheets(event), list_spare_sheets(event))
        }
    sheets = []
    for deck, code in zip(decks, codes, strict=True):
        sheet = make_sheet(deck, code, placed=has_squares)
        sheets.append(FoundSheet(sheet, deck, planned_by_seed.get(code.seed)))
    return sheets


# A PDF of changed sheets is smaller.
MAX_REPRINT_BYTES = 500_000_000
# The pages of a PDF that was read and not made.
NOT_COUNTED = 0
# Players and rounds shown where several fit.
MOST_SHOWN = 12


@dataclass(frozen=True, slots=True)
class EventReprint:
    """Sheets of an event in one PDF."""

    path: Path
    """Where it goes."""
    content: bytes
    pages: int
    """`NOT_COUNTED` for a PDF that was there before."""
    sheets: tuple[str, ...]
    """Whose sheets it holds, in words."""
    event: Event
    """With the looks of these sheets."""
    large: frozenset[bool]
    """Whether there may be sheets of players who need large print, and of others."""


def reprint_event(
    settings: ReprintSettings, event: Path | None, given_fields: Collection[str] = ()
) -> EventReprint:
    """Return sheets of a printed event as they were, but for the looks that the user gave.

    `given_fields` are the names of the settings that the user gave; no path: the only event.

    Raises `UsageError` if it is not clear which sheets, `BadInputError` if there are none.
    """
    if not any(map(settings.is_set, OF_AN_EVENT)):
        fixes = tuple(Fix(name, value, "Use {}.") for name, value in OF_AN_EVENT.items())
        what = "Which sheets of the event?"
        advice = "A round alone prints all its sheets."
        if event is None:
            what = (
                "Which sheets? Type the codes at the foot of the sheets, or choose from an event."
            )
        raise UsageError(Problem(what, "", fixes, advice=advice))
    if settings.output is not None and settings.output.suffix.lower() == TEXT:
        what = "Sheets of an event are printed again as PDF."
        advice = "Text sheets of the players who need them are in players/ of its folder."
        raise UsageError(Problem(what, "output", (Fix.leave_out("output"),), advice=advice))
    file = find_event(event)
    stored_event = read_printed(file).event
    if settings.changed:
        return _find_changed_sheets(file.parent, stored_event, given_fields)
    refuse_links(file.parent, [f"{events.REPRINTS}/{events.CHANGED}"])
    restyled = _restyle(stored_event, settings, given_fields)
    sheets_to_print, name = _choose_sheets(restyled, settings)
    title = f"{restyled.title} – {edition_of(restyled).say('pdf.reprint')}"
    sheets = SheetFile("", title, sheets_to_print, _find_club(restyled, sheets_to_print))
    pdf = events.print_sheets(restyled, sheets, events.make_backs(restyled))
    path = file.parent / events.REPRINTS / f"{name}.pdf"
    large = frozenset(
        sheet.player is not None and sheet.player.large_print for sheet in sheets_to_print
    )
    titles = _describe_sheets(sheets_to_print, settings)
    return EventReprint(
        path=path,
        content=pdf.content,
        pages=pdf.file.pages,
        sheets=titles,
        event=restyled,
        large=large,
    )


def _find_changed_sheets(folder: Path, event: Event, given_fields: Collection[str]) -> EventReprint:
    """Return the PDF of changed sheets that is in the folder. Raises as `reprint_event`."""
    looks = [name for name in LookSettings.fields() if name in given_fields]
    if looks:
        what = "Changed sheets are printed as the event looks."
        raise UsageError(Problem(what, looks[0], tuple(map(Fix.leave_out, looks))))
    return EventReprint(
        path=folder / events.REPRINTS / events.CHANGED,
        content=_read_changed_pdf(folder),
        pages=NOT_COUNTED,
        sheets=("the changed sheets",),
        event=event,
        large=frozenset(player.large_print for player in event.players),
    )


def _find_club(event: Event, sheets: Sequence[PlannedSheet]) -> str:
    """Return the club that is printed on these sheets, "" for none.

    With a file for each club, a club is on its sheets; sheets of several clubs show none.
    """
    if not event.settings.by_club:
        return ""
    clubs = {sheet.player.club if sheet.player else "" for sheet in sheets}
    return clubs.pop() if len(clubs) == 1 else ""


def _describe_sheets(sheets: Sequence[PlannedSheet], settings: ReprintSettings) -> tuple[str, ...]:
    chooses_in_round = settings.player or settings.number or settings.table
    if settings.round and not chooses_in_round:
        return (f"round {settings.round}",)
    return tuple(map(_describe_sheet, sheets))


def _read_changed_pdf(folder: Path) -> bytes:
    """Return the PDF of the sheets that the last list changed. Raises `BadInputError`."""
    name = f"{events.REPRINTS}/{events.CHANGED}"
    try:
        return read_inside(folder, name, MAX_REPRINT_BYTES)
    except FileNotFoundError as error:
        what = "The last list changed no sheet of a printed round."
        raise BadInputError(Problem(what, "changed")) from error
    except OSError as error:
        raise BadInputError(f"{folder / name} cannot be read: {error.strerror}.") from error


def _restyle(event: Event, settings: ReprintSettings, given_fields: Collection[str]) -> Event:
    """Return the event with the looks that the user gave.

    Raises `UsageError` if they do not go with its own.
    """
    looks = {
        name
        for name, field in LookSettings.fields().items()
        if name in given_fields and field.option.in_record
    }
    changed = replace(event, settings=events.settings_of(event).update_from(settings, looks))
    if settings.font:
        return replace(changed, font=events.encode_font(settings.font, event.players))
    return changed


def _choose_sheets(event: Event, settings: ReprintSettings) -> tuple[list[PlannedSheet], str]:
    """Return the sheets in the order in which they were printed, and a name for their file."""
    if settings.spare is not None:
        return _choose_spares(event, settings.spare), f"spare-{settings.spare}"
    number = _choose_round(event, settings.round)
    sheets = [*list_planned_sheets(event.only(number))]
    if settings.table is not None:
        name = f"table-{settings.table}-round-{number}"
        return _choose_table(sheets, settings.table, number), name
    wanted = _find_players(event, settings)
    if not wanted:
        return sheets, f"round-{number}"
    _refuse_missing(event, wanted, number)
    players = [event.players[place] for place in wanted]
    own = [sheet for sheet in sheets if sheet.player in players]
    first = players[: trackers.MOST_IN_FILE_NAME]
    stems = [Path(name_player_file(player)).stem for player in first]
    return own, f"{'-'.join(stems)}-round-{number}"


def _choose_spares(event: Event, number: int) -> list[PlannedSheet]:
    """Return the spare sheet of this number. Raises `BadInputError` if the event has no such
    sheet.
    """
    serial = name_spare(number)
    spares = [sheet for sheet in list_spare_sheets(event) if sheet.seat.serial == serial]
    if not spares:
        what = f"There is no spare sheet {number}; there are {len(event.spares)}."
        raise BadInputError(Problem(what, "spare"))
    return spares


def _choose_round(event: Event, wanted: int | None) -> int:
    """Return the number of the round, of the only one where none is wanted."""
    numbers = event.numbers
    if wanted is None and len(numbers) > 1:
        raise UsageError(
            Problem(f"The event has {len(numbers)} rounds.", "round", (Fix("round", "N"),))
        )
    number = wanted or numbers[0]
    if number not in numbers:
        known = f"{plural(len(numbers), 'round')} {list_ranges(numbers)}"
        raise BadInputError(Problem(f"There is no round {number}; the event has {known}.", "round"))
    return number


def _choose_table(sheets: Sequence[PlannedSheet], table: int, number: int) -> list[PlannedSheet]:
    """Return the sheets of a table, of those of the round with this number."""
    seated = [sheet for sheet in sheets if sheet.seat.table == str(table)]
    if not seated:
        numbers = [int(sheet.seat.table) for sheet in sheets if sheet.seat.table]
        what = (
            f"There is no table {table} in round {number}; its tables are {list_ranges(numbers)}."
        )
        raise BadInputError(Problem(what, "table"))
    return seated


def _refuse_missing(event: Event, wanted: Sequence[int], number: int) -> None:
    """Raise `BadInputError` for players who have no sheet in this round."""
    seeds = event.seeds[event.numbers.index(number)]
    missing = [event.players[place].called for place in wanted if seeds[place] == NO_SHEET]
    if missing:
        have = plural(len(missing), "has", "have")
        what = f"{join_words(map(quote, missing))} {have} no sheet in round {number}."
        tip = "The player may have had a bye, joined later, or left."
        raise BadInputError(Problem(what, "player", advice=tip))


def _find_players(event: Event, settings: ReprintSettings) -> list[int]:
    """Return the indices of the players who are meant.

    Raises `BadInputError` for nobody, and for several of a name.
    """
    players = event.players
    problems: list[Problem] = []
    wanted: list[int] = []
    numbered = _find_numbered(players, settings.number)
    if settings.number and not numbered:
        problems.append(Problem(f"No player has the number {settings.number}.", "number"))
    finder = PlayerFinder(players)
    for place, name in enumerate(settings.player):
        places = [at for at in finder.find_players(name) if at in numbered]
        if not places:
            problems.append(_describe_unknown(name, place, finder.find_nearest(name)))
        elif len(places) > 1:
            namesakes = [players[at] for at in places]
            problems.append(_describe_namesakes(name, place, namesakes))
        wanted += places
    if problems:
        raise BadInputError("Some players cannot be found.", problems)
    if settings.number:
        return wanted or numbered
    return wanted


def _find_numbered(players: Sequence[Player], number: int | None) -> list[int]:
    """Return the indices of players with this number, of all without a number."""
    if number is None:
        return [*range(len(players))]
    return [at for at, player in enumerate(players) if player.number == number]


def _describe_unknown(name: str, place: int, near: str) -> Problem:
    """Return the problem of a name that nobody has; `near` is the likeliest one meant."""
    message = f"{quote(name)} is not in the event."
    if not near:
        return Problem(message, "player", place=(place,))
    message += f" Did you mean {quote(near)}?"
    return Problem(message, "player", (Fix("player", near, instead=name),), place=(place,))


def _describe_namesakes(name: str, place: int, namesakes: Sequence[Player]) -> Problem:
    """Return the problem of a name that several have; each number is a way to choose."""
    fixes = tuple(
        Fix("number", str(player.number), f"{{}} is {name_with_club(player)}.")
        for player in namesakes[:MOST_SHOWN]
    )
    message = f"{len(namesakes)} players are called {quote(name)}."
    return Problem(message, "player", fixes, place=(place,))


def _describe_sheet(sheet: PlannedSheet) -> str:
    """Return whose sheet it is, and where: “Ann (table 3, round 2)”."""
    seat = sheet.seat
    if sheet.player is None:
        return f"spare sheet {seat.serial}"
    place = f"round {seat.round}"
    if seat.table:
        place = f"table {seat.table}, {place}"
    return f"{sheet.player.called} ({place})"
