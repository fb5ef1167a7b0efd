"""What pages load under lasting addresses; the rule books, made when first asked for."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import shutil
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

import anyio
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.games import Library, packaged
from wordfleet_print.rulebook.web_fonts import FOLDER, WEB_FONTS
from wordfleet_print.services.own_rules import read_library
from wordfleet_print.web.settings import TemporaryFolder

FOR_EVER = "public, max-age=31536000, immutable"
_TEXTS = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}
_PACKED = {"png": "image/png", "woff2": "font/woff2"}
_BLANK = re.compile(r"(?:/\*.*?\*/|\s)+", re.DOTALL)  # nobody reads them in a browser
_MARGIN = re.compile(r"^ *(?://.*\n)?", re.MULTILINE)  # nor those of a script


def kept_for_ever(request: Request, name: str, content: bytes) -> Response:
    """A file that may be kept for ever; texts in gzip where the browser takes that."""
    headers, kind = {"Cache-Control": FOR_EVER}, name.rpartition(".")[2]
    if kind in _TEXTS:
        headers["Vary"] = "Accept-Encoding"
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            content, headers["Content-Encoding"] = _packed(content), "gzip"
    return Response(content, media_type={**_TEXTS, **_PACKED}[kind], headers=headers)


@lru_cache(maxsize=200)
def _packed(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)  # the same bytes every time


class Assets:
    """What pages load, each at an address by its content."""

    def __init__(self) -> None:
        self._addresses: dict[str, str] = {}
        self._held: dict[str, bytes] = {}
        folder, fonts = data_folder("templates"), [font for font in WEB_FONTS if font.style == "normal"]
        for font in fonts:
            self._add(font.file, (FOLDER / font.file).read_bytes())
        self._add("icon.svg", (folder / "site" / "icon.svg").read_bytes())
        for script in ("web.js", "event.js", "kit.js", "live.js"):
            self._add(script, _MARGIN.sub("", (folder / "web" / script).read_text(encoding="utf-8")).encode())
        events, own, shared = (
            (folder / name).read_text(encoding="utf-8") for name in ("web/event.css", "web/web.css", "base.css")
        )
        self._add("event.css", _BLANK.sub(" ", events).encode())
        faces = "".join(
            f'@font-face{{font-family:"{font.family}";font-weight:{font.weight};font-display:block;'
            f'src:url("{self.address(font.file)}")format("woff2")}}\n'
            for font in fonts
        )
        styles = faces + _BLANK.sub(" ", own.replace('@import "../base.css";', shared, 1))
        self._add("web.css", styles.encode())

    def _add(self, name: str, content: bytes) -> None:
        stem, _, kind = name.rpartition(".")
        self._addresses[name] = f"/assets/{stem}-{hashlib.sha256(content).hexdigest()[:12]}.{kind}"
        self._held[self._addresses[name]] = content

    def address(self, name: str) -> str:
        """Where the asset of that name stands."""
        return self._addresses[name]

    def respond(self, request: Request) -> Response:
        """The asset at the request's address. Raises `HTTPException` where there is none."""
        if request.url.path not in self._held:
            raise HTTPException(404)
        return kept_for_ever(request, request.url.path, self._held[request.url.path])


class Books:
    """The bundled rules and their site; or a designer's, read and built again when one of these has changed.

    `amiss` is what is wrong with a designer's rules since they were last read well; sheets are printed as they were.
    """

    def __init__(self, rules: Path | None, folder: TemporaryFolder) -> None:
        self._rules, self._root = rules, folder
        self.amiss: BadInputError | None = None
        self._library = packaged()
        self._read, self._reading = "", anyio.Semaphore(1)
        self._turn = anyio.Semaphore(1)
        self._folder: Path | None = None
        self._state = ""

    @property
    def live(self) -> bool:
        """Whether they are a designer's, who is writing them."""
        return self._rules is not None

    def state(self) -> str:
        """Names the state of a designer's files: another when one of them has changed."""
        return _stamp(self._rules.rglob("*")) if self._rules else ""

    async def rules(self) -> Library:
        """All rules; a designer's as they are now, or as they were last without faults."""
        if self._rules is None:
            return self._library
        async with self._reading:
            await anyio.to_thread.run_sync(self._look, self._rules)
        return self._library

    async def editions(self) -> Library:
        """The rules that sheets are printed by: the bundled ones where a designer's have no trackers."""
        found = await self.rules()
        return found if found.edition_slugs else packaged()

    def _look(self, folder: Path) -> None:
        """Read them again where they have changed."""
        stamp = _stamp(folder.glob("*.md"))
        if stamp == self._read:
            return
        try:
            self._library, self.amiss = read_library(folder), None
        except BadInputError as error:
            self.amiss = error
        self._read = stamp

    async def file(self, name: str) -> bytes | None:
        """A file of the site; None where there is none such. Raises `WordfleetError` for rules that have faults."""
        async with self._turn:
            state = self.state()
            if self._folder is None or state != self._state:
                built = await anyio.to_thread.run_sync(self._built)
                if self._folder:
                    shutil.rmtree(self._folder, ignore_errors=True)
                self._folder, self._state = built, state
        return file_in(self._folder, name)

    def _built(self) -> Path:
        from wordfleet_print.services.publish import publish_site
        from wordfleet_print.site.build import SiteSettings

        folder = self._root.new()
        try:
            publish_site(SiteSettings(folder, rules=self._rules, downloads=False))
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return folder


def file_in(folder: Path, name: str) -> bytes | None:
    """A file of a site's folder; None where there is none, or only a hidden one, or one by a link."""
    folder = folder.resolve()
    path = folder / name
    try:
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        return path.read_bytes() if not hidden and path.is_file() and path.resolve() == path else None
    except (OSError, ValueError):  # no name that a file could have there
        return None


def _stamp(files: Iterable[Path]) -> str:
    stamps = [(str(file), found.st_mtime_ns, found.st_size) for file in sorted(files) if (found := _stat(file))]
    return blake2b(repr(stamps).encode(), digest_size=8).hexdigest()


def _stat(file: Path) -> os.stat_result | None:
    try:
        return file.stat()
    except OSError:  # gone since it was listed
        return None
