"""`Sheet`: all that is printed on one sheet, and how a code becomes one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

from wordfleet_print.fleet.deck import Deck
from wordfleet_print.fleet.fleets import (
    Placement,
    count_letters,
    name_difficulty,
    place_fleet,
)
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.games import Edition
from wordfleet_print.messages import shorten
from wordfleet_print.sheet import sheet_code


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that is printed on one sheet and on no other.

    `words`, `manifest` and `difficulty` are None on a blank sheet (players bring their own words,
    C-37); `placements` (where each ship is) is None unless the fleet is printed on the grid.
    `words_from` names the deck. Player, opponent, table, round and serial are what is known; an
    empty one prints as a line to write on.
    """

    code: str
    fleet_name: str
    launch_codes: tuple[str, ...]
    words_from: str
    words: tuple[str, ...] | None = None
    manifest: dict[str, int] | None = None
    difficulty: int | None = None
    difficulty_word: str | None = None
    placements: tuple[Placement, ...] | None = None
    player: str = ""
    opponent: str = ""
    table: str = ""
    round: str = ""
    serial: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the sheet as JSON-able data, secrets included."""
        return asdict(self)

    def to_public_json(self) -> dict[str, Any]:
        """Return the sheet without anything that its opponent must not know; the code stays, to
        reprint by.
        """
        secret = {"words", "manifest", "placements", "launch_codes"}
        return {name: value for name, value in self.to_json().items() if name not in secret}


def list_squares(sheet: Sheet, edition: Edition) -> list[list[str]]:
    """Return the names of each ship's squares, in reading order: `[["B10", "C10"], …]`; nothing for
    a fleet that is not placed.
    """
    columns = edition.grid.column_names
    ships = zip(sheet.words or (), sheet.placements or (), strict=False)
    return [
        [f"{columns[column]}{row + 1}" for column, row in placement.squares(len(word))]
        for word, placement in ships
    ]


def name_squares(sheet: Sheet, edition: Edition) -> list[str]:
    """Return where each ship is, from its first to its last square: `["B10–F10", …]`."""
    return [f"{squares[0]}–{squares[-1]}" for squares in list_squares(sheet, edition)]


class Seat(NamedTuple):
    """What is known of a sheet's place in an event; what is not known is empty."""

    player: str = ""
    opponent: str = ""
    table: str = ""
    round: str = ""
    serial: str = ""


# The seat of a sheet that nobody has yet.
NOBODYS = Seat()


def make_sheet(
    deck: Deck, code: sheet_code.SheetCode, *, placed: bool = False, seat: Seat = NOBODYS
) -> Sheet:
    """Make the sheet of a code of this deck; `seat` is printed on it and changes no draw.

    Raises `BadInputError` where the deck's words or grid cannot make a fleet.
    """
    edition = deck.edition
    key = code.key
    name = deck.names.choose(KeyedRandom(key, b"fleet name"))
    codes = deck.code_dealer.deal(key)
    blank = Sheet(str(code), name, codes, deck.title, None, None, None, None, None, *seat)
    if deck.words is None:
        return blank
    words, difficulty = deck.draw_fleet(key)
    return replace(
        blank,
        words_from=name_source(deck, words),
        words=words,
        manifest=count_letters(words, edition.letters),
        difficulty=difficulty,
        difficulty_word=name_difficulty(difficulty, edition.fairness),
        placements=place_fleet(edition, KeyedRandom(key, b"placement")) if placed else None,
    )


# Characters that fit next to the fleet on nearly every sheet; the title of a user's list gives way.
LONGEST_SOURCE = 40


def name_source(deck: Deck, words: Sequence[str]) -> str:
    """Return where the words of a fleet are from, as the sheet says it: the deck's title, and the
    ships whose words had to be added from elsewhere: “Animals; PT from the general list”.

    The title of a user's own list is shortened where the sheet would have no room for all.
    """
    say = deck.edition.say
    added_ships = []
    for ship, word in zip(deck.edition.fleet, words, strict=True):
        if ship.letters in deck.filled_lengths and word not in deck.listed_words:
            added_ships.append(ship.ship)
    if not added_ships:
        return deck.title
    names = " & ".join(added_ships)
    source = say("fleet.from_general", title=deck.title, names=names)
    # Else themes have filled up a user's list, and “from the general list” would not be true
    is_general = not deck.filled_from
    if is_general and (len(source) <= LONGEST_SOURCE or not deck.own):
        return source
    without_title = say("fleet.added", title="", names=names)
    title_room = max(LONGEST_SOURCE - len(without_title), LONGEST_SOURCE // 3)
    return say("fleet.added", title=shorten(deck.title, title_room), names=names)
