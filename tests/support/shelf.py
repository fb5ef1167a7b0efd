"""What is made once for the whole run, and read by many tests of all its workers: rulebooks printed by real commands in
another world, and whatever takes long to find out.
"""

from __future__ import annotations

import os
import pickle
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from filelock import FileLock

from support.games import write_reeds

RULES = "wordfleet-print rules"
BOOKLET = "wordfleet-print rules happy-flip-chess --booklet --quick-reference --paper letter"
SITE = "wordfleet-print site --no-downloads"
DOCUMENTED = (RULES, BOOKLET, SITE)
WORLD = {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C"}
"""What may leave no trace in a file."""
folder = Path()
"""Where it all lies, for every worker of the run; conftest.py says it."""
T = TypeVar("T")


def kept(name: str, find_out: Callable[[], T]) -> T:
    """What was found out, by whichever test asks first."""
    path = folder / f"{name}.pickle"
    with FileLock(folder / f"{name}.lock"):
        if not path.exists():
            path.write_bytes(pickle.dumps(find_out()))
        # The folder is this run's own, made for it by pytest and readable by its user alone: nobody else writes there.
        found: T = pickle.loads(path.read_bytes())  # noqa: S301 - written a few lines above
    return found


@dataclass(frozen=True)
class Printed:
    """A finished call of the programme, and the folder that it was made in."""

    folder: Path
    code: int
    out: str
    err: str

    def files(self) -> dict[str, bytes]:
        """What it wrote, by name, but for its own list of that."""
        made = (path for path in (self.folder / "output").iterdir() if not path.name.startswith("."))
        return {path.name: path.read_bytes() for path in made}


@cache
def printed_by(line: str) -> Printed:
    """What a command printed, by whichever test asks first."""
    name = "".join(letter for letter in line if letter.isalnum())
    return kept(name, lambda: _run(line, folder / name))


def files_of(line: str) -> dict[str, bytes]:
    """What a command wrote that must have ended well, by name."""
    done = printed_by(line)
    assert done.code == 0, done.err
    return done.files()


def _run(line: str, place: Path) -> Printed:
    place.mkdir()
    write_reeds(place / "reeds")
    command = [sys.executable, "-m", "wordfleet_print", *shlex.split(line)[1:]]
    done = subprocess.run(
        command, cwd=place, env={**os.environ, **WORLD}, capture_output=True, text=True, timeout=900, check=False
    )
    return Printed(place, done.returncode, done.stdout, done.stderr)
