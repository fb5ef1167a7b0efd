"""Run a module of ours as a child process with limits, and tell why it ended."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from math import ceil
from multiprocessing import parent_process
from threading import Thread
from typing import IO, Any

from wordfleet_print.child_modules import make_child_command

MEGABYTE = 1_000_000
# How Python, C++ and Rust say on stderr that they got no memory.
NO_MEMORY = "MemoryError", "bad_alloc", "memory allocation of"


class ChildEndedError(Exception):
    """A child ended without an answer; its text is the child's last line on stderr, or its exit
    code.

    `is_limit`: it exceeded a limit of time or memory.
    """

    def __init__(self, last_line: str, *, is_limit: bool) -> None:
        super().__init__(last_line)
        self.is_limit = is_limit


def begin_worker() -> None:
    """Leave it to the parent what Ctrl-C means, and end with the parent, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
    os._exit(1)


def limit_resources(seconds: int, megabytes: int) -> None:
    """Limit how much processor time and memory this process may use from now on. If it exceeds a
    limit, the system ends it, without a core dump.

    Windows has no such limits, macOS none of memory. Source: setrlimit(2).
    """
    if sys.platform == "win32":
        return
    import resource

    usage = resource.getrusage(resource.RUSAGE_SELF)
    seconds_so_far = ceil(usage.ru_utime + usage.ru_stime)
    limits = {
        resource.RLIMIT_CPU: seconds_so_far + seconds,
        resource.RLIMIT_AS: megabytes * MEGABYTE,
        resource.RLIMIT_CORE: 0,
    }
    for kind, limit in limits.items():
        with contextlib.suppress(OSError, ValueError):  # macOS refuses a limit of memory
            _, hard_limit = resource.getrlimit(kind)
            is_unbounded = hard_limit == resource.RLIM_INFINITY
            soft_limit = limit if is_unbounded else min(limit, hard_limit)
            resource.setrlimit(kind, (soft_limit, hard_limit))


def raise_handle_limit(wanted: int) -> int:
    """Let this process open this many files, if the system allows it; return how many it may open.

    macOS allows 256 at first. Source: setrlimit(2).
    """
    if sys.platform == "win32":
        return wanted
    import resource

    limit, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    higher = wanted if hard_limit == resource.RLIM_INFINITY else min(wanted, hard_limit)
    if higher > limit:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (higher, hard_limit))
            return higher
    return limit


def is_limit(exit_code: int, last_line: str = "") -> bool:
    """Return whether a process ended at a limit of time or memory. `last_line` is its last one on
    stderr.
    """
    signals = {signal.SIGABRT, signal.SIGSEGV}
    if sys.platform != "win32":
        # The system sends SIGKILL if it has no memory left
        signals |= {signal.SIGKILL, signal.SIGTRAP, signal.SIGXCPU}
    # A process that a signal has ended has the signal's number as exit code, negative
    return -exit_code in signals or any(words in last_line for words in NO_MEMORY)


def read_by_child(module: str, file: IO[bytes], *arguments: str, seconds: float) -> list[Any]:
    """Run a module of ours as a child process whose stdin is a file, and return the JSON values
    that it writes, one a line. It has this many seconds.

    The child limits itself by `limit_resources`. Raises `ChildEndedError`.
    """
    command = [*make_child_command(module), *arguments]
    try:
        done = subprocess.run(
            command, stdin=file, capture_output=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise ChildEndedError("timeout", is_limit=True) from error
    if done.returncode:
        last_line = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        is_at_limit = is_limit(done.returncode, last_line)
        raise ChildEndedError(last_line or f"exit code {done.returncode}", is_limit=is_at_limit)
    return [json.loads(line) for line in done.stdout.splitlines()]
