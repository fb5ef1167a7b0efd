"""Pango, with which WeasyPrint sets PDFs: whether it is installed, and how to get it."""

from __future__ import annotations

import contextlib
import ctypes.util
import io
import sys
import warnings
from collections.abc import Iterator
from functools import cache

# The packages of Debian 12 and 13 and of Ubuntu from 24.04 on; they bring the other libraries along.
DEBIAN = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0")
PANGO_HELP = {
    "Debian or Ubuntu": f"sudo apt install {' '.join(DEBIAN)}",
    "Fedora": "sudo dnf install pango",
    "macOS": "brew install pango",
    "Windows": "install MSYS2, then in its UCRT64 shell: pacman -S mingw-w64-ucrt-x86_64-pango",
}


def explain_pango() -> tuple[str, ...]:
    """Return what to type to get Pango, a line for each system, and what does instead."""
    commands = (f"  {system}: {command}" for system, command in PANGO_HELP.items())
    return ("To get Pango:", *commands, "Or install Chrome, Chromium or Edge.")


@cache
def has_pango() -> bool:
    """Whether WeasyPrint finds its libraries on this machine."""
    try:
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings(), _finding_by_file():
            warnings.simplefilter("ignore", DeprecationWarning)  # without HarfBuzz-Subset, fontTools subsets fonts
            import weasyprint  # noqa: F401 - without Pango it prints a banner, and raises OSError
    except OSError:
        return False
    return True


@contextlib.contextmanager
def _finding_by_file() -> Iterator[None]:
    """Let libraries be found by the names of their files alone, on Linux, where that is how each is found.

    WeasyPrint also asks for their names on other systems. For each, `ctypes.util.find_library` starts processes on
    Linux, compilers among them, which takes half as long again as loading all of WeasyPrint.
    """
    find_library = ctypes.util.find_library
    if sys.platform == "linux":
        ctypes.util.find_library = lambda name: None  # noqa: ARG005 - called by name
    try:
        yield
    finally:
        ctypes.util.find_library = find_library
