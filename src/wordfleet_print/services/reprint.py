"""Sheets by their codes: printed again, and everything that is on them, to settle a dispute."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wordfleet_print.errors import BadInputError, Fix, Problem, UsageError, WordfleetError
from wordfleet_print.files import is_file, is_folder
from wordfleet_print.fleet.deck import Deck
from wordfleet_print.fleet.launch_codes import classify_code
from wordfleet_print.games import Library
from wordfleet_print.messages import how_many
from wordfleet_print.services.trackers import Trackers, check_mine, check_names, lay_out_trackers, read_font
from wordfleet_print.services.words import find_decks, read_library
from wordfleet_print.settings.table import Player, ReprintSettings, VerifySettings
from wordfleet_print.sheet.captains import parse_name
from wordfleet_print.sheet.sheet import Sheet, make_sheet, seat
from wordfleet_print.sheet.sheet_code import PREFIX, SheetCode, parse_code

if TYPE_CHECKING:
    from wordfleet_print.event.plan.plan import PlannedSheet

# Settings that choose sheets of an event.
OF_AN_EVENT = ("number", "table", "round", "spare", "changed")


def find_event_path(sheets: Sequence[str]) -> Path | None:
    """Return the event that the only text names, if it names a folder or a file rather than a sheet code."""
    if len(sheets) != 1:
        return None
    path = Path(sheets[0])
    is_path = path.suffix.lower() == ".json" or "/" in sheets[0] or "\\" in sheets[0]
    return path if is_path or is_folder(path) or is_file(path) else None


def read_codes(texts: Iterable[str], field: str) -> list[SheetCode]:
    """Return sheet codes as they were typed; one that is typed in several words is one code.

    Raises `BadInputError` with every text that is no code.
    """
    typed: list[str] = []
    for text in texts:
        # A code copied from a PDF may come apart at its hyphens; whatever does not start a code belongs to the
        # last one
        if typed and not text.strip().upper().startswith(PREFIX):
            typed[-1] += f" {text}"
        else:
            typed.append(text)
    codes: list[SheetCode] = []
    problems: list[Problem] = []
    for place, text in enumerate(typed):
        try:
            codes.append(parse_code(text))
        except WordfleetError as error:
            problems += [Problem(error.message, field, place=(place,), advice=error.tip)]
    if problems:
        raise BadInputError("Some sheet codes cannot be read.", *problems)
    return codes


def reprint_codes(settings: ReprintSettings, library: Library | None = None) -> Trackers:
    """Return the sheets of codes, with the names of `settings.player` on them.

    `library` holds the editions, if not those of `settings.rules`. Raises `BadInputError` for a code that is mistyped
    or unknown, `UsageError` for settings that codes do not take.
    """
    library = library or read_library(settings.rules)
    if others := [name for name in OF_AN_EVENT if settings.is_set(name)]:
        what = "A sheet code already says which sheet; these choose sheets of an event."
        raise UsageError(
            "Some options cannot be used.", Problem(what, others[0], tuple(map(Fix, others)), (*others[1:],))
        )
    codes = read_codes(settings.sheets, "sheets")
    names = [parse_name(name) for name in settings.player]
    if len(names) > len(codes):
        what = f"{how_many(len(names), 'name')} cannot be printed on {how_many(len(codes), 'sheet')}."
        raise UsageError(what, field="player")
    players = [Player(name=name) for name in names]
    check_names(players)
    decks = find_decks(codes, settings, library)
    edition = decks[0].edition
    if len({deck.edition.slug for deck in decks}) > 1:
        slugs = ", ".join(dict.fromkeys(deck.edition.slug for deck in decks))
        raise UsageError(f"These sheets are of different editions: {slugs}.", tip="Print each edition by itself.")
    if settings.placed and any(deck.words is None for deck in decks):
        raise UsageError("A blank sheet has no words to place.", field="placed", leave=("placed",))
    check_mine(settings, edition)
    fallback = read_font(settings.font, names)
    sheets = [make_sheet(deck, code, placed=settings.placed) for deck, code in zip(decks, codes, strict=True)]
    seats = seat(sheets, [*names, *[""] * (len(sheets) - len(names))])
    return lay_out_trackers(edition, seats, settings, library, players, fallback=fallback)


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
            "words": sheet.words and {ship.ship: word for ship, word in zip(edition.fleet, sheet.words, strict=True)},
            "launch_codes": [{"code": one, "class": classify_code(one)} for one in sheet.launch_codes],
            "manifest": sheet.manifest,
            "rating": sheet.rating,
            "to_find": sheet.rating_label,
        }


def find_sheets(settings: VerifySettings, library: Library | None = None) -> list[FoundSheet]:
    """Return the sheets of codes, and whose they are if an event was given. Raises as `reprint_codes`."""
    codes = read_codes(settings.codes, "codes")
    if not codes:
        raise UsageError("Which sheet? Type the code at its foot.", field="codes")
    library = library or read_library(settings.rules)
    if settings.event is None:
        decks = find_decks(codes, settings, library)
        sheets = zip(decks, codes, strict=True)
        return [FoundSheet(make_sheet(deck, code, placed=deck.words is not None), deck) for deck, code in sheets]
    # Few look a sheet up in an event, whose modules take a tenth of a second to load.
    from wordfleet_print.services.event_sheets import find_planned

    deck, planned = find_planned(settings.event, codes, library)
    dealt = [make_sheet(deck, code, placed=deck.words is not None) for code in codes]
    return [FoundSheet(sheet, deck, one) for sheet, one in zip(dealt, planned, strict=True)]
