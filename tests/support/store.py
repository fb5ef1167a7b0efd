"""What several tests read of the same bundled book or kit, printed once in a run.

Each worker of the run has this module; what one of them has printed, the others read from a folder.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

from pydantic import TypeAdapter

from wordfleet_print.rulebook.pdf import Printed

PRINTED = TypeAdapter(Printed)


class Store:
    """PDFs by what they show."""

    folder: Path | None = None
    """Where they are kept: empty when a run begins. Without a folder nothing is kept."""

    def print_once(self, key: tuple[object, ...], printer: Callable[[], Printed]) -> Printed:
        """Return what `printer` returns, or what another call with this key has got from it.

        `key` names all that the PDF depends on, in values whose `repr` is the same in each worker.
        """
        if self.folder is None:
            return printer()
        path = self.folder / hashlib.sha256(repr(key).encode()).hexdigest()
        if path.exists():
            return PRINTED.validate_json(path.read_bytes())
        printed = printer()
        part = path.with_suffix(f".{os.getpid()}")
        part.write_bytes(PRINTED.dump_json(printed))
        part.replace(path)
        return printed


STORE = Store()
