"""A child of the press that forgets before each order all that it keeps of sheets and decks: the cold path."""

from __future__ import annotations

from functools import cache

from benchmarks.warm import forget, kept_stores
from wordfleet_print.desk.orders import Order, WarmUp
from wordfleet_print.desk.press import adapter
from wordfleet_print.sandbox import serve

_stores = cache(kept_stores)
"""Looked for once, after the first order has loaded all there is."""


def _answer(order: Order) -> bytes:
    if not isinstance(order, WarmUp):
        forget(_stores())
    return adapter(order.answers).dump_json(order.do())


if __name__ == "__main__":
    serve(_answer)
