"""The page served: by whom it is reached, slow and many connections, a designer's endless text, the
end by Ctrl-C.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import pytest

from support.web import serve_pages, wait_until
from wordfleet_print.errors import CannotWriteError, UsageError
from wordfleet_print.files import data_folder
from wordfleet_print.games import packaged
from wordfleet_print.web.auth import Role
from wordfleet_print.web.connections import ConnectionLimits
from wordfleet_print.web.server import open_socket
from wordfleet_print.web.settings import VisitorLimits

ALL_ADDRESSES = "0.0.0.0"  # noqa: S104 - for a moment, on a free port
ENDLESS = """
import jinja2
from support.web import sleep_forever
from wordfleet_print.__main__ import main
if __name__ == "__main__":
    main()
else:  # in the worker
    jinja2.Template.render = sleep_forever
"""


@contextmanager
def start_server(
    folder: Path, program: str = "", *options: str
) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """Yield a process of `serve`, or of a program that calls it, the address, and the owner's
    cookie.
    """
    script = folder / "program.py"
    script.write_text(
        program or "from wordfleet_print.__main__ import main\nmain()", encoding="utf-8"
    )
    command = [sys.executable, str(script), "serve", *(options or ["--no-open"]), "--quiet"]
    tests = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    places = dict.fromkeys(("TMPDIR", "HOME", "XDG_STATE_HOME"), str(folder))
    pipe, env = subprocess.PIPE, {**os.environ, "PYTHONPATH": tests, **places, "DISPLAY": ""}
    with subprocess.Popen(
        command, cwd=folder, stdout=pipe, stderr=pipe, text=True, env=env
    ) as process:
        try:
            assert process.stdout
            link = process.stdout.readline().strip()
            host, _, path = link.removeprefix("http://").partition("/")
            cookie = str(ask(host, f"/{path}")[1]).partition(";")[0]
            yield process, host, cookie
        finally:
            process.kill()


def ask(
    host: str, path: str, cookie: str = "", source: str = "127.0.0.1", timeout: float = 30
) -> tuple[int, str]:
    """Return the status of an address, and the cookie it sets."""
    connection = HTTPConnection(host, timeout=timeout, source_address=(source, 0))
    connection.request("GET", path, headers={"Cookie": cookie} if cookie else {})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status, answer.getheader("Set-Cookie") or ""


def post(host: str, path: str, fields: str, cookie: str = "") -> int:
    """Return the status of a form that is sent."""
    connection = HTTPConnection(host, timeout=30)
    headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", path, fields, headers)
    status = connection.getresponse().status
    connection.close()
    return status


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_it_serves_this_machine_and_ends_by_a_signal(
    sent: signal.Signals, code: int, tmp_path: Path
) -> None:
    """It ends without a traceback, with the signal's code, and leaves no temporary file."""
    with start_server(tmp_path) as (process, host, cookie):
        assert host.startswith("127.0.0.1:")
        assert [ask(host, path, cookie)[0] for path in ("/", "/event", "/healthz")] == [
            200,
            200,
            200,
        ]
        assert ask(host, "/")[0] == 403
        process.send_signal(sent)
        _, errors = process.communicate(timeout=30)
        assert process.returncode == code
        assert "Traceback" not in errors
        assert [file.name for file in tmp_path.iterdir()] == ["program.py"]


def test_the_owner_closes_it_on_the_page(tmp_path: Path) -> None:
    """Somebody without a terminal ends the program; guests and strangers cannot."""
    with start_server(tmp_path) as (process, host, cookie):
        assert post(host, "/close", "do=close") == 403
        assert process.poll() is None
        assert post(host, "/close", "do=close", cookie) == 200
        _, errors = process.communicate(timeout=30)
        assert (process.returncode, errors) == (0, "")


def test_a_second_start_opens_the_page_that_runs(tmp_path: Path) -> None:
    """A second double click leads to the first page; once that is closed, to a new one."""
    with start_server(tmp_path, "", "--rules", str(data_folder("rules"))) as first:
        process, host, cookie = first
        with start_server(tmp_path, "", "--rules", str(data_folder("rules"))) as second:
            assert second[0].wait(timeout=30) == 0
            assert second[1] == host
        with start_server(tmp_path, "", "--port", "0") as third:
            assert third[1] != host
        post(host, "/close", "do=close", cookie)
        assert process.wait(timeout=30) == 0
    with start_server(tmp_path, "", "--rules", str(data_folder("rules"))) as fourth:
        assert fourth[0].poll() is None


