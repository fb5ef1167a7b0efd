"""Pango, which only PDFs of rulebooks need: what it is called, and how each system gets it."""

from __future__ import annotations

PANGO_LIBRARIES = ("gobject-2.0", "pango-1.0", "pangoft2-1.0", "harfbuzz")
PANGO_HELP = {
    "Debian or Ubuntu": "sudo apt install libpango-1.0-0 libpangoft2-1.0-0",
    "Fedora": "sudo dnf install pango",
    "macOS": "brew install pango",
    "Windows": "install MSYS2, then in its shell: pacman -S mingw-w64-x86_64-pango",
}


def missing_pango() -> tuple[str, ...]:
    """The libraries of Pango that this machine lacks, if any. Raises nothing. Source: WeasyPrint, “First Steps”."""
    import ctypes.util

    return tuple(name for name in PANGO_LIBRARIES if not ctypes.util.find_library(name))


def pango_lines() -> tuple[str, ...]:
    """What to type to get Pango, a line for each system."""
    return tuple(f"  {system}: {command}" for system, command in PANGO_HELP.items())
