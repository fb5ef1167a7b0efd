"""Calls of the command, and the files that they write."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
from typer.main import get_command

from wordfleet_print.cli.main import app


@dataclass(frozen=True)
class Result:
    """How a call of the program ended, and what it wrote."""

    code: int
    out: str
    err: str
    raw: bytes


def check(result: Result) -> Result:
    """Return the result of a call, which must have ended well."""
    assert result.code == 0, result.err
    return result


def json_of(result: Result) -> dict[str, Any]:
    """The one JSON document on stdout of a call that must have ended well."""
    document: dict[str, Any] = json.loads(check(result).out)
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


Run = Callable[..., Result]
COMMANDS = cache(get_command)
"""What typer makes of the programme, which takes as long as a short call: all calls in this process have the same."""
