"""Files that pages load, under addresses that change with their content; the rules, and the site made of them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path

import anyio
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.games import Library, packaged
from wordfleet_print.rulebook.page import FOLDER, WEB_FONTS
from wordfleet_print.services.words import read_library
from wordfleet_print.tracker.geometry import PAPERS
from wordfleet_print.web.render_worker import RenderWorker

FOREVER = "public, max-age=31536000, immutable"
KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "png": "image/png", "woff2": "font/woff2"}


@cache
def load_assets() -> dict[str, bytes]:
    """Return styles, scripts, fonts and the icon, by name."""
    folder, fonts = data_folder("templates"), [font for font in WEB_FONTS if font.style == "normal"]
    files = {font.file: (FOLDER / font.file).read_bytes() for font in fonts}
    files["icon.svg"] = (folder / "site" / "icon.svg").read_bytes()
    names = ("web.js", "event.js", "kit.js", "nav.css", "event.css")
    files |= {name: (folder / "web" / name).read_bytes() for name in names}
    faces = "".join(
        f'@font-face{{font-family:"{font.family}";font-weight:{font.weight};font-display:block;'
        f'src:url("{font.file}")format("woff2")}}\n'
        for font in fonts
    )
    own = (folder / "web" / "web.css").read_text(encoding="utf-8")
    base = (folder / "base.css").read_text(encoding="utf-8")
    files["web.css"] = (faces + own.replace('@import "../base.css";', base, 1)).encode() + files["nav.css"]
    return files


@cache
def find_asset_folder() -> str:
    """Return the address of all these files; it changes with their content, so browsers may keep each forever."""
    return f"/assets/{hashlib.sha256(b''.join(load_assets().values())).hexdigest()[:12]}"


def address_of(name: str) -> str:
    """Return the address of one of these files."""
    return f"{find_asset_folder()}/{name}"


def send_forever(name: str, content: bytes) -> Response:
    """Return a file that browsers may keep forever."""
    return Response(content, media_type=KINDS[name.rpartition(".")[2]], headers={"Cache-Control": FOREVER})


def send_asset(request: Request) -> Response:
    """Send a style, script, font or the icon. Raises `HTTPException` (404) for an unknown address."""
    name = request.path_params["name"]
    if name not in load_assets() or request.url.path != address_of(name):
        raise HTTPException(404)
    return send_forever(name, load_assets()[name])


class Books:
    """The bundled rules and their site; or a designer's folder, read and built again when it has changed.

    `faults` is what is wrong with a designer's rules; until it is corrected, sheets use the last good version.
    """

    def __init__(self, rules: Path | None, make_folder: Callable[[], Path], worker: RenderWorker) -> None:
        self._rules, self._make_folder, self._worker = rules, make_folder, worker
        self.faults: BadInputError | None = None
        self._library = packaged()
        self._read_stamp = ""
        self._reading, self._building = anyio.Semaphore(1), anyio.Semaphore(1)
        self._site: Path | None = None
        self._site_stamp: str | None = None
        self._pdfs: dict[tuple[str, str, bool], bytes] = {}

    async def rules(self) -> Library:
        """Return all rules; a designer's as they are now, or in their last good version."""
        if self._rules is None:
            return self._library
        async with self._reading:
            stamp = _stamp(self._rules.glob("*.md"))
            if stamp != self._read_stamp:
                try:
                    self._library = await anyio.to_thread.run_sync(read_library, self._rules)
                    self.faults = None
                except BadInputError as error:
                    self.faults = error
                self._read_stamp = stamp
        return self._library

    async def editions(self) -> Library:
        """Return the rules that sheets are printed by: the bundled ones if a designer's have no trackers."""
        library = await self.rules()
        return library if library.edition_slugs else packaged()

    async def file(self, name: str) -> bytes | None:
        """Return a file of the site, or None. Raises `WordfleetError` for rules that have faults."""
        async with self._building:
            if self._site is None:
                self._site = await anyio.to_thread.run_sync(self._make_folder)
            stamp = _stamp(self._rules.rglob("*")) if self._rules else ""
            if self._site_stamp != stamp:
                await self._worker.run(build_site_pages, self._site, self._rules)  # writes only what has changed
                self._site_stamp = stamp
        return file_in(self._site, name)

    async def pdf(self, slug: str, paper: str, *, is_own: bool, is_quick: bool) -> bytes:
        """Return a rulebook or its quick reference as a PDF. The bundled ones are kept, for they take seconds to set.

        Raises as `print_book`.
        """
        wanted = slug, paper, is_quick
        content = self._pdfs.get(wanted) if not is_own else None
        if content is None:
            content = await self._worker.run(print_book, slug, paper, self._rules if is_own else None, is_quick)
        if not is_own:
            self._pdfs[wanted] = content
        return content


def build_site_pages(folder: Path, rules: Path | None) -> None:
    """Build the site's HTML pages, without downloads, in a folder. Raises as `publish_site`."""
    from wordfleet_print.services.publish import publish_site
    from wordfleet_print.settings.games import SiteSettings

    publish_site(SiteSettings(output=folder, rules=rules, downloads=False))


def print_book(slug: str, paper: str, rules: Path | None, is_quick: bool) -> bytes:
    """Return a rulebook, or its quick reference, as the command line prints it. Raises as `print_files`."""
    from wordfleet_print.rulebook.page import BookSettings
    from wordfleet_print.rulebook.pdf import BOOK, QUICK, print_files

    kinds = (QUICK if is_quick else BOOK,)
    (printed,) = print_files(read_library(rules).rules(slug), BookSettings(PAPERS[paper]), kinds)
    if not printed.content:
        raise BadInputError(f"{printed.notes[0]}.")
    return printed.content


def file_in(folder: Path, name: str) -> bytes | None:
    """Return a file of a site's folder; None if it is missing, hidden or a link."""
    folder = folder.resolve()
    path = folder / name
    try:
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        return path.read_bytes() if not hidden and path.is_file() and path.resolve() == path else None
    except (OSError, ValueError):  # not a possible file name
        return None


def _stamp(files: Iterable[Path]) -> str:
    stamps = []
    for file in sorted(files):
        with suppress(OSError):  # gone since it was listed
            stamps.append((str(file), file.stat().st_mtime_ns, file.stat().st_size))
    return blake2b(repr(stamps).encode(), digest_size=8).hexdigest()
