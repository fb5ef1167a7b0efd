"""Calls of the programme in processes of their own, forked from one that has loaded a part of what they need, and knows
nothing of the rest: what a call loads itself can be told.

A call does in its process what `python -m wordfleet_print` does, to the interpreter's end.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from conftest import Ran

DRIVER = """
import importlib, json, os, sys
from pathlib import Path
told, loads, before = Path(sys.argv[1]), sys.argv[2].split(), sys.argv[3]
calls, codes = json.loads((told / "calls").read_text()), []
for name in loads:
    importlib.import_module(name)
for number, (folder, arguments) in enumerate(calls):
    if not (child := os.fork()):
        break
    codes.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
else:
    (told / "codes").write_text(json.dumps(codes))
    os._exit(0)
os.chdir(folder)
for stream in (2, 1):
    os.dup2(os.open(told / f"{number}-{stream}", os.O_WRONLY | os.O_CREAT), stream)
sys.argv[:] = ["wordfleet-print", *arguments]
exec(before)
from wordfleet_print.__main__ import main
main()
"""
WORLD = {"LC_ALL": "C.UTF-8", "COLUMNS": "200", "PYDANTIC_DISABLE_PLUGINS": "__all__"}
"""The last is what the programme itself sets before it loads anything."""

Call = tuple[Path, Sequence[str]]
"""Where, and with which arguments."""


def forked(calls: Sequence[Call], *, loads: Sequence[str], before: str = "") -> list[Ran]:
    """One call after another, and how each ended. `before` is what a call's process does first."""
    with TemporaryDirectory() as folder:
        told = Path(folder)
        (told / "calls").write_text(json.dumps([(str(where), list(arguments)) for where, arguments in calls]))
        subprocess.run(
            [sys.executable, "-c", DRIVER, folder, " ".join(loads), before],
            env={**os.environ, **WORLD},
            stdin=subprocess.DEVNULL,
            timeout=300,
            check=True,
        )
        codes = json.loads((told / "codes").read_text())
        return [_ran(told, number, code) for number, code in enumerate(codes)]


def _ran(told: Path, number: int, code: int) -> Ran:
    out, err = ((told / f"{number}-{stream}").read_bytes() for stream in (1, 2))
    return Ran(code, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"), out)
