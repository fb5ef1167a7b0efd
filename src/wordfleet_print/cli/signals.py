"""Ctrl-C and SIGTERM: unwind, so that temporaries are removed; and remember, for a library that swallows exceptions.

reportlab has bare `except:` clauses, in which an exception raised by a signal can vanish or turn into another.
"""

from __future__ import annotations

import signal
import sys
from _thread import interrupt_main
from collections.abc import Callable
from functools import partial
from threading import Timer, get_ident
from types import FrameType

from wordfleet_print.errors import ExitCode

_CODES = {signal.SIGINT: ExitCode.INTERRUPTED, signal.SIGTERM: ExitCode.TERMINATED}
_asked: list[ExitCode] = []
SOON = 0.05
"""Seconds after which a signal that came at a bad moment is looked at again."""


class Stopped(BaseException):
    """A signal has asked for the end."""


def listen() -> None:
    """From now on, the first Ctrl-C or SIGTERM raises `Stopped`; those after it do not disturb the tidying up."""
    for number in _CODES:
        signal.signal(number, _on_signal)


def ignore() -> None:
    """From now on, Ctrl-C and SIGTERM do nothing: what was asked for is done, or being tidied up."""
    for number in _CODES:
        signal.signal(number, signal.SIG_IGN)


def exit_code() -> ExitCode | None:
    """The code to leave with, if a signal has asked for the end."""
    return _asked[0] if _asked else None


def stop_if_asked() -> None:
    """Raise `Stopped` if a signal has asked for the end and its exception was lost on the way."""
    if _asked:
        raise Stopped


def _on_signal(number: int, frame: FrameType | None) -> None:
    if _is_importing(frame):
        again = Timer(SOON, _signal_again, (number, get_ident()))
        again.daemon = True
        again.start()
        return
    ignore()
    _asked.append(_CODES[signal.Signals(number)])
    sys.unraisablehook = partial(_unless_stopped, sys.unraisablehook)
    raise Stopped


def _unless_stopped(tell: Callable[[sys.UnraisableHookArgs], object], lost: sys.UnraisableHookArgs) -> None:
    """Of a stop that a compiled library has swallowed nothing is told: it is asked for again."""
    if lost.exc_type is not Stopped:
        tell(lost)


def _signal_again(number: int, main_thread: int) -> None:
    """Send the signal once more, so that it wakes the main thread whatever it waits for."""
    if sys.platform == "win32":
        interrupt_main(number)
    else:
        signal.pthread_kill(main_thread, number)


def _is_importing(frame: FrameType | None) -> bool:
    """Whether a module is being loaded: an exception then would tear down some compiled libraries with a crash."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False
