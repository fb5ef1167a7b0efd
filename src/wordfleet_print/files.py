"""Finding packaged data, and writing files whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import secrets
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from wordfleet_print.errors import CannotWriteError, Complaint

PREFIX = ".wordfleet-"
"""What the names of temporaries begin with."""
JOURNAL = f"{PREFIX}journal"
"""What stands in a folder while files that belong together take their names there: it says which do, and which go."""

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parents[1]


def data_folder(name: str) -> Path:
    """The folder `rules`, `templates` or `wordlists`: inside the installed wheel, else in the checkout."""
    packaged = _PACKAGE / "data" / name
    return packaged if packaged.is_dir() else _CHECKOUT / name


def is_missing(path: Path) -> bool:
    """Whether nothing has that name, as far as the system lets us know."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):
        return False
    return False


is_folder, is_file = os.path.isdir, os.path.isfile
"""Whether a folder, or a file, has that name, as far as the system lets us know; names too long for it have none."""


def is_inside(path: Path, folder: Path) -> bool:
    """Whether a path, all links followed, leads to a place in the folder."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):  # a name that no file has; a circle of links
        return False


def make_folder(folder: Path, *, private: bool = False) -> list[Path]:
    """Make a folder and those it is in; returns those that were not there before, the innermost first.

    `private`: a new one is its owner's only, the folders it is in are not. Raises `CannotWriteError`, and has made none
    then.
    """
    made = [place for place in (folder, *folder.parents) if is_missing(place)]
    try:
        folder.mkdir(0o700 if private else 0o777, parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        remove_folders(made)
        raise cannot_write(folder, error) from error
    return made


def remove_folders(made: Iterable[Path]) -> None:
    """Remove folders that were made for nothing, the innermost first; one in which there is something stays."""
    for folder in made:
        with contextlib.suppress(OSError, ValueError):
            folder.rmdir()


def check_writable(folder: Path) -> None:
    """Prove that a file can be written into `folder`, before any rendering; it need not be there yet.

    Raises `CannotWriteError`. Nothing is left behind.
    """
    _prove(folder, None)


def check_target(path: Path) -> None:
    """Refuse a path that cannot become a file: a folder, a device, or one inside something that is no folder.

    Raises `CannotWriteError`. Nothing is left behind.
    """
    _refuse_odd_target(path)
    _prove(path.parent, path)


def _prove(folder: Path, target: Path | None) -> None:
    """Write a file into `folder` and remove it again; and look whether `target` is a name that the disk takes."""
    made = make_folder(folder)
    temporary = folder / f"{PREFIX}{secrets.token_hex(8)}.part"
    try:
        _write_new(temporary, [])
        if target:
            _refuse_odd_target(target)
    except (OSError, ValueError) as error:
        raise cannot_write(folder, error) from error
    finally:
        with contextlib.suppress(OSError, ValueError):
            temporary.unlink()
        remove_folders(made)


class FilesTogether:
    """Files that take their names together, when all of them are written: until then they have temporary ones. While
    they take them, a journal stands in their `home`, the folder that all of them are in, if they have one.
    """

    def __init__(self, home: Path | None = None) -> None:
        self._home = home
        self._journal: Path | None = None
        self._token = secrets.token_hex(4)
        self._paths: list[Path] = []
        self._stale: list[Path] = []
        self._folders: dict[Path, None] = {}
        self._made: list[Path] = []

    def add(self, path: Path, chunks: Iterable[bytes], *, private: bool = False) -> None:
        """Write a file as its bytes come: they need not fit into memory. Folders that lack are made.

        `private`: for its owner's eyes only, from its first byte on; so is a folder made for it. A symlink at the
        target is replaced, never followed. Raises `CannotWriteError`, and whatever `chunks` raises.
        """
        if path.parent not in self._folders:
            self._made[:0] = make_folder(path.parent, private=private)
            self._folders[path.parent] = None
        _refuse_odd_target(path)
        self._paths.append(path)  # before it is written: whatever stops the work, the temporary is known, and removed
        try:
            _write_new(self._temporary(len(self._paths) - 1), chunks, 0o600 if private else 0o666)
        except OSError as error:
            raise cannot_write(path, error) from error

    def remove(self, path: Path) -> None:
        """Let go of a file that is there: it goes when the others have taken their names, with a folder left empty."""
        self._stale.append(path)

    def _temporary(self, number: int) -> Path:
        return self._paths[number].with_name(f"{PREFIX}{self._token}{number:08x}.part")

    def _take_names(self) -> None:
        """Rename and remove, all of it: what was begun before a stop is brought to its end."""
        self._write_journal()
        try:
            self._rename()
        except CannotWriteError:
            raise
        except BaseException:
            self._rename()
            raise

    def _write_journal(self) -> None:
        """Say what is to come, unless that is a single step; the temporaries are on the disk before."""
        if self._home is None or self._journal or len(self._paths) + len(self._stale) < 2:
            return
        for folder in self._folders:
            _sync_folder(folder)
        names, stale = ([path.relative_to(self._home).as_posix() for path in one] for one in (self._paths, self._stale))
        self._journal = self._home / JOURNAL  # before it is written, as with a temporary
        try:
            _write_new(self._journal, [json.dumps([self._token, names, stale]).encode()], 0o600)
        except OSError as error:
            raise cannot_write(self._journal, error) from error
        _sync_folder(self._home)

    def _rename(self) -> None:
        steps = [*self._paths, *self._stale]
        for number, path in enumerate(steps):
            goes = number >= len(self._paths)
            try:
                if goes:
                    path.unlink(missing_ok=True)
                elif not is_missing(self._temporary(number)):
                    self._temporary(number).replace(path)
            except OSError as error:
                what = f"Cannot remove {path}, which is no longer part of it" if goes else f"Cannot write {path}"
                raise self._failed(what, error, steps[:number]) from error
        remove_folders(dict.fromkeys(path.parent for path in self._stale))
        for folder in self._folders:
            _sync_folder(folder)
        if self._journal:
            with contextlib.suppress(OSError):  # one that stays is of steps that are done
                self._journal.unlink()

    def _failed(self, what: str, error: OSError, new: Sequence[Path]) -> CannotWriteError:
        """What to raise where a step fails: the file in the way, those that are new already, and what to do."""
        told = [Complaint(str(path), "is gone" if is_missing(path) else "is new") for path in new]
        reason, way = _reason(error), "clear the way"
        if getattr(error, "winerror", None) in (5, 32):  # Windows: access denied, a sharing violation
            reason, way = "another programme has it open", "close it in your viewer"
        rest = "All other files are as they were" if new else "Nothing was changed"
        more = ", or any that opens them" if new and self._journal else ""
        return CannotWriteError(f"{what}: {reason}.", *told, tip=f"{rest}: {way} and run the same command again{more}.")

    def _clear(self) -> None:
        """Remove what has not taken its name; where others have, by a journal, all is kept for `finish`."""
        if self._journal:
            with contextlib.suppress(OSError):
                if self._paths and not is_missing(self._temporary(0)):
                    self._journal.unlink(missing_ok=True)
            if os.path.lexists(self._journal):
                return
        for number in range(len(self._paths)):
            with contextlib.suppress(OSError, ValueError):
                self._temporary(number).unlink()
        remove_folders(self._made)


@contextlib.contextmanager
def together(home: Path | None = None) -> Iterator[FilesTogether]:
    """Files that are written within a block take their names together at its end.

    Where the block raises, what stood there before still stands, and nothing else: no temporary, no folder. With a
    `home`, which the caller holds, `finish` goes on wherever a stop falls or a name cannot be taken. Raises
    `CannotWriteError` where a name cannot be taken; what is new by then is told.
    """
    batch = FilesTogether(home)
    try:
        yield batch
        batch._take_names()
    finally:
        batch._clear()


def is_unfinished(home: Path) -> bool:
    """Whether a run in `home` was stopped while its files took their names, or is about that now."""
    return os.path.lexists(home / JOURNAL)


def finish(home: Path) -> None:
    """Give files their names that lack them because their run was stopped, before leftovers are removed.

    Whoever calls it holds the folder. A journal that is not whole was cut before the first name was taken: it goes, and
    the old files stand. Raises `CannotWriteError`, also for a journal that leads out of its folder, by a link or else.
    """
    if not is_unfinished(home):
        return
    batch = FilesTogether(home)
    batch._journal = journal = home / JOURNAL
    _refuse_odd_target(journal)
    try:
        token, *lists = json.loads(b"[]" if journal.is_symlink() else journal.read_bytes())
        names, stale = ([home / name for name in one] for one in lists)
        batch._token = f"{int(token, 16):08x}"
    except OSError as error:
        raise cannot_write(journal, error) from error
    except (ValueError, TypeError, RecursionError):
        names, stale = [], []
    batch._folders = dict.fromkeys(path.parent for path in [*names, *stale])
    if not all(is_inside(folder, home) for folder in batch._folders):
        raise CannotWriteError(f"{journal} speaks of files outside its folder.", tip="Remove it.")
    batch._paths, batch._stale = names, stale
    try:
        batch._take_names()
    finally:
        batch._clear()


def write_all(contents: Mapping[Path, bytes], *, private: bool = False) -> None:
    """Write every file completely, or none, as `together` does. Raises `CannotWriteError`."""
    with together() as files:
        for path, content in contents.items():
            files.add(path, [content], private=private)


def write_new(contents: Mapping[Path, bytes]) -> None:
    """Write files as `write_all` does, and no file in place of another. Raises `CannotWriteError`."""
    there = [str(path) for path in contents if not is_missing(path) or path.is_symlink()]
    if there:
        told = [Complaint(path, "stands there already") for path in there]
        tip = "Nothing was changed. Choose another folder, or move them away."
        raise CannotWriteError("Nothing that stands there is overwritten.", *told, tip=tip)
    write_all(contents)


def write_stream(path: Path, chunks: Iterable[bytes], *, private: bool = False) -> None:
    """Write one file completely, or not at all, as its bytes come; as `FilesTogether.add`."""
    with together() as files:
        files.add(path, chunks, private=private)


def remove_leftovers(folder: Path) -> None:
    """Remove the temporaries that a killed run left in `folder`; only files named as this module names them.

    Whoever calls it holds the folder: a run that is still writing there would lose its temporaries.
    """
    for path in leftovers(folder):
        with contextlib.suppress(OSError):
            path.unlink()


def leftovers(folder: Path) -> Iterator[Path]:
    """The temporaries in `folder`, none where there is no such folder."""
    try:
        entries = [Path(entry) for entry in os.scandir(folder) if not entry.is_dir(follow_symlinks=False)]
    except OSError:
        return
    yield from (path for path in entries if _TEMPORARY.fullmatch(path.name))


_TEMPORARY = re.compile(re.escape(PREFIX) + r"[0-9a-f]{16}\.part")


def _refuse_odd_target(path: Path) -> None:
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise cannot_write(path, error) from error
    if path.is_dir():
        tip = "Name a file in it, or end the path with a slash."
        raise CannotWriteError(f"Cannot write {path}: it is a folder.", tip=tip)
    if not (stat.S_ISREG(mode) or stat.S_ISLNK(mode)):
        raise CannotWriteError(f"Cannot write {path}: it is neither a file nor a place for one.")


def _write_new(path: Path, chunks: Iterable[bytes], mode: int = 0o666) -> None:
    """Write a file that must not exist yet, down to the disk, with the permissions a new file gets of `mode`."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    with os.fdopen(handle, "wb") as file:
        for chunk in chunks:
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Bring a new name down to the disk, where the system can do that for a folder."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your disk quota is used up",
    errno.EFBIG: "the file would be larger than this system allows",
    errno.EROFS: "the disk is read-only",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.EEXIST: "it is a file, not a folder",
    errno.ENOTDIR: "part of the path is a file, not a folder",
    errno.ENAMETOOLONG: "the name is too long",
}


def cannot_write(path: Path, error: OSError | ValueError) -> CannotWriteError:
    """The error to raise for what the system said of `path`: the reason in plain words."""
    what = f"Cannot write {path}: {_reason(error)}."
    return CannotWriteError(what, tip="Nothing was changed.", field="output", say=("output",))


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, OSError):
        return _REASONS.get(error.errno or 0, error.strerror or str(error))
    return str(error)
