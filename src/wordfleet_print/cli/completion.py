"""What a shell completes: games, pages, editions, languages, printed events, and the files that an
option takes. Where nothing is found, the shell completes any file.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from wordfleet_print.errors import WordfleetError
from wordfleet_print.games import Library
from wordfleet_print.limits import OUTPUT
from wordfleet_print.services.editions import read_library
from wordfleet_print.settings import core, games

# The values that were typed before, by field: {"games": ["army-men"], "rules": ["my-games/"]}.
Typed: TypeAlias = Mapping[str, Any]
# A value to complete, and what it is.
Value: TypeAlias = tuple[str, str]

TABLES = (".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".ods", ".xls", ".html", ".htm")
ENDINGS = {
    "lists": TABLES,
    "words": TABLES,
    "font": (".ttf", ".otf"),
}
"""How the files end that an option takes."""


def complete(
    model: type[core.Settings], field: core.Field, typed: Typed, start: str
) -> list[Value]:
    """Return the values of a field that begin with `start`, each with what it is.

    `typed` are the values of other fields, which may matter: of `--rules`, for example.
    """
    try:
        # Pages of several games may have one name: it is offered once
        titles_by_value = dict(_list_values(model, field, typed, start))
    # A rules file with a fault is shown when the command runs
    except (WordfleetError, OSError):
        return []
    return [(value, title) for value, title in titles_by_value.items() if value.startswith(start)]


def _list_values(
    model: type[core.Settings], field: core.Field, typed: Typed, start: str
) -> Iterator[Value]:
    if field.name in ENDINGS:
        yield from _list_files(start, ENDINGS[field.name])
    if field.name in ("lists", "sheets", "event"):
        yield from _list_events()
    if field.name in FINDERS:
        yield from FINDERS[field.name](_read_rules(typed), model, typed)
    else:
        yield from field.choices.items()


def _read_rules(typed: Typed) -> Library:
    """Return the rules in the folder that was typed, else the bundled ones."""
    folders = typed.get("rules") or ()
    return read_library(Path(folders[-1]) if folders else None)


def list_games(library: Library, model: type[core.Settings], _typed: Typed) -> Iterator[Value]:
    """Yield the games with their titles; for `kit`, those with a kit."""
    for slug in library.slugs:
        book = library.rules(slug).book
        if book.kit or model is not games.KitSettings:
            yield slug, " ".join(filter(None, [book.title, book.edition]))


def list_pages(library: Library, _model: type[core.Settings], typed: Typed) -> Iterator[Value]:
    """Yield the pages of the kits of the games that were typed, or of all."""
    named = [slug for slug in typed.get("games", ()) if slug in library.slugs]
    for slug in named or library.slugs:
        book = library.rules(slug).book
        for item in book.kit:
            yield item.name, book.title


def list_editions(library: Library, _model: type[core.Settings], _typed: Typed) -> Iterator[Value]:
    """Yield the editions with their titles."""
    for slug in library.edition_slugs:
        yield slug, library.edition(slug).edition_in_list


def list_languages(library: Library, _model: type[core.Settings], _typed: Typed) -> Iterator[Value]:
    """Yield the languages of the editions."""
    for slug in library.edition_slugs:
        edition = library.edition(slug)
        yield edition.language, edition.edition_in_list


FINDERS: Mapping[str, Callable[[Library, type[core.Settings], Typed], Iterable[Value]]] = {
    "games": list_games,
    "kinds": list_games,
    "page": list_pages,
    "edition": list_editions,
    "language": list_languages,
}


def _list_events() -> Iterator[Value]:
    """Yield the folders of printed events, where they are by default."""
    for file in sorted(OUTPUT.glob("*/event.json")):
        yield f"{file.parent}{os.sep}", "printed event"


def _list_files(start: str, endings: tuple[str, ...]) -> list[Value]:
    """Return the files with these endings whose paths begin with `start`, and the folders.

    Nothing if only folders match, or names that need quotation marks: a shell completes those
    better.
    """
    folder, slash, name_start = start.rpartition("/")
    prefix = folder + slash
    paths = _list_plain(Path(prefix or "."), name_start)
    names = [path.name for path in paths if path.suffix.lower() in endings and path.is_file()]
    if not names:
        return []
    names += [f"{path.name}/" for path in paths if path.is_dir()]
    return [(prefix + name, "") for name in names]


def _list_plain(folder: Path, start: str) -> list[Path]:
    """Return the files and folders in a folder whose names begin with `start` and can be typed
    without quotation marks.
    """
    paths = [path for path in sorted(folder.glob("[!.]*")) if path.name.startswith(start)]
    return [path for path in paths if shlex.quote(path.name) == path.name]
