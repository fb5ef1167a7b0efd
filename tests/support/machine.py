"""Machines that lack something, as far as this process can be one."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from pathlib import Path
from types import ModuleType

import pytest

from wordfleet_print.rulebook.pdf import has_pango

NEEDS_PANGO = "weasyprint"


class LackingPango(MetaPathFinder):
    """Refuses to load WeasyPrint, as it refuses itself where Pango is missing."""

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> None:
        """Return nothing for other modules."""
        if fullname.partition(".")[0] == NEEDS_PANGO:
            raise OSError("cannot load library 'libpango-1.0-0'")


@contextmanager
def without_pango() -> Iterator[None]:
    """Run a block as on a machine without Pango."""
    loaded = [name for name in sys.modules if name.partition(".")[0] == NEEDS_PANGO]
    has_pango.cache_clear()  # as in a process that has not asked yet
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "meta_path", [LackingPango(), *sys.meta_path])
            for name in loaded:
                patch.delitem(sys.modules, name)
            yield
    finally:  # a test that fails here lets the next ones print with Pango
        has_pango.cache_clear()


@contextmanager
def without_programs(folder: Path) -> Iterator[None]:
    """Run a block as on a machine without programs, so without a browser: its path is an empty
    folder.
    """
    (folder / "no-programs").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(folder / "no-programs"))
        yield
