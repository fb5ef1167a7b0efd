"""Who may see what: a link with an access key is exchanged for a sealed cookie, and each address needs a role."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
import stat
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

import anyio
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wordfleet_print.errors import BadInputError
from wordfleet_print.files import write_all
from wordfleet_print.web.settings import ServerSettings

# The query parameter of a link that holds the access key.
KEY_FIELD = "key"
KEY_BYTES = 16
KEY_PATTERN = re.compile(r"[A-Za-z0-9_-]{22,100}")
# Details of a 403, which name its page in problems.toml.
NEEDS_LINK = "needs link"
OWNER_ONLY = "owner only"


class Role(IntEnum):
    """Which link a visitor used: none (or one player’s), the guests', or the owner's."""

    NOBODY = 0
    GUEST = 1
    OWNER = 2


@dataclass(frozen=True, slots=True)
class Visitor:
    """The sender of a request. `id` is the random part of their cookie, or their address if they have none."""

    role: Role = Role.NOBODY
    id: str = ""

    def may_see(self, owner: Visitor) -> bool:
        """Return whether this visitor may see what was made for `owner`."""
        return self.role is Role.OWNER or (self.role is Role.GUEST and self.id == owner.id)


# The role that an address needs, by its first part. Every other address is for the owner.
NEEDED_ROLES: dict[str, Role] = {
    **dict.fromkeys(("assets", "favicon.ico", "healthz", "mine"), Role.NOBODY),
    **dict.fromkeys(("", "table", "sheets", "preview", "reprint", "rules", "kit"), Role.GUEST),
}


class AccessKeys:
    """The keys of the owner's and the guests' link, and the cookies given for them; cookies end with the process."""

    def __init__(self, key: str | None = None) -> None:
        owner_key = key or secrets.token_urlsafe(KEY_BYTES)
        guest_key = hmac.new(owner_key.encode(), b"guests", hashlib.sha256).hexdigest()[:32]
        self._keys = {Role.OWNER: owner_key, Role.GUEST: guest_key}
        self._secret = secrets.token_bytes(32)
        self.on_owner: Callable[[], None] = lambda: None
        """Called when the owner's link is used."""

    def link(self, address: str, role: Role = Role.OWNER) -> str:
        """Return the link that gives a role, for an address that ends in a slash."""
        return f"{address}?{KEY_FIELD}={self._keys[role]}"

    def role_of(self, key: str) -> Role:
        """Return the role that a key gives."""
        found = [role for role, own in self._keys.items() if hmac.compare_digest(key.encode(), own.encode())]
        return max(found, default=Role.NOBODY)

    def make_cookie(self, role: Role) -> str:
        """Return a new cookie: role and random id, sealed so that nobody can change either."""
        visitor_id = secrets.token_hex(KEY_BYTES)
        return f"{int(role)}.{visitor_id}.{self._seal(role, visitor_id)}"

    def read_cookie(self, cookie: str) -> Visitor | None:
        """Return the visitor of a cookie, or None if the cookie is not ours."""
        number, _, rest = cookie.partition(".")
        visitor_id, _, seal = rest.partition(".")
        for role in (Role.OWNER, Role.GUEST):
            if number == str(int(role)) and hmac.compare_digest(seal.encode(), self._seal(role, visitor_id).encode()):
                return Visitor(role, visitor_id)
        return None

    def _seal(self, role: Role, visitor_id: str) -> str:
        return hmac.new(self._secret, f"{int(role)}.{visitor_id}".encode(), hashlib.sha256).hexdigest()[:32]


class AuthMiddleware:
    """Find the visitor, exchange links for cookies (RFC 6265), and refuse addresses that need another role."""

    def __init__(self, app: ASGIApp, keys: AccessKeys, settings: ServerSettings) -> None:
        self._app, self._keys, self._settings = app, keys, settings
        self._cookie = f"wordfleet-{settings.port}"  # cookies are shared by all ports of a host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or raise `HTTPException` (403)."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        # A browser may send several cookies of this name (another path, another port): the best one counts
        pairs = [part.strip().partition("=") for part in request.headers.get("cookie", "").split(";")]
        visitors = [self._keys.read_cookie(value) for name, _, value in pairs if name == self._cookie]
        nobody = Visitor(Role.NOBODY, request.client.host if request.client else "")
        scope["visitor"] = visitor = max(filter(None, visitors), key=lambda one: one.role, default=nobody)
        key = request.query_params.get(KEY_FIELD)
        if key is not None and request.method in {"GET", "HEAD"} and (visitor.role or self._keys.role_of(key)):
            await self._exchange(request, key, visitor)(scope, receive, send)
            return
        # Addresses that are not listed are the owner's, so a new route is never open by mistake
        needed = NEEDED_ROLES.get(scope["path"].lstrip("/").partition("/")[0], Role.OWNER)
        if visitor.role < needed:
            raise HTTPException(403, OWNER_ONLY if visitor.role else NEEDS_LINK)
        await self._app(scope, receive, send)

    def _exchange(self, request: Request, key: str, visitor: Visitor) -> RedirectResponse:
        """Redirect to the address without the key; set a cookie if the key gives more than the visitor has."""
        response = RedirectResponse("/" + request.url.path.lstrip("/\\"), 303)
        role = self._keys.role_of(key)
        # The guests' link on the owner's own screen must not make the owner a guest
        if role > visitor.role:
            host, origin = request.headers.get("host", "").lower(), self._settings.origin.lower()
            cookie, secure = self._keys.make_cookie(role), origin == f"https://{host}"
            response.set_cookie(self._cookie, cookie, httponly=True, samesite="lax", secure=secure)
        if role is Role.OWNER:
            self._keys.on_owner()
        return response


