"""Folders that somebody else may have had in hand: no link leads out, and a live server gives nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from making.shop import HERE, LOCAL_DESK
from wordfleet_print.desk.live import SCRIPT, TOLD, Draft, make_draft_app
from wordfleet_print.errors import BadInputError, CannotWriteError
from wordfleet_print.files import data_folder
from wordfleet_print.game import load_edition
from wordfleet_print.rulebook.quick_reference import quick_reference
from wordfleet_print.rulebook.site_build import Site, build_site
from wordfleet_print.rulebook.site_pages import SiteContext, make_pages
from wordfleet_print.rulebook.text.designers_folder import read_sources
from wordfleet_print.rulebook.text.illustrated import Surroundings

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
    quick_reference(read_sources(["word-fleet"])[0], Surroundings(templates=templates))


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


@pytest.fixture
def folder(secret: Path, tmp_path: Path) -> Path:
    """A small site with links out of it."""
    place = tmp_path / "served"
    (place / "assets").mkdir(parents=True)
    for name, policy in (("index", ""), ("404", ""), ("pairs", "a; script-src 'sha256-x'; b"), ("plain", "base-uri")):
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
    with TestClient(make_draft_app(Draft(folder), LOCAL_DESK), base_url=HERE) as client:
        yield client


def test_head_is_guarded_as_get_is(folder: Path, secret: Path) -> None:
    """Both give files of the site and nothing else, to be kept by nobody and under its own name alone; no link is
    followed, in whatever way it is asked for. What leads nowhere gets the site's own page for that.
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
        f"/{'x' * 5000}": 414,
        "/..%2fsecret.txt": 404,
        f"/{secret}": 404,
    }
    with watching(folder) as client:
        for path, status in asked.items():
            got, head = client.get(f"{HERE}{path}"), client.head(f"{HERE}{path}")
            assert (path, got.status_code, head.status_code, head.content) == (path, status, status, b"")
            assert head.headers["Content-Length"] == str(len(got.content))
            assert got.headers["Cache-Control"] == "no-store"
            assert HIDDEN.encode() not in got.content
            assert status != 404 or got.content.endswith(b"404")
        for ask in (client.get, client.head):
            assert ask("/", headers={"Host": "example.org"}).status_code == 421
        assert client.post("/").status_code == 405


@pytest.mark.parametrize(
    ("name", "policy"),
    [
        ("pairs", "a; script-src 'self' 'sha256-x'; b; connect-src 'self'; frame-ancestors 'none'"),
        ("plain", "base-uri; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"),
        ("empty/index", "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"),
    ],
)
def test_a_served_page_loads_again(name: str, policy: str, folder: Path) -> None:
    """Its policy is the page's own, and lets the script that loads it again; a page that is not built yet waits."""
    where, _, name = f"/{name}".rpartition("/")
    (folder / "empty").mkdir()
    with watching(folder / where.strip("/")) as client:
        answer = client.get(f"/{name}.html")
        assert (answer.headers["Content-Security-Policy"], "http-equiv" in answer.text) == (policy, False)
        assert f'<script src="{SCRIPT}" data-live="{TOLD}" defer></script></head>' in answer.text
        assert (answer.status_code, "Nothing built yet" in answer.text) == ((404, True) if where else (200, False))
