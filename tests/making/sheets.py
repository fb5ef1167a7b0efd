"""Sheets of every kind, printed once; codes made by the book; editions of a designer’s own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import cycle
from pathlib import Path

from wordfleet_print.event.plan.event_plan import Terms
from wordfleet_print.fleet.deck import blank_deck, theme_deck
from wordfleet_print.fleet.word_lists import load_theme, load_tier
from wordfleet_print.games import load_edition, load_rules
from wordfleet_print.press.ink.paper import PAPERS
from wordfleet_print.press.panels.layout import Layout, Looks, sheet_layout
from wordfleet_print.press.trackers import print_trackers
from wordfleet_print.sheet.sheet import Sheet, deal

KINDS: Mapping[str, Mapping[str, bool]] = {
    "words": {},
    "blank": {"blank": True},
    "placed": {"placed": True},
    "eco": {"eco": True},
    "large-print": {"large_print": True},
    "left-handed": {"left_handed": True},
    "all-at-once": {"placed": True, "eco": True, "large_print": True, "left_handed": True},
}
"""Every kind of sheet, by the options that make it."""
EACH_KIND = tuple(zip(KINDS, cycle(PAPERS), strict=False))
"""Every kind on one paper, either paper with several: for what the paper changes in nothing but its measures."""
TERMS = Terms(
    "word-fleet", "standard", (), None, "", blank=False, placed=False, band=load_edition("word-fleet").fairness.band
)
"""What an event is dealt from that nothing was chosen for."""
CAPTAINS = ("Niamh Ó Súilleabháin", "Jörg Müller-Lüdenscheidt")


@dataclass(frozen=True)
class Printed:
    """A printed pair of sheets: what went in and what came out."""

    sheets: tuple[Sheet, ...]
    layout: Layout
    pdf: bytes


@cache
def printed(kind: str, paper: str) -> Printed:
    """The same pair of sheets in one kind, on one paper."""
    options = dict(KINDS[kind])
    blank, placed = options.pop("blank", False), options.pop("placed", False)
    edition = load_edition("word-fleet")
    deck = blank_deck(edition) if blank else theme_deck(edition, load_tier("standard"), [load_theme("animals")])
    sheets = deal(deck, CAPTAINS, "printed", placed=placed)
    layout = sheet_layout(edition, Looks(PAPERS[paper], **options), blank=blank, placed=placed)
    return Printed(sheets, layout, print_trackers(edition, [(sheet, layout) for sheet in sheets]))


ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def times_x(element: int) -> int:
    """X times an element of GF(2)[x] modulo x⁵ + x² + 1, whose polynomial is written as a number, bit by bit."""
    return element << 1 if element < 16 else element << 1 ^ 0b100101


def made_code(scheme: int, deck: int, seed: int) -> str:
    """A sound code: 3 bits of scheme, 35 of deck, 32 of seed; the check symbol is the sum of xⁱ times the ith of the
    other symbols, counted from the end.
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


def written(folder: Path, changes: dict[str, str]) -> Path:
    """A folder with an edition that is the bundled one but for these changes of its text."""
    text = re.sub(
        r"^played:\n(?: .*\n)+", "", load_rules("word-fleet").text, flags=re.MULTILINE
    )  # it fits no other fleet
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new, 1)
    folder.mkdir(exist_ok=True)
    (folder / f"{changes.get('slug: word-fleet', 'x: word-fleet').split()[1]}.md").write_text(text, encoding="utf-8")
    return folder
