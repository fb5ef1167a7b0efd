"""Tickets: what was made for somebody is found by 128 random bits, for an hour. They are the only key to it."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

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

    def __len__(self) -> int:
        self._tidy()
        return len(self._held)

    def _tidy(self) -> None:
        now = self._clock()
        while self._held and now - next(iter(self._held.values()))[0] > self._life:
            self._held.popitem(last=False)
