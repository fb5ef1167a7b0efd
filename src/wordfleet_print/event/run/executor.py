"""Executors: this process itself, or others with a thread that deals with them; each is handed calls, and asked for
answers, such that a stop at any moment does no harm.
"""

from __future__ import annotations

import contextlib
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent import futures
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

Call = Callable[[], Any]
"""A piece of work; where workers are other processes, it pickles."""

LONGEST_END = 1.5
"""Seconds for workers to end, after which they are no longer waited for."""


class Traits(NamedTuple):
    """What is to be known of workers.

    `window`: how many calls to have under way at a time. `shares_disk`: they can write where we can. `deaths`: the
    exceptions that a call has whose worker died.
    """

    window: int = 1
    shares_disk: bool = False
    deaths: tuple[type[BaseException], ...] = ()


Hired = tuple[futures.Executor, Traits]
"""Workers that are ready, by the standard library's interface, and what is to be known of them."""


class Answer(NamedTuple):
    """What came of a call: what it returned or what it raised. `taken`: whether any worker ever had it."""

    name: str
    content: Any
    error: BaseException | None
    taken: bool = True


class Inline:
    """Our own process as the only worker: what is submitted is done at once. A stop passes straight through."""

    traits = Traits()

    def __init__(self) -> None:
        self._answers: deque[Answer] = deque()

    def submit(self, name: str, call: Call) -> None:
        """Do it."""
        try:
            self._answers.append(Answer(name, call(), None))
        except Exception as error:  # whoever asks for the answer gets it, as from other workers
            self._answers.append(Answer(name, None, error))

    def answer(self, _seconds: float, /) -> Answer | None:
        """What is done already."""
        return self._answers.popleft() if self._answers else None


@contextlib.contextmanager
def dispatching(hire: contextlib.AbstractContextManager[Hired]) -> Iterator[_Dispatcher]:
    """The workers of an executor, which is entered and left in a thread of its own. Raises what entering it raises."""
    dispatcher = _Dispatcher(hire)
    try:
        dispatcher.start()
        yield dispatcher
    finally:
        dispatcher.end()


class _Dispatcher:
    """Deals with an executor in a thread, and with the main thread by queues only.

    A signal's exception strikes the main thread between any two steps, even when it has just taken the lock of a
    future; that lock would never be released, and the executor would wait for it for ever. No signal is handled in
    other threads, and the queues are safe.
    """

    def __init__(self, hire: contextlib.AbstractContextManager[Hired]) -> None:
        self.traits = Traits()
        self._hire = hire
        self._hired: SimpleQueue[Traits | BaseException] = SimpleQueue()
        self._orders: SimpleQueue[tuple[str, Call] | None] = SimpleQueue()
        self._answers: SimpleQueue[Answer] = SimpleQueue()
        self._ended: SimpleQueue[None] = SimpleQueue()
        self._thread = Thread(target=self._serve, daemon=True)

    def start(self) -> None:
        """Hire. What is started from now on, thread or process, leaves signals to the main thread."""
        with _signals_held():
            self._thread.start()
        hired = self._hired.get()
        if isinstance(hired, BaseException):
            raise hired
        self.traits = hired

    def end(self) -> None:
        """Let the workers go, whatever they are doing."""
        if self._thread.ident is not None:
            self._orders.put(None)
            with contextlib.suppress(Empty):
                self._ended.get(timeout=LONGEST_END)

    def submit(self, name: str, call: Call) -> None:
        self._orders.put((name, call))

    def answer(self, seconds: float, /) -> Answer | None:
        try:
            return self._answers.get(timeout=seconds)
        except Empty:
            return None

    def _serve(self) -> None:
        try:
            with self._hire as (executor, traits), _signals_held():  # anew: multiprocessing lets them through again
                self._hired.put(traits)
                while (order := self._orders.get()) is not None:
                    self._pass_on(executor, *order)
        except BaseException as error:
            self._hired.put(error)
        finally:
            self._ended.put(None)

    def _pass_on(self, executor: futures.Executor, name: str, call: Call) -> None:
        def report(future: futures.Future[Any]) -> None:
            try:
                self._answers.put(Answer(name, future.result(), None))
            except BaseException as error:
                self._answers.put(Answer(name, None, error))

        try:
            executor.submit(call).add_done_callback(report)
        except Exception as error:
            self._answers.put(Answer(name, None, error, taken=False))


Executor = Inline | _Dispatcher
"""Workers at work: handed calls, asked for answers."""


@contextlib.contextmanager
def _signals_held() -> Iterator[None]:
    """Hold Ctrl-C and SIGTERM back; what is started meanwhile inherits that, and keeps it."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
