"""The render worker: one child with limits, replaced when it exceeds them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import anyio
import pytest

from wordfleet_print.errors import BadInputError, BusyError, Problem
from wordfleet_print.web.render_worker import RenderLimitError, RenderWorker


@pytest.fixture
def worker() -> Iterator[RenderWorker]:
    """A worker with a second and 600 MB."""
    worker = RenderWorker(1, 600)
    yield worker
    worker.close()


def never_end() -> None:
    """Use the processor forever."""
    while True:
        pass


def use_memory() -> int:
    """Ask for more memory than there is."""
    return len(bytearray(2_000_000_000))


def die() -> None:
    """End the process as the system does."""
    os.kill(os.getpid(), 9)


def refuse() -> None:
    """Raise an error of ours, with its parts."""
    raise BadInputError(Problem("No.", "page", advice="Do it."))


def fail() -> None:
    """Raise a bug."""
    raise ZeroDivisionError


def run(worker: RenderWorker, work: Callable[[], object]) -> object:
    """Return what a call returns."""
    return anyio.run(worker.run, work)


@pytest.mark.parametrize(
    ("work", "limit"), [(never_end, "time"), (use_memory, "memory"), (die, "memory")]
)
@pytest.mark.slow
def test_who_exceeds_a_limit_is_ended(
    work: Callable[[], object], limit: str, worker: RenderWorker
) -> None:
    """The caller learns which limit was exceeded; the next call gets a new child."""
    first = run(worker, os.getpid)
    assert first == run(worker, os.getpid)
    with pytest.raises(RenderLimitError) as error:
        run(worker, work)
    assert error.value.limit == limit
    assert run(worker, os.getpid) not in {first, os.getpid()}


def test_a_child_that_starts_slowly_is_no_fault_of_the_page(
    worker: RenderWorker,
) -> None:
    """On a computer that is too busy to start the child, the caller is asked to try again; then it
    works.
    """
    usual = worker.start_seconds
    worker.start_seconds = 0
    with pytest.raises(BusyError):
        run(worker, os.getpid)
    worker.start_seconds = usual
    assert run(worker, os.getpid)


def test_errors_come_back(worker: RenderWorker) -> None:
    """Errors arrive whole; a bug is raised as a bug, and the child goes on."""
    with pytest.raises(BadInputError) as error:
        run(worker, refuse)
    assert error.value.summary == Problem("No.", "page", advice="Do it.")
    child = run(worker, os.getpid)
    with pytest.raises(ZeroDivisionError):
        run(worker, fail)
    assert run(worker, os.getpid) == child
