"""The site's own pages, made of a designer's rules or templates in a process of their own, with the rulebooks' limits.

The parent hands a furnishing to `python -m wordfleet_print.rulebook.site.child` and gets the furniture back, both as
JSON: nothing that comes from the child is ever run. Run as a module, this file is the child.
"""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn

from wordfleet_print.rulebook.child import (
    Limits,
    answered,
    beyond_time,
    error_from_json,
    keep_to,
    why_it_ended,
)
from wordfleet_print.rulebook.site.pages import Furnishing, Furniture, furnish
from wordfleet_print.rulebook.site.shelf import Download
from wordfleet_print.rulebook.text.files import read_sources


def furnish_guarded(order: Furnishing, limits: Limits | None = None) -> Furniture:
    """Make the site's own pages in a child process.

    Raises as `furnish` does, and `BadInputError` naming the limit that was reached. Source: `Limits`; on Windows only
    the time and the output are limited.
    """
    limits = limits or Limits()
    text = json.dumps({"order": _order_as_json(order), "limits": asdict(limits)})
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "wordfleet_print.rulebook.site.child"],
            input=text.encode(),
            capture_output=True,
            timeout=limits.seconds * 2,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise beyond_time(limits) from error
    if done.returncode:
        raise why_it_ended(done, limits)
    return _furniture_from_json(json.loads(done.stdout))


def _order_as_json(order: Furnishing) -> dict[str, Any]:
    """The order without its books, which the child reads itself."""
    own = {"rules": order.rules, "templates": order.templates}
    return {
        "downloads": [asdict(entry) for entry in order.downloads],
        "notes": order.notes,
        "url": order.url,
        **{name: str(folder.absolute()) if folder else None for name, folder in own.items()},
    }


def _order_from_json(facts: dict[str, Any]) -> Furnishing:
    folders = {name: Path(facts[name]) if facts[name] else None for name in ("rules", "templates")}
    return Furnishing(
        books=tuple(source.book for source in read_sources((), folders["rules"])),
        downloads=tuple(Download(**entry) for entry in facts["downloads"]),
        notes=tuple(facts["notes"]),
        url=facts["url"],
        **folders,
    )


def _furniture_from_json(answer: dict[str, Any]) -> Furniture:
    if error := answer.get("error"):
        raise error_from_json(error)
    files = {name: base64.b64decode(content) for name, content in answer["files"].items()}
    return Furniture(files, answer["bars"], answer["bar_styles"])


def main() -> NoReturn:
    """Be the child: read an order from stdin, keep to its limits, answer on stdout."""
    asked = json.loads(sys.stdin.buffer.read())
    limits = Limits(**asked["limits"])
    answer_to, sys.stdout = sys.stdout, sys.stderr  # whatever a library prints is no answer
    keep_to(limits)
    answer_to.write(json.dumps(answered(lambda: _answer(asked["order"]), limits)))
    answer_to.flush()
    sys.exit(0)


def _answer(facts: dict[str, Any]) -> dict[str, Any]:
    made = furnish(_order_from_json(facts))
    files = {name: base64.b64encode(content).decode() for name, content in made.files.items()}
    return {"files": files, "bars": made.bars, "bar_styles": made.bar_styles}


if __name__ == "__main__":
    main()
