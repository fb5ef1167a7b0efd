"""Finding packaged data, and writing files whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from wordfleet_print.errors import CannotWriteError, Complaint

PREFIX = ".wordfleet-"
"""What the names of temporaries begin with."""

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


def find_free_path(path: Path, content: bytes) -> Path:
    """Return `path`, or the next free name `…-2.pdf` if another file has it; the same file keeps it."""
    free, number = path, 1
    while not is_missing(free):
        try:
            if free.stat().st_size == len(content) and free.read_bytes() == content:
                return free
        except OSError as error:
            raise cannot_write(free, error) from error
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free


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
    """Files that take their names together, when all of them are written: until then they have temporary ones."""

    def __init__(self) -> None:
        self._token = secrets.token_hex(4)
        self._temporaries: dict[Path, Path] = {}
        self._stale: list[Path] = []
        self._folders: dict[Path, None] = {}
        self._made: list[Path] = []
        self._last: Path | None = None
        self._undo: list[Path] = []

    def add(self, path: Path, chunks: Iterable[bytes], *, private: bool = False) -> None:
        """Write a file as its bytes come: they need not fit into memory. Folders that lack are made.

        `private`: for its owner's eyes only, from its first byte on; so is a folder made for it. A symlink at the
        target is replaced, never followed. Raises `CannotWriteError`, and whatever `chunks` raises.
        """
        if path.parent not in self._folders:
            self._made[:0] = make_folder(path.parent, private=private)
            self._folders[path.parent] = None
        _refuse_odd_target(path)
        temporary = path.with_name(f"{PREFIX}{self._token}{len(self._temporaries):08x}.part")
        self._temporaries[path] = temporary  # before it is written: whatever stops the work, it is known, and removed
        try:
            _write_new(temporary, chunks, 0o600 if private else 0o666)
        except OSError as error:
            raise cannot_write(path, error) from error

    def remove(self, path: Path) -> None:
        """Let go of a file that is there: it goes when the others have taken their names, with a folder left empty."""
        self._stale.append(path)

    def finish_with(self, path: Path, content: bytes) -> None:
        """Write a private file that is the last to take its name: it stands complete as `path` with `.new` from before
        the first of the others takes its own. Where that stands afterwards, the work was interrupted.
        """
        self.add(new := path.with_name(f"{path.name}.new"), [content], private=True)
        if is_missing(new):
            self._undo.append(new)
        self._temporaries = {new: self._temporaries.pop(new), **self._temporaries}
        self._last = path

    def _take_names(self) -> None:
        """Rename and remove, down to the disk at each step whose order counts."""
        done = list[Path]()
        for path, temporary in self._temporaries.items():
            undo = self._undo
            if done:  # before the second takes its name: wherever a stop falls, the first tells of it
                self._undo = []
            try:
                temporary.replace(path)
            except OSError as error:
                if len(done) == 1:
                    self._undo = undo
                raise self._failed(f"Cannot write {path}", error, done) from error
            if self._last and not done:
                _sync_folder(path.parent)
            done.append(path)
        for path in self._stale:
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                what = f"Cannot remove {path}, which is no longer part of it"
                raise self._failed(what, error, done) from error
        remove_folders(dict.fromkeys(path.parent for path in self._stale))
        for folder in self._folders:
            _sync_folder(folder)
        if self._last:
            done[0].replace(self._last)
            _sync_folder(self._last.parent)

    def _failed(self, what: str, error: OSError, new: Sequence[Path]) -> CannotWriteError:
        """What to raise where a step fails: the file in the way, those that are new already, and what to do."""
        told = [Complaint(str(path), "is new") for path in new if path not in self._undo]
        reason, way = _reason(error), "clear the way"
        if getattr(error, "winerror", None) in (5, 32):  # Windows: access denied, a sharing violation
            reason, way = "another program has it open", "close it in your viewer"
        rest = "All other files are as they were" if told else "Nothing was changed"
        return CannotWriteError(f"{what}: {reason}.", *told, tip=f"{rest}: {way} and run the same command again.")

    def _clear(self) -> None:
        """Remove what has not taken its name."""
        for path in (*self._undo, *self._temporaries.values()):
            with contextlib.suppress(OSError, ValueError):
                path.unlink()
        remove_folders(self._made)


@contextlib.contextmanager
def together() -> Iterator[FilesTogether]:
    """Files that are written within a block take their names together at its end.

    Where the block raises, what stood there before still stands, and nothing else: no temporary, no folder. Raises
    `CannotWriteError` where a name cannot be taken; what is new by then is told.
    """
    batch = FilesTogether()
    try:
        yield batch
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
        told = [Complaint(path, "already exists") for path in there]
        tip = "Nothing was written. Choose another folder, or move these files away."
        raise CannotWriteError("Some of these files already exist.", *told, tip=tip)
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
