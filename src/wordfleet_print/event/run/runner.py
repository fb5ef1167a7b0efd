"""Shards of work, done by whatever workers there are, each recorded when it is finished."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError
from dataclasses import dataclass
from functools import partial

from wordfleet_print.errors import BadInputError, Complaint, PartlyDoneError
from wordfleet_print.event.run.executor import Answer, Executor
from wordfleet_print.event.run.store import RESUME, Products, Store
from wordfleet_print.event.run.workers import Workers

Task = Callable[[], Products]
"""A shard's work: it pickles, and gives the same bytes wherever it is done."""

MOST_DEATHS = 20
"""When so many workers have died one after the other, and nothing was finished in between, hope is given up."""

_TICK = 0.5
"""Seconds after which a waiting parent looks whether it was asked to stop."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of the work: its name in the store, and what does it (small)."""

    name: str
    task: Task


def _nothing(*_: object) -> None:
    """Nobody is listening."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Whoever looks on.

    `done`: called with the number of shards finished so far, those of earlier runs included.
    `died`: called with a sentence when a worker died.
    `check_stop`: called between shards; raises if the end was asked for and the exception was lost on its way.
    """

    done: Callable[[int], None] = _nothing
    died: Callable[[str], None] = _nothing
    check_stop: Callable[[], None] = _nothing


def run_shards(shards: Iterable[Shard], store: Store, workers: Workers, watch: Watch | None = None) -> list[str]:
    """Do every shard that the store does not have yet; the names of those that killed their worker twice.

    `shards` is drawn as workers become free, a few ahead. A shard whose worker died is done again, alone. Raises what
    a task raises, `CannotWriteError`, `PartlyDoneError` if workers do nothing but die, and what `Workers.at_work`
    raises; finished shards stay finished, and nothing half-written is left.
    """
    try:
        return _Run(shards, store, watch or Watch()).with_workers(workers)
    finally:
        store.sweep()


class _Run:
    """One run: what is still to do, and what went wrong."""

    def __init__(self, shards: Iterable[Shard], store: Store, watch: Watch) -> None:
        self._rest = iter(shards)
        self._store = store
        self._watch = watch
        self._waiting: deque[Shard] = deque()
        self._suspects: set[str] = set()
        """Shards that were being done when a worker died. While there are any, they are done one at a time."""
        self._lost: list[str] = []
        self._finished = 0
        self._deaths_in_a_row = 0

    def with_workers(self, workers: Workers) -> list[str]:
        """Hire, and hire anew when a worker has died, until nothing is left to do."""
        while self._more():
            with workers.at_work() as executor:
                self._with_executor(executor)
        return self._lost

    def _more(self) -> bool:
        """Whether anything waits, after drawing the next unfinished shard if nothing does."""
        while not self._waiting and (shard := next(self._rest, None)) is not None:
            self._watch.check_stop()
            if self._store.has(shard.name):
                self._count()
            else:
                self._waiting.append(shard)
        return bool(self._waiting)

    def _with_executor(self, executor: Executor) -> None:
        """Hand out and gather, until all is done; or until a worker has died, and the others have answered."""
        in_flight: dict[str, Shard] = {}
        fallen: list[tuple[Shard, bool]] = []
        while in_flight or (not fallen and self._more()):
            if not fallen:
                self._hand_out(executor, in_flight)
            self._watch.check_stop()
            if (answer := executor.answer(_TICK)) is None:
                continue
            shard = in_flight.pop(answer.name)
            if isinstance(answer.error, executor.traits.deaths):
                fallen.append((shard, answer.taken))
            else:
                self._record(shard, _products(answer))
        if fallen:
            self._settle(fallen)

    def _hand_out(self, executor: Executor, in_flight: dict[str, Shard]) -> None:
        """Fill the window."""
        store = self._store if executor.traits.shares_disk else None
        while len(in_flight) < (1 if self._suspects else executor.traits.window) and self._more():
            shard = self._waiting.popleft()
            in_flight[shard.name] = shard
            executor.submit(shard.name, partial(_do, shard, store))

    def _record(self, shard: Shard, products: Products | None) -> None:
        """Note that a shard is finished; write it, unless its worker has done so."""
        if products is not None:
            self._watch.check_stop()  # what was made while a stop was swallowed may be anything
            self._store.write(shard.name, products)
        self._suspects.discard(shard.name)
        self._deaths_in_a_row = 0
        self._count()

    def _count(self) -> None:
        self._finished += 1
        self._watch.done(self._finished)

    def _settle(self, fallen: list[tuple[Shard, bool]]) -> None:
        """After a death: leave out who died alone, suspect all others that a worker had."""
        self._deaths_in_a_row += 1
        lost, again = [], []
        for shard, taken in fallen:
            if self._store.has(shard.name):
                self._record(shard, None)
            elif taken and shard.name in self._suspects:
                lost.append(shard.name)
            else:
                again.append(shard)
        self._waiting.extendleft(reversed(again))
        self._suspects.update(shard.name for shard in again)
        self._suspects.difference_update(lost)
        self._lost += lost
        self._tell_of_death(lost, [shard.name for shard in again])

    def _tell_of_death(self, lost: list[str], again: list[str]) -> None:
        if lost:
            self._watch.died(f"A worker died again over the same work, which is left out: {', '.join(lost)}.")
        elif again:
            self._watch.died(f"A worker died, perhaps for want of memory; done again, one by one: {', '.join(again)}.")
        if self._deaths_in_a_row >= MOST_DEATHS:
            raise PartlyDoneError(
                f"{MOST_DEATHS} workers have died, one after the other.",
                *(Complaint("", f"not done: {name}") for name in self._lost),
                tip=f"Try --workers 1, and see that there is memory enough. {RESUME}",
            )


def _products(answer: Answer) -> Products | None:
    """What was returned. Raises what was raised."""
    if isinstance(answer.error, CancelledError):
        raise BadInputError("The Dask scheduler does not answer any more.", tip=RESUME) from answer.error
    if answer.error is not None:
        raise answer.error
    products: Products | None = answer.content
    return products


def _do(shard: Shard, store: Store | None) -> Products | None:
    """What a worker does: the shard's products, or, where it can write to the store, nothing but the record there."""
    products = shard.task()
    if store is None:
        return products
    store.write(shard.name, products)
    return None
