"""`Sheet`, and how a code becomes one."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from wordfleet_print.fleet.deck import Deck
from wordfleet_print.fleet.draw import Draw
from wordfleet_print.fleet.fleets import Berth, count_letters, place_fleet, rating_label
from wordfleet_print.sheet.code import SheetCode


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that is printed on one sheet and on no other.

    `words`, `manifest` and `rating` are None on a blank sheet (captains bring their own words, C-37); `berths`
    (where each ship lies) is None unless the fleet is printed on the grid. `words_from` names the deck.
    Captain, opponent, table, round and serial are what is known; an empty one prints as a line to write on.
    """

    code: str
    fleet_name: str
    launch_codes: tuple[str, ...]
    words_from: str
    words: tuple[str, ...] | None = None
    manifest: dict[str, int] | None = None
    rating: int | None = None
    rating_label: str | None = None
    berths: tuple[Berth, ...] | None = None
    captain: str = ""
    opponent: str = ""
    table: str = ""
    round: str = ""
    serial: str = ""

    def to_json(self) -> dict[str, Any]:
        """The sheet as JSON-able data, secrets and all."""
        return asdict(self)

    def to_public_json(self) -> dict[str, Any]:
        """The sheet without anything that its opponent must not know; the code is left in, to reprint by."""
        secret = {"words", "manifest", "berths", "launch_codes"}
        return {name: value for name, value in self.to_json().items() if name not in secret}


class Seat(NamedTuple):
    """What is known of a sheet's place in an event; what is not known is empty."""

    captain: str = ""
    opponent: str = ""
    table: str = ""
    round: str = ""
    serial: str = ""


NOBODYS = Seat()
"""The seat of a sheet that nobody has yet."""


def make_sheet(deck: Deck, code: SheetCode, *, placed: bool = False, seat: Seat = NOBODYS) -> Sheet:
    """The one sheet that a code of this deck stands for; each part is drawn for its own purpose.

    `seat` is printed on it and draws nothing.
    Raises `BadInputError` where the deck's words or grid cannot make a fleet.
    """
    edition, key = deck.edition, code.key
    text = str(code)
    name = deck.names.draw(Draw(key, b"fleet name"))
    codes = deck.code_dealer.deal(key)
    if deck.words is None:
        return Sheet(text, name, codes, deck.title, None, None, None, None, None, *seat)
    words, rating = deck.draw_fleet(key)
    return Sheet(
        text,
        name,
        codes,
        words_from(deck),
        words,
        count_letters(words),
        rating,
        rating_label(rating, edition.fairness),
        place_fleet(edition, Draw(key, b"placement")) if placed else None,
        *seat,
    )


def words_from(deck: Deck) -> str:
    """The deck's title, and which ships a theme could not fill: “Animals; PT from the general list”."""
    if not deck.borrowed:
        return deck.title
    ships = [ship.ship for ship in deck.edition.fleet if ship.letters in deck.borrowed]
    return f"{deck.title}; {' & '.join(ships)} from the general list"
