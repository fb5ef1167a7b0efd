"""`Pack`: all files of an event, printed into a folder that then holds the old pack or the new one,
never a mixture.

Every file is made in memory and written under a temporary name. Then `event.json.new` is written,
complete and synced, the files are renamed, those that are no longer part of the pack are removed,
and `event.json.new` becomes `event.json`. A folder with `event.json.new` was interrupted: printing
again takes plan and seed from there, and gives the same bytes.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread, current_thread, main_thread
from typing import TypeVar

from pydantic import JsonValue

from wordfleet_print import errors
from wordfleet_print.event.pack import contents
from wordfleet_print.event.pack.contents import PLAYERS, Call, PackFile, PackSettings, Setup
from wordfleet_print.event.plan.event_file import (
    EVENT_FILE,
    FileRow,
    is_changed,
    list_files,
    write_event,
)
from wordfleet_print.event.plan.plan import EventPlan
from wordfleet_print.event.plan.players_file import PLAYERS_FILE, write_players
from wordfleet_print.files import is_missing, refuse_links, remove_leftovers, write_together
from wordfleet_print.messages import some_of
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker import layout, names
from wordfleet_print.tracker.fonts import use_fallback

T = TypeVar("T")
# How long a stop may wait to be noticed.
TICK_SECONDS = 0.1
# Open files that this process needs for each worker, and for all of them.
FILES_PER_PROCESS = 4
FILES_AT_LEAST = 8


def run_calls(calls: Iterable[Callable[[], T]], executor: Executor | None) -> Iterator[T]:
    """Yield what each call returns, in order; the executor makes several at a time.

    Raises what a call raises, and `WorkerDiedError` where a process ended in the middle of one.
    """
    if executor is None:
        yield from (call() for call in calls)
        return
    with _deferred_signals() as let_signals_in:
        futures = deque(executor.submit(call) for call in calls)
        try:
            while futures:
                while not futures[0].done():
                    wait([futures[0]], TICK_SECONDS)
                    let_signals_in()
                yield futures.popleft().result()
        except BrokenExecutor as error:
            what = "A worker process was killed, probably because memory ran out."
            raise errors.WorkerDiedError(
                what, tip="Nothing was changed.", say=("workers=1",)
            ) from error
        finally:
            for future in futures:
                future.cancel()


@contextlib.contextmanager
def _deferred_signals() -> Iterator[Callable[[], None]]:
    """Let Ctrl-C and SIGTERM act only where the yielded function is called.

    An exception may strike between any two steps, even when the lock of a future has just been
    taken: nobody would release it, and the executor would wait for it for ever.
    """
    pending = list[int]()
    stops = (signal.SIGINT, signal.SIGTERM) if current_thread() is main_thread() else ()
    handlers = {
        number: handler for number in stops if callable(handler := signal.getsignal(number))
    }

    def let_in() -> None:
        if pending:
            number = pending[0]
            pending.clear()
            handlers[signal.Signals(number)](number, None)

    def note(number: int, _frame: object) -> None:
        pending.append(number)

    for number in handlers:
        signal.signal(number, note)
    try:
        yield let_in
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    let_in()


@contextlib.contextmanager
def open_pool(count: int) -> Iterator[Executor | None]:
    """Yield an executor with `count` processes; None for one, which is this process."""
    if count < 2:
        yield None
        return
    # Where too few files may be open the error comes here, not while a process is started, which
    # would tell it too.
    with contextlib.ExitStack() as tried:
        for _ in range(FILES_PER_PROCESS * count + FILES_AT_LEAST):
            tried.callback(os.close, os.open(os.devnull, os.O_RDONLY))
    # On Linux processes are copies of one that has loaded our modules; elsewhere each loads them
    # itself.
    context = get_context("forkserver" if sys.platform == "linux" else "spawn")
    if sys.platform == "linux":
        context.set_forkserver_preload(["wordfleet_print.event.pack.contents"])
    before, os.environ["PYTHONSAFEPATH"] = (
        os.environ.get("PYTHONSAFEPATH", ""),
        "1",
    )  # import nothing from this folder
    pool = ProcessPoolExecutor(count, mp_context=context, initializer=begin_worker)
    try:
        yield pool
    except BaseException:
        # Nobody waits for their work: end them now. The pool would wait for the rest of an answer
        # that one of them was amid as long as it holds the other end of that pipe itself.
        for process in [*(pool._processes or {}).values()]:
            process.kill()
        pool._result_queue._writer.close()  # type: ignore[attr-defined] # the type stubs do not know it
        # Before Python 3.11.5 a call that is half written to a full pipe would wait for a reader
        # forever (gh-94777). Later versions close it themselves, in another thread: a second time
        # is an error there.
        if sys.version_info < (3, 11, 5):
            pool._call_queue._reader.close()  # type: ignore[attr-defined] # the type stubs do not know it
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        os.environ["PYTHONSAFEPATH"] = before  # empty means unset


def begin_worker() -> None:
    """Leave it to the parent what Ctrl-C means, and end with the parent, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
    os._exit(1)


