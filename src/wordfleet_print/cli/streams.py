"""stdout and stderr as the programme writes to them: their own failures are told from all others.

What keeps stdout from taking a result is an error that names stdout. What stderr cannot take is lost, and the work
goes on: its exit code still tells how it ended.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import TYPE_CHECKING, Any, TextIO

from wordfleet_print.errors import CannotWriteError, PipeClosedError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class _Stream(io.RawIOBase):
    """The bytes of a standard stream, which writes to the system's own."""

    def __init__(self, raw: io.RawIOBase) -> None:
        self._raw = raw

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._raw.fileno()

    def isatty(self) -> bool:
        return self._raw.isatty()


class _Results(_Stream):
    """Raises `CannotWriteError`, `PipeClosedError`: no `OSError`, which libraries take for one of theirs."""

    def write(self, data: ReadableBuffer) -> int | None:
        try:
            return self._raw.write(data)
        except OSError as error:
            # What is still buffered has nowhere to go: let the interpreter's own last flush have no say.
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())
            if error.errno == errno.EPIPE:
                raise PipeClosedError("stdout is closed") from error
            raise CannotWriteError(f"Cannot write to stdout: {error.strerror}.") from error


class _Notes(_Stream):
    def write(self, data: ReadableBuffer) -> int | None:
        try:
            return self._raw.write(data)
        except OSError:
            return memoryview(data).nbytes


def set_up_streams() -> None:
    """Let stdout and stderr take every character, and fail as described above; a closed one takes what is lost."""
    sys.stdout = _set_up(sys.stdout, sys.__stdout__, _Results)
    sys.stderr = _set_up(sys.stderr, sys.__stderr__, _Notes)


def _set_up(stream: TextIO | None, own: TextIO | None, kind: type[_Stream]) -> TextIO:
    """The stream to write to instead of `stream`; where that is not the process's `own`, it is a test's or a pipe's."""
    if stream is None:  # closed by the caller: what is said has nowhere to go
        return io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    if stream is own:
        buffer: Any = stream.buffer  # where Python was told not to buffer, these are the raw bytes
        raw = kind(getattr(buffer, "raw", buffer))
        lines = stream is sys.__stderr__ or stream.isatty()
        return io.TextIOWrapper(
            io.BufferedWriter(raw), encoding=stream.encoding, errors="backslashreplace", line_buffering=lines
        )
    return stream
