"""Events as `event.json` keeps them, and as somebody has changed it on purpose."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from wordfleet_print.event.event import Event
from wordfleet_print.event.folder import PrintedEvent, parse_printed, write_printed


def write_event(event: Event) -> bytes:
    """Return the `event.json` of an event without files."""
    return write_printed(PrintedEvent(event=event))


def read_back(event: Event) -> Event:
    """Return an event as `event.json` keeps it."""
    return parse_printed(write_event(event), name="event.json").event


def reseal_event(file: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change what an `event.json` holds, and give it the digest that then fits, as anybody can."""
    whole = json.loads(file.read_bytes())
    change(whole["printed"])
    text = json.dumps(whole["printed"], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    file.write_text(json.dumps({**whole, "digest": digest}), encoding="utf-8")


def describe_file(name: str, content: bytes) -> dict[str, Any]:
    """Return how `event.json` describes a file of its pack."""
    return {
        "name": name,
        "pages": 1,
        "size": len(content),
        "sha256": sha256(content).hexdigest(),
    }
