"""`wordfleet-print serve` as a process and as a command: where it listens, what it says, how it stops."""

from __future__ import annotations

import importlib.util
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest

from support.command import Run
from wordfleet_print.errors import ExitCode
from wordfleet_print.web.serving import open_place

LISTENS = re.compile(r"The print shop is open: ((http://127\.0\.0\.1:[0-9]+/)\?key=[\w-]{22}) – Ctrl-C closes it\.")


@pytest.mark.parametrize(
    ("more", "number", "code"), [([], signal.SIGINT, 130), (["--workers", "2"], signal.SIGTERM, 143)]
)
def test_it_opens_on_this_machine_and_closes_cleanly(
    more: list[str], number: signal.Signals, code: int, tmp_path: Path
) -> None:
    """It takes a free port of 127.0.0.1 alone, prints, and ends by a signal with its code, without a traceback; so it
    does while its children still get ready.
    """
    command = [sys.executable, "-m", "wordfleet_print", "serve", "--no-open", *more]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as shop:
        try:
            said = LISTENS.match(shop.stdout.readline() if shop.stdout else "")
            assert said
            with httpx2.Client(base_url=said[2], follow_redirects=True, timeout=20) as client:
                if not more:
                    client.get(said[1])
                    assert "Fold. Face. Fire." in client.post("/tracker", data={"captain-1": "Ann"}).text
                assert client.get("/", headers={"Host": "evil.example"}).status_code == 421
        finally:
            shop.send_signal(number)
        _, err = shop.communicate(timeout=20)
    assert (shop.returncode, err.strip()) == (code, "Stopped.")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["--host", "example.org"], ExitCode.USAGE, "A shop listens at an address of this machine, not example.org."),
        (["--host", "203.0.113.7"], ExitCode.USAGE, "203.0.113.7 is none of its"),
        (["--url", "ftp://x"], ExitCode.USAGE, "--url is an address such as"),
        (["--url", "https://x.org/shop/"], ExitCode.USAGE, "--url is an address such as"),
        (["--rules", "nowhere"], ExitCode.BAD_INPUT, "nowhere"),
        (["--port", "{taken}"], ExitCode.CANNOT_WRITE, "cannot be used"),
        (["--port", "70000"], ExitCode.USAGE, "is not a port"),
    ],
)
def test_what_it_cannot_do_is_told_before_it_opens(arguments: list[str], code: int, told: str, call: Run) -> None:
    """A wrong address, port or folder is refused with what to do."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ran = call("serve", "--no-open", *(word.format(taken=taken.getsockname()[1]) for word in arguments))
    assert (ran.code, told in ran.err) == (code, True), ran.err


@pytest.mark.parametrize("package", ["uvicorn", "starlette"])
def test_without_the_extra_it_says_what_to_install(package: str, call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the web's packages are missing the command names them and how to get them, and all else works."""
    find = importlib.util.find_spec
    monkeypatch.setattr(
        "wordfleet_print.services.machine.find_spec", lambda name: None if name == package else find(name)
    )
    ran = call("serve")
    assert (ran.code, "wordfleet-print[web]" in ran.err, package in ran.err) == (
        ExitCode.MISSING_DEPENDENCY,
        True,
        True,
    )


@pytest.mark.parametrize(
    ("host", "url", "origin", "names"),
    [
        (None, "", "", {"127.0.0.1", "localhost"}),
        ("127.0.0.1", "", "", {"127.0.0.1", "localhost"}),
        ("127.0.0.1", "https://print.example.org/", "https://print.example.org", {"print.example.org"}),
        # The test closes the socket before anything is accepted from it.
        ("0.0.0.0", "", "http://", {"10.1.2.3", "localhost", "ship", "ship.lan", "ship.local"}),  # noqa: S104
    ],
)
def test_where_it_listens_decides_who_reaches_it(
    host: Any, url: str, origin: str, names: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Alone on this machine, or by the addresses and names that others in the house know it by; for them two workers
    print.
    """
    monkeypatch.setattr(socket, "gethostname", lambda: "Ship.lan")
    place = open_place(host, 0, url, workers=None, rules=Path("rules"))
    with place.socket:
        settings = place.settings
        assert (bool(settings.origin), settings.workers) == (bool(origin), 2 if origin else 1)
        assert re.fullmatch(r"http://[\d.]+:\d+" if origin == "http://" else re.escape(origin), place.origin)
        assert settings.answers_to(f"198.51.100.7:{settings.port}") == (origin == "http://")
        assert settings.answers_to(f"ship.local:{settings.port}") == ("ship.local" in names)
        assert all(settings.answers_to(name if "example" in name else f"{name}:{settings.port}") for name in names)
        assert place.socket.getsockname()[0] == (host or "127.0.0.1")


def test_on_windows_the_port_is_nobody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where SO_REUSEADDR would let another programme take the port, too, the shop asks to have it alone."""
    asked: list[int] = []

    class _Socket(socket.socket):
        def setsockopt(self, _level: int, option: int, *_value: Any) -> None:
            asked.append(option)

    monkeypatch.setattr(socket, "socket", _Socket)
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", -5, raising=False)
    open_place(None, 0, "", workers=None, rules=None).socket.close()
    assert asked == [-5]
