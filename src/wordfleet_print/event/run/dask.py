"""The workers of a Dask cluster that is there already. Dask itself is an extra, imported where it is asked for."""

from __future__ import annotations

import contextlib
import logging
import socket
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from functools import partial
from threading import Lock
from typing import ParamSpec, Protocol, TypeVar
from urllib.parse import urlsplit

from wordfleet_print.errors import BadInputError, Complaint, MissingDependencyError
from wordfleet_print.event.run.executor import Hired, Traits
from wordfleet_print.event.run.versions import DATE, OURS, versions

Versions = dict[str, str]
"""What a worker's bytes hang on: its `versions`, as far as it has them."""
P = ParamSpec("P")
R = TypeVar("R")

PATIENCE = 5
"""Seconds to wait for a scheduler, and for its first worker, to answer."""

_LONGEST_GREETING = 1_000_000


@contextlib.contextmanager
def cluster(scheduler: str) -> Iterator[Hired]:
    """The workers of a Dask cluster. They may be anywhere: what they make comes back over the network."""
    try:
        from distributed import KilledWorker
    except ImportError as error:
        raise MissingDependencyError(
            "--scheduler needs Dask.", tip='Install it with: pip install "wordfleet-print[dask]"'
        ) from error
    _hush()
    client = _connect(scheduler)
    executor = client.get_executor(pure=False)
    try:
        workers = _alike(client, scheduler)
        yield _OneAtATime(executor), Traits(window=workers + 2, deaths=(KilledWorker,))
    finally:
        with contextlib.suppress(Exception):  # the scheduler may be gone
            executor.shutdown(wait=False)
            client.close(timeout=1)


class _OneAtATime(Executor):
    """Has each worker do one thing of ours at a time, however many threads it has."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        return self._executor.submit(_in_turn, partial(fn, *args, **kwargs))


_turn = Lock()


def _in_turn(work: Callable[[], R]) -> R:
    """Printing libraries are not made for threads, and gain nothing by them."""
    with _turn:
        return work()


def _hush() -> None:
    """Let Dask say nothing: what goes wrong is told by us, and once. Some of its loggers have levels of their own."""
    for name in ("distributed", "tornado", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL)


class _Client(Protocol):
    """What we use of `distributed.Client`, which states no types."""

    def get_executor(self, *, pure: bool) -> Executor: ...
    def wait_for_workers(self, n_workers: int, timeout: float) -> None: ...
    def run(self, function: Callable[[], Versions]) -> dict[str, Versions]: ...
    def close(self, timeout: float) -> None: ...


def _connect(scheduler: str) -> _Client:
    from distributed import Client

    connect: Callable[..., _Client] = Client
    try:
        _knock(scheduler)
        return connect(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, ImportError) as error:
        raise BadInputError(
            f"No Dask scheduler answers at {scheduler}: {getattr(error, 'strerror', None) or error}.",
            tip="Give the address that it tells when it starts, like tcp://192.0.2.1:8786.",
        ) from error


def _knock(scheduler: str) -> None:
    """Raise `OSError` or `ValueError` where no scheduler is: the client would take long, or wait for ever, to see that.

    A scheduler speaks first: the length of its greeting, in eight bytes.
    """
    address = urlsplit(scheduler)
    if address.scheme not in {"tcp", "tls"} or not address.hostname or not address.port:
        raise ValueError("that is no address")
    with socket.create_connection((address.hostname, address.port), PATIENCE) as door:
        if address.scheme == "tcp" and not 0 < int.from_bytes(door.recv(8), "little") < _LONGEST_GREETING:
            raise ValueError("something else does")


def _alike(client: _Client, scheduler: str) -> int:
    """How many workers there are. Raises `BadInputError` unless all would make what we would make."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError as error:
        raise BadInputError(f"The Dask scheduler at {scheduler} has no workers.", tip="Start some first.") from error
    ours, theirs = versions(), client.run(_teller())
    complaints = [Complaint(worker, told) for worker in sorted(theirs) for told in _differences(ours, theirs[worker])]
    if complaints:
        wanted = " ".join(f"{name}=={value}" for name, value in ours.items() if name != DATE)
        raise BadInputError(
            "Every Dask worker needs what this machine has, or it would print other bytes.",
            *complaints,
            tip=f"On every worker, install {wanted}, and set {DATE} as here.",
        )
    return len(theirs)


def _differences(ours: Mapping[str, str], theirs: Mapping[str, str]) -> Iterator[str]:
    """What a worker has of another version than we; of another package of ours, nothing else can be told."""
    others = [name for name, here in ours.items() if theirs.get(name, "") != here]
    for name in others[:1] if OURS in others else others:
        there = theirs.get(name, "")
        yield f"has {f'{name} {there}' if there else f'no {name}'}; here it is {ours[name] or 'not set'}"


def _teller() -> Callable[[], Versions]:
    """A function that travels with its code: where our package lacks, no function of it could be found."""
    ours = OURS  # travels with the function, as a name of this module would not

    def tell() -> Versions:
        found: Versions = {}
        with contextlib.suppress(ImportError):
            import wordfleet_print

            found[ours] = wordfleet_print.__version__
            from wordfleet_print.event.run.versions import versions

            found.update(versions())
        return found

    return tell
