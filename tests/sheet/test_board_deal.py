"""One deal at several tables: the same code gives the same deal, and the code book tells nothing by itself."""

from __future__ import annotations

from collections import Counter

import pytest

from wordfleet_print.errors import BadInputError
from wordfleet_print.games import load_rules
from wordfleet_print.games.flip_chess import FlipChess
from wordfleet_print.sheet.board_deal import deal_board, fresh_deal_code

CHESS = load_rules("happy-flip-chess").book
assert isinstance(CHESS, FlipChess)
PRINTED = "HF-HMBR-RAEV"


def test_a_printed_deal_comes_back_however_it_is_typed() -> None:
    """In small letters, without hyphens: the numbers on its squares are those of the day it was printed."""
    deal = deal_board(CHESS, PRINTED)
    assert deal.squares[0] == (259, 107, 524, 589, 380, 983, 391, 623)
    assert all(deal_board(CHESS, typed) == deal for typed in ("hf-hmbr-raev", "HMBRRAEV", " hf hmbr raev "))


def test_the_book_tells_nothing_by_itself() -> None:
    """32 true pieces; in the book each kind three times as often; no square hides a queen more often than others."""
    queens = Counter[int]()
    expected = Counter({(side, piece.name): piece.each for piece in CHESS.pieces for side in (0, 1)})
    for seed in range(2000):
        deal = deal_board(CHESS, fresh_deal_code(CHESS, seed * 7919))
        book = {line.number: (line.side, line.piece) for line in deal.book}
        pieces = [book[number] for row in deal.squares for number in row]
        assert Counter(pieces) == expected
        assert Counter(book.values()) == Counter({kind: 3 * count for kind, count in expected.items()})
        queens.update(at for at, piece in enumerate(pieces) if piece[1] == "queen")
    assert 75 < min(queens.values()) <= max(queens.values()) < 180  # 125 by chance


def test_a_code_that_is_none_is_told() -> None:
    """Mistyped, or with a sign that no code has."""
    for typed, why in (("HF-HMBR-RAEW", "check symbol"), ("HF-HMBR-RA*V", "not a deal code")):
        with pytest.raises(BadInputError, match=why):
            deal_board(CHESS, typed)
