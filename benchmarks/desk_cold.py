"""A child of the press that forgets before each order all that it keeps of sheets and decks: the cold path."""

from __future__ import annotations

from functools import cache

from benchmarks.warm import forget, kept_stores
from wordfleet_print.desk.orders import Order, WarmUp, answer_as_bytes
from wordfleet_print.sandbox_child import serve

_stores = cache(kept_stores)
"""Looked for once, after the first order has loaded all there is."""


def _answer(order: Order) -> bytes:
    if not isinstance(order, WarmUp):
        forget(_stores())
    return answer_as_bytes(order)


if __name__ == "__main__":
    serve(_answer)
