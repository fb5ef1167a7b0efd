"""Finding packaged data, and writing files whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from wordfleet_print.errors import CannotWriteError

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parents[1]


def data_folder(name: str) -> Path:
    """The folder `rules`, `templates` or `wordlists`: inside the installed wheel, else in the checkout."""
    packaged = _PACKAGE / "data" / name
    return packaged if packaged.is_dir() else _CHECKOUT / name


def check_writable(folder: Path) -> None:
    """Make `folder` if need be and prove that a file can be written there, before any work is done.

    Raises `CannotWriteError`.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".wordfleet-", dir=folder)
        os.close(handle)
        Path(name).unlink()
    except OSError as error:
        raise _cannot_write(folder, error) from error


def check_target(path: Path) -> None:
    """Refuse a file path that cannot become a file: a folder, or one inside something that is no folder."""
    if path.is_dir():
        raise CannotWriteError(f"{path} is a folder.", tip="Name a file in it, or end the path with a slash.")
    check_writable(path.parent)


def write_all(contents: Mapping[Path, bytes]) -> None:
    """Write every file completely, or none: temporaries beside the targets first, then one rename each.

    A symlink at a target is replaced, never followed. Raises `CannotWriteError`; the temporaries are
    removed whatever happens, and what stood under the names before still stands unless all were written.
    """
    temporaries: dict[Path, Path] = {}
    for path in contents:
        if path.is_dir():
            raise CannotWriteError(f"Cannot write {path}: there is a folder of that name.")
    try:
        for path, content in contents.items():
            temporaries[path] = _write_temporary(path, content)
        for path, temporary in temporaries.items():
            temporary.replace(path)
    except OSError as error:
        raise _cannot_write(Path(error.filename or path), error) from error
    finally:
        for temporary in temporaries.values():
            with contextlib.suppress(FileNotFoundError):
                temporary.unlink()


def _write_temporary(path: Path, content: bytes) -> Path:
    """A finished temporary beside `path`, on disk and with the permissions a new file would get."""
    handle, name = tempfile.mkstemp(prefix=".wordfleet-", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o666 & ~_umask())
    except BaseException:
        Path(name).unlink()
        raise
    return Path(name)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your disk quota is used up",
    errno.EFBIG: "the file would be larger than this system allows",
    errno.EROFS: "the disk is read-only",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.ENOTDIR: "part of the path is a file, not a folder",
    errno.ENAMETOOLONG: "the name is too long",
}


def _cannot_write(path: Path, error: OSError) -> CannotWriteError:
    reason = _REASONS.get(error.errno or 0, error.strerror or str(error))
    return CannotWriteError(
        f"Cannot write {path}: {reason}.", tip="Nothing was changed. Choose another place with --output."
    )
