"""Folders that somebody else may have had in hand: no link leads out, and a live server gives nothing else."""

from __future__ import annotations

import shutil
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from wordfleet_print.errors import BadInputError, CannotWriteError
from wordfleet_print.files import data_folder
from wordfleet_print.game import load_edition
from wordfleet_print.rulebook.pdf.quick import quick_reference
from wordfleet_print.rulebook.site import serve
from wordfleet_print.rulebook.site.build import Site, build_site
from wordfleet_print.rulebook.site.pages import SiteContext, make_pages
from wordfleet_print.rulebook.site.serve import EVENTS, Handler, Server
from wordfleet_print.rulebook.text.files import read_sources

HIDDEN = "root:x:0:0"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file of somebody else's, outside every folder that is given."""
    path = tmp_path / "secret.txt"
    path.write_text(HIDDEN, encoding="utf-8")
    return path


def _make_all(templates: Path) -> None:
    """The pages and the quick reference of one game, by these templates."""
    make_pages(SiteContext((load_edition("word-fleet"),), templates=templates))
    quick_reference(read_sources(["word-fleet"])[0], templates)


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("pw.txt", '{% include "pw.txt" %}'),
        ("site/404.html", ""),
        ("site/site.css", ""),
        ("site/bar.css", ""),
        ("site/icon.svg", ""),
        ("quick/word-fleet.md", ""),
        ("quick", ""),
    ],
)
def test_no_template_is_a_link_out_of_its_folder(name: str, page: str, secret: Path, tmp_path: Path) -> None:
    """What is asked for by a link to a file elsewhere, or below one to a folder, ends in one error that names it."""
    own, link = tmp_path / "own", tmp_path / "own" / name
    (own / "site").mkdir(parents=True)
    if page:
        (own / "site/index.html").write_text(page, encoding="utf-8")
    link.parent.mkdir(exist_ok=True)
    shutil.copy(secret, tmp_path / "word-fleet.md")
    link.symlink_to(secret if link.suffix else tmp_path)
    with pytest.raises(BadInputError, match=f"{link}.* leads out of the folder of templates") as caught:
        _make_all(own)
    assert HIDDEN not in str(caught.value)


def test_links_inside_a_folder_are_followed(tmp_path: Path) -> None:
    """A folder that is given by a link, and a link in it to another of its files, are the user's own."""
    (tmp_path / "real/site").mkdir(parents=True)
    (tmp_path / "own").symlink_to("real")
    (tmp_path / "real/mine.html").write_text("mine", encoding="utf-8")
    (tmp_path / "real/site/bar.html").symlink_to("../mine.html")
    pages = make_pages(SiteContext((load_edition("word-fleet"),), templates=tmp_path / "own"))
    assert pages.bars == {"word-fleet": "mine"}


def test_rules_are_no_links_out_of_their_folder(secret: Path, tmp_path: Path) -> None:
    """Each such link is told, together with what else is wrong, and nothing of what it leads to is."""
    rules = tmp_path / "rules"
    rules.mkdir()
    for name in ("a.md", "b.md"):
        (rules / name).symlink_to(secret)
    (rules / "c.md").write_text("no front matter", encoding="utf-8")
    with pytest.raises(BadInputError) as caught:
        read_sources((), rules)
    told = str(caught.value)
    assert [f"{name}: leads out of the folder" in told for name in ("a.md", "b.md")] == [True, True]
    assert str(rules / "c.md") in told
    assert HIDDEN not in told


@pytest.fixture
def job(tmp_path: Path) -> Site:
    """A site of one short game without PDFs."""
    (tmp_path / "rules").mkdir()
    shutil.copy(data_folder("rules") / "happy-flip-chess.md", tmp_path / "rules")
    return Site(tmp_path / "site", rules=tmp_path / "rules", downloads=False)


def test_nothing_is_written_or_removed_through_links(job: Site, secret: Path, tmp_path: Path) -> None:
    """A page that became a link is a page again, and what the link led to is as it was; a folder that became one is
    refused, whether files would be written there or removed.
    """
    build_site(job)
    page = job.output / "happy-flip-chess.html"
    good = page.read_bytes()
    for elsewhere, content in ((secret, HIDDEN.encode()), (tmp_path / "same.html", good)):
        elsewhere.write_bytes(content)
        page.unlink()
        page.symlink_to(elsewhere)
        assert "happy-flip-chess.html" in build_site(job).written
        assert (page.is_symlink(), page.read_bytes(), elsewhere.read_bytes()) == (False, good, content)
    victim = (job.output / "assets").rename(tmp_path / "victim")
    before = {path.name for path in victim.iterdir()}
    (job.output / "assets").symlink_to(victim)
    with pytest.raises(CannotWriteError, match="assets: is a link"):
        build_site(job)
    assert {path.name for path in victim.iterdir()} == before


