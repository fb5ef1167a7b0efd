"""Printed events that somebody has changed on purpose."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any


def reseal_event(file: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change what an `event.json` holds, and give it the digest that then fits, as anybody can."""
    whole = json.loads(file.read_bytes())
    change(whole["event"])
    text = json.dumps(whole["event"], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    file.write_text(json.dumps({**whole, "digest": digest}, ensure_ascii=False), encoding="utf-8")


def describe_file(name: str, content: bytes) -> dict[str, Any]:
    """Return how `event.json` describes a file of its pack."""
    return {
        "name": name,
        "pages": 1,
        "size": len(content),
        "sha256": sha256(content).hexdigest(),
    }
