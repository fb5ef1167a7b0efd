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
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.files import OTHERS_ACCESS, write_all
from wordfleet_print.web.settings import ServerSettings

# The query parameter of a link that holds the access key.
KEY_FIELD = "key"
KEY_BYTES = 16
KEY_PATTERN = re.compile(r"[A-Za-z0-9_-]{22,100}")
# Hexadecimal digits of a seal or of a key that is derived from another: 128 bits.
HEX_DIGITS = 32
# No key file of ours is longer.
MOST_KEY_FILE_BYTES = 1_000
# Requests that only look at something.
READ_METHODS = ("GET", "HEAD")
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
        guest_key = seal(owner_key.encode(), "guests")
        self._keys = {Role.OWNER: owner_key, Role.GUEST: guest_key}
        self._secret = secrets.token_bytes(32)
        self.on_owner: Callable[[], None] = lambda: None
        """Called when the owner's link is used."""

    def make_link(self, address: str, role: Role = Role.OWNER) -> str:
        """Return the link that gives a role, for an address that ends in a slash."""
        return f"{address}?{KEY_FIELD}={self._keys[role]}"

    def role_of(self, key: str) -> Role:
        """Return the role that a key gives."""
        for role, own_key in self._keys.items():
            if hmac.compare_digest(key.encode(), own_key.encode()):
                return role
        return Role.NOBODY

    def make_cookie(self, role: Role, visitor_id: str = "") -> str:
        """Return a cookie, “ROLE.ID.SEAL”: the seal lets nobody change role or id.

        The id is random unless it is given.
        """
        content = f"{int(role)}.{visitor_id or secrets.token_hex(KEY_BYTES)}"
        return f"{content}.{seal(self._secret, content)}"

    def read_cookie(self, cookie: str) -> Visitor | None:
        """Return the visitor of a cookie, or None if the cookie is not ours."""
        visitor_id = cookie.split(".")[1] if "." in cookie else ""
        # The cookie is ours if we would make the same for this id and one of the roles
        for role in self._keys:
            own_cookie = self.make_cookie(role, visitor_id)
            if hmac.compare_digest(cookie.encode(), own_cookie.encode()):
                return Visitor(role, visitor_id)
        return None


def seal(secret: bytes, text: str) -> str:
    """Return the digest of a text that only somebody with the secret can make (HMAC, RFC 2104)."""
    return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()[:HEX_DIGITS]


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
        """Return where to send a visitor who comes by a link with a key; None passes the request
        on. Raises `HTTPException` for a request that is refused.
        """
        path = request.scope["path"]
        visitor = self._find_visitor(request)
        request.scope["visitor"] = visitor
        if len(path) + len(request.scope["query_string"]) > LONGEST_ADDRESS:
            raise HTTPException(HTTPStatus.REQUEST_URI_TOO_LONG)
        if not self._settings.answers_to(request.headers.get("host", "")):
            raise HTTPException(HTTPStatus.MISDIRECTED_REQUEST)
        is_read = request.method in READ_METHODS
        if not is_read and not is_same_site(request.headers):
            raise HTTPException(HTTPStatus.FORBIDDEN)
        if is_read and KEY_FIELD in request.query_params:
            role_of_link = self._keys.role_of(request.query_params[KEY_FIELD])
            # An old link still leads a visitor with a cookie to its page
            if max(role_of_link, visitor.role) > Role.NOBODY:
                return self._exchange_link(request, role_of_link, visitor)
        first_part = path.lstrip("/").partition("/")[0]
        # Addresses that are not listed are the owner's, so a new route is never open by mistake
        if visitor.role < NEEDED_ROLES.get(first_part, Role.OWNER):
            # Details that name a page in problems.toml
            detail = "needs link" if visitor.role is Role.NOBODY else "owner only"
            raise HTTPException(HTTPStatus.FORBIDDEN, detail)
        return None

    def _find_visitor(self, request: Request) -> Visitor:
        """Return who sent a request, by the cookie or, without one, by the address."""
        visitor = self._keys.read_cookie(request.cookies.get(self._cookie, ""))
        if visitor:
            return visitor
        return Visitor(Role.NOBODY, request.client.host if request.client else "")

    def _exchange_link(self, request: Request, role: Role, visitor: Visitor) -> RedirectResponse:
        """Send a link's visitor to the address without the key, with a cookie for a new role."""
        # Two slashes at the beginning would lead to another host
        path = "/" + request.url.path.lstrip("/\\")
        response = RedirectResponse(path, HTTPStatus.SEE_OTHER)
        # The guests' link on the owner's own screen must not make the owner a guest
        if role > visitor.role:
            cookie = self._keys.make_cookie(role)
            host = request.headers.get("host", "").lower()
            # By https the browser shall not send it by http, too
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
    """Return an application that answers as `app` does, with `HEADERS` that `app` does not set."""

    async def call_app(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await app(scope, receive, send_with_headers)

    return call_app


def is_same_site(headers: Headers) -> bool:
    """Return whether a form was sent by a page of ours, as far as browsers say (Fetch Metadata; RFC
    6454).

    Pages that send no referrer send the origin “null” with their forms; then Fetch Metadata
    decides. A program that is no browser sends neither header: it has no other site's visitors.
    """
    origin = headers.get("origin")
    if origin is not None and origin != "null":
        origin_host = origin.lower().partition("://")[2]
        if origin_host != headers.get("host", "").lower():
            return False
    fetch_site = headers.get("sec-fetch-site")
    if fetch_site:
        return fetch_site in {"same-origin", "none"}
    return origin != "null"


def read_key(file: Path) -> str:
    """Return the key in a file; create the file, readable by its owner only, if it does not exist.

    Raises `BadInputError` for a file that others may read, that is a link or no file, or holds no
    key; `CannotWriteError`.
    """
    # Only in a folder that exists: a mistyped path makes no folders
    if file.parent.is_dir() and not file.exists() and not file.is_symlink():
        write_all({file: f"{secrets.token_urlsafe(KEY_BYTES)}\n".encode()}, private=True)
    flags = os.O_RDONLY
    flags |= getattr(os, "O_NOFOLLOW", 0)  # Windows has neither flag
    flags |= getattr(os, "O_NONBLOCK", 0)  # a pipe that nobody writes into must not stop us
    try:
        with os.fdopen(os.open(file, flags), "rb") as opened:
            status = os.fstat(opened.fileno())
            content = opened.read(MOST_KEY_FILE_BYTES)
    except OSError as error:
        what = f"{file} cannot be the key file: {error.strerror}."
        raise BadInputError(
            Problem(what, advice="Name a file in a folder that exists, no link and no folder.")
        ) from error
    if not _is_private(status):
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


def _is_private(status: os.stat_result) -> bool:
    """Return whether a file is regular, this user's, and nobody else's to read; Windows does not
    say.
    """
    if sys.platform == "win32":
        return True
    is_mine = status.st_uid == os.geteuid()
    return is_mine and stat.S_ISREG(status.st_mode) and not status.st_mode & OTHERS_ACCESS
