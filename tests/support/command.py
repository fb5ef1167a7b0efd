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

ESCAPES = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]")
"""Characters that could upset a terminal."""


@dataclass(frozen=True)
class Result:
    """How a call of the program ended, and what it wrote."""

    code: int
    """The exit code."""
    out: str
    """What it wrote to stdout, as text."""
    err: str
    raw: bytes
    """The bytes of stdout."""


def check(result: Result) -> Result:
    """Return the result of a call, which must have ended well."""
    assert result.code == 0, result.err
    return result


def json_of(result: Result) -> dict[str, Any]:
    """Return the one JSON document on stdout of a call, which must have ended well."""
    document: dict[str, Any] = json.loads(check(result).out)
    return document


def files_in(folder: Path) -> dict[str, bytes]:
    """Return every file under a folder, by its path there, in order."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def tree(folder: Path) -> dict[str, bytes | None]:
    """Return everything under a folder: files with their content, folders with None."""
    paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
    return {name: path.read_bytes() if path.is_file() else None for name, path in paths.items()}


def read_manifest(folder: Path) -> list[dict[str, Any]]:
    """Return the rows of a pack's `manifest.csv` by column, with lists and numbers as such: the
    letters of a sheet, “A2 B1”, are {"A": 2, "B": 1}. Cells are without the apostrophe that keeps
    a text from being a formula.
    """
    with (folder / "manifest.csv").open(encoding="utf-8-sig", newline="") as file:
        return [_read_manifest_row(row) for row in csv.DictReader(file)]


def _read_manifest_row(cells: dict[str, str]) -> dict[str, Any]:
    texts = {name: re.sub("^'(?=[-=+@\\t\\r])", "", cell) for name, cell in cells.items()}
    return {
        **texts,
        "words": cells["words"].split(),
        "launch_codes": cells["launch_codes"].split(),
        "page": int(cells["page"]),
        "difficulty": int(cells["difficulty"]) if cells["difficulty"] else None,
        "manifest": {part[0]: int(part[1:]) for part in cells["manifest"].split()},
    }


def texts(pdf: Path | bytes) -> list[str]:
    """Return the text of each page."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_range() for page in document]


def page_count(pdf: Path | bytes) -> int:
    """Return the number of pages."""
    with pypdfium2.PdfDocument(pdf) as document:
        return len(document)


def roster(names: Sequence[str], path: Path = Path("club.csv"), heads: str = "name") -> Path:
    """Write a list of players, a line for each; return its path."""
    path.write_text("\n".join([heads, *names]), encoding="utf-8")
    return path


def all_commands() -> Iterator[tuple[str, ...]]:
    """Return the words of every command and group of the program, and of the program itself."""
    return _commands(get_command(app), ())


def _commands(command: Any, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield path
    for name, child in getattr(command, "commands", {}).items():
        yield from _commands(getattr(child, "real_command", child), (*path, name))


Run = Callable[..., Result]
COMMANDS = cache(get_command)
"""Return the command that typer makes: as that takes as long as a short call, all calls in a
process share it.
"""