MOST_NAMES = 5


@dataclass(frozen=True)
class Pack:
    """All files of an event, or of one round of it by its number.

    `record` is what `event.json` keeps of the event's settings.
    """

    event: EventPlan
    settings: PackSettings
    record: Mapping[str, JsonValue]
    round: int | None = None

    @cached_property
    def plan(self) -> EventPlan:
        """What is printed of the event."""
        return self.event if self.round is None else self.event.only(self.round)

    @property
    def place(self) -> str:
        """Where its files are inside the event's folder, with a slash."""
        return "" if self.round is None else f"round-{self.round}/"

    @cached_property
    def setup(self) -> Setup:
        """What calls need to make its files."""
        return Setup(self.plan.deal, self.settings, self.plan.title)

    @cached_property
    def calls(self) -> list[Call]:
        """The calls that make its files."""
        return contents.list_calls(self.plan, self.setup)

    @property
    def files(self) -> list[PackFile]:
        """Its files by their paths in the event's folder, `event.json` aside."""
        made = [
            *(file for call in self.calls for file in call.files),
            PackFile(contents.MANIFEST, private=True),
        ]
        return [
            *(one._replace(name=self.place + one.name) for one in made),
            PackFile(PLAYERS_FILE, private=True),
        ]

    def list_name_notes(self) -> Iterator[str]:
        """Yield a sentence each on names that are cut, printed without emoji, or that no font can
        set.
        """
        use_fallback(self.settings.font)
        players = {one.name: one for one in self.plan.players if one.name}
        cut, edition, deal = list[str](), self.plan.deal.source().edition, self.plan.deal
        for name, player in players.items():
            if names.make_printable(name):
                looks = self.settings.sheet_looks(player, self.plan.title)
                pages = layout.lay_out_sheet(edition, looks, blank=deal.blank, placed=deal.placed)
                cut += layout.find_cut_names(
                    Sheet("", "", (), "", captain=name, opponent=name), pages
                )
        yield from names.note_names(players, cut)


def check_free(folder: Path, pack: Pack) -> None:
    """Raise `CannotWriteError` if files that no event here has made have the names of the
    pack's.
    """
    refuse_links(folder, [one.name for one in pack.files])
    known = list_files(folder)
    if lost := sorted(
        one.name
        for one in pack.files
        if one.name not in known and not is_missing(folder / one.name)
    ):
        what = (
            f"{folder} has files that no event here has made, and that would be lost: "
            f"{some_of(lost, MOST_NAMES)}."
        )
        raise errors.CannotWriteError(what, tip="Move them away.", say=("output",))


def print_pack(
    pack: Pack,
    folder: Path,
    *,
    executor: Executor | None = None,
    progress: errors.Progress = errors.show_nothing,
) -> list[PackFile]:
    """Print the pack into the folder, which the caller holds (`alone_in`); return its files.

    `progress` may raise to stop. Raises `CannotWriteError`, and as `run_calls`.
    """
    check_free(folder, pack)
    for where in (folder, folder / pack.place, folder / pack.place / PLAYERS):
        remove_leftovers(where)
    written, manifest, earlier = list[PackFile](), [contents.MANIFEST_HEAD], list_files(folder)
    # Files of another round that was printed by itself, or of all rounds, stay
    rows = {name: row for name, row in earlier.items() if _find_place(name) != pack.place}
    with write_together() as files:

        def add(file: PackFile, content: bytes) -> None:
            files.add(folder / file.name, content, private=file.private)
            written.append(file)
            rows[file.name] = FileRow.of(file.name, file.pages, content)

        for number, made in enumerate(run_calls(pack.calls, executor), start=1):
            for file, content in made:
                if file.name == contents.MANIFEST:
                    manifest.append(content)
                else:
                    add(file._replace(name=pack.place + file.name), content)
            progress(number, len(pack.calls))
        add(PackFile(pack.place + contents.MANIFEST, private=True), b"".join(manifest))
        add(PackFile(PLAYERS_FILE, private=True), write_players(pack.event))
        for name in earlier.keys() - rows.keys():
            # What somebody has changed is theirs, and stays
            if not is_changed(folder, earlier[name]):
                files.remove(folder / name)
        files.finish_with(
            folder / EVENT_FILE, write_event(pack.event, pack.record, pack.round, rows.values())
        )
    return [*written, PackFile(EVENT_FILE, private=True)]


def _find_place(name: str) -> str:
    """Return which part of an event a file belongs to: "" for all rounds, or `round-2/`."""
    first, slash, _ = name.partition("/")
    return first + slash if slash and first != PLAYERS else ""
