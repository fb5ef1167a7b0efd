"""Where the app begins: it finds the libraries that it carries, then runs the command line."""

from __future__ import annotations

import multiprocessing
import os
import sys
from pathlib import Path

# Where PyInstaller's app has everything but its program.
CARRIED = Path(sys._MEIPASS)  # type: ignore[attr-defined]
FONT_SETTINGS = "/etc/fonts/fonts.conf"


def main() -> None:
    """Open the page if nothing was typed, as a double click does; else run the command line."""
    multiprocessing.freeze_support()  # a child ends here, when its work is done
    restore_search_path()
    find_libraries_here()
    find_fonts()
    if len(sys.argv) == 1:
        from wordfleet_print.cli.double_click import open_program

        open_program()

    from wordfleet_print.__main__ import main as run_command_line

    run_command_line()


def restore_search_path() -> None:
    """Let programs that the app starts, such as a browser, find their own libraries, not ours.

    PyInstaller's program set the variable before Python began, and keeps what it was.
    """
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"  # a child that is the app sets it again
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before


def find_libraries_here() -> None:
    """Let WeasyPrint find Pango in the app, before one of this computer."""
    from cffi import FFI

    if sys.platform == "win32":
        os.add_dll_directory(str(CARRIED))
    open_library = FFI.dlopen

    def open_carried(self: FFI, name: str | None, flags: int = 0) -> object:
        """Open a library by its name, as the app carries it if it does."""
        files = (CARRIED / f"{name}{ending}" for ending in ("", ".dll"))
        carried = next((str(path) for path in files if name and path.is_file()), name)
        return open_library(self, carried, flags)

    FFI.dlopen = open_carried


def find_fonts() -> None:
    """Name settings of fonts for a computer that has none: without any, Pango finds no font."""
    if not Path(FONT_SETTINGS).is_file():
        os.environ.setdefault("FONTCONFIG_FILE", str(CARRIED / "fonts.conf"))


main()
