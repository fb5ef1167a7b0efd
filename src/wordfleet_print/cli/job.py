"""`TrackerJob`: one call of `tracker`, parsed and checked; and its steps: deal, print, write."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from slugify import slugify

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.fleet.deck import Deck, find_deck
from wordfleet_print.game import Edition, edition_slugs, load_edition
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
    `captains` holds a name, or "", for each sheet; `placed` prints the fleets on their grids; `remedy` says what would
    help where the words do not suffice.
    """

    edition: Edition
    decks: tuple[Deck, ...]
    codes: tuple[SheetCode, ...]
    captains: tuple[str, ...]
    seed: str
    placed: bool
    looks: Looks
    remedy: str = "Add words"

    def deal(self) -> tuple[Sheet, ...]:
        """The sheets. Raises `BadInputError` where the words cannot supply them."""
        placed = self.placed
        if not self.codes:
            return deal(self.decks[0], self.captains, self.seed, placed=placed, remedy=self.remedy)
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
    tiers: Collection[str],
    themes: Collection[str] | None,
    own: Collection[Deck],
) -> Deck:
    """The one deck that a code was drawn from: of a user's own, where there are any.

    Raises `BadInputError` for none, or for more than one, as editions without a number of their own may make: never
    guesses.
    """
    if own:
        decks = [deck for deck in own if deck.digest == code.deck]
    else:
        decks = [deck for edition in editions if (deck := find_deck(code.deck, edition, tiers, themes))]
    if len(decks) == 1:
        return decks[0]
    if decks:
        titles = "; ".join(f"{deck.edition.slug}, {deck.title}" for deck in decks)
        raise BadInputError(f"{code} fits several decks: {titles}.", tip="Say which with --edition.")
    raise _not_at_hand(code, editions, own)


def _not_at_hand(code: SheetCode, editions: Iterable[Edition], own: Collection[Deck]) -> BadInputError:
    """Why no deck that was asked for is a code's: which option keeps it away, or that it is not here at all."""
    every = (find_deck(code.deck, load_edition(slug)) for slug in edition_slugs())
    deck = next(filter(None, every), None)
    if deck is None:
        same = "the same file as then" if own else "the same file"
        return BadInputError(
            f"{code} is a sheet code, but was printed with another word list or version.",
            tip=f"If it came from a list of your own, give {same} with --words.",
        )
    if deck.edition.slug not in {edition.slug for edition in editions}:
        return BadInputError(
            f"{code} is a sheet of the edition {deck.edition.slug}, but --edition names another.",
            tip="Leave --edition out: the code knows.",
        )
    named = "--words names" if own else "--tier or --theme names"
    return BadInputError(
        f"{code} was printed with “{deck.title}”, but {named} other words.",
        tip=f"Leave {'it' if own else 'them'} out: the code knows.",
    )


def how_to_print(large: Collection[bool], *, half_sheets: bool = False, with_rules: bool = False) -> str:
    """What to do with printed sheets, as the end of a sentence; `large` says whether there are some in large print, and
    whether there are others.
    """
    both = sides(two=half_sheets or with_rules)
    hidden = "the second side is secret" if half_sheets else "each second page is secret"
    if with_rules:
        hidden = "each second leaf is secret"
    if False not in large:
        return f"{both}; {hidden}"
    step = "cut each leaf across the middle" if half_sheets else "fold each sheet along its dashed line"
    if True not in large:
        return f"{both}, and {step}"
    undone = "cut" if half_sheets else "folded"
    return f"{both}, and {step}; those in large print are not {undone}: {hidden}"


def sides(*, two: bool) -> str:
    """On which sides of the paper to print."""
    return "on both sides (turn over the long edge)" if two else "on one side"


def run_name(job: TrackerJob, sheets: Iterable[Sheet], *, with_rules: bool) -> str:
    """A name for the printed files: the same sheets, names and looks, the same name; others have another.

    It does not give the sheet codes away.
    """
    looks = job.looks
    facts = (
        (looks.paper.slug, looks.eco, looks.large_print, looks.left_handed, looks.public_only, with_rules),
        *((sheet.code, sheet.words_from, sheet.captain, sheet.berths is not None) for sheet in sheets),
    )
    digest = blake2b(repr(facts).encode(), digest_size=4, person=b"run name").digest()
    number = int.from_bytes(digest, "big")
    return f"{job.edition.slug}-trackers-" + "".join(ALPHABET[number >> shift & 31] for shift in range(20, -1, -5))


def split_paths(folder: Path, sheets: Iterable[Sheet]) -> list[Path]:
    """A file for each sheet: number and captain, safe on every system and unique whatever the names."""
    return [
        folder / f"{number:05d}-{slugify(sheet.captain or sheet.fleet_name, max_length=60) or 'captain'}.pdf"
        for number, sheet in enumerate(sheets, start=1)
    ]
