"""What the page asks of `services.events`."""

from __future__ import annotations

from dataclasses import dataclass

from wordfleet_print.games import Library
from wordfleet_print.settings.event import EventSettings


@dataclass(frozen=True)
class EventRequest:
    """What `plan_event` takes: settings, the names of those that differ from a printed event's, own rules."""

    settings: EventSettings
    typed: frozenset[str] | None
    library: Library | None
