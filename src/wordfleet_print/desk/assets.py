"""What pages load: styles, script, fonts and icon, each under an address that its content decides, kept for ever."""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from wordfleet_print.files import data_folder
from wordfleet_print.rulebook.text.web_fonts import FOLDER, WEB_FONTS

FOR_EVER = "public, max-age=31536000, immutable"
_KINDS = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}
_PACKED = ("css", "js", "svg")
_COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)


@dataclass(frozen=True)
class Asset:
    """A file that pages load."""

    name: str
    content: bytes

    @cached_property
    def address(self) -> str:
        """Where it stands, by its content."""
        stem, _, kind = self.name.rpartition(".")
        return f"/assets/{stem}-{hashlib.sha256(self.content).hexdigest()[:12]}.{kind}"

    @cached_property
    def packed(self) -> bytes:
        """Its content in gzip, the same bytes every time."""
        return gzip.compress(self.content, 9, mtime=0)

    def response(self, request: Request) -> Response:
        """It, packed where the browser takes that."""
        kind = self.name.rpartition(".")[2]
        return kept_for_ever(request, self.content, _KINDS[kind], self.packed if kind in _PACKED else None)


def kept_for_ever(request: Request, content: bytes, kind: str, packed: bytes | None) -> Response:
    """A response that may be kept for ever; in gzip where there is such and the browser takes it."""
    headers = {"Cache-Control": FOR_EVER}
    if packed is not None:
        headers["Vary"] = "Accept-Encoding"
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            content, headers["Content-Encoding"] = packed, "gzip"
    return Response(content, media_type=kind, headers=headers)


class Assets:
    """All of them, by name and by address."""

    def __init__(self) -> None:
        folder = data_folder("templates")
        fonts = [Asset(font.file, (FOLDER / font.file).read_bytes()) for font in WEB_FONTS if font.style == "normal"]
        self._held = {one.name: one for one in fonts}
        self._add(Asset("icon.svg", (folder / "site" / "icon.svg").read_bytes()))
        for script in ("desk.js", "event.js", "live.js"):
            self._add(Asset(script, (folder / "desk" / script).read_bytes()))
        events = (folder / "desk" / "event.css").read_text(encoding="utf-8")
        self._add(Asset("event.css", _COMMENT.sub("", events).encode()))
        self._add(Asset("desk.css", self._styles(folder).encode()))
        self._by_address = {one.address: one for one in self._held.values()}

    def _add(self, asset: Asset) -> None:
        self._held[asset.name] = asset

    def _styles(self, folder: Path) -> str:
        """The shop's style sheet, with what it imports and its fonts' addresses."""
        own = (folder / "desk" / "desk.css").read_text(encoding="utf-8")
        shared = (folder / "base.css").read_text(encoding="utf-8")
        faces = "".join(
            f'@font-face{{font-family:"{font.family}";font-weight:{font.weight};font-display:block;'
            f'src:url("{self.address(font.file)}")format("woff2")}}\n'
            for font in WEB_FONTS
            if font.style == "normal"
        )
        return faces + _COMMENT.sub("", own.replace('@import "../base.css";', shared, 1))

    def address(self, name: str) -> str:
        """Where the asset of that name stands."""
        return self._held[name].address

    def respond(self, request: Request) -> Response:
        """The asset at the request's address. Raises `HTTPException` where there is none."""
        found = self._by_address.get(request.url.path)
        if found is None:
            raise HTTPException(404)
        return found.response(request)
