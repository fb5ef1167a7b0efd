"""Events that are not planned yet; codes made by the book; editions of a designer’s own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wordfleet_print.event.event import Event
from wordfleet_print.games import load_rules
from wordfleet_print.roster.roster import Roster
from wordfleet_print.settings.event import EventSettings
from wordfleet_print.settings.words import WordSource


def make_draft(
    roster: Roster,
    *,
    title: str = "Cup",
    seed: str = "s",
    own: Sequence[str] = (),
    rules: str = "",
    fair: bool = True,
    **options: Any,
) -> Event:
    """An event without rounds; `own` are words of your own, `options` its other settings."""
    words = WordSource(text="\n".join(own)) if own else None
    settings = EventSettings(title=title, seed=seed or None, paper="a4", words=words, **options)
    words_title = "club words" if own else ""
    return Event(
        settings=settings,
        roster=roster,
        rules=rules,
        words_title=words_title,
        fair=fair,
    )


PLAYERS = ("Niamh Ó Súilleabháin", "Jörg Müller-Lüdenscheidt")


ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def times_x(element: int) -> int:
    """Return x times an element of GF(2)[x] modulo x⁵ + x² + 1, a field of 32 elements. The
    polynomial of an element is written as a number: x² + 1 is 0b101.
    """
    return element << 1 if element < 16 else element << 1 ^ 0b100101


def make_code(scheme: int, deck: int, seed: int) -> str:
    """Return a correct sheet code: 3 bits of scheme, 35 of deck, 32 of seed, and a check symbol.

    The check symbol is the sum of xⁱ times the ith of the other symbols, counted from the end.
    """
    number = (scheme << 35 | deck) << 32 | seed
    symbols = [number >> shift & 31 for shift in range(65, -1, -5)]
    check = 0
    for place, symbol in enumerate(reversed(symbols), start=1):
        product = symbol
        for _ in range(place):
            product = times_x(product)
        check ^= product
    text = "".join(ALPHABET[symbol] for symbol in [*symbols, check])
    return f"WF-{text[:5]}-{text[5:10]}-{text[10:]}"


SMALL = {
    "slug: word-fleet": "slug: small-sea",
    "edition: Captains": "edition: Small Sea",
    "columns: 10\n  rows: 10": "columns: 8\n  rows: 8",
    "silhouette: ketch}\n": "silhouette: ketch}\n  - {ship: FRIGATE, letters: 5, example: CORAL}\n",
}
"""8 × 8, with a second ship of five letters."""


def write_edition(folder: Path, changes: dict[str, str]) -> Path:
    """Write the bundled edition with these changes of its text into a folder, and return the
    folder.
    """
    text = load_rules("word-fleet").text
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new, 1)
    folder.mkdir(exist_ok=True)
    slug_line = changes.get("slug: word-fleet", "slug: word-fleet")
    slug = slug_line.removeprefix("slug: ")
    (folder / f"{slug}.md").write_text(text, encoding="utf-8")
    return folder
