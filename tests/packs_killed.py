"""Work for a pack's workers that kills them; apart from `shards_made`, whose workers are to be there at once."""

from __future__ import annotations

import os
import signal
from functools import partial

from wordfleet_print.event.pack.document import Task
from wordfleet_print.event.pack.papers import print_items
from wordfleet_print.event.run.store import Products


def deadly_index(task: Task) -> Products:
    """Do a shard of an event's pack; one of the name index kills its worker, every time."""
    if isinstance(task, partial) and task.func is print_items and task.args[0].kind == "name-index":
        os.kill(os.getpid(), signal.SIGKILL)
    return task()
