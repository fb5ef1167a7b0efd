"""A site on this machine that reloads itself while someone writes: watchfiles watches, http.server serves.

The files on disk never hold a script. Only the served copies of the pages get one, and a policy that allows it.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Iterable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socket import socket
from typing import TypeAlias
from urllib.parse import unquote, urlsplit

from wordfleet_print.errors import CannotWriteError
from wordfleet_print.files import is_file, is_folder
from wordfleet_print.rulebook.site.cache import read

HOST = "127.0.0.1"
EVENTS, SCRIPT = "/.wordfleet-events", "/.wordfleet-reload.js"
HEARTBEAT = 15.0
"""Seconds after which a silent browser is written to, to learn whether it is still there."""
PATIENCE = 10.0
"""Seconds that a request may stand still, half sent or half answered."""

_RELOAD = (
    f'const events = new EventSource("{EVENTS}");\n'
    'let last = "";\n'
    "events.onmessage = event => { if (last && last !== event.data) location.reload(); last = event.data; };\n"
)
_NOTHING_YET = (
    b'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Nothing built yet</title></head>'
    b"<body><h1>Nothing built yet</h1><p>The terminal says why. This page loads again once it is mended.</p></body>"
    b"</html>"
)
_POLICY = re.compile(rb'(?<=http-equiv="Content-Security-Policy" content=")[^"]*')


Request: TypeAlias = socket | tuple[bytes, socket]
Client: TypeAlias = tuple[str, int] | str
"""What socketserver passes round."""


class BuildNumber:
    """The number of the site's present state; browsers wait for the next."""

    def __init__(self) -> None:
        self.number = 1
        self._changed = threading.Condition()

    def advance(self) -> None:
        """Tell every waiting browser to load again."""
        with self._changed:
            self.number += 1
            self._changed.notify_all()

    def wait(self, seen: int) -> int:
        """The number as soon as it is not `seen` any more, or after `HEARTBEAT`."""
        with self._changed:
            self._changed.wait_for(lambda: self.number != seen, HEARTBEAT)
            return self.number


class Server(ThreadingHTTPServer):
    """Serves a folder on this machine only."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, folder: Path, port: int) -> None:
        self.build = BuildNumber()
        try:
            super().__init__((HOST, port), partial(Handler, directory=str(folder)))
        except OSError as error:
            raise CannotWriteError(
                f"Port {port} cannot be used: {error.strerror}.", tip="Choose another one with --port, or 0 for any."
            ) from error

    def handle_error(self, request: Request, client_address: Client) -> None:  # the names are socketserver's
        """Say nothing of a browser that has left; a fault of ours keeps its traceback."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    @property
    def address(self) -> str:
        """Where a browser finds the site."""
        return f"http://{HOST}:{self.server_address[1]}/"


class Handler(SimpleHTTPRequestHandler):
    """Answers with the site's files; pages get the script that reloads them. No link in the folder is followed."""

    server: Server
    timeout = PATIENCE

    def do_GET(self) -> None:  # the name is http.server's
        """Answer a browser."""
        path = unquote(urlsplit(self.path).path)
        if self.headers.get("Host", "").partition(":")[0] not in {HOST, "localhost"}:
            self.send_error(403)
        elif path == EVENTS:
            self._tell()
        elif path == SCRIPT:
            self._send(_RELOAD.encode(), "text/javascript")
        elif any(part.startswith(".") for part in path.split("/")) or not (file := self._file(self.path)):
            self._page(self._file("/404.html"), 404)
        elif file.suffix == ".html":
            self._page(file, 200)
        else:
            self._send(read(file) or b"", self.guess_type(file))

    def do_HEAD(self) -> None:  # the name is http.server's
        """Answer as to GET, guarded alike; `_send` keeps the body back."""
        self.do_GET()

    def _file(self, address: str) -> Path | None:
        """The file of the site that an address asks for; None where there is none, or only by a link."""
        folder, place = Path(self.directory), Path(self.translate_path(address))
        place = place / "index.html" if is_folder(place) else place
        linked = is_file(place) and place.resolve() != folder.resolve() / place.relative_to(folder)
        return place if is_file(place) and not linked else None

    def log_message(self, format: str, *args: object) -> None:  # the names are http.server's
        """Say nothing: the terminal is for the writer's errors."""

    def end_headers(self) -> None:
        """Nothing is kept by a browser: the next build may differ."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def _page(self, file: Path | None, status: int) -> None:
        """Send a page that reloads itself; where there is none yet, one that waits for it."""
        page = read(file) if file else None
        if page is None:
            page, status = _NOTHING_YET, 404
        page = _POLICY.sub(_with_reloading, page, count=1)
        script = f'<script src="{SCRIPT}" defer></script></head>'.encode()
        self._send(page.replace(b"</head>", script, 1), "text/html; charset=utf-8", status)

    def _send(self, content: bytes, kind: str, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _tell(self) -> None:
        """Write the build's number now and whenever it changes, until the browser is gone."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        seen = 0
        try:
            while self.command != "HEAD":
                seen = self.server.build.wait(seen)
                self.wfile.write(f"data: {seen}\n\n".encode())
                self.wfile.flush()
        except OSError:
            self.close_connection = True


def _with_reloading(policy: re.Match[bytes]) -> bytes:
    """A page's policy that allows the script which reloads it, and what that asks for, besides one of its own."""
    scripts = policy[0] if b"script-src" in policy[0] else policy[0] + b"; script-src"
    return scripts.replace(b"script-src", b"script-src 'self'", 1) + b"; connect-src 'self'"


def watch(folders: Iterable[Path], rebuild: Callable[[], bool], server: Server) -> None:
    """Serve, and build again whenever a file in these folders changes, until stopped.

    `rebuild` says whether the site changed; only then do browsers load again. Source: watchfiles.
    """
    from watchfiles import watch as changes

    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        for _ in changes(*folders, debounce=300, step=50, raise_interrupt=True):
            if rebuild():
                server.build.advance()
    finally:
        server.shutdown()
        server.server_close()
