"""How a desk is run: for one's own machine, or for the house as well; and what it allows."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

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
