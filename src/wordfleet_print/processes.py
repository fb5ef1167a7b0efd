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
    """Limit what this process may use from now on: processor time and memory. It leaves no core
    dump.

    Windows has no such limits, macOS none of memory. Source: setrlimit(2).
    """
    if sys.platform == "win32":
        return
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    limits = {
        resource.RLIMIT_CPU: ceil(used.ru_utime + used.ru_stime) + seconds,
        resource.RLIMIT_AS: megabytes * MEGABYTE,
        resource.RLIMIT_CORE: 0,
    }
    for kind, most in limits.items():
        with contextlib.suppress(OSError, ValueError):  # macOS refuses a limit of memory
            _, hard = resource.getrlimit(kind)
            resource.setrlimit(
                kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard)
            )


def raise_handle_limit(wanted: int) -> int:
    """Let this process open this many files, if the system allows it; return how many it may open.

    macOS gives 256 at first. Source: setrlimit(2).
    """
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    more = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if more > soft:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
            soft = more
    return soft


def is_limit(exit_code: int, last_line: str = "") -> bool:
    """Return whether a process ended at a limit of time or memory."""
    killed = {signal.SIGABRT, signal.SIGSEGV}
    if sys.platform != "win32":
        # The system sends SIGKILL if it has no memory left
        killed |= {signal.SIGKILL, signal.SIGTRAP, signal.SIGXCPU}
    return -exit_code in killed or any(words in last_line for words in NO_MEMORY)


def read_by_child(module: str, file: IO[bytes], *arguments: str, seconds: float) -> list[Any]:
    """Return the lines of JSON that a module of ours writes about a file, its stdin, within these
    seconds.

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
        limit = is_limit(done.returncode, last_line)
        raise ChildEndedError(last_line or f"exit code {done.returncode}", is_limit=limit)
    return [json.loads(line) for line in done.stdout.splitlines()]
