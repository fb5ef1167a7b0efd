"""The site in a real browser: from a folder and from a sub-path, every page and link; and live while someone writes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from wordfleet_print.errors import MissingDependencyError
from wordfleet_print.files import data_folder
from wordfleet_print.press.paper import A4
from wordfleet_print.rulebook import site as sites
from wordfleet_print.rulebook.job import publish
from wordfleet_print.rulebook.site import SiteJob, build_site
from wordfleet_print.rulebook.site_check import Links

AXE = (Path(__file__).parent / "data" / "axe.min.js").read_text(encoding="utf-8")
PAGES = ("index.html", "compare.html", "404.html", "word-fleet.html")
PHONE, DESK = (320, 640), (1280, 900)
VIEWS = [(PHONE, "light"), (PHONE, "dark"), (DESK, "light"), (DESK, "dark")]
Open = Callable[..., Page]


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert path, "Chromium is not installed"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled site with tracker packs, below a folder, as if on a sub-path."""

    def no_pango() -> None:
        raise MissingDependencyError("Rulebook PDFs take long.")

    folder = tmp_path_factory.mktemp("root") / "some" / "path"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sites, "load_weasyprint", no_pango)
        build_site(SiteJob(folder, papers=(A4,)), publish)
    return folder


@pytest.fixture(scope="module")
def bases(site: Path) -> Iterator[dict[str, str]]:
    """Where the site stands: as files, and below a sub-path of a server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=str(site.parents[1])))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield {"file": f"{site.as_uri()}/", "http": f"http://127.0.0.1:{server.server_address[1]}/some/path/"}
    server.shutdown()
    server.server_close()


@pytest.fixture
def open_page(browser: Browser, bases: dict[str, str]) -> Iterator[Open]:
    """Open a page; at the end the console is empty, no request failed, and none went elsewhere."""
    contexts, told = [], []

    def open_(name: str, base: str, size: tuple[int, int] = DESK, scheme: Any = "light") -> Page:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: told.append(message.text))
        page.on("pageerror", lambda error: told.append(str(error)))
        page.on("requestfailed", lambda request: told.append(f"failed: {request.url}"))
        page.on("response", lambda response: told.append(response.url) if response.status >= 400 else None)
        inside = (bases[base], "data:")
        page.on("request", lambda request: None if request.url.startswith(inside) else told.append(request.url))
        page.goto(bases[base] + name)
        page.evaluate("document.fonts.ready.then(() => 0)")
        return page

    yield open_
    for context in contexts:
        context.close()
    assert told == []


@pytest.mark.parametrize(("size", "scheme"), VIEWS)
@pytest.mark.parametrize("name", PAGES)
def test_pages_at_every_size(name: str, size: Any, scheme: str, open_page: Open) -> None:
    """Nothing sticks out sideways; nothing is told, fails, or comes from elsewhere."""
    page = open_page(name, "file", size, scheme)
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (DESK, "light")])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(name: str, size: Any, scheme: str, open_page: Open) -> None:
    """Not one violation."""
    page = open_page(name, "http", size, scheme)
    page.evaluate(AXE)
    found = page.evaluate("axe.run({resultTypes: ['violations']})")
    assert [(fault["id"], fault["nodes"][0]["html"][:120]) for fault in found["violations"]] == []


@pytest.mark.parametrize("base", ["file", "http"])
def test_every_link_can_be_followed(base: str, open_page: Open, site: Path, bases: dict[str, str]) -> None:
    """From every page, each link to another page arrives there, fonts and styles loaded."""
    page = open_page("index.html", base)
    targets = set()
    for path in site.glob("*.html"):
        for link in Links(path.read_text(encoding="utf-8")).followed:
            if re.match(r"[a-z0-9-]+\.html", link):
                targets.add(link)
    assert len(targets) > 5
    for target in sorted(targets):
        page.goto(bases[base] + target)
        page.evaluate("document.fonts.ready.then(() => 0)")
        assert page.locator("h1").count() == 1
        assert page.evaluate("[...document.fonts].some(face => face.status === 'loaded')")
        assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith('"Fira Sans Condensed"')


def test_watching(browser: Browser, tmp_path: Path) -> None:
    """A rule that is edited shows by itself; a broken one is told with its line, and the last good page stays."""
    rules, out = tmp_path / "rules", tmp_path / "site"
    rules.mkdir()
    file = Path(shutil.copy(data_folder("rules") / "happy-flip-chess.md", rules))
    good = file.read_text(encoding="utf-8")
    command = [sys.executable, "-m", "wordfleet_print", "site", "--watch", "--port", "0", "--no-downloads"]
    command += ["--rules", str(rules), "--output", str(out)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=environment
    ) as running:
        assert running.stdout
        assert running.stderr
        try:
            address = ""
            while not address:
                line = running.stdout.readline()
                assert line
                address = (re.search(r"http://\S+/", line) or [""])[0]
            page = browser.new_page()
            page.goto(f"{address}happy-flip-chess.html")
            file.write_text(good.replace("Shuffle First", "Giggle First"), encoding="utf-8")
            expect(page.locator("h1")).to_contain_text("Giggle First", timeout=15_000)
            file.write_text(good + "\n{{ no_such_name }}\n", encoding="utf-8")
            told = ""
            while "last good" not in told:
                line = running.stderr.readline()
                assert line
                told += line
            assert f"happy-flip-chess.md:{good.count(chr(10)) + 2}" in told
            expect(page.locator("h1")).to_contain_text("Giggle First")
            file.write_text(good, encoding="utf-8")
            expect(page.locator("h1")).to_contain_text("Shuffle First", timeout=15_000)
            assert "<script" not in (out / "happy-flip-chess.html").read_text(encoding="utf-8")
            page.close()
        finally:
            running.terminate()
        assert running.wait(10) == 143
