"""An event's stationery, page by page: the organiser's key, table cards, the name index, score slips.

Type is set from names, codes and plain ASCII alone, so that the glyphs of an event's names hold all of it.
"""

from wordfleet_print.press.stationery.cards import TableCard, TableCards, table_cards
from wordfleet_print.press.stationery.index import IndexLine, NameIndex
from wordfleet_print.press.stationery.key import Key
from wordfleet_print.press.stationery.slips import ScoreSlip, ScoreSlips
from wordfleet_print.press.stationery.stationery import Stationery

__all__ = [
    "IndexLine",
    "Key",
    "NameIndex",
    "ScoreSlip",
    "ScoreSlips",
    "Stationery",
    "TableCard",
    "TableCards",
    "table_cards",
]
