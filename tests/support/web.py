"""The web page in this process or on a port: a client, what it deals, an event on it."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

from starlette.applications import Starlette
from starlette.testclient import TestClient

from support.command import files_in
from support.html import READ_ATTRIBUTES, Page, list_texts, text_of
from wordfleet_print.limits import OUTPUT
from wordfleet_print.services.events import print_event
from wordfleet_print.web.app import make_app
from wordfleet_print.web.auth import Role
from wordfleet_print.web.connections import ConnectionLimits
from wordfleet_print.web.event_session import EventSession
from wordfleet_print.web.event_store import PrintEvent
from wordfleet_print.web.render_worker import RenderWorker
from wordfleet_print.web.server import Server, open_socket
from wordfleet_print.web.settings import ServerSettings, VisitorLimits
from wordfleet_print.web.state import AppState, in_thread

P = ParamSpec("P")
T = TypeVar("T")
HERE = "http://127.0.0.1:8000"
SHARED = "http://192.0.2.20:8000"
# A page for this machine alone, and one that others reach, too.
LOCAL_SETTINGS = ServerSettings(hosts=frozenset({"127.0.0.1:8000"}), port=8000)
SHARED_SETTINGS = ServerSettings(hosts=frozenset({"192.0.2.20:8000"}), port=8000, origin=SHARED)
LIMITS = VisitorLimits()


@dataclass
class Clock:
    """Tells the time that a test sets."""

    now: float = 1000.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


class ThreadWorker(RenderWorker):
    """Runs the worker's functions in this process: a child takes a second to start."""

    answer: Callable[..., Any] | None = None
    """What is called with each function and its arguments, in place of the function."""

    def __init__(self) -> None:
        super().__init__(seconds=30, megabytes=1500)

    async def run(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a function returns."""
        if self.answer:
            return cast(T, await in_thread(self.answer, work, *args, **kwargs))
        return await in_thread(work, *args, **kwargs)


def open_state(
    settings: ServerSettings = LOCAL_SETTINGS, print_event: PrintEvent = print_event
) -> tuple[AppState, Clock]:
    """Return a state that renders in this process, and its clock."""
    clock = Clock()
    worker = ThreadWorker()
    return AppState(settings, clock=clock, worker=worker, print_event=print_event), clock


@contextmanager
def client_of(
    state: AppState, role: Role = Role.OWNER, at: str = "127.0.0.1"
) -> Iterator[TestClient]:
    """Yield a browser without scripts at the address `at`, with the cookie of a role's link; it
    follows no redirect.
    """
    base = state.settings.origin or HERE
    with TestClient(
        make_app(state),
        base_url=base,
        raise_server_exceptions=False,
        follow_redirects=False,
        client=(at, 50000),
        cookies=cookies_for(state, role),
    ) as client:
        yield client


def cookies_for(state: AppState, role: Role = Role.OWNER) -> dict[str, str]:
    """Return the name and value of the cookie that a link gives; nothing for nobody."""
    return {f"wordfleet-{state.settings.port}": state.keys.make_cookie(role)} if role else {}


def wait_until(condition: Callable[[], object]) -> None:
    """Wait for something, a minute at most."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def flatten(page: str) -> str:
    """Return a page with one blank for several: how a template is indented is no promise."""
    return re.sub(r"\s+", " ", page)


def deal(client: TestClient, **fields: object) -> str:
    """Deal a table for Ann and Ben with these fields of its form, and return its address.
    `players__1__name` is the field `players-1-name`.
    """
    form = {"players-1-name": "Ann", "players-2-name": "Ben", "paper": "a4"}
    changes = {name.replace("__", "-"): value for name, value in fields.items()}
    answer = client.post("/table", data={**form, **changes})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).partition("#")[0]


def codes_of(client: TestClient, table: str) -> list[str]:
    """Return the sheet codes of a dealt table."""
    codes = Page(client.get(f"{table}/codes").text).find_all("td", class_="mono")
    return [text_of(code) for code in codes]


def seed_of(client: TestClient, table: str) -> str:
    """Return the seed of a dealt table."""
    seed, *_ = Page(client.get(f"{table}/codes").text).find_all("code")
    return text_of(seed)


def find_options(page: str) -> list[str]:
    """Return the options of the command line that a page names; `--` inside an address or a drawing
    is not one.
    """
    read = Page(page)
    texts = [*list_texts(read.root, {"svg", "style", "script"})]
    texts += read.list_attributes(*READ_ATTRIBUTES)
    return re.findall(r"(?<![\w/-])--[a-z-]*", " ".join(texts))