@pytest.mark.slow
def test_an_endless_page_neither_hangs_the_others_nor_the_end(tmp_path: Path) -> None:
    """While the worker is busy other pages are answered, and Ctrl-C ends the process without a
    traceback (G2).
    """
    with start_server(tmp_path, ENDLESS) as (process, host, cookie):
        slow = HTTPConnection(host, timeout=60)
        slow.request("GET", "/kit/army-men/preview", headers={"Cookie": cookie})
        time.sleep(2)  # the worker has begun
        began = time.monotonic()
        assert [ask(host, path, cookie, timeout=10)[0] for path in ("/", "/table", "/healthz")] == [
            200,
            200,
            200,
        ]
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        assert time.monotonic() - began < 20
        assert process.returncode == 130
        assert "Traceback" not in errors
        slow.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8")
def test_slow_bodies_lock_nobody_out() -> None:
    """200 endless bodies from one address close only that address's connections (R5)."""
    with serve_pages(ALL_ADDRESSES) as (address, state):
        port = int(address.rpartition(":")[2])
        cookie = f"wordfleet-{port}={state.keys.make_cookie(Role.GUEST)}"
        head = (
            f"POST /table HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\nx"
        )
        slow: list[socket.socket] = []
        for _ in range(200):
            one = socket.create_connection(("127.0.0.1", port), source_address=("127.0.0.2", 0))
            one.sendall(head.encode())
            slow.append(one)
        owner = f"wordfleet-{port}={state.keys.make_cookie(Role.OWNER)}"
        assert [ask(f"127.0.0.1:{port}", "/", owner)[0] for _ in range(5)] == [200] * 5
        open_ones = 0
        for one in slow:
            one.settimeout(0.01)
            with suppress(ConnectionError):
                try:
                    open_ones += one.recv(1) != b""
                except TimeoutError:
                    open_ones += 1
            one.close()
        assert open_ones <= ConnectionLimits().per_address


def test_what_is_old_goes_by_itself() -> None:
    """Old tickets and events are removed in the background."""
    limits = VisitorLimits(event_seconds=-1, tidy_seconds=0.01)
    with serve_pages(limits=limits) as (address, state):
        state.events.add({}, packaged())
        wait_until(lambda: len(state.events) == 0)
        assert ask(address.removeprefix("http://"), "/healthz")[0] == 200


def test_a_body_has_its_time() -> None:
    """A body that does not arrive in time is refused, and the connection is closed."""
    with serve_pages(limits=VisitorLimits(body_seconds=0.2)) as (address, state):
        host = address.removeprefix("http://")
        cookie = f"wordfleet-{state.settings.port}={state.keys.make_cookie(Role.OWNER)}"
        connection = HTTPConnection(host, timeout=10)
        connection.putrequest("POST", "/table")
        for name, value in (("Cookie", cookie), ("Content-Length", "100")):
            connection.putheader(name, value)
        connection.putheader("Content-Type", "application/x-www-form-urlencoded")
        connection.endheaders(b"x")
        assert connection.getresponse().status == 408
        with suppress(HTTPException, OSError):
            connection.close()


def test_who_reaches_it() -> None:
    """Only this machine reaches it, or the configured addresses and names; behind a proxy, its
    public address.
    """
    with open_socket(None, 0)[0] as opened:
        # Without it every small answer takes 40 ms: its body waits for the acknowledgment of its
        # head.
        assert opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert opened.getsockname()[0] == "127.0.0.1"
    (first, shared), (second, proxied) = (
        open_socket(ALL_ADDRESSES, 0),
        open_socket(None, 0, "https://print.example/"),
    )
    first.close()
    second.close()
    assert shared.any_address
    assert shared.origin
    assert shared.answers_to(f"{socket.gethostname()}:{shared.port}")
    assert proxied.origin == "https://print.example"
    assert proxied.is_behind_proxy
    assert proxied.answers_to("print.example")


def test_a_port_in_use_or_a_strange_host_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says what to do, with the system's own reason: Windows has none for the number of
    an error.
    """
    monkeypatch.setattr(os, "strerror", lambda _: "Unknown error")
    first, settings = open_socket(None, 0)
    with first:
        with pytest.raises(CannotWriteError, match=r"cannot be used: Address already in use\.$"):
            open_socket(None, settings.port)
        for host in ("example.org", "192.0.2.1"):
            with pytest.raises(UsageError, match="has no address"):
                open_socket(host, 0)


def test_the_browser_gets_the_link_by_a_file(tmp_path: Path) -> None:
    """The link is on stdout, and no process has the key in its arguments."""
    with start_server(tmp_path) as (process, _, _):
        arguments = Path(f"/proc/{process.pid}/cmdline")
        if arguments.exists():
            assert "key=" not in arguments.read_text()
