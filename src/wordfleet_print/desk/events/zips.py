"""Files in one ZIP, made while it is sent: nothing of it is kept in memory or on the disk."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from wordfleet_print.errors import CannotWriteError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_CHUNK = 1 << 18
_DATE = (1980, 1, 1, 0, 0, 0)
"""The same for all, so that the same files give the same bytes."""


class _Passing(io.RawIOBase):
    """What is written to it is taken out again, piece by piece."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: ReadableBuffer, /) -> int:
        """Take it."""
        piece = bytes(data)
        self._pieces.append(piece)
        return len(piece)

    def taken(self) -> bytes:
        """All since the last time."""
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


def zip_of(folder: Path, names: Sequence[str], within: str) -> Iterator[bytes]:
    """A ZIP of these files of a folder, in a folder of its own, piece by piece. PDFs are packed already.

    Raises `CannotWriteError` where a file changes meanwhile: half a ZIP is seen to be half, two packs mixed are not.
    """
    before = {name: _state(folder / name) for name in names}
    out = _Passing()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name in names:
            info = zipfile.ZipInfo(f"{within}/{name}", _DATE)
            info.external_attr = 0o600 << 16
            info.file_size = before[name][1]
            with (folder / name).open("rb") as file, archive.open(info, "w") as entry:
                while chunk := file.read(_CHUNK):
                    entry.write(chunk)
                    yield out.taken()
            if _state(folder / name) != before[name]:
                raise CannotWriteError("The pack was printed anew meanwhile.")
    yield out.taken()


def _state(file: Path) -> tuple[int, int]:
    found = file.stat()
    return found.st_mtime_ns, found.st_size
