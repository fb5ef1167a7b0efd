"""`TrackerJob`: one call of `tracker`, parsed and checked; and its steps: deal, print, write."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from slugify import slugify

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.fleet.deck import Deck, find_decks
from wordfleet_print.game import Edition
from wordfleet_print.press.fonts import Face
from wordfleet_print.press.layout import Layout, Looks, sheet_layout
from wordfleet_print.press.names import check_name
from wordfleet_print.press.tracker import cut_names, print_trackers
from wordfleet_print.sheet.captain import quote
from wordfleet_print.sheet.code import ALPHABET, SheetCode
from wordfleet_print.sheet.deal import deal, seat
from wordfleet_print.sheet.sheet import Sheet, make_sheet


@dataclass(frozen=True, slots=True)
class TrackerJob:
    """Sheets for tonight's table.

    One deck and no codes deals fresh sheets from `seed`; otherwise each code reprints its sheet from its own deck.
    `captains` holds a name, or "", for each sheet; `placed` prints the fleets on their grids.
    """

    edition: Edition
    decks: tuple[Deck, ...]
    codes: tuple[SheetCode, ...]
    captains: tuple[str, ...]
    seed: str
    placed: bool
    looks: Looks

    def deal(self) -> tuple[Sheet, ...]:
        """The sheets. Raises `BadInputError` where the words cannot supply them."""
        placed = self.placed
        if not self.codes:
            return deal(self.decks[0], self.captains, self.seed, placed=placed)
        sheets = [make_sheet(deck, code, placed=placed) for deck, code in zip(self.decks, self.codes, strict=True)]
        return seat(sheets, self.captains, self.edition.players.count)

    def set_up(self, sheets: Iterable[Sheet]) -> list[tuple[Sheet, Layout]]:
        """Each sheet with its layout. Raises `BadInputError` for what does not fit the paper."""
        layouts: dict[bool, Layout] = {}
        pairs = []
        for sheet in sheets:
            blank = sheet.words is None
            if blank not in layouts:
                layouts[blank] = sheet_layout(self.edition, self.looks, blank=blank)
            pairs.append((sheet, layouts[blank]))
        return pairs

    def print(self, sheets: list[tuple[Sheet, Layout]], paths: list[Path]) -> dict[Path, bytes]:
        """The PDFs by path: all sheets in the only one, or one sheet in each."""
        if len(paths) == 1:
            return {paths[0]: print_trackers(self.edition, sheets)}
        return {path: print_trackers(self.edition, [sheet]) for path, sheet in zip(paths, sheets, strict=True)}


def parse_captains(names: Iterable[str]) -> tuple[str, ...]:
    """The captains' names. Raises `BadInputError` with every fault of every name."""
    parsed, complaints = [], []
    for number, text in enumerate(names, start=1):
        name, faults = check_name(text)
        complaints += [Complaint(f"captain {number} {quote(text)}", fault) for fault in faults]
        parsed.append(name)
    if complaints:
        raise BadInputError("Some names cannot be printed.", *complaints)
    return tuple(parsed)


def printable_title(stem: str) -> str:
    """A word file's name as the sheet shows it, or “own list” where the fonts cannot."""
    name, faults = check_name(stem, Face.MEDIUM)
    return "own list" if faults else name


def long_names(sheets: Iterable[tuple[Sheet, Layout]]) -> list[str]:
    """The names that will be cut with an ellipsis, each once."""
    return list(dict.fromkeys(name for sheet, layout in sheets for name in cut_names(sheet, layout)))


def deck_of_code(
    code: SheetCode,
    editions: Iterable[Edition],
    tiers: Iterable[str],
    themes: Iterable[str] | None,
    own: Deck | None,
) -> Deck:
    """The one deck that a code was drawn from. Raises `BadInputError` for none, or for more than one: never guesses."""
    if own is not None:
        decks = [own] if own.digest == code.deck else []
    else:
        decks = [deck for edition in editions for deck in find_decks(code.deck, edition, tiers, themes)]
    if len(decks) == 1:
        return decks[0]
    if decks:
        titles = "; ".join(deck.title for deck in decks)
        raise BadInputError(f"{code} fits several word lists: {titles}.", tip="Say which with --tier and --theme.")
    raise BadInputError(
        f"{code} is a sheet code, but was printed with another word list or version.",
        tip="If it came from a list of your own, give the same file with --words. "
        "If it was printed with --tier or --theme, leave them out: the code knows.",
    )


def run_name(edition: Edition, sheets: Iterable[Sheet]) -> str:
    """A name for the printed files: the same sheets, the same name. It does not give the sheet codes away."""
    digest = blake2b("\n".join(sheet.code for sheet in sheets).encode(), digest_size=4, person=b"run name").digest()
    number = int.from_bytes(digest, "big")
    return f"{edition.slug}-trackers-" + "".join(ALPHABET[number >> shift & 31] for shift in range(20, -1, -5))


def split_paths(folder: Path, sheets: Iterable[Sheet]) -> list[Path]:
    """A file for each sheet: number and captain, safe on every system and unique whatever the names."""
    return [
        folder / f"{number:05d}-{slugify(sheet.captain or sheet.fleet_name, max_length=60) or 'captain'}.pdf"
        for number, sheet in enumerate(sheets, start=1)
    ]
