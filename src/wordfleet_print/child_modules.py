"""How a module of ours starts as a process of its own, both in an installation and in an app."""

from __future__ import annotations

import sys

# `wordfleet-print --run-module MODULE ARGUMENT…` does what `python -m MODULE ARGUMENT…` does. It is
# internal. In an app no other Python is near: `sys.executable` is the app, which knows no `-m`.
RUN_MODULE = "--run-module"


def is_app() -> bool:
    """Return whether this is the app of `make app`; PyInstaller sets the attribute."""
    return hasattr(sys, "frozen")


def make_child_command(module: str) -> list[str]:
    """Return the command that runs a module of ours; its arguments go behind."""
    if is_app():
        return [sys.executable, RUN_MODULE, module]
    # -P: nothing of the current folder is imported
    return [sys.executable, "-P", "-m", "wordfleet_print", RUN_MODULE, module]


def run_module(arguments: list[str]) -> None:
    """Run the module that the first argument names, with the others as its command line."""
    import runpy  # `--version` needs none of it

    sys.argv[1:] = arguments[1:]
    runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
