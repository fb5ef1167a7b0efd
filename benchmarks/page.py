"""The web page on this computer: from the command to the first page, and the home page compared
with an empty one.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from urllib.parse import urlsplit

from benchmarks.measure import OURS, Figure

REQUESTS = 300
STARTS = 3
EMPTY = """
import socket, uvicorn
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route

async def show_page(request):
    return HTMLResponse("<!doctype html><title>Empty</title>")

port = socket.create_server(("127.0.0.1", 0))
port.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
print(f"http://127.0.0.1:{port.getsockname()[1]}/", flush=True)
page = Starlette(routes=[Route("/", show_page)])
server = uvicorn.Server(uvicorn.Config(page, log_level="critical"))
server.run(sockets=[port])
"""
"""The smallest web application that starlette and uvicorn allow."""


def measure(requests: int = REQUESTS, starts: int = STARTS) -> Iterator[Figure]:
    """Yield seconds to the first page, and ratios of wall time to the empty page."""
    ours, empty = [*OURS, "serve", "--no-open"], [sys.executable, "-c", EMPTY]
    first = {
        name: min(_time_first_page(command) for _ in range(starts))
        for name, command in (("o", ours), ("e", empty))
    }
    with _serve(ours) as link, _serve(empty) as empty_link:
        page, size = _time_requests(link, requests)
        bare, _ = _time_requests(empty_link, requests)
    yield Figure(
        "the first page from a cold start, against an empty starlette page",
        first["o"] / first["e"],
        at_most=8,
    )
    yield Figure("the home page, against an empty starlette page", page / bare, at_most=25)
    yield Figure("the home page as it is sent", size / 1000, "kB", at_most=20)


@contextmanager
def _serve(command: Sequence[str]) -> Iterator[str]:
    """Run a server; yield the link in its first line."""
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE) as server,
    ):
        try:
            line = server.stdout.readline() if server.stdout else b""
            yield re.findall(rb"http://\S+", line)[0].decode()
        finally:
            server.terminate()


def _time_first_page(command: Sequence[str]) -> float:
    start = time.perf_counter()
    with _serve(command) as link:
        _time_requests(link, 1)
        return time.perf_counter() - start


def _time_requests(link: str, requests: int) -> tuple[float, int]:
    """Return the seconds of a request for the home page, and its bytes as they are sent."""
    address = urlsplit(link)
    headers = {"Accept-Encoding": "gzip"}
    with closing(HTTPConnection(address.netloc, timeout=60)) as connection:
        connection.request("GET", f"{address.path}?{address.query}", headers=headers)
        answer = connection.getresponse()
        answer.read()
        if cookie := answer.headers.get("Set-Cookie"):
            headers["Cookie"] = cookie.partition(";")[0]
        size, start = 0, time.perf_counter()
        for _ in range(requests):
            connection.request("GET", "/", headers=headers)
            answer = connection.getresponse()
            size = len(answer.read())
            if answer.status != 200:
                raise RuntimeError(f"the home page is answered with {answer.status}")
        return (time.perf_counter() - start) / requests, size
