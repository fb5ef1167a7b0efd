"""What the web page is run with: where it listens, and what visitors may use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

from wordfleet_print.limits import OUTPUT
from wordfleet_print.settings.config_file import Defaults
from wordfleet_print.settings.core import Settings


@dataclass(frozen=True, slots=True)
class VisitorLimits:
    """What one request, one visitor and all guests may use.

    `tickets` and `ticket_bytes` are for one guest, `guest_bytes` for all guests together; the owner
    may use ten times as much as a guest. `waiting_packs` is how many events may wait for the
    printer, `events` how many are kept; what is older than its time is removed every
    `tidy_seconds`.
    """

    form_bytes: int = 64_000
    list_bytes: int = 2_000_000
    body_seconds: float = 20
    sheets: int = 24
    tickets: int = 20
    ticket_bytes: int = 60_000_000
    guest_bytes: int = 200_000_000
    ticket_seconds: float = 3600
    look_up_seconds: int = 60
    waiting_packs: int = 8
    events: int = 2_000
    event_seconds: float = 24 * 3600
    tidy_seconds: float = 60
    render_seconds: float = 30
    render_megabytes: int = 1_500


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Where the page is served.

    `address` is the page's on this machine, `origin` where other machines reach it (https://…), or
    empty if only this machine does. `hosts` are the names and addresses, with ports, that a request
    may ask for; with `any_address` also every numeric address, which no name server can redirect.
    `is_behind_proxy`: all connections come from one address. `networks` are all addresses where
    others reach the page, with what each belongs to; `origin` is the likeliest of them. `rules` is
    a designer's folder. `defaults` are what files set for the commands behind the forms.
    """

    hosts: frozenset[str] = frozenset()
    port: int = 0
    address: str = ""
    any_address: bool = False
    origin: str = ""
    is_behind_proxy: bool = False
    networks: Mapping[str, str] = field(default_factory=dict)
    rules: Path | None = None
    output: Path = OUTPUT
    defaults: Mapping[type[Settings], Defaults] = field(default_factory=dict)
    limits: VisitorLimits = field(default_factory=VisitorLimits)

    def answers_to(self, host: str) -> bool:
        """Return whether a Host header names this server (RFC 9110, 4.2.1 and 7.2); without a port
        it means 80.
        """
        host = host.lower()
        has_port = ":" in host and not host.endswith("]")
        name, port = host.rsplit(":", 1) if has_port else (host, "80")
        if not self.hosts.isdisjoint({host, f"{name}:{port}"}):
            return True
        try:
            ip_address(name.strip("[]"))
        except ValueError:
            return False
        return self.any_address and port == str(self.port)
