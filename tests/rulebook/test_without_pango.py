"""Without Pango or HarfBuzz-Subset everything else is printed, and one line says what is
missing.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.command import Result, check
from support.spawn import PROGRAM, run_process
from wordfleet_print.rulebook.pdf import PANGO_HELP

WITHOUT = """
import ctypes, os, re, cffi.api

def without(loader):
    def load(self, name, *rest, **more):
        if name and re.search(os.environ["LACKING"], str(name)):
            raise OSError(f"cannot load library {name!r}")
        return loader(self, name, *rest, **more)
    return load

cffi.api.FFI.dlopen = without(cffi.api.FFI.dlopen)
ctypes.CDLL.__init__ = without(ctypes.CDLL.__init__)
"""
"""What comes before all else on a machine that lacks the libraries of some names."""


def _machine(folder: Path, like: str) -> str:
    """The folder that makes children, by `PYTHONPATH`, run on a machine like this."""
    (folder / "machine").mkdir()
    (folder / "machine" / "sitecustomize.py").write_text(like, encoding="utf-8")
    return str(folder / "machine")


def _run_without(part: str, folder: Path, *arguments: str, before: str = "") -> Result:
    """A call, with the children it may have, on a machine without the libraries that this
    expression finds.
    """
    env = {"LACKING": part, "PYTHONPATH": _machine(folder, WITHOUT)}
    return run_process(*arguments, folder=folder, env=env, code=f"{WITHOUT}\n{before}\n{PROGRAM}")


@pytest.mark.slow
def test_without_harfbuzz_subset_pdfs_print_all_the_same(tmp_path: Path) -> None:
    """Fonts are subset by fontTools, and no note blames the rules or the machine."""
    result = _run_without(
        "harfbuzz-subset", tmp_path, "rules", "chess", "--quick-reference", "--format", "html"
    )
    assert (result.code, result.err) == (0, "")
    assert len(list((tmp_path / "output").glob("*.pdf"))) == 1


@pytest.mark.parametrize("part", ["pango", "pango|harfbuzz"])
def test_doctor_tells_what_is_missing_and_what_to_type(part: str, tmp_path: Path) -> None:
    """Trackers print all the same, with exit code 0; each system's line is shown once."""
    alone = (
        "import shutil; shutil.which = lambda *_, **__: None"  # no browser that could print instead
    )
    out = check(_run_without(part, tmp_path, "doctor", before=alone)).out
    assert re.findall(r"^ *missing +(\S+)", out, re.MULTILINE) == ["Pango"]
    assert [out.count(command) for command in PANGO_HELP.values()] == [1] * 4
