"""A child that does what a test orders: (what, how)."""

import os
import time
from pathlib import Path

from wordfleet_print.processes import serve


def _answer(order: tuple[str, str]) -> bytes:
    what, how = order
    match what:
        case "sleep":
            time.sleep(float(how))
        case "die":
            os._exit(3)
        case "eat":
            raise MemoryError
        case "touch":
            Path(how).touch()
    return f"{how} {os.getpid()}".encode()


if __name__ == "__main__":
    serve(_answer)
