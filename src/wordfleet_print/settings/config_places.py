"""Where `wordfleet.toml` is looked for: the current folder, its parents, and the user's folder of
settings. Read without pydantic, for every error asks whether it is in such a file.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from wordfleet_print.files import is_file

NAME = "wordfleet.toml"
APP = "wordfleet-print"
# The place of a problem in such a file: `../wordfleet.toml, line 4 [tracker]`.
PLACE = re.compile(rf"(?:.*[\\/])?{re.escape(NAME)}(?:, line \d+)?(?: \[[^\]]*\])?")


def is_in_file(where: str) -> bool:
    """Return whether the place of a problem is in a file of defaults."""
    return bool(PLACE.fullmatch(where))


def find_files(folder: Path | None = None) -> tuple[list[Path], list[str]]:
    """Return the files of defaults that count, the most important first; and a note on each that
    does not, because it belongs to somebody else.

    They are the nearest file in a folder (default: the current one) and its parents, and the user's
    own file. The search ends at the home folder and at the border of a file system. A parent of a
    folder may be anybody's, such as /tmp: a file there counts only if it belongs to this user.
    """
    start = folder or Path.cwd()
    nearest, notes = _find_nearest(start)
    files = [nearest] if nearest else []
    user_file = find_user_file()
    if is_file(user_file) and user_file != nearest:
        files.append(user_file)
    # Messages name a file in the current folder without its path
    return [Path(NAME) if path.parent == Path.cwd() else path for path in files], notes


def find_user_file() -> Path:
    """Return where the user's own file is, or would be: `~/.config/wordfleet-print/` on Linux."""
    from platformdirs import user_config_path

    return user_config_path(APP, appauthor=False, roaming=True) / NAME


def _find_nearest(start: Path) -> tuple[Path | None, list[str]]:
    """Return the nearest file in a folder and its parents, None if there is none; and a note on
    each that is nearer, but belongs to another account.
    """
    notes = list[str]()
    for folder in list_searched_folders(start):
        file = folder / NAME
        if not is_file(file):
            continue
        if folder == start or _is_own(file):
            return file, notes
        notes.append(f"{file} is not used: it belongs to another account.")
    return None, notes


def list_searched_folders(start: Path) -> Iterator[Path]:
    """Yield a folder and its parents, up to the home folder or the border of the file system."""
    try:
        home = Path.home()
        device = start.stat().st_dev
        for folder in (start, *start.parents):
            if folder.stat().st_dev != device:
                return
            yield folder
            if folder == home:
                return
    except (OSError, RuntimeError):  # a folder that nobody may look into; a user without a home
        return


def _is_own(file: Path) -> bool:
    """Return whether a file, and a link to it, belong to this user; Windows does not say."""
    if sys.platform == "win32":
        return True
    return {file.stat().st_uid, file.lstat().st_uid} == {os.getuid()}
