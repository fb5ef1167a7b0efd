"""One run at a time in the folder of an event, or of a site."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from wordfleet_print.errors import BusyError
from wordfleet_print.files import make_folder, remove_folders, to_write_error

# The name of the file that is locked while a run is at work in a folder.
LOCK_FILE = ".wordfleet-lock"


@contextlib.contextmanager
def alone_in(folder: Path, *, private: bool = True) -> Iterator[None]:
    """Hold `folder`, making it if need be (`private`: for its owner's eyes only), for as long as the block runs.

    The system's own lock is used, which ends with its process, however that ends: a file left by a killed run is in
    nobody's way. Raises `BusyError` at once if another run holds the folder; `CannotWriteError` if it cannot be held.
    """
    made = make_folder(folder, private=private)
    path = folder / LOCK_FILE
    lock = FileLock(path, timeout=0)
    try:
        try:
            lock.acquire()
        except Timeout as error:
            what = f"Another run is at work in {folder}."
            raise BusyError(what, tip="Wait for its end.", say=("output",)) from error
        except (OSError, ValueError) as error:
            raise to_write_error(path, error) from error
        yield
    finally:
        if lock.is_locked:
            with contextlib.suppress(OSError):  # while it is ours: who waits for the old file notices that it is gone
                path.unlink()
            lock.release()
        remove_folders(made)
