"""Files that would come out as they are: skipped by comparing times and a digest of all that they are made from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path

from wordfleet_print import __version__
from wordfleet_print.files import PREFIX, data_folder

LIBRARIES = ("fonttools", "jinja2", "markdown", "nh3", "pikepdf", "pydyf", "reportlab", "weasyprint")
MOST_FILES = 2_000
"""Files of a designer's folder that are looked at."""


@dataclass(frozen=True, slots=True)
class MadeFile:
    """A file as it was written: a digest of what it was made from, the time of writing (ns), its pages and notes."""

    key: str
    time: int
    pages: int
    notes: tuple[str, ...]


class MadeList:
    """The list in a folder of what was made there; nothing where there is none, or none of ours."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.path = folder, folder / f"{PREFIX}{name}.json"
        try:
            held = json.loads(self.path.read_bytes())
            self.files = {
                name: MadeFile(key, time, pages, tuple(notes)) for name, (key, time, pages, notes) in held.items()
            }
        except (OSError, ValueError, TypeError, AttributeError):
            self.files = {}

    def find(self, name: str, key: str = "") -> MadeFile | None:
        """Return what was made under this name, if nobody has changed it since and, with a key, nothing it hangs on."""
        made, path = self.files.get(name), self.folder / name
        if not made or (key and made.key != key) or path.is_symlink() or not path.is_file():
            return None
        return made if path.stat().st_mtime_ns == made.time else None

    def write(self, made: Mapping[str, MadeFile]) -> bytes:
        """Return the list with these files, as it is to be written."""
        held = {name: (one.key, one.time, one.pages, one.notes) for name, one in sorted(made.items())}
        return (json.dumps(held, ensure_ascii=False, indent=0) + "\n").encode()


def make_key(*parts: object) -> str:
    """Return a digest of what a file is made from, with the code, templates and libraries that make it."""
    return hashlib.sha256(json.dumps([_digest_program(), *map(str, parts)]).encode()).hexdigest()[:32]


def digest_folder(folder: Path | None, besides: Iterable[str] = ()) -> str:
    """Return a digest of a designer's rules, styles and pictures, by their contents; files made there do not count."""
    made = set(besides)
    return _digest(path for path in _walk(folder) if path.relative_to(folder or "").as_posix() not in made)


@cache
def _digest_program() -> str:
    package = Path(__file__).resolve().parents[1]
    files = [*package.rglob("*.py"), *_walk(package / "rulebook" / "fonts")]
    for folder in ("templates", "rules", "wordlists"):
        files += _walk(data_folder(folder))
    versions = [f"{name} {metadata.version(name)}" for name in LIBRARIES]
    return "\n".join([__version__, _digest(files), *versions])


def _walk(folder: Path | None) -> Iterator[Path]:
    found = sorted(folder.rglob("*"))[:MOST_FILES] if folder else []
    for path in found:
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder or "").parts):
            yield path


def _digest(paths: Iterable[Path]) -> str:
    total = hashlib.sha256()
    for path in paths:
        try:
            total.update(f"{path.name}\0{path.stat().st_size}\0".encode())
            total.update(path.read_bytes())
        except OSError:  # an editor's own files come and go
            continue
    return total.hexdigest()
