"""One run at a time in the folder of an event, or of a site."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from wordfleet_print.errors import BusyError
from wordfleet_print.files import make_folder, remove_folders, to_write_error

LOCK_FILE = ".wordfleet-lock"
"""The name of the file that is locked while a run is at work in a folder."""


@contextlib.contextmanager
def alone_in(folder: Path, *, private: bool = True) -> Iterator[None]:
    """Hold `folder`, making it if need be (`private`: for its owner's eyes only), for as long as the block runs.

    The system's own lock is used, which ends with its process, however that ends: a file left by a killed run is in
    nobody's way. Raises `BusyError` at once if another run holds the folder; `CannotWriteError` if it cannot be held.
    """
    made = make_folder(folder, private=private)
    path = folder / LOCK_FILE
    lock = FileLock(path, timeout=0, on_acquired=_sign)
    try:
        try:
            lock.acquire()
        except Timeout as error:
            raise BusyError(
                f"Another run{_who(path)} is at work in {folder}.", tip="Wait for its end.", say=("output",)
            ) from error
        except (OSError, ValueError) as error:
            raise to_write_error(path, error) from error
        yield
    finally:
        if lock.is_locked:
            with contextlib.suppress(OSError):  # while it is ours: who waits for the old file notices that it is gone
                path.unlink()
            lock.release()
        remove_folders(made)


def _sign(handle: int) -> None:
    """Write into the locked file who holds it, for the message to the next."""
    os.ftruncate(handle, 0)
    os.write(handle, f"{os.getpid()}\n".encode())


def _who(path: Path) -> str:
    try:
        number = path.read_bytes()[:20].strip()
    except OSError:
        return ""
    return f" (process {number.decode()})" if number.isdigit() else ""
