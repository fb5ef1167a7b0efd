"""A site that is served while its rules are written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from support.web import HERE
from wordfleet_print.web.app import CHANGES, SCRIPT, make_draft_app

HIDDEN = "root:x:0:0"


@pytest.fixture
def folder(secret: Path, tmp_path: Path) -> Path:
    """A small site with links out of it."""
    place = tmp_path / "served"
    (place / "assets").mkdir(parents=True)
    for name, policy in (
        ("index", ""),
        ("404", ""),
        ("pairs", "a; script-src 'sha256-x'; b"),
        ("plain", "base-uri"),
    ):
        page = f'<head><meta http-equiv="Content-Security-Policy" content="{policy}"></head>{name}'
        (place / f"{name}.html").write_text(page, encoding="utf-8")
    (place / ".wordfleet-site.json").write_text("{}", encoding="utf-8")
    (place / "assets/large.css").write_bytes(b"x" * 8_000_000)
    (place / "pw.txt").symlink_to(secret)
    (place / "pw.html").symlink_to(secret)
    (place / "up").symlink_to(tmp_path)
    return place


@contextmanager
def watching(folder: Path) -> Iterator[TestClient]:
    """A browser at a site that is being written."""
    with TestClient(make_draft_app(folder), base_url=HERE) as client:
        yield client


def test_head_is_guarded_as_get_is(folder: Path, secret: Path) -> None:
    """GET and HEAD give only files of the site, uncached, and follow no link; else the site's 404
    page.
    """
    asked = {
        "/": 200,
        "/index.html": 200,
        "/assets/large.css": 200,
        SCRIPT: 200,
        "/pw.txt": 404,
        "/pw.html": 404,
        "/up/secret.txt": 404,
        "/assets/../pw.txt": 404,
        "/.wordfleet-site.json": 404,
        "/%2ewordfleet-site.json": 404,
        "/assets": 404,
        "/%00": 404,
        f"/{'x' * 1000}": 404,
        f"/{'x' * 5000}": 404,
        "/..%2fsecret.txt": 404,
        f"/{secret}": 404,
    }
    with watching(folder) as client:
        for path, status in asked.items():
            got, head = client.get(f"{HERE}{path}"), client.head(f"{HERE}{path}")
            assert (path, got.status_code, head.status_code, head.content) == (
                path,
                status,
                status,
                b"",
            )
            assert head.headers["Content-Length"] == str(len(got.content))
            assert got.headers["Cache-Control"] == "no-store"
            assert HIDDEN.encode() not in got.content
            assert status != 404 or got.content.endswith(b"404")
        for ask in (client.get, client.head):
            assert ask("/", headers={"Host": "example.org"}).status_code == 400
        assert client.post("/").status_code == 405


@pytest.mark.parametrize(
    ("name", "policy"),
    [
        ("pairs", "a; script-src 'self' 'sha256-x'; b; connect-src 'self'; frame-ancestors 'none'"),
        ("plain", "base-uri; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"),
        (
            "empty/index",
            "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
        ),
    ],
)
def test_a_served_page_loads_again(name: str, policy: str, folder: Path) -> None:
    """The page has its own policy plus the script that reloads it; a page that is not built yet
    waits.
    """
    where, _, name = f"/{name}".rpartition("/")
    (folder / "empty").mkdir()
    with watching(folder / where.strip("/")) as client:
        answer = client.get(f"/{name}.html")
        assert (answer.headers["Content-Security-Policy"], "http-equiv" in answer.text) == (
            policy,
            False,
        )
        assert f'<script src="{SCRIPT}" data-live="{CHANGES}" defer></script></head>' in answer.text
        assert (answer.status_code, "Nothing built yet" in answer.text) == (
            (404, True) if where else (200, False)
        )
