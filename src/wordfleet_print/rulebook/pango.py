"""The system's libraries for rulebook PDFs, and how to get them.

Said once, here: `doctor`, the errors, the Makefile and README are held to it by tests, and it to what the pinned
WeasyPrint loads.
"""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import logging
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class SystemLibrary:
    """A library that WeasyPrint loads: its files on Linux, macOS and Windows, and the Debian package to ask for.

    Without one that is not `needed`, PDFs come out all the same.
    """

    name: str
    files: tuple[str, str, str]
    debian: str
    needed: bool = True


LIBRARIES = (
    SystemLibrary(
        "GObject", ("libgobject-2.0.so.0", "libgobject-2.0.0.dylib", "libgobject-2.0-0.dll"), "libpango-1.0-0"
    ),
    SystemLibrary("Pango", ("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll"), "libpango-1.0-0"),
    SystemLibrary("HarfBuzz", ("libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz-0.dll"), "libpango-1.0-0"),
    SystemLibrary(
        "Fontconfig", ("libfontconfig.so.1", "libfontconfig.1.dylib", "libfontconfig-1.dll"), "libpangoft2-1.0-0"
    ),
    SystemLibrary(
        "PangoFT2", ("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib", "libpangoft2-1.0-0.dll"), "libpangoft2-1.0-0"
    ),
    SystemLibrary(
        "HarfBuzz-Subset",
        ("libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib", "libharfbuzz-subset-0.dll"),
        "libharfbuzz-subset0",
        needed=False,
    ),
)
UNUSED = ("libharfbuzz-vector.so.0", "libharfbuzz-vector.0.dylib", "libharfbuzz-vector-0.dll")
"""What WeasyPrint also looks for, to draw emoji in colour: no font of ours has any, and few systems have it."""

DEBIAN = tuple(dict.fromkeys(library.debian for library in LIBRARIES))
"""The packages to ask for, which bring all else along: called so by Debian 12 and 13, and Ubuntu from 24.04 on."""
PANGO_HELP = {
    "Debian or Ubuntu": f"sudo apt install {' '.join(DEBIAN)}",
    "Fedora": "sudo dnf install pango",
    "macOS": "brew install pango",
    "Windows": "install MSYS2, then in its UCRT64 shell: pacman -S mingw-w64-ucrt-x86_64-pango",
}


def missing_libraries() -> tuple[SystemLibrary, ...]:
    """The libraries that this machine lacks, if any. Raises nothing. Source: WeasyPrint, “First Steps”."""
    return tuple(library for library in LIBRARIES if _loaded(library) is None)


@contextlib.contextmanager
def found_by_file() -> Iterator[None]:
    """Meanwhile a library is found by the name of its file or not at all, on Linux, where that is how each is found.

    Raises nothing. Source: WeasyPrint asks for a library by its names on all systems, one after the other; for each
    `ctypes.util.find_library` starts processes on Linux, compilers among them: together half as much work again as
    loading all of WeasyPrint.
    """
    asked = ctypes.util.find_library
    if sys.platform == "linux":
        # Its argument has the name that ctypes' own has, so that it may be called as that is; no name finds anything.
        ctypes.util.find_library = lambda name: None  # noqa: ARG005 - as it is asked
    try:
        yield
    finally:
        ctypes.util.find_library = asked


def pango_lines() -> tuple[str, ...]:
    """What to type to get Pango, a line for each system."""
    return tuple(f"  {system}: {command}" for system, command in PANGO_HELP.items())


@cache
def renderer_versions() -> tuple[str, ...]:
    """What of this machine a PDF's bytes hang on: who places letters, cuts fonts and packs. Raises nothing.

    Source: `pango_version_string`, `hb_version_string`, zlib's own word; WeasyPrint's choice of who cuts fonts.
    """
    named = {library.name: library for library in LIBRARIES}
    pango, harfbuzz, subset = named["Pango"], named["HarfBuzz"], named["HarfBuzz-Subset"]
    return (
        f"Pango {_told(pango, 'pango_version_string')}",
        f"HarfBuzz {_told(harfbuzz, 'hb_version_string')}",
        f"fonts cut by {'HarfBuzz' if _loaded(subset) else 'fontTools'}",
        f"zlib {zlib.ZLIB_RUNTIME_VERSION}",
    )


def about_machine(record: logging.LogRecord) -> bool:
    """Whether WeasyPrint speaks of what is installed here, and not of the page that it sets.

    Its libraries are named in the record's form; what a page holds comes in only when the form is filled.
    """
    return any(name in str(record.msg) for name in ("HarfBuzz", "fontTools"))


def _loaded(library: SystemLibrary) -> ctypes.CDLL | None:
    """The library by its usual names or else, for that takes time, by what the system calls it."""
    for file in (*library.files, None):
        name = file or ctypes.util.find_library(library.files[0].removeprefix("lib").partition(".so")[0])
        with contextlib.suppress(OSError):
            if name:
                return ctypes.CDLL(name)
    return None


def _told(library: SystemLibrary, function: str) -> str:
    """What a library's function answers that takes nothing and returns a text; "none" without the library."""
    loaded = _loaded(library)
    if not loaded:
        return "none"
    ask = loaded[function]
    ask.restype = ctypes.c_char_p
    return str(ask().decode())
