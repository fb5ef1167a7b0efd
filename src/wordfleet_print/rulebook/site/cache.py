"""What a site keeps of its last build: a digest of all that each file was made from, so that nothing is made again.

The list `.wordfleet-site.json` is kept beside the site. It also tells the site's files from anybody else's.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from wordfleet_print import __version__
from wordfleet_print.files import data_folder
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.rulebook.site.shelf import target

LIST = ".wordfleet-site.json"
PACKAGE = Path(__file__).resolve().parents[2]

_NAME = re.compile(r"(?:[a-z0-9][a-z0-9-]*/)?[a-z0-9][a-z0-9.-]*")


@dataclass
class Unit:
    """Files that are made together from the same input: a page with its assets, or one download."""

    kind: str
    slug: str
    paper: Paper | None
    key: str
    files: dict[str, bytes] = field(default_factory=dict)
    pages: int = 0
    notes: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What the list calls it."""
        return "/".join([self.kind, self.slug, *([self.paper.slug] if self.paper else [])])

    @property
    def target(self) -> str:
        """The name of its first file."""
        return target(self.slug, self.kind, self.paper.slug if self.paper else "")


@dataclass(frozen=True, slots=True)
class LastBuild:
    """What the list in a site's folder says: of each file its digest; of each unit key, files, pages and notes."""

    folder: Path
    files: Mapping[str, str]
    units: Mapping[str, Mapping[str, Any]]

    def fill(self, unit: Unit, *, stale_is_fine: bool = False) -> bool:
        """Whether the unit's files stand there as they would come out again; if so, it is filled with them."""
        record = self.units.get(unit.name)
        if not record or not (record["key"] == unit.key or stale_is_fine):
            return False
        files = {name: stands(self.folder, name) for name in record["files"]}
        if any(content is None or sha(content) != record["files"][name] for name, content in files.items()):
            return False
        unit.key, unit.pages, unit.notes = record["key"], record["pages"], record["notes"]
        unit.files = {("" if name == unit.target else name): content for name, content in files.items() if content}
        return True

    def untouched(self, names: Iterable[str]) -> list[str]:
        """Those of these files that are as the site wrote them: nobody has changed them since."""
        contents = ((name, stands(self.folder, name)) for name in names)
        return sorted(name for name, content in contents if content is not None and sha(content) == self.files[name])


def last_build(folder: Path) -> LastBuild:
    """The build that stands in a folder; an empty one where there is none or its list is not to be trusted."""
    nothing = LastBuild(folder, {}, {})
    try:
        listed = json.loads(stands(folder, LIST) or b"{}")
        units = listed["units"].values()
        names = [*listed["files"], *(name for unit in units for name in unit["files"])]
        whole = all(isinstance(unit["key"] + "".join(unit["notes"]), str) and unit["pages"] >= 0 for unit in units)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return nothing
    good = whole and all(_NAME.fullmatch(name) for name in names)
    return LastBuild(folder, listed["files"], listed["units"]) if good else nothing


def listed(files: Mapping[str, bytes], units: Sequence[Unit]) -> bytes:
    """The list of a site's files, and what each was made from."""
    facts = {
        "files": {name: sha(content) for name, content in sorted(files.items())},
        "units": {
            unit.name: {
                "key": unit.key,
                "files": {name or unit.target: sha(content) for name, content in sorted(unit.files.items())},
                "pages": unit.pages,
                "notes": unit.notes,
            }
            for unit in units
        },
    }
    return (json.dumps(facts, indent=1, ensure_ascii=False) + "\n").encode()


def workshop() -> str:
    """A digest of everything here that decides how a file comes out: code, templates, fonts, words, libraries."""
    parts: list[str | bytes] = [__version__]
    for name in ("weasyprint", "reportlab", "markdown", "jinja2", "nh3", "pydyf", "fonttools"):
        try:
            parts.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            parts.append(f"no {name}")
    for folder in (PACKAGE, data_folder("templates"), data_folder("wordlists")):
        parts += folder_bytes(folder)
    return digest(parts)


def folder_bytes(folder: Path | None, but: str = "") -> Iterator[str | bytes]:
    """Names and contents of all files in a folder, in order, `but` those with this ending."""
    for path in sorted(folder.rglob("*")) if folder else ():
        if path.is_file() and "__pycache__" not in path.parts and not (but and path.name.endswith(but)):
            yield path.relative_to(folder).as_posix() if folder else ""
            yield read(path) or b""  # an editor's own files come and go


def digest(parts: Iterable[str | bytes]) -> str:
    """A short digest of these parts, each taken apart from its neighbours."""
    hashed = hashlib.sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        hashed.update(f"{len(content)}:".encode() + content)
    return hashed.hexdigest()[:32]


def read(path: Path) -> bytes | None:
    """A file's bytes, or None where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError:
        return None


def stands(folder: Path, name: str) -> bytes | None:
    """A file of a site as it stands in its folder; None where there is none, or a link on the way to it."""
    path = folder / name
    linked = path.is_symlink() or (path.parent != folder and path.parent.is_symlink())
    return None if linked else read(path)


def sha(content: bytes) -> str:
    """The digest by which the list knows a file."""
    return hashlib.sha256(content).hexdigest()
