"""Who does the shards: this process, a pool of processes, or a Dask cluster."""

from __future__ import annotations

import contextlib
import os
import sys
from dataclasses import dataclass

from wordfleet_print.event.run.dask import cluster
from wordfleet_print.event.run.pool import process_pool
from wordfleet_print.event.run.team import Ourselves, Team, at_work


@dataclass(frozen=True, slots=True)
class Crew:
    """How many processes are to work, or which Dask scheduler has workers (`tcp://host:port`; then no number counts).

    One worker is this process itself.
    """

    workers: int = 1
    scheduler: str = ""

    def at_work(self) -> contextlib.AbstractContextManager[Team]:
        """A team for the length of a block. When the block ends, in whatever way, no process of ours is left.

        Raises `MissingDependencyError` without the Dask extra, `BadInputError` for a scheduler that does not answer,
        has no workers, or has workers that would make other bytes.
        """
        if self.scheduler:
            return at_work(cluster(self.scheduler))
        return at_work(process_pool(self.workers)) if self.workers > 1 else contextlib.nullcontext(Ourselves())


ALONE = Crew()
"""Nobody but this process."""


def available_cores() -> int:
    """The processors that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
