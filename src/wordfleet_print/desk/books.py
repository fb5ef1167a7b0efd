"""The books: the site's pages, made when somebody first asks for one, in a folder that goes with the shop."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import anyio


class Books:
    """The site of the bundled rules, or of a designer's."""

    def __init__(self, rules: Path | None) -> None:
        self._rules = rules
        self._turn = anyio.Semaphore(1)
        self._folder: TemporaryDirectory[str] | None = None

    async def file(self, name: str) -> bytes | None:
        """A file of the site; None where there is none such. Raises `WordfleetError` for rules that have faults."""
        async with self._turn:
            if self._folder is None:
                self._folder = await anyio.to_thread.run_sync(self._built)
        folder = Path(self._folder.name).resolve()
        if any(part.startswith(".") for part in name.split("/")):
            return None
        try:
            path = (folder / name).resolve()
            return path.read_bytes() if path.is_relative_to(folder) and path.is_file() else None
        except (OSError, ValueError):  # no name that a file could have
            return None

    def _built(self) -> TemporaryDirectory[str]:
        from wordfleet_print.jobs.site import SiteRequest
        from wordfleet_print.rulebook.site.build import Site

        folder = TemporaryDirectory(prefix="wordfleet-print-")
        try:
            SiteRequest(Site(Path(folder.name), rules=self._rules, downloads=False)).build()
        except BaseException:
            folder.cleanup()
            raise
        return folder

    def close(self) -> None:
        """Put the books away."""
        if self._folder:
            self._folder.cleanup()
            self._folder = None
