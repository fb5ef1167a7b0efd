"""Find packaged data; write files whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BufferedReader
from pathlib import Path

from wordfleet_print.errors import CannotWriteError, Fix, Problem

# The bits of a file's mode that let others than its owner read, write or run it.
OTHERS_ACCESS = 0o077
# How the names of temporary files begin.
PREFIX = ".wordfleet-"

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parents[1]


def data_folder(name: str) -> Path:
    """Return the folder `rules`, `templates` or `wordlists` of the installed package, else of the
    checkout.
    """
    packaged = _PACKAGE / "data" / name
    return packaged if packaged.is_dir() else _CHECKOUT / name


def is_missing(path: Path) -> bool:
    """Return whether nothing has that name, as far as the system lets us know."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):
        return False
    return False


# Return whether a folder, or a file, has that name; no error for a name that is too long.
is_folder = os.path.isdir
is_file = os.path.isfile


def explain_no_file(path: Path) -> str:
    """Return why a path is no file, as the end of a sentence."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return "does not exist"
    except OSError as error:
        return f"cannot be read: {_describe(error)}"
    return "is not a file"


def is_inside(path: Path, folder: Path) -> bool:
    """Return whether a path leads into the folder, when all links are followed."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):  # an impossible name; a circle of links
        return False


def open_inside(folder: Path, name: str) -> BufferedReader:
    """Open a regular file by its path inside a folder; no link below the folder is followed.

    Raises `OSError` for what is missing, outside, a link, a device or a pipe.
    """
    try:
        path = folder / name
        is_direct = path.resolve() == folder.resolve() / name
    except (ValueError, RuntimeError) as error:  # an impossible name; a circle of links
        raise OSError(errno.EINVAL, str(error)) from error
    if not is_direct:
        raise OSError(errno.ELOOP, "it is a link, or leads out of its folder")
    # Not every system has each of these flags
    flags = os.O_RDONLY
    flags |= getattr(os, "O_BINARY", 0)  # Windows would change line ends
    flags |= getattr(os, "O_NONBLOCK", 0)  # a pipe that nobody writes into would be waited for
    flags |= getattr(os, "O_NOFOLLOW", 0)  # a link may have taken the place of the file meanwhile
    file = os.fdopen(os.open(path, flags), "rb")
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "it is not a regular file")
    return file


def read_inside(folder: Path, name: str, max_bytes: int) -> bytes:
    """Return the content of a file that `open_inside` can open. Raises `OSError` as it does, and
    for a file of more than `max_bytes`.
    """
    with open_inside(folder, name) as file:
        content = file.read(max_bytes + 1)
    if len(content) > max_bytes:
        raise OSError(errno.EFBIG, f"it is larger than {max_bytes:,} bytes")
    return content


def has_inside(folder: Path, name: str) -> bool:
    """Return whether `open_inside` can open a file."""
    try:
        open_inside(folder, name).close()
    except OSError:
        return False
    return True


def refuse_links(folder: Path, names: Iterable[str]) -> None:
    """Raise `CannotWriteError` if a folder on the way from `folder` to one of its files is a
    link.
    """
    parents = {parent for name in names for parent in Path(name).parents if parent.name}
    for parent in sorted(parents):
        path = folder / parent
        if not is_missing(path) and path.resolve() != folder.resolve() / parent:
            what = f"Cannot write into {path}: it is a link to another folder."
            raise CannotWriteError(Problem(what, advice="Nothing was changed. Remove the link."))