def visitor_of(request: HTTPConnection) -> Visitor:
    """Return who sent a request."""
    visitor: Visitor = request.scope.get("visitor", Visitor())
    return visitor


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; "
    "frame-src blob: 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# Headers of every response, unless the response sets its own.
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
MULTIPART = "multipart/form-data"
# Characters; ours have fewer than 200.
LONGEST_ADDRESS = 2_000


class SecurityHeadersMiddleware:
    """Add `HEADERS` to every response that does not set them itself."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name for name, _ in message["headers"]}
                added = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *(one for one in added if one[0] not in present)]
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)


class RequestGuardMiddleware:
    """Refuse other hosts' requests, other sites' forms, and bodies that are too large or too slow."""

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self._app, self._settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or raise `HTTPException`."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers, limits = Headers(scope=scope), self._settings.limits
        if len(scope["path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
            raise HTTPException(414)
        if not self._settings.answers_to(headers.get("host", "")):
            raise HTTPException(421)
        if scope["method"] in {"GET", "HEAD"}:
            # Nobody reads the body of a GET: a stream of events waits there for the browser to leave
            await self._app(scope, receive, send)
            return
        if not is_same_site(headers):
            raise HTTPException(403)
        is_upload = scope["path"].startswith("/event") and headers.get("content-type", "").lower().startswith(MULTIPART)
        most = limits.list_bytes * is_upload + limits.form_bytes
        # Refused before a byte of the body is read
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            raise HTTPException(400)
        if int(length[:18]) > most:
            raise HTTPException(413)
        until, received = anyio.current_time() + limits.body_seconds, 0

        async def receive_in_time() -> Message:
            nonlocal received
            if received < 0:  # the body is complete: who reads on waits for the browser to leave
                return await receive()
            try:
                with anyio.fail_after(max(0, until - anyio.current_time())):
                    message = await receive()
            except TimeoutError as error:
                raise HTTPException(408) from error
            received += len(message.get("body", b""))
            if received > most:
                raise HTTPException(413)
            received = received if message.get("more_body") else -1
            return message

        await self._app(scope, receive_in_time, send)


def is_same_site(headers: Headers) -> bool:
    """Return whether a form was sent by a page of ours, as far as browsers say (Fetch Metadata; RFC 6454).

    Pages that send no referrer send the origin “null” with their forms; then Fetch Metadata decides.
    """
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if origin not in {None, "null"} and str(origin).lower().partition("://")[2] != headers.get("host", "").lower():
        return False
    return site in {"same-origin", "none"} if site else origin != "null"


def read_key(file: Path) -> str:
    """Return the key in a file; create the file, readable by its owner only, if it does not exist.

    Raises `BadInputError` for a file that others may read, that is a link or no file, or holds no key;
    `CannotWriteError`.
    """
    if not file.is_symlink() and not file.exists():
        if not file.parent.is_dir():  # a mistyped path makes no folders
            raise BadInputError(
                f"{file}: the folder {file.parent} does not exist.", tip="Create it, or correct the path."
            )
        write_all({file: f"{secrets.token_urlsafe(KEY_BYTES)}\n".encode()}, private=True)
    try:
        if file.is_symlink():
            raise OSError
        handle = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(handle, "rb") as opened:
            status, content = os.fstat(opened.fileno()), opened.read(1000)
    except OSError as error:
        raise BadInputError(f"{file} is not a key file.", tip="Name a file that is not a link or a folder.") from error
    mode = status.st_mode
    if sys.platform != "win32" and (not stat.S_ISREG(mode) or mode & 0o077 or status.st_uid != os.geteuid()):
        tip = f"Delete it to get a new one, or type: chmod 600 {file}"
        raise BadInputError(f"{file}: other people can read this key, or the file is not yours.", tip=tip)
    key = content.decode("ascii", "replace").strip()
    if not KEY_PATTERN.fullmatch(key):
        what = "holds no key, which has at least 22 letters, digits, hyphens or underscores."
        raise BadInputError(f"{file}: {what}", tip="Delete it to get a new one.")
    return key
