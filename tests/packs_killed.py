"""Work for a pack's workers that kills them; apart from `shards_made`, whose workers are to be there at once."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from wordfleet_print.event.pack.papers import print_items
from wordfleet_print.event.run.runner import Shard, Task, run_shards
from wordfleet_print.event.run.store import Products


def run_deadly(shards: Iterable[Shard], *rest: Any) -> list[str]:
    """Do an event's pack as `run_shards` does; a shard of the name index kills its worker, every time."""
    return run_shards((replace(one, task=partial(_do, one.task)) for one in shards), *rest)


def _do(task: Task) -> Products:
    if isinstance(task, partial) and task.func is print_items and task.args[0].kind == "name-index":
        os.kill(os.getpid(), signal.SIGKILL)
    return task()
