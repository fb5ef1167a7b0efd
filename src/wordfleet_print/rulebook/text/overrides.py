"""What a designer's folder of templates replaces, and what in it replaces nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

from wordfleet_print.files import data_folder
from wordfleet_print.rulebook.text.lint import nearest

MOST_TEMPLATES = 500
"""How many files of the folder are looked at."""
MOST_NOTES = 10
MOST_READ = 1_000_000
"""Bytes of a file that are searched for the names of others."""
_TEXTS = (".md", ".html", ".css", ".svg")


def override_notes(templates: Path | None, rules: Path | None = None) -> Iterator[str]:
    """A sentence on each template that goes before none of the bundled ones and that no other file names.

    Raises nothing; of many, the first `MOST_NOTES` are told. Source: the names below `templates/`.
    """
    if not templates:
        return
    bundled = _names(data_folder("templates"))
    unknown = [name for name in _names(templates) if name not in bundled]
    named = _texts(templates) + _texts(rules) if unknown else ""
    idle = [name for name in unknown if f'"{name}"' not in named and f"'{name}'" not in named]
    for name in idle[:MOST_NOTES]:
        meant = _meant(name, bundled)
        yield f"{templates / name}: replaces no template" + (f" (did you mean {meant}?)" if meant else "")
    if len(idle) > MOST_NOTES:
        yield f"{templates}: {len(idle) - MOST_NOTES} more files replace no template"


def _names(folder: Path) -> list[str]:
    """Templates below a folder, by their names within it; what editors and Python keep for themselves is none."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    names = (path.as_posix() for path in found if not any(part.startswith((".", "_")) for part in path.parts))
    return sorted(islice((name for name in names if name.endswith(_TEXTS)), MOST_TEMPLATES))


def _texts(folder: Path | None) -> str:
    """All that templates or rules in a folder say, to look for the names of partials in."""
    said = []
    for path in [folder / name for name in _names(folder)] if folder else []:
        with suppress(OSError), path.open("rb") as file:
            said.append(file.read(MOST_READ).decode("utf-8", "replace"))
    return "\n".join(said)


def _meant(name: str, bundled: Sequence[str]) -> str:
    """The bundled template of the same name, or of nearly the same, in whatever folder; or nothing."""
    files = {known.rpartition("/")[2]: known for known in bundled}
    near = nearest(name.rpartition("/")[2], files)
    return files[near] if near else ""
