"""A child of the shop's press: takes orders and does them."""

from __future__ import annotations

from wordfleet_print.desk.orders import answer_as_bytes
from wordfleet_print.sandbox import serve

if __name__ == "__main__":
    serve(answer_as_bytes)
