"""The page that already runs: a second start opens it in the browser instead of another one."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

import platformdirs

from wordfleet_print import __version__
from wordfleet_print.errors import CannotWriteError
from wordfleet_print.files import write_all
from wordfleet_print.limits import OUTPUT

ANSWER_SECONDS = 2
MOST_BYTES = 1_000
# A browser that starts needs some time until it has read a file.
READ_SECONDS = 10


def choose_file(rules: Path | None) -> Path:
    """Return the file for the link of the page that runs in this folder, with these rules.

    A page that runs in another folder saves its events there, so it has another file.
    """
    places = [str(path.resolve()) for path in (OUTPUT, rules) if path]
    digest = hashlib.sha256("\0".join(places).encode()).hexdigest()[:16]
    return platformdirs.user_state_path("wordfleet-print") / f"page-{digest}.json"


def remember_page(link: str, rules: Path | None) -> Callable[[], None]:
    """Write the owner's link into a file that only this user can read. Return a function that
    removes it.

    If the file cannot be written, a second start opens a page of its own.
    """
    file = choose_file(rules)
    try:
        write_all({file: json.dumps({"link": link}).encode()}, private=True)
    except CannotWriteError:
        return lambda: None
    return partial(_forget_page, file, link)


def _forget_page(file: Path, link: str) -> None:
    """Remove the file, unless another page has written it since."""
    if _read_link(file) == link:
        with suppress(OSError):
            file.unlink()


def find_running_page(rules: Path | None) -> str:
    """Return the owner's link of the page that runs, or "" if none does, or one of another
    version.
    """
    link = _read_link(choose_file(rules))
    return link if link and _is_answered(link) else ""


def wait_for_browser() -> None:
    """Wait until the browser has read the file with the link: only the other process is asked for
    it.
    """
    time.sleep(READ_SECONDS)


def _read_link(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            link = json.loads(opened.read(MOST_BYTES))["link"]
    except (OSError, ValueError, KeyError, TypeError):
        return ""
    return link if isinstance(link, str) else ""


def _is_answered(link: str) -> bool:
    """Return whether a page of this version answers at a link, and knows its key."""
    parts = urlsplit(link)
    try:
        connection = HTTPConnection(str(parts.hostname), parts.port, timeout=ANSWER_SECONDS)
        connection.request("GET", "/healthz")
        with connection.getresponse() as answer:
            about = json.loads(answer.read(MOST_BYTES))
        connection.request("HEAD", f"/?{parts.query}")
        with connection.getresponse() as answer:
            # A page that knows the key gives a cookie for it
            has_cookie = answer.getheader("Set-Cookie") is not None
            knows_key = has_cookie and answer.status == HTTPStatus.SEE_OTHER
        connection.close()
    except (OSError, ValueError, HTTPException):
        return False
    return knows_key and isinstance(about, dict) and about.get("version") == __version__
