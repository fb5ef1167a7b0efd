"""How a desk is run: what it allows, its folder of temporary files, tickets."""

from __future__ import annotations

import atexit
import secrets
import shutil
import stat
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from tempfile import mkdtemp
from threading import Lock
from typing import Generic, TypeVar

from filelock import FileLock, Timeout

from wordfleet_print.errors import CannotWriteError
from wordfleet_print.limits import MOST_PLAYERS, MOST_ROUNDS, OUTPUT

HTTP = "80"
"""The port of addresses that name none."""


@dataclass(frozen=True, slots=True)
class ShopLimits:
    """What one call may ask for, and how much is kept for how long (bytes, seconds, counts).

    `players` and `rounds` are those of one event; `unpacked` is what a list may hold; `queue` packs may wait.
    """

    form: int = 64_000
    roster: int = 2_000_000
    sheets: int = 24
    body_seconds: float = 20
    tickets: int = 5_000
    life: float = 3600
    umpire_seconds: int = 60
    players: int = MOST_PLAYERS
    rounds: int = MOST_ROUNDS
    unpacked: int = 400_000_000
    queue: int = 8
    events: int = 2_000


@dataclass(frozen=True, slots=True)
class Settings:
    """Where a desk stands.

    `hosts` are the names and addresses, with their ports, that a request may ask for; `any_address`: also whatever
    address it came in by, which no name server can point elsewhere. `origin` is where others in the house reach
    it (https://…), or empty where only this machine does. `rules` is a designer's folder.
    """

    hosts: frozenset[str] = frozenset()
    port: int = 0
    any_address: bool = False
    origin: str = ""
    workers: int = 1
    rules: Path | None = None
    output: Path = OUTPUT
    limits: ShopLimits = field(default_factory=ShopLimits)

    def answers_to(self, host: str) -> bool:
        """Whether a request's Host header names this desk (RFC 9110, 4.2.1 and 7.2: where it names no port it means
        HTTP's own); a name that somebody made up is none.
        """
        host = host.lower()
        name, port = (host, HTTP) if host.endswith("]") or ":" not in host else host.rsplit(":", 1)
        if not self.hosts.isdisjoint({host, f"{name}:{port}"}):
            return True
        return self.any_address and port == str(self.port) and _is_address(name.strip("[]"))


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


T = TypeVar("T")
Clock = Callable[[], float]


class Tickets(Generic[T]):
    """A bounded store: what is older than `life` seconds is gone, and the oldest go where there would be too many."""

    def __init__(self, most: int, life: float, clock: Clock) -> None:
        self._most, self._life, self._clock = most, life, clock
        self._held: OrderedDict[str, tuple[float, T]] = OrderedDict()

    def issue(self, value: T) -> str:
        """A new ticket for it."""
        self._tidy()
        while len(self._held) >= self._most:
            self._held.popitem(last=False)
        ticket = secrets.token_urlsafe(16)
        self._held[ticket] = (self._clock(), value)
        return ticket

    def find(self, ticket: str) -> T | None:
        """What the ticket stands for; None where it is gone, or never was."""
        self._tidy()
        held = self._held.get(ticket)
        return held[1] if held else None

    def list_held(self) -> list[tuple[str, T]]:
        """Return what is held with its tickets, the oldest first."""
        self._tidy()
        return [(ticket, value) for ticket, (_, value) in self._held.items()]

    def drop(self, ticket: str) -> None:
        """Forget what a ticket stands for."""
        self._held.pop(ticket, None)

    def __len__(self) -> int:
        self._tidy()
        return len(self._held)

    def _tidy(self) -> None:
        now = self._clock()
        while self._held and now - next(iter(self._held.values()))[0] > self._life:
            self._held.popitem(last=False)


PREFIX = "wordfleet-print-"
LOCK_FILE = ".wordfleet-shop"
"""The file in it that is locked as long as the shop lives, however that ends; a folder without one is no shop's."""


class TemporaryFolder:
    """A folder for its owner's eyes only. It is made when it is first needed, and those of dead shops go then."""

    def __init__(self) -> None:
        self._made: tuple[Path, FileLock] | None = None
        self._turn = Lock()

    def make(self) -> Path:
        """Itself. Raises `OSError` where there can be none."""
        with self._turn:
            self._made = self._made or _held_folder()
            return self._made[0]

    def new(self) -> Path:
        """A new folder in it. Raises `CannotWriteError` where there can be none."""
        try:
            return Path(mkdtemp(dir=self.make()))
        except OSError as error:
            raise CannotWriteError(f"Nothing can be kept on this machine: {error.strerror}.") from error

    def close(self) -> None:
        """Remove it, with all that is in it; no other is made."""
        with self._turn:
            if self._made:
                _remove(*self._made)


def _held_folder() -> tuple[Path, FileLock]:
    while True:
        folder = Path(mkdtemp(prefix=PREFIX))
        lock = _lock_of(folder)
        try:
            lock.acquire()
        except Timeout:
            continue  # another shop is sweeping it: its lock was there, and not yet held
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        atexit.register(shutil.rmtree, folder, ignore_errors=True)  # a thread may write there until the process ends
        _sweep(folder)
        return folder, lock


def _sweep(ours: Path) -> None:
    """Remove what lies beside ours, belongs to the same user, and has a lock that nobody holds; no link is followed."""
    for folder in ours.parent.glob(f"{PREFIX}*"):
        with suppress(OSError):  # or a live shop holds it
            found, file = folder.lstat(), (folder / LOCK_FILE).lstat()
            if stat.S_ISDIR(found.st_mode) and stat.S_ISREG(file.st_mode) and found.st_uid == ours.lstat().st_uid:
                lock = _lock_of(folder)
                lock.acquire()
                _remove(folder, lock)


def _lock_of(folder: Path) -> FileLock:
    return FileLock(folder / LOCK_FILE, timeout=0, thread_local=False)


def _remove(folder: Path, lock: FileLock) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    lock.release()
    shutil.rmtree(folder, ignore_errors=True)  # Windows keeps a file that is open
