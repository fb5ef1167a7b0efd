"""Work for a pack's workers that kills them; apart from `shards_made`, whose workers are to be there at once."""

from __future__ import annotations

import os
import signal

from wordfleet_print.event.pack.document import Task, do_task
from wordfleet_print.event.pack.papers import PaperTask
from wordfleet_print.event.run.store import Products


def deadly_index(task: Task) -> Products:
    """Do a shard of an event's pack; one of the name index kills its worker, every time."""
    if isinstance(task, PaperTask) and task.forms.kind == "name-index":
        os.kill(os.getpid(), signal.SIGKILL)
    return do_task(task)
