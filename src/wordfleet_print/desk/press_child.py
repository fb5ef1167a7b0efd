"""A child of the shop's press: takes orders, answers each with a line of JSON."""

from __future__ import annotations

from wordfleet_print.desk.orders import Order
from wordfleet_print.desk.press import adapter
from wordfleet_print.sandbox import serve


def _answer(order: Order[object]) -> bytes:
    return adapter(order.answers).dump_json(order.do())


if __name__ == "__main__":
    serve(_answer)