def test_a_strangers_link_is_not_replaced(job: Site, tmp_path: Path) -> None:
    """A link under one of the site's names, even one to nowhere, is a file of others."""
    job.output.mkdir()
    (job.output / "index.html").symlink_to(tmp_path / "gone")
    with pytest.raises(CannotWriteError, match=r"index\.html"):
        build_site(job)
    assert (job.output / "index.html").is_symlink()


# Served while someone writes.


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """The live server of a folder."""
    server = Server(folder, 0)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def folder(secret: Path, tmp_path: Path) -> Path:
    """A small site with links out of it."""
    place = tmp_path / "served"
    (place / "assets").mkdir(parents=True)
    (place / "index.html").write_text("<head></head>landing", encoding="utf-8")
    for name, policy in (
        ("404", ""),
        ("pairs", "default-src 'none'; script-src 'sha256-x'"),
        ("plain", "base-uri 'none'"),
    ):
        page = f'<head><meta http-equiv="Content-Security-Policy" content="{policy}"></head>'
        (place / f"{name}.html").write_text(page, encoding="utf-8")
    (place / ".wordfleet-site.json").write_text("{}", encoding="utf-8")
    (place / "assets/large.css").write_bytes(b"x" * 8_000_000)
    (place / "pw.txt").symlink_to(secret)
    (place / "pw.html").symlink_to(secret)
    (place / "up").symlink_to(tmp_path)
    return place


def _asked(server: Server, method: str, path: str, host: str = "localhost") -> tuple[int, int, bytes]:
    """The status, the length that is told, and the body."""
    connection = HTTPConnection("127.0.0.1", urlsplit(server.address).port or 0, timeout=10)
    connection.putrequest(method, path, skip_host=True)
    connection.putheader("Host", host)
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, int(answer.getheader("Content-Length", "0")), body


def test_head_is_guarded_as_get_is(folder: Path) -> None:
    """Both give files of the site and nothing else; no link is followed, in whatever way it is asked for."""
    asked = {
        "/": 200,
        "/index.html": 200,
        "/assets/large.css": 200,
        "/pw.txt": 404,
        "/pw.html": 404,
        "/up/secret.txt": 404,
        "/assets/../pw.txt": 404,
        "/.wordfleet-site.json": 404,
        "/%2ewordfleet-site.json": 404,
        "/assets": 404,
        "/%00": 404,
        f"/{'x' * 5000}": 404,
        "/..%2fsecret.txt": 404,
    }
    with serving(folder) as server:
        for path, status in asked.items():
            got, head = _asked(server, "GET", path), _asked(server, "HEAD", path)
            assert (path, got[0], head[:2], head[2]) == (path, status, got[:2], b"")
            assert len(got[2]) == got[1]
            assert HIDDEN.encode() not in got[2]
        for method in ("GET", "HEAD"):
            assert _asked(server, method, "/", host="example.org")[0] == 403
        assert _asked(server, "HEAD", EVENTS)[::2] == (200, b"")
        for name, policy in (
            ("pairs", b"default-src 'none'; script-src 'self' 'sha256-x'; connect-src 'self'"),
            ("plain", b"base-uri 'none'; script-src 'self'; connect-src 'self'"),
        ):
            assert b'content="%s"' % policy in _asked(server, "GET", f"/{name}.html")[2]


def test_slow_and_hasty_clients_do_no_harm(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A request that is sent by half is given up; a client that leaves in the middle of an answer leaves no trace."""
    monkeypatch.setattr(Handler, "timeout", 0.2)
    monkeypatch.setattr(serve, "HEARTBEAT", 0.05)
    with serving(folder) as server:
        place = ("127.0.0.1", urlsplit(server.address).port or 0)
        began = time.monotonic()
        with socket.create_connection(place, timeout=10) as half:
            half.sendall(b"GET / HTTP/1.1\r\nHost: loc")
            assert half.recv(100) == b""
        assert time.monotonic() - began < 5
        for path in ("/assets/large.css", EVENTS):
            with socket.create_connection(place, timeout=10) as hasty:
                hasty.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                hasty.recv(1)
                hasty.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # leave at once
        while any(thread.name.endswith("(process_request_thread)") for thread in threading.enumerate()):
            assert time.monotonic() - began < 10
            time.sleep(0.01)
    assert capfd.readouterr() == ("", "")
