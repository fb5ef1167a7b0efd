"""What PyInstaller adds to the app for WeasyPrint: its own data, and Pango with what Pango needs.

It replaces the hook of pyinstaller-hooks-contrib, which takes this computer's settings of fonts
along and goes on without Pango.
"""

from __future__ import annotations

import ctypes.util
import importlib
import logging
import sys

from cffi import FFI
from PyInstaller.depend.bindepend import resolve_library_path
from PyInstaller.utils.hooks import collect_data_files


def list_libraries() -> list[str]:
    """Return the names of the files that WeasyPrint opens on this system."""
    logging.getLogger("weasyprint.progress").setLevel(logging.ERROR)
    names: list[str] = []
    open_library = FFI.dlopen
    find_by_short_name = ctypes.util.find_library

    def note_name(self: FFI, name: str, flags: int = 0) -> object:
        opened = open_library(self, name, flags)
        names.append(name)
        return opened

    FFI.dlopen = note_name
    # In the app, too, there are only files
    ctypes.util.find_library = lambda name: None  # noqa: ARG005 - called by name
    try:
        importlib.import_module("weasyprint.text.ffi")
    finally:
        FFI.dlopen = open_library
        ctypes.util.find_library = find_by_short_name
    return names


def find_library(name: str) -> str:
    """Return the path of a library that was opened by the name of its file."""
    if sys.platform == "darwin":
        path = ctypes.util.find_library(name.removesuffix(".dylib"))
    elif sys.platform == "win32":
        path = resolve_library_path(f"{name.removesuffix('.dll')}.dll")
    else:
        path = resolve_library_path(name)
    if not path:
        raise SystemExit(f"{name} was opened, and is nowhere to be found.")
    return str(path)


datas = collect_data_files("weasyprint")
binaries = [(find_library(name), ".") for name in list_libraries()]
