"""Who may see what: a link with an access key is exchanged for a sealed cookie, and each address
needs a role.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
import stat
import sys
from collections.abc import Callable, Mapping
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.files import write_all
from wordfleet_print.web.settings import ServerSettings

# The query parameter of a link that holds the access key.
KEY_FIELD = "key"
KEY_BYTES = 16
KEY_PATTERN = re.compile(r"[A-Za-z0-9_-]{22,100}")
READS = ("GET", "HEAD")
# Characters; ours have fewer than 200.
LONGEST_ADDRESS = 2_000


class Role(IntEnum):
    """Which link a visitor used: none (or one player’s), the guests', or the owner's."""

    NOBODY = 0
    GUEST = 1
    OWNER = 2


class Visitor(NamedTuple):
    """The sender of a request. `id` is the random part of their cookie, or their address if they
    have none.
    """

    role: Role = Role.NOBODY
    id: str = ""


# The role that an address needs, by its first part. Every other address is for the owner.
NEEDED_ROLES: dict[str, Role] = {
    **dict.fromkeys(("assets", "favicon.ico", "healthz", "mine"), Role.NOBODY),
    **dict.fromkeys(("", "table", "sheets", "preview", "reprint"), Role.GUEST),
    **dict.fromkeys(("rules", "book", "kit", "covers.css"), Role.GUEST),
}


class AccessKeys:
    """The keys of the owner's and the guests' link, and the cookies given for them; cookies end
    with the process.
    """

    def __init__(self, key: str | None = None) -> None:
        owner_key = key or secrets.token_urlsafe(KEY_BYTES)
        guest_key = hmac.new(owner_key.encode(), b"guests", hashlib.sha256).hexdigest()[:32]
        self._keys = {Role.OWNER: owner_key, Role.GUEST: guest_key}
        self._secret = secrets.token_bytes(32)
        self.on_owner: Callable[[], None] = lambda: None
        """Called when the owner's link is used."""

    def make_link(self, address: str, role: Role = Role.OWNER) -> str:
        """Return the link that gives a role, for an address that ends in a slash."""
        return f"{address}?{KEY_FIELD}={self._keys[role]}"

    def role_of(self, key: str) -> Role:
        """Return the role that a key gives."""
        roles = [
            role
            for role, own in self._keys.items()
            if hmac.compare_digest(key.encode(), own.encode())
        ]
        return max(roles, default=Role.NOBODY)

    def make_cookie(self, role: Role, visitor_id: str = "") -> str:
        """Return a cookie: role and id, a random one unless it is given, sealed so that nobody can
        change either.
        """
        content = f"{int(role)}.{visitor_id or secrets.token_hex(KEY_BYTES)}"
        return (
            f"{content}.{hmac.new(self._secret, content.encode(), hashlib.sha256).hexdigest()[:32]}"
        )

    def read_cookie(self, cookie: str) -> Visitor | None:
        """Return the visitor of a cookie, or None if the cookie is not ours."""
        visitor_id = cookie.split(".")[1] if "." in cookie else ""
        for role in self._keys:
            if hmac.compare_digest(cookie.encode(), self.make_cookie(role, visitor_id).encode()):
                return Visitor(role, visitor_id)
        return None


