"""The books: the site's pages, made when somebody first asks for one, in a folder that goes with the shop."""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory

import anyio


class Books:
    """The site of the bundled rules; or of a designer's, built again when one of these has changed."""

    def __init__(self, rules: Path | None) -> None:
        self._rules = rules
        self._turn = anyio.Semaphore(1)
        self._folder: TemporaryDirectory[str] | None = None
        self._state = ""

    @property
    def live(self) -> bool:
        """Whether they are a designer's, who is writing them."""
        return self._rules is not None

    def state(self) -> str:
        """Names the state of a designer's files: another when one of them has changed."""
        files = sorted(self._rules.rglob("*")) if self._rules else []
        stamps = [(str(file), found.st_mtime_ns, found.st_size) for file in files if (found := _stat(file))]
        return blake2b(repr(stamps).encode(), digest_size=8).hexdigest()

    async def file(self, name: str) -> bytes | None:
        """A file of the site; None where there is none such. Raises `WordfleetError` for rules that have faults."""
        async with self._turn:
            state = self.state() if self.live else ""
            if self._folder is None or state != self._state:
                built = await anyio.to_thread.run_sync(self._built)
                self.close()
                self._folder, self._state = built, state
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


def _stat(file: Path) -> os.stat_result | None:
    try:
        return file.stat()
    except OSError:  # gone since it was listed
        return None
