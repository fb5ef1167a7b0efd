"""Rulebooks printed once for the whole run, by real commands in another world, and read by many tests."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from filelock import FileLock

RULES = "wordfleet-print rules"
BOOKLET = "wordfleet-print rules happy-flip-chess --booklet --quick-reference --paper letter"
DOCUMENTED = (RULES, BOOKLET)
ARCHIVED = f"{BOOKLET} --flip long --archive --json"

WORLD = {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C"}
"""What may leave no trace in a file."""
WORKERS = "[rules]\nworkers = 2\n"
"""Nor may how many are at work."""

folder = Path()
"""Where it all lies, for every worker of the run; conftest.py says it."""


@dataclass(frozen=True)
class Printed:
    """A finished call of the programme, and the folder that it was made in."""

    folder: Path
    code: int
    out: str
    err: str

    def files(self) -> dict[str, bytes]:
        """What it wrote, by name."""
        return {path.name: path.read_bytes() for path in (self.folder / "output").iterdir()}


@cache
def printed_by(line: str) -> Printed:
    """What a command printed, by whichever test asks first."""
    name = "".join(letter for letter in line if letter.isalnum())
    kept, told = folder / name, folder / f"{name}.json"
    with FileLock(folder / f"{name}.lock"):
        if not told.exists():
            told.write_text(json.dumps(asdict(_run(line, kept)), default=str), encoding="utf-8")
    return Printed(**json.loads(told.read_text(encoding="utf-8")) | {"folder": kept})


def _run(line: str, kept: Path) -> Printed:
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir()
    (kept / "wordfleet.toml").write_text(WORKERS, encoding="utf-8")
    command = [sys.executable, "-m", "wordfleet_print", *shlex.split(line)[1:]]
    done = subprocess.run(
        command, cwd=kept, env={**os.environ, **WORLD}, capture_output=True, text=True, timeout=300, check=False
    )
    return Printed(kept, done.returncode, done.stdout, done.stderr)
