"""Who is let in: a link with the shop's key is exchanged for a cookie, and each page is for whoever came by which link.

The key is in no cookie, no log, no page: 128 random bits, drawn at each start or kept in a file of the owner's alone.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
import stat
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from wordfleet_print.errors import BadInputError
from wordfleet_print.files import write_all
from wordfleet_print.web.settings import Settings

KEY = "key"
"""What a link's key is called in its address."""
LOCKED, FOR_THE_OWNER = "locked", "for the owner"
"""The details of a 403: for whoever came by no link, and for guests."""
_BITS = 128
_A_KEY = re.compile(r"[A-Za-z0-9_-]{22,100}")


class Role(IntEnum):
    """By which link somebody came: by none, or one captain's; by the guests'; by that of whoever started the shop."""

    NOBODY = 0
    GUEST = 1
    OWNER = 2


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever sent a request, and by what random name their cookie tells them from others."""

    role: Role = Role.NOBODY
    name: str = ""

    def sees(self, whose: str) -> bool:
        """Whether what was made for the visitor of that name may be shown to this one."""
        return self.role is Role.OWNER or (self.role is Role.GUEST and self.name == whose)


NOBODY = Visitor()
_DOORS: dict[str, Role] = {
    **dict.fromkeys(("assets", "favicon.ico", "healthz", "mine"), Role.NOBODY),
    **dict.fromkeys(("", "tracker", "sheets", "preview", "again", "rules", "live", "kit"), Role.GUEST),
}
"""Who may go to which address, by its first part; wherever nothing is said, only the owner."""


class Keys:
    """The keys of a shop's links, and the cookies that it gives for them, which end with it."""

    def __init__(self, key: str | None = None) -> None:
        self._keys = {Role.OWNER: key or secrets.token_urlsafe(_BITS // 8)}
        self._keys[Role.GUEST] = hmac.new(self._keys[Role.OWNER].encode(), b"guests", hashlib.sha256).hexdigest()[:32]
        self._seal = secrets.token_bytes(32)
        self.used: Callable[[], None] = lambda: None
        """Called whenever the owner's link has let somebody in."""

    def link(self, address: str, role: Role = Role.OWNER) -> str:
        """The link that opens the shop at an address that ends in a slash."""
        return f"{address}?{KEY}={self._keys[role]}"

    def opens(self, key: str) -> Role:
        """What a key opens."""
        found = [role for role, ours in self._keys.items() if hmac.compare_digest(key.encode(), ours.encode())]
        return max(found, default=Role.NOBODY)

    def cookie(self, role: Role) -> str:
        """A cookie's value for somebody who is let in so: their random name, sealed."""
        name = secrets.token_hex(_BITS // 8)
        return f"{int(role)}.{name}.{self._sealed(role, name)}"

    def visitor(self, cookie: str) -> Visitor:
        """Whose cookie it is; nobody's where it is not one of ours."""
        number, _, rest = cookie.partition(".")
        name, _, seal = rest.partition(".")
        for role in (Role.OWNER, Role.GUEST):
            if number == str(int(role)) and hmac.compare_digest(seal.encode(), self._sealed(role, name).encode()):
                return Visitor(role, name)
        return NOBODY

    def _sealed(self, role: Role, name: str) -> str:
        return hmac.new(self._seal, f"{int(role)}.{name}".encode(), hashlib.sha256).hexdigest()[:32]


class Gate:
    """Lets each visitor in as far as their link does, and exchanges links for cookies (RFC 6265)."""

    def __init__(self, app: ASGIApp, keys: Keys, settings: Settings) -> None:
        self._app, self._keys, self._settings = app, keys, settings
        self._cookie = f"wordfleet-{settings.port}"  # cookies know no ports

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or raise `HTTPException` (403)."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        told = [part.strip().partition("=") for part in request.headers.get("cookie", "").split(";")]
        ours = [self._keys.visitor(value) for name, _, value in told if name == self._cookie]
        visitor = max(ours, key=lambda one: one.role, default=NOBODY)
        scope["visitor"] = visitor
        key = request.query_params.get(KEY)
        if key is not None and request.method in {"GET", "HEAD"} and (visitor.role or self._keys.opens(key)):
            await self._exchanged(request, key, visitor)(scope, receive, send)
            return
        if visitor.role < _DOORS.get(scope["path"].lstrip("/").partition("/")[0], Role.OWNER):
            raise HTTPException(403, FOR_THE_OWNER if visitor.role else LOCKED)
        await self._app(scope, receive, send)

    def _exchanged(self, request: Request, key: str, visitor: Visitor) -> RedirectResponse:
        """A link's answer: the clean address, and a cookie unless the visitor's own opens as much."""
        answer = RedirectResponse("/" + request.url.path.lstrip("/\\"), 303)
        role = self._keys.opens(key)
        if role > visitor.role:
            host, in_front = request.headers.get("host", "").lower(), self._settings.origin
            sealed, secure = self._keys.cookie(role), in_front.lower() == f"https://{host}"
            answer.set_cookie(self._cookie, sealed, httponly=True, samesite="lax", secure=secure)
        if role is Role.OWNER:
            self._keys.used()
        return answer


def visitor_of(request: Request) -> Visitor:
    """Who sent a request."""
    found: Visitor = request.scope.get("visitor", NOBODY)
    return found


def read_key(file: Path) -> str:
    """The key in a file, which is made where it is missing, for its owner's eyes only.

    Raises `BadInputError` for a file that others may read, that is none or a link, or holds no key; `CannotWriteError`.
    """
    if not file.is_symlink() and not file.exists():
        write_all({file: f"{secrets.token_urlsafe(_BITS // 8)}\n".encode()}, private=True)
    try:
        if file.is_symlink():
            raise OSError
        handle = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(handle, "rb") as opened:
            found, content = os.fstat(opened.fileno()), opened.read(1000)
    except OSError as error:
        raise BadInputError(f"{file}: no file that a key could be in.", tip="Name a file that is no link.") from error
    mode = found.st_mode
    if os.name == "posix" and (not stat.S_ISREG(mode) or mode & 0o077 or found.st_uid != os.geteuid()):
        tip = f"Remove it, and a new one is made; or type: chmod 600 {file}"
        raise BadInputError(f"{file}: others than you may read this key, or it is not your file.", tip=tip)
    key = content.decode("ascii", "replace").strip()
    if not _A_KEY.fullmatch(key):
        what = "holds no key: 22 letters, digits, hyphens or underscores at least."
        raise BadInputError(f"{file}: {what}", tip="Remove it, and a new one is made.")
    return key
