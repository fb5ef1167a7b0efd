"""A print shop on loopback for the benchmark, warm as it is, or with children that keep nothing.

python -m benchmarks.desk_server [cold]
"""

from __future__ import annotations

import sys

from wordfleet_print.desk import press
from wordfleet_print.desk.keys import Keys
from wordfleet_print.desk.serving import open_place, serve

COLD = "cold"


def main() -> None:
    """Open it on a free port, told on stdout; with two workers."""
    if sys.argv[1:] == [COLD]:
        press.MODULE = "benchmarks.desk_cold"
    place = open_place("127.0.0.1", 0, "", workers=2, rules=None)
    keys = Keys()
    serve(place, keys, lambda: print(keys.link(place.address), flush=True))


if __name__ == "__main__":
    main()