def make_folder(folder: Path, *, private: bool = False) -> list[Path]:
    """Make a folder and its parents; return those that were missing, the innermost first.

    `private`: only its owner can open the folder, if it is new; new parents are as usual. Raises
    `CannotWriteError`, and then leaves no new folder.
    """
    missing = [path for path in (folder, *folder.parents) if is_missing(path)]
    mode = 0o777  # as the system's umask allows
    if private:
        mode &= ~OTHERS_ACCESS
    try:
        folder.mkdir(mode, parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        remove_folders(missing)
        raise to_write_error(folder, error) from error
    return missing


def remove_folders(folders: Iterable[Path]) -> None:
    """Remove folders, the innermost first, if nothing is in them."""
    for folder in folders:
        with contextlib.suppress(OSError, ValueError):
            folder.rmdir()


def check_writable(folder: Path) -> None:
    """Prove that a file can be written into `folder`, which may not exist yet, before any work.

    Raises `CannotWriteError`. Nothing is left behind.
    """
    check_target(folder / f"{PREFIX}new")


def check_target(path: Path) -> None:
    """Prove that `path` can become a file, before any work. Raises `CannotWriteError`. Nothing is
    left behind.
    """
    folders = make_folder(path.parent)
    temporary = path.with_name(f"{PREFIX}{secrets.token_hex(8)}.part")
    try:
        _write_new(temporary, b"")
        _refuse_odd_target(path)
    except (OSError, ValueError) as error:
        raise to_write_error(path.parent, error) from error
    finally:
        with contextlib.suppress(OSError, ValueError):
            temporary.unlink()
        remove_folders(folders)


def find_free_path(path: Path, content: bytes) -> Path:
    """Return a path where this content can be written without replacing another file: `path`, or
    the first of `…-2.pdf`, `…-3.pdf` that is free. A file that has this content already is
    replaced.
    """
    free = path
    number = 1
    while not is_missing(free):
        try:
            if free.stat().st_size == len(content) and free.read_bytes() == content:
                return free
        except OSError as error:
            raise to_write_error(free, error) from error
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free


# Errors of Windows: access denied, a sharing violation.
FILE_IS_OPEN = (5, 32)
# Random bytes in the names of temporary files, so that two runs never have the same.
TOKEN_BYTES = 4


class FilesTogether:
    """Files that are written under temporary names and take their own names together, when all are
    written.
    """

    def __init__(self) -> None:
        self._token = secrets.token_hex(TOKEN_BYTES)
        # The temporary file of each file
        self._temporaries: dict[Path, Path] = {}
        # Files to remove in the end
        self._stale: list[Path] = []
        # Folders that this work has made, to be removed if it fails
        self._new_folders: list[Path] = []
        # What `finish_with` was called with: the last file to take its name. Until then it is
        # called `….new`; of an interrupted work, such a file may have been there before
        self._last: Path | None = None
        self._is_new_ours = False

    def add(self, path: Path, content: bytes, *, private: bool = False) -> None:
        """Write a file under a temporary name, and make missing folders.

        `private`: only its owner can read it, from its first byte on; so is a folder made for it. A
        symlink at the target is replaced, never followed. Raises `CannotWriteError`.
        """
        # Before earlier ones: folders are removed the innermost first
        self._new_folders[:0] = make_folder(path.parent, private=private)
        _refuse_odd_target(path)
        temporary = path.with_name(f"{PREFIX}{self._token}{len(self._temporaries):08x}.part")
        # Noted before it is written, so that it is removed wherever the work stops
        self._temporaries[path] = temporary
        try:
            _write_new(temporary, content, 0o600 if private else 0o666)
        except OSError as error:
            raise to_write_error(path, error) from error

    def remove(self, path: Path) -> None:
        """Remove a file when the others have taken their names, and its folder if nothing is left
        in it.
        """
        self._stale.append(path)

    def finish_with(self, path: Path, content: bytes) -> None:
        """Write a private file that is the last to take its name.

        It is there, complete, as `path` with `.new` before the first of the others takes its name.
        If that file is there afterwards, the work was interrupted.
        """
        self._last = path
        new = path.with_name(f"{path.name}.new")
        self._is_new_ours = is_missing(new)
        self.add(new, content, private=True)
        # To the front: it is the first to be renamed
        self._temporaries = {new: self._temporaries.pop(new), **self._temporaries}

    def _take_names(self) -> None:
        """Give each file its name, then remove what is stale; flush the folder to disk after each
        step whose order counts.
        """
        done: list[Path] = []
        new = next(iter(self._temporaries)) if self._last else None
        what = ""
        try:
            for path, temporary in self._temporaries.items():
                what = f"Cannot write {path}"
                temporary.replace(path)
                done.append(path)
                if path == new:
                    _sync_folder(path.parent)
            for path in self._stale:
                what = f"Cannot remove {path}, which is no longer part of it"
                path.unlink(missing_ok=True)
        except OSError as error:
            others = done[1:] if new else done  # `new` is the first
            # Nothing has changed, so this is no interrupted work
            if new and not others:
                self._remove_new(new, done)
            raise self._make_error(what, error, others) from error
        remove_folders(_list_folders(self._stale))
        for folder in _list_folders(done):
            _sync_folder(folder)
        if self._last and new:
            new.replace(self._last)
            _sync_folder(self._last.parent)

    def _remove_new(self, new: Path, done: Sequence[Path]) -> None:
        """Remove the `….new` file if this work has made it; one of an earlier, interrupted work is
        still needed.
        """
        if done and self._is_new_ours:
            with contextlib.suppress(OSError):
                new.unlink()

    def _make_error(self, what: str, error: OSError, done: Sequence[Path]) -> CannotWriteError:
        """Return the error for a step that fails: what cannot be done and why, what to do, and the
        files that are new already.
        """
        reason = _describe(error)
        remedy = "clear the way"
        if getattr(error, "winerror", None) in FILE_IS_OPEN:
            reason = "another program has it open"
            remedy = "close it in your viewer"
        rest = "All other files are unchanged" if done else "Nothing was changed"
        problems = [Problem("is new", where=str(path)) for path in done]
        tip = f"{rest}: {remedy} and run the same command again."
        return CannotWriteError(Problem(f"{what}: {reason}.", advice=tip), problems)

    def _clear(self) -> None:
        """Remove what has not taken its name."""
        for path in self._temporaries.values():
            with contextlib.suppress(OSError, ValueError):
                path.unlink()
        remove_folders(self._new_folders)


@contextlib.contextmanager
def write_together() -> Iterator[FilesTogether]:
    """Let files that are written within a block take their names together at its end.

    If the block raises, every old file is unchanged, and no temporary and no new folder is left.
    Raises `CannotWriteError` where a name cannot be taken; it names the files that are new by then.
    """
    batch = FilesTogether()
    try:
        yield batch
        batch._take_names()
    finally:
        batch._clear()


def write_all(contents: Mapping[Path, bytes], *, private: bool = False) -> None:
    """Write every file completely, or none, as `write_together` does. Raises `CannotWriteError`."""
    with write_together() as files:
        for path, content in contents.items():
            files.add(path, content, private=private)


def write_new(contents: Mapping[Path, bytes]) -> None:
    """Write files as `write_all`, but replace none. Raises `CannotWriteError`."""
    existing = [str(path) for path in contents if not is_missing(path) or path.is_symlink()]
    if existing:
        problems = [Problem("already exists", where=path) for path in existing]
        tip = "Nothing was written. Choose another folder, or move these files away."
        raise CannotWriteError(Problem("Some of these files already exist.", advice=tip), problems)
    write_all(contents)


def remove_leftovers(folder: Path) -> None:
    """Remove the temporary files that a killed run has left in a folder; only those with names as
    ours have.

    The caller holds the folder: a run that is still writing there would lose its temporary files.
    """
    try:
        entries = [entry for entry in os.scandir(folder) if _TEMPORARY.fullmatch(entry.name)]
    except OSError:  # there is no such folder
        return
    for entry in entries:
        with contextlib.suppress(OSError):
            if not entry.is_dir(follow_symlinks=False):
                Path(entry).unlink()


_TEMPORARY = re.compile(re.escape(PREFIX) + r"[0-9a-f]{16}\.part")


def _refuse_odd_target(path: Path) -> None:
    """Raise `CannotWriteError` for a path that is a folder, a device or a pipe: no file can take
    its place.
    """
    try:
        is_directory = path.is_dir()
        is_device = path.exists() and not path.is_file()
    except (OSError, ValueError) as error:
        raise to_write_error(path, error) from error
    if is_directory:
        tip = "Name a file in it, or end the path with a slash."
        raise CannotWriteError(Problem(f"Cannot write {path}: it is a folder.", advice=tip))
    if is_device:
        raise CannotWriteError(f"Cannot write {path}: it is neither a file nor a folder.")


def _list_folders(paths: Iterable[Path]) -> list[Path]:
    """Return the folders of these paths, each once."""
    return [*dict.fromkeys(path.parent for path in paths)]


def _write_new(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file that must not exist yet, down to the disk, with `mode` as the umask allows."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    flags |= getattr(os, "O_BINARY", 0)  # Windows
    handle = os.open(path, flags, mode)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Flush the names in a folder to disk, where the system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# Reasons in plain words, by the number of the system's error.
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


def to_write_error(path: Path, error: OSError | ValueError) -> CannotWriteError:
    """Return the error to raise for what the system says of `path`, with the reason in plain
    words.
    """
    what = f"Cannot write {path}: {_describe(error)}."
    return CannotWriteError(
        Problem(what, "output", (Fix.choose("output"),), advice="Nothing was changed.")
    )


def _describe(error: OSError | ValueError) -> str:
    """Return the reason of an error in plain words, if it is a common one."""
    if isinstance(error, OSError):
        return _REASONS.get(error.errno or 0, error.strerror or str(error))
    return str(error)
