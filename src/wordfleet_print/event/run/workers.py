"""Who does the shards: this process, a pool of processes, or a Dask cluster."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

from wordfleet_print.event.run.dask import cluster
from wordfleet_print.event.run.executor import Executor, Inline, dispatching
from wordfleet_print.event.run.processes import process_pool


@dataclass(frozen=True, slots=True)
class Workers:
    """How many processes are to work, or which Dask scheduler has workers (`tcp://host:port`; then no number counts).

    One worker is this process itself.
    """

    count: int = 1
    scheduler: str = ""

    def at_work(self) -> contextlib.AbstractContextManager[Executor]:
        """An executor for the length of a block. When the block ends, in whatever way, no process of ours is left.

        Raises `MissingDependencyError` without the Dask extra, `BadInputError` for a scheduler that does not answer,
        has no workers, or has workers that would make other bytes.
        """
        if self.scheduler:
            return dispatching(cluster(self.scheduler))
        return dispatching(process_pool(self.count)) if self.count > 1 else contextlib.nullcontext(Inline())


ALONE = Workers()
"""Nobody but this process."""
