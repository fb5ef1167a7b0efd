"""One deal at several tables: the same code gives the same deal, and the code book tells nothing by itself."""

from __future__ import annotations

from collections import Counter

import pytest

from making.games import with_facts
from wordfleet_print.errors import BadInputError
from wordfleet_print.games import load_rules
from wordfleet_print.games.flip_chess import FlipChess
from wordfleet_print.sheet.board_deal import deal_board, fresh_deal_code

CHESS = load_rules("happy-flip-chess").book
assert isinstance(CHESS, FlipChess)
PRINTED = "HF-HMBR-RAEV"
"""A code that was printed: it must come back for ever."""
PRINTED_ROW = (259, 107, 524, 589, 380, 983, 391, 623)
PRINTED_PIECES = ["b rook", "b pawn", "w pawn", "b pawn", "w rook", "w pawn", "w bishop", "w queen"]


def test_the_same_code_gives_the_same_deal_however_it_is_typed() -> None:
    """In small letters, without hyphens, with O for 0."""
    deal = deal_board(CHESS, PRINTED)
    assert deal.code == PRINTED == fresh_deal_code(CHESS, 12345678)
    assert all(deal_board(CHESS, typed) == deal for typed in ("hf-hmbr-raev", "HMBRRAEV", " hf hmbr raev "))
    assert deal_board(CHESS, fresh_deal_code(CHESS, 7)) != deal


def test_a_printed_deal_comes_back() -> None:
    """The numbers on its squares, and the pieces they stand for, are those of the day it was printed."""
    deal = deal_board(CHESS, PRINTED)
    book = {line.number: line for line in deal.book}
    assert deal.squares[0] == PRINTED_ROW
    assert [f"{'wb'[book[number].side]} {book[number].piece}" for number in deal.squares[0]] == PRINTED_PIECES


def test_the_board_holds_each_piece_and_the_book_three_times_as_much() -> None:
    """32 true pieces; in the book each kind three times as often, so that a glance tells nothing."""
    for seed in range(200):
        deal = deal_board(CHESS, fresh_deal_code(CHESS, seed))
        numbers = [number for row in deal.squares for number in row]
        book = {line.number: (line.side, line.piece) for line in deal.book}
        on_board = Counter(book[number] for number in numbers)
        expected = Counter({(side, piece.name): piece.each for piece in CHESS.pieces for side in (0, 1)})
        assert on_board == expected
        assert Counter(book.values()) == Counter({kind: 3 * count for kind, count in expected.items()})
        assert len(book) == len(deal.book) == 96
        assert list(book) == sorted(book)
        assert all(100 <= number <= 999 for number in book)


def test_every_square_gets_every_kind_about_as_often() -> None:
    """No square is likelier to hide a queen."""
    queens = Counter[int]()
    for seed in range(2000):
        deal = deal_board(CHESS, fresh_deal_code(CHESS, seed * 7919))
        book = {line.number: line.piece for line in deal.book}
        queens.update(at for at, number in enumerate(sum(deal.squares, ())) if book[number] == "queen")
    assert len(queens) == 32
    assert 75 < min(queens.values()) <= max(queens.values()) < 180  # 125 by chance


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("HF-HMBR-RAEW", "its check symbol does not match"),
        ("HF-HMRB-RAEV", "its check symbol does not match"),
        ("HF-HMBR", "is not a deal code"),
        ("HF-HMBR-RA*V", "is not a deal code"),
        ("", "is not a deal code"),
    ],
)
def test_a_code_that_is_none_is_told(typed: str, why: str) -> None:
    """Mistyped, too short, with a sign that no code has."""
    with pytest.raises(BadInputError, match=why):
        deal_board(CHESS, typed)


def test_a_code_of_other_pieces_is_told() -> None:
    """Two tables with other rules would not have one deal."""

    def change(facts: dict[str, list[dict[str, object]]]) -> None:
        facts["pieces"][1]["each"], facts["pieces"][3]["each"] = 3, 1
        facts.pop("ending", None)
        facts.pop("played", None)

    other = with_facts("happy-flip-chess", change).book
    assert isinstance(other, FlipChess)
    with pytest.raises(BadInputError, match="other pieces"):
        deal_board(other, PRINTED)
