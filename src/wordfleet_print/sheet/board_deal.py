"""One deal of Happy Flip Chess at several tables: a number on each square, and a book of what the numbers stand for.

`HF-` and eight symbols, as sheet codes have: ten bits of what is dealt, a seed, the check symbol. The same code and the
same pieces give the same deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.games.flip_chess import FlipChess
from wordfleet_print.sheet.sheet_code import ALPHABET, compute_check, list_values, plain_symbols
from wordfleet_print.wording import quote

DEAL_PREFIX = "HF"
DECOYS = 2
"""How many numbers of the book stand for nothing, for each that stands on the board."""
NUMBERS = range(100, 1000)
_SYMBOLS, _DIGEST, _SEED_BITS = 8, 2, 25


class BookLine(NamedTuple):
    """A line of the code book: its number, and the piece: which color (0, 1) and what."""

    number: int
    side: int
    piece: str


@dataclass(frozen=True, slots=True)
class BoardDeal:
    """A deal: its code, the number on each square in rows from the far side, and the code book in order."""

    code: str
    squares: tuple[tuple[int, ...], ...]
    book: tuple[BookLine, ...]


def fresh_deal_code(chess: FlipChess, seed: int) -> str:
    """The code of a deal of this game, by any number. Raises nothing."""
    value = seed % (1 << _SEED_BITS)
    symbols = [*_digest_of(chess), *(value >> shift & 31 for shift in range(_SEED_BITS - 5, -1, -5))]
    text = "".join(ALPHABET[symbol] for symbol in (*symbols, compute_check(symbols)))
    return f"{DEAL_PREFIX}-{text[:4]}-{text[4:]}"


def deal_board(chess: FlipChess, code: str) -> BoardDeal:
    """The deal of a code as it was typed. Raises `BadInputError` for one that is none, or of other pieces."""
    typed = plain_symbols(code)
    values = list_values(typed.removeprefix(DEAL_PREFIX) if len(typed) > _SYMBOLS else typed)
    example = fresh_deal_code(chess, 20_250_101)
    if len(values) != _SYMBOLS:
        raise BadInputError(f"{quote(code)} is not a deal code.", tip=f"One looks like {example}.", field="code")
    *symbols, check = values
    if compute_check(symbols) != check:
        tip = "Compare it with the printed one, symbol by symbol."
        raise BadInputError(f"{quote(code)} is mistyped: its check symbol does not match.", tip=tip, field="code")
    if symbols[:_DIGEST] != _digest_of(chess):
        tip = "Print it with the rules that it was printed by."
        raise BadInputError(f"{quote(code)} is a deal of other pieces, or of another board.", tip=tip, field="code")
    random = KeyedRandom(bytes(symbols), b"flip chess deal")
    pieces = [(side, piece.name) for piece in chess.pieces for side in (0, 1) for _ in range(piece.each)]
    if len(pieces) * (1 + DECOYS) > len(NUMBERS):
        raise BadInputError("The board has too many squares for a code book.", tip="Play at one table.")
    numbers = random.sample(NUMBERS, len(pieces) * (1 + DECOYS))
    dealt = random.shuffle(pieces)
    book = [BookLine(number, *piece) for number, piece in zip(numbers, [*dealt, *pieces * DECOYS], strict=True)]
    across = chess.board.columns
    squares = tuple(tuple(numbers[start : start + across]) for start in range(0, len(pieces), across))
    text = "".join(ALPHABET[value] for value in values)
    return BoardDeal(f"{DEAL_PREFIX}-{text[:4]}-{text[4:]}", squares, tuple(sorted(book)))


def _digest_of(chess: FlipChess) -> list[int]:
    """Two symbols of what is dealt: the board, and how many there are of each piece."""
    dealt = [chess.board.columns, chess.board.rows, *((piece.name, piece.each) for piece in chess.pieces)]
    return [byte & 31 for byte in blake2b(repr(dealt).encode(), digest_size=_DIGEST).digest()]