class AuthMiddleware:
    """Refuse other hosts' requests and other sites' forms; exchange links for cookies (RFC 6265);
    check roles.
    """

    def __init__(self, app: ASGIApp, keys: AccessKeys, settings: ServerSettings) -> None:
        self._app = app
        self._keys = keys
        self._settings = settings
        self._cookie = f"wordfleet-{settings.port}"  # cookies are shared by all ports of a host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or send a link's visitor to the address without the key. Raises
        `HTTPException`.
        """
        redirect = self._admit(Request(scope)) if scope["type"] == "http" else None
        await (redirect or self._app)(scope, receive, send)

    def _admit(self, request: Request) -> RedirectResponse | None:
        host = request.headers.get("host", "").lower()
        path = request.scope["path"]
        is_read = request.method in READS
        visitor = request.scope["visitor"] = self._find_visitor(request)
        if len(path) + len(request.scope["query_string"]) > LONGEST_ADDRESS:
            raise HTTPException(414)
        if not self._settings.answers_to(host):
            raise HTTPException(421)
        if not is_read and not is_same_site(request.headers):
            raise HTTPException(403)
        role = self._keys.role_of(request.query_params.get(KEY_FIELD, ""))
        if is_read and KEY_FIELD in request.query_params and (role or visitor.role):
            return self._exchange_link(request, role, visitor)
        # Addresses that are not listed are the owner's, so a new route is never open by mistake
        if visitor.role < NEEDED_ROLES.get(path.lstrip("/").partition("/")[0], Role.OWNER):
            # Details that name a page in problems.toml
            raise HTTPException(403, "owner only" if visitor.role else "needs link")
        return None

    def _find_visitor(self, request: Request) -> Visitor:
        """Return who sent a request, by the cookie or, without one, by the address."""
        visitor = self._keys.read_cookie(request.cookies.get(self._cookie, ""))
        if visitor:
            return visitor
        return Visitor(Role.NOBODY, request.client.host if request.client else "")

    def _exchange_link(self, request: Request, role: Role, visitor: Visitor) -> RedirectResponse:
        """Send a link's visitor to the address without the key, with a cookie for a new role."""
        response = RedirectResponse("/" + request.url.path.lstrip("/\\"), 303)
        # The guests' link on the owner's own screen must not make the owner a guest
        if role > visitor.role:
            host = request.headers.get("host", "").lower()
            cookie = self._keys.make_cookie(role)
            secure = self._settings.origin == f"https://{host}"
            response.set_cookie(self._cookie, cookie, httponly=True, samesite="lax", secure=secure)
        if role is Role.OWNER:
            self._keys.on_owner()
        return response


def visitor_of(request: HTTPConnection) -> Visitor:
    """Return who sent a request."""
    visitor: Visitor = request.scope["visitor"]
    return visitor


# Headers of every response, unless the response sets its own.
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "font-src 'self'; img-src 'self'; connect-src 'self'; frame-src blob: 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def add_security_headers(app: ASGIApp) -> ASGIApp:
    """Return an application that adds `HEADERS` to every response that does not set them itself."""

    async def call(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await app(scope, receive, send_with_headers)

    return call


def is_same_site(headers: Headers) -> bool:
    """Return whether a form was sent by a page of ours, as far as browsers say (Fetch Metadata; RFC
    6454).

    Pages that send no referrer send the origin “null” with their forms; then Fetch Metadata
    decides.
    """
    site = headers.get("sec-fetch-site")
    origin = headers.get("origin")
    if (
        origin not in {None, "null"}
        and str(origin).lower().partition("://")[2] != headers.get("host", "").lower()
    ):
        return False
    return site in {"same-origin", "none"} if site else origin != "null"


def read_key(file: Path) -> str:
    """Return the key in a file; create the file, readable by its owner only, if it does not exist.

    Raises `BadInputError` for a file that others may read, that is a link or no file, or holds no
    key; `CannotWriteError`.
    """
    if (
        file.parent.is_dir() and not file.exists() and not file.is_symlink()
    ):  # a mistyped path makes no folders
        write_all({file: f"{secrets.token_urlsafe(KEY_BYTES)}\n".encode()}, private=True)
    try:
        # A pipe that nobody writes into must not stop us
        handle = os.open(
            file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        )
        with os.fdopen(handle, "rb") as opened:
            status = os.fstat(opened.fileno())
            content = opened.read(1000)
    except OSError as error:
        what = f"{file} cannot be the key file: {error.strerror}."
        raise BadInputError(
            Problem(what, advice="Name a file in a folder that exists, no link and no folder.")
        ) from error
    mode = status.st_mode
    if sys.platform != "win32" and (
        not stat.S_ISREG(mode) or mode & 0o077 or status.st_uid != os.geteuid()
    ):
        tip = f"Delete it to get a new one, or type: chmod 600 {file}"
        raise BadInputError(
            Problem(
                f"{file}: other people can read this key, or the file is not yours.", advice=tip
            )
        )
    key = content.decode("ascii", "replace").strip()
    if not KEY_PATTERN.fullmatch(key):
        what = "holds no key, which has at least 22 letters, digits, hyphens or underscores."
        raise BadInputError(Problem(f"{file}: {what}", advice="Delete it to get a new one."))
    return key
