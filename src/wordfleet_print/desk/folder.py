"""The shop's folder among the system's temporary ones, for what was brought and the site's pages; it goes with it."""

from __future__ import annotations

import atexit
import shutil
import stat
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from threading import Lock

from filelock import FileLock, Timeout

from wordfleet_print.errors import CannotWriteError

PREFIX = "wordfleet-print-"
LOCK_FILE = ".wordfleet-shop"
"""The file in it that is locked as long as the shop lives, however that ends; a folder without one is no shop's."""


class TemporaryFolder:
    """A folder for its owner's eyes only. It is made when it is first needed, and those of dead shops go then."""

    def __init__(self) -> None:
        self._made: tuple[Path, FileLock] | None = None
        self._turn = Lock()

    def make(self) -> Path:
        """Itself. Raises `OSError` where there can be none."""
        with self._turn:
            self._made = self._made or _held_folder()
            return self._made[0]

    def new(self) -> Path:
        """A new folder in it. Raises `CannotWriteError` where there can be none."""
        try:
            return Path(mkdtemp(dir=self.make()))
        except OSError as error:
            raise CannotWriteError(f"Nothing can be kept on this machine: {error.strerror}.") from error

    def close(self) -> None:
        """Remove it, with all that is in it; no other is made."""
        with self._turn:
            if self._made:
                _remove(*self._made)


def _held_folder() -> tuple[Path, FileLock]:
    while True:
        folder = Path(mkdtemp(prefix=PREFIX))
        lock = _lock_of(folder)
        try:
            lock.acquire()
        except Timeout:
            continue  # another shop is sweeping it: its lock was there, and not yet held
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        atexit.register(shutil.rmtree, folder, ignore_errors=True)  # a thread may write there until the process ends
        _sweep(folder)
        return folder, lock


def _sweep(ours: Path) -> None:
    """Remove what lies beside ours, belongs to the same user, and has a lock that nobody holds; no link is followed."""
    for folder in ours.parent.glob(f"{PREFIX}*"):
        with suppress(OSError):  # or a live shop holds it
            found, file = folder.lstat(), (folder / LOCK_FILE).lstat()
            if stat.S_ISDIR(found.st_mode) and stat.S_ISREG(file.st_mode) and found.st_uid == ours.lstat().st_uid:
                lock = _lock_of(folder)
                lock.acquire()
                _remove(folder, lock)


def _lock_of(folder: Path) -> FileLock:
    return FileLock(folder / LOCK_FILE, timeout=0, thread_local=False)


def _remove(folder: Path, lock: FileLock) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    lock.release()
    shutil.rmtree(folder, ignore_errors=True)  # Windows keeps a file that is open
