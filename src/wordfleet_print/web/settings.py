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
    """What one request, one visitor and all guests may use."""

    form_bytes: int = 64_000
    """Of a form without its files, and of a single field."""
    list_bytes: int = 2_000_000
    """Of all files of a form together."""
    body_seconds: float = 20
    """How long a form may take to arrive."""
    sheets: int = 24
    """Sheets that are dealt or reprinted together."""
    tickets: int = 20
    """Tables and kits that are kept for one visitor."""
    ticket_bytes: int = 60_000_000
    """Memory of what is kept for one visitor."""
    guest_bytes: int = 200_000_000
    """Memory of what is kept for all guests together."""
    ticket_seconds: float = 3600
    """How long a table or kit is kept."""
    look_up_seconds: int = 60
    """How long the secrets of a sheet that is looked up are shown."""
    waiting_packs: int = 8
    """Events that may wait for the printer."""
    events: int = 2_000
    """Events that are kept."""
    event_seconds: float = 24 * 3600
    """How long an event is kept after its last use."""
    tidy_seconds: float = 60
    """How often what is older than its time is removed."""
    render_seconds: float = 30
    """How long the render worker may take for one page, kit or book."""
    render_megabytes: int = 1_500
    """Memory of the render worker."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Where the page is served, and with what."""

    hosts: frozenset[str] = frozenset()
    """The Host headers that requests may have, such as `localhost:8000`."""
    port: int = 0
    address: str = ""
    """Where this machine reaches the page: `http://127.0.0.1:8000/`."""
    any_address: bool = False
    """Whether requests may also have any numeric address in the Host header: no name server can
    point that at this machine.
    """
    origin: str = ""
    """Where other machines reach the page, without a slash at the end; "" if they do not."""
    is_behind_proxy: bool = False
    """Whether all connections come from one address, the proxy's."""
    networks: Mapping[str, str] = field(default_factory=dict)
    """All addresses where others reach the page, the likeliest (`origin`) first, each with what it
    belongs to: {"http://192.168.1.20:8000": "local network, eth0"}.
    """
    rules: Path | None = None
    """A designer's folder of rules."""
    output: Path = OUTPUT
    """The folder in which each event has its folder."""
    defaults: Mapping[type[Settings], Defaults] = field(default_factory=dict)
    """What each wordfleet.toml sets for the commands behind the forms."""
    limits: VisitorLimits = field(default_factory=VisitorLimits)

    def answers_to(self, host: str) -> bool:
        """Return whether a Host header names this server (RFC 9110, 4.2.1 and 7.2); without a port
        it means 80.
        """
        host = host.lower()
        # The colons of [::1], an IPv6 address, are before its bracket
        has_port = ":" in host and not host.endswith("]")
        name, port = host.rsplit(":", 1) if has_port else (host, "80")
        if not self.hosts.isdisjoint({host, f"{name}:{port}"}):
            return True
        try:
            ip_address(name.strip("[]"))
        except ValueError:
            return False
        return self.any_address and port == str(self.port)
