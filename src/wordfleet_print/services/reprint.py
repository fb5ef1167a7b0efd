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

# Settings that choose sheets of an event, with what a message shows for their values.
EVENT_CHOICES = {
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
    """Return the folder or file of the event that is named in place of sheet codes; None if it is
    codes that are named.

    A folder in `output/` is found by its name alone: `summer-cup`.
    """
    if len(sheets) != 1:
        return None
    text = sheets[0]
    path = Path(text)
    for candidate in (path, OUTPUT / path):
        if is_folder(candidate) or is_file(candidate):
            return candidate
    # A path that does not exist: its error says more than that of a code would
    is_path = path.suffix.lower() == ".json" or "/" in text or "\\" in text
    return path if is_path else None


def reprint_codes(settings: ReprintSettings, library: Library | None = None) -> trackers.Trackers:
    """Return the sheets of the codes in `settings.sheets`, with the names in `settings.player` on
    them: the first name on the first sheet.

    `library` replaces the rules of `settings.rules`. Raises `BadInputError` for a code that is
    mistyped or unknown, `UsageError` for settings that codes do not take.
    """
    library = library or read_library(settings.rules)
    _refuse_event_settings(settings)
    codes = parse_codes(settings.sheets, "sheets")
    names = [parse_name(name) for name in settings.player]
    if len(names) > len(codes):
        sheet_count = how_many(len(codes), "sheet")
        what = f"{how_many(len(names), 'name')} cannot be printed on {sheet_count}."
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
    named_sheets = name_players(sheets, [*names, *unnamed])
    (slug,) = slugs
    reprint = trackers.lay_out_trackers(
        library.rules(slug), named_sheets, settings, fallback=fallback
    )
    return replace(reprint, notes=(Note(SAME_SHEETS), *reprint.notes))


def _refuse_event_settings(settings: ReprintSettings) -> None:
    """Raise `UsageError` for settings that choose sheets of an event."""
    # With codes, `player` is a name to print
    names = [name for name in EVENT_CHOICES if name != "player" and settings.is_set(name)]
    if names:
        what = "A sheet code already says which sheet; these choose sheets of an event."
        first, *others = names
        fixes = tuple(map(Fix.leave_out, names))
        problem = Problem(what, first, fixes, others=tuple(others))
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
        """Return everything that is on it, with its secrets. Of a blank sheet `words` is None."""
        sheet = self.sheet
        edition = self.deck.edition
        words_by_ship = None
        if sheet.words is not None:
            names = [ship.ship for ship in edition.fleet]
            words_by_ship = dict(zip(names, sheet.words, strict=True))
        return {
            "code": sheet.code,
            "edition": edition.slug,
            "words_from": sheet.words_from,
            "fleet_name": sheet.fleet_name,
            "words": words_by_ship,
            "squares": self.squares,
            "launch_codes": [
                {"code": code, "class": classify_code(code)} for code in sheet.launch_codes
            ],
            "manifest": sheet.manifest,
            "difficulty": sheet.difficulty,
            "difficulty_word": sheet.difficulty_word,
        }


def describe_place(planned_sheet: PlannedSheet | None) -> str:
    """Return whose sheet it is, and who plays against it: “Serial 7.2, Ann (5B): round 2, table 3,
    against Ben.”
    """
    if planned_sheet is None:
        return "No sheet of this event has this sheet code now."
    seat = planned_sheet.seat
    player = planned_sheet.player
    if player is None:
        return f"Spare sheet {seat.serial}."
    name = f", {seat.player}" if seat.player else ""
    club = f" ({player.club})" if player.club else ""
    where = f"table {seat.table}" if seat.table else "no table"
    opponent = f", against {seat.opponent}" if seat.opponent else ""
    return f"Serial {seat.serial}{name}{club}: round {seat.round}, {where}{opponent}."


def find_sheets(settings: LookUpSettings, library: Library | None = None) -> list[FoundSheet]:
    """Return the sheets of the codes in the settings, and with an event whose they are.

    From a code follows where the ships of its sheet are, but not whether they were printed: squares
    are left out only for an event whose sheets have none.

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
        deck_of_event = deck_of(event)
        decks = [deck_of_event] * len(codes)
        has_squares = event.settings.placed
        if foreign_codes := [str(code) for code in codes if code.deck != deck_of_event.digest]:
            were = plural(len(foreign_codes), "was", "were")
            codes_text = join_words(foreign_codes)
            what = f"{codes_text} {were} not dealt from the words of “{event.title}”."
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
    """Where the PDF goes, if the user does not say it."""
    content: bytes
    pages: int
    """`NOT_COUNTED` for a PDF that was there before."""
    sheets: tuple[str, ...]
    """Whose sheets it holds, in words: “Ann (table 3, round 2)”."""
    event: Event
    """The event with the looks of these sheets."""
    large: frozenset[bool]
    """{True} for sheets in large print, {False} for others, both if there may be both."""


def reprint_event(
    settings: ReprintSettings, event: Path | None, given_fields: Collection[str] = ()
) -> EventReprint:
    """Return sheets of a printed event once more, with the looks that the user gave in place of the
    event's.

    `event` is its folder or file; None is for the only event in `output/`. `given_fields` are the
    names of the settings that the user gave. Raises `UsageError` if it is not clear which sheets
    are meant, `BadInputError` if there are none.
    """
    if not any(map(settings.is_set, EVENT_CHOICES)):
        fixes = tuple(Fix(name, value, "Use {}.") for name, value in EVENT_CHOICES.items())
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
    # A link in place of the folder for reprints could lead anywhere
    refuse_links(file.parent, [f"{events.REPRINTS}/{events.CHANGED}"])
    restyled_event = _restyle(stored_event, settings, given_fields)
    sheets, name = _choose_sheets(restyled_event, settings)
    title = f"{restyled_event.title} – {edition_of(restyled_event).say('pdf.reprint')}"
    sheet_file = SheetFile("", title, sheets, _find_club(restyled_event, sheets))
    pdf = events.print_sheets(restyled_event, sheet_file, events.make_backs(restyled_event))
    return EventReprint(
        path=file.parent / events.REPRINTS / f"{name}.pdf",
        content=pdf.content,
        pages=pdf.file.pages,
        sheets=_describe_sheets(sheets, settings),
        event=restyled_event,
        large=frozenset(sheet.player is not None and sheet.player.large_print for sheet in sheets),
    )


def _find_changed_sheets(folder: Path, event: Event, given_fields: Collection[str]) -> EventReprint:
    """Return the PDF of changed sheets that the last print of the event has left in its folder.

    Raises as `reprint_event`.
    """
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
    """Return whose sheets these are, in words: “round 2” for a whole round, else one by one."""
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
    """Return the event with the looks and the font that the user gave in place of its own.

    Raises `UsageError` if they conflict with those that stay.
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
    """Return the sheets of an event that the settings name, in the order of the first print; and a
    name for their file, such as `table-7-round-2`.
    """
    if settings.spare is not None:
        return _choose_spares(event, settings.spare), f"spare-{settings.spare}"
    number = _choose_round(event, settings.round)
    sheets = [*list_planned_sheets(event.only(number))]
    if settings.table is not None:
        name = f"table-{settings.table}-round-{number}"
        return _choose_table(sheets, settings.table, number), name
    indices = _find_players(event, settings)
    if not indices:
        return sheets, f"round-{number}"
    _refuse_missing(event, indices, number)
    players = [event.players[index] for index in indices]
    sheets_of_players = [sheet for sheet in sheets if sheet.player in players]
    first_players = players[: trackers.MOST_IN_FILE_NAME]
    stems = [Path(name_player_file(player)).stem for player in first_players]
    return sheets_of_players, f"{'-'.join(stems)}-round-{number}"


def _choose_spares(event: Event, number: int) -> list[PlannedSheet]:
    """Return the spare sheet with this number, as a list. Raises `BadInputError` if the event has
    no such sheet.
    """
    serial = name_spare(number)
    spares = [sheet for sheet in list_spare_sheets(event) if sheet.seat.serial == serial]
    if not spares:
        what = f"There is no spare sheet {number}; there are {len(event.spares)}."
        raise BadInputError(Problem(what, "spare"))
    return spares


def _choose_round(event: Event, number: int | None) -> int:
    """Return the number of a round, if the event has it; without a number that of its only round.

    Raises `UsageError` if it has several, `BadInputError` if it does not have this one.
    """
    numbers = event.numbers
    if number is None:
        if len(numbers) > 1:
            what = f"The event has {len(numbers)} rounds."
            raise UsageError(Problem(what, "round", (Fix("round", "N"),)))
        return numbers[0]
    if number not in numbers:
        rounds = f"{plural(len(numbers), 'round')} {list_ranges(numbers)}"
        what = f"There is no round {number}; the event has {rounds}."
        raise BadInputError(Problem(what, "round"))
    return number


def _choose_table(
    sheets_of_round: Sequence[PlannedSheet], table: int, number: int
) -> list[PlannedSheet]:
    """Return the sheets of a table in a round, which has this number. Raises `BadInputError` if the
    round has no such table.
    """
    sheets = [sheet for sheet in sheets_of_round if sheet.seat.table == str(table)]
    if not sheets:
        numbers = [int(sheet.seat.table) for sheet in sheets_of_round if sheet.seat.table]
        tables = list_ranges(numbers)
        what = f"There is no table {table} in round {number}; its tables are {tables}."
        raise BadInputError(Problem(what, "table"))
    return sheets


def _refuse_missing(event: Event, indices: Sequence[int], number: int) -> None:
    """Raise `BadInputError` if players at these indices have no sheet in the round with this
    number.
    """
    seeds = event.seeds[event.numbers.index(number)]  # a seed for each player
    names = [event.players[index].called for index in indices if seeds[index] == NO_SHEET]
    if names:
        have = plural(len(names), "has", "have")
        what = f"{join_words(map(quote, names))} {have} no sheet in round {number}."
        tip = "The player may have had a bye, joined later, or left."
        raise BadInputError(Problem(what, "player", advice=tip))


def _find_players(event: Event, settings: ReprintSettings) -> list[int]:
    """Return the indices, in `event.players`, of the players whom the settings choose by name, by
    number, or by both where several have a name.

    Raises `BadInputError` for a name or number that nobody has, and a name that several have.
    """
    players = event.players
    problems: list[Problem] = []
    indices: list[int] = []
    with_number = _find_indices_by_number(players, settings.number)
    if settings.number and not with_number:
        problems.append(Problem(f"No player has the number {settings.number}.", "number"))
    finder = PlayerFinder(players)
    for place, name in enumerate(settings.player):
        with_name = [index for index in finder.find_players(name) if index in with_number]
        if not with_name:
            problems.append(_describe_unknown(name, place, finder.find_nearest(name)))
        elif len(with_name) > 1:
            namesakes = [players[index] for index in with_name]
            problems.append(_describe_namesakes(name, place, namesakes))
        indices += with_name
    if problems:
        raise BadInputError("Some players cannot be found.", problems)
    if settings.number and not settings.player:
        return with_number
    return indices


def _find_indices_by_number(players: Sequence[Player], number: int | None) -> list[int]:
    """Return the indices of players with this number; of all players if it is None."""
    return [
        index for index, player in enumerate(players) if number is None or player.number == number
    ]


def _describe_unknown(name: str, place: int, near: str) -> Problem:
    """Return the problem of a name that nobody has, the one at `place` among those that were given;
    `near` is the most similar name in the event.
    """
    message = f"{quote(name)} is not in the event."
    if not near:
        return Problem(message, "player", place=(place,))
    message += f" Did you mean {quote(near)}?"
    return Problem(message, "player", (Fix("player", near, instead=name),), place=(place,))


def _describe_namesakes(name: str, place: int, namesakes: Sequence[Player]) -> Problem:
    """Return the problem of a name that several players have, the one at `place` among those that
    were given. Its fixes choose one of the players by number.
    """
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
