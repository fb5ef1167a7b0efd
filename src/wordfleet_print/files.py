"""Finding packaged data, and writing files whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from wordfleet_print.errors import CannotWriteError

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


def make_folder(folder: Path) -> list[Path]:
    """Make a folder and those it is in; returns those that were not there before, the innermost first.

    Raises `CannotWriteError`, and has made none then.
    """
    made = [place for place in (folder, *folder.parents) if is_missing(place)]
    try:
        folder.mkdir(parents=True, exist_ok=True)
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
    _refuse_odd_targets([path])
    _prove(path.parent, path)


def _prove(folder: Path, target: Path | None) -> None:
    """Write a file into `folder` and remove it again; and look whether `target` is a name that the disk takes."""
    made = make_folder(folder)
    temporary = _temporary(folder / "proof")
    try:
        _write_new(temporary, [])
        if target:
            _refuse_odd_targets([target])
    except (OSError, ValueError) as error:
        raise cannot_write(folder, error) from error
    finally:
        with contextlib.suppress(OSError, ValueError):
            temporary.unlink()
        remove_folders(made)


def write_all(contents: Mapping[Path, bytes]) -> None:
    """Write every file completely, or none: temporaries beside the targets first, then one rename each.

    Folders that lack are made. A symlink at a target is replaced, never followed. Raises `CannotWriteError`; the
    temporaries are removed whatever happens, and what stood under the names before still stands unless all were
    written.
    """
    _refuse_odd_targets(contents)
    made: list[Path] = []
    # Named before they are made: whatever stops the work in between, they are known and removed.
    temporaries = {path: _temporary(path) for path in contents}
    try:
        for path in contents:
            made[:0] = make_folder(path.parent)
        _refuse_odd_targets(contents)  # names can be looked at only where there is a folder
        for path, temporary in temporaries.items():
            _write_new(temporary, [contents[path]])
        for path, temporary in temporaries.items():
            temporary.replace(path)
    except OSError as error:
        raise cannot_write(path, error) from error
    finally:
        for temporary in temporaries.values():
            with contextlib.suppress(OSError):
                temporary.unlink()
        remove_folders(made)


def write_stream(path: Path, chunks: Iterable[bytes], *, private: bool = False) -> None:
    """Write one file completely, or not at all, as its bytes come: they need not fit into memory.

    `private`: readable by its owner only, from its first byte on. A symlink at the target is replaced, never
    followed. Raises `CannotWriteError`, and whatever `chunks` raises; the temporary is removed whatever happens, and
    what stood under the name before still stands unless all was written.
    """
    write_streams([(path, chunks)], private=private)


def write_streams(files: Iterable[tuple[Path, Iterable[bytes]]], *, private: bool = False) -> None:
    """Write file after file, each as `write_stream` does; their folders' new names go down to the disk together."""
    folders: dict[Path, None] = {}
    for path, chunks in files:
        _write_whole(path, chunks, 0o600 if private else 0o666)
        folders[path.parent] = None
    for folder in folders:
        _sync_folder(folder)


def _write_whole(path: Path, chunks: Iterable[bytes], mode: int) -> None:
    """Write one file under a temporary name beside it, and give it its own when it is whole."""
    _refuse_odd_targets([path])
    temporary = _temporary(path)
    try:
        _write_new(temporary, chunks, mode)
        temporary.replace(path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError):
            raise cannot_write(path, error) from error
        raise


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


def _temporary(path: Path) -> Path:
    return path.with_name(f"{PREFIX}{secrets.token_hex(8)}.part")


_TEMPORARY = re.compile(re.escape(PREFIX) + r"[0-9a-f]{16}\.part")


def _refuse_odd_targets(paths: Iterable[Path]) -> None:
    for path in paths:
        try:
            mode = path.lstat().st_mode
        except FileNotFoundError:
            continue
        except (OSError, ValueError) as error:
            raise cannot_write(path, error) from error
        if path.is_dir():
            raise CannotWriteError(
                f"Cannot write {path}: it is a folder.", tip="Name a file in it, or end the path with a slash."
            )
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
    reason = str(error)
    if isinstance(error, OSError):
        reason = _REASONS.get(error.errno or 0, error.strerror or reason)
    return CannotWriteError(
        f"Cannot write {path}: {reason}.", tip="Nothing was changed. Choose another place with --output."
    )
