"""The child's half of `sandbox`: takes orders, keeps to the limits, answers each, and tells errors."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable
from dataclasses import asdict
from itertools import count
from math import ceil
from queue import SimpleQueue
from threading import Thread
from typing import Any, NoReturn, cast

from wordfleet_print.errors import WordfleetError
from wordfleet_print.sandbox import ANSWER, ENDING, ERROR, HEAD, MEGABYTE, ChildEnding, ChildLimits

TIDY = 500
"""Orders after which a child gives back what Python keeps in store, above all for tuples (CPython, `gc.collect`)."""


def serve(answer: Callable[[Any], bytes]) -> NoReturn:
    """Be a child: take orders from stdin until it is closed, keep to the limits, answer each on stdout.

    What `answer` raises of our own errors goes back as well; anything else ends the child.
    """
    gc.set_threshold(50_000)  # as `__main__` does: setting a book makes millions of objects that stay
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # what Ctrl-C means is for the parent to decide
    orders: SimpleQueue[tuple[Any, ChildLimits | None]] = SimpleQueue()
    Thread(target=_read_orders, args=(orders,), daemon=True).start()
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # whatever a library prints is no answer
    kept: tuple[ChildLimits | None, int] = None, 0
    try:
        for number in count(1):
            order, limits = orders.get()
            asked = limits, ceil(sum(os.times()[:2]))  # the system counts whole seconds
            if limits and asked != kept:
                keep_to(limits)
                kept = asked
            kind, content = _answered(answer, order, limits)
            answers.write(HEAD.pack(kind, len(content)) + content)
            answers.flush()
            if number % TIDY == 0:
                gc.collect()
            if number == TIDY:
                gc.freeze()  # what is loaded by now stays: nobody looks through it again
    except BaseException:
        traceback.print_exc()
    os._exit(1)  # at once: the other thread still reads


def from_parent() -> object:
    """What the parent of this process has sent next, pickled. Raises `EOFError` when no more can come."""
    # Whoever started this process holds the other end of the pipe, and could do all that a pickle can.
    sent: object = pickle.load(sys.stdin.buffer)  # noqa: S301 - from our own parent alone
    return sent


def _read_orders(orders: SimpleQueue[tuple[Any, ChildLimits | None]]) -> None:
    """Pass on what comes; end the process when no more can."""
    try:
        while True:
            orders.put(cast("tuple[Any, ChildLimits | None]", from_parent()))
    except EOFError:
        os._exit(0)
    except BaseException:
        traceback.print_exc()
    os._exit(1)


def _answered(answer: Callable[[Any], bytes], order: object, limits: ChildLimits | None) -> tuple[bytes, bytes]:
    """What the order is answered with, or the error or the limit that it ended with."""
    try:
        told = answer(order)
    except MemoryError:
        return ENDING, json.dumps(ChildEnding.MEMORY).encode()
    except WordfleetError as error:
        if isinstance(error.__cause__, MemoryError):
            return ENDING, json.dumps(ChildEnding.MEMORY).encode()
        return ERROR, json.dumps(error_to_json(error)).encode()
    if limits and len(told) > limits.output * MEGABYTE:
        return ENDING, json.dumps(ChildEnding.OUTPUT).encode()
    return ANSWER, told


def keep_to(limits: ChildLimits) -> None:
    """Let the system end or refuse whatever goes beyond, from now on: processor time, memory, files, core dumps."""
    if sys.platform == "win32":
        return
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    for name, most in (
        ("CPU", ceil(used.ru_utime + used.ru_stime) + limits.seconds),
        ("AS", limits.memory * MEGABYTE),
        ("FSIZE", limits.output * MEGABYTE),
        ("CORE", 0),
    ):
        with contextlib.suppress(AttributeError, OSError, ValueError):  # macOS knows no limit of memory
            what = getattr(resource, f"RLIMIT_{name}")
            _, hard = resource.getrlimit(what)
            kept = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(what, (kept, hard))


def error_to_json(error: WordfleetError) -> dict[str, Any]:
    """An error as a child tells it."""
    complaints = [asdict(complaint) for complaint in error.complaints]
    return {"kind": type(error).__name__, "message": error.message, "tip": error.tip, "complaints": complaints}
