"""What people bring: a list or an event.json, kept under the last part of its name, in a folder of our own."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from pathlib import Path

from wordfleet_print.errors import CannotWriteError
from wordfleet_print.files import write_all
from wordfleet_print.jobs.check_roster import written_list

LONGEST = 120
"""Bytes of a name that are kept, its ending aside."""
PASTED = "event.csv"


def safe_name(name: str) -> str:
    """The last part of a name, without what no file of ours may be called: whatever path it was given with is gone."""
    last = unicodedata.normalize("NFC", name.replace("\\", "/").rpartition("/")[2])
    clean = "".join(sign for sign in last if sign.isprintable() and sign not in '<>:"|?*').strip(" .")
    stem, dot, ending = clean.rpartition(".")
    stem = (stem if dot else clean).encode()[:LONGEST].decode(errors="ignore").strip(" .")
    return f"{stem or 'event'}.{ending[:10]}" if dot else stem or "event"


def keep(content: bytes, name: str, folder: Path) -> Path:
    """Keep what was brought, in a folder that is made, unless its event's is gone.

    Raises `CannotWriteError`, which tells no folder.
    """
    file = folder / safe_name(name)
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        write_all({file: content}, private=True)
    except CannotWriteError as error:
        raise CannotWriteError(error.message.replace(str(file), file.name)) from error
    except OSError as error:
        raise CannotWriteError(f"Cannot write {file.name}: {error.strerror}.") from error
    return file


def pasted(text: str) -> bytes:
    """Names, one a line, as a list; what has tabs was copied out of a spreadsheet, headings and all."""
    lines = [line.rstrip() for line in text.splitlines()]
    if any("\t" in line for line in lines):
        return written_list(line.split("\t") for line in lines)
    return written_list(_named_upload(line.strip() for line in lines))


def _named_upload(lines: Iterable[str]) -> Iterable[list[str]]:
    yield ["name"]
    yield from ([line] for line in lines if line)
