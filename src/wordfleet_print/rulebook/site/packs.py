"""Tracker packs to download: sheets with words and blank ones of an edition, always the same."""

from __future__ import annotations

from wordfleet_print.errors import BadInputError
from wordfleet_print.game import Edition
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.rulebook.pdf.pdf import Printed

PACK_SEED = "published pack"
TIER = "standard"


def print_pack(edition: Edition, paper: Paper) -> Printed:
    """A table's trackers with words, then as many blank ones: one PDF, the same bytes every time. Blank ones alone, and
    a warning, where the bundled words cannot supply the edition.

    Raises `BadInputError` for an edition that does not fit the paper. Source: the press, with a fixed seed.
    """
    from wordfleet_print.fleet.deck import blank_deck, tier_deck
    from wordfleet_print.fleet.word_lists import load_tier
    from wordfleet_print.press.panels.layout import Looks, sheet_layout
    from wordfleet_print.press.trackers import print_trackers
    from wordfleet_print.sheet.sheet import deal

    seats, seed = ("",) * edition.players.count, f"{PACK_SEED} {edition.slug}"
    pairs, warnings = [], []
    for deck, blank in ((tier_deck(edition, load_tier(TIER)), False), (blank_deck(edition), True)):
        layout = sheet_layout(edition, Looks(paper), blank=blank)
        try:
            pairs += [(sheet, layout) for sheet in deal(deck, seats, seed)]
        except BadInputError as error:
            warnings.append(f"no sheets with words: {error.message.rstrip('.')}")
    return Printed(print_trackers(edition, pairs), sum(len(layout.pages) for _, layout in pairs), tuple(warnings))
