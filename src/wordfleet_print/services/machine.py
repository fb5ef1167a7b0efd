"""What this machine can print, and how to get the rest."""

from __future__ import annotations

from importlib.util import find_spec

from wordfleet_print.errors import MissingDependencyError
from wordfleet_print.messages import plural

WEB = ("starlette", "uvicorn", "python_multipart", "watchfiles")
"""What the extra `web` brings."""
GET_WEB = 'python -m pip install "wordfleet-print[web]" (in a checkout: pip install ".[web]")'


def missing_for_web() -> list[str]:
    """The packages of the extra `web` that are missing."""
    return [name for name in WEB if find_spec(name) is None]


def check_web() -> None:
    """Raises `MissingDependencyError` without the extra `web`."""
    if missing := missing_for_web():
        raise MissingDependencyError(
            f"Pages in the browser need {', '.join(missing)}, which {plural(len(missing), 'is', 'are')} not installed.",
            tip=f"To get it: {GET_WEB}",
        )
