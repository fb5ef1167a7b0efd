"""A run that is killed before any of its steps: nothing on the disk changes from there on."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count, repeat
from pathlib import Path
from typing import Any

import pytest


class Killed(BaseException):
    """The end of a run."""


def _alive(life: Iterator[None], call: Callable[..., Any], *given: Any, **options: Any) -> Any:
    if next(life, Killed):
        raise Killed
    return call(*given, **options)


def killed(work: Callable[[Path], object], old: Path) -> Iterator[Path]:
    """For each step of the work in a folder: a copy of that folder in which it was killed before that step."""
    for steps in count():
        folder, life = Path(shutil.copytree(old, old.with_name(str(steps)))), repeat(None, steps)
        with pytest.MonkeyPatch.context() as patch, suppress(Killed):
            for name in ("open", "fsync", "replace", "unlink", "mkdir", "rmdir"):
                patch.setattr(os, name, partial(_alive, life, getattr(os, name)))
            work(folder)
            return
        yield folder