def sleep_forever(*_: object) -> None:
    """Stand for a page that never ends, in the worker."""
    while True:
        time.sleep(1)


NO_PRINTER = """
Object.defineProperty(HTMLIFrameElement.prototype, "contentWindow", {
  get() { return { focus() {}, print() { window.printed = (window.printed ?? 0) + 1; } }; },
});
"""
"""A script in place of the print window, which may crash a browser without a screen: it counts the
calls.
"""


@contextmanager
def serving(
    app: Starlette,
    opened: socket.socket,
    settings: ServerSettings,
    limits: ConnectionLimits | None = None,
) -> Iterator[None]:
    """Serve an application in a thread for the length of a block."""
    server = Server(app, settings, limits)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [opened]}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join()


@contextmanager
def serve_pages(
    host: str | None = None, output: Path = OUTPUT, limits: VisitorLimits = LIMITS
) -> Iterator[tuple[str, AppState]]:
    """Serve a page on a free port for the length of a block, for this machine alone unless it has a
    `host`. Yield its address and its state.
    """
    listener, settings = open_socket(host, port=0)
    address = settings.address.rstrip("/")
    origin = address if host else ""
    settings = replace(settings, origin=origin, output=output, limits=limits)
    state = AppState(settings, worker=ThreadWorker())
    with serving(make_app(state), listener, settings):
        yield address, state


def browser_options(role: Role, address: str, state: AppState) -> dict[str, Any]:
    """Return the options of a Playwright context for somebody who has used the link of a role."""
    attributes = {
        "domain": "127.0.0.1",
        "path": "/",
        "expires": -1,
        "httpOnly": True,
        "secure": False,
        "sameSite": "Lax",
    }
    cookies = [
        {"name": name, "value": value, **attributes}
        for name, value in cookies_for(state, role).items()
    ]
    return {"base_url": address, "storage_state": {"cookies": cookies, "origins": []}}


NAMES = ("Zoé Lefèvre", "Jörg Müller", "Nguyễn Hà", "Ann Okafor")
GOOD_LIST = ("night.csv", "\n".join(["name,club", *(f"{name},Quay" for name in NAMES)]).encode())


def worker_behind(client: TestClient) -> ThreadWorker:
    """Return the worker of the application that a browser of the tests talks to."""
    return cast(ThreadWorker, state_behind(client).worker)


def state_behind(client: TestClient) -> AppState:
    """Return the state of the application that a browser of the tests talks to."""
    app = cast(Starlette, client.app)
    return cast(AppState, app.state.app)


@dataclass
class EventClient:
    """An organizer's browser, with an event."""

    client: TestClient
    state: AppState
    at: str = ""
    """The address of the event; "" before a list is uploaded."""

    @property
    def event(self) -> EventSession:
        """Return the event as the state keeps it."""
        session = self.state.events.find(self.at.rpartition("/")[2])
        assert session
        return session

    def get(self, place: str = "", **options: Any) -> Any:
        """Return a page of the event."""
        return self.client.get(f"{self.at}{place}", **options)

    def post(self, place: str, **fields: Any) -> Any:
        """Send a form of the event, with the version of its page."""
        values = {"do": "go"}
        if place in {"/list", "/plan"}:
            values["version"] = self.read_version(place)
        return self.client.post(f"{self.at}{place}", data={**values, **fields})

    def read_version(self, place: str = "/list") -> str:
        """Return the version of the event that the forms of a page have; "" where none is
        written.
        """
        (version, *_) = Page(self.get(place).text).list_values("version") or [""]
        return version

    def upload(self, file: tuple[str, bytes], place: str = "") -> Any:
        """Upload a list: for a new event, or for this one."""
        answer = self.client.post(place or "/event", files={"roster": file})
        if not place and answer.status_code == 303:
            self.at = str(answer.headers["location"])
        return answer

    def plan(self, **fields: Any) -> Any:
        """Send the plan's form as it is but for these fields."""
        values = Page(self.get("/plan").text).read_form("/plan")
        return self.client.post(f"{self.at}/plan", data={**values, "do": "count", **fields})

    def print(self, **fields: Any) -> None:
        """Print the pack, and wait for it."""
        answer = self.plan(do="print", **fields)
        assert answer.headers.get("location") == f"{self.at}/printing", answer.text
        self.wait()
        assert self.event.page == "pack", self.event.problems

    def wait(self) -> None:
        """Wait until what is printed has ended."""
        wait_until(lambda: not self.event.is_busy)

    def files(self) -> dict[str, bytes]:
        """Return the pack’s files by name."""
        assert self.event.home
        return files_in(self.event.home)
