"""The one way to run the command, how each call ended, what it read and what it left; processes that are forked, or
killed at any step.
"""

from __future__ import annotations

import csv
import gc
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from itertools import count, repeat
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pypdfium2
import pytest
from typer.main import get_command

from wordfleet_print.cli.main import app


@dataclass(frozen=True)
class Ran:
    """A finished call of the programme."""

    code: int
    out: str
    err: str
    raw: bytes


def done(ran: Ran) -> Ran:
    """The call, which must have ended well."""
    assert ran.code == 0, ran.err
    return ran


def json_of(ran: Ran) -> dict[str, Any]:
    """The one JSON document on stdout of a call that must have ended well."""
    document: dict[str, Any] = json.loads(done(ran).out)
    return document


def files_in(folder: Path) -> dict[str, bytes]:
    """Every file under a folder, by its path there, in order."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def tree(folder: Path) -> dict[str, bytes | None]:
    """Everything under a folder: files with their content, folders with None."""
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
    return {name: path.read_bytes() if path.is_file() else None for name, path in found.items()}


def read_manifest(folder: Path) -> list[dict[str, Any]]:
    """The rows of a pack's manifest: lists, numbers and counts as such, names without what keeps them from being
    formulas.
    """
    found: list[dict[str, Any]] = []
    with (folder / "manifest.csv").open(encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file):
            line: dict[str, Any] = {name: re.sub("^'(?=[-=+@\\t\\r])", "", cell) for name, cell in row.items()}
            line |= {"words": row["words"].split(), "launch_codes": row["launch_codes"].split()}
            line |= {"page": int(row["page"]), "rating": int(row["rating"]) if row["rating"] else None}
            found.append(line | {"manifest": {part[0]: int(part[1:]) for part in row["manifest"].split()}})
    return found


def texts(pdf: Path | bytes) -> list[str]:
    """The text of each page."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_range() for page in document]


def page_count(pdf: Path | bytes) -> int:
    """How many pages there are."""
    with pypdfium2.PdfDocument(pdf) as document:
        return len(document)


def roster(names: Sequence[str], path: Path = Path("club.csv"), heads: str = "name") -> Path:
    """A list of players as somebody might save it: a line for each."""
    path.write_text("\n".join([heads, *names]), encoding="utf-8")
    return path


def all_commands() -> Iterator[tuple[str, ...]]:
    """The words of every command and group of the programme, itself among them."""
    return _commands(get_command(app), ())


def _commands(command: Any, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield path
    for name, child in getattr(command, "commands", {}).items():
        yield from _commands(getattr(child, "loaded", child), (*path, name))


Run = Callable[..., Ran]
COMMANDS = cache(get_command)
"""What typer makes of the programme, which takes as long as a short call: all calls in this process have the same."""
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
OF_ITS_OWN = {"LC_ALL": "C.UTF-8", "COLUMNS": "200", "PYDANTIC_DISABLE_PLUGINS": "__all__"}
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
            env={**os.environ, **OF_ITS_OWN},
            stdin=subprocess.DEVNULL,
            timeout=300,
            check=True,
        )
        codes = json.loads((told / "codes").read_text())
        return [_ran(told, number, code) for number, code in enumerate(codes)]


def _ran(told: Path, number: int, code: int) -> Ran:
    out, err = ((told / f"{number}-{stream}").read_bytes() for stream in (1, 2))
    return Ran(code, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"), out)


class Killed(BaseException):
    """The end of a run."""


def _alive(life: Iterator[None], call: Callable[..., Any], *given: Any, **options: Any) -> Any:
    if next(life, Killed):
        raise Killed
    return call(*given, **options)


def killed(work: Callable[[Path], object], old: Path) -> Iterator[Path]:
    """For each step of the work in a folder: a copy of that folder in which it was killed before that step."""
    gc.collect()  # what others have left behind is removed now, not as a step of this work
    for steps in count():
        folder, life = Path(shutil.copytree(old, old.with_name(str(steps)))), repeat(None, steps)
        with pytest.MonkeyPatch.context() as patch, suppress(Killed):
            for name in ("open", "fsync", "replace", "unlink", "mkdir", "rmdir"):
                patch.setattr(os, name, partial(_alive, life, getattr(os, name)))
            work(folder)
            return
        yield folder
