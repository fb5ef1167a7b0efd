"""Ask a shop for others, and one of one's own machine, for hostile things; say what came of it. Exits 1 for any fault.

python -m benchmarks.fuzz 100000
python -m benchmarks.fuzz 3000 --seed spring
"""

from __future__ import annotations

import argparse
import faulthandler
import logging
import sys
import tempfile
from pathlib import Path

import anyio

from benchmarks.fuzz.run import HANG, fenced, fuzz, shop_in

STUCK = 10 * HANG
"""Seconds after which a request that never ends shows where it is."""


def main() -> int:
    """Ask each shop for half of it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz", description=__doc__)
    parser.add_argument("requests", type=int, nargs="?", default=3_000)
    parser.add_argument("--seed", default="hostile")
    asked = parser.parse_args()
    logging.getLogger("wordfleet_print.desk").addHandler(logging.StreamHandler())
    well = True
    for own in (False, True):
        with tempfile.TemporaryDirectory() as name, fenced(Path(name)):
            faulthandler.dump_traceback_later(STUCK + asked.requests, exit=True)
            tally = anyio.run(fuzz, shop_in(Path(name), own=own, prints=True), asked.requests // 2, asked.seed)
            strays = {path.name for path in Path(name).iterdir()} - {"output", "tmp", "rules", "canary.txt"}
            tally.faults += [f"stray: {stray}" for stray in strays]
        print(f"A shop {'of one’s own' if own else 'for the house'}, seed “{asked.seed}”: {tally.report()}", flush=True)
        well = well and not tally.faults
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
